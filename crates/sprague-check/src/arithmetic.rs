//! Rules of heaps whose moves depend on the size itself: numbers of a family, divisors, coprime numbers,
//! halves, coins in a row.
//!
//! **Values.** A move leaves at most a few smaller heaps, and all moves are gone through: the value is none
//! of theirs, and every smaller one is. Cost: the moves of all heaps.
//!
//! **Formulas** (docs/arithmetic-games.md has the proofs). They are theorems, and compared with the moves up
//! to a heap all the same.
//!
//! | rule | G(n) |
//! |---|---|
//! | `take:divisors` | the exponent of 2 in n |
//! | `take:coprime` | G(1) = 1; 0 for even n; for odd n the index of the least prime factor, 2 being the first |
//! | `take:half` | half of the odd part of n + 1, rounded down |
//! | `split:divisors` | h(Ω(n)), h(k) = mex of h(i) ⊕ h(j) over 1 ≤ i, j < k; Ω counts prime factors |
//! | `sub:pow2` | n mod 3 |
//! | `ruler` | the largest power of 2 that divides n |
//! | `mock-turtles` | 2n−2 or 2n−1, whichever has an odd number of ones |

use std::fmt;

use num_bigint::BigUint;

use crate::{
    Fault, Work,
    count::HeapLaw,
    known::{Heaps, listed_zeros, room, small},
    memory::Buffer,
    options::{Seen, width},
    refuse,
    work::{Meter, PORTION},
};

/// A rule of arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// Take a member of a family.
    Take(Family),
    /// Take any number but those.
    AllBut(Family),
    /// Take a divisor of n, less than n.
    Divisors,
    /// Take a number without a divisor in common with n.
    Coprime,
    /// Take at most half.
    Half,
    /// Take one, or leave half, rounded down.
    Mark,
    /// Replace n by two of its divisors other than 1 and n.
    SplitDivisors,
    /// The head at n turns to tails, and the neighbours from some place on to heads.
    Ruler,
    /// The head at n turns to tails, and at most two coins before it to heads.
    MockTurtles,
}

/// A family of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Squares,
    Primes,
    PowersOfTwo,
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
}

impl Family {
    fn read(word: &str) -> Option<Self> {
        Some(match word {
            "squares" => Family::Squares,
            "primes" => Family::Primes,
            "pow2" => Family::PowersOfTwo,
            "fib" => Family::Fibonacci,
            _ => return None,
        })
    }

    /// Which numbers up to n are members.
    fn members<'w>(self, n: usize, work: &'w Work) -> Result<Buffer<'w, bool>, Fault> {
        let mut member = work.buffer(n.saturating_add(1), self == Family::Primes, "the family")?;
        let mut meter = Meter::new(work);
        match self {
            Family::Squares => (1..=n.isqrt()).for_each(|root| member[root * root] = true),
            Family::PowersOfTwo => {
                (0..63).map(|k| 1 << k).take_while(|&t| t <= n).for_each(|t| member[t] = true)
            }
            Family::Fibonacci => {
                let mut pair = (1, 2);
                while pair.0 <= n {
                    member[pair.0] = true;
                    pair = (pair.1, pair.0 + pair.1);
                }
            }
            Family::Primes => {
                member[..=1.min(n)].fill(false);
                for p in 2..=n.isqrt() {
                    if member[p] {
                        meter.charge(n / p)?;
                        (p * p..=n).step_by(p).for_each(|multiple| member[multiple] = false);
                    }
                }
            }
        }
        meter.settle()?;
        Ok(member)
    }
}

impl Arithmetic {
    /// Read a rule in notation.
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "take:divisors" => Arithmetic::Divisors,
            "take:coprime" => Arithmetic::Coprime,
            "take:half" => Arithmetic::Half,
            "mark" => Arithmetic::Mark,
            "split:divisors" => Arithmetic::SplitDivisors,
            "ruler" => Arithmetic::Ruler,
            "mock-turtles" => Arithmetic::MockTurtles,
            _ => match text.split_once(':')? {
                ("sub", word) => Arithmetic::Take(Family::read(word)?),
                ("allbut", word) => Arithmetic::AllBut(Family::read(word)?),
                _ => return None,
            },
        })
    }

    /// The least heap that is a piece.
    pub fn least(self) -> u64 {
        u64::from(matches!(
            self,
            Arithmetic::Divisors | Arithmetic::SplitDivisors | Arithmetic::Ruler | Arithmetic::MockTurtles
        ))
    }

    /// What is needed to go through the moves of heaps up to n.
    pub fn moves<'w>(self, n: usize, work: &'w Work) -> Result<Moves<'w>, Fault> {
        let family = match self {
            Arithmetic::Take(family) | Arithmetic::AllBut(family) => family.members(n, work)?,
            _ => work.room(0, "the family")?,
        };
        let allowed = matches!(self, Arithmetic::Take(_));
        work.charge(family.len())?;
        let count = family.iter().skip(1).filter(|&&member| member == allowed).count();
        let mut removals = work.room(count, "what may be removed")?;
        removals.extend((1..family.len()).filter(|&t| family[t] == allowed))?;
        Ok(Moves { rule: self, removals })
    }
}

