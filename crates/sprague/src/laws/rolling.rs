//! A hash that rolls over a sequence: Σ item·B^j (mod 2^64) over a stretch of fixed length (Karp and Rabin).
//!
//! When the stretch moves by one place an item comes in and one goes out; the hash follows in two
//! multiplications. Equal stretches have equal hashes; the caller compares stretches of equal hashes item by
//! item.

/// The base B.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// How the hash of a stretch follows it.
#[derive(Clone, Copy, Debug)]
pub struct Rolling {
    /// B to the length of the stretch.
    power: u64,
}

impl Rolling {
    /// For stretches of a length.
    pub fn over(length: usize) -> Self {
        Rolling { power: (0..length).fold(1, |power: u64, _| power.wrapping_mul(BASE)) }
    }

    /// The hash after one item has come in and one has gone out; of an empty stretch it is 0, as is what goes
    /// out of one that is still growing.
    #[inline(always)]
    pub fn roll(self, hash: u64, into: u32, out: u32) -> u64 {
        let change = u64::from(into).wrapping_sub(u64::from(out).wrapping_mul(self.power));
        hash.wrapping_mul(BASE).wrapping_add(change)
    }
}
