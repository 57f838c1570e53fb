//! Two hundred clients on loopback with mixed questions: no error but 429, memory bounded. And the times that
//! a page waits for, one client alone.
//!
//! `cargo bench -p sprague-web --bench load`; seconds of load as an argument (default 10).

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Client, Server};
use sprague_web::Limits;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const CLIENTS: u64 = 200;
/// Clients whose questions are long, and who leave before the answer.
const LEAVERS: u64 = 20;

enum Request {
    Get(String),
    Ask(String),
}

/// The n-th request of a client: mostly what pages load, sometimes a question that is new.
fn request(client: u64, n: u64) -> Request {
    let mixed = (client * 1_000_003 + n * 7919) % 1_000_000;
    match mixed % 10 {
        0 => Request::Get("/".into()),
        1 => Request::Get(format!("/api/rules?q={}", ["kayles", "split", "0.1", "take"][mixed as usize % 4])),
        2 => Request::Get("/api/rule/0.77".into()),
        3 => Request::Get(format!("/api/values/0.77.bin?to={}", 1000 + mixed % 100_000)),
        4 => Request::Get(format!(
            "/api/play/reply?rule=kayles&position={}+{}",
            3 + mixed % 40,
            5 + mixed % 30
        )),
        5 => Request::Ask(r#"{"ask":"law","rule":"0.07"}"#.into()),
        6 => Request::Ask(format!(
            r#"{{"ask":"count","count":"wins","rule":"0.07","to":"10^{}"}}"#,
            9 + mixed % 90
        )),
        7 => Request::Ask(format!(
            r#"{{"ask":"moves","rule":"cut","position":"{}x{}"}}"#,
            2 + mixed % 20,
            2 + mixed % 30
        )),
        8 => Request::Ask(format!(
            r#"{{"ask":"law","rule":"0.{}{}{}","limit":"3000"}}"#,
            1 + mixed % 7,
            mixed % 8,
            mixed / 8 % 8
        )),
        _ => Request::Ask(format!(
            r#"{{"ask":"euler","problem":933,"sizes":{{"w":"{}","h":"10^9"}}}}"#,
            5 + mixed % 40
        )),
    }
}

fn send(client: &mut Client, request: Request) -> u16 {
    match request {
        Request::Get(path) => client.get(&path).0,
        Request::Ask(question) => client.ask(&question).0,
    }
}

/// Bytes in use, and the most there ever were.
fn memory() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let figure = |word: &str| {
        let line = status.lines().find(|line| line.starts_with(word))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    };
    (figure("VmRSS:").unwrap_or(0) >> 10, figure("VmHWM:").unwrap_or(0) >> 10)
}

type Counts = (BTreeMap<u16, u64>, Vec<f64>);

/// One client for so long: how often each status came, and how long each answer took.
fn visit(server: &Server, number: u64, until: Instant) -> Counts {
    let (mut statuses, mut times) = (BTreeMap::new(), Vec::new());
    let mut client = server.connect();
    for n in 0.. {
        let start = Instant::now();
        if start > until {
            break;
        }
        if number < LEAVERS {
            let mut leaver = server.connect();
            leaver.begin(r#"{"ask":"law","rule":"0.007","limit":"10^8"}"#, "text/event-stream");
            std::thread::sleep(Duration::from_millis(50 + number * 10));
            continue;
        }
        let status = send(&mut client, request(number, n));
        *statuses.entry(status).or_default() += 1;
        if status == 200 {
            times.push(start.elapsed().as_secs_f64());
        } else {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    (statuses, times)
}

/// The best of some tries, in milliseconds.
fn best(mut once: impl FnMut() -> u16) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let start = Instant::now();
        assert_eq!(once(), 200);
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    best
}

fn alone(limits: &Limits) {
    println!("one client, the best of seven, ms: first | again");
    let asks = [
        ("law of 0.77", r#"{"ask":"law","rule":"0.77"}"#),
        ("law of 0.156", r#"{"ask":"law","rule":"0.156"}"#),
        ("law of 0.16", r#"{"ask":"law","rule":"0.16"}"#),
    ];
    let gets = [
        ("shell", "/"),
        ("rule 0.77", "/api/rule/0.77"),
        ("a million values of 0.77", "/api/values/0.77.bin?to=1000000"),
        ("10^5 values of 0.6", "/api/values/0.6.bin?to=100000"),
        ("heat map 60x90 of cut", "/api/values/cut.bin?to=60x90"),
    ];
    let requests = asks.iter().map(|&(name, question)| (name, question, true));
    for (name, text, ask) in requests.chain(gets.iter().map(|&(name, path)| (name, path, false))) {
        let send = |client: &mut Client| if ask { client.ask(text).0 } else { client.get(text).0 };
        // A server that has computed nothing yet, each time.
        let mut first = f64::INFINITY;
        for _ in 0..7 {
            let server = Server::start(limits.clone());
            let mut client = server.connect();
            assert_eq!(client.get("/api/about").0, 200);
            let start = Instant::now();
            assert_eq!(send(&mut client), 200);
            first = first.min(start.elapsed().as_secs_f64() * 1e3);
        }
        let server = Server::start(limits.clone());
        let mut client = server.connect();
        println!("  {name}: {first:.2} | {:.2}", best(|| send(&mut client)));
    }
}

fn main() {
    let seconds = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(10.0);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits::for_machine(processors, 1 << 30);
    alone(&limits);

    let server = Server::start(limits.clone());
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let (before, _) = memory();
    let all: Vec<Counts> = std::thread::scope(|scope| {
        let clients = (0..CLIENTS).map(|number| {
            let server = &server;
            std::thread::Builder::new()
                .stack_size(256 << 10)
                .spawn_scoped(scope, move || visit(server, number, until))
        });
        let clients: Vec<_> = clients.map(|client| client.expect("a thread")).collect();
        clients.into_iter().map(|client| client.join().expect("no client fails")).collect()
    });
    let (mut statuses, mut times) = (BTreeMap::new(), Vec::new());
    for (counts, some) in all {
        counts.into_iter().for_each(|(status, count)| *statuses.entry(status).or_insert(0) += count);
        times.extend(some);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).map_or(0.0, |time| time * 1e3);
    println!("{CLIENTS} clients for {seconds} s, {LEAVERS} of them leave long questions:");
    println!("  answers by status: {statuses:?}");
    println!(
        "  {:.0} answers a second; median {:.1} ms, 99 of 100 within {:.1} ms",
        times.len() as f64 / seconds,
        at(0.5),
        at(0.99)
    );
    let (now, most) = memory();
    println!("  memory: {before} MiB before, {now} MiB after, {most} MiB at most (clients included)");
    let strange: Vec<_> = statuses.keys().filter(|status| ![200, 429].contains(*status)).collect();
    assert!(strange.is_empty(), "other errors than 429: {strange:?}");
    assert!(statuses.get(&200).copied().unwrap_or(0) > 0, "nothing was answered");
    assert!(most < 1 << 10, "more than a GiB: {most} MiB");
    server.wait_for_load((0, 0));
}
