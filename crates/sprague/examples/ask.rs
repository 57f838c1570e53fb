//! A question as plain data, and its answer.

use sprague::{Work, ask};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let question = serde_json::from_str(r##"{"ask":"count","count":"wins","rule":"0.07","to":"10^18"}"##)?;
    let answered = ask::answer(&question, &Work::quiet())?;
    println!("{}", serde_json::to_string_pretty(answered.answer())?);
    Ok(())
}
