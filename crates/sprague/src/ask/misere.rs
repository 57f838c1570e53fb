//! Questions about misère play: laws, outcomes, winning moves, explanations and counts.

use super::count::{Range, word};
use super::moves::Position;
use super::{
    CountQuestion, ExplainQuestion, ExplainedOption, ExplainedPiece, FoundCount, FoundExplanation,
    FoundMisereLaw, FoundMove, FoundMoves, FoundValue, FoundZeros, LawQuestion, MovesQuestion, OpenHeap,
    PieceValue, Reply, Source, ValueQuestion, options, small,
};
use crate::certificates::{self, Certificate};
use crate::counts::{self, Choice, Claim};
use crate::known::number_of_sizes;
use crate::misere::{
    self, Ended, HeapMove, Judge, Known, Limits, Numbers, Outcome, Play, Presentation, Tally, Theorem,
};
use crate::rules::{Piece, Rule, Sizes, parse_size};
use crate::{Error, Modulus, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Moves that are shown unless the question says how many.
const USUAL_FIRST: u64 = 20;
/// Heaps whose images and genera are shown.
const FIRST_HEAPS: u64 = 16;
/// Quotients of more elements are not written out.
const MOST_WRITTEN: usize = 100;
/// How long genera are played for.
const GENUS_TIME: Duration = Duration::from_millis(500);
/// How long the search for a law takes unless a limit says how far.
const USUAL_TIME: Duration = Duration::from_secs(4);
/// How far a search goes that has a limit on heaps: as far as quotients can be verified.
const FAR: Limits = Limits { heaps: 0, order: 1 << 16, levels: 20 };
/// Options of a piece that an explanation goes through.
const MOST_EXPLAINED: u128 = 100_000;

/// What an answer rests on, for its certificate.
#[derive(Clone)]
pub(super) struct Ground {
    rule: Rule,
    known: Arc<Known>,
    claim: Option<(Claim, BigUint, Option<Modulus>)>,
}

impl Ground {
    pub fn certificate(&self) -> Result<Certificate> {
        match &self.claim {
            None => certificates::of_misere(&self.rule, &self.known),
            Some((claim, answer, modulus)) => {
                certificates::of_misere_count(&self.rule, &self.known, claim, answer, modulus.as_ref())
            }
        }
    }
}

impl Reply {
    fn with_quotient(self, rule: &Rule, known: &Arc<Known>) -> Self {
        let ground = Ground { rule: rule.clone(), known: known.clone(), claim: None };
        Reply { misere: Some(ground), ..self }
    }
}

/// The quotient and its law, or how far the quotient is known.
pub(super) fn law(question: &LawQuestion, rule: &Rule, source: &Source) -> Result<Reply> {
    let work = source.work;
    if question.window || question.to.is_some() {
        let name = if question.window { "window" } else { "to" };
        return Err(Error::option(name, "is not for misère play; leave it out"));
    }
    let heaps = rule.require_heaps("a misère law is one of heaps")?;
    let usual = Limits::default();
    let known = match question.limit.as_deref() {
        Some(limit) => {
            let limits = Limits { heaps: small(limit, "a limit of")?, ..FAR };
            misere::find_law(heaps, limits, work)?
        }
        None => misere::find_law(heaps, usual, &work.within(USUAL_TIME))?,
    };
    work.poll()?;
    let status = if known.law().is_some() { known.summary().status } else { Status::Observed };
    let found = found_law(rule, &known, work)?;
    Ok(Reply::new(found, status).with_quotient(rule, &Arc::new(known)))
}

fn found_law(rule: &Rule, known: &Known, work: &Work) -> Result<FoundMisereLaw> {
    let quotient = known.quotient();
    let presentation = quotient.presentation();
    let (theorem, window) = match known.law().map(|law| law.theorem) {
        Some(Theorem::Periodicity { from, to }) => (Some("periodicity"), Some((from, to))),
        Some(Theorem::NoMoveAbove(heap)) => (Some("no move"), Some((heap + 1, heap + 1))),
        Some(Theorem::StateRepeats { first, second }) => (Some("state repeats"), Some((first, second))),
        None => (None, None),
    };
    let first = FIRST_HEAPS.min(quotient.largest_heap() + 1);
    let images = (0..first).filter_map(|heap| quotient.image(heap));
    Ok(FoundMisereLaw {
        rule: rule.to_string(),
        order: quotient.order() as u64,
        p_portion: quotient.p_portion().len() as u64,
        period: known.law().map(|law| law.period),
        preperiod: known.law().map(|law| law.preperiod),
        tame: quotient.is_tame(),
        heaps_up_to: known.law().is_none().then(|| quotient.largest_heap()),
        theorem: theorem.map(str::to_string),
        window,
        generators: presentation.generators.clone(),
        presentation: (quotient.order() <= MOST_WRITTEN).then(|| presentation.to_string()),
        images: images.map(|image| written(known, &presentation, image)).collect(),
        genera: genera(known, first, work)?,
        orders: known.orders().iter().map(|&(heap, order)| (heap, order as u64)).collect(),
        open: known.open().map(|open| OpenHeap {
            heap: open.heap,
            lower_bound: open.lower_bound as u64,
            by_level: open.by_level.iter().map(|&bound| bound as u64).collect(),
        }),
        reason: known.law().is_none().then(|| known.ended().to_string()),
        out_of_time: known.ended() == Ended::Time,
    })
}

/// Genera of the first heaps, as far as they are found at once.
fn genera(known: &Known, heaps: u64, work: &Work) -> Result<Vec<String>> {
    let within = work.within(GENUS_TIME);
    let mut found = Vec::new();
    let mut play = match Play::new(known.rule(), heaps.saturating_sub(1), &within) {
        Err(Error::OutOfTime | Error::Memory { .. }) => return Ok(found),
        play => play?,
    };
    for heap in 0..heaps {
        match play.genus(&[heap]) {
            Ok(genus) => found.push(genus.to_string()),
            Err(Error::OutOfTime | Error::Memory { .. }) => break,
            Err(error) => return Err(error),
        }
    }
    // The deadline may have been the caller's own.
    work.poll()?;
    Ok(found)
}

/// An element in letters.
fn written(known: &Known, presentation: &Presentation, element: u32) -> String {
    let mut word: Vec<(u64, u32)> = Vec::new();
    for heap in known.quotient().word(element) {
        match word.last_mut() {
            Some((last, exponent)) if *last == heap => *exponent += 1,
            _ => word.push((heap, 1)),
        }
    }
    presentation.show(&word)
}

/// Elements in letters, of a quotient that is there.
struct Letters<'a> {
    known: &'a Arc<Known>,
    presentation: Presentation,
}

