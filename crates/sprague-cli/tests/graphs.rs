//! Games that are written down, graphs and formulas on the command line, from files and without.

use assert_cmd::Command;
use std::path::Path;

/// Runs the command in a folder with some files; the exit code and both outputs.
fn run(files: &[(&str, &str)], args: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    run_in(folder.path(), args)
}

fn run_in(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("sprague").unwrap().args(args).current_dir(folder).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn bare(files: &[(&str, &str)], args: &[&str]) -> String {
    let (code, out, error) = run(files, &[args, &["--bare"]].concat());
    assert_eq!(code, 0, "{args:?}: {error}");
    out.trim().replace('\n', " ")
}

/// What a command refuses, on one line.
fn refused(files: &[(&str, &str)], args: &[&str]) -> String {
    let (code, out, error) = run(files, args);
    assert!(
        code != 0 && out.is_empty() && error.trim().lines().count() == 1,
        "{args:?}: {code} {out} {error}"
    );
    error
}

const GAME: (&str, &str) =
    ("game.csv", "from,to\nstart,middle\nstart,0\nmiddle,0\n# nothing follows\n0,end\n");

#[test]
fn an_explicit_game_from_a_file() {
    let files = [GAME, ("game.json", r#"{"start": ["middle", "0"], "middle": ["0"], "0": ["end"]}"#)];
    for file in ["@game.csv", "@game.json"] {
        assert_eq!(bare(&files, &["value", file, "start", "middle", "0", "end"]), "2 0 1 0", "{file}");
        assert_eq!(bare(&files, &["value", file, "all"]), "0 0 1 2");
        assert_eq!(bare(&files, &["moves", file, "start+0"]), "3");
        assert_eq!(bare(&files, &["count", "wins", file, "--to", "all"]), "2");
        assert_eq!(bare(&files, &["count", "zeros", file, "--to", "all"]), "end middle");
        assert_eq!(bare(&files, &["count", "tuples", file, "--to", "all", "--heaps", "2"]), "6");
        assert_eq!(bare(&files, &["count", "wins", file, "--from", "1", "--to", "2", "--lost"]), "1");
    }
    let (_, out, _) = run(&files, &["moves", "@game.csv", "start+0", "--all"]);
    // A position that is called 0 stays in a sum; it is no empty heap.
    assert!(out.contains("0+0") && out.contains("middle+0"), "{out}");
    let (_, out, _) = run(&files, &["explain", "@game.csv", "start"]);
    assert!(out.contains("middle"), "{out}");
    let (code, json, _) = run(&files, &["value", "@game.csv", "all", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, answer["status"].as_str()), (0, Some("proved")));
    assert_eq!(answer["rule"], "graph:0>end,middle>0,start>0,start>middle");
    assert_eq!(answer["values"][3]["piece"], "start");
    assert_eq!(bare(&files, &["value", "@game.csv", "start", "--misere"]), "won");
}

#[test]
fn an_explicit_game_is_played() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(GAME.0), GAME.1).unwrap();
    let output = Command::cargo_bin("sprague")
        .unwrap()
        .args(["play", "@game.csv", "start", "--seed", "1"])
        .current_dir(folder.path())
        .write_stdin("moves\n1 = middle\n")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && text.contains("1  = middle") && text.contains("I play on piece 1"),
        "{text}"
    );
}

#[test]
fn files_that_are_refused() {
    for (name, text, reasons) in [
        ("a.csv", "a,b\nb,c\nc,a\n", &["a.csv: ", "a → b → c → a"][..]),
        ("a.csv", "a,b\na,b,c\n", &["a.csv: line 2", "write two per line"]),
        ("a.csv", "", &["a.csv: it has no edge"]),
        ("a.json", "{\"a\": 1}", &["a.json: `a`", "a list of names"]),
        ("a.json", "[[1,2],", &["a.json: not valid JSON", "line 1"]),
        ("a.toml", "moves = [\n \"n-1\",\n \"n-\",\n]\n", &["a.toml: rule file, line 3", "`n-`"]),
        ("a.toml", "moves = []", &["a.toml: no move is given"]),
        ("a.toml", "moves = [\"n-1\"]\ntake = 1", &["a.toml: rule file, line 2", "take"]),
    ] {
        let line = refused(&[(name, text)], &["value", &format!("@{name}"), "3"]);
        assert!(reasons.iter().all(|reason| line.contains(reason)), "{text:?}: {line}");
    }
    assert!(refused(&[], &["value", "@none.csv", "a"]).contains("cannot read none.csv"));
    assert!(refused(&[GAME], &["value", "@game.csv", "x"]).contains("it has 0, end, middle, start"));
    assert!(refused(&[GAME], &["value", "node-kayles", "@game.toml"]).contains(".csv or .json"));
}

