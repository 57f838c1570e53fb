//! The command in a real pseudo-terminal, which `script` of util-linux makes: what the screen shows.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs the command in a terminal, types some keys after a while, and gives what the screen was sent and the
/// exit code.
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
    let screen = screen.replace("\r\n", "\n");
    assert!(
        screen.contains("searched heaps 0 to ") && screen.contains("\nto go further, which takes "),
        "{screen}"
    );
    assert!(screen.contains("\n  sprague law 0.007 --limit 10^"), "{screen}");
    assert!(screen.contains("values/s"), "{screen}");
    assert!(start.elapsed() < Duration::from_secs(60));
}

/// What a screen of this many columns shows of a command, line by line.
fn screen(columns: usize, before: &str, args: &str) -> Vec<String> {
    let program = assert_cmd::cargo::cargo_bin("sprague");
    let line = format!("stty rows 24 cols {columns}; {before} exec {} {args}", program.display());
    let output = Command::new("script")
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .env("TERM", "xterm")
        .env("SPRAGUE_PROGRESS", "1000000")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .expect("these tests need the program `script` of util-linux");
    // Progress is drawn on a line that is then taken away.
    let shown = |line: &str| line.rsplit("\r\u{1b}[K").next().unwrap_or_default().trim_end().to_string();
    String::from_utf8_lossy(&output.stdout).lines().map(shown).collect()
}

fn widest(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// First screens fit 24 lines of 80 columns, and use more columns where there are more.
#[test]
fn first_screens_fit() {
    for args in ["", "law kayles", "law grundy --limit 10^4", "euler 798", "explain kayles 3+7+12"] {
        let lines = screen(80, "", args);
        assert!(lines.len() <= 24 && widest(&lines) <= 80, "{args}:\n{}", lines.join("\n"));
    }
    let (narrow, wide) = (screen(80, "", "law kayles"), screen(200, "", "law kayles"));
    assert!(narrow.len() > wide.len() && widest(&wide) > 80, "{}", wide.join("\n"));
    // What goes further is said, on a separate line that can be copied.
    let lines = screen(80, "", "law grundy --limit 10^4");
    assert!(lines.contains(&"  sprague law grundy --limit 10^5".to_string()), "{}", lines.join("\n"));
    assert!(lines.iter().any(|line| line.starts_with("to go further, which takes ")), "{}", lines.join("\n"));
}

#[test]
fn all_problems_in_a_table() {
    let mut lines = screen(80, "", "euler all");
    // On a busy machine a problem may look as if it took minutes.
    lines.retain(|line| !line.starts_with("sprague: this takes about"));
    assert_eq!(lines.len(), sprague::counts::euler::PROBLEMS.len(), "{}", lines.join("\n"));
    assert!(widest(&lines) <= 80, "{}", lines.join("\n"));
    let status = |line: &String| ["proved", "computed"].iter().find_map(|word| line.find(word));
    let place = |line: &String| status(line).unwrap_or_else(|| panic!("{line}"));
    let column = |line: &String| line[..place(line)].chars().count();
    for line in &lines {
        assert_eq!(column(line), column(&lines[0]), "{}", lines.join("\n"));
        let number = line[..place(line)].trim_end().rsplit(' ').next().unwrap();
        // Grouped as input takes it; some answers are decimal fractions.
        let read = sprague::rules::parse_small(number, "a number").is_ok() || number.parse::<f64>().is_ok();
        assert!(read && (number.contains('_') || number.len() < 5 || number.contains('.')), "{line}");
    }
}

/// A table comes line by line, not all at the end.
#[test]
fn problems_are_printed_as_they_are_solved() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("sprague"))
        .args(["euler", "all"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    assert!(first.contains("proved") && !first.contains('_'), "{first}");
    assert!(child.try_wait().unwrap().is_none(), "all were solved before the first was printed");
    assert_eq!(out.lines().count(), sprague::counts::euler::PROBLEMS.len() - 1);
    assert!(child.wait().unwrap().success());
}

/// Groups and colours are for terminals; bare results and those elsewhere have neither.
#[test]
fn groups_and_colours() {
    assert!(screen(80, "", "euler 933").join("\n").contains("5_707_485_980_743_099"));
    assert_eq!(screen(80, "", "euler 933 --bare"), ["5707485980743099"]);
    assert!(!screen(80, "", "euler 933 --json").join("").contains("5_707"));
    let counted = screen(80, "", "count wins 0.07 --to 10^6").join("\n");
    assert!(counted.contains("852_938"), "{counted}");
    assert_eq!(screen(80, "", "count wins 0.07 --to 10^6 --bare"), ["852938"]);
    for (before, args, coloured) in [
        ("", "law --help", true),
        ("NO_COLOR=1", "law --help", false),
        ("", "law kayles", false),
        ("NO_COLOR=1", "law", false),
    ] {
        let text = screen(80, before, args).join("\n");
        assert_eq!(text.contains('\u{1b}'), coloured, "{before} {args}:\n{text}");
    }
}
