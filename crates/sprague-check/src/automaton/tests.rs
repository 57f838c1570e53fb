//! Counts, minimality and words of laws that no game has.

use super::*;

const N: Option<u32> = None;

fn law<'a>(first: &'a [u16], classes: &'a [Class], states: &'a [MachineState]) -> Automatic<'a> {
    Automatic { first, classes, states, least: None }
}

/// q for even q, 0 for odd ones: the value 2q' of 2q' is output bit by bit, once the lowest bit of q is known
/// to be 0.
fn even() -> Vec<MachineState> {
    let zero = MachineState { zero: true, next: [Some(1), N, Some(2), N] };
    let same = MachineState { zero: true, next: [Some(1), N, N, Some(1)] };
    let nothing = MachineState { zero: true, next: [Some(2), N, Some(2), N] };
    vec![zero, same, nothing]
}

/// Zeros by counting the values one by one.
#[test]
fn zeros() {
    let states = even();
    let classes =
        [Class::Line(0, 0), Class::Line(0, 3), Class::Machine(0), Class::Line(2, 0), Class::Line(1, 1)];
    let first = [0, 4, 0];
    let law = law(&first, &classes, &states);
    let is_zero = |n: u32| match n.checked_sub(3) {
        None => first[n as usize] == 0,
        Some(beyond) => match (beyond % 5, beyond / 5) {
            (0, _) | (1 | 2, 0) => true,
            (2, q) => q % 2 == 1,
            _ => false,
        },
    };
    let work = Work::default();
    let rule = Rule::parse("0.8", &work).expect("a rule");
    for upto in 0..200u32 {
        let zeros = (0..=upto).filter(|&n| is_zero(n)).count();
        assert_eq!(law.zeros(&upto.into(), &work).ok(), Some(zeros.into()), "{upto}");
        let wins = law.count(&Question::Wins { upto: upto.to_string() }, &rule, &work);
        assert_eq!(wins.ok(), Some((upto as usize + 1 - zeros).into()), "{upto}");
    }
    assert!(law.count(&Question::ScatterstoneWins { of: 5 }, &rule, &work).is_err());
}

/// Values one by one, far beyond those that are stored.
#[test]
fn values() {
    let (states, work) = (even(), Work::default());
    let classes = [Class::Line(5, 2), Class::Machine(0), Class::Line(9, 0), Class::Machine(2)];
    let first = [7, 0, 3];
    let law = law(&first, &classes, &states);
    let expected = |n: u64| match n.checked_sub(3).map(|beyond| (beyond % 4, beyond / 4)) {
        None => first[n as usize].into(),
        Some((0, q)) => 5 + 2 * q,
        Some((1, q)) if q % 2 == 0 => q,
        Some((2, _)) => 9,
        _ => 0,
    };
    for n in (0..500).chain(1 << 40..(1 << 40) + 16).chain((1 << 62)..(1 << 62) + 16) {
        let mut meter = Meter::new(&work);
        assert_eq!(law.value(n, &mut meter), Ok(Some(expected(n))), "{n}");
    }
    let listed = law.list(99, &work).map_err(|fault| fault.to_string()).unwrap();
    assert!((0..100).map(expected).eq(listed.iter().map(|&value| u64::from(value))));
    // A line that exceeds 64 bits has no value there.
    let steep = [Class::Line(1, 1 << 30)];
    let law = Automatic { classes: &steep, ..law };
    assert_eq!(law.value(1 << 40, &mut Meter::new(&work)), Ok(None));
}

/// What further counts ask: does the law repeat, from where on is no value 0, is every value its heap.
#[test]
fn shapes() {
    let states = even();
    let line = Class::Line;
    let shape = |first: &[u16], classes: &[Class]| {
        let law = law(first, classes, &states);
        (law.repeats(), law.zeros_below(), law.is_identity())
    };
    assert_eq!(shape(&[0, 4], &[line(3, 0), line(1, 0), line(2, 0)]), (Some((2, 3)), Some(5), false));
    assert_eq!(shape(&[0, 4], &[line(3, 0), line(0, 0)]), (Some((2, 2)), None, false));
    assert_eq!(shape(&[0, 4], &[line(0, 2), line(3, 0)]), (None, Some(4), false));
    assert_eq!(shape(&[0, 4], &[line(0, 2), Class::Machine(0)]), (None, None, false));
    assert_eq!(shape(&[0], &[Class::Machine(1)]), (None, None, false));
    assert_eq!(shape(&[0, 1, 2], &[line(3, 1)]), (None, Some(4), true));
    assert_eq!(shape(&[0, 2, 1], &[line(3, 1)]), (None, Some(4), false));
    assert_eq!(shape(&[0, 1, 2], &[line(4, 1)]), (None, Some(4), false));
    assert_eq!(shape(&[0, 1, 2], &[line(3, 2)]), (None, Some(4), false));
    assert_eq!(shape(&[0, 1, 2], &[line(3, 1), line(4, 1)]), (None, Some(5), false));
}

