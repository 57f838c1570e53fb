//! `sprague moves RULE POSITION`: value of a sum and every winning move.

use crate::args;
use crate::context::Context;
use crate::report::{Report, rule, small};
use serde_json::{Value, json};
use sprague::counts::{Analysis, winning_moves};
use sprague::rules::{Move, Piece, sum_to_string};
use std::time::Instant;

pub fn run(args: &args::Moves, context: &Context) -> anyhow::Result<u8> {
    let rule = rule(&args.rule)?;
    let position = rule.parse_position(&args.position)?;
    let limit = small(&args.limit, "a limit of")?;
    let start = Instant::now();
    let analysis = context.work(|work| winning_moves(&rule, &position, limit, work))?;
    let moves: Vec<Value> = analysis.wins.iter().map(|(index, one)| {
        let piece = &position[*index];
        json!({"piece": piece.to_string(), "action": one.action.to_string(), "leaves": sum_to_string(&one.leaves)})
    }).collect();
    let pieces: Vec<Value> = analysis
        .pieces
        .iter()
        .map(|(piece, value)| json!({"piece": piece.to_string(), "value": value}))
        .collect();
    Report::new("rule", rule.to_string(), text(&position, &analysis), analysis.value.to_string())
        .with("position", sum_to_string(&position))
        .with("value", analysis.value)
        .with("pieces", pieces)
        .with("winning_moves", moves)
        .with("answer", analysis.wins.len().to_string())
        .with("status", "proved")
        .print(context, start)?;
    Ok(0)
}

fn text(position: &[Piece], analysis: &Analysis) -> String {
    let values: Vec<String> = analysis.pieces.iter().map(|(_, value)| value.to_string()).collect();
    let mut text = format!("{} has value {}", sum_to_string(position), values.join(" xor "));
    if values.len() > 1 {
        text += &format!(" = {}", analysis.value);
    }
    text += &match analysis.wins.len() {
        0 => ": lost for the player to move".to_string(),
        1 => ": a win, by 1 move".to_string(),
        count => format!(": a win, by {count} moves"),
    };
    for (index, Move { action, leaves }) in &analysis.wins {
        text += &format!("\n  {}: {action}, leaving {}", position[*index], sum_to_string(leaves));
    }
    text
}
