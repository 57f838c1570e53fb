//! Pairs of bytes and tables of nibbles, for [`Simd::sieve`](super::Simd::sieve).

/// For each of four nibbles of a value, the wanted values that have it.
pub type Tables = [[u8; 16]; 4];

/// The bytes of the parts of some pairs, for `S` sums that share their first parts: nibbles 0 and 2, and nibbles 1 and 3.
#[derive(Clone, Copy)]
pub struct Pairs<'a, const S: usize> {
    /// The parts that are shared.
    pub ours: [&'a [u8]; 2],
    /// The partners, for each sum.
    pub theirs: [[&'a [u8]; 2]; S],
}

impl<const S: usize> Pairs<'_, S> {
    /// How many there are of each sum.
    ///
    /// # Panics
    /// If not all slices have the same length.
    #[inline(always)]
    pub fn len(&self) -> usize {
        let len = self.ours[0].len();
        assert!(self.ours.iter().chain(self.theirs.iter().flatten()).all(|bytes| bytes.len() == len));
        len
    }

    /// Byte by byte.
    #[inline(always)]
    pub(super) fn sieve<const H: usize, const T: usize>(&self, tables: [[&Tables; T]; S]) -> [[u8; T]; S] {
        let mut met = [[0; T]; S];
        for i in 0..self.len() {
            for s in 0..S {
                let x = (self.ours[0][i] ^ self.theirs[s][0][i]) as usize;
                let y = (self.ours[1][i] ^ self.theirs[s][1][i]) as usize;
                for t in 0..T {
                    let nibbles = [x % 16, y % 16, x / 16, y / 16];
                    met[s][t] |= (0..H).fold(0xff, |met, i| met & tables[s][t][i][nibbles[i]]);
                }
            }
        }
        met
    }
}
