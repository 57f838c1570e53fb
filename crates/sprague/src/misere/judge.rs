//! Misère outcomes of the positions of any rule: by a quotient where one is known, else by play.

use super::{Known, Limits, Outcome, find_law};
use crate::rules::{Move, Piece, Rule};
use crate::status::Evident;
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Positions that are played out, at most.
const MOST_PLAYED: usize = 2_000_000;
/// How long a position is played out.
const PLAY_TIME: Duration = Duration::from_secs(4);
/// Moves of one position that are listed, at most.
const MOST_MOVES: u128 = 100_000;
/// How long a quotient is searched for unless a limit says how far.
const USUAL_TIME: Duration = Duration::from_secs(4);

/// What decides misère outcomes of a rule.
///
/// ```
/// use sprague::{Work, misere::{Judge, Outcome}, rules::Rule};
/// let work = Work::quiet();
/// let cut: Rule = "cut".parse().unwrap();
/// let judge = Judge::new(&cut, None, None, &work).unwrap();
/// // One cut is left, and the player who makes it loses.
/// assert_eq!(judge.outcome(&cut.parse_position("2x2").unwrap(), &work).unwrap(), Outcome::Lost);
/// ```
#[derive(Debug)]
pub struct Judge {
    rule: Rule,
    known: Option<Arc<Known>>,
    played: Mutex<HashMap<Vec<Piece>, bool>>,
}

impl Evident for Judge {}

/// A position whose options are being visited.
struct Frame {
    position: Vec<Piece>,
    options: Vec<Vec<Piece>>,
    has_move: bool,
    wins: bool,
    /// What the options take at most.
    bytes: u64,
}

impl Judge {
    /// Searches for the quotient of the heaps up to the largest one that matters, with a limit on heaps or,
    /// without one, for a few seconds. Games that are not played with heaps are played out when asked.
    pub fn new(rule: &Rule, largest: Option<&BigUint>, limit: Option<u64>, work: &Work) -> Result<Judge> {
        let mut known = None;
        if let Some(heaps) = rule.heap_rule() {
            let usual = Limits::default();
            let most = limit.unwrap_or(usual.heaps);
            let largest = largest.and_then(ToPrimitive::to_u64).unwrap_or(u64::MAX);
            let limits = Limits { heaps: most.min(largest), ..usual };
            let found = match limit {
                Some(_) => find_law(heaps, limits, work)?,
                None => find_law(heaps, limits, &work.within(USUAL_TIME))?,
            };
            // The deadline may have been the caller's own.
            work.poll()?;
            known = Some(Arc::new(found));
        } else if limit.is_some() {
            return Err(Error::option("limit", &format!("is for heaps, not for {rule}")));
        }
        Ok(Judge { rule: rule.clone(), known, played: Mutex::default() })
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The quotient, of a rule of heaps.
    pub fn known(&self) -> Option<&Arc<Known>> {
        self.known.as_ref()
    }

    /// The quotient if it covers heaps of these sizes.
    pub fn covering<'s>(&self, mut heaps: impl Iterator<Item = &'s BigUint>) -> Option<&Arc<Known>> {
        self.known.as_ref().filter(|known| heaps.all(|heap| known.image(heap).is_ok()))
    }

    /// What outcomes rest on, in a few words.
    pub fn basis(&self) -> String {
        self.known.as_deref().map_or_else(|| "every move played out".to_string(), Known::basis)
    }

    /// Who wins a sum of pieces.
    ///
    /// # Errors
    /// If no quotient decides it and it has too many positions to be played out.
    pub fn outcome(&self, pieces: &[Piece], work: &Work) -> Result<Outcome> {
        let mut position = pieces.to_vec();
        position.sort_unstable();
        let lost = match self.decided(&position) {
            Some(lost) => lost,
            None => self.play_within_time(position, work)?,
        };
        Ok(if lost { Outcome::Lost } else { Outcome::Won })
    }

