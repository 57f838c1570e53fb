//! Reading rules as people write them, by notation or by name.

use super::{
    Arithmetic, Board, Cards, Circle, Cut, DynamicNim, ExplicitGame, FamilyRule, FormulaGame, GraphGame,
    Interval, Kind, Lines, NAMES, Rule, StraightCut, TakeBranch, Turning, Wythoff, notation,
};
use crate::{Error, Result};

/// Reads a rule by notation or name; spaces and capitals do not matter.
pub(super) fn read(text: &str) -> Result<Rule> {
    // Positions keep their names as they are written.
    if let Some(explicit) = ExplicitGame::read(text) {
        return explicit.map(Rule::new);
    }
    // Formulas have words with spaces between them.
    if let Some(formula) = FormulaGame::read(text) {
        return formula.map(Rule::new);
    }
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    // A condition on the parts may follow a name as it may follow a notation.
    let (base, condition) = plain.split_at(plain.find('/').unwrap_or(plain.len()));
    let written = named(base).map_or_else(|| plain.clone(), |notation| format!("{notation}{condition}"));
    let plain = written.as_str();
    if plain.is_empty() {
        let fix = "write a code such as 0.77 or a name; `sprague rules` lists them";
        return Err(Error::not_a_rule(text, "a rule", fix));
    }
    let found = in_notation(plain);
    // The factor of dynamic Nim may be a fraction.
    let fraction = base.starts_with("dynamic:")
        && condition[1.min(condition.len())..].starts_with(|c: char| c.is_ascii_digit());
    let fits = matches!(found, Some(Ok(_))) || condition.is_empty() || fraction;
    let takes_conditions =
        |rule: Rule| matches!(rule.kind(), Kind::Heaps(_) | Kind::Mixed(_) | Kind::Interval(_));
    if !fits && read(base).is_ok_and(|rule| !takes_conditions(rule)) {
        let fix =
            format!("a condition is on the heaps that removals leave, and {base} is not a rule of removals");
        return Err(Error::not_a_rule(text, "a rule", fix));
    }
    match found {
        Some(rule) => rule.map_err(|error| error.about(text)),
        None => Err(unknown(text)),
    }
}

/// A rule in one of the notations; `None` if the text is in none of them.
fn in_notation(text: &str) -> Option<Result<Rule>> {
    // `sub:squares` and `split:divisors` begin like lists of heap rules, and a board may have a code.
    if let Some(game) = Arithmetic::ALL.iter().find(|game| game.word() == text) {
        return Some(Ok(Rule::new(*game)));
    }
    if let Some(game) = GraphGame::ALL.into_iter().find(|game| game.word() == text) {
        return Some(Ok(Rule::new(game)));
    }
    if let Some(family) = FamilyRule::read(text) {
        return Some(Ok(Rule::new(family)));
    }
    if let Some(board) = Board::read(text) {
        return Some(board.map(Rule::new));
    }
    if let Some(interval) = Interval::read(text) {
        return Some(Ok(Rule::new(interval)));
    }
    if let Some(circle) = Circle::read(text) {
        return Some(circle.map(Rule::new));
    }
    if let Some(coins) = Turning::read(text) {
        return Some(coins);
    }
    if let Some(dynamic) = DynamicNim::read(text) {
        return Some(dynamic.map(Rule::new));
    }
    if let Some(lines) = Lines::read(text) {
        return Some(lines);
    }
    Some(Ok(match text {
        "cut" => Rule::new(Cut),
        "cut:one" => Rule::new(StraightCut),
        "cards" => Rule::new(Cards),
        "tree" => Rule::new(TakeBranch),
        "wythoff" => Rule::new(Wythoff),
        heaps => return notation::read(heaps),
    }))
}

/// The notation of a name; its hyphens may have been left out, as in `Dawson Chess` and `Mock Turtles`.
fn named(plain: &str) -> Option<&'static str> {
    let joined = |name: &str| name.chars().filter(|&c| c != '-').eq(plain.chars().filter(|&c| c != '-'));
    let games = Arithmetic::ALL.iter().map(|game| game.word());
    let games = games.chain(GraphGame::ALL.iter().map(|game| game.word())).map(|word| (word, word));
    let mut all = NAMES.iter().map(|entry| (entry.name, entry.notation)).chain(games);
    all.find(|(name, _)| joined(name)).map(|(_, notation)| notation)
}

