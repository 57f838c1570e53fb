//! `sprague serve`: the pages of sprague-web, on this machine alone by default.

use crate::args;
use crate::context::{Context, interrupted, requested_level};
use anyhow::{Context as _, anyhow};
use sprague_web::{Config, Hosts, Limits, Site};
use std::io::{ErrorKind, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::process::{Command, Stdio};

/// Of the memory that is free the server takes this share, unless `--memory` says otherwise.
const SHARE: u64 = 2;

pub fn run(args: &args::Serve, context: &Context) -> anyhow::Result<u8> {
    let level = requested_level()?;
    let address = resolve(&args.host)?;
    let listener = listen(address, args.port)?;
    let port = listener.local_addr()?.port();
    let memory = context.wanted_memory.map_or(context.memory / SHARE, |_| context.memory);
    let limits = Limits { time: args.time, level, ..Limits::for_machine(threads(context), memory) };
    let name = Some(args.host.clone()).filter(|host| host.parse::<IpAddr>().is_err());
    let site = Site::new(Config { hosts: Hosts { address, port, name }, limits });
    if !address.is_loopback() {
        crate::complain(&format!(
            "warning: {address} lets anyone on the network ask questions, without encryption or password"
        ));
    }
    let url = format!("http://{}/", SocketAddr::new(shown(address), port));
    writeln!(std::io::stdout(), "{url}")?;
    crate::complain("Ctrl-C ends the server");
    if args.open {
        open(&url);
    }
    sprague_web::run(&site, listener, interrupted).context("cannot serve")?;
    Ok(130)
}

/// Threads for all questions together. Every question starts its own threads, so more than there are
/// processors would only be in each other's way, by the thousand.
fn threads(context: &Context) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    if context.threads > processors {
        crate::complain(&format!(
            "warning: --threads {} is more than the {processors} processors here; the server uses {processors}",
            context.threads
        ));
    }
    context.threads.min(processors)
}

/// The address of a name, or the one that is written.
fn resolve(host: &str) -> anyhow::Result<IpAddr> {
    let wrong = || {
        anyhow!("`{host}` is not an address of this machine: write one such as 127.0.0.1, ::1 or localhost")
    };
    let mut found = (host, 0).to_socket_addrs().map_err(|_| wrong())?;
    found.next().map(|found| found.ip()).ok_or_else(wrong)
}

fn listen(address: IpAddr, port: u16) -> anyhow::Result<TcpListener> {
    TcpListener::bind((address, port)).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            anyhow!("port {port} is in use: take another with --port, or --port 0 for any free one")
        }
        ErrorKind::AddrNotAvailable => {
            anyhow!("{address} is not an address of this machine: take another with --host")
        }
        ErrorKind::PermissionDenied => {
            anyhow!("port {port} needs special rights: take one above 1023 with --port")
        }
        _ => anyhow!("cannot listen on {address} port {port}: {error}"),
    })
}

/// An address that a browser can open, where the server listens on all.
fn shown(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(any) if any.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(any) if any.is_unspecified() => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
        _ => address,
    }
}

/// Opens the page with what the system has for that; the address is on the screen if it has nothing.
fn open(url: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(first)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match started {
        // Waited for by a separate thread, so that it leaves nothing behind.
        Ok(mut browser) => drop(std::thread::spawn(move || browser.wait())),
        Err(_) => crate::complain(&format!("no browser was found; open {url} yourself")),
    }
}
