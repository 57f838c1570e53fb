//! `sprague batch`: many questions, one per line, answered in order as NDJSON.
//!
//! Each thread takes the next line as soon as it is done with the last one. An answer is written as soon as
//! all before it are, so nothing that was answered is lost when a later line takes long, or when the program
//! is killed. A line that cannot be answered gets an object with `error` and stops nothing: neither does one
//! on which the engine fails.

use crate::args::{self, Args};
use crate::context::{Context, interrupted, requested_level};
use crate::foreign::json_text;
use anyhow::{Context as _, bail};
use clap::Parser;
use serde_json::json;
use sprague::Work;
use sprague::ask::{self, Question};
use sprague::simd::Level;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Lines per thread that may be answered before one that comes earlier.
const WINDOW: usize = 16;
/// Bytes of a line. What is longer is no file of questions, and may have no end.
const LONGEST: usize = 16 << 20;
/// Bytes of a line that is a command.
const LONGEST_COMMAND: usize = 64 << 10;

pub fn run(args: &args::Batch, context: &Context) -> anyhow::Result<u8> {
    let input: Box<dyn BufRead + Send> = match args.file.as_str() {
        "-" => Box::new(BufReader::new(std::io::stdin())),
        name => Box::new(BufReader::new(File::open(name).with_context(|| format!("cannot read {name}"))?)),
    };
    let memory = context.memory / context.threads as u64;
    let level = requested_level()?;
    let answer = move |line: &str| answer(line, memory, level);
    let failed = answer_all(input, context.threads, answer, &mut std::io::stdout().lock())?;
    Ok(u8::from(failed))
}

/// Why a line has no answer.
struct Failure {
    code: &'static str,
    line: String,
}

impl Failure {
    fn new(code: &'static str, line: impl Into<String>) -> Self {
        Failure { code, line: line.into() }
    }
}

impl From<sprague::Error> for Failure {
    fn from(error: sprague::Error) -> Self {
        Failure::new(error.code(), error.to_string())
    }
}

/// An answer with its place, or why no more lines can be read.
type Message = (u64, anyhow::Result<Result<String, Failure>>);

/// Answers all lines on some threads, and writes the answers in order; whether some line had none.
fn answer_all(
    input: Box<dyn BufRead + Send>,
    threads: usize,
    answer: impl Fn(&str) -> Result<String, Failure> + Send + Sync + 'static,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let (room, tokens) = channel();
    (0..WINDOW * threads).try_for_each(|_| room.send(()))?;
    let lines = Arc::new(Mutex::new(Lines { input, tokens, line: 0, place: 0, ended: false }));
    let (send, answers) = channel();
    let answer = Arc::new(answer);
    for started in 0..threads {
        let (lines, answer, send) = (lines.clone(), answer.clone(), send.clone());
        // Not waited for: when answers cannot be written any more, one may still wait for its next line.
        let thread = std::thread::Builder::new().spawn(move || work(&lines, answer.as_ref(), &send));
        if thread.is_err() && started == 0 {
            thread.context("cannot start a thread")?;
        }
    }
    drop(send);
    let (mut waiting, mut next, mut failed) = (BTreeMap::new(), 0, false);
    for (place, result) in &answers {
        waiting.insert(place, result);
        waiting.extend(answers.try_iter());
        while let Some(result) = waiting.remove(&next) {
            let result = result?;
            if interrupted() {
                return Err(sprague::Error::Interrupted.into());
            }
            failed |= result.is_err();
            let answer = match result {
                Ok(answer) => answer,
                Err(Failure { line, code }) => json_text(&json!({"error": line, "code": code}))?,
            };
            writeln!(out, "{answer}")?;
            next += 1;
            // Not received when all lines are read.
            let _ = room.send(());
        }
        out.flush()?;
    }
    Ok(failed)
}

