//! Textbook solvers, straight from the definitions, and certificates made with them.
#![allow(dead_code, reason = "each test file uses some of them")]

use std::hash::{DefaultHasher, Hash, Hasher};

use sprague_certificate::{Certificate, Class, Count, Law, Question, Split, Theorem};

/// For checkers in other languages: `SPRAGUE_CASES=FOLDER cargo test -p sprague-check` leaves the
/// certificates of the tests there, `right-….cert` and `wrong-….cert`. Without that variable nothing is
/// written.
pub fn keep(kind: &str, certificate: &Certificate) {
    let Some(folder) = std::env::var_os("SPRAGUE_CASES") else { return };
    let mut file = Vec::new();
    certificate.write(&mut file).unwrap();
    let mut hasher = DefaultHasher::new();
    file.hash(&mut hasher);
    let name = format!("{kind}-{:016x}.cert", hasher.finish());
    std::fs::write(std::path::Path::new(&folder).join(name), file).unwrap();
}

pub fn mex(options: &[bool]) -> u16 {
    options.iter().position(|&reached| !reached).unwrap_or(options.len()) as u16
}

/// Digits d0, d1, … of a code, or of a subtraction set.
pub fn digits(rule: &str) -> Vec<u8> {
    if let Some(set) = rule.strip_prefix("sub:") {
        let set: Vec<usize> = set.split(',').map(|t| t.parse().unwrap()).collect();
        return (0..=*set.last().unwrap()).map(|t| if set.contains(&t) { 3 } else { 0 }).collect();
    }
    rule.chars().filter(|&c| c != '.').map(|c| c.to_digit(16).unwrap() as u8).collect()
}

/// Values of heaps 0 to n − 1.
pub fn solve_code(digits: &[u8], n: usize) -> Vec<u16> {
    let mut g: Vec<u16> = Vec::new();
    // pairs[s] lists the values of two non-empty heaps of s tokens, once each.
    let mut pairs: Vec<Vec<u16>> = Vec::new();
    let three = digits.iter().any(|d| d & 8 != 0);
    for n in 0..n {
        let mut seen = vec![false; 1024];
        for (t, &digit) in digits.iter().enumerate().filter(|&(t, _)| t <= n) {
            let left = n - t;
            if digit & 1 != 0 && left == 0 {
                seen[0] = true;
            }
            if digit & 2 != 0 && left > 0 {
                seen[g[left] as usize] = true;
            }
            if digit & 4 != 0 {
                (1..=left / 2).for_each(|a| seen[(g[a] ^ g[left - a]) as usize] = true);
            }
            if digit & 8 != 0 {
                for a in 1..left.saturating_sub(1) {
                    // Before n itself is known only sums below n are; with t = 0 that is enough, as a ≥ 1.
                    pairs[left - a].iter().for_each(|&pair| seen[(pair ^ g[a]) as usize] = true);
                }
            }
        }
        g.push(mex(&seen));
        if three {
            let mut of_sum: Vec<u16> = (1..=n / 2).map(|a| g[a] ^ g[n - a]).collect();
            of_sum.sort_unstable();
            of_sum.dedup();
            pairs.push(of_sum);
        }
    }
    g
}

/// Least period and preperiod that the theorem proves from these values.
pub fn find_period(digits: &[u8], g: &[u16]) -> Option<(usize, usize)> {
    let all = digits.iter().fold(0, |all, d| all | d);
    let m = if all & 8 != 0 { 3 } else { 1 + usize::from(all & 4 != 0) };
    let last = digits.iter().rposition(|&d| d != 0).unwrap_or(0);
    (1..g.len() / m).find_map(|p| {
        let start = (0..g.len() - p).rev().find(|&x| g[x] != g[x + p]).map_or(0, |x| x + 1);
        (m * (start.max(1) + p) + last <= g.len()).then_some((p, start))
    })
}

/// How many values the theorem needs.
pub fn window(digits: &[u8], period: usize, preperiod: usize) -> usize {
    let all = digits.iter().fold(0, |all, d| all | d);
    let m = if all & 8 != 0 { 3 } else { 1 + usize::from(all & 4 != 0) };
    let last = digits.iter().rposition(|&d| d != 0).unwrap_or(0);
    let n0 = if last > 0 && digits.iter().all(|&d| d == 0 || d == 3) { preperiod } else { preperiod.max(1) };
    m * (n0 + period) + last
}

pub fn certificate(rule: &str, law: Law, theorem: Theorem, values: Vec<u16>) -> Certificate {
    Certificate {
        tool: "test 0".into(),
        rule: rule.into(),
        law,
        theorem,
        count: None,
        splits: vec![],
        values,
    }
}

/// The least period, with exactly the values it rests on. `None` if it is not found among `most` values.
pub fn periodic(rule: &str, most: usize) -> Option<Certificate> {
    let digits = digits(rule);
    let mut n = 64;
    loop {
        let mut g = solve_code(&digits, n);
        if let Some((period, preperiod)) = find_period(&digits, &g) {
            g.truncate(window(&digits, period, preperiod));
            let law = Law::Periodic { period: period as u64, preperiod: preperiod as u64, minimal: true };
            let sub = rule.starts_with("sub:");
            let theorem = if sub { Theorem::SubtractionWindow } else { Theorem::TakeAndBreakPeriod };
            return Some(certificate(rule, law, theorem, g));
        }
        if n >= most {
            return None;
        }
        n = (2 * n).min(most);
    }
}

