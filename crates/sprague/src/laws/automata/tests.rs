//! Check values, and whatever is proved or refuted compared with plain play.

use super::*;
use crate::Work;
use crate::rules::{Alike, HeapRule, Parts, Removals, Rule};
use crate::values::{heaps, solver};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use proptest::prelude::*;

fn rule(text: &str) -> HeapRule {
    text.parse::<Rule>().unwrap().heap_rule().unwrap().clone()
}

fn decide(rule: &HeapRule, law: &Hypothesis) -> Verdict {
    prove(rule, law, &Bounds::default(), &Work::quiet()).unwrap()
}

fn find(rule: &HeapRule, limit: usize) -> Search {
    search(rule, solver(rule).as_mut(), limit, &Bounds::default(), &Work::quiet()).unwrap()
}

/// For random rules: a law whose proof is small, so that no case takes longer than a moment.
fn find_small(rule: &HeapRule, limit: usize) -> Search {
    let bounds = Bounds { states: 1 << 14, product: 1 << 14, moves: 1 << 24 };
    search(rule, solver(rule).as_mut(), limit, &bounds, &Work::quiet()).unwrap()
}

#[track_caller]
fn law(text: &str, limit: usize) -> AutomatonLaw {
    match find(&rule(text), limit) {
        Search::Law(law) => *law,
        Search::Open(open) => panic!("{text}: {open:?}"),
    }
}

/// G(n + p) = G(n) + s from n0 on.
fn uniform(rule: &HeapRule, p: u64, s: u64, n0: u64) -> Hypothesis {
    let values = heaps(rule, n0 + p, &Work::quiet()).unwrap();
    let first = (0..n0 as usize).map(|n| values.at(n)).collect();
    let classes: Vec<(u64, u64)> = (n0..n0 + p).map(|n| (values.at(n as usize).into(), s)).collect();
    Hypothesis::lines(first, &classes)
}

/// Code, period, saltus, least preperiod ≥ 1; each found and proved by an independent program as well.
const FACTS: [(&str, u64, u64, u64); 13] = [
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
    ("0.608", 9, 3, 1),
    ("0.77", 12, 0, 71),
];

#[test]
fn facts_are_proved_and_smaller_preperiods_refused() {
    for (text, p, s, n0) in FACTS {
        let rule = rule(text);
        assert!(matches!(decide(&rule, &uniform(&rule, p, s, n0)), Verdict::Proved(_)), "{text}");
        if n0 > 1 {
            let law = uniform(&rule, p, s, n0 - 1);
            let Verdict::Refuted(refutation) = decide(&rule, &law) else { panic!("{text} from {}", n0 - 1) };
            assert_genuine(&rule, &law, &refutation);
        }
        let refuted = decide(&rule, &uniform(&rule, p, s + 1, n0));
        assert!(matches!(refuted, Verdict::Refuted(_)), "{text}: {refuted:?}");
    }
    let rule = rule("0.3F");
    let Verdict::Proved(proof) = decide(&rule, &uniform(&rule, 6, 3, 1)) else { panic!() };
    assert_eq!((proof.states, proof.subsets), (65, 293));
}

#[test]
fn facts_are_found() {
    for (text, p, s, n0) in FACTS {
        let law = law(text, 1000);
        assert_eq!((law.period(), law.saltus(), law.preperiod()), (p, Some(s), n0), "{text}");
    }
}

#[test]
fn statements() {
    for (text, statement) in [
        ("0.3F", "G(n+6) = G(n) + 3 for n ≥ 1"),
        ("kayles", "G(n+12) = G(n) for n ≥ 71"),
        // Rules that go on forever.
        ("4.[3]", "G(n+4) = G(n) + 4 for n ≥ 1"),
        ("4.330[3]", "G(n+4) = G(n) + 4 for n ≥ 4"),
        ("0.[F]", "G(n+1) = G(n) + 1 for n ≥ 1"),
        ("0.[7]", "G(n+1) = G(n) + 1 for n ≥ 1"),
        ("allbut:1,2", "G(n+3) = G(n) + 1 for n ≥ 1"),
        // Ruler regularity: one class of thirteen is no line.
        (
            "0.2048",
            "G(n+13) = G(n) + 4 for n ≥ 6, except G(15+13u) = 4u + 5 if u = 0 or u = 2^k, \
             else 4u + 2 − 2^(v2(u)+3)",
        ),
    ] {
        assert_eq!(law(text, 4096).statement(), statement, "{text}");
    }
}

