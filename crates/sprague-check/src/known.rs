//! What counts ask of verified values of heaps, whatever the law that gives them.
//!
//! Values are *listed* one by one up to a heap, or they *repeat* from some heap on, or the law has a formula.
//! Cost of a list: one probe and four bytes per heap.

use std::fmt;

use num_bigint::BigUint;
use sprague_certificate::Question;

use crate::{
    Fault, Work,
    count::HeapLaw,
    memory::Buffer,
    refuse,
    rule::Rule,
    work::{Meter, PORTION},
};

/// Verified values of heaps.
pub(crate) trait Heaps: fmt::Display {
    /// The value of a heap; `None` where the certificate does not say it.
    fn value(&self, n: u64, meter: &mut Meter) -> Result<Option<u64>, Fault>;

    /// The least heap that is a piece.
    fn least(&self) -> u64 {
        0
    }

    /// (n0, p) such that G(x + p) = G(x) for all x ≥ n0.
    fn repeats(&self) -> Option<(u64, u64)> {
        None
    }

    /// A heap from which on no value is 0.
    fn zeros_below(&self) -> Option<u64> {
        None
    }

    /// Whether G(n) = n for all n.
    fn is_identity(&self) -> bool {
        false
    }

    /// Heaps of the least to `upto` with the values 0, 1, …, where the law says so without a list: of each
    /// value that some heap has, and perhaps further ones.
    fn tally<'w>(&self, _upto: &BigUint, _work: &'w Work) -> Result<Option<Buffer<'w, i128>>, Fault> {
        Ok(None)
    }

    /// Heaps of the least to `upto` that have value 0.
    fn zeros(&self, upto: &BigUint, work: &Work) -> Result<BigUint, Fault>;

    /// Questions of the first version of the format.
    fn count(&self, _question: &Question, _rule: &Rule, _work: &Work) -> Result<BigUint, Fault> {
        refuse("this question does not fit this rule")
    }

    /// Values of heaps 0 to `upto`.
    fn list<'w>(&self, upto: u64, work: &'w Work) -> Result<Buffer<'w, u32>, Fault> {
        let mut meter = Meter::new(work);
        if self.value(upto, &mut meter)?.is_none() {
            return refuse(format!("the count needs the values up to heap {upto}"));
        }
        let mut values = room(upto, work)?;
        for n in 0..=upto {
            meter.charge(4)?;
            match self.value(n, &mut meter)?.map(u32::try_from) {
                Some(Ok(value)) => values.push(value)?,
                _ => return refuse(format!("the value of heap {n} is not known, or too large")),
            }
        }
        meter.settle()?;
        Ok(values)
    }
}

/// Room for the values of heaps 0 to `upto`.
pub(crate) fn room<'w>(upto: u64, work: &'w Work) -> Result<Buffer<'w, u32>, Fault> {
    work.room(usize::try_from(upto).unwrap_or(usize::MAX).saturating_add(1), "the values of all heaps")
}

/// A number of heaps that can be gone through.
pub(crate) fn small(number: &BigUint) -> Result<u64, Fault> {
    match u64::try_from(number) {
        Ok(small) if small < u64::MAX / 4 => Ok(small),
        _ => refuse(format!("heaps up to {number} are too many to go through")),
    }
}

/// How many of the listed values from a heap on are 0.
pub(crate) fn listed_zeros(values: &[u32], from: u64, work: &Work) -> Result<u64, Fault> {
    let mut zeros = 0;
    for part in values.get(from as usize..).unwrap_or_default().chunks(PORTION) {
        work.charge(part.len())?;
        zeros += part.iter().filter(|&&value| value == 0).count() as u64;
    }
    Ok(zeros)
}

impl Heaps for HeapLaw<'_> {
    fn value(&self, n: u64, _: &mut Meter) -> Result<Option<u64>, Fault> {
        let stored = |n: u64| usize::try_from(n).ok().and_then(|n| self.values.get(n)).map(|&v| u64::from(v));
        if let Some(value) = stored(n) {
            return Ok(Some(value));
        }
        // A law has more stored values than preperiod and period together.
        let Some(tail) = self.tail else { return Ok(None) };
        let (rounds, rest) = ((n - tail.preperiod) / tail.period, (n - tail.preperiod) % tail.period);
        let rise = rounds.checked_mul(tail.saltus);
        Ok(stored(tail.preperiod + rest).zip(rise).and_then(|(value, rise)| value.checked_add(rise)))
    }

    fn repeats(&self) -> Option<(u64, u64)> {
        self.tail.filter(|tail| tail.saltus == 0).map(|tail| (tail.preperiod, tail.period))
    }

    fn zeros_below(&self) -> Option<u64> {
        self.tail.filter(|tail| tail.saltus > 0).map(|tail| tail.preperiod + tail.period)
    }

    fn zeros(&self, upto: &BigUint, work: &Work) -> Result<BigUint, Fault> {
        Ok(upto + 1u32 - self.wins(upto, work)?)
    }

    fn count(&self, question: &Question, rule: &Rule, work: &Work) -> Result<BigUint, Fault> {
        HeapLaw::count(self, question, rule, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values and zeros one by one, before, across and behind those that are stored.
    #[test]
    fn laws_with_a_tail() {
        let work = Work::default();
        for (values, saltus) in [([7, 0, 3, 0, 2, 3, 0, 2], 0), ([7, 0, 0, 4, 0, 5, 9, 5], 5)] {
            let tail = crate::count::Tail { preperiod: 2, period: 3, saltus };
            let law = HeapLaw { tail: Some(tail), ..HeapLaw::table(&values) };
            let expected = |n: u64| match n.checked_sub(2) {
                None => u64::from(values[n as usize]),
                Some(beyond) => u64::from(values[2 + (beyond % 3) as usize]) + beyond / 3 * saltus,
            };
            for n in 8..60 {
                assert_eq!(law.value(n, &mut Meter::new(&work)), Ok(Some(expected(n))), "{n}");
                let stored = |n: u64| values.get(n as usize).map_or(expected(n), |&value| value.into());
                let zeros = (0..=n).filter(|&n| stored(n) == 0).count();
                assert_eq!(law.zeros(&n.into(), &work), Ok(zeros.into()), "{n}");
            }
            assert_eq!(law.repeats(), (saltus == 0).then_some((2, 3)));
            assert_eq!(law.zeros_below(), (saltus > 0).then_some(5));
        }
    }

    /// Four times a number that can be gone through does not run over.
    #[test]
    fn numbers_that_can_be_gone_through() {
        let most = u64::MAX / 4;
        assert_eq!(small(&(most - 1).into()), Ok(most - 1));
        for number in [most.into(), BigUint::from(most) + 1u32, BigUint::from(u64::MAX) + 1u32] {
            let line = format!("NOT VERIFIED: heaps up to {number} are too many to go through");
            assert_eq!(small(&number).unwrap_err().to_string(), line);
        }
    }
}