impl<'a> Letters<'a> {
    fn new(known: &'a Arc<Known>) -> Self {
        Letters { known, presentation: known.quotient().presentation() }
    }

    fn of(&self, heaps: &[BigUint]) -> Result<String> {
        Ok(written(self.known, &self.presentation, self.known.image_of_sum(heaps)?))
    }
}

fn judge(rule: &Rule, numbers: &[Vec<BigUint>], limit: Option<&str>, work: &Work) -> Result<Judge> {
    let largest = numbers.iter().filter_map(|numbers| numbers.first()).max();
    let limit = limit.map(|limit| small(limit, "a limit of")).transpose()?;
    Judge::new(rule, largest, limit, work)
}

/// A piece in machine words.
fn piece(rule: &Rule, numbers: &[BigUint]) -> Result<Piece> {
    let words: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
    words.map(|words| Piece::new(&words)).ok_or_else(|| {
        Error::too_large(format!(
            "no misère law of {rule} is known, and pieces this large cannot be played out; take smaller ones"
        ), None)
    })
}

/// Outcome and image of a sum; the image of what no quotient covers is its outcome.
fn judged(judge: &Judge, sum: &[&Vec<BigUint>], work: &Work) -> Result<(String, Outcome)> {
    if let Some(known) = judge.covering(sum.iter().filter_map(|numbers| numbers.first())) {
        let heaps: Vec<BigUint> = sum.iter().filter_map(|numbers| numbers.first().cloned()).collect();
        return Ok((Letters::new(known).of(&heaps)?, known.outcome(&heaps)?));
    }
    let pieces = sum.iter().map(|numbers| piece(judge.rule(), numbers)).collect::<Result<Vec<_>>>()?;
    let outcome = judge.outcome(&pieces, work)?;
    Ok((outcome.to_string(), outcome))
}

