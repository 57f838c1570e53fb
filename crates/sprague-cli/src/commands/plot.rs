//! `sprague plot RULE --to N`: a picture of nim-values, as a file or on the terminal.

use crate::args;
use crate::context::Context;
use crate::foreign::{short, write_json};
use crate::plot::chart::{self, Sequence};
use crate::plot::{Picture, terminal};
use crate::questions;
use crate::save::replace;
use anyhow::Context as _;
use serde_json::json;
use sprague::Error;
use sprague::ask::{self, Found, ValueTable};
use sprague::laws::{self, NimSequence};
use sprague::rules::{Rule, parse_small};
use std::io::Write;
use std::path::Path;

/// Pictures of more values show no more.
const MOST_VALUES: u64 = 100_000_000;
/// Rare positions are marked if they are at most this share of all.
const FEW: f64 = 0.05;

pub fn run(args: &args::Plot, context: &Context) -> anyhow::Result<u8> {
    let rule: Rule = args.rule.parse()?;
    let kind = kind(args)?;
    let drawn = if rule.heap_rule().is_some() {
        of_heaps(&sequence(&rule, args, context)?, args.histogram, kind)
    } else {
        of_sheets(&rule, args, kind, context)?
    };
    match (&args.output, drawn) {
        (Some(name), Drawn::Picture(picture)) => {
            let bytes = if kind == Kind::Png { picture.png()? } else { picture.svg().into_bytes() };
            replace(Path::new(name), |out| Ok(out.write_all(&bytes)?))
                .with_context(|| format!("cannot write {name}"))?;
        }
        (_, Drawn::Text(text, counts)) => {
            let mut out = std::io::stdout().lock();
            if context.json {
                write_json(&mut out, &json!({"rule": rule.to_string(), "to": args.to, "histogram": counts}))?;
            } else if context.bare {
                for (value, count) in counts.iter().enumerate() {
                    writeln!(out, "{value} {count}")?;
                }
            } else {
                writeln!(out, "{}", text.trim_end())?;
            }
        }
        (None, Drawn::Picture(_)) => unreachable!("a picture goes to a file"),
    }
    Ok(0)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Terminal,
    Svg,
    Png,
}

enum Drawn {
    /// Characters, and how often each value occurs.
    Text(String, Vec<u64>),
    Picture(Picture),
}

fn kind(args: &args::Plot) -> anyhow::Result<Kind> {
    let Some(name) = &args.output else { return Ok(Kind::Terminal) };
    match Path::new(name).extension().and_then(|end| end.to_str()) {
        Some("svg") => Ok(Kind::Svg),
        Some("png") => Ok(Kind::Png),
        _ => anyhow::bail!("`{name}` is not a supported picture format; end its name in .svg or .png"),
    }
}

fn of_heaps(sequence: &Sequence, histogram: bool, kind: Kind) -> Drawn {
    match (kind, histogram) {
        (Kind::Terminal, _) => {
            let text = if histogram { terminal::histogram(sequence) } else { terminal::values(sequence) };
            Drawn::Text(
                text,
                chart::counted(sequence).into_iter().map(|(common, rare)| common + rare).collect(),
            )
        }
        (_, true) => Drawn::Picture(chart::histogram(sequence)),
        (_, false) => Drawn::Picture(chart::values(sequence)),
    }
}

