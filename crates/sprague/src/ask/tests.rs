//! Every question against its JSON form, and one solution for each.

use super::*;
use num_bigint::BigUint;

fn asked(json: &str) -> Question {
    serde_json::from_str(json).unwrap()
}

const QUESTIONS: &[(&str, u64)] = &[
    (r#"{"ask":"values","rule":"kayles","to":"20"}"#, 1),
    (r#"{"ask":"values","rule":"cut","to":"1x3"}"#, 1),
    (r#"{"ask":"values","rule":"cards","to":"4","digest":true}"#, 0),
    (r#"{"ask":"law","rule":"0.77"}"#, 1),
    (r#"{"ask":"law","rule":"0.3F","limit":"500"}"#, 1),
    (r#"{"ask":"law","rule":"0.156","window":true}"#, 1),
    (r#"{"ask":"law","rule":"cut","to":"9"}"#, 1),
    (r#"{"ask":"law","rule":"cards"}"#, 0),
    (r#"{"ask":"moves","rule":"kayles","position":"3+7+12"}"#, 1),
    (r#"{"ask":"moves","rule":"nim","position":"10^18+5","first":2}"#, 1),
    (r#"{"ask":"moves","rule":"kayles","position":"3 7 12","all":true}"#, 1),
    (r#"{"ask":"explain","rule":"kayles","position":"3,7,12"}"#, 1),
    (r#"{"ask":"value","rule":"kayles","sizes":["10^40","5"]}"#, 1),
    (r#"{"ask":"value","rule":"cut","sizes":["5x3","7x10^30"]}"#, 1),
    (r#"{"ask":"values","rule":"kayles","to":"40","from":"30"}"#, 1),
    (r#"{"ask":"count","count":"wins","rule":"0.07","to":"10^6"}"#, 1),
    (r#"{"ask":"count","count":"wins","rule":"cut","to":"5x10^30","from":"2x3"}"#, 1),
    (r#"{"ask":"count","count":"moves","rule":"cut","to":"12x123","polynomial":true}"#, 1),
    (r#"{"ask":"count","count":"partitions","rule":"split:3","of":"50"}"#, 1),
    (r#"{"ask":"count","count":"partition-table","rule":"split:3","of":"20"}"#, 1),
    (r#"{"ask":"count","count":"tuples","rule":"kayles","to":"100","heaps":"5","mod":"97"}"#, 1),
    (
        r#"{"ask":"count","count":"tuples","rule":"cards","from":"50","to":"50","heaps":"7","mod":"1000003"}"#,
        0,
    ),
    (r#"{"ask":"count","count":"tuples","rule":"nim","to":"10^30","heaps":"3","outcome":"won"}"#, 1),
    (r#"{"ask":"count","count":"multisets","rule":"4.330300003","to":"12","from":"1","heaps":"4"}"#, 1),
    (r#"{"ask":"count","count":"sets","rule":"nim","to":"2^100","from":"1","heaps":"5","ordered":true}"#, 1),
    (r#"{"ask":"count","count":"wins","rule":"kayles","to":"10^9","outcome":"lost"}"#, 1),
    (r#"{"ask":"count","count":"pattern","rule":"nim","to":"2^30","pattern":"1,2,3"}"#, 1),
    (r#"{"ask":"count","count":"histogram","rule":"kayles","to":"10^9"}"#, 1),
    (r#"{"ask":"count","count":"zeros","rule":"cut","to":"4x4"}"#, 1),
    (r#"{"ask":"euler","problem":306}"#, 1),
    (r#"{"ask":"euler","problem":629,"sizes":{"n":"40"},"exact":true}"#, 3),
    (r#"{"ask":"euler","problem":798,"sizes":{"n":"1000","s":"1000"}}"#, 0),
    (r#"{"ask":"euler","problem":933,"sizes":{"w":"20","h":"10^30"}}"#, 1),
];

#[test]
fn questions_and_answers_are_plain_data() {
    for (json, _) in QUESTIONS {
        let question = asked(json);
        assert_eq!(serde_json::to_string(&question).unwrap().len(), json.len(), "{json}");
        assert_eq!(asked(&serde_json::to_string(&question).unwrap()), question);
        let answered = answer(&question, &Work::quiet()).unwrap();
        let text = serde_json::to_string(&answered.answer).unwrap();
        let again: Recorded = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), text, "{json}");
        assert_eq!(*again.question(), question);
    }
}

/// Answering, the certificate and its count solve each rule once.
/// Winning moves that a theorem finds, of pieces whose moves are too many to list.
#[test]
fn moves_of_pieces_of_any_size() {
    let moves = |rule: &str, position: &str| {
        let json = format!(r#"{{"ask":"moves","rule":"{rule}","position":"{position}"}}"#);
        let answered = answer(&asked(&json), &Work::quiet()).unwrap_or_else(|error| panic!("{error}"));
        let Found::Moves(found) = answered.answer.found else { panic!("{json}") };
        let first = found.winning_moves.first().map(|one| format!("{}, to {}", one.action, one.position));
        (found.value, found.answer, first.unwrap_or_default())
    };
    let expected = |value: &str, answer: &str, first: &str| (value.into(), answer.into(), first.into());
    // 10^6 = 832040 + 121393 + 46368 + 144 + 55, and the rests that win are those below half of the part
    // before.
    assert_eq!(moves("dynamic:2", "10^6"), expected("won", "4", "take 55, to 999945:110"));
    assert_eq!(moves("dynamic:1", "2^100"), expected("0", "0", ""));
    assert_eq!(moves("dynamic:1", "2^100+1"), moves("dynamic:1", "1+2^100"));
    let all = BigUint::from(10u32).pow(40);
    assert_eq!(
        moves("wythoff", "10^40x0"),
        expected("won", "1", &format!("take {all} from the first, to 0x0"))
    );
    assert_eq!(moves("wythoff", "10^9x3").1, "1");
    // The lost heaps from 9.5·10^9 to 10.5·10^9 are those below 10^10.
    assert_eq!(
        moves("sub:10^9-2*10^9", "115*10^8"),
        expected("2", "500000000", "take 1500000001, to 9999999999")
    );
    assert_eq!(moves("sub:10^9-2*10^9", "3*10^30+5"), expected("0", "0", ""));
    assert_eq!(moves("sub:10^9-2*10^9", "10^10+4*10^9").0, "0");
    for (rule, position) in [("dynamic:2", "10^6+10^6"), ("wythoff", "10^40x0+1x1"), ("dynamic:2", "10^40:5")]
    {
        let json = format!(r#"{{"ask":"moves","rule":"{rule}","position":"{position}"}}"#);
        assert!(answer(&asked(&json), &Work::quiet()).is_err(), "{json}");
    }
}

#[test]
fn nothing_is_solved_twice() {
    for (json, solvers) in QUESTIONS {
        let work = Work::quiet();
        let answered = answer(&asked(json), &work).unwrap();
        let _ = answered.certificate();
        assert_eq!(work.solvers(), *solvers, "{json}");
    }
}

#[test]
fn what_a_question_does_not_use_is_refused() {
    for (json, reason) in [
        (r#"{"ask":"law","rule":"kayles","to":"5"}"#, "to is for sheets"),
        (r#"{"ask":"law","rule":"cut","limit":"5"}"#, "limit is for heaps"),
        (
            r#"{"ask":"count","count":"moves","rule":"kayles","to":"5","polynomial":true}"#,
            "polynomial is for cut",
        ),
        (r#"{"ask":"count","count":"wins","rule":"kayles","to":"3","mod":"0"}"#, "mod 0"),
        (r#"{"ask":"count","count":"partitions","rule":"cut","of":"5"}"#, "are not heaps"),
        (r#"{"ask":"count","count":"pattern","rule":"nim","to":"3","pattern":"0"}"#, "from 1 to"),
        (r#"{"ask":"count","count":"zeros","rule":"nim","to":"10^30"}"#, "one by one"),
        (r#"{"ask":"euler","problem":305}"#, "problem is 305"),
        (r#"{"ask":"euler","problem":306,"sizes":{"w":"5"}}"#, "sizes has w, and problem 306 takes n"),
        (r#"{"ask":"euler","problem":400,"sizes":{"k":"0"}}"#, "from 1 to"),
        (r#"{"ask":"euler","problem":560,"sizes":{"n":"0"}}"#, "at least 1"),
        (r#"{"ask":"values","rule":"cards","to":"40"}"#, "take at most 24"),
        (r#"{"ask":"moves","rule":"cut","position":"5"}"#, "not a sheet"),
        (r#"{"ask":"moves","rule":"cut","position":"5x3","limit":"9"}"#, "limit is for heaps"),
        (r#"{"ask":"moves","rule":"kayles","position":"10^40","all":true}"#, "all lists every move"),
        (r#"{"ask":"value","rule":"kayles","sizes":[]}"#, "sizes is missing"),
        (r#"{"ask":"values","rule":"kayles","to":"5","from":"9"}"#, "from 9 is above 5"),
        (r#"{"ask":"values","rule":"cards","to":"5","from":"3"}"#, "from is for heaps and sheets"),
    ] {
        let line = answer(&asked(json), &Work::quiet()).unwrap_err().to_string();
        assert!(line.contains(reason), "{json}: {line}");
    }
    for json in [r#"{"ask":"law"}"#, r#"{"ask":"law","rule":"0.7","colour":1}"#, r#"{"ask":"dance"}"#, "{}"] {
        assert!(serde_json::from_str::<Question>(json).is_err(), "{json}");
    }
}

/// Every count has its own keys: all of them are known, those without a default are required, and no other is
/// accepted.
#[test]
fn a_count_takes_its_own_keys_only() {
    let pieces = ["rule", "from", "to", "limit"];
    let keys = [
        ("wins", &["outcome", "mod"][..], &["rule", "to"][..]),
        ("moves", &["mod", "polynomial"], &["rule", "to"]),
        ("tuples", &["heaps", "outcome", "mod"], &["rule", "to", "heaps"]),
        ("multisets", &["heaps", "outcome", "mod"], &["rule", "to", "heaps"]),
        ("sets", &["heaps", "outcome", "mod", "ordered"], &["rule", "to", "heaps"]),
        ("histogram", &["mod"], &["rule", "to"]),
        ("zeros", &[], &["rule", "to"]),
    ];
    let numbers = [
        ("partitions", &["rule", "of", "outcome", "mod", "limit"][..], &["rule", "of"][..]),
        ("partition-table", &["rule", "of", "mod", "limit"], &["rule", "of"]),
        ("pattern", &["rule", "to", "pattern", "outcome", "mod", "limit"], &["rule", "to", "pattern"]),
    ];
    let of_pieces = keys.map(|(count, more, needed)| (count, [&pieces, more].concat(), needed));
    let all =
        of_pieces.into_iter().chain(numbers.map(|(count, keys, needed)| (count, keys.to_vec(), needed)));
    let value = |key: &str| match key {
        "polynomial" | "ordered" => serde_json::Value::Bool(true),
        "outcome" => "won".into(),
        _ => "3".into(),
    };
    let read = |question: &serde_json::Map<String, serde_json::Value>| {
        serde_json::from_value::<Question>(question.clone().into()).map_err(|error| error.to_string())
    };
    for (count, keys, needed) in all {
        let mut question = serde_json::Map::new();
        question.insert("ask".into(), "count".into());
        question.insert("count".into(), count.into());
        question.extend(keys.iter().map(|key| (key.to_string(), value(key))));
        let again = serde_json::to_value(read(&question).unwrap()).unwrap();
        assert_eq!(again, serde_json::Value::Object(question.clone()));
        for key in [
            "rule",
            "from",
            "to",
            "of",
            "heaps",
            "pattern",
            "outcome",
            "mod",
            "limit",
            "ordered",
            "polynomial",
        ] {
            let mut changed = question.clone();
            if keys.contains(&key) {
                changed.remove(key);
                let line = read(&changed).err();
                let missing = needed.contains(&key).then(|| format!("missing field `{key}`"));
                assert_eq!(line, missing, "{count} without {key}");
            } else {
                changed.insert(key.into(), value(key));
                let line = read(&changed).unwrap_err();
                assert!(line.starts_with(&format!("unknown field `{key}`")), "{count} with {key}: {line}");
            }
        }
    }
}

#[test]
fn interrupted_work_says_so() {
    for (json, solvers) in QUESTIONS.iter().filter(|(json, _)| json.contains("0.3F") || json.contains("933"))
    {
        let work = Work::new(1 << 30, &|_, _| false);
        assert_eq!(answer(&asked(json), &work).unwrap_err(), Error::Interrupted, "{json} {solvers}");
    }
}

/// Any number of seconds may be asked for: a time beyond the clock's range never ends.
#[test]
fn no_time_is_too_long() {
    for seconds in [1 << 40, u64::MAX / 2, u64::MAX] {
        let json = format!(r#"{{"ask":"census","rule":"0.07","limit":"1000","seconds":{seconds}}}"#);
        let found = answer(&asked(&json), &Work::quiet()).unwrap().answer;
        assert!(found.status.is_proved(), "{seconds}");
    }
}

/// Heaps whose values are listed or given by a formula are heaps like any others.
#[test]
fn heaps_without_removals_are_heaps() {
    for rule in ["sub:squares", "allbut:primes", "mark", "take:half", "ruler", "split:divisors"] {
        for question in [
            format!(r#"{{"ask":"count","count":"partitions","rule":"{rule}","of":"10"}}"#),
            format!(r#"{{"ask":"count","count":"multisets","rule":"{rule}","to":"10","heaps":"3"}}"#),
            format!(r#"{{"ask":"count","count":"sets","rule":"{rule}","to":"10","heaps":"3"}}"#),
            format!(r#"{{"ask":"count","count":"pattern","rule":"{rule}","to":"10","pattern":"1,2,3"}}"#),
        ] {
            let question: Question = serde_json::from_str(&question).unwrap();
            assert!(answer(&question, &Work::quiet()).is_ok(), "{question:?}");
        }
        let question =
            serde_json::from_str(&format!(r#"{{"ask":"values","rule":"{rule}","to":"9"}}"#)).unwrap();
        let Found::Values(found) = answer(&question, &Work::quiet()).unwrap().answer.found else { panic!() };
        let rule: Rule = rule.parse().unwrap();
        assert!(Format::Bfile.accepts(&rule).is_ok());
        let mut csv = Vec::new();
        found.write(&rule, Format::Csv, &mut csv, &Work::quiet()).unwrap();
        let csv = String::from_utf8(csv).unwrap();
        assert_eq!(csv.lines().count() as u64, 11 - rule.least_size()[0], "{rule}: {csv}");
        assert!(csv.starts_with("n,value\n"), "{csv}");
    }
}

#[test]
fn limits_are_kept() {
    let value = |limit: &str| {
        let text = format!(r#"{{"ask":"value","rule":"0.6","sizes":["100000"],"limit":"{limit}"}}"#);
        answer(&serde_json::from_str(&text).unwrap(), &Work::quiet())
    };
    assert!(matches!(value("50"), Err(Error::NoLaw { limit: 50, .. })));
    assert!(value("100001").is_ok() && value("10^9").is_ok());
}

#[test]
fn one_outcome_is_one_number() {
    let count = |outcome: &str| {
        let text = format!(r#"{{"ask":"count","count":"partitions","rule":"kayles","of":"10"{outcome}}}"#);
        let answered = answer(&serde_json::from_str(&text).unwrap(), &Work::quiet()).unwrap();
        let Found::Count(found) = answered.answer.found else { panic!() };
        (found.answer, found.lost, found.asked)
    };
    let both = count("");
    assert_eq!((&both.0[..], both.1.as_deref()), ("33", Some("9")));
    assert_eq!(count(r#","outcome":"lost""#), ("9".into(), None, "lost partitions of 10 under 0.77".into()));
    assert_eq!(count(r#","outcome":"won""#), ("33".into(), None, "won partitions of 10 under 0.77".into()));
}

#[test]
fn a_short_window_says_what_it_needs() {
    let text = r#"{"ask":"law","rule":"0.6","limit":"5000","window":true}"#;
    let answered = answer(&serde_json::from_str(text).unwrap(), &Work::quiet()).unwrap();
    let Found::Law(law) = answered.answer.found else { panic!() };
    assert!(law.reason.as_deref().is_some_and(|reason| reason.contains("65536")), "{:?}", law.reason);
}

#[test]
fn a_time_takes_the_place_of_the_usual_few_seconds() {
    let (start, time) = (Instant::now(), Duration::from_millis(300));
    let answered = answer_within(&asked(r#"{"ask":"law","rule":"grundy"}"#), time, &Work::quiet()).unwrap();
    let Found::Law(law) = answered.answer.found else { panic!() };
    assert!(law.out_of_time && law.theorem.is_none() && law.values_computed > 1);
    let far = asked(r#"{"ask":"value","rule":"grundy","sizes":["10^30"]}"#);
    assert!(matches!(answer_within(&far, time, &Work::quiet()), Err(Error::NoLaw { .. })));
    let played = asked(r#"{"ask":"values","rule":"wythoff","to":"2000x2000"}"#);
    assert_eq!(answer_within(&played, time, &Work::quiet()).unwrap_err(), Error::OutOfTime);
    assert!(start.elapsed() < Duration::from_secs(20));
}
