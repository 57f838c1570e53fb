//! Every method where its values outgrow a limit: a power of two, a cell, a set, a table.
//!
//! Games come near these limits late, so the methods go on from values that no game has: whatever the first
//! values are, those after them are well defined, and the textbook goes on from the same ones. The first
//! values are chosen such that nearly all values below a limit are reached at once.
//!
//! | limit | of | crossed by |
//! |---|---|---|
//! | 255 ([`Cell::LIMIT`]), 65535 | `OneHeap<u8>`, `OneHeap<u16>` | [`one_heap_stops_at_the_limit_of_its_cells`] |
//! | 2^8, 2^9, …, 2^17 | all dense methods | [`dense_values_pass_every_power_of_two`] |
//! | 8, 10, 11, 12, 14, 16 bits of `dense::fields`, with the next bit after 10 and 11 | `FieldValues`, `pairs`, `wide_pairs` | the same |
//! | 8192 (`dense::members`) | `Members` | [`values_pass_8192_while_members_are_looked_up`] |
//! | 2, 4, 8 values (eights that begin below 8) | `Blocks` | [`tiny_values_grow_within_a_block`] |
//! | stretches used, first parts kept | `Blocks` | `with_limits` here and in `tests` |
//! | 31, 63 (`Word::NOTHING`), 32, 64 (`Word::BITS`) | `Few` | [`codes_pass_the_sets_of_few`] |
//! | 16, 32, …, 240 (groups of marks) | `Many`, `ByteMarks` | [`codes_pass_the_groups_of_marks`] |
//! | 255 ([`Cell::LIMIT`]) | `Many`: common codes, and rare ones | [`codes_pass_a_byte`], [`a_rare_code_of_255_is_no_sign_of_a_rare_part`] |
//! | 256 (`OUTLIERS`), 512, 1024 (`Maps`), 2048 (`CODES`) | `TwoBytes` | [`codes_pass_the_maps_of_two_bytes`] |
//! | bit 5, 6, 8, 11 dropped from codes | `Few`, `Many`, `TwoBytes` | [`splits_that_drop_a_high_bit`] |
//! | 2^6, 2^7, …, 2^16 (columns of 64 values) | `ThreeParts` | [`three_parts_pass_every_power_of_two`] |
//!
//! Rows of paper cutting (256, 1024, 65536 values) have their own tests in `cutting::row`.

use super::break_rule::BreakRule;
use super::cell::Cell;
use super::dense::{Blocks, OneHeap};
use super::method::Stop;
use super::sparse::few::{Few, SetSize};
use super::sparse::many::Many;
use super::sparse::sequence::Sequence;
use super::sparse::split::Split;
use super::sparse::two_bytes::TwoBytes;
use super::textbook::Textbook;
use super::three_parts::ThreeParts;
use super::values::Values;
use super::{Engine, Space};
use crate::simd::{Level, every_level};
use crate::{Solver, Table, Work};
use std::collections::HashSet;

/// The rule whose breaks into two heaps remove one of these; now and then a heap may also be taken from.
fn breaks(two: impl Iterator<Item = usize>, unequal: bool) -> BreakRule {
    let two: Vec<usize> = two.collect();
    let reach = two.last().copied().unwrap_or(0).max(2);
    BreakRule { vanish: vec![], single: vec![2], two, three: vec![], unequal, reach }
}

/// The values up to `to` that follow these first ones.
fn followed(rule: &BreakRule, first: &[u32], to: usize) -> Vec<u32> {
    let mut textbook = Textbook::default();
    textbook.values = first.to_vec();
    textbook.run(rule, to);
    textbook.values
}

/// Pseudo-random numbers below a bound.
fn noise(below: u32) -> impl FnMut() -> u32 {
    let mut state = 12345u64;
    move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) % u64::from(below)) as u32
    }
}

/// Small values, and `0, 1, …, top − 1` after them: the next heaps reach every value below `top` if there are
/// sixteen breaks. Blocks of heaps find most of that by frequent values, which they look for in the first
/// half.
fn identity(top: usize, small: u32) -> Vec<u32> {
    let mut small = noise(small);
    let smalls = (1..top.max(1250) + 700).map(|_| small());
    [0].into_iter().chain(smalls).chain(0..top as u32).collect()
}

fn assert_same(values: &dyn Values, expected: &[u32], name: &str) {
    for (x, &v) in expected.iter().enumerate().take(values.len()).rev() {
        assert_eq!(values.value(x), v, "{name} at {x} of {}", values.len());
    }
}

