//! A copy of the workspace in which all mutants that compile are compiled at once.
//!
//! Mutants that the compiler rejects are removed, round after round: an error inside a mutant's own copy is one that
//! the mutant also has alone; an error elsewhere in its site removes it from the common build only.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{
    list::Mutant,
    rewrite::{Fate, Written, rewrite},
};

/// A compiled test.
pub struct Binary {
    pub target: String,
    pub path: PathBuf,
    /// Where it is run.
    pub folder: PathBuf,
}

/// The copy, and what became of the mutants; number k is `mutants[k]`, and number 0 is none.
pub struct Build {
    pub binaries: Vec<Binary>,
    pub fates: Vec<Fate>,
}

pub fn build(root: &Path, copy: &Path, mutants: &[Mutant], packages: &[String]) -> Result<Build> {
    let files = workspace(root)?;
    let mut by_file: BTreeMap<&Path, Vec<(u32, &Mutant)>> = BTreeMap::new();
    for (number, mutant) in (0..).zip(mutants).skip(1) {
        by_file.entry(&mutant.file).or_default().push((number, mutant));
    }
    for file in files.iter().filter(|file| !by_file.contains_key(file.as_path())) {
        put(&copy.join(file), &with_switch(root, file, &by_file)?)?;
    }
    put(&copy.join("schemata-switch/Cargo.toml"), SWITCH.as_bytes())?;
    put(&copy.join("schemata-switch/src/lib.rs"), include_bytes!("../switch/lib.rs"))?;
    let mut fates = known_fates(copy, mutants);
    for round in 1.. {
        let mut written: HashMap<PathBuf, Vec<Written>> = HashMap::new();
        for (file, mutants) in &by_file {
            let text = fs::read_to_string(root.join(file))?;
            let out = rewrite(&text, mutants, &mut fates).with_context(|| format!("{}", file.display()))?;
            put(&copy.join(file), out.text.as_bytes())?;
            written.insert(file.to_path_buf(), out.written);
        }
        let (binaries, errors) = cargo(copy, packages)?;
        let before = count(&fates);
        errors.iter().for_each(|error| blame(error, &written, &mut fates));
        eprintln!("round {round}: {} errors, {before:?} switched, unviable, alone", errors.len());
        if errors.is_empty() {
            keep_fates(copy, mutants, &fates)?;
            return Ok(Build { binaries, fates });
        }
        if count(&fates) == before {
            errors.iter().take(5).for_each(|error| eprintln!("{}", error["rendered"].as_str().unwrap_or("")));
            bail!("errors that no mutant is to blame for");
        }
    }
    unreachable!("rounds end")
}

/// What an earlier build found out, so that this one takes one round.
fn known_fates(copy: &Path, mutants: &[Mutant]) -> Vec<Fate> {
    let text = fs::read_to_string(copy.join(FATES)).unwrap_or_default();
    let known: HashMap<String, String> = serde_json::from_str(&text).unwrap_or_default();
    let fate = |mutant: &Mutant| match known.get(&mutant.name).map(String::as_str) {
        Some("Unviable") => Fate::Unviable,
        Some("Alone") => Fate::Alone,
        _ => Fate::Switched,
    };
    mutants.iter().map(fate).collect()
}

fn keep_fates(copy: &Path, mutants: &[Mutant], fates: &[Fate]) -> Result<()> {
    let names = mutants.iter().map(|mutant| &mutant.name);
    let fates: BTreeMap<&String, String> = names.zip(fates.iter().map(|fate| format!("{fate:?}"))).collect();
    Ok(fs::write(copy.join(FATES), serde_json::to_string_pretty(&fates)?)?)
}

const FATES: &str = "fates.json";
const SWITCH: &str = "[package]\nname = \"schemata-switch\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";

fn count(fates: &[Fate]) -> [usize; 3] {
    [Fate::Switched, Fate::Unviable, Fate::Alone]
        .map(|kind| fates[1..].iter().filter(|&&fate| fate == kind).count())
}

