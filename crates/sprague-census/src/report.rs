//! What a census has found and what is complete.

use crate::{CensusCode, Row, Rows, Verified};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// Codes and the rules they come to, by what is known of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// What was asked for.
    pub patterns: Vec<String>,
    /// Codes in all.
    pub codes: u64,
    /// Rules they come to.
    pub rules: u64,
    /// Codes, by what is known: `periodic`, `arithmetic-periodic`, `by class`, `open`, `not looked at`.
    pub by_kind: Vec<(String, u64)>,
    /// Codes by what their best row says: `recorded as proved`, `observed`, or `none`.
    pub by_status: Vec<(String, u64)>,
    /// How far each number of values is complete.
    pub rounds: Vec<Round>,
    /// The least number of values that the row of an open rule rests on; null if none is open.
    pub least_values: Option<u64>,
    /// Rules whose row names a certificate.
    pub certificates: u64,
    /// Rules whose law is recorded as proved.
    pub recorded: u64,
    /// Of these, rules whose law the independent checker has verified now; null if it was not asked.
    pub verified: Option<u64>,
    /// Seconds of computation that the best rows took.
    pub seconds: u64,
}

/// One round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Round {
    /// Its limit of values.
    pub limit: u64,
    /// Codes that are proved, or computed so far at least.
    pub codes: u64,
    /// Codes that ended before, as time was up.
    pub out_of_time: u64,
    /// Codes that ended before, as memory was full.
    pub out_of_memory: u64,
}

impl Report {
    /// What the rows say of these codes, and what of it was verified.
    pub fn new(patterns: &[String], codes: &[CensusCode], rows: &Rows, verified: Option<&Verified>) -> Self {
        let mut report =
            Report { patterns: patterns.to_vec(), codes: codes.len() as u64, ..Report::default() };
        let (mut kinds, mut statuses): (HashMap<&str, u64>, HashMap<String, u64>) = Default::default();
        let mut limits = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for code in codes {
            let best = rows.best(&code.rule);
            *kinds.entry(best.map_or("not looked at", kind)).or_default() += 1;
            *statuses.entry(best.map_or("none".into(), status)).or_default() += 1;
            if !seen.insert(&code.rule) {
                continue;
            }
            limits.extend(rows.of(&code.rule).iter().map(|row| row.limit()));
            let Some(row) = best else { continue };
            report.certificates += u64::from(row.found().certificate.is_some());
            report.recorded += u64::from(row.is_proved());
            report.seconds += row.answer().seconds() as u64;
            if !row.is_proved() {
                let values = row.found().values_computed;
                report.least_values = Some(report.least_values.map_or(values, |least| least.min(values)));
            }
        }
        report.rules = seen.len() as u64;
        let of_codes =
            |verified: &Verified| verified.verified.iter().filter(|rule| seen.contains(rule)).count();
        report.verified = verified.map(|verified| of_codes(verified) as u64);
        const KINDS: [&str; 5] = ["periodic", "arithmetic-periodic", "by class", "open", "not looked at"];
        let count = |kind: &&str| (kind.to_string(), kinds.get(kind).copied().unwrap_or(0));
        report.by_kind = KINDS.iter().map(count).filter(|(_, count)| *count > 0).collect();
        report.by_status = statuses.into_iter().collect();
        report.by_status.sort();
        report.rounds = limits.into_iter().map(|limit| round(limit, codes, rows)).collect();
        report
    }
}

/// A row is not trusted: that it says `proved` proves nothing.
fn status(row: &Row) -> String {
    if row.is_proved() { "recorded as proved".to_string() } else { row.answer().word().to_string() }
}

/// What a row says of its rule, in a word or two.
fn kind(row: &Row) -> &'static str {
    match (row.is_proved(), row.found().saltus) {
        (false, _) => "open",
        (true, Some(0)) => "periodic",
        (true, Some(_)) => "arithmetic-periodic",
        (true, None) => "by class",
    }
}

fn round(limit: u64, codes: &[CensusCode], rows: &Rows) -> Round {
    let mut round = Round { limit, codes: 0, out_of_time: 0, out_of_memory: 0 };
    for code in codes {
        let of_rule = rows.of(&code.rule);
        let stopped = |why: &str| of_rule.iter().any(|row| row.found().stopped.as_deref() == Some(why));
        if of_rule.iter().any(|row| row.is_proved() || row.found().values_computed >= limit) {
            round.codes += 1;
        } else if stopped("time") {
            round.out_of_time += 1;
        } else if stopped("memory") {
            round.out_of_memory += 1;
        }
    }
    round
}

/// A number of values as people write it: `1e6`.
fn short(number: u64) -> String {
    let power = number.max(1).ilog10();
    if number == 10u64.pow(power) && power > 3 { format!("1e{power}") } else { number.to_string() }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} codes, which come to {} rules", self.patterns.join(" "), self.codes, self.rules)?;
        for (kind, count) in &self.by_kind {
            let claim = match &kind[..] {
                "open" => "no law proved",
                "not looked at" => "not looked at yet",
                "by class" => "recorded as proved, with a saltus that differs from class to class",
                _ => "recorded as proved",
            };
            let kind = if claim.starts_with("no") { String::new() } else { format!("{kind}, ") };
            writeln!(
                f,
                "  {count:>6}  {}{claim}",
                if kind.starts_with("by") { String::new() } else { kind }
            )?;
        }
        for round in &self.rounds {
            let whole = round.codes == self.codes;
            let mut line =
                format!("to {} values: {} of {} codes", short(round.limit), round.codes, self.codes);
            if whole {
                line = format!("to {} values: complete, all {} codes", short(round.limit), self.codes);
            }
            if round.out_of_time > 0 {
                line += &format!(", {} ended before as time was up", round.out_of_time);
            }
            if round.out_of_memory > 0 {
                line += &format!(", {} as memory was full", round.out_of_memory);
            }
            writeln!(f, "{line}")?;
        }
        if let Some(least) = self.least_values {
            writeln!(f, "every open code was computed to {least} values at least")?;
        }
        match self.verified {
            None => write!(
                f,
                "{} rules have a certificate; none was verified now, `sprague census verify` does it",
                self.certificates
            ),
            Some(verified) => write!(
                f,
                "{} rules have a certificate; of {} recorded as proved {verified} were verified by the independent checker",
                self.certificates, self.recorded
            ),
        }
    }
}
