//! Reading formulas, and writing them in one form.
//!
//! ```text
//! move      = heaps { "for" name "in" set } [ "if" condition ]
//! heaps     = sum | "[" sum { "," sum } "]"
//! set       = sum ".." sum | divisors(sum) | primes(sum) | squares(sum) | digits(sum) | powers(sum, sum)
//! condition = all { "or" all };  all = test { "and" test }
//! test      = "not" test | "(" condition ")" | sum ("=" | "!=" | "<" | "<=" | ">" | ">=") sum
//! sum       = product { ("+" | "-") product };  product = power { ("*" | "/" | "%") power }
//! power     = "-" power | atom [ "^" power ]
//! atom      = number | name | "(" sum ")" | min(sum, sum) | max(sum, sum) | gcd(sum, sum) | abs(sum) | sqrt(sum)
//! ```

use super::{Cmp, Condition, Expr, Function, OneMove, Op, Set, SetFunction};
use crate::{Error, Result};
use std::fmt::{self, Write as _};

/// Characters of one move.
const LONGEST: usize = 400;
/// Parentheses and signs within each other.
const DEEPEST: usize = 40;
/// Loops of one move.
pub(super) const MOST_LOOPS: usize = 3;

const WORDS: [&str; 6] = ["for", "in", "if", "and", "or", "not"];

/// What is left of a text, and the names that have a meaning there.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    names: Vec<String>,
    depth: usize,
}

impl OneMove {
    /// Reads one move.
    pub(super) fn read(text: &str) -> Result<Self> {
        let text = text.trim();
        let mut reader = Reader { text, rest: text, names: vec!["n".into()], depth: 0 };
        if text.len() > LONGEST {
            return Err(reader.wrong(&format!("a move has at most {LONGEST} characters")));
        }
        // Names of loops are used before the loops are read.
        reader.names.extend(loop_names(text));
        let leaves = reader.heaps()?;
        reader.names.truncate(1);
        let mut loops = Vec::new();
        while reader.word("for") {
            let name = reader.new_name()?;
            if loops.len() == MOST_LOOPS {
                return Err(reader.wrong(&format!("a move has at most {MOST_LOOPS} loops")));
            }
            if !reader.word("in") {
                return Err(reader.wrong("write `for k in 1..n`"));
            }
            loops.push(reader.set()?);
            reader.names.push(name);
        }
        let condition = if reader.word("if") { Some(reader.condition()?) } else { None };
        reader.skip();
        if !reader.rest.is_empty() {
            return Err(reader.wrong("nothing more is expected there"));
        }
        let mut one = OneMove { text: String::new(), names: reader.names, leaves, loops, condition };
        one.text = one.to_string();
        Ok(one)
    }
}

/// The names between each `for` and its `in`.
fn loop_names(text: &str) -> Vec<String> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.windows(2).filter(|pair| pair[0] == "for").map(|pair| pair[1].to_string()).collect()
}

