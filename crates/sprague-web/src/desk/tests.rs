//! Computations that panic, that poll, and that never do.

use super::*;

const LONG: Duration = Duration::from_secs(600);

/// A desk with two seats and room for two overruns.
fn desk(time: Duration) -> Desk {
    Desk::new(2, 8, time, Overruns::new(2))
}

/// What holds up computations until it is opened.
#[derive(Debug, Default)]
struct Gate(Arc<AtomicBool>);

impl Gate {
    fn open(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// A computation that does not look up.
    fn deaf(&self) -> impl Fn(&Task) -> Result<u8, Problem> + Send + Sync + 'static {
        let gate = self.0.clone();
        move |_| {
            while !gate.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(1)
        }
    }

    /// One that does.
    fn polite(&self) -> impl Fn(&Task) -> Result<u8, Problem> + Send + Sync + 'static {
        let gate = self.0.clone();
        move |task| {
            while !gate.load(Ordering::Relaxed) {
                if !task.tell(1, 2) {
                    return Err(sprague::Error::Interrupted.into());
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(2)
        }
    }
}

/// Threads that still wait end with the test.
impl Drop for Gate {
    fn drop(&mut self) {
        self.open();
    }
}

/// Begins a question; the handle is its client.
fn ask<T: Send + 'static>(
    desk: &Desk,
    cost: Cost,
    compute: impl Fn(&Task) -> Result<T, Problem> + Send + Sync + 'static,
) -> tokio::task::JoinHandle<Result<T, Problem>> {
    let pending = desk.run(cost, compute).unwrap();
    tokio::spawn(pending)
}

async fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(30), "never: {what}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// The answer to something trivial, which comes soon however busy the desk is.
async fn trivial(desk: &Desk, cost: Cost) -> Result<u8, Problem> {
    let answer = ask(desk, cost, |_| Ok(7));
    tokio::time::timeout(Duration::from_secs(20), answer)
        .await
        .expect("a small question is answered")
        .unwrap()
}

#[tokio::test]
async fn a_panic_is_one_questions_error() {
    let desk = desk(LONG);
    for _ in 0..5 {
        let error =
            ask(&desk, Cost::Unknown, |_| -> Result<u8, Problem> { panic!("a defect") }).await.unwrap();
        let problem = error.unwrap_err();
        assert_eq!((problem.status, problem.code), (500, "internal"));
        assert!(problem.line.contains("a defect"), "{}", problem.line);
        until("seats are free", || desk.load() == (0, 0)).await;
        assert_eq!(trivial(&desk, Cost::Unknown).await.unwrap(), 7);
    }
}

#[tokio::test]
async fn a_panic_on_threads_that_are_waited_for_is_caught_too() {
    let desk = desk(LONG);
    let answer = ask(&desk, Cost::Unknown, |task| {
        let limits = crate::Limits { threads: 3, ..crate::Limits::for_machine(2, 1 << 30) };
        Ok(task
            .work(&limits.one(), |work| work.on_threads(|| -> sprague::Result<u8> { panic!("a defect") }))?)
    });
    assert_eq!(answer.await.unwrap().unwrap_err().code, "internal");
    assert_eq!(trivial(&desk, Cost::Unknown).await.unwrap(), 7);
}

/// Whether long questions look up or not, small ones are answered beside them, in any number.
#[tokio::test]
async fn small_questions_do_not_wait_for_long_ones() {
    let (desk, gate) = (desk(LONG), Gate::default());
    let long = [ask(&desk, Cost::Unknown, gate.deaf()), ask(&desk, Cost::Unknown, gate.polite())];
    until("both are computed", || desk.load() == (2, 0)).await;
    for cost in [Cost::Unknown, Cost::Small].repeat(5) {
        assert_eq!(trivial(&desk, cost).await.unwrap(), 7);
    }
    assert_eq!((desk.load(), desk.seats.overruns.count()), ((2, 0), 0));
    gate.open();
    for (answer, expected) in long.into_iter().zip([1, 2]) {
        assert_eq!(answer.await.unwrap().unwrap(), expected);
    }
}

/// Time ends for those that do not look up as for others, and their seats are free afterwards.
#[tokio::test]
async fn time_ends_whether_they_look_up_or_not() {
    let (desk, gate) = (desk(Duration::from_millis(100)), Gate::default());
    let deaf = ask(&desk, Cost::Unknown, gate.deaf());
    let polite = ask(&desk, Cost::Unknown, gate.polite());
    for answer in [deaf, polite] {
        let problem = answer.await.unwrap().unwrap_err();
        assert_eq!((problem.status, problem.code), (503, "time"));
        assert!(problem.line.contains("0.1 s"), "{}", problem.line);
    }
    until("the seats are free", || desk.load() == (0, 0)).await;
    assert_eq!(desk.seats.overruns.count(), 1);
    gate.open();
    until("it has returned", || desk.seats.overruns.count() == 0).await;
}

