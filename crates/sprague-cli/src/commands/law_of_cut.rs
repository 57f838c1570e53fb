//! `sprague law cut --upto W`: where each row of paper cutting becomes constant, and at what.

use crate::args;
use crate::context::Context;
use crate::report::{Report, seconds, small};
use serde_json::{Value, json};
use sprague::certificates;
use sprague::values::cutting::Rows;
use std::time::Instant;

pub fn run(args: &args::Law, context: &Context) -> anyhow::Result<u8> {
    let width = small(&args.upto, "a width of")?;
    let start = Instant::now();
    let rows = context.work(|work| Rows::solve(usize::try_from(width).unwrap_or(usize::MAX), work))?;
    let mut text = String::from("   w      T_w  tail  largest\n");
    let mut list: Vec<Value> = Vec::new();
    for w in 1..=rows.width() as u64 {
        let facts = (rows.tail_start(w), rows.tail_value(w), rows.largest(w));
        let (Some(from), Some(tail), Some(largest)) = facts else { continue };
        text += &format!("{w:>4} {from:>8} {tail:>5} {largest:>8}\n");
        list.push(json!({"w": w, "tail_start": from, "tail_value": tail, "max_value": largest}));
    }
    text += &format!("proved by the tail theorem: G(w,h) is constant for h >= T_w; {}", seconds(start));
    let report = Report::new("rule", "cut", text, "")
        .with("rows", list)
        .with("theorem", "tail theorem")
        .with("status", "proved");
    super::law::finish(report, args, || Ok(certificates::of_cut(&rows)?), context, start)
}
