//! Sums of shares, and counters, that one thread or several add to.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Shares are summed in units of 2^-32, so that sums are exact and their order does not matter.
pub(super) const UNIT: f64 = (1u64 << 32) as f64;

/// A share in these units.
#[inline]
pub(super) fn units(share: f32) -> u64 {
    (f64::from(share) * UNIT) as u64
}

/// The mean of a sum of shares in these units.
#[inline]
pub(super) fn mean(sum: u64, count: u32) -> f32 {
    // A sum fits 63 bits, because counts stop at 2^31, and the signed conversion is one instruction.
    sum as i64 as f32 * (1.0 / UNIT as f32) / count as f32
}

/// Adds to a counter, and says what it was before. Where only one thread counts, an addition that others cannot
/// interrupt would take several times as long as any other.
#[inline]
pub(super) fn add_32(counter: &AtomicU32, more: u32, is_shared: bool) -> u32 {
    if is_shared {
        return counter.fetch_add(more, Ordering::Relaxed);
    }
    let before = counter.load(Ordering::Relaxed);
    counter.store(before.wrapping_add(more), Ordering::Relaxed);
    before
}

/// The same for larger counters.
#[inline]
pub(super) fn add_64(counter: &AtomicU64, more: u64, is_shared: bool) -> u64 {
    if is_shared {
        return counter.fetch_add(more, Ordering::Relaxed);
    }
    let before = counter.load(Ordering::Relaxed);
    counter.store(before.wrapping_add(more), Ordering::Relaxed);
    before
}
