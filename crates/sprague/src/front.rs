//! The library in two lines: the common questions as methods of [`Rule`].
//!
//! ```
//! use sprague::rules::Rule;
//! let kayles: Rule = "kayles".parse()?;
//! let lost = kayles.heaps(..=10u64.pow(12)).tuples(10u64.pow(18)).modulo(1_000_000_007).lost()?;
//! assert!(lost.status().is_proved() && *lost.answer() < 1_000_000_007u32.into());
//! # Ok::<(), sprague::Error>(())
//! ```
//!
//! Everything else is one call away: `rule.law()?`, `rule.value("10^40")?`, `rule.values(..1000)?`,
//! `rule.position("3+7+12")?.winning_moves()?`. A progress callback, threads or a memory limit are a
//! [`Work`]: `rule.on(&work).law()?`.

use crate::counts::{self, Analysis, Choice, Outcome, Selection};
use crate::known::{self, Known};
use crate::laws::{Law, NimSequence, Search};
use crate::rules::{Piece, Rule, Sizes, parse_size};
use crate::{Count, Error, Modulus, Options, Result, Work};
use num_bigint::BigUint;
use num_traits::CheckedSub;
use std::ops::{Bound, RangeBounds, RangeTo};

/// A size: any integer, or text such as `"10^40"`.
pub trait Size {
    /// The number.
    ///
    /// # Errors
    /// If it is negative, or if the text is not a number.
    fn size(self) -> Result<BigUint>;
}

macro_rules! sizes {
    (unsigned: $($unsigned:ty),*; signed: $($signed:ty),*) => {
        $(impl Size for $unsigned {
            fn size(self) -> Result<BigUint> {
                Ok(self.into())
            }
        })*
        $(impl Size for $signed {
            fn size(self) -> Result<BigUint> {
                self.try_into().map_err(|_| Error::notation(self.to_string(), "a size", "sizes are not negative"))
            }
        })*
    };
}
sizes!(unsigned: u8, u16, u32, u64, u128, usize, BigUint; signed: i32, i64, i128, isize);

impl Size for &BigUint {
    fn size(self) -> Result<BigUint> {
        Ok(self.clone())
    }
}

impl Size for &str {
    fn size(self) -> Result<BigUint> {
        parse_size(self)
    }
}

impl Rule {
    /// Questions about this rule that are answered within given limits and report their progress.
    ///
    /// ```
    /// use sprague::{Work, rules::Rule};
    /// let work = Work::quiet().with_threads(1);
    /// let grundy: Rule = "grundy".parse()?;
    /// assert_eq!(grundy.on(&work).value(3)?, 1u32.into());
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn on<'a>(&'a self, work: &Work<'a>) -> Asked<'a> {
        Asked { rule: self, work: work.clone() }
    }

