//! Finding a rule by title, notation or OEIS number, and describing one.

use super::titles::sequences;
use super::{Kind, NAMES, NOTATIONS, Name, Notation, Rule};
use std::mem::discriminant;

impl Rule {
    /// The names of this rule.
    pub fn names(&self) -> impl Iterator<Item = &'static Name> + '_ {
        NAMES.iter().filter(|entry| Some(entry.notation) == self.own_notation())
    }

    /// The page on it: that of its notation where it is the example, else that of its kind of game; heap
    /// rules have many, and the one on notations leads to them.
    pub fn page(&self) -> String {
        let own = |entry: &&Notation| Some(entry.example) == self.own_notation();
        let alike = |entry: &&Notation| {
            let example: Option<Rule> = entry.example.parse().ok();
            example.is_some_and(|example| discriminant(example.kind()) == discriminant(self.kind()))
        };
        let heaps = self.heap_rule().is_some();
        let mut entries = NOTATIONS.iter();
        let entry = entries.clone().find(own).or_else(|| entries.find(alike).filter(|_| !heaps));
        format!("docs/{}", entry.map_or("notation.md", |entry| entry.page))
    }

    /// Whether its values can be listed: every size is one piece, or all pieces of a size have an order, as
    /// suits do: every set of visible cards is one, so that there are two of one card and four of two.
    pub fn is_listed(&self) -> bool {
        let in_binary = |size: u64| self.pieces(&[size], &[size]).count() == 1 << size;
        match self.least_size().len() {
            2 => true,
            1 if matches!(self.kind(), Kind::Explicit(_)) => false,
            1 => self.one_piece_a_size() || (in_binary(1) && in_binary(2)),
            // A table has two sides.
            _ => false,
        }
    }
}

/// A rule that was looked for.
#[derive(Debug, Clone)]
pub struct FoundRule {
    /// The rule.
    pub rule: Rule,
    /// Whether the text is its notation, its name or its title, so that nothing else can be meant.
    pub exact: bool,
}

/// A text as it is compared: letters, digits and points in lower case, so that apostrophes, hyphens and
/// spaces do not matter.
fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric() || ".:/@".contains(*c)).flat_map(char::to_lowercase).collect()
}

/// Rules by name, title, code, number in the OEIS or words of their description, best first: what the text
/// itself means, then names that begin with it, then those that have it in them, then descriptions with all
/// its words. Nothing finds all that have names.
///
/// ```
/// use sprague::rules::find_rules;
/// assert!(find_rules("split two").iter().any(|found| found.rule.notation() == "0.77"));
/// assert_eq!(find_rules("kayl")[0].rule.notation(), "0.77");
/// let exact = &find_rules("Grundy's game")[0];
/// assert!(exact.exact && exact.rule.notation() == "grundy");
/// ```
pub fn find_rules(text: &str) -> Vec<FoundRule> {
    let plain = folded(text);
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let mut found: Vec<FoundRule> =
        text.parse().into_iter().map(|rule| FoundRule { rule, exact: true }).collect();
    for (notation, exact) in exactly(&plain).map(|notation| (notation, true)).chain(roughly(&plain, &words)) {
        if let Some(rule) =
            notation.parse::<Rule>().ok().filter(|rule| found.iter().all(|own| own.rule != *rule))
        {
            found.push(FoundRule { rule, exact });
        }
    }
    found
}

/// Rules that are called so, or whose values have this number in the OEIS.
fn exactly(plain: &str) -> impl Iterator<Item = &'static str> + '_ {
    let names =
        NAMES.iter().filter(|entry| [entry.name, &entry.title()].iter().any(|name| folded(name) == *plain));
    let games = NOTATIONS.iter().map(|entry| entry.example).filter(|example| {
        let title = example.parse::<Rule>().ok().and_then(|rule| rule.title());
        title.is_some_and(|title| folded(&title) == *plain)
    });
    let numbers =
        sequences().filter(|(_, number, _)| folded(number) == *plain).map(|(notation, ..)| notation);
    names.map(|entry| entry.notation).chain(games).chain(numbers).filter(|_| !plain.is_empty())
}

/// Rules whose name or description has something of the text in it, best first.
fn roughly(plain: &str, words: &[&str]) -> impl Iterator<Item = (&'static str, bool)> {
    let rank = |entry: &Name| {
        let (name, title, line) = (folded(entry.name), folded(&entry.title()), entry.line.to_lowercase());
        let own = [
            name.starts_with(plain) || title.starts_with(plain),
            name.contains(plain) || title.contains(plain),
            entry.notation.starts_with(plain),
        ];
        own.iter().position(|&fits| fits).or_else(|| {
            let fits = |word: &&str| {
                line.contains(word) || entry.name.contains(word) || entry.notation.contains(word)
            };
            words.iter().all(fits).then_some(own.len())
        })
    };
    let mut ranked: Vec<(usize, &Name)> =
        NAMES.iter().filter_map(|entry| Some((rank(entry)?, entry))).collect();
    ranked.sort_by_key(|&(rank, _)| rank);
    let games = NOTATIONS.iter().filter(|entry| {
        let line = entry.line.to_lowercase();
        !words.is_empty() && words.iter().all(|word| line.contains(word) || entry.pattern.contains(word))
    });
    let games: Vec<&str> = games.map(|entry| entry.example).collect();
    ranked.into_iter().map(|(_, entry)| entry.notation).chain(games).map(|notation| (notation, false))
}
