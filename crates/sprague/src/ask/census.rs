//! A row of the census: the law of a rule within limits, in the form of a table, with a certificate.
//!
//! The normal form of the rule is computed ([`laws::normal_form`]), so that codes with the same values are
//! one task. Its law, shifted, is the rule's: G(n + shift) is the normal form's value at n, and heaps up to
//! the shift have value 0.

use super::law::of_sequence;
use super::{CensusQuestion, FoundCensus, FoundLaw, Reply, ShiftedCode, rule, small};
use crate::certificates;
use crate::known::Known;
use crate::laws::{self, Ended, Law, NimSequence, Search};
use crate::rules::Rule;
use crate::{Error, Result, Work};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Duration;

/// What a table of values may take.
const BYTES_PER_VALUE: u64 = 4;

/// The engine and its version.
const ENGINE: &str = concat!("sprague ", env!("CARGO_PKG_VERSION"));

pub fn answer(question: &CensusQuestion, work: &Work) -> Result<Reply> {
    let rule = rule(&question.rule)?;
    rule.require_heaps("a row of the census is of heaps")?;
    let limit = small(&question.limit, "a limit of")?.max(1);
    let (normal, shift) = laws::normal_form(&rule);
    let codes = codes(&normal, &question.codes)?;
    let room = limit.min(work.memory() / BYTES_PER_VALUE).clamp(1, u64::from(u32::MAX));
    let search = Search::default().limit(room);
    let time = question.seconds.map(Duration::from_secs);
    let search = time.into_iter().fold(search, Search::time);
    let found = search.find(&normal, work)?;
    let ended = found.ended;
    let known = found.unless_stopped()?;
    let (law, status) = of_sequence(&known);
    let file = if status.is_proved() { certificate(&known) } else { None };
    let found = FoundCensus {
        codes,
        stopped: match ended {
            Ended::Time => Some("time".into()),
            // `room` is the number of values that fit in memory.
            Ended::Memory | Ended::Limit if law.values_computed < limit => Some("memory".into()),
            Ended::Law | Ended::Limit | Ended::Memory | Ended::Stopped => None,
        },
        undecided: known.undecided().map(str::to_string),
        zeros_before: known.law().map_or(0, zeros_before),
        memory: work.memory(),
        engine: ENGINE.into(),
        certificate: file.as_deref().map(hash),
        ..of_law(law)
    };
    let mut reply = Reply::new(found.of_code(&rule, shift), status);
    reply.file = file.map(Arc::from);
    Ok(reply.with_evidence(Box::new(known) as Box<dyn Known>))
}

/// The codes that a row stands for, each with its shift.
fn codes(normal: &Rule, codes: &[String]) -> Result<Vec<ShiftedCode>> {
    let shifted = |code: &String| match laws::normal_form(&code.parse()?) {
        (other, shift) if other == *normal => Ok(ShiftedCode { code: code.clone(), shift }),
        (other, _) => Err(Error::option("codes", &format!("has {code}, which is {other} and not {normal}"))),
    };
    codes.iter().map(shifted).collect()
}

/// The certificate as a file; none where the format has none.
fn certificate(known: &NimSequence) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    certificates::of(known).ok()?.write(&mut file).ok()?;
    Some(file)
}

