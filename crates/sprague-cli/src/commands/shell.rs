//! `sprague completions bash` and `sprague man`, both from the definition of the command line.

use super::help::find;
use crate::args::command;
use std::io::Write;

pub fn completions(shell: clap_complete::Shell) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "sprague", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(0)
}

pub fn man(names: &[String]) -> anyhow::Result<u8> {
    let mut page = Vec::new();
    clap_mangen::Man::new(find(names)?).render(&mut page)?;
    std::io::stdout().write_all(&page)?;
    Ok(0)
}
