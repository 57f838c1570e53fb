//! The command: lines and exit codes.

mod common;

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

use common::*;
use sprague_certificate::{Certificate, Question};

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
    let endless = Certificate { rule: "0.3...".into(), ..periodic("0.07", 1000).unwrap() };
    let err =
        "sprague-check: -: cannot be read: rule `0.3...`: codes that go on for ever cannot be checked\n";
    says(&["-"], &bytes(&endless), 2, "", err);
}

#[test]
fn usage() {
    assert_eq!(run(&["--help"], b"").status.code(), Some(0));
    for bad in [&[][..], &["--fast", "-"], &["--steps", "many", "-"], &["--steps"]] {
        let output = run(bad, b"");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    }
}

/// Several files: one line each, with the name, and the worst code.
#[test]
fn several_files() {
    let folder = std::env::temp_dir().join(format!("sprague-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let right = periodic("sub:1,2", 100).unwrap();
    let mut wrong = right.clone();
    wrong.values[1] = 2;
    std::fs::write(path("right"), bytes(&right)).unwrap();
    std::fs::write(path("wrong"), bytes(&wrong)).unwrap();
    let (right, wrong, none) = (path("right"), path("wrong"), path("none"));
    let verified = format!(
        "{right}: VERIFIED: nim-values of sub:1,2: period 3, preperiod 0, both least, for all heaps\n"
    );
    let refused = format!("{wrong}: NOT VERIFIED: the period 3 fails, at n = 4\n");
    says(&[&right, &right], b"", 0, &verified.repeat(2), "");
    says(&[&wrong, &right], b"", 1, &(refused.clone() + &verified), "");
    let missing = format!("sprague-check: {none}: cannot be read: No such file or directory (os error 2)\n");
    says(&[&none, &wrong, &right], b"", 2, &(refused + &verified), &missing);
    std::fs::remove_dir_all(folder).unwrap();
}