/// Off 0.2048, one with a class that needs a machine, at heaps of a thousand digits.
#[test]
fn values_of_huge_heaps() {
    let law = law("0.2048", 4096);
    let u = BigUint::from(1u32) << 3000;
    let at = |u: &BigUint| law.value(&(u * 13u32 + 15u32));
    assert_eq!(at(&u), &u * 4u32 + 5u32);
    let other = &u * 24u32;
    assert_eq!(at(&other), &other * 4u32 + 2u32 - (BigUint::from(1u32) << 3006));
    let line = |u: &BigUint| law.value(&(u * 13u32 + 16u32));
    assert_eq!(line(&(&u + 1u32)), line(&u) + 4u32);
}

#[test]
fn nothing_is_found_where_nothing_is() {
    for text in ["grundy", "0.06", "0.14"] {
        assert!(matches!(find(&rule(text), 2048), Search::Open(_)), "{text}");
    }
}

#[test]
fn bounds_end_with_a_line() {
    let (rule, law) = (rule("0.9C"), law("0.9C", 512).law);
    let small =
        |bounds: Bounds, memory: u64| match prove(&rule, &law, &bounds, &Work::new(memory, &|_, _| true))
            .unwrap()
        {
            Verdict::GaveUp(line) => line,
            other => panic!("{other:?}"),
        };
    let bounds = Bounds::default();
    for (bounds, memory, reason) in [
        (Bounds { states: 100, ..bounds }, 1 << 30, "more than 100 states"),
        (Bounds { product: 100, ..bounds }, 1 << 30, "more than 100 states"),
        (Bounds { moves: 100, ..bounds }, 1 << 30, "too many moves"),
        (bounds, 1000, "available"),
    ] {
        let line = small(bounds, memory);
        assert!(line.contains(reason) && !line.contains('\n'), "{line}");
    }
    for text in ["split:2/largest=18446744073709551615", "split:2/least=10000000000", "0.{11}"] {
        let rule = self::rule(text);
        let verdict = decide(&rule, &Hypothesis::lines(vec![0], &[(0, 0)]));
        assert!(matches!(verdict, Verdict::GaveUp(_)), "{text}: {verdict:?}");
    }
    let stopped = prove(&rule, &law, &bounds, &Work::new(1 << 30, &|_, _| false));
    assert_eq!(stopped, Err(crate::Error::Interrupted));
}

/// Values from the rule's own list of ways, with no solver at all.
fn play(rule: &HeapRule, count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = vec![];
    for n in 0..count as u64 {
        let options = options(rule, n, |part| values[part as usize].into());
        values.push((0..).find(|&v| !options.contains(&u64::from(v))).unwrap());
    }
    values
}

fn options(rule: &HeapRule, n: u64, value: impl Fn(u64) -> u64) -> std::collections::HashSet<u64> {
    let mut seen = std::collections::HashSet::new();
    for j in 0..=rule.most_parts().min(n) {
        for t in rule.removals(j).up_to(n) {
            rule.for_each_way(n - t, j, &mut |parts| {
                seen.insert(parts.iter().fold(0, |xor, &part| xor ^ value(part)));
            });
        }
    }
    seen
}

/// Under the hypothesis, the heap of a refutation reaches its own value, or misses a smaller one.
#[track_caller]
fn assert_genuine(rule: &HeapRule, law: &Hypothesis, refutation: &Refutation) {
    let value = |n: u64| law.value(&n.into()).to_u64().unwrap();
    let heap = refutation.heap.to_u64().unwrap();
    let v = refutation.value.to_u64().unwrap();
    assert_eq!(options(rule, heap, value).contains(&v), refutation.reached, "{refutation}");
    assert!(if refutation.reached { v == value(heap) } else { v < value(heap) }, "{refutation}");
    if let Some((r, q)) = &refutation.class {
        assert_eq!(q * law.period() + law.preperiod().max(heap_bound(rule)) + *r, refutation.heap);
    }
}

