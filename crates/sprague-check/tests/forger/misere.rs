//! Misère play by brute force: outcomes by playing, quotients by multiplying out, counts by going through all
//! sums.
//!
//! Written independently of the checker. A quotient is made from the sums in which each of a few heaps occurs
//! at most so often and then with period 2: all of them are played, and sums that no further heap tells apart
//! are one element. Larger heaps get the element that plays like them. Nothing proves that this is right;
//! what is compared is what comes of it.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    sync::OnceLock,
};

use num_bigint::BigUint;
use sprague_certificate::{Certificate, Choice, Law, MisereTail, Outcome, Question, Theorem};

use super::{Kind, Moves, counts::UNKNOWN, is_arithmetic, moves, takes_long};

/// What each move in heap n leaves, ascending heaps.
fn options(rule: &Moves, n: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut leave = |t: usize, j: usize| match (n - t, j) {
        (0, 0) => all.push(vec![]),
        (0, _) | (_, 0) => {}
        (left, j) => parts(rule, left, j, rule.least, &mut vec![], &mut all),
    };
    match &rule.kind {
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
        Kind::Split(most) => (2..=n.min(*most as usize)).for_each(|j| leave(0, j)),
        Kind::Arithmetic(_) => panic!("no rule of arithmetic has a quotient here"),
    }
    all
}

/// A number of tokens in exactly the given number of heaps.
fn parts(
    rule: &Moves,
    left: usize,
    heaps: usize,
    least: usize,
    chosen: &mut Vec<usize>,
    all: &mut Vec<Vec<usize>>,
) {
    if heaps == 1 {
        if (least..=rule.largest).contains(&left) {
            all.push(chosen.iter().copied().chain([left]).collect());
        }
        return;
    }
    for a in least..=(left / heaps).min(rule.largest) {
        if rule.alike != '=' || a * heaps == left {
            chosen.push(a);
            parts(rule, left - a, heaps - 1, if rule.alike == '<' { a + 1 } else { a }, chosen, all);
            chosen.pop();
        }
    }
}

/// Outcomes of sums of heaps of one rule.
#[derive(Default)]
pub struct Play {
    options: Vec<Vec<Vec<usize>>>,
    lost: HashMap<Vec<usize>, bool>,
}

impl Play {
    /// Heaps 0 to `largest`; `None` if it is no rule of heaps that are taken and broken.
    pub fn new(rule: &str, largest: usize) -> Option<Play> {
        let rule = moves(rule).filter(|_| !is_arithmetic(rule))?;
        Some(Play { options: (0..=largest).map(|n| options(&rule, n)).collect(), lost: HashMap::new() })
    }

    /// Whether the player to move loses.
    pub fn is_lost(&mut self, heaps: &[usize]) -> bool {
        let mut sum: Vec<usize> =
            heaps.iter().copied().filter(|&heap| !self.options[heap].is_empty()).collect();
        sum.sort_unstable();
        if let Some(&lost) = self.lost.get(&sum) {
            return lost;
        }
        let mut lost = !sum.is_empty();
        'moves: for place in (0..sum.len()).rev() {
            for option in 0..self.options[sum[place]].len() {
                let mut after = sum.clone();
                let heap = after.remove(place);
                after.extend(&self.options[heap][option]);
                if self.is_lost(&after) {
                    lost = false;
                    break 'moves;
                }
            }
        }
        self.lost.insert(sum, lost);
        lost
    }
}

/// A quotient: elements are numbers, 0 is the identity.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// Where each heap takes each element.
    actions: Vec<Vec<usize>>,
    lost: Vec<bool>,
}

/// Powers of a heap before they repeat, and how many there are.
const INDEX: usize = 2;
const POWERS: usize = INDEX + 2;

