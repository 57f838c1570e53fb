//! A cache of answers, certificates and values, bounded by bytes; the least recently used entries are evicted
//! first.

use axum::body::Bytes;
use lru::LruCache;
use std::sync::{Mutex, PoisonError};

/// Bytes that an entry costs in addition to its name and itself.
const OVERHEAD: usize = 200;

/// Something worth keeping. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) enum Entry {
    /// An answer or a file.
    Bytes(Bytes),
    /// Values in a row.
    Cells(sprague_routes::values::Cells),
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

#[derive(Debug)]
struct Kept {
    entries: LruCache<String, Entry>,
    bytes: usize,
}

/// What an entry is charged.
fn charge(name: &str, entry: &Entry) -> usize {
    entry.len() + name.len() + OVERHEAD
}

impl Cache {
    /// A cache of at most this many bytes.
    pub fn new(most: usize) -> Self {
        Cache { most, kept: Mutex::new(Kept { entries: LruCache::unbounded(), bytes: 0 }) }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An entry, used just now.
    pub fn get(&self, name: &str) -> Option<Entry> {
        self.kept().entries.get(name).cloned()
    }

    /// Keeps an entry, unless it would take the place of most others.
    pub fn put(&self, name: String, entry: Entry) {
        let size = charge(&name, &entry);
        if size > self.most / 4 {
            return;
        }
        let mut kept = self.kept();
        kept.bytes += size;
        if let Some((name, replaced)) = kept.entries.push(name, entry) {
            kept.bytes -= charge(&name, &replaced);
        }
        while kept.bytes > self.most {
            let Some((name, oldest)) = kept.entries.pop_lru() else { return };
            kept.bytes -= charge(&name, &oldest);
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
            let sum: usize = kept.entries.iter().map(|(name, entry)| charge(name, entry)).sum();
            assert!(sum == kept.bytes && sum <= 10_000);
        }
    }
}
