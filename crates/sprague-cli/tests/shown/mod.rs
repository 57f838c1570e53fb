//! The command lines that this repository shows to people: in Markdown, notebooks, pages, docstrings,
//! scripts, comments and messages of the program.

use std::path::{Path, PathBuf};

/// A command line, as words without the program's own name.
#[derive(Debug, Clone)]
pub struct Shown {
    /// File and line.
    pub place: String,
    /// The text it was read from.
    pub text: String,
    pub program: Program,
    pub words: Vec<String>,
    /// Whether it is mentioned in a sentence, where arguments may be left out.
    pub mention: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    Sprague,
    Checker,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

const LEFT_OUT: [&str; 6] = ["target", "node_modules", "data", "proptest-regressions", "corpus", ".git"];
const ENDINGS: [&str; 11] = ["md", "ipynb", "js", "mjs", "html", "py", "pyi", "rs", "toml", "yml", "json"];

/// Every text of the repository that people read; tests of the program are not among them.
pub fn files() -> Vec<PathBuf> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let tests = name == "tests" && folder.join("Cargo.toml").exists();
            if path.is_dir() {
                if !LEFT_OUT.contains(&name.as_str()) && !tests {
                    collect(&path, found);
                }
            } else if !name.contains('.') || ENDINGS.iter().any(|end| name.ends_with(&format!(".{end}"))) {
                found.push(path);
            }
        }
    }
    let mut found = vec![];
    collect(&root(), &mut found);
    found.retain(|path| !path.ends_with("tests.rs"));
    found
}

/// All command lines of all files.
pub fn all() -> Vec<Shown> {
    let mut found = vec![];
    for path in files() {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        found.extend(of_text(&name, &text));
    }
    found
}

/// The command lines of one text: quoted ones up to their quote, others up to the end of their line.
pub fn of_text(name: &str, text: &str) -> Vec<Shown> {
    let mut found = vec![];
    for program in [Program::Sprague, Program::Checker] {
        let word = if program == Program::Sprague { "sprague" } else { "sprague-check" };
        for (at, _) in text.match_indices(word) {
            let (before, after) = (&text[..at], &text[at + word.len()..]);
            if !after.starts_with(' ') {
                continue;
            }
            let Some(quoted) = quoted(before) else { continue };
            let rest = if quoted {
                after.split('`').next().unwrap_or_default()
            } else {
                after.lines().next().unwrap_or_default()
            };
            let Some(words) = words(&unwrapped(rest)) else { continue };
            let place = format!("{name}:{}", before.matches('\n').count() + 1);
            let text = format!("{word}{rest}");
            found.push(Shown { place, text, program, words, mention: quoted });
        }
    }
    found
}

/// Whether the program's name is quoted as code where it stands; nothing if it is in the middle of a
/// sentence.
fn quoted(before: &str) -> Option<bool> {
    let line = before.rsplit('\n').next().unwrap_or_default();
    // Settings before a command belong to it: `SPRAGUE_SIMD=avx2 sprague …`, `/usr/bin/time -f %U sprague …`.
    let start = line.rfind('`').map_or("", |tick| &line[tick + 1..]);
    // Docstrings quote code by two of them.
    let inside = line.ends_with("``") || line.matches('`').count() % 2 == 1;
    let settings = |word: &str| word.contains('=') || word.starts_with(['-', '%', '"', '/']);
    if inside && start.split_whitespace().all(settings) && (start.is_empty() || start.ends_with(' ')) {
        return Some(true);
    }
    let line = line.trim_start_matches(['/', '!', '#', ' ', '"', '*']);
    let begins = line.is_empty() || line == "$ " || line.ends_with("| ") || line.ends_with("&& ");
    (begins || line.ends_with("$(") || line.ends_with("release/") || line.ends_with(": ")).then_some(false)
}

/// A quoted command line that goes over the end of a line, on one line.
fn unwrapped(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start_matches(['/', '!', '#']));
    let lines: Vec<&str> = lines.collect();
    lines.join(" ").replace("\\n", " ").replace("\\\"", "\"")
}

/// The words of a command as a shell reads them, up to an operator, a comment or a gap of two spaces, with
/// `1` for what is filled in by a program. Nothing if a quote does not end.
pub fn words(text: &str) -> Option<Vec<String>> {
    let text = filled(text.trim_start());
    let (mut words, mut word, mut quote) = (vec![], None::<String>, None);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(end), c) if c == end => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => {
                words.extend(word.take());
                if chars.peek() == Some(&' ') {
                    break;
                }
            }
            (None, '#') if word.is_none() => break,
            (None, '|' | '&' | ';' | '>' | '<' | ')' | '(') => break,
            (None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// `1` for `{}` and `{rule}` of Rust, `${shell(rule)}` of JavaScript and `$1` and `$code` of a shell.
fn filled(text: &str) -> String {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let text: String = text.split_inclusive('$').fold(String::new(), |before, piece| {
        match before.strip_suffix('$').filter(|_| piece.starts_with(name)) {
            Some(before) => format!("{before}1{}", piece.trim_start_matches(name)),
            None => before + piece,
        }
    });
    let text = text.as_str();
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('{') {
        let Some(end) = rest[at..].find('}') else { break };
        out += rest[..at].trim_end_matches('$');
        out.push('1');
        rest = &rest[at + end + 1..];
    }
    out + rest
}
