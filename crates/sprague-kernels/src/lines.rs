//! Games of lines: a position is a vector of heaps, a move subtracts a positive multiple of one of finitely
//! many directions. A position is lost iff no line through it holds a smaller lost position.
//!
//! Positions are gone through in lexicographic order, which every move descends. For fixed first coordinates
//! the last one is the least that no line forbids: each line is one entry of a table of numbers taken, and
//! the least number free in all tables is found by skipping whole blocks of taken ones. Where the directions
//! are the same in every order of the coordinates, ascending positions are enough (docs/lines.md).

use crate::{Error, Meter, Result, Work};

/// The largest coordinate of a direction.
pub const LARGEST_STEP: u64 = 64;

/// The directions of a game of lines: at least one, all of the same length, none zero.
///
/// ```
/// use sprague_kernels::{Work, lines::{Bound, Directions}};
/// let wythoff = Directions::new(vec![vec![1, 0], vec![0, 1], vec![1, 1]]).unwrap();
/// let mut lost = Vec::new();
/// wythoff.for_each_lost(Bound::Each(7), &Work::quiet(), &mut |position| lost.push(position.to_vec())).unwrap();
/// assert_eq!(lost, [[0, 0], [1, 2], [3, 5], [4, 7]]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Directions {
    /// Ascending, each once.
    list: Vec<Vec<u64>>,
    symmetric: bool,
}

impl Directions {
    /// These directions; for one of them that can be followed by moving along another several times nothing
    /// is lost.
    ///
    /// # Errors
    /// If there is none, if their lengths differ, or if one has no or too large coordinates.
    pub fn new(mut list: Vec<Vec<u64>>) -> Result<Self> {
        list.sort();
        list.dedup();
        let length = list.first().map_or(0, Vec::len);
        if !(1..=4).contains(&length) || list.iter().any(|direction| direction.len() != length) {
            return Err(Error::bad_rule("directions have one to four coordinates, all the same number"));
        }
        let fits = |direction: &Vec<u64>| {
            direction.iter().any(|&step| step > 0) && direction.iter().all(|&step| step <= LARGEST_STEP)
        };
        if !list.iter().all(fits) {
            return Err(Error::bad_rule(format!(
                "a direction has a coordinate above 0, and none above {LARGEST_STEP}"
            )));
        }
        let swapped = |i: usize| {
            let swap = |direction: &Vec<u64>| {
                let mut direction = direction.clone();
                direction.swap(i - 1, i);
                direction
            };
            list.iter().map(swap).all(|direction| list.contains(&direction))
        };
        let symmetric = (1..length).all(swapped);
        Ok(Directions { list, symmetric })
    }

    /// The directions, ascending.
    pub fn list(&self) -> &[Vec<u64>] {
        &self.list
    }

    /// The number of coordinates.
    pub fn dimension(&self) -> usize {
        self.list[0].len()
    }

    /// Whether they are the same in every order of the coordinates. Then so are the lost positions.
    pub fn are_symmetric(&self) -> bool {
        self.symmetric
    }

    /// Bytes of the tables up to a coordinate.
    pub fn bytes(&self, most: u64) -> u128 {
        let (along, others) = self.by_last();
        let along: u128 = along.iter().map(|direction| Column::bytes(direction, most)).sum();
        along + others.iter().map(|direction| Table::bytes(direction, most)).sum::<u128>()
    }

    /// The directions along the last coordinate, and the others.
    fn by_last(&self) -> (Vec<&[u64]>, Vec<&[u64]>) {
        let last = self.dimension() - 1;
        let along = |direction: &&[u64]| direction[..last].iter().all(|&step| step == 0);
        self.list.iter().map(Vec::as_slice).partition(along)
    }

    /// Calls `visit` with every lost position within a bound, in lexicographic order; of symmetric directions
    /// only with ascending ones.
    pub fn for_each_lost(&self, bound: Bound, work: &Work, visit: &mut dyn FnMut(&[u64])) -> Result<()> {
        let most = bound.of_each();
        work.fits(&format!("tables of lines up to {most}"), self.bytes(most))?;
        let (along, others) = self.by_last();
        let mut columns: Vec<Column> = along.iter().map(|direction| Column::new(direction, most)).collect();
        let mut tables: Vec<Table> = others.iter().map(|direction| Table::new(direction, most)).collect();
        let meter = Meter::new(work, 0);
        let mut position = vec![0; self.dimension()];
        let last = position.len() - 1;
        loop {
            meter.charge(4 * tables.len() as u64 + 1)?;
            let most = bound.of_last(&position[..last]);
            let mut z = if self.symmetric && last > 0 { position[last - 1] } else { 0 };
            while z <= most && !columns.iter().any(|column| column.is_full(&position[..last])) {
                let Some(free) = free(&tables, &position[..last], z, most, &meter)? else { break };
                position[last] = free;
                if !columns.iter().any(|column| column.has(&position)) {
                    visit(&position);
                    self.forbid(&mut tables, &mut columns, position.clone());
                }
                z = free + 1;
            }
            if !bound.advance(&mut position[..last], self.symmetric) {
                return Ok(());
            }
        }
    }

