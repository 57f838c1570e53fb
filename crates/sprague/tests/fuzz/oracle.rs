//! What the answer to a small question has to be: by playing every game out and going through every choice.

use crate::draw::Small;
use num_bigint::BigUint;
use serde_json::Value;
use sprague::rules::{Piece, Rule, parse_size};
use sprague::values::Reference;
use std::collections::BTreeMap;

/// How many of something have each xor.
type ByXor = BTreeMap<u32, BigUint>;

/// Whether the answer is right; if not, what is wrong with it. `false` means that there was nothing to
/// compare.
///
/// A number that is right is changed, too, and the judge has to notice: one that lets everything pass would
/// prove nothing.
pub fn judge(small: &Small, answer: &Value) -> Result<bool, String> {
    let right = verdict(small, answer)?;
    for key in ["answer", "value"] {
        if let Some(number) = answer[key].as_str() {
            let mut forged = answer.clone();
            forged[key] = format!("{number}1").into();
            if verdict(small, &forged).is_ok() {
                return Err(format!("the judge did not notice another `{key}`"));
            }
        }
    }
    Ok(right)
}

fn verdict(small: &Small, answer: &Value) -> Result<bool, String> {
    let mut judge = Judge { small, answer, reference: Reference::new(&small.rule) };
    match small.question["ask"].as_str().expect("a kind") {
        "values" => judge.values(),
        "value" => judge.value(),
        "law" => judge.law(),
        "moves" => judge.moves(),
        "explain" => judge.explain(),
        "count" => judge.count(),
        kind => Err(format!("no judge of {kind}")),
    }
}

