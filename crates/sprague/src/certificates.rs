//! **Certificates**: what is known of a rule, and a count read off it, in a form that the checker verifies by
//! itself.
//!
//! The format is the crate `sprague-certificate`, the checker `sprague-check`; neither knows this engine.
//! What is written here is a claim and its witnesses: values, the name of a theorem, and perhaps a mask that
//! makes the check quick. All of it comes from the evidence that is there; nothing is solved again, and
//! nothing of it has to be believed.

use crate::counts::Choice;
pub use crate::counts::{Claim, Outcome};
use crate::known::{Evidence, Known};
use crate::laws::automata::{self, AutomatonLaw, Class};
use crate::laws::{Law, NimSequence, Theorem};
use crate::misere;
use crate::rules::{Arithmetic, Family, FamilyRule, GraphGame, Kind, Piece, Rule, Sizes};
use crate::values::Solver;
use crate::values::cutting::Rows;
use crate::values::engine::Facts;
use crate::{Count, Error, Modulus, Result};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_certificate as format;
pub use sprague_certificate::Certificate;
use sprague_kernels::algebra::residues::is_prime;

/// The formula for cards is compared with play up to this length.
const CARDS_COMPARED: u64 = 16;
/// The checker counts deals of at most this many cards.
const MOST_CARDS: u64 = 1 << 25;
/// Closed forms are compared with the rule up to this heap.
const CLOSED_FORM_COMPARED: u64 = 60;
/// Formulas of rules of arithmetic are compared with the rule up to this heap.
const FORMULA_COMPARED: u64 = 200;
/// Heaps whose values grow forever are listed by the checker; more take too much memory.
const MOST_HEAPS: u64 = 1 << 22;
/// The checker counts partitions of numbers up to this one.
const MOST_PARTITIONED: u64 = 1400;
/// The checker reads numbers of at most 10 000 digits.
const MOST_BITS: u64 = 33_219;
/// Lists of values or heaps in a header, which has at most a megabyte.
const MOST_LISTED_BYTES: usize = 900_000;

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
        Evidence::Theorem(_) => of_formula(known.rule()).ok_or_else(|| none("the law", known.rule())),
        Evidence::Listed(_) | Evidence::Play(_) | Evidence::Claimed(_) => Err(none("the law", known.rule())),
    }
}

/// Whether the law of a rule can have a certificate, as far as that is known before anything is computed.
///
/// # Errors
/// If the format has none for laws of this kind; the error names the page with the proof.
///
/// ```
/// use sprague::certificates::law_is_certifiable;
/// assert!(law_is_certifiable(&"kayles".parse().unwrap()).is_ok());
/// assert!(law_is_certifiable(&"cards".parse().unwrap()).unwrap_err().to_string().contains("docs/cards.md"));
/// ```
pub fn law_is_certifiable(rule: &Rule) -> Result<()> {
    match rule.kind() {
        Kind::Heaps(_) | Kind::Cut(_) => Ok(()),
        // No law of these is known; the question says so.
        Kind::Formula(_) => Err(Error::no_certificate("a pattern that is only observed has no certificate")),
        Kind::Arithmetic(Arithmetic::Mark)
        | Kind::Lines(_)
        | Kind::Mixed(_)
        | Kind::Turning(_)
        | Kind::Explicit(_)
        | Kind::Graph(GraphGame::NodeKayles | GraphGame::ArcKayles)
        | Kind::Foreign(_) => Ok(()),
        Kind::Family(FamilyRule { family, all_but })
            if *all_but || !matches!(family, Family::PowersOfTwo) =>
        {
            Ok(())
        }
        Kind::Arithmetic(_)
        | Kind::Family(_)
        | Kind::Interval(_)
        | Kind::Circle(_)
        | Kind::TurningProduct(_)
        | Kind::StraightCut(_)
        | Kind::Cards(_)
        | Kind::Tree(_)
        | Kind::Wythoff(_)
        | Kind::Dynamic(_)
        | Kind::Graph(GraphGame::Geography)
        | Kind::Board(_) => {
            let refused = || {
                let line = format!("{}; its proof is in {}", none("the law", rule), rule.page());
                Error::no_certificate(line)
            };
            of_formula(rule).map(drop).ok_or_else(refused)
        }
    }
}

