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
    trycmd::TestCases::new().env("SPRAGUE_PROGRESS", "1000000").case("tests/cmd/*.trycmd");
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
        ("count pattern nim 1,2,3 --to 2^10", "144"),
        ("count multisets sub:squares --to 29 --heaps 3", "1160"),
        ("count sets nim --from 1 --to 2^3-1 --heaps 3 --ordered --won", "168"),
        ("count tuples take:divisors --to 100 --heaps 3 --won", "735494"),
        ("count zeros sub:squares --to 15", "0\n2\n5\n7\n10\n12\n15"),
        (
            "count histogram sub:pow2 --to 10^18-1",
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
        ("count wins kayles --to 0", "0"),
        ("count tuples kayles --to 0 --heaps 7", "1"),
        ("count tuples cards --from 13 --to 13 --heaps 4", "556569544214312"),
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
        ("law cut --to 5", &["rule", "rows", "status", "seconds"]),
        ("law cards", &["rule", "status", "seconds"]),
        ("count wins 0.07 --to 10^30", &["rule", "answer", "status", "seconds"]),
        ("count tuples cut --to 3x4 --heaps 2", &["rule", "answer", "status", "seconds"]),
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

/// The header by numpy's description: magic, version 1.0, 118 more bytes, a dictionary that ends in a line.
#[test]
fn arrays_for_numpy() {
    let folder = tempfile::tempdir().unwrap();
    for (args, shape, bytes) in [
        ("values kayles --to 300", "'descr': '|u1', 'fortran_order': False, 'shape': (301,)", 301),
        ("values cut --to 3x5", "'descr': '|u1', 'fortran_order': False, 'shape': (3, 5)", 15),
        ("values nim --to 300", "'descr': '<u2', 'fortran_order': False, 'shape': (301,)", 602),
    ] {
        let path = folder.path().join("values.npy");
        sprague(&format!("{args} --format npy -o {}", path.display())).success();
        let file = std::fs::read(&path).unwrap();
        assert_eq!((&file[..10], file[127]), (&b"\x93NUMPY\x01\x00\x76\x00"[..], b'\n'));
        assert!(String::from_utf8_lossy(&file[10..128]).contains(shape), "{args}");
        assert_eq!(file.len(), 128 + bytes, "{args}");
    }
    let path = folder.path().join("values.npy");
    sprague(&format!("values nim --to 300 --format npy -o {}", path.display())).success();
    assert_eq!(std::fs::read(&path).unwrap()[128 + 2 * 258..][..2], [2, 1]);
}

#[test]
fn pictures() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        "plot kayles --to 200",
        "plot 0.16 --to 20000",
        "plot cut --to 9x20",
        "plot 0.07 --to 3000 --histogram",
    ] {
        for kind in ["svg", "png"] {
            let path = folder.path().join(format!("picture.{kind}"));
            sprague(&format!("{args} -o {}", path.display())).success().stdout("");
            let file = std::fs::read(&path).unwrap();
            match kind {
                "png" => assert_eq!(
                    (&file[..8], &file[file.len() - 8..file.len() - 4]),
                    (&b"\x89PNG\r\n\x1a\n"[..], &b"IEND"[..])
                ),
                _ => assert!(file.starts_with(b"<svg") && file.ends_with(b"</svg>\n")),
            }
        }
    }
    sprague("plot kayles --to 5 -o /nowhere/at/all.png").code(2);
}

/// A whole game from a pipe: the one winning move first, then mirrored moves, which win Kayles from 5+5.
#[test]
fn a_game_from_a_pipe() {
    let moves = "moves\nhint\nwhy\nnonsense\n1 1\nundo\n1 2 = 1+1\nundo\n1 2 = 1+1\nquit\n";
    let play = |args: &str, input: &str| {
        let output =
            Command::cargo_bin("sprague").unwrap().args(args.split(' ')).write_stdin(input).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let text = play("play kayles 4 --seed 7", moves);
    for line in [
        "1 2 = 1+1",
        "on piece 1: take 2, leaving 1+1, wins",
        "Not 0: won for the player to move.",
        "that is not a move",
        "there is a choice",
        "there is nothing to take back",
        "I play on piece",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains('\x1b'), "colours on a pipe");
    let text = play("play kayles 4 --seed 7", "1 2 = 1+1\n1 1\n");
    assert!(text.ends_with("I cannot move: you win.\n"), "{text}");
    let text = play("play nim 1 1", "1 1\n");
    assert!(text.ends_with("You cannot move: I win.\n"), "{text}");
    assert!(play("play cut 2x2", "1 1,1\n").contains("+-+-+"));
    assert!(play("play cards 2,5/9", "quit\n").contains(" . [2]"));
    assert!(play("play nim 3 4 --second --level easy --seed 3", "").contains("I play"));
}

#[test]
fn sizes_from_standard_input() {
    let output = Command::cargo_bin("sprague")
        .unwrap()
        .args(["value", "kayles", "-", "--bare"])
        .write_stdin("1 2 3\n10^40\n")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "1\n2\n3\n1\n");
    sprague("value kayles").code(2);
}

/// `help COMMAND` is what `--help` prints, and `-h` is shorter.
#[test]
fn help_in_three_ways() {
    let text = |args: &str| String::from_utf8(sprague(args).success().get_output().stdout.clone()).unwrap();
    for command in ["law", "count tuples", "search", "census run", "values"] {
        let (short, long) = (text(&format!("{command} -h")), text(&format!("{command} --help")));
        assert_eq!(text(&format!("help {command}")), long, "{command}");
        assert!(short.len() < long.len() && long.starts_with(short.lines().next().unwrap()), "{command}");
    }
    assert_eq!(text("help"), text("--help"));
    assert!(text("man count tuples").contains("ordered tuples"));
}

#[test]
fn rule_files_stand_for_rules() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/rules/odd-kayles.toml");
    let output = sprague(&format!("count wins @{file} --to 100 --json")).success().get_output().clone();
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["rule"], "0.77[30]");
    assert_eq!(object["question"]["rule"], "0.77[30]");
    assert_eq!(bare(&format!("count wins @{file} --to 100")), bare("count wins 0.77[30] --to 100"));
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
    assert!(text("euler --list").lines().count() == sprague::counts::euler::PROBLEMS.len());
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