    /// Notes a lost position, in every order of its coordinates if the directions are symmetric.
    fn forbid(&self, tables: &mut [Table], columns: &mut [Column], mut position: Vec<u64>) {
        // From ascending to descending.
        loop {
            tables.iter_mut().for_each(|table| table.take(&position));
            columns.iter_mut().for_each(|column| column.take(&position));
            if !self.symmetric {
                return;
            }
            let Some(i) = (1..position.len()).rev().find(|&i| position[i - 1] < position[i]) else { return };
            let j = (i..position.len()).rev().find(|&j| position[j] > position[i - 1]).expect("i is one");
            position.swap(i - 1, j);
            position[i..].reverse();
        }
    }
}

/// Which positions are gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// Every coordinate is at most this.
    Each(u64),
    /// The sum of the coordinates is at most this.
    Sum(u64),
}

impl Bound {
    /// The largest coordinate.
    fn of_each(self) -> u64 {
        let (Bound::Each(most) | Bound::Sum(most)) = self;
        most
    }

    /// The largest last coordinate beside the first ones, which are within the bound.
    fn of_last(self, first: &[u64]) -> u64 {
        match self {
            Bound::Each(most) => most,
            Bound::Sum(most) => most - first.iter().sum::<u64>(),
        }
    }

    /// The next vector within the bound in lexicographic order, ascending ones only if `sorted`.
    fn advance(self, vector: &mut [u64], sorted: bool) -> bool {
        for i in (0..vector.len()).rev() {
            vector[i] += 1;
            let least = if sorted { vector[i] } else { 0 };
            vector[i + 1..].fill(least);
            let within = match self {
                Bound::Each(most) => vector[i] <= most,
                // Ascending positions have a last coordinate that is no smaller.
                Bound::Sum(most) => vector.iter().sum::<u64>() + least <= most,
            };
            if within {
                return true;
            }
        }
        false
    }
}

/// The least last coordinate from z to `most` that no table has.
fn free(tables: &[Table], first: &[u64], mut z: u64, most: u64, meter: &Meter) -> Result<Option<u64>> {
    let lines: Vec<Line> = tables.iter().map(|table| table.line(first)).collect();
    // How many tables in a row have had z free.
    let mut agreed = 0;
    let mut next = lines.iter().cycle();
    while z <= most && agreed < lines.len() {
        let Some(line) = next.next() else { break };
        let free = line.free(z);
        agreed = if free == z { agreed + 1 } else { 1 };
        z = free;
        meter.charge(1)?;
    }
    Ok((z <= most).then_some(z))
}

/// Which lines along the last coordinate hold a lost position.
struct Column {
    step: u64,
    most: u64,
    /// One bit for each vector of first coordinates and each residue modulo the step.
    lines: Vec<u64>,
}

impl Column {
    fn bits(direction: &[u64], most: u64) -> u128 {
        let (step, first) = direction.split_last().expect("directions have coordinates");
        first.iter().map(|_| u128::from(most) + 1).product::<u128>() * u128::from(*step)
    }

    fn bytes(direction: &[u64], most: u64) -> u128 {
        Self::bits(direction, most) / 8 + 8
    }

    fn new(direction: &[u64], most: u64) -> Self {
        let words = Self::bits(direction, most) / 64 + 1;
        Column { step: direction[direction.len() - 1], most, lines: vec![0; words as usize] }
    }

    fn index(&self, first: &[u64]) -> u64 {
        first.iter().fold(0, |index, &n| index * (self.most + 1) + n) * self.step
    }

    fn bit(&self, index: u64) -> bool {
        self.lines[(index / 64) as usize] >> (index % 64) & 1 == 1
    }

    /// Whether a smaller position on the line of this one is lost.
    fn has(&self, position: &[u64]) -> bool {
        let (last, first) = position.split_last().expect("positions have coordinates");
        self.bit(self.index(first) + last % self.step)
    }

    /// Whether all lines above these first coordinates hold a lost position.
    fn is_full(&self, first: &[u64]) -> bool {
        let index = self.index(first);
        (0..self.step).all(|residue| self.bit(index + residue))
    }

