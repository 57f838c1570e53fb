//! Runs on disk: whatever happens to a run, the next one goes on, and what comes out is what comes out of one
//! that nothing happened to, byte for byte.
#![cfg(unix)]

use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("sprague"))
}

/// `sprague search` with everything but the directory in one line.
fn search(line: &str, dir: &Path) -> Command {
    let mut command = program();
    command.arg("search").args(line.split(' ')).arg("--dir").arg(dir);
    command
}

fn searched(line: &str, dir: &Path) -> Output {
    search(line, dir).output().unwrap()
}

fn done(line: &str, dir: &Path) -> String {
    let output = searched(line, dir);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Refused with exit code 2 and one line, which has these words.
fn refused(output: &Output, words: &str) {
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert!(line.lines().count() == 1 && line.contains(words), "{line}");
}

fn started(line: &str, dir: &Path) -> Child {
    search(line, dir).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// All files but the lock; of the manifest what does not depend on time.
fn contents(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in dir.read_dir().unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let mut bytes = std::fs::read(entry.path()).unwrap();
        if name == "run.json" {
            let mut manifest: Value = serde_json::from_slice(&bytes).unwrap();
            for key in ["seconds", "values_per_second", "crc32"] {
                manifest[key] = 0.into();
            }
            bytes = manifest.to_string().into_bytes();
        }
        if name != "lock" {
            files.insert(name, bytes);
        }
    }
    files
}

fn assert_same(dir: &Path, reference: &Path) {
    let (ours, theirs) = (contents(dir), contents(reference));
    assert!(ours.keys().eq(theirs.keys()), "{:?}, not {:?}", ours.keys(), theirs.keys());
    for (name, bytes) in &ours {
        let text =
            if name == "run.json" { String::from_utf8_lossy(bytes).into_owned() } else { String::new() };
        assert!(*bytes == theirs[name], "{name} differs {text}");
    }
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    (folder, dir)
}

/// A run that nothing happens to.
fn reference(line: &str) -> (tempfile::TempDir, PathBuf) {
    let (folder, dir) = folder();
    done(line, &dir);
    (folder, dir)
}

fn status(dir: &Path) -> Value {
    let output = program().args(["search", "status", "--dir"]).arg(dir).arg("--json").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn values_known(dir: &Path) -> u64 {
    if dir.join("run.json").exists() { status(dir)["values"].as_str().unwrap().parse().unwrap() } else { 0 }
}

fn output_of(args: &[&str]) -> String {
    let output = program().args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The files of values, in order.
fn chunks(dir: &Path) -> Vec<PathBuf> {
    let manifest: Value = serde_json::from_slice(&std::fs::read(dir.join("run.json")).unwrap()).unwrap();
    let name = |chunk: &Value| dir.join(format!("values-{}-{}", chunk["first"], chunk["count"]));
    manifest["chunks"].as_array().unwrap().iter().map(name).collect()
}

struct Noise(u64);

impl Noise {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

fn flip(path: &Path, noise: &mut Noise) {
    let mut bytes = std::fs::read(path).unwrap();
    let bit = noise.below(8 * bytes.len() as u64) as usize;
    bytes[bit / 8] ^= 1 << (bit % 8);
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn what_is_kept_is_what_is_computed() {
    for (rule, to) in [("0.106", "6000000"), ("0.6", "300000"), ("0.06", "5000"), ("grundy", "20000")] {
        let (_folder, dir) = reference(&format!("{rule} --to {to}"));
        let at = format!("@{}", dir.display());
        let digest = |rule: &str| -> Value {
            let text = output_of(&["values", rule, "--to", to, "--digest", "--json"]);
            serde_json::from_str(&text).unwrap()
        };
        let (ours, theirs) = (digest(&at), digest(rule));
        for key in ["rule", "count", "max_value", "max_value_at", "checksum"] {
            assert_eq!(ours[key], theirs[key], "{rule}: {key}");
        }
        // However long it takes: a count is refused where values were not recomputed.
        let count = |rule: &str| output_of(&["count", "wins", rule, "--to", to, "--limit", "10^7", "--bare"]);
        assert_eq!(count(&at), count(rule));
        let lines = output_of(&["values", &at, "--from", "17", "--to", "29"]);
        assert_eq!(lines, output_of(&["values", rule, "--from", "17", "--to", "29"]));
        assert_eq!(
            output_of(&["value", &at, "4321", "--bare"]),
            output_of(&["value", rule, "4321", "--bare"])
        );
        let beyond = program().args(["value", &at, "10^12"]).output().unwrap();
        refused(&beyond, "known below");
    }
}

/// At random moments, also in the first milliseconds; of windows with and without values, and of values that
/// are all needed.
#[test]
fn fifty_kills() {
    let mut noise = Noise(20_251);
    let mut kills = 0;
    for (line, most) in [
        ("0.106 --to 16000000", 20),
        ("0.106 --to 30000000 --discard", 15),
        ("0.6 --to 900000", 10),
        ("0.6 --to 4800000 --discard", 15),
    ] {
        let (_reference, expected) = reference(line);
        let (_folder, dir) = folder();
        let mut killed = 0u64;
        while killed < most {
            let mut child = started(line, &dir);
            std::thread::sleep(Duration::from_millis(noise.below(20 + 60 * (1 + killed % 10))));
            if let Some(status) = child.try_wait().unwrap() {
                // It was quicker: once more from the beginning.
                assert!(status.success(), "{line}");
                assert_same(&dir, &expected);
                std::fs::remove_dir_all(&dir).unwrap();
                continue;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            killed += 1;
            if dir.join("run.json").exists() {
                status(&dir);
            }
        }
        kills += killed;
        done(line, &dir);
        assert_same(&dir, &expected);
    }
    assert!(kills >= 50, "{kills}");
}

/// Ctrl-C and SIGTERM: the state is written, the exit code is 130, and a line tells how to go on.
#[test]
fn an_interruption_saves_what_was_done() {
    for (line, name) in
        [("0.106 --to 10^12 --discard", "-INT"), ("0.106 --to 10^11", "-TERM"), ("0.06 --to 10^7", "-INT")]
    {
        let (_folder, dir) = folder();
        let mut before = 0;
        for _ in 0..2 {
            let child = started(line, &dir);
            while values_known(&dir) <= before {
                std::thread::sleep(Duration::from_millis(50));
            }
            let committed = values_known(&dir);
            std::thread::sleep(Duration::from_millis(400));
            let start = Instant::now();
            signal(&child, name);
            let output = child.wait_with_output().unwrap();
            assert!(start.elapsed() < Duration::from_millis(1500), "{line}: {:?}", start.elapsed());
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(130), "{line}: {text}");
            assert!(text.contains("goes on") && text.contains("sprague search"), "{text}");
            assert!(values_known(&dir) > committed, "{line}: nothing was saved since the last commit");
            before = values_known(&dir);
        }
    }
    // What was stopped ends as what was not.
    let line = "0.37 --to 700000";
    let (_reference, expected) = reference(line);
    let (_folder, dir) = folder();
    for pause in [30, 100, 200, 300] {
        let child = started(line, &dir);
        std::thread::sleep(Duration::from_millis(pause));
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
        assert!(matches!(child.wait_with_output().unwrap().status.code(), Some(0 | 130)));
    }
    done(line, &dir);
    assert_same(&dir, &expected);
}

#[test]
fn a_goal_that_is_raised_is_as_good_as_one_from_the_start() {
    for (rule, goals) in
        [("0.106", [3, 70_000, 4_300_000]), ("0.6", [10, 2000, 123_456]), ("kayles", [5, 20, 1000])]
    {
        let (_folder, dir) = folder();
        for goal in goals {
            done(&format!("{rule} --to {goal}"), &dir);
        }
        let (_reference, expected) = reference(&format!("{rule} --to {}", goals[2]));
        assert_same(&dir, &expected);
        // Less is there already.
        let before = contents(&dir);
        assert!(done(&format!("{rule} --to 4 --bare"), &dir).trim().parse::<u64>().unwrap() > 4);
        let after = contents(&dir);
        assert!(before.iter().all(|(name, bytes)| name == "run.json" || after[name] == *bytes));
    }
}

/// What a crash of the machine may leave: half a chunk, garbage behind one, files that were never listed.
#[test]
fn torn_writes_are_computed_again() {
    let line = "0.106 --to 9000000";
    let (_reference, expected) = reference(line);
    for kind in 0..5 {
        let (_folder, dir) = folder();
        done("0.106 --to 6000000", &dir);
        let last = chunks(&dir).pop().unwrap();
        let bytes = std::fs::read(&last).unwrap();
        match kind {
            0 => std::fs::write(&last, &bytes[..bytes.len() / 3]).unwrap(),
            1 => std::fs::write(&last, [&bytes[..], b"garbage"].concat()).unwrap(),
            2 => std::fs::write(&last, []).unwrap(),
            3 => std::fs::remove_file(&last).unwrap(),
            _ => {
                std::fs::write(dir.join("values-4194304-4194304"), &bytes[..100]).unwrap();
                std::fs::write(dir.join("window-99"), b"sprague-window").unwrap();
                std::fs::write(dir.join(".sprague-abc"), b"{\"sprague_run\":1").unwrap();
            }
        }
        done(line, &dir);
        assert_same(&dir, &expected);
    }
}

#[test]
fn a_flipped_bit_is_found() {
    let mut noise = Noise(7);
    let line = "0.106 --to 14000000";
    let (_reference, expected) = reference(line);
    let (_folder, dir) = folder();
    done("0.106 --to 13000000", &dir);
    let files = chunks(&dir);
    assert_eq!(files.len(), 4);
    for file in &files {
        let good = std::fs::read(file).unwrap();
        flip(file, &mut noise);
        let read = program()
            .args(["values", &format!("@{}", dir.display()), "--to", "13000000", "--digest"])
            .output();
        refused(&read.unwrap(), "damaged");
        std::fs::write(file, good).unwrap();
    }
    // Recomputed, with a line that says so: a chunk in the middle, and the state of the window.
    flip(&files[1], &mut noise);
    let output = searched(line, &dir);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && text.contains("computed again"), "{text}");
    assert_same(&dir, &expected);
    let window = dir.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let window = window.into_iter().find(|path| path.display().to_string().contains("window-")).unwrap();
    flip(&window, &mut noise);
    let (_reference, expected) = reference("0.106 --to 15000000");
    let output = searched("0.106 --to 15000000", &dir);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stderr).contains("computed again"));
    assert_same(&dir, &expected);
    // Where all values are needed, those before the damage are gone on from.
    let (_folder, dir) = folder();
    done("0.6 --to 200000", &dir);
    flip(&chunks(&dir)[0], &mut noise);
    let (_reference, expected) = reference("0.6 --to 250000");
    assert!(searched("0.6 --to 250000", &dir).status.success());
    assert_same(&dir, &expected);
    // Nothing can be said of a run whose manifest is damaged.
    flip(&dir.join("run.json"), &mut noise);
    refused(&searched("0.6 --to 250000", &dir), "run.json");
    refused(&program().args(["search", "status", "--dir"]).arg(&dir).output().unwrap(), "run.json");
}

/// Runs a script as root may; `false` if mounting is not allowed here, which is said.
fn mounted(path: &Path, options: &str) -> bool {
    std::fs::create_dir_all(path).unwrap();
    let output = Command::new("mount").args(["-t", "tmpfs", "-o", options, "none"]).arg(path).output();
    let done = output.is_ok_and(|output| output.status.success());
    if !done {
        println!("SKIPPED: no file system can be mounted here");
    }
    done
}

struct Mounted<'a>(&'a Path);

impl Mounted<'_> {
    fn again(&self, options: &str) {
        let done = Command::new("mount").args(["-o", options]).arg(self.0).status().unwrap();
        assert!(done.success());
    }
}

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let line = "0.106 --to 9000000";
    let (folder, expected) = reference(line);
    let disk = folder.path().join("disk");
    if !mounted(&disk, "size=3M") {
        return;
    }
    let mounted = Mounted(&disk);
    let dir = disk.join("run");
    refused(&searched(line, &dir), "No space left");
    let safe = values_known(&dir);
    refused(&searched(line, &dir), "No space left");
    assert!(values_known(&dir) >= safe);
    mounted.again("remount,size=20M");
    done(line, &dir);
    assert_same(&dir, &expected);
}

