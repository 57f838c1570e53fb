//! `sprague euler [306|629|798|933|all]`: the four problems at any size.

use crate::args;
use crate::context::Context;
use crate::report::{Report, modulus, seconds, small};
use num_bigint::BigUint;
use sprague::counts::{Count, euler};
use sprague::rules::parse_size;
use sprague::{Error, Work};
use std::time::Instant;

/// A problem: its number, its name, the options that it takes, and the residue it asks for.
struct Problem {
    number: u32,
    name: &'static str,
    options: &'static [&'static str],
    modulus: Option<u32>,
}

const PROBLEMS: &[Problem] = &[
    Problem { number: 306, name: "paper strip", options: &["n"], modulus: None },
    Problem { number: 629, name: "scatterstone", options: &["n"], modulus: Some(1_000_000_007) },
    Problem { number: 798, name: "card stacking", options: &["n", "s"], modulus: Some(1_000_000_007) },
    Problem { number: 933, name: "paper cutting", options: &["w", "h"], modulus: None },
];

pub fn run(args: &args::Euler, context: &Context) -> anyhow::Result<u8> {
    let problems: Vec<&Problem> = match args.problem.as_str() {
        "all" => PROBLEMS.iter().collect(),
        one => vec![PROBLEMS.iter().find(|problem| problem.number.to_string() == one).ok_or_else(|| {
            Error::Unsupported(format!("no problem {one:?}: the problems are 306, 629, 798, 933 and all"))
        })?],
    };
    let sizes = Sizes::read(args, &problems)?;
    for problem in problems {
        solve(problem, &sizes, context)?;
    }
    Ok(0)
}

/// The sizes that were given; the problem's own stand in for those that were not.
struct Sizes {
    n: Option<String>,
    s: Option<String>,
    w: Option<String>,
    h: Option<String>,
    modulus: Option<BigUint>,
    exact: bool,
}

impl Sizes {
    fn read(args: &args::Euler, problems: &[&Problem]) -> sprague::Result<Self> {
        for (name, given) in [("n", &args.n), ("s", &args.s), ("w", &args.w), ("h", &args.h)] {
            if given.is_none() {
                continue;
            }
            if let Some(problem) = problems.iter().find(|problem| !problem.options.contains(&name)) {
                let takes = problem.options.join(" and --");
                let line = format!("problem {} takes --{takes}, not --{name}", problem.number);
                return Err(Error::Unsupported(line));
            }
        }
        let [n, s, w, h] = [&args.n, &args.s, &args.w, &args.h].map(Option::clone);
        Ok(Sizes { n, s, w, h, modulus: modulus(args.modulus.as_deref())?, exact: args.exact })
    }
}

fn solve(problem: &Problem, sizes: &Sizes, context: &Context) -> anyhow::Result<()> {
    let given = |size: &Option<String>, default: &str| size.clone().unwrap_or_else(|| default.to_string());
    let own = if sizes.exact { None } else { problem.modulus.map(BigUint::from) };
    let modulus = sizes.modulus.clone().or(own);
    let start = Instant::now();
    let (asked, count) = match problem.number {
        306 => {
            let n = given(&sizes.n, "1000000");
            let size = parse_size(&n)?;
            (format!("winning lengths up to {n}"), context.work(|work| euler::paper_strip(&size, work))?)
        }
        629 => {
            let n = given(&sizes.n, "200");
            let size = small(&n, "a heap of")?;
            let count = context.work(|work| euler::scatterstone(size, modulus.as_ref(), work))?;
            (format!("winning partitions of {n}, over all limits 2 to {n}"), count)
        }
        798 => {
            let (n, s) = (given(&sizes.n, "10^7"), given(&sizes.s, "10^7"));
            let (size, suits) = (parse_size(&n)?, parse_size(&s)?);
            let compute = |work: &Work| euler::card_stacking(&size, &suits, modulus.as_ref(), work);
            (format!("lost deals of {s} suits of {n} cards"), context.work(compute)?)
        }
        _ => {
            let (w, h) = (given(&sizes.w, "123"), given(&sizes.h, "1234567"));
            let (width, height) = (parse_size(&w)?, parse_size(&h)?);
            let count = context.work(|work| euler::paper_cutting(&width, &height, work))?;
            (format!("winning cuts of all sheets up to {w}x{h}"), count)
        }
    };
    let count = match &modulus {
        Some(modulus) => count.modulo(modulus),
        None => count,
    };
    report(problem, &asked, count, modulus, start).print(context, start)
}

fn report(problem: &Problem, asked: &str, count: Count, modulus: Option<BigUint>, start: Instant) -> Report {
    let residue = modulus.as_ref().map_or(String::new(), |m| format!(", mod {m}"));
    let Count { answer, status, basis } = count;
    let text = format!(
        "{} {}: {asked}{residue}\n    {answer}  {status} in {} ({basis})",
        problem.number,
        problem.name,
        seconds(start)
    );
    Report::new("problem", problem.number, text, answer.to_string())
        .with("name", problem.name)
        .with("asked", asked)
        .with("answer", answer.to_string())
        .with("mod", modulus.map(|m| m.to_string()))
        .with("basis", basis)
        .with("status", status.to_string())
}
