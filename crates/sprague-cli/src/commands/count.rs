//! `sprague count wins|moves|partitions|tuples RULE …`: exact counts.

use crate::args::{self, Save, Upto};
use crate::context::Context;
use crate::report::{Printed, ask, print, seconds};
use sprague::Error;
use sprague::ask::{Answer, CountKind, CountQuestion, Found, FoundCount, Question};

pub fn run(count: &args::Question, context: &Context) -> anyhow::Result<u8> {
    let (question, save) = question(count);
    if question.table && save.save.is_some() {
        return Err(Error::Unsupported("--save takes one count; leave --table out".into()).into());
    }
    let width = question.upto.clone().and_then(|upto| Some(upto.split_once(['x', 'X', '×'])?.0.to_string()));
    let answered = ask(&Question::Count(question), context)?;
    save.write(|| Ok(answered.certificate()?))?;
    if !save.takes_stdout() {
        print(&answered.answer, &printed(&answered.answer, width.as_deref()), context)?;
    }
    Ok(0)
}

pub fn question(count: &args::Question) -> (CountQuestion, &Save) {
    let upto = |kind: CountKind, upto: &Upto| CountQuestion {
        count: kind,
        rule: upto.rule.clone(),
        upto: Some(upto.upto.clone()),
        from: upto.from.clone(),
        modulus: upto.modulus.modulus.clone(),
        limit: upto.limit.clone(),
        ..CountQuestion::default()
    };
    match count {
        args::Question::Wins(wins) => (upto(CountKind::Wins, wins), &wins.save),
        args::Question::Moves { upto: moves, polynomial } => {
            (CountQuestion { polynomial: *polynomial, ..upto(CountKind::Moves, moves) }, &moves.save)
        }
        args::Question::Partitions { rule, of, table, modulus, save } => {
            let question = CountQuestion {
                count: CountKind::Partitions,
                rule: rule.clone(),
                of: Some(of.clone()),
                table: *table,
                modulus: modulus.modulus.clone(),
                ..CountQuestion::default()
            };
            (question, save)
        }
        args::Question::Tuples { rule, upto, from, heaps, size, suits, limit, modulus, save } => {
            let question = CountQuestion {
                count: CountKind::Tuples,
                rule: rule.clone(),
                upto: upto.clone(),
                from: from.clone(),
                size: size.clone(),
                heaps: heaps.clone().or_else(|| suits.clone()),
                modulus: modulus.modulus.clone(),
                limit: limit.clone(),
                ..CountQuestion::default()
            };
            (question, save)
        }
    }
}

fn printed(answer: &Answer, width: Option<&str>) -> Printed {
    match &answer.found {
        Found::Table(table) => {
            let lines = table.won.iter().zip(&table.lost).enumerate();
            let lines: Vec<String> = lines.map(|(n, (won, lost))| format!("{n} {won} {lost}")).collect();
            Printed { text: lines.join("\n"), bare: lines.join("\n") }
        }
        Found::Count(found) => Printed { text: text(answer, found, width), bare: found.answer.clone() },
        _ => unreachable!("a count was asked for"),
    }
}

fn text(answer: &Answer, found: &FoundCount, width: Option<&str>) -> String {
    let residue = found.modulus.as_ref().map_or(String::new(), |m| format!(" mod {m}"));
    let number = match &found.lost {
        Some(lost) => format!("{} won, {lost} lost", found.answer),
        None => found.answer.clone(),
    };
    let mut text = format!(
        "{}{residue}: {number}\n{} ({}), {}",
        found.asked,
        answer.status,
        found.basis,
        seconds(answer)
    );
    if let (Some(polynomial), Some(from)) = (&found.polynomial, found.polynomial_from) {
        text += &format!("\nD({},H) = {polynomial} for all H >= {from}", width.unwrap_or("W"));
    }
    text
}
