//! The desk: how many questions are computed at once, how many wait, and what becomes of those that do not
//! stop.
//!
//! A question is computed on its own thread, in a seat. It is stopped when its client leaves, when its time
//! is over and when the server ends. A computation that polls often stops at once, and its seat is free. One
//! that does not poll cannot be stopped: its client is answered at the deadline all the same, and a moment
//! later its thread leaves the seat to others and counts as an *overrun*. Overruns are few, so what runs
//! stays bounded. When there are as many as may be, seats stay taken, and questions that might be long are
//! refused while no seat is free.
//!
//! Small questions never wait for long ones. A question that finds every seat taken gets a short try in a
//! seat kept for that; one that is not done by then waits for a real seat and begins again. A try may turn
//! out to be one that cannot be stopped, so it holds the permit of an overrun from the start. Questions that
//! are small by an estimate ([`Cost`]) need none, and have a seat for tries to themselves.

use crate::Problem;
use axum::http::StatusCode;
use sprague::ask::catch_panic;
use sprague::{Deadline, Pace, Watch, Work};
use sprague_routes::Progress;
use sprague_routes::ask::Cost;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// How long a computation may take to stop when asked to.
const GRACE: Duration = Duration::from_secs(1);
/// The time of a try, and how long it may take to stop.
const TRY: Duration = Duration::from_millis(250);
const TRY_GRACE: Duration = Duration::from_millis(250);
/// Seats for tries: one for questions that are small by an estimate, one for all others.
const TRIES: usize = 1;

/// Computations that should have stopped and did not; shared by all desks.
#[derive(Debug)]
pub(crate) struct Overruns {
    permits: Arc<Semaphore>,
    most: usize,
    count: AtomicUsize,
}

impl Overruns {
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Overruns { permits: Arc::new(Semaphore::new(most)), most, count: AtomicUsize::new(0) })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }
}

/// Who computes, and who waits.
#[derive(Debug)]
pub(crate) struct Desk {
    /// One permit for each question that is computed or waits.
    places: Arc<Semaphore>,
    seats: Seats,
    /// How many of either there are.
    all: usize,
    running: usize,
    time: Duration,
    ended: Arc<AtomicBool>,
}

/// Where questions are computed.
#[derive(Debug, Clone)]
struct Seats {
    long: Arc<Semaphore>,
    small: Arc<Semaphore>,
    unknown: Arc<Semaphore>,
    overruns: Arc<Overruns>,
}

impl Desk {
    /// A desk for this many questions at once, while others wait.
    pub fn new(running: usize, waiting: usize, time: Duration, overruns: Arc<Overruns>) -> Self {
        let seats = |count| Arc::new(Semaphore::new(count));
        Desk {
            places: seats(running + waiting),
            seats: Seats { long: seats(running), small: seats(TRIES), unknown: seats(TRIES), overruns },
            all: running + waiting,
            running,
            time,
            ended: Arc::default(),
        }
    }

    /// Tells every computation to stop, and refuses all to come.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        self.places.close();
        for seats in [&self.seats.long, &self.seats.small, &self.seats.unknown] {
            seats.close();
        }
    }

    /// How many questions are computed in a seat, and how many wait for one.
    pub fn load(&self) -> (usize, usize) {
        let running = self.running.saturating_sub(self.seats.long.available_permits());
        let taken = self.all.saturating_sub(self.places.available_permits());
        (running, taken.saturating_sub(running))
    }

    /// Computes as soon as there is a seat. What begins as a try may be computed twice.
    ///
    /// # Errors
    /// At once, if too many wait, or if too many others do not stop.
    pub fn run<T: Send + 'static>(
        &self,
        cost: Cost,
        compute: impl Fn(&Task) -> Result<T, Problem> + Send + Sync + 'static,
    ) -> Result<Pending<T>, Problem> {
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            return Err(if self.ended.load(Ordering::Relaxed) { ended() } else { busy() });
        };
        let overruns = &self.seats.overruns;
        if cost == Cost::Unknown
            && self.seats.long.available_permits() == 0
            && overruns.count() >= overruns.most
        {
            return Err(overrun());
        }
        let client =
            Arc::new(Client { gone: AtomicBool::new(false), task: Mutex::default(), start: Instant::now() });
        let question = Asked {
            seats: self.seats.clone(),
            place: Arc::new(place),
            client: client.clone(),
            ended: self.ended.clone(),
            time: self.time,
            cost,
            compute: Arc::new(compute),
        };
        Ok(Pending { client: Some(client), result: Box::pin(question.answer()) })
    }
}

