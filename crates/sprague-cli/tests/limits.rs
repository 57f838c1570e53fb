//! Limits of the process and of the disk: what was there stays, and what cannot be done says so in one line.
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

/// The command under a shell's limits.
fn under(limit: &str, args: &str) -> Output {
    let program = assert_cmd::cargo::cargo_bin("sprague");
    let line = format!("{limit}; exec {} {args}", program.display());
    Command::new("sh").args(["-c", &line]).output().unwrap()
}

fn one_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn entries(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_good_certificate_survives_a_failed_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("good.cert");
    let save = |rule: &str, limit: &str| under(limit, &format!("law {rule} --save {}", path.display()));
    assert!(save("kayles", "true").status.success());
    let good = std::fs::read(&path).unwrap();
    let failed = save("0.16", "ulimit -f 1");
    assert_eq!(failed.status.code(), Some(2));
    assert!(one_line(&failed).contains("cannot write"));
    assert_eq!(std::fs::read(&path).unwrap(), good);
    assert_eq!(entries(folder.path()), 1, "something was left behind");
    assert!(save("dawson", "true").status.success());
    assert_ne!(std::fs::read(&path).unwrap(), good);
}

#[test]
fn a_link_is_replaced_and_never_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("precious"), folder.path().join("link"));
    std::fs::write(&target, "keep me").unwrap();
    symlink(&target, &link).unwrap();
    assert!(under("true", &format!("law kayles --save {}", link.display())).status.success());
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "keep me");
    assert!(!link.is_symlink() && std::fs::read(&link).unwrap().starts_with(b"sprague-certificate"));
}

#[test]
fn folders_and_missing_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().to_path_buf(), folder.path().join("missing/x.cert")] {
        let output = under("true", &format!("law kayles --save {}", path.display()));
        assert_eq!(output.status.code(), Some(2));
        assert!(one_line(&output).contains("cannot write"));
    }
    assert_eq!(entries(folder.path()), 0);
}

#[test]
fn without_a_law_nothing_is_written_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.cert");
    let output = under("true", &format!("law grundy --limit 1000 --save {}", path.display()));
    assert_eq!(output.status.code(), Some(1));
    assert!(one_line(&output).contains("no law was proved"));
    assert!(!output.stdout.is_empty() && !path.exists());
    let output = under("true", "law grundy --limit 1000 --save -");
    assert_eq!(output.status.code(), Some(1));
    assert!(one_line(&output).contains("no law was proved"));
    assert!(output.stdout.is_empty());
}

/// Under a small address space every command either answers or says in one line what it lacks.
#[test]
fn a_small_address_space_is_no_abort() {
    for args in [
        "euler 306",
        "euler 933",
        "euler 798 --n 10^8 --s 10^8",
        "values 0.6 --to 10^9 --digest",
        "law 0.07",
        "count partitions kayles --of 2000",
        "check /dev/null",
    ] {
        let output = under("ulimit -v 300000", args);
        match output.status.code() {
            Some(0) => assert!(!output.stdout.is_empty(), "{args}"),
            Some(2) => {
                one_line(&output);
            }
            code => panic!("{args}: {code:?} {}", String::from_utf8_lossy(&output.stderr)),
        }
    }
}

#[test]
fn a_memory_budget_is_kept() {
    let output = under("true", "values 0.6 --to 10^9 --digest --memory 100M");
    assert_eq!(output.status.code(), Some(2));
    assert!(one_line(&output).contains("100.0 MiB"));
    let output = under("true", "values 0.6 --to 1000 --memory lots");
    assert_eq!(output.status.code(), Some(2));
    assert!(one_line(&output).contains("amount of memory"));
    // A picture holds its values and counts, whatever a law says of them.
    for args in ["plot allbut:1,2 --to 10^8", "plot nim --to 10^6 --histogram"] {
        let output = under("true", &format!("{args} --memory 20M"));
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(one_line(&output).contains("20.0 MiB"), "{args}");
    }
}

/// A line without an end is refused, in little memory; a batch answers those before it.
#[test]
fn a_line_without_an_end_is_not_read() {
    let output = under("ulimit -v 2000000", "batch /dev/zero");
    assert_eq!(output.status.code(), Some(2));
    assert!(one_line(&output).contains("line 1 is longer than 16 MiB") && output.stdout.is_empty());
    let output = under("ulimit -v 2000000; (echo law kayles; cat /dev/zero) | ( true", "batch )");
    assert_eq!(output.status.code(), Some(2));
    assert!(one_line(&output).contains("line 2 is longer than 16 MiB"));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
    let output = under("ulimit -v 2000000", "play kayles 3 < /dev/zero");
    assert_eq!(output.status.code(), Some(2));
    assert!(one_line(&output).contains("longer than 65536 bytes"));
}

/// A time between two lines of progress that is no time is not used.
#[test]
fn times_that_make_no_sense_are_no_panic() {
    for time in ["-1", "nan", "inf", "1e400", "soon"] {
        let output = under(&format!("export SPRAGUE_PROGRESS={time}"), "law kayles");
        assert!(output.status.success() && output.stderr.is_empty(), "{time}");
    }
}

/// A result that cannot be written is an error; a reader that has gone away is not.
#[test]
fn output_that_is_lost_is_an_error() {
    for args in ["euler 306", "law kayles", "values kayles --to 1000", "rules", "euler 306 --json"] {
        let output = under("true", &format!("{args} > /dev/full"));
        assert_eq!(output.status.code(), Some(2), "{args}");
        one_line(&output);
    }
}
