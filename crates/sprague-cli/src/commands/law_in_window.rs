//! `sprague law RULE --window`: the law of a code with few rare positions, in the memory of a window.

use super::law::{limit, sparse_json, sparse_line};
use crate::args;
use crate::context::Context;
use crate::report::{Report, seconds};
use serde_json::json;
use sprague::laws::{self, WindowFinding, WindowLaw};
use sprague::rules::Rule;
use std::time::Instant;

pub fn run(rule: &Rule, args: &args::Law, context: &Context) -> anyhow::Result<u8> {
    if args.self_check || args.save.save.is_some() {
        let line =
            "a law found in a window has no certificate, since its values are not kept; leave --window out";
        return Err(sprague::Error::Unsupported(line.to_string()).into());
    }
    let limit = limit(rule, args)?;
    let start = Instant::now();
    let why = match context.work(|work| laws::find_in_window(rule, limit, work))? {
        WindowFinding::Law(law) => return report(&law, start).print(context, start).map(|()| 0),
        WindowFinding::NoneBack(limit) => format!("no state came back within {limit} values"),
        WindowFinding::NotSparse(limit) => {
            format!(
                "rare positions are not few or have not died out within {limit} values, so there is no window"
            )
        }
    };
    let text = format!("{rule}: no law proved: {why}");
    let report = Report::new("rule", rule.to_string(), text, "");
    report.with("reason", why).with("status", "open").print(context, start)?;
    Ok(1)
}

fn report(law: &WindowLaw, start: Instant) -> Report {
    let WindowLaw { period, preperiod, largest: (largest, at), reach, states: (first, back), .. } = law;
    let mut text = format!("{}: period {period}, preperiod {preperiod}", law.rule);
    text += &format!("\nlargest value {largest}, first at {at}");
    text += &format!(
        "\n{} by a state that came back: the last {reach} values, at {first} and at {back}",
        law.status()
    );
    text += &sparse_line(Some(&law.sparse));
    text += &format!("\n{} values computed, {} bytes kept, {}", law.computed, law.bytes, seconds(start));
    Report::new("rule", law.rule.to_string(), text, format!("{period} {preperiod} 0"))
        .with("period", *period)
        .with("preperiod", *preperiod)
        .with("saltus", 0)
        .with("max_value", *largest)
        .with("max_value_at", *at)
        .with("theorem", "state repeats")
        .with("window", json!([first, back]))
        .with("values_computed", law.computed)
        .with("bytes_kept", law.bytes)
        .with("sparse_space", sparse_json(Some(&law.sparse)))
        .with("status", law.status().to_string())
}
