//! The pair relation U: decides in O(|Q|²) steps per heap whether a finite (Q, 𝒫, Φ) gives every outcome.
//!
//! docs/misere.md has the theorem with its proof. (x, z) is in U iff some sum X of image x satisfies z ∈
//! D(X): X + z is counted as won, but no move in X wins it. U is built heap by heap in ascending order: after
//! heap h it holds the pairs of all sums of heaps up to h, and adding copies of the next heap never leads
//! back to an earlier one. U is kept as rows of bits, and each step takes the new pairs of one row together,
//! so that the products it looks up are those of one element. Only where a sum is wrong are pairs listed
//! again one by one ([`Trace`]), in the order of the least sums that give them: the first failure is then the
//! least wrong sum.

use super::bits::{Bits, Rows};
use super::monoid::{Monoid, Word};
use super::options::{Options, Sum};
use crate::{Error, Result, Work};

/// Products of two elements.
#[derive(Debug, Clone)]
enum Products {
    Table(Vec<u16>),
    /// No room for a table: by least words.
    Words,
}

/// U, for the heaps so far.
#[derive(Debug, Clone)]
pub(super) struct Pairs {
    products: Products,
    rows: Rows,
    /// Images and sets D of the heaps that gave pairs.
    used: Vec<(u32, Bits)>,
    /// {z : xz lost}, where it was needed.
    lost_beside: Vec<Option<Bits>>,
}

/// One heap of a check: how it extends U.
struct Stage {
    heap: usize,
    /// D, the elements beside which the heap is counted as won, but by no move in it.
    undecided: Bits,
    /// The most copies of it that are looked at.
    copies: u32,
}

impl Pairs {
    /// The pairs of the empty sum.
    pub fn new(monoid: &Monoid, work: &Work) -> Result<Self> {
        let order = monoid.order();
        let square = order as u128 * order as u128;
        // U, the pairs of the current round and those of the next.
        work.fits("the check of a misère quotient", 3 * Rows::bytes(order))?;
        let tabled = order <= 1 << 16 && 2 * square <= u128::from(work.memory() / 4);
        let products = if tabled { Products::Table(table(monoid)) } else { Products::Words };
        let mut rows = Rows::none(order);
        for z in won(monoid) {
            rows.insert(0, z);
        }
        Ok(Pairs { products, rows, used: Vec::new(), lost_beside: vec![None; order] })
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

    /// The least sum with at most this many copies of the largest heap that has the wrong outcome.
    pub fn least_wrong(monoid: &Monoid, options: &Options, copies: u32, work: &Work) -> Result<Option<Word>> {
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
                let within = word.0[heaps - 1] <= copies;
                if within && local.as_ref().is_none_or(|least| word < *least) {
                    local = Some(word);
                }
            }
            won.push((heap, winning));
        }
        let mut stages = Vec::new();
        for (heap, winning) in won {
            if local.as_ref().is_some_and(|least| *least < Word::empty(heaps).with(heap)) {
                break;
            }
            let copies = if heap + 1 == heaps { copies } else { u32::MAX };
            let undecided = pairs.undecided(monoid, monoid.image(heap), &winning);
            let stage = Stage { heap, undecided, copies };
            let right = pairs.extend_by(monoid, &stage, work)?;
            stages.push(stage);
            if !right {
                let Some(word) = Trace::wrong(&pairs, monoid, &stages, heaps, work)? else {
                    return Err(Error::Internal("a sum is wrong in one order of pairs only".into()));
                };
                return Ok(Some(local.filter(|least| *least < word).unwrap_or(word)));
            }
        }
        Ok(local)
    }

    /// The relation of a monoid if it gives every sum the right outcome.
    pub fn check_all(monoid: &Monoid, options: &Options, work: &Work) -> Result<Option<Pairs>> {
        let mut pairs = Pairs::new(monoid, work)?;
        for heap in options.movable() {
            let image = monoid.image(heap);
            let winning = pairs.won_by(monoid, &monoid.option_images(options.of(heap)));
            if !winning.both(pairs.lost_beside(monoid, image)).is_empty() {
                return Ok(None);
            }
            let undecided = pairs.undecided(monoid, image, &winning);
            if !pairs.extend(monoid, heap, undecided, work)? {
                return Ok(None);
            }
        }
        Ok(Some(pairs))
    }

    /// Adds the sums with copies of the next heap; false if one of them is wrongly counted as won.
    pub fn extend(&mut self, monoid: &Monoid, heap: usize, undecided: Bits, work: &Work) -> Result<bool> {
        self.extend_by(monoid, &Stage { heap, undecided, copies: u32::MAX }, work)
    }

    fn extend_by(&mut self, monoid: &Monoid, stage: &Stage, work: &Work) -> Result<bool> {
        let image = monoid.image(stage.heap);
        if adds_nothing(&self.used, image, &stage.undecided) {
            return Ok(true);
        }
        let order = monoid.order();
        let action = &monoid.actions[stage.heap];
        let before = Preimages::new(action);
        let mut product = vec![0u32; order];
        let (mut fresh, mut next) = (self.rows.clone(), Rows::none(order));
        for _ in 0..stage.copies {
            let mut any = false;
            for x in 0..order {
                if x.is_multiple_of(64) {
                    work.tell(x as u64, order as u64)?;
                }
                if fresh.is_empty(x) {
                    continue;
                }
                let sum = action[x] as usize;
                self.write_row(monoid, x as u32, &mut product);
                for of in fresh.iter(x) {
                    for &z in before.of(of as u32) {
                        if !stage.undecided.contains(product[z as usize] as usize) {
                            continue;
                        }
                        if z == 0 {
                            return Ok(false);
                        }
                        if self.rows.insert(sum, z as usize) {
                            next.insert(sum, z as usize);
                            any = true;
                        }
                    }
                }
                fresh.clear(x);
            }
            if !any {
                break;
            }
            std::mem::swap(&mut fresh, &mut next);
        }
        self.used.push((image, stage.undecided.clone()));
        Ok(true)
    }

    /// Writes x times every element.
    fn write_row(&self, monoid: &Monoid, x: u32, row: &mut [u32]) {
        match &self.products {
            Products::Table(table) => {
                let products = &table[x as usize * row.len()..];
                row.iter_mut().zip(products).for_each(|(to, &product)| *to = product.into());
            }
            Products::Words => {
                row.iter_mut().zip(0..).for_each(|(to, z)| *to = z);
                for letter in monoid.words.letters(x) {
                    let action = &monoid.actions[letter as usize];
                    row.iter_mut().for_each(|z| *z = action[*z as usize]);
                }
            }
        }
    }

    /// All pairs.
    #[cfg(test)]
    pub fn elements(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let order = self.lost_beside.len();
        (0..order).flat_map(move |x| self.rows.iter(x).map(move |z| (x as u32, z as u32)))
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

/// A heap whose image and undecided elements are among those of an earlier heap gives no new pair.
fn adds_nothing(used: &[(u32, Bits)], image: u32, undecided: &Bits) -> bool {
    used.iter().any(|(other, larger)| *other == image && undecided.is_subset(larger))
}

/// The elements that are counted as won.
fn won(monoid: &Monoid) -> impl Iterator<Item = usize> + '_ {
    (0..monoid.order()).filter(|&z| !monoid.lost.contains(z))
}

