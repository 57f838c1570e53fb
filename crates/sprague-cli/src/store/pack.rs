//! Numbers in as many bits as the largest of them needs: number i has the bits i·b, …, i·b + b − 1 of the
//! bytes, low bit of the low byte first. Cost: one shift and one or per number.

use sprague::values::Table;

/// Bits that numbers up to this need, at least one.
pub fn bits_for(largest: u32) -> u32 {
    (u32::BITS - largest.leading_zeros()).max(1)
}

/// Bytes that `count` numbers of some bits take.
pub fn packed_len(count: usize, bits: u32) -> usize {
    (count as u64 * u64::from(bits)).div_ceil(8) as usize
}

/// Packs numbers of at most `bits` bits.
pub fn pack(numbers: impl Iterator<Item = u32>, bits: u32) -> Vec<u8> {
    let mut packed = Vec::with_capacity(packed_len(numbers.size_hint().0, bits));
    let (mut word, mut filled) = (0u64, 0);
    for number in numbers {
        word |= u64::from(number) << filled;
        filled += bits;
        if filled >= 32 {
            packed.extend_from_slice(&(word as u32).to_le_bytes());
            word >>= 32;
            filled -= 32;
        }
    }
    packed.extend_from_slice(&word.to_le_bytes()[..filled.div_ceil(8) as usize]);
    packed
}

/// The first `count` numbers of `bits` bits, at most 32; the bytes hold as many.
pub fn unpack(packed: &[u8], bits: u32, count: usize, mut to: impl FnMut(u32)) {
    let mask = (1u64 << bits) - 1;
    let (mut word, mut filled) = (0u64, 0);
    let mut bytes = packed.iter();
    for _ in 0..count {
        while filled < bits {
            word |= u64::from(bytes.next().copied().unwrap_or(0)) << filled;
            filled += 8;
        }
        to((word & mask) as u32);
        word >>= bits;
        filled -= bits;
    }
}

/// Values as a table.
pub fn unpack_table(packed: &[u8], bits: u32, count: usize) -> Table {
    let mut table = Table::with_capacity(count);
    let mut piece = Vec::with_capacity(4096);
    unpack(packed, bits, count, |value| {
        piece.push(value);
        if piece.len() == 4096 {
            table.append(&piece);
            piece.clear();
        }
    });
    table.append(&piece);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let mut noise = 7u32;
        for bits in 1..=32 {
            for count in [0, 1, 7, 8, 9, 63, 1000, 9001] {
                let numbers: Vec<u32> = (0..count)
                    .map(|_| {
                        noise = noise.wrapping_mul(1664525).wrapping_add(1013904223);
                        noise.rotate_left(9) >> (32 - bits)
                    })
                    .collect();
                let packed = pack(numbers.iter().copied(), bits);
                assert_eq!(packed.len(), packed_len(numbers.len(), bits));
                assert!(unpack_table(&packed, bits, numbers.len()).iter().eq(numbers.iter().copied()));
            }
        }
        assert_eq!([0, 1, 2, 31, 32, u32::MAX].map(bits_for), [1, 1, 2, 5, 6, 32]);
        // Five bits each, the low bit first.
        assert_eq!(pack([1, 2, 3].into_iter(), 5), [0x41, 0x0c]);
    }
}
