//! Project Euler problems: the statement's sizes unless others are given.

use super::{EulerQuestion, FoundProblem, Reply, options};
use crate::certificates::count_is_certifiable;
use crate::counts::euler::{PROBLEMS, Problem, Solved, problem};
use crate::rules::parse_size;
use crate::{CheckedBy, Error, Modulus, Options, Result, Work};
use num_bigint::BigUint;

fn find(number: u32) -> Result<&'static Problem> {
    problem(number).ok_or_else(|| {
        let numbers: Vec<String> = PROBLEMS.iter().map(|problem| problem.number.to_string()).collect();
        Error::option("problem", &format!("is {number}; the problems are {}", numbers.join(", ")))
    })
}

/// Whether an answer can have a certificate, as far as that is known before it is computed.
pub fn is_certifiable(question: &EulerQuestion) -> Result<()> {
    let problem = find(question.problem)?;
    let texts = sizes(problem, question)?;
    let sizes = texts.iter().map(|size| parse_size(size)).collect::<Result<Vec<BigUint>>>()?;
    let Some((rule, claim)) = problem.claim(&sizes)? else {
        return Err(Error::no_certificate(format!(
            "the format has no certificate for problem {}: its answer rests on a theorem that no certificate states",
            problem.number
        )));
    };
    count_is_certifiable(&rule, &claim, modulus(problem, question)?.as_ref())
}

pub fn answer(question: &EulerQuestion, work: &Work) -> Result<Reply> {
    let problem = find(question.problem)?;
    let texts = sizes(problem, question)?;
    let sizes = texts.iter().map(|size| parse_size(size)).collect::<Result<Vec<BigUint>>>()?;
    let options = Options { modulus: modulus(problem, question)?, ..Options::default() };
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

/// The modulus of the question, or that of the statement.
fn modulus(problem: &Problem, question: &EulerQuestion) -> Result<Option<Modulus>> {
    let asked = options(question.modulus.as_deref(), None)?.modulus;
    Ok(asked.or_else(|| problem.modulus.filter(|_| !question.exact).map(Modulus::from)))
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
        let (number, names) = (problem.number, names.join(" and "));
        return Err(Error::option("sizes", &format!("has {unknown}, and problem {number} takes {names}")));
    }
    let size = |(name, default): &(&str, &str)| {
        question.sizes.get(*name).map_or(*default, String::as_str).to_string()
    };
    Ok(problem.sizes.iter().map(size).collect())
}
