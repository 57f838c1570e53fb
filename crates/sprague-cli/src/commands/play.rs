//! `sprague play RULE [POSITION]`: a game against the engine, on the whole screen or line by line.

use crate::args;
use crate::context::{Context, at_the_board};
use crate::play::{self, Game};
use sprague::known;
use sprague::rules::{NOTATIONS, Piece, Rule};
use sprague::{Error, Options};
use std::time::{SystemTime, UNIX_EPOCH};

/// A position with more moves is no game for people.
const MOST_MOVES: u128 = 100_000;

pub fn run(args: &args::Play, context: &Context) -> anyhow::Result<u8> {
    if context.json || context.bare {
        return Err(
            Error::Unsupported("a game has no result to print; leave --json and --bare out".into()).into()
        );
    }
    let rule: Rule = args.rule.parse()?;
    let text =
        if args.position.is_empty() { usual_position(&rule)?.to_string() } else { args.position.join(" ") };
    let position = rule.parse_position(&text)?;
    if moves_at_most(&rule, &position) > MOST_MOVES {
        return Err(Error::Unsupported(
            "this position has too many moves for a game; take smaller pieces".into(),
        )
        .into());
    }
    let known =
        context.work("values", |work| known::of_position(&rule, &position, &Options::default(), work))?;
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let game = Game::new(rule, known, position, args.level, args.seed.unwrap_or_else(clock));
    if !args.plain && play::has_a_screen() {
        return play::on_the_screen(game, args.second);
    }
    at_the_board();
    play::in_lines(game, args.second)
}

/// A small game: three heaps, two sheets, a suit, or what the registry shows of a rule.
fn usual_position(rule: &Rule) -> anyhow::Result<&'static str> {
    let known = ["3+5+7", "4x5+3x4", "2,5/9"].into_iter().chain(NOTATIONS.iter().map(|entry| entry.sample));
    let first = known.into_iter().find(|text| rule.parse_position(text).is_ok());
    first.ok_or_else(|| Error::Unsupported(format!("name a position of {rule} to play")).into())
}

fn moves_at_most(rule: &Rule, position: &[Piece]) -> u128 {
    position.iter().map(|piece| rule.moves_at_most(piece)).fold(0, u128::saturating_add)
}
