//! Documents point at what exists, are in the index, and only the rules module asks which kind of rule it
//! has.

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
        let skipped = ["target", "node_modules"].contains(&name.as_str());
        if entry.is_dir() && !skipped && (!name.starts_with('.') || name == ".github") {
            found.extend(files(&entry, ending));
        } else if name.ends_with(ending) {
            found.push(entry);
        }
    }
    found
}

/// A text without its fenced blocks.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let outside = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    });
    outside.collect::<Vec<_>>().join("\n")
}

/// The targets of all links and pictures, except those on other sites.
fn links(text: &str) -> Vec<String> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets
        .filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
        .map(String::from)
        .collect()
}

/// The names by which the headings of a page can be linked to.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let name = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>()
    };
    headings.map(name).collect()
}

/// The words in backquotes that look like paths of files or folders.
fn paths(text: &str) -> BTreeSet<String> {
    const ENDINGS: [&str; 14] = [
        ".rs", ".md", ".v", ".ml", ".py", ".js", ".mjs", ".json", ".csv", ".toml", ".ipynb", ".png", ".sh",
        "/",
    ];
    let quoted = text.split('`').skip(1).step_by(2);
    let plain = |word: &&str| word.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
    let known = |word: &&str| {
        word.trim_end_matches('/').contains('/') && ENDINGS.iter().any(|ending| word.ends_with(ending))
    };
    quoted.filter(plain).filter(known).filter(|word| !word.starts_with('/')).map(String::from).collect()
}

/// Whether a path exists: from the document, from the root, or from a package or one of its folders.
fn exists(path: &str, document: &Path, root: &Path) -> bool {
    let crates = std::fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let packages = crates.chain([root.join("tools/schemata"), root.join("fuzz")]);
    let inside =
        packages.flat_map(|package| ["", "src", "assets", "tests", ".."].map(|folder| package.join(folder)));
    let mut folders = inside.chain([document.parent().unwrap().to_path_buf(), root.to_path_buf()]);
    folders.any(|folder| folder.join(path).exists())
}

#[test]
fn links_and_paths_lead_to_files() {
    let root = root();
    let (mut dangling, mut looked_at) = (Vec::new(), 0);
    for document in files(&root, ".md") {
        let text = prose(&std::fs::read_to_string(&document).unwrap());
        let shown = document.strip_prefix(&root).unwrap().display();
        for target in links(&text) {
            looked_at += 1;
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = if path.is_empty() { document.clone() } else { document.parent().unwrap().join(path) };
            let there = file.exists()
                && (anchor.is_empty()
                    || anchors(&prose(&std::fs::read_to_string(&file).unwrap())).contains(anchor));
            if !there {
                dangling.push(format!("{shown}: link to {target}"));
            }
        }
        for path in paths(&text) {
            looked_at += 1;
            if !exists(&path, &document, &root) {
                dangling.push(format!("{shown}: {path}"));
            }
        }
    }
    assert!(dangling.is_empty(), "no such files or headings:\n{}", dangling.join("\n"));
    assert!(looked_at > 300, "{looked_at} links and paths");
}

/// A dangling link, heading or path is noticed.
#[test]
fn what_leads_nowhere_is_found() {
    let root = root();
    let text = prose(
        "# One `two`: three\n```\n[a](nowhere.md)\n```\n[b](README.md#x) `src/no_such_file.rs` `/api/a.js`",
    );
    assert_eq!(links(&text), ["README.md#x"]);
    assert_eq!(anchors(&text), BTreeSet::from(["one-two-three".to_string()]));
    assert_eq!(paths(&text), BTreeSet::from(["src/no_such_file.rs".to_string()]));
    assert!(!exists("src/no_such_file.rs", &root.join("README.md"), &root));
    assert!(exists("tests/documents.rs", &root.join("README.md"), &root));
}

