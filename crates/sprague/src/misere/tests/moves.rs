//! Winning moves against play.

use super::*;

/// Winning moves of small sums are those after which play says lost.
#[test]
fn winning_moves_against_play() {
    let work = Work::quiet();
    for rule in ["0.77", "0.75", "4.3", "0.8", "sub:1,3,4", "0.[30]", "0.77/least=2", "0.77/largest=3", "nim"]
    {
        // Without a law, so that the moves of all heaps are listed.
        let known = super::super::search::find_quotient(&heaps(rule), limits(12), &work).unwrap();
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
        "0.[30]",
        "0.[3300]",
        "0.[30300]",
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
