//! `sprague census`: rounds, a store that survives anything, a report, the checker, a table.
#![cfg(unix)]

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn sprague(args: &str, store: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("sprague"));
    command.args(args.split(' ')).arg("--dir").arg(store).stdin(Stdio::null());
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
    let report = text("census run 0.?7 0.156 --rounds 1e2,1e3", &store);
    assert!(report.contains("9 codes"), "{report}");
    assert!(report.contains("to 1000 values: complete, all 9 codes"), "{report}");
    let first = rows(&store);
    // 0.07 is done in the second round as 0.137, 0.27 in the first as 0.337; 0.156 in none.
    assert!(first.contains_key(&("0.137".into(), 1000)) && !first.contains_key(&("0.337".into(), 1000)));
    assert_eq!(first[&("0.156".to_string(), 1000)]["status"], "observed");
    assert_eq!(first[&("0.137".to_string(), 1000)]["codes"][0]["code"], "0.07");
    let again = output("census run 0.?7 0.156 --rounds 1e2,1e3", &store);
    assert!(String::from_utf8_lossy(&again.stderr).contains("0 tasks done now"));
    // A further round, a further code: only those are computed, and patterns name which rules.
    let more = output("census run 0.156 0.3 --rounds 1e2,1e3,1e4", &store);
    assert!(String::from_utf8_lossy(&more.stderr).contains("2 tasks done now, 2 laws proved"), "{more:?}");
    let report: Value = serde_json::from_str(&text("census report --json", &store)).unwrap();
    assert_eq!((&report["codes"], &report["rounds"][2]["codes"]), (&10.into(), &7.into()));
    let table = text("census export", &store);
    let line = table.lines().find(|line| line.starts_with("0.137,")).unwrap();
    assert!(line.starts_with("0.137,0.07+1,proved,34,52,0,"), "{line}");
    let verdict: Value = serde_json::from_str(&text("census verify --json", &store)).unwrap();
    assert_eq!((&verdict["verified"], &verdict["faults"]), (&7.into(), &serde_json::json!([])));
}

/// Killed at any moment and started again, as often as you like: the same rows in the end.
#[test]
fn killed_and_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let args = "census run ?.?? --rounds 100,3000 --threads 2";
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
    assert!(text("census verify", &killed).contains(" 0 faults"));
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
    text("census run 0.? --rounds 1000", &store);
    let before = rows(&store);
    tear(&store);
    text("census report", &store);
    let again = output("census run 0.? --rounds 1000", &store);
    assert!(String::from_utf8_lossy(&again.stderr).contains("1 task done now"), "{again:?}");
    assert_eq!(rows(&store), before);
}

#[test]
fn a_second_process_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    text("census run 0.7 --rounds 100", &store);
    let mut first = sprague("census run 0.06 --rounds 1e9", &store)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let refused = (0..100).map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        output("census run 0.7 --rounds 100", &store)
    });
    let refused =
        refused.into_iter().find(|output| output.status.code() == Some(2)).expect("the lock is taken");
    let line = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(line.contains("another process") && line.lines().count() == 1, "{line}");
    text("census report", &store);
    first.kill().unwrap();
    first.wait().unwrap();
    text("census run 0.7 --rounds 100", &store);
}

#[test]
fn ctrl_c_keeps_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let mut child = sprague("census run 0.06 0.77 --rounds 100,1e9 --threads 2", &store);
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
    text("census run 0.7 0.77 0.137 0.33 --rounds 1000", &store);
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
    let output = output("census verify --json", &store);
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
        ("census run 0.?????????", &store, "stands for more than"),
        ("census run 0.9x --rounds 1e4,x", &store, "`x` is not a size"),
        ("census run 0.7 --rounds 0", &store, "at least 1"),
        ("census run", &store, "the store has no codes yet"),
        ("census report", &folder.path().join("nothing"), "there is no census here"),
        ("census report 0.7", &store, "unexpected argument"),
        ("census run 0.7", &folder.path().to_path_buf(), "not empty and no census"),
        ("census run cut", &store, "not played with heaps"),
        ("census run @none", &store, "none: No such file"),
    ] {
        let output = output(args, store);
        let line = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{args}: {line}");
        assert!(line.contains(reason), "{args}: {line}");
    }
    text("census run 0.7 --rounds 100", &store);
    let part = parts(&store).remove(0);
    let row = std::fs::read_to_string(&part).unwrap();
    std::fs::write(&part, format!("{{}}\n{row}")).unwrap();
    let line = String::from_utf8_lossy(&output("census report", &store).stderr).to_string();
    assert!(line.contains("line 1 cannot be read"), "{line}");
    std::fs::write(store.join("census.json"), "{\"format\":2,\"patterns\":[]}").unwrap();
    let line = String::from_utf8_lossy(&output("census report", &store).stderr).to_string();
    assert!(line.contains("format 2 is not known"), "{line}");
}

/// Replaces the rows of a store by the same ones with something changed.
fn forge(store: &Path, change: impl Fn(&mut Value)) {
    for part in parts(store) {
        let forged = |line: &str| {
            let mut row: Value = serde_json::from_str(line).unwrap();
            change(&mut row);
            format!("{row}\n")
        };
        let text: String = std::fs::read_to_string(&part).unwrap().lines().map(forged).collect();
        std::fs::write(&part, text).unwrap();
    }
}

