//! Quotients against play, against a second verification, against published values; counts and moves against
//! enumeration.

use super::build::{Builder, Step};
use super::options::{Options, Sum};
use super::pairs::{Pairs, Sums};
use super::*;
use crate::rules::{HeapRule, Rule};
use crate::{Error, Work};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

fn heaps(rule: &str) -> HeapRule {
    rule.parse::<Rule>().unwrap().heap_rule().unwrap().clone()
}

fn limits(heaps: u64) -> Limits {
    Limits { heaps, order: 700, levels: 8 }
}

fn known(rule: &str, most: u64) -> Known {
    find_law(&heaps(rule), limits(most), &Work::quiet()).unwrap()
}

fn big(heaps: &[u64]) -> Vec<BigUint> {
    heaps.iter().map(|&heap| heap.into()).collect()
}

/// All sums of heaps 1 to `largest` with at most so many tokens, ascending heaps.
fn sums(largest: u64, tokens: u64) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    let mut place = 0;
    while place < all.len() {
        let sum: Vec<u64> = all[place].clone();
        let used: u64 = sum.iter().sum();
        let from = sum.last().copied().unwrap_or(1);
        all.extend((from..=largest.min(tokens - used)).map(|heap| [&sum[..], &[heap]].concat()));
        place += 1;
    }
    all
}

/// Octal codes of up to two digits, splits without taking, hexadecimal codes, subtraction sets, conditions,
/// infinite removals.
fn many_rules() -> Vec<String> {
    let octal = (0..64).map(|code| format!("0.{code:02o}"));
    let splitting = (0..8).map(|code| format!("4.{code:o}"));
    let others = [
        "0.8",
        "0.F",
        "0.B1",
        "0.B3",
        "0.F1",
        "0.3F",
        "0.9C",
        "C.3",
        "sub:1,3,4",
        "sub:2,5",
        "sub:2,3,7",
        "0.123",
        "0.137",
        "0.356",
        "split:2",
        "split:3",
        "split:4",
        "grundy",
        "lasker",
        "split:3/equal",
        "split:4/unequal",
        "0.77/least=2",
        "0.77/largest=3",
        "0.07/unequal",
        "0.333/least=3",
        "nim",
        "allbut:1",
        "allbut:2",
        "0.(13)",
        "0.(30)",
        "0.(012)",
        "0.(3300)",
        "0.(30300)",
        "0.7...",
        "0.0",
    ];
    octal.chain(splitting).chain(others.map(String::from)).collect()
}

/// Published and brute-force genera of Kayles.
#[test]
fn genera_of_kayles() {
    let work = Work::quiet();
    let mut play = Play::new(&heaps("0.77"), 15, &work).unwrap();
    let genera: Vec<String> = (0..=15).map(|heap| play.genus(&[heap]).unwrap().to_string()).collect();
    let expected = "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046 1^13 2^20 7^57";
    assert_eq!(genera.join(" "), expected);
    let tame: Vec<u64> = (0..=15).filter(|&heap| play.genus(&[heap]).unwrap().is_of_nim()).collect();
    assert_eq!(tame, [0, 1, 2, 3, 4, 6, 7, 8, 10, 13, 14]);
}

/// The recursion beside Nim heaps of two, against play with such heaps.
#[test]
fn genera_by_definition() {
    for rule in ["0.77", "0.15", "0.26", "0.8", "4.3", "grundy", "sub:1,3,4"] {
        // Heaps of the rule follow those of Nim.
        let rule_options = Options::up_to(&heaps(rule), 9, &Work::quiet()).unwrap();
        let mut options = Options::default();
        let stars: [&[&[u32]]; 3] = [&[], &[&[]], &[&[], &[1]]];
        stars.iter().for_each(|star| options.push(star.iter().map(|&sum| sum.into()).collect()));
        for heap in 0..rule_options.len() {
            let shifted = |sum: &Sum| sum.iter().map(|&part| part + 3).collect();
            options.push(rule_options.of(heap).iter().map(shifted).collect());
        }
        let work = Work::quiet();
        let mut play = Play::of(options, &work);
        for heap in 0..=9 {
            let genus = play.genus(&[heap + 3]).unwrap();
            for twos in 0..7 {
                let beside = [vec![heap + 3], vec![2; twos]].concat();
                assert_eq!(play.misere_value(&beside).unwrap(), genus.at(twos), "{rule}: {heap} with {twos}");
                assert_eq!(
                    play.outcome(&beside).unwrap() == Outcome::Lost,
                    genus.at(twos) == 0,
                    "{rule}: {heap} with {twos}"
                );
            }
        }
    }
}

