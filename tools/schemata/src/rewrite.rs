//! All mutants of a file in one text, each behind its switch.
//!
//! An operator lies in an expression; the largest one made of operators alone is its *site*, so that a change of
//! precedence is the one that cargo-mutants would make:
//!
//! ```text
//! a + b * c    becomes    (if on(1) { a - b * c } else if on(2) { a + b / c } else { a + b * c })
//! ```
//!
//! The copies have no switches inside, only the last branch has: one mutant is on at a time. A function that returns
//! something else does so at its head; a deleted arm of a match is one whose guard is false. What stands in a constant,
//! but for closures, or does not parse, has no place.

use std::{collections::HashMap, ops::Range};

use proc_macro2::Span;
use syn::{
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::list::Mutant;

/// What becomes of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is in the text, and compiles as far as is known.
    Switched,
    /// It does not compile, in whatever way it is built.
    Unviable,
    /// It may compile, but not beside the others.
    Alone,
}

/// A piece of the text that a mutant, or a site, was written to.
pub struct Written {
    pub bytes: Range<usize>,
    /// The numbers of the mutants: one for a copy, all for a site.
    pub mutants: Vec<u32>,
    pub copy: bool,
}

/// A file with its mutants.
pub struct Rewritten {
    pub text: String,
    pub written: Vec<Written>,
}

enum Shape {
    /// Whole expressions, one a mutant.
    Choice,
    /// `if on(k) { return … }`.
    Return,
    /// A guard for an arm without one; a guard that is there.
    NewGuard,
    Guard,
}

struct Site {
    bytes: Range<usize>,
    shape: Shape,
    /// Number, replaced bytes, replacement.
    mutants: Vec<(u32, Range<usize>, String)>,
}

/// The file with those of its mutants that are switched; `fates` records those that have no place.
pub fn rewrite(text: &str, mutants: &[(u32, &Mutant)], fates: &mut [Fate]) -> Result<Rewritten, syn::Error> {
    let places = mutants.iter().map(|&(number, mutant)| {
        let bytes = mutant.span.bytes(text);
        ((bytes.start, mutant.genre.clone()), (number, bytes, mutant.replacement.clone()))
    });
    let mut wanted: HashMap<_, Vec<_>> = HashMap::new();
    places.for_each(|(key, mutant)| wanted.entry(key).or_default().push(mutant));
    let mut finder = Finder { wanted, text, sites: vec![], constant: 0, deletes: true, chain: None };
    finder.visit_file(&syn::parse_file(text)?);
    for (number, ..) in finder.wanted.into_values().flatten() {
        if fates[number as usize] == Fate::Switched {
            fates[number as usize] = Fate::Alone;
        }
    }
    let mut sites = finder.sites;
    for site in &mut sites {
        site.mutants.retain(|(number, at, new)| {
            let fate = &mut fates[*number as usize];
            if matches!(site.shape, Shape::Choice)
                && syn::parse_str::<syn::Expr>(&changed(text, &site.bytes, at, new)).is_err()
            {
                *fate = Fate::Unviable;
            }
            *fate == Fate::Switched
        });
    }
    sites.retain(|site| !site.mutants.is_empty());
    // What is only inserted comes first, then outer sites before inner ones.
    sites.sort_by_key(|site| (site.bytes.start, !site.bytes.is_empty(), std::cmp::Reverse(site.bytes.end)));
    let mut writer = Writer { text, out: Rewritten { text: String::new(), written: vec![] } };
    writer.write(0..text.len(), &sites);
    Ok(writer.out)
}

fn changed(text: &str, site: &Range<usize>, at: &Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[site.start..at.start], &text[at.end..site.end])
}

struct Writer<'a> {
    text: &'a str,
    out: Rewritten,
}

