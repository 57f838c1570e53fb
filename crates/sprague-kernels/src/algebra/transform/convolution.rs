//! Xor-convolutions and xor-powers, modulo an odd number below 2^31.
//!
//! Idea: transform, multiply or raise to a power entry by entry, transform back and divide by `P`, which an
//! odd modulus allows. Coefficient zero of `a^{*s}` needs no way back: it is `(1/P) Σ_i (Ha)_i^s`.
//!
//! Cost: `P log2 P` additions for each transform, `P log2 s` multiplications for a power.

use super::transform;
use crate::algebra::CountError;
use crate::algebra::montgomery::Montgomery;
use crate::{Result, Work};
use num_bigint::BigUint;

/// `(a * b)_v = Σ_{i ^ j = v} a_i b_j` modulo an odd `modulus`; the entries are residues.
///
/// ```
/// use sprague_kernels::{Work, algebra::transform::xor_convolution};
/// let sum_of_two_nim_heaps = xor_convolution(&[1, 1, 1, 0], &[1, 1, 1, 0], 97, &Work::quiet())?;
/// assert_eq!(sum_of_two_nim_heaps, [3, 2, 2, 2]);
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn xor_convolution(a: &[u32], b: &[u32], modulus: u32, work: &Work) -> Result<Vec<u32>> {
    if a.len() != b.len() {
        return Err(CountError::Lengths(a.len(), b.len()).into());
    }
    let field = Montgomery::new(modulus)?;
    let (mut x, mut y) = (a.to_vec(), b.to_vec());
    transform(&mut x, modulus, work)?;
    transform(&mut y, modulus, work)?;
    // Montgomery products lose a factor 2^32; the scaling by 1/P gives it back.
    field.multiply_all(&mut x, &y);
    transform(&mut x, modulus, work)?;
    let back = field.product(field.inverse_of_power_of_two(a.len()), field.radix());
    field.scale_all(&mut x, back);
    Ok(x)
}

/// The `s`-fold xor-convolution of `a` with itself modulo an odd `modulus`.
///
/// ```
/// use sprague_kernels::{Work, algebra::transform::xor_power};
/// let three = xor_power(&[1, 1], &3u32.into(), 97, &Work::quiet())?;
/// assert_eq!(three, [4, 4]);
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn xor_power(a: &[u32], s: &BigUint, modulus: u32, work: &Work) -> Result<Vec<u32>> {
    let field = Montgomery::new(modulus)?;
    let mut x = a.to_vec();
    transform(&mut x, modulus, work)?;
    field.power_all(&mut x, s, work)?;
    transform(&mut x, modulus, work)?;
    field.scale_all(&mut x, field.inverse_of_power_of_two(a.len()));
    Ok(x)
}

/// Coefficient zero of the `s`-fold xor-convolution of `a` with itself, modulo an odd `modulus`:
/// the number of `s`-tuples of xor zero, if `a` counts positions by value. Uses `a` as work space.
///
/// ```
/// // Card stacking: two suits of three cards, 4, 3, 1 positions of value 0, 1, 2.
/// use sprague_kernels::{Work, algebra::transform::coefficient_zero_of_power};
/// let lost = coefficient_zero_of_power(vec![4, 3, 1, 0], &2u32.into(), 1_000_000_007, &Work::quiet())?;
/// assert_eq!(lost, 26);
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn coefficient_zero_of_power(mut a: Vec<u32>, s: &BigUint, modulus: u32, work: &Work) -> Result<u32> {
    let field = Montgomery::new(modulus)?;
    transform(&mut a, modulus, work)?;
    mean_of_powers(&field, &a, s, work)
}

/// `(1/P) Σ_i x_i^s` for the `P` entries of a transform.
pub(crate) fn mean_of_powers(field: &Montgomery, x: &[u32], s: &BigUint, work: &Work) -> Result<u32> {
    Ok(field.product(field.sum_of_powers(x, s, work)?, field.inverse_of_power_of_two(x.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reference(a: &[u32], b: &[u32], m: u32) -> Vec<u32> {
        let mut out = vec![0u64; a.len()];
        for (i, &x) in a.iter().enumerate() {
            for (j, &y) in b.iter().enumerate() {
                out[i ^ j] = (out[i ^ j] + u64::from(x) * u64::from(y)) % u64::from(m);
            }
        }
        out.iter().map(|&x| x as u32).collect()
    }

    #[test]
    fn bad_input_is_refused() {
        let work = Work::quiet();
        assert_eq!(xor_convolution(&[1], &[1, 2], 7, &work), Err(CountError::Lengths(1, 2).into()));
        assert_eq!(xor_convolution(&[1], &[1], 8, &work), Err(CountError::EvenModulus(8).into()));
        assert_eq!(xor_power(&[1, 2, 3], &1u32.into(), 7, &work), Err(CountError::Length(3).into()));
    }

    proptest! {
        #[test]
        fn convolutions_and_powers(k in 0u32..6, half in 0u32..1 << 30, seed in any::<u64>(), s in 0u32..6) {
            let m = 2 * half + 1;
            let draw = |i: u64| (seed.wrapping_add(i).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32 % m;
            let a: Vec<u32> = (0..1 << k).map(draw).collect();
            let b: Vec<u32> = (0..1 << k).map(|i| draw(i + 1000)).collect();
            prop_assert_eq!(xor_convolution(&a, &b, m, &Work::quiet()).unwrap(), reference(&a, &b, m));
            let mut power = vec![0; 1 << k];
            power[0] = 1 % m;
            for _ in 0..s {
                power = reference(&power, &a, m);
            }
            prop_assert_eq!(&xor_power(&a, &s.into(), m, &Work::quiet()).unwrap(), &power);
            prop_assert_eq!(coefficient_zero_of_power(a, &s.into(), m, &Work::quiet()).unwrap(), power[0]);
        }
    }
}
