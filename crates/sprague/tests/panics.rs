//! A game that panics costs one question its answer, on whatever thread it panics, and no other.

use rayon::prelude::*;
use sprague::ask::catch_panic;
use sprague::rules::{Action, Game, Move, Piece, Rule, Sizes, pairs_between, parse_pair, show_pair};
use sprague::{Error, Options, Result, Work, counts, known};

/// Two heaps; a move takes one from either of them. Heaps of seven are too much for it.
#[derive(Debug)]
struct Fragile;

impl Game for Fragile {
    fn notation(&self) -> String {
        "fragile".into()
    }

    fn line(&self) -> String {
        "take one from one of two heaps, unless one of them has seven".into()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_pair(text, "a pair of heaps", 0)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        show_pair(piece)
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let (a, b) = (piece.numbers()[0], piece.numbers()[1]);
        assert!(a != 7 && b != 7, "seven\nis too much:\n{a} and {b}");
        let mut take =
            |words, a, b| visit(Move { action: Action::new(words, &[1]), leaves: vec![Piece::new(&[a, b])] });
        if a > 0 {
            take("take # from the first", a - 1, b);
        }
        if b > 0 {
            take("take # from the second", a, b - 1);
        }
    }

    fn moves_at_most(&self, _: &Piece) -> u128 {
        2
    }

    fn least_size(&self) -> &'static [u64] {
        &[0, 0]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        pairs_between(from, to)
    }
}

/// Pieces up to a size that the first player wins: those of odd sums.
fn wins(rule: &Rule, to: &str, work: &Work) -> Result<String> {
    catch_panic(|| {
        work.on_threads(|| {
            let (sizes, options) = (Sizes::parse(rule, to)?, Options::default());
            let known = known::up_to(rule, &sizes, &options, work)?;
            Ok(counts::wins(known.as_ref(), &sizes, &options, work)?.to_string())
        })
    })
}

#[test]
fn a_game_that_panics_is_an_internal_error() {
    let rule = Rule::new(Fragile);
    for threads in [1, 4] {
        let work = Work::quiet().with_threads(threads);
        // The same work and the same rule, before and after: nothing stays broken.
        for _ in 0..3 {
            assert_eq!(wins(&rule, "6x6", &work).as_deref(), Ok("24"));
            let error = wins(&rule, "9x9", &work).unwrap_err();
            let line = error.to_string();
            assert!(line.contains("seven is too much") && !line.contains('\n'), "{line}");
            assert_eq!(error.code(), "internal");
        }
    }
}

/// Many at once on one pool, as in a batch: each has its own answer.
#[test]
fn others_on_the_same_threads_are_answered() {
    let (rule, work) = (Rule::new(Fragile), Work::quiet().with_threads(2));
    let found = work.on_threads(|| {
        let sizes = (0..40u64).into_par_iter().map(|n| n % 9);
        Ok(sizes.map(|n| (n, wins(&rule, &format!("{n}x1"), &work))).collect::<Vec<_>>())
    });
    for (n, answer) in found.unwrap() {
        match answer {
            Ok(answer) => assert!(n < 7 && answer == (n + 1).to_string(), "{n}: {answer}"),
            Err(error) => assert!(n >= 7 && matches!(error, Error::Internal(_)), "{n}: {error}"),
        }
    }
}

/// Panics that say nothing, or very much.
#[test]
fn whatever_a_panic_says_is_one_line() {
    let long = "x\n".repeat(10_000);
    for (panic, most) in [(Box::new(7u8) as Box<dyn std::any::Any + Send>, 100), (Box::new(long), 500)] {
        let error = catch_panic(|| -> Result<()> { std::panic::resume_unwind(panic) }).unwrap_err();
        let line = error.to_string();
        assert!(!line.contains('\n') && line.len() < most, "{line}");
    }
}
