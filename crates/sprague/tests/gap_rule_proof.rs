//! The proof of the gap rule, step by step, by machine (docs/cards.md has the text).
//!
//! One suit of card stacking is a 0/1 string; a move deletes a 1 and turns a later 0 into 1. Zeros before the
//! first 1 play no part, so a position is a slice `cells` with `cells[0] == 1`, and cell d is "at distance
//! d". With
//!
//! - N = number of zeros, p = distance of the second 1,
//! - L = distance of the nearest 1 at odd distance, M = of the nearest at even distance > 0 (`FAR` if there
//!   is none),
//!
//! the theorem says: **value = the largest integer <= min(N, L) that has the parity of N.** Every lemma of
//! the page is checked here for all strings of up to `LENGTH` cells, the explicit option for each smaller
//! value is played, and long random strings go beyond what can be enumerated.
//!
//! Cost: O(2^LENGTH * LENGTH^3). The enumeration to length 24 is
//! `cargo test --release -p sprague --test gap_rule_proof -- --ignored`.

use proptest::prelude::*;
use std::collections::BTreeMap;

/// All strings of up to this many cells are checked.
const LENGTH: usize = 16;
/// The distance of a 1 that is not there.
const FAR: usize = usize::MAX;

/// What the theorem needs to know of a position.
struct Facts {
    zeros: usize,
    odd: usize,
    even: usize,
    second: usize,
}

/// The move that deletes the 1 at `from` and turns the 0 at `to` into 1.
#[derive(Clone, Copy, Debug)]
struct Move {
    from: usize,
    to: usize,
}

fn facts(cells: &[bool]) -> Facts {
    let nearest = |parity| (1..cells.len()).find(|&d| cells[d] && d % 2 == parity).unwrap_or(FAR);
    let (odd, even) = (nearest(1), nearest(0));
    Facts { zeros: cells.iter().filter(|&&one| !one).count(), odd, even, second: odd.min(even) }
}

/// The largest integer <= x with the parity of n.
fn floor_to_parity(x: usize, n: usize) -> usize {
    if x % 2 == n % 2 { x } else { x - 1 }
}

/// The value by the theorem.
fn closed_form(cells: &[bool]) -> usize {
    let Facts { zeros, odd, .. } = facts(cells);
    floor_to_parity(zeros.min(odd), zeros)
}

/// The value by the gap rule, in the words in which it is usually told.
fn gap_rule(cells: &[bool]) -> usize {
    let gaps: Vec<usize> = cells.split(|&one| one).skip(1).map(<[bool]>::len).collect();
    let total: usize = gaps.iter().sum();
    let Some(first_even) = gaps.iter().position(|gap| gap % 2 == 0) else {
        return total;
    };
    let r = first_even + 1;
    let s: usize = gaps[..r].iter().sum();
    let t = total - s;
    if t <= r { s + t } else { s + r - (t - r) % 2 }
}

/// All moves of a position.
fn moves(cells: &[bool]) -> impl Iterator<Item = Move> + '_ {
    (0..cells.len()).filter(|&from| cells[from]).flat_map(move |from| {
        (from + 1..cells.len()).filter(|&to| !cells[to]).map(move |to| Move { from, to })
    })
}

/// The position after a move, without the zeros that have become leading. Refuses what is not a move.
fn play(cells: &[bool], Move { from, to }: Move) -> Vec<bool> {
    assert!(from < to && cells[from] && !cells[to], "not a move");
    let mut next = cells.to_vec();
    next[to] = true;
    next.remove(from);
    next.into_iter().skip_while(|&one| !one).collect()
}

/// Lemma A: deleting the first 1 reaches every target below ⌊min(N, K)⌋, where K = L for targets with the
/// parity of N and K = M for the others. `None` if the target is not below that bound.
fn first_card_move(cells: &[bool], target: usize) -> Option<(&'static str, Move)> {
    let Facts { zeros, odd, even, second } = facts(cells);
    let nearest = if target % 2 == zeros % 2 { odd } else { even };
    let bound = floor_to_parity(zeros.min(nearest), zeros);
    let drop = bound.checked_sub(target).filter(|&drop| drop > 0)?;
    let (case, to) = if drop < second {
        ("A1", drop)
    } else if drop > second {
        ("A2", second + target + 1 - target % 2)
    } else {
        ("A3", last_zero(cells))
    };
    Some((case, Move { from: 0, to }))
}

