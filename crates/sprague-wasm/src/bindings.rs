//! The functions that the worker calls.

use crate::{Request, respond, usual_limits};
use std::panic;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Receives progress, as JSON. The worker defines it.
    #[wasm_bindgen(js_namespace = self, js_name = spragueProgress)]
    fn progress(far: &str);
    /// Receives the line of a panic, after which the engine has ended. The worker defines it.
    #[wasm_bindgen(js_namespace = self, js_name = spragueDefect)]
    fn defect(line: &str);
}

/// A reply that JavaScript can read.
#[wasm_bindgen]
pub struct Reply(crate::Reply);

#[wasm_bindgen]
impl Reply {
    /// The status of HTTP.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// All headers, as a JSON object with names in lower case.
    #[wasm_bindgen(getter)]
    pub fn headers(&self) -> String {
        let mut headers = serde_json::Map::new();
        headers.insert("content-type".into(), self.0.kind.into());
        headers.extend(self.0.headers.iter().map(|(name, value)| (name.to_string(), value.as_str().into())));
        serde_json::Value::Object(headers).to_string()
    }

    /// A copy of the body.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> Vec<u8> {
        self.0.body.to_vec()
    }
}

/// Runs once, when the engine is there.
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|info| defect(&info.to_string())));
}

/// Answers a request with at most `memory` bytes of memory.
#[wasm_bindgen]
pub fn request(method: &str, address: &str, body: &[u8], memory: f64) -> Reply {
    let tell = |far: &sprague_routes::Progress| progress(&serde_json::to_string(far).unwrap_or_default());
    Reply(respond(&Request { method, address, body }, &usual_limits(memory as u64), &tell))
}
