use super::*;
use crate::rules::Rule;

#[test]
fn normal_forms() {
    for (text, normal) in [
        ("0.07", "0.07"),
        (".77", "0.77"),
        ("0.770", "0.77"),
        ("4.3", "4.3"),
        ("0.3f", "0.3F"),
        ("c.0", "C.0"),
        ("0.000", "0.0"),
        ("0.333...", "0.[3]"),
        ("4.3333...", "4.[3]"),
        ("0.0...", "0.0"),
        ("0.70...", "0.7"),
        ("4.4...", "4.[4]"),
        ("0.1234567", "0.1234567"),
        ("0.(13)", "0.[13]"),
        ("0.[13]", "0.[13]"),
        ("0.1(31)", "0.[13]"),
        ("0.1[31]", "0.[13]"),
        ("0.(1313)", "0.[13]"),
        ("0.(3)", "0.[3]"),
        ("0.[3]", "0.[3]"),
        ("0.[63]", "0.[63]"),
        ("0.6[36]", "0.[63]"),
        ("0.3[37]", "0.3[37]"),
        ("0.5(0)", "0.5"),
        ("0.5[0]", "0.5"),
        ("0.g1z", "0.G1Z"),
        ("0.{0,1,2}", "0.7"),
        ("0.7{0-5}", "0.7{0,1,2,3,4,5}"),
        ("0.{5,1,0}", "0.Z"),
        ("0.{2,3}", "0.C"),
        ("{2+}.0", "{2+}.0"),
        ("{2,3+}.0", "{2+}.0"),
        ("{3,2}.0", "C.0"),
        ("0.{0-100}", "0.{0-100}"),
        ("0.{64}", "0.{64}"),
        // Marks.
        ("4!.0", "4!.0"),
        ("4?.0", "4!.0"),
        ("8?.0", "8?.0"),
        ("0.4!", "0.4!"),
        ("0.3!7!", "0.37!"),
        ("0.7!", "0.7!"),
        ("{2+}!.0", "{2+}!.0"),
        ("0.[{0+}=]", "0.[{0+}=]"),
        ("0.{2!,3!}", "0.C!"),
        ("0.{2?,3!}", "0.C!"),
        ("0.{2!,3=}", "0.{2!,3=}"),
        ("0.{0,2!,3=+}", "0.{0,2!,3=+}"),
        ("0.{1!,2=,3}", "0.{1,2=,3}"),
        // Any number of heaps, and large digits by their bits.
        ("0.*", "0.{0+}"),
        ("0.*3", "0.{0+}3"),
        ("0.[*=]", "0.[{0+}=]"),
        ("0.*?3", "0.{0,1,2!,3?+}3"),
        ("0.&64;", "0.{6}"),
        ("0.&3;&127;!", "0.3{0,1,2,3,4,5,6}!"),
        ("&12;.&0;7", "C.07"),
        // Tokens that are added.
        ("80.0", "80.0"),
        ("00.7", "0.7"),
        ("080.7", "80.7"),
        ("{5+}!80.[7?]", "{5+}!80.[7!]"),
    ] {
        let code: Code = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(code.to_string(), normal, "{text}");
        assert_eq!(normal.parse::<Code>().unwrap(), code, "{text}");
    }
    assert_eq!("0.&18446744073709551615;".parse::<Code>(), "0.{0-63}".parse());
}

#[test]
fn refused_with_the_reason() {
    for (text, reason) in [
        ("0.", "digits have to follow"),
        (".", "digits have to follow"),
        ("", "write a digit"),
        ("77", "write a digit"),
        ("0.!", "`!` is not"),
        ("0.7!!", "`!` is not"),
        ("0.7!=", "`=` is not"),
        ("1.7", "two heaps or more"),
        ("6.1", "two heaps or more"),
        ("{0,2}.1", "two heaps or more"),
        ("40.7", "adds 1"),
        ("800.0", "adds 2"),
        ("0.7.7", "`.` is not"),
        ("0....", "digits have to follow"),
        ("...", "write a digit"),
        ("0.()", "brackets at the end"),
        ("0.[]", "brackets at the end"),
        ("0.(3)...", "brackets at the end"),
        ("0.[3]...", "brackets at the end"),
        ("0.[3]7", "brackets at the end"),
        ("0.[3][7]", "brackets at the end"),
        ("0.[(3)]", "brackets at the end"),
        ("0.(3]", "brackets at the end"),
        ("0.3)", "brackets at the end"),
        ("0.(3", "brackets at the end"),
        ("0.[", "brackets at the end"),
        ("[4].3", "`[` is not"),
        ("0.{", "not closed"),
        ("0.&64", "`&` begins"),
        ("0.&;", "`&` begins"),
        ("0.&x;", "`&` begins"),
        ("0.&18446744073709551616;", "`&` begins"),
        ("*.0", "two heaps or more"),
        ("0.{}", "braces hold"),
        ("0.{2,}", "braces hold"),
        ("0.{x}", "braces hold"),
        ("0.{2,2}", "2 occurs twice"),
        ("0.{2+,3}", "behind the last"),
        ("0.{3,2+}", "3 occurs twice"),
        ("0.{5-3}", "smaller number first"),
        ("0.{10^7}", "up to 1000000"),
        ("0.{2!}!", "not both"),
        ("0.7}", "`}` is not"),
    ] {
        let line = text.parse::<Code>().unwrap_err().to_string();
        assert!(line.contains(reason) && !line.contains('\n'), "{text}: {line}");
    }
    let many = (0..600).map(|i| (2 * i).to_string()).collect::<Vec<_>>().join(",");
    assert!(
        format!("0.{{{many}}}").parse::<Code>().unwrap_err().to_string().contains("can be distinguished")
    );
}

#[test]
fn digits_beyond_the_listed_ones() {
    let rule = |text: &str| text.parse::<Rule>().unwrap();
    let allowed = |text: &str, j: u64, t: u64| rule(text).heap_rule().unwrap().removals(j).contains(t);
    assert!(allowed("0.07", 2, 2) && !allowed("0.07", 2, 3) && !allowed("0.07", 0, u64::MAX));
    assert!(allowed("4.[3]", 2, 0) && allowed("4.[3]", 1, 1) && allowed("4.[3]", 0, 9));
    assert!(!allowed("4.[3]", 1, 0) && !allowed("4.[3]", 2, 9));
    assert!(allowed("{2+}.0", 1 << 60, 0) && !allowed("{2+}.0", 1, 0));
}

#[test]
fn parts() {
    for (text, m) in [
        ("0.0", 1),
        ("0.1", 1),
        ("0.3", 1),
        ("0.4", 2),
        ("0.77", 2),
        ("0.18", 3),
        ("8.0", 3),
        ("0.G", 4),
        ("0.{7,9}", 9),
        ("{2+}.0", u64::MAX),
    ] {
        let rule: Rule = text.parse().unwrap();
        assert_eq!(rule.heap_rule().unwrap().most_parts(), m, "{text}");
    }
}
