//! Iterators that run on several threads: those of rayon. Where there are no threads the same methods are
//! those of the standard library, so that no pool of threads is loaded into a browser that runs one thread.

#[cfg(not(target_family = "wasm"))]
pub use rayon::{join, prelude};
#[cfg(target_family = "wasm")]
pub use sequential::{join, prelude};

#[cfg(target_family = "wasm")]
mod sequential {
    use std::slice::{Chunks, ChunksExactMut, ChunksMut, Iter, IterMut};

    pub mod prelude {
        pub use super::{IntoSequence, Sequence, SequenceOfSlice};
    }

    /// Runs both.
    pub fn join<A, B>(one: impl FnOnce() -> A, other: impl FnOnce() -> B) -> (A, B) {
        (one(), other())
    }

    pub trait IntoSequence: IntoIterator + Sized {
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoSequence for I {}

    pub trait SequenceOfSlice<T> {
        fn par_iter(&self) -> Iter<'_, T>;
        fn par_iter_mut(&mut self) -> IterMut<'_, T>;
        fn par_chunks(&self, size: usize) -> Chunks<'_, T>;
        fn par_chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T>;
        fn par_chunks_exact_mut(&mut self, size: usize) -> ChunksExactMut<'_, T>;
    }

    impl<T> SequenceOfSlice<T> for [T] {
        fn par_iter(&self) -> Iter<'_, T> {
            self.iter()
        }

        fn par_iter_mut(&mut self) -> IterMut<'_, T> {
            self.iter_mut()
        }

        fn par_chunks(&self, size: usize) -> Chunks<'_, T> {
            self.chunks(size)
        }

        fn par_chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T> {
            self.chunks_mut(size)
        }

        fn par_chunks_exact_mut(&mut self, size: usize) -> ChunksExactMut<'_, T> {
            self.chunks_exact_mut(size)
        }
    }

    /// What the iterators of rayon have and those of the standard library have not, or have otherwise.
    pub trait Sequence: Iterator + Sized {
        fn with_min_len(self, _: usize) -> Self {
            self
        }

        fn with_max_len(self, _: usize) -> Self {
            self
        }

        fn flat_map_iter<I: IntoIterator>(
            self,
            of: impl FnMut(Self::Item) -> I,
        ) -> impl Iterator<Item = I::Item> {
            self.flat_map(of)
        }

        fn try_reduce<T, E>(self, first: impl Fn() -> T, op: impl Fn(T, T) -> Result<T, E>) -> Result<T, E>
        where
            Self: Iterator<Item = Result<T, E>>,
        {
            let mut all = first();
            for item in self {
                all = op(all, item?)?;
            }
            Ok(all)
        }

        fn try_for_each_init<S, E>(
            self,
            init: impl Fn() -> S,
            act: impl Fn(&mut S, Self::Item) -> Result<(), E>,
        ) -> Result<(), E> {
            let mut state = init();
            for item in self {
                act(&mut state, item)?;
            }
            Ok(())
        }
    }

    impl<I: Iterator> Sequence for I {}
}
