//! Search policies: who chooses in a layer of the tree, and what for (Nijssen 2013, chapter 4).

pub mod brs;
pub mod brs_plus;
mod layered;
pub mod max_n;
pub mod mp_mix;
pub mod paranoid;

use kingmaker_core::{Game, Player, Scores};

/// A search policy.
pub trait Policy<G: Game>: Send {
    /// A search begins in this position, where it is the turn of `root`.
    fn begin(&mut self, game: &G, state: &G::State, root: Player);

    /// Replaces the contents of `out` by what can be chosen here, and by whom; by nothing when it
    /// is no player's turn.
    fn choices(&mut self, game: &G, state: &G::State, out: &mut Vec<(Player, G::Move)>);

    /// Makes one of the choices.
    fn play(&mut self, game: &G, state: &mut G::State, player: Player, mv: G::Move);

    /// What the players want.
    fn aim(&self) -> Aim;
}

/// What the players of a search want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Everybody wants a high share (max^n).
    Own,
    /// The player at the root wants a high share, and all others want it to be low (paranoid, BRS).
    Against(Player),
    /// Everybody wants a high share, but `root` wants that of `leader` to be low (MP-Mix).
    Offensive {
        /// The player at the root.
        root: Player,
        /// Whom they play against.
        leader: Player,
    },
}

impl Aim {
    /// What a share of the outcome is worth to the one who chooses, from 0 to 1.
    #[inline]
    pub fn worth(self, chooser: Player, share: impl Fn(Player) -> f32) -> f32 {
        match self {
            Aim::Against(root) if chooser != root => 1.0 - share(root),
            Aim::Offensive { root, leader } if chooser == root => 1.0 - share(leader),
            _ => share(chooser),
        }
    }

    /// What an outcome is worth to the one who chooses.
    #[inline]
    pub fn of(self, chooser: Player, scores: &Scores) -> f32 {
        self.worth(chooser, |player| scores.of(player))
    }

    /// Whether outcomes that are worth the same to one who chooses are so to everybody.
    pub fn is_two_sided(self) -> bool {
        matches!(self, Aim::Against(_))
    }
}

/// Refuses an option that is for two sides where a policy has more.
pub(super) fn needs_two_sides(option: &str, policy: &str, players: usize) -> Result<(), String> {
    if players == 2 || !["max-n", "mp-mix"].contains(&policy) {
        return Ok(());
    }
    Err(format!(
        "mcts({option}) needs two sides, which policy={policy} does not have with {players} players; \
         expected policy=paranoid, policy=brs or policy=brs-plus"
    ))
}

/// Lists the legal moves of the player to move.
fn turn_choices<G: Game>(game: &G, state: &G::State, moves: &mut Vec<G::Move>, out: &mut Vec<(Player, G::Move)>) {
    out.clear();
    if let Some(mover) = game.turn(state).player() {
        game.legal_moves(state, moves);
        out.extend(moves.iter().map(|&mv| (mover, mv)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_outcome_is_worth() {
        let [one, two, three] = [0, 1, 2].map(Player::new);
        let won = Scores::winner(3, two);
        assert_eq!([one, two, three].map(|player| Aim::Own.of(player, &won)), [0.0, 1.0, 0.0]);
        assert_eq!([one, two, three].map(|player| Aim::Against(one).of(player, &won)), [0.0, 1.0, 1.0]);
        let offensive = Aim::Offensive { root: one, leader: three };
        assert_eq!([one, two, three].map(|player| offensive.of(player, &won)), [1.0, 1.0, 0.0]);
    }
}
