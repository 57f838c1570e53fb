//! The desk: so many questions are computed at once, so many wait, and the next is refused.
//!
//! A question is computed on a thread of its own. It is told to stop when nobody waits for it any more (the future that
//! would have had its answer is dropped), when its time is over, and when the server ends. Its place is free again when
//! it really has stopped, so that what is computed never exceeds the limits.

use crate::Problem;
use axum::http::StatusCode;
use sprague::{Pace, Watch, Work};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a step of the engine may go on by itself after its time is over.
const GRACE: Duration = Duration::from_secs(1);

/// Who computes, and who waits.
#[derive(Debug)]
pub(crate) struct Desk {
    /// One permit for each question that is computed or waits.
    places: Arc<Semaphore>,
    /// One for each that is computed.
    seats: Arc<Semaphore>,
    /// How many of either there are.
    all: usize,
    running: usize,
    time: Duration,
    ended: Arc<AtomicBool>,
}

impl Desk {
    pub fn new(running: usize, waiting: usize, time: Duration) -> Self {
        Desk {
            places: Arc::new(Semaphore::new(running + waiting)),
            seats: Arc::new(Semaphore::new(running)),
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
        self.seats.close();
    }

    /// How many questions are computed, and how many wait.
    pub fn load(&self) -> (usize, usize) {
        let running = self.running.saturating_sub(self.seats.available_permits());
        let taken = self.all.saturating_sub(self.places.available_permits());
        (running, taken.saturating_sub(running))
    }

    /// Computes as soon as there is a seat.
    ///
    /// # Errors
    /// At once, if too many wait.
    pub fn run<T: Send + 'static>(
        &self,
        compute: impl FnOnce(&Task) -> Result<T, Problem> + Send + 'static,
    ) -> Result<Pending<T>, Problem> {
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            return Err(if self.ended.load(Ordering::Relaxed) { ended() } else { busy() });
        };
        let task = Arc::new(Task {
            gone: AtomicBool::new(false),
            ended: self.ended.clone(),
            time: self.time,
            state: Mutex::new(State { until: None, pace: Pace::new() }),
        });
        let result = computed(self.seats.clone(), place, task.clone(), compute);
        Ok(Pending { task: Some(task), result: Box::pin(result) })
    }
}

fn busy() -> Problem {
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", "too many questions wait; try again in a moment")
}

fn ended() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopped", "the server is ending")
}

async fn computed<T: Send + 'static>(
    seats: Arc<Semaphore>,
    place: OwnedSemaphorePermit,
    task: Arc<Task>,
    compute: impl FnOnce(&Task) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let seat = seats.acquire_owned().await.map_err(|_| ended())?;
    let time = task.begin();
    let own = task.clone();
    let thread = tokio::task::spawn_blocking(move || {
        let result = compute(&own);
        drop((place, seat));
        result
    });
    match tokio::time::timeout(time + GRACE, thread).await {
        Ok(Ok(Err(problem))) if problem.code == "stopped" => Err(task.why_stopped()),
        Ok(Ok(result)) => result,
        Ok(Err(_)) => {
            let line = "the engine failed on this question: a fault of Sprague, worth a report";
            Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "panic", line))
        }
        Err(_) => Err(task.out_of_time()),
    }
}

/// One computation, seen from within.
#[derive(Debug)]
pub(crate) struct Task {
    /// Whether nobody waits for it.
    gone: AtomicBool,
    /// Whether the server ends.
    ended: Arc<AtomicBool>,
    time: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// When its time is over; none while it waits for a seat.
    until: Option<Instant>,
    pace: Pace,
}

/// How far a computation is.
#[derive(Debug, Clone, Copy, serde::Serialize)]
pub(crate) struct Progress {
    pub waiting: bool,
    pub done: u64,
    pub all: u64,
    pub fraction: Option<f64>,
    pub rate: Option<f64>,
    pub remaining: Option<f64>,
    pub seconds: f64,
}

impl Task {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time for it, which begins now.
    fn begin(&self) -> Duration {
        *self.state() = State { until: Some(Instant::now() + self.time), pace: Pace::new() };
        self.time
    }

    /// Whether it has to stop.
    pub fn stopped(&self) -> bool {
        self.gone.load(Ordering::Relaxed) || self.ended.load(Ordering::Relaxed) || self.late()
    }

    fn late(&self) -> bool {
        self.state().until.is_some_and(|until| Instant::now() > until)
    }

    /// Notes how far it is; whether it may go on.
    pub fn tell(&self, done: u64, all: u64) -> bool {
        self.state().pace.note(done, all);
        !self.stopped()
    }

    /// Computes with so much memory and so many threads, watched by this task.
    pub fn work<T>(&self, limits: &crate::Limits, compute: impl FnOnce(&Work) -> T) -> T {
        let watch: &Watch = &|done, all| self.tell(done, all);
        compute(&Work::new(limits.memory, watch).with_threads(limits.threads))
    }

    pub fn progress(&self) -> Progress {
        let mut state = self.state();
        let waiting = state.until.is_none();
        let pace = &mut state.pace;
        Progress {
            waiting,
            done: pace.done(),
            all: pace.all(),
            fraction: (pace.all() > 0).then(|| pace.share()),
            rate: (pace.done() > 0).then(|| pace.rate()),
            remaining: pace.remaining(),
            seconds: pace.seconds(),
        }
    }

    fn out_of_time(&self) -> Problem {
        let seconds = self.time.as_secs_f64();
        let line = format!("this took longer than the {seconds} s that one question has; ask for less");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "time", line)
    }

    /// What to tell whoever still waits.
    fn why_stopped(&self) -> Problem {
        if self.late() { self.out_of_time() } else { ended() }
    }
}

/// An answer to come. Dropping it stops the computation.
pub(crate) struct Pending<T> {
    /// None if the answer is there already.
    task: Option<Arc<Task>>,
    result: Pin<Box<dyn Future<Output = Result<T, Problem>> + Send>>,
}

impl<T: Send + 'static> Pending<T> {
    /// An answer that is there.
    pub fn ready(answer: T) -> Self {
        Pending { task: None, result: Box::pin(std::future::ready(Ok(answer))) }
    }
}

impl<T> Pending<T> {
    /// How far it is.
    pub fn progress(&self) -> Option<Progress> {
        self.task.as_ref().map(|task| task.progress())
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
        if let Some(task) = &self.task {
            task.gone.store(true, Ordering::Relaxed);
        }
    }
}
