//! Every method against the textbook, on many codes and every instruction level.
use super::break_rule::BreakRule;
use super::cell::Cell;
use super::dense::{Blocks, OneHeap};
use super::method::Stop;
use super::sparse::sequence::Sequence;
use super::sparse::two_bytes::TwoBytes;
use super::values::Values;
use super::{Engine, Space, Window, WindowState, textbook};
use crate::Work;
use crate::simd::{Level, every_level};
use crate::{Solver, digest};

fn solved(rule: BreakRule, level: Level, n: usize) -> Engine {
    let mut engine = Engine::new(rule);
    engine.extend(n, &Work::quiet().with_level(level)).unwrap();
    engine
}

fn agree(rule: BreakRule, n: usize, name: &str) {
    let expected = textbook::values(&rule, n);
    for level in every_level() {
        let e = solved(rule.clone(), level, n);
        for (x, &v) in expected.iter().enumerate() {
            assert_eq!(Solver::value(&e, x), v, "{name} at {x} with {level:?}, {:?}", e.facts());
        }
        let top = *expected.iter().max().unwrap();
        let facts = e.facts();
        assert_eq!(
            (facts.largest, facts.largest_at as usize),
            (top, expected.iter().position(|&v| v == top).unwrap())
        );
    }
}

/// The rule of a code with the given digits, the first of which stands before the point.
fn of_digits(digits: &[u8]) -> BreakRule {
    let removals = |bit: u8| (0..digits.len()).filter(|&t| digits[t] >> bit & 1 == 1).collect();
    let reach = digits.iter().rposition(|&digit| digit != 0).unwrap_or(0);
    let [vanish, single, two, three] = [0, 1, 2, 3].map(removals);
    BreakRule { vanish, single, two, three, unequal: false, reach }
}

/// Grundy's game: break a heap into two unequal ones.
fn grundy() -> BreakRule {
    BreakRule { unequal: true, ..of_digits(&[4]) }
}

/// The rule of a finite code of hexadecimal digits.
fn of_code(code: &str) -> BreakRule {
    let digits: Vec<u8> = code.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    of_digits(&digits)
}

#[test]
fn all_two_digit_codes() {
    for a in 0..8u8 {
        for b in 0..8u8 {
            agree(of_digits(&[0, a, b]), 2600, &format!("0.{a}{b}"));
        }
    }
}

#[test]
fn many_three_digit_codes() {
    let mut state = 12345u32;
    for _ in 0..150 {
        state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        let d = [
            if state >> 31 == 1 { 4 } else { 0 },
            (state >> 8 & 7) as u8,
            (state >> 12 & 7) as u8,
            (state >> 16 & 7) as u8,
        ];
        agree(of_digits(&d), 3000, &format!("{d:?}"));
    }
}

#[test]
fn longer_codes() {
    let mut state = 777u32;
    for _ in 0..40 {
        let d: Vec<u8> = (0..45)
            .map(|i| {
                state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                if i == 0 {
                    0
                } else if state >> 28 < 3 {
                    (state >> 16 & 7) as u8
                } else {
                    0
                }
            })
            .collect();
        agree(of_digits(&d), 2500, &format!("{d:?}"));
    }
}

#[test]
fn interesting_codes() {
    for code in [
        "0.6", "0.37", "0.06", "0.142", "0.106", "0.104", "0.205", "0.16", "0.054", "0.354", "0.1777",
        "0.45", "0.055", "0.156", "0.376", "4.064", "0.007",
    ] {
        agree(of_code(code), 12000, code);
    }
    agree(grundy(), 12000, "grundy");
}

