//! Values of a rule without a sparse space, cut into fields for the sieve: a byte each below 256, else two.
//!
//! This is the only copy of them. A value below 256 is one byte. Larger ones are cut into fields of up to
//! four bits (see `fields`), two or four of them in two bytes, and all first bytes are kept together and all
//! second bytes: so 32 fields are one load. When values outgrow their fields all are divided again, in place.
//! A few may be twice as large: they are kept, but the sieve can not look for them.

use crate::engine::dense::fields::{by_bits, bytes, most_bits, value};
use crate::engine::values::Values;
use crate::simd::Level;

/// One in this many values may be beyond the fields.
const FEW: usize = 512;

/// The tables that values are cut for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Tables of sixteen entries (`pairs`).
    ForPairs,
    /// Tables of 64 and 128 entries (`wide_pairs`).
    ForLookups,
}

impl Cut {
    /// The widest that a level has instructions for.
    pub fn of(level: Level) -> Self {
        if level.lookups().is_some() { Cut::ForLookups } else { Cut::ForPairs }
    }
}

/// Values of heaps `0..len`.
#[derive(Clone, Debug)]
pub struct FieldValues {
    /// First bytes, and second bytes if there are any.
    columns: [Vec<u8>; 2],
    /// How values are cut: nearly all have 8, 10, 11, 12, 14 or 16 bits.
    bits: usize,
    /// How many have more.
    beyond: usize,
    /// For which tables they are cut.
    cut: Cut,
    largest: u32,
}

impl Default for FieldValues {
    fn default() -> Self {
        FieldValues { columns: [vec![], vec![]], bits: 8, beyond: 0, cut: Cut::ForPairs, largest: 0 }
    }
}

impl FieldValues {
    /// Takes in values; none if one does not fit.
    pub fn encode(values: impl Iterator<Item = u32>, capacity: usize) -> Option<Self> {
        let mut columns = FieldValues::default();
        columns.columns[0].reserve(capacity);
        for v in values {
            if !columns.push(v) {
                return None;
            }
        }
        Some(columns)
    }

    /// Number of known values.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.columns[0].len()
    }

    /// How values are cut: those that the sieve can look for have 8, 10, 11, 12, 14 or 16 bits.
    #[inline(always)]
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The largest value, 0 if there is none.
    #[inline(always)]
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// How many bytes a value takes.
    #[inline(always)]
    pub fn bytes_each(&self) -> usize {
        if self.bits == 8 { 1 } else { 2 }
    }

    /// First and second bytes; if there are no second bytes, the first twice.
    #[inline(always)]
    pub fn bytes(&self) -> [&[u8]; 2] {
        let [first, second] = &self.columns;
        [first, if self.bits == 8 { first } else { second }]
    }

    /// Appends a value; false if it does not fit.
    #[inline(always)]
    pub fn push(&mut self, v: u32) -> bool {
        self.largest = self.largest.max(v);
        if v >> self.bits != 0 {
            self.beyond += 1;
            if (v >> most_bits(self.bits) != 0 || self.beyond > self.len() / FEW) && !self.widen() {
                return false;
            }
        }
        let [first, second] = bytes(self.bits, v as u16);
        self.columns[0].push(first);
        if self.bits > 8 {
            self.columns[1].push(second);
        }
        true
    }

    /// From now on values are cut like this.
    pub fn cut_anew(&mut self, cut: Cut) {
        if self.cut != cut {
            self.cut = cut;
            if self.bits != 8 {
                self.widen();
            }
        }
    }

    /// Cuts all values so that the largest fits; false if it never does.
    #[cold]
    fn widen(&mut self) -> bool {
        let all: &[usize] = if self.cut == Cut::ForLookups { &[12, 14, 16] } else { &[10, 11, 14, 16] };
        let Some(&bits) = all.iter().find(|&&bits| self.largest >> bits == 0) else {
            return false;
        };
        let [firsts, seconds] = &mut self.columns;
        seconds.reserve(firsts.capacity() - seconds.len());
        seconds.resize(firsts.len(), 0);
        for (first, second) in firsts.iter_mut().zip(seconds) {
            [*first, *second] = bytes(bits, value(self.bits, [*first, *second]));
        }
        (self.bits, self.beyond) = (bits, 0);
        true
    }

    fn read_of<const BITS: usize>(&self, from: usize, out: &mut [u32]) {
        let [firsts, seconds] = self.bytes().map(|bytes| &bytes[from..from + out.len()]);
        for ((v, first), second) in out.iter_mut().zip(firsts).zip(seconds) {
            *v = value(BITS, [*first, *second]) as u32;
        }
    }
}

impl Values for FieldValues {
    fn len(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn value(&self, x: usize) -> u32 {
        let [first, second] = self.bytes();
        value(self.bits, [first[x], second[x]]) as u32
    }

    fn read(&self, from: usize, out: &mut [u32]) {
        by_bits!(self.bits, BITS => self.read_of::<BITS>(from, out))
    }

    fn bound(&self, _from: usize, _to: usize) -> u32 {
        self.largest
    }

    fn capacity(&self) -> usize {
        self.columns[0].capacity()
    }

    fn bytes_per_value(&self) -> u8 {
        self.bytes_each() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn planes_keep_values(
            values in prop::collection::vec((any::<u16>(), 0u32..16), 1..200),
            from in 0usize..200,
            falling: bool,
            long: bool,
            for_lookups: bool,
        ) {
            // Values that outgrow their fields late, or not at all.
            let mut values: Vec<u32> = values.iter().map(|(v, shift)| u32::from(*v) >> shift).collect();
            values.sort_unstable();
            if falling {
                values.reverse();
            }
            // Enough for a few to be beyond the fields.
            if long {
                let first = values[0];
                values.splice(0..0, vec![first; 2 * FEW]);
            }
            let mut columns = FieldValues::default();
            let mut cuts = [Cut::ForPairs, Cut::ForLookups];
            cuts.rotate_left(usize::from(for_lookups));
            columns.cut_anew(cuts[0]);
            for &v in &values {
                prop_assert!(columns.push(v));
            }
            prop_assert_eq!(crate::engine::values::all(&columns).collect::<Vec<_>>(), values.clone());
            let largest = values.iter().copied().max().unwrap();
            prop_assert_eq!(columns.largest(), largest);
            prop_assert_eq!(columns.bytes_per_value(), if largest < 256 { 1 } else { 2 });
            let beyond = values.iter().filter(|&&v| v >> columns.bits() != 0).count();
            prop_assert!(beyond <= values.len() / FEW);
            let from = from.min(values.len());
            let mut some = vec![0; values.len() - from];
            columns.read(from, &mut some);
            prop_assert_eq!(&some, &values[from..]);
            let histogram = columns.histogram(1 << 16);
            for (x, v) in values.iter().enumerate().skip(1).step_by(values.len() / 100 + 1) {
                let count = values.iter().enumerate().skip(1).filter(|(y, w)| (x + y) % 2 == 0 && v == *w).count();
                prop_assert_eq!(histogram[x % 2][*v as usize], count as i64);
            }
            prop_assert!(!columns.clone().push(1 << 16));
            columns.cut_anew(cuts[1]);
            prop_assert_eq!(crate::engine::values::all(&columns).collect::<Vec<_>>(), values);
        }
    }
}
