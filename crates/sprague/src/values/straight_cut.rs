//! `cut:one`, one straight cut: G(w, h) = 0 if w and h are odd, else 1.
//!
//! A cut raises the number of sheets by one, and play ends with w·h unit squares, so every play takes w·h − 1
//! moves; a position all of whose plays take n moves has value n mod 2 (docs/cutting.md).

/// The nim-value of a sheet under `cut:one`.
///
/// ```
/// assert_eq!(sprague::values::straight_cut_value(3, 5), 0);
/// assert_eq!(sprague::values::straight_cut_value(3, 4), 1);
/// ```
pub fn straight_cut_value(width: u64, height: u64) -> u32 {
    u32::from(width.is_multiple_of(2) || height.is_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Piece, Rule};
    use crate::values::Reference;

    #[test]
    fn equals_the_reference() {
        let rule: Rule = "cut:one".parse().unwrap();
        let mut reference = Reference::new(&rule);
        for (w, h) in (1..=14).flat_map(|w| (1..=14).map(move |h| (w, h))) {
            assert_eq!(straight_cut_value(w, h), reference.value(&Piece::sheet(w, h)), "{w}x{h}");
        }
    }
}
