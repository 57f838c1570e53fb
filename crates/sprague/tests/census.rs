//! The table that ships with the engine: compared with published periods and its notation, and recomputed.

use sprague::Work;
use sprague::ask::{self, CensusQuestion, Found, FoundCensus, Question};
use sprague::census::{self, CensusRow};
use sprague::laws::{self, normal_form};
use sprague::rules::Rule;
use std::collections::BTreeSet;

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
        let Some(row) = census::row(&text.parse().unwrap()) else {
            assert!(text.len() > 5, "{text} is not in the table");
            longer += 1;
            continue;
        };
        let found = row.found();
        if !row.status().is_proved() {
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
        for code in &row.found().codes {
            let (normal, shift) = normal_form(&code.code.parse().unwrap());
            assert_eq!((normal.notation(), shift), (&row.found().normal[..], code.shift));
            codes += 1;
        }
    }
    assert_eq!(codes, 512 + 512 + 192);
}

/// What takes little time is computed again: the same law, and of the same version the same certificate.
#[test]
fn short_laws_again() {
    let mut again = 0;
    for row in census::rows().filter(|row| row.status().is_proved() && row.found().values_computed < 3000) {
        let (rule, limit) = (row.found().normal.clone(), "10000".to_string());
        let question = Question::Census(CensusQuestion { rule, limit, ..CensusQuestion::default() });
        let answer = ask::answer(&question, &Work::quiet()).unwrap().into_answer();
        let Found::Census(found) = answer.found() else { panic!("another kind") };
        let law =
            |row: &FoundCensus| (row.period, row.preperiod, row.saltus, row.max_value, row.max_value_at);
        assert_eq!(
            (answer.status().is_proved(), law(found)),
            (true, law(row.found())),
            "{}",
            row.found().normal
        );
        assert!(
            found.engine != row.found().engine || found.certificate == row.found().certificate,
            "{}",
            row.found().normal
        );
        again += 1;
    }
    assert!(again > 150, "{again}");
}

/// The values of a code by the definition alone: the least value that no option has.
fn by_definition(rule: &Rule, count: usize) -> Vec<u32> {
    let heaps = rule.heap_rule().unwrap();
    let removals = [0, 1, 2].map(|parts| heaps.removals(parts).up_to(count as u64).collect::<Vec<u64>>());
    let mut values: Vec<u32> = vec![];
    for n in 0..count as u64 {
        let mut options = BTreeSet::new();
        if removals[0].contains(&n) && n > 0 {
            options.insert(0);
        }
        for left in removals[1].iter().filter_map(|t| n.checked_sub(*t)).filter(|&left| left > 0 && left < n)
        {
            options.insert(values[left as usize]);
        }
        for left in removals[2].iter().filter_map(|t| n.checked_sub(*t)) {
            options.extend((1..=left / 2).map(|a| values[a as usize] ^ values[(left - a) as usize]));
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// Rare positions from heap 1 on, by the definition (docs/sparse-space.md).
fn rare_positions(rule: &Rule, row: &FoundCensus, values: &[u32]) -> Vec<u64> {
    let removed = rule.heap_rule().unwrap().removals(2).up_to(100).next().unwrap();
    let (mask, parity) = (row.sparse_mask.unwrap(), row.sparse_parity.unwrap());
    let is_rare = |&x: &u64| {
        let counted = u64::from((values[x as usize] & mask).count_ones());
        (counted + if parity { x + removed } else { 0 }).is_multiple_of(2)
    };
    (1..values.len() as u64).filter(is_rare).collect()
}

/// For every code with a sparse space, shifted ones too, the number of rare positions and the last one agree
/// with the code's own values: by the definition where the last one comes early, else with the engine's
/// values of the normal form. Codes that would need many values are left out.
#[test]
fn rare_positions_are_counted_one_way() {
    let (mut defined, mut computed, mut shifted, mut long) = (0, 0, 0, 0);
    for table in census::rows().filter(|row| row.found().sparse_mask.is_some()) {
        let late = table.found().last_rare.unwrap() >= 1500;
        let most = table.found().values_computed.min(table.found().last_rare.unwrap() + 1000) - 1;
        if most > 200_000 {
            long += 1;
            continue;
        }
        let normal: Rule = table.found().normal.parse().unwrap();
        let known = laws::values(&normal, most, &Work::quiet()).unwrap();
        for code in &table.found().codes {
            let rule: Rule = code.code.parse().unwrap();
            let row = row(&code.code).found().clone();
            let zeros = std::iter::repeat_n(0, code.shift as usize);
            let values: Vec<u32> = zeros.chain(known.iter()).collect();
            let length = values.len().min(if late { 300 } else { 2000 });
            assert_eq!(values[..length], by_definition(&rule, length), "{}", code.code);
            let rare = rare_positions(&rule, &row, &values);
            let found = (rare.len() as u64, rare.last().copied().unwrap_or(0));
            assert_eq!(found, (row.rare_positions.unwrap(), row.last_rare.unwrap()), "{}", code.code);
            *(if late { &mut computed } else { &mut defined }) += 1;
            shifted += usize::from(code.shift > 0);
        }
    }
    assert!(
        defined > 50 && computed > 100 && shifted > 50 && long < 20,
        "{defined} {computed} {shifted} {long}"
    );
}

/// A sample of the misère census is computed again: rows of all lengths, and of laws and open ones alike.
#[test]
fn rows_of_the_misere_census_are_computed_again() {
    use sprague::census::{MISERE_LIMITS, misere_line, misere_row, misere_rows};
    let lines = include_str!("../data/misere-census.csv").lines().skip(1);
    let rows: Vec<_> = misere_rows().collect();
    assert_eq!(rows.len(), 511);
    assert_eq!(rows.iter().filter(|row| row.period.is_some()).count(), 174);
    let (mut laws, mut open) = (0, 0);
    for (row, line) in rows.iter().zip(lines).step_by(7) {
        let rule: Rule = row.rule.parse().unwrap();
        assert_eq!(misere_row(&rule).as_ref().map(|row| row.order), Some(row.order), "{rule}");
        // Open rows of many elements take seconds each.
        if row.period.is_none() && row.order > 100 {
            continue;
        }
        let known =
            sprague::misere::find_law(rule.heap_rule().unwrap(), MISERE_LIMITS, &Work::quiet()).unwrap();
        assert_eq!(misere_line(&rule, &known), line, "{rule}");
        *(if row.period.is_some() { &mut laws } else { &mut open }) += 1;
    }
    assert!(laws >= 15 && open >= 5, "{laws} laws, {open} open");
}