/// Whatever a row says of the law, changed by itself: the checker does not verify it.
#[test]
fn forged_rows_are_not_verified() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good");
    text("census run 0.77 0.07 allbut:1,4 0.3F 0.64[00474] split:2 split:4 sub:1 --rounds 1000", &good);
    let verdict: Value = serde_json::from_str(&text("census verify --json", &good)).unwrap();
    assert_eq!((&verdict["verified"], &verdict["faults"]), (&8.into(), &serde_json::json!([])), "{verdict}");
    for (key, value) in [
        ("period", serde_json::json!(3_000)),
        ("preperiod", serde_json::json!(3_000)),
        ("saltus", serde_json::json!(77)),
        ("saltus_by_class", serde_json::json!([1, 2])),
        ("max_value", serde_json::json!(77)),
        ("max_value_at", serde_json::json!(77)),
        ("zeros_before", serde_json::json!(77)),
    ] {
        let store = folder.path().join(key);
        let copied = Command::new("cp").arg("-r").args([&good, &store]).status().unwrap();
        assert!(copied.success());
        forge(&store, |row| row[key] = value.clone());
        let output = output("census verify --json", &store);
        let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((output.status.code(), &verdict["verified"]), (Some(1), &0.into()), "{key}: {verdict}");
        assert_eq!(verdict["faults"].as_array().unwrap().len(), 8, "{key}: {verdict}");
    }
}

/// A report says what is recorded, and what the checker has verified; nothing is proved by a line in a file.
#[test]
fn a_report_claims_what_was_verified() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    text("census run 0.77 0.07 0.156 --rounds 1000", &store);
    forge(&store, |row| {
        if row["rule"] == "0.156" {
            (row["status"], row["period"], row["preperiod"]) = ("proved".into(), 3.into(), 0.into());
            (row["saltus"], row["theorem"]) = (0.into(), "periodicity".into());
        }
    });
    let report = text("census report", &store);
    assert!(
        report.contains("3  periodic, recorded as proved\n") && report.contains("none was verified"),
        "{report}"
    );
    let report: Value = serde_json::from_str(&text("census report --json", &store)).unwrap();
    assert_eq!(
        (&report["by_status"][0][0], &report["verified"]),
        (&"recorded as proved".into(), &Value::Null)
    );
    let verified = text("census verify", &store);
    assert!(
        verified.contains("2 laws verified") && verified.contains("1 recorded as proved without"),
        "{verified}"
    );
    let verified = text("census report --verify", &store);
    assert!(verified.contains("of 3 recorded as proved 2 were verified"), "{verified}");
}

/// Certificates are named by their hash and lie in the store: no name and no link leads out of it.
#[test]
fn nothing_outside_the_store_is_read_or_written() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    text("census run 0.77 --rounds 1000", &store);
    let hash = rows(&store).into_values().next().unwrap()["certificate"].as_str().unwrap().to_string();
    let file = store.join("certificates").join(&hash[..2]).join(format!("{hash}.cert"));
    let outside = folder.path().join("outside");
    for name in ["/etc/passwd", "../../outside", &format!("../{hash}"), "ab", "", &hash.to_uppercase()] {
        let before: Vec<(PathBuf, Vec<u8>)> =
            parts(&store).into_iter().map(|part| (part.clone(), std::fs::read(part).unwrap())).collect();
        forge(&store, |row| row["certificate"] = name.into());
        for args in ["census report", "census verify"] {
            let output = output(args, &store);
            let line = String::from_utf8_lossy(&output.stderr).to_string();
            assert_eq!(output.status.code(), Some(2), "{name}: {line}");
            assert!(line.contains("64 digits"), "{name}: {line}");
        }
        before.into_iter().for_each(|(part, bytes)| std::fs::write(part, bytes).unwrap());
    }
    // The right bytes in the wrong place.
    std::fs::rename(&file, &outside).unwrap();
    symlink(&outside, &file).unwrap();
    let verdict = output("census verify", &store);
    assert_eq!(verdict.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&verdict.stdout).contains("leads out of the store"), "{verdict:?}");
    // A part that is somewhere else, and a folder.
    let part = parts(&store).remove(0);
    std::fs::rename(&part, folder.path().join("part")).unwrap();
    symlink(folder.path().join("part"), &part).unwrap();
    let report = output("census report", &store);
    assert!(String::from_utf8_lossy(&report.stderr).contains("leads out of the store"), "{report:?}");
    let other = folder.path().join("other");
    text("census run 0.7 --rounds 1000", &other);
    std::fs::create_dir(folder.path().join("rows")).unwrap();
    std::fs::remove_dir_all(other.join("rows")).unwrap();
    symlink(folder.path().join("rows"), other.join("rows")).unwrap();
    let refused = output("census run 0.77 --rounds 1000", &other);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("leads out of the store"), "{refused:?}");
    assert_eq!(folder.path().join("rows").read_dir().unwrap().count(), 0);
}

/// The list of codes says of each what its digits say.
#[test]
fn forged_codes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    text("census run 0.07 0.77 --rounds 1000", &store);
    let path = store.join("codes.csv");
    let good = std::fs::read_to_string(&path).unwrap();
    for (from, to) in [("\"0.137\",1", "\"0.77\",1"), ("\"0.137\",1", "\"0.137\",2"), ("0.07,", "cut,")] {
        std::fs::write(&path, good.replace(from, to)).unwrap();
        let output = output("census report", &store);
        let line = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{line}");
        assert!(line.contains("line 2"), "{line}");
    }
}
