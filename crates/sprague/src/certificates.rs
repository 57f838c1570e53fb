//! **Certificates**: a law or a count, with the values it rests on, in a form that the checker verifies by itself.
//!
//! The format is the crate `sprague-certificate`, the checker `sprague-check`; neither knows this engine. What is written
//! here is a claim and its witnesses: values, the name of a theorem, and perhaps masks that make the check quick. Nothing of
//! it has to be believed.

use crate::counts::arithmetic::residues::is_prime;
use crate::counts::transform::exact::transform_i64;
use crate::laws::{self, Finding, Law, Theorem};
use crate::rules::{Rule, TakeBreak};
use crate::values::cutting::Rows;
use crate::values::heaps;
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_certificate as format;
pub use sprague_certificate::{Certificate, Outcome, Question};

/// The formula for cards is compared with play up to this length.
const CARDS_COMPARED: u64 = 16;
/// The checker counts deals of so many cards at the most.
const MOST_CARDS: u64 = 1 << 25;
/// Closed forms are compared with the rule up to this heap.
const CLOSED_FORM_COMPARED: u64 = 60;

/// The certificate of a law.
///
/// ```
/// use sprague::{Work, certificates, laws};
/// let rule = "kayles".parse().unwrap();
/// let law = laws::find(&rule, 1000, &Work::quiet()).unwrap().law().unwrap();
/// let certificate = certificates::of_law(&law).unwrap();
/// assert_eq!(certificate.values.len(), 2 * (71 + 12) + 2);
/// ```
pub fn of_law(law: &Law) -> Result<Certificate> {
    let (period, preperiod) = (law.period, law.preperiod);
    let periodic = format::Law::Periodic { period, preperiod, minimal: true };
    let (claim, theorem, count) = match (&law.theorem, &law.rule) {
        (Theorem::Periodicity { reach, .. }, Rule::Subtract(_)) => {
            (periodic, format::Theorem::SubtractionWindow, preperiod + period + reach)
        }
        (Theorem::Periodicity { parts, reach }, _) => {
            (periodic, format::Theorem::TakeAndBreakPeriod, parts * (preperiod.max(1) + period) + reach)
        }
        (Theorem::StateRepeats { reach }, Rule::AllBut(_)) => {
            let claim =
                format::Law::ArithmeticPeriodic { period, preperiod, saltus: law.saltus, minimal: true };
            (claim, format::Theorem::AllButState, preperiod + 2 * period + 2 * reach)
        }
        (Theorem::ClosedForm(_), Rule::Split(_)) => {
            (format::Law::ClosedForm {}, format::Theorem::SplitClosedForm, CLOSED_FORM_COMPARED + 1)
        }
        _ => {
            return Err(Error::unsupported(format!(
                "the format has no certificate for the law of {}",
                law.rule
            )));
        }
    };
    let values = (0..count).map(|n| narrow(law.value(&n.into()).to_u32())).collect::<Result<Vec<u16>>>()?;
    Ok(heap_certificate(&law.rule, claim, theorem, values))
}

/// A law with the number of wins up to a size; the law if there is one within `limit` values, else all values.
pub fn of_wins(rule: &Rule, upto: &BigUint, answer: &Asked, limit: u64, work: &Work) -> Result<Certificate> {
    let wanted = upto.to_u64().and_then(|n| n.checked_add(1)).unwrap_or(u64::MAX);
    let mut certificate = match laws::find(rule, wanted.min(limit), work)? {
        Finding::Law(law) => of_law(&law)?,
        Finding::Open(_) => of_values(rule, wanted - 1, work)?,
    };
    certificate.count = Some(answer.of(Question::Wins { upto: upto.to_string() }));
    Ok(certificate)
}

/// Values of heaps 0 to `largest` without a law.
pub fn of_values(rule: &Rule, largest: u64, work: &Work) -> Result<Certificate> {
    let finite = matches!(rule, Rule::Code(code) if code.repeating_digit().is_none());
    if !finite && !matches!(rule, Rule::Subtract(_) | Rule::AllBut(_) | Rule::Split(_)) {
        return Err(Error::unsupported(format!("the format has no certificate for values of {rule}")));
    }
    let values =
        heaps(rule, largest, work)?.iter().map(|value| narrow(Some(value))).collect::<Result<Vec<u16>>>()?;
    Ok(heap_certificate(rule, format::Law::Table {}, format::Theorem::Definition, values))
}

/// Winning or losing partitions of a number.
pub fn of_partitions(
    rule: &Rule,
    of: u64,
    outcome: Outcome,
    answer: &Asked,
    work: &Work,
) -> Result<Certificate> {
    let mut certificate = of_values(rule, of, work)?;
    certificate.count = Some(answer.of(Question::Partitions { of, outcome }));
    Ok(certificate)
}

/// Winning partitions of a number under `split:k`, summed over k.
pub fn of_scatterstone(of: u64, answer: &Asked, work: &Work) -> Result<Certificate> {
    let mut certificate = of_values(&Rule::Split(3), of, work)?;
    certificate.count = Some(answer.of(Question::ScatterstoneWins { of }));
    Ok(certificate)
}

