//! `sprague check FILE…`: the independent checker, from the same command.

use crate::args;
use crate::context::Context;
use serde_json::json;
use sprague::rules::parse_small;
use sprague_certificate::{Certificate, Limits};
use sprague_check::{Fault, Verified, Work};
use std::fs::File;
use std::io::{Read, Write, stdin};
use std::time::Instant;

pub fn run(args: &args::Check, context: &Context) -> anyhow::Result<u8> {
    let steps = parse_small(&args.steps, "a number of steps")?;
    let mut worst = 0;
    for name in &args.files {
        let start = Instant::now();
        let prefix = if args.files.len() > 1 { format!("{name}: ") } else { String::new() };
        let (code, status, text) = match check(name, steps, context) {
            Ok(known) => (0, "verified", format!("VERIFIED: {}", known.summary)),
            Err(fault @ Fault::NotVerified(_)) => (1, "not verified", fault.to_string()),
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

fn check(name: &str, steps: u64, context: &Context) -> Result<Verified, Fault> {
    let open = || -> std::io::Result<Box<dyn Read>> {
        Ok(if name == "-" { Box::new(stdin()) } else { Box::new(File::open(name)?) })
    };
    let file = open().map_err(|error| Fault::Unreadable(error.to_string()))?;
    let certificate = Certificate::read(file, &Limits::default())?;
    let progress = |part: f64| context.progress(part);
    let verdict = sprague_check::check(&certificate, &Work::new(context.threads, steps, &progress));
    context.clear_progress();
    verdict
}
