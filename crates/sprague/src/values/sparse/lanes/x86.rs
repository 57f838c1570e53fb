//! Vectors of the x86-64 processors: 256 bits with AVX2, 512 bits with AVX-512.

mod bitmaps;
mod pairs;

use super::{
    BLOCK, Batch, Cell, Groups, LANES, Lanes, Level, Pairs, Plain, Rows, Runs, Simd, TILE, Tables, Turned,
};
use std::arch::x86_64::*;

/// 256-bit vectors. Only handed to functions compiled for AVX2 (see `by_level`), which is what makes the
/// instructions used in its methods sound.
#[derive(Clone, Copy)]
pub struct Avx2(pub(super) ());

impl Avx2 {
    /// # Safety
    /// The processor has AVX2.
    #[inline(always)]
    pub unsafe fn new() -> Self {
        Avx2(())
    }
}

impl Simd for Avx2 {
    const LEVEL: Level = Level::Avx2;
    const BYTES: usize = 32;
    type V = __m256i;
    type Hits = __m256i;

    #[inline(always)]
    fn load<C: Cell>(self, cells: &[C]) -> __m256i {
        assert!(size_of_val(cells) >= 32);
        // SAFETY: 32 bytes are there by the assertion; `Avx2` exists only where AVX2 does.
        unsafe { _mm256_loadu_si256(cells.as_ptr().cast()) }
    }
    #[inline(always)]
    fn splat<C: Cell>(self, c: C) -> __m256i {
        // SAFETY: `Avx2` exists only where AVX2 does.
        unsafe {
            match size_of::<C>() {
                1 => _mm256_set1_epi8(c.code() as i8),
                2 => _mm256_set1_epi16(c.code() as i16),
                _ => _mm256_set1_epi32(c.code() as i32),
            }
        }
    }
    #[inline(always)]
    fn reversed<C: Cell>(self, v: __m256i) -> __m256i {
        // SAFETY: `Avx2` exists only where AVX2 does.
        unsafe {
            let halves = _mm256_permute4x64_epi64::<0b01_00_11_10>(v);
            _mm256_shuffle_epi8(halves, _mm256_broadcastsi128_si256(reversing::<C>()))
        }
    }
    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `Avx2` exists only where AVX2 does.
        unsafe { _mm256_xor_si256(a, b) }
    }
    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `Avx2` exists only where AVX2 does.
        unsafe { _mm256_or_si256(a, b) }
    }
    #[inline(always)]
    fn none(self) -> __m256i {
        // SAFETY: `Avx2` exists only where AVX2 does.
        unsafe { _mm256_setzero_si256() }
    }
    #[inline(always)]
    fn hit<C: Cell>(self, hits: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `Avx2` exists only where AVX2 does.
        unsafe {
            let same = match size_of::<C>() {
                1 => _mm256_cmpeq_epi8(a, b),
                2 => _mm256_cmpeq_epi16(a, b),
                _ => _mm256_cmpeq_epi32(a, b),
            };
            _mm256_or_si256(hits, same)
        }
    }
    #[inline(always)]
    fn both(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `Avx2` exists only where AVX2 does.
        unsafe { _mm256_or_si256(a, b) }
    }
    #[inline(always)]
    fn any(self, hits: __m256i) -> bool {
        // SAFETY: `Avx2` exists only where AVX2 does.
        unsafe { _mm256_movemask_epi8(hits) != 0 }
    }
    #[inline(always)]
    fn mark<const MIXED: bool>(self, runs: Runs, groups: usize, rows: &mut Rows) {
        check::<MIXED>(runs);
        assert!(groups <= 16);
        let mut group = 0;
        while group < groups {
            // SAFETY: all loads are inside the slices (`check`); `Avx2` exists only where AVX2 does.
            group += unsafe {
                match group {
                    0 => mark_some::<false, MIXED>(runs, groups, group, rows),
                    _ => mark_some::<true, MIXED>(runs, groups, group, rows),
                }
            };
        }
    }
    #[inline(always)]
    fn seek<const MIXED: bool, const K: usize>(
        self,
        runs: Runs,
        wanted: &[[u8; LANES]; K],
        found: &mut [[u8; LANES]; K],
    ) {
        check::<MIXED>(runs);
        // SAFETY: all loads are inside the slices (`check`); `Avx2` exists only where AVX2 does.
        unsafe {
            let (mut want, mut hits) = ([_mm256_setzero_si256(); K], [_mm256_setzero_si256(); K]);
            for k in 0..K {
                want[k] = _mm256_loadu_si256(wanted[k].as_ptr().cast());
                hits[k] = _mm256_loadu_si256(found[k].as_ptr().cast());
            }
            for part in runs.parts.as_slice() {
                let start = runs.first - part.place as usize;
                let run = _mm256_loadu_si256(runs.cells.as_ptr().add(start).cast());
                let xors = _mm256_xor_si256(run, _mm256_set1_epi32(part.codes() as i32));
                for k in 0..K {
                    let mut hit = _mm256_cmpeq_epi8(xors, want[k]);
                    if MIXED {
                        let class = _mm256_loadu_si256(runs.classes.as_ptr().add(start).cast());
                        hit = _mm256_and_si256(hit, class);
                    }
                    hits[k] = _mm256_or_si256(hits[k], hit);
                }
            }
            for k in 0..K {
                _mm256_storeu_si256(found[k].as_mut_ptr().cast(), hits[k]);
            }
        }
    }
    #[inline(always)]
    fn smallest<const K: usize>(self, rows: &Rows, count: usize) -> [[u8; LANES]; K] {
        let mut codes = [[0; LANES]; K];
        // SAFETY: a row has 32 bytes; `Avx2` exists only where AVX2 does.
        unsafe {
            let (zero, ones) = (_mm256_setzero_si256(), _mm256_set1_epi8(-1));
            let (mut bits, mut places) = ([zero; K], [zero; K]);
            for j in 0..count {
                let reached = _mm256_loadu_si256(rows[j].as_ptr().cast());
                let mut open = _mm256_xor_si256(reached, ones);
                for k in 0..K {
                    // The lowest open bit, if the place is still vacant.
                    let vacant = _mm256_cmpeq_epi8(bits[k], zero);
                    let lowest = _mm256_and_si256(open, _mm256_sub_epi8(zero, open));
                    let taken = _mm256_and_si256(lowest, vacant);
                    places[k] = _mm256_blendv_epi8(places[k], _mm256_set1_epi8((8 * j) as i8), vacant);
                    bits[k] = _mm256_or_si256(bits[k], taken);
                    open = _mm256_xor_si256(open, taken);
                }
            }
            // The number of a bit, by nibbles.
            let low =
                _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0));
            let high =
                _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 4, 5, 0, 6, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0));
            let nibble = _mm256_set1_epi8(15);
            for k in 0..K {
                let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(bits[k]), nibble);
                let lower = _mm256_and_si256(bits[k], nibble);
                let number =
                    _mm256_or_si256(_mm256_shuffle_epi8(low, lower), _mm256_shuffle_epi8(high, upper));
                let code = _mm256_or_si256(places[k], number);
                let code = _mm256_or_si256(code, _mm256_cmpeq_epi8(bits[k], zero));
                _mm256_storeu_si256(codes[k].as_mut_ptr().cast(), code);
            }
        }
        codes
    }
    #[inline(always)]
    fn take_in<const K: usize>(
        self,
        rows: &mut Rows,
        count: usize,
        codes: &[[u8; LANES]; K],
        found: &[[u8; LANES]; K],
    ) {
        // SAFETY: a row has 32 bytes; `Avx2` exists only where AVX2 does.
        unsafe {
            let (mut bits, mut places) = ([_mm256_setzero_si256(); K], [_mm256_setzero_si256(); K]);
            let bit = _mm256_set1_epi64x(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]));
            let (seven, rest) = (_mm256_set1_epi8(7), _mm256_set1_epi8(-8));
            for k in 0..K {
                let code = _mm256_loadu_si256(codes[k].as_ptr().cast());
                let here = _mm256_loadu_si256(found[k].as_ptr().cast());
                bits[k] = _mm256_and_si256(here, _mm256_shuffle_epi8(bit, _mm256_and_si256(code, seven)));
                places[k] = _mm256_and_si256(code, rest);
            }
            for j in 0..count {
                let place: *mut __m256i = rows[j].as_mut_ptr().cast();
                let (mut row, here) = (_mm256_loadu_si256(place), _mm256_set1_epi8((8 * j) as i8));
                for k in 0..K {
                    let new = _mm256_and_si256(bits[k], _mm256_cmpeq_epi8(places[k], here));
                    row = _mm256_or_si256(row, new);
                }
                _mm256_storeu_si256(place, row);
            }
        }
    }
    #[inline(always)]
    fn unite<const N: usize>(self, rows: &mut [[u8; LANES]], rings: &[[u8; N]], places: [usize; 3]) {
        assert!(places.iter().all(|place| place + LANES <= N));
        for (row, ring) in rows.iter_mut().zip(rings) {
            // SAFETY: a row has 32 bytes, and so has a ring from each place on; `Avx2` exists only where AVX2 does.
            unsafe {
                let mut marks = _mm256_loadu_si256(row.as_ptr().cast());
                for place in places {
                    let more = _mm256_loadu_si256(ring.as_ptr().add(place).cast());
                    marks = _mm256_or_si256(marks, more);
                }
                _mm256_storeu_si256(row.as_mut_ptr().cast(), marks);
            }
        }
    }
    #[inline(always)]
    fn turn(self, rows: &Rows, sets: &mut [[u64; 4]; LANES]) {
        let starts = |half: usize| std::array::from_fn(|j| (16 * half + j) * LANES);
        // SAFETY: runs of 32 bytes at `starts` make up `rows`, pieces of 16 bytes 32 apart make up `sets`, whose
        // words are little-endian on this processor; `Avx2` exists only where AVX2 does.
        unsafe {
            let (from, to) = (rows.as_ptr().cast::<u8>(), sets.as_mut_ptr().cast::<u8>());
            tile_bytes(from, &starts(0), [0u8; TILE].as_ptr(), to, 32);
            tile_bytes(from, &starts(1), [0u8; TILE].as_ptr(), to.add(16), 32);
        }
    }
    #[inline(always)]
    fn tile<C: Cell>(
        self,
        cells: &[C],
        starts: &[usize; TILE],
        flips: &[C; TILE],
        rows: &mut [C],
        stride: usize,
        column: usize,
    ) {
        if size_of::<C>() != 1 {
            return super::Plain.tile(cells, starts, flips, rows, stride, column);
        }
        assert!((BLOCK - 1) * stride + column + TILE <= rows.len());
        for s in starts {
            assert!(s + BLOCK <= cells.len());
        }
        // SAFETY: C is one byte wide; the assertions keep all loads and stores inside the slices; `Avx2` exists
        // only where AVX2 does.
        unsafe {
            tile_bytes(
                cells.as_ptr().cast(),
                starts,
                flips.as_ptr().cast(),
                rows.as_mut_ptr().add(column).cast(),
                stride,
            )
        }
    }
    #[inline(always)]
    fn copies(self, row: &[u64; 9], turned: &mut Turned) {
        // SAFETY: `Avx2` exists only where AVX2 does.
        unsafe { bitmaps::copies(row, turned) }
    }
    #[inline(always)]
    fn clear<const N: usize>(
        self,
        groups: &Groups<N>,
        [from, to]: [usize; 2],
        batch: &Batch,
        open: &mut [Lanes],
    ) {
        let ((list, some), (rows, at, others)) = (groups.some(from, to), batch.rows());
        assert!(open.len().is_power_of_two() && ((some | others) as usize) < open.len());
        // SAFETY: the xor of two values has only bits that some value has, so it is below the length of `open`; there are as many
        // rows as values (`Batch`), and `Avx2` exists only where AVX2 does.
        unsafe { bitmaps::clear_all(list, rows.as_ptr(), at, open.as_mut_ptr()) }
    }
    #[inline(always)]
    fn sieve<const BITS: usize, const S: usize>(self, pairs: Pairs<S>, tables: [&Tables; S]) -> [u8; S] {
        let len = pairs.len();
        if len < 32 {
            return pairs.sieve::<BITS>(tables);
        }
        // SAFETY: all slices have `len` bytes (`Pairs::len` checks it); `Avx2` exists only where AVX2 does.
        unsafe { pairs::sieve_vectors::<BITS, S>(pairs, len, tables) }
    }
    #[inline(always)]
    fn mirror(self, from: &[u8], to: &mut [u8]) {
        assert!(from.len() == to.len());
        let ((rest, from), (to, last)) = (from.as_rchunks::<32>(), to.as_chunks_mut::<32>());
        for i in 0..to.len() {
            let turned = self.reversed::<u8>(self.load(&from[from.len() - 1 - i]));
            // SAFETY: there are 32 bytes, and `Avx2` exists only where AVX2 does.
            unsafe { _mm256_storeu_si256(to[i].as_mut_ptr().cast(), turned) };
        }
        Plain.mirror(rest, last);
    }
    #[inline(always)]
    fn tables<const BITS: usize>(self, values: &[u16; 8]) -> Tables {
        // SAFETY: `Avx2` exists only where AVX2 does.
        unsafe { pairs::tables_of::<BITS>(values) }
    }
}

