//! Every game by its definition: the moves, as a list made here from the words of the rule, and nothing else.

use sprague::rules::{
    Action, Alike, Code, HeapRule, Move, NOTATIONS, Parts, Piece, Removals, Rule, Sizes, Suit, Tree,
    find_rules, parse_size,
};
use sprague::values::Reference;

fn rule(text: &str) -> Rule {
    text.parse().unwrap()
}

/// What the moves of a piece leave, each as an ascending list, in ascending order.
fn leaves(rule: &Rule, piece: &Piece) -> Vec<Vec<Piece>> {
    let list = rule.moves(piece).into_iter().map(|Move { leaves, .. }| leaves);
    sorted(list.map(sorted).collect())
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

/// The moves of heaps from `least` on leave these heaps, and there are no more than the rule says.
fn heaps(text: &str, least: u64, moves: impl Fn(u64) -> Vec<Vec<u64>>) {
    let rule = rule(text);
    assert_eq!(rule.least_size(), [least], "{text}");
    assert!(rule.is_piece(&Piece::heap(least)) && !rule.is_piece(&Piece::new(&[])), "{text}");
    assert_eq!(rule.is_piece(&Piece::heap(0)), least == 0, "{text}");
    for n in least..40 {
        let heap = |sizes: Vec<u64>| sorted(sizes).into_iter().map(Piece::heap).collect::<Vec<_>>();
        let expected = sorted(moves(n).into_iter().map(heap).collect::<Vec<_>>());
        assert_eq!(leaves(&rule, &Piece::heap(n)), expected, "{text} at {n}");
        assert!(expected.len() as u128 <= rule.moves_at_most(&Piece::heap(n)), "{text} at {n}");
        assert_eq!(rule.parse_piece(&n.to_string()), Ok(Piece::heap(n)), "{text}");
        assert_eq!(rule.show_piece(&Piece::heap(n)), n.to_string(), "{text}");
    }
    if least > 0 {
        assert!(rule.parse_piece("0").is_err(), "{text}");
    }
    assert!(rule.pieces(&[3], &[6]).eq((3..=6).map(Piece::heap)), "{text}");
}

fn left(n: u64, taken: impl Iterator<Item = u64>) -> Vec<Vec<u64>> {
    taken.map(|t| vec![n - t]).collect()
}

#[test]
fn heaps_whose_moves_depend_on_their_size() {
    let divides = |d: u64, n: u64| n.is_multiple_of(d);
    heaps("take:half", 0, |n| left(n, (1..=n).filter(|t| 2 * t <= n)));
    heaps("take:divisors", 1, |n| left(n, (1..n).filter(|&d| divides(d, n))));
    let coprime = |t: u64, n: u64| (2..=t).all(|d| !(divides(d, t) && divides(d, n)));
    heaps("take:coprime", 0, |n| left(n, (1..=n).filter(|&t| coprime(t, n))));
    heaps("mark", 0, |n| match n {
        0 => vec![],
        1 | 2 => vec![vec![n - 1]],
        _ => vec![vec![n - 1], vec![n / 2]],
    });
    heaps("split:divisors", 1, |n| {
        let inner: Vec<u64> = (2..n).filter(|&d| divides(d, n)).collect();
        inner.iter().flat_map(|&a| inner.iter().filter(move |&&b| a <= b).map(move |&b| vec![a, b])).collect()
    });
    heaps("ruler", 1, |n| (1..=n).map(|first| (first..n).collect()).collect());
    heaps("mock-turtles", 1, |n| {
        let pairs = (1..n).flat_map(|b| (1..b).map(move |a| vec![a, b]));
        [vec![vec![]], (1..n).map(|a| vec![a]).collect(), pairs.collect()].concat()
    });
}

#[test]
fn families() {
    let fibonacci = [1u64, 2, 3, 5, 8, 13, 21, 34];
    let prime = |t: u64| t > 1 && (2..t).all(|d| !t.is_multiple_of(d));
    let members: [(&str, &dyn Fn(u64) -> bool); 4] = [
        ("squares", &|t| (1..=t).any(|root| root * root == t)),
        ("primes", &prime),
        ("pow2", &|t| t.is_power_of_two()),
        ("fib", &|t| fibonacci.contains(&t)),
    ];
    for (word, member) in members {
        heaps(&format!("sub:{word}"), 0, |n| left(n, (1..=n).filter(|&t| member(t))));
        heaps(&format!("allbut:{word}"), 0, |n| left(n, (1..=n).filter(|&t| !member(t))));
    }
}

/// Upper bounds that are exact, or as near as they are said to be; callers refuse to list more.
#[test]
fn bounds_of_the_number_of_moves() {
    let most = |text: &str, piece: &str| {
        let rule = rule(text);
        rule.moves_at_most(&rule.parse_piece(piece).unwrap())
    };
    for (text, piece, moves) in [
        ("take:half", "101", 50),
        ("take:coprime", "101", 101),
        ("take:divisors", "101", 20),
        ("mark", "101", 2),
        ("split:divisors", "101", 404),
        ("ruler", "101", 5101),
        ("mock-turtles", "101", 5101),
        ("sub:squares", "101", 10),
        ("sub:primes", "101", 101),
        ("sub:pow2", "101", 93),
        ("sub:fib", "101", 93),
        ("allbut:squares", "101", 101),
        ("allbut:pow2", "101", 101),
        ("allbut:fib", "101", 101),
        ("wythoff", "5x7", 21),
        ("cut", "5x7", 24),
        ("cut:one", "5x7", 10),
        ("cut:one", "1x1", 0),
        ("cards", "/9", 20),
        ("tree", "(()(()))", 4),
        ("board:sub:1,2,3", "5x2", 5),
        // Of each removal one way to leave a heap, 6 to leave two and 15 to leave three.
        ("sub:1,2,3", "12", 3),
        ("0.7", "12", 7),
        ("4.0", "12", 6),
        ("8.0", "12", 15),
        ("0.77", "12", 14),
        ("nim", "12", 12),
        ("split:5", "12", 98),
    ] {
        assert_eq!(most(text, piece), moves, "{text} {piece}");
    }
    // No more than a number has room for.
    assert!(most("split:9", "10^18") >= 1 << 120 && most("0.[G]", "10^18") == u128::MAX);
}

#[test]
fn sheets() {
    let (four, two) = (rule("cut"), rule("cut:one"));
    for (w, h) in (1..6u64).flat_map(|w| (1..6u64).map(move |h| (w, h))) {
        let sheet = Piece::sheet(w, h);
        let mut cuts = vec![];
        for (i, j) in (1..w).flat_map(|i| (1..h).map(move |j| (i, j))) {
            let sides = [(i, j), (w - i, j), (i, h - j), (w - i, h - j)];
            cuts.push(sorted(sides.map(|(w, h)| Piece::sheet(w, h)).to_vec()));
        }
        assert_eq!(leaves(&four, &sheet), sorted(cuts), "{w}x{h}");
        let across = (1..w).map(|i| sorted(vec![Piece::sheet(i, h), Piece::sheet(w - i, h)]));
        let down = (1..h).map(|j| sorted(vec![Piece::sheet(w, j), Piece::sheet(w, h - j)]));
        assert_eq!(leaves(&two, &sheet), sorted(across.chain(down).collect()), "{w}x{h}");
    }
    for rule in [four, two] {
        assert_eq!(rule.least_size(), [1, 1]);
        assert!(rule.parse_piece("0x1").is_err() && rule.parse_piece("1x0").is_err());
        pairs(&rule);
    }
}

/// All pairs within bounds, written and read, and nothing else.
fn pairs(rule: &Rule) {
    let least = rule.least_size()[0];
    let all: Vec<String> = rule.pieces(&[2, 5], &[3, 7]).map(|piece| rule.show_piece(&piece)).collect();
    assert_eq!(all, ["2x5", "2x6", "2x7", "3x5", "3x6", "3x7"], "{rule}");
    assert_eq!(rule.pieces(&[2, 5], &[3, 4]).count(), 0, "{rule}");
    for text in ["4x9", "4X9", "4×9"] {
        assert_eq!(rule.parse_piece(text), Ok(Piece::new(&[4, 9])), "{rule}");
    }
    let is_piece = |numbers: &[u64]| rule.is_piece(&Piece::new(numbers));
    assert!(is_piece(&[least, least]) && is_piece(&[7, least]) && is_piece(&[least, 7]), "{rule}");
    assert!(!is_piece(&[3]) && !is_piece(&[3, 3, 3]), "{rule}");
    assert_eq!((is_piece(&[0, 3]), is_piece(&[3, 0])), (least == 0, least == 0), "{rule}");
    let bounds = rule.parse_piece(&format!("{least}x{least}")).unwrap();
    assert_eq!(bounds, Piece::new(&[least, least]), "{rule}");
}

#[test]
fn two_heaps_at_once() {
    let wythoff = rule("wythoff");
    for (a, b) in (0..8u64).flat_map(|a| (0..8u64).map(move |b| (a, b))) {
        let first = (0..a).map(|x| (x, b));
        let second = (0..b).map(|y| (a, y));
        let both = (1..=a.min(b)).map(|t| (a - t, b - t));
        let expected = first.chain(second).chain(both).map(|(x, y)| vec![Piece::new(&[x, y])]);
        assert_eq!(leaves(&wythoff, &Piece::new(&[a, b])), sorted(expected.collect()), "{a}x{b}");
    }
    assert_eq!(wythoff.least_size(), [0, 0]);
    pairs(&wythoff);
    // Lost are (⌊kφ⌋, ⌊kφ⌋ + k) and nothing else (Wythoff 1907).
    let lower = |k: u64| ((k as f64) * (1.0 + 5f64.sqrt()) / 2.0) as u64;
    let mut play = Reference::new(&wythoff);
    for (a, b) in (0..20u64).flat_map(|a| (a..20u64).map(move |b| (a, b))) {
        assert_eq!(play.value(&Piece::new(&[a, b])) == 0, lower(b - a) == a, "{a}x{b}");
    }
}

#[test]
fn a_coin_on_a_board() {
    let board = rule("board:sub:2,3");
    assert_eq!(board.notation(), "board:sub:2,3");
    for (x, y) in (0..8u64).flat_map(|x| (0..8u64).map(move |y| (x, y))) {
        let across = [2, 3].into_iter().filter_map(|t| Some((x.checked_sub(t)?, y)));
        let up = [2, 3].into_iter().filter_map(|t| Some((x, y.checked_sub(t)?)));
        let expected = across.chain(up).map(|(x, y)| vec![Piece::new(&[x, y])]);
        assert_eq!(leaves(&board, &Piece::new(&[x, y])), sorted(expected.collect()), "{x}x{y}");
    }
    let said: Vec<String> =
        board.moves(&Piece::new(&[3, 3])).iter().map(|mv| mv.action.to_string()).collect();
    assert_eq!(said, ["left by 2", "left by 3", "up by 2", "up by 3"]);
    assert_eq!(board.least_size(), [0, 0]);
    pairs(&board);
    for text in ["board:0.7", "board:cut", "board:", "board:x"] {
        assert!(text.parse::<Rule>().is_err(), "{text}");
    }
}

/// All suits to six cards: a hidden card goes on a lower visible one, which is gone.
#[test]
fn suits() {
    let cards = rule("cards");
    assert!(!cards.one_piece_a_size());
    assert_eq!(cards.least_size(), [1]);
    let all: Vec<Piece> = cards.pieces(&[1], &[6]).collect();
    assert_eq!(all.len(), 2 + 4 + 8 + 16 + 32 + 64);
    for piece in all {
        let text = cards.show_piece(&piece);
        let mut expected = vec![];
        for (low, _) in text.match_indices('1') {
            for (high, _) in text.match_indices('0').filter(|&(high, _)| high > low) {
                let mut after = text.clone();
                after.replace_range(high..=high, "1");
                after.remove(low);
                expected.push(vec![after.parse::<Suit>().unwrap().piece()]);
            }
        }
        assert_eq!(leaves(&cards, &piece), sorted(expected), "{text}");
    }
    let said: Vec<String> =
        cards.moves(&cards.parse_piece("1010").unwrap()).iter().map(|mv| mv.action.to_string()).collect();
    assert_eq!(said, ["put 2 on 1", "put 4 on 1", "put 4 on 3"]);
}

/// Words of 64 cards and what is beyond a suit's length; no other numbers are suits.
#[test]
fn numbers_that_are_suits() {
    let of = |numbers: &[u64]| Suit::of(&Piece::new(numbers)).map(|suit| suit.to_string());
    assert_eq!(of(&[3, 0b110]), Some("011".into()));
    assert_eq!(of(&[3, 0b1110]), None);
    assert_eq!(of(&[0]), Some("/0".into()));
    assert_eq!((of(&[3]), of(&[3, 1, 0]), of(&[]), of(&[0, 0])), (None, None, None, None));
    assert_eq!(of(&[64, u64::MAX]), Some("1".repeat(64)));
    assert_eq!((of(&[64, 1, 0]), of(&[65, 1]), of(&[65, 1, 2])), (None, None, None));
    assert_eq!(of(&[65, 0, 1]), Some("0".repeat(64) + "1"));
    let long = |size: u64| format!("1/{size}").parse::<Suit>().is_ok();
    assert!(long(1_000_000) && !long(1_000_001));
}

/// Every node below the root, taken with all below it: the trees left, by taking a pair of parentheses out of
/// the text.
#[test]
fn trees() {
    let trees = rule("tree");
    assert!(!trees.one_piece_a_size());
    assert_eq!(trees.least_size(), [1]);
    let all: Vec<Piece> = trees.pieces(&[1], &[6]).collect();
    assert_eq!(all.len(), 1 + 1 + 2 + 4 + 9 + 20);
    assert_eq!(trees.pieces(&[0], &[2]).count(), 2);
    for piece in all {
        let text = trees.show_piece(&piece);
        let mut expected = vec![];
        for open in 1..text.len() {
            let mut depth = 0;
            let close = text[open..].find(|c| {
                depth += if c == '(' { 1 } else { -1 };
                depth == 0
            });
            if let Some(length) = close.filter(|_| text[open..].starts_with('(')) {
                let rest = [&text[..open], &text[open + length + 1..]].concat();
                expected.push(vec![trees.parse_piece(&rest).unwrap()]);
            }
        }
        assert_eq!(leaves(&trees, &piece), sorted(expected), "{text}");
        assert_eq!(trees.moves(&piece).len() + 1, piece.numbers()[0] as usize, "{text}");
        let taken = |one: &Move| piece.numbers()[0] - one.leaves[0].numbers()[0];
        let said = |one: &Move| match taken(one) {
            1 => one.action.to_string() == "take 1 node",
            taken => one.action.to_string() == format!("take {taken} nodes"),
        };
        assert!(trees.moves(&piece).iter().all(said), "{text}");
    }
}

/// The order of branches does not matter, so a tree is one piece; other numbers are none.
#[test]
fn numbers_that_are_trees() {
    let trees = rule("tree");
    let piece = |text: &str| trees.parse_piece(text).unwrap();
    assert_eq!(piece("(()(()))"), piece("((())())"));
    assert_eq!(piece("(()(())(()()))"), piece("((()())()(()))"));
    assert_ne!(piece("(()(()))"), piece("((()()))"));
    // `((())())` and, in the other order, `(()(()))`: opening parentheses are the bits from the lowest on.
    assert!(trees.is_piece(&Piece::new(&[4, 0b0010_0111])));
    assert!(!trees.is_piece(&Piece::new(&[4, 0b0000_1101])));
    for numbers in
        [&[][..], &[0], &[0, 0], &[1], &[1, 0b11], &[1, 1, 0], &[1, 0b101], &[2, 1], &[u64::MAX, 1]]
    {
        assert!(!trees.is_piece(&Piece::new(numbers)), "{numbers:?}");
    }
    assert!(trees.is_piece(&Piece::new(&[1, 1])));
    let deep = |depth: usize| trees.parse_piece(&("(".repeat(depth) + &")".repeat(depth))).is_ok();
    assert!(deep(1000) && !deep(1001));
    let wide = |nodes: usize| trees.parse_piece(&format!("({})", "()".repeat(nodes - 1)));
    assert!(wide(100_000).is_ok_and(|piece| trees.is_piece(&piece)) && wide(100_001).is_err());
    assert_eq!(piece("T22").numbers()[0], Tree::fibonacci(22).nodes() as u64);
    assert_eq!(piece("t(3)"), piece("T3"));
    assert!(trees.parse_piece("T23").is_err());
}

/// All ways to take t of n tokens and leave j heaps, by going through all lists of heaps.
fn by_definition(n: u64, allowed: impl Fn(u64, u64) -> bool, fits: impl Fn(&[u64]) -> bool) -> Vec<Vec<u64>> {
    fn lists(total: u64, least: u64, chosen: &mut Vec<u64>, all: &mut Vec<Vec<u64>>) {
        if total == 0 {
            all.push(chosen.clone());
        }
        for part in least..=total {
            chosen.push(part);
            lists(total - part, part, chosen, all);
            chosen.pop();
        }
    }
    let mut all = vec![];
    for t in 0..=n {
        let mut ways = vec![];
        lists(n - t, 1, &mut vec![], &mut ways);
        all.extend(ways.into_iter().filter(|way| allowed(t, way.len() as u64) && fits(way)));
    }
    all
}

/// Codes and conditions: what may be removed is read off the digits, what may be left off the words.
#[test]
fn heap_rules() {
    type Fits = fn(&[u64]) -> bool;
    let conditions: [(&str, Fits); 7] = [
        ("", |_| true),
        ("/unequal", |way| way.windows(2).all(|pair| pair[0] != pair[1])),
        ("/equal", |way| way.windows(2).all(|pair| pair[0] == pair[1])),
        ("/least=2", |way| way.iter().all(|&part| part >= 2)),
        ("/largest=4", |way| way.iter().all(|&part| part <= 4)),
        ("/least=2/largest=3", |way| way.iter().all(|&part| part == 2 || part == 3)),
        ("/unequal/least=2", |way| way.iter().all(|&part| part >= 2) && way.windows(2).all(|p| p[0] != p[1])),
    ];
    let digits = |text: &str, t: u64| {
        let (first, rest) = text.split_once('.').unwrap();
        let digits = format!("{first}{}", rest.trim_end_matches("..."));
        let place = if rest.ends_with("...") { t.min(digits.len() as u64 - 1) } else { t };
        digits.chars().nth(place as usize).map_or(0, |c| c.to_digit(36).unwrap())
    };
    for code in ["0.77", "0.137", "4.7", "0.8F", "C.0", "0.3...", "4.F...", "0.05G", "8.4", "0.0"] {
        for (condition, fits) in conditions {
            let rule = rule(&format!("{code}{condition}"));
            for n in 0..12 {
                let expected = by_definition(n, |t, j| j < 6 && digits(code, t) >> j & 1 == 1, fits);
                let expected: Vec<Vec<Piece>> =
                    expected.into_iter().map(|way| way.into_iter().map(Piece::heap).collect()).collect();
                let found = leaves(&rule, &Piece::heap(n));
                assert_eq!(found, sorted(expected), "{rule} at {n}");
                assert!(found.len() as u128 <= rule.moves_at_most(&Piece::heap(n)), "{rule} at {n}");
            }
        }
    }
}

/// A piece with few moves is listed at once, however large it is: callers rely on the bound alone.
#[test]
fn few_moves_take_no_time() {
    let sizes = ["0", "1", "2", "3", "10^18", "18446744073709551615"];
    let pairs =
        sizes.iter().flat_map(|a| sizes.iter().map(move |b| [format!("{a}x{b}"), format!("{a}:{b}")]));
    let triples = sizes.iter().flat_map(|a| [format!("{a}x0x1"), format!("0x{a}x1"), format!("1x1x{a}")]);
    let pieces: Vec<String> =
        sizes.iter().map(|size| size.to_string()).chain(pairs.flatten()).chain(triples).collect();
    let more = [
        "0.[3]/least=10^18",
        "0.[7]/least=10^17/largest=10^17",
        "{2+}.0/least=10^17",
        "board:sub:1",
        "turn:1*1-3",
    ];
    let examples = NOTATIONS.iter().map(|notation| notation.example);
    let mut listed = 0;
    for rule in examples.chain(more).map(rule) {
        for piece in pieces.iter().filter_map(|text| rule.parse_piece(text).ok()) {
            if rule.moves_at_most(&piece) > 1000 {
                continue;
            }
            let (done, wait) = std::sync::mpsc::channel();
            let (own, of) = (rule.clone(), piece.clone());
            std::thread::spawn(move || done.send(own.moves(&of).len()));
            let moves = wait.recv_timeout(std::time::Duration::from_secs(60));
            let moves = moves.unwrap_or_else(|_| {
                panic!("the moves of {} in {rule}", rule.show(std::slice::from_ref(&piece)))
            });
            assert!(moves as u128 <= rule.moves_at_most(&piece), "{rule}");
            listed += 1;
        }
    }
    assert!(listed > 200, "{listed} pieces");
}

/// Numbers of heaps that touch and allow the same are one entry, so that equal rules are equal as data.
#[test]
fn one_form_of_a_heap_rule() {
    let of = |leaving: &[(u64, u64, &[u64])], parts: Parts| {
        let list = leaving.iter().map(|&(from, to, set)| (from..=to, Removals::finite(set.to_vec())));
        HeapRule::new(list.collect::<Vec<_>>(), parts)
    };
    let free = Parts::default();
    let whole = of(&[(0, 3, &[1, 2])], free).unwrap();
    assert_eq!(of(&[(2, 3, &[1, 2]), (0, 1, &[2, 1])], free).unwrap(), whole);
    assert_eq!(
        of(&[(0, 0, &[1, 2]), (1, 1, &[1, 2]), (2, 2, &[1, 2]), (3, 3, &[1, 2])], free).unwrap(),
        whole
    );
    assert_ne!(of(&[(0, 1, &[1, 2]), (3, 3, &[1, 2])], free).unwrap(), whole);
    assert_ne!(of(&[(0, 1, &[1, 2]), (2, 3, &[1])], free).unwrap(), whole);
    assert_eq!(of(&[(0, 3, &[1, 2]), (5, 9, &[])], free).unwrap(), whole);
    assert!(of(&[(0, 2, &[1]), (2, 3, &[2])], free).is_err());
    // Where at most one heap is left, parts cannot differ.
    let unequal = Parts { alike: Alike::Different, ..free };
    assert_eq!(of(&[(0, 1, &[1])], unequal).unwrap(), of(&[(0, 1, &[1])], free).unwrap());
    assert_ne!(of(&[(0, 2, &[1])], unequal).unwrap(), of(&[(0, 2, &[1])], free).unwrap());
    // Breaking is into two or more.
    assert!(of(&[(2, 2, &[0])], free).is_ok() && of(&[(1, 2, &[0])], free).is_err());
    for (least, largest, fine) in [(1, None, true), (0, None, false), (2, Some(2), true), (3, Some(2), false)]
    {
        assert_eq!(of(&[(0, 2, &[1])], Parts { alike: Alike::Any, least, largest }).is_ok(), fine);
    }
}

/// What solvers and theorems ask of a heap rule.
#[test]
fn questions_to_a_heap_rule() {
    for (text, parts, reach, finite, cycle, only_takes, set, splits) in [
        ("0.77", 2, 2, true, 1, false, false, None),
        ("sub:1,4", 1, 4, true, 1, true, true, None),
        ("sub:1,4/least=2", 1, 4, true, 1, true, false, None),
        ("allbut:1,2", 1, 2, false, 1, true, true, None),
        ("0.[13]", 1, 0, false, 2, true, false, None),
        // One heap may be left every third time, none every other time.
        ("0.[103012]", 1, 0, false, 6, true, false, None),
        ("split:2", 2, 0, true, 1, false, false, Some(2)),
        ("split:7", 7, 0, true, 1, false, false, Some(7)),
        ("grundy", 2, 0, true, 1, false, false, None),
        ("8.0", 3, 0, true, 1, false, false, None),
        ("C.1", 3, 1, true, 1, false, false, None),
        ("0.0", 1, 0, true, 1, true, false, None),
        ("4.[7]", 2, 0, false, 1, false, false, None),
        ("0.1", 1, 1, true, 1, true, false, None),
    ] {
        let rule = rule(text);
        let heaps = rule.heap_rule().unwrap();
        assert_eq!((heaps.most_parts(), heaps.reach()), (parts, reach), "{text}");
        assert_eq!((heaps.is_finite(), heaps.cycle_length()), (finite, cycle), "{text}");
        assert_eq!((heaps.only_takes(), heaps.subtraction_set().is_some()), (only_takes, set), "{text}");
        assert_eq!(heaps.splits_into(), splits, "{text}");
        let free = !text.contains('/') && text != "grundy";
        assert_eq!(heaps.parts().are_free(), free, "{text}");
    }
}

/// What is said of moves, rules and pieces.
#[test]
fn words() {
    let said = |text: &str, piece: &str| -> Vec<String> {
        let rule = rule(text);
        rule.moves(&rule.parse_piece(piece).unwrap()).iter().map(|mv| mv.action.to_string()).collect()
    };
    assert_eq!(said("lasker", "2"), ["break", "take 1", "take 2"]);
    assert_eq!(
        said("wythoff", "1x1"),
        ["take 1 from the first", "take 1 from the second", "take 1 from both"]
    );
    assert_eq!(said("cut", "2x2"), ["cut at 1,1"]);
    assert_eq!(said("cut:one", "2x2"), ["cut at width 1", "cut at height 1"]);
    assert_eq!(said("mark", "3"), ["take 1", "halve"]);
    assert_eq!(said("ruler", "2"), ["turn 2 to 2", "turn 1 to 2"]);
    assert_eq!(said("mock-turtles", "2"), ["turn it alone", "turn it and 1"]);
    let action = Action::new("put # on #", &[7, 3]);
    assert_eq!((action.words(), action.numbers()), ("put # on #", &[7, 3][..]));
    assert_eq!(Action::new("take #", &[4]).numbers(), [4]);
    assert_eq!(Action::new("halve", &[]).numbers(), [] as [u64; 0]);
    for (text, line) in [
        ("cut", "cut a sheet both ways at a grid point, into four"),
        ("cut:one", "cut a sheet once, across or down, into two"),
        ("cards", "put a higher unused card on a visible one of its suit"),
        ("tree", "take a node of a tree and all below it, but not the root"),
        ("wythoff", "take any number from one of two heaps, or the same number from both"),
        (
            "board:sub:1,2",
            "a coin at XxY of a board, counted from 0; left or up: take 1 or 2, leaving the rest",
        ),
        ("take:half", "take at most half of the heap"),
        ("sub:squares", "take a square number of tokens"),
        ("sub:primes", "take a prime number of tokens"),
        ("allbut:pow2", "take any number but a power of two of tokens"),
        ("sub:fib", "take a Fibonacci number of tokens"),
        ("0.77", "take 1 or 2, leaving the rest as up to 2 heaps"),
        ("0.8F", "take 2, leaving the rest as up to 2 heaps; or take 1 or 2, leaving 3 heaps"),
        ("split:3/least=2", "break a heap, leaving 2 to 3 heaps; none is below 2"),
        ("split:3/largest=5", "break a heap, leaving 2 to 3 heaps; none is above 5"),
        ("split:2/equal", "break a heap, leaving 2 heaps; the heaps left are equal"),
        ("allbut:1-6", "take any number but 1, 2, 3, 4, 5, 6, leaving the rest"),
        ("allbut:1-7", "take any number but 7 of them, leaving the rest"),
        ("sub:1-6", "take 1 or 2 or 3 or 4 or 5 or 6, leaving the rest"),
        ("sub:1-6,9", "take one of 7 numbers up to 9, leaving the rest"),
        ("0.[300]", "take 1, 4, …, leaving the rest"),
        ("0.[00003]", "take 5, 10, …, leaving the rest"),
        ("0.[333330]", "take 1, 2, 3, 4, 5, 7, …, leaving the rest"),
    ] {
        assert_eq!(rule(text).line(), line, "{text}");
    }
    assert_eq!(format!("{:?}", rule("kayles")), "Rule(0.77)");
    assert_eq!(format!("{:?}", Piece::sheet(3, 4)), "Piece([3, 4])");
    assert_eq!(format!("{:?}", &*rule("mark")), "Mark");
    assert!(format!("{:?}", NOTATIONS[0]).contains("0.07  4.3  0.3F  0.[3]"));
}

/// Commas separate pieces unless they belong to one.
#[test]
fn sums_of_pieces() {
    for (text, position, pieces) in [
        ("0.77", "1,000", vec!["1,000"]),
        ("0.77", "1,00", vec!["1", "00"]),
        ("0.77", "3, 4,5", vec!["3", "", "4", "5"]),
        ("0.77", "3+4 5", vec!["3", "4", "5"]),
        ("0.77", "3++4", vec!["3", "", "4"]),
        ("cards", "2,5/9", vec!["2,5/9"]),
        ("cards", "2,9/5", vec!["2,9/5"]),
        ("cards", "011,10", vec!["011", "10"]),
        ("cut", "5x3,2x2", vec!["5x3", "2x2"]),
    ] {
        assert_eq!(rule(text).split_position(position), pieces, "{text} {position}");
    }
}

/// Large numbers of heaps are listed in braces.
#[test]
fn codes_of_many_heaps() {
    let leaving =
        |most: u64| HeapRule::new([(1..=most, Removals::finite(vec![1]))], Parts::default()).unwrap();
    let code = |most: u64| Code::of(&leaving(most)).to_string();
    assert_eq!((code(3), code(5)), ("0.E".into(), "0.{1,2,3,4,5}".into()));
    assert_eq!((code(64), code(u64::MAX)), ("0.{1-64}".into(), "0.{1+}".into()));
    // Split and subtract alone have their own words; what only looks like them has not.
    for (text, printed) in [
        ("split:2", "split:2"),
        ("split:3", "split:3"),
        ("0.48", "0.48"),
        ("8.0", "8.0"),
        ("8.0/unequal", "8!.0"),
        ("4.[4]", "4.[4]"),
        ("4.4.../unequal", "4!.[4!]"),
        ("4.4", "4.4"),
        ("4.4/unequal", "4!.4!"),
        ("0.4/unequal", "0.4!"),
        ("0.33", "sub:1,2"),
        ("0.22", "0.22"),
        ("0.11", "0.11"),
    ] {
        assert_eq!(rule(text).notation(), printed, "{text}");
    }
}

/// Limits of rule files: the last number that is taken, and the first that is not.
#[test]
fn limits_of_rule_files() {
    let fine = |text: &str| Rule::from_toml(&format!("[[move]]\n{text}")).is_ok();
    assert!(fine("take = [1]\nparts = [62]") && !fine("take = [1]\nparts = [63]"));
    assert!(fine("take = [1000000]") && !fine("take = [1000001]") && fine("take = [\"999999-1000000\"]"));
    assert!(!fine("take = [\"5-1000001\"]") && fine("take = [\"5-5\"]") && !fine("take = [\"6-5\"]"));
    assert!(fine("take = [1]\nrepeats = 1000000") && !fine("take = [1]\nrepeats = 1000001"));
    let both =
        |a: u64, b: u64| fine(&format!("take = [1]\nrepeats = {a}\n[[move]]\ntake = [1]\nrepeats = {b}"));
    assert!(both(1000, 1000) && both(64, 15_625) && !both(1000, 1001));
}

/// Finding rules by title, name or number, and describing one.
#[test]
fn rules_that_are_looked_for() {
    let found =
        |text: &str| -> Vec<String> { find_rules(text).iter().map(|found| found.rule.to_string()).collect() };
    assert_eq!(found("kayles")[..3], ["0.77", "0.7777", "0.07"]);
    assert_eq!(found("0.123"), ["0.123"]);
    // Names that begin with it come before those that have it in them, and both before descriptions.
    assert_eq!(found("nim")[..2], ["0.[3]", "sub:squares"]);
    assert_eq!(found("dawson")[..2], ["0.07", "0.137"]);
    assert!(found("noughts crosses") == ["0.007"] && found("crosses nothing").is_empty());
    assert!(found("0.13")[..2] == ["0.13", "0.137"]);
    assert_eq!(found("trees nodes"), [] as [String; 0]);
    assert_eq!(found("sheets four"), ["cut"]);
    assert_eq!(found("paint 0.07"), ["0.07"]);
    assert_eq!(found("coprime heap"), ["take:coprime"]);
    let named = found("");
    assert!(named.contains(&"0.77".to_string()) && !named.contains(&"wythoff".to_string()), "{named:?}");
    let mut once = named.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), named.len());
    let names = |text: &str| rule(text).names().map(|name| name.name).collect::<Vec<_>>();
    assert_eq!(names("0.07"), ["dawson", "paper-strip"]);
    assert_eq!(names("0.123"), [] as [&str; 0]);
    for (text, page) in [
        ("0.77", "docs/periodicity.md"),
        ("cut", "docs/cutting.md"),
        ("0.07", "docs/notation.md"),
        ("dynamic:7/2", "docs/dynamic-nim.md"),
        ("lines:1,2", "docs/lines.md"),
        ("allbut:primes", "docs/arithmetic-games.md"),
    ] {
        assert_eq!(rule(text).page(), page);
    }
    for (text, listed) in [("0.77", true), ("cut", true), ("wythoff", true), ("cards", true), ("tree", false)]
    {
        assert_eq!(rule(text).is_listed(), listed, "{text}");
    }
}

