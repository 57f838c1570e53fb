//! Finding a rule by what somebody remembers of it, and what there is to tell of one.

use super::{NAMES, NOTATIONS, Name, Rule};

impl Rule {
    /// The names of this rule.
    pub fn names(&self) -> impl Iterator<Item = &'static Name> + '_ {
        NAMES.iter().filter(|entry| entry.notation == self.notation())
    }

    /// The page on it: that of its notation where it is the example, else the one on notations.
    pub fn page(&self) -> String {
        let kind = NOTATIONS.iter().find(|entry| entry.example == self.notation());
        format!("docs/{}", kind.map_or("notation.md", |entry| entry.page))
    }

    /// Whether its values can be listed: every size is one piece, or all pieces of a size have an order, as suits do: every
    /// set of visible cards is one, so that there are two of one card and four of two.
    pub fn is_listed(&self) -> bool {
        let in_binary = |size: u64| self.pieces(&[size], &[size]).count() == 1 << size;
        self.one_piece_a_size() || self.least_size().len() == 2 || (in_binary(1) && in_binary(2))
    }
}

/// Rules by name, code or words of their description, best first: what the text itself means, then names that begin
/// with it, then those that have it in them, then descriptions with all its words. Nothing finds all that have names.
///
/// ```
/// let found = sprague::rules::find_rules("split two");
/// assert!(found.iter().any(|rule| rule.notation() == "0.77"));
/// assert_eq!(sprague::rules::find_rules("kayl")[0].notation(), "0.77");
/// assert_eq!(sprague::rules::find_rules("0.123")[0].notation(), "0.123");
/// ```
pub fn find_rules(text: &str) -> Vec<Rule> {
    let plain = text.trim().to_lowercase();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let rank = |entry: &Name| {
        let line = entry.line.to_lowercase();
        let own =
            [entry.name.starts_with(&plain), entry.name.contains(&plain), entry.notation.starts_with(&plain)];
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
    let named = ranked.into_iter().map(|(_, entry)| entry.notation);
    let games = NOTATIONS.iter().filter(|entry| {
        let line = entry.line.to_lowercase();
        words.iter().all(|word| line.contains(word) || entry.pattern.contains(word))
    });
    let others = games.map(|entry| entry.example).filter(|_| !words.is_empty());
    let mut found: Vec<Rule> = text.parse().into_iter().collect();
    for rule in named.chain(others).filter_map(|notation| notation.parse::<Rule>().ok()) {
        if !found.contains(&rule) {
            found.push(rule);
        }
    }
    found
}