/// Blocks of heaps from the first values on, whatever method the engine would take, in steps that end within
/// blocks.
fn blocks_agree(rule: &BreakRule, expected: &[u32], name: &str) {
    let start = 1600;
    assert!(Blocks::suits(rule, start), "{name}");
    for level in every_level() {
        // Limits so low that all that lies beyond them is met.
        let mut method = Blocks::encode(expected[..start].iter().copied(), 0).unwrap().with_limits(8, 2049);
        while method.values.len() < expected.len() {
            let to = (method.values.len() + 1 + method.values.len() % 701).min(expected.len());
            assert_eq!(method.run(rule, level, to), Stop::Reached);
            assert_eq!(method.values.len(), to);
        }
        for (x, &v) in expected.iter().enumerate() {
            assert_eq!(method.values.value(x), v, "{name} at {x} with {level:?}");
        }
    }
}

/// The same for one heap at a time.
fn one_heap_agrees<C: Cell>(rule: &BreakRule, expected: &[u32], name: &str) {
    for level in every_level() {
        let mut method = OneHeap::<C>::encode(expected[..100].iter().copied(), 0).unwrap();
        while method.values.len() < expected.len() {
            let to = (method.values.len() + 1 + method.values.len() % 701).min(expected.len());
            assert_eq!(method.run(rule, level, to), Stop::Reached);
            assert_eq!(method.values.len(), to);
        }
        for (x, &v) in expected.iter().enumerate() {
            assert_eq!(method.values.value(x), v, "{name} at {x} with {level:?}");
        }
    }
}

#[test]
fn the_dense_method_on_codes_of_every_sort() {
    // One break and several, at one parity and both, without taking, far apart, too far apart for blocks; few
    // values and many.
    for code in [
        "0.06", "0.004", "0.126", "0.064", "0.244", "0.76", "0.414", "0.606", "0.764", "4.064", "4.4",
        "0.07", "0.6", "0.454",
    ] {
        let rule = of_code(code);
        let expected = textbook::values(&rule, 7000);
        blocks_agree(&rule, &expected, code);
        one_heap_agrees::<u16>(&rule, &expected[..2000], code);
        one_heap_agrees::<u32>(&rule, &expected[..2000], code);
        if expected[..2000].iter().all(|&v| v < 255) {
            one_heap_agrees::<u8>(&rule, &expected[..2000], code);
        }
    }
    for apart in [1, 63, 64, 65, 128, 200, 255, 256, 300] {
        let rule = BreakRule { two: vec![2, 2 + apart], reach: 2 + apart, ..of_code("0.06") };
        let (expected, name) = (textbook::values(&rule, 6000), format!("breaks {apart} apart"));
        if apart < 256 {
            blocks_agree(&rule, &expected, &name);
        } else {
            assert!(!Blocks::suits(&rule, 6000));
            one_heap_agrees::<u16>(&rule, &expected, &name);
        }
    }
    blocks_agree(&grundy(), &textbook::values(&grundy(), 7000), "grundy");
}

#[test]
fn a_dense_code_across_reviews_and_wider_cells() {
    for code in ["0.04", "0.024", "0.162"] {
        agree(of_code(code), 20000, code);
    }
}

/// Codes of two bytes from the first values on, whatever method the engine would take, in steps that end
/// within blocks: by marks of bytes, by stores, and by probes.
fn two_bytes_agree(rule: &BreakRule, expected: &[u32], name: &str) {
    let ways = [(false, true), (false, false), (true, false)];
    for (level, (probes, bytes)) in every_level().into_iter().flat_map(|level| ways.map(|way| (level, way))) {
        let mut engine = Engine::new(rule.clone()).in_space(Space::Sparse);
        engine.extend(1600, &Work::quiet()).unwrap();
        let (split, _) = engine.best_split(engine.values()).unwrap();
        let seq = Sequence::<u16>::encode(split, expected[..1600].iter().copied(), 0).unwrap();
        let mut method = TwoBytes::by(rule, seq, probes, bytes);
        while method.seq.len() < expected.len() {
            let to = (method.seq.len() + 1 + method.seq.len() % 701).min(expected.len());
            assert_eq!(method.run(rule, level, 1, to), Stop::Reached);
            assert_eq!(method.seq.len(), to);
        }
        for (x, &v) in expected.iter().enumerate() {
            assert_eq!(method.seq.value(x), v, "{name} at {x} with {level:?}");
        }
    }
}

