//! What the engine claims, the checker verifies; what is changed, it refuses.

use assert_cmd::Command;
use sprague::ask::{self, Question};
use sprague::certificates::{self, Certificate, Claim};
use sprague::rules::{Rule, Sizes};
use sprague::{Options, Work, counts, known, laws};
use sprague_check::check;

fn verdict(certificate: &Certificate) -> String {
    let mut file = Vec::new();
    certificate.write(&mut file).unwrap();
    let read = Certificate::read(&file[..], &sprague_certificate::Limits::default()).unwrap();
    assert_eq!(&read, certificate);
    match check(&read, &sprague_check::Work::default()) {
        Ok(known) => format!("VERIFIED: {}", known.summary),
        Err(fault) => fault.to_string(),
    }
}

fn law(text: &str) -> Certificate {
    let rule: Rule = text.parse().unwrap();
    let known = laws::find(&rule, 1_000_000, &Work::quiet()).unwrap();
    assert!(known.law().is_some(), "{text}");
    certificates::of(&known).unwrap()
}

/// Every two-digit code with an 8-bit that has a law by automata, rules that go on forever, conditions on
/// parts, and a law with a machine.
#[test]
fn laws_by_automata() {
    let (mut verified, mut from_zero) = (0, 0);
    for number in (1..256u32).filter(|number| number & 0x88 != 0 && number % 16 != 0) {
        let rule: Rule = format!("0.{number:02X}").parse().unwrap();
        let known = laws::find(&rule, 512, &Work::quiet()).unwrap();
        let Some(law) = known.law() else { continue };
        // The same preperiod in both, also where the theorem starts at heap 1 and the law at heap 0.
        let (period, preperiod) = (law.period(), law.preperiod());
        let saltus = law.saltus().filter(|&saltus| saltus > 0).map(|saltus| format!(", saltus {saltus}"));
        let saltus = saltus.unwrap_or_default();
        let expected =
            format!("{rule}: period {period}{saltus}, preperiod {preperiod}, both least, for all heaps");
        let said = verdict(&certificates::of(&known).unwrap());
        assert_eq!(said, format!("VERIFIED: nim-values of {expected}"));
        verified += 1;
        from_zero += u32::from(preperiod == 0);
    }
    assert!(verified >= 67 + 18 && from_zero >= 4, "{verified}, {from_zero}");
    for text in
        ["4.330[3]", "0.[F]", "0.[70]", "0.[7]", "split:3/unequal/largest=6", "split:2/equal", "0.8F/least=2"]
    {
        let said = verdict(&law(text));
        assert!(said.starts_with("VERIFIED"), "{text}: {said}");
    }
    let said = verdict(&law("0.2048"));
    assert!(said.contains(": lines and machines of 17 states, by n mod 13, for all n ≥ 6"), "{said}");
}

#[test]
fn laws_of_the_quick_rows_of_the_table() {
    let mut rows = 0;
    for line in include_str!("../../sprague/data/octal-periods.csv").lines().skip(1) {
        let [text, period, preperiod, _] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        if preperiod.parse::<u64>().unwrap() > 12_000 {
            continue;
        }
        let rule: Rule = text.parse().unwrap();
        let expected = format!(
            "VERIFIED: nim-values of {rule}: period {period}, preperiod {preperiod}, both least, for all heaps"
        );
        assert_eq!(verdict(&law(text)), expected);
        rows += 1;
    }
    assert!(rows > 500);
}

#[test]
fn laws_of_other_rules() {
    for text in [
        "sub:1",
        "sub:2,5,7",
        "sub:1,2,10",
        "allbut:1",
        "allbut:1,4",
        "allbut:2,3,7",
        "split:2",
        "split:4",
        "split:9",
        "0.8",
        "8.3",
    ] {
        let rule: Rule = text.parse().unwrap();
        let known = laws::find(&rule, 500, &Work::quiet()).unwrap();
        if known.law().is_some() {
            let verdict = verdict(&certificates::of(&known).unwrap());
            assert!(verdict.starts_with("VERIFIED"), "{text}: {verdict}");
        }
    }
    let cut: Rule = "cut".parse().unwrap();
    let sizes = Sizes::parse(&cut, "40x40").unwrap();
    let known = known::up_to(&cut, &sizes, &Options::default(), &Work::quiet()).unwrap();
    assert!(verdict(&certificates::of(known.as_ref()).unwrap()).starts_with("VERIFIED: rows 1 to 40"));
}

#[test]
fn one_changed_value_is_refused() {
    let right = law("0.156");
    for place in [0, 1, 57, 3478, 3479, 5000, right.values.len() - 1] {
        let mut wrong = right.clone();
        wrong.values[place] ^= 1;
        assert!(verdict(&wrong).starts_with("NOT VERIFIED"), "{place}");
    }
}