/// Whether a count can have a certificate, as far as that is known before anything is counted: by the kind of
/// the rule, the claim and its sizes.
///
/// # Errors
/// If the format has none for such counts.
pub fn count_is_certifiable(rule: &Rule, claim: &Claim, modulus: Option<&Modulus>) -> Result<()> {
    let refused = || none(claim.name(), rule);
    let one_number = rule.least_size().len() == 1;
    if let Some(number) = claim.largest().iter().flatten().find(|number| number.bits() > MOST_BITS) {
        digits(number)?;
    }
    if let Kind::Heaps(heaps) = rule.kind() {
        // Whatever else a move takes, it takes all large numbers.
        let grows = heaps.subtraction_set().is_some_and(|set| set.cycle() == [true]);
        check_listed(rule, claim, grows)?;
    }
    match (rule.kind(), claim) {
        (Kind::Cards(_), Claim::Choices(Choice::Tuples, suits, sizes, Outcome::Lost))
            if sizes.from() == sizes.to() =>
        {
            of_deals(rule, &sizes.to()[0], suits, modulus).map(drop)
        }
        (Kind::Heaps(_), Claim::Partitions(of, _) | Claim::Scatterstone(of)) if *of <= MOST_PARTITIONED => {
            Ok(())
        }
        (_, Claim::Partitions(..) | Claim::Scatterstone(_) | Claim::Other(_)) => Err(refused()),
        (Kind::Cut(_), Claim::Moves(sizes)) => {
            let whole = sizes.from().iter().all(|from| *from <= 2u32.into());
            if whole { Ok(()) } else { Err(refused()) }
        }
        (Kind::Board(_), Claim::Histogram(..)) => Err(refused()),
        (_, Claim::Moves(_) | Claim::Zeros(..)) if !one_number => Err(refused()),
        (Kind::Arithmetic(Arithmetic::LeaveDivisors), _) => Err(refused()),
        (Kind::Heaps(_) | Kind::Family(_) | Kind::Cut(_) | Kind::Board(_) | Kind::Arithmetic(_), _) => Ok(()),
        (
            Kind::Mixed(_)
            | Kind::Interval(_)
            | Kind::Circle(_)
            | Kind::Turning(_)
            | Kind::TurningProduct(_)
            | Kind::StraightCut(_)
            | Kind::Cards(_)
            | Kind::Tree(_)
            | Kind::Wythoff(_)
            | Kind::Dynamic(_)
            | Kind::Lines(_)
            | Kind::Explicit(_)
            | Kind::Formula(_)
            | Kind::Graph(_)
            | Kind::Foreign(_),
            _,
        ) => Err(refused()),
    }
}

/// The certificate of what is known of a rule in misère play: its quotient, and its law if there is one.
///
/// ```
/// use sprague::{Work, certificates, misere::{self, Limits}, rules::Rule};
/// let rule: Rule = "kayles".parse().unwrap();
/// let known = misere::find_law(rule.heap_rule().unwrap(), Limits::default(), &Work::quiet()).unwrap();
/// let certificate = certificates::of_misere(&rule, &known).unwrap();
/// assert_eq!(certificate.rule, "0.77");
/// ```
///
/// # Errors
/// If something else is known than of this rule, or the quotient has more than 65536 elements.
pub fn of_misere(rule: &Rule, known: &misere::Known) -> Result<Certificate> {
    if rule.heap_rule() != Some(known.rule()) {
        return Err(Error::no_certificate(format!("a misère quotient of another rule than {rule}")));
    }
    let quotient = known.quotient();
    let claim = quotient.claim();
    let tail = known.law().map(|law| format::MisereTail {
        period: law.period,
        preperiod: law.preperiod,
        minimal: true,
    });
    let theorem = match known.law().map(|law| law.theorem) {
        None => format::Theorem::MisereQuotient,
        Some(misere::Theorem::Periodicity { .. }) => format::Theorem::MiserePeriod,
        Some(misere::Theorem::NoMoveAbove(_)) => format::Theorem::MisereNoMove,
        Some(misere::Theorem::StateRepeats { .. }) => format::Theorem::MisereState,
    };
    let law = format::Law::Misere {
        order: quotient.order() as u64,
        heaps: claim.images.len() as u64,
        generators: claim.generators.clone(),
        lost: claim.lost.len() as u64,
        tail,
    };
    let elements = claim.images.iter().chain(claim.actions.iter().flatten()).chain(&claim.lost);
    let values = elements.map(|&element| narrow(Some(element))).collect::<Result<Vec<u16>>>()?;
    Ok(certificate(rule, law, theorem, values, vec![]))
}

