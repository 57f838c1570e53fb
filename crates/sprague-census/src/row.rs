//! Rows: answers of the engine to the tasks of a census, and what is known of a rule from all of its rows.

use crate::Task;
use sprague::ask::{CensusQuestion, Found, FoundCensus, Question, Recorded};
use sprague::laws::normal_form;
use sprague::rules::{Rule, parse_small};
use std::collections::HashMap;

/// One row: an answer whose question is a task.
#[derive(Debug, Clone)]
pub struct Row {
    answer: Recorded,
    limit: u64,
}

impl Row {
    /// An answer as a row.
    ///
    /// # Errors
    /// If it is one to another question, or is not about the rule that was asked about.
    pub fn new(answer: impl Into<Recorded>) -> std::result::Result<Self, String> {
        let answer = answer.into();
        let (Question::Census(question), Found::Census(found)) = (answer.question(), answer.found()) else {
            return Err("it is not a row of a census".to_string());
        };
        let limit = parse_small(&question.limit, "a limit").map_err(|error| error.to_string())?;
        let rule: Rule = question.rule.parse().map_err(|error: sprague::Error| error.to_string())?;
        let (normal, shift) = normal_form(&rule);
        if (&found.rule[..], &found.normal[..], found.shift) != (rule.notation(), normal.notation(), shift) {
            return Err(format!("its rule is {rule}, and what was found is of another one"));
        }
        // What a row says of other rules is checked when it is read; what it says of this one, by its
        // certificate.
        if found.certificate.as_ref().is_some_and(|hash| !is_hash(hash)) {
            return Err("its certificate is not named by a hash of 64 digits".to_string());
        }
        Ok(Row { answer, limit })
    }

    /// The answer, as every interface gives it.
    pub fn answer(&self) -> &Recorded {
        &self.answer
    }

    /// What was asked.
    pub fn question(&self) -> &CensusQuestion {
        match self.answer.question() {
            Question::Census(question) => question,
            _ => unreachable!("a row is of the census"),
        }
    }

    /// What was found.
    pub fn found(&self) -> &FoundCensus {
        match self.answer.found() {
            Found::Census(found) => found,
            _ => unreachable!("a row is of the census"),
        }
    }

    /// How many values were allowed.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Whether it says that a law is proved. Rows are not trusted: [`crate::verify`] checks it.
    pub fn is_proved(&self) -> bool {
        self.answer.says_proved()
    }

    /// Whether the task would tell nothing new: the law is proved, as many values were computed, or as much
    /// time or memory was not enough.
    pub fn answers(&self, task: &Task) -> bool {
        let found = self.found();
        self.is_proved()
            || match found.stopped.as_deref() {
                None => self.limit >= task.limit,
                Some("time") => {
                    let given = self.question().seconds.unwrap_or(u64::MAX);
                    found.values_computed >= task.limit || given >= task.seconds.unwrap_or(u64::MAX)
                }
                Some(_) => found.values_computed >= task.limit || found.memory >= task.memory,
            }
    }

    /// Rows with more come later: proofs, then values.
    fn rank(&self) -> (bool, u64, u64) {
        (self.is_proved(), self.found().values_computed, self.limit)
    }
}

/// SHA-256 as certificates are named: 64 hexadecimal digits, so that no name leads out of the store.
fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// All rows, by rule.
#[derive(Debug, Default)]
pub struct Rows(HashMap<String, Vec<Row>>);

impl Rows {
    /// Adds a row; one that is there already, but for its time, is kept once.
    pub fn add(&mut self, row: Row) {
        let rows = self.0.entry(row.found().normal.clone()).or_default();
        let same = |other: &Row| other.question() == row.question() && other.found() == row.found();
        if !rows.iter().any(same) {
            rows.push(row);
        }
    }

    /// The rows of a rule.
    pub fn of(&self, rule: &str) -> &[Row] {
        self.0.get(rule).map_or(&[], Vec::as_slice)
    }

    /// The row of a rule that tells most.
    pub fn best(&self, rule: &str) -> Option<&Row> {
        self.of(rule).iter().max_by_key(|row| row.rank())
    }

    /// Rules that have rows, in order.
    pub fn rules(&self) -> Vec<&str> {
        let mut rules: Vec<&str> = self.0.keys().map(String::as_str).collect();
        rules.sort_by_key(|rule| (rule.len(), *rule));
        rules
    }
}
