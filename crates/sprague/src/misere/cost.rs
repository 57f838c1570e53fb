//! What counts in misère play cost, estimated before they start: what would take too long or too much
//! memory is refused, with the largest number that can be counted.
//!
//! Before the quotient is known, its order counts as 1: what is refused then cannot be counted whatever the
//! quotient is.

use super::{Choice, Numbers};
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_kernels::algebra::lost_tuples::exact_answer;

/// Nanoseconds that a count may take, roughly: two minutes.
const MOST_TIME: u128 = 120_000_000_000;

/// Bytes of a number of this many bits.
pub(super) fn bytes(numbers: Numbers, bits: u64) -> u128 {
    match numbers {
        Numbers::Exact => 32 + u128::from(bits / 8),
        Numbers::Modulo(_) => 8,
    }
}

/// Sums of this many of some heaps.
pub(super) struct Sums<'a> {
    pub choice: Choice,
    pub numbers: Numbers,
    /// How many heaps there are to choose from.
    pub all: &'a BigUint,
    /// The order of the quotient.
    pub order: usize,
    /// How many images the heaps have.
    pub images: usize,
}

impl Sums<'_> {
    /// The most bits of a number of sums.
    fn bits(&self, heaps: u64) -> u64 {
        if self.all.bits() <= 1 && self.choice != Choice::Multisets {
            return 1;
        }
        let bits = (self.all + heaps).bits().saturating_mul(heaps);
        let all = self.all.to_u64().unwrap_or(u64::MAX);
        match self.choice {
            Choice::Tuples => self.all.bits().saturating_mul(heaps),
            // A multiset is a choice of bars between as many heaps.
            Choice::Multisets => bits.min(all.saturating_add(heaps)),
            Choice::Sets => bits.min(all),
        }
    }

    /// Nanoseconds of one product. Factors of sums without order are of all lengths, and many are 0.
    fn product(&self, heaps: u64) -> u128 {
        let shorter = match (self.numbers, self.choice) {
            (Numbers::Modulo(_), _) => return 3,
            (Numbers::Exact, Choice::Tuples) => 4,
            (Numbers::Exact, Choice::Multisets | Choice::Sets) => 32,
        };
        let words = self.bits(heaps) / 64 + 1;
        10 + u128::from(words) * u128::from(words.isqrt()) / shorter
    }

    fn time(&self, heaps: u64) -> u128 {
        let (order, images, many) = (self.order as u128, self.images as u128, u128::from(heaps) + 1);
        let products = match (self.choice, self.numbers) {
            // Of the powers the last one takes as long as all others.
            (Choice::Tuples, Numbers::Exact) => 3 * order * order,
            (Choice::Tuples, Numbers::Modulo(_)) => 2 * order * order * u128::from(many.ilog2() + 1),
            (Choice::Multisets | Choice::Sets, _) => {
                images.saturating_mul(order * many).saturating_mul(many) / 2
            }
        };
        products.saturating_mul(self.product(heaps))
    }

    fn bytes(&self, heaps: u64) -> u128 {
        let (order, many, bits) = (self.order as u128, u128::from(heaps) + 1, self.bits(heaps));
        match self.choice {
            Choice::Tuples => 4 * order * bytes(self.numbers, bits),
            // Two layers of sums for each number of heaps, and the ways to choose heaps of one image.
            Choice::Multisets | Choice::Sets => {
                let ways = bytes(Numbers::Exact, bits);
                many.saturating_mul(2 * order * bytes(self.numbers, bits) + ways)
            }
        }
    }

    /// Refuses what takes too long or too much memory.
    pub fn check(&self, heaps: u64, work: &Work) -> Result<()> {
        if self.numbers == Numbers::Exact {
            exact_answer(self.bits(heaps))?;
        }
        let fits = |heaps| self.time(heaps) <= MOST_TIME && self.bytes(heaps) <= u128::from(work.memory());
        if fits(heaps) {
            return Ok(());
        }
        let most = largest(heaps, fits);
        let other = match (self.choice, self.numbers) {
            (Choice::Tuples, Numbers::Exact) => "; a residue can be counted for any number of heaps",
            (_, Numbers::Exact) => "; more are possible for a residue",
            (_, Numbers::Modulo(_)) => "",
        };
        let line = format!(
            "{heaps} heaps are too many to count in misère play. The largest number that can be counted here is {most}{other}"
        );
        Err(Error::too_large(line, Some(most)))
    }
}

/// Refuses sums of this many of `all` heaps that cannot be counted whatever the quotient is.
///
/// # Errors
/// With the largest number of heaps that can be counted, or the number of digits that is too large.
pub fn check_sums(choice: Choice, all: &BigUint, heaps: u64, numbers: Numbers, work: &Work) -> Result<()> {
    Sums { choice, numbers, all, order: 1, images: 1 }.check(heaps, work)
}

/// Refuses a number whose partitions cannot be counted whatever the quotient is.
///
/// # Errors
/// With the largest number that can be counted.
pub fn check_partitions(n: &BigUint, numbers: Numbers, work: &Work) -> Result<u64> {
    let number = n.to_u64().unwrap_or(u64::MAX);
    check_partitions_by(1, number, numbers, work)?;
    Ok(number)
}

/// Refuses a number whose partitions cannot be counted by a quotient of this order.
pub(super) fn check_partitions_by(order: usize, n: u64, numbers: Numbers, work: &Work) -> Result<()> {
    let order = order as u128;
    // p(n) has fewer than 4·√n bits.
    let bits = |n: u64| 4 * (n.isqrt() + 1);
    let fits = |n: u64| {
        let n_squared = u128::from(n) * u128::from(n);
        let each = match numbers {
            Numbers::Exact => 3 + u128::from(bits(n) / 512),
            Numbers::Modulo(_) => 3,
        };
        let time = (n_squared / 2).saturating_mul(order * each);
        let bytes = (u128::from(n) + 1) * order * bytes(numbers, bits(n));
        time <= MOST_TIME && bytes <= u128::from(work.memory())
    };
    if fits(n) {
        return Ok(());
    }
    let most = largest(n, fits);
    let line = format!(
        "{n} is too large to partition in misère play: the time grows with the square of the number and with the \
         order of the quotient. The largest that can be counted here is {most}"
    );
    Err(Error::too_large(line, Some(most)))
}

/// The largest number below n for which it holds; it holds for all that are smaller.
fn largest(n: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut most, mut step) = (0u64, 1u64 << 63);
    while step > 0 {
        if step < n - most && holds(most + step) {
            most += step;
        }
        step /= 2;
    }
    most
}