    fn asked(&self) -> Asked<'_> {
        self.on(&Work::quiet())
    }

    /// All heaps, or other pieces whose size is one number, of a range of sizes.
    pub fn heaps<S: Size + Clone>(&self, sizes: impl RangeBounds<S>) -> Pieces<'_> {
        self.asked().heaps(sizes)
    }

    /// All sheets of at most this width and height.
    pub fn sheets(&self, width: impl Size, height: impl Size) -> Pieces<'_> {
        self.asked().sheets(width, height)
    }

    /// All pieces of one size, such as all suits of 13 cards.
    pub fn pieces_of(&self, size: impl Size) -> Pieces<'_> {
        self.asked().pieces_of(size)
    }

    /// All partitions of a number into heaps.
    pub fn partitions(&self, n: u64) -> PartitionsOf<'_> {
        self.asked().partitions(n)
    }

    /// The proved law of the nim-values.
    ///
    /// ```
    /// let kayles: sprague::rules::Rule = "kayles".parse()?;
    /// assert_eq!(kayles.law()?.to_string(), "0.77: period 12, preperiod 71, by the periodicity theorem");
    /// # Ok::<(), sprague::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoLaw`] if none was proved within the usual number of values; [`Search`] searches further.
    pub fn law(&self) -> Result<Law> {
        self.asked().law()
    }

    /// The nim-value of a heap of any size.
    ///
    /// # Errors
    /// If no law was proved and the heap is too large to compute, or the pieces are not single numbers.
    pub fn value(&self, size: impl Size) -> Result<BigUint> {
        self.asked().value(size)
    }

    /// The nim-values of heaps 0, 1, 2, … below an end.
    ///
    /// ```
    /// let kayles: sprague::rules::Rule = "kayles".parse()?;
    /// assert_eq!(kayles.values(..6)?.iter().collect::<Vec<_>>(), [0, 1, 2, 3, 1, 4]);
    /// # Ok::<(), sprague::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the rule is not one of heaps, or memory does not suffice.
    pub fn values(&self, range: RangeTo<u64>) -> Result<NimSequence> {
        self.asked().values(range)
    }

    /// A position: pieces separated by `+`.
    ///
    /// ```
    /// let kayles: sprague::rules::Rule = "kayles".parse()?;
    /// let position = kayles.position("3+7+12")?;
    /// assert!(position.value()? == 5 && !position.winning_moves()?.is_empty());
    /// # Ok::<(), sprague::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a piece does not belong to the rule.
    pub fn position(&self, text: &str) -> Result<Position<'_>> {
        self.asked().position(text)
    }
}

/// Questions about a rule within the limits of a [`Work`].
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    rule: &'a Rule,
    work: Work<'a>,
}

impl<'a> Asked<'a> {
    /// As [`Rule::heaps`].
    pub fn heaps<S: Size + Clone>(self, sizes: impl RangeBounds<S>) -> Pieces<'a> {
        let range = range(self.rule, sizes);
        self.pieces(range)
    }

    /// As [`Rule::sheets`].
    pub fn sheets(self, width: impl Size, height: impl Size) -> Pieces<'a> {
        let (width, height) = (width.size(), height.size());
        let sizes = width.and_then(|width| Sizes::up_to(self.rule, vec![width, height?]));
        self.pieces(sizes)
    }

    /// As [`Rule::pieces_of`].
    pub fn pieces_of(self, size: impl Size) -> Pieces<'a> {
        let sizes = size.size().and_then(|size| Sizes::exactly(self.rule, vec![size]));
        self.pieces(sizes)
    }

    fn pieces(self, sizes: Result<Sizes>) -> Pieces<'a> {
        Pieces { asked: self, sizes, modulus: Ok(None) }
    }

    /// As [`Rule::partitions`].
    pub fn partitions(self, n: u64) -> PartitionsOf<'a> {
        PartitionsOf { asked: self, n, modulus: Ok(None) }
    }

    /// As [`Rule::law`].
    ///
    /// # Errors
    /// As there.
    pub fn law(self) -> Result<Law> {
        let found = Search::default().find(self.rule, &self.work)?.unless_stopped()?;
        let limit = found.len() as u64;
        found.into_law().ok_or_else(|| Error::NoLaw { rule: self.rule.to_string(), limit })
    }

    /// As [`Rule::value`].
    ///
    /// # Errors
    /// As there.
    pub fn value(self, size: impl Size) -> Result<BigUint> {
        let size = size.size()?;
        self.known(&Sizes::exactly(self.rule, vec![size.clone()])?)?.value(&[size])
    }

    /// As [`Rule::values`].
    ///
    /// # Errors
    /// As there.
    pub fn values(self, range: RangeTo<u64>) -> Result<NimSequence> {
        let known = crate::laws::values(self.rule, range.end.saturating_sub(1), &self.work)?;
        Ok(known.first(range.end as usize))
    }

    /// As [`Rule::position`].
    ///
    /// # Errors
    /// As there.
    pub fn position(self, text: &str) -> Result<Position<'a>> {
        let pieces = self.rule.parse_position(text)?;
        Ok(Position { asked: self, pieces })
    }

    /// What is known of pieces of these sizes.
    fn known(&self, sizes: &Sizes) -> Result<Box<dyn Known>> {
        if self.rule.heap_rule().is_some() {
            return Ok(Box::new(Search::default().up_to(self.rule, &sizes.to()[0], &self.work)?));
        }
        known::up_to(self.rule, sizes, &Options::default(), &self.work)
    }
}