/// One heap at a time, to the first value that its cells do not hold.
fn one_heap_goes_on<C: Cell>(rule: &BreakRule, first: &[u32], expected: &[u32], name: &str) {
    for level in every_level() {
        let mut method = OneHeap::<C>::encode(first.iter().copied(), 0).expect("the first values fit");
        let stop = method.run(rule, level, expected.len());
        assert_same(&method.values, expected, &format!("{name}, {level:?}"));
        let fits = expected.iter().position(|&v| v >= C::LIMIT);
        assert_eq!(method.values.len(), fits.unwrap_or(expected.len()), "{name}");
        assert_eq!(stop == Stop::TooWide, fits.is_some(), "{name}");
    }
}

/// Blocks of heaps, to the first value beyond 16 bits, as if as many values had been missed as `Members`
/// needs. Short sequences use few stretches and keep few first parts; long ones would have nearly all values
/// open then.
fn blocks_go_on(levels: &[Level], rule: &BreakRule, first: &[u32], expected: &[u32], name: &str) {
    assert!(Blocks::suits(rule, first.len()), "{name}");
    for &level in levels {
        let method = Blocks::encode(first.iter().copied(), 0).expect("the first values fit");
        let method = if first.len() < 5000 { method.with_limits(8, 2049) } else { method };
        let mut method = method.with_missed(64);
        let stop = method.run(rule, level, expected.len());
        assert_same(&method.values, expected, &format!("{name}, {level:?}"));
        let fits = expected.iter().position(|&v| v >> 16 != 0);
        assert_eq!(method.values.len(), fits.unwrap_or(expected.len()), "{name}");
        assert_eq!(stop == Stop::TooWide, fits.is_some(), "{name}");
    }
}

/// The engine, whatever method it takes after whichever.
fn engine_goes_on(rule: &BreakRule, first: &[u32], expected: &[u32], space: Space, name: &str) {
    let table: Table = first.iter().copied().collect();
    for (level, threads) in [(Level::portable(), 1), (Level::widest(512), 2)] {
        let work = Work::quiet().with_level(level).with_threads(threads);
        let mut engine = Engine::new(rule.clone()).in_space(space);
        engine.resume(&table, &work).unwrap();
        engine.extend(expected.len(), &work).unwrap();
        let name = format!("{name}, {level:?}, {space:?}, {threads} threads, {:?}", engine.facts());
        assert_same(engine.values(), expected, &name);
        let largest = expected.iter().copied().max().unwrap();
        assert_eq!(engine.facts().largest, largest, "{name}");
        assert_eq!(Solver::known(&engine), expected.len(), "{name}");
    }
}

/// First values below `2^bits`, and the following ones, of which some are not.
fn past_a_power(bits: usize, small: u32, heaps: usize, rule: &BreakRule) -> (Vec<u32>, Vec<u32>) {
    let first = identity(1 << bits, small);
    let expected = followed(rule, &first, first.len() + heaps);
    assert!(first.iter().all(|&v| v >> bits == 0));
    assert!(expected.iter().any(|&v| v >> bits != 0), "{bits} bits, small values below {small}");
    (first, expected)
}

#[test]
fn dense_values_pass_every_power_of_two() {
    for bits in 8..=17 {
        let (rule, heaps) = (breaks(0..16, bits % 2 == 1), if bits > 12 { 40 } else { 300 });
        let (first, expected) = past_a_power(bits, 4, heaps, &rule);
        if bits <= 16 {
            blocks_go_on(&every_level(), &rule, &first, &expected, &format!("{bits} bits"));
        }
        engine_goes_on(&rule, &first, &expected, Space::Dense, &format!("{bits} bits"));
    }
}

#[test]
fn values_pass_8192_while_members_are_looked_up() {
    let levels: Vec<Level> = every_level().into_iter().filter(|level| level.lookups().is_some()).collect();
    for (bits, unequal) in [(12, false), (13, false), (13, true)] {
        let rule = breaks(0..16, unequal);
        let (first, expected) = past_a_power(bits, 256, 40, &rule);
        blocks_go_on(&levels, &rule, &first, &expected, &format!("{bits} bits, much open"));
    }
}

