//! `sprague euler [306|629|798|933|all]`: the four problems at any size.

use crate::args;
use crate::certificate::asked;
use crate::context::Context;
use crate::report::{Report, modulus, seconds, small};
use num_bigint::BigUint;
use sprague::certificates::{self, Certificate};
use sprague::counts::{Count, DEFAULT_LIMIT, euler};
use sprague::rules::parse_size;
use sprague::{Error, Work};
use std::time::Instant;

/// A problem: its number, its name, the options it takes with the sizes it asks about, and the residue it asks for.
struct Problem {
    number: u32,
    name: &'static str,
    options: &'static [(&'static str, &'static str)],
    modulus: Option<u32>,
}

const PROBLEMS: &[Problem] = &[
    Problem { number: 306, name: "paper strip", options: &[("n", "1000000")], modulus: None },
    Problem { number: 629, name: "scatterstone", options: &[("n", "200")], modulus: Some(1_000_000_007) },
    Problem {
        number: 798,
        name: "card stacking",
        options: &[("n", "10^7"), ("s", "10^7")],
        modulus: Some(1_000_000_007),
    },
    Problem { number: 933, name: "paper cutting", options: &[("w", "123"), ("h", "1234567")], modulus: None },
];

pub fn run(args: &args::Euler, context: &Context) -> anyhow::Result<u8> {
    let problems: Vec<&Problem> = match args.problem.as_str() {
        "all" => PROBLEMS.iter().collect(),
        one => vec![PROBLEMS.iter().find(|problem| problem.number.to_string() == one).ok_or_else(|| {
            Error::Unsupported(format!("no problem {one:?}: the problems are 306, 629, 798, 933 and all"))
        })?],
    };
    if args.save.save.is_some() && problems.len() > 1 {
        return Err(Error::Unsupported("--save takes the certificate of one problem; name it".into()).into());
    }
    for problem in problems {
        let sizes = problem.sizes(args)?;
        solve(problem, &sizes, args, context)?;
    }
    Ok(0)
}

impl Problem {
    /// The sizes to solve it for, in the order of its options.
    fn sizes(&self, args: &args::Euler) -> sprague::Result<Vec<String>> {
        let given = [("n", &args.n), ("s", &args.s), ("w", &args.w), ("h", &args.h)];
        for (name, size) in given {
            if size.is_some() && !self.options.iter().any(|(option, _)| *option == name) {
                let takes: Vec<&str> = self.options.iter().map(|(option, _)| *option).collect();
                let line = format!("problem {} takes --{}, not --{name}", self.number, takes.join(" and --"));
                return Err(Error::Unsupported(line));
            }
        }
        let size = |(option, default): &(&str, &str)| {
            let chosen = given.iter().find(|(name, _)| name == option).and_then(|(_, size)| size.as_deref());
            chosen.unwrap_or(default).to_string()
        };
        Ok(self.options.iter().map(size).collect())
    }

    fn asked(&self, sizes: &[String]) -> String {
        match (self.number, sizes) {
            (306, [n]) => format!("winning lengths up to {n}"),
            (629, [n]) => format!("winning partitions of {n}, over all limits 2 to {n}"),
            (798, [n, s]) => format!("lost deals of {s} suits of {n} cards"),
            (_, sizes) => format!("winning cuts of all sheets up to {}", sizes.join("x")),
        }
    }

    fn count(&self, sizes: &[String], modulus: Option<&BigUint>, work: &Work) -> sprague::Result<Count> {
        let size = |i: usize| parse_size(&sizes[i]);
        let count = match self.number {
            306 => euler::paper_strip(&size(0)?, work),
            629 => euler::scatterstone(small(&sizes[0], "a heap of")?, modulus, work),
            798 => euler::card_stacking(&size(0)?, &size(1)?, modulus, work),
            _ => euler::paper_cutting(&size(0)?, &size(1)?, work),
        }?;
        Ok(count.reduced(modulus))
    }

    fn certificate(
        &self,
        sizes: &[String],
        count: &Count,
        modulus: Option<&BigUint>,
        work: &Work,
    ) -> sprague::Result<Certificate> {
        let (answer, size) = (asked(count, modulus), |i: usize| parse_size(&sizes[i]));
        match self.number {
            306 => certificates::of_wins(&"0.07".parse()?, &size(0)?, &answer, DEFAULT_LIMIT, work),
            629 => certificates::of_scatterstone(small(&sizes[0], "a heap of")?, &answer, work),
            798 => certificates::of_card_tuples(&size(0)?, &size(1)?, &answer),
            _ => certificates::of_cut_moves(&size(0)?, &size(1)?, &answer, work),
        }
    }
}

fn solve(problem: &Problem, sizes: &[String], args: &args::Euler, context: &Context) -> anyhow::Result<()> {
    let own = if args.exact { None } else { problem.modulus.map(BigUint::from) };
    let modulus = modulus(args.modulus.as_deref())?.or(own);
    let start = Instant::now();
    let count = context.work(|work| problem.count(sizes, modulus.as_ref(), work))?;
    let report = report(problem, &problem.asked(sizes), &count, modulus.as_ref(), start);
    args.save.write(|| context.work(|work| problem.certificate(sizes, &count, modulus.as_ref(), work)))?;
    if args.save.takes_stdout() { Ok(()) } else { report.print(context, start) }
}

fn report(
    problem: &Problem,
    asked: &str,
    count: &Count,
    modulus: Option<&BigUint>,
    start: Instant,
) -> Report {
    let residue = modulus.map_or(String::new(), |m| format!(", mod {m}"));
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
        .with("mod", modulus.map(BigUint::to_string))
        .with("basis", basis.as_str())
        .with("status", status.to_string())
}