/// The prover's n0 is at least this.
fn heap_bound(rule: &HeapRule) -> u64 {
    let parts = rule.parts();
    parts.largest.map_or(parts.least, |largest| parts.least.max(largest + 1))
}

fn removals() -> impl Strategy<Value = Removals> {
    let cycle = prop_oneof![3 => Just(vec![]), 1 => prop::collection::vec(any::<bool>(), 1..4)];
    (prop::collection::vec(1u64..5, 0..3), cycle).prop_map(|(listed, cycle)| Removals::new(listed, 4, cycle))
}

fn parts() -> impl Strategy<Value = Parts> {
    let alike = prop_oneof![3 => Just(Alike::Any), 1 => Just(Alike::Different), 1 => Just(Alike::Equal)];
    let largest = prop_oneof![3 => Just(None), 1 => (3u64..6).prop_map(Some)];
    (alike, prop_oneof![3 => Just(1u64), 1 => Just(3u64)], largest)
        .prop_map(|(alike, least, largest)| Parts { alike, least, largest })
}

/// Any heap rule with small numbers: up to three parts, cycles, conditions.
fn any_rule() -> impl Strategy<Value = HeapRule> {
    (prop::collection::vec(removals(), 4), any::<bool>(), parts()).prop_map(|(mut leaving, breaks, parts)| {
        if breaks {
            let two = &leaving[2];
            let listed = [&[0], two.listed()].concat();
            leaving[2] = Removals::new(listed, two.reach(), two.cycle().to_vec());
        }
        let leaving = (0u64..).zip(leaving).map(|(j, removals)| (j..=j, removals));
        HeapRule::new(leaving, parts).unwrap()
    })
}

/// One number of a law changed.
fn perturbed(law: &Hypothesis, place: usize, more: u64) -> Hypothesis {
    let mut law = law.clone();
    let (n0, p) = (law.first.len(), law.classes.len());
    match place % (n0 + 2 * p) {
        n if n < n0 => law.first[n] += more as u32,
        other => {
            let Class::Line { start, saltus } = &mut law.classes[(other - n0) / 2] else { return law };
            *(if (other - n0) % 2 == 0 { start } else { saltus }) += more;
        }
    }
    law
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever is proved is what plain play gives, beyond n0 + p; one changed number is refuted, and the
    /// refutation is genuine.
    #[test]
    fn proved_laws_are_right_and_changed_ones_are_refuted(
        rule in any_rule(),
        place in any::<usize>(),
        more in 1u64..5,
    ) {
        let Search::Law(found) = find_small(&rule, 256) else { return Err(TestCaseError::reject("no law")) };
        let count = (4 * (found.preperiod() + 2 * found.period()) as usize).clamp(80, 160);
        for (n, value) in play(&rule, count).into_iter().enumerate() {
            prop_assert_eq!(found.value(&n.into()), value.into(), "{} {}", n, found.statement());
        }
        let wrong = perturbed(&found.law, place, more);
        if wrong != found.law {
            match decide(&rule, &wrong) {
                Verdict::Refuted(refutation) => assert_genuine(&rule, &wrong, &refutation),
                other => prop_assert!(false, "{other:?}"),
            }
        }
    }

    /// The prover and the procedure word for word agree on right laws and on wrong ones.
    #[test]
    fn the_reference_agrees(
        rule in any_rule(),
        first in prop::collection::vec(0u32..4, 1..4),
        lines in prop::collection::vec((0u64..4, 0u64..3), 1..3),
        right in any::<bool>(),
    ) {
        let guessed = Hypothesis::lines(first, &lines);
        let found = find_small(&rule, 128);
        let law = match &found {
            Search::Law(law) if right && law.period() + law.preperiod() < 8 => &law.law,
            _ => &guessed,
        };
        let machines = law.machines().unwrap().raised(heap_bound(&rule)).unwrap();
        let expected = reference::holds_from_preperiod_on(&rule, &machines);
        match decide(&rule, law) {
            Verdict::Proved(_) => prop_assert!(expected),
            Verdict::Refuted(Refutation { class: Some(_), .. }) => prop_assert!(!expected),
            Verdict::Refuted(_) => {}
            Verdict::GaveUp(line) => prop_assert!(false, "{}", line),
        }
    }
}

