//! Every help page, rendered: each describes its own command, in one order, within 80 columns.

use super::{GROUPS, TOPICS, UNUSED, WIDTH, command};
use std::collections::BTreeMap;

/// Every command with its full name, the program first.
fn all() -> Vec<(String, clap::Command)> {
    fn collect(name: &str, command: &clap::Command, found: &mut Vec<(String, clap::Command)>) {
        found.push((name.to_string(), command.clone()));
        for inner in command.get_subcommands() {
            collect(&format!("{name} {}", inner.get_name()), inner, found);
        }
    }
    let (mut found, mut root) = (vec![], command());
    root.build();
    collect("sprague", &root, &mut found);
    found
}

fn pages() -> Vec<(String, String)> {
    let both = |(name, mut command): (String, clap::Command)| {
        let short = (format!("{name} -h"), command.render_help().to_string());
        [short, (format!("{name} --help"), command.render_long_help().to_string())]
    };
    all().into_iter().flat_map(both).collect()
}

/// A flattened struct with a doc comment replaces the description of the command it is flattened into.
#[test]
fn every_description_is_its_own() {
    let mut seen = BTreeMap::new();
    for (name, command) in all() {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        assert!(!about.is_empty() && !about.ends_with('.') && about.len() <= WIDTH, "{name}: {about}");
        if let Some(other) = seen.insert(about.clone(), name.clone()) {
            panic!("{name} and {other} have the same description: {about}");
        }
        let words = name.rsplit(' ').next().unwrap_or_default();
        let first = command.clone().render_help().to_string();
        assert!(first.starts_with(&about), "{name} begins with something else: {words}: {first}");
    }
    // What each command is for, by a word that no other description would have in its place.
    for (name, word) in [
        ("euler", "Project Euler"),
        ("law", "law"),
        ("check", "certificates"),
        ("search", "resumed"),
        ("search status", "how far"),
        ("census", "many codes"),
        ("census export", "CSV"),
        ("count", "Count"),
        ("count tuples", "tuples"),
        ("play", "Play"),
        ("plot", "Draw"),
        ("serve", "browser"),
    ] {
        let (_, command) = all().into_iter().find(|(full, _)| *full == format!("sprague {name}")).unwrap();
        let about = command.get_about().unwrap().to_string();
        assert!(about.contains(word), "{name}: {about}");
    }
}

/// One sentence, usage, options under headings, examples: in this order, and nothing too wide for a terminal.
#[test]
fn pages_have_one_order() {
    for (name, page) in pages() {
        let found = |text: &str| page.find(text).unwrap_or_else(|| panic!("{name} has no {text}\n{page}"));
        assert!(found("Usage:") < found("General:"), "{name}\n{page}");
        assert!(!page.contains("\nOptions:"), "{name} has options without a heading\n{page}");
        let headings: Vec<&str> =
            page.lines().filter(|line| line.ends_with(':') && !line.starts_with(' ')).collect();
        let place = |heading: &str| headings.iter().position(|found| *found == heading);
        assert_eq!(headings.last(), Some(&"Examples:"), "{name}\n{page}");
        assert_eq!(place("General:"), Some(headings.len() - 2), "{name}\n{page}");
        let output = place("Output:");
        assert!(output.is_none_or(|output| output == headings.len() - 3), "{name}\n{page}");
        for line in page.lines() {
            assert!(line.chars().count() <= WIDTH, "{name}: {line}");
        }
        let examples = page[found("Examples:")..].lines().filter(|line| line.contains("sprague "));
        assert!(examples.count() >= 3, "{name}\n{page}");
    }
}

/// What a command does not take is not on its page, and the rest is.
#[test]
fn pages_have_what_is_taken() {
    for (name, page) in pages() {
        let command = name.trim_start_matches("sprague ").trim_end_matches(" --help").trim_end_matches(" -h");
        let unused =
            UNUSED.iter().find(|(other, ..)| *other == command).map_or(&[][..], |(_, unused, _)| unused);
        for option in ["json", "bare", "threads", "memory"] {
            let shown = page.lines().any(|line| line.trim_start().starts_with(&format!("--{option}")));
            assert_eq!(shown, !unused.contains(&option), "{name} --{option}\n{page}");
        }
    }
}

#[test]
fn every_command_is_in_one_group() {
    let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let page = command().render_help().to_string();
    for (_, names) in GROUPS {
        for name in names {
            let one = command().find_subcommand(name).unwrap().clone();
            assert!(page.contains(&one.get_about().unwrap().to_string()), "{name}\n{page}");
        }
    }
    let root = command();
    let mut all: Vec<&str> = root.get_subcommands().map(clap::Command::get_name).collect();
    all.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, all);
}

