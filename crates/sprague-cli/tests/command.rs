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
        ("euler 301 --n 2^10", "144"),
        ("euler 310 --n 29", "1160"),
        ("euler 400 --k 10", "17"),
        ("euler 409 --n 5", "19764360"),
        ("euler 509 --n 100", "735494"),
        ("euler 550 --n 10 --k 5", "40085"),
        ("euler 560 --n 10^3 --k 10^3", "954021836"),
        ("euler 649 --n 9 --c 3", "450304"),
        ("euler 888 --n 124 --m 9 --exact", "2259208528408"),
        ("count pattern nim 1,2,3 --upto 2^10", "144"),
        ("count multisets sub:squares --upto 29 --heaps 3", "1160"),
        ("count sets nim --from 1 --upto 2^3-1 --heaps 3 --ordered --won", "168"),
        ("count tuples take:divisors --upto 100 --heaps 3 --won", "735494"),
        ("count zeros sub:squares --upto 15", "0 2 5 7 10 12 15"),
        (
            "count histogram sub:pow2 --upto 10^18-1",
            "0 333333333333333334\n1 333333333333333333\n2 333333333333333333",
        ),
        ("count partitions split:2 --of 5 --lost", "4"),
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
fn rule_files_stand_for_rules() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/rules/odd-kayles.toml");
    let output = sprague(&format!("count wins @{file} --upto 100 --json")).success().get_output().clone();
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["rule"], "0.77(30)");
    assert_eq!(object["question"]["rule"], "0.77(30)");
    assert_eq!(bare(&format!("count wins @{file} --upto 100")), bare("count wins 0.77(30) --upto 100"));
    let folder = tempfile::tempdir().unwrap();
    let wrong = folder.path().join("wrong.toml");
    std::fs::write(&wrong, "[[move]]\ntake = [1]\nparts = \"two\"\n").unwrap();
    let output = sprague(&format!("law @{}", wrong.display())).code(2).get_output().clone();
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(
        line.contains("wrong.toml") && line.contains("line 3: `parts`") && line.lines().count() == 1,
        "{line}"
    );
    sprague("law @nowhere.toml").code(2);
}

#[test]
fn rules_are_told_and_compared() {
    let text = |args: &str| String::from_utf8(sprague(args).success().get_output().stdout.clone()).unwrap();
    assert!(text("rules dawson").contains("paper-strip"));
    assert!(text("rules tree").contains("docs/trees.md"));
    assert!(
        text("rules --same 0.137")
            .contains("0.07 (dawson, paper-strip): at n+1 the value of 0.137 at n, proved")
    );
    assert!(text("euler --list").lines().count() == 13);
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
