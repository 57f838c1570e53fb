//! Questions about misère play, answered by quotients, against playing every position out.

use num_bigint::BigUint;
use serde_json::{Value, json};
use sprague::Work;
use sprague::ask::{self, Answered, Question};
use sprague::misere::{Outcome, Play};
use sprague::rules::Rule;

fn asked(question: Value) -> Result<Answered, String> {
    let question: Question = serde_json::from_value(question).map_err(|error| error.to_string())?;
    ask::answer(&question, &Work::quiet()).map_err(|error| error.to_string())
}

fn answer(question: Value) -> Value {
    let answered = asked(question.clone()).unwrap_or_else(|error| panic!("{question}: {error}"));
    serde_json::to_value(answered.answer()).unwrap()
}

/// Lists of this many heaps up to a size, as a choice allows.
fn sums(choice: &str, to: u64, heaps: usize) -> Vec<Vec<u64>> {
    if heaps == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for shorter in sums(choice, to, heaps - 1) {
        for heap in 0..=to {
            let last = shorter.last().copied();
            let fits = match choice {
                "tuples" => true,
                "multisets" => last.is_none_or(|last| last <= heap),
                "sets" => last.is_none_or(|last| last < heap),
                _ => !shorter.contains(&heap),
            };
            if fits {
                all.push(shorter.iter().copied().chain([heap]).collect());
            }
        }
    }
    all
}

fn partitions(n: u64, most: u64) -> Vec<Vec<u64>> {
    if n == 0 {
        return vec![vec![]];
    }
    let with = |part: u64| {
        partitions(n - part, part).into_iter().map(move |mut rest| {
            rest.push(part);
            rest
        })
    };
    (1..=most.min(n)).flat_map(with).collect()
}

const RULES: [&str; 10] =
    ["0.75", "0.77", "0.123", "0.33", "4.3", "sub:1,3", "sub:2,5", "0.1[01]", "grundy", "split:3/largest=3"];

#[test]
fn counts_by_playing() {
    let work = Work::quiet();
    for text in RULES {
        let rule: Rule = text.parse().unwrap();
        let mut play = Play::new(rule.heap_rule().unwrap(), 12, &work).unwrap();
        let mut lost =
            |all: &[Vec<u64>]| all.iter().filter(|sum| play.outcome(sum).unwrap() == Outcome::Lost).count();
        for choice in ["tuples", "multisets", "sets", "ordered"] {
            for heaps in 0..4 {
                let all = sums(choice, 6, heaps);
                let lost = lost(&all);
                let name = if choice == "ordered" { "sets" } else { choice };
                for (outcome, expected) in [("lost", lost), ("won", all.len() - lost)] {
                    let mut question = json!({"ask": "count", "count": name, "rule": text, "to": "6",
                        "heaps": heaps.to_string(), "outcome": outcome, "misere": true});
                    if choice == "ordered" {
                        question["ordered"] = true.into();
                    }
                    let found = answer(question.clone());
                    assert_eq!(found["answer"], expected.to_string(), "{question}");
                    assert_eq!(found["status"], "proved");
                    question["mod"] = "3".into();
                    assert_eq!(answer(question)["answer"], (expected % 3).to_string());
                }
            }
        }
        for n in [0, 1, 5, 9] {
            let all = partitions(n, n);
            let lost = lost(&all);
            let question = json!({"ask": "count", "count": "partitions", "rule": text, "of": n.to_string(), "misere": true});
            let found = answer(question);
            assert_eq!(
                (&found["answer"], &found["lost"]),
                (&json!((all.len() - lost).to_string()), &json!(lost.to_string()))
            );
        }
        let heaps: Vec<u64> = (0..=12).filter(|&heap| lost(&[vec![heap]]) == 1).collect();
        let zeros =
            answer(json!({"ask": "count", "count": "zeros", "rule": text, "to": "12", "misere": true}));
        let names: Vec<String> = heaps.iter().map(u64::to_string).collect();
        assert_eq!(zeros["pieces"], json!(names), "{text}");
        // Heap 0 is one of the sizes, as in normal play; here it is won.
        let wins = answer(json!({"ask": "count", "count": "wins", "rule": text, "to": "12", "misere": true}));
        assert_eq!(wins["answer"], (13 - heaps.len()).to_string(), "{text}");
        let losses = json!({"ask": "count", "count": "wins", "rule": text, "from": "3", "to": "12", "outcome": "lost", "misere": true});
        assert_eq!(answer(losses)["answer"], heaps.iter().filter(|&&heap| heap >= 3).count().to_string());
    }
}

#[test]
fn laws() {
    let kayles = answer(json!({"ask": "law", "rule": "kayles", "misere": true}));
    let facts = ["order", "p_portion", "period", "preperiod"].map(|key| kayles[key].as_u64().unwrap());
    assert_eq!(facts, [40, 9, 12, 71]);
    assert_eq!(
        (&kayles["kind"], &kayles["status"], &kayles["tame"]),
        (&json!("misere-law"), &json!("proved"), &json!(false))
    );
    assert_eq!(kayles["genera"][9], "4^046");
    assert_eq!(kayles["heaps_up_to"], Value::Null);
    let dawson = answer(json!({"ask": "law", "rule": "0.07", "misere": true, "limit": "26"}));
    assert_eq!(
        (&dawson["status"], &dawson["order"], &dawson["period"]),
        (&json!("observed"), &json!(144), &Value::Null)
    );
    assert_eq!(dawson["heaps_up_to"], 26);
    // A part of the quotient is proved, so it has a certificate.
    assert!(
        asked(json!({"ask": "law", "rule": "0.07", "misere": true, "limit": "14"}))
            .unwrap()
            .certificate()
            .is_ok()
    );
    // 4.F breaks into three heaps, so its window is longer than that of two.
    let three = answer(json!({"ask": "law", "rule": "4.F", "misere": true}));
    assert_eq!(three["window"], json!([8, 29]));
}

