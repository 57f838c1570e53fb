//! Thresholds: how frequent a value has to be for its row to be used, and with which groups.
//!
//! A row of `r` positions in a stretch is used if `r ≥ ρ·f`. `ρ` belongs to the kind of the values it would
//! find: kinds that are reached easily, or hardly ever lie below a mex, get little work. `f` belongs to the
//! *region* of partners, 1024 positions: what pairs of one region reach may be mostly reached by others as
//! well.
//!
//! Both are found by trials. After one block of eight the rows just below the threshold are used on what was
//! missed in that block. If they find more of it than a price for their work ([`PRICE`]), `ρ` and `f` get
//! smaller, if less, larger; so the last row used is worth its work for every kind and in every region.
//! Cost: trials of a part of the rows, in one block of eight.

use crate::engine::dense::frequent_values::{COUNTS, KINDS};

/// Stretches of a region.
pub const STRETCHES: usize = 4;
/// Rows with this share of the positions that suffice just do not.
const NEARLY: f64 = 0.8;
/// A group used with a row should find this many values that would be missed.
pub const PRICE: f64 = 1.0 / 80.0;
/// The same if the sieve looks for sixteen values at once: what is missed costs less.
pub const WIDE_PRICE: f64 = 1.0 / 40.0;
/// What is found counts as if this many more were found at this price.
const DOUBT: f64 = 4.0;

/// The thresholds of each kind of value and each region, and the trials that move them.
#[derive(Clone, Debug)]
pub struct Thresholds {
    /// `ρ` of each kind.
    rho: [f64; KINDS],
    tallies: [Tally; KINDS],
    regions: Vec<Region>,
}

#[derive(Clone, Debug)]
struct Region {
    /// `f`.
    factor: f64,
    tally: Tally,
    plans: Vec<Plan>,
}

/// What trials found, and how many groups were used with how many rows.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    found: usize,
    work: usize,
}

/// Which rows are used with which groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Groups of the kinds `from..to`.
    pub groups: [usize; 2],
    /// Rows of each kind with `from..to` positions.
    pub counts: [[usize; 2]; KINDS],
}

impl Tally {
    fn add(&mut self, found: usize, work: usize) {
        self.found += found;
        self.work += work;
    }

    /// The factor for `ρ` or `f`; discards the trials it is based on.
    fn step(&mut self, price: f64) -> f64 {
        let Tally { found, work } = std::mem::take(self);
        let ratio = (work as f64 * price + DOUBT) / (found as f64 + DOUBT);
        // Without any such rows there is nothing to judge by: less work, until there are.
        if work == 0 { 1.1 } else { ratio.powf(0.25).clamp(1.0 / 1.15, 1.15) }
    }
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds { rho: [6.0; KINDS], tallies: [Tally::default(); KINDS], regions: vec![] }
    }
}

impl Thresholds {
    /// Values have other kinds now.
    pub fn forget_kinds(&mut self) {
        self.rho = Thresholds::default().rho;
        self.plan();
    }

    /// Reaches at least this many stretches.
    pub fn reach(&mut self, stretches: usize) {
        let old = self.regions.len();
        let factor = self.regions.last().map_or(1.0, |region| region.factor);
        let new = Region { factor, tally: Tally::default(), plans: vec![] };
        self.regions.resize(stretches.div_ceil(STRETCHES).max(old), new);
        if self.regions.len() > old {
            self.plan();
        }
    }

    /// Makes the plans of all regions.
    fn plan(&mut self) {
        for region in &mut self.regions {
            plans(self.rho.map(|rho| rho * region.factor), &mut region.plans);
        }
    }

    /// The plans for a stretch.
    #[inline(always)]
    pub fn plans(&self, stretch: usize) -> &[Plan] {
        &self.regions[stretch / STRETCHES].plans
    }

    /// Rows of a stretch with this many positions are used or tried.
    pub fn least(&self, stretch: usize) -> usize {
        let rho = self.rho.into_iter().fold(f64::INFINITY, f64::min);
        (rho * self.regions[stretch / STRETCHES].factor * NEARLY).ceil() as usize
    }

    /// Plans for a stretch with the rows that just do not suffice to find values of a kind.
    pub fn trial(&self, stretch: usize, kind: usize) -> [Plan; KINDS] {
        let rho = self.rho[kind] * self.regions[stretch / STRETCHES].factor;
        let counts = [rho * NEARLY, rho].map(|rho| (rho.ceil() as usize).min(COUNTS + 1));
        std::array::from_fn(|rows| {
            let mut plan = Plan { groups: [rows ^ kind, (rows ^ kind) + 1], counts: [[0; 2]; KINDS] };
            plan.counts[rows] = counts;
            plan
        })
    }

    /// Records how many values a trial found, with how many uses of groups.
    pub fn note_trial(&mut self, stretch: usize, kind: usize, found: usize, work: usize) {
        self.tallies[kind].add(found, work);
        self.regions[stretch / STRETCHES].tally.add(found, work);
    }

