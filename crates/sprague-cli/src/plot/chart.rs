//! Charts as shapes: values by size, how often each value occurs, values of sheets as a heat map.
//!
//! Up to a few hundred values are drawn one by one. More of them are counted in the cells of a grid, and a
//! cell is the darker the more values fall into it, by the logarithm; a cell with a rare position is orange,
//! so that a single one among a million is seen.

use super::spaced;
use super::{Anchor, BLUE, GREY, GRID, INK, ORANGE, PAPER, Picture, Raster, blend, viridis};

const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 540.0;
/// The rectangle of the chart itself.
const LEFT: f64 = 70.0;
const RIGHT: f64 = 940.0;
const TOP: f64 = 90.0;
const BOTTOM: f64 = 475.0;
/// Up to this many values are drawn one by one.
const SINGLE: usize = 1200;
/// The largest grid in which more are counted.
const COLUMNS: usize = 1800;
const ROWS: usize = 770;

/// A sequence of values and what is known of it.
pub struct Sequence {
    pub title: String,
    pub note: String,
    pub values: Vec<u32>,
    /// For each heap whether it is rare, if rare positions are few.
    pub rare: Option<Vec<bool>>,
    /// The heap from which values repeat.
    pub periodic_from: Option<u64>,
}

fn frame(title: &str, note: &str) -> Picture {
    let mut picture = Picture { width: WIDTH, height: HEIGHT, shapes: vec![] };
    picture.text(LEFT, 32.0, 20.0, Anchor::Start, INK, title);
    picture.text(LEFT, 54.0, 13.0, Anchor::Start, GREY, note);
    picture
}

/// Round numbers from 0 to `most`, about `wanted` of them.
pub fn ticks(most: u64, wanted: u64) -> Vec<u64> {
    let raw = (most / wanted.max(1)).max(1);
    let power = 10u64.pow(raw.ilog10());
    let step = [1, 2, 5, 10].into_iter().map(|digit| digit * power).find(|&step| step >= raw).unwrap_or(raw);
    (0..).map(|i| i * step).take_while(|&tick| tick <= most).collect()
}

/// Lines and numbers of both axes; `most` is the largest number across and upwards.
fn axes(
    picture: &mut Picture,
    most: (u64, u64),
    places: (&dyn Fn(u64) -> f64, &dyn Fn(u64) -> f64),
    names: (&str, &str),
) {
    for tick in ticks(most.1, 6) {
        let y = places.1(tick);
        picture.rectangle(LEFT, y - 0.5, RIGHT - LEFT, 1.0, GRID);
        picture.text(LEFT - 8.0, y + 4.0, 13.0, Anchor::End, INK, spaced(tick));
    }
    for tick in ticks(most.0, 8) {
        let x = places.0(tick);
        picture.rectangle(x - 0.5, BOTTOM, 1.0, 5.0, GREY);
        picture.text(x, BOTTOM + 22.0, 13.0, Anchor::Middle, INK, spaced(tick));
    }
    picture.rectangle(LEFT, BOTTOM, RIGHT - LEFT, 1.0, GREY);
    picture.text((LEFT + RIGHT) / 2.0, BOTTOM + 48.0, 13.0, Anchor::Middle, GREY, names.0);
    picture.text(LEFT - 8.0, TOP - 12.0, 13.0, Anchor::End, GREY, names.1);
}

fn legend(picture: &mut Picture) {
    picture.rectangle(RIGHT - 130.0, 22.0, 10.0, 10.0, ORANGE);
    picture.text(RIGHT - 114.0, 32.0, 13.0, Anchor::Start, INK, "rare position");
}

