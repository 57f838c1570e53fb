//! Text and files from elsewhere: nothing that a terminal obeys is printed, and nothing is read without end.
#![cfg(unix)]

use serde_json::{Value, json};
use std::ffi::OsString;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Escape sequences, C1, DEL, a line break and controls of the direction of text.
const HOSTILE: &str = "x\u{1b}[31m\u{1b}]0;title\u{7}\u{9b}2J\u{7f}\r\u{202e}\u{2066}\u{200f}\u{61c}\u{85}y";

fn sprague<S: Into<OsString>>(args: impl IntoIterator<Item = S>) -> Output {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    // What waits for a pipe waits forever: a test that hangs says nothing.
    let mut command = Command::new("timeout");
    let command = command.arg("120").arg(assert_cmd::cargo::cargo_bin("sprague")).args(&args);
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_ne!(output.status.code(), Some(124), "it does not end: {args:?}");
    output
}

/// Neither stream has a character that a terminal obeys.
fn harmless(output: &Output, what: &str) {
    for stream in [&output.stdout, &output.stderr] {
        let text = String::from_utf8_lossy(stream).into_owned();
        let bad = |c: char| {
            (c.is_control() && c != '\n')
                || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert!(!text.chars().any(bad), "{what}: {text:?}");
    }
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.lines().count() <= 1 && !errors.contains("panicked"), "{what}: {errors}");
}

#[test]
fn arguments() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name).display().to_string();
    let (hostile, file, odd) = (HOSTILE, format!("@{}", inside(HOSTILE)), inside(HOSTILE));
    for args in [
        vec!["law", hostile],
        vec!["law", &file],
        vec!["law", "kayles", "--limit", hostile],
        vec!["law", "kayles", "--save", &inside("none/x\u{1b}[31m")],
        vec!["law", "kayles", "--threads", hostile],
        vec!["law", "kayles", "--memory", hostile],
        vec!["value", "kayles", hostile],
        vec!["value", "kayles", " 7\n"],
        vec!["value", "cards", hostile],
        vec!["values", "kayles", "--to", hostile],
        vec!["values", "kayles", "--to", "5", "-o", &inside("none/x\u{1b}[31m")],
        vec!["moves", "kayles", hostile],
        vec!["explain", "kayles", hostile],
        vec!["play", "kayles", hostile],
        vec!["plot", "kayles", "--to", "9", "-o", hostile],
        vec!["count", "wins", hostile, "--to", "5"],
        vec!["count", "pattern", "nim", hostile, "--to", "5"],
        vec!["euler", hostile],
        vec!["euler", "306", "--n", hostile],
        vec!["rules", hostile],
        vec!["rules", "--same", hostile],
        vec!["check", hostile],
        vec!["search", "status", "--dir", hostile],
        vec!["search", "kayles", "--to", "50", "--dir", &odd],
        vec!["search", "status", "--dir", &odd],
        vec!["search", "status", "--dir", &odd, "--json"],
        vec!["law", &file],
        vec!["search", "dawson", "--to", "50", "--dir", &odd],
        vec!["census", "run", hostile, "--dir", &odd],
        vec!["census", "report", "--dir", hostile],
        vec!["census", "run", &file, "--dir", &inside("store")],
        vec!["help", hostile],
        vec![hostile],
        vec!["law", hostile, "--json"],
    ] {
        harmless(&sprague(args.iter().copied()), &format!("{args:?}"));
    }
}

/// Questions of a batch, with and without an answer: an answer repeats its question.
#[test]
fn questions() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [
        json!({ "ask": HOSTILE }),
        json!({ "ask": "law", "rule": HOSTILE }),
        json!({ "ask": "law", "rule": "kayles", HOSTILE: 1 }),
        json!({ "ask": "count", "count": HOSTILE, "rule": "kayles", "to": "5" }),
        json!({ "ask": "value", "rule": "ka\u{2028}yles", "sizes": ["5\u{2029}"] }),
    ];
    let path = folder.path().join("questions");
    let text: Vec<String> = lines.iter().map(Value::to_string).chain([HOSTILE.to_string()]).collect();
    std::fs::write(&path, text.join("\n")).unwrap();
    let output = sprague(["batch".to_string(), path.display().to_string()]);
    harmless(&output, "batch");
    let answers: Vec<Value> = output
        .stdout
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    assert_eq!(answers.len(), text.len());
}

