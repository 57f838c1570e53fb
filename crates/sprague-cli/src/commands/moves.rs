//! `sprague moves RULE POSITION`: value of a sum and every winning move.

use crate::args;
use crate::context::Context;
use crate::report::{Printed, ask, print};
use sprague::ask::{Answer, Found, MovesQuestion, Question};

pub fn run(args: &args::Moves, context: &Context) -> anyhow::Result<u8> {
    let answered = ask(&question(args), context)?;
    print(&answered.answer, &printed(&answered.answer), context)?;
    Ok(0)
}

pub fn question(args: &args::Moves) -> Question {
    let args::Moves { rule, position, limit } = args.clone();
    Question::Moves(MovesQuestion { rule, position, limit })
}

fn printed(answer: &Answer) -> Printed {
    let Found::Moves(found) = &answer.found else { unreachable!("moves were asked for") };
    let values: Vec<&str> = found.pieces.iter().map(|piece| piece.value.as_str()).collect();
    let mut text = format!("{} has value {}", found.position, values.join(" xor "));
    if values.len() > 1 {
        text += &format!(" = {}", found.value);
    }
    text += &match found.winning_moves.len() {
        0 => ": lost for the player to move".to_string(),
        1 => ": a win, by 1 move".to_string(),
        count => format!(": a win, by {count} moves"),
    };
    for one in &found.winning_moves {
        text += &format!("\n  {}: {}, leaving {}", one.piece, one.action, one.leaves);
    }
    Printed { text, bare: found.value.clone() }
}
