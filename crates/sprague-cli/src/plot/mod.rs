//! Pictures: drawn once as shapes, then written as SVG or painted as PNG; and a preview in characters.
//!
//! - `chart` values by size, histograms, heat maps, as shapes
//! - `svg` shapes as text; `raster` shapes as pixels, and pixels as PNG
//! - `terminal` the preview
//!
//! Colours: blue for values, orange for rare positions, viridis for heat maps, which readers of every kind of
//! sight can tell apart.

pub mod chart;
mod raster;
mod svg;
pub mod terminal;

pub use raster::Raster;

/// Red, green, blue.
pub type Colour = [u8; 3];

pub const INK: Colour = [40, 40, 40];
pub const GREY: Colour = [120, 120, 120];
pub const GRID: Colour = [228, 228, 228];
pub const PAPER: Colour = [255, 255, 255];
/// Blue and orange of the palette of Okabe and Ito.
pub const BLUE: Colour = [0, 114, 178];
pub const ORANGE: Colour = [213, 94, 0];

/// Where a text stands beside its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// One thing to draw. Lengths are in units of the picture; y grows downwards.
pub enum Shape {
    Rectangle {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        colour: Colour,
    },
    /// A text on the base line y, letters of a height.
    Text {
        x: f64,
        y: f64,
        size: f64,
        anchor: Anchor,
        colour: Colour,
        text: String,
    },
    /// Pixels stretched over a rectangle.
    Pixels {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        raster: Raster,
    },
}

/// A picture: its size and its shapes, from back to front.
pub struct Picture {
    pub width: f64,
    pub height: f64,
    pub shapes: Vec<Shape>,
}

impl Picture {
    pub fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64, colour: Colour) {
        self.shapes.push(Shape::Rectangle { x, y, width, height, colour });
    }

    pub fn text(
        &mut self,
        x: f64,
        y: f64,
        size: f64,
        anchor: Anchor,
        colour: Colour,
        text: impl Into<String>,
    ) {
        self.shapes.push(Shape::Text { x, y, size, anchor, colour, text: text.into() });
    }

    /// The picture as SVG.
    pub fn svg(&self) -> String {
        svg::write(self)
    }

    /// The picture as PNG, two pixels a unit.
    pub fn png(&self) -> anyhow::Result<Vec<u8>> {
        Raster::of(self, 2.0).png()
    }
}

/// Viridis, a value from 0 to 1.
pub fn viridis(part: f64) -> Colour {
    const STOPS: [Colour; 9] = [
        [68, 1, 84],
        [71, 44, 122],
        [59, 81, 139],
        [44, 113, 142],
        [33, 144, 141],
        [39, 173, 129],
        [92, 200, 99],
        [170, 220, 50],
        [253, 231, 37],
    ];
    let place = part.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let low = (place as usize).min(STOPS.len() - 2);
    blend(STOPS[low], STOPS[low + 1], place - low as f64)
}

/// From one colour to another.
pub fn blend(from: Colour, to: Colour, part: f64) -> Colour {
    std::array::from_fn(|i| {
        (f64::from(from[i]) + (f64::from(to[i]) - f64::from(from[i])) * part).round() as u8
    })
}

/// A number in a picture: `1 234 567`.
fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(" ")
}
