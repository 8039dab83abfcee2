//! Where fences may be put.

use kingmaker_core::{Player, Rng};

use super::board::{Direction, MOST_PLAYERS, Square, Squares};
use super::paths::Ways;
use super::state::State;
use super::{Move, Quoridor};

impl Quoridor {
    /// Whether everybody still has a way to their goal if there were these ways only.
    #[inline]
    pub(super) fn leaves_ways(&self, state: &State, ways: Ways) -> bool {
        (0..self.players).all(|player| ways.connects(&self.board, state.pawns[player], self.board.goals[player]))
    }

    /// Whether a fence may be put here by somebody who has one.
    #[inline]
    pub(super) fn may_fence(&self, state: &State, post: Square, direction: Direction) -> bool {
        state.has_room(&self.board, post, direction)
            && (state.touching(&self.board, direction) & post.bit() == 0
                || self.leaves_ways(state, state.ways.fenced(&self.board, post, direction)))
    }

    /// Where a fence may be put by a player who has one. Only those that touch enough to cut something off and lie across
    /// a shortest path are looked at one by one.
    pub(super) fn fences(&self, state: &State, player: Player) -> [Squares; 2] {
        let paths = self.paths(state);
        Direction::ALL.map(|direction| {
            let crossing = paths.map(|path| path.crossing(&self.board, direction));
            let of_all = crossing.iter().fold(0, |all, posts| all | posts);
            let mut allowed = state.room(&self.board, direction);
            if self.is_only_across {
                allowed &= self.of_others(&crossing, player);
            }
            for post in Square::all(allowed & of_all & state.touching(&self.board, direction)) {
                let ways = state.ways.fenced(&self.board, post, direction);
                let is_cut_off = |player: usize| {
                    crossing[player] & post.bit() != 0
                        && !ways.connects(&self.board, state.pawns[player], self.board.goals[player])
                };
                if (0..self.players).any(is_cut_off) {
                    allowed &= !post.bit();
                }
            }
            allowed
        })
    }

    /// A random move of the model in which fences are put only across the ways of opponents.
    pub(super) fn random_across(&self, state: &State, steps: usize, rng: &mut Rng) -> Move {
        let has_fences = state.left[state.turn.index() % MOST_PLAYERS] > 0;
        let [across, upright] = if has_fences { self.fences(state, state.turn) } else { [0, 0] };
        let lying = across.count_ones() as usize;
        let drawn = rng.below(steps + lying + upright.count_ones() as usize);
        if drawn < steps {
            return Self::going(Square::nth(state.targets, drawn));
        }
        match (drawn - steps).checked_sub(lying) {
            None => self.fencing(Square::nth(across, drawn - steps), Direction::Across),
            Some(drawn) => self.fencing(Square::nth(upright, drawn), Direction::Upright),
        }
    }

    /// What belongs to the opponents of a player.
    #[inline]
    pub(super) fn of_others(&self, sets: &[Squares; MOST_PLAYERS], player: Player) -> Squares {
        (0..self.players).filter(|&other| other != player.index()).fold(0, |all, other| all | sets[other])
    }

    /// A shortest path of each player.
    #[inline]
    pub(super) fn paths(&self, state: &State) -> [Ways; MOST_PLAYERS] {
        let path = |player: usize| state.ways.path(&self.board, state.pawns[player], self.board.goals[player]);
        std::array::from_fn(|player| if player < self.players { path(player) } else { Ways { up: 0, right: 0 } })
    }

    /// Whether a player could put a fence somewhere.
    #[cold]
    pub(super) fn can_fence(&self, state: &State, player: Player) -> bool {
        state.left[player.index()] > 0 && self.fences(state, player) != [0, 0]
    }
}
