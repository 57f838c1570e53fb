//! Formulas as MathML, from a notation that also reads well as plain text.
//!
//! A displayed formula is indented by four spaces; inside sentences formulas are found by their operators,
//! brackets, indices and powers, and a single letter other than the article and the pronoun is a variable.
//! Indices are `x_i`, `x_{i+1}` or `x₁`, powers `2^k`, `2^(k−1)` or `x²`; operators are Unicode (`⊕`, `≤`,
//! `−`), with at most one space on either side in a sentence; two or more spaces separate the formulas of a
//! line.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::fmt::Write;
use std::ops::Range;

/// Names of functions and operators, set upright.
const NAMES: [&str; 9] = ["gcd", "lcm", "log", "max", "mex", "min", "popcount", "mod", "xor"];

/// Words that are no product of variables.
const SHORT_WORDS: [&str; 22] = [
    "am", "an", "as", "at", "be", "by", "do", "go", "he", "if", "in", "is", "it", "me", "my", "no", "of",
    "on", "or", "so", "to", "we",
];

const OPERATORS: &str = "=≠<>≤≥≡≈+−±∓·×⊕⊗∈∉⊆∪∩→⟺⇔⇒∣∘∗∖";
/// Operators that may take a range below.
const LARGE: &str = "ΣΠ⋃⋂∏∑";
const SUBSCRIPTS: &str = "₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9ᵢiⱼjₖkₘmₙn₊+₋−";
const SUPERSCRIPTS: &str = "⁰0¹1²2³3⁴4⁵5⁶6⁷7⁸8⁹9ᵃaᵇbᵏkᵐmⁿnˣx⁺+⁻−";

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Space(usize),
    Number(String),
    /// One letter, with its primes.
    Letter(String),
    Word(String),
    Operator(char),
    Large(char),
    Open(char),
    Close(char),
    /// `_` or `^`, followed by its group.
    Script(char),
    /// An index or a power in small characters.
    Small(char, String),
    Other(char),
}
use Token::{Close, Large, Letter, Number, Open, Operator, Other, Script, Small, Space, Word};

/// A token and where it begins.
type Placed = (usize, Token);

/// What a small character stands for.
fn small(c: char) -> Option<(char, char)> {
    let of = |table: &str, kind| {
        let at = table.chars().step_by(2).position(|small| small == c)?;
        table.chars().nth(2 * at + 1).map(|plain| (kind, plain))
    };
    of(SUBSCRIPTS, '_').or_else(|| of(SUPERSCRIPTS, '^'))
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() && small(c).is_none()
}

fn tokens(text: &str) -> Vec<Placed> {
    let mut out: Vec<Placed> = Vec::new();
    let mut chars = text.char_indices().peekable();
    let mut bars = false;
    while let Some((at, c)) = chars.next() {
        let mut run = |first: char, more: &dyn Fn(char) -> bool| {
            let mut run = String::from(first);
            while let Some((_, c)) = chars.next_if(|&(_, c)| more(c)) {
                run.push(c);
            }
            run
        };
        let token = match c {
            ' ' => Space(run(c, &|c| c == ' ').len()),
            '0'..='9' => {
                let number = run(c, &|c| c.is_ascii_digit() || c == '.' || c == ',');
                let kept = number.trim_end_matches(['.', ',']).len();
                out.push((at, Number(number[..kept].to_string())));
                out.extend(number[kept..].char_indices().map(|(i, c)| (at + kept + i, Other(c))));
                continue;
            }
            '∞' => Number(c.to_string()),
            c if small(c).is_some() => {
                let kind = small(c).map_or('_', |(kind, _)| kind);
                let run = run(c, &|c| small(c).is_some_and(|(other, _)| other == kind));
                Small(kind, run.chars().filter_map(small).map(|(_, plain)| plain).collect())
            }
            c if LARGE.contains(c) => Large(c),
            c if is_letter(c) => {
                let word =
                    run(c, &|c| is_letter(c) || c.is_ascii_digit() || ('\u{300}'..'\u{370}').contains(&c));
                let primes = run('′', &|c| c == '′' || c == '\'');
                let primed = format!("{word}{}", &primes.replace('\'', "′")['′'.len_utf8()..]);
                let letters = word.chars().filter(|&c| is_letter(c)).count();
                let digits = word.chars().filter(char::is_ascii_digit).count();
                match (letters, digits) {
                    (1, 0) => Letter(primed),
                    (1, 1) if c.is_lowercase() && c != 'v' => {
                        out.push((at, Letter(c.to_string())));
                        Small('_', word[c.len_utf8()..].to_string())
                    }
                    _ => Word(primed),
                }
            }
            '_' | '^' => Script(c),
            '(' | '[' | '{' | '⌈' | '⌊' => Open(c),
            ')' | ']' | '}' | '⌉' | '⌋' => Close(c),
            '|' => {
                bars = !bars;
                if bars { Open(c) } else { Close(c) }
            }
            c if OPERATORS.contains(c) => Operator(c),
            c => Other(c),
        };
        out.push((at, token));
    }
    out
}

