//! The registry: every notation and every game that has a name.
//!
//! A new game is a file that implements [`Game`](super::Game) and one entry here: from then on every command knows it, the
//! reference solver plays it, and tests compare what is known of it with play and look for its page in docs/.

use super::{Board, Cards, Cut, FamilyRule, OneHeap, Rule, StraightCut, TakeBranch, Wythoff, notation};
use super::{mark, mock_turtles, ruler, split_divisors, take_coprime, take_divisors, take_half};
use crate::{Error, Result};

/// A notation of rules.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Notation {
    /// How it is written, by example.
    pub pattern: &'static str,
    /// What it means, in one line.
    pub line: &'static str,
    /// A rule in it.
    pub example: &'static str,
    /// A size up to which all pieces of the example can be played out at once.
    pub sample: &'static str,
    /// The page on it, in docs/.
    pub page: &'static str,
    /// Reads it; `None` if the text is in another notation.
    read: fn(&str) -> Option<Result<Rule>>,
}

impl std::fmt::Debug for Notation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Notation").field("pattern", &self.pattern).finish_non_exhaustive()
    }
}

fn heaps(text: &str) -> Option<Result<Rule>> {
    // `sub:squares` and `split:divisors` begin like lists, and a board may have a code.
    if family(text).is_some() || one_heap(text).is_some() || text.starts_with("board:") {
        return None;
    }
    notation::read(text).map(|rule| rule.map(Rule::new))
}

fn family(text: &str) -> Option<Result<Rule>> {
    FamilyRule::read(text).map(|rule| Ok(Rule::new(rule)))
}

/// Heaps whose moves depend on the size itself.
const ONE_HEAP: &[OneHeap] = &[
    take_divisors::TAKE_DIVISORS,
    take_coprime::TAKE_COPRIME,
    take_half::TAKE_HALF,
    mark::MARK,
    split_divisors::SPLIT_DIVISORS,
    ruler::RULER,
    mock_turtles::MOCK_TURTLES,
];

fn one_heap(text: &str) -> Option<Result<Rule>> {
    ONE_HEAP.iter().find(|game| game.notation == text).map(|game| Ok(Rule::new(*game)))
}

const fn heap_game(example: &'static str, line: &'static str, page: &'static str) -> Notation {
    Notation { pattern: example, line, example, sample: "60", page, read: one_heap }
}

/// Every notation, in the order in which they are listed.
pub const NOTATIONS: &[Notation] = &[
    Notation {
        pattern: "0.07  .77  4.3  0.3F",
        line: "bit j of digit t: remove t, leave exactly j non-empty heaps; `...` at the end repeats the last digit",
        example: "0.77",
        sample: "40",
        page: "periodicity.md",
        read: heaps,
    },
    Notation {
        pattern: "sub:1,3,4",
        line: "remove 1, 3 or 4 tokens",
        example: "sub:1,3,4",
        sample: "60",
        page: "periodicity.md",
        read: heaps,
    },
    Notation {
        pattern: "allbut:1,2",
        line: "remove any number of tokens but 1 or 2",
        example: "allbut:1,2",
        sample: "60",
        page: "periodicity.md",
        read: heaps,
    },
    Notation {
        pattern: "split:3",
        line: "split a heap into 2 to K non-empty heaps",
        example: "split:3",
        sample: "30",
        page: "closed-forms.md",
        read: heaps,
    },
    Notation {
        pattern: "grundy",
        line: "split a heap into two unequal ones",
        example: "grundy",
        sample: "60",
        page: "sparse-space.md",
        read: heaps,
    },
    Notation {
        pattern: "4.0/unequal",
        line: "parts all different; also /equal, /least=2, /largest=9, after any of the above",
        example: "split:3/unequal/least=2",
        sample: "30",
        page: "notation.md",
        read: heaps,
    },
    Notation {
        pattern: "cut",
        line: "sheets WxH, cut at an inner grid point into four",
        example: "cut",
        sample: "6x7",
        page: "cutting.md",
        read: |text| (text == "cut").then(|| Ok(Rule::new(Cut))),
    },
    Notation {
        pattern: "cut:one",
        line: "sheets WxH, one straight cut into two",
        example: "cut:one",
        sample: "6x7",
        page: "cutting.md",
        read: |text| (text == "cut:one").then(|| Ok(Rule::new(StraightCut))),
    },
    Notation {
        pattern: "cards",
        line: "a suit such as 2,5/9 (cards 2 and 5 visible of 9) or 010010000",
        example: "cards",
        sample: "8",
        page: "cards.md",
        read: |text| (text == "cards").then(|| Ok(Rule::new(Cards))),
    },
    Notation {
        pattern: "sub:squares",
        line: "remove a square number of tokens; also sub:primes, sub:pow2, sub:fib",
        example: "sub:squares",
        sample: "90",
        page: "arithmetic-games.md",
        read: family,
    },
    Notation {
        pattern: "allbut:squares",
        line: "remove any number of tokens but a square; also allbut:primes, allbut:pow2, allbut:fib",
        example: "allbut:squares",
        sample: "90",
        page: "arithmetic-games.md",
        read: family,
    },
    heap_game("take:divisors", "take a proper divisor of the heap", "arithmetic-games.md"),
    heap_game("take:coprime", "take a number coprime to the heap", "arithmetic-games.md"),
    heap_game("take:half", "take at most half of the heap", "arithmetic-games.md"),
    heap_game("mark", "take one token, or leave half of the heap, rounded down", "arithmetic-games.md"),
    heap_game(
        "split:divisors",
        "replace a heap by two of its divisors, not 1, not itself",
        "arithmetic-games.md",
    ),
    Notation {
        pattern: "tree",
        line: "trees (()(())) or T5: take a node and all below it, but not the root",
        example: "tree",
        sample: "7",
        page: "trees.md",
        read: |text| (text == "tree").then(|| Ok(Rule::new(TakeBranch))),
    },
    Notation {
        pattern: "board:sub:2,3,5,7",
        line: "a coin at XxY, counted from 0; each coordinate is a heap of a rule that only takes",
        example: "board:sub:2,3,5,7",
        sample: "11x13",
        page: "arithmetic-games.md",
        read: |text| Board::read(text).map(|board| board.map(Rule::new)),
    },
    Notation {
        pattern: "wythoff",
        line: "two heaps AxB: take any number from one, or the same number from both",
        example: "wythoff",
        sample: "9x11",
        page: "notation.md",
        read: |text| (text == "wythoff").then(|| Ok(Rule::new(Wythoff))),
    },
    heap_game("ruler", "coins: turn neighbours, the last from heads to tails", "arithmetic-games.md"),
    heap_game("mock-turtles", "coins: turn up to three, the last from heads to tails", "arithmetic-games.md"),
];

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