#[test]
fn published_quotients() {
    for (rule, order, lost, period, preperiod) in [
        ("0.77", 40, 9, 12, 71),
        ("0.75", 8, 2, 2, 8),
        ("0.123", 20, 5, 5, 5),
        ("0.15", 42, 12, 10, 66),
        ("0.33", 6, 2, 3, 0),
    ] {
        let known = known(rule, 400);
        let law = known.law().unwrap_or_else(|| panic!("{rule}: no law"));
        let found = (known.quotient().order(), known.quotient().p_portion().len(), law.period, law.preperiod);
        assert_eq!(found, (order, lost, period, preperiod), "{rule}");
        assert_eq!(known.ended(), Ended::Law);
    }
}

/// Dawson's Kayles by heap, and what is proved of heap 34, which does not close.
#[test]
fn orders_of_dawsons_kayles() {
    let limits = Limits { heaps: 34, order: 10_000, levels: 2 };
    let known = find_law(&heaps("0.07"), limits, &Work::quiet()).unwrap();
    assert_eq!(known.quotient().largest_heap(), 33);
    assert_eq!(known.quotient().p_portion().len(), 109);
    let at = |heap| known.orders().iter().rev().find(|(from, _)| *from <= heap).map(|(_, order)| *order);
    let orders = [14, 25, 27, 30, 33].map(at);
    assert_eq!(orders, [24, 144, 176, 360, 638].map(Some));
    assert_eq!((known.ended(), known.law()), (Ended::Levels, None));
    let open = known.open().unwrap();
    assert_eq!((open.heap, &open.by_level[..], open.lower_bound), (34, &[700, 764][..], 764));
    assert_eq!(known.summary().heaps_up_to, Some(33));
    let line = known.image(&34u32.into()).unwrap_err().to_string();
    assert!(line.contains("heaps up to 33") && line.contains("levels"), "{line}");
}

/// Every sum with few tokens has the outcome that play finds.
#[test]
fn small_sums_against_play() {
    for rule in many_rules() {
        let known = known(&rule, 9);
        let quotient = known.quotient();
        let largest = quotient.largest_heap().min(9);
        assert!(largest >= 8 || known.law().is_some(), "{rule}: {}", known.ended());
        let work = Work::quiet();
        let mut play = Play::new(&heaps(&rule), 9, &work).unwrap();
        for sum in sums(9, 15) {
            if known.law().is_some() || sum.iter().all(|&heap| heap <= largest) {
                assert_eq!(
                    known.outcome(&big(&sum)).unwrap(),
                    play.outcome(&sum).unwrap(),
                    "{rule}: {sum:?}"
                );
            }
        }
    }
}

