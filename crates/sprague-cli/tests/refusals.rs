//! What cannot be done is refused before work starts: absurd sizes for every command, each refused in a line
//! that names a limit.
#![cfg(unix)]

use sprague::counts::euler::PROBLEMS;
use std::process::Command;
use std::time::{Duration, Instant};

/// Processor seconds, which the system counts in whole ones; a refusal takes milliseconds.
const PROCESSOR: &str = "ulimit -t 1";
/// Time on the clock, for a machine that does much else.
const CLOCK: Duration = Duration::from_secs(20);

const LINES: &[&str] = &[
    "euler 310 --n 10^12",
    "euler 400 --k 10^9",
    "euler 409 --n 10^8 --exact",
    "euler 409 --n 10^18",
    "euler 550 --n 10^12 --k 5",
    "euler 560 --n 10^15 --k 3",
    "euler 560 --n 10^9 --k 10^9 --exact",
    "euler 629 --n 10^9",
    "euler 629 --n 10^30",
    "euler 649 --n 10^100 --c 10^100 --exact",
    "euler 798 --n 10^12 --s 5",
    "euler 798 --n 10^7 --s 10^7 --exact",
    "euler 888 --n 10^8 --m 10^10",
    "euler 888 --n 10^30 --m 10^9 --exact",
    "euler 933 --w 10^9 --h 10^9",
    "values kayles --to 10^30",
    "values kayles --to 10^13",
    "values cut --to 10^6x10^6",
    "values cards --to 60",
    "values wythoff --to 10^5x10^5",
    "values 0.6 --to 10^12 --digest",
    "value wythoff 10x10^18",
    "value wythoff 10^9x3",
    "value mark 10^30",
    "value sub:squares 10^15",
    "value split:divisors 10^40",
    "law cut --to 10^6",
    "law kayles --limit 10^30",
    "law sub:1,3-10^9",
    "value sub:1,3-10^9 7",
    "value 'moves:n-k for k in 1..10^18' 12",
    "value 'lines:1,0;0,1;1,2' 10^9x10^9",
    "count wins 'lines:1,0;0,1;1,2' --to 10^8x10^8",
    "count wins 'lines:1,0,0;0,1,1' --to 10^4x10^4x10^4",
    "count histogram 'lines:1,0;0,1;1,2' --to 10^5x10^5",
    "values 'lines:1,0;0,1;1,2' --to 10^5x10^5",
    "values dynamic:2 --to 10^9",
    "value dynamic:2 10^2000",
    "count histogram dynamic:2 --to 10^9",
    "count wins dynamic:1000 --to 10^18",
    "moves dynamic:2 10^2000",
    "moves cut 10^9x10^9",
    "explain wythoff 10^8x10^8",
    "explain cards 1/10^9",
    "count tuples wythoff --to 10^6x10^6 --heaps 2",
    "count wins mark --to 10^30",
    "count wins sub:squares --to 10^15",
    "count wins cut --to 10^6x10^6",
    "count moves cut --to 10^9x10^9",
    "count moves wythoff --to 10^9x10^9",
    "count moves sub:squares --to 10^12",
    "count moves take:divisors --to 10^6",
    "count moves ruler --to 10^18",
    "count moves mark --to 10^9",
    "count partitions kayles --of 10^9",
    "count partitions nim --of 10^6 --table",
    "count tuples nim --to 10^9 --heaps 10^9",
    "count tuples cards --from 10^12 --to 10^12 --heaps 4 --mod 7",
    "count tuples cut --to 10^5x10^5 --heaps 3",
    "count multisets kayles --to 10^12 --heaps 10^9",
    "count sets nim --to 10^9 --heaps 10^5",
    "count sets kayles --to 10^12 --heaps 10^12",
    "count sets mark --to 10^9 --heaps 5 --mod 97 --lost",
    "count pattern kayles 1,2,3 --to 10^15",
    "count tuples kayles --to 10^9 --heaps 10^6 --misere",
    "count tuples kayles --to 10^40 --heaps 10^30 --misere",
    "count multisets kayles --to 10^9 --heaps 10^9 --misere --mod 7",
    "count multisets kayles --to 10^9 --heaps 10^5 --misere --mod 7",
    "count sets kayles --to 10^12 --heaps 10^12 --misere",
    "count partitions kayles --of 10^5 --misere",
    "count partitions kayles --of 10^9 --misere",
    "count partitions 0.07 --of 10^9 --misere --mod 7",
    "count partitions 0.07 --of 10^30 --misere",
    "count sets kayles --to 10^12 --heaps 10^9 --ordered --mod 7 --misere",
    "count multisets 0.07 --to 33 --heaps 10^5 --misere",
    "count multisets 0.07 --to 10^9 --heaps 10^9 --misere",
    "count zeros kayles --to 10^12 --misere",
    "count zeros 0.07 --to 10^12 --misere",
    "count multisets nim --to 10^9 --heaps 3 --save out.cert",
    "count histogram nim --to 10^12",
    "count histogram wythoff --to 10^6x10^6",
    "count zeros nim --to 10^18",
    "count zeros wythoff --to 10^9x10^9",
    "plot kayles --to 10^18",
    "plot cut --to 10^5x10^5",
    "search kayles --to 10^30 --dir run",
    "census run 0.77 --rounds 10^30 --dir census",
    "census run 0.???????????? --rounds 10 --dir census",
    "play kayles 10^30",
    "play wythoff 10^9x10^9",
    "check no.cert --steps 10^30",
    "serve --time 10^30",
    "serve --threads 10^6",
    "batch --memory 10^30T",
];

#[test]
fn absurd_sizes_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin("sprague");
    for args in LINES {
        let memory = if args.contains("--memory") { "" } else { "--memory 2G" };
        let line = format!("{PROCESSOR}; set -f; exec {} {args} {memory}", program.display());
        let start = Instant::now();
        let output = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args}: {said}");
        assert!(said.lines().count() == 1 && output.stdout.is_empty(), "{args}: {said}");
        assert!(start.elapsed() < CLOCK, "{args}: {:?}", start.elapsed());
        // A limit, a largest size, or what the numbers are that can be written.
        let limits = [
            "largest",
            "at most",
            "up to",
            "below",
            "below 2^64",
            "1 to ",
            "above",
            "too many",
            "more than",
            "take",
        ];
        let names = limits.iter().any(|word| said.contains(word)) || said.contains("is not a");
        assert!(names && said.bytes().any(|byte| byte.is_ascii_digit()), "{args}: {said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "something was written");
}

/// A certificate that cannot be is refused before the answer is computed, for every problem at the sizes of
/// its statement.
#[test]
fn problems_without_certificates_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin("sprague");
    let with = [301, 306, 310, 509, 550, 560, 629, 649, 798, 888, 933];
    for number in PROBLEMS.iter().map(|problem| problem.number).filter(|number| !with.contains(number)) {
        let line = format!("{PROCESSOR}; exec {} euler {number} --save out.cert", program.display());
        let output = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{number}: {said}");
        assert!(said.contains("certificate") && said.lines().count() == 1, "{number}: {said}");
        assert!(output.stdout.is_empty(), "{number}: computed before it was refused");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "something was written");
}
