//! Counts: one question for every cell of the table rules × counts.

use super::{
    CountQuestion, FoundCount, FoundHistogram, FoundTable, FoundZeros, Pieces, Reply, Source, misere,
    options, rule, small,
};
use crate::certificates::count_is_certifiable;
use crate::counts::{self, Choice, Claim, Outcome, Partitions, Selection};
use crate::known::{Evidence, Histogram, Known};
use crate::rules::{Rule, Sizes, parse_size};
use crate::{Count, Error, Modulus, Options, Result, Work};
use num_bigint::BigUint;

pub fn answer(question: &CountQuestion, source: &Source) -> Result<Reply> {
    if let Some(reply) = misere::count(question, source)? {
        return Ok(reply);
    }
    match question {
        CountQuestion::Wins { pieces, outcome, modulus, misere: _ } => {
            wins(&Range::read(pieces, modulus.as_deref())?, outcome.unwrap_or(Outcome::Won), source)
        }
        CountQuestion::Moves { pieces, modulus, polynomial } => {
            let form = if *polynomial { Form::WithPolynomial } else { Form::Number };
            moves(&Range::read(pieces, modulus.as_deref())?, form, source)
        }
        CountQuestion::Tuples { pieces, heaps, outcome, modulus, misere: _ } => {
            let chosen = Chosen { choice: Choice::Tuples, name: "tuples", heaps, outcome: *outcome };
            choices(&Range::read(pieces, modulus.as_deref())?, &chosen, source)
        }
        CountQuestion::Multisets { pieces, heaps, outcome, modulus, misere: _ } => {
            let chosen = Chosen { choice: Choice::Multisets, name: "multisets", heaps, outcome: *outcome };
            choices(&Range::read(pieces, modulus.as_deref())?, &chosen, source)
        }
        CountQuestion::Sets { pieces, heaps, ordered, outcome, modulus, misere: _ } => {
            let (choice, name) =
                if *ordered { (Choice::OrderedSets, "ordered sets") } else { (Choice::Sets, "sets") };
            let chosen = Chosen { choice, name, heaps, outcome: *outcome };
            choices(&Range::read(pieces, modulus.as_deref())?, &chosen, source)
        }
        CountQuestion::Histogram { pieces, modulus } => {
            histogram(&Range::read(pieces, modulus.as_deref())?, source)
        }
        CountQuestion::Zeros { pieces, misere: _ } => zeros(&Range::read(pieces, None)?, source),
        CountQuestion::Partitions { rule: text, of, outcome, modulus, limit, misere: _ } => {
            let options = options(modulus.as_deref(), limit.as_deref())?;
            let (n, known) = heaps_up_to(&rule(text)?, of, limit.as_deref(), source)?;
            partitions(known, n, *outcome, &options, source.work)
        }
        CountQuestion::PartitionTable { rule: text, of, modulus, limit } => {
            let options = options(modulus.as_deref(), limit.as_deref())?;
            let (n, known) = heaps_up_to(&rule(text)?, of, limit.as_deref(), source)?;
            partition_table(known.as_ref(), n, &options, source.work)
        }
        CountQuestion::Pattern { rule: text, pattern: multiples, to, outcome, modulus, limit } => {
            let options = options(modulus.as_deref(), limit.as_deref())?;
            let asked = Pattern::read(rule(text)?, multiples, to, limit.as_deref())?;
            pattern(&asked, outcome.unwrap_or(Outcome::Lost), &options, source)
        }
    }
}