/// The second implementation. Whether outcomes are right for all sums: pairs of an image and the set of the
/// options' images, closed under adding heaps (transition sets). Whether no smaller quotient exists: elements
/// told apart by play.
fn confirm(options: &Options, quotient: &Quotient, most_sets: usize) {
    let table: Vec<Vec<u32>> = (0..quotient.order() as u32)
        .map(|x| (0..quotient.order() as u32).map(|y| quotient.times(x, y)).collect())
        .collect();
    let times = |x: u32, y: u32| table[x as usize][y as usize];
    let image = |sum: &Sum| sum.iter().fold(0, |x, &heap| times(x, quotient.image(heap.into()).unwrap()));
    let generators: BTreeSet<(u32, BTreeSet<u32>)> = options
        .movable()
        .map(|heap| (quotient.image(heap as u64).unwrap(), options.of(heap).iter().map(image).collect()))
        .collect();
    let start = (0, BTreeSet::new());
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some((x, moves)) = open.pop() {
        for (y, more) in &generators {
            let after: BTreeSet<u32> = more
                .iter()
                .map(|&option| times(x, option))
                .chain(moves.iter().map(|&option| times(option, *y)))
                .collect();
            let product = times(x, *y);
            let wins = after.iter().any(|&option| quotient.is_lost(option));
            assert_eq!(quotient.is_lost(product), !wins, "sums of image {product}");
            if seen.insert((product, after.clone())) {
                open.push((product, after));
            }
        }
        assert!(seen.len() < most_sets, "too many transition sets");
    }
    let work = Work::quiet();
    let mut play = Play::of(options.clone(), &work);
    let words: Vec<Vec<u64>> = (0..quotient.order() as u32).map(|x| quotient.word(x)).collect();
    let rows: HashSet<Vec<Outcome>> = words
        .iter()
        .map(|x| words.iter().map(|y| play.outcome(&[&x[..], &y[..]].concat()).unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), quotient.order());
}

/// The example that docs/misere.md works out: heaps 1 and 2 of 0.75. Elements are 1, a, b, ab, b², ab².
#[test]
fn pairs_by_hand() {
    let work = Work::quiet();
    let rule = heaps("0.75");
    let options = Options::up_to(&rule, 2, &work).unwrap();
    let quotient = Quotient::of(&rule, limits(2), &work).unwrap();
    let words: Vec<Vec<u64>> = (0..6).map(|x| quotient.word(x)).collect();
    assert_eq!(words, [vec![], vec![1], vec![2], vec![1, 2], vec![2, 2], vec![1, 2, 2]]);
    let pairs = Pairs::check(quotient.monoid(), &options, Sums::All, &work).unwrap().unwrap();
    let expected = [(0, 0), (0, 2), (0, 3), (0, 5), (1, 2), (1, 3), (2, 3), (4, 1), (4, 5)];
    assert_eq!(pairs.elements().collect::<BTreeSet<_>>(), BTreeSet::from(expected));
}

#[test]
fn orders_by_a_second_way() {
    let rules = many_rules().into_iter().map(|rule| (rule, 7));
    for (rule, most) in
        rules.chain([("0.75".into(), 12), ("0.123".into(), 9), ("0.77".into(), 12), ("0.07".into(), 14)])
    {
        let quotient = Quotient::of(&heaps(&rule), limits(most), &Work::quiet()).unwrap();
        let options = Options::up_to(&heaps(&rule), most, &Work::quiet()).unwrap();
        confirm(&options, &quotient, 100_000);
    }
}

/// Every claim that differs in one number is rejected, and the claim itself is accepted.
#[test]
fn wrong_claims_are_rejected() {
    for (rule, most) in [("0.75", 9), ("0.33", 5), ("0.77", 6), ("grundy", 8), ("0.0", 3)] {
        let rule = heaps(rule);
        let claim = Quotient::of(&rule, limits(most), &Work::quiet()).unwrap().claim();
        let flaw = |claim: &Claim| Quotient::verify(&rule, claim, &Work::quiet()).unwrap().err();
        assert_eq!(flaw(&claim), None);
        let order = claim.actions.first().map_or(1, Vec::len) as u32;
        let mut wrong = Vec::new();
        for heap in 0..claim.images.len() {
            for image in (0..=order).filter(|&image| image != claim.images[heap]) {
                let mut changed = claim.clone();
                changed.images[heap] = image;
                wrong.push(changed);
            }
        }
        for x in 0..order {
            let mut changed = claim.clone();
            match claim.lost.binary_search(&x) {
                Ok(place) => drop(changed.lost.remove(place)),
                Err(place) => changed.lost.insert(place, x),
            }
            wrong.push(changed);
            for (generator, action) in claim.actions.iter().enumerate() {
                for to in (0..=order).filter(|&to| to != action[x as usize]) {
                    let mut changed = claim.clone();
                    changed.actions[generator][x as usize] = to;
                    wrong.push(changed);
                }
            }
        }
        let mut shorter = claim.clone();
        shorter.images.pop();
        shorter.images.clear();
        wrong.push(shorter);
        let mut longer = claim.clone();
        longer.generators.push(1 << 40);
        wrong.push(longer);
        for claim in wrong {
            assert!(flaw(&claim).is_some(), "{rule:?}: {claim:?}");
        }
    }
}

