//! The methods of `Rule` against play.

use sprague::rules::{Piece, Rule};
use sprague::values::Reference;
use sprague::{BigUint, Work};

fn rule(text: &str) -> Rule {
    text.parse().unwrap()
}

/// Values of heaps 0 to `largest`, by playing.
fn played(rule: &Rule, largest: u64) -> Vec<u32> {
    let mut reference = Reference::new(rule);
    let work = Work::quiet();
    (0..=largest).map(|n| reference.play(&Piece::heap(n), &work).unwrap()).collect()
}

/// All choices of three heaps of 0 to `values.len() - 1`, as indices in order.
fn triples(values: &[u32]) -> impl Iterator<Item = ([usize; 3], u32)> + '_ {
    let n = values.len();
    (0..n * n * n).map(move |i| {
        let triple = [i / n / n, i / n % n, i % n];
        (triple, triple.iter().fold(0, |xor, &heap| xor ^ values[heap]))
    })
}

#[test]
fn counts_are_those_of_play() {
    let mut seen = 0;
    for text in ["kayles", "dawson", "grundy", "nim", "0.6", "sub:1,3,4", "lasker", "0.3F"] {
        let rule = rule(text);
        let values = played(&rule, 9);
        let least = rule.heaps(..=9).list_lost().unwrap().first().map_or(0, |piece| piece.numbers()[0]);
        let number = |count: sprague::Count| u64::try_from(count.into_answer()).unwrap();
        let lost = |from: u64| values[from as usize..].iter().filter(|&&value| value == 0).count() as u64;
        assert_eq!(number(rule.heaps(0..=9).lost().unwrap()), lost(0), "{text}");
        assert_eq!(number(rule.heaps(1..10).lost().unwrap()), lost(1), "{text}");
        assert_eq!(number(rule.heaps(1..=9).won().unwrap()), 9 - lost(1), "{text}");
        assert!(least <= 1, "{text}");
        let zero = |wanted: fn(&[usize; 3]) -> bool| {
            triples(&values).filter(|(triple, xor)| *xor == 0 && wanted(triple)).count() as u64
        };
        let heaps = || rule.heaps(0..=9);
        assert_eq!(number(heaps().tuples(3).lost().unwrap()), zero(|_| true), "{text}");
        assert_eq!(number(heaps().tuples(3).won().unwrap()), 1000 - zero(|_| true), "{text}");
        assert_eq!(number(heaps().tuples("3").modulo(7).lost().unwrap()), zero(|_| true) % 7, "{text}");
        let multisets = zero(|[a, b, c]| a <= b && b <= c);
        assert_eq!(number(heaps().multisets(3u8).lost().unwrap()), multisets, "{text}");
        assert_eq!(number(heaps().sets(3).lost().unwrap()), zero(|[a, b, c]| a < b && b < c), "{text}");
        assert!(rule.values(..10).unwrap().iter().eq(values.iter().copied()), "{text}");
        for (n, &value) in values.iter().enumerate() {
            assert_eq!(rule.value(n).unwrap(), value.into(), "{text} {n}");
        }
        let position = rule.position("3+5+8").unwrap();
        let xor = values[3] ^ values[5] ^ values[8];
        assert_eq!(position.value().unwrap(), u64::from(xor), "{text}");
        assert_eq!(position.is_lost().unwrap(), position.winning_moves().unwrap().is_empty(), "{text}");
        let partitions = rule.partitions(7);
        let (won, lost) = (partitions.clone().won().unwrap(), partitions.lost().unwrap());
        assert_eq!(number(won) + number(lost), 15, "{text}");
        seen += 1;
    }
    assert_eq!(seen, 8);
}

#[test]
fn other_pieces() {
    let deals = rule("cards").pieces_of(13).tuples(4).lost().unwrap();
    assert_eq!((deals.to_string().as_str(), deals.status().is_proved()), ("556569544214312", true));
    assert_eq!(rule("cut").sheets(12, 123).winning_moves().unwrap().into_answer(), 327_398u32.into());
    assert_eq!(rule("0.07").heaps(1..=10u64.pow(6)).won().unwrap().into_answer(), 852_938u32.into());
}

#[test]
fn results_show_themselves() {
    let kayles = rule("kayles");
    assert_eq!(kayles.values(..6).unwrap().to_string(), "0 1 2 3 1 4");
    assert!(kayles.values(..100).unwrap().to_string().ends_with('…'));
    assert_eq!((&kayles.values(..6).unwrap()).into_iter().sum::<u32>(), 11);
    let json = serde_json::to_string(&kayles.heaps(..=5u32).won().unwrap()).unwrap();
    assert!(json.starts_with(r#"{"answer":"5","status":"proved""#), "{json}");
    let json = serde_json::to_value(kayles.law().unwrap()).unwrap();
    assert_eq!((&json["period"], &json["preperiod"]), (&12.into(), &71.into()));
    let googol = kayles.value("10^100").unwrap();
    assert!(googol < BigUint::from(10u32) && kayles.value(BigUint::from(10u32).pow(100)).unwrap() == googol);
}

#[test]
fn wrong_numbers_are_errors() {
    let kayles = rule("kayles");
    let line = |result: sprague::Result<sprague::Count>| result.unwrap_err().to_string();
    assert!(line(kayles.heaps(..=9).modulo(0).won()).contains("mod"));
    assert!(line(kayles.heaps(..=-1).won()).contains("negative"));
    assert!(line(kayles.heaps(..0).won()).contains("empty"));
    assert!(line(kayles.heaps::<u32>(..).won()).contains("end"));
    assert!(line(kayles.heaps(..="ten").won()).contains("ten"));
    assert!(line(kayles.heaps(..=9).tuples(-3).lost()).contains("negative"));
    assert!(line(kayles.sheets(3, 4).won()).contains("sizes of"));
    assert!(kayles.position("3+x").is_err() && rule("cut").law().is_err());
    assert!(matches!(rule("grundy").value("10^40"), Err(sprague::Error::NoLaw { .. })));
}