impl<'a> Reader<'a> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn wrong(&self, problem: &str) -> Error {
        let place = match self.rest.trim().chars().take(20).collect::<String>() {
            end if end.is_empty() => "at its end".to_string(),
            rest => format!("at `{rest}`"),
        };
        let text: String = self.text.chars().take(60).flat_map(char::escape_debug).collect();
        Error::bad_rule(format!("the move `{text}`, {place}: {problem}"))
    }

    /// Takes a sign if it is next.
    fn sign(&mut self, sign: &str) -> bool {
        self.skip();
        let found = self.rest.strip_prefix(sign);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn expect(&mut self, sign: &str) -> Result<()> {
        if self.sign(sign) { Ok(()) } else { Err(self.wrong(&format!("`{sign}` is expected there"))) }
    }

    /// The letters and digits that come next.
    fn peek(&mut self) -> &'a str {
        self.skip();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        &self.rest[..end]
    }

    /// Takes a word if it is next.
    fn word(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        if found {
            self.rest = &self.rest[word.len()..];
        }
        found
    }

    fn new_name(&mut self) -> Result<String> {
        let name = self.peek();
        let known = WORDS.contains(&name)
            || self.names.iter().any(|other| other == name)
            || Function::ALL.iter().any(|(other, ..)| *other == name)
            || SetFunction::ALL.iter().any(|(other, ..)| *other == name);
        if known || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(self.wrong("a new name is expected there, such as k"));
        }
        self.rest = &self.rest[name.len()..];
        Ok(name.to_string())
    }

    fn heaps(&mut self) -> Result<Vec<Expr>> {
        if !self.sign("[") {
            return Ok(vec![self.sum()?]);
        }
        let mut heaps = vec![self.sum()?];
        while self.sign(",") {
            heaps.push(self.sum()?);
        }
        self.expect("]")?;
        Ok(heaps)
    }

    fn set(&mut self) -> Result<Set> {
        let name = self.peek();
        if let Some(&(_, function, count)) = SetFunction::ALL.iter().find(|(word, ..)| *word == name) {
            self.rest = &self.rest[name.len()..];
            return Ok(Set::Call(function, self.arguments(count)?));
        }
        let from = self.sum()?;
        if !self.sign("..") {
            let sets = "1..n, divisors(n), primes(n), squares(n), digits(n) or powers(2, n)";
            return Err(self.wrong(&format!("a set is {sets}")));
        }
        Ok(Set::Range(from, self.sum()?))
    }

    fn arguments(&mut self, count: usize) -> Result<Vec<Expr>> {
        self.expect("(")?;
        let mut arguments = vec![self.sum()?];
        while arguments.len() < count {
            self.expect(",")?;
            arguments.push(self.sum()?);
        }
        self.expect(")")?;
        Ok(arguments)
    }

    fn condition(&mut self) -> Result<Condition> {
        let mut found = self.all()?;
        while self.word("or") {
            found = Condition::Or(Box::new(found), Box::new(self.all()?));
        }
        Ok(found)
    }

    fn all(&mut self) -> Result<Condition> {
        let mut found = self.test()?;
        while self.word("and") {
            found = Condition::And(Box::new(found), Box::new(self.test()?));
        }
        Ok(found)
    }

    fn test(&mut self) -> Result<Condition> {
        self.deeper()?;
        let found = self.one_test();
        self.depth -= 1;
        found
    }

    fn one_test(&mut self) -> Result<Condition> {
        if self.word("not") {
            return Ok(Condition::Not(Box::new(self.test()?)));
        }
        // A parenthesis opens a condition or a sum; which of them, what follows tells.
        let before = self.rest;
        if self.sign("(")
            && let Ok(inner) = self.condition()
            && self.sign(")")
        {
            return Ok(inner);
        }
        self.rest = before;
        let left = self.sum()?;
        let Some(&(_, cmp)) = Cmp::ALL.iter().find(|(sign, _)| self.sign(sign)) else {
            return Err(self.wrong("a comparison is expected there, such as k < n"));
        };
        Ok(Condition::Compare(cmp, left, self.sum()?))
    }

    fn deeper(&mut self) -> Result<()> {
        if self.depth == DEEPEST {
            return Err(self.wrong(&format!("more than {DEEPEST} levels are too deep")));
        }
        self.depth += 1;
        Ok(())
    }

    fn sum(&mut self) -> Result<Expr> {
        let mut found = self.product()?;
        loop {
            let op = if self.sign("+") {
                Op::Add
            } else if self.sign("-") {
                Op::Subtract
            } else {
                return Ok(found);
            };
            found = Expr::Op(op, Box::new(found), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Result<Expr> {
        let mut found = self.power()?;
        loop {
            let op = if self.sign("*") {
                Op::Multiply
            } else if self.sign("/") {
                Op::Divide
            } else if self.sign("%") {
                Op::Remainder
            } else {
                return Ok(found);
            };
            found = Expr::Op(op, Box::new(found), Box::new(self.power()?));
        }
    }

    fn power(&mut self) -> Result<Expr> {
        self.deeper()?;
        let found = self.one_power();
        self.depth -= 1;
        found
    }

    fn one_power(&mut self) -> Result<Expr> {
        if self.sign("-") {
            return Ok(Expr::Negative(Box::new(self.power()?)));
        }
        let base = self.atom()?;
        match self.sign("^") {
            true => Ok(Expr::Op(Op::Power, Box::new(base), Box::new(self.power()?))),
            false => Ok(base),
        }
    }

    fn atom(&mut self) -> Result<Expr> {
        if self.sign("(") {
            let inner = self.sum()?;
            self.expect(")")?;
            return Ok(inner);
        }
        let name = self.peek();
        if let Some(&(_, function, count)) = Function::ALL.iter().find(|(word, ..)| *word == name) {
            self.rest = &self.rest[name.len()..];
            return Ok(Expr::Call(function, self.arguments(count)?));
        }
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            let number: u64 =
                name.parse().map_err(|_| self.wrong("a whole number below 2^64 is expected there"))?;
            self.rest = &self.rest[name.len()..];
            return Ok(Expr::Number(number.into()));
        }
        if let Some(place) = self.names.iter().position(|other| other == name).filter(|_| !name.is_empty()) {
            self.rest = &self.rest[name.len()..];
            return Ok(Expr::Name(place));
        }
        let names = self.names.join(", ");
        let fix = match name {
            "" => "a number, a name or a parenthesis is expected there".to_string(),
            name if WORDS.contains(&name) => format!("an expression is expected before `{name}`"),
            _ => format!("the names there are {names}, and the functions min, max, gcd, abs and sqrt"),
        };
        Err(self.wrong(&fix))
    }
}

/// How strongly an expression binds: sums 1, products 2, signs and powers 3, atoms 4.
fn strength(expr: &Expr) -> u8 {
    match expr {
        Expr::Op(Op::Add | Op::Subtract, ..) => 1,
        Expr::Op(Op::Multiply | Op::Divide | Op::Remainder, ..) => 2,
        Expr::Negative(_) | Expr::Op(Op::Power, ..) => 3,
        Expr::Number(_) | Expr::Name(_) | Expr::Call(..) => 4,
    }
}

/// Writes expressions with the names of their move.
struct Writer<'a> {
    names: &'a [String],
    text: String,
}

