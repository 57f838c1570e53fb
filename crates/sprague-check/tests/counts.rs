//! Counts of pieces, by going through all of them: every small range, every choice, won and lost, exactly and
//! modulo numbers that do and do not divide what is divided by.

mod common;
#[allow(dead_code, reason = "the forger uses all of it")]
#[path = "forger/oracle.rs"]
mod oracle;

use common::*;
use num_bigint::BigUint;
use sprague_certificate::{Certificate, Choice, Law, Outcome, Question, Theorem};
use sprague_check::{Work, check};

/// The checker's number.
fn counted(right: &Certificate, question: &Question, modulus: &str) -> String {
    // A number that no count here is.
    let asked =
        with_count(right.clone(), question.clone(), modulus, "340282366920938463463374607431768211456");
    match check(&asked, &Work::new(1, 1_000_000_000, &|_| ())) {
        Ok(known) => panic!("verified: {}", known.summary),
        Err(fault) => {
            let line = fault.to_string();
            let number = line.strip_prefix("NOT VERIFIED: the count is ").unwrap_or_else(|| panic!("{line}"));
            number.split([' ', ',']).next().unwrap().into()
        }
    }
}

#[track_caller]
fn refused(right: &Certificate, question: Question, modulus: &str, expected: &str) {
    let asked = with_count(right.clone(), question, modulus, "0");
    assert_eq!(check(&asked, &Work::default()).unwrap_err().to_string(), format!("NOT VERIFIED: {expected}"));
}

fn table(rule: &str, n: usize) -> Certificate {
    let values = oracle::continued(rule, vec![], n).unwrap();
    certificate(rule, Law::Table {}, Theorem::Definition, values)
}

fn formula(rule: &str) -> Certificate {
    certificate(rule, Law::Formula { checked: 30 }, Theorem::Formula, vec![])
}

fn size(text: &str) -> Vec<String> {
    text.split('x').map(String::from).collect()
}

/// Choices of m of these values, won and lost, one by one.
fn brute(values: &[u16], choice: Choice, m: usize) -> [u64; 2] {
    fn go(values: &[u16], choice: Choice, left: usize, xor: u16, used: &mut Vec<usize>, out: &mut [u64; 2]) {
        if left == 0 {
            out[usize::from(xor == 0)] += 1;
            return;
        }
        for (i, value) in values.iter().enumerate() {
            let allowed = match choice {
                Choice::Tuples => true,
                Choice::Multisets => used.last().is_none_or(|&last| i >= last),
                Choice::Sets => used.last().is_none_or(|&last| i > last),
                Choice::OrderedSets => !used.contains(&i),
            };
            if allowed {
                used.push(i);
                go(values, choice, left - 1, xor ^ value, used, out);
                used.pop();
            }
        }
    }
    let mut out = [0, 0];
    go(values, choice, m, 0, &mut Vec::new(), &mut out);
    out
}

/// All choices of pieces of one range.
fn every_choice(right: &Certificate, from: &str, to: &str, values: &[u16]) {
    for choice in [Choice::Tuples, Choice::Multisets, Choice::Sets, Choice::OrderedSets] {
        for m in 0..4 {
            let [won, lost] = brute(values, choice, m);
            for (outcome, number) in [(Outcome::Won, won), (Outcome::Lost, lost)] {
                for modulus in [0u64, 1, 2, 6, 7, 12, 1_000_000_007, 1 << 40, (1 << 61) - 1] {
                    let (expected, text) = match modulus {
                        0 => (number, String::new()),
                        modulus => (number % modulus, modulus.to_string()),
                    };
                    let (from, to) = (size(from), size(to));
                    let question = Question::Choices { choice, pieces: m.to_string(), from, to, outcome };
                    let found = counted(right, &question, &text);
                    assert_eq!(found, expected.to_string(), "{} {question:?} mod {modulus}", right.rule);
                }
            }
        }
    }
    for (outcome, won) in [(Outcome::Won, true), (Outcome::Lost, false)] {
        let question = Question::Pieces { from: size(from), to: size(to), outcome };
        let expected = values.iter().filter(|&&value| (value != 0) == won).count();
        assert_eq!(counted(right, &question, ""), expected.to_string(), "{} {question:?}", right.rule);
    }
}

