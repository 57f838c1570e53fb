//! What is so, by brute force: values from the rule itself, laws by looking far, counts by counting. Slow,
//! plain, and written independently of the checker; nothing here uses windows, states or tails.

#[path = "counts.rs"]
pub mod counts;
#[path = "misere.rs"]
pub mod misere;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use sprague_certificate::{Certificate, Class, Count, Law, MachineState, Outcome, Question};

/// Values of rules, kept from one case to the next.
#[derive(Default)]
pub struct Oracle {
    heaps: BTreeMap<String, Vec<u16>>,
    sheets: Vec<Vec<u16>>,
}

/// Heaps of more tokens are not split here into many: there are too many ways.
pub const MOST_SPLIT: usize = 45;

/// The rule of a coordinate of a board, or the rule itself.
fn of_each(rule: &str) -> &str {
    rule.strip_prefix("board:").unwrap_or(rule)
}

/// Whether a move may leave many heaps.
pub fn takes_long(rule: &str) -> bool {
    rule.starts_with("split:") && rule != "split:divisors"
        || rule.chars().any(|c| c > 'F' && c.is_ascii_uppercase())
}

/// What a move may do to a heap.
struct Moves {
    kind: Kind,
    /// `=`: the heaps left are equal; `<`: no two are; `.`: whatever they are.
    alike: char,
    least: usize,
    largest: usize,
}

enum Kind {
    /// Bit j of digit t: remove t, leave j heaps; a group at the end repeats forever.
    Digits(Vec<u64>, Vec<u64>),
    Set {
        members: BTreeSet<u64>,
        allowed: bool,
    },
    Split(u64),
    /// Rules of arithmetic, by their names.
    Arithmetic(String),
}

fn moves(rule: &str) -> Option<Moves> {
    let mut pieces = rule.split('/');
    let base = pieces.next()?;
    let mut moves = Moves { kind: kind(base)?, alike: '.', least: 1, largest: usize::MAX };
    if base == "grundy" {
        moves.alike = '<';
    }
    for piece in pieces {
        match piece.split_once('=') {
            Some(("least", number)) => moves.least = number.parse().ok()?,
            Some(("largest", number)) => moves.largest = number.parse().ok()?,
            _ => moves.alike = if piece == "equal" { '=' } else { '<' },
        }
    }
    Some(moves)
}

fn kind(rule: &str) -> Option<Kind> {
    let set = |text: &str| text.split(',').map(|t| t.parse().ok()).collect::<Option<BTreeSet<u64>>>();
    if rule == "grundy" {
        return Some(Kind::Split(2));
    } else if is_arithmetic(rule) {
        return Some(Kind::Arithmetic(rule.into()));
    } else if let Some(text) = rule.strip_prefix("sub:") {
        return Some(Kind::Set { members: set(text)?, allowed: true });
    } else if let Some(text) = rule.strip_prefix("allbut:") {
        return Some(Kind::Set { members: set(text)?, allowed: false });
    } else if let Some(parts) = rule.strip_prefix("split:") {
        return Some(Kind::Split(parts.parse().ok()?));
    }
    let digits =
        |text: &str| text.chars().map(|c| c.to_digit(36).map(u64::from)).collect::<Option<Vec<u64>>>();
    let (before, after) = rule.split_once('.')?;
    let (after, group) = match (after.strip_suffix("..."), after.strip_suffix(']')) {
        (Some(after), _) => after.split_at_checked(after.len().checked_sub(1)?)?,
        (_, Some(after)) => after.split_once('[')?,
        _ => (after, ""),
    };
    let mut listed = digits(if before.is_empty() { "0" } else { before })?;
    if listed.len() != 1 || listed[0] & 3 != 0 {
        return None;
    }
    listed.extend(digits(after)?);
    Some(Kind::Digits(listed, digits(group)?))
}

/// Rules whose moves depend on the size itself.
pub fn is_arithmetic(rule: &str) -> bool {
    let family = |word| ["squares", "primes", "pow2", "fib"].contains(&word);
    let others =
        ["take:divisors", "take:coprime", "take:half", "mark", "split:divisors", "ruler", "mock-turtles"];
    others.contains(&rule) || matches!(rule.split_once(':'), Some(("sub" | "allbut", word)) if family(word))
}

/// Whether t belongs to a family, by definition.
fn belongs(word: &str, t: usize) -> bool {
    match word {
        "squares" => (1..=t).any(|root| root * root == t),
        "primes" => t > 1 && (2..t).all(|d| !t.is_multiple_of(d)),
        "pow2" => t.is_power_of_two(),
        _ => {
            let (mut a, mut b) = (1, 2);
            while a < t {
                (a, b) = (b, a + b);
            }
            a == t
        }
    }
}

