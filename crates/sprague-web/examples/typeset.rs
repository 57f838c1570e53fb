//! Sets the formulas of Markdown files as MathML, in place: `typeset FILE…`. `docs/build` uses it for the
//! book.

use std::io;

fn main() -> io::Result<()> {
    for file in std::env::args_os().skip(1) {
        let text = std::fs::read_to_string(&file)?;
        std::fs::write(&file, sprague_web::mathematics::markdown(&text))?;
    }
    Ok(())
}
