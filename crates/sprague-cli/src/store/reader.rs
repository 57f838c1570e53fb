//! What a run directory holds, for commands that read `@DIR`. Nothing is locked: a run may be at work there.

use super::chunk;
use super::manifest::{Chunk, Manifest};
use super::{quoted, shown};
use anyhow::{Context as _, anyhow};
use sprague::ask::{FoundLaw, SparseSpace};
use sprague::laws::{self, Law, NimSequence, Theorem};
use sprague::rules::Rule;
use sprague::values::engine::Facts;
use sprague::values::{Solver, Table};
use sprague::{Result, Work};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Chunks that are kept in memory.
const CACHED: usize = 8;

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
            .with_context(|| format!("cannot read {}", shown(folder)))?;
        Ok(Recorded { folder: folder.to_path_buf(), manifest })
    }

    /// The rule.
    pub fn rule(&self) -> Result<Rule> {
        self.manifest.rule.parse()
    }

    /// What is known of the rule: its law with the values that it is read off, or the values that were kept.
    pub fn known(&self, memory: u64) -> anyhow::Result<NimSequence> {
        let (rule, values) = (self.rule()?, self.values());
        if let Some(law) = &self.manifest.law {
            return self.by_law(&rule, law, values, memory);
        }
        if values.known() == 0 {
            return Err(anyhow!(
                "{} keeps no values and has no law; `sprague status {}` tells what is known",
                shown(&self.folder),
                quoted(&self.folder)
            ));
        }
        Ok(NimSequence::of_values(&rule, Box::new(values)))
    }

    fn by_law(
        &self,
        rule: &Rule,
        law: &FoundLaw,
        values: Values,
        memory: u64,
    ) -> anyhow::Result<NimSequence> {
        let (Some(period), Some(preperiod), Some(saltus)) = (law.period, law.preperiod, law.saltus) else {
            return found_again(rule);
        };
        let theorem = match law.theorem.as_deref() {
            Some("periodicity") => {
                Theorem::Periodicity { parts: law.parts.unwrap_or(2), reach: law.reach.unwrap_or(0) }
            }
            Some("state repeats") => Theorem::StateRepeats { reach: law.reach.unwrap_or(0) },
            _ => return found_again(rule),
        };
        let stem = preperiod + period;
        if stem > values.known() as u64 {
            return Err(anyhow!(
                "{} keeps no values, so its law can be told and not used: run `sprague search` without --discard",
                shown(&self.folder)
            ));
        }
        Work::new(memory, &|_, _| true)
            .fits(&format!("the first {stem} values, which the law is read off,"), stem)?;
        let (table, facts) = (values.table(stem as usize), values.facts());
        let shape = (period, preperiod, saltus.unsigned_abs());
        let window = law.window.unwrap_or_default();
        let law = Law::recorded(rule.clone(), shape, theorem, window, law.values_computed, facts, table)?;
        Ok(NimSequence::by_law(law))
    }

    /// The law as it was found, or that there is none.
    pub fn law(&self) -> anyhow::Result<FoundLaw> {
        match &self.manifest.law {
            Some(law) => Ok(law.clone()),
            None => Ok(sprague::ask::no_law(&self.rule()?, self.manifest.values)),
        }
    }

    /// The values that are kept.
    pub fn values(&self) -> Values {
        Values { run: self.clone(), cache: Mutex::default() }
    }
}

/// A law that is found from a few values, or from none, is found again.
fn found_again(rule: &Rule) -> anyhow::Result<NimSequence> {
    Ok(laws::find(rule, laws::usual_limit(rule), &Work::quiet())?)
}

/// Values on disk, read a chunk at a time. What cannot be read ends the program with a line: whoever reads has no use for half.
pub struct Values {
    run: Recorded,
    /// Chunks read last, the latest first.
    cache: Mutex<VecDeque<(usize, Arc<Table>)>>,
}

impl Values {
    fn chunk(&self, index: usize) -> Arc<Table> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = cache.iter().position(|&(cached, _)| cached == index) {
            if let Some(found) = cache.remove(place) {
                cache.push_front(found);
            }
        } else {
            let table = self.load(index).unwrap_or_else(|line| {
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
                shown(folder),
                chunk.name()
            )
        })
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
        let line = format!("{} values are kept in {}, not {count}", self.known(), shown(&self.run.folder));
        Err(sprague::Error::Unsupported(line))
    }
}

fn copy<T: Copy + Into<u32>>(from: &[T], to: &mut [u32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = (*from).into();
    }
}
