//! Vectors: one detector, tokens that only detection can make, few primitives.
//!
//! - [`Level`]: which instructions this processor has, and which of them to use
//!   ([`Work::level`](crate::Work::level))
//! - `vector`: the primitives, as traits: `Simd` is a token, `Vector` and its kin are what it makes
//! - `portable`, `avx2`, `avx512`, `neon`: a thin type for each instruction set. A further one is one more
//!   file, and a line in `level` and in `dispatch!`; `vbmi`: tables of 64 and 128 bytes, which some
//!   processors of a level have (`dispatch_lookups!`)
//!
//! A kernel lives beside its algorithm. It is an `#[inline(always)]` function, generic over `X: Simd`, whose
//! last argument is the token; `dispatch!` makes of it one function that takes a [`Level`] and runs the
//! kernel compiled for that level.
//!
//! **Why this is sound.** A token of AVX2 exists only after AVX2 was detected, a vector is only made with a
//! token, and a [`Level`] holds a token. So code that has one of them may use its instructions, and no safe
//! code has one on a processor without them. Inner loops of kernels are plain loops: closures that are handed
//! to iterators are not compiled for the instructions of their caller.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_endian = "big")]
compile_error!("vectors read words as bytes, the lowest first: the target has to be little-endian");

mod level;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(target_arch = "x86_64")]
mod vbmi;
mod vector;

pub use level::Level;
pub(crate) use level::{LookupToken, Token};
pub(crate) use vector::{Bytes, Lane, Lookups, Row, Scan, Simd, Vector, Words};

#[cfg(target_arch = "aarch64")]
pub(crate) use neon::Neon;
#[cfg(target_arch = "x86_64")]
pub(crate) use {avx2::Avx2, avx512::Avx512, vbmi::Vbmi};

#[cfg(test)]
pub(crate) use {level::every_level, portable::Portable};

/// Defines `name(level, arguments…)`, which runs the kernel `body(arguments…, token)` compiled for that
/// level. Type parameters are written `<[C: Cell]>`, those that are numbers after them: `<[C: Cell], [N]>`.
macro_rules! dispatch {
    ($(#[$meta:meta])* $vis:vis fn $name:ident $(<[$($g:ident : $b:path),*] $(, [$($c:ident),+])?>)? ($($a:ident : $t:ty),* $(,)?) $(-> $r:ty)? = $body:path) => {
        $(#[$meta])*
        #[allow(clippy::too_many_arguments)]
        $vis fn $name $(<$($g: $b,)* $($(const $c: usize),+)?>)? (level: $crate::simd::Level, $($a: $t),*) $(-> $r)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
            #[allow(clippy::too_many_arguments)]
            fn avx2 $(<$($g: $b,)* $($(const $c: usize),+)?>)? ($($a: $t,)* token: $crate::simd::Avx2) $(-> $r)? {
                $body($($a,)* token)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,popcnt,lzcnt")]
            #[allow(clippy::too_many_arguments)]
            fn avx512 $(<$($g: $b,)* $($(const $c: usize),+)?>)? ($($a: $t,)* token: $crate::simd::Avx512) $(-> $r)? {
                $body($($a,)* token)
            }
            #[cfg(target_arch = "aarch64")]
            #[target_feature(enable = "neon")]
            #[allow(clippy::too_many_arguments)]
            fn neon $(<$($g: $b,)* $($(const $c: usize),+)?>)? ($($a: $t,)* token: $crate::simd::Neon) $(-> $r)? {
                $body($($a,)* token)
            }
            match level.token() {
                $crate::simd::Token::Portable(token) => $body($($a,)* token),
                #[cfg(test)]
                $crate::simd::Token::PortableWide(token) => $body($($a,)* token),
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the token is only made after the instructions were detected.
                $crate::simd::Token::Avx2(token) => unsafe { avx2$(::<$($g,)* $($($c),+)?>)?($($a,)* token) },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the token is only made after the instructions were detected.
                $crate::simd::Token::Avx512(token) => unsafe { avx512$(::<$($g,)* $($($c),+)?>)?($($a,)* token) },
                #[cfg(target_arch = "aarch64")]
                // SAFETY: the token is only made after the instructions were detected.
                $crate::simd::Token::Neon(token) => unsafe { neon$(::<$($g,)* $($($c),+)?>)?($($a,)* token) },
            }
        }
    };
}
pub(crate) use dispatch;

/// Defines `name(token, arguments…)`, which runs the kernel `body(arguments…, token)` compiled for the
/// instructions that look up tables of 64 and 128 bytes.
macro_rules! dispatch_lookups {
    ($(#[$meta:meta])* $vis:vis fn $name:ident $(<$(const $c:ident),+>)? ($($a:ident : $t:ty),* $(,)?) $(-> $r:ty)? = $body:path) => {
        $(#[$meta])*
        #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
        $vis fn $name $(<$(const $c: usize),+>)? (token: $crate::simd::LookupToken, $($a: $t),*) $(-> $r)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512vbmi,avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,popcnt,lzcnt")]
            fn vbmi $(<$(const $c: usize),+>)? ($($a: $t,)* token: $crate::simd::Vbmi) $(-> $r)? {
                $body($($a,)* token)
            }
            match token {
                #[cfg(test)]
                $crate::simd::LookupToken::Portable(token) => $body($($a,)* token),
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the token is only made after the instructions were detected.
                $crate::simd::LookupToken::Vbmi(token) => unsafe { vbmi$(::<$($c),+>)?($($a,)* token) },
            }
        }
    };
}
pub(crate) use dispatch_lookups;
