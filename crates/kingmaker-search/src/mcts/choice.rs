//! What is known about the moves at hand, and which of them is played.

use std::cmp::Ordering as Comparison;

use kingmaker_core::{ByPlayer, Player, Scores};

use super::policy::Aim;
use super::root::Totals;
use super::settings::Final;
use super::sums::units;
use crate::report::Candidate;

/// One of the moves at hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove<Move> {
    pub(super) mover: Player,
    pub(super) mv: Move,
    /// How many of several trees would play it, if they vote.
    pub(super) votes: u32,
    /// Visits, and the sum of what they were worth to the mover, of this search and of what was kept.
    pub(super) visits: u64,
    pub(super) worth: f64,
    /// What this search found.
    pub(super) searched: Totals,
    pub(super) proven: Option<Scores>,
    pub(super) opinion: Option<f32>,
}

impl<Move: Copy + Ord> RootMove<Move> {
    /// The mean share of each player in this search, or the proven one; `None` if nothing is known.
    fn values(&self, players: usize) -> Option<ByPlayer<f32>> {
        let Totals { visits, shares, .. } = self.searched;
        let mean = |player: Player| (shares[player.index()] as f64 / units(1.0) as f64 / visits as f64) as f32;
        match self.proven {
            Some(outcome) => Some(*outcome.shares()),
            None => (visits > 0).then(|| ByPlayer::from_fn(players, mean)),
        }
    }

    /// What the move is worth to the one who makes it, if anything is known.
    pub(super) fn worth(&self, aim: Aim) -> Option<f32> {
        match self.proven {
            Some(outcome) => Some(aim.of(self.mover, &outcome)),
            None => (self.visits > 0).then(|| (self.worth / self.visits as f64) as f32),
        }
    }

    /// How many plies its playouts took on average, from the position at hand to the end of the game.
    fn length(&self) -> f64 {
        self.searched.plies as f64 / self.searched.visits as f64
    }

    /// What the report says.
    pub(super) fn candidate(&self, players: usize) -> Candidate<Move> {
        let values = self.values(players);
        Candidate { mv: self.mv, visits: self.visits, values, proven: self.proven.is_some(), opinion: self.opinion }
    }

    /// Adds what another tree knows about the same move.
    pub(super) fn merge(&mut self, other: &Self) {
        self.votes += other.votes;
        self.visits += other.visits;
        self.worth += other.worth;
        self.searched = self.searched.and(&other.searched);
        self.proven = self.proven.or(other.proven);
    }
}

/// The constant A of the secure child: the mean less A over the square root of the visits
/// (Chaslot et al. 2008 use 4 for Go; shares vary less where more players share them).
const SECURITY: f32 = 1.0;

/// How a move is chosen in the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) by: Final,
    /// The constant C of the search.
    pub(super) exploration: f32,
    /// Whether a game that is lost is lost late.
    pub(super) holds_out: bool,
}

/// Sorts the moves at hand, the best first. What is proven to be as much as can be had, such as a win, comes
/// before all others, a proven loss after them; equal ones in the order of moves. `most` is what the position
/// is worth, if that is proven.
pub(super) fn rank<Move: Copy + Ord>(moves: &mut [RootMove<Move>], choice: Choice, aim: Aim, most: Option<f32>) {
    let log_visits = (moves.iter().map(|mv| mv.visits).sum::<u64>().max(1) as f32).ln();
    let are_all_proven = moves.iter().all(|mv| mv.proven.is_some());
    let key = |mv: &RootMove<Move>| {
        let worth = mv.worth(aim).unwrap_or(0.0);
        let visits = mv.visits as f32;
        let class = match mv.proven {
            _ if are_all_proven => worth,
            Some(_) if worth >= most.unwrap_or(1.0) => 2.0,
            Some(_) if worth <= 0.0 => 0.0,
            _ => 1.0,
        };
        let merit = match choice.by {
            Final::Secure | Final::Ucb if mv.visits == 0 => f32::NEG_INFINITY,
            Final::Robust | Final::RobustMax => visits,
            Final::Max => worth,
            Final::Ucb => worth + choice.exploration * (log_visits / visits).sqrt(),
            Final::Secure => worth - SECURITY / visits.sqrt(),
        };
        [mv.votes as f32, class, merit, visits, worth]
    };
    let compare = |a: &[f32; 5], b: &[f32; 5]| {
        b.iter().zip(a).map(|(b, a)| b.total_cmp(a)).find(|&order| order != Comparison::Equal)
    };
    moves.sort_by(|a, b| compare(&key(a), &key(b)).unwrap_or_else(|| a.mv.cmp(&b.mv)));
    if choice.holds_out {
        hold_out(moves, aim);
    }
}

/// What part of all playouts has to be lost for a game to count as lost. One more playout is taken for a won one, so that
/// a few are not enough.
const LOST: f64 = 0.99;