/// Lemma B: the targets that Lemma A leaves over (p even, p <= target < value, target of the other parity
/// than N).
fn later_card_move(cells: &[bool], target: usize) -> (&'static str, Move) {
    let last_one_before = |end: usize| (0..end).rfind(|&d| cells[d]).expect("cell 0 is a 1");
    let value = closed_form(cells);
    if target % 2 == 1 || target + 1 < value {
        let even = target + 2 - target % 2;
        let from = last_one_before(even);
        return if cells[even] {
            ("B2", Move { from, to: from + 1 })
        } else {
            ("B1", Move { from, to: even })
        };
    }
    let Facts { zeros, odd, .. } = facts(cells);
    if value == zeros {
        let to = last_zero(cells);
        let from = last_one_before(to);
        return ("B3", Move { from, to });
    }
    let to = (odd..cells.len()).find(|&d| !cells[d]).expect("N > L leaves a zero after L");
    ("B4", Move { from: odd, to })
}

fn last_zero(cells: &[bool]) -> usize {
    cells.iter().rposition(|&one| !one).expect("N > 0")
}

/// The explicit move to a position of value `target`, for any target below the value, and the case of the
/// proof.
fn strategy(cells: &[bool], target: usize) -> (&'static str, Move) {
    first_card_move(cells, target).unwrap_or_else(|| later_card_move(cells, target))
}

/// The cells of a position given as a number: the top bit is the first 1, bit 0 the highest card.
fn cells_of(number: usize) -> Vec<bool> {
    let length = usize::BITS - number.leading_zeros();
    (0..length).rev().map(|bit| number >> bit & 1 == 1).collect()
}

/// Values of all positions below 2^length straight from the definition, as mex over all options.
/// An option is always a smaller number, since its first 1 stands one bit lower or more.
fn values_by_definition(length: usize) -> Vec<u8> {
    let mut values = vec![0u8; 1 << length];
    for number in 0..values.len() {
        let mut seen = 0u64;
        for from in (0..length).filter(|from| number >> from & 1 == 1) {
            let below = (1 << from) - 1;
            let deleted = (number >> (from + 1)) << from | (number & below);
            let mut zeros = !number & below;
            while zeros != 0 {
                let to = zeros & zeros.wrapping_neg();
                seen |= 1 << values[deleted | to];
                zeros ^= to;
            }
        }
        values[number] = seen.trailing_ones() as u8;
    }
    values
}

/// Every position of up to `LENGTH` cells that has a 1.
fn all_positions() -> impl Iterator<Item = Vec<bool>> {
    (1..1 << LENGTH).map(cells_of)
}

/// Lemma 1 for one position: both forms of the rule agree.
fn check_forms_agree(cells: &[bool]) {
    assert_eq!(closed_form(cells), gap_rule(cells), "{cells:?}");
}

/// Lemma 2 for one position and move: what a move does to N and to the parity of the value; when the first 1
/// goes and the new first 1 stands at an even distance q, the value falls by at least q. So no option has the
/// same value.
fn check_no_equal_option(cells: &[bool], mv: Move) {
    let (before, after) = (facts(cells), play(cells, mv));
    let now = facts(&after);
    let (value, next) = (closed_form(cells), closed_form(&after));
    assert_eq!(value % 2, before.zeros % 2);
    if mv.from > 0 {
        assert_eq!(now.zeros, before.zeros - 1);
    } else {
        let q = mv.to.min(before.second);
        assert_eq!(now.zeros, before.zeros - q);
        assert!(q % 2 == 1 || next + q <= value, "{cells:?} {mv:?}");
    }
    assert_ne!(value, next, "{cells:?} {mv:?}");
}

