//! **Laws by automata**: a theorem prover for nim-sequences (docs/arithmetic-periodicity.md).
//!
//! ```text
//! values ──▶ guess ──▶ hypothesis ──▶ prover ──▶ proved for all n
//!              ▲                         └─────▶ refuted by (r, Q, v): guess again with more values
//!              └─────────────────────────────────┘
//! ```
//!
//! - [`Hypothesis`]: first values, and a line or a machine for each class modulo the period; [`Machines`]:
//!   automata that read q and f(q) side by side
//! - [`prove`]: the mex recursion for all n, by a subset construction over the automaton of all options
//!   (`options`); `first_values` checks the heaps below n0; `interner` numbers states and sets
//! - `guess`: periods and salti from values; `splitting`: machines from values
//! - [`search`]: the loop of the picture; [`AutomatonLaw`]: what it finds: values of any heap, counts
//!   (`counts`), and a readable form ([`Ruler`])
//! - [`mod@reference`]: the procedure word for word, oracle and baseline
//!
//! ```
//! use sprague::{Work, laws::automata::{Bounds, Search, search}, rules::Rule, values::solver};
//! let rule: Rule = "0.3F".parse().unwrap();
//! let heaps = rule.heap_rule().unwrap();
//! let found = search(heaps, solver(heaps).as_mut(), 1000, &Bounds::default(), &Work::quiet()).unwrap();
//! let Search::Law(law) = found else { panic!("0.3F has a law") };
//! assert_eq!(law.statement(), "G(n+6) = G(n) + 3 for n ≥ 1");
//! assert_eq!((law.proof().states, law.proof().subsets), (65, 293));
//! ```

mod counts;
mod first_values;
mod formula;
mod guess;
mod hypothesis;
mod interner;
mod law;
mod machine;
mod options;
mod prover;
pub mod reference;
mod search;
mod splitting;

pub use formula::Ruler;
pub use hypothesis::{Automatic, Class, Hypothesis};
pub use law::AutomatonLaw;
pub use machine::{Machines, NONE};
pub use prover::{Bounds, Proof, Refutation, Verdict, prove};
pub use search::{Search, Undecided, search};

#[cfg(test)]
mod tests;
