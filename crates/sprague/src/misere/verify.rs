//! Verification of a claimed quotient, from the rule and the claim alone.
//!
//! Nothing that built the claim is trusted, and nothing of its search is used: the pair relation is built
//! again, as rows of bits without a list of pairs. A [`Quotient`] cannot be made in any other way. Checked:
//! the actions of the generators commute and reach every element from the identity, so they define a
//! commutative monoid; images fit the actions; heaps without a move are the identity, which is not lost; no
//! lost sum has a lost option (local check); no sum is won without a winning move (U); no two elements are
//! alike. docs/misere.md proves that this is enough and that nothing less is.

use super::Quotient;
use super::bits::{Bits, Rows};
use super::monoid::{Action, Monoid, Words};
use super::options::Options;
use crate::rules::HeapRule;
use crate::{Error, Result, Work};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// Products are kept in two bytes each.
pub(super) const MOST_ELEMENTS: usize = 1 << 16;

/// A finite commutative monoid that claims to be the misère quotient of the heaps 0, 1, …; element 0 is the
/// identity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The heaps whose images generate the monoid, ascending.
    pub generators: Vec<u64>,
    /// For each generator, where it takes each element.
    pub actions: Vec<Vec<u32>>,
    /// The lost elements, ascending.
    pub lost: Vec<u32>,
    /// The image of each heap.
    pub images: Vec<u32>,
}

/// Why a claim is not the quotient.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// Lists of the wrong length, numbers out of range or out of order.
    #[error("its lists do not fit together")]
    Shape,
    /// The actions of two generators do not commute.
    #[error("the actions of heaps {0} and {1} do not commute")]
    NotCommutative(u64, u64),
    /// An element that no sum of generators has as image.
    #[error("no sum of generators has element {0} as image")]
    Unreachable(u32),
    /// The image of a heap is not what its action, or its having no move, says.
    #[error("the image of heap {0} is wrong")]
    Image(u64),
    /// The empty sum is counted as lost.
    #[error("the empty sum is counted as lost")]
    EmptySumLost,
    /// Some sum with this heap is counted as lost, but a move in the heap leads to a lost sum.
    #[error("a sum with heap {0} is counted as lost, but has a lost option")]
    LostWithLostOption(u64),
    /// Some sum with this heap as its largest is counted as won, but no move wins.
    #[error("a sum with largest heap {0} is counted as won, but has no lost option")]
    WonWithoutLostOption(u64),
    /// Two elements that no sum tells apart.
    #[error("no sum tells elements {0} and {1} apart")]
    Alike(u32, u32),
}

impl Claim {
    /// What the builder found.
    pub(super) fn of(monoid: &Monoid) -> Self {
        let action = |&letter: &u32| monoid.actions[letter as usize].to_vec();
        Claim {
            generators: monoid.letters.iter().map(|&letter| u64::from(letter)).collect(),
            actions: monoid.letters.iter().map(action).collect(),
            lost: monoid.lost.iter().map(|x| x as u32).collect(),
            images: (0..monoid.actions.len()).map(|heap| monoid.image(heap)).collect(),
        }
    }

    /// The number of elements: as many as an action has places, or the identity alone.
    fn order(&self) -> usize {
        self.actions.first().map_or(1, Vec::len)
    }

    fn has_shape(&self) -> bool {
        let order = self.order();
        let below = |x: &u32| (*x as usize) < order;
        let ascending = self.generators.windows(2).all(|pair| pair[0] < pair[1])
            && self.lost.windows(2).all(|pair| pair[0] < pair[1]);
        let within = self.generators.iter().all(|&heap| heap > 0 && (heap as usize) < self.images.len());
        let actions = self.actions.iter().all(|action| action.len() == order && action.iter().all(below));
        ascending
            && within
            && actions
            && !self.images.is_empty()
            && self.actions.len() == self.generators.len()
            && self.images.iter().chain(&self.lost).all(below)
    }
}

