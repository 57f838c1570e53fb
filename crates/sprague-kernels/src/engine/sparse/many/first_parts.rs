//! First parts in order of their size, and the runs of partners that go with them.
//!
//! For a part `r` and 32 consecutive sums from `s` on, the partners are the 32 cells from `s − r` on: one
//! load. Parts are kept the largest first, so the first and the last of any of them in a row tell how far all
//! their runs reach, and one check of bounds is enough for all loads.

/// A first part, at a position.
pub trait Placed: Copy {
    /// Where it is.
    fn place(self) -> usize;
}

/// A first part and its code of one byte.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Where it is.
    pub place: u32,
    /// Its code, in each of four bytes: a vector of it is one load.
    codes: u32,
}

impl Part {
    /// The part at a position.
    ///
    /// # Panics
    /// If the position is not below `2^32`.
    pub fn new(place: usize, code: u8) -> Self {
        let place = u32::try_from(place).expect("first parts below 2^32");
        Part { place, codes: u32::from_ne_bytes([code; 4]) }
    }

    /// Its code in each of four bytes.
    #[inline(always)]
    pub fn codes(self) -> u32 {
        self.codes
    }

    /// Its code.
    #[inline(always)]
    pub fn code(self) -> u8 {
        self.codes as u8
    }
}

impl Placed for Part {
    #[inline(always)]
    fn place(self) -> usize {
        self.place as usize
    }
}

/// First parts, the largest first.
#[derive(Clone, Debug)]
pub struct Parts<P = Part>(Vec<P>);

impl<P> Default for Parts<P> {
    fn default() -> Self {
        Parts(vec![])
    }
}

/// Some parts in a row, the largest first. Only [`Parts`] makes them, so the first and the last tell where
/// all of them are.
#[derive(Clone, Copy)]
pub struct Sorted<'a, P = Part>(&'a [P]);

impl<P: Placed> Parts<P> {
    /// Parts in any order.
    pub fn new(parts: impl Iterator<Item = P>) -> Self {
        let mut parts: Vec<P> = parts.collect();
        parts.sort_unstable_by_key(|part| std::cmp::Reverse(part.place()));
        Parts(parts)
    }

    /// Takes in a part that is not smaller than any other.
    pub fn insert_largest(&mut self, part: P) {
        assert!(self.0.first().is_none_or(|first| first.place() <= part.place()));
        self.0.insert(0, part);
    }

    /// All parts.
    #[inline(always)]
    pub fn as_slice(&self) -> &[P] {
        &self.0
    }

    /// All parts, in order.
    #[inline(always)]
    pub fn all(&self) -> Sorted<'_, P> {
        Sorted(&self.0)
    }

    /// For the block of sums that begins at `first`: the parts that are smaller and have partners that may be
    /// rare, and those all whose partners are behind the last rare position.
    #[inline(always)]
    pub fn of_block(&self, first: usize, last_rare: usize) -> (Sorted<'_, P>, Sorted<'_, P>) {
        if self.0.first().is_none_or(|part| part.place() + last_rare < first) {
            return (Sorted(&[]), Sorted(&self.0));
        }
        let smaller = self.0.partition_point(|part| part.place() >= first);
        let clear = self.0.partition_point(|part| part.place() + last_rare >= first).max(smaller);
        (Sorted(&self.0[smaller..clear]), Sorted(&self.0[clear..]))
    }
}

impl<'a, P: Placed> Sorted<'a, P> {
    /// Those in `from..below`.
    #[inline(always)]
    pub fn within(self, from: usize, below: usize) -> Self {
        if (from, below) == (0, usize::MAX) {
            return self;
        }
        let first = self.0.partition_point(|part| part.place() >= below);
        let end = self.0.partition_point(|part| part.place() >= from);
        Sorted(&self.0[first..end.max(first)])
    }

    /// Those from `place` on, and those below it.
    #[inline(always)]
    pub fn split_below(self, place: usize) -> (Self, Self) {
        let (from, below) = self.0.split_at(self.0.partition_point(|part| part.place() >= place));
        (Sorted(from), Sorted(below))
    }

    /// The largest and the smallest part: all others are between them.
    #[inline(always)]
    pub fn ends(self) -> Option<[P; 2]> {
        Some([*self.0.first()?, *self.0.last()?])
    }

    /// The parts.
    #[inline(always)]
    pub fn as_slice(self) -> &'a [P] {
        self.0
    }
}

/// First parts and 32 consecutive sums: the partners of a part are a run of 32 cells.
#[derive(Clone, Copy)]
pub struct Runs<'a> {
    /// All codes.
    pub cells: &'a [u8],
    /// 255 for a common position, 0 for a rare one.
    pub classes: &'a [u8],
    /// The first sum.
    pub first: usize,
    /// The parts, none of them larger than the first sum.
    pub parts: Sorted<'a>,
}
