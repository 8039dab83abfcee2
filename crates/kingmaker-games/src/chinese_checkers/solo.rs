//! One player alone on the board: how many moves every arrangement of pieces is away from home.
//!
//! A breadth-first search over all arrangements, from home backwards, since moves can be taken
//! back. One bit for each of 170,230,452 arrangements is 21 MB, which fits into the outer cache;
//! so what is seen is kept as bits, which are gone through in order, and bytes are only ever
//! written in order. An arrangement and its mirror image are equally far from home, and of each
//! such pair only one is expanded.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::arrangement::{Arrangements, BINOMIALS, Block, mirrored, numbers_of_others, rank};
use super::board::{BOARD, Fields, TRIANGLES, neighbours};
use super::jumps::Jumps;

/// There is no way home: a piece is caught where it may not stop.
const NO_WAY: u8 = u8::MAX;

/// How many blocks a thread takes at a time.
const BLOCKS_TAKEN: usize = 32;

/// The fewest moves that lead from each arrangement of `PIECES` pieces to `home`, by number, where moves end in `stops`.
///
/// `home` and `stops` have to be their own mirror images.
pub(super) fn moves_to<const PIECES: usize>(home: Fields, stops: Fields, progress: &(dyn Fn(f32) + Sync)) -> Vec<u8> {
    debug_assert!(home.count_ones() as usize == PIECES && mirrored(home) == home && mirrored(stops) == stops);
    let all = Arrangements::new(PIECES);
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let seen = bits(all.count);
    let mut expanded = bits(all.count);
    set(&seen, rank(home));
    set(&expanded, rank(home));
    let mut moves = vec![NO_WAY; all.count];
    let mut settled: Vec<u64> = vec![0; seen.len()];
    let mut known = settle(&seen, &mut settled, &mut moves, 0, threads);
    for depth in 1.. {
        progress(known as f32 / all.count as f32);
        for_each_block(&all, threads, |block| {
            for_each_number(block, &expanded, &[], |index| {
                let (number, pieces) = ((block.first + index) as u32, all.pieces(block, index));
                expand::<PIECES>(number, pieces, stops, |next| set(&seen, next));
            });
        });
        let images = bits(all.count);
        for_each_block(&all, threads, |block| {
            for_each_number(block, &seen, &settled, |index| {
                let (number, image) = ((block.first + index) as u32, rank(all.image(block, index)));
                set(&seen, image);
                set(&images, number.min(image));
            });
        });
        expanded = images;
        let found = settle(&seen, &mut settled, &mut moves, depth, threads);
        if found == 0 {
            break;
        }
        known += found;
    }
    progress(1.0);
    moves
}

/// An empty set of numbers below `count`.
fn bits(count: usize) -> Vec<AtomicU64> {
    (0..count.div_ceil(64)).map(|_| AtomicU64::new(0)).collect()
}

/// Adds a number to a set.
#[inline(always)]
fn set(bits: &[AtomicU64], number: u32) {
    let (word, bit) = (&bits[number as usize / 64], 1 << (number % 64));
    // Most have been set before, and then a look is enough.
    if word.load(Relaxed) & bit == 0 {
        word.fetch_or(bit, Relaxed);
    }
}

