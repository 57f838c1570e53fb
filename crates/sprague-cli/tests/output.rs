//! A result that cannot be written is no success, whichever command it is of.
#![cfg(unix)]

use std::fs::File;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Where the result goes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Out {
    /// A disk that is full.
    Full,
    /// A pipe whose reader has gone before the first byte.
    Closed,
    /// A process that reads it.
    Read,
}

fn sprague(args: &str, folder: &Path, out: Out) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("sprague"));
    command.args(args.split(' ')).current_dir(folder).stdin(Stdio::null()).stderr(Stdio::piped());
    match out {
        Out::Full => command.stdout(File::options().write(true).open("/dev/full").unwrap()),
        Out::Closed => {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            command.stdout(writer)
        }
        Out::Read => command.stdout(Stdio::piped()),
    };
    command.output().unwrap()
}

/// Every command that prints a result, and whether it is a listing.
const COMMANDS: [(&str, bool); 31] = [
    ("--help", true),
    ("--version", true),
    ("help", true),
    ("help law", true),
    ("help proof-status", true),
    ("help notation", true),
    ("law --help", true),
    ("man", true),
    ("completions bash", true),
    ("rules", true),
    ("rules nim", true),
    ("values kayles --to 1000", true),
    ("values kayles --to 10 --bare", true),
    ("values kayles --to 10 --json", true),
    ("values kayles --to 100000 --digest", true),
    ("value kayles 12", false),
    ("value kayles 12 --bare", false),
    ("law kayles", false),
    ("law kayles --json", false),
    ("law kayles --save -", false),
    ("euler 306", false),
    ("euler 306 --json", false),
    ("moves kayles 5+7", false),
    ("explain kayles 5+7", false),
    ("count wins kayles --to 1000", false),
    ("plot kayles --to 100", false),
    ("play kayles 1+1", false),
    ("check right.cert", false),
    ("check right.cert --json", false),
    ("check right.cert --bare", false),
    ("check right.cert right.cert", false),
];

#[test]
fn lost_results_are_no_success() {
    let folder = tempfile::tempdir().unwrap();
    let saved = sprague("law kayles --save right.cert", folder.path(), Out::Read);
    assert!(saved.status.success(), "{}", String::from_utf8_lossy(&saved.stderr));
    for (args, listing) in COMMANDS {
        let said = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
        let read = sprague(args, folder.path(), Out::Read);
        assert_eq!(read.status.code(), Some(0), "{args}: {}", said(&read));
        assert!(!read.stdout.is_empty(), "{args} prints nothing");
        let full = sprague(args, folder.path(), Out::Full);
        assert_eq!(full.status.code(), Some(2), "{args}: {}", said(&full));
        assert!(
            said(&full).lines().count() == 1 && said(&full).contains("No space"),
            "{args}: {}",
            said(&full)
        );
        // Who does not read a result has none; who leaves a listing may have had enough. Neither gets a
        // message.
        let closed = sprague(args, folder.path(), Out::Closed);
        assert_eq!(closed.status.code(), Some(if listing { 0 } else { 2 }), "{args}: {}", said(&closed));
        assert_eq!(said(&closed), "", "{args}");
    }
}

/// The verdict decides the exit code, and then whether it could be written.
#[test]
fn verdicts_that_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert!(sprague("law kayles --save right.cert", folder.path(), Out::Read).status.success());
    let mut wrong = sprague_certificate::Certificate::read(
        File::open(path("right.cert")).unwrap(),
        &sprague_certificate::Limits::default(),
    )
    .unwrap();
    wrong.values[9] ^= 1;
    wrong.write(File::create(path("wrong.cert")).unwrap()).unwrap();
    std::fs::write(path("no.cert"), "nothing").unwrap();
    for (files, [read, closed, full]) in [
        ("right.cert", [0, 2, 2]),
        ("wrong.cert", [1, 1, 1]),
        ("no.cert", [2, 2, 2]),
        ("wrong.cert right.cert", [1, 2, 2]),
        ("right.cert wrong.cert", [1, 2, 2]),
        ("right.cert right.cert", [0, 2, 2]),
    ] {
        for options in ["", " --json", " --bare"] {
            let args = format!("check {files}{options}");
            for (out, code) in [(Out::Read, read), (Out::Closed, closed), (Out::Full, full)] {
                let output = sprague(&args, folder.path(), out);
                assert_eq!(output.status.code(), Some(code), "{args} {out:?}");
            }
        }
    }
}
