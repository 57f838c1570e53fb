//! `sprague count wins|moves|partitions|tuples|… RULE …`: exact counts.

use crate::args::Counted;
use crate::context::Context;
use crate::questions;
use crate::report::{Printed, ask, checked_by, print, seconds};
use sprague::ask::{Answer, Found, FoundCount};

pub fn run(counted: &Counted, context: &Context) -> anyhow::Result<u8> {
    let width = counted.largest().and_then(|to| Some(to.split_once(['x', 'X', '×'])?.0.to_string()));
    let (question, save) = (questions::count(counted), counted.save());
    if save.save.is_some() {
        sprague::ask::certifiable(&question)?;
    }
    let answered = ask(&question, context)?;
    save.write(|| Ok(answered.certificate()?))?;
    if !save.takes_stdout() {
        print(answered.answer(), &printed(answered.answer(), width.as_deref()), context)?;
    }
    Ok(0)
}

fn printed(answer: &Answer, width: Option<&str>) -> Printed {
    match answer.found() {
        Found::Table(table) => {
            let lines = table.won.iter().zip(&table.lost).enumerate();
            let lines: Vec<String> = lines.map(|(n, (won, lost))| format!("{n} {won} {lost}")).collect();
            Printed { text: lines.join("\n"), bare: lines.join("\n") }
        }
        Found::Histogram(found) => {
            let some = found.counts.iter().enumerate().filter(|(_, count)| *count != "0");
            let lines: Vec<String> = some.map(|(value, count)| format!("{value} {count}")).collect();
            let (lines, residue) = (lines.join("\n"), residue(found.modulus.as_ref()));
            let ends = format!("{} ({}), {}", answer.status(), found.basis, seconds(answer));
            Printed { text: format!("{}{residue}:\n{lines}\n{ends}", found.asked), bare: lines }
        }
        Found::Zeros(found) => {
            let (status, time, bare) = (answer.status(), seconds(answer), found.pieces.join("\n"));
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
        Some(lost) => format!("{} won, {lost} lost", found.answer),
        None => found.answer.clone(),
    };
    let mut text = format!(
        "{}{residue}: {number}\n{} ({}), {}",
        found.asked,
        answer.status(),
        found.basis,
        seconds(answer)
    );
    text += &checked_by(answer, "");
    if let (Some(polynomial), Some(from)) = (&found.polynomial, found.polynomial_from) {
        text += &format!("\nD({},H) = {polynomial} for all H >= {from}", width.unwrap_or("W"));
    }
    text
}
