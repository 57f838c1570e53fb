//! `sprague census`: rounds, a store that survives anything, a report, the checker, a table.
#![cfg(unix)]

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn sprague(args: &str, store: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("sprague"));
    command.args(args.split(' ')).arg("--store").arg(store).stdin(Stdio::null());
    command
}

fn output(args: &str, store: &Path) -> Output {
    sprague(args, store).output().unwrap()
}

fn text(args: &str, store: &Path) -> String {
    let output = output(args, store);
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn parts(store: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> =
        store.join("rows").read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Every row by rule and limit, without its time; each line of each part is one.
fn rows(store: &Path) -> BTreeMap<(String, u64), Value> {
    let mut rows = BTreeMap::new();
    for part in parts(store) {
        for line in std::fs::read_to_string(part).unwrap().lines() {
            let mut row: Value = serde_json::from_str(line).unwrap();
            row["seconds"] = 0.into();
            let key = (
                row["normal"].as_str().unwrap().to_string(),
                row["question"]["limit"].as_str().unwrap().parse().unwrap(),
            );
            rows.insert(key, row);
        }
    }
    rows
}

#[test]
fn rounds_a_report_and_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("a store, with odd names");
    let report = text("census 0.?7 0.156 --rounds 1e2,1e3", &store);
    assert!(report.contains("9 codes"), "{report}");
    assert!(report.contains("to 1000 values: complete, all 9 codes"), "{report}");
    let first = rows(&store);
    // 0.07 is done in the second round as 0.137, 0.27 in the first as 0.337; 0.156 in none.
    assert!(first.contains_key(&("0.137".into(), 1000)) && !first.contains_key(&("0.337".into(), 1000)));
    assert_eq!(first[&("0.156".to_string(), 1000)]["status"], "observed");
    assert_eq!(first[&("0.137".to_string(), 1000)]["codes"][0]["code"], "0.07");
    let again = output("census 0.?7 0.156 --rounds 1e2,1e3", &store);
    assert!(String::from_utf8_lossy(&again.stderr).contains("0 tasks done now"));
    // A further round, a further code: only those are computed, and patterns name which rules.
    let more = output("census 0.156 0.3 --rounds 1e2,1e3,1e4", &store);
    assert!(String::from_utf8_lossy(&more.stderr).contains("2 tasks done now, 2 laws proved"), "{more:?}");
    let report: Value = serde_json::from_str(&text("census --report --json", &store)).unwrap();
    assert_eq!((&report["codes"], &report["rounds"][2]["codes"]), (&10.into(), &7.into()));
    let table = text("census --csv -", &store);
    let line = table.lines().find(|line| line.starts_with("0.137,")).unwrap();
    assert!(line.starts_with("0.137,0.07+1,proved,34,52,0,"), "{line}");
    let verdict: Value = serde_json::from_str(&text("census --verify --json", &store)).unwrap();
    assert_eq!((&verdict["verified"], &verdict["faults"]), (&7.into(), &serde_json::json!([])));
}

/// Killed at any moment and started again, as often as you like: the same rows in the end.
#[test]
fn killed_and_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let args = "census ?.?? --rounds 100,3000 --threads 2";
    text(args, &whole);
    let mut kills = 0;
    for round in 0..400u64 {
        let mut child = sprague(args, &killed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_micros(2000 + 2500 * (round % 12)));
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            break;
        }
        kills += 1;
        if round == 7 {
            tear(&killed);
        }
        if kills >= 40 {
            break;
        }
    }
    assert!(kills > 5, "{kills} kills");
    text(args, &killed);
    assert_eq!(rows(&killed), rows(&whole));
    assert!(text("census --verify", &killed).contains(" 0 faults"));
    assert_eq!(
        killed.join("certificates").read_dir().unwrap().count(),
        whole.join("certificates").read_dir().unwrap().count()
    );
}

/// Cuts the last line of the last part in two, as a loss of power might.
fn tear(store: &Path) {
    let Some(part) = parts(store).pop() else { return };
    let bytes = std::fs::read(&part).unwrap();
    std::fs::write(&part, &bytes[..bytes.len().saturating_sub(100)]).unwrap();
}

