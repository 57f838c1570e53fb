//! Which mutant is switched on: the one whose number is in `SCHEMATA`. With `SCHEMATA_REACHED=FILE` none is, and the
//! numbers of those that were asked for are appended to the file, four bytes each, as they are met.

use std::{
    fs::OpenOptions,
    io::Write,
    sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
};

const UNKNOWN: u32 = u32::MAX;
const RECORDING: u32 = u32::MAX - 1;

static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
static REACHED: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];

/// Whether this mutant is switched on.
#[inline(always)]
pub fn on(mutant: u32) -> bool {
    let active = ACTIVE.load(Relaxed);
    active == mutant || active >= RECORDING && first(mutant)
}

#[cold]
#[inline(never)]
fn first(mutant: u32) -> bool {
    if REACHED[mutant as usize].load(Relaxed) {
        return false;
    }
    if ACTIVE.load(Relaxed) == UNKNOWN {
        let number = std::env::var("SCHEMATA").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        let recording = std::env::var_os("SCHEMATA_REACHED").is_some();
        ACTIVE.store(if recording { RECORDING } else { number }, Relaxed);
    }
    if ACTIVE.load(Relaxed) == RECORDING && !REACHED[mutant as usize].swap(true, Relaxed) {
        let file = std::env::var_os("SCHEMATA_REACHED").expect("the name of a file");
        let mut file = OpenOptions::new().append(true).create(true).open(file).expect("a file");
        file.write_all(&mutant.to_le_bytes()).expect("a file that can be written");
    }
    ACTIVE.load(Relaxed) == mutant
}