/// A Markdown text with its formulas as MathML. Headings and the texts of links stay as they are.
pub fn markdown(text: &str) -> String {
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    let (mut verbatim, mut indented) = (0, None::<Range<usize>>);
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => indented = Some(range),
            Event::Start(Tag::CodeBlock(_) | Tag::Heading { .. } | Tag::Link { .. } | Tag::Image { .. }) => {
                verbatim += 1
            }
            Event::End(TagEnd::CodeBlock) if indented.is_some() => indented = None,
            Event::End(TagEnd::CodeBlock | TagEnd::Heading(_) | TagEnd::Link | TagEnd::Image) => {
                verbatim -= 1
            }
            Event::Text(line) if indented.is_some() => {
                let indent = text[..range.start].len() - text[..range.start].trim_end_matches(' ').len();
                changes.push((range.start - indent..range.end, displayed(&line)));
            }
            // Where Markdown has changed the text (an escape), it stays as it is.
            Event::Text(line) if verbatim == 0 && text[range.clone()] == *line => {
                match changes.last_mut() {
                    // Brackets and underscores end a piece of text.
                    Some((before, _)) if before.end == range.start => before.end = range.end,
                    _ => changes.push((range, String::new())),
                }
            }
            _ => {}
        }
    }
    let (mut out, mut from) = (String::with_capacity(2 * text.len()), 0);
    for (range, new) in changes {
        out.push_str(&text[from..range.start]);
        from = range.end;
        out.push_str(&if new.is_empty() { in_sentence(&text[range]) } else { new });
    }
    out + &text[from..]
}

/// The formulas of an indented block, one per line.
pub fn displayed(block: &str) -> String {
    let mut out = String::new();
    for line in block.lines().filter(|line| !line.trim().is_empty()) {
        let tokens: Vec<Token> = tokens(line.trim()).into_iter().map(|(_, token)| token).collect();
        let inner = Formula { tokens: &tokens, at: 0, style: Style::Displayed }.row();
        let _ = writeln!(out, "<math display=\"block\">{inner}</math>");
    }
    out
}

/// A text as HTML, its formulas as MathML.
pub fn in_sentence(text: &str) -> String {
    let tokens = tokens(text);
    let place = |i: usize| tokens.get(i).map_or(text.len(), |(at, _)| *at);
    let (mut out, mut i) = (String::with_capacity(2 * text.len()), 0);
    while i < tokens.len() {
        let length = formula_length(text, &tokens, i);
        if length > 0 {
            let inside: Vec<Token> = tokens[i..i + length].iter().map(|(_, token)| token.clone()).collect();
            let _ = match inside.as_slice() {
                [Number(base), Script('^'), Number(power)] => write!(out, "{base}<sup>{power}</sup>"),
                _ => {
                    let row = Formula { tokens: &inside, at: 0, style: Style::InSentence }.row();
                    let next = text[place(i + length)..].chars().next();
                    // A line does not break between a formula and a full stop.
                    let joiner = if next.is_some_and(|c| ".,;:!?)".contains(c)) { "\u{2060}" } else { "" };
                    write!(out, "<math>{row}</math>{joiner}")
                }
            };
            i += length;
        } else {
            out.push_str(&escaped(&text[place(i)..place(i + 1)]));
            i += 1;
        }
    }
    out
}

