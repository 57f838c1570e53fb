//! The reference solver: any position of any rule, straight from the definition.
//!
//! Idea: list the moves, take the mex of what they leave, remember it. Nothing is assumed about the rule.
//! Cost: one hash look-up for every piece that every move leaves, so for a heap of n under an octal code
//! O(n²) in all and far more for `split:K` and `cards`. It stays this simple: it is the oracle of everything
//! else.

use crate::rules::{Piece, Rule};
use crate::{Error, Result, Work};
use std::collections::{HashMap, HashSet};

/// A memoised solver for one rule.
///
/// ```
/// use sprague::{rules::{Piece, Rule}, values::Reference};
/// let kayles: Rule = "kayles".parse().unwrap();
/// let mut reference = Reference::new(&kayles);
/// assert_eq!(reference.value(&Piece::heap(5)), 4);
/// ```
#[derive(Debug)]
pub struct Reference<'a> {
    rule: &'a Rule,
    known: HashMap<Piece, u32>,
    /// Pieces and moves looked at since the solver was made, however many pieces it was asked for.
    steps: u64,
    /// How many pieces there will be in all, 0 if that is unknown.
    goal: u64,
    /// What the pieces that are known or waited for take.
    bytes: u64,
}

/// A piece whose options are being played out.
struct Frame {
    piece: Piece,
    /// Options whose values were unknown when it was reached.
    waiting: Vec<Piece>,
}

/// Steps between two polls: each looks up some pieces and may call the code of a user.
const PORTION: u64 = 1 << 10;

impl<'a> Reference<'a> {
    /// Nothing known yet.
    pub fn new(rule: &'a Rule) -> Self {
        Reference { rule, known: HashMap::new(), steps: 0, goal: 0, bytes: 0 }
    }

    /// The same, reporting progress towards this many pieces.
    pub fn towards(self, goal: u64) -> Self {
        Reference { goal, ..self }
    }

    /// The nim-value of one piece.
    ///
    /// # Panics
    /// If the game can be played forever from there, or needs more than 4 GiB; [`Reference::play`] reports
    /// that.
    pub fn value(&mut self, piece: &Piece) -> u32 {
        self.play(piece, &Work::quiet()).expect("a game that ends")
    }

    /// The nim-value of one piece.
    ///
    /// # Errors
    /// If the watcher asks to stop, if the values do not fit the memory budget, or if a play can return to a
    /// piece it came from ([`Error::Endless`]).
    pub fn play(&mut self, piece: &Piece, work: &Work) -> Result<u32> {
        if let Some(&value) = self.known.get(piece) {
            return Ok(value);
        }
        let before = self.bytes;
        let value = self.play_out(piece, work);
        if value.is_err() {
            // Whatever waited is dropped; what became known stays.
            self.bytes = before.max(self.known.len() as u64 * ENTRY);
        }
        value
    }

    /// Depth first, on a stack of frames: a long game must not overflow the machine's.
    fn play_out(&mut self, piece: &Piece, work: &Work) -> Result<u32> {
        let mut path: Vec<Frame> = Vec::new();
        // The pieces of the path: a play that reaches one of them again need never end.
        let mut on_path: HashSet<Piece> = HashSet::new();
        let mut next = Some(piece.clone());
        loop {
            if let Some(piece) = next.take() {
                match self.options(&piece, work)? {
                    Options::Values(reached) => self.insert(piece, mex(&reached)),
                    Options::Unknown(waiting) => {
                        self.bytes += 2 * cost(&piece);
                        on_path.insert(piece.clone());
                        path.push(Frame { piece, waiting });
                        let frame = path.last().expect("just pushed");
                        if let Some(again) = frame.waiting.iter().find(|left| on_path.contains(left)) {
                            return Err(self.endless(&path, again));
                        }
                    }
                }
            }
            let Some(frame) = path.last_mut() else { return Ok(self.known[piece]) };
            while let Some(left) = frame.waiting.pop() {
                self.bytes -= cost(&left);
                if !self.known.contains_key(&left) {
                    next = Some(left);
                    break;
                }
            }
            if next.is_none() {
                // All options are known by now, so this piece is, too.
                let Frame { piece, .. } = path.pop().expect("there is a frame");
                on_path.remove(&piece);
                self.bytes -= 2 * cost(&piece);
                next = Some(piece);
            }
        }
    }