/// Rows of paper cutting with their tails.
pub fn of_cut(rows: &Rows) -> Result<Certificate> {
    if rows.width() == 0 {
        return Err(Error::unsupported("a certificate of cut has at least one row"));
    }
    let tail = |w: u64| rows.tail_start(w).unwrap_or(1);
    let tails: Vec<u64> = (1..=rows.width() as u64).map(tail).collect();
    let cells = (1..).zip(&tails).flat_map(|(w, &tail)| (1..=tail).map(move |h| (w, h)));
    let values = cells.map(|(w, h)| narrow(rows.value(w, h))).collect::<Result<Vec<u16>>>()?;
    let (law, theorem) = (format::Law::Tails { tails }, format::Theorem::CutTails);
    Ok(certificate(&Rule::Cut, law, theorem, values, vec![]))
}

/// D(W, H), on the rows that it needs.
pub fn of_cut_moves(width: &BigUint, height: &BigUint, answer: &Asked, work: &Work) -> Result<Certificate> {
    let (narrow, long) = (width.min(height), width.max(height));
    let width = narrow.to_u64().ok_or_else(|| Error::unsupported(format!("{narrow} rows are too many")))?;
    let rows = Rows::solve(usize::try_from(width.max(2)).unwrap_or(usize::MAX), work)?;
    let mut certificate = of_cut(&rows)?;
    certificate.count = Some(answer.of(Question::Moves { width, height: long.to_string() }));
    Ok(certificate)
}

/// Lost deals of cards, modulo a prime.
pub fn of_card_tuples(cards: &BigUint, suits: &BigUint, answer: &Asked) -> Result<Certificate> {
    let small = |number: &BigUint, what: &str| {
        number
            .to_u64()
            .ok_or_else(|| Error::unsupported(format!("the format has no room for {number} {what}")))
    };
    let (cards, suits) = (small(cards, "cards")?, small(suits, "suits")?);
    let modulus = answer.modulus.as_ref().and_then(ToPrimitive::to_u32);
    let fits = |p: u32| p < 1 << 31 && u64::from(p) > cards.max(CARDS_COMPARED) && is_prime(p);
    if !(2..=MOST_CARDS).contains(&cards) || !modulus.is_some_and(fits) {
        return Err(Error::unsupported(format!(
            "certificates of cards are for 2 to {MOST_CARDS} cards, modulo a prime below 2^31 and above the number of cards"
        )));
    }
    let question = Question::CardTuples { cards, suits };
    let law = format::Law::CardFormula { checked: CARDS_COMPARED };
    let mut certificate = certificate(&Rule::Cards, law, format::Theorem::CardFormula, vec![], vec![]);
    certificate.count = Some(answer.of(question));
    Ok(certificate)
}

/// An answer as the certificate states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The number, or its residue.
    pub answer: BigUint,
    /// The modulus, if the answer is a residue.
    pub modulus: Option<BigUint>,
}

impl Asked {
    fn of(&self, question: Question) -> format::Count {
        let modulus = self.modulus.as_ref().map(BigUint::to_string);
        format::Count { question, modulus, answer: self.answer.to_string() }
    }
}

fn heap_certificate(
    rule: &Rule,
    law: format::Law,
    theorem: format::Theorem,
    values: Vec<u16>,
) -> Certificate {
    let breaks = TakeBreak::of(rule).is_some_and(|shape| shape.most_parts == 2);
    let splits = if breaks { masks(&values) } else { vec![] };
    certificate(rule, law, theorem, values, splits)
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

/// The masks with the fewest rare positions, without and with the parity of the position: one Walsh–Hadamard transform
/// of the histogram of values at even places and one of those at odd places rank all masks at once.
fn masks(values: &[u16]) -> Vec<format::Split> {
    let size = values.iter().max().map_or(1, |&top| (usize::from(top) + 1).next_power_of_two());
    let mut spectra = [vec![0i64; size], vec![0i64; size]];
    for (n, &value) in values.iter().enumerate() {
        spectra[n % 2][usize::from(value)] += 1;
    }
    for spectrum in &mut spectra {
        if transform_i64(spectrum).is_err() {
            return vec![];
        }
    }
    // Σ ±1 over all positions, +1 for the even ones: far from 0, it leaves one of the two kinds rare. Without parity
    // only rare even positions help; with it, it depends on what is removed, and the checker takes what fits.
    let sum = |mask: usize, parity: bool| {
        let (even, odd) = (spectra[0][mask], spectra[1][mask]);
        if parity { even - odd } else { even + odd }
    };
    let best = |(parity, sign): (bool, i64)| {
        let mask = (1..size).max_by_key(|&mask| sign * sum(mask, parity))?;
        Some(format::Split { mask: mask as u16, parity })
    };
    [(false, -1), (true, -1), (true, 1)].into_iter().filter_map(best).collect()
}