/// Each flaw has a claim that shows it.
#[test]
fn flaws_by_name() {
    let rule = heaps("sub:1,2");
    let flaw = |claim: Claim| Quotient::verify(&rule, &claim, &Work::quiet()).unwrap().unwrap_err();
    // Heap 1 alone: 1 and a with a² = 1.
    let good = Claim { generators: vec![1], actions: vec![vec![1, 0]], lost: vec![1], images: vec![0, 1] };
    assert!(Quotient::verify(&rule, &good, &Work::quiet()).unwrap().is_ok());
    assert_eq!(flaw(Claim { images: vec![0, 2], ..good.clone() }), Flaw::Shape);
    assert_eq!(flaw(Claim { lost: vec![0], ..good.clone() }), Flaw::EmptySumLost);
    assert_eq!(flaw(Claim { images: vec![1, 1], ..good.clone() }), Flaw::Image(0));
    assert_eq!(flaw(Claim { actions: vec![vec![1, 0, 2]], ..good.clone() }), Flaw::Unreachable(2));
    assert_eq!(flaw(Claim { actions: vec![vec![1, 1]], ..good.clone() }), Flaw::LostWithLostOption(1));
    assert_eq!(flaw(Claim { lost: vec![], ..good.clone() }), Flaw::WonWithoutLostOption(1));
    let doubled = Claim { actions: vec![vec![1, 2, 3, 0]], lost: vec![1, 3], ..good.clone() };
    assert_eq!(flaw(doubled), Flaw::Alike(0, 2));
    let twice = Claim {
        generators: vec![1, 2],
        actions: vec![vec![1, 0, 2], vec![2, 2, 0]],
        lost: vec![1],
        images: vec![0, 1, 2],
    };
    assert_eq!(flaw(twice), Flaw::NotCommutative(1, 2));
}

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
    for (rule, most) in [("nim", 40), ("grundy", 30), ("0.07/unequal", 20), ("0.7...", 12), ("allbut:2", 20)]
    {
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
    let odd = heaps("0.(30)");
    assert_eq!(Law::proved_by(&odd, &[0, 1]), None);
    assert_eq!(Law::proved_by(&odd, &[0, 1, 0, 2]), None);
}

#[test]
fn tame_and_wild() {
    for (rule, most, tame) in [
        ("nim", 1, true),
        ("nim", 2, true),
        ("nim", 8, true),
        ("0.33", 9, true),
        ("0.0", 3, true),
        ("0.77", 4, true),
        ("0.77", 5, false),
        ("0.75", 9, false),
        ("0.123", 9, false),
    ] {
        let quotient = Quotient::of(&heaps(rule), limits(most), &Work::quiet()).unwrap();
        assert_eq!(quotient.is_tame(), tame, "{rule} to {most}");
    }
    let nim = known("nim", 40);
    let orders = nim.orders();
    assert_eq!(orders, [(0, 1), (1, 2), (2, 6), (4, 10), (8, 18), (16, 34), (32, 66)]);
}

