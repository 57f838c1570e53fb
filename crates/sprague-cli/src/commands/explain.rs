//! `sprague explain RULE POSITION`: why a position is won or lost, for the blackboard.

use crate::args;
use crate::context::Context;
use crate::report::{Printed, ask, print};
use sprague::ask::{Answer, ExplainQuestion, Found, Question};

pub fn run(args: &args::Explain, context: &Context) -> anyhow::Result<u8> {
    let answered = ask(&question(args), context)?;
    print(&answered.answer, &printed(&answered.answer), context)?;
    Ok(0)
}

pub fn question(args: &args::Explain) -> Question {
    let args::Explain { rule, position, limit } = args.clone();
    Question::Explain(ExplainQuestion { rule, position: position.join(" "), limit })
}

pub fn printed(answer: &Answer) -> Printed {
    let Found::Explanation(found) = &answer.found else { unreachable!("an explanation was asked for") };
    let bare = match &found.winning_move {
        Some(one) => format!("{}: {}, to {}", one.piece, one.action, one.position),
        None if found.value == "0" => "lost".to_string(),
        None => "won".to_string(),
    };
    Printed { text: found.to_string(), bare }
}
