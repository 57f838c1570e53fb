//! Take-and-break rules laid out by what a move leaves: codes, subtraction sets and all-but sets
//! are one shape, and one solver, one periodicity theorem and one count of moves serve them all.

use super::{Code, Rule};

/// A take-and-break rule as lists of how many tokens may be removed, by number of heaps left.
///
/// ```
/// use sprague::rules::{Rule, TakeBreak};
/// let rule: Rule = "0.137".parse().unwrap();
/// let shape = TakeBreak::of(&rule).unwrap();
/// assert_eq!(shape.leaving[2], [3]);
/// assert_eq!((shape.reach, shape.most_parts), (3, 2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeBreak {
    /// `leaving[j]`: the t ≤ `reach` that may be removed leaving exactly j non-empty heaps, ascending.
    pub leaving: [Vec<u64>; 4],
    /// k: beyond it nothing may be removed, except as `tail` says.
    pub reach: u64,
    /// m: the most heaps a move leaves, at least 1.
    pub most_parts: u64,
    /// The digit that holds for every t > `reach`, if the rule has no last digit.
    pub tail: Option<u8>,
}

impl TakeBreak {
    /// The shape of a code, a subtraction set or an all-but set; `None` for other rules.
    pub fn of(rule: &Rule) -> Option<Self> {
        match rule {
            Rule::Code(code) => Some(Self::of_code(code)),
            Rule::Subtract(set) => Some(TakeBreak {
                leaving: [set.clone(), set.clone(), vec![], vec![]],
                reach: *set.last()?,
                most_parts: 1,
                tail: None,
            }),
            Rule::AllBut(set) => {
                let reach = *set.last()?;
                let allowed: Vec<u64> = (1..reach).filter(|t| set.binary_search(t).is_err()).collect();
                Some(TakeBreak {
                    leaving: [allowed.clone(), allowed, vec![], vec![]],
                    reach,
                    most_parts: 1,
                    tail: Some(3),
                })
            }
            _ => None,
        }
    }

    fn of_code(code: &Code) -> Self {
        let with_bit = |j: usize| -> Vec<u64> {
            let set = |&t: &u64| code.digit(t) >> j & 1 == 1;
            (0..=code.reach()).filter(set).collect()
        };
        TakeBreak {
            leaving: [with_bit(0), with_bit(1), with_bit(2), with_bit(3)],
            reach: code.reach(),
            most_parts: code.most_parts(),
            tail: code.repeating_digit(),
        }
    }

    /// Whether the repeating digit, if any, has bit j.
    pub fn tail_leaves(&self, j: usize) -> bool {
        self.tail.is_some_and(|digit| digit >> j & 1 == 1)
    }

    /// Whether no move ever splits a heap.
    pub fn only_takes(&self) -> bool {
        self.most_parts == 1
    }
}
