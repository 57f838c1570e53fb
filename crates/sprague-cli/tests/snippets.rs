//! What the engine prints for a reader to copy: every command runs, every other snippet is read by its
//! language.

use sprague::ask::{self, Question, rule_commands, snippets};
use sprague::rules::{NAMES, NOTATIONS, Rule};
use sprague::{Work, certificates};
use std::process::Command;

/// Questions of every kind, and counts of every kind with every option that they take.
const QUESTIONS: &[&str] = &[
    r#"{"ask":"law","rule":"kayles"}"#,
    r#"{"ask":"law","rule":"0.07","limit":"10^4"}"#,
    r#"{"ask":"law","rule":"cut","to":"5"}"#,
    r#"{"ask":"value","rule":"kayles","sizes":["10^40","7"]}"#,
    r#"{"ask":"value","rule":"cut","sizes":["5x3"]}"#,
    r#"{"ask":"values","rule":"split:3/unequal","to":"20","from":"5"}"#,
    r#"{"ask":"values","rule":"0.77","to":"20","digest":true}"#,
    r#"{"ask":"moves","rule":"kayles","position":"3+7+12","first":3,"all":true}"#,
    r#"{"ask":"moves","rule":"tree","position":"(()(()))"}"#,
    r#"{"ask":"explain","rule":"cards","position":"2,5/9"}"#,
    r#"{"ask":"explain","rule":"nim","position":"3+5"}"#,
    r#"{"ask":"count","count":"wins","rule":"0.07","to":"1000","from":"5","outcome":"lost","mod":"97"}"#,
    r#"{"ask":"count","count":"wins","rule":"cut","to":"6x9","outcome":"won"}"#,
    r#"{"ask":"count","count":"moves","rule":"cut","to":"5x40","polynomial":true}"#,
    r#"{"ask":"count","count":"moves","rule":"kayles","to":"100","mod":"7"}"#,
    r#"{"ask":"count","count":"partitions","rule":"split:3","of":"30","outcome":"won"}"#,
    r#"{"ask":"count","count":"partition-table","rule":"nim","of":"12","mod":"5"}"#,
    r#"{"ask":"count","count":"tuples","rule":"0.77","to":"10^12","heaps":"10^18","mod":"1000000007"}"#,
    r#"{"ask":"count","count":"tuples","rule":"cards","from":"5","to":"5","heaps":"4"}"#,
    r#"{"ask":"count","count":"multisets","rule":"nim","to":"8","heaps":"3","outcome":"won"}"#,
    r#"{"ask":"count","count":"sets","rule":"nim","to":"8","heaps":"3","ordered":true,"outcome":"lost"}"#,
    r#"{"ask":"count","count":"pattern","rule":"nim","pattern":"1,2,3","to":"2^30","outcome":"won"}"#,
    r#"{"ask":"count","count":"histogram","rule":"0.07","to":"10^40","limit":"1000"}"#,
    r#"{"ask":"count","count":"zeros","rule":"0.07","to":"100"}"#,
    r#"{"ask":"euler","problem":306,"sizes":{"n":"50"}}"#,
    r#"{"ask":"euler","problem":629,"sizes":{"n":"20"},"exact":true}"#,
];

fn questions() -> impl Iterator<Item = Question> {
    QUESTIONS.iter().map(|text| serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// Runs a line in a shell that knows this `sprague`, in a separate folder.
fn run(line: &str) -> (bool, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_sprague")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", line])
        .env("PATH", path)
        .current_dir(folder.path())
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

/// The command of a question asks that question: its answer says so.
#[test]
fn every_command_asks_its_question() {
    for question in questions() {
        let command = snippets(&question).command;
        let (done, out, error) = run(&format!("{command} --json"));
        assert!(done, "{command}: {error}");
        let answer: serde_json::Value = serde_json::from_str(out.lines().next().unwrap_or("")).unwrap();
        let asked: Question = serde_json::from_value(answer["question"].clone()).unwrap();
        assert_eq!(asked, question, "{command}");
    }
}

/// What the page of a rule offers to a shell works, for every name and every notation.
#[test]
fn every_command_of_a_rule_runs() {
    let notations = NOTATIONS.iter().map(|entry| entry.example);
    let mut rules: Vec<Rule> =
        NAMES.iter().map(|entry| entry.notation).chain(notations).map(|text| text.parse().unwrap()).collect();
    rules.dedup_by(|one, other| one == other);
    for rule in rules {
        // A search that ends after a few seconds without a law is not run here: the command is the same.
        let known = sprague::census::row(&rule).is_none_or(|row| row.status().is_proved());
        let slow = !known
            || ["grundy", "split:3", "4.330300003", "split:3/unequal/least=2"].contains(&rule.notation());
        let law = Question::Law(ask::LawQuestion { rule: rule.notation().into(), ..Default::default() });
        let found = if slow { None } else { ask::answer(&law, &Work::quiet()).ok() };
        let proved = found.as_ref().filter(|found| found.answer().status().is_proved());
        let certified = proved.is_some_and(|found| found.certificate().is_ok());
        if rule.heap_rule().is_none() && rule.notation() != "cut" {
            assert_eq!(certified, certificates::has_formula(&rule), "{rule}: has_formula says what there is");
        }
        let has = match (proved, certified) {
            (_, true) => ask::Proved::Certified,
            (Some(_), false) => ask::Proved::Law,
            (None, false) => ask::Proved::Nothing,
        };
        for line in rule_commands(&rule, has) {
            // A game waits for a player: at the end of input it says good-bye.
            let (done, _, error) = run(&line);
            assert!(done, "{line}: {error}");
        }
    }
}

#[test]
fn python_reads_the_same_question() {
    for question in questions() {
        let snippet = snippets(&question);
        let program = "import ast, json, sys\n\
                       tree = ast.parse(sys.argv[1])\n\
                       call = tree.body[1].value.args[0]\n\
                       assert ast.unparse(call.func) == 'sprague.ask'\n\
                       assert ast.literal_eval(call.args[0]) == json.loads(sys.argv[2])";
        let output =
            Command::new("python3").args(["-c", program, &snippet.python, &snippet.json]).output().unwrap();
        assert!(output.status.success(), "{}: {}", snippet.python, String::from_utf8_lossy(&output.stderr));
    }
}

/// All programs in Rust differ by the text of the question alone, and that of one is an example, which is
/// compiled.
#[test]
fn rust_compiles() {
    let example = include_str!("../../sprague/examples/ask.rs");
    for question in questions() {
        let snippet = snippets(&question);
        let text = format!("r##\"{}\"##", snippet.json);
        assert!(snippet.rust.contains(&text), "{}", snippet.rust);
        assert_eq!(
            snippet.rust.replace(&text, "QUESTION"),
            program(example).replace(&literal(example), "QUESTION")
        );
        assert_eq!(serde_json::from_str::<Question>(&snippet.json).unwrap(), question);
    }
}

/// The example without its comment.
fn program(example: &str) -> String {
    example
        .lines()
        .filter(|line| !line.starts_with("//!"))
        .map(|line| format!("{line}\n"))
        .collect::<String>()
        .trim_start()
        .to_string()
}

/// The literal of the question in the example.
fn literal(example: &str) -> String {
    let (from, to) = (example.find("r##\"").unwrap(), example.rfind("\"##").unwrap() + 3);
    example[from..to].to_string()
}
