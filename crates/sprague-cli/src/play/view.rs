//! What the screen shows, line by line, for any number of columns and rows.
//!
//! ```text
//! kayles: take 1 or 2, leaving the rest as up to 2 heaps          level perfect
//!
//!   1: 3   ooo
//! > 2: 7   oooxxoo          the move that is marked, drawn on its piece: x is taken
//!   3: 12  oooooooooooo
//!
//! > take 2, leaving 3+2
//!   take 2, leaving 5
//!   (2 of 7)
//! I play on heap 3: take 2, leaving 3+7.
//! your move> 3 2
//! left/right heap  up/down move  Enter play  h hint  w why  u undo  l level  ? help  q quit
//! ```
//!
//! Where rows are few the moves that are shown are few, then the pieces; the marked ones are always among
//! them.

use super::screen::Screen;
use crate::board::{Ink, Line, Paint, drawn, plain, width};

/// Too small to show a piece, a move, what was said and what is typed.
const LEAST: (usize, usize) = (20, 6);
/// Keys in words, the longest that fit.
const KEYS: [&str; 4] = [
    "left/right another one   up/down move   Enter play   h hint   w why   u undo   l level   n new   ? help   q quit",
    "arrows, Enter play   h hint   w why   u undo   l level   n new   ? help   q quit",
    "h hint w why u undo l level ? help q quit",
    "? help q quit",
];

/// The lines of the screen, with colours; never more than `rows`, never wider than `columns`.
pub fn lines(screen: &Screen, columns: usize, rows: usize, paint: &Paint) -> Vec<String> {
    let lines = if columns < LEAST.0 || rows < LEAST.1 {
        vec![plain("too small: make it"), plain("larger, or press q")]
    } else if let Some((text, first)) = &screen.page {
        page(text, *first, columns, rows)
    } else {
        board(screen, columns, rows)
    };
    let cut = |line: &Line| paint.line(&shortened(line, columns));
    lines.iter().take(rows).map(cut).collect()
}

/// A page of text, from a line on.
fn page(text: &[String], first: usize, columns: usize, rows: usize) -> Vec<Line> {
    let wrapped: Vec<String> = text.iter().flat_map(|line| wrap(line, columns)).collect();
    let room = rows - 1;
    let first = first.min(wrapped.len().saturating_sub(room));
    let mut lines: Vec<Line> = wrapped[first..].iter().take(room).map(|line| plain(line)).collect();
    lines.resize(room, plain(""));
    let more = first + room < wrapped.len();
    let keys = if more { "up/down for more, any other key back" } else { "any key back" };
    lines.push(vec![(Ink::Dim, keys.to_string())]);
    lines
}

/// A line in pieces of at most this many columns, broken at spaces where there are some.
fn wrap(line: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split_inclusive(' ') {
        let last = lines.last_mut().expect("there is one");
        if !last.is_empty() && last.chars().count() + word.trim_end().chars().count() > columns {
            lines.push(word.to_string());
        } else {
            last.push_str(word);
        }
    }
    lines
}

fn board(screen: &Screen, columns: usize, rows: usize) -> Vec<Line> {
    let mut lines = vec![title(screen, columns)];
    let foot = foot(screen, columns, rows);
    let spaced = rows >= 14;
    let free = rows - 1 - foot.len() - if spaced { 2 } else { 0 };
    let (marked, mut pieces) = pieces(screen, columns);
    // Moves get what the pieces leave, and a third at the least.
    let moves = moves(screen, free.saturating_sub(pieces.len()).max(free / 3).max(1));
    let room = free.saturating_sub(moves.len()).max(1);
    if pieces.len() > room {
        let first = (marked + room / 2).saturating_sub(room - 1).min(marked).min(pieces.len() - room);
        pieces = pieces[first..first + room].to_vec();
    }
    if spaced {
        lines.push(plain(""));
    }
    lines.extend(pieces);
    if spaced {
        lines.push(plain(""));
    }
    lines.extend(moves);
    lines.resize(rows - foot.len(), plain(""));
    lines.extend(foot);
    lines
}

fn title(screen: &Screen, columns: usize) -> Line {
    let rule = format!("{}: {}", screen.game.rule(), screen.game.rule().line());
    let level = format!("level {}", screen.level());
    let space = columns.saturating_sub(rule.chars().count() + level.len());
    if space < 2 {
        return vec![(Ink::Bold, rule)];
    }
    vec![(Ink::Bold, rule), (Ink::Plain, " ".repeat(space)), (Ink::Dim, level)]
}

