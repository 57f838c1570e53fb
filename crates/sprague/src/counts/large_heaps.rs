//! Winning moves of a heap of any size, solved for instead of listed.
//!
//! A move on heap n wins iff the values of the heaps it leaves have a given xor v. With a law G(m + p) = G(m)
//! + s from n0 on:
//!
//! - nothing left: v = 0, and n may be taken whole
//! - one heap m left: a listed removal is looked up. Removals that go on forever ask for all m < n with G(m)
//!   = v: if s > 0 each class modulo p has at most one, if s = 0 whole classes modulo p and the length of the
//!   cycle of removals
//! - two heaps a ≤ b left, n − t tokens in all, s = 0: each a < n0 is looked up; for n0 ≤ a the class of a
//!   modulo p decides, for b = n − t − a has a class with it, and every class is counted by one division
//! - anything else is counted digit by digit ([`HeapSums`]), whether values repeat, grow or are computed by
//!   machines
//! - what does not fit that budget is tried from the smallest parts on, up to a bound, and the number found
//!   is a lower bound
//!
//! Cost: O(n0 + p) look-ups for each listed removal, whatever the size of n.

use super::heap_sums::{HeapSums, Wanted};
use crate::laws::Law;
use crate::rules::{Alike, HeapRule, Leaving, Removals};
use crate::{Meter, Result, Work};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// Moves that are tried one by one where nothing better is known.
const MOST_TRIED: u64 = 300_000;
/// Steps that sums of heaps may take in all.
const MOST_STEPS: u64 = 20_000_000;
/// Steps of one value by a law.
const LAW_STEPS: u64 = 64;
/// Classes that are gone through.
const MOST_CLASSES: u64 = 1 << 22;

/// A move on a heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeapMove {
    /// The tokens taken.
    pub taken: BigUint,
    /// The heaps left, ascending.
    pub leaves: Vec<BigUint>,
}

/// Winning moves on one heap.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HeapWins {
    /// The first of them.
    pub first: Vec<HeapMove>,
    /// How many there are.
    pub count: BigUint,
    /// Whether the number is only a lower bound.
    pub at_least: bool,
}

/// The moves on heap n that leave the value `target`, at most `first` of them listed.
pub fn moves_to_value(
    law: &Law,
    n: &BigUint,
    target: &BigUint,
    first: usize,
    work: &Work,
) -> Result<HeapWins> {
    let rule = law.rule.require_heaps("large heaps are asked for")?;
    let mut search =
        Search { law, rule, n, target, most: first, wins: HeapWins::default(), steps: MOST_STEPS, work };
    for Leaving { heaps, removals } in rule.leaving() {
        for count in *heaps.start()..=(*heaps.end()).min(heaps.start() + 8) {
            search.leaving(count, removals)?;
        }
        // Nine heaps and more are left out: the bound on tries ends long before.
        search.wins.at_least |= *heaps.end() > heaps.start() + 8 && BigUint::from(heaps.start() + 8) < *n;
    }
    Ok(search.wins)
}

struct Search<'a> {
    law: &'a Law,
    rule: &'a HeapRule,
    n: &'a BigUint,
    target: &'a BigUint,
    most: usize,
    wins: HeapWins,
    /// Steps that are left for sums of heaps.
    steps: u64,
    work: &'a Work<'a>,
}

