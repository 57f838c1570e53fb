//! Sprague in a browser, without a server: the requests of its pages, answered in a Web Worker.
//!
//! ```
//! use sprague_wasm::{Request, respond, usual_limits};
//! let request = Request { method: "GET", address: "/api/rule/kayles", body: b"" };
//! let reply = respond(&request, &usual_limits(1 << 30), &|_| ());
//! assert_eq!((reply.status, reply.kind), (200, "application/json"));
//! assert!(reply.body.starts_with(b"{\"rule\":\"0.77\""));
//! ```
//!
//! One request is answered at a time. It cannot be stopped from inside: the caller ends the worker and starts
//! another.
#![cfg_attr(not(target_family = "wasm"), forbid(unsafe_code))]

#[cfg(target_family = "wasm")]
mod bindings;
mod reply;
mod routes;
mod watch;

pub use reply::Reply;
pub use routes::{Request, respond};

use sprague_routes::Limits;
use std::time::Duration;

/// The limits of one question where the engine may use this many bytes of memory.
pub fn usual_limits(memory: u64) -> Limits {
    Limits {
        time: Duration::from_secs(60),
        // The answer is written and copied beside what was computed.
        memory: memory / 2,
        threads: 1,
        level: None,
        values: (memory / 64).min(20_000_000),
        answer: (memory / 16).min(64 << 20) as usize,
        question: 64 << 10,
        upload: (memory / 32).min(32 << 20) as usize,
        steps: 20_000_000_000,
        moves: 20_000,
        position: 4 << 10,
    }
}
