//! The pair relation U: decides in O(|Q|²) steps per heap whether a finite (Q, 𝒫, Φ) gives every outcome.
//!
//! docs/misere.md has the theorem with its proof. (x, z) is in U iff some sum X of image x satisfies z ∈
//! D(X): X + z is counted as won, but no move in X wins it. U is built heap by heap in ascending order: after
//! heap h it holds the pairs of all sums of heaps up to h, and adding copies of the next heap never leads
//! back to an earlier one. Pairs are listed in the order of the least sums that give them, so the first
//! failure is the least wrong sum.

use super::bits::{Bits, Rows};
use super::monoid::{Monoid, Word};
use super::options::{Options, Sum};
use crate::{Result, Work};

/// Products of two elements.
#[derive(Debug, Clone)]
enum Products {
    Table(Vec<u16>),
    /// No room for a table: by least words.
    Words,
}

#[derive(Debug, Clone, Copy)]
struct Pair {
    x: u32,
    z: u32,
    /// The place of the pair of the sum with one heap less.
    from: u32,
}

/// Which sums are looked at.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sums {
    All,
    /// Those with at most so many copies of the largest heap.
    Copies(u32),
}

/// U, for the heaps so far.
#[derive(Debug, Clone)]
pub(super) struct Pairs {
    products: Products,
    rows: Rows,
    list: Vec<Pair>,
    /// Heaps with the place of the first pair of sums in which they are the largest.
    stages: Vec<(u32, usize)>,
    /// Images and sets D of these heaps.
    used: Vec<(u32, Bits)>,
    /// {z : xz lost}, where it was needed.
    lost_beside: Vec<Option<Bits>>,
}

impl Pairs {
    /// The pairs of the empty sum.
    pub fn new(monoid: &Monoid, work: &Work) -> Result<Self> {
        let order = monoid.order();
        let square = order as u128 * order as u128;
        work.fits("the check of a misère quotient", 2 * Rows::bytes(order))?;
        let tabled = order <= 1 << 16 && 2 * square <= u128::from(work.memory() / 4);
        let products = if tabled { Products::Table(table(monoid)) } else { Products::Words };
        let mut rows = Rows::none(order);
        let mut list = Vec::new();
        for z in (0..order).filter(|&z| !monoid.lost.contains(z)) {
            rows.insert(0, z);
            list.push(Pair { x: 0, z: z as u32, from: u32::MAX });
        }
        Ok(Pairs {
            products,
            rows,
            list,
            stages: Vec::new(),
            used: Vec::new(),
            lost_beside: vec![None; order],
        })
    }

    #[inline]
    fn times(&self, monoid: &Monoid, x: u32, z: u32) -> u32 {
        match &self.products {
            Products::Table(table) => u32::from(table[x as usize * monoid.order() + z as usize]),
            Products::Words => {
                monoid.words.letters(x).fold(z, |z, letter| monoid.actions[letter as usize][z as usize])
            }
        }
    }

    /// x times every element.
    pub fn row(&self, monoid: &Monoid, x: u32) -> Vec<u32> {
        (0..monoid.order() as u32).map(|z| self.times(monoid, x, z)).collect()
    }

    /// {z : xz lost}.
    fn lost_beside(&mut self, monoid: &Monoid, x: u32) -> &Bits {
        if self.lost_beside[x as usize].is_none() {
            let lost = |z: usize| monoid.lost.contains(self.times(monoid, x, z as u32) as usize);
            self.lost_beside[x as usize] = Some(Bits::of(monoid.order(), lost));
        }
        self.lost_beside[x as usize].get_or_insert_with(|| Bits::none(0))
    }

    /// W: the elements z for which a move to one of these images wins.
    fn won_by(&mut self, monoid: &Monoid, images: &[u32]) -> Bits {
        let mut won = Bits::none(monoid.order());
        images.iter().for_each(|&image| won.unite(self.lost_beside(monoid, image)));
        won
    }

    /// N(x) \ W.
    fn undecided(&mut self, monoid: &Monoid, x: u32, won: &Bits) -> Bits {
        let mut rest = Bits::of(monoid.order(), |_| true);
        rest.subtract(self.lost_beside(monoid, x));
        rest.subtract(won);
        rest
    }

    /// The relation of a monoid if all these sums have the right outcome, otherwise the least sum that has
    /// not.
    pub fn check(
        monoid: &Monoid,
        options: &Options,
        sums: Sums,
        work: &Work,
    ) -> Result<std::result::Result<Pairs, Word>> {
        let mut pairs = Pairs::new(monoid, work)?;
        let heaps = options.len();
        let mut local: Option<Word> = None;
        let mut won = Vec::new();
        for heap in options.movable() {
            let winning = pairs.won_by(monoid, &monoid.option_images(options.of(heap)));
            // Elements are numbered in the order of their least words.
            let wrong = winning.both(pairs.lost_beside(monoid, monoid.image(heap))).iter().next();
            if let Some(z) = wrong {
                let word = monoid.word(z as u32, heaps).with(heap);
                let within = match sums {
                    Sums::All => true,
                    Sums::Copies(most) => word.0[heaps - 1] <= most,
                };
                if within && local.as_ref().is_none_or(|least| word < *least) {
                    local = Some(word);
                }
            }
            won.push((heap, winning));
        }
        for (heap, winning) in won {
            if local.as_ref().is_some_and(|least| *least < Word::empty(heaps).with(heap)) {
                break;
            }
            let rounds = match sums {
                Sums::Copies(most) if heap + 1 == heaps => most,
                _ => u32::MAX,
            };
            let undecided = pairs.undecided(monoid, monoid.image(heap), &winning);
            if let Some(place) = pairs.extend(monoid, heap, undecided, rounds, work)? {
                let word = pairs.word(place, heaps).with(heap);
                return Ok(Err(local.filter(|least| *least < word).unwrap_or(word)));
            }
        }
        Ok(local.map_or(Ok(pairs), Err))
    }

