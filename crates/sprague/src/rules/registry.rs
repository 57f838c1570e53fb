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
        pattern: "0.07  4.3  0.3F  0.[3]",
        line: "bit j of digit t: remove t, leave exactly j non-empty heaps; digits in brackets repeat forever",
        example: "0.77",
        sample: "40",
        page: "periodicity.md",
    },
    game("sub:1,3,4", "remove 1, 3 or 4 tokens", "60", "periodicity.md"),
    game("allbut:1,2", "remove any number of tokens but 1 or 2", "60", "periodicity.md"),
    game("split:3", "split a heap into 2 to K non-empty heaps", "30", "closed-forms.md"),
    game("grundy", "split a heap into two unequal ones", "60", "sparse-space.md"),
    Notation {
        pattern: "0.8?  {2+}!.0  0.{2,5}",
        line: "heaps left: ! all different, ? not all equal, = all equal; {2,5} two or five, {2+} two or more",
        example: "8?.0",
        sample: "30",
        page: "notation.md",
    },
    Notation {
        pattern: "split:3/unequal",
        line: "parts all different; also /equal, /consecutive, /least=2, /largest=9, /forbid=HEAP:TOKENS, after any of the above",
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
        "lines.md",
    ),
    Notation {
        pattern: "lines:1,0;0,1;1,2",
        line: "heaps AxB or AxBxC: subtract a multiple of one of these directions",
        example: "lines:0,1;1,0;1,1;1,2;2,1",
        sample: "9x11",
        page: "lines.md",
    },
    game(
        "dynamic:2",
        "take any number but not all, then at most R times the last move; R may be a fraction such as 3/2",
        "40",
        "dynamic-nim.md",
    ),
    arithmetic(Arithmetic::LeaveDivisors, "replace a heap by one of its proper divisors"),
    Notation {
        pattern: "circle:kayles",
        line: "a circle of N tokens; the first move opens it into a row, and rows are heaps of the rule",
        example: "circle:0.77",
        sample: "40",
        page: "notation.md",
    },
    Notation {
        pattern: "turn:1-5  turn:4FS",
        line: "coins: turn this many, C neighbours, E equally spaced, S symmetric, F the first one too",
        example: "turn:3E",
        sample: "30",
        page: "nimbers.md",
    },
    Notation {
        pattern: "turn:1-2*1+C",
        line: "a board of coins XxY: turn over all coins where the columns of one game cross the rows of another",
        example: "turn:1-2*1+C",
        sample: "4x4",
        page: "nimbers.md",
    },
    Notation {
        pattern: "moves:n-1;n/2",
        line: "a heap of n becomes what a formula says, such as n-d for d in divisors(n)",
        example: "moves:n-1;n/3;n-d for d in digits(n) if d>1",
        sample: "60",
        page: "formula-rules.md",
    },
    Notation {
        pattern: "graph:a>b,a>c",
        line: "positions by name; a move follows an edge; @FILE.csv and @FILE.json hold the edges",
        example: "graph:a>b,a>c,b>c",
        sample: "2",
        page: "explicit-games.md",
    },
    game(
        "node-kayles",
        "graphs 1-2,2-3 or P5, C6, G3x4: take a node and its neighbours",
        "4",
        "graph-games.md",
    ),
    game("arc-kayles", "graphs: take two nodes with an edge between them", "4", "graph-games.md"),
    game(
        "geography",
        "graphs with a token, C6:1: move it along an edge; no node is visited twice",
        "4",
        "graph-games.md",
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
    name("nim", "0.[3]", "take any number of tokens from a heap"),
    name("lasker", "4.[3]", "Lasker's Nim: take any number, or split a heap in two"),
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
    name(
        "fibonacci-nim",
        "dynamic:2",
        "take at most twice as many as the last move (Project Euler 366, 692)",
    ),
    name("paper-cutting", "cut", "cut a sheet both ways at a grid point (Project Euler 933)"),
    name("card-stacking", "cards", "put a higher unused card on a visible one (Project Euler 798)"),
];
