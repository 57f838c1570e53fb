//! Access control: which requests are allowed, and the security headers of every response.
//!
//! A page of another site may not use this server through its visitor's browser. Three checks see to that:
//! the `Host` header is one of ours (a name that an attacker points at 127.0.0.1 is not), `Origin`, where
//! there is one, is this server, and `Sec-Fetch-Site` says that the request comes from here or from the
//! address bar. Pages, which hold nothing, may be reached by links from anywhere. Answers may not be framed,
//! sniffed or run as anything but what they are.

use crate::{Problem, Site};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sprague::ask::catch_panic;
use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

/// The names by which the server may be called.
#[derive(Debug, Clone)]
pub struct Hosts {
    /// The address it listens on.
    pub address: IpAddr,
    /// Its port.
    pub port: u16,
    /// A name of the machine, other than `localhost`.
    pub name: Option<String>,
}

impl Hosts {
    /// This machine alone.
    pub fn loopback(port: u16) -> Self {
        Hosts { address: IpAddr::from([127, 0, 0, 1]), port, name: None }
    }

    /// Whether a `Host` header means this server. Numbers cannot be pointed elsewhere by a name server; names
    /// can, so of them only `localhost` and the one that was given count.
    pub fn allow(&self, host: &str) -> bool {
        let (name, port) = split(host);
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        let known = match name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || !self.address.is_loopback(),
            Err(_) => {
                name == "localhost" || self.name.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(&name))
            }
        };
        known && port.map_or(Some(80), |port| port.parse().ok()) == Some(self.port)
    }
}

/// Name and port of `name:port`, `[::1]:port` or either without a port.
fn split(host: &str) -> (&str, Option<&str>) {
    match host.rfind(':').filter(|&colon| !host[colon..].contains(']')) {
        Some(colon) => (&host[..colon], Some(&host[colon + 1..])),
        None => (host, None),
    }
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Refuses other hosts and sites, and puts the headers on every answer.
pub(crate) async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut response = match check(&site.hosts, &request) {
        Ok(()) => caught(next.run(request)).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The response; where making it panics, that this is a defect. Computations catch their own panics.
async fn caught(response: impl Future<Output = Response>) -> Response {
    let mut response = pin!(response);
    let result: Result<Response, Problem> =
        poll_fn(|context| match catch_panic(|| Ok::<_, Problem>(response.as_mut().poll(context))) {
            Ok(poll) => poll.map(Ok),
            Err(problem) => Poll::Ready(Err(problem)),
        })
        .await;
    result.unwrap_or_else(Problem::into_response)
}

fn check(hosts: &Hosts, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let host = one(headers, &header::HOST)?.unwrap_or("");
    let asked = request.uri().authority().map_or(host, |authority| authority.as_str());
    if !hosts.allow(host) || !hosts.allow(asked) {
        let line = "the Host header names another server; open the address that `sprague serve` printed";
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "host", line));
    }
    let stranger = || Problem::new(StatusCode::FORBIDDEN, "origin", "another site may not ask this server");
    if let Some(origin) = one(headers, &header::ORIGIN)?
        && origin.strip_prefix("http://") != Some(host)
    {
        return Err(stranger());
    }
    let site = one(headers, &HeaderName::from_static("sec-fetch-site"))?;
    if matches!(site, None | Some("same-origin" | "none")) || is_link(request) {
        return Ok(());
    }
    Err(stranger())
}

/// Whether a browser follows a link to a page: nothing is computed, and the site with the link sees nothing
/// of it.
fn is_link(request: &Request) -> bool {
    let is = |name, value| request.headers().get(name).is_some_and(|given: &HeaderValue| given == value);
    request.method() == Method::GET
        && !request.uri().path().starts_with("/api")
        && is("sec-fetch-mode", "navigate")
        && is("sec-fetch-dest", "document")
}

/// A header that may be there once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut all = headers.get_all(name).iter();
    let wrong = || Problem::bad("query", format!("the header {name} cannot be read"));
    match (all.next(), all.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_while_a_request_is_answered_is_answered() {
        let broken = async {
            tokio::task::yield_now().await;
            if true {
                panic!("a defect\nof two lines");
            }
            StatusCode::OK.into_response()
        };
        let response = caught(broken).await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = axum::body::to_bytes(response.into_body(), 1000).await.unwrap();
        let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(problem["code"], "internal");
        assert!(problem["error"].as_str().unwrap().contains("a defect of two lines"));
        assert_eq!(caught(async { StatusCode::OK.into_response() }).await.status(), StatusCode::OK);
    }
}
