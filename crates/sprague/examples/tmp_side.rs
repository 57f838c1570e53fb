use sprague::{Work, rules::Rule, values::{solver, digest}};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rule: Rule = a[1].parse().unwrap();
    let n: usize = a[2].parse().unwrap();
    let work = Work::quiet().with_threads(1);
    let mut s = solver(rule.heap_rule().unwrap());
    s.extend(n + 1, &work).unwrap();
    println!("{:?}", digest(s.table(n + 1).iter()));
}
