//! Readable forms of the functions that machines compute.
//!
//! *Rulers* are functions by cases: u = 0, u a power of two, any other u, each case of the form a·u + c +
//! d·2^v2(u), v2(u) the number of zeros at the end of u. The cases are fitted to a few values; then the
//! machine of the fitted formula is built and compared with the machine itself, which is minimal: if they are
//! equal, the formula is exact for all u.

use super::machine::Machines;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::fmt;

/// a·u + c + d·2^v2(u).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Term {
    slope: i64,
    constant: i64,
    ruler: i64,
}

/// A function by cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ruler {
    /// At 0.
    zero: i64,
    /// At 2^k: slope·u + constant, no ruler term.
    power: Term,
    other: Term,
}

/// More states than this are no readable function.
const MOST_STATES: usize = 1 << 12;

impl Ruler {
    /// The formula of a state, if it has one.
    pub fn of(machines: &Machines, start: u32) -> Option<Ruler> {
        let at = |u: u32| machines.value(start, &BigUint::from(u)).to_i64();
        let power_slope = at(2)? - at(1)?;
        let power = Term { slope: power_slope, constant: at(1)? - power_slope, ruler: 0 };
        let slope = (at(5)? - at(3)?) / 2;
        let ruler = (at(6)? - 6 * slope) - (at(3)? - 3 * slope);
        let other = Term { slope, constant: at(3)? - 3 * slope - ruler, ruler };
        let fitted = Ruler { zero: at(0)?, power, other };
        let exact = fitted.machine()? == machines.minimal(&[start]);
        exact.then_some(fitted)
    }

    /// Its minimal machine: the cases are followed side by side until all but one turn out wrong.
    fn machine(&self) -> Option<(Machines, Vec<u32>)> {
        let start = [
            Some(Case::Zero(self.zero)),
            Some(Case::BeforePower(self.power.constant)),
            Some(Case::BeforeOther(self.other.constant)),
        ];
        let step = |cases: &[Option<Case>; 3], letter: usize| {
            let next = cases.map(|case| case.and_then(|case| self.step(case, letter)));
            next.iter().any(Option::is_some).then_some(next)
        };
        let zero = |cases: &[Option<Case>; 3]| cases.iter().flatten().any(Case::holds_zero);
        let (machines, starts) = Machines::unfold(&[start], MOST_STATES, step, zero)?;
        Some(machines.minimal(&starts))
    }

    fn step(&self, case: Case, letter: usize) -> Option<Case> {
        let one = letter & 2 != 0;
        let (sum, to): (i64, fn(i64) -> Case) = match (case, one) {
            (Case::Zero(carry), false) => (carry, Case::Zero),
            (Case::BeforePower(carry), false) => (carry, Case::BeforePower),
            (Case::BeforePower(carry), true) => (carry + self.power.slope, Case::Zero),
            (Case::BeforeOther(carry), false) => (carry, Case::BeforeOther),
            (Case::BeforeOther(carry), true) => (carry + self.other.slope + self.other.ruler, Case::One),
            (Case::One(carry), false) => (carry, Case::One),
            (Case::One(carry), true) => (carry + self.other.slope, Case::Line),
            (Case::Line(carry), _) => (carry + if one { self.other.slope } else { 0 }, Case::Line),
            (Case::Zero(_), true) => return None,
        };
        (sum & 1 == letter as i64 & 1).then(|| to(sum >> 1))
    }
}

/// Where the bits read so far stand, with the carry of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Case {
    /// Only zeros may follow.
    Zero(i64),
    /// Zeros so far, exactly one 1 is to come.
    BeforePower(i64),
    /// Zeros so far, at least two are to come.
    BeforeOther(i64),
    /// One 1 so far, another one is to come.
    One(i64),
    /// Anything may follow.
    Line(i64),
}

