//! Values of coin-turning games, from their description.
//!
//! The coin n has the mex of the xors of the coins before it, over all sets that a move may turn over.
//! Neighbours and equally spaced coins: one xor for each number of coins and each distance. Any coins: sets
//! X_j of the xors of j smaller coins, which a coin joins when its value is known, as in
//! [`super::MultisetSolver`]. Symmetric coins: for each first coin the same sets, built of the pairs that lie
//! opposite to each other. Cost for N coins: N² for neighbours, N² log N for equal spaces, N·j·V/64 for any
//! coins (V: the power of two above the largest value), N³·j·V/64 for symmetric ones.

use super::pairs::ValueSet;
use super::{Table, table_size};
use crate::rules::{Choice, Coins as Counts, Spacing, Turning};
use crate::{Error, Result, Work};

/// More coins are refused.
const MOST_COINS: u64 = 1_000_000;
/// More symmetric coins are refused.
const MOST_SYMMETRIC: u64 = 2000;
/// Where any coins may be turned, a number of a family of them, sets are kept for each number of them.
const MOST_IN_FAMILY: u64 = 64;
/// Values are below 2^32; sets of larger ones fit no memory.
const LARGEST: u32 = u32::MAX / 2;

/// The values of coins 1 to `largest`.
pub fn turning_values(rule: &Turning, largest: u64, work: &Work) -> Result<Table> {
    let symmetric = rule.choices().iter().any(|choice| choice.spacing == Spacing::Symmetric);
    let in_family = |choice: &Choice| {
        choice.spacing == Spacing::Any && choice.span.is_none() && matches!(choice.coins, Counts::Family(_))
    };
    let most = match (rule.choices().iter().any(in_family), symmetric) {
        (true, _) => MOST_IN_FAMILY,
        (false, true) => MOST_SYMMETRIC,
        (false, false) => MOST_COINS,
    };
    if largest > most {
        return Err(Error::too_large(
            format!(
                "coin {largest} is too large: values of coins are computed one by one, up to coin {most} here"
            ),
            Some(most),
        ));
    }
    table_size(largest, work)?;
    let mut solver = Coins { values: vec![0], sums: rule.choices().iter().map(Sums::new).collect() };
    for n in 1..=largest {
        work.tell(n, largest)?;
        let mut reached = ValueSet::default();
        for (choice, sums) in rule.choices().iter().zip(&solver.sums) {
            solver.reach(choice, sums, n, &mut reached, work)?;
        }
        let value = reached.mex_from(0);
        solver.values.push(value);
        for sums in &mut solver.sums {
            sums.join(n, value);
        }
        let bytes: u128 = solver.sums.iter().map(Sums::bytes).sum();
        work.fits("sets of xors of coins", 2 * bytes)?;
        if value > LARGEST {
            let line =
                format!("the value of coin {n} is {value}, and values of 2^31 and more are not computed");
            return Err(Error::too_large(line, Some(n)));
        }
    }
    Ok(solver.values.into_iter().skip(1).collect())
}

/// X_j for j = 0, 1, …: the xors of j coins, the last of which means that number or more.
struct Sums {
    sets: Vec<ValueSet>,
    /// Coins before this do not join.
    from: u64,
    /// Whether the last set is for its number of coins and all larger ones.
    or_more: bool,
}

impl Sums {
    fn new(choice: &Choice) -> Self {
        let none = choice.spacing != Spacing::Any || choice.span.is_some();
        // The last coin is no part of a sum, and neither is the first one where it has to be turned.
        let others = |coins: u64| coins.saturating_sub(1 + u64::from(choice.first)) as usize;
        let (last, or_more) = match choice.coins.most() {
            _ if none => (0, false),
            Some(most) => (others(most.min(64)), false),
            None if matches!(choice.coins, Counts::Family(_)) => (others(MOST_IN_FAMILY), false),
            None => (others(choice.coins.up_to(1000).first().map_or(1, |&least| least.max(2))), true),
        };
        let mut sums = Sums::of(last, or_more);
        sums.from = if none { u64::MAX } else { 1 + u64::from(choice.first) };
        sums
    }

