//! Quotients by a second implementation, and claims that are wrong.

use super::*;

/// The second implementation. Whether outcomes are right for all sums: pairs of an image and the set of the
/// options' images, closed under adding heaps (transition sets). Whether no smaller quotient exists: elements
/// distinguished by play.
pub fn confirm(options: &Options, quotient: &Quotient, most_sets: usize) {
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
    let pairs = Pairs::check_all(quotient.monoid(), &options, &work).unwrap().unwrap();
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