/// The certificate of a count of misère play.
///
/// # Errors
/// As [`of_misere`], and if the format has no such question or cannot hold it.
pub fn of_misere_count(
    rule: &Rule,
    known: &misere::Known,
    claim: &Claim,
    answer: &BigUint,
    modulus: Option<&Modulus>,
) -> Result<Certificate> {
    let sizes = |sizes: &Sizes| {
        let [from, to] =
            [sizes.from(), sizes.to()].map(|end| end.iter().map(digits).collect::<Result<Vec<String>>>());
        Ok::<_, Error>((from?, to?))
    };
    let question = match claim {
        Claim::Pieces(range, outcome) => {
            let (from, to) = sizes(range)?;
            format::Question::Pieces { from, to, outcome: *outcome }
        }
        Claim::Choices(choice, pieces, range, outcome) => {
            let ((from, to), pieces) = (sizes(range)?, digits(pieces)?);
            format::Question::Choices { choice: *choice, pieces, from, to, outcome: *outcome }
        }
        &Claim::Partitions(of, outcome) if of <= MOST_PARTITIONED => {
            format::Question::Partitions { of, outcome }
        }
        Claim::Zeros(range, heaps) => {
            room_in_header(heaps.iter().map(|heap| heap.to_string().len()))?;
            let (from, to) = sizes(range)?;
            format::Question::Zeros { from, to, heaps: heaps.clone() }
        }
        _ => return Err(none(claim.name(), rule)),
    };
    let modulus = modulus.map(|modulus| digits(modulus)).transpose()?;
    let count = format::Count { question, modulus, answer: digits(answer)? };
    Ok(Certificate { count: Some(count), ..of_misere(rule, known)? })
}

/// How many values the certificate of a law has, if it is one of periods.
pub fn values_in_certificate(rule: &Rule, period: u64, preperiod: u64) -> Option<u64> {
    let heaps = rule.heap_rule()?;
    heaps.most_parts().checked_mul(preperiod.max(1).checked_add(period)?)?.checked_add(heaps.reach())
}

/// The certificate of a law that was proved in a window, with values from elsewhere: as every certificate, it
/// is for the checker to verify.
///
/// # Errors
/// If there are fewer values than preperiod and period have, or the format cannot hold one.
pub fn of_window_law(law: &Law, values: &dyn Solver) -> Result<Certificate> {
    let &Law { period, preperiod, .. } = law;
    let count = values_in_certificate(&law.rule, period, preperiod);
    let Some(count) = count.filter(|_| values.known() as u64 >= preperiod + period) else {
        return Err(Error::no_certificate(format!(
            "the law of {} cannot be read off {} values",
            law.rule,
            values.known()
        )));
    };
    let place = |n: u64| if n < preperiod { n } else { preperiod + (n - preperiod) % period };
    let listed =
        (0..count).map(|n| narrow(Some(values.value(place(n) as usize)))).collect::<Result<Vec<u16>>>()?;
    let claim = format::Law::Periodic { period, preperiod, minimal: true };
    Ok(heap_certificate(&law.rule, claim, format::Theorem::TakeAndBreakPeriod, listed, law.sparse.as_ref()))
}

