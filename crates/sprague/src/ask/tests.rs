//! Every question against its JSON form, and one solution for each.

use super::*;

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
    (r#"{"ask":"law","rule":"cut","upto":"9"}"#, 1),
    (r#"{"ask":"law","rule":"cards"}"#, 0),
    (r#"{"ask":"moves","rule":"kayles","position":"3+7+12"}"#, 1),
    (r#"{"ask":"moves","rule":"nim","position":"10^18+5","first":2}"#, 1),
    (r#"{"ask":"moves","rule":"kayles","position":"3 7 12","all":true}"#, 1),
    (r#"{"ask":"explain","rule":"kayles","position":"3,7,12"}"#, 1),
    (r#"{"ask":"value","rule":"kayles","sizes":["10^40","5"]}"#, 1),
    (r#"{"ask":"value","rule":"cut","sizes":["5x3","7x10^30"]}"#, 1),
    (r#"{"ask":"values","rule":"kayles","to":"40","from":"30"}"#, 1),
    (r#"{"ask":"count","count":"wins","rule":"0.07","upto":"10^6"}"#, 1),
    (r#"{"ask":"count","count":"wins","rule":"cut","upto":"5x10^30","from":"2x3"}"#, 1),
    (r#"{"ask":"count","count":"moves","rule":"cut","upto":"12x123","polynomial":true}"#, 1),
    (r#"{"ask":"count","count":"partitions","rule":"split:3","of":"50"}"#, 1),
    (r#"{"ask":"count","count":"partitions","rule":"split:3","of":"20","table":true}"#, 1),
    (r#"{"ask":"count","count":"tuples","rule":"kayles","upto":"100","heaps":"5","mod":"97"}"#, 1),
    (r#"{"ask":"count","count":"tuples","rule":"cards","size":"50","heaps":"7","mod":"1000003"}"#, 0),
    (r#"{"ask":"count","count":"tuples","rule":"nim","upto":"10^30","heaps":"3","outcome":"won"}"#, 1),
    (r#"{"ask":"count","count":"multisets","rule":"4.330300003","upto":"12","from":"1","heaps":"4"}"#, 1),
    (
        r#"{"ask":"count","count":"sets","rule":"nim","upto":"2^100","from":"1","heaps":"5","ordered":true}"#,
        1,
    ),
    (r#"{"ask":"count","count":"wins","rule":"kayles","upto":"10^9","outcome":"lost"}"#, 1),
    (r#"{"ask":"count","count":"pattern","rule":"nim","upto":"2^30","pattern":"1,2,3"}"#, 1),
    (r#"{"ask":"count","count":"histogram","rule":"kayles","upto":"10^9"}"#, 1),
    (r#"{"ask":"count","count":"zeros","rule":"cut","upto":"4x4"}"#, 1),
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
        let again: Answer = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), text, "{json}");
        assert_eq!(again.question, question);
    }
}

/// Answering, the certificate and its count solve each rule once.
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
        (r#"{"ask":"law","rule":"kayles","upto":"5"}"#, "upto is for sheets"),
        (r#"{"ask":"law","rule":"cut","limit":"5"}"#, "limit is for heaps"),
        (
            r#"{"ask":"count","count":"wins","rule":"kayles","upto":"5","heaps":"2"}"#,
            "heaps is not for this count",
        ),
        (
            r#"{"ask":"count","count":"moves","rule":"kayles","upto":"5","polynomial":true}"#,
            "polynomial is for cut",
        ),
        (r#"{"ask":"count","count":"wins","rule":"kayles"}"#, "upto is missing"),
        (r#"{"ask":"count","count":"tuples","rule":"kayles","upto":"3"}"#, "heaps is missing"),
        (r#"{"ask":"count","count":"wins","rule":"kayles","upto":"3","mod":"0"}"#, "mod 0"),
        (r#"{"ask":"count","count":"partitions","rule":"cut","of":"5"}"#, "not played with heaps"),
        (r#"{"ask":"count","count":"sets","rule":"kayles","upto":"3"}"#, "heaps is missing"),
        (r#"{"ask":"count","count":"pattern","rule":"nim","upto":"3"}"#, "pattern is missing"),
        (r#"{"ask":"count","count":"pattern","rule":"nim","upto":"3","pattern":"0"}"#, "from 1 to"),
        (r#"{"ask":"count","count":"moves","rule":"nim","upto":"3","outcome":"lost"}"#, "outcome is not for"),
        (r#"{"ask":"count","count":"zeros","rule":"nim","upto":"10^30"}"#, "one by one"),
        (r#"{"ask":"euler","problem":305}"#, "no problem 305"),
        (r#"{"ask":"euler","problem":306,"sizes":{"w":"5"}}"#, "takes n, not w"),
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

#[test]
fn interrupted_work_says_so() {
    for (json, solvers) in QUESTIONS.iter().filter(|(json, _)| json.contains("0.3F") || json.contains("933"))
    {
        let work = Work::new(1 << 30, &|_, _| false);
        assert_eq!(answer(&asked(json), &work).unwrap_err(), Error::Interrupted, "{json} {solvers}");
    }
}
