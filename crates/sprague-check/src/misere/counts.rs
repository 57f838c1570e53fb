//! Counts of misère play from a verified quotient: how many heaps have each image, and then the products of
//! images.
//!
//! A count of sums by image is a vector with one number for each element of Q. Tuples are a power, by
//! squaring; of the c heaps of one image j can be chosen in C(c+j−1, j) ways with repetition and C(c, j)
//! without; a heap a enters the partitions of n as it does for numbers alone. What is lost is the sum over 𝒫.

use num_bigint::BigUint;
use sprague_certificate::{Choice, Outcome, Question};

use crate::{
    Fault, Work,
    count::number,
    known::small,
    memory::{Buffer, Hold},
    refuse,
    work::Meter,
};

use super::Quotient;

/// Numbers of more bits are not computed with.
const MOST_BITS: u64 = 1 << 17;
/// Partitions are counted in 128 bits.
const MOST_PARTITIONED: u64 = 1400;

/// Numbers, by element or by how many heaps are chosen. Their digits are charged as they grow.
struct Counts<'w> {
    numbers: Buffer<'w, BigUint>,
    digits: Hold<'w>,
}

impl Counts<'_> {
    /// Replace a number. It is stored without room to spare, so that what is charged is what it takes.
    fn set(&mut self, place: usize, number: &BigUint) -> Result<(), Fault> {
        let (before, after) = (bytes(&self.numbers[place]), bytes(number));
        if before == after {
            self.numbers[place].clone_from(number);
        } else {
            self.digits.resize(self.digits.bytes() - before + after, WHAT)?;
            self.numbers[place] = number.clone();
        }
        Ok(())
    }

    /// Add to a number, and reduce it.
    fn add(&mut self, place: usize, more: BigUint, modulus: Option<&BigUint>) -> Result<(), Fault> {
        let mut sum = more + &self.numbers[place];
        reduce(&mut sum, modulus);
        self.set(place, &sum)
    }
}

/// What the memory of counts is asked for.
const WHAT: &str = "the counts by image";

/// The bytes of a number's digits.
fn bytes(number: &BigUint) -> u64 {
    number.bits().div_ceil(64) * 8
}