/// The number of tokens of the formula that begins here, 0 if none does.
fn formula_length(text: &str, tokens: &[Placed], from: usize) -> usize {
    let at = |i: usize| tokens.get(i).map(|(_, token)| token);
    let before = text[..tokens[from].0].chars().next_back();
    if before.is_some_and(|c| c.is_alphanumeric() || "'’-./_^`\"&#".contains(c)) {
        return 0;
    }
    if !matches!(at(from), Some(Letter(_) | Number(_) | Open(_) | Large(_) | Word(_))) {
        return 0;
    }
    let (mut end, mut open, mut i) = (from, Vec::new(), from);
    while let Some(token) = at(i) {
        let previous = i.checked_sub(1).filter(|&i| i >= from).and_then(at);
        let after_operator = matches!(previous, None | Some(Operator(_) | Open(_) | Space(_)));
        match token {
            Letter(_) | Number(_) | Large(_) => {}
            Small(..) if i > from => {}
            Script(_) if i > from && script_follows(tokens, i) => {}
            Open(c) if i == from || after_operator || *c != '[' => open.push((*c, i)),
            Close(_) if open.pop().is_some() => {}
            Word(word) if NAMES.contains(&word.as_str()) && is_used(tokens, i) => {}
            Word(word) if !open.is_empty() || (i > from && after_operator) => {
                if !is_product(word) {
                    break;
                }
            }
            Operator(_) if i > from => {}
            Other('/' | '…' | '!' | '%') if i > from && !matches!(previous, Some(Space(_))) => {}
            Other('…') if i > from => {}
            Other(',' | ':') if !open.is_empty() => {}
            Other('-') if open.last().is_some_and(|(c, _)| *c != '[') => {}
            Space(1) if joins(at(i + 1)) || joins(previous) || !open.is_empty() => {}
            Space(1)
                if matches!(previous, Some(Word(_))) && matches!(at(i + 1), Some(Open('{') | Letter(_))) => {}
            _ => break,
        }
        i += 1;
        let complete = matches!(token, Letter(_) | Number(_) | Small(..) | Close(_) | Other('!' | '…'));
        if (complete || matches!(token, Word(word) if is_product(word))) && open.is_empty() {
            end = i;
        }
    }
    let next = text[tokens.get(end).map_or(text.len(), |(at, _)| *at)..].chars().next();
    let glued = next.is_some_and(|c| c.is_alphanumeric() || "_^'’`\"".contains(c));
    if glued || !is_formula(&tokens[from..end], next, text, tokens.get(end).map_or(text.len(), |(at, _)| *at))
    {
        return 0;
    }
    end - from
}

/// Whether a token has spaces around it in a formula.
fn joins(token: Option<&Token>) -> bool {
    matches!(token, Some(Operator(_)))
}

/// Whether a name is followed by what it is applied to.
fn is_used(tokens: &[Placed], i: usize) -> bool {
    match tokens.get(i + 1).map(|(_, token)| token) {
        Some(Open(_) | Script(_)) => true,
        Some(Space(1)) => matches!(tokens.get(i + 2).map(|(_, token)| token), Some(Open('{') | Letter(_))),
        _ => false,
    }
}

/// Whether an index or a power follows the sign for it.
fn script_follows(tokens: &[Placed], i: usize) -> bool {
    let base = i.checked_sub(1).and_then(|i| tokens.get(i));
    let based = matches!(base, Some((_, Letter(_) | Number(_) | Close(_) | Large(_) | Small(..) | Word(_))));
    let number = matches!(base, Some((_, Number(_)))) && tokens[i].1 == Script('_');
    based && !number && matches!(tokens.get(i + 1), Some((_, Letter(_) | Number(_) | Open(_) | Operator(_))))
}

/// Whether letters are a product of variables: `xz`.
fn is_product(word: &str) -> bool {
    word.chars().count() == 2 && word.chars().all(is_letter) && !SHORT_WORDS.contains(&word)
}

/// Whether tokens are a formula: something is computed or compared, or a letter is a variable.
fn is_formula(run: &[Placed], next: Option<char>, text: &str, end: usize) -> bool {
    let has = |wanted: fn(&Token) -> bool| run.iter().any(|(_, token)| wanted(token));
    let letters = has(|token| matches!(token, Letter(_) | Large(_)));
    let scripts = has(|token| matches!(token, Script(_) | Small(..)));
    let relations = has(|token| matches!(token, Operator(_) | Open(_)));
    match run {
        [] => false,
        [(_, Letter(letter))] => {
            let abbreviation =
                next == Some('.') && text[end..].chars().nth(1).is_some_and(char::is_alphanumeric);
            let joined = next.is_some_and(|c| "-–+#/&*".contains(c));
            !["a", "A", "I"].contains(&letter.as_str()) && !abbreviation && !joined
        }
        // A sentence in brackets, or `a (…)`.
        [(_, Open(_)), ..] if !has(|token| matches!(token, Operator(_) | Script(_) | Small(..))) => {
            letters && !has(|token| matches!(token, Word(_))) && has(|token| matches!(token, Other(',')))
        }
        [(_, Letter(letter)), (_, Space(_)), ..] if letter == "a" => relations,
        _ => scripts || (letters && (relations || run.len() > 1)),
    }
}