impl Writer<'_> {
    fn write(&mut self, bytes: Range<usize>, mut sites: &[Site]) {
        let mut at = bytes.start;
        while let Some((site, rest)) = sites.split_first() {
            self.out.text.push_str(&self.text[at..site.bytes.start]);
            let inner = rest.iter().take_while(|other| other.bytes.start < site.bytes.end).count();
            self.site(site, &rest[..inner]);
            at = site.bytes.end;
            sites = &rest[inner..];
        }
        self.out.text.push_str(&self.text[at..bytes.end]);
    }

    fn site(&mut self, site: &Site, inner: &[Site]) {
        let start = self.out.text.len();
        match site.shape {
            Shape::Choice => {
                self.out.text.push('(');
                for (number, at, new) in &site.mutants {
                    self.copy(*number, "if", &changed(self.text, &site.bytes, at, new), "else ");
                }
                self.out.text.push_str("{ ");
                self.write(site.bytes.clone(), inner);
                self.out.text.push_str(" })");
            }
            Shape::Return => {
                for (number, _, new) in &site.mutants {
                    self.copy(*number, "if", &format!("return {new};"), "");
                }
            }
            Shape::NewGuard => {
                let off: Vec<String> = site.mutants.iter().map(|(number, ..)| off(*number)).collect();
                self.out.text.push_str(&format!(" if {} ", off.join(" && ")));
            }
            Shape::Guard => {
                self.out.text.push('(');
                let (yes, no): (Vec<_>, Vec<_>) = site.mutants.iter().partition(|(.., new)| new == "true");
                yes.iter().for_each(|mutant| self.out.text.push_str(&format!("{} || ", on(mutant.0))));
                no.iter().for_each(|mutant| self.out.text.push_str(&format!("{} && ", off(mutant.0))));
                self.out.text.push('(');
                self.write(site.bytes.clone(), inner);
                self.out.text.push_str("))");
            }
        }
        let mutants = site.mutants.iter().map(|(number, ..)| *number).collect();
        self.out.written.push(Written { bytes: start..self.out.text.len(), mutants, copy: false });
    }

    fn copy(&mut self, number: u32, before: &str, copy: &str, after: &str) {
        self.out.text.push_str(&format!("{before} {} {{ ", on(number)));
        let start = self.out.text.len();
        self.out.text.push_str(copy);
        let bytes = start..self.out.text.len();
        self.out.written.push(Written { bytes, mutants: vec![number], copy: true });
        self.out.text.push_str(&format!(" }} {after}"));
    }
}

fn on(number: u32) -> String {
    format!("::schemata_switch::on({number})")
}

fn off(number: u32) -> String {
    format!("!{}", on(number))
}

struct Finder<'a> {
    wanted: HashMap<(usize, String), Vec<(u32, Range<usize>, String)>>,
    text: &'a str,
    sites: Vec<Site>,
    /// How many constants are open.
    constant: usize,
    /// Whether the match that is open can do without an arm.
    deletes: bool,
    /// The site of the operators that are being looked at.
    chain: Option<Range<usize>>,
}

impl Finder<'_> {
    fn take(&mut self, start: usize, genre: &str) -> Vec<(u32, Range<usize>, String)> {
        let found = self.constant == 0;
        found.then(|| self.wanted.remove(&(start, genre.to_owned()))).flatten().unwrap_or_default()
    }

    fn add(&mut self, bytes: Range<usize>, shape: Shape, mutants: Vec<(u32, Range<usize>, String)>) {
        if mutants.is_empty() {
            return;
        }
        let same = |site: &&mut Site| {
            site.bytes == bytes && std::mem::discriminant(&site.shape) == std::mem::discriminant(&shape)
        };
        match self.sites.iter_mut().find(same) {
            Some(site) => site.mutants.extend(mutants),
            None => self.sites.push(Site { bytes, shape, mutants }),
        }
    }

    /// What is inside has to be known when it is compiled.
    fn constant(&mut self, inside: impl FnOnce(&mut Self)) {
        self.constant += 1;
        inside(self);
        self.constant -= 1;
    }

    fn body(&mut self, signature: &syn::Signature, block: &syn::Block, inside: impl FnOnce(&mut Self)) {
        let constant = usize::from(signature.constness.is_some());
        self.constant += constant;
        // Two returns of a function are of one type, even where the signature does not name it.
        let named = !self.text[range(&signature.output)].contains("impl ");
        if let Some(first) = block.stmts.first().filter(|_| named) {
            let start = range(first).start;
            let mutants = self.take(start, "FnValue");
            self.add(start..start, Shape::Return, mutants);
        }
        inside(self);
        self.constant -= constant;
    }
}

