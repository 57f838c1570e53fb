//! The memory budget is kept, for every kind of claim, and small files stay small. The allocator counts every
//! byte; when a block grows, its old and its new copy are both counted.

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
use sprague_certificate::{
    Certificate, Choice, Class, Law, Limits, MachineState, Outcome, Question, Theorem,
};
use sprague_check::{Bounds, Fault, Verified, Work, check, check_file};

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

/// What reading takes in addition to what it reads: buffers of the file and of the decompressor, and a short
/// header.
const READER: usize = 400 << 10;

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
    let nim = automatic("0.[3]", 1, 1, vec![0, 1]);
    let digits_of_n = Question::Pattern {
        multiples: vec![1, 3, 5, 7, 9, 11, 13, 15, 17],
        upto: format!("1{}", "0".repeat(60)),
        outcome: Outcome::Lost,
    };
    let misere = oracle::misere::all_genuine().swap_remove(2);
    vec![
        misere.clone(),
        with_count(misere.clone(), choices(Choice::Multisets, "9", &["0"], &["100000"]), "", "7"),
        with_count(misere.clone(), choices(Choice::Tuples, "1000000000000", &["0"], &["100000"]), "7", "7"),
        with_count(misere, lost(300), "7", "7"),
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
        general("8.[3]/unequal", 120),
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
        println!("{name}: {} values, {plenty} bytes more", certificate.values.len());
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
    assert_eq!(kinds, 29);
}

/// Small files that claim much and begin wrong: refused at once, in little memory. These took gigabytes and
/// minutes.
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
        (table("0.[13]", 1 << 22), "value 0 is among the options, at n = 1"),
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

/// Numbers, one after the other, that fill a list.
fn listed(item: &str, length: usize) -> String {
    let mut list = format!("{item},").repeat(length / (item.len() + 1));
    list.pop();
    list
}

