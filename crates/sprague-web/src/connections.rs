//! Connections: at most a fixed number, each with time to send its request and to take its answer.

use crate::Site;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::net::TcpListener;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::Sleep;

/// How often the server looks whether to end.
const LOOK: Duration = Duration::from_millis(40);
/// How long what is under way may take to end.
const FAREWELL: Duration = Duration::from_millis(400);
/// Bytes of the header of a request, its address included.
pub(crate) const BUFFER: usize = 128 << 10;

/// Serves a site until `stop` says so; then computations are asked to stop, and nothing is waited for longer
/// than half a second.
///
/// # Errors
/// If the machine gives no threads, or no connections.
pub fn run(site: &Arc<Site>, listener: TcpListener, stop: impl Fn() -> bool) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let connections = Arc::new(Semaphore::new(site.limits.connections));
        tokio::select! {
            () = accept(site, &listener, &connections) => {}
            () = told(stop) => {}
        }
        site.end();
        let all = connections.acquire_many(site.limits.connections as u32);
        let _ = tokio::time::timeout(FAREWELL, all).await;
        Ok(())
    });
    runtime.shutdown_background();
    served
}

async fn told(stop: impl Fn() -> bool) {
    while !stop() {
        tokio::time::sleep(LOOK).await;
    }
}

async fn accept(site: &Arc<Site>, listener: &tokio::net::TcpListener, connections: &Arc<Semaphore>) {
    let service = TowerToHyperService::new(site.router());
    loop {
        let Ok(permit) = connections.clone().acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // Out of file handles, or the client is gone already: others will come.
            Err(_) => {
                tokio::time::sleep(LOOK).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let (service, patience) = (service.clone(), site.limits.patience);
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(BUFFER);
            let stream = Patient { stream, patience, until: None };
            // A broken connection is not an error.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
            drop(permit);
        });
    }
}

/// A connection whose client has so much time to take the next bytes of an answer. (Time to send a request is
/// hyper's and the routes' business.)
struct Patient {
    stream: TcpStream,
    patience: Duration,
    /// When it is over; none while the client reads.
    until: Option<Pin<Box<Sleep>>>,
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if written.is_ready() {
            self.until = None;
            return written;
        }
        let patience = self.patience;
        let until = self.until.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        until.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