/// Counts off a law are counts of its values.
#[test]
fn counts() {
    for text in ["0.2048", "0.3F", "kayles", "0.89", "4.[3]"] {
        let law = law(text, 4096);
        for largest in [0u64, 1, 5, 6, 14, 15, 70, 71, 333, 700] {
            let values: Vec<u64> = (0..=largest).map(|n| law.value(&n.into()).to_u64().unwrap()).collect();
            let equal = |v: u64| BigUint::from(values.iter().filter(|&&value| value == v).count());
            let largest = BigUint::from(largest);
            for v in 0..40 {
                assert_eq!(law.count_of(&v.into(), &largest), equal(v), "{text}: {v} up to {largest}");
            }
            assert_eq!(law.wins(&largest), &largest + 1u32 - equal(0));
            let histogram = law.histogram(&largest, &Work::quiet()).unwrap();
            assert_eq!(histogram.values().sum::<BigUint>(), largest + 1u32);
            assert!(histogram.iter().all(|(&v, count)| *count == equal(v)));
        }
    }
}

#[test]
fn counts_of_huge_sizes() {
    let huge = BigUint::from(10u32).pow(1000);
    // Kayles has the zeros 0 and, from 71 on, none.
    assert_eq!(law("kayles", 512).wins(&huge), huge);
    let ruler = law("0.2048", 4096);
    assert_eq!(ruler.count_of(&5u32.into(), &huge), ruler.count_of(&5u32.into(), &1000u32.into()));
    assert!(ruler.histogram(&huge, &Work::quiet()).unwrap_err().to_string().contains("grow forever"));
}

/// Up to 2^24 heaps are listed, in 64 bytes each.
#[test]
fn limits_of_a_histogram() {
    let nim = law("0.[3]", 64);
    let histogram =
        |largest: u64, memory| nim.histogram(&largest.into(), &Work::new(memory, &|_, _| true)).map(|_| ());
    assert_eq!(histogram(1000, 64_000), Ok(()));
    assert!(matches!(histogram(1000, 63_999), Err(crate::Error::Memory { .. })));
    assert!(matches!(histogram(1 << 24, 0), Err(crate::Error::Memory { .. })));
    assert!(matches!(
        histogram((1 << 24) + 1, 0),
        Err(crate::Error::TooLarge { largest: Some(16_777_216), .. })
    ));
}

/// Removing 1 or 2 gives period 3, until 201 may be removed as well: the first guess is refuted, and the
/// search goes on.
#[test]
fn a_wrong_guess_is_not_the_end() {
    let rule = rule("sub:1,2,201");
    let guess = Hypothesis::lines(vec![0], &[(1, 0), (2, 0), (0, 0)]);
    let Verdict::Refuted(refutation) = decide(&rule, &guess) else { panic!("201 tokens matter") };
    assert_genuine(&rule, &guess, &refutation);
    let law = law("sub:1,2,201", 4096);
    assert!(law.computed > 64);
    for (n, value) in play(&rule, 2000).into_iter().enumerate() {
        assert_eq!(law.value(&n.into()), value.into());
    }
}

/// Bases and conditions with small numbers: up to three parts, cycles, bounds.
fn small_rules() -> Vec<HeapRule> {
    let bases = ["0.7", "0.8", "0.F", "4.3", "C.3", "0.[3]", "0.[7]", "0.[13]", "0.[31]F", "8.0", "0.[C4]"];
    let conditions =
        ["", "/unequal", "/equal", "/least=3", "/largest=4", "/unequal/least=2", "/unequal/largest=4"];
    let texts = bases.iter().flat_map(|base| conditions.map(|condition| format!("{base}{condition}")));
    texts.filter_map(|text| Some(text.parse::<Rule>().ok()?.heap_rule()?.clone())).collect()
}

