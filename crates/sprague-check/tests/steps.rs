//! Every check takes the steps it takes: the same file takes the same number on one thread, always. A change
//! here changes what `--steps` means.

mod common;
#[allow(dead_code, reason = "the forger uses all of it")]
#[path = "forger/oracle.rs"]
mod oracle;

use common::*;
use sprague_certificate::{Certificate, Choice, Law, Outcome, Question, Theorem};
use sprague_check::{Fault, Work, check};

/// What is checked, and the steps that it takes; counts may be wrong, laws are not.
fn take(all: impl IntoIterator<Item = (&'static str, u64, Certificate)>) {
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    for (name, steps, certificate) in all {
        let work = Work::new(1, u64::MAX, &|_| ());
        let outcome = check(&certificate, &work);
        let counted = |fault: &Fault| fault.to_string().starts_with("NOT VERIFIED: the count is ");
        assert!(outcome.is_ok() || outcome.as_ref().is_err_and(counted), "{name}: {outcome:?}");
        expected.push((name, steps));
        found.push((name, work.spent()));
    }
    assert_eq!(found, expected);
}

fn table(rule: &str, values: Vec<u16>) -> Certificate {
    certificate(rule, Law::Table {}, Theorem::Definition, values)
}

fn by_rule(rule: &str, n: usize) -> Certificate {
    table(rule, oracle::continued(rule, vec![], n).unwrap())
}

fn code(rule: &str, n: usize) -> Certificate {
    table(rule, solve_code(&digits(rule), n))
}

fn formula(rule: &str) -> Certificate {
    certificate(rule, Law::Formula { checked: 50 }, Theorem::Formula, vec![])
}

#[test]
fn of_values() {
    take([
        ("pairs", 17_247, periodic("0.07", 1000).unwrap()),
        ("pairs, dense", 224_140, code("0.6", 700)),
        ("rare", 132_624, with_split(code("0.16", 900), 30, false)),
        ("all but, state", 1_443, arithmetic(&[1, 4, 8, 9], 100)),
        ("two heaps", 61_605, split(2, 200, true)),
        ("any heaps", 40_150, split(9, 40, true)),
        ("any heaps, wide", 171_819, split(9, 80, true)),
        ("different", 48_302, by_rule("grundy", 300)),
        ("different, three", 16_772, by_rule("8.3/unequal", 90)),
        ("equal", 4_125, by_rule("split:9/equal/least=2", 100)),
        ("forever", 7_454, by_rule("4.[07]", 80)),
        ("wide sets", 6_580, by_rule("0.[3]/largest=999", 200)),
        ("wide sets, three heaps", 35_906, by_rule("0.[F]", 100)),
        ("family", 13_502, by_rule("sub:primes", 300)),
        ("divisors", 36_549, by_rule("split:divisors", 300)),
        ("not a family", 29_143, by_rule("allbut:squares", 200)),
        ("Fibonacci numbers", 3_361, by_rule("sub:fib", 200)),
        ("a divisor", 15_080, by_rule("take:divisors", 200)),
        ("coprime", 159_119, by_rule("take:coprime", 100)),
        ("half", 27_200, by_rule("take:half", 200)),
        ("mark", 1_403, by_rule("mark", 200)),
        ("ruler", 5_748, by_rule("ruler", 100)),
        ("coins", 72_139, by_rule("mock-turtles", 60)),
    ]);
}

#[test]
fn of_counts() {
    let lost = Question::Partitions { of: 30, outcome: Outcome::Lost };
    let moves = |height: &str| Question::Moves { width: 9, height: height.into() };
    let size = |digits: &str| vec![digits.to_string()];
    let choices = |choice, pieces: &str, to: &str| {
        let (pieces, from, to) = (pieces.into(), size("1"), size(to));
        Question::Choices { choice, pieces, from, to, outcome: Outcome::Won }
    };
    let first = |to: &str| Question::FirstMoves { from: size("3"), to: size(to) };
    let pattern =
        Question::Pattern { multiples: vec![1, 3, 5], upto: "100000".into(), outcome: Outcome::Lost };
    let tuples = choices(Choice::Tuples, "99", "10000");
    let sieve = with_count(formula("take:coprime"), choices(Choice::Tuples, "3", "5000"), "10", "11");
    let scatterstone = Question::ScatterstoneWins { of: 20 };
    take([
        ("three heaps", 73_367, with_count(split(3, 60, false), scatterstone, "2", "0")),
        ("partitions", 48_007, with_count(split(3, 60, false), lost, "2", "0")),
        ("sheets", 10_661, with_count(tails(&solve_cut(9, 80)), moves("7"), "2", "0")),
        ("sheets, far", 10_661, with_count(tails(&solve_cut(9, 80)), moves("1000"), "2", "0")),
        ("tuples", 31_817, with_count(periodic("0.77", 1000).unwrap(), tuples, "10", "11")),
        ("multisets", 8_665, with_count(split(2, 20, true), choices(Choice::Multisets, "9", "99"), "", "0")),
        ("sets", 8_665, with_count(split(2, 20, true), choices(Choice::Sets, "9", "99"), "1000003", "0")),
        ("first moves", 24_393, with_count(periodic("0.07", 1000).unwrap(), first("10000"), "", "0")),
        ("first moves, four heaps", 83_008, with_count(split(4, 20, true), first("30"), "", "0")),
        ("pattern", 3_569, with_count(automatic("0.[3]", 1, 1, vec![0, 1]), pattern, "", "0")),
        ("sieve", 808_531, sieve),
    ]);
}

#[test]
fn of_more_counts() {
    let size = |text: &str| text.split('x').map(String::from).collect::<Vec<_>>();
    let choices = |choice, pieces: &str, from: &str, to: &str| {
        let (pieces, from, to) = (pieces.into(), size(from), size(to));
        Question::Choices { choice, pieces, from, to, outcome: Outcome::Lost }
    };
    let first = |to: &str| Question::FirstMoves { from: size("3"), to: size(to) };
    let histogram = Question::Histogram { from: size("0"), to: size("99"), counts: size("34x33x33") };
    let zeros = Question::Zeros { from: size("2"), to: size("9"), heaps: vec![3, 6, 9] };
    let pattern = Question::Pattern { multiples: vec![1, 2], upto: "14".into(), outcome: Outcome::Won };
    let pieces = Question::Pieces { from: size("1x1"), to: size("5x99"), outcome: Outcome::Won };
    let (thirds, grundy) = (periodic("sub:1,2", 100).unwrap(), by_rule("grundy", 40));
    let board = Certificate { rule: "board:sub:1,2".into(), ..thirds.clone() };
    let (sheets, all_but) = (tails(&solve_cut(9, 80)), arithmetic(&[2, 3], 60));
    let wide = "1180591620717411303424";
    let asked = |law: &Certificate, question, modulus| with_count(law.clone(), question, modulus, "0");
    take([
        ("tuples, exactly", 755, asked(&thirds, choices(Choice::Tuples, "70", "0", "99"), "")),
        ("tuples, wide", 2_468, asked(&thirds, choices(Choice::Tuples, "70", "0", "99"), wide)),
        ("multisets, modulo", 37_093, asked(&thirds, choices(Choice::Multisets, "70", "0", "99"), "6")),
        ("ordered sets", 32_088, asked(&thirds, choices(Choice::OrderedSets, "70", "0", "99"), "")),
        ("multisets of many", 5_525, asked(&thirds, choices(Choice::Multisets, "9", "0", wide), "")),
        ("tuples of sheets", 12_589, asked(&sheets, choices(Choice::Tuples, "3", "1x1", "9x500"), "10")),
        ("tuples of squares", 408, asked(&board, choices(Choice::Tuples, "3", "1x1", "9x500"), "10")),
        ("sheets that are won", 9_917, asked(&sheets, pieces, "")),
        ("histogram", 308, asked(&thirds, histogram, "")),
        ("zeros", 164, asked(&thirds, zeros, "")),
        ("pattern of listed values", 1_470, asked(&grundy, pattern, "")),
        ("first moves, three heaps", 27_372, asked(&split(3, 41, false), first("40"), "")),
        ("first moves, equal heaps", 1_458, asked(&by_rule("split:5/equal", 41), first("40"), "")),
        ("first moves, few zeros", 698, asked(&all_but, first("1000"), "")),
        ("first moves, a family", 863, asked(&by_rule("sub:squares", 41), first("40"), "")),
        ("divisors", 3_079, asked(&formula("take:divisors"), choices(Choice::Tuples, "3", "2", "500"), "10")),
        ("halves", 19_983, asked(&formula("take:half"), choices(Choice::Tuples, "3", "2", "500"), "10")),
        (
            "factors",
            4_560_427,
            asked(&formula("split:divisors"), choices(Choice::Tuples, "3", "2", "500"), "10"),
        ),
        ("coins", 108_951, asked(&formula("mock-turtles"), choices(Choice::Tuples, "3", "2", "500"), "10")),
    ]);
}

/// More than is looked at between two charges.
#[test]
fn of_large_checks() {
    let mut long = periodic("sub:1,2", 100).unwrap();
    long.values = (0..(1 << 21) + 5).map(|n| (n % 3) as u16).collect();
    let wins = Question::Wins { upto: "5000000".into() };
    let many = (0..130_000u32).map(|n| (n / 2 % 65536) as u16).collect();
    let law = Law::ArithmeticPeriodic { period: 2, preperiod: 0, saltus: 1, minimal: true };
    let tuples = Question::CardTuples { cards: 150_000, suits: 7 };
    let (from, to) = (vec!["1".into()], vec!["40000".into()]);
    let (choice, pieces, outcome) = (Choice::Tuples, "2".into(), Outcome::Lost);
    let pairs = Question::Choices { choice, pieces, from, to, outcome };
    take([
        ("triples", 11_654_995, code("0.3F", 400)),
        ("many multiples", 141_493_136, with_count(formula("split:divisors"), pairs, "10", "11")),
        ("subtraction", 46_137_463, with_count(long, wins, "", "3333333")),
        ("all but", 1_171_068, certificate("allbut:1", law, Theorem::AllButState, many)),
        ("cards", 100_269_295, with_count(cards(17), tuples, "1000003", "0")),
    ]);
}

#[test]
fn of_triples_in_rounds() {
    take([("triples, in rounds", 727_804_681, code("0.8", 1700))]);
}
