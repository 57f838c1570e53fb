//! The value of a position and its winning moves: listed one by one, or solved for where heaps are large.

use super::{FoundMove, FoundMoves, MovesQuestion, PieceValue, Reply, Source, misere, rule};
use crate::counts::{HeapWins, MOST_MOVES, moves_to_value, winning_moves};
use crate::known::{Evidence, Known, PieceMove};
use crate::laws::Law;
use crate::rules::{Kind, Move, Piece, Rule, Sizes, parse_size};
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// How many moves are shown by default.
const USUAL_FIRST: u64 = 20;
/// Bytes of a move that is shown: itself, and what the answer says of it.
const SHOWN_BYTES: u64 = 1024;

pub fn answer(question: &MovesQuestion, source: &Source) -> Result<Reply> {
    let work = source.work;
    let rule = rule(&question.rule)?;
    let position = Position::read(&rule, &question.position)?;
    if question.misere {
        return misere::moves(question, &rule, &position, source);
    }
    let known = position.known(&rule, question.limit.as_deref(), source)?;
    let found = of(question, &rule, &position, known.as_ref(), work)?;
    Ok(Reply::new(found, known.status()).with_evidence(known))
}

/// The moves of a position of which all is known.
pub(super) fn of(
    question: &MovesQuestion,
    rule: &Rule,
    position: &Position,
    known: &dyn Known,
    work: &Work,
) -> Result<FoundMoves> {
    let first = question.first.unwrap_or(USUAL_FIRST);
    let first = usize::try_from(first).unwrap_or(usize::MAX).min(MOST_MOVES as usize);
    let wanted = Wanted { first, moves: if question.all { Which::All } else { Which::Winning } };
    let values = match position.values(known) {
        Ok(values) => values,
        Err(error) => return won(known, position, wanted).ok_or(error),
    };
    let (winning, moves, answer, at_least) = match position.pieces(rule) {
        Some(pieces) => listed(known, position, &pieces, wanted, work)?,
        None => solved(known, position, &values, wanted, work)?,
    };
    Ok(FoundMoves {
        rule: rule.to_string(),
        position: position.texts.join("+"),
        value: nim_sum(&values).to_string(),
        pieces: position
            .texts
            .iter()
            .zip(&values)
            .map(|(piece, value)| PieceValue {
                piece: piece.clone(),
                value: value.to_string(),
                outcome: None,
            })
            .collect(),
        winning_moves: winning,
        moves,
        answer: answer.to_string(),
        at_least,
        outcome: None,
    })
}

/// What stands for a value that is not 0 and not known.
pub(super) const WON: &str = "won";

/// A single piece of which only who wins is known, and how; `None` if that is not known either.
fn won(known: &dyn Known, position: &Position, wanted: Wanted) -> Option<FoundMoves> {
    let [numbers] = &position.numbers[..] else { return None };
    let found = known.moves_to_value(numbers, &BigUint::ZERO, wanted.first)?;
    if found.count.is_zero() || wanted.moves == Which::All {
        return None;
    }
    let moved = |one: PieceMove| position.moved(0, one.action, &one.leaves, "0");
    let value = PieceValue { piece: position.texts[0].clone(), value: WON.into(), outcome: None };
    Some(FoundMoves {
        rule: known.rule().to_string(),
        position: position.texts.join("+"),
        value: WON.into(),
        pieces: vec![value],
        winning_moves: found.first.into_iter().map(moved).collect(),
        moves: None,
        answer: found.count.to_string(),
        at_least: false,
        outcome: None,
    })
}

/// Whether a theorem answers for pieces of any size, and finds their winning moves.
fn has_theorem(rule: &Rule) -> bool {
    matches!(rule.kind(), Kind::Interval(_) | Kind::Dynamic(_) | Kind::Wythoff(_))
}

/// The value of a position: the xor of the values of its pieces.
pub(super) fn nim_sum(values: &[BigUint]) -> BigUint {
    values.iter().fold(BigUint::ZERO, |xor, value| xor ^ value)
}

/// A sum of pieces, each as it was written and in numbers of any size.
pub(super) struct Position {
    pub texts: Vec<String>,
    pub numbers: Vec<Vec<BigUint>>,
}

