//! Laws of heaps once they are verified, and the counts read off them by the plain formulas.

use std::{fmt, ops::Range};

use num_bigint::BigUint;
use sprague_certificate::{Choice, Outcome, Question};

use crate::{
    Fault, Work,
    least::{Least, Rise, holds},
    memory::Buffer,
    options::width,
    refuse,
    rule::Rule,
    splits,
    work::PORTION,
};

/// G(x + period) = G(x) + saltus for all x ≥ preperiod, which need not be the least such heap.
#[derive(Clone, Copy)]
pub(crate) struct Tail {
    pub preperiod: u64,
    pub period: u64,
    pub saltus: u64,
}

impl Tail {
    /// The law itself, for all x ≥ preperiod with x + period a stored heap. There have to be such x.
    pub fn check(&self, values: &[u16], work: &Work) -> Result<(), Fault> {
        let Tail { preperiod, period, saltus } = *self;
        if period == 0 {
            return refuse("the period is 0");
        }
        if preperiod as u128 + period as u128 >= values.len() as u128 {
            return refuse(format!("{} values are too few for this period and preperiod", values.len()));
        }
        match first_break(
            values,
            preperiod as usize..values.len() - period as usize,
            period as usize,
            saltus,
            work,
        )? {
            None => Ok(()),
            Some(x) => refuse(format!("the period {period} fails, at n = {}", x + period as usize)),
        }
    }

    /// Least period, and least preperiod for it; `check` has passed, and the law is a law.
    ///
    /// Periods are the multiples of the least one and saltus is proportional to period, so d = period/q has
    /// saltus/q, if that is whole. If d were a period from some heap on, it would be one from the preperiod
    /// on; so one exception inside the first period refutes it.
    pub fn refute_smaller(&self, values: &[u16], work: &Work) -> Result<Least, Fault> {
        let Tail { preperiod, period, saltus } = *self;
        let start = preperiod as usize;
        Least::refute_smaller(
            (period, preperiod),
            false,
            |n| Ok(!rises_by(saltus, values[n as usize], values[(n + period) as usize])),
            |d| {
                let q = period / d;
                if !saltus.is_multiple_of(q) {
                    return Ok(true);
                }
                let range = start..start + (period - d) as usize;
                Ok(first_break(values, range, d as usize, saltus / q, work)?.is_some())
            },
        )
    }
}

/// Whether later = earlier + saltus; said so that no saltus can run over.
fn rises_by(saltus: u64, earlier: u16, later: u16) -> bool {
    later.checked_sub(earlier).is_some_and(|rise| u64::from(rise) == saltus)
}

/// The first x of a range with g(x + period) ≠ g(x) + saltus.
fn first_break(
    g: &[u16],
    range: Range<usize>,
    period: usize,
    saltus: u64,
    work: &Work,
) -> Result<Option<usize>, Fault> {
    for first in range.clone().step_by(PORTION) {
        let end = range.end.min(first + PORTION);
        work.charge(end - first)?;
        let pairs = g[first..end].iter().zip(&g[first + period..end + period]);
        if let Some(i) = pairs.into_iter().position(|(&x, &y)| !rises_by(saltus, x, y)) {
            return Ok(Some(first + i));
        }
    }
    Ok(None)
}

/// Verified values of heaps 0, 1, …, and a verified law for the others if there is one.
pub(crate) struct HeapLaw<'a> {
    pub values: &'a [u16],
    pub tail: Option<Tail>,
    /// If it is claimed that they are: period and preperiod of the tail, which are the least.
    pub least: Option<Least>,
}

impl fmt::Display for HeapLaw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.tail, self.least) {
            (None, _) => write!(f, "heaps 0 to {} as stated", self.values.len() as i128 - 1),
            (Some(tail), Some(least)) => f.write_str(&least.describe(Rise(tail.saltus))),
            (Some(tail), None) => f.write_str(&holds(tail.period, tail.saltus, tail.preperiod)),
        }
    }
}

impl<'a> HeapLaw<'a> {
    /// Values without a law.
    pub fn table(values: &'a [u16]) -> Self {
        HeapLaw { values, tail: None, least: None }
    }
}

