//! The memory budget is kept, for every kind of claim, and small files stay small. The allocator counts every byte; when a
//! block grows, its old and its new copy are both counted.

mod common;
#[allow(dead_code, reason = "the forger uses all of it")]
#[path = "forger/oracle.rs"]
mod oracle;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use common::*;
use sprague_certificate::{Certificate, Choice, Law, Limits, Outcome, Question, Theorem};
use sprague_check::{Fault, Verified, Work, check};

/// The system's allocator, and how many bytes are in use now and were at most.
struct Counting {
    now: AtomicUsize,
    most: AtomicUsize,
}

// SAFETY: everything is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = self.now.fetch_add(layout.size(), Relaxed) + layout.size();
        self.most.fetch_max(now, Relaxed);
        // SAFETY: as for this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        self.now.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as for this function.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static MEMORY: Counting = Counting { now: AtomicUsize::new(0), most: AtomicUsize::new(0) };

/// One measurement at a time, as the allocator counts for all threads.
static TURN: Mutex<()> = Mutex::new(());

/// What is not counted by the budget: messages, big integers, threads, lists of a few entries.
const TRIFLES: usize = 64 << 10;

/// The bytes that were in use at most, beyond those in use before.
fn most<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = MEMORY.now.load(Relaxed);
    MEMORY.most.store(before, Relaxed);
    let result = run();
    (result, MEMORY.most.load(Relaxed) - before)
}

fn checked(certificate: &Certificate, threads: usize, memory: usize) -> (Result<Verified, Fault>, usize) {
    let work = Work::new(threads, 100_000_000_000, &|_| ()).with_memory(memory as u64);
    most(|| check(certificate, &work))
}

/// One certificate of each kind of claim, each of a size that needs memory.
fn claims() -> Vec<Certificate> {
    let table = |rule: &str, values| certificate(rule, Law::Table {}, Theorem::Definition, values);
    let values = |rule: &str, n| solve_code(&digits(rule), n);
    let wins = Question::Wins { upto: "1000000".into() };
    let lost = |of| Question::Partitions { of, outcome: Outcome::Lost };
    let mut masked = table("0.16", values("0.16", 8000));
    for mask in [30, 30, 0xffff, 1, 0, 7, 30, 30] {
        masked = with_split(masked, mask, false);
    }
    let mut window = periodic("sub:1,3,4", 100).unwrap();
    window.values = (0..1 << 21).map(|n| window.values[n % 7]).collect();
    let moves = Question::Moves { width: 15, height: "10000000".into() };
    let tuples = Question::CardTuples { cards: 200_000, suits: 1 << 40 };
    let general = |rule: &str, n| table(rule, oracle::continued(rule, vec![], n).unwrap());
    let choices = |choice, pieces: &str, from: &[&str], to: &[&str]| {
        let size = |numbers: &[&str]| numbers.iter().map(|digits| digits.to_string()).collect();
        let (from, to) = (size(from), size(to));
        Question::Choices { choice, pieces: pieces.into(), from, to, outcome: Outcome::Won }
    };
    let first = |to: &str| Question::FirstMoves { from: vec!["1".into()], to: vec![to.into()] };
    let formula = |rule: &str| certificate(rule, Law::Formula { checked: 100 }, Theorem::Formula, vec![]);
    let nim = automatic("0.3...", 1, 1, vec![0, 1]);
    let digits_of_n = Question::Pattern {
        multiples: vec![1, 3, 5, 7, 9, 11, 13, 15, 17],
        upto: format!("1{}", "0".repeat(60)),
        outcome: Outcome::Lost,
    };
    vec![
        with_count(nim.clone(), digits_of_n, "2", "2"),
        with_count(nim, choices(Choice::Tuples, "3", &["0"], &["30000"]), "10", "10"),
        with_count(periodic("0.77", 1000).unwrap(), first("1000000000000"), "2", "2"),
        with_count(split(6, 16, true), first("200"), "2", "2"),
        with_count(formula("take:coprime"), choices(Choice::Tuples, "9", &["1"], &["200000"]), "7", "7"),
        with_count(formula("split:divisors"), choices(Choice::Multisets, "9", &["1"], &["200000"]), "7", "7"),
        with_count(
            general("sub:squares", 3000),
            choices(Choice::Multisets, "3", &["0"], &["2999"]),
            "7",
            "7",
        ),
        with_count(
            tails(&solve_cut(9, 80)),
            choices(Choice::Sets, "4", &["1", "1"], &["9", "100000000000"]),
            "9",
            "9",
        ),
        general("grundy", 2000),
        general("8.3.../unequal", 120),
        automatic("0.3F", 6, 3, values("0.3F", 7)),
        automatic("0.77", 24, 0, values("0.77", 71 + 24)),
        with_count(periodic("0.07", 1000).unwrap(), wins, "", "852938"),
        table("0.6", values("0.6", 5000)),
        masked,
        table("0.3F", values("0.3F", 1500)),
        table("4.C0", values("4.C0", 800)),
        window,
        table("allbut:1,2,3,4000", solve_allbut(&[1, 2, 3, 4000], 9000)),
        arithmetic(&[1, 4, 8, 900], 9000),
        with_count(split(2, 3000, true), lost(1400), "2", "1"),
        with_count(split(3, 300, false), Question::ScatterstoneWins { of: 200 }, "1000000007", "626616617"),
        with_count(split(5, 60, true), lost(500), "2", "1"),
        with_count(tails(&solve_cut(14, 120)), moves, "2", "0"),
        with_count(cards(13), tuples, "1000000007", "0"),
    ]
}

