//! The fast rows and counts against the textbook method, and published values.

use num_bigint::BigUint;
use proptest::prelude::*;
use sprague::rules::Rule;
use sprague::values::cutting::{Rows, reference};
use sprague::{Error, Options, Work, counts::winning_moves, known};
use sprague_kernels::cutting::counts::{CutCounts, winning_cuts};
use std::sync::LazyLock;

static ROWS: LazyLock<Rows> = LazyLock::new(|| solve(123));

fn solve(width: usize) -> Rows {
    Rows::solve(width, &Work::quiet()).expect("solved")
}

fn counts(width: usize) -> CutCounts<'static> {
    CutCounts::new(&ROWS, width).expect("counted")
}

fn sheets(width: usize, height: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=width).flat_map(move |w| (1..=height).map(move |h| (w, h)))
}

fn big(n: u64) -> BigUint {
    BigUint::from(n)
}

#[test]
fn equals_the_textbook_table() {
    let (width, height) = (60, 400);
    let table = reference::table(width, height);
    for (w, h) in sheets(width, height) {
        let value = u32::from(table[w][h]);
        assert_eq!(ROWS.value(w as u64, h as u64), Some(value), "{w}x{h}");
        assert_eq!(ROWS.value(h as u64, w as u64), Some(value), "{h}x{w}");
    }
}

/// Beyond the bound `B_w` of the tail theorem the textbook method finds the tail, and `T_w` is least.
#[test]
fn tails_hold_at_and_beyond_the_bound() {
    let height = (1..=40).filter_map(|w| ROWS.tail_bound(w)).max().unwrap() as usize + 50;
    let table = reference::table(40, height);
    for w in 1..=40u64 {
        let (bound, start) = (ROWS.tail_bound(w).unwrap(), ROWS.tail_start(w).unwrap());
        let row = &table[w as usize];
        assert!(start <= bound);
        for h in start..=height as u64 {
            assert_eq!(Some(u32::from(row[h as usize])), ROWS.tail_value(w), "{w}x{h}");
        }
        assert!(start == 1 || u32::from(row[start as usize - 1]) != ROWS.tail_value(w).unwrap());
        assert_eq!(row.iter().max().map(|&v| u32::from(v)), ROWS.largest(w));
    }
}

#[test]
fn published_values() {
    assert_eq!(ROWS.tail_start(121), Some(3016));
    assert_eq!(ROWS.tail_start(123), Some(3320));
    assert_eq!((1..=123).filter_map(|w| ROWS.largest(w)).max(), Some(188));
    assert_eq!(winning_cuts(&ROWS, &big(5), &big(3)), Some(big(4)));
    assert_eq!(counts(12).upto(&big(123)), big(327_398));
    assert_eq!(counts(123).upto(&big(1_234_567)), big(5_707_485_980_743_099));
}

/// What docs/cutting.md observes about the rows up to width 600: evil values are rare, and no row before its
/// tail is constant on a whole `[s, 2s]`.
#[test]
fn observations_of_the_page() {
    let rows = solve(600);
    let evil = |value: u32| value.count_ones().is_multiple_of(2);
    let (mut cells, mut found, mut longest) = (0u64, Vec::new(), (0.0, 0, 0, 0));
    for w in 2..=600u64 {
        let tail = rows.tail_start(w).unwrap();
        assert!(!evil(rows.tail_value(w).unwrap()), "{w}");
        let value = |h: u64| rows.value(w, h).unwrap();
        for h in w..tail {
            cells += 1;
            if evil(value(h)) {
                found.push((w, h));
            }
        }
        let mut start = 2;
        for h in 3..=tail {
            if value(h) != value(start) {
                let ratio = (h - 1) as f64 / start as f64;
                if ratio > longest.0 {
                    longest = (ratio, w, start, h - 1);
                }
                start = h;
            }
        }
    }
    assert_eq!((cells, found.len(), found.last()), (3_176_432, 200, Some(&(126, 142))));
    assert_eq!((longest.1, longest.2, longest.3), (6, 4, 6));
    assert_eq!((rows.tail_start(120), rows.tail_start(118)), (Some(1200), Some(2139)));
    assert!((1302..=1762).all(|h| rows.value(118, h) == Some(37)));
}

#[test]
fn counts_equal_the_definition() {
    let table = reference::table(14, 160);
    for width in 1..=14 {
        let counts = counts(width);
        for height in 0..=160 {
            let expected = reference::winning_cuts_upto(&table, width, height);
            assert_eq!(counts.upto(&big(height as u64)), big(expected), "D({width},{height})");
        }
    }
    for (w, h) in sheets(14, 160) {
        let expected = Some(big(reference::winning_cuts(&table, w, h)));
        assert_eq!(winning_cuts(&ROWS, &big(w as u64), &big(h as u64)), expected, "C({w},{h})");
        assert_eq!(winning_cuts(&ROWS, &big(h as u64), &big(w as u64)), expected, "C({h},{w})");
    }
}

#[test]
fn counts_are_symmetric() {
    for (w, h) in [(2, 3), (17, 40), (50, 123), (99, 101)] {
        let one = counts(w).upto(&big(h as u64));
        let other = counts(h).upto(&big(w as u64));
        assert_eq!(one, other, "D({w},{h})");
    }
}

