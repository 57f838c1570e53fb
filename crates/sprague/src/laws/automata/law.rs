//! A law that was proved by automata: values of any heap, counts, and the words for a report.

use super::formula::Ruler;
use super::hypothesis::{Class, Hypothesis};
use super::prover::Proof;
use num_bigint::BigUint;

/// A proved law. Period and preperiod are the least ones if all classes are lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutomatonLaw {
    pub(crate) law: Hypothesis,
    pub(crate) proof: Proof,
    /// How many values the guess rests on.
    pub(crate) computed: usize,
}

impl AutomatonLaw {
    /// What was proved.
    pub fn hypothesis(&self) -> &Hypothesis {
        &self.law
    }

    /// The size of the proof.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// p.
    pub fn period(&self) -> u64 {
        self.law.period()
    }

    /// n0 ≥ 1.
    pub fn preperiod(&self) -> u64 {
        self.law.preperiod()
    }

    /// The saltus, if all classes are lines and have the same.
    pub fn saltus(&self) -> Option<u64> {
        let salti = self.salti()?;
        salti.iter().all(|&saltus| saltus == salti[0]).then_some(salti[0])
    }

    /// The saltus of each class, if all are lines.
    pub fn salti(&self) -> Option<Vec<u64>> {
        self.salti_by_class().into_iter().collect()
    }

    /// The saltus of each class that is a line.
    pub fn salti_by_class(&self) -> Vec<Option<u64>> {
        let saltus = |class: &Class| match class {
            Class::Line { saltus, .. } => Some(*saltus),
            Class::Machine(_) => None,
        };
        self.law.classes.iter().map(saltus).collect()
    }

    /// Whether period and preperiod are claimed to be least.
    pub fn is_minimal(&self) -> bool {
        self.salti().is_some()
    }

    /// The nim-value of any heap.
    pub fn value(&self, n: &BigUint) -> BigUint {
        self.law.value(n)
    }

    /// The law in words.
    pub fn statement(&self) -> String {
        let (p, n0) = (self.period(), self.preperiod());
        match (self.saltus(), self.salti()) {
            (Some(0), _) => format!("G(n+{p}) = G(n) for n ≥ {n0}"),
            (Some(saltus), _) => format!("G(n+{p}) = G(n) + {saltus} for n ≥ {n0}"),
            (None, Some(salti)) => {
                let salti: Vec<String> = salti.iter().map(u64::to_string).collect();
                format!("G(n+{p}) = G(n) + s for n ≥ {n0}, s = {} by (n−{n0}) mod {p}", salti.join(" "))
            }
            (None, None) => self.statement_with_machines(),
        }
    }

    fn statement_with_machines(&self) -> String {
        let (p, n0) = (self.period(), self.preperiod());
        let mut salti: Vec<u64> = vec![];
        let mut rest = vec![];
        for (r, class) in (0..).zip(&self.law.classes) {
            match class {
                Class::Line { saltus, .. } => salti.push(*saltus),
                Class::Machine(state) => {
                    let formula = Ruler::of(&self.law.machines, *state).map_or_else(
                        || format!("a machine of {} states", self.law.machines.minimal(&[*state]).0.len()),
                        |ruler| ruler.to_string(),
                    );
                    rest.push(format!("G({}+{p}u) = {formula}", n0 + r));
                }
            }
        }
        let one = salti.windows(2).all(|pair| pair[0] == pair[1]);
        let lines = match salti.first() {
            Some(0) if one => format!("G(n+{p}) = G(n) for n ≥ {n0}, except "),
            Some(saltus) if one => format!("G(n+{p}) = G(n) + {saltus} for n ≥ {n0}, except "),
            Some(_) => format!("G(n+{p}) − G(n) is constant in each class mod {p} for n ≥ {n0}, except "),
            None => String::new(),
        };
        format!("{lines}{}", rest.join("; "))
    }
}
