//! An explanation in words, short enough for a blackboard.

use super::{ExplainedPiece, FoundExplanation};
use crate::misere::Outcome;
use crate::rules::parse_size;
use std::fmt;

impl fmt::Display for FoundExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outcome) = self.outcome {
            return misere(self, outcome, f);
        }
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

/// Misère play: images of the pieces and their options, the product, and whether it is lost.
fn misere(found: &FoundExplanation, outcome: Outcome, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "A move: {}. The player who cannot move wins (misère play).", found.moves)?;
    for ExplainedPiece { piece, value, options, .. } in &found.pieces {
        // What was played out has an outcome and no image.
        let played = [Outcome::Won, Outcome::Lost].iter().any(|outcome| outcome.to_string() == *value);
        let said = if played { format!("alone is {value}") } else { format!("has the image {value}") };
        match options.as_deref() {
            None => writeln!(f, "{piece} {said}, by {}", found.basis)?,
            Some([]) => writeln!(f, "{piece} {said}: no move is left")?,
            Some(options) => {
                writeln!(f, "{piece} {said}; its moves lead to:")?;
                for option in options {
                    writeln!(f, "  {:>6}  {}, leaving {}", option.value, option.action, option.leaves)?;
                }
            }
        }
    }
    if found.values.len() > 1 && !found.lost_elements.is_empty() {
        writeln!(f, "The product: {} = {}.", found.values.join(" · "), found.value)?;
    }
    if !found.lost_elements.is_empty() {
        writeln!(f, "Lost are {}; {} is {outcome}.", found.lost_elements.join(", "), found.value)?;
    }
    match &found.winning_move {
        Some(one) => write!(
            f,
            "Won for the player to move: {}: {}. That leads to {}, so your opponent loses.",
            one.piece, one.action, one.position
        ),
        None if outcome == Outcome::Won => f.write_str("Won for the player to move, who has no move."),
        None => f.write_str("Lost for the player to move: every move leads to a position that is won."),
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
                "Not 0: won for the player to move. {}{place}: {}. That leads to {}, of value 0, so your opponent loses.",
                one.piece, one.action, one.position
            )
        }
    }
}
