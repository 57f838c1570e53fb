//! Multisets of heaps whose values have xor 0, by number of heaps and of tokens: what winning moves leave.
//!
//! E_j(M) is the number of multisets of j parts that the rule's condition allows, at most M tokens in all,
//! with xor 0:
//!
//! - E_0(M) = 1; E_1(M) = zeros among 1 … M
//! - E_2(M) = (ordered pairs of equal value ± pairs of equal heaps) / 2, plus if equal heaps may be left
//! - E_3(M) = (ordered triples ± 3·#{(a, a, c) : G(c) = 0} + 2·#{(a, a, a) : G(a) = 0}) / 6, by Burnside
//! - j equal parts have xor 0 iff j is even or their value is 0
//! - four parts and more by a table over parts, xor and tokens, one part size after the other
//!
//! Ordered pairs are counted value by value with two pointers, O(M); ordered triples by O(M²) look-ups; the
//! table takes N²·P·m additions of 128 bits, P the power of two above the values, and 16·(m+1)·P·(N+1) bytes.

use crate::rules::{Alike, HeapRule, Parts};
use crate::{Error, Result, Work};
use num_bigint::BigUint;

/// Multisets of heaps with given values, under the condition of a rule.
pub struct Multisets<'a> {
    values: &'a [u32],
    parts: Parts,
    most_parts: u64,
    /// `table[j][m]`: multisets of j parts, at most m tokens, xor 0; empty until four parts are asked
    /// for.
    table: Vec<Vec<u128>>,
}

impl<'a> Multisets<'a> {
    /// Beyond this many tokens the number of partitions may pass 128 bits.
    pub const MOST_TOKENS: u64 = 1000;

    /// Heaps 0, 1, 2, … with these values.
    pub fn new(values: &'a [u32], rule: &HeapRule, work: &Work) -> Result<Self> {
        let mut new = Multisets { values, parts: rule.parts(), most_parts: rule.most_parts(), table: vec![] };
        let by_table = rule.most_parts() >= 4 && rule.parts().alike != Alike::Equal;
        if by_table {
            new.fill_table(work)?;
        }
        Ok(new)
    }

    /// How many multisets of j heaps have at most `room` tokens and xor 0.
    pub fn with_xor_zero(&mut self, j: u64, room: usize, work: &Work) -> Result<BigUint> {
        if j == 0 {
            return Ok(1u32.into());
        }
        if self.parts.alike == Alike::Equal {
            return Ok(self.equal_parts(j, room).into());
        }
        if let Some(counts) = self.table.get(j as usize) {
            return Ok(counts[room].into());
        }
        let different = self.parts.alike == Alike::Different;
        Ok(match j {
            1 => self.zeros(room).into(),
            2 => {
                let (ordered, twins) = (self.ordered_pairs(room, work)?, self.equal_parts(2, room));
                BigUint::from((if different { ordered - twins } else { ordered + twins }) / 2)
            }
            _ => {
                let (ordered, triplets) = (self.ordered_triples(room, work)?, self.equal_parts(3, room));
                let twins = self.twins_and_a_zero(room);
                let both = ordered + 2 * triplets;
                BigUint::from((if different { both - 3 * twins } else { both + 3 * twins }) / 6)
            }
        })
    }

    fn allows(&self, part: usize) -> bool {
        self.parts.allow(part as u64)
    }

    /// Multisets of j equal parts with xor 0.
    fn equal_parts(&self, j: u64, room: usize) -> u128 {
        let fits = |&a: &usize| self.allows(a) && (j.is_multiple_of(2) || self.values[a] == 0);
        (1..=room / j as usize).filter(fits).count() as u128
    }

    fn zeros(&self, room: usize) -> u128 {
        (1..=room).filter(|&a| self.values[a] == 0 && self.allows(a)).count() as u128
    }

    /// Pairs of equal parts with a third part of value 0.
    fn twins_and_a_zero(&self, room: usize) -> u128 {
        let is_zero = |c: &usize| self.values[*c] == 0 && self.allows(*c);
        let zeros = (1..=room).filter(is_zero);
        // Parts a with 2a ≤ room − c, as many as there are for each zero c.
        let mut twins: Vec<u32> = vec![0; room / 2 + 1];
        for a in 1..=room / 2 {
            twins[a] = twins[a - 1] + u32::from(self.allows(a));
        }
        zeros.map(|c| u128::from(twins[(room - c) / 2])).sum()
    }

