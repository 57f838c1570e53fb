//! `sprague moves RULE POSITION`: value of a sum and its winning moves.

use crate::args;
use crate::context::Context;
use crate::questions;
use crate::report::{Printed, ask, print};
use sprague::ask::{Answer, Found, FoundMove, FoundMoves, Question};
use sprague::misere::Outcome;

pub fn run(args: &args::Moves, context: &Context) -> anyhow::Result<u8> {
    let answered = ask(&questions::moves(args), context)?;
    print(answered.answer(), &printed(answered.answer()), context)?;
    Ok(0)
}

fn printed(answer: &Answer) -> Printed {
    let Found::Moves(found) = answer.found() else { unreachable!("moves were asked for") };
    let values: Vec<&str> = found.pieces.iter().map(|piece| piece.value.as_str()).collect();
    let (kind, join) = match found.outcome {
        None => ("value", " xor "),
        Some(_) => ("misère image", " · "),
    };
    let played_out = found.outcome.is_some_and(|outcome| outcome.to_string() == found.value);
    // Of some large pieces only who wins is known.
    let only_won = found.outcome.is_none() && found.value == "won";
    let mut text = if played_out {
        format!("{}, misère play", found.position)
    } else if only_won {
        found.position.clone()
    } else {
        format!("{} has {kind} {}", found.position, values.join(join))
    };
    if values.len() > 1 && !played_out {
        text += &format!(" = {}", found.value);
    }
    let lost = found.outcome.map_or(found.value == "0", |outcome| outcome == Outcome::Lost);
    let least = if found.at_least { "at least " } else { "" };
    text += &match found.answer.as_str() {
        _ if lost => ": lost for the player to move".to_string(),
        "0" => ": a win; no winning move is among those that were tried".to_string(),
        "1" => format!(": a win, by {least}1 move"),
        count => format!(": a win, by {least}{count} moves"),
    };
    match &found.moves {
        Some(moves) => {
            for one in moves {
                let wins = one.outcome.map_or(one.value == "0", |outcome| outcome == Outcome::Lost);
                let wins = if wins { "  wins" } else { "" };
                text += &format!("\n{} has {kind} {}{wins}", line(found, one), one.value);
            }
        }
        None => {
            for one in &found.winning_moves {
                text += &format!("\n{}", line(found, one));
            }
        }
    }
    if found.moves.as_ref().is_some_and(|moves| moves.len() as u64 >= shown_at_most(answer)) {
        text += "\n--first K shows more moves";
        return Printed { text, bare: found.value.clone() };
    }
    if found.moves.is_none()
        && found.winning_moves.len().to_string() != found.answer
        && !found.winning_moves.is_empty()
    {
        text += &format!("\nthe first {} are shown; --first K shows more", found.winning_moves.len());
    }
    Printed { text, bare: found.value.clone() }
}

/// How many moves the question lets an answer show.
fn shown_at_most(answer: &Answer) -> u64 {
    match answer.question() {
        Question::Moves(question) => question.first.unwrap_or(20),
        _ => u64::MAX,
    }
}

/// Which heap, what is done, and the whole position it leads to.
fn line(found: &FoundMoves, one: &FoundMove) -> String {
    let places: Vec<String> = one.heaps.iter().map(u64::to_string).collect();
    let which = match places.len() {
        _ if found.pieces.len() == 1 => one.piece.clone(),
        1 => format!("{} (number {})", one.piece, places[0]),
        _ => format!("{} (numbers {})", one.piece, places.join(", ")),
    };
    format!("  {which}: {}, to {}", one.action, one.position)
}