/// Pairs in the order of their least sums, to name the least sum that is wrong.
struct Trace {
    list: Vec<Pair>,
    /// Heaps with the place of the first pair of sums in which they are the largest.
    stages: Vec<(u32, usize)>,
}

#[derive(Debug, Clone, Copy)]
struct Pair {
    x: u32,
    z: u32,
    /// The place of the pair of the sum with one heap less.
    from: u32,
}

impl Trace {
    /// The least sum of these stages that is wrongly counted as won.
    fn wrong(
        pairs: &Pairs,
        monoid: &Monoid,
        stages: &[Stage],
        heaps: usize,
        work: &Work,
    ) -> Result<Option<Word>> {
        let first = won(monoid).map(|z| Pair { x: 0, z: z as u32, from: u32::MAX });
        let mut trace = Trace { list: first.collect(), stages: Vec::new() };
        let mut rows = Rows::none(monoid.order());
        trace.list.iter().for_each(|pair| {
            rows.insert(0, pair.z as usize);
        });
        let mut used: Vec<(u32, Bits)> = Vec::new();
        for stage in stages {
            let image = monoid.image(stage.heap);
            if adds_nothing(&used, image, &stage.undecided) {
                continue;
            }
            if let Some(place) = trace.extend(pairs, monoid, stage, &mut rows, work)? {
                return Ok(Some(trace.word(place, heaps).with(stage.heap)));
            }
            used.push((image, stage.undecided.clone()));
        }
        Ok(None)
    }

    /// The place of the pair that the least wrong sum has without one copy of the heap.
    fn extend(
        &mut self,
        pairs: &Pairs,
        monoid: &Monoid,
        stage: &Stage,
        rows: &mut Rows,
        work: &Work,
    ) -> Result<Option<usize>> {
        self.stages.push((stage.heap as u32, self.list.len()));
        let action = &monoid.actions[stage.heap];
        let before = Preimages::new(action);
        let mut from = 0;
        for _ in 0..stage.copies {
            let to = self.list.len();
            for place in from..to {
                if place.is_multiple_of(1 << 14) {
                    work.tell(place as u64, 0)?;
                    let bytes = 2 * size_of::<Pair>() as u128 * self.list.len() as u128;
                    work.fits("the pairs of a misère quotient", bytes)?;
                }
                let Pair { x, z: product, .. } = self.list[place];
                let sum = action[x as usize];
                for &z in before.of(product) {
                    if z != 0 && rows.contains(sum as usize, z as usize) {
                        continue;
                    }
                    if !stage.undecided.contains(pairs.times(monoid, x, z) as usize) {
                        continue;
                    }
                    if z == 0 {
                        return Ok(Some(place));
                    }
                    rows.insert(sum as usize, z as usize);
                    self.list.push(Pair { x: sum, z, from: place as u32 });
                }
            }
            if self.list.len() == to {
                break;
            }
            from = to;
        }
        Ok(None)
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
