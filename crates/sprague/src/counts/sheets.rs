//! Counts of paper cutting (`cut` and `cut:one`) over all sheets of at most W × H: wins and winning first moves.
//!
//! The table is symmetric, so the shorter side is the width and the longer one, of any length, the height.

use super::Count;
use super::cutting::{CutCounts, Polynomial};
use super::straight_cuts;
use super::tuples::sheet_histogram;
use crate::rules::Rule;
use crate::values::cutting::Rows;
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

const BASIS: &str = "rows with proved tails";

/// Sheets of 1×1 to `width`×`height` that the first player wins.
pub fn wins(rule: &Rule, width: &BigUint, height: &BigUint, work: &Work) -> Result<Count> {
    if *rule == Rule::CutOne {
        return Ok(straight_cuts::wins(width, height));
    }
    let lost = sheet_histogram(rule, width, height, work)?.swap_remove(0);
    Ok(Count::proved(width * height - lost, BASIS))
}

/// D(W, H): winning first moves on all sheets of at most `width`×`height`.
///
/// ```
/// use sprague::{Work, counts::sheets, rules::Rule};
/// let count = sheets::moves(&Rule::Cut, &12u32.into(), &123u32.into(), &Work::quiet()).unwrap();
/// assert_eq!(count.answer, 327_398u32.into());
/// ```
pub fn moves(rule: &Rule, width: &BigUint, height: &BigUint, work: &Work) -> Result<Count> {
    if *rule == Rule::CutOne {
        return Ok(straight_cuts::moves(width, height));
    }
    let rows = Rows::solve(narrow(width.min(height))?, work)?;
    let counts = CutCounts::new(&rows, rows.width()).expect("the table has that width");
    Ok(Count::proved(counts.upto(width.max(height)), BASIS))
}

/// D(W, ·) as a polynomial in the height, and from where on it holds.
pub fn polynomial(width: &BigUint, work: &Work) -> Result<Polynomial> {
    let rows = Rows::solve(narrow(width)?, work)?;
    let counts = CutCounts::new(&rows, rows.width()).expect("the table has that width");
    Ok(counts.polynomial())
}

fn narrow(width: &BigUint) -> Result<usize> {
    width.to_usize().ok_or_else(|| {
        Error::unsupported(format!("the shorter side {width} is too long: its rows are computed one by one"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;
    use crate::values::Reference;

    fn equals_playing(rule: &Rule, sizes: &[(u64, u64)]) {
        let mut reference = Reference::new(rule);
        for &(width, height) in sizes {
            let (mut won, mut winning) = (0u32, 0usize);
            for (w, h) in (1..=width).flat_map(|w| (1..=height).map(move |h| (w, h))) {
                let sheet = Piece::Sheet(w, h);
                won += u32::from(reference.value(&sheet) != 0);
                winning += rule.moves(&sheet).iter().filter(|one| reference.sum(&one.leaves) == 0).count();
            }
            let (w, h) = (width.into(), height.into());
            assert_eq!(
                wins(rule, &w, &h, &Work::quiet()).unwrap().answer,
                won.into(),
                "{rule} {width}x{height}"
            );
            assert_eq!(
                moves(rule, &w, &h, &Work::quiet()).unwrap().answer,
                winning.into(),
                "{rule} {width}x{height}"
            );
        }
    }

    #[test]
    fn equal_to_playing() {
        equals_playing(&Rule::Cut, &[(0, 5), (1, 1), (1, 9), (2, 2), (3, 8), (8, 3), (7, 7)]);
        equals_playing(&Rule::CutOne, &[(0, 3), (1, 1), (1, 6), (2, 2), (5, 8), (8, 5), (7, 7)]);
    }

    #[test]
    fn symmetric_and_any_height() {
        let huge = BigUint::from(10u32).pow(30);
        let d = |w: &BigUint, h: &BigUint| moves(&Rule::Cut, w, h, &Work::quiet()).unwrap().answer;
        assert_eq!(d(&huge, &20u32.into()), d(&20u32.into(), &huge));
        for (w, h) in [(5u32, 17u32), (9, 30), (14, 2)] {
            assert_eq!(d(&w.into(), &h.into()), d(&h.into(), &w.into()));
        }
        assert!(moves(&Rule::Cut, &huge, &huge, &Work::quiet()).is_err());
    }

    #[test]
    fn the_polynomial_holds_from_where_it_says_and_no_earlier() {
        for width in [2u32, 5, 9, 16] {
            let polynomial = polynomial(&width.into(), &Work::quiet()).unwrap();
            let direct = |h: u64| moves(&Rule::Cut, &width.into(), &h.into(), &Work::quiet()).unwrap().answer;
            let [c0, c1, c2] = polynomial.doubled_coefficients();
            let at = |h: u64| (c2 * i128::from(h).pow(2) + c1 * i128::from(h) + c0) / 2;
            for h in polynomial.from()..polynomial.from() + 6 {
                assert_eq!(BigUint::try_from(at(h)).unwrap(), direct(h), "{width} {h}");
            }
            if let Some(before) = polynomial.from().checked_sub(1) {
                assert_ne!(at(before), i128::try_from(direct(before)).unwrap(), "{width}");
            }
        }
    }
}
