//! `sprague check FILE…`: the independent checker, from the same command.

use crate::args;
use crate::context::{Context, interrupted};
use crate::foreign::{json_text, shown};
use serde_json::json;
use sprague::rules::parse_small;
use sprague_check::{Bounds, Fault, Verified, Work};
use std::io::{Read, Write, stdin};
use std::path::Path;
use std::time::Instant;

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
        let line = if context.json {
            let seconds = start.elapsed().as_secs_f64();
            let object = json!({"file": name, "verdict": text, "status": status, "seconds": seconds});
            json_text(&object)?
        } else if context.bare {
            status.to_string()
        } else {
            shown(&format!("{prefix}{text}"))
        };
        // The verdict decides first, and one that could not be written is no success.
        let mut out = std::io::stdout().lock();
        match writeln!(out, "{line}").and_then(|()| out.flush()) {
            Err(error) if code == 0 => {
                return Err(anyhow::Error::new(error).context("cannot write the result"));
            }
            _ => worst = worst.max(code),
        }
    }
    Ok(worst)
}

fn check(name: &str, steps: u64, memory: Option<u64>, context: &Context) -> Result<Verified, Fault> {
    let open = || -> std::io::Result<Box<dyn Read>> {
        Ok(if name == "-" { Box::new(stdin()) } else { Box::new(sprague_files::open(Path::new(name))?) })
    };
    let file = open().map_err(|error| Fault::Unreadable(error.to_string()))?;
    let progress = |part: f64| context.progress(part);
    let work = Work::new(context.threads, steps, &progress).stopped_by(&interrupted);
    let bounds = Bounds { memory, free: context.memory, ..Bounds::default() };
    let verdict = sprague_check::check_file(file, &bounds, work);
    context.clear_progress();
    verdict
}
