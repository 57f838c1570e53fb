//! Every question can be stopped, and what cannot be answered is refused at once.
//!
//! Each question below is asked at sizes that take too long to wait for, with a watcher that asks to stop
//! after a fifth of a second, or after SPRAGUE_PATIENCE milliseconds. An answer, a refusal or an
//! interruption has to follow; how long it took is printed with `--nocapture`. What is measured is running
//! time, since these tests run on busy machines, and one question at a time.

mod common;

use common::running_time;
use sprague::ask::{self, Format, Found, Question};
use sprague::play::{Dice, Game, Level};
use sprague::{Error, Work};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Running time of each thread within which a question that was asked to stop ends.
const STOPS_WITHIN: Duration = Duration::from_secs(1);
/// Running time of a refusal: it is found before any work is done.
const AT_ONCE: Duration = Duration::from_millis(300);
const THREADS: u32 = 2;

/// Held while something is measured.
static ALONE: Mutex<()> = Mutex::new(());

/// When the watcher asks to stop.
fn patience() -> Duration {
    let given = std::env::var("SPRAGUE_PATIENCE").ok().map(|number| number.parse().expect("milliseconds"));
    Duration::from_millis(given.unwrap_or(200))
}

const ABSURD: [&str; 5] = ["10^9", "10^12", "10^18", "10^40", "10^100"];

/// Runs with a watcher that soon asks to stop; panics if that is ignored, or if a refusal takes long.
fn stopped<T>(what: &str, run: impl FnOnce(&Work) -> Result<T, Error>) -> Result<T, Error> {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (start, ran, patience) = (Instant::now(), running_time(), patience());
    let watch = |_, _| start.elapsed() < patience;
    let work = Work::new(1 << 30, &watch).with_threads(THREADS as usize);
    let result = run(&work);
    let took = match (ran, running_time()) {
        (Some(before), Some(after)) => (after - before).min(start.elapsed()),
        _ => start.elapsed() / 8,
    };
    let (outcome, bound) = match &result {
        Ok(_) => ("answered".to_string(), patience + STOPS_WITHIN),
        // A search that found no law has done its work.
        Err(error @ (Error::Interrupted | Error::OutOfTime | Error::NoLaw { .. })) => {
            (error.to_string(), patience + STOPS_WITHIN)
        }
        Err(error) => (error.to_string(), AT_ONCE),
    };
    let what: String = what.chars().take(200).collect();
    println!("{:>6} ms  {what}: {outcome}", took.as_millis());
    assert!(took <= bound, "{what} ran for {took:?}: {outcome}");
    assert!(outcome.lines().count() == 1 && outcome.len() < 600, "{what}: {outcome}");
    result
}

fn ask(json: &str) -> Result<ask::Answered, Error> {
    let question: Question = serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    stopped(json, |work| ask::answer(&question, work))
}

/// A game of every kind: laws, no laws, formulas, lists, sheets, cards, trees, boards, play.
const RULES: [&str; 31] = [
    "kayles",
    "0.6",
    "0.106",
    "4.330300003",
    "nim",
    "0.1[7]",
    "split:3",
    "split:5",
    "grundy",
    "allbut:1,2",
    "0.3F/unequal",
    "sub:squares",
    "sub:primes",
    "allbut:primes",
    "mark",
    "take:coprime",
    "take:half",
    "split:divisors",
    "ruler",
    "cut",
    "cards",
    "tree",
    "board:sub:2,3,5,7",
    "wythoff",
    "lines:0,1;1,0;1,1;1,2;2,1",
    "dynamic:2",
    "node-kayles",
    "geography",
    "graph:a>b,b>c",
    "moves:n-1;n/2",
    "moves:n-k for k in 1..n;[p,n-p] for p in primes(n)",
];

/// The size of a rule with one number or two.
fn sizes_of(rule: &str, size: &str) -> Vec<String> {
    match rule.parse::<sprague::rules::Rule>().unwrap().least_size().len() {
        2 => vec![format!("{size}x{size}"), format!("{size}x3"), format!("10x{size}")],
        _ => vec![size.to_string()],
    }
}