/// The certificate of a count that was read off what is known.
pub fn of_count(
    known: &dyn Known,
    claim: &Claim,
    count: &Count,
    modulus: Option<&Modulus>,
) -> Result<Certificate> {
    let rule = known.rule();
    let one = BigUint::from(1u32);
    let (mut certificate, question) = match (known.evidence(), claim) {
        (Evidence::Sequence(_), Claim::Pieces(sizes, Outcome::Won)) if sizes.from()[0] <= one => {
            (of(known)?, format::Question::Wins { upto: digits(&sizes.to()[0])? })
        }
        (Evidence::Sequence(sequence), &Claim::Partitions(of, outcome)) if of <= MOST_PARTITIONED => {
            (of_values(sequence, of)?, format::Question::Partitions { of, outcome })
        }
        (Evidence::Sequence(sequence), &Claim::Scatterstone(of)) if of <= MOST_PARTITIONED => {
            (of_values(sequence, of)?, format::Question::ScatterstoneWins { of })
        }
        (Evidence::Rows(rows), Claim::Moves(sizes))
            if sizes.from().iter().all(|from| *from <= 2u32.into()) =>
        {
            (of_rows(rule, rows)?, sheets_question(sizes)?)
        }
        (Evidence::Theorem(_), Claim::Choices(Choice::Tuples, suits, sizes, Outcome::Lost))
            if matches!(rule.kind(), Kind::Cards(_)) && sizes.from() == sizes.to() =>
        {
            of_deals(rule, &sizes.to()[0], suits, modulus)?
        }
        _ => (of_pieces(known, claim)?, pieces_question(known, claim)?),
    };
    let modulus = modulus.map(|modulus| digits(modulus)).transpose()?;
    certificate.count = Some(format::Count { question, modulus, answer: digits(&count.answer)? });
    Ok(certificate)
}

/// What a count of pieces rests on: a law, or all values up to the largest size, whichever is shorter.
fn of_pieces(known: &dyn Known, claim: &Claim) -> Result<Certificate> {
    let rule = known.rule();
    let refused = || none(claim.name(), rule);
    let largest = claim.largest().ok_or_else(refused)?;
    if let Some(of_each) = known.of_each() {
        let heaps = of_heaps(of_each, largest.iter().max().ok_or_else(refused)?)?;
        return Ok(Certificate { rule: rule.to_string(), ..heaps });
    }
    match known.evidence() {
        Evidence::Sequence(sequence) => {
            let grows = sequence.law().is_some_and(|law| law.saltus != Some(0));
            check_listed(rule, claim, grows)?;
            of_heaps(known, &largest[0])
        }
        Evidence::Rows(rows) => of_rows(rule, rows),
        Evidence::Theorem(_) => of_formula(rule).ok_or_else(refused),
        Evidence::Listed(_) => {
            let largest = largest[0].to_u64().ok_or_else(refused)?;
            let value = |n: u64| narrow(known.value_of(&Piece::heap(n))?.to_u32());
            let values = (0..=largest).map(value).collect::<Result<Vec<u16>>>()?;
            Ok(certificate(rule, format::Law::Table {}, format::Theorem::Definition, values, vec![]))
        }
        Evidence::Play(_) | Evidence::Claimed(_) => Err(refused()),
    }
}

/// Refuses a count for which the checker would list too many heaps: where values grow, by one heap each.
fn check_listed(rule: &Rule, claim: &Claim, grows: bool) -> Result<()> {
    let listed = matches!(claim, Claim::Choices(..) | Claim::Histogram(..));
    let large = claim.largest().is_some_and(|largest| largest[0] > MOST_HEAPS.into());
    if grows && listed && large {
        return Err(Error::no_certificate(format!(
            "values of {rule} grow forever, so a certificate of {} goes through all heaps, up to {MOST_HEAPS}",
            claim.name()
        )));
    }
    Ok(())
}

fn of_heaps(known: &dyn Known, largest: &BigUint) -> Result<Certificate> {
    let Evidence::Sequence(sequence) = known.evidence() else { return Err(none("the law", known.rule())) };
    let listed = |law: &Certificate| *largest < BigUint::from(law.values.len());
    match (sequence.law().map(of_law), largest.to_u64()) {
        (Some(Ok(law)), _) if !listed(&law) => Ok(law),
        (_, Some(largest)) => of_values(sequence, largest),
        (Some(law), None) => law,
        (None, None) => Err(none("the law", known.rule())),
    }
}