fn range(of: impl Spanned) -> Range<usize> {
    let span: Span = of.span();
    span.byte_range()
}

/// Whether an expression is a condition with `let`, and so no value.
fn has_let(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.body(&item.sig, &item.block, |this| visit::visit_item_fn(this, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.body(&item.sig, &item.block, |this| visit::visit_impl_item_fn(this, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        match &item.default {
            Some(block) => self.body(&item.sig, block, |this| visit::visit_trait_item_fn(this, item)),
            None => visit::visit_trait_item_fn(self, item),
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constant(|this| visit::visit_item_const(this, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.constant(|this| visit::visit_item_static(this, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constant(|this| visit::visit_impl_item_const(this, item));
    }

    /// A closure in a constant is known when it is compiled; its body is run.
    fn visit_expr_closure(&mut self, item: &'ast syn::ExprClosure) {
        let constant = std::mem::take(&mut self.constant);
        visit::visit_expr_closure(self, item);
        self.constant = constant;
    }

    fn visit_type(&mut self, item: &'ast syn::Type) {
        self.constant(|this| visit::visit_type(this, item));
    }

    fn visit_expr_repeat(&mut self, item: &'ast syn::ExprRepeat) {
        self.visit_expr(&item.expr);
        self.constant(|this| this.visit_expr(&item.len));
    }

    fn visit_expr(&mut self, expr: &'ast syn::Expr) {
        // Anything but an operator ends a chain of them.
        let chain = match expr {
            syn::Expr::Binary(_) if !has_let(expr) => Some(self.chain.clone().unwrap_or_else(|| range(expr))),
            _ => None,
        };
        let before = std::mem::replace(&mut self.chain, chain);
        visit::visit_expr(self, expr);
        self.chain = before;
    }

    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        if let Some(site) = self.chain.clone() {
            let mutants = self.take(range(expr.op).start, "BinaryOperator");
            self.add(site, Shape::Choice, mutants);
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        let mutants = self.take(range(expr.op).start, "UnaryOperator");
        self.add(range(expr), Shape::Choice, mutants);
        visit::visit_expr_unary(self, expr);
    }

    fn visit_expr_struct(&mut self, expr: &'ast syn::ExprStruct) {
        for field in &expr.fields {
            let mut mutants = self.take(range(field).start, "StructField");
            // The comma after the field goes with it.
            for (_, at, _) in &mut mutants {
                let comma = self.text[at.end..].find(|c: char| !c.is_whitespace()).unwrap_or(0);
                if self.text[at.end + comma..].starts_with(',') {
                    at.end += comma + 1;
                }
            }
            self.add(range(expr), Shape::Choice, mutants);
        }
        visit::visit_expr_struct(self, expr);
    }

    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        // An arm with a guard covers nothing, so another arm has to.
        let rest = expr.arms.iter().any(|arm| arm.guard.is_none() && matches!(arm.pat, syn::Pat::Wild(_)));
        let before = std::mem::replace(&mut self.deletes, rest);
        visit::visit_expr_match(self, expr);
        self.deletes = before;
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let deleted = if self.deletes { self.take(range(arm).start, "MatchArm") } else { vec![] };
        match &arm.guard {
            Some((_, guard)) => {
                let mut mutants = self.take(range(guard).start, "MatchArmGuard");
                mutants.extend(deleted);
                self.add(range(guard), Shape::Guard, mutants);
            }
            None => {
                let end = range(&arm.pat).end;
                self.add(end..end, Shape::NewGuard, deleted);
            }
        }
        visit::visit_arm(self, arm);
    }
}
