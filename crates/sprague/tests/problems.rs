//! Project Euler problems: the samples of their statements, and two ways to the numbers that are asked for.

use num_bigint::BigUint;
use sprague::counts::euler::problem;
use sprague::{Modulus, Options, Work, known, rules::Rule, rules::Sizes, rules::parse_size};
use sprague_kernels::algebra::transform::coefficient_zero_of_power;
use std::collections::HashSet;

/// The answer at these sizes, or at those of the statement, modulo what the statement says or exactly.
fn solved(number: u32, sizes: &[&str], exact: bool) -> BigUint {
    let problem = problem(number).unwrap();
    let statement: Vec<&str> = problem.sizes.iter().map(|(_, size)| *size).collect();
    let sizes = if sizes.is_empty() { &statement[..] } else { sizes };
    let sizes: Vec<BigUint> = sizes.iter().map(|size| parse_size(size).unwrap()).collect();
    let modulus = problem.modulus.filter(|_| !exact).map(Modulus::from);
    let options = Options { modulus, ..Options::default() };
    let solved = problem.solve(&sizes, &options, &Work::quiet()).unwrap();
    assert!(solved.count.status().is_proved(), "{number}");
    solved.count.into_answer()
}

/// The histogram of a rule from one size to another.
fn histogram(rule: &str, from: u64, to: u64) -> Vec<BigUint> {
    let rule: Rule = rule.parse().unwrap();
    let numbers = rule.least_size().len();
    let sizes = Sizes::between(&rule, vec![from.into(); numbers], vec![to.into(); numbers]).unwrap();
    let known = known::up_to(&rule, &sizes, &Options::default(), &Work::quiet()).unwrap();
    known.histogram(&sizes, &Work::quiet()).unwrap().counts
}

/// Lost tuples by squaring the histogram under xor-convolution, modulo m: no transform.
fn lost_by_squaring(histogram: &[BigUint], count: u64, m: u64) -> u64 {
    let size = histogram.len().next_power_of_two();
    let mut square: Vec<u64> = histogram.iter().map(|c| u64::try_from(c % m).unwrap()).collect();
    square.resize(size, 0);
    let product = |a: &[u64], b: &[u64]| {
        let mut out = vec![0u64; size];
        for (i, x) in a.iter().enumerate().filter(|(_, x)| **x > 0) {
            for (j, y) in b.iter().enumerate() {
                out[i ^ j] =
                    ((u128::from(out[i ^ j]) + u128::from(*x) * u128::from(*y)) % u128::from(m)) as u64;
            }
        }
        out
    };
    let mut power = vec![0; size];
    power[0] = 1 % m;
    for bit in 0..64 {
        if count >> bit & 1 == 1 {
            power = product(&power, &square);
        }
        square = product(&square, &square);
    }
    power[0]
}

#[test]
fn samples_of_the_statements() {
    for (number, sizes, answer) in [
        (301, &["2^10"][..], 144u64),
        (310, &["29"], 1160),
        (400, &["5"], 1),
        (400, &["10"], 17),
        (409, &["1"], 1),
        (409, &["2"], 6),
        (409, &["3"], 168),
        (409, &["5"], 19_764_360),
        (409, &["100"], 384_777_056),
        (509, &["10"], 692),
        (509, &["100"], 735_494),
        (550, &["10", "5"], 40_085),
        (560, &["5", "2"], 6),
        (560, &["10", "5"], 9_964),
        (560, &["10", "10"], 472_400_303),
        (560, &["1000", "1000"], 954_021_836),
        (649, &["3", "1"], 4),
        (649, &["3", "2"], 40),
        (649, &["9", "3"], 450_304),
        (888, &["12", "4"], 204),
        (260, &["100"], 173_895),
        (325, &["10"], 211),
        (325, &["10^4"], 230_312_207_313 % 282_475_249),
        (344, &["10", "2"], 324),
        (344, &["100", "10"], 1_514_704_946_113_500 % 1_000_036_000_099),
        (366, &["100"], 728),
        (459, &["1"], 1),
        (459, &["2"], 0),
        (459, &["5"], 8),
        (459, &["100"], 31_395),
        (488, &["8"], 42),
        (488, &["128"], 496_062),
        (665, &["10"], 21),
        (665, &["100"], 1_164),
        (665, &["1000"], 117_002),
        (692, &["13"], 43),
        (787, &["4"], 5),
        (787, &["100"], 2_043),
        (870, &["1"], 10_000_000_000),
        (870, &["2"], 20_000_000_000),
        (870, &["22"], 63_043_478_261),
        (899, &["7"], 21),
        (899, &["49"], 221),
        (953, &["10"], 14),
        (953, &["100"], 455),
    ] {
        assert_eq!(solved(number, sizes, false), answer.into(), "{number} {sizes:?}");
    }
    assert_eq!(solved(888, &["124", "9"], true), 2_259_208_528_408u64.into());
    assert_eq!(solved(888, &["124", "9"], false), (2_259_208_528_408u64 % 912_491_249).into());
}

