//! `sprague euler [NUMBER|all]`: Project Euler problems at any size.

use crate::args;
use crate::context::Context;
use crate::questions;
use crate::report::{Printed, ask, checked_by, grouped, print, seconds};
use serde_json::json;
use sprague::ask::{Answer, Found};
use sprague::counts::euler::PROBLEMS;
use std::collections::BTreeMap;
use std::io::Write;

pub fn run(args: &args::Euler, context: &Context) -> anyhow::Result<u8> {
    if args.list {
        return list(context);
    }
    let questions = questions::euler(args)?;
    if args.save.save.is_some() && questions.len() > 1 {
        anyhow::bail!("--save takes the certificate of one problem; name it");
    }
    if args.save.save.is_some() {
        questions.iter().try_for_each(sprague::ask::certifiable)?;
    }
    let together = questions.len() > 1;
    for question in questions {
        let answered = ask(&question, context)?;
        args.save.write(|| Ok(answered.certificate()?))?;
        if !args.save.takes_stdout() {
            let shown = if together && !args.verbose { Shown::Row } else { Shown::Whole };
            print(answered.answer(), &printed(answered.answer(), shown), context)?;
        }
    }
    Ok(0)
}

/// What each problem asks, at the sizes of its statement.
fn list(context: &Context) -> anyhow::Result<u8> {
    let mut out = std::io::stdout().lock();
    for problem in PROBLEMS {
        let sizes: Vec<String> = problem.sizes.iter().map(|(_, size)| size.to_string()).collect();
        let asked = problem.asked(&sizes);
        if context.json {
            let sizes: BTreeMap<&str, &str> = problem.sizes.iter().copied().collect();
            let modulus = problem.modulus.map(|modulus| modulus.to_string());
            let (number, name) = (problem.number, problem.name);
            let line =
                json!({"problem": number, "name": name, "asked": asked, "sizes": sizes, "mod": modulus});
            writeln!(out, "{line}")?;
        } else {
            let residue = problem.modulus.map_or(String::new(), |modulus| format!(", mod {modulus}"));
            writeln!(out, "{} {}: {asked}{residue}", problem.number, problem.name)?;
        }
    }
    Ok(0)
}

/// Characters of the longest answer to a problem as it is stated, in groups.
const LONGEST: usize = 23;

/// How much is printed of a problem.
enum Shown {
    /// One line of a table.
    Row,
    /// The question, the answer, what it rests on and what else checked it.
    Whole,
}

fn printed(answer: &Answer, shown: Shown) -> Printed {
    let Found::Problem(found) = answer.found() else { unreachable!("a problem was asked for") };
    let (number, status, time) = (grouped(&found.answer), answer.status(), seconds(answer));
    if let Shown::Row = shown {
        let names = PROBLEMS.iter().map(|problem| problem.name.chars().count()).max().unwrap_or(0);
        let text =
            format!("{}  {:<names$}  {number:>LONGEST$}  {status:<8}  {time:>8}", found.problem, found.name);
        return Printed { text, bare: found.answer.clone() };
    }
    let residue = found.modulus.as_ref().map_or(String::new(), |m| format!(", mod {m}"));
    let mut text = format!(
        "{} {}: {}{residue}\n    {number}  {status} in {time} ({})",
        found.problem, found.name, found.asked, found.basis
    );
    text += &checked_by(answer, "    ");
    Printed { text, bare: found.answer.clone() }
}