impl Case {
    fn holds_zero(&self) -> bool {
        matches!(self, Case::Zero(0) | Case::Line(0))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let mut add = |sign: i64, term: String| {
            let sign = if sign < 0 { "−" } else { "+" };
            text = match (text.is_empty(), sign) {
                (true, "+") => term,
                (true, _) => format!("−{term}"),
                _ => format!("{text} {sign} {term}"),
            };
        };
        match self.slope {
            0 => {}
            1 | -1 => add(self.slope, "u".into()),
            slope => add(slope, format!("{}u", slope.abs())),
        }
        if self.constant != 0 {
            add(self.constant, self.constant.abs().to_string());
        }
        let size = self.ruler.unsigned_abs();
        match (size.is_power_of_two(), size) {
            (_, 0) => {}
            (true, 1) => add(self.ruler, "2^v2(u)".into()),
            (true, _) => add(self.ruler, format!("2^(v2(u)+{})", size.trailing_zeros())),
            (false, _) => add(self.ruler, format!("{size}·2^v2(u)")),
        }
        f.write_str(if text.is_empty() { "0" } else { &text })
    }
}

impl fmt::Display for Ruler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ruler { zero, power, other } = self;
        let merged = power.slope == other.slope + other.ruler && power.constant == other.constant;
        match (merged, *zero == power.constant) {
            (true, _) if *zero == other.constant && other.ruler == 0 => write!(f, "{other}"),
            (true, _) => write!(f, "{zero} if u = 0, else {other}"),
            (false, true) => write!(f, "{power} if u = 0 or u = 2^k, else {other}"),
            (false, false) => write!(f, "{zero} if u = 0, {power} if u = 2^k, else {other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(slope: i64, constant: i64, ruler: i64) -> Term {
        Term { slope, constant, ruler }
    }

    /// Formulas in words; each is read off its machine again, and its machine computes it.
    #[test]
    fn rulers() {
        for (zero, power, other, words) in [
            (5, term(4, 5, 0), term(4, 2, -8), "4u + 5 if u = 0 or u = 2^k, else 4u + 2 − 2^(v2(u)+3)"),
            (3, term(2, 3, 0), term(2, 3, 0), "2u + 3"),
            (0, term(1, 0, 0), term(1, 0, 0), "u"),
            (0, term(0, 0, 0), term(0, 0, 0), "0"),
            (7, term(0, 7, 0), term(0, 7, 0), "7"),
            (7, term(2, 3, 0), term(2, 3, 0), "7 if u = 0, else 2u + 3"),
            (3, term(3, 3, 0), term(2, 3, 1), "3 if u = 0, else 2u + 3 + 2^v2(u)"),
            (4, term(5, 3, 0), term(2, 3, 3), "4 if u = 0, else 2u + 3 + 3·2^v2(u)"),
            (1, term(1, 2, 0), term(2, 0, 2), "1 if u = 0, u + 2 if u = 2^k, else 2u + 2^(v2(u)+1)"),
            (2, term(3, 2, 0), term(3, 4, 0), "3u + 2 if u = 0 or u = 2^k, else 3u + 4"),
            (2, term(3, 2, 0), term(3, 2, 1), "3u + 2 if u = 0 or u = 2^k, else 3u + 2 + 2^v2(u)"),
            (9, term(3, 2, 0), term(4, 2, 0), "9 if u = 0, 3u + 2 if u = 2^k, else 4u + 2"),
        ] {
            let ruler = Ruler { zero, power, other };
            assert_eq!(ruler.to_string(), words);
            let (machines, starts) = ruler.machine().unwrap();
            assert_eq!(machines.is_function(starts[0], 10_000), Some(true), "{words}");
            for u in 0..70i64 {
                let of =
                    |term: Term| term.slope * u + term.constant + (term.ruler << u.trailing_zeros().min(60));
                let value = match u {
                    0 => zero,
                    _ if u & (u - 1) == 0 => of(power),
                    _ => of(other),
                };
                assert_eq!(
                    machines.value(starts[0], &(u as u32).into()).to_i64(),
                    Some(value),
                    "{words} at {u}"
                );
            }
            assert_eq!(Ruler::of(&machines, starts[0]), Some(ruler), "{words}");
        }
        assert_eq!(term(-1, 4, 0).to_string(), "−u + 4");
        assert_eq!(term(-2, -4, -1).to_string(), "−2u − 4 − 2^v2(u)");
        assert_eq!(term(0, -4, 3).to_string(), "−4 + 3·2^v2(u)");
    }

    #[test]
    fn another_function() {
        const N: u32 = super::super::NONE;
        // The value is u without its lowest bit.
        let even = Machines { next: vec![[1, N, 1, N], [1, N, N, 1]], zero: vec![true, true] };
        assert_eq!(even.is_function(0, 100), Some(true));
        assert_eq!(Ruler::of(&even, 0), None);
    }
}