/// Every name, in the order in which they are listed.
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
    name("nim-square", "sub:squares", "take a square number of tokens (Project Euler 310)"),
    name("divisor-nim", "take:divisors", "take a proper divisor of the heap (Project Euler 509)"),
    name("divisor-game", "split:divisors", "replace a heap by two of its divisors (Project Euler 550)"),
    name("coprime-nim", "take:coprime", "take a number coprime to the heap (Project Euler 560)"),
    name("1249-nim", "4.330300003", "take 1, 2, 4 or 9, or split a heap in two (Project Euler 888)"),
    name("paper-cutting", "cut", "cut a sheet both ways at a grid point (Project Euler 933)"),
    name("card-stacking", "cards", "put a higher unused card on a visible one (Project Euler 798)"),
];

/// Reads a rule by notation or name; spaces and capitals do not matter.
pub(super) fn read(text: &str) -> Result<Rule> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    let plain = named(&plain).unwrap_or(&plain);
    if plain.is_empty() {
        let fix = "write a code such as 0.77 or a name; `sprague rules` lists them";
        return Err(Error::notation(text, "a rule", fix));
    }
    match NOTATIONS.iter().find_map(|notation| (notation.read)(plain)) {
        Some(rule) => rule.map_err(|error| error.about(text)),
        None => Err(unknown(text)),
    }
}

/// The notation of a name; its hyphens may have been left out, as in `Dawson Chess` and `Mock Turtles`.
fn named(plain: &str) -> Option<&'static str> {
    let joined = |name: &str| name.chars().filter(|&c| c != '-').eq(plain.chars().filter(|&c| c != '-'));
    let games = ONE_HEAP.iter().map(|game| (game.notation, game.notation));
    let mut all = NAMES.iter().map(|entry| (entry.name, entry.notation)).chain(games);
    all.find(|(name, _)| joined(name)).map(|(_, notation)| notation)
}

fn unknown(text: &str) -> Error {
    let near = near(text);
    let hint = if near.is_empty() { String::new() } else { format!("near it: {}; ", near.join(", ")) };
    Error::notation(text, "a rule", format!("{hint}`sprague rules` lists all names and notations"))
}

/// Names and keywords that look like `text`, nearest first, three at the most.
fn near(text: &str) -> Vec<&'static str> {
    let lower = text.to_lowercase();
    let games =
        ["sub:", "allbut:", "split:", "board:", "grundy", "cut", "cut:one", "cards", "tree", "wythoff"];
    let keywords = games.into_iter().chain(ONE_HEAP.iter().map(|game| game.notation));
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
}
