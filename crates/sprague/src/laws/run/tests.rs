//! Runs that are stopped, have no room, or go through a window.

use super::*;
use crate::values::engine_of;

/// A solver that knows as many values as it says, all 0, adds some, and then is stopped.
struct Stopped {
    known: usize,
    adds: usize,
    facts: Option<Facts>,
}

impl Solver for Stopped {
    fn known(&self) -> usize {
        self.known
    }

    fn value(&self, _: usize) -> u32 {
        0
    }

    fn extend(&mut self, count: usize, _: &Work) -> Result<()> {
        let adds = self.adds.min(count - self.known);
        (self.known, self.adds) = (self.known + adds, self.adds - adds);
        if self.adds == 0 { Err(Error::Interrupted) } else { Ok(()) }
    }

    fn facts(&self) -> Option<Facts> {
        self.facts.clone()
    }

    fn choose_anew(&mut self, _: &Work) {
        self.facts = Some(Facts { method: "chosen again", ..facts(1) });
    }
}

fn rule(text: &str) -> Rule {
    text.parse().unwrap()
}

/// Facts of a sparse space, or of none.
fn facts(mask: u32) -> Facts {
    let mut engine = engine_of(rule("0.106").heap_rule().unwrap()).unwrap();
    engine.extend(100, &Work::quiet()).unwrap();
    Facts { mask, ..engine.facts() }
}

fn whole(rule: &Rule, solver: Stopped) -> Whole {
    Whole { tried: true, ..Whole::new(rule.heap_rule().unwrap(), Box::new(solver), Keep::Nothing) }
}

/// A table that does not fit is refused only when no window can be expected any more.
#[test]
fn what_has_no_room() {
    let refused = |text: &str, known: u64, facts: Option<Facts>, to: u64, memory: u64| {
        let whole = whole(&rule(text), Stopped { known: known as usize, adds: 0, facts });
        let work = Work::new(memory, &|_, _| true);
        match whole.refuse_what_has_no_room(&rule(text), to, &work) {
            Ok(()) => "no",
            Err(Error::Memory { .. }) => "memory",
            Err(Error::TooLarge { largest: Some(4_294_967_295), .. }) => "2^32",
            Err(error) => panic!("{error}"),
        }
    };
    let (sparse, dense, much) = (|| Some(facts(1)), || Some(facts(0)), 1 << 40);
    for text in ["0.06", "0.8"] {
        for facts in [sparse(), dense(), None] {
            assert_eq!(refused(text, FIRST_WINDOW - 1, facts, u64::MAX, 0), "no", "{text}");
        }
    }
    // A window may come, until as many values are known as can be kept.
    for (known, expected) in [(FIRST_WINDOW, "no"), (MOST_WHOLE - 1, "no"), (MOST_WHOLE, "2^32")] {
        assert_eq!(refused("0.06", known, sparse(), MOST_WHOLE + 1, 0), expected, "{known}");
    }
    // None will.
    for (text, facts) in [("0.06", dense()), ("0.06", None), ("0.8", sparse())] {
        assert_eq!(refused(text, FIRST_WINDOW, facts.clone(), MOST_WHOLE + 1, much), "2^32", "{text}");
        assert_eq!(refused(text, FIRST_WINDOW, facts.clone(), MOST_WHOLE, much), "no", "{text}");
        assert_eq!(refused(text, FIRST_WINDOW, facts, MOST_WHOLE, 1 << 30), "memory", "{text}");
    }
}

/// Portions grow by what was computed, and shrink to half of it.
#[test]
fn portions() {
    let milliseconds = Duration::from_millis;
    assert_eq!(next_portion(100, 80, milliseconds(49)), 160);
    assert_eq!(next_portion(100, 40, milliseconds(49)), 100);
    for time in [50, 51, 199, 200] {
        assert_eq!(next_portion(100, 80, milliseconds(time)), 100);
    }
    assert_eq!(next_portion(100, 80, milliseconds(201)), 40);
    assert_eq!(next_portion(100, 1, milliseconds(201)), 1);
    // What was known before does not count.
    let mut whole = whole(&rule("0.06/unequal"), Stopped { known: 20_000, adds: 10_000, facts: None });
    whole.extend(1 << 20, &Work::quiet()).unwrap();
    assert_eq!(whole.solver.known(), 20_000 + FIRST_PORTION);
    assert!(whole.portion <= 2 * FIRST_PORTION, "{}", whole.portion);
}

/// Who is asked to stop when all values are there has nothing left to do; the method is chosen by all of
/// them.
#[test]
fn stopped_at_the_end() {
    for (adds, expected) in [(1000, Ok(Step::Reached)), (999, Err(Error::Interrupted))] {
        let rule = rule("0.06/unequal");
        let whole = whole(&rule, Stopped { known: 0, adds, facts: None });
        let mut run = Run::of(&rule, Phase::Whole(whole), 0);
        assert_eq!(run.step(1000, &Work::quiet()), expected, "{adds}");
        assert_eq!(run.facts().is_some_and(|facts| facts.method == "chosen again"), adds == 1000);
    }
}

/// Values before a window are kept if they are few.
#[test]
fn values_before_a_window() {
    let rule = rule("0.106");
    let mut engine = engine_of(rule.heap_rule().unwrap()).unwrap();
    engine.extend(FIRST_WINDOW as usize, &Work::quiet()).unwrap();
    for (known, kept) in [(MOST_KEPT - 1, true), (MOST_KEPT, true), (MOST_KEPT + 1, false)] {
        let whole = whole(&rule, Stopped { known, adds: 0, facts: Some(facts(1)) });
        let mut run = Run::of(&rule, Phase::Whole(whole), known as u64);
        run.enter(engine.window().unwrap());
        let Phase::Window(InWindow { before: solver, .. }) = run.phase else { panic!("no window") };
        assert_eq!(solver.map(|solver| solver.known()), kept.then_some(known));
    }
}
