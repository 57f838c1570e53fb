//! A strip: one bit for each of some consecutive heaps, 64 to a word. Rare codes are looked for in all of
//! them at once.

/// The bits of both.
#[inline(always)]
pub fn and<const N: usize>(a: [u64; N], b: [u64; N]) -> [u64; N] {
    std::array::from_fn(|i| a[i] & b[i])
}

/// The bits of either.
#[inline(always)]
pub fn or<const N: usize>(a: [u64; N], b: [u64; N]) -> [u64; N] {
    std::array::from_fn(|i| a[i] | b[i])
}

/// The other bits.
#[inline(always)]
pub fn not<const N: usize>(a: [u64; N]) -> [u64; N] {
    a.map(|word| !word)
}

/// The bits before the `i`-th.
#[inline(always)]
pub fn below<const N: usize>(i: usize) -> [u64; N] {
    std::array::from_fn(|word| match i.saturating_sub(64 * word) {
        0 => 0,
        rest @ 1..64 => u64::MAX >> (64 - rest),
        _ => u64::MAX,
    })
}

/// The heaps whose bits are set; the first bit is that of heap `start`.
#[inline(always)]
pub fn heaps<const N: usize>(strip: [u64; N], start: usize) -> Heaps<N> {
    Heaps { strip, start, word: 0 }
}

/// See [`heaps`].
pub struct Heaps<const N: usize> {
    strip: [u64; N],
    start: usize,
    /// Words before this one are done.
    word: usize,
}

impl<const N: usize> Iterator for Heaps<N> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word < N {
            let word = &mut self.strip[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.start + 64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_sets_of_heaps(a: [u64; 3], b: [u64; 3], i in 0usize..200) {
            let has = |strip: [u64; 3], x: usize| strip[x / 64] >> (x % 64) & 1 == 1;
            for x in 0..192 {
                prop_assert_eq!(has(and(a, b), x), has(a, x) && has(b, x));
                prop_assert_eq!(has(or(a, b), x), has(a, x) || has(b, x));
                prop_assert_eq!(has(not(a), x), !has(a, x));
                prop_assert_eq!(has(below(i), x), x < i);
            }
            prop_assert!(heaps(a, 1000).eq((0..192).filter(|&x| has(a, x)).map(|x| x + 1000)));
        }
    }
}
