//! `bind MODULE.wasm FOLDER`: writes `sprague.js` and `sprague_bg.wasm`, which a Web Worker loads, to the folder.

use anyhow::{Context, Result};
use std::env;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut args = env::args().skip(1);
    let (module, folder) = args.next().zip(args.next()).context("usage: bind MODULE.wasm FOLDER")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("sprague").typescript(false).remove_producers_section(true);
    bindgen.remove_name_section(true).web(true)?.generate(folder)
}
