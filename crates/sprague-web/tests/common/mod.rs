//! A site to ask: in this process, or on a socket of loopback.
#![allow(dead_code, reason = "every test takes what it needs")]

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::Value;
use sprague_web::{Config, Hosts, Limits, Site};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tower::ServiceExt;

pub const PORT: u16 = 8077;

pub fn limits() -> Limits {
    Limits::for_machine(2, 2 << 30)
}

pub fn site_with(limits: Limits) -> Arc<Site> {
    Site::new(Config { hosts: Hosts::loopback(PORT), limits })
}

pub fn site() -> Arc<Site> {
    site_with(limits())
}

/// A response that came whole.
#[derive(Debug)]
pub struct Got {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Got {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("{} {}", self.status, String::from_utf8_lossy(&self.body)))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The status and the code of an error.
    pub fn problem(&self) -> (u16, String) {
        let json = self.json();
        assert!(
            json["error"].as_str().is_some_and(|line| !line.is_empty() && !line.contains('\n')),
            "{json}"
        );
        (self.status.as_u16(), json["code"].as_str().unwrap().to_string())
    }
}

/// A request as a browser on this site makes it.
pub fn request(method: &str, uri: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(uri).header("host", format!("localhost:{PORT}"))
}

pub async fn send(site: &Arc<Site>, request: Request<Body>) -> Got {
    let (parts, body) = site.router().oneshot(request).await.unwrap().into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    Got { status: parts.status, headers: parts.headers, body }
}

pub async fn get(site: &Arc<Site>, uri: &str) -> Got {
    send(site, request("GET", uri).body(Body::empty()).unwrap()).await
}

pub async fn ask(site: &Arc<Site>, question: &str) -> Got {
    let request = request("POST", "/api/ask").header("content-type", "application/json");
    send(site, request.body(Body::from(question.to_string())).unwrap()).await
}

/// A server on a free port, until it is dropped.
pub struct Server {
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start(limits: Limits) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let site = Site::new(Config { hosts: Hosts::loopback(address.port()), limits });
        let stop = Arc::new(AtomicBool::new(false));
        let told = stop.clone();
        let thread = std::thread::spawn(move || {
            sprague_web::run(&site, listener, || told.load(Ordering::Relaxed)).unwrap()
        });
        Server { address, stop, thread: Some(thread) }
    }

    /// Ends it, and tells how long that took.
    pub fn end(&mut self) -> Duration {
        let start = Instant::now();
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
        start.elapsed()
    }

    pub fn connect(&self) -> Client {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.set_nodelay(true).unwrap();
        Client { host: self.address.to_string(), reader: BufReader::new(stream) }
    }

    fn about(&self) -> Value {
        let (status, body) = self.connect().get("/api/about");
        assert_eq!(status, 200);
        serde_json::from_slice(&body).unwrap()
    }

    /// Questions that are computed and that wait.
    pub fn load(&self) -> (u64, u64) {
        let about = self.about();
        (about["running"].as_u64().unwrap(), about["waiting"].as_u64().unwrap())
    }

    /// Questions that should have stopped and have not.
    pub fn overruns(&self) -> u64 {
        self.about()["overruns"].as_u64().unwrap()
    }

    /// Waits until the given numbers of questions are computed and wait.
    pub fn wait_for_load(&self, load: (u64, u64)) -> Duration {
        let start = Instant::now();
        while self.load() != load {
            assert!(start.elapsed() < Duration::from_secs(20), "{:?} instead of {load:?}", self.load());
            std::thread::sleep(Duration::from_millis(5));
        }
        start.elapsed()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// A client that speaks as much HTTP as is needed here.
pub struct Client {
    host: String,
    pub reader: BufReader<TcpStream>,
}

impl Client {
    pub fn write(&mut self, text: &str) {
        self.reader.get_mut().write_all(text.as_bytes()).unwrap();
    }

    /// Announces an upload of this many bytes and sends some of them; how many went out before the server
    /// refused more.
    pub fn upload(&mut self, length: usize, sent: usize) -> usize {
        let host = self.host.clone();
        self.write(&format!(
            "POST /api/check HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/octet-stream\r\n\
             Content-Length: {length}\r\n\r\n"
        ));
        let (mut gone, piece) = (0, vec![b'x'; 64 << 10]);
        while gone < sent {
            let next = piece.len().min(sent - gone);
            if self.reader.get_mut().write_all(&piece[..next]).is_err() {
                break;
            }
            gone += next;
        }
        gone
    }

    /// Sends a question, and waits for nothing.
    pub fn begin(&mut self, question: &str, accept: &str) {
        let (host, length) = (self.host.clone(), question.len());
        self.write(&format!(
            "POST /api/ask HTTP/1.1\r\nHost: {host}\r\nAccept: {accept}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{question}"
        ));
    }

    pub fn ask(&mut self, question: &str) -> (u16, Vec<u8>) {
        self.begin(question, "application/json");
        self.read()
    }

    pub fn get(&mut self, path: &str) -> (u16, Vec<u8>) {
        let host = self.host.clone();
        self.write(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        self.read()
    }

    /// Status and headers of a response.
    pub fn head(&mut self) -> (u16, Vec<String>) {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).unwrap_or(0) == 0 || line == "\r\n" {
                break;
            }
            lines.push(line.trim_end().to_ascii_lowercase());
        }
        let status = lines.first().and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or(0);
        (status, lines)
    }

    /// A response with a length.
    pub fn read(&mut self) -> (u16, Vec<u8>) {
        let (status, lines) = self.head();
        let length = lines.iter().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        self.reader.read_exact(&mut body).unwrap();
        (status, body)
    }

    /// The next event of a stream: its name and its data.
    pub fn event(&mut self) -> Option<(String, Value)> {
        let (mut name, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            if self.reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(event) = line.trim_end().strip_prefix("event: ") {
                name = event.to_string();
            } else if let Some(data) = line.trim_end().strip_prefix("data: ") {
                return Some((name, serde_json::from_str(data).unwrap()));
            }
        }
    }
}
