//! **Playing**: all moves of a position, one that wins, and the reply of an opponent who sees more or less.

use crate::counts::{Analysis, MOST_MOVES, winning_moves};
use crate::known::{self, Known};
use crate::misere::Judge;
use crate::rules::{Move, NOTATIONS, Piece, Rule};
use crate::{Error, Options, Result, Status, Work};
use serde::{Deserialize, Serialize};

/// How well an opponent plays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Mostly at random.
    Easy,
    /// Overlooks a win now and then.
    Medium,
    /// Never overlooks a win.
    #[default]
    Perfect,
}

/// Pseudorandom numbers, repeatable by their seed: xorshift, since nothing depends on them but variety.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Dice that give the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Dice(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    /// A number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides.max(1)
    }
}

/// A position, and what is known of it and of all that can follow.
///
/// ```
/// use sprague::{Work, play::{Dice, Game, Level}};
/// let mut game = Game::new(&"kayles".parse().unwrap(), "3+7+12", 1000, &Work::quiet()).unwrap();
/// let (index, one) = game.reply(Level::Perfect, &mut Dice::new(1), &Work::quiet()).unwrap().unwrap();
/// game.apply(index, &one);
/// assert_eq!(game.to_string(), "3+7+3+7"); // lost for the player to move
/// ```
pub struct Game {
    rule: Rule,
    position: Vec<Piece>,
    ground: Ground,
}

/// Who wins when no move is left, and what says who wins before.
enum Ground {
    Normal(Box<dyn Known>),
    Misere(Judge),
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Game({}: {self})", self.rule)
    }
}

impl std::fmt::Display for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.rule.show(&self.position))
    }
}

impl Game {
    /// Reads a position of a rule; an empty text is a usual one.
    ///
    /// # Errors
    /// If it has more moves than this, or more than are ever listed ([`MOST_MOVES`]): that is no game for
    /// people.
    pub fn new(rule: &Rule, text: &str, most_moves: u64, work: &Work) -> Result<Self> {
        let position = Game::read(rule, text, most_moves)?;
        let known = known::of_position(rule, &position, &Options::default(), work)?;
        Ok(Game { rule: rule.clone(), position, ground: Ground::Normal(known) })
    }

    /// The same in misère play: the player who cannot move wins.
    ///
    /// # Errors
    /// As [`Game::new`], and if neither a quotient nor play decides the position.
    pub fn misere(rule: &Rule, text: &str, most_moves: u64, work: &Work) -> Result<Self> {
        let position = Game::read(rule, text, most_moves)?;
        let largest = position.iter().filter_map(|piece| piece.numbers().first()).max();
        let judge = Judge::new(rule, largest.map(|&n| n.into()).as_ref(), None, work)?;
        judge.outcome(&position, work)?;
        Ok(Game { rule: rule.clone(), position, ground: Ground::Misere(judge) })
    }

    fn read(rule: &Rule, text: &str, most_moves: u64) -> Result<Vec<Piece>> {
        let usual = if text.trim().is_empty() { usual_position(rule)? } else { String::new() };
        let text = if usual.is_empty() { text } else { &usual };
        let position = match rule.parse_position(text) {
            // A heap of nothing, or a game that is over; a position of a graph may be called 0.
            Ok(position) if position == [Piece::heap(0)] => vec![],
            Err(_) if text.trim() == "0" && rule.least_size().len() == 1 => vec![],
            position => position?,
        };
        let moves = position.iter().map(|piece| rule.moves_at_most(piece)).fold(0, u128::saturating_add);
        let most = u128::from(most_moves).min(MOST_MOVES);
        if moves > most {
            return Err(Error::too_large(
                format!("this position has too many moves for a game, more than {most}; take smaller pieces"),
                None,
            ));
        }
        Ok(position)
    }

