//! Each test once, to learn which mutants it reaches and how long it takes; then each mutant, by the tests that reach it,
//! until one fails or takes several times as long as it should: first those that caught the mutants before, then
//! quickest first.

use std::{
    collections::HashSet,
    fs,
    io::Write,
    os::unix::process::{CommandExt, ExitStatusExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::{
    compile::{Binary, Build},
    list::Mutant,
    rewrite::Fate,
};

struct Test<'a> {
    binary: &'a Binary,
    name: String,
    time: Duration,
    reached: HashSet<u32>,
}

const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;

enum Ended {
    Passed,
    Failed,
    TimedOut,
}

impl Test<'_> {
    fn run(&self, key: &str, value: &str, limit: Duration, nice: u64) -> Result<Ended> {
        // Seconds of the processor, as the machine may be busy with other things; what sleeps is given far longer.
        let seconds = limit.as_secs_f32().ceil();
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("ulimit -t {seconds}; exec nice -n {nice} \"$0\" \"$@\"")])
            .arg(&self.binary.path);
        command.args(["--exact", &self.name, "--test-threads=2"]).env(key, value);
        command.env("SPRAGUE_FORGE_SECONDS", "1").env("PROPTEST_MAX_SHRINK_ITERS", "0");
        command.env("CARGO_MANIFEST_DIR", &self.binary.folder).current_dir(&self.binary.folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let mut child = command.spawn()?;
        let (start, mut pause) = (Instant::now(), Duration::from_micros(500));
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(match status.signal() {
                    Some(SIGXCPU | SIGKILL) => Ended::TimedOut,
                    _ if status.success() => Ended::Passed,
                    _ => Ended::Failed,
                });
            }
            if start.elapsed() > limit * 100 {
                // The whole group: tests start commands.
                Command::new("kill").args(["-9", "--", &format!("-{}", child.id())]).status()?;
                child.wait()?;
                return Ok(Ended::TimedOut);
            }
            std::thread::sleep(pause);
            pause = (pause * 5 / 4).min(Duration::from_millis(20));
        }
    }

    /// Learns what it reaches and how long it takes, from the files of an earlier run if they are newer than the test.
    fn record(&mut self, file: &Path, longest: Duration) -> Result<Ended> {
        let (times, too_long) = (file.with_extension("time"), file.with_extension("long"));
        let micros = |file: &Path| -> Option<Duration> {
            let changed = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
            let fresh = changed(file) >= changed(&self.binary.path);
            fresh.then(|| fs::read_to_string(file).ok()?.parse().ok()).flatten().map(Duration::from_micros)
        };
        if micros(&too_long).is_some_and(|limit| limit >= longest) {
            return Ok(Ended::TimedOut);
        }
        if micros(&times).is_none() {
            _ = fs::remove_file(file);
            let start = children_time()?;
            let ended = self.run("SCHEMATA_REACHED", file.to_str().context("a name")?, longest, 0)?;
            match ended {
                Ended::Passed => fs::write(&times, (children_time()? - start).as_micros().to_string())?,
                Ended::TimedOut => fs::write(&too_long, longest.as_micros().to_string())?,
                Ended::Failed => {}
            }
            if !matches!(ended, Ended::Passed) {
                return Ok(ended);
            }
        }
        self.time = Duration::from_micros(fs::read_to_string(times)?.parse()?);
        let numbers = fs::read(file).unwrap_or_default();
        let number = |four: &[u8]| u32::from_le_bytes(four.try_into().expect("four bytes"));
        self.reached = numbers.chunks_exact(4).map(number).collect();
        Ok(if self.time > longest { Ended::TimedOut } else { Ended::Passed })
    }

    /// Several times what it takes; a whole number of seconds is made of it.
    fn limit(&self) -> Duration {
        self.time * 3 + Duration::from_millis(700)
    }
}

/// What is run, and where the outcomes go.
pub struct Plan {
    pub outcomes: PathBuf,
    pub jobs: usize,
    /// How much mutants give way to other processes, 0 to 19.
    pub nice: u64,
    /// Tests that take longer than this are left out.
    pub longest: Duration,
    /// Tests whose binary and name match this are left out.
    pub without: Option<regex::Regex>,
}

