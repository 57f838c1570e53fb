//! Misère quotients: right ones are verified, and whatever is changed is found.

mod common;
#[allow(dead_code, reason = "the forger uses all of it")]
#[path = "forger/oracle.rs"]
mod oracle;

use common::*;
use oracle::misere::{all_genuine, genuine};
use sprague_certificate::{Certificate, Law, MisereTail, Outcome, Question, Theorem};
use sprague_check::{Fault, Work, check};

fn verdict(certificate: &Certificate) -> String {
    match check(certificate, &Work::new(1, 1_000_000_000, &|_| ())) {
        Ok(known) => known.summary,
        Err(fault) => fault.to_string(),
    }
}

fn quartet() -> Certificate {
    genuine("0.75", 22, Some((2, 8)), Theorem::MiserePeriod)
}

#[track_caller]
fn refused(certificate: &Certificate, expected: &str) {
    keep("wrong", certificate);
    assert_eq!(verdict(certificate), format!("NOT VERIFIED: {expected}"));
}

/// Where the actions and the lost elements begin.
fn places(certificate: &Certificate) -> (usize, usize, usize) {
    let Law::Misere { order, heaps, generators, .. } = &certificate.law else { panic!("no quotient") };
    (*order as usize, *heaps as usize, *heaps as usize + generators.len() * *order as usize)
}

fn with_tail(mut certificate: Certificate, tail: Option<MisereTail>) -> Certificate {
    if let Law::Misere { tail: stated, .. } = &mut certificate.law {
        *stated = tail;
    }
    certificate
}

#[test]
fn right_ones() {
    for certificate in all_genuine() {
        keep("right", &certificate);
        let said = verdict(&certificate);
        assert!(said.starts_with(&format!("misère quotient of {}: order ", certificate.rule)), "{said}");
        oracle::misere::agrees(&certificate).unwrap_or_else(|line| panic!("{}: {line}", certificate.rule));
    }
    let line = "order 8, 2 of them lost; period 2, preperiod 8, both least, for all heaps";
    assert_eq!(verdict(&quartet()), format!("misère quotient of 0.75: {line}"));
    let tail = MisereTail { period: 4, preperiod: 8, minimal: false };
    let longer = with_tail(genuine("0.75", 26, None, Theorem::MiserePeriod), Some(tail));
    let line = "order 8, 2 of them lost; Φ(n + 4) = Φ(n) for all n ≥ 8";
    assert_eq!(verdict(&longer), format!("misère quotient of 0.75: {line}"));
    let part = genuine("0.75", 9, None, Theorem::MisereQuotient);
    assert_eq!(verdict(&part), "misère quotient of 0.75: order 8, 2 of them lost; heaps 0 to 8");
}

/// The quotient is unique: no single number of a certificate can be another one.
#[test]
fn every_other_number_is_refused() {
    let mut changes = 0;
    for right in all_genuine() {
        let (order, ..) = places(&right);
        for place in 0..right.values.len() {
            for value in (0..=order as u16).filter(|&value| value != right.values[place]) {
                let mut wrong = right.clone();
                wrong.values[place] = value;
                let said = verdict(&wrong);
                assert!(said.starts_with("NOT VERIFIED"), "{}, {place}: {value}: {said}", right.rule);
                changes += 1;
            }
        }
    }
    assert!(changes > 4_000, "{changes}");
}

/// Elements may have any numbers, as long as the identity is 0.
#[test]
fn elements_by_other_numbers() {
    for right in all_genuine() {
        let (order, heaps, lost) = places(&right);
        // 1 → 2 → … → order − 1 → 1.
        let number = |x: u16| if x == 0 || order == 1 { 0 } else { x % (order as u16 - 1) + 1 };
        let mut other = right.clone();
        other.values[..heaps].iter_mut().for_each(|x| *x = number(*x));
        for (action, from) in
            other.values[heaps..lost].chunks_mut(order).zip(right.values[heaps..lost].chunks(order))
        {
            (0..order).for_each(|x| action[number(x as u16) as usize] = number(from[x]));
        }
        other.values[lost..].iter_mut().for_each(|x| *x = number(*x));
        other.values[lost..].sort_unstable();
        assert_eq!(verdict(&other), verdict(&right));
    }
}

