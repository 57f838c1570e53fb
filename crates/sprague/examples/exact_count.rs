//! An exact count at a size that cannot be enumerated, with the certificate it rests on.
//!
//! `cargo run --release -p sprague --example exact_count`

use sprague::ask::{self, CountQuestion, Found, Pieces, Question};
use sprague::{Result, Work};

fn main() -> Result<()> {
    let pieces = Pieces::up_to("0.07", "10^100");
    let question =
        Question::Count(CountQuestion::Wins { pieces, outcome: None, modulus: None, misere: false });
    let answered = ask::answer(&question, &Work::quiet())?;
    if let Found::Count(found) = answered.answer().found() {
        println!("{}: {}\n{} ({})", found.asked, found.answer, answered.answer().status(), found.basis);
    }
    let certificate = answered.certificate()?;
    println!("its certificate rests on {} values of {}", certificate.values.len(), certificate.rule);
    Ok(())
}