impl Quotient {
    /// Verifies a claimed quotient of the heaps of a rule, as many as the claim has images.
    pub fn verify(
        rule: &HeapRule,
        claim: &Claim,
        work: &Work,
    ) -> Result<std::result::Result<Quotient, Flaw>> {
        let heaps = claim.images.len().max(1) as u64;
        Quotient::verify_options(&Options::up_to(rule, heaps - 1, work)?, claim, work)
    }

    /// The same from the options of the heaps.
    pub(super) fn verify_options(
        options: &Options,
        claim: &Claim,
        work: &Work,
    ) -> Result<std::result::Result<Quotient, Flaw>> {
        match monoid(options, claim) {
            Err(flaw) => Ok(Err(flaw)),
            Ok(monoid) => {
                let flaw = Verifier::new(&monoid, work)?.flaw(options)?;
                Ok(flaw.map_or_else(|| Ok(Quotient::from_verified(monoid)), Err))
            }
        }
    }
}

/// The monoid that a claim defines, if it defines one with these images.
fn monoid(options: &Options, claim: &Claim) -> std::result::Result<Monoid, Flaw> {
    if !claim.has_shape() || options.len() != claim.images.len() {
        return Err(Flaw::Shape);
    }
    for (i, a) in claim.actions.iter().enumerate() {
        for (j, b) in claim.actions[..i].iter().enumerate() {
            if (0..a.len()).any(|x| a[b[x] as usize] != b[a[x] as usize]) {
                return Err(Flaw::NotCommutative(claim.generators[j], claim.generators[i]));
            }
        }
    }
    let order = claim.order();
    let letters: Vec<u32> = claim.generators.iter().map(|&heap| heap as u32).collect();
    let by_letter: HashMap<u32, Action> =
        letters.iter().copied().zip(claim.actions.iter().map(|action| action[..].into())).collect();
    let words = Words::new(order, &letters, |letter| by_letter[&letter].clone());
    let mut reached = Bits::none(order);
    words.order.iter().for_each(|&x| reached.insert(x as usize));
    if let Some(x) = (0..order).find(|&x| !reached.contains(x)) {
        return Err(Flaw::Unreachable(x as u32));
    }
    for (&heap, action) in claim.generators.iter().zip(&claim.actions) {
        if action[0] != claim.images[heap as usize] {
            return Err(Flaw::Image(heap));
        }
    }
    if let Some(heap) = (0..options.len()).find(|&heap| !options.has_move(heap) && claim.images[heap] != 0) {
        return Err(Flaw::Image(heap as u64));
    }
    let mut rows: HashMap<u32, Action> = HashMap::new();
    let row = |x: u32| -> Action {
        let word: Vec<u32> = words.letters(x).collect();
        let product = |z: u32| word.iter().fold(z, |z, letter| by_letter[letter][z as usize]);
        (0..order as u32).map(product).collect()
    };
    let actions = claim.images.iter().map(|&x| rows.entry(x).or_insert_with(|| row(x)).clone()).collect();
    let mut lost = Bits::none(order);
    claim.lost.iter().for_each(|&x| lost.insert(x as usize));
    Ok(Monoid { actions, lost, letters, words })
}

/// Checks the hypotheses of the theorem for a monoid.
struct Verifier<'a> {
    monoid: &'a Monoid,
    work: &'a Work<'a>,
    /// {z : xz lost}, by x.
    lost_beside: Vec<Bits>,
    /// Products, row by row.
    products: Vec<Box<[u16]>>,
}

