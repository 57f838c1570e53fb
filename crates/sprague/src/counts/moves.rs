//! Moves: winning first moves, summed over all heaps 1 … N.
//!
//! A move wins iff what it leaves has value 0. Two moves are the same iff they leave the same heaps. So for a rule
//! that may remove t ∈ L_j leaving j heaps the sum is Σ_j Σ_{t ∈ L_j} E_j(N − t), where E_j(M) is the number of
//! multisets of j heaps, M tokens in all at the most, whose xor is 0:
//!
//! - E_0(M) = 1 if M ≥ 0; E_1(M) = zeros among 1 … M
//! - E_2(M) = (ordered pairs of equal value + pairs of equal heaps) / 2
//! - E_3(M) = (ordered triples + 3·#{(a, a, c) : G(c) = 0} + 2·#{(a, a, a) : G(a) = 0}) / 6, by Burnside
//!
//! Ordered pairs are counted value by value with two pointers, O(M); ordered triples by O(M²) look-ups.
//! Beyond the values a law extends the sum as a quasi-polynomial.

use super::Count;
use super::quasi_polynomial;
use crate::laws::{self, Known, Law};
use crate::rules::{Rule, TakeBreak};
use crate::values::table_size;
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Winning first moves summed over heaps 1 to `upto`; a law is looked for among `limit` values.
///
/// ```
/// use sprague::{Work, counts, rules::Rule};
/// let nim: Rule = "nim".parse().unwrap();
/// // From a single heap of Nim the one winning move is to take it whole.
/// let count = counts::moves(&nim, &100u32.into(), 1000, &Work::quiet()).unwrap();
/// assert_eq!(count.answer, 100u32.into());
/// ```
pub fn moves(rule: &Rule, upto: &BigUint, limit: u64, work: &Work) -> Result<Count> {
    if let Rule::Split(parts @ 4..) = rule {
        return super::splits::moves(*parts, upto, work);
    }
    let ways = Ways::of(rule)?;
    match laws::up_to(rule, upto, limit, work)? {
        Known::Values(values) => {
            let values: Vec<u32> = values.iter().collect();
            let total = ways.count(&values, values.len() - 1, work)?;
            Ok(Count::proved(total, format!("all {} values", values.len())))
        }
        Known::Law(law) => Ok(Count::proved(by_law(&ways, &law, upto, work)?, law.basis())),
    }
}

fn by_law(ways: &Ways, law: &Law, upto: &BigUint, work: &Work) -> Result<BigUint> {
    if law.saltus == 0 && ways.tail.is_none() {
        let parts = ways.most_parts();
        let start = parts * law.preperiod.max(1) + ways.reach;
        // Twins weigh 2a and triplets 3a, so their counts repeat only after 2 and 3 periods.
        let period = law.period * [1, 2, 6][parts as usize - 1];
        let most = (start + (parts + 2) * period).min(upto.to_u64().unwrap_or(u64::MAX));
        let values = law.values_to(table_size(most, work)?);
        return quasi_polynomial::extend(upto, start, period, parts, |n| {
            ways.count(&values, n as usize, work)
        });
    }
    if ways.most_parts() == 1 && law.saltus > 0 {
        return Ok(ways.count_by_zeros(law, upto));
    }
    const MOST: u64 = 100_000;
    match upto.to_u64().filter(|&n| n <= MOST) {
        Some(n) => ways.count(&law.values_to(n as usize + 1), n as usize, work),
        None => Err(Error::unsupported(format!(
            "winning moves of {} are summed heap by heap, up to {MOST}; ask for less",
            law.rule
        ))),
    }
}

/// What may be removed, by the number of heaps left.
struct Ways {
    leaving: [Vec<u64>; 4],
    /// The digit for every t beyond `reach`.
    tail: Option<u8>,
    reach: u64,
    /// Two heaps left must differ (Grundy's game).
    unequal: bool,
}

impl Ways {
    fn of(rule: &Rule) -> Result<Self> {
        let split = |leaving, unequal| Ways { leaving, tail: None, reach: 0, unequal };
        match (rule, TakeBreak::of(rule)) {
            (_, Some(shape)) => {
                Ok(Ways { leaving: shape.leaving, tail: shape.tail, reach: shape.reach, unequal: false })
            }
            (Rule::Split(2), _) => Ok(split([vec![], vec![], vec![0], vec![]], false)),
            (Rule::Split(3), _) => Ok(split([vec![], vec![], vec![0], vec![0]], false)),
            (Rule::Grundy, _) => Ok(split([vec![], vec![], vec![0], vec![]], true)),
            _ => Err(Error::unsupported(format!("{rule} is not played with heaps"))),
        }
    }

    fn most_parts(&self) -> u64 {
        (1..4).rev().find(|&j| !self.leaving[j].is_empty() || self.tail_leaves(j)).unwrap_or(1) as u64
    }

    fn tail_leaves(&self, j: usize) -> bool {
        self.tail.is_some_and(|digit| digit >> j & 1 == 1)
    }

    /// The sum over heaps 1 … n, whose values are given.
    fn count(&self, values: &[u32], n: usize, work: &Work) -> Result<BigUint> {
        let multisets = Multisets { values: &values[..=n], unequal: self.unequal };
        let mut total = BigUint::ZERO;
        for j in 0..4 {
            let listed = self.leaving[j].iter().copied().take_while(|&t| t <= n as u64);
            let tail = self.reach + 1..if self.tail_leaves(j) { n as u64 + 1 } else { 0 };
            // A heap of t leaves nothing: that is heap t itself, and heap 0 is no size.
            for t in listed.chain(tail).filter(|&t| j > 0 || t > 0) {
                total += multisets.with_xor_zero(j, n - t as usize, work)?;
            }
        }
        Ok(total)
    }