#[test]
fn a_limit_on_files_loses_nothing() {
    let line = "0.106 --to 9000000";
    let (_reference, expected) = reference(line);
    let (_folder, dir) = folder();
    let program = assert_cmd::cargo::cargo_bin("sprague");
    let script = format!("ulimit -f 2000; exec {} search {line} --dir {}", program.display(), dir.display());
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    refused(&output, "safe");
    done(line, &dir);
    assert_same(&dir, &expected);
}

#[test]
fn a_read_only_directory_can_be_read() {
    let (folder, _) = folder();
    let disk = folder.path().join("disk");
    if !mounted(&disk, "size=9M") {
        return;
    }
    let mounted = Mounted(&disk);
    let dir = disk.join("run");
    done("0.106 --to 200000", &dir);
    mounted.again("remount,ro");
    refused(&searched("0.106 --to 300000", &dir), "Read-only");
    refused(&searched("0.106 --to 300000", &disk.join("other")), "Read-only");
    assert_eq!(values_known(&dir), 200_001);
    output_of(&["values", &format!("@{}", dir.display()), "--to", "200000", "--digest"]);
}

#[test]
fn one_process_at_a_time() {
    let (_folder, dir) = folder();
    let mut first = started("0.106 --to 10^12 --discard", &dir);
    while values_known(&dir) == 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    refused(&searched("0.106 --to 10^12 --discard", &dir), "another process");
    assert_eq!(status(&dir)["running"], true);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(status(&dir)["running"], false);
    done("0.106 --to 1000 --discard", &dir);
}