fn unknown(text: &str) -> Error {
    let near = near(text);
    let hint = if near.is_empty() { String::new() } else { format!("did you mean {}? ", near.join(" or ")) };
    Error::not_a_rule(text, "a rule", format!("{hint}`sprague rules` lists all names and notations"))
}

/// Names and keywords that look like `text`, nearest first, at most three.
fn near(text: &str) -> Vec<&'static str> {
    let lower = text.to_lowercase();
    let games = [
        "sub:", "allbut:", "split:", "board:", "circle:", "turn:", "lines:", "dynamic:", "graph:", "moves:",
        "grundy", "cut", "cut:one", "cards", "tree", "wythoff",
    ];
    let keywords = games.into_iter().chain(Arithmetic::ALL.iter().map(|game| game.word()));
    let keywords = keywords.chain(GraphGame::ALL.iter().map(|game| game.word()));
    let mut found: Vec<(f64, &str)> = NAMES
        .iter()
        .map(|entry| entry.name)
        .chain(keywords)
        .map(|known| (strsim::jaro_winkler(&lower, known), known))
        .filter(|(likeness, _)| *likeness > 0.75)
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().take(3).map(|(_, known)| known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::NOTATIONS;

    #[test]
    fn every_name_is_a_rule_in_canonical_notation() {
        for entry in NAMES {
            let rule: Rule = entry.name.parse().unwrap();
            assert_eq!(rule.to_string(), entry.notation);
        }
    }

    #[test]
    fn names_with_blanks_for_hyphens() {
        for (text, notation) in [
            ("Mock Turtles", "mock-turtles"),
            ("Dawson chess", "0.137"),
            ("PAPER  STRIP", "0.07"),
            ("Mark", "mark"),
        ] {
            assert_eq!(text.parse::<Rule>().unwrap().notation(), notation);
        }
        assert!("mock turtle".parse::<Rule>().is_err());
    }

    #[test]
    fn every_notation_has_an_example_a_page_and_a_sample() {
        for entry in NOTATIONS {
            let rule: Rule = entry.example.parse().unwrap();
            assert_eq!(rule.to_string(), entry.example);
            assert!(!matches!(rule.kind(), Kind::Foreign(_)), "{rule} does not say which game it is");
            assert!(!rule.line().is_empty() && !rule.line().contains('\n'));
            let docs = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"));
            if docs.exists() {
                assert!(docs.join(entry.page).exists(), "{} has no page {}", entry.pattern, entry.page);
            } else {
                println!("the pages are not part of this package: {} was not looked for", entry.page);
            }
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_understood() {
        assert_eq!(near("kales"), ["kayles"]);
        assert!(near("dawson-ches").contains(&"dawson-chess"));
        assert!(near("zzzz").is_empty());
        // One letter of four is like it by 3/4, which is too little.
        assert!(!near("r").contains(&"tree"));
    }

    #[test]
    fn a_condition_may_follow_any_name_of_a_heap_rule() {
        let mut heaps = 0;
        for entry in NAMES {
            for condition in ["/unequal", "/least=2", "/unequal/largest=9"] {
                let named = read(&format!("{}{condition}", entry.name));
                let written = read(&format!("{}{condition}", entry.notation));
                match read(entry.name).unwrap().heap_rule() {
                    Some(_) => {
                        assert_eq!(named.unwrap(), written.unwrap(), "{}{condition}", entry.name);
                        heaps += 1;
                    }
                    None => {
                        assert!(named.unwrap_err().to_string().contains("a condition is"), "{}", entry.name)
                    }
                }
            }
        }
        assert!(heaps > 30, "{heaps}");
        assert_eq!(read("Kayles / unequal").unwrap().to_string(), "0.7!7!");
        assert!(read("kales/unequal").unwrap_err().to_string().contains("kayles"));
        assert!(read("kayles/odd").unwrap_err().to_string().contains("unequal"));
    }
}