    /// A rule that never breaks and whose values grow: each of its finitely many zeros z is reached by every allowed
    /// t ≤ N − z. The empty heap is one of them if it may be reached at all.
    fn count_by_zeros(&self, law: &Law, upto: &BigUint) -> BigUint {
        let allowed = |j: usize, room: &BigUint| -> BigUint {
            let listed = self.leaving[j].iter().filter(|&&t| BigUint::from(t) <= *room).count();
            let beyond = if self.tail_leaves(j) && *room > self.reach.into() {
                room - self.reach
            } else {
                BigUint::ZERO
            };
            beyond + listed
        };
        let mut total = allowed(0, upto);
        for (z, _) in law.stem().enumerate().skip(1).filter(|&(_, value)| value == 0) {
            if BigUint::from(z) < *upto {
                total += allowed(1, &(upto - z));
            }
        }
        total
    }
}

/// Multisets of heaps whose values have xor 0.
struct Multisets<'a> {
    values: &'a [u32],
    unequal: bool,
}

impl Multisets<'_> {
    /// How many multisets of j heaps have at most `room` tokens and xor 0.
    fn with_xor_zero(&self, j: usize, room: usize, work: &Work) -> Result<BigUint> {
        Ok(match j {
            0 => BigUint::from(1u32),
            1 => self.zeros(room).into(),
            2 => {
                let (ordered, twins) = (self.ordered_pairs(room), room as u128 / 2);
                BigUint::from(if self.unequal { (ordered - twins) / 2 } else { (ordered + twins) / 2 })
            }
            _ => {
                let zero = |a: &usize| self.values[*a] == 0;
                let twins: u128 = (1..=room / 2).map(|a| self.zeros(room - 2 * a)).sum();
                let triplets = (1..=room / 3).filter(zero).count() as u128;
                BigUint::from((self.ordered_triples(room, work)? + 3 * twins + 2 * triplets) / 6)
            }
        })
    }

    fn zeros(&self, room: usize) -> u128 {
        self.values[..=room].iter().skip(1).filter(|&&value| value == 0).count() as u128
    }

    /// Places of each value, ascending, among heaps 1 … room.
    fn places(&self, room: usize) -> Vec<Vec<usize>> {
        let top = self.values[..=room].iter().max().map_or(0, |&top| top as usize);
        let mut places = vec![Vec::new(); top + 1];
        (1..=room).for_each(|a| places[self.values[a] as usize].push(a));
        places
    }

    fn ordered_pairs(&self, room: usize) -> u128 {
        let within = |places: &Vec<usize>| -> u128 {
            let mut fitting = places.len();
            let partners = |&a: &usize| {
                while fitting > 0 && a + places[fitting - 1] > room {
                    fitting -= 1;
                }
                fitting as u128
            };
            places.iter().map(partners).sum()
        };
        self.places(room).iter().map(within).sum()
    }

    /// For each ordered pair (a, b): how many c ≤ room − a − b have the value that completes it.
    fn ordered_triples(&self, room: usize, work: &Work) -> Result<u128> {
        let (values, top) = (self.values, self.values[..=room].iter().max().map_or(0, |&top| top as usize));
        let width = (top + 1).next_power_of_two();
        work.fits("the table of triples", (room as u128 + 1) * width as u128 * 4)?;
        // upto[c·width + v]: heaps of value v among 1 … c.
        let mut upto = vec![0u32; (room + 1) * width];
        for c in 1..=room {
            upto.copy_within((c - 1) * width..c * width, c * width);
            upto[c * width + values[c] as usize] += 1;
        }
        let mut total = 0u128;
        for a in 1..room {
            work.tell(a as u64, room as u64)?;
            let partner =
                |b: usize| u128::from(upto[(room - a - b) * width + (values[a] ^ values[b]) as usize]);
            total += (1..room - a).map(partner).sum::<u128>();
        }
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;
    use crate::values::Reference;
    use proptest::prelude::*;

    fn played(rule: &Rule, upto: u64) -> usize {
        let mut reference = Reference::new(rule);
        let mut wins =
            |n: u64| rule.moves(&Piece::Heap(n)).iter().filter(|one| reference.sum(&one.leaves) == 0).count();
        (1..=upto).map(&mut wins).sum()
    }

    fn agrees(text: &str, upto: u64) {
        let rule: Rule = text.parse().unwrap();
        let count = moves(&rule, &upto.into(), 3000, &Work::quiet()).unwrap();
        assert_eq!(count.answer, played(&rule, upto).into(), "{text} to {upto}");
    }

    #[test]
    fn equal_to_playing() {
        for text in
            ["0.07", "kayles", "0.6", "sub:1,3,4", "allbut:1,2", "allbut:2,5", "grundy", "split:2", "split:3"]
        {
            [0, 1, 2, 3, 10, 47].iter().for_each(|&upto| agrees(text, upto));
        }
        for text in [
            "nim", "lasker", "0.3F", "0.8", "8.3", "C.F", "0.0", "0.17...", "4.5...", "0.02...", "split:4",
            "split:7",
        ] {
            [0, 1, 2, 3, 10, 31].iter().for_each(|&upto| agrees(text, upto));
        }
    }

    #[test]
    fn laws_extend_the_sum() {
        for text in ["0.07", "kayles", "0.12", "0.5", "4.7", "sub:2,5", "split:2", "0.137", "0.53"] {
            [150, 333, 401].iter().for_each(|&upto| agrees(text, upto));
        }
        agrees("allbut:1,2", 300);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn any_code(text in "[048C]\\.[0-9A-F]{1,3}", upto in 0u64..36) { agrees(&text, upto); }
    }
}