impl HeapLaw<'_> {
    /// Answer a question about heaps.
    pub fn count(&self, question: &Question, rule: &Rule, work: &Work) -> Result<BigUint, Fault> {
        match question {
            Question::Wins { upto } => self.wins(&number(upto)?, work),
            Question::Partitions { of, outcome } => {
                let (lost, all) = partitions(&self.first_values(*of, work)?, work)?;
                Ok(if *outcome == Outcome::Lost { lost } else { all - lost }.into())
            }
            Question::ScatterstoneWins { of } if *rule == Rule::Split(3) => {
                splits::scatterstone_wins(&self.first_values(*of, work)?, work)
            }
            _ => refuse("this question does not fit this rule"),
        }
    }

    /// Heaps 1 ≤ n ≤ upto with a value other than 0.
    pub fn wins(&self, upto: &BigUint, work: &Work) -> Result<BigUint, Fault> {
        if *upto < self.values.len().into() {
            let upto = usize::try_from(upto).unwrap_or(0);
            // Heap 0 is lost but is no size.
            return Ok((upto + 1 - zeros(&self.values[..=upto], work)?).into());
        }
        let Some(Tail { preperiod, period, saltus, .. }) = self.tail else {
            return refuse(format!(
                "wins up to {upto} need a law, there are only {} values",
                self.values.len()
            ));
        };
        // Heaps below the preperiod; whole periods; what is left. With a saltus only the first period has
        // lost heaps.
        let (start, period) = (preperiod as usize, period as usize);
        let (periods, rest) = ((upto - start) / period, (upto - start) % period);
        let rest = usize::try_from(rest).unwrap_or(0);
        let (early, late) = self.values.split_at(start);
        let mut lost: BigUint = zeros(early, work)?.into();
        if saltus > 0 {
            lost += zeros(&late[..period], work)?;
        } else {
            lost += zeros(&late[..period], work)? * periods + zeros(&late[..=rest], work)?;
        }
        Ok(upto + 1u32 - lost)
    }

    /// Values of heaps 0 to n.
    fn first_values<'w>(&self, n: u64, work: &'w Work) -> Result<Buffer<'w, u16>, Fault> {
        if n > 1400 {
            return refuse("partitions are counted up to 1400 here (128-bit numbers)");
        }
        let mut values = work.room(n as usize + 1, "the values of all heaps")?;
        values.extend(self.values.iter().copied().take(n as usize + 1))?;
        while values.len() <= n as usize {
            let Some(tail) = self.tail else {
                return refuse(format!("partitions of {n} need the values up to heap {n}"));
            };
            // At least one period is stored, so it is safe to look back.
            let before = values[values.len() - tail.period as usize] as u64;
            match before.checked_add(tail.saltus).map(u16::try_from) {
                Some(Ok(next)) => values.push(next)?,
                _ => return refuse("values of more than 16 bits"),
            }
        }
        Ok(values)
    }
}

/// How many of these values are 0.
fn zeros(values: &[u16], work: &Work) -> Result<usize, Fault> {
    let mut zeros = 0;
    for part in values.chunks(PORTION) {
        work.charge(part.len())?;
        zeros += part.iter().filter(|&&v| v == 0).count();
    }
    Ok(zeros)
}

/// Partitions of n = values.len() − 1 whose values have xor 0, and all of them; row s of the table holds the
/// number of partitions of s of each xor, with parts up to a. Memory: 16 bytes an entry.
pub(crate) fn partitions(values: &[u16], work: &Work) -> Result<(u128, u128), Fault> {
    let n = values.len() - 1;
    let width = width(values, work)?;
    let mut table = work.buffer((n + 1) * width, 0u128, "the table of partitions")?;
    table[0] = 1;
    for a in 1..=n {
        for s in a..=n {
            work.charge(width)?;
            let (smaller, larger) = table.split_at_mut(s * width);
            for (x, entry) in larger[..width].iter_mut().enumerate() {
                *entry += smaller[(s - a) * width + (x ^ values[a] as usize)];
            }
        }
    }
    let row = &table[n * width..];
    Ok((row[0], row.iter().sum()))
}

/// A number in decimal digits, without zeros before it.
pub(crate) fn number(digits: &str) -> Result<BigUint, Fault> {
    let plain = (1..=10_000).contains(&digits.len()) && digits.bytes().all(|d| d.is_ascii_digit());
    let plain = plain && (digits == "0" || !digits.starts_with('0'));
    let parsed = if plain { digits.parse().ok() } else { None };
    parsed.ok_or_else(|| {
        let quoted: String = digits.chars().take(40).flat_map(char::escape_debug).collect(); // bounded: 40 characters.
        Fault::Unreadable(format!("`{quoted}` is not a number in decimal digits"))
    })
}

/// The question in words.
pub(crate) fn describe(question: &Question) -> String {
    match question {
        Question::Wins { upto } => format!("heaps up to {upto} that the first player wins"),
        Question::Moves { width, height } => format!("winning first moves D({width},{height})"),
        Question::Partitions { of, outcome } => format!("partitions of {of} that are {}", word(*outcome)),
        Question::ScatterstoneWins { of } => {
            format!("partitions of {of} that are won, summed over split:2 to split:{of}")
        }
        Question::CardTuples { cards, suits } => format!("lost starts of {suits} suits of {cards} cards"),
        Question::Pieces { from, to, outcome } => format!("{} that are {}", range(from, to), word(*outcome)),
        Question::Choices { choice, pieces, from, to, outcome } => {
            let how = match choice {
                Choice::Tuples => "tuples",
                Choice::Multisets => "multisets",
                Choice::Sets => "sets",
                Choice::OrderedSets => "ordered sets",
            };
            format!("{how} of {pieces} {} that are {}", range(from, to), word(*outcome))
        }
        Question::FirstMoves { from, to } => format!("winning first moves of {}", range(from, to)),
        Question::Pattern { multiples, upto, outcome } => {
            let heaps: Vec<String> = multiples.iter().map(|a| format!("{a}n")).collect(); // bounded: 64 multiples.
            format!("n from 1 to {upto} with {} {}", heaps.join("+"), word(*outcome))
        }
        Question::Histogram { from, to, .. } => format!("{}, by value as stated", range(from, to)),
        Question::Zeros { from, to, .. } => format!("{} that are lost, as stated", range(from, to)),
    }
}

fn word(outcome: Outcome) -> &'static str {
    if outcome == Outcome::Won { "won" } else { "lost" }
}

fn range(from: &[String], to: &[String]) -> String {
    format!("pieces of {} to {}", from.join("x"), to.join("x"))
}

#[cfg(test)]
mod tests;