/// A topic never hides a command.
#[test]
fn topics_are_no_commands() {
    for (topic, _) in TOPICS {
        assert!(command().find_subcommand(topic).is_none(), "{topic}");
    }
}

#[test]
fn the_first_screen_fits() {
    let lines: Vec<&str> = crate::commands::help::WELCOME.lines().collect();
    assert!(lines.len() < 24 && lines.iter().all(|line| line.chars().count() <= WIDTH), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("  sprague ")).count(), 8);
}

/// One name per idea: no option of an old name, and no option of one name with two meanings in its value.
#[test]
fn one_name_per_idea() {
    let old = ["upto", "seconds", "store", "csv", "report", "suits"];
    for (name, command) in all() {
        for option in command.get_arguments().filter_map(clap::Arg::get_long) {
            assert!(!old.contains(&option), "{name} --{option}");
        }
        for (option, value) in
            [("time", "TIME"), ("dir", "DIR"), ("save", "FILE"), ("output", "FILE"), ("limit", "N")]
        {
            let found = command.get_arguments().find(|arg| arg.get_long() == Some(option));
            let names = found.and_then(clap::Arg::get_value_names);
            assert!(names.is_none_or(|names| names == [value]), "{name} --{option}");
        }
    }
}

#[path = "../../tests/shown/mod.rs"]
mod shown;

use clap::error::ErrorKind;
use shown::{Program, Shown};

/// What is wrong with a command line, if anything is.
fn wrong(line: &Shown) -> Option<String> {
    let (elided, words): (Vec<&String>, Vec<&String>) =
        line.words.iter().partition(|word| ["…", "...", "…."].contains(&word.as_str()));
    let given = std::iter::once("sprague").chain(words.into_iter().map(String::as_str));
    let error = command().try_get_matches_from(given).err()?;
    let left_out = [
        ErrorKind::MissingRequiredArgument,
        ErrorKind::MissingSubcommand,
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
    ];
    let fine = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
        kind => (line.mention || !elided.is_empty()) && left_out.contains(&kind),
    };
    (!fine).then(|| format!("{}: {}: {}", line.place, line.text, crate::one_line(&error)))
}

/// Every command line that anything in this repository shows is one that the program takes.
#[test]
fn every_command_line_is_taken() {
    let known = command();
    let begins =
        |line: &Shown| line.words.first().is_some_and(|first| known.find_subcommand(first).is_some());
    let lines = shown::all().into_iter().filter(|line| line.program == Program::Sprague);
    // A line of prose may begin with the name of the program; a quoted command has a command.
    let lines: Vec<Shown> = lines.filter(|line| line.mention || begins(line)).collect();
    let faults: Vec<String> = lines.iter().filter_map(wrong).collect();
    assert!(faults.is_empty(), "{} command lines:\n{}", faults.len(), faults.join("\n"));
    // Every kind of place is looked at; the pages' scripts show lines that the library writes.
    for (place, least) in
        [("docs/problems/", 80), ("README.md:", 25), (".md:", 150), (".rs:", 100), (".py:", 1)]
    {
        let found = lines.iter().filter(|line| line.place.contains(place)).count();
        assert!(found >= least, "{place}: {found} command lines");
    }
}

/// So do the examples of the help pages as they are printed, and the first screen.
#[test]
fn every_example_is_taken() {
    let mut pages = pages();
    pages.push(("sprague".to_string(), crate::commands::help::WELCOME.to_string()));
    let mut count = 0;
    for (name, page) in pages {
        let examples = &page[page.find("Examples:").or(page.find("Try:")).unwrap()..];
        let lines = shown::of_text(&name, examples);
        let faults: Vec<String> = lines.iter().filter_map(wrong).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        count += lines.len();
    }
    assert!(count > 150, "{count} examples");
}

/// The extraction sees what it should, and the parser refuses what it should.
#[test]
fn old_names_are_found() {
    for (text, faults) in [
        ("    $ sprague values kayles --upto 5", 1),
        ("ask `sprague law kayles --seconds\n5` first", 1),
        ("sprague census '0.??' --store x | cat", 1),
        ("sprague status DIR", 0),
        ("`sprague status DIR`", 1),
        ("`sprague count tuples kayles …`, `sprague law` and `sprague law` of `sprague`", 0),
        ("  sprague law kayles && sprague check x.cert --step 5", 1),
        ("console.log(`sprague law ${shell(rule)} --limits 5`)", 1),
        ("sprague law kayles   --what follows is a remark", 0),
        ("in sprague values are numbers", 0),
    ] {
        let lines = shown::of_text("here", text);
        let found = lines.iter().filter(|line| {
            let first = line.words.first().map_or("", |first| first.as_str());
            line.mention || command().find_subcommand(first).is_some()
        });
        assert_eq!(found.filter_map(wrong).count(), faults, "{text}");
    }
}
