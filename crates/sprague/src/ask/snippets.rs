//! The same question for the shell, for Python, for Rust and for other programs: what every interface prints
//! for its reader to copy. The tests run every command and read every snippet.

use super::Question;
use crate::rules::Rule;
use serde::Serialize;
use serde_json::{Map, Value};

/// A question in four languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Snippets {
    /// For a shell.
    pub command: String,
    /// For Python.
    pub python: String,
    /// A program in Rust.
    pub rust: String,
    /// A line of `sprague batch`, or the body of `POST /api/ask`.
    pub json: String,
}

/// A question in four languages.
///
/// ```
/// use sprague::ask::{Question, snippets};
/// let question: Question = serde_json::from_str(r#"{"ask":"value","rule":"kayles","sizes":["10^40"]}"#).unwrap();
/// assert_eq!(snippets(&question).command, "sprague value kayles 10^40");
/// ```
pub fn snippets(question: &Question) -> Snippets {
    let value = serde_json::to_value(question).unwrap_or_default();
    let json = serde_json::to_string(question).unwrap_or_default();
    let rust = format!(
        r####"use sprague::{{Work, ask}};

fn main() -> Result<(), Box<dyn std::error::Error>> {{
    let question = serde_json::from_str(r##"{json}"##)?;
    let answered = ask::answer(&question, &Work::quiet())?;
    println!("{{}}", serde_json::to_string_pretty(answered.answer())?);
    Ok(())
}}
"####
    );
    let python = format!("import sprague\n\nprint(sprague.ask({}))\n", python(&value));
    Snippets { command: command(&value), python, rust, json }
}

/// What is proved of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proved {
    /// No law.
    Nothing,
    /// A law, for which the format has no certificate.
    Law,
    /// A law with a certificate.
    Certified,
}

/// What one does with a rule from a shell; with its law and its certificate only where there are some.
///
/// ```
/// use sprague::ask::{Proved, rule_commands};
/// let commands = rule_commands(&"kayles".parse().unwrap(), Proved::Certified);
/// assert_eq!(commands[0], "sprague law 0.77");
/// assert!(rule_commands(&"tree".parse().unwrap(), Proved::Nothing).iter().all(|line| !line.contains("law")));
/// ```
pub fn rule_commands(rule: &Rule, proved: Proved) -> Vec<String> {
    let word = shell_word(rule.notation());
    let mut lines = Vec::new();
    if proved != Proved::Nothing {
        lines.push(format!("sprague law {word}"));
    }
    if proved == Proved::Certified {
        lines.push(format!("sprague law {word} --save law.cert && sprague check law.cert"));
    }
    let to = if rule.least_size().len() == 2 {
        "12x20"
    } else if rule.has_heaps() {
        "1000"
    } else {
        "8"
    };
    if rule.is_listed() {
        lines.push(format!("sprague values {word} --to {to}"));
        lines.push(format!("sprague values {word} --to {to} --format npy -o values.npy"));
    }
    if rule.heap_rule().is_some() || rule.least_size().len() == 2 {
        lines.push(format!("sprague plot {word} --to {to} -o picture.png"));
    }
    lines.push(format!("sprague play {word}"));
    lines
}

/// A word for a shell, in quotes where it needs them.
pub fn shell_word(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:,@%+=^/-".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A value as Python writes it.
fn python(value: &Value) -> String {
    let list = |items: Vec<String>| items.join(", ");
    match value {
        Value::Null => "None".into(),
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        Value::Array(items) => format!("[{}]", list(items.iter().map(python).collect())),
        Value::Object(members) => {
            let pair =
                |(key, value): (&String, &Value)| format!("{}: {}", Value::from(key.clone()), python(value));
            format!("{{{}}}", list(members.iter().map(pair).collect()))
        }
        Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// The text of a value that is a word of a command.
fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// Keys of a question that are words of its command, in their order; all others are options.
fn words(ask: &str) -> &'static [&'static str] {
    match ask {
        "count" => &["count", "rule", "pattern"],
        "value" => &["rule", "sizes"],
        "moves" | "explain" => &["rule", "position"],
        "euler" => &["problem"],
        "nim" => &["expression"],
        _ => &["rule"],
    }
}

/// The order in which options are written; all others follow by name.
const OPTIONS: &[&str] =
    &["from", "to", "of", "heaps", "ordered", "outcome", "polynomial", "sizes", "mod", "limit"];

fn command(question: &Value) -> String {
    let empty = Map::new();
    let members = question.as_object().unwrap_or(&empty);
    let ask = members.get("ask").and_then(Value::as_str).unwrap_or("");
    let positional = words(ask);
    // A row of the census has no command; its law has one.
    let mut line = vec!["sprague".to_string(), if ask == "census" { "law".into() } else { ask.to_string() }];
    for value in positional.iter().filter_map(|key| members.get(*key)) {
        match value {
            Value::Array(items) if ask == "value" => {
                line.extend(items.iter().map(|item| shell_word(&word(item))))
            }
            Value::Array(items) => line.push(items.iter().map(word).collect::<Vec<_>>().join(",")),
            Value::String(count) if count == "partition-table" => {
                line.extend(["partitions".into(), "--table".into()])
            }
            value => line.push(shell_word(&word(value))),
        }
    }
    let mut options: Vec<(&String, &Value)> =
        members.iter().filter(|(key, _)| *key != "ask" && !positional.contains(&key.as_str())).collect();
    let place = |key: &str| OPTIONS.iter().position(|own| *own == key).unwrap_or(OPTIONS.len());
    options.sort_by_key(|(key, _)| (place(key), *key));
    for (key, value) in options {
        option(key, value, &mut line);
    }
    line.join(" ")
}

/// The option of a key. One name per idea: the key is the name, but for sizes by name, and for who wins.
fn option(key: &str, value: &Value, line: &mut Vec<String>) {
    match (key, value) {
        (_, Value::Null | Value::Bool(false)) | ("seconds" | "codes", _) => {}
        ("outcome", value) => line.push(format!("--{}", word(value))),
        ("sizes", Value::Object(sizes)) => sizes.iter().for_each(|(name, size)| option(name, size, line)),
        (key, Value::Bool(true)) => line.push(format!("--{key}")),
        (key, value) => line.extend([format!("--{key}"), shell_word(&word(value))]),
    }
}