/// The pieces as lines, and the line where the marked one begins.
fn pieces(screen: &Screen, columns: usize) -> (usize, Vec<Line>) {
    let (rule, position) = (screen.game.rule(), screen.game.position());
    if position.is_empty() {
        return (0, vec![plain("  nothing is left")]);
    }
    let number = position.len().to_string().len();
    let longest = position.iter().map(|piece| rule.show_piece(piece).chars().count()).max().unwrap_or(0);
    let (mut marked, mut lines) = (0, Vec::new());
    for (index, piece) in position.iter().enumerate() {
        let here = index == screen.piece;
        let one = if here { screen.marked_move() } else { None };
        if here {
            marked = lines.len();
        }
        let mark = if here { ">" } else { " " };
        let name = format!("{mark} {:>number$}: {:<longest$}  ", index + 1, rule.show_piece(piece));
        let margin = name.chars().count();
        let ink = if here { Ink::Bold } else { Ink::Plain };
        let mut picture = drawn(rule, piece, one);
        if picture.iter().any(|line| width(line) + margin > columns) {
            picture.clear();
        }
        let first = if picture.is_empty() { vec![] } else { picture.remove(0) };
        lines.push([vec![(ink, name)], first].concat());
        let space = vec![(Ink::Plain, " ".repeat(margin))];
        lines.extend(picture.into_iter().map(|line| [space.clone(), line].concat()));
    }
    (marked, lines)
}

/// At most this many lines of moves, the marked one among them.
fn moves(screen: &Screen, room: usize) -> Vec<Line> {
    let all = screen.moves_of(screen.piece);
    if all.is_empty() {
        return vec![];
    }
    let told = all.len() > room && room > 2;
    let shown = all.len().min(if told { room - 1 } else { room });
    let first = screen.marked.saturating_sub(shown / 2).clamp(all.start, all.end - shown);
    let line = |at: usize| {
        let one = &screen.moves[at].1;
        let text = format!("{}, leaving {}", one.action, screen.game.rule().show(&one.leaves));
        let (mark, ink) = if at == screen.marked { ("> ", Ink::Bold) } else { ("  ", Ink::Plain) };
        vec![(ink, format!("{mark}{text}"))]
    };
    let mut lines: Vec<Line> = (first..first + shown).map(line).collect();
    if told {
        let place = screen.marked - all.start + 1;
        lines.push(vec![(Ink::Dim, format!("  move {place} of {}", all.len()))]);
    }
    lines
}

/// What was said, what is typed, and the keys.
fn foot(screen: &Screen, columns: usize, rows: usize) -> Vec<Line> {
    let (ink, text) = &screen.said;
    let most = if rows >= 10 { 2 } else { 1 };
    let said = wrap(text, columns);
    let mut lines: Vec<Line> = said.into_iter().take(most).map(|line| vec![(*ink, line)]).collect();
    let typed = if screen.winner.is_some() { String::new() } else { format!("your move> {}_", screen.typed) };
    lines.push(plain(&typed));
    let keys = KEYS.iter().find(|keys| keys.len() <= columns).unwrap_or(&"");
    lines.push(vec![(Ink::Dim, keys.to_string())]);
    lines
}

/// A line that ends where the screen does.
fn shortened(line: &Line, columns: usize) -> Line {
    let (mut left, mut short) = (columns, Line::new());
    for (ink, text) in line {
        let text: String = text.chars().take(left).collect();
        left -= text.chars().count();
        short.push((*ink, text));
    }
    short
}

#[cfg(test)]
mod tests {
    use super::super::Table;
    use super::super::screen::After;
    use super::*;
    use crate::args::Level;
    use crate::play::First;
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use sprague::{Work, play::Game};

    fn screen(rule: &str, position: &str) -> Screen {
        let game = Game::new(&rule.parse().unwrap(), position, 1000, &Work::quiet()).unwrap();
        Screen::new(Table::new(game, Level::Perfect, 1), First::Player).unwrap()
    }

    fn press(screen: &mut Screen, keys: &[KeyCode]) -> After {
        let press = |code: &KeyCode| screen.key(KeyEvent::new(*code, KeyModifiers::NONE)).unwrap();
        keys.iter().map(press).last().unwrap()
    }