/// The index of the documentation links to every page.
#[test]
fn every_page_is_in_the_index() {
    let docs = root().join("docs");
    let index = docs.join("README.md");
    let linked: BTreeSet<PathBuf> = links(&std::fs::read_to_string(&index).unwrap())
        .iter()
        .filter_map(|target| docs.join(target.split('#').next().unwrap()).canonicalize().ok())
        .collect();
    let missing: Vec<_> =
        files(&docs, ".md").into_iter().filter(|page| *page != index && !linked.contains(page)).collect();
    assert!(missing.is_empty(), "docs/README.md does not list {missing:?}");
}

/// The parts of the checker have about as many lines as docs/trust.md says, in rows that name whole files.
#[test]
fn parts_of_the_checker_have_the_stated_sizes() {
    let source = root().join("crates/sprague-check/src");
    let lines = |file: &Path| std::fs::read_to_string(file).unwrap().lines().count();
    let of_module = |name: &str| -> usize {
        let folder = source.join(name);
        let inner = if folder.is_dir() { files(&folder, ".rs") } else { Vec::new() };
        lines(&source.join(format!("{name}.rs"))) + inner.iter().map(|file| lines(file)).sum::<usize>()
    };
    let text = std::fs::read_to_string(root().join("docs/trust.md")).unwrap();
    let after = text.split("| claim | files | lines").nth(1).unwrap();
    let mut rows = 0;
    for row in after.lines().skip(2).take_while(|line| line.trim_start().starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        if cells[2].contains("half") {
            continue;
        }
        let stated: usize =
            cells[3].chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap();
        let counted: usize = cells[2].split('`').skip(1).step_by(2).map(of_module).sum();
        assert!(counted.abs_diff(stated) <= 10 + stated / 20, "{}: {counted} lines, not {stated}", cells[1]);
        rows += 1;
    }
    assert!(rows > 8, "{rows} rows");
}

/// Modules ask for capabilities. Only the registry of solvers and the table of problems name rules.
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
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for entry in sprague::rules::NOTATIONS {
        let pattern = entry.pattern.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&pattern) && text.contains(entry.line), "{pattern}");
    }
    for entry in sprague::rules::NAMES {
        assert!(text.contains(entry.name) && text.contains(entry.line), "{}", entry.name);
    }
}