/// The heaps that each move of a rule of arithmetic leaves.
fn arithmetic_moves(rule: &str, n: usize) -> Vec<Vec<usize>> {
    let divides = |d: &usize| n.is_multiple_of(*d);
    let common = |t: usize| (2..=t).any(|d| t.is_multiple_of(d) && n.is_multiple_of(d));
    match rule {
        "take:divisors" => (1..n).filter(divides).map(|d| vec![n - d]).collect(),
        "take:coprime" => (1..=n).filter(|&t| !common(t)).map(|t| vec![n - t]).collect(),
        "take:half" => (1..=n).filter(|t| 2 * t <= n).map(|t| vec![n - t]).collect(),
        "mark" if n == 0 => vec![],
        "mark" => BTreeSet::from([n - 1, n / 2]).into_iter().map(|left| vec![left]).collect(),
        "split:divisors" => {
            let inner: Vec<usize> = (2..n).filter(divides).collect();
            inner
                .iter()
                .flat_map(|&a| inner.iter().filter(move |&&b| a <= b).map(move |&b| vec![a, b]))
                .collect()
        }
        "ruler" => (1..=n).map(|first| (first..n).collect()).collect(),
        "mock-turtles" if n == 0 => vec![],
        "mock-turtles" => {
            let pairs = (1..n).flat_map(|a| (a + 1..n).map(move |b| vec![a, b]));
            std::iter::once(vec![]).chain((1..n).map(|a| vec![a])).chain(pairs).collect()
        }
        _ => {
            let (kind, word) = rule.split_once(':').unwrap();
            (1..=n).filter(|&t| belongs(word, t) == (kind == "sub")).map(|t| vec![n - t]).collect()
        }
    }
}

/// The values that the options of one heap have.
#[derive(Default)]
struct Options {
    /// How many moves lead to value 0.
    winning: u64,
    /// The heap for which a value was last seen, plus one.
    seen: Vec<usize>,
    heap: usize,
}

impl Options {
    fn insert(&mut self, value: u16) {
        self.winning += u64::from(value == 0);
        let value = value as usize;
        if value >= self.seen.len() {
            self.seen.resize(value + 1, 0);
        }
        self.seen[value] = self.heap + 1;
    }

    fn mex(&self) -> u16 {
        self.seen.iter().position(|&heap| heap != self.heap + 1).unwrap_or(self.seen.len()) as u16
    }
}

fn mex(options: impl Iterator<Item = u16>) -> u16 {
    let mut all = Options::default();
    options.for_each(|value| all.insert(value));
    all.mex()
}

/// Xors of `left` tokens in exactly this many heaps, each at least `least`.
fn broken(moves: &Moves, left: usize, heaps: usize, least: usize, xor: u16, g: &[u16], to: &mut Options) {
    if heaps == 1 {
        if left >= least && left <= moves.largest {
            to.insert(xor ^ g[left]);
        }
        return;
    }
    for a in least..=(left / heaps).min(moves.largest) {
        let next = if moves.alike == '<' { a + 1 } else { a };
        if moves.alike != '=' || a * heaps == left {
            broken(moves, left - a, heaps - 1, next, xor ^ g[a], g, to);
        }
    }
}

fn all_options(moves: &Moves, n: usize, g: &[u16], to: &mut Options) {
    let mut leave = |t: usize, j: usize| match (n - t, j) {
        (0, 0) => to.insert(0),
        (0, _) | (_, 0) => {}
        (left, j) => broken(moves, left, j, moves.least, 0, g, to),
    };
    match &moves.kind {
        Kind::Digits(listed, group) => {
            let endless = listed.iter().chain(group.iter().cycle());
            for (t, digit) in endless.enumerate().take(n + 1) {
                (0..36).filter(|j| digit >> j & 1 == 1).for_each(|j| leave(t, j));
            }
        }
        Kind::Set { members, allowed } => {
            let may = |t: &usize| members.contains(&(*t as u64)) == *allowed;
            (1..=n).filter(may).for_each(|t| (0..2).for_each(|j| leave(t, j)));
        }
        Kind::Split(parts) => {
            (2..=n.min(*parts as usize)).for_each(|j| leave(0, j));
        }
        Kind::Arithmetic(rule) => {
            for left in arithmetic_moves(rule, n) {
                to.insert(left.into_iter().fold(0, |xor, heap| xor ^ g[heap]));
            }
        }
    }
}

