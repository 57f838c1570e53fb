//! What a value will cost by each method, judged by the values that are known: the choice between a sparse
//! space and none.
//!
//! With `n` values known, `B` breaks, `R` rare positions, `ρ` their share among the last values, `V` codes
//! and `M` marked parts the next values cost about, in nanoseconds of a processor with vectors of 256 bits,
//!
//! | method | a value |
//! |---|---|
//! | no sparse space | `(300 + n/50 + n·V/15600)·(B + 1)/2` |
//! | few rare positions | `30 + (0.04 + 0.06·⌈V/16⌉)·R + V³·ρ` |
//! | many, codes below 160 | `(100 + M·V/1500 + R/30)·(1 + 150·ρ)`, and 1.8 ms in all to begin with; `M = R` if `B > 1`, else at most 460 |
//! | many, codes of one byte | `(250 + M·V/600 + R/12)·(1 + 800·ρ/(1 + 100·ρ))`, and as much to begin with |
//! | many, codes of two bytes | `(600 + 0.3·R + 0.8·(R·V/1000)²/1000)·(1 + 25·ρ)`, and 3 ms in all to begin with |
//!
//! Every new rare position has blocks done again and a search through all pairs, hence `ρ`; codes from 160 to
//! 255 are still growing, and marks miss some of them. So at the beginning, where rare positions are not rare
//! yet, no sparse space is the better method, and later the sparse space. Only ratios count; `cargo bench -p
//! sprague --bench choice` measures the choice beside every method, and with `costs` these estimates' ground:
//! methods side by side as values grow.

/// What is known of a sequence under a split.
#[derive(Clone, Copy, Debug)]
pub struct CostInputs {
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
    /// Whether the method for many rare positions would have to begin.
    pub fresh: bool,
}

/// Rare positions that are marked if there is one break.
const MARKED: usize = 460;
/// Codes of one byte from this on are large: as they come near the limit, marks miss some.
const LARGE: usize = 160;

impl CostInputs {
    /// Cost of a value without a sparse space.
    pub fn dense(&self) -> f64 {
        let n = (self.known + self.review) as f64 / 2.0;
        (300.0 + n / 50.0 + n * self.codes as f64 / 15600.0) * (self.breaks + 1) as f64 / 2.0
    }

    /// Cost of a value in the sparse space with few rare positions.
    pub fn few(&self) -> f64 {
        let codes = self.codes as f64;
        let mark = 0.04 + 0.06 * (codes / 16.0).ceil();
        30.0 + mark * self.rares as f64 + self.share() * codes * codes * codes
    }

    /// Cost of a value in the sparse space with many rare positions.
    pub fn many(&self) -> f64 {
        let (rares, codes) = (self.rares as f64, self.codes as f64);
        let (share, to_come) = (self.share(), (self.review - self.known).max(1) as f64);
        if self.codes <= u8::MAX as usize {
            let marked = if self.breaks > 1 { self.rares } else { self.rares.min(MARKED) };
            let begin = if self.fresh { 1.8e6 / to_come } else { 0.0 };
            if self.codes < LARGE {
                (100.0 + marked as f64 * codes / 1500.0 + rares / 30.0) * (1.0 + 150.0 * share) + begin
            } else {
                let again = 800.0 * share / (1.0 + 100.0 * share);
                (250.0 + marked as f64 * codes / 600.0 + rares / 12.0) * (1.0 + again) + begin
            }
        } else {
            // Marks do not show all of many codes: the rest is sought among more rare positions.
            let open = rares * codes / 1e3;
            (600.0 + 0.3 * rares + 0.8 * open * open / 1e3) * (1.0 + 25.0 * share) + 3e6 / to_come
        }
    }

    /// The share of rare positions among the last values.
    fn share(&self) -> f64 {
        self.late_rares as f64 / (self.known as f64 / 4.0).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of the bench `choice costs` at moments that decide much of the time of a code: code, breaks,
    /// known, codes, rare positions, those among the last quarter, and nanoseconds a value with many rare
    /// positions and without a sparse space, on AMD EPYC (Zen 4).
    const MEASURED: [(&str, [usize; 5], [f64; 2]); 19] = [
        ("0.6", [1, 15552, 134, 1572, 60], [1047.0, 967.0]),
        ("0.6", [1, 23328, 143, 1583, 4], [775.0, 1320.0]),
        ("0.142", [1, 10368, 140, 1124, 91], [1446.0, 732.0]),
        ("0.14", [1, 23328, 23, 1669, 137], [932.0, 551.0]),
        ("0.204", [1, 23328, 166, 2083, 366], [2739.0, 1169.0]),
        ("0.161", [1, 10368, 68, 478, 33], [964.0, 702.0]),
        ("0.161", [1, 15552, 68, 483, 0], [621.0, 735.0]),
        ("0.36", [1, 10368, 89, 514, 0], [718.0, 644.0]),
        ("0.36", [1, 23328, 94, 515, 0], [444.0, 1007.0]),
        ("0.74", [2, 23328, 208, 1385, 0], [657.0, 1662.0]),
        ("0.064", [2, 52488, 242, 3324, 87], [4385.0, 3374.0]),
        ("0.064", [2, 78732, 257, 3510, 156], [2351.0, 4247.0]),
        ("0.264", [2, 52488, 365, 1991, 12], [2797.0, 4537.0]),
        ("0.364", [2, 52488, 283, 927, 0], [2109.0, 5448.0]),
        ("0.606", [2, 52488, 389, 5253, 169], [3949.0, 2898.0]),
        ("0.1234", [1, 118098, 323, 5569, 14], [2733.0, 3934.0]),
        ("4.004", [2, 78732, 722, 7700, 360], [12822.0, 7977.0]),
        ("0.344", [2, 118098, 513, 8351, 118], [47421.0, 9711.0]),
        ("4.327", [2, 78732, 1025, 6784, 84], [31524.0, 14524.0]),
    ];

    #[test]
    fn what_is_estimated_to_cost_less_was_measured_to() {
        for (code, [breaks, known, codes, rares, late_rares], [sparse, dense]) in MEASURED {
            let review = known + known / if known < 1 << 16 { 4 } else { 1 };
            let outlook = CostInputs { known, review, breaks, rares, late_rares, codes, fresh: true };
            let estimated = outlook.many() < outlook.dense();
            assert_eq!(
                estimated,
                sparse < dense,
                "{code} at {known}: {} {}",
                outlook.many(),
                outlook.dense()
            );
        }
    }

    #[test]
    fn a_method_that_has_begun_is_kept_more_easily() {
        let fresh = CostInputs {
            known: 9000,
            review: 11250,
            breaks: 1,
            rares: 512,
            late_rares: 1,
            codes: 89,
            fresh: true,
        };
        assert!(fresh.many() > fresh.dense());
        assert!(CostInputs { fresh: false, ..fresh }.many() < fresh.dense());
    }
}
