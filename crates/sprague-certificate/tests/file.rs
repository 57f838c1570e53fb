//! The file: what is written is read; anything else is an error that says what is wrong.

use std::io::Read;

use flate2::read::DeflateDecoder;
use proptest::prelude::*;
use sprague_certificate::{
    Certificate, Choice, Class, Count, Law, Limits, MachineState, MisereTail, Outcome, Question, ReadError,
    Split, Theorem,
};

fn example() -> Certificate {
    Certificate {
        tool: "test 0".into(),
        rule: "0.07".into(),
        law: Law::Periodic { period: 34, preperiod: 53, minimal: true },
        theorem: Theorem::TakeAndBreakPeriod,
        count: Some(Count {
            question: Question::Wins { upto: "5".into() },
            modulus: None,
            answer: "3".into(),
        }),
        splits: vec![Split { mask: 6, parity: false }],
        values: (0..176u16).map(|n| n * n % 34 % 10).collect(),
    }
}

fn written(certificate: &Certificate) -> Vec<u8> {
    let mut file = Vec::new();
    certificate.write(&mut file).unwrap();
    file
}

fn error(file: &[u8]) -> ReadError {
    Certificate::read(file, &Limits::default()).expect_err("this should not have been read")
}

/// Put the right checksum under a changed file, so that the change itself is met.
fn sealed(body: &[u8]) -> Vec<u8> {
    [body, format!("\nend {:08x}\n", crc32fast::hash(body)).as_bytes()].concat()
}

/// The file without its end line.
fn body(file: &[u8]) -> &[u8] {
    &file[..file.len() - "\nend 01234567\n".len()]
}

/// The example with a piece of its header replaced.
fn with_header(from: &str, to: &str) -> Vec<u8> {
    let file = written(&example());
    let line = file.iter().enumerate().filter(|&(_, &b)| b == b'\n').nth(1).unwrap().0;
    let header = std::str::from_utf8(&file[..line]).unwrap();
    assert!(header.contains(from), "{header}");
    sealed(&[header.replacen(from, to, 1).as_bytes(), &body(&file)[line..]].concat())
}

#[test]
fn layout() {
    // The bytes that docs/certificate-format.md shows.
    let certificate = Certificate {
        tool: "example 1.0".into(),
        rule: "sub:1,2".into(),
        law: Law::Periodic { period: 3, preperiod: 0, minimal: true },
        theorem: Theorem::SubtractionWindow,
        count: None,
        splits: vec![],
        values: vec![0, 1, 2, 0, 1],
    };
    let file = written(&certificate);
    let header = concat!(
        "sprague-certificate\n",
        r#"{"version":1,"tool":"example 1.0","rule":"sub:1,2","#,
        r#""law":{"kind":"periodic","period":3,"preperiod":0,"minimal":true},"theorem":"subtraction-window","#,
        r#""values":{"count":5,"bytes":1,"delta":3,"packed":7}}"#,
        "\n"
    );
    assert_eq!(std::str::from_utf8(&file[..header.len()]).unwrap(), header);
    assert_eq!(&file[header.len()..header.len() + 7], [0x63, 0x60, 0x64, 0x62, 0x60, 0x00, 0x00]);
    let end = std::str::from_utf8(&file[header.len() + 7..]).unwrap();
    assert_eq!(end, "\nend f1c748f3\n");
}

