//! The store: a directory of rows and certificates.
//!
//! ```text
//! DIR/census.json               format, and the patterns that were asked for
//! DIR/codes.csv                 every code that was asked for: code,rule,shift
//! DIR/rows/….ndjson             parts: one row per line, each an answer of the engine (docs/json.md)
//! DIR/certificates/ab/….cert    certificates, by the SHA-256 of their bytes
//! DIR/lock                      held by the process that plans
//! ```
//!
//! One process plans at a time and holds the lock. Others may write rows, each to its own part, and anyone
//! may read. Nothing is changed in place: rows are appended, other files are replaced by a rename. So a
//! process may die at any moment, and two that compute the same task leave the same row twice, which counts
//! once.

use crate::part::{self, ENDING, Part};
use crate::{CensusCode, Error, Result, Rows, codes_of};
use serde::{Deserialize, Serialize};
use sprague::ask::Answered;
use sprague_files::{Lock, sweep};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The version of the layout.
const FORMAT: u32 = 1;
/// More parts than this are made one.
const MOST_PARTS: usize = 16;
/// Bytes of the manifest and of the list of codes, at most.
const MOST_MANIFEST: u64 = 1 << 26;
const MOST_CODES: u64 = 1 << 30;

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    format: u32,
    patterns: Vec<String>,
}

/// A store.
#[derive(Debug)]
pub struct Store {
    dir: PathBuf,
    part: Mutex<Option<Part>>,
    _lock: Option<Lock>,
}

impl Store {
    /// Opens a store to plan on it, alone; it is made if it is not there.
    ///
    /// # Errors
    /// If another process plans on it, or the directory is something else.
    pub fn plan(dir: &Path) -> Result<Self> {
        let has_manifest = dir.join("census.json").exists();
        let wrong = |error: std::io::Error| Error::file(dir, error);
        std::fs::create_dir_all(dir).map_err(wrong)?;
        // A process that was killed early has left its lock, or a file that it was about to rename.
        let ours = |name: &OsStr| name == "lock" || sprague_files::is_temporary(name);
        if !has_manifest && dir.read_dir().map_err(wrong)?.flatten().any(|entry| !ours(&entry.file_name())) {
            return Err(Error::file(dir, "it is not empty and no census; name a new directory with --dir"));
        }
        let lock = Lock::take(dir).map_err(|error| Error::file(dir, error))?;
        let store = Store { dir: dir.to_path_buf(), part: Mutex::default(), _lock: None };
        // The manifest comes first: whatever else is there belongs to a store.
        if has_manifest {
            store.manifest()?;
        } else {
            store.write_manifest(vec![])?;
        }
        for folder in ["rows", "certificates"] {
            std::fs::create_dir_all(dir.join(folder)).map_err(wrong)?;
        }
        for folder in [dir, &dir.join("rows")] {
            sweep(folder, &lock).map_err(|error| Error::file(folder, error))?;
        }
        for path in store.parts()? {
            part::mend(&path)?;
        }
        Ok(Store { _lock: Some(lock), ..store })
    }