    /// Whether the player who cannot move wins.
    pub fn is_misere(&self) -> bool {
        matches!(self.ground, Ground::Misere(_))
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The pieces.
    pub fn position(&self) -> &[Piece] {
        &self.position
    }

    /// What is known of the rule; `None` in misère play.
    pub fn known(&self) -> Option<&dyn Known> {
        match &self.ground {
            Ground::Normal(known) => Some(known.as_ref()),
            Ground::Misere(_) => None,
        }
    }

    /// How much is claimed of who wins.
    pub fn status(&self) -> Status {
        match &self.ground {
            Ground::Normal(known) => known.status(),
            Ground::Misere(judge) => Status::proved_by(judge),
        }
    }

    /// Every move that wins, of equal pieces those of the first.
    pub fn wins(&self, work: &Work) -> Result<Vec<(usize, Move)>> {
        match &self.ground {
            Ground::Normal(known) => Ok(winning_moves(known.as_ref(), &self.position, work)?.wins),
            Ground::Misere(judge) => judge.winning_moves(&self.position, work),
        }
    }

    /// Every move with the place of its piece; of equal pieces all.
    pub fn moves(&self) -> Vec<(usize, Move)> {
        let of = |(index, piece)| self.rule.moves(piece).into_iter().map(move |mv| (index, mv));
        self.position.iter().enumerate().flat_map(of).collect()
    }

    /// The position after a move on a piece; heaps with nothing in them are gone.
    pub fn after(&self, index: usize, one: &Move) -> Vec<Piece> {
        let empty = Piece::heap(0);
        let left = one.leaves.iter().filter(|&left| *left != empty || self.rule.least_size() != [0]);
        let mut position = self.position.clone();
        position.splice(index..=index, left.cloned());
        position
    }

    /// Makes a move.
    pub fn apply(&mut self, index: usize, one: &Move) {
        self.position = self.after(index, one);
    }

    /// Returns to an earlier position.
    pub fn restore(&mut self, position: Vec<Piece>) {
        self.position = position;
    }

    /// The values of the pieces and every move that wins.
    ///
    /// # Errors
    /// In misère play, in which pieces have no values.
    pub fn analysis(&self, work: &Work) -> Result<Analysis> {
        let known = self.known().ok_or_else(|| Error::wrong_game("pieces have no values in misère play"))?;
        winning_moves(known, &self.position, work)
    }

    /// A winning move if there is one and the level sees it, else any; none if there is no move.
    pub fn reply(&self, level: Level, dice: &mut Dice, work: &Work) -> Result<Option<(usize, Move)>> {
        let sees = match level {
            Level::Perfect => true,
            Level::Medium => dice.roll(10) < 7,
            Level::Easy => dice.roll(10) < 2,
        };
        let mut choices = if sees { self.wins(work)? } else { vec![] };
        if choices.is_empty() {
            work.poll()?;
            choices = self.moves();
        }
        if choices.is_empty() {
            return Ok(None);
        }
        let choice = dice.roll(choices.len());
        Ok(Some(choices.swap_remove(choice)))
    }
}

/// A small game: three heaps, two sheets, a suit, or what the registry shows of a rule.
pub fn usual_position(rule: &Rule) -> Result<String> {
    if let Some(usual) = rule.usual_position() {
        return Ok(usual);
    }
    let known = ["3+5+7", "4x5+3x4", "3x4x5", "2,5/9", "T5"].into_iter();
    let known = known.chain(NOTATIONS.iter().map(|entry| entry.sample));
    let first = known.into_iter().find(|text| rule.parse_position(text).is_ok());
    let missing = || Error::option("position", &format!("is missing; name one of {rule} to play"));
    first.map(str::to_string).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_who_plays_perfectly_from_a_win_wins() {
        let work = Work::quiet();
        for rule in ["kayles", "cut", "cards", "tree", "wythoff", "nim"] {
            let rule: Rule = rule.parse().unwrap();
            for seed in 0..20 {
                let mut game = Game::new(&rule, "", 100_000, &work).unwrap();
                let won = game.analysis(&work).unwrap().value != 0;
                let (mut dice, mut turn) = (Dice::new(seed), 0);
                let levels = if won { [Level::Perfect, Level::Easy] } else { [Level::Easy, Level::Perfect] };
                while let Some((index, one)) = game.reply(levels[turn % 2], &mut dice, &work).unwrap() {
                    game.apply(index, &one);
                    turn += 1;
                }
                assert_eq!(turn % 2 == 1, won, "{rule} with seed {seed}");
            }
        }
    }

    /// A player with a winning move in misère play makes the opponent take the last piece.
    #[test]
    fn perfect_misere_play() {
        let work = Work::quiet();
        for (rule, position) in
            [("kayles", "3+5+7"), ("kayles", "1+1"), ("nim", "1+2+3"), ("cut", "3x3+2x2"), ("wythoff", "3x4")]
        {
            let rule: Rule = rule.parse().unwrap();
            for seed in 0..5 {
                let mut game = Game::misere(&rule, position, 100_000, &work).unwrap();
                let won = !game.wins(&work).unwrap().is_empty() || game.moves().is_empty();
                let (mut dice, mut turn) = (Dice::new(seed), 0);
                let levels = if won { [Level::Perfect, Level::Easy] } else { [Level::Easy, Level::Perfect] };
                while let Some((index, one)) = game.reply(levels[turn % 2], &mut dice, &work).unwrap() {
                    game.apply(index, &one);
                    turn += 1;
                }
                // The player to move now cannot, and wins.
                assert_eq!(turn % 2 == 0, won, "{rule} {position} with seed {seed}");
            }
        }
    }
}