/// The verdict on a law is that of the mex recursion, heap by heap, and that of the procedure word for word.
fn check(rule: &HeapRule, law: &Hypothesis) -> bool {
    let value = |n: u64| law.value(&n.into()).to_u64().unwrap();
    let mex = |seen: std::collections::HashSet<u64>| (0..).find(|v| !seen.contains(v)).unwrap();
    let holds = (0..14).all(|n| mex(options(rule, n, value)) == value(n));
    let verdict = decide(rule, law);
    let machines = law.machines().unwrap().raised(heap_bound(rule)).unwrap();
    if machines.preperiod() + machines.period() < 6 {
        let expected = reference::holds_from_preperiod_on(rule, &machines);
        match &verdict {
            Verdict::Proved(_) => assert!(expected, "{rule:?} {law:?}"),
            Verdict::Refuted(Refutation { class: Some(_), .. }) => assert!(!expected, "{rule:?} {law:?}"),
            _ => {}
        }
    }
    match verdict {
        Verdict::Proved(_) => assert!(holds, "{rule:?} {law:?}"),
        Verdict::Refuted(refutation) => assert_genuine(rule, law, &refutation),
        Verdict::GaveUp(line) => panic!("{rule:?}: {line}"),
    }
    holds
}

/// Every rule with a few laws, most of them wrong.
#[test]
fn small_laws_of_small_rules() {
    let line = |first: &[u32], classes: &[(u64, u64)]| Hypothesis::lines(first.to_vec(), classes);
    let wrong = [
        line(&[0], &[(0, 0)]),
        line(&[0], &[(1, 0)]),
        line(&[0], &[(1, 1)]),
        line(&[0], &[(0, 1)]),
        line(&[0], &[(1, 0), (0, 0)]),
        line(&[0], &[(0, 0), (1, 0)]),
        line(&[0, 0], &[(0, 1), (1, 1)]),
        line(&[0, 1], &[(2, 2), (1, 1)]),
        line(&[0, 1, 2], &[(0, 0), (1, 0), (2, 0)]),
    ];
    let mut held = 0;
    for rule in small_rules() {
        held += wrong.iter().filter(|law| check(&rule, law)).count();
    }
    assert!(held > 10, "{held}");
}

/// The options of heaps are those of play, by the automaton and by the procedure word for word, whatever the
/// law says.
#[test]
fn options_of_heaps() {
    let laws = [
        Hypothesis::lines(vec![0, 1, 3], &[(2, 1), (0, 2)]),
        Hypothesis::lines(vec![0, 1], &[(1, 1)]),
        Hypothesis::lines(vec![0], &[(1, 1), (3, 0), (0, 1), (2, 0)]),
    ];
    // Cycles that share a divisor with a period, after no, one and two listed removals.
    let cycles = ["0.[3003]", "0.0[03]", "0.03[30]", "0.3[0C]", "0.4[0700]"].map(rule);
    for rule in small_rules().into_iter().chain(cycles) {
        for law in &laws {
            let machines = law.machines().unwrap().raised(heap_bound(&rule)).unwrap();
            let automaton =
                options::Options::new(&rule, &machines, 1 << 16, &Work::quiet()).unwrap().unwrap();
            let (n0, p) = (machines.preperiod(), machines.period());
            for heap in n0..n0 + 3 * p {
                let mut played: Vec<u64> =
                    options(&rule, heap, |n| law.value(&n.into()).to_u64().unwrap()).into_iter().collect();
                played.sort_unstable();
                assert_eq!(by_automaton(&automaton, (heap - n0) % p, (heap - n0) / p), played, "{rule:?}");
                assert_eq!(reference::options(&rule, &machines, heap, 16), played, "{rule:?} {law:?} {heap}");
            }
        }
    }
}