/// Ranges of heaps before, across and behind the stored values; empty ones, and heaps 0 and 1 alone.
#[test]
fn heaps() {
    let nim = automatic("0.[3]", 1, 1, vec![0, 1]);
    let all = [
        periodic("0.07", 1000).unwrap(),
        periodic("sub:1,2", 100).unwrap(),
        arithmetic(&[2, 3], 60),
        split(2, 8, true),
        split(5, 8, true),
        table("grundy", 30),
        nim,
        formula("take:divisors"),
        formula("take:coprime"),
        formula("split:divisors"),
        formula("take:half"),
        formula("sub:pow2"),
        formula("ruler"),
        formula("mock-turtles"),
        table("mark", 30),
        table("allbut:primes", 30),
    ];
    for right in all {
        let values = oracle::continued(&right.rule, vec![], 30).unwrap();
        let least = usize::from(
            ["take:divisors", "split:divisors", "ruler", "mock-turtles"].contains(&&right.rule[..]),
        );
        for (from, to) in [(0, 0), (1, 0), (1, 1), (0, 6), (3, 9), (9, 12), (20, 19)] {
            let from = from.max(least);
            let inside = values.get(from..=to).unwrap_or_default();
            every_choice(&right, &from.to_string(), &to.to_string(), inside);
        }
    }
}

#[test]
fn sheets_and_squares() {
    let g = solve_cut(6, 60);
    let sheets = tails(&g);
    for (from, to) in [("1x1", "1x1"), ("2x3", "4x5"), ("6x40", "6x44"), ("3x2", "2x9")] {
        let [[w1, h1], [w2, h2]] = [from, to].map(|text| {
            let mut numbers = text.split('x').map(|number| number.parse::<usize>().unwrap());
            [numbers.next().unwrap(), numbers.next().unwrap()]
        });
        let values: Vec<u16> =
            (w1..=w2).flat_map(|w| (h1..=h2).map(move |h| (w, h))).map(|(w, h)| g[w][h]).collect();
        every_choice(&sheets, from, to, &values);
        let heaps = periodic("sub:1,3,4", 100).unwrap();
        let one = solve_code(&digits("sub:1,3,4"), 60);
        let squares: Vec<u16> =
            (w1..=w2).flat_map(|x| (h1..=h2).map(move |y| (x, y))).map(|(x, y)| one[x] ^ one[y]).collect();
        every_choice(&Certificate { rule: "board:sub:1,3,4".into(), ..heaps }, from, to, &squares);
    }
}

/// Sheets from a larger size to a smaller one, by far: there are none.
#[test]
fn no_sheets() {
    let sheets = tails(&solve_cut(6, 60));
    for (from, to) in [("6x2", "2x9"), ("2x9", "3x4"), ("6x9", "2x4"), ("2x5000", "6x4")] {
        let question = Question::Pieces { from: size(from), to: size(to), outcome: Outcome::Lost };
        assert_eq!(counted(&sheets, &question, ""), "0", "{from} to {to}");
    }
}

