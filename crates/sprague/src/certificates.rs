//! **Certificates**: what is known of a rule, and a count read off it, in a form that the checker verifies by itself.
//!
//! The format is the crate `sprague-certificate`, the checker `sprague-check`; neither knows this engine. What is written
//! here is a claim and its witnesses: values, the name of a theorem, and perhaps a mask that makes the check quick. All of it
//! comes from the evidence that is there; nothing is solved again, and nothing of it has to be believed.

use crate::counts::arithmetic::residues::is_prime;
use crate::known::{Evidence, Known};
use crate::laws::automata::{self, AutomatonLaw, Class};
use crate::laws::{Law, NimSequence, Theorem};
use crate::rules::{Rule, Sizes};
use crate::values::cutting::Rows;
use crate::values::engine::Facts;
use crate::{Count, Error, Result};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_certificate as format;
pub use sprague_certificate::{Certificate, Outcome};

/// The formula for cards is compared with play up to this length.
const CARDS_COMPARED: u64 = 16;
/// The checker counts deals of so many cards at the most.
const MOST_CARDS: u64 = 1 << 25;
/// Closed forms are compared with the rule up to this heap.
const CLOSED_FORM_COMPARED: u64 = 60;

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim {
    /// Wins of these sizes.
    Wins(Sizes),
    /// Winning first moves of these sizes.
    Moves(Sizes),
    /// Partitions of a number that are won, or lost.
    Partitions(u64, Outcome),
    /// Winning partitions of a number under `split:k`, summed over k.
    Scatterstone(u64),
    /// Lost tuples of so many pieces of these sizes.
    Tuples(Sizes, BigUint),
    /// Something else, by name: the format has no question for it.
    Other(&'static str),
}

impl Claim {
    fn name(&self) -> &'static str {
        match self {
            Claim::Wins(_) => "wins",
            Claim::Moves(_) => "winning moves",
            Claim::Partitions(..) | Claim::Scatterstone(_) => "partitions",
            Claim::Tuples(..) => "tuples",
            Claim::Other(name) => name,
        }
    }
}

/// The certificate of what is known of a rule.
///
/// ```
/// use sprague::{Work, certificates, laws};
/// let known = laws::find(&"kayles".parse().unwrap(), 1000, &Work::quiet()).unwrap();
/// let certificate = certificates::of(&known).unwrap();
/// assert_eq!(certificate.values.len(), 2 * (71 + 12) + 2);
/// ```
pub fn of(known: &dyn Known) -> Result<Certificate> {
    match known.evidence() {
        Evidence::Sequence(sequence) => match sequence.law() {
            Some(law) => of_law(law),
            None => of_values(sequence, sequence.len() as u64 - 1),
        },
        Evidence::Rows(rows) => of_rows(known.rule(), rows),
        Evidence::Theorem(_) | Evidence::Play => Err(none("the law", known.rule())),
    }
}

/// How many values the certificate of a law has, if it is one of periods.
pub fn values_in_certificate(rule: &Rule, period: u64, preperiod: u64) -> Option<u64> {
    let heaps = rule.heap_rule()?;
    heaps.most_parts().checked_mul(preperiod.max(1).checked_add(period)?)?.checked_add(heaps.reach())
}

/// The certificate of a count that was read off what is known.
pub fn of_count(
    known: &dyn Known,
    claim: &Claim,
    count: &Count,
    modulus: Option<&BigUint>,
) -> Result<Certificate> {
    let rule = known.rule();
    let (mut certificate, question) = match (known.evidence(), claim) {
        (Evidence::Sequence(_), Claim::Wins(sizes)) if sizes.from()[0] <= BigUint::from(1u32) => {
            (of(known)?, format::Question::Wins { upto: sizes.to()[0].to_string() })
        }
        (Evidence::Sequence(sequence), &Claim::Partitions(of, outcome)) => {
            (of_values(sequence, of)?, format::Question::Partitions { of, outcome })
        }
        (Evidence::Sequence(sequence), &Claim::Scatterstone(of)) => {
            (of_values(sequence, of)?, format::Question::ScatterstoneWins { of })
        }
        (Evidence::Rows(rows), Claim::Moves(sizes))
            if sizes.from().iter().all(|from| *from <= 2u32.into()) =>
        {
            (of_rows(rule, rows)?, sheets_question(sizes)?)
        }
        (Evidence::Theorem(formula), Claim::Tuples(sizes, suits))
            if formula.name == "gap rule" && sizes.from() == sizes.to() =>
        {
            of_deals(rule, &sizes.to()[0], suits, modulus)?
        }
        _ => return Err(none(claim.name(), rule)),
    };
    let modulus = modulus.map(BigUint::to_string);
    certificate.count = Some(format::Count { question, modulus, answer: count.answer.to_string() });
    Ok(certificate)
}

