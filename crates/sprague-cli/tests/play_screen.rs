//! `play` on the whole screen of a real pseudo-terminal, which `script` of util-linux makes; vt100 reads what
//! a person would see.
#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Long enough for a machine with other work.
const PATIENCE: Duration = Duration::from_secs(60);
const LEAVE: &[u8] = b"\x1b[?1049l";

struct Session {
    script: Child,
    input: ChildStdin,
    sent: Arc<Mutex<Vec<u8>>>,
    size: (u16, u16),
}

impl Session {
    /// Runs a shell line in which `sprague` is the command, in a terminal of the given rows and columns.
    fn start(line: &str, size: (u16, u16), environment: &[(&str, &str)]) -> Session {
        let line = line.replace("sprague", &assert_cmd::cargo::cargo_bin("sprague").display().to_string());
        let line = format!("stty rows {} cols {}; {line}", size.0, size.1);
        let mut script = Command::new("script")
            .args(["--quiet", "--flush", "--return", "--command", &line, "/dev/null"])
            .env("TERM", "xterm")
            .env_remove("NO_COLOR")
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("these tests need the program `script` of util-linux");
        let input = script.stdin.take().unwrap();
        let mut output = script.stdout.take().unwrap();
        let sent = Arc::new(Mutex::new(Vec::new()));
        let all = sent.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                all.lock().unwrap().extend_from_slice(&bytes[..count]);
            }
        });
        Session { script, input, sent, size }
    }

    fn bytes(&self) -> Vec<u8> {
        self.sent.lock().unwrap().clone()
    }

    /// The screen as a person sees it, until the game gives it back.
    fn screen(&self) -> String {
        let bytes = self.bytes();
        let end = bytes.windows(LEAVE.len()).position(|part| part == LEAVE).unwrap_or(bytes.len());
        let [rows, columns] =
            [self.size.0, self.size.1].map(|n| std::num::NonZero::new(n).expect("a screen has a size"));
        let mut terminal = vt100::Parser::new(rows, columns, 0);
        terminal.process(&bytes[..end]);
        terminal.screen().contents()
    }

    /// Waits until the screen shows some text.
    fn see(&self, text: &str) -> &Self {
        let start = Instant::now();
        while !self.screen().contains(text) {
            assert!(start.elapsed() < PATIENCE, "no `{text}` on the screen:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(20));
        }
        self
    }

    fn press(&mut self, keys: &str) -> &mut Self {
        self.input.write_all(keys.as_bytes()).unwrap();
        self.input.flush().unwrap();
        self
    }

    /// The exit code, and everything that was sent.
    fn end(mut self) -> (Option<i32>, String) {
        let start = Instant::now();
        while self.script.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "the game does not end:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(20));
        }
        let code = self.script.wait().unwrap().code();
        // The reader ends with the terminal.
        std::thread::sleep(Duration::from_millis(100));
        (code, String::from_utf8_lossy(&self.bytes()).into_owned())
    }
}

/// A test that fails leaves no game behind.
impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.script.kill();
        let _ = self.script.wait();
    }
}

const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";

#[test]
fn a_game_by_arrow_keys() {
    let mut game = Session::start("sprague play kayles 3+4 --seed 7", (24, 80), &[]);
    game.see("> 1: 3").see("> take 1, leaving 2").see("level perfect").see("q quit");
    game.press(DOWN).see("> take 1, leaving 1+1").see("oxo");
    game.press(RIGHT).see("> 2: 4");
    game.press("h").see(", wins.");
    game.press("\r").see("I play on heap");
    game.press("u").see("Taken back.").see("> 1: 3");
    game.press("l").see("level easy");
    game.press("w").see("The xor, digit by digit:").see("any key back");
    game.press("x").see("your move> _");
    game.press("2 2 = 1+1").see("your move> 2 2 = 1+1_");
    game.press("\r").see("I play on heap");
    game.press("q");
    let (code, sent) = game.end();
    assert_eq!(code, Some(0), "{sent}");
    assert!(sent.contains("\x1b[?1049h") && sent.contains("\x1b[?25h"), "{sent}");
    assert!(sent.contains("\x1b[34m") && sent.trim_end().ends_with(|c: char| c.is_ascii_digit()), "{sent}");
}

