//! The misère census: every octal code of up to three digits, as the table `data/misere-census.csv`.
//!
//! `cargo run --release -p sprague --example misere_census > crates/sprague/data/misere-census.csv`

use sprague::Work;
use sprague::census::{MISERE_LIMITS, misere_header, misere_line};
use sprague::misere::find_law;
use sprague::rules::Rule;

fn main() -> sprague::Result<()> {
    println!("{}", misere_header());
    // Codes that end in 0 have fewer digits and come once.
    let mut codes: Vec<String> = (1..8).map(|code| format!("0.{code}")).collect();
    codes.extend((1..64).filter(|code| code % 8 != 0).map(|code| format!("0.{code:02o}")));
    codes.extend((1..512).filter(|code| code % 8 != 0).map(|code| format!("0.{code:03o}")));
    for code in codes {
        let rule: Rule = code.parse()?;
        let known = find_law(rule.require_heaps("octal codes")?, MISERE_LIMITS, &Work::quiet())?;
        println!("{}", misere_line(&rule, &known));
    }
    Ok(())
}
