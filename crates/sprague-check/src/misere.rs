//! Misère play of heap rules: the quotient (Q, 𝒫, Φ) of the stored heaps, and laws of Φ for all heaps.
//!
//! Elements of Q are numbers, 0 is the identity. Verified, in this order (`docs/misere.md` has the proofs):
//!
//! 1. The actions of the generators commute and reach every element from 0, so they define a commutative
//!    monoid; the image of a generator is where it takes 0; 0 is not in 𝒫.
//! 2. Heap by heap: a heap without a move has the image 0. For every other heap h, of image x, let W be the
//!    elements z such that some option of h has an image e with ez ∈ 𝒫. No z of W has xz ∈ 𝒫: no lost sum has
//!    a lost option.
//! 3. The relation U: the pairs (0, z), z ∉ 𝒫, and with (y, xz) also (yx, z), if yz ∈ D, the elements z that
//!    are not in W with xz ∉ 𝒫. No such step gives a pair (·, 0): no sum is counted as won without a winning
//!    move. Heaps enter in ascending order, each with all its copies; a heap with the image of an earlier one
//!    and no further element in D adds nothing.
//! 4. No two elements have the same products in 𝒫, so Q is the quotient and nothing larger.
//! 5. The hypothesis of the theorem that carries the law on, and that smaller periods fail, if that is
//!    claimed.
//!
//! Cost: |Q|² products of two bytes each, |Q|² bits three times, four bytes for each pair of U; for each heap
//! that adds something, one visit to each pair.

mod counts;
mod sums;

use std::fmt;

use sprague_certificate::{Law, MisereTail, Theorem};

use crate::{
    Fault, Work,
    count::Tail,
    least::Least,
    memory::Buffer,
    refuse,
    rule::{Alike, HeapRule, Parts, Rule},
    work::Meter,
};

use sums::Sums;

/// A verified quotient, with a verified law of its images if there is one.
pub(crate) struct Quotient<'a> {
    monoid: Monoid<'a>,
    images: &'a [u16],
    tail: Option<Tail>,
    least: Option<Least>,
}

impl fmt::Display for Quotient<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let lost = (0..self.monoid.order).filter(|&x| self.monoid.is_lost(x)).count();
        write!(f, "order {}, {lost} of them lost; ", self.monoid.order)?;
        match (self.tail, self.least) {
            (None, _) => write!(f, "heaps 0 to {}", self.images.len() - 1),
            (Some(_), Some(least)) => f.write_str(&least.describe("")),
            (Some(tail), None) => {
                write!(f, "Φ(n + {}) = Φ(n) for all n ≥ {}", tail.period, tail.preperiod)
            }
        }
    }
}

/// Verify what a certificate says of misère play.
pub(crate) fn verify<'a>(
    rule: &Rule,
    law: &'a Law,
    theorem: Theorem,
    values: &'a [u16],
    work: &'a Work<'a>,
) -> Result<Quotient<'a>, Fault> {
    let stored = Stored::read(law, values)?;
    let Some(rule) = rule.ways(work)? else {
        return refuse("misère quotients are of heaps from which one takes, or which one breaks");
    };
    let monoid = Monoid::verify(&stored, work)?;
    let quotient = Outcomes::new(&monoid, work)?;
    quotient.verify(&rule, stored.images, work)?;
    monoid.verify_distinct(work)?;
    let images = stored.images;
    let Law::Misere { tail, .. } = law else { return refuse("this is not a law of misère play") };
    let (tail, least) = match (tail, theorem) {
        (None, Theorem::MisereQuotient) => (None, None),
        (Some(tail), theorem) => {
            let verified = Tail { preperiod: tail.preperiod, period: tail.period, saltus: 0 };
            verified.check(images, work)?;
            Continued { rule: &rule, images, tail, work }.verify(theorem, monoid.order)?;
            let least = tail.minimal.then(|| verified.refute_smaller(images, work)).transpose()?;
            (Some(verified), least)
        }
        _ => return refuse("this law, or theorem, is not one for this rule"),
    };
    Ok(Quotient { monoid, images, tail, least })
}

/// The distinct stored values.
struct Stored<'a> {
    order: usize,
    generators: &'a [u64],
    images: &'a [u16],
    actions: &'a [u16],
    lost: &'a [u16],
}

