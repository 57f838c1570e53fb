//! Project Euler problems: cells of the table rules × counts, one entry each.
//!
//! A problem is its number, its name, the sizes it takes with those of its statement, the modulus it asks for, and how
//! its answer is put together from counts. Nothing here computes by itself.

use super::{moves, partitions, tuples, wins};
use crate::certificates::Claim;
use crate::known::{self, Known};
use crate::rules::{Rule, Sizes};
use crate::{Count, Error, Options, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// One problem.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Problem {
    /// Its number.
    pub number: u32,
    /// Its name.
    pub name: &'static str,
    /// The sizes it takes, by name, with those of its statement.
    pub sizes: &'static [(&'static str, &'static str)],
    /// The modulus of its statement, if it asks for a residue.
    pub modulus: Option<u64>,
    /// The theorem in Coq that is the answer at the sizes of the statement, if there is one (docs/machine-checked.md).
    pub coq: Option<&'static str>,
    /// What is asked, with `{n}` for a size called n.
    asked: &'static str,
    solve: fn(&[BigUint], &Options, &Work) -> Result<Solved>,
}

/// An answer with what is known of the rules it was read off.
pub struct Solved {
    /// The answer.
    pub count: Count,
    /// What is known of the rule that a certificate would be about.
    pub known: Box<dyn Known>,
    /// What was counted, as a certificate states it.
    pub claim: Claim,
}

impl std::fmt::Debug for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Problem")
            .field("number", &self.number)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// All problems, by number.
pub const PROBLEMS: &[Problem] = &[
    Problem {
        number: 306,
        name: "paper strip",
        sizes: &[("n", "1000000")],
        modulus: None,
        coq: Some("Euler306.euler_306"),
        asked: "winning lengths up to {n}",
        solve: paper_strip,
    },
    Problem {
        number: 629,
        name: "scatterstone",
        sizes: &[("n", "200")],
        modulus: Some(1_000_000_007),
        coq: Some("Euler629.euler_629"),
        asked: "winning partitions of {n}, over all limits 2 to {n}",
        solve: scatterstone,
    },
    Problem {
        number: 798,
        name: "card stacking",
        sizes: &[("n", "10^7"), ("s", "10^7")],
        modulus: Some(1_000_000_007),
        coq: Some("Euler798.euler_798"),
        asked: "lost deals of {s} suits of {n} cards",
        solve: card_stacking,
    },
    Problem {
        number: 933,
        name: "paper cutting",
        sizes: &[("w", "123"), ("h", "1234567")],
        modulus: None,
        coq: Some("Euler933.euler_933"),
        asked: "winning cuts of all sheets up to {w}x{h}",
        solve: paper_cutting,
    },
];

/// The problem of a number.
///
/// ```
/// use sprague::{Options, Work, counts::euler};
/// let solved = euler::problem(306).unwrap().solve(&[50u32.into()], &Options::default(), &Work::quiet()).unwrap();
/// assert_eq!(solved.count.answer, 40u32.into());
/// ```
pub fn problem(number: u32) -> Option<&'static Problem> {
    PROBLEMS.iter().find(|problem| problem.number == number)
}

impl Problem {
    /// What is asked at these sizes, each as it was written.
    pub fn asked(&self, sizes: &[String]) -> String {
        let fill = |text: String, ((name, _), size): (&(&str, &str), &String)| {
            text.replace(&format!("{{{name}}}"), size)
        };
        self.sizes.iter().zip(sizes).fold(self.asked.to_string(), fill)
    }

    /// The answer at these sizes.
    pub fn solve(&self, sizes: &[BigUint], options: &Options, work: &Work) -> Result<Solved> {
        if sizes.len() != self.sizes.len() {
            return Err(Error::unsupported(format!(
                "problem {} takes {} sizes, not {}",
                self.number,
                self.sizes.len(),
                sizes.len()
            )));
        }
        (self.solve)(sizes, options, work)
    }
}

/// Winning lengths up to n of 0.07.
fn paper_strip(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Solved> {
    let rule: Rule = "0.07".parse()?;
    let sizes = Sizes::heaps(sizes[0].clone());
    let known = known::up_to(&rule, &sizes, options, work)?;
    let count = wins(known.as_ref(), &sizes, options, work)?;
    Ok(Solved { count, known, claim: Claim::Wins(sizes) })
}

/// Winning partitions of n, summed over the largest number of parts k = 2 … n.
fn scatterstone(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Solved> {
    let n = sizes[0].to_u64().ok_or_else(|| {
        Error::unsupported(format!(
            "a heap of {} is too large to compute one by one; take one below 2^64",
            sizes[0]
        ))
    })?;
    let known = |parts: u64| {
        let rule: Rule = format!("split:{parts}").parse()?;
        known::up_to(&rule, &Sizes::heaps(n), options, work)
    };
    let three = known(3)?;
    let mut answer = BigUint::ZERO;
    for (parts, times) in [(2, 1), (3, 1), (4, n.saturating_sub(3))] {
        if parts <= n && times > 0 {
            // From four parts on the values do not depend on the limit.
            let won = if parts == 3 {
                partitions(three.as_ref(), n, options, work)?.won
            } else {
                partitions(known(parts)?.as_ref(), n, options, work)?.won
            };
            answer += won.answer * times;
        }
    }
    let basis = "values of split:2, split:3 and split:4, all partitions counted";
    let count = Count::proved(answer, basis).reduced(options.modulus.as_ref());
    Ok(Solved { count, known: three, claim: Claim::Scatterstone(n) })
}

/// Lost deals of s suits of n cards.
fn card_stacking(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Solved> {
    let rule: Rule = "cards".parse()?;
    let size = Sizes::exactly(&rule, vec![sizes[0].clone()])?;
    let known = known::up_to(&rule, &size, options, work)?;
    let count = tuples(known.as_ref(), &size, &sizes[1], options, work)?;
    Ok(Solved { count, known, claim: Claim::Tuples(size, sizes[1].clone()) })
}

/// Winning first moves over all sheets of at most w × h.
fn paper_cutting(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Solved> {
    let rule: Rule = "cut".parse()?;
    let sizes = Sizes::up_to(&rule, sizes.to_vec())?;
    let known = known::up_to(&rule, &sizes, options, work)?;
    let count = moves(known.as_ref(), &sizes, options, work)?;
    Ok(Solved { count, known, claim: Claim::Moves(sizes) })
}