#[test]
fn where_rules_come_from() {
    for (text, words) in [
        ("0.1234/unequal", None),
        ("sub:1,3/least=2", None),
        ("0.[13]", None),
        ("cut:one", None),
        ("sub:1,3", Some("a subtraction game")),
        ("0.1234", Some("an octal game")),
        ("0.123F", Some("a hexadecimal game")),
        ("0.G", None),
        ("wythoff", Some("W. A. Wythoff")),
    ] {
        let line = sprague::rules::history(&rule(text));
        assert_eq!(line.is_some(), words.is_some(), "{text}");
        assert!(words.is_none_or(|words| line.unwrap().starts_with(words)), "{text}: {line:?}");
    }
}

/// The longest sizes that are read, and the first that are not.
#[test]
fn limits_of_sizes() {
    let digits = |count: usize| parse_size(&"9".repeat(count));
    assert!(digits(100_000).is_ok() && digits(100_001).is_err());
    // Powers are refused by bits: four for each of 100 000 digits.
    assert!(parse_size("2^200000").is_ok() && parse_size("2^200001").is_err());
    assert!(parse_size("1^400000").is_ok() && parse_size("1^400001").is_err());
    assert!(parse_size("1e100000").is_ok() && parse_size("1e100001").is_err());
    assert!(parse_size("2^199999*2^199999").is_ok() && parse_size("2^200000*2^199999*2").is_err());
    assert!(parse_size("2^200000*2^199999").is_ok() && parse_size("2^200000*2^200000").is_err());
}

