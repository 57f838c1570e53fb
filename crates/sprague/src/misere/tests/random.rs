//! Random games, sums and subtraction sets.

use super::*;

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
        super::verify::confirm(&options, &quotient.unwrap(), 20_000);
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
