//! The preview: charts in characters, 80 columns wide, readable without colours.

use super::chart::{Sequence, counted};
use crate::report::grouped;

const COLUMNS: usize = 68;
const ROWS: usize = 20;

/// Values by size: the more values fall into a place, the darker its character.
pub fn values(sequence: &Sequence) -> String {
    let (count, top) = (sequence.values.len(), sequence.values.iter().max().copied().unwrap_or(0) as usize);
    let (columns, rows) = (count.min(COLUMNS), (top + 1).min(ROWS));
    let (mut counts, mut rare) = (vec![0u32; columns * rows], vec![false; columns * rows]);
    for (n, &value) in sequence.values.iter().enumerate() {
        let cell = value as usize * rows / (top + 1) * columns + n * columns / count;
        counts[cell] += 1;
        rare[cell] |= sequence.rare.as_ref().is_some_and(|rare| rare[n]);
    }
    let most = f64::from(counts.iter().max().copied().unwrap_or(1)).ln_1p();
    let shade = |cell: usize| match counts[cell] {
        0 => ' ',
        _ if rare[cell] => 'o',
        _ if count <= COLUMNS => '*',
        many => ['.', ':', '+', '*', '#'][((f64::from(many).ln_1p() / most * 5.0) as usize).min(4)],
    };
    let mut text = format!("{}\n", sequence.title);
    for row in (0..rows).rev() {
        let line: String = (0..columns).map(|column| shade(row * columns + column)).collect();
        text += format!("{:>8} | {}", (row * (top + 1)).div_ceil(rows), line).trim_end();
        text.push('\n');
    }
    let last = grouped(count as u64 - 1);
    text += &format!("{:>8} +-{}\n", "", "-".repeat(columns));
    text += &format!("{:>8}   0{last:>width$}\n", "", width = columns.max(last.len() + 2) - 1);
    if sequence.rare.is_some() {
        text += &format!("{:>8}   o: a rare position\n", "");
    }
    text + &sequence.note
}

/// How often each value occurs.
pub fn histogram(sequence: &Sequence) -> String {
    let counts = counted(sequence);
    let most = counts.iter().map(|(common, rare)| common + rare).max().unwrap_or(1).max(1);
    let mut text = format!("{}\n", sequence.title);
    for (value, (common, rare)) in counts.iter().enumerate() {
        let count = common + rare;
        let bar = (count * 50).div_ceil(most) as usize;
        text += format!("{value:>6} {:>12} {}", grouped(count), "#".repeat(bar)).trim_end();
        text.push('\n');
    }
    text + &sequence.note
}

/// Values of sheets, a character each: 0 as a dot, then digits and letters, `?` beyond.
pub fn heat_map(title: &str, note: &str, rows: &[Vec<u32>]) -> String {
    const DIGITS: &[u8] = b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let digit = |value: &u32| DIGITS.get(*value as usize).map_or('?', |&digit| digit as char);
    let mut text = format!("{title}\n");
    for (w, row) in rows.iter().enumerate().take(2 * ROWS) {
        let line: String = row.iter().take(COLUMNS).map(digit).collect();
        text += &format!("{:>8} | {line}\n", w + 1);
    }
    if rows.len() > 2 * ROWS || rows.first().is_some_and(|row| row.len() > COLUMNS) {
        text += &format!("{:>8}   the first {} by {COLUMNS} of them; -o FILE.png draws all\n", "", 2 * ROWS);
    }
    text + note
}
