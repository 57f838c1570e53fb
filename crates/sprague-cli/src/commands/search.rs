//! `sprague search RULE --to N --dir DIR`: values and law saved to a directory, so that a run can be resumed.

mod status;

use crate::args::{self, SearchAction, SearchRun};
use crate::context::{self, Context};
use crate::foreign::short;
use crate::report::grouped_aside;
use crate::store::manifest::CERTIFICATE;
use crate::store::reader::Recorded;
use crate::store::writer::{Keep, Writer, explained};
use crate::store::{quoted, shown_path};
use anyhow::{Context as _, anyhow};
use sprague::ask::law_of_run;
use sprague::certificates;
use sprague::laws::{Law, NimSequence, Run, Step};
use sprague::rules::{Rule, parse_small};
use sprague::{Error, Status, Work};
use std::path::Path;
use std::time::{Duration, Instant};

/// Time to the first commit; it doubles from commit to commit up to the limit below.
const FIRST_COMMIT: Duration = Duration::from_millis(250);
const LAST_COMMIT: Duration = Duration::from_secs(10);
/// Certificates of more values are not written: the checker accepts no more by default.
const MOST_CERTIFIED: u64 = 1 << 28;
/// Values after which it is clear that all of them are needed.
const CLEAR: u64 = 1 << 16;

pub fn run(args: &args::Search, context: &Context) -> anyhow::Result<u8> {
    match (&args.action, &args.run) {
        (Some(SearchAction::Status { dir }), _) => status::run(dir, context),
        (None, Some(run)) => compute(run, context),
        (None, None) => unreachable!("clap requires the arguments of a run without a subcommand"),
    }
}

fn compute(args: &SearchRun, context: &Context) -> anyhow::Result<u8> {
    let rule: Rule = args.rule.parse()?;
    rule.require_heaps("a run is of the values of heaps")?;
    let largest = parse_small(&args.to, "a heap")?;
    let to = largest.checked_add(1);
    let to = to.ok_or_else(|| Error::too_large("--to is below 2^64 - 1", Some(u64::MAX - 1)))?;
    let keep = if args.discard { Keep::Needed } else { Keep::All };
    let writer = Writer::open(&args.dir, &rule, keep);
    let mut writer = writer.with_context(|| format!("cannot run in {}", shown_path(&args.dir)))?;
    let again = again(&rule, args);
    context::say_when_interrupted(format!("stopped; {again} goes on"));
    context::listen_for_termination()?;
    let before = writer.manifest.seconds;
    let mut search = Search { rule, to, start: Instant::now(), before, from: 0, status: Status::Observed };
    writer.manifest.to = writer.manifest.to.max(largest);
    match context.work("values", |work| Ok(search.run(&mut writer, work, context)))? {
        Ok(()) => {
            let recorded = Recorded { folder: args.dir.clone(), manifest: writer.manifest };
            status::print(&recorded, "search", search.status, context)?;
            Ok(0)
        }
        Err(error) => match error.downcast_ref::<Error>() {
            Some(Error::Interrupted) => {
                crate::complain(&format!(
                    "stopped at heap {}; {again} goes on",
                    grouped_aside(writer.manifest.values)
                ));
                Ok(130)
            }
            Some(Error::Memory { .. }) => Err(anyhow!(
                "{error:#}, or give --memory more; {} values are safe in {}",
                grouped_aside(writer.manifest.values),
                shown_path(&args.dir)
            )),
            _ => Err(explained(error, &writer)),
        },
    }
}

/// The command that goes on.
fn again(rule: &Rule, args: &SearchRun) -> String {
    let discard = if args.discard { " --discard" } else { "" };
    let rule = short(rule.notation());
    format!("`sprague search {rule} --to {} --dir {}{discard}`", args.to, quoted(&args.dir))
}

/// One process's part of a run.
struct Search {
    rule: Rule,
    to: u64,
    start: Instant,
    /// Seconds that were spent before.
    before: f64,
    /// Values that there were before.
    from: u64,
    /// Proved if this process computed all of it; nothing that was read from the disk has a part in it then.
    status: Status,
}

