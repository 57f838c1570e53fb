//! Lists and descriptions: rules by name or description, one rule, its cousins, the Project Euler problems,
//! the limits.

use crate::values::FORMATS;
use crate::{Limits, Problem, bodies, json};
use bytes::Bytes;
use serde::Deserialize;
use sprague::Work;
use sprague::ask::{self, Format, LawQuestion, MovesQuestion, Proved, Question, SCHEMA, Snippets};
use sprague::counts::euler::{PROBLEMS, Problem as EulerProblem};
use sprague::laws::{Cousin, cousins as find_cousins};
use sprague::play::usual_position;
use sprague::rules::{FoundRule, Kind, NOTATIONS, Notation, Rule, find_rules};

/// How busy an engine is: questions that are being answered, that wait, and that did not stop in time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Load {
    /// Questions that are being answered.
    pub running: usize,
    /// Questions that wait.
    pub waiting: usize,
    /// Questions that did not stop in time.
    pub overruns: usize,
}

/// The version, how busy the engine is, and the limits of one question.
pub fn about(limits: &Limits, load: Load) -> bodies::About {
    let Load { running, waiting, overruns } = load;
    bodies::About {
        version: env!("CARGO_PKG_VERSION"),
        schema: SCHEMA,
        running,
        waiting,
        overruns,
        limits: bodies::AboutLimits {
            seconds: limits.time.as_secs_f64(),
            memory: limits.memory,
            values: limits.values,
            answer: limits.answer,
            question: limits.question,
            upload: limits.upload,
            steps: limits.steps,
            moves: limits.moves,
            position: limits.position,
        },
    }
}

/// What is looked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    #[serde(default)]
    q: String,
    #[serde(default = "usual_first")]
    first: usize,
}

fn usual_first() -> usize {
    50
}

/// Rules by name, code or words of their description.
pub fn rules(search: &Search) -> bodies::Rules {
    let found = find_rules(&search.q);
    let notation = |entry: &Notation| {
        let Notation { pattern, line, example, .. } = *entry;
        let title = example.parse::<Rule>().ok().and_then(|rule| rule.title());
        bodies::NotationLine { pattern, line, example, title }
    };
    bodies::Rules {
        rules: found.iter().take(search.first).map(summary).collect(),
        notations: NOTATIONS.iter().map(notation).collect(),
    }
}

fn names(rule: &Rule) -> Vec<&'static str> {
    rule.names().map(|entry| entry.name).collect()
}

fn summary(found: &FoundRule) -> bodies::RuleSummary {
    let rule = &found.rule;
    bodies::RuleSummary {
        rule: rule.to_string(),
        title: rule.title(),
        names: names(rule),
        line: rule.line(),
        oeis: rule.oeis().map(|(number, _)| number),
        exact: found.exact,
    }
}

/// One rule.
pub fn rule(text: &str) -> Result<bodies::Rule, Problem> {
    let rule: Rule = text.parse()?;
    let least: Vec<String> = rule.least_size().iter().map(u64::to_string).collect();
    Ok(bodies::Rule {
        rule: rule.to_string(),
        title: rule.title(),
        line: rule.line(),
        names: rule.names().map(|entry| bodies::RuleName { name: entry.name, line: entry.line }).collect(),
        oeis: rule.oeis().map(|(number, first)| bodies::Oeis { number, first }),
        lost: rule.lost_positions(),
        formats: formats(&rule),
        usual: usual(&rule),
        certificate: sprague::certificates::has_formula(&rule),
        page: rule.page(),
        pieces: pieces(&rule),
        numbers: rule.least_size().len(),
        least: least.join("x"),
        values: rule.is_listed(),
        position: usual_position(&rule).ok(),
        census: sprague::census::row(&rule),
        misere_census: sprague::census::misere_row(&rule).map(crate::census::misere_line),
    })
}

/// What is known of a rule that commands depend on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Has {
    #[serde(default)]
    law: bool,
    #[serde(default)]
    certificate: bool,
}

