//! Cousins: rules whose nim-sequences are the same, perhaps shifted by a heap or two.
//!
//! Dawson's chess 0.137 and Dawson's Kayles 0.07 are cousins: G of 0.07 at n + 1 is G of 0.137 at n.
//! Candidates are all codes with `d0` 0 or 4 and up to three octal digits, and every heap rule with a name.
//! Those that agree with the rule on some hundred heaps are listed. Where both have a law with a common
//! saltus, agreement over both preperiods and the least common multiple of the periods proves it for all
//! heaps; elsewhere it is observed.

use super::find;
use crate::rules::{NAMES, Rule};
use crate::values::heaps;
use crate::{Result, Status, Work};
use num_integer::Integer;
use std::collections::BTreeSet;

/// A rule with the values of another: its value at n + `shift` is the other's at n.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cousin {
    rule: Rule,
    shift: i64,
    status: Status,
}

impl Cousin {
    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// How far its sequence is ahead.
    pub fn shift(&self) -> i64 {
        self.shift
    }

    /// Proved for all heaps, or observed on those compared.
    pub fn status(&self) -> Status {
        self.status
    }
}

/// Heaps at which candidates are compared at first, and those that pass.
const FIRST: u64 = 24;
const COMPARED: u64 = 400;
const SHIFTS: [i64; 5] = [0, 1, -1, 2, -2];
/// Values looked at for a law, and compared for a proof.
const LIMIT: u64 = 20_000;

/// All cousins of a heap rule among codes of up to three octal digits and named rules, itself left out.
///
/// ```
/// use sprague::{Work, laws};
/// let cousins = laws::cousins(&"0.137".parse().unwrap(), &Work::quiet()).unwrap();
/// assert!(cousins.iter().any(|cousin| cousin.rule().notation() == "0.07" && cousin.shift() == 1));
/// ```
pub fn cousins(rule: &Rule, work: &Work) -> Result<Vec<Cousin>> {
    rule.require_heaps("cousins are of heap rules")?;
    let own = values(rule, COMPARED, work)?;
    let mut found = Vec::new();
    for candidate in candidates().iter().filter(|candidate| *candidate != rule) {
        work.tell(0, 0)?;
        let first = values(candidate, FIRST + 2, work)?;
        for shift in SHIFTS.into_iter().filter(|&shift| agree(&own[..=FIRST as usize], &first, shift)) {
            if agree(&own, &values(candidate, COMPARED + 2, work)?, shift) {
                let status = proved(rule, candidate, shift, work)?.unwrap_or(Status::Observed);
                found.push(Cousin { rule: candidate.clone(), shift, status });
                break;
            }
        }
    }
    found.sort_by_key(|cousin| (cousin.shift.abs(), cousin.rule.notation().len(), cousin.rule.to_string()));
    Ok(found)
}

fn candidates() -> Vec<Rule> {
    let codes = (0..1024u32).map(|i| {
        let digits: String =
            [6, 3, 0].iter().map(|place| char::from(b'0' + (i >> place & 7) as u8)).collect();
        format!("{}.{digits}", if i < 512 { 0 } else { 4 })
    });
    let named = NAMES.iter().map(|entry| entry.notation.to_string());
    let rules = codes.chain(named).filter_map(|text| text.parse::<Rule>().ok());
    let mut seen = BTreeSet::new();
    rules.filter(|rule| rule.heap_rule().is_some() && seen.insert(rule.to_string())).collect()
}

fn values(rule: &Rule, largest: u64, work: &Work) -> Result<Vec<u32>> {
    Ok(heaps(rule.require_heaps("cousins are of heap rules")?, largest, work)?.iter().collect())
}

/// Whether `other` at n + shift is `own` at n wherever both are known. A sequence without a value above 0 is
/// not enough.
fn agree(own: &[u32], other: &[u32], shift: i64) -> bool {
    let at = |n: usize| usize::try_from(n as i64 + shift).ok().and_then(|n| other.get(n));
    (0..own.len()).all(|n| at(n).is_none_or(|value| *value == own[n])) && own.iter().any(|value| *value > 0)
}

