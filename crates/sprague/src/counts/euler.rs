//! Project Euler problems: cells of the table rules × counts, one entry each.
//!
//! A problem is its number, its name, the sizes it takes with those of its statement, the modulus it asks
//! for, and how its answer is put together from counts. Nothing here computes by itself; `theorems` has the
//! problems that a theorem answers without values.

mod theorems;

use super::{
    Choice, Claim, Outcome, Selection, check_choices, check_partitions, check_patterns, choices, moves,
    partitions, patterns, tuples, wins,
};
use crate::known::{self, Known};
use crate::rules::{Rule, Sizes};
use crate::values::SharedTree;
use crate::{Count, Error, Options, Result, Work};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use std::num::NonZeroU64;

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
    pub modulus: Option<NonZeroU64>,
    /// The theorem in Coq that is the answer at the sizes of the statement, if there is one
    /// (docs/machine-checked.md).
    pub coq: Option<&'static str>,
    /// How many digits of the answer stand behind the decimal point; 0 if it is a whole number.
    pub decimals: u32,
    /// What is asked, with `{n}` for a size called n.
    asked: &'static str,
    solution: Solution,
}

/// How a problem is answered. What is counted is known before anything is computed, and with it whether
/// there is a certificate.
#[derive(Clone, Copy)]
enum Solution {
    /// Choices of pieces of one rule.
    Choices(fn(&[BigUint]) -> Result<Asked>),
    /// Another count: the rule and the claim that a certificate states, and the answer with what is known of
    /// the rule.
    Count {
        claim: fn(&[BigUint]) -> Result<(Rule, Claim)>,
        solve: fn(&[BigUint], &Options, &Work) -> Counted,
    },
    /// A theorem that no certificate states.
    Theorem(fn(&[BigUint], &Options, &Work) -> Result<Count>),
}

/// An answer with what is known of the rules it was read off.
pub struct Solved {
    /// The answer.
    pub count: Count,
    /// What is known of the rule that a certificate would be about, and what was counted, as it states it;
    /// nothing if the format has no certificate for the answer.
    pub certified: Option<(Box<dyn Known>, Claim)>,
}

impl std::fmt::Debug for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Problem")
            .field("number", &self.number)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// The digits of problem 870 behind the point.
const STONE_GAME_4_DECIMALS: u32 = 10;

