//! The rules that can be checked, and their notation.

/// A rule of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Take and break, or a subtraction set.
    Code(Code),
    /// Any number may be removed from a heap but the members of this ascending set.
    AllBut(Vec<usize>),
    /// A heap is split into at least 2 and at most this many non-empty heaps.
    Split(usize),
    /// A w×h sheet is cut both ways at an inner grid point.
    Cut,
    /// Card stacking.
    Cards,
}

/// Bit j of the digit of t allows to remove t tokens and leave exactly j non-empty heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// (t, digit) in ascending order of t; digits that are zero are left out.
    pub digits: Vec<(usize, u8)>,
}

impl Code {
    /// The largest t with a move.
    pub fn last(&self) -> usize {
        self.digits.last().map_or(0, |&(t, _)| t)
    }

    /// The most heaps ever left, at least 1.
    pub fn most_parts(&self) -> usize {
        let all = self.digits.iter().fold(0, |all, &(_, digit)| all | digit);
        if all & 8 != 0 { 3 } else { 1 + usize::from(all & 4 != 0) }
    }

    /// The t from which exactly j heaps may be left.
    pub fn leaving(&self, j: u32) -> Vec<usize> {
        self.digits.iter().filter(|(_, digit)| digit >> j & 1 == 1).map(|&(t, _)| t).collect()
    }
}

impl Rule {
    /// Read a rule in notation.
    pub fn parse(text: &str) -> Result<Rule, String> {
        let quoted: String = text.chars().take(40).flat_map(char::escape_debug).collect();
        let bad = |reason: &str| Err(format!("rule `{quoted}`: {reason}"));
        match text.split_once(':') {
            Some(("sub", set)) => match ascending(set) {
                Some(set) => Ok(Rule::Code(Code { digits: set.into_iter().map(|t| (t, 3)).collect() })),
                None => bad("expected numbers ≥ 1 in ascending order, as in sub:1,3,4"),
            },
            Some(("allbut", set)) => match ascending(set) {
                Some(set) => Ok(Rule::AllBut(set)),
                None => bad("expected numbers ≥ 1 in ascending order, as in allbut:1,2"),
            },
            Some(("split", parts)) => match number(parts) {
                Some(parts) if parts >= 2 => Ok(Rule::Split(parts)),
                _ => bad("expected a number of parts ≥ 2, as in split:3"),
            },
            Some(_) => bad("not a rule that can be checked"),
            None if text == "cut" => Ok(Rule::Cut),
            None if text == "cards" => Ok(Rule::Cards),
            None if text.ends_with("...") => bad("codes that go on for ever cannot be checked"),
            None => match code(text) {
                Some(code) if code.digits.first().is_some_and(|&(t, d)| t == 0 && d & 3 != 0) => {
                    bad("the digit before the point may only break: 0, 4, 8 or C")
                }
                Some(code) => Ok(Rule::Code(code)),
                None => bad("not a rule that can be checked"),
            },
        }
    }
}

/// `4.3F`: a hexadecimal digit or nothing, a point, hexadecimal digits.
fn code(text: &str) -> Option<Code> {
    let (before, after) = text.split_once('.')?;
    let before = if before.is_empty() { "0" } else { before };
    if before.len() > 1 || after.is_empty() {
        return None;
    }
    let digits: Option<Vec<_>> = before
        .chars()
        .chain(after.chars())
        .enumerate()
        .map(|(t, digit)| Some((t, digit.to_digit(16)? as u8)))
        .collect();
    Some(Code { digits: digits?.into_iter().filter(|&(_, digit)| digit != 0).collect() })
}

fn ascending(list: &str) -> Option<Vec<usize>> {
    let numbers: Option<Vec<usize>> = list.split(',').map(number).collect();
    numbers.filter(|set| set.windows(2).all(|pair| pair[0] < pair[1]))
}

/// At most 15 digits, so that sums of a few such numbers cannot overflow, and the first of them is not 0.
fn number(digits: &str) -> Option<usize> {
    let plain = (1..=15).contains(&digits.len()) && digits.bytes().all(|d| d.is_ascii_digit());
    let plain = plain && !digits.starts_with('0');
    plain.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation() {
        let digits = |text| match Rule::parse(text) {
            Ok(Rule::Code(code)) => code.digits,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(digits("0.07"), [(2, 7)]);
        assert_eq!(digits(".77"), [(1, 7), (2, 7)]);
        assert_eq!(digits("4.3"), [(0, 4), (1, 3)]);
        assert_eq!(digits("0.3F"), [(1, 3), (2, 15)]);
        assert_eq!(digits("0.10"), [(1, 1)]);
        assert_eq!(digits("0.0"), []);
        assert_eq!(digits("sub:1,3,4"), [(1, 3), (3, 3), (4, 3)]);
        assert_eq!(Rule::parse("allbut:1,2"), Ok(Rule::AllBut(vec![1, 2])));
        assert_eq!(Rule::parse("split:3"), Ok(Rule::Split(3)));
        assert_eq!(Rule::parse("cut"), Ok(Rule::Cut));
        let bad = [
            "",
            ".",
            "0.",
            "07",
            "0.0G",
            "00.7",
            "0.7.7",
            "3.7",
            "0.3...",
            "4.3...",
            "sub:",
            "sub:0,1",
            "sub:3,1",
            "sub:1,1",
            "sub:1,,2",
            "sub:+1",
            "sub:1 ",
            "sub:9999999999999999",
            "sub:01,2",
            "allbut:1,02",
            "split:03",
            "split:1",
            "split:",
            "cut ",
            "kayles",
            "ünder.7",
            "0.é",
        ];
        for text in bad {
            assert!(Rule::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn shape() {
        let shape = |text| match Rule::parse(text) {
            Ok(Rule::Code(code)) => (code.last(), code.most_parts()),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(shape("0.07"), (2, 2));
        assert_eq!(shape("0.3F0"), (2, 3));
        assert_eq!(shape("0.33"), (2, 1));
        assert_eq!(shape("4.0"), (0, 2));
        assert_eq!(shape("0.0"), (0, 1));
    }
}