impl<'a> Verifier<'a> {
    fn new(monoid: &'a Monoid, work: &'a Work<'a>) -> Result<Self> {
        let order = monoid.order();
        let square = order as u128 * order as u128;
        if order > MOST_ELEMENTS {
            return Err(Error::too_large(
                format!("a misère quotient of {order} elements: at most {MOST_ELEMENTS} can be verified"),
                None,
            ));
        }
        work.fits("the verification of a misère quotient", 4 * Rows::bytes(order) + 2 * square)?;
        let mut products: Vec<Box<[u16]>> = vec![Box::default(); order];
        let mut lost_beside = vec![Bits::none(0); order];
        for (done, &x) in monoid.words.order.iter().enumerate() {
            if done.is_multiple_of(256) {
                work.tell(done as u64, order as u64)?;
            }
            let row: Box<[u16]> = match monoid.words.step(x) {
                None => (0..order).map(|z| z as u16).collect(),
                Some((parent, letter)) => {
                    let action = &monoid.actions[letter as usize];
                    products[parent as usize].iter().map(|&y| action[y as usize] as u16).collect()
                }
            };
            lost_beside[x as usize] = Bits::of(order, |z| monoid.lost.contains(row[z] as usize));
            products[x as usize] = row;
        }
        Ok(Verifier { monoid, work, lost_beside, products })
    }

    fn flaw(&self, options: &Options) -> Result<Option<Flaw>> {
        if self.monoid.lost.contains(0) {
            return Ok(Some(Flaw::EmptySumLost));
        }
        let order = self.monoid.order();
        let mut related = Rows::none(order);
        (0..order).filter(|&z| !self.monoid.lost.contains(z)).for_each(|z| {
            related.insert(0, z);
        });
        let mut used: Vec<(u32, Bits)> = Vec::new();
        for heap in options.movable() {
            let image = self.monoid.image(heap);
            let mut won = Bits::none(order);
            let images = self.monoid.option_images(options.of(heap));
            images.iter().for_each(|&option| won.unite(&self.lost_beside[option as usize]));
            let lost = &self.lost_beside[image as usize];
            if !won.both(lost).is_empty() {
                return Ok(Some(Flaw::LostWithLostOption(heap as u64)));
            }
            let undecided = Bits::of(order, |z| !lost.contains(z) && !won.contains(z));
            // The same image with more undecided elements already gave all these pairs.
            if used.iter().any(|(other, larger)| *other == image && undecided.is_subset(larger)) {
                continue;
            }
            if !self.close(heap, &undecided, &mut related)? {
                return Ok(Some(Flaw::WonWithoutLostOption(heap as u64)));
            }
            used.push((image, undecided));
        }
        Ok(self.alike())
    }

    /// Adds the pairs of all sums with copies of a heap; false if one of them is (·, 1).
    fn close(&self, heap: usize, undecided: &Bits, related: &mut Rows) -> Result<bool> {
        let order = self.monoid.order();
        let action = &self.monoid.actions[heap];
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); order];
        (0..).zip(action.iter()).for_each(|(z, &to)| before[to as usize].push(z));
        let mut fresh: Vec<(usize, Bits)> = (0..order).map(|x| (x, related.row(x))).collect();
        while !fresh.is_empty() {
            let mut next: HashMap<usize, Bits> = HashMap::new();
            for (x, row) in fresh {
                self.work.tell(x as u64, order as u64)?;
                let sum = action[x] as usize;
                for product in row.iter() {
                    for &z in &before[product] {
                        if !undecided.contains(self.products[x][z as usize] as usize) {
                            continue;
                        }
                        if z == 0 {
                            return Ok(false);
                        }
                        if related.insert(sum, z as usize) {
                            next.entry(sum).or_insert_with(|| Bits::none(order)).insert(z as usize);
                        }
                    }
                }
            }
            fresh = next.into_iter().collect();
        }
        Ok(true)
    }

    /// Two elements with the same row.
    fn alike(&self) -> Option<Flaw> {
        let mut seen = HashSet::new();
        let twice = (0..self.monoid.order()).find(|&x| !seen.insert(&self.lost_beside[x]))?;
        let first = (0..twice).find(|&x| self.lost_beside[x] == self.lost_beside[twice])?;
        Some(Flaw::Alike(first as u32, twice as u32))
    }
}