/// Every heap to 40 as both ends, by making all moves.
#[test]
fn first_moves() {
    let mut oracle = oracle::Oracle::default();
    let mut all: Vec<Certificate> = ["0.07", "0.77", "4.3", "4.C0", "0.137", "0.1", "sub:1,3,4", "0.33"]
        .map(|rule| periodic(rule, 2000).unwrap())
        .into();
    all.extend([arithmetic(&[2, 3], 60), split(2, 8, true), split(5, 8, true), split(3, 41, false)]);
    all.extend(
        [
            "grundy",
            "split:4/unequal",
            "split:5/equal",
            "8.8/unequal",
            "0.F/least=2",
            "4.[3]",
            "0.[13]",
            "0.G1",
        ]
        .map(|rule| table(rule, 41)),
    );
    all.extend(["sub:squares", "allbut:fib", "mark", "take:coprime"].map(|rule| table(rule, 41)));
    all.extend(["take:divisors", "split:divisors", "ruler", "mock-turtles"].map(formula));
    for right in all {
        for (from, to) in [(1, 0), (1, 1), (1, 2), (1, 40), (3, 17), (40, 40)] {
            let question = Question::FirstMoves { from: size(&from.to_string()), to: size(&to.to_string()) };
            let found = counted(&right, &question, "");
            let claimed = with_count(right.clone(), question, "", &found);
            oracle.agrees(&claimed).unwrap_or_else(|reason| panic!("{} {from} {to}: {reason}", right.rule));
        }
    }
    // Far out: the polynomials against heaps that were gone through.
    for (rule, upto) in [("0.07", 449), ("0.77", 449), ("4.C0", 119), ("sub:1,3,4", 449), ("0.1", 449)] {
        let question = Question::FirstMoves { from: size("1"), to: size(&upto.to_string()) };
        let right = periodic(rule, 2000).unwrap();
        let claimed = with_count(right.clone(), question.clone(), "", &counted(&right, &question, ""));
        oracle.agrees(&claimed).unwrap_or_else(|reason| panic!("{rule}: {reason}"));
    }
}

/// In Nim, with removals in two cycles, each heap has one winning move; and of four heaps tables go up to
/// 1000 tokens, where one token that may be taken is all that is won.
#[test]
fn first_moves_far_out() {
    let first = |to: &str| Question::FirstMoves { from: size("1"), to: size(to) };
    let nim = automatic("0.[33]", 1, 1, vec![0, 1]);
    for to in ["1", "2", "3", "1000001", "1000000000000000000000"] {
        assert_eq!(counted(&nim, &first(to), ""), to);
    }
    let values = (0..1002).map(|n| u16::from(n == 1)).collect();
    let one = certificate(&format!("0.1{}G", "0".repeat(1100)), Law::Table {}, Theorem::Definition, values);
    assert_eq!(counted(&one, &first("999"), ""), "1");
    assert_eq!(counted(&one, &first("1000"), ""), "1");
    refused(&one, first("1001"), "", "moves that leave more than three heaps are counted up to 1000");
}

/// As many heaps of each value as 10^30: pairs of one value are lost.
#[test]
fn a_formula_that_repeats() {
    let (from, to) = (size("0"), vec![format!("2{}", "9".repeat(30))]);
    let (choice, pieces) = (Choice::Tuples, "2".into());
    let pairs = Question::Choices { choice, pieces, from, to, outcome: Outcome::Lost };
    assert_eq!(counted(&formula("sub:pow2"), &pairs, ""), format!("3{}", "0".repeat(60)));
}

/// Lost tuples of a number of heaps, each from 0 to a largest one.
fn tuples(pieces: &str, to: &str) -> Question {
    let (choice, outcome) = (Choice::Tuples, Outcome::Lost);
    Question::Choices { choice, pieces: pieces.into(), from: size("0"), to: size(to), outcome }
}

/// Of heaps 0 to 9 four have value 0, three 1 and three 2, so the lost tuples are (10^m + 2·4^m + (−2)^m)/4.
#[test]
fn long_numbers() {
    let sub = periodic("sub:1,2", 100).unwrap();
    let many = tuples(&format!("1{}", "0".repeat(30)), "9");
    assert_eq!(counted(&sub, &many, &format!("1{}", "0".repeat(21))), "955807805061340332032");
    let power = |base: u32| BigUint::from(base).pow(4096);
    let expected: BigUint = (power(10) + power(4) * 2u32 + power(2)) / 4u32;
    assert_eq!(counted(&sub, &tuples("4096", "9"), ""), expected.to_string());
    // Heaps 0 and 1 differ in value; 2 bits of pieces and 14 of the count, 8192 times, are 2^17, and no more
    // is done.
    assert_eq!(counted(&sub, &tuples("8192", "1"), ""), BigUint::from(2u32).pow(8191).to_string());
    let long = "the number itself is too long; a residue can be checked";
    refused(&sub, tuples("8193", "1"), "", long);
}