/// The pages of topics fit a terminal, as those of commands do.
#[test]
fn topics_fit_a_terminal() {
    for topic in ["notation", "proof-status"] {
        let output =
            assert_cmd::Command::cargo_bin("sprague").unwrap().args(["help", topic]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().count() > 10 && text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}

/// Turns of phrase that are not plain English here, each with what to write instead.
const PHRASES: [(&str, &str); 36] = [
    ("so many", "this many, the number of"),
    ("at the most", "at most"),
    ("as many as are", "the requested number"),
    ("nobody", "no player, no client; unknown"),
    ("whoever", "the player who; the caller"),
    ("of its own", "its own; separate"),
    ("of their own", "their own; separate"),
    ("came back", "recurred, was repeated"),
    ("come back", "recur, return"),
    ("gone on with", "resumed"),
    ("taken up again", "resumed"),
    ("for ever", "forever"),
    ("anew", "again"),
    ("besides", "also; in addition to"),
    ("lost for the other", "so your opponent loses"),
    ("a byte a", "one byte per"),
    ("one file an", "one file per"),
    ("a page an", "one page per"),
    ("one look at", "one check of, one probe of"),
    ("two looks", "two checks, two probes"),
    ("a look at", "a check of, a visit to"),
    ("is told", "reports, is reported"),
    ("are told", "report, are reported"),
    ("was told", "was reported"),
    ("unless told otherwise", "by default"),
    ("told apart", "distinguished"),
    ("told to stop", "stopped"),
    ("hand on", "pass"),
    ("handed on", "passed"),
    ("hand about", "distribute"),
    ("handed about", "distributed"),
    ("has no room", "does not fit"),
    ("knows nothing", "is independent"),
    ("know nothing", "are independent"),
    ("as far as that goes", "as far as possible"),
    ("no other program", "an equivalent mutant"),
];

/// Documents state what is so; how the work went is in the history.
const DIARY: [(&str, &str); 6] = [
    ("once more", "again"),
    ("did not pay", "delete the sentence"),
    ("in three runs", "delete the sentence"),
    ("we tried", "delete the sentence"),
    ("was tried and", "delete the sentence"),
    ("at the time", "then; or delete the sentence"),
];

/// Those of some phrases that are in a text, as whole words, with the numbers of their lines. A line break
/// counts as a space.
fn phrases(text: &str, listed: &[(&'static str, &str)]) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let start = |line: &str| {
        line.trim_start().trim_start_matches(['/', '!', '#', '*', '>']).trim_start().to_lowercase()
    };
    for (number, line) in lines.iter().enumerate() {
        let (line, next) = (start(line), lines.get(number + 1).map_or(String::new(), |next| start(next)));
        let both = format!("{line} {next}");
        for &(phrase, _) in listed {
            let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            let whole = |at: &usize| {
                !word(both[..*at].chars().next_back()) && !word(both[at + phrase.len()..].chars().next())
            };
            let mut places = both.match_indices(phrase).map(|(at, _)| at).filter(|&at| at < line.len());
            if places.any(|at| whole(&at)) {
                found.push((number + 1, phrase));
            }
        }
    }
    found
}

/// Documents, comments, messages, scripts and page texts are written in plain English.
#[test]
fn prose_is_plain() {
    const ENDINGS: [&str; 19] = [
        ".md", ".rs", ".py", ".pyi", ".js", ".mjs", ".html", ".css", ".v", ".ml", ".trycmd", ".toml", ".yml",
        ".cff", ".ipynb", "build", "test", "octal", "runs",
    ];
    let root = root();
    let (mut found, mut read) = (Vec::new(), 0);
    for ending in ENDINGS {
        for file in files(&root, ending) {
            let shown = file.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
            if shown.ends_with("tests/documents.rs") || shown.ends_with("CODE_OF_CONDUCT.md") {
                continue;
            }
            read += 1;
            let text = std::fs::read_to_string(&file).unwrap();
            let diary: &[_] = if ending == ".md" { &DIARY } else { &[] };
            for (line, phrase) in [phrases(&text, &PHRASES), phrases(&text, diary)].concat() {
                let (_, instead) =
                    PHRASES.iter().chain(&DIARY).find(|(written, _)| *written == phrase).unwrap();
                found.push(format!("{shown}:{line}: “{phrase}”; better: {instead}"));
            }
        }
    }
    assert!(found.is_empty(), "not plain:\n{}", found.join("\n"));
    assert!(read > 300, "{read} files");
}

#[test]
fn phrases_are_found_across_lines_and_as_words() {
    assert_eq!(phrases("/// At most so\n/// many values.", &PHRASES), [(1, "so many")]);
    assert_eq!(phrases("Whoever asks\nnobody_else(); anewer", &PHRASES), [(1, "whoever")]);
    assert_eq!(
        (phrases("It is checked once more.", &PHRASES), phrases("Once more", &DIARY).len()),
        (vec![], 1)
    );
}

/// Lines of prose are short enough to be compared side by side.
#[test]
fn lines_of_documents_are_short() {
    let root = root();
    let mut long = Vec::new();
    for document in files(&root, ".md") {
        let mut fenced = false;
        for (number, line) in std::fs::read_to_string(&document).unwrap().lines().enumerate() {
            let (fence, inner) = (line.trim_start().starts_with("```"), line.trim_start());
            fenced ^= fence;
            let verbatim = fenced || line.starts_with("    ") || inner.starts_with('|');
            if !verbatim && line.chars().count() > 124 {
                long.push(format!("{}:{}", document.strip_prefix(&root).unwrap().display(), number + 1));
            }
        }
    }
    assert!(long.is_empty(), "longer than 124 characters:\n{}", long.join("\n"));
}
