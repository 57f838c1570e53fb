//! Counts of pieces by counting: heaps one by one, choices class by class of equal values, moves by making
//! them. Far out, what is seen to repeat is continued; what is unknown is marked ([`UNKNOWN`]).

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use sprague_certificate::{Choice, Outcome, Question};

use super::{MOST_SPLIT, Options, Oracle, all_options, is_arithmetic, moves, of_each, takes_long};

/// How an answer begins that is none.
pub const UNKNOWN: &str = "beyond what can be counted here";

/// How many pieces have each value.
type Histogram = BTreeMap<u16, BigUint>;

fn unknown<T>() -> Result<T, String> {
    Err(UNKNOWN.into())
}

/// Heaps that are looked at.
fn horizon(rule: &str) -> usize {
    match of_each(rule) {
        rule if takes_long(rule) => MOST_SPLIT,
        "mock-turtles" => 70,
        rule if is_arithmetic(rule) => 250,
        _ => 600,
    }
}

fn small(number: &BigUint) -> Option<usize> {
    usize::try_from(number).ok()
}

impl Oracle {
    /// The answer to a question about pieces.
    pub(super) fn pieces(
        &mut self,
        rule: &str,
        question: &Question,
        modulus: Option<&BigUint>,
    ) -> Result<BigUint, String> {
        let read =
            |size: &[String]| size.iter().map(|digits| digits.parse().unwrap()).collect::<Vec<BigUint>>();
        match question {
            Question::Pieces { from, to, outcome } => {
                let (all, lost) = self.all_and_lost(rule, &read(from), &read(to))?;
                Ok(if *outcome == Outcome::Lost { lost } else { all - lost })
            }
            Question::Choices { choice, pieces, from, to, outcome } => {
                let histogram = self.histogram(rule, &read(from), &read(to))?;
                let (all, lost) = choices(&histogram, *choice, &pieces.parse().unwrap(), modulus)?;
                Ok(match (outcome, modulus) {
                    (Outcome::Lost, _) => lost,
                    (Outcome::Won, Some(modulus)) => all + modulus - lost % modulus,
                    (Outcome::Won, None) => all - lost,
                })
            }
            Question::FirstMoves { from, to } => self.winning_moves(rule, &read(from)[0], &read(to)[0]),
            Question::Pattern { multiples, upto, outcome } => self.pattern(rule, multiples, upto, *outcome),
            Question::Histogram { from, to, counts } => {
                let histogram = self.histogram(rule, &read(from), &read(to))?;
                for value in 0..=counts.len().max(64) as u16 {
                    let exact = histogram.get(&value).cloned().unwrap_or_default();
                    let stated = counts.get(value as usize).map(|digits| digits.parse::<BigUint>().unwrap());
                    let residue = |count: BigUint| modulus.map_or(count.clone(), |modulus| count % modulus);
                    if stated.map_or(exact == BigUint::ZERO, |stated| stated == residue(exact.clone())) {
                        continue;
                    }
                    return Err(format!("{exact} pieces have value {value}"));
                }
                Ok(histogram.into_values().sum())
            }
            Question::Zeros { from, to, heaps } => {
                let (Some(from), Some(to)) = (small(&read(from)[0]), small(&read(to)[0])) else {
                    return unknown();
                };
                let g = self.first_values(rule, to)?;
                let lost: Vec<u64> = (from..=to).filter(|&n| g[n] == 0).map(|n| n as u64).collect();
                if lost == *heaps { Ok(lost.len().into()) } else { Err(format!("{lost:?} are lost")) }
            }
            _ => Err("a question about other things".into()),
        }
    }

    /// Values of heaps 0 to n.
    fn first_values(&mut self, rule: &str, n: usize) -> Result<Vec<u16>, String> {
        if n >= horizon(rule) {
            return unknown();
        }
        Ok(self.heaps(rule, n + 1).ok_or("no rule of heaps")?.to_vec())
    }

    /// How many of the heaps 0 to n there are of each kind, where kinds are seen to repeat.
    fn kinds(&mut self, rule: &str, n: &BigUint, kind: fn(u16) -> u16) -> Result<Histogram, String> {
        let mut counts = Histogram::new();
        let far = horizon(rule);
        if let Some(n) = small(n).filter(|&n| n < far) {
            self.first_values(rule, n)?.iter().for_each(|&v| *counts.entry(kind(v)).or_default() += 1u32);
            return Ok(counts);
        }
        let g = self.first_values(rule, far - 1)?;
        let start = far / 2;
        let repeats = |p: &usize| (start..far - p).all(|x| kind(g[x]) == kind(g[x + p]));
        let Some(p) = (1..far / 6).find(repeats) else { return unknown() };
        let (rounds, rest) = ((n + 1u32 - start) / p, small(&((n + 1u32 - start) % p)).unwrap());
        g[..start + rest].iter().for_each(|&v| *counts.entry(kind(v)).or_default() += 1u32);
        g[start..start + p].iter().for_each(|&v| *counts.entry(kind(v)).or_default() += &rounds);
        Ok(counts)
    }

