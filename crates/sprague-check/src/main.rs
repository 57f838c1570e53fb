//! `sprague-check FILE…`: VERIFIED, or NOT VERIFIED with the reason and the place.

mod machine;
mod notation;

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, ErrorKind, IsTerminal, Read, Write, stderr, stdin, stdout},
    process::ExitCode,
    sync::Mutex,
    time::{Duration, Instant},
};

use lexopt::Arg::{Long, Short, Value};
use machine::Grant;
use sprague_check::{Bounds, Fault, Verified, Work, check_file};

const HELP: &str = "\
Check certificates of Sprague, sharing no solving code with the engine

Usage: sprague-check [OPTIONS] FILE…

Arguments:
  FILE…             Certificates; - is standard input

Check:
      --steps N       Give up after N steps [default: 10^13]
      --values N      Refuse files of more than N values [default: 2^28]

General:
      --threads N     Use N threads [default: one per core]
      --memory BYTES  Use at most this much memory, such as 700M or 2G, and not
                      more than is free [default: 512M and 2 bytes per value]
  -h, --help          Print help
  -V, --version       Print the version

Numbers: 1000000, 1_000_000, 1e6, 10^13, 3*2^20-1. What follows -- is a file.

Exit code 0: all verified; 1: some not verified; 2: some unreadable, bad usage
or output that cannot be written; 130: interrupted.

Examples:
  sprague-check 0.16.cert
  sprague-check --threads 1 --steps 10^9 *.cert
  sprague euler 933 --save - | sprague-check -";

const VERSION: &str = concat!("sprague-check ", env!("CARGO_PKG_VERSION"));

struct Arguments {
    files: Vec<OsString>,
    threads: u64,
    steps: u64,
    values: u64,
    memory: Option<u64>,
    /// What to print instead of checking anything.
    text: Option<&'static str>,
}

fn arguments() -> Result<Arguments, String> {
    let mut all = Arguments {
        files: vec![],
        threads: 0,
        steps: 10_000_000_000_000,
        values: Bounds::default().values,
        memory: None,
        text: None,
    };
    let mut given = lexopt::Parser::from_env();
    loop {
        let argument = given.next().map_err(|error| match error {
            lexopt::Error::UnexpectedValue { option, .. } => format!("{option} takes no value"),
            other => other.to_string(),
        })?;
        let Some(argument) = argument else { break };
        match argument {
            Short('h') | Long("help") => all.text = Some(HELP),
            Short('V') | Long("version") => all.text = Some(VERSION),
            Long("threads") => all.threads = number("--threads", &mut given, notation::number)?,
            Long("steps") => all.steps = number("--steps", &mut given, notation::number)?,
            Long("values") => all.values = number("--values", &mut given, notation::number)?,
            Long("memory") => all.memory = Some(number("--memory", &mut given, notation::bytes)?),
            Value(file) => all.files.push(file),
            Short(name) => return Err(format!("unknown option -{}", name.escape_debug())),
            Long(name) => return Err(format!("unknown option --{}", shown(OsStr::new(name)))),
        }
    }
    if all.files.is_empty() && all.text.is_none() { Err("no file given".into()) } else { Ok(all) }
}

/// The number that follows an option.
fn number(name: &str, given: &mut lexopt::Parser, parse: fn(&str) -> Option<u64>) -> Result<u64, String> {
    let value = given.value().map_err(|_| format!("{name} needs a number, such as 10^6"))?;
    value.to_str().and_then(parse).ok_or_else(|| {
        format!("{name} {} is not a number: write one such as 1000000, 1e6 or 10^6", shown(&value))
    })
}

/// A name as a terminal may show it: on one line, and nothing in it that moves the cursor or turns the
/// writing.
fn shown(name: &OsStr) -> String {
    name.to_string_lossy().chars().flat_map(char::escape_debug).collect()
}

/// Once a second.
fn show_progress(start: Instant, shown: &Mutex<Duration>, part: f64) {
    let now = start.elapsed();
    if let Ok(mut shown) = shown.try_lock()
        && now > *shown + Duration::from_secs(1)
    {
        *shown = now;
        let _ = write!(stderr(), "\rchecking: {:.0} % ", part * 100.0);
    }
}

fn check_named(name: &OsStr, arguments: &Arguments, machine: &Grant) -> Result<Verified, Fault> {
    let open = || -> io::Result<Box<dyn Read>> {
        Ok(if name == "-" { Box::new(stdin()) } else { Box::new(File::open(name)?) })
    };
    let file = open().map_err(|error| Fault::Unreadable(error.to_string()))?;
    let bounds = Bounds { values: arguments.values, memory: arguments.memory, free: machine.memory };

    let (start, shown, visible) = (Instant::now(), Mutex::new(Duration::ZERO), stderr().is_terminal());
    let progress = |part| {
        if visible {
            show_progress(start, &shown, part);
        }
    };
    let outcome = check_file(file, &bounds, Work::new(machine.threads, arguments.steps, &progress));
    if shown.into_inner().is_ok_and(|shown| shown > Duration::ZERO) {
        let _ = write!(stderr(), "\r{:20}\r", "");
    }
    outcome
}

/// Exit codes.
const VERIFIED: u8 = 0;
const NOT_VERIFIED: u8 = 1;
const UNREADABLE: u8 = 2;
const NOT_WRITTEN: u8 = 2;

/// Write a line of the result, and tell the exit code: that of the verdict, unless it is a success that could
/// not be written. A reader that closed the pipe gets no message.
fn say(line: &str, verdict: u8) -> u8 {
    let Err(error) = writeln!(stdout(), "{line}").and_then(|()| stdout().flush()) else { return verdict };
    if error.kind() != ErrorKind::BrokenPipe {
        complain(&format!("cannot write: {error}"));
    }
    if verdict == VERIFIED { NOT_WRITTEN } else { verdict }
}

fn run(arguments: &Arguments, machine: &Grant) -> u8 {
    if let Some(text) = arguments.text {
        return say(text, VERIFIED);
    }
    let mut worst = VERIFIED;
    for name in &arguments.files {
        let prefix = if arguments.files.len() > 1 { format!("{}: ", shown(name)) } else { String::new() };
        let code = match check_named(name, arguments, machine) {
            Ok(known) => say(&format!("{prefix}VERIFIED: {}", known.summary), VERIFIED),
            Err(fault @ Fault::NotVerified(_)) => say(&format!("{prefix}{fault}"), NOT_VERIFIED),
            Err(fault) => {
                complain(&format!("{}: {fault}", shown(name)));
                UNREADABLE
            }
        };
        worst = worst.max(code);
    }
    worst
}

fn complain(line: &str) {
    // If stderr is closed, there is nowhere to report it.
    let _ = writeln!(stderr(), "sprague-check: {line}");
}

fn main() -> ExitCode {
    let arguments = arguments();
    // Before the thread that listens for Ctrl-C starts: while it does, the allocator maps twice the address
    // space that it keeps for it.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.as_ref().map_or(0, |arguments| arguments.threads as usize);
    let machine = machine::grant(if threads == 0 { cores } else { threads });
    // There is nothing to clean up, so that Ctrl-C ends the program at once, wherever it is: reading from a
    // terminal, too. Without a handler, the signal itself ends it.
    let _ = sprague_process::on_interrupt(|| {
        complain("interrupted");
        std::process::exit(130);
    });
    let code = match arguments {
        Ok(arguments) => run(&arguments, &machine),
        Err(reason) => {
            complain(&format!("{reason} (try --help)"));
            UNREADABLE
        }
    };
    ExitCode::from(code)
}