/// The sizes of a range; without a beginning they start at the least size of the rule.
fn range<S: Size + Clone>(rule: &Rule, sizes: impl RangeBounds<S>) -> Result<Sizes> {
    let end = match sizes.end_bound() {
        Bound::Included(end) => end.clone().size()?,
        Bound::Excluded(end) => {
            let end = end.clone().size()?;
            end.checked_sub(&1u32.into()).ok_or_else(|| {
                Error::notation("..0", "a range of sizes", "it is empty; write ..=N for all sizes up to N")
            })?
        }
        Bound::Unbounded => {
            return Err(Error::notation("..", "a range of sizes", "it needs an end, such as ..=100"));
        }
    };
    match sizes.start_bound() {
        Bound::Unbounded => Sizes::up_to(rule, vec![end]),
        Bound::Included(start) => Sizes::between(rule, vec![start.clone().size()?], vec![end]),
        Bound::Excluded(start) => Sizes::between(rule, vec![start.clone().size()? + 1u32], vec![end]),
    }
}

/// All pieces of a range of sizes, one at a time.
#[derive(Debug, Clone)]
pub struct Pieces<'a> {
    asked: Asked<'a>,
    sizes: Result<Sizes>,
    modulus: Result<Option<Modulus>>,
}

impl<'a> Pieces<'a> {
    /// The residue of each count modulo a positive number.
    pub fn modulo(self, modulus: impl Size) -> Self {
        Pieces { modulus: modulus.size().and_then(Modulus::new).map(Some), ..self }
    }

    /// Tuples of `count` of these pieces, in order and with repetition.
    pub fn tuples(self, count: impl Size) -> Choices<'a> {
        self.choose(Choice::Tuples, count)
    }

    /// Multisets of `count` of these pieces.
    pub fn multisets(self, count: impl Size) -> Choices<'a> {
        self.choose(Choice::Multisets, count)
    }

    /// Sets of `count` different pieces.
    pub fn sets(self, count: impl Size) -> Choices<'a> {
        self.choose(Choice::Sets, count)
    }

    fn choose(self, choice: Choice, count: impl Size) -> Choices<'a> {
        Choices { pieces: self, choice, count: count.size() }
    }

    /// How many of them the first player wins.
    ///
    /// # Errors
    /// If the values are not known that far, or a size or modulus was wrong.
    pub fn won(self) -> Result<Count> {
        let (known, sizes, options) = self.parts()?;
        counts::wins(known.as_ref(), &sizes, &options, &self.asked.work)
    }

    /// How many of them the first player loses.
    ///
    /// # Errors
    /// As [`Pieces::won`].
    pub fn lost(self) -> Result<Count> {
        let (known, sizes, options) = self.parts()?;
        let zeros = known.zeros(&sizes, options.modulus.as_ref(), &self.asked.work)?;
        Ok(zeros.reduced(options.modulus.as_ref()))
    }

    /// How many winning first moves they have together.
    ///
    /// # Errors
    /// As [`Pieces::won`].
    pub fn winning_moves(self) -> Result<Count> {
        let (known, sizes, options) = self.parts()?;
        counts::moves(known.as_ref(), &sizes, &options, &self.asked.work)
    }

    /// Those that the first player loses, one by one.
    ///
    /// # Errors
    /// As [`Pieces::won`], or if they are too many to list.
    pub fn list_lost(self) -> Result<Vec<Piece>> {
        let (known, sizes, _) = self.parts()?;
        counts::zeros(known.as_ref(), &sizes, &self.asked.work)
    }

    fn parts(&self) -> Result<(Box<dyn Known>, Sizes, Options)> {
        let (sizes, modulus) = (self.sizes.clone()?, self.modulus.clone()?);
        Ok((self.asked.known(&sizes)?, sizes, Options { modulus, ..Options::default() }))
    }
}

