//! Counts: one question for every cell of the table rules × counts.

use super::{
    CountKind, CountQuestion, FoundCount, FoundHistogram, FoundTable, FoundZeros, Reply, Source, options,
    rule, small,
};
use crate::certificates::{Claim, Outcome};
use crate::counts::{self, Choice, Partitions};
use crate::known::{Evidence, Histogram, Known};
use crate::rules::{Rule, Sizes, parse_size};
use crate::{Count, Error, Options, Result, Work};
use num_bigint::BigUint;

pub fn answer(question: &CountQuestion, source: &Source) -> Result<Reply> {
    let work = source.work;
    let rule = rule(&question.rule)?;
    refuse_strangers(question)?;
    let options = options(question.modulus.as_deref(), question.limit.as_deref())?;
    if question.count == CountKind::Partitions {
        return partitions(&rule, question, &options, source);
    }
    if question.count == CountKind::Pattern {
        return pattern(&rule, question, &options, source);
    }
    let sizes = sizes(&rule, question)?;
    let known = source.up_to_within(&rule, &sizes, question.limit.as_deref())?;
    match question.count {
        CountKind::Histogram => return histogram(known, question, sizes, &options, work),
        CountKind::Zeros => return zeros(known, question, sizes, work),
        _ => {}
    }
    let (count, claim, asked) = counted(known.as_ref(), question, sizes, &options, work)?;
    let polynomial = if question.polynomial { Some(polynomial(&rule, known.as_ref())?) } else { None };
    let (polynomial, polynomial_from) = polynomial.unzip();
    let found = FoundCount {
        count: question.count,
        rule: rule.to_string(),
        asked,
        answer: count.answer.to_string(),
        lost: None,
        modulus: options.modulus.as_ref().map(BigUint::to_string),
        basis: count.basis.clone(),
        polynomial,
        polynomial_from,
    };
    Ok(Reply::new(found, count.status).with_evidence(known).with_claim(claim, count, options.modulus))
}

/// The count, what a certificate would claim of it, and what was asked in words.
fn counted(
    known: &dyn Known,
    question: &CountQuestion,
    sizes: Sizes,
    options: &Options,
    work: &Work,
) -> Result<(Count, Claim, String)> {
    let (rule, range) = (known.rule(), range(question));
    match question.count {
        CountKind::Wins if outcome(question) == Outcome::Lost => {
            let lost = known.zeros(&sizes, options.modulus.as_ref(), work)?.reduced(options.modulus.as_ref());
            Ok((lost, Claim::Pieces(sizes, Outcome::Lost), format!("losses of {rule}{range}")))
        }
        CountKind::Wins => {
            let count = counts::wins(known, &sizes, options, work)?;
            Ok((count, Claim::Pieces(sizes, Outcome::Won), format!("wins of {rule}{range}")))
        }
        CountKind::Moves => {
            let count = counts::moves(known, &sizes, options, work)?;
            Ok((count, Claim::Moves(sizes), format!("winning first moves of {rule}{range}")))
        }
        _ => chosen(known, question, sizes, options, work),
    }
}

/// Tuples, multisets and sets.
fn chosen(
    known: &dyn Known,
    question: &CountQuestion,
    sizes: Sizes,
    options: &Options,
    work: &Work,
) -> Result<(Count, Claim, String)> {
    let (choice, name) = match question.count {
        CountKind::Multisets => (Choice::Multisets, "multisets"),
        CountKind::Sets if question.ordered => (Choice::OrderedSets, "ordered sets"),
        CountKind::Sets => (Choice::Sets, "sets"),
        _ => (Choice::Tuples, "tuples"),
    };
    let heaps = need(&question.heaps, "heaps", "the number of pieces that are chosen")?;
    let (pieces, outcome, rule) = (parse_size(heaps)?, outcome(question), known.rule());
    let count = counts::choices(known, &sizes, choice, &pieces, outcome, options, work)?;
    let word = word(outcome);
    let asked = format!("{word} {heaps}-{name} of {rule}{}", range(question));
    Ok((count, Claim::Choices(choice, pieces, sizes, outcome), asked))
}

