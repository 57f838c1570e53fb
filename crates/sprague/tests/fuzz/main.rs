//! Random questions of every kind, as JSON: an answer or an error, soon, within memory, without a panic.
//!
//! Every second question is about pieces that are small enough to be played out by the reference solver from
//! the raw rule; its answer has to be what brute force says. The others have sizes from 0 to 10^100, and now
//! and then a damaged text. Each is asked with a small memory budget, measured by this program's allocator,
//! and a watcher that soon asks to stop.
//!
//! It runs for a second, or for SPRAGUE_FUZZ_SECONDS. Seeds come from the clock; a failure prints its own and
//! the question, and SPRAGUE_FUZZ_SEED starts there again. Questions that once went wrong come first, always.

#[path = "../common/mod.rs"]
mod common;
mod dice;
mod draw;
mod oracle;

use common::running_time;
use dice::Dice;
use serde_json::Value;
use sprague::ask::{self, Question, catch_panic};
use sprague::{Error, Work};
use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

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

/// When the watcher asks to stop, in milliseconds: the later, the further a question has come.
const PATIENCE: [u64; 4] = [20, 100, 200, 500];
/// Running time, of each thread, within which a question that was asked to stop ends.
const STOPS_WITHIN: Duration = Duration::from_secs(1);
/// Running time of a refusal: it is found before any work is done.
const REFUSES_WITHIN: Duration = Duration::from_millis(300);
/// After so long a question hangs, however busy the machine is.
const HANGS: Duration = Duration::from_secs(120);
/// What a question may take beyond its budget: tables of fixed size, threads, the answer itself.
const BEYOND_BUDGET: usize = 48 << 20;

/// How often a question is asked that seems slow.
const TRIES: usize = 3;
/// The most cases that are tried.
const MOST_WRONG: usize = 20;

/// Threads and bytes of a question, and when it is asked to stop.
#[derive(Clone, Copy)]
struct Budget {
    threads: usize,
    memory: u64,
    patience: Duration,
}

/// What the first questions get.
const USUAL: Budget = Budget { threads: 2, memory: 16 << 20, patience: Duration::from_millis(150) };