/// The rest of a sequence that begins with these values, by the rule.
pub fn continued(rule: &str, mut g: Vec<u16>, n: usize) -> Option<Vec<u16>> {
    let moves = moves(rule)?;
    let mut options = Options::default();
    while g.len() < n {
        options.heap = g.len();
        all_options(&moves, g.len(), &g, &mut options);
        g.push(options.mex());
    }
    Some(g)
}

impl Oracle {
    /// Values of heaps 0 to n − 1, if it is a rule of heaps.
    pub fn heaps(&mut self, rule: &str, n: usize) -> Option<&[u16]> {
        let known = self.heaps.remove(rule).unwrap_or_default();
        let longer = continued(rule, known, n)?;
        self.heaps.insert(rule.into(), longer);
        Some(&self.heaps[rule][..n])
    }

    /// G(w,h) for all w < W, h < H.
    fn sheets(&mut self) -> &[Vec<u16>] {
        const SIZE: (usize, usize) = (9, 90);
        if self.sheets.is_empty() {
            let mut g = vec![vec![0u16; SIZE.1]; SIZE.0];
            for w in 2..SIZE.0 {
                for h in 2..SIZE.1 {
                    let cuts = (1..w).flat_map(|i| (1..h).map(move |j| (i, j)));
                    g[w][h] = mex(cuts.map(|(i, j)| cut(&g, w, h, i, j)));
                }
            }
            self.sheets = g;
        }
        &self.sheets
    }

    /// Whether everything that a verified certificate says is so.
    pub fn agrees(&mut self, certificate: &Certificate) -> Result<(), String> {
        let rule = certificate.rule.as_str();
        match &certificate.law {
            Law::Misere { .. } => return misere::agrees(certificate),
            Law::Tails { tails } => self.tails(tails, &certificate.values)?,
            Law::CardFormula { .. } if rule != "cards" => return Err("no rule of cards".into()),
            Law::CardFormula { .. } => {}
            Law::Automatic { classes, machines, minimal, .. } => {
                self.automatic(of_each(rule), &certificate.values, classes, machines, *minimal)?;
            }
            Law::Formula { .. } if !is_arithmetic(rule) => return Err("no rule of arithmetic".into()),
            // What is read off a formula is compared with play by the counts.
            Law::Formula { .. } => {}
            law => self.law(of_each(rule), law, &certificate.values)?,
        }
        certificate.count.as_ref().map_or(Ok(()), |count| self.count(rule, count))
    }

    fn law(&mut self, rule: &str, law: &Law, values: &[u16]) -> Result<(), String> {
        let horizon = 2 * values.len() + 40;
        let n =
            if matches!(law, Law::Table {}) || rule.starts_with("split") { values.len() } else { horizon };
        let g = self.heaps(rule, n).ok_or("no rule of heaps")?;
        if let Some(n) = (0..values.len()).find(|&n| g[n] != values[n]) {
            return Err(format!("heap {n} has value {}, not {}", g[n], values[n]));
        }
        let (period, preperiod, saltus, minimal) = match *law {
            Law::Periodic { period, preperiod, minimal } => (period, preperiod, 0, minimal),
            Law::ArithmeticPeriodic { period, preperiod, saltus, minimal } => {
                (period, preperiod, saltus as i64, minimal)
            }
            Law::Table {} => return Ok(()),
            Law::ClosedForm {} => {
                let two = rule == "split:2";
                let right = |n: usize| if two { (n - 1) % 2 } else { n - 1 };
                let wrong = (1..g.len()).find(|&n| g[n] as usize != right(n));
                return wrong.map_or(Ok(()), |n| Err(format!("another form at {n}")));
            }
            _ => return Err("a law of another game".into()),
        };
        let (p, start) = (period as usize, preperiod as usize);
        if p == 0 || p + start >= g.len() {
            return Err("no period".into());
        }
        let holds = |p: usize, s: i64, x: usize| g[x] as i64 + s == g[x + p] as i64;
        if let Some(x) = (start..g.len() - p).find(|&x| !holds(p, saltus, x)) {
            return Err(format!("the period fails at {x}"));
        }
        if !minimal {
            return Ok(());
        }
        if start > 0 && holds(p, saltus, start - 1) {
            return Err("a smaller preperiod".into());
        }
        // A smaller period would be one from the preperiod on.
        let smaller = |d: &usize| {
            let s = g[start + d] as i64 - g[start] as i64;
            (start..g.len() - d).all(|x| holds(*d, s, x))
        };
        (1..p).find(smaller).map_or(Ok(()), |d| Err(format!("the period {d} is smaller")))
    }

