//! `sprague count wins|moves|partitions|tuples|… RULE …`: exact counts.

use crate::args::{self, Save, Upto};
use crate::context::Context;
use crate::report::{Printed, ask, print, seconds};
use sprague::ask::{Answer, CountKind, CountQuestion, Found, FoundCount, Question};
use sprague::certificates::Outcome;

pub fn run(count: &args::Question, context: &Context) -> anyhow::Result<u8> {
    let (question, save) = question(count);
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
        limit: upto.limit.limit.clone(),
        ..CountQuestion::default()
    };
    match count {
        args::Question::Wins { upto: wins, outcome } => {
            (CountQuestion { outcome: outcome.get(), ..upto(CountKind::Wins, wins) }, &wins.save)
        }
        args::Question::Moves { upto: moves, polynomial } => {
            (CountQuestion { polynomial: *polynomial, ..upto(CountKind::Moves, moves) }, &moves.save)
        }
        args::Question::Multisets { upto: range, heaps, outcome } => {
            let question = upto(CountKind::Multisets, range);
            (CountQuestion { heaps: Some(heaps.clone()), outcome: outcome.get(), ..question }, &range.save)
        }
        args::Question::Sets { upto: range, heaps, ordered, outcome } => {
            let (heaps, ordered, outcome) = (Some(heaps.clone()), *ordered, outcome.get());
            (CountQuestion { heaps, ordered, outcome, ..upto(CountKind::Sets, range) }, &range.save)
        }
        args::Question::Histogram(range) => (upto(CountKind::Histogram, range), &range.save),
        args::Question::Zeros(range) => (upto(CountKind::Zeros, range), &range.save),
        args::Question::Pattern { rule, pattern, upto, limit, outcome, modulus, save } => {
            let question = CountQuestion {
                count: CountKind::Pattern,
                rule: rule.clone(),
                pattern: Some(pattern.clone()),
                upto: Some(upto.clone()),
                outcome: outcome.get(),
                modulus: modulus.modulus.clone(),
                limit: limit.limit.clone(),
                ..CountQuestion::default()
            };
            (question, save)
        }
        args::Question::Partitions { rule, of, table, limit, outcome, modulus, save } => {
            let question = CountQuestion {
                count: CountKind::Partitions,
                rule: rule.clone(),
                of: Some(of.clone()),
                table: *table,
                outcome: outcome.get(),
                modulus: modulus.modulus.clone(),
                limit: limit.limit.clone(),
                ..CountQuestion::default()
            };
            (question, save)
        }
        args::Question::Tuples { rule, upto, from, heaps, size, suits, limit, outcome, modulus, save } => {
            let question = CountQuestion {
                count: CountKind::Tuples,
                rule: rule.clone(),
                upto: upto.clone(),
                from: from.clone(),
                size: size.clone(),
                heaps: heaps.clone().or_else(|| suits.clone()),
                outcome: outcome.get(),
                modulus: modulus.modulus.clone(),
                limit: limit.limit.clone(),
                ..CountQuestion::default()
            };
            (question, save)
        }
    }
}

impl args::WonOrLost {
    fn get(self) -> Option<Outcome> {
        match (self.won, self.lost) {
            (true, _) => Some(Outcome::Won),
            (_, true) => Some(Outcome::Lost),
            _ => None,
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
        Found::Histogram(found) => {
            let some = found.counts.iter().enumerate().filter(|(_, count)| *count != "0");
            let lines: Vec<String> = some.map(|(value, count)| format!("{value} {count}")).collect();
            let (lines, residue) = (lines.join("\n"), residue(found.modulus.as_ref()));
            let ends = format!("{} ({}), {}", answer.status, found.basis, seconds(answer));
            Printed { text: format!("{}{residue}:\n{lines}\n{ends}", found.asked), bare: lines }
        }
        Found::Zeros(found) => {
            let (status, time, bare) = (answer.status, seconds(answer), found.pieces.join("\n"));
            let text = if found.pieces.is_empty() {
                format!("{}: none\n{status}, {time}", found.asked)
            } else {
                let pieces = found.pieces.join(" ");
                format!("{}:\n{pieces}\n{} of them, {status}, {time}", found.asked, found.answer)
            };
            Printed { text, bare }
        }
        Found::Count(found) => Printed { text: text(answer, found, width), bare: found.answer.clone() },
        _ => unreachable!("a count was asked for"),
    }
}

fn residue(modulus: Option<&String>) -> String {
    modulus.map_or(String::new(), |m| format!(" mod {m}"))
}

fn text(answer: &Answer, found: &FoundCount, width: Option<&str>) -> String {
    let residue = residue(found.modulus.as_ref());
    let number = match &found.lost {
        Some(lost) if *lost == found.answer => format!("{lost} lost"),
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
