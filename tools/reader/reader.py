#!/usr/bin/env python3
"""A second reader of Sprague's certificates, written from docs/certificate-format.md alone.

It uses the standard library only and shares no code with the engine or with sprague-check. It is slow and meant for
small files: it shows that the page says all that a checker needs.

    reader.py FILE...    prints VERIFIED or the reason why not; exit code 0 if all files are verified, otherwise 1
"""

import itertools
import json
import math
import re
import sys
import zlib
from collections import Counter
from pathlib import Path


class Refused(Exception):
    """A certificate that is not verified, with the reason."""


def demand(condition, reason):
    if not condition:
        raise Refused(reason)


# Bytes and header


def read(data):
    """The header and the values of a file."""
    magic = b"sprague-certificate\n"
    demand(data.startswith(magic), "the first line is not that of a certificate")
    end_of_header = data.find(b"\n", len(magic))
    demand(0 <= end_of_header < len(magic) + (1 << 20), "no header of at most 1 MiB")
    try:
        header = json.loads(
            data[len(magic) : end_of_header].decode("utf-8"),
            object_pairs_hook=unique_fields,
            parse_float=not_a_number,
            parse_constant=not_a_number,
        )
    except (ValueError, RecursionError) as error:
        raise Refused(f"bad header: {error}") from None
    demand(isinstance(header, dict), "the header is not an object")
    version = header.get("version")
    demand(is_integer(version) and 1 <= version <= 4, "unknown version")
    check_header(header)
    packing = header["values"]
    body = data[end_of_header + 1 :]
    demand(len(body) >= packing["packed"], "the file ends inside the values")
    packed, end = body[: packing["packed"]], body[packing["packed"] :]
    checksum = zlib.crc32(data[: len(data) - len(end)])
    demand(end == b"\nend %08x\n" % checksum, "bad end line or checksum")
    return header, unpack(packed, packing)


def unique_fields(pairs):
    demand(len({name for name, _ in pairs}) == len(pairs), "a field occurs twice")
    return dict(pairs)


def not_a_number(text):
    raise Refused(f"{text} is not an integer")


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 64


def is_digits(value):
    return isinstance(value, str) and re.fullmatch("0|[1-9][0-9]{0,9999}", value, re.ASCII) is not None


def is_text(value):
    return isinstance(value, str)


def is_flag(value):
    return isinstance(value, bool)


def is_list_of(kind):
    return lambda value: isinstance(value, list) and all(kind(item) for item in value)


def is_one_of(*words):
    return lambda value: isinstance(value, str) and value in words


def is_class(value):
    return is_integer(value) or (is_list_of(is_integer)(value) and len(value) == 2)


def is_state(value):
    letters = isinstance(value, dict) and value.get("next")
    return (
        isinstance(value, dict)
        and set(value) == {"next", "zero"}
        and isinstance(letters, list)
        and len(letters) == 4
        and all(letter is None or is_integer(letter) for letter in letters)
        and is_flag(value["zero"])
    )


def is_tail(value):
    fields = {"period": is_integer, "preperiod": is_integer, "minimal": is_flag}
    return (
        isinstance(value, dict)
        and set(value) == set(fields)
        and all(fields[name](content) for name, content in value.items())
    )


def is_split(value):
    return (
        isinstance(value, dict)
        and set(value) == {"mask", "parity"}
        and is_integer(value["mask"])
        and value["mask"] < 1 << 16
        and is_flag(value["parity"])
    )


OUTCOME = {"outcome": is_one_of("won", "lost")}
SIZES = {"from": is_list_of(is_digits), "to": is_list_of(is_digits)}
LAWS = {  # kind: (version, fields)
    "table": (1, {}),
    "periodic": (1, {"period": is_integer, "preperiod": is_integer, "minimal": is_flag}),
    "arithmetic-periodic": (
        1,
        {"period": is_integer, "preperiod": is_integer, "saltus": is_integer, "minimal": is_flag},
    ),
    "closed-form": (1, {}),
    "tails": (1, {"tails": is_list_of(is_integer)}),
    "card-formula": (1, {"checked": is_integer}),
    "automatic": (
        2,
        {
            "period": is_integer,
            "preperiod": is_integer,
            "classes": is_list_of(is_class),
            "machines": is_list_of(is_state),
            "minimal": is_flag,
        },
    ),
    "formula": (3, {"checked": is_integer}),
    "misere": (
        4,
        {
            "order": is_integer,
            "heaps": is_integer,
            "generators": is_list_of(is_integer),
            "lost": is_integer,
            "tail": is_tail,
        },
    ),
}
QUESTIONS = {
    "wins": (1, {"upto": is_digits}),
    "moves": (1, {"width": is_integer, "height": is_digits}),
    "partitions": (1, {"of": is_integer, **OUTCOME}),
    "scatterstone-wins": (1, {"of": is_integer}),
    "card-tuples": (1, {"cards": is_integer, "suits": is_integer}),
    "pieces": (3, {**SIZES, **OUTCOME}),
    "choices": (
        3,
        {
            "choice": is_one_of("tuples", "multisets", "sets", "ordered-sets"),
            "pieces": is_digits,
            **SIZES,
            **OUTCOME,
        },
    ),
    "first-moves": (3, SIZES),
    "pattern": (3, {"multiples": is_list_of(is_integer), "upto": is_digits, **OUTCOME}),
    "histogram": (3, {**SIZES, "counts": is_list_of(is_digits)}),
    "zeros": (3, {**SIZES, "heaps": is_list_of(is_integer)}),
}


def check_fields(value, fields, optional=()):
    demand(isinstance(value, dict), "an object is expected")
    demand(set(value) <= set(fields), f"unknown field in {sorted(value)}")
    missing = set(fields) - set(value) - set(optional)
    demand(not missing, f"missing fields {sorted(missing)}")
    for name, content in value.items():
        demand(fields[name](content), f"bad field `{name}`")


def check_kind(value, kinds, optional=()):
    demand(isinstance(value, dict) and value.get("kind") in kinds, "unknown kind")
    version, fields = kinds[value["kind"]]
    check_fields(value, {"kind": is_text, **fields}, optional)
    return version


