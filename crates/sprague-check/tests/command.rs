//! The command: lines and exit codes.

mod common;

use std::{
    fs::File,
    io::Write,
    os::unix::ffi::OsStrExt,
    path::PathBuf,
    process::{Child, Command, ExitStatus, Output, Stdio},
    time::{Duration, Instant},
};

use common::*;
use sprague_certificate::{Certificate, Law, Question, Theorem};

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprague-check"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that stops reading early is no failure of the test.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn bytes(certificate: &Certificate) -> Vec<u8> {
    let mut file = Vec::new();
    certificate.write(&mut file).unwrap();
    file
}

#[track_caller]
fn says(arguments: &[&str], input: &[u8], code: i32, out: &str, err: &str) {
    let output = run(arguments, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    assert_eq!((text(output.stdout).as_str(), text(output.stderr).as_str()), (out, err));
    assert_eq!(output.status.code(), Some(code));
}

#[test]
fn verified() {
    let dawson = periodic("0.07", 1000).unwrap();
    let law = "VERIFIED: nim-values of 0.07: period 34, preperiod 53, both least, for all heaps";
    says(&["-"], &bytes(&dawson), 0, &format!("{law}\n"), "");
    let count = with_count(dawson, Question::Wins { upto: "1000000".into() }, "", "852938");
    let line = format!("{law}; heaps up to 1000000 that the first player wins: 852938\n");
    says(&["--threads", "1", "-"], &bytes(&count), 0, &line, "");
}

#[test]
fn not_verified() {
    let mut dawson = periodic("0.07", 1000).unwrap();
    dawson.values[70] ^= 1;
    says(&["-"], &bytes(&dawson), 1, "NOT VERIFIED: the period 34 fails, at n = 104\n", "");
    dawson.values[70] ^= 1;
    let line = "NOT VERIFIED: the check needs more than 9 steps, the limit in force\n";
    says(&["--steps", "9", "-"], &bytes(&dawson), 1, line, "");
}

#[test]
fn unreadable() {
    let dawson = bytes(&periodic("0.07", 1000).unwrap());
    let err = "sprague-check: -: cannot be read: truncated: the file ends inside the end line\n";
    says(&["-"], &dawson[..dawson.len() - 1], 2, "", err);
    let err = "sprague-check: -: cannot be read: not a Sprague certificate (the first line has to be `sprague-certificate`)\n";
    says(&["-"], b"hello", 2, "", err);
    let err = "sprague-check: -: cannot be read: the header claims 176 values, more than the limit of 100\n";
    says(&["--values", "100", "-"], &dawson, 2, "", err);
    let endless = Certificate { rule: "0.3..".into(), ..periodic("0.07", 1000).unwrap() };
    let err = "sprague-check: -: cannot be read: rule `0.3..`: not a rule that can be checked\n";
    says(&["-"], &bytes(&endless), 2, "", err);
}

#[test]
fn usage() {
    for (arguments, begins) in [
        (["-h"], "Check certificates"),
        (["--help"], "Check certificates"),
        (["-V"], "sprague-check "),
        (["--version"], "sprague-check "),
    ] {
        let output = run(&arguments, b"");
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{arguments:?}");
        assert!(text.starts_with(begins) && text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
    let bad: [&[&str]; 9] = [
        &[],
        &["--fast", "-"],
        &["-x", "-"],
        &["--steps", "many", "-"],
        &["--steps"],
        &["--steps=", "-"],
        &["--memory", "2X", "-"],
        &["--memory", "99999999999G", "-"],
        &["--"],
    ];
    for bad in bad {
        let output = run(bad, b"");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{bad:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1, "{bad:?}");
    }
}

/// Numbers are written as for `sprague check`.
#[test]
fn numbers_of_options() {
    let dawson = bytes(&periodic("0.07", 1000).unwrap());
    let options: [&[&str]; 5] = [
        &["--steps", "10^13"],
        &["--steps=1e9"],
        &["--values", "2^20"],
        &["--memory", "2GiB"],
        &["--threads", "1"],
    ];
    for options in options {
        let output = run(&[options, &["-"]].concat(), &dawson);
        assert_eq!(output.status.code(), Some(0), "{options:?}");
    }
}

#[test]
fn memory() {
    let dawson = bytes(&periodic("0.07", 1000).unwrap());
    for enough in ["1M", "2G", "2000K", "2000000"] {
        assert_eq!(run(&["--memory", enough, "-"], &dawson).status.code(), Some(0), "{enough}");
    }
    let err = "sprague-check: -: cannot be read: the header claims 176 values, more than the limit of 150\n";
    says(&["--memory", "300", "-"], &dawson, 2, "", err);
    let line = "NOT VERIFIED: the check needs more memory than 0 bytes, the limit in force, for the rule\n";
    says(&["--memory", "352", "-"], &dawson, 1, line, "");
}

/// Under a limit on address space that the default budget would pass: a line, and no abort.
#[test]
fn limits_of_the_process() {
    let folder = Folder::new("limits");
    let table = |rule: &str, values| certificate(rule, Law::Table {}, Theorem::Definition, values);
    let tuples = Question::CardTuples { cards: 1 << 25, suits: 9 };
    let all = [
        folder.file("split", &table("split:2", vec![0; 1 << 24])),
        folder.file("three", &table("0.8", vec![0; 2_000_000])),
        folder.file("many", &table("sub:1", vec![0; 100_000_000])),
        folder.file("cards", &with_count(cards(3), tuples, "2147483647", "1")),
    ];
    let lines = [
        "the check needs more memory than",
        "value 0 is among",
        "more than the limit of",
        "more memory than",
    ];
    for (path, expected) in all.iter().zip(lines) {
        let script = "ulimit -v 300000; exec \"$0\" \"$@\"";
        let program = env!("CARGO_BIN_EXE_sprague-check");
        let output = Command::new("sh").args(["-c", script, program]).arg(path).output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(said.contains(expected) && said.lines().count() == 1, "{path:?}: {said}");
        assert!(matches!(output.status.code(), Some(1 | 2)), "{path:?}: {:?}", output.status);
    }
}

/// A verdict that cannot be written is not a success.
#[test]
fn nowhere_to_write() {
    let folder = Folder::new("full");
    let right = folder.file("right", &periodic("sub:1,2", 100).unwrap());
    for argument in [right.to_str().unwrap(), "--help"] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_sprague-check")).arg(argument).stdout(full).output();
        let output = command.unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, "sprague-check: cannot write: No space left on device (os error 28)\n");
        assert_eq!(output.status.code(), Some(2));
        // And with closed output.
        let full = || File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_sprague-check"));
        assert_eq!(command.arg(argument).stdout(full()).stderr(full()).status().unwrap().code(), Some(2));
    }
}

/// The verdict decides the exit code; a success that could not be written is none. A reader that went away is
/// not told so, and a full disk is named.
#[test]
fn verdicts_that_are_lost() {
    let folder = Folder::new("pipe");
    let right = periodic("sub:1,2", 100).unwrap();
    let mut wrong = right.clone();
    wrong.values[1] = 2;
    let (right, wrong) = (folder.file("right", &right), folder.file("wrong", &wrong));
    for (files, code) in
        [(vec![&wrong], 1), (vec![&right], 2), (vec![&right, &wrong], 2), (vec![&wrong; 2], 1)]
    {
        let run = |out: Stdio| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_sprague-check"));
            command.args(&files).stdout(out).stderr(Stdio::piped()).output().unwrap()
        };
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let closed = run(writer.into());
        assert_eq!((closed.status.code(), closed.stderr.len()), (Some(code), 0), "{files:?}");
        let full = run(File::options().write(true).open("/dev/full").unwrap().into());
        let said = String::from_utf8(full.stderr).unwrap();
        let line = "sprague-check: cannot write: No space left on device (os error 28)\n";
        assert_eq!((full.status.code(), said), (Some(code), line.repeat(files.len())), "{files:?}");
    }
}

