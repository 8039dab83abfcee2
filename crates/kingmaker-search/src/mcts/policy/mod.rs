//! Search policies: who chooses in a layer of the tree, and what for (Nijssen 2013, chapter 4).

pub mod brs;
pub mod brs_plus;
pub mod first;
mod in_turn;
mod layered;
pub mod max_n;
pub mod mp_mix;
pub mod paranoid;

use kingmaker_core::{Game, Player, PlayerSet, Scores, Teams};

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

    /// Whether positions follow each other as in the real game.
    fn keeps_turns(&self) -> bool {
        true
    }

    /// Whether what the players want is the same from move to move of the real game.
    fn keeps_aim(&self) -> bool {
        true
    }

    /// Whether one side wants what the other does not, in a game of these teams.
    fn is_two_sided(&self, teams: &Teams) -> bool {
        teams.count() == 2
    }
}

/// What the players of a search want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Everybody wants a high share (max^n).
    Own,
    /// The player at the root and those on their side want a high share of `root`, and all others want it to be low
    /// (paranoid, BRS).
    Against {
        /// The player at the root.
        root: Player,
        /// Who is on their side, themselves included.
        side: PlayerSet,
    },
    /// Everybody wants a high share, but `root` wants that of `leader` to be low (MP-Mix).
    Offensive {
        /// The player at the root.
        root: Player,
        /// Whom they play against.
        leader: Player,
    },
}

impl Aim {
    /// Everybody else is against the team of `root`.
    pub fn against(root: Player, teams: &Teams) -> Self {
        Aim::Against { root, side: teams.side(root) }
    }

    /// What a share of the outcome is worth to the one who chooses, from 0 to 1.
    #[inline]
    pub fn worth(self, chooser: Player, share: impl Fn(Player) -> f32) -> f32 {
        match self {
            Aim::Against { root, side } if side.contains(chooser) => share(root),
            Aim::Against { root, .. } => 1.0 - share(root),
            Aim::Offensive { root, leader } if chooser == root => 1.0 - share(leader),
            _ => share(chooser),
        }
    }

    /// What an outcome is worth to the one who chooses.
    #[inline]
    pub fn of(self, chooser: Player, scores: &Scores) -> f32 {
        self.worth(chooser, |player| scores.of(player))
    }
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
        let against = |teams: &Teams| [one, two, three].map(|player| Aim::against(one, teams).of(player, &won));
        assert_eq!(against(&Teams::each_alone(3)), [0.0, 1.0, 1.0]);
        assert_eq!(against(&Teams::new(3, &[], |player| usize::from(player == two))), [0.0, 1.0, 0.0]);
        let offensive = Aim::Offensive { root: one, leader: three };
        assert_eq!([one, two, three].map(|player| offensive.of(player, &won)), [1.0, 1.0, 0.0]);
    }
}