/// Images and outcomes of single pieces.
pub(super) fn value(
    question: &ValueQuestion,
    rule: &Rule,
    pieces: &[Vec<BigUint>],
    source: &Source,
) -> Result<Reply> {
    let judge = judge(rule, pieces, question.limit.as_deref(), source.work)?;
    let mut values = Vec::new();
    for (size, numbers) in question.sizes.iter().zip(pieces) {
        let (value, outcome) = judged(&judge, &[numbers], source.work)?;
        values.push(PieceValue { piece: size.clone(), value, outcome: Some(outcome) });
    }
    let found = FoundValue { rule: rule.to_string(), values, basis: judge.basis() };
    Ok(reply(found, &judge))
}

/// An answer that a judge proves: by a verified quotient, or by playing everything out.
fn reply(found: impl Into<super::Found>, judge: &Judge) -> Reply {
    let reply = Reply::new(found, Status::proved_by(judge));
    match judge.known() {
        Some(known) => reply.with_quotient(judge.rule(), known),
        None => reply,
    }
}

/// A position's outcome and its winning moves.
pub(super) fn moves(
    question: &MovesQuestion,
    rule: &Rule,
    position: &Position,
    source: &Source,
) -> Result<Reply> {
    let judge = judge(rule, &position.numbers, question.limit.as_deref(), source.work)?;
    let found = position_moves(question, position, &judge, source.work)?;
    Ok(reply(found, &judge))
}

fn position_moves(
    question: &MovesQuestion,
    position: &Position,
    judge: &Judge,
    work: &Work,
) -> Result<FoundMoves> {
    let rule = judge.rule();
    let first = usize::try_from(question.first.unwrap_or(USUAL_FIRST)).unwrap_or(usize::MAX);
    let whole: Vec<&Vec<BigUint>> = position.numbers.iter().collect();
    let (value, outcome) = judged(judge, &whole, work)?;
    let mut pieces = Vec::new();
    for (text, numbers) in position.texts.iter().zip(&position.numbers) {
        let (value, outcome) = judged(judge, &[numbers], work)?;
        pieces.push(PieceValue { piece: text.clone(), value, outcome: Some(outcome) });
    }
    let (winning, answer, moves) = match position.pieces(rule) {
        Some(listed) => {
            let wins = judge.winning_moves(&listed, work)?;
            let shown = wins.iter().take(first).map(|(index, mv)| (*index, mv));
            let winning = shown.map(|(index, mv)| shown_move(judge, position, index, mv, work));
            let winning = winning.collect::<Result<Vec<_>>>()?;
            let moves = question.all.then(|| all_moves(judge, position, &listed, first, work)).transpose()?;
            (winning, wins.len(), moves)
        }
        None if question.all => {
            return Err(Error::option(
                "all",
                "lists every move, and these heaps may have too many; take smaller heaps",
            ));
        }
        None => {
            let wins = large_wins(judge, position, work)?;
            let count = wins.len();
            (wins.into_iter().take(first).collect(), count, None)
        }
    };
    Ok(FoundMoves {
        rule: rule.to_string(),
        position: position.texts.join("+"),
        value,
        pieces,
        winning_moves: winning,
        moves,
        answer: answer.to_string(),
        // Of large heaps one move is listed for all that differ by whole periods.
        at_least: position.pieces(rule).is_none() && answer > 0,
        outcome: Some(outcome),
    })
}

/// The move as the answer shows it, with what it leads to.
fn shown_move(
    judge: &Judge,
    position: &Position,
    index: usize,
    mv: &crate::rules::Move,
    work: &Work,
) -> Result<FoundMove> {
    let mut left: Vec<Vec<BigUint>> = position.numbers.clone();
    left.remove(index);
    left.extend(mv.leaves.iter().map(|piece| piece.numbers().iter().map(|&n| n.into()).collect()));
    let (value, outcome) = judged(judge, &left.iter().collect::<Vec<_>>(), work)?;
    let leaves: Vec<String> = mv.leaves.iter().map(|left| judge.rule().show_piece(left)).collect();
    let moved = position.moved(index, mv.action.to_string(), &leaves, &value);
    Ok(FoundMove { outcome: Some(outcome), ..moved })
}

/// The first moves of a position, whether they win or not.
fn all_moves(
    judge: &Judge,
    position: &Position,
    pieces: &[Piece],
    first: usize,
    work: &Work,
) -> Result<Vec<FoundMove>> {
    let mut all = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        if position.places(index).is_empty() {
            continue;
        }
        for mv in judge.rule().moves(piece) {
            if all.len() >= first {
                return Ok(all);
            }
            work.poll()?;
            work.fits("the list of moves", 1024 * all.len() as u64)?;
            all.push(shown_move(judge, position, index, &mv, work)?);
        }
    }
    Ok(all)
}

