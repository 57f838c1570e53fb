//! Zeros: which pieces of some sizes are lost, one by one.

use crate::known::{Known, number_of_sizes};
use crate::rules::{Piece, Sizes};
use crate::{Error, Result, Work};
use num_traits::ToPrimitive;

/// More pieces than this are not gone through.
const MOST_PIECES: u64 = 20_000_000;

/// What a lost piece takes: itself, twice while the list grows, and its size in numbers and in words.
const BYTES_PER_PIECE: u64 = 2 * size_of::<Piece>() as u64 + 8 + 24 + 32;

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
    let too_many = || too_many(sizes);
    check_zeros(sizes)?;
    let (from, to) = sizes.small().ok_or_else(too_many)?;
    if sizes.is_empty() {
        return Ok(vec![]);
    }
    let mut found = Vec::new();
    for (done, piece) in (0..).zip(rule.pieces(&from, &to)) {
        if done > MOST_PIECES {
            return Err(too_many());
        }
        if done % 4096 == 0 {
            work.tell(done, 0)?;
        }
        if known.is_zero(&piece)? {
            if found.len() == found.capacity() {
                let more = (found.len() as u64 * 2).max(1024);
                work.fits("the list of lost pieces", more * BYTES_PER_PIECE)?;
                found.reserve_exact(more as usize - found.len());
            }
            found.push(piece);
        }
    }
    Ok(found)
}

/// Refuses more sizes than are listed, before any value is computed.
pub fn check_zeros(sizes: &Sizes) -> Result<()> {
    match number_of_sizes(sizes).to_u64().filter(|&sizes| sizes <= MOST_PIECES) {
        Some(_) => Ok(()),
        None => Err(too_many(sizes)),
    }
}

fn too_many(sizes: &Sizes) -> Error {
    let to = sizes.largest();
    Error::too_large(
        format!(
            "{to} is too large: zeros are listed one by one, among at most {MOST_PIECES} pieces; `count wins` counts them"
        ),
        None,
    )
}