/// The moves of a rule.
pub(crate) struct Moves<'a> {
    rule: Arithmetic,
    /// What may be removed, ascending, of a family or of all but one.
    removals: Buffer<'a, usize>,
}

impl Moves<'_> {
    /// The value of what each move of heap n leaves, by the values of smaller heaps.
    pub fn each(
        &self,
        n: usize,
        value: impl Fn(usize) -> u32,
        meter: &mut Meter,
        mut visit: impl FnMut(u32),
    ) -> Result<(), Fault> {
        match self.rule {
            Arithmetic::Take(_) | Arithmetic::AllBut(_) => {
                let removals = &self.removals[..self.removals.partition_point(|&t| t <= n)];
                meter.charge(removals.len() + 1)?;
                removals.iter().for_each(|&t| visit(value(n - t)));
            }
            Arithmetic::Divisors => {
                meter.charge(8 * n.isqrt() + 1)?;
                divisors(n).filter(|&d| d < n).for_each(|d| visit(value(n - d)));
            }
            Arithmetic::Coprime => {
                meter.charge(32 * n + 1)?;
                (1..=n).filter(|&t| coprime(t, n)).for_each(|t| visit(value(n - t)));
            }
            Arithmetic::Half => {
                meter.charge(n + 1)?;
                (1..=n / 2).for_each(|t| visit(value(n - t)));
            }
            Arithmetic::Mark => {
                meter.charge(4)?;
                // From 1, and from 2, both moves leave the same.
                let half = n.checked_sub(1).filter(|&less| n / 2 != less).map(|_| n / 2);
                n.checked_sub(1).into_iter().chain(half).for_each(|left| visit(value(left)));
            }
            Arithmetic::SplitDivisors => {
                meter.charge(8 * n.isqrt() + 1)?;
                let mut inner = meter.work().list("the divisors of a heap")?;
                inner.extend(divisors(n).filter(|&d| d != 1 && d != n).map(value))?;
                meter.charge(inner.len() * inner.len())?;
                let pairs = inner.iter().enumerate().flat_map(|(i, a)| inner[i..].iter().map(move |b| a ^ b));
                pairs.for_each(visit);
            }
            Arithmetic::Ruler => {
                meter.charge(n + 1)?;
                let mut xor = 0;
                for first in (1..=n).rev() {
                    visit(xor);
                    xor ^= value(first - 1);
                }
            }
            Arithmetic::MockTurtles => {
                visit(0);
                for a in 1..n {
                    meter.charge(n)?;
                    visit(value(a));
                    (a + 1..n).for_each(|b| visit(value(a) ^ value(b)));
                }
            }
        }
        Ok(())
    }
}

fn divisors(n: usize) -> impl Iterator<Item = usize> {
    let small = (1..=n.isqrt()).filter(move |d| n.is_multiple_of(*d));
    small.flat_map(move |d| [Some(d), (d * d != n).then_some(n / d)]).flatten()
}