/// Names that are not UTF-8, and names that would play tricks on a terminal.
#[test]
fn strange_names() {
    let folder = Folder::new("names");
    let right = periodic("sub:1,2", 100).unwrap();
    let verdict = "VERIFIED: nim-values of sub:1,2: period 3, preperiod 0, both least, for all heaps";
    let names: [(&[u8], &str); 4] = [
        (b"\xff", "\u{fffd}"),
        (b"a\nb", "a\\nb"),
        ("a\u{202e}b".as_bytes(), "a\\u{202e}b"),
        (b"--x", "--x"),
    ];
    for (name, shown) in names {
        let path = folder.0.join(std::ffi::OsStr::from_bytes(name));
        std::fs::write(&path, bytes(&right)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_sprague-check"));
        command.current_dir(&folder.0).arg("--").args([path.file_name().unwrap(); 2]);
        let output = command.output().unwrap();
        let expected = format!("{shown}: {verdict}\n").repeat(2);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
        std::fs::remove_file(&path).unwrap();
        let said = String::from_utf8(command.output().unwrap().stderr).unwrap();
        assert!(said.starts_with(&format!("sprague-check: {shown}: cannot be read: No such file")), "{said}");
    }
    let option = std::ffi::OsStr::from_bytes(b"--\xff");
    let output = Command::new(env!("CARGO_BIN_EXE_sprague-check")).arg(option).output().unwrap();
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .starts_with("sprague-check: unknown option --\u{fffd} (try --help)\n")
    );
}