/// Whether a count can have a certificate, as far as that is known before anything is counted.
pub fn is_certifiable(question: &CountQuestion) -> Result<()> {
    if question.is_misere() {
        return rule(question.rule())?.require_heaps("misère counts are of heaps").map(|_| ());
    }
    let outcome = |given: &Option<Outcome>, usual| given.unwrap_or(usual);
    let of_range = |pieces: &Pieces, modulus: Option<&str>, claim: &dyn Fn(Sizes) -> Result<Claim>| {
        let range = Range::read(pieces, modulus)?;
        count_is_certifiable(&range.rule, &claim(range.sizes.clone())?, range.modulus())
    };
    match question {
        // Which counts of misère play have one is known when their quotient is.
        CountQuestion::Wins { misere: true, .. }
        | CountQuestion::Tuples { misere: true, .. }
        | CountQuestion::Multisets { misere: true, .. }
        | CountQuestion::Sets { misere: true, .. }
        | CountQuestion::Zeros { misere: true, .. }
        | CountQuestion::Partitions { misere: true, .. } => Ok(()),
        CountQuestion::Wins { pieces, outcome: which, modulus, .. } => {
            let claim = |sizes| Ok(Claim::Pieces(sizes, outcome(which, Outcome::Won)));
            of_range(pieces, modulus.as_deref(), &claim)
        }
        CountQuestion::Moves { pieces, modulus, .. } => {
            of_range(pieces, modulus.as_deref(), &|sizes| Ok(Claim::Moves(sizes)))
        }
        CountQuestion::Tuples { pieces, heaps, outcome: which, modulus, .. } => {
            let which = outcome(which, Outcome::Lost);
            let claim = |sizes| Ok(Claim::Choices(Choice::Tuples, parse_size(heaps)?, sizes, which));
            of_range(pieces, modulus.as_deref(), &claim)
        }
        CountQuestion::Multisets { pieces, heaps, modulus, .. } => {
            let claim =
                |sizes| Ok(Claim::Choices(Choice::Multisets, parse_size(heaps)?, sizes, Outcome::Lost));
            of_range(pieces, modulus.as_deref(), &claim)
        }
        CountQuestion::Sets { pieces, heaps, modulus, .. } => {
            let claim = |sizes| Ok(Claim::Choices(Choice::Sets, parse_size(heaps)?, sizes, Outcome::Lost));
            of_range(pieces, modulus.as_deref(), &claim)
        }
        CountQuestion::Histogram { pieces, modulus } => {
            of_range(pieces, modulus.as_deref(), &|sizes| Ok(Claim::Histogram(sizes, vec![])))
        }
        CountQuestion::Zeros { pieces, .. } => {
            of_range(pieces, None, &|sizes| Ok(Claim::Zeros(sizes, vec![])))
        }
        CountQuestion::Partitions { rule: text, of, outcome: which, modulus, limit, .. } => {
            let (rule, options) = (rule(text)?, options(modulus.as_deref(), limit.as_deref())?);
            let of = counts::check_partitions(&rule, &parse_size(of)?)?;
            let claim = Claim::Partitions(of, outcome(which, Outcome::Won));
            count_is_certifiable(&rule, &claim, options.modulus.as_ref())
        }
        CountQuestion::PartitionTable { .. } => {
            Err(Error::no_certificate("a table of partitions has no certificate; ask for one number"))
        }
        CountQuestion::Pattern { rule: text, pattern, to, outcome: which, modulus, limit } => {
            let options = options(modulus.as_deref(), limit.as_deref())?;
            let Pattern { rule, multiples, to, .. } = Pattern::read(rule(text)?, pattern, to, None)?;
            let claim = Claim::Pattern(multiples, to, outcome(which, Outcome::Lost));
            count_is_certifiable(&rule, &claim, options.modulus.as_ref())
        }
    }
}

/// The pieces that a count is over, as the engine has them.
pub(super) struct Range<'a> {
    pub rule: Rule,
    pub sizes: Sizes,
    pub options: Options,
    pub written: &'a Pieces,
}

impl<'a> Range<'a> {
    pub fn read(written: &'a Pieces, modulus: Option<&str>) -> Result<Self> {
        let rule = rule(&written.rule)?;
        let options = options(modulus, written.limit.as_deref())?;
        let to = Sizes::read(&rule, &written.to)?;
        let sizes = match &written.from {
            Some(from) => Sizes::between(&rule, Sizes::read(&rule, from)?, to)?,
            None => Sizes::up_to(&rule, to)?,
        };
        Ok(Range { rule, sizes, options, written })
    }

    fn known(&self, source: &Source) -> Result<Box<dyn Known>> {
        source.up_to_within(&self.rule, &self.sizes, self.written.limit.as_deref())
    }

    /// The rule and the sizes in words, the sizes as they were written.
    pub fn words(&self) -> String {
        let (rule, to) = (&self.rule, &self.written.to);
        match &self.written.from {
            Some(from) if from == to => format!("{rule} of size {to}"),
            Some(from) => format!("{rule} from {from} to {to}"),
            None => format!("{rule} up to {to}"),
        }
    }

    fn modulus(&self) -> Option<&Modulus> {
        self.options.modulus.as_ref()
    }
}

/// The answer of a count that is one number.
fn number(known: Box<dyn Known>, asked: String, count: Count, claim: Claim, options: &Options) -> Reply {
    let found = found(known.rule(), asked, &count, options);
    Reply::new(found, count.status()).with_evidence(known).with_claim(claim, count, options.modulus.clone())
}