#[test]
fn all_claims_are_read_as_written() {
    let tail = MisereTail { period: 1, preperiod: 0, minimal: true };
    let laws = [
        Law::Table {},
        Law::Periodic { period: 1, preperiod: 0, minimal: false },
        Law::ArithmeticPeriodic { period: 5, preperiod: 7, saltus: 2, minimal: true },
        Law::ClosedForm {},
        Law::Tails { tails: vec![1, 2, 30] },
        Law::CardFormula { checked: 12 },
        Law::Formula { checked: 100 },
        Law::Misere { order: 6, heaps: 9, generators: vec![1, 2], lost: 2, tail: None },
        Law::Misere { order: 1, heaps: 2, generators: vec![], lost: 0, tail: Some(tail) },
    ];
    let size = |numbers: &[&str]| numbers.iter().map(|digits| digits.to_string()).collect::<Vec<_>>();
    let (from, to) = (size(&["1", "0"]), size(&["12", "1000000000000000000000"]));
    let choices = |choice, outcome| {
        let (pieces, from, to) = ("1249".into(), size(&["0"]), size(&["29"]));
        Question::Choices { choice, pieces, from, to, outcome }
    };
    let questions = [
        Question::Wins { upto: "1000000000000000000000".into() },
        Question::Moves { width: 123, height: "1234567".into() },
        Question::Partitions { of: 200, outcome: Outcome::Lost },
        Question::ScatterstoneWins { of: 200 },
        Question::CardTuples { cards: 13, suits: 4 },
        Question::Pieces { from: from.clone(), to: to.clone(), outcome: Outcome::Won },
        choices(Choice::Tuples, Outcome::Lost),
        choices(Choice::Multisets, Outcome::Won),
        choices(Choice::Sets, Outcome::Lost),
        choices(Choice::OrderedSets, Outcome::Lost),
        Question::FirstMoves { from: size(&["0"]), to: size(&["7"]) },
        Question::Pattern { multiples: vec![1, 2, 3], upto: "1073741824".into(), outcome: Outcome::Lost },
        Question::Histogram { from: from.clone(), to: to.clone(), counts: size(&["3", "0", "7"]) },
        Question::Zeros { from, to, heaps: vec![0, 2, 5] },
    ];
    let of_old = &questions[..5];
    for law in laws {
        for question in &questions {
            let modulus = Some("1000000007".into());
            let count = Some(Count { question: question.clone(), modulus, answer: "1".into() });
            let certificate = Certificate { law: law.clone(), count, ..example() };
            let file = written(&certificate);
            assert_eq!(Certificate::read(&file[..], &Limits::default()).unwrap(), certificate);
            // The later of what brought the law and what brought the question.
            let version = match law {
                Law::Misere { .. } => 4,
                Law::Formula { .. } => 3,
                _ if of_old.contains(question) => 1,
                _ => 3,
            };
            let header = format!("sprague-certificate\n{{\"version\":{version},");
            assert!(file.starts_with(header.as_bytes()), "{law:?}, {question:?}");
        }
    }
}

#[test]
fn truncated_at_every_byte() {
    let file = written(&example());
    for length in 0..file.len() {
        let error = error(&file[..length]);
        let expected = matches!(error, ReadError::Truncated(_)) || length == 0;
        assert!(expected, "{length} of {} bytes: {error}", file.len());
    }
    assert!(matches!(error(b""), ReadError::NotACertificate));
}

/// The line says in which part the file ends.
#[test]
fn truncated_where() {
    let file = written(&example());
    let header = "sprague-certificate\n".len();
    let packed = file.len() - "\nend 01234567\n".len() - packed_length(&file);
    let ends = [(header, "first line"), (packed, "header"), (body(&file).len(), "packed values")];
    for length in 1..file.len() {
        let part = ends.iter().find(|&&(end, _)| length < end).map_or("end line", |&(_, part)| part);
        let expected = format!("truncated: the file ends inside the {part}");
        assert_eq!(error(&file[..length]).to_string(), expected, "{length}");
    }
    for end in ["\nx", "x", "\nfin", "\nend", "\nend "] {
        let error = error(&[body(&file), end.as_bytes()].concat());
        let expected = if end.starts_with("\ne") { "truncated" } else { "bad end" };
        assert!(error.to_string().starts_with(expected), "{end:?}: {error}");
    }
}

#[test]
fn every_bit_changed() {
    let file = written(&example());
    for bit in 0..8 * file.len() {
        let mut changed = file.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        error(&changed);
    }
}

#[test]
fn trailing_bytes() {
    for extra in ["\n", " ", "x", "\nend 00000000\n"] {
        let file = [&written(&example())[..], extra.as_bytes()].concat();
        assert_eq!(error(&file).to_string(), "trailing bytes after the end of the certificate");
    }
    let file = written(&example());
    assert!(matches!(error(&[&file[..], &file].concat()), ReadError::Trailing));
}