#[test]
fn values_pass_a_power_of_two_while_heaps_are_taken_from() {
    for bits in [8, 10, 11, 12, 13, 14] {
        let top = 1usize << bits;
        let rule = BreakRule { single: (1..700).collect(), reach: 699, ..breaks(0..16, false) };
        let mut first = identity(top - 20, 4);
        first.resize(first.len().max(2900), 0);
        let expected = followed(&rule, &first, first.len() + if bits > 12 { 60 } else { 300 });
        let (name, largest) = (format!("{bits} bits, taking"), expected.iter().copied().max().unwrap());
        assert!(largest as usize > top, "{name}: {largest}");
        blocks_go_on(&every_level(), &rule, &first, &expected, &name);
        engine_goes_on(&rule, &first, &expected, Space::Chosen, &name);
    }
}

#[test]
fn tiny_values_grow_within_a_block() {
    // All values are 0 at first, or below 2 and 4; then takes make them grow to hundreds within a block.
    for top in [1u32, 2, 4] {
        let rule = BreakRule { single: (1..600).collect(), reach: 599, ..breaks(0..2, false) };
        let mut small = noise(top);
        let first: Vec<u32> = (0..1700).map(|x| if x == 0 { 0 } else { small() }).collect();
        let expected = followed(&rule, &first, first.len() + 700);
        assert!(expected.iter().any(|&v| v > 256), "{top}");
        blocks_go_on(&every_level(), &rule, &first, &expected, &format!("values below {top}"));
        engine_goes_on(&rule, &first, &expected, Space::Dense, &format!("values below {top}"));
    }
}

#[test]
fn one_heap_stops_at_the_limit_of_its_cells() {
    for top in [254, 255] {
        // Breaks so far apart that blocks of heaps are no method.
        let rule = breaks([1, 400].into_iter(), false);
        let first = identity(top, 1);
        let expected = followed(&rule, &first, first.len() + 600);
        assert!(expected.contains(&(top as u32)));
        let name = format!("values to {top}");
        one_heap_goes_on::<u8>(&rule, &first, &expected, &name);
        one_heap_goes_on::<u16>(&rule, &first, &expected, &name);
        engine_goes_on(&rule, &first, &expected, Space::Chosen, &name);
    }
    for top in [65534, 65535, 65536] {
        let rule = breaks([1, 400].into_iter(), true);
        let first = identity(top, 1);
        let expected = followed(&rule, &first, first.len() + 20);
        assert!(expected.contains(&(top as u32)));
        let name = format!("values to {top}");
        if top < 65536 {
            one_heap_goes_on::<u16>(&rule, &first, &expected, &name);
        }
        one_heap_goes_on::<u32>(&rule, &first, &expected, &name);
        engine_goes_on(&rule, &first, &expected, Space::Dense, &name);
    }
}

/// First values under a split: common codes below `commons`, rare codes below `rares`, and `quiet` common
/// codes below `small`. A heap larger than all of them reaches, by one break and if `small` is 1, just these
/// common and rare codes, in the other class.
#[derive(Clone, Copy, Debug)]
struct Codes {
    split: Split,
    commons: u32,
    rares: u32,
    small: u32,
    quiet: usize,
}

impl Codes {
    fn values(self) -> Vec<u32> {
        let Codes { split, commons, rares, small, quiet } = self;
        let mut small = noise(small);
        let codes = [(0, true)].into_iter().chain((0..commons).map(|code| (code, true)));
        let codes = codes.chain((0..rares).map(|code| (code, false)));
        let codes = codes.chain((0..quiet).map(|_| (small(), true)));
        let value = |(x, (code, is_common))| {
            if is_common { split.decode_common(code, x) } else { split.decode_rare(code, x) }
        };
        codes.enumerate().map(value).collect()
    }
}

/// Splits that drop one of the lowest bits, without and with the parity of positions; breaks remove an odd
/// number.
fn splits(masks: &[u32]) -> impl Iterator<Item = Split> + '_ {
    let of =
        |&mask: &u32| [Split { mask, parity: false, offset: 0 }, Split { mask, parity: true, offset: 1 }];
    masks.iter().flat_map(of)
}

/// The smallest common code that the heap after the known ones does not reach.
fn absent_common_code(rule: &BreakRule, split: Split, known: &[u32]) -> u32 {
    let n = known.len();
    let mut reached: HashSet<u32> = rule.single.iter().map(|t| known[n - t]).collect();
    for s in rule.two.iter().map(|t| n - t) {
        reached.extend((1..=rule.half(s)).map(|a| known[a] ^ known[s - a]));
    }
    (0..).find(|&code| !reached.contains(&split.decode_common(code, n))).unwrap()
}