/// All problems, by number.
pub const PROBLEMS: &[Problem] = &[
    Problem {
        number: 260,
        name: "Stone Game",
        sizes: &[("n", "1000")],
        modulus: None,
        coq: None,
        decimals: 0,
        asked: "sum of the stones of all lost x <= y <= z <= {n} where a move takes the same number from one, two or three heaps",
        solution: Solution::Theorem(theorems::stone_game),
    },
    Problem {
        number: 301,
        name: "Nim",
        sizes: &[("n", "2^30")],
        modulus: None,
        coq: None,
        decimals: 0,
        asked: "n up to {n} such that the heaps n, 2n, 3n of Nim are lost",
        solution: Solution::Count { claim: nim_claim, solve: nim },
    },
    Problem {
        number: 306,
        name: "paper strip",
        sizes: &[("n", "1000000")],
        modulus: None,
        coq: Some("Euler306.euler_306"),
        decimals: 0,
        asked: "winning lengths up to {n}",
        solution: Solution::Count { claim: paper_strip_claim, solve: paper_strip },
    },
    Problem {
        number: 310,
        name: "Nim Square",
        sizes: &[("n", "100000")],
        modulus: None,
        coq: None,
        decimals: 0,
        asked: "lost multisets of 3 heaps of 0 to {n} where a move takes a square number",
        solution: Solution::Choices(nim_square),
    },
    Problem {
        number: 325,
        name: "Stone Game II",
        sizes: &[("n", "10^16")],
        modulus: NonZeroU64::new(282_475_249),
        coq: None,
        decimals: 0,
        asked: "sum of the stones of all lost x < y <= {n} where a move takes a multiple of the smaller heap from the larger",
        solution: Solution::Theorem(theorems::stone_game_2),
    },
    Problem {
        number: 344,
        name: "Silver dollar game",
        sizes: &[("n", "1000000"), ("c", "100")],
        modulus: NonZeroU64::new(1_000_036_000_099),
        coq: None,
        decimals: 0,
        asked: "won placements of {c} coins and a silver dollar on {n} squares",
        solution: Solution::Theorem(theorems::silver_dollar),
    },
    Problem {
        number: 366,
        name: "Stone Game III",
        sizes: &[("n", "10^18")],
        modulus: NonZeroU64::new(100_000_000),
        coq: None,
        decimals: 0,
        asked: "sum of the most stones that win at first, over heaps up to {n} where a move takes at most twice the last",
        solution: Solution::Theorem(theorems::stone_game_3),
    },
    Problem {
        number: 400,
        name: "Fibonacci tree game",
        sizes: &[("k", "10000")],
        modulus: NonZeroU64::new(1_000_000_000_000_000_000),
        coq: None,
        decimals: 0,
        asked: "winning first moves on the Fibonacci tree T({k})",
        solution: Solution::Count { claim: fibonacci_tree_claim, solve: fibonacci_tree },
    },
    Problem {
        number: 409,
        name: "Nim Extreme",
        sizes: &[("n", "10^7")],
        modulus: NonZeroU64::new(1_000_000_007),
        coq: None,
        decimals: 0,
        asked: "won ordered choices of {n} different heaps of Nim from 1 to 2^{n} - 1",
        solution: Solution::Choices(nim_extreme),
    },
    Problem {
        number: 459,
        name: "Flipping game",
        sizes: &[("n", "1000000")],
        modulus: None,
        coq: None,
        decimals: 0,
        asked: "winning first moves on {n}x{n} white discs that flip a rectangle of square width and triangular height",
        solution: Solution::Theorem(theorems::flipping_game),
    },
    Problem {
        number: 488,
        name: "Unbalanced Nim",
        sizes: &[("n", "10^18")],
        modulus: NonZeroU64::new(1_000_000_000),
        coq: None,
        decimals: 0,
        asked: "sum of the tokens of all lost a < b < c < {n} of Nim whose heaps are never equal",
        solution: Solution::Theorem(theorems::unbalanced_nim),
    },
    Problem {
        number: 509,
        name: "Divisor Nim",
        sizes: &[("n", "123456787654321")],
        modulus: NonZeroU64::new(1_234_567_890),
        coq: None,
        decimals: 0,
        asked: "won triples of heaps of 1 to {n} where a move takes a proper divisor",
        solution: Solution::Choices(divisor_nim),
    },
    Problem {
        number: 550,
        name: "Divisor Game",
        sizes: &[("n", "10^7"), ("k", "10^12")],
        modulus: NonZeroU64::new(987_654_321),
        coq: None,
        decimals: 0,
        asked: "won {k}-tuples of heaps of 2 to {n} where a move replaces a heap by two of its divisors",
        solution: Solution::Choices(divisor_game),
    },
    Problem {
        number: 560,
        name: "Coprime Nim",
        sizes: &[("n", "10^7"), ("k", "10^7")],
        modulus: NonZeroU64::new(1_000_000_007),
        coq: None,
        decimals: 0,
        asked: "lost {k}-tuples of heaps of 1 to {n} - 1 where a move takes a coprime number",
        solution: Solution::Choices(coprime_nim),
    },
    Problem {
        number: 629,
        name: "scatterstone",
        sizes: &[("n", "200")],
        modulus: NonZeroU64::new(1_000_000_007),
        coq: Some("Euler629.euler_629"),
        decimals: 0,
        asked: "winning partitions of {n}, over all limits 2 to {n}",
        solution: Solution::Count { claim: scatterstone_claim, solve: scatterstone },
    },
    Problem {
        number: 649,
        name: "Low-Prime Chessboard Nim",
        sizes: &[("n", "10000019"), ("c", "100")],
        modulus: NonZeroU64::new(1_000_000_000),
        coq: None,
        decimals: 0,
        asked: "won arrangements of {c} coins on a board of {n}x{n} that move 2, 3, 5 or 7 left or up",
        solution: Solution::Choices(chessboard_nim),
    },
    Problem {
        number: 665,
        name: "Proportionate Nim",
        sizes: &[("n", "10^7")],
        modulus: None,
        coq: None,
        decimals: 0,
        asked: "sum of the stones of all lost pairs of at most {n} stones where a move takes n from one heap, or n and n, or n and 2n",
        solution: Solution::Theorem(theorems::proportionate_nim),
    },
    Problem {
        number: 692,
        name: "Siegbert and Jo",
        sizes: &[("n", "23416728348467685")],
        modulus: None,
        coq: None,
        decimals: 0,
        asked: "sum of the fewest stones that win at first, over heaps up to {n} where a move takes at most twice the last",
        solution: Solution::Theorem(theorems::siegbert_and_jo),
    },
    Problem {
        number: 787,
        name: "Bézout's Game",
        sizes: &[("n", "10^9")],
        modulus: None,
        coq: None,
        decimals: 0,
        asked: "won pairs of coprime heaps of at most {n} stones where a move takes c and d with ad - bc = 1 or -1",
        solution: Solution::Theorem(theorems::bezouts_game),
    },
    Problem {
        number: 798,
        name: "card stacking",
        sizes: &[("n", "10^7"), ("s", "10^7")],
        modulus: NonZeroU64::new(1_000_000_007),
        coq: Some("Euler798.euler_798"),
        decimals: 0,
        asked: "lost deals of {s} suits of {n} cards",
        solution: Solution::Count { claim: card_stacking_claim, solve: card_stacking },
    },
    Problem {
        number: 870,
        name: "Stone Game IV",
        sizes: &[("k", "123456")],
        modulus: None,
        coq: None,
        decimals: STONE_GAME_4_DECIMALS,
        asked: "threshold {k} of the factor r at which the lost heaps change, where a move takes at most r times the last",
        solution: Solution::Theorem(theorems::stone_game_4),
    },
    Problem {
        number: 888,
        name: "1249 Nim",
        sizes: &[("n", "12491249"), ("m", "1249")],
        modulus: NonZeroU64::new(912_491_249),
        coq: None,
        decimals: 0,
        asked: "lost multisets of {m} heaps of 1 to {n} where a move takes 1, 2, 4 or 9, or splits a heap",
        solution: Solution::Choices(nim_1249),
    },
    Problem {
        number: 899,
        name: "DistribuNim I",
        sizes: &[("n", "7^17")],
        modulus: None,
        coq: None,
        decimals: 0,
        asked: "lost pairs of heaps of 1 to {n} where a move takes as many stones as the smaller heap has, from both heaps",
        solution: Solution::Theorem(theorems::distribunim),
    },
    Problem {
        number: 933,
        name: "paper cutting",
        sizes: &[("w", "123"), ("h", "1234567")],
        modulus: None,
        coq: Some("Euler933.euler_933"),
        decimals: 0,
        asked: "winning cuts of all sheets up to {w}x{h}",
        solution: Solution::Count { claim: paper_cutting_claim, solve: paper_cutting },
    },
    Problem {
        number: 953,
        name: "Factorisation Nim",
        sizes: &[("n", "10^14")],
        modulus: NonZeroU64::new(1_000_000_007),
        coq: None,
        decimals: 0,
        asked: "sum of the numbers up to {n} whose prime factors are lost heaps of Nim",
        solution: Solution::Theorem(theorems::factorisation_nim),
    },
];

