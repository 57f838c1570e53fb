//! A picture as SVG: shapes as elements, pixels as an embedded PNG.

use super::{Anchor, Colour, Picture, Shape};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use std::fmt::Write;

pub fn write(picture: &Picture) -> String {
    let (width, height) = (picture.width, picture.height);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for shape in &picture.shapes {
        // Writing to a string does not fail.
        let _ = match shape {
            Shape::Rectangle { x, y, width, height, colour } => writeln!(
                text,
                "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{}\"/>",
                hex(*colour)
            ),
            Shape::Text { x, y, size, anchor, colour, text: line } => {
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                writeln!(
                    text,
                    "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{}\">{}</text>",
                    hex(*colour),
                    escape(line)
                )
            }
            Shape::Pixels { x, y, width, height, raster } => writeln!(
                text,
                "<image x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" preserveAspectRatio=\"none\" \
                 style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>",
                // Compressing into memory does not fail.
                BASE64_STANDARD.encode(raster.png().unwrap_or_default())
            ),
        };
    }
    text + "</svg>\n"
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