impl Quotient<'_> {
    /// Answer a question.
    pub fn count(
        &self,
        question: &Question,
        modulus: Option<&BigUint>,
        work: &Work,
    ) -> Result<BigUint, Fault> {
        match question {
            Question::Wins { upto } => {
                self.sum(&self.histogram(&1u32.into(), &number(upto)?, work)?, Outcome::Won)
            }
            Question::Pieces { from, to, outcome } => {
                let [from, to] = [one(from)?, one(to)?];
                self.sum(&self.histogram(&from, &to, work)?, *outcome)
            }
            Question::Choices { choice, pieces, from, to, outcome } => {
                let histogram = self.histogram(&one(from)?, &one(to)?, work)?;
                self.sum(&self.choose(*choice, &number(pieces)?, &histogram, modulus, work)?, *outcome)
            }
            Question::Partitions { of, outcome } => self.partitions(*of, *outcome, work),
            Question::Zeros { from, to, heaps } => self.zeros(&one(from)?, &one(to)?, heaps, work),
            _ => refuse("this question is not one of misère play"),
        }
    }

    /// The image of a heap.
    fn image(&self, heap: u64) -> Result<u16, Fault> {
        let place = match self.tail {
            Some(tail) if heap >= tail.preperiod => tail.preperiod + (heap - tail.preperiod) % tail.period,
            _ => heap,
        };
        let stored = usize::try_from(place).ok().and_then(|place| self.images.get(place));
        stored.map_or_else(|| refuse(format!("the image of heap {heap} is not known")), |&image| Ok(image))
    }

    fn zero<'w>(&self, work: &'w Work) -> Result<Counts<'w>, Fault> {
        zeros(self.monoid.order, work)
    }

    /// Heaps from one size to another, by image.
    fn histogram<'w>(&self, from: &BigUint, to: &BigUint, work: &'w Work) -> Result<Counts<'w>, Fault> {
        let mut counts = self.zero(work)?;
        if from > to {
            return Ok(counts);
        }
        let (start, period) =
            self.tail.map_or((self.images.len() as u64, 0), |tail| (tail.preperiod, tail.period));
        if period == 0 && *to >= start.into() {
            return refuse(format!("the count needs a law, there are only {start} heaps"));
        }
        let mut meter = Meter::new(work);
        for (heap, &image) in (0..start + period).zip(self.images) {
            meter.charge(8)?;
            // Heaps of this image below an end: the heap itself, and those some periods later.
            let below = |end: &BigUint| {
                let heap = BigUint::from(heap);
                if heap >= *end {
                    BigUint::ZERO
                } else if heap < start.into() {
                    1u32.into()
                } else {
                    (end - heap - 1u32) / period + 1u32
                }
            };
            counts.add(image as usize, below(&(to + 1u32)) - below(from), None)?;
        }
        meter.settle()?;
        Ok(counts)
    }

    /// The sums that are won, or lost.
    fn sum(&self, counts: &Counts, outcome: Outcome) -> Result<BigUint, Fault> {
        let wanted = |x: &usize| self.monoid.is_lost(*x) == (outcome == Outcome::Lost);
        Ok((0..self.monoid.order).filter(wanted).map(|x| &counts.numbers[x]).sum())
    }

    /// Choices of this many heaps, by image.
    fn choose<'w>(
        &self,
        choice: Choice,
        heaps: &BigUint,
        histogram: &Counts,
        modulus: Option<&BigUint>,
        work: &'w Work,
    ) -> Result<Counts<'w>, Fault> {
        let all: BigUint = histogram.numbers.iter().sum();
        let few = u64::try_from(heaps).ok();
        let exact = few.map(|few| few.saturating_mul((&all + few).bits())).filter(|&bits| bits <= MOST_BITS);
        match (choice, few, modulus) {
            (Choice::Tuples, _, Some(_)) => self.power(histogram, heaps, modulus, work),
            (Choice::Tuples, _, None) if exact.is_some() => self.power(histogram, heaps, None, work),
            (_, Some(few), _) if exact.is_some() => self.sets(choice, few, histogram, modulus, work),
            (_, _, None) => refuse("the number itself is too long; a residue can be checked"),
            (_, _, Some(_)) => refuse("too many pieces are chosen"),
        }
    }

    fn product<'w>(
        &self,
        a: &Counts,
        b: &Counts,
        modulus: Option<&BigUint>,
        meter: &mut Meter<'w>,
    ) -> Result<Counts<'w>, Fault> {
        let mut product = self.zero(meter.work())?;
        for (x, many) in a.numbers.iter().enumerate().filter(|(_, count)| **count != BigUint::ZERO) {
            for (y, other) in b.numbers.iter().enumerate().filter(|(_, count)| **count != BigUint::ZERO) {
                meter.charge(32 + ((many.bits() / 64 + 1) * (other.bits() / 64 + 1)) as usize)?;
                product.add(self.monoid.product(x as u16, y as u16) as usize, many * other, modulus)?;
            }
        }
        Ok(product)
    }

    fn power<'w>(
        &self,
        base: &Counts,
        exponent: &BigUint,
        modulus: Option<&BigUint>,
        work: &'w Work,
    ) -> Result<Counts<'w>, Fault> {
        let mut meter = Meter::new(work);
        let mut reduced = self.zero(work)?;
        for (x, count) in base.numbers.iter().enumerate() {
            reduced.add(x, count.clone(), modulus)?;
        }
        let mut power = self.zero(work)?;
        power.add(0, 1u32.into(), modulus)?;
        for bit in (0..exponent.bits()).rev() {
            power = self.product(&power, &power, modulus, &mut meter)?;
            if exponent.bit(bit) {
                power = self.product(&power, &reduced, modulus, &mut meter)?;
            }
        }
        meter.settle()?;
        Ok(power)
    }

    /// Heaps of one image after those of another; layer j has the choices of j heaps so far.
    fn sets<'w>(
        &self,
        choice: Choice,
        heaps: u64,
        histogram: &Counts,
        modulus: Option<&BigUint>,
        work: &'w Work,
    ) -> Result<Counts<'w>, Fault> {
        let heaps = heaps as usize;
        let mut meter = Meter::new(work);
        let mut layers = work.list("the counts by image")?;
        for _ in 0..=heaps {
            layers.push(self.zero(work)?)?;
        }
        layers[0].add(0, 1u32.into(), None)?;
        for (image, count) in
            histogram.numbers.iter().enumerate().filter(|(_, count)| **count != BigUint::ZERO)
        {
            let mut ways = zeros(heaps + 1, work)?;
            ways.set(0, &1u32.into())?;
            for j in 0..heaps {
                let factor = match choice {
                    Choice::Multisets => count + j,
                    _ if *count > j.into() => count - j,
                    _ => BigUint::ZERO,
                };
                meter.charge(32 + 2 * (ways.numbers[j].bits() / 64) as usize)?;
                let next = &ways.numbers[j] * factor / (j + 1);
                ways.set(j + 1, &next)?;
            }
            let ways = &ways.numbers;
            // The highest layer first: the lower ones are still those without this image.
            for to in (1..=heaps).rev() {
                let (lower, this) = layers.split_at_mut(to);
                let this = &mut this[0];
                for from in (0..to).rev().filter(|from| ways[to - from] != BigUint::ZERO) {
                    let power = self.power_of(image as u16, to - from, &mut meter)?;
                    for (x, number) in lower[from].numbers.iter().enumerate() {
                        meter.charge(8)?;
                        if *number == BigUint::ZERO {
                            continue;
                        }
                        let words = (number.bits() / 64 + 1) * (ways[to - from].bits() / 64 + 1);
                        meter.charge(32 + words as usize)?;
                        let place = self.monoid.product(x as u16, power) as usize;
                        this.add(place, number * &ways[to - from], modulus)?;
                    }
                }
            }
        }
        let mut last = layers.pop().map_or_else(|| self.zero(work), Ok)?;
        if choice == Choice::OrderedSets {
            for x in 0..self.monoid.order {
                meter.charge(heaps + 1)?;
                let mut number = last.numbers[x].clone();
                (2..=heaps).for_each(|k| number *= k);
                reduce(&mut number, modulus);
                last.set(x, &number)?;
            }
        }
        meter.settle()?;
        Ok(last)
    }

    fn power_of(&self, x: u16, exponent: usize, meter: &mut Meter) -> Result<u16, Fault> {
        meter.charge(exponent)?;
        Ok((0..exponent).fold(0, |power, _| self.monoid.product(power, x)))
    }

    /// Partitions of n, by image: row s of the table has those of s.
    fn partitions(&self, n: u64, outcome: Outcome, work: &Work) -> Result<BigUint, Fault> {
        if n > MOST_PARTITIONED {
            return refuse("partitions are counted up to 1400 here (128-bit numbers)");
        }
        let (n, order) = (n as usize, self.monoid.order);
        let mut table = work.buffer((n + 1) * order, 0u128, "the table of partitions")?;
        table[0] = 1;
        for a in 1..=n {
            let row = self.image(a as u64)? as usize * order;
            let action = &self.monoid.products[row..][..order];
            for s in a..=n {
                work.charge(order)?;
                let (smaller, larger) = table.split_at_mut(s * order);
                for (x, &count) in smaller[(s - a) * order..][..order].iter().enumerate() {
                    larger[action[x] as usize] += count;
                }
            }
        }
        let lost = |x: &usize| self.monoid.is_lost(*x) == (outcome == Outcome::Lost);
        Ok((0..order).filter(lost).map(|x| table[n * order + x]).sum::<u128>().into())
    }

    /// Whether these are the lost heaps of some sizes.
    fn zeros(&self, from: &BigUint, to: &BigUint, stated: &[u64], work: &Work) -> Result<BigUint, Fault> {
        let mut meter = Meter::new(work);
        let mut listed = stated.iter();
        if from <= to {
            for heap in small(from)?..=small(to)? {
                meter.charge(4)?;
                let lost = self.monoid.is_lost(self.image(heap)? as usize);
                if lost && listed.next() != Some(&heap) {
                    return refuse(format!("heap {heap} is lost, and the list does not say so there"));
                }
            }
        }
        meter.settle()?;
        match listed.next() {
            Some(heap) => refuse(format!("heap {heap} is listed, and is not a lost heap of these sizes")),
            None => Ok(stated.len().into()),
        }
    }
}

/// This many numbers, all 0.
fn zeros<'w>(length: usize, work: &'w Work) -> Result<Counts<'w>, Fault> {
    Ok(Counts { numbers: work.buffer(length, BigUint::ZERO, WHAT)?, digits: work.hold(0, WHAT)? })
}

fn reduce(number: &mut BigUint, modulus: Option<&BigUint>) {
    if let Some(modulus) = modulus {
        *number %= modulus;
    }
}

/// The size of a heap.
fn one(size: &[String]) -> Result<BigUint, Fault> {
    match size {
        [digits] => number(digits),
        _ => refuse("sizes of this rule have 1 numbers"),
    }
}
