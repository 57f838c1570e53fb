//! Every line of docs/notation.md: what is written parses and prints as the page says.

use num_bigint::BigUint;
use sprague::rules::{Piece, Rule, parse_size};

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

/// A code of CGSuite, as its own constructors write it, is the rule beside it.
#[test]
fn codes_of_cgsuite_are_read() {
    let rows = rows(&["CGSuite", "here", "game"]);
    let mut codes = 0;
    for row in rows {
        let (theirs, here) = (items(row[0])[0], items(row[1])[0]);
        let rule: Rule = here.parse().unwrap_or_else(|error| panic!("{here}: {error}"));
        assert_eq!(rule.to_string(), here);
        let (kind, code) = theirs.split_once("(\"").unwrap_or((theirs, ""));
        let code = code.trim_end_matches("\")");
        let same = match kind {
            "TakeAndBreak" => code.to_string(),
            "Spawning" => format!("turn:{code}"),
            _ => continue,
        };
        assert_eq!(same.parse::<Rule>().unwrap_or_else(|error| panic!("{same}: {error}")), rule, "{theirs}");
        codes += 1;
    }
    assert!(codes >= 13, "{codes}");
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
    let rule = Rule::from_toml(text).unwrap();
    let takes = |n: u64, t: u64| {
        let moves = rule.moves(&Piece::heap(n));
        moves.iter().any(|mv| mv.action.to_string() == format!("take {t}"))
    };
    // 1, 3, 4, 5, and 6, 12, 18, … more; at most 9 tokens in a heap that is left, and no 4 from a heap of 8.
    assert!(
        takes(36, 1 + 6 * 5) && takes(9, 4) && takes(4, 4) && !takes(8, 4) && !takes(9, 2) && !takes(25, 1)
    );
    for (text, notation) in [
        (include_str!("../../../data/rules/odd-kayles.toml"), "0.77[30]"),
        (include_str!("../../../data/rules/fair-shares.toml"), "S.2/equal/least=2"),
    ] {
        let rule = Rule::from_toml(text).unwrap();
        assert_eq!(rule, notation.parse().unwrap());
    }
}
