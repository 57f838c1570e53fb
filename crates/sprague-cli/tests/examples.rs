//! Every example runs: those on help pages, in README.md and in docs. Where a page shows what is printed,
//! that is printed.
#![cfg(unix)]

mod shown;

use shown::{Program, Shown};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// An example may run on; after this time it is stopped as by Ctrl-C, and has to end.
const LONG: Duration = Duration::from_secs(2);
/// Time to end after Ctrl-C, on a busy machine.
const SOON: Duration = Duration::from_secs(10);

/// A home with a browser that opens nothing, and the folders and files that examples name.
struct Place {
    folder: tempfile::TempDir,
}

struct Ran {
    code: Option<i32>,
    stopped: bool,
    stdout: String,
    stderr: String,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in [
            "bin",
            ".local/share/bash-completion/completions",
            ".local/share/man/man1",
            ".zfunc",
            ".config/fish/completions",
            "docs/images",
            "crates/sprague/data",
            "proofs/certificates",
        ] {
            std::fs::create_dir_all(path(name)).unwrap();
        }
        std::fs::write(path("questions.ndjson"), "law 0.77\n").unwrap();
        std::fs::write(path("bin/xdg-open"), "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(path("bin/xdg-open"), std::fs::Permissions::from_mode(0o755)).unwrap();
        Place { folder }
    }

    /// Runs a line in a shell; what takes long is stopped.
    fn run(&self, line: &str) -> Ran {
        let programs = assert_cmd::cargo::cargo_bin("sprague").parent().unwrap().to_path_buf();
        let rest = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{}:{rest}", self.folder.path().join("bin").display(), programs.display());
        let mut child = Command::new("sh")
            .args(["-c", line])
            .current_dir(self.folder.path())
            .env("PATH", path)
            .env("HOME", self.folder.path())
            .env("SPRAGUE_PROGRESS", "1000000")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let read = |stream: &mut dyn Read| {
            let mut bytes = vec![];
            stream.read_to_end(&mut bytes).unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        std::thread::scope(|scope| {
            let (stdout, stderr) = (scope.spawn(move || read(&mut out)), scope.spawn(move || read(&mut err)));
            let start = Instant::now();
            let mut stopped = false;
            let status = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break status;
                }
                if start.elapsed() > LONG && !stopped {
                    stopped = true;
                    let group = format!("-{}", child.id());
                    Command::new("kill").args(["-INT", "--", &group]).status().unwrap();
                }
                assert!(start.elapsed() < LONG + SOON, "{line} does not end");
                std::thread::sleep(Duration::from_millis(5));
            };
            let (stdout, stderr) = (stdout.join().unwrap(), stderr.join().unwrap());
            Ran { code: status.code(), stopped, stdout, stderr }
        })
    }

    /// Runs an example, which has to succeed or to run on until it is stopped.
    fn example(&self, place: &str, line: &str) {
        let ran = self.run(line);
        // Another server may run on this machine.
        let taken = ran.stderr.contains("port 8077 is in use");
        assert!(
            ran.stopped || taken || ran.code == Some(0),
            "{place}: {line}\n{:?} {}",
            ran.code,
            ran.stderr
        );
    }
}

/// Every help page of a command with its name, those of its subcommands after it.
fn pages(place: &Place, name: &str) -> Vec<(String, String)> {
    let page = place.run(&format!("sprague {name} --help")).stdout;
    let mut found = vec![(name.to_string(), page.clone())];
    let usage = page.find("Usage:").unwrap();
    let lists =
        if name.is_empty() { &page[usage..] } else { page.split("Commands:\n").nth(1).unwrap_or_default() };
    let end = if name.is_empty() { "\nOutput:" } else { "\n\n" };
    for line in lists.split(end).next().unwrap_or_default().lines().skip(usize::from(name.is_empty())) {
        let word = line.strip_prefix("  ").and_then(|line| line.split_whitespace().next());
        if let Some(word) = word.filter(|_| !line.starts_with("   ")) {
            found.extend(pages(place, format!("{name} {word}").trim_start()));
        }
    }
    found
}

/// The examples of a page as a shell takes them: without the remark after a gap.
fn examples(page: &str) -> Vec<String> {
    let after = page.split("\nExamples:\n").nth(1).unwrap();
    let lines = after.lines().take_while(|line| !line.is_empty()).map(str::trim);
    lines.map(|line| line.split("  ").next().unwrap_or_default().to_string()).collect()
}

#[test]
fn examples_of_help_pages_run() {
    let place = Place::new();
    let pages = pages(&place, "");
    assert!(pages.len() > 30, "{} pages", pages.len());
    let mut count = 0;
    for (name, page) in pages {
        for line in examples(&page) {
            place.example(&format!("help {name}"), &line);
            count += 1;
        }
    }
    let welcome = place.run("sprague").stdout;
    for line in welcome.lines().filter_map(|line| line.strip_prefix("  ")) {
        place.example("the first screen", line.split("  ").next().unwrap());
        count += 1;
    }
    let checker = place.run("sprague-check --help").stdout;
    for line in examples(&checker) {
        place.example("help of sprague-check", &line);
        count += 1;
    }
    assert!(count > 100, "{count} examples");
}

/// Every command line of the checker that anything shows is one that it takes.
#[test]
fn lines_of_the_checker_are_taken() {
    let place = Place::new();
    let lines = shown::all().into_iter().filter(|line| line.program == Program::Checker);
    // A line of prose may begin with the name of the program.
    let lines: Vec<Shown> =
        lines.filter(|line| line.mention || line.text.contains(['-', '.', '*'])).collect();
    for line in &lines {
        let words: Vec<String> = line.words.iter().map(|word| format!("'{word}'")).collect();
        let ran = place.run(&format!("sprague-check {}", words.join(" ")));
        let refused = ran.stderr.contains("(try --help)");
        let left_out = line.mention && ran.stderr.contains("no file given");
        assert!(!refused || left_out, "{}: {}\n{}", line.place, line.text, ran.stderr);
    }
    assert!(lines.len() > 2, "{} lines", lines.len());
}

