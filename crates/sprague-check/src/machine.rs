//! What the machine grants this process: the least of free memory, the control group's and the limit on address space.
//!
//! All of it is read from files of the kernel. One that is not there sets no limit; the check then has its own.

use std::{fs, path::Path};

/// Address space that a thread takes in addition to what it is asked to hold: its stack and the allocator's arena.
const THREAD: u64 = 136 << 20;

/// Kept free for all that is not counted.
const RESERVE: u64 = 32 << 20;

/// What may be used.
pub struct Grant {
    /// Threads, no more than were asked for.
    pub threads: usize,
    /// Bytes.
    pub memory: u64,
}

/// What this process may use, on at most this many threads.
pub fn grant(threads: usize) -> Grant {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let free = field(&read("/proc/meminfo"), "MemAvailable:").map(|kilobytes| kilobytes << 10);
    let memory = free.into_iter().chain(control_groups(&read("/proc/self/cgroup"))).min().unwrap_or(u64::MAX);
    let limit = field(&read("/proc/self/limits"), "Max address space");
    let used = field(&read("/proc/self/status"), "VmSize:").map_or(0, |kilobytes| kilobytes << 10);
    within(threads, memory, limit.map(|limit| limit.saturating_sub(used)))
}

/// The grant for so much free memory and address space. Where that is short, threads cost more than they bring.
fn within(threads: usize, memory: u64, space: Option<u64>) -> Grant {
    let Some(space) = space else {
        return Grant { threads, memory };
    };
    let threads = threads.min((1 + space / (4 * THREAD)) as usize);
    // One thread more listens for Ctrl-C.
    let space = space.saturating_sub(threads as u64 * THREAD + RESERVE);
    Grant { threads, memory: memory.min(space) }
}

/// The number after a name at the beginning of a line; none for `unlimited`.
fn field(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// What the control groups of this process, and those above them, leave of their limits.
fn control_groups(membership: &str) -> Option<u64> {
    let path = membership.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let groups = Path::new("/sys/fs/cgroup").join(path);
    let number =
        |path: &Path, name: &str| fs::read_to_string(path.join(name)).ok()?.trim().parse::<u64>().ok();
    let left =
        |path: &Path| Some(number(path, "memory.max")?.saturating_sub(number(path, "memory.current")?));
    groups.ancestors().take_while(|path| path.starts_with("/sys/fs/cgroup")).filter_map(left).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max cpu time              unlimited            unlimited            seconds\n\
                      Max address space         307200000            unlimited            bytes\n";
        assert_eq!(field(limits, "Max address space"), Some(307_200_000));
        assert_eq!(field(limits, "Max cpu time"), None);
        assert_eq!(field("MemTotal: 5 kB\nMemAvailable:   24359 kB\n", "MemAvailable:"), Some(24359));
        assert_eq!(field("", "MemAvailable:"), None);
    }

    #[test]
    fn address_space() {
        let grant = |threads, memory, space| {
            let Grant { threads, memory } = within(threads, memory, space);
            (threads, memory)
        };
        assert_eq!(grant(8, 1000, None), (8, 1000));
        assert_eq!(grant(8, 1 << 40, Some(300 << 20)), (1, (300 - 136 - 32) << 20));
        assert_eq!(grant(2, 1 << 40, Some(2 << 30)), (2, (2048 - 2 * 136 - 32) << 20));
        assert_eq!(grant(64, 1 << 40, Some(1 << 30)), (2, (1024 - 2 * 136 - 32) << 20));
        assert_eq!(grant(8, 5, Some(2 << 30)), (4, 5));
        assert_eq!(grant(8, 5, Some(0)), (1, 0));
    }

    #[test]
    fn no_control_group() {
        assert_eq!(control_groups(""), None);
        assert_eq!(control_groups("12:memory:/a\n"), None);
        assert_eq!(control_groups("0::/no/such/group\n").is_none(), control_groups("0::/\n").is_none());
    }
}