/// Answers lines in order, until there are no more or the receiver is gone.
fn work(lines: &Mutex<Lines>, answer: &impl Fn(&str) -> Result<String, Failure>, send: &Sender<Message>) {
    // The engine finds a pool of one thread, this one, instead of starting another for every line.
    let _pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    loop {
        let next = lines.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((place, line)) = next else { return };
        let result = line.map(|line| ask::catch_panic(|| answer(&line)));
        if send.send((place, result)).is_err() {
            return;
        }
    }
}

/// Where lines come from.
struct Lines {
    input: Box<dyn BufRead + Send>,
    /// One for each line that may be read before those already read are answered.
    tokens: Receiver<()>,
    /// The number of the last line, and the place of the next answer.
    line: u64,
    place: u64,
    ended: bool,
}

impl Iterator for Lines {
    type Item = (u64, anyhow::Result<String>);

    /// The next line that is not empty; bytes that are no text are kept as what they look like.
    fn next(&mut self) -> Option<Self::Item> {
        if self.ended || self.tokens.recv().is_err() {
            return None;
        }
        let line = loop {
            match self.read() {
                Ok(Some(line)) if line.is_empty() => {}
                line => break line.transpose(),
            }
        };
        self.ended = !matches!(line, Some(Ok(_)));
        self.place += 1;
        line.map(|line| (self.place - 1, line))
    }
}

impl Lines {
    fn read(&mut self) -> anyhow::Result<Option<String>> {
        self.line += 1;
        match sprague_files::read_line(&mut self.input, LONGEST as u64) {
            Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                let most = LONGEST >> 20;
                bail!("line {} is longer than {most} MiB: a batch has one question per line", self.line)
            }
            line => line.context("cannot read the questions"),
        }
    }
}

fn answer(line: &str, memory: u64, level: Option<Level>) -> Result<String, Failure> {
    let question = parse(line)?;
    let watch = |_: u64, _: u64| !interrupted();
    let work = Work::new(memory, &watch).with_threads(1).with_level(level);
    let answered = ask::answer(&question, &work)?;
    json_text(answered.answer()).map_err(|error| Failure::new("internal", error.to_string()))
}

/// A question in JSON, or a command without its name.
fn parse(line: &str) -> Result<Question, Failure> {
    if line.starts_with('{') {
        return serde_json::from_str(line).map_err(|error| Failure::new("json", error.to_string()));
    }
    command(line).map_err(|line| Failure::new("query", line))
}

