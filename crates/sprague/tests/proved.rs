//! Only evidence makes an answer `proved`: what a caller hands in does not.

use num_bigint::BigUint;
use sprague::ask::LawQuestion;
use sprague::known::{Evidence, Known};
use sprague::laws::{Next, NimSequence, Point, Run, Step};
use sprague::rules::{Rule, Sizes};
use sprague::values::Table;
use sprague::{Options, Work, counts};

/// A law that a resumed run finds rests on the values that it was given: neither the law nor what is read off
/// it is proved.
#[test]
fn a_law_of_values_that_were_handed_in() {
    let (work, rule) = (Work::quiet(), "kayles".parse::<Rule>().unwrap());
    let mut values = Table::with_capacity(0);
    values.append(&rule.values(..100).unwrap().iter().collect::<Vec<_>>());
    let next = Next { law: 200, window: u64::MAX };
    let mut run = Run::resume(&rule, Point::Whole { values, next }, &work).unwrap();
    while run.step(10_000, &work).unwrap() == Step::More {
        run.drain(|_, _| {});
    }
    let law = run.law().cloned().expect("Kayles has a law");
    assert!(!run.status().is_proved());
    assert!(!law.status().is_proved(), "{law}");
    let known = NimSequence::by_law(law);
    assert!(!known.is_computed() && !known.evidence().status().is_proved());
    assert!(matches!(known.evidence(), Evidence::Sequence(_)));
    let sizes = Sizes::heaps(BigUint::from(10u32).pow(18));
    let wins = counts::wins(&known, &sizes, &Options::default(), &work).unwrap();
    assert!(!wins.status().is_proved(), "{wins}");
    let question = serde_json::from_str(r#"{"ask":"law","rule":"kayles"}"#).unwrap();
    let answered = sprague::ask::answer_from(&question, &known, &work).unwrap();
    assert!(!answered.answer().status().is_proved());
}

/// A law answers questions about its own rule alone.
#[test]
fn a_law_of_another_rule() {
    let law = "kayles".parse::<Rule>().unwrap().law().unwrap();
    let question =
        |rule: &str| LawQuestion { rule: rule.into(), limit: None, to: None, window: false, misere: false };
    assert!(sprague::ask::replayed(&question("0.77"), &law).unwrap().answer().status().is_proved());
    let refused = sprague::ask::replayed(&question("dawson"), &law).err().unwrap();
    assert!(matches!(refused, sprague::Error::WrongGame(_)), "{refused}");
}