/// Winning moves of heaps that have too many to list.
fn large_wins(judge: &Judge, position: &Position, work: &Work) -> Result<Vec<FoundMove>> {
    let heaps: Vec<BigUint> =
        position.numbers.iter().filter_map(|numbers| numbers.first().cloned()).collect();
    let Some(known) = judge.covering(heaps.iter()) else {
        return Err(Error::too_large(
            format!(
                "this position of {} has too many moves, and no misère law is known to solve for those that win; take smaller heaps",
                judge.rule()
            ),
            None,
        ));
    };
    let letters = Letters::new(known);
    let mut found = Vec::new();
    for HeapMove { heap, taken, leaves } in known.winning_moves(&heaps, work)? {
        let index = heaps.iter().position(|other| *other == heap).unwrap_or(0);
        let mut left = heaps.clone();
        left.remove(index);
        left.extend(leaves.iter().cloned());
        let action = if taken.is_zero() { "break".into() } else { format!("take {taken}") };
        let texts: Vec<String> = leaves.iter().map(BigUint::to_string).collect();
        let moved = position.moved(index, action, &texts, &letters.of(&left)?);
        found.push(FoundMove { outcome: Some(Outcome::Lost), ..moved });
    }
    Ok(found)
}

/// Why a position is won or lost.
pub(super) fn explain(
    question: &ExplainQuestion,
    rule: &Rule,
    position: &Position,
    source: &Source,
) -> Result<Reply> {
    let work = source.work;
    let judge = judge(rule, &position.numbers, question.limit.as_deref(), work)?;
    let asked = MovesQuestion {
        rule: question.rule.clone(),
        position: question.position.clone(),
        limit: question.limit.clone(),
        first: Some(1),
        all: false,
        misere: true,
    };
    let found = position_moves(&asked, position, &judge, work)?;
    let mut pieces = Vec::new();
    for (index, one) in found.pieces.iter().enumerate() {
        let heaps = position.places(index);
        if heaps.is_empty() {
            continue;
        }
        let options = by_image(&judge, position, index, work)?;
        let (piece, value) = (one.piece.clone(), one.value.clone());
        pieces.push(ExplainedPiece { piece, heaps, value, options, larger: vec![] });
    }
    let covering = judge.covering(position.numbers.iter().filter_map(|numbers| numbers.first()));
    let lost_elements = covering.map_or(vec![], |known| {
        let presentation = known.quotient().presentation();
        presentation.lost.iter().map(|word| presentation.show(word)).collect()
    });
    let explanation = FoundExplanation {
        rule: rule.to_string(),
        moves: rule.line(),
        position: found.position,
        value: found.value,
        values: found.pieces.into_iter().map(|piece| piece.value).collect(),
        pieces,
        winning_move: found.winning_moves.into_iter().next(),
        basis: judge.basis(),
        outcome: found.outcome,
        lost_elements,
    };
    Ok(reply(explanation, &judge))
}

/// For each image that an option has, one option.
fn by_image(
    judge: &Judge,
    position: &Position,
    index: usize,
    work: &Work,
) -> Result<Option<Vec<ExplainedOption>>> {
    let rule = judge.rule();
    let shown = position.piece(index).filter(|piece| rule.moves_at_most(piece) <= MOST_EXPLAINED);
    let Some(piece) = shown else { return Ok(None) };
    let mut options: BTreeMap<String, ExplainedOption> = BTreeMap::new();
    for mv in rule.moves(&piece) {
        work.poll()?;
        let left: Vec<Vec<BigUint>> =
            mv.leaves.iter().map(|piece| piece.numbers().iter().map(|&n| n.into()).collect()).collect();
        let (value, _) = judged(judge, &left.iter().collect::<Vec<_>>(), work)?;
        options.entry(value.clone()).or_insert_with(|| ExplainedOption {
            value,
            action: mv.action.to_string(),
            leaves: rule.show(&mv.leaves),
        });
    }
    Ok(Some(options.into_values().collect()))
}

