//! A game of your own: Wythoff's game in a few lines, with values, moves, winning moves, wins and tuples; and
//! its own solver, which is optional.
//!
//! `cargo run --release -p sprague --example own_game`
//!
//! W. A. Wythoff, 1907: with φ = (1 + √5)/2 the lost pairs are (⌊kφ⌋, ⌊kφ⌋ + k), k = 0, 1, 2, …, in either
//! order. Values of other pairs follow no known law. The engine compares the solver with play on small pairs;
//! beyond them answers are `computed`, as only the author vouches for them.

use num_bigint::BigUint;
use sprague::rules::{Action, Claims, Game, Move, Piece, Rule, Sizes, pairs_between, parse_pair, show_pair};
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
        piece.numbers().iter().map(|&n| u128::from(n) * 2).sum()
    }

    fn least_size(&self) -> &'static [u64] {
        &[0, 0]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        pairs_between(from, to)
    }

    fn claims(&self) -> Option<&dyn Claims> {
        Some(self)
    }
}

/// ⌊kφ⌋ = ⌊(k + √(5k²))/2⌋, and the k-th lost pair is ⌊kφ⌋ and ⌊kφ⌋ + k.
fn lower(k: &BigUint) -> BigUint {
    (k + (k * k * 5u32).sqrt()) >> 1
}

/// How many of k = 0, 1, 2, … have a number of their pair, which grows with k, at most n.
fn pairs_up_to(n: &BigUint, number: impl Fn(&BigUint) -> BigUint) -> BigUint {
    let (mut low, mut high) = (BigUint::ZERO, n + 1u32);
    while low < high {
        let middle: BigUint = (&low + &high) >> 1;
        if number(&middle) <= *n {
            low = middle + 1u32;
        } else {
            high = middle;
        }
    }
    low
}

/// Lost pairs from 0x0 to AxB, in either order.
fn lost_up_to(a: &BigUint, b: &BigUint) -> BigUint {
    // The smaller number first: ⌊kφ⌋ ≤ A and ⌊kφ⌋ + k ≤ B; both sequences grow, so the smaller of two counts.
    let ordered = |first: &BigUint, second: &BigUint| {
        pairs_up_to(first, lower).min(pairs_up_to(second, |k| lower(k) + k))
    };
    // 0x0 is both its own mirror image and counted twice.
    ordered(a, b) + ordered(b, a) - 1u32
}

impl Claims for Wythoff {
    fn basis(&self) -> String {
        "lost pairs by the golden ratio".into()
    }

    fn value(&self, numbers: &[BigUint]) -> Option<BigUint> {
        self.is_zero(numbers)?.then_some(BigUint::ZERO)
    }

    fn is_zero(&self, numbers: &[BigUint]) -> Option<bool> {
        let [a, b] = numbers else { return None };
        let (small, large) = (a.min(b), a.max(b));
        Some(lower(&(large - small)) == *small)
    }

    fn zeros(&self, sizes: &Sizes) -> Option<BigUint> {
        let ([a, b], [c, d]) = (sizes.from(), sizes.to()) else { return None };
        if sizes.is_empty() {
            return Some(BigUint::ZERO);
        }
        // Inclusion and exclusion; what is below 0 is empty.
        let less = |n: &BigUint| (*n > BigUint::ZERO).then(|| n - 1u32);
        let count = |x: Option<BigUint>, y: Option<BigUint>| match (x, y) {
            (Some(x), Some(y)) => lost_up_to(&x, &y),
            _ => BigUint::ZERO,
        };
        let (c, d) = (Some(c.clone()), Some(d.clone()));
        Some(count(c.clone(), d.clone()) + count(less(a), less(b)) - count(less(a), d) - count(c, less(b)))
    }
}

fn main() -> Result<()> {
    let (rule, options, work) = (Rule::new(Wythoff), Options::default(), Work::quiet());

    // Small pieces are played out: that is a proof, and gives values that the solver does not know.
    let sizes = Sizes::parse(&rule, "12x12")?;
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
    let tuples = counts::tuples(known.as_ref(), &sizes, &3u32.into(), &options, &work)?;
    println!("lost triples up to {sizes}: {} ({})", tuples, tuples.status());

    // Beyond them the solver is believed.
    for (size, expected) in [
        ("150x150", "22686"),
        ("10^40x10^40", "100000000000000000000000000000000000000012360679774997896964091736687312762354406"),
    ] {
        let sizes = Sizes::parse(&rule, size)?;
        let known = known::up_to(&rule, &sizes, &options, &work)?;
        let wins = counts::wins(known.as_ref(), &sizes, &options, &work)?;
        println!("wins up to {size}: {} ({}, {})", wins, wins.status(), wins.basis());
        assert_eq!(wins.to_string(), expected);
    }
    let sizes = Sizes::parse(&rule, "150x150")?;
    let known = known::up_to(&rule, &sizes, &options, &work)?;
    let moves = counts::moves(known.as_ref(), &sizes, &options, &work)?;
    println!("winning first moves up to {sizes}: {} ({})", moves, moves.status());

    // The engine plays its own Wythoff's game out at this size, and proves the same number.
    let played: Rule = "wythoff".parse()?;
    let known = known::up_to(&played, &sizes, &options, &work)?;
    let proved = counts::moves(known.as_ref(), &sizes, &options, &work)?;
    println!("the same by play: {} ({})", proved, proved.status());
    assert!(moves.answer() == proved.answer() && proved.status().is_proved() && !moves.status().is_proved());
    Ok(())
}