fn pattern(rule: &Rule, question: &CountQuestion, options: &Options, source: &Source) -> Result<Reply> {
    let text = need(&question.pattern, "pattern", "the multiples of n, such as 1,2,3")?;
    let multiples =
        text.split(',').map(|a| small(a.trim(), "a multiple of")).collect::<Result<Vec<u64>>>()?;
    let upto = need(&question.upto, "upto", "the largest n")?;
    let n = parse_size(upto)?;
    let largest = multiples.iter().max().copied().unwrap_or(0);
    let sizes = Sizes::up_to(rule, vec![&n * largest])?;
    let known = source.up_to_within(rule, &sizes, question.limit.as_deref())?;
    let outcome = outcome(question);
    let count = counts::patterns(known.as_ref(), &multiples, &n, outcome, options, source.work)?;
    let heaps: Vec<String> = multiples.iter().map(|a| format!("{a}n")).collect();
    let found = FoundCount {
        count: question.count,
        rule: rule.to_string(),
        asked: format!("n up to {upto} with {} {} under {rule}", heaps.join("+"), word(outcome)),
        answer: count.answer.to_string(),
        lost: None,
        modulus: options.modulus.as_ref().map(BigUint::to_string),
        basis: count.basis.clone(),
        polynomial: None,
        polynomial_from: None,
    };
    let (status, modulus) = (count.status, options.modulus.clone());
    let claim = Claim::Pattern(multiples, n, outcome);
    Ok(Reply::new(found, status).with_evidence(known).with_claim(claim, count, modulus))
}

fn histogram(
    known: Box<dyn Known>,
    question: &CountQuestion,
    sizes: Sizes,
    options: &Options,
    work: &Work,
) -> Result<Reply> {
    let Histogram { mut counts, status, basis } = known.histogram(&sizes, work)?;
    while counts.last().is_some_and(|count| *count == BigUint::ZERO) {
        counts.pop();
    }
    let modulus = options.modulus.as_ref();
    let number = |count: &BigUint| modulus.map_or_else(|| count.to_string(), |m| (count % m).to_string());
    let found = FoundHistogram {
        rule: known.rule().to_string(),
        asked: format!("pieces of {}{} by value", known.rule(), range(question)),
        counts: counts.iter().map(number).collect(),
        modulus: modulus.map(BigUint::to_string),
        basis: basis.clone(),
    };
    // A certificate states the list, and how many pieces there are.
    let claim = Claim::Histogram(sizes, found.counts.clone());
    let all = Count { answer: counts.iter().sum(), status, basis }.reduced(modulus);
    Ok(Reply::new(found, status).with_evidence(known).with_claim(claim, all, options.modulus.clone()))
}

fn zeros(known: Box<dyn Known>, question: &CountQuestion, sizes: Sizes, work: &Work) -> Result<Reply> {
    let rule = known.rule();
    let lost = counts::zeros(known.as_ref(), &sizes, work)?;
    let pieces: Vec<String> = lost.iter().map(|piece| rule.show_piece(piece)).collect();
    let heaps: Vec<u64> = lost.iter().filter_map(|piece| piece.numbers().first().copied()).collect();
    let found = FoundZeros {
        rule: rule.to_string(),
        asked: format!("pieces of {rule}{} that are lost", range(question)),
        answer: pieces.len().to_string(),
        pieces,
    };
    let (status, all) = (known.status(), Count::proved(lost.len(), "all values"));
    Ok(Reply::new(found, status).with_evidence(known).with_claim(Claim::Zeros(sizes, heaps), all, None))
}

/// Won or lost, as asked or as usual.
fn outcome(question: &CountQuestion) -> Outcome {
    let usual = match question.count {
        CountKind::Wins | CountKind::Partitions => Outcome::Won,
        _ => Outcome::Lost,
    };
    question.outcome.unwrap_or(usual)
}

fn word(outcome: Outcome) -> &'static str {
    if outcome == Outcome::Won { "won" } else { "lost" }
}

/// D(W, ·) and from where on it holds, of rows of paper cutting.
fn polynomial(rule: &Rule, known: &dyn Known) -> Result<(String, u64)> {
    let Evidence::Rows(rows) = known.evidence() else {
        return Err(Error::option("polynomial", &format!("is for cut, not for {rule}")));
    };
    let counts = counts::cutting::CutCounts::new(rows, rows.width()).expect("the table has that width");
    let found = counts.polynomial();
    Ok((found.to_string(), found.from()))
}