/// Hands every block to `each`, on several threads.
fn for_each_block(all: &Arrangements, threads: usize, each: impl Fn(&Block) + Sync) {
    let taken = AtomicUsize::new(0);
    let work = || {
        while let Some(blocks) = all.blocks.get(taken.fetch_add(BLOCKS_TAKEN, Relaxed)..) {
            if blocks.is_empty() {
                break;
            }
            blocks.iter().take(BLOCKS_TAKEN).for_each(&each);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

/// Hands the numbers of a set that belong to a block to `each`, counted from the block's first;
/// but not those in `except`.
#[inline(always)]
fn for_each_number(block: &Block, bits: &[AtomicU64], except: &[u64], mut each: impl FnMut(usize)) {
    let end = block.first + block.count;
    let words = block.first / 64..end.div_ceil(64);
    for (word, bits) in words.clone().zip(&bits[words]) {
        let mut left = bits.load(Relaxed) & !except.get(word).copied().unwrap_or(0);
        if left == 0 {
            continue;
        }
        if 64 * word < block.first {
            left &= !0 << (block.first % 64);
        }
        if 64 * (word + 1) > end {
            left &= !(!0 << (end % 64));
        }
        while left != 0 {
            each(64 * word + left.trailing_zeros() as usize - block.first);
            left &= left - 1;
        }
    }
}

/// Gives what is seen but not yet settled its number of moves, and counts it.
fn settle(seen: &[AtomicU64], settled: &mut [u64], moves: &mut [u8], depth: u8, threads: usize) -> usize {
    let share = seen.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let parts = seen.chunks(share).zip(settled.chunks_mut(share)).zip(moves.chunks_mut(64 * share));
        let counts: Vec<_> = parts
            .map(|((seen, settled), moves)| {
                scope.spawn(move || {
                    let mut count = 0;
                    for ((seen, settled), moves) in seen.iter().zip(settled).zip(moves.chunks_mut(64)) {
                        let mut new = seen.load(Relaxed) & !*settled;
                        *settled |= new;
                        count += new.count_ones() as usize;
                        while new != 0 {
                            moves[new.trailing_zeros() as usize] = depth;
                            new &= new - 1;
                        }
                    }
                    count
                })
            })
            .collect();
        counts.into_iter().map(|count| count.join().expect("a worker does not panic")).sum()
    })
}

/// Hands the numbers of all arrangements to `each` from which one move leads here: a piece that may stop where it is
/// goes back to anywhere.
#[inline(always)]
fn expand<const PIECES: usize>(number: u32, pieces: Fields, stops: Fields, mut each: impl FnMut(u32)) {
    let vacant = BOARD & !pieces;
    let mut fields = [0; PIECES];
    let mut left = pieces;
    for field in &mut fields {
        *field = left.trailing_zeros() as usize & 127;
        left &= left.wrapping_sub(1);
    }
    let mut targets: [Fields; PIECES] = fields.map(|field| neighbours(1 << field) & vacant);
    Jumps::new(pieces, pieces, BOARD).for_each(|group| {
        for (targets, field) in targets.iter_mut().zip(fields) {
            let takes_part = 0u128.wrapping_sub(group.sources >> field & 1);
            *targets |= group.targets & takes_part;
        }
    });
    for (targets, field) in targets.iter_mut().zip(fields) {
        *targets &= 0u128.wrapping_sub(stops >> field & 1);
    }
    for index in 0..PIECES {
        let others = numbers_of_others(number, &fields, index);
        let rest = pieces & !(1 << fields[index]);
        let (low, high) = (rest as u64, (rest >> 64) as u64);
        let mut left = targets[index] as u64;
        while left != 0 {
            let below = (low & (left ^ (left - 1))).count_ones() as usize;
            each(others[below].wrapping_add(BINOMIALS[below + 1][left.trailing_zeros() as usize]));
            left &= left - 1;
        }
        let below_high = low.count_ones() as usize;
        let mut left = (targets[index] >> 64) as u64;
        while left != 0 {
            let below = below_high + (high & (left ^ (left - 1))).count_ones() as usize;
            each(others[below].wrapping_add(BINOMIALS[below + 1][64 + left.trailing_zeros() as usize]));
            left &= left - 1;
        }
    }
}

/// [`moves_to`] the lowest triangle for all arrangements of six pieces.
pub(super) fn moves_home(progress: &(dyn Fn(f32) + Sync)) -> Vec<u8> {
    moves_to::<6>(TRIANGLES[3], BOARD, progress)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use crate::chinese_checkers::board::Field;
    use crate::chinese_checkers::naive::Naive;
    use crate::chinese_checkers::own_stops;

    fn fields(places: &[usize]) -> Fields {
        places.iter().map(|&place| Field::from_place(place).bit()).sum()
    }

    /// The same with the slow rules and a queue, forwards: all moves of all arrangements, then the way back from home.
    fn plain_search(pieces: usize, home: Fields, own: bool) -> HashMap<u32, u8> {
        let place = |field: Field| (field.row() as i32, field.x());
        let fields: HashMap<_, _> = Field::all(BOARD).map(|field| (place(field), field)).collect();
        let mut naive = Naive::start(2, usize::MAX);
        naive.own = own;
        let all = Arrangements::new(pieces);
        let mut before: HashMap<u32, Vec<u32>> = HashMap::new();
        for block in &all.blocks {
            for index in 0..block.count {
                let pieces = all.pieces(block, index);
                naive.pieces = Field::all(pieces).map(|field| (place(field), 0)).collect();
                for (from, to) in naive.moves_of(0) {
                    let next = pieces ^ fields[&from].bit() ^ fields[&to].bit();
                    before.entry(rank(next)).or_default().push(rank(pieces));
                }
            }
        }
        let mut moves = HashMap::from([(rank(home), 0)]);
        let mut open = VecDeque::from([rank(home)]);
        while let Some(number) = open.pop_front() {
            for &earlier in before.get(&number).into_iter().flatten() {
                if !moves.contains_key(&earlier) {
                    moves.insert(earlier, moves[&number] + 1);
                    open.push_back(earlier);
                }
            }
        }
        moves
    }

    fn compare<const PIECES: usize>(home: &[usize], own: bool) {
        let home = fields(home);
        let expected = plain_search(PIECES, home, own);
        let found = moves_to::<PIECES>(home, if own { own_stops(0) } else { BOARD }, &|_| ());
        assert!(found.len() == expected.len() || own, "there is a way home from everywhere");
        for (number, &moves) in found.iter().enumerate() {
            let expected = expected.get(&(number as u32)).copied().unwrap_or(NO_WAY);
            assert_eq!(moves, expected, "arrangement {number}");
        }
    }

    #[test]
    fn agrees_with_a_plain_search() {
        for own in [false, true] {
            compare::<1>(&[72], own);
            compare::<2>(&[70, 71], own);
            compare::<2>(&[3, 5], own);
        }
    }

    #[test]
    fn agrees_with_a_plain_search_of_three_pieces() {
        for own in [false, true] {
            compare::<3>(&[70, 71, 72], own);
        }
    }

    /// The one table also serves those who may stop in their own triangles only: they need no fewer moves, and more from
    /// 3,578 of 13,983,816 arrangements that can occur.
    #[test]
    #[ignore = "long: the whole search"]
    fn the_table_serves_those_who_stop_in_own_triangles() {
        let any = crate::chinese_checkers::MOVES_HOME.bytes();
        let own = moves_to::<6>(TRIANGLES[3], own_stops(0), &|_| ());
        assert!(own.iter().zip(any).all(|(own, any)| own >= any));
        let all = Arrangements::new(6);
        let numbers = all.blocks.iter().flat_map(|block| (0..block.count).map(move |index| (block, index)));
        let can_occur = numbers.filter(|&(block, index)| all.pieces(block, index) & !own_stops(0) == 0);
        let more: Vec<u8> = can_occur.map(|(block, index)| block.first + index).map(|n| own[n] - any[n]).collect();
        let longer = more.iter().filter(|&&more| more > 0).count();
        assert_eq!((more.len(), longer, more.iter().max()), (13_983_816, 3578, Some(&1)));
        // So the 28 that is published is the most of a table without the rule: with it, many arrangements have no way
        // home at all, and those that have one take up to 24 moves.
        assert_eq!(own.iter().filter(|&&moves| moves != NO_WAY).max(), Some(&24));
    }

    /// The table in use may come from a file; this is the search itself.
    #[test]
    #[ignore = "long: the whole search"]
    fn the_whole_search_gives_the_table_in_use() {
        let begun = std::time::Instant::now();
        let found = moves_home(&|_| ());
        println!("{:?}", begun.elapsed());
        assert!(found == crate::chinese_checkers::MOVES_HOME.bytes());
    }

    #[test]
    fn progress_goes_from_nothing_to_all() {
        let told = std::sync::Mutex::new(Vec::new());
        moves_to::<3>(fields(&[70, 71, 72]), BOARD, &|part| told.lock().expect("sound").push(part));
        let told = told.into_inner().expect("sound");
        assert!(told.is_sorted() && told[0] < 0.01 && told.last() == Some(&1.0), "{told:?}");
    }
}