/// Lemma A for one position: each target below its bound, whichever parity, is reached by deleting the
/// first 1.
fn check_first_card_moves(cells: &[bool]) {
    let Facts { zeros, odd, even, .. } = facts(cells);
    for (parity, nearest) in [(zeros % 2, odd), (1 - zeros % 2, even)] {
        let bound = floor_to_parity(zeros.min(nearest), zeros);
        for target in (0..bound).filter(|target| target % 2 == parity) {
            let (case, mv) = first_card_move(cells, target).expect("below the bound");
            assert_eq!(mv.from, 0);
            assert_eq!(closed_form(&play(cells, mv)), target, "{case} {cells:?} {mv:?}");
        }
    }
}

/// Lemma B for one position: what Lemma A leaves over is as the page says, and is reached.
fn check_later_card_moves(cells: &[bool]) {
    let Facts { zeros, second, .. } = facts(cells);
    for target in 0..closed_form(cells) {
        if first_card_move(cells, target).is_none() {
            assert!(second % 2 == 0 && second <= target && target % 2 != zeros % 2);
            let (case, mv) = later_card_move(cells, target);
            assert!(mv.from > 0);
            assert_eq!(closed_form(&play(cells, mv)), target, "{case} {cells:?} {mv:?}");
        }
    }
}

#[test]
fn lemma_1_the_two_forms_of_the_rule_agree() {
    all_positions().for_each(|cells| check_forms_agree(&cells));
}

#[test]
fn lemma_2_no_option_has_the_same_value() {
    for cells in all_positions() {
        moves(&cells).for_each(|mv| check_no_equal_option(&cells, mv));
    }
}

#[test]
fn lemma_a_the_first_card_reaches_all_it_should() {
    all_positions().for_each(|cells| check_first_card_moves(&cells));
}

#[test]
fn lemma_b_a_later_card_reaches_the_rest() {
    all_positions().for_each(|cells| check_later_card_moves(&cells));
}

#[test]
fn theorem_value_by_definition_is_the_closed_form() {
    let values = values_by_definition(LENGTH);
    assert_eq!(values[0], 0);
    for (number, &value) in values.iter().enumerate().skip(1) {
        let cells = cells_of(number);
        assert_eq!(usize::from(value), closed_form(&cells), "{cells:?}");
    }
}

/// The strategy against values from the definition, not from the closed form; and no case of the proof is
/// idle.
#[test]
fn strategy_reaches_every_smaller_value() {
    let values = values_by_definition(LENGTH);
    let mut used = BTreeMap::new();
    for (number, &value) in values.iter().enumerate().skip(1) {
        let cells = cells_of(number);
        for target in 0..usize::from(value) {
            let (case, mv) = strategy(&cells, target);
            let next = play(&cells, mv).iter().fold(0, |bits, &one| bits << 1 | usize::from(one));
            assert_eq!(usize::from(values[next]), target, "{case} {cells:?} {mv:?}");
            *used.entry(case).or_insert(0) += 1;
        }
    }
    let cases: Vec<&str> = used.into_keys().collect();
    assert_eq!(cases, ["A1", "A2", "A3", "B1", "B2", "B3", "B4"]);
}

#[test]
#[ignore = "all strings to length 24: seconds in release, minutes without"]
fn theorem_to_length_24() {
    let values = values_by_definition(24);
    for (number, &value) in values.iter().enumerate().skip(1) {
        assert_eq!(usize::from(value), closed_form(&cells_of(number)));
    }
    for length in 2..=24 {
        assert_eq!(histogram(&values, length), distribution(length as u64));
    }
}

