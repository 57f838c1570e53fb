//! Generators and relations of a quotient.
//!
//! Let the least words of the elements be the normal forms. A word that is no normal form, though it becomes
//! one when any letter is dropped, gives a relation: it equals the normal form of its element. Every word
//! that is no normal form has such a part, and replacing that part makes the word smaller, so these relations
//! define the monoid, and rewriting by them finds normal forms (a reduced Gröbner basis of the congruence).

use super::monoid::Monoid;
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;

/// A word: heaps with exponents, ascending by heap.
pub type Powers = Vec<(u64, u32)>;

/// A relation: the left side equals the right side, which is smaller and cannot be rewritten.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Relation {
    /// The larger word.
    pub left: Powers,
    /// The least word equal to it.
    pub right: Powers,
}

/// A presentation of a quotient.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Presentation {
    /// The heaps that generate it, ascending; they are written a, b, c, ….
    pub generators: Vec<u64>,
    /// Relations that define it.
    pub relations: Vec<Relation>,
    /// The lost elements as least words.
    pub lost: Vec<Powers>,
}

impl Presentation {
    pub(super) fn of(monoid: &Monoid) -> Self {
        let letters = &monoid.letters;
        let words = &monoid.words;
        let mut relations = Vec::new();
        let action = |letter: u32| monoid.actions[letter as usize].clone();
        let visited = words.each_without_a_letter(action, |x, list| {
            let largest = words.step(x).map_or(0, |(_, letter)| letter);
            for &letter in letters.iter().filter(|&&letter| letter >= largest) {
                let is_normal =
                    |y: u32| words.step(monoid.actions[letter as usize][y as usize]) == Some((y, letter));
                let minimal = list.iter().all(|&(other, rest)| other == letter || is_normal(rest));
                if !is_normal(x) && minimal {
                    let product = monoid.actions[letter as usize][x as usize];
                    let left = powers(words.letters(x).chain([letter]));
                    relations.push(Relation { left, right: powers(words.letters(product)) });
                }
            }
            Ok(())
        });
        debug_assert!(visited.is_ok(), "the visit never fails");
        Presentation {
            generators: letters.iter().map(|&letter| u64::from(letter)).collect(),
            relations,
            lost: monoid.lost.iter().map(|x| powers(words.letters(x as u32))).collect(),
        }
    }

    /// A word with letters for generators: `a^2 b`; `1` if it is empty.
    pub fn show(&self, word: &Powers) -> String {
        if word.is_empty() {
            return "1".to_string();
        }
        let factor = |&(heap, exponent): &(u64, u32)| {
            let name = self.name(heap);
            if exponent == 1 { name } else { format!("{name}^{exponent}") }
        };
        word.iter().map(factor).collect::<Vec<_>>().join(" ")
    }

    /// The name of a generator: a to z, then x27, x28, ….
    fn name(&self, heap: u64) -> String {
        let place = self.generators.partition_point(|&generator| generator < heap);
        u8::try_from(place)
            .ok()
            .filter(|&place| place < 26)
            .map_or_else(|| format!("x{}", place + 1), |place| char::from(b'a' + place).to_string())
    }
}

fn powers(letters: impl Iterator<Item = u32>) -> Powers {
    let mut exponents: HashMap<u64, u32> = HashMap::new();
    letters.for_each(|letter| *exponents.entry(letter.into()).or_default() += 1);
    let mut powers: Powers = exponents.into_iter().collect();
    powers.sort_unstable();
    powers
}

impl fmt::Display for Presentation {
    /// Such as `⟨a, b | a^2 = 1, b^3 = b⟩, P = {a, b^2}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.generators.iter().map(|&heap| self.name(heap)).collect();
        let relation = |one: &Relation| format!("{} = {}", self.show(&one.left), self.show(&one.right));
        let relations: Vec<String> = self.relations.iter().map(relation).collect();
        let lost: Vec<String> = self.lost.iter().map(|word| self.show(word)).collect();
        write!(f, "⟨{} | {}⟩, P = {{{}}}", names.join(", "), relations.join(", "), lost.join(", "))
    }
}