/// 512-bit vectors, for functions compiled for AVX-512 only.
#[derive(Clone, Copy)]
pub struct Avx512(Avx2);

impl Avx512 {
    /// # Safety
    /// The processor has AVX-512 F, BW, VL and DQ.
    #[inline(always)]
    pub unsafe fn new() -> Self {
        Avx512(Avx2(()))
    }
}

impl Simd for Avx512 {
    const LEVEL: Level = Level::Avx512;
    const BYTES: usize = 64;
    type V = __m512i;
    type Hits = u64;

    #[inline(always)]
    fn load<C: Cell>(self, cells: &[C]) -> __m512i {
        assert!(size_of_val(cells) >= 64);
        // SAFETY: 64 bytes are there by the assertion; `Avx512` exists only where AVX-512 does.
        unsafe { _mm512_loadu_si512(cells.as_ptr().cast()) }
    }
    #[inline(always)]
    fn splat<C: Cell>(self, c: C) -> __m512i {
        // SAFETY: `Avx512` exists only where AVX-512 does.
        unsafe {
            match size_of::<C>() {
                1 => _mm512_set1_epi8(c.code() as i8),
                2 => _mm512_set1_epi16(c.code() as i16),
                _ => _mm512_set1_epi32(c.code() as i32),
            }
        }
    }
    #[inline(always)]
    fn reversed<C: Cell>(self, v: __m512i) -> __m512i {
        // SAFETY: `Avx512` exists only where AVX-512 does.
        unsafe {
            let quarters = _mm512_shuffle_i64x2::<0b00_01_10_11>(v, v);
            _mm512_shuffle_epi8(quarters, _mm512_broadcast_i32x4(reversing::<C>()))
        }
    }
    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `Avx512` exists only where AVX-512 does.
        unsafe { _mm512_xor_si512(a, b) }
    }
    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `Avx512` exists only where AVX-512 does.
        unsafe { _mm512_or_si512(a, b) }
    }
    #[inline(always)]
    fn none(self) -> u64 {
        0
    }
    #[inline(always)]
    fn hit<C: Cell>(self, hits: u64, a: __m512i, b: __m512i) -> u64 {
        // SAFETY: `Avx512` exists only where AVX-512 does.
        unsafe {
            hits | match size_of::<C>() {
                1 => _mm512_cmpeq_epi8_mask(a, b),
                2 => _mm512_cmpeq_epi16_mask(a, b) as u64,
                _ => _mm512_cmpeq_epi32_mask(a, b) as u64,
            }
        }
    }
    #[inline(always)]
    fn both(self, a: u64, b: u64) -> u64 {
        a | b
    }
    #[inline(always)]
    fn any(self, hits: u64) -> bool {
        hits != 0
    }
    #[inline(always)]
    fn mark<const MIXED: bool>(self, runs: Runs, groups: usize, rows: &mut Rows) {
        self.0.mark::<MIXED>(runs, groups, rows);
    }
    #[inline(always)]
    fn seek<const MIXED: bool, const K: usize>(
        self,
        runs: Runs,
        wanted: &[[u8; LANES]; K],
        found: &mut [[u8; LANES]; K],
    ) {
        self.0.seek::<MIXED, K>(runs, wanted, found);
    }
    #[inline(always)]
    fn smallest<const K: usize>(self, rows: &Rows, count: usize) -> [[u8; LANES]; K] {
        self.0.smallest(rows, count)
    }
    #[inline(always)]
    fn take_in<const K: usize>(
        self,
        rows: &mut Rows,
        count: usize,
        codes: &[[u8; LANES]; K],
        found: &[[u8; LANES]; K],
    ) {
        self.0.take_in(rows, count, codes, found);
    }
    #[inline(always)]
    fn unite<const N: usize>(self, rows: &mut [[u8; LANES]], rings: &[[u8; N]], places: [usize; 3]) {
        self.0.unite(rows, rings, places);
    }
    #[inline(always)]
    fn turn(self, rows: &Rows, sets: &mut [[u64; 4]; LANES]) {
        self.0.turn(rows, sets);
    }
    #[inline(always)]
    fn tile<C: Cell>(
        self,
        cells: &[C],
        starts: &[usize; TILE],
        flips: &[C; TILE],
        rows: &mut [C],
        stride: usize,
        column: usize,
    ) {
        self.0.tile(cells, starts, flips, rows, stride, column);
    }
    #[inline(always)]
    fn copies(self, row: &[u64; 9], turned: &mut Turned) {
        self.0.copies(row, turned);
    }
    #[inline(always)]
    fn clear<const N: usize>(self, groups: &Groups<N>, range: [usize; 2], batch: &Batch, open: &mut [Lanes]) {
        self.0.clear(groups, range, batch, open);
    }
    #[inline(always)]
    fn sieve<const BITS: usize, const S: usize>(self, pairs: Pairs<S>, tables: [&Tables; S]) -> [u8; S] {
        self.0.sieve::<BITS, S>(pairs, tables)
    }
    #[inline(always)]
    fn mirror(self, from: &[u8], to: &mut [u8]) {
        self.0.mirror(from, to);
    }
    #[inline(always)]
    fn tables<const BITS: usize>(self, values: &[u16; 8]) -> Tables {
        self.0.tables::<BITS>(values)
    }
}