/// Sets of one word, until they are too small; when the method stops, the next code does not fit,
/// common or rare.
fn few_goes_on(rule: &BreakRule, codes: Codes, first: &[u32], expected: &[u32]) {
    let Some(seq) = Sequence::<u8>::encode(codes.split, first.iter().copied(), 0).filter(Few::fits) else {
        return;
    };
    for level in every_level() {
        let mut method = Few::new(rule, seq.clone());
        loop {
            let (stop, wide) = (method.run(rule, level, expected.len()), method.sets() == SetSize::Codes63);
            assert_same(&method.seq, expected, &format!("few, {level:?}, {codes:?}"));
            if stop == Stop::Reached {
                break;
            }
            let code = absent_common_code(rule, codes.split, &expected[..method.seq.len()]);
            assert!(code >= if wide { 63 } else { 31 }, "code {code}, {codes:?}");
            match method.widen(rule) {
                Ok(wider) => method = wider,
                Err(_) => break,
            }
        }
    }
}

/// Every level, each with the next of some ways; where codes differ, so does the first way.
fn levels_with<W: Copy>(codes: Codes, ways: &[W]) -> Vec<(Level, W)> {
    let ways = ways.iter().copied().cycle().skip((codes.commons + codes.rares / 2) as usize % ways.len());
    every_level().into_iter().zip(ways).collect()
}

/// Codes of one byte, by one thread and two.
fn many_goes_on(rule: &BreakRule, codes: Codes, first: &[u32], expected: &[u32]) {
    let Some(seq) = Sequence::<u8>::encode(codes.split, first.iter().copied(), 0) else { return };
    for (level, threads) in levels_with(codes, &[1, 2]) {
        let mut method = Many::new(rule, seq.clone(), threads);
        assert_eq!(method.on_two_threads(threads), threads == 2);
        let mut stop = Stop::Reached;
        while stop == Stop::Reached && method.seq.len() < expected.len() {
            stop = method.run(rule, level, threads, expected.len());
        }
        assert_same(&method.seq, expected, &format!("many, {level:?}, {threads} threads, {codes:?}"));
        if stop == Stop::TooWide {
            let n = method.seq.len();
            let code = absent_common_code(rule, codes.split, &expected[..n]);
            assert!(code >= 255 || codes.split.rares_below(code, n) > 255, "code {code}, {codes:?}");
        }
    }
}

/// Codes of two bytes, by marks of bytes, stores and probes, by one thread and two.
fn two_bytes_go_on(rule: &BreakRule, codes: Codes, first: &[u32], expected: &[u32]) {
    let seq = Sequence::<u16>::encode(codes.split, first.iter().copied(), 0).filter(TwoBytes::suits);
    let Some(seq) = seq else { return };
    let ways = [(1, false, true), (2, false, false), (1, true, false), (2, true, true)];
    for (level, (threads, probes, bytes)) in levels_with(codes, &ways) {
        let mut method = TwoBytes::by(rule, seq.clone(), probes, bytes);
        assert_eq!(method.on_two_threads(threads), threads == 2);
        let mut stop = Stop::Reached;
        while stop == Stop::Reached && method.seq.len() < expected.len() {
            stop = method.run(rule, level, threads, expected.len());
        }
        let name =
            format!("two bytes, {level:?}, {threads} threads, probes {probes}, bytes {bytes}, {codes:?}");
        assert_same(&method.seq, expected, &name);
        if stop == Stop::TooWide {
            let code = absent_common_code(rule, codes.split, &expected[..method.seq.len()]);
            assert!(code >= 2048, "code {code}, {name}");
        }
    }
}

/// Goes on from these codes with a method, if it takes them.
type GoesOn = fn(&BreakRule, Codes, &[u32], &[u32]);

/// Some methods and the engine go on from these codes, with one break and with several.
fn sparse_methods_go_on(codes: Codes, heaps: usize, methods: &[GoesOn]) {
    for (two, unequal) in
        [(vec![1], codes.commons.is_multiple_of(2)), (vec![1, 3, 5, 7, 9, 11, 13, 15], false)]
    {
        let rule = breaks(two.into_iter(), unequal);
        let first = codes.values();
        let expected = followed(&rule, &first, first.len() + heaps);
        for goes_on in methods {
            goes_on(&rule, codes, &first, &expected);
        }
        engine_goes_on(&rule, &first, &expected, Space::Sparse, &format!("{codes:?}"));
    }
}

