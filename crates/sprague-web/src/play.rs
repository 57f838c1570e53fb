//! Playing: a position with all its moves, the engine's reply, a hint. The browser keeps the game; here nothing is kept.

use crate::desk::Task;
use crate::exchange::{Asked, json, json_response};
use crate::{Problem, Site};
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::counts::Analysis;
use sprague::play::{Dice, Game, Level};
use sprague::rules::{Move, Piece, Rule};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// A position, and what is wanted of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    rule: String,
    #[serde(default)]
    position: String,
    #[serde(default)]
    values: bool,
}

/// A position, and how well to play.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Turn {
    rule: String,
    #[serde(default)]
    position: String,
    #[serde(default)]
    level: Level,
    seed: Option<u64>,
}

/// A position with all its moves.
pub(crate) async fn board(
    State(site): State<Arc<Site>>,
    Asked(asked): Asked<Position>,
) -> Result<Response, Problem> {
    play(&site, &asked.rule, asked.position, move |game, site, task| {
        let analysis = match asked.values {
            true => Some(task.work(&site.limits, |work| game.analysis(work))?),
            false => None,
        };
        draw(game, analysis.as_ref())
    })
    .await
}

/// The engine's move.
pub(crate) async fn reply(
    State(site): State<Arc<Site>>,
    Asked(asked): Asked<Turn>,
) -> Result<Response, Problem> {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let mut dice = Dice::new(asked.seed.unwrap_or_else(clock));
    play(&site, &asked.rule, asked.position, move |game, site, task| {
        let reply = task.work(&site.limits, |work| game.reply(asked.level, &mut dice, work))?;
        one_move(game, reply)
    })
    .await
}

/// A move that wins, if there is one.
pub(crate) async fn hint(
    State(site): State<Arc<Site>>,
    Asked(asked): Asked<Position>,
) -> Result<Response, Problem> {
    play(&site, &asked.rule, asked.position, |game, site, task| {
        let mut wins = task.work(&site.limits, |work| game.analysis(work))?.wins;
        let first = if wins.is_empty() { None } else { Some(wins.swap_remove(0)) };
        one_move(game, first)
    })
    .await
}

/// Does something with a position, at the desk for what is quick.
async fn play(
    site: &Arc<Site>,
    rule: &str,
    position: String,
    turn: impl FnOnce(&Game, &Site, &Task) -> sprague::Result<Value> + Send + 'static,
) -> Result<Response, Problem> {
    let (own, rule): (_, Rule) = (site.clone(), rule.parse()?);
    let answer = site.quick.run(move |task| {
        let limits = &own.limits;
        let game = task.work(limits, |work| Game::new(&rule, &position, limits.moves, work))?;
        json(&turn(&game, &own, task)?, limits.answer)
    })?;
    Ok(json_response(answer.await?))
}

fn one_move(game: &Game, found: Option<(usize, Move)>) -> sprague::Result<Value> {
    let found = found.map(|(index, one)| shown(game, index, &one));
    Ok(json!({"rule": game.rule().notation(), "position": game.to_string(), "move": found}))
}

fn shown(game: &Game, index: usize, one: &Move) -> Value {
    let rule = game.rule();
    json!({
        "piece": index,
        "action": one.action.to_string(),
        "numbers": one.action.numbers(),
        "leaves": rule.show(&one.leaves),
        "position": rule.show(&game.after(index, one)),
    })
}

fn draw(game: &Game, analysis: Option<&Analysis>) -> sprague::Result<Value> {
    let (rule, known) = (game.rule(), game.known());
    let piece = |(index, piece): (usize, &Piece)| {
        let mut shown = json!({"piece": rule.show_piece(piece), "numbers": piece.numbers()});
        if let Some(analysis) = analysis {
            shown["value"] = analysis.pieces[index].1.to_string().into();
        }
        shown
    };
    let mut moves = Vec::new();
    for (index, one) in game.moves() {
        let mut shown = shown(game, index, &one);
        if let Some(analysis) = analysis {
            let rest = analysis.value ^ analysis.pieces[index].1;
            let value =
                one.leaves.iter().try_fold(rest, |xor, left| known.value_of(left).map(|own| xor ^ own))?;
            shown["value"] = value.to_string().into();
        }
        moves.push(shown);
    }
    let mut board = json!({
        "rule": rule.notation(),
        "line": rule.line(),
        "position": game.to_string(),
        "pieces": game.position().iter().enumerate().map(piece).collect::<Vec<_>>(),
        "over": moves.is_empty(),
        "moves": moves,
    });
    if let Some(analysis) = analysis {
        board["value"] = analysis.value.to_string().into();
        board["status"] = known.status().to_string().into();
    }
    Ok(board)
}
