//! A game of your own: Wythoff's game in a few lines, with values, moves, winning moves, wins and tuples.
//!
//! `cargo run --release -p sprague --example own_game`

use sprague::rules::{Action, Game, Move, Piece, Rule, Sizes, pairs_between, parse_pair, show_pair};
use sprague::{Options, Result, Work, counts, known};

/// Two heaps; a move takes any number from one of them, or the same number from both.
#[derive(Debug)]
struct Wythoff;

impl Game for Wythoff {
    fn notation(&self) -> String {
        "wythoff".into()
    }

    fn line(&self) -> String {
        "take any number from one of two heaps, or the same number from both".into()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_pair(text, "a pair of heaps", 0)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        show_pair(piece)
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let (a, b) = (piece.numbers()[0], piece.numbers()[1]);
        let mut take = |words, t, a, b| {
            visit(Move { action: Action::new(words, &[t]), leaves: vec![Piece::new(&[a, b])] })
        };
        (1..=a).for_each(|t| take("take # from the first", t, a - t, b));
        (1..=b).for_each(|t| take("take # from the second", t, a, b - t));
        (1..=a.min(b)).for_each(|t| take("take # from both", t, a - t, b - t));
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        3 * u128::from(*piece.numbers().iter().max().unwrap_or(&0))
    }

    fn least_size(&self) -> &'static [u64] {
        &[0, 0]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        pairs_between(from, to)
    }
}

fn main() -> Result<()> {
    let (rule, options, work) = (Rule::new(Wythoff), Options::default(), Work::quiet());
    let sizes = Sizes::parse(&rule, "20x20")?;
    let known = known::up_to(&rule, &sizes, &options, &work)?;

    let row: Vec<u64> = (0..9).map(|b| known.value_of(&Piece::new(&[1, b]))).collect::<Result<_>>()?;
    println!("values of 1x0, 1x1, …: {row:?}");
    assert_eq!(row, [1, 2, 0, 4, 5, 3, 7, 8, 6]);

    let position = rule.parse_position("4x6+1x1")?;
    let analysis = counts::winning_moves(known.as_ref(), &position, &work)?;
    println!("{} has value {}; winning moves:", rule.show(&position), analysis.value);
    for (index, one) in &analysis.wins {
        println!("  {}: {}", rule.show_piece(&position[*index]), one.action);
    }
    let wins = counts::wins(known.as_ref(), &sizes, &options, &work)?;
    let tuples = counts::tuples(known.as_ref(), &sizes, &3u32.into(), &options, &work)?;
    println!("wins up to {sizes}: {} ({}, {})", wins.answer, wins.status, wins.basis);
    println!("lost triples up to {sizes}: {} ({})", tuples.answer, tuples.status);
    Ok(())
}
