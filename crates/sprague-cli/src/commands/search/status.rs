//! `sprague search status --dir DIR`: what a run directory holds.

use crate::context::Context;
use crate::foreign::{short, shown, shown_lines, write_json};
use crate::report::{duration, grouped, rate};
use crate::store::manifest::{MANIFEST, Phase};
use crate::store::reader::Recorded;
use crate::store::{quoted, shown_path};
use anyhow::Context as _;
use serde::Serialize;
use sprague::Status;
use sprague::ask::{FoundLaw, SCHEMA, SparseSpace};
use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::Path;

pub fn run(dir: &Path, context: &Context) -> anyhow::Result<u8> {
    print(&Recorded::open(dir)?, "status", Status::Observed, context)?;
    Ok(0)
}

/// Prints what a run has come to: proved if this process computed all of it, else what the directory says.
pub fn print(run: &Recorded, ask: &str, status: Status, context: &Context) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if context.json {
        write_json(&mut out, &object(run, ask, status)?)?;
    } else if context.bare {
        writeln!(out, "{}", run.manifest.values)?;
    } else {
        writeln!(out, "{}", shown_lines(&text(run, ask, status)?))?;
    }
    out.flush().context("cannot write the result")
}

/// What a run directory holds, as answers are printed (docs/json.md).
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct RunAnswer<'a> {
    /// The version of the JSON form.
    #[cfg_attr(test, schemars(extend("const" = SCHEMA)))]
    schema: u32,
    /// What was asked.
    question: RunQuestion<'a>,
    /// `run`.
    #[cfg_attr(test, schemars(extend("const" = "run")))]
    kind: &'a str,
    /// The rule in canonical notation.
    rule: &'a str,
    /// The largest heap that is wanted.
    to: String,
    /// How many values are known.
    values: String,
    /// How many of them are in files.
    kept: String,
    /// Whether values are not kept in files.
    discard: bool,
    /// `whole` or `window`.
    #[cfg_attr(test, schemars(extend("enum" = ["whole", "window"])))]
    phase: &'a str,
    /// Whether a process is at work.
    running: bool,
    /// The largest value.
    max_value: u32,
    /// The first heap that has it.
    max_value_at: String,
    /// The sparse space in which values were computed.
    sparse_space: &'a Option<SparseSpace>,
    /// The law, if one is recorded.
    law: &'a Option<FoundLaw>,
    /// The name of the certificate's file.
    certificate: &'a Option<String>,
    /// Why there is no certificate.
    no_certificate: &'a Option<String>,
    /// Bytes on disk.
    bytes: String,
    /// Values per second.
    values_per_second: f64,
    /// How much the answer claims.
    status: Status,
    /// The time spent in all.
    seconds: f64,
}

/// The question that a run directory answers.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct RunQuestion<'a> {
    #[cfg_attr(test, schemars(extend("enum" = ["search", "status"])))]
    ask: &'a str,
    dir: std::borrow::Cow<'a, str>,
}

fn object<'a>(run: &'a Recorded, ask: &'a str, status: Status) -> anyhow::Result<RunAnswer<'a>> {
    let manifest = &run.manifest;
    Ok(RunAnswer {
        schema: SCHEMA,
        question: RunQuestion { ask, dir: run.folder.to_string_lossy() },
        kind: "run",
        rule: &manifest.rule,
        to: manifest.to.to_string(),
        values: manifest.values.to_string(),
        kept: manifest.kept().to_string(),
        discard: manifest.discard,
        phase: phase(&manifest.phase),
        running: is_running(run, ask),
        max_value: manifest.max_value,
        max_value_at: manifest.max_value_at.to_string(),
        sparse_space: &manifest.sparse_space,
        law: &manifest.law,
        certificate: &manifest.certificate,
        no_certificate: &manifest.no_certificate,
        bytes: bytes(run)?.to_string(),
        values_per_second: manifest.values_per_second,
        status,
        seconds: manifest.seconds,
    })
}

fn phase(phase: &Phase) -> &'static str {
    match phase {
        Phase::Whole { .. } => "whole",
        Phase::Window { .. } => "window",
    }
}

fn text(run: &Recorded, ask: &str, status: Status) -> anyhow::Result<String> {
    let manifest = &run.manifest;
    let running = if is_running(run, ask) { ", at work" } else { "" };
    let mut text = format!(
        "{}: {} values of {} in {}{running}",
        short(&manifest.rule),
        grouped(manifest.values),
        grouped(manifest.to.saturating_add(1)),
        shown_path(&run.folder)
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
            let shape = law.shape().unwrap_or_else(|| "no period".to_string());
            let theorem = shown(law.theorem.as_deref().unwrap_or("a theorem"));
            match status.is_proved() {
                true => format!("\nlaw: {shape}; proved by {theorem}"),
                false => format!(
                    "\nlaw: {shape}; recorded as proved by {theorem}, `sprague law @{}` verifies it",
                    quoted(&run.folder)
                ),
            }
        }
        None => "\nno law so far".to_string(),
    };
    match (&manifest.certificate, &manifest.no_certificate) {
        (Some(name), _) => text += &format!("\ncertificate: {}", shown_path(&run.folder.join(name))),
        (None, Some(reason)) => text += &format!("\nno certificate: {}", shown(reason)),
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
    ask == "status" && sprague_files::open(&run.folder.join("lock")).is_ok_and(locked)
}

#[cfg(test)]
mod tests {
    use super::RunAnswer;
    use schemars::JsonSchema;
    use schemars::generate::SchemaSettings;
    use sprague::ask::{Answer, SCHEMA};

    /// Everything that `--json` prints as an answer.
    #[derive(serde::Serialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum Printed<'a> {
        Answer(Box<Answer>),
        Run(Box<RunAnswer<'a>>),
    }

    /// The committed schema is the one of the types; SPRAGUE_UPDATE=1 writes it.
    #[test]
    fn the_schema_is_that_of_the_types() {
        let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let mut schema = generator.into_root_schema_for::<Printed>();
        schema.insert("title".into(), format!("An answer of Sprague, version {SCHEMA}").into());
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/answer.schema.json");
        if std::env::var_os("SPRAGUE_UPDATE").is_some() {
            std::fs::write(file, &text).unwrap();
        }
        let committed = std::fs::read_to_string(file).unwrap();
        assert!(
            committed == text,
            "docs/answer.schema.json is not that of the types; SPRAGUE_UPDATE=1 writes it"
        );
    }
}
