//! Dynamic Nim: a heap; the first move takes not all of it, every later one at most r times the one before.

use super::game::Own;
use super::{Action, Game, Kind, Move, Piece, parse_small};
use crate::{Error, Result};
use sprague_kernels::dynamic::Factor;

/// `dynamic:2`, `dynamic:3/2`: a piece is a heap at its start, `20`, or one of which at most this many tokens
/// may be taken, `20:6`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DynamicNim {
    factor: Factor,
}

impl DynamicNim {
    /// Reads `dynamic:3/2`; `None` if the text does not start that way.
    pub(super) fn read(text: &str) -> Option<Result<Self>> {
        Some(Self::parse(text, text.strip_prefix("dynamic:")?))
    }

    fn parse(text: &str, factor: &str) -> Result<Self> {
        let fix =
            "write a factor of at least 1 in whole numbers up to 10^9, such as dynamic:2 or dynamic:3/2";
        let wrong = || Error::not_a_rule(text, "a rule", fix);
        let (numerator, denominator) = factor.split_once('/').unwrap_or((factor, "1"));
        let number = |text: &str| parse_small(text, "a factor").map_err(|_| wrong());
        let factor = Factor::new(number(numerator)?, number(denominator)?).map_err(|_| wrong())?;
        Ok(DynamicNim { factor })
    }

    /// The factor r.
    pub fn factor(&self) -> Factor {
        self.factor
    }

    /// What is left of n tokens after t of them were taken: nothing, or a heap with the most that may be
    /// taken next.
    fn left(&self, n: u64, t: u64) -> Vec<Piece> {
        let rest = n - t;
        let most = self.factor.after(t).min(rest);
        if rest == 0 { vec![] } else { vec![Piece::new(&[rest, most])] }
    }
}

/// The tokens of a heap and the most that may be taken.
fn state(piece: &Piece) -> (u64, u64) {
    match *piece.numbers() {
        [n, most] => (n, most.min(n)),
        [n] => (n, n.saturating_sub(1)),
        _ => (0, 0),
    }
}

impl Game for DynamicNim {
    fn notation(&self) -> String {
        match self.factor.denominator() {
            1 => format!("dynamic:{}", self.factor.numerator()),
            denominator => format!("dynamic:{}/{denominator}", self.factor.numerator()),
        }
    }

    fn line(&self) -> String {
        let factor = self.notation().replace("dynamic:", "");
        format!(
            "take any number of tokens but not all; every later move takes at most {factor} times the last"
        )
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        let (n, most) = match text.split_once(':') {
            Some((n, most)) => (n, Some(parse_small(most, "the most that may be taken")?)),
            None => (text, None),
        };
        let n = parse_small(n, "a heap")?;
        match most {
            _ if n == 0 => Err(Error::notation(text, "a heap", "the least heap of dynamic Nim is 1")),
            Some(most) => Ok(Piece::new(&[n, most.min(n)])),
            None => Ok(Piece::heap(n)),
        }
    }

    fn show_piece(&self, piece: &Piece) -> String {
        piece.numbers().iter().map(u64::to_string).collect::<Vec<_>>().join(":")
    }

    fn is_piece(&self, piece: &Piece) -> bool {
        match *piece.numbers() {
            [n] => n >= 1,
            [n, most] => n >= 1 && most <= n,
            _ => false,
        }
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let (n, most) = state(piece);
        (1..=most).for_each(|t| visit(Move { action: Action::new("take #", &[t]), leaves: self.left(n, t) }));
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        state(piece).1.into()
    }

    fn least_size(&self) -> &'static [u64] {
        &[1]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        Box::new((from[0]..=to[0]).map(Piece::heap))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Dynamic(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

    #[test]
    fn one_game_has_one_notation() {
        for (text, notation) in [
            ("dynamic:2", "dynamic:2"),
            ("Dynamic: 4/2", "dynamic:2"),
            ("dynamic:3/2", "dynamic:3/2"),
            ("dynamic:7/7", "dynamic:1"),
            ("fibonacci-nim", "dynamic:2"),
        ] {
            assert_eq!(text.parse::<Rule>().unwrap().notation(), notation);
        }
        for text in [
            "dynamic:",
            "dynamic:0",
            "dynamic:1/2",
            "dynamic:2/0",
            "dynamic:x",
            "dynamic:1.5",
            "dynamic:10^10",
        ] {
            let line = text.parse::<Rule>().unwrap_err().to_string();
            assert!(line.contains("at least 1") && !line.contains('\n'), "{text}: {line}");
        }
    }

    #[test]
    fn moves_by_hand() {
        let rule: Rule = "dynamic:3/2".parse().unwrap();
        let told = |piece: &str| {
            let moves = rule.moves(&rule.parse_piece(piece).unwrap());
            moves.iter().map(|mv| format!("{}: {}", mv.action, rule.show(&mv.leaves))).collect::<Vec<_>>()
        };
        assert_eq!(told("5"), ["take 1: 4:1", "take 2: 3:3", "take 3: 2:2", "take 4: 1:1"]);
        assert_eq!(told("3:3"), ["take 1: 2:1", "take 2: 1:1", "take 3: 0"]);
        assert!(told("1").is_empty() && told("7:0").is_empty());
        assert_eq!(rule.show_piece(&rule.parse_piece("3:99").unwrap()), "3:3");
        for piece in ["0", "0:0", "3:", ":3", "3:2:1", "x"] {
            assert!(rule.parse_piece(piece).is_err(), "{piece}");
        }
        let is_piece = |numbers: &[u64]| rule.is_piece(&Piece::new(numbers));
        assert!(is_piece(&[1]) && is_piece(&[4, 0]) && is_piece(&[4, 4]));
        assert!(!is_piece(&[0]) && !is_piece(&[4, 5]) && !is_piece(&[0, 0]) && !is_piece(&[1, 1, 1]));
    }
}
