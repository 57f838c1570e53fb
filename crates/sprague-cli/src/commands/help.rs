//! `sprague help TOPIC`: the help of a command, or a short page on rules or on the status of an answer.

use sprague::rules::NOTATIONS;
use std::io::Write;

const STATUS: &str = "\
How much an answer claims

  proved    a theorem, or every case; the law or the count holds for all sizes asked
  verified  computed, and checked by a random test whose error bound is printed
  computed  computed once by one method, without a check
  observed  a pattern that held as far as was looked; nothing is claimed beyond

`sprague law` computes values until a theorem applies. Exit code 1 says that none did.
`sprague law --save FILE` and `sprague count --save FILE` write a certificate: `sprague check FILE`
verifies it with a program that shares nothing with the engine.";

const RULES: &str = "\
How rules are written

A position is a sum of pieces: 3+7+12 heaps, 5x3+2x2 sheets, 2,5/9 a suit. Who cannot move loses.
Digit t of a code says what may follow when t tokens are taken from a heap: 1 the heap is gone,
2 one heap is left, 4 it breaks into two, 8 into three. Add them up: 0.77 is Kayles.
";

pub fn run(topic: &[String]) -> anyhow::Result<u8> {
    let mut out = std::io::stdout().lock();
    match topic.first().map(String::as_str) {
        Some("status") => writeln!(out, "{STATUS}")?,
        Some("rules") => {
            writeln!(out, "{RULES}")?;
            for entry in NOTATIONS {
                writeln!(out, "  {:<22} {}", entry.pattern, entry.line)?;
            }
            writeln!(out, "\nNames such as kayles, nim or dawson: `sprague rules` lists them.")?;
        }
        _ => {
            let mut command = crate::args::command();
            command.build();
            let mut found = &mut command;
            for name in topic {
                found = found.find_subcommand_mut(name).ok_or_else(|| {
                    sprague::Error::Unsupported(format!(
                        "no help on `{name}`: name a command, `rules` or `status`"
                    ))
                })?;
            }
            let help = found.render_help();
            writeln!(out, "{help}")?;
        }
    }
    Ok(0)
}
