//! A hash index of keys, and sums by key, in memory that counts against the budget.

use num_bigint::BigUint;

use crate::{Fault, Work, memory::Buffer};

/// Keys of any length, each with the number of its first insertion.
pub(crate) struct Index<'a> {
    work: &'a Work<'a>,
    words: Buffer<'a, u32>,
    /// Where each key begins; the last entry is where the next one will.
    begins: Buffer<'a, u32>,
    /// Numbers of keys by hash, [`FREE`] where there is none; at most two thirds full.
    slots: Buffer<'a, u32>,
    what: &'static str,
}

const FREE: u32 = u32::MAX;

/// Slots of a new index.
const FIRST_SLOTS: usize = 16;

impl<'a> Index<'a> {
    pub fn new(work: &'a Work<'a>, what: &'static str) -> Result<Self, Fault> {
        let mut begins = work.list(what)?;
        begins.push(0)?;
        Ok(Index {
            work,
            words: work.list(what)?,
            begins,
            slots: work.buffer(FIRST_SLOTS, FREE, what)?,
            what,
        })
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
            let mut larger = self.work.buffer(2 * self.slots.len(), FREE, self.what)?;
            for number in 0..self.len() {
                let (slot, probes) = find(&larger, self.key(number), |_| false);
                self.charge_probes(probes)?;
                larger[slot] = number as u32;
            }
            self.slots = larger;
        }
        let (slot, probes) = find(&self.slots, key, |number| self.key(number as usize) == key);
        self.charge_probes(probes)?;
        if self.slots[slot] != FREE {
            return Ok((self.slots[slot] as usize, false));
        }
        let number = self.len();
        // As a new key is copied, and again when the list grows.
        self.work.charge(2 * key.len() + 2)?;
        self.words.extend(key.iter().copied())?;
        if self.words.len() >= FREE as usize {
            return crate::refuse("the automaton is too large");
        }
        self.begins.push(self.words.len() as u32)?;
        self.slots[slot] = number as u32;
        Ok((number, true))
    }

    /// A few probes are part of the price of a key. Keys that were chosen to collide take many, and are
    /// charged for them.
    fn charge_probes(&self, probes: usize) -> Result<(), Fault> {
        if probes > FREE_PROBES { self.work.charge(probes) } else { Ok(()) }
    }
}

/// Probes of slots that are not charged.
const FREE_PROBES: usize = 16;