/// Answers that are public, at the sizes of the statements, of the problems whose second algorithm does not
/// reach them.
#[test]
fn public_answers() {
    for (number, answer) in [
        (260, "167542057"),
        (325, "54672965"),
        (344, "65579304332"),
        (366, "88351299"),
        (459, "3996390106631"),
        (488, "216737278"),
        (665, "11541685709674"),
        (692, "842043391019219959"),
        (787, "202642367520564145"),
        (870, "229.9129353234"),
        (899, "10784223938983273"),
        (953, "176907658"),
    ] {
        assert_eq!(problem(number).unwrap().show(&solved(number, &[], false)), answer, "{number}");
    }
}

/// 260 and 665: every position in turn, with one table of taken lines for each direction.
#[test]
fn lost_positions_one_by_one() {
    let n = 90usize;
    let mut taken: HashSet<[i64; 4]> = HashSet::new();
    let mut sum = 0;
    let all =
        |n: usize| (0..=n).flat_map(move |x| (0..=n).flat_map(move |y| (0..=n).map(move |z| [x, y, z])));
    for position in all(n) {
        let line = |bits: usize| {
            let [x, y, z] = position.map(|n| n as i64);
            let pivot = position[bits.trailing_zeros() as usize] as i64;
            let less = |i: usize, n: i64| if bits >> i & 1 == 1 { n - pivot } else { n };
            [bits as i64, less(0, x), less(1, y), less(2, z)]
        };
        if (1..8).all(|bits| !taken.contains(&line(bits))) {
            taken.extend((1..8).map(line));
            sum += if position.is_sorted() { position.iter().sum() } else { 0 };
        }
    }
    assert_eq!(solved(260, &["90"], false), sum.into());

    let n = 1500i64;
    let mut taken: HashSet<(usize, i64)> = HashSet::new();
    let mut sum = 0;
    for (x, y) in (0..=n).flat_map(|x| (0..=n).map(move |y| (x, y))) {
        let lines = [x, y, x - y, 2 * x - y, x - 2 * y];
        if lines.iter().enumerate().all(|line| !taken.contains(&(line.0, *line.1))) {
            taken.extend(lines.into_iter().enumerate());
            sum += if x <= y && x + y <= n { x + y } else { 0 };
        }
    }
    assert_eq!(solved(665, &["1500"], false), u64::try_from(sum).unwrap().into());
}

/// 366 and 692: the winning first moves of every heap, by Zeckendorf's representation of what is left.
#[test]
fn fibonacci_heaps_one_by_one() {
    let last_part = |mut n: u64| {
        let mut part = 0;
        while n > 0 {
            let (mut a, mut b) = (1, 2);
            while b <= n {
                (a, b) = (b, a + b);
            }
            (part, n) = (a, n - a);
        }
        part
    };
    let (mut most, mut fewest) = (0u64, 0u64);
    for n in 1..=1200u64 {
        let wins = |k: &u64| *k == n || 2 * k < last_part(n - k);
        most += (1..n).rev().find(wins).unwrap_or(0);
        fewest += (1..=n).find(wins).unwrap();
    }
    assert_eq!((solved(366, &["1200"], true), solved(692, &["1200"], true)), (most.into(), fewest.into()));
}

