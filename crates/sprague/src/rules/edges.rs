//! Lists of edges as people keep them: CSV, JSON or pairs of names.
//!
//! CSV has two names per line, `a,b`; one name alone stands for itself, lines that begin with `#` are
//! comments, and a first line `from,to` or `source,target` is a heading. JSON is a list of pairs, an object
//! from each name to a list of names, or nodes and links as networkx writes them.
//!
//! The library reads the text; the caller names the file in the error, which has the line or the entry.

use crate::{Error, Result};
use serde_json::Value;
use std::collections::HashMap;

/// Longer lists are refused: they are held in memory as text, too.
const MOST_EDGES: usize = 2_000_000;
/// Characters of a name.
const LONGEST_NAME: usize = 60;

/// Names and edges between them, in the order in which they were first written.
///
/// ```
/// use sprague::rules::EdgeList;
/// let csv = EdgeList::from_csv("from,to\na,b\na,c\n").unwrap();
/// assert_eq!((csv.names(), csv.edges()), (&["a".to_string(), "b".into(), "c".into()][..], &[(0, 1), (0, 2)][..]));
/// assert_eq!(EdgeList::from_json(r#"{"a": ["b", "c"]}"#).unwrap(), csv);
/// let error = EdgeList::from_csv("a,b\nc,d,e\n").unwrap_err();
/// assert!(error.to_string().starts_with("line 2: "));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EdgeList {
    names: Vec<String>,
    edges: Vec<(usize, usize)>,
}

/// A list that is being read.
#[derive(Default)]
struct Reading {
    list: EdgeList,
    places: HashMap<String, usize>,
}

impl Reading {
    /// The number of a name; `place` says where it stands.
    fn name(&mut self, name: &str, place: &dyn Fn() -> String) -> Result<usize> {
        let name = name.trim().trim_matches('"').trim();
        if let Some(&known) = self.places.get(name) {
            return Ok(known);
        }
        let wrong = |fix: &str| Err(Error::bad_rule(format!("{}: `{}`: {fix}", place(), shown(name))));
        let strange = |c: char| c.is_whitespace() || c.is_control() || "+,>;:@\"'`".contains(c);
        match name {
            "" => wrong("a name is missing; write two names, such as a,b"),
            _ if name.chars().count() > LONGEST_NAME => {
                wrong(&format!("names have at most {LONGEST_NAME} characters"))
            }
            _ if name.contains(strange) => {
                wrong("names have no spaces, quotes or any of + , > ; : @; write for example a_b")
            }
            _ => {
                self.list.names.push(name.to_string());
                self.places.insert(name.to_string(), self.list.names.len() - 1);
                Ok(self.list.names.len() - 1)
            }
        }
    }

    fn edge(&mut self, from: &str, to: &str, place: &dyn Fn() -> String) -> Result<()> {
        if self.list.edges.len() == MOST_EDGES {
            let line = format!("{}: a graph has at most {MOST_EDGES} edges; take a smaller one", place());
            return Err(Error::too_large(line, Some(MOST_EDGES as u64)));
        }
        let edge = (self.name(from, place)?, self.name(to, place)?);
        self.list.edges.push(edge);
        Ok(())
    }

    fn done(self) -> Result<EdgeList> {
        match self.list.names.is_empty() {
            true => Err(Error::bad_rule("it has no edge; write two names per line, such as a,b")),
            false => Ok(self.list),
        }
    }
}

/// Enough of a name to recognise it.
fn shown(name: &str) -> String {
    name.chars().take(40).flat_map(char::escape_debug).collect()
}

impl EdgeList {
    /// Pairs of names, and names that stand alone.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
        alone: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self> {
        let mut reading = Reading::default();
        for (number, (from, to)) in (1..).zip(pairs) {
            reading.edge(from, to, &|| format!("edge {number}"))?;
        }
        for name in alone {
            reading.name(name, &|| "a name".into())?;
        }
        reading.done()
    }

    /// Two names per line, separated by a comma, a semicolon or a tab.
    pub fn from_csv(text: &str) -> Result<Self> {
        let mut reading = Reading::default();
        let lines = text.trim_start_matches('\u{feff}').lines();
        let lines = (1..).zip(lines.map(str::trim)).filter(|(_, line)| !line.is_empty());
        let mut first = true;
        for (number, line) in lines.filter(|(_, line)| !line.starts_with('#')) {
            let place = || format!("line {number}");
            let cells: Vec<&str> = line.split([',', ';', '\t']).map(str::trim).collect();
            let heading = |pair: [&str; 2]| cells.iter().map(|cell| cell.to_lowercase()).eq(pair);
            if std::mem::take(&mut first) && (heading(["from", "to"]) || heading(["source", "target"])) {
                continue;
            }
            match cells[..] {
                [from, to] => reading.edge(from, to, &place)?,
                [name] => drop(reading.name(name, &place)?),
                _ => {
                    let line = format!("{}: {} names; write two per line, such as a,b", place(), cells.len());
                    return Err(Error::bad_rule(line));
                }
            }
        }
        reading.done()
    }

