//! Laws by automata: right ones are verified, and whatever is changed in them is refused.

mod common;

use common::{digits, solve_code};
use proptest::prelude::*;
use sprague_certificate::{Certificate, Class, Count, Law, MachineState, Question, Theorem};
use sprague_check::{Fault, Work, check};

/// Code, period, saltus, least preperiod ≥ 1.
const FACTS: [(&str, usize, u64, usize); 12] = [
    ("0.8", 3, 1, 1),
    ("0.08", 4, 1, 1),
    ("0.89", 4, 2, 3),
    ("0.8B", 7, 4, 7),
    ("0.B8", 7, 4, 9),
    ("0.F8", 6, 4, 7),
    ("0.FC", 5, 4, 7),
    ("0.FB", 1, 1, 5),
    ("0.C9", 3, 2, 3),
    ("0.3F", 6, 3, 1),
    ("0.209", 9, 3, 1),
    ("0.77", 12, 0, 71),
];

fn certificate(rule: &str, first: Vec<u16>, classes: Vec<Class>, machines: Vec<MachineState>) -> Certificate {
    let minimal = machines.is_empty();
    let (period, preperiod) = (classes.len() as u64, first.len() as u64);
    let law = Law::Automatic { period, preperiod, classes, machines, minimal };
    let (tool, rule) = ("test 0".to_string(), rule.to_string());
    Certificate { tool, rule, law, theorem: Theorem::Automata, count: None, splits: vec![], values: first }
}

/// G(n + p) = G(n) + s from n0 on, n0 ≥ 1.
fn uniform(rule: &str, p: usize, s: u64, n0: usize) -> Certificate {
    let values = solve_code(&digits(rule), n0 + p);
    let classes = values[n0..].iter().map(|&value| Class::Line(value.into(), s)).collect();
    certificate(rule, values[..n0].to_vec(), classes, vec![])
}

/// Limits that end a test soon.
fn verdict(certificate: &Certificate) -> Result<String, Fault> {
    check(certificate, &Work::new(1, 1_000_000_000, &|_| ())).map(|known| known.summary)
}

#[track_caller]
fn refused(certificate: &Certificate, expected: &str) {
    let fault = verdict(certificate).expect_err("it is wrong");
    assert!(fault.to_string().contains(expected), "{fault}");
}

/// Lasker's Nim: 1 2 4 3, and 4 more each time.
fn lasker() -> Certificate {
    certificate("4.[3]", vec![0], [1, 2, 4, 3].map(|start| Class::Line(start, 4)).to_vec(), vec![])
}

/// 0.2048: thirteen classes of saltus 4, but for the class 15 + 13u, which has 4u + 5 if u is 0 or a power of
/// two and else 4u + 2 − 2^(v2(u)+3).
fn ruler() -> Certificate {
    const N: Option<u32> = None;
    const fn s(state: u32) -> Option<u32> {
        Some(state)
    }
    let states: [([Option<u32>; 4], bool); 17] = [
        ([s(1), s(2), s(3), s(4)], false),
        ([N, s(5), N, s(6)], false),
        ([s(7), N, s(8), N], false),
        ([N, s(3), N, s(9)], false),
        ([s(10), N, N, N], false),
        ([s(5), N, s(6), N], false),
        ([s(3), N, s(9), N], false),
        ([N, s(11), N, s(10)], false),
        ([N, s(12), N, N], false),
        ([N, s(13), N, s(14)], false),
        ([s(12), N, N, N], false),
        ([s(11), N, s(10), N], true),
        ([N, s(15), N, N], false),
        ([s(13), N, s(14), N], true),
        ([s(9), N, s(16), N], false),
        ([s(15), N, N, N], true),
        ([N, s(9), N, s(16)], false),
    ];
    let machines = states.map(|(next, zero)| MachineState { next, zero }).to_vec();
    let values = solve_code(&digits("0.2048"), 19);
    let class = |n: usize| if n == 15 { Class::Machine(0) } else { Class::Line(values[n].into(), 4) };
    certificate("0.2048", values[..6].to_vec(), (6..19).map(class).collect(), machines)
}

#[test]
fn a_ruler_is_verified() {
    assert!(verdict(&ruler()).unwrap().contains("machines of 17 states"));
}

#[test]
fn facts_are_verified() {
    for (rule, p, s, n0) in FACTS {
        let summary = verdict(&uniform(rule, p, s, n0)).unwrap_or_else(|fault| panic!("{rule}: {fault}"));
        assert!(summary.contains(&format!("period {p}")) && summary.contains("both least"), "{summary}");
    }
}

#[test]
fn rules_that_go_on_for_ever_and_conditions() {
    for good in [
        lasker(),
        certificate("0.[3]", vec![0], vec![Class::Line(1, 1)], vec![]),
        // Odd numbers: heaps of odd size win, and 1 is all there is.
        certificate("0.[30]", vec![0], vec![Class::Line(1, 0), Class::Line(0, 0)], vec![]),
        certificate("split:2/equal", vec![0], vec![Class::Line(0, 0), Class::Line(1, 0)], vec![]),
        certificate("split:2", vec![0], vec![Class::Line(0, 0), Class::Line(1, 0)], vec![]),
        // Parts up to 2 only: 4 splits into 2 + 2, 3 into 1 + 2, 2 into 1 + 1, larger heaps not at all.
        certificate("split:2/largest=2", vec![0, 0, 1, 0, 1], vec![Class::Line(0, 0)], vec![]),
    ] {
        let summary = verdict(&good);
        assert!(summary.is_ok(), "{}: {summary:?}", good.rule);
    }
}

