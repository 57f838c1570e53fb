//! Counts against enumeration.

use super::*;

/// Sums of this many heaps of these sizes, as lists.
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
    assert!(none.to_string().contains("at least 1"));
    let huge = known.count_sums(Choice::Tuples, &sizes, u64::MAX, Numbers::Exact, &work);
    assert!(huge.unwrap_err().to_string().contains("digits"));
}

/// The number in a refusal is the largest that is not refused, whether time or memory is the limit.
#[test]
fn refusals_name_the_largest_number() {
    let named = |refused: Error| {
        let line = refused.to_string();
        let number = line.split("here is ").nth(1).unwrap_or_else(|| panic!("{line}"));
        number.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse::<u64>().unwrap()
    };
    let all = BigUint::from(10u32).pow(9);
    let (exact, residue) = (Numbers::Exact, Numbers::Modulo(7));
    for memory in [1 << 20, 1 << 40] {
        let work = Work::new(memory, &|_, _| true);
        for choice in [Choice::Multisets, Choice::Sets] {
            for numbers in [exact, residue] {
                let check = |heaps| check_sums(choice, &all, heaps, numbers, &work);
                let most = named(check(if numbers == exact { 200_000 } else { 3_000_000 }).unwrap_err());
                assert!(check(most).is_ok() && named(check(most + 1).unwrap_err()) == most, "{choice:?}");
            }
        }
        for numbers in [exact, residue] {
            let check = |n: u64| check_partitions(&n.into(), numbers, &work);
            let most = named(check(u64::MAX).unwrap_err());
            assert_eq!(check(most).unwrap(), most);
            assert_eq!(named(check(most + 1).unwrap_err()), most);
        }
        assert!(check_sums(Choice::Tuples, &all, u64::MAX, residue, &work).is_ok());
    }
    // With the quotient, fewer are possible than without.
    let work = Work::quiet();
    let known = known("0.77", 200);
    let sizes = BigUint::ZERO..=all.clone();
    let count = |heaps| known.count_sums(Choice::Multisets, &sizes, heaps, exact, &work);
    let most = named(count(5000).unwrap_err());
    assert!((500..2000).contains(&most), "{most}");
    assert_eq!(named(count(most + 1).unwrap_err()), most);
    assert!(check_sums(Choice::Multisets, &all, most + 1, exact, &work).is_ok());
    assert!((10_000..100_000).contains(&named(known.count_partitions(1 << 20, exact, &work).unwrap_err())));
    // One heap, or none: no long answers. No set has more heaps than there are.
    for choice in [Choice::Tuples, Choice::Sets] {
        check_sums(choice, &1u32.into(), 1000, exact, &work).unwrap();
    }
    let few = BigUint::ZERO..=BigUint::from(3u32);
    let none = known.count_sums(Choice::Sets, &few, u64::MAX, exact, &work).unwrap();
    assert_eq!(none, Tally { lost: BigUint::ZERO, won: BigUint::ZERO });
    let one = known.count_sums(Choice::Sets, &few, 4, exact, &work).unwrap();
    assert_eq!(one.lost + one.won, 1u32.into());
}