/// The question in words.
#[test]
fn what_is_told() {
    let sub = periodic("sub:1,2", 100).unwrap();
    let (from, to) = (size("0"), size("7"));
    let choices = |choice, outcome| {
        let (pieces, from, to) = ("2".into(), from.clone(), to.clone());
        Question::Choices { choice, pieces, from, to, outcome }
    };
    let (counts, heaps) = (["3", "3", "2"].map(String::from).into(), vec![0, 3, 6]);
    let (multiples, upto) = (vec![1, 4], "9".to_string());
    for (question, words) in [
        (Question::Wins { upto: upto.clone() }, "heaps up to 9 that the first player wins"),
        (Question::Partitions { of: 6, outcome: Outcome::Won }, "partitions of 6 that are won"),
        (
            Question::Pieces { from: from.clone(), to: to.clone(), outcome: Outcome::Lost },
            "pieces of 0 to 7 that are lost",
        ),
        (choices(Choice::Tuples, Outcome::Won), "tuples of 2 pieces of 0 to 7 that are won"),
        (choices(Choice::Multisets, Outcome::Lost), "multisets of 2 pieces of 0 to 7 that are lost"),
        (choices(Choice::Sets, Outcome::Won), "sets of 2 pieces of 0 to 7 that are won"),
        (choices(Choice::OrderedSets, Outcome::Won), "ordered sets of 2 pieces of 0 to 7 that are won"),
        (
            Question::FirstMoves { from: from.clone(), to: to.clone() },
            "winning first moves of pieces of 0 to 7",
        ),
        (Question::Pattern { multiples, upto, outcome: Outcome::Lost }, "n from 1 to 9 with 1n+4n lost"),
        (
            Question::Histogram { from: from.clone(), to: to.clone(), counts },
            "pieces of 0 to 7, by value as stated",
        ),
        (
            Question::Zeros { from: from.clone(), to: to.clone(), heaps },
            "pieces of 0 to 7 that are lost, as stated",
        ),
    ] {
        let answer = counted(&sub, &question, "");
        let known = check(&with_count(sub.clone(), question, "", &answer), &Work::default()).unwrap().summary;
        let law = "nim-values of sub:1,2: period 3, preperiod 0, both least, for all heaps";
        assert_eq!(known, format!("{law}; {words}: {answer}"));
    }
}

#[test]
fn lists() {
    let sub = periodic("sub:1,2", 100).unwrap();
    let zeros = |from: &str, to: &str, heaps: &[u64]| Question::Zeros {
        from: size(from),
        to: size(to),
        heaps: heaps.into(),
    };
    assert_eq!(counted(&sub, &zeros("0", "7", &[0, 3, 6]), ""), "3");
    assert_eq!(counted(&sub, &zeros("5", "4", &[]), ""), "0");
    assert_eq!(counted(&sub, &zeros("3", "3", &[3]), ""), "1");
    let pieces = |rule: &Certificate, from: &str, to: &str| {
        let asked = |outcome| Question::Pieces { from: size(from), to: size(to), outcome };
        [Outcome::Won, Outcome::Lost].map(|outcome| counted(rule, &asked(outcome), ""))
    };
    assert_eq!(pieces(&sub, "0", "7"), ["5", "3"]);
    assert_eq!(pieces(&sub, "2", "7"), ["4", "2"]);
    assert_eq!(pieces(&formula("ruler"), "1", "7"), ["7", "0"]);
    assert_eq!(pieces(&formula("take:divisors"), "3", "8"), ["3", "3"]);
    refused(&sub, zeros("0", "7", &[0, 3]), "", "3 heaps are lost, not 2");
    refused(&sub, zeros("0", "7", &[0, 3, 5]), "", "heap 5 is not lost");
    let order = "the lost heaps are not in ascending order, or of other sizes";
    for heaps in [&[0, 6, 3][..], &[0, 3, 3], &[0, 3, 6, 9]] {
        refused(&sub, zeros("0", "7", heaps), "", order);
    }
    refused(&sub, zeros("1", "7", &[0, 3, 6]), "", order);
    refused(&sub, zeros("5", "4", &[3]), "", "there is no heap of these sizes");
    let histogram = |from: &str, to: &str, counts: &[&str]| Question::Histogram {
        from: size(from),
        to: size(to),
        counts: counts.iter().map(|c| c.to_string()).collect(),
    };
    assert_eq!(counted(&sub, &histogram("0", "7", &["3", "3", "2"]), ""), "8");
    assert_eq!(counted(&sub, &histogram("0", "7", &["1", "1", "0"]), "2"), "0");
    assert_eq!(counted(&sub, &histogram("2", "1", &[]), ""), "0");
    assert_eq!(counted(&sub, &histogram("0", "7", &["3", "3", "2", "0"]), ""), "8");
    let powers = histogram("3", "9", &["4", "1", "1", "1"]);
    assert_eq!(counted(&formula("take:divisors"), &powers, ""), "7");
    refused(&sub, histogram("0", "7", &["3", "3"]), "", "2 pieces have the value 2");
    refused(&sub, histogram("0", "7", &["3", "3", "2", "0", "0"]), "", "no piece has the value 4");
    refused(&sub, histogram("0", "7", &["3", "4", "2"]), "", "3 pieces have the value 1");
    let tail = histogram("2x1", "2x1000000000000000000000", &["1", "999999999999999999999"]);
    assert_eq!(counted(&tails(&solve_cut(3, 30)), &tail, ""), "1000000000000000000000");
}