/// The values below 16 that options of a heap have.
fn by_automaton(automaton: &options::Options, class: u64, q: u64) -> Vec<u64> {
    let reached = |&v: &u64| {
        let mut set = automaton.starts[class as usize].clone();
        for place in 0..u64::BITS - (q | v).leading_zeros() {
            let letter = (2 * (q >> place & 1) + (v >> place & 1)) as usize;
            set = set.iter().flat_map(|&state| automaton.next(state as usize, letter)).copied().collect();
            set.sort_unstable();
            set.dedup();
        }
        set.iter().any(|&state| automaton.accepts[state as usize])
    };
    (0..16).filter(reached).collect()
}

/// The law that is right, and what one changed number makes of it.
#[test]
fn right_laws_of_small_rules() {
    let (bounds, work) = (Bounds { states: 1 << 10, product: 1 << 12, moves: 1 << 16 }, Work::quiet());
    let mut found = 0;
    for rule in small_rules() {
        let Search::Law(law) = search(&rule, solver(&rule).as_mut(), 64, &bounds, &work).unwrap() else {
            continue;
        };
        if law.preperiod() + law.period() < 12 {
            assert!(check(&rule, &law.law), "{rule:?} {}", law.statement());
            for place in 0..(law.preperiod() + 2 * law.period()) as usize {
                check(&rule, &perturbed(&law.law, place, 1 + place as u64 % 2));
            }
            found += 1;
        }
    }
    assert!(found > 30, "{found}");
}

/// What says nothing is not decided: no values, no classes, machines with holes, no functions.
#[test]
fn what_is_no_law() {
    let rule = rule("0.[3]");
    let right = Hypothesis::lines(vec![0], &[(1, 1)]).machines().unwrap();
    let verdict =
        |law: &Automatic| prover::prove_automatic(&rule, law, &Bounds::default(), &Work::quiet()).unwrap();
    let line = |law: Automatic| match verdict(&law) {
        Verdict::GaveUp(line) => line,
        other => panic!("{other:?}"),
    };
    assert!(matches!(verdict(&right), Verdict::Proved(_)));
    let of = |change: fn(&mut Automatic)| {
        let mut law = right.clone();
        change(&mut law);
        line(law)
    };
    assert!(of(|law| law.first.clear()).contains("at least 1"));
    assert!(of(|law| law.starts.clear()).contains("at least 1"));
    assert!(of(|law| law.starts[0] = law.machines.len() as u32).contains("not sound"));
    assert!(of(|law| law.machines.zero.push(true)).contains("not sound"));
    let two = of(|law| {
        law.starts.push(law.machines.len() as u32);
        law.machines.next.push([law.machines.len() as u32; 4]);
        law.machines.zero.push(true);
    });
    assert_eq!(two, "the machine of class 1 does not compute a function");
}

#[test]
fn limits_of_the_prover() {
    let gave_up = |text: &str, law: &Hypothesis| match decide(&rule(text), law) {
        Verdict::GaveUp(line) => Some(line),
        _ => None,
    };
    // G(n) = n − 1.
    let split = Hypothesis::lines(vec![0], &[(0, 1)]);
    assert!(matches!(decide(&rule("split:10"), &split), Verdict::Proved(_)));
    assert!(gave_up("split:11", &split).unwrap().contains("more than 10 heaps"));
    let nothing = Hypothesis::lines(vec![0], &[(0, 0)]);
    assert_eq!(gave_up("sub:1/least=4096", &nothing), None);
    assert!(gave_up("sub:1/least=4097", &nothing).unwrap().contains("above 4096"));
    assert!(gave_up("sub:1/largest=4096", &nothing).unwrap().contains("above 4096"));
}