#[test]
fn rule_files_and_certificates() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("key", format!("[[move]]\ntake = [1]\n\"{HOSTILE}\" = 3\n")),
        (
            "range",
            format!("[[move]]\ntake = [\"{}\"]\n", HOSTILE.replace(['\u{1b}', '\u{7}', '\u{7f}', '\r'], "")),
        ),
        ("raw", format!("[[move]]\n{HOSTILE} = [1]\n")),
        ("bare", HOSTILE.to_string()),
        ("certificate", format!("sprague-certificate 3\n{{\"tool\":\"{HOSTILE}\"}}\n")),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let output = sprague(["law".to_string(), format!("@{}", path.display())]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        harmless(&output, name);
        harmless(&sprague(["check".to_string(), path.display().to_string()]), name);
    }
}

/// Writes a manifest with a checksum that fits.
fn seal(dir: &Path, mut manifest: Value) {
    manifest.as_object_mut().unwrap().remove("crc32");
    let text = manifest.to_string();
    let body = text.strip_suffix('}').unwrap();
    let sealed = format!("{body},\"crc32\":\"{:08x}\"}}\n", crc32fast::hash(body.as_bytes()));
    std::fs::write(dir.join("run.json"), sealed).unwrap();
}

#[test]
fn manifests_of_runs() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let name = dir.display().to_string();
    assert!(sprague(["search", "kayles", "--to", "500", "--dir", &name]).status.success());
    let good: Value = serde_json::from_slice(&std::fs::read(dir.join("run.json")).unwrap()).unwrap();
    let mut texts = vec![];
    for key in ["engine", "rule", "certificate", "no_certificate"] {
        let mut bad = good.clone();
        bad[key] = HOSTILE.into();
        texts.push(bad);
    }
    let mut bad = good.clone();
    (bad["certificate"], bad["no_certificate"]) = (Value::Null, HOSTILE.into());
    texts.push(bad);
    for key in ["rule", "theorem", "formula", "reason", "because"] {
        let mut bad = good.clone();
        bad["law"][key] = HOSTILE.into();
        bad["law"]["saltus"] = if key == "formula" { Value::Null } else { json!(0) };
        texts.push(bad);
    }
    let mut bad = good.clone();
    bad[HOSTILE] = HOSTILE.into();
    texts.push(bad);
    for bad in texts {
        seal(&dir, bad.clone());
        for args in [
            vec!["search", "status", "--dir", &name],
            vec!["search", "status", "--dir", &name, "--json"],
            vec!["law", &format!("@{name}")],
            vec!["law", &format!("@{name}"), "--limit", "10"],
            vec!["law", &format!("@{name}"), "--limit", "10", "--json"],
            vec!["values", &format!("@{name}"), "--to", "20", "--json"],
            vec!["search", "kayles", "--to", "600", "--dir", &name],
        ] {
            harmless(&sprague(args.iter().copied()), &format!("{args:?} {bad}"));
        }
    }
}

#[test]
fn stores() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let name = store.display().to_string();
    assert!(sprague(["census", "run", "0.7", "0.77", "--dir", &name]).status.success());
    let rows = store.join("rows").read_dir().unwrap().next().unwrap().unwrap().path();
    let good = std::fs::read_to_string(&rows).unwrap();
    let first: Value = serde_json::from_str(good.lines().next().unwrap()).unwrap();
    let mut texts = vec![HOSTILE.to_string()];
    for key in ["rule", "normal", "theorem", "certificate", "engine", "stopped", "formula", HOSTILE] {
        let mut bad = first.clone();
        bad[key] = HOSTILE.into();
        texts.push(bad.to_string());
    }
    for text in texts {
        std::fs::write(&rows, format!("{text}\n")).unwrap();
        for args in [
            vec!["census", "report", "--dir", &name],
            vec!["census", "report", "--json", "--dir", &name],
            vec!["census", "verify", "--dir", &name],
            vec!["census", "export", "--dir", &name],
        ] {
            harmless(&sprague(args.iter().copied()), &format!("{args:?} {text}"));
        }
    }
    std::fs::write(&rows, good).unwrap();
    let manifest = json!({"format": 1, "patterns": [HOSTILE]}).to_string();
    std::fs::write(store.join("census.json"), manifest).unwrap();
    harmless(&sprague(["census", "report", "--dir", &name]), "patterns");
    harmless(&sprague(["census", "report", "--json", "--dir", &name]), "patterns");
    std::fs::write(store.join("codes.csv"), format!("code,rule,shift\n{HOSTILE},{HOSTILE},0\n")).unwrap();
    harmless(&sprague(["census", "report", "--dir", &name]), "codes");
}