#[test]
fn graphs_from_files() {
    let petersen = "1,2\n2,3\n3,4\n4,5\n5,1\n1,6\n2,7\n3,8\n4,9\n5,10\n6,8\n8,10\n10,7\n7,9\n9,6\n";
    let named = r#"[["a","b"],["b","c"],["c","d"]]"#;
    let files = [("petersen.csv", petersen), ("path.json", named)];
    assert_eq!(bare(&files, &["value", "node-kayles", "@petersen.csv", "P4", "P5"]), "1 0 3");
    assert_eq!(bare(&files, &["moves", "node-kayles", "@petersen.csv+P5"]), "2");
    // The Petersen graph has a perfect matching, so every maximum matching has an edge at every node.
    assert_eq!(bare(&files, &["value", "geography", "@petersen.csv"]), "0");
    assert_ne!(bare(&files, &["value", "geography", "@petersen.csv:3"]), "0");
    let (code, out, error) = run(&files, &["value", "arc-kayles", "@path.json"]);
    assert!(code == 0 && out.contains("G(1-2,2-3,3-4) = 2"), "{out}");
    assert!(error.contains("a=1, b=2, c=3, d=4"), "{error}");
    assert_eq!(run(&files, &["value", "node-kayles", "@petersen.csv"]).2, "", "numbers are kept");
    assert_eq!(bare(&[], &["count", "histogram", "node-kayles", "--to", "2"]), "0 1 1 2");
    let line = refused(&[], &["count", "wins", "node-kayles", "--to", "9"]);
    assert!(line.contains("up to 7 nodes"), "{line}");
    let line = refused(&[], &["value", "geography", "G40x40:1"]);
    assert!(line.contains("is won") && line.contains("any size"), "{line}");
    assert_eq!(bare(&[], &["value", "geography", "G41x41:1"]), "0");
    let (_, out, _) = run(&[], &["law", "geography"]);
    assert!(out.contains("matching"), "{out}");
    assert!(refused(&[], &["value", "node-kayles", "P200"]).contains("at most 128 nodes"));
}

#[test]
fn formulas() {
    let files = [("mark.toml", "# Mark\nmoves = [\"n-1\", \"n/2\"]\n")];
    for rule in ["@mark.toml", "moves:n-1;n/2"] {
        assert_eq!(bare(&files, &["values", rule, "--to", "11"]), "0 1 0 2 1 2 0 1 0 2 0 1", "{rule}");
        assert_eq!(bare(&files, &["count", "wins", rule, "--to", "11"]), "7");
        assert_eq!(bare(&files, &["moves", rule, "7+5"]), "3");
    }
    let (code, out, _) = run(&[], &["law", "moves:n-1;n-3;n-4", "--limit", "1000"]);
    assert!(code == 1 && out.contains("observed: G(n+7) = G(n)"), "{out}");
    assert!(!out.contains("proved ("), "{out}");
    let line = refused(&[], &["values", "moves:n-1;n+1", "--to", "9"]);
    assert!(line.contains("it leaves 2") && line.contains("if n > 1"), "{line}");
    let line = refused(&[], &["values", "moves:n*1", "--to", "9"]);
    assert!(line.contains("1 → 1"), "{line}");
    assert!(refused(&[], &["value", "moves:n-1", "10^30"]).contains("one by one"));
    assert!(refused(&[], &["law", "moves:n-1", "--save", "x.cert"]).contains("only observed"));
}
