//! What is known of paper cutting: rows with proved tails, so sheets whose shorter side is in the table, of
//! any length.

use super::{Evidence, Histogram, Known};
use crate::rules::{Rule, Sizes};
use crate::values::cutting::Rows;
use crate::{Count, Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_kernels::cutting::counts::{CutCounts, Polynomial};

const BASIS: &str = "rows with proved tails";

/// Sheets under paper cutting whose shorter side is at most the width of the table.
#[derive(Debug, Clone)]
pub struct Sheets {
    rule: Rule,
    rows: Rows,
}

pub(super) fn solve(rule: &Rule, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    let (width, height) = sides(rule, sizes.to())?;
    let narrow = width.min(height);
    let narrow = narrow.to_usize().ok_or_else(|| {
        Error::too_large(
            format!("the shorter side {narrow} is too long: its rows are computed one by one"),
            None,
        )
    })?;
    work.count_solver();
    Ok(Box::new(Sheets { rule: rule.clone(), rows: Rows::solve(narrow, work)? }))
}

/// The two sides of a sheet, given by its numbers.
pub(super) fn sides<'a>(rule: &Rule, numbers: &'a [BigUint]) -> Result<(&'a BigUint, &'a BigUint)> {
    match numbers {
        [width, height] => Ok((width, height)),
        _ => Err(Error::wrong_game(format!("a sheet of {rule} has two sides, not {}", numbers.len()))),
    }
}

/// Counts over all sheets from A×B to W×H, from counts over all sheets up to a size: by inclusion and
/// exclusion f(W, H) − f(A−1, H) − f(W, B−1) + f(A−1, B−1).
pub(super) fn over_rectangle(
    sizes: &Sizes,
    mut upto: impl FnMut(&BigUint, &BigUint) -> Result<Vec<BigUint>>,
) -> Result<Vec<BigUint>> {
    let ([a, b], [w, h]) = (sizes.from(), sizes.to()) else {
        return Err(Error::wrong_game("sizes of sheets have two numbers"));
    };
    if sizes.is_empty() {
        return Ok(vec![]);
    }
    let one = BigUint::from(1u32);
    let (left, below) = (a.max(&one) - 1u32, b.max(&one) - 1u32);
    let mut counts = upto(w, h)?;
    let mut change = |more: Vec<BigUint>, add: bool| {
        for (count, other) in counts.iter_mut().zip(more) {
            if add { *count += other } else { *count -= other }
        }
    };
    // The corner first, so that no count is ever negative.
    if left > BigUint::ZERO && below > BigUint::ZERO {
        change(upto(&left, &below)?, true);
    }
    if left > BigUint::ZERO {
        change(upto(&left, h)?, false);
    }
    if below > BigUint::ZERO {
        change(upto(w, &below)?, false);
    }
    Ok(counts)
}

impl Sheets {
    /// The rows.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// D(W, ·) as a polynomial in the height, and from where on it holds, for the widest sheets of the table.
    pub fn polynomial(&self) -> Polynomial {
        self.counts(self.rows.width()).polynomial()
    }

    fn counts(&self, width: usize) -> CutCounts<'_> {
        CutCounts::new(&self.rows, width).expect("the table has that width")
    }

    fn narrow_and_long<'a>(&self, width: &'a BigUint, height: &'a BigUint) -> Result<(usize, &'a BigUint)> {
        let (narrow, long) = (width.min(height), width.max(height));
        let narrow = narrow.to_usize().filter(|&narrow| narrow <= self.rows.width()).ok_or_else(|| {
            Error::not_known(format!("rows are known to width {}, not {narrow}", self.rows.width()))
        })?;
        Ok((narrow, long))
    }

    /// How many sheets of 1×1 to width×height have each value.
    fn histogram_up_to(&self, width: &BigUint, height: &BigUint) -> Result<Vec<BigUint>> {
        let (narrow, long) = self.narrow_and_long(width, height)?;
        let rows = &self.rows;
        let top = (1..=rows.width() as u64).filter_map(|w| rows.largest(w)).max().unwrap_or(0);
        let mut histogram = vec![BigUint::ZERO; top as usize + 1];
        for w in 1..=narrow as u64 {
            let (tail, constant) = (rows.tail_start(w).unwrap_or(1), rows.tail_value(w).unwrap_or(0));
            let before = long.to_u64().map_or(tail - 1, |long| long.min(tail - 1));
            (1..=before).for_each(|h| histogram[rows.value(w, h).unwrap_or(0) as usize] += 1u32);
            histogram[constant as usize] += long - before;
        }
        Ok(histogram)
    }
}

impl super::sealed::Sealed for Sheets {}

impl Known for Sheets {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let (width, height) = sides(&self.rule, numbers)?;
        let small = |side: &BigUint| side.to_u64().unwrap_or(u64::MAX);
        self.rows.value(small(width), small(height)).map(BigUint::from).ok_or_else(|| {
            let known = self.rows.width();
            Error::not_known(format!("the shorter side of {width}x{height} is not one of 1 to {known}"))
        })
    }

    fn histogram(&self, sizes: &Sizes, _: &Work) -> Result<Histogram> {
        let counts = over_rectangle(sizes, |width, height| self.histogram_up_to(width, height))?;
        Ok(Histogram { counts, basis: BASIS.into() })
    }

    /// D(W, H).
    fn moves_to_zero(&self, sizes: &Sizes, _: &Work) -> Result<Count> {
        let moves = over_rectangle(sizes, |width, height| {
            let (narrow, long) = self.narrow_and_long(width, height)?;
            Ok(vec![self.counts(narrow).upto(long)])
        })?;
        Ok(Count::new(moves.into_iter().next().unwrap_or_default(), self.evidence(), BASIS))
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Rows(&self.rows)
    }
}
