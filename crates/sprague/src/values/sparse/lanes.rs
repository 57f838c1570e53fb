//! Vector work: one source, compiled for several instruction sets.
//!
//! The loops below are written over fixed-size arrays so that the compiler turns them into vector compares of whatever
//! width the enclosing function was compiled for; [`Level`] picks that function at run time. Only the byte transpose
//! needs instructions of its own.

use crate::values::sparse::sequence::Cell;

/// Which instructions may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What every processor of the target has.
    Portable,
    /// AVX2 and BMI.
    Avx2,
    /// AVX-512 F, BW, VL, DQ as well.
    Avx512,
}

impl Level {
    /// The best level this processor has.
    pub fn detect() -> Self {
        *Self::available().last().unwrap_or(&Level::Portable)
    }

    /// All levels this processor has, from the plainest on.
    pub fn available() -> Vec<Level> {
        #[allow(unused_mut)]
        let mut all = vec![Level::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("lzcnt");
            if avx2 {
                all.push(Level::Avx2);
                if is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                {
                    all.push(Level::Avx512);
                }
            }
        }
        all
    }
}

/// Defines `$name(level, args)` which runs the `#[inline(always)]` function `$body::<X>` compiled for that level; `X` is
/// the matching [`Simd`].
macro_rules! by_level {
    ($(#[$doc:meta])* $vis:vis fn $name:ident<[$($g:ident : $b:path),*]>($($a:ident : $t:ty),* $(,)?) -> $r:ty = $body:path) => {
        $(#[$doc])*
        #[allow(clippy::too_many_arguments)]
        $vis fn $name<$($g: $b),*>(level: $crate::values::sparse::lanes::Level, $($a: $t),*) -> $r {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
                #[allow(clippy::too_many_arguments)]
                fn avx2<$($g: $b),*>($($a: $t),*) -> $r {
                    // SAFETY: this function runs only where AVX2 was detected.
                    $body($($a,)* unsafe { $crate::values::sparse::lanes::Avx2::new() })
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,popcnt,lzcnt")]
                #[allow(clippy::too_many_arguments)]
                fn avx512<$($g: $b),*>($($a: $t),*) -> $r {
                    // SAFETY: this function runs only where AVX-512 was detected.
                    $body($($a,)* unsafe { $crate::values::sparse::lanes::Avx512::new() })
                }
                match level {
                    // SAFETY: `Level::available` names a level only after detecting its instructions.
                    $crate::values::sparse::lanes::Level::Avx512 => return unsafe { avx512::<$($g),*>($($a),*) },
                    // SAFETY: as above.
                    $crate::values::sparse::lanes::Level::Avx2 => return unsafe { avx2::<$($g),*>($($a),*) },
                    $crate::values::sparse::lanes::Level::Portable => {}
                }
            }
            let _ = level;
            $body($($a,)* $crate::values::sparse::lanes::Plain)
        }
    };
}
pub(crate) use by_level;

/// How many positions one transposed tile takes at once.
pub const TILE: usize = 16;
/// How many consecutive sums a block of rows covers.
pub const BLOCK: usize = 32;

/// A vector of cells, and what the solvers do with it. Every method is `#[inline(always)]`, so it is compiled for the
/// instructions of the function that `by_level` instantiates.
pub trait Simd: Copy {
    /// Bytes in a vector.
    const BYTES: usize;
    /// The vector.
    type V: Copy;
    /// What has been hit so far.
    type Hits: Copy;

    /// The first `BYTES` bytes of a slice, which must be there.
    fn load<C: Cell>(self, cells: &[C]) -> Self::V;
    /// All cells equal `c`.
    fn splat<C: Cell>(self, c: C) -> Self::V;
    /// Bitwise exclusive or.
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// No hits.
    fn none(self) -> Self::Hits;
    /// Adds the cells in which `a` and `b` agree.
    fn hit<C: Cell>(self, hits: Self::Hits, a: Self::V, b: Self::V) -> Self::Hits;
    /// The hits of both.
    fn both(self, a: Self::Hits, b: Self::Hits) -> Self::Hits;
    /// Is there any hit?
    fn any(self, hits: Self::Hits) -> bool;

    /// The union of `one[c]` over all codes `c`.
    #[inline(always)]
    fn union_of(self, codes: &[u8], one: &[[u64; 4]; 256]) -> [u64; 4] {
        let [mut a, mut b, mut c, mut d] = [0u64; 4];
        for &code in codes {
            let set = &one[code as usize];
            a |= set[0];
            b |= set[1];
            c |= set[2];
            d |= set[3];
        }
        [a, b, c, d]
    }

    /// Turns sixteen runs of 32 consecutive codes into 32 rows of sixteen codes:
    /// `rows[lane·stride + column + j] = cells[starts[j] + lane] ⊕ flips[j]` for `lane < 32`, `j < 16`.
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
        for j in 0..TILE {
            let run = &cells[starts[j]..starts[j] + BLOCK];
            for lane in 0..BLOCK {
                rows[lane * stride + column + j] = run[lane] ^ flips[j];
            }
        }
    }
}

/// Sixteen bytes as an array: the compiler's own vectors, on any processor.
#[derive(Clone, Copy)]
pub struct Plain;

/// One lane-wise step of [`Plain`] for cells of `C`, on 16 bytes.
#[inline(always)]
fn lanewise<C: Cell>(a: u128, b: u128) -> u128 {
    let mut hits = 0u128;
    let bits = 8 * size_of::<C>();
    let x = a ^ b;
    match size_of::<C>() {
        1 => {
            let (x, mut h) = (x.to_le_bytes(), [0u8; 16]);
            for i in 0..16 {
                h[i] = if x[i] == 0 { 0xff } else { 0 };
            }
            return u128::from_le_bytes(h);
        }
        _ => {
            for lane in 0..128 / bits {
                if x >> (lane * bits) & ((1 << bits) - 1) == 0 {
                    hits |= 1 << (lane * bits);
                }
            }
        }
    }
    hits
}

impl Simd for Plain {
    const BYTES: usize = 16;
    type V = u128;
    type Hits = u128;

    #[inline(always)]
    fn load<C: Cell>(self, cells: &[C]) -> u128 {
        let bits = 8 * size_of::<C>();
        let mut v = 0u128;
        for lane in 0..128 / bits {
            v |= (cells[lane].code() as u128) << (lane * bits);
        }
        v
    }
    #[inline(always)]
    fn splat<C: Cell>(self, c: C) -> u128 {
        u128::MAX / ((1 << (8 * size_of::<C>())) - 1) * c.code() as u128
    }
    #[inline(always)]
    fn xor(self, a: u128, b: u128) -> u128 {
        a ^ b
    }
    #[inline(always)]
    fn none(self) -> u128 {
        0
    }
    #[inline(always)]
    fn hit<C: Cell>(self, hits: u128, a: u128, b: u128) -> u128 {
        hits | lanewise::<C>(a, b)
    }
    #[inline(always)]
    fn both(self, a: u128, b: u128) -> u128 {
        a | b
    }
    #[inline(always)]
    fn any(self, hits: u128) -> bool {
        hits != 0
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{BLOCK, Cell, Simd, TILE};
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
        fn xor(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: `Avx2` exists only where AVX2 does.
            unsafe { _mm256_xor_si256(a, b) }
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
        fn union_of(self, codes: &[u8], one: &[[u64; 4]; 256]) -> [u64; 4] {
            // SAFETY: every index is a byte and the table has 256 sets of 32 bytes; `Avx2` exists only where AVX2 does.
            unsafe {
                let table: *const __m256i = one.as_ptr().cast();
                let mut sets = [_mm256_setzero_si256(); 4];
                let (fours, rest) = codes.as_chunks::<4>();
                for four in fours {
                    for j in 0..4 {
                        sets[j] = _mm256_or_si256(sets[j], _mm256_loadu_si256(table.add(four[j] as usize)));
                    }
                }
                for &code in rest {
                    sets[0] = _mm256_or_si256(sets[0], _mm256_loadu_si256(table.add(code as usize)));
                }
                let all =
                    _mm256_or_si256(_mm256_or_si256(sets[0], sets[1]), _mm256_or_si256(sets[2], sets[3]));
                let mut out = [0u64; 4];
                _mm256_storeu_si256(out.as_mut_ptr().cast(), all);
                out
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
        fn xor(self, a: __m512i, b: __m512i) -> __m512i {
            // SAFETY: `Avx512` exists only where AVX-512 does.
            unsafe { _mm512_xor_si512(a, b) }
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
        fn union_of(self, codes: &[u8], one: &[[u64; 4]; 256]) -> [u64; 4] {
            self.0.union_of(codes, one)
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
                _mm_storeu_si128(
                    rows.add((lane + 16) * stride).cast(),
                    _mm256_extracti128_si256::<1>(v[lane]),
                );
            }
        }
    }
}

/// The set of all single codes of a byte, for [`Simd::union_of`].
pub fn singletons() -> Box<[[u64; 4]; 256]> {
    let mut one = Box::new([[0u64; 4]; 256]);
    for (code, set) in one.iter_mut().enumerate() {
        set[code / 64] = 1 << (code % 64);
    }
    one
}

/// The set of some codes, those of `64·N` and above left out. `one` is [`singletons`].
#[inline(always)]
pub fn set_of<C: Cell, const N: usize, X: Simd>(codes: &[C], one: &[[u64; 4]; 256], x: X) -> [u64; N] {
    let mut set = [0; N];
    if size_of::<C>() == 1 && N == 4 {
        // SAFETY: cells are plain integers without padding, and one of a byte's size is a byte.
        let bytes: &[u8] = unsafe { std::slice::from_raw_parts(codes.as_ptr().cast(), codes.len()) };
        let four = x.union_of(bytes, one);
        set[..4].copy_from_slice(&four);
        return set;
    }
    for &c in codes {
        let c = c.code() as usize;
        if c / 64 < N {
            set[c / 64] |= 1 << (c % 64);
        }
    }
    set
}

/// Is `c` in `row`?
#[inline(always)]
pub fn contains<C: Cell, X: Simd>(row: &[C], c: C, x: X) -> bool {
    let width = X::BYTES / size_of::<C>();
    let wanted = x.splat(c);
    let (mut h0, mut h1) = (x.none(), x.none());
    let mut rest = row;
    while rest.len() >= 2 * width {
        h0 = x.hit::<C>(h0, x.load(rest), wanted);
        h1 = x.hit::<C>(h1, x.load(&rest[width..]), wanted);
        rest = &rest[2 * width..];
    }
    let mut found = x.any(x.both(h0, h1));
    for &y in rest {
        found |= y == c;
    }
    found
}

/// Which of the candidates are `left[i] ⊕ right[i]` for some `i`? Both slices have one length.
#[inline(always)]
pub fn pairs_with<C: Cell, X: Simd, const K: usize>(
    left: &[C],
    right: &[C],
    candidates: &[C; K],
    x: X,
) -> [bool; K] {
    let width = X::BYTES / size_of::<C>();
    let mut wanted = [x.splat(C::default()); K];
    for k in 0..K {
        wanted[k] = x.splat(candidates[k]);
    }
    let mut hits = [x.none(); K];
    let (mut l, mut r) = (left, &right[..left.len()]);
    while l.len() >= width {
        let y = x.xor(x.load(l), x.load(r));
        for k in 0..K {
            hits[k] = x.hit::<C>(hits[k], y, wanted[k]);
        }
        (l, r) = (&l[width..], &r[width..]);
    }
    let mut found = [false; K];
    for k in 0..K {
        found[k] = x.any(hits[k]);
    }
    for i in 0..l.len() {
        let y = l[i] ^ r[i];
        for k in 0..K {
            found[k] |= y == candidates[k];
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    by_level! {
        fn tile<[C: Cell]>(cells: &[C], starts: &[usize; TILE], flips: &[C; TILE], rows: &mut [C], stride: usize, column: usize) -> () = tile_at
    }
    #[inline(always)]
    fn tile_at<C: Cell, X: Simd>(
        cells: &[C],
        starts: &[usize; TILE],
        flips: &[C; TILE],
        rows: &mut [C],
        stride: usize,
        column: usize,
        x: X,
    ) {
        x.tile(cells, starts, flips, rows, stride, column)
    }
    by_level! {
        fn find<[C: Cell]>(row: &[C], c: C) -> bool = contains
    }
    by_level! {
        fn find_pair<[]>(left: &[u16], right: &[u16], c: u16) -> [bool; 2] = find_pair_at
    }
    #[inline(always)]
    fn find_pair_at<X: Simd>(left: &[u16], right: &[u16], c: u16, x: X) -> [bool; 2] {
        pairs_with(left, right, &[c, 7], x)
    }

    #[test]
    fn transposes_agree() {
        let cells: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2654435761) >> 13) as u8).collect();
        let starts: [usize; TILE] = std::array::from_fn(|j| 7 + j * 211);
        let flips: [u8; TILE] = std::array::from_fn(|j| (j * 37) as u8);
        let (stride, column) = (48, 16);
        let mut plain = vec![0u8; BLOCK * stride];
        Plain.tile(&cells, &starts, &flips, &mut plain, stride, column);
        for level in Level::available() {
            let mut rows = vec![0u8; BLOCK * stride];
            tile(level, &cells, &starts, &flips, &mut rows, stride, column);
            assert_eq!(plain, rows);
        }
    }

    #[test]
    fn searches_find_what_is_there() {
        for len in [0usize, 1, 31, 64, 65, 200] {
            let left: Vec<u16> = (0..len as u16).map(|i| i * 3).collect();
            let right: Vec<u16> = (0..len as u16).map(|i| i * 5 + 1).collect();
            let xors: Vec<u16> = left.iter().zip(&right).map(|(a, b)| a ^ b).collect();
            for c in 0..300u16 {
                for level in Level::available() {
                    assert_eq!(find(level, &xors, c), xors.contains(&c));
                    assert_eq!(find_pair(level, &left, &right, c), [xors.contains(&c), xors.contains(&7)]);
                }
            }
        }
    }
}
