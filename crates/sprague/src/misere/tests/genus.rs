//! Genera.

use super::*;

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