/// What one does with a rule from a shell, and its law in other languages.
pub fn snippets(text: &str, has: &Has) -> Result<bodies::Snippets, Problem> {
    let rule: Rule = text.parse()?;
    let question = match has.law {
        true => Question::Law(LawQuestion { rule: rule.notation().into(), ..Default::default() }),
        false => {
            let position = usual_position(&rule)?.to_string();
            Question::Moves(MovesQuestion { rule: rule.notation().into(), position, ..Default::default() })
        }
    };
    let Snippets { python, rust, json, .. } = ask::snippets(&question);
    let proved = match (has.law, has.certificate) {
        (_, true) => Proved::Certified,
        (true, false) => Proved::Law,
        (false, false) => Proved::Nothing,
    };
    let command = ask::rule_commands(&rule, proved).join("\n");
    Ok(bodies::Snippets { command, python, rust, json })
}

/// The formats that its values are sent in.
fn formats(rule: &Rule) -> Vec<&'static str> {
    let accepts = |format: &Option<Format>| format.is_none_or(|format| format.accepts(rule).is_ok());
    let files = FORMATS.iter().filter(|(ending, format, _)| *ending != "bin" && accepts(format));
    files.map(|(ending, ..)| *ending).filter(|_| rule.is_listed()).collect()
}

/// Sizes to begin with: values to save, pieces to count, sizes of a histogram and of a list of what is lost.
fn usual(rule: &Rule) -> bodies::UsualSizes {
    let lawful = sprague::census::row(rule).is_some_and(|row| row.status().is_proved());
    let [values, count, histogram, zeros] = match (pieces(rule), lawful) {
        ("heaps", true) => ["100000", "10^18", "10^6", "1000"],
        ("heaps", false) => ["10000", "10^4", "10^4", "1000"],
        ("triples", _) => ["12x12x12", "12x12x12", "12x12x12", "9x9x9"],
        ("suits" | "trees", _) => ["10", "10", "10", "5"],
        ("graphs", _) => ["5", "5", "5", "5"],
        ("positions", _) => ["all", "all", "all", "all"],
        _ => ["60x90", "60x90", "60x60", "20x20"],
    };
    bodies::UsualSizes { values, count, histogram, zeros }
}

/// What its pieces look like.
fn pieces(rule: &Rule) -> &'static str {
    match (rule.least_size(), rule.kind()) {
        ([_], _) if rule.one_piece_a_size() => "heaps",
        ([1, 1], _) => "sheets",
        ([_, _], _) => "pairs",
        ([_, _, _], _) => "triples",
        (_, Kind::Cards(_)) => "suits",
        (_, Kind::Tree(_)) => "trees",
        (_, Kind::Graph(_)) => "graphs",
        (_, Kind::Explicit(_)) => "positions",
        _ => "other",
    }
}

/// Rules with the same values, in JSON.
pub fn cousins(rule: &Rule, limits: &Limits, work: &Work) -> Result<Bytes, Problem> {
    let found = find_cousins(rule, work)?;
    let cousin = |cousin: &Cousin| bodies::Cousin {
        rule: cousin.rule().to_string(),
        names: names(cousin.rule()),
        shift: cousin.shift(),
        status: cousin.status(),
    };
    let body = bodies::Cousins { rule: rule.to_string(), cousins: found.iter().map(cousin).collect() };
    json(&body, limits.answer)
}

/// The Project Euler problems, with the sizes of their statements.
pub fn euler() -> bodies::Problems {
    let problem = |problem: &EulerProblem| {
        let stated: Vec<String> = problem.sizes.iter().map(|(_, size)| size.to_string()).collect();
        let named: Vec<String> = problem.sizes.iter().map(|(name, _)| format!("{{{name}}}")).collect();
        bodies::EulerProblem {
            problem: problem.number,
            name: problem.name,
            asked: problem.asked(&stated),
            template: problem.asked(&named),
            sizes: problem.sizes.iter().map(|&(name, size)| bodies::EulerSize { name, size }).collect(),
            modulus: problem.modulus.map(|modulus| modulus.to_string()),
            machine_checked: problem.coq,
        }
    };
    bodies::Problems { problems: PROBLEMS.iter().map(problem).collect() }
}
