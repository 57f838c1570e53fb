//! The command in a real pseudo-terminal, which `script` of util-linux makes: what the screen shows.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs the command in a terminal, types some keys after a while, and gives what the screen was sent and the exit code.
fn in_a_terminal(args: &str, keys: &str, wait: Duration) -> (String, Option<i32>) {
    let line = format!("{} {args}", assert_cmd::cargo::cargo_bin("sprague").display());
    let mut script = Command::new("script")
        .args(["--quiet", "--flush", "--return", "--command", &line, "/dev/null"])
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("these tests need the program `script` of util-linux");
    let mut input = script.stdin.take().unwrap();
    std::thread::sleep(wait);
    // The command may have ended by itself.
    let _ = input.write_all(keys.as_bytes());
    let output = script.wait_with_output().unwrap();
    drop(input);
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn a_game_line_by_line() {
    let (screen, code) =
        in_a_terminal("play kayles 4 --seed 7 --plain", "1 2 = 1+1\n1 1\n", Duration::from_millis(500));
    assert!(screen.contains("your move> "), "{screen}");
    assert!(screen.contains("\x1b[34moooo\x1b[0m"), "{screen}");
    assert!(screen.contains("I cannot move: you win."), "{screen}");
    assert_eq!(code, Some(0));
    // Ctrl-C leaves the game at once.
    let (screen, code) = in_a_terminal("play nim --plain", "\x03", Duration::from_millis(1500));
    assert!(screen.contains("your move> "), "{screen}");
    assert_eq!(code, Some(130), "{screen}");
}

/// The share that is shown never goes back, and Ctrl-C stops the work.
#[test]
fn progress_on_the_screen() {
    let (screen, code) = in_a_terminal("law 0.007 --limit 10^6", "\x03", Duration::from_millis(4000));
    assert_eq!(code, Some(130), "{screen}");
    assert!(screen.contains("values/s"), "{screen}");
    let shares: Vec<u32> = screen
        .split('\r')
        .filter_map(|line| line.split(" %").next()?.rsplit(' ').next()?.parse().ok())
        .collect();
    assert!(shares.windows(2).all(|pair| pair[0] <= pair[1]), "{shares:?}");
    assert!(screen.contains(" left") || shares.is_empty(), "{screen}");
}

/// Without a limit a search ends after a few seconds and says how to go on.
#[test]
fn a_search_without_a_limit_ends_soon() {
    let start = std::time::Instant::now();
    let (screen, code) = in_a_terminal("law 0.007", "", Duration::ZERO);
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("stopped as time was up; --limit 10^"), "{screen}");
    assert!(screen.contains("values/s"), "{screen}");
    assert!(start.elapsed() < Duration::from_secs(60));
}