/// The problem of a number.
///
/// ```
/// use sprague::{Options, Work, counts::euler};
/// let solved = euler::problem(306).unwrap().solve(&[50u32.into()], &Options::default(), &Work::quiet()).unwrap();
/// assert_eq!(*solved.count.answer(), 40u32.into());
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

    /// An answer as the problem asks for it: with a decimal point if it has decimals.
    pub fn show(&self, answer: &BigUint) -> String {
        let digits = answer.to_string();
        if self.decimals == 0 {
            return digits;
        }
        let behind = self.decimals as usize;
        let digits = format!("{digits:0>width$}", width = behind + 1);
        let (whole, decimals) = digits.split_at(digits.len() - behind);
        format!("{whole}.{decimals}")
    }

    /// The rule and the count that a certificate of the answer is about, before anything is computed; `None`
    /// if the answer rests on a theorem that no certificate states.
    ///
    /// # Errors
    /// If the problem does not take such sizes.
    pub fn claim(&self, sizes: &[BigUint]) -> Result<Option<(Rule, Claim)>> {
        self.check_number_of(sizes)?;
        match self.solution {
            Solution::Choices(asked) => asked(sizes)?.claim().map(Some),
            Solution::Count { claim, .. } => claim(sizes).map(Some),
            Solution::Theorem(_) => Ok(None),
        }
    }

    /// The answer at these sizes, in units of the last decimal.
    pub fn solve(&self, sizes: &[BigUint], options: &Options, work: &Work) -> Result<Solved> {
        self.check_number_of(sizes)?;
        let (count, known) = match self.solution {
            Solution::Choices(asked) => asked(sizes)?.solve(options, work)?,
            Solution::Count { solve, .. } => solve(sizes, options, work)?,
            Solution::Theorem(solve) => {
                return Ok(Solved { count: solve(sizes, options, work)?, certified: None });
            }
        };
        let claim = self.claim(sizes)?.map(|(_, claim)| claim);
        Ok(Solved { count, certified: claim.map(|claim| (known, claim)) })
    }

    fn check_number_of(&self, sizes: &[BigUint]) -> Result<()> {
        if sizes.len() == self.sizes.len() {
            return Ok(());
        }
        let (number, takes, given) = (self.number, self.sizes.len(), sizes.len());
        Err(Error::option("sizes", &format!("are {given}, and problem {number} takes {takes}")))
    }
}

