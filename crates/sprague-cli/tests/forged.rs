//! Run directories that lie, with checksums that fit: what they say is never called proved.
#![cfg(unix)]

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn sprague(args: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin("sprague")).args(args).output().unwrap()
}

fn run(rule: &str, to: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let output = sprague(&["search", rule, "--to", to, "--dir", dir.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (folder, dir)
}

fn at(dir: &Path) -> String {
    format!("@{}", dir.display())
}

fn manifest(dir: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(dir.join("run.json")).unwrap()).unwrap()
}

/// Writes a manifest with a checksum that fits.
fn seal(dir: &Path, mut manifest: Value) {
    manifest.as_object_mut().unwrap().remove("crc32");
    let text = manifest.to_string();
    let body = text.strip_suffix('}').unwrap();
    let sealed = format!("{body},\"crc32\":\"{:08x}\"}}\n", crc32fast::hash(body.as_bytes()));
    std::fs::write(dir.join("run.json"), sealed).unwrap();
}

/// Refused with exit code 2 and one line, which has these words.
fn refused(output: &Output, words: &str) {
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{line} {}", String::from_utf8_lossy(&output.stdout));
    assert!(line.lines().count() == 1 && line.contains(words), "{line}");
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

/// Every claim of a law, changed by itself: the law and all that is read off it are refused.
#[test]
fn a_forged_law() {
    for (rule, to) in [
        ("kayles", "1000"),
        ("sub:2,5,7", "1000"),
        ("allbut:1,4", "1000"),
        ("0.3F", "1000"),
        ("0.64[00474]", "1000"),
        ("split:4", "1000"),
        ("0.16", "2000000"),
    ] {
        let (_folder, dir) = run(rule, to);
        let good = manifest(&dir);
        let law = sprague(&["law", &at(&dir), "--json", "--limit", "10^7"]);
        assert_eq!(json_of(&law)["status"], "proved", "{rule}");
        let forgeries = [
            ("period", json!(3)),
            ("preperiod", json!(17)),
            ("saltus", json!(7)),
            ("saltus_by_class", json!([1, 2, 3])),
            ("theorem", json!("closed form, of course")),
            ("max_value", json!(77)),
            ("max_value_at", json!(5_000_000)),
        ];
        for (key, value) in forgeries {
            let mut bad = good.clone();
            assert_ne!(bad["law"][key], value, "{rule}");
            bad["law"][key] = value;
            seal(&dir, bad);
            // With a limit the recomputation takes the time that it needs, however busy the machine is.
            let limit = ["--limit", "10^7"];
            let at = at(&dir);
            for args in
                [vec!["law", &at], vec!["value", &at, "10^40"], vec!["count", "wins", &at, "--to", "10^18"]]
            {
                refused(&sprague(&[&args[..], &limit].concat()), "cannot be relied on");
            }
            let status = sprague(&["search", "status", "--dir", dir.to_str().unwrap(), "--json"]);
            assert_eq!(json_of(&status)["status"], "observed", "{rule}: {key}");
        }
        // A law that is not recorded is found all the same.
        let mut silent = good.clone();
        silent["law"] = Value::Null;
        seal(&dir, silent);
        if ["kayles", "0.16", "sub:2,5,7"].contains(&rule) {
            assert_eq!(
                json_of(&sprague(&["law", &at(&dir), "--json", "--limit", "10^7"]))["status"],
                "proved",
                "{rule}"
            );
        }
    }
}

/// A law for a rule that has none, and one that would take too long to verify.
#[test]
fn an_invented_law() {
    let (_kayles, kayles) = run("kayles", "1000");
    for (rule, to) in [("0.106", "70000"), ("0.6", "20000"), ("grundy", "5000")] {
        let (_folder, dir) = run(rule, to);
        let mut bad = manifest(&dir);
        bad["law"] = manifest(&kayles)["law"].clone();
        bad["law"]["rule"] = bad["rule"].clone();
        bad["law"]["period"] = 328_226.into();
        bad["law"]["preperiod"] = 4.into();
        seal(&dir, bad);
        refused(&sprague(&["law", &at(&dir)]), "prove none");
        refused(&sprague(&["count", "wins", &at(&dir), "--to", "10^18"]), "prove none");
        // Not enough was recomputed to refute it: it is reported as observed.
        let law = sprague(&["law", &at(&dir), "--limit", "1000", "--json"]);
        let found = json_of(&law);
        assert_eq!(
            (law.status.code(), &found["status"], &found["theorem"]),
            (Some(1), &json!("observed"), &Value::Null)
        );
        assert!(found["reason"].as_str().unwrap().contains("not verified"), "{found}");
        let words = sprague(&["law", &at(&dir), "--limit", "1000"]);
        let words = String::from_utf8_lossy(&words.stdout).into_owned();
        assert!(words.contains("observed") && !words.contains("proved"), "{words}");
        for question in ["wins", "moves", "histogram", "zeros"] {
            let args = ["count", question, &at(&dir), "--to", "10^9", "--limit", "1000"];
            refused(&sprague(&args), "not verified");
        }
        refused(&sprague(&["value", &at(&dir), "10^40", "--limit", "1000"]), "not verified");
    }
}

/// Changes the value of a heap in a chunk, and every checksum with it.
fn forge_value(dir: &Path, heap: usize) {
    let mut run = manifest(dir);
    let chunk = run["chunks"][0].clone();
    let path = dir.join(format!("values-{}-{}", chunk["first"], chunk["count"]));
    let bits = chunk["bits"].as_u64().unwrap() as usize;
    let mut bytes = std::fs::read(&path).unwrap();
    let lines: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
    bytes[lines[1] + 1 + heap * bits / 8] ^= 1 << (heap * bits % 8);
    let body = bytes.len() - "\nend 01234567\n".len();
    let checksum = format!("{:08x}", crc32fast::hash(&bytes[..body]));
    bytes.truncate(body);
    bytes.extend_from_slice(format!("\nend {checksum}\n").as_bytes());
    std::fs::write(path, bytes).unwrap();
    run["chunks"][0]["crc32"] = checksum.into();
    seal(dir, run);
}

#[test]
fn forged_values() {
    for (rule, to) in
        [("kayles", 1000), ("0.106", 70_000), ("0.6", 20_000), ("grundy", 5000), ("allbut:1,4", 500)]
    {
        for heap in [0, 1, 17, 100] {
            let (_folder, dir) = run(rule, &to.to_string());
            if heap >= manifest(&dir)["chunks"][0]["count"].as_u64().unwrap() as usize {
                continue;
            }
            forge_value(&dir, heap);
            let words = format!("the value of heap {heap} of");
            refused(&sprague(&["values", &at(&dir), "--to", "150", "--digest"]), &words);
            refused(&sprague(&["value", &at(&dir), "120"]), &words);
            refused(&sprague(&["count", "wins", &at(&dir), "--to", "100"]), &words);
            refused(&sprague(&["law", &at(&dir)]), &words);
            refused(&sprague(&["moves", &at(&dir), "3+7"]), &words);
            refused(&sprague(&["plot", &at(&dir), "--to", "110"]), &words);
        }
    }
}

/// Values that were not recomputed are shown as recorded, and nothing is counted by them.
#[test]
fn values_beyond_what_was_recomputed() {
    let (_folder, dir) = run("0.106", "70000");
    forge_value(&dir, 60_000);
    for question in ["wins", "histogram"] {
        let counted = sprague(&["count", question, &at(&dir), "--to", "65000", "--limit", "3000"]);
        refused(&counted, "were recomputed");
    }
    refused(&sprague(&["value", &at(&dir), "65000", "--limit", "3000"]), "were recomputed");
    let few = sprague(&["count", "wins", &at(&dir), "--to", "2000", "--limit", "3000", "--json"]);
    let own = sprague(&["count", "wins", "0.106", "--to", "2000", "--json"]);
    assert_eq!(json_of(&few)["answer"], json_of(&own)["answer"]);
    assert_eq!(json_of(&few)["status"], "proved");
}

/// What a directory says of its length, its largest value and its goal is reported as recorded.
#[test]
fn forged_claims_of_the_manifest() {
    let own = json_of(&sprague(&["law", "0.106", "--json", "--limit", "70001"]));
    for (key, value) in [
        ("values", json!(1_000_000)),
        ("max_value", json!(9999)),
        ("max_value_at", json!(3)),
        ("to", json!(u64::MAX)),
        ("seconds", json!(-1e300)),
        ("values_per_second", json!(1e300)),
        ("engine", json!("sprague 99")),
    ] {
        let (_folder, dir) = run("0.106", "70000");
        let mut bad = manifest(&dir);
        bad[key] = value;
        seal(&dir, bad);
        let status = sprague(&["search", "status", "--dir", dir.to_str().unwrap(), "--json"]);
        assert_eq!(json_of(&status)["status"], "observed", "{key}");
        let law = json_of(&sprague(&["law", &at(&dir), "--json", "--limit", "80000"]));
        assert_eq!((&law["status"], &law["max_value"]), (&json!("observed"), &own["max_value"]), "{key}");
        refused(&sprague(&["count", "wins", &at(&dir), "--to", "900000"]), "known below 70001");
    }
    let (_folder, dir) = run("kayles", "1000");
    for (key, value) in [
        ("certificate", json!("/etc/passwd")),
        ("certificate", json!("../other")),
        ("rule", json!("no rule at all")),
        ("rule", json!("cut")),
    ] {
        let mut bad = manifest(&dir);
        bad[key] = value;
        seal(&dir, bad.clone());
        assert_eq!(sprague(&["law", &at(&dir)]).status.code(), Some(2), "{key}");
    }
}

/// The file of a window with one thing of its header changed, and checksums that fit.
fn forge_state(dir: &Path, key: &str, value: &Value) {
    let mut run = manifest(dir);
    let path = dir.join(format!("window-{}", run["phase"]["known"]));
    let bytes = std::fs::read(&path).unwrap();
    let lines: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
    let mut header: Value = serde_json::from_slice(&bytes[lines[0] + 1..lines[1]]).unwrap();
    header[key] = value.clone();
    let end = bytes.len() - "\nend 01234567\n".len();
    let mut forged = [&bytes[..=lines[0]], header.to_string().as_bytes(), &bytes[lines[1]..end]].concat();
    let checksum = format!("{:08x}", crc32fast::hash(&forged));
    forged.extend_from_slice(format!("\nend {checksum}\n").as_bytes());
    std::fs::write(path, forged).unwrap();
    run["phase"]["crc32"] = checksum.into();
    seal(dir, run);
}

/// A run that goes on from a forged state ends without a panic, and what it says is not proved.
#[test]
fn forged_states() {
    let (_folder, dir) = run("0.106", "200000");
    let files: Vec<(PathBuf, Vec<u8>)> = dir
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), std::fs::read(path).unwrap()))
        .collect();
    let numbers = [0u64, 1, 3, 64, 65_536, 131_072, 196_608, 1 << 40, u64::MAX];
    let mut forgeries: Vec<(&str, Value)> = vec![];
    for key in ["known", "mask", "offset", "span", "spacing", "first", "reach", "bits"] {
        forgeries.extend(numbers.iter().map(|&number| (key, json!(number))));
    }
    for back in [[0, 1], [0, 196_608], [0, 65_537], [1, 131_073], [99, 131_073], [u64::MAX, u64::MAX]] {
        forgeries.push(("back", json!(back)));
    }
    forgeries.extend([
        ("parity", json!(true)),
        ("parity", json!(false)),
        ("codes", json!(31)),
        ("codes", json!(63)),
        ("codes", json!(255)),
        ("codes", json!(2048)),
        ("codes", json!(7)),
        ("rares", json!([])),
        ("rares", json!([5, 3])),
        ("rares", json!([u64::MAX])),
        ("rares", json!([1, 2, 3, 4, 5, 1000])),
        ("kept", json!([])),
        ("kept", json!([1, 2, 3])),
        ("largest", json!([u32::MAX, 0])),
        ("rule", json!("0.77")),
        ("version", json!(7)),
    ]);
    for (key, value) in forgeries {
        for (path, bytes) in &files {
            std::fs::write(path, bytes).unwrap();
        }
        for entry in dir.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if !files.iter().any(|(kept, _)| *kept == path) {
                std::fs::remove_file(path).unwrap();
            }
        }
        forge_state(&dir, key, &value);
        let args =
            ["search", "0.106", "--to", "300000", "--dir", dir.to_str().unwrap(), "--json", "--memory", "1G"];
        let output = sprague(&args);
        let line = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            matches!(output.status.code(), Some(0 | 2)) && !line.contains("panicked"),
            "{key} {value}: {line}"
        );
        if output.status.code() == Some(0) && !line.contains("computed again") {
            assert_eq!(json_of(&output)["status"], "observed", "{key} {value}");
        }
        let law = sprague(&["law", &at(&dir), "--json"]);
        assert!(
            law.status.code() == Some(2) || json_of(&law)["status"] == "observed",
            "{key} {value}: {law:?}"
        );
    }
}

