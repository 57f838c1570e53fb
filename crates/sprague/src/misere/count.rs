//! Exact counts of lost and won sums, in the algebra ℤ[Q].
//!
//! A count of sums by image is an element of ℤ[Q], the formal sums of elements of the quotient: the m-tuples
//! of some heaps are the m-th power of Σ Φ(n), multisets and sets are coefficients of Π (1 − tΦ(n))⁻¹ and Π
//! (1 + tΦ(n)), the partitions of n those of Π (1 − t^s Φ(s))⁻¹. What is lost is the sum of the coefficients
//! on 𝒫. Heaps of one image are counted together.

use super::monoid::Action;
use super::{Known, cost};
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use std::ops::RangeInclusive;

/// How many sums are lost and won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// The player to move loses.
    pub lost: BigUint,
    /// The player to move wins.
    pub won: BigUint,
}

/// Exact numbers or residues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Numbers {
    /// Exact numbers.
    #[default]
    Exact,
    /// Residues modulo a number, at least 1.
    Modulo(u64),
}

/// Which heaps a sum may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The order of the heaps counts.
    Tuples,
    /// Heaps may be equal and their order does not count.
    Multisets,
    /// All heaps are different and their order does not count.
    Sets,
}

impl Known {
    /// Counts the heaps of these sizes, bounds included.
    ///
    /// # Errors
    /// If there is no law and a heap is beyond the largest of the quotient.
    pub fn count_heaps(&self, sizes: &RangeInclusive<BigUint>) -> Result<Tally> {
        self.tally(&Exact, &self.histogram(sizes)?)
    }

    /// The lost heaps of these sizes, ascending.
    ///
    /// # Errors
    /// If there is no law and a heap is beyond the largest of the quotient.
    pub fn lost_heaps(&self, sizes: RangeInclusive<u64>, work: &Work) -> Result<Vec<u64>> {
        let mut lost = Vec::new();
        for heap in sizes {
            if heap.is_multiple_of(1 << 12) {
                work.tell(heap, 0)?;
                work.fits("the list of lost heaps", 16 * lost.len() as u128)?;
            }
            if self.quotient.is_lost(self.image(&heap.into())?) {
                lost.push(heap);
            }
        }
        Ok(lost)
    }

    /// Counts the sums of `heaps` heaps of these sizes, bounds included.
    ///
    /// # Errors
    /// If there is no law and a size is beyond the largest heap of the quotient, or if memory is not enough.
    pub fn count_sums(
        &self,
        choice: Choice,
        sizes: &RangeInclusive<BigUint>,
        heaps: u64,
        numbers: Numbers,
        work: &Work,
    ) -> Result<Tally> {
        match numbers {
            Numbers::Exact => self.count_in(choice, sizes, heaps, &Exact, work),
            Numbers::Modulo(modulus) => self.count_in(choice, sizes, heaps, &Residues::new(modulus)?, work),
        }
    }

    /// Counts the partitions of n into heaps of at least one token.
    ///
    /// # Errors
    /// If there is no law and n is beyond the largest heap of the quotient, or if memory is not enough.
    pub fn count_partitions(&self, n: u64, numbers: Numbers, work: &Work) -> Result<Tally> {
        match numbers {
            Numbers::Exact => self.partitions_in(n, &Exact, work),
            Numbers::Modulo(modulus) => self.partitions_in(n, &Residues::new(modulus)?, work),
        }
    }

    /// The number of heaps of these sizes by image.
    fn histogram(&self, sizes: &RangeInclusive<BigUint>) -> Result<Vec<BigUint>> {
        let mut counts = vec![BigUint::zero(); self.quotient.order()];
        let (from, to) = (sizes.start(), sizes.end());
        if from > to {
            return Ok(counts);
        }
        self.image(to)?;
        let (preperiod, period) =
            self.law().map_or((self.quotient.largest_heap() + 1, 0), |law| (law.preperiod, law.period));
        for heap in 0..preperiod + period {
            let below = |end: &BigUint| -> BigUint {
                if BigUint::from(heap) >= *end {
                    BigUint::zero()
                } else if heap < preperiod {
                    BigUint::one()
                } else {
                    (end - 1u32 - heap) / period + 1u32
                }
            };
            let image = self.quotient.monoid().image(heap as usize);
            counts[image as usize] += below(&(to + 1u32)) - below(from);
        }
        Ok(counts)
    }

