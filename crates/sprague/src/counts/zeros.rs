//! Zeros: which pieces of some sizes are lost, one by one.

use crate::known::Known;
use crate::rules::{Piece, Sizes};
use crate::{Error, Result, Work};

/// More pieces than this are not gone through.
const MOST_PIECES: u64 = 20_000_000;

/// The pieces of these sizes that have value 0, in the order in which the game lists them.
///
/// ```
/// use sprague::{Options, Work, counts, known, rules::{Rule, Sizes}};
/// let (rule, work): (Rule, _) = ("sub:1,3,4".parse().unwrap(), Work::quiet());
/// let sizes = Sizes::heaps(14u32);
/// let known = known::up_to(&rule, &sizes, &Options::default(), &work).unwrap();
/// let sizes: Vec<u64> = counts::zeros(known.as_ref(), &sizes, &work).unwrap().iter().map(|zero| zero.numbers()[0]).collect();
/// assert_eq!(sizes, [0, 2, 7, 9, 14]);
/// ```
pub fn zeros(known: &dyn Known, sizes: &Sizes, work: &Work) -> Result<Vec<Piece>> {
    let rule = known.rule();
    let too_many =
        || Error::unsupported(format!("zeros are listed one by one, and {sizes} is too large; ask for less"));
    let (from, to) = sizes.small().ok_or_else(too_many)?;
    if sizes.is_empty() {
        return Ok(vec![]);
    }
    if to.iter().any(|&size| size > MOST_PIECES) {
        return Err(too_many());
    }
    let mut found = Vec::new();
    for (done, piece) in (0..).zip(rule.pieces(&from, &to)) {
        if done > MOST_PIECES {
            return Err(too_many());
        }
        if done % 4096 == 0 {
            work.tell(done, 0)?;
        }
        if known.value_of(&piece)? == 0 {
            found.push(piece);
        }
    }
    Ok(found)
}
