//! `sprague nim EXPRESSION`: arithmetic in the field of nimbers.

use crate::args;
use crate::context::Context;
use crate::foreign::shown;
use crate::questions;
use crate::report::{Printed, ask, print, seconds};
use sprague::ask::{Answer, Found};

pub fn run(args: &args::Nim, context: &Context) -> anyhow::Result<u8> {
    let answered = ask(&questions::nim(args), context)?;
    print(answered.answer(), &printed(answered.answer()), context)?;
    Ok(0)
}

fn printed(answer: &Answer) -> Printed {
    let Found::Nim(found) = answer.found() else { unreachable!("an expression was asked for") };
    let line = format!("{} = {}", shown(&found.asked), found.answer);
    let text = format!("{line}\n{} ({}), {}", answer.status(), found.basis, seconds(answer));
    Printed { text, bare: found.answer.clone() }
}
