//! Scratch memory for threads that share a strategy.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Values that are lent to one thread at a time. There come to be as many as there are threads, and
/// the lock is held for two moves of a pointer.
#[derive(Debug, Default)]
pub(super) struct Pool<T> {
    free: Mutex<Vec<T>>,
}

impl<T: Default> Pool<T> {
    /// Does something with one of the values, which is as somebody else left it.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let mut value = self.lock().pop().unwrap_or_default();
        let result = work(&mut value);
        self.lock().push(value);
        result
    }

    fn lock(&self) -> MutexGuard<'_, Vec<T>> {
        // A vector is whole at any time.
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_lent_again() {
        let pool: Pool<Vec<u32>> = Pool::default();
        pool.with(|outer| {
            outer.push(1);
            pool.with(|inner| assert!(inner.is_empty(), "the first is still lent"));
        });
        // The one that came back last goes out first.
        assert_eq!(pool.with(|value| value.clone()), [1]);
    }
}
