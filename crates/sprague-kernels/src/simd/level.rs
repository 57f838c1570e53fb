//! Levels of instructions: detected once, named, chosen.

#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
use super::portable::Portable;
#[cfg(test)]
use super::portable::PortableWide;
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512, vbmi::Vbmi};
use crate::{Error, Result};
use std::sync::OnceLock;

/// Instructions that this processor was found to have.
///
/// Only detection makes one, so safe code cannot ask for instructions that are not there:
///
/// ```
/// use sprague_kernels::simd::Level;
/// assert_eq!(Level::from_name("portable").unwrap(), Level::portable());
/// assert!(Level::available().contains(&Level::widest(512)));
/// assert!(Level::from_name("sse9").is_err());
/// ```
///
/// ```compile_fail
/// // A level cannot be made by hand.
/// let level = sprague_kernels::simd::Level(sprague_kernels::simd::Token::Avx512);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(Token);

/// What a level holds: the proof that its instructions were detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Token {
    /// What every processor of the target has.
    Portable(Portable),
    /// The same with vectors as wide as those of AVX-512, to test kernels of that width anywhere.
    #[cfg(test)]
    PortableWide(PortableWide),
    /// NEON.
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    /// AVX2 and bit manipulation.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// AVX-512 F, BW, VL and DQ as well.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

/// The proof that tables of 64 and 128 bytes are looked up by one instruction. Where that is never so there
/// is no such token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LookupToken {
    /// Plain Rust, to test kernels that live on it anywhere.
    #[cfg(test)]
    Portable(PortableWide),
    /// AVX-512 VBMI.
    #[cfg(target_arch = "x86_64")]
    Vbmi(Vbmi),
}

/// All names, of levels that this processor has or has not.
const NAMES: [&str; 4] = ["portable", "avx2", "avx512", "neon"];

impl Level {
    /// Plain Rust, which every processor runs.
    pub fn portable() -> Level {
        Level(Token::Portable(Portable))
    }

    /// All levels of this processor, from the narrowest vectors on. The processor is asked once.
    pub fn available() -> &'static [Level] {
        static LEVELS: OnceLock<Vec<Level>> = OnceLock::new();
        LEVELS.get_or_init(|| {
            #[allow(unused_mut)]
            let mut levels = vec![Level::portable()];
            #[cfg(target_arch = "x86_64")]
            {
                levels.extend(Avx2::new().map(|token| Level(Token::Avx2(token))));
                levels.extend(Avx512::new().map(|token| Level(Token::Avx512(token))));
            }
            #[cfg(target_arch = "aarch64")]
            levels.extend(Neon::new().map(|token| Level(Token::Neon(token))));
            levels
        })
    }

    /// The level with the widest vectors of at most `bits` bits. Kernels ask
    /// [`Work::level`](crate::Work::level), which the caller may have limited to one level.
    pub fn widest(bits: usize) -> Level {
        let fits = |level: &&Level| level.bits() <= bits;
        Level::available().iter().rfind(fits).copied().unwrap_or_else(Level::portable)
    }

    /// The level of that name: `portable`, `avx2`, `avx512` or `neon`.
    pub fn from_name(name: &str) -> Result<Level> {
        if let Some(level) = Level::available().iter().find(|level| level.name() == name) {
            return Ok(*level);
        }
        let here: Vec<&str> = Level::available().iter().map(|level| level.name()).collect();
        let here = here.join(", ");
        if NAMES.contains(&name) {
            return Err(Error::unsupported(format!("this processor does not have {name}; it has {here}")));
        }
        Err(Error::notation(name, "a level of vector instructions", format!("this processor has {here}")))
    }

    /// Its name, which [`Level::from_name`] reads.
    pub fn name(self) -> &'static str {
        match self.0 {
            Token::Portable(_) => NAMES[0],
            #[cfg(test)]
            Token::PortableWide(_) => "portable, 512 bits",
            #[cfg(target_arch = "x86_64")]
            Token::Avx2(_) => NAMES[1],
            #[cfg(target_arch = "x86_64")]
            Token::Avx512(_) => NAMES[2],
            #[cfg(target_arch = "aarch64")]
            Token::Neon(_) => NAMES[3],
        }
    }

    /// Bits of its widest vectors. Those of NEON are used two by two.
    fn bits(self) -> usize {
        match self.0 {
            Token::Portable(_) => 128,
            #[cfg(test)]
            Token::PortableWide(_) => 512,
            #[cfg(target_arch = "x86_64")]
            Token::Avx2(_) => 256,
            #[cfg(target_arch = "x86_64")]
            Token::Avx512(_) => 512,
            #[cfg(target_arch = "aarch64")]
            Token::Neon(_) => 256,
        }
    }

    /// Whether tables of 64 and 128 bytes are looked up by one instruction, which not every processor of a
    /// level has.
    #[inline(always)]
    pub(crate) fn lookups(self) -> Option<LookupToken> {
        match self.0 {
            #[cfg(test)]
            Token::PortableWide(token) => Some(LookupToken::Portable(token)),
            #[cfg(target_arch = "x86_64")]
            Token::Avx512(token) => Vbmi::new(token).map(LookupToken::Vbmi),
            _ => None,
        }
    }

    /// The token that it holds.
    #[inline(always)]
    pub(crate) fn token(self) -> Token {
        self.0
    }

    /// The level of a token.
    #[inline(always)]
    pub(crate) fn of(token: Token) -> Level {
        Level(token)
    }
}

impl std::fmt::Debug for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Every level a test can run here. Prints which ones it cannot.
#[cfg(test)]
pub(crate) fn every_level() -> Vec<Level> {
    let mut levels = Level::available().to_vec();
    for name in NAMES.iter().filter(|name| Level::from_name(name).is_err()) {
        println!("NOT TESTED: this processor does not have {name}");
    }
    levels.push(Level(Token::PortableWide(PortableWide)));
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_others_refused() {
        for level in Level::available() {
            assert_eq!(Level::from_name(level.name()).unwrap(), *level);
        }
        for name in NAMES {
            let found = Level::available().iter().any(|level| level.name() == name);
            match Level::from_name(name) {
                Ok(_) => assert!(found),
                Err(error) => assert!(!found && error.to_string().contains("does not have"), "{error}"),
            }
        }
        assert!(Level::from_name("AVX2 ").unwrap_err().to_string().contains("portable"));
    }

    #[test]
    fn the_widest_level_is_not_wider_than_asked_for() {
        assert_eq!(Level::widest(0), Level::portable());
        for bits in [128, 256, 512, 1024] {
            let widest = Level::widest(bits);
            assert!(widest.bits() <= bits);
            assert!(
                Level::available().iter().all(|level| level.bits() <= widest.bits() || level.bits() > bits)
            );
        }
    }

    /// A token is there exactly if the processor has what it stands for, so safe code cannot get one
    /// otherwise.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn tokens_are_made_by_detection_alone() {
        let avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2");
        assert_eq!(Avx2::new().is_some(), avx2);
        let avx512 = avx2 && is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl");
        assert_eq!(Avx512::new().is_some(), avx512);
    }
}