/// Headers of this many bytes, each a list or a text that is as long as it can be. Some are certificates and
/// some are not.
fn long_headers(length: usize) -> Vec<(&'static str, String)> {
    let header = |rule: &str, law: &str, theorem: &str, rest: &str, version: u32| {
        let values = r#""values":{"count":0,"bytes":1,"delta":0,"packed":2}"#;
        format!(
            r#"{{"version":{version},"tool":"t","rule":"{rule}","law":{law},"theorem":"{theorem}"{rest},{values}}}"#
        )
    };
    let automatic = |classes: &str, machines: &str| {
        let law = format!(
            r#"{{"kind":"automatic","period":1,"preperiod":1,"classes":[{classes}],"machines":[{machines}],"minimal":true}}"#
        );
        header("0.[3]", &law, "automata", "", 2)
    };
    let table =
        |rule: &str, rest: &str, version| header(rule, r#"{"kind":"table"}"#, "definition", rest, version);
    let count = |question: &str| {
        let count = format!(r#","count":{{"question":{{{question}}},"answer":"0"}}"#);
        table("0.7", &count, 3)
    };
    let sizes = |kind: &str, rest: &str| {
        let list = listed(r#""0""#, length / 2);
        count(&format!(r#""kind":"{kind}","from":[{list}],"to":[{list}]{rest}"#))
    };
    let state = r#"{"next":[0,0,0,0],"zero":true}"#;
    vec![
        ("lines", automatic(&listed("[1,1]", length), state)),
        ("machines", automatic(&listed("0", length), state)),
        ("states", automatic("0", &listed(state, length))),
        (
            "tails",
            header(
                "cut",
                &format!(r#"{{"kind":"tails","tails":[{}]}}"#, listed("1", length)),
                "cut-tails",
                "",
                1,
            ),
        ),
        ("rule", table(&format!("0.{}", "7".repeat(length)), "", 1)),
        (
            "splits",
            table("0.7", &format!(r#","splits":[{}]"#, listed(r#"{"mask":1,"parity":true}"#, length)), 1),
        ),
        ("no splits", table("0.7", &format!(r#","splits":[{}]"#, listed("0", length)), 1)),
        ("pieces", sizes("pieces", r#","outcome":"won""#)),
        ("choices", sizes("choices", r#","choice":"sets","pieces":"3","outcome":"won""#)),
        ("first moves", sizes("first-moves", "")),
        (
            "histogram",
            count(&format!(
                r#""kind":"histogram","from":["0"],"to":["9"],"counts":[{}]"#,
                listed(r#""0""#, length)
            )),
        ),
        (
            "zeros",
            count(&format!(r#""kind":"zeros","from":["0"],"to":["9"],"heaps":[{}]"#, listed("1", length))),
        ),
        (
            "pattern",
            count(&format!(
                r#""kind":"pattern","multiples":[{}],"upto":"9","outcome":"won""#,
                listed("1", length)
            )),
        ),
        ("digits", count(&format!(r#""kind":"wins","upto":"{}""#, "9".repeat(length)))),
    ]
}

/// A header in a file, with its checksum.
fn sealed(header: &str) -> Vec<u8> {
    let mut file = b"sprague-certificate\n".to_vec();
    file.extend(header.as_bytes());
    file.extend(b"\n\x03\x00");
    file.extend(format!("\nend {:08x}\n", crc32fast::hash(&file)).as_bytes());
    file
}

/// Reading a header takes no more than is stated for each of its bytes, whatever is in it.
#[test]
fn reading_headers() {
    let _turn = TURN.lock();
    // Lists double when they are full: a little more than a power of two of the shortest items is the worst.
    for length in [2_000, 20_000, 66_000, 530_000, 700_000, 1_000_000] {
        for (name, header) in long_headers(length) {
            let file = sealed(&header);
            let (read, took) = most(|| Certificate::read(&file[..], &Limits::default()));
            let most = Limits::HEADER_COST as usize * header.len() + READER;
            assert!(took <= most, "{name}: {took} bytes for a header of {}", header.len());
            // What the certificate says that it holds, it holds.
            if let Ok(read) = read {
                let (held, copied) = (read.memory() as usize, most_of_a_copy(&read));
                assert!(held >= copied && held <= 2 * copied + 1000, "{name}: {held} bytes, not {copied}");
            }
        }
    }
}

/// The bytes that a copy of a certificate takes, which has no unused capacity.
fn most_of_a_copy(certificate: &Certificate) -> usize {
    most(|| certificate.clone()).1
}

/// All of it: whatever a file claims, reading and checking it stay within the bytes that they may use.
#[test]
fn long_headers_are_checked_within_bounds() {
    let _turn = TURN.lock();
    let mut read = 0;
    for length in [3_000, 100_000, 829_000] {
        for (name, header) in long_headers(length) {
            let file = sealed(&header);
            for memory in [1 << 20, 10 << 20, 50 << 20, 100 << 20] {
                let bounds = Bounds { memory: Some(memory), ..Bounds::default() };
                let work = Work::new(2, 10_000_000, &|_| ());
                let (outcome, took) = most(|| check_file(&file[..], &bounds, work));
                assert!(took <= memory as usize + READER, "{name}: {took} bytes of {memory}");
                let fault = outcome.expect_err("it claims too much").to_string();
                read += usize::from(fault.starts_with("NOT VERIFIED"));
            }
        }
    }
    assert!(read > 50, "{read}");
}

/// Claims that make lists of the check as long as they can be, each with the rest of the certificate small or
/// right.
fn hostile() -> Vec<(&'static str, Certificate)> {
    let lines = |rule: &str, p: usize, first: Vec<u16>, line: fn(usize) -> Class| {
        let (period, preperiod) = (p as u64, first.len() as u64);
        let classes = (0..p).map(line).collect();
        let law = Law::Automatic { period, preperiod, classes, machines: vec![], minimal: true };
        certificate(rule, law, Theorem::Automata, first)
    };
    let machines = |rule: &str, machines: Vec<MachineState>| {
        let law = Law::Automatic {
            period: 1,
            preperiod: 1,
            classes: vec![Class::Machine(0)],
            machines,
            minimal: false,
        };
        certificate(rule, law, Theorem::Automata, vec![0])
    };
    let table = |rule: String, values| certificate(&rule, Law::Table {}, Theorem::Definition, values);
    let numbers = |n: usize| (1..=n).map(|t| t.to_string()).collect::<Vec<_>>().join(",");
    let nines = |length| "9".repeat(length);
    let one = |text: String| vec![text];
    let nim = automatic("0.[3]", 1, 1, vec![0, 1]);
    let kayles = periodic("0.77", 1000).unwrap();
    let many = || vec!["0".to_string(); 100_000];
    let asked = |law: &Certificate, question| with_count(law.clone(), question, "", "0");
    let board = Certificate { rule: "board:sub:1,2".into(), ..periodic("sub:1,2", 100).unwrap() };
    let cut = tails(&solve_cut(9, 80));
    // All pairs of states, and many sets of them: a graph in which two letters lead anywhere.
    let graph = |states: u32| {
        let next = |state: u32| match state {
            0 => [Some(0), None, Some(1), Some(2)],
            _ => [1, 2, 3, 4].map(|i| Some((4 * state + i) % states).filter(|&to| to > 0)),
        };
        (0..states).map(|state| MachineState { zero: state == 0, next: next(state) }).collect::<Vec<_>>()
    };
    // q itself, with each bit written this many letters after it was read.
    let delayed = |letters: u32| {
        let mut states = vec![];
        for known in 0..1u32 << letters {
            let to = |bit: u32| (known >> 1) | bit << (letters - 1);
            let next = |letter: u32| (letter & 1 == known & 1).then(|| to(letter >> 1));
            states.push(MachineState { zero: known == 0, next: [0, 1, 2, 3].map(next) });
        }
        in_order(states)
    };
    let tails_of_one = Law::Tails { tails: vec![1; 400_000] };
    vec![
        ("classes", lines("0.[3]", 60_000, vec![0], |r| Class::Line(r as u64 + 1, 60_000))),
        ("classes of a code", lines("0.77", 60_000, solve_code(&digits("0.77"), 72), |_| Class::Line(1, 0))),
        ("classes and parts", lines("4.7", 3_000, vec![0], |_| Class::Line(1, 0))),
        ("classes of three parts", lines("C.F", 400, vec![0], |_| Class::Line(1, 0))),
        ("different parts", lines("split:8/unequal", 12, vec![0], |_| Class::Line(0, 0))),
        (
            "a long cycle",
            lines(&format!("0.({}1)", "3".repeat(60_000)), 50_021, vec![0], |_| Class::Line(1, 1)),
        ),
        ("a large least part", lines("0.3/least=65535", 30, vec![0], |_| Class::Line(0, 0))),
        (
            "many first values",
            lines("sub:1", 2, (0..1u32 << 21).map(|n| (n % 2) as u16).collect(), |r| {
                Class::Line(r as u64, 0)
            }),
        ),
        ("pairs of states", machines("0.7", in_order(graph(4096)))),
        ("sets of states", machines("0.7", delayed(11))),
        ("parts by machines", machines("split:8", delayed(3))),
        ("zeros of a machine", asked(&machines("0.7", delayed(9)), Question::Wins { upto: nines(9_000) })),
        ("a long code", table(format!("0.{}", "F".repeat(900_000)), vec![0; 3])),
        ("a long set", table(format!("sub:{}", numbers(150_000)), vec![0; 3])),
        ("a long set of others", table(format!("allbut:{}", numbers(150_000)), vec![0; 3])),
        ("a long code that repeats", table(format!("0.({})", "1".repeat(900_000)), vec![0; 3])),
        ("many ways", table(format!("0.{}/equal", "F".repeat(16_000)), vec![0; 3])),
        ("a step for each way", table(format!("0.({})", "3".repeat(30_000)), vec![0; 3])),
        ("tails", certificate("cut", tails_of_one, Theorem::CutTails, vec![0; 400_000])),
        ("sizes", asked(&kayles, Question::Pieces { from: many(), to: many(), outcome: Outcome::Won })),
        ("sizes of moves", asked(&kayles, Question::FirstMoves { from: many(), to: many() })),
        (
            "sizes of squares",
            asked(&board, Question::Pieces { from: many(), to: many(), outcome: Outcome::Won }),
        ),
        (
            "sizes of sheets",
            asked(
                &cut,
                Question::Choices {
                    choice: Choice::Sets,
                    pieces: nines(9_000),
                    from: many(),
                    to: many(),
                    outcome: Outcome::Won,
                },
            ),
        ),
        (
            "tuples of large numbers",
            with_count(
                kayles.clone(),
                Question::Choices {
                    choice: Choice::Tuples,
                    pieces: nines(9_000),
                    from: one("0".into()),
                    to: one(nines(9_000)),
                    outcome: Outcome::Won,
                },
                &nines(900),
                "0",
            ),
        ),
        (
            "a histogram",
            asked(
                &kayles,
                Question::Histogram { from: one("0".into()), to: one("9".into()), counts: many() },
            ),
        ),
        (
            "zeros",
            asked(
                &kayles,
                Question::Zeros { from: one("0".into()), to: one("100000".into()), heaps: vec![0; 100_000] },
            ),
        ),
        (
            "states of a pattern",
            asked(
                &nim,
                Question::Pattern {
                    multiples: (0..40).map(|i| 1_000_001 + 2 * i).collect(),
                    upto: nines(300),
                    outcome: Outcome::Lost,
                },
            ),
        ),
        (
            "a list for a pattern",
            asked(
                &kayles,
                Question::Pattern { multiples: vec![1 << 20], upto: "1000".into(), outcome: Outcome::Lost },
            ),
        ),
        ("partitions", asked(&kayles, Question::Partitions { of: 1400, outcome: Outcome::Lost })),
        (
            "four heaps",
            asked(
                &split(9, 16, true),
                Question::FirstMoves { from: one("1".into()), to: one("1000".into()) },
            ),
        ),
    ]
}

/// States renumbered in the order in which they are reached from state 0; others are left out.
fn in_order(states: Vec<MachineState>) -> Vec<MachineState> {
    let mut order = vec![0];
    let mut place = vec![None; states.len()];
    place[0] = Some(0);
    let mut at = 0;
    while at < order.len() {
        for to in states[order[at] as usize].next.into_iter().flatten() {
            if place[to as usize].is_none() {
                place[to as usize] = Some(order.len() as u32);
                order.push(to);
            }
        }
        at += 1;
    }
    let renamed = |&state: &u32| MachineState {
        next: states[state as usize].next.map(|to| to.and_then(|to| place[to as usize])),
        zero: states[state as usize].zero,
    };
    order.iter().map(renamed).collect()
}

/// Hostile claims of every kind stay within every budget, whatever becomes of them; and the largest budgets
/// show that they would take more.
#[test]
fn hostile_claims_stay_within_the_budget() {
    let _turn = TURN.lock();
    let mut refused = 0;
    for (name, certificate) in hostile() {
        // A budget that is just enough is no exception.
        let work = Work::new(1, 1_000_000, &|_| ()).with_memory(1 << 30);
        let plenty = most(|| check(&certificate, &work)).1;
        for memory in [plenty / 2, plenty * 3 / 4, plenty] {
            let work = Work::new(1, 1_000_000, &|_| ()).with_memory(memory as u64);
            let took = most(|| check(&certificate, &work)).1;
            assert!(took <= memory + TRIFLES, "{name}: {took} bytes in a budget of {memory}");
        }
        // Steps enough to fill a budget, with a few for each of its bytes.
        for (memory, steps) in [(0, 1), (100 << 10, 1), (1 << 20, 4), (8 << 20, 8), (50 << 20, 10)] {
            let work = Work::new(1, steps * 1_000_000, &|_| ()).with_memory(memory as u64);
            let (outcome, took) = most(|| check(&certificate, &work));
            assert!(took <= memory + TRIFLES, "{name}: {took} bytes in a budget of {memory}");
            let said = outcome.map_or_else(|fault| fault.to_string(), |known| known.summary);
            refused += usize::from(said.contains("more memory than"));
            println!("{name}, {memory}: {took} bytes, {}", said.chars().take(90).collect::<String>());
        }
    }
    assert!(refused > 60, "{refused}");
}

/// No plain vector or map in the checker without a stated bound: `// bounded: …` on its line or the line
/// before. All others are counted buffers, so that what grows with a file cannot be forgotten.
#[test]
fn only_bounded_lists_are_not_counted() {
    let words = [
        "Vec<",
        "Vec::",
        "vec![",
        "VecDeque",
        "HashMap",
        "HashSet",
        "BTreeMap",
        "BTreeSet",
        "BinaryHeap",
        "LinkedList",
        "collect(",
        "collect::",
        "to_vec(",
        "to_owned(",
        "with_capacity(",
        "into_boxed",
        "Box<[",
        "Rc<",
        "Arc<",
    ];
    let (mut files, mut bounded) = (0, 0);
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // The command's own lists are as long as its command line.
            let own =
                ["main.rs", "machine.rs", "notation.rs", "tests.rs"].iter().any(|name| path.ends_with(name));
            if path.is_dir() {
                folders.push(path);
                continue;
            } else if own {
                continue;
            }
            files += 1;
            let text = std::fs::read_to_string(&path).unwrap();
            // Tests come last in a file.
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            let mut before = "";
            for (number, line) in code.lines().enumerate() {
                let plain = line.split("//").next().unwrap();
                if words.iter().any(|word| plain.contains(word)) {
                    let told = [before, line].iter().any(|line| line.contains("// bounded: "));
                    assert!(told, "{}:{}: what bounds this list? {line}", path.display(), number + 1);
                    bounded += 1;
                }
                before = line;
            }
        }
    }
    assert!(files > 20 && bounded > 5, "{files} files, {bounded} bounded lists");
}

/// Reading takes two bytes per value, and a copy while the vector grows.
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