fn command(line: &str) -> Result<Question, String> {
    if line.len() > LONGEST_COMMAND {
        let most = LONGEST_COMMAND >> 10;
        return Err(format!("a command of more than {most} KiB: write the question in JSON"));
    }
    let words =
        std::iter::once("sprague").chain(line.split_whitespace().skip_while(|word| *word == "sprague"));
    let mut args = Args::try_parse_from(words).map_err(|error| crate::one_line(&error))?;
    let Some(mut command) = args.command.take() else { return Err("a line has a command".to_string()) };
    let run = crate::rule_file::resolve(&mut command).map_err(|error| format!("{error:#}"))?;
    if run.is_some() {
        return Err("a run directory is not read in a batch; ask for it alone".to_string());
    }
    crate::questions::of(&command).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Read};
    use std::sync::atomic::{AtomicU64, Ordering};

    /// What is written, and whether some line failed.
    fn batch(
        input: impl BufRead + Send + 'static,
        threads: usize,
        answer: impl Fn(&str) -> Result<String, Failure> + Send + Sync + 'static,
    ) -> (Vec<String>, anyhow::Result<bool>) {
        let mut out = Vec::new();
        let result = answer_all(Box::new(input), threads, answer, &mut out);
        (String::from_utf8(out).unwrap().lines().map(str::to_string).collect(), result)
    }

    /// A line on which the engine fails is answered by what it said, and all others as without it.
    #[test]
    fn a_panic_is_the_error_of_its_line() {
        let lines: Vec<String> = (0..200).map(|n| n.to_string()).collect();
        for threads in [1, 2, 7] {
            let (answers, failed) = batch(Cursor::new(lines.join("\n")), threads, |line| {
                let work = Work::quiet().with_threads(2);
                let answer = || match line.ends_with('7') {
                    true => panic!("a defect\nin {line}"),
                    false => Ok(format!("answer {line}")),
                };
                // Half of them on the threads of the engine.
                Ok(if line.len() % 2 == 0 { work.on_threads(answer) } else { answer() }?)
            });
            assert!(failed.unwrap() && answers.len() == 200);
            for (line, answer) in lines.iter().zip(answers) {
                if !line.ends_with('7') {
                    assert_eq!(answer, format!("answer {line}"));
                    continue;
                }
                let error: serde_json::Value = serde_json::from_str(&answer).unwrap();
                assert_eq!(error["code"], "internal");
                assert!(
                    error["error"].as_str().unwrap().ends_with(&format!("a defect in {line}")),
                    "{error}"
                );
            }
        }
    }

    /// What a reader has seen, told to those who write.
    #[derive(Clone, Default)]
    struct Seen(Arc<Mutex<Vec<u8>>>);

    impl Write for Seen {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// An answer is there before the next question is asked, so a conversation is possible.
    #[test]
    fn answers_come_at_once() {
        let (reader, mut writer) = std::io::pipe().unwrap();
        let seen = Seen::default();
        let mut out = seen.clone();
        let batch = std::thread::spawn(move || {
            answer_all(Box::new(BufReader::new(reader)), 3, |line| Ok(line.to_string()), &mut out).unwrap()
        });
        let mut expected = String::new();
        for n in 0..50 {
            writeln!(writer, "{n}").unwrap();
            expected += &format!("{n}\n");
            let start = std::time::Instant::now();
            while *seen.0.lock().unwrap() != expected.as_bytes() {
                assert!(start.elapsed().as_secs() < 30, "{n} is not answered");
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
        drop(writer);
        assert!(!batch.join().unwrap());
    }

    /// While an early line takes long, no more than a window of lines is read and kept.
    #[test]
    fn answers_that_wait_are_bounded() {
        let begun = Arc::new(AtomicU64::new(0));
        let count = begun.clone();
        let lines: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
        let most = (WINDOW * 3) as u64;
        let (answers, failed) = batch(Cursor::new(lines.join("\n")), 3, move |line| {
            count.fetch_add(1, Ordering::Relaxed);
            if line == "0" {
                let start = std::time::Instant::now();
                while count.load(Ordering::Relaxed) < most && start.elapsed().as_secs() < 30 {
                    std::thread::yield_now();
                }
                std::thread::sleep(std::time::Duration::from_millis(200));
                assert_eq!(count.load(Ordering::Relaxed), most);
            }
            Ok(line.to_string())
        });
        assert_eq!((answers, failed.unwrap()), (lines, false));
    }

    /// Lines have a length; what comes before one without an end is answered.
    #[test]
    fn a_line_without_an_end_is_refused() {
        let endless = BufReader::new(Cursor::new("a\n\nb\n").chain(std::io::repeat(0)));
        let (answers, error) = batch(endless, 2, |line| Ok(line.to_string()));
        assert_eq!(answers, ["a", "b"]);
        assert_eq!(
            error.unwrap_err().to_string(),
            "line 4 is longer than 16 MiB: a batch has one question per line"
        );
        for (length, fits) in [(LONGEST, true), (LONGEST + 1, false)] {
            for end in ["", "\n", "\nnext"] {
                let text = "x".repeat(length) + end;
                let (answers, result) = batch(Cursor::new(text), 1, |line| Ok(line.len().to_string()));
                assert_eq!(result.is_ok(), fits, "{length} {end:?}");
                assert_eq!(answers.first().is_some_and(|first| *first == length.to_string()), fits);
            }
        }
    }

    #[test]
    fn long_commands_are_refused() {
        let long = "law ".to_string() + &"0.7 ".repeat(LONGEST_COMMAND);
        assert!(command(&long).unwrap_err().contains("64 KiB"));
    }
}
