//! Rows that no game has, longer than one portion between two charges.

use super::*;

fn sheets<'a>(rows: &[&'a [u16]], work: &'a Work<'a>) -> Sheets<'a> {
    let mut list = work.room(rows.len(), "rows").ok().unwrap();
    list.extend(rows.iter().copied()).unwrap();
    Sheets { rows: list, width: 8 }
}

/// G(1,·) is 0, so that the sequence is the row itself, to twice its last change.
#[test]
fn long_sequences() {
    let work = Work::default();
    for (length, last) in
        [(1, 1), (5, 5), (PORTION + 7, PORTION + 7), (2 * PORTION + 3, PORTION - 2), (2 * PORTION, 1)]
    {
        let row: Vec<u16> = (1..=length).map(|h| if h < last { 1 + (h % 3) as u16 } else { 7 }).collect();
        let sheets = sheets(&[&[0], &row], &work);
        let Ok(sequence) = sheets.sequence(1, 2, &work) else { panic!() };
        assert_eq!((sequence.tau, sequence.g.len()), (last, 2 * last + 1));
        assert!((1..=2 * last).all(|h| sequence.g[h] == row[h.min(length) - 1]), "{length} {last}");
        let mut always = [usize::MAX; 8];
        assert!(sequence.find_constants(&mut always, &work).is_ok());
        let pairs = |value: u16| (1..2 * last).any(|t| sequence.g[t] ^ sequence.g[2 * last - t] == value);
        for value in 0..8 {
            let expected = if pairs(value) { 2 * last } else { usize::MAX };
            assert_eq!(always[value as usize], expected, "{length} {last} {value}");
        }
    }
}

/// A row that is longer than those before and after it.
#[test]
fn rows_of_all_lengths() {
    let work = Work::default();
    let sheets = sheets(&[&[0, 5], &[1, 2, 4, 6], &[3]], &work);
    for (i, j, tau) in [(1, 1, 1), (1, 2, 4), (2, 1, 4), (2, 3, 4), (3, 2, 4), (1, 3, 2), (3, 1, 2)] {
        let Ok(sequence) = sheets.sequence(i, j, &work) else { panic!() };
        assert_eq!((sequence.tau, sequence.g.len()), (tau, 2 * tau + 1), "{i} {j}");
        assert!((1..=2 * tau).all(|h| sequence.g[h] == sheets.value(i, h) ^ sheets.value(j, h)), "{i} {j}");
    }
}

/// One pair that reaches the value, with more parts than are compared between two charges; each part is
/// compared once.
#[test]
fn pairs_of_long_sequences() {
    const PARTS: usize = PORTION / 16;
    let (tau, h) = (PARTS + 100, 2 * PARTS + 101);
    for part in [1, PARTS - 1, PARTS, PARTS + 1, h / 2] {
        let work = Work::default();
        let sheets = sheets(&[&[0], &[5]], &work);
        let mut g = work.room(2 * tau + 1, "a sequence").ok().unwrap();
        g.resize(2 * tau + 1, 0).unwrap();
        g[part] = 5;
        let Ok(mut scratch) = sheets.scratch(&work) else { panic!() };
        scratch.always.fill(usize::MAX);
        let before = work.spent();
        let found = sheets.verify_heights(2, h..h + 1, &[Sequence { tau, g }], &mut scratch, &work);
        let line = format!("NOT VERIFIED: value 5 is among the options, at w = 2, h = {h}");
        assert_eq!(found.unwrap_err().to_string(), line, "{part}");
        assert_eq!(work.spent() - before, h.div_ceil(2) as u64, "{part}");
    }
}

/// A row may come again in a later column: the least height counts.
#[test]
fn constants_of_two_sequences() {
    let work = Work::default();
    let sheets = sheets(&[&[0], &[1, 2, 4], &[1, 4]], &work);
    let mut always = [usize::MAX; 8];
    for row in [2, 3] {
        let Ok(sequence) = sheets.sequence(1, row, &work) else { panic!() };
        assert!(sequence.find_constants(&mut always, &work).is_ok());
    }
    assert_eq!(always[0], 4);
    assert_eq!((always[1 ^ 4], always[2 ^ 4]), (4, 6));
}

/// Pairs of equal values, by all pairs, at heights on both sides of 2τ.
#[test]
fn pairs_of_equal_values() {
    let work = Work::default();
    for row in [&[5][..], &[1, 5], &[5, 1, 5, 2], &[1, 2, 1, 1, 3, 2], &[3, 3, 3, 2, 3, 2]] {
        let sheets = sheets(&[&[0], row], &work);
        let Ok(sequence) = sheets.sequence(1, 2, &work) else { panic!() };
        let at = |h: usize| row[h.min(row.len()) - 1];
        let mut times = [9; 8];
        for height in 0..40usize {
            let pairs = (1..height).flat_map(|k| (1..=height - k).map(move |l| (k, l)));
            let expected = pairs.filter(|&(k, l)| at(k) == at(l)).count();
            let found = sequence.equal_pairs(&height.into(), &mut times, &work);
            assert_eq!(found.ok(), Some(expected.into()), "{row:?} {height}");
        }
    }
}