#[test]
fn other_rules_versions_and_directories_are_refused() {
    let (folder, dir) = reference("0.106 --to 70000");
    refused(&searched("0.054 --to 70000", &dir), "holds a run of 0.106");
    refused(&searched("0.106 --to 70000 --discard", &dir), "leave --discard out");
    refused(&searched("cut --to 5", &dir), "heaps");
    refused(&searched("0.106 --to 5", &folder.path().join("run/run.json/x")), "cannot run in");
    refused(&searched("0.106 --to x", &dir), "`x`");
    let (stranger, _) = (folder.path(), ());
    refused(&searched("0.106 --to 5", stranger), "there are files in it");
    refused(&program().args(["search", "status", "--dir"]).arg(stranger).output().unwrap(), "no run");
    // Another version, with a good checksum.
    let path = dir.join("run.json");
    let text = std::fs::read_to_string(&path).unwrap().replace("\"sprague_run\":1", "\"sprague_run\":2");
    let (body, _) = text.rsplit_once(",\"crc32\"").unwrap();
    let sealed = format!("{body},\"crc32\":\"{:08x}\"}}\n", crc32fast::hash(body.as_bytes()));
    std::fs::write(&path, sealed).unwrap();
    refused(&searched("0.106 --to 80000", &dir), "another version");
    let law = program().args(["law", &format!("@{}", dir.display())]).output().unwrap();
    refused(&law, "another version");
}