/// An answer with what is known of its rule.
type Counted = Result<(Count, Box<dyn Known>)>;

/// n up to N such that n, 2n and 3n are lost in Nim.
fn nim_claim(sizes: &[BigUint]) -> Result<(Rule, Claim)> {
    Ok(("nim".parse()?, Claim::Pattern(vec![1, 2, 3], sizes[0].clone(), Outcome::Lost)))
}

fn nim(sizes: &[BigUint], options: &Options, work: &Work) -> Counted {
    let rule: Rule = "nim".parse()?;
    check_patterns(&rule, &[1, 2, 3], &sizes[0])?;
    let known = known::up_to(&rule, &Sizes::heaps(&sizes[0] * 3u32), options, work)?;
    let count = patterns(known.as_ref(), &[1, 2, 3], &sizes[0], Outcome::Lost, options, work)?;
    Ok((count, known))
}

/// What most problems ask for: choices of a number of pieces of a rule, from one size to another.
struct Asked {
    rule: &'static str,
    from: BigUint,
    to: BigUint,
    choice: Choice,
    pieces: BigUint,
    outcome: Outcome,
}

impl Asked {
    fn sizes(&self) -> Result<(Rule, Sizes)> {
        let rule: Rule = self.rule.parse()?;
        let numbers = rule.least_size().len();
        let sizes = Sizes::between(&rule, vec![self.from.clone(); numbers], vec![self.to.clone(); numbers])?;
        Ok((rule, sizes))
    }

    fn claim(self) -> Result<(Rule, Claim)> {
        let (rule, sizes) = self.sizes()?;
        Ok((rule, Claim::Choices(self.choice, self.pieces, sizes, self.outcome)))
    }

    fn solve(self, options: &Options, work: &Work) -> Counted {
        // Eight numbers as long as the largest size, before the spectrum is made.
        let bits = self.to.bits();
        work.fits(&format!("heaps of {bits} bits"), bits)?;
        let (rule, sizes) = self.sizes()?;
        let Asked { choice, pieces, outcome, .. } = self;
        check_choices(&rule, &sizes, choice, &pieces, options.modulus.as_ref())?;
        let known = known::up_to(&rule, &sizes, options, work)?;
        let selection = Selection { choice, count: pieces, outcome };
        let count = choices(known.as_ref(), &sizes, &selection, options, work)?;
        Ok((count, known))
    }
}

/// A number that fits on a line.
fn shortened(size: &BigUint) -> String {
    let text = size.to_string();
    if text.len() <= 30 { text } else { format!("a number of {} digits", text.len()) }
}

