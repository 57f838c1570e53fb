//! The spectrum of some pieces: what every character of the xor group adds up to over their values.
//!
//! For a character y and pieces of values v the entry is D_y = Σ (−1)^popcount(y & v), the transform of the
//! histogram. Every count of tuples, multisets and sets of pieces whose xor is 0 is a mean over the P
//! entries, and only different entries with their multiplicities are kept.
//!
//! Cost: P log₂ P additions from a histogram padded to P = 2^k entries. Heaps of Nim from A to B have no more
//! than 4 log₂ B different entries, so [`Spectrum::interval`] takes them of any size: let i be the lowest bit
//! of y. Sums over whole blocks of 2^(i+1) values are 0, and what is left of 0, …, n − 1 is ±min(r, 2^(i+1) −
//! r) with r = n mod 2^(i+1); the sign is that of the higher bits of y on the higher bits of n.

use crate::algebra::transform::exact::{transform_big, transform_i64};
use crate::{Meter, Result, Work};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// Bytes of an entry and its multiplicity, without their words.
const ENTRY: u128 = 96;

/// The different entries D_y, how many characters have each, and how many characters there are.
///
/// ```
/// use sprague_kernels::{Work, algebra::Spectrum};
/// // Heaps of Nim 0 to 3: every character but the trivial one adds up to 0.
/// let spectrum = Spectrum::interval(&0u32.into(), &3u32.into(), &Work::quiet())?;
/// assert_eq!(spectrum.entries(), [(0.into(), 3u32.into()), (4.into(), 1u32.into())]);
/// assert_eq!(spectrum.log_size(), 2);
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spectrum {
    entries: Vec<(BigInt, BigUint)>,
    pieces: BigUint,
    log_size: u64,
}

impl Spectrum {
    /// Of a histogram: `histogram[v]` pieces have value v.
    pub fn of(histogram: &[BigUint], work: &Work) -> Result<Self> {
        let size = histogram.len().max(1).next_power_of_two();
        let pieces: BigUint = histogram.iter().sum();
        let small =
            pieces.to_i64().map(|_| histogram.iter().map(|count| count.to_i64().unwrap_or(0)).collect());
        let entries = match small {
            Some(small) => of_words(small, size, work)?,
            None => {
                // The list, its transform while one becomes the other, and the different entries.
                let bytes = u128::from(pieces.bits()) / 8 + ENTRY;
                work.fits("the transform of these counts", 3 * size as u128 * bytes)?;
                let mut x: Vec<BigInt> = histogram.iter().cloned().map(BigInt::from).collect();
                x.resize(size, BigInt::ZERO);
                transform_big(&mut x, work)?;
                gathered(x.into_iter().map(|entry| (entry, BigUint::one())))
            }
        };
        Ok(Spectrum { entries, pieces, log_size: size.trailing_zeros().into() })
    }

    /// Of one piece of every value from `from` to `to`: heaps of Nim.
    pub fn interval(from: &BigUint, to: &BigUint, work: &Work) -> Result<Self> {
        if from > to {
            return Ok(Spectrum {
                entries: vec![(BigInt::ZERO, BigUint::one())],
                pieces: BigUint::ZERO,
                log_size: 0,
            });
        }
        let (end, bits) = (to + 1u32, to.bits());
        let pieces = &end - from;
        let mut entries = vec![(BigInt::from(pieces.clone()), BigUint::one())];
        // Below a power of two only the lower end is left; once it has no higher bits, all characters are
        // alike.
        let alike = if end.trailing_zeros() == Some(bits) { from.bits() } else { bits };
        if alike < bits {
            entries.push((-BigInt::from(from.clone()), (BigUint::one() << (bits - alike)) - 1u32));
        }
        // An entry and its multiplicity together have about as many bits as the larger end.
        work.fits("the spectrum of these heaps", u128::from(alike) * 4 * (u128::from(bits) / 8 + 64))?;
        let meter = Meter::new(work, 0);
        for low in 0..alike {
            meter.charge(bits / 8 + 64)?;
            let (upper, upper_high) = block(&end, low, bits);
            let (lower, lower_high) = block(from, low, bits);
            // Signs of the two ends over all choices of the bits above `low`.
            let signs: &[(i32, i32)] = match (upper_high.is_zero(), lower_high.is_zero()) {
                (true, true) => &[(1, 1)],
                (false, true) => &[(1, 1), (-1, 1)],
                (true, false) => &[(1, 1), (1, -1)],
                (false, false) if upper_high == lower_high => &[(1, 1), (-1, -1)],
                (false, false) => &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
            };
            let times = (BigUint::one() << (bits - 1 - low)) / signs.len();
            entries.extend(signs.iter().map(|&(a, b)| (&upper * a - &lower * b, times.clone())));
        }
        Ok(Spectrum { entries: gathered(entries), pieces, log_size: bits })
    }

    /// The different entries in ascending order, each with the number of characters that have it.
    pub fn entries(&self) -> &[(BigInt, BigUint)] {
        &self.entries
    }

    /// How many pieces there are: the entry of the trivial character.
    pub fn pieces(&self) -> &BigUint {
        &self.pieces
    }

