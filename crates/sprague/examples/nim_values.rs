//! Nim-values of a rule, and the law they follow.
//!
//! `cargo run --release -p sprague --example nim_values -- 0.77`

use sprague::{Result, Work, laws, rules::Rule};

fn main() -> Result<()> {
    let rule: Rule = std::env::args().nth(1).as_deref().unwrap_or("kayles").parse()?;
    let known = laws::find(&rule, 10_000, &Work::quiet())?;
    let first: Vec<String> = known.iter().take(30).map(|value| value.to_string()).collect();
    println!("{rule} ({}): {} …", rule.line(), first.join(" "));
    match known.law() {
        Some(law) => println!("{}: {}", law.status(), law.basis()),
        None => println!("no law proved within {} values", known.len()),
    }
    Ok(())
}
