//! Values that a formula gives for all n. The proofs are in docs/closed-forms.md.
//!
//! - `split:2`: G(n) = (n − 1) mod 2. By induction, parts a + b = n have values of xor (a − 1) + (b − 1) ≡ n
//!   mod 2, so all options of n have the same value, n mod 2.
//! - `split:K`, K ≥ 4: G(n) = n − 1.
//! - Lasker's Nim `4.[3]`: G(4q + 1) = 4q + 1, G(4q + 2) = 4q + 2, G(4q + 3) = 4q + 4, G(4q + 4) = 4q + 3.

use super::{Law, Theorem};
use crate::rules::Rule;

/// The law of a rule that has a closed form.
pub fn law(rule: &Rule) -> Option<Law> {
    // All hold from heap 1 on: G(n) for 1 ≤ n ≤ p, then the period p and the saltus s.
    let (first, saltus, formula): (&[u32], u64, &'static str) =
        match (rule.heap_rule()?.splits_into(), rule.notation()) {
            (Some(2), _) => (&[0, 1], 0, "G(n) = (n - 1) mod 2 for n >= 1"),
            (Some(4..), _) => (&[0], 1, "G(n) = n - 1 for n >= 1"),
            (None, "4.[3]") => (&[1, 2, 4, 3], 4, "Lasker's Nim: n, but 4q+3 and 4q+4 change places"),
            _ => return None,
        };
    Some(Law {
        rule: rule.clone(),
        period: first.len() as u64,
        preperiod: 1,
        saltus: Some(saltus),
        theorem: Theorem::ClosedForm(formula),
        window: (0, 0),
        computed: 0,
        sparse: None,
        on_trust: false,
        values: std::iter::once(0).chain(first.iter().copied()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;
    use crate::values::Reference;

    /// Each formula against play; and no formula where none is proved.
    #[test]
    fn formulas_against_play() {
        for (text, p, s) in [("split:2", 2, 0), ("split:4", 1, 1), ("split:7", 1, 1), ("4.[3]", 4, 4)] {
            let rule: Rule = text.parse().unwrap();
            let law = law(&rule).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((law.period, law.preperiod, law.saltus), (p, 1, Some(s)), "{text}");
            let mut play = Reference::new(&rule);
            for n in 0..16u64 {
                assert_eq!(law.value(&n.into()), play.value(&Piece::heap(n)).into(), "{text}, heap {n}");
            }
        }
        for text in ["split:3", "nim", "0.07", "grundy", "cut", "split:4/unequal"] {
            assert!(law(&text.parse().unwrap()).is_none(), "{text}");
        }
    }
}
