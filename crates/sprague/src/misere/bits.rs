//! Sets of elements, one bit each, and square relations as rows of them.

/// A set of elements 0, 1, … of a monoid.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of `order` elements.
    pub fn none(order: usize) -> Self {
        Bits(vec![0; order.div_ceil(64)])
    }

    /// The elements for which it holds.
    pub fn of(order: usize, holds: impl Fn(usize) -> bool) -> Self {
        let mut bits = Bits::none(order);
        (0..order).filter(|&x| holds(x)).for_each(|x| bits.insert(x));
        bits
    }

    #[inline]
    pub fn contains(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    /// Whether every element is one of `other` too.
    pub fn is_subset(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Adds all elements of `other`.
    pub fn unite(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Removes all elements of `other`.
    pub fn subtract(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    /// The elements of both.
    pub fn both(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The elements, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        places(&self.0)
    }
}

/// Where the bits of some words are set, ascending.
fn places(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(64 * i + bit)
        })
    })
}

/// A relation between elements, as one row of bits for each.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    width: usize,
    words: Vec<u64>,
}

impl Rows {
    /// The empty relation on this many elements.
    pub fn none(order: usize) -> Self {
        let width = order.div_ceil(64);
        Rows { width, words: vec![0; width * order] }
    }

    /// Bytes that a relation on this many elements takes.
    pub fn bytes(order: usize) -> u128 {
        8 * order as u128 * order.div_ceil(64) as u128
    }

    #[inline]
    pub fn contains(&self, x: usize, z: usize) -> bool {
        self.words[x * self.width + z / 64] >> (z % 64) & 1 == 1
    }

    /// Adds a pair; false if it was there.
    #[inline]
    pub fn insert(&mut self, x: usize, z: usize) -> bool {
        let word = &mut self.words[x * self.width + z / 64];
        let bit = 1 << (z % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Removes all elements of a row.
    pub fn clear(&mut self, x: usize) {
        self.words[x * self.width..][..self.width].fill(0);
    }

    /// Whether a row has no element.
    pub fn is_empty(&self, x: usize) -> bool {
        self.words(x).iter().all(|&word| word == 0)
    }

    /// The elements of a row, ascending.
    pub fn iter(&self, x: usize) -> impl Iterator<Item = usize> + '_ {
        places(self.words(x))
    }

    fn words(&self, x: usize) -> &[u64] {
        &self.words[x * self.width..][..self.width]
    }

    /// One row.
    pub fn row(&self, x: usize) -> Bits {
        Bits(self.words(x).to_vec())
    }
}
