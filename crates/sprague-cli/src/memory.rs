//! How much memory there is: the least of what is free, what the control group grants and what the process may map.
//!
//! Where a figure cannot be read (no /proc, another system) it is left out; if none can, a cautious default holds.

/// Without any figure.
const DEFAULT: u64 = 1 << 30;
/// Kept back for the program itself, its threads and its output.
const OWN: u64 = 64 << 20;

/// Bytes as people write them: `700000000`, `700M`, `2G`, `2GiB`.
pub fn parse(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not an amount of memory: write bytes such as 700000000, 700M or 2G");
    let short = text.strip_suffix(['B', 'b']).map_or(text, |text| text.strip_suffix('i').unwrap_or(text));
    let (digits, power) = match short.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 10),
        Some((end, 'm' | 'M')) => (&text[..end], 20),
        Some((end, 'g' | 'G')) => (&text[..end], 30),
        Some((end, 't' | 'T')) => (&text[..end], 40),
        _ => (text, 0),
    };
    let number = sprague::rules::parse_small(digits, "an amount of memory").map_err(|_| wrong())?;
    number.checked_mul(1 << power).filter(|&bytes| bytes > 0).ok_or_else(wrong)
}

/// Bytes that may be used now.
pub fn available() -> u64 {
    let figures = [free(), group(), mapped()];
    figures.into_iter().flatten().min().unwrap_or(DEFAULT)
}

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// The number in kilobytes behind a word of /proc.
fn kilobytes(text: &str, word: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with(word))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|number| number << 10)
}

/// What the machine has free.
fn free() -> Option<u64> {
    if let Some(bytes) = read("/proc/meminfo").and_then(|text| kilobytes(&text, "MemAvailable:")) {
        return Some(bytes);
    }
    if cfg!(target_os = "linux") {
        return None;
    }
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    Some(system.available_memory()).filter(|&bytes| bytes > 0)
}

/// What the control group has left.
fn group() -> Option<u64> {
    let number = |path: String| read(&path)?.trim().parse::<u64>().ok();
    let own = read("/proc/self/cgroup")?;
    let path = own.lines().find_map(|line| line.strip_prefix("0::"))?.trim_end_matches('/');
    let folder = format!("/sys/fs/cgroup{path}");
    let most = number(format!("{folder}/memory.max"))?;
    Some(most.saturating_sub(number(format!("{folder}/memory.current")).unwrap_or(0)).max(1))
}

/// What the process may still map (`ulimit -v`).
fn mapped() -> Option<u64> {
    let limits = read("/proc/self/limits")?;
    let line = limits.lines().find(|line| line.starts_with("Max address space"))?;
    let most = line.split_whitespace().nth(3)?.parse::<u64>().ok()?;
    let used = read("/proc/self/status").and_then(|text| kilobytes(&text, "VmSize:")).unwrap_or(0);
    Some(most.saturating_sub(used).saturating_sub(OWN).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        for (text, bytes) in [
            ("700000000", 700_000_000),
            ("1k", 1024),
            ("700M", 700 << 20),
            ("2G", 2 << 30),
            ("2GB", 2 << 30),
            ("2GiB", 2 << 30),
        ] {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "0", "-1", "1.5G", "20000000T", "x"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn there_is_some() {
        assert!(available() > 1 << 20);
    }
}
