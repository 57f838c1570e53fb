//! `sprague serve` as its users start it: the address it prints, ports, hosts, Ctrl-C in the middle of a
//! question.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(args: &[&str]) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("sprague"))
            .arg("serve")
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        Server { address: address.unwrap_or_else(|| panic!("{line:?}")).to_string(), child }
    }

    fn send(&self, head: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let (host, length) = (&self.address, body.len());
        write!(stream, "{head} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n").unwrap();
        write!(stream, "Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
        stream
    }

    fn get(&self, path: &str) -> String {
        let mut text = String::new();
        self.send(&format!("GET {path}"), "").read_to_string(&mut text).unwrap();
        text
    }

    /// A number that the system tells of the process.
    #[cfg(target_os = "linux")]
    fn status(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Presses Ctrl-C: exit code, what was said, and how long it took.
    #[cfg(unix)]
    fn interrupt(mut self) -> (Option<i32>, String, Duration) {
        let start = Instant::now();
        assert!(
            Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap().success()
        );
        let code = self.child.wait().unwrap().code();
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (code, said, start.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_answers_where_it_says() {
    let server = Server::start(&["--port", "0"]);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
    assert!(server.get("/api/rule/kayles").contains(r#""rule":"0.77""#));
    let mut answer = String::new();
    server.send("POST /api/ask", r#"{"ask":"euler","problem":306}"#).read_to_string(&mut answer).unwrap();
    assert!(answer.contains(r#""answer":"852938""#), "{answer}");
}

#[test]
fn a_port_in_use_is_one_clear_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output =
        assert_cmd::Command::cargo_bin("sprague").unwrap().args(["serve", "--port", &port]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        said,
        format!("sprague: port {port} is in use: take another with --port, or --port 0 for any free one\n")
    );
}

#[test]
fn bad_hosts_and_options_are_one_line() {
    for (args, line) in [
        (&["--host", "not a host"][..], "is not an address of this machine"),
        (&["--host", "192.0.2.1", "--port", "0"], "is not an address of this machine"),
        (&["--json"], "a server has no result to print"),
        (&["--time", "0"], "`0` is not a time: write seconds such as 90, or 90s, 10m or 2h"),
        (&["--port", "70000"], "70000 is not in 0..=65535"),
    ] {
        let output =
            assert_cmd::Command::cargo_bin("sprague").unwrap().arg("serve").args(args).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(line) && said.lines().count() == 1, "{args:?}: {said}");
    }
}

/// More threads than processors would only be in each other's way.
#[cfg(target_os = "linux")]
#[test]
fn as_many_threads_as_there_are_processors() {
    let server = Server::start(&["--port", "0", "--threads", "64"]);
    let mut clients = Vec::new();
    for rule in ["0.007", "0.16", "0.06"] {
        let question = format!(r#"{{"ask":"law","rule":"{rule}","limit":"10^8"}}"#);
        clients.push(server.send("POST /api/ask", &question));
    }
    std::thread::sleep(Duration::from_millis(500));
    assert!(server.get("/api/about").contains(r#""overruns":0"#));
    let threads = server.status("Threads:");
    let processors = std::thread::available_parallelism().unwrap().get() as u64;
    assert!(threads < 40 + 20 * processors, "{threads} threads");
    let (_, said, _) = server.interrupt();
    assert!(said.contains("warning: --threads 64 is more than the"), "{said}");
}

/// Uploads that do not come to their end take a part of the memory, however many there are.
#[cfg(target_os = "linux")]
#[test]
fn unfinished_uploads_stay_within_the_memory() {
    let server = Server::start(&["--port", "0", "--memory", "600M"]);
    let before = server.status("VmHWM:") << 10;
    let piece = vec![b'x'; 1 << 20];
    let clients: Vec<_> = (0..60)
        .map(|_| {
            let address = server.address.clone();
            let mut stream = TcpStream::connect(&address).unwrap();
            stream.set_write_timeout(Some(Duration::from_secs(5))).unwrap();
            write!(stream, "POST /api/check HTTP/1.1\r\nHost: {address}\r\nContent-Length: 30000000\r\n")
                .unwrap();
            write!(stream, "Content-Type: application/octet-stream\r\n\r\n").unwrap();
            // All but the end, or until the server takes no more.
            let _ = (0..28).try_for_each(|_| stream.write_all(&piece));
            stream
        })
        .collect();
    let mut answer = String::new();
    server.send("POST /api/ask", r#"{"ask":"law","rule":"kayles"}"#).read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let peak = server.status("VmHWM:") << 10;
    println!("{} MiB before, {} MiB at most", before >> 20, peak >> 20);
    assert!(peak - before < 100 << 20, "{} MiB for uploads", (peak - before) >> 20);
    let starts: Vec<_> = clients
        .into_iter()
        .map(|mut stream| {
            // The answer comes after the server has read on for a moment, so that a client that sends can see
            // it.
            stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
            let mut start = [0; 12];
            stream.read_exact(&mut start).map(|()| String::from_utf8_lossy(&start).into_owned())
        })
        .collect();
    let refused = starts.iter().flatten().filter(|start| *start == "HTTP/1.1 503").count();
    assert!(refused > 40, "{refused} of those that do not fit are refused: {starts:?}");
}

#[cfg(unix)]
#[test]
fn the_network_is_let_in_with_a_warning_alone() {
    let (_, said, _) = Server::start(&["--port", "0", "--host", "localhost"]).interrupt();
    assert!(!said.contains("warning"), "{said}");
    let (_, said, _) = Server::start(&["--port", "0", "--host", "0.0.0.0"]).interrupt();
    assert!(said.contains("warning: 0.0.0.0 lets anyone on the network ask questions"), "{said}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_in_the_middle_of_questions() {
    let server = Server::start(&["--port", "0"]);
    let question = r#"{"ask":"law","rule":"0.007","limit":"10^8"}"#;
    let _waiting: Vec<TcpStream> = (0..3).map(|_| server.send("POST /api/ask", question)).collect();
    let start = Instant::now();
    while !server.get("/api/about").contains(r#""running":2"#) {
        assert!(start.elapsed() < Duration::from_secs(20));
    }
    let (code, said, time) = server.interrupt();
    assert_eq!(code, Some(130), "{said}");
    assert!(time < Duration::from_secs(1), "{time:?}");
}

/// A browser is a program that gets the address: here one that writes it down.
#[cfg(target_os = "linux")]
#[test]
fn open_starts_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (browser, seen) = (folder.path().join("xdg-open"), folder.path().join("seen"));
    std::fs::write(
        &browser,
        format!("#!/bin/sh\necho \"$1\" > {}.part && mv {0}.part {0}\n", seen.display()),
    )
    .unwrap();
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("sprague"))
        .args(["serve", "--port", "0", "--open"])
        .env("PATH", path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let start = Instant::now();
    while !seen.exists() && start.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(std::fs::read_to_string(&seen).unwrap(), line);
}
