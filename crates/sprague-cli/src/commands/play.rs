//! `sprague play RULE [POSITION]`: a game against the engine, line by line.
//!
//! A move is the number of a piece, the numbers of the action and, where these leave a choice, what is left: `3 2`, `3 2 = 4+6`,
//! `1 3,4`. All lines may come from a pipe; then they are echoed, and nothing is coloured.

use crate::args;
use crate::board::{Paint, draw};
use crate::context::{Context, at_the_board};
use anyhow::Context as _;
use sprague::ask::{self, ExplainQuestion, Question};
use sprague::play::{self, Dice, Level};
use sprague::rules::{Move, Piece, Rule};
use sprague::{Error, Work};
use std::io::{BufRead, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// A position with more moves is no game for people.
const MOST_MOVES: u64 = 100_000;
/// Moves that are shown at once.
const PAGE: usize = 20;

const HELP: &str = "\
  3 2         take 2 from piece 3; for sheets `1 3,4` cuts piece 1 at 3,4
  3 2 = 4+6   the same, and leave 4+6, where there is a choice
  moves       all moves
  hint        a good move
  why         why the position is won or lost
  undo        take back your last move
  quit        leave";

pub fn run(args: &args::Play, context: &Context) -> anyhow::Result<u8> {
    if context.json || context.bare {
        return Err(
            Error::Unsupported("a game has no result to print; leave --json and --bare out".into()).into()
        );
    }
    let rule: Rule = args.rule.parse()?;
    let text = args.position.join(" ");
    let game = context.work("values", |work| play::Game::new(&rule, &text, MOST_MOVES, work))?;
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    at_the_board();
    let table = Table {
        game,
        dice: Dice::new(args.seed.unwrap_or_else(clock)),
        level: args.level.into(),
        paint: Paint::of_stdout(),
        changed: true,
        history: vec![],
    };
    table.play(args.second)?;
    Ok(0)
}

impl From<args::Level> for Level {
    fn from(level: args::Level) -> Self {
        match level {
            args::Level::Easy => Level::Easy,
            args::Level::Medium => Level::Medium,
            args::Level::Perfect => Level::Perfect,
        }
    }
}

/// A game on the terminal.
struct Table {
    game: play::Game,
    /// Positions in which the player was to move, for `undo`.
    history: Vec<Vec<Piece>>,
    dice: Dice,
    level: Level,
    paint: Paint,
    /// Whether the position changed since it was drawn.
    changed: bool,
}

/// What the player wants.
enum Turn {
    Move(usize, Move),
    Again,
    Quit,
}

impl Table {
    fn play(mut self, engine_begins: bool) -> anyhow::Result<()> {
        println!(
            "{}: {}. Who cannot move loses. `help` lists what you can type.",
            self.rule(),
            self.rule().line()
        );
        let mut mine = engine_begins;
        let mut lines = std::io::stdin().lock().lines();
        loop {
            if mine {
                let Some((index, one)) = self.game.reply(self.level, &mut self.dice, &Work::quiet())? else {
                    println!("{}", self.paint.good("I cannot move: you win."));
                    return Ok(());
                };
                println!(
                    "I play on piece {}: {}, leaving {}.",
                    index + 1,
                    one.action,
                    self.rule().show(&one.leaves)
                );
                self.apply(index, &one);
                mine = false;
                continue;
            }
            if std::mem::take(&mut self.changed) {
                print!("{}", draw(self.rule(), self.game.position(), &self.paint));
            }
            let moves = self.game.moves();
            if moves.is_empty() {
                println!("{}", self.paint.bad("You cannot move: I win."));
                return Ok(());
            }
            print!("your move> ");
            std::io::stdout().flush()?;
            let Some(line) = lines.next() else {
                println!();
                return Ok(());
            };
            let line = line.context("cannot read your move")?;
            if !std::io::stdin().is_terminal() {
                println!("{line}");
            }
            match self.turn(line.trim(), &moves)? {
                Turn::Move(index, one) => {
                    self.history.push(self.game.position().to_vec());
                    self.apply(index, &one);
                    mine = true;
                }
                Turn::Again => {}
                Turn::Quit => return Ok(()),
            }
        }
    }

    fn rule(&self) -> &Rule {
        self.game.rule()
    }

    fn apply(&mut self, index: usize, one: &Move) {
        self.changed = true;
        self.game.apply(index, one);
    }

    fn turn(&mut self, line: &str, moves: &[(usize, Move)]) -> anyhow::Result<Turn> {
        match line {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Turn::Quit),
            "help" | "?" => println!("{HELP}"),
            "moves" => self.list(moves.iter()),
            "hint" => self.hint()?,
            "why" | "explain" => self.explain()?,
            "undo" => match self.history.pop() {
                Some(position) => {
                    self.game.restore(position);
                    self.changed = true;
                }
                None => println!("there is nothing to take back"),
            },
            _ => {
                let fitting = self.fitting(line, moves);
                match &fitting[..] {
                    [one] => return Ok(Turn::Move(one.0, one.1.clone())),
                    [] => println!("that is no move; `moves` lists them, `help` says how to write one"),
                    _ => {
                        println!(
                            "there is a choice; add what is left, such as `{line} = {}`:",
                            self.left(fitting[0])
                        );
                        self.list(fitting.into_iter());
                    }
                }
            }
        }
        Ok(Turn::Again)
    }

    fn left(&self, (_, one): &(usize, Move)) -> String {
        self.rule().show(&one.leaves)
    }

    /// The moves that a line can mean: piece, numbers of the action, and perhaps what is left.
    fn fitting<'a>(&self, line: &str, moves: &'a [(usize, Move)]) -> Vec<&'a (usize, Move)> {
        let (what, left) = match line.split_once('=') {
            Some((what, left)) => (what, Some(left)),
            None => (line, None),
        };
        let numbers: Vec<u64> =
            what.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
        let Some((&piece, numbers)) = numbers.split_first() else { return vec![] };
        let sorted = |mut pieces: Vec<Piece>| {
            pieces.sort();
            pieces
        };
        let left = left.map(|left| self.rule().parse_position(left.trim()).map(sorted));
        let fits = |(index, one): &&(usize, Move)| {
            *index as u64 + 1 == piece
                && one.action.numbers() == numbers
                && match &left {
                    None => true,
                    Some(Ok(left)) => *left == sorted(one.leaves.clone()),
                    Some(Err(_)) => false,
                }
        };
        moves.iter().filter(fits).collect()
    }

    fn list<'a>(&self, moves: impl ExactSizeIterator<Item = &'a (usize, Move)>) {
        let all = moves.len();
        for (index, one) in moves.take(PAGE) {
            let numbers: Vec<String> = one.action.numbers().iter().map(u64::to_string).collect();
            let left = self.rule().show(&one.leaves);
            println!("  {} {} = {left}", index + 1, numbers.join(","));
        }
        if all > PAGE {
            println!("  and {} more", all - PAGE);
        }
    }

    fn hint(&self) -> anyhow::Result<()> {
        match self.game.analysis(&Work::quiet())?.wins.first() {
            Some((index, one)) => {
                println!(
                    "on piece {}: {}, leaving {}, wins",
                    index + 1,
                    one.action,
                    self.rule().show(&one.leaves)
                );
            }
            None => println!("this position is lost; make it long, and hope for a mistake"),
        }
        Ok(())
    }

    fn explain(&self) -> anyhow::Result<()> {
        let (rule, position) = (self.rule().to_string(), self.game.to_string());
        let question = Question::Explain(ExplainQuestion { rule, position, limit: None });
        let answered = ask::answer(&question, &Work::quiet())?;
        println!("{}", super::explain::printed(&answered.answer).text);
        Ok(())
    }
}
