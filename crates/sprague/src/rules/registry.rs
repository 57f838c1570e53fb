//! The registry: every notation and every name, as data. Everything that lists, finds or tests rules goes
//! through it.

use super::Arithmetic;

/// A notation of rules.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Notation {
    /// How it is written, by example.
    pub pattern: &'static str,
    /// What it means, in one line.
    pub line: &'static str,
    /// A rule in it.
    pub example: &'static str,
    /// A size up to which all pieces of the example can be played out at once.
    pub sample: &'static str,
    /// The page on it, in docs/.
    pub page: &'static str,
}

/// A notation whose example is how it is written.
const fn game(
    example: &'static str,
    line: &'static str,
    sample: &'static str,
    page: &'static str,
) -> Notation {
    Notation { pattern: example, line, example, sample, page }
}

const fn arithmetic(rule: Arithmetic, line: &'static str) -> Notation {
    game(rule.word(), line, "60", "arithmetic-games.md")
}

/// Every notation, in the order in which they are listed.
pub const NOTATIONS: &[Notation] = &[
    Notation {
        pattern: "0.07  .77  4.3  0.3F",
        line: "bit j of digit t: remove t, leave exactly j non-empty heaps; `...` at the end repeats the last digit",
        example: "0.77",
        sample: "40",
        page: "periodicity.md",
    },
    game("sub:1,3,4", "remove 1, 3 or 4 tokens", "60", "periodicity.md"),
    game("allbut:1,2", "remove any number of tokens but 1 or 2", "60", "periodicity.md"),
    game("split:3", "split a heap into 2 to K non-empty heaps", "30", "closed-forms.md"),
    game("grundy", "split a heap into two unequal ones", "60", "sparse-space.md"),
    Notation {
        pattern: "4.0/unequal",
        line: "parts all different; also /equal, /least=2, /largest=9, after any of the above",
        example: "split:3/unequal/least=2",
        sample: "30",
        page: "notation.md",
    },
    game("cut", "sheets WxH, cut at an inner grid point into four", "6x7", "cutting.md"),
    game("cut:one", "sheets WxH, one straight cut into two", "6x7", "cutting.md"),
    game("cards", "a suit such as 2,5/9 (cards 2 and 5 visible of 9) or 010010000", "8", "cards.md"),
    game(
        "sub:squares",
        "remove a square number of tokens; also sub:primes, sub:pow2, sub:fib",
        "90",
        "arithmetic-games.md",
    ),
    game(
        "allbut:squares",
        "remove any number of tokens but a square; also allbut:primes, allbut:pow2, allbut:fib",
        "90",
        "arithmetic-games.md",
    ),
    arithmetic(Arithmetic::TakeDivisors, "take a proper divisor of the heap"),
    arithmetic(Arithmetic::TakeCoprime, "take a number coprime to the heap"),
    arithmetic(Arithmetic::TakeHalf, "take at most half of the heap"),
    arithmetic(Arithmetic::Mark, "take one token, or leave half of the heap, rounded down"),
    arithmetic(Arithmetic::SplitDivisors, "replace a heap by two of its divisors, not 1, not itself"),
    game("tree", "trees (()(())) or T5: take a node and all below it, but not the root", "7", "trees.md"),
    game(
        "board:sub:2,3,5,7",
        "a coin at XxY, counted from 0; each coordinate is a heap of a rule that only takes",
        "11x13",
        "arithmetic-games.md",
    ),
    game(
        "wythoff",
        "two heaps AxB: take any number from one, or the same number from both",
        "9x11",
        "notation.md",
    ),
    arithmetic(Arithmetic::Ruler, "coins: turn neighbours, the last from heads to tails"),
    arithmetic(Arithmetic::MockTurtles, "coins: turn up to three, the last from heads to tails"),
];

/// A name, the notation it stands for, and one line on the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// The name, lower case.
    pub name: &'static str,
    /// The rule in canonical notation.
    pub notation: &'static str,
    /// What a move is.
    pub line: &'static str,
}

const fn name(name: &'static str, notation: &'static str, line: &'static str) -> Name {
    Name { name, notation, line }
}

/// Every name, in the order in which they are listed.
pub const NAMES: &[Name] = &[
    name("nim", "0.3...", "take any number of tokens from a heap"),
    name("lasker", "4.3...", "Lasker's Nim: take any number, or split a heap in two"),
    name("kayles", "0.77", "take one or two; what is left may be split in two"),
    name("double-kayles", "0.7777", "take one to four; what is left may be split in two"),
    name("dawson", "0.07", "Dawson's Kayles: take two; what is left may be split in two"),
    name("paper-strip", "0.07", "paint two adjacent cells of a strip (Project Euler 306)"),
    name("dawson-chess", "0.137", "Dawson's chess, misère turned normal"),
    name("officers", "0.6", "take one, but never a whole heap; what is left may be split in two"),
    name("treblecross", "0.007", "one-dimensional noughts and crosses, three in a row wins"),
    name("guiles", "0.15", "take a heap of one or two, or take two and split the rest in two"),
    name("scatterstone", "split:3", "split a heap into two or three (Project Euler 629 with limit 3)"),
    name("grundys-game", "grundy", "split a heap into two unequal ones"),
    name("nim-square", "sub:squares", "take a square number of tokens (Project Euler 310)"),
    name("divisor-nim", "take:divisors", "take a proper divisor of the heap (Project Euler 509)"),
    name("divisor-game", "split:divisors", "replace a heap by two of its divisors (Project Euler 550)"),
    name("coprime-nim", "take:coprime", "take a number coprime to the heap (Project Euler 560)"),
    name("1249-nim", "4.330300003", "take 1, 2, 4 or 9, or split a heap in two (Project Euler 888)"),
    name("paper-cutting", "cut", "cut a sheet both ways at a grid point (Project Euler 933)"),
    name("card-stacking", "cards", "put a higher unused card on a visible one (Project Euler 798)"),
];
