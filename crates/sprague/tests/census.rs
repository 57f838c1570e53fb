//! The table that comes with the engine, against published periods, against its own notation, and computed anew.

use sprague::ask::{self, CensusQuestion, Found, FoundCensus, Question};
use sprague::census::{self, CensusRow};
use sprague::laws::normal_form;
use sprague::rules::Rule;
use sprague::{Status, Work};

fn row(text: &str) -> CensusRow {
    let rule: Rule = text.parse().unwrap();
    census::row(&rule).unwrap_or_else(|| panic!("{text} is not in the table"))
}

/// No row disagrees with a published one: the law is the same, or the values that prove it were not reached.
#[test]
fn published_periods() {
    let (mut same, mut open, mut longer) = (0, vec![], 0);
    for line in include_str!("../data/octal-periods.csv").lines().skip(1) {
        let [text, period, preperiod, largest] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (period, preperiod): (u64, u64) = (period.parse().unwrap(), preperiod.parse().unwrap());
        let Some(CensusRow { found, status, .. }) = census::row(&text.parse().unwrap()) else {
            assert!(text.len() > 5, "{text} is not in the table");
            longer += 1;
            continue;
        };
        if status != Status::Proved {
            assert!(found.values_computed < 2 * (period + preperiod) + 16, "{text} could have been proved");
            assert!(found.period.is_none_or(|seen| seen == period), "{text}: a pattern of another period");
            open.push(text);
            continue;
        }
        assert_eq!(
            (found.period, found.preperiod, found.saltus),
            (Some(period), Some(preperiod), Some(0)),
            "{text}"
        );
        if !largest.is_empty() {
            assert_eq!(found.max_value, largest.parse().ok(), "{text}");
        }
        same += 1;
    }
    assert_eq!(same + open.len() + longer, 537);
    assert!(open.len() < 30 && longer < 8, "not reached: {open:?}, longer: {longer}");
}

/// Every code of the census is in the table, with the shift that its digits give.
#[test]
fn every_short_code_is_there() {
    let octal = (0..1024u32).map(|i| format!("{}.{:03o}", if i < 512 { 0 } else { 4 }, i & 511));
    for text in octal.chain((0..256).map(|i| format!("0.{i:02X}"))) {
        row(&text);
    }
    let mut codes = 0;
    for row in census::rows() {
        for code in &row.found.codes {
            let (normal, shift) = normal_form(&code.code.parse().unwrap());
            assert_eq!((normal.notation(), shift), (&row.found.normal[..], code.shift));
            codes += 1;
        }
    }
    assert_eq!(codes, 512 + 512 + 192);
}

/// What takes little is computed anew: the same law, and of the same version the same certificate.
#[test]
fn short_laws_again() {
    let mut again = 0;
    for row in census::rows().filter(|row| row.status == Status::Proved && row.found.values_computed < 3000) {
        let (rule, limit) = (row.found.normal.clone(), "10000".to_string());
        let question = Question::Census(CensusQuestion { rule, limit, ..CensusQuestion::default() });
        let answer = ask::answer(&question, &Work::quiet()).unwrap().answer;
        let Found::Census(found) = answer.found else { panic!("another kind") };
        let law =
            |row: &FoundCensus| (row.period, row.preperiod, row.saltus, row.max_value, row.max_value_at);
        assert_eq!((answer.status, law(&found)), (Status::Proved, law(&row.found)), "{}", row.found.normal);
        assert!(
            found.engine != row.found.engine || found.certificate == row.found.certificate,
            "{}",
            row.found.normal
        );
        again += 1;
    }
    assert!(again > 150, "{again}");
}