/// 459: all boards of up to 4×4 discs, by play.
#[test]
fn flipped_discs_by_play() {
    for n in 1..=4usize {
        let lengths = |allowed: &'static [usize]| {
            (0..n).flat_map(move |last| {
                allowed.iter().filter(move |l| **l <= last + 1).map(move |l| (last, *l))
            })
        };
        let mut moves: Vec<(u32, u32)> = Vec::new();
        for (right, width) in lengths(&[1, 4]) {
            for (top, height) in lengths(&[1, 3]) {
                let discs = (0..width).flat_map(|i| (0..height).map(move |j| (right - i) + n * (top - j)));
                moves.push((1 << (right + n * top), discs.fold(0, |mask, disc| mask | 1 << disc)));
            }
        }
        // The upper right disc of a rectangle is its largest, so a move makes the number smaller.
        let mut won = vec![false; 1 << (n * n)];
        for board in 0..won.len() as u32 {
            won[board as usize] =
                moves.iter().any(|(corner, mask)| board & corner != 0 && !won[(board ^ mask) as usize]);
        }
        let all = (won.len() - 1) as u32;
        let winning = moves.iter().filter(|(_, mask)| !won[(all ^ mask) as usize]).count();
        assert_eq!(solved(459, &[&n.to_string()], false), winning.into(), "{n}");
    }
}

/// 787: pairs without a common divisor, one by one; 899: lowest bits, one by one.
#[test]
fn pairs_one_by_one() {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let n = 3000u64;
    let pairs = (2..=n).flat_map(|sum| (1..sum).map(move |a| (a, sum - a)));
    let won = pairs.filter(|&(a, b)| gcd(a, b) == 1 && a.min(b) % 2 == 1).count();
    assert_eq!(solved(787, &["3000"], false), won.into());
    let pairs = (1..=1000u64).flat_map(|a| (1..=1000).map(move |b| (a, b)));
    let low = |n: u64| 1 << n.trailing_zeros();
    let lost = pairs.filter(|(a, b)| *a.min(b) < low(a.max(b) + 1)).count();
    assert_eq!(solved(899, &["1000"], false), lost.into());
}

/// What is too large is refused at once, and decimals have no residue.
#[test]
fn refused_sizes() {
    for (number, sizes) in [
        (260, &["10^4"][..]),
        (325, &["10^2000"]),
        (344, &["10^9", "3"]),
        (366, &["10^2000"]),
        (459, &["10^8"]),
        (488, &["10^10000"]),
        (665, &["10^9"]),
        (692, &["10^2000"]),
        (787, &["10^13"]),
        (870, &["0"]),
        (870, &["10^7"]),
        (953, &["10^18"]),
    ] {
        let sizes: Vec<BigUint> = sizes.iter().map(|size| parse_size(size).unwrap()).collect();
        let error = problem(number).unwrap().solve(&sizes, &Options::default(), &Work::quiet());
        let line = error.err().unwrap().to_string();
        assert!(!line.contains('\n') && line.len() < 160, "{number}: {line}");
    }
    let options = Options { modulus: Some(Modulus::new(7u32).unwrap()), ..Options::default() };
    assert!(problem(870).unwrap().solve(&[5u32.into()], &options, &Work::quiet()).is_err());
}

/// 301: numbers without two adjacent binary ones are counted by Fibonacci numbers.
#[test]
fn nim_is_a_fibonacci_number() {
    let (mut a, mut b) = (1u64, 1u64);
    (0..30).for_each(|_| (a, b) = (b, a + b));
    assert_eq!(solved(301, &[], false), b.into());
}

/// 310: multisets of three from ordered triples, by Burnside's lemma.
#[test]
fn squares_by_ordered_triples() {
    let counts: Vec<u64> =
        histogram("sub:squares", 0, 100_000).iter().map(|count| u64::try_from(count).unwrap()).collect();
    let size = counts.len().next_power_of_two();
    let at = |v: usize| u128::from(counts.get(v).copied().unwrap_or(0));
    let triples: u128 =
        (0..size).flat_map(|a| (0..size).map(move |b| (a, b))).map(|(a, b)| at(a) * at(b) * at(a ^ b)).sum();
    let lost = (triples + 3 * 100_001 * at(0) + 2 * at(0)) / 6;
    assert_eq!(solved(310, &[], false), lost.into());
}

