//! The field of nimbers: the numbers below 2^64 with xor as the sum and the nim product.
//!
//! For a Fermat power F = 2^(2^k) and a, b < F: a ⊗ b is below F, F ⊗ a = F·a, and F ⊗ F = F ⊕ F/2. Products
//! of halves give products of the whole; the inverse comes from the norm to the subfield of half as many bits
//! (docs/nimbers.md).

use std::sync::OnceLock;

/// a ⊗ b.
///
/// ```
/// use sprague_kernels::nimbers::product;
/// assert_eq!((product(2, 2), product(4, 4), product(16, 16)), (3, 6, 24));
/// ```
pub fn product(a: u64, b: u64) -> u64 {
    if a < 1 << 16 && b < 1 << 16 {
        return u64::from(tables().product(a as u16, b as u16));
    }
    if a < 1 << 32 && b < 1 << 32 {
        return u64::from(product_32(a as u32, b as u32));
    }
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    // (a1 F + a0)(b1 F + b0) = (a1 b1 + a1 b0 + a0 b1) F + a0 b0 + a1 b1 F/2.
    let (high, low) = (product_32(a1, b1), product_32(a0, b0));
    let middle = product_32(a1 ^ a0, b1 ^ b0);
    u64::from(middle ^ low) << 32 | u64::from(low ^ product_32(high, 1 << 31))
}

fn product_32(a: u32, b: u32) -> u32 {
    let table = tables();
    let (a1, a0, b1, b0) = ((a >> 16) as u16, a as u16, (b >> 16) as u16, b as u16);
    let (high, low) = (table.product(a1, b1), table.product(a0, b0));
    let middle = table.product(a1 ^ a0, b1 ^ b0);
    u32::from(middle ^ low) << 16 | u32::from(low ^ table.product(high, 1 << 15))
}

fn halves(a: u64) -> (u32, u32) {
    ((a >> 32) as u32, a as u32)
}

/// The inverse of a; `None` for 0.
///
/// ```
/// use sprague_kernels::nimbers::{inverse, product};
/// let (a, inverse) = (123_456_789_012_345, inverse(123_456_789_012_345).unwrap());
/// assert_eq!(product(a, inverse), 1);
/// ```
pub fn inverse(a: u64) -> Option<u64> {
    (a != 0).then(|| inverse_below(a, 32))
}

/// The inverse of a number other than 0 of at most twice `bits` bits, `bits` a power of two.
fn inverse_below(a: u64, bits: u32) -> u64 {
    if a == 1 {
        return 1;
    }
    let (high, low) = (a >> bits, a & ((1 << bits) - 1));
    if high == 0 {
        return inverse_below(low, bits / 2);
    }
    // The conjugate of high·F + low is high·F + low + high; their product is below F.
    let conjugate = high << bits | (low ^ high);
    product(conjugate, inverse_below(product(a, conjugate), bits / 2))
}

/// a to a power; a⁰ = 1. Powers of numbers other than 0 repeat after 2^64 − 1.
///
/// ```
/// assert_eq!(sprague_kernels::nimbers::power(2, 3), 1);
/// ```
pub fn power(mut a: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, a);
        }
        a = product(a, a);
        exponent >>= 1;
    }
    result
}

/// The number whose square is a: every nimber has exactly one.
///
/// ```
/// use sprague_kernels::nimbers::{product, square_root};
/// assert_eq!(square_root(24), 16);
/// ```
pub fn square_root(a: u64) -> u64 {
    static ROOTS: OnceLock<Vec<[u64; 256]>> = OnceLock::new();
    // Roots are linear: the root of a sum is the sum of the roots, so bytes have tables.
    let roots = ROOTS.get_or_init(|| (0..8).map(|byte| roots_of_byte(8 * byte)).collect());
    roots.iter().zip(a.to_le_bytes()).fold(0, |root, (table, byte)| root ^ table[usize::from(byte)])
}

/// The roots of all numbers whose bits are eight bits from a place on.
fn roots_of_byte(place: u32) -> [u64; 256] {
    let mut roots = [0; 256];
    for byte in 1..256usize {
        let low = byte & byte.wrapping_neg();
        roots[byte] =
            if byte == low { by_squaring((byte as u64) << place) } else { roots[low] ^ roots[byte ^ low] };
    }
    roots
}

