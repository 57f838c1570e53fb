//! Vectors of 32-bit residues, one small trait for three instruction sets.
//!
//! Idea: every fast kernel of this crate is written once, generic over the trait `Lanes`, and
//! instantiated for AVX-512 (16 lanes), AVX2 (8 lanes) and plain arrays (8 lanes, and 16 for tests). [`Level`] names the
//! instruction set; [`Level::best`] asks the processor. The macro `at_level!` picks the instance.
//!
//! Residues modulo `m < 2^31` are kept in `[0, m)`. One subtraction and one unsigned minimum reduce a
//! sum (`t = a + b < 2^32`; of `t` and `t - m` the wrong one is at least as large), one addition and
//! one minimum a difference.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// An instruction set a kernel can be run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Plain Rust with sixteen lanes: the shape of AVX-512, to test it anywhere.
    PortableWide,
    /// Plain Rust, on every machine.
    Portable,
    /// 256-bit vectors of x86-64.
    Avx2,
    /// 512-bit vectors of x86-64.
    Avx512,
}

impl Level {
    /// The best instruction set of this processor.
    pub fn best() -> Level {
        Level::available().last().copied().unwrap_or(Level::Portable)
    }

    /// All instruction sets of this processor, the slowest first.
    pub fn available() -> &'static [Level] {
        const ALL: [Level; 4] = [Level::PortableWide, Level::Portable, Level::Avx2, Level::Avx512];
        &ALL[..Level::count()]
    }

    #[cfg(target_arch = "x86_64")]
    fn count() -> usize {
        match (is_x86_feature_detected!("avx2"), is_x86_feature_detected!("avx512f")) {
            (true, true) => 4,
            (true, false) => 3,
            (false, _) => 2,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn count() -> usize {
        2
    }

    /// This level if the processor has it, else the best one it has.
    pub(crate) fn supported(self) -> Level {
        self.min(Level::best())
    }
}

/// A vector of `N` residues. Every method is `unsafe` for one reason: the caller must run on a
/// processor that has the instruction set of the implementing type.
///
/// 64-bit views: a vector is also `N / 2` numbers of 64 bits, the even lane being the low half.
pub(crate) trait Lanes: Copy {
    /// Number of 32-bit lanes.
    const N: usize;
    /// Reads `N` residues from `at`; needs `N` readable words there, of any alignment.
    unsafe fn load(at: *const u32) -> Self;
    /// Writes `N` residues to `at`; needs `N` writable words there, of any alignment.
    unsafe fn store(self, at: *mut u32);
    /// All lanes `x`.
    unsafe fn splat(x: u32) -> Self;
    /// All 64-bit lanes `x`.
    unsafe fn splat64(x: u64) -> Self;
    /// Lane by lane sum modulo 2^32.
    unsafe fn add(self, other: Self) -> Self;
    /// Lane by lane difference modulo 2^32.
    unsafe fn sub(self, other: Self) -> Self;
    /// Lane by lane unsigned minimum.
    unsafe fn min(self, other: Self) -> Self;
    /// Bitwise and.
    unsafe fn and(self, other: Self) -> Self;
    /// 64-bit products of the even lanes.
    unsafe fn mul_even(self, other: Self) -> Self;
    /// 64-bit sums modulo 2^64.
    unsafe fn add64(self, other: Self) -> Self;
    /// Every 64-bit lane shifted right by 32: odd lanes move to even places.
    unsafe fn high(self) -> Self;
    /// Every 64-bit lane shifted left by 32: even lanes move to odd places.
    unsafe fn low_to_high(self) -> Self;
    /// Every 64-bit lane shifted right by one.
    unsafe fn half(self) -> Self;

    /// `a + b mod m` for residues in `[0, m)`; `m` in every lane of `modulus`.
    #[inline(always)]
    unsafe fn add_mod(self, other: Self, modulus: Self) -> Self {
        // SAFETY: the caller vouches for the instruction set.
        unsafe {
            let t = self.add(other);
            t.min(t.sub(modulus))
        }
    }

    /// `a - b mod m` for residues in `[0, m)`.
    #[inline(always)]
    unsafe fn sub_mod(self, other: Self, modulus: Self) -> Self {
        // SAFETY: the caller vouches for the instruction set.
        unsafe {
            let t = self.sub(other);
            t.min(t.add(modulus))
        }
    }
}

/// `N` lanes in plain Rust.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Plain<const N: usize>([u32; N]);

impl<const N: usize> Plain<N> {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut out = self.0;
        for (x, &y) in out.iter_mut().zip(&other.0) {
            *x = f(*x, y);
        }
        Plain(out)
    }

    #[inline(always)]
    fn wide(self, f: impl Fn(usize) -> u64) -> Self {
        let mut out = self.0;
        for k in 0..N / 2 {
            let x = f(k);
            out[2 * k] = x as u32;
            out[2 * k + 1] = (x >> 32) as u32;
        }
        Plain(out)
    }

    #[inline(always)]
    fn get(&self, k: usize) -> u64 {
        u64::from(self.0[2 * k]) | u64::from(self.0[2 * k + 1]) << 32
    }
}

