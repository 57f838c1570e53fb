//! The value of an expression in the field of nimbers.

use super::{FoundNim, NimQuestion, Reply};
use crate::known::NIMBERS;
use crate::{Result, Status, nimbers};

pub fn answer(question: &NimQuestion) -> Result<Reply> {
    let answer = nimbers::evaluate(&question.expression)?.to_string();
    let asked = question.expression.trim().to_string();
    let found = FoundNim { asked, answer, basis: NIMBERS.proof.into() };
    Ok(Reply::new(found, Status::proved_by(&NIMBERS)))
}
