//! A game on the whole screen: what is selected, what was said last, and what a key does.
//!
//! Arrow keys choose a piece and a move, Enter plays it; or a move is typed as in `lines`. Single letters are
//! commands. Everything that is selected is marked by characters, so that nothing depends on colours.

use super::terminal::Terminal;
use super::{First, Table, view};
use crate::args::Level;
use crate::board::{Ink, Paint};
use clap::ValueEnum;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, read};
use sprague::rules::{Kind, Move, Piece};
use std::io::Write;

/// Rows that a page key moves by.
const PAGE: isize = 10;

pub const HELP: &str = "\
left, right     another heap, sheet or suit
up, down        another move on it; page up and page down ten at once
Enter           play the move that is marked
3 2             type a move: take 2 from heap 3; for sheets `1 3,4`
3 2 = 4+6       the same, and leave 4+6, where there is a choice
h               a hint: the mark goes to a move that wins
w               why the position is won or lost
u               take your last move back
l               another level: easy, medium, perfect
n               the game from its beginning
?               this page
q, Esc, Ctrl-C  leave";

/// What a player sees and has selected.
pub struct Screen {
    pub game: Table,
    start: Vec<Piece>,
    first: First,
    /// All moves of the position, piece by piece.
    pub moves: Vec<(usize, Move)>,
    pub piece: usize,
    /// The place in `moves` of the move that is marked; all are of the piece that is marked.
    pub marked: usize,
    pub typed: String,
    /// What was said last.
    pub said: (Ink, String),
    /// Who won, once there is no move.
    pub winner: Option<Winner>,
    /// A page of text that covers the board, and its first line that is shown.
    pub page: Option<(Vec<String>, usize)>,
}

/// Who made the last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    Player,
    Engine,
}

/// What a key leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    On,
    Leave(u8),
}

pub fn play(game: Table, first: First) -> anyhow::Result<u8> {
    let paint = Paint::of_stdout();
    let mut screen = Screen::new(game, first)?;
    let terminal = Terminal::take()?;
    let code = loop {
        let (columns, rows) = Terminal::size();
        Terminal::show(&view::lines(&screen, columns, rows, &paint))?;
        match read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                if let After::Leave(code) = screen.key(key)? {
                    break code;
                }
            }
            _ => {} // Any other event, a new size above all, is answered by drawing again.
        }
    };
    drop(terminal);
    writeln!(std::io::stdout(), "{}", screen.farewell())?;
    Ok(code)
}

impl Screen {
    pub fn new(game: Table, first: First) -> anyhow::Result<Screen> {
        let start = game.position().to_vec();
        let said = (Ink::Plain, format!("Your move. {}", game.ending()));
        let mut screen = Screen {
            game,
            start,
            first,
            moves: vec![],
            piece: 0,
            marked: 0,
            typed: String::new(),
            said,
            winner: None,
            page: None,
        };
        if first == First::Engine {
            screen.engine_moves()?;
        }
        screen.look();
        Ok(screen)
    }

