//! A position drawn in characters: heaps as rows of tokens, sheets as grids, suits as cards.

use sprague::rules::{Piece, Rule, Suit};
use std::io::IsTerminal;

/// Longer rows are told by their number alone.
const WIDEST: u64 = 64;
const HIGHEST: u64 = 24;

/// Colours where they are wanted: on a terminal, unless NO_COLOR is set. Blue and orange, which all readers can tell apart.
pub struct Paint {
    on: bool,
}

impl Paint {
    pub fn of_stdout() -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Paint { on: wanted && std::io::stdout().is_terminal() }
    }

    fn with(&self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    pub fn good(&self, text: &str) -> String {
        self.with("1;34", text)
    }

    pub fn bad(&self, text: &str) -> String {
        self.with("1;33", text)
    }

    fn token(&self, text: &str) -> String {
        self.with("34", text)
    }
}

/// The position, a piece after the other, each with its number.
pub fn draw(rule: &Rule, position: &[Piece], paint: &Paint) -> String {
    if position.is_empty() {
        return "  nothing is left\n".to_string();
    }
    let mut text = String::new();
    for (index, piece) in position.iter().enumerate() {
        let name = rule.show_piece(piece);
        text += &format!("  {}: {name}\n", index + 1);
        for line in picture(rule, piece) {
            text += &format!("     {}\n", paint.token(&line));
        }
    }
    text
}

fn picture(rule: &Rule, piece: &Piece) -> Vec<String> {
    match *piece.numbers() {
        [heap] if rule.least_size() == [0] && (1..=WIDEST).contains(&heap) => {
            vec!["o".repeat(heap as usize)]
        }
        [w, h] if rule.least_size() == [1, 1] && w <= WIDEST / 2 && h <= HIGHEST => {
            sheet(w as usize, h as usize)
        }
        _ => Suit::of(piece).filter(|_| rule.notation() == "cards").map_or(vec![], |suit| cards(&suit)),
    }
}

/// A grid of w × h cells; cuts go along its inner lines.
fn sheet(w: usize, h: usize) -> Vec<String> {
    let line = format!("+{}", "-+".repeat(w));
    let cells = format!("|{}", " |".repeat(w));
    let rows = (0..h).flat_map(|_| [cells.clone(), line.clone()]);
    std::iter::once(line.clone()).chain(rows).collect()
}

/// Visible cards by number, those in the hand as dots.
fn cards(suit: &Suit) -> Vec<String> {
    if suit.0.len() as u64 > WIDEST / 4 {
        return vec![];
    }
    let card = |(index, &visible): (usize, &bool)| {
        if visible {
            format!("[{}]", index + 1)
        } else {
            format!(" {} ", ".".repeat((index + 1).to_string().len()))
        }
    };
    vec![suit.0.iter().enumerate().map(card).collect()]
}
