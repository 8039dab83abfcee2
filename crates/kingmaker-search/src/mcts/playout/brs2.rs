//! Two-ply Best-Reply Search in playouts: the strongest reply of any opponent
//! (Nijssen 2013, section 6.2.3).

use kingmaker_core::options::{Args, Schema};
use kingmaker_core::{Knowledge, OutOfTurn, Player, Turn};

use super::paranoid2::{DEPTH, KILLERS, Paranoid, REUSE};
use super::search::{Layers, Lists, SearchPlayout};
use super::{BEST, EPSILON, MOST_BEST, Playout};
use crate::Toolbox;
use crate::minimax::brs::hand_back;

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "brs2",
    summary: "two-ply Best-Reply Search: of all opponents the one whose reply is worst for the mover",
    source: "Nijssen & Winands 2011; Nijssen 2013, section 6.2.3",
    options: &[EPSILON, BEST, DEPTH, KILLERS, REUSE],
    examples: &["mcts(playout=brs2)", "mcts(playout=brs2(k=8))"],
};

/// The strategy as configured.
pub fn build<G: Knowledge + OutOfTurn>(args: &Args, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let replies = BestReply { moves: Vec::with_capacity(game.slots()), ranks: Vec::with_capacity(2 * MOST_BEST) };
    Ok(Box::new(SearchPlayout::<G, Paranoid, _>::from_args(args, game, replies, 2)))
}

/// One ply for the player at the root, one for all the others together, of whom only one moves.
struct BestReply<Move> {
    moves: Vec<Move>,
    /// The priorities of the replies so far, best first.
    ranks: Vec<i32>,
}

impl<G: Knowledge + OutOfTurn> Layers<G> for BestReply<G::Move> {
    /// The k best moves of all opponents together, equal ones in the order of seats and moves.
    fn choices(
        &mut self,
        game: &G,
        state: &mut G::State,
        root: Player,
        k: usize,
        Lists { next, choices }: Lists<'_, G::Move>,
    ) {
        choices.clear();
        self.ranks.clear();
        let Turn::Player(to_move) = game.turn(state) else { return };
        game.k_best(state, k, next);
        if to_move == root {
            choices.extend(next.iter().map(|&mv| (root, mv)));
            return;
        }
        for opponent in Player::all(game.players()).filter(|&player| player != root) {
            let moves = if opponent == to_move {
                game.hand_turn(state, opponent);
                &*next
            } else if game.can_move(state, opponent) {
                game.hand_turn(state, opponent);
                game.k_best(state, k, &mut self.moves);
                &self.moves
            } else {
                continue;
            };
            for &mv in moves {
                let priority = game.priority(state, mv);
                let place = self.ranks.partition_point(|&other| other >= priority);
                if place >= k {
                    // What follows is no better.
                    break;
                }
                self.ranks.truncate(k - 1);
                choices.truncate(k - 1);
                self.ranks.insert(place, priority);
                choices.insert(place, (opponent, mv));
            }
        }
    }

    #[inline]
    fn is_reply(game: &G, state: &G::State, root: Player, player: Player) -> bool {
        let to_move = game.turn(state);
        to_move == Turn::Player(player)
            || player != root && to_move != Turn::Player(root) && game.can_move(state, player)
    }

    #[inline]
    fn hand(game: &G, state: &mut G::State, player: Player) {
        if game.turn(state) != Turn::Player(player) {
            game.hand_turn(state, player);
        }
    }

    #[inline]
    fn hand_on(game: &G, state: &mut G::State, player: Player, root: Player) {
        if player != root {
            hand_back(game, state, root);
        }
    }
}