    /// What pieces of the rule are called.
    pub fn noun(&self) -> &'static str {
        match self.game.rule().kind() {
            Kind::Heaps(_) => "heap",
            Kind::Cut(_) | Kind::StraightCut(_) => "sheet",
            Kind::Cards(_) => "suit",
            _ => "piece",
        }
    }

    pub fn key(&mut self, key: KeyEvent) -> anyhow::Result<After> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return Ok(if key.code == KeyCode::Char('c') { After::Leave(130) } else { After::On });
        }
        if self.page.is_some() {
            return Ok(self.key_on_page(key.code));
        }
        match key.code {
            KeyCode::Esc if self.typed.is_empty() => return Ok(After::Leave(0)),
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Left | KeyCode::BackTab => self.select_piece(-1),
            KeyCode::Right | KeyCode::Tab => self.select_piece(1),
            KeyCode::Up => self.select_move(-1),
            KeyCode::Down => self.select_move(1),
            KeyCode::PageUp => self.select_move(-PAGE),
            KeyCode::PageDown => self.select_move(PAGE),
            KeyCode::Home => self.select_move(isize::MIN),
            KeyCode::End => self.select_move(isize::MAX),
            KeyCode::Enter => self.enter()?,
            KeyCode::Char(letter) if self.typed.is_empty() && !letter.is_ascii_digit() => {
                return self.command(letter);
            }
            KeyCode::Char(letter) if self.typed.len() < 60 => self.typed.push(letter),
            _ => {}
        }
        Ok(After::On)
    }

    fn key_on_page(&mut self, key: KeyCode) -> After {
        let Some((lines, first)) = &mut self.page else { return After::On };
        let last = lines.len().saturating_sub(1);
        match key {
            KeyCode::Up => *first = first.saturating_sub(1),
            KeyCode::Down => *first = (*first + 1).min(last),
            KeyCode::PageUp => *first = first.saturating_sub(PAGE as usize),
            KeyCode::PageDown | KeyCode::Char(' ') => *first = (*first + PAGE as usize).min(last),
            _ => self.page = None,
        }
        After::On
    }

    fn command(&mut self, letter: char) -> anyhow::Result<After> {
        match letter {
            'q' => return Ok(After::Leave(0)),
            'h' => self.hint()?,
            'w' => self.open_page(&self.game.explanation()?),
            '?' => self.open_page(HELP),
            'u' => self.undo(),
            'l' => {
                let levels = Level::value_variants();
                let at = levels.iter().position(|&level| level == self.game.level).unwrap_or(0);
                self.game.level = levels[(at + 1) % levels.len()];
                self.say(Ink::Plain, format!("I play at level {} now.", self.level()));
            }
            'n' => {
                self.game.begin_at(self.start.clone());
                self.winner = None;
                self.say(Ink::Plain, "From the beginning. Your move.".into());
                if self.first == First::Engine {
                    self.engine_moves()?;
                }
                self.look();
            }
            ' ' => {}
            other => self.say(Ink::Plain, format!("`{other}` is not a command; ? lists them.")),
        }
        Ok(After::On)
    }

    pub fn level(&self) -> String {
        self.game.level.to_possible_value().map_or(String::new(), |level| level.get_name().to_string())
    }

    fn say(&mut self, ink: Ink, line: String) {
        self.said = (ink, line);
    }

    fn open_page(&mut self, text: &str) {
        self.page = Some((text.lines().map(str::to_string).collect(), 0));
    }

    /// Looks at a new position: the mark goes to the first move.
    fn look(&mut self) {
        self.moves = self.game.moves();
        self.typed.clear();
        (self.piece, self.marked) = (self.moves.first().map_or(0, |&(piece, _)| piece), 0);
        if !self.moves.is_empty() {
            self.winner = None;
        } else if self.winner.is_none() {
            let (winner, ink, who) = match self.game.is_misere() {
                true => (Winner::Player, Ink::Good, "you win"),
                false => (Winner::Engine, Ink::Bad, "I win"),
            };
            self.winner = Some(winner);
            let line = format!("{} You cannot move: {who}.", self.said.1);
            self.say(ink, line);
        }
    }

    /// The places of the moves on a piece.
    pub fn moves_of(&self, piece: usize) -> std::ops::Range<usize> {
        let start = self.moves.partition_point(|&(of, _)| of < piece);
        start..self.moves.partition_point(|&(of, _)| of <= piece)
    }

    fn select_piece(&mut self, by: isize) {
        let count = self.game.position().len();
        if count > 0 {
            self.piece = (self.piece as isize + by).rem_euclid(count as isize) as usize;
            self.marked = self.moves_of(self.piece).start;
        }
    }

    fn select_move(&mut self, by: isize) {
        let moves = self.moves_of(self.piece);
        if !moves.is_empty() {
            let last = moves.end as isize - 1;
            self.marked =
                (self.marked as isize).saturating_add(by).clamp(moves.start as isize, last) as usize;
        }
    }

    /// The move that is marked, if the piece that is marked has any.
    pub fn marked_move(&self) -> Option<&Move> {
        self.moves_of(self.piece).contains(&self.marked).then(|| &self.moves[self.marked].1)
    }

    fn enter(&mut self) -> anyhow::Result<()> {
        if !self.typed.is_empty() {
            return self.enter_typed();
        }
        match self.marked_move().cloned() {
            Some(one) => self.player_moves(self.piece, &one),
            None if self.winner.is_some() => {
                self.say(Ink::Plain, "The game is over: n plays it again, u takes back, q leaves.".into());
                Ok(())
            }
            None => {
                let line = format!("This {} has no move; take another one.", self.noun());
                self.say(Ink::Plain, line);
                Ok(())
            }
        }
    }

    fn enter_typed(&mut self) -> anyhow::Result<()> {
        let line = std::mem::take(&mut self.typed);
        let fitting: Vec<(usize, Move)> =
            self.game.fitting(&line, &self.moves).into_iter().cloned().collect();
        match &fitting[..] {
            [(index, one)] => self.player_moves(*index, one),
            [] => {
                let line = format!("`{}` is not a move; ? says how to write one.", line.trim());
                self.say(Ink::Plain, line);
                Ok(())
            }
            [first, ..] => {
                let left = self.game.rule().show(&first.1.leaves);
                let said =
                    format!("There is a choice: add what is left, such as `{} = {left}`.", line.trim());
                self.piece = first.0;
                self.marked = self.moves.iter().position(|mv| mv == first).unwrap_or(0);
                self.say(Ink::Plain, said);
                Ok(())
            }
        }
    }

    fn player_moves(&mut self, index: usize, one: &Move) -> anyhow::Result<()> {
        self.game.play(index, one);
        self.engine_moves()?;
        self.look();
        Ok(())
    }

    fn engine_moves(&mut self) -> anyhow::Result<()> {
        match self.game.answer()? {
            Some((index, one)) => {
                let left = self.game.rule().show(&one.leaves);
                let line =
                    format!("I play on {} {}: {}, leaving {left}.", self.noun(), index + 1, one.action);
                self.say(Ink::Plain, line);
            }
            None => {
                let (winner, ink, who) = match self.game.is_misere() {
                    true => (Winner::Engine, Ink::Bad, "I win"),
                    false => (Winner::Player, Ink::Good, "you win"),
                };
                self.winner = Some(winner);
                self.say(ink, format!("I cannot move: {who}."));
            }
        }
        Ok(())
    }

    fn undo(&mut self) {
        if self.game.undo() {
            self.winner = None;
            self.say(Ink::Plain, "Taken back. Your move.".into());
            self.look();
        } else {
            self.say(Ink::Plain, "There is nothing to take back.".into());
        }
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let Some(win) = self.game.wins()?.into_iter().next() else {
            let lost = "This position is lost; make it long, and hope for a mistake.";
            let line = if self.winner.is_some() { "The game is over." } else { lost };
            self.say(Ink::Plain, line.into());
            return Ok(());
        };
        self.marked = self.moves.iter().position(|mv| *mv == win).unwrap_or(self.marked);
        self.piece = win.0;
        let left = self.game.rule().show(&win.1.leaves);
        let line = format!("On {} {}: {}, leaving {left}, wins.", self.noun(), win.0 + 1, win.1.action);
        self.say(Ink::Good, line);
        Ok(())
    }

    /// What stays on the terminal after the game.
    fn farewell(&self) -> String {
        match self.winner {
            Some(Winner::Player) => "You won.".to_string(),
            Some(Winner::Engine) => "I won.".to_string(),
            None => format!("left at {}", self.game.rule().show(self.game.position())),
        }
    }
}
