//! Memory that is free for this process: the least of what the machine and its control groups leave.
//!
//! On Linux all figures are read from files of the kernel. A figure that cannot be read sets no limit.

/// Bytes that are free, for the machine and for the control groups of this process; `None` if neither is
/// known.
pub fn free_memory() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let free = field(&read("/proc/meminfo"), "MemAvailable:").map(|kilobytes| kilobytes << 10);
        free.into_iter().chain(control_groups(&read("/proc/self/cgroup"))).min()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let mut system = sysinfo::System::new();
        system.refresh_memory();
        Some(system.available_memory()).filter(|&bytes| bytes > 0)
    }
}

/// Bytes of address space that the process may still map (`ulimit -v`); `None` if there is no limit.
pub fn address_space() -> Option<u64> {
    let limit = field(&read("/proc/self/limits"), "Max address space")?;
    let used = field(&read("/proc/self/status"), "VmSize:").map_or(0, |kilobytes| kilobytes << 10);
    Some(limit.saturating_sub(used))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// The number after a name at the beginning of a line; none for `unlimited`.
fn field(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// What the control groups of this process, and those above them, leave of their limits.
#[cfg(target_os = "linux")]
fn control_groups(membership: &str) -> Option<u64> {
    use std::path::Path;
    let path = membership.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let groups = Path::new("/sys/fs/cgroup").join(path);
    let number =
        |path: &Path, name: &str| std::fs::read_to_string(path.join(name)).ok()?.trim().parse::<u64>().ok();
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
    fn there_is_some() {
        assert!(free_memory().is_none_or(|bytes| bytes > 1 << 20));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn no_control_group() {
        assert_eq!(control_groups(""), None);
        assert_eq!(control_groups("12:memory:/a\n"), None);
        assert_eq!(control_groups("0::/no/such/group\n").is_none(), control_groups("0::/\n").is_none());
    }
}
