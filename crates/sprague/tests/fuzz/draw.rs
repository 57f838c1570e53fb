//! Random rules and random questions of every kind.

use crate::dice::Dice;
use serde_json::{Map, Value, json};
use sprague::counts::euler::PROBLEMS;
use sprague::rules::{NAMES, NOTATIONS, Piece, Rule};

/// Sizes, limits and numbers of heaps that were never checked for.
const WILD: [&str; 20] = [
    "0", "1", "2", "7", "10", "50", "100", "1000", "5000", "65536", "10^5", "10^6", "10^8", "10^9", "10^12",
    "10^18", "2^64-1", "2^64", "10^40", "10^100",
];
const MODULI: [&str; 10] = ["1", "2", "97", "256", "10^9", "10^9+7", "10^18", "2^64-1", "10^100", "1-1"];
const COUNTS: [&str; 10] = [
    "wins",
    "moves",
    "partitions",
    "partition-table",
    "tuples",
    "multisets",
    "sets",
    "pattern",
    "histogram",
    "zeros",
];

/// A question that is compared with brute force has no more moves to play than this.
const MOST_MOVES: u128 = 20_000;
/// And no more pieces than this.
const MOST_PIECES: usize = 150;

/// A rule as a user may write it. Most can be read.
pub fn rule(dice: &mut Dice) -> String {
    match dice.below(14) {
        0 => dice.one_of(NAMES).name.to_string(),
        1 | 2 => dice.one_of(NOTATIONS).example.to_string(),
        3..=5 => code(dice, b"01234567") + condition(dice),
        6 => code(dice, b"0123456789ABCDEF") + condition(dice),
        7 => format!("sub:{}{}", list(&dice.numbers(5, 14)), condition(dice)),
        8 => format!("allbut:{}", list(&dice.numbers(4, 9))),
        9 => {
            let way = dice.one_of(&["sub", "allbut"]);
            format!("{way}:{}", dice.one_of(&["squares", "primes", "pow2", "fib"]))
        }
        10 => format!("split:{}{}", 2 + dice.below(4), condition(dice)),
        11 => dice
            .one_of(&[
                "cut",
                "cut:one",
                "cards",
                "tree",
                "wythoff",
                "lines:1,0;0,1;1,2",
                "dynamic:3/2",
                "mark",
                "ruler",
            ])
            .to_string(),
        12 => format!("board:sub:{}", list(&dice.numbers(4, 9))),
        _ => file(dice),
    }
}

fn list(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

fn code(dice: &mut Dice, digits: &[u8]) -> String {
    let mut code = dice.one_of(&["0.", "0.", "0.", ".", "4.", "4.", "8.", "C."]).to_string();
    let length = 1 + dice.below(5);
    let text: String = (0..length).map(|_| char::from(dice.one_of(digits))).collect();
    match dice.below(8) {
        0 => code += &format!("{text}..."),
        1 => code += &format!("{}({text})", dice.one_of(&["", "0", "3", "12"])),
        _ => code += &text,
    }
    code
}

fn condition(dice: &mut Dice) -> &'static str {
    match dice.below(3) {
        0 => dice.one_of(&["/unequal", "/equal", "/least=2", "/largest=9", "/unequal/least=3", "/largest=0"]),
        _ => "",
    }
}

/// The notation of a rule file; of one that cannot be read that of Kayles.
fn file(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..=dice.below(2) {
        text += &format!("[[move]]\ntake = [{}]\n", list(&dice.numbers(3, 6)));
        if dice.once_in(2) {
            text += &format!("parts = [{}]\n", dice.one_of(&["0", "1", "2", "0, 1, 2", "0, 2", "1, 3"]));
        }
        if dice.once_in(3) {
            text += &format!("repeats = {}\n", 1 + dice.below(4));
        }
    }
    if dice.once_in(3) {
        let words = ["alike = \"unequal\"", "alike = \"equal\"", "least = 2", "largest = 7"];
        text += &format!("[condition]\n{}\n", dice.one_of(&words));
    }
    Rule::from_toml(&text).map_or("kayles".into(), |rule| rule.to_string())
}

/// A question about pieces that are small enough to be played out.
pub struct Small {
    pub question: Value,
    pub rule: Rule,
    /// All pieces of the sizes that are asked about.
    pub pieces: Vec<Piece>,
    /// The largest size, as numbers.
    pub to: Vec<u64>,
}

