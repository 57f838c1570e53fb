//! The Walsh–Hadamard transform: xor-convolution becomes multiplication.
//!
//! For an array `a` of `P = 2^k` entries, `(Ha)_i = Σ_j (-1)^popcount(i & j) a_j`. Then
//! `H(a * b) = Ha · Hb` entry by entry, where `(a * b)_v = Σ_{i ^ j = v} a_i b_j`, and `H H a = P a`.
//!
//! Cost: `k · P` additions. An array of up to 2^18 entries is transformed in the caches at once; a longer one
//! in two passes over memory: first the top levels on blocks of columns, then the rest on contiguous blocks.
//! Memory: the array itself and a list of its pieces, 16 bytes for each 4 KiB or so.
//!
//! * [`transform`], [`transform_checked`]: modulo `m < 2^31`, threaded, vectorised.
//! * [`exact`]: over the integers.
//! * [`check`]: the product check in linear time.
//! * [`convolution`]: xor-convolution, xor-power, coefficient zero of a power.

pub mod check;
pub mod convolution;
pub mod exact;
mod kernels;

use crate::algebra::CountError;
use crate::algebra::residues::is_prime;
use crate::algebra::walsh_hadamard;
use crate::parallel::prelude::*;
use crate::{Result, Work};
use std::sync::atomic::{AtomicU64, Ordering};

pub use check::ErrorBound;
pub use convolution::{coefficient_zero_of_power, xor_convolution, xor_power};

/// Words of a contiguous block: 1 MiB, which a second-level cache holds for the most part.
const BLOCK: usize = 1 << 18;
/// Words of a block of columns.
const COLUMNS: usize = 1 << 18;
/// Most columns side by side. Long rows matter more than a small block: they keep the prefetcher going.
const WIDEST: usize = 1 << 12;

/// Transforms `x` in place modulo `modulus`. Entries must be below `modulus`, and stay so.
///
/// ```
/// let mut x = [1, 2, 3, 4];
/// sprague_kernels::algebra::transform::transform(&mut x, 101, &sprague_kernels::Work::quiet())?;
/// assert_eq!(x, [10, 99, 97, 0]); // 10, -2, -4, 0
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn transform(x: &mut [u32], modulus: u32, work: &Work) -> Result<()> {
    validate(x, modulus)?;
    let level = work.level(512);
    columns(x, work, |_, rows| kernels::columns(level, rows, modulus))?;
    x.par_chunks_mut(BLOCK).try_for_each(|block| {
        work.poll()?;
        kernels::contiguous(level, block, modulus);
        Ok(())
    })
}

/// The first pass: calls `visit` with each block of columns, as one piece of each row, and the index at which
/// the first piece starts. Arrays of one contiguous block have no rows.
fn columns(x: &mut [u32], work: &Work, visit: impl Fn(usize, &mut [&mut [u32]]) + Sync) -> Result<()> {
    let count = x.len() / BLOCK;
    if count < 2 {
        return Ok(());
    }
    let width = (COLUMNS / count).clamp(16, WIDEST);
    let mut blocks: Vec<Vec<&mut [u32]>> = (0..BLOCK / width).map(|_| Vec::with_capacity(count)).collect();
    for row in x.chunks_exact_mut(BLOCK) {
        for (block, piece) in blocks.iter_mut().zip(row.chunks_exact_mut(width)) {
            block.push(piece);
        }
    }
    blocks.par_iter_mut().enumerate().try_for_each(|(i, rows)| {
        work.poll()?;
        visit(i * width, rows);
        Ok(())
    })
}

/// [`transform`] with the product check of [`check`]: a wrong result is an error, and a right one comes
/// with a bound on the probability that a wrong one would have passed.
///
/// ```
/// let mut x = vec![1; 1024];
/// let bound = sprague_kernels::algebra::transform::transform_checked(&mut x, 1_000_000_007, &sprague_kernels::Work::quiet())?;
/// assert_eq!(x[0], 1024);
/// assert!(bound.probability() < 1e-7);
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn transform_checked(x: &mut [u32], prime: u32, work: &Work) -> Result<ErrorBound> {
    validate(x, prime)?;
    if !is_prime(prime) {
        return Err(CountError::NotPrime(prime.into()).into());
    }
    if x.len() <= BLOCK {
        let check = check::ProductCheck::before(x, prime, work.level(512));
        transform(x, prime, work)?;
        return Ok(check.after(x)?);
    }
    // Both products are taken while a pass has the entries in the cache.
    let (level, degree) = (work.level(512), x.len().trailing_zeros());
    let sides = check::Sides::random(degree, prime, level);
    let (before, after) = (AtomicU64::new(0), AtomicU64::new(0));
    columns(x, work, |start, rows| {
        let piece = |(row, piece): (usize, &&mut [u32])| sides.before.product(row * BLOCK + start, piece);
        before.fetch_add(rows.iter().enumerate().map(piece).sum(), Ordering::Relaxed);
        kernels::columns(level, rows, prime);
    })?;
    x.par_chunks_mut(BLOCK).enumerate().try_for_each(|(i, block)| -> Result<()> {
        work.poll()?;
        kernels::contiguous(level, block, prime);
        after.fetch_add(sides.after.product(i * BLOCK, block), Ordering::Relaxed);
        Ok(())
    })?;
    let p = u64::from(prime);
    if before.into_inner() % p != after.into_inner() % p {
        return Err(CountError::CheckFailed.into());
    }
    Ok(ErrorBound { degree, prime })
}

