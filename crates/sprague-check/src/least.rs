//! Least periods and preperiods.
//!
//! The *preperiod* of a law for the period p is the least n0 ≥ 0 from which on it holds: for a law of one
//! saltus, G(n + p) = G(n) + s for all n ≥ n0; for lines, G(n) − 2·G(n + p) + G(n + 2p) = 0 for all n ≥ n0,
//! which says the same where the salti are equal. Whether a theorem that proves the law needs a larger start
//! does not matter.

use std::fmt;

use crate::{Fault, refuse};

/// A period and its preperiod, of which every smaller one was refuted: that is the only way to make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Least {
    period: u64,
    preperiod: u64,
}

impl Least {
    /// Of a law that holds with this period from `start` on. `breaks(d)` tells whether d, a part of the
    /// period, fails from `start` on; `breaks_at(n)` whether the law fails at heap n.
    ///
    /// The periods of a sequence are the multiples of the least one, so a period is least if none of its
    /// quotients by a prime is one. A law that holds from n on holds at n, so the heap before the start alone
    /// decides about the preperiod. Laws whose form begins at heap 1 (`from_one`) have the preperiod 0 if
    /// they hold of heap 0 too.
    pub fn refute_smaller(
        (period, start): (u64, u64),
        from_one: bool,
        mut breaks_at: impl FnMut(u64) -> Result<bool, Fault>,
        mut breaks: impl FnMut(u64) -> Result<bool, Fault>,
    ) -> Result<Least, Fault> {
        let mut preperiod = start;
        if let Some(before) = start.checked_sub(1)
            && !breaks_at(before)?
        {
            if before > 0 || !from_one {
                return refuse(format!("the preperiod is not minimal, the law holds from heap {before} on"));
            }
            preperiod = 0;
        }
        for q in prime_divisors(period) {
            let d = period / q;
            if !breaks(d)? {
                return refuse(format!("the period is not minimal, {d} is a period too"));
            }
        }
        Ok(Least { period, preperiod })
    }

    /// In words, with what is to be said of the salti.
    pub fn describe(self, salti: impl fmt::Display) -> String {
        let Least { period, preperiod } = self;
        format!("period {period}{salti}, preperiod {preperiod}, both least, for all heaps")
    }
}

/// A law in words of which nothing smaller was refuted: it says where it holds, and not that this is the
/// preperiod.
pub(crate) fn holds(period: u64, saltus: u64, start: u64) -> String {
    let rise = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
    format!("G(n + {period}) = G(n){rise} for all n ≥ {start}")
}

/// The saltus, if there is one, behind the period.
pub(crate) struct Rise(pub u64);

impl fmt::Display for Rise {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.0 > 0 { write!(f, ", saltus {}", self.0) } else { Ok(()) }
    }
}

/// The prime divisors of a number, ascending.
fn prime_divisors(n: u64) -> impl Iterator<Item = u64> {
    let (mut rest, mut q) = (n, 2);
    std::iter::from_fn(move || {
        while rest > 1 {
            if q > rest / q {
                return Some(std::mem::replace(&mut rest, 1));
            }
            if rest.is_multiple_of(q) {
                while rest.is_multiple_of(q) {
                    rest /= q;
                }
                return Some(q);
            }
            q += 1;
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes() {
        for n in 1..2000u64 {
            let expected: Vec<u64> = (2..=n).filter(|&q| n % q == 0 && (2..q).all(|d| q % d != 0)).collect();
            assert_eq!(prime_divisors(n).collect::<Vec<u64>>(), expected, "{n}");
        }
    }

    /// All periods up to 12 and starts up to 4, of laws that hold from any heap on and have any part of the
    /// period.
    #[test]
    fn smaller_ones_are_refuted() {
        for (period, start) in (1..=12u64).flat_map(|period| (0..=4).map(move |start| (period, start))) {
            for (true_period, from) in (1..=period).flat_map(|p| (0..=start).map(move |from| (p, from))) {
                if !period.is_multiple_of(true_period) {
                    continue;
                }
                for from_one in [false, true] {
                    let found = Least::refute_smaller(
                        (period, start),
                        from_one,
                        |n| Ok(n < from),
                        |d| Ok(!d.is_multiple_of(true_period)),
                    );
                    let zero = from_one && start == 1 && from == 0;
                    let least = true_period == period && (from == start || zero);
                    let expected = least.then_some(Least { period, preperiod: from });
                    assert_eq!(found.ok(), expected, "{period} {start} {true_period} {from} {from_one}");
                }
            }
        }
    }
}