fn found(rule: &Rule, asked: String, count: &Count, options: &Options) -> FoundCount {
    FoundCount {
        rule: rule.to_string(),
        asked,
        answer: count.answer.to_string(),
        lost: None,
        modulus: options.modulus.as_ref().map(Modulus::to_string),
        basis: count.basis.clone(),
        polynomial: None,
        polynomial_from: None,
    }
}

fn wins(range: &Range, outcome: Outcome, source: &Source) -> Result<Reply> {
    let known = range.known(source)?;
    let (count, name) = match outcome {
        Outcome::Won => (counts::wins(known.as_ref(), &range.sizes, &range.options, source.work)?, "wins"),
        Outcome::Lost => {
            let lost = known.zeros(&range.sizes, range.modulus(), source.work)?;
            (lost.reduced(range.modulus()), "losses")
        }
    };
    let claim = Claim::Pieces(range.sizes.clone(), outcome);
    Ok(number(known, format!("{name} of {}", range.words()), count, claim, &range.options))
}

/// What is reported about winning moves in addition to their number.
#[derive(PartialEq)]
enum Form {
    Number,
    WithPolynomial,
}

fn moves(range: &Range, form: Form, source: &Source) -> Result<Reply> {
    counts::check_moves(&range.rule, &range.sizes)?;
    let known = range.known(source)?;
    let count = counts::moves(known.as_ref(), &range.sizes, &range.options, source.work)?;
    let mut found =
        found(&range.rule, format!("winning first moves of {}", range.words()), &count, &range.options);
    if form == Form::WithPolynomial {
        (found.polynomial, found.polynomial_from) = Some(polynomial(&range.rule, known.as_ref())?).unzip();
    }
    let (claim, modulus) = (Claim::Moves(range.sizes.clone()), range.options.modulus.clone());
    Ok(Reply::new(found, count.status()).with_evidence(known).with_claim(claim, count, modulus))
}

/// D(W, ·) and from where on it holds, of rows of paper cutting.
fn polynomial(rule: &Rule, known: &dyn Known) -> Result<(String, u64)> {
    let Evidence::Rows(rows) = known.evidence() else {
        return Err(Error::option("polynomial", &format!("is for cut, not for {rule}")));
    };
    let counts = sprague_kernels::cutting::counts::CutCounts::new(rows, rows.width())
        .expect("the table has that width");
    let found = counts.polynomial();
    Ok((found.to_string(), found.from()))
}

/// How pieces are chosen, the name of that, how many, and which choices count.
struct Chosen<'a> {
    choice: Choice,
    name: &'static str,
    heaps: &'a str,
    outcome: Option<Outcome>,
}

/// Tuples, multisets and sets.
fn choices(range: &Range, chosen: &Chosen, source: &Source) -> Result<Reply> {
    let Chosen { choice, name, heaps, outcome } = *chosen;
    let (pieces, outcome) = (parse_size(heaps)?, outcome.unwrap_or(Outcome::Lost));
    counts::check_choices(&range.rule, &range.sizes, choice, &pieces, range.modulus())?;
    let known = range.known(source)?;
    let (sizes, options) = (&range.sizes, &range.options);
    let selection = Selection { choice, count: pieces, outcome };
    let count = counts::choices(known.as_ref(), sizes, &selection, options, source.work)?;
    let asked = format!("{} {heaps}-{name} of {}", word(outcome), range.words());
    let claim = Claim::Choices(choice, selection.count, sizes.clone(), outcome);
    Ok(number(known, asked, count, claim, options))
}

/// Numbers n, and the heaps that each of them makes.
struct Pattern<'a> {
    rule: Rule,
    multiples: Vec<u64>,
    to: BigUint,
    written: &'a str,
    limit: Option<&'a str>,
}

impl<'a> Pattern<'a> {
    fn read(rule: Rule, multiples: &str, to: &'a str, limit: Option<&'a str>) -> Result<Self> {
        let one = |text: &str| small(text.trim(), "a multiple of");
        let multiples = multiples.split(',').map(one).collect::<Result<Vec<u64>>>()?;
        Ok(Pattern { rule, multiples, to: parse_size(to)?, written: to, limit })
    }
}

fn pattern(asked: &Pattern, outcome: Outcome, options: &Options, source: &Source) -> Result<Reply> {
    let Pattern { rule, multiples, to, written, limit } = asked;
    let largest = multiples.iter().max().copied().unwrap_or(0);
    counts::check_patterns(rule, multiples, to)?;
    let sizes = Sizes::up_to(rule, vec![to * largest])?;
    let known = source.up_to_within(rule, &sizes, *limit)?;
    let count = counts::patterns(known.as_ref(), multiples, to, outcome, options, source.work)?;
    let heaps: Vec<String> = multiples.iter().map(|a| format!("{a}n")).collect();
    let words = format!("n up to {written} with {} {} under {rule}", heaps.join("+"), word(outcome));
    Ok(number(known, words, count, Claim::Pattern(multiples.clone(), to.clone(), outcome), options))
}