#[test]
fn patterns() {
    let pattern = |multiples: &[u64], upto: &str, outcome| Question::Pattern {
        multiples: multiples.into(),
        upto: upto.into(),
        outcome,
    };
    let nim = automatic("0.[3]", 1, 1, vec![0, 1]);
    assert_eq!(counted(&nim, &pattern(&[1, 2, 3], "1024", Outcome::Lost), ""), "144");
    assert_eq!(counted(&nim, &pattern(&[1, 2, 3], "1024", Outcome::Won), ""), "880");
    // The same by the values, of a rule that has them one by one.
    let listed = table("0.[3]/largest=5000", 3073);
    assert_eq!(counted(&listed, &pattern(&[1, 2, 3], "1024", Outcome::Lost), ""), "144");
    assert_eq!(counted(&nim, &pattern(&[5, 5], "1000000000000000000000", Outcome::Lost), "7"), "6");
    // Heaps n and 3n have the same power of 2.
    assert_eq!(counted(&formula("take:divisors"), &pattern(&[1, 3], "20", Outcome::Lost), ""), "20");
    assert_eq!(counted(&nim, &pattern(&[1; 64], "9", Outcome::Lost), ""), "9");
    let sound = "a pattern is at most 64 numbers from 1 to 1048576";
    for multiples in [&[][..], &[0, 1], &[1 << 21], &[1; 65]] {
        refused(&nim, pattern(multiples, "9", Outcome::Lost), "", sound);
    }
    refused(
        &listed,
        pattern(&[1, 4], "1024", Outcome::Lost),
        "",
        "the count needs the values up to heap 4096",
    );
}