#[test]
fn windows() {
    let mut short = genuine("0.75", 21, Some((2, 8)), Theorem::MiserePeriod);
    refused(&short, "the images of 21 heaps are too few, the theorem needs 22");
    short = with_tail(short, Some(MisereTail { period: 2, preperiod: 7, minimal: true }));
    refused(&short, "the period 2 fails, at n = 9");
    let tail = |period, preperiod| Some(MisereTail { period, preperiod, minimal: true });
    let long = || genuine("0.75", 40, None, Theorem::MiserePeriod);
    refused(&with_tail(long(), tail(4, 8)), "the period is not minimal, 2 is a period too");
    refused(&with_tail(long(), tail(2, 9)), "the preperiod is not minimal, the law holds from heap 8 on");
    refused(&with_tail(long(), tail(0, 9)), "the period is 0");
    refused(
        &with_tail(long(), tail(u64::MAX, u64::MAX)),
        "40 values are too few for this period and preperiod",
    );
    let wrong = "this law, or theorem, is not one for this rule";
    refused(&with_tail(long(), None), wrong);
    for theorem in [
        Theorem::MisereQuotient,
        Theorem::MisereNoMove,
        Theorem::MisereState,
        Theorem::TakeAndBreakPeriod,
        Theorem::Definition,
    ] {
        refused(&Certificate { theorem, ..quartet() }, wrong);
    }
    // Parts that compare have no theorem.
    let grundy = genuine("grundy", 9, None, Theorem::MiserePeriod);
    refused(&with_tail(grundy, Some(MisereTail { period: 1, preperiod: 7, minimal: false })), {
        "the period 1 fails, at n = 8"
    });
    let unequal = genuine("0.7/unequal", 9, None, Theorem::MiserePeriod);
    let repeats = (1..4).find_map(|period| {
        let Law::Misere { heaps, .. } = unequal.law else { return None };
        let images = &unequal.values[..heaps as usize];
        (6..8)
            .find(|&from| (from..9 - period).all(|n| images[n] == images[n + period]))
            .map(|from| (period, from))
    });
    if let Some((period, from)) = repeats {
        let tail = MisereTail { period: period as u64, preperiod: from as u64, minimal: false };
        refused(&with_tail(unequal, Some(tail)), wrong);
    }
}

/// A window that is long enough in normal play, or for two heaps, is not long enough for three.
#[test]
fn three_parts() {
    let rule = "0.8";
    let needs = |heaps| genuine(rule, heaps, Some((1, 0)), Theorem::MiserePeriod);
    // Heaps 0 to 3 have no move, and 4 does: no period of 1.
    refused(&needs(4), "the images of 4 heaps are too few, the theorem needs 7");
}

