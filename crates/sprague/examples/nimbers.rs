//! A million operations on 64-bit nimbers, with the time each takes.
//!
//! `cargo run --release -p sprague --example nimbers`

use sprague::nimbers::{inverse, product, square_root};
use std::hint::black_box;
use std::time::Instant;

const COUNT: u64 = 1_000_000;

/// Numbers of 64 bits that follow no pattern.
fn number(i: u64) -> u64 {
    (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ i.wrapping_mul(0xd1b5_4a32_d192_ed03)
}

fn main() {
    let time = |name: &str, operation: &dyn Fn(u64) -> u64| {
        let start = Instant::now();
        let sum = (0..COUNT).fold(0, |sum, i| sum ^ operation(black_box(i)));
        let each = start.elapsed().as_secs_f64() / COUNT as f64;
        println!("{COUNT} {name}: {:.3} s, {:.0} ns each (xor {sum:#x})", each * COUNT as f64, each * 1e9);
    };
    time("products", &|i| product(number(i), number(i + COUNT)));
    time("inverses", &|i| inverse(number(i)).unwrap_or(0));
    time("square roots", &|i| square_root(number(i)));
}
