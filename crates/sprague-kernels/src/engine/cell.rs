//! Cells: an unsigned integer of one, two or four bytes for each value or code.

use crate::simd::Lane;

/// An unsigned integer that holds one code, or one value.
pub trait Cell: Lane + Ord + Default + std::ops::BitXor<Output = Self> {
    /// Codes are smaller than this; the limit itself is the code of nothing.
    const LIMIT: u32;
    /// The cell of a code, cut to size.
    fn of(code: u32) -> Self;
    /// The code in a cell.
    fn code(self) -> u32;
}

macro_rules! cell {
    ($($t:ty),*) => {$(
        impl Cell for $t {
            const LIMIT: u32 = <$t>::MAX as u32;
            #[inline(always)]
            fn of(code: u32) -> Self {
                code as $t
            }
            #[inline(always)]
            fn code(self) -> u32 {
                self as u32
            }
        }
    )*};
}
cell!(u8, u16, u32);

/// The largest of some cells, 0 if there is none.
#[inline(always)]
pub fn largest<C: Cell>(cells: &[C]) -> C {
    // Not `max`, whose first member is a special case: this is a vector loop.
    cells.iter().fold(C::default(), |largest, &cell| largest.max(cell))
}
