//! `sprague play RULE [POSITION]`: a game against the engine, on the whole screen or line by line.

use crate::args;
use crate::context::{Context, at_the_board};
use crate::play::{self, First, Table};
use sprague::play::Game;
use sprague::rules::Rule;
use std::time::{SystemTime, UNIX_EPOCH};

/// A position with more moves is no game for people.
const MOST_MOVES: u64 = 100_000;

pub fn run(args: &args::Play, context: &Context) -> anyhow::Result<u8> {
    let rule: Rule = args.rule.parse()?;
    let text = args.position.join(" ");
    let game = context.work("values", |work| match args.misere.misere {
        true => Game::misere(&rule, &text, MOST_MOVES, work),
        false => Game::new(&rule, &text, MOST_MOVES, work),
    })?;
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let table = Table::new(game, args.level, args.seed.unwrap_or_else(clock));
    let first = if args.second { First::Engine } else { First::Player };
    if !args.plain && play::has_a_screen() {
        return play::on_the_screen(table, first);
    }
    at_the_board();
    play::in_lines(table, first)
}