#[test]
fn to_the_end_of_a_game() {
    let mut game = Session::start("sprague play kayles 2 --seed 1", (24, 80), &[]);
    game.see("> take 1, leaving 1");
    game.press("h\r").see("I cannot move: you win.").see("nothing is left");
    game.press("\x1b");
    let (code, sent) = game.end();
    assert_eq!(code, Some(0));
    assert!(sent.trim_end().ends_with("You won."), "{sent}");
}

/// However a game is left, the terminal is as it was: lines are edited again, and the cursor is back.
#[test]
fn the_terminal_is_given_back() {
    for (keys, code) in [("q", 0), ("\x1b", 0), ("\x03", 130)] {
        let line = "sprague play nim; echo code=$?; stty -a";
        let mut game = Session::start(line, (24, 80), &[]);
        game.see("your move> _");
        game.press(keys);
        let (_, sent) = game.end();
        let after = sent.rsplit("\x1b[?1049l").next().unwrap();
        assert!(after.contains(&format!("code={code}")), "{after}");
        assert!(
            after.contains(" icanon") && !after.contains("-icanon") && !after.contains("-echo "),
            "{after}"
        );
    }
}

#[test]
fn a_signal_gives_it_back_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let line = format!("sh -c 'echo $$ > {}; exec sprague play nim'; echo code=$?; stty -a", file.display());
    let game = Session::start(&line, (24, 80), &[]);
    game.see("your move> _");
    let pid = std::fs::read_to_string(&file).unwrap();
    assert!(Command::new("kill").args(["-TERM", pid.trim()]).status().unwrap().success());
    let (_, sent) = game.end();
    let after = sent.rsplit("\x1b[?1049l").next().unwrap();
    assert!(after.contains("code=143") && after.contains(" icanon"), "{after}");
}

#[test]
fn another_size() {
    let line = "(sleep 1; stty rows 12 cols 40 < /dev/tty) & exec sprague play cut 5x6";
    let mut game = Session::start(line, (24, 80), &[]);
    game.see("> cut at 1,1");
    // The keys in short words are those of a narrow terminal.
    game.size = (12, 40);
    let start = Instant::now();
    while !game.bytes().windows(13).any(|part| part == b"? help q quit") {
        assert!(start.elapsed() < PATIENCE, "not drawn again");
        std::thread::sleep(Duration::from_millis(20));
    }
    game.press("q");
    assert_eq!(game.end().0, Some(0));
}

#[test]
fn small_terminals() {
    let mut game = Session::start("sprague play kayles 3+5+7", (6, 24), &[]);
    game.see("> 1: 3").see("> take 1, leaving 2").see("your move> _");
    game.press("q");
    assert_eq!(game.end().0, Some(0));
    let mut game = Session::start("sprague play kayles 3+5+7", (4, 18), &[]);
    game.see("too small");
    game.press("q");
    assert_eq!(game.end().0, Some(0));
}

#[test]
fn without_colours() {
    let mut game = Session::start("sprague play nim 3+5", (24, 80), &[("NO_COLOR", "1")]);
    game.see("> 1: 3");
    game.press("q");
    let (_, sent) = game.end();
    let coloured = sent.split("\x1b[").skip(1).any(|rest| {
        let code = rest.split(|c: char| c.is_ascii_alphabetic()).next().unwrap_or("");
        rest[code.len()..].starts_with('m') && !code.is_empty() && code != "0"
    });
    assert!(!coloured, "{sent}");
    let mut game = Session::start("sprague play nim 3+5", (24, 80), &[("TERM", "dumb")]);
    game.see("your move>");
    game.press("quit\n");
    let (code, sent) = game.end();
    assert!(
        code == Some(0) && sent.contains("`help` lists what you can type") && !sent.contains("1049"),
        "{sent}"
    );
}