    fn text(screen: &Screen, columns: usize, rows: usize) -> String {
        lines(screen, columns, rows, &Paint::off()).join("\n")
    }

    /// Whatever the size, nothing sticks out, and what is marked is there.
    #[test]
    fn any_size() {
        for (rule, position) in [
            ("kayles", "3+7+12+1+1+5+60+9"),
            ("cut", "7x9+3x20"),
            ("cards", "2,5/9"),
            ("nim", "90"),
            ("tree", "T5"),
        ] {
            let mut screen = screen(rule, position);
            for step in 0..12 {
                for (columns, rows) in
                    [(80, 24), (200, 60), (40, 12), (20, 6), (21, 7), (132, 10), (19, 5), (1, 1)]
                {
                    let shown = lines(&screen, columns, rows, &Paint::off());
                    assert!(shown.len() <= rows, "{rule} {columns}x{rows}");
                    assert!(
                        shown.iter().all(|line| line.chars().count() <= columns),
                        "{rule} {columns}x{rows}"
                    );
                    if columns >= 20 && rows >= 6 {
                        assert_eq!(shown.len(), rows);
                        let marks = shown.iter().filter(|line| line.starts_with("> ")).count();
                        assert_eq!(marks, 2, "{rule} {columns}x{rows}:\n{}", shown.join("\n"));
                        assert!(shown.iter().any(|line| line.starts_with("your move>")));
                    }
                }
                press(&mut screen, &[if step % 3 == 0 { KeyCode::Right } else { KeyCode::Down }]);
            }
        }
    }

    #[test]
    fn the_marked_move_is_drawn() {
        let mut kayles = screen("kayles", "3+7");
        press(&mut kayles, &[KeyCode::Right, KeyCode::End]);
        let shown = text(&kayles, 80, 24);
        assert!(shown.contains("> 2: 7  ooxxooo"), "{shown}");
        assert!(shown.contains("> take 2, leaving 2+3"), "{shown}");
        let mut sheet = screen("cut", "3x3");
        press(&mut sheet, &[KeyCode::Down]);
        let shown = text(&sheet, 80, 24);
        assert!(shown.contains("> cut at 1,2"), "{shown}");
        assert!(shown.contains("+-#-+-+") && shown.contains("#######"), "{shown}");
    }

    #[test]
    fn a_whole_game() {
        let mut game = screen("kayles", "3+4");
        press(&mut game, &[KeyCode::Char('h')]);
        assert!(text(&game, 80, 24).contains("wins."), "{}", text(&game, 80, 24));
        while game.winner.is_none() {
            press(&mut game, &[KeyCode::Char('h'), KeyCode::Enter]);
        }
        assert!(text(&game, 80, 24).contains("I cannot move: you win."));
        assert_eq!(press(&mut game, &[KeyCode::Char('u')]), After::On);
        assert!(game.winner.is_none() && text(&game, 80, 24).contains("Taken back."));
        press(&mut game, &[KeyCode::Char('n'), KeyCode::Char('l')]);
        assert!(text(&game, 80, 24).contains("level easy"));
        assert_eq!(game.game.rule().show(game.game.position()), "3+4");
        press(&mut game, &[KeyCode::Char('w')]);
        assert!(text(&game, 80, 24).contains("The xor, digit by digit:"));
        assert_eq!(press(&mut game, &[KeyCode::Char('q')]), After::On, "closes the page");
        assert_eq!(press(&mut game, &[KeyCode::Char('q')]), After::Leave(0));
    }

    #[test]
    fn moves_may_be_typed() {
        let mut game = screen("kayles", "9");
        let typed = |text: &str| text.chars().map(KeyCode::Char).chain([KeyCode::Enter]).collect::<Vec<_>>();
        press(&mut game, &typed("1 2"));
        assert!(text(&game, 80, 24).contains("There is a choice"), "{}", text(&game, 80, 24));
        press(&mut game, &typed("7 1"));
        assert!(text(&game, 80, 24).contains("`7 1` is not a move"));
        press(&mut game, &typed("1 1 = 4+4"));
        assert!(text(&game, 80, 24).contains("I play on heap"), "{}", text(&game, 80, 24));
        press(&mut game, &[KeyCode::Char('2'), KeyCode::Esc]);
        assert!(game.typed.is_empty());
    }
}
