//! What a value will cost by each method, judged by the values that are known: the choice between a sparse space and none.
//!
//! With `n` values known, `B` breaks, `R` rare positions, `ρ` their share among the last values, `V` codes and `M` marked parts the
//! next values cost about, in nanoseconds of a processor with vectors of 256 bits,
//!
//! | method | a value |
//! |---|---|
//! | no sparse space | `(300 + n/50 + n·V/15600)·(B + 1)/2` |
//! | few rare positions | `40 + 0.6·R`, or `40 + 0.3·R` for codes below 32, and `8·(n − 4096)·ρ`, at most `70 000·ρ` |
//! | many, codes of one byte | `(250 + M·V/600 + R/12)·(1 + 100·ρ)`, and 200 to begin with; `M = R` if `B > 1`, else at most 460 |
//! | many, codes of two bytes | `(600 + 0.3·R + 0.8·(R·V/1000)²/1000)·(1 + 25·ρ)`, and 3 ms in all to begin with |
//!
//! Every new rare position has blocks done again and a search through all pairs, hence `ρ`; for codes from 160 to 255, which are still
//! growing, `1 + 800·ρ/(1 + 100·ρ)`. So at the beginning, where rare positions are not rare yet, no sparse space is the better method,
//! and later the sparse space. Only ratios count; `cargo bench -p sprague --bench choice`
//! measures the choice beside every method, and with `costs` these estimates' ground: methods side by side as values grow.

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
    /// Whether a method in the sparse space of the split would have to begin.
    pub fresh: bool,
}

/// Rare positions that are marked if there is one break.
const MARKED: usize = 460;
/// Codes of one byte from this on are large: as they come near the limit, marks miss some.
const LARGE: usize = 160;
/// With no more values than this few rare positions are always worth having.
const EARLY: usize = 4096;

impl Outlook {
    /// Cost of a value without a sparse space.
    pub fn dense(&self) -> f64 {
        let n = (self.known + self.review) as f64 / 2.0;
        (300.0 + n / 50.0 + n * self.codes as f64 / 15600.0) * (self.breaks + 1) as f64 / 2.0
    }

    /// Cost of a value in the sparse space with few rare positions.
    pub fn few(&self) -> f64 {
        let word = if self.codes <= u32::BITS as usize { 0.3 } else { 0.6 };
        40.0 + word * self.rares as f64
            + self.share() * (8.0 * self.known.saturating_sub(EARLY) as f64).min(7e4)
    }

    /// Cost of a value in the sparse space with many rare positions.
    pub fn many(&self) -> f64 {
        let (rares, codes) = (self.rares as f64, self.codes as f64);
        let (share, to_come) = (self.share(), (self.review - self.known).max(1) as f64);
        if self.codes <= u8::MAX as usize {
            let marked = if self.breaks > 1 { self.rares } else { self.rares.min(MARKED) };
            let again =
                if self.codes < LARGE { 100.0 * share } else { 800.0 * share / (1.0 + 100.0 * share) };
            let begin = if self.fresh { 200.0 } else { 0.0 };
            (250.0 + marked as f64 * codes / 600.0 + rares / 12.0) * (1.0 + again) + begin
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

    /// Rows of the bench `choice costs` at moments that decide much of the time of a code: code, breaks, known, codes, rare positions, those
    /// among the last quarter, and nanoseconds a value in the sparse space and without one, on AMD EPYC (Zen 4).
    const MEASURED: [(&str, [usize; 5], [f64; 2]); 17] = [
        ("0.6", [1, 15552, 134, 1572, 60], [1927.0, 952.0]),
        ("0.6", [1, 23328, 143, 1583, 4], [1098.0, 1403.0]),
        ("0.142", [1, 10368, 140, 1124, 91], [1426.0, 680.0]),
        ("0.14", [1, 23328, 23, 1669, 137], [2040.0, 762.0]),
        ("0.204", [1, 34992, 199, 2192, 34], [3578.0, 2083.0]),
        ("0.161", [1, 10368, 68, 478, 33], [1487.0, 593.0]),
        ("0.36", [1, 23328, 94, 515, 0], [933.0, 1409.0]),
        ("0.74", [2, 23328, 208, 1385, 0], [912.0, 1701.0]),
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
            let outlook = Outlook { known, review, breaks, rares, late_rares, codes, fresh: true };
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
        let fresh = Outlook {
            known: 9000,
            review: 11250,
            breaks: 1,
            rares: 512,
            late_rares: 1,
            codes: 89,
            fresh: true,
        };
        assert!(fresh.many() > fresh.dense());
        assert!(Outlook { fresh: false, ..fresh }.many() < fresh.dense());
    }
}
