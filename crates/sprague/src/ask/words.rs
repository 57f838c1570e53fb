//! An explanation in words, short enough for a blackboard.

use super::{ExplainedPiece, FoundExplanation};
use crate::rules::parse_size;
use std::fmt;

impl fmt::Display for FoundExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "A move: {}.", self.moves)?;
        for piece in &self.pieces {
            writeln!(f, "{}", of_piece(piece, &self.basis))?;
        }
        for line in xor(self) {
            writeln!(f, "{line}")?;
        }
        f.write_str(&verdict(self))
    }
}

fn of_piece(piece: &ExplainedPiece, basis: &str) -> String {
    let name = format!("G({}) = {}", piece.piece, piece.value);
    let Some(options) = &piece.options else { return format!("{name}, by {basis}") };
    let mut text = match (options.len(), piece.larger.is_empty()) {
        (0, true) => return format!("{name}: no move is left"),
        (0, false) => format!("{name}: no option has value 0"),
        _ => format!("{name} is the least value that no option has:"),
    };
    for option in options {
        text += &format!("\n  {:>3}  {}, leaving {}", option.value, option.action, option.leaves);
    }
    if !piece.larger.is_empty() {
        let larger: Vec<String> = piece.larger.iter().map(u64::to_string).collect();
        text += &format!("\n  others have {}, none has {}", larger.join(" "), piece.value);
    }
    text
}

/// The xor in binary, if there is more than one piece.
fn xor(found: &FoundExplanation) -> Vec<String> {
    if found.values.len() < 2 {
        return vec![];
    }
    let binary = |value: &str| parse_size(value).map_or(String::new(), |value| value.to_str_radix(2));
    let shown: Vec<&String> = found.values.iter().chain([&found.value]).collect();
    let width = shown.iter().map(|value| binary(value).len()).max().unwrap_or(1);
    let digits = shown.iter().map(|value| value.len()).max().unwrap_or(1);
    let line = |value: &str| format!("  {value:>digits$}  {:0>width$}", binary(value));
    let mut lines = vec!["The xor, digit by digit:".to_string()];
    lines.extend(found.values.iter().map(|value| line(value)));
    lines.push(format!("  {}  {}", " ".repeat(digits), "-".repeat(width)));
    lines.push(line(&found.value));
    lines
}

fn verdict(found: &FoundExplanation) -> String {
    let stuck =
        |piece: &ExplainedPiece| piece.larger.is_empty() && piece.options.as_ref().is_some_and(Vec::is_empty);
    match &found.winning_move {
        None if found.pieces.iter().all(stuck) => {
            "Value 0: lost for the player to move, who has no move.".to_string()
        }
        None if found.value == "0" => {
            "Value 0: lost for the player to move. Every move changes the value, and the answer brings it back to 0."
                .to_string()
        }
        None => "Not 0: won for the player to move.".to_string(),
        Some(one) => {
            let place = match &one.heaps[..] {
                [place, ..] if found.values.len() > 1 => format!(" (number {place})"),
                _ => String::new(),
            };
            format!(
                "Not 0: won for the player to move. {}{place}: {}. That leads to {}, of value 0, lost for the other.",
                one.piece, one.action, one.position
            )
        }
    }
}
