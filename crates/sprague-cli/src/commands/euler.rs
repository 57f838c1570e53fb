//! `sprague euler [NUMBER|all]`: Project Euler problems at any size.

use crate::args;
use crate::context::Context;
use crate::report::{Printed, ask, print, seconds};
use serde_json::json;
use sprague::Error;
use sprague::ask::{Answer, EulerQuestion, Found, Question};
use sprague::counts::euler::{PROBLEMS, Problem};
use std::collections::BTreeMap;
use std::io::Write;

pub fn run(args: &args::Euler, context: &Context) -> anyhow::Result<u8> {
    if args.list {
        return list(context);
    }
    let questions = questions(args)?;
    if args.save.save.is_some() && questions.len() > 1 {
        return Err(Error::Unsupported("--save takes the certificate of one problem; name it".into()).into());
    }
    for question in questions {
        let answered = ask(&question, context)?;
        args.save.write(|| Ok(answered.certificate()?))?;
        if !args.save.takes_stdout() {
            print(&answered.answer, &printed(&answered.answer, context.verbose), context)?;
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

/// The problems asked for, all of them looked at before the first is solved.
pub fn questions(args: &args::Euler) -> anyhow::Result<Vec<Question>> {
    let problems: Vec<&Problem> = match args.problem.as_str() {
        "all" => PROBLEMS.iter().collect(),
        one => vec![PROBLEMS.iter().find(|problem| problem.number.to_string() == one).ok_or_else(|| {
            let numbers: Vec<String> = PROBLEMS.iter().map(|problem| problem.number.to_string()).collect();
            Error::Unsupported(format!("no problem {one:?}: the problems are {} and all", numbers.join(", ")))
        })?],
    };
    problems.into_iter().map(|problem| question(problem, args)).collect()
}

fn question(problem: &Problem, args: &args::Euler) -> anyhow::Result<Question> {
    let given = [
        ("n", &args.n),
        ("s", &args.s),
        ("w", &args.w),
        ("h", &args.h),
        ("k", &args.k),
        ("c", &args.c),
        ("m", &args.m),
    ];
    let mut sizes = BTreeMap::new();
    for (name, size) in given.into_iter().filter_map(|(name, size)| Some((name, size.clone()?))) {
        if !problem.sizes.iter().any(|(known, _)| *known == name) {
            let takes: Vec<&str> = problem.sizes.iter().map(|(known, _)| *known).collect();
            let line = format!("problem {} takes --{}, not --{name}", problem.number, takes.join(" and --"));
            return Err(Error::Unsupported(line).into());
        }
        sizes.insert(name.to_string(), size);
    }
    let (modulus, exact) = (args.modulus.clone(), args.exact);
    Ok(Question::Euler(EulerQuestion { problem: problem.number, sizes, modulus, exact }))
}

fn printed(answer: &Answer, verbose: bool) -> Printed {
    let Found::Problem(found) = &answer.found else { unreachable!("a problem was asked for") };
    let residue = found.modulus.as_ref().map_or(String::new(), |m| format!(", mod {m}"));
    let mut text = format!(
        "{} {}: {}{residue}\n    {}  {} in {} ({})",
        found.problem,
        found.name,
        found.asked,
        found.answer,
        answer.status,
        seconds(answer),
        found.basis
    );
    if let Some(theorem) = found.machine_checked.as_ref().filter(|_| verbose) {
        text += &format!("\n    machine-checked in Coq: {theorem} (proofs/answers)");
    }
    Printed { text, bare: found.answer.clone() }
}