/// The slot of a key, or the free one where it belongs, and how many slots were looked at.
fn find(slots: &[u32], key: &[u32], is_key: impl Fn(u32) -> bool) -> (usize, usize) {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for &word in key {
        // Every bit of a word reaches all higher ones by the product, and the lower ones by the shift.
        hash = (hash ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    let mut slot = hash as usize % slots.len();
    let mut probes = 1;
    while slots[slot] != FREE && !is_key(slots[slot]) {
        slot = (slot + 1) % slots.len();
        probes += 1;
    }
    (slot, probes)
}

/// How many runs of an automaton have come to each state: a number of a fixed width for each key.
pub(crate) struct Runs<'a> {
    keys: Index<'a>,
    /// Lowest first; `width` for each key.
    limbs: Buffer<'a, u32>,
    width: usize,
}

impl<'a> Runs<'a> {
    /// For numbers of at most this many bits.
    pub fn new(bits: u64, work: &'a Work<'a>, what: &'static str) -> Result<Self, Fault> {
        Ok(Runs { keys: Index::new(work, what)?, limbs: work.list(what)?, width: bits as usize / 32 + 1 })
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn key(&self, number: usize) -> &[u32] {
        self.keys.key(number)
    }

    pub fn count(&self, number: usize) -> BigUint {
        BigUint::from_slice(self.limbs(number))
    }

    fn limbs(&self, number: usize) -> &[u32] {
        &self.limbs[number * self.width..][..self.width]
    }

    /// One run with this key.
    pub fn add_one(&mut self, key: &[u32]) -> Result<(), Fault> {
        let at = self.place(key)?;
        add(&mut self.limbs[at..][..self.width], &[1])
    }

    /// As many runs with this key as others have with one of theirs.
    pub fn add(&mut self, key: &[u32], others: &Runs, number: usize) -> Result<(), Fault> {
        let at = self.place(key)?;
        add(&mut self.limbs[at..][..self.width], others.limbs(number))
    }

    fn place(&mut self, key: &[u32]) -> Result<usize, Fault> {
        let (number, new) = self.keys.number(key)?;
        if new {
            self.limbs.resize((number + 1) * self.width, 0)?;
        }
        Ok(number * self.width)
    }
}

/// Adds a number to another; the sum has to fit.
fn add(to: &mut [u32], other: &[u32]) -> Result<(), Fault> {
    let mut carry = 0;
    for (i, to) in to.iter_mut().enumerate() {
        let sum = u64::from(*to) + u64::from(other.get(i).copied().unwrap_or(0)) + carry;
        (*to, carry) = (sum as u32, sum >> 32);
    }
    if carry == 0 { Ok(()) } else { crate::refuse("a number of runs is too large") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys keep their numbers while the index grows; equal keys have one number, and lengths count.
    #[test]
    fn numbers() {
        let work = Work::default();
        let mut index = Index::new(&work, "keys").ok().unwrap();
        let key = |n: u32| (0..n % 5).map(|i| n / 5 + i).collect::<Vec<u32>>();
        let mut all: Vec<Vec<u32>> = Vec::new();
        for n in (0..3000).chain(0..3000) {
            let place = all.iter().position(|other| *other == key(n));
            assert_eq!(index.number(&key(n)), Ok((place.unwrap_or(all.len()), place.is_none())), "{n}");
            if place.is_none() {
                all.push(key(n));
            }
        }
        assert!(index.len() == all.len() && (0..all.len()).all(|i| index.key(i) == all[i]));
    }

    /// Keys that differ little lie far apart: pairs of numbers that run together, or one after the other.
    #[test]
    fn neighbours_do_not_collide() {
        let n = 1 << 14;
        let families: [fn(u32) -> [u32; 2]; 5] =
            [|i| [i, i], |i| [i % 128, i / 128], |i| [i, 7], |i| [1 << 20, i << 8], |i| [i, n_minus(i)]];
        for (family, key) in families.into_iter().enumerate() {
            let mut slots = vec![FREE; 2 * n];
            let mut all = 0;
            for i in 0..n as u32 {
                let (slot, probes) = find(&slots, &key(i), |_| false);
                slots[slot] = i;
                all += probes;
            }
            assert!(all < 3 * n, "{family}: {all} probes for {n} keys");
        }
    }

    fn n_minus(i: u32) -> u32 {
        (1 << 20) - i
    }

    /// Sums of powers of two, with carries over several limbs; one that does not fit is refused.
    #[test]
    fn sums() {
        let work = Work::default();
        let mut runs = Runs::new(95, &work, "runs").ok().unwrap();
        runs.add_one(&[1, 2]).unwrap();
        for bits in 1..96u32 {
            let same =
                Runs { keys: Index::new(&work, "").ok().unwrap(), limbs: copied(&runs, &work), width: 3 };
            runs.add(&[1, 2], &same, 0).unwrap();
            assert_eq!((runs.len(), runs.count(0)), (1, BigUint::from(1u32) << bits), "{bits}");
        }
        let same = Runs { keys: Index::new(&work, "").ok().unwrap(), limbs: copied(&runs, &work), width: 3 };
        runs.add(&[], &same, 0).unwrap();
        assert_eq!((runs.key(1), runs.count(1)), (&[][..], BigUint::from(1u32) << 95u32));
        let line = "NOT VERIFIED: a number of runs is too large";
        assert_eq!(runs.add(&[], &same, 0).unwrap_err().to_string(), line);
    }

    fn copied<'a>(runs: &Runs, work: &'a Work<'a>) -> Buffer<'a, u32> {
        let mut limbs = work.list("limbs").ok().unwrap();
        limbs.extend(runs.limbs.iter().copied()).unwrap();
        limbs
    }
}
