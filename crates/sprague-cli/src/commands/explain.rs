//! `sprague explain RULE POSITION`: why a position is won or lost, for the blackboard.

use crate::args;
use crate::context::Context;
use crate::questions;
use crate::report::{Printed, ask, print_without_groups};
use sprague::ask::{Answer, Found};

pub fn run(args: &args::Explain, context: &Context) -> anyhow::Result<u8> {
    let answered = ask(&questions::explain(args), context)?;
    print_without_groups(answered.answer(), &printed(answered.answer()), context)?;
    Ok(0)
}

pub fn printed(answer: &Answer) -> Printed {
    let Found::Explanation(found) = answer.found() else { unreachable!("an explanation was asked for") };
    let bare = match &found.winning_move {
        Some(one) => format!("{}: {}, to {}", one.piece, one.action, one.position),
        None => match found.outcome {
            Some(outcome) => outcome.to_string(),
            None if found.value == "0" => "lost".to_string(),
            None => "won".to_string(),
        },
    };
    Printed { text: found.to_string(), bare }
}
