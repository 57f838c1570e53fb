//! `sprague status DIR`: what a run directory holds.

use crate::args;
use crate::context::Context;
use crate::report::{duration, grouped, rate};
use crate::store::manifest::{MANIFEST, Phase};
use crate::store::reader::Recorded;
use crate::store::shown;
use anyhow::Context as _;
use serde_json::json;
use sprague::ask::{SCHEMA, SparseSpace};
use std::fs::{File, TryLockError};
use std::io::Write;

pub fn run(args: &args::Status, context: &Context) -> anyhow::Result<u8> {
    print(&Recorded::open(&args.dir)?, "status", context)?;
    Ok(0)
}

/// Prints what a run has come to.
pub fn print(run: &Recorded, ask: &str, context: &Context) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if context.json {
        serde_json::to_writer(&mut out, &object(run, ask)?).map_err(crate::report::unwrap_io)?;
        writeln!(out)?;
    } else if context.bare {
        writeln!(out, "{}", run.manifest.values)?;
    } else {
        writeln!(out, "{}", text(run, ask)?)?;
    }
    out.flush().context("cannot write the result")
}

/// One self-describing object, as answers are (docs/json.md).
fn object(run: &Recorded, ask: &str) -> anyhow::Result<serde_json::Value> {
    let manifest = &run.manifest;
    Ok(json!({
        "schema": SCHEMA,
        "question": {"ask": ask, "dir": run.folder.to_string_lossy()},
        "kind": "run",
        "rule": manifest.rule,
        "to": manifest.to.to_string(),
        "values": manifest.values.to_string(),
        "kept": manifest.kept().to_string(),
        "discard": manifest.discard,
        "phase": phase(&manifest.phase),
        "running": is_running(run, ask),
        "max_value": manifest.max_value,
        "max_value_at": manifest.max_value_at.to_string(),
        "sparse_space": manifest.sparse_space,
        "law": manifest.law,
        "certificate": manifest.certificate,
        "no_certificate": manifest.no_certificate,
        "bytes": bytes(run)?.to_string(),
        "values_per_second": manifest.values_per_second,
        // Values are computed exactly, and a law is proved; nothing else is claimed.
        "status": "proved",
        "seconds": manifest.seconds,
    }))
}

fn phase(phase: &Phase) -> &'static str {
    match phase {
        Phase::Whole { .. } => "whole",
        Phase::Window { .. } => "window",
    }
}

fn text(run: &Recorded, ask: &str) -> anyhow::Result<String> {
    let manifest = &run.manifest;
    let running = if is_running(run, ask) { ", at work" } else { "" };
    let mut text = format!(
        "{}: {} values of {} in {}{running}",
        manifest.rule,
        grouped(manifest.values),
        grouped(manifest.to.saturating_add(1)),
        shown(&run.folder)
    );
    if manifest.values > 0 {
        text += &format!("\nlargest value {}, first at {}", manifest.max_value, manifest.max_value_at);
    }
    if let Some(SparseSpace { mask: 1.., rare_positions: Some(rare), last_rare: Some(last), .. }) =
        manifest.sparse_space
    {
        let window = if matches!(manifest.phase, Phase::Window { .. }) { "; a window is enough" } else { "" };
        text += &format!("\n{} rare positions, the last at {}{window}", grouped(rare), grouped(last));
    }
    text += &match &manifest.law {
        Some(law) => {
            let saltus = match law.saltus {
                Some(0) => String::new(),
                Some(saltus) => format!(", saltus {saltus}"),
                None => ", classes apart".to_string(),
            };
            let (period, preperiod) = (law.period.unwrap_or(0), law.preperiod.unwrap_or(0));
            format!(
                "\nlaw: period {period}, preperiod {preperiod}{saltus}; proved by {}",
                law.theorem.as_deref().unwrap_or("a theorem")
            )
        }
        None => "\nno law so far".to_string(),
    };
    match (&manifest.certificate, &manifest.no_certificate) {
        (Some(name), _) => text += &format!("\ncertificate: {}", shown(&run.folder.join(name))),
        (None, Some(reason)) => text += &format!("\nno certificate: {reason}"),
        (None, None) => {}
    }
    let kept = match manifest.kept() {
        0 => "no values kept".to_string(),
        kept => format!("{} values kept", grouped(kept)),
    };
    Ok(format!(
        "{text}\n{kept}, {} bytes on disk, {}, {} values/s",
        grouped(bytes(run)?),
        duration(manifest.seconds),
        rate(manifest.values_per_second)
    ))
}

/// Bytes of the files that count.
fn bytes(run: &Recorded) -> anyhow::Result<u64> {
    let manifest = &run.manifest;
    let chunks = manifest.chunks.iter().map(|chunk| chunk.name());
    let others = [Some(MANIFEST.to_string()), manifest.phase.file(), manifest.certificate.clone()];
    // A run that is at work may have replaced one of them.
    let size = |name: String| run.folder.join(name).metadata().map_or(0, |file| file.len());
    Ok(chunks.chain(others.into_iter().flatten()).map(size).sum())
}

/// Whether another process is at work there.
fn is_running(run: &Recorded, ask: &str) -> bool {
    let locked = |file: File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    ask == "status" && File::open(run.folder.join("lock")).is_ok_and(locked)
}
