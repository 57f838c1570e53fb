//! How well one parity of bits of late nim-values follows a wave (docs/many-rare-positions.md):
//! `|Σ (−1)^popcount(G(x) & mask) · e^(−2πiωx)| / N` over the last `N = 2^17` of 400 000 heaps.
//!
//! `cargo run --release -p sprague --example phase -- 0.6 0x139 0.348204`

use sprague::Work;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let [rule, mask, frequency] =
        std::env::args().skip(1).collect::<Vec<String>>().try_into().map_err(|_| "RULE MASK FREQUENCY")?;
    let mask = u32::from_str_radix(mask.trim_start_matches("0x"), 16)?;
    let frequency: f64 = frequency.parse()?;
    let (count, last) = (400_000, 1 << 17);
    let rule: sprague::rules::Rule = rule.parse()?;
    let table =
        sprague::values::heaps(rule.require_heaps("values are of heaps")?, count - 1, &Work::quiet())?;
    let (mut re, mut im) = (0.0, 0.0);
    for (x, value) in table.iter().enumerate().skip(count as usize - last) {
        let sign = if (value & mask).count_ones() % 2 == 0 { 1.0 } else { -1.0 };
        let turn = (frequency * x as f64).fract() * std::f64::consts::TAU;
        re += sign * turn.cos();
        im -= sign * turn.sin();
    }
    println!("{rule}, mask {mask:#x}, frequency {frequency}: {:.2}", f64::hypot(re, im) / last as f64);
    Ok(())
}