/// Common and rare codes that end at a limit, just before it and just behind it.
fn around(limit: u32) -> impl Iterator<Item = (u32, u32)> {
    [(limit, limit), (limit, limit - 1), (limit - 1, limit)].into_iter()
}

#[test]
fn codes_pass_the_sets_of_few() {
    for split in splits(&[1, 6]) {
        for (commons, rares) in [31, 32, 63, 64].into_iter().flat_map(around) {
            sparse_methods_go_on(Codes { split, commons, rares, small: 1, quiet: 2000 }, 80, &[few_goes_on]);
        }
    }
}

#[test]
fn codes_pass_the_groups_of_marks() {
    let split = Split { mask: 2, parity: false, offset: 0 };
    for codes in [16, 32, 80, 96, 128, 144, 224, 240] {
        let codes = Codes { split, commons: codes, rares: codes, small: 2, quiet: 5000 };
        sparse_methods_go_on(codes, 330, &[many_goes_on, two_bytes_go_on]);
    }
}

#[test]
fn codes_pass_a_byte() {
    for split in splits(&[1, 2, 0x80]) {
        for (commons, rares) in around(255) {
            let codes = Codes { split, commons, rares, small: 1, quiet: 5000 };
            sparse_methods_go_on(codes, 80, &[many_goes_on, two_bytes_go_on]);
        }
    }
}

#[test]
fn a_rare_code_of_255_is_no_sign_of_a_rare_part() {
    // A heap reaches the common codes below 254 and the rare codes below 255; its common value of code 254 is
    // larger than its rare value of code 255, which in a byte is the code of nothing.
    let split = Split { mask: 2, parity: false, offset: 0 };
    let codes = Codes { split, commons: 255, rares: 254, small: 1, quiet: 5000 };
    let (rule, first) = (BreakRule { single: vec![], ..breaks([1].into_iter(), false) }, codes.values());
    let expected = followed(&rule, &first, first.len() + 20);
    assert_eq!(expected[first.len()], split.decode_rare(255, first.len()));
    many_goes_on(&rule, codes, &first, &expected);
    engine_goes_on(&rule, &first, &expected, Space::Many, "a rare code of 255");
}

#[test]
fn codes_pass_the_maps_of_two_bytes() {
    for split in splits(&[2]).chain(splits(&[0x400])).step_by(3) {
        for (commons, rares) in [(256, 256), (512, 512), (1024, 1023), (2047, 2046), (2048, 2048)] {
            let codes = Codes { split, commons, rares, small: 1, quiet: 9000 };
            sparse_methods_go_on(codes, 20, &[two_bytes_go_on]);
        }
    }
}

#[test]
fn splits_that_drop_a_high_bit() {
    // Small codes, common values with a high bit: they ask for many rare codes, larger than any code that is
    // known.
    for bit in [5, 6, 7, 8, 9, 11, 12] {
        let split = Split { mask: 1 << bit, parity: false, offset: 0 };
        let codes = Codes { split, commons: 20, rares: 20, small: 8, quiet: 5000 };
        sparse_methods_go_on(codes, 80, &[few_goes_on, many_goes_on, two_bytes_go_on]);
        let codes = Codes { commons: 1 << bit, small: 1, quiet: 5000 + (2 << bit), ..codes };
        sparse_methods_go_on(codes, 10, &[few_goes_on, many_goes_on, two_bytes_go_on]);
    }
}

#[test]
fn three_parts_pass_every_power_of_two() {
    for bits in 6..=16 {
        // Low halves, high halves and zeros: three parts reach all of their sums.
        let low = bits / 2;
        let mut first = vec![0];
        first.extend(0..1 << low);
        first.extend((0..1 << (bits - low)).map(|high| high << low));
        first.resize(3 * first.len(), 0);
        let rule = BreakRule { three: vec![0, 1], ..breaks([1].into_iter(), false) };
        let expected = followed(&rule, &first, first.len() + 24);
        assert!(expected.iter().any(|&v| v >> bits != 0), "{bits} bits");
        for level in every_level() {
            let mut method = ThreeParts::default();
            method.values = first.clone();
            method.run(&rule, level, expected.len());
            assert_same(&method.values, &expected, &format!("{bits} bits, {level:?}"));
        }
        engine_goes_on(&rule, &first, &expected, Space::Chosen, &format!("{bits} bits"));
    }
}
