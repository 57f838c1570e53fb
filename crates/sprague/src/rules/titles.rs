//! What games are called in print, and where their values stand in the OEIS.

use super::{Kind, Name, Rule};

/// Titles that are not the name with capitals and spaces.
const TITLES: &[(&str, &str)] = &[
    ("lasker", "Lasker's Nim"),
    ("dawson", "Dawson's Kayles"),
    ("dawson-chess", "Dawson's chess"),
    ("grundys-game", "Grundy's game"),
    ("fibonacci-nim", "Fibonacci Nim"),
    ("nim-square", "Take a square"),
    ("1249-nim", "1249 Nim"),
];

/// Titles of notations that have no name.
const GAMES: &[(&str, &str)] = &[
    ("cut:one", "One straight cut"),
    ("tree", "Trees"),
    ("wythoff", "Wythoff's game"),
    ("ruler", "The Ruler game"),
    ("mock-turtles", "Mock Turtles"),
    ("mark", "Mark"),
    ("take:half", "Take at most half"),
    ("node-kayles", "Node Kayles"),
    ("arc-kayles", "Arc Kayles"),
    ("geography", "Undirected Vertex Geography"),
];

/// Sequences of the OEIS that are values of a rule: the rule, the number, and the heap of its first term.
const SEQUENCES: &[(&str, &str, u64)] = &[
    ("0.[3]", "A001477", 0),
    ("0.77", "A002186", 0),
    ("0.137", "A002187", 0),
    ("0.07", "A002187", 1),
    ("grundy", "A002188", 0),
    ("sub:squares", "A014586", 0),
    ("take:half", "A025480", 0),
    ("ruler", "A006519", 1),
    ("mock-turtles", "A000069", 1),
    ("0.115", "A125829", 1),
    ("0.127", "A071464", 1),
    ("0.141", "A125912", 1),
    ("0.147", "A125915", 1),
    ("0.153", "A125917", 1),
    ("0.176", "A125920", 1),
    ("0.351", "A125925", 1),
    ("0.53", "A125927", 0),
    ("0.56", "A071436", 1),
    ("0.1777", "A071509", 1),
    ("0.11377", "A071452", 1),
    ("4.102", "A125938", 1),
];

impl Name {
    /// The name as it is printed above a page.
    ///
    /// ```
    /// use sprague::rules::NAMES;
    /// let titles: Vec<String> = NAMES.iter().map(|name| name.title()).collect();
    /// assert!(titles.contains(&"Grundy's game".to_string()) && titles.contains(&"Double Kayles".to_string()));
    /// ```
    pub fn title(&self) -> String {
        let own = TITLES.iter().find(|(name, _)| *name == self.name);
        own.map_or_else(|| capitals(self.name), |(_, title)| title.to_string())
    }
}

/// A name with capitals and spaces.
fn capitals(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    name.split('-').map(word).collect::<Vec<String>>().join(" ")
}

impl Rule {
    /// What the game is called in print, if it has a name.
    ///
    /// ```
    /// let title = |rule: &str| rule.parse::<sprague::rules::Rule>().unwrap().title();
    /// assert_eq!(title("0.77").as_deref(), Some("Kayles"));
    /// assert_eq!(title("wythoff").as_deref(), Some("Wythoff's game"));
    /// assert_eq!(title("0.123"), None);
    /// ```
    pub fn title(&self) -> Option<String> {
        let game = || {
            let (_, title) = GAMES.iter().find(|(notation, _)| Some(*notation) == self.own_notation())?;
            Some(title.to_string())
        };
        self.names().next().map(Name::title).or_else(game)
    }

    /// The sequence of the OEIS that its values are, and the heap of the first term.
    ///
    /// ```
    /// let kayles: sprague::rules::Rule = "kayles".parse().unwrap();
    /// assert_eq!(kayles.oeis(), Some(("A002186", 0)));
    /// ```
    pub fn oeis(&self) -> Option<(&'static str, u64)> {
        let sequence = SEQUENCES.iter().find(|(notation, ..)| Some(*notation) == self.own_notation());
        sequence.map(|&(_, number, first)| (number, first))
    }

    /// What is known of its lost positions from the literature where no law of all values is found here.
    pub fn lost_positions(&self) -> Option<&'static str> {
        match self.kind() {
            Kind::Wythoff(_) => Some(
                "its lost positions are ⌊kφ⌋ and ⌊kφ⌋ + k for k = 0, 1, 2, …, φ = (1 + √5)/2 (Wythoff 1907)",
            ),
            _ => None,
        }
    }
}

/// Every rule whose values are a sequence of the OEIS: its notation, the number of the sequence, and the heap
/// of the first term.
pub fn sequences() -> impl Iterator<Item = (&'static str, &'static str, u64)> {
    SEQUENCES.iter().copied()
}
