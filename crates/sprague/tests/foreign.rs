//! Games of other crates: whatever they call themselves they are played, and what their own solvers say is
//! never proved.

use num_bigint::BigUint;
use sprague::counts::{self, Choice, Claim, Outcome, Selection};
use sprague::known::{self, Evidence, Known};
use sprague::rules::{
    Action, Board, Claims, Game, Move, NAMES, NOTATIONS, Piece, Rule, Sizes, history, pairs_between,
    parse_pair, parse_small, show_pair,
};
use sprague::{Count, Options, Result, Work, census, certificates, laws, play};
use std::collections::BTreeSet;

/// What a solver says that belongs to an impostor: nothing, the truth, or something else from a size on.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Solver {
    None,
    Honest,
    WrongFrom(u64),
    TooMany,
}

/// Take 1, 2 or 4 from one of the numbers of a piece. Its value is the xor of the numbers modulo 3.
#[derive(Debug, Clone)]
struct Impostor {
    name: String,
    least: &'static [u64],
    solver: Solver,
}

impl Game for Impostor {
    fn notation(&self) -> String {
        self.name.clone()
    }

    fn line(&self) -> String {
        "take 1, 2 or 4".into()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        match self.least {
            [_] => parse_small(text, "a heap").map(Piece::heap),
            _ => parse_pair(text, "a pair", self.least[0]),
        }
    }

    fn show_piece(&self, piece: &Piece) -> String {
        show_pair(piece)
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        for (i, (&n, &least)) in piece.numbers().iter().zip(self.least).enumerate() {
            for t in [1, 2, 4].into_iter().filter(|t| n >= least + t) {
                let mut numbers = piece.numbers().to_vec();
                numbers[i] -= t;
                visit(Move { action: Action::new("take #", &[t]), leaves: vec![Piece::new(&numbers)] });
            }
        }
    }

    fn moves_at_most(&self, _: &Piece) -> u128 {
        6
    }

    fn least_size(&self) -> &'static [u64] {
        self.least
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        match (from, to) {
            (&[from], &[to]) => Box::new((from..=to).map(Piece::heap)),
            _ => pairs_between(from, to),
        }
    }

    fn claims(&self) -> Option<&dyn Claims> {
        (self.solver != Solver::None).then_some(self)
    }
}

impl Impostor {
    fn rule(name: &str, least: &'static [u64], solver: Solver) -> Rule {
        Rule::new(Impostor { name: name.into(), least, solver })
    }

    fn truth(&self, numbers: &[BigUint]) -> BigUint {
        numbers.iter().zip(self.least).fold(BigUint::ZERO, |xor, (n, &least)| xor ^ ((n - least) % 3u32))
    }
}

impl Claims for Impostor {
    fn basis(&self) -> String {
        "remainders by 3".into()
    }

    fn value(&self, numbers: &[BigUint]) -> Option<BigUint> {
        let wrong = |from: u64| numbers.iter().any(|n| *n >= from.into());
        match self.solver {
            Solver::WrongFrom(from) if wrong(from) => Some(7u32.into()),
            _ => Some(self.truth(numbers)),
        }
    }

    fn zeros(&self, sizes: &Sizes) -> Option<BigUint> {
        let large = sizes.to()[0] > BigUint::from(1000u32);
        (self.solver == Solver::TooMany && large).then(|| &sizes.to()[0] * &sizes.to()[0] * 9u32)
    }

    fn histogram(&self, sizes: &Sizes) -> Option<Vec<BigUint>> {
        let large = sizes.to()[0] > BigUint::from(1000u32);
        (self.solver == Solver::TooMany && large).then(|| vec![sizes.to()[0].clone() * 9u32; 3])
    }
}

/// What is said of a rule, and how much of it is called proved.
#[derive(Debug, PartialEq)]
struct Said {
    values: Vec<u64>,
    counts: Vec<String>,
    zeros: Vec<Piece>,
    wins: usize,
}

