//! Searches in windows against whole sequences and published laws.

use super::*;
use crate::laws::{Ended, PhaseView, Search};
use crate::values::engine_of;
use std::time::Duration;

fn rule(text: &str) -> Rule {
    text.parse().unwrap()
}

fn engine(text: &str, known: usize) -> Engine {
    let mut engine = engine_of(rule(text).heap_rule().unwrap()).unwrap();
    engine.extend(known, &Work::quiet()).unwrap();
    engine
}

/// A window that is opened where [`Search::in_window`](crate::laws::Search) would; `spacing` values between
/// two states that are kept.
fn opened(text: &str, spacing: usize) -> (Engine, StateSearch) {
    opened_at(text, 1 << 16, spacing)
}

fn opened_at(text: &str, known: u64, spacing: usize) -> (Engine, StateSearch) {
    let engine = engine(text, known as usize);
    let window = engine.window().unwrap_or_else(|| panic!("{text}: no window"));
    let search = StateSearch::new(window, &engine, &engine.facts());
    assert_eq!((search.whole() as u64, search.known(), search.is_back()), (known, known, false));
    (engine, StateSearch { spacing, ..search })
}

/// Steps of several lengths until a state recurs or the limit is reached.
fn advanced(mut search: StateSearch, to: u64) -> StateSearch {
    let mut count = 1;
    while search.known() < to {
        let known = search.known();
        match search.advance(count, 1) {
            End::Reached => assert_eq!(search.known(), known + count as u64),
            End::Back => return search,
            End::Halted(halt) => panic!("a value cannot be decided: {halt:?}"),
        }
        let apart = search.kept.windows(2).map(|pair| pair[1].known - pair[0].known);
        assert!(search.kept.len() <= MOST && apart.min().is_none_or(|least| least >= search.spacing / 2));
        count = count * 7 % 30_011 + 1;
    }
    search
}

/// How many codes make a state of a law that was proved in a window, and the bytes that it kept.
fn kept(law: &Law) -> (u64, u64) {
    let Theorem::WindowRepeats { reach, bytes, .. } = law.theorem else { panic!("not in a window") };
    (reach, bytes)
}

/// Code, period, preperiod, largest value: published; and the window that is open before the preperiod ends.
const LATE: [(&str, u64, u64, u32); 2] = [("4.064", 16_132, 94_272, 111), ("4.407", 44, 294_097, 50)];

#[test]
fn the_last_exception_is_found_in_the_window() {
    for (text, period, preperiod, largest) in LATE {
        let whole = engine(text, 300_000);
        for spacing in [1500, 20_000, 70_000] {
            let (engine, search) = opened(text, spacing);
            let search = advanced(search, 500_000);
            let law = search.law(&rule(text), &engine, &Work::quiet()).unwrap();
            assert!(search.back.unwrap().0 > 0, "{text}: the first state recurs");
            assert_eq!((law.period, law.preperiod), (period, preperiod), "{text}, {spacing}");
            let (value, at) = law.largest().unwrap();
            assert_eq!((value, whole.value(at as usize)), (largest, largest), "{text}");
            assert!((0..at as usize).all(|n| whole.value(n) < largest), "{text}: {at}");
            assert_eq!((law.window.1 - law.window.0, law.status().is_proved()), (period, true), "{text}");
            let (reach, bytes) = kept(&law);
            let sparse = law.sparse.as_ref().unwrap();
            assert_eq!((reach, sparse.values), (search.window.reach() as u64, search.whole() as u64));
            // Computed again: by one machine from the state before on, by the other one a period later.
            let known: Vec<u64> = search.kept.iter().map(|state| state.known as u64).collect();
            let (from, to) = (known[search.back.unwrap().0 - 1], law.window.0);
            let late = known.iter().rfind(|&&known| known <= from + period).unwrap();
            assert_eq!(
                law.computed,
                search.known() + (to - from) + (to + period - late),
                "{text}, {spacing}"
            );
            let machines = 2 * search.window.bytes() as u64;
            assert_eq!(bytes, (1 << 16) + machines + 2 * reach * known.len() as u64, "{text}, {spacing}");
        }
    }
}

