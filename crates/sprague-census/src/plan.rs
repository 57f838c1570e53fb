//! The tasks of a census: for each rule its rounds, each of which may compute more values than the one
//! before.
//!
//! A rule whose law is proved is done; for any other the next task is the first round without a row. So the
//! remaining tasks follow from codes, limits and rows alone, and an interrupted census resumes where it
//! stopped.

use crate::{CensusCode, Row, Rows};
use serde::{Deserialize, Serialize};
use sprague::ask::{CensusQuestion, Question};
use std::collections::{HashMap, HashSet};

/// How far each round goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Values of each round, ascending.
    pub rounds: Vec<u64>,
    /// Seconds of a task, if there is a limit.
    pub seconds: Option<u64>,
    /// Bytes of a task.
    pub memory: u64,
}

/// One thing to compute. Its JSON form is what a cluster hands about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The rule, a normal form.
    pub rule: String,
    /// The codes it stands for.
    pub codes: Vec<String>,
    /// Its round, from 0 on.
    pub round: usize,
    /// The largest number of values to compute.
    pub limit: u64,
    /// The time limit in seconds.
    pub seconds: Option<u64>,
    /// The memory limit in bytes.
    pub memory: u64,
}

impl Task {
    /// The task as a question of the engine.
    pub fn question(&self) -> Question {
        Question::Census(CensusQuestion {
            rule: self.rule.clone(),
            limit: self.limit.to_string(),
            seconds: self.seconds,
            codes: self.codes.clone(),
        })
    }
}

/// Rules with the codes they stand for, and how far each round goes.
#[derive(Debug)]
pub struct Plan {
    /// Rules in the order of the codes, each with its codes.
    rules: Vec<(String, Vec<String>)>,
    places: HashMap<String, usize>,
    limits: Limits,
}

impl Plan {
    /// A plan of codes and rounds.
    pub fn new(codes: &[CensusCode], limits: Limits) -> Self {
        let mut plan = Plan { rules: vec![], places: HashMap::new(), limits };
        for CensusCode { code, rule, .. } in codes {
            let place = *plan.places.entry(rule.clone()).or_insert_with(|| {
                plan.rules.push((rule.clone(), vec![]));
                plan.rules.len() - 1
            });
            plan.rules[place].1.push(code.clone());
        }
        plan
    }

    /// The same for the rules of some codes alone; each still stands for all of its codes.
    pub fn only(mut self, wanted: &[CensusCode]) -> Self {
        let rules: HashSet<&str> = wanted.iter().map(|code| code.rule.as_str()).collect();
        self.rules.retain(|(rule, _)| rules.contains(rule.as_str()));
        self.places = self.rules.iter().enumerate().map(|(place, (rule, _))| (rule.clone(), place)).collect();
        self
    }

    /// The first task of every rule that has one.
    pub fn tasks(&self, rows: &Rows) -> Vec<Task> {
        self.rules.iter().filter_map(|(rule, _)| self.next(rule, rows.of(rule))).collect()
    }

    /// The next task of a rule, if its rows leave one.
    pub fn next(&self, rule: &str, rows: &[Row]) -> Option<Task> {
        let (rule, codes) = &self.rules[*self.places.get(rule)?];
        let Limits { rounds, seconds, memory } = &self.limits;
        let task = |(round, &limit): (usize, &u64)| Task {
            rule: rule.clone(),
            codes: codes.clone(),
            round,
            limit,
            seconds: *seconds,
            memory: *memory,
        };
        rounds.iter().enumerate().map(task).find(|task| !rows.iter().any(|row| row.answers(task)))
    }
}
