//! Counts of `cut:one` over all sheets of at most W × H, in closed form.
//!
//! With p = ⌈W/2⌉ and q = ⌈H/2⌉ odd sides, p·q sheets are lost, and all w + h − 2 cuts of the others win:
//! W·H·(W + H − 2)/2 − p·q·(p + q − 2) winning cuts in all (docs/cutting.md).

use super::Count;
use num_bigint::BigUint;

const BASIS: &str = "every play of a sheet takes w*h - 1 moves";

/// How many sheets of 1×1 to `width`×`height` have the values 0 and 1.
pub fn histogram(width: &BigUint, height: &BigUint) -> [BigUint; 2] {
    let lost = half_up(width) * half_up(height);
    let won = width * height - &lost;
    [lost, won]
}

/// Sheets of 1×1 to `width`×`height` that the first player wins.
pub fn wins(width: &BigUint, height: &BigUint) -> Count {
    let [_, won] = histogram(width, height);
    Count::proved(won, BASIS)
}

/// Winning first cuts of all sheets of at most `width`×`height`.
pub fn moves(width: &BigUint, height: &BigUint) -> Count {
    if *width == BigUint::ZERO || *height == BigUint::ZERO {
        return Count::proved(0u32, BASIS);
    }
    let (p, q) = (half_up(width), half_up(height));
    let all = width * height * (width + height - 2u32) / 2u32;
    Count::proved(all - &p * &q * (&p + &q - 2u32), BASIS)
}

fn half_up(side: &BigUint) -> BigUint {
    (side + 1u32) >> 1
}
