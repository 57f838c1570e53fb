//! Moves: what every rule allows from a single piece, straight from its definition.
//!
//! This is the one abstraction of a rule: the reference solver needs nothing else, and all fast
//! solvers are tested against it. It lists every move once. Two moves of a heap are the same if they
//! leave the same heaps; two cuts are the same if they go through the same point; two plays of cards
//! if they put the same card on the same card.

use super::{Code, Piece, Rule, Suit};
use std::fmt;

/// What a move does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Removes this many tokens (0: only breaks).
    Take(u64),
    /// Cuts both ways at the inner grid point so far across and down.
    Cut(u64, u64),
    /// One straight cut so far across.
    Across(u64),
    /// One straight cut so far down.
    Down(u64),
    /// Puts a card on a visible one; both numbered among the suit's remaining cards.
    Put(u64, u64),
}

/// A move: what it does and the pieces it leaves in place of the one it was made on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// What is done.
    pub action: Action,
    /// What is left.
    pub leaves: Vec<Piece>,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Take(0) => write!(f, "break"),
            Action::Take(tokens) => write!(f, "take {tokens}"),
            Action::Cut(across, down) => write!(f, "cut at {across},{down}"),
            Action::Across(across) => write!(f, "cut at width {across}"),
            Action::Down(down) => write!(f, "cut at height {down}"),
            Action::Put(card, on) => write!(f, "put {card} on {on}"),
        }
    }
}

impl Rule {
    /// Calls `visit` with every move from `piece`, each once. A piece of another kind than the
    /// rule plays with has no moves.
    pub fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        match (self, piece) {
            (Rule::Code(code), &Piece::Heap(n)) => code_moves(code, n, visit),
            (Rule::Subtract(set), &Piece::Heap(n)) => {
                set.iter().filter(|&&t| t <= n).for_each(|&t| visit(take(n, t, &[n - t])));
            }
            (Rule::AllBut(set), &Piece::Heap(n)) => {
                let allowed = (1..=n).filter(|t| set.binary_search(t).is_err());
                allowed.for_each(|t| visit(take(n, t, &[n - t])));
            }
            (Rule::Split(most), &Piece::Heap(n)) => {
                for parts in 2..=(*most).min(n) {
                    for_each_partition(n, parts, &mut |heaps| visit(take(n, 0, heaps)));
                }
            }
            (Rule::Grundy, &Piece::Heap(n)) => {
                (1..n.div_ceil(2)).for_each(|part| visit(take(n, 0, &[part, n - part])));
            }
            (Rule::Cut, &Piece::Sheet(width, height)) => cuts(width, height, visit),
            (Rule::CutOne, &Piece::Sheet(width, height)) => straight_cuts(width, height, visit),
            (Rule::Cards, Piece::Suit(suit)) => plays(suit, visit),
            _ => {}
        }
    }

    /// An upper bound of the number of moves from `piece`, for callers that want to list them all.
    pub fn moves_at_most(&self, piece: &Piece) -> u128 {
        // Partitions of n into exactly `parts` parts, generously.
        let breaks = |n: u64, parts: u32| match parts {
            0 | 1 => 1,
            2 => u128::from(n / 2),
            3 => u128::from(n).pow(2) / 12 + 1,
            _ => 1 << u128::from(n).isqrt().saturating_mul(4).min(120),
        };
        match (self, piece) {
            (Rule::Code(code), &Piece::Heap(n)) => {
                let of_digit =
                    |digit: u8| (0..4).filter(|j| digit >> j & 1 == 1).map(|j| breaks(n, j)).sum::<u128>();
                let listed: u128 = code.digits().iter().map(|&digit| of_digit(digit)).sum();
                let repeated = code.repeating_digit().map_or(0, of_digit).saturating_mul(u128::from(n));
                listed.saturating_add(repeated)
            }
            (Rule::Subtract(set), Piece::Heap(_)) => set.len() as u128,
            (Rule::AllBut(_), &Piece::Heap(n)) => n.into(),
            (Rule::Split(most), &Piece::Heap(n)) => {
                breaks(n, (*most).min(4) as u32).saturating_add(breaks(n, 2))
            }
            (Rule::Grundy, &Piece::Heap(n)) => breaks(n, 2),
            (Rule::Cut, &Piece::Sheet(width, height)) => u128::from(width - 1) * u128::from(height - 1),
            (Rule::CutOne, &Piece::Sheet(width, height)) => u128::from(width) + u128::from(height) - 2,
            (Rule::Cards, Piece::Suit(suit)) => (suit.0.len() as u128).pow(2) / 4,
            _ => 0,
        }
    }

    /// Every move from `piece` in a list.
    ///
    /// ```
    /// use sprague::rules::{Piece, Rule};
    /// let kayles: Rule = "kayles".parse().unwrap();
    /// assert_eq!(kayles.moves(&Piece::Heap(4)).len(), 4); // 3, 2, 1+2, 1+1
    /// ```
    pub fn moves(&self, piece: &Piece) -> Vec<Move> {
        let mut all = Vec::new();
        self.for_each_move(piece, &mut |one| all.push(one));
        all
    }
}

fn take(before: u64, tokens: u64, heaps: &[u64]) -> Move {
    debug_assert_eq!(before, tokens + heaps.iter().sum::<u64>());
    let leaves = heaps.iter().filter(|&&heap| heap > 0).map(|&heap| Piece::Heap(heap)).collect();
    Move { action: Action::Take(tokens), leaves }
}