impl Writer<'_> {
    fn expr(&mut self, expr: &Expr, least: u8) {
        let parentheses = strength(expr) < least;
        if parentheses {
            self.text.push('(');
        }
        match expr {
            Expr::Number(number) => drop(write!(self.text, "{number}")),
            Expr::Name(place) => self.text.push_str(&self.names[*place]),
            Expr::Negative(inner) => {
                self.text.push('-');
                self.expr(inner, 3);
            }
            Expr::Op(op, left, right) => {
                let own = strength(expr);
                // Powers bind from the right, all else from the left.
                let (before, after) = if *op == Op::Power { (4, 3) } else { (own, own + 1) };
                self.expr(left, before);
                self.text.push(op.sign());
                self.expr(right, after);
            }
            Expr::Call(function, arguments) => {
                let word = Function::ALL.iter().find(|(_, other, _)| other == function);
                self.call(word.map_or("", |(word, ..)| word), arguments);
            }
        }
        if parentheses {
            self.text.push(')');
        }
    }

    fn call(&mut self, word: &str, arguments: &[Expr]) {
        self.text.push_str(word);
        self.list('(', arguments, ')');
    }

    fn list(&mut self, open: char, entries: &[Expr], close: char) {
        for (i, entry) in entries.iter().enumerate() {
            self.text.push(if i == 0 { open } else { ',' });
            self.expr(entry, 1);
        }
        self.text.push(close);
    }

    fn set(&mut self, set: &Set) {
        match set {
            Set::Range(from, to) => {
                self.expr(from, 1);
                self.text.push_str("..");
                self.expr(to, 1);
            }
            Set::Call(function, arguments) => {
                let word = SetFunction::ALL.iter().find(|(_, other, _)| other == function);
                self.call(word.map_or("", |(word, ..)| word), arguments);
            }
        }
    }

    /// A condition: `or` binds 1, `and` 2, tests 3.
    fn condition(&mut self, condition: &Condition, least: u8) {
        let own = match condition {
            Condition::Or(..) => 1,
            Condition::And(..) => 2,
            Condition::Not(_) | Condition::Compare(..) => 3,
        };
        if own < least {
            self.text.push('(');
        }
        match condition {
            Condition::Or(one, other) | Condition::And(one, other) => {
                self.condition(one, own);
                self.text.push_str(if own == 1 { " or " } else { " and " });
                self.condition(other, own + 1);
            }
            Condition::Not(inner) => {
                self.text.push_str("not ");
                self.condition(inner, 3);
            }
            Condition::Compare(cmp, left, right) => {
                self.expr(left, 1);
                let sign = Cmp::ALL.iter().find(|(_, other)| other == cmp);
                self.text.push_str(sign.map_or("", |(sign, _)| sign));
                self.expr(right, 1);
            }
        }
        if own < least {
            self.text.push(')');
        }
    }
}

/// The move in its one form.
impl fmt::Display for OneMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer { names: &self.names, text: String::new() };
        match &self.leaves[..] {
            [one] => writer.expr(one, 1),
            heaps => writer.list('[', heaps, ']'),
        }
        for (i, set) in self.loops.iter().enumerate() {
            writer.text.push_str(&format!(" for {} in ", self.names[i + 1]));
            writer.set(set);
        }
        if let Some(condition) = &self.condition {
            writer.text.push_str(" if ");
            writer.condition(condition, 1);
        }
        f.write_str(&writer.text)
    }
}