/// Of more states than may be kept every other one goes, again and again; the law is the same.
#[test]
fn many_states() {
    let (engine, mut search) = opened("4.064", 1);
    let mut most = 0;
    while search.advance(250, 1) == End::Reached {
        most = most.max(search.kept.len());
        let known: Vec<usize> = search.kept.iter().map(|state| state.known).collect();
        assert_eq!(known[0] as u64, (1 << 16));
        assert!(known.windows(2).all(|pair| pair[1] >= pair[0] + search.spacing), "{known:?}");
        assert!(search.kept.len() > MOST / 2 || search.spacing == 1, "{known:?}");
        assert!(search.known() < 200_000);
    }
    assert_eq!((most, search.spacing.is_power_of_two()), (MOST, true));
    let law = search.law(&rule("4.064"), &engine, &Work::quiet()).unwrap();
    assert_eq!((law.period, law.preperiod), (16_132, 94_272));
}

/// The last exception is less than a period before the window.
#[test]
fn the_last_exception_is_found_shortly_before_the_window() {
    for known in [94_336, 98_304, 110_400, 110_464, 120_000] {
        let (engine, search) = opened_at("4.064", known, 64);
        let search = advanced(search, 200_000);
        let law = search.law(&rule("4.064"), &engine, &Work::quiet()).unwrap();
        assert_eq!((law.period, law.preperiod), (16_132, 94_272), "{known}");
    }
}

/// Where the values repeat already when the window is opened, the exceptions are in the values kept whole.
#[test]
fn the_last_exception_is_found_before_the_window() {
    for (text, period, preperiod) in [("0.156", 349, 3479), ("0.045", 32, 189)] {
        let (engine, search) = opened(text, 64);
        let search = advanced(search, 500_000);
        let law = search.law(&rule(text), &engine, &Work::quiet()).unwrap();
        assert_eq!(search.back.unwrap().0, 0, "{text}");
        assert_eq!((law.period, law.preperiod), (period, preperiod), "{text}");
    }
}

/// The same where the period is longer than a state and than the values kept whole: what the last exception
/// differs from is in the window, in the second step of three.
#[test]
fn the_last_exception_is_found_less_than_a_period_before_the_window() {
    let (engine, search) = opened_at("0.16", 145_000, Window::STEP);
    let search = advanced(search, 300_000);
    let law = search.law(&rule("0.16"), &engine, &Work::quiet()).unwrap();
    assert_eq!((search.back.unwrap().0, law.period, law.preperiod), (0, 149_459, 105_351));
    assert!(kept(&law).0 < law.period && law.sparse.unwrap().values < law.period);
    assert_eq!(law.computed, search.known() + law.period);
}

/// A state is back if its codes are, whatever their hash, and its parity where that counts.
#[test]
fn states_that_are_back() {
    let state = State { known: 10, hash: 7, codes: vec![1, 2, 3] };
    for parity in [false, true] {
        assert!(state.is_back(12, 7, &[1, 2, 3], parity));
        assert_eq!(state.is_back(13, 7, &[1, 2, 3], parity), !parity);
        assert!(!state.is_back(12, 7, &[1, 2, 4], parity));
        assert!(!state.is_back(12, 8, &[1, 2, 4], parity));
    }
}

/// The values of a window are those of the solver, and so is the largest.
#[test]
fn values() {
    let mut parities = vec![];
    for text in ["0.16", "0.106", "0.054", "0.205", "0.354", "0.1777", "0.104"] {
        let (_, mut search) = opened(text, 300);
        parities.push(search.window.parity());
        let whole = engine(text, search.whole() + 4000);
        for count in [1, 2, 63, 64, 65, 1000, 2001] {
            let first = search.known() as usize;
            if search.advance(count, 1) == End::Back {
                break;
            }
            for last in [count, count / 2, 1] {
                let mut values = vec![7];
                search.last_values(last, &mut values);
                let expected = (first + count - last..first + count).map(|n| whole.value(n));
                assert!(values[1..].iter().copied().eq(expected), "{text} from {first}");
                assert_eq!((values[0], values.len()), (7, last + 1));
            }
            let known = 0..first + count;
            let largest = known.clone().map(|n| whole.value(n)).max().unwrap();
            let at = known.clone().find(|&n| whole.value(n) == largest).unwrap();
            assert_eq!(search.largest(), (largest, at as u64), "{text} to {}", known.end);
            let facts = search.facts();
            assert_eq!(
                (facts.largest, facts.largest_at, facts.values),
                (largest, at as u64, known.end as u64)
            );
        }
    }
    assert!(parities.contains(&true) && parities.contains(&false), "{parities:?}");
}

