//! Playing: a position with all its moves, the engine's reply, a hint. The browser keeps the game; here
//! nothing is kept.

use crate::ask::position_bound;
use crate::bodies::{self, Board, BoardMove, BoardPiece};
use crate::{Limits, Problem, json};
use bytes::Bytes;
use serde::Deserialize;
use sprague::Work;
use sprague::counts::Analysis;
use sprague::play::{Dice, Game, Level};
use sprague::rules::{Move, Piece, Rule};
use web_time::{SystemTime, UNIX_EPOCH};

/// A position, and what is wanted of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
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
pub struct Turn {
    rule: String,
    #[serde(default)]
    position: String,
    #[serde(default)]
    level: Level,
    seed: Option<u64>,
    #[serde(default)]
    misere: bool,
}

impl Position {
    /// Refuses what cannot be read or is too long, before anything is computed.
    pub fn bounds(&self, limits: &Limits) -> Result<(), Problem> {
        bounds(&self.rule, &self.position, limits)
    }
}

impl Turn {
    /// Refuses what cannot be read or is too long, before anything is computed.
    pub fn bounds(&self, limits: &Limits) -> Result<(), Problem> {
        bounds(&self.rule, &self.position, limits)
    }
}

fn bounds(rule: &str, position: &str, limits: &Limits) -> Result<(), Problem> {
    rule.parse::<Rule>()?;
    position_bound(position, limits)
}

/// A position with all its moves.
pub fn board(asked: &Position, limits: &Limits, work: &Work) -> Result<Bytes, Problem> {
    let game = game(&asked.rule, &asked.position, Convention::of(asked.misere), limits, work)?;
    let board = match asked.values {
        true if game.is_misere() => draw_misere(&game, &game.wins(work)?),
        true => draw(&game, Some(&game.analysis(work)?))?,
        false => draw(&game, None)?,
    };
    json(&board, limits.answer)
}

/// The engine's move.
pub fn reply(asked: &Turn, limits: &Limits, work: &Work) -> Result<Bytes, Problem> {
    let game = game(&asked.rule, &asked.position, Convention::of(asked.misere), limits, work)?;
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let mut dice = Dice::new(asked.seed.unwrap_or_else(clock));
    json(&one_move(&game, game.reply(asked.level, &mut dice, work)?), limits.answer)
}

/// A move that wins, if there is one.
pub fn hint(asked: &Position, limits: &Limits, work: &Work) -> Result<Bytes, Problem> {
    let game = game(&asked.rule, &asked.position, Convention::of(asked.misere), limits, work)?;
    let mut wins = game.wins(work)?;
    let first = if wins.is_empty() { None } else { Some(wins.swap_remove(0)) };
    json(&one_move(&game, first), limits.answer)
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

fn game(
    rule: &str,
    position: &str,
    convention: Convention,
    limits: &Limits,
    work: &Work,
) -> Result<Game, Problem> {
    position_bound(position, limits)?;
    let rule: Rule = rule.parse()?;
    Ok(match convention {
        Convention::Normal => Game::new(&rule, position, limits.moves, work),
        Convention::Misere => Game::misere(&rule, position, limits.moves, work),
    }?)
}

fn one_move(game: &Game, found: Option<(usize, Move)>) -> bodies::Turn {
    let found = found.map(|(index, mv)| shown(game, index, &mv));
    bodies::Turn { rule: game.rule().to_string(), position: game.to_string(), found }
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