fn none(what: &str, rule: &Rule) -> Error {
    Error::unsupported(format!("the format has no certificate for {what} of {rule}"))
}

fn of_law(law: &Law) -> Result<Certificate> {
    let (period, preperiod) = (law.period, law.preperiod);
    let periodic = format::Law::Periodic { period, preperiod, minimal: true };
    let heaps = law.rule.require_heaps("a law is of heaps")?;
    let subtraction = heaps.subtraction_set();
    let (claim, theorem, count) = match &law.theorem {
        &Theorem::Periodicity { reach, .. } if subtraction.is_some() => {
            (periodic, format::Theorem::SubtractionWindow, preperiod + period + reach)
        }
        // The values follow from the law, however it was proved, and fulfil the hypothesis of the periodicity theorem.
        Theorem::Periodicity { .. } | Theorem::StateRepeats { .. }
            if heaps.is_finite() && heaps.parts().are_free() && law.saltus == Some(0) =>
        {
            let count = heaps.most_parts() * (preperiod.max(1) + period) + heaps.reach();
            (periodic, format::Theorem::TakeAndBreakPeriod, count)
        }
        &Theorem::StateRepeats { reach } if subtraction.is_some() && reach > 0 => {
            let claim = format::Law::ArithmeticPeriodic {
                period,
                preperiod,
                saltus: law.saltus.unwrap_or(0),
                minimal: true,
            };
            (claim, format::Theorem::AllButState, preperiod + 2 * period + 2 * reach)
        }
        Theorem::ClosedForm(_) if heaps.splits_into().is_some() => {
            (format::Law::ClosedForm {}, format::Theorem::SplitClosedForm, CLOSED_FORM_COMPARED + 1)
        }
        Theorem::Automaton(automatic) => return of_automatic(&law.rule, automatic),
        Theorem::Periodicity { .. } | Theorem::StateRepeats { .. } | Theorem::ClosedForm(_) => {
            return Err(none("the law", &law.rule));
        }
    };
    let values = (0..count).map(|n| narrow(law.value(&n.into()).to_u32())).collect::<Result<Vec<u16>>>()?;
    Ok(heap_certificate(&law.rule, claim, theorem, values, law.sparse.as_ref()))
}

/// A law by automata: first values, lines and machines, from which the checker builds the automata by itself.
fn of_automatic(rule: &Rule, automatic: &AutomatonLaw) -> Result<Certificate> {
    let hypothesis = &automatic.law;
    let class = |class: &Class| match *class {
        Class::Line { start, saltus } => format::Class::Line(start, saltus),
        Class::Machine(state) => format::Class::Machine(state),
    };
    let machines = hypothesis.machines.next.iter().zip(&hypothesis.machines.zero);
    let state = |(next, &zero): (&[u32; 4], &bool)| {
        let next = next.map(|to| (to != automata::NONE).then_some(to));
        format::MachineState { next, zero }
    };
    let law = format::Law::Automatic {
        period: automatic.period(),
        preperiod: automatic.preperiod(),
        classes: hypothesis.classes.iter().map(class).collect(),
        machines: machines.map(state).collect(),
        minimal: automatic.is_minimal(),
    };
    let values = hypothesis.first.iter().map(|&value| narrow(Some(value))).collect::<Result<Vec<u16>>>()?;
    Ok(certificate(rule, law, format::Theorem::Automata, values, vec![]))
}

