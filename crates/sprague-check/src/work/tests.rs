use std::sync::{Barrier, atomic::AtomicBool};

use super::*;

fn fault(i: usize) -> Result<(), Fault> {
    refuse(format!("job {i}"))
}

/// All jobs are done, once each, and two at a time.
#[test]
fn two_threads() {
    let work = Work::new(2, u64::MAX, &|_| ());
    let (both, scratches) = (Barrier::new(2), AtomicUsize::new(0));
    let done: Vec<AtomicUsize> = (0..2).map(|_| AtomicUsize::new(0)).collect();
    let scratch = || {
        scratches.fetch_add(1, Relaxed);
        Ok(())
    };
    // Neither job ends before the other has begun.
    let job = |i: usize, (): &mut ()| {
        both.wait();
        done[i].fetch_add(1, Relaxed);
        Ok(())
    };
    assert!(work.each(2, scratch, job).is_ok());
    assert_eq!(
        (scratches.into_inner(), done.into_iter().map(AtomicUsize::into_inner).sum::<usize>()),
        (2, 2)
    );
}

/// No more threads than jobs, and none but its own for one.
#[test]
fn few_jobs() {
    for (threads, jobs, expected) in [(1, 5, 1), (4, 0, 1), (4, 1, 1), (4, 3, 3), (3, 9, 3)] {
        let work = Work::new(threads, u64::MAX, &|_| ());
        let (scratches, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let scratch = || {
            scratches.fetch_add(1, Relaxed);
            Ok(())
        };
        let job = |_: usize, (): &mut ()| {
            done.fetch_add(1, Relaxed);
            Ok(())
        };
        assert!(work.each(jobs, scratch, job).is_ok());
        assert_eq!((scratches.into_inner(), done.into_inner()), (expected, jobs), "{threads} {jobs}");
    }
}

/// The fault of the first job that has one, in whatever order they end; and none is begun after it.
#[test]
fn the_first_fault() {
    for slow in 0..2 {
        let work = Work::new(2, u64::MAX, &|_| ());
        let (both, failed) = (Barrier::new(2), AtomicBool::new(false));
        let job = |i: usize, (): &mut ()| {
            if i < 2 {
                both.wait();
            }
            if i == slow {
                // The other job fails before this one does.
                while !failed.load(Relaxed) {
                    std::thread::yield_now();
                }
                std::thread::sleep(std::time::Duration::from_millis(20));
            } else {
                failed.store(true, Relaxed);
            }
            fault(i)
        };
        assert_eq!(work.each(9, || Ok(()), job), fault(0), "{slow}");
    }
}

/// Threads that are asked for, and those that there are.
#[test]
fn threads() {
    let threads = |given: usize| Work::new(given, 0, &|_| ()).threads;
    assert_eq!([threads(1), threads(3), threads(1024), threads(5000)], [1, 3, 1024, 1024]);
    assert_eq!(threads(0), std::thread::available_parallelism().map_or(1, usize::from));
}

/// The limit is one on all steps together; steps that are gathered are charged once, and all of them.
#[test]
fn steps() {
    let work = Work::new(1, 100, &|_| ());
    assert!(work.charge(60).is_ok() && work.charge(40).is_ok() && work.charge(0).is_ok());
    assert_eq!(work.spent(), 100);
    let line = "NOT VERIFIED: the check needs more than 100 steps, the limit in force";
    assert_eq!(work.charge(1).unwrap_err().to_string(), line);
    assert!(Work::new(1, u64::MAX, &|_| ()).charge(usize::MAX).is_ok());

    let work = Work::new(1, u64::MAX, &|_| ());
    let mut meter = Meter::new(&work);
    assert!(meter.charge(PORTION / 64 - 1).is_ok());
    assert_eq!(work.spent(), 0);
    assert!(meter.charge(1).is_ok());
    assert_eq!(work.spent(), PORTION as u64 / 64);
    assert!(meter.charge(5).is_ok() && meter.settle().is_ok() && meter.settle().is_ok());
    assert_eq!(work.spent(), PORTION as u64 / 64 + 5);
}

/// A buffer is charged for as it is filled.
#[test]
fn buffers() {
    let work = Work::new(1, u64::MAX, &|_| ());
    let length = 2 * PORTION + 3;
    let Ok(buffer) = work.buffer(length, 7u8, "sevens") else { panic!() };
    assert!(buffer.len() == length && buffer.iter().all(|&item| item == 7));
    assert_eq!(work.spent(), length as u64);
}