def check_header(header):
    anything = lambda value: True
    fields = {
        "version": is_integer,
        "tool": is_text,
        "rule": is_text,
        "law": anything,
        "theorem": is_text,
        "count": anything,
        "splits": is_list_of(is_split),
        "values": anything,
    }
    check_fields(header, fields, optional=("count", "splits"))
    version = check_kind(header["law"], LAWS, optional=("machines", "tail"))
    if "count" in header:
        check_fields(
            header["count"],
            {"question": anything, "modulus": is_digits, "answer": is_digits},
            optional=("modulus",),
        )
        version = max(version, check_kind(header["count"]["question"], QUESTIONS))
    demand(header["version"] == version, f"a claim of this kind has version {version}")
    demand(len(header.get("splits", [])) <= 8, "more than 8 splits")
    packing = header["values"]
    check_fields(packing, dict.fromkeys(["count", "bytes", "delta", "packed"], is_integer))
    demand(packing["bytes"] in (1, 2), "`bytes` is 1 or 2")
    demand(packing["count"] <= 1 << 28, "too many values")
    most = 2 * packing["count"] + packing["count"] // 1000 + 1000
    demand(packing["packed"] <= most, "`packed` is too large")


def unpack(packed, packing):
    """The values, from one raw DEFLATE stream."""
    count, width, delta = packing["count"], packing["bytes"], packing["delta"]
    stream = zlib.decompressobj(-15)
    try:
        plain = stream.decompress(packed, count * width + 1)
    except zlib.error as error:
        raise Refused(f"bad values: {error}") from None
    demand(stream.eof and not stream.unused_data and len(plain) == count * width, "bad values")
    values = []
    for i in range(count):
        value = int.from_bytes(plain[i * width : (i + 1) * width], "little")
        if 0 < delta <= i:
            value ^= values[i - delta]
        values.append(value)
    return values


# Rules


class HeapRule:
    """Remove t tokens and leave j heaps, for every (t, j) that `allows`, with conditions on the heaps left."""

    def __init__(self, digits, cycle=(), alike=None, least=1, largest=None):
        self.digits, self.cycle = list(digits), list(cycle)
        self.alike, self.least, self.largest = alike, least, largest

    def digit(self, t):
        if t < len(self.digits):
            return self.digits[t]
        return self.cycle[(t - len(self.digits)) % len(self.cycle)] if self.cycle else 0

    def most_parts(self):
        return max([1] + [digit.bit_length() - 1 for digit in self.digits + self.cycle])

    def last(self):
        return max((t for t, digit in enumerate(self.digits) if digit), default=0)

    def is_plain(self):
        """Whether it is a code of the first table."""
        return not self.cycle and self.is_free() and all(digit < 16 for digit in self.digits)

    def is_free(self):
        return self.alike is None and self.least == 1 and self.largest is None

    def may_leave(self, parts):
        if any(part < self.least or (self.largest is not None and part > self.largest) for part in parts):
            return False
        different = len(set(parts))
        if self.alike == "unequal":
            return different == len(parts)
        return self.alike != "equal" or different <= 1

    def moves(self, n):
        """The heaps that each move on n leaves, as ascending tuples, each once."""
        end = n if self.cycle else min(n, len(self.digits) - 1)
        seen = set()
        for t in range(end + 1):
            for j in range(self.digit(t).bit_length()):
                if self.digit(t) >> j & 1 and not (j == 0 and n == 0):
                    seen.update(parts for parts in partitions_into(n - t, j) if self.may_leave(parts))
        return seen