/// The answer to a question about misère play; `None` if it is one about normal play.
pub(super) fn count(question: &CountQuestion, source: &Source) -> Result<Option<Reply>> {
    let work = source.work;
    let chosen = |pieces, modulus: &Option<String>, choice, heaps: &str, outcome: Option<counts::Outcome>| {
        let range = Range::read(pieces, modulus.as_deref())?;
        choices(&range, choice, heaps, outcome.unwrap_or(counts::Outcome::Lost), work).map(Some)
    };
    match question {
        CountQuestion::Wins { pieces, outcome, modulus, misere: true } => {
            let range = Range::read(pieces, modulus.as_deref())?;
            wins(&range, outcome.unwrap_or(counts::Outcome::Won), work).map(Some)
        }
        CountQuestion::Tuples { pieces, heaps, outcome, modulus, misere: true } => {
            chosen(pieces, modulus, Choice::Tuples, heaps, *outcome)
        }
        CountQuestion::Multisets { pieces, heaps, outcome, modulus, misere: true } => {
            chosen(pieces, modulus, Choice::Multisets, heaps, *outcome)
        }
        CountQuestion::Sets { pieces, heaps, ordered, outcome, modulus, misere: true } => {
            let choice = if *ordered { Choice::OrderedSets } else { Choice::Sets };
            chosen(pieces, modulus, choice, heaps, *outcome)
        }
        CountQuestion::Zeros { pieces, misere: true } => zeros(&Range::read(pieces, None)?, work).map(Some),
        CountQuestion::Partitions { rule, of, outcome, modulus, limit, misere: true } => {
            let rule = super::rule(rule)?;
            let options = options(modulus.as_deref(), limit.as_deref())?;
            rule.require_heaps("misère counts are of heaps")?;
            let n = misere::check_partitions(&parse_size(of)?, numbers(options.modulus.as_ref())?, work)?;
            let known = quotient(&rule, &n.into(), limit.as_deref(), work)?;
            partitions(&rule, &known, n, *outcome, options.modulus, work).map(Some)
        }
        _ => Ok(None),
    }
}

/// The quotient of heaps up to a size.
fn quotient(rule: &Rule, largest: &BigUint, limit: Option<&str>, work: &Work) -> Result<Arc<Known>> {
    rule.require_heaps("misère counts are of heaps")?;
    let judge = judge(rule, &[vec![largest.clone()]], limit, work)?;
    let covering = judge.covering(std::iter::once(largest)).cloned();
    covering.ok_or_else(|| {
        let (known, reason) =
            judge.known().map_or((0, String::new()), |known| {
                (known.quotient().largest_heap(), format!(": {} at heap {}", known.ended(), known.quotient().largest_heap() + 1))
            });
        Error::not_known(format!(
            "no misère law of {rule} is known{reason}; the quotient is known for heaps up to {known} only, so ask for smaller heaps"
        ))
    })
}

fn of_range(range: &Range, work: &Work) -> Result<Arc<Known>> {
    let rule = &range.rule;
    rule.require_heaps("misère counts are of heaps")?;
    quotient(rule, &range.sizes.to()[0], range.written.limit.as_deref(), work)
}

fn numbers(modulus: Option<&Modulus>) -> Result<Numbers> {
    match modulus {
        None => Ok(Numbers::Exact),
        Some(modulus) => modulus
            .to_u64()
            .map(Numbers::Modulo)
            .ok_or_else(|| Error::option("mod", "is at most 2^64 - 1 for counts of misère play")),
    }
}

/// A count that is one number.
fn number(
    known: &Arc<Known>,
    rule: &Rule,
    asked: String,
    claim: Claim,
    answer: BigUint,
    modulus: Option<Modulus>,
) -> (FoundCount, Ground) {
    let answer = modulus.as_ref().map_or_else(|| answer.clone(), |modulus| &answer % &**modulus);
    let found = FoundCount {
        rule: rule.to_string(),
        asked: format!("{asked} in misère play"),
        answer: answer.to_string(),
        lost: None,
        modulus: modulus.as_ref().map(Modulus::to_string),
        basis: known.basis(),
        polynomial: None,
        polynomial_from: None,
    };
    let ground = Ground { rule: rule.clone(), known: known.clone(), claim: Some((claim, answer, modulus)) };
    (found, ground)
}

fn counted((found, ground): (impl Into<super::Found>, Ground)) -> Reply {
    let status = ground.known.summary().status;
    Reply { misere: Some(ground), ..Reply::new(found, status) }
}

