//! Names that rules go by, and what to say to a name that is none.

/// A name, the notation it stands for, and one line on the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// The name, lower case.
    pub name: &'static str,
    /// The rule in canonical notation.
    pub notation: &'static str,
    /// What a move is.
    pub line: &'static str,
}

const fn name(name: &'static str, notation: &'static str, line: &'static str) -> Name {
    Name { name, notation, line }
}

/// Every name, in the order `sprague rules` prints them.
pub const NAMES: &[Name] = &[
    name("nim", "0.3...", "take any number of tokens from a heap"),
    name("lasker", "4.3...", "Lasker's Nim: take any number, or split a heap in two"),
    name("kayles", "0.77", "take one or two; what is left may be split in two"),
    name("double-kayles", "0.7777", "take one to four; what is left may be split in two"),
    name("dawson", "0.07", "Dawson's Kayles: take two; what is left may be split in two"),
    name("paper-strip", "0.07", "paint two adjacent cells of a strip (Project Euler 306)"),
    name("dawson-chess", "0.137", "Dawson's chess, misère turned normal"),
    name("officers", "0.6", "take one, but never a whole heap; what is left may be split in two"),
    name("treblecross", "0.007", "one-dimensional noughts and crosses, three in a row wins"),
    name("guiles", "0.15", "take a heap of one or two, or take two and split the rest in two"),
    name("scatterstone", "split:3", "split a heap into two or three (Project Euler 629 with limit 3)"),
    name("grundys-game", "grundy", "split a heap into two unequal ones"),
    name("paper-cutting", "cut", "cut a sheet both ways at a grid point (Project Euler 933)"),
    name("card-stacking", "cards", "put a higher unused card on a visible one (Project Euler 798)"),
];

/// Notations that are patterns, for the same listing.
pub const NOTATIONS: &[Name] = &[
    name(
        "0.07  .77  4.3  0.3F",
        "d0.d1d2…",
        "bit j of digit t: remove t, leave exactly j non-empty heaps; `...` at the end repeats the last digit",
    ),
    name("sub:1,3,4", "sub:…", "remove 1, 3 or 4 tokens"),
    name("allbut:1,2", "allbut:…", "remove any number of tokens but 1 or 2"),
    name("split:3", "split:K", "split a heap into 2 to K non-empty heaps"),
    name("grundy", "grundy", "split a heap into two unequal ones"),
    name("cut", "cut", "sheets WxH, cut at an inner grid point into four"),
    name("cut:one", "cut:one", "sheets WxH, one straight cut into two"),
    name("cards", "cards", "a suit such as 2,5/9 (cards 2 and 5 visible of 9) or 010010000"),
];

/// The notation a name stands for.
pub fn notation_of(text: &str) -> Option<&'static str> {
    let lower = text.to_ascii_lowercase();
    NAMES.iter().find(|entry| entry.name == lower).map(|entry| entry.notation)
}

/// Names and keywords that look like `text`, nearest first, three at the most.
pub fn near(text: &str) -> Vec<&'static str> {
    let lower = text.to_lowercase();
    let keywords = ["sub:", "allbut:", "split:", "grundy", "cut", "cut:one", "cards"];
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
    use crate::rules::Rule;

    #[test]
    fn every_name_is_a_rule_in_canonical_notation() {
        for entry in NAMES {
            let rule: Rule = entry.name.parse().unwrap();
            assert_eq!(rule.to_string(), entry.notation);
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_understood() {
        assert_eq!(near("kales"), ["kayles"]);
        assert!(near("dawson-ches").contains(&"dawson-chess"));
        assert!(near("zzzz").is_empty());
    }
}