fn sequence(rule: &Rule, args: &args::Plot, context: &Context) -> anyhow::Result<Sequence> {
    let to = parse_small(&args.to, "a largest heap")?;
    if to > MOST_VALUES {
        let line = format!("a picture shows at most {MOST_VALUES} values; take fewer");
        return Err(Error::too_large(line, Some(MOST_VALUES)).into());
    }
    let known = match &context.known {
        Some(known) => known.first(to as usize + 1),
        None => context.work("values", |work| laws::find(rule, to + 1, work))?,
    };
    if known.len() as u64 <= to {
        let why = if context.known.is_some() { "the run has" } else { "memory suffices for" };
        let line = format!("{why} {} values; take fewer", known.len());
        return Err(Error::not_known(line).into());
    }
    let top = known.iter().max().unwrap_or(0);
    fits(known.len() as u64, top, context)?;
    let values: Vec<u32> = known.iter().collect();
    let rare = rare_positions(rule, &known, &values);
    let note = match known.law() {
        Some(law) => format!("proved: {}", law.basis()),
        None if known.checked() < known.len() => {
            format!("recorded values, of which the first {} were recomputed", known.checked())
        }
        None => "all values computed; they prove no law".to_string(),
    };
    let periodic_from = known.law().filter(|law| law.saltus() == Some(0)).map(|law| law.preperiod());
    let what = if args.histogram { "how often each value occurs" } else { "nim-values" };
    let title = format!("{}: {what}, heaps 0 to {to}", short(rule.notation()));
    Ok(Sequence { title, note, values, rare, periodic_from })
}

/// Refuses what does not fit in memory: values in a list, with which of them are rare, and counts by value.
fn fits(count: u64, top: u32, context: &Context) -> anyhow::Result<()> {
    const VALUE_BYTES: u64 = 9;
    const COUNT_BYTES: u64 = 64;
    let bytes = VALUE_BYTES * count + COUNT_BYTES * (u64::from(top) + 1);
    context.work("values", |work| work.fits(&format!("a picture of {count} values"), bytes))
}

/// Position x of value v is rare iff popcount(v & mask) + p·(x + t) is even, p whether parity counts, t what
/// a break removes.
fn rare_positions(rule: &Rule, known: &NimSequence, values: &[u32]) -> Option<Vec<bool>> {
    let facts = known.sparse().filter(|facts| facts.mask != 0)?;
    let removed = rule.heap_rule()?.removals(2).listed().first().copied().unwrap_or(0);
    let shift = |x: usize| if facts.parity { (x as u64 + removed) as u32 } else { 0 };
    let rare: Vec<bool> = values
        .iter()
        .enumerate()
        .map(|(x, value)| ((value & facts.mask).count_ones() + shift(x)).is_multiple_of(2))
        .collect();
    let count = rare.iter().filter(|&&rare| rare).count();
    (count > 0 && count as f64 <= FEW * values.len() as f64).then_some(rare)
}

fn of_sheets(rule: &Rule, args: &args::Plot, kind: Kind, context: &Context) -> anyhow::Result<Drawn> {
    if rule.least_size().len() != 2 {
        return Err(Error::wrong_game(format!("plots are of heaps and sheets, not of {rule}")).into());
    }
    let question = questions::plot(args);
    let answered = context.work("values", |work| ask::answer(&question, work))?;
    let Found::Values(found) = answered.answer().found() else { unreachable!("values were asked for") };
    let table: &ValueTable = &found.values;
    let top = (0..table.rows()).flat_map(|row| table.row(row)).max().unwrap_or(0);
    let count = (0..table.rows()).map(|row| table.row_len(row) as u64).sum();
    fits(count, top, context)?;
    let rows: Vec<Vec<u32>> = (0..table.rows()).map(|row| table.row(row).collect()).collect();
    let title = format!("{rule}: nim-values of sheets, 1x1 to {}", args.to);
    let note = "value 0, lost for the player to move, is white";
    if args.histogram {
        let values: Vec<u32> = rows.concat();
        let title = format!("{rule}: how often each value occurs, sheets 1x1 to {}", args.to);
        let sequence = Sequence { title, note: String::new(), values, rare: None, periodic_from: None };
        return Ok(of_heaps(&sequence, true, kind));
    }
    if kind == Kind::Terminal {
        let sequence =
            Sequence { title, note: String::new(), values: rows.concat(), rare: None, periodic_from: None };
        let counts = chart::counted(&sequence).into_iter().map(|(common, _)| common).collect();
        let text = terminal::heat_map(
            &sequence.title,
            "rows: width; columns: height; a dot is value 0, lost",
            &rows,
        );
        return Ok(Drawn::Text(text, counts));
    }
    Ok(Drawn::Picture(chart::heat_map(&title, note, &rows)))
}