fn say(rule: &Rule, size: &str) -> (Said, Vec<bool>) {
    let (options, work) = (Options::default(), Work::quiet());
    let sizes = Sizes::parse(rule, size).unwrap();
    let known = known::up_to(rule, &sizes, &options, &work).unwrap();
    let known = known.as_ref();
    let (from, to) = sizes.small().unwrap();
    let mut counts: Vec<Count> = vec![
        counts::wins(known, &sizes, &options, &work).unwrap(),
        known.zeros(&sizes, None, &work).unwrap(),
        counts::moves(known, &sizes, &options, &work).unwrap(),
        counts::tuples(known, &sizes, &5u32.into(), &options, &work).unwrap(),
    ];
    for choice in [Choice::Tuples, Choice::Multisets, Choice::Sets, Choice::OrderedSets] {
        for outcome in [Outcome::Won, Outcome::Lost] {
            let three = Selection { choice, count: 3u32.into(), outcome };
            counts.push(counts::choices(known, &sizes, &three, &options, &work).unwrap());
        }
    }
    if rule.least_size().len() == 1 {
        let upto = BigUint::from(to[0] / 3);
        counts.push(counts::patterns(known, &[1, 2, 3], &upto, Outcome::Lost, &options, &work).unwrap());
        let partitions = counts::partitions(known, 12, &options, &work).unwrap();
        counts.extend([partitions.lost, partitions.won]);
    } else {
        assert!(counts::partitions(known, 5, &options, &work).is_err());
    }
    let histogram = known.histogram(&sizes, &work).unwrap().counts;
    let position: Vec<Piece> = rule.pieces(&from, &to).skip(5).take(3).collect();
    let analysis = counts::winning_moves(known, &position, &work).unwrap();
    let said = Said {
        values: rule.pieces(&from, &to).map(|piece| known.value_of(&piece).unwrap()).collect(),
        counts: counts.iter().map(|count| count.to_string()).chain([format!("{histogram:?}")]).collect(),
        zeros: counts::zeros(known, &sizes, &work).unwrap(),
        wins: analysis.wins.len(),
    };
    // What certificates there are is of the engine's games.
    let claim = Claim::Pieces(sizes.clone(), Outcome::Won);
    assert!(
        certificates::of(known).is_err() && certificates::of_count(known, &claim, &counts[0], None).is_err()
    );
    let proved = counts.iter().map(Count::status).chain([known.status()]).map(|status| status.is_proved());
    (said, proved.collect())
}

/// All that is written anywhere: every example, every name and what it stands for, and a few rules that have
/// solvers.
fn names() -> BTreeSet<&'static str> {
    let notations = NOTATIONS.iter().flat_map(|entry| [entry.example, entry.pattern]);
    let named = NAMES.iter().flat_map(|entry| [entry.name, entry.notation]);
    let more = ["board:nim", "sub:pow2", "sub:primes", "allbut:fib", "split:2", "split:4", "0.137", "4.[3]"];
    notations.chain(named).chain(more).collect()
}

#[test]
fn a_name_is_not_an_identity() {
    let all = names();
    assert!(all.len() > 40, "{}", all.len());
    for least in [&[0][..], &[1], &[0, 0], &[1, 1]] {
        let size = if least.len() == 1 { "40" } else { "9x7" };
        let own = Impostor { name: String::new(), least, solver: Solver::None };
        let truth = say(&Impostor::rule("a name of no other game", least, Solver::None), size).0;
        let (from, to) = Sizes::parse(&Rule::new(own.clone()), size).unwrap().small().unwrap();
        for (piece, &value) in own.pieces(&from, &to).zip(&truth.values) {
            let numbers: Vec<BigUint> = piece.numbers().iter().map(|&n| n.into()).collect();
            assert_eq!(BigUint::from(value), own.truth(&numbers), "{piece:?}");
        }
        for name in &all {
            let rule = Impostor::rule(name, least, Solver::None);
            let (said, proved) = say(&rule, size);
            assert_eq!(said, truth, "{name}");
            assert!(proved.into_iter().all(|proved| proved), "{name}: every piece was played out");
            is_no_builtin(&rule, size);
        }
    }
}