/// By the laws of both, if they agree on all heaps.
fn proved(rule: &Rule, other: &Rule, shift: i64, work: &Work) -> Result<Option<Status>> {
    let (own, theirs) = (find(rule, LIMIT, work)?, find(other, LIMIT, work)?);
    let (Some(a), Some(b)) = (own.law(), theirs.law()) else { return Ok(None) };
    let common = a.period.lcm(&b.period);
    // Two heaps a common period apart are both compared: so both grow by the same.
    let last = a.preperiod.max(b.preperiod) + 2 + common;
    let (Some(_), Some(_), true) = (a.saltus, b.saltus, last <= LIMIT) else { return Ok(None) };
    let same = |n: u64, other: u64| a.value(&n.into()) == b.value(&other.into());
    let all = (0..=last).all(|n| n.checked_add_signed(shift).is_none_or(|other| same(n, other)));
    Ok(all.then(|| a.status().min(b.status())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> Rule {
        text.parse().unwrap()
    }

    /// Rule, shift and status, in the order in which they are listed.
    fn found(text: &str) -> Vec<(String, i64, Status)> {
        let cousins = cousins(&rule(text), &Work::quiet()).unwrap();
        cousins.iter().map(|cousin| (cousin.rule.to_string(), cousin.shift, cousin.status)).collect()
    }

    /// All codes of three digits, and all names, by values one by one.
    #[test]
    fn those_that_agree() {
        let of = |text: &str| values(&rule(text), 410, &Work::quiet()).unwrap();
        let codes = (0..1024).map(|i| format!("{}.{:03o}", if i < 512 { 0 } else { 4 }, i % 512));
        let names = NAMES.iter().filter(|entry| rule(entry.notation).heap_rule().is_some());
        let all: BTreeSet<String> = codes.chain(names.map(|entry| entry.notation.to_string())).collect();
        let all: Vec<_> = all.into_iter().map(|text| (rule(&text), of(&text))).collect();
        for text in ["0.137", "0.6", "0.[3]", "sub:1,2"] {
            let own = of(text);
            let mut expected = BTreeSet::new();
            for (other, theirs) in all.iter().filter(|(other, _)| *other != rule(text)) {
                let agrees = |shift: &i64| {
                    let mut places = (0..=400i64).filter(|n| n + shift >= 0);
                    places.all(|n| own[n as usize] == theirs[(n + shift) as usize])
                };
                let shift = [0, 1, -1, 2, -2].into_iter().find(agrees);
                expected.extend(shift.map(|shift| (other.to_string(), shift)));
            }
            let found: Vec<_> = found(text).into_iter().map(|(rule, shift, _)| (rule, shift)).collect();
            assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected, "{text}");
            assert!(found.is_sorted_by_key(|(rule, shift)| (shift.abs(), rule.len())), "{found:?}");
        }
    }

    #[test]
    fn proved_or_observed() {
        let status = |text: &str, other: &str| {
            let found = found(text).into_iter().find(|(rule, ..)| rule == other);
            found.map(|(_, shift, status)| (shift, status.is_proved()))
        };
        assert_eq!(status("0.137", "0.07"), Some((1, true)));
        assert_eq!(status("0.07", "0.137"), Some((-1, true)));
        assert_eq!(status("0.4", "0.137"), Some((-2, true)));
        // No law of these is known.
        assert_eq!(status("0.6", "0.37"), Some((-1, false)));
        assert_eq!(found("0.0"), []);
        assert!(cousins(&rule("cut"), &Work::quiet()).is_err());
    }

    /// Laws that differ in the last heap that is compared, or in what they grow by, are not the same.
    #[test]
    fn proofs() {
        let proved = |text: &str, other: &str, shift| {
            proved(&rule(text), &rule(other), shift, &Work::quiet()).unwrap().is_some()
        };
        assert!(proved("0.137", "0.07", 1) && proved("0.07", "0.137", -1) && proved("0.4", "0.137", -2));
        assert!(!proved("0.137", "0.07", 0) && !proved("0.137", "0.07", 2) && !proved("0.137", "0.07", -1));
        assert!(proved("sub:1,2", "0.33", 0) && !proved("sub:1,2", "sub:1,2,3", 0));
        assert!(proved("nim", "0.[33]", 0) && !proved("nim", "allbut:1", 0) && !proved("nim", "sub:1,2", 0));
        assert!(!proved("0.6", "0.37", -1));
        // Equal at the first heap that is compared, or nowhere.
        assert!(!proved("0.0", "nim", -2) && !proved("nim", "0.0", -2));
        // Without a saltus of all classes nothing is said, even of one rule.
        assert!(
            !proved("0.2048", "0.2048", 0) && !proved("0.2048", "0.77", 0) && !proved("0.77", "0.2048", 0)
        );
        // Periods of 101 and 103 heaps, equal up to heap 100.
        let (short, long) = ((1..=100).collect::<Vec<_>>(), (1..=102).collect::<Vec<_>>());
        let sub =
            |set: &[u32]| format!("sub:{}", set.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
        assert!(!proved(&sub(&short), &sub(&long), 0) && proved(&sub(&short), &sub(&short), 0));
    }

    /// Values that are known on one side only are not compared.
    #[test]
    fn agreement() {
        assert!(agree(&[0, 1, 2], &[0, 1, 2], 0) && agree(&[0, 1, 2], &[9, 0, 1, 2, 7], 1));
        assert!(agree(&[9, 0, 1, 2], &[0, 1, 2], -1) && agree(&[0, 1, 2, 5], &[0, 1, 2], 0));
        assert!(!agree(&[0, 1, 2], &[0, 1, 3], 0) && !agree(&[0, 1, 2], &[0, 0, 1, 3], 1));
        assert!(!agree(&[0, 1, 2], &[0, 1, 2], 1) && !agree(&[0, 0, 0], &[0, 0, 0], 0));
    }
}