fn partitions(rule: &Rule, question: &CountQuestion, options: &Options, source: &Source) -> Result<Reply> {
    let work = source.work;
    rule.require_heaps("partitions are into heaps")?;
    let n = small(need(&question.of, "of", "the number that is partitioned")?, "a number of")?;
    let known = source.up_to_within(rule, &Sizes::heaps(n), question.limit.as_deref())?;
    let modulus = options.modulus.as_ref().map(BigUint::to_string);
    if question.table {
        let table = counts::partition_table(known.as_ref(), n, options, work)?;
        let numbers = |count: fn(&Partitions) -> &Count| {
            table.iter().map(|found| count(found).answer.to_string()).collect()
        };
        let found = FoundTable {
            rule: rule.to_string(),
            won: numbers(|found| &found.won),
            lost: numbers(|found| &found.lost),
            modulus,
            basis: table[0].won.basis.clone(),
        };
        return Ok(Reply::new(found, table[0].won.status));
    }
    let Partitions { won, lost } = counts::partitions(known.as_ref(), n, options, work)?;
    let found = FoundCount {
        count: question.count,
        rule: rule.to_string(),
        asked: format!("partitions of {n} under {rule}"),
        answer: if outcome(question) == Outcome::Won {
            won.answer.to_string()
        } else {
            lost.answer.to_string()
        },
        lost: Some(lost.answer.to_string()),
        modulus,
        basis: won.basis.clone(),
        polynomial: None,
        polynomial_from: None,
    };
    let (outcome, modulus) = (outcome(question), options.modulus.clone());
    let count = if outcome == Outcome::Won { won } else { lost };
    let claim = Claim::Partitions(n, outcome);
    Ok(Reply::new(found, count.status).with_evidence(known).with_claim(claim, count, modulus))
}

/// What a count does not use is refused rather than ignored.
fn refuse_strangers(question: &CountQuestion) -> Result<()> {
    let partitions = question.count == CountKind::Partitions;
    let pattern = question.count == CountKind::Pattern;
    let sets = question.count == CountKind::Sets;
    let chosen = sets || matches!(question.count, CountKind::Tuples | CountKind::Multisets);
    let moves = question.count == CountKind::Moves;
    let listed = matches!(question.count, CountKind::Histogram | CountKind::Zeros);
    for (given, used, name) in [
        (question.of.is_some(), partitions, "of"),
        (question.table, partitions, "table"),
        (question.heaps.is_some(), chosen, "heaps"),
        (question.ordered, sets, "ordered"),
        (question.pattern.is_some(), pattern, "pattern"),
        (question.outcome.is_some(), !moves && !listed && !question.table, "outcome"),
        (question.modulus.is_some(), question.count != CountKind::Zeros, "mod"),
        (question.polynomial, moves, "polynomial"),
        (question.upto.is_some(), !partitions, "upto"),
        (question.from.is_some(), !partitions && !pattern, "from"),
        (question.size.is_some(), !partitions && !pattern, "size"),
    ] {
        if given && !used {
            return Err(Error::option(name, "is not for this count; leave it out"));
        }
    }
    Ok(())
}

fn sizes(rule: &Rule, question: &CountQuestion) -> Result<Sizes> {
    match (&question.size, &question.upto, &question.from) {
        (Some(size), None, None) => Sizes::exactly(rule, Sizes::read(rule, size)?),
        (None, Some(upto), None) => Sizes::parse(rule, upto),
        (None, Some(upto), Some(from)) => {
            Sizes::between(rule, Sizes::read(rule, from)?, Sizes::read(rule, upto)?)
        }
        (Some(_), ..) => {
            Err(Error::option("size", "is one size alone; leave out the largest and the smallest"))
        }
        (None, None, _) => Err(Error::option("upto", "is missing: the largest size")),
    }
}

fn need<'a>(given: &'a Option<String>, name: &'static str, what: &str) -> Result<&'a str> {
    given.as_deref().ok_or_else(|| Error::option(name, &format!("is missing: {what}")))
}

/// The sizes as they were written.
fn range(question: &CountQuestion) -> String {
    match (&question.size, &question.from, &question.upto) {
        (Some(size), ..) => format!(" of size {size}"),
        (None, Some(from), Some(upto)) => format!(" from {from} to {upto}"),
        (None, _, upto) => format!(" up to {}", upto.as_deref().unwrap_or_default()),
    }
}
