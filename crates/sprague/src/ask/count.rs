//! Counts: one question for every cell of the table rules × counts.

use super::{CountKind, CountQuestion, FoundCount, FoundTable, Reply, options, rule, small};
use crate::certificates::{Claim, Outcome};
use crate::counts::{self, Partitions};
use crate::known::{self, Evidence, Known};
use crate::rules::{Rule, Sizes, parse_size};
use crate::{Count, Error, Options, Result, Work};
use num_bigint::BigUint;

pub fn answer(question: &CountQuestion, work: &Work) -> Result<Reply> {
    let rule = rule(&question.rule)?;
    refuse_strangers(question)?;
    let options = options(question.modulus.as_deref(), question.limit.as_deref())?;
    if question.count == CountKind::Partitions {
        return partitions(&rule, question, &options, work);
    }
    let sizes = sizes(&rule, question)?;
    let known = known::up_to(&rule, &sizes, &options, work)?;
    let (count, claim, asked) = match question.count {
        CountKind::Wins => {
            let count = counts::wins(known.as_ref(), &sizes, &options, work)?;
            (count, Claim::Wins(sizes), format!("wins of {rule}{}", range(question)))
        }
        CountKind::Moves => {
            let count = counts::moves(known.as_ref(), &sizes, &options, work)?;
            (count, Claim::Moves(sizes), format!("winning first moves of {rule}{}", range(question)))
        }
        CountKind::Tuples | CountKind::Partitions => {
            let heaps = need(&question.heaps, "heaps", "the number of pieces of a tuple")?;
            let pieces = parse_size(heaps)?;
            let count = counts::tuples(known.as_ref(), &sizes, &pieces, &options, work)?;
            let asked = format!("lost {heaps}-tuples of {rule}{}", range(question));
            (count, Claim::Tuples(sizes, pieces), asked)
        }
    };
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

/// D(W, ·) and from where on it holds, of rows of paper cutting.
fn polynomial(rule: &Rule, known: &dyn Known) -> Result<(String, u64)> {
    let Evidence::Rows(rows) = known.evidence() else {
        return Err(Error::option("polynomial", &format!("is for cut, not for {rule}")));
    };
    let counts = counts::cutting::CutCounts::new(rows, rows.width()).expect("the table has that width");
    let found = counts.polynomial();
    Ok((found.to_string(), found.from()))
}

fn partitions(rule: &Rule, question: &CountQuestion, options: &Options, work: &Work) -> Result<Reply> {
    rule.require_heaps("partitions are into heaps")?;
    let n = small(need(&question.of, "of", "the number that is partitioned")?, "a number of")?;
    let known = known::up_to(rule, &Sizes::heaps(n), options, work)?;
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
        answer: won.answer.to_string(),
        lost: Some(lost.answer.to_string()),
        modulus,
        basis: won.basis.clone(),
        polynomial: None,
        polynomial_from: None,
    };
    let (claim, modulus) = (Claim::Partitions(n, Outcome::Won), options.modulus.clone());
    Ok(Reply::new(found, won.status).with_evidence(known).with_claim(claim, won, modulus))
}

/// What a count does not use is refused rather than ignored.
fn refuse_strangers(question: &CountQuestion) -> Result<()> {
    let partitions = question.count == CountKind::Partitions;
    let tuples = question.count == CountKind::Tuples;
    let moves = question.count == CountKind::Moves;
    for (given, used, name) in [
        (question.of.is_some(), partitions, "of"),
        (question.table, partitions, "table"),
        (question.heaps.is_some(), tuples, "heaps"),
        (question.polynomial, moves, "polynomial"),
        (question.upto.is_some(), !partitions, "upto"),
        (question.from.is_some(), !partitions, "from"),
        (question.size.is_some(), !partitions, "size"),
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
