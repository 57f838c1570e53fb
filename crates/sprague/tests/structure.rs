//! The order of the modules, and what no module may do.

use std::path::{Path, PathBuf};

/// Each module may use those after it, and none before.
const ORDER: [&str; 12] = [
    "front",
    "census",
    "ask",
    "play",
    "certificates",
    "counts",
    "known",
    "laws",
    "misere",
    "values",
    "nimbers",
    "rules",
];

/// The crates below the interfaces.
fn crates() -> [PathBuf; 2] {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    [own.to_path_buf(), own.with_file_name("sprague-kernels")]
}

/// Every Rust file of the crates below the interfaces with its whole text, tests, benches and examples too.
fn files() -> Vec<(PathBuf, String)> {
    files_of(&crates())
}

/// Every Rust file of all crates.
fn all_files() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files_of(&all.filter(|path| path.join("Cargo.toml").exists()).collect::<Vec<_>>())
}

fn files_of(crates: &[PathBuf]) -> Vec<(PathBuf, String)> {
    fn below(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() && !path.ends_with("target") {
                below(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut found = Vec::new();
    crates.iter().for_each(|krate| below(krate, &mut found));
    assert!(found.len() > 200, "{} files", found.len());
    found
}

/// The parameters of every function, each list with the name in front of it.
fn signatures(code: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let (rest, before) = (&code[at + 3..], code[..at].chars().next_back());
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if name.is_empty() || before.is_some_and(|c| !c.is_whitespace()) {
            continue;
        }
        let (mut depth, mut inside, mut last) = (0, false, ' ');
        let mut parameters = vec![String::new()];
        for c in rest[name.len()..].chars() {
            match c {
                '(' if depth == 0 && !inside => inside = true,
                ')' if depth == 0 && inside => break,
                ',' if depth == 0 && inside => parameters.push(String::new()),
                _ if inside => parameters.last_mut().unwrap().push(c),
                _ => {}
            }
            match c {
                '(' if depth == 0 && parameters == [""] => {}
                '(' | '[' | '{' | '<' => depth += 1,
                '>' if last == '-' || last == '=' => {}
                ')' | ']' | '}' | '>' => depth -= 1,
                _ => {}
            }
            last = c;
        }
        parameters.retain(|parameter| !parameter.trim().is_empty());
        found.push((name, parameters));
    }
    found
}

/// Every file of the crate by its path below `src`, without comments.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let code = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![(path.clone(), code(&path))] })
        .collect()
}

/// The names that follow a path to the root of the crate, by `crate::` or by as many `super::` as lead there.
fn used(code: &str, depth: usize) -> Vec<&str> {
    let roots = ["crate::".to_string(), "super::".repeat(depth)];
    let paths =
        roots.iter().flat_map(|root| code.match_indices(root.as_str()).map(|(at, root)| at + root.len()));
    let names = paths.flat_map(|at| {
        let path = &code[at..];
        let group = path.strip_prefix('{').map(|group| group.split(';').next().unwrap_or(group));
        group.map_or_else(|| vec![path], |group| group.split(['{', '}', ',']).map(str::trim).collect())
    });
    let names = names.map(|path| path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""));
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn dependencies_point_down() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let place = |name: &str| ORDER.iter().position(|module| *module == name);
    let (mut upward, mut seen) = (Vec::new(), 0);
    for (file, code) in sources(&source) {
        let path = file.strip_prefix(&source).unwrap().with_extension("");
        let parts: Vec<&str> =
            path.iter().filter_map(|part| part.to_str()).filter(|part| *part != "mod").collect();
        // What is not in the list is below all of it.
        let own = place(parts[0]).unwrap_or(ORDER.len());
        for other in used(&code, parts.len()).into_iter().filter(|_| parts != ["lib"]) {
            seen += 1;
            if place(other).is_some_and(|other| other < own) {
                upward.push(format!("{} uses {other}", path.display()));
            }
        }
    }
    assert!(upward.is_empty(), "these look up:\n{}", upward.join("\n"));
    assert!(seen > 300, "{seen} paths");
    let text = "use crate::{Error, known::Known, laws};\nlet x = super::super::counts::wins;";
    assert_eq!(used(text, 2), ["Error", "known", "laws", "counts"]);
    assert_eq!(used(text, 3), ["Error", "known", "laws"]);
}