/// Ctrl-C: one line, exit code 130, within a second; while checking, and while waiting for input.
#[test]
fn interrupted() {
    let folder = Folder::new("interrupted");
    let many = (1..=512).map(|t| t.to_string()).collect::<Vec<_>>().join(",");
    let values = (0..1 << 24).map(|n| (n / 513) as u16).collect();
    let long = certificate(&format!("allbut:{many}"), Law::Table {}, Theorem::Definition, values);
    let long = folder.file("long", &long);
    for argument in [long.to_str().unwrap(), "-"] {
        for patience in [50, 1500] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_sprague-check"))
                .arg(argument)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(patience));
            assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
            let status = ended_within(&mut child, Duration::from_secs(1));
            assert_eq!(status.and_then(|status| status.code()), Some(130), "{argument} after {patience} ms");
            let output = child.wait_with_output().unwrap();
            assert_eq!(String::from_utf8(output.stderr).unwrap(), "sprague-check: interrupted\n");
            assert!(output.stdout.is_empty());
        }
    }
}

fn ended_within(child: &mut Child, most: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < most {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    None
}

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sprague-check-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, certificate: &Certificate) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes(certificate)).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Several files: one line each, with the name, and the worst code.
#[test]
fn several_files() {
    let folder = Folder::new("several");
    let right = periodic("sub:1,2", 100).unwrap();
    let mut wrong = right.clone();
    wrong.values[1] = 2;
    let path = |path: PathBuf| path.to_str().unwrap().to_string();
    let (right, wrong) = (path(folder.file("right", &right)), path(folder.file("wrong", &wrong)));
    let none = path(folder.0.join("none"));
    let verified = format!(
        "{right}: VERIFIED: nim-values of sub:1,2: period 3, preperiod 0, both least, for all heaps\n"
    );
    let refused = format!("{wrong}: NOT VERIFIED: the period 3 fails, at n = 4\n");
    says(&[&right, &right], b"", 0, &verified.repeat(2), "");
    says(&[&wrong, &right], b"", 1, &(refused.clone() + &verified), "");
    let missing = format!("sprague-check: {none}: cannot be read: No such file or directory (os error 2)\n");
    says(&[&none, &wrong, &right], b"", 2, &(refused + &verified), &missing);
}