/// Questions that went wrong once, or whose like did.
const FIRST: &[&str] = &[
    r#"{"ask":"value","rule":"wythoff","sizes":["10^9x3"]}"#,
    r#"{"ask":"value","rule":"wythoff","sizes":["10x10^18"]}"#,
    r#"{"ask":"census","rule":"0.106","limit":"10^12","seconds":18446744073709551615}"#,
    r#"{"ask":"census","rule":"kayles","limit":"1000","seconds":18446744073709551615}"#,
    r#"{"ask":"euler","problem":629,"sizes":{"n":"10^12"}}"#,
    r#"{"ask":"euler","problem":629,"sizes":{"n":"10^9"}}"#,
    r#"{"ask":"euler","problem":888,"sizes":{"n":"10^8","m":"10^10"}}"#,
    r#"{"ask":"euler","problem":409,"sizes":{"n":"10^8"},"exact":true}"#,
    r#"{"ask":"count","count":"multisets","rule":"0.106","to":"10^5","heaps":"10^5","mod":"10^18"}"#,
    r#"{"ask":"count","count":"sets","rule":"nim","to":"10^9","heaps":"10^5","mod":"10^100"}"#,
    r#"{"ask":"count","count":"partitions","rule":"sub:squares","of":"10"}"#,
    r#"{"ask":"value","rule":"0.6","sizes":["100000"],"limit":"50"}"#,
    r#"{"ask":"law","rule":"0.6","window":true,"limit":"5000"}"#,
    r#"{"ask":"law","rule":"kayles","window":true,"limit":"5000"}"#,
    r#"{"ask":"count","count":"pattern","rule":"allbut:primes","pattern":"2,3,5,4","to":"10^6"}"#,
    r#"{"ask":"count","count":"sets","rule":"mark","to":"10^9","heaps":"5","mod":"97","outcome":"lost"}"#,
    r#"{"ask":"values","rule":"4.4375","to":"65536"}"#,
    r#"{"ask":"count","count":"wins","rule":"kayles","to":"100","mod":"0"}"#,
    r#"{"ask":"count","count":"moves","rule":"kayles","to":"100","mod":"0"}"#,
    r#"{"ask":"count","count":"partitions","rule":"kayles","of":"10","mod":"0"}"#,
    r#"{"ask":"count","count":"tuples","rule":"kayles","to":"10","heaps":"3","mod":"0"}"#,
    r#"{"ask":"count","count":"multisets","rule":"kayles","to":"10","heaps":"3","mod":"0"}"#,
    r#"{"ask":"count","count":"sets","rule":"kayles","to":"10","heaps":"3","mod":"0"}"#,
    r#"{"ask":"count","count":"pattern","rule":"kayles","to":"10","pattern":"1,2","mod":"0"}"#,
    r#"{"ask":"count","count":"histogram","rule":"kayles","to":"10","mod":"0"}"#,
    r#"{"ask":"euler","problem":306,"mod":"0"}"#,
    r#"{"ask":"law","rule":"4.[52307]","limit":"1500"}"#,
    r#"{"ask":"moves","rule":"take:divisors","position":"37696365944561+2"}"#,
    r#"{"ask":"values","rule":"wythoff","to":"2x2^64-1","digest":true}"#,
    r#"{"ask":"values","rule":"board:sub:4,5,6,7","to":"0x2^64-1"}"#,
    r#"{"ask":"count","count":"histogram","rule":"split:5","to":"10^6","mod":"10^9+7"}"#,
    r#"{"ask":"count","count":"histogram","rule":"mock-turtles","to":"4*10^6"}"#,
    r#"{"ask":"euler","problem":409,"sizes":{"n":"10^8"}}"#,
    r#"{"ask":"count","count":"tuples","rule":"ruler","to":"4*10^6","heaps":"3"}"#,
    r#"{"ask":"count","count":"zeros","rule":"0.00703/largest=7","to":"10^6"}"#,
    r#"{"ask":"count","count":"histogram","mod":"10^9+7","rule":"split:divisors","to":"210201089^3535"}"#,
    r#"{"ask":"count","count":"moves","limit":"5000","mod":"10^18","rule":".9/unequal/least=3","to":"65536"}"#,
    r#"{"ask":"count","count":"histogram","rule":"take:divisors","to":"210201089^3535"}"#,
    r#"{"ask":"count","count":"tuples","rule":"take:divisors","to":"210201089^3535","heaps":"3","mod":"97"}"#,
    r#"{"ask":"law","rule":"0.1C6[2]","limit":"2000"}"#,
    r#"{"ask":"count","count":"moves","rule":"board:sub:4","to":"2x10^8"}"#,
    r#"{"ask":"euler","problem":344,"sizes":{"c":"5000","n":"65536"}}"#,
    r#"{"ask":"euler","problem":344,"sizes":{"c":"5000","n":"10^8"},"mod":"10^9+7"}"#,
    r#"{"ask":"moves","rule":"0.2[1000]","position":"127367237+10^18","all":true}"#,
    r#"{"ask":"moves","rule":"circle:0.[3]/largest=5","position":"10^18"}"#,
    r#"{"ask":"moves","rule":"cut","position":"50x100+10^18x1"}"#,
];

/// A question under way, for the watchdog.
type Current = Arc<Mutex<Option<(Instant, String)>>>;

/// Ends the program with the question that hangs: nothing else could.
fn watchdog(current: &Current) {
    let current = Arc::downgrade(current);
    std::thread::spawn(move || {
        while let Some(current) = current.upgrade() {
            let now = current.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some((_, question)) = now.filter(|(since, _)| since.elapsed() > HANGS) {
                // Not captured, unlike what `eprintln` writes.
                let _ = writeln!(std::io::stderr(), "hangs: {question}");
                std::process::exit(101);
            }
            drop(current);
            std::thread::sleep(Duration::from_secs(1));
        }
    });
}