    /// Opens a store that is there, to read it or to add rows.
    pub fn open(dir: &Path) -> Result<Self> {
        let store = Store { dir: dir.to_path_buf(), part: Mutex::default(), _lock: None };
        store.manifest()?;
        Ok(store)
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    fn manifest(&self) -> Result<Manifest> {
        let path = self.dir.join("census.json");
        let bytes = match sprague_files::read(&path, MOST_MANIFEST) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(Error::file(
                    &self.dir,
                    "there is no census here; `sprague census run PATTERN --dir DIR` begins one",
                ));
            }
            read => read.map_err(|error| Error::file(&path, error))?,
        };
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|error| Error::file(&path, error))?;
        if manifest.format != FORMAT {
            let line =
                format!("format {} is not known to this program, which reads {FORMAT}", manifest.format);
            return Err(Error::file(&path, line));
        }
        Ok(manifest)
    }

    fn write_manifest(&self, patterns: Vec<String>) -> Result<()> {
        let text = serde_json::to_string(&Manifest { format: FORMAT, patterns })
            .map_err(|error| Error::file(&self.dir, error))?;
        replace(&self.dir.join("census.json"), format!("{text}\n").as_bytes())
    }

    /// The patterns that were asked for so far.
    pub fn patterns(&self) -> Result<Vec<String>> {
        Ok(self.manifest()?.patterns)
    }

    /// Adds patterns to those that were asked for; gives the codes of all of them.
    pub fn ask_for(&self, more: &[String]) -> Result<Vec<CensusCode>> {
        let new = codes_of(more)?;
        let mut codes = self.codes()?;
        let seen: std::collections::HashSet<String> = codes.iter().map(|code| code.code.clone()).collect();
        let added = codes.len();
        codes.extend(new.into_iter().filter(|code| !seen.contains(&code.code)));
        if codes.len() > added {
            let line =
                |code: &CensusCode| format!("{},\"{}\",{}\n", quoted(&code.code), code.rule, code.shift);
            let text: String = codes.iter().map(line).collect();
            replace(&self.dir.join("codes.csv"), format!("code,rule,shift\n{text}").as_bytes())?;
        }
        let mut patterns = self.patterns()?;
        let before = patterns.len();
        for pattern in more {
            if !patterns.contains(pattern) {
                patterns.push(pattern.clone());
            }
        }
        if patterns.len() > before {
            self.write_manifest(patterns)?;
        }
        Ok(codes)
    }

    /// Every code that was asked for.
    pub fn codes(&self) -> Result<Vec<CensusCode>> {
        let path = self.dir.join("codes.csv");
        let text = match sprague_files::read_text(&path, MOST_CODES) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(vec![]),
            read => read.map_err(|error| Error::file(&path, error))?,
        };
        let code = |(number, line): (usize, &str)| {
            let fields = crate::csv::fields(line);
            let [code, rule, shift] = &fields[..] else {
                return Err(Error::file(&path, format!("line {number} is not code,rule,shift")));
            };
            let shift = shift
                .parse()
                .map_err(|_| Error::file(&path, format!("line {number}: `{shift}` is not a shift")))?;
            // The normal form follows from the code alone; a file that says otherwise is wrong about all of
            // its rows.
            let read = CensusCode { code: code.clone(), rule: rule.clone(), shift };
            match CensusCode::new(code) {
                Ok(found) if found == read => Ok(read),
                Ok(found) => Err(Error::file(
                    &path,
                    format!(
                        "line {number}: {code} is {} shifted by {}, not {rule} by {shift}",
                        found.rule, found.shift
                    ),
                )),
                Err(error) => Err(Error::file(&path, format!("line {number}: {error}"))),
            }
        };
        (2..).zip(text.lines().skip(1)).map(code).collect()
    }

    /// The parts that are there, in order.
    fn parts(&self) -> Result<Vec<PathBuf>> {
        let folder = self.dir.join("rows");
        let entries = folder.read_dir().map_err(|error| Error::file(&folder, error))?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == ENDING));
        paths.sort();
        paths.iter().try_for_each(|path| self.inside(path))?;
        Ok(paths)
    }

    /// All rows.
    pub fn rows(&self) -> Result<Rows> {
        let mut rows = Rows::default();
        for path in self.parts()? {
            for (row, _) in part::read(&path)? {
                rows.add(row);
            }
        }
        Ok(rows)
    }

    /// Refuses what a link leads out of the store to.
    pub(crate) fn inside(&self, path: &Path) -> Result<()> {
        if path.symlink_metadata().is_err() || sprague_files::is_inside(&self.dir, path) {
            return Ok(());
        }
        Err(Error::file(path, "it leads out of the store"))
    }

    /// Where a certificate is.
    pub fn certificate(&self, hash: &str) -> PathBuf {
        let folder = hash.get(..2).unwrap_or("none");
        self.dir.join("certificates").join(folder).join(format!("{hash}.cert"))
    }

    /// Writes what a task found: its certificate, then its row, which counts from then on.
    pub fn write(&self, answered: &Answered) -> Result<()> {
        if let Some(file) = answered.certificate_file() {
            self.write_certificate(file)?;
        }
        let line = serde_json::to_string(answered.answer()).map_err(|error| Error::file(&self.dir, error))?;
        let mut part = self.part.lock().unwrap_or_else(PoisonError::into_inner);
        if part.is_none() {
            self.inside(&self.dir.join("rows"))?;
            *part = Some(Part::create(&self.dir.join("rows"))?);
        }
        part.as_mut().map_or(Ok(()), |part| part.write(&line))
    }

    fn write_certificate(&self, file: &[u8]) -> Result<()> {
        let path = self.certificate(&crate::verify::hash(file));
        if path.exists() {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
            self.inside(folder)?;
        }
        replace(&path, file)
    }

    /// Ends this process's part, and makes many parts one; those that others write to are left.
    pub fn tidy(&self) -> Result<()> {
        *self.part.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let parts = self.parts()?;
        if parts.len() > MOST_PARTS {
            self.join(&parts)?;
        }
        Ok(())
    }

    fn join(&self, parts: &[PathBuf]) -> Result<()> {
        let mut kept = Vec::new();
        let mut lines = Vec::new();
        for path in parts {
            if let Some(held) = part::abandoned(path)? {
                lines.extend(part::read(path)?);
                kept.push((path, held));
            }
        }
        lines.sort_by(|(a, _), (b, _)| {
            let key = |row: &crate::Row| (row.found().normal.len(), row.found().normal.clone(), row.limit());
            key(a).cmp(&key(b))
        });
        let text: String = lines.into_iter().map(|(_, line)| line + "\n").collect();
        let (Some((first, _)), true) = (kept.first(), kept.len() > 1) else { return Ok(()) };
        replace(first, text.as_bytes())?;
        for (path, _) in &kept[1..] {
            std::fs::remove_file(path).map_err(|error| Error::file(path, error))?;
        }
        Ok(())
    }
}

/// Puts a file in the place of the one that is there.
fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    sprague_files::replace(path, |out| Ok(out.write_all(bytes)?)).map_err(|error| Error::file(path, error))
}

/// A field of csv.
pub(crate) fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}
