//! Problems that a theorem answers directly, or that tables of lost positions do. The proofs are on the pages
//! in docs/problems.

use crate::known::{Evidence, Formula};
use crate::{Count, Error, Options, Result, Work};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use sprague_kernels::dynamic::{Dynamic, Factor, Summed, threshold};
use sprague_kernels::lines::{Bound, Directions};
use sprague_kernels::theorems::{bezout, distribution, euclid, prime_heaps, silver_dollar, unbalanced};
use sprague_kernels::{nimbers, turning::Turning};

/// An answer by a theorem; the format of certificates has none for it.
fn by_theorem(answer: impl Into<BigUint>, theorem: Formula, options: &Options) -> Count {
    let count = Count::new(answer, Evidence::Theorem(theorem), theorem.proof);
    count.reduced(options.modulus.as_ref())
}

/// A size of at most `most`.
fn at_most(size: &BigUint, most: u64) -> Result<u64> {
    size.to_u64().filter(|&size| size <= most).ok_or_else(|| {
        Error::too_large(format!("the size is at most {most}, not {}", super::shortened(size)), None)
    })
}

/// A theorem with its page.
const fn theorem(name: &'static str, text: &'static str, proof: &'static str) -> Formula {
    Formula { name, text, proof }
}

/// Σ (x + y + z) over the lost x ≤ y ≤ z ≤ n: take the same number from one, two or three heaps.
pub fn stone_game(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Count> {
    // Some n² lines with n bits each.
    const LARGEST: u64 = 4000;
    let n = at_most(&sizes[0], LARGEST)?;
    let directions = (1u64..8).map(|bits| (0..3).map(|i| bits >> i & 1).collect()).collect();
    let mut sum = 0u64;
    Directions::new(directions)?
        .for_each_lost(Bound::Each(n), work, &mut |lost| sum += lost.iter().sum::<u64>())?;
    let lines = theorem(
        "tables of lines",
        "a position is lost iff no line through it holds a smaller lost position",
        "every lost position, by tables of lines (docs/problems/260.md)",
    );
    Ok(by_theorem(sum, lines, options))
}

/// Σ (x + y) over the lost 0 < x < y ≤ n: take a multiple of the smaller heap from the larger.
pub fn stone_game_2(sizes: &[BigUint], options: &Options, _: &Work) -> Result<Count> {
    let sum = euclid::sum_of_lost(&BigInt::from(sizes[0].clone()))?;
    let golden = theorem(
        "golden ratio",
        "heaps x < y are lost iff y is less than the golden ratio times x",
        "y < φx, summed as Euclid's algorithm goes (docs/problems/325.md)",
    );
    Ok(by_theorem(sum.to_biguint().expect("a sum of heaps"), golden, options))
}

/// Won placements of c coins and a silver dollar on n squares.
pub fn silver_dollar(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Count> {
    let squares = at_most(&sizes[0], silver_dollar::MOST_SQUARES)?;
    let coins = at_most(&sizes[1], silver_dollar::MOST_COINS)?;
    let won = silver_dollar::won_placements(squares, coins, options.modulus.as_ref(), work)?;
    let gaps = theorem(
        "gaps between pairs of coins",
        "unless the dollar is leftmost, a placement is lost iff the gaps inside pairs of coins have xor 0",
        "gaps inside pairs of coins (docs/problems/344.md)",
    );
    Ok(by_theorem(won, gaps, options))
}

/// What dynamic Nim with factor 2 adds up to over the heaps of 1 to n.
fn double(
    sizes: &[BigUint],
    summed: Summed,
    proof: &'static str,
    options: &Options,
    work: &Work,
) -> Result<Count> {
    let dynamic = Dynamic::up_to(Factor::new(2, 1)?, &sizes[0], work)?;
    let sum = dynamic.sum(&sizes[0], summed, work)?;
    let zeckendorf = theorem(
        "Zeckendorf's representation",
        "a player who may take t tokens loses iff t is below the last part of the heap as a sum of Fibonacci numbers",
        proof,
    );
    Ok(by_theorem(sum, zeckendorf, options))
}

/// Σ of the most stones with which the first player wins, over the heaps up to n.
pub fn stone_game_3(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Count> {
    double(sizes, Summed::Most, "sums of Fibonacci numbers (docs/problems/366.md)", options, work)
}

/// Σ of the fewest stones with which the first player wins, over the heaps up to n.
pub fn siegbert_and_jo(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Count> {
    double(sizes, Summed::Fewest, "sums of Fibonacci numbers (docs/problems/692.md)", options, work)
}

/// Winning first moves on n×n white discs: flip a rectangle of a square width and a triangular height.
pub fn flipping_game(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Count> {
    const LARGEST: u64 = 10_000_000;
    let n = at_most(&sizes[0], LARGEST)?;
    let lengths = |of: fn(u64) -> u64| (1..).map(of).take_while(|&length| length <= n).collect::<Vec<u64>>();
    let widths = Turning::new(n, &lengths(|k| k * k), work)?;
    let heights = Turning::new(n, &lengths(|k| k * (k + 1) / 2), work)?;
    let all = nimbers::product(widths.total().into(), heights.total().into());
    let mut won = 0u128;
    for (width, &times) in (0u64..).zip(&widths.sets).filter(|(_, times)| **times > 0) {
        for (height, &also) in (0u64..).zip(&heights.sets) {
            if nimbers::product(width, height) == all {
                won += u128::from(times) * u128::from(also);
            }
        }
    }
    let tartan = theorem(
        "Tartan theorem",
        "the value of a disc is the nim product of the values of its column and its row",
        "values of rows and columns, and the Tartan theorem (docs/problems/459.md)",
    );
    Ok(by_theorem(won, tartan, options))
}

/// Σ (a + b + c) over the lost 0 < a < b < c < n of Nim with different heaps.
pub fn unbalanced_nim(sizes: &[BigUint], options: &Options, _: &Work) -> Result<Count> {
    let successors = theorem(
        "Nim with one more",
        "different heaps a, b, c are lost iff (a + 1) ⊕ (b + 1) ⊕ (c + 1) = 0",
        "heaps one larger have xor 0, counted bit by bit (docs/problems/488.md)",
    );
    // One step per bit with sums of that many bits.
    const MOST_BITS: u64 = 30_000;
    if sizes[0].bits() > MOST_BITS {
        return Err(Error::too_large(format!("the heaps are too large: n is below 2^{MOST_BITS}"), None));
    }
    Ok(by_theorem(unbalanced::sum_of_lost(&sizes[0]), successors, options))
}

/// Σ (x + y) over the lost x ≤ y with x + y ≤ n: take n from one, n from both, or n and 2n.
pub fn proportionate_nim(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Count> {
    const LARGEST: u64 = 100_000_000;
    let n = at_most(&sizes[0], LARGEST)?;
    let directions = [[0, 1], [1, 0], [1, 1], [1, 2], [2, 1]].map(Vec::from).to_vec();
    let mut sum = 0u64;
    Directions::new(directions)?
        .for_each_lost(Bound::Sum(n), work, &mut |lost| sum += lost.iter().sum::<u64>())?;
    let lines = theorem(
        "tables of lines",
        "a position is lost iff no line through it holds a smaller lost position",
        "every lost position, by tables of lines (docs/problems/665.md)",
    );
    Ok(by_theorem(sum, lines, options))
}

/// Won coprime (a, b) with a + b ≤ n of Bézout's game.
pub fn bezouts_game(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Count> {
    let won = bezout::won_pairs(at_most(&sizes[0], bezout::LARGEST)?, work)?;
    let parity = theorem(
        "parity of the smaller heap",
        "heaps without a common divisor are lost iff the smaller one is even",
        "the smaller heap is odd, counted by Möbius inversion (docs/problems/787.md)",
    );
    Ok(by_theorem(won, parity, options))
}

/// T(i) in units of 10⁻¹⁰, rounded.
pub fn stone_game_4(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Count> {
    if options.modulus.is_some() {
        return Err(Error::option("mod", "is for whole numbers; problem 870 asks for decimals"));
    }
    let (above, below) = threshold(at_most(&sizes[0], sprague_kernels::dynamic::LARGEST_INDEX)?, work)?;
    let units = 10u128.pow(super::STONE_GAME_4_DECIMALS);
    let rounded = (2 * u128::from(above) * units + u128::from(below)) / (2 * u128::from(below));
    let mediants = theorem(
        "mediants of quotients",
        "the next threshold is the least quotient of two lost sizes, and it is seen before the sizes recur linearly",
        "the least quotient, which no later one undercuts (docs/problems/870.md)",
    );
    Ok(by_theorem(rounded, mediants, options))
}

/// Lost ordered pairs of heaps of 1 to n of DistribuNim.
pub fn distribunim(sizes: &[BigUint], options: &Options, _: &Work) -> Result<Count> {
    let low_bit = theorem(
        "lowest bit of the larger heap plus one",
        "heaps a ≤ b are lost iff a is below the largest power of 2 that divides b + 1",
        "lowest bits, counted one by one (docs/problems/899.md)",
    );
    Ok(by_theorem(distribution::lost_pairs(&sizes[0]), low_bit, options))
}

/// Σ of the n whose prime factors are lost heaps of Nim.
pub fn factorisation_nim(sizes: &[BigUint], options: &Options, work: &Work) -> Result<Count> {
    let sum = prime_heaps::sum_of_lost(at_most(&sizes[0], prime_heaps::LARGEST)?, work)?;
    let squares = theorem(
        "a square times primes with xor 0",
        "a number is lost iff the primes that divide it an odd number of times have xor 0",
        "all sets of primes with xor 0 (docs/problems/953.md)",
    );
    Ok(by_theorem(sum, squares, options))
}