#[test]
fn checksum() {
    let mut file = written(&example());
    let last = file.len() - 2;
    file[last] = if file[last] == b'0' { b'1' } else { b'0' };
    assert!(error(&file).to_string().starts_with("wrong checksum: the file says "));
    file[last] = b'G';
    assert!(matches!(error(&file), ReadError::End));
    file[last] = b'A';
    assert!(matches!(error(&file), ReadError::End), "small letters only");
}

#[test]
fn versions() {
    let said = |version: &str| error(&with_header(r#""version":1,"#, version)).to_string();
    assert_eq!(
        said(r#""version":5,"#),
        "format version 5 is not known to this program, which reads versions 1 to 4"
    );
    assert_eq!(
        said(r#""version":5,"new":[1],"#),
        "format version 5 is not known to this program, which reads versions 1 to 4"
    );
    assert_eq!(
        said(r#""version":0,"#),
        "format version 0 is not known to this program, which reads versions 1 to 4"
    );
    assert_eq!(said(r#""version":2,"#), "bad header: a claim of this kind has version 1");
    assert_eq!(said(r#""version":3,"#), "bad header: a claim of this kind has version 1");
    assert!(said("").starts_with("bad header: missing field `version`"));
    assert!(said(r#""version":"1","#).starts_with("bad header: invalid type"));
}

/// Laws by automata came with version 2, and have no other.
#[test]
fn a_law_has_one_version() {
    let classes = vec![Class::Line(0, 1), Class::Machine(0)];
    let machines = vec![MachineState { zero: true, next: [Some(0), None, None, Some(0)] }];
    let law = Law::Automatic { period: 2, preperiod: 1, classes, machines, minimal: false };
    let certificate = Certificate { law, theorem: Theorem::Automata, values: vec![0], ..example() };
    let file = written(&certificate);
    assert_eq!(Certificate::read(&file[..], &Limits::default()).unwrap(), certificate);
    let header = "sprague-certificate\n{\"version\":";
    assert_eq!(std::str::from_utf8(&file[..=header.len()]).unwrap(), format!("{header}2"));
    let older = sealed(&[header.as_bytes(), b"1", &body(&file)[header.len() + 1..]].concat());
    assert_eq!(error(&older).to_string(), "bad header: a claim of this kind has version 2");
}

#[test]
fn headers() {
    let said = |from: &str, to: &str| error(&with_header(from, to)).to_string();
    assert!(said(r#""rule":"0.07","#, "").contains("missing field `rule`"));
    assert!(said(r#""rule":"0.07","#, r#""rule":"0.07","extra":1,"#).contains("unknown field `extra`"));
    assert!(said(r#""rule":"0.07","#, r#""rule":"0.07","rule":"0.07","#).contains("duplicate field"));
    assert!(said(r#""minimal":true"#, r#""minimal":true,"proved":true"#).contains("unknown field `proved`"));
    assert!(said("take-and-break-period", "trust-me").contains("unknown variant `trust-me`"));
    assert!(said(r#""kind":"periodic""#, r#""kind":"chaotic""#).contains("unknown variant `chaotic`"));
    assert!(said(r#""period":34"#, r#""period":-34"#).contains("invalid value"));
    assert!(said(r#""period":34"#, r#""period":34.5"#).contains("invalid type"));
    assert!(said(r#""period":34"#, r#""period":1e300"#).contains("bad header"));
    assert!(said("{", &"[".repeat(100_000)).contains("bad header"));
    assert!(said(r#""mask":6"#, r#""mask":65536"#).contains("bad header"));
    let nine = r#"{"mask":6,"parity":false},"#.repeat(8) + r#"{"mask":6,"#;
    assert_eq!(said(r#"{"mask":6,"#, &nine), "bad header: more than 8 splits");
    // One line, whatever the file says.
    let hostile = said(r#""rule":"0.07","#, r#""rule":"0.07","\n\u001b[2J":1,"#);
    assert!(hostile.contains("unknown field `??[2J`"), "{hostile}");
    let long = "x".repeat(1 << 20);
    assert_eq!(said("0.07", &long), "the header is longer than 1048576 bytes, the limit in force");
    assert_eq!(error(b"SPRAGUE").to_string(), ReadError::NotACertificate.to_string());
}

/// The library that reads JSON would take a list for an object and null for nothing; the format does not.
#[test]
fn one_way_to_write_it() {
    let said = |from: &str, to: &str| error(&with_header(from, to)).to_string();
    let law = r#"{"kind":"periodic","period":34,"preperiod":53,"minimal":true}"#;
    let asks = |field: &str| format!("bad header: `{field}` is not written as the format asks");
    assert_eq!(said(law, r#"["periodic",34,53,true]"#), asks("law"));
    assert_eq!(said(r#"{"mask":6,"parity":false}"#, "[6,false]"), asks("splits"));
    assert_eq!(said(r#"{"question":{"kind":"wins","upto":"5"},"answer":"3"}"#, "null"), asks("count"));
    let question = r#"{"kind":"wins","upto":"5"}"#;
    assert_eq!(said(question, r#"["wins","5"]"#), asks("count"));
    let count = format!(r#"{{"question":{question},"answer":"3"}}"#);
    assert_eq!(said(&count, &format!(r#"[{question},"7","3"]"#)), asks("count"));
    let packed = packed_length(&written(&example()));
    let packing = format!(r#"{{"count":176,"bytes":1,"delta":34,"packed":{packed}}}"#);
    assert_eq!(said(&packing, &format!("[176,1,34,{packed}]")), asks("values"));
    assert!(said(r#""answer":"3""#, r#""modulus":null,"answer":"3""#).contains("invalid type: null"));
    // An empty list may stand where nothing may.
    let empty = with_header(r#"[{"mask":6,"parity":false}]"#, "[]");
    assert!(Certificate::read(&empty[..], &Limits::default()).unwrap().splits.is_empty());
}

/// The whole header as a list of its fields.
#[test]
fn a_list_for_a_header() {
    let list =
        r#"[1,"test 0","sub:1,2",{"kind":"table"},"definition",{"count":0,"bytes":1,"delta":0,"packed":2}]"#;
    let file = sealed(&[b"sprague-certificate\n", list.as_bytes(), b"\n\x03\x00"].concat());
    assert!(error(&file).to_string().starts_with("bad header: "));
}

#[test]
fn digits() {
    let expected = "expected a number in decimal digits, with no zero before it";
    for bad in ["", "03", "00", "-3", "+3", "3 ", "3.0", "0x3", "\u{663}", "1e3"] {
        for (from, to) in [(r#""answer":"3""#, "answer"), (r#""upto":"5""#, "upto")] {
            let said = error(&with_header(from, &format!(r#""{to}":"{bad}""#))).to_string();
            assert!(said.contains(expected), "{to} {bad}: {said}");
        }
        let modulus = format!(r#""modulus":"{bad}","answer":"3""#);
        let said = error(&with_header(r#""answer":"3""#, &modulus)).to_string();
        assert!(said.contains(expected), "modulus {bad}: {said}");
    }
    for good in ["0", "10", "98765432109876543210"] {
        let modulus = format!(r#""modulus":"{good}","answer":"{good}""#);
        let read =
            Certificate::read(&with_header(r#""answer":"3""#, &modulus)[..], &Limits::default()).unwrap();
        let count = read.count.unwrap();
        assert_eq!((count.modulus.as_deref(), count.answer.as_str()), (Some(good), good));
    }
    let moves = Question::Moves { width: 5, height: "07".into() };
    let count = Some(Count { question: moves, modulus: None, answer: "1".into() });
    assert!(error(&written(&Certificate { count, ..example() })).to_string().contains(expected));
    let sizes = Question::FirstMoves { from: vec!["1".into()], to: vec!["7".into(), "-1".into()] };
    let count = Some(Count { question: sizes, modulus: None, answer: "1".into() });
    assert!(error(&written(&Certificate { count, ..example() })).to_string().contains(expected));
}

/// Marks that turn the direction of writing, and blanks of no width, would make a line read as another one.
#[test]
fn error_texts_show_what_they_say() {
    let said = |c: &str| {
        error(&with_header(r#""rule":"0.07","#, &format!(r#""rule":"0.07","a{c}b":1,"#))).to_string()
    };
    for c in ["\u{202e}", "\u{2066}", "\u{200b}", "\u{feff}", "\u{85}", "\u{2028}", "\u{7f}", "\u{301}"] {
        assert!(said(c).contains("unknown field `a?b`"), "{}", said(c).escape_debug());
    }
    for c in ["é", "∀", "'", "日"] {
        assert!(said(c).contains(&format!("unknown field `a{c}b`")), "{}", said(c));
    }
}

#[test]
fn absurd_lengths() {
    let said = |from: &str, to: &str| error(&with_header(from, to)).to_string();
    assert_eq!(
        said(r#""count":176"#, r#""count":1000000000000000"#),
        "the header claims 1000000000000000 values, more than the limit of 268435456"
    );
    assert_eq!(
        said(r#""count":176"#, r#""count":18446744073709551615"#),
        "the header claims 18446744073709551615 values, more than the limit of 268435456"
    );
    assert_eq!(
        said(r#""count":176"#, r#""count":268435456"#),
        "bad values: fewer bytes than the header says"
    );
    assert_eq!(said(r#""count":176"#, r#""count":177"#), "bad values: fewer bytes than the header says");
    assert_eq!(said(r#""count":176"#, r#""count":175"#), "bad values: more bytes than the header says");
    assert_eq!(said(r#""count":176"#, r#""count":0"#), "bad values: more bytes than the header says");
    assert_eq!(said(r#""bytes":1"#, r#""bytes":2"#), "bad values: fewer bytes than the header says");
    assert_eq!(said(r#""bytes":1"#, r#""bytes":0"#), "bad header: `bytes` has to be 1 or 2");
    assert_eq!(said(r#""bytes":1"#, r#""bytes":8"#), "bad header: `bytes` has to be 1 or 2");
    let file = written(&example());
    let packed = format!("\"packed\":{}", packed_length(&file));
    assert_eq!(
        said(&packed, r#""packed":18446744073709551615"#),
        "bad header: `packed` is longer than these values can need"
    );
    assert!(said(&packed, r#""packed":1000"#).starts_with("truncated: the file ends inside"));
    assert!(said(&packed, &format!("\"packed\":{}", packed_length(&file) - 1)).starts_with("bad end"));
    assert!(said(&packed, r#""packed":0"#).starts_with("bad end"));
    // A large delta only says that nothing is relative to anything.
    assert!(
        Certificate::read(
            &with_header(r#""delta":34"#, r#""delta":18446744073709551615"#)[..],
            &Limits::default()
        )
        .is_ok()
    );
}

fn packed_length(file: &[u8]) -> usize {
    let header_end = file.iter().enumerate().filter(|&(_, &b)| b == b'\n').nth(1).unwrap().0;
    body(file).len() - header_end - 1
}

/// The most that the format allows is read, and one more is not.
#[test]
fn limits_are_met() {
    let splits = vec![Split { mask: 6, parity: false }; Certificate::MAX_SPLITS];
    let eight = Certificate { splits, ..example() };
    assert_eq!(Certificate::read(&written(&eight)[..], &Limits::default()).unwrap(), eight);
    let said = |packed: u64| {
        let file = with_header(
            &format!(r#""count":176,"bytes":1,"delta":34,"packed":{}"#, packed_length(&written(&example()))),
            &format!(r#""count":3000,"bytes":1,"delta":34,"packed":{packed}"#),
        );
        error(&file).to_string()
    };
    assert_eq!(said(7003), "truncated: the file ends inside the packed values");
    assert_eq!(said(7004), "bad header: `packed` is longer than these values can need");
    let limits = Limits { values: 176, ..Limits::default() };
    assert!(Certificate::read(&written(&example())[..], &limits).is_ok());
    let limits = Limits { values: 175, ..limits };
    assert!(matches!(
        Certificate::read(&written(&example())[..], &limits),
        Err(ReadError::TooManyValues { claimed: 176, limit: 175 })
    ));
}

/// What is stored, without the reader: one byte per value as long as that is enough, and what lies a period
/// back taken off.
#[test]
fn stored_bytes() {
    let stored = |values: &[u16]| {
        let law = Law::Periodic { period: 3, preperiod: 0, minimal: false };
        let file = written(&Certificate { law, values: values.to_vec(), ..example() });
        let mut bytes = Vec::new();
        let packed = &body(&file)[body(&file).len() - packed_length(&file)..];
        DeflateDecoder::new(packed).read_to_end(&mut bytes).unwrap();
        bytes
    };
    assert_eq!(stored(&[5, 1, 2, 5, 9, 255]), [5, 1, 2, 0, 8, 253]);
    assert_eq!(stored(&[5, 256, 2, 5]), [5, 0, 0, 1, 2, 0, 0, 0]);
}

/// A stream that is malformed, or goes on after its end, under a right checksum.
#[test]
fn bad_streams() {
    let said = |packed: &[u8]| {
        let file = written(&example());
        let line = body(&file).len() - packed_length(&file);
        let header = std::str::from_utf8(&file[..line]).unwrap();
        let length = |n: usize| format!("\"packed\":{n}}}}}\n");
        let header = header.replace(&length(packed_length(&file)), &length(packed.len()));
        error(&sealed(&[header.as_bytes(), packed].concat())).to_string()
    };
    let file = written(&example());
    let packed = &body(&file)[body(&file).len() - packed_length(&file)..];
    assert_eq!(said(&[packed, b"x"].concat()), "bad values: bytes after the end of the compressed stream");
    assert!(said(&[0xff; 20]).starts_with("bad values: "), "{}", said(&[0xff; 20]));
    assert!(said(&packed[..packed.len() - 1]).starts_with("bad values: "));
}

/// A small file that unpacks to far more than its header admits is given up at once.
#[test]
fn bombs() {
    let zeros = Certificate { values: vec![0; 1 << 22], ..example() };
    let file = written(&zeros);
    assert!(file.len() < 10_000);
    let limits = Limits { values: 1 << 20, ..Limits::default() };
    assert!(matches!(Certificate::read(&file[..], &limits), Err(ReadError::TooManyValues { .. })));
    let at = file.windows(15).position(|w| w == br#""count":4194304"#).unwrap();
    let smaller = sealed(&[&file[..at], br#""count":0000005"#, &body(&file)[at + 15..]].concat());
    error(&smaller);
    let smaller = sealed(&[&file[..at], br#""count":5"#, &body(&file)[at + 15..]].concat());
    assert_eq!(error(&smaller).to_string(), "bad header: `packed` is longer than these values can need");
    let smaller = sealed(&[&file[..at], br#""count":4000"#, &body(&file)[at + 15..]].concat());
    assert_eq!(error(&smaller).to_string(), "bad values: more bytes than the header says");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_values(values: Vec<u16>, narrow: bool, period in 0..50u64) {
        let values = values.into_iter().map(|v| if narrow { v & 0xff } else { v }).collect();
        let law = Law::Periodic { period, preperiod: 0, minimal: true };
        let certificate = Certificate { law, values, ..example() };
        prop_assert_eq!(Certificate::read(&written(&certificate)[..], &Limits::default()).unwrap(), certificate);
    }

    #[test]
    fn random_bytes(bytes: Vec<u8>) {
        error(&bytes);
        error(&[b"sprague-certificate\n", &bytes[..]].concat());
        error(&sealed(&[b"sprague-certificate\n", &bytes[..]].concat()));
    }

    /// With the checksum put right again: an error, or another certificate, but no panic.
    #[test]
    fn mutated(place: prop::sample::Index, byte: u8, remove in 0..3usize) {
        let file = written(&example());
        let mut changed = body(&file).to_vec();
        let place = place.index(changed.len());
        changed.splice(place..changed.len().min(place + remove), [byte]);
        let _ = Certificate::read(&sealed(&changed)[..], &Limits::default());
    }
}
