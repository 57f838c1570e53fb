//! Pixels: a picture painted on a grid, and the grid as a PNG file.

use super::{Anchor, Colour, PAPER, Picture, Shape, blend};
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

/// The box of a letter, and where its base line is.
const LETTERS: RasterHeight = RasterHeight::Size32;
const BASE_LINE: f64 = 25.0;

/// A grid of pixels.
pub struct Raster {
    width: usize,
    height: usize,
    pixels: Vec<Colour>,
}

impl Raster {
    pub fn new(width: usize, height: usize) -> Self {
        Raster { width, height, pixels: vec![PAPER; width * height] }
    }

    pub fn set(&mut self, x: usize, y: usize, colour: Colour) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = colour;
        }
    }

    /// A picture, with its number of pixels per unit.
    pub fn of(picture: &Picture, scale: f64) -> Self {
        let mut raster = Raster::new((picture.width * scale) as usize, (picture.height * scale) as usize);
        for shape in &picture.shapes {
            match shape {
                Shape::Rectangle { x, y, width, height, colour } => {
                    raster.fill(x * scale, y * scale, width * scale, height * scale, |_, _| *colour);
                }
                Shape::Pixels { x, y, width, height, raster: inner } => {
                    raster.fill(x * scale, y * scale, width * scale, height * scale, |across, down| {
                        let column = ((across * inner.width as f64) as usize).min(inner.width - 1);
                        let row = ((down * inner.height as f64) as usize).min(inner.height - 1);
                        inner.pixels[row * inner.width + column]
                    });
                }
                Shape::Text { x, y, size, anchor, colour, text } => {
                    raster.write(x * scale, y * scale, size * scale, *anchor, *colour, text);
                }
            }
        }
        raster
    }

    /// Fills a rectangle, at least a pixel wide and high; `colour` is asked with the share across and down.
    fn fill(&mut self, x: f64, y: f64, width: f64, height: f64, colour: impl Fn(f64, f64) -> Colour) {
        let (left, top) = (x.round() as usize, y.round() as usize);
        let right = ((x + width).round() as usize).max(left + 1);
        let bottom = ((y + height).round() as usize).max(top + 1);
        for row in top..bottom {
            for column in left..right {
                let across = (column - left) as f64 / (right - left) as f64;
                let down = (row - top) as f64 / (bottom - top) as f64;
                self.set(column, row, colour(across, down));
            }
        }
    }

    /// Writes a text on the base line y. There is one size of letters; a title, above 30 pixels, is bold.
    fn write(&mut self, x: f64, y: f64, size: f64, anchor: Anchor, colour: Colour, text: &str) {
        let weight = if size > 30.0 { FontWeight::Bold } else { FontWeight::Regular };
        let letters = text.chars().filter_map(|letter| {
            get_raster(letter, weight, LETTERS).or_else(|| get_raster('?', weight, LETTERS))
        });
        let width = get_raster_width(weight, LETTERS);
        let length = (text.chars().count() * width) as f64;
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - length / 2.0,
            Anchor::End => x - length,
        };
        let (left, top) = (left.max(0.0) as usize, (y - BASE_LINE).max(0.0) as usize);
        for (place, letter) in letters.enumerate() {
            for (down, row) in letter.rows().enumerate() {
                for (across, &ink) in row.iter().enumerate() {
                    let (column, row) = (left + place * width + across, top + down);
                    if ink > 0 && column < self.width && row < self.height {
                        let pixel = &mut self.pixels[row * self.width + column];
                        *pixel = blend(*pixel, colour, f64::from(ink) / 255.0);
                    }
                }
            }
        }
    }

    /// The file.
    pub fn png(&self) -> anyhow::Result<Vec<u8>> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        writer.finish()?;
        Ok(file)
    }
}