/// The files of the workspace that git knows or would take.
fn workspace(root: &Path) -> Result<Vec<PathBuf>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root);
    let names = String::from_utf8(git.output()?.stdout)?;
    let files = names.split_terminator('\0').map(PathBuf::from);
    Ok(files.filter(|file| root.join(file).is_file()).collect())
}

/// A file of the workspace; manifests of packages with mutants depend on the switch.
fn with_switch(root: &Path, file: &Path, by_file: &BTreeMap<&Path, Vec<(u32, &Mutant)>>) -> Result<Vec<u8>> {
    let bytes = fs::read(root.join(file))?;
    let Some(folder) = file.parent().filter(|_| file.ends_with("Cargo.toml")) else { return Ok(bytes) };
    if !by_file.keys().any(|source| source.starts_with(folder.join("src"))) {
        return Ok(bytes);
    }
    let switch = format!(
        "[dependencies]\nschemata-switch = {{ path = \"{}schemata-switch\" }}",
        "../".repeat(folder.components().count())
    );
    Ok(String::from_utf8(bytes)?.replacen("[dependencies]", &switch, 1).into_bytes())
}

/// Written only if it changes, so that cargo builds what is new.
fn put(file: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(file).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::create_dir_all(file.parent().context("a file in a folder")?)?;
    fs::write(file, bytes).with_context(|| format!("{}", file.display()))
}

/// Builds all tests of the packages; the test binaries, and the errors.
fn cargo(copy: &Path, packages: &[String]) -> Result<(Vec<Binary>, Vec<Value>)> {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--no-run", "--no-fail-fast", "--message-format=json", "--lib", "--bins", "--tests"]);
    cargo.args(packages.iter().flat_map(|package| ["-p", package])).current_dir(copy);
    let output = cargo.stderr(Stdio::inherit()).output()?;
    let (mut binaries, mut errors) = (Vec::new(), Vec::new());
    for line in output.stdout.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"{")) {
        let message: Value = serde_json::from_slice(line)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match message["reason"].as_str() {
            Some("compiler-message") if message["message"]["level"] == "error" => {
                errors.push(message["message"].clone());
            }
            Some("compiler-artifact") if message["profile"]["test"] == true => {
                let manifest = PathBuf::from(text(&message["manifest_path"]));
                let target =
                    format!("{} {}", text(&message["target"]["kind"][0]), text(&message["target"]["name"]));
                let folder = manifest.parent().context("a manifest in a folder")?.to_path_buf();
                binaries.push(Binary { target, path: text(&message["executable"]).into(), folder });
            }
            _ => {}
        }
    }
    if errors.is_empty() && !output.status.success() {
        bail!("cargo failed");
    }
    errors.retain(|error| error["spans"].as_array().is_some_and(|spans| !spans.is_empty()));
    Ok((binaries, errors))
}

fn blame(error: &Value, written: &HashMap<PathBuf, Vec<Written>>, fates: &mut [Fate]) {
    let Some(spans) = error["spans"].as_array() else { return };
    let mut spans: Vec<&Value> = spans.iter().collect();
    spans.sort_by_key(|span| span["is_primary"] != true);
    for span in spans {
        let Some(file) = written.get(Path::new(span["file_name"].as_str().unwrap_or_default())) else {
            continue;
        };
        let at = |key: &str| span[key].as_u64().unwrap_or(0) as usize;
        let (start, end) = (at("byte_start"), at("byte_end"));
        let around = file.iter().filter(|written| written.bytes.start <= start && end <= written.bytes.end);
        let Some(innermost) = around.min_by_key(|written| (written.bytes.len(), !written.copy)) else {
            continue;
        };
        let fate = if innermost.copy { Fate::Unviable } else { Fate::Alone };
        innermost.mutants.iter().for_each(|&mutant| fates[mutant as usize] = fate);
        return;
    }
}
