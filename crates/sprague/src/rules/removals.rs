//! Which numbers of tokens may be removed: finitely many, and perhaps a pattern that repeats forever.
//!
//! The set is kept as the numbers up to `reach`, listed, and a cycle for the rest: t > reach is in the set
//! iff cycle[(t − reach − 1) mod length]. Reach and cycle are least, so equal sets are equal as data.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// A set of numbers of tokens.
///
/// ```
/// use sprague::rules::Removals;
/// let odd = Removals::new(vec![1], 1, vec![false, true]);
/// assert!(odd.contains(7) && !odd.contains(8) && !odd.contains(0));
/// assert_eq!(odd.up_to(6).collect::<Vec<_>>(), [1, 3, 5]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Removals {
    /// The members up to `reach`, ascending.
    listed: Vec<u64>,
    reach: u64,
    /// What holds beyond; empty if nothing is allowed there.
    cycle: Vec<bool>,
}

impl Removals {
    /// These members up to `reach`, then a cycle forever; an empty cycle allows nothing.
    pub fn new(mut listed: Vec<u64>, reach: u64, mut cycle: Vec<bool>) -> Self {
        listed.retain(|&t| t <= reach);
        listed.sort_unstable();
        listed.dedup();
        let length = cycle.len();
        let repeats = |&p: &usize| length.is_multiple_of(p) && (p..length).all(|i| cycle[i] == cycle[i - p]);
        let period = (1..=length).find(repeats).unwrap_or(0);
        cycle.truncate(period);
        if cycle.iter().all(|&allowed| !allowed) {
            cycle.clear();
        }
        let mut set = Removals { reach, listed, cycle };
        set.shorten();
        set
    }

    /// The empty set.
    pub const fn nothing() -> Self {
        Removals { listed: Vec::new(), reach: 0, cycle: Vec::new() }
    }

    /// A finite set.
    pub fn finite(listed: Vec<u64>) -> Self {
        let reach = listed.iter().copied().max().unwrap_or(0);
        Removals::new(listed, reach, vec![])
    }

    /// Makes the reach least: what the cycle, run backwards, says anyway need not be listed. Taking nothing
    /// is never part of a cycle.
    fn shorten(&mut self) {
        if self.cycle.is_empty() {
            self.reach = self.listed.last().copied().unwrap_or(0);
            return;
        }
        // How far the cycle runs backwards; it is turned once at the end, since both may be long.
        let length = self.cycle.len();
        let mut back = 0;
        while self.reach > 0 {
            let listed = self.listed.last() == Some(&self.reach);
            if self.cycle[length - 1 - back] != listed {
                break;
            }
            if listed {
                self.listed.pop();
            }
            back = (back + 1) % length;
            self.reach -= 1;
        }
        self.cycle.rotate_right(back);
    }

    /// Whether t tokens may be removed.
    pub fn contains(&self, t: u64) -> bool {
        match t.checked_sub(self.reach + 1) {
            None => self.listed.binary_search(&t).is_ok(),
            Some(_) if self.cycle.is_empty() => false,
            Some(beyond) => self.cycle[(beyond % self.cycle.len() as u64) as usize],
        }
    }

    /// The members up to n, ascending.
    pub fn up_to(&self, n: u64) -> impl Iterator<Item = u64> + '_ {
        self.between(0, n)
    }

    /// The members from `from` to `to`, ascending. What lies below `from` costs nothing, so the time is
    /// that of the members and of the gaps between them, which a cycle bounds.
    pub fn between(&self, from: u64, to: u64) -> impl Iterator<Item = u64> + '_ {
        let first = self.listed.partition_point(|&t| t < from);
        let listed = self.listed[first..].iter().copied().take_while(move |&t| t <= to);
        let to = if self.cycle.is_empty() { 0 } else { to };
        listed.chain((from.max(self.reach + 1)..=to).filter(|&t| self.contains(t)))
    }

    /// How many members are at most n.
    pub fn count_up_to(&self, n: &BigUint) -> BigUint {
        let listed = match n.to_u64() {
            Some(n) => self.listed.partition_point(|&t| t <= n),
            None => self.listed.len(),
        };
        if self.cycle.is_empty() || *n <= BigUint::from(self.reach) {
            return listed.into();
        }
        let (rounds, rest) = (n - self.reach).div_rem(&BigUint::from(self.cycle.len()));
        let rest = usize::try_from(&rest).expect("below the length of the cycle");
        let within = |upto: usize| self.cycle[..upto].iter().filter(|&&allowed| allowed).count();
        rounds * within(self.cycle.len()) + within(rest) + listed
    }

    /// The members up to the reach, ascending.
    pub fn listed(&self) -> &[u64] {
        &self.listed
    }

    /// From here on the cycle holds; of a finite set the largest member.
    pub fn reach(&self) -> u64 {
        self.reach
    }

    /// What holds beyond the reach, over and over; empty if nothing does.
    pub fn cycle(&self) -> &[bool] {
        &self.cycle
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty() && self.cycle.is_empty()
    }

    /// Whether the members end.
    pub fn is_finite(&self) -> bool {
        self.cycle.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever is listed twice or could be said by the cycle, the members stay and the form is one.
        #[test]
        fn the_form_is_unique(
            listed in proptest::collection::vec(0u64..12, 0..8),
            cycle in proptest::collection::vec(any::<bool>(), 0..5),
            more in 0u64..6,
            from in 0u64..45,
        ) {
            let reach = 12;
            let set = Removals::new(listed.clone(), reach, cycle.clone());
            let member = |t: u64| if t <= reach { listed.contains(&t) } else {
                !cycle.is_empty() && cycle[((t - reach - 1) % cycle.len() as u64) as usize]
            };
            for t in 0..60 {
                prop_assert_eq!(set.contains(t), member(t), "{}", t);
            }
            prop_assert!(set.up_to(40).eq((0..=40).filter(|&t| member(t))));
            prop_assert!(set.between(from, 40).eq((from..=40).filter(|&t| member(t))));
            prop_assert_eq!(set.count_up_to(&37u32.into()), (0..=37).filter(|&t| member(t)).count().into());
            // The same members told with a longer list and a longer cycle.
            let reach = reach + more;
            let length = 2 * cycle.len() as u64;
            let again = Removals::new((0..=reach).filter(|&t| member(t)).collect(), reach,
                (reach + 1..=reach + length).map(member).collect());
            prop_assert_eq!(again, set);
        }
    }
}