/// Relations hold, and as many words cannot be rewritten as there are elements.
#[test]
fn presentations() {
    for (rule, most) in
        [("0.77", 40), ("0.75", 9), ("0.123", 12), ("0.15", 40), ("nim", 9), ("0.0", 3), ("0.07", 25)]
    {
        let quotient = Quotient::of(&heaps(rule), limits(most), &Work::quiet()).unwrap();
        let presentation = quotient.presentation();
        let element = |word: &Powers| {
            let letters = word.iter().flat_map(|&(heap, times)| vec![heap; times as usize]);
            letters.fold(0, |x, heap| quotient.times(x, quotient.image(heap).unwrap()))
        };
        for relation in &presentation.relations {
            assert_eq!(element(&relation.left), element(&relation.right), "{rule}");
        }
        let divides = |part: &Powers, word: &HashMap<u64, u32>| {
            part.iter().all(|(heap, times)| word.get(heap).is_some_and(|exponent| exponent >= times))
        };
        // Words without a left side in them, built by raising the largest letter or adding a larger one.
        let mut count = 0;
        let mut open: Vec<HashMap<u64, u32>> = vec![HashMap::new()];
        while let Some(word) = open.pop() {
            if presentation.relations.iter().any(|relation| divides(&relation.left, &word)) {
                continue;
            }
            count += 1;
            assert!(count <= quotient.order(), "{rule}");
            let largest = word.keys().copied().max().unwrap_or(0);
            for &heap in presentation.generators.iter().filter(|&&heap| heap >= largest) {
                let mut raised = word.clone();
                *raised.entry(heap).or_default() += 1;
                open.push(raised);
            }
        }
        assert_eq!(count, quotient.order(), "{rule}");
        let lost: Vec<u32> = presentation.lost.iter().map(element).collect();
        assert_eq!(lost, quotient.p_portion(), "{rule}");
    }
    let quotient = Quotient::of(&heaps("0.75"), limits(9), &Work::quiet()).unwrap();
    let text = "⟨a, b, c | a^2 = 1, b c = a b, b^3 = b, c^2 = b^2⟩, P = {a, b^2}";
    assert_eq!(quotient.presentation().to_string(), text);
}

