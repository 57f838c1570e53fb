//! Cousins: rules whose nim-sequences are the same, perhaps shifted by a heap or two.
//!
//! Dawson's chess 0.137 and Dawson's Kayles 0.07 are cousins: G of 0.07 at n + 1 is G of 0.137 at n. Candidates are all codes with
//! `d0` 0 or 4 and up to three octal digits, and every heap rule with a name. Those that agree with the rule on some hundred heaps
//! are listed. Where both have a law with a common saltus, agreement over both preperiods and the least common multiple of
//! the periods proves it for all heaps; elsewhere it is observed.

use super::find;
use crate::rules::{NAMES, Rule};
use crate::values::heaps;
use crate::{Result, Status, Work};
use num_integer::Integer;
use std::collections::BTreeSet;

/// A rule with the values of another: its value at n + `shift` is the other's at n.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cousin {
    /// The rule.
    pub rule: Rule,
    /// How far its sequence is ahead.
    pub shift: i64,
    /// Proved for all heaps, or observed on those compared.
    pub status: Status,
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
/// assert!(cousins.iter().any(|cousin| cousin.rule.notation() == "0.07" && cousin.shift == 1));
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
                let status =
                    if proved(rule, candidate, shift, work)? { Status::Proved } else { Status::Observed };
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

/// Whether `other` at n + shift is `own` at n wherever both are known. A sequence without a value above 0 is not enough.
fn agree(own: &[u32], other: &[u32], shift: i64) -> bool {
    let at = |n: usize| usize::try_from(n as i64 + shift).ok().and_then(|n| other.get(n));
    (0..own.len()).all(|n| at(n).is_none_or(|value| *value == own[n])) && own.iter().any(|value| *value > 0)
}

fn proved(rule: &Rule, other: &Rule, shift: i64, work: &Work) -> Result<bool> {
    let (own, theirs) = (find(rule, LIMIT, work)?, find(other, LIMIT, work)?);
    let (Some(a), Some(b)) = (own.law(), theirs.law()) else { return Ok(false) };
    let common = a.period.lcm(&b.period);
    let grows = |law: &super::Law| law.saltus.map(|saltus| saltus * (common / law.period));
    let last = a.preperiod.max(b.preperiod) + 2 + common;
    if grows(a).is_none() || grows(a) != grows(b) || last > LIMIT {
        return Ok(false);
    }
    let first = u64::try_from(-shift).unwrap_or(0);
    Ok((first..=last)
        .all(|n| a.value(&n.into()) == b.value(&n.checked_add_signed(shift).unwrap_or(0).into())))
}