/// Values that no heap can have do not become the sizes of tables.
#[test]
fn a_run_does_not_go_on_from_impossible_values() {
    let (_folder, dir) = run("0.6", "20000");
    forge_value(&dir, 1);
    let output = sprague(&["search", "0.6", "--to", "30000", "--dir", dir.to_str().unwrap(), "--json"]);
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!line.contains("panicked"), "{line}");
    let law = sprague(&["law", &at(&dir), "--json"]);
    assert!(law.status.code() == Some(2) || json_of(&law)["status"] == "observed", "{law:?}");
}

/// A run in one process is proved; a resumed one is what the directory says until it is verified.
#[test]
fn what_search_claims() {
    let (_folder, dir) = run("0.16", "1000");
    let args = ["search", "0.16", "--to", "2000000", "--dir", dir.to_str().unwrap(), "--json"];
    let resumed = json_of(&sprague(&args));
    assert_eq!((&resumed["law"]["period"], &resumed["status"]), (&json!(149_459), &json!("observed")));
    assert_eq!(json_of(&sprague(&args))["status"], "observed");
    assert_eq!(json_of(&sprague(&["law", &at(&dir), "--json", "--limit", "10^7"]))["status"], "proved");
    let folder = tempfile::tempdir().unwrap();
    let fresh = folder.path().join("fresh");
    let args = ["search", "0.16", "--to", "2000000", "--dir", fresh.to_str().unwrap(), "--json"];
    assert_eq!(json_of(&sprague(&args))["status"], "proved");
}