/// A question with brute force as its judge; none if the rule that was drawn cannot be read.
pub fn small(dice: &mut Dice) -> Option<Small> {
    let text = rule(dice);
    let rule: Rule = text.parse().ok()?;
    let (from, to, pieces) = sizes(&rule, dice)?;
    let (shown_from, shown_to) = (pair(&from), pair(&to));
    let piece = |dice: &mut Dice| {
        let piece = &pieces[dice.below(pieces.len() as u64) as usize];
        rule.show_piece(piece)
    };
    let mut keys = Map::new();
    let mut put = |key: &str, value: Value| keys.insert(key.into(), value);
    put("rule", json!(text));
    match dice.below(12) {
        0 => {
            put("ask", json!("values"));
            put("to", json!(shown_to));
            if rule.one_piece_a_size() {
                put("from", json!(shown_from));
            }
        }
        1 => {
            put("ask", json!("value"));
            put("sizes", (0..=dice.below(3)).map(|_| piece(dice)).collect());
        }
        2 => {
            put("ask", json!("law"));
            if rule.heap_rule().is_some() && dice.once_in(2) {
                put("limit", json!(dice.one_of(&["50", "300", "2000"])));
                if dice.once_in(3) {
                    put("window", json!(true));
                }
            }
        }
        kind @ 3..=5 => {
            put("ask", json!(if kind == 5 { "explain" } else { "moves" }));
            let position: Vec<String> = (0..=dice.below(3)).map(|_| piece(dice)).collect();
            put("position", json!(position.join("+")));
            if kind == 4 {
                put("all", json!(true));
                put("first", json!(dice.below(100)));
            }
        }
        _ => {
            put("ask", json!("count"));
            let count = dice.one_of(&COUNTS);
            put("count", json!(count));
            match count {
                "partitions" | "partition-table" => {
                    put("of", json!(to[0].min(40).to_string()));
                }
                "pattern" => {
                    put("pattern", json!(list(&dice.numbers(3, 4))));
                    put("to", json!((to[0] / 4).to_string()));
                }
                _ => {
                    put("to", json!(shown_to));
                    put("from", json!(shown_from));
                }
            }
            if matches!(count, "tuples" | "multisets" | "sets") {
                put("heaps", json!(dice.below(6).to_string()));
            }
            if count == "sets" && dice.once_in(3) {
                put("ordered", json!(true));
            }
            let fixed = matches!(count, "moves" | "histogram" | "zeros" | "partition-table");
            if !fixed && dice.once_in(2) {
                keys.insert("outcome".into(), json!(dice.one_of(&["won", "lost"])));
            }
            if count != "zeros" && dice.once_in(2) {
                keys.insert("mod".into(), json!(dice.one_of(&MODULI)));
            }
        }
    }
    if rule.heap_rule().is_some()
        && dice.once_in(8)
        && !keys.contains_key("window")
        && keys["ask"] != "values"
    {
        keys.insert("limit".into(), json!(dice.one_of(&["10", "100", "1000"])));
    }
    Some(Small { question: Value::Object(keys), rule, pieces, to })
}

/// Sizes that brute force can deal with, and all pieces of these sizes.
fn sizes(rule: &Rule, dice: &mut Dice) -> Option<(Vec<u64>, Vec<u64>, Vec<Piece>)> {
    let least = rule.least_size();
    let most = match (least.len(), rule.one_piece_a_size()) {
        (1, true) => 70,
        (1, false) => 8,
        _ => 12,
    };
    let mut to: Vec<u64> = least.iter().map(|&least| least + dice.below(most)).collect();
    loop {
        // Play goes down to the least sizes, so those are paid for as well.
        let all: Vec<Piece> = rule.pieces(least, &to).take(MOST_PIECES + 1).collect();
        let moves = all.iter().map(|piece| rule.moves_at_most(piece)).fold(0, u128::saturating_add);
        if all.len() <= MOST_PIECES && moves <= MOST_MOVES {
            break;
        }
        if to == least {
            return None;
        }
        to = to.iter().zip(least).map(|(&to, &least)| least.max(to - (to / 8).max(1).min(to))).collect();
    }
    let from: Vec<u64> = match dice.below(3) {
        0 => to.iter().zip(least).map(|(&to, &least)| least + dice.below(to - least + 1)).collect(),
        1 if !rule.one_piece_a_size() => to.clone(),
        _ => least.to_vec(),
    };
    let pieces: Vec<Piece> = rule.pieces(&from, &to).collect();
    (!pieces.is_empty()).then_some((from, to, pieces))
}