pub fn solve_allbut(set: &[usize], n: usize) -> Vec<u16> {
    let mut g: Vec<u16> = Vec::new();
    for n in 0..n {
        let mut seen = vec![false; n + 1];
        (0..n).filter(|x| !set.contains(&(n - x))).for_each(|x| seen[g[x] as usize] = true);
        g.push(mex(&seen));
    }
    g
}

/// The least arithmetic period that holds for the last two thirds of n values.
pub fn arithmetic(set: &[usize], n: usize) -> Certificate {
    let g = solve_allbut(set, n);
    let (p, s, start) = (1..n / 3)
        .find_map(|p| {
            let s = g[n - 1] as i64 - g[n - 1 - p] as i64;
            let breaks = |&x: &usize| g[x] as i64 + s != g[x + p] as i64;
            let start = (0..n - p).rev().find(breaks).map_or(0, |x| x + 1);
            (start < n / 3).then_some((p, s, start))
        })
        .unwrap();
    let rule = format!("allbut:{}", set.iter().map(|t| t.to_string()).collect::<Vec<_>>().join(","));
    let law = Law::ArithmeticPeriodic {
        period: p as u64,
        preperiod: start as u64,
        saltus: s as u64,
        minimal: true,
    };
    certificate(&rule, law, Theorem::AllButState, g)
}

/// Values of heaps 0 to n of split:K.
pub fn solve_split(parts: usize, n: usize) -> Vec<u16> {
    fn splits(left: usize, least: usize, parts: usize, xor: u16, g: &[u16], seen: &mut [bool]) {
        for a in least..=left / 2 {
            if parts > 2 {
                splits(left - a, a, parts - 1, xor ^ g[a], g, seen);
            }
            seen[(xor ^ g[a] ^ g[left - a]) as usize] = true;
        }
    }
    let mut g = vec![0];
    for n in 1..=n {
        let mut seen = vec![false; 1024];
        splits(n, 1, parts, 0, &g, &mut seen);
        g.push(mex(&seen));
    }
    g
}

/// G(w,h), 1 ≤ w ≤ W, 1 ≤ h ≤ H, by all cuts; index 0 is not used.
pub fn solve_cut(width: usize, height: usize) -> Vec<Vec<u16>> {
    let mut g = vec![vec![0u16; height + 1]; width + 1];
    for w in 2..=width {
        for h in 2..=height {
            let mut seen = vec![false; 1024];
            for i in 1..w {
                for j in 1..h {
                    seen[(g[i][j] ^ g[w - i][j] ^ g[i][h - j] ^ g[w - i][h - j]) as usize] = true;
                }
            }
            g[w][h] = mex(&seen);
        }
    }
    g
}

/// Tails seen up to the height of a table.
pub fn tails(table: &[Vec<u16>]) -> Certificate {
    let (mut tails, mut values) = (vec![], vec![]);
    for row in &table[1..] {
        let tail = (2..row.len()).rev().find(|&h| row[h - 1] != row[h]).unwrap_or(1);
        tails.push(tail as u64);
        values.extend_from_slice(&row[1..=tail]);
    }
    certificate("cut", Law::Tails { tails }, Theorem::CutTails, values)
}

pub fn split(parts: usize, n: usize, closed: bool) -> Certificate {
    let (law, theorem) = match closed {
        true => (Law::ClosedForm {}, Theorem::SplitClosedForm),
        false => (Law::Table {}, Theorem::Definition),
    };
    certificate(&format!("split:{parts}"), law, theorem, solve_split(parts, n))
}

pub fn cards(checked: u64) -> Certificate {
    certificate("cards", Law::CardFormula { checked }, Theorem::CardFormula, vec![])
}

pub fn with_count(
    mut certificate: Certificate,
    question: Question,
    modulus: &str,
    answer: &str,
) -> Certificate {
    let modulus = (!modulus.is_empty()).then(|| modulus.to_string());
    certificate.count = Some(Count { question, modulus, answer: answer.into() });
    certificate
}

pub fn with_split(mut certificate: Certificate, mask: u16, parity: bool) -> Certificate {
    certificate.splits.push(Split { mask, parity });
    certificate
}

/// Lines of one saltus, p of them from n0 on; `values` are those of the heaps below n0 + p.
pub fn automatic(rule: &str, p: usize, saltus: u64, mut values: Vec<u16>) -> Certificate {
    let n0 = values.len() - p;
    let classes = values.split_off(n0).into_iter().map(|start| Class::Line(start.into(), saltus)).collect();
    let law =
        Law::Automatic { period: p as u64, preperiod: n0 as u64, classes, machines: vec![], minimal: false };
    certificate(rule, law, Theorem::Automata, values)
}

/// The mask with the fewest rare positions.
pub fn best_mask(g: &[u16]) -> u16 {
    let top = (*g.iter().max().unwrap() as usize + 1).next_power_of_two() as u16;
    let rare = |mask: u16| g.iter().filter(|&&v| (v & mask).count_ones().is_multiple_of(2)).count();
    (1..top).min_by_key(|&mask| rare(mask)).unwrap()
}