/// A refutation in words, of a heap below n0 and of one beyond.
#[test]
fn refutations_in_words() {
    let line = |first: &[u32], classes: &[(u64, u64)]| match decide(
        &rule("sub:1,2"),
        &Hypothesis::lines(first.to_vec(), classes),
    ) {
        Verdict::Refuted(refutation) => refutation.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(line(&[0, 0], &[(1, 0)]), "v = 0 is the value and an option of heap 1");
    assert_eq!(line(&[0, 2], &[(1, 0)]), "v = 1 is smaller and no option of heap 1");
    assert_eq!(line(&[0], &[(1, 0), (1, 0)]), "r = 0, Q = 1: v = 0 is smaller and no option of heap 3");
}

/// A proof stops when asked to, even if it has only begun.
#[test]
fn a_small_proof_is_stopped() {
    let asked = std::sync::atomic::AtomicU64::new(0);
    let law = Hypothesis::lines(vec![0], &[(1, 1)]);
    let watch = |_: u64, _: u64| asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 1;
    let stopped = prove(&rule("0.[3]"), &law, &Bounds::default(), &Work::new(1 << 30, &watch));
    assert_eq!(stopped, Err(crate::Error::Interrupted));
}

/// A law of lines and a machine, as it is printed.
#[test]
fn a_law_with_a_machine() {
    let machines = Machines { next: vec![[0, NONE, NONE, 0]], zero: vec![true] };
    let with = |classes: Vec<Class>| AutomatonLaw {
        law: Hypothesis { first: vec![0], classes, machines: machines.clone() },
        proof: Proof { states: 1, subsets: 1, product: 1 },
        computed: 9,
    };
    let line = |start, saltus| Class::Line { start, saltus };
    let told = |classes: &[Class]| with(classes.to_vec()).statement();
    assert_eq!(told(&[Class::Machine(0)]), "G(1+1u) = u");
    assert_eq!(told(&[line(1, 0), Class::Machine(0)]), "G(n+2) = G(n) for n ≥ 1, except G(2+2u) = u");
    assert_eq!(told(&[Class::Machine(0), line(1, 3)]), "G(n+2) = G(n) + 3 for n ≥ 1, except G(1+2u) = u");
    assert_eq!(
        told(&[line(1, 0), line(2, 5), Class::Machine(0)]),
        "G(n+3) − G(n) is constant in each class mod 3 for n ≥ 1, except G(3+3u) = u"
    );
    assert_eq!(told(&[line(1, 2), line(2, 5)]), "G(n+2) = G(n) + s for n ≥ 1, s = 2 5 by (n−1) mod 2");
    assert_eq!(told(&[line(1, 0)]), "G(n+1) = G(n) for n ≥ 1");
    let (mixed, lines) = (with(vec![line(1, 2), Class::Machine(0)]), with(vec![line(1, 2), line(2, 5)]));
    assert!(!mixed.is_minimal() && lines.is_minimal());
    assert_eq!((mixed.saltus(), mixed.salti()), (None, None));
    assert_eq!((lines.saltus(), lines.salti()), (None, Some(vec![2, 5])));
    // Every pair, which is no function; and the states of one without a formula.
    let any = Machines { next: vec![[0; 4]], zero: vec![true] };
    let law = Hypothesis { first: vec![0], classes: vec![line(1, 2), Class::Machine(0)], machines: any };
    assert!(!law.is_function() && mixed.law.is_function() && lines.law.is_function());
    assert!(!mixed.law.machines.is_empty() && Machines::default().is_empty());
    // Counts off it: G(2u + 1) = 1 + 2u and G(2u + 2) = u.
    for largest in [0u64, 1, 2, 3, 7, 8, 9, 40] {
        let values: Vec<u64> = (0..=largest).map(|n| mixed.value(&n.into()).to_u64().unwrap()).collect();
        let count = |v: u64| BigUint::from(values.iter().filter(|&&value| value == v).count());
        let histogram = mixed.histogram(&largest.into(), &Work::quiet()).unwrap();
        for v in 0..50 {
            assert_eq!(mixed.count_of(&v.into(), &largest.into()), count(v), "{v} to {largest}");
            assert_eq!(histogram.get(&v).cloned().unwrap_or_default(), count(v), "{v} to {largest}");
        }
        assert_eq!(mixed.wins(&largest.into()), BigUint::from(largest + 1) - count(0));
    }
    let billion = BigUint::from(10u32).pow(9);
    let line = mixed.histogram(&billion, &Work::quiet()).unwrap_err().to_string();
    assert!(line.contains("1000000000 heaps"), "{line}");
}