impl<'a> Stored<'a> {
    fn read(law: &'a Law, values: &'a [u16]) -> Result<Self, Fault> {
        let Law::Misere { order, heaps, generators, lost, .. } = law else {
            return refuse("this is not a law of misère play");
        };
        if !(1..=1 << 16).contains(order) {
            return refuse("a quotient has 1 to 65536 elements");
        }
        let actions = u128::from(*order) * generators.len() as u128;
        if *heaps == 0 || u128::from(*heaps) + actions + u128::from(*lost) != values.len() as u128 {
            return refuse(format!("{} values are not those of such a quotient", values.len()));
        }
        let (images, rest) = values.split_at(*heaps as usize);
        let (actions, lost) = rest.split_at(actions as usize);
        let ascending = generators.windows(2).all(|pair| pair[0] < pair[1]);
        if !ascending || generators.last().is_some_and(|last| last >= heaps) {
            return refuse("the generators are not ascending stored heaps");
        }
        if !lost.windows(2).all(|pair| pair[0] < pair[1]) {
            return refuse("the lost elements are not ascending");
        }
        if values.iter().any(|&x| u64::from(x) >= *order) {
            return refuse(format!("a value is not an element, of {order}"));
        }
        Ok(Stored { order: *order as usize, generators, images, actions, lost })
    }

    fn action(&self, generator: usize) -> &'a [u16] {
        &self.actions[generator * self.order..][..self.order]
    }
}

/// A finite commutative monoid with a set of lost elements.
struct Monoid<'a> {
    order: usize,
    /// Words of a row of bits.
    words: usize,
    /// Row by row.
    products: Buffer<'a, u16>,
    lost: Buffer<'a, u64>,
    /// {z : xz lost}, row by row.
    lost_beside: Buffer<'a, u64>,
}

impl<'a> Monoid<'a> {
    /// Steps 1 of the module.
    fn verify(stored: &Stored, work: &'a Work<'a>) -> Result<Self, Fault> {
        let order = stored.order;
        for (j, &later) in stored.generators.iter().enumerate() {
            for (i, &earlier) in stored.generators[..j].iter().enumerate() {
                work.charge(4 * order)?;
                let (a, b) = (stored.action(i), stored.action(j));
                if (0..order).any(|x| a[b[x] as usize] != b[a[x] as usize]) {
                    return refuse(format!("the actions of heaps {earlier} and {later} do not commute"));
                }
            }
            if stored.action(j)[0] != stored.images[later as usize] {
                return refuse(format!("the image of heap {later} is not where it takes the identity"));
            }
        }
        let words = order.div_ceil(64);
        let mut lost = work.buffer(words, 0, "the lost elements")?;
        stored.lost.iter().for_each(|&x| insert(&mut lost, x));
        if contains(&lost, 0) {
            return refuse("the empty sum is counted as lost");
        }
        let products = products(stored, work)?;
        let mut lost_beside = work.buffer(order * words, 0, "the lost sums")?;
        for (row, bits) in products.chunks_exact(order).zip(lost_beside.chunks_exact_mut(words)) {
            work.charge(2 * order)?;
            (0..).zip(row).filter(|&(_, &x)| contains(&lost, x)).for_each(|(z, _)| insert(bits, z));
        }
        Ok(Monoid { order, words, products, lost, lost_beside })
    }

    fn product(&self, x: u16, y: u16) -> u16 {
        self.products[x as usize * self.order + y as usize]
    }

    fn is_lost(&self, x: usize) -> bool {
        self.lost[x / 64] >> (x % 64) & 1 == 1
    }

    fn lost_beside(&self, x: u16) -> &[u64] {
        &self.lost_beside[x as usize * self.words..][..self.words]
    }

    /// No two elements have the same products in 𝒫.
    fn verify_distinct(&self, work: &Work) -> Result<(), Fault> {
        let mut by_row = work.room(self.order, "the elements")?;
        by_row.extend(0..=(self.order - 1) as u16)?;
        work.charge(self.order.saturating_mul(self.order.ilog2() as usize + 1).saturating_mul(2))?;
        by_row.sort_unstable_by(|&x, &y| self.lost_beside(x).cmp(self.lost_beside(y)));
        let alike = by_row.windows(2).find(|pair| self.lost_beside(pair[0]) == self.lost_beside(pair[1]));
        match alike {
            None => Ok(()),
            Some(&[x, y]) => refuse(format!("no sum tells elements {} and {} apart", x.min(y), x.max(y))),
            Some(_) => refuse("two elements are alike"),
        }
    }
}

/// All products, from the actions of the generators. Each element is reached from the identity; as the
/// actions commute, the way does not matter.
fn products<'a>(stored: &Stored, work: &'a Work<'a>) -> Result<Buffer<'a, u16>, Fault> {
    let order = stored.order;
    let mut products = work.buffer(order.saturating_mul(order), 0, "the products of a misère quotient")?;
    let mut reached = work.buffer(order, false, "the elements")?;
    let mut found = work.room(order, "the elements")?;
    products[..order].iter_mut().zip(0..=u16::MAX).for_each(|(product, z)| *product = z);
    reached[0] = true;
    found.push(0u16)?;
    let mut next = 0;
    while next < found.len() {
        let x = found[next] as usize;
        next += 1;
        for generator in 0..stored.generators.len() {
            let action = stored.action(generator);
            let to = action[x] as usize;
            if reached[to] {
                continue;
            }
            work.charge(order)?;
            for z in 0..order {
                products[to * order + z] = action[products[x * order + z] as usize];
            }
            reached[to] = true;
            found.push(to as u16)?;
        }
    }
    match reached.iter().position(|&reached| !reached) {
        Some(x) => refuse(format!("no sum of generators has element {x} as image")),
        None => Ok(products),
    }
}

