//! How much memory values take: a byte or two each, and scratch that does not grow with them.

use sprague::Work;
use sprague::rules::Rule;
use sprague::values::Solver;
use sprague::values::engine_of;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, and how many bytes are in use now and were at most.
struct Counting {
    now: AtomicUsize,
    most: AtomicUsize,
}

// SAFETY: everything is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = self.now.fetch_add(layout.size(), Relaxed) + layout.size();
        self.most.fetch_max(now, Relaxed);
        // SAFETY: as for this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        self.now.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as for this function.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static MEMORY: Counting = Counting { now: AtomicUsize::new(0), most: AtomicUsize::new(0) };

/// The bytes an engine keeps for this many values of a code once they are known, and the bytes of a value it
/// tells of.
fn kept(code: &str, count: usize) -> (usize, u8) {
    let rule: Rule = code.parse().unwrap();
    let before = MEMORY.now.load(Relaxed);
    let mut engine = engine_of(rule.heap_rule().unwrap()).unwrap();
    engine.extend(count, &Work::quiet()).unwrap();
    (MEMORY.now.load(Relaxed) - before, engine.facts().bytes_per_value)
}

/// One test, so that nothing else is counted.
#[test]
fn values_take_a_byte_or_two() {
    for (code, count, bytes, scratch) in [
        // A sparse space.
        ("0.6", 1 << 18, 1, 1 << 20),
        ("0.106", 1 << 20, 1, 1 << 18),
        // None, and values below 256, and above.
        ("0.06", 1 << 13, 1, 200 << 10),
        ("0.06", 1 << 15, 2, 600 << 10),
        ("0.06", 1 << 17, 2, 2 << 20),
    ] {
        let (all, told) = kept(code, count);
        assert_eq!(told as usize, bytes, "{code}");
        // Room for values is set aside in powers of two.
        let values = bytes * (count + 1).next_power_of_two();
        assert!(all <= values + scratch, "{code} to {count}: {all} bytes, {values} of them for values");
        println!("{code} to {count}: {all} bytes, {values} of them for values");
    }
}