    fn count_in<A: Arithmetic>(
        &self,
        choice: Choice,
        sizes: &RangeInclusive<BigUint>,
        heaps: u64,
        arithmetic: &A,
        work: &Work,
    ) -> Result<Tally> {
        let histogram = self.histogram(sizes)?;
        let total: BigUint = histogram.iter().sum();
        let (order, images) = (histogram.len(), histogram.iter().filter(|count| !count.is_zero()).count());
        if choice == Choice::Sets && total < heaps.into() {
            return Ok(Tally { lost: BigUint::zero(), won: BigUint::zero() });
        }
        cost::Sums { choice, numbers: A::NUMBERS, all: &total, order, images }.check(heaps, work)?;
        let algebra = Algebra::new(self, arithmetic, work)?;
        let counts = match choice {
            Choice::Tuples => algebra.power(&algebra.of(&histogram), heaps)?,
            Choice::Multisets => algebra.choose(&histogram, heaps, |count, j| count + j)?,
            Choice::Sets => algebra.choose(&histogram, heaps, |count, j| {
                if count > &BigUint::from(j) { count - j } else { BigUint::zero() }
            })?,
        };
        self.tally(arithmetic, &counts)
    }

    fn partitions_in<A: Arithmetic>(&self, n: u64, arithmetic: &A, work: &Work) -> Result<Tally> {
        self.image(&n.into())?;
        let order = self.quotient.order();
        cost::check_partitions_by(order, n, A::NUMBERS, work)?;
        let n = n as usize;
        let mut counts = vec![vec![A::Number::default(); order]; n + 1];
        counts[0][0] = arithmetic.of(&BigUint::one());
        for part in 1..=n {
            work.tell(part as u64, n as u64)?;
            let small = self.representative(&part.into())?;
            let action = &self.quotient.monoid().actions[small as usize];
            for total in part..=n {
                let (before, after) = counts.split_at_mut(total);
                for (x, count) in before[total - part].iter().enumerate() {
                    arithmetic.add(&mut after[0][action[x] as usize], count);
                }
            }
        }
        self.tally(arithmetic, &counts[n])
    }

    fn tally<A: Arithmetic>(&self, arithmetic: &A, counts: &[A::Number]) -> Result<Tally> {
        let mut sums = [A::Number::default(), A::Number::default()];
        for (x, count) in (0..).zip(counts) {
            arithmetic.add(&mut sums[usize::from(self.quotient.is_lost(x))], count);
        }
        let [won, lost] = sums.map(|sum| arithmetic.show(sum));
        Ok(Tally { lost, won })
    }
}

/// Numbers that can be added and multiplied.
trait Arithmetic {
    type Number: Clone + Default + PartialEq;
    /// What kind of numbers, for estimates; the modulus does not matter.
    const NUMBERS: Numbers;
    fn of(&self, number: &BigUint) -> Self::Number;
    fn add(&self, sum: &mut Self::Number, number: &Self::Number);
    fn product(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn show(&self, number: Self::Number) -> BigUint;
}

struct Exact;

impl Arithmetic for Exact {
    type Number = BigUint;
    const NUMBERS: Numbers = Numbers::Exact;

    fn of(&self, number: &BigUint) -> BigUint {
        number.clone()
    }

    fn add(&self, sum: &mut BigUint, number: &BigUint) {
        if !number.is_zero() {
            *sum += number;
        }
    }

    fn product(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b
    }

    fn show(&self, number: BigUint) -> BigUint {
        number
    }
}

struct Residues(u64);

impl Residues {
    fn new(modulus: u64) -> Result<Self> {
        if modulus == 0 {
            return Err(Error::option("mod", "is 0; it has to be at least 1"));
        }
        Ok(Residues(modulus))
    }
}

impl Arithmetic for Residues {
    type Number = u64;
    const NUMBERS: Numbers = Numbers::Modulo(1);

    fn of(&self, number: &BigUint) -> u64 {
        (number % self.0).to_u64().unwrap_or(0)
    }

    fn add(&self, sum: &mut u64, number: &u64) {
        let rest = self.0 - *number;
        *sum = if *sum >= rest { *sum - rest } else { *sum + number };
    }

    fn product(&self, a: &u64, b: &u64) -> u64 {
        (u128::from(*a) * u128::from(*b) % u128::from(self.0)) as u64
    }

    fn show(&self, number: u64) -> BigUint {
        number.into()
    }
}

/// ℤ[Q], or its residues.
struct Algebra<'a, A: Arithmetic> {
    arithmetic: &'a A,
    /// x times each element, by x.
    products: Vec<Action>,
    work: &'a Work<'a>,
}

