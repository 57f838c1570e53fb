//! The JSON form of every kind of answer, against docs/answer.schema.json.

use assert_cmd::Command;
use serde_json::Value;

fn validator() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(include_str!("../../../docs/answer.schema.json")).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn output(args: &[&str], input: &str) -> (Vec<Value>, i32) {
    let output = Command::cargo_bin("sprague").unwrap().args(args).write_stdin(input).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    (lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), output.status.code().unwrap())
}

const QUESTIONS: &[&str] = &[
    "values kayles --to 20",
    "values cut --to 1x3",
    "values cards --to 3",
    "values kayles --from 10^40 --to 10000000000000000000000000000000000000003",
    "value kayles 10^40 7",
    "value cut 5x3 7x10^30",
    "value cards 2,5/9",
    "values 0.6 --to 2000 --digest",
    "law kayles",
    "law 0.16 --limit 1000",
    "law 0.6 --window --limit 70000",
    "law 0.156 --window",
    "law nim",
    "law split:4",
    "law cut --to 6",
    "law cards",
    "moves kayles 3+7+12",
    "moves kayles 3 7 12 --all --first 5",
    "moves nim 10^18+5+5",
    "moves kayles 10^40 --first 3",
    "explain kayles 3+7+12",
    "explain nim 1,2,3",
    "explain kayles 10^40",
    "count wins 0.07 --to 10^100",
    "count moves cut --to 12x123 --polynomial",
    "count partitions split:3 --of 50 --mod 97",
    "count partitions nim --of 9 --table",
    "count tuples kayles --to 100 --from 3 --heaps 5",
    "count tuples cards --from 13 --to 13 --heaps 4",
    "count multisets kayles --to 100 --heaps 5 --won",
    "count sets nim --from 1 --to 2^100 --heaps 5 --ordered --mod 10^9",
    "count pattern nim 1,2,3 --to 2^30",
    "count histogram kayles --to 10^9",
    "count zeros cut --to 5x5",
    "euler 306",
    "euler 798 --n 13 --s 4 --exact",
];

#[test]
fn every_answer_fits_the_schema() {
    let validator = validator();
    for question in QUESTIONS {
        let args: Vec<&str> = question.split(' ').chain(["--json"]).collect();
        let (answers, _) = output(&args, "");
        assert_eq!(answers.len(), 1, "{question}");
        if let Err(error) = validator.validate(&answers[0]) {
            panic!("{question}: {error}\n{}", answers[0]);
        }
    }
    // The schema is no sieve without holes: a key too many and a wrong type are refused.
    let (mut answers, _) = output(&["law", "kayles", "--json"], "");
    answers[0]["colour"] = "red".into();
    assert!(!validator.is_valid(&answers[0]));
    let (mut answers, _) = output(&["euler", "306", "--json"], "");
    answers[0]["answer"] = 852938.into();
    assert!(!validator.is_valid(&answers[0]));
}

/// Runs with and without a law, in a window, and begun only.
#[test]
fn runs_fit_the_schema() {
    let validator = validator();
    let folder = tempfile::tempdir().unwrap();
    for (i, line) in ["kayles --to 300", "0.106 --to 70000", "0.16 --to 10^6 --discard", "grundy --to 0"]
        .iter()
        .enumerate()
    {
        let dir = folder.path().join(i.to_string()).display().to_string();
        let args: Vec<&str> =
            ["search"].into_iter().chain(line.split(' ')).chain(["--dir", &dir, "--json"]).collect();
        let at = format!("@{dir}");
        for args in [&args[..], &["search", "status", "--dir", &dir, "--json"], &["law", &at, "--json"]] {
            let (answers, _) = output(args, "");
            assert_eq!(answers.len(), 1, "{args:?}");
            if let Err(error) = validator.validate(&answers[0]) {
                panic!("{args:?}: {error}\n{}", answers[0]);
            }
        }
    }
}

#[test]
fn sheets_are_always_rows() {
    let (answers, _) = output(&["values", "cut", "--to", "1x3", "--json"], "");
    assert_eq!(answers[0]["values"], serde_json::json!([[0, 0, 0]]));
}

/// Rows of a census have no command that prints one: they are asked for in JSON.
#[test]
fn rows_of_a_census_fit_the_schema() {
    let questions = [
        r#"{"ask":"census","rule":"0.07","limit":"1000","codes":["0.137","0.4"]}"#,
        r#"{"ask":"census","rule":"0.6","limit":"2000","seconds":60}"#,
        r#"{"ask":"census","rule":"0.3F","limit":"2000"}"#,
        // Longer than any clock goes.
        r#"{"ask":"census","rule":"0.6","limit":"2000","seconds":18446744073709551615}"#,
    ];
    let (answers, code) = output(&["batch"], &questions.join("\n"));
    assert_eq!((answers.len(), code), (4, 0));
    for answer in &answers {
        if let Err(error) = validator().validate(answer) {
            panic!("{error}\n{answer}");
        }
    }
    assert_eq!((&answers[0]["normal"], &answers[0]["preperiod"]), (&"0.137".into(), &53.into()));
}

/// A batch gives what single commands give, in order, whatever lies between.
#[test]
fn batches_answer_in_order_and_go_on_after_errors() {
    let mut lines: Vec<&str> = QUESTIONS.to_vec();
    lines.insert(3, "law 0.");
    lines.insert(7, "{\"ask\":\"law\"}");
    lines.insert(9, "check x");
    lines.push("{\"ask\":\"count\",\"count\":\"wins\",\"rule\":\"0.07\",\"to\":\"10^6\"}");
    let (answers, code) = output(&["batch"], &(lines.join("\n\n") + "\n"));
    assert_eq!((answers.len(), code), (lines.len(), 1));
    let validator = validator();
    for (line, answer) in lines.iter().zip(&answers) {
        if answer.get("error").is_some() {
            let codes = [("law 0.", "notation"), ("{\"ask\":\"law\"}", "json"), ("check x", "query")];
            assert!(codes.contains(&(line, answer["code"].as_str().unwrap())), "{line}: {answer}");
            continue;
        }
        assert!(validator.is_valid(answer), "{line}");
        if !line.starts_with('{') && !line.contains("--digest") {
            let args: Vec<&str> = line.split(' ').chain(["--json"]).collect();
            let (mut alone, mut answer) = (output(&args, "").0.remove(0), answer.clone());
            for object in [&mut alone, &mut answer] {
                object["seconds"] = 0.into();
            }
            assert_eq!(alone, answer, "{line}");
        }
    }
    assert_eq!(answers.last().unwrap()["answer"], "852938");
    assert_eq!(output(&["batch"], "").1, 0);
}
