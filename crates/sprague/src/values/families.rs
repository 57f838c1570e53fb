//! Values of rules that take a number of tokens out of a family F, or any number but those: squares, primes,
//! …
//!
//! `sub:`: for each value v keep Z_v, the set of heaps that have it, as bits. Heap n reaches v iff n − s ∈
//! Z_v for some s ∈ F. So 64 heaps at once get their options by reading 64 bits of Z_v at each s; what the 64
//! heaps are to each other is added as they become known. Cost: N/64 · |F| · (largest value + 1) words.
//!
//! `allbut:`: n does not reach v iff every m ∈ Z_v has n − m ∈ F, that is, iff as many f ∈ F have G(n − f)
//! = v as there are heaps of value v. The least such v, or else the first value that no option has, is
//! G(n). Cost: N · |F|.

use super::{Table, table_size};
use crate::rules::{Family, FamilyRule, Game};
use crate::{Error, Result, Work};

/// Members looked at between two polls.
const PORTION: u64 = 1 << 18;
/// N · |F| above this takes too long.
const MOST_PAIRS: u128 = 2_000_000_000_000;

/// The values of heaps 0 to `largest`.
///
/// ```
/// use sprague::{Work, rules::FamilyRule, values::family_values};
/// let squares = FamilyRule::read("sub:squares").unwrap();
/// let table = family_values(squares, 11, &Work::quiet()).unwrap();
/// assert!(table.iter().eq([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1]));
/// ```
pub fn family_values(rule: FamilyRule, largest: u64, work: &Work) -> Result<Table> {
    let possible = |n: u64| u128::from(members_at_least(rule.family, n)) * u128::from(n) <= MOST_PAIRS;
    if !possible(largest) {
        // The largest heap whose values are computed, by halving.
        let (mut most, mut step) = (0u64, 1u64 << 62);
        while step > 0 {
            if step <= largest - most && possible(most + step) {
                most += step;
            }
            step /= 2;
        }
        return Err(Error::too_large(
            format!(
                "{largest} is too large for {}: its values follow no known law and are computed one by one, up to heap {most}",
                rule.notation()
            ),
            Some(most),
        ));
    }
    let count = table_size(largest, work)?;
    let members = rule.family.up_to(largest);
    if rule.all_but { all_but(&members, count, work) } else { taking(&members, count, work) }
}

/// A lower bound of the number of members up to n, without listing them.
fn members_at_least(family: Family, n: u64) -> u64 {
    match family {
        Family::Squares => n.isqrt(),
        // There are more than n / ln n primes from 17 on.
        Family::Primes if n >= 17 => (n as f64 / (n as f64).ln()) as u64,
        Family::Primes => n / 3,
        Family::PowersOfTwo | Family::Fibonacci => u64::from(n.max(1).ilog2()),
    }
}

/// Bits, with 64 zeros before the first so that reading below 0 finds nothing.
#[derive(Default)]
struct Bits(Vec<u64>);

impl Bits {
    /// The 64 bits from `place` − 64 on.
    fn read(&self, place: u64) -> u64 {
        let (word, shift) = ((place / 64) as usize, place % 64);
        let at = |i: usize| self.0.get(i).copied().unwrap_or(0);
        if shift == 0 { at(word) } else { at(word) >> shift | at(word + 1) << (64 - shift) }
    }
}

fn taking(members: &[u64], count: usize, work: &Work) -> Result<Table> {
    let mut values = Vec::with_capacity(count);
    // Heaps of each value, and what the 64 heaps at hand reach.
    let mut heaps: Vec<Bits> = Vec::new();
    let mut steps = 0;
    let near: Vec<u64> = members.iter().copied().take_while(|&s| s < 64).collect();
    for base in (0..count as u64).step_by(64) {
        let within = &members[..members.partition_point(|&s| s < base + 64)];
        let mut reached: Vec<u64> = Vec::with_capacity(heaps.len());
        for bits in &heaps {
            steps += within.len() as u64 + 16;
            if steps >= PORTION {
                steps = 0;
                work.tell(base, count as u64)?;
            }
            reached.push(within.iter().fold(0, |reached, &s| reached | bits.read(base + 64 - s)));
        }
        for i in 0..64.min(count as u64 - base) {
            let value = reached.iter().position(|bits| bits >> i & 1 == 0).unwrap_or(reached.len());
            if value == reached.len() {
                reached.push(0);
                heaps.push(Bits(vec![0; 1 + base as usize / 64]));
            }
            values.push(value as u32);
            near.iter().filter(|&s| i + s < 64).for_each(|s| reached[value] |= 1 << (i + s));
            let (word, bits) = (1 + base as usize / 64, &mut heaps[value].0);
            bits.resize(bits.len().max(word + 1), 0);
            bits[word] |= 1 << i;
        }
        let words = 2 + base as usize / 64;
        heaps.iter_mut().for_each(|bits| bits.0.resize(words, 0));
        work.fits("bit sets of values", heaps.len() as u128 * words as u128 * 8)?;
    }
    Ok(values.into_iter().collect())
}

fn all_but(members: &[u64], count: usize, work: &Work) -> Result<Table> {
    let mut values: Vec<u32> = Vec::with_capacity(count);
    let (mut sizes, mut hits): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut steps = 0;
    for n in 0..count {
        let within = &members[..members.partition_point(|&f| f <= n as u64)];
        steps += within.len() as u64 + 16;
        if steps >= PORTION {
            steps = 0;
            work.tell(n as u64, count as u64)?;
        }
        let before = || within.iter().map(|&f| n - f as usize);
        let mut least = sizes.len();
        for m in before() {
            let value = values[m] as usize;
            hits[value] += 1;
            if hits[value] == sizes[value] {
                least = least.min(value);
            }
        }
        before().for_each(|m| hits[values[m] as usize] = 0);
        if least == sizes.len() {
            sizes.push(0);
            hits.push(0);
        }
        sizes[least] += 1;
        values.push(least as u32);
    }
    Ok(values.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Family, Piece, Rule};
    use crate::values::Reference;

    #[test]
    fn published_values() {
        for (text, first) in [
            ("sub:squares", [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1]),
            ("sub:primes", [0, 0, 1, 1, 2, 2, 3, 3, 4, 0, 0, 1]),
            ("sub:pow2", [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]),
            ("sub:fib", [0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1]),
        ] {
            let rule = FamilyRule::read(text).unwrap();
            assert!(family_values(rule, 11, &Work::quiet()).unwrap().iter().eq(first), "{text}");
        }
    }

    #[test]
    fn equal_to_the_reference() {
        for (_, family) in Family::ALL {
            for all_but in [false, true] {
                let family = FamilyRule { family, all_but };
                let rule = Rule::new(family);
                let mut reference = Reference::new(&rule);
                let table = family_values(family, 700, &Work::quiet()).unwrap();
                for n in 0..=700 {
                    assert_eq!(table.at(n as usize), reference.value(&Piece::heap(n)), "{rule} {n}");
                }
                for shorter in [0, 1, 62, 63, 64, 65, 127] {
                    let less = family_values(family, shorter, &Work::quiet()).unwrap();
                    assert!(less.iter().eq(table.iter().take(shorter as usize + 1)), "{rule} {shorter}");
                }
            }
        }
    }
}
