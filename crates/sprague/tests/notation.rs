//! Every line of docs/notation.md: what is written parses and prints as the page says.

use num_bigint::BigUint;
use sprague::rules::{HeapRule, Rule, parse_size};

const PAGE: &str = include_str!("../../../docs/notation.md");

/// The rows of all tables with these columns.
fn rows(columns: &[&str]) -> Vec<Vec<&'static str>> {
    let cells = |line: &'static str| -> Vec<&'static str> {
        line.trim_matches('|').split('|').map(str::trim).collect()
    };
    let mut found = Vec::new();
    let mut inside = false;
    for line in PAGE.lines() {
        if !line.starts_with('|') {
            inside = false;
        } else if inside {
            found.push(cells(line));
        } else if cells(line) == columns {
            inside = true;
        }
    }
    found.retain(|row: &Vec<&str>| !row[0].starts_with("---"));
    found
}

/// What stands between backticks.
fn items(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn rules_print_as_the_page_says() {
    let mut seen = 0;
    for columns in [
        ["written", "a move", "printed"],
        ["written", "condition", "printed"],
        ["written", "pieces", "printed"],
    ] {
        let rows = rows(&columns);
        assert!(!rows.is_empty(), "{columns:?}");
        for row in rows {
            let (written, printed) = (items(row[0]), items(row[2]));
            assert!(printed.len() == 1 || printed.len() == written.len(), "{row:?}");
            for (i, text) in written.iter().enumerate() {
                let rule: Rule = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(rule.to_string(), printed[i % printed.len()], "{text}");
                seen += 1;
            }
        }
    }
    assert!(seen > 45, "{seen}");
}

#[test]
fn positions_print_as_the_page_says() {
    let rows = rows(&["rule", "written", "printed"]);
    assert!(rows.len() > 4);
    for row in rows {
        let rule: Rule = items(row[0])[0].parse().unwrap();
        let position = rule.parse_position(items(row[1])[0]).unwrap();
        assert_eq!(rule.show(&position), items(row[2])[0], "{row:?}");
    }
}

#[test]
fn sizes_are_what_the_page_says() {
    let rows = rows(&["written", "size"]);
    assert!(rows.len() > 3);
    for row in rows {
        let size: BigUint = row[1].parse().unwrap();
        for text in items(row[0]) {
            assert_eq!(parse_size(text).unwrap(), size, "{text}");
        }
    }
}

/// The rule file of the page, and the examples that come with Sprague.
#[test]
fn rule_files() {
    let start = PAGE.find("```toml").unwrap() + 8;
    let text = &PAGE[start..start + PAGE[start..].find("```").unwrap()];
    let rule = HeapRule::from_toml(text).unwrap();
    assert!(
        rule.removals(2).contains(1 + 6 * 5) && rule.removals(0).contains(4) && !rule.removals(2).contains(8)
    );
    for (text, notation) in [
        (include_str!("../../../data/rules/odd-kayles.toml"), "0.77(30)"),
        (include_str!("../../../data/rules/fair-shares.toml"), "S.2/equal/least=2"),
    ] {
        let rule = Rule::new(HeapRule::from_toml(text).unwrap());
        assert_eq!(rule, notation.parse().unwrap());
    }
}