/// One less, or an error that names the least size.
fn less_one(size: &BigUint) -> Result<BigUint> {
    if *size == BigUint::ZERO {
        Err(Error::notation("0", "a size for this problem", "take at least 1"))
    } else {
        Ok(size - 1u32)
    }
}

/// Lost multisets of three heaps of 0 to n; a move takes a square number.
fn nim_square(sizes: &[BigUint]) -> Result<Asked> {
    let (from, to) = (BigUint::ZERO, sizes[0].clone());
    let (choice, outcome) = (Choice::Multisets, Outcome::Lost);
    Ok(Asked { rule: "sub:squares", from, to, choice, pieces: 3u32.into(), outcome })
}

/// Winning first moves on T(k).
fn fibonacci_tree_claim(_: &[BigUint]) -> Result<(Rule, Claim)> {
    Ok(("tree".parse()?, Claim::Other("winning moves")))
}

fn fibonacci_tree(sizes: &[BigUint], options: &Options, work: &Work) -> Counted {
    const LARGEST: usize = 100_000;
    let k = sizes[0].to_usize().filter(|k| (1..=LARGEST).contains(k));
    let k = k.ok_or_else(|| {
        Error::too_large(format!("T(k) is for k from 1 to {LARGEST}, not {}", sizes[0]), Some(LARGEST as u64))
    })?;
    let rule: Rule = "tree".parse()?;
    let known = known::up_to(&rule, &Sizes::up_to(&rule, vec![1u32.into()])?, options, work)?;
    let answer = SharedTree::fibonacci(k).winning_moves(options.modulus.as_ref(), work)?;
    let count = Count::new(answer, known.evidence(), "the colon principle, shape by shape");
    Ok((count, known))
}

/// Won ordered choices of n different heaps of 1 to 2^n − 1.
fn nim_extreme(sizes: &[BigUint]) -> Result<Asked> {
    const LARGEST: u64 = 100_000_000;
    let n = sizes[0].to_u64().filter(|n| (1..=LARGEST).contains(n));
    let n = n.ok_or_else(|| {
        Error::too_large(
            format!("n is from 1 to {LARGEST}, not {}: heaps of up to 2^n - 1 have n bits", sizes[0]),
            Some(LARGEST),
        )
    })?;
    let (from, to) = (BigUint::one(), (BigUint::one() << n) - 1u32);
    let (choice, outcome) = (Choice::OrderedSets, Outcome::Won);
    Ok(Asked { rule: "nim", from, to, choice, pieces: n.into(), outcome })
}

/// Won triples of heaps of 1 to n; a move takes a proper divisor.
fn divisor_nim(sizes: &[BigUint]) -> Result<Asked> {
    let (from, to) = (BigUint::one(), sizes[0].clone());
    let (choice, outcome) = (Choice::Tuples, Outcome::Won);
    Ok(Asked { rule: "take:divisors", from, to, choice, pieces: 3u32.into(), outcome })
}

/// Won k-tuples of heaps of 2 to n; a move replaces a heap by two of its divisors.
fn divisor_game(sizes: &[BigUint]) -> Result<Asked> {
    let (from, to, pieces) = (2u32.into(), sizes[0].clone(), sizes[1].clone());
    let (choice, outcome) = (Choice::Tuples, Outcome::Won);
    Ok(Asked { rule: "split:divisors", from, to, choice, pieces, outcome })
}

/// Lost k-tuples of heaps of 1 to n − 1; a move takes a coprime number.
fn coprime_nim(sizes: &[BigUint]) -> Result<Asked> {
    let (from, to, pieces) = (BigUint::one(), less_one(&sizes[0])?, sizes[1].clone());
    let (choice, outcome) = (Choice::Tuples, Outcome::Lost);
    Ok(Asked { rule: "take:coprime", from, to, choice, pieces, outcome })
}

/// Won arrangements of c coins on an n×n board.
fn chessboard_nim(sizes: &[BigUint]) -> Result<Asked> {
    let (from, to, pieces) = (BigUint::ZERO, less_one(&sizes[0])?, sizes[1].clone());
    let (choice, outcome) = (Choice::Tuples, Outcome::Won);
    Ok(Asked { rule: "board:sub:2,3,5,7", from, to, choice, pieces, outcome })
}

