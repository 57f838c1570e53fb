//! The memory budget: whatever a file can make larger is kept in a [`Buffer`], and buffers count themselves.
//!
//! A buffer takes its bytes from the budget before it asks the allocator, when it is made and whenever it
//! grows, and gives them back when it is dropped; while it grows, its old and its new copy are both counted.
//! So the budget is a bound on what is held at one time, over all threads. Outside it are the certificate
//! itself, which the caller holds, and what has a fixed bound: messages, numbers of at most 10000 digits or
//! 2^17 bits, lists of a few entries. `tests/memory.rs` measures, and refuses a plain vector or map in this
//! crate that no comment gives a bound for.

use std::{
    ops::{Deref, DerefMut},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use crate::{Fault, refuse};

/// Bytes that may be held, and that are.
pub(crate) struct Budget {
    limit: u64,
    held: AtomicU64,
}

impl Budget {
    pub fn new(limit: u64) -> Self {
        Budget { limit, held: AtomicU64::new(0) }
    }

    /// Count bytes that are kept in something other than a buffer.
    pub fn hold(&self, bytes: u64, what: &str) -> Result<Hold<'_>, Fault> {
        let take = |held: u64| held.checked_add(bytes).filter(|&all| all <= self.limit);
        if self.held.fetch_update(Relaxed, Relaxed, take).is_err() {
            let limit = self.limit;
            return refuse(format!(
                "the check needs more memory than {limit} bytes, the limit in force, for {what}"
            ));
        }
        Ok(Hold { bytes, budget: self })
    }

    /// A buffer with room for `room` items and none in it yet.
    pub fn room<T>(&self, room: usize, what: &'static str) -> Result<Buffer<'_, T>, Fault> {
        let bytes = (room as u64).saturating_mul(size_of::<T>() as u64);
        // bounded: this is the one vector that buffers are made of.
        let mut buffer = Buffer { items: Vec::new(), hold: self.hold(bytes, what)?, what };
        if buffer.items.try_reserve_exact(room).is_err() {
            return refuse(format!("the machine has no memory for {what}, {bytes} bytes"));
        }
        Ok(buffer)
    }
}

/// Bytes that are counted, and given back when this is dropped.
pub(crate) struct Hold<'a> {
    bytes: u64,
    budget: &'a Budget,
}

impl Hold<'_> {
    /// Another number of bytes.
    pub fn resize(&mut self, bytes: u64, what: &str) -> Result<(), Fault> {
        if bytes > self.bytes {
            let more = self.budget.hold(bytes - self.bytes, what)?;
            std::mem::forget(more);
        } else {
            self.budget.held.fetch_sub(self.bytes - bytes, Relaxed);
        }
        self.bytes = bytes;
        Ok(())
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        self.budget.held.fetch_sub(self.bytes, Relaxed);
    }
}

/// A vector that is counted, and that grows only if the budget has room for it.
pub(crate) struct Buffer<'a, T> {
    /// Never longer than its capacity at the last time its bytes were counted.
    items: Vec<T>, // bounded: counted by `hold`.
    hold: Hold<'a>,
    what: &'static str,
}

impl<T> Buffer<'_, T> {
    /// One item more.
    pub fn push(&mut self, item: T) -> Result<(), Fault> {
        if self.items.len() == self.items.capacity() {
            self.grow(1)?;
        }
        self.items.push(item);
        Ok(())
    }

    /// More items, one after the other.
    pub fn extend(&mut self, items: impl IntoIterator<Item = T>) -> Result<(), Fault> {
        items.into_iter().try_for_each(|item| self.push(item))
    }

    /// Another length; new items are equal to one.
    pub fn resize(&mut self, length: usize, item: T) -> Result<(), Fault>
    where
        T: Clone,
    {
        if length > self.items.capacity() {
            self.grow(length - self.items.len())?;
        }
        self.items.resize(length, item);
        Ok(())
    }

    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// Removes all items; the capacity stays.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Ascending, and each item once.
    pub fn sort_and_dedup(&mut self)
    where
        T: Ord,
    {
        self.items.sort_unstable();
        self.items.dedup();
    }

    /// One item of each run of items with the same key.
    pub fn dedup_by_key<K: PartialEq>(&mut self, key: impl FnMut(&mut T) -> K) {
        self.items.dedup_by_key(key);
    }

    /// Grows to hold this many more items, and at least to twice the capacity.
    fn grow(&mut self, more: usize) -> Result<(), Fault> {
        let least = self.items.len().saturating_add(more).max(FIRST_ROOM);
        let mut larger = self.hold.budget.room(least.max(2 * self.items.capacity()), self.what)?;
        larger.items.append(&mut self.items);
        (self.items, self.hold) = (larger.items, larger.hold);
        Ok(())
    }
}