/// A search that is saved and resumed continues as if it had not been interrupted.
#[test]
fn taken_up_again() {
    for (text, ..) in LATE {
        let (_, search) = opened(text, 50);
        let search = advanced(search, 90_000);
        let again = StateSearch::resume(&rule(text), &search.state(), &Work::quiet()).unwrap();
        assert!(again.state() == search.state(), "{text}");
        assert!(again.hash == search.hash && again.hashes == search.hashes, "{text}");
        let (one, other) = (advanced(search, 500_000), advanced(again, 500_000));
        assert!(one.state() == other.state(), "{text}");
        assert!(one.is_back(), "{text}");
        let (found, law) = (
            one.law(&rule(text), &engine(text, one.whole()), &Work::quiet()).unwrap(),
            other.law(&rule(text), &engine(text, one.whole()), &Work::quiet()).unwrap(),
        );
        assert_eq!(
            (found.period, found.preperiod, found.computed),
            (law.period, law.preperiod, law.computed)
        );
    }
}

/// The same where codes are marked, with steps of several lengths.
#[test]
fn taken_up_again_where_codes_are_marked() {
    for text in ["0.6", "grundy"] {
        let (_, search) = opened_at(text, 1 << 18, 50_000);
        let search = advanced(search, 350_000);
        let again = StateSearch::resume(&rule(text), &search.state(), &Work::quiet()).unwrap();
        assert!(again.state() == search.state(), "{text}");
        let (one, other) = (advanced(search, 450_000), advanced(again, 450_000));
        assert!(one.state() == other.state() && !one.is_back(), "{text}");
        let whole = engine(text, one.known() as usize);
        let mut values = vec![];
        one.last_values(2000, &mut values);
        let first = one.known() as usize - 2000;
        assert!(values.iter().enumerate().all(|(i, &value)| whole.value(first + i) == value), "{text}");
        assert_eq!(one.facts().largest, whole.facts().largest, "{text}");
    }
}

/// States that are long are fewer.
#[test]
fn how_many_states_are_kept() {
    for (reach, of_words, marked) in
        [(64, MOST, MOST), (1 << 17, MOST, 8), (1 << 18, 32, LEAST), (1 << 30, LEAST, LEAST)]
    {
        assert_eq!((most_kept(reach, true), most_kept(reach, false)), (of_words, marked));
    }
}

#[test]
fn states_that_are_none_are_refused() {
    let (_, search) = opened("0.16", 64);
    let state = advanced(search, 80_000).state();
    let resumes =
        |text: &str, state: &SearchState| StateSearch::resume(&rule(text), state, &Work::quiet()).is_ok();
    assert!(resumes("0.16", &state));
    for text in ["sub:1,2", "cut", "0.8", "0.[3]", "0.16/least=2"] {
        assert!(!resumes(text, &state), "{text}");
    }
    let changed = |change: fn(&mut SearchState)| {
        let mut state = state.clone();
        change(&mut state);
        resumes("0.16", &state)
    };
    assert!(!changed(|state| state.kept.clear()));
    assert!(!changed(|state| state.kept[0].0 = state.machine.known + 1));
    assert!(!changed(|state| state.kept[0].0 = state.machine.known), "the kept ones are in order");
    assert!(changed(|state| state.kept = vec![(state.machine.known, state.kept[0].1.clone())]));
    assert!(!changed(|state| state.kept[0].1.truncate(64)));
    fn kept(state: &mut SearchState, count: usize) {
        let (known, codes) = state.kept[0].clone();
        state.kept = (known..).take(count).map(|known| (known, codes.clone())).collect();
    }
    assert!(changed(|state| kept(state, MOST)));
    assert!(!changed(|state| kept(state, MOST + 1)));
    assert!(!changed(|state| state.kept = vec![state.kept[0].clone(); 2]));
    // Numbers that would lead out of a table, or past the end of a machine word.
    assert!(!changed(|state| state.kept[0].1[0] = 63));
    assert!(!changed(|state| state.kept[0].0 = 1));
    assert!(!changed(|state| state.spacing = 0) && !changed(|state| state.spacing = u64::MAX));
    assert!(!changed(|state| state.machine.known = u64::MAX));
    assert!(!changed(|state| state.machine.offset = 2) && !changed(|state| state.machine.mask = 1 << 16));
    assert!(!changed(|state| state.back = Some((u64::MAX, state.machine.known))));
    assert!(!changed(|state| state.back = Some((0, state.kept[0].0))));
    assert!(!changed(|state| state.back = Some((0, state.machine.known + 1))));
    assert!(changed(|state| state.back = Some((0, state.machine.known))));
}