impl Position {
    pub fn read(rule: &Rule, text: &str) -> Result<Self> {
        let texts = rule.split_position(text);
        let number = |text: &&str| -> Result<Vec<BigUint>> {
            if rule.heap_rule().is_some() {
                return Ok(vec![parse_size(text)?]);
            }
            match rule.parse_piece(text) {
                Ok(piece) => Ok(piece.numbers().iter().map(|&number| number.into()).collect()),
                Err(error) if has_theorem(rule) => large_piece(rule, text).ok_or(error),
                Err(error) => Err(error),
            }
        };
        let numbers = texts.iter().map(number).collect::<Result<Vec<_>>>()?;
        let heaps = rule.heap_rule().is_some();
        let written = |(text, numbers): (&&str, &Vec<BigUint>)| {
            let short = numbers
                .first()
                .and_then(ToPrimitive::to_u64)
                .filter(|_| heaps && !text.contains(['^', 'e', 'E']));
            short.map_or_else(|| text.to_string(), |heap| heap.to_string())
        };
        Ok(Position { texts: texts.iter().zip(&numbers).map(written).collect(), numbers })
    }

    pub fn known(&self, rule: &Rule, limit: Option<&str>, source: &Source) -> Result<Box<dyn Known>> {
        source.of_pieces(rule, &self.numbers, limit)
    }

    pub fn values(&self, known: &dyn Known) -> Result<Vec<BigUint>> {
        self.numbers.iter().map(|numbers| known.value(numbers)).collect()
    }

    /// A piece in machine words, if they are large enough.
    pub fn piece(&self, index: usize) -> Option<Piece> {
        let numbers = self.numbers[index].iter().map(ToPrimitive::to_u64).collect::<Option<Vec<_>>>()?;
        Some(Piece::new(&numbers))
    }

    /// The pieces in machine words, if all their moves can be listed.
    pub fn pieces(&self, rule: &Rule) -> Option<Vec<Piece>> {
        let pieces = (0..self.numbers.len()).map(|index| self.piece(index)).collect::<Option<Vec<_>>>()?;
        let moves = pieces.iter().map(|piece| rule.moves_at_most(piece)).fold(0, u128::saturating_add);
        let most = match rule.heap_rule() {
            Some(_) => MOST_MOVES / 10,
            None if has_theorem(rule) => MOST_MOVES,
            None => u128::MAX,
        };
        (moves <= most).then_some(pieces)
    }

    /// The places, from 1 on, of the pieces equal to the one at `index`; none if that is not the first of
    /// them.
    pub fn places(&self, index: usize) -> Vec<u64> {
        let equal = |i: &usize| self.numbers[*i] == self.numbers[index];
        let places: Vec<u64> = (0..self.numbers.len()).filter(equal).map(|i| i as u64 + 1).collect();
        if places[0] == index as u64 + 1 { places } else { vec![] }
    }

    /// The whole position after a move on one piece.
    fn after(&self, index: usize, left: &[String]) -> String {
        let mut pieces: Vec<&str> = Vec::new();
        for (i, (text, numbers)) in self.texts.iter().zip(&self.numbers).enumerate() {
            let own = std::slice::from_ref(text);
            let written = if i == index { left } else { own };
            // A heap of nothing is left out; a position of a graph that is called 0 is not.
            pieces.extend(
                written.iter().map(String::as_str).filter(|&piece| piece != "0" || numbers.len() > 1),
            );
        }
        if pieces.is_empty() { "0".into() } else { pieces.join("+") }
    }

    /// A move that leaves these pieces.
    pub fn moved(&self, index: usize, action: String, left: &[String], value: &str) -> FoundMove {
        FoundMove {
            piece: self.texts[index].clone(),
            heaps: self.places(index),
            action,
            position: self.after(index, left),
            leaves: if left.is_empty() { "0".into() } else { left.join("+") },
            value: value.to_string(),
            outcome: None,
        }
    }

    /// The move as the answer shows it.
    pub fn shown(&self, rule: &Rule, index: usize, one: &Move, value: &BigUint) -> FoundMove {
        let left: Vec<String> = one.leaves.iter().map(|left| rule.show_piece(left)).collect();
        self.moved(index, one.action.to_string(), &left, &value.to_string())
    }
}

/// A piece that does not fit in machine words.
fn large_piece(rule: &Rule, text: &str) -> Option<Vec<BigUint>> {
    let numbers = Sizes::read(rule, text).ok()?;
    numbers.iter().any(|number| number.bits() > 64).then_some(numbers)
}

