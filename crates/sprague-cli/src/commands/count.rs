//! `sprague count wins|moves|partitions|tuples RULE …`: exact counts.

use crate::args::{Modulus, Question, Save, Upto};
use crate::certificate::asked;
use crate::context::Context;
use crate::report::{Report, modulus, rule, seconds, small};
use num_bigint::BigUint;
use sprague::certificates::{self, Outcome};
use sprague::counts::{self, Count, Partitions, sheets, suits};
use sprague::rules::{Rule, parse_size};
use sprague::{Error, Work};
use std::time::Instant;

pub fn run(question: &Question, context: &Context) -> anyhow::Result<u8> {
    match question {
        Question::Wins(upto) => wins(upto, context),
        Question::Moves { upto, polynomial } => moves(upto, *polynomial, context),
        Question::Partitions { rule, of, table: false, modulus, save } => {
            partitions(rule, of, modulus, save, context)
        }
        Question::Partitions { rule, of, table: true, modulus, save } => {
            partition_table(rule, of, modulus, save, context)
        }
        Question::Tuples { .. } => tuples(question, context),
    }
}

fn wins(args: &Upto, context: &Context) -> anyhow::Result<u8> {
    let (rule, modulus, start) =
        (rule(&args.rule)?, modulus(args.modulus.modulus.as_deref())?, Instant::now());
    let limit = small(&args.limit, "a limit of")?;
    let count = context.work(|work| {
        let count = match &rule {
            Rule::Cut | Rule::CutOne => {
                sides(&args.upto).and_then(|(w, h)| sheets::wins(&rule, &w, &h, work))
            }
            Rule::Cards => suits::wins(&parse_size(&args.upto)?, modulus.as_ref()),
            _ => counts::wins(&rule, &parse_size(&args.upto)?, limit, work),
        }?;
        Ok(count.reduced(modulus.as_ref()))
    })?;
    args.save.write(|| {
        if !rule.plays_with_heaps() {
            return Err(no_certificate("wins", &rule));
        }
        let asked = asked(&count, modulus.as_ref());
        context.work(|work| certificates::of_wins(&rule, &parse_size(&args.upto)?, &asked, limit, work))
    })?;
    let what = format!("wins of {rule} up to {}", args.upto);
    let report = answer(&rule, &what, count, modulus.as_ref(), start);
    print(report, &args.save, context, start)
}

fn moves(args: &Upto, polynomial: bool, context: &Context) -> anyhow::Result<u8> {
    let (rule, modulus, start) =
        (rule(&args.rule)?, modulus(args.modulus.modulus.as_deref())?, Instant::now());
    let limit = small(&args.limit, "a limit of")?;
    if polynomial && rule != Rule::Cut {
        return Err(Error::Unsupported(format!("--polynomial is for cut, not for {rule}")).into());
    }
    let compute = |work: &Work| match &rule {
        Rule::Cut | Rule::CutOne => sides(&args.upto).and_then(|(w, h)| sheets::moves(&rule, &w, &h, work)),
        Rule::Cards => suits::moves(&parse_size(&args.upto)?, work),
        _ => counts::moves(&rule, &parse_size(&args.upto)?, limit, work),
    };
    let count = context.work(compute)?.reduced(modulus.as_ref());
    let what = format!("winning first moves of {rule} up to {}", args.upto);
    args.save.write(|| {
        if rule != Rule::Cut {
            return Err(no_certificate("winning moves", &rule));
        }
        let (w, h) = sides(&args.upto)?;
        context.work(|work| certificates::of_cut_moves(&w, &h, &asked(&count, modulus.as_ref()), work))
    })?;
    let mut report = answer(&rule, &what, count, modulus.as_ref(), start);
    if polynomial {
        let (width, _) = sides(&args.upto)?;
        let found = context.work(|work| sheets::polynomial(&width, work))?;
        report = report
            .and_line(&format!("D({width},H) = {found} for all H >= {}", found.from()))
            .with("polynomial", found.to_string())
            .with("polynomial_from", found.from());
    }
    print(report, &args.save, context, start)
}

fn partitions(text: &str, of: &str, mod_: &Modulus, save: &Save, context: &Context) -> anyhow::Result<u8> {
    let (rule, modulus, start) = (rule(text)?, modulus(mod_.modulus.as_deref())?, Instant::now());
    let n = small(of, "a number of")?;
    let found = context.work(|work| counts::partitions(&rule, n, modulus.as_ref(), work))?;
    save.write(|| {
        let asked = asked(&found.won, modulus.as_ref());
        context.work(|work| certificates::of_partitions(&rule, n, Outcome::Won, &asked, work))
    })?;
    let residue = modulus.as_ref().map_or(String::new(), |m| format!(" mod {m}"));
    let text = format!(
        "partitions of {n} under {rule}{residue}: {} won, {} lost\n{} ({}), {}",
        found.won.answer,
        found.lost.answer,
        found.won.status,
        found.won.basis,
        seconds(start)
    );
    let report = Report::new("rule", rule.to_string(), text, found.won.answer.to_string())
        .with("of", n)
        .with("answer", found.won.answer.to_string())
        .with("lost", found.lost.answer.to_string())
        .with("mod", modulus.map(|m| m.to_string()))
        .with("basis", found.won.basis)
        .with("status", found.won.status.to_string());
    print(report, save, context, start)
}

