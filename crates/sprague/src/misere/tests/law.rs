//! Laws, beyond the window of their theorems.

use super::*;

/// A law is what the quotients of many more heaps say.
#[test]
fn laws_against_larger_quotients() {
    let mut theorems = HashMap::new();
    for rule in many_rules() {
        let within = Limits { heaps: 60, order: 100, levels: 4 };
        let known = find_law(&heaps(&rule), within, &Work::quiet()).unwrap();
        let Some(law) = known.law() else { continue };
        *theorems.entry(std::mem::discriminant(&law.theorem)).or_insert(0) += 1;
        let far = 3 * (law.preperiod + law.period) + 20;
        let quotient = Quotient::of(&heaps(&rule), limits(far), &Work::quiet()).unwrap();
        assert_eq!(quotient.order(), known.quotient().order(), "{rule}");
        for heap in 0..=far {
            assert_eq!(known.image(&heap.into()).ok(), quotient.image(heap), "{rule} at {heap}");
        }
        // The smallest preperiod and period.
        if law.preperiod > 0 {
            let last = law.preperiod - 1;
            assert_ne!(quotient.image(last), quotient.image(last + law.period), "{rule}");
        }
        for shorter in 1..law.period {
            let repeats = |n: u64| quotient.image(n) == quotient.image(n + shorter);
            assert!(!(law.preperiod..law.preperiod + law.period).all(repeats), "{rule}: {shorter}");
        }
    }
    assert_eq!(theorems.len(), 3, "every theorem is used");
    let laws: i32 = theorems.values().sum();
    assert!(laws > 40, "{laws}");
}

/// No law is claimed where no theorem applies.
#[test]
fn no_law_without_a_theorem() {
    // Nim's quotient grows; unequal parts, and removals that never end with breaking, have no theorem here.
    for (rule, most) in [("nim", 40), ("grundy", 30), ("0.07/unequal", 20), ("0.[7]", 12), ("allbut:2", 20)] {
        assert_eq!(known(rule, most).law(), None, "{rule}");
    }
    // A constant sequence proves nothing before the window is complete: m·(n0 + p) + k images.
    let code = heaps("0.07");
    assert_eq!(Law::proved_by(&code, &[0; 5]), None);
    assert_eq!(
        Law::proved_by(&code, &[0; 6]),
        Some(Law { period: 1, preperiod: 0, theorem: Theorem::Periodicity { from: 1, to: 5 } })
    );
    assert_eq!(Law::proved_by(&heaps("0.3/least=4"), &[0; 5]), None);
    assert!(Law::proved_by(&heaps("0.3/least=4"), &[0; 6]).is_some());
    // Odd removals: two states of the machine have to be equal.
    let odd = heaps("0.[30]");
    assert_eq!(Law::proved_by(&odd, &[0, 1]), None);
    assert_eq!(Law::proved_by(&odd, &[0, 1, 0, 2]), None);
}