#[test]
fn monoids() {
    let (order, heaps, lost) = places(&quartet());
    let changed = |place: usize, value: u16| {
        let mut wrong = quartet();
        wrong.values[place] = value;
        wrong
    };
    refused(&changed(heaps + order + 3, 0), "the actions of heaps 1 and 2 do not commute");
    refused(&changed(lost, 0), "the empty sum is counted as lost");
    refused(&changed(0, 1), "heap 0 has no move, and is not the identity");
    refused(&changed(lost + 1, 9), "a value is not an element, of 8");
    refused(&changed(lost + 1, quartet().values[lost]), "the lost elements are not ascending");
    let law = |change: fn(&mut Law)| {
        let mut wrong = quartet();
        change(&mut wrong.law);
        wrong
    };
    let generators = |law: &mut Law, change: fn(&mut Vec<u64>)| {
        if let Law::Misere { generators, .. } = law {
            change(generators);
        }
    };
    let mut wrong = quartet();
    generators(&mut wrong.law, |generators| generators[0] = 2);
    refused(&wrong, "the generators are not ascending stored heaps");
    let mut wrong = quartet();
    let place = wrong.values.len();
    generators(&mut wrong.law, |generators| *generators.last_mut().unwrap() = 1000);
    refused(&wrong, "the generators are not ascending stored heaps");
    let shape = format!("{place} values are not those of such a quotient");
    for change in [
        |law: &mut Law| {
            if let Law::Misere { lost, .. } = law {
                *lost += 1
            }
        },
        |law: &mut Law| {
            if let Law::Misere { heaps, .. } = law {
                *heaps = u64::MAX
            }
        },
        |law: &mut Law| {
            if let Law::Misere { heaps, .. } = law {
                *heaps = 0
            }
        },
        |law: &mut Law| {
            if let Law::Misere { order, .. } = law {
                *order -= 1
            }
        },
    ] {
        refused(&law(change), &shape);
    }
    for change in [
        |law: &mut Law| {
            if let Law::Misere { order, .. } = law {
                *order = 0
            }
        },
        |law: &mut Law| {
            if let Law::Misere { order, .. } = law {
                *order = 65537
            }
        },
    ] {
        refused(&law(change), "a quotient has 1 to 65536 elements");
    }
    // An element more, which nothing reaches.
    let mut wrong = quartet();
    let (images, rest) = wrong.values.split_at(heaps);
    let mut values = images.to_vec();
    for action in rest[..lost - heaps].chunks(order) {
        values.extend(action);
        values.push(8);
    }
    values.extend(&rest[lost - heaps..]);
    wrong.values = values;
    if let Law::Misere { order, .. } = &mut wrong.law {
        *order = 9;
    }
    refused(&wrong, "no sum of generators has element 8 as image");
}

/// A monoid with right outcomes that is not the quotient: heaps 1 of `0.1` twice as large.
#[test]
fn not_reduced() {
    // 0.1: heap 1 is lost, two of them are won: {1, a}, a² = 1. Here a² is another element than 1.
    let law = Law::Misere { order: 4, heaps: 2, generators: vec![1], lost: 2, tail: None };
    let cyclic = certificate("0.1", law, Theorem::MisereQuotient, vec![0, 1, 1, 2, 3, 0, 1, 3]);
    refused(&cyclic, "no sum tells elements 1 and 3 apart");
}

/// A sum counted as won without a winning move, and a sum counted as lost with one.
#[test]
fn outcomes() {
    let law = |lost| Law::Misere { order: 2, heaps: 2, generators: vec![1], lost, tail: None };
    let never = certificate("0.1", law(0), Theorem::MisereQuotient, vec![0, 1, 1, 0]);
    refused(&never, "a sum with largest heap 1 is counted as won, but has no lost option");
    // Idempotent: 1 + 1 is counted as lost, like 1 alone.
    let always = certificate("0.1", law(1), Theorem::MisereQuotient, vec![0, 1, 1, 1, 1]);
    refused(&always, "a sum with heap 1 is counted as lost, but has a lost option");
}

#[test]
fn rules() {
    for (rule, reason) in [
        ("0.77", "NOT VERIFIED: a sum with"),
        ("0.71", "NOT VERIFIED: a sum with"),
        ("cut", "NOT VERIFIED: this law, or theorem, is not one for this rule"),
        ("cards", "NOT VERIFIED: this law, or theorem, is not one for this rule"),
        ("sub:squares", "NOT VERIFIED: misère quotients are of heaps"),
        ("mark", "NOT VERIFIED: misère quotients are of heaps"),
        ("board:sub:1,2", "cannot be read: rule"),
        ("kayles", "cannot be read: rule"),
    ] {
        let said = verdict(&Certificate { rule: rule.into(), ..quartet() });
        assert!(said.starts_with(reason), "{rule}: {said}");
    }
}

