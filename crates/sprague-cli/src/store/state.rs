//! The file of a window: the state of a search as plain data (docs/run-directory.md).
//!
//! The header has the numbers; the bytes are the codes of the first positions, of the last ones, and of every
//! kept state, and the last values, all of one number of bits.

use super::frame;
use super::pack::{bits_for, pack, packed_len, unpack};
use anyhow::anyhow;
use serde::{Deserialize, Serialize};
use sprague::laws::SearchState;
use sprague::values::engine::WindowState;
use std::path::Path;

const MAGIC: &str = "sprague-window";
/// A longer file is none of ours.
const MOST: u64 = 1 << 30;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    version: u32,
    rule: String,
    known: u64,
    mask: u32,
    parity: bool,
    offset: u32,
    codes: u32,
    span: u64,
    rares: Vec<u64>,
    /// How many codes: of the first positions, and of a state.
    first: u64,
    reach: u64,
    /// How many values were known at the kept states.
    kept: Vec<u64>,
    spacing: u64,
    largest: (u32, u64),
    back: Option<(u64, u64)>,
    /// How many of the last values; none in sets of one word.
    #[serde(default, skip_serializing_if = "is_zero")]
    recent: u64,
    bits: u32,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Writes a state; its checksum.
pub fn write(path: &Path, rule: &str, state: &SearchState) -> anyhow::Result<u32> {
    let SearchState { machine, kept, spacing, largest, recent, back } = state;
    let codes = || {
        let states = kept.iter().flat_map(|(_, codes)| codes);
        machine.first.iter().chain(&machine.last).chain(states).chain(recent).map(|&code| u32::from(code))
    };
    let bits = bits_for(codes().max().unwrap_or(0));
    let header = Header {
        version: super::manifest::VERSION,
        rule: rule.to_string(),
        known: machine.known,
        mask: machine.mask,
        parity: machine.parity,
        offset: machine.offset,
        codes: machine.codes,
        span: machine.span,
        rares: machine.rares.clone(),
        first: machine.first.len() as u64,
        reach: machine.last.len() as u64,
        kept: kept.iter().map(|&(known, _)| known).collect(),
        spacing: *spacing,
        largest: *largest,
        back: *back,
        recent: recent.len() as u64,
        bits,
    };
    frame::write(path, MAGIC, &header, &pack(codes(), bits))
}

/// Reads a state and its checksum.
pub fn read(path: &Path, rule: &str) -> anyhow::Result<(SearchState, u32)> {
    let (header, bytes, checksum) = frame::read::<Header>(path, MAGIC, MOST)?;
    let Header { first, reach, recent, bits, .. } = header;
    let count = header.kept.len() as u64 + 1;
    let count = reach
        .checked_mul(count)
        .and_then(|codes| codes.checked_add(first)?.checked_add(recent))
        .filter(|&codes| codes < MOST);
    let fits = |count: usize| (1..=16).contains(&bits) && packed_len(count, bits) == bytes.len();
    let Some(count) = count.map(|count| count as usize).filter(|&count| fits(count)) else {
        return Err(anyhow!("its lengths do not fit"));
    };
    if header.rule != rule {
        return Err(anyhow!("it is of {}", header.rule));
    }
    let mut codes = Vec::with_capacity(count);
    unpack(&bytes, bits, count, |code| codes.push(code as u16));
    let (first, rest) = codes.split_at(first as usize);
    let (last, rest) = rest.split_at(reach as usize);
    let (states, recent) = rest.split_at(rest.len() - recent as usize);
    let states = states.chunks(reach.max(1) as usize).map(<[u16]>::to_vec);
    let state = SearchState {
        machine: WindowState {
            mask: header.mask,
            parity: header.parity,
            offset: header.offset,
            codes: header.codes,
            rares: header.rares,
            span: header.span,
            first: first.to_vec(),
            last: last.to_vec(),
            known: header.known,
        },
        kept: header.kept.into_iter().zip(states).collect(),
        spacing: header.spacing,
        largest: header.largest,
        recent: recent.to_vec(),
        back: header.back,
    };
    Ok((state, checksum))
}
