//! Formulas by hand, at random, and those that are refused.

use super::*;
use crate::rules::Rule;
use proptest::prelude::*;

fn rule(text: &str) -> Rule {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What the moves of a heap leave.
fn left(text: &str, heap: u64) -> Vec<String> {
    let rule = rule(text);
    rule.moves(&Piece::heap(heap)).iter().map(|mv| rule.show(&mv.leaves)).collect()
}

#[test]
fn moves_by_hand() {
    for (text, heap, expected) in [
        ("moves:n-1;n/2", 7, "3 6"),
        ("moves:n-1;n/2", 1, "0"),
        ("moves:n-1;n/2", 0, ""),
        ("moves:n-d for d in divisors(n)", 12, "0 6 8 9 10 11"),
        ("moves:d for d in divisors(n) if d<n", 12, "1 2 3 4 6"),
        ("moves:n-d for d in digits(n) if d>0", 3052, "3047 3049 3050"),
        ("moves:n-q for q in squares(n)", 10, "1 6 9"),
        ("moves:n-p for p in primes(n)", 10, "3 5 7 8"),
        ("moves:n-b for b in powers(3,n)", 10, "1 7 9"),
        ("moves:n-2*k-1 for k in 0..n", 6, "1 3 5"),
        ("moves:n-a*b for a in 2..3 for b in a..3", 9, "0 3 5"),
        ("moves:[k,n-k] for k in 1..n/2 if k!=n-k", 6, "1+5 2+4"),
        ("moves:[k,k,n-2*k] for k in 1..n/2", 5, "1+1+3 1+2+2"),
        ("moves:n-1 if not (n%2=0 or n=3) and n>1", 5, "4"),
        ("moves:n-1 if not (n%2=0 or n=3) and n>1", 3, ""),
        ("moves:n-1 if (n+1)%2=0", 5, "4"),
        ("moves:n%4 if n>3;min(n-1,3);gcd(n,6) if gcd(n,6)<n;n-sqrt(n);abs(2-n)", 9, "1 3 6 7"),
        ("moves:n-2^2^2;n- -3-5", 20, "4 18"),
        ("moves:n+(-1)^3", 20, "19"),
        ("moves:n-5", 3, ""),
        ("moves:[k,n-k-2] for k in 1..n", 1, ""),
        ("moves:[k,n-k-2] for k in 1..n", 4, "0+2 1+1"),
    ] {
        assert_eq!(left(text, heap).join(" "), expected, "{text} at {heap}");
    }
}

#[test]
fn one_form() {
    for (text, form) in [
        (" Moves : N - 1 ; n/2;n-1", "moves:n-1;n/2"),
        ("moves:((n))-(1+2)", "moves:n-(1+2)"),
        (
            "moves:n-k for k in 1 .. 3 if k < n and ( k=1 or n = 2 )",
            "moves:n-k for k in 1..3 if k<n and (k=1 or n=2)",
        ),
        ("moves:[k,n-k]for k in divisors( n )", "moves:[k,n-k] for k in divisors(n)"),
        ("moves:(n-1)-(n-2)+1", "moves:n-1-(n-2)+1"),
        ("moves:n-(-2)^2-2^-n", "moves:n-(-2)^2-2^-n"),
        ("moves:n-1 if not not n=1", "moves:n-1 if not not n=1"),
    ] {
        assert_eq!(rule(text).notation(), form, "{text}");
        assert_eq!(rule(form).notation(), form);
    }
}

#[test]
fn refused_with_the_place() {
    for (text, reason) in [
        ("moves:", "at its end: a number, a name"),
        ("moves:n-", "at its end"),
        ("moves:n-1;;n/2", "the move ``"),
        ("moves:m-1", "at `m-1`: the names there are n"),
        ("moves:n-k for k in n", "a set is 1..n"),
        ("moves:n-1 for n in 1..3", "a new name"),
        ("moves:n-1 for 3 in 1..3", "a new name"),
        ("moves:n-1 for min in 1..3", "a new name"),
        ("moves:n-k for k of 1..3", "write `for k in 1..n`"),
        ("moves:n-k for k in 1..j for j in 1..2", "at `j for j in 1..2`"),
        ("moves:n-1 if n", "a comparison"),
        ("moves:n-1 n", "nothing more"),
        ("moves:n-99999999999999999999", "below 2^64"),
        ("moves:gcd(n)", "`,` is expected"),
        ("moves:[n-1", "`]` is expected"),
        ("moves:n-a for a in 1..2 for b in 1..2 for c in 1..2 for d in 1..2", "at most 3 loops"),
    ] {
        let line = text.parse::<Rule>().unwrap_err().to_string();
        assert!(line.contains(reason) && !line.contains('\n'), "{text}: {line}");
    }
    for (text, reason) in [("(", "too deep"), ("-", "too deep")] {
        let line = format!("moves:{}n", text.repeat(100)).parse::<Rule>().unwrap_err().to_string();
        assert!(line.contains(reason), "{line}");
    }
    let line = format!("moves:{}1", "n-".repeat(300)).parse::<Rule>().unwrap_err().to_string();
    assert!(line.contains("at most 400 characters"), "{line}");
    let many: Vec<String> = (1..=21).map(|k| format!("n-{k}")).collect();
    assert!(format!("moves:{}", many[1..].join(";")).parse::<Rule>().is_ok());
    assert!(format!("moves:{}", many.join(";")).parse::<Rule>().is_err());
}

#[test]
fn what_is_not_defined_is_an_error() {
    let error = |text: &str, heap: u64| {
        let rule = rule(text);
        let Kind::Formula(game) = rule.kind() else { panic!("{text}") };
        game.options(heap, &mut |_| Ok(()), &mut |_| Ok(())).unwrap_err().to_string()
    };
    for (text, heap, reason) in [
        ("moves:n", 5, "5 → 5"),
        ("moves:n+1", 5, "it leaves 6"),
        ("moves:[1,n]", 5, "5 → 5"),
        ("moves:n/(n-3)", 3, "division by 0"),
        ("moves:n%(n-3)", 3, "division by 0"),
        ("moves:n-2^n", 500, "passes 2^126"),
        ("moves:n-2^(0-n)", 5, "exponent below 0"),
        ("moves:n-n*n*n", u64::MAX, "passes 2^126"),
        ("moves:sqrt(0-n)", 5, "below 0"),
        ("moves:n-p for p in primes(n)", 10_u64.pow(12), "up to 100000000"),
        ("moves:n-p for p in powers(1,n)", 10, "from 2 on"),
        ("moves:n-k for k in 1..10^18", 10, "more than 1000000000 steps"),
        ("moves:n-k for k in divisors(2^62)", 10, "more than 1000000000 steps"),
        ("moves:n-k for k in squares(10^30)", 10, "more than 1000000000 steps"),
    ] {
        let line = error(text, heap);
        assert!(line.contains(reason) && !line.contains('\n'), "{text} at {heap}: {line}");
        // A question about the moves alone does not get other moves.
        let rule = rule(text);
        assert_eq!(rule.moves_at_most(&Piece::heap(heap)), u128::MAX, "{text}");
        assert_eq!(left(text, heap), [heap.to_string()], "{text}");
    }
}

proptest! {
    #[test]
    fn never_panics(text in "moves:[nkd0-9+*/%^()\\[\\],.;<>=! -]{0,40}", heap: u64) {
        if let Ok(rule) = text.parse::<Rule>() {
            prop_assert_eq!(rule.to_string().parse::<Rule>().unwrap(), rule.clone());
            let _ = rule.moves_at_most(&Piece::heap(heap));
        }
    }

    #[test]
    fn never_panics_near_the_form(
        text in "moves:(n-1|n/2|-n|k|\\[k,n-k\\]|n-k)( for k in (1\\.\\.n|divisors\\(n\\)|primes\\(n\\)|2\\.\\.k))?( if (k<n|not n=1 or n>k|\\(n%2=0\\)))?"
    ) {
        if let Ok(rule) = text.parse::<Rule>() {
            prop_assert_eq!(rule.to_string().parse::<Rule>().unwrap(), rule.clone());
            (0..30).for_each(|heap| drop(rule.moves(&Piece::heap(heap))));
        }
    }
}
