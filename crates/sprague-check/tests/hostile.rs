//! Whatever a file says, the checker answers: no panic, no long run, no large memory.

mod common;

use common::*;
use proptest::prelude::*;
use sprague_certificate::{Certificate, Choice, Law, Limits, Outcome, Question, Split, Theorem};
use sprague_check::{Work, check};

/// Read and check within small limits.
fn answer(file: &[u8]) {
    let limits = Limits { values: 1 << 16, header: 1 << 16 };
    if let Ok(certificate) = Certificate::read(file, &limits) {
        let _ = check(&certificate, &Work::new(1, 10_000_000, &|_| ()));
    }
}

fn small() -> Vec<Vec<u8>> {
    let wins = Question::Wins { upto: "100".into() };
    let tuples = Question::CardTuples { cards: 3, suits: 2 };
    let moves = Question::Moves { width: 5, height: "3".into() };
    let size = |digits: &str| vec![digits.to_string()];
    let multisets = Question::Choices {
        choice: Choice::Multisets,
        pieces: "3".into(),
        from: size("0"),
        to: size("9"),
        outcome: Outcome::Lost,
    };
    let counts = vec!["4".into(), "2".into(), "1".into()];
    let histogram = Question::Histogram { from: size("1"), to: size("7"), counts };
    let pattern = Question::Pattern { multiples: vec![1, 2, 3], upto: "1024".into(), outcome: Outcome::Lost };
    let formula = Law::Formula { checked: 20 };
    let all = [
        with_split(with_count(periodic("0.07", 1000).unwrap(), wins, "", "82"), 7, true),
        periodic("4.C0", 300).unwrap(),
        periodic("sub:1,3,4", 100).unwrap(),
        arithmetic(&[2, 3], 40),
        with_count(split(3, 12, false), Question::ScatterstoneWins { of: 7 }, "", "66"),
        with_count(tails(&solve_cut(5, 30)), moves, "", "18"),
        with_count(cards(6), tuples, "101", "26"),
        with_count(periodic("sub:1,2", 100).unwrap(), multisets, "30", "8"),
        with_count(certificate("take:divisors", formula, Theorem::Formula, vec![]), histogram, "", "7"),
        with_count(automatic("0.[3]", 1, 1, vec![0, 1]), pattern, "", "144"),
    ];
    all.iter()
        .map(|certificate| {
            check(certificate, &Work::default())
                .unwrap_or_else(|fault| panic!("{}: {fault}", certificate.rule));
            let mut file = Vec::new();
            certificate.write(&mut file).unwrap();
            file
        })
        .collect()
}

/// The seeds of the fuzz target: `FUZZ_SEEDS=fuzz/seeds cargo test --test hostile -- --ignored`.
#[test]
#[ignore = "writes files"]
fn write_seeds() {
    let folder = std::env::var("FUZZ_SEEDS").unwrap();
    for (i, file) in small().iter().enumerate() {
        std::fs::write(format!("{folder}/{i}"), file).unwrap();
    }
}

/// The file without its end line, and back with the right checksum.
fn opened(file: &[u8]) -> Vec<u8> {
    file[..file.len() - "\nend 01234567\n".len()].to_vec()
}

fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    file.extend(format!("\nend {:08x}\n", crc32fast::hash(&file)).bytes());
    file
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..100u64, any::<u64>(), Just(u64::MAX), Just(1 << 63), 0..100_000u64]
}

fn digits_of_a_number() -> impl Strategy<Value = String> {
    prop_oneof![number().prop_map(|n| n.to_string()), "[0-9]{0,60}", ".{0,5}"]
}

fn rule() -> impl Strategy<Value = String> {
    prop_oneof![
        "[048C]?\\.[0-7]{1,3}",
        "[0-9A-F]?\\.[0-9A-Fa-f]{1,4}",
        "sub:[1-9](,[1-9][0-9]{0,14}){0,3}",
        "allbut:[1-9](,[1-9][0-9]{0,14}){0,3}",
        "split:[0-9]{1,15}",
        "(split:[0-9]{1,9}|[04]?\\.[0-7F]{1,2}|sub:[1-9]|allbut:[1-9])(/unequal|/equal)?(/least=[0-9]{1,3})?(/largest=[0-9]{1,9})?",
        "[048C]?\\.[0-9A-Z]{0,2}(\\([0-9A-Z]{1,3}\\)|\\.\\.\\.|\\[[0-9]{1,15}\\])?(/unequal)?",
        "(cut|cards|grundy|mark|ruler|mock-turtles|take:(divisors|coprime|half)|split:divisors)",
        "(sub|allbut):(squares|primes|pow2|fib)",
        "board:(sub:[1-9](,[1-9][0-9]{0,14}){0,2}|0\\.[0-3]{1,2}|grundy)",
        ".{0,6}",
    ]
}

