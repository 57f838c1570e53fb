//! The values of heaps 0 to n, read where they are: from the solver that computed them, off a law, or from a table.
//!
//! Nothing is kept twice, so a prefix takes the memory of its source: a byte or two a value from a solver, and no more than
//! preperiod and period off a law, however long the prefix is.

use super::{Law, Search, breaks_into_three, search, usual_limit};
use crate::rules::Rule;
use crate::values::{Solver, Table, table_size};
use crate::{Result, Work};

/// Values that are read at once.
const CHUNK: usize = 4096;

/// The values of heaps 0, 1, 2, …
pub struct Prefix {
    source: Source,
    len: usize,
}

enum Source {
    Solver(Box<dyn Solver>),
    Law(Box<Law>),
    Table(Table),
}

/// The values of heaps 0 to `largest`. If a law is proved within an eighth of them, the rest is read off it; where heaps break into
/// three it is looked for within [`usual_limit`] too, so that what memory has no room for is refused soon.
///
/// ```
/// use sprague::{Work, laws, rules::Rule};
/// let kayles: Rule = "kayles".parse().unwrap();
/// let values = laws::prefix(&kayles, 1_000_000, &Work::quiet()).unwrap();
/// let mut last = [0; 13];
/// values.read(1_000_000 - 12, &mut last);
/// assert_eq!(last[0], last[12]);
/// ```
pub fn prefix(rule: &Rule, largest: u64, work: &Work) -> Result<Prefix> {
    let len = table_size(largest, work)?;
    let mut eighth = (largest / 8).max(1);
    if breaks_into_three(rule) {
        eighth = eighth.min(usual_limit(rule));
    }
    let source = match search(rule, eighth, work)? {
        Search::Law(law) => Source::Law(Box::new(law)),
        Search::None(mut solver) => {
            solver.extend(len, work)?;
            Source::Solver(solver)
        }
    };
    Ok(Prefix { source, len })
}

impl Prefix {
    /// How many values there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Copies the values from heap `from` on.
    ///
    /// # Panics
    /// If they are not all in the prefix.
    pub fn read(&self, from: usize, out: &mut [u32]) {
        assert!(out.len() <= self.len && from <= self.len - out.len(), "there are {} values", self.len);
        match &self.source {
            Source::Solver(solver) => solver.read(from, out),
            Source::Law(law) => law.read(from, out),
            Source::Table(table) => {
                for (i, value) in out.iter_mut().enumerate() {
                    *value = table.at(from + i);
                }
            }
        }
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len).step_by(CHUNK).flat_map(|from| {
            let mut chunk = vec![0; CHUNK.min(self.len - from)];
            self.read(from, &mut chunk);
            chunk
        })
    }
}

impl From<Table> for Prefix {
    fn from(table: Table) -> Self {
        Prefix { len: table.len(), source: Source::Table(table) }
    }
}

impl Law {
    /// The first `count` values, of heaps below 2^32.
    pub(crate) fn values_to(&self, count: usize) -> Vec<u32> {
        let mut values = vec![0; count];
        self.read(0, &mut values);
        values
    }

    /// Copies the values from heap `from` on, all of them of heaps below 2^32.
    fn read(&self, from: usize, out: &mut [u32]) {
        let (start, period) = (self.preperiod as usize, self.period as usize);
        let rounds = from.saturating_sub(start) / period;
        let (mut place, mut added) = (from - rounds * period, rounds as u64 * self.saltus);
        for value in out {
            let sum = u64::from(self.values.at(place)) + added;
            *value = u32::try_from(sum).expect("no value exceeds its heap");
            place += 1;
            if place == start + period {
                (place, added) = (start, added + self.saltus);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::heaps;
    use proptest::prelude::*;

    /// Off laws with and without a saltus, from solvers of all kinds, and the empty heap alone.
    #[test]
    fn a_prefix_is_what_the_solver_computes() {
        for text in [
            "kayles",
            "0.107",
            "4.3...",
            "split:5",
            "sub:2,5,7",
            "allbut:3,4",
            "0.6",
            "0.06",
            "grundy",
            "split:3",
        ] {
            let rule: Rule = text.parse().unwrap();
            for largest in [0, 1, 5000] {
                let prefix = prefix(&rule, largest, &Work::quiet()).unwrap();
                let table = heaps(&rule, largest, &Work::quiet()).unwrap();
                assert_eq!((prefix.len(), prefix.is_empty()), (table.len(), false));
                assert!(prefix.iter().eq(table.iter()), "{text} to {largest}");
            }
        }
    }

    proptest! {
        #[test]
        fn pieces_of_a_law_are_its_values(
            text in prop::sample::select(vec!["kayles", "dawson", "4.3...", "split:5", "sub:2,5,7", "allbut:3,4"]),
            from in prop_oneof![0usize..400, 0usize..(1 << 31)],
            count in 0usize..300,
        ) {
            let law = super::super::find(&text.parse().unwrap(), 10_000, &Work::quiet()).unwrap().law().unwrap();
            let mut piece = vec![0; count];
            law.read(from, &mut piece);
            for (i, value) in piece.into_iter().enumerate() {
                prop_assert_eq!(law.value(&(from + i).into()), value.into());
            }
        }
    }

    #[test]
    #[should_panic(expected = "there are 3 values")]
    fn more_than_there_is_cannot_be_read() {
        Prefix::from([0, 1, 2].into_iter().collect::<Table>()).read(1, &mut [0; 3]);
    }
}