/// 400: moves that make T(k) any value, from the leaves up.
#[test]
fn fibonacci_trees_from_the_leaves_up() {
    const M: u64 = 1_000_000_000_000_000_000;
    let (k, size) = (10_000, 1 << 15);
    // By shape: its value, and for every t the number of moves that make its value t.
    let mut below: Vec<(usize, Vec<u64>)> = vec![(0, vec![0; size])];
    for _ in 1..k {
        let children = &below[..];
        let value = children.iter().fold(0, |xor, (value, _)| xor ^ (value + 1));
        let mut ways = vec![0; size];
        for (child, moves) in children {
            let rest = value ^ (child + 1);
            for (t, ways) in ways.iter_mut().enumerate() {
                *ways = (*ways + (t ^ rest).checked_sub(1).map_or(1, |target| moves[target])) % M;
            }
        }
        below.push((value, ways));
        if below.len() > 2 {
            below.remove(0);
        }
    }
    assert_eq!(solved(400, &[], false), below.last().unwrap().1[0].into());
}

/// 409: lost ordered choices by which heap completes the others: a(i) = N(N−1)…(N−i+2) − a(i−1) −
/// (i−1)(N−i+2)·a(i−2).
#[test]
fn nim_extreme_by_completion() {
    const M: u64 = 1_000_000_007;
    for n in [1u64, 2, 3, 50, 1000, 10_000_000] {
        let pieces = (BigUint::from(2u32).modpow(&n.into(), &M.into()) + M - 1u32) % M;
        let pieces = u64::try_from(&pieces).unwrap();
        let less = |k: u64| (pieces + M - k % M) % M;
        // a(0) = 1, a(1) = 0; `falling` is N(N−1)…(N−i+2).
        let (mut before, mut lost, mut falling) = (1u64, 0u64, 1u64);
        for i in 2..=n {
            falling = falling * less(i - 2) % M;
            let next = falling + 2 * M - lost - (i - 1) % M * less(i - 2) % M * before % M;
            (before, lost) = (lost, next % M);
        }
        let all = if n == 1 { pieces } else { falling * less(n - 1) % M };
        assert_eq!(solved(409, &[&n.to_string()], false), ((all + M - lost) % M).into(), "{n}");
    }
}

/// 509: all triples of exponents of two.
#[test]
fn divisor_nim_by_exponents() {
    let n = 123_456_787_654_321u128;
    let with = |k: u32| (n >> k) - (n >> (k + 1));
    let mut lost = BigUint::ZERO;
    for (a, b) in (0..47).flat_map(|a| (0..47).map(move |b| (a, b))) {
        lost += BigUint::from(with(a)) * with(b) * with(a ^ b);
    }
    assert_eq!(solved(509, &[], false), (BigUint::from(n).pow(3) - lost) % 1_234_567_890u32);
}

/// 550 and 649: powers of the histogram by squaring.
#[test]
fn tuples_by_squaring() {
    let (m, n) = (987_654_321u64, 10_000_000u64);
    let all = BigUint::from(n - 1).modpow(&10u64.pow(12).into(), &m.into());
    let lost = lost_by_squaring(&histogram("split:divisors", 2, n), 10u64.pow(12), m);
    assert_eq!(solved(550, &[], false), (all + m - lost) % m);
    let (m, n) = (1_000_000_000u64, 10_000_019u64);
    let all = BigUint::from(n).modpow(&200u32.into(), &m.into());
    let lost = lost_by_squaring(&histogram("board:sub:2,3,5,7", 0, n - 1), 100, m);
    assert_eq!(solved(649, &[], false), (all + m - lost) % m);
}

/// 560: the checked transform modulo a prime, instead of the transform of integers.
#[test]
fn coprime_nim_modulo_a_prime() {
    const M: u32 = 1_000_000_007;
    let counts = histogram("take:coprime", 1, 9_999_999);
    let mut counts: Vec<u32> = counts.iter().map(|count| u32::try_from(count).unwrap()).collect();
    counts.resize(counts.len().next_power_of_two(), 0);
    let lost = coefficient_zero_of_power(counts, &10_000_000u32.into(), M, &Work::quiet()).unwrap();
    assert_eq!(solved(560, &[], false), lost.into());
}