/// Values of heaps 0 to `largest` without a law: the checker takes any heap rule there.
fn of_values(sequence: &NimSequence, largest: u64) -> Result<Certificate> {
    let rule = sequence.rule();
    let value = |n: u64| narrow(sequence.value(&n.into()).and_then(|value| value.to_u32()));
    let values = (0..=largest).map(value).collect::<Result<Vec<u16>>>()?;
    let (law, theorem) = (format::Law::Table {}, format::Theorem::Definition);
    Ok(heap_certificate(rule, law, theorem, values, sequence.sparse().as_ref()))
}

/// Rows of paper cutting with their tails.
fn of_rows(rule: &Rule, rows: &Rows) -> Result<Certificate> {
    if rows.width() == 0 {
        return Err(Error::unsupported("a certificate of cut has at least one row"));
    }
    let tail = |w: u64| rows.tail_start(w).unwrap_or(1);
    let tails: Vec<u64> = (1..=rows.width() as u64).map(tail).collect();
    let cells = (1..).zip(&tails).flat_map(|(w, &tail)| (1..=tail).map(move |h| (w, h)));
    let values = cells.map(|(w, h)| narrow(rows.value(w, h))).collect::<Result<Vec<u16>>>()?;
    let (law, theorem) = (format::Law::Tails { tails }, format::Theorem::CutTails);
    Ok(certificate(rule, law, theorem, values, vec![]))
}

/// D(W, H), the shorter side first.
fn sheets_question(sizes: &Sizes) -> Result<format::Question> {
    let [a, b] = sizes.to() else { return Err(Error::unsupported("sizes of sheets have two numbers")) };
    let (narrow, long) = (a.min(b), a.max(b));
    let width = narrow.to_u64().ok_or_else(|| Error::unsupported(format!("{narrow} rows are too many")))?;
    Ok(format::Question::Moves { width, height: long.to_string() })
}

/// Lost deals of cards, modulo a prime.
fn of_deals(
    rule: &Rule,
    cards: &BigUint,
    suits: &BigUint,
    modulus: Option<&BigUint>,
) -> Result<(Certificate, format::Question)> {
    let small = |number: &BigUint, what: &str| {
        number
            .to_u64()
            .ok_or_else(|| Error::unsupported(format!("the format has no room for {number} {what}")))
    };
    let (cards, suits) = (small(cards, "cards")?, small(suits, "suits")?);
    let fits = |p: u32| p < 1 << 31 && u64::from(p) > cards.max(CARDS_COMPARED) && is_prime(p);
    if !(2..=MOST_CARDS).contains(&cards) || !modulus.and_then(ToPrimitive::to_u32).is_some_and(fits) {
        return Err(Error::unsupported(format!(
            "certificates of cards are for 2 to {MOST_CARDS} cards, modulo a prime below 2^31 and above the number of cards"
        )));
    }
    let law = format::Law::CardFormula { checked: CARDS_COMPARED };
    let certificate = certificate(rule, law, format::Theorem::CardFormula, vec![], vec![]);
    Ok((certificate, format::Question::CardTuples { cards, suits }))
}

fn heap_certificate(
    rule: &Rule,
    law: format::Law,
    theorem: format::Theorem,
    values: Vec<u16>,
    sparse: Option<&Facts>,
) -> Certificate {
    let mask = |facts: &Facts| {
        let mask = u16::try_from(facts.mask).ok().filter(|&mask| mask != 0)?;
        Some(format::Split { mask, parity: facts.parity })
    };
    certificate(rule, law, theorem, values, sparse.and_then(mask).into_iter().collect())
}

fn certificate(
    rule: &Rule,
    law: format::Law,
    theorem: format::Theorem,
    values: Vec<u16>,
    splits: Vec<format::Split>,
) -> Certificate {
    let tool = concat!("sprague ", env!("CARGO_PKG_VERSION")).to_string();
    Certificate { tool, rule: rule.to_string(), law, theorem, count: None, splits, values }
}

fn narrow(value: Option<u32>) -> Result<u16> {
    let too_large = || Error::unsupported("the format stores values below 65536, and a larger one is needed");
    value.and_then(|value| u16::try_from(value).ok()).ok_or_else(too_large)
}