#[test]
fn odd_names() {
    let folder = tempfile::tempdir().unwrap();
    for name in [&b"a b"[..], b"new\nline", b"quote'", b"-dash", b"\xff\xfe", "ü".as_bytes()] {
        let dir = folder.path().join(OsStr::from_bytes(name));
        let text = done("kayles --to 50", &dir);
        assert!(text.lines().next().unwrap().starts_with("0.77: "), "{text}");
        let output = program().args(["search", "status", "--dir"]).arg(&dir).output().unwrap();
        assert!(output.status.success());
        assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), text.lines().count());
        let second = searched("dawson --to 50", &dir);
        refused(&second, "holds a run of 0.77");
        if let Ok(name) = std::str::from_utf8(name) {
            output_of(&["values", &format!("@{}/{name}", folder.path().display()), "--to", "20"]);
        }
    }
}

/// A law is recorded with its certificate, and everything is read off it.
#[test]
fn a_law_is_recorded() {
    for rule in ["0.16", "kayles", "allbut:1,4", "sub:2,5,7", "0.8"] {
        let (_folder, dir) = reference(&format!("{rule} --to 2000000"));
        let at = format!("@{}", dir.display());
        let law = |rule: &str| output_of(&["law", rule, "--bare", "--limit", "10^7"]);
        assert_eq!(law(&at), law(rule), "{rule}");
        assert_eq!(
            output_of(&["value", &at, "10^40", "--bare"]),
            output_of(&["value", rule, "10^40", "--bare"])
        );
        let count = |rule: &str| output_of(&["count", "wins", rule, "--to", "10^18", "--bare"]);
        if rule != "0.16" {
            assert_eq!(count(&at), count(rule), "{rule}");
        }
        let checked = output_of(&["check", dir.join("law.cert").to_str().unwrap()]);
        assert!(checked.contains("period"), "{checked}");
        assert!(status(&dir)["law"]["period"].is_u64());
    }
}