impl Search<'_> {
    fn leaving(&mut self, count: u64, removals: &Removals) -> Result<()> {
        if count == 0 {
            let whole = contains(removals, self.n) && self.target.is_zero() && !self.n.is_zero();
            if whole {
                self.found(vec![]);
            }
            return Ok(());
        }
        let periodic = self.law.saltus == Some(0) && self.law.period <= MOST_CLASSES;
        let pairs = count == 2 && periodic && self.rule.parts().are_free();
        let sums = if count == 1 || pairs { None } else { HeapSums::new(self.law, self.rule, None) };
        for &t in removals.listed().iter().filter(|&&t| BigUint::from(t) <= *self.n) {
            let rest = self.n - t;
            match count {
                1 => self.one(rest),
                _ if pairs => self.pairs(&rest)?,
                _ if self.counted(sums.as_ref(), &rest, count)? => {}
                _ => self.tried(&rest, count)?,
            }
            self.work.tell(0, 0)?;
        }
        if removals.is_finite() || *self.n <= BigUint::from(removals.reach()) {
            return Ok(());
        }
        let classes = num_integer::lcm(self.law.period, removals.cycle().len() as u64);
        match (count, self.law.saltus) {
            (1, Some(0)) if classes <= MOST_CLASSES && self.rule.parts().largest.is_none() => {
                self.classes(removals, classes)?
            }
            (1, Some(saltus)) if saltus > 0 => self.solved(removals, saltus),
            _ => {
                let sums = HeapSums::new(self.law, self.rule, Some(removals));
                if !self.counted(sums.as_ref(), self.n, count)? {
                    self.tried_removals(removals, count)?
                }
            }
        }
        Ok(())
    }

    /// Counts sums of heaps; tells whether there was room for it.
    fn counted(&mut self, sums: Option<&HeapSums>, total: &BigUint, count: u64) -> Result<bool> {
        let Some(sums) = sums else { return Ok(false) };
        let most = self.most - self.wins.first.len();
        let wanted = Wanted { total, heaps: count, target: self.target, most };
        let Some(found) = sums.count(&wanted, &mut self.steps, self.work)? else {
            return Ok(false);
        };
        self.wins.count += found.count;
        found.some.into_iter().for_each(|leaves| self.show(leaves));
        Ok(true)
    }

    fn found(&mut self, leaves: Vec<BigUint>) {
        self.wins.count += 1u32;
        self.show(leaves);
    }

    fn show(&mut self, leaves: Vec<BigUint>) {
        if self.wins.first.len() < self.most {
            let taken = self.n - leaves.iter().sum::<BigUint>();
            self.wins.first.push(HeapMove { taken, leaves });
        }
    }

    fn allows(&self, part: &BigUint) -> bool {
        // No bound on parts is above 2^64.
        !part.is_zero() && self.rule.parts().allow(part.to_u64().unwrap_or(u64::MAX))
    }

    fn one(&mut self, left: BigUint) {
        if self.allows(&left) && self.law.value(&left) == *self.target {
            self.found(vec![left]);
        }
    }

    /// One heap left, values that grow: at most one heap in each class.
    fn solved(&mut self, removals: &Removals, saltus: u64) {
        let (start, period) = (self.law.preperiod, self.law.period);
        let mut heaps = Vec::new();
        for (i, value) in self.law.stem().enumerate() {
            let Some(excess) = checked_sub(self.target, &value.into()) else { continue };
            let (rounds, rest) = excess.div_rem(&BigUint::from(saltus));
            if rest.is_zero() && (rounds.is_zero() || i as u64 >= start) {
                heaps.push(rounds * period + i);
            }
        }
        heaps.sort();
        for left in heaps {
            let Some(taken) = checked_sub(self.n, &left) else { continue };
            if taken > removals.reach().into() && contains(removals, &taken) && self.allows(&left) {
                self.found(vec![left]);
            }
        }
    }

    /// One heap left, values that repeat: whole classes.
    fn classes(&mut self, removals: &Removals, classes: u64) -> Result<()> {
        // Heaps up to here are left by removals beyond those listed.
        let largest = self.n - removals.reach() - 1u32;
        let mut some = Vec::new();
        let meter = Meter::new(self.work, 0);
        for m in 1..self.law.preperiod.max(1) + classes {
            meter.charge(LAW_STEPS)?;
            let left = BigUint::from(m);
            if left > largest || self.law.value(&left) != *self.target || !self.allows(&left) {
                continue;
            }
            if !contains(removals, &(self.n - &left)) {
                continue;
            }
            let again = if m < self.law.preperiod.max(1) { BigUint::ZERO } else { (&largest - m) / classes };
            self.wins.count += &again + 1u32;
            let listed = again.to_usize().map_or(self.most, |again| again.min(self.most));
            some.extend((0..=listed).map(|i| BigUint::from(m) + BigUint::from(i) * classes));
        }
        some.retain(|left| *left <= largest && self.allows(left));
        some.sort();
        some.truncate(self.most);
        some.into_iter().for_each(|left| self.show(vec![left]));
        Ok(())
    }

    /// Two heaps left, `total` tokens in all, values that repeat.
    fn pairs(&mut self, total: &BigUint) -> Result<()> {
        let start = self.law.preperiod.max(1);
        let half: BigUint = total / 2u32;
        let mut some: Vec<BigUint> = Vec::new();
        let meter = Meter::new(self.work, 0);
        for a in 1..start + self.law.period {
            meter.charge(2 * LAW_STEPS)?;
            let small = BigUint::from(a);
            if small > half {
                break;
            }
            let partner = self.law.value(&(total - a));
            if self.law.value(&small) ^ partner != *self.target {
                continue;
            }
            // b ≥ a, so b has left the preperiod where a has.
            let again = if a < start { BigUint::ZERO } else { (&half - a) / self.law.period };
            self.wins.count += &again + 1u32;
            let listed = again.to_usize().map_or(self.most, |again| again.min(self.most));
            some.extend((0..=listed).map(|i| BigUint::from(i) * self.law.period + a));
        }
        some.retain(|a| *a <= half);
        some.sort();
        some.truncate(self.most);
        some.into_iter().for_each(|a| {
            let b = total - &a;
            self.show(vec![a, b]);
        });
        Ok(())
    }

    fn tried_removals(&mut self, removals: &Removals, count: u64) -> Result<()> {
        let mut tries = 0;
        let mut t = removals.reach() + 1;
        while BigUint::from(t) < *self.n && tries < MOST_TRIED / 100 && self.wins.first.len() < self.most {
            if removals.contains(t) {
                let rest = self.n - t;
                if count == 1 {
                    self.one(rest)
                } else {
                    self.tried(&rest, count)?
                }
                tries += 1;
            }
            t += 1;
        }
        self.wins.at_least |= BigUint::from(t) < *self.n;
        Ok(())
    }

    /// Some heaps left, `total` tokens in all: from the smallest parts on.
    fn tried(&mut self, total: &BigUint, count: u64) -> Result<()> {
        let mut tries = MOST_TRIED;
        let mut chosen = Vec::new();
        if self.rule.parts().alike == Alike::Equal {
            let (part, rest) = total.div_rem(&BigUint::from(count));
            let value = if count.is_even() { BigUint::ZERO } else { self.law.value(&part) };
            if rest.is_zero() && self.allows(&part) && value == *self.target {
                self.found(vec![part; count as usize]);
            }
            return Ok(());
        }
        self.extend(total.clone(), count, &mut chosen, &mut tries)?;
        self.wins.at_least |= tries == 0;
        Ok(())
    }

    fn extend(
        &mut self,
        rest: BigUint,
        count: u64,
        chosen: &mut Vec<BigUint>,
        tries: &mut u64,
    ) -> Result<()> {
        let step = u32::from(self.rule.parts().alike == Alike::Different);
        let least = chosen.last().map_or(BigUint::from(self.rule.parts().least), |last| last + step);
        if count == 1 {
            if rest >= least && self.allows(&rest) {
                let value = chosen.iter().fold(self.law.value(&rest), |xor, part| xor ^ self.law.value(part));
                if value == *self.target {
                    self.found(chosen.iter().cloned().chain([rest]).collect());
                }
            }
            return Ok(());
        }
        let (mut part, most) = (least, &rest / count);
        while part <= most && self.allows(&part) {
            if *tries == 0 {
                return Ok(());
            }
            *tries -= 1;
            if tries.is_multiple_of(4096) {
                self.work.tell(0, 0)?;
            }
            chosen.push(part.clone());
            self.extend(&rest - &part, count - 1, chosen, tries)?;
            chosen.pop();
            part += BigUint::one();
        }
        Ok(())
    }
}

