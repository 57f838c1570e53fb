//! What a run directory holds, for commands that read `@DIR`. Nothing is locked: a run may be at work there.

use super::chunk;
use super::manifest::{Chunk, Manifest};
use super::{quoted, shown_path};
use anyhow::{Context as _, anyhow};
use sprague::ask::{FoundLaw, SparseSpace};
use sprague::laws::{self, Extent, Law, NimSequence};
use sprague::rules::Rule;
use sprague::values::engine::Facts;
use sprague::values::{Solver, Table};
use sprague::{Result, Work};
use std::collections::VecDeque;
use std::collections::hash_map::{HashMap, RandomState};
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Chunks that are kept in memory.
const CACHED: usize = 8;
/// How long a run is recomputed, by default.
const USUAL_TIME: Duration = Duration::from_secs(4);

/// A run that was read.
#[derive(Debug, Clone)]
pub struct Recorded {
    pub folder: PathBuf,
    pub manifest: Manifest,
}

impl Recorded {
    /// Reads the manifest.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let manifest = Manifest::read(folder)
            .and_then(|found| found.ok_or_else(|| anyhow!("there is no run in it")))
            .with_context(|| format!("cannot read {}", shown_path(folder)))?;
        Ok(Recorded { folder: folder.to_path_buf(), manifest })
    }

    /// The rule.
    pub fn rule(&self) -> Result<Rule> {
        self.manifest.rule.parse()
    }

    /// What the directory says, as far as it can be relied on: the run is computed again and compared, up to
    /// what was asked for, within the limit or for a few seconds.
    ///
    /// # Errors
    /// If what is computed differs from what is recorded, or the computation is interrupted.
    pub fn read(&self, asked: &Asked, work: &Work) -> anyhow::Result<Reading> {
        let (rule, values, law) = (self.rule()?, self.values(), self.manifest.law.as_ref());
        let kept = values.known() as u64;
        // Without a law, or where the values are enough, no more is needed than was asked for.
        let enough = asked.largest.filter(|&largest| largest < kept).map(|largest| largest + 1);
        let all = match law {
            Some(_) => {
                self.manifest.values.max(laws::usual_limit(&rule).min(self.manifest.to.saturating_add(1)))
            }
            None => self.manifest.values,
        };
        let goal = enough.unwrap_or(all);
        let stem = law.and_then(|law| law.preperiod?.checked_add(law.period?));
        let values_now = asked.limit.map_or(goal, |limit| goal.min(limit.max(1)));
        let extent = Extent {
            values: values_now,
            goal: values_now,
            keep: stem.filter(|&stem| enough.is_none() && stem <= work.memory() / 4).unwrap_or(0),
            time: asked.limit.is_none().then_some(USUAL_TIME),
        };
        let replay = laws::replay(&rule, Box::new(values), extent, work);
        let replay = match replay {
            Err(error @ sprague::Error::Refuted(_)) => return Err(self.not_trusted(&error.to_string())),
            replay => replay?,
        };
        let recomputed = replay.recomputed();
        let law = match (law, replay.law()) {
            (None, found) => found.cloned().map(|law| ReadLaw::Proved(Box::new(law))),
            (Some(_), None) if enough.is_some() => None,
            (Some(law), None) if recomputed < goal => {
                Some(ReadLaw::Recorded(Box::new(law.clone()), self.not_verified(recomputed)))
            }
            (Some(law), None) => {
                let claim = law.shape().unwrap_or_else(|| "no period".to_string());
                return Err(self.not_trusted(&format!(
                    "it records a law ({claim}), and {recomputed} values that were recomputed prove none"
                )));
            }
            (Some(law), Some(found)) => {
                self.compare(law, found)?;
                Some(ReadLaw::Proved(Box::new(found.clone())))
            }
        };
        let known = replay.known();
        Ok(Reading { known, law })
    }

    /// Refuses a recorded law that differs from the one that was proved now.
    fn compare(&self, recorded: &FoundLaw, proved: &Law) -> anyhow::Result<()> {
        let proved = sprague::ask::law_of_run(proved);
        let law = |law: &FoundLaw| {
            let shape = (law.period, law.preperiod, law.saltus, law.saltus_by_class.clone());
            (shape, law.max_value, law.max_value_at, law.theorem.clone(), law.formula.clone())
        };
        if law(recorded) == law(&proved) {
            return Ok(());
        }
        let words = |law: &FoundLaw| {
            let shape = law.shape().unwrap_or_else(|| "no period".to_string());
            let largest = law.max_value.zip(law.max_value_at);
            let largest =
                largest.map_or(String::new(), |(value, at)| format!(", largest value {value} at {at}"));
            format!("{shape}{largest}, by {}", law.theorem.as_deref().unwrap_or("no theorem"))
        };
        Err(self.not_trusted(&format!(
            "it records a law ({}), and another one is proved ({})",
            words(recorded),
            words(&proved)
        )))
    }

    fn not_trusted(&self, why: &str) -> anyhow::Error {
        anyhow!("{} cannot be relied on: {why}", shown_path(&self.folder))
    }

    /// Why a law is reported but not claimed.
    fn not_verified(&self, recomputed: u64) -> String {
        let values = self.manifest.values;
        format!(
            "the law is recorded in {}, and not verified: {recomputed} of {values} values were recomputed and agree; \
             --limit {values} recomputes all",
            shown_path(&self.folder)
        )
    }

    /// Why there are no values to answer from.
    pub fn no_values(&self) -> anyhow::Error {
        anyhow!(
            "{} keeps no values and has no law that was verified; `sprague search status --dir {}` shows what is recorded",
            shown_path(&self.folder),
            quoted(&self.folder)
        )
    }

    /// The values that are kept.
    pub fn values(&self) -> Values {
        Values {
            run: self.clone(),
            cache: Mutex::default(),
            seen: Mutex::default(),
            hash: RandomState::new(),
        }
    }
}

