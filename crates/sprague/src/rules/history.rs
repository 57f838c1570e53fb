//! The origin of each game, in one line.

use super::Rule;

/// Rules with their own history, by canonical notation.
const HISTORIES: &[(&str, &str)] = &[
    (
        "0.[3]",
        "solved by C. L. Bouton in 1901, who named it; every impartial game is equal to a heap of it (Sprague 1935, Grundy 1939)",
    ),
    ("4.[3]", "Emanuel Lasker, Brettspiele der Völker, 1931; its formula is in Winning Ways"),
    ("0.77", "H. E. Dudeney, The Canterbury Puzzles, 1907; solved by R. K. Guy and C. A. B. Smith, 1956"),
    ("0.7777", "Double Kayles of Winning Ways"),
    (
        "0.07",
        "Dawson's chess with one more square, and Project Euler 306; solved by R. K. Guy and C. A. B. Smith, 1956",
    ),
    (
        "0.137",
        "T. R. Dawson, 1935, as a puzzle for losing; for winning solved by R. K. Guy and C. A. B. Smith, 1956",
    ),
    ("0.6", "Officers of Winning Ways; no period is known, though trillions of values have been searched"),
    ("0.007", "Treblecross of Winning Ways; no period is known"),
    ("0.15", "Guiles of Winning Ways"),
    ("0.16", "an octal game; its period was found by A. Gangolli and T. Plambeck, 1989"),
    ("grundy", "P. M. Grundy, Mathematics and Games, 1939; whether its values ever repeat is open"),
    ("sub:squares", "S. W. Golomb, 1966; Project Euler 310"),
    ("take:divisors", "Project Euler 509"),
    ("take:coprime", "Project Euler 560"),
    ("split:divisors", "Project Euler 550"),
    ("split:3", "Project Euler 629, with the limit 3"),
    ("4.330300003", "Project Euler 888"),
    ("mark", "A. S. Fraenkel, Aperiodic subtraction games, 2011"),
    ("wythoff", "W. A. Wythoff, 1907: lost pairs by the golden ratio"),
    ("lines:0,1;1,0;1,1;1,2;2,1", "Project Euler 665"),
    ("dynamic:2", "M. J. Whinihan, Fibonacci Nim, 1963; Project Euler 366 and 692"),
    ("ruler", "a coin-turning game of H. W. Lenstra, in Winning Ways"),
    ("mock-turtles", "a coin-turning game of H. W. Lenstra, in Winning Ways"),
    ("tree", "Hackenbush on green trees, by the colon principle of Winning Ways; Project Euler 400"),
    ("board:sub:2,3,5,7", "Project Euler 649"),
    ("cut", "Project Euler 933"),
    ("cards", "Project Euler 798"),
];

/// Where a game comes from.
///
/// ```
/// use sprague::rules::{Rule, history};
/// let kayles: Rule = "kayles".parse().unwrap();
/// assert!(history(&kayles).unwrap().contains("Dudeney"));
/// ```
pub fn history(rule: &Rule) -> Option<&'static str> {
    let notation = rule.own_notation()?;
    let own = HISTORIES.iter().find(|(known, _)| *known == notation).map(|(_, line)| *line);
    own.or_else(|| kind(notation))
}

/// The origin of all rules in one notation.
fn kind(notation: &str) -> Option<&'static str> {
    let octal = |c: char| c == '.' || c.is_digit(8);
    let hexadecimal = |c: char| c == '.' || c.is_ascii_hexdigit();
    if notation.starts_with("sub:") && !notation.contains('/') {
        Some("a subtraction game: from finite sets the values repeat (S. W. Golomb, 1966)")
    } else if notation.contains('.') && notation.chars().all(octal) {
        Some("an octal game, of R. K. Guy and C. A. B. Smith, The G-values of various games, 1956")
    } else if notation.contains('.') && notation.chars().all(hexadecimal) {
        Some("a hexadecimal game: octal games of Guy and Smith with breaks into three, in Winning Ways")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_are_of_rules_in_canonical_notation() {
        for (notation, line) in HISTORIES {
            let rule: Rule = notation.parse().unwrap();
            assert_eq!(rule.notation(), *notation);
            assert!(!line.is_empty() && !line.contains('\n'), "{notation}");
        }
        assert!(history(&"0.156".parse().unwrap()).unwrap().starts_with("an octal game"));
        assert!(history(&"0.3F".parse().unwrap()).unwrap().starts_with("a hexadecimal game"));
        assert!(history(&"sub:1,4".parse().unwrap()).unwrap().starts_with("a subtraction game"));
        assert!(history(&"allbut:1".parse().unwrap()).is_none());
    }
}