impl Quotient {
    /// From the sums of heaps up to `top`, continued to `heaps` heaps; `None` if some heap is no element.
    pub fn new(play: &Play, top: usize, heaps: usize) -> Option<Quotient> {
        let letters: Vec<usize> = (1..=top).filter(|&heap| !play.options[heap].is_empty()).collect();
        let size = POWERS.checked_pow(letters.len() as u32).filter(|&size| size <= 1 << 16)?;
        let stride =
            |heap: usize| letters.iter().position(|&letter| letter == heap).map(|i| POWERS.pow(i as u32));
        let times = |x: usize, heap: usize| match stride(heap) {
            None => x,
            Some(stride) if x / stride % POWERS == POWERS - 1 => x - stride,
            Some(stride) => x + stride,
        };
        let mut lost = vec![false; size];
        for x in 1..size {
            let wins = letters.iter().any(|&heap| {
                let stride = stride(heap).unwrap();
                x / stride % POWERS > 0
                    && play.options[heap]
                        .iter()
                        .any(|option| lost[option.iter().fold(x - stride, |x, &heap| times(x, heap))])
            });
            lost[x] = !wins;
        }
        let mut class: Vec<usize> = lost.iter().map(|&lost| usize::from(lost)).collect();
        loop {
            let mut numbers = BTreeMap::new();
            let finer: Vec<usize> = (0..size)
                .map(|x| {
                    let key: Vec<usize> = [class[x]]
                        .into_iter()
                        .chain(letters.iter().map(|&heap| class[times(x, heap)]))
                        .collect();
                    let next = numbers.len();
                    *numbers.entry(key).or_insert(next)
                })
                .collect();
            let settled = finer == class;
            class = finer;
            if settled {
                break;
            }
        }
        let order = class.iter().max().unwrap() + 1;
        let first: Vec<usize> = (0..order).map(|c| class.iter().position(|&d| d == c).unwrap()).collect();
        let action = |heap: usize| first.iter().map(|&x| class[times(x, heap)]).collect::<Vec<_>>();
        let lost = first.iter().map(|&x| lost[x]).collect();
        let mut quotient = Quotient { actions: (0..=top).map(action).collect(), lost };
        for heap in top + 1..heaps {
            quotient.add(play, heap)?;
        }
        quotient.actions.truncate(heaps);
        Some(quotient)
    }

    fn product(&self, sum: &[usize]) -> usize {
        sum.iter().fold(0, |x, &heap| self.actions[heap][x])
    }

    /// The element that plays like a heap beside every element, if there is one.
    fn add(&mut self, play: &Play, heap: usize) -> Option<()> {
        if play.options[heap].is_empty() {
            self.actions.push((0..self.lost.len()).collect());
            return Some(());
        }
        let images: Vec<usize> = play.options[heap].iter().map(|option| self.product(option)).collect();
        // Sums of smaller heaps that have each element as image, shortest first.
        let mut sums: BTreeMap<usize, Vec<usize>> = BTreeMap::from([(0, vec![])]);
        loop {
            let longer: Vec<(usize, Vec<usize>)> = sums
                .iter()
                .flat_map(|(&x, sum)| (1..heap).map(move |h| (x, h, sum)))
                .map(|(x, h, sum)| (self.actions[h][x], sum.iter().copied().chain([h]).collect()))
                .collect();
            let before = sums.len();
            longer.into_iter().for_each(|(x, sum)| _ = sums.entry(x).or_insert(sum));
            if sums.len() == before {
                break;
            }
        }
        let mut known = HashMap::new();
        let row: Vec<bool> = (0..self.lost.len())
            .map(|z| self.beside(play, &images, &mut sums[&z].clone(), &mut known))
            .collect();
        let action = |x: usize| (0..self.lost.len()).map(|z| self.times(x, z, &sums)).collect::<Vec<_>>();
        let fits = |action: &Vec<usize>| (0..row.len()).all(|z| self.lost[action[z]] == row[z]);
        let fitting = (0..self.lost.len()).map(action).find(fits)?;
        self.actions.push(fitting);
        Some(())
    }

    fn times(&self, x: usize, z: usize, sums: &BTreeMap<usize, Vec<usize>>) -> usize {
        sums[&x].iter().fold(z, |z, &heap| self.actions[heap][z])
    }

    /// Whether a new heap with options of these images is lost beside a sum, by playing in both.
    fn beside(
        &self,
        play: &Play,
        images: &[usize],
        sum: &mut Vec<usize>,
        known: &mut HashMap<Vec<usize>, bool>,
    ) -> bool {
        sum.retain(|&heap| !play.options[heap].is_empty());
        sum.sort_unstable();
        if let Some(&lost) = known.get(sum) {
            return lost;
        }
        // After a move in the new heap, the rest is known.
        let after = |&x: &usize| sum.iter().fold(x, |x, &heap| self.actions[heap][x]);
        let mut lost = !images.iter().any(|x| self.lost[after(x)]);
        for place in 0..sum.len() {
            for option in &play.options[sum[place]] {
                let mut after = sum.clone();
                after.remove(place);
                after.extend(option);
                lost &= !self.beside(play, images, &mut after, known);
            }
        }
        known.insert(sum.clone(), lost);
        lost
    }