#[test]
fn positions_by_playing() {
    let work = Work::quiet();
    for text in ["0.75", "0.77", "sub:1,3", "0.123"] {
        let rule: Rule = text.parse().unwrap();
        let mut play = Play::new(rule.heap_rule().unwrap(), 9, &work).unwrap();
        for sum in sums("multisets", 9, 2) {
            let position = format!("{}+{}", sum[0], sum[1]);
            let won = play.outcome(&sum).unwrap() == Outcome::Won;
            let found = answer(
                json!({"ask": "moves", "rule": text, "position": position, "all": true, "first": 1000, "misere": true}),
            );
            assert_eq!(found["outcome"], if won { "won" } else { "lost" }, "{text} {position}");
            let no_move = found["moves"].as_array().unwrap().is_empty();
            assert_eq!(won && !no_move, found["answer"] != "0", "{text} {position}");
            for one in found["moves"].as_array().unwrap() {
                let after: Vec<u64> =
                    one["position"].as_str().unwrap().split('+').map(|heap| heap.parse().unwrap()).collect();
                let lost = play.outcome(&after).unwrap() == Outcome::Lost;
                assert_eq!(one["outcome"], if lost { "lost" } else { "won" }, "{text} {position} {one}");
            }
            let explained =
                answer(json!({"ask": "explain", "rule": text, "position": position, "misere": true}));
            assert_eq!(explained["outcome"], found["outcome"]);
            assert_eq!(explained["winning_move"].is_null(), found["answer"] == "0");
        }
    }
}

/// Beyond all that could be played: the same image some periods earlier.
#[test]
fn large_heaps() {
    let small = answer(json!({"ask": "value", "rule": "kayles", "sizes": ["76", "1000"], "misere": true}));
    // 10^40 = 4 modulo 12, and 76 = 4; 1000 = 4.
    let large = answer(json!({"ask": "value", "rule": "kayles", "sizes": ["10^40"], "misere": true}));
    assert_eq!(large["values"][0]["value"], small["values"][0]["value"]);
    assert_eq!(small["values"][1]["value"], small["values"][0]["value"]);
    let moves = answer(json!({"ask": "moves", "rule": "kayles", "position": "10^40+3", "misere": true}));
    assert_eq!(moves["winning_moves"].as_array().unwrap().is_empty(), moves["outcome"] == "lost");
    for count in ["tuples", "multisets", "sets"] {
        let question = json!({"ask": "count", "count": count, "rule": "kayles", "to": "10^40", "heaps": "5", "misere": true});
        let number = |outcome: &str| {
            let mut question = question.clone();
            question["outcome"] = outcome.into();
            answer(question)["answer"].as_str().unwrap().parse::<BigUint>().unwrap()
        };
        let heaps = BigUint::from(10u32).pow(40) + 1u32;
        let all = match count {
            "tuples" => heaps.pow(5),
            "multisets" => (0..5u32).map(|i| &heaps + i).product::<BigUint>() / 120u32,
            _ => (0..5u32).map(|i| &heaps - i).product::<BigUint>() / 120u32,
        };
        assert_eq!(number("won") + number("lost"), all, "{count}");
    }
}

/// Games that are not played with heaps are played out, as far as possible.
#[test]
fn other_games() {
    let two = answer(json!({"ask": "moves", "rule": "cut", "position": "2x2+2x2", "misere": true}));
    assert_eq!((&two["outcome"], &two["answer"]), (&json!("won"), &json!("1")));
    let one = answer(json!({"ask": "value", "rule": "cut", "sizes": ["2x2", "1x5"], "misere": true}));
    assert_eq!((&one["values"][0]["outcome"], &one["values"][1]["outcome"]), (&json!("lost"), &json!("won")));
    let wythoff = answer(json!({"ask": "moves", "rule": "wythoff", "position": "1x2", "misere": true}));
    assert_eq!(wythoff["status"], "proved");
    let error = |question| asked(question).unwrap_err();
    let law = error(json!({"ask": "law", "rule": "cut", "misere": true}));
    assert!(law.contains("misère law"), "{law}");
    let count = error(json!({"ask": "count", "count": "wins", "rule": "cut", "to": "3x3", "misere": true}));
    assert!(count.contains("misère counts"), "{count}");
    let far = error(json!({"ask": "moves", "rule": "cut", "position": "40x40+30x30", "misere": true}));
    assert!(far.contains("take smaller pieces"), "{far}");
    let large = error(
        json!({"ask": "count", "count": "wins", "rule": "0.07", "to": "10^9", "limit": "20", "misere": true}),
    );
    assert!(large.contains("heaps up to 20"), "{large}");
    let window = error(json!({"ask": "law", "rule": "0.77", "window": true, "misere": true}));
    assert!(window.contains("window"), "{window}");
    let histogram = json!({"ask": "count", "count": "histogram", "rule": "0.77", "to": "9", "misere": true});
    assert!(error(histogram).contains("misere"));
}