/// The question of a claim about pieces.
fn pieces_question(known: &dyn Known, claim: &Claim) -> Result<format::Question> {
    let refused = || none(claim.name(), known.rule());
    let sizes = |sizes: &Sizes| {
        // Of sheets the width is the side with the rows; a sheet may be turned.
        let turned = match known.evidence() {
            Evidence::Rows(rows) => sizes.to()[0] > rows.width().into(),
            _ => false,
        };
        let least = known.rule().least_size().iter();
        let from = sizes.from().iter().zip(least).map(|(from, &least)| from.clone().max(least.into()));
        let mut ends = [from.collect(), sizes.to().to_vec()];
        if turned {
            ends.iter_mut().for_each(|end| end.reverse());
        }
        let [from, to] = ends.map(|end| end.iter().map(digits).collect::<Result<Vec<String>>>());
        Ok::<_, Error>((from?, to?))
    };
    let one_number = known.rule().least_size().len() == 1;
    Ok(match claim {
        Claim::Pieces(range, outcome) => {
            let (from, to) = sizes(range)?;
            format::Question::Pieces { from, to, outcome: *outcome }
        }
        Claim::Choices(choice, pieces, range, outcome) => {
            let ((from, to), pieces) = (sizes(range)?, digits(pieces)?);
            format::Question::Choices { choice: *choice, pieces, from, to, outcome: *outcome }
        }
        Claim::Moves(range) if one_number => {
            let (from, to) = sizes(range)?;
            format::Question::FirstMoves { from, to }
        }
        Claim::Pattern(multiples, upto, outcome) => {
            let (multiples, upto) = (multiples.clone(), digits(upto)?);
            format::Question::Pattern { multiples, upto, outcome: *outcome }
        }
        Claim::Histogram(range, counts) if known.of_each().is_none() => {
            room_in_header(counts.iter().map(String::len))?;
            let (from, to) = sizes(range)?;
            format::Question::Histogram { from, to, counts: counts.clone() }
        }
        Claim::Zeros(range, heaps) if one_number => {
            room_in_header(heaps.iter().map(|heap| heap.to_string().len()))?;
            let (from, to) = sizes(range)?;
            format::Question::Zeros { from, to, heaps: heaps.clone() }
        }
        _ => return Err(refused()),
    })
}

/// A number in digits, as long as a checker takes them.
fn digits(number: &BigUint) -> Result<String> {
    if number.bits() > MOST_BITS {
        let line = "a certificate has numbers of at most 10000 digits, and a longer one is needed";
        return Err(Error::no_certificate(line));
    }
    Ok(number.to_string())
}

/// Whether a list of numbers of this many digits fits into the header.
fn room_in_header(lengths: impl Iterator<Item = usize>) -> Result<()> {
    let bytes: usize = lengths.map(|length| length + 3).sum();
    if bytes > MOST_LISTED_BYTES {
        let line = format!("a certificate has lists of at most {MOST_LISTED_BYTES} characters; ask for less");
        return Err(Error::no_certificate(line));
    }
    Ok(())
}

/// A rule of arithmetic with a formula, which is a theorem.
fn of_formula(rule: &Rule) -> Option<Certificate> {
    let law = format::Law::Formula { checked: FORMULA_COMPARED };
    has_formula(rule).then(|| certificate(rule, law, format::Theorem::Formula, vec![], vec![]))
}