    /// Values by class: lines, or machines that are run on all pairs of small numbers.
    fn automatic(
        &mut self,
        rule: &str,
        first: &[u16],
        classes: &[Class],
        machines: &[MachineState],
        minimal: bool,
    ) -> Result<(), String> {
        let (n0, p) = (first.len(), classes.len());
        let horizon = if takes_long(rule) { MOST_SPLIT } else { (n0 + 6 * p).clamp(60, 160) };
        let g = self.heaps(rule, horizon).ok_or("no rule of heaps")?;
        for n in 0..horizon {
            let value = match n.checked_sub(n0).map(|beyond| (classes[beyond % p], beyond / p)) {
                None => Some(u64::from(first[n])),
                Some((Class::Line(start, saltus), q)) => Some(start + saltus * q as u64),
                Some((Class::Machine(state), q)) => {
                    (0..1 << 12).find(|&v| machine_holds(machines, state, q as u64, v))
                }
            };
            if value != Some(g[n].into()) {
                return Err(format!("heap {n} has value {}, not {value:?}", g[n]));
            }
        }
        // p lines from n0 on: second differences are 0.
        let bends = |x: usize, p: usize| g[x] as i64 - 2 * g[x + p] as i64 + g[x + 2 * p] as i64 != 0;
        let straight = |from: usize, p: usize| (from..horizon.saturating_sub(2 * p)).all(|x| !bends(x, p));
        if minimal && n0 > 1 && n0 + 2 * p < horizon && straight(n0 - 1, p) {
            return Err("a smaller preperiod".into());
        }
        let smaller = |&d: &usize| n0 + 4 * d < horizon && straight(n0, d);
        let smaller = (1..p).find(smaller).filter(|_| minimal);
        smaller.map_or(Ok(()), |d| Err(format!("{d} lines are enough")))
    }

    fn tails(&mut self, tails: &[u64], values: &[u16]) -> Result<(), String> {
        let g = self.sheets();
        let mut values = values.iter();
        for (w, &tail) in (1..).zip(tails) {
            let row = g.get(w).ok_or("more rows than are known here")?;
            let tail = tail as usize;
            if tail >= row.len() / 2 || (1..=tail).any(|h| values.next() != Some(&row[h])) {
                return Err(format!("row {w} is another one"));
            }
            if row[tail..].iter().any(|&v| v != row[tail]) || tail > 1 && row[tail - 1] == row[tail] {
                return Err(format!("the tail of row {w} begins elsewhere"));
            }
        }
        if values.next().is_some() { Err("more values".into()) } else { Ok(()) }
    }

    fn count(&mut self, rule: &str, count: &Count) -> Result<(), String> {
        let modulus: Option<BigUint> = count.modulus.as_ref().map(|m| m.parse().unwrap());
        let number = match &count.question {
            Question::Wins { upto } => self.wins(rule, &upto.parse().unwrap())?,
            Question::Moves { width, height } => {
                self.winning_cuts(*width as usize, &height.parse().unwrap())?
            }
            Question::Partitions { of, outcome } => {
                let g = self.heaps(rule, *of as usize + 1).ok_or("no rule of heaps")?;
                partitions(g, *outcome)?
            }
            Question::ScatterstoneWins { of } => {
                let mut sum = BigUint::ZERO;
                for k in 2..=*of {
                    let g = self.heaps(&format!("split:{k}"), *of as usize + 1).ok_or("no rule")?;
                    sum += partitions(g, Outcome::Won)?;
                }
                sum
            }
            Question::CardTuples { cards, suits } => {
                lost_deals(*cards as usize, *suits, modulus.as_ref().ok_or("no modulus")?)?
            }
            question => self.pieces(rule, question, modulus.as_ref())?,
        };
        let number = modulus.map_or(number.clone(), |modulus| number % modulus);
        if number.to_string() == count.answer { Ok(()) } else { Err(format!("the count is {number}")) }
    }

    /// Heaps with a value other than 0: counted, or, far out, counted and continued by what repeats there.
    fn wins(&mut self, rule: &str, upto: &BigUint) -> Result<BigUint, String> {
        let far = if takes_long(rule) { MOST_SPLIT } else { 600 };
        let g = self.heaps(rule, far).ok_or("no rule of heaps")?;
        let count = |n: usize| g[1..=n].iter().filter(|&&v| v != 0).count();
        if let Some(n) = u64::try_from(upto).ok().filter(|&n| n < far as u64) {
            return Ok(count(n as usize).into());
        }
        // The pattern of zeros repeats over the second half: for all-but sets there are none there.
        let zero = |n: usize| g[n] == 0;
        let repeats = |p: &usize| (far / 2..far - p).all(|n| zero(n) == zero(n + p));
        let p = (1..far / 4).find(repeats).ok_or("no pattern is seen")?;
        let start = far / 2;
        let (periods, rest) = ((upto - start) / p, usize::try_from((upto - start) % p).unwrap());
        Ok(count(start + rest) + periods * (count(start + p) - count(start)))
    }