fn coprime(mut a: usize, mut b: usize) -> bool {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

/// Each value is the mex of its options; heap 0 has value 0 where it is no piece.
fn check_values(
    rule: Arithmetic,
    values: &[impl Copy + Into<u32>],
    width: usize,
    work: &Work,
) -> Result<(), Fault> {
    let moves = rule.moves(values.len() - 1, work)?;
    let mut seen = Seen::new(width, work)?;
    let mut meter = Meter::new(work);
    for (n, &v) in values.iter().enumerate() {
        let v: u32 = v.into();
        let least = rule.least() as usize;
        if n < least {
            if v != 0 {
                return refuse(format!("value other than 0, at n = {n}"));
            }
            continue;
        }
        if n % 1024 == 0 {
            (work.progress)(n as f64 / values.len() as f64);
        }
        meter.charge(v as usize + 1)?;
        seen.start(v as u16);
        let mut present = false;
        moves.each(
            n,
            |left| values[left].into(),
            &mut meter,
            |option| {
                present |= option == v;
                seen.mark(option as u16);
            },
        )?;
        if present {
            return refuse(format!("value {v} is among the options, at n = {n}"));
        }
        if let Some(u) = seen.next_missing(0) {
            return refuse(format!("value {v}, but {u} is not among the options, at n = {n}"));
        }
    }
    meter.settle()
}

/// Stored values, each of them verified.
pub(crate) struct Table<'a> {
    values: HeapLaw<'a>,
    rule: Arithmetic,
}

impl<'a> Table<'a> {
    /// Verify the values.
    pub fn verify(rule: Arithmetic, values: &'a [u16], work: &Work) -> Result<Self, Fault> {
        check_values(rule, values, width(values, work)?, work)?;
        Ok(Table { values: HeapLaw::table(values), rule })
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.values.fmt(f)
    }
}

impl Heaps for Table<'_> {
    fn value(&self, n: u64, meter: &mut Meter) -> Result<Option<u64>, Fault> {
        self.values.value(n, meter)
    }

    fn least(&self) -> u64 {
        self.rule.least()
    }

    fn zeros(&self, upto: &BigUint, work: &Work) -> Result<BigUint, Fault> {
        let zeros = listed_zeros(&self.list(small(upto)?, work)?, self.least(), work)?;
        Ok(zeros.into())
    }
}

/// A formula that is a theorem, compared with the rule.
pub(crate) struct Formula {
    rule: Arithmetic,
    checked: u64,
}

impl Formula {
    /// Formulas are compared with the rule at most up to this heap.
    const MOST_CHECKED: u64 = 1 << 12;

    /// Compare the formula with the rule.
    pub fn verify(rule: Arithmetic, checked: u64, values: &[u16], work: &Work) -> Result<Self, Fault> {
        let has = match rule {
            Arithmetic::Take(Family::PowersOfTwo)
            | Arithmetic::Divisors
            | Arithmetic::Coprime
            | Arithmetic::Half
            | Arithmetic::SplitDivisors
            | Arithmetic::Ruler
            | Arithmetic::MockTurtles => true,
            Arithmetic::Take(_) | Arithmetic::AllBut(_) | Arithmetic::Mark => false,
        };
        if !has {
            return refuse("no formula is known for this rule");
        }
        if !(2..=Self::MOST_CHECKED).contains(&checked) {
            return refuse(format!(
                "the formula is compared with the rule up to 2 … {} tokens",
                Self::MOST_CHECKED
            ));
        }
        if !values.is_empty() {
            return refuse("a formula has no values");
        }
        let formula = Formula { rule, checked };
        let listed = formula.list(checked, work)?;
        // Every value is below twice the size of its heap.
        check_values(rule, &listed, (2 * checked as usize).next_power_of_two(), work)?;
        Ok(formula)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the formula for all heaps, a theorem, agrees with the rule up to {}", self.checked)
    }
}

impl Heaps for Formula {
    fn value(&self, n: u64, _: &mut Meter) -> Result<Option<u64>, Fault> {
        Ok(match self.rule {
            _ if n < self.least() => Some(0),
            Arithmetic::Divisors => Some(n.trailing_zeros().into()),
            Arithmetic::Half => n.checked_add(1).map(|above| above >> above.trailing_zeros() >> 1),
            Arithmetic::Take(Family::PowersOfTwo) => Some(n % 3),
            Arithmetic::Ruler => Some(1 << n.trailing_zeros()),
            Arithmetic::MockTurtles => {
                (n - 1).checked_mul(2).map(|even| even + u64::from(even.count_ones().is_multiple_of(2)))
            }
            _ => None,
        })
    }

    fn least(&self) -> u64 {
        self.rule.least()
    }

    fn repeats(&self) -> Option<(u64, u64)> {
        (self.rule == Arithmetic::Take(Family::PowersOfTwo)).then_some((0, 3))
    }