    /// Every value found.
    pub fn into_values(self) -> HashMap<Piece, u32> {
        self.known
    }

    /// The nim-value of a sum.
    pub fn sum(&mut self, pieces: &[Piece]) -> u32 {
        pieces.iter().fold(0, |xor, piece| xor ^ self.value(piece))
    }

    fn insert(&mut self, piece: Piece, value: u32) {
        self.bytes += cost(&piece);
        self.known.insert(piece, value);
    }

    /// The values of all options, or the pieces whose values are needed first.
    fn options(&mut self, piece: &Piece, work: &Work) -> Result<Options> {
        let (mut reached, mut unknown) = (HashSet::new(), HashSet::new());
        let (known, goal, steps, bytes) = (&self.known, self.goal, &mut self.steps, &mut self.bytes);
        let mut charge = |more: u64| -> Result<()> {
            *steps += 1;
            *bytes += more;
            if *steps % PORTION == 0 {
                work.tell(known.len() as u64, goal)?;
            }
            if *bytes <= work.memory() {
                return Ok(());
            }
            work.fits(&format!("playing out {}, {} pieces so far,", self.rule, known.len()), *bytes)
        };
        let mut fault = charge(0).err();
        self.rule.for_each_move(piece, &mut |mv| {
            if fault.is_some() {
                return;
            }
            let mut xor = 0;
            for left in mv.leaves {
                match known.get(&left) {
                    Some(value) => xor ^= value,
                    None => {
                        let more = cost(&left);
                        if unknown.insert(left) {
                            fault = fault.take().or(charge(more).err());
                        }
                    }
                }
            }
            reached.insert(xor);
            fault = fault.take().or(charge(0).err());
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        Ok(match unknown.is_empty() {
            true => Options::Values(reached),
            false => Options::Unknown(unknown.into_iter().collect()),
        })
    }

    /// The last piece of the path has a move back to one that is on it.
    fn endless(&self, path: &[Frame], again: &Piece) -> Error {
        const SHOWN: usize = 3;
        let from = path.iter().position(|frame| frame.piece == *again).unwrap_or(0);
        let show = |frame: &Frame| self.rule.show_piece(&frame.piece);
        let mut cycle: Vec<String> = path[from..].iter().take(SHOWN).map(show).collect();
        let longer = path.len() - from - cycle.len();
        if longer > 0 {
            cycle.push(format!("… ({longer} more)"));
        }
        cycle.push(self.rule.show_piece(again));
        Error::endless(self.rule.notation(), &cycle)
    }
}

/// What the options of a piece are.
enum Options {
    Values(HashSet<u32>),
    Unknown(Vec<Piece>),
}

/// Bytes of a piece in a table that is half full.
const ENTRY: u64 = 2 * size_of::<(Piece, u32)>() as u64;

fn cost(piece: &Piece) -> u64 {
    let numbers = piece.numbers().len() as u64;
    if numbers <= 2 { ENTRY } else { ENTRY + 16 + 8 * numbers }
}

/// The least number that is not in the set.
fn mex(set: &HashSet<u32>) -> u32 {
    (0..).find(|value| !set.contains(value)).expect("a finite set misses a number")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Action, Game, Move};

    fn heaps(rule: &str, upto: u64) -> Vec<u32> {
        let rule: Rule = rule.parse().unwrap();
        let mut reference = Reference::new(&rule);
        (0..=upto).map(|n| reference.value(&Piece::heap(n))).collect()
    }

    #[test]
    fn published_values() {
        assert_eq!(heaps("dawson", 10), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3]);
        assert_eq!(heaps("kayles", 12), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
        assert_eq!(heaps("nim", 6), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(heaps("lasker", 8), [0, 1, 2, 4, 3, 5, 6, 8, 7]);
        assert_eq!(heaps("grundy", 10), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0]);
        let scatterstone = [0, 0, 1, 2, 3, 1, 4, 3, 2, 4, 5, 6, 7, 8, 9, 7, 6, 9, 8, 11, 10];
        assert_eq!(heaps("split:3", 20), scatterstone);
    }

    /// Heaps from which one may also go elsewhere: back up, to themselves, or ever further.
    #[derive(Debug)]
    struct Elsewhere(fn(u64) -> Vec<u64>);

    impl Game for Elsewhere {
        fn notation(&self) -> String {
            "elsewhere".into()
        }

        fn line(&self) -> String {
            "go elsewhere".into()
        }

        fn parse_piece(&self, text: &str) -> Result<Piece> {
            Ok(Piece::heap(crate::rules::parse_small(text, "a heap")?))
        }

        fn show_piece(&self, piece: &Piece) -> String {
            piece.numbers()[0].to_string()
        }

        fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
            for to in (self.0)(piece.numbers()[0]) {
                visit(Move { action: Action::new("go to #", &[to]), leaves: vec![Piece::heap(to)] });
            }
        }

        fn moves_at_most(&self, piece: &Piece) -> u128 {
            (self.0)(piece.numbers()[0]).len() as u128
        }

        fn least_size(&self) -> &'static [u64] {
            &[0]
        }

        fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
            Box::new((from[0]..=to[0]).map(Piece::heap))
        }
    }

    fn played(moves: fn(u64) -> Vec<u64>, heap: u64, work: &Work) -> Result<u32> {
        Reference::new(&Rule::new(Elsewhere(moves))).play(&Piece::heap(heap), work)
    }

    #[test]
    fn games_that_never_end_name_the_cycle() {
        let work = Work::quiet();
        let line = |moves, heap| played(moves, heap, &work).unwrap_err().to_string();
        assert!(line(|n| vec![n], 4).contains("4 → 4"), "{}", line(|n| vec![n], 4));
        let round = line(|n| vec![(n + 1) % 3], 0);
        assert!(round.contains("0 → 1 → 2 → 0"), "{round}");
        // The way into the cycle is no part of it, and a long one is shortened.
        let long = line(|n| vec![if n == 900 { 100 } else { n + 1 }], 0);
        assert!(long.contains("100 → 101 → 102 → … (798 more) → 100"), "{long}");
        // Many ways to the same piece are no cycle.
        assert_eq!(played(|n| (0..n).collect(), 300, &work), Ok(300));
        assert_eq!(played(|n| (n < 500).then_some(n + 1).into_iter().collect(), 0, &work), Ok(0));
    }

    #[test]
    fn games_without_end_stay_within_memory_and_stop_when_asked() {
        let further = |n| vec![n + 1, n + 2];
        let small = Work::new(1 << 20, &|_, _| true);
        let error = played(further, 0, &small).unwrap_err();
        assert!(matches!(error, Error::Memory { .. }) && error.to_string().contains("elsewhere"), "{error}");
        let stop = |_, _| false;
        assert_eq!(played(further, 0, &Work::new(1 << 40, &stop)), Err(Error::Interrupted));
        // One piece with more options than fit.
        let wide = played(|n| (0..n).collect(), 1_000_000, &small).unwrap_err();
        assert!(matches!(wide, Error::Memory { .. }), "{wide}");
    }

    #[test]
    fn the_watcher_is_asked_over_many_short_plays() {
        let asked = std::sync::atomic::AtomicU64::new(0);
        let watch = |_, _| {
            asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            true
        };
        let (rule, work): (Rule, _) = ("wythoff".parse().unwrap(), Work::new(1 << 30, &watch));
        let mut reference = Reference::new(&rule);
        for n in 0..40 {
            for m in 0..40 {
                reference.play(&Piece::sheet(n, m), &work).unwrap();
            }
        }
        assert!(asked.into_inner() > 20);
    }

    #[test]
    fn long_games_do_not_overflow_the_stack() {
        let rule: Rule = "0.3".parse().unwrap();
        assert_eq!(Reference::new(&rule).value(&Piece::heap(300_000)), 0);
    }

    #[test]
    fn sheets_are_symmetric() {
        let rule: Rule = "cut".parse().unwrap();
        let mut reference = Reference::new(&rule);
        for w in 1..10 {
            for h in 1..10 {
                let (one, other) = (Piece::sheet(w, h), Piece::sheet(h, w));
                assert_eq!(reference.value(&one), reference.value(&other));
            }
        }
    }
}