/// Of a line of values given by their starts: is d a period, and is there a shorter preperiod?
#[test]
fn minimality() {
    let said = |first: &[u16], lines: &[(u64, u64)]| {
        let classes: Vec<Class> = lines.iter().map(|&(start, saltus)| Class::Line(start, saltus)).collect();
        law(first, &classes, &[]).refute_smaller(&Work::default()).map(|least| least.describe(""))
    };
    let fault = |first: &[u16], lines: &[(u64, u64)]| said(first, lines).err().map(|fault| fault.to_string());
    let not_minimal = |d: u64| Some(format!("NOT VERIFIED: the period is not minimal, {d} is a period too"));
    // Three lines that are one; three that differ only in the second period; six that are two, or three.
    assert_eq!(fault(&[9], &[(0, 3), (1, 3), (2, 3)]), not_minimal(1));
    assert_eq!(fault(&[9], &[(0, 3), (1, 3), (2, 4)]), None);
    assert_eq!(fault(&[9], &[(0, 5), (1, 5), (2, 5), (3, 5), (4, 6)]), None);
    assert_eq!(fault(&[9], &[(0, 3), (7, 3), (1, 3), (8, 3), (2, 3), (9, 3)]), not_minimal(2));
    assert_eq!(fault(&[9], &[(0, 2), (7, 2), (5, 2), (1, 2), (8, 2), (6, 2)]), not_minimal(3));
    assert_eq!(fault(&[9], &[(0, 2), (7, 2), (5, 2), (1, 2), (8, 2), (7, 2)]), None);
    // The heap before the preperiod is on a line too.
    let longer = Some("NOT VERIFIED: the preperiod is not minimal, the law holds from heap 1 on".to_string());
    assert_eq!(fault(&[9, 4], &[(7, 2), (6, 2)]), longer);
    assert_eq!(fault(&[9, 3], &[(7, 2), (6, 2)]), None);
    // The form begins at heap 1; whether the law does is decided by heap 0.
    let zero = "period 2, preperiod 0, both least, for all heaps";
    let one = "period 2, preperiod 1, both least, for all heaps";
    assert_eq!(said(&[4], &[(7, 2), (6, 2)]).as_deref(), Ok(zero));
    assert_eq!(said(&[3], &[(7, 2), (6, 2)]).as_deref(), Ok(one));
    assert_eq!(said(&[5], &[(7, 2), (6, 1)]).as_deref(), Ok(zero));
    let machine = law(&[0], &[Class::Machine(0)], &[]).refute_smaller(&Work::default());
    assert!(machine.unwrap_err().to_string().contains("not all lines"));
}

/// Two equal parts, or three: the values of all heaps by all moves, and each wrong one at its place.
#[test]
fn first_values_of_equal_parts() {
    let mut values: Vec<u32> = vec![0];
    for n in 1..40 {
        let parts = [2, 3].into_iter().filter(|parts| n % parts == 0);
        let reached: Vec<u32> = parts.map(|parts| if parts == 2 { 0 } else { values[n / 3] }).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    let work = Work::default();
    let form = Form::parse("split:3/equal", &work).ok().unwrap();
    assert_eq!(check_first(&form, &values, &work), Ok(()));
    for n in 0..values.len() {
        for value in (0..4).filter(|&value| value != values[n]) {
            let mut wrong = values[..=n].to_vec();
            wrong[n] = value;
            let line = check_first(&form, &wrong, &work).unwrap_err().to_string();
            assert!(line.ends_with(&format!(", at n = {n}")), "{line}");
        }
    }
}

/// The law with more first values is the same law.
#[test]
fn raised() {
    let classes = [Class::Line(5, 2), Class::Line(9, 0), Class::Line(1, 7)];
    let law = law(&[3, 4], &classes, &[]);
    let work = Work::default();
    let expected: Vec<u32> = vec![3, 4, 5, 9, 1, 7, 9, 8, 9, 9, 15, 11];
    for least in 0..=9 {
        let Ok(values) = law.raised(least, &work) else { panic!("{least}") };
        let n0 = (least as usize).max(2);
        assert_eq!(*values.first, expected[..n0]);
        let state = |n: usize| (expected[n + 3] - expected[n] + 1, expected[n]);
        let starts: Vec<State> = (n0..n0 + 3).filter(|n| n + 3 < expected.len()).map(state).collect();
        assert_eq!(values.machines.starts[..starts.len()], starts, "{least}");
    }
    let machine = [Class::Machine(0)];
    let law = Automatic { classes: &machine, ..law };
    assert!(law.raised(3, &work).err().unwrap().to_string().contains("with machines the preperiod"));
}

#[test]
fn words() {
    let states = even();
    let words = |classes: &[Class]| law(&[0], classes, &states).to_string();
    assert_eq!(words(&[Class::Line(1, 0), Class::Line(2, 0)]), "G(n + 2) = G(n) for all n ≥ 1");
    assert_eq!(words(&[Class::Line(1, 3), Class::Line(2, 3)]), "G(n + 2) = G(n) + 3 for all n ≥ 1");
    assert_eq!(words(&[Class::Line(1, 3), Class::Line(2, 0)]), "2 lines, by n mod 2, for all n ≥ 1");
    assert_eq!(
        words(&[Class::Line(1, 3), Class::Machine(0)]),
        "lines and machines of 3 states, by n mod 2, for all n ≥ 1"
    );
    let least = |first: &[u16], classes: &[Class]| {
        let law = law(first, classes, &[]);
        Automatic { least: law.refute_smaller(&Work::default()).ok(), ..law }.to_string()
    };
    assert_eq!(least(&[0], &[Class::Line(1, 0)]), "period 1, preperiod 1, both least, for all heaps");
    assert_eq!(least(&[1], &[Class::Line(1, 0)]), "period 1, preperiod 0, both least, for all heaps");
    assert_eq!(
        least(&[0], &[Class::Line(1, 1)]),
        "period 1, saltus 1, preperiod 0, both least, for all heaps"
    );
    let two = [Class::Line(7, 2), Class::Line(6, 1)];
    assert_eq!(least(&[0], &two), "period 2, salti by class, preperiod 1, both least, for all heaps");
}
