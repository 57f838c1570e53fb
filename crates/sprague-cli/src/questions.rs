//! From the command line to questions: the one place where flags become the fields of a question.

use crate::args::{self, Choices, Command, Counted, WonOrLost};
use sprague::ask::{
    CountQuestion, EulerQuestion, ExplainQuestion, LawQuestion, MovesQuestion, NimQuestion, Pieces, Question,
    ValueQuestion, ValuesQuestion,
};
use sprague::certificates::Outcome;
use sprague::counts::euler::{PROBLEMS, Problem};
use std::collections::BTreeMap;

/// The question of a command that asks one.
pub fn of(command: &Command) -> anyhow::Result<Question> {
    match command {
        Command::Euler(args) => {
            let mut questions = euler(args)?;
            match questions.len() {
                1 => Ok(questions.remove(0)),
                _ => anyhow::bail!("a line asks one question; name the problem"),
            }
        }
        Command::Values(args) => Ok(values(args)),
        Command::Value(args) => Ok(value(args, args.sizes.clone())),
        Command::Explain(args) => Ok(explain(args)),
        Command::Nim(args) => Ok(nim(args)),
        Command::Law(args) => Ok(Question::Law(law(args))),
        Command::Moves(args) => Ok(moves(args)),
        Command::Count(args) => Ok(count(&args.counted)),
        _ => {
            anyhow::bail!("a line is a question: values, value, law, moves, explain, count, nim or euler")
        }
    }
}

pub fn values(args: &args::Values) -> Question {
    let args::Values { rule, to, from, digest, .. } = args.clone();
    Question::Values(ValuesQuestion { rule, to, from, digest })
}

/// The values that a picture of sheets shows.
pub fn plot(args: &args::Plot) -> Question {
    let args::Plot { rule, to, .. } = args.clone();
    Question::Values(ValuesQuestion { rule, to, ..ValuesQuestion::default() })
}

pub fn value(args: &args::Value, sizes: Vec<String>) -> Question {
    Question::Value(ValueQuestion {
        rule: args.rule.clone(),
        sizes,
        limit: args.limit.limit.clone(),
        misere: args.misere.misere,
    })
}

pub fn nim(args: &args::Nim) -> Question {
    Question::Nim(NimQuestion { expression: args.expression.join(" ") })
}

pub fn explain(args: &args::Explain) -> Question {
    let args::Explain { rule, position, misere, limit } = args.clone();
    let (position, misere) = (position.join(" "), misere.misere);
    Question::Explain(ExplainQuestion { rule, position, limit: limit.limit, misere })
}

pub fn moves(args: &args::Moves) -> Question {
    let args::Moves { rule, position, limit, first, all, misere } = args.clone();
    let (position, limit, misere) = (position.join(" "), limit.limit, misere.misere);
    Question::Moves(MovesQuestion { rule, position, limit, first, all, misere })
}

pub fn law(args: &args::Law) -> LawQuestion {
    let (rule, limit, to) = (args.rule.clone(), args.limit.limit.clone(), args.to.clone());
    LawQuestion { rule, limit, to, window: args.window, misere: args.misere.misere }
}

pub fn count(counted: &Counted) -> Question {
    let range = |pieces: &args::Pieces| Pieces {
        rule: pieces.rule.clone(),
        from: pieces.from.clone(),
        to: pieces.to.clone(),
        limit: pieces.limit.limit.clone(),
    };
    let modulus = |pieces: &args::Pieces| pieces.modulus.modulus.clone();
    Question::Count(match counted.clone() {
        Counted::Wins { pieces, outcome: which, misere } => CountQuestion::Wins {
            pieces: range(&pieces),
            outcome: outcome(which),
            modulus: modulus(&pieces),
            misere: misere.misere,
        },
        Counted::Moves { pieces, polynomial } => {
            CountQuestion::Moves { pieces: range(&pieces), modulus: modulus(&pieces), polynomial }
        }
        Counted::Multisets(Choices { pieces, heaps, outcome: which, misere }) => CountQuestion::Multisets {
            pieces: range(&pieces),
            heaps,
            outcome: outcome(which),
            modulus: modulus(&pieces),
            misere: misere.misere,
        },
        Counted::Sets { choices: Choices { pieces, heaps, outcome: which, misere }, ordered } => {
            CountQuestion::Sets {
                pieces: range(&pieces),
                heaps,
                ordered,
                outcome: outcome(which),
                modulus: modulus(&pieces),
                misere: misere.misere,
            }
        }
        Counted::Histogram(pieces) => {
            CountQuestion::Histogram { pieces: range(&pieces), modulus: modulus(&pieces) }
        }
        Counted::Zeros { pieces, misere } => {
            CountQuestion::Zeros { pieces: range(&pieces), misere: misere.misere }
        }
        Counted::Pattern { rule, pattern, to, outcome: which, modulus, limit, save: _ } => {
            let (outcome, modulus, limit) = (outcome(which), modulus.modulus, limit.limit);
            CountQuestion::Pattern { rule, pattern, to, outcome, modulus, limit }
        }
        Counted::Partitions { rule, of, table: true, modulus, limit, .. } => {
            CountQuestion::PartitionTable { rule, of, modulus: modulus.modulus, limit: limit.limit }
        }
        Counted::Partitions { rule, of, outcome: which, modulus, table: false, misere, limit, save: _ } => {
            let (outcome, modulus, limit) = (outcome(which), modulus.modulus, limit.limit);
            CountQuestion::Partitions { rule, of, outcome, modulus, limit, misere: misere.misere }
        }
        Counted::Tuples(Choices { pieces, heaps, outcome: which, misere }) => CountQuestion::Tuples {
            pieces: range(&pieces),
            heaps,
            outcome: outcome(which),
            modulus: modulus(&pieces),
            misere: misere.misere,
        },
    })
}

fn outcome(which: WonOrLost) -> Option<Outcome> {
    match (which.won, which.lost) {
        (true, _) => Some(Outcome::Won),
        (_, true) => Some(Outcome::Lost),
        _ => None,
    }
}

/// The problems asked for, all of them looked at before the first is solved.
pub fn euler(args: &args::Euler) -> anyhow::Result<Vec<Question>> {
    let problems: Vec<&Problem> = match args.problem.as_str() {
        "all" => PROBLEMS.iter().collect(),
        one => vec![PROBLEMS.iter().find(|problem| problem.number.to_string() == one).ok_or_else(|| {
            let numbers: Vec<String> = PROBLEMS.iter().map(|problem| problem.number.to_string()).collect();
            anyhow::anyhow!("no problem {one:?}: the problems are {} and all", numbers.join(", "))
        })?],
    };
    problems.into_iter().map(|problem| problem_question(problem, args)).collect()
}

fn problem_question(problem: &Problem, args: &args::Euler) -> anyhow::Result<Question> {
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
            anyhow::bail!("problem {} takes --{}, not --{name}", problem.number, takes.join(" and --"));
        }
        sizes.insert(name.to_string(), size);
    }
    let (modulus, exact) = (args.modulus.modulus.clone(), args.exact);
    Ok(Question::Euler(EulerQuestion { problem: problem.number, sizes, modulus, exact }))
}
