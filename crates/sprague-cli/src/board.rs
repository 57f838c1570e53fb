//! A position drawn in characters: heaps as rows of tokens, sheets as grids, suits as cards.

use sprague::rules::{Kind, Move, Piece, Rule, Suit};
use std::io::IsTerminal;

/// Longer rows are shown as their number alone.
const WIDEST: u64 = 64;
const HIGHEST: u64 = 24;

/// Colours where they are wanted: on a terminal, unless NO_COLOR is set. Blue and orange, which all readers
/// can tell apart.
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

    #[cfg(test)]
    pub fn off() -> Self {
        Paint { on: false }
    }

    /// A line of the screen with its colours.
    pub fn line(&self, line: &Line) -> String {
        let painted = |(ink, text): &(Ink, String)| match ink {
            Ink::Plain => text.clone(),
            Ink::Token => self.token(text),
            Ink::Taken => self.with("1;33", text),
            Ink::Bold => self.with("1", text),
            Ink::Dim => self.with("2", text),
            Ink::Good => self.good(text),
            Ink::Bad => self.bad(text),
        };
        line.iter().map(painted).collect()
    }
}

/// What some text of the screen is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    Plain,
    Token,
    /// What the marked move takes or cuts.
    Taken,
    Bold,
    Dim,
    Good,
    Bad,
}

/// A line of the screen.
pub type Line = Vec<(Ink, String)>;

/// A line without colours.
pub fn plain(text: &str) -> Line {
    vec![(Ink::Plain, text.to_string())]
}

/// How many columns a line takes.
pub fn width(line: &Line) -> usize {
    line.iter().map(|(_, text)| text.chars().count()).sum()
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

/// A piece as lines, with a move drawn on it: tokens that are taken as `x`, cuts as `#`.
pub fn drawn(rule: &Rule, piece: &Piece, one: Option<&Move>) -> Vec<Line> {
    let picture = picture(rule, piece);
    let (Some(one), false) = (one, picture.is_empty()) else {
        return picture.into_iter().map(|line| vec![(Ink::Token, line)]).collect();
    };
    match *piece.numbers() {
        [heap] if rule.least_size() == [0] => vec![taken(heap, one, &picture[0])],
        [_, _] if rule.least_size() == [1, 1] => cut(&picture, one),
        _ => picture.into_iter().map(|line| vec![(Ink::Token, line)]).collect(),
    }
}

/// The heaps that a move leaves, with what it takes between them.
fn taken(heap: u64, one: &Move, whole: &str) -> Line {
    let parts: Vec<u64> = one
        .leaves
        .iter()
        .filter_map(|left| left.numbers().first().copied())
        .filter(|&left| left > 0)
        .collect();
    let Some(taken) = heap.checked_sub(parts.iter().sum()) else {
        return vec![(Ink::Token, whole.to_string())];
    };
    let tokens = |count: u64| (Ink::Token, "o".repeat(count as usize));
    let space = || (Ink::Plain, " ".to_string());
    let mut line: Line = parts.first().map(|&first| tokens(first)).into_iter().collect();
    line.push((Ink::Taken, "x".repeat(taken as usize)));
    for (index, &part) in parts.iter().enumerate().skip(1) {
        if index > 1 || taken == 0 {
            line.push(space());
        }
        line.push(tokens(part));
    }
    line
}

/// A sheet with the lines of a cut.
fn cut(picture: &[String], one: &Move) -> Vec<Line> {
    let (across, down) = match (one.action.words(), one.action.numbers()) {
        ("cut at #,#", &[x, y]) => (Some(x), Some(y)),
        ("cut at width #", &[x]) => (Some(x), None),
        ("cut at height #", &[y]) => (None, Some(y)),
        _ => (None, None),
    };
    let is_cut = |row: usize, column: usize| {
        across.is_some_and(|x| column as u64 == 2 * x) || down.is_some_and(|y| row as u64 == 2 * y)
    };
    let line = |(row, text): (usize, &String)| -> Line {
        let cells = text.chars().enumerate().map(|(column, cell)| match is_cut(row, column) {
            true => (Ink::Taken, '#'),
            false => (Ink::Token, cell),
        });
        cells.map(|(ink, cell)| (ink, cell.to_string())).collect()
    };
    picture.iter().enumerate().map(line).collect()
}

fn picture(rule: &Rule, piece: &Piece) -> Vec<String> {
    match *piece.numbers() {
        [heap] if rule.least_size() == [0] && (1..=WIDEST).contains(&heap) => {
            vec!["o".repeat(heap as usize)]
        }
        [w, h] if rule.least_size() == [1, 1] && w <= WIDEST / 2 && h <= HIGHEST => {
            sheet(w as usize, h as usize)
        }
        _ => {
            let suit = Suit::of(piece).filter(|_| matches!(rule.kind(), Kind::Cards(_)));
            suit.map_or(vec![], |suit| cards(&suit))
        }
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
