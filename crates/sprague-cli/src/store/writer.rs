//! Writes a run to disk.
//!
//! Values are collected until a chunk is full; it is then written, and a partial one whenever the run is
//! committed. Values that are passed a second time are compared with those on disk by their checksum and not
//! written again.

use super::chunk::{self, LENGTH, Packed};
use super::frame::digits;
use super::manifest::{Chunk, MANIFEST, Manifest, Phase, VERSION};
use super::{shown_path, state};
use crate::save::{Lock, sweep};
use anyhow::{Context as _, anyhow};
use sprague::laws::{Kept, Next, PhaseView, Point, Run};
use sprague::rules::Rule;
use sprague::values::Table;
use sprague::{Error, Work};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Open values that are read at once.
const OPEN: usize = 1 << 14;

/// Which values a run keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    All,
    /// Those that the next ones depend on.
    Needed,
}

/// A run directory that this process alone writes to.
pub struct Writer {
    folder: PathBuf,
    lock: Lock,
    pub manifest: Manifest,
    /// Values that are in no file yet, or in one that is not full, and the first heap of them.
    open: Table,
    first: u64,
    /// The files that were read last, and their values: two are read side by side.
    read: Mutex<Vec<(Chunk, Arc<Table>)>>,
}

impl Writer {
    /// Opens a directory, or makes it.
    pub fn open(folder: &Path, rule: &Rule, keep: Keep) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder).context("cannot make it")?;
        let lock = Lock::take(folder)?;
        sweep(folder, &lock)?;
        let manifest = match Manifest::read(folder)? {
            Some(manifest) => manifest,
            None => Self::begin(folder, rule, keep)?,
        };
        if manifest.rule != rule.to_string() {
            return Err(anyhow!(
                "it holds a run of {}, not of {rule}; name another directory",
                manifest.rule
            ));
        }
        match (manifest.discard, keep == Keep::Needed) {
            (true, false) => {
                Err(anyhow!("the run there keeps no values; add --discard, or name another directory"))
            }
            (false, true) => Err(anyhow!("the run there keeps its values; leave --discard out")),
            _ => Ok(()),
        }?;
        let open = Table::with_capacity(0);
        let writer =
            Writer { folder: folder.to_path_buf(), lock, manifest, open, first: 0, read: Mutex::default() };
        writer.remove_unlisted_files()?;
        Ok(writer)
    }

    /// A new run: the manifest comes first, so that the directory is known as its own from then on.
    fn begin(folder: &Path, rule: &Rule, keep: Keep) -> anyhow::Result<Manifest> {
        let mut entries = std::fs::read_dir(folder)?;
        if entries.any(|entry| entry.is_ok_and(|entry| entry.file_name() != "lock")) {
            return Err(anyhow!("there are files in it, and no run ({MANIFEST}); name another directory"));
        }
        let manifest = Manifest {
            sprague_run: VERSION,
            engine: concat!("sprague ", env!("CARGO_PKG_VERSION")).to_string(),
            rule: rule.to_string(),
            discard: keep == Keep::Needed,
            to: 0,
            values: 0,
            chunks: vec![],
            phase: Phase::Whole { next_law: 0, next_window: 0 },
            max_value: 0,
            max_value_at: 0,
            sparse_space: None,
            law: None,
            certificate: None,
            no_certificate: None,
            seconds: 0.0,
            values_per_second: 0.0,
        };
        manifest.write(folder)?;
        Ok(manifest)
    }

    /// The directory.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The run where it stopped. What is damaged is left out, with a remark, and computed again.
    pub fn resume(&mut self, rule: &Rule, work: &Work, remark: &dyn Fn(&str)) -> anyhow::Result<Run> {
        let fresh = self.manifest.values == 0;
        let point = if fresh { None } else { self.point(work, remark)? };
        if point.is_none() {
            self.manifest.phase = Phase::Whole { next_law: 0, next_window: 0 };
        }
        let run = match point {
            Some(point) => Run::resume(rule, point, work)?,
            None => Run::new(rule, work)?,
        };
        self.go_to(run.drained())?;
        Ok(run)
    }

    /// Where the run can be taken up.
    fn point(&mut self, work: &Work, remark: &dyn Fn(&str)) -> anyhow::Result<Option<Point>> {
        let known = self.manifest.kept();
        match self.manifest.phase.clone() {
            Phase::Window { known, crc32 } => {
                let good = self.verified(work, None, remark)?;
                let name = self.manifest.phase.file().unwrap_or_default();
                let state =
                    state::read(&self.folder.join(&name), &self.manifest.rule).and_then(|(state, found)| {
                        if digits(found) == crc32 {
                            Ok(state)
                        } else {
                            Err(anyhow!("it belongs to another run"))
                        }
                    });
                match state {
                    Ok(state) if good && state.machine.known == known => {
                        Ok(Some(Point::Window(Box::new(state))))
                    }
                    Ok(_) => {
                        remark(&format!(
                            "{name} is not the state behind these values; all are computed again"
                        ));
                        Ok(None)
                    }
                    Err(error) => {
                        remark(&format!("{name}: {error}; all values are computed again"));
                        Ok(None)
                    }
                }
            }
            Phase::Whole { next_law, next_window } => {
                work.fits(&format!("a table of {known} values"), 2 * known)?;
                let mut values = Table::with_capacity(known as usize);
                let good = self.verified(work, Some(&mut values), remark)?;
                // With fewer values both are looked for again.
                let next = Next { law: next_law, window: next_window };
                if !good && values.is_empty() {
                    return Ok(None);
                }
                Ok(Some(Point::Whole { values, next }))
            }
        }
    }

    /// Reads all chunks, into a table if there is one; the first that is damaged, and those behind it, are
    /// given up.
    fn verified(
        &mut self,
        work: &Work,
        mut values: Option<&mut Table>,
        remark: &dyn Fn(&str),
    ) -> anyhow::Result<bool> {
        let mut piece = vec![];
        for index in 0..self.manifest.chunks.len() {
            let chunk = &self.manifest.chunks[index];
            work.tell(chunk.first, 0)?;
            let read = chunk::read(&self.folder, &self.manifest.rule, chunk);
            match read.and_then(|table| possible(chunk.first, table)) {
                Ok(table) => {
                    if let Some(values) = values.as_deref_mut() {
                        for from in (0..table.len()).step_by(1 << 16) {
                            piece.clear();
                            piece.extend((from..table.len().min(from + (1 << 16))).map(|n| table.at(n)));
                            values.append(&piece);
                        }
                    }
                }
                Err(error) => {
                    remark(&format!(
                        "{}: {error:#}; values from heap {} on are computed again",
                        chunk.name(),
                        chunk.first
                    ));
                    self.manifest.chunks.truncate(index);
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The next value that comes is that of a heap, which is kept or comes next.
    fn go_to(&mut self, heap: u64) -> anyhow::Result<()> {
        self.first = heap / LENGTH * LENGTH;
        self.open = Table::with_capacity(0);
        let count = (heap - self.first) as usize;
        if count == 0 || !self.keeps() {
            return Ok(());
        }
        let covers = |chunk: &&Chunk| chunk.first == self.first && chunk.end() >= heap;
        let chunk =
            self.manifest.chunks.iter().find(covers).ok_or_else(|| anyhow!("no file has heap {heap}"))?;
        self.open = chunk::read(&self.folder, &self.manifest.rule, chunk)?.iter().take(count).collect();
        Ok(())
    }

    /// Whether values are kept, now.
    fn keeps(&self) -> bool {
        !self.manifest.discard || matches!(self.manifest.phase, Phase::Whole { .. })
    }

    /// Takes the new values of a run.
    pub fn take(&mut self, run: &mut Run) -> anyhow::Result<()> {
        if self.manifest.discard && matches!(run.phase(), PhaseView::Window(_)) {
            run.drain(|_, _| {});
            return Ok(());
        }
        let mut result = Ok(());
        run.drain(|first, values| {
            if result.is_ok() {
                result = self.append(first, values);
            }
        });
        result
    }

    fn append(&mut self, first: u64, mut values: &[u32]) -> anyhow::Result<()> {
        if first != self.first + self.open.len() as u64 {
            self.go_to(first)?;
        }
        while !values.is_empty() {
            let room = LENGTH as usize - self.open.len();
            let (now, later) = values.split_at(room.min(values.len()));
            self.open.append(now);
            values = later;
            if self.open.len() as u64 == LENGTH {
                self.flush()?;
                (self.first, self.open) = (self.first + LENGTH, Table::with_capacity(LENGTH as usize));
            }
        }
        Ok(())
    }

    /// Writes the open values, unless a file has them.
    fn flush(&mut self) -> anyhow::Result<()> {
        let count = self.open.len() as u64;
        let index = self.manifest.chunks.partition_point(|chunk| chunk.first < self.first);
        let there = self.manifest.chunks.get(index).filter(|chunk| chunk.count >= count);
        if count == 0 || there.is_some_and(|chunk| chunk.count > count) {
            return Ok(());
        }
        let packed = Packed::new(&self.manifest.rule, self.first, &self.open);
        let chunk = packed.chunk()?;
        if there.is_some_and(|there| *there == chunk) {
            return Ok(());
        }
        let name = chunk.name();
        if there.is_some() {
            return Err(anyhow!("{name} holds other values than are computed now; keep it and report this"));
        }
        packed.write(&self.folder.join(&name)).with_context(|| format!("cannot write {name}"))?;
        if index < self.manifest.chunks.len() {
            self.manifest.chunks[index] = chunk;
        } else {
            self.manifest.chunks.push(chunk);
        }
        Ok(())
    }

    /// Commits everything that the run has passed.
    pub fn commit(&mut self, run: &Run) -> anyhow::Result<()> {
        let phase = match run.phase() {
            PhaseView::Whole(Next { law, window }) => Phase::Whole { next_law: law, next_window: window },
            // The state after a given number of values is always the same; a file that is listed is not
            // written again.
            PhaseView::Window(search) if self.manifest.phase.follows() == Some(search.known()) => {
                self.manifest.phase.clone()
            }
            PhaseView::Window(search) => {
                let mut phase = Phase::Window { known: search.known(), crc32: String::new() };
                let name = phase.file().unwrap_or_default();
                let written = state::write(&self.folder.join(&name), &self.manifest.rule, &search.state());
                let checksum = digits(written.with_context(|| format!("cannot write {name}"))?);
                if let Phase::Window { crc32, .. } = &mut phase {
                    *crc32 = checksum;
                }
                phase
            }
        };
        self.manifest.phase = phase;
        if self.keeps() {
            self.flush()?;
        } else {
            self.manifest.chunks.clear();
            self.open = Table::with_capacity(0);
        }
        self.manifest.values = run.drained().max(self.manifest.kept());
        (self.manifest.max_value, self.manifest.max_value_at) = run.largest();
        self.manifest.sparse_space = run.facts().as_ref().map(sprague::ask::sparse_space);
        self.manifest.write(&self.folder).with_context(|| format!("cannot write {MANIFEST}"))?;
        self.remove_unlisted_files()
    }

    /// Removes files of ours that the manifest does not list: what was killed has left them, or they are out
    /// of date.
    fn remove_unlisted_files(&self) -> anyhow::Result<()> {
        let _ = &self.lock;
        let listed: Vec<String> =
            self.manifest.chunks.iter().map(Chunk::name).chain(self.manifest.phase.file()).collect();
        for entry in std::fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let ours = name.starts_with("values-") || name.starts_with("window-");
            if ours && !listed.iter().any(|listed| listed == name) {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

/// The values of a run that keeps them; one that does not has none to read.
impl Kept for Writer {
    fn read(&self, from: u64, out: &mut [u32]) -> sprague::Result<()> {
        let (mut from, mut out) = (from, out);
        while !out.is_empty() {
            let (first, values) = self.values_at(from).map_err(|error| {
                Error::not_known(format!("the value of heap {from} cannot be read: {error:#}"))
            })?;
            let place = (from - first) as usize;
            let (now, later) = out.split_at_mut(out.len().min(values.len() - place));
            for (i, value) in now.iter_mut().enumerate() {
                *value = values.at(place + i);
            }
            (from, out) = (from + now.len() as u64, later);
        }
        Ok(())
    }
}

impl Writer {
    /// The run's values, if it keeps them.
    pub fn kept(&self) -> Option<&dyn Kept> {
        if self.manifest.discard { None } else { Some(self) }
    }

    /// Values of which one is that of a heap, and the first heap of them.
    fn values_at(&self, heap: u64) -> anyhow::Result<(u64, Arc<Table>)> {
        let is_open = (self.first..self.first + self.open.len() as u64).contains(&heap);
        if is_open {
            let place = (heap - self.first) as usize;
            let end = self.open.len().min(place + OPEN);
            return Ok((heap, Arc::new((place..end).map(|n| self.open.at(n)).collect())));
        }
        let covers = |chunk: &&Chunk| (chunk.first..chunk.end()).contains(&heap);
        let chunk = self.manifest.chunks.iter().find(covers).ok_or_else(|| anyhow!("no file has it"))?;
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, values)) = read.iter().find(|(found, _)| found == chunk) {
            return Ok((chunk.first, values.clone()));
        }
        let values = Arc::new(chunk::read(&self.folder, &self.manifest.rule, chunk)?);
        read.truncate(1);
        read.insert(0, (chunk.clone(), values.clone()));
        Ok((chunk.first, values))
    }
}

/// Values that heaps of their sizes may have. A play from n tokens has at most 2n moves, n that take one and
/// n that break a heap, so no value is larger; what is larger would only be taken for the size of a table.
fn possible(first: u64, values: Table) -> anyhow::Result<Table> {
    let impossible = (first..).zip(values.iter()).find(|&(heap, value)| u64::from(value) > 2 * heap);
    match impossible {
        None => Ok(values),
        Some((heap, value)) => Err(anyhow!("no heap of {heap} has value {value}")),
    }
}

/// Where a failure happened, and what is safe.
pub fn explained(error: anyhow::Error, writer: &Writer) -> anyhow::Error {
    if error.is::<Error>() {
        return error;
    }
    let safe = Manifest::read(writer.folder()).ok().flatten().map_or(0, |manifest| manifest.values);
    anyhow!(
        "{}: {error:#}; {safe} values are safe there, and the same command goes on from them",
        shown_path(writer.folder())
    )
}