/// How a formula is set.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    Displayed,
    InSentence,
}

/// A formula that is being set.
struct Formula<'a> {
    tokens: &'a [Token],
    at: usize,
    style: Style,
}

impl<'a> Formula<'a> {
    fn next(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    /// Everything up to the end.
    fn row(mut self) -> String {
        let mut out = String::new();
        while self.at < self.tokens.len() {
            out.push_str(&self.item());
            // A bracket that was never opened.
            if let Some(Close(c)) = self.next() {
                out.push_str(&operator(*c));
                self.at += 1;
            }
        }
        out
    }

    /// Everything up to a closing bracket, which is left.
    fn inside(&mut self) -> String {
        let mut out = String::new();
        while !matches!(self.next(), None | Some(Close(_))) {
            out.push_str(&self.item());
        }
        out
    }

    /// Space, words, an operator, or factors and what they are divided by.
    fn item(&mut self) -> String {
        match self.next() {
            Some(Space(length)) => {
                let (length, tokens) = (*length, self.tokens);
                let before = self.at.checked_sub(1).map(|i| &tokens[i]);
                self.at += 1;
                let worded = |token: Option<&Token>| matches!(token, Some(Word(word)) if !is_product(word));
                let ends = matches!(before, Some(Other(':')));
                match length {
                    1 if worded(before) || worded(self.next()) || ends => "<mspace width=\"0.33em\"/>".into(),
                    1 => String::new(),
                    _ => "<mspace width=\"1.5em\"/>".into(),
                }
            }
            Some(Letter(_) | Number(_) | Open(_) | Large(_)) => self.quotient(),
            Some(Word(word)) if is_product(word) || self.is_name() => self.quotient(),
            Some(Word(word)) => {
                let text = format!("<mtext>{}</mtext>", escaped(word));
                self.at += 1;
                text
            }
            Some(Operator(c) | Other(c) | Script(c)) => {
                let sign = operator(*c);
                self.at += 1;
                sign
            }
            Some(Small(_, text)) => {
                let text = format!("<mtext>{}</mtext>", escaped(text));
                self.at += 1;
                text
            }
            Some(Close(_)) | None => String::new(),
        }
    }

    fn is_name(&self) -> bool {
        let applied = matches!(self.tokens.get(self.at + 1), Some(Open(_) | Script(_)));
        match self.next() {
            Some(Word(word)) => NAMES.contains(&word.as_str()) || applied,
            _ => false,
        }
    }

    fn quotient(&mut self) -> String {
        let above = self.factors();
        let divides = self.next() == Some(&Other('/'));
        let below = matches!(self.tokens.get(self.at + 1), Some(Letter(_) | Number(_) | Open(_)));
        if self.style == Style::InSentence || !divides || !below {
            return above.concat();
        }
        self.at += 1;
        let below = self.factors();
        format!("<mfrac>{}{}</mfrac>", grouped(above), grouped(below))
    }

    /// What stands side by side without a space.
    fn factors(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        loop {
            match self.next() {
                Some(Letter(_) | Number(_) | Open(_) | Large(_)) => out.push(self.scripted()),
                Some(Word(word)) if is_product(word) || self.is_name() => out.push(self.scripted()),
                _ => return out,
            }
        }
    }

    /// A factor with its index and its power.
    fn scripted(&mut self) -> String {
        let ranged = self.style == Style::Displayed
            && match self.next() {
                Some(Large(_)) => true,
                Some(Word(word)) => ["mex", "min", "max"].contains(&word.as_str()),
                _ => false,
            };
        let base = self.base();
        let (mut index, mut power) = (None, None);
        loop {
            let (kind, script) = match self.next() {
                Some(Small(kind, text)) => {
                    let pair = (*kind, Formula { tokens: &plain(text), at: 0, style: self.style }.row());
                    self.at += 1;
                    pair
                }
                Some(Script(kind)) => {
                    let kind = *kind;
                    self.at += 1;
                    (kind, self.script())
                }
                _ => break,
            };
            let slot = if kind == '_' { &mut index } else { &mut power };
            if slot.is_some() {
                break;
            }
            *slot = Some(format!("<mrow>{script}</mrow>"));
        }
        let tag = if ranged { ["munder", "mover", "munderover"] } else { ["msub", "msup", "msubsup"] };
        match (index, power) {
            (None, None) => base,
            (Some(index), None) => format!("<{0}>{base}{index}</{0}>", tag[0]),
            (None, Some(power)) => format!("<{0}>{base}{power}</{0}>", tag[1]),
            (Some(index), Some(power)) => format!("<{0}>{base}{index}{power}</{0}>", tag[2]),
        }
    }

    fn base(&mut self) -> String {
        let Some(token) = self.next().cloned() else { return String::new() };
        self.at += 1;
        match token {
            Letter(letter) => format!("<mi>{}</mi>", escaped(&letter)),
            Number(number) => format!("<mn>{number}</mn>"),
            Large(c) => format!(
                "<mo>{}</mo>",
                if c == 'Σ' {
                    '∑'
                } else if c == 'Π' {
                    '∏'
                } else {
                    c
                }
            ),
            Word(word) if ["mod", "xor"].contains(&word.as_str()) => {
                format!("<mo lspace=\"0.25em\" rspace=\"0.25em\">{word}</mo>")
            }
            Word(word) if is_product(&word) && !matches!(self.next(), Some(Open(_))) => {
                let letters: String = word.chars().map(|c| format!("<mi>{c}</mi>")).collect();
                format!("<mrow>{letters}</mrow>")
            }
            Word(word) => format!("<mi>{}</mi>", escaped(&word)),
            Open(c) => {
                let inner = self.inside();
                let end = match self.next() {
                    Some(Close(end)) => operator(*end),
                    _ => String::new(),
                };
                self.at += 1;
                format!("<mrow>{}{inner}{end}</mrow>", operator(c))
            }
            _ => String::new(),
        }
    }

    /// An index or a power: a group whose brackets are not shown, a number, or a letter, each perhaps with a
    /// sign.
    fn script(&mut self) -> String {
        let mut sign = String::new();
        if let Some(Operator(c)) = self.next() {
            sign = operator(*c);
            self.at += 1;
        }
        if !matches!(self.next(), Some(Open('(' | '{'))) {
            return sign + &self.base();
        }
        self.at += 1;
        let inner = self.inside();
        self.at += 1;
        sign + &inner
    }
}

/// What an index or a power in small characters says.
fn plain(text: &str) -> Vec<Token> {
    tokens(text).into_iter().map(|(_, token)| token).collect()
}

/// Factors above or below a line: a single pair of brackets is not needed there.
fn grouped(factors: Vec<String>) -> String {
    let bare = match factors.as_slice() {
        [one] => one.strip_prefix("<mrow><mo stretchy=\"false\">(</mo>"),
        _ => None,
    };
    let bare = bare.and_then(|rest| rest.strip_suffix("<mo stretchy=\"false\">)</mo></mrow>"));
    format!("<mrow>{}</mrow>", bare.map_or_else(|| factors.concat(), String::from))
}

fn operator(c: char) -> String {
    match c {
        '(' | ')' | '[' | ']' | '{' | '}' | '|' | '⌈' | '⌉' | '⌊' | '⌋' => {
            format!("<mo stretchy=\"false\">{}</mo>", escaped(&c.to_string()))
        }
        '-' => "<mo>−</mo>".into(),
        '&' => "<mo lspace=\"0.25em\" rspace=\"0.25em\">&#38;</mo>".into(),
        ',' => "<mo separator=\"true\">,</mo>".into(),
        c => format!("<mo>{}</mo>", escaped(&c.to_string())),
    }
}

/// A text as HTML that is also safe inside of Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '<' | '>' | '"' | '*' | '_' | '[' | ']' | '|' | '\\' | '`' => {
                let _ = write!(out, "&#{};", c as u32);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A formula with its tags in few signs: `{…}` for a row, `_` and `^` for scripts.
    fn short(html: &str) -> String {
        let mut out = html.replace('\u{2060}', "");
        for (tag, sign) in [
            ("<math>", "⟨"),
            ("</math>", "⟩"),
            ("<math display=\"block\">", "⟪"),
            ("<mrow>", "{"),
            ("</mrow>", "}"),
            ("<msub>", "sub("),
            ("</msub>", ")"),
            ("<msup>", "sup("),
            ("</msup>", ")"),
            ("<mfrac>", "over("),
            ("</mfrac>", ")"),
            ("<munder>", "under("),
            ("</munder>", ")"),
            ("<mo stretchy=\"false\">", ""),
            ("<mo separator=\"true\">", ""),
        ] {
            out = out.replace(tag, sign);
        }
        for tag in ["mi", "mn", "mo", "mtext"] {
            out = out.replace(&format!("<{tag}>"), "").replace(&format!("</{tag}>"), "");
        }
        out
    }

