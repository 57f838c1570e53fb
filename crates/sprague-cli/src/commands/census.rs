//! `sprague census`: the laws of many codes, in rounds, into a store; what it has, and whether the checker
//! agrees.

use crate::args::{self, CensusAction, CensusRun};
use crate::context::{Context, interrupted};
use crate::foreign::{shown, shown_lines, write_json};
use crate::report::{grouped, grouped_aside};
use crate::save::replace;
use anyhow::Context as _;
use serde_json::json;
use sprague::Error;
use sprague::rules::parse_small;
use sprague_census::{
    Limits, Plan, Progress, Report, Store, Verified, codes_of, run as compute_all, verify, write_csv,
};
use sprague_check::Work;
use std::io::Write;
use std::path::Path;

/// Bytes for each task, by default.
const MEMORY: u64 = 1 << 30;
/// Steps of the checker for one certificate.
const STEPS: u64 = 10_000_000_000_000;

pub fn run(args: &args::Census, context: &Context) -> anyhow::Result<u8> {
    match &args.action {
        CensusAction::Run(run) => compute(run, context),
        CensusAction::Report { dir, verify } => {
            let store = Store::open(dir)?;
            let verified = if *verify { Some(check_all(&store, context)?) } else { None };
            for (rule, fault) in verified.iter().flat_map(|verified| &verified.faults) {
                crate::complain(&format!("{rule}: {fault}"));
            }
            report(&store, verified.as_ref(), context)?;
            Ok(exit_code(verified.as_ref()))
        }
        CensusAction::Verify { dir } => {
            let verified = check_all(&Store::open(dir)?, context)?;
            tell_verdict(&verified, context)?;
            Ok(exit_code(Some(&verified)))
        }
        CensusAction::Export { dir, output } => {
            csv(&Store::open(dir)?, output)?;
            Ok(0)
        }
    }
}

/// 1 if the checker found a fault.
fn exit_code(verified: Option<&Verified>) -> u8 {
    u8::from(verified.is_some_and(|verified| !verified.faults.is_empty()))
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
        Some(0) => anyhow::bail!("a round of 0 values computes nothing; take at least 1"),
        _ => Ok(rounds),
    }
}

/// Computes what is missing; 1 if the engine failed on a rule.
fn compute(args: &CensusRun, context: &Context) -> anyhow::Result<u8> {
    let rounds = rounds(&args.rounds)?;
    let wanted = codes_of(&args.patterns)?;
    let memory = context.wanted_memory.unwrap_or(MEMORY).min(context.memory / context.threads as u64);
    let store = Store::plan(&args.dir)?;
    let codes = store.ask_for(&args.patterns)?;
    if codes.is_empty() {
        anyhow::bail!("the store has no codes yet: name some, such as 0.???");
    }
    let plan = Plan::new(&codes, Limits { rounds, seconds: args.time.map(|time| time.as_secs()), memory });
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
    report(&store, None, context)?;
    if !context.json {
        let tasks = if done.done == 1 { "task" } else { "tasks" };
        crate::complain(&format!(
            "{} {tasks} done now, {} laws proved",
            grouped_aside(done.done),
            grouped_aside(done.proved)
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

fn report(store: &Store, verified: Option<&Verified>, context: &Context) -> anyhow::Result<()> {
    let report = Report::new(&store.patterns()?, &store.codes()?, &store.rows()?, verified);
    let mut out = std::io::stdout().lock();
    if context.json {
        write_json(&mut out, &report)?;
    } else {
        writeln!(out, "{}", shown_lines(&report.to_string()))?;
    }
    Ok(())
}

fn csv(store: &Store, name: &str) -> anyhow::Result<()> {
    let (codes, rows) = (store.codes()?, store.rows()?);
    let mut table = Vec::new();
    write_csv(&codes, &rows, &mut table)?;
    let table = shown_lines(&String::from_utf8_lossy(&table));
    if name == "-" {
        return Ok(std::io::stdout().lock().write_all(table.as_bytes())?);
    }
    replace(Path::new(name), |out| Ok(out.write_all(table.as_bytes())?))
        .with_context(|| format!("cannot write {name}"))
}

/// Every certificate to the checker.
fn check_all(store: &Store, context: &Context) -> anyhow::Result<Verified> {
    let threads = context.threads;
    let work = || Work::new(threads, STEPS, &|_| ()).stopped_by(&interrupted);
    let tell = |done: u64, all: u64| context.tell(done, all, "certificates");
    let found = verify(store, &store.rows()?, &work, &tell);
    context.clear_progress();
    Ok(found?)
}

/// What the checker found: a line for every fault and one for the rest, or an object.
fn tell_verdict(found: &Verified, context: &Context) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if context.json {
        let faults: Vec<_> =
            found.faults.iter().map(|(rule, fault)| json!({"rule": rule, "fault": fault})).collect();
        let verified = found.verified.len();
        write_json(
            &mut out,
            &json!({"verified": verified, "without_certificate": found.without, "faults": faults}),
        )?;
    } else {
        for (rule, fault) in &found.faults {
            writeln!(out, "{}", shown(&format!("{rule}: {fault}")))?;
        }
        write!(out, "{} laws verified by the independent checker", grouped(found.verified.len() as u64))?;
        if !found.without.is_empty() {
            let rules = shown(&found.without.join(" "));
            write!(out, ", {} recorded as proved without a certificate ({rules})", found.without.len())?;
        }
        writeln!(out, ", {} faults", found.faults.len())?;
    }
    Ok(())
}