    /// 2^k divides n / 2^k of the heaps 1 to n, rounded down.
    fn tally<'w>(&self, upto: &BigUint, work: &'w Work) -> Result<Option<Buffer<'w, i128>>, Fault> {
        let (Ok(n), Arithmetic::Divisors) = (i128::try_from(upto), self.rule) else { return Ok(None) };
        let mut counts = work.list("the histogram")?;
        counts.extend((0..upto.bits().max(1)).map(|k| (n >> k) - (n >> (k + 1))))?;
        Ok(Some(counts))
    }

    fn zeros(&self, upto: &BigUint, work: &Work) -> Result<BigUint, Fault> {
        Ok(match self.rule {
            // Odd heaps.
            Arithmetic::Divisors => upto - (upto >> 1u32),
            // Heaps 2^a − 1.
            Arithmetic::Half => (upto + 1u32).bits().into(),
            // Even heaps.
            Arithmetic::Coprime => (upto >> 1u32) + 1u32,
            Arithmetic::Take(Family::PowersOfTwo) => upto / 3u32 + 1u32,
            Arithmetic::Ruler | Arithmetic::MockTurtles => BigUint::ZERO,
            _ => listed_zeros(&self.list(small(upto)?, work)?, self.least(), work)?.into(),
        })
    }

    fn list<'w>(&self, upto: u64, work: &'w Work) -> Result<Buffer<'w, u32>, Fault> {
        match self.rule {
            Arithmetic::Coprime => least_primes(upto, work),
            Arithmetic::SplitDivisors => prime_factors(upto, work),
            _ => {
                let (mut values, mut meter) = (room(upto, work)?, Meter::new(work));
                for n in 0..=upto {
                    meter.charge(4)?;
                    match self.value(n, &mut meter)?.map(u32::try_from) {
                        Some(Ok(value)) => values.push(value)?,
                        _ => return refuse(format!("the value of heap {n} is too large")),
                    }
                }
                meter.settle()?;
                Ok(values)
            }
        }
    }
}

/// Zeros, one for each heap up to n.
fn blank<'w>(upto: u64, work: &'w Work) -> Result<Buffer<'w, u32>, Fault> {
    work.buffer(usize::try_from(upto).unwrap_or(usize::MAX).saturating_add(1), 0, "the values of all heaps")
}

/// Do something at each of these places, with steps charged in portions.
fn each_place(
    places: impl Iterator<Item = usize>,
    meter: &mut Meter,
    mut visit: impl FnMut(usize),
) -> Result<(), Fault> {
    let mut places = places.peekable();
    while places.peek().is_some() {
        meter.charge(2 * (PORTION / 64))?;
        places.by_ref().take(PORTION / 64).for_each(&mut visit);
    }
    Ok(())
}

/// The index of the least prime factor of odd heaps; heap 1 has 1 and even ones 0.
fn least_primes<'w>(upto: u64, work: &'w Work) -> Result<Buffer<'w, u32>, Fault> {
    let mut values = blank(upto, work)?;
    let (last, mut meter) = (values.len() - 1, Meter::new(work));
    if last >= 1 {
        values[1] = 1;
    }
    let mut index = 1;
    for p in (3..=last).step_by(2) {
        if p % 256 == 3 {
            meter.charge(128)?;
        }
        if values[p] != 0 {
            continue;
        }
        index += 1;
        values[p] = index;
        let first = p.saturating_mul(p);
        let fresh = |values: &mut [u32], place: usize| {
            values[place] = if values[place] == 0 { index } else { values[place] };
        };
        each_place((first..=last).step_by(2 * p), &mut meter, |place| fresh(&mut values, place))?;
    }
    meter.settle()?;
    Ok(values)
}

/// h of the number of prime factors.
fn prime_factors<'w>(upto: u64, work: &'w Work) -> Result<Buffer<'w, u32>, Fault> {
    let mut values = blank(upto, work)?;
    let (last, mut meter) = (values.len() - 1, Meter::new(work));
    for p in 2..=last {
        if p % 256 == 2 {
            meter.charge(256)?;
        }
        if values[p] != 0 {
            continue;
        }
        let mut power = p;
        loop {
            each_place((power..=last).step_by(power), &mut meter, |place| values[place] += 1)?;
            if power > last / p {
                break;
            }
            power *= p;
        }
    }
    let of = values_by_factors();
    each_place(2..=last, &mut meter, |place| values[place] = of[values[place] as usize])?;
    meter.settle()?;
    Ok(values)
}

