//! Other hosts, other sites, other files, bodies too long or too slow.

mod common;

use axum::body::Body;
use axum::http::Request;
use common::{PORT, Server, get, limits, request, send, site, site_with};
use sprague_web::{Hosts, Limits};
use std::io::{Read, Write};
use std::net::IpAddr;
use std::time::{Duration, Instant};

const QUESTION: &str = r#"{"ask":"law","rule":"kayles"}"#;

async fn from(headers: &[(&str, &str)], method: &str, uri: &str) -> u16 {
    let mut builder = Request::builder().method(method).uri(uri);
    for (name, value) in headers {
        builder = builder.header(*name, *value);
    }
    if method == "POST" && !headers.iter().any(|(name, _)| *name == "content-type") {
        builder = builder.header("content-type", "application/json");
    }
    let body = if method == "POST" { Body::from(QUESTION) } else { Body::empty() };
    send(&site(), builder.body(body).unwrap()).await.status.as_u16()
}

/// A name that an attacker points at 127.0.0.1 is not ours.
#[tokio::test]
async fn the_host_has_to_be_ours() {
    let own = format!("localhost:{PORT}");
    for host in
        [own.as_str(), "127.0.0.1:8077", "[::1]:8077", "LOCALHOST:8077", "localhost.:8077", "127.9.9.9:8077"]
    {
        for (method, uri) in [("GET", "/"), ("GET", "/api/about"), ("POST", "/api/ask")] {
            assert_eq!(from(&[("host", host)], method, uri).await, 200, "{host} {uri}");
        }
    }
    for host in [
        "evil.example:8077",
        "evil.example",
        "localhost",
        "localhost:80",
        "localhost:8078",
        "localhost.evil.example:8077",
        "127.0.0.1.nip.io:8077",
        "10.0.0.1:8077",
        "[::2]:8077",
        "localhost:8077@evil.example",
        "",
        ":8077",
    ] {
        for (method, uri) in
            [("GET", "/"), ("GET", "/assets/index.html"), ("GET", "/api/about"), ("POST", "/api/ask")]
        {
            assert_eq!(from(&[("host", host)], method, uri).await, 421, "{host:?} {uri}");
        }
    }
    assert_eq!(from(&[], "GET", "/api/about").await, 421);
    assert_eq!(from(&[("host", &own), ("host", "evil.example")], "GET", "/").await, 400);
    // The address of the request line counts as well as the header.
    assert_eq!(from(&[("host", &own)], "GET", "http://evil.example/api/about").await, 421);
}

#[test]
fn other_addresses_allow_numbers_and_the_given_name() {
    let hosts = Hosts { address: IpAddr::from([0, 0, 0, 0]), port: 80, name: Some("Games.example".into()) };
    for host in ["192.168.1.5", "192.168.1.5:80", "games.example", "localhost:80", "[fe80::1]:80"] {
        assert!(hosts.allow(host), "{host}");
    }
    for host in ["games.example:8077", "other.example", "192.168.1.5:81", "192.168.1.5:80:80", "192.168.1.5:"]
    {
        assert!(!hosts.allow(host), "{host}");
    }
}

