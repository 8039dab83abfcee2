//! k-medoids: few of many points, so that every point is near one of them (Kaufman & Rousseeuw 1990; Park & Jun 2009).

/// Rooms that are used again, so that nothing is allocated once they have grown.
#[derive(Clone, Debug, Default)]
pub struct Rooms {
    /// The medoid of each point, by its place among the medoids.
    nearest: Vec<usize>,
    /// How far each point is from the nearest medoid so far.
    distances: Vec<f32>,
    ranges: Vec<(f32, f32)>,
}

/// The medoids are moved so often at the most. They hardly ever move more than three times.
const ROUNDS: usize = 8;

/// Replaces the contents of `medoids` by the places of `k` of the points, in order; of fewer, if no more of them differ. Each
/// point is `dimensions` numbers; each number counts in proportion to its range, so that units do not matter. The same
/// points give the same medoids.
pub fn medoids(points: &mut [f32], dimensions: usize, k: usize, rooms: &mut Rooms, medoids: &mut Vec<usize>) {
    let count = points.len() / dimensions.max(1);
    medoids.clear();
    if count <= k {
        medoids.extend(0..count);
        return;
    }
    scale(points, dimensions, &mut rooms.ranges);
    let points = Points { points, dimensions };
    spread(&points, count, k, rooms, medoids);
    for _ in 0..ROUNDS {
        assign(&points, count, rooms, medoids);
        if !improve(&points, count, rooms, medoids) {
            break;
        }
    }
    medoids.sort_unstable();
}

struct Points<'a> {
    points: &'a [f32],
    dimensions: usize,
}

impl Points<'_> {
    /// How far two points are from each other, as the sum over all numbers.
    #[inline]
    fn distance(&self, one: usize, other: usize) -> f32 {
        let point = |place: usize| &self.points[place * self.dimensions..(place + 1) * self.dimensions];
        point(one).iter().zip(point(other)).map(|(one, other)| (one - other).abs()).sum()
    }
}

/// Brings every number between 0 and 1; those that are the same everywhere count for nothing.
fn scale(points: &mut [f32], dimensions: usize, ranges: &mut Vec<(f32, f32)>) {
    ranges.clear();
    ranges.resize(dimensions, (f32::INFINITY, f32::NEG_INFINITY));
    for point in points.chunks_exact(dimensions) {
        for (&number, (low, high)) in point.iter().zip(ranges.iter_mut()) {
            (*low, *high) = (low.min(number), high.max(number));
        }
    }
    for point in points.chunks_exact_mut(dimensions) {
        for (number, &(low, high)) in point.iter_mut().zip(ranges.iter()) {
            *number = if high > low { (*number - low) / (high - low) } else { 0.0 };
        }
    }
}

/// Begins with the first point, and then always takes the one that is farthest from all that were taken (Gonzalez 1985).
fn spread(points: &Points<'_>, count: usize, k: usize, rooms: &mut Rooms, medoids: &mut Vec<usize>) {
    medoids.push(0);
    rooms.distances.clear();
    rooms.distances.extend((0..count).map(|point| points.distance(point, 0)));
    while medoids.len() < k {
        let mut farthest = 0;
        for (point, &distance) in rooms.distances.iter().enumerate() {
            if distance > rooms.distances[farthest] {
                farthest = point;
            }
        }
        if rooms.distances[farthest] == 0.0 {
            return;
        }
        medoids.push(farthest);
        for (point, distance) in rooms.distances.iter_mut().enumerate() {
            *distance = distance.min(points.distance(point, farthest));
        }
    }
}

/// Finds the nearest medoid of every point.
fn assign(points: &Points<'_>, count: usize, rooms: &mut Rooms, medoids: &[usize]) {
    rooms.nearest.clear();
    rooms.nearest.extend((0..count).map(|point| {
        let mut best = (0, f32::INFINITY);
        for (cluster, &medoid) in medoids.iter().enumerate() {
            let distance = points.distance(point, medoid);
            if distance < best.1 {
                best = (cluster, distance);
            }
        }
        best.0
    }));
}

/// Makes that point of each cluster its medoid from which all others of it are nearest. Whether any has moved.
fn improve(points: &Points<'_>, count: usize, rooms: &Rooms, medoids: &mut [usize]) -> bool {
    let mut has_moved = false;
    for (cluster, medoid) in medoids.iter_mut().enumerate() {
        let members = || (0..count).filter(|&point| rooms.nearest[point] == cluster);
        let cost = |centre: usize| members().map(|point| points.distance(point, centre)).sum::<f32>();
        let mut best = (*medoid, cost(*medoid));
        for centre in members() {
            let cost = cost(centre);
            if cost < best.1 {
                best = (centre, cost);
            }
        }
        has_moved |= best.0 != *medoid;
        *medoid = best.0;
    }
    has_moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_core::Rng;

    fn found(points: &[[f32; 2]], k: usize) -> Vec<usize> {
        let mut flat: Vec<f32> = points.iter().flatten().copied().collect();
        let mut found = Vec::new();
        medoids(&mut flat, 2, k, &mut Rooms::default(), &mut found);
        found
    }

    #[test]
    fn heaps_have_their_middles() {
        // Two heaps far apart, and one point by itself. The second number is a thousand times as large, and counts the same.
        let points =
            [[0.0, 0.0], [1.0, 1000.0], [2.0, 2000.0], [50.0, 0.0], [51.0, 1000.0], [52.0, 2000.0], [100.0, 90_000.0]];
        assert_eq!(found(&points, 3), [1, 4, 6]);
        assert_eq!(found(&points, 7), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(found(&points[..2], 3), [0, 1]);
        assert_eq!(found(&[[1.0, 1.0]; 4], 2), [0], "one stands for all that are equal");
    }

    /// No exchange of a medoid for another point of its cluster brings the points nearer to it, and k of them are found.
    #[test]
    fn medoids_are_the_middles_of_their_clusters() {
        let mut rng = Rng::new(4);
        for _ in 0..200 {
            let (count, k) = (2 + rng.below(40), 1 + rng.below(8));
            let points: Vec<[f32; 2]> = (0..count).map(|_| [rng.unit() as f32, rng.unit() as f32]).collect();
            let found = found(&points, k);
            assert!(found.len() == k.min(count) && found.windows(2).all(|pair| pair[0] < pair[1]), "{found:?}");
            let mut flat: Vec<f32> = points.iter().flatten().copied().collect();
            scale(&mut flat, 2, &mut Vec::new());
            let scaled = Points { points: &flat, dimensions: 2 };
            let nearest = |point: usize| {
                let near = |&one: &usize, &other: &usize| {
                    scaled.distance(point, one).total_cmp(&scaled.distance(point, other))
                };
                found.iter().copied().min_by(near).expect("there is one")
            };
            for &medoid in &found {
                let members: Vec<usize> = (0..count).filter(|&point| nearest(point) == medoid).collect();
                let cost = |centre: usize| members.iter().map(|&point| scaled.distance(point, centre)).sum::<f32>();
                assert!(members.iter().all(|&other| cost(other) >= cost(medoid) - 1e-4), "{medoid} of {members:?}");
            }
        }
    }
}
