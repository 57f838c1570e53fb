//! Growing lists and an index of keys, in counted memory.

use std::ops::Deref;

use crate::{Fault, Work, memory::Buffer};

/// A list that grows by moving to twice the room, all of it counted.
pub struct List<'a, T> {
    work: &'a Work<'a>,
    items: Buffer<'a, T>,
    len: usize,
}

impl<'a, T: Copy + Default> List<'a, T> {
    pub fn new(work: &'a Work<'a>) -> Result<Self, Fault> {
        Ok(List { work, items: work.buffer(256, T::default(), WHAT)?, len: 0 })
    }

    pub fn push(&mut self, item: T) -> Result<(), Fault> {
        if self.len == self.items.len() {
            let mut larger = self.work.buffer(2 * self.len, T::default(), WHAT)?;
            larger[..self.len].copy_from_slice(&self.items);
            self.items = larger;
        }
        self.items[self.len] = item;
        self.len += 1;
        Ok(())
    }

    pub fn extend(&mut self, items: &[T]) -> Result<(), Fault> {
        items.iter().try_for_each(|&item| self.push(item))
    }

    pub fn set(&mut self, place: usize, item: T) {
        self.items[place] = item;
    }
}

/// What the memory is for.
const WHAT: &str = "the automaton";

impl<T> Deref for List<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}

/// Keys of any length, each with the number of its first insertion.
pub struct Index<'a> {
    work: &'a Work<'a>,
    words: List<'a, u32>,
    /// Where each key begins; the last entry is where the next one will.
    begins: List<'a, u32>,
    /// Numbers of keys by hash, u32::MAX where there is none; two thirds full at the most.
    slots: Buffer<'a, u32>,
}

const FREE: u32 = u32::MAX;

impl<'a> Index<'a> {
    pub fn new(work: &'a Work<'a>) -> Result<Self, Fault> {
        let mut begins = List::new(work)?;
        begins.push(0)?;
        Ok(Index { work, words: List::new(work)?, begins, slots: work.buffer(1024, FREE, WHAT)? })
    }

    pub fn len(&self) -> usize {
        self.begins.len() - 1
    }

    pub fn key(&self, number: usize) -> &[u32] {
        &self.words[self.begins[number] as usize..self.begins[number + 1] as usize]
    }

    /// The number of a key, and whether it is a new one.
    pub fn number(&mut self, key: &[u32]) -> Result<(usize, bool), Fault> {
        self.work.charge(key.len() + 1)?;
        if 3 * self.len() >= 2 * self.slots.len() {
            let mut larger = self.work.buffer(2 * self.slots.len(), FREE, WHAT)?;
            for number in 0..self.len() {
                let slot = find(&larger, self.key(number), |_| false);
                larger[slot] = number as u32;
            }
            self.slots = larger;
        }
        let slot = find(&self.slots, key, |number| self.key(number as usize) == key);
        if self.slots[slot] != FREE {
            return Ok((self.slots[slot] as usize, false));
        }
        let number = self.len();
        self.words.extend(key)?;
        if self.words.len() >= FREE as usize {
            return crate::refuse("the automaton is too large");
        }
        self.begins.push(self.words.len() as u32)?;
        self.slots[slot] = number as u32;
        Ok((number, true))
    }
}

/// The slot of a key, or the free one where it belongs.
fn find(slots: &[u32], key: &[u32], is_key: impl Fn(u32) -> bool) -> usize {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for &word in key {
        hash = (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }
    let mut slot = (hash ^ hash >> 29) as usize % slots.len();
    while slots[slot] != FREE && !is_key(slots[slot]) {
        slot = (slot + 1) % slots.len();
    }
    slot
}