/// When clients have left their seats are free; when too many computations do not stop, small questions are
/// still answered.
#[tokio::test]
async fn overruns_are_bounded() {
    let (desk, gate) = (desk(LONG), Gate::default());
    for round in 1..=2 {
        let left = [ask(&desk, Cost::Unknown, gate.deaf()), ask(&desk, Cost::Unknown, gate.deaf())];
        until("both are computed", || desk.load().0 == 2).await;
        left.iter().for_each(|client| client.abort());
        if round == 1 {
            until("the seats are free", || desk.load() == (0, 0) && desk.seats.overruns.count() == 2).await;
        }
    }
    // Four threads are busy now: two overruns, and two that keep their seats since there may be no more
    // overruns.
    tokio::time::sleep(2 * TRY_GRACE).await;
    assert_eq!((desk.load().0, desk.seats.overruns.count()), (2, 2));
    let refused = desk.run(Cost::Unknown, |_| Ok(7)).map(drop).unwrap_err();
    assert_eq!((refused.status, refused.code), (503, "busy"));
    for _ in 0..5 {
        assert_eq!(trivial(&desk, Cost::Small).await.unwrap(), 7);
    }
    gate.open();
    until("all have returned", || desk.load() == (0, 0) && desk.seats.overruns.count() == 0).await;
    assert_eq!(desk.seats.overruns.permits.available_permits(), 2);
    assert_eq!(trivial(&desk, Cost::Unknown).await.unwrap(), 7);
}

/// A try that cannot be stopped does not take the seat for tries with it.
#[tokio::test]
async fn a_try_that_does_not_stop_leaves_its_seat() {
    let (desk, gate, later) = (desk(LONG), Gate::default(), Gate::default());
    let long = [ask(&desk, Cost::Unknown, gate.polite()), ask(&desk, Cost::Unknown, gate.polite())];
    until("both are computed", || desk.load() == (2, 0)).await;
    let deaf = ask(&desk, Cost::Unknown, later.deaf());
    until("the try is an overrun", || desk.seats.overruns.count() == 1).await;
    assert_eq!(trivial(&desk, Cost::Unknown).await.unwrap(), 7);
    deaf.abort();
    gate.open();
    for answer in long {
        assert_eq!(answer.await.unwrap().unwrap(), 2);
    }
    assert_eq!(desk.seats.overruns.count(), 1);
    later.open();
    until("it has returned", || desk.load() == (0, 0) && desk.seats.overruns.count() == 0).await;
}

/// A question that is too long for a try waits, begins again in a seat, and is answered.
#[tokio::test]
async fn what_is_too_long_for_a_try_is_computed_in_a_seat() {
    let (desk, first, second) = (desk(LONG), Gate::default(), Gate::default());
    let long = [ask(&desk, Cost::Unknown, first.polite()), ask(&desk, Cost::Unknown, first.polite())];
    until("both are computed", || desk.load() == (2, 0)).await;
    let begun = Arc::new(AtomicUsize::new(0));
    let (count, polite) = (begun.clone(), second.polite());
    let mut pending = desk.run(Cost::Small, move |task| {
        count.fetch_add(1, Ordering::Relaxed);
        polite(task)
    });
    let pending = pending.as_mut().unwrap();
    let soon = tokio::time::timeout(4 * TRY, &mut *pending).await;
    assert!(soon.is_err() && begun.load(Ordering::Relaxed) == 1);
    assert!(pending.progress().unwrap().waiting);
    assert_eq!(desk.load(), (2, 1));
    first.open();
    second.open();
    assert_eq!(pending.await.unwrap(), 2);
    assert_eq!(begun.load(Ordering::Relaxed), 2);
    for answer in long {
        assert_eq!(answer.await.unwrap().unwrap(), 2);
    }
}

/// The wait for a seat ends, too.
#[tokio::test]
async fn no_client_waits_longer_than_a_question_has() {
    let (mut desk, gate) = (desk(LONG), Gate::default());
    let long = [ask(&desk, Cost::Unknown, gate.polite()), ask(&desk, Cost::Unknown, gate.polite())];
    until("both are computed", || desk.load() == (2, 0)).await;
    desk.time = Duration::from_millis(700);
    let problem = ask(&desk, Cost::Unknown, gate.polite()).await.unwrap().unwrap_err();
    assert_eq!((problem.status, problem.code), (503, "busy"));
    assert_eq!(desk.load(), (2, 0));
    long.iter().for_each(|client| client.abort());
    until("the seats are free", || desk.load() == (0, 0)).await;
}

/// Times that no clock can tell.
#[tokio::test]
async fn no_time_is_too_long() {
    let desk = desk(Duration::MAX);
    assert_eq!(trivial(&desk, Cost::Unknown).await.unwrap(), 7);
    let gate = Gate::default();
    let long = [ask(&desk, Cost::Unknown, gate.polite()), ask(&desk, Cost::Unknown, gate.polite())];
    until("both are computed", || desk.load() == (2, 0)).await;
    assert_eq!(trivial(&desk, Cost::Unknown).await.unwrap(), 7);
    gate.open();
    for answer in long {
        assert_eq!(answer.await.unwrap().unwrap(), 2);
    }
}