fn hash(file: &[u8]) -> String {
    Sha256::digest(file).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How many heaps of value 0 before the first one follow the law as well, if all others do.
fn zeros_before(law: &Law) -> u64 {
    let Some(saltus) = law.saltus.filter(|_| law.preperiod == 0) else { return 0 };
    (1..law.period).take_while(|back| law.value(&(law.period - back).into()) == saltus.into()).count() as u64
}

fn of_law(law: FoundLaw) -> FoundCensus {
    let sparse = law.sparse_space.filter(|space| space.mask != 0);
    FoundCensus {
        rule: law.rule.clone(),
        normal: law.rule,
        period: law.period,
        preperiod: law.preperiod,
        saltus: law.saltus,
        saltus_by_class: law.saltus_by_class,
        max_value: law.max_value,
        max_value_at: law.max_value_at,
        formula: law.formula.filter(|_| law.saltus.is_none()),
        theorem: law.theorem,
        values_computed: law.values_computed,
        sparse_mask: sparse.as_ref().map(|space| space.mask),
        sparse_parity: sparse.as_ref().map(|space| space.parity),
        rare_positions: sparse.as_ref().and_then(|space| space.rare_positions),
        last_rare: sparse.and_then(|space| space.last_rare),
        ..FoundCensus::default()
    }
}

impl FoundCensus {
    /// The row of a rule that is so far behind the one of this row, its normal form.
    ///
    /// A law that holds from the first heap on may hold of some of the zeros before it, too. Where the saltus
    /// differs from class to class the preperiod may not be the least.
    pub fn of_code(mut self, rule: &Rule, shift: u64) -> Self {
        let later = |place: Option<u64>| place.map(|place| place + shift);
        self.preperiod = match self.preperiod {
            Some(0) => Some(shift.saturating_sub(self.zeros_before)),
            preperiod => later(preperiod),
        };
        self.max_value_at = match self.max_value {
            Some(0) => Some(0),
            _ => later(self.max_value_at),
        };
        if let (Some(rare), Some(parity)) = (self.rare_positions, self.sparse_parity) {
            let before = rare_zeros(rule, shift, parity);
            self.rare_positions = Some(rare + before.clone().count() as u64);
            self.last_rare = if rare == 0 { Some(before.max().unwrap_or(0)) } else { later(self.last_rare) };
        }
        self.values_computed += shift;
        (self.rule, self.shift) = (rule.to_string(), shift);
        self
    }
}

/// Which of the heaps 1 to `shift`, which have value 0, are rare: all, or where the parity of the position
/// counts those for which x + t is even, t what a break removes (docs/sparse-space.md).
fn rare_zeros(rule: &Rule, shift: u64, parity: bool) -> impl Iterator<Item = u64> + Clone {
    let removed = rule.heap_rule().and_then(|heaps| heaps.removals(2).listed().first().copied()).unwrap_or(0);
    (1..=shift).filter(move |x| !parity || (x + removed).is_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Status;
    use crate::ask::{Answer, Found, Question, answer};

    fn ask(rule: &str, limit: &str) -> Answer {
        let question = CensusQuestion { rule: rule.into(), limit: limit.into(), ..CensusQuestion::default() };
        answer(&Question::Census(question), &Work::quiet()).unwrap().answer
    }

    fn row(answer: &Answer) -> &FoundCensus {
        match &answer.found {
            Found::Census(row) => row,
            other => panic!("{other:?}"),
        }
    }

    /// Every short code, shifted from its normal form, has the law that is found for itself.
    #[test]
    fn shifted_rows_are_the_rules_own() {
        let hexadecimal = (0..256).map(|i| format!("0.{i:02X}"));
        let octal = (0..1024u32).map(|i| format!("{}.{:03o}", if i < 512 { 0 } else { 4 }, i & 511));
        let mut proved = 0;
        for text in hexadecimal.chain(octal) {
            let limit = if text.contains(['8', '9', 'A', 'B', 'C', 'D', 'E', 'F']) { 300 } else { 2000 };
            let rule: Rule = text.parse().unwrap();
            let own = laws::find(&rule, limit, &Work::quiet()).unwrap();
            let answer = ask(&text, &limit.to_string());
            let (Some(law), true) = (own.law(), answer.status.is_proved()) else { continue };
            let row = row(&answer);
            let found = (row.period, row.saltus.map(|saltus| saltus as u64));
            assert_eq!(found, (Some(law.period), law.saltus), "{text}");
            if law.saltus.is_some() {
                assert_eq!(row.preperiod, Some(law.preperiod), "{text} as {}", row.normal);
                assert_eq!((row.max_value, row.max_value_at), law.largest().unzip(), "{text}");
            }
            proved += 1;
        }
        assert!(proved > 800, "{proved}");
    }

    #[test]
    fn limits_are_told() {
        let found = ask("0.07", "100");
        assert_eq!((found.status, row(&found).values_computed), (Status::Observed, 101));
        assert_eq!((row(&found).stopped.as_deref(), row(&found).certificate.as_ref()), (None, None));
        let question =
            CensusQuestion { rule: "0.06".into(), limit: "10^9".into(), seconds: Some(1), codes: vec![] };
        let late = answer(&Question::Census(question), &Work::quiet()).unwrap().answer;
        assert_eq!(row(&late).stopped.as_deref(), Some("time"));
        let question = Question::Census(CensusQuestion {
            rule: "0.06".into(),
            limit: "10^9".into(),
            ..Default::default()
        });
        let small = answer(&question, &Work::new(1 << 20, &|_, _| true)).unwrap().answer;
        assert_eq!(row(&small).stopped.as_deref(), Some("memory"));
    }

    #[test]
    fn the_certificate_is_of_the_normal_form() {
        let question = CensusQuestion {
            rule: "0.137".into(),
            limit: "1000".into(),
            codes: vec!["0.07".into(), "0.4".into()],
            ..CensusQuestion::default()
        };
        let answered = answer(&Question::Census(question.clone()), &Work::quiet()).unwrap();
        let file = answered.certificate_file().unwrap();
        assert_eq!(row(&answered.answer).certificate.as_deref(), Some(&hash(file)[..]));
        assert_eq!(row(&answered.answer).codes[1], ShiftedCode { code: "0.4".into(), shift: 2 });
        let wrong = Question::Census(CensusQuestion { codes: vec!["0.77".into()], ..question });
        assert!(answer(&wrong, &Work::quiet()).unwrap_err().to_string().contains("0.77"));
    }
}