/// A million numbers are shortened in words, and complete in JSON.
#[test]
fn long_notations_are_short_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let rule = "sub:1-20000,30001";
    let dir = folder.path().join("run").display().to_string();
    for args in [
        vec!["search", rule, "--to", "1", "--dir", &dir],
        vec!["search", "status", "--dir", &dir],
        vec!["law", rule, "--limit", "100"],
        vec!["value", rule, "7"],
        vec!["values", rule, "--to", "7", "--digest"],
        vec!["count", "wins", rule, "--to", "7"],
        vec!["count", "wins", rule, "--to", "10^40", "--limit", "10"],
        vec!["moves", rule, "7"],
        vec!["explain", rule, "3"],
        vec!["search", "kayles", "--to", "1", "--dir", &dir],
    ] {
        let output = sprague(args.iter().copied());
        let length = output.stdout.len() + output.stderr.len();
        assert!((1..6000).contains(&length), "{args:?}: {length} bytes");
    }
    let status = sprague(["search", "status", "--dir", &dir, "--json"]);
    let status: Value = serde_json::from_slice(&status.stdout).unwrap();
    assert!(status["rule"].as_str().unwrap().ends_with(",20000,30001"));
}

#[test]
fn too_many_threads_are_refused_before_anything_starts() {
    for threads in ["0", "1000", "65536", "-1", "many"] {
        let output = sprague(["law", "kayles", &format!("--threads={threads}")]);
        let line = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{line}");
        assert!(line.contains("take 1 to "), "{line}");
    }
    assert!(sprague(["law", "kayles", "--threads", "2"]).status.success());
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Pipes without a writer and devices without end, wherever a file is named.
#[test]
fn what_has_no_end_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    pipe(&fifo);
    let store = folder.path().join("store").display().to_string();
    for path in [fifo.display().to_string(), "/dev/zero".to_string(), "/dev/tty".to_string()] {
        let file = format!("@{path}");
        for args in [
            vec!["law", &file],
            vec!["values", &file, "--to", "9"],
            vec!["play", &file, "3"],
            vec!["rules", &file],
            vec!["search", &file, "--to", "9", "--dir", &store],
            vec!["check", &path],
            vec!["census", "run", &file, "--dir", &store],
        ] {
            let output = sprague(args.iter().copied());
            let line = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{args:?}: {line}");
            assert!(line.contains("not a regular file"), "{args:?}: {line}");
        }
    }
    let program = assert_cmd::cargo::cargo_bin("sprague");
    for args in ["value kayles -", "check -"] {
        let script = format!("{} {args} < /dev/zero", program.display());
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        let line = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{args}: {line}");
    }
}

/// The same in the place of every file of a run directory and of a store.
#[test]
fn pipes_in_directories() {
    let folder = tempfile::tempdir().unwrap();
    let (dir, store) = (folder.path().join("run"), folder.path().join("store"));
    let (run, name) = (dir.display().to_string(), store.display().to_string());
    assert!(sprague(["search", "0.106", "--to", "140000", "--dir", &run]).status.success());
    assert!(sprague(["census", "run", "0.77", "--dir", &name]).status.success());
    let mut files: Vec<_> = dir.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.extend(store.join("rows").read_dir().unwrap().map(|entry| entry.unwrap().path()));
    for certificates in store.join("certificates").read_dir().unwrap() {
        files.extend(certificates.unwrap().path().read_dir().unwrap().map(|entry| entry.unwrap().path()));
    }
    files.extend(["census.json", "codes.csv", "lock"].map(|file| store.join(file)));
    assert!(files.len() >= 8, "{files:?}");
    for file in files {
        let kept = folder.path().join("kept");
        std::fs::rename(&file, &kept).unwrap();
        for device in [None, Some("/dev/zero")] {
            match device {
                None => pipe(&file),
                Some(device) => symlink(device, &file).unwrap(),
            }
            for args in [
                vec!["search", "status", "--dir", &run],
                vec!["law", &format!("@{run}")],
                vec!["values", &format!("@{run}"), "--to", "130000", "--digest"],
                vec!["search", "0.106", "--to", "150000", "--dir", &run],
                vec!["census", "report", "--dir", &name],
                vec!["census", "verify", "--dir", &name],
                vec!["census", "run", "0.7", "--dir", &name],
            ] {
                let output = sprague(args.iter().copied());
                let line = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(
                    matches!(output.status.code(), Some(0..=2)) && !line.contains("panicked"),
                    "{args:?}: {line}"
                );
            }
            // A run that is resumed puts its own file in the place.
            let _ = std::fs::remove_file(&file);
        }
        std::fs::rename(&kept, &file).unwrap();
    }
}