    fn take(&mut self, position: &[u64]) {
        let (last, first) = position.split_last().expect("positions have coordinates");
        let index = self.index(first) + last % self.step;
        self.lines[(index / 64) as usize] |= 1 << (index % 64);
    }
}

/// Which lines of one direction hold a lost position.
struct Table {
    direction: Vec<u64>,
    most: u64,
    /// The coordinate, not the last one, by which a position is moved back along its line.
    pivot: usize,
    /// By the first coordinates of the point where a line starts, the last coordinates of such points.
    lines: Vec<Numbers>,
}

/// The last coordinates that the lines of one direction leave for given first coordinates.
struct Line<'a> {
    taken: &'a Numbers,
    shift: u64,
}

impl Line<'_> {
    /// The least last coordinate from z on that is free.
    fn free(&self, z: u64) -> u64 {
        self.taken.next_free(z + self.shift) - self.shift
    }
}

impl Table {
    /// By how much a coordinate of a starting point may be below 0.
    fn below(direction: &[u64], most: u64, coordinate: usize) -> u64 {
        let pivot = direction.iter().position(|&step| step > 0).expect("no direction is zero");
        if coordinate == pivot { 0 } else { direction[coordinate] * (most / direction[pivot]) }
    }

    /// The number of values of a first coordinate of starting points.
    fn width(direction: &[u64], most: u64, coordinate: usize) -> u64 {
        let pivot = direction.iter().position(|&step| step > 0).expect("no direction is zero");
        if coordinate == pivot {
            direction[pivot]
        } else {
            most + 1 + Self::below(direction, most, coordinate)
        }
    }

    fn bytes(direction: &[u64], most: u64) -> u128 {
        let last = direction.len() - 1;
        let lines: u128 = (0..last).map(|i| u128::from(Self::width(direction, most, i))).product();
        lines * Numbers::bytes(most + 2 + Self::below(direction, most, last))
    }

    fn new(direction: &[u64], most: u64) -> Self {
        let last = direction.len() - 1;
        let pivot = direction.iter().position(|&step| step > 0).expect("no direction is zero");
        let lines: u64 = (0..last).map(|i| Self::width(direction, most, i)).product();
        let numbers = most + 2 + Self::below(direction, most, last);
        let lines = (0..lines).map(|_| Numbers::new(numbers)).collect();
        Table { direction: direction.to_vec(), most, pivot, lines }
    }

    /// The index of the lines through positions with these first coordinates, and how far the last one is
    /// moved.
    fn start(&self, first: &[u64]) -> (usize, u64) {
        let times = first[self.pivot] / self.direction[self.pivot];
        let mut index = 0;
        for (i, (&n, &step)) in first.iter().zip(&self.direction).enumerate() {
            let below = Self::below(&self.direction, self.most, i);
            index = index * Self::width(&self.direction, self.most, i) + (n + below - step * times);
        }
        let last = first.len();
        (index as usize, Self::below(&self.direction, self.most, last) - self.direction[last] * times)
    }

    fn line(&self, first: &[u64]) -> Line<'_> {
        let (index, shift) = self.start(first);
        Line { taken: &self.lines[index], shift }
    }

    fn take(&mut self, position: &[u64]) {
        let (last, first) = position.split_last().expect("positions have coordinates");
        let (index, shift) = self.start(first);
        self.lines[index].take(last + shift);
    }
}

/// A set of numbers that have been taken: one bit each, and a bit for every full word, and so on.
struct Numbers {
    levels: Vec<Vec<u64>>,
}

impl Numbers {
    /// None of the numbers below `end` is taken, nor ever will `end` − 1.
    fn new(end: u64) -> Self {
        let mut levels = Vec::new();
        let mut words = end.div_ceil(64).max(1);
        loop {
            levels.push(vec![0; words as usize]);
            if words == 1 {
                return Numbers { levels };
            }
            words = words.div_ceil(64);
        }
    }

    fn bytes(end: u64) -> u128 {
        u128::from(end.div_ceil(64) + 64) * 9
    }

    fn take(&mut self, number: u64) {
        let mut at = number;
        for level in &mut self.levels {
            let word = &mut level[(at / 64) as usize];
            *word |= 1 << (at % 64);
            if *word != u64::MAX {
                return;
            }
            at /= 64;
        }
    }

    /// The least number from `from` on that is not taken; there is one.
    #[inline]
    fn next_free(&self, from: u64) -> u64 {
        let word = self.levels[0][(from / 64) as usize];
        let rest = !word & (u64::MAX << (from % 64));
        if rest != 0 { from / 64 * 64 + u64::from(rest.trailing_zeros()) } else { self.beyond_word(from) }
    }

