//! Every registered rule against play: values, wins, moves and tuples over all pieces of a sample.

use num_bigint::BigUint;
use sprague::known::{Evidence, Known, Played, up_to};
use sprague::rules::{NOTATIONS, Piece, Rule, Sizes};
use sprague::values::Reference;
use sprague::{Count, Modulus, Options, Result, Work, counts, laws};

/// Wins, winning moves and lost pairs, by playing every piece.
fn played(rule: &Rule, sizes: &Sizes) -> (usize, usize, usize) {
    let mut reference = Reference::new(rule);
    let (from, to) = sizes.small().unwrap();
    let pieces: Vec<Piece> = rule.pieces(&from, &to).collect();
    let values: Vec<u32> = pieces.iter().map(|piece| reference.value(piece)).collect();
    let mut winning =
        |piece: &Piece| rule.moves(piece).iter().filter(|mv| reference.sum(&mv.leaves) == 0).count();
    let moves = pieces.iter().map(&mut winning).sum();
    let pairs = values.iter().map(|a| values.iter().filter(|b| a == *b).count()).sum();
    (values.iter().filter(|&&value| value != 0).count(), moves, pairs)
}

fn agrees(rule: &Rule, sizes: &Sizes) {
    let (options, work) = (Options { limit: 2000, ..Options::default() }, Work::quiet());
    let known = up_to(rule, sizes, &options, &work).unwrap();
    let mut reference = Reference::new(rule);
    let (from, to) = sizes.small().unwrap();
    for piece in rule.pieces(&from, &to) {
        assert_eq!(known.value_of(&piece).unwrap(), u64::from(reference.value(&piece)), "{rule} {piece:?}");
        assert!(rule.is_piece(&piece));
        assert_eq!(rule.parse_piece(&rule.show_piece(&piece)).unwrap(), piece);
    }
    let (wins, moves, pairs) = played(rule, sizes);
    let count = |count: Result<Count>| count.unwrap().into_answer();
    assert_eq!(count(counts::wins(known.as_ref(), sizes, &options, &work)), wins.into(), "{rule} {sizes}");
    assert_eq!(count(counts::moves(known.as_ref(), sizes, &options, &work)), moves.into(), "{rule} {sizes}");
    let tuples = counts::tuples(known.as_ref(), sizes, &2u32.into(), &options, &work);
    assert_eq!(count(tuples), pairs.into(), "{rule} {sizes}");
    for modulus in [1u32, 2, 7, 1000] {
        let residue = Options { modulus: Some(Modulus::new(modulus).unwrap()), ..options.clone() };
        let won = count(counts::wins(known.as_ref(), sizes, &residue, &work));
        assert_eq!(won, (wins as u32 % modulus).into(), "{rule} {sizes} mod {modulus}");
    }
}

#[test]
fn every_registered_rule_equals_play() {
    for entry in NOTATIONS {
        let rule: Rule = entry.example.parse().unwrap();
        agrees(&rule, &Sizes::parse(&rule, entry.sample).unwrap());
    }
}

#[test]
fn every_kind_of_heap_rule_equals_play() {
    for text in [
        "0.07",
        "kayles",
        "sub:1,3,4",
        "allbut:1,2",
        "split:3",
        "grundy",
        "nim",
        "0.3F",
        "0.0",
        "4.F/unequal",
    ] {
        let rule: Rule = text.parse().unwrap();
        for upto in [0u32, 1, 2, 3, 29] {
            agrees(&rule, &Sizes::heaps(upto));
        }
        agrees(&rule, &Sizes::between(&rule, vec![7u32.into()], vec![25u32.into()]).unwrap());
    }
}

#[test]
fn sheets_and_suits_of_all_shapes_equal_play() {
    for text in ["cut", "cut:one"] {
        let rule: Rule = text.parse().unwrap();
        for size in ["1x1", "1x9", "2x2", "3x8", "8x3", "7x7"] {
            agrees(&rule, &Sizes::parse(&rule, size).unwrap());
        }
        let (from, to) = (vec![3u32.into(), 2u32.into()], vec![6u32.into(), 8u32.into()]);
        agrees(&rule, &Sizes::between(&rule, from, to).unwrap());
    }
    let rule: Rule = "cards".parse().unwrap();
    (1u32..9).for_each(|size| agrees(&rule, &Sizes::parse(&rule, &size.to_string()).unwrap()));
    agrees(&rule, &Sizes::between(&rule, vec![3u32.into()], vec![6u32.into()]).unwrap());
}

/// A game of which nothing but its moves is known gets the same numbers as one with its own solver.
#[test]
fn the_reference_solver_serves_any_game() {
    for (text, size) in [("cut", "5x6"), ("cards", "6"), ("0.77", "30")] {
        let rule: Rule = text.parse().unwrap();
        let sizes = Sizes::parse(&rule, size).unwrap();
        let (played, known) = (
            Played::new(&rule, &sizes, &Work::quiet()).unwrap(),
            up_to(&rule, &sizes, &Options::default(), &Work::quiet()).unwrap(),
        );
        let moves = |known: &dyn Known| known.moves_to_zero(&sizes, &Work::quiet()).unwrap().into_answer();
        assert_eq!(moves(&played), moves(known.as_ref()), "{text}");
        let trimmed = |known: &dyn Known| {
            let mut counts = known.histogram(&sizes, &Work::quiet()).unwrap().counts;
            while counts.last().is_some_and(|count| *count == BigUint::ZERO) {
                counts.pop();
            }
            counts
        };
        assert_eq!(trimmed(&played), trimmed(known.as_ref()), "{text}");
    }
}

/// What a rule has not got is an error, for every rule and every question.
#[test]
fn what_is_missing_is_an_error() {
    let work = Work::quiet();
    for entry in NOTATIONS {
        let rule: Rule = entry.example.parse().unwrap();
        let sizes = Sizes::parse(&rule, entry.sample).unwrap();
        let known = up_to(&rule, &sizes, &Options::default(), &work).unwrap();
        let heaps = rule.heap_rule().is_some();
        assert_eq!(laws::find(&rule, 100, &work).is_ok(), heaps, "{rule}");
        assert_eq!(laws::values(&rule, 10, &work).is_ok(), heaps, "{rule}");
        assert_eq!(
            counts::partitions(known.as_ref(), 5, &Options::default(), &work).is_ok(),
            rule.has_heaps(),
            "{rule}"
        );
        // Pieces and sizes of another kind of game.
        let numbers = rule.least_size().len();
        let foreign = if numbers == 1 { Piece::sheet(3, 70) } else { Piece::heap(3) };
        assert!(!rule.is_piece(&foreign), "{rule}");
        assert!(known.value_of(&foreign).is_err(), "{rule}");
        assert!(counts::winning_moves(known.as_ref(), &[foreign], &work).is_err(), "{rule}");
        assert!(Sizes::up_to(&rule, vec![3u32.into(); 3 - numbers]).is_err(), "{rule}");
        // Pieces beyond what is known.
        if let Evidence::Sequence(sequence) = known.evidence() {
            let huge = BigUint::from(10u32).pow(30);
            assert_eq!(known.value(&[huge]).is_ok(), sequence.law().is_some(), "{rule}");
        }
    }
}