/// The pages for readers.
fn documents() -> Vec<PathBuf> {
    let in_folder = |path: &Path| path.extension().is_some_and(|end| end == "md");
    shown::files().into_iter().filter(|path| in_folder(path)).collect()
}

/// A fenced block: its language, the line it begins on and its lines.
fn blocks(text: &str) -> Vec<(String, usize, Vec<String>)> {
    let mut found: Vec<(String, usize, Vec<String>)> = vec![];
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        match line.trim_start().strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(language) => {
                inside = true;
                found.push((language.trim().to_string(), number + 1, vec![]));
            }
            None if inside => found.last_mut().unwrap().2.push(line.to_string()),
            None => {}
        }
    }
    found
}

/// Examples of scripts in documents.
#[test]
fn examples_of_documents_run() {
    let mut count = 0;
    for path in documents() {
        let text = std::fs::read_to_string(&path).unwrap();
        let place = Place::new();
        for (language, number, lines) in blocks(&text) {
            if language != "sh" && language != "bash" {
                continue;
            }
            for line in lines.iter().filter(|line| line.starts_with("sprague")) {
                place.example(&format!("{}:{number}", path.display()), line);
                count += 1;
            }
        }
    }
    assert!(count > 25, "{count} examples");
}

/// Documents show what the command prints, but for times.
#[test]
fn documents_show_what_is_printed() {
    let mut count = 0;
    for path in documents() {
        let text = std::fs::read_to_string(&path).unwrap();
        let place = Place::new();
        for (language, number, lines) in blocks(&text) {
            let Some(code) = exit_code(&language) else { continue };
            for example in lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty()) {
                let at = format!("{}:{number}", path.display());
                assert!(example[0].starts_with("$ "), "{at}: an empty line ends an output");
                for (line, expected) in sessions(example) {
                    let ran = place.run(&line);
                    assert_eq!(ran.code, Some(code), "{at}: {line}\n{}", ran.stderr);
                    let printed = ran.stdout.lines().chain(ran.stderr.lines()).map(str::to_string);
                    let printed: Vec<String> = printed.filter(|line| !line.is_empty()).collect();
                    assert!(same(&expected, &printed), "{at}: {line}\nprints\n{}", printed.join("\n"));
                    count += 1;
                }
            }
        }
    }
    assert!(count > 60, "{count} examples");
}

/// The exit code of the commands in a block, by its language: `console`, or `console exit=1`.
fn exit_code(language: &str) -> Option<i32> {
    match language.strip_prefix("console")? {
        "" => Some(0),
        rest => Some(rest.strip_prefix(" exit=").unwrap().parse().unwrap()),
    }
}

/// `$ command` and what it prints.
fn sessions(lines: &[String]) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = vec![];
    for line in lines {
        match line.strip_prefix("$ ") {
            Some(command) => found.push((command.to_string(), vec![])),
            None => found.last_mut().unwrap().1.push(line.clone()),
        }
    }
    found
}

/// Whether lines are the same but for times; `...` stands for any number of lines at the end.
fn same(expected: &[String], printed: &[String]) -> bool {
    let all = |lines: &[String]| lines.iter().map(|line| timeless(line)).collect::<Vec<_>>();
    match expected.split_last() {
        Some((last, first)) if last == "..." => {
            printed.len() > first.len() && all(first) == all(&printed[..first.len()])
        }
        _ => all(expected) == all(printed),
    }
}

/// A line with `TIME` for `12 ms`, `< 1 ms`, `3.21 s` and for the number of seconds in JSON.
fn timeless(line: &str) -> String {
    let units = |word: &str| ["ms", "s", "min", "h"].contains(&word.trim_end_matches([',', ')', ':', ';']));
    let number = |word: &str| word.trim_start_matches('(').parse::<f64>().is_ok();
    let mut words: Vec<String> = vec![];
    for word in line.split(' ') {
        if units(word) && words.last().is_some_and(|last| number(last)) {
            words.pop();
            if words.last().is_some_and(|last| last == "<" || last == "TIME") {
                words.pop();
            }
            // An estimate may be a range: `1 s to 2 s`.
            if words.ends_with(&["TIME".to_string(), "to".to_string()]) {
                words.truncate(words.len() - 2);
            }
            words.push(format!("TIME{}", word.trim_start_matches(char::is_alphabetic)));
        } else {
            words.push(word.to_string());
        }
    }
    let line = words.join(" ");
    match line.split_once("\"seconds\":") {
        Some((before, after)) => {
            format!("{before}\"seconds\":TIME{}", after.trim_start_matches(|c: char| !",}".contains(c)))
        }
        None => line,
    }
}

#[test]
fn times_do_not_matter() {
    for (one, other, equal) in [
        ("5 values, 12 ms", "5 values, < 1 ms", true),
        ("5 values, 12 ms", "6 values, 12 ms", false),
        ("  7  proved in 2 min 5 s (x)", "  7  proved in 3.21 s (x)", true),
        ("{\"seconds\":0.1}", "{\"seconds\":3e-5}", true),
        ("{\"seconds\":0.1,\"a\":1}", "{\"seconds\":3e-5,\"a\":2}", false),
        ("which takes 1 s:", "which takes 1 s to 2 s:", true),
        ("for 71 <= n < 154", "for 71 <= n < 155", false),
    ] {
        assert_eq!(timeless(one) == timeless(other), equal, "{one} | {other}");
    }
}