/// Which bytes reverse the cells of sixteen bytes.
#[inline(always)]
fn reversing<C: Cell>() -> __m128i {
    let width = size_of::<C>();
    let mut bytes = [0u8; 16];
    for i in 0..16 {
        bytes[i] = (16 - width - i / width * width + i % width) as u8;
    }
    // SAFETY: both have sixteen bytes, and any of them are good.
    unsafe { std::mem::transmute(bytes) }
}

/// All runs lie inside the cells, and inside the classes if these are asked for.
#[inline(always)]
fn check<const MIXED: bool>(runs: Runs) {
    if let (Some(largest), Some(smallest)) = (runs.parts.as_slice().first(), runs.parts.as_slice().last()) {
        assert!(largest.place as usize <= runs.first);
        let end = runs.first - smallest.place as usize + LANES;
        assert!(end <= runs.cells.len() && (!MIXED || end <= runs.classes.len()));
    }
}

/// See [`Simd::mark`]: some of the groups of codes from `group` on; tells how many.
#[inline(always)]
unsafe fn mark_some<const LATER: bool, const MIXED: bool>(
    runs: Runs,
    groups: usize,
    group: usize,
    rows: &mut Rows,
) -> usize {
    // SAFETY: the caller vouches for the bounds and for AVX2.
    unsafe {
        match groups - group {
            1 | 2 => mark_groups::<2, LATER, MIXED>(runs, group, rows),
            3 | 6 => mark_groups::<3, LATER, MIXED>(runs, group, rows),
            4 | 7 | 8 => mark_groups::<4, LATER, MIXED>(runs, group, rows),
            _ => mark_groups::<5, LATER, MIXED>(runs, group, rows),
        }
    }
}

