//! Time, memory, size, the queue; and that a question without a waiting client is not computed. On real
//! sockets.

mod common;

use common::{Server, limits};
use sprague_web::Limits;
use std::time::{Duration, Instant};

/// Minutes of work that reports its progress.
const LONG: &str = r#"{"ask":"law","rule":"0.007","limit":"10^8"}"#;
const SHORT: &str = r#"{"ask":"law","rule":"kayles"}"#;

fn small() -> Limits {
    Limits { running: 2, waiting: 2, threads: 1, ..limits() }
}

fn problem((status, body): (u16, Vec<u8>)) -> (u16, String, String) {
    let json: serde_json::Value = serde_json::from_slice(&body).unwrap();
    (status, json["code"].as_str().unwrap().into(), json["error"].as_str().unwrap().into())
}

#[test]
fn the_time_of_a_question_ends() {
    let server = Server::start(Limits { time: Duration::from_millis(600), ..small() });
    let start = Instant::now();
    let (status, code, line) = problem(server.connect().ask(LONG));
    assert_eq!((status, code.as_str()), (503, "time"));
    assert!(line.contains("0.6 s"), "{line}");
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    server.wait_for_load((0, 0));
    assert_eq!(server.connect().ask(SHORT).0, 200);
}

#[test]
fn memory_and_answers_are_bounded() {
    let server = Server::start(Limits { memory: 20 << 20, answer: 10_000, ..small() });
    for (question, code) in [
        (r#"{"ask":"values","rule":"0.6","to":"10^9"}"#, "memory"),
        (
            r#"{"ask":"count","count":"tuples","rule":"cards","from":"10^9","to":"10^9","heaps":"5","mod":"97"}"#,
            "memory",
        ),
        (r#"{"ask":"values","rule":"kayles","to":"20000"}"#, "large"),
    ] {
        let (status, found, line) = problem(server.connect().ask(question));
        assert_eq!((status, found.as_str()), (422, code), "{question}: {line}");
        let fix = ["ask for", "the largest size that fits is"].iter().any(|fix| line.contains(fix));
        assert!(fix, "{line}");
    }
}

#[test]
fn positions_and_lists_of_moves_are_bounded() {
    let server = Server::start(small());
    let long = vec!["1"; 3000].join("+");
    for question in [
        format!(r#"{{"ask":"moves","rule":"nim","position":"{long}"}}"#),
        format!(r#"{{"ask":"explain","rule":"nim","position":"{long}"}}"#),
        r#"{"ask":"moves","rule":"nim","position":"5","first":1000000}"#.to_string(),
    ] {
        let (status, code, line) = problem(server.connect().ask(&question));
        assert_eq!((status, code.as_str()), (422, "large"), "{line}");
    }
    let (status, code, _) =
        problem(server.connect().get(&format!("/api/play/board?rule=nim&position={long}")));
    assert_eq!((status, code.as_str()), (422, "large"));
}

/// Answers that are not read hold memory, and there is a bound on all of them together.
#[test]
fn answers_under_way_are_bounded() {
    let server = Server::start(Limits { under_way: 20 << 20, ..small() });
    let path = "/api/values/nim.bin?to=2000000";
    let host = server.address;
    let mut sleepers: Vec<_> = (0..2).map(|_| server.connect()).collect();
    for sleeper in &mut sleepers {
        sleeper.write(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert_eq!(sleeper.head().0, 200);
    }
    let (status, code, _) = problem(server.connect().get(path));
    assert_eq!((status, code.as_str()), (429, "busy"));
    assert_eq!(server.connect().get("/api/rule/0.77").0, 200);
    drop(sleepers);
    let start = Instant::now();
    while server.connect().get(path).0 != 200 {
        assert!(start.elapsed() < Duration::from_secs(10), "room is free again when clients are gone");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_queue_is_bounded() {
    let server = Server::start(small());
    let mut long: Vec<_> = (0..4).map(|_| server.connect()).collect();
    for client in &mut long {
        client.begin(LONG, "application/json");
    }
    server.wait_for_load((2, 2));
    for accept in ["application/json", "text/event-stream"] {
        let mut client = server.connect();
        client.begin(SHORT, accept);
        let (status, headers) = client.head();
        assert_eq!(status, 429);
        assert!(headers.iter().any(|line| line == "retry-after: 1"), "{headers:?}");
    }
    // Games go on, pages load, and one who leaves makes room, whether computed or waiting.
    assert_eq!(server.connect().get("/api/play/hint?rule=kayles").0, 200);
    assert_eq!(server.connect().get("/").0, 200);
    long.remove(3);
    server.wait_for_load((2, 1));
    long.remove(0);
    server.wait_for_load((2, 0));
    long.remove(0);
    server.wait_for_load((1, 0));
    assert_eq!(server.connect().ask(SHORT).0, 200);
}

/// When the seat is free and nothing has overrun, the computation was stopped.
#[test]
fn a_question_without_a_client_stops() {
    let server = Server::start(small());
    for question in [
        LONG,
        r#"{"ask":"values","rule":"0.06","to":"10^7","digest":true}"#,
        r#"{"ask":"euler","problem":933,"sizes":{"w":"2000"}}"#,
        r#"{"ask":"count","count":"partitions","rule":"kayles","of":"50000"}"#,
    ] {
        for accept in ["application/json", "text/event-stream"] {
            let mut client = server.connect();
            client.begin(question, accept);
            server.wait_for_load((1, 0));
            drop(client);
            let start = Instant::now();
            server.wait_for_load((0, 0));
            while server.overruns() > 0 && start.elapsed() < Duration::from_secs(20) {
                std::thread::sleep(Duration::from_millis(5));
            }
            let time = start.elapsed();
            println!("{question} as {accept} stopped after {time:?}");
            assert!(time < Duration::from_secs(3), "{question}: {time:?}");
        }
    }
}

/// Whatever others ask, and whether that can be stopped or not: small questions are answered, time ends, and
/// those who leave leave their seats.
#[test]
fn questions_that_look_small_do_not_block_the_server() {
    const LOOKS_SMALL: &str = r#"{"ask":"value","rule":"wythoff","sizes":["10^9x3"]}"#;
    let server = Server::start(Limits { time: Duration::from_secs(60), ..small() });
    for round in 0..2 {
        let mut others: Vec<_> = (0..2).map(|_| server.connect()).collect();
        others.iter_mut().for_each(|client| client.begin(LOOKS_SMALL, "application/json"));
        std::thread::sleep(Duration::from_millis(300));
        for question in
            [SHORT, r#"{"ask":"value","rule":"kayles","sizes":["5"]}"#, r#"{"ask":"law","rule":"kales"}"#]
        {
            let start = Instant::now();
            assert!([200, 400].contains(&server.connect().ask(question).0), "{question} in round {round}");
            assert!(start.elapsed() < Duration::from_secs(12), "{question}: {:?}", start.elapsed());
        }
        drop(others);
        if round == 0 {
            server.wait_for_load((0, 0));
        }
    }
    // Now there may be more that do not stop than there may be overruns: games and small questions go on.
    assert_eq!(server.connect().ask(SHORT).0, 200);
    assert_eq!(server.connect().get("/api/play/board?rule=kayles&position=3%2B7").0, 200);
}

#[test]
fn time_ends_for_questions_that_look_small() {
    let server = Server::start(Limits { time: Duration::from_secs(1), ..small() });
    let start = Instant::now();
    let (status, body) = server.connect().ask(r#"{"ask":"value","rule":"wythoff","sizes":["10^9x3"]}"#);
    assert_ne!(status, 0);
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    println!("{status} {}", String::from_utf8_lossy(&body));
    server.wait_for_load((0, 0));
}

#[test]
fn progress_comes_before_the_answer() {
    let server = Server::start(small());
    let mut client = server.connect();
    client.begin(r#"{"ask":"values","rule":"0.06","to":"10^5","digest":true}"#, "text/event-stream");
    let (status, headers) = client.head();
    assert!(status == 200 && headers.iter().any(|line| line.starts_with("content-type: text/event-stream")));
    let mut fraction = 0.0;
    let last = loop {
        let (name, data) = client.event().expect("an answer comes");
        if name != "progress" {
            break (name, data);
        }
        let now = data["fraction"].as_f64().unwrap_or(0.0);
        assert!(now >= fraction && now <= 1.0, "{data}");
        assert!(data["seconds"].as_f64().unwrap() > 0.0 && data["waiting"] == false);
        fraction = now;
    };
    assert_eq!((last.0.as_str(), &last.1["kind"]), ("answer", &"digest".into()));

    client = server.connect();
    client.begin(r#"{"ask":"law","rule":"kales"}"#, "text/event-stream");
    client.head();
    let (name, data) = client.event().unwrap();
    assert_eq!((name.as_str(), &data["code"], &data["status"]), ("error", &"notation".into(), &400.into()));
}

#[test]
fn it_ends_in_the_middle_of_anything() {
    let mut server = Server::start(small());
    let mut clients: Vec<_> = (0..3).map(|_| server.connect()).collect();
    for (client, accept) in
        clients.iter_mut().zip(["application/json", "text/event-stream", "application/json"])
    {
        client.begin(LONG, accept);
    }
    server.wait_for_load((2, 1));
    let time = server.end();
    assert!(time < Duration::from_secs(1), "{time:?}");
    let (status, code, _) = problem(clients[2].read());
    assert_eq!((status, code.as_str()), (503, "stopped"));
}

/// What the pages need first: a known law within 50 ms, the first picture within 300 ms. Generous here, since
/// tests share the machine; `cargo bench -p sprague-web --bench load` has the figures.
#[test]
fn known_laws_and_first_pictures_are_quick() {
    let server = Server::start(small());
    let mut client = server.connect();
    for round in 0..2 {
        for (path, most) in [("/api/rule/0.77", 500), ("/api/values/0.77.bin?to=1000000", 3000)] {
            let start = Instant::now();
            assert_eq!(client.get(path).0, 200);
            let time = start.elapsed();
            println!("{path}, round {round}: {time:?}");
            assert!(time < Duration::from_millis(most), "{path}: {time:?}");
        }
        let start = Instant::now();
        assert_eq!(client.ask(SHORT).0, 200);
        println!("law of 0.77, round {round}: {:?}", start.elapsed());
    }
}
