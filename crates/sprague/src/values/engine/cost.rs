//! What a value will cost by each method, judged by the values that are known: the choice between a sparse space and none.
//!
//! With `n` values known, `R` rare positions, `V` codes and `M` marked parts the next values cost about, in nanoseconds of a
//! processor with vectors of 256 bits,
//!
//! | method | a value |
//! |---|---|
//! | no sparse space | `n/15` |
//! | many rare positions, codes of one byte | `250 + M·V/600 + R/12`; `M = R` if there are several breaks, else at most 460 |
//! | many rare positions, codes of two bytes | `700 + 0.45·R` |
//!
//! Every new rare position has blocks done again and a search through all pairs: the last two grow by the share `ρ` of rare positions
//! among the last values, by `1 + 800·ρ` for codes of one byte and `1 + 150·ρ` for two. So at the beginning, where rare positions are
//! not rare yet, no sparse space is the better method, and later the sparse space. Few rare positions are always worth having.
//! Only ratios count; `cargo run --release -p sprague --example open_codes` measures methods side by side.

/// What is known of a sequence under a split.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// Values known, and how many will be when the method is looked at again.
    pub known: usize,
    pub review: usize,
    /// Breaks into two heaps.
    pub breaks: usize,
    /// Rare positions, and those among the last quarter of the values.
    pub rares: usize,
    pub late_rares: usize,
    /// Codes are below this.
    pub codes: usize,
}

/// Rare positions that are marked if there is one break.
const MARKED: usize = 460;

impl Outlook {
    /// Cost of a value without a sparse space.
    pub fn dense(&self) -> f64 {
        (self.known + self.review) as f64 / 30.0
    }

    /// Cost of a value in the sparse space with many rare positions.
    pub fn sparse(&self) -> f64 {
        let (rares, codes) = (self.rares as f64, self.codes as f64);
        let share = self.late_rares as f64 / (self.known as f64 / 4.0).max(1.0);
        if self.codes <= u8::MAX as usize {
            let marked = if self.breaks > 1 { self.rares } else { self.rares.min(MARKED) };
            (250.0 + marked as f64 * codes / 600.0 + rares / 12.0) * (1.0 + 800.0 * share)
        } else {
            (700.0 + 0.45 * rares) * (1.0 + 150.0 * share)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sparse_space_pays_once_rare_positions_have_died_out() {
        let early =
            Outlook { known: 27258, review: 34072, breaks: 1, rares: 2166, late_rares: 224, codes: 196 };
        assert!(early.sparse() > early.dense());
        let late = Outlook { known: 66546, review: 133092, late_rares: 14, rares: 2235, codes: 224, ..early };
        assert!(late.sparse() < late.dense());
        let wide = Outlook { codes: 640, ..late };
        assert!(late.sparse() < wide.sparse() && wide.sparse() < wide.dense());
        assert!(Outlook { late_rares: 600, ..wide }.sparse() > wide.dense());
    }
}