/// Whether all outcomes are right: steps 2 and 3 of the module.
struct Outcomes<'m, 'a> {
    monoid: &'m Monoid<'a>,
    /// The pairs of U, as bits and as a list.
    related: Buffer<'a, u64>,
    pairs: Buffer<'a, (u16, u16)>,
    /// Images and sets D of the heaps so far that added something.
    used: Buffer<'a, (u16, Buffer<'a, u64>)>,
}

impl<'m, 'a> Outcomes<'m, 'a> {
    /// The pairs of the empty sum.
    fn new(monoid: &'m Monoid<'a>, work: &'a Work<'a>) -> Result<Self, Fault> {
        let mut related = work.buffer(monoid.order * monoid.words, 0, "the pairs of a misère quotient")?;
        let mut pairs = work.list("the pairs of a misère quotient")?;
        for z in (0..monoid.order).filter(|&z| !monoid.is_lost(z)) {
            insert(&mut related[..monoid.words], z as u16);
            pairs.push((0, z as u16))?;
        }
        Ok(Outcomes { monoid, related, pairs, used: work.list("the heaps of a misère quotient")? })
    }

    fn verify(mut self, rule: &HeapRule, images: &[u16], work: &'a Work<'a>) -> Result<(), Fault> {
        let Monoid { words, .. } = *self.monoid;
        let mut sums = Sums::new(rule, images, self.monoid, work)?;
        let mut options = work.buffer(words, 0, "the options")?;
        let mut won = work.buffer(words, 0, "the options")?;
        let mut meter = Meter::new(work);
        for (heap, &image) in images.iter().enumerate() {
            (work.progress)(heap as f64 / images.len() as f64);
            sums.options(heap, &mut options, &mut meter)?;
            if options.iter().all(|&word| word == 0) {
                if image != 0 {
                    return refuse(format!("heap {heap} has no move, and is not the identity"));
                }
            } else {
                won.fill(0);
                for option in elements(&options) {
                    meter.charge(words + 1)?;
                    add(&mut won, self.monoid.lost_beside(option));
                }
                self.add_heap(heap, &won, image, &mut meter, work)?;
            }
            sums.enter(heap, &mut meter)?;
        }
        meter.settle()
    }

    /// A heap with a move; a move in it wins beside the elements of `won`.
    fn add_heap(
        &mut self,
        heap: usize,
        won: &[u64],
        image: u16,
        meter: &mut Meter,
        work: &'a Work<'a>,
    ) -> Result<(), Fault> {
        let Monoid { order, words, .. } = *self.monoid;
        let lost = self.monoid.lost_beside(image);
        meter.charge(4 * words)?;
        if won.iter().zip(lost).any(|(won, lost)| won & lost != 0) {
            return refuse(format!("a sum with heap {heap} is counted as lost, but has a lost option"));
        }
        let mut undecided = work.room(words, "the heaps of a misère quotient")?;
        undecided.extend(won.iter().zip(lost).map(|(won, lost)| !won & !lost))?;
        meter.charge(self.used.len().saturating_mul(words))?;
        let adds_nothing = |(other, more): &(u16, Buffer<u64>)| {
            *other == image && undecided.iter().zip(more.iter()).all(|(few, more)| few & !more == 0)
        };
        if self.used.iter().any(adds_nothing) {
            return Ok(());
        }
        let before = Preimages::new(&self.monoid.products[image as usize * order..][..order], work)?;
        let mut place = 0;
        while place < self.pairs.len() {
            let (x, product) = self.pairs[place];
            place += 1;
            let sum = self.monoid.product(x, image);
            let candidates = before.of(product);
            meter.charge(2 + candidates.len())?;
            for &z in candidates {
                if !contains(&undecided, self.monoid.product(x, z)) {
                    continue;
                }
                if z == 0 {
                    return refuse(format!(
                        "a sum with largest heap {heap} is counted as won, but has no lost option"
                    ));
                }
                let row = &mut self.related[sum as usize * words..][..words];
                if !contains(row, z) {
                    insert(row, z);
                    self.pairs.push((sum, z))?;
                }
            }
        }
        self.used.push((image, undecided))
    }
}

/// The elements that a multiplication takes to each element.
struct Preimages<'a> {
    start: Buffer<'a, u32>,
    all: Buffer<'a, u16>,
}

