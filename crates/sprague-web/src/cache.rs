//! What was computed before: answers, certificates and values, the least recently used given up first. Bounded by bytes.

use axum::body::Bytes;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

/// Bytes that an entry costs in addition to its own: keys twice, and the maps.
const OVERHEAD: usize = 200;

/// Something worth keeping. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) enum Entry {
    /// An answer or a file.
    Bytes(Bytes),
    /// Values in a row.
    Cells(crate::values::Cells),
}

impl Entry {
    fn len(&self) -> usize {
        match self {
            Entry::Bytes(bytes) => bytes.len(),
            Entry::Cells(cells) => cells.bytes.len(),
        }
    }
}

/// Entries by name.
#[derive(Debug)]
pub(crate) struct Cache {
    most: usize,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    entries: HashMap<String, (Entry, u64)>,
    /// Names by the time of their last use.
    order: BTreeMap<u64, String>,
    clock: u64,
    bytes: usize,
}

impl Cache {
    /// Room for so many bytes.
    pub fn new(most: usize) -> Self {
        Cache { most, kept: Mutex::default() }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An entry, used just now.
    pub fn get(&self, name: &str) -> Option<Entry> {
        let mut kept = self.kept();
        kept.clock += 1;
        let now = kept.clock;
        let (entry, used) = kept.entries.get_mut(name)?;
        let (entry, before) = (entry.clone(), std::mem::replace(used, now));
        let name = kept.order.remove(&before)?;
        kept.order.insert(now, name);
        Some(entry)
    }

    /// Keeps an entry, unless it would take the place of most others.
    pub fn put(&self, name: String, entry: Entry) {
        let size = entry.len() + 2 * name.len() + OVERHEAD;
        if size > self.most / 4 {
            return;
        }
        let mut kept = self.kept();
        kept.remove(&name);
        kept.clock += 1;
        let now = kept.clock;
        kept.bytes += size;
        kept.order.insert(now, name.clone());
        kept.entries.insert(name, (entry, now));
        while kept.bytes > self.most {
            let Some((_, oldest)) = kept.order.first_key_value() else { return };
            let oldest = oldest.clone();
            kept.remove(&oldest);
        }
    }
}

impl Kept {
    fn remove(&mut self, name: &str) {
        if let Some((entry, used)) = self.entries.remove(name) {
            self.order.remove(&used);
            self.bytes -= entry.len() + 2 * name.len() + OVERHEAD;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(bytes: usize) -> Entry {
        Entry::Bytes(vec![0; bytes].into())
    }

    #[test]
    fn the_least_recently_used_is_given_up() {
        let cache = Cache::new(10_000);
        for name in ["a", "b", "c", "d"] {
            cache.put(name.into(), entry(2000));
        }
        assert!(cache.get("a").is_some());
        cache.put("e".into(), entry(2000));
        assert!(cache.get("b").is_none() && cache.get("a").is_some() && cache.get("e").is_some());
        cache.put("large".into(), entry(3000));
        assert!(cache.get("large").is_none(), "one entry does not take the place of most others");
    }

    #[test]
    fn bytes_are_counted_and_bounded() {
        let cache = Cache::new(10_000);
        for round in 0..1000usize {
            cache.put(format!("{}", round % 37), entry(round * 7 % 2200));
            let kept = cache.kept();
            let sum: usize =
                kept.entries.iter().map(|(name, (entry, _))| entry.len() + 2 * name.len() + OVERHEAD).sum();
            assert!(sum == kept.bytes && sum <= 10_000 && kept.order.len() == kept.entries.len());
        }
    }
}
