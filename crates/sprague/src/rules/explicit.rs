//! Explicit games: every position and every move is written down, as a graph without cycles.

use super::game::Own;
use super::{Action, EdgeList, Game, Kind, Move, Piece, Rule};
use crate::{Error, Result};
use std::cmp::Ordering;

/// Positions that are named in an error.
const SHOWN: usize = 8;

/// `graph:a>b,a>c,b>c`: a piece is a position, and a move follows an edge.
///
/// Positions are ordered by name. The size of a position is the length of the longest play from it, so that
/// positions without a move have size 0.
///
/// ```
/// use sprague::rules::Rule;
/// let rule: Rule = "graph:b>c, a>c, a>b".parse().unwrap();
/// assert_eq!(rule.notation(), "graph:a>b,a>c,b>c");
/// let cycle = "graph:a>b,b>c,c>b".parse::<Rule>().unwrap_err();
/// assert!(cycle.to_string().ends_with("b → c → b"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplicitGame {
    names: Vec<String>,
    /// The moves of position i are `targets[starts[i]..starts[i + 1]]`, ascending.
    starts: Vec<usize>,
    targets: Vec<u32>,
    /// The length of the longest play from each position.
    heights: Vec<u32>,
    /// The positions by height, then by name: every move leads to an earlier one.
    order: Vec<u32>,
}

/// Whole numbers in their order, before all other names.
fn by_name(one: &str, other: &str) -> Ordering {
    let key = |name: &str| {
        let number = name.bytes().all(|byte| byte.is_ascii_digit());
        (!number, if number { name.trim_start_matches('0').len() } else { 0 })
    };
    key(one).cmp(&key(other)).then_with(|| one.cmp(other))
}

impl ExplicitGame {
    /// Reads `graph:a>b,a>c`; `None` if the text does not start that way.
    pub(super) fn read(text: &str) -> Option<Result<Self>> {
        let (prefix, list) = text.trim_start().split_once(':')?;
        prefix.trim().eq_ignore_ascii_case("graph").then(|| Self::parse(text, list))
    }

    fn parse(text: &str, list: &str) -> Result<Self> {
        let mut pairs = Vec::new();
        let mut alone = Vec::new();
        for entry in list.split(',').map(str::trim) {
            match entry.split_once('>') {
                Some((from, to)) => pairs.push((from.trim(), to.trim())),
                None if entry.is_empty() => {
                    let fix = "write the moves after the colon, such as graph:a>b,a>c";
                    return Err(Error::not_a_rule(text, "a rule", fix));
                }
                None => alone.push(entry),
            }
        }
        Self::new(&EdgeList::from_pairs(pairs, alone)?)
    }

    /// The game in which each edge is a move; edges that are there twice are one move.
    ///
    /// # Errors
    /// If a play can return to a position ([`Error::Endless`], with the cycle).
    pub fn new(list: &EdgeList) -> Result<Self> {
        let count = list.names().len();
        let mut sorted: Vec<usize> = (0..count).collect();
        sorted.sort_by(|&one, &other| by_name(&list.names()[one], &list.names()[other]));
        let mut rank = vec![0u32; count];
        sorted.iter().zip(0..).for_each(|(&old, new)| rank[old] = new);
        let mut edges: Vec<(u32, u32)> =
            list.edges().iter().map(|&(from, to)| (rank[from], rank[to])).collect();
        edges.sort_unstable();
        edges.dedup();
        let mut starts = vec![0; count + 1];
        edges.iter().for_each(|&(from, _)| starts[from as usize + 1] += 1);
        (0..count).for_each(|i| starts[i + 1] += starts[i]);
        let names = sorted.into_iter().map(|old| list.names()[old].clone()).collect();
        let targets = edges.into_iter().map(|(_, to)| to).collect();
        let mut game = ExplicitGame { names, starts, targets, heights: vec![], order: vec![] };
        game.heights = game.measure()?;
        game.order = (0..count as u32).collect();
        game.order.sort_by_key(|&position| (game.heights[position as usize], position));
        Ok(game)
    }

    /// The length of the longest play from each position, from those without a move upwards.
    fn measure(&self) -> Result<Vec<u32>> {
        let count = self.len();
        let mut sources: Vec<Vec<u32>> = vec![vec![]; count];
        let mut open: Vec<usize> = (0..count).map(|i| self.targets(i).len()).collect();
        for from in 0..count {
            self.targets(from).iter().for_each(|&to| sources[to as usize].push(from as u32));
        }
        let mut heights = vec![0u32; count];
        let mut ready: Vec<usize> = (0..count).filter(|&i| open[i] == 0).collect();
        let mut done = 0;
        while let Some(position) = ready.pop() {
            done += 1;
            for &source in &sources[position] {
                let source = source as usize;
                heights[source] = heights[source].max(heights[position] + 1);
                open[source] -= 1;
                if open[source] == 0 {
                    ready.push(source);
                }
            }
        }
        if done == count { Ok(heights) } else { Err(self.endless(&open)) }
    }