/// Nothing that is said of a rule of the engine is said of a foreign one.
fn is_no_builtin(rule: &Rule, size: &str) {
    let work = Work::quiet();
    let sizes = Sizes::parse(rule, size).unwrap();
    let known = known::up_to(rule, &sizes, &Options::default(), &work).unwrap();
    assert!(matches!(known.evidence(), Evidence::Play(_)), "{rule}");
    assert!(rule.heap_rule().is_none() && rule.names().next().is_none() && history(rule).is_none(), "{rule}");
    assert!(
        census::row(rule).is_none() && Board::new(rule).is_err() && rule.page() == "docs/notation.md",
        "{rule}"
    );
    assert!(laws::find(rule, 100, &work).is_err() && laws::cousins(rule, &work).is_err(), "{rule}");
    assert_eq!(
        known::summary(rule, &work).unwrap().line(),
        "values of any size that can be listed",
        "{rule}"
    );
    assert!(certificates::values_in_certificate(rule, 12, 71).is_none(), "{rule}");
    let position = rule.show(
        &rule
            .pieces(&[5, 5][..rule.least_size().len()], &[6, 6][..rule.least_size().len()])
            .collect::<Vec<_>>(),
    );
    assert!(play::Game::new(rule, &position, 1000, &work).unwrap().analysis(&work).is_ok(), "{rule}");
    assert_eq!(*rule, rule.clone(), "{rule}");
    if let Ok(own) = rule.notation().parse::<Rule>() {
        assert_ne!(*rule, own, "{rule}");
    }
    assert_ne!(*rule, Impostor::rule(rule.notation(), rule.least_size(), Solver::None), "{rule}");
}

#[test]
fn an_own_solver_is_computed() {
    for least in [&[0][..], &[1, 1]] {
        let size = if least.len() == 1 { "100" } else { "20x17" };
        let (honest, proved) = say(&Impostor::rule("0.77", least, Solver::Honest), size);
        assert_eq!(honest, say(&Impostor::rule("mine", least, Solver::None), size).0);
        assert!(proved.into_iter().all(|proved| !proved), "only the game vouches for it");
        // Beyond what is played out it is believed, and still not proved.
        let (wrong, proved) = say(&Impostor::rule("cards", least, Solver::WrongFrom(16)), size);
        assert!(wrong != honest && proved.into_iter().all(|proved| !proved));
        // Where small pieces are all that is asked for they are played.
        let small = if least.len() == 1 { "12" } else { "13x13" };
        assert!(
            say(&Impostor::rule("cut", least, Solver::WrongFrom(5)), small)
                .1
                .into_iter()
                .all(|proved| proved)
        );
    }
    let rule = Impostor::rule("0.77", &[0], Solver::Honest);
    let googol = vec![BigUint::from(10u32).pow(100)];
    let sizes = Sizes::up_to(&rule, googol.clone()).unwrap();
    let known = known::up_to(&rule, &sizes, &Options::default(), &Work::quiet()).unwrap();
    assert_eq!(known.value(&googol).unwrap(), 1u32.into());
    assert!(known.value(&[]).is_err() && known.value_of(&Piece::new(&[3, 4])).is_err());
    assert!(known.zeros(&sizes, None, &Work::quiet()).is_err(), "no count was offered");
    let Evidence::Claimed(basis) = known.evidence() else { panic!("{:?}", known.evidence()) };
    assert_eq!(basis, "claimed by the game: remainders by 3; agrees with play up to 12");
}

#[test]
fn a_wrong_solver_is_refused() {
    let ask = |solver: Solver, size: &str| -> Result<Count> {
        let rule = Impostor::rule("mine", &[0], solver);
        let (sizes, options, work) = (Sizes::parse(&rule, size)?, Options::default(), Work::quiet());
        let known: Box<dyn Known> = known::up_to(&rule, &sizes, &options, &work)?;
        counts::wins(known.as_ref(), &sizes, &options, &work)
    };
    let line = ask(Solver::WrongFrom(9), "100").unwrap_err().to_string();
    assert_eq!(line, "the solver of mine says 7 of 9, and play says 0");
    let line = ask(Solver::TooMany, "2000").unwrap_err().to_string();
    assert_eq!(line, "the solver of mine counts other pieces than there are of sizes 0 to 2000");
    assert!(ask(Solver::TooMany, "900").is_ok());
}