/// What is measured over all questions, for the last line.
#[derive(Default)]
struct Worst {
    running: (Duration, String),
    beyond_budget: (usize, String),
}

/// Why a question is not answered as it should be.
enum Fault {
    Slow(String),
    Wrong(String),
}

impl Fault {
    fn text(self) -> String {
        let (Fault::Slow(text) | Fault::Wrong(text)) = self;
        text
    }
}

struct Fuzz {
    current: Current,
    worst: Worst,
    outcomes: BTreeMap<&'static str, u64>,
    /// What went wrong, each with its seed and its question.
    wrong: Vec<String>,
}

impl Fuzz {
    fn new() -> Self {
        let current = Current::default();
        watchdog(&current);
        Fuzz { current, worst: Worst::default(), outcomes: BTreeMap::new(), wrong: Vec::new() }
    }

    /// Asks within budgets; whatever is not kept is an error that names it. On a busy machine even running
    /// time is longer, so what seems slow is asked again.
    fn ask(&mut self, question: &Question, budget: Budget) -> Result<Result<Value, Error>, String> {
        for _ in 1..TRIES {
            match self.ask_once(question, budget) {
                Err(Fault::Slow(_)) => {}
                other => return other.map_err(Fault::text),
            }
        }
        self.ask_once(question, budget).map_err(Fault::text)
    }

    fn ask_once(&mut self, question: &Question, budget: Budget) -> Result<Result<Value, Error>, Fault> {
        let Budget { threads, memory, patience } = budget;
        let before = MEMORY.now.load(Relaxed);
        MEMORY.most.store(before, Relaxed);
        let (start, ran) = (Instant::now(), running_time());
        let watch = |_, _| start.elapsed() < patience;
        let work = Work::new(memory, &watch).with_threads(threads);
        let answered = catch_panic(|| ask::answer(question, &work));
        let ran = match (ran, running_time()) {
            (Some(before), Some(after)) => (after - before).min(start.elapsed() * threads as u32),
            _ => start.elapsed() / 8,
        };
        let took = ran / threads as u32;
        let beyond = (MEMORY.most.load(Relaxed) - before).saturating_sub(memory as usize);
        let text = || serde_json::to_string(question).unwrap_or_default();
        if took > self.worst.running.0 {
            self.worst.running = (took, text());
        }
        if beyond > self.worst.beyond_budget.0 {
            self.worst.beyond_budget = (beyond, text());
        }
        let outcome = match &answered {
            Ok(_) => "answered".into(),
            Err(error) => error.to_string(),
        };
        if let Err(Error::Internal(line)) = &answered {
            return Err(Fault::Wrong(format!("panics: {line}")));
        }
        if took > patience + STOPS_WITHIN {
            return Err(Fault::Slow(format!(
                "ran for {took:?}, asked to stop after {patience:?}: {outcome}"
            )));
        }
        // A search that found no law has done its work.
        let ended =
            |error: &Error| matches!(error, Error::Interrupted | Error::OutOfTime | Error::NoLaw { .. });
        let refused = matches!(&answered, Err(error) if !ended(error));
        if refused && ran > REFUSES_WITHIN {
            return Err(Fault::Slow(format!("ran for {ran:?} and was refused then: {outcome}")));
        }
        if beyond > BEYOND_BUDGET {
            return Err(Fault::Wrong(format!(
                "took {beyond} bytes more than its budget of {memory}: {outcome}"
            )));
        }
        if outcome.lines().count() != 1 || outcome.len() > 1000 {
            return Err(Fault::Wrong(format!("an error is one short line: {outcome}")));
        }
        match answered {
            Ok(answered) => {
                let json = serde_json::to_value(answered.answer())
                    .map_err(|error| Fault::Wrong(error.to_string()))?;
                let again =
                    serde_json::to_value(question).map_err(|error| Fault::Wrong(error.to_string()))?;
                if json["question"] != again {
                    return Err(Fault::Wrong(format!(
                        "the answer repeats another question: {}",
                        json["question"]
                    )));
                }
                Ok(Ok(json))
            }
            Err(error) => Ok(Err(error)),
        }
    }

