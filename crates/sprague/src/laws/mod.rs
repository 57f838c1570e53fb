//! A **law** says what all further values are, and on which theorem, over which checked window, it rests.
//!
//! - [`Law`]: G(n + p) = G(n) + s for all n ≥ n0; answers any n
//! - [`NimSequence`]: what is known of the values of a heap rule: the law, or as many values as were computed
//! - [`Search`]: computes values until a theorem applies or a limit is reached; [`find`] and [`values`] in
//!   short
//! - `periodicity`: the m-part periodicity theorem (finite codes, subtraction sets)
//! - `repeating`: rules whose last digit repeats and that never break (all-but sets, Nim): a machine whose
//!   state recurs
//! - `closed_form`: `split:2`, `split:K` for K ≥ 4, Lasker's Nim
//! - `repetition`: the smallest period of a growing sequence, however the law is proved; `agreement`: the
//!   same for long sequences, without memory
//! - `rolling`: a hash that follows a stretch of values
//! - [`normal_form`]: codes with the same values, by their digits alone
//! - [`StateSearch`]: laws of codes whose rare positions have died out, without keeping the values; `doubt`:
//!   what its window cannot decide
//! - [`Run`]: values and law in portions; it can be interrupted and resumed
//! - [`replay()`]: a recorded run computed again, as far as its values and law are used
//!
//! A rule on which no theorem was completed may show a [`Pattern`], never a law.

mod agreement;
pub mod automata;
mod closed_form;
mod cousins;
mod doubt;
mod equivalence;
mod law;
mod nim_sequence;
mod periodicity;
mod repeating;
mod repetition;
mod replay;
mod rolling;
mod run;
mod search;
mod window;

pub use cousins::{Cousin, cousins};
pub use doubt::Kept;
pub use equivalence::normal_form;
pub(crate) use law::shape;
pub use law::{Law, Theorem};
pub use nim_sequence::{NimSequence, Pattern};
pub(crate) use repetition::{Repetition, shortest};
pub use replay::{Extent, Replay, replay};
pub use run::{Next, PhaseView, Point, Run, Step};
pub use search::{Ended, Search, Searched, find, usual_limit, values};
pub use window::{SearchState, StateSearch};
