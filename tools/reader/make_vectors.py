#!/usr/bin/env python3
"""Writes the test vectors of the certificate format, crates/sprague-certificate/vectors.

    SPRAGUE=target/debug/sprague tools/reader/make_vectors.py

Valid files are certificates that `sprague` writes; a few have fields left out, which claims less. Invalid files are
valid ones with one thing changed, and a right checksum unless the checksum is what is wrong.
"""

import copy
import csv
import json
import os
import subprocess
import tempfile
import zlib
from pathlib import Path

from reader import read

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "crates/sprague-certificate/vectors"
SPRAGUE = os.environ.get("SPRAGUE", ROOT / "target/debug/sprague")


def saved(command):
    """The header and the values of the certificate that a command saves."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        subprocess.run([SPRAGUE, *command.split(), "--save", path], check=True, capture_output=True)
        return read(path.read_bytes())


def pack(values, packing):
    plain = bytearray()
    for i, value in enumerate(values):
        delta = packing["delta"]
        stored = value ^ (values[i - delta] if 0 < delta <= i else 0)
        plain += stored.to_bytes(packing["bytes"], "little")
    stream = zlib.compressobj(9, wbits=-15)
    return stream.compress(bytes(plain)) + stream.flush()


def file(header, values):
    header = copy.deepcopy(header)
    packed = pack(values, header["values"])
    header["values"].update(count=len(values), packed=len(packed))
    return with_line(json.dumps(header, separators=(",", ":")).encode(), packed)


def with_line(line, packed):
    body = b"sprague-certificate\n" + line + b"\n" + packed
    return body + b"\nend %08x\n" % zlib.crc32(body)


index = []


def write(name, verdict, header, what, data):
    question = header["count"]["question"]["kind"] if header.get("count") else ""
    path = VECTORS / verdict / f"{name}.cert"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    index.append([f"{verdict}/{name}.cert", verdict, header["law"]["kind"], question, what])


def valid(name, command, change=None):
    header, values = saved(command)
    what = f"sprague {command}"
    if change:
        change(header, values)
        what += f"; {change.__doc__}"
    write(name, "valid", header, what, file(header, values))
    return header, values


def invalid(name, base, what, change):
    header, values = copy.deepcopy(base)
    change(header, values)
    write(name, "invalid", header, what, file(header, values))


def bad_bytes(name, base, what, change):
    write(name, "invalid", base[0], what, change(file(*base)))


def without_count(header, values):
    """without the count"""
    del header["count"]
    header["version"] = 1


def few_cards(header, values):
    """with the formula compared up to 8 cards"""
    header["law"]["checked"] = 8


def only_cards(header, values):
    """without the count, with the formula compared up to 8 cards"""
    del header["count"]
    header["law"]["checked"] = 8


def not_least(header, values):
    """with twice the period, a later start and no claim that they are least"""
    header["law"].update(period=24, preperiod=72, minimal=False)
    while len(values) < 2 * (72 + 24) + 2:
        values.append(values[-12])


def law(**fields):
    return lambda header, values: header["law"].update(fields)


def question(**fields):
    return lambda header, values: header["count"]["question"].update(fields)


def answer(header, values):
    header["count"]["answer"] = str(int(header["count"]["answer"]) + 1)


def header_field(**fields):
    return lambda header, values: header.update(fields)


def value(at, number):
    def change(header, values):
        values[at] = number

    return change


def shorter(header, values):
    values.pop()


def all_of(*changes):
    def change(header, values):
        for each in changes:
            each(header, values)

    return change


def laws():
    table = valid("table", "count wins grundy --from 3 --to 40", without_count)
    invalid("table", table, "the value of heap 30 is one too large", value(30, table[1][30] + 1))
    arithmetic = valid("table-of-arithmetic", "count zeros sub:squares --to 60", without_count)
    invalid("table-of-arithmetic", arithmetic, "the value of heap 9 is 0", value(9, 0))
    repeating = valid("table-of-a-rule-in-general", "count wins split:4/unequal --from 1 --to 24", without_count)
    invalid("table-conditions", repeating, "another condition: equal parts", header_field(rule="split:4/equal"))
    periodic = valid("periodic", "law kayles")
    valid("periodic-not-least", "law kayles", not_least)
    invalid("periodic", periodic, "the preperiod is one too small", law(preperiod=70))
    invalid("periodic-too-short", periodic, "one value fewer than the theorem needs", shorter)
    invalid("periodic-theorem", periodic, "the theorem of another rule", header_field(theorem="subtraction-window"))
    sub = valid("periodic-subtraction", "law sub:1,3,4")
    invalid("periodic-subtraction", sub, "one value fewer than the theorem needs", shorter)
    double = all_of(law(period=14), lambda header, values: values.extend(values[-7:]))
    invalid("periodic-not-least", sub, "14 is a period, but not the least as claimed", double)
    rising = valid("arithmetic-periodic", "law allbut:1,4")
    invalid("arithmetic-periodic", rising, "the saltus is 2 instead of 1", law(saltus=2))
    closed = valid("closed-form", "law split:4")
    valid("closed-form-of-two", "law split:2")
    invalid("closed-form", closed, "a rule without closed form", header_field(rule="split:3"))
    tails = valid("tails", "law cut --to 6")
    early = all_of(law(tails=[1, 2, 4, 6, 8, 13]), shorter)
    invalid("tails", tails, "the tail of row 6 starts one too early", early)
    lines = valid("automatic", "law 0.8")
    invalid("automatic", lines, "one class starts one too high", law(classes=[[0, 1], [1, 1], [0, 1]]))
    valid("automatic-unbounded", "law 4.[3]")
    machine = valid("automatic-machines", "law 0.2048")
    states = copy.deepcopy(machine[0]["law"]["machines"])
    states[15]["zero"] = False
    invalid("automatic-machines", machine, "a state accepts no pair", law(machines=states))
    misere = valid("misere", "law 0.75 --misere")
    invalid("misere", misere, "one number of an action is another element", value(30, misere[1][30] ^ 1))
    invalid("misere-heaps", misere, "the image of heap 5 is that of heap 1", value(5, misere[1][1]))
    tail = {**misere[0]["law"]["tail"], "preperiod": 7}
    invalid("misere-tail", misere, "the preperiod is one too small", law(tail=tail))
    invalid("misere-theorem", misere, "the theorem of another rule", header_field(theorem="misere-state"))
    valid("misere-no-move", "law 0.7/largest=2 --misere")
    valid("misere-state", "law 0.[1] --misere")
    formula = valid("formula", "law take:divisors")
    invalid("formula", formula, "a rule without formula", header_field(rule="sub:squares"))
    cards = valid("card-formula", "euler 798 --n 13 --s 4", only_cards)
    invalid("card-formula", cards, "a formula of no known kind: `checked` is 1", law(checked=1))


def questions():
    wins = valid("wins", "count wins 0.07 --to 10^18")
    invalid("wins", wins, "the answer is one too large", answer)
    some = valid("wins-of-values", "count wins 0.07 --to 100")
    invalid("wins-beyond-the-values", some, "heaps beyond the stored values", question(upto="10000000"))
    moves = valid("moves", "count moves cut --to 6x100")
    invalid("moves", moves, "the answer is one too large", answer)
    invalid("moves-rows", moves, "the question needs rows up to 8", question(width=9))
    for name, command in [
        ("partitions", "count partitions split:3 --of 10"),
        ("scatterstone-wins", "euler 629 --n 10"),
        ("pieces", "count wins grundy --from 3 --to 40"),
        ("pieces-of-sheets", "count wins cut --to 6x20"),
        ("choices-tuples", "count tuples kayles --to 30 --heaps 3"),
        ("choices-multisets", "count multisets kayles --to 30 --heaps 3"),
        ("choices-sets", "count sets kayles --to 30 --heaps 3"),
        ("choices-ordered-sets", "count sets kayles --to 30 --heaps 3 --ordered"),
        ("misere-wins", "count wins kayles --to 100 --misere"),
        ("misere-tuples", "count tuples 0.75 --to 30 --heaps 3 --misere"),
        ("misere-multisets", "count multisets 0.75 --to 30 --heaps 3 --misere"),
        ("misere-sets", "count sets 0.75 --to 30 --heaps 3 --misere"),
        ("misere-partitions", "count partitions kayles --of 20 --misere"),
        ("misere-zeros", "count zeros kayles --to 60 --misere"),
        ("choices-of-squares", "count tuples board:sub:1,2 --to 3x4 --heaps 2"),
        ("first-moves", "count moves kayles --to 100"),
        ("pattern", "count pattern nim 1,2,3 --to 1000"),
    ]:
        invalid(name, valid(name, command), "the answer is one too large", answer)
    tuples = valid("card-tuples", "euler 798 --n 13 --s 4", few_cards)
    invalid("card-tuples", tuples, "the answer is one too large", answer)

    def composite(header, values):
        header["count"]["modulus"] = "1000000008"

    invalid("card-tuples-modulus", tuples, "the modulus is not prime", composite)
    histogram = valid("histogram", "count histogram kayles --to 100")
    counts = histogram[0]["count"]["question"]["counts"]
    swapped = question(counts=[counts[1], counts[0], *counts[2:]])
    invalid("histogram", histogram, "the numbers of values 0 and 1 are exchanged", swapped)
    zeros = valid("zeros", "count zeros 0.07 --to 100")

    def fewer(header, values):
        header["count"]["question"]["heaps"].pop(5)
        header["count"]["answer"] = "18"

    invalid("zeros", zeros, "one lost heap is left out", fewer)


def spelling():
    base = saved("law sub:1,3,4")
    count = saved("count wins 0.07 --to 100")
    invalid("version", base, "a later version than the claim has", header_field(version=2))
    invalid("unknown-field", base, "a field that the format does not have", header_field(note="x"))
    invalid("null", base, "null for an optional field", header_field(count=None))

    def leading_zero(header, values):
        header["count"]["answer"] = "0" + header["count"]["answer"]

    invalid("leading-zero", count, "a number with a leading zero", leading_zero)
    invalid("rule", base, "a rule that is not in canonical notation", header_field(rule="sub:3,1,4"))
    bad_bytes("checksum", base, "a wrong checksum", lambda data: data[:-9] + b"00000000\n")
    bad_bytes("truncated", base, "the last byte is missing", lambda data: data[:-1])
    bad_bytes("trailing", base, "a byte after the end", lambda data: data + b"\n")
    bad_bytes("magic", base, "another first line", lambda data: b"Sprague-certificate\n" + data[20:])

    def rewrite(old, new):
        def change(data):
            line, _, rest = data[len(b"sprague-certificate\n") :].partition(b"\n")
            assert old in line
            return with_line(line.replace(old, new, 1), rest[: rest.rindex(b"\nend ")])

        return change

    bad_bytes("fraction", base, "an integer with a fraction", rewrite(b'"period":7', b'"period":7.0'))
    bad_bytes("twice", base, "a field that occurs twice", rewrite(b'"tool":', b'"tool":"x","tool":'))


def main():
    for old in VECTORS.glob("*/*.cert"):
        old.unlink()
    laws()
    questions()
    spelling()
    with (VECTORS / "index.csv").open("w", newline="") as to:
        writer = csv.writer(to, lineterminator="\n")
        writer.writerow(["file", "verdict", "law", "question", "made by, or what is wrong"])
        writer.writerows(index)
    print(f"{len(index)} vectors")


if __name__ == "__main__":
    main()
