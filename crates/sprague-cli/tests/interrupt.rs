//! Ctrl-C: every command, at several moments, ends with exit code 130 within a second.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Commands that would take long, one for each kind of loop.
const COMMANDS: &[&str] = &[
    "law 0.007 --limit 10^8",
    "law 0.106 --window --limit 10^12",
    "law cut --to 2000",
    "law 0.3F7 --limit 10^6",
    "values 0.06 --to 10^7 --digest",
    "values sub:1 --to 10^9",
    "values cut --to 3000x3000",
    "values grundy --to 30000000 --json",
    "euler 629 --n 100000",
    "euler 798 --n 10^9 --s 10^9",
    "euler 933 --w 3000",
    "count partitions kayles --of 50000",
    "count tuples kayles --to 10^6 --heaps 400000",
    "count moves 0.6 --to 9000000",
    "count moves split:9 --to 900",
    "count wins 0.06 --to 9000000",
    "moves cards /3000",
    "batch",
    "serve --port 0",
];

fn interrupted_after(args: &str, delay: Duration) -> (Option<i32>, Duration) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("sprague"))
        .args(args.replace("/3000", &format!("{}/6000", "1,3,5,7,9,11,13,15,17,19")).split(' '))
        .stdin(if args == "batch" { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    if let Some(mut input) = child.stdin.take() {
        use std::io::Write;
        writeln!(input, "law 0.007 --limit 10^8\nvalues 0.06 --to 10^7 --digest").unwrap();
    }
    std::thread::sleep(delay);
    if let Some(status) = child.try_wait().unwrap() {
        // It was quicker than the interruption.
        return (status.code(), Duration::ZERO);
    }
    let start = Instant::now();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let status = child.wait().unwrap();
    (status.code(), start.elapsed())
}

#[test]
fn every_command_ends_within_a_second() {
    let mut interrupted = 0;
    for command in COMMANDS {
        for delay in [50, 400] {
            let (code, time) = interrupted_after(command, Duration::from_millis(delay));
            if time == Duration::ZERO {
                println!("{command}: done within {delay} ms with code {code:?}");
                assert_eq!(code, Some(0), "{command}");
                continue;
            }
            // Some end by themselves just before the signal arrives.
            interrupted += usize::from(code == Some(130));
            assert!(matches!(code, Some(0 | 130)), "{command} after {delay} ms: {code:?}");
            assert!(time < Duration::from_millis(1000), "{command} after {delay} ms took {time:?}");
        }
    }
    assert!(interrupted > COMMANDS.len(), "only {interrupted} interruptions");
}