/// The root by definition: squaring 64 times is the identity.
fn by_squaring(a: u64) -> u64 {
    (0..63).fold(a, |root, _| product(root, root))
}

/// Logarithms of the numbers below 2^16, whose products are most of the work.
struct Tables {
    logarithm: Vec<u16>,
    /// Twice as long, so that a sum of two logarithms is an index.
    power: Vec<u16>,
}

impl Tables {
    #[inline]
    fn product(&self, a: u16, b: u16) -> u16 {
        if a == 0 || b == 0 {
            return 0;
        }
        let sum = usize::from(self.logarithm[usize::from(a)]) + usize::from(self.logarithm[usize::from(b)]);
        self.power[sum]
    }
}

const ORDER: usize = (1 << 16) - 1;

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        // The least number whose powers are all 65535 of them.
        (2u16..).find_map(powers_of).expect("the field has a primitive element")
    })
}

/// Logarithms to a base, if all numbers are its powers.
fn powers_of(base: u16) -> Option<Tables> {
    let mut power = Vec::with_capacity(2 * ORDER);
    let (mut logarithm, mut a) = (vec![0; ORDER + 1], 1u16);
    for exponent in 0..ORDER {
        if exponent > 0 && a == 1 {
            return None;
        }
        logarithm[usize::from(a)] = exponent as u16;
        power.push(a);
        a = by_definition(a.into(), base.into(), 8) as u16;
    }
    power.extend_from_within(..);
    Some(Tables { logarithm, power })
}

/// The product of numbers of at most twice `bits` bits, by halves down to single bits.
fn by_definition(a: u64, b: u64, bits: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1 << bits) - 1;
    let ((a1, a0), (b1, b0)) = ((a >> bits, a & mask), (b >> bits, b & mask));
    let times = |x: u64, y: u64| by_definition(x, y, bits / 2);
    let (high, low, middle) = (times(a1, b1), times(a0, b0), times(a1 ^ a0, b1 ^ b0));
    (middle ^ low) << bits | (low ^ times(high, 1 << (bits - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition by play: the least number that is none of a'b ⊕ ab' ⊕ a'b', a' < a, b' < b.
    #[test]
    fn products_are_least_excluded_numbers() {
        const N: usize = 40;
        let mut table = vec![vec![0u64; N]; N];
        for (a, b) in (0..N).flat_map(|a| (0..N).map(move |b| (a, b))) {
            let pairs = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
            let options: std::collections::HashSet<u64> =
                pairs.map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]).collect();
            table[a][b] = (0..).find(|value| !options.contains(value)).unwrap();
            assert_eq!(product(a as u64, b as u64), table[a][b], "{a} {b}");
        }
    }

    #[test]
    fn fermat_powers() {
        for k in 0..6 {
            let fermat = 1u64 << (1u32 << k);
            assert_eq!(product(fermat, fermat), fermat ^ (fermat / 2));
            assert_eq!(product(fermat, fermat - 1), if k < 6 { fermat.wrapping_mul(fermat - 1) } else { 0 });
        }
    }

    proptest! {
        #[test]
        fn a_field(a: u64, b: u64, c: u64, shift in 0u32..64) {
            let (a, b) = (a >> shift, b >> (63 - shift));
            prop_assert_eq!(product(a, b), by_definition(a, b, 32));
            prop_assert_eq!(product(a, b), product(b, a));
            prop_assert_eq!(product(product(a, b), c), product(a, product(b, c)));
            prop_assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
            prop_assert_eq!(product(a, 1), a);
            prop_assert_eq!(product(a, 0), 0);
            match inverse(a) {
                Some(inverse) => prop_assert_eq!(product(a, inverse), 1),
                None => prop_assert_eq!(a, 0),
            }
            prop_assert_eq!(product(square_root(a), square_root(a)), a);
            prop_assert_eq!(square_root(a), by_squaring(a));
            prop_assert_eq!(power(a, 5), product(a, product(product(a, a), product(a, a))));
            prop_assert_eq!(power(a, u64::MAX), u64::from(a != 0));
        }
    }
}
