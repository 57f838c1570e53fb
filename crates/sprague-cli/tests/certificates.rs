//! What the engine claims, the checker verifies; what is changed, it refuses.

use assert_cmd::Command;
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

/// Every two-digit code with an 8-bit that has a law by automata, rules that go on for ever, conditions on parts, and a law with a
/// machine.
#[test]
fn laws_by_automata() {
    let mut verified = 0;
    for number in (1..256u32).filter(|number| number & 0x88 != 0 && number % 16 != 0) {
        let rule: Rule = format!("0.{number:02X}").parse().unwrap();
        let known = laws::find(&rule, 512, &Work::quiet()).unwrap();
        let Some(law) = known.law() else { continue };
        let said = verdict(&certificates::of(&known).unwrap());
        let period = format!("VERIFIED: nim-values of {rule}: period {}", law.period);
        assert!(said.starts_with(&period) && said.contains("both least"), "{said}");
        verified += 1;
    }
    assert!(verified >= 67 + 18, "{verified}");
    for text in [
        "4.3303...",
        "0.F...",
        "0.(70)",
        "0.7...",
        "split:3/unequal/largest=6",
        "split:2/equal",
        "0.8F/least=2",
    ] {
        let said = verdict(&law(text));
        assert!(said.starts_with("VERIFIED"), "{text}: {said}");
    }
    let said = verdict(&law("0.2048"));
    assert!(said.contains("period 13, machines of 17 states, preperiod 6"), "{said}");
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
    let mut wins = counts::wins(known.as_ref(), &sizes, &options, &work).unwrap();
    let claim = Claim::Pieces(sizes, certificates::Outcome::Won);
    let right = certificates::of_count(known.as_ref(), &claim, &wins, None).unwrap();
    assert!(verdict(&right).starts_with("VERIFIED"));
    wins.answer += 1u32;
    let wrong = certificates::of_count(known.as_ref(), &claim, &wins, None).unwrap();
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
        ("tails", "law cut --upto 15"),
        ("wins", "count wins sub:1,3,4 --upto 10^20 --mod 1000"),
        ("moves", "count moves cut --upto 10x50"),
        ("partitions", "count partitions split:3 --of 40"),
        ("tuples", "count tuples cards --size 50 --suits 7 --mod 1000003"),
        ("values", "count wins officers --upto 300"),
        ("nim", "euler 301"),
        ("squares", "euler 310 --n 2000"),
        ("extreme", "euler 409 --n 9"),
        ("divisor-nim", "euler 509"),
        ("divisors", "euler 550 --n 5000"),
        ("coprime", "euler 560 --n 3000 --k 1000"),
        ("board", "euler 649"),
        ("1249", "euler 888 --n 12491249 --m 50"),
        ("any-heaps", "count tuples kayles --from 5 --upto 10^12 --heaps 10^3 --won --mod 12"),
        ("sets", "count sets 0.07 --from 1 --upto 10^100 --heaps 5"),
        ("multisets", "count multisets grundy --upto 200 --heaps 3 --won"),
        ("machines", "count tuples 0.2048 --upto 200 --heaps 3"),
        ("sheets", "count tuples cut --from 3x2 --upto 6x10^20 --heaps 3 --won"),
        ("turned", "count wins cut --from 2x3 --upto 10^30x20 --lost"),
        ("first-moves", "count moves kayles --from 10^6 --upto 10^18 --mod 1000"),
        ("nim-moves", "count moves nim --upto 10^18"),
        ("splits", "count moves split:4 --upto 60"),
        ("coins", "count moves ruler --upto 50"),
        ("losses", "count wins lasker --from 7 --upto 10^20 --lost"),
        ("pattern", "count pattern kayles 1,2 --upto 500"),
        ("histogram", "count histogram take:divisors --upto 10^15 --mod 1000"),
        ("zeros", "count zeros sub:squares --upto 100"),
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
        ("count wins wythoff --upto 9x9", "no certificate for wins of wythoff"),
        ("count moves board:sub:1,2 --upto 9x9", "no certificate for winning moves of board:sub:1,2"),
        ("count partitions nim --of 1500 --mod 7", "no certificate for partitions of 0.3..."),
        ("euler 409 --n 40000", "goes through all heaps, up to 4194304"),
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
    assert!(String::from_utf8_lossy(&kayles.get_output().stdout).contains("checked: nim-values of 0.77"));
}