    /// The certificate, with heaps up to `top` as generators.
    pub fn certificate(
        &self,
        rule: &str,
        top: usize,
        law: Option<(u64, u64)>,
        theorem: Theorem,
    ) -> Certificate {
        let images: Vec<usize> = self.actions.iter().map(|action| action[0]).collect();
        let generators: Vec<u64> =
            (1..=top).filter(|&heap| images[heap] != 0).map(|heap| heap as u64).collect();
        let lost: Vec<usize> = (0..self.lost.len()).filter(|&x| self.lost[x]).collect();
        let actions = generators.iter().flat_map(|&heap| self.actions[heap as usize].iter());
        let values = images.iter().chain(actions).chain(&lost).map(|&x| x as u16).collect();
        let law = Law::Misere {
            order: self.lost.len() as u64,
            heaps: images.len() as u64,
            generators: generators.clone(),
            lost: lost.len() as u64,
            tail: law.map(|(period, preperiod)| MisereTail { period, preperiod, minimal: true }),
        };
        crate::common::certificate(rule, law, theorem, values)
    }
}

/// A right certificate of this many heaps.
pub fn genuine(rule: &str, heaps: usize, law: Option<(u64, u64)>, theorem: Theorem) -> Certificate {
    let play = Play::new(rule, heaps).unwrap();
    let found = (0..heaps).find_map(|top| Some((top, Quotient::new(&play, top, heaps)?)));
    let (top, quotient) = found.unwrap_or_else(|| panic!("{rule}: no quotient of {heaps} heaps"));
    quotient.certificate(rule, top, law, theorem)
}

/// Right certificates of every theorem.
pub fn all_genuine() -> Vec<Certificate> {
    static ALL: OnceLock<Vec<Certificate>> = OnceLock::new();
    ALL.get_or_init(made).clone()
}

fn made() -> Vec<Certificate> {
    use Theorem::{MisereNoMove, MiserePeriod, MisereQuotient, MisereState};
    vec![
        genuine("0.75", 22, Some((2, 8)), MiserePeriod),
        genuine("0.33", 6, Some((3, 0)), MiserePeriod),
        genuine("0.123", 23, Some((5, 5)), MiserePeriod),
        genuine("sub:1,3", 6, Some((2, 0)), MiserePeriod),
        genuine("4.F", 12, None, MisereQuotient),
        genuine("4.F", 31, Some((2, 8)), MiserePeriod),
        genuine("0.77", 8, None, MisereQuotient),
        genuine("grundy", 9, None, MisereQuotient),
        genuine("split:3/unequal", 8, None, MisereQuotient),
        genuine("0.7/largest=2", 8, Some((1, 6)), MisereNoMove),
        genuine("allbut:2/largest=1", 4, None, MisereQuotient),
        genuine("0.[1]", 4, Some((1, 1)), MisereState),
        genuine("0.[10]", 6, Some((2, 0)), MisereState),
        genuine("0.0", 3, Some((1, 0)), MiserePeriod),
    ]
}

/// Heaps that are played out.
fn horizon(rule: &str) -> usize {
    if takes_long(rule) { 10 } else { 20 }
}

/// Two heaps below a bound, and a small one.
fn triples(bound: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..bound).flat_map(|a| (0..=a).flat_map(move |b| (0..=b.min(3)).map(move |c| (a, b, c))))
}

thread_local! {
    /// What was played, from one case to the next.
    static PLAYS: RefCell<HashMap<String, Play>> = RefCell::default();
}