    /// `[["a", "b"], ["a", "c"]]`, `{"a": ["b", "c"]}`, or `{"nodes": […], "links": [{"source": …, "target":
    /// …}]}` (also `edges`). Names are text or numbers.
    pub fn from_json(text: &str) -> Result<Self> {
        let whole: Value = serde_json::from_str(text)
            .map_err(|error| Error::bad_rule(format!("not valid JSON: {error}")))?;
        let mut reading = Reading::default();
        match &whole {
            Value::Array(pairs) => edges(&mut reading, pairs)?,
            Value::Object(object) => match object.get("links").or(object.get("edges")) {
                Some(Value::Array(pairs)) => {
                    let nodes = object.get("nodes").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                    for (number, node) in (1..).zip(nodes) {
                        let place = || format!("node {number}");
                        let name = text_of(node.get("id").unwrap_or(node), &place)?;
                        reading.name(&name, &place)?;
                    }
                    edges(&mut reading, pairs)?;
                }
                _ => {
                    for (from, to) in object {
                        let place = || format!("`{}`", shown(from));
                        let list = to.as_array().ok_or_else(|| {
                            Error::bad_rule(format!("{}: a list of names is expected there", place()))
                        })?;
                        reading.name(from, &place)?;
                        for name in list {
                            reading.edge(from, &text_of(name, &place)?, &place)?;
                        }
                    }
                }
            },
            _ => {
                let line = "a list of pairs such as [[\"a\", \"b\"]] is expected, or an object such as {\"a\": [\"b\"]}";
                return Err(Error::bad_rule(line));
            }
        }
        reading.done()
    }

    /// The names, each once.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The edges, as they were written, by the numbers of their names.
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }
}

/// Edges as pairs, or as objects with a source and a target.
fn edges(reading: &mut Reading, entries: &[Value]) -> Result<()> {
    for (number, entry) in (1..).zip(entries) {
        let place = || format!("edge {number}");
        let (from, to) = match entry {
            Value::Array(pair) if pair.len() == 2 => (&pair[0], &pair[1]),
            Value::Object(edge) => match (edge.get("source"), edge.get("target")) {
                (Some(from), Some(to)) => (from, to),
                _ => return Err(Error::bad_rule(format!("{}: it has no source or no target", place()))),
            },
            _ => {
                let line = format!("{}: two names are expected, such as [\"a\", \"b\"]", place());
                return Err(Error::bad_rule(line));
            }
        };
        reading.edge(&text_of(from, &place)?, &text_of(to, &place)?, &place)?;
    }
    Ok(())
}

/// A name that is text or a number.
fn text_of(value: &Value, place: &dyn Fn() -> String) -> Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(Error::bad_rule(format!("{}: a name is text or a number", place()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_form_is_the_same_list() {
        let list = EdgeList::from_csv("a,b\n\n# a comment\nb;c\na\tc\nd\n").unwrap();
        assert_eq!(list.names(), ["a", "b", "c", "d"]);
        assert_eq!(list.edges(), [(0, 1), (1, 2), (0, 2)]);
        let same = |json: &str| assert_eq!(EdgeList::from_json(json).unwrap(), list, "{json}");
        same(
            r#"{"nodes": ["a", {"id": "b"}, "c", "d"], "links": [{"source": "a", "target": "b"}, ["b", "c"], ["a", "c"]]}"#,
        );
        assert_eq!(EdgeList::from_pairs([("a", "b"), ("b", "c"), ("a", "c")], ["d"]).unwrap(), list);
        let numbers = EdgeList::from_json("[[0, 1], [1, 2]]").unwrap();
        assert_eq!(numbers, EdgeList::from_csv("source,target\n0,1\n1,2").unwrap());
        let windows = EdgeList::from_csv("\u{feff}from,to\r\n\"0\",1\r\n1,2\r\n").unwrap();
        assert_eq!(numbers, windows);
    }

    #[test]
    fn errors_name_the_place_and_the_fix() {
        for (text, reason) in [
            ("", "no edge"),
            ("# nothing\n", "no edge"),
            ("a,b\na,b,c", "line 2: 3 names"),
            ("a,b\n\na,", "line 3: ``: a name is missing"),
            ("a b,c", "line 1: `a b`: names have no spaces"),
            ("a>b,c", "line 1: `a>b`"),
            ("a,b\nfrom,to,", "line 2"),
        ] {
            let line = EdgeList::from_csv(text).unwrap_err().to_string();
            assert!(line.contains(reason) && !line.contains('\n'), "{text:?}: {line}");
        }
        for (text, reason) in [
            ("", "not valid JSON"),
            ("[[1, 2], [1]]", "edge 2: two names"),
            ("[[1, [2]]]", "edge 1: a name is text or a number"),
            ("{\"a\": \"b\"}", "`a`: a list of names"),
            ("{\"links\": [{\"source\": 1}]}", "edge 1: it has no source or no target"),
            ("7", "a list of pairs"),
            ("[]", "no edge"),
            ("{\"a\": [\"b c\"]}", "`a`: `b c`: names have no spaces"),
        ] {
            let line = EdgeList::from_json(text).unwrap_err().to_string();
            assert!(line.contains(reason) && !line.contains('\n'), "{text:?}: {line}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            let _ = EdgeList::from_csv(&text);
            let _ = EdgeList::from_json(&text);
        }

        #[test]
        fn never_panics_near_the_form(text in "[\\[\\]{}\",:ab12 ]{0,40}") {
            let _ = EdgeList::from_json(&text);
        }
    }
}
