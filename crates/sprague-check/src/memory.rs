//! The memory budget: every buffer whose size a file can influence is counted, and none is made beyond the budget.
//!
//! A [`Buffer`] takes its bytes from the budget before it asks the allocator, asks in a way that can be refused, and gives
//! the bytes back when it is dropped. So the budget is a bound on what is held at one time, over all threads. Outside it
//! are the values themselves (two bytes each, the caller's) and trifles: messages, big integers, lists of a few entries.

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
    pub fn room<T>(&self, room: usize, what: &str) -> Result<Buffer<'_, T>, Fault> {
        let bytes = (room as u64).saturating_mul(size_of::<T>() as u64);
        let mut buffer = Buffer { items: Vec::new(), _hold: self.hold(bytes, what)? };
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

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        self.budget.held.fetch_sub(self.bytes, Relaxed);
    }
}

/// A vector that is counted. It never grows beyond the room it was made with.
pub(crate) struct Buffer<'a, T> {
    items: Vec<T>,
    _hold: Hold<'a>,
}

impl<T> Buffer<'_, T> {
    /// More items, all equal to one, up to a length; never beyond the room.
    pub fn extend_to(&mut self, length: usize, item: T)
    where
        T: Clone,
    {
        self.items.resize(length.min(self.items.capacity()), item);
    }

    /// Items from an iterator, as many as there is room for.
    pub fn append(&mut self, items: impl Iterator<Item = T>) {
        let left = self.items.capacity() - self.items.len();
        self.items.extend(items.take(left));
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

    #[test]
    fn length_and_room() {
        let budget = Budget::new(1000);
        let mut buffer = budget.room::<u16>(5, "five").map_err(|fault| fault.to_string()).unwrap();
        buffer.extend_to(2, 7);
        buffer.append(1..);
        assert_eq!(*buffer, [7, 7, 1, 2, 3]);
    }
}