    /// Adds sums with up to so many copies of the next heap. If one of them is wrongly counted as won, the
    /// place of the pair that it has without one copy of the heap is returned.
    pub fn extend(
        &mut self,
        monoid: &Monoid,
        heap: usize,
        undecided: Bits,
        rounds: u32,
        work: &Work,
    ) -> Result<Option<usize>> {
        let image = monoid.image(heap);
        if self.used.iter().any(|(other, larger)| *other == image && undecided.is_subset(larger)) {
            return Ok(None);
        }
        self.stages.push((heap as u32, self.list.len()));
        let action = &monoid.actions[heap];
        let before = Preimages::new(action);
        let mut from = 0;
        for _ in 0..rounds {
            let to = self.list.len();
            for place in from..to {
                if place.is_multiple_of(1 << 14) {
                    work.tell(place as u64, 0)?;
                    work.fits("the pairs of a misère quotient", 12 * 2 * self.list.len() as u128)?;
                }
                let Pair { x, z: product, .. } = self.list[place];
                let sum = action[x as usize];
                for &z in before.of(product) {
                    if z != 0 && self.rows.contains(sum as usize, z as usize) {
                        continue;
                    }
                    if !undecided.contains(self.times(monoid, x, z) as usize) {
                        continue;
                    }
                    if z == 0 {
                        return Ok(Some(place));
                    }
                    self.rows.insert(sum as usize, z as usize);
                    self.list.push(Pair { x: sum, z, from: place as u32 });
                }
            }
            if self.list.len() == to {
                break;
            }
            from = to;
        }
        self.used.push((image, undecided));
        Ok(None)
    }

    /// All pairs.
    #[cfg(test)]
    pub fn elements(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.list.iter().map(|pair| (pair.x, pair.z))
    }

    /// The least sum that has the pair at this place.
    fn word(&self, place: usize, heaps: usize) -> Word {
        let mut word = Word::empty(heaps);
        let mut at = place;
        while self.list[at].from != u32::MAX {
            let stage = self.stages.partition_point(|&(_, start)| start <= at) - 1;
            word = word.with(self.stages[stage].0 as usize);
            at = self.list[at].from as usize;
        }
        word
    }

    /// The only element that the next heap can be, with its set D; `None` if the quotient has to grow.
    pub fn fit(&mut self, monoid: &Monoid, options: &[Sum], work: &Work) -> Result<Option<(u32, Bits)>> {
        let images = monoid.option_images(options);
        let won = self.won_by(monoid, &images);
        let lost = !images.iter().any(|&image| monoid.lost.contains(image as usize));
        for x in 0..monoid.order() as u32 {
            if x.is_multiple_of(256) {
                work.tell(u64::from(x), 0)?;
            }
            if monoid.lost.contains(x as usize) != lost
                || won.iter().any(|z| monoid.lost.contains(self.times(monoid, x, z as u32) as usize))
            {
                continue;
            }
            let undecided = self.undecided(monoid, x, &won);
            if !self.is_forbidden(monoid, x, &undecided) {
                return Ok(Some((x, undecided)));
            }
        }
        Ok(None)
    }

    /// Whether copies of a new heap of image x beside some sum would be wrongly counted as won:
    /// (y, x^k) in U and y·x^(k−1) undecided for some y and k ≥ 1.
    fn is_forbidden(&self, monoid: &Monoid, x: u32, undecided: &Bits) -> bool {
        let mut seen = Bits::none(monoid.order());
        let mut power = 0;
        while !seen.contains(power as usize) {
            seen.insert(power as usize);
            let next = self.times(monoid, x, power);
            let wrong = |y: usize| {
                self.rows.contains(y, next as usize)
                    && undecided.contains(self.times(monoid, power, y as u32) as usize)
            };
            if (0..monoid.order()).any(wrong) {
                return true;
            }
            power = next;
        }
        false
    }
}

fn table(monoid: &Monoid) -> Vec<u16> {
    let order = monoid.order();
    let mut table = vec![0u16; order * order];
    for &x in &monoid.words.order {
        let at = x as usize * order;
        match monoid.words.step(x) {
            None => (0..order).for_each(|z| table[at + z] = z as u16),
            Some((parent, letter)) => {
                let action = &monoid.actions[letter as usize];
                let above = parent as usize * order;
                for z in 0..order {
                    table[at + z] = action[table[above + z] as usize] as u16;
                }
            }
        }
    }
    table
}

/// The elements that an action takes to each element.
struct Preimages {
    start: Vec<u32>,
    all: Vec<u32>,
}

impl Preimages {
    fn new(action: &[u32]) -> Self {
        let mut start = vec![0u32; action.len() + 1];
        action.iter().for_each(|&to| start[to as usize + 1] += 1);
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        let mut next = start.clone();
        let mut all = vec![0; action.len()];
        for (x, &to) in (0..).zip(action) {
            all[next[to as usize] as usize] = x;
            next[to as usize] += 1;
        }
        Preimages { start, all }
    }

    #[inline]
    fn of(&self, x: u32) -> &[u32] {
        &self.all[self.start[x as usize] as usize..self.start[x as usize + 1] as usize]
    }
}
