//! `sprague check FILE…`: the independent checker, from the same command.

use crate::args;
use crate::context::{Context, interrupted};
use serde_json::json;
use sprague::rules::parse_small;
use sprague_certificate::{Certificate, Limits};
use sprague_check::{Fault, Verified, Work};
use std::fs::File;
use std::io::{Read, Write, stdin};
use std::time::Instant;

/// Bytes that a check may hold besides the values, unless somebody says otherwise.
const MEMORY: u64 = 1 << 29;

pub fn run(args: &args::Check, context: &Context) -> anyhow::Result<u8> {
    let steps = parse_small(&args.steps, "a number of steps")?;
    let mut worst = 0;
    for name in &args.files {
        let start = Instant::now();
        let prefix = if args.files.len() > 1 { format!("{name}: ") } else { String::new() };
        let (code, status, text) = match check(name, steps, context.wanted_memory, context) {
            Ok(known) => (0, "verified", format!("VERIFIED: {}", known.summary)),
            Err(fault @ Fault::NotVerified(_)) => (1, "not verified", fault.to_string()),
            Err(Fault::Interrupted) => return Err(sprague::Error::Interrupted.into()),
            Err(fault) => {
                crate::complain(&format!("{name}: {fault}"));
                worst = 2;
                continue;
            }
        };
        worst = worst.max(code);
        let mut out = std::io::stdout().lock();
        if context.json {
            let seconds = start.elapsed().as_secs_f64();
            let object = json!({"file": name, "verdict": text, "status": status, "seconds": seconds});
            writeln!(out, "{object}")?;
        } else if context.bare {
            writeln!(out, "{status}")?;
        } else {
            writeln!(out, "{prefix}{text}")?;
        }
    }
    Ok(worst)
}

fn check(name: &str, steps: u64, memory: Option<u64>, context: &Context) -> Result<Verified, Fault> {
    let open = || -> std::io::Result<Box<dyn Read>> {
        Ok(if name == "-" { Box::new(stdin()) } else { Box::new(File::open(name)?) })
    };
    let file = open().map_err(|error| Fault::Unreadable(error.to_string()))?;
    let limits = Limits::default();
    let limits = Limits { values: limits.values.min(context.memory / 2), ..limits };
    let certificate = Certificate::read(file, &limits)?;
    let values = 2 * certificate.values.len() as u64;
    let progress = |part: f64| context.progress(part);
    let memory = memory.map_or(MEMORY, |memory| memory.saturating_sub(values));
    let work = Work::new(context.threads, steps, &progress)
        .with_memory(memory.min(context.memory.saturating_sub(values)))
        .stopped_by(&interrupted);
    let verdict = sprague_check::check(&certificate, &work);
    context.clear_progress();
    verdict
}