#[test]
fn two_byte_codes_on_codes_of_every_sort() {
    // One break and several, at one parity and both, without taking; few rare positions and many, dying out
    // or not.
    for code in [
        "0.6", "0.142", "0.204", "0.264", "0.364", "0.564", "0.344", "4.004", "4.44", "0.16", "0.005",
        "4.007",
    ] {
        let rule = of_code(code);
        two_bytes_agree(&rule, &textbook::values(&rule, 6000), code);
    }
    two_bytes_agree(&grundy(), &textbook::values(&grundy(), 6000), "grundy");
    for apart in [1, 15, 16, 17, 40] {
        let rule = BreakRule { two: vec![1, 1 + apart], reach: 1 + apart, ..of_code("0.6") };
        two_bytes_agree(&rule, &textbook::values(&rule, 4000), &format!("breaks {apart} apart"));
    }
}

/// Checksums of the first 2^16 values by the textbook: codes with many rare positions, of one byte and of
/// two.
const CHECKSUMS: [(&str, u64); 10] = [
    ("0.005", 0x8a04_d45a_af8c_63a0),
    ("0.064", 0x3666_ff1e_72bd_77a6),
    ("0.143", 0xb049_5cdc_15ad_0cc3),
    ("0.204", 0xc089_5a64_89b2_dfe0),
    ("0.264", 0x0ed6_7416_ba0b_0ae7),
    ("0.362", 0xbe0f_6690_2f9e_c22a),
    ("0.364", 0x5199_c6b0_90c4_ace5),
    ("0.416", 0x65b5_2cce_bc3b_4aee),
    ("4.004", 0xd2da_aeeb_a66a_4952),
    ("4.007", 0xd3d7_cf03_91c5_8a3f),
];

#[test]
fn ten_codes_to_65536_by_checksum() {
    for (code, checksum) in CHECKSUMS {
        for space in [Space::Chosen, Space::Sparse] {
            let mut engine = Engine::new(of_code(code)).in_space(space);
            engine.extend(1 << 16, &Work::quiet()).unwrap();
            let found = digest((0..1 << 16).map(|x| Solver::value(&engine, x)));
            assert_eq!(found.checksum, checksum, "{code}, {space:?}");
        }
    }
}

#[test]
#[ignore = "half a minute: the textbook to 65536"]
fn checksums_are_those_of_the_textbook() {
    for (code, checksum) in CHECKSUMS {
        let found = digest(textbook::values(&of_code(code), 1 << 16)).checksum;
        assert_eq!(found, checksum, "{code}: {found:#x}");
    }
}

#[test]
fn three_heap_breaks() {
    let mut state = 99u32;
    for _ in 0..60 {
        state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        let d = [if state >> 31 == 1 { 8 } else { 0 }, (state >> 8 & 15) as u8, (state >> 12 & 15) as u8];
        agree(of_digits(&d), 250, &format!("{d:?}"));
    }
    agree(of_code("0.3F"), 400, "0.3F");
    agree(of_code("C."), 400, "split:3");
}

#[test]
fn values_in_bulk_are_the_values() {
    for code in ["0.106", "0.16", "0.6", "0.06", "0.45", "4.3"] {
        let e = solved(of_code(code), Level::widest(256), 6000);
        for (from, count) in [(0, 6000), (0, 1), (1, 300), (777, 5), (1001, 4000), (5999, 1), (6000, 0)] {
            let mut values = vec![0; count];
            e.read(from, &mut values);
            assert!((0..count).all(|i| values[i] == Solver::value(&e, from + i)), "{code} from {from}");
        }
    }
}

