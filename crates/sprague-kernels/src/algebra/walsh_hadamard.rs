//! The Walsh–Hadamard transform, `(Ha)_i = Σ_j (−1)^popcount(i & j) a_j`, over whatever can be added and
//! subtracted.
//!
//! `H` is a tensor power of `(1 1; 1 −1)`: for each bit of the index every pair `(x, y)` of entries that
//! differ in it becomes `(x + y, x − y)`. Cost: `k·P` additions for `P = 2^k` entries. The vectorised
//! transform of residues ([`transform`](crate::algebra::transform)) is tested against this one.

/// Transforms `x`, whose length is a power of two, in place; `butterfly(a, b)` is `(a + b, a − b)`.
#[inline(always)]
pub fn walsh_hadamard<T>(x: &mut [T], butterfly: impl Fn(&T, &T) -> (T, T)) {
    debug_assert!(x.len().is_power_of_two());
    let mut h = 1;
    while h < x.len() {
        for block in x.chunks_exact_mut(2 * h) {
            let (low, high) = block.split_at_mut(h);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = butterfly(a, b);
            }
        }
        h *= 2;
    }
}
