//! The pages in docs/problems: their Rust examples are lines of this file, and the numbers in
//! their prose are computed here, by brute force from the rules wherever that is possible.

use sprague::rules::Rule;
use std::collections::BTreeSet;
use std::path::Path;

const PROBLEMS: [u32; 25] = [
    260, 301, 306, 310, 325, 344, 366, 400, 409, 459, 488, 509, 550, 560, 629, 649, 665, 692, 787, 798, 870,
    888, 899, 933, 953,
];
const MODULUS: u128 = 1_000_000_007;

/// A page with every run of white space turned into one space, so that line breaks do not matter.
struct Page(u32, String);

fn page(number: u32) -> Page {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/problems/{number}.md"));
    let text = std::fs::read_to_string(path).unwrap();
    Page(number, text.split_whitespace().collect::<Vec<_>>().join(" "))
}

impl Page {
    #[track_caller]
    fn says(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(self.1.contains(text), "docs/problems/{}.md does not say: {text}", self.0);
    }
}

fn list<T: ToString>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

fn mex(values: impl IntoIterator<Item = usize>) -> usize {
    let values: BTreeSet<usize> = values.into_iter().collect();
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// Values of heaps 0 to `largest`, each from the values of its options.
fn heaps(largest: usize, options: impl Fn(usize, &[usize]) -> Vec<usize>) -> Vec<usize> {
    let mut values = Vec::new();
    for n in 0..=largest {
        let value = mex(options(n, &values));
        values.push(value);
    }
    values
}

fn takes(amounts: &[usize], n: usize, g: &[usize]) -> Vec<usize> {
    amounts.iter().filter(|taken| **taken <= n).map(|taken| g[n - taken]).collect()
}

fn histogram(values: &[usize]) -> Vec<u128> {
    let mut counts = vec![0; values.iter().max().unwrap() + 1];
    values.iter().for_each(|value| counts[*value] += 1);
    counts
}

/// The sums of a histogram with the signs of each character of the xor group.
fn signed_sums(counts: &[u128]) -> Vec<i128> {
    let sign = |y: usize, value: usize| if (y & value).count_ones().is_multiple_of(2) { 1 } else { -1 };
    let sum = |y| counts.iter().enumerate().map(|(value, count)| sign(y, value) * *count as i128).sum();
    (0..counts.len().next_power_of_two()).map(sum).collect()
}

/// All partitions of n, largest part first.
fn partitions(n: usize, largest: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let with =
        |part: usize| partitions(n - part, part).into_iter().map(move |rest| [vec![part], rest].concat());
    (1..=n.min(largest)).rev().flat_map(with).collect()
}

fn xor(values: &[usize], pieces: &[usize]) -> usize {
    pieces.iter().fold(0, |xor, piece| xor ^ values[*piece])
}

/// All multisets of `count` numbers from `from` to `to`, each in rising order.
fn multisets(count: usize, from: usize, to: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let with = |first: usize| {
        multisets(count - 1, first, to).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (from..=to).flat_map(with).collect()
}

#[test]
fn every_problem_has_a_page_on_the_template() {
    let known: Vec<u32> = sprague::counts::euler::PROBLEMS.iter().map(|problem| problem.number).collect();
    assert_eq!(known, PROBLEMS);
    for number in PROBLEMS {
        let page = page(number);
        for heading in [
            "## The question",
            "## The model",
            "## By hand",
            "## The theorem",
            "## The algorithm",
            "cost",
            "## What public solutions assume",
            "## Asking Sprague",
            "## Certificate and machine-checked proof",
        ] {
            assert!(page.1.to_lowercase().contains(&heading.to_lowercase()), "{number}: {heading}");
        }
        page.says(format!("https://projecteuler.net/problem={number}"));
    }
}

/// Every line of a Rust example on a page is a line of this file.
#[test]
fn rust_examples() -> Result<(), sprague::Error> {
    let strip: Rule = "0.07".parse()?;
    let wins = strip.heaps(..=10u64.pow(6)).won()?;
    assert_eq!(wins.to_string(), "852938");

    let scatter: Rule = "split:3".parse()?;
    let won = scatter.partitions(10).won()?;
    assert_eq!(won.to_string(), "33");

    let cards: Rule = "cards".parse()?;
    let lost = cards.pieces_of(13).tuples(4).lost()?;
    assert_eq!(lost.to_string(), "556569544214312");

    let cut: Rule = "cut".parse()?;
    let moves = cut.sheets(12, 123).winning_moves()?;
    assert_eq!(moves.to_string(), "327398");

    let here: BTreeSet<&str> = include_str!("problem_pages.rs").lines().map(str::trim).collect();
    for number in [306, 629, 798, 933] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/problems/{number}.md"));
        let text = std::fs::read_to_string(path).unwrap();
        let example = text.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
        assert!(example.lines().count() > 2);
        for line in example.lines() {
            assert!(here.contains(line), "{number}: {line}");
        }
    }
    Ok(())
}

#[test]
fn the_paper_strip() {
    let page = page(306);
    let g = heaps(400, |n, g| (2..=n).map(|i| g[i - 2] ^ g[n - i]).collect());
    let lost = |from: usize, to: usize| (from..=to).filter(|n| g[*n] == 0).collect::<Vec<_>>();
    let exceptions: Vec<usize> = (0..300).filter(|n| g[n + 34] != g[*n]).collect();
    let (last, others) = exceptions.split_last().unwrap();
    page.says(format!("except for n = {} and {last}", list(others, ", ")));
    page.says(format!("holds for all n from {} to {} and then fails at {last}", others[4] + 1, last - 1));
    page.says(format!("G(52) = {} and G(86) = {}", g[52], g[86]));
    page.says(format!("G(53) = {} while G(70) = {} and G(55) = {}", g[53], g[70], g[55]));
    page.says(format!("53 ≤ n < {}", 2 * 53 + 34 + 2));
    page.says(format!("G(0), …, G({})", 2 * 53 + 34 + 1 + 34));
    page.says(format!("loses ten: {}", list(lost(1, 52), ", ")));
    page.says(format!("the lost lengths are {}: five of 34", list(lost(53, 86), ", ")));
    let (rounds, rest) = ((1_000_000 - 52) / 34, (1_000_000 - 52) % 34);
    page.says(format!("{} lengths: {rounds} full periods and {rest} more", 1_000_000 - 52));
    let all = lost(1, 52).len() + lost(53, 86).len() * rounds + lost(53, 52 + rest).len();
    page.says(format!(
        "10 + 5·29410 + 2 = {all} lengths are lost, and 1000000 − {all} = {}",
        1_000_000 - all
    ));
    let pairs = |to: u64| (0..=to).map(|n| n / 2).sum::<u64>();
    page.says(format!("{} pairs for all strips up to a million", pairs(1_000_000)));
    page.says(format!("it is {} pairs, once", pairs(175)));
    page.says("three, as the problem says");
    assert_eq!(5 - lost(1, 5).len(), 3);
}

/// Values of `split:k` by all partitions of each heap.
fn split(k: usize, n: usize) -> Vec<usize> {
    heaps(n, |n, g| {
        let moves = partitions(n, n).into_iter().filter(|parts| (2..=k).contains(&parts.len()));
        moves.map(|parts| xor(g, &parts)).collect()
    })
}

#[test]
fn scatterstone() {
    let page = page(629);
    for (k, name) in [(2, "2"), (3, "3"), (4, "4 or more")] {
        page.says(format!("| {name} | {} |", list(&split(k, 5)[1..], " | ")));
    }
    let won = |n: usize, k: usize| {
        let g = split(k, n);
        partitions(n, n).iter().filter(|parts| xor(&g, parts) != 0).count()
    };
    for (k, name) in [(2, "k = 2"), (3, "k = 3"), (4, "k ≥ 4"), (5, "k ≥ 4")] {
        let g = split(k, 5);
        let row = partitions(5, 5).into_iter().map(|parts| xor(&g, &parts));
        page.says(format!("| {name} | {} | {} |", list(row, " | "), won(5, k)));
    }
    let all = |n: usize| (2..=n).map(|k| won(n, k)).collect::<Vec<_>>();
    page.says(format!("g(5) = {}", all(5).iter().sum::<usize>()));
    page.says(format!("f(7, k) is {} for", list(all(7), ", ")));
    page.says(format!("g(7) = {}", all(7).iter().sum::<usize>()));
    assert_eq!(all(10), [20, 33, 34, 34, 34, 34, 34, 34, 34]);
    page.says(format!(
        "f(10, k) is 20, 33 and seven times 34, which sums to g(10) = {}",
        all(10).iter().sum::<usize>()
    ));
    page.says(format!("The values begin {} and", list(&split(3, 20)[1..], " ")));
    // The signed sums at n = 5, k = 3.
    let g = split(3, 5);
    let mut by_xor = vec![0u128; 4];
    partitions(5, 5).iter().for_each(|parts| by_xor[xor(&g, parts)] += 1);
    let sums: Vec<String> =
        signed_sums(&by_xor).iter().map(|sum| sum.to_string().replace('-', "−")).collect();
    page.says(format!("The mean of {} is {}", sums.join(", "), by_xor[0]));
    page.says(format!("F_1(5) = {}, F_2(5) = {}, F_3(5) = {}", sums[1], sums[2], sums[3]));
    // n = 200: the textbook method over sums and xors.
    let n = 200;
    let three = heaps(n, |n, g| {
        let two = (1..n).map(|a| g[a] ^ g[n - a]);
        let three =
            (1..n).flat_map(|a| (a..n - a).map(move |b| (a, b))).map(|(a, b)| g[a] ^ g[b] ^ g[n - a - b]);
        two.chain(three).collect()
    });
    let wins = |g: &[usize]| {
        let width = (g.iter().max().unwrap() + 1).next_power_of_two();
        let mut ways = vec![vec![0u128; width]; n + 1];
        ways[0][0] = 1;
        for part in 1..=n {
            for sum in part..=n {
                for x in 0..width {
                    ways[sum][x] += ways[sum - part][x ^ g[part]];
                }
            }
        }
        ways[n][1..].iter().sum::<u128>()
    };
    let parity: Vec<usize> = (0..=n).map(|n| usize::from(n > 0 && n % 2 == 0)).collect();
    let plain: Vec<usize> = (0..=n).map(|n| n.saturating_sub(1)).collect();
    let (f2, f3, f4) = (wins(&parity), wins(&three), wins(&plain));
    let g = f2 + f3 + 197 * f4;
    page.says(format!("{f2} + {f3} + 197·{f4} = {g}, which is {} modulo", g % MODULUS));
    let zero = vec![0; n + 1];
    let mut count = vec![0u128; n + 1];
    count[0] = 1;
    (1..=n).for_each(|part| (part..=n).for_each(|sum| count[sum] += count[sum - part]));
    assert_eq!(wins(&zero), 0);
    page.says(format!("Of the {} partitions of 200", count[n]));
    page.says(format!("that is {} additions", n * (n + 1) / 2 * 256));
}

/// The value of a suit, by play.
fn suit(cards: &[bool]) -> usize {
    let mut reached = Vec::new();
    for a in (0..cards.len()).filter(|a| cards[*a]) {
        for b in (a + 1..cards.len()).filter(|b| !cards[*b]) {
            let mut next = cards.to_vec();
            next[b] = true;
            next.remove(a);
            reached.push(suit(&next));
        }
    }
    mex(reached)
}

fn suits(n: usize) -> Vec<usize> {
    (0..1 << n).map(|bits: u32| suit(&(0..n).map(|card| bits >> card & 1 == 1).collect::<Vec<_>>())).collect()
}

#[test]
fn card_stacking() {
    let page = page(798);
    let read = |text: &str| suit(&text.chars().map(|digit| digit == '1').collect::<Vec<_>>());
    for (text, value) in [("000, 001, 011, 111", 0), ("010", 1), ("101", 1), ("110", 1), ("100", 2)] {
        assert!(text.split(", ").all(|text| read(text) == value), "{text}");
        page.says(format!("| {text} |"));
    }
    assert_eq!((read("010010000"), read("10")), (2, 1));
    for n in [3, 4, 5] {
        page.says(format!("a({n}) = ({})", list(histogram(&suits(n)), ", ")));
    }
    let three = histogram(&suits(3));
    let sums = signed_sums(&three);
    page.says(format!("becomes â = ({})", list(&sums, ", ")));
    let total: i128 = sums.iter().map(|sum| sum * sum).sum();
    page.says(format!("(8² + 2² + 6² + 0²)/4 = {total}/4 = {}", total / 4));
    assert_eq!(three.iter().map(|count| count * count).sum::<u128>(), 26);
    // The formula at 13 cards, compared with play up to 8.
    let choose =
        |x: usize, y: usize| (0..y).fold(1u128, |c, i| c * (x.saturating_sub(i)) as u128 / (i + 1) as u128);
    let formula = |n: usize| -> Vec<u128> {
        let count = |g: usize| {
            let (m, c) = (g / 2, g.div_ceil(2));
            choose(n - m - 1, c) + (c..n).map(|w| choose(n - m - 2, w)).sum::<u128>() + u128::from(g == 0)
        };
        (0..n).map(count).collect()
    };
    for n in 2..=8 {
        assert_eq!(formula(n), histogram(&suits(n)), "{n}");
    }
    page.says("a_0 = C(4, 0) + 8 + 1 = 10, a_1 = C(4, 1) + 7 = 11, a_2 = C(3, 1) + 3 = 6, a_3 = C(3, 2) + 1 = 4, a_4 = C(2, 2) + 0 = 1");
    assert_eq!((formula(5).as_slice(), formula(5).iter().sum::<u128>()), ([10, 11, 6, 4, 1].as_slice(), 32));
    let lost: i128 = signed_sums(&formula(13)).iter().map(|sum| sum.pow(4)).sum::<i128>() / 16;
    page.says(format!("C(13, 4) = {lost}"));
    page.says(format!("C(13, 4) ≡ {}", lost % MODULUS as i128));
    let entries = 10_000_000u64.next_power_of_two();
    page.says(format!("P = 2^{} = {entries}", entries.ilog2()));
    page.says(format!("P/2 · 24 = {} replacements", entries / 2 * 24));
    page.says(format!("4·P = {} bytes", 4 * entries));
    assert_eq!((10_000_000u64.ilog2() + 1, 10u64.pow(18).ilog2() + 1), (24, 60));
}

#[test]
fn paper_cutting() {
    let page = page(933);
    let (width, height) = (12, 130);
    let mut g = vec![vec![0usize; height + 1]; width + 1];
    for w in 2..=width {
        for h in 2..=height {
            let side = |i: usize, t: usize| g[i][t] ^ g[w - i][t];
            let cuts = (1..w).flat_map(|i| (1..h).map(move |j| (i, j)));
            g[w][h] = mex(cuts.map(|(i, j)| side(i, j) ^ side(i, h - j)).collect::<Vec<_>>());
        }
    }
    for (w, row) in g.iter().enumerate().take(7).skip(1) {
        page.says(format!("| {w} | {} |", list(&row[1..=8], " | ")));
    }
    let winning = |w: usize, h: usize| {
        let side = |i: usize, t: usize| g[i][t] ^ g[w - i][t];
        (1..w)
            .flat_map(|i| (1..h).map(move |j| (i, j)))
            .filter(|(i, j)| side(*i, *j) == side(*i, h - j))
            .count()
    };
    assert_eq!((winning(3, 2), winning(3, 3), winning(5, 3), g[5][3]), (2, 0, 4, 2));
    let all: usize = (2..=12).flat_map(|w| (2..=123).map(move |h| (w, h))).map(|(w, h)| winning(w, h)).sum();
    page.says(format!("D(12, 123) = {all}"));
    assert_eq!(all as i64, (66 * 123 * 123 - 3594 * 123 + 98344) / 2);
    // Wide rows are the engine's, which its own tests compare with the textbook; narrow ones are compared
    // here too.
    let rows = sprague::values::cutting::Rows::solve(123, &sprague::Work::quiet()).unwrap();
    let tail = |w: u64| (rows.tail_start(w).unwrap(), rows.tail_value(w).unwrap());
    for w in 2..=12u64 {
        let (start, value) = (tail(w).0 as usize, tail(w).1 as usize);
        let row = &g[w as usize];
        assert!(row[start..].iter().all(|other| *other == value) && row[start - 1] != value, "{w}");
    }
    let narrow = |of: fn((u64, u32)) -> u64| list((2..=12).map(|w| of(tail(w))), " | ");
    let wide = |of: fn((u64, u32)) -> u64| list((121..=123).map(|w| of(tail(w))), " | ");
    page.says(format!("| T_w | {} | … | {} |", narrow(|tail| tail.0), wide(|tail| tail.0)));
    let value = |tail: (u64, u32)| u64::from(tail.1);
    page.says(format!("| G from there on | {} | … | {} |", narrow(value), wide(value)));
    let is_44 = |h: u64| rows.value(123, h) == Some(44);
    assert!((2139..=2793).all(is_44) && !is_44(2138) && !is_44(2794));
    page.says("the value 44 for all heights from 2139 to 2793");
    let settled = (1..=122).map(|w| tail(w).0).max().unwrap();
    page.says(format!("the largest τ is {settled}, and 2·{settled} − 2 = {}", 2 * settled - 2));
    page.says("| i | a_i(1) | a_i(2) |");
    let polynomial = |h: i64| (7503 * h * h - 16_832_295 * h + 12_509_227_496) / 2;
    let counted = |h: u64| -> i64 {
        let cut: Rule = "cut".parse().unwrap();
        cut.sheets(123, h).winning_moves().unwrap().to_string().parse().unwrap()
    };
    assert_eq!((counted(6030), counted(6029)), (polynomial(6030), polynomial(6029) - 8));
    assert_eq!(counted(1_234_567), polynomial(1_234_567));
    let cuts = (1..123u64).sum::<u64>() * (1..1_234_567u64).sum::<u64>();
    assert!(cuts > 5 * 10u64.pow(15), "{cuts}");
}

#[test]
fn nim_and_multiples() {
    let page = page(301);
    let lost = |n: &u64| n ^ (2 * n) ^ (3 * n) == 0;
    page.says(format!("Up to 16 the lost n are {}.", list((1..=16).filter(lost), ", ")));
    let adjacent = |n: u64| n & (n >> 1) != 0;
    assert!((1..=1 << 12).all(|n| lost(&n) != adjacent(n)));
    let fibonacci = |k: usize| (2..k).fold((1u64, 1u64), |(a, b), _| (b, a + b)).1;
    assert_eq!((1..=1 << 10).filter(lost).count() as u64, fibonacci(12));
    page.says(format!("F(12) = {} for 2^10 and F(32) = {} for 2^30", fibonacci(12), fibonacci(32)));
}

#[test]
fn nim_square() {
    let page = page(310);
    let g = heaps(30, |n, g| takes(&[1, 4, 9, 16, 25], n, g));
    page.says(format!("The values begin {}.", list(&g[..10], " ")));
    let lost = |to: usize| -> Vec<Vec<usize>> {
        multisets(3, 0, to).into_iter().filter(|heaps| xor(&g, heaps) == 0).collect()
    };
    page.says(format!("{}: twelve", list(lost(4).iter().map(|heaps| list(heaps, " ")), ", ")));
    assert_eq!((lost(4).len(), lost(29).len()), (12, 1160));
    let counts = histogram(&g[..5]);
    let at = |v: usize| counts.get(v).copied().unwrap_or(0);
    let ordered: u128 =
        (0..4).flat_map(|u| (0..4).map(move |v| (u, v))).map(|(u, v)| at(u) * at(v) * at(u ^ v)).sum();
    page.says(format!("the histogram is ({}), T = {ordered}", list(&counts, ", ")));
    page.says(format!("({ordered} + 3·5·{0} + 2·{0})/6 = 12", counts[0]));
    assert_eq!((ordered + 17 * counts[0]) / 6, 12);
}

/// A tree is the list of the trees at its root.
#[derive(Clone)]
struct Tree(Vec<Tree>);

impl Tree {
    fn fibonacci(k: usize) -> Tree {
        Tree((1..k).rev().take(2).map(Tree::fibonacci).collect())
    }

    /// What is left after each move.
    fn moves(&self) -> Vec<Tree> {
        let mut left = Vec::new();
        for (place, child) in self.0.iter().enumerate() {
            let without = || [&self.0[..place], &self.0[place + 1..]].concat();
            left.push(Tree(without()));
            left.extend(child.moves().into_iter().map(|child| Tree([without(), vec![child]].concat())));
        }
        left
    }

    /// Its value by the colon principle.
    fn value(&self) -> usize {
        self.0.iter().fold(0, |xor, child| xor ^ (1 + child.value()))
    }

    /// Its value by play.
    fn played(&self) -> usize {
        mex(self.moves().iter().map(Tree::played))
    }
}

#[test]
fn fibonacci_trees() {
    let page = page(400);
    assert!((1..=5).all(|k| Tree::fibonacci(k).played() == Tree::fibonacci(k).value()));
    page.says(format!(
        "the values of T(1), T(2), … are {}.",
        list((1..=10).map(|k| Tree::fibonacci(k).value()), ", ")
    ));
    for k in [5, 10, 7] {
        let winning = Tree::fibonacci(k).moves().iter().filter(|tree| tree.value() == 0).count();
        page.says(format!("f({k}) = {winning}"));
    }
}

#[test]
fn nim_extreme() {
    let page = page(409);
    let choices = |n: u32| {
        let all = (1u64 << n) - 1;
        let (mut before, mut lost, mut falling) = (1u64, 0u64, 1u64);
        for i in 2..=u64::from(n) {
            falling *= all - (i - 2);
            (before, lost) = (lost, falling - lost - (i - 1) * (all - (i - 2)) * before);
        }
        let every = (0..u64::from(n)).map(|i| all - i).product::<u64>();
        (every, lost)
    };
    for n in [1, 2, 3, 5] {
        let (every, lost) = choices(n);
        page.says(format!("W({n}) = {}", every - lost));
    }
    // Three heaps by listing them.
    let mut lost = 0;
    for (a, b, c) in (1..8).flat_map(|a| (1..8).flat_map(move |b| (1..8).map(move |c| (a, b, c)))) {
        lost += u64::from(a != b && b != c && a != c && a ^ b ^ c == 0);
    }
    assert_eq!(choices(3), (210, lost));
    page.says(format!("{lost} lost choices out of 7·6·5 = 210, so W(3) = {}", 210 - lost));
}

/// Won tuples of `count` heaps, by listing them.
fn won_tuples(values: &[usize], count: u32) -> usize {
    let tuples = (0..values.len().pow(count)).map(|mut code| {
        (0..count).fold(0, |xor, _| {
            let value = values[code % values.len()];
            code /= values.len();
            xor ^ value
        })
    });
    tuples.filter(|xor| *xor != 0).count()
}

#[test]
fn games_of_divisors() {
    let divisors = |n: usize| (1..n).filter(move |d| n.is_multiple_of(*d));
    let (divisor_nim, divisor_game, coprime_nim) = (page(509), page(550), page(560));

    let g = heaps(100, |n, g| divisors(n).map(|d| g[n - d]).collect());
    divisor_nim.says(format!("1, …, 10 have the values {}.", list(&g[1..=10], " ")));
    assert!((1..=100usize).all(|n| g[n] == n.trailing_zeros() as usize));
    let won = won_tuples(&g[1..=10], 3);
    divisor_nim.says(format!("number {}, and 1000 − {} = {won}", 1000 - won, 1000 - won));
    divisor_nim.says(format!("S(100) = {}", won_tuples(&g[1..=100], 3)));
    assert_eq!(histogram(&g[1..=10]), [5, 3, 1, 1]);

    let g = heaps(1 << 10, |n, g| {
        let inner: Vec<usize> = divisors(n).filter(|d| *d > 1).collect();
        inner.iter().flat_map(|a| inner.iter().map(|b| g[*a] ^ g[*b])).collect()
    });
    divisor_game.says(format!("2, …, 10 have the values {}.", list(&g[2..=10], " ")));
    divisor_game.says(format!("h begins {}.", list((0..=10).map(|k| g[1 << k]), " ")));
    let counts = histogram(&g[2..=10]);
    assert_eq!(counts, [4, 4, 1]);
    let sums = signed_sums(&counts);
    divisor_game.says(format!("are {},", list(&sums, ", ").replace('-', "−")));
    let lost = sums.iter().map(|sum| sum.pow(5)).sum::<i128>() / 4;
    let won = won_tuples(&g[2..=10], 5);
    assert_eq!(lost, 9i128.pow(5) - won as i128);
    divisor_game.says(format!("= {lost} of the 9⁵ = {} tuples are lost; {won} are won", 9i128.pow(5)));
    assert!(1 << 23 <= 10u64.pow(7) && 1 << 24 > 10u64.pow(7));

    let coprime = |a: usize, b: usize| (2..=a).all(|d| !(a.is_multiple_of(d) && b.is_multiple_of(d)));
    let g = heaps(60, |n, g| (1..=n).filter(|taken| coprime(*taken, n)).map(|taken| g[n - taken]).collect());
    coprime_nim.says(format!("1 to 4 have the values {}.", list(&g[1..=4], " ")));
    coprime_nim.says(format!("L(5, 2) = {}", 4 * 4 - won_tuples(&g[1..=4], 2)));
    coprime_nim.says(format!("L(10, 5) = {}", 9usize.pow(5) - won_tuples(&g[1..=9], 5)));
    let primes = (2..10_000_000usize).fold(vec![true; 10_000_000], |mut prime, p| {
        if p * p < prime.len() && prime[p] {
            (p * p..prime.len()).step_by(p).for_each(|n| prime[n] = false);
        }
        prime
    });
    let largest = primes[2..].iter().filter(|prime| **prime).count();
    coprime_nim.says(format!("2^{} for n = 10^7", (largest + 1).next_power_of_two().ilog2()));
}

#[test]
fn chessboard_nim() {
    let page = page(649);
    let g = heaps(60, |n, g| takes(&[2, 3, 5, 7], n, g));
    page.says(format!("G(0), …, G(8) = {}.", list(&g[..9], " ")));
    page.says(format!("G(1), …, G(16) are {},", list(&g[1..=16], " ")));
    assert!(g[1..=7] == g[10..=16] && (0..50).all(|n| g[n + 9] == g[n]));
    let board = |n: usize| (0..n * n).map(|square| g[square / n] ^ g[square % n]).collect::<Vec<_>>();
    assert_eq!(histogram(&board(3)), [5, 4]);
    page.says(format!("M(3, 1) = {}", won_tuples(&board(3), 1)));
    page.says(format!("M(3, 2) = {}", won_tuples(&board(3), 2)));
    page.says(format!("M(9, 3) = {}", won_tuples(&board(9), 3)));
    assert_eq!(histogram(&board(9)).len(), 8);
}

#[test]
fn nim_1249() {
    let page = page(888);
    let g = heaps(23_000, |n, g| {
        let splits = (1..=n / 2).map(|a| g[a] ^ g[n - a]);
        let mut reached: Vec<usize> = takes(&[1, 2, 4, 9], n, g).into_iter().chain(splits).collect();
        reached.sort_unstable();
        reached.dedup();
        reached
    });
    page.says(format!("The values begin {}.", list(&g[..13], " ")));
    page.says("| 4 | 3, 2, 0 | 1+3, 2+2 | 0, 2, 0, 1, 0 | 3 |");
    assert_eq!(g[1..=5].iter().collect::<BTreeSet<_>>().len(), 5);
    let lost = multisets(4, 1, 12).iter().filter(|heaps| xor(&g, heaps) == 0).count();
    page.says(format!("S(12, 4) = {lost}"));
    let (k, period, start) = (9, 11_060, 322);
    page.says(format!("so {} values are enough", 2 * (start + period) + k));
    assert!(
        (start..2 * start + period + k).all(|n| g[n + period] == g[n])
            && g[start - 1] != g[start - 1 + period]
    );
    page.says(format!("each of the {} sign patterns", (g.iter().max().unwrap() + 1).next_power_of_two()));
    assert!((1..=12_491_249u64).map(|n| n / 2).sum::<u64>() > 10u64.pow(13));
}