fn checked_sub(a: &BigUint, b: &BigUint) -> Option<BigUint> {
    (a >= b).then(|| a - b)
}

/// Whether t tokens may be removed, for t of any size.
fn contains(removals: &Removals, t: &BigUint) -> bool {
    match t.to_u64() {
        Some(t) => removals.contains(t),
        None if removals.is_finite() => false,
        None => {
            let place = (t - removals.reach() - 1u32) % removals.cycle().len();
            removals.cycle()[place.to_usize().expect("below the length of the cycle")]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use crate::rules::{Piece, Rule};
    use proptest::prelude::*;

    /// Solving for moves gives what listing them gives, in number and as a set; false if the rule has no law.
    fn agrees(text: &str, n: u64, target: u64) -> bool {
        let rule: Rule = text.parse().unwrap();
        let Some(law) = laws::find(&rule, 2000, &Work::quiet()).unwrap().into_law() else { return false };
        let found = moves_to_value(&law, &n.into(), &target.into(), usize::MAX >> 1, &Work::quiet()).unwrap();
        let value = |piece: &Piece| law.value(&piece.numbers()[0].into()).to_u64().unwrap();
        let mut listed: Vec<Vec<BigUint>> = rule
            .moves(&Piece::heap(n))
            .iter()
            .filter(|mv| mv.leaves.iter().fold(0, |xor, left| xor ^ value(left)) == target)
            .map(|mv| {
                mv.leaves
                    .iter()
                    .map(|left| left.numbers()[0].into())
                    .filter(|m: &BigUint| !m.is_zero())
                    .collect()
            })
            .collect();
        let mut solved: Vec<Vec<BigUint>> = found.first.iter().map(|mv| mv.leaves.clone()).collect();
        listed.sort();
        solved.sort();
        assert!(!found.at_least, "{text} {n} to {target}");
        assert_eq!(found.count, listed.len().into(), "{text} {n} to {target}");
        assert_eq!(solved, listed, "{text} {n} to {target}");
        true
    }

    #[test]
    fn equal_to_listing() {
        for text in [
            "kayles",
            "0.07",
            "nim",
            "lasker",
            "allbut:1,2",
            "sub:1,3,4",
            "split:2",
            "0.[13]",
            "0.1[7]",
            "split:5",
            "0.3F",
            "4.[7]",
            "0.[7]",
            "4.[13]",
            "grundy/largest=9",
            "0.[F]",
            "0.[7]/unequal",
            "4.[3]/least=2",
            "0.[3]/largest=7",
            "0.77/largest=4",
            "8.[8]",
        ] {
            for n in [0, 1, 2, 5, 12, 40, 61] {
                assert!((0..6).all(|target| agrees(text, n, target)), "{text} has no law");
            }
        }
        assert!(agrees("kayles", 5000, 3) && agrees("allbut:2,5", 3000, 700));
    }

    #[test]
    fn heaps_of_any_size() {
        let kayles =
            laws::find(&"kayles".parse().unwrap(), 2000, &Work::quiet()).unwrap().into_law().unwrap();
        let n = BigUint::from(10u32).pow(40);
        let found = moves_to_value(&kayles, &n, &BigUint::ZERO, 5, &Work::quiet()).unwrap();
        assert_eq!(found.first.len(), 5);
        assert!(!found.at_least && found.count > BigUint::from(10u32).pow(38));
        for one in &found.first {
            assert_eq!(&one.taken + one.leaves.iter().sum::<BigUint>(), n);
            let xor = one.leaves.iter().fold(BigUint::ZERO, |xor, left| xor ^ kayles.value(left));
            assert_eq!(xor, BigUint::ZERO);
        }
        // Values of Lasker's Nim are all different: the whole heap is taken, or it is broken in two halves.
        let lasker =
            laws::find(&"lasker".parse().unwrap(), 2000, &Work::quiet()).unwrap().into_law().unwrap();
        let found = moves_to_value(&lasker, &n, &BigUint::ZERO, 5, &Work::quiet()).unwrap();
        assert_eq!((found.count, found.at_least), (2u32.into(), false));
        assert!(found.first.iter().any(|mv| mv.leaves == [&n / 2u32, &n / 2u32]));
        let nim = laws::find(&"nim".parse().unwrap(), 2000, &Work::quiet()).unwrap().into_law().unwrap();
        let found = moves_to_value(&nim, &n, &5u32.into(), 5, &Work::quiet()).unwrap();
        assert_eq!((found.count, &found.first[0].leaves), (1u32.into(), &vec![5u32.into()]));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]
        #[test]
        fn any_code(text in "[04]\\.[0-7]{1,2}(\\.\\.\\.|)", n in 0u64..80, target in 0u64..5) {
            prop_assume!(agrees(&text, n, target));
        }
    }
}