/// Several pieces chosen from a range of sizes.
#[derive(Debug, Clone)]
pub struct Choices<'a> {
    pieces: Pieces<'a>,
    choice: Choice,
    count: Result<BigUint>,
}

impl Choices<'_> {
    /// The residue of the count modulo a positive number.
    pub fn modulo(self, modulus: impl Size) -> Self {
        Choices { pieces: self.pieces.modulo(modulus), ..self }
    }

    /// How many of them the first player wins.
    ///
    /// # Errors
    /// If the values are not known that far, a number was wrong, or the count is too large.
    pub fn won(self) -> Result<Count> {
        self.count(Outcome::Won)
    }

    /// How many of them the first player loses.
    ///
    /// # Errors
    /// As [`Choices::won`].
    pub fn lost(self) -> Result<Count> {
        self.count(Outcome::Lost)
    }

    fn count(self, outcome: Outcome) -> Result<Count> {
        let Choices { pieces, choice, count } = self;
        let (count, sizes, modulus) = (count?, pieces.sizes.clone()?, pieces.modulus.clone()?);
        counts::check_choices(pieces.asked.rule, &sizes, choice, &count, modulus.as_ref())?;
        let (known, sizes, options) = pieces.parts()?;
        let (work, selection) = (&pieces.asked.work, Selection { choice, count, outcome });
        work.on_threads(|| counts::choices(known.as_ref(), &sizes, &selection, &options, work))
    }
}

/// All partitions of a number into heaps.
#[derive(Debug, Clone)]
pub struct PartitionsOf<'a> {
    asked: Asked<'a>,
    n: u64,
    modulus: Result<Option<Modulus>>,
}

impl PartitionsOf<'_> {
    /// The residue of the count modulo a positive number.
    pub fn modulo(self, modulus: impl Size) -> Self {
        PartitionsOf { modulus: modulus.size().and_then(Modulus::new).map(Some), ..self }
    }

    /// How many of them the first player wins.
    ///
    /// # Errors
    /// If the pieces are not heaps, or the number is too large.
    pub fn won(self) -> Result<Count> {
        Ok(self.both()?.won)
    }

    /// How many of them the first player loses.
    ///
    /// # Errors
    /// As [`PartitionsOf::won`].
    pub fn lost(self) -> Result<Count> {
        Ok(self.both()?.lost)
    }

    fn both(self) -> Result<counts::Partitions> {
        let PartitionsOf { asked, n, modulus } = self;
        let options = Options { modulus: modulus?, ..Options::default() };
        counts::check_partitions(asked.rule, &n.into())?;
        let known = asked.known(&Sizes::up_to(asked.rule, vec![n.into()])?)?;
        let work = &asked.work;
        work.on_threads(|| counts::partitions(known.as_ref(), n, &options, work))
    }
}

/// A sum of pieces.
#[derive(Debug, Clone)]
pub struct Position<'a> {
    asked: Asked<'a>,
    pieces: Vec<Piece>,
}

impl Position<'_> {
    /// The pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The nim-value of the sum.
    ///
    /// # Errors
    /// If a piece is too large to compute.
    pub fn value(&self) -> Result<u64> {
        Ok(self.analysis()?.value)
    }

    /// Whether the player to move loses.
    ///
    /// # Errors
    /// As [`Position::value`].
    pub fn is_lost(&self) -> Result<bool> {
        Ok(self.value()? == 0)
    }

    /// Every winning move, with the index of the piece it is made on.
    ///
    /// # Errors
    /// As [`Position::value`], or if there are too many moves.
    pub fn winning_moves(&self) -> Result<Vec<(usize, crate::rules::Move)>> {
        Ok(self.analysis()?.wins)
    }

    fn analysis(&self) -> Result<Analysis> {
        let Asked { rule, work } = &self.asked;
        let known = known::of_position(rule, &self.pieces, &Options::default(), work)?;
        counts::winning_moves(known.as_ref(), &self.pieces, work)
    }
}