struct Judge<'a> {
    small: &'a Small,
    answer: &'a Value,
    reference: Reference<'a>,
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, right: T) -> Result<bool, String> {
    if found == right { Ok(true) } else { Err(format!("{what} is {found:?}, and by play {right:?}")) }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

impl Judge<'_> {
    fn question(&self, key: &str) -> &Value {
        &self.small.question[key]
    }

    fn all_values(&mut self) -> Vec<u32> {
        let small = self.small;
        small.pieces.iter().map(|piece| self.reference.value(piece)).collect()
    }

    /// The value of a position as it is written; the empty one is written 0 whatever the game.
    fn worth(&mut self, position: &str) -> Result<u32, String> {
        if position == "0" {
            return Ok(0);
        }
        let pieces = self.small.rule.parse_position(position).map_err(|error| error.to_string())?;
        Ok(self.reference.sum(&pieces))
    }

    fn values(&mut self) -> Result<bool, String> {
        let flat = |value: &Value| match value.as_array() {
            Some(row) => row.clone(),
            None => vec![value.clone()],
        };
        let rows = self.answer["values"].as_array().ok_or("no values")?;
        let found: Vec<u64> = rows.iter().flat_map(flat).filter_map(|value| value.as_u64()).collect();
        let right: Vec<u64> = match self.small.rule.one_piece_a_size() {
            true => self.all_values().into_iter().map(u64::from).collect(),
            false => {
                let to = &self.small.to;
                let pieces: Vec<Piece> = self.small.rule.pieces(to, to).collect();
                pieces.iter().map(|piece| self.reference.value(piece).into()).collect()
            }
        };
        same("the list of values", found, right)
    }

    fn value(&mut self) -> Result<bool, String> {
        for found in self.answer["values"].as_array().ok_or("no values")? {
            let right = self.worth(&text(&found["piece"]))?;
            same("a value", text(&found["value"]), right.to_string())?;
        }
        Ok(true)
    }

    /// A law that is proved holds as far as can be seen.
    fn law(&mut self) -> Result<bool, String> {
        let (answer, rule) = (self.answer, &self.small.rule);
        if answer["kind"] != "law" || answer["status"] != "proved" || rule.heap_rule().is_none() {
            return Ok(false);
        }
        let values: Vec<u32> =
            (0..=self.small.to[0]).map(|n| self.reference.value(&Piece::heap(n))).collect();
        if let Some(largest) = answer["max_value"].as_u64() {
            let over = values.iter().any(|&value| u64::from(value) > largest);
            same("a value above the largest", over, false)?;
        }
        let [period, preperiod] = ["period", "preperiod"].map(|key| answer[key].as_u64());
        let (Some(period), Some(preperiod), Some(saltus)) = (period, preperiod, answer["saltus"].as_i64())
        else {
            return Ok(false);
        };
        for n in preperiod..(values.len() as u64).saturating_sub(period) {
            let [one, next] = [n, n + period].map(|n| i64::from(values[n as usize]));
            same(&format!("what is added from heap {n} to the next period"), saltus, next - one)?;
        }
        Ok(preperiod + period < values.len() as u64)
    }

    /// The different pieces of the position that is asked about, and its value.
    fn position(&mut self) -> Result<(Vec<Piece>, u32), String> {
        let written = text(self.question("position"));
        let mut pieces = self.small.rule.parse_position(&written).map_err(|error| error.to_string())?;
        let value = self.reference.sum(&pieces);
        pieces.sort();
        pieces.dedup();
        Ok((pieces, value))
    }

    /// The values that all moves of the position lead to, equal pieces played once.
    fn after_moves(&mut self) -> Result<Vec<u32>, String> {
        let (pieces, value) = self.position()?;
        let mut after = Vec::new();
        for piece in &pieces {
            let rest = value ^ self.reference.value(piece);
            for one in self.small.rule.moves(piece) {
                after.push(rest ^ self.reference.sum(&one.leaves));
            }
        }
        after.sort_unstable();
        Ok(after)
    }

    fn moves(&mut self) -> Result<bool, String> {
        let (_, value) = self.position()?;
        let answer = self.answer;
        same("the value of the position", text(&answer["value"]), value.to_string())?;
        let after = self.after_moves()?;
        let wins = after.iter().filter(|&&value| value == 0).count();
        same("the number of winning moves", text(&answer["answer"]), wins.to_string())?;
        let first = self.question("first").as_u64().unwrap_or(20) as usize;
        let shown = answer["winning_moves"].as_array().ok_or("no winning moves")?;
        same("the number of winning moves shown", shown.len(), wins.min(first))?;
        let all = answer["moves"].as_array();
        same("whether all moves are shown", all.is_some(), *self.question("all") == true)?;
        if let Some(all) = all {
            same("the number of moves shown", all.len(), after.len().min(first))?;
        }
        for found in shown.iter().chain(all.into_iter().flatten()) {
            let left = self.worth(&text(&found["position"]))?;
            same("the value that a move leaves", text(&found["value"]), left.to_string())?;
        }
        Ok(true)
    }

    fn explain(&mut self) -> Result<bool, String> {
        let (pieces, value) = self.position()?;
        let answer = self.answer;
        same("the value of the position", text(&answer["value"]), value.to_string())?;
        same("whether there is a winning move", answer["winning_move"].is_object(), value != 0)?;
        if value != 0 {
            let left = self.worth(&text(&answer["winning_move"]["position"]))?;
            same("the value after the winning move", left, 0)?;
        }
        let explained = answer["pieces"].as_array().ok_or("no pieces")?;
        same("the number of pieces", explained.len(), pieces.len())?;
        for piece in explained {
            let own = self.worth(&text(&piece["piece"]))?;
            same("the value of a piece", text(&piece["value"]), own.to_string())?;
            let Some(options) = piece["options"].as_array() else { continue };
            for (smaller, option) in options.iter().enumerate() {
                same("the value of an option", text(&option["value"]), smaller.to_string())?;
                same("what the option is worth", self.worth(&text(&option["leaves"]))?, smaller as u32)?;
            }
            same("the number of smaller values", options.len(), own as usize)?;
        }
        Ok(true)
    }

    fn count(&mut self) -> Result<bool, String> {
        let kind = text(self.question("count"));
        let (answer, values) = (self.answer, self.all_values());
        let usual = if matches!(&*kind, "wins" | "partitions") { "won" } else { "lost" };
        let won = self.question("outcome").as_str().unwrap_or(usual) == "won";
        let ordered = *self.question("ordered") == true;
        let right = match &*kind {
            "wins" => of_outcome(&single(&values), won),
            "moves" => self.winning_first_moves().into(),
            "tuples" => of_outcome(&tuples(&values, self.heaps()), won),
            "multisets" => of_outcome(&choices(&values, self.heaps(), |_| usize::MAX), won),
            "sets" => {
                let sets = of_outcome(&choices(&values, self.heaps(), |_| 1), won);
                if ordered { sets * (1..=self.heaps() as u32).product::<u32>() } else { sets }
            }
            "pattern" => self.pattern(won)?,
            "partitions" | "partition-table" => return self.partitions(won),
            "histogram" => {
                let most = values.iter().max().map_or(0, |&most| most as usize + 1);
                let by_value = single(&values);
                let counts = (0..most).map(|v| by_value.get(&(v as u32)).cloned().unwrap_or_default());
                let right: Vec<String> = counts.map(|count| self.reduced(count)).collect();
                let found: Vec<String> =
                    answer["counts"].as_array().ok_or("no counts")?.iter().map(text).collect();
                return same("the histogram", found, right);
            }
            "zeros" => {
                let pieces = self.small.pieces.iter().zip(&values).filter(|&(_, &value)| value == 0);
                let right: Vec<String> = pieces.map(|(piece, _)| self.small.rule.show_piece(piece)).collect();
                let found: Vec<String> =
                    answer["pieces"].as_array().ok_or("no pieces")?.iter().map(text).collect();
                same("the number of lost pieces", text(&answer["answer"]), right.len().to_string())?;
                return same("the list of lost pieces", found, right);
            }
            kind => return Err(format!("no judge of {kind}")),
        };
        same("the count", text(&answer["answer"]), self.reduced(right))
    }

    fn heaps(&self) -> usize {
        text(self.question("heaps")).parse().expect("a small number")
    }

    /// As it is asked for: a residue where there is a modulus.
    fn reduced(&self, count: BigUint) -> String {
        match self.question("mod").as_str() {
            Some(modulus) => (count % parse_size(modulus).expect("a size")).to_string(),
            None => count.to_string(),
        }
    }

    fn winning_first_moves(&mut self) -> u64 {
        let (rule, pieces): (&Rule, _) = (&self.small.rule, &self.small.pieces);
        let mut count = 0;
        for piece in pieces {
            for one in rule.moves(piece) {
                count += u64::from(self.reference.sum(&one.leaves) == 0);
            }
        }
        count
    }

    fn pattern(&mut self, won: bool) -> Result<BigUint, String> {
        let multiples: Vec<u64> =
            text(self.question("pattern")).split(',').map(|a| a.parse().expect("a number")).collect();
        let to: u64 = text(self.question("to")).parse().expect("a number");
        let mut count = 0u64;
        for n in 1..=to {
            let heaps: Vec<Piece> = multiples.iter().map(|a| Piece::heap(a * n)).collect();
            count += u64::from((self.reference.sum(&heaps) != 0) == won);
        }
        Ok(count.into())
    }

    fn partitions(&mut self, won: bool) -> Result<bool, String> {
        let n: usize = text(self.question("of")).parse().expect("a number");
        // Partitions of every number up to n, part by part.
        let mut table = vec![ByXor::new(); n + 1];
        table[0].insert(0, 1u32.into());
        for part in 1..=n {
            let value = self.reference.value(&Piece::heap(part as u64));
            for sum in part..=n {
                for (xor, count) in table[sum - part].clone() {
                    *table[sum].entry(xor ^ value).or_default() += count;
                }
            }
        }
        let list = |won| table.iter().map(|all| self.reduced(of_outcome(all, won))).collect::<Vec<_>>();
        let (right_won, right_lost, answer) = (list(true), list(false), self.answer);
        if *self.question("count") == "partition-table" {
            let found = |key: &str| -> Vec<String> {
                answer[key].as_array().into_iter().flatten().map(text).collect()
            };
            same("the table of won partitions", found("won"), right_won)?;
            return same("the table of lost partitions", found("lost"), right_lost);
        }
        if let Some(lost) = answer["lost"].as_str() {
            same("the number of lost partitions", lost, &right_lost[n])?;
        }
        let right = if won { &right_won[n] } else { &right_lost[n] };
        same("the number of partitions", &text(&answer["answer"]), right)
    }
}