impl<'a, A: Arithmetic> Algebra<'a, A> {
    fn new(known: &Known, arithmetic: &'a A, work: &'a Work<'a>) -> Result<Self> {
        let monoid = known.quotient.monoid();
        let order = monoid.order();
        work.fits("the products of a misère quotient", 4 * order as u128 * order as u128)?;
        let mut products: Vec<Action> = vec![Action::from([]); order];
        for &x in &monoid.words.order {
            products[x as usize] = match monoid.words.step(x) {
                None => (0..order as u32).collect(),
                Some((parent, letter)) => {
                    let action = &monoid.actions[letter as usize];
                    products[parent as usize].iter().map(|&y| action[y as usize]).collect()
                }
            };
        }
        Ok(Algebra { arithmetic, products, work })
    }

    fn of(&self, histogram: &[BigUint]) -> Vec<A::Number> {
        histogram.iter().map(|count| self.arithmetic.of(count)).collect()
    }

    fn zero(&self) -> Vec<A::Number> {
        vec![A::Number::default(); self.products.len()]
    }

    fn one(&self) -> Vec<A::Number> {
        let mut one = self.zero();
        one[0] = self.arithmetic.of(&BigUint::one());
        one
    }

    /// One product; `before` of `all` products have been computed.
    fn product(&self, a: &[A::Number], b: &[A::Number], (before, all): (u64, u64)) -> Result<Vec<A::Number>> {
        let zero = A::Number::default();
        let (mut product, order) = (self.zero(), a.len() as u64);
        for (x, count) in a.iter().enumerate().filter(|(_, count)| **count != zero) {
            self.work.tell(before * order + x as u64, all * order)?;
            for (y, other) in b.iter().enumerate().filter(|(_, count)| **count != zero) {
                let both = self.arithmetic.product(count, other);
                self.arithmetic.add(&mut product[self.products[x][y] as usize], &both);
            }
        }
        Ok(product)
    }

    fn power(&self, base: &[A::Number], exponent: u64) -> Result<Vec<A::Number>> {
        let mut power = self.one();
        let bits = u64::BITS - exponent.leading_zeros();
        let (mut before, all) = (0, u64::from(bits + exponent.count_ones()));
        for bit in (0..bits).rev() {
            power = self.product(&power, &power, (before, all))?;
            before += 1;
            if exponent >> bit & 1 == 1 {
                power = self.product(&power, base, (before, all))?;
                before += 1;
            }
        }
        Ok(power)
    }

    /// Sums of this many heaps without order: of `count` heaps of one image, j are chosen in
    /// Π factor(count, i) / (i + 1) ways, i < j.
    fn choose(
        &self,
        histogram: &[BigUint],
        heaps: u64,
        factor: impl Fn(&BigUint, u64) -> BigUint,
    ) -> Result<Vec<A::Number>> {
        let images = histogram.iter().filter(|count| !count.is_zero()).count() as u64;
        let (mut done, all) = (0, images * (heaps + 1) * (heaps + 2) / 2);
        let heaps = heaps as usize;
        let zero = A::Number::default();
        let mut layers = vec![self.zero(); heaps + 1];
        layers[0] = self.one();
        for (x, count) in histogram.iter().enumerate().filter(|(_, count)| !count.is_zero()) {
            let mut ways = vec![BigUint::one()];
            for i in 0..heaps as u64 {
                self.work.poll()?;
                let next = &ways[i as usize] * factor(count, i) / (i + 1);
                ways.push(next);
            }
            let ways: Vec<A::Number> = ways.iter().map(|number| self.arithmetic.of(number)).collect();
            let mut next = vec![self.zero(); heaps + 1];
            for (chosen, layer) in layers.iter().enumerate() {
                self.work.tell(done, all)?;
                done += (heaps - chosen + 1) as u64;
                if layer.iter().all(|number| *number == zero) {
                    continue;
                }
                let mut places: Vec<u32> = (0..layer.len() as u32).collect();
                for (more, ways) in ways.iter().enumerate().take(heaps - chosen + 1) {
                    for (number, place) in layer.iter().zip(&mut places) {
                        let product = self.arithmetic.product(number, ways);
                        self.arithmetic.add(&mut next[chosen + more][*place as usize], &product);
                        *place = self.products[x][*place as usize];
                    }
                }
            }
            layers = next;
        }
        Ok(layers.pop().expect("a layer for each number of heaps, 0 among them"))
    }
}