/// Refuses lengths and moduli the kernels are not made for.
fn validate(x: &[u32], modulus: u32) -> std::result::Result<(), CountError> {
    if !x.len().is_power_of_two() {
        return Err(CountError::Length(x.len()));
    }
    if modulus == 0 || modulus >= 1 << 31 {
        return Err(CountError::Modulus(modulus.into()));
    }
    debug_assert!(x.iter().all(|&entry| entry < modulus));
    Ok(())
}

/// The textbook transform modulo `m`, kept as the reference: one level at a time, remainders by `%`.
pub fn reference(x: &mut [u32], m: u32) {
    let wide = u64::from(m);
    walsh_hadamard(x, |&a, &b| {
        let (a, b) = (u64::from(a), u64::from(b));
        (((a + b) % wide) as u32, ((a + wide - b) % wide) as u32)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A deterministic array of residues.
    fn sample(n: usize, m: u32) -> Vec<u32> {
        (0..n as u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as u32 % m).collect()
    }

    #[test]
    fn every_level_agrees_with_the_reference() {
        for level in crate::simd::every_level() {
            for k in 0..=18 {
                for m in [1, 2, 3, 1_000_000_007, 998_244_353, (1 << 31) - 1, (1 << 31) - 2] {
                    let mut x = sample(1 << k, m);
                    let mut expected = x.clone();
                    transform(&mut x, m, &Work::quiet().with_level(level)).unwrap();
                    reference(&mut expected, m);
                    assert_eq!(x, expected, "2^{k} modulo {m} with {level:?}");
                }
            }
        }
    }

    #[test]
    fn long_arrays_agree_with_the_reference() {
        let m = (1 << 31) - 1;
        for k in [19, 20, 21, 22, 23] {
            let mut x = sample(1 << k, m);
            let mut expected = x.clone();
            transform(&mut x, m, &Work::quiet()).unwrap();
            reference(&mut expected, m);
            assert!(x == expected, "2^{k}");
        }
    }

    #[test]
    fn long_arrays_are_checked_on_the_way() {
        let p = 1_000_000_007;
        for k in [18, 19, 20, 22] {
            let mut x = sample(1 << k, p);
            let mut expected = x.clone();
            assert_eq!(transform_checked(&mut x, p, &Work::quiet()), Ok(ErrorBound { degree: k, prime: p }));
            transform(&mut expected, p, &Work::quiet()).unwrap();
            assert!(x == expected, "2^{k}");
        }
    }

    #[test]
    fn bad_input_is_refused() {
        let work = Work::quiet();
        let refused = |x: &mut [u32], m: u32| transform(x, m, &work).unwrap_err();
        assert_eq!(refused(&mut [1, 2, 3], 7), CountError::Length(3).into());
        assert_eq!(refused(&mut [], 7), CountError::Length(0).into());
        assert_eq!(refused(&mut [0], 0), CountError::Modulus(0).into());
        assert_eq!(refused(&mut [0], 1 << 31), CountError::Modulus(1 << 31).into());
        assert_eq!(transform_checked(&mut [0, 1], 15, &work), Err(CountError::NotPrime(15).into()));
    }

    #[test]
    fn stops_when_asked() {
        let stop = |_, _| false;
        let work = Work::new(1 << 30, &stop);
        let interrupted = Err(crate::Error::Interrupted);
        assert_eq!(transform(&mut vec![1; 1 << 20], 101, &work), interrupted);
        assert_eq!(transform_checked(&mut vec![1; 1 << 20], 101, &work).map(|_| ()), interrupted);
    }

    proptest! {
        #[test]
        fn twice_is_a_multiple(k in 0usize..12, m in 1u32..1 << 31, seed in any::<u32>()) {
            let x: Vec<u32> = sample(1 << k, m).iter().map(|&a| ((u64::from(a) + u64::from(seed)) % u64::from(m)) as u32).collect();
            let mut y = x.clone();
            transform(&mut y, m, &Work::quiet()).unwrap();
            transform(&mut y, m, &Work::quiet()).unwrap();
            for (a, b) in x.iter().zip(&y) {
                prop_assert_eq!(u64::from(*b), (u64::from(*a) << k) % u64::from(m));
            }
        }
    }
}