fn partition_table(
    text: &str,
    of: &str,
    mod_: &Modulus,
    save: &Save,
    context: &Context,
) -> anyhow::Result<u8> {
    if save.save.is_some() {
        return Err(Error::Unsupported("--save takes one count; leave --table out".into()).into());
    }
    let (rule, modulus, start) = (rule(text)?, modulus(mod_.modulus.as_deref())?, Instant::now());
    let n = small(of, "a number of")?;
    let table = context.work(|work| counts::partition_table(&rule, n, modulus.as_ref(), work))?;
    let line = |(n, found): (usize, &Partitions)| format!("{n} {} {}", found.won.answer, found.lost.answer);
    let text: Vec<String> = table.iter().enumerate().map(line).collect();
    let numbers = |count: fn(&Partitions) -> &Count| -> Vec<String> {
        table.iter().map(|found| count(found).answer.to_string()).collect()
    };
    Report::new("rule", rule.to_string(), text.join("\n"), text.join("\n"))
        .with("won", numbers(|found| &found.won))
        .with("lost", numbers(|found| &found.lost))
        .with("mod", modulus.map(|m| m.to_string()))
        .with("status", "proved")
        .print(context, start)?;
    Ok(0)
}

fn tuples(question: &Question, context: &Context) -> anyhow::Result<u8> {
    let Question::Tuples { rule: text, upto, heaps, size, suits, limit, modulus: mod_, save } = question
    else {
        unreachable!("called for tuples")
    };
    let (rule, modulus, start) = (rule(text)?, modulus(mod_.modulus.as_deref())?, Instant::now());
    let limit = small(limit, "a limit of")?;
    let cards = rule == Rule::Cards;
    let need = |given: &Option<String>, flag: &str| {
        given.clone().ok_or_else(|| Error::Unsupported(format!("tuples of {rule} need {flag}")))
    };
    let (upto, count) = if cards {
        (need(size, "--size N")?, need(suits, "--suits S")?)
    } else {
        (need(upto, "--upto N")?, need(heaps, "--heaps S")?)
    };
    let s = parse_size(&count)?;
    let found = context.work(|work| match &rule {
        Rule::Cards => counts::card_tuples(&parse_size(&upto)?, &s, modulus.as_ref(), work),
        Rule::Cut | Rule::CutOne => {
            sides(&upto).and_then(|(w, h)| counts::sheet_tuples(&rule, &w, &h, &s, modulus.as_ref(), work))
        }
        _ => counts::tuples(&rule, &parse_size(&upto)?, &s, modulus.as_ref(), limit, work),
    })?;
    let what = if cards {
        format!("lost deals of {count} suits of {upto} cards")
    } else {
        format!("lost {count}-tuples of {rule} up to {upto}")
    };
    save.write(|| {
        if !cards {
            return Err(no_certificate("tuples", &rule));
        }
        Ok(certificates::of_card_tuples(&parse_size(&upto)?, &s, &asked(&found, modulus.as_ref()))?)
    })?;
    let report = answer(&rule, &what, found, modulus.as_ref(), start);
    print(report, save, context, start)
}

fn no_certificate(count: &str, rule: &Rule) -> anyhow::Error {
    Error::Unsupported(format!("the format has no certificate for {count} of {rule}")).into()
}

fn print(report: Report, save: &Save, context: &Context, start: Instant) -> anyhow::Result<u8> {
    if !save.takes_stdout() {
        report.print(context, start)?;
    }
    Ok(0)
}

/// W and H of any length.
fn sides(text: &str) -> sprague::Result<(BigUint, BigUint)> {
    let Some((width, height)) = text.split_once(['x', 'X', '×']) else {
        return Err(Error::Unsupported(format!(
            "`{text}` is not a size of sheets: write width x height, such as 5x3"
        )));
    };
    Ok((parse_size(width)?, parse_size(height)?))
}

fn answer(rule: &Rule, what: &str, count: Count, modulus: Option<&BigUint>, start: Instant) -> Report {
    let residue = modulus.map_or(String::new(), |m| format!(" mod {m}"));
    let Count { answer, status, basis } = count;
    let text = format!("{what}{residue}: {answer}\n{status} ({basis}), {}", seconds(start));
    Report::new("rule", rule.to_string(), text, answer.to_string())
        .with("answer", answer.to_string())
        .with("mod", modulus.map(BigUint::to_string))
        .with("basis", basis)
        .with("status", status.to_string())
}
