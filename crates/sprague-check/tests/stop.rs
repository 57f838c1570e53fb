//! A check can be stopped: whatever it is doing, it asks many times a second whether to go on.

mod common;

use std::{
    sync::{Mutex, OnceLock},
    time::{Duration, Instant},
};

use common::*;
use sprague_certificate::{Certificate, Choice, Law, Outcome, Question, Theorem};
use sprague_check::{Fault, Work, check};

/// How long a check may run without asking.
const GAP: Duration = Duration::from_millis(100);

/// The time that this thread has been running: what others do on a busy machine does not count (Linux;
/// elsewhere it does).
fn running() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = times.and_then(|times| times.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// Run a check for at most so long; the longest time between two questions, from the beginning to the end.
fn longest_gap(certificate: &Certificate, run: Duration) -> (Duration, Result<String, Fault>) {
    let start = running();
    let asked = Mutex::new((start, Duration::ZERO));
    let ask = || {
        let mut asked = asked.lock().unwrap();
        let (last, longest) = *asked;
        let now = running();
        *asked = (now, longest.max(now - last));
        now - start > run
    };
    let outcome = check(certificate, &Work::new(1, u64::MAX, &|_| ()).stopped_by(&ask));
    ask();
    let (_, longest) = asked.into_inner().unwrap();
    (longest, outcome.map(|known| known.summary))
}

fn table(rule: &str, values: Vec<u16>) -> Certificate {
    certificate(rule, Law::Table {}, Theorem::Definition, values)
}

/// Values of a code continued by its period, and the window as long as these values are.
fn continued(rule: &str, n: usize) -> Certificate {
    let mut certificate = periodic(rule, 1000).unwrap();
    let Law::Periodic { period, .. } = certificate.law else { panic!("{rule}") };
    while certificate.values.len() < n {
        certificate.values.push(certificate.values[certificate.values.len() - period as usize]);
    }
    certificate
}

/// Every kind of claim, at a size that takes long, in each of its phases.
fn long_claims() -> Vec<(&'static str, Certificate)> {
    let lost = |of| Question::Partitions { of, outcome: Outcome::Lost };
    let wins = Question::Wins { upto: "100000000000000".into() };
    let tuples = Question::CardTuples { cards: (1 << 25) - 1, suits: u64::MAX };
    let many = (1..=512).map(|t| t.to_string()).collect::<Vec<_>>().join(",");
    let mut hexadecimal: Vec<u16> = solve_code(&digits("0.3F"), 100);
    while hexadecimal.len() < 30_000 {
        hexadecimal.push(hexadecimal[hexadecimal.len() - 6] + 3);
    }
    // Different heaps of Grundy's game: for these no law is known, so the values come from the definition.
    let mut grundy: Vec<u16> = vec![0];
    for n in 1..3000 {
        let mut seen = vec![false; 512];
        (1..n).filter(|a| 2 * a < n).for_each(|a| seen[(grundy[a] ^ grundy[n - a]) as usize] = true);
        grundy.push(mex(&seen));
    }
    // Nim with a bound that never counts, far out.
    let nim = (0..40_000).collect();
    let size = |digits: &str| vec![digits.to_string()];
    let choices = |choice, pieces: &str, to: &str| {
        let (pieces, from, to) = (pieces.into(), size("1"), size(to));
        Question::Choices { choice, pieces, from, to, outcome: Outcome::Lost }
    };
    let long = "9".repeat(9_000);
    let formula = |rule: &str| certificate(rule, Law::Formula { checked: 300 }, Theorem::Formula, vec![]);
    let lines = || automatic("0.[3]", 1, 1, vec![0, 1]);
    let mut squares: Vec<u16> = vec![];
    for n in 0..6000usize {
        let mut seen = vec![false; 256];
        (1..=n.isqrt()).for_each(|root| seen[squares[n - root * root] as usize] = true);
        squares.push(mex(&seen));
    }
    let pattern = |multiples: &[u64]| Question::Pattern {
        multiples: multiples.into(),
        upto: long.clone(),
        outcome: Outcome::Lost,
    };
    let first = |to: &str| Question::FirstMoves { from: size("1"), to: size(to) };
    vec![
        ("family", table("sub:squares", squares)),
        ("sieve", with_count(formula("take:coprime"), choices(Choice::Tuples, "9", "9000000"), &long, "1")),
        ("powers", with_count(continued("0.07", 200), choices(Choice::Tuples, &long, &long), &long, "1")),
        ("exactly", with_count(continued("0.07", 200), choices(Choice::Multisets, "700", "10000"), "", "1")),
        (
            "recurrence",
            with_count(continued("0.07", 200), choices(Choice::Sets, "9999999999", &long), "1000003", "1"),
        ),
        ("moves", with_count(lines(), first("30000"), "", "1")),
        ("carries", with_count(lines(), pattern(&[1, 21, 33, 57, 91, 101]), "", "1")),
        ("automata", automatic("0.07", 170, 0, continued("0.07", 53 + 170).values)),
        ("automata, many first values", automatic("0.3F", 6, 3, hexadecimal[..2005].to_vec())),
        ("different heaps", table("grundy", grundy)),
        ("removals forever", table("0.[3]/largest=50000", nim)),
        ("pairs", continued("0.07", 1 << 22)),
        ("pairs of rare positions", with_split(continued("0.77", 1 << 22), 15, false)),
        ("sets of pairs", table("0.3F", hexadecimal)),
        ("subtraction", with_count(continued("sub:1,2", 1 << 22), wins, "", "1")),
        ("all but many", table(&format!("allbut:{many}"), (0..1 << 22).map(|n| (n / 513) as u16).collect())),
        ("splits in two", closed("split:2", (0..1 << 24).map(|n| u16::from(n > 0 && n % 2 == 0)).collect())),
        ("splits in five", closed("split:5", (0..20_000u16).map(|n| n.saturating_sub(1)).collect())),
        (
            "splits in three",
            with_count(split(3, 400, false), Question::ScatterstoneWins { of: 400 }, "", "1"),
        ),
        ("partitions", with_count(split(7, 20, true), lost(1400), "", "1")),
        ("paper", tails(&solve_cut(20, 260))),
        ("strings of cards", cards(24)),
        ("tuples of cards", with_count(cards(2), tuples, "2147483647", "1")),
    ]
}

fn closed(rule: &str, values: Vec<u16>) -> Certificate {
    certificate(rule, Law::ClosedForm {}, Theorem::SplitClosedForm, values)
}

#[test]
fn every_check_asks_often() {
    for (name, certificate) in long_claims() {
        let (gap, outcome) = longest_gap(&certificate, Duration::from_millis(400));
        println!("{name}: at most {gap:?} between two questions; {outcome:?}");
        assert!(gap < GAP, "{name}: {gap:?}");
        let wrong_count = |fault: &Fault| fault.to_string().starts_with("NOT VERIFIED: the count is");
        assert!(
            matches!(&outcome, Ok(_) | Err(Fault::Interrupted)) || outcome.as_ref().is_err_and(wrong_count),
            "{name}: {outcome:?}"
        );
    }
}

/// Stopped at any of its questions, early or late, a check says that it was interrupted, and nothing else.
#[test]
fn stopped_at_any_question() {
    let wins = Question::Wins { upto: "1000000".into() };
    let moves = Question::Moves { width: 5, height: "3".into() };
    let tuples = Question::CardTuples { cards: 3, suits: 2 };
    let size = |digits: &str| vec![digits.to_string()];
    let multisets = Question::Choices {
        choice: Choice::Multisets,
        pieces: "3".into(),
        from: size("0"),
        to: size("9"),
        outcome: Outcome::Lost,
    };
    let first_moves = Question::FirstMoves { from: size("1"), to: size("19") };
    let pattern = Question::Pattern { multiples: vec![1, 2, 3], upto: "1024".into(), outcome: Outcome::Lost };
    let all = [
        with_split(with_count(periodic("0.07", 1000).unwrap(), wins, "", "852938"), 5, false),
        periodic("4.C0", 300).unwrap(),
        periodic("sub:1,3,4", 100).unwrap(),
        arithmetic(&[2, 3], 40),
        with_count(split(3, 12, false), Question::ScatterstoneWins { of: 7 }, "", "66"),
        with_count(tails(&solve_cut(5, 30)), moves, "", "18"),
        with_count(cards(6), tuples, "101", "26"),
        with_count(periodic("sub:1,2", 100).unwrap(), multisets, "", "68"),
        with_count(periodic("sub:1,3,4", 100).unwrap(), first_moves, "", "17"),
        with_count(automatic("0.[3]", 1, 1, vec![0, 1]), pattern, "", "144"),
        certificate("take:coprime", Law::Formula { checked: 40 }, Theorem::Formula, vec![]),
    ];
    for certificate in all {
        for threads in [1, 3] {
            let asked = std::sync::atomic::AtomicU64::new(0);
            let count = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let go_on = || count() == u64::MAX;
            assert!(check(&certificate, &Work::new(threads, u64::MAX, &|_| ()).stopped_by(&go_on)).is_ok());
            let questions = asked.load(std::sync::atomic::Ordering::Relaxed);
            assert!(questions > 3, "{}", certificate.rule);
            for last in (0..questions).step_by((questions / 50).max(1) as usize) {
                asked.store(0, std::sync::atomic::Ordering::Relaxed);
                let stop = || count() >= last;
                let outcome = check(&certificate, &Work::new(threads, u64::MAX, &|_| ()).stopped_by(&stop));
                assert_eq!(outcome, Err(Fault::Interrupted), "{}: question {last}", certificate.rule);
            }
        }
    }
}

/// What a step costs, for docs/trust.md: `cargo test --release -p sprague-check --test stop -- --ignored
/// --nocapture`.
#[test]
#[ignore = "prints a table"]
fn cost_of_a_step() {
    for (name, certificate) in long_claims() {
        let start = running();
        let stop = || running() - start > Duration::from_secs(1);
        let work = Work::new(1, u64::MAX, &|_| ()).stopped_by(&stop);
        let before = running();
        let _ = check(&certificate, &work);
        let (time, steps) = (running() - before, work.spent());
        println!("{name}: {steps} steps, {:.2} ns each", time.as_nanos() as f64 / steps as f64);
    }
}