/// In a game that is as good as lost, the move with the longest playouts comes first, of those that look no worse than the
/// first and have at least half of its visits.
fn hold_out<Move: Copy + Ord>(moves: &mut [RootMove<Move>], aim: Aim) {
    let Some(&first) = moves.first() else { return };
    let worth = |mv: &RootMove<Move>| mv.worth(aim).unwrap_or(0.0);
    let playouts = moves.iter().map(|mv| mv.visits as f64).sum::<f64>();
    let won: f64 = moves.iter().map(|mv| f64::from(worth(mv)) * mv.visits as f64).sum();
    if playouts - won < LOST * (playouts + 1.0) {
        return;
    }
    let is_as_good = |mv: &RootMove<Move>| {
        let is_alike = (mv.votes, mv.proven.is_some()) == (first.votes, first.proven.is_some());
        is_alike && worth(mv) >= worth(&first) && mv.searched.visits > 0 && 2 * mv.visits >= first.visits
    };
    let as_good = (0..moves.len()).rev().filter(|&place| is_as_good(&moves[place]));
    if let Some(place) = as_good.max_by(|&a, &b| moves[a].length().total_cmp(&moves[b].length())) {
        moves[..=place].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_core::MAX_PLAYERS;

    fn root_move(mv: u16, visits: u64, wins: u64, proven: Option<usize>) -> RootMove<u16> {
        let mut shares = [0; MAX_PLAYERS];
        shares[0] = wins * units(1.0);
        shares[1] = (visits - wins) * units(1.0);
        let winner = |index| Scores::winner(2, Player::new(index));
        let (mover, worth, proven) = (Player::new(0), wins as f64, proven.map(winner));
        let searched = Totals { visits, shares, plies: 10 * visits, won_plies: 0.0 };
        RootMove { mover, mv, votes: 0, visits, worth, searched, proven, opinion: None }
    }

    #[test]
    fn robust_max_and_secure_children() {
        let mut moves = [root_move(1, 100, 60, None), root_move(2, 40, 30, None), root_move(3, 2, 2, None)];
        let first = |moves: &[RootMove<u16>; 3], by, exploration| {
            let mut moves = *moves;
            rank(&mut moves, Choice { by, exploration, holds_out: false }, Aim::Own, None);
            moves[0].mv
        };
        assert_eq!([Final::Robust, Final::Max, Final::Secure].map(|by| first(&moves, by, 0.2)), [1, 3, 2]);
        // With 142 visits of all, the bounds of these two are 0.75 + 0.35 C and 0.5 + 1.57 C.
        moves[2] = root_move(3, 2, 1, None);
        let bound = |exploration| first(&moves, Final::Ucb, exploration);
        assert_eq!((bound(0.1), bound(0.5)), (2, 3));
    }

    #[test]
    fn proven_wins_come_first_and_proven_losses_last() {
        let robust = Choice { by: Final::Robust, exploration: 0.2, holds_out: false };
        let mut moves = [root_move(1, 100, 60, Some(1)), root_move(2, 10, 0, None), root_move(3, 2, 2, Some(0))];
        rank(&mut moves, robust, Aim::Own, None);
        assert_eq!(moves.map(|mv| mv.mv), [3, 2, 1]);
        // Nobody can do better than lose: what is proven is preferred to what may be worse.
        rank(&mut moves[1..], robust, Aim::Own, Some(0.0));
        assert_eq!(moves.map(|mv| mv.mv), [3, 1, 2]);
    }

    const HOLDS_OUT: Choice = Choice { by: Final::Robust, exploration: 0.2, holds_out: true };

    /// The first of moves with so many visits, wins and plies for each playout.
    fn first_of(moves: &[(u64, u64, u64)]) -> u16 {
        let root_move = |(number, &(visits, wins, length)): (u16, &(u64, u64, u64))| {
            let mut mv = root_move(number, visits, wins, None);
            mv.searched.plies = length * visits;
            mv
        };
        let mut moves: Vec<RootMove<u16>> = (1..).zip(moves).map(root_move).collect();
        rank(&mut moves, HOLDS_OUT, Aim::Own, None);
        moves[0].mv
    }

    #[test]
    fn who_has_lost_holds_out() {
        assert_eq!(first_of(&[(50, 0, 30), (40, 0, 20), (45, 0, 45)]), 3, "the longest");
        assert_eq!(first_of(&[(50, 50, 30), (40, 40, 20), (45, 45, 45)]), 1, "not in a won game");
        assert_eq!(first_of(&[(100, 0, 30), (49, 0, 45), (50, 0, 31)]), 3, "49 visits are too few");
        assert_eq!(first_of(&[(20, 0, 30), (18, 0, 40), (19, 0, 35)]), 1, "57 playouts prove little");
        assert_eq!(first_of(&[(50, 0, 30), (49, 0, 45), (30, 2, 50)]), 1, "there is hope");
        assert_eq!(first_of(&[(300, 2, 30), (290, 0, 45), (280, 2, 40)]), 3, "the second has less hope");
        assert_eq!(first_of(&[(60, 0, 30), (59, 0, 45), (0, 0, 0)]), 2, "what was not tried does not matter");
    }

    #[test]
    fn what_is_open_is_not_given_up_for_a_longer_loss() {
        let mut moves = [root_move(1, 90, 0, None), root_move(2, 80, 0, Some(1)), root_move(3, 80, 0, None)];
        moves[1].searched.plies = 100 * 80;
        moves[2].searched.plies = 50 * 80;
        rank(&mut moves, HOLDS_OUT, Aim::Own, None);
        assert_eq!(moves.map(|mv| mv.mv), [3, 1, 2]);
    }
}
