//! Documents point at what exists, and nothing outside the room of rules asks which kind of rule it has.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All files below a folder with an ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        if entry.is_dir() && !["target", "node_modules"].contains(&name.as_str()) && !name.starts_with('.') {
            found.extend(files(&entry, ending));
        } else if name.ends_with(ending) {
            found.push(entry);
        }
    }
    found
}

/// The paths that a text mentions: links, and words in backquotes or prose that look like files of this repository.
fn mentioned(text: &str) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for piece in text.split(|c: char| c.is_whitespace() || "`()[]{}<>,;\"'|".contains(c)) {
        let path = piece.trim_end_matches(['.', ':']).split('#').next().unwrap_or("");
        let known = ["docs/", "crates/", "proofs/", "fuzz/", "bench/", "examples/", "tests/"];
        let file = path.rsplit('/').next().unwrap_or("");
        let looks_like_a_file =
            file.contains('.') && !file.starts_with('.') && !path.contains(['*', '$', '…', '=']);
        if looks_like_a_file && known.iter().any(|start| path.starts_with(start)) {
            paths.insert(path.to_string());
        }
    }
    paths
}

#[test]
fn pointers_to_files_point_at_files() {
    let root = root();
    let mut dangling = Vec::new();
    let mut looked_at = 0;
    for document in files(&root, ".md") {
        let text = std::fs::read_to_string(&document).unwrap();
        let beside = document.parent().unwrap();
        let package = beside.ancestors().find(|folder| folder.join("Cargo.toml").exists()).unwrap_or(&root);
        for path in mentioned(&text) {
            looked_at += 1;
            let crates = std::fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
            let mut folders = crates.chain([beside, package, &root].map(Path::to_path_buf));
            if !folders.any(|folder| folder.join(&path).exists()) {
                dangling.push(format!("{}: {path}", document.strip_prefix(&root).unwrap().display()));
            }
        }
    }
    assert!(dangling.is_empty(), "no such files:\n{}", dangling.join("\n"));
    assert!(looked_at > 40, "{looked_at} paths");
}

/// Rooms ask for capabilities. The registry of solvers and the table of problems name rules; nobody else does.
#[test]
fn nothing_asks_which_kind_of_rule_it_has() {
    let source = root().join("crates/sprague/src");
    let may_name_rules = ["rules/", "known/mod.rs", "counts/euler.rs"];
    let mut found = Vec::new();
    for file in files(&source, ".rs") {
        let place = file.strip_prefix(&source).unwrap().to_string_lossy().replace('\\', "/");
        if may_name_rules.iter().any(|allowed| place.starts_with(allowed)) || place.ends_with("tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for (number, line) in
            code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            let kinds = [
                "Cut,",
                "Cut}",
                "Cards,",
                "Cards}",
                "StraightCut}",
                "Game for",
                "notation() ==",
                "notation() !=",
            ];
            if kinds.iter().any(|kind| line.contains(kind)) {
                found.push(format!("{place}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "these lines know kinds of rules:\n{}", found.join("\n"));
}

/// Every notation of the registry is in the listing of the command.
#[test]
fn every_notation_is_listed() {
    let output = assert_cmd::Command::cargo_bin("sprague").unwrap().arg("rules").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for entry in sprague::rules::NOTATIONS {
        assert!(text.contains(entry.pattern) && text.contains(entry.line), "{}", entry.pattern);
    }
    for entry in sprague::rules::NAMES {
        assert!(text.contains(entry.name) && text.contains(entry.line), "{}", entry.name);
    }
}