fn code_moves(code: &Code, n: u64, visit: &mut dyn FnMut(Move)) {
    let furthest = if code.repeating_digit().is_some() { n } else { n.min(code.reach()) };
    for t in 0..=furthest {
        let (digit, rest) = (code.digit(t), n - t);
        if digit & 1 != 0 && rest == 0 {
            visit(take(n, t, &[]));
        }
        for parts in (1..=3).filter(|&parts| digit >> parts & 1 != 0) {
            for_each_partition(rest, parts, &mut |heaps| visit(take(n, t, heaps)));
        }
    }
}

/// Calls `visit` with every way to write `total` as `parts ≥ 1` positive heaps in ascending order.
fn for_each_partition(total: u64, parts: u64, visit: &mut dyn FnMut(&[u64])) {
    fn extend(heaps: &mut Vec<u64>, rest: u64, parts: u64, visit: &mut dyn FnMut(&[u64])) {
        let least = heaps.last().copied().unwrap_or(1);
        if parts == 1 {
            if rest >= least {
                heaps.push(rest);
                visit(heaps);
                heaps.pop();
            }
            return;
        }
        for heap in least..=rest / parts {
            heaps.push(heap);
            extend(heaps, rest - heap, parts - 1, visit);
            heaps.pop();
        }
    }
    extend(&mut Vec::new(), total, parts, visit);
}

fn cuts(width: u64, height: u64, visit: &mut dyn FnMut(Move)) {
    for i in 1..width {
        for j in 1..height {
            let leaves = vec![
                Piece::Sheet(i, j),
                Piece::Sheet(width - i, j),
                Piece::Sheet(i, height - j),
                Piece::Sheet(width - i, height - j),
            ];
            visit(Move { action: Action::Cut(i, j), leaves });
        }
    }
}

fn straight_cuts(width: u64, height: u64, visit: &mut dyn FnMut(Move)) {
    for i in 1..width {
        let leaves = vec![Piece::Sheet(i, height), Piece::Sheet(width - i, height)];
        visit(Move { action: Action::Across(i), leaves });
    }
    for j in 1..height {
        let leaves = vec![Piece::Sheet(width, j), Piece::Sheet(width, height - j)];
        visit(Move { action: Action::Down(j), leaves });
    }
}

fn plays(suit: &Suit, visit: &mut dyn FnMut(Move)) {
    let cards = &suit.0;
    for on in (0..cards.len()).filter(|&on| cards[on]) {
        for put in (on + 1..cards.len()).filter(|&put| !cards[put]) {
            let mut after = cards.clone();
            after[put] = true;
            after.remove(on);
            let action = Action::Put(put as u64 + 1, on as u64 + 1);
            visit(Move { action, leaves: vec![Piece::Suit(Suit(after))] });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn leaves(rule: &str, piece: Piece) -> Vec<String> {
        let rule: Rule = rule.parse().unwrap();
        rule.moves(&piece).iter().map(|m| super::super::sum_to_string(&m.leaves)).collect()
    }

    #[test]
    fn moves_by_hand() {
        assert_eq!(leaves("0.77", Piece::Heap(4)), ["3", "1+2", "2", "1+1"]);
        assert_eq!(leaves("0.6", Piece::Heap(1)), Vec::<String>::new());
        assert_eq!(leaves("0.8", Piece::Heap(5)), ["1+1+2"]);
        assert_eq!(leaves("sub:1,3", Piece::Heap(3)), ["2", "0"]);
        assert_eq!(leaves("allbut:2", Piece::Heap(3)), ["2", "0"]);
        assert_eq!(leaves("split:3", Piece::Heap(4)), ["1+3", "2+2", "1+1+2"]);
        assert_eq!(leaves("grundy", Piece::Heap(6)), ["1+5", "2+4"]);
        assert_eq!(leaves("nim", Piece::Heap(2)), ["1", "0"]);
        assert_eq!(leaves("lasker", Piece::Heap(2)), ["1+1", "1", "0"]);
        assert_eq!(leaves("cut", Piece::Sheet(3, 2)), ["1x1+2x1+1x1+2x1", "2x1+1x1+2x1+1x1"]);
        assert_eq!(leaves("cut:one", Piece::Sheet(3, 2)), ["1x2+2x2", "2x2+1x2", "3x1+3x1"]);
        assert_eq!(leaves("cards", Piece::Suit("1010".parse().unwrap())), ["110", "011", "101"]);
        assert_eq!(leaves("cut", Piece::Heap(9)), Vec::<String>::new());
    }

    #[test]
    fn bounds_hold() {
        for text in [
            "0.77", "4.FFF", "0.3F", "nim", "4.7...", "sub:1,5", "allbut:2", "split:2", "split:3", "split:4",
            "split:9", "grundy",
        ] {
            let rule: Rule = text.parse().unwrap();
            for n in 0..30 {
                let piece = Piece::Heap(n);
                assert!(rule.moves(&piece).len() as u128 <= rule.moves_at_most(&piece), "{text} at {n}");
            }
        }
        for piece in [Piece::Sheet(1, 1), Piece::Sheet(5, 7)] {
            assert!(Rule::Cut.moves(&piece).len() as u128 <= Rule::Cut.moves_at_most(&piece));
        }
        for text in ["1", "0", "11110000", "10101010"] {
            let piece = Piece::Suit(text.parse().unwrap());
            assert!(Rule::Cards.moves(&piece).len() as u128 <= Rule::Cards.moves_at_most(&piece));
        }
    }

    #[test]
    fn no_move_twice_and_all_of_them() {
        // Partitions of 12 into 2 to 4 parts: 6 + 12 + 15.
        assert_eq!(leaves("split:4", Piece::Heap(12)).len(), 33);
        let all = leaves("4.FFF", Piece::Heap(11));
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }
}