    /// Judges by what was tried since this was called last: what a group with a row should find, and what it
    /// found.
    pub fn adjust(&mut self, price: f64) {
        for (rho, tally) in self.rho.iter_mut().zip(&mut self.tallies) {
            *rho = (*rho * tally.step(price)).clamp(2.0, COUNTS as f64);
        }
        // Regions only compare with each other: how much is to be done in all is for `ρ` to say.
        let steps: Vec<f64> = self.regions.iter_mut().map(|region| region.tally.step(price)).collect();
        let factors = self.regions.iter().zip(&steps).map(|(region, step)| (region.factor * step).ln());
        let mean = (factors.sum::<f64>() / self.regions.len().max(1) as f64).exp();
        for (region, step) in self.regions.iter_mut().zip(steps) {
            region.factor = (region.factor * step / mean).clamp(0.25, 4.0);
        }
        self.plan();
    }
}

/// The plans if a row of `r` positions finds values of a kind with `ρ ≤ r`.
fn plans(rho: [f64; KINDS], plans: &mut Vec<Plan>) {
    // The kinds of the groups that a row is used with. Kinds between two that are used are used as well.
    let groups = |count: usize, kind: usize| {
        let pays = |other: &usize| count as f64 >= rho[kind ^ other];
        let first = (0..KINDS).find(pays).unwrap_or(0);
        [first, (0..KINDS).rfind(pays).map_or(0, |last| last + 1)]
    };
    // Between two of these counts nothing changes.
    let mut steps = rho.map(|rho| (rho.ceil() as usize).min(COUNTS + 1));
    steps.sort_unstable();
    plans.clear();
    for kind in 0..KINDS {
        for (i, &from) in steps.iter().enumerate() {
            let to = steps.get(i + 1).map_or(COUNTS + 1, |&next| next);
            let groups = groups(from, kind);
            if from >= to || groups[0] == groups[1] {
                continue;
            }
            let at = plans.iter().position(|plan| plan.groups == groups).unwrap_or(plans.len());
            if at == plans.len() {
                plans.push(Plan { groups, counts: [[0; 2]; KINDS] });
            }
            // More positions are worth more groups, so the counts of a plan are in a row.
            let counts = &mut plans[at].counts[kind];
            *counts = [if counts[1] == 0 { from } else { counts[0] }, to];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds of the groups that a row is used with.
    fn groups(plans: &[Plan], count: usize, kind: usize) -> Vec<[usize; 2]> {
        let of = |plan: &&Plan| (plan.counts[kind][0]..plan.counts[kind][1]).contains(&count);
        plans.iter().filter(of).map(|plan| plan.groups).collect()
    }

    #[test]
    fn plans_use_every_row_with_its_groups_once() {
        for rho in [[5.0; 4], [2.0, 64.0, 3.5, 7.0], [63.0, 63.0, 62.5, 2.0], [0.5, 90.0, 63.5, 6.0]] {
            let mut all = vec![];
            plans(rho, &mut all);
            for kind in 0..KINDS {
                for count in 0..=COUNTS {
                    let pays: Vec<usize> =
                        (0..KINDS).filter(|other| count as f64 >= rho[kind ^ other]).collect();
                    let expected = pays.first().map(|first| [*first, pays[pays.len() - 1] + 1]);
                    assert_eq!(
                        groups(&all, count, kind),
                        Vec::from_iter(expected),
                        "{count} positions, kind {kind}"
                    );
                }
            }
        }
    }

    #[test]
    fn trials_use_rows_that_nearly_suffice() {
        let mut thresholds = Thresholds { rho: [10.0, 20.0, 63.0, 6.0], ..Thresholds::default() };
        thresholds.reach(1);
        for (kind, counts) in [8..10, 16..20, 51..63, 5..6].into_iter().enumerate() {
            for rows in 0..KINDS {
                for count in 0..=COUNTS {
                    let used = groups(&thresholds.trial(0, kind), count, rows);
                    let expected = counts.contains(&count).then_some([rows ^ kind, (rows ^ kind) + 1]);
                    assert_eq!(used, Vec::from_iter(expected), "{count} positions, kind {rows}");
                }
            }
        }
    }

    #[test]
    fn work_goes_where_it_finds_most() {
        let mut thresholds = Thresholds::default();
        thresholds.reach(3 * STRETCHES);
        for _ in 0..200 {
            // Rows of more positions find more for the same work; it is what it should be at `ρ·f` = 8, 8
            // and 24.
            for (region, best) in [8.0, 8.0, 24.0].into_iter().enumerate() {
                for kind in 0..KINDS {
                    let at = thresholds.rho[kind] * thresholds.regions[region].factor;
                    let found = 100_000.0 * PRICE * (at / best).powi(2);
                    thresholds.note_trial(STRETCHES * region, kind, found as usize, 100_000);
                }
            }
            thresholds.adjust(PRICE);
        }
        for (region, best) in [8.0, 8.0, 24.0].into_iter().enumerate() {
            let at = thresholds.rho[0] * thresholds.regions[region].factor;
            assert!((at / best - 1.0).abs() < 0.05, "region {region}: {at}");
        }
        // Nothing to judge by: less work.
        let before = thresholds.rho;
        thresholds.adjust(PRICE);
        assert!((0..KINDS).all(|kind| thresholds.rho[kind] > before[kind]));
    }
}