#[test]
fn counts_are_recomputed() {
    let (work, options) = (Work::quiet(), Options { limit: 1000, ..Options::default() });
    let kayles: Rule = "kayles".parse().unwrap();
    let sizes = Sizes::heaps(num_bigint::BigUint::from(10u32).pow(30));
    let known = known::up_to(&kayles, &sizes, &options, &work).unwrap();
    let wins = counts::wins(known.as_ref(), &sizes, &options, &work).unwrap();
    let claim = Claim::Pieces(sizes, certificates::Outcome::Won);
    let right = certificates::of_count(known.as_ref(), &claim, &wins, None).unwrap();
    assert!(verdict(&right).starts_with("VERIFIED"));
    let mut wrong = right.clone();
    wrong.count.as_mut().unwrap().answer = (wins.answer() + 1u32).to_string();
    assert!(verdict(&wrong).contains("the count is"), "{}", verdict(&wrong));
}

#[test]
fn the_command_saves_and_checks() {
    let folder = tempfile::tempdir().unwrap();
    for (name, args) in [
        ("strip", "euler 306"),
        ("stones", "euler 629 --n 60 --exact"),
        ("cards", "euler 798 --n 1000 --s 1000"),
        ("paper", "euler 933 --w 20 --h 10^30"),
        ("law", "law kayles"),
        ("tails", "law cut --to 15"),
        ("wins", "count wins sub:1,3,4 --to 10^20 --mod 1000"),
        ("moves", "count moves cut --to 10x50"),
        ("partitions", "count partitions split:3 --of 40"),
        ("tuples", "count tuples cards --from 50 --to 50 --heaps 7 --mod 1000003"),
        ("values", "count wins officers --to 300"),
        ("nim", "euler 301"),
        ("squares", "euler 310 --n 2000"),
        ("extreme", "euler 409 --n 9"),
        ("divisor-nim", "euler 509"),
        ("divisors", "euler 550 --n 5000"),
        ("coprime", "euler 560 --n 3000 --k 1000"),
        ("board", "euler 649"),
        ("1249", "euler 888 --n 12491249 --m 50"),
        ("any-heaps", "count tuples kayles --from 5 --to 10^12 --heaps 10^3 --won --mod 12"),
        ("sets", "count sets 0.07 --from 1 --to 10^100 --heaps 5"),
        ("multisets", "count multisets grundy --to 200 --heaps 3 --won"),
        ("machines", "count tuples 0.2048 --to 200 --heaps 3"),
        ("sheets", "count tuples cut --from 3x2 --to 6x10^20 --heaps 3 --won"),
        ("turned", "count wins cut --from 2x3 --to 10^30x20 --lost"),
        ("first-moves", "count moves kayles --from 10^6 --to 10^18 --mod 1000"),
        ("nim-moves", "count moves nim --to 10^18"),
        ("splits", "count moves split:4 --to 60"),
        ("coins", "count moves ruler --to 50"),
        ("losses", "count wins lasker --from 7 --to 10^20 --lost"),
        ("pattern", "count pattern kayles 1,2 --to 500"),
        ("histogram", "count histogram take:divisors --to 10^15 --mod 1000"),
        ("zeros", "count zeros sub:squares --to 100"),
        ("nim-law", "law nim"),
    ] {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        let sprague = || Command::cargo_bin("sprague").unwrap();
        sprague().args(args.split(' ')).args(["--save", path]).assert().success();
        let checked = sprague().args(["check", path]).assert().success();
        assert!(checked.get_output().stdout.starts_with(b"VERIFIED: "), "{name}");
        let mut bytes = std::fs::read(path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(path, &bytes).unwrap();
        sprague().args(["check", path]).assert().code(2);
    }
    for (args, line) in [
        ("euler 400 --k 10", "no certificate for winning moves of tree"),
        ("count wins wythoff --to 9x9", "no certificate for wins of wythoff"),
        ("count moves board:sub:1,2 --to 9x9", "no certificate for winning moves of board:sub:1,2"),
        ("count partitions nim --of 1500 --mod 7", "no certificate for partitions of 0.[3]"),
        ("euler 409 --n 30000", "goes through all heaps, up to 4194304"),
        ("euler 409 --n 40000", "numbers of at most 10000 digits"),
    ] {
        let refused = Command::cargo_bin("sprague")
            .unwrap()
            .args(args.split(' '))
            .args(["--save", "-"])
            .assert()
            .failure();
        let said = String::from_utf8_lossy(&refused.get_output().stderr).to_string();
        assert!(said.contains(line), "{args}: {said}");
    }
    let kayles =
        Command::cargo_bin("sprague").unwrap().args(["law", "kayles", "--self-check"]).assert().success();
    assert!(
        String::from_utf8_lossy(&kayles.get_output().stdout)
            .contains("checked by the independent checker: nim-values of 0.77")
    );
}

/// What is refused before anything is computed is what would have been refused after it, for every kind of
/// rule and count.
#[test]
fn refusals_know_beforehand() {
    let (work, mut cells) = (Work::quiet(), 0);
    let agree = |json: String| {
        let question: Question =
            serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
        let Ok(answered) = ask::answer(&question, &work) else { return 0 };
        if question.rule().is_some() && !answered.answer().status().is_proved() {
            return 0;
        }
        let (before, after) = (ask::certifiable(&question), answered.certificate());
        assert_eq!(before.is_ok(), after.is_ok(), "{json}: {before:?} {:?}", after.map(drop));
        1
    };
    for rule in [
        "kayles",
        "nim",
        "grundy",
        "sub:1,2",
        "split:3",
        "0.77/unequal",
        "0.8",
        "take:divisors",
        "take:coprime",
        "take:half",
        "mark",
        "split:divisors",
        "ruler",
        "mock-turtles",
        "sub:squares",
        "sub:pow2",
        "sub:fib",
        "allbut:primes",
        "cut",
        "cut:one",
        "cards",
        "tree",
        "wythoff",
        "board:sub:2,3",
    ] {
        let two = rule.parse::<Rule>().unwrap().least_size().len() == 2;
        let (from, to) = if two { ("3x3", "5x6") } else { ("3", "12") };
        let limit = if rule == "grundy" { r#","limit":"500""# } else { "" };
        cells += agree(format!(r#"{{"ask":"law","rule":"{rule}"{limit}}}"#));
        let ranges = [
            format!(r#""rule":"{rule}","to":"{to}""#),
            format!(r#""rule":"{rule}","from":"{from}","to":"{to}""#),
            format!(r#""rule":"{rule}","from":"{to}","to":"{to}""#),
        ];
        for range in ranges {
            let heaps = r#""heaps":"2""#;
            for count in [
                r#""wins""#.to_string(),
                r#""wins","outcome":"lost""#.to_string(),
                r#""moves""#.to_string(),
                format!(r#""tuples",{heaps}"#),
                format!(r#""tuples",{heaps},"mod":"10007""#),
                format!(r#""tuples",{heaps},"outcome":"won","mod":"10007""#),
                format!(r#""multisets",{heaps}"#),
                format!(r#""sets",{heaps}"#),
                r#""histogram""#.to_string(),
                r#""zeros""#.to_string(),
            ] {
                cells += agree(format!(r#"{{"ask":"count","count":{count},{range}}}"#));
            }
        }
        cells += agree(format!(r#"{{"ask":"count","count":"partitions","rule":"{rule}","of":"12"}}"#));
        cells += agree(format!(r#"{{"ask":"count","count":"partition-table","rule":"{rule}","of":"12"}}"#));
        cells += agree(format!(
            r#"{{"ask":"count","count":"pattern","rule":"{rule}","pattern":"1,2","to":"12"}}"#
        ));
    }
    cells += agree(r#"{"ask":"count","count":"partitions","rule":"nim","of":"1401","mod":"7"}"#.to_string());
    cells += agree(r#"{"ask":"count","count":"wins","rule":"kayles","to":"10^10001","mod":"7"}"#.to_string());
    assert!(cells > 500, "{cells} cells");
}

/// Where there is no certificate, that is said before a search or a count that would take long.
#[test]
fn certificates_that_cannot_be_are_refused_at_once() {
    for (args, line) in [
        ("law cards --self-check", "no certificate for the law of cards; its proof is in docs/cards.md"),
        ("law tree --save -", "its proof is in docs/trees.md"),
        ("law board:nim --self-check", "no certificate for the law of board"),
        ("law cut:one --save -", "its proof is in docs/cutting.md"),
        ("law 0.104 --window --self-check", "its values are not kept"),
        ("count wins wythoff --to 2000x2000 --save -", "no certificate for wins of wythoff"),
        ("count partitions nim --of 99999 --save -", "no certificate for partitions of 0.[3]"),
        ("count moves cut --from 3x3 --to 999x999 --save -", "no certificate for winning moves of cut"),
        (
            "count tuples cards --from 2 --to 10^6 --heaps 5 --mod 10007 --save -",
            "no certificate for tuples of cards",
        ),
    ] {
        let start = std::time::Instant::now();
        let output = Command::cargo_bin("sprague").unwrap().args(args.split(' ')).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{args}: {said}");
        assert!(
            said.contains(line) && said.lines().count() == 1 && output.stdout.is_empty(),
            "{args}: {said}"
        );
        assert!(start.elapsed().as_secs() < 5, "{args}");
    }
}

fn asked(question: serde_json::Value) -> sprague::ask::Answered {
    let question: sprague::ask::Question = serde_json::from_value(question).unwrap();
    sprague::ask::answer(&question, &Work::quiet()).unwrap()
}

/// The laws of misère play of all codes of two digits, of rules with other theorems, and a quotient without a
/// law.
#[test]
fn misere_laws() {
    let mut laws = 0;
    let codes = (1..64u32).filter(|code| code % 8 != 0).map(|code| format!("0.{code:02o}"));
    let others = ["4.3", "4.F", "0.123", "sub:1,3,4", "0.[1]", "0.[10]", "split:3/largest=2", "0.7/least=2"];
    let limits = sprague::misere::Limits { heaps: 400, order: 200, levels: 4 };
    for text in codes.chain(others.map(String::from)) {
        let rule: Rule = text.parse().unwrap();
        let known = sprague::misere::find_law(rule.heap_rule().unwrap(), limits, &Work::quiet()).unwrap();
        let certificate = certificates::of_misere(&rule, &known).unwrap();
        let said = verdict(&certificate);
        let (order, lost) = (known.quotient().order(), known.quotient().p_portion().len());
        let start = format!("VERIFIED: misère quotient of {rule}: order {order}, {lost} of them lost; ");
        let rest = match known.law() {
            Some(law) => {
                laws += 1;
                let (period, preperiod) = (law.period(), law.preperiod());
                format!("period {period}, preperiod {preperiod}, both least, for all heaps")
            }
            None => format!("heaps 0 to {}", known.quotient().largest_heap()),
        };
        assert_eq!(said, start + &rest, "{text}");
    }
    assert!(laws >= 36, "{laws}");
}

/// Every count of misère play has a certificate that is verified, and refused with another answer.
#[test]
fn misere_counts() {
    let questions = [
        r#"{"ask":"count","count":"wins","rule":"kayles","to":"10^18","misere":true}"#,
        r#"{"ask":"count","count":"wins","rule":"kayles","from":"5","to":"100","outcome":"lost","misere":true}"#,
        r#"{"ask":"count","count":"tuples","rule":"kayles","to":"10^12","heaps":"10^18","mod":"1000000007","misere":true}"#,
        r#"{"ask":"count","count":"tuples","rule":"0.75","to":"10^12","heaps":"5","misere":true}"#,
        r#"{"ask":"count","count":"multisets","rule":"kayles","to":"10^20","heaps":"6","misere":true}"#,
        r#"{"ask":"count","count":"sets","rule":"0.75","to":"30","heaps":"4","mod":"10","misere":true}"#,
        r#"{"ask":"count","count":"sets","rule":"0.75","to":"30","heaps":"4","ordered":true,"outcome":"won","misere":true}"#,
        r#"{"ask":"count","count":"partitions","rule":"kayles","of":"100","misere":true}"#,
        r#"{"ask":"count","count":"zeros","rule":"kayles","from":"5","to":"100","misere":true}"#,
    ];
    for text in questions {
        let answered = asked(serde_json::from_str(text).unwrap());
        let mut certificate = answered.certificate().unwrap();
        let said = verdict(&certificate);
        assert!(said.starts_with("VERIFIED: misère quotient of "), "{text}: {said}");
        certificate.count.as_mut().unwrap().answer += "1";
        assert!(verdict(&certificate).starts_with("NOT VERIFIED: the count is "), "{text}");
    }
}

/// Every law of the misère census has a certificate that the checker verifies; the other lines are sampled.
#[test]
fn misere_census() {
    use sprague::census::{MISERE_LIMITS, MISERE_TABLE, misere_header, misere_line, misere_rows};
    let lines: Vec<&str> = MISERE_TABLE.lines().collect();
    assert_eq!((lines[0], lines.len()), (misere_header(), 1 + 7 + 56 + 448));
    let mut laws = 0;
    for (place, row) in misere_rows().enumerate() {
        let is_law = row.period.is_some();
        if !is_law && place % 16 != 0 {
            continue;
        }
        let rule: Rule = row.rule.parse().unwrap();
        let known =
            sprague::misere::find_law(rule.heap_rule().unwrap(), MISERE_LIMITS, &Work::quiet()).unwrap();
        assert_eq!(misere_line(&rule, &known), lines[place + 1]);
        if is_law {
            let said = verdict(&certificates::of_misere(&rule, &known).unwrap());
            let (order, lost) = (row.order, row.p_portion);
            let quotient = format!("misère quotient of {rule}: order {order}, {lost} of them lost; ");
            assert!(said.starts_with(&format!("VERIFIED: {quotient}period ")), "{said}");
            laws += 1;
        }
    }
    assert!(laws > 150, "{laws}");
}