/// h(0), …, h(63): no number below 2^64 has more prime factors.
fn values_by_factors() -> [u32; 64] {
    let mut h = [0; 64];
    for k in 2..64 {
        let reached = |value: u32| h[1..k].iter().any(|a| h[1..k].contains(&(a ^ value)));
        h[k] = (0..).find(|&value| !reached(value)).unwrap_or(u32::MAX);
    }
    h
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every rule's values by all its moves, in the plainest way.
    fn played(rule: Arithmetic, n: usize) -> Vec<u32> {
        let work = Work::default();
        let moves = rule.moves(n, &work).map_err(|fault| fault.to_string()).unwrap();
        let mut g: Vec<u32> = vec![];
        for heap in 0..=n {
            let mut reached = std::collections::BTreeSet::new();
            if heap >= rule.least() as usize {
                moves
                    .each(heap, |left| g[left], &mut Meter::new(&work), |value| _ = reached.insert(value))
                    .unwrap();
            }
            g.push((0..).find(|value| !reached.contains(value)).unwrap());
        }
        g
    }

    #[test]
    fn formulas_are_the_values() {
        let work = Work::default();
        for text in [
            "take:divisors",
            "take:coprime",
            "take:half",
            "split:divisors",
            "sub:pow2",
            "ruler",
            "mock-turtles",
        ] {
            let rule = Arithmetic::read(text).unwrap();
            let n = if text == "mock-turtles" { 90 } else { 400 };
            let formula = Formula { rule, checked: 2 };
            let listed = formula.list(n, &work).map_err(|fault| fault.to_string()).unwrap();
            let played = played(rule, n as usize);
            assert_eq!(*listed, played[..], "{text}");
            for upto in formula.least()..=n {
                let own = played[rule.least() as usize..=upto as usize].iter();
                let zeros = own.clone().filter(|&&v| v == 0).count();
                assert_eq!(formula.zeros(&upto.into(), &work), Ok(zeros.into()), "{text} {upto}");
                if let Ok(Some(tally)) = formula.tally(&upto.into(), &work) {
                    for (value, count) in tally.iter().copied().enumerate() {
                        let expected = own.clone().filter(|&&v| v as usize == value).count();
                        assert_eq!(count, expected as i128, "{text} {upto} {value}");
                    }
                }
            }
        }
    }

    /// Zeros of more heaps than can be gone through; a rule without a formula for their number is refused.
    #[test]
    fn zeros_beyond_any_list() {
        let (work, upto) = (Work::default(), (BigUint::from(1u32) << 100u32) - 1u32);
        let zeros = |text: &str| {
            let rule = Arithmetic::read(text).unwrap();
            Formula { rule, checked: 2 }.zeros(&upto, &work).ok()
        };
        let half = BigUint::from(1u32) << 99u32;
        assert_eq!(zeros("take:divisors"), Some(half.clone()));
        assert_eq!(zeros("take:coprime"), Some(half));
        assert_eq!(zeros("take:half"), Some(101u32.into()));
        assert_eq!(zeros("sub:pow2"), Some(&upto / 3u32 + 1u32));
        assert_eq!(["ruler", "mock-turtles"].map(zeros), [Some(BigUint::ZERO), Some(BigUint::ZERO)]);
        assert_eq!(zeros("split:divisors"), None);
    }

    /// Numbers with an odd number of ones: of these no two have a xor that is a third.
    #[test]
    fn values_by_number_of_factors() {
        let odious = (0u32..).filter(|value| value.count_ones() % 2 == 1);
        let expected: Vec<u32> = [0, 0].into_iter().chain(odious).take(64).collect();
        assert_eq!(values_by_factors().to_vec(), expected);
    }

    #[test]
    fn families() {
        let work = Work::default();
        let members = |word: &str, n: usize| {
            let member = Family::read(word).unwrap().members(n, &work).map_err(|fault| fault.to_string());
            (0..=n).filter(|&t| member.as_ref().unwrap()[t]).collect::<Vec<_>>()
        };
        assert_eq!(members("squares", 16), [1, 4, 9, 16]);
        assert_eq!(members("primes", 31), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]);
        assert_eq!(members("pow2", 17), [1, 2, 4, 8, 16]);
        assert_eq!(members("fib", 34), [1, 2, 3, 5, 8, 13, 21, 34]);
        for word in ["squares", "primes", "pow2", "fib"] {
            assert!(members(word, 0).is_empty(), "{word}");
            assert_eq!(members(word, 1).len(), usize::from(word != "primes"), "{word}");
        }
    }
}