fn law() -> impl Strategy<Value = (Law, Theorem)> {
    let periodic =
        (number(), number(), any::<bool>(), any::<bool>()).prop_map(|(period, preperiod, minimal, sub)| {
            let theorem = if sub { Theorem::SubtractionWindow } else { Theorem::TakeAndBreakPeriod };
            (Law::Periodic { period, preperiod, minimal }, theorem)
        });
    let arithmetic =
        (number(), number(), number(), any::<bool>()).prop_map(|(period, preperiod, saltus, minimal)| {
            (Law::ArithmeticPeriodic { period, preperiod, saltus, minimal }, Theorem::AllButState)
        });
    prop_oneof![
        Just((Law::Table {}, Theorem::Definition)),
        Just((Law::ClosedForm {}, Theorem::SplitClosedForm)),
        periodic,
        arithmetic,
        prop::collection::vec(number(), 0..6).prop_map(|tails| (Law::Tails { tails }, Theorem::CutTails)),
        number().prop_map(|checked| (Law::CardFormula { checked }, Theorem::CardFormula)),
        number().prop_map(|checked| (Law::Formula { checked }, Theorem::Formula)),
    ]
}

fn question() -> impl Strategy<Value = Question> {
    prop_oneof![
        digits_of_a_number().prop_map(|upto| Question::Wins { upto }),
        (number(), digits_of_a_number()).prop_map(|(width, height)| Question::Moves { width, height }),
        number().prop_map(|of| Question::Partitions { of, outcome: Outcome::Won }),
        number().prop_map(|of| Question::ScatterstoneWins { of }),
        (number(), number()).prop_map(|(cards, suits)| Question::CardTuples { cards, suits }),
        of_pieces(),
    ]
}

fn of_pieces() -> impl Strategy<Value = Question> {
    let size = || prop::collection::vec(digits_of_a_number(), 0..3);
    let outcome = || prop_oneof![Just(Outcome::Won), Just(Outcome::Lost)];
    let choice = prop_oneof![
        Just(Choice::Tuples),
        Just(Choice::Multisets),
        Just(Choice::Sets),
        Just(Choice::OrderedSets)
    ];
    let list = || prop::collection::vec(number(), 0..5);
    prop_oneof![
        (size(), size(), outcome()).prop_map(|(from, to, outcome)| Question::Pieces { from, to, outcome }),
        (choice, digits_of_a_number(), size(), size(), outcome()).prop_map(
            |(choice, pieces, from, to, outcome)| Question::Choices { choice, pieces, from, to, outcome }
        ),
        (size(), size()).prop_map(|(from, to)| Question::FirstMoves { from, to }),
        (list(), digits_of_a_number(), outcome()).prop_map(|(multiples, upto, outcome)| Question::Pattern {
            multiples,
            upto,
            outcome
        }),
        (size(), size(), size()).prop_map(|(from, to, counts)| Question::Histogram { from, to, counts }),
        (size(), size(), list()).prop_map(|(from, to, heaps)| Question::Zeros { from, to, heaps }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn mutated_files(which in 0..10usize, changes in prop::collection::vec(any::<(prop::sample::Index, u8, bool)>(), 1..4)) {
        thread_local!(static SMALL: Vec<Vec<u8>> = small());
        let mut file = opened(&SMALL.with(|small| small[which].clone()));
        for (place, byte, digit) in changes {
            let place = place.index(file.len());
            // Digits make numbers of numbers; other bytes mostly make syntax errors.
            file[place] = if digit { b'0' + byte % 10 } else { byte };
        }
        answer(&sealed(file));
    }

    #[test]
    fn random_certificates(
        rule in rule(),
        (law, theorem) in law(),
        count in prop::option::of((question(), prop::option::of(digits_of_a_number()), digits_of_a_number())),
        splits in prop::collection::vec((any::<u16>(), any::<bool>()), 0..3),
        values in prop_oneof![prop::collection::vec(0..4u16, 0..20), prop::collection::vec(any::<u16>(), 0..20)],
    ) {
        let mut certificate = certificate(&rule, law, theorem, values);
        if let Some((question, modulus, answer)) = count {
            certificate = with_count(certificate, question, &modulus.unwrap_or_default(), &answer);
        }
        certificate.splits = splits.into_iter().map(|(mask, parity)| Split { mask, parity }).collect();
        let _ = check(&certificate, &Work::new(1, 10_000_000, &|_| ()));
        let mut file = Vec::new();
        certificate.write(&mut file).unwrap();
        answer(&file);
    }
}
