//! Playing: a position with all its moves, the engine's reply, a hint. The browser keeps the game; here
//! nothing is kept.

use crate::ask::position_bound;
use crate::bodies::{self, Board, BoardMove, BoardPiece};
use crate::desk::{Cost, Task};
use crate::exchange::{Asked, json};
use crate::{Problem, Site};
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
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
    #[serde(default)]
    misere: bool,
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
    #[serde(default)]
    misere: bool,
}

/// A position with all its moves.
pub(crate) async fn board(
    State(site): State<Arc<Site>>,
    Asked(asked): Asked<Position>,
) -> Result<Response, Problem> {
    let convention = Convention::of(asked.misere);
    play(&site, &asked.rule, asked.position, convention, move |game, site, task| match asked.values {
        true if game.is_misere() => {
            let wins = task.work(&site.limits, |work| game.wins(work))?;
            Ok(draw_misere(game, &wins))
        }
        true => draw(game, Some(&task.work(&site.limits, |work| game.analysis(work))?)),
        false => draw(game, None),
    })
    .await
}

/// The engine's move.
pub(crate) async fn reply(
    State(site): State<Arc<Site>>,
    Asked(asked): Asked<Turn>,
) -> Result<Response, Problem> {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let seed = asked.seed.unwrap_or_else(clock);
    let convention = Convention::of(asked.misere);
    play(&site, &asked.rule, asked.position, convention, move |game, site, task| {
        let reply = task.work(&site.limits, |work| game.reply(asked.level, &mut Dice::new(seed), work))?;
        one_move(game, reply)
    })
    .await
}

/// A move that wins, if there is one.
pub(crate) async fn hint(
    State(site): State<Arc<Site>>,
    Asked(asked): Asked<Position>,
) -> Result<Response, Problem> {
    let convention = Convention::of(asked.misere);
    play(&site, &asked.rule, asked.position, convention, |game, site, task| {
        let mut wins = task.work(&site.limits, |work| game.wins(work))?;
        let first = if wins.is_empty() { None } else { Some(wins.swap_remove(0)) };
        one_move(game, first)
    })
    .await
}

/// Who wins when no move is left.
#[derive(Clone, Copy)]
enum Convention {
    Normal,
    Misere,
}

impl Convention {
    fn of(misere: bool) -> Self {
        if misere { Convention::Misere } else { Convention::Normal }
    }
}

/// Does something with a position, at the desk for what is quick.
async fn play<T: Serialize>(
    site: &Arc<Site>,
    rule: &str,
    position: String,
    convention: Convention,
    turn: impl Fn(&Game, &Site, &Task) -> sprague::Result<T> + Send + Sync + 'static,
) -> Result<Response, Problem> {
    let (own, rule): (_, Rule) = (site.clone(), rule.parse()?);
    position_bound(&position, &site.limits)?;
    let answer = site.quick.run(Cost::Unknown, move |task| {
        let limits = &own.limits;
        let game = task.work(limits, |work| match convention {
            Convention::Normal => Game::new(&rule, &position, limits.moves, work),
            Convention::Misere => Game::misere(&rule, &position, limits.moves, work),
        })?;
        json(&turn(&game, &own, task)?, limits.answer)
    })?;
    site.outbox.json(answer.await?)
}

fn one_move(game: &Game, found: Option<(usize, Move)>) -> sprague::Result<bodies::Turn> {
    let found = found.map(|(index, mv)| shown(game, index, &mv));
    Ok(bodies::Turn { rule: game.rule().to_string(), position: game.to_string(), found })
}

fn shown(game: &Game, index: usize, mv: &Move) -> BoardMove {
    let rule = game.rule();
    BoardMove {
        piece: index,
        action: mv.action.to_string(),
        numbers: mv.action.numbers().to_vec(),
        leaves: rule.show(&mv.leaves),
        position: rule.show(&game.after(index, mv)),
        value: None,
        wins: None,
    }
}

/// A board of misère play, with the moves that win.
fn draw_misere(game: &Game, wins: &[(usize, Move)]) -> Board {
    let (rule, position) = (game.rule(), game.position());
    let mut moves = Vec::new();
    for (index, mv) in game.moves() {
        // Equal pieces have the same moves, and the first of them is listed.
        let first = position.iter().position(|other| *other == position[index]).unwrap_or(index);
        let winning = wins.iter().any(|(place, win)| *place == first && *win == mv);
        moves.push(BoardMove { wins: Some(winning), ..shown(game, index, &mv) });
    }
    let won = moves.is_empty() || !wins.is_empty();
    Board {
        rule: rule.to_string(),
        title: rule.title(),
        line: rule.line(),
        position: game.to_string(),
        pieces: position.iter().map(|piece| board_piece(rule, piece)).collect(),
        over: moves.is_empty(),
        moves,
        value: None,
        outcome: Some(if won { "won" } else { "lost" }),
        status: Some(game.status()),
    }
}

fn board_piece(rule: &Rule, piece: &Piece) -> BoardPiece {
    BoardPiece { piece: rule.show_piece(piece), numbers: piece.numbers().to_vec(), value: None }
}

fn draw(game: &Game, analysis: Option<&Analysis>) -> sprague::Result<Board> {
    let rule = game.rule();
    let piece = |(index, piece): (usize, &Piece)| BoardPiece {
        value: analysis.map(|analysis| analysis.pieces[index].1.to_string()),
        ..board_piece(rule, piece)
    };
    let mut moves = Vec::new();
    for (index, mv) in game.moves() {
        let mut shown = shown(game, index, &mv);
        if let Some((analysis, known)) = analysis.zip(game.known()) {
            let rest = analysis.value ^ analysis.pieces[index].1;
            shown.value = Some((rest ^ known.value_of_all(&mv.leaves)?).to_string());
        }
        moves.push(shown);
    }
    Ok(Board {
        rule: rule.to_string(),
        title: rule.title(),
        line: rule.line(),
        position: game.to_string(),
        pieces: game.position().iter().enumerate().map(piece).collect(),
        over: moves.is_empty(),
        moves,
        value: analysis.map(|analysis| analysis.value.to_string()),
        outcome: None,
        status: analysis.map(|_| game.status()),
    })
}