#[tokio::test]
async fn other_sites_may_not_ask() {
    let own = [("host", "localhost:8077")];
    let with = |more: &[(&'static str, &'static str)]| own.iter().chain(more).copied().collect::<Vec<_>>();
    for origin in [
        "https://evil.example",
        "http://evil.example:8077",
        "http://localhost:3000",
        "https://localhost:8077",
        "null",
        "",
    ] {
        for (method, uri) in [("POST", "/api/ask"), ("GET", "/api/about"), ("GET", "/")] {
            let headers: Vec<(&str, &str)> = own.iter().copied().chain([("origin", origin)]).collect();
            assert_eq!(from(&headers, method, uri).await, 403, "{origin} {uri}");
        }
    }
    assert_eq!(from(&with(&[("origin", "http://localhost:8077")]), "POST", "/api/ask").await, 200);
    for (fetch, status) in
        [("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403), ("?", 403)]
    {
        for (method, uri) in
            [("POST", "/api/ask"), ("GET", "/api/values/0.77.bin?to=5"), ("GET", "/assets/index.html")]
        {
            assert_eq!(from(&with(&[("sec-fetch-site", fetch)]), method, uri).await, status, "{fetch} {uri}");
        }
    }
    // A link leads to a page from anywhere, but neither to an answer nor into a frame.
    let link = |dest| {
        with(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", dest)])
    };
    assert_eq!(from(&link("document"), "GET", "/game/0.77").await, 200);
    assert_eq!(from(&link("iframe"), "GET", "/game/0.77").await, 403);
    assert_eq!(from(&link("document"), "GET", "/api/about").await, 403);
    assert_eq!(from(&link("document"), "POST", "/api/ask").await, 403);
}

#[tokio::test]
async fn what_a_form_can_send_is_refused() {
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx", ""]
    {
        for route in ["/api/ask", "/api/check"] {
            let asked =
                request("POST", route).header("content-type", kind).body(Body::from(QUESTION)).unwrap();
            assert_eq!(send(&site(), asked).await.problem(), (415, "type".into()), "{kind}");
        }
    }
    let asked = request("POST", "/api/ask").header("content-type", "application/json; charset=utf-8");
    assert_eq!(send(&site(), asked.body(Body::from(QUESTION)).unwrap()).await.status, 200);
    for (method, uri) in [
        ("GET", "/api/ask"),
        ("PUT", "/api/ask"),
        ("OPTIONS", "/api/ask"),
        ("POST", "/api/about"),
        ("DELETE", "/"),
    ] {
        let got = send(&site(), request(method, uri).body(Body::empty()).unwrap()).await;
        assert_eq!(got.problem(), (405, "method".into()), "{method} {uri}");
        assert_eq!(got.header("access-control-allow-origin"), "");
    }
}

#[tokio::test]
async fn every_answer_has_the_headers() {
    let site = site();
    for uri in [
        "/",
        "/assets/index.html",
        "/nowhere",
        "/api/about",
        "/api/nowhere",
        "/api/values/0.77.bin?to=5",
        "/api/rule/x",
    ] {
        let got = get(&site, uri).await;
        let policy = got.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "connect-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{uri}: {policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(got.header(name), value, "{uri}");
        }
        assert!(["no-store", "no-cache"].contains(&got.header("cache-control")), "{uri}");
        assert_eq!(got.header("access-control-allow-origin"), "", "{uri}");
    }
    let refused =
        send(&site, Request::get("/").header("host", "evil.example").body(Body::empty()).unwrap()).await;
    assert_eq!(refused.header("x-content-type-options"), "nosniff");
}

#[tokio::test]
async fn files_are_those_of_the_pages_alone() {
    let site = site();
    for name in [
        "../Cargo.toml",
        "..%2fCargo.toml",
        "%2e%2e/Cargo.toml",
        "%2e%2e%2fCargo.toml",
        "..%5cCargo.toml",
        "%2fetc%2fpasswd",
        "//etc/passwd",
        "x/../../Cargo.toml",
        "x/..%2f..%2fCargo.toml",
        ".gitignore",
        "index.html%00.js",
        "index.html/",
        "",
        "%ff",
    ] {
        let got = get(&site, &format!("/assets/{name}")).await;
        assert!([400, 404].contains(&got.status.as_u16()), "{name}: {}", got.status);
        assert!(!String::from_utf8_lossy(&got.body).contains("[package]"), "{name}");
    }
}

#[tokio::test]
async fn bodies_are_bounded() {
    let small = Limits { question: 1000, upload: 2000, ..limits() };
    for (route, kind, most) in
        [("/api/ask", "application/json", 1000), ("/api/check", "application/octet-stream", 2000)]
    {
        for (length, large) in [(most, false), (most + 1, true), (100 * most, true)] {
            let asked =
                request("POST", route).header("content-type", kind).body(Body::from(vec![b' '; length]));
            let (status, code) = send(&site_with(small.clone()), asked.unwrap()).await.problem();
            assert_eq!((status == 413, code == "size"), (large, large), "{route} {length}: {status} {code}");
        }
    }
}

/// Clients that send their header, or their body, byte by byte, or that do not take their answer.
#[test]
fn slow_clients_are_left() {
    let server = Server::start(Limits { patience: Duration::from_millis(700), ..limits() });
    let ended = |what: &str, bytes: &[u8]| {
        let mut client = server.connect();
        client.reader.get_mut().write_all(bytes).unwrap();
        let start = Instant::now();
        let mut rest = Vec::new();
        let _ = client.reader.read_to_end(&mut rest);
        assert!(start.elapsed() < Duration::from_secs(10), "{what}");
        String::from_utf8_lossy(&rest).into_owned()
    };
    ended("nothing", b"");
    ended("half a header", b"GET / HTTP/1.1\r\nHost: loc");
    let host = server.address;
    let body = format!(
        "POST /api/ask HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{{"
    );
    let rest = ended("half a body", body.as_bytes());
    assert!(rest.starts_with("HTTP/1.1 408") && rest.contains("\"slow\""), "{rest}");

    // A connection that is kept open after an answer.
    let mut idle = server.connect();
    assert_eq!(idle.get("/api/about").0, 200);
    let start = Instant::now();
    let _ = idle.reader.read_to_end(&mut Vec::new());
    assert!(start.elapsed() < Duration::from_secs(10));

    let mut sleeper = server.connect();
    sleeper.write(&format!("GET /api/values/nim.bin?to=5000000 HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    std::thread::sleep(Duration::from_secs(4));
    let mut taken = Vec::new();
    let end = sleeper.reader.read_to_end(&mut taken);
    assert!(end.is_err() || taken.len() < 20_000_000, "the server waited forever: {}", taken.len());
}

/// Uploads that do not come to their end hold memory, and there is a bound on all of them together.
#[test]
fn uploads_under_way_are_bounded() {
    let limits =
        Limits { uploads: 1 << 20, upload: 400 << 10, patience: Duration::from_secs(120), ..limits() };
    let server = Server::start(limits);
    // 1 MiB is not enough for a fourth: it is refused with a line, and so are all that follow.
    let refused = |length| {
        let mut client = server.connect();
        client.upload(length, length);
        let (status, body) = client.read();
        (
            status,
            serde_json::from_slice::<serde_json::Value>(&body).unwrap()["code"].as_str().unwrap().to_string(),
        )
    };
    let begin = |pause: u64| {
        let mut unfinished: Vec<_> = (0..3).map(|_| server.connect()).collect();
        for client in &mut unfinished {
            client.upload(350_000, 340_000);
        }
        // What was sent has to arrive, or one of these would be refused instead of the fourth.
        std::thread::sleep(Duration::from_millis(pause));
        (refused(350_000) == (503, "busy".into())).then_some(unfinished)
    };
    let unfinished = [100, 1000, 5000].into_iter().find_map(begin).expect("a fourth is refused");
    assert_eq!(refused(350_000), (503, "busy".into()));
    assert_eq!(refused(500_000), (413, "size".into()), "larger than any upload may be");
    // Questions have their own budget.
    assert_eq!(server.connect().ask(QUESTION).0, 200);
    drop(unfinished);
    let start = Instant::now();
    while refused(350_000) != (400, "certificate".into()) {
        assert!(start.elapsed() < Duration::from_secs(10), "room is free again when clients are gone");
        std::thread::sleep(Duration::from_millis(20));
    }
    // What was read gives its room back, whatever became of it.
    for _ in 0..10 {
        assert_eq!(refused(350_000), (400, "certificate".into()));
    }
}

/// A body that stands still is ended before its time is over.
#[test]
fn uploads_that_stand_still_are_ended() {
    let server = Server::start(Limits { patience: Duration::from_secs(4), ..limits() });
    let mut client = server.connect();
    client.upload(1 << 20, 1 << 19);
    let start = Instant::now();
    let (status, body) = client.read();
    assert!(status == 408 && String::from_utf8_lossy(&body).contains("\"slow\""), "{status}");
    assert!(start.elapsed() >= Duration::from_millis(500), "{:?}", start.elapsed());
}

/// A header too long is an error of the client, not a fault here.
#[test]
fn long_headers_are_refused() {
    let server = Server::start(limits());
    let mut client = server.connect();
    let host = server.address;
    let long = "x".repeat(300_000);
    let _ = client
        .reader
        .get_mut()
        .write_all(format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {long}\r\n\r\n").as_bytes());
    let mut rest = Vec::new();
    let _ = client.reader.read_to_end(&mut rest);
    assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 4"));
    assert_eq!(server.connect().get("/api/about").0, 200);
}