/// Which rules have windows, and what a search without a law reports.
#[test]
fn without_a_law() {
    for (text, window) in [
        ("0.77", true),
        ("4.0", true),
        ("0.3", false),
        ("0.8", false),
        ("4.[3]", false),
        ("0.77/unequal", true),
        ("grundy", true),
        ("0.77/equal", false),
        ("0.77/least=2", false),
    ] {
        assert_eq!(has_window(rule(text).heap_rule().unwrap()), window, "{text}");
    }
    // A window opens at 2^16 values at the earliest, and where codes are marked at 2^22.
    for (text, limit, window) in [
        ("0.16", 3000, false),
        ("0.6", 200_000, false),
        ("0.16", 66_000, true),
        ("0.6", 300_000, false),
        ("grundy", 300_000, false),
    ] {
        let found = Search::default().limit(limit).in_window(&rule(text), &Work::quiet()).unwrap();
        let opened = matches!(found.known.phase(), PhaseView::Window(_));
        assert_eq!((found.ended, found.known.known(), opened), (Ended::Limit, limit, window), "{text}");
    }
    // Shorter laws are proved before that, by the theorem on periods.
    for (text, limit, period, preperiod) in [("4.064", 150_000, 16_132, 94_272), ("0.156", 70_000, 349, 3479)]
    {
        let found = Search::default().limit(limit).in_window(&rule(text), &Work::quiet()).unwrap();
        let law = found.known.law().unwrap();
        assert_eq!((found.ended, law.period, law.preperiod), (Ended::Law, period, preperiod), "{text}");
        assert_eq!(!law.has_values(), preperiod + period > 1 << 15, "{text}");
    }
    assert!(Search::default().in_window(&rule("0.3"), &Work::quiet()).is_err());
    let search = opened("0.16", 64).1;
    assert!(search.law(&rule("0.16"), &engine("0.16", 5000), &Work::quiet()).is_err());
}

/// The same by time.
#[test]
fn within_a_time() {
    let by = |text: &str, time| Search::default().time(time).in_window(&rule(text), &Work::quiet()).unwrap();
    assert_eq!(by("0.156", Duration::from_secs(600)).ended, Ended::Law);
    let found = by("0.6", Duration::from_millis(20));
    assert!(found.ended == Ended::Time && found.known.law().is_none());
}

/// Where a window cannot decide a value, twice as many as it came to are kept whole (docs/periodicity.md).
#[test]
fn a_window_that_starts_late() {
    let found = Search::default().limit(1_000_000).in_window(&rule("0.16"), &Work::quiet()).unwrap();
    let law = found.known.law().unwrap();
    assert!(!law.has_values());
    assert_eq!((law.period, law.preperiod, law.computed), (149_459, 105_351, 742_825));
}

/// Where the last items differ, of lists of one length.
#[test]
fn differences() {
    assert_eq!(last_difference(&[1, 2, 3], &[1, 2, 3]), None);
    assert_eq!(last_difference(&[1, 2, 3], &[0, 2, 3]), Some(0));
    assert_eq!(last_difference(&[1, 2, 3], &[0, 2, 4]), Some(2));
}