/// Without values: a megabyte, and the law all the same.
#[test]
fn a_law_without_its_values() {
    let (_folder, dir) = reference("0.16 --to 2000000 --discard");
    let at = format!("@{}", dir.display());
    assert_eq!(output_of(&["law", &at, "--bare", "--limit", "10^7"]), "149459 105351 0\n");
    let object = status(&dir);
    assert_eq!(object["kept"], "0");
    assert!(object["bytes"].as_str().unwrap().parse::<u64>().unwrap() < 1_500_000, "{object}");
    // The law is proved again, so that values follow from it; without that it is reported as recorded, and
    // nothing is derived from it.
    assert_eq!(output_of(&["value", &at, "5", "--bare"]), output_of(&["value", "0.16", "5", "--bare"]));
    let law = program().args(["law", &at, "--limit", "5"]).output().unwrap();
    assert_eq!(law.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&law.stdout).contains("not verified"), "{law:?}");
    refused(&program().args(["value", &at, "5", "--limit", "5"]).output().unwrap(), "not verified");
    refused(&program().args(["law", &at, "--window"]).output().unwrap(), "values already computed");
    // As long as all values are needed they are kept.
    let (_folder, dir) = reference("0.6 --to 100000 --discard");
    assert_eq!(status(&dir)["kept"], "100001");
}

/// Runs that could never end are refused as soon as that is clear.
#[test]
fn what_can_never_end_is_refused() {
    let (_folder, dir) = folder();
    refused(&searched("0.06 --to 10^12 --discard", &dir), "2^32");
}

/// Marked codes in a window: some values need more than the window has, and the directory stays small.
#[test]
fn a_window_of_marked_codes() {
    let (_folder, dir) = reference("0.6 --to 4600000 --discard");
    let object = status(&dir);
    assert_eq!((object["kept"].as_str(), object["values"].as_str()), (Some("0"), Some("4600001")));
    assert!(object["bytes"].as_str().unwrap().parse::<u64>().unwrap() < 10_000_000, "{object}");
}

#[test]
fn memory_is_kept_to() {
    let (_folder, dir) = folder();
    refused(&searched("0.06 --to 10^9 --memory 100M", &dir), "give --memory more");
    assert!(values_known(&dir) > 60_000 && values_known(&dir) < 200_000);
    let (_folder, dir) = folder();
    done("0.106 --to 3000000 --memory 8M", &dir);
    // At most one byte per value on disk, here five bits.
    let bytes: u64 = status(&dir)["bytes"].as_str().unwrap().parse().unwrap();
    assert!(bytes < 3_100_000, "{bytes}");
}