/// Values by size.
pub fn values(sequence: &Sequence) -> Picture {
    let mut picture = frame(&sequence.title, &sequence.note);
    let (count, top) = (sequence.values.len(), sequence.values.iter().max().copied().unwrap_or(0));
    let (cell_width, cell_height) = ((RIGHT - LEFT) / count as f64, (BOTTOM - TOP) / (f64::from(top) + 1.0));
    let across = |n: u64| LEFT + (n as f64 + 0.5) * cell_width;
    let up = |value: u64| BOTTOM - (value as f64 + 0.5) * cell_height;
    axes(&mut picture, (count as u64 - 1, top.into()), (&across, &up), ("heap", "value"));
    if count <= SINGLE {
        let size = (cell_width * 0.9).min(cell_height * 0.8).clamp(2.4, 9.0);
        for (n, &value) in sequence.values.iter().enumerate() {
            let rare = sequence.rare.as_ref().is_some_and(|rare| rare[n]);
            let (x, y) = (across(n as u64) - size / 2.0, up(value.into()) - size / 2.0);
            picture.rectangle(x, y, size, size, if rare { ORANGE } else { BLUE });
        }
    } else {
        picture.shapes.push(super::Shape::Pixels {
            x: LEFT,
            y: TOP,
            width: RIGHT - LEFT,
            height: BOTTOM - TOP,
            raster: density(sequence, top),
        });
    }
    if sequence.rare.is_some() {
        legend(&mut picture);
    }
    if let Some(from) = sequence.periodic_from.filter(|&from| from > 0 && (from as usize) < count) {
        let x = across(from);
        let dashes = ((BOTTOM - TOP) / 10.0) as usize;
        (0..dashes).for_each(|i| picture.rectangle(x, TOP + i as f64 * 10.0, 1.5, 5.0, INK));
        let (anchor, beside) = if x > 700.0 { (Anchor::End, -6.0) } else { (Anchor::Start, 6.0) };
        let line = format!("periodic from {}", spaced(from));
        picture.text(x + beside, TOP - 8.0, 13.0, anchor, INK, line);
    }
    picture
}

/// Many values, counted in the cells of a grid.
fn density(sequence: &Sequence, top: u32) -> Raster {
    let (columns, rows) = (sequence.values.len().min(COLUMNS), (top as usize + 1).min(ROWS));
    let (mut counts, mut rare) = (vec![0u32; columns * rows], vec![false; columns * rows]);
    for (n, &value) in sequence.values.iter().enumerate() {
        let column = n * columns / sequence.values.len();
        let row = rows - 1 - value as usize * rows / (top as usize + 1);
        counts[row * columns + column] += 1;
        rare[row * columns + column] |= sequence.rare.as_ref().is_some_and(|rare| rare[n]);
    }
    let most = f64::from(counts.iter().max().copied().unwrap_or(1)).ln_1p();
    // A row of values is a line with room between it and the next, where there is room.
    let tall = (ROWS / rows).max(1);
    let mut raster = Raster::new(columns, rows * tall);
    let line = if tall > 3 { 1..tall - 1 } else { 0..tall };
    for row in 0..rows {
        for column in 0..columns {
            let count = counts[row * columns + column];
            if count == 0 {
                continue;
            }
            let share = 0.25 + 0.75 * f64::from(count).ln_1p() / most;
            let mark = rare[row * columns + column];
            let colour = if mark { ORANGE } else { blend(PAPER, BLUE, share) };
            line.clone().for_each(|y| raster.set(column, row * tall + y, colour));
            if mark {
                line.clone().for_each(|y| raster.set(column + 1, row * tall + y, colour));
            }
        }
    }
    raster
}

/// How often each value occurs.
pub fn histogram(sequence: &Sequence) -> Picture {
    let mut picture = frame(&sequence.title, &sequence.note);
    let counts = counted(sequence);
    let most = counts.iter().map(|(common, rare)| common + rare).max().unwrap_or(1).max(1);
    let cell = (RIGHT - LEFT) / counts.len() as f64;
    let across = |value: u64| LEFT + (value as f64 + 0.5) * cell;
    let up = |count: u64| BOTTOM - count as f64 / most as f64 * (BOTTOM - TOP);
    axes(&mut picture, (counts.len() as u64 - 1, most), (&across, &up), ("value", "heaps"));
    for (value, &(common, rare)) in counts.iter().enumerate() {
        let (x, width) = (across(value as u64) - cell * 0.4, cell * 0.8);
        for (from, to, colour) in [(0, rare, ORANGE), (rare, rare + common, BLUE)] {
            if to > from {
                picture.rectangle(x, up(to), width, (up(from) - up(to)).max(1.0), colour);
            }
        }
    }
    if sequence.rare.is_some() {
        legend(&mut picture);
    }
    picture
}