#[test]
fn a_window_goes_on_as_the_whole() {
    for code in ["0.106", "0.104", "0.205", "0.1777", "0.354", "0.054", "0.156", "0.055"] {
        for level in every_level() {
            let mut e = solved(of_code(code), level, 40_003);
            let mut window = e.window().unwrap_or_else(|| panic!("{code}"));
            e.extend(60_000, &Work::quiet().with_level(level)).unwrap();
            let mut kept = None;
            for step in [1, 63, 64, 1000, 7777] {
                assert_eq!(window.extend(step, 1), Ok(()), "{code}");
                goes_on(&e, &window, step, code);
                kept.get_or_insert_with(|| (window.known(), window.last(window.reach())));
            }
            let (known, state) = kept.unwrap();
            window.restore(known, &state);
            assert_eq!(window.known(), known);
            assert_eq!(window.extend(9999, 1), Ok(()), "{code}");
            goes_on(&e, &window, 9999, code);
        }
    }
}

/// Marked codes of one byte and of two, by one thread and by two, saved and restored.
#[test]
fn a_window_of_marked_codes_goes_on_as_the_whole() {
    let rules = [
        ("0.6", of_code("0.6")),
        ("grundy", grundy()),
        ("0.36", of_code("0.36")),
        ("0.416", of_code("0.416")),
    ];
    for (name, rule) in rules {
        let work = Work::quiet();
        let mut e = Engine::new(rule.clone());
        e.extend(280_001, &work).unwrap();
        let window = e.window().unwrap_or_else(|| panic!("{name}: {:?}", e.facts()));
        e.extend(520_000, &work).unwrap();
        for threads in [1, 2] {
            let mut window = window.clone();
            for step in [1, 63, 20_000, Window::STEP] {
                assert_eq!(window.extend(step, threads), Ok(()), "{name}");
                goes_on(&e, &window, step, name);
            }
            let state = window.state();
            let again = Engine::window_from(&rule, &state, &work).unwrap_or_else(|| panic!("{name}"));
            let (known, codes) = (window.known(), window.last(window.reach()));
            let mut restored = window.clone();
            assert_eq!(restored.extend(777, threads), Ok(()), "{name}");
            restored.restore(known, &codes);
            for mut other in [again, restored] {
                assert!(other.state() == state, "{name}");
                for step in [100, Window::STEP, 5000] {
                    assert_eq!(other.extend(step, threads), Ok(()), "{name}");
                    goes_on(&e, &other, step, name);
                }
            }
        }
    }
}

/// What no window holds is refused: codes beyond the limit, another limit, a state that is too short.
#[test]
fn states_that_no_window_has_are_refused() {
    let rule = of_code("0.6");
    let mut e = Engine::new(rule.clone());
    e.extend(262_144, &Work::quiet()).unwrap();
    let state = e.window().unwrap().state();
    let resumes = |state: &WindowState| Engine::window_from(&rule, state, &Work::quiet()).is_some();
    assert!(state.codes == 255 && resumes(&state));
    let changed = |change: fn(&mut WindowState)| {
        let mut state = state.clone();
        change(&mut state);
        resumes(&state)
    };
    assert!(changed(|state| state.codes = 2048));
    for codes in [0, 31, 63, 254, 256, 2047, u32::MAX] {
        assert!(!resumes(&WindowState { codes, ..state.clone() }), "{codes}");
    }
    assert!(!changed(|state| state.last[5] = 255));
    assert!(!changed(|state| (state.codes, state.last[5]) = (2048, 2048)));
    assert!(!changed(|state| state.span = 1024) && !changed(|state| state.span = u64::MAX));
    assert!(!changed(|state| state.last.truncate(64)) && !changed(|state| state.first.truncate(64)));
    assert!(!changed(|state| state.rares.push(u64::MAX)) && !changed(|state| state.known = 100_000));
}

fn goes_on(engine: &Engine, window: &Window, count: usize, name: &str) {
    let count = count + window.reach();
    let first = window.known() - count;
    for (i, code) in window.last(count).into_iter().enumerate() {
        assert_eq!(
            window.value(code, first + i),
            Solver::value(engine, first + i),
            "{name} at {}",
            first + i
        );
    }
}
