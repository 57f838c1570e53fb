//! Values cut into fields of up to four bits, which a byte shuffle can look up (`pairs`).
//!
//! A value takes two bytes, with fields 0 and 2 in the first and fields 1 and 3 in the second: a vector of
//! bytes then picks entries of a table of sixteen by one shuffle for each field. Below 256 there is one byte,
//! the value itself, and fields 0 and 1 are its halves; the second byte is the same again and not kept.
//!
//! For tables of 64 and 128 bytes (`wide_pairs`) a byte is one field: twelve bits are cut into fields of 4,
//! 4, 2 and 2 bits, so that each byte has six; with fourteen, the first byte has bits 3 to 9 and the second
//! those above and the lowest three (`members`).
//!
//! With ten and eleven bits the uppermost bit of the second byte is free, and a shuffle gives 0 if it is set.
//! So it is the next bit of the value: values twice as large are kept as well, and their pairs with smaller
//! ones give none of the wanted values, as it should be.

/// What to do for values cut into fields of `$bits` bits, with the constant `$BITS` for them.
macro_rules! by_bits {
    ($bits:expr, $BITS:ident => $body:expr) => {
        match $bits {
            8 => {
                const $BITS: usize = 8;
                $body
            }
            10 => {
                const $BITS: usize = 10;
                $body
            }
            11 => {
                const $BITS: usize = 11;
                $body
            }
            12 => {
                const $BITS: usize = 12;
                $body
            }
            14 => {
                const $BITS: usize = 14;
                $body
            }
            _ => {
                const $BITS: usize = 16;
                $body
            }
        }
    };
}
pub(crate) use by_bits;

/// The bit at which each of the four fields of a value below `2^bits` begins, and the end of the last one; a
/// field that such values do not have is empty. `bits` is 8, 10, 11, 12 or 16; fourteen bits are cut
/// otherwise ([`bytes`]).
///
/// With ten bits both fields of the first byte have three bits. A shift of 16-bit words by four then leaves
/// bit 7 of every byte clear, the only one of the upper four that a shuffle looks at, so no mask is needed.
const fn cuts(bits: usize) -> [u32; 5] {
    match bits {
        8 => [0, 4, 8, 8, 8],
        10 => [0, 3, 7, 10, 10],
        11 => [0, 4, 8, 11, 11],
        12 => [0, 4, 8, 10, 12],
        16 => [0, 4, 8, 12, 16],
        _ => panic!("values of 8, 10, 11, 12 or 16 bits are cut like this"),
    }
}

/// How many fields values below `2^bits` have.
pub const fn fields(bits: usize) -> usize {
    match bits {
        8 => 2,
        12 | 14 | 16 => 4,
        _ => 3,
    }
}

/// Field `i` of the value that has these two bytes.
#[inline(always)]
pub const fn field_of(bits: usize, i: usize, [first, second]: [u8; 2]) -> u8 {
    match i {
        0 => first & 15,
        1 if bits == 8 => first >> 4,
        1 => second & 15,
        2 => first >> 4,
        _ => second >> 4,
    }
}

/// Where a field begins, and a mask of its bits.
const fn field(bits: usize, i: usize) -> (u32, u16) {
    let cuts = cuts(bits);
    (cuts[i], (1 << (cuts[i + 1] - cuts[i])) - 1)
}

/// How many bits values may have that are kept in fields of `bits` bits.
#[inline(always)]
pub const fn most_bits(bits: usize) -> usize {
    match bits {
        10 | 11 => bits + 1,
        _ => bits,
    }
}

/// The two bytes of a value.
#[inline(always)]
pub fn bytes(bits: usize, v: u16) -> [u8; 2] {
    match bits {
        8 => return [v as u8; 2],
        14 => return [(v >> 3 & 127) as u8, (v >> 10 | (v & 7) << 4) as u8],
        _ => {}
    }
    let part = |i: usize| (v >> field(bits, i).0 & field(bits, i).1) as u8;
    let next = if most_bits(bits) > bits { (v >> bits) as u8 } else { 0 };
    [part(0) | part(2) << 4, part(1) | part(3) << 4 | next << 7]
}

/// The value that has these two bytes.
#[inline(always)]
pub fn value(bits: usize, [first, second]: [u8; 2]) -> u16 {
    match bits {
        8 => return first as u16,
        14 => return second as u16 >> 4 | (first as u16) << 3 | (second as u16 & 15) << 10,
        _ => {}
    }
    let part = |i: usize, byte: u8| (byte as u16 & field(bits, i).1) << field(bits, i).0;
    let next = if most_bits(bits) > bits { (second as u16 >> 7) << bits } else { 0 };
    part(0, first & 15) | part(1, second & 15) | part(2, first >> 4) | part(3, second >> 4) | next
}
