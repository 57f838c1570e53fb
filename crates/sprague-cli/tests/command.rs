//! The command as its users see it: the README's tour, every error, every edge.

use assert_cmd::Command;

fn sprague(args: &str) -> assert_cmd::assert::Assert {
    Command::cargo_bin("sprague").unwrap().args(args.split_whitespace()).assert()
}

/// The bare answer of a command that succeeds.
fn bare(args: &str) -> String {
    let output = sprague(&format!("{args} --bare")).success().get_output().clone();
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}

#[test]
fn documented_commands_print_what_they_say() {
    trycmd::TestCases::new().case("../../README.md").case("tests/cmd/*.trycmd");
}

#[test]
fn published_answers() {
    for (args, answer) in [
        ("euler 306 --n 5", "3"),
        ("euler 306 --n 50", "40"),
        ("euler 306 --n 1000000", "852938"),
        ("euler 933 --w 12 --h 123", "327398"),
        ("euler 933", "5707485980743099"),
        ("euler 629 --n 7", "66"),
        ("euler 629 --n 10", "291"),
        ("euler 629 --n 200 --mod 1000000007", "626616617"),
        ("euler 629", "626616617"),
        ("euler 798 --n 3 --s 2", "26"),
        ("euler 798 --n 13 --s 4", "540318329"),
        ("euler 798 --n 13 --s 4 --exact", "556569544214312"),
        ("euler 798", "132996198"),
        ("count partitions split:2 --of 5", "3"),
        ("count partitions split:3 --of 5", "5"),
    ] {
        assert_eq!(bare(args), answer, "{args}");
    }
}

#[test]
fn lost_partitions_of_two_hundred() {
    for (rule, lost) in
        [("split:2", "1986499671158"), ("split:3", "137857037546"), ("split:4", "74354406629")]
    {
        let output =
            sprague(&format!("count partitions {rule} --of 200 --json")).success().get_output().clone();
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(object["lost"], lost, "{rule}");
        let won: u64 = object["answer"].as_str().unwrap().parse().unwrap();
        assert_eq!(won + lost.parse::<u64>().unwrap(), 3_972_999_029_388, "{rule}");
    }
}

#[test]
fn edges() {
    for (args, answer) in [
        ("euler 306 --n 0", "0"),
        ("euler 306 --n 1", "0"),
        ("euler 306 --n 2", "1"),
        ("euler 629 --n 0", "0"),
        ("euler 629 --n 1", "0"),
        ("euler 629 --n 2", "1"),
        ("euler 798 --n 0 --s 3", "1"),
        ("euler 798 --n 1 --s 3", "8"),
        ("euler 798 --n 5 --s 0", "1"),
        ("euler 798 --n 5 --s 1", "10"),
        ("euler 933 --w 0 --h 9", "0"),
        ("euler 933 --w 1 --h 9", "0"),
        ("euler 933 --w 9 --h 1", "0"),
        ("euler 933 --w 2 --h 2", "1"),
        ("euler 629 --mod 1", "0"),
        ("euler 798 --n 9 --s 9 --mod 1", "0"),
        ("euler 306 --mod 1", "0"),
        ("euler 933 --w 5 --h 5 --mod 1", "0"),
        ("count wins kayles --upto 0", "0"),
        ("count tuples kayles --upto 0 --heaps 7", "1"),
        ("count tuples cards --size 13 --suits 4", "556569544214312"),
    ] {
        assert_eq!(bare(args), answer, "{args}");
    }
    // Heights below the prefix of the rows, and far beyond: the same either way round.
    for (w, h) in [("40", "7"), ("30", "10^30"), ("3", "100")] {
        assert_eq!(bare(&format!("euler 933 --w {w} --h {h}")), bare(&format!("euler 933 --w {h} --h {w}")));
    }
}

#[test]
fn every_result_is_one_json_object_with_its_keys() {
    for (args, keys) in [
        ("euler 306", &["problem", "answer", "status", "seconds"][..]),
        ("law kayles", &["rule", "period", "preperiod", "saltus", "max_value", "status", "seconds"]),
        (
            "law 0.156 --window",
            &["rule", "period", "preperiod", "max_value", "values_computed", "bytes_kept", "status"],
        ),
        ("law cut --upto 5", &["rule", "rows", "status", "seconds"]),
        ("law cards", &["rule", "status", "seconds"]),
        ("count wins 0.07 --upto 10^30", &["rule", "answer", "status", "seconds"]),
        ("count tuples cut --upto 3x4 --heaps 2", &["rule", "answer", "status", "seconds"]),
        ("moves kayles 3+4", &["rule", "value", "winning_moves", "status", "seconds"]),
        ("values kayles --to 5", &["rule", "values", "status", "seconds"]),
        ("values kayles --to 5 --digest", &["rule", "count", "checksum", "status", "seconds"]),
    ] {
        let output = sprague(&format!("{args} --json")).success().get_output().clone();
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for key in keys {
            assert!(object.get(key).is_some(), "{args}: {key}");
        }
    }
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish"] {
        let output = sprague(&format!("completions {shell}")).success().get_output().clone();
        assert!(String::from_utf8(output.stdout).unwrap().contains("sprague"));
    }
    let output = sprague("man").success().get_output().clone();
    assert!(String::from_utf8(output.stdout).unwrap().contains(".TH sprague"));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("sprague"))
        .args(["values", "sub:1", "--to", "300000", "--format", "bfile"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