#[test]
fn counts() {
    let heaps = |n: &str| vec![n.to_string()];
    let asked = |question, modulus| verdict(&with_count(quartet(), question, modulus, "0"));
    let moves = Question::FirstMoves { from: heaps("0"), to: heaps("9") };
    assert_eq!(asked(moves, ""), "NOT VERIFIED: this question is not one of misère play");
    let many = Question::Choices {
        choice: sprague_certificate::Choice::Multisets,
        pieces: "1000000".into(),
        from: heaps("0"),
        to: heaps("9"),
        outcome: Outcome::Lost,
    };
    assert_eq!(asked(many.clone(), "7"), "NOT VERIFIED: too many pieces are chosen");
    assert_eq!(asked(many, ""), "NOT VERIFIED: the number itself is too long; a residue can be checked");
    let partitions = Question::Partitions { of: 1401, outcome: Outcome::Lost };
    assert!(asked(partitions, "").contains("partitions are counted up to 1400"));
    let part = genuine("0.75", 9, None, Theorem::MisereQuotient);
    let far = with_count(part, Question::Wins { upto: "9".into() }, "", "7");
    refused(&far, "the count needs a law, there are only 9 heaps");
    let listed = |list: &[u64]| Question::Zeros { from: heaps("0"), to: heaps("8"), heaps: list.into() };
    assert!(asked(listed(&[1]), "").contains("heap 3 is lost, and the list does not say so there"));
    assert!(
        asked(listed(&[1, 3, 4]), "").contains("heap 4 is listed, and is not a lost heap of these sizes")
    );
}

/// Limits on steps and memory are kept, and asking to stop stops.
#[test]
fn limits() {
    let certificate = genuine("0.123", 23, Some((5, 5)), Theorem::MiserePeriod);
    let steps = check(&certificate, &Work::new(1, 100, &|_| ())).unwrap_err().to_string();
    assert!(steps.contains("more than 100 steps"), "{steps}");
    let memory = check(&certificate, &Work::default().with_memory(500)).unwrap_err().to_string();
    assert!(memory.contains("more memory than 500 bytes"), "{memory}");
    let stopped = check(&certificate, &Work::default().stopped_by(&|| true));
    assert_eq!(stopped, Err(Fault::Interrupted));
}

/// Counts at the ends of every range: one heap, no heap, the preperiod and the period.
#[test]
fn counts_at_the_ends() {
    use sprague_certificate::Choice;
    let right = quartet();
    let (_, _, lost_from) = places(&right);
    let lost = |heap: u64| {
        let place = if heap < 8 { heap } else { 8 + heap % 2 };
        right.values[lost_from..].contains(&right.values[place as usize])
    };
    let ok = |question: Question, answer: u64| {
        let said = verdict(&with_count(right.clone(), question, "", &answer.to_string()));
        !said.starts_with("NOT VERIFIED")
    };
    let text = |n: u64| vec![n.to_string()];
    for from in 0..14 {
        for to in 0..25 {
            let heaps: Vec<u64> = (from..=to).filter(|&heap| lost(heap)).collect();
            let (all, none) = ((to + 1).saturating_sub(from), heaps.len() as u64);
            for (outcome, answer) in [(Outcome::Lost, none), (Outcome::Won, all - none)] {
                let question = || Question::Pieces { from: text(from), to: text(to), outcome };
                assert!(ok(question(), answer) && !ok(question(), answer + 1), "{from} to {to}: {outcome:?}");
            }
            let question = |heaps: Vec<u64>| Question::Zeros { from: text(from), to: text(to), heaps };
            assert!(ok(question(heaps.clone()), none), "{from} to {to}");
            assert!(heaps.is_empty() || !ok(question(vec![]), 0), "{from} to {to}");
        }
    }
    // Of so few heaps all choices are counted: lost and won together are all there are.
    let choices = |choice, outcome| Question::Choices {
        choice,
        pieces: "2".into(),
        from: text(0),
        to: text(5),
        outcome,
    };
    let found = |choice, outcome| (0..40).find(|&n| ok(choices(choice, outcome), n)).unwrap();
    for (choice, all) in
        [(Choice::Tuples, 36), (Choice::Multisets, 21), (Choice::Sets, 15), (Choice::OrderedSets, 30)]
    {
        assert_eq!(found(choice, Outcome::Lost) + found(choice, Outcome::Won), all, "{choice:?}");
    }
    assert_eq!(found(Choice::OrderedSets, Outcome::Lost), 2 * found(Choice::Sets, Outcome::Lost));
    let partitions = |of| Question::Partitions { of, outcome: Outcome::Lost };
    let said = |of| verdict(&with_count(right.clone(), partitions(of), "7", "9"));
    assert!(said(1401).contains("up to 1400") && !said(1400).contains("up to 1400"));
}
