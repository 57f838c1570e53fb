//! The genus of a position: its nim-value, and its misère nim-values beside any number of Nim heaps of two.
//!
//! Let g⁻(X) be 1 if X has no move and the mex of the options' values otherwise: the only v for which X + ∗v
//! is lost. The genus is g^(g₀g₁g₂…) with g the nim-value and g_i = g⁻(X + i·∗2).
//!
//! **Recursion.** g⁻(Y + ∗1) = g⁻(Y) ⊕ 1 (induction; the mex of a set without a, closed under ⊕ 1 below a,
//! and a itself). The options of X + (i+1)·∗2 are X′ + (i+1)·∗2, X + i·∗2 + ∗1 and X + i·∗2, so g_{i+1}(X) is
//! the mex of all g_{i+1}(X′), g_i(X) and g_i(X) ⊕ 1. From some i on the options' values repeat with period
//! 2; then g_{i+1} is a function of g_i and the parity of i, and as soon as g_{i+2} = g_i the whole sequence
//! repeats with period 2.

use std::fmt;

/// A genus, such as `4^146`: nim-value 4, misère nim-values 1, 4, 6, 4, 6, ….
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Genus {
    nim_value: u32,
    /// g₀, g₁, …; the last two repeat forever and cannot be written with fewer numbers. At least two.
    superscript: Vec<u32>,
}

impl Genus {
    /// The genus of a position with options of these genera.
    pub(super) fn of_options(options: &[Genus]) -> Self {
        let nim_value = mex(options.iter().map(|option| option.nim_value).collect());
        // From here on all options' values have period 2.
        let settled = options.iter().map(|option| option.superscript.len() - 2).max().unwrap_or(0);
        let first =
            if options.is_empty() { 1 } else { mex(options.iter().map(|o| o.misere_value()).collect()) };
        let mut values = vec![first];
        loop {
            let last = values[values.len() - 1];
            let here = values.len();
            let beside = options.iter().map(|option| option.at(here));
            values.push(mex(beside.chain([last, last ^ 1]).collect()));
            let n = values.len();
            // values[n − 2] is a function of values[n − 3], and from `settled` on always the same one.
            if n >= 3 && n - 2 >= settled && values[n - 1] == values[n - 3] {
                break;
            }
        }
        values.pop();
        while values.len() > 2 && values[values.len() - 3] == values[values.len() - 1] {
            values.pop();
        }
        Genus { nim_value, superscript: values }
    }

    /// The nim-value in normal play.
    pub fn nim_value(&self) -> u32 {
        self.nim_value
    }

    /// The misère nim-value g⁻; the position is lost iff it is 0.
    pub fn misere_value(&self) -> u32 {
        self.superscript[0]
    }

    /// g₀, g₁, … as far as they do not yet alternate: the last two repeat forever.
    pub fn superscript(&self) -> &[u32] {
        &self.superscript
    }

    /// g_i, for any i.
    pub fn at(&self, i: usize) -> u32 {
        let length = self.superscript.len();
        if i < length { self.superscript[i] } else { self.superscript[length - 2 + (i - length) % 2] }
    }

    /// Whether a position of Nim has this genus: 0^120, 1^031, or g^g(g⊕2).
    pub fn is_of_nim(&self) -> bool {
        let g = self.nim_value;
        match self.superscript[..] {
            [a, b] => a == g && b == g ^ 2,
            [1, 2, 0] => g == 0,
            [0, 3, 1] => g == 1,
            _ => false,
        }
    }
}

/// The least number that is not there.
fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).find(|(n, value)| n != *value).map_or(values.len() as u32, |(n, _)| n)
}

impl fmt::Display for Genus {
    /// Digits of the superscript are joined if all are below ten.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = if self.superscript.iter().all(|&value| value < 10) { "" } else { "," };
        let written: Vec<String> = self.superscript.iter().map(u32::to_string).collect();
        write!(f, "{}^{}", self.nim_value, written.join(between))
    }
}