fn pair(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join("x")
}

/// A question of any kind and any size: whatever it is, it has an answer or an error, soon and within memory.
pub fn wild(dice: &mut Dice) -> Value {
    let text = rule(dice);
    let numbers = text.parse::<Rule>().map_or(1, |rule| rule.least_size().len());
    let size = |dice: &mut Dice| match numbers {
        2 => format!("{}x{}", dice.one_of(&WILD), dice.one_of(&WILD)),
        _ => match dice.below(4) {
            0 => (dice.next() >> dice.below(64)).to_string(),
            _ => dice.one_of(&WILD).to_string(),
        },
    };
    let mut keys = Map::new();
    let kind = dice.below(16);
    if kind != 15 {
        keys.insert("rule".into(), json!(text));
    }
    let mut put = |key: &str, value: Value| keys.insert(key.into(), value);
    match kind {
        0 | 1 => {
            put("ask", json!("values"));
            put("to", json!(size(dice)));
            if dice.once_in(3) {
                put("from", json!(size(dice)));
            }
            if dice.once_in(2) {
                put("digest", json!(true));
            }
        }
        2 | 3 => {
            put("ask", json!("value"));
            put("sizes", (0..=dice.below(2)).map(|_| size(dice)).collect());
        }
        4 => {
            put("ask", json!("law"));
            if dice.once_in(3) {
                put("window", json!(true));
            }
            if numbers == 2 || dice.once_in(5) {
                put("to", json!(dice.one_of(&WILD)));
            }
        }
        5 | 6 => {
            put("ask", json!("moves"));
            put("position", json!(format!("{}+{}", size(dice), size(dice))));
            if dice.once_in(2) {
                put("all", json!(true));
                put("first", json!(dice.next() >> dice.below(64)));
            }
        }
        7 => {
            put("ask", json!("explain"));
            put("position", json!(format!("{}+{}", size(dice), size(dice))));
        }
        8 => {
            put("ask", json!("census"));
            put("limit", json!(dice.one_of(&WILD)));
            if dice.once_in(2) {
                put("seconds", json!(dice.next() >> dice.below(64)));
            }
        }
        15 => {
            let problem = &PROBLEMS[dice.below(PROBLEMS.len() as u64) as usize];
            put("ask", json!("euler"));
            put("problem", json!(problem.number));
            let sizes: Map<String, Value> =
                problem.sizes.iter().map(|(name, _)| (name.to_string(), json!(dice.one_of(&WILD)))).collect();
            put("sizes", Value::Object(sizes));
            match dice.below(3) {
                0 => put("exact", json!(true)),
                1 => put("mod", json!(dice.one_of(&MODULI))),
                _ => None,
            };
        }
        _ => {
            put("ask", json!("count"));
            let count = dice.one_of(&COUNTS);
            put("count", json!(count));
            match count {
                "partitions" | "partition-table" => {
                    put("of", json!(dice.one_of(&WILD)));
                }
                "pattern" => {
                    put("pattern", json!(list(&dice.numbers(4, 9))));
                    put("to", json!(dice.one_of(&WILD)));
                }
                _ => {
                    put("to", json!(size(dice)));
                }
            }
            if matches!(count, "tuples" | "multisets" | "sets") {
                put("heaps", json!(dice.one_of(&WILD)));
            }
            if count != "zeros" && dice.once_in(2) {
                put("mod", json!(dice.one_of(&MODULI)));
            }
            if count == "moves" && dice.once_in(3) {
                put("polynomial", json!(true));
            }
        }
    }
    if dice.once_in(4)
        && matches!(keys["ask"].as_str(), Some("value" | "law" | "moves" | "explain" | "count"))
    {
        keys.insert("limit".into(), json!(dice.one_of(&WILD)));
    }
    Value::Object(keys)
}

/// The text of a question with one character too many, too few or changed.
pub fn damaged(question: &Value, dice: &mut Dice) -> String {
    let mut text: Vec<char> = question.to_string().chars().collect();
    let at = dice.below(text.len() as u64) as usize;
    let other = dice.one_of(&['0', '9', '.', ',', '/', '^', '-', '+', 'x', '(', '"', '…', ' ', 'e', ':']);
    match dice.below(3) {
        0 => text[at] = other,
        1 => text.insert(at, other),
        _ => drop(text.remove(at)),
    }
    text.into_iter().collect()
}