#[test]
fn what_does_not_fit() {
    let pieces =
        |from: &str, to: &str| Question::Pieces { from: size(from), to: size(to), outcome: Outcome::Won };
    let multisets = |pieces: &str| Question::Choices {
        choice: Choice::Multisets,
        pieces: pieces.into(),
        from: size("0"),
        to: size("9"),
        outcome: Outcome::Lost,
    };
    let (sub, sheets) = (periodic("sub:1,2", 100).unwrap(), tails(&solve_cut(4, 40)));
    refused(&sub, pieces("1x1", "2x2"), "", "sizes of this rule have 1 numbers");
    refused(&sub, pieces("1", "2x2"), "", "sizes of this rule have 1 numbers");
    refused(&sub, pieces("1x1", "2"), "", "sizes of this rule have 1 numbers");
    refused(&sheets, pieces("1", "2"), "", "sizes of this rule have 2 numbers");
    let wins = Question::Wins { upto: "9".into() };
    refused(&formula("ruler"), wins, "", "this question does not fit this rule");
    refused(&sheets, pieces("0x1", "2x2"), "", "the least size of this rule is 1");
    refused(&formula("ruler"), pieces("0", "2"), "", "the least size of this rule is 1");
    refused(&table("ruler", 20), pieces("0", "2"), "", "the least size of this rule is 1");
    refused(&sheets, pieces("1x1", "5x2"), "", "sheets of width 5 need rows up to there");
    refused(
        &table("grundy", 20),
        pieces("0", "20"),
        "",
        "wins up to 20 need a law, there are only 20 values",
    );
    refused(&table("grundy", 20), tuples("2", "20"), "", "the count needs the values up to heap 20");
    let long = "the number itself is too long; a residue can be checked";
    refused(&sub, tuples("1000000000000000000000", "9"), "", long);
    refused(&sub, tuples("100000", "9"), "", long);
    refused(&sub, multisets("1000000"), "", long);
    refused(&sub, multisets("100000000000000000000"), "7", "too many pieces are chosen");
    refused(&sub, multisets("100000"), "6", "too many pieces to divide by their permutations modulo 6");
    refused(
        &sheets,
        Question::FirstMoves { from: size("1x1"), to: size("2x2") },
        "",
        "this question does not fit this rule",
    );
    let board = |rule: &str, right: Certificate| Certificate { rule: format!("board:{rule}"), ..right };
    refused(
        &board("0.07", periodic("0.07", 1000).unwrap()),
        pieces("1x1", "2x2"),
        "",
        "a board has a rule of heaps that only takes",
    );
    refused(
        &board("sub:1,2", sub),
        Question::FirstMoves { from: size("1x1"), to: size("2x2") },
        "",
        "this question does not fit this rule",
    );
    for (rule, line) in
        [("mark", "no formula is known for this rule"), ("sub:squares", "no formula is known for this rule")]
    {
        assert_eq!(
            check(&formula(rule), &Work::default()).unwrap_err().to_string(),
            format!("NOT VERIFIED: {line}")
        );
    }
    assert_eq!(
        check(&formula("ruler"), &Work::default()).unwrap().summary,
        "nim-values of ruler: the formula for all heaps, a theorem, agrees with the rule up to 30"
    );
    let mut wrong = formula("ruler");
    wrong.values = vec![0];
    assert_eq!(
        check(&wrong, &Work::default()).unwrap_err().to_string(),
        "NOT VERIFIED: a formula has no values"
    );
    for checked in [0, 1, 4097, u64::MAX] {
        let law = Law::Formula { checked };
        let fault = check(&Certificate { law, ..formula("ruler") }, &Work::default()).unwrap_err();
        assert!(fault.to_string().contains("up to 2 … 4096 tokens"), "{fault}");
    }
}

/// Values of rules of arithmetic, each wrong one at its place.
#[test]
fn every_wrong_value_of_rules_of_arithmetic() {
    let families = ["squares", "primes", "pow2", "fib"];
    let families = families.iter().flat_map(|word| [format!("sub:{word}"), format!("allbut:{word}")]);
    let others =
        ["take:divisors", "take:coprime", "take:half", "mark", "split:divisors", "ruler", "mock-turtles"];
    for rule in families.chain(others.map(String::from)) {
        let right = table(&rule, 30);
        let known = check(&right, &Work::default()).unwrap().summary;
        assert_eq!(known, format!("nim-values of {rule}: heaps 0 to 29 as stated"));
        for n in 0..30 {
            let mut wrong = right.clone();
            wrong.values.truncate(n + 1);
            for value in (0..right.values[n] + 3).filter(|&value| value != right.values[n]) {
                wrong.values[n] = value;
                let line = check(&wrong, &Work::default()).unwrap_err().to_string();
                assert!(line.ends_with(&format!(", at n = {n}")), "{rule}: {line}");
            }
        }
    }
}