/// Lost multisets of m heaps of 1 to n; a move takes 1, 2, 4 or 9, or splits a heap.
fn nim_1249(sizes: &[BigUint]) -> Result<Asked> {
    let (from, to, pieces) = (BigUint::one(), sizes[0].clone(), sizes[1].clone());
    let (choice, outcome) = (Choice::Multisets, Outcome::Lost);
    Ok(Asked { rule: "4.330300003", from, to, choice, pieces, outcome })
}

/// Winning lengths up to n of 0.07.
fn paper_strip_claim(sizes: &[BigUint]) -> Result<(Rule, Claim)> {
    Ok(("0.07".parse()?, Claim::Pieces(Sizes::heaps(sizes[0].clone()), Outcome::Won)))
}

fn paper_strip(sizes: &[BigUint], options: &Options, work: &Work) -> Counted {
    let rule: Rule = "0.07".parse()?;
    let sizes = Sizes::heaps(sizes[0].clone());
    let known = known::up_to(&rule, &sizes, options, work)?;
    let count = wins(known.as_ref(), &sizes, options, work)?;
    Ok((count, known))
}

/// Winning partitions of n, summed over the largest number of parts k = 2 … n.
fn scatterstone_claim(sizes: &[BigUint]) -> Result<(Rule, Claim)> {
    let rule: Rule = "split:3".parse()?;
    let n = check_partitions(&rule, &sizes[0])?;
    Ok((rule, Claim::Scatterstone(n)))
}

fn scatterstone(sizes: &[BigUint], options: &Options, work: &Work) -> Counted {
    let n = check_partitions(&"split:3".parse()?, &sizes[0])?;
    let known = |parts: u64| {
        let rule: Rule = format!("split:{parts}").parse()?;
        known::up_to(&rule, &Sizes::heaps(n), options, work)
    };
    let three = known(3)?;
    let (mut answer, mut status) = (BigUint::ZERO, three.status());
    for (parts, times) in [(2, 1), (3, 1), (4, n.saturating_sub(3))] {
        if parts <= n && times > 0 {
            // From four parts on the values do not depend on the limit.
            let won = if parts == 3 {
                partitions(three.as_ref(), n, options, work)?.won
            } else {
                partitions(known(parts)?.as_ref(), n, options, work)?.won
            };
            status = status.min(won.status());
            answer += won.answer * times;
        }
    }
    let basis = "values of split:2, split:3 and split:4, all partitions counted";
    let count = Count::new(answer, three.evidence(), basis).at_most(status).reduced(options.modulus.as_ref());
    Ok((count, three))
}

/// Lost deals of s suits of n cards.
fn card_stacking_claim(sizes: &[BigUint]) -> Result<(Rule, Claim)> {
    let rule: Rule = "cards".parse()?;
    let size = Sizes::exactly(&rule, vec![sizes[0].clone()])?;
    Ok((rule, Claim::Choices(Choice::Tuples, sizes[1].clone(), size, Outcome::Lost)))
}

fn card_stacking(sizes: &[BigUint], options: &Options, work: &Work) -> Counted {
    let rule: Rule = "cards".parse()?;
    let size = Sizes::exactly(&rule, vec![sizes[0].clone()])?;
    let known = known::up_to(&rule, &size, options, work)?;
    let count = tuples(known.as_ref(), &size, &sizes[1], options, work)?;
    Ok((count, known))
}

/// Winning first moves over all sheets of at most w × h.
fn paper_cutting_claim(sizes: &[BigUint]) -> Result<(Rule, Claim)> {
    let rule: Rule = "cut".parse()?;
    let sizes = Sizes::up_to(&rule, sizes.to_vec())?;
    Ok((rule, Claim::Moves(sizes)))
}

fn paper_cutting(sizes: &[BigUint], options: &Options, work: &Work) -> Counted {
    let rule: Rule = "cut".parse()?;
    let sizes = Sizes::up_to(&rule, sizes.to_vec())?;
    let known = known::up_to(&rule, &sizes, options, work)?;
    let count = moves(known.as_ref(), &sizes, options, work)?;
    Ok((count, known))
}