/// Sums of so many heaps of these sizes, as lists.
fn choices(choice: Choice, sizes: RangeInclusive<u64>, heaps: u64) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    for _ in 0..heaps {
        let longer = |sum: &Vec<u64>| {
            let last = sum.last().copied();
            let allowed = move |heap: &u64| match choice {
                Choice::Tuples => true,
                Choice::Multisets => last.is_none_or(|last| last <= *heap),
                Choice::Sets => last.is_none_or(|last| last < *heap),
            };
            sizes.clone().filter(allowed).map(|heap| [&sum[..], &[heap]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn tally(play: &mut Play, sums: &[Vec<u64>]) -> Tally {
    let lost = sums.iter().filter(|sum| play.outcome(sum).unwrap() == Outcome::Lost).count();
    Tally { lost: lost.into(), won: (sums.len() - lost).into() }
}

fn modulo(tally: &Tally, modulus: u64) -> Tally {
    Tally { lost: &tally.lost % modulus, won: &tally.won % modulus }
}

#[test]
fn counts_by_enumeration() {
    let work = Work::quiet();
    for (rule, largest) in [("0.77", 7), ("0.75", 8), ("sub:1,3,4", 9), ("grundy", 9), ("0.15", 7)] {
        let known = known(rule, 30);
        let mut play = Play::new(&heaps(rule), 20, &work).unwrap();
        for from in 0..3u64 {
            let sizes = BigUint::from(from)..=BigUint::from(largest);
            let single: Vec<Vec<u64>> = (from..=largest).map(|heap| vec![heap]).collect();
            assert_eq!(known.count_heaps(&sizes).unwrap(), tally(&mut play, &single), "{rule}");
            let lost = known.lost_heaps(from..=largest, &work).unwrap();
            assert_eq!(BigUint::from(lost.len()), known.count_heaps(&sizes).unwrap().lost);
            for choice in [Choice::Tuples, Choice::Multisets, Choice::Sets] {
                for count in 0..4 {
                    let expected = tally(&mut play, &choices(choice, from..=largest, count));
                    let count = |numbers| known.count_sums(choice, &sizes, count, numbers, &work).unwrap();
                    assert_eq!(count(Numbers::Exact), expected, "{rule}: {choice:?}");
                    for modulus in [1, 7, u64::MAX] {
                        assert_eq!(count(Numbers::Modulo(modulus)), modulo(&expected, modulus), "{rule}");
                    }
                }
            }
        }
        for n in 0..=16 {
            let partitions: Vec<Vec<u64>> =
                sums(n, n).into_iter().filter(|sum| sum.iter().sum::<u64>() == n).collect();
            let expected = tally(&mut play, &partitions);
            assert_eq!(known.count_partitions(n, Numbers::Exact, &work).unwrap(), expected, "{rule} {n}");
            let residues = known.count_partitions(n, Numbers::Modulo(5), &work).unwrap();
            assert_eq!(residues, modulo(&expected, 5));
        }
    }
}

/// Large heaps are counted by the law as small ones are one by one, and sums by their total.
#[test]
fn counts_by_law() {
    let work = Work::quiet();
    let known = known("0.77", 200);
    for (from, to) in [(0u64, 70u64), (0, 71), (5, 400), (300, 301), (3, 2)] {
        let one_by_one = known.lost_heaps(from..=to, &work).unwrap().len();
        let sizes = BigUint::from(from)..=BigUint::from(to);
        assert_eq!(known.count_heaps(&sizes).unwrap().lost, one_by_one.into());
    }
    let million = BigUint::from(10u32).pow(6);
    let sizes = BigUint::from(1u32)..=million.clone();
    let Tally { lost, won } = known.count_sums(Choice::Tuples, &sizes, 7, Numbers::Exact, &work).unwrap();
    assert_eq!(lost.clone() + won, million.pow(7));
    let residue = known.count_sums(Choice::Tuples, &sizes, 7, Numbers::Modulo(1_000_000_007), &work).unwrap();
    assert_eq!(residue.lost, lost % 1_000_000_007u64);
    let multisets = known.count_sums(Choice::Multisets, &sizes, 3, Numbers::Exact, &work).unwrap();
    let all: BigUint = million.clone() * (&million + 1u32) * (&million + 2u32) / 6u32;
    assert_eq!(multisets.lost + multisets.won, all);
    let none = known.count_sums(Choice::Tuples, &sizes, 2, Numbers::Modulo(0), &work).unwrap_err();
    assert!(none.to_string().contains("modulus"));
    let huge = known.count_sums(Choice::Tuples, &sizes, u64::MAX, Numbers::Exact, &work);
    assert!(matches!(huge, Err(Error::Memory { .. })));
}

/// Winning moves of small sums are those after which play says lost.
#[test]
fn winning_moves_against_play() {
    let work = Work::quiet();
    for rule in ["0.77", "0.75", "4.3", "0.8", "sub:1,3,4", "0.(30)", "0.77/least=2", "0.77/largest=3", "nim"]
    {
        // Without a law, so that the moves of all heaps are listed.
        let known = search::find_quotient(&heaps(rule), limits(12), &work).unwrap();
        let game = rule.parse::<Rule>().unwrap();
        let mut play = Play::new(&heaps(rule), 12, &work).unwrap();
        for sum in sums(12, 12) {
            let found = known.winning_moves(&big(&sum), &work).unwrap().len();
            let mut expected = 0;
            for (place, &heap) in sum.iter().enumerate().filter(|(i, heap)| !sum[..*i].contains(heap)) {
                for one in game.moves(&crate::rules::Piece::heap(heap)) {
                    let left = one.leaves.iter().map(|piece| piece.numbers()[0]);
                    let after: Vec<u64> = sum
                        .iter()
                        .enumerate()
                        .filter(|(i, _)| *i != place)
                        .map(|(_, &heap)| heap)
                        .chain(left)
                        .collect();
                    expected += usize::from(play.outcome(&after).unwrap() == Outcome::Lost);
                }
            }
            assert_eq!(found, expected, "{rule}: {sum:?}");
        }
    }
}

/// In heaps beyond the quotient the listed moves have all the images that moves have, and are moves.
#[test]
fn moves_of_large_heaps() {
    let work = Work::quiet();
    for rule in [
        "0.77",
        "0.75",
        "0.B1",
        "0.B3",
        "0.33",
        "0.(30)",
        "0.(3300)",
        "0.(30300)",
        "sub:2,3,7",
        "0.71/least=2",
        "0.333/least=3",
        "0.77/largest=3",
    ] {
        let known = known(rule, 200);
        assert!(known.law().is_some(), "{rule}");
        let game = heaps(rule);
        let first = known.quotient().largest_heap() + 1;
        for heap in first..first + 15 {
            let options = {
                let mut all = HashSet::new();
                for one in rule.parse::<Rule>().unwrap().moves(&crate::rules::Piece::heap(heap)) {
                    let left: Vec<u64> = one.leaves.iter().map(|piece| piece.numbers()[0]).collect();
                    all.insert(left);
                }
                all
            };
            let images: HashSet<u32> =
                options.iter().map(|left| known.image_of_sum(&big(left)).unwrap()).collect();
            let listed = known.moves(&heap.into(), &work).unwrap();
            for one in &listed {
                let left: Vec<u64> = one.leaves.iter().map(|part| u64::try_from(part).unwrap()).collect();
                assert!(options.contains(&left), "{rule}: {heap} to {left:?}");
                let total: BigUint = one.leaves.iter().sum::<BigUint>() + &one.taken;
                assert_eq!(total, heap.into());
            }
            let found: HashSet<u32> =
                listed.iter().map(|mv| known.image_of_sum(&mv.leaves).unwrap()).collect();
            assert_eq!(found, images, "{rule} at {heap}; {game:?}");
        }
        // A sum is won iff a move wins, or there is none.
        let googol = BigUint::from(10u32).pow(100);
        for extra in 0u32..13 {
            for small in 0u32..6 {
                let sum = [&googol + extra, small.into(), BigUint::from(extra)];
                let winning = known.winning_moves(&sum, &work).unwrap();
                let moves = sum.iter().any(|heap| !known.moves(heap, &work).unwrap().is_empty());
                let won = known.outcome(&sum).unwrap() == Outcome::Won;
                assert_eq!(won, !winning.is_empty() || !moves, "{rule}");
            }
        }
    }
}

/// Stopping, time and memory.
#[test]
fn limits_are_kept() {
    let rule = heaps("0.07");
    let stop = Work::new(1 << 30, &|done, _| done < 20);
    assert_eq!(find_law(&rule, limits(40), &stop).unwrap_err(), Error::Interrupted);
    let little = Work::new(1 << 18, &|_, _| true);
    let known = find_law(&rule, Limits { heaps: 40, order: 10_000, levels: 8 }, &little).unwrap();
    assert_eq!(known.ended(), Ended::Memory);
    assert!((14..33).contains(&known.quotient().largest_heap()));
    assert!(known.open().is_some_and(|open| open.lower_bound >= known.quotient().order()));
    let small = find_law(&rule, Limits { heaps: 40, order: 100, levels: 8 }, &Work::quiet()).unwrap();
    assert_eq!((small.ended(), small.quotient().largest_heap()), (Ended::Order, 24));
    let line = Quotient::of(&rule, Limits { heaps: 40, order: 100, levels: 8 }, &Work::quiet()).unwrap_err();
    assert!(line.to_string().contains("heap 25"), "{line}");
    let tiny = Work::new(100, &|_, _| true);
    assert!(matches!(Play::new(&heaps("split:9"), 60, &tiny), Err(Error::Memory { .. })));
    assert!(Play::new(&heaps("nim"), 5, &Work::quiet()).unwrap().outcome(&[6]).is_err());
}

/// The summary has everything that an answer needs, as JSON.
#[test]
fn summaries() {
    let summary = serde_json::to_value(known("0.75", 60).summary()).unwrap();
    assert_eq!(summary["order"], 8);
    assert_eq!(summary["p_portion"], 2);
    assert_eq!(summary["tame"], false);
    assert_eq!(summary["heaps_up_to"], serde_json::Value::Null);
    assert_eq!(summary["law"]["period"], 2);
    assert_eq!(summary["law"]["preperiod"], 8);
    assert_eq!(summary["law"]["theorem"]["periodicity"]["to"], 20);
    assert_eq!(summary["status"], "proved");
    assert_eq!(summary["presentation"]["generators"], serde_json::json!([1, 2, 5]));
    assert_eq!(summary["orders"], serde_json::json!([[0, 1], [1, 2], [2, 6], [5, 8]]));
    assert_eq!(summary["ended"], "law");
}

/// A few games, each with options that are sums of those before it.
fn games() -> impl Strategy<Value = Options> {
    let sum = |before: usize| proptest::collection::vec(0..before.max(1) as u32, 0..3);
    let game = move |place: usize| proptest::collection::vec(sum(place), 0..4);
    (1usize..5)
        .prop_flat_map(move |count| (0..count).map(|place| game(place + 1)).collect::<Vec<_>>())
        .prop_map(|games| {
            let mut options = Options::default();
            options.push(Vec::new());
            for game in games {
                let movable = |sum: &Vec<u32>| -> Sum {
                    let mut sum: Vec<u32> =
                        sum.iter().copied().filter(|&part| options.has_move(part as usize)).collect();
                    sum.sort_unstable();
                    sum.into()
                };
                let distinct: BTreeSet<Sum> = game.iter().map(movable).collect();
                options.push(distinct.into_iter().collect());
            }
            options
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// The builder takes any games, not only heaps; the second way confirms every quotient.
    #[test]
    fn quotients_of_any_games(options in games()) {
        let work = Work::quiet();
        let mut builder = Builder::new(Limits { heaps: 9, order: 60, levels: 4 }, &work).unwrap();
        for place in 1..options.len() {
            builder.options.push(options.of(place).to_vec());
            prop_assume!(builder.close_heap().unwrap() == Step::Closed);
        }
        let claim = Claim::of(&builder.monoid);
        let quotient = Quotient::verify_options(&options, &claim, &work).unwrap();
        prop_assert!(quotient.is_ok(), "{:?}", quotient.err());
        confirm(&options, &quotient.unwrap(), 20_000);
    }

    /// Random sums of larger heaps against play.
    #[test]
    fn sums_against_play(code in 0u32..512, sum in proptest::collection::vec(1u64..13, 0..5)) {
        let rule = format!("0.{code:03o}");
        let known = known(&rule, 13);
        prop_assume!(known.law().is_some() || sum.iter().all(|&heap| heap <= known.quotient().largest_heap()));
        let work = Work::quiet();
        let mut play = Play::new(&heaps(&rule), 13, &work).unwrap();
        prop_assert_eq!(known.outcome(&big(&sum)).unwrap(), play.outcome(&sum).unwrap());
    }

    /// Subtraction sets, by law for heaps far beyond the window.
    #[test]
    fn subtraction_sets_against_play(set in proptest::collection::btree_set(1u64..8, 1..4), sum in proptest::collection::vec(0u64..40, 0..4)) {
        let list: Vec<String> = set.iter().map(u64::to_string).collect();
        let rule = format!("sub:{}", list.join(","));
        let known = known(&rule, 100);
        prop_assume!(known.law().is_some() || sum.iter().all(|&heap| heap <= known.quotient().largest_heap()));
        let work = Work::quiet();
        let mut play = Play::new(&heaps(&rule), 40, &work).unwrap();
        prop_assert_eq!(known.outcome(&big(&sum)).unwrap(), play.outcome(&sum).unwrap());
    }
}