fn histogram(range: &Range, source: &Source) -> Result<Reply> {
    let known = range.known(source)?;
    let Histogram { mut counts, basis } = known.histogram(&range.sizes, source.work)?;
    while counts.last().is_some_and(|count| *count == BigUint::ZERO) {
        counts.pop();
    }
    let modulus = range.modulus();
    let number = |count: &BigUint| modulus.map_or_else(|| count.to_string(), |m| (count % &**m).to_string());
    let found = FoundHistogram {
        rule: range.rule.to_string(),
        asked: format!("pieces of {} by value", range.words()),
        counts: counts.iter().map(number).collect(),
        modulus: modulus.map(Modulus::to_string),
        basis: basis.clone(),
    };
    // A certificate states the list, and how many pieces there are.
    let claim = Claim::Histogram(range.sizes.clone(), found.counts.clone());
    let all = Count::new(counts.iter().sum::<BigUint>(), known.evidence(), basis).reduced(modulus);
    Ok(Reply::new(found, all.status()).with_evidence(known).with_claim(claim, all, modulus.cloned()))
}

fn zeros(range: &Range, source: &Source) -> Result<Reply> {
    let (rule, sizes) = (&range.rule, &range.sizes);
    counts::check_zeros(sizes)?;
    let known = range.known(source)?;
    let lost = counts::zeros(known.as_ref(), sizes, source.work)?;
    let pieces: Vec<String> = lost.iter().map(|piece| rule.show_piece(piece)).collect();
    let heaps: Vec<u64> = lost.iter().filter_map(|piece| piece.numbers().first().copied()).collect();
    let found = FoundZeros {
        rule: rule.to_string(),
        asked: format!("pieces of {} that are lost", range.words()),
        answer: pieces.len().to_string(),
        pieces,
    };
    let all = Count::new(lost.len(), known.evidence(), "all values");
    let claim = Claim::Zeros(sizes.clone(), heaps);
    Ok(Reply::new(found, all.status()).with_evidence(known).with_claim(claim, all, None))
}

pub(super) fn word(outcome: Outcome) -> &'static str {
    if outcome == Outcome::Won { "won" } else { "lost" }
}

/// The number that is partitioned, and what is known of heaps up to it.
fn heaps_up_to(rule: &Rule, of: &str, limit: Option<&str>, source: &Source) -> Result<(u64, Box<dyn Known>)> {
    let n = counts::check_partitions(rule, &parse_size(of)?)?;
    let sizes = Sizes::up_to(rule, vec![n.max(rule.least_size()[0]).into()])?;
    Ok((n, source.up_to_within(rule, &sizes, limit)?))
}

fn partition_table(known: &dyn Known, n: u64, options: &Options, work: &Work) -> Result<Reply> {
    let table = counts::partition_table(known, n, options, work)?;
    let numbers = |count: fn(&Partitions) -> &Count| {
        table.iter().map(|found| count(found).answer.to_string()).collect()
    };
    let found = FoundTable {
        rule: known.rule().to_string(),
        won: numbers(|found| &found.won),
        lost: numbers(|found| &found.lost),
        modulus: options.modulus.as_ref().map(Modulus::to_string),
        basis: table[0].won.basis.clone(),
    };
    Ok(Reply::new(found, table[0].won.status()))
}

fn partitions(
    known: Box<dyn Known>,
    n: u64,
    outcome: Option<Outcome>,
    options: &Options,
    work: &Work,
) -> Result<Reply> {
    let Partitions { won, lost } = counts::partitions(known.as_ref(), n, options, work)?;
    let asked = format!("partitions of {n} under {}", known.rule());
    let (count, asked, other) = match outcome {
        Some(Outcome::Won) => (won, format!("won {asked}"), None),
        Some(Outcome::Lost) => (lost, format!("lost {asked}"), None),
        // Both numbers unless one of them was asked for.
        None => (won, asked, Some(lost.answer.to_string())),
    };
    let found = FoundCount { lost: other, ..found(known.rule(), asked, &count, options) };
    let claim = Claim::Partitions(n, outcome.unwrap_or(Outcome::Won));
    Ok(Reply::new(found, count.status()).with_evidence(known).with_claim(
        claim,
        count,
        options.modulus.clone(),
    ))
}