/// 888: heap by heap, how many multisets of this many heaps have each xor.
#[test]
fn multisets_heap_by_heap() {
    let rule: Rule = "4.330300003".parse().unwrap();
    let (n, m, modulus) = (400u64, 40usize, 912_491_249u64);
    let sizes = Sizes::heaps(n);
    let known = known::up_to(&rule, &sizes, &Options::default(), &Work::quiet()).unwrap();
    let values: Vec<usize> =
        (1..=n).map(|n| usize::try_from(known.value(&[n.into()]).unwrap()).unwrap()).collect();
    let size = values.iter().max().unwrap().next_power_of_two() * 2;
    let mut ways = vec![vec![0u64; size]; m + 1];
    ways[0][0] = 1;
    for value in values {
        for count in 1..=m {
            for xor in 0..size {
                ways[count][xor] = (ways[count][xor] + ways[count - 1][xor ^ value]) % modulus;
            }
        }
    }
    assert_eq!(solved(888, &[&n.to_string(), &m.to_string()], false), ways[m][0].into());
    // At the size of the statement, words modulo the number against integers modulo a multiple of it, and
    // value by value.
    let wide = Options { modulus: Some(Modulus::new(912_491_249u64 * 2).unwrap()), ..Options::default() };
    let asked = [12_491_249u32.into(), 1249u32.into()];
    let twice = problem(888).unwrap().solve(&asked, &wide, &Work::quiet()).unwrap().count.into_answer();
    assert_eq!(solved(888, &[], false), twice % 912_491_249u32);
    assert_eq!(
        solved(888, &[], false),
        lost_by_values(&histogram("4.330300003", 1, 12_491_249), 1249, modulus)
    );
}

/// Lost multisets of m pieces modulo a prime above m, one value after the other: k of its c pieces are C(c +
/// k − 1, k) multisets, and turn the xor by the value iff k is odd.
fn lost_by_values(histogram: &[BigUint], m: usize, prime: u64) -> BigUint {
    assert!((2..).take_while(|d| d * d <= prime).all(|d| !prime.is_multiple_of(d)) && prime > m as u64);
    let power = |x: u64, mut e: u64| {
        let (mut base, mut product) = (x % prime, 1);
        while e > 0 {
            product = if e % 2 == 1 { product * base % prime } else { product };
            base = base * base % prime;
            e /= 2;
        }
        product
    };
    let inverses: Vec<u64> = (0..=m as u64).map(|k| power(k, prime - 2)).collect();
    let size = histogram.len().next_power_of_two();
    let mut ways = vec![vec![0u64; size]; m + 1];
    ways[0][0] = 1;
    for (value, count) in histogram.iter().enumerate() {
        let count = u64::try_from(count).unwrap() % prime;
        let mut of_value = vec![1u64];
        for k in 0..m {
            of_value.push(of_value[k] * ((count + k as u64) % prime) % prime * inverses[k + 1] % prime);
        }
        // From many pieces down, so that each sum is of what was there before this value.
        for j in (0..=m).rev() {
            for x in 0..size {
                let term =
                    |k: usize| of_value[k] * ways[j - k][if k % 2 == 1 { x ^ value } else { x }] % prime;
                let sum = (1..=j).map(term).sum::<u64>();
                ways[j][x] = (ways[j][x] + sum) % prime;
            }
        }
    }
    ways[m][0].into()
}

/// Whether there is a certificate is known before anything is computed, for every problem: what is said
/// before is what happens after.
#[test]
fn certificates_are_refused_before_computing() {
    use sprague::ask::{Question, answer, certifiable};
    let with = [301, 306, 310, 409, 509, 550, 560, 629, 649, 798, 888, 933];
    for problem in sprague::counts::euler::PROBLEMS {
        let number = problem.number;
        let sizes = |size: &str| {
            let each: Vec<String> =
                problem.sizes.iter().map(|(name, _)| format!(r#""{name}":"{size}""#)).collect();
            let modulus = if number == 798 { r#","mod":"101""# } else { "" };
            let text =
                format!(r#"{{"ask":"euler","problem":{number},"sizes":{{{}}}{modulus}}}"#, each.join(","));
            serde_json::from_str::<Question>(&text).unwrap()
        };
        for size in ["8", "10"] {
            let question = sizes(size);
            let said = certifiable(&question);
            assert_eq!(said.is_ok(), with.contains(&number), "{number}: {said:?}");
            let answered = answer(&question, &Work::quiet()).unwrap();
            assert_eq!(said.is_ok(), answered.certificate().is_ok(), "{number}: {said:?}");
        }
    }
    let extreme = |n: u32| {
        serde_json::from_str::<Question>(&format!(r#"{{"ask":"euler","problem":409,"sizes":{{"n":"{n}"}}}}"#))
    };
    assert!(certifiable(&extreme(22).unwrap()).is_ok());
    assert!(certifiable(&extreme(23).unwrap()).unwrap_err().to_string().contains("up to 4194304"));
}
