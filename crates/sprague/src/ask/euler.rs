//! Project Euler problems: the statement's sizes unless others are given.

use super::{EulerQuestion, FoundProblem, Reply, options};
use crate::counts::euler::{PROBLEMS, Problem, Solved, problem};
use crate::rules::parse_size;
use crate::{CheckedBy, Error, Modulus, Options, Result, Work};
use num_bigint::BigUint;

pub fn answer(question: &EulerQuestion, work: &Work) -> Result<Reply> {
    let Some(problem) = problem(question.problem) else {
        let numbers: Vec<String> = PROBLEMS.iter().map(|problem| problem.number.to_string()).collect();
        return Err(Error::unsupported(format!(
            "no problem {}: the problems are {}",
            question.problem,
            numbers.join(", ")
        )));
    };
    let texts = sizes(problem, question)?;
    let sizes = texts.iter().map(|size| parse_size(size)).collect::<Result<Vec<BigUint>>>()?;
    let mut options = options(question.modulus.as_deref(), None)?;
    if options.modulus.is_none() && !question.exact {
        options.modulus = problem.modulus.map(Modulus::from);
    }
    let Solved { count, certified } = problem.solve(&sizes, &options, work)?;
    let found = FoundProblem {
        problem: problem.number,
        name: problem.name.to_string(),
        asked: problem.asked(&texts),
        answer: problem.show(&count.answer),
        modulus: options.modulus.as_ref().map(Modulus::to_string),
        basis: count.basis.clone(),
    };
    let theorem = theorem(problem, &sizes, &options).map(|theorem| CheckedBy::Coq { theorem });
    let reply = Reply::new(found, count.status());
    Ok(match certified {
        Some((known, claim)) => reply.with_evidence(known).with_claim(claim, count, options.modulus),
        None => reply,
    }
    .checked(theorem))
}

/// The theorem in Coq, if it is about these sizes and this modulus.
fn theorem(problem: &Problem, sizes: &[BigUint], options: &Options) -> Option<String> {
    let stated = |((_, stated), size): (&(&str, &str), &BigUint)| parse_size(stated).as_ref() == Ok(size);
    let same =
        problem.sizes.iter().zip(sizes).all(stated) && options.modulus == problem.modulus.map(Modulus::from);
    problem.coq.filter(|_| same).map(str::to_string)
}

/// The sizes in the order of the problem, as they were written.
fn sizes(problem: &Problem, question: &EulerQuestion) -> Result<Vec<String>> {
    let names: Vec<&str> = problem.sizes.iter().map(|(name, _)| *name).collect();
    if let Some(unknown) = question.sizes.keys().find(|name| !names.contains(&name.as_str())) {
        let number = problem.number;
        return Err(Error::unsupported(format!(
            "problem {number} takes {}, not {unknown}",
            names.join(" and ")
        )));
    }
    let size = |(name, default): &(&str, &str)| {
        question.sizes.get(*name).map_or(*default, String::as_str).to_string()
    };
    Ok(problem.sizes.iter().map(size).collect())
}