#[test]
fn a_torn_line_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    text("census 0.? --rounds 1000", &store);
    let before = rows(&store);
    tear(&store);
    text("census --report", &store);
    let again = output("census 0.? --rounds 1000", &store);
    assert!(String::from_utf8_lossy(&again.stderr).contains("1 task done now"), "{again:?}");
    assert_eq!(rows(&store), before);
}

#[test]
fn a_second_process_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    text("census 0.7 --rounds 100", &store);
    let mut first = sprague("census 0.06 --rounds 1e9", &store)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let refused = (0..100).map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        output("census 0.7 --rounds 100", &store)
    });
    let refused =
        refused.into_iter().find(|output| output.status.code() == Some(2)).expect("the lock is taken");
    let line = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(line.contains("another process") && line.lines().count() == 1, "{line}");
    text("census --report", &store);
    first.kill().unwrap();
    first.wait().unwrap();
    text("census 0.7 --rounds 100", &store);
}

#[test]
fn ctrl_c_keeps_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let mut child = sprague("census 0.06 0.77 --rounds 100,1e9 --threads 2", &store);
    let child = child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let line = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(line.contains("interrupted"), "{line}");
    assert_eq!(rows(&store)[&("0.77".to_string(), 1000000000)]["period"], 12);
}

/// A certificate that was changed, one that is gone, and a row that says something else are all found.
#[test]
fn the_checker_finds_faults() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    text("census 0.7 0.77 0.137 0.33 --rounds 1000", &store);
    let files = || -> Vec<PathBuf> {
        let folders = store.join("certificates").read_dir().unwrap();
        folders
            .flat_map(|folder| folder.unwrap().path().read_dir().unwrap())
            .map(|file| file.unwrap().path())
            .collect()
    };
    let mut paths = files();
    paths.sort();
    assert_eq!(paths.len(), 4);
    let mut bytes = std::fs::read(&paths[0]).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&paths[0], bytes).unwrap();
    std::fs::remove_file(&paths[1]).unwrap();
    let part = parts(&store).remove(0);
    let rows = std::fs::read_to_string(&part).unwrap().replace("\"period\":", "\"period\":1");
    std::fs::write(&part, rows).unwrap();
    let output = output("census --verify --json", &store);
    assert_eq!(output.status.code(), Some(1));
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    let faults = serde_json::to_string(&verdict["faults"]).unwrap();
    assert_eq!(verdict["faults"].as_array().unwrap().len(), 4, "{faults}");
    for reason in ["not the file that its name says", "No such file", "another law than the row"] {
        assert!(faults.contains(reason), "{faults}");
    }
}

#[test]
fn bad_input_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    std::fs::write(folder.path().join("file"), "x").unwrap();
    for (args, store, reason) in [
        ("census 0.?????????", &store, "stands for more than"),
        ("census 0.9x --rounds 1e4,x", &store, "`x` is not a size"),
        ("census 0.7 --rounds 0", &store, "at least 1"),
        ("census", &store, "the store has no codes yet"),
        ("census --report", &folder.path().join("nothing"), "there is no census here"),
        ("census --report 0.7", &store, "leave the patterns out"),
        ("census 0.7", &folder.path().to_path_buf(), "not empty and no census"),
        ("census cut", &store, "not played with heaps"),
        ("census @none", &store, "none: No such file"),
    ] {
        let output = output(args, store);
        let line = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{args}: {line}");
        assert!(line.contains(reason), "{args}: {line}");
    }
    text("census 0.7 --rounds 100", &store);
    let part = parts(&store).remove(0);
    let row = std::fs::read_to_string(&part).unwrap();
    std::fs::write(&part, format!("{{}}\n{row}")).unwrap();
    let line = String::from_utf8_lossy(&output("census --report", &store).stderr).to_string();
    assert!(line.contains("line 1 cannot be read"), "{line}");
    std::fs::write(store.join("census.json"), "{\"format\":2,\"patterns\":[]}").unwrap();
    let line = String::from_utf8_lossy(&output("census --report", &store).stderr).to_string();
    assert!(line.contains("format 2 is not known"), "{line}");
}