    /// Winning first cuts of all sheets; far up a polynomial of degree two, as its third differences are seen
    /// to vanish.
    fn winning_cuts(&mut self, width: usize, height: &BigUint) -> Result<BigUint, String> {
        let g = self.sheets();
        if width >= g.len() {
            return Err("wider than is known here".into());
        }
        let mut up_to = vec![BigUint::ZERO; g[0].len()];
        for h in 2..g[0].len() {
            let cuts = (2..=width).flat_map(|w| (1..w).flat_map(move |i| (1..h).map(move |j| (w, i, j))));
            let won = cuts.filter(|&(w, i, j)| cut(g, w, h, i, j) == 0).count();
            up_to[h] = &up_to[h - 1] + won;
        }
        if let Some(h) = usize::try_from(height).ok().filter(|&h| h < up_to.len()) {
            return Ok(up_to[h].clone());
        }
        let last = up_to.len() - 1;
        let first = |h: usize| &up_to[h] - &up_to[h - 1];
        let second = |h: usize| first(h) - first(h - 1);
        if (last - 9..last).any(|h| second(h) != second(last)) {
            return Err("no polynomial is seen".into());
        }
        let n = height - last;
        Ok(&up_to[last] + &n * first(last) + &n * (&n + 1u32) / 2u32 * second(last))
    }
}

/// Whether a machine accepts the bits of q and v side by side.
fn machine_holds(machines: &[MachineState], mut state: u32, q: u64, v: u64) -> bool {
    for place in 0..16 {
        match machines[state as usize].next[(2 * (q >> place & 1) + (v >> place & 1)) as usize] {
            Some(next) => state = next,
            // No more bits: the pair 0, 0 has to belong here.
            None => return q >> place == 0 && v >> place == 0 && machines[state as usize].zero,
        }
    }
    machines[state as usize].zero
}

fn cut(g: &[Vec<u16>], w: usize, h: usize, i: usize, j: usize) -> u16 {
    g[i][j] ^ g[w - i][j] ^ g[i][h - j] ^ g[w - i][h - j]
}

/// All partitions, one by one.
fn partitions(g: &[u16], outcome: Outcome) -> Result<BigUint, String> {
    fn count(left: usize, most: usize, xor: u16, g: &[u16], won: bool) -> u64 {
        if left == 0 {
            return u64::from((xor != 0) == won);
        }
        (1..=most.min(left)).map(|a| count(left - a, a, xor ^ g[a], g, won)).sum()
    }
    let n = g.len() - 1;
    if n > 45 {
        return Err("more partitions than can be listed".into());
    }
    Ok(count(n, n, 0, g, outcome == Outcome::Won).into())
}

/// Starts of this many suits that are lost: values of all strings by play, then one suit after the other, by
/// squaring.
fn lost_deals(cards: usize, suits: u64, modulus: &BigUint) -> Result<BigUint, String> {
    if cards > 10 {
        return Err("more cards than are played here".into());
    }
    let mut values: Vec<u16> = vec![0];
    for n in 1..=cards {
        let value = |string: usize| {
            let mut options = Vec::new();
            for i in (0..n).filter(|i| string >> i & 1 == 1) {
                for j in (i + 1..n).filter(|j| string >> j & 1 == 0) {
                    let bits = (0..n).filter(|&b| b != i).map(|b| string >> b & 1 == 1 || b == j);
                    let shorter = bits.enumerate().map(|(b, one)| usize::from(one) << b).sum::<usize>();
                    options.push(values[shorter]);
                }
            }
            mex(options.into_iter())
        };
        values = (0..1 << n).map(value).collect();
    }
    let mut one = vec![BigUint::ZERO; 16];
    values.iter().for_each(|&v| one[v as usize] += 1u32);
    let times = |a: &[BigUint], b: &[BigUint]| {
        let mut c = vec![BigUint::ZERO; 16];
        (0..256).for_each(|i| c[(i / 16) ^ (i % 16)] += &a[i / 16] * &b[i % 16]);
        c.into_iter().map(|x| x % modulus).collect::<Vec<_>>()
    };
    let (mut all, mut left) = (vec![BigUint::ZERO; 16], suits);
    all[0] = BigUint::from(1u32) % modulus;
    while left > 0 {
        if left % 2 == 1 {
            all = times(&all, &one);
        }
        one = times(&one, &one);
        left /= 2;
    }
    Ok(all[0].clone())
}