/// The polynomial is `D(W, ·)` from where it says, and one step earlier it is not.
#[test]
fn polynomial_starts_where_it_says() {
    for width in 1..=123 {
        let counts = counts(width);
        let polynomial = counts.polynomial();
        let [c0, c1, c2] = polynomial.doubled_coefficients();
        let formula = |h: u64| (c2 * i128::from(h) + c1) * i128::from(h) + c0;
        let from = polynomial.from();
        // Sums of C(w,h), which do not use the formula of D.
        let steps = |h: u64| -> BigUint {
            (2..=width).filter_map(|w| winning_cuts(&ROWS, &big(w as u64), &big(h))).sum()
        };
        if from > 0 {
            assert_ne!(BigUint::try_from(formula(from - 1) / 2), Ok(counts.upto(&big(from - 1))));
        }
        for h in from..from + 3 {
            assert_eq!(polynomial.at(&big(h)), Some(counts.upto(&big(h))), "D({width},{h})");
            assert_eq!(counts.upto(&big(h + 1)) - counts.upto(&big(h)), steps(h + 1));
        }
        if from > 2 {
            assert_eq!(counts.upto(&big(from - 1)) - counts.upto(&big(from - 2)), steps(from - 1));
            assert_eq!(counts.upto(&big(from)) - counts.upto(&big(from - 1)), steps(from));
        }
    }
}

#[test]
fn heights_of_a_hundred_digits() {
    let counts = counts(123);
    let h = BigUint::from(10u32).pow(100);
    let step = counts.upto(&(&h + 1u32)) - counts.upto(&h);
    let expected: BigUint = (2u64..=123).filter_map(|w| winning_cuts(&ROWS, &big(w), &(&h + 1u32))).sum();
    assert_eq!(step, expected);
    assert_eq!(ROWS.value(123, u64::MAX), ROWS.tail_value(123));
}

#[test]
fn winning_cuts_are_listed() {
    let rule: Rule = "cut".parse().unwrap();
    for (w, h) in [(5, 3), (7, 9), (12, 40), (40, 12)] {
        let sheet = rule.parse_position(&format!("{w}x{h}")).unwrap();
        let known = known::of_position(&rule, &sheet, &Options::default(), &Work::quiet()).unwrap();
        let analysis = winning_moves(known.as_ref(), &sheet, &Work::quiet()).unwrap();
        assert_eq!(Some(big(analysis.wins.len() as u64)), winning_cuts(&ROWS, &big(w), &big(h)));
    }
}

#[test]
fn questions_out_of_range_have_no_answer() {
    assert_eq!(ROWS.value(0, 5), None);
    assert_eq!(ROWS.value(5, 0), None);
    assert_eq!(ROWS.value(124, 124), None);
    assert_eq!(ROWS.tail_start(0), None);
    assert_eq!(ROWS.tail_bound(124), None);
    assert!(CutCounts::new(&ROWS, 124).is_none());
    assert_eq!(winning_cuts(&ROWS, &big(0), &big(5)), None);
    assert_eq!(counts(0).upto(&big(100)), big(0));
    assert_eq!(Rows::solve(0, &Work::quiet()).unwrap().width(), 0);
}

#[test]
fn a_stopped_table_can_be_extended() {
    let mut rows = Rows::default();
    let half = |done: u64, total: u64| 2 * done < total;
    let stopped = rows.extend(40, &Work::new(1 << 30, &half));
    assert!(matches!(stopped, Err(Error::Interrupted)) && rows.width() < 40);
    rows.extend(40, &Work::quiet()).unwrap();
    assert_eq!(rows.width(), 40);
    for (w, h) in (1..=40).flat_map(|w| (1..=900).map(move |h| (w, h))) {
        assert_eq!(rows.value(w, h), ROWS.value(w, h));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_sizes_equal_the_textbook(width in 2usize..45, height in 2usize..700, threads in 1usize..4) {
        let table = reference::table(width, height);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let rows = pool.install(|| Rows::solve(width, &Work::quiet())).unwrap();
        for (w, h) in sheets(width, height) {
            prop_assert_eq!(rows.value(w as u64, h as u64), Some(u32::from(table[w][h])), "{}x{}", w, h);
        }
    }

    /// One cell of a wide row from the definition, in the prefix, in the tail, and beyond the bound.
    #[test]
    fn random_cells_equal_the_definition(w in 60u64..=123, place in 0.0..1.2f64) {
        let h = (place * ROWS.tail_bound(w).unwrap() as f64) as u64 + 1;
        let at = |w, h| ROWS.value(w, h).unwrap();
        let mut reached = [false; 256];
        for i in 1..=w / 2 {
            for j in 1..=h / 2 {
                reached[(at(i, j) ^ at(w - i, j) ^ at(i, h - j) ^ at(w - i, h - j)) as usize] = true;
            }
        }
        let mex = reached.iter().position(|&r| !r).unwrap() as u32;
        prop_assert_eq!(ROWS.value(w, h), Some(mex));
    }

    #[test]
    fn random_counts_are_sums_of_single_sheets(width in 2usize..123, height in 2u64..7000) {
        let counts = counts(width);
        let step = counts.upto(&big(height)) - counts.upto(&big(height - 1));
        let row: BigUint = (2..=width).filter_map(|w| winning_cuts(&ROWS, &big(w as u64), &big(height))).sum();
        prop_assert_eq!(step, row);
    }
}