    /// One question from its text. `Ok` is the outcome in a word.
    fn text(&mut self, text: &str, budget: Budget) -> Result<(&'static str, Option<Value>), String> {
        let Ok(question) = serde_json::from_str::<Question>(text) else { return Ok(("not read", None)) };
        Ok(match self.ask(&question, budget)? {
            Ok(json) => ("answered", Some(json)),
            Err(Error::Interrupted | Error::OutOfTime) => ("stopped", None),
            Err(Error::Memory { .. }) => ("out of memory", None),
            Err(_) => ("refused", None),
        })
    }

    /// Notes the question for the watchdog, and keeps it with its seed if something is wrong.
    fn case(
        &mut self,
        (seed, text): (u64, &str),
        budget: Budget,
        judge: impl FnOnce(&Value) -> Result<bool, String>,
    ) {
        let named = format!("SPRAGUE_FUZZ_SEED={seed}: {text}");
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), named.clone()));
        let outcome = self.text(text, budget).and_then(|(outcome, answer)| match answer {
            Some(answer) => {
                let compared = judge(&answer).map_err(|wrong| format!("{wrong}\n{answer}"))?;
                Ok(if compared { "right" } else { outcome })
            }
            None => Ok(outcome),
        });
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = None;
        match outcome {
            Ok(outcome) => *self.outcomes.entry(outcome).or_default() += 1,
            Err(wrong) => self.wrong.push(format!("{named}\n{wrong}")),
        }
    }

    fn random(&mut self, seed: u64) {
        let mut dice = Dice(seed);
        let budget = Budget {
            threads: 1 + dice.below(2) as usize,
            memory: 1 << (20 + 2 * dice.below(4)),
            patience: Duration::from_millis(dice.one_of(&PATIENCE)),
        };
        let small = if dice.once_in(2) { draw::small(&mut dice) } else { None };
        if let Some(small) = small {
            let text = small.question.to_string();
            return self.case((seed, &text), budget, |answer| oracle::judge(&small, answer));
        }
        let question = draw::wild(&mut dice);
        let text = if dice.once_in(8) { draw::damaged(&question, &mut dice) } else { question.to_string() };
        self.case((seed, &text), budget, |_| Ok(false));
    }
}

/// One test, so that nothing else is counted or measured.
#[test]
fn questions() {
    let setting = |name: &str| std::env::var(name).ok().map(|number| number.parse::<u64>().unwrap());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
    let seconds = Duration::from_secs(setting("SPRAGUE_FUZZ_SECONDS").unwrap_or(1));
    let seed = setting("SPRAGUE_FUZZ_SEED").unwrap_or_else(clock);
    let mut fuzz = Fuzz::new();
    for (place, text) in FIRST.iter().enumerate() {
        assert!(serde_json::from_str::<Question>(text).is_ok(), "{text}");
        fuzz.case((place as u64, text), USUAL, |_| Ok(false));
    }
    let start = Instant::now();
    for i in 0.. {
        fuzz.random(seed.wrapping_add(i));
        if (start.elapsed() > seconds && i >= 100) || fuzz.wrong.len() >= MOST_WRONG {
            break;
        }
    }
    let Fuzz { outcomes, worst, wrong, .. } = fuzz;
    println!("asked from seed {seed} on: {outcomes:?}");
    println!("longest running time {:?}: {}", worst.running.0, worst.running.1);
    println!("most beyond the budget {} KiB: {}", worst.beyond_budget.0 >> 10, worst.beyond_budget.1);
    assert!(wrong.is_empty(), "{} questions went wrong:\n{}", wrong.len(), wrong.join("\n\n"));
    let all: u64 = outcomes.values().sum();
    let right = outcomes.get("right").copied().unwrap_or(0);
    assert!(right * 5 > all, "a good part is compared with brute force: {outcomes:?}");
}