pub fn run(build: &Build, mutants: &[Mutant], chosen: &[u32], copy: &Path, plan: &Plan) -> Result<()> {
    let mut tests = tests(&build.binaries, &copy.join("reached"), plan)?;
    tests.sort_by_key(|test| test.time);
    let outcomes = Mutex::new(fs::OpenOptions::new().append(true).create(true).open(&plan.outcomes)?);
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        let mut last = Vec::new();
        while let Some(&number) = chosen.get(next.fetch_add(1, Relaxed)) {
            let start = Instant::now();
            let (outcome, by) = match build.fates[number as usize] {
                Fate::Switched => outcome(number, &tests, &mut last, plan.nice)?,
                Fate::Unviable => ("unviable", String::new()),
                Fate::Alone => ("alone", String::new()),
            };
            let seconds = start.elapsed().as_secs_f32();
            let line = json!({"name": mutants[number as usize].name, "outcome": outcome, "by": by, "seconds": seconds});
            writeln!(outcomes.lock().expect("no panic"), "{line}")?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
    })
}

/// How a mutant ends; `last` are the tests that caught those before, the last one first.
fn outcome(number: u32, tests: &[Test], last: &mut Vec<usize>, nice: u64) -> Result<(&'static str, String)> {
    let rest = (0..tests.len()).filter(|test| !last.contains(test));
    let order: Vec<usize> = last.iter().copied().chain(rest).collect();
    let mut reached = false;
    for at in order {
        let test = &tests[at];
        if !test.reached.contains(&number) {
            continue;
        }
        reached = true;
        let outcome = match test.run("SCHEMATA", &number.to_string(), test.limit(), nice)? {
            Ended::Passed => continue,
            Ended::Failed => "caught",
            Ended::TimedOut => "timeout",
        };
        last.retain(|&other| other != at);
        last.insert(0, at);
        last.truncate(LAST);
        return Ok((outcome, format!("{}: {}", test.binary.target, test.name)));
    }
    Ok((if reached { "missed" } else { "unreached" }, String::new()))
}

/// How many tests are tried first.
const LAST: usize = 4;

/// What processes that have ended took of the processor, in user and system mode.
fn children_time() -> Result<Duration> {
    const TICKS_A_SECOND: u64 = 100;
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks: u64 = fields.get(13).context("a field")?.parse::<u64>()?
        + fields.get(14).context("a field")?.parse::<u64>()?;
    Ok(Duration::from_millis(ticks * 1000 / TICKS_A_SECOND))
}

/// All tests that pass, with what they reach.
fn tests<'a>(binaries: &'a [Binary], folder: &Path, plan: &Plan) -> Result<Vec<Test<'a>>> {
    fs::create_dir_all(folder)?;
    let mut tests = Vec::new();
    for binary in binaries {
        let output = Command::new(&binary.path)
            .args(["--list", "--format", "terse"])
            .current_dir(&binary.folder)
            .output()?;
        ensure!(output.status.success(), "{}: cannot list its tests", binary.path.display());
        for line in String::from_utf8(output.stdout)?.lines() {
            let Some(name) = line.strip_suffix(": test") else { continue };
            let full = format!("{}: {name}", binary.target);
            if plan.without.as_ref().is_some_and(|without| without.is_match(&full)) {
                continue;
            }
            let mut test =
                Test { binary, name: name.to_owned(), time: Duration::ZERO, reached: HashSet::new() };
            match test.record(&folder.join(full.replace([':', ' '], "_")), plan.longest)? {
                Ended::Passed => tests.push(test),
                Ended::Failed => eprintln!("left out: {full} fails"),
                Ended::TimedOut => eprintln!("left out: {full} takes too long"),
            }
        }
    }
    eprintln!("{} tests, {:?} in all", tests.len(), tests.iter().map(|test| test.time).sum::<Duration>());
    Ok(tests)
}