proptest! {
    /// Long strings: ones of chosen density at odd and at even distances, so that L, M and N vary widely.
    #[test]
    fn every_lemma_on_long_strings(
        weights in (0u8..=40, 0u8..=100),
        dice in prop::collection::vec(0u8..100, 0..120),
    ) {
        let mut cells = vec![true];
        cells.extend(dice.iter().enumerate().map(|(i, &die)| die < if i % 2 == 0 { weights.0 } else { weights.1 }));
        check_forms_agree(&cells);
        moves(&cells).for_each(|mv| check_no_equal_option(&cells, mv));
        check_first_card_moves(&cells);
        check_later_card_moves(&cells);
    }
}

// The distribution: a_g = number of strings of length n with value g.

/// Binomial coefficient; 0 when k > n.
fn choose(n: u64, k: u64) -> u128 {
    (0..k).fold(1, |c, i| c * u128::from(n.saturating_sub(i)) / u128::from(i + 1))
}

fn histogram(values: &[u8], length: usize) -> Vec<u128> {
    let mut counts = vec![0u128; length];
    for &value in &values[..1 << length] {
        counts[usize::from(value)] += 1;
    }
    counts
}

/// Lemma 3: strings whose value is at least `bound` and has its parity; the string without a 1 is left out.
fn tail(n: u64, bound: u64) -> u128 {
    let m = bound / 2;
    let first = m + 1 + bound % 2;
    (first..=n).step_by(2).map(|w| choose(n - m, w)).sum()
}

/// The closed form of the distribution for n >= 2.
fn distribution(n: u64) -> Vec<u128> {
    let mut counts: Vec<u128> = (0..n)
        .map(|g| {
            let (m, c) = (g / 2, g.div_ceil(2));
            let above: u128 = (c..=n).map(|w| choose(n - m - 2, w)).sum();
            choose(n - m - 1, c) + above
        })
        .collect();
    counts[0] += 1;
    counts
}

/// The same in the form that costs O(1) a value, by the running sum tau.
fn distribution_by_tau(n: u64) -> Vec<u128> {
    let mut counts = vec![(1 << (n - 2)) + 2];
    let mut tau = 1;
    for g in 1..n {
        let m = g / 2;
        let half = 1u128 << (n - 2 - m);
        if g % 2 == 1 {
            counts.push(half + choose(n - m - 1, m + 1) - tau);
            continue;
        }
        let (alpha, beta) = (choose(n - m - 2, m - 1), choose(n - m - 2, m));
        assert_eq!((tau + alpha) % 2, 0);
        tau = (tau + alpha) / 2 + beta;
        counts.push(half + choose(n - m - 1, m) + beta - tau);
    }
    counts
}

#[test]
fn lemma_3_tails_count_what_they_say() {
    let values = values_by_definition(LENGTH);
    for n in 1..=LENGTH {
        let with_a_one = &values[1..1 << n];
        for bound in 0..n + 2 {
            let count = with_a_one
                .iter()
                .map(|&v| usize::from(v))
                .filter(|v| v % 2 == bound % 2 && *v >= bound)
                .count();
            assert_eq!(tail(n as u64, bound as u64), count as u128, "{n} {bound}");
        }
    }
}

#[test]
fn distribution_is_the_enumerated_one() {
    let values = values_by_definition(LENGTH);
    for n in 2..=LENGTH {
        assert_eq!(histogram(&values, n), distribution(n as u64));
    }
    assert_eq!(histogram(&values, 1), [2]);
    assert_eq!(distribution(3), [4, 3, 1]);
    assert_eq!(distribution(5), [10, 11, 6, 4, 1]);
    assert_eq!(distribution(13), [2050, 2059, 1034, 1068, 547, 586, 303, 289, 134, 85, 28, 8, 1]);
}

#[test]
fn distribution_forms_and_identities_for_n_to_100() {
    for n in 2..=100 {
        let counts = distribution(n);
        assert_eq!(counts, distribution_by_tau(n));
        assert_eq!(counts.iter().sum::<u128>(), 1 << n);
        assert_eq!(counts.last(), Some(&1));
        let shorter = if n == 2 { vec![2] } else { distribution(n - 1) };
        for k in 1..n.div_ceil(2) as usize {
            assert_eq!(counts[2 * k], shorter[2 * k - 1]);
        }
    }
}