    /// The kinds of heaps from one to another.
    fn kinds_between(
        &mut self,
        rule: &str,
        from: &BigUint,
        to: &BigUint,
        kind: fn(u16) -> u16,
    ) -> Result<Histogram, String> {
        if from > to {
            return Ok(Histogram::new());
        }
        let mut counts = self.kinds(rule, to, kind)?;
        if *from > BigUint::ZERO {
            for (v, less) in self.kinds(rule, &(from - 1u32), kind)? {
                *counts.get_mut(&v).unwrap() -= less;
            }
        }
        Ok(counts)
    }

    fn histogram(&mut self, rule: &str, from: &[BigUint], to: &[BigUint]) -> Result<Histogram, String> {
        if rule == "cut" {
            return self.sheets_by_value(from, to);
        }
        let columns = self.kinds_between(of_each(rule), &from[0], &to[0], |v| v)?;
        let Some((from, to)) = from.get(1).zip(to.get(1)) else { return Ok(columns) };
        let rows = self.kinds_between(of_each(rule), from, to, |v| v)?;
        let mut squares = Histogram::new();
        for (a, column) in &columns {
            rows.iter().for_each(|(b, row)| *squares.entry(a ^ b).or_default() += column * row);
        }
        Ok(squares)
    }

    /// All pieces, and those of value 0.
    fn all_and_lost(
        &mut self,
        rule: &str,
        from: &[BigUint],
        to: &[BigUint],
    ) -> Result<(BigUint, BigUint), String> {
        let histogram = if from.len() == 1 {
            self.kinds_between(rule, &from[0], &to[0], |v| v.min(1))?
        } else {
            self.histogram(rule, from, to)?
        };
        let lost = histogram.get(&0).cloned().unwrap_or_default();
        Ok((histogram.into_values().sum(), lost))
    }

    fn sheets_by_value(&mut self, from: &[BigUint], to: &[BigUint]) -> Result<Histogram, String> {
        let g = self.sheets();
        let (Some(first), Some(last)) = (small(&from[0]), small(&to[0])) else { return unknown() };
        let mut counts = Histogram::new();
        if last >= g.len() {
            return unknown();
        }
        for row in &g[first.min(last + 1)..=last] {
            for (h, &value) in row.iter().enumerate().skip(1) {
                let inside = from[1] <= h.into() && to[1] >= h.into();
                *counts.entry(value).or_default() += u32::from(inside);
            }
            // What is higher has the value of the highest.
            let lowest = BigUint::from(row.len()).max(from[1].clone());
            if lowest <= to[1] {
                *counts.entry(row[row.len() - 1]).or_default() += &to[1] + 1u32 - lowest;
            }
        }
        Ok(counts)
    }

    fn winning_moves(&mut self, rule: &str, from: &BigUint, to: &BigUint) -> Result<BigUint, String> {
        if from > to {
            return Ok(BigUint::ZERO);
        }
        let below =
            if *from > BigUint::ZERO { self.moves_up_to(rule, &(from - 1u32))? } else { BigUint::ZERO };
        Ok(self.moves_up_to(rule, to)? - below)
    }

    /// Winning first moves of all heaps up to n. Far out: a polynomial of degree three in every residue
    /// class, as is seen.
    fn moves_up_to(&mut self, rule: &str, n: &BigUint) -> Result<BigUint, String> {
        // A move may leave three heaps: that takes longer.
        let three = rule.chars().any(|c| ('8'..='9').contains(&c) || ('A'..='F').contains(&c));
        let far = if three { horizon(rule).min(120) } else { horizon(rule).min(450) };
        let last = small(n).filter(|&n| n < far).unwrap_or(far - 1);
        let (g, moves) = (self.first_values(rule, last)?, moves(rule).ok_or("no rule of heaps")?);
        let mut sums = vec![0i64; last + 1];
        for heap in 1..=last {
            let mut options = Options { heap, ..Options::default() };
            all_options(&moves, heap, &g, &mut options);
            sums[heap] = sums[heap - 1] + options.winning as i64;
        }
        if *n <= last.into() {
            return Ok(sums[last].into_biguint());
        }
        let bends = |x: usize, l: usize| {
            sums[x] - 4 * sums[x - l] + 6 * sums[x - 2 * l] - 4 * sums[x - 3 * l] + sums[x - 4 * l] != 0
        };
        let straight = |l: &usize| (last - 2 * l..=last).all(|x| !bends(x, *l));
        let Some(l) = (1..=last / 6).find(straight) else { return unknown() };
        let back = small(&((n - last) % l)).unwrap();
        let place = if back == 0 { last } else { last - (l - back) };
        let i = BigInt::from((n - place) / l);
        // Newton's backward differences.
        let mut row: Vec<i64> = (0..4).map(|k| sums[place - k * l]).collect();
        let (mut sum, mut binomial) = (BigInt::ZERO, BigInt::from(1));
        for k in 0..4 {
            sum += &binomial * row[0];
            row = row.windows(2).map(|pair| pair[0] - pair[1]).collect();
            binomial = binomial * (&i + k) / (k + 1);
        }
        Ok(sum.magnitude().clone())
    }