/// Winning moves, all moves if they are wanted, the number of the former, and whether that is a lower bound.
type Moves = (Vec<FoundMove>, Option<Vec<FoundMove>>, BigUint, bool);

/// Which moves are shown.
#[derive(Clone, Copy, PartialEq)]
enum Which {
    Winning,
    All,
}

/// Which moves are shown, and how many of them.
#[derive(Clone, Copy)]
struct Wanted {
    first: usize,
    moves: Which,
}

fn listed(
    known: &dyn Known,
    position: &Position,
    pieces: &[Piece],
    wanted: Wanted,
    work: &Work,
) -> Result<Moves> {
    let (rule, first) = (known.rule(), wanted.first);
    let analysis = winning_moves(known, pieces, work)?;
    let mut wins = analysis.wins;
    wins.retain(|(index, _)| !position.places(*index).is_empty());
    let count = wins.len();
    wins.truncate(first);
    work.fits(&format!("a list of {} moves", wins.len()), wins.len() as u64 * SHOWN_BYTES)?;
    let shown = |(index, one): &(usize, Move)| position.shown(rule, *index, one, &BigUint::ZERO);
    let winning = wins.iter().map(shown).collect();
    if wanted.moves == Which::Winning {
        return Ok((winning, None, count.into(), false));
    }
    let mut moves = Vec::new();
    for (index, (piece, own)) in analysis.pieces.iter().enumerate() {
        if position.places(index).is_empty() {
            continue;
        }
        // Only those that are shown and fit in memory are kept: there may be millions.
        let (mut shown, mut listed) = (Vec::new(), moves.len());
        rule.for_each_move(piece, &mut |mv| {
            if listed < first {
                listed += 1;
                if listed as u64 <= work.memory() / SHOWN_BYTES {
                    shown.push(mv);
                }
            }
        });
        work.fits(&format!("a list of {listed} moves"), listed as u64 * SHOWN_BYTES)?;
        for mv in shown {
            if moves.len() % 1024 == 0 {
                work.tell(moves.len() as u64, listed as u64)?;
            }
            let left = known.value_of_all(&mv.leaves)?;
            moves.push(position.shown(rule, index, &mv, &(analysis.value ^ own ^ left).into()));
        }
    }
    Ok((winning, Some(moves), count.into(), false))
}

/// Moves of heaps that are too large to list them all.
fn solved(
    known: &dyn Known,
    position: &Position,
    values: &[BigUint],
    wanted: Wanted,
    work: &Work,
) -> Result<Moves> {
    if wanted.moves == Which::All {
        return Err(Error::option(
            "all",
            "lists every move, and these heaps may have too many; take smaller heaps",
        ));
    }
    let value = nim_sum(values);
    let (mut winning, mut count, mut some_missing) = (Vec::new(), BigUint::ZERO, false);
    if value.is_zero() {
        return Ok((winning, None, count, false));
    }
    for (index, own) in values.iter().enumerate() {
        if position.places(index).is_empty() {
            continue;
        }
        let (target, room) = (&value ^ own, wanted.first - winning.len());
        if let Some(found) = known.moves_to_value(&position.numbers[index], &target, room) {
            count += found.count;
            let moved = |one: PieceMove| position.moved(index, one.action, &one.leaves, "0");
            winning.extend(found.first.into_iter().map(moved));
            continue;
        }
        let law = law(known)?;
        let heap = &position.numbers[index][0];
        let HeapWins { first: found, count: more, at_least } =
            moves_to_value(law, heap, &target, room, work)?;
        count += more;
        some_missing |= at_least;
        for one in found {
            let action = if one.taken.is_zero() { "break".into() } else { format!("take {}", one.taken) };
            let leaves: Vec<String> = one.leaves.iter().map(BigUint::to_string).collect();
            winning.push(position.moved(index, action, &leaves, "0"));
        }
    }
    Ok((winning, None, count, some_missing))
}

fn law(known: &dyn Known) -> Result<&Law> {
    let law = match known.evidence() {
        Evidence::Sequence(sequence) => sequence.law(),
        _ => None,
    };
    law.ok_or_else(|| {
        Error::too_large(format!(
            "this position of {} may have more than {} moves and has no law to solve for those that win; take smaller pieces",
            known.rule(),
            MOST_MOVES / 10
        ), None)
    })
}