    /// log₂ P for P characters.
    pub fn log_size(&self) -> u64 {
        self.log_size
    }
}

/// What is left of 0, …, n − 1 after whole blocks of 2^(low+1), and the bits of n above, as far as characters
/// have them.
fn block(n: &BigUint, low: u64, bits: u64) -> (BigInt, BigUint) {
    let length = BigUint::one() << (low + 1);
    let rest = n % &length;
    let left = (&length - &rest).min(rest);
    (left.into(), (n >> (low + 1)) % (BigUint::one() << (bits - 1 - low)))
}

fn of_words(mut x: Vec<i64>, size: usize, work: &Work) -> Result<Vec<(BigInt, BigUint)>> {
    work.fits("the transform of these counts", 16 * size as u128)?;
    x.resize(size, 0);
    transform_i64(&mut x, work)?;
    sort(&mut x, &Meter::new(work, 0))?;
    let groups = || x.chunk_by(|a, b| a == b);
    work.fits("the spectrum of these counts", 8 * size as u128 + groups().count() as u128 * ENTRY)?;
    Ok(groups().map(|group| (group[0].into(), group.len().into())).collect())
}

/// Sorts by halves, so that the watcher is asked in between.
fn sort(x: &mut [i64], meter: &Meter) -> Result<()> {
    meter.charge(x.len() as u64)?;
    if x.len() <= 1 << 16 {
        x.sort_unstable();
        return Ok(());
    }
    let (low, _, high) = x.select_nth_unstable(x.len() / 2);
    sort(low, meter)?;
    sort(high, meter)
}

fn gathered(entries: impl IntoIterator<Item = (BigInt, BigUint)>) -> Vec<(BigInt, BigUint)> {
    let mut distinct: BTreeMap<BigInt, BigUint> = BTreeMap::new();
    for (entry, times) in entries {
        *distinct.entry(entry).or_default() += times;
    }
    distinct.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn histogram(values: impl Iterator<Item = u64>) -> Vec<BigUint> {
        let mut counts: Vec<BigUint> = Vec::new();
        for value in values {
            counts.resize(counts.len().max(value as usize + 1), BigUint::ZERO);
            counts[value as usize] += 1u32;
        }
        counts
    }

    #[test]
    fn spectra_stay_within_memory() {
        let little = Work::new(10 << 20, &|_, _| true);
        let memory =
            |counts: &[BigUint]| matches!(Spectrum::of(counts, &little), Err(crate::Error::Memory { .. }));
        let long = BigUint::one() << 100_000u32;
        assert!(memory(&vec![long.clone(); 1000]) && !memory(&vec![long; 16]));
        // A million short ones fit, unless they have many different sums.
        assert!(!memory(&vec![BigUint::one(); 1 << 19]) && memory(&vec![BigUint::one(); 1 << 20]));
        let mixed = |v: u64| {
            let product = v.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            BigUint::from((product ^ (product >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40)
        };
        assert!(memory(&(0u64..1 << 19).map(mixed).collect::<Vec<_>>()));
    }

    #[test]
    fn intervals_equal_their_histograms() {
        for from in 0u64..40 {
            for to in from..70 {
                let spectrum = Spectrum::interval(&from.into(), &to.into(), &Work::quiet()).unwrap();
                assert_eq!(
                    spectrum,
                    Spectrum::of(&histogram(from..=to), &Work::quiet()).unwrap(),
                    "{from} to {to}"
                );
            }
        }
        let none = Spectrum::interval(&5u32.into(), &3u32.into(), &Work::quiet());
        assert_eq!(none, Spectrum::of(&[], &Work::quiet()));
    }

    #[test]
    fn long_arrays_are_sorted() {
        let x: Vec<i64> = (0..300_000i64).map(|i| i.wrapping_mul(0x1e37_79b9_7f4a_7c15) >> 44).collect();
        let (mut sorted, mut expected) = (x.clone(), x);
        sort(&mut sorted, &Meter::new(&Work::quiet(), 0)).unwrap();
        expected.sort_unstable();
        assert!(sorted == expected);
    }

    proptest! {
        #[test]
        fn the_definition(values in proptest::collection::vec(0u64..64, 0..40), scale in 1u64..3) {
            // Large counts go through big integers, small ones through words.
            let shift = if scale == 1 { 0u32 } else { 70 };
            let counts: Vec<BigUint> = histogram(values.iter().copied()).iter().map(|c| c << shift).collect();
            let spectrum = Spectrum::of(&counts, &Work::quiet()).unwrap();
            let mut expected: Vec<BigInt> = (0..1u64 << spectrum.log_size()).map(|y| {
                let sum: i64 = values.iter().map(|v| if (y & v).count_ones() % 2 == 0 { 1 } else { -1 }).sum();
                BigInt::from(sum) << shift
            }).collect();
            expected.sort();
            let all: Vec<BigInt> = spectrum.entries().iter()
                .flat_map(|(entry, times)| vec![entry.clone(); times.to_usize().unwrap()]).collect();
            prop_assert_eq!(all, expected);
            prop_assert_eq!(spectrum.pieces(), &(BigUint::from(values.len()) << shift));
        }
    }
}
