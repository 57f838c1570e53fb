//! The repetition at the end of a long sequence, without memory.
//!
//! Idea: let e(d) be the number of items, counted from the end, that agree with the item d places earlier. A
//! repetition of period d then starts at n − d − e(d), so start + period = n − e(d) is least where e is
//! largest. Only e(d) ≥ L = n/4 is of interest, so the last L items have to occur d places earlier: a hash Σ
//! v(j)·B^j (mod 2^64) slides over all stretches of L items (Karp and Rabin), and where it is that of the
//! last L the agreement is counted item by item.
//!
//! Let d be the distance with the largest e so far. A larger distance d′ ≤ e(d) cannot have e(d′) > e(d): the
//! last d + e(d) items would have both periods, hence (Fine and Wilf) their greatest common divisor g. If g <
//! d then e(g) ≥ e(d) and g had come first. If g = d then d divides d′, and the item that ends the agreement
//! at d, shifted by d′ and back by multiples of d, would not end it. So the next distance is beyond e(d) ≥
//! n/4, and agreements are counted three times, unless unequal stretches have equal hashes. Cost: n steps of
//! a multiplication; a few kilobytes.

use super::repetition::{Repetition, shortest};
use super::rolling::Rolling;

/// Items read at once.
const CHUNK: usize = 4096;
/// Shorter sequences are left to the failure function.
const SHORT: usize = 1 << 10;

/// Copies items from a place on.
type Read<'a> = dyn Fn(usize, &mut [u32]) + 'a;

/// The repetition with the least start + period that holds to the end of n items, if it repeats a quarter of
/// them.
pub fn over_a_quarter(n: usize, read: &Read) -> Option<Repetition> {
    let least = (n / 4).max(1);
    if n < SHORT {
        let mut items = vec![0; n];
        read(0, &mut items);
        return shortest(n, |i| items[i]).filter(|seen| n as u64 - seen.start - seen.period >= least as u64);
    }
    let mut best: Option<(usize, usize)> = None;
    equal_stretches(n, least, read, |d| {
        let beaten = best.map_or(least - 1, |(_, e)| e);
        if best.is_none() || d > beaten {
            let e = agreement(n, d, read);
            if e > beaten {
                best = Some((d, e));
            }
        }
    });
    best.map(|(d, e)| Repetition { period: d as u64, start: (n - d - e) as u64 })
}

/// Tells all d ≥ 1, ascending, for which the last `length` items and those d places earlier have one hash.
fn equal_stretches(n: usize, length: usize, read: &Read, mut tell: impl FnMut(usize)) {
    let rolling = Rolling::over(length);
    let (mut firsts, mut lasts) = ([0; CHUNK], [0; CHUNK]);
    let mut hash = 0;
    for end in (n - length + 1..=n).rev().step_by(CHUNK) {
        let from = end.saturating_sub(CHUNK).max(n - length);
        let firsts = &mut firsts[..end - from];
        read(from, firsts);
        hash = firsts.iter().rev().fold(hash, |hash, &first| rolling.roll(hash, first, 0));
    }
    let wanted = hash;
    for end in (length + 1..=n).rev().step_by(CHUNK) {
        let from = end.saturating_sub(CHUNK).max(length);
        let (firsts, lasts) = (&mut firsts[..end - from], &mut lasts[..end - from]);
        read(from - length, firsts);
        read(from, lasts);
        for i in (0..end - from).rev() {
            hash = rolling.roll(hash, firsts[i], lasts[i]);
            if hash == wanted {
                tell(n - (from + i));
            }
        }
    }
}

/// How many items, counted from the end, agree with those d places earlier.
fn agreement(n: usize, d: usize, read: &Read) -> usize {
    let (mut late, mut early) = ([0; CHUNK], [0; CHUNK]);
    let (mut end, mut size) = (n, 64);
    while end > d {
        let from = end.saturating_sub(size).max(d);
        let (late, early) = (&mut late[..end - from], &mut early[..end - from]);
        read(from, late);
        read(from - d, early);
        if let Some(last) = (0..end - from).rev().find(|&i| late[i] != early[i]) {
            return n - (from + last + 1);
        }
        (end, size) = (from, CHUNK.min(2 * size));
    }
    n - d
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(items: &[u32]) -> Option<Repetition> {
        over_a_quarter(items.len(), &|from, out| out.copy_from_slice(&items[from..from + out.len()]))
    }

    fn expected(items: &[u32]) -> Option<Repetition> {
        let n = items.len();
        shortest(n, |i| items[i]).filter(|seen| n as u64 - seen.start - seen.period >= (n as u64 / 4).max(1))
    }

    #[test]
    fn short_ones() {
        assert_eq!(found(&[]), None);
        assert_eq!(found(&[7]), None);
        assert_eq!(found(&[1, 2, 3, 2, 3, 2, 3]), Some(Repetition { period: 2, start: 1 }));
    }

    /// Both sides of the length from which on hashes are used; the whole repeats, or a quarter, or one item
    /// less.
    #[test]
    fn exact_quarters() {
        for n in [400, 1023, 1024, 2000, 16_380, 16_383, 16_384, 16_388] {
            let quarter = n / 4;
            let period = n / 2 - 7;
            let repeats = |count: usize| -> Vec<u32> {
                (0..n as u32).map(|i| if i as usize >= n - count { i - period as u32 } else { i }).collect()
            };
            let start = (n - quarter - period) as u64;
            let seen = Repetition { period: period as u64, start };
            assert_eq!(found(&repeats(quarter)), Some(seen), "{n}");
            assert_eq!(found(&repeats(quarter - 1)), None, "{n}");
            assert_eq!(found(&repeats(quarter + 1)), Some(Repetition { start: start - 1, ..seen }), "{n}");
            let whole: Vec<u32> = (0..n as u32).map(|i| i % 3).collect();
            assert_eq!(found(&whole), Some(Repetition { period: 3, start: 0 }), "{n}");
            assert_eq!(found(&(0..n as u32).collect::<Vec<_>>()), None, "{n}");
        }
    }

    proptest! {
        #[test]
        fn short_ones_as_the_failure_function(items in proptest::collection::vec(0u32..3, 0..40)) {
            prop_assert_eq!(found(&items), expected(&items));
        }

        /// A random beginning, then a period that has periods inside, with a few items changed.
        #[test]
        fn as_the_failure_function(
            beginning in 0usize..3000,
            turn in proptest::collection::vec(0u32..3, 1..40),
            again in 1usize..60,
            last in 0u32..600,
            length in 1100usize..12_000,
            changes in proptest::collection::vec((0usize..12_000, 0u32..1000), 0..4),
            seed in any::<u32>(),
        ) {
            let mut turn = turn.repeat(again);
            turn.push(last);
            let mut noise = seed;
            let mut items: Vec<u32> = (0..length).map(|x| if x < beginning {
                noise = noise.wrapping_mul(1664525).wrapping_add(1013904223);
                noise >> 30
            } else {
                turn[(x - beginning) % turn.len()]
            }).collect();
            for (place, item) in changes {
                if let Some(changed) = items.get_mut(place) {
                    *changed = item;
                }
            }
            let seen = found(&items);
            // Of several with the same sum, either may be found.
            let sum = |seen: Repetition| seen.start + seen.period;
            prop_assert_eq!(seen.map(sum), expected(&items).map(sum));
            if let Some(seen) = seen {
                let (p, from) = (seen.period as usize, seen.start as usize);
                prop_assert!((from..items.len() - p).all(|x| items[x] == items[x + p]));
                prop_assert!(from == 0 || items[from - 1] != items[from - 1 + p]);
            }
        }
    }
}