/// `proved` is made in one place, and nothing is decided by what a game calls itself.
#[test]
fn words_and_names_decide_nothing() {
    for (file, code) in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let proved = code.contains("Status::Proved") && !file.ends_with("src/status.rs");
        let compared = [".notation() ==", ".notation() !=", "match rule.notation()", ".name == \""];
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        assert!(!proved && compared.iter().all(|text| !code.contains(text)), "{}", file.display());
    }
}

/// The caller decides on vector instructions, by [`Work`](sprague::Work): no kernel takes the widest ones by
/// itself, and neither crate reads the environment.
#[test]
fn levels_come_from_the_caller() {
    let mut seen = 0;
    for (file, code) in crates().iter().flat_map(|krate| sources(&krate.join("src"))) {
        let tests = file.ends_with("engine/tests.rs") || file.ends_with("engine/limits.rs");
        let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        seen += code.matches(".level(").count();
        let chosen = code.contains("Level::widest(") && !file.ends_with("sprague-kernels/src/work.rs");
        assert!(!code.contains("env::var") && (tests || !chosen), "{}", file.display());
    }
    assert!(seen >= 10, "{seen} kernels ask for their level");
}

/// Six parameters at most, `self` among them. The token of a vector level, which `dispatch!` adds, does not
/// count; neither do the variables of a property test.
#[test]
fn no_function_has_seven_parameters() {
    let mut seen = 0;
    for (file, text) in files() {
        let path = file.display().to_string();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for (name, parameters) in signatures(&lines.collect::<Vec<_>>().join("\n")) {
            let drawn =
                |parameter: &&String| !parameter.contains(" in ") && !parameter.trim().ends_with(": X");
            let count = parameters.iter().filter(drawn).count();
            seen += 1;
            assert!(count <= 6, "{path}: {name} has {count} parameters");
        }
    }
    assert!(seen > 3000, "{seen} functions");
    let text = "fn a<T: Fn(u8) -> u8>(&self, b: (u8, u8), c: impl Fn(u8, u8) -> u8, x: X) {}\nfn d() {}";
    let counts: Vec<usize> = signatures(text).iter().map(|(_, parameters)| parameters.len()).collect();
    assert_eq!(counts, [4, 0]);
}

/// An unsafe function says what its caller has to see to; those of a trait say it once, in the trait.
#[test]
fn unsafe_functions_have_a_contract() {
    let mut seen = 0;
    for (file, text) in files() {
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        for (i, line) in lines.iter().enumerate() {
            let of_trait = [
                "unsafe fn read(",
                "unsafe fn write(",
                "unsafe fn write_half<",
                "unsafe fn alloc",
                "unsafe fn dealloc(",
                "unsafe fn realloc(",
            ];
            let starts = ["unsafe fn", "pub unsafe fn", "pub(super) unsafe fn", "pub(crate) unsafe fn"];
            if !starts.iter().any(|start| line.starts_with(start))
                || of_trait.iter().any(|f| line.starts_with(f))
            {
                continue;
            }
            let above =
                lines[..i].iter().rev().take_while(|line| line.starts_with("///") || line.starts_with("#["));
            assert!(
                above.clone().any(|line| *line == "/// # Safety"),
                "{}:{}: {line}",
                file.display(),
                i + 1
            );
            seen += 1;
        }
    }
    assert!(seen >= 10, "{seen} unsafe functions");
}

/// Comments are wrapped at the width of the code. Tables and examples, whose lines cannot be broken, are not.
#[test]
fn comments_are_wrapped() {
    for (file, text) in all_files() {
        let path = file.display().to_string();
        let mut example = false;
        for (number, line) in (1..).zip(text.lines()) {
            let comment = line.trim_start();
            let body = comment.trim_start_matches(['/', '!']).trim_start();
            if !comment.starts_with("//") {
                example = false;
            } else if body.starts_with("```") {
                example = !example;
            } else if !example && !body.starts_with('|') {
                let width = line.chars().count();
                assert!(width <= 110, "{path}:{number} has {width} columns");
            }
        }
    }
}