    fn of(last: usize, or_more: bool) -> Self {
        let mut sets = vec![ValueSet::default(); last + 1];
        sets[0].insert(0);
        Sums { sets, from: 1, or_more }
    }

    fn join(&mut self, n: u64, value: u32) {
        if n < self.from {
            return;
        }
        let last = self.sets.len() - 1;
        if self.or_more {
            let own = self.sets[last].clone();
            self.sets[last].absorb_xor(&own, value);
        }
        for j in (1..=last).rev() {
            let (fewer, more) = self.sets.split_at_mut(j);
            more[0].absorb_xor(&fewer[j - 1], value);
        }
    }

    fn bytes(&self) -> u128 {
        self.sets.iter().map(|set| u128::from(set.bytes())).sum()
    }
}

struct Coins {
    /// From place 1 on; the first entry is no coin.
    values: Vec<u32>,
    sums: Vec<Sums>,
}

impl Coins {
    fn at(&self, place: u64) -> u32 {
        self.values[place as usize]
    }

    /// Adds the xors of the coins before n that this choice allows.
    fn reach(&self, choice: &Choice, sums: &Sums, n: u64, reached: &mut ValueSet, work: &Work) -> Result<()> {
        let from = choice.from(n);
        let counts = choice.counts(n);
        let fits = |first: u64| first >= from && (!choice.first || first == 1);
        if counts.first() == Some(&1) && fits(n) {
            reached.insert(0);
        }
        match choice.spacing {
            Spacing::Consecutive => self.reach_steps(&counts, (n, 1), &fits, reached),
            Spacing::Even => {
                for step in 1..=n.saturating_sub(from) {
                    self.reach_steps(&counts, (n, step), &fits, reached);
                }
            }
            Spacing::Any if choice.span.is_some() => {
                if choice.first && from > 1 {
                    return Ok(());
                }
                let start = if choice.first { 2 } else { from };
                let most = counts.last().copied().unwrap_or(0) as usize;
                let mut window = Sums::of(most.saturating_sub(1 + usize::from(choice.first)), false);
                (start..n).for_each(|place| window.join(place, self.at(place)));
                self.reach_any(choice, &window, n, reached);
            }
            Spacing::Any => self.reach_any(choice, sums, n, reached),
            Spacing::Symmetric => {
                for first in (from..n).filter(|&first| fits(first)) {
                    work.tell(n, 0)?;
                    self.reach_symmetric(&counts, (first, n), reached, work)?;
                }
            }
        }
        Ok(())
    }

    /// Coins with the same distance from each to the next, two or more.
    fn reach_steps(
        &self,
        counts: &[u64],
        (n, step): (u64, u64),
        fits: &dyn Fn(u64) -> bool,
        reached: &mut ValueSet,
    ) {
        let (mut xor, mut place, mut counts) = (0, n, counts.iter().copied().peekable());
        for count in 2.. {
            let Some(before) = place.checked_sub(step).filter(|&before| before >= 1) else { return };
            place = before;
            xor ^= self.at(place);
            while counts.next_if(|&next| next < count).is_some() {}
            match counts.peek() {
                None => return,
                Some(&next) if next == count && fits(place) => reached.insert(xor),
                Some(_) => {}
            }
        }
    }

    /// Any coins, two or more, by the sets of xors of those before n.
    fn reach_any(&self, choice: &Choice, sums: &Sums, n: u64, reached: &mut ValueSet) {
        if choice.first && n == 1 {
            return;
        }
        let (own, fixed) = if choice.first { (2, self.at(1)) } else { (1, 0) };
        let last = sums.sets.len() - 1;
        for count in choice.counts(n).into_iter().filter(|&count| count >= 2) {
            let others = (count - own) as usize;
            if others > last && !sums.or_more {
                return;
            }
            reached.absorb_xor(&sums.sets[others.min(last)], fixed);
            if others >= last && sums.or_more && choice.coins.most().is_none() {
                return;
            }
        }
    }