    fn beyond_word(&self, from: u64) -> u64 {
        let (mut level, mut at) = (1, from / 64 + 1);
        // Up until a word has something free from here on.
        let mut index = loop {
            let words = match self.levels.get(level) {
                Some(words) => words,
                // One word and nothing free in it does not happen: the last number stays free.
                None => return u64::MAX,
            };
            let rest = words.get((at / 64) as usize).map_or(0, |word| !word & (u64::MAX << (at % 64)));
            if rest != 0 {
                break at / 64 * 64 + u64::from(rest.trailing_zeros());
            }
            (level, at) = (level + 1, at / 64 + 1);
        };
        // And down again.
        while level > 0 {
            level -= 1;
            index = index * 64 + u64::from((!self.levels[level][index as usize]).trailing_zeros());
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Lost positions up to `most`, by play.
    fn played(directions: &Directions, most: u64) -> Vec<Vec<u64>> {
        let mut lost: HashSet<Vec<u64>> = HashSet::new();
        let mut position = vec![0; directions.dimension()];
        let mut list = Vec::new();
        loop {
            let less = |n: u64, direction: &[u64]| -> Option<Vec<u64>> {
                position
                    .iter()
                    .zip(direction)
                    .map(|(x, step): (&u64, &u64)| x.checked_sub(n * step))
                    .collect()
            };
            let reaches_lost = directions.list().iter().any(|direction| {
                (1..).map_while(|n| less(n, direction)).any(|option| lost.contains(&option))
            });
            if !reaches_lost {
                lost.insert(position.clone());
                if !directions.are_symmetric() || position.is_sorted() {
                    list.push(position.clone());
                }
            }
            if !Bound::Each(most).advance(&mut position, false) {
                return list;
            }
        }
    }

    #[test]
    fn equals_play() {
        for (list, most) in [
            (vec![vec![1, 0], vec![0, 1], vec![1, 1]], 60),
            (vec![vec![1, 0], vec![0, 1], vec![1, 1], vec![1, 2], vec![2, 1]], 60),
            (vec![vec![1, 0], vec![0, 1]], 40),
            (vec![vec![1, 0], vec![0, 1], vec![1, 3]], 50),
            (vec![vec![2, 0], vec![0, 3], vec![2, 2]], 40),
            (vec![vec![2, 4], vec![3, 1], vec![0, 1]], 40),
            (vec![vec![1, 1]], 20),
            (vec![vec![0, 2]], 20),
            (vec![vec![2]], 20),
            (vec![vec![1], vec![3]], 20),
            (vec![vec![1, 0, 0], vec![0, 1, 0], vec![0, 0, 1]], 14),
            (vec![vec![1, 0, 0], vec![0, 1, 0], vec![0, 0, 1], vec![1, 1, 1]], 14),
            (vec![vec![2, 0, 1], vec![0, 1, 0], vec![0, 2, 3], vec![1, 1, 1]], 12),
            (
                vec![
                    vec![1, 0, 0],
                    vec![0, 1, 0],
                    vec![0, 0, 1],
                    vec![1, 1, 0],
                    vec![1, 0, 1],
                    vec![0, 1, 1],
                    vec![1, 1, 1],
                ],
                16,
            ),
            (
                vec![
                    vec![1, 0, 0, 0],
                    vec![0, 1, 0, 0],
                    vec![0, 0, 1, 0],
                    vec![0, 0, 0, 1],
                    vec![1, 1, 1, 1],
                ],
                7,
            ),
        ] {
            let directions = Directions::new(list).unwrap();
            let listed = |bound| {
                let mut lost = Vec::new();
                directions
                    .for_each_lost(bound, &Work::quiet(), &mut |lost_one| lost.push(lost_one.to_vec()))
                    .unwrap();
                lost
            };
            let mut expected = played(&directions, most);
            assert_eq!(listed(Bound::Each(most)), expected, "{directions:?}");
            expected.retain(|position| position.iter().sum::<u64>() <= most);
            assert_eq!(listed(Bound::Sum(most)), expected, "{directions:?}");
        }
    }

    #[test]
    fn refused() {
        for list in [vec![], vec![vec![]], vec![vec![1], vec![1, 1]], vec![vec![0, 0]], vec![vec![65, 1]]] {
            assert!(Directions::new(list).is_err());
        }
    }

    #[test]
    fn numbers() {
        let mut numbers = Numbers::new(64 * 64 * 3);
        for n in (0..64 * 64 * 2).chain(64 * 64 * 2 + 5..64 * 64 * 2 + 700) {
            numbers.take(n);
        }
        for (from, free) in [(0, 8192), (100, 8192), (8191, 8192), (8196, 8196), (8197, 8892), (8892, 8892)] {
            assert_eq!(numbers.next_free(from), free, "{from}");
        }
    }
}