    #[test]
    fn formulas_in_sentences() {
        for (text, expected) in [
            ("Let n ≥ s + 1, and a move.", "Let ⟨n≥s+1⟩, and a move."),
            ("a + b = n − 2 holds", "⟨a+b=n−2⟩ holds"),
            ("a row of x, then I do", "a row of ⟨x⟩, then I do"),
            ("G(n + 34) = G(n) for", "⟨G{(n+34)}=G{(n)}⟩ for"),
            ("Q_n, x_h z, D_12", "⟨sub(Q{n})⟩, ⟨sub(x{h})⟩ ⟨z⟩, ⟨sub(D{12})⟩"),
            ("h_{u⊕v} and Q_{n−1}.", "⟨sub(h{u⊕v})⟩ and ⟨sub(Q{n−1})⟩."),
            ("up to 10^18 and 2^(n−1)", "up to 10<sup>18</sup> and ⟨sup(2{n−1})⟩"),
            ("from n0 on, a₁ and xⁿ", "from ⟨sub(n{0})⟩ on, ⟨sub(a{1})⟩ and ⟨sup(x{n})⟩"),
            ("(log n)² steps, L = ∞", "⟨sup({(log<mspace width=\"0.33em\"/>n)}{2})⟩ steps, ⟨L=∞⟩"),
            ("n(n + 1)/2 · P additions", "⟨n{(n+1)}/2·P⟩ additions"),
            (
                "mex { G(a) : a < n } is",
                "⟨mex<mspace width=\"0.33em\"/>{{G{(a)}:<mspace width=\"0.33em\"/>a<n}}⟩ is",
            ),
        ] {
            assert_eq!(short(&in_sentence(text)).replace("&#60;", "<"), expected, "{text}");
        }
        // Names, numbers, abbreviations and words are no formulas.
        for text in [
            "misere_rows, 1_000, 3+7+12, x86-64, Ctrl-C, e.g. this (or that), the player's, v1.2",
            "5 stones in piles of 3 and 2: 12 × 8 sheets (see below)",
        ] {
            assert_eq!(in_sentence(text).replace("&#95;", "_"), text);
        }
    }