fn pick(tally: Tally, outcome: counts::Outcome) -> BigUint {
    match outcome {
        counts::Outcome::Won => tally.won,
        counts::Outcome::Lost => tally.lost,
    }
}

fn bounds(sizes: &Sizes) -> std::ops::RangeInclusive<BigUint> {
    sizes.from()[0].clone()..=sizes.to()[0].clone()
}

fn wins(range: &Range, outcome: counts::Outcome, work: &Work) -> Result<Reply> {
    let known = of_range(range, work)?;
    let answer = pick(known.count_heaps(&bounds(&range.sizes))?, outcome);
    let name = if outcome == counts::Outcome::Won { "wins" } else { "losses" };
    let asked = format!("{name} of {}", range.words());
    let claim = Claim::Pieces(range.sizes.clone(), outcome);
    Ok(counted(number(&known, &range.rule, asked, claim, answer, range.options.modulus.clone())))
}

fn choices(
    range: &Range,
    choice: Choice,
    heaps: &str,
    outcome: counts::Outcome,
    work: &Work,
) -> Result<Reply> {
    let pieces = parse_size(heaps)?;
    let numbers = numbers(range.options.modulus.as_ref())?;
    let many = pieces
        .to_u64()
        .ok_or_else(|| Error::option("heaps", "is at most 2^64 - 1 for counts of misère play"))?;
    let (how, name) = match choice {
        Choice::Tuples => (misere::Choice::Tuples, "tuples"),
        Choice::Multisets => (misere::Choice::Multisets, "multisets"),
        Choice::Sets => (misere::Choice::Sets, "sets"),
        Choice::OrderedSets => (misere::Choice::Sets, "ordered sets"),
    };
    range.rule.require_heaps("misère counts are of heaps")?;
    let all = number_of_sizes(&range.sizes);
    // There is no set of more heaps than there are.
    if how != misere::Choice::Sets || pieces <= all {
        misere::check_sums(how, &all, many, numbers, work)?;
    }
    let known = of_range(range, work)?;
    let mut answer = pick(known.count_sums(how, &bounds(&range.sizes), many, numbers, work)?, outcome);
    if choice == Choice::OrderedSets && !answer.is_zero() {
        for k in 2..=many {
            work.poll()?;
            answer *= k;
            if let Some(modulus) = &range.options.modulus {
                answer %= &**modulus;
            }
        }
    }
    let asked = format!("{} {heaps}-{name} of {}", word(outcome), range.words());
    let claim = Claim::Choices(choice, pieces, range.sizes.clone(), outcome);
    Ok(counted(number(&known, &range.rule, asked, claim, answer, range.options.modulus.clone())))
}

fn zeros(range: &Range, work: &Work) -> Result<Reply> {
    counts::check_zeros(&range.sizes)?;
    let known = of_range(range, work)?;
    let ends = [&range.sizes.from()[0], &range.sizes.to()[0]].map(ToPrimitive::to_u64);
    let [Some(from), Some(to)] = ends else {
        return Err(Error::option("to", "is below 2^64 for a list of heaps"));
    };
    let heaps = known.lost_heaps(from..=to, work)?;
    let found = FoundZeros {
        rule: range.rule.to_string(),
        asked: format!("pieces of {} that are lost in misère play", range.words()),
        answer: heaps.len().to_string(),
        pieces: heaps.iter().map(u64::to_string).collect(),
    };
    let claim = Some((Claim::Zeros(range.sizes.clone(), heaps.clone()), heaps.len().into(), None));
    Ok(counted((found, Ground { rule: range.rule.clone(), known, claim })))
}

fn partitions(
    rule: &Rule,
    known: &Arc<Known>,
    n: u64,
    outcome: Option<counts::Outcome>,
    modulus: Option<Modulus>,
    work: &Work,
) -> Result<Reply> {
    let tally = known.count_partitions(n, numbers(modulus.as_ref())?, work)?;
    let asked = format!("partitions of {n} under {rule}");
    let both = outcome.is_none().then(|| tally.lost.to_string());
    let asked = outcome.map_or_else(|| asked.clone(), |outcome| format!("{} {asked}", word(outcome)));
    let outcome = outcome.unwrap_or(counts::Outcome::Won);
    let claim = Claim::Partitions(n, outcome);
    let (found, ground) = number(known, rule, asked, claim, pick(tally, outcome), modulus);
    Ok(counted((FoundCount { lost: both, ..found }, ground)))
}