impl<const N: usize> Lanes for Plain<N> {
    const N: usize = N;
    #[inline(always)]
    unsafe fn load(at: *const u32) -> Self {
        // SAFETY: the caller gives `N` readable words.
        Plain(unsafe { at.cast::<[u32; N]>().read_unaligned() })
    }
    #[inline(always)]
    unsafe fn store(self, at: *mut u32) {
        // SAFETY: the caller gives `N` writable words.
        unsafe { at.cast::<[u32; N]>().write_unaligned(self.0) }
    }
    #[inline(always)]
    unsafe fn splat(x: u32) -> Self {
        Plain([x; N])
    }
    #[inline(always)]
    unsafe fn splat64(x: u64) -> Self {
        Plain([0; N]).wide(|_| x)
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_add)
    }
    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_sub)
    }
    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        self.zip(other, u32::min)
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        self.zip(other, |x, y| x & y)
    }
    #[inline(always)]
    unsafe fn mul_even(self, other: Self) -> Self {
        self.wide(|k| u64::from(self.0[2 * k]) * u64::from(other.0[2 * k]))
    }
    #[inline(always)]
    unsafe fn add64(self, other: Self) -> Self {
        self.wide(|k| self.get(k).wrapping_add(other.get(k)))
    }
    #[inline(always)]
    unsafe fn high(self) -> Self {
        self.wide(|k| self.get(k) >> 32)
    }
    #[inline(always)]
    unsafe fn low_to_high(self) -> Self {
        self.wide(|k| self.get(k) << 32)
    }
    #[inline(always)]
    unsafe fn half(self) -> Self {
        self.wide(|k| self.get(k) >> 1)
    }
}