    #[test]
    fn formulas_on_their_own() {
        for (text, expected) in [
            ("G(0) = 0,     G(1) = 1", "⟪G{(0)}=0,<mspace width=\"1.5em\"/>G{(1)}=1⟩"),
            ("a = (b + 1)/2", "⟪a=over({b+1}{2})⟩"),
            ("m(m + 1)/2", "⟪over({m{(m+1)}}{2})⟩"),
            ("Σ_{w ≥ c} C(n, w)", "⟪under(∑{w≥c})C{(n,w)}⟩"),
            (
                "x > 0 for all x",
                "⟪x>0<mspace width=\"0.33em\"/>for<mspace width=\"0.33em\"/>all<mspace width=\"0.33em\"/>x⟩",
            ),
        ] {
            assert_eq!(short(displayed(text).trim_end()).replace("&#62;", ">"), expected, "{text}");
        }
    }

    /// Nothing of a text gets lost, and every tag is closed, whatever the text is.
    #[test]
    fn documents_keep_their_words() {
        fn text_of(html: &str) -> String {
            let mut out = String::new();
            let mut open = Vec::new();
            for piece in html.split('<').skip(1) {
                let (tag, text) = piece.split_once('>').unwrap();
                match tag.strip_prefix('/') {
                    Some(name) => assert_eq!(open.pop(), Some(name), "{html}"),
                    None if tag.ends_with('/') => {}
                    None => open.push(tag.split(' ').next().unwrap()),
                }
                out.push_str(text);
            }
            assert!(open.is_empty(), "{html}");
            out
        }
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
        let mut lines = 0;
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.extension().is_none_or(|ending| ending != "md") {
                continue;
            }
            for line in std::fs::read_to_string(&entry).unwrap().lines() {
                lines += 1;
                let signs = |text: &str| -> String {
                    let plain = |c| small(c).map_or(c, |(_, plain)| plain);
                    text.chars().map(plain).filter(|c| c.is_alphabetic() && !"ΣΠ".contains(*c)).collect()
                };
                let html = format!("<p>{}</p>", in_sentence(line));
                assert_eq!(signs(&text_of(&html)), signs(line), "{line}");
                text_of(&format!("<p>{}</p>", displayed(line)));
            }
        }
        assert!(lines > 1000);
    }
}