def partitions_into(total, count, least=1):
    """All ascending tuples of `count` numbers ≥ 1 with this sum."""
    if count == 0:
        if total == 0:
            yield ()
        return
    if count == 1:
        if total >= least:
            yield (total,)
        return
    for first in range(least, total // count + 1):
        for rest in partitions_into(total - first, count - 1, first):
            yield (first, *rest)


def family(word, n):
    if word == "squares":
        return [k * k for k in range(1, math.isqrt(n) + 1)]
    if word == "primes":
        return [k for k in range(2, n + 1) if all(k % d for d in range(2, math.isqrt(k) + 1))]
    if word == "pow2":
        return [1 << k for k in range(n.bit_length())]
    numbers, pair = [], (1, 2)
    while pair[0] <= n:
        numbers.append(pair[0])
        pair = (pair[1], pair[0] + pair[1])
    return numbers


class ArithmeticRule:
    """A rule of arithmetic."""

    NAMES = ["take:divisors", "take:coprime", "take:half", "mark", "split:divisors", "ruler", "mock-turtles"]
    NAMES += [f"{kind}:{word}" for kind in ("sub", "allbut") for word in ("squares", "primes", "pow2", "fib")]

    def __init__(self, name):
        self.name = name
        self.first = int(name in ("take:divisors", "split:divisors", "ruler", "mock-turtles"))

    def moves(self, n):
        kind, _, word = self.name.partition(":")
        if n < self.first:
            return set()
        if kind in ("sub", "allbut"):
            members = set(family(word, n))
            taken = [t for t in range(1, n + 1) if (t in members) == (kind == "sub")]
        elif self.name == "take:divisors":
            taken = [t for t in range(1, n) if n % t == 0]
        elif self.name == "take:coprime":
            taken = [t for t in range(1, n + 1) if math.gcd(t, n) == 1]
        elif self.name == "take:half":
            taken = range(1, n // 2 + 1)
        elif self.name == "mark":
            return {(left,) for left in (n - 1, n // 2) if n > 0}
        elif self.name == "split:divisors":
            inner = [d for d in range(2, n) if n % d == 0]
            return set(itertools.combinations_with_replacement(inner, 2))
        elif self.name == "ruler":
            return {tuple(range(k, n)) for k in range(1, n + 1)}
        else:
            return {heaps for j in (0, 1, 2) for heaps in itertools.combinations(range(1, n), j)}
        return {(n - t,) for t in taken}

    def formula(self, n):
        if self.name == "take:divisors":
            return (n & -n).bit_length() - 1
        if self.name == "take:coprime":
            if n < 2 or n % 2 == 0:
                return int(n == 1)
            factor = next(d for d in range(3, n + 1) if n % d == 0)
            return len(family("primes", factor))
        if self.name == "take:half":
            return (n + 1) // ((n + 1) & -(n + 1)) // 2
        if self.name == "split:divisors":
            factors, rest, divisor = 0, n, 2
            while rest > 1:
                while rest % divisor == 0:
                    rest, factors = rest // divisor, factors + 1
                divisor += 1
            h = [0, 0]
            while len(h) <= factors:
                h.append(mex({h[i] ^ h[j] for i in range(1, len(h)) for j in range(1, len(h))}))
            return h[factors]
        if self.name == "sub:pow2":
            return n % 3
        if self.name == "ruler":
            return n & -n
        if self.name == "mock-turtles":
            return 2 * n - 2 + (bin(2 * n - 2).count("1") + 1) % 2
        raise Refused("no formula for this rule")


NUMBER = "[1-9][0-9]{0,14}"


def numbers(text):
    demand(re.fullmatch(f"{NUMBER}(,{NUMBER})*", text, re.ASCII), "bad list of numbers")
    found = [int(number) for number in text.split(",")]
    demand(found == sorted(set(found)), "numbers are not ascending")
    return found


MARKS = {"": None, "!": "unequal", "=": "equal"}
SMALL = "(?:0|[1-9][0-9]{0,6})"


def digits_of(text):
    """The digits of a text, and the marks behind those that leave two heaps or more."""
    tokens = re.findall(r"[0-9A-Z][!=]?|\{[^{}]*\}[!=]?", text, re.ASCII)
    demand("".join(tokens) == text, "bad digits")
    digits, marks = [], set()
    for token in tokens:
        mark = token[-1] if token[-1] in "!=" else ""
        base = token[: len(token) - len(mark)]
        digits.append(listed_heaps(base[1:-1]) if base[0] == "{" else int(base, 36))
        if digits[-1] >= 4:
            marks.add(MARKS[mark])
    return digits, marks


def listed_heaps(text):
    """The inside of braces as bits: `0,2,5-9`."""
    bits, last = 0, -1
    for entry in text.split(","):
        found = re.fullmatch(rf"({SMALL})(?:-({SMALL}))?", entry, re.ASCII)
        demand(found, "bad numbers of heaps for this reader")
        first, end = int(found[1]), int(found[2] or found[1])
        demand(last < first <= end <= 60, "bad numbers of heaps for this reader")
        bits |= (2 << end) - (1 << first)
        last = end
    return bits


def parse_heap_rule(text):
    """A heap rule of the first two tables."""
    base, *conditions = text.split("/")
    alike, least, largest = None, 1, None
    for place, condition in enumerate(conditions):
        words = re.fullmatch(rf"unequal|equal|(least|largest)=({NUMBER})", condition, re.ASCII)
        demand(words, "bad condition")
        if words[1] is None:
            demand(place == 0, "conditions are out of order")
            alike = condition
        elif words[1] == "least":
            demand(all("=" not in earlier for earlier in conditions[:place]), "conditions are out of order")
            least = int(words[2])
        else:
            demand(all("largest" not in earlier for earlier in conditions[:place]), "a condition twice")
            largest = int(words[2])
    demand(largest is None or least <= largest, "no heap satisfies the conditions")
    kind, colon, rest = base.partition(":")
    cycle = []
    if base == "grundy":
        demand(not conditions, "grundy has no conditions")
        digits, alike = [4], "unequal"
    elif colon and kind in ("sub", "allbut"):
        members = set(numbers(rest))
        demand(max(members) < 1 << 16, "too large for this reader")
        listed, other, cycle = (3, 0, []) if kind == "sub" else (0, 3, [3])
        digits = [0] + [listed if t in members else other for t in range(1, max(members) + 1)]
    elif colon and kind == "split":
        demand(re.fullmatch(NUMBER, rest, re.ASCII) and 2 <= int(rest) <= 60, "bad number of parts")
        digits = [(1 << (int(rest) + 1)) - 4]
    else:
        code = re.fullmatch(r"([^.]*)\.([^.()\[\]]*)(\.\.\.|\(([^()]+)\)|\[([^\[\]]+)\])?", base)
        demand(code, "not a rule")
        digits, marks = digits_of(code[1] or "0")
        demand(len(digits) == 1, "one digit before the point")
        (more, others), (cycle, repeated) = digits_of(code[2]), digits_of(code[4] or code[5] or "")
        digits += more
        if code[3] == "...":
            demand(len(digits) > 1, "no digit to repeat")
            cycle = [digits.pop()]
        marks |= others | repeated
        demand(len(marks) <= 1, "digits that compare heaps in different ways")
        marked = marks.pop() if marks else None
        demand(marked is None or alike is None, "how heaps compare is said twice")
        alike = marked or alike
        demand(len(digits) + len(cycle) > 1, "no digit after the point")
        demand(digits[0] & 3 == 0, "the digit before the point may only break")
    return HeapRule(digits, cycle, alike, least, largest)


def parse_rule(text):
    return ArithmeticRule(text) if text in ArithmeticRule.NAMES else parse_heap_rule(text)


# Values and laws of heaps


def mex(values):
    return next(v for v in itertools.count() if v not in values)


def xor(values):
    total = 0
    for value in values:
        total ^= value
    return total


def check_mex(rule, values):
    """Every stored value is the mex of its options."""
    demand(values, "there are no values")
    for n, value in enumerate(values):
        options = {xor(values[part] for part in parts) for parts in rule.moves(n)}
        demand(value == mex(options), f"the value of heap {n} is not the mex of its options")


def prime_divisors(n):
    return [q for q in range(2, n + 1) if n % q == 0 and all(q % d for d in range(2, math.isqrt(q) + 1))]


class Heaps:
    """Verified values of heaps: stored, and beyond them by a law or not at all."""

    def __init__(self, values, beyond=None, first=0):
        self.values, self.beyond, self.first = values, beyond, first

    def value(self, n):
        if n < len(self.values):
            return self.values[n]
        demand(self.beyond is not None, f"the value of heap {n} is not given")
        return self.beyond(n)


def repeat(values, period, start, saltus):
    def value(n):
        rounds, rest = divmod(n - start, period)
        return values[start + rest] + rounds * saltus

    return value


def check_equation(values, p, n0, s, minimal):
    demand(p >= 1, "the period is 0")
    demand(len(values) > n0 + p, "too few values")
    demand(all(values[x + p] == values[x] + s for x in range(n0, len(values) - p)), "the period fails")
    if not minimal:
        return
    for q in prime_divisors(p):
        if s % q == 0:
            d = p // q
            demand(
                any(values[x + d] != values[x] + s // q for x in range(n0, n0 + p - d)),
                "the period is not the least",
            )
    demand(n0 == 0 or values[n0 - 1 + p] != values[n0 - 1] + s, "the preperiod is not the least")


def check_state(values, excluded, p, s):
    k, end = max(excluded), len(values)
    demand(end - p >= k, "too few values")

    def state(n):
        reached = set(values[: n - k])
        m = mex(reached)
        last = [values[i] - m if values[i] >= m else "below" for i in range(n - k, n)]
        return m, {a - m for a in reached if a > m}, last

    early, late = state(end - p), state(end)
    demand(early[1:] == late[1:] and late[0] - early[0] == s, "no repeated state")


def verify_heaps(text, law, theorem, values):
    """The values of a heap rule, verified."""
    kind = law["kind"]
    pair = (kind, theorem)
    rule = parse_rule(text)
    if pair == ("formula", "formula"):
        demand(isinstance(rule, ArithmeticRule), "no formula for this rule")
        demand(not values and 2 <= law["checked"] <= 4096, "bad `checked`, or values")
        computed = [0] * rule.first
        for n in range(rule.first, law["checked"] + 1):
            options = {xor(computed[part] for part in parts) for parts in rule.moves(n)}
            computed.append(mex(options))
            demand(computed[n] == rule.formula(n), f"the formula fails at heap {n}")
        return rule, Heaps([0] * rule.first, rule.formula, rule.first)
    if pair == ("automatic", "automata"):
        demand(isinstance(rule, HeapRule), "this law is not for this rule")
        return rule, verify_automatic(rule, law, values)
    if pair == ("table", "definition"):
        check_mex(rule, values)
        return rule, Heaps(values, None, getattr(rule, "first", 0))
    demand(isinstance(rule, HeapRule), "this law is not for this rule")
    p, n0, s = law.get("period"), law.get("preperiod"), law.get("saltus", 0)
    subtraction = text.startswith("sub:")
    if pair == ("periodic", "take-and-break-period") and rule.is_plain() and not subtraction:
        check_equation(values, p, n0, 0, law["minimal"])
        only_threes = set(rule.digits) <= {0, 3} and 3 in rule.digits
        n1 = n0 if only_threes else max(n0, 1)
        demand(len(values) >= rule.most_parts() * (n1 + p) + rule.last(), "too few values")
    elif pair == ("periodic", "subtraction-window") and rule.is_plain() and subtraction:
        check_equation(values, p, n0, 0, law["minimal"])
        demand(len(values) >= n0 + p + rule.last(), "too few values")
    elif pair == ("arithmetic-periodic", "all-but-state") and text.startswith("allbut:") and rule.is_free():
        check_equation(values, p, n0, s, law["minimal"])
        check_state(values, [t for t, digit in enumerate(rule.digits) if t and not digit], p, s)
    elif pair == ("closed-form", "split-closed-form") and text.startswith("split:") and rule.is_free():
        parts = int(text[len("split:") :])
        demand(parts != 3 and len(values) >= 4, "no closed form, or too few values")
        form = (lambda n: (n - 1) % 2) if parts == 2 else (lambda n: n - 1)
        demand(all(values[n] == form(n) for n in range(1, len(values))), "not the closed form")
        check_mex(rule, values)
        return rule, Heaps(values, form)
    else:
        raise Refused("this law or theorem is not for this rule")
    check_mex(rule, values)
    return rule, Heaps(values, repeat(values, p, n0, s))


# Laws by automata

DEAD = None


class Machines:
    """States that read letters 2·(bit of q) + (bit of f(q)): ("line", carry, saltus) or ("state", number)."""

    def __init__(self, states):
        self.states = states

    def step(self, state, letter):
        if state[0] == "line":
            y = state[2] * (letter >> 1) + state[1]
            return ("line", y >> 1, state[2]) if y & 1 == letter & 1 else DEAD
        to = self.states[state[1]]["next"][letter]
        return DEAD if to is None else ("state", to)

    def zero(self, state):
        return state[1] == 0 if state[0] == "line" else self.states[state[1]]["zero"]

    def value(self, state, q):
        """The value of q, found by following all runs."""
        runs, place = {state: 0}, 0
        while True:
            if q >> place == 0:
                for end, value in runs.items():
                    if self.zero(end):
                        return value
            demand(runs and place < 4096, "a machine has no value")
            following = {}
            for at, value in runs.items():
                for bit in (0, 1):
                    to = self.step(at, 2 * (q >> place & 1) + bit)
                    if to is not DEAD:
                        following[to] = value | bit << place
            runs, place = following, place + 1


def check_machines(classes, states):
    """The one form of the states, and that those of classes are functions."""
    count = len(states)
    for state in states:
        demand(all(to is None or to < count for to in state["next"]), "a state does not exist")
        after = state["next"][0]
        demand(state["zero"] == (after is not None and states[after]["zero"]), "a contradiction about 0, 0")
    met = []

    def meet(state):
        if state not in met:
            demand(state == len(met), "states are not in order")
            met.append(state)

    starts = [entry for entry in classes if not isinstance(entry, list)]
    demand(all(start < count for start in starts), "a state does not exist")
    for start in starts:
        meet(start)
    for at in met:
        for to in states[at]["next"]:
            if to is not None:
                meet(to)
    demand(len(met) == count, "a state is never met")
    # No two states with the same pairs and none without pairs: refine until nothing changes; block 0 is "no state".
    block = [int(state["zero"]) for state in states]
    while True:
        of = lambda to: 0 if to is None else block[to]
        keys = [(block[i], *map(of, state["next"])) for i, state in enumerate(states)]
        names = {(0, 0, 0, 0, 0): 0}
        for key in keys:
            names.setdefault(key, len(names))
        refined = [names[key] for key in keys]
        if len(set(refined) | {0}) == len(set(block) | {0}):
            break
        block = refined
    demand(0 not in refined and len(set(refined)) == count, "two states are the same, or one has no pair")
    for start in set(starts):
        check_function(start, states)


def check_function(start, states):
    """Exactly one value for each q. At least one: the sets of states after reading the bits of q, whatever the value;
    each set must have a way to the end by zeros. At most one: two different runs over the same q never both end."""
    ends = {i for i, state in enumerate(states) if state["zero"]}
    grown = True
    while grown:
        more = {
            i for i, state in enumerate(states) if any(to in ends for to in state["next"][:2] if to is not None)
        }
        grown = not more <= ends
        ends |= more
    seen, todo = set(), [frozenset([start])]
    while todo:
        group = todo.pop()
        if group in seen:
            continue
        seen.add(group)
        demand(group & ends, "a machine has no value for some q")
        for bit in (0, 1):
            nexts = (states[i]["next"][2 * bit + o] for i in group for o in (0, 1))
            todo.append(frozenset(to for to in nexts if to is not None))
    seen, todo = set(), [(start, start, False)]
    while todo:
        entry = todo.pop()
        if entry in seen:
            continue
        seen.add(entry)
        first, second, differ = entry
        both = states[first]["zero"] and states[second]["zero"]
        demand(not (differ and both), "a machine has two values for some q")
        for bit, o, e in itertools.product((0, 1), repeat=3):
            pair = states[first]["next"][2 * bit + o], states[second]["next"][2 * bit + e]
            if None not in pair:
                todo.append((*pair, differ or o != e))


def verify_automatic(rule, law, stored):
    p, n0, classes = law["period"], law["preperiod"], law["classes"]
    states = law.get("machines", [])
    demand(p == len(classes) >= 1 and n0 == len(stored) >= 1, "sizes do not fit")
    demand(rule.most_parts() <= 8, "more than 8 heaps")
    demand(all(max(entry) < 1 << 31 for entry in classes if isinstance(entry, list)), "a line is too steep")
    check_machines(classes, states)
    machines = Machines(states)
    start = lambda entry: ("line", *entry) if isinstance(entry, list) else ("state", entry)

    def value(n):
        if n < n0:
            return stored[n]
        q, r = divmod(n - n0, p)
        return machines.value(start(classes[r]), q)

    # 1. Raise n0 above the bounds on parts.
    least = max(rule.least, 0 if rule.largest is None else rule.largest + 1)
    first, functions = list(stored), [start(entry) for entry in classes]
    if least > n0:
        demand(all(isinstance(entry, list) for entry in classes), "machines with a preperiod below the bounds")
        shift = least - n0
        first = [value(n) for n in range(least)]
        moved = [(classes[(r + shift) % p], (r + shift) // p) for r in range(p)]
        functions = [("line", h + s * q, s) for (h, s), q in moved]
    # 2. Small heaps.
    check_mex(rule, first)
    # 3. to 5.
    options = Options(rule, machines)
    for r in range(p):
        check_class(options, initial_states(rule, first, functions, r), functions[r])
    if law["minimal"]:
        demand(all(isinstance(entry, list) for entry in classes), "minimal, but not all classes are lines")
        second = lambda x, d: value(x) - 2 * value(x + d) + value(x + 2 * d)
        for q in prime_divisors(p):
            demand(any(second(x, p // q) for x in range(n0, n0 + 2 * p)), "the period is not the least")
        demand(n0 == 1 or second(n0 - 1, p), "the preperiod is not the least")
    return Heaps(stored, value)


def initial_states(rule, first, functions, r):
    """(K, κ, blocks, unit): blocks of large parts as sorted (state, number), `unit` what a unit of u′ adds to Q."""
    n0, p = len(first), len(functions)
    small = [part for part in range(1, n0) if rule.may_leave((part,))]
    large = range(p) if rule.largest is None else ()
    removals = [(t, digit, 0) for t, digit in enumerate(rule.digits)]
    c = len(rule.cycle)
    for i, digit in enumerate(rule.cycle):
        g = math.gcd(p, c)
        removals += [(len(rule.digits) + i + c * u, digit, c // g) for u in range(p // g)]
    found = set()
    for t, digit, unit in removals:
        for j in range(digit.bit_length()):
            if not digit >> j & 1:
                continue
            for count in range(j + 1):
                if rule.alike == "equal" and count not in (0, j):
                    continue
                for smalls in itertools.combinations_with_replacement(small, j - count):
                    if not rule.may_leave(smalls):
                        continue
                    for larges in itertools.combinations_with_replacement(large, count):
                        if rule.alike == "equal" and len(set(larges)) > 1:
                            continue
                        base = sum(smalls) + sum(n0 + i for i in larges) + t - n0 - r
                        if base % p == 0:
                            blocks = Counter(larges)
                            parts = tuple(sorted((functions[i], blocks[i]) for i in blocks))
                            if rule.alike is None:
                                parts = tuple(sorted((functions[i], 1) for i in larges))
                            found.add((base // p, xor(first[part] for part in smalls), parts, unit))
    return found


def steps_of_block(state, count, alike, machines):
    """All ways for the parts of a block to read letters: (sum of bits, xor of outputs, blocks after)."""
    ways = [(letter, machines.step(state, letter)) for letter in range(4)]
    ways = [(letter, to) for letter, to in ways if to is not DEAD]
    if alike == "equal":
        return [(count * (letter >> 1), count % 2 * (letter & 1), ((to, count),)) for letter, to in ways]
    result = []
    for chosen in itertools.combinations_with_replacement(range(len(ways)), count):
        letters = [ways[i][0] for i in chosen]
        together = Counter(chosen)
        after = tuple((ways[i][1], together[i]) for i in together)
        result.append((sum(x >> 1 for x in letters), xor(x & 1 for x in letters), after))
    return result


class Options:
    """The automaton of all options, its states numbered, and sets of its states, numbered too."""

    def __init__(self, rule, machines):
        self.rule, self.machines = rule, machines
        self.states, self.numbers, self.following, self.blocks = [], {}, [], {}
        self.groups, self.group_numbers, self.accepted = [], {}, {}

    def number(self, state):
        if state not in self.numbers:
            self.numbers[state] = len(self.states)
            self.states.append(state)
            self.following.append(None)
        return self.numbers[state]

    def group(self, members):
        if members not in self.group_numbers:
            self.group_numbers[members] = len(self.groups)
            self.groups.append((members, [None] * 4))
        return self.group_numbers[members]

    def steps(self, at):
        """The states after each letter."""
        if self.following[at] is None:
            k, kappa, parts, unit = self.states[at]
            for block in parts:
                if block not in self.blocks:
                    self.blocks[block] = steps_of_block(*block, self.rule.alike, self.machines)
            found = [set() for _ in range(4)]
            for chosen in itertools.product(*(self.blocks[block] for block in parts)):
                bits = sum(way[0] for way in chosen)
                output = xor(way[1] for way in chosen) ^ (kappa & 1)
                after = tuple(sorted(block for way in chosen for block in way[2]))
                for free in (0, 1) if unit else (0,):
                    total = k + bits + free * unit
                    found[2 * (total & 1) + output].add(self.number((total >> 1, kappa >> 1, after, unit)))
            self.following[at] = found
        return self.following[at]

    def after(self, at, letter):
        """The set of states that a set reaches by a letter."""
        members, known = self.groups[at]
        if known[letter] is None:
            known[letter] = self.group(frozenset().union(*(self.steps(state)[letter] for state in members)))
        return known[letter]

    def is_end(self, at):
        k, kappa, parts, _ = self.states[at]
        single = self.rule.alike == "equal" or all(count == 1 for _, count in parts)
        return k == 0 and kappa == 0 and single and all(self.machines.zero(part) for part, _ in parts)

    def accepts(self, at):
        """Whether some state of a set accepts: it reaches an end by letters (0, 0)."""
        if at not in self.accepted:
            seen = set(self.groups[at][0])
            todo = list(seen)
            self.accepted[at] = False
            while todo and not self.accepted[at]:
                state = todo.pop()
                self.accepted[at] = self.is_end(state)
                more = self.steps(state)[0] - seen
                seen |= more
                todo += more
        return self.accepted[at]


def check_class(options, initial, function):
    """The mex recursion in one class."""
    machines = options.machines
    start = (options.group(frozenset(map(options.number, initial))), function, "equal")
    seen, todo = {start}, [start]
    while todo:
        at, state, compared = todo.pop()
        if machines.zero(state) and compared != "greater":
            demand(options.accepts(at) == (compared == "less"), "a value is an option's, or a smaller one is not")
        for letter in range(4):
            to = machines.step(state, letter)
            if to is DEAD:
                continue
            for v in (0, 1):
                same = v == letter & 1
                order = compared if same else ("less" if v < letter & 1 else "greater")
                node = (options.after(at, (letter & 2) | v), to, order)
                if node not in seen:
                    seen.add(node)
                    todo.append(node)


# Sheets


class Sheets:
    def __init__(self, tails, values):
        demand(tails and min(tails) >= 1 and sum(tails) == len(values), "the tails do not fit the values")
        self.rows, rest = [], values
        for tail in tails:
            self.rows.append(rest[:tail])
            rest = rest[tail:]
        for w in range(1, len(tails) + 1):
            self.check_row(w)

    def value(self, w, h):
        demand(w <= len(self.rows), f"row {w} is not given")
        row = self.rows[w - 1]
        return row[min(h, len(row)) - 1]

    def settled(self, i, j):
        """τ of G(i,·) xor G(j,·)."""
        t = lambda x: self.value(i, x) ^ self.value(j, x)
        tau = max(len(self.rows[i - 1]), len(self.rows[j - 1]))
        while tau > 1 and t(tau - 1) == t(tau):
            tau -= 1
        return tau

    def check_row(self, w):
        tail = len(self.rows[w - 1])
        demand(tail == 1 or self.value(w, tail - 1) != self.value(w, tail), f"row {w} has an earlier tail")
        bound = max([tail] + [2 * self.settled(i, w - i) for i in range(1, w // 2 + 1)])
        for h in range(1, bound + 1):
            side = lambda i, t: self.value(i, t) ^ self.value(w - i, t)
            options = {
                side(i, j) ^ side(i, h - j) for i in range(1, w // 2 + 1) for j in range(1, h // 2 + 1)
            }
            demand(self.value(w, h) == mex(options), f"the value of {w}x{h} is not the mex of its options")

    def winning_cuts(self, width, height):
        total = 0
        for i in range(1, width):
            for j in range(1, width - i + 1):
                t = lambda x: self.value(i, x) ^ self.value(j, x)
                demand(max(i, j) <= len(self.rows), "more rows are needed")
                tau = self.settled(i, j)
                if height < 2 * tau:
                    total += sum(
                        1 for k in range(1, height) for l in range(1, height - k + 1) if t(k) == t(l)
                    )
                    continue
                below = Counter(t(x) for x in range(1, tau))
                alpha = t(tau)
                same = [x for x in range(1, tau) if t(x) == alpha]
                m = height - 2 * tau + 1
                total += sum(c * c for c in below.values())
                total += 2 * sum(height - k - tau + 1 for k in same) + m * (m + 1) // 2
        return total

    def histogram(self, low, high):
        counts = Counter()
        (w0, h0), (w1, h1) = low, high
        if h0 <= h1:
            for w in range(w0, w1 + 1):
                self.value(w, 1)
                settled = len(self.rows[w - 1])
                for h in range(h0, min(h1, settled) + 1):
                    counts[self.value(w, h)] += 1
                counts[self.value(w, settled)] += max(0, h1 - max(h0 - 1, settled))
        return counts


# Counts


def card_distribution(n):
    """a_0, …, a_{n−1} by the formula, n ≥ 2."""
    choose = lambda x, y: math.comb(x, y) if 0 <= y and 0 <= x else 0
    a, tau, m = [0] * n, 1, 0
    while 2 * m < n:
        if m > 0:
            doubled = tau + choose(n - m - 2, m - 1)
            demand(doubled % 2 == 0, "the formula fails")
            tau = doubled // 2 + choose(n - m - 2, m)
        power = 2 ** max(n - 2 - m, 0)
        if m == 0:
            a[0] = power + 2
        else:
            a[2 * m] = power + choose(n - m - 1, m) + choose(n - m - 2, m) - tau
        if 2 * m + 1 < n:
            a[2 * m + 1] = power + choose(n - m - 1, m + 1) - tau
        m += 1
    return a


def check_cards(checked):
    demand(2 <= checked <= 24, "bad `checked`")
    values = {"": 0}
    for n in range(1, checked + 1):
        counts = Counter()
        for bits in itertools.product("01", repeat=n):
            options = set()
            for i in range(n):
                for j in range(i + 1, n):
                    if bits[i] == "1" and bits[j] == "0":
                        after = bits[:i] + bits[i + 1 : j] + ("1",) + bits[j + 1 :]
                        options.add(values["".join(after)])
            value = mex(options)
            values["".join(bits)] = value
            counts[value] += 1
        values = {string: value for string, value in values.items() if len(string) == n}
        if n >= 2:
            demand([counts[g] for g in range(n)] == card_distribution(n), f"the formula fails for {n} cards")


def transform(counts):
    counts, half = list(counts), 1
    while half < len(counts):
        for i in range(len(counts)):
            if not i & half:
                low, high = counts[i], counts[i | half]
                counts[i], counts[i | half] = low + high, low - high
        half *= 2
    return counts


def padded(histogram):
    size = 1
    while size <= max(histogram, default=0):
        size *= 2
    return [histogram.get(value, 0) for value in range(size)]


def choices(choice, m, histogram, outcome):
    counts = padded(histogram)
    n = sum(counts)

    def term(d):
        if choice == "tuples":
            return d**m
        before, now = 0, 1
        for k in range(m):
            rise = k * (n + k - 1) if choice == "multisets" else -k * (n - k + 1)
            before, now = now, d * now + rise * before
        return now

    divisor = 1 if choice in ("tuples", "ordered-sets") else math.factorial(m)
    lost = sum(map(term, transform(counts))) // len(counts) // divisor
    return lost if outcome == "lost" else term(n) // divisor - lost


def partitions_by_xor(values):
    n, width = len(values) - 1, 1
    while width <= max(values):
        width *= 2
    table = [[0] * width for _ in range(n + 1)]
    table[0][0] = 1
    for a in range(1, n + 1):
        for s in range(a, n + 1):
            for x in range(width):
                table[s][x] += table[s - a][x ^ values[a]]
    return table[n][0], sum(table[n])


def won_partitions(value, n):
    lost, total = partitions_by_xor([value(a) for a in range(n + 1)])
    return total - lost


LARGEST = 10**6


def sizes(question, numbers_per_size, least):
    low, high = ([int(x) for x in question[end]] for end in ("from", "to"))
    demand(len(low) == len(high) == numbers_per_size, "sizes of another kind of piece")
    demand(min(low) >= least, "below the least size")
    return low, high


def listed(low, high):
    demand(high - low <= LARGEST, "too long for this reader")
    return range(low, high + 1)


def count_heaps(question, rule, heaps):
    kind = question["kind"]
    if kind in ("wins", "partitions", "scatterstone-wins"):
        demand(isinstance(rule, HeapRule), "this question does not fit this rule")
    if kind == "wins":
        upto = int(question["upto"])
        if upto <= LARGEST:
            return sum(heaps.value(n) != 0 for n in range(1, upto + 1))
        return wins_of_law(heaps, upto)
    if kind == "partitions":
        demand(not heaps.automatic, "this question does not fit a law by automata")
        lost, total = partitions_by_xor([heaps.value(a) for a in range(question["of"] + 1)])
        return lost if question["outcome"] == "lost" else total - lost
    if kind == "scatterstone-wins":
        n = question["of"]
        demand(rule.digits == [12] and rule.is_plain(), "for split:3 only")
        total = 0
        for k in range(2, n + 1):
            form = heaps.value if k == 3 else (lambda a: (a - 1) % 2) if k == 2 else (lambda a: a - 1)
            total += won_partitions(lambda a: form(a) if a else 0, n)
        return total
    if kind == "pattern":
        multiples, upto = question["multiples"], int(question["upto"])
        demand(1 <= len(multiples) <= 64 and all(1 <= a <= 1 << 20 for a in multiples), "bad multiples")
        lost = sum(xor(heaps.value(a * n) for a in multiples) == 0 for n in listed(1, upto))
        return lost if question["outcome"] == "lost" else upto - lost
    low, high = (size[0] for size in sizes(question, 1, heaps.first))
    heap_sizes = listed(low, high)
    if kind == "first-moves":
        return sum(
            xor(heaps.value(part) for part in parts) == 0 for n in heap_sizes for parts in rule.moves(n)
        )
    histogram = Counter(heaps.value(n) for n in heap_sizes)
    if kind == "zeros":
        demand(question["heaps"] == [n for n in heap_sizes if heaps.value(n) == 0], "other heaps are lost")
        return len(question["heaps"])
    return count_pieces(question, histogram)


def wins_of_law(heaps, upto):
    demand(heaps.law is not None, "the count needs a law")
    p, n0, s = heaps.law
    rounds, rest = divmod(upto - n0, p)
    zeros = lambda low, high: sum(heaps.value(n) == 0 for n in range(low, high))
    lost = zeros(0, n0) + zeros(n0, n0 + p)
    if s == 0:
        lost += zeros(n0, n0 + p) * (rounds - 1) + zeros(n0, n0 + rest + 1)
    return upto + 1 - lost


def count_pieces(question, histogram):
    kind, total = question["kind"], sum(histogram.values())
    if kind == "pieces":
        lost = histogram.get(0, 0)
        return lost if question["outcome"] == "lost" else total - lost
    if kind == "choices":
        return choices(question["choice"], int(question["pieces"]), histogram, question["outcome"])
    demand(kind == "histogram", "this question does not fit this rule")
    reduce = (lambda x: x % question["modulus"]) if question["modulus"] else (lambda x: x)
    claimed = [int(x) for x in question["counts"]]
    demand(all(v < len(claimed) for v, count in histogram.items() if count), "a further value occurs")
    demand(claimed == [reduce(histogram.get(v, 0)) for v in range(len(claimed))], "other numbers of values")
    return total


def count_cards(question, checked, modulus):
    demand(question["kind"] == "card-tuples", "this question does not fit this rule")
    n, suits = question["cards"], question["suits"]
    demand(modulus is not None and max(n, checked) < modulus < 1 << 31, "a prime modulus is needed")
    demand(all(modulus % d for d in range(2, math.isqrt(modulus) + 1)), "the modulus is not prime")
    demand(2 <= n <= 4096, "the number of cards does not suit this reader")
    a = padded(dict(enumerate(card_distribution(n))))
    total = sum(pow(entry, suits, modulus) for entry in transform(a))
    return total * pow(len(a), -1, modulus)


# Misère play


class Quotient:
    """A misère quotient (Q, P, images) of heaps, verified."""

    def __init__(self, rule, law, theorem, values):
        q, n, generators = law["order"], law["heaps"], law["generators"]
        demand(1 <= q <= 1 << 16 and n >= 1, "no such quotient")
        demand(n + q * len(generators) + law["lost"] == len(values), "another number of values")
        demand(all(value < q for value in values), "a value is not an element")
        demand(generators == sorted(set(generators)), "the generators are not ascending")
        demand(not generators or generators[-1] < n, "a generator is not stored")
        self.images = values[:n]
        actions = [values[n + i * q : n + (i + 1) * q] for i in range(len(generators))]
        lost = values[n + q * len(generators) :]
        demand(lost == sorted(set(lost)) and 0 not in lost, "the lost elements are not ascending, or the identity is lost")
        self.lost, self.order, self.tail = set(lost), q, law.get("tail")
        self.products = self.multiply(actions)
        for heap, action in zip(generators, actions):
            demand(action[0] == self.images[heap], f"the image of heap {heap} is wrong")
        self.check_outcomes(rule)
        rows = {tuple(z in self.lost for z in row) for row in self.products}
        demand(len(rows) == q, "two elements are alike")
        self.check_tail(rule, theorem)

    def multiply(self, actions):
        q = self.order
        for a, b in itertools.combinations(actions, 2):
            demand(all(a[b[x]] == b[a[x]] for x in range(q)), "two actions do not commute")
        rows, reached = {0: list(range(q))}, [0]
        for x in reached:
            for action in actions:
                if action[x] not in rows:
                    rows[action[x]] = [action[y] for y in rows[x]]
                    reached.append(action[x])
        demand(len(rows) == q, "an element is not reached")
        return [rows[x] for x in range(q)]

    def of_sum(self, heaps):
        product = 0
        for heap in heaps:
            product = self.products[product][self.images[heap]]
        return product

    def check_outcomes(self, rule):
        elements = range(self.order)
        related = {(0, z) for z in elements if z not in self.lost}
        for heap, image in enumerate(self.images):
            options = {self.of_sum(parts) for parts in rule.moves(heap)}
            if not options:
                demand(image == 0, f"heap {heap} has no move and is not the identity")
                continue
            row = self.products[image]
            won = {z for z in elements if any(self.products[e][z] in self.lost for e in options)}
            demand(not any(row[z] in self.lost for z in won), f"a lost sum with heap {heap} has a lost option")
            undecided = {z for z in elements if row[z] not in self.lost} - won
            before = {x: [z for z in elements if row[z] == x] for x in elements}
            open_pairs = list(related)
            while open_pairs:
                x, product = open_pairs.pop()
                for z in before[product]:
                    if self.products[x][z] in undecided:
                        demand(z != 0, f"a won sum with largest heap {heap} has no lost option")
                        pair = (self.products[x][image], z)
                        if pair not in related:
                            related.add(pair)
                            open_pairs.append(pair)

    def check_tail(self, rule, theorem):
        if self.tail is None:
            demand(theorem == "misere-quotient", "this theorem needs a tail")
            return
        p, n0 = self.tail["period"], self.tail["preperiod"]
        n, m = len(self.images), rule.most_parts()
        check_equation(self.images, p, n0, 0, self.tail["minimal"])
        any_parts = rule.alike is None or m == 1
        if theorem == "misere-period":
            demand(not rule.cycle and any_parts and rule.largest is None, "not a theorem for this rule")
            demand(n >= m * (max(n0, rule.least) + p) + rule.last(), "too few heaps for the theorem")
        elif theorem == "misere-no-move":
            demand(not rule.cycle and rule.largest is not None, "not a theorem for this rule")
            demand(n >= m * rule.largest + rule.last() + p + 1, "too few heaps for the theorem")
        else:
            demand(theorem == "misere-state" and rule.cycle and m == 1 and rule.is_free(), "not a theorem for this rule")
            k, c = len(rule.digits) - 1, len(rule.cycle)
            second = n
            first = n - math.lcm(p, c)
            demand(first > k and first >= n0, "too few heaps for the theorem")
            demand(self.images[first - k : first] == self.images[second - k :], "the images before differ")
            seen = {(h % c, self.images[h]) for h in range(1, first - k)}
            later = range(first - k, second - k)
            demand(all((h % c, self.images[h]) in seen for h in later), "a new image")

    def image(self, heap):
        if self.tail and heap >= self.tail["preperiod"]:
            start = self.tail["preperiod"]
            heap = start + (heap - start) % self.tail["period"]
        demand(heap < len(self.images), "a heap that is not known")
        return self.images[heap]

    def count(self, question):
        kind = question["kind"]
        demand(kind in ("wins", "pieces", "choices", "partitions", "zeros"), "not a question of misère play")
        is_wanted = lambda x: (x in self.lost) == (question.get("outcome", "won") == "lost")
        if kind == "partitions":
            table = [Counter({0: 1})] + [Counter() for _ in range(question["of"])]
            for part in range(1, question["of"] + 1):
                row = self.products[self.image(part)]
                for total in range(part, question["of"] + 1):
                    for x, number in list(table[total - part].items()):
                        table[total][row[x]] += number
            return sum(number for x, number in table[-1].items() if is_wanted(x))
        if kind == "wins":
            return sum(self.image(heap) not in self.lost for heap in listed(1, int(question["upto"])))
        (low,), (high,) = sizes(question, 1, 0)
        if kind == "zeros":
            lost = [heap for heap in listed(low, high) if self.image(heap) in self.lost]
            demand(lost == question["heaps"], "other heaps are lost")
            return len(lost)
        histogram = Counter(self.image(heap) for heap in listed(low, high))
        if kind == "pieces":
            return sum(number for x, number in histogram.items() if is_wanted(x))
        m = int(question["pieces"])
        demand(m <= 100, "too many pieces for this reader")
        layers = [Counter({0: 1})] + [Counter() for _ in range(m)]
        if question["choice"] == "tuples":
            for i in range(m):
                for x, a in layers[i].items():
                    for y, b in histogram.items():
                        layers[i + 1][self.products[x][y]] += a * b
        else:
            for y, b in histogram.items():
                ways = [math.comb(b + j - 1, j) if question["choice"] == "multisets" else math.comb(b, j) for j in range(m + 1)]
                after = [Counter() for _ in range(m + 1)]
                for chosen, layer in enumerate(layers):
                    for x, a in layer.items():
                        power = x
                        for j in range(m + 1 - chosen):
                            after[chosen + j][power] += a * ways[j]
                            power = self.products[power][y]
                layers = after
        total = sum(number for x, number in layers[m].items() if is_wanted(x))
        return total * math.factorial(m) if question["choice"] == "ordered-sets" else total


def verify(data):
    """A line that says what is verified; raises Refused otherwise."""
    header, values = read(data)
    rule_text, law, theorem = header["rule"], header["law"], header["theorem"]
    count = header.get("count")
    modulus = int(count["modulus"]) if count and "modulus" in count else None
    demand(modulus != 0, "the modulus is 0")
    question = count and {**count["question"], "modulus": modulus}
    if law["kind"] == "misere":
        rule = parse_rule(rule_text)
        demand(isinstance(rule, HeapRule), "misère quotients are of heaps that are taken and broken")
        quotient = Quotient(rule, law, theorem, values)
        answer = lambda: quotient.count(question)
    elif rule_text == "cut":
        demand((law["kind"], theorem) == ("tails", "cut-tails"), "this law or theorem is not for this rule")
        sheets = Sheets(law["tails"], values)

        def answer():
            if question["kind"] == "moves":
                return sheets.winning_cuts(question["width"], int(question["height"]))
            return count_pieces(question, sheets.histogram(*sizes(question, 2, 1)))

    elif rule_text == "cards":
        demand((law["kind"], theorem) == ("card-formula",) * 2 and not values, "not a law for cards")
        check_cards(law["checked"])
        answer = lambda: count_cards(question, law["checked"], modulus)
    else:
        board = rule_text.startswith("board:")
        rule, heaps = verify_heaps(rule_text.removeprefix("board:"), law, theorem, values)
        heaps.automatic = law["kind"] == "automatic"
        heaps.law = None
        if law["kind"] in ("periodic", "arithmetic-periodic"):
            heaps.law = (law["period"], law["preperiod"], law.get("saltus", 0))
        answer = lambda: count_heaps(question, rule, heaps)
        if board:
            demand(isinstance(rule, HeapRule) and rule.most_parts() <= 1, "a board has a rule that only takes")

            def answer():
                demand(question["kind"] in ("pieces", "choices"), "this question does not fit a board")
                low, high = sizes(question, 2, 0)
                sides = [
                    Counter(heaps.value(n) for n in listed(low[side], high[side])) for side in (0, 1)
                ]
                histogram = Counter()
                for (u, a), (v, b) in itertools.product(sides[0].items(), sides[1].items()):
                    histogram[u ^ v] += a * b
                return count_pieces(question, histogram)

    if count:
        found = answer()
        found = found % modulus if modulus else found
        demand(found == int(count["answer"]), f"the count is {found}, not {count['answer']}")
    return f"{law['kind']} law of {rule_text}" + (f", {question['kind']} {count['answer']}" if count else "")


def main(paths):
    failed = False
    for path in paths:
        try:
            print(f"{path}: VERIFIED: {verify(Path(path).read_bytes())}")
        except (Refused, OSError) as reason:
            failed = True
            print(f"{path}: NOT VERIFIED: {reason}")
    return int(failed or not paths)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
