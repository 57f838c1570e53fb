//! A digest of a nim-sequence: what two engines compare, and what benchmarks time.
//!
//! The checksum is 64-bit FNV-1a over the values G(0), G(1), …, each as four little-endian bytes.

/// Count, largest value and checksum of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest {
    /// How many values.
    pub count: u64,
    /// The largest value.
    pub largest: u32,
    /// The first place where it stands.
    pub at: u64,
    /// FNV-1a of the values.
    pub checksum: u64,
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;
/// The three zero bytes of a small value leave the hash as it is before each multiplication.
const PRIME_TO_THE_FOURTH: u64 = PRIME.wrapping_pow(4);

impl Default for Digest {
    /// Of no values.
    fn default() -> Self {
        Digest { count: 0, largest: 0, at: 0, checksum: OFFSET }
    }
}

impl Extend<u32> for Digest {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, values: I) {
        // A copy that lives in registers.
        let mut result = *self;
        values.into_iter().for_each(|value| {
            if value > result.largest {
                (result.largest, result.at) = (value, result.count);
            }
            if value < 256 {
                result.checksum = (result.checksum ^ u64::from(value)).wrapping_mul(PRIME_TO_THE_FOURTH);
            } else {
                for byte in value.to_le_bytes() {
                    result.checksum = (result.checksum ^ u64::from(byte)).wrapping_mul(PRIME);
                }
            }
            result.count += 1;
        });
        *self = result;
    }
}

/// The digest of a sequence.
///
/// ```
/// let digest = sprague_kernels::digest([0, 1, 2, 3, 1, 4]);
/// assert_eq!((digest.count, digest.largest, digest.at), (6, 4, 5));
/// ```
pub fn digest(values: impl IntoIterator<Item = u32>) -> Digest {
    let mut result = Digest::default();
    result.extend(values);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_check_of_fnv() {
        // FNV-1a of the bytes 61 00 00 00, computed by hand from the definition.
        let by_hand = [0x61u64, 0, 0, 0]
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ byte).wrapping_mul(0x100_0000_01b3));
        assert_eq!(digest([0x61]).checksum, by_hand);
        assert_eq!(digest([]).checksum, 0xcbf2_9ce4_8422_2325);
        let wide = [255u32, 256, 0x0102_0304].iter().flat_map(|v| v.to_le_bytes());
        let wide = wide
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        assert_eq!(digest([255, 256, 0x0102_0304]).checksum, wide);
        assert_ne!(digest([1, 2]).checksum, digest([2, 1]).checksum);
    }
}
