//! Paper cutting by the textbook method: the oracle and the baseline of the fast solver.
//!
//! A `w x h` sheet is cut at an inner grid point `(i, j)` into `i x j`, `(w-i) x j`, `i x (h-j)` and
//! `(w-i) x (h-j)`. With `a_i(t) = G(i,t) ^ G(w-i,t)` the cut has value `a_i(j) ^ a_i(h-j)`, hence
//! `G(w,h) = mex { a_i(j) ^ a_i(h-j) : 1 <= i <= w/2, 1 <= j <= h/2 }`; the halves suffice by symmetry.
//!
//! Every cut costs one store into a table of reached values: `W^2 H^2 / 16` stores for a table of `W` rows
//! and heights to `H`. Nothing is assumed about tails; a caller who wants a whole row has to guess a height.

/// `table[w][h] = G(w, h)` for `w <= width`, `h <= height`; row 0 and column 0 are unused zeros.
pub fn table(width: usize, height: usize) -> Vec<Vec<u8>> {
    let mut rows = vec![vec![0u8; height + 1]; (width + 1).min(2)];
    for w in 2..=width {
        let pairs: Vec<Vec<u8>> = (1..=w / 2).map(|i| xor(&rows[i], &rows[w - i])).collect();
        // The table is symmetric; a wide and low one does not hold the cell to copy from.
        let value = |h: usize| if h < w && w <= height { rows[h][w] } else { value(&pairs, h) };
        let row = (0..=height).map(|h| if h < 2 { 0 } else { value(h) }).collect();
        rows.push(row);
    }
    rows
}

fn xor(x: &[u8], y: &[u8]) -> Vec<u8> {
    x.iter().zip(y).map(|(x, y)| x ^ y).collect()
}

/// The mex over all cuts of one sheet. Values of sheets up to 600 wide stay below 256; more would not fit a
/// byte.
fn value(pairs: &[Vec<u8>], h: usize) -> u8 {
    let mut reached = [false; 256];
    for a in pairs {
        for (&x, &y) in a[1..=h / 2].iter().zip(a[h - h / 2..h].iter().rev()) {
            reached[usize::from(x ^ y)] = true;
        }
    }
    reached.iter().position(|&r| !r).unwrap_or(256).try_into().expect("value fits a byte")
}

/// `C(w, h)`: the number of cuts of value 0, counted one by one from a table that holds row `w` to height
/// `h`.
pub fn winning_cuts(table: &[Vec<u8>], w: usize, h: usize) -> u64 {
    let cut = |i: usize, j: usize| table[i][j] ^ table[w - i][j] ^ table[i][h - j] ^ table[w - i][h - j];
    (1..w).map(|i| (1..h).filter(|&j| cut(i, j) == 0).count() as u64).sum()
}

/// `D(W, H)`: winning cuts summed over all sheets of at most `width x height`, straight from the definition.
pub fn winning_cuts_upto(table: &[Vec<u8>], width: usize, height: usize) -> u64 {
    (2..=width).map(|w| (2..=height).map(|h| winning_cuts(table, w, h)).sum::<u64>()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_published_counts() {
        let table = table(12, 123);
        assert_eq!(winning_cuts(&table, 5, 3), 4);
        assert_eq!(winning_cuts_upto(&table, 12, 123), 327_398);
    }

    #[test]
    fn table_is_symmetric() {
        let (tall, wide) = (table(9, 30), table(30, 9));
        for w in 1..=9 {
            for h in 1..=30 {
                assert_eq!(tall[w][h], wide[h][w], "{w}x{h}");
            }
        }
    }
}
