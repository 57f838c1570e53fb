//! `sprague-check FILE…`: VERIFIED, or NOT VERIFIED with the reason and the place.

use std::{
    fs::File,
    io::{IsTerminal, Read, Write, stderr, stdin, stdout},
    process::ExitCode,
    sync::Mutex,
    time::{Duration, Instant},
};

use sprague_certificate::{Certificate, Limits};
use sprague_check::{Fault, Verified, Work, check};

const USAGE: &str = "\
Check certificates of Sprague.

usage: sprague-check [--threads N] [--steps N] [--values N] FILE…

  FILE         a certificate, - for standard input
  --threads N  threads to use (all cores)
  --steps N    give up after so many steps (10000000000000)
  --values N   refuse files of more values than this (268435456)

exit: 0 all verified, 1 some not verified, 2 some unreadable, or bad usage";

struct Arguments {
    files: Vec<String>,
    threads: u64,
    steps: u64,
    limits: Limits,
}

fn arguments() -> Result<Arguments, String> {
    let mut all =
        Arguments { files: vec![], threads: 0, steps: 10_000_000_000_000, limits: Limits::default() };
    let mut given = std::env::args().skip(1);
    while let Some(argument) = given.next() {
        let slot = match argument.as_str() {
            "--threads" => &mut all.threads,
            "--steps" => &mut all.steps,
            "--values" => &mut all.limits.values,
            option if option.starts_with("--") => return Err(format!("unknown option {option}")),
            _ => {
                all.files.push(argument);
                continue;
            }
        };
        let number = given.next().and_then(|number| number.parse().ok());
        *slot = number.ok_or(format!("{argument} needs a number"))?;
    }
    if all.files.is_empty() { Err("no file given".into()) } else { Ok(all) }
}

/// Once a second, if somebody is looking.
fn show_progress(start: Instant, shown: &Mutex<Duration>, part: f64) {
    let now = start.elapsed();
    if let Ok(mut shown) = shown.try_lock()
        && now > *shown + Duration::from_secs(1)
    {
        *shown = now;
        let _ = write!(stderr(), "\rchecking: {:.0} % ", part * 100.0);
    }
}

fn check_file(name: &str, arguments: &Arguments) -> Result<Verified, Fault> {
    let open = || -> std::io::Result<Box<dyn Read>> {
        Ok(if name == "-" { Box::new(stdin()) } else { Box::new(File::open(name)?) })
    };
    let file = open().map_err(|error| Fault::Unreadable(error.to_string()))?;
    let certificate = Certificate::read(file, &arguments.limits)?;
    let (start, shown, visible) = (Instant::now(), Mutex::new(Duration::ZERO), stderr().is_terminal());
    let progress = |part| {
        if visible {
            show_progress(start, &shown, part);
        }
    };
    let outcome = check(&certificate, &Work::new(arguments.threads as usize, arguments.steps, &progress));
    if shown.into_inner().is_ok_and(|shown| shown > Duration::ZERO) {
        let _ = write!(stderr(), "\r{:20}\r", "");
    }
    outcome
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(_) if std::env::args().any(|a| a == "--help") => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(reason) => {
            eprintln!("sprague-check: {reason}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let mut worst = 0;
    for name in &arguments.files {
        let outcome = check_file(name, &arguments);
        let prefix = if arguments.files.len() > 1 { format!("{name}: ") } else { String::new() };
        // A reader that has gone away is not an error; the exit code still tells.
        let (code, _) = match outcome {
            Ok(known) => (0, writeln!(stdout(), "{prefix}VERIFIED: {}", known.summary)),
            Err(fault @ Fault::NotVerified(_)) => (1, writeln!(stdout(), "{prefix}{fault}")),
            Err(fault) => (2, writeln!(stderr(), "sprague-check: {name}: {fault}")),
        };
        worst = worst.max(code);
    }
    ExitCode::from(worst)
}
