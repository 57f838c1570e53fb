//! The misère quotient (Q, 𝒫, Φ) of the heaps up to a size.

use super::monoid::Monoid;
use super::{Claim, Ended, Limits, Outcome, Presentation, search};
use crate::rules::HeapRule;
use crate::{Error, Result, Work};

/// The verified misère quotient of the heaps 0, 1, … up to a size: a finite commutative monoid in which a sum
/// of heaps is lost iff its image is one of the lost elements, and no smaller monoid does that. Elements are
/// numbers, 0 is the identity.
///
/// ```
/// use sprague::{Work, misere::{Limits, Outcome, Quotient}, rules::Rule};
/// let kayles: Rule = "kayles".parse().unwrap();
/// let limits = Limits { heaps: 40, ..Limits::default() };
/// let quotient = Quotient::of(kayles.heap_rule().unwrap(), limits, &Work::quiet()).unwrap();
/// assert_eq!((quotient.order(), quotient.p_portion().len()), (40, 9));
/// assert_eq!(quotient.outcome([3, 7, 12]), Some(Outcome::Won));
/// assert!(!quotient.is_tame());
/// ```
#[derive(Debug, Clone)]
pub struct Quotient {
    monoid: Monoid,
}

impl crate::status::Evident for Quotient {}

impl Quotient {
    /// The quotient of all heaps up to `limits.heaps`.
    ///
    /// # Errors
    /// If it was not found within the limits.
    pub fn of(rule: &HeapRule, limits: Limits, work: &Work) -> Result<Quotient> {
        let known = search::find_quotient(rule, limits, work)?;
        if known.ended == Ended::Heaps {
            return Ok(known.quotient);
        }
        Err(Error::not_known(format!(
            "the misère quotient of heaps up to {} was not found: {} at heap {}; raise the limits or ask for fewer heaps",
            limits.heaps,
            known.ended,
            known.quotient.largest_heap() + 1
        )))
    }

    /// Only the verifier makes one.
    pub(super) fn from_verified(monoid: Monoid) -> Self {
        Quotient { monoid }
    }

    pub(super) fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The quotient as plain data that can be verified again.
    pub fn claim(&self) -> Claim {
        Claim::of(&self.monoid)
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// The lost elements, ascending.
    pub fn p_portion(&self) -> Vec<u32> {
        self.monoid.lost.iter().map(|x| x as u32).collect()
    }

    /// Whether sums with this image are lost.
    pub fn is_lost(&self, element: u32) -> bool {
        self.monoid.lost.contains(element as usize)
    }

    /// The largest heap.
    pub fn largest_heap(&self) -> u64 {
        self.monoid.actions.len() as u64 - 1
    }

    /// The heaps that generate it: those that equal no smaller sum in the order that compares largest heaps
    /// first.
    pub fn generators(&self) -> Vec<u64> {
        self.monoid.letters.iter().map(|&letter| u64::from(letter)).collect()
    }

    /// The image of a heap; `None` beyond the largest.
    pub fn image(&self, heap: u64) -> Option<u32> {
        (heap <= self.largest_heap()).then(|| self.monoid.image(heap as usize))
    }

    /// The images of all heaps.
    pub fn images(&self) -> Vec<u32> {
        (0..self.monoid.actions.len()).map(|heap| self.monoid.image(heap)).collect()
    }

    /// The product of two elements.
    pub fn times(&self, x: u32, y: u32) -> u32 {
        self.monoid.words.letters(x).fold(y, |y, letter| self.monoid.actions[letter as usize][y as usize])
    }

    /// The least sum of generators with this image, ascending.
    pub fn word(&self, element: u32) -> Vec<u64> {
        let mut word: Vec<u64> = self.monoid.words.letters(element).map(u64::from).collect();
        word.reverse();
        word
    }

    /// Who wins a sum of heaps; `None` if one of them is beyond the largest.
    pub fn outcome(&self, heaps: impl IntoIterator<Item = u64>) -> Option<Outcome> {
        let mut x = 0;
        for heap in heaps {
            self.image(heap)?;
            x = self.monoid.actions[heap as usize][x as usize];
        }
        Some(self.outcome_of(x))
    }

    /// Who wins the sums with this image.
    pub fn outcome_of(&self, element: u32) -> Outcome {
        if self.is_lost(element) { Outcome::Lost } else { Outcome::Won }
    }

    /// Whether the quotient is that of some Nim heaps: its units are 1 and a with a² = 1, all other elements
    /// form an elementary abelian 2-group with identity e ≠ ae, and 𝒫 = {a, e}. A quotient that is not tame
    /// is *wild*.
    pub fn is_tame(&self) -> bool {
        let square: Vec<u32> = (0..self.order() as u32).map(|x| self.times(x, x)).collect();
        let of_square = |s: u32| (0..self.order() as u32).filter(|&x| square[x as usize] == s).collect();
        let units: Vec<u32> = of_square(0);
        match self.p_portion()[..] {
            [] => self.order() == 1,
            [a] => self.order() == 2 && square[a as usize] == 0,
            [a, e] | [e, a] if units == [0, a] || units == [0, e] => {
                let (a, e) = if units[1] == a { (a, e) } else { (e, a) };
                let group: Vec<u32> = of_square(e);
                let identity = group.iter().all(|&x| self.times(e, x) == x);
                group.len() + 2 == self.order() && identity && self.times(a, e) != e
            }
            _ => false,
        }
    }

    /// Generators and relations.
    pub fn presentation(&self) -> Presentation {
        Presentation::of(&self.monoid)
    }
}