/// See [`Simd::mark`]: the codes of `G` groups of sixteen, from `group` on; if not `LATER`, these are below 128.
#[inline(always)]
unsafe fn mark_groups<const G: usize, const LATER: bool, const MIXED: bool>(
    runs: Runs,
    group: usize,
    rows: &mut Rows,
) -> usize {
    // SAFETY: the caller vouches for the bounds and for AVX2.
    unsafe {
        let bit = _mm_set1_epi64x(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]));
        let low_bits = _mm256_broadcastsi128_si256(_mm_move_epi64(bit));
        let high_bits = _mm256_broadcastsi128_si256(_mm_slli_si128::<8>(bit));
        // Ten accumulators and six vectors under way fill all registers. Constants are read anew for each part: kept in
        // registers, they would push an accumulator out to memory, and every part would wait for it.
        let constants = [low_bits, high_bits, _mm256_set1_epi8(0xf0u8 as i8), _mm256_set1_epi8(15)];
        let constant = |i: usize| std::ptr::read_volatile(&constants[i]);
        let (mut low, mut high) = ([_mm256_setzero_si256(); G], [_mm256_setzero_si256(); G]);
        for part in runs.parts.as_slice() {
            let start = runs.first - part.place as usize;
            let run = _mm256_loadu_si256(runs.cells.as_ptr().add(start).cast());
            let xors = _mm256_xor_si256(run, _mm256_set1_epi32(part.codes() as i32));
            let large = _mm256_and_si256(xors, constant(2));
            // A lookup takes the low nibble by itself, and nothing for codes from 128 on.
            let small = if LATER { _mm256_and_si256(xors, constant(3)) } else { xors };
            let (mut l, mut h) =
                (_mm256_shuffle_epi8(constant(0), small), _mm256_shuffle_epi8(constant(1), small));
            if MIXED {
                let class = _mm256_loadu_si256(runs.classes.as_ptr().add(start).cast());
                (l, h) = (_mm256_and_si256(l, class), _mm256_and_si256(h, class));
            }
            for g in 0..G {
                let here = _mm256_cmpeq_epi8(large, _mm256_set1_epi8((16 * (group + g)) as i8));
                low[g] = _mm256_or_si256(low[g], _mm256_and_si256(l, here));
                high[g] = _mm256_or_si256(high[g], _mm256_and_si256(h, here));
            }
        }
        for g in (0..G).filter(|g| group + g < 16) {
            for (half, new) in [(0, low[g]), (1, high[g])] {
                let place: *mut __m256i = rows[2 * (group + g) + half].as_mut_ptr().cast();
                _mm256_storeu_si256(place, _mm256_or_si256(_mm256_loadu_si256(place), new));
            }
        }
    }
    G
}