/// Whether everything that a verified certificate says is so.
pub fn agrees(certificate: &Certificate) -> Result<(), String> {
    let Law::Misere { order, heaps, tail, .. } = &certificate.law else { return Err("another law".into()) };
    let (order, heaps) = (*order as usize, *heaps as usize);
    let horizon = horizon(&certificate.rule);
    PLAYS.with_borrow_mut(|plays| {
        if !plays.contains_key(&certificate.rule) {
            let play = Play::new(&certificate.rule, horizon).ok_or("no rule of heaps")?;
            plays.insert(certificate.rule.clone(), play);
        }
        Ok::<_, String>(())
    })?;
    let (images, rest) = certificate.values.split_at(heaps);
    let Law::Misere { generators, lost, .. } = &certificate.law else { unreachable!() };
    let (actions, stated) = rest.split_at(generators.len() * order);
    assert_eq!(stated.len() as u64, *lost);
    let is_lost = |x: usize| stated.contains(&(x as u16));
    // x as the product of generators: by going through all.
    let mut words: HashMap<usize, Vec<usize>> = HashMap::from([(0, vec![])]);
    let mut open = vec![0];
    while let Some(x) = open.pop() {
        for g in 0..generators.len() {
            let to = actions[g * order + x] as usize;
            if !words.contains_key(&to) {
                let longer = words[&x].iter().copied().chain([g]).collect();
                words.insert(to, longer);
                open.push(to);
            }
        }
    }
    let times = |x: usize, y: usize| words[&x].iter().fold(y, |y, &g| actions[g * order + y] as usize);
    let image = |n: usize| match (images.get(n), tail) {
        (Some(&image), _) => Some(image as usize),
        (None, Some(tail)) => {
            let (start, period) = (tail.preperiod as usize, tail.period as usize);
            Some(images[start + (n - start) % period] as usize)
        }
        (None, None) => None,
    };
    let known: Vec<usize> = (0..=horizon).map_while(image).collect();
    PLAYS.with_borrow_mut(|plays| {
        let play = plays.get_mut(&certificate.rule).unwrap();
        for (a, b, c) in triples(known.len()) {
            let x = times(known[a], times(known[b], known[c]));
            if play.is_lost(&[a, b, c]) != is_lost(x) {
                return Err(format!("{a}+{b}+{c} is counted wrongly"));
            }
        }
        Ok(())
    })?;
    if words.len() != order {
        return Err("there are elements that no sum has".into());
    }
    // Some element distinguishes any two different elements.
    for x in 0..order {
        for y in 0..x {
            if (0..order).all(|z| is_lost(times(x, z)) == is_lost(times(y, z))) {
                return Err(format!("elements {x} and {y} are alike"));
            }
        }
    }
    match &certificate.count {
        None => Ok(()),
        Some(count) => {
            let counted = counted(&count.question, &certificate.rule)?;
            let counted = match &count.modulus {
                Some(modulus) => counted % modulus.parse::<BigUint>().unwrap(),
                None => counted,
            };
            if counted.to_string() == count.answer { Ok(()) } else { Err(format!("the count is {counted}")) }
        }
    }
}

/// Sums of this many heaps, each from a list.
fn sums(choice: Choice, from: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for shorter in sums(choice, from, count - 1) {
        for &heap in from {
            let fits = match choice {
                Choice::Tuples => true,
                Choice::Multisets => shorter.last().is_none_or(|&last| last <= heap),
                Choice::Sets => shorter.last().is_none_or(|&last| last < heap),
                Choice::OrderedSets => !shorter.contains(&heap),
            };
            if fits {
                all.push(shorter.iter().copied().chain([heap]).collect());
            }
        }
    }
    all
}

/// Partitions of n into parts of at most `most`.
fn partitions(n: usize, most: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for part in 1..=most.min(n) {
        for mut rest in partitions(n - part, part) {
            rest.push(part);
            all.push(rest);
        }
    }
    all
}

/// The answer to a question about misère play, by playing every sum.
fn counted(question: &Question, rule: &str) -> Result<BigUint, String> {
    let unknown = || UNKNOWN.to_string();
    let number = |text: &str| text.parse::<usize>().ok().filter(|&n| n <= horizon(rule)).ok_or_else(unknown);
    let range = |from: &[String], to: &[String]| match (from, to) {
        ([from], [to]) => Ok((number(from)?..=number(to)?).collect::<Vec<usize>>()),
        _ => Err("a heap has one size".to_string()),
    };
    let mut play = Play::new(rule, horizon(rule)).ok_or("no rule of heaps")?;
    let mut count = |all: Vec<Vec<usize>>, outcome: Outcome| {
        all.iter().filter(|sum| play.is_lost(sum) == (outcome == Outcome::Lost)).count().into()
    };
    let alone = |heaps: Vec<usize>| heaps.into_iter().map(|heap| vec![heap]).collect();
    match question {
        Question::Wins { upto } => Ok(count(alone((1..=number(upto)?).collect()), Outcome::Won)),
        Question::Pieces { from, to, outcome } => Ok(count(alone(range(from, to)?), *outcome)),
        Question::Choices { choice, pieces, from, to, outcome } => {
            let (heaps, pieces) = (range(from, to)?, number(pieces)?);
            if (heaps.len() as f64).powi(pieces as i32) > 20_000.0 || pieces > 5 {
                return Err(unknown());
            }
            Ok(count(sums(*choice, &heaps, pieces), *outcome))
        }
        Question::Partitions { of, outcome } => {
            let of = number(&of.to_string())?;
            Ok(count(partitions(of, of), *outcome))
        }
        Question::Zeros { from, to, heaps } => {
            let lost = |heap: &usize| play.is_lost(&[*heap]);
            let found: Vec<u64> = range(from, to)?.into_iter().filter(lost).map(|heap| heap as u64).collect();
            if found == *heaps { Ok(found.len().into()) } else { Err("other heaps are lost".into()) }
        }
        _ => Err("no question of misère play".into()),
    }
}