fn of_outcome(all: &ByXor, won: bool) -> BigUint {
    all.iter().filter(|&(&xor, _)| (xor != 0) == won).map(|(_, count)| count).sum()
}

fn single(values: &[u32]) -> ByXor {
    tuples(values, 1)
}

fn tuples(values: &[u32], heaps: usize) -> ByXor {
    let mut all = ByXor::from([(0, 1u32.into())]);
    for _ in 0..heaps {
        let mut longer = ByXor::new();
        for (xor, count) in &all {
            for value in values {
                *longer.entry(xor ^ value).or_default() += count;
            }
        }
        all = longer;
    }
    all
}

/// Choices of this many pieces, piece by piece, each as often as `most` says.
fn choices(values: &[u32], heaps: usize, most: impl Fn(usize) -> usize) -> ByXor {
    let mut by_number = vec![ByXor::new(); heaps + 1];
    by_number[0].insert(0, 1u32.into());
    for (place, &value) in values.iter().enumerate() {
        let before = by_number.clone();
        for (chosen, all) in before.iter().enumerate() {
            for times in 1..=most(place).min(heaps - chosen) {
                let more = if times % 2 == 1 { value } else { 0 };
                for (xor, count) in all {
                    *by_number[chosen + times].entry(xor ^ more).or_default() += count;
                }
            }
        }
    }
    by_number.pop().expect("at least one")
}