#[test]
fn what_is_wrong_is_named() {
    refused(&uniform("0.89", 8, 4, 3), "the period is not minimal, 4 is a period too");
    refused(&uniform("0.89", 4, 2, 4), "the preperiod is not minimal, the law holds from heap 3 on");
    refused(&uniform("0.89", 4, 2, 2), "contradicts itself");
    refused(&uniform("0.89", 4, 3, 3), "");
    refused(&uniform("0.77", 12, 0, 70), "contradicts itself");
    let mut wrong = uniform("0.89", 4, 2, 3);
    wrong.values[2] += 1;
    refused(&wrong, "at n = 2");
    let mut other = lasker();
    other.theorem = Theorem::AllButState;
    refused(&other, "");
    other = lasker();
    other.rule = "cut".into();
    refused(&other, "not a heap rule");
    let mut law = uniform("0.8", 3, 1, 1);
    law.values.clear();
    refused(&law, "the preperiod is not the number of values");
}

#[test]
fn limits_hold() {
    let law = uniform("0.8B", 7, 4, 7);
    let few_steps = check(&law, &Work::new(1, 1000, &|_| ())).unwrap_err();
    assert!(few_steps.to_string().contains("more than 1000 steps"), "{few_steps}");
    let small = Work::new(1, 1_000_000_000, &|_| ()).with_memory(20_000);
    let no_memory = check(&law, &small).unwrap_err();
    assert!(no_memory.to_string().contains("more memory than 20000 bytes"), "{no_memory}");
    let stopped = Work::default().stopped_by(&|| true);
    assert_eq!(check(&law, &stopped), Err(Fault::Interrupted));
    let mut huge = law.clone();
    let Law::Automatic { classes, .. } = &mut huge.law else { panic!() };
    classes[0] = Class::Line(u64::MAX, u64::MAX);
    assert!(verdict(&huge).is_err());
}

#[test]
fn wins() {
    let count = |upto: &str, answer: &str| {
        let question = Question::Wins { upto: upto.into() };
        Some(Count { question, modulus: None, answer: answer.into() })
    };
    // 0.8: heaps 1, 2, 3 are lost, all others won.
    let mut law = uniform("0.8", 3, 1, 1);
    for (upto, wins) in
        [("0", "0"), ("2", "0"), ("10", "7"), ("1000000000000000000000", "999999999999999999997")]
    {
        law.count = count(upto, wins);
        assert!(verdict(&law).is_ok(), "{upto}");
    }
    law.count = count("10", "8");
    refused(&law, "the count is 7");
    let mut ruler = ruler();
    let zeros = solve_code(&digits("0.2048"), 400).iter().skip(1).filter(|&&value| value == 0).count();
    ruler.count = count("399", &(399 - zeros).to_string());
    assert!(verdict(&ruler).is_ok());
}

/// Any one number of the certificate changed.
fn changed(certificate: &Certificate, place: usize, by: u64) -> Certificate {
    let mut changed = certificate.clone();
    let first = changed.values.len();
    let Law::Automatic { period, preperiod, classes, machines, .. } = &mut changed.law else { panic!() };
    let places = first + 2 * classes.len() + 5 * machines.len() + 2;
    let mut place = place % places;
    if place < first {
        changed.values[place] ^= 1 << (by % 5);
        return changed;
    }
    place -= first;
    if place < 2 * classes.len() {
        match &mut classes[place / 2] {
            Class::Line(start, saltus) => *(if place.is_multiple_of(2) { start } else { saltus }) += by,
            Class::Machine(state) => *state = (*state + by as u32) % (machines.len() as u32 + 1),
        }
        return changed;
    }
    place -= 2 * classes.len();
    if place < 5 * machines.len() {
        let count = machines.len() as u64 + 1;
        let state = &mut machines[place / 5];
        match place % 5 {
            4 => state.zero = !state.zero,
            letter => {
                let old = state.next[letter].map_or(count - 1, u64::from);
                state.next[letter] =
                    Some((old + by) % count).filter(|&to| to + 1 < count).map(|to| to as u32);
            }
        }
        return changed;
    }
    *(if place - 5 * machines.len() == 0 { period } else { preperiod }) += by;
    changed
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_change_is_refused(which in 0usize..FACTS.len(), place in any::<usize>(), by in 1u64..6) {
        let (rule, p, s, n0) = FACTS[which];
        let right = uniform(rule, p, s, n0);
        let wrong = changed(&right, place, by);
        prop_assert!(wrong != right);
        prop_assert!(verdict(&wrong).is_err());
    }

    #[test]
    fn any_change_of_a_machine_is_refused(place in any::<usize>(), by in 1u64..6) {
        let right = ruler();
        let wrong = changed(&right, place, by);
        if wrong != right {
            prop_assert!(verdict(&wrong).is_err());
        }
    }

    /// Constants that no game has: never a panic, and never verified with a saltus that does not belong.
    #[test]
    fn hostile(
        rule in prop::sample::select(vec!["0.3F", "4.[3]", "grundy", "split:3/equal", "0.[8]", "split:2/largest=60000"]),
        first in prop::collection::vec(any::<u16>(), 0..4),
        lines in prop::collection::vec(any::<(u64, u64)>(), 0..4),
        next in prop::collection::vec((prop::array::uniform4(prop::option::of(0u32..5)), any::<bool>()), 0..4),
        start in prop::option::of(0u32..4),
    ) {
        let mut classes: Vec<Class> = lines.into_iter().map(|(start, saltus)| Class::Line(start, saltus)).collect();
        classes.extend(start.map(Class::Machine));
        let machines = next.into_iter().map(|(next, zero)| MachineState { next, zero }).collect();
        let claim = certificate(rule, first, classes, machines);
        prop_assert!(check(&claim, &Work::new(1, 10_000_000, &|_| ())).is_err());
    }
}