fn busy() -> Problem {
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", "too many questions wait; try again in a moment")
}

fn overrun() -> Problem {
    let line =
        "questions that ran out of time have not stopped yet; until they do only small ones are answered";
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", line)
}

fn ended() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopped", "the server is ending")
}

/// A question at the desk.
struct Asked<F> {
    seats: Seats,
    place: Arc<OwnedSemaphorePermit>,
    client: Arc<Client>,
    ended: Arc<AtomicBool>,
    time: Duration,
    cost: Cost,
    compute: Arc<F>,
}

impl<T: Send + 'static, F: Fn(&Task) -> Result<T, Problem> + Send + Sync + 'static> Asked<F> {
    async fn answer(self) -> Result<T, Problem> {
        if let Ok(seat) = self.seats.long.clone().try_acquire_owned() {
            return self.in_seat(seat).await;
        }
        let waited = tokio::time::timeout(self.time, async {
            let lane = match self.cost {
                Cost::Small => &self.seats.small,
                Cost::Unknown => &self.seats.unknown,
            };
            tokio::select! {
                biased;
                seat = self.seats.long.clone().acquire_owned() => return seat.map(Err),
                seat = lane.clone().acquire_owned() => {
                    if let Some(result) = self.briefly(seat?).await {
                        return Ok(Ok(result));
                    }
                }
            }
            self.seats.long.clone().acquire_owned().await.map(Err)
        });
        match waited.await {
            Ok(Ok(Ok(result))) => result,
            Ok(Ok(Err(seat))) => self.in_seat(seat).await,
            Ok(Err(_)) => Err(ended()),
            Err(_) => {
                let line = format!("no seat was free within {} s; try again later", self.time.as_secs_f64());
                Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", line))
            }
        }
    }

    /// Computes until it is done, or time is over.
    async fn in_seat(&self, seat: OwnedSemaphorePermit) -> Result<T, Problem> {
        let task = self.task(self.time);
        let result = self.attempt(&task, Permits { _seat: seat, overrun: None }, GRACE).await;
        result.unwrap_or_else(|| {
            Err(if self.ended.load(Ordering::Relaxed) { ended() } else { task.out_of_time() })
        })
    }

    /// Computes if it does not take long.
    async fn briefly(&self, seat: OwnedSemaphorePermit) -> Option<Result<T, Problem>> {
        let overrun = self.seats.overruns.permits.clone().try_acquire_owned().ok();
        if overrun.is_none() && self.cost == Cost::Unknown {
            return None;
        }
        let task = self.task(self.time.min(TRY));
        let result = self.attempt(&task, Permits { _seat: seat, overrun }, TRY_GRACE).await;
        self.client.set(None);
        result
    }

    fn task(&self, time: Duration) -> Arc<Task> {
        let task = Arc::new(Task {
            client: self.client.clone(),
            ended: self.ended.clone(),
            time,
            until: Deadline::after(time),
            pace: Mutex::new(Pace::new()),
        });
        self.client.set(Some(task.clone()));
        task
    }

    /// The result, unless the computation was stopped or does not stop.
    async fn attempt(
        &self,
        task: &Arc<Task>,
        permits: Permits,
        grace: Duration,
    ) -> Option<Result<T, Problem>> {
        let overruns = self.seats.overruns.clone();
        let held = Arc::new(Held {
            permits: Mutex::new(Some(State::Seated { _place: self.place.clone(), permits })),
            returned: watch::Sender::new(false),
            overruns,
        });
        let _leave = Leave(held.clone());
        let (own, compute) = (task.clone(), self.compute.clone());
        let thread = tokio::task::spawn_blocking(move || {
            let result = catch_panic(|| compute(&own));
            drop(compute);
            held.give_back();
            result
        });
        match tokio::time::timeout(task.time.saturating_add(grace), thread).await {
            Ok(Ok(Err(problem))) if problem.code == "stopped" => None,
            Ok(Ok(result)) => Some(result),
            // The runtime ends.
            Ok(Err(_)) => Some(Err(ended())),
            Err(_) => None,
        }
    }
}

/// What a computation takes up until its thread returns.
struct Held {
    permits: Mutex<Option<State>>,
    returned: watch::Sender<bool>,
    overruns: Arc<Overruns>,
}

struct Permits {
    _seat: OwnedSemaphorePermit,
    /// Kept in reserve by a try.
    overrun: Option<OwnedSemaphorePermit>,
}

enum State {
    Seated { _place: Arc<OwnedSemaphorePermit>, permits: Permits },
    Overrun { _permit: OwnedSemaphorePermit },
}

