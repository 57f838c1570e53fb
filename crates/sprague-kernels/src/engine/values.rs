//! How a method keeps its values: each in its own way, all of them readable.

use crate::Table;
use crate::engine::cell::{Cell, largest};

/// Values read at once.
const CHUNK: usize = 4096;

/// The values of heaps `0..len`.
pub trait Values {
    /// Number of known values.
    fn len(&self) -> usize;
    /// The value of heap `x`.
    fn value(&self, x: usize) -> u32;
    /// Copies the values from heap `from` on.
    fn read(&self, from: usize, out: &mut [u32]);
    /// The largest value of the heaps `from..to`, or more.
    fn bound(&self, from: usize, to: usize) -> u32;
    /// Values for which memory has been set aside.
    fn capacity(&self) -> usize;
    /// How many bytes a value takes.
    fn bytes_per_value(&self) -> u8;

    /// How often each value stands at even and at odd positions from 1 on; `size` is above all values.
    fn histogram(&self, size: usize) -> [Vec<i64>; 2] {
        let (mut counts, mut chunk) = ([vec![0; size], vec![0; size]], [0; CHUNK]);
        for from in (1..self.len()).step_by(CHUNK) {
            let chunk = &mut chunk[..(self.len() - from).min(CHUNK)];
            self.read(from, chunk);
            // The first of each two is at an odd position.
            for two in chunk.chunks(2) {
                for (i, v) in two.iter().enumerate() {
                    counts[1 - i][*v as usize] += 1;
                }
            }
        }
        counts
    }
}

/// All values, in order.
pub fn all(values: &dyn Values) -> impl Iterator<Item = u32> + '_ {
    (0..values.len()).step_by(CHUNK).flat_map(|from| {
        let mut chunk = vec![0; (values.len() - from).min(CHUNK)];
        values.read(from, &mut chunk);
        chunk
    })
}

/// Values as they are, a cell each.
impl<C: Cell> Values for Vec<C> {
    fn len(&self) -> usize {
        self.len()
    }

    fn value(&self, x: usize) -> u32 {
        self[x].code()
    }

    fn read(&self, from: usize, out: &mut [u32]) {
        for (v, cell) in out.iter_mut().zip(&self[from..]) {
            *v = cell.code();
        }
    }

    fn bound(&self, from: usize, to: usize) -> u32 {
        largest(&self[from..to]).code()
    }

    fn capacity(&self) -> usize {
        self.capacity()
    }

    fn bytes_per_value(&self) -> u8 {
        size_of::<C>() as u8
    }
}

/// Values of a table, in whatever cells it keeps them.
impl Values for Table {
    fn len(&self) -> usize {
        self.len()
    }

    fn value(&self, x: usize) -> u32 {
        self.at(x)
    }

    fn read(&self, from: usize, out: &mut [u32]) {
        self.cells().read(from, out);
    }

    fn bound(&self, from: usize, to: usize) -> u32 {
        self.cells().bound(from, to)
    }

    fn capacity(&self) -> usize {
        self.len()
    }

    fn bytes_per_value(&self) -> u8 {
        self.bytes_each() as u8
    }
}

impl Table {
    fn cells(&self) -> &dyn Values {
        match self {
            Table::Bytes(values) => values,
            Table::Words(values) => values,
            Table::Longs(values) => values,
        }
    }
}
