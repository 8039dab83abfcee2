//! When and where a document was written: speeds and times mean nothing without it.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

/// "17 November 2026, Linux on x86_64, 2 threads, Some Processor"
pub(super) fn date_and_machine() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let plural = if threads == 1 { "" } else { "s" };
    let (system, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    let processor = processor().map_or(String::new(), |name| format!(", {name}"));
    format!("{}, {system} on {architecture}, {threads} thread{plural}{processor}", date(seconds / 86_400))
}

/// What the system calls the processor, where it tells.
fn processor() -> Option<String> {
    let told = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = told.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned()).filter(|name| !name.is_empty())
}

/// The date so many days after 1 January 1970, in universal time.
fn date(mut days: u64) -> String {
    const MONTHS: [(&str, u64); 12] = [
        ("January", 31),
        ("February", 28),
        ("March", 31),
        ("April", 30),
        ("May", 31),
        ("June", 30),
        ("July", 31),
        ("August", 31),
        ("September", 30),
        ("October", 31),
        ("November", 30),
        ("December", 31),
    ];
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    for (month, (name, length)) in MONTHS.into_iter().enumerate() {
        let length = length + u64::from(month == 1 && is_leap(year));
        if days < length {
            return format!("{} {name} {year}", days + 1);
        }
        days -= length;
    }
    format!("{year}")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates() {
        let days = [0, 58, 59, 11_016, 19_782, 20_774];
        let dates = ["1 January 1970", "28 February 1970", "1 March 1970", "29 February 2000", "29 February 2024"];
        assert_eq!(days.map(date)[..5], dates);
        assert_eq!(date(20_774), "17 November 2026");
    }
}