/// What a command asks of a directory.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked {
    /// The largest heap, if one is known beforehand.
    pub largest: Option<u64>,
    /// Recompute at most this many values; without it as many as a few seconds allow.
    pub limit: Option<u64>,
}

/// What a directory says, as far as it can be relied on.
pub struct Reading {
    /// The law that was proved now, or the values, of which as many count as were recomputed.
    pub known: NimSequence,
    pub law: Option<ReadLaw>,
}

/// The law of a directory.
pub enum ReadLaw {
    /// Proved now, by the run that was computed again.
    Proved(Box<Law>),
    /// What the manifest says, and why that is not verified.
    Recorded(Box<FoundLaw>, String),
}

/// Values on disk, read a chunk at a time. What cannot be read ends the program with a
/// message, as half of the values is of no use.
pub struct Values {
    run: Recorded,
    /// Chunks read last, the latest first.
    cache: Mutex<VecDeque<(usize, Arc<Table>)>>,
    /// Hashes of the chunks that were read, under a key that is not known outside: what was compared once is
    /// what is read later.
    seen: Mutex<HashMap<usize, u64>>,
    hash: RandomState,
}

impl Values {
    fn chunk(&self, index: usize) -> Arc<Table> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = cache.iter().position(|&(cached, _)| cached == index) {
            if let Some(found) = cache.remove(place) {
                cache.push_front(found);
            }
        } else {
            let table =
                self.load(index).and_then(|table| self.as_before(index, table)).unwrap_or_else(|line| {
                    crate::complain(&line.to_string());
                    std::process::exit(2);
                });
            cache.truncate(CACHED - 1);
            cache.push_front((index, Arc::new(table)));
        }
        cache[0].1.clone()
    }

    /// Reads a chunk; if its file has gone, a run has replaced it by a longer one.
    fn load(&self, index: usize) -> anyhow::Result<Table> {
        let Recorded { folder, manifest } = &self.run;
        let chunk = &manifest.chunks[index];
        let mut found = chunk::read(folder, &manifest.rule, chunk);
        for _ in 0..3 {
            if found.is_ok() {
                break;
            }
            let now = Manifest::read(folder)?.ok_or_else(|| anyhow!("the run has gone"))?;
            let longer = |other: &&Chunk| other.first == chunk.first && other.count >= chunk.count;
            if let Some(longer) = now.chunks.iter().find(longer) {
                let first = |table: Table| table.iter().take(chunk.count as usize).collect();
                found = chunk::read(folder, &manifest.rule, longer).map(first);
            }
        }
        found.map_err(|error| {
            anyhow!(
                "{}/{}: {error:#}; `sprague search` on the directory computes it again",
                shown_path(folder),
                chunk.name()
            )
        })
    }

    /// Refuses a chunk that has changed since it was read first.
    fn as_before(&self, index: usize, table: Table) -> anyhow::Result<Table> {
        let hash = match &table {
            Table::Bytes(values) => self.hash.hash_one(values),
            Table::Words(values) => self.hash.hash_one(values),
            Table::Longs(values) => self.hash.hash_one(values),
        };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if *seen.entry(index).or_insert(hash) == hash {
            return Ok(table);
        }
        let Recorded { folder, manifest } = &self.run;
        Err(anyhow!("{}/{} has changed while it was read", shown_path(folder), manifest.chunks[index].name()))
    }

    fn index(&self, n: usize) -> usize {
        self.run.manifest.chunks.partition_point(|chunk| chunk.end() <= n as u64)
    }
}

impl Solver for Values {
    fn known(&self) -> usize {
        self.run.manifest.kept() as usize
    }

    fn value(&self, n: usize) -> u32 {
        let mut value = [0];
        self.read(n, &mut value);
        value[0]
    }

    fn read(&self, from: usize, out: &mut [u32]) {
        let (mut n, mut out) = (from, out);
        while !out.is_empty() {
            let index = self.index(n);
            let table = self.chunk(index);
            let start = n - self.run.manifest.chunks[index].first as usize;
            let count = out.len().min(table.len() - start);
            let (now, later) = out.split_at_mut(count);
            match &*table {
                Table::Bytes(values) => copy(&values[start..], now),
                Table::Words(values) => copy(&values[start..], now),
                Table::Longs(values) => copy(&values[start..], now),
            }
            (n, out) = (n + count, later);
        }
    }

    fn facts(&self) -> Option<Facts> {
        let manifest = &self.run.manifest;
        let SparseSpace { mask, parity, rare_positions, last_rare, bytes_per_value, method } =
            manifest.sparse_space.clone()?;
        let names = ["few rare positions", "many rare positions", "dense", "three heaps"];
        Some(Facts {
            values: manifest.values,
            largest: manifest.max_value,
            largest_at: manifest.max_value_at,
            mask,
            parity,
            rare_positions,
            last_rare,
            bytes_per_value,
            method: names.into_iter().find(|name| *name == method).unwrap_or("textbook"),
            level: "portable",
            on_two_threads: 0,
        })
    }

    /// They are what they are.
    fn extend(&mut self, count: usize, _: &Work) -> Result<()> {
        if count <= self.known() {
            return Ok(());
        }
        let line =
            format!("{} values are kept in {}, not {count}", self.known(), shown_path(&self.run.folder));
        Err(sprague::Error::not_known(line))
    }
}

fn copy<T: Copy + Into<u32>>(from: &[T], to: &mut [u32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = (*from).into();
    }
}