    /// A cycle among the positions that have a move to a position of the same kind.
    fn endless(&self, open: &[usize]) -> Error {
        const SHOWN: usize = 12;
        let mut path: Vec<usize> = open.iter().position(|&moves| moves > 0).into_iter().collect();
        let mut place = vec![usize::MAX; self.len()];
        let start = loop {
            let last = path[path.len() - 1];
            if place[last] != usize::MAX {
                break place[last];
            }
            place[last] = path.len() - 1;
            let next = self.targets(last).iter().map(|&to| to as usize).find(|&to| open[to] > 0);
            path.push(next.expect("a position whose height is unknown has a move to such a position"));
        };
        let cycle = &path[start..];
        let mut shown: Vec<String> =
            cycle.iter().take(SHOWN).map(|&position| self.names[position].clone()).collect();
        if cycle.len() > SHOWN {
            shown.push(format!("… ({} more)", cycle.len() - SHOWN - 1));
            shown.push(self.names[cycle[0]].clone());
        }
        Error::endless("the graph", &shown)
    }

    /// How many positions there are.
    #[allow(clippy::len_without_is_empty, reason = "an edge list has a name")]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The name of a position.
    pub fn name(&self, position: usize) -> &str {
        &self.names[position]
    }

    /// The positions that the moves of a position lead to.
    pub fn targets(&self, position: usize) -> &[u32] {
        &self.targets[self.starts[position]..self.starts[position + 1]]
    }

    /// The number of moves of all positions.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// The positions whose sizes are in a range; of all of them every move leads to an earlier one.
    pub fn of_sizes(&self, from: u64, to: u64) -> &[u32] {
        let height = |position: &u32| u64::from(self.heights[*position as usize]);
        let first = self.order.partition_point(|position| height(position) < from);
        let end = self.order.partition_point(|position| height(position) <= to);
        &self.order[first..end.max(first)]
    }

    /// The position that a piece is, if it is one of this game.
    pub fn position(&self, numbers: &[u64]) -> Option<usize> {
        let &[height, position] = numbers else { return None };
        let position = usize::try_from(position).ok().filter(|&position| position < self.len())?;
        (u64::from(self.heights[position]) == height).then_some(position)
    }

    fn piece(&self, position: usize) -> Piece {
        Piece::new(&[self.heights[position].into(), position as u64])
    }
}

impl Game for ExplicitGame {
    fn notation(&self) -> String {
        let mut reached = vec![false; self.len()];
        self.targets.iter().for_each(|&to| reached[to as usize] = true);
        let mut text = String::from("graph:");
        for from in 0..self.len() {
            let mut entry = |to: Option<&str>| {
                if !text.ends_with(':') {
                    text.push(',');
                }
                text.push_str(&self.names[from]);
                to.into_iter().for_each(|to| text.extend([">", to]));
            };
            self.targets(from).iter().for_each(|&to| entry(Some(&self.names[to as usize])));
            if self.targets(from).is_empty() && !reached[from] {
                entry(None);
            }
        }
        text
    }

    fn line(&self) -> String {
        format!("move along an edge of a graph of {} positions", self.len())
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        let found = self.names.binary_search_by(|name| by_name(name, text));
        found.map(|position| self.piece(position)).map_err(|_| {
            let mut shown: Vec<&str> = self.names.iter().take(SHOWN).map(String::as_str).collect();
            if self.len() > SHOWN {
                shown.push("…");
            }
            Error::notation(text, "a position of this graph", format!("it has {}", shown.join(", ")))
        })
    }

    fn show_piece(&self, piece: &Piece) -> String {
        self.position(piece.numbers()).map_or_else(|| "?".into(), |position| self.names[position].clone())
    }

    fn is_piece(&self, piece: &Piece) -> bool {
        self.position(piece.numbers()).is_some()
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let position = self.position(piece.numbers()).expect("a piece of this game is a position");
        for &to in self.targets(position) {
            visit(Move { action: Action::new("move", &[]), leaves: vec![self.piece(to as usize)] });
        }
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        self.position(piece.numbers()).map_or(0, |position| self.targets(position).len() as u128)
    }

    fn least_size(&self) -> &'static [u64] {
        &[0]
    }

    fn largest_size(&self) -> Option<u64> {
        self.order.last().map(|&position| self.heights[position as usize].into())
    }

    fn usual_position(&self) -> Option<String> {
        self.order.last().map(|&position| self.names[position as usize].clone())
    }

    fn one_piece_a_size(&self) -> bool {
        false
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        Box::new(self.of_sizes(from[0], to[0]).iter().map(|&position| self.piece(position as usize)))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Explicit(self)
    }
}