/// Whatever the budget is, it is kept; and what a check took in a large one is enough for it.
#[test]
fn the_budget_is_kept() {
    let _turn = TURN.lock();
    let mut kinds = 0;
    for certificate in claims() {
        let name = format!("{} {:?}", certificate.rule, certificate.theorem);
        // The answers to some counts above are not known here: what counts is that they were computed.
        let verdict = |outcome: &Result<Verified, Fault>| match outcome {
            Ok(_) => true,
            Err(fault) if fault.to_string().starts_with("NOT VERIFIED: the count is ") => true,
            Err(fault) if fault.to_string().contains("more memory than") => false,
            Err(fault) => panic!("{name}: {fault}"),
        };
        let (outcome, plenty) = checked(&certificate, 1, 1 << 29);
        assert!(verdict(&outcome) && plenty <= (1 << 29), "{name} took {plenty} bytes");
        println!("{name}: {} values, {plenty} bytes besides", certificate.values.len());
        // The test's own threads free a few bytes meanwhile.
        let plenty = plenty + 1024;
        let mut refused = 0;
        for memory in [0, 100, 1 << 10, 10 << 10, 100 << 10, 1 << 20, 10 << 20, plenty] {
            for threads in [1, 2] {
                let (outcome, took) = checked(&certificate, threads, memory);
                assert!(took <= memory + TRIFLES, "{name}: {took} bytes in a budget of {memory}");
                refused += usize::from(!verdict(&outcome));
                // A second thread may take what the first one needs.
                assert!(memory < plenty || threads > 1 || verdict(&outcome), "{name}: {memory} are enough");
            }
        }
        assert!(refused > 0, "{name}: no budget was too small");
        kinds += 1;
    }
    assert_eq!(kinds, 25);
}

/// Small files that claim much and begin wrong: refused at once, in little memory. These took gigabytes and minutes.
#[test]
fn small_files_of_many_zeros() {
    let _turn = TURN.lock();
    let zeros = |rule: &str, law, theorem, n: usize| certificate(rule, law, theorem, vec![0; n]);
    let table = |rule: &str, n| zeros(rule, Law::Table {}, Theorem::Definition, n);
    let period = Law::ArithmeticPeriodic { period: 1000, preperiod: 0, saltus: 0, minimal: false };
    let set = (1..=512).map(|t| t.to_string()).collect::<Vec<_>>().join(",");
    let allbut = format!("allbut:{set},{}", (1 << 22) - 1000);
    let all = [
        (table("split:2", 1 << 22), "value 0 is among the options, at n = 2"),
        (table("split:3", 1 << 22), "value 0 is among the options, at n = 2"),
        (table("split:999999999999999", 1 << 22), "value 0 is among the options, at n = 2"),
        (table("0.8", 6_000_000), "value 0 is among the options, at n = 4"),
        (table("0.07", 1 << 22), "value 0 is among the options, at n = 2"),
        (table("grundy", 1 << 22), "value 0 is among the options, at n = 3"),
        (table("0.(13)", 1 << 22), "value 0 is among the options, at n = 1"),
        (table("allbut:1,2", 1 << 22), "value 0 is among the options, at n = 3"),
        (
            zeros(&allbut, period, Theorem::AllButState, 1 << 22),
            "no repeated state with saltus 0, at n = 4193304 and n = 4194304",
        ),
    ];
    for (wrong, line) in all {
        let mut file = Vec::new();
        wrong.write(&mut file).unwrap();
        assert!(file.len() < 12_000, "{} bytes", file.len());
        let start = Instant::now();
        let (outcome, took) = checked(&wrong, 2, 1 << 29);
        let text = outcome.unwrap_err().to_string();
        assert_eq!(text, format!("NOT VERIFIED: {line}"), "{}", wrong.rule);
        assert!(took <= 16 * wrong.values.len() + TRIFLES, "{}: {took} bytes", wrong.rule);
        assert!(start.elapsed() < Duration::from_secs(1), "{}: {:?}", wrong.rule, start.elapsed());
    }
}

/// The state of an all-but set with a long reach is compared without a copy of it.
#[test]
fn a_state_of_millions_of_values() {
    let _turn = TURN.lock();
    // These are not the values, but the law they would follow is compared before them.
    let (n, p) = (1 << 21, 1 << 10);
    let rule = format!("allbut:{}", n - p);
    let law = Law::ArithmeticPeriodic { period: p as u64, preperiod: 0, saltus: 0, minimal: false };
    let values = (0..n).map(|n| (n % p) as u16).collect();
    let (outcome, took) = checked(&certificate(&rule, law, Theorem::AllButState, values), 1, 1 << 29);
    assert!(outcome.unwrap_err().to_string().starts_with("NOT VERIFIED: no repeated state with saltus 0"));
    assert!(took < 100_000, "{took} bytes");
}

/// Reading takes two bytes a value, and a copy while the vector grows.
#[test]
fn reading() {
    let _turn = TURN.lock();
    for n in [1000, 100_000, 5_000_000] {
        let zeros = certificate("0.07", Law::Table {}, Theorem::Definition, vec![0; n]);
        let mut file = Vec::new();
        zeros.write(&mut file).unwrap();
        let (read, took) = most(|| Certificate::read(&file[..], &Limits::default()).unwrap());
        assert_eq!(read, zeros);
        assert!(took <= 4 * n + (400 << 10), "{n} values: {took} bytes");
        // A header that claims more than there is costs no more than what is there.
        let at = file.windows(9).position(|w| w.starts_with(br#""count":"#)).unwrap();
        let mut claims = file[..at].to_vec();
        claims.extend(br#""count":268435456"#);
        claims.extend(&file[at + br#""count":"#.len() + n.to_string().len()..]);
        let (outcome, took) = most(|| Certificate::read(&claims[..], &Limits::default()));
        assert!(outcome.is_err());
        assert!(took <= 6 * n + (400 << 10), "{n} values: {took} bytes");
    }
}