/// See [`Simd::tile`]. Each of four rounds of unpacking interleaves vectors j and j + 8; after the last, vector i
/// holds the 16 codes of lane i in its lower half and those of lane i + 16 in its upper half.
#[inline(always)]
unsafe fn tile_bytes(
    cells: *const u8,
    starts: &[usize; TILE],
    flips: *const u8,
    rows: *mut u8,
    stride: usize,
) {
    // SAFETY: the caller vouches for the bounds and for AVX2.
    unsafe {
        let mut v = [_mm256_setzero_si256(); 16];
        for j in 0..16 {
            let run = _mm256_loadu_si256(cells.add(starts[j]).cast());
            v[j] = _mm256_xor_si256(run, _mm256_set1_epi8(*flips.add(j) as i8));
        }
        for _ in 0..4 {
            let mut w = v;
            for j in 0..8 {
                w[2 * j] = _mm256_unpacklo_epi8(v[j], v[j + 8]);
                w[2 * j + 1] = _mm256_unpackhi_epi8(v[j], v[j + 8]);
            }
            v = w;
        }
        for lane in 0..16 {
            _mm_storeu_si128(rows.add(lane * stride).cast(), _mm256_castsi256_si128(v[lane]));
            _mm_storeu_si128(rows.add((lane + 16) * stride).cast(), _mm256_extracti128_si256::<1>(v[lane]));
        }
    }
}
