//! A list of nim-values in as few bytes as they allow: one, two or four each.

/// Values of heaps 0, 1, 2, …, compactly.
///
/// ```
/// use sprague_kernels::Table;
/// let table: Table = [0, 1, 2, 300].into_iter().collect();
/// assert_eq!((table.len(), table.at(3), table.bytes_each()), (4, 300, 2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Table {
    /// All below 2^8.
    Bytes(Vec<u8>),
    /// All below 2^16.
    Words(Vec<u16>),
    /// Any.
    Longs(Vec<u32>),
}

impl Table {
    /// No values yet, with room for `capacity` small ones.
    pub fn with_capacity(capacity: usize) -> Self {
        Table::Bytes(Vec::with_capacity(capacity))
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            Table::Bytes(values) => values.len(),
            Table::Words(values) => values.len(),
            Table::Longs(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of heap n, which must be known.
    #[inline]
    pub fn at(&self, n: usize) -> u32 {
        match self {
            Table::Bytes(values) => values[n].into(),
            Table::Words(values) => values[n].into(),
            Table::Longs(values) => values[n],
        }
    }

    /// The value of heap n, if it is known.
    pub fn get(&self, n: usize) -> Option<u32> {
        (n < self.len()).then(|| self.at(n))
    }

    /// All values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.len()).map(|n| self.at(n))
    }

    /// Bytes kept for each value.
    pub fn bytes_each(&self) -> usize {
        match self {
            Table::Bytes(_) => 1,
            Table::Words(_) => 2,
            Table::Longs(_) => 4,
        }
    }

    /// Appends values, many at once where they fit.
    pub fn append(&mut self, more: &[u32]) {
        let top = more.iter().copied().max().unwrap_or(0);
        match self {
            Table::Bytes(values) if top < 1 << 8 => values.extend(more.iter().map(|&value| value as u8)),
            Table::Words(values) if top < 1 << 16 => values.extend(more.iter().map(|&value| value as u16)),
            _ => more.iter().for_each(|&value| self.push(value)),
        }
    }

    /// Appends a value, widening all if it does not fit.
    pub fn push(&mut self, value: u32) {
        match self {
            Table::Bytes(values) => match u8::try_from(value) {
                Ok(value) => return values.push(value),
                Err(_) => *self = Table::Words(values.iter().map(|&value| value.into()).collect()),
            },
            Table::Words(values) => match u16::try_from(value) {
                Ok(value) => return values.push(value),
                Err(_) => *self = Table::Longs(values.iter().map(|&value| value.into()).collect()),
            },
            Table::Longs(values) => return values.push(value),
        }
        self.push(value);
    }
}

impl FromIterator<u32> for Table {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Self {
        let values = values.into_iter();
        let mut table = Table::with_capacity(values.size_hint().0);
        values.for_each(|value| table.push(value));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keeps_what_it_is_given(values in proptest::collection::vec(prop_oneof![0u32..300, 0u32..70_000, any::<u32>()], 0..60)) {
            let table: Table = values.iter().copied().collect();
            prop_assert!(table.iter().eq(values.iter().copied()));
            let widest = values.iter().max().map_or(1, |&v| if v < 256 { 1 } else if v < 65536 { 2 } else { 4 });
            prop_assert_eq!(table.bytes_each(), widest);
            prop_assert_eq!(table.get(values.len()), None);
        }

        #[test]
        fn appends_as_it_pushes(parts in proptest::collection::vec(proptest::collection::vec(prop_oneof![0u32..300, 0u32..70_000], 0..9), 0..9)) {
            let mut table = Table::with_capacity(0);
            parts.iter().for_each(|part| table.append(part));
            prop_assert_eq!(table, parts.concat().into_iter().collect::<Table>());
        }
    }
}
