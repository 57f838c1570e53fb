//! The page behind `sprague serve`: questions and answers over HTTP, with the pages inside the binary.
//!
//! ```text
//! connection ──▶ guard ──▶ route ──▶ desk ──▶ sprague::ask, sprague::play, sprague-check
//!                            └─▶ assets          one thread a question, bounded, stopped when nobody waits
//! ```
//!
//! - [`Config`], [`Limits`]: where it listens and what one question may use
//! - [`Site`]: what all requests share; [`Site::router`] is the whole service, [`run`] serves it until told to stop
//! - `guard`: who may ask (Host, Origin), and the headers of every answer; `connections`: slow clients
//! - `desk`: how many questions are computed and how many wait; `cache`: answers that were given before
//! - one file a group of routes: `ask`, `values`, `certificate`, `rules`, `play`, `assets`; `openapi` describes them
//!
//! `README.md` is the contract with the pages. No route computes by itself.
#![forbid(unsafe_code)]

mod ask;
mod assets;
mod connections;
mod desk;
mod error;
mod guard;
mod limits;

pub use connections::run;
pub use error::Problem;
pub use guard::Hosts;
pub use limits::Limits;

use axum::Router;
use axum::routing::{get, post};
use desk::Desk;
use std::sync::Arc;

/// Where the server listens, as far as requests have to know it, and its limits.
#[derive(Debug, Clone)]
pub struct Config {
    /// The names by which browsers may call it.
    pub hosts: Hosts,
    /// What questions may use.
    pub limits: Limits,
}

/// What all requests share.
#[derive(Debug)]
pub struct Site {
    hosts: Hosts,
    limits: Limits,
    /// Questions.
    desk: Desk,
}

impl Site {
    /// A site with nothing asked yet.
    pub fn new(config: Config) -> Arc<Self> {
        let Config { hosts, limits } = config;
        let desk = Desk::new(limits.running, limits.waiting, limits.time);
        Arc::new(Site { hosts, limits, desk })
    }

    /// Every address of the site, behind its guard.
    pub fn router(self: &Arc<Self>) -> Router {
        let mut router =
            Router::new().route("/assets/{*file}", get(assets::file)).route("/", get(assets::shell));
        for page in ["/game/{*rule}", "/sheets", "/play/{*game}", "/count", "/compare", "/about"] {
            router = router.route(page, get(assets::shell));
        }
        router
            .route("/api/ask", post(ask::ask))
            .fallback(assets::missing)
            .method_not_allowed_fallback(error::wrong_method)
            .layer(axum::middleware::from_fn_with_state(self.clone(), guard::guard))
            .with_state(self.clone())
    }

    /// Ends every computation; from now on no question is answered.
    pub fn end(&self) {
        self.desk.end();
    }
}