/// Capacity of a buffer once it has an item.
const FIRST_ROOM: usize = 4;

impl<T: std::fmt::Debug> std::fmt::Debug for Buffer<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.items.fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Buffer<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

impl<T> Deref for Buffer<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for Buffer<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_taken_and_given_back() {
        let budget = Budget::new(100);
        let first = budget.room::<u64>(10, "tens").map_err(|fault| fault.to_string());
        assert_eq!(budget.held.load(Relaxed), 80);
        let second = budget.room::<u8>(21, "more").map(|_| ()).unwrap_err().to_string();
        let line = "NOT VERIFIED: the check needs more memory than 100 bytes, the limit in force, for more";
        assert_eq!((second.as_str(), budget.held.load(Relaxed)), (line, 80));
        assert!(budget.room::<u8>(20, "just enough").is_ok());
        drop(first);
        assert_eq!(budget.held.load(Relaxed), 0);
        assert!(budget.room::<u64>(usize::MAX, "all").is_err());
        assert_eq!(budget.held.load(Relaxed), 0);
    }

    #[test]
    fn what_the_machine_does_not_have() {
        let budget = Budget::new(u64::MAX);
        let fault = budget.room::<u8>(usize::MAX, "everything").map(|_| ()).unwrap_err().to_string();
        assert_eq!(
            fault,
            "NOT VERIFIED: the machine has no memory for everything, 18446744073709551615 bytes"
        );
        assert_eq!(budget.held.load(Relaxed), 0);
    }

    /// A buffer that grows is counted with its old copy while it moves, and without it afterwards.
    #[test]
    fn growth_is_counted() {
        let budget = Budget::new(100);
        let held = || budget.held.load(Relaxed);
        let mut buffer = budget.room::<u16>(3, "three").map_err(|fault| fault.to_string()).unwrap();
        assert_eq!((buffer.extend([7, 8, 9]), held()), (Ok(()), 6));
        assert_eq!((buffer.push(10), held()), (Ok(()), 12));
        assert_eq!((buffer.resize(17, 1), held()), (Ok(()), 34));
        assert_eq!((buffer[..5].to_vec(), buffer.len()), (vec![7, 8, 9, 10, 1], 17));
        // 34 bytes are held, and 68 more would be needed.
        let line = "NOT VERIFIED: the check needs more memory than 100 bytes, the limit in force, for three";
        assert_eq!(buffer.push(5).unwrap_err().to_string(), line);
        assert_eq!((buffer.len(), held()), (17, 34));
        assert_eq!(buffer.pop(), Some(1));
        assert_eq!((buffer.push(5), held()), (Ok(()), 34));
        buffer.sort_and_dedup();
        assert_eq!(*buffer, [1, 5, 7, 8, 9, 10]);
        buffer.clear();
        assert_eq!((buffer.len(), held()), (0, 34));
        drop(buffer);
        assert_eq!(held(), 0);
        let mut small = budget.room::<u8>(0, "bytes").map_err(|fault| fault.to_string()).unwrap();
        assert_eq!((held(), small.push(1), held()), (0, Ok(()), FIRST_ROOM as u64));
    }
}