#[test]
fn ranges_of_sizes() {
    let (cut, kayles) = (rule("cut"), rule("kayles"));
    let two = |a: u32, b: u32| vec![a.into(), b.into()];
    let between = |from, to| Sizes::between(&cut, from, to).unwrap();
    assert!(!between(two(2, 3), two(2, 3)).is_empty() && !between(two(1, 1), two(5, 6)).is_empty());
    assert!(between(two(2, 4), two(2, 3)).is_empty() && between(two(3, 3), two(2, 3)).is_empty());
    assert_eq!(between(two(2, 3), two(4, 5)).to_string(), "2x3 to 4x5");
    assert_eq!(Sizes::heaps(7u32).to_string(), "0 to 7");
    assert_eq!(Sizes::exactly(&kayles, vec![7u32.into()]).unwrap().small(), Some((vec![7], vec![7])));
    assert_eq!(Sizes::parse(&kayles, "10^30").unwrap().small(), None);
    assert!(Sizes::between(&cut, two(1, 1), vec![3u32.into()]).is_err());
    assert!(Sizes::between(&cut, vec![3u32.into()], two(3, 3)).is_err());
    assert!(Sizes::parse(&cut, "5").is_err() && Sizes::parse(&kayles, "5x5").is_err());
}

/// What is at least so like a name is taken for a slip of the pen.
#[test]
fn slips() {
    let line = |text: &str| text.parse::<Rule>().unwrap_err().to_string();
    assert!(line("lascer").contains("did you mean lasker"), "{}", line("lascer"));
    assert!(!line("qqqq").contains("did you mean"), "{}", line("qqqq"));
}
