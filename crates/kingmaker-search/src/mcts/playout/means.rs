//! Mean results of moves, for strategies that learn.

/// How often something happened, and what it was worth in all.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    sum: f32,
    count: u32,
}

/// Mean results by number. Forgetting takes as long as there were different numbers, not as there
/// could be.
#[derive(Debug)]
pub(super) struct Means {
    records: Vec<Record>,
    touched: Vec<u32>,
}

impl Means {
    /// For numbers below `count`.
    pub(super) fn new(count: usize) -> Self {
        Means { records: vec![Record::default(); count], touched: Vec::with_capacity(count) }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        for index in self.touched.drain(..) {
            self.records[index as usize] = Record::default();
        }
    }

    /// Something was worth so much.
    #[inline]
    pub(super) fn add(&mut self, index: usize, share: f32) {
        let record = &mut self.records[index];
        if record.count == 0 {
            self.touched.push(index as u32);
        }
        record.sum += share;
        record.count += 1;
    }

    /// What it was worth on average; `None` if it never happened.
    #[inline]
    pub(super) fn mean(&self, index: usize) -> Option<f32> {
        let Record { sum, count } = self.records[index];
        (count > 0).then(|| sum / count as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_forgotten() {
        let mut means = Means::new(3);
        means.add(1, 1.0);
        means.add(1, 0.5);
        assert_eq!([means.mean(0), means.mean(1), means.mean(2)], [None, Some(0.75), None]);
        means.clear();
        assert_eq!(means.mean(1), None);
        means.add(1, 0.25);
        assert_eq!(means.mean(1), Some(0.25), "nothing of before is left in the count");
    }
}
