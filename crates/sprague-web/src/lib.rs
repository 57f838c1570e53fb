//! The page behind `sprague serve`: questions and answers over HTTP, with the pages inside the binary.
//!
//! ```text
//! connection ──▶ guard ──▶ route ──▶ desk ──▶ sprague-routes
//!                            └─▶ assets          one thread per question, bounded, stopped when no client waits
//! ```
//!
//! - [`Config`], [`Limits`]: where it listens and what one question may use
//! - [`Site`]: what all requests share; [`Site::router`] is the whole service, [`run`] serves it until it is
//!   stopped
//! - `guard`: who may ask (Host, Origin), and the headers of every answer; `connections`: slow clients
//! - `desk`: how many questions are computed and how many wait; `cache`: answers that were given before;
//!   `exchange`: bodies, in both directions, within budgets
//! - `handlers`: one for each address of the API, which calls `sprague-routes`; `docs` and `assets` are the
//!   pages; `openapi` describes the API
//!
//! `README.md` is the contract with the pages. No route computes by itself.
#![forbid(unsafe_code)]

mod assets;
mod cache;
mod connections;
mod desk;
mod docs;
mod error;
mod events;
mod exchange;
mod guard;
mod handlers;
mod limits;
pub mod mathematics;
mod openapi;

pub use connections::run;
pub use error::Problem;
pub use guard::Hosts;
pub use limits::Limits;

use axum::Router;
use axum::routing::{get, post};
use cache::Cache;
use desk::{Desk, Overruns};
use exchange::{Inbox, Outbox};
use std::sync::Arc;
use std::time::Duration;

/// How many of the quick questions, those of a game that is played, are computed at once, and for how long at
/// most.
const QUICK: (usize, Duration) = (2, Duration::from_secs(10));

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
    /// What a player waits for, so that a long question does not stop a game.
    quick: Desk,
    overruns: Arc<Overruns>,
    cache: Cache,
    inbox: Inbox,
    outbox: Outbox,
}

impl Site {
    /// A site with nothing asked yet.
    pub fn new(config: Config) -> Arc<Self> {
        let Config { hosts, limits } = config;
        let overruns = Overruns::new(limits.overruns);
        let desk = Desk::new(limits.running, limits.waiting, limits.time, overruns.clone());
        let quick = Desk::new(QUICK.0, limits.waiting, limits.time.min(QUICK.1), overruns.clone());
        let (cache, outbox) = (Cache::new(limits.cache), Outbox::new(limits.under_way));
        let inbox = Inbox::new(&limits);
        Arc::new(Site { hosts, limits, desk, quick, overruns, cache, inbox, outbox })
    }

    /// Every address of the site, behind its guard.
    pub fn router(self: &Arc<Self>) -> Router {
        let mut router =
            Router::new().route("/assets/{*file}", get(assets::file)).route("/", get(assets::shell));
        for page in ["/game/{*rule}", "/sheets", "/play/{*game}", "/count", "/compare", "/census", "/about"] {
            router = router.route(page, get(assets::shell));
        }
        router
            .route("/docs", get(docs::index))
            .route("/docs/{*page}", get(docs::page))
            .route("/api/census", get(handlers::census))
            .route("/api/census.csv", get(handlers::census_file))
            .route("/api/census/misere.csv", get(handlers::misere_file))
            .route("/api/about", get(handlers::about))
            .route("/api/ask", post(handlers::ask))
            .route("/api/certificate", get(handlers::certificate))
            .route("/api/check", post(handlers::check))
            .route("/api/cousins/{rule}", get(handlers::cousins))
            .route("/api/euler", get(handlers::euler))
            .route("/api/openapi.json", get(openapi::openapi))
            .route("/api/play/board", get(handlers::board))
            .route("/api/play/hint", get(handlers::hint))
            .route("/api/play/reply", get(handlers::reply))
            .route("/api/rule/{rule}", get(handlers::rule))
            .route("/api/rules", get(handlers::rules))
            .route("/api/snippets", post(handlers::snippets))
            .route("/api/snippets/{rule}", get(handlers::rule_snippets))
            .route("/api/values/{file}", get(handlers::values))
            .fallback(assets::missing)
            .method_not_allowed_fallback(error::wrong_method)
            .layer(axum::middleware::from_fn_with_state(self.clone(), guard::guard))
            .with_state(self.clone())
    }

    /// Ends every computation; from now on no question is answered.
    pub fn end(&self) {
        self.desk.end();
        self.quick.end();
    }
}