impl Rule {
    /// The game in which each edge is a move from its first end to its second.
    ///
    /// ```
    /// use sprague::rules::{EdgeList, Rule};
    /// let edges = EdgeList::from_pairs([("start", "middle"), ("start", "end"), ("middle", "end")], []).unwrap();
    /// let rule = Rule::graph(&edges).unwrap();
    /// assert_eq!(rule.position("start").unwrap().value().unwrap(), 2);
    /// ```
    ///
    /// # Errors
    /// If a play can return to a position ([`Error::Endless`], with the cycle).
    pub fn graph(edges: &EdgeList) -> Result<Rule> {
        ExplicitGame::new(edges).map(Rule::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rule(text: &str) -> Rule {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn one_game_has_one_notation() {
        for (text, notation) in [
            ("graph:a>b", "graph:a>b"),
            (" Graph: b>a , a ", "graph:b>a"),
            ("graph:10>9,10>2,9>2,10>9", "graph:9>2,10>2,10>9"),
            ("graph:a,b,B>a", "graph:B>a,b"),
            ("graph:x", "graph:x"),
            ("graph:n0>00,n0>0", "graph:n0>0,n0>00"),
        ] {
            assert_eq!(rule(text).notation(), notation, "{text}");
            assert_eq!(rule(notation).notation(), notation);
        }
        // Capitals are kept: `A` and `a` are two positions.
        assert_ne!(rule("graph:A>b"), rule("graph:a>b"));
    }

    #[test]
    fn refused_with_the_reason() {
        for (text, reason) in [
            ("graph:", "after the colon"),
            ("graph:a>b,,", "after the colon"),
            ("graph:a>", "edge 1: ``"),
            ("graph:a>b>c", "`b>c`"),
            ("graph:a b>c", "no spaces"),
            ("graph:a>a", "a → a"),
            ("graph:s>a,a>b,b>c,c>a,c>t", "a → b → c → a"),
        ] {
            let line = text.parse::<Rule>().unwrap_err().to_string();
            assert!(line.contains(reason) && !line.contains('\n'), "{text}: {line}");
        }
        let ring: Vec<String> = (0..500).map(|i| format!("{i}>{}", (i + 1) % 500)).collect();
        let line = format!("graph:{}", ring.join(",")).parse::<Rule>().unwrap_err().to_string();
        assert!(line.contains("0 → 1 → 2") && line.contains("(488 more) → 0") && line.len() < 200, "{line}");
        let line = rule("graph:a>b").parse_piece("c").unwrap_err().to_string();
        assert_eq!(line, "`c` is not a position of this graph: it has a, b");
    }

    #[test]
    fn sizes_are_lengths_of_plays() {
        let rule = rule("graph:a>b,b>c,a>c,d");
        let shown =
            |from, to| rule.pieces(&[from], &[to]).map(|piece| rule.show_piece(&piece)).collect::<Vec<_>>();
        assert_eq!(shown(0, 0), ["c", "d"]);
        assert_eq!(shown(1, 9), ["b", "a"]);
        assert!(shown(3, 1).is_empty());
        assert_eq!((rule.largest_size(), rule.usual_position().as_deref()), (Some(2), Some("a")));
    }

    proptest! {
        #[test]
        fn any_list_is_a_game_or_has_a_cycle(edges in proptest::collection::vec((0usize..9, 0usize..9), 1..20)) {
            let text: Vec<String> = edges.iter().map(|(a, b)| format!("{a}>{b}")).collect();
            // Whether a walk returns: by the powers of the matrix.
            let mut reach = [[false; 9]; 9];
            edges.iter().for_each(|&(a, b)| reach[a][b] = true);
            for k in 0..9 {
                for i in 0..9 {
                    for j in 0..9 {
                        reach[i][j] |= reach[i][k] && reach[k][j];
                    }
                }
            }
            let cyclic = (0..9).any(|i| reach[i][i]);
            match format!("graph:{}", text.join(",")).parse::<Rule>() {
                Ok(rule) => {
                    prop_assert!(!cyclic);
                    prop_assert_eq!(rule.to_string().parse::<Rule>().unwrap(), rule);
                }
                Err(Error::Endless { cycle, .. }) => {
                    prop_assert!(cyclic);
                    let ring: Vec<usize> = cycle.split(" → ").map(|name| name.parse().unwrap()).collect();
                    prop_assert_eq!(ring.first(), ring.last());
                    prop_assert!(ring.windows(2).all(|pair| edges.contains(&(pair[0], pair[1]))));
                }
                Err(error) => panic!("{error}"),
            }
        }

        #[test]
        fn never_panics(text in "graph:[a-c0-9>,. +]{0,30}") { let _ = text.parse::<Rule>(); }
    }
}