impl Search {
    fn run(&mut self, writer: &mut Writer, work: &Work, context: &Context) -> anyhow::Result<()> {
        if writer.manifest.law.is_some() || writer.manifest.values >= self.to {
            return Ok(());
        }
        let mut run = writer.resume(&self.rule, work, &crate::complain)?;
        self.from = run.drained();
        self.status = run.status();
        context.begun(self.from, self.to);
        let (mut committed, mut pause, mut warned) = (Instant::now(), FIRST_COMMIT, false);
        loop {
            let step = match writer.kept() {
                Some(kept) => run.step_with(self.to, kept, work),
                None => run.step(self.to, work),
            };
            writer.take(&mut run)?;
            let over = !matches!(step, Ok(Step::More));
            if over || committed.elapsed() >= pause {
                self.commit(writer, &run, work)?;
                (committed, pause) = (Instant::now(), LAST_COMMIT.min(2 * pause));
            }
            if over {
                return step.map(|_| ()).map_err(Into::into);
            }
            if !warned && run.drained() >= CLEAR {
                warned = true;
                self.warn(&run, work);
            }
        }
    }

    /// Says beforehand where memory will end, if rare positions do not die out; without any it is refused at
    /// once.
    fn warn(&self, run: &Run, work: &Work) {
        // What needs all values beyond these heaps is refused soon, which says so.
        if self.to > u32::MAX.into() || run.facts().is_none_or(|facts| facts.mask == 0) {
            return;
        }
        let Some(bytes) = run.bytes_for(self.to).filter(|&bytes| bytes > work.memory().into()) else {
            return;
        };
        let reach = (u128::from(self.to) * u128::from(work.memory()) / bytes) as u64;
        crate::complain(&format!(
            "all values are needed while rare positions still occur: memory suffices for those below heap {}",
            grouped_aside(reach)
        ));
    }

    fn commit(&self, writer: &mut Writer, run: &Run, work: &Work) -> anyhow::Result<()> {
        let _saving = context::saving();
        let spent = self.start.elapsed().as_secs_f64();
        let manifest = &mut writer.manifest;
        manifest.seconds = ((self.before + spent) * 1e3).round() / 1e3;
        manifest.values_per_second =
            (run.drained().saturating_sub(self.from) as f64 / spent.max(1e-3)).round();
        if let Some(law) = run.law() {
            // The values come first: a law is read off them.
            writer.commit(run)?;
            writer.manifest.law = Some(law_of_run(law));
            let reason = self.certify(law, writer, work).err();
            writer.manifest.certificate = reason.is_none().then(|| CERTIFICATE.to_string());
            writer.manifest.no_certificate = reason.map(|reason| format!("{reason:#}"));
        }
        writer.commit(run)
    }

    /// Writes the certificate of a law.
    fn certify(&self, law: &Law, writer: &Writer, work: &Work) -> anyhow::Result<()> {
        let count = certificates::values_in_certificate(&self.rule, law.period(), law.preperiod());
        if count.is_none_or(|count| count > MOST_CERTIFIED) {
            return Err(anyhow!(
                "it would have more values than the checker takes by itself (2^28); `sprague law @DIR --save FILE` writes it"
            ));
        }
        work.fits("its certificate", 4 * u128::from(count.unwrap_or(0)))?;
        let certificate = if law.has_values() {
            certificates::of(&NimSequence::by_law(law.clone()))?
        } else if writer.manifest.discard {
            return Err(anyhow!("no values were kept"));
        } else {
            let (folder, manifest) = (writer.folder().to_path_buf(), writer.manifest.clone());
            certificates::of_window_law(law, &Recorded { folder, manifest }.values())?
        };
        let path = writer.folder().join(CERTIFICATE);
        crate::save::replace(Path::new(&path), |out| Ok(certificate.write(out)?))
    }
}