/// Whether the format has a certificate for the formula of a rule.
pub fn has_formula(rule: &Rule) -> bool {
    match rule.kind() {
        Kind::Arithmetic(
            Arithmetic::TakeDivisors
            | Arithmetic::TakeCoprime
            | Arithmetic::TakeHalf
            | Arithmetic::SplitDivisors
            | Arithmetic::Ruler
            | Arithmetic::MockTurtles,
        )
        | Kind::Family(FamilyRule { family: Family::PowersOfTwo, all_but: false }) => true,
        Kind::Arithmetic(Arithmetic::Mark | Arithmetic::LeaveDivisors)
        | Kind::Family(_)
        | Kind::Heaps(_)
        | Kind::Mixed(_)
        | Kind::Interval(_)
        | Kind::Circle(_)
        | Kind::Turning(_)
        | Kind::TurningProduct(_)
        | Kind::Cut(_)
        | Kind::StraightCut(_)
        | Kind::Cards(_)
        | Kind::Tree(_)
        | Kind::Wythoff(_)
        | Kind::Dynamic(_)
        | Kind::Lines(_)
        | Kind::Board(_)
        | Kind::Explicit(_)
        | Kind::Formula(_)
        | Kind::Graph(_)
        | Kind::Foreign(_) => false,
    }
}

fn none(what: &str, rule: &Rule) -> Error {
    Error::no_certificate(format!("the format has no certificate for {what} of {rule}"))
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
        // The values follow from the law, however it was proved, and fulfil the hypothesis of the periodicity
        // theorem.
        Theorem::Periodicity { .. } | Theorem::StateRepeats { .. } | Theorem::WindowRepeats { .. }
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
        Theorem::Periodicity { .. }
        | Theorem::StateRepeats { .. }
        | Theorem::WindowRepeats { .. }
        | Theorem::ClosedForm(_) => return of_lines(law),
    };
    let values = (0..count).map(|n| narrow(law.value(&n.into()).to_u32())).collect::<Result<Vec<u16>>>()?;
    Ok(heap_certificate(&law.rule, claim, theorem, values, law.sparse.as_ref()))
}

/// A law of one saltus as lines: the checker proves them by automata, whatever proved them here.
fn of_lines(law: &Law) -> Result<Certificate> {
    let Some(saltus) = law.saltus else { return Err(none("the law", &law.rule)) };
    let (period, preperiod) = (law.period, law.preperiod.max(1));
    let value = |n: u64| law.value(&n.into()).to_u32();
    let line = |n: u64| value(n).map(|start| format::Class::Line(start.into(), saltus));
    let classes = (preperiod..preperiod + period).map(line).collect::<Option<Vec<_>>>();
    let classes = classes.ok_or_else(|| none("the law", &law.rule))?;
    let values = (0..preperiod).map(|n| narrow(value(n))).collect::<Result<Vec<u16>>>()?;
    let automatic = format::Law::Automatic { period, preperiod, classes, machines: vec![], minimal: true };
    Ok(certificate(&law.rule, automatic, format::Theorem::Automata, values, vec![]))
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
        return Err(Error::no_certificate("a certificate of cut has at least one row"));
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
    let [a, b] = sizes.to() else { return Err(Error::no_certificate("sizes of sheets have two numbers")) };
    let (narrow, long) = (a.min(b), a.max(b));
    let width =
        narrow.to_u64().ok_or_else(|| Error::no_certificate(format!("{narrow} rows are too many")))?;
    Ok(format::Question::Moves { width, height: long.to_string() })
}

/// Lost deals of cards, modulo a prime.
fn of_deals(
    rule: &Rule,
    cards: &BigUint,
    suits: &BigUint,
    modulus: Option<&Modulus>,
) -> Result<(Certificate, format::Question)> {
    let small = |number: &BigUint, what: &str| {
        number
            .to_u64()
            .ok_or_else(|| Error::no_certificate(format!("the format cannot hold {number} {what}")))
    };
    let (cards, suits) = (small(cards, "cards")?, small(suits, "suits")?);
    let fits = |p: u32| p < 1 << 31 && u64::from(p) > cards.max(CARDS_COMPARED) && is_prime(p);
    if !(2..=MOST_CARDS).contains(&cards) || !modulus.and_then(|modulus| modulus.to_u32()).is_some_and(fits) {
        return Err(Error::no_certificate(format!(
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
    let too_large =
        || Error::no_certificate("the format stores values below 65536, and a larger one is needed");
    value.and_then(|value| u16::try_from(value).ok()).ok_or_else(too_large)
}
