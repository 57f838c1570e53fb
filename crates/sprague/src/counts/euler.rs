//! The four Project Euler problems: four cells of the table rules × counts.

use super::{Count, DEFAULT_LIMIT, card_tuples, partitions, sheets, wins};
use crate::rules::Rule;
use crate::{Result, Work};
use num_bigint::BigUint;

/// 306, paper strip: winning lengths up to `n` of 0.07.
///
/// ```
/// let count = sprague::counts::euler::paper_strip(&50u32.into(), &sprague::Work::quiet()).unwrap();
/// assert_eq!(count.answer, 40u32.into());
/// ```
pub fn paper_strip(n: &BigUint, work: &Work) -> Result<Count> {
    let rule: Rule = "0.07".parse()?;
    wins(&rule, n, DEFAULT_LIMIT, work)
}

/// 933, paper cutting: winning first moves over all sheets of at most `width` × `height`.
///
/// ```
/// let count = sprague::counts::euler::paper_cutting(&12u32.into(), &123u32.into(), &sprague::Work::quiet()).unwrap();
/// assert_eq!(count.answer, 327_398u32.into());
/// ```
pub fn paper_cutting(width: &BigUint, height: &BigUint, work: &Work) -> Result<Count> {
    sheets::moves(&Rule::Cut, width, height, work)
}

/// 629, scatterstone: winning partitions of `n`, summed over the largest number of parts k = 2 … n.
///
/// ```
/// let count = sprague::counts::euler::scatterstone(7, None, &sprague::Work::quiet()).unwrap();
/// assert_eq!(count.answer, 66u32.into());
/// ```
pub fn scatterstone(n: u64, modulus: Option<&BigUint>, work: &Work) -> Result<Count> {
    let won = |parts: u64| partitions(&Rule::Split(parts), n, modulus, work).map(|found| found.won);
    let mut answer = BigUint::ZERO;
    for (parts, times) in [(2, 1), (3, 1), (4, n.saturating_sub(3))] {
        if parts <= n && times > 0 {
            // From four parts on the values do not depend on the limit.
            answer += won(parts)?.answer * times;
        }
    }
    if let Some(modulus) = modulus {
        answer %= modulus;
    }
    Ok(Count::proved(answer, "values of split:2, split:3 and split:4, all partitions counted"))
}

/// 798, card stacking: lost deals of `suits` suits of `size` cards.
///
/// ```
/// let count = sprague::counts::euler::card_stacking(&3u32.into(), &2u32.into(), None, &sprague::Work::quiet()).unwrap();
/// assert_eq!(count.answer, 26u32.into());
/// ```
pub fn card_stacking(
    size: &BigUint,
    suits: &BigUint,
    modulus: Option<&BigUint>,
    work: &Work,
) -> Result<Count> {
    card_tuples(size, suits, modulus, work)
}