    /// Coins that lie symmetrically between a first and a last one.
    fn reach_symmetric(
        &self,
        counts: &[u64],
        (first, n): (u64, u64),
        reached: &mut ValueSet,
        work: &Work,
    ) -> Result<()> {
        let inner = |count: &&u64| **count >= 2 && **count <= n - first + 1;
        let Some(&most) = counts.iter().rfind(inner) else { return Ok(()) };
        let mut pairs = Sums::of(((most - 2) / 2) as usize, false);
        for left in first + 1..(first + n).div_ceil(2) {
            pairs.join(left, self.at(left) ^ self.at(first + n - left));
        }
        work.fits("sets of xors of coins", 2 * pairs.bytes())?;
        for &count in counts.iter().filter(inner) {
            let centre = match (count % 2, (first + n) % 2) {
                (0, _) => 0,
                (_, 0) => self.at((first + n) / 2),
                _ => continue,
            };
            reached.absorb_xor(&pairs.sets[((count - 2) / 2) as usize], centre ^ self.at(first));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Kind, Piece, Rule};
    use crate::values::Reference;
    use proptest::prelude::*;

    fn values(text: &str, largest: u64) -> Vec<u32> {
        let rule: Rule = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let Kind::Turning(turning) = rule.kind() else { panic!("{text}") };
        turning_values(turning, largest, &Work::quiet()).unwrap().iter().collect()
    }

    fn agrees(text: &str, largest: u64) {
        let rule: Rule = text.parse().unwrap();
        let mut reference = Reference::new(&rule);
        let by_play: Vec<u32> = (1..=largest).map(|n| reference.value(&Piece::heap(n))).collect();
        assert_eq!(values(text, largest), by_play, "{text}");
    }

    #[test]
    fn values_equal_play() {
        for text in [
            "turn:1-2",
            "turn:1-4",
            "turn:2",
            "turn:3",
            "turn:1+",
            "turn:2+",
            "turn:3+",
            "turn:1-3C(5)",
            "turn:3C(5)",
            "turn:1-5C",
            "turn:3E",
            "turn:1+E",
            "turn:2-4E",
            "turn:4FS",
            "turn:1+S",
            "turn:2-5S",
            "turn:1+FS",
            "turn:6S",
            "turn:2-3,6C",
            "turn:2+F",
            "turn:3F",
            "turn:1-2F",
            "turn:1+FC",
            "turn:squaresC",
            "turn:triangularC",
            "turn:primesE",
            "turn:pow2S",
            "turn:fibC",
            "turn:5SC(7)",
            "turn:3EC(4)",
            "turn:2FC(3)",
            "turn:squares",
        ] {
            agrees(text, 13);
        }
    }

    /// As CGSuite's tests and Winning Ways, chapter 14, have them.
    #[test]
    fn published_values() {
        for (text, published) in [
            ("turn:1-2", &[1, 2, 3, 4, 5, 6, 7, 8][..]),
            ("turn:1-9", &[1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512, 1024, 2048, 4096, 7711, 8192]),
            ("turn:3", &[0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35]),
            ("turn:1-3C(5)", &[1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8]),
            ("turn:3C(5)", &[0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4]),
            ("turn:1-5C", &[1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4]),
            ("turn:3E", &[0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4]),
            ("turn:4FS", &[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]),
            ("turn:1+S", &[1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11, 64, 31, 128, 10, 256, 5, 512, 28]),
        ] {
            assert_eq!(values(text, published.len() as u64), published, "{text}");
        }
    }

    #[test]
    fn too_many_coins_are_refused_at_once() {
        for (text, largest) in
            [("turn:3E", 1_000_001), ("turn:1+S", 2001), ("turn:1+", 64), ("turn:5", u64::MAX)]
        {
            let rule: Rule = text.parse().unwrap();
            let Kind::Turning(turning) = rule.kind() else { panic!("{text}") };
            assert!(turning_values(turning, largest, &Work::new(100 << 20, &|_, _| true)).is_err(), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn any_game_equals_play(text in "turn:([1-6](-[6-9]|[+]|)|squares|fib)F?[CES]?(C\\([2-7]\\))?(,[2-7][CES]?)?") {
            if matches!(text.parse::<Rule>().map(|rule| matches!(rule.kind(), Kind::Turning(_))), Ok(true)) {
                agrees(&text, 11);
            }
        }
    }
}