/// For each value how many common and how many rare heaps have it.
pub fn counted(sequence: &Sequence) -> Vec<(u64, u64)> {
    let top = sequence.values.iter().max().copied().unwrap_or(0);
    let mut counts = vec![(0, 0); top as usize + 1];
    for (n, &value) in sequence.values.iter().enumerate() {
        let rare = sequence.rare.as_ref().is_some_and(|rare| rare[n]);
        let count = &mut counts[value as usize];
        if rare { count.1 += 1 } else { count.0 += 1 }
    }
    counts
}

/// Values of sheets: width downwards, height to the right, value 0 white, colours by the root of the value.
pub fn heat_map(title: &str, note: &str, rows: &[Vec<u32>]) -> Picture {
    let mut picture = frame(title, note);
    let (height, width) = (rows.len(), rows.first().map_or(1, Vec::len));
    let top = rows.iter().flatten().max().copied().unwrap_or(0).max(1);
    let colour =
        |value: u32| if value == 0 { PAPER } else { viridis((f64::from(value) / f64::from(top)).sqrt()) };
    // Cells are squares where the chart has room for them.
    let room = RIGHT - LEFT - 70.0;
    let cell = (room / width as f64).min((BOTTOM - TOP) / height as f64);
    let (cell_width, cell_height) = if cell * width as f64 > room / 3.0 {
        (cell, cell)
    } else {
        (room / width as f64, (BOTTOM - TOP) / height as f64)
    };
    let (right, bottom) = (LEFT + cell_width * width as f64, TOP + cell_height * height as f64);
    let mut raster = Raster::new(width, height);
    for (y, row) in rows.iter().enumerate() {
        row.iter().enumerate().for_each(|(x, &value)| raster.set(x, y, colour(value)));
    }
    picture.rectangle(LEFT - 1.0, TOP - 1.0, right - LEFT + 2.0, bottom - TOP + 2.0, GREY);
    picture.shapes.push(super::Shape::Pixels {
        x: LEFT,
        y: TOP,
        width: right - LEFT,
        height: bottom - TOP,
        raster,
    });
    for tick in ticks(height as u64, 8).into_iter().skip(1) {
        picture.text(
            LEFT - 8.0,
            TOP + (tick as f64 - 0.5) * cell_height + 4.0,
            13.0,
            Anchor::End,
            INK,
            spaced(tick),
        );
    }
    for tick in ticks(width as u64, 8).into_iter().skip(1) {
        picture.text(
            LEFT + (tick as f64 - 0.5) * cell_width,
            bottom + 20.0,
            13.0,
            Anchor::Middle,
            INK,
            spaced(tick),
        );
    }
    picture.text((LEFT + right) / 2.0, bottom + 44.0, 13.0, Anchor::Middle, GREY, "height");
    picture.text(LEFT - 8.0, TOP - 12.0, 13.0, Anchor::End, GREY, "width");
    picture.width = (right + 100.0).max(640.0);
    picture.height = bottom + 65.0;
    let steps = 60;
    for i in 0..steps {
        let value = (f64::from(top) * (f64::from(i) + 0.5) / f64::from(steps)).round() as u32;
        let y = bottom - (bottom - TOP) * f64::from(i + 1) / f64::from(steps);
        picture.rectangle(right + 20.0, y, 16.0, (bottom - TOP) / f64::from(steps) + 0.5, colour(value));
    }
    for tick in ticks(top.into(), 5) {
        let y = bottom - (bottom - TOP) * tick as f64 / f64::from(top);
        picture.text(right + 42.0, y + 4.0, 13.0, Anchor::Start, INK, tick.to_string());
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers() {
        assert_eq!(ticks(8, 6), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(ticks(1_000_000, 8), [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]);
        assert_eq!(ticks(0, 6), [0]);
    }

    #[test]
    fn a_rare_position_among_a_million_is_seen() {
        let mut sequence = Sequence {
            title: String::new(),
            note: String::new(),
            values: vec![3; 1_000_000],
            rare: Some(vec![false; 1_000_000]),
            periodic_from: None,
        };
        let orange = |sequence: &Sequence| values(sequence).svg().len();
        let before = orange(&sequence);
        if let Some(rare) = &mut sequence.rare {
            rare[777_777] = true;
        }
        assert_ne!(orange(&sequence), before);
    }
}
