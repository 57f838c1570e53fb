//! `sprague census`: the laws of many codes, in rounds, into a store; what it has, and whether the checker agrees.

use crate::args;
use crate::context::{Context, interrupted};
use crate::report::grouped;
use crate::save::replace;
use anyhow::Context as _;
use serde_json::json;
use sprague::Error;
use sprague::rules::parse_small;
use sprague_census::{
    Limits, Plan, Progress, Report, Store, codes_of, run as compute_all, verify, write_csv,
};
use sprague_check::Work;
use std::io::Write;
use std::path::Path;

/// Bytes for each task, unless somebody says otherwise.
const MEMORY: u64 = 1 << 30;
/// Steps of the checker for one certificate.
const STEPS: u64 = 10_000_000_000_000;

pub fn run(args: &args::Census, context: &Context) -> anyhow::Result<u8> {
    if context.bare {
        return Err(Error::Unsupported("a census has no bare result; leave --bare out".to_string()).into());
    }
    let only_reads = args.report || args.verify || args.csv.is_some();
    if !only_reads {
        return compute(args, context);
    }
    if !args.patterns.is_empty() {
        let line = "--report, --verify and --csv are of all codes of the store; leave the patterns out";
        return Err(Error::Unsupported(line.to_string()).into());
    }
    let store = Store::open(Path::new(&args.store))?;
    if args.report {
        report(&store, context)?;
    }
    if let Some(name) = &args.csv {
        csv(&store, name)?;
    }
    if args.verify { check(&store, context) } else { Ok(0) }
}

/// Rounds as they are written, ascending.
fn rounds(text: &str) -> anyhow::Result<Vec<u64>> {
    let mut rounds: Vec<u64> = text
        .split(',')
        .map(|round| parse_small(round.trim(), "a number of values"))
        .collect::<Result<_, _>>()?;
    rounds.sort_unstable();
    rounds.dedup();
    match rounds.first() {
        Some(0) => {
            Err(Error::Unsupported("a round of 0 values computes nothing; take at least 1".into()).into())
        }
        _ => Ok(rounds),
    }
}

/// Computes what is missing; 1 if the engine failed on a rule.
fn compute(args: &args::Census, context: &Context) -> anyhow::Result<u8> {
    let rounds = rounds(&args.rounds)?;
    let wanted = codes_of(&args.patterns)?;
    let memory = context.wanted_memory.unwrap_or(MEMORY).min(context.memory / context.threads as u64);
    let store = Store::plan(Path::new(&args.store))?;
    let codes = store.ask_for(&args.patterns)?;
    if codes.is_empty() {
        return Err(
            Error::Unsupported("the store has no codes yet: name some, such as 0.???".to_string()).into()
        );
    }
    let plan = Plan::new(&codes, Limits { rounds, seconds: args.seconds, memory });
    let plan = if wanted.is_empty() { plan } else { plan.only(&wanted) };
    let watch = |_: u64, _: u64| !interrupted();
    let tell = |now: Progress| context.tell(now.done, now.done + now.left, "tasks");
    let done = compute_all(&store, &plan, context.threads, &watch, &tell);
    context.clear_progress();
    let done = match done {
        Err(sprague_census::Error::Engine(Error::Interrupted)) => {
            crate::complain("stopped; what was found is kept, and the same command goes on from here");
            return Err(Error::Interrupted.into());
        }
        done => done?,
    };
    store.tidy()?;
    report(&store, context)?;
    if !context.json {
        let tasks = if done.done == 1 { "task" } else { "tasks" };
        crate::complain(&format!(
            "{} {tasks} done now, {} laws proved",
            grouped(done.done),
            grouped(done.proved)
        ));
    }
    if !done.defects.is_empty() {
        crate::complain(&format!(
            "a defect of the engine, please report it: no row of {}",
            done.defects.join(" ")
        ));
    }
    Ok(u8::from(!done.defects.is_empty()))
}

fn report(store: &Store, context: &Context) -> anyhow::Result<()> {
    let report = Report::new(&store.patterns()?, &store.codes()?, &store.rows()?);
    let mut out = std::io::stdout().lock();
    if context.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(out, "{report}")?;
    }
    Ok(())
}

fn csv(store: &Store, name: &str) -> anyhow::Result<()> {
    let (codes, rows) = (store.codes()?, store.rows()?);
    if name == "-" {
        return Ok(write_csv(&codes, &rows, std::io::stdout().lock())?);
    }
    replace(Path::new(name), |out| Ok(write_csv(&codes, &rows, out)?))
        .with_context(|| format!("cannot write {name}"))
}

/// Every certificate to the checker; 1 if one has a fault.
fn check(store: &Store, context: &Context) -> anyhow::Result<u8> {
    let threads = context.threads;
    let work = || Work::new(threads, STEPS, &|_| ()).stopped_by(&interrupted);
    let tell = |done: u64, all: u64| context.tell(done, all, "certificates");
    let found = verify(store, &store.rows()?, &work, &tell);
    context.clear_progress();
    let found = found?;
    let mut out = std::io::stdout().lock();
    if context.json {
        let faults: Vec<_> =
            found.faults.iter().map(|(rule, fault)| json!({"rule": rule, "fault": fault})).collect();
        writeln!(
            out,
            "{}",
            json!({"verified": found.verified, "without_certificate": found.without, "faults": faults})
        )?;
    } else {
        for (rule, fault) in &found.faults {
            writeln!(out, "{rule}: {fault}")?;
        }
        write!(out, "{} laws verified by the independent checker", grouped(found.verified))?;
        if !found.without.is_empty() {
            write!(
                out,
                ", {} proved without a certificate ({})",
                found.without.len(),
                found.without.join(" ")
            )?;
        }
        writeln!(out, ", {} faults", found.faults.len())?;
    }
    Ok(u8::from(!found.faults.is_empty()))
}