impl Held {
    fn state(&self) -> MutexGuard<'_, Option<State>> {
        self.permits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The thread is about to return.
    fn give_back(&self) {
        if let Some(State::Overrun { .. }) = self.state().take() {
            self.overruns.count.fetch_sub(1, Ordering::Relaxed);
        }
        self.returned.send_replace(true);
    }

    /// The permit of an overrun, if a try kept one.
    fn reserve(&self) -> Option<OwnedSemaphorePermit> {
        match self.state().as_mut() {
            Some(State::Seated { permits, .. }) => permits.overrun.take(),
            _ => None,
        }
    }

    /// Leaves the seat to others, if the thread has not returned.
    fn leave(&self, permit: OwnedSemaphorePermit) {
        let mut state = self.state();
        if let Some(State::Seated { .. }) = *state {
            *state = Some(State::Overrun { _permit: permit });
            self.overruns.count.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// When no client waits for a computation any more, it leaves its seat soon, whether it stops or not.
struct Leave(Arc<Held>);

impl Drop for Leave {
    fn drop(&mut self) {
        if self.0.state().is_none() {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(leave(self.0.clone()));
        }
    }
}

async fn leave(held: Arc<Held>) {
    let mut returned = held.returned.subscribe();
    let permit = async {
        tokio::time::sleep(TRY_GRACE).await;
        match held.reserve() {
            Some(permit) => Some(permit),
            None => held.overruns.permits.clone().acquire_owned().await.ok(),
        }
    };
    tokio::select! {
        biased;
        _ = returned.wait_for(|&returned| returned) => {}
        permit = permit => {
            if let Some(permit) = permit {
                held.leave(permit);
            }
        }
    }
}

/// Who waits for an answer.
#[derive(Debug)]
struct Client {
    /// Whether it has left.
    gone: AtomicBool,
    /// What is computed for it; none while it waits for a seat.
    task: Mutex<Option<Arc<Task>>>,
    start: Instant,
}

impl Client {
    fn task(&self) -> MutexGuard<'_, Option<Arc<Task>>> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, task: Option<Arc<Task>>) {
        *self.task() = task;
    }

    fn progress(&self) -> Progress {
        match self.task().as_ref() {
            Some(task) => task.progress(),
            None => {
                Progress { waiting: true, seconds: self.start.elapsed().as_secs_f64(), ..Progress::default() }
            }
        }
    }
}

/// One computation, seen from within.
#[derive(Debug)]
pub(crate) struct Task {
    client: Arc<Client>,
    /// Whether the server ends.
    ended: Arc<AtomicBool>,
    time: Duration,
    until: Deadline,
    pace: Mutex<Pace>,
}

impl Task {
    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it has to stop.
    pub fn stopped(&self) -> bool {
        self.client.gone.load(Ordering::Relaxed) || self.ended.load(Ordering::Relaxed) || self.until.is_over()
    }

    /// Notes how far it is; whether it may go on.
    pub fn tell(&self, done: u64, all: u64) -> bool {
        self.pace().note(done, all);
        !self.stopped()
    }

    /// Computes with the given memory and threads, watched by this task.
    pub fn work<T>(&self, limits: &sprague_routes::Limits, compute: impl FnOnce(&Work) -> T) -> T {
        let watch: &Watch = &|done, all| self.tell(done, all);
        compute(&limits.work(watch))
    }

    fn progress(&self) -> Progress {
        Progress::of(&mut self.pace())
    }

    fn out_of_time(&self) -> Problem {
        let seconds = self.time.as_secs_f64();
        let line = format!("this took longer than the {seconds} s that one question has; ask for less");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "time", line)
    }
}

/// An answer to come. Dropping it stops the computation.
pub(crate) struct Pending<T> {
    /// None if the answer is there already.
    client: Option<Arc<Client>>,
    result: Pin<Box<dyn Future<Output = Result<T, Problem>> + Send>>,
}

impl<T: Send + 'static> Pending<T> {
    /// An answer that is there.
    pub fn ready(answer: T) -> Self {
        Pending { client: None, result: Box::pin(std::future::ready(Ok(answer))) }
    }
}

impl<T> Pending<T> {
    /// How far it is.
    pub fn progress(&self) -> Option<Progress> {
        self.client.as_ref().map(|client| client.progress())
    }
}

impl<T> Future for Pending<T> {
    type Output = Result<T, Problem>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.result.as_mut().poll(context)
    }
}

impl<T> Drop for Pending<T> {
    fn drop(&mut self) {
        if let Some(client) = &self.client {
            client.gone.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests;