/// One implementation for each x86 vector type: the bodies differ in the intrinsic's name only.
#[cfg(target_arch = "x86_64")]
macro_rules! x86_lanes {
    ($vector:ty, $n:expr, $load:ident, $store:ident, $splat:ident, $splat64:ident, $add:ident, $sub:ident,
     $min:ident, $and:ident, $mul:ident, $add64:ident, $srl:ident, $sll:ident) => {
        // SAFETY, for every block below: the caller vouches for the instruction set and, in `load`
        // and `store`, for `N` words at `at`.
        impl Lanes for $vector {
            const N: usize = $n;
            #[inline(always)]
            unsafe fn load(at: *const u32) -> Self {
                unsafe { $load(at.cast()) }
            }
            #[inline(always)]
            unsafe fn store(self, at: *mut u32) {
                unsafe { $store(at.cast(), self) }
            }
            #[inline(always)]
            unsafe fn splat(x: u32) -> Self {
                unsafe { $splat(x as i32) }
            }
            #[inline(always)]
            unsafe fn splat64(x: u64) -> Self {
                unsafe { $splat64(x as i64) }
            }
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                unsafe { $add(self, other) }
            }
            #[inline(always)]
            unsafe fn sub(self, other: Self) -> Self {
                unsafe { $sub(self, other) }
            }
            #[inline(always)]
            unsafe fn min(self, other: Self) -> Self {
                unsafe { $min(self, other) }
            }
            #[inline(always)]
            unsafe fn and(self, other: Self) -> Self {
                unsafe { $and(self, other) }
            }
            #[inline(always)]
            unsafe fn mul_even(self, other: Self) -> Self {
                unsafe { $mul(self, other) }
            }
            #[inline(always)]
            unsafe fn add64(self, other: Self) -> Self {
                unsafe { $add64(self, other) }
            }
            #[inline(always)]
            unsafe fn high(self) -> Self {
                unsafe { $srl::<32>(self) }
            }
            #[inline(always)]
            unsafe fn low_to_high(self) -> Self {
                unsafe { $sll::<32>(self) }
            }
            #[inline(always)]
            unsafe fn half(self) -> Self {
                unsafe { $srl::<1>(self) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
x86_lanes!(
    __m256i,
    8,
    _mm256_loadu_si256,
    _mm256_storeu_si256,
    _mm256_set1_epi32,
    _mm256_set1_epi64x,
    _mm256_add_epi32,
    _mm256_sub_epi32,
    _mm256_min_epu32,
    _mm256_and_si256,
    _mm256_mul_epu32,
    _mm256_add_epi64,
    _mm256_srli_epi64,
    _mm256_slli_epi64
);
#[cfg(target_arch = "x86_64")]
x86_lanes!(
    __m512i,
    16,
    _mm512_loadu_si512,
    _mm512_storeu_si512,
    _mm512_set1_epi32,
    _mm512_set1_epi64,
    _mm512_add_epi32,
    _mm512_sub_epi32,
    _mm512_min_epu32,
    _mm512_and_si512,
    _mm512_mul_epu32,
    _mm512_add_epi64,
    _mm512_srli_epi64,
    _mm512_slli_epi64
);

/// Defines a safe function that runs a kernel `unsafe fn kernel<V: Lanes>(…)` at a [`Level`].
/// A level the processor lacks falls back to the best one it has.
macro_rules! at_level {
    ($(#[$meta:meta])* $vis:vis fn $name:ident ( $($arg:ident : $type:ty),* $(,)? ) $(-> $ret:ty)? = $kernel:ident) => {
        $(#[$meta])*
        #[allow(clippy::too_many_arguments)]
        $vis fn $name(level: $crate::counts::arithmetic::lanes::Level, $($arg: $type),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f")]
                #[allow(clippy::too_many_arguments)]
                fn avx512($($arg: $type),*) $(-> $ret)? {
                    // SAFETY: this function is only entered on a processor with AVX-512.
                    unsafe { $kernel::<std::arch::x86_64::__m512i>($($arg),*) }
                }
                #[target_feature(enable = "avx2")]
                #[allow(clippy::too_many_arguments)]
                fn avx2($($arg: $type),*) $(-> $ret)? {
                    // SAFETY: this function is only entered on a processor with AVX2.
                    unsafe { $kernel::<std::arch::x86_64::__m256i>($($arg),*) }
                }
                // SAFETY: `supported` answers only levels that the processor was found to have.
                match level.supported() {
                    $crate::counts::arithmetic::lanes::Level::Avx512 => return unsafe { avx512($($arg),*) },
                    $crate::counts::arithmetic::lanes::Level::Avx2 => return unsafe { avx2($($arg),*) },
                    _ => {}
                }
            }
            // SAFETY: plain Rust runs everywhere.
            unsafe {
                if level == $crate::counts::arithmetic::lanes::Level::PortableWide {
                    return $kernel::<$crate::counts::arithmetic::lanes::Plain<16>>($($arg),*);
                }
                $kernel::<$crate::counts::arithmetic::lanes::Plain<8>>($($arg),*)
            }
        }
    };
}
pub(crate) use at_level;
