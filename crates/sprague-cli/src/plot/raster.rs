//! Pixels: a picture painted on a grid, and the grid as a PNG file.
//!
//! PNG: a signature, then chunks of length, name, data and CRC-32: the header, the rows compressed by zlib (each row led
//! by a byte 0: no filter), the end.

use super::{Anchor, Colour, PAPER, Picture, Shape, font};
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::Write;

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

    /// A picture, so many pixels a unit.
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

    fn write(&mut self, x: f64, y: f64, size: f64, anchor: Anchor, colour: Colour, text: &str) {
        // Seven rows of dots make the height of a letter.
        let dot = (size / 9.0).round().max(1.0);
        let length = text.chars().count() as f64 * 6.0 * dot;
        let mut left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - length / 2.0,
            Anchor::End => x - length + dot,
        };
        for letter in text.chars() {
            let glyph = font::glyph(letter);
            for (row, bits) in glyph.iter().enumerate() {
                for column in (0..5).filter(|column| bits >> (4 - column) & 1 == 1) {
                    let (right, down) = (left + column as f64 * dot, y - (7.0 - row as f64) * dot);
                    if right >= 0.0 && down >= 0.0 {
                        self.fill(right, down, dot, dot, |_, _| colour);
                    }
                }
            }
            left += 6.0 * dot;
        }
    }

    /// The file.
    pub fn png(&self) -> std::io::Result<Vec<u8>> {
        let mut header = Vec::new();
        header.extend((self.width as u32).to_be_bytes());
        header.extend((self.height as u32).to_be_bytes());
        // Eight bits a colour, three colours, the usual compression and filters, not interlaced.
        header.extend([8, 2, 0, 0, 0]);
        let mut rows = ZlibEncoder::new(Vec::new(), Compression::best());
        for row in self.pixels.chunks(self.width) {
            rows.write_all(&[0])?;
            rows.write_all(row.as_flattened())?;
        }
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        chunk(&mut file, b"IHDR", &header);
        chunk(&mut file, b"IDAT", &rows.finish()?);
        chunk(&mut file, b"IEND", &[]);
        Ok(file)
    }
}

fn chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    let mut crc = Crc::new();
    crc.update(name);
    crc.update(data);
    file.extend((data.len() as u32).to_be_bytes());
    file.extend(name);
    file.extend(data);
    file.extend(crc.sum().to_be_bytes());
}
