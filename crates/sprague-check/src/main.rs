//! `sprague-check FILE…`: VERIFIED, or NOT VERIFIED with the reason and the place.

mod machine;

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, ErrorKind, IsTerminal, Read, Write, stderr, stdin, stdout},
    process::ExitCode,
    sync::Mutex,
    time::{Duration, Instant},
};

use sprague_certificate::{Certificate, Limits};
use sprague_check::{Fault, Verified, Work, check};

const USAGE: &str = "\
Check certificates of Sprague.

usage: sprague-check [--threads N] [--steps N] [--values N] [--memory N] FILE…

  FILE         a certificate, - for standard input
  --threads N  threads to use (all cores)
  --steps N    give up after so many steps (10000000000000)
  --values N   refuse files of more values than this (268435456)
  --memory N   bytes to use, as 700000000, 700M or 2G, never more than the machine has free
               (512M and 2 bytes for each value)
  --           what follows are files, whatever their names

exit: 0 all verified, 1 some not verified, 2 some unreadable, bad usage or output that cannot be
written, 130 interrupted";

/// Bytes for a check besides its values, unless `--memory` says otherwise.
const MEMORY: u64 = 1 << 29;

struct Arguments {
    files: Vec<OsString>,
    threads: u64,
    steps: u64,
    values: u64,
    memory: Option<u64>,
    help: bool,
}

fn arguments() -> Result<Arguments, String> {
    let mut all = Arguments {
        files: vec![],
        threads: 0,
        steps: 10_000_000_000_000,
        values: Limits::default().values,
        memory: None,
        help: false,
    };
    let mut given = std::env::args_os().skip(1);
    while let Some(argument) = given.next() {
        let mut number = |parse: fn(&str) -> Option<u64>| {
            let number = given.next().and_then(|number| number.to_str().and_then(parse));
            number.ok_or_else(|| format!("{} needs a number", shown(&argument)))
        };
        let plain: fn(&str) -> Option<u64> = |digits| digits.parse().ok();
        match argument.to_str() {
            Some("--help") => all.help = true,
            Some("--threads") => all.threads = number(plain)?,
            Some("--steps") => all.steps = number(plain)?,
            Some("--values") => all.values = number(plain)?,
            Some("--memory") => all.memory = Some(number(bytes)?),
            Some("--") => all.files.extend(given.by_ref()),
            _ if argument.as_encoded_bytes().starts_with(b"--") => {
                return Err(format!("unknown option {}", shown(&argument)));
            }
            _ => all.files.push(argument),
        }
    }
    if all.files.is_empty() && !all.help { Err("no file given".into()) } else { Ok(all) }
}

/// A number of bytes, with K, M or G behind it if it is one of kilobytes, megabytes, gigabytes.
fn bytes(text: &str) -> Option<u64> {
    let units = [('K', 10), ('M', 20), ('G', 30)];
    let unit = units.iter().find_map(|&(letter, power)| Some((text.strip_suffix(letter)?, power)));
    let (digits, power) = unit.unwrap_or((text, 0));
    digits.parse::<u64>().ok()?.checked_mul(1 << power)
}

/// A name as a terminal may show it: on one line, and nothing in it that moves the cursor or turns the writing.
fn shown(name: &OsStr) -> String {
    name.to_string_lossy().chars().flat_map(char::escape_debug).collect()
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

fn check_file(name: &OsStr, arguments: &Arguments) -> Result<Verified, Fault> {
    let open = || -> io::Result<Box<dyn Read>> {
        Ok(if name == "-" { Box::new(stdin()) } else { Box::new(File::open(name)?) })
    };
    let file = open().map_err(|error| Fault::Unreadable(error.to_string()))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let machine = machine::grant(if arguments.threads == 0 { cores } else { arguments.threads as usize });
    let most = arguments.memory.unwrap_or(u64::MAX).min(machine.memory);
    let limits = Limits { values: arguments.values.min(most / 2), ..Limits::default() };
    let certificate = Certificate::read(file, &limits)?;
    let values = 2 * certificate.values.len() as u64;
    let memory = arguments.memory.map_or(MEMORY, |memory| memory.saturating_sub(values));
    let memory = memory.min(machine.memory.saturating_sub(values));

    let (start, shown, visible) = (Instant::now(), Mutex::new(Duration::ZERO), stderr().is_terminal());
    let progress = |part| {
        if visible {
            show_progress(start, &shown, part);
        }
    };
    let work = Work::new(machine.threads, arguments.steps, &progress).with_memory(memory);
    let outcome = check(&certificate, &work);
    if shown.into_inner().is_ok_and(|shown| shown > Duration::ZERO) {
        let _ = write!(stderr(), "\r{:20}\r", "");
    }
    outcome
}

/// Write a line of the result. A reader that has gone away is not an error; a line that is lost in another way is.
fn say(line: &str) -> io::Result<()> {
    let written = writeln!(stdout(), "{line}").and_then(|()| stdout().flush());
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

fn run(arguments: &Arguments) -> io::Result<u8> {
    if arguments.help {
        return say(USAGE).map(|()| 0);
    }
    let mut worst = 0;
    for name in &arguments.files {
        let outcome = check_file(name, arguments);
        let prefix = if arguments.files.len() > 1 { format!("{}: ", shown(name)) } else { String::new() };
        let code = match outcome {
            Ok(known) => say(&format!("{prefix}VERIFIED: {}", known.summary)).map(|()| 0)?,
            Err(fault @ Fault::NotVerified(_)) => say(&format!("{prefix}{fault}")).map(|()| 1)?,
            Err(fault) => {
                complain(&format!("{}: {fault}", shown(name)));
                2
            }
        };
        worst = worst.max(code);
    }
    Ok(worst)
}

fn complain(line: &str) {
    // Nobody is left to tell if stderr is closed.
    let _ = writeln!(stderr(), "sprague-check: {line}");
}

fn main() -> ExitCode {
    // There is nothing to clean up, so that Ctrl-C ends the program at once, wherever it is: reading from a terminal, too.
    // Where nobody can listen, the signal itself ends it.
    let _ = ctrlc::set_handler(|| {
        complain("interrupted");
        std::process::exit(130);
    });
    let code = match arguments() {
        Ok(arguments) => run(&arguments).unwrap_or_else(|error| {
            complain(&format!("cannot write: {error}"));
            2
        }),
        Err(reason) => {
            complain(&format!("{reason}\n\n{USAGE}"));
            2
        }
    };
    ExitCode::from(code)
}