    fn pattern(
        &mut self,
        rule: &str,
        multiples: &[u64],
        upto: &str,
        outcome: Outcome,
    ) -> Result<BigUint, String> {
        let upto: BigUint = upto.parse().unwrap();
        let largest = multiples.iter().max().copied().unwrap_or(0);
        let Some(n) = small(&upto).filter(|&n| n < 1 << 20) else { return unknown() };
        let g = self.first_values(rule, n * largest as usize)?;
        let xor = |n: usize| multiples.iter().fold(0, |xor, &a| xor ^ g[n * a as usize]);
        Ok((1..=n).filter(|&n| (xor(n) != 0) == (outcome == Outcome::Won)).count().into())
    }
}

trait IntoBigUint {
    fn into_biguint(self) -> BigUint;
}

impl IntoBigUint for i64 {
    fn into_biguint(self) -> BigUint {
        u64::try_from(self).unwrap().into()
    }
}

/// All choices, and those of xor 0: one class of equal values after the other.
fn choices(
    histogram: &Histogram,
    choice: Choice,
    count: &BigUint,
    modulus: Option<&BigUint>,
) -> Result<(BigUint, BigUint), String> {
    let width = histogram.keys().max().map_or(1, |&top| (top as usize + 1).next_power_of_two());
    if width > 64 {
        return unknown();
    }
    let xors = match choice {
        Choice::Tuples => tuples(histogram, width, count, modulus)?,
        _ => by_classes(histogram, width, choice, count)?,
    };
    Ok((xors.iter().sum(), xors[0].clone()))
}

/// Tuples of each xor, by squaring.
fn tuples(
    histogram: &Histogram,
    width: usize,
    count: &BigUint,
    modulus: Option<&BigUint>,
) -> Result<Vec<BigUint>, String> {
    if modulus.is_none() && count.bits() > 5 || count.bits() > 110 {
        return unknown();
    }
    let residue = |x: BigUint| modulus.map_or(x.clone(), |modulus| x % modulus);
    let times = |a: &[BigUint], b: &[BigUint]| {
        let mut c = vec![BigUint::ZERO; width];
        (0..width * width).for_each(|i| c[(i / width) ^ (i % width)] += &a[i / width] * &b[i % width]);
        c.into_iter().map(residue).collect::<Vec<_>>()
    };
    let mut one = vec![BigUint::ZERO; width];
    histogram.iter().for_each(|(&v, count)| one[v as usize] = residue(count.clone()));
    let mut all = vec![BigUint::ZERO; width];
    all[0] = residue(1u32.into());
    for bit in (0..count.bits()).rev() {
        all = times(&all, &all);
        if count.bit(bit) {
            all = times(&all, &one);
        }
    }
    Ok(all)
}

/// Multisets or sets of each xor: k pieces of one class in all ways, k = 0, 1, …
fn by_classes(
    histogram: &Histogram,
    width: usize,
    choice: Choice,
    count: &BigUint,
) -> Result<Vec<BigUint>, String> {
    let Some(m) = small(count).filter(|&m| m <= 12) else { return unknown() };
    let mut ways = vec![vec![BigUint::ZERO; width]; m + 1];
    ways[0][0] = 1u32.into();
    for (&v, size) in histogram {
        // Of a class of this size, k at once.
        let mut of_class = vec![BigUint::from(1u32)];
        for k in 0..m {
            let next = match choice {
                Choice::Multisets => &of_class[k] * (size + k) / (k + 1),
                _ if *size < k.into() => BigUint::ZERO,
                _ => &of_class[k] * (size - k) / (k + 1),
            };
            of_class.push(next);
        }
        let before = ways.clone();
        for (k, often) in of_class.iter().enumerate().skip(1) {
            let flip = if k % 2 == 1 { v as usize } else { 0 };
            for j in 0..=m - k {
                (0..width).for_each(|x| ways[j + k][x ^ flip] += often * &before[j][x]);
            }
        }
    }
    let order: usize = if choice == Choice::OrderedSets { (1..=m).product() } else { 1 };
    Ok(ways[m].iter().map(|count| count * order).collect())
}
