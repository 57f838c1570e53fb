//! One contract: the worker gives what the server gives, for every address that the pages ask.

use axum::body::{Body, to_bytes};
use axum::http::Request as HttpRequest;
use serde_json::Value;
use sprague_wasm::{Request, respond, usual_limits};
use sprague_web::{Config, Hosts, Limits, Site};
use std::sync::Arc;
use tower::ServiceExt;

/// What both give: the status, the headers that pages read, and the body.
#[derive(Debug, PartialEq)]
struct Got {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// The headers that pages read.
const HEADERS: [&str; 7] = [
    "content-type",
    "content-disposition",
    "sprague-cell",
    "sprague-shape",
    "sprague-from",
    "sprague-largest",
    "sprague-rule",
];

const MEMORY: u64 = 1 << 30;

fn server() -> Arc<Site> {
    let one = usual_limits(MEMORY);
    let limits = Limits {
        memory: one.memory,
        values: one.values,
        answer: one.answer,
        question: one.question,
        upload: one.upload,
        steps: one.steps,
        moves: one.moves,
        position: one.position,
        ..Limits::for_machine(2, 4 << 30)
    };
    Site::new(Config { hosts: Hosts::loopback(80), limits })
}

async fn by_server(site: &Arc<Site>, asked: &Request<'_>, kind: &str) -> Got {
    let request = HttpRequest::builder().method(asked.method).uri(asked.address).header("host", "localhost");
    let request = if kind.is_empty() { request } else { request.header("content-type", kind) };
    let request = request.body(Body::from(asked.body.to_vec())).unwrap();
    let response = site.router().oneshot(request).await.unwrap();
    let header =
        |name: &&str| Some((name.to_string(), response.headers().get(*name)?.to_str().unwrap().to_string()));
    let (status, headers) = (response.status().as_u16(), HEADERS.iter().filter_map(header).collect());
    let body = to_bytes(response.into_body(), 1 << 30).await.unwrap().to_vec();
    Got { status, headers, body }
}

fn by_worker(asked: &Request) -> Got {
    let reply = respond(asked, &usual_limits(MEMORY), &|_| ());
    let mut all = vec![("content-type", reply.kind.to_string())];
    all.extend(reply.headers);
    let value = |name: &&str| {
        let found = all.iter().find(|(known, _)| known == name);
        found.map(|(name, value)| (name.to_string(), value.clone()))
    };
    Got {
        status: reply.status,
        headers: HEADERS.iter().filter_map(value).collect(),
        body: reply.body.to_vec(),
    }
}

/// The same without what differs from time to time.
fn steady(mut got: Got) -> Got {
    if let Ok(mut value) = serde_json::from_slice::<Value>(&got.body) {
        if let Some(seconds) = value.get_mut("seconds") {
            *seconds = Value::Null;
        }
        got.body = value.to_string().into_bytes();
    }
    got
}

async fn same(site: &Arc<Site>, asked: &Request<'_>, kind: &str) {
    let (server, worker) = (steady(by_server(site, asked, kind).await), steady(by_worker(asked)));
    assert_eq!(worker.status, server.status, "{asked:?}");
    assert_eq!(worker.headers, server.headers, "{asked:?}");
    let text = |got: &Got| String::from_utf8_lossy(&got.body).into_owned();
    assert!(worker.body == server.body, "{asked:?}: {} is not {}", text(&worker), text(&server));
}

#[tokio::test]
async fn what_is_read() {
    let site = server();
    for address in [
        "/api/rules?first=3",
        "/api/rules?q=kay&first=50",
        "/api/rule/kayles",
        "/api/rule/split:3%2Funequal",
        "/api/rule/kales",
        "/api/euler",
        "/api/census",
        "/api/census.csv",
        "/api/census/misere.csv",
        "/api/cousins/0.07",
        "/api/snippets/kayles?law=true",
        "/api/snippets/cut?certificate=false",
        "/api/play/board?rule=kayles&position=3%2B5%2B7&values=true",
        "/api/play/board?rule=kayles&position=3%2B5&misere=true&values=true",
        "/api/play/board?rule=nim&position=100000",
        "/api/play/hint?rule=cut&position=5x3",
        "/api/play/reply?rule=nim&position=3%2B5%2B7&level=easy&seed=7",
        "/api/values/0.77.bin?to=1000",
        "/api/values/0.77.bin?to=1000&from=900",
        "/api/values/cut.bin?to=12x12",
        "/api/values/0.77.bfile?to=30",
        "/api/values/0.77.npy?to=30",
        "/api/values/0.77.csv?to=30",
        "/api/values/0.77.json?to=30",
        "/api/values/0.77.txt?to=30",
        "/api/values/0.77.bin?to=10^30",
        "/api/values/kales.bin?to=30",
        "/api/certificate?question=%7B%22ask%22%3A%22law%22%2C%22rule%22%3A%220.07%22%7D",
        "/api/certificate?question=%7B%22ask%22%3A%22nim%22%7D",
    ] {
        same(&site, &Request { method: "GET", address, body: b"" }, "").await;
    }
}

#[tokio::test]
async fn questions() {
    let site = server();
    for question in [
        r#"{"ask":"law","rule":"kayles"}"#,
        r#"{"ask":"law","rule":"grundy","limit":"10000"}"#,
        r#"{"ask":"values","rule":"0.07","to":"50","from":"3"}"#,
        r#"{"ask":"value","rule":"cut","sizes":["5x3","7x10^30"]}"#,
        r#"{"ask":"moves","rule":"nim","position":"10^18+5+5"}"#,
        r#"{"ask":"explain","rule":"kayles","position":"3+7+12"}"#,
        r#"{"ask":"count","count":"wins","rule":"0.07","to":"10^100"}"#,
        r#"{"ask":"count","count":"partitions","rule":"split:3","of":"10^9"}"#,
        r#"{"ask":"euler","problem":306}"#,
        r#"{"ask":"euler","problem":1}"#,
        r#"{"ask":"nonsense"}"#,
        "not JSON",
    ] {
        for address in ["/api/ask", "/api/snippets"] {
            let asked = Request { method: "POST", address, body: question.as_bytes() };
            same(&site, &asked, "application/json").await;
        }
    }
    let long = vec![b' '; usual_limits(MEMORY).question + 1];
    same(&site, &Request { method: "POST", address: "/api/ask", body: &long }, "application/json").await;
}

#[tokio::test]
async fn certificates() {
    let site = server();
    let address = "/api/certificate?question=%7B%22ask%22%3A%22law%22%2C%22rule%22%3A%22kayles%22%7D";
    let file = by_worker(&Request { method: "GET", address, body: b"" }).body;
    let mut forged = file.clone();
    let last = forged.len() * 3 / 4;
    forged[last] ^= 1;
    for file in [&file[..], &forged, b"not a certificate", b""] {
        same(
            &site,
            &Request { method: "POST", address: "/api/check", body: file },
            "application/octet-stream",
        )
        .await;
    }
}

/// Progress of a long question is reported to the pages, and so is the end of its time.
#[test]
fn progress_and_time() {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;
    let told = AtomicU64::new(0);
    let limits = sprague_routes::Limits { time: Duration::from_millis(1200), ..usual_limits(MEMORY) };
    let question = br#"{"ask":"values","rule":"grundy","to":"10^8","digest":true}"#;
    let asked = Request { method: "POST", address: "/api/ask", body: question };
    let tell = |_: &sprague_routes::Progress| {
        told.fetch_add(1, Ordering::Relaxed);
    };
    let reply = respond(&asked, &limits, &tell);
    let problem: Value = serde_json::from_slice(&reply.body).unwrap();
    assert_eq!((reply.status, problem["code"].as_str()), (503, Some("time")), "{problem}");
    assert!(problem["error"].as_str().unwrap().contains("1.2 s"), "{problem}");
    assert!((2..=5).contains(&told.load(Ordering::Relaxed)), "{told:?}");
}
