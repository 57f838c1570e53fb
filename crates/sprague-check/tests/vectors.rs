//! The test vectors of the certificate format: every valid file is verified, every invalid one refused.

use sprague_check::{Bounds, Work, check_file};
use std::{collections::BTreeSet, fs::File, path::PathBuf};

fn vectors() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../sprague-certificate/vectors")
}

/// File, whether it is valid, law and question of each row of the index.
fn index() -> Vec<(String, bool, String, String)> {
    let text = std::fs::read_to_string(vectors().join("index.csv")).unwrap();
    let row = |line: &str| {
        let mut cells = line.split(',').map(String::from);
        let mut cell = || cells.next().unwrap();
        (cell(), cell() == "valid", cell(), cell())
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn every_vector() {
    for (file, valid, ..) in index() {
        let verdict =
            check_file(File::open(vectors().join(&file)).unwrap(), &Bounds::default(), Work::default());
        assert_eq!(verdict.is_ok(), valid, "{file}: {verdict:?}");
    }
}

#[test]
fn every_kind_has_a_valid_and_an_invalid_vector() {
    let laws = [
        "arithmetic-periodic",
        "automatic",
        "card-formula",
        "closed-form",
        "formula",
        "misere",
        "periodic",
        "table",
        "tails",
    ];
    let questions = [
        "",
        "card-tuples",
        "choices",
        "first-moves",
        "histogram",
        "moves",
        "partitions",
        "pattern",
        "pieces",
        "scatterstone-wins",
        "wins",
        "zeros",
    ];
    for wanted in [true, false] {
        let rows: Vec<_> = index().into_iter().filter(|(_, valid, ..)| *valid == wanted).collect();
        let of = |column: fn(&(String, bool, String, String)) -> &str| {
            rows.iter().map(column).collect::<BTreeSet<_>>()
        };
        assert_eq!(of(|row| &row.2), BTreeSet::from(laws));
        assert_eq!(of(|row| &row.3), BTreeSet::from(questions));
    }
}

#[test]
fn every_file_is_in_the_index() {
    let listed: BTreeSet<String> = index().into_iter().map(|(file, ..)| file).collect();
    let mut found = BTreeSet::new();
    for verdict in ["valid", "invalid"] {
        for entry in std::fs::read_dir(vectors().join(verdict)).unwrap() {
            found.insert(format!("{verdict}/{}", entry.unwrap().file_name().to_string_lossy()));
        }
    }
    assert_eq!(found, listed);
}
