//! What there is to ask: rules by name or description, one rule, its cousins, the Project Euler problems, the limits.

use crate::cache::Entry;
use crate::desk::Pending;
use crate::events::respond;
use crate::exchange::{Asked, Written, json};
use crate::{Problem, Site};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::ask::SCHEMA;
use sprague::counts::euler::{PROBLEMS, Problem as EulerProblem};
use sprague::laws::{Cousin, cousins as find_cousins};
use sprague::play::usual_position;
use sprague::rules::{NOTATIONS, Rule, find_rules};
use std::sync::Arc;

/// The version, how busy the server is, and the limits of one question.
pub(crate) async fn about(State(site): State<Arc<Site>>) -> Json<Value> {
    let (limits, (running, waiting)) = (&site.limits, site.desk.load());
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "schema": SCHEMA,
        "running": running,
        "waiting": waiting,
        "limits": {
            "seconds": limits.time.as_secs_f64(),
            "memory": limits.memory,
            "values": limits.values,
            "answer": limits.answer,
            "question": limits.question,
            "upload": limits.upload,
            "steps": limits.steps,
            "moves": limits.moves,
            "position": limits.position,
        },
    }))
}

/// What is looked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    #[serde(default)]
    q: String,
    #[serde(default = "usual_first")]
    first: usize,
}

fn usual_first() -> usize {
    50
}

/// Rules by name, code or words of their description.
pub(crate) async fn rules(Asked(search): Asked<Search>) -> Json<Value> {
    let found = find_rules(&search.q);
    let rules: Vec<Value> = found.iter().take(search.first).map(summary).collect();
    let notation = |entry: &sprague::rules::Notation| json!({"pattern": entry.pattern, "line": entry.line, "example": entry.example});
    let notations: Vec<Value> = NOTATIONS.iter().map(notation).collect();
    Json(json!({"rules": rules, "notations": notations}))
}

fn names(rule: &Rule) -> Vec<&'static str> {
    rule.names().map(|entry| entry.name).collect()
}

fn summary(rule: &Rule) -> Value {
    json!({"rule": rule.notation(), "names": names(rule), "line": rule.line()})
}

/// One rule.
pub(crate) async fn rule(Written(text): Written) -> Result<Json<Value>, Problem> {
    let rule: Rule = text.parse()?;
    let names: Vec<Value> =
        rule.names().map(|entry| json!({"name": entry.name, "line": entry.line})).collect();
    let least: Vec<String> = rule.least_size().iter().map(u64::to_string).collect();
    Ok(Json(json!({
        "rule": rule.notation(),
        "line": rule.line(),
        "names": names,
        "page": rule.page(),
        "pieces": pieces(&rule),
        "numbers": rule.least_size().len(),
        "least": least.join("x"),
        "values": rule.is_listed(),
        "position": usual_position(&rule).ok(),
        "census": sprague::census::row(&rule),
    })))
}

/// What its pieces look like.
fn pieces(rule: &Rule) -> &'static str {
    match (rule.least_size(), rule.notation()) {
        ([_], _) if rule.one_piece_a_size() => "heaps",
        ([1, 1], _) => "sheets",
        ([_, _], _) => "pairs",
        (_, "cards") => "suits",
        (_, "tree") => "trees",
        _ => "other",
    }
}

/// Rules with the same values.
pub(crate) async fn cousins(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    Written(text): Written,
) -> Result<Response, Problem> {
    let rule: Rule = text.parse()?;
    let key = format!("cousins {rule}");
    if let Some(Entry::Bytes(known)) = site.cache.get(&key) {
        return respond(&site, &headers, Pending::ready(known)).await;
    }
    let own = site.clone();
    let pending = site.desk.run(move |task| {
        let found = task.work(&own.limits, |work| find_cousins(&rule, work))?;
        let cousin = |cousin: &Cousin| {
            let (other, names) = (cousin.rule.notation(), names(&cousin.rule));
            json!({"rule": other, "names": names, "shift": cousin.shift, "status": cousin.status})
        };
        let cousins: Vec<Value> = found.iter().map(cousin).collect();
        let answer = json(&json!({"rule": rule.notation(), "cousins": cousins}), own.limits.answer)?;
        own.cache.put(key, Entry::Bytes(answer.clone()));
        Ok(answer)
    })?;
    respond(&site, &headers, pending).await
}

/// The Project Euler problems, with the sizes of their statements.
pub(crate) async fn euler() -> Json<Value> {
    let problem = |problem: &EulerProblem| {
        let stated: Vec<String> = problem.sizes.iter().map(|(_, size)| size.to_string()).collect();
        let named: Vec<String> = problem.sizes.iter().map(|(name, _)| format!("{{{name}}}")).collect();
        let sizes: Vec<Value> =
            problem.sizes.iter().map(|(name, size)| json!({"name": name, "size": size})).collect();
        json!({
            "problem": problem.number,
            "name": problem.name,
            "asked": problem.asked(&stated),
            "template": problem.asked(&named),
            "sizes": sizes,
            "mod": problem.modulus.map(|modulus| modulus.to_string()),
            "machine_checked": problem.coq,
        })
    };
    Json(json!({"problems": PROBLEMS.iter().map(problem).collect::<Vec<_>>()}))
}