#[test]
fn values_stop() {
    for rule in RULES {
        for size in ABSURD {
            for size in sizes_of(rule, size) {
                let _ = ask(&format!(r#"{{"ask":"value","rule":"{rule}","sizes":["{size}"]}}"#));
            }
        }
        for size in ["10^6", "10^8", "4*10^9"] {
            for size in sizes_of(rule, size) {
                let _ = ask(&format!(r#"{{"ask":"values","rule":"{rule}","to":"{size}","digest":true}}"#));
            }
        }
    }
}

#[test]
fn counts_of_single_pieces_stop() {
    for rule in RULES {
        for size in ["10^5", "10^9", "10^18", "10^100"] {
            for size in sizes_of(rule, size) {
                for count in ["wins", "moves", "histogram", "zeros"] {
                    let _ =
                        ask(&format!(r#"{{"ask":"count","count":"{count}","rule":"{rule}","to":"{size}"}}"#));
                }
            }
        }
    }
}

#[test]
fn counts_of_choices_stop() {
    for rule in RULES {
        for (size, heaps) in
            [("10^5", "10^5"), ("10^9", "10^5"), ("10^9", "10^10"), ("10^100", "10^100"), ("20", "10^18")]
        {
            for size in sizes_of(rule, size) {
                for count in ["tuples", "multisets", "sets"] {
                    for modulus in ["", r#","mod":"97""#, r#","mod":"10^18""#, r#","mod":"10^100""#] {
                        let asked = format!(
                            r#""count":"{count}","rule":"{rule}","to":"{size}","heaps":"{heaps}"{modulus}"#
                        );
                        let _ = ask(&format!(r#"{{"ask":"count",{asked}}}"#));
                    }
                }
            }
        }
    }
}

#[test]
fn partitions_and_patterns_stop() {
    for rule in RULES {
        for n in ["2000", "10^5", "10^9", "10^100"] {
            for (count, rest) in
                [("partitions", ""), ("partitions", r#","mod":"10^9+7""#), ("partition-table", "")]
            {
                let _ =
                    ask(&format!(r#"{{"ask":"count","count":"{count}","rule":"{rule}","of":"{n}"{rest}}}"#));
            }
            let pattern = r#""count":"pattern","pattern":"2,3,5,4""#;
            let _ = ask(&format!(r#"{{"ask":"count",{pattern},"rule":"{rule}","to":"{n}"}}"#));
        }
    }
}

#[test]
fn laws_and_the_census_stop() {
    for rule in RULES.into_iter().chain(["4.[52307]", "0.07", "0.C8"]) {
        for limit in ["", r#","limit":"10^9""#] {
            let _ = ask(&format!(r#"{{"ask":"law","rule":"{rule}"{limit}}}"#));
            let _ = ask(&format!(r#"{{"ask":"law","rule":"{rule}"{limit},"window":true}}"#));
        }
        let _ = ask(&format!(r#"{{"ask":"law","rule":"{rule}","to":"10^9"}}"#));
        let _ = ask(&format!(r#"{{"ask":"census","rule":"{rule}","limit":"10^12"}}"#));
    }
}

/// A rule with a million removals for each number of heaps left, as a rule file may have.
#[test]
fn long_rules_stop() {
    let file = "[[move]]\ntake = [\"1-1000000\"]\nparts = [0, 1, 2, 3]";
    let rule = sprague::rules::Rule::from_toml(file).unwrap();
    let _ = ask(&format!(r#"{{"ask":"value","rule":"{rule}","sizes":["10","10^9"]}}"#));
    let _ = ask(&format!(r#"{{"ask":"values","rule":"{rule}","to":"10^7","digest":true}}"#));
    let _ = ask(&format!(r#"{{"ask":"law","rule":"{rule}"}}"#));
}

#[test]
fn positions_stop() {
    for rule in RULES {
        for size in ["10^6", "10^9", "10^18", "10^100"] {
            for size in sizes_of(rule, size) {
                let position = format!("{size}+{size}");
                let _ = ask(&format!(r#"{{"ask":"moves","rule":"{rule}","position":"{position}"}}"#));
                let _ = ask(&format!(r#"{{"ask":"moves","rule":"{rule}","position":"{size}","all":true}}"#));
                let _ = ask(&format!(r#"{{"ask":"explain","rule":"{rule}","position":"{position}"}}"#));
                let _ = stopped(&format!("play {rule} {size}"), |work| {
                    let game = Game::new(&rule.parse()?, &size, u64::MAX, work)?;
                    game.reply(Level::Perfect, &mut Dice::new(1), work).map(|_| ())
                });
            }
        }
    }
}

/// Every problem, each of its sizes absurd and the others as stated, and all of them.
#[test]
fn problems_stop() {
    for problem in sprague::counts::euler::PROBLEMS {
        let mut asked = Vec::new();
        for size in ABSURD {
            for (name, _) in problem.sizes {
                asked.push(format!(r#"{{"{name}":"{size}"}}"#));
            }
            let all: Vec<String> =
                problem.sizes.iter().map(|(name, _)| format!(r#""{name}":"{size}""#)).collect();
            asked.push(format!("{{{}}}", all.join(",")));
        }
        asked.push(format!(r#"{{"{}":"10^8"}}"#, problem.sizes[0].0));
        for sizes in asked {
            for rest in ["", r#","exact":true"#, r#","mod":"10^18""#] {
                let _ =
                    ask(&format!(r#"{{"ask":"euler","problem":{},"sizes":{sizes}{rest}}}"#, problem.number));
            }
        }
    }
}

#[test]
fn exports_stop() {
    let question = serde_json::from_str(r#"{"ask":"values","rule":"split:4","to":"4*10^9"}"#).unwrap();
    // Values by a formula are there at once; to write them takes long.
    let answer = ask::answer(&question, &Work::new(1 << 40, &|_, _| true)).unwrap().into_answer();
    let Found::Values(found) = answer.found() else { panic!("values were asked for") };
    for format in [Format::Csv, Format::Bfile, Format::Npy, Format::Cells] {
        let result = stopped(&format!("{format:?}"), |work| {
            let written = found.write(&"split:4".parse()?, format, &mut std::io::sink(), work);
            written.map_err(|error| {
                error.into_inner().and_then(|e| e.downcast::<Error>().ok()).map_or(Error::OutOfTime, |e| *e)
            })
        });
        assert_eq!(result, Err(Error::Interrupted), "{format:?}");
    }
}

/// What is asked, and what the refusal says: the limit, and what would be possible.
#[test]
fn refused_at_once_with_the_largest_size() {
    for (question, says) in [
        (r#"{"ask":"euler","problem":629,"sizes":{"n":"10^12"}}"#, "100000"),
        (r#"{"ask":"euler","problem":629,"sizes":{"n":"10^9"}}"#, "100000"),
        (
            r#"{"ask":"euler","problem":888,"sizes":{"n":"10^8","m":"10^10"}}"#,
            "largest number that can be counted here is",
        ),
        (r#"{"ask":"euler","problem":409,"sizes":{"n":"10^8"},"exact":true}"#, "digits"),
        (r#"{"ask":"euler","problem":409,"sizes":{"n":"10^9"}}"#, "100000000"),
        (r#"{"ask":"value","rule":"wythoff","sizes":["10x10^18"]}"#, "2235x2235"),
        (r#"{"ask":"value","rule":"wythoff","sizes":["10^9x3"]}"#, "2235x2235"),
        (r#"{"ask":"count","count":"partitions","rule":"kayles","of":"10^6"}"#, "100000"),
        (r#"{"ask":"count","count":"partitions","rule":"cut","of":"10"}"#, "are not heaps"),
        (r#"{"ask":"count","count":"tuples","rule":"0.6","to":"10^7","heaps":"10^18"}"#, "residue"),
        (
            r#"{"ask":"count","count":"sets","rule":"0.6","to":"10^7","heaps":"10^18","mod":"97"}"#,
            "largest number",
        ),
        (r#"{"ask":"count","count":"zeros","rule":"0.6","to":"10^9"}"#, "20000000"),
        (r#"{"ask":"count","count":"pattern","rule":"0.6","to":"10^9","pattern":"1,2"}"#, "20000000"),
        (r#"{"ask":"value","rule":"sub:primes","sizes":["10^9"]}"#, "up to heap"),
        (
            r#"{"ask":"count","count":"moves","rule":"0.9/unequal/least=3","to":"65536","limit":"5000"}"#,
            "table of triples",
        ),
    ] {
        let line = match ask(question) {
            Err(error) if error != Error::Interrupted => error.to_string(),
            other => panic!("{question}: {other:?}"),
        };
        assert!(line.contains(says), "{question}: {line}");
    }
}

#[test]
fn a_modulus_of_0_is_refused_by_name() {
    for question in [
        r#"{"ask":"count","count":"wins","rule":"kayles","to":"100","mod":"0"}"#,
        r#"{"ask":"count","count":"partitions","rule":"kayles","of":"10","mod":"1-1"}"#,
        r#"{"ask":"euler","problem":306,"mod":"0"}"#,
    ] {
        assert!(matches!(ask(question), Err(Error::Option { option: "mod", .. })), "{question}");
    }
}