impl<'a> Preimages<'a> {
    fn new(row: &[u16], work: &'a Work<'a>) -> Result<Self, Fault> {
        let mut start = work.buffer(row.len() + 2, 0u32, "the preimages")?;
        let mut all = work.buffer(row.len(), 0u16, "the preimages")?;
        row.iter().for_each(|&to| start[to as usize + 2] += 1);
        (2..start.len()).for_each(|i| start[i] += start[i - 1]);
        for (z, &to) in row.iter().enumerate() {
            let place = &mut start[to as usize + 1];
            all[*place as usize] = z as u16;
            *place += 1;
        }
        Ok(Preimages { start, all })
    }

    fn of(&self, x: u16) -> &[u16] {
        &self.all[self.start[x as usize] as usize..self.start[x as usize + 1] as usize]
    }
}

/// A law of images, which holds for all stored heaps: does it hold for all others?
struct Continued<'a> {
    rule: &'a HeapRule<'a>,
    images: &'a [u16],
    tail: &'a MisereTail,
    work: &'a Work<'a>,
}

impl Continued<'_> {
    fn verify(&self, theorem: Theorem, order: usize) -> Result<(), Fault> {
        let Parts { alike, least, largest } = self.rule.parts;
        let ways = || self.rule.ways.iter();
        let ends = ways().all(|way| way.step.is_none());
        let most = ways().map(|way| way.heaps.1).max().unwrap_or(0).max(1);
        let any = alike == Alike::Any || most == 1;
        let free = any && least == 1 && largest == usize::MAX;
        match theorem {
            Theorem::MiserePeriod if ends && any && largest == usize::MAX => {
                let start = u128::from(self.tail.preperiod).max(least as u128);
                self.needs(most as u128 * (start + u128::from(self.tail.period)) + self.reach())
            }
            Theorem::MisereNoMove if ends && largest < usize::MAX => {
                let without_move = most as u128 * largest as u128 + self.reach() + 1;
                self.needs(without_move + u128::from(self.tail.period))
            }
            Theorem::MisereState if !ends && most == 1 && free => self.state_repeats(order),
            _ => refuse("this law, or theorem, is not one for this rule"),
        }
    }

    fn needs(&self, heaps: u128) -> Result<(), Fault> {
        if (self.images.len() as u128) < heaps {
            return refuse(format!(
                "the images of {} heaps are too few, the theorem needs {heaps}",
                self.images.len()
            ));
        }
        Ok(())
    }

    /// k: no move removes more, or beyond it removals repeat.
    fn reach(&self) -> u128 {
        let of_way = |way: &crate::rule::Way| way.first.saturating_sub(way.step.unwrap_or(0)) as u128;
        self.rule.ways.iter().map(of_way).max().unwrap_or(0)
    }

    /// The states before heaps N − q and N are equal, N the number of stored heaps, q the least common
    /// multiple of the period and the cycle.
    fn state_repeats(&self, order: usize) -> Result<(), Fault> {
        let mut cycle = 1u128;
        for step in self.rule.ways.iter().filter_map(|way| way.step) {
            cycle = multiple(cycle, step as u128);
            self.needs(cycle)?;
        }
        let (q, k) = (multiple(cycle, self.tail.period.into()), self.reach());
        let start = u128::from(self.tail.preperiod).max(k + 1);
        self.needs(q + start)?;
        // All of these are below the number of stored heaps.
        let (cycle, k, second) = (cycle as usize, k as usize, self.images.len());
        let first = second - q as usize;
        self.work.charge(2 * second)?;
        if self.images[first - k..first] != self.images[second - k..] {
            return refuse(format!("the images before heaps {first} and {second} differ"));
        }
        let mut seen = self.work.buffer(cycle.saturating_mul(order), false, "the images by residue")?;
        for (heap, &image) in self.images.iter().enumerate().take(second - k).skip(1) {
            let seen = &mut seen[heap % cycle * order + image as usize];
            if heap >= first - k && !*seen {
                return refuse(format!("heap {heap} has an image that is new after heap {first}"));
            }
            *seen = true;
        }
        Ok(())
    }
}

/// The least common multiple.
fn multiple(a: u128, b: u128) -> u128 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}

fn contains(bits: &[u64], x: u16) -> bool {
    bits[x as usize / 64] >> (x % 64) & 1 == 1
}

fn insert(bits: &mut [u64], x: u16) {
    bits[x as usize / 64] |= 1 << (x % 64);
}

fn add(to: &mut [u64], set: &[u64]) {
    to.iter_mut().zip(set).for_each(|(to, word)| *to |= word);
}

/// The elements of a set, ascending.
fn elements(bits: &[u64]) -> impl Iterator<Item = u16> {
    bits.iter().enumerate().flat_map(|(i, &word)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| (64 * i + bit) as u16)
    })
}
