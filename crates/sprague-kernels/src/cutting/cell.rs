//! The two widths in which values are stored: bytes, and 16 bits once a value passes 255.

use std::ops::BitXor;

/// An unsigned integer that holds a value.
pub(crate) trait Cell: Copy + Eq + Send + Sync + Default + BitXor<Output = Self> + 'static {
    /// The value as an index into a table of reached values.
    fn index(self) -> usize;
    /// The cell that holds `value`, if it fits.
    fn hold(value: usize) -> Option<Self>;
}

impl Cell for u8 {
    #[inline(always)]
    fn index(self) -> usize {
        self.into()
    }
    fn hold(value: usize) -> Option<u8> {
        value.try_into().ok()
    }
}

impl Cell for u16 {
    #[inline(always)]
    fn index(self) -> usize {
        self.into()
    }
    fn hold(value: usize) -> Option<u16> {
        value.try_into().ok()
    }
}

/// Whether a value is *odious*: an odd number of ones in binary. The others are *evil*.
/// Odious-ness of an exclusive or is the sum of those of its terms, modulo 2.
#[inline]
pub(crate) fn odious(value: usize) -> bool {
    value.count_ones() % 2 == 1
}
