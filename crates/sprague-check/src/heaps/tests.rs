//! Sizes that whole checks reach only after minutes, with values that no game has.

use super::*;

/// Numbers below 2^bits that follow no rule.
fn numbers(n: usize, bits: u32) -> Vec<u16> {
    let number = |x: u64| {
        (x.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ x >> 7).wrapping_mul(0xff51_afd7_ed55_8ccd) >> (64 - bits)
    };
    (0..n as u64).map(|x| number(x) as u16).collect()
}

fn code<'a>(all: &[(usize, u8)], work: &'a Work) -> Code<'a> {
    let mut digits = work.list("digits").ok().unwrap();
    digits.extend(all.iter().copied()).unwrap();
    Code { digits }
}

/// The rare positions are those of the smaller class, if they are at most an eighth.
#[test]
fn rare() {
    let work = Work::default();
    let split = Split { mask: 1, parity: false };
    let list = |g: &[u16], split| rare_positions(split, g, &work).ok().unwrap().map(|list| list.to_vec());
    let with = |n: usize, odd: &[usize]| {
        let mut g = vec![2; n];
        odd.iter().for_each(|&a| g[a] = 3);
        g
    };
    let wanted = |odd: &[usize]| Some(odd.iter().map(|&a| a as u32).collect::<Vec<_>>());
    assert_eq!(list(&with(80, &[0, 1, 2, 7, 79]), split), wanted(&[1, 2, 7, 79]));
    let (ten, eleven) = ((1..11).collect::<Vec<_>>(), (1..12).collect::<Vec<_>>());
    assert_eq!(list(&with(80, &ten), split), wanted(&ten));
    assert_eq!(list(&with(80, &eleven), split), None);
    // Even ones are rare, with heap 0 in neither class.
    let odd: Vec<usize> = (0..80).filter(|a| a % 20 != 5).collect();
    assert_eq!(list(&with(80, &odd), split), wanted(&[5, 25, 45, 65]));
    let (ten, eleven) = (|a: &usize| a % 8 == 5, |a: &usize| a % 8 == 5 || *a == 6);
    let but = |even: fn(&usize) -> bool| (0..80).filter(|a| !even(a)).collect::<Vec<_>>();
    assert_eq!(list(&with(80, &but(ten)), split), wanted(&(1..80).filter(ten).collect::<Vec<_>>()));
    assert_eq!(list(&with(80, &but(eleven)), split), None);
    // The parity of the position turns half of them round.
    let parity = Split { parity: true, ..split };
    let turned: Vec<u16> = (0..80).map(|a| 2 + (a as u16 + u16::from(a % 20 == 5)) % 2).collect();
    assert_eq!(list(&turned, parity), wanted(&[5, 25, 45, 65]));
    // More than is looked at between two charges.
    let far = [3, PORTION - 1, PORTION, PORTION + 1, PORTION + 2, 2 * PORTION + 1, 2 * PORTION + 5];
    assert_eq!(list(&with(2 * PORTION + 6, &far), split), wanted(&far));
}

/// One block far up, with enough parts, and enough rare ones, for them to come in portions.
#[test]
fn a_block_far_up() {
    assert_eq!(PARTS * BLOCK, 8 * PORTION, "reads between two charges");
    let (t, n) = (2, 9 * PARTS + 77);
    let mut g = numbers(n, 8);
    // One position in nine has the highest bit of two bytes, so that a value with it is the sum of a rare and
    // a common one.
    (0..n).filter(|a| a % 9 == 4).for_each(|a| g[a] |= 1 << 15);
    let work = Work::default();
    let code = code(&[(t, 4)], &work);
    let (first, end) = (n - BLOCK, n);
    let reached = |n: usize, v: u16| (1..=(n - t) / 2).any(|a| g[a] ^ g[n - t - a] == v);
    for splits in [vec![], vec![Split { mask: 1 << 15, parity: false }]] {
        let heaps = Heaps::new(&code, &g, &splits, &work).ok().unwrap();
        assert_eq!(heaps.rare.len(), splits.len());
        assert!(splits.is_empty() || heaps.rare[0].1.len() > PARTS);
        // The target of one heap alone is a value that is, or is not, reached: by parts from the last
        // portion, or by none.
        for (place, small, value) in
            [(0, 1, None), (127, 70_000, None), (64, 0, Some(0x4000)), (127, 0, Some(0xc000))]
        {
            let mut targets = g.clone();
            (first..end).for_each(|n| targets[n] = 0x4000);
            let at = first + place;
            let sum = at - t;
            let part = (sum / 2 - small..)
                .find(|a| (g[*a] ^ g[sum - a]) >> 15 == u16::from(splits.len() == 1))
                .unwrap();
            targets[at] = value.unwrap_or(g[part] ^ g[sum - part]);
            let given = Heaps { g: &targets, ..Heaps::new(&code, &g, &splits, &work).ok().unwrap() };
            let expected = reached(at, targets[at]).then_some(at);
            assert_eq!(expected.is_some(), value.is_none());
            let found = given.first_reached_by_two(t, first, end, &work).ok().unwrap();
            assert_eq!(found, expected, "{splits:?} {place} {small}");
        }
    }
}