    /// The moves after which the opponent loses, with the place of the piece that is moved; equal pieces
    /// once.
    ///
    /// # Errors
    /// As [`Judge::outcome`].
    pub fn winning_moves(&self, pieces: &[Piece], work: &Work) -> Result<Vec<(usize, Move)>> {
        let mut winning = Vec::new();
        for (place, piece) in pieces.iter().enumerate() {
            if pieces[..place].contains(piece) {
                continue;
            }
            self.few_moves(piece)?;
            for mv in self.rule.moves(piece) {
                work.poll()?;
                if self.outcome(&after(pieces, place, &mv.leaves), work)? == Outcome::Lost {
                    winning.push((place, mv));
                }
            }
        }
        Ok(winning)
    }

    fn few_moves(&self, piece: &Piece) -> Result<()> {
        if self.rule.moves_at_most(piece) > MOST_MOVES {
            return Err(Error::too_large(
                format!(
                    "a piece of {} may have more than {MOST_MOVES} moves; take smaller pieces",
                    self.rule
                ),
                None,
            ));
        }
        Ok(())
    }

    /// By the quotient, or as it was played before.
    fn decided(&self, position: &[Piece]) -> Option<bool> {
        if let Some(known) = self.known.as_deref() {
            let heaps = position.iter().map(|piece| piece.numbers().first().copied().unwrap_or(0).into());
            let heaps: Vec<BigUint> = heaps.collect();
            if let Ok(outcome) = known.outcome(&heaps) {
                return Some(outcome == Outcome::Lost);
            }
        }
        self.played.lock().unwrap_or_else(PoisonError::into_inner).get(position).copied()
    }

    fn frame(&self, position: Vec<Piece>) -> Result<Frame> {
        let mut options = Vec::new();
        for (place, piece) in position.iter().enumerate() {
            if place > 0 && position[place - 1] == *piece {
                continue;
            }
            self.few_moves(piece)?;
            options.extend(self.rule.moves(piece).iter().map(|mv| after(&position, place, &mv.leaves)));
        }
        let longest = options.iter().map(Vec::len).max().unwrap_or(0);
        let bytes = (options.len() * (longest + 2) * size_of::<Piece>()) as u64;
        Ok(Frame { has_move: !options.is_empty(), position, options, wins: false, bytes })
    }

    /// Plays a position out; what takes too long is refused.
    fn play_within_time(&self, position: Vec<Piece>, work: &Work) -> Result<bool> {
        match self.play(position, &work.within(PLAY_TIME)) {
            Err(Error::OutOfTime) => {
                // The deadline may have been the caller's own.
                work.poll()?;
                Err(self.too_many())
            }
            found => found,
        }
    }

    fn too_many(&self) -> Error {
        let problem = format!(
            "in misère play this position of {} has too many positions to play out, and no quotient decides it; take smaller pieces",
            self.rule
        );
        Error::too_large(problem, None)
    }

    /// Plays a position out, depth first.
    fn play(&self, position: Vec<Piece>, work: &Work) -> Result<bool> {
        let mut stack = vec![self.frame(position)?];
        let mut held = stack[0].bytes;
        let mut last = false;
        while let Some(frame) = stack.last_mut() {
            work.poll()?;
            match frame.options.pop().filter(|_| !frame.wins) {
                Some(option) => match self.decided(&option) {
                    Some(lost) => frame.wins |= lost,
                    None => {
                        // Asked again once it is played.
                        frame.options.push(option.clone());
                        let next = self.frame(option)?;
                        held += next.bytes;
                        work.fits("the positions that are being played", held)?;
                        stack.push(next);
                    }
                },
                None => {
                    let Some(done) = stack.pop() else { break };
                    held -= done.bytes;
                    last = done.has_move && !done.wins;
                    let mut played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
                    if played.len() >= MOST_PLAYED {
                        return Err(self.too_many());
                    }
                    if played.len().is_multiple_of(1 << 12) {
                        work.tell(played.len() as u64, 0)?;
                        work.fits("the positions that were played", 128 * played.len() as u64)?;
                    }
                    played.insert(done.position, last);
                }
            }
        }
        Ok(last)
    }
}

/// The position after a move, ascending.
fn after(position: &[Piece], place: usize, leaves: &[Piece]) -> Vec<Piece> {
    let others = position[..place].iter().chain(&position[place + 1..]);
    let mut after: Vec<Piece> = others.chain(leaves).cloned().collect();
    after.sort_unstable();
    after
}