    /// Places of each value, ascending, among heaps 1 … room.
    fn places(&self, room: usize, work: &Work) -> Result<Vec<Vec<usize>>> {
        let top = self.values[..=room].iter().max().map_or(0, |&top| top as usize);
        work.fits("the places of each value", 16 * room as u64 + 24 * (top as u64 + 1))?;
        let mut places = vec![Vec::new(); top + 1];
        (1..=room).filter(|&a| self.allows(a)).for_each(|a| places[self.values[a] as usize].push(a));
        Ok(places)
    }

    fn ordered_pairs(&self, room: usize, work: &Work) -> Result<u128> {
        let within = |places: &Vec<usize>| -> u128 {
            let mut fitting = places.len();
            let partners = |&a: &usize| {
                while fitting > 0 && a + places[fitting - 1] > room {
                    fitting -= 1;
                }
                fitting as u128
            };
            places.iter().map(partners).sum()
        };
        Ok(self.places(room, work)?.iter().map(within).sum())
    }

    /// For each ordered pair (a, b): how many c ≤ room − a − b have the value that completes it.
    fn ordered_triples(&self, room: usize, work: &Work) -> Result<u128> {
        let (values, top) = (self.values, self.values[..=room].iter().max().map_or(0, |&top| top as usize));
        let width = (top + 1).next_power_of_two();
        work.fits("the table of triples", (room as u128 + 1) * width as u128 * 4)?;
        // upto[c·width + v]: heaps of value v among 1 … c.
        let mut upto = vec![0u32; (room + 1) * width];
        for c in 1..=room {
            upto.copy_within((c - 1) * width..c * width, c * width);
            upto[c * width + values[c] as usize] += u32::from(self.allows(c));
        }
        let mut total = 0u128;
        for a in (1..room).filter(|&a| self.allows(a)) {
            work.tell(a as u64, room as u64)?;
            let partner =
                |b: usize| u128::from(upto[(room - a - b) * width + (values[a] ^ values[b]) as usize]);
            total += (1..room - a).filter(|&b| self.allows(b)).map(partner).sum::<u128>();
        }
        Ok(total)
    }

    /// Brings in one part size after the other: ways[j][x][m] multisets of j parts have xor x and m tokens.
    fn fill_table(&mut self, work: &Work) -> Result<()> {
        let n = self.values.len() - 1;
        if n as u64 > Self::MOST_TOKENS {
            let line =
                format!("winning moves to four heaps and more are counted up to {}", Self::MOST_TOKENS);
            return Err(Error::too_large(format!("{line}; ask for less"), None));
        }
        let parts = usize::try_from(self.most_parts).unwrap_or(n).min(n);
        let top = self.values.iter().max().map_or(0, |&top| top as usize);
        let width = (top + 1).next_power_of_two();
        let cells = (parts + 1) * width * (n + 1);
        work.fits(&format!("counting the splits of heaps to {n}"), cells as u128 * 16)?;
        let at = |j: usize, x: usize, m: usize| (j * width + x) * (n + 1) + m;
        let mut ways = vec![0u128; cells];
        ways[at(0, 0, 0)] = 1;
        // Downwards in j a part is used once, upwards any number of times.
        let order: Vec<usize> = match self.parts.alike {
            Alike::Different => (1..=parts).rev().collect(),
            _ => (1..=parts).collect(),
        };
        for part in (1..=n).filter(|&part| self.allows(part)) {
            work.tell(part as u64, n as u64)?;
            let value = self.values[part] as usize;
            for &j in &order {
                for x in 0..width {
                    for m in part..=n {
                        ways[at(j, x, m)] += ways[at(j - 1, x ^ value, m - part)];
                    }
                }
            }
        }
        let upto = |j: usize| {
            let ways = &ways;
            let exactly = (0..=n).map(move |m| ways[at(j, 0, m)]);
            exactly.scan(0, |sum, ways| {
                *sum += ways;
                Some(*sum)
            })
        };
        self.table = (0..=parts).map(|j| upto(j).collect()).collect();
        Ok(())
    }
}
