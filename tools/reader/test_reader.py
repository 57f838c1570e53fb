"""The second reader accepts all valid test vectors of the certificate format and refuses all invalid ones.

python3 tools/reader/test_reader.py
"""

import csv
import unittest
from pathlib import Path

from reader import LAWS, QUESTIONS, Refused, verify

VECTORS = Path(__file__).resolve().parents[2] / "crates/sprague-certificate/vectors"


def index():
    with (VECTORS / "index.csv").open(newline="") as rows:
        return list(csv.DictReader(rows))


class Vectors(unittest.TestCase):
    def test_every_vector(self):
        for row in index():
            with self.subTest(row["file"]):
                data = (VECTORS / row["file"]).read_bytes()
                if row["verdict"] == "valid":
                    verify(data)
                else:
                    self.assertRaises(Refused, verify, data)

    def test_every_kind_has_a_valid_and_an_invalid_vector(self):
        for verdict in ("valid", "invalid"):
            rows = [row for row in index() if row["verdict"] == verdict]
            self.assertEqual({row["law"] for row in rows}, set(LAWS))
            self.assertEqual({row["question"] for row in rows} - {""}, set(QUESTIONS))

    def test_every_file_is_in_the_index(self):
        files = {path.relative_to(VECTORS).as_posix() for path in VECTORS.glob("*/*.cert")}
        self.assertEqual(files, {row["file"] for row in index()})

    def test_every_bit_matters(self):
        data = (VECTORS / "valid/periodic-subtraction.cert").read_bytes()
        for place in range(8 * len(data)):
            changed = bytearray(data)
            changed[place // 8] ^= 1 << place % 8
            self.assertRaises(Refused, verify, bytes(changed))


if __name__ == "__main__":
    unittest.main()
