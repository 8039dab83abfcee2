//! Two-ply Best-Reply Search in playouts: the strongest reply of any opponent
//! (Nijssen 2013, section 6.2.3).

use kingmaker_core::settings::Word;
use kingmaker_core::{Knowledge, MoveOrdering, OutOfTurn, Player, Turn, settings};

use super::paranoid2::{DEPTH, KILLERS, Paranoid, REUSE};
use super::search::{Guides, Layers, Lists, SearchPlayout, SearchSettings, Ties};
use super::{BEST, EPSILON, MOST_BEST, Playout};
use crate::knowledge::{BY, EVALUATOR};
use crate::minimax::brs::hand_back;
use crate::minimax::two_sided::Sides;
use crate::{Needs, Toolbox};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "brs2" {
        summary: "two-ply Best-Reply Search: of all opponents the one whose reply is worst for the mover",
        source: "Nijssen & Winands 2011; Nijssen 2013, section 6.2.3",
        options: {
            /// Probability of a random move.
            epsilon: f64 = EPSILON,
            /// Only the k best moves by static move ordering are looked at.
            k: usize = BEST,
            /// Which move ordering of the game; if not set, its first.
            by: Option<Word> = BY,
            /// Which board evaluator of the game; if not set, its first.
            evaluator: Option<Word> = EVALUATOR,
            /// Plies of the small searches.
            depth: usize = DEPTH,
            /// Whether the moves that were last best are tried first.
            killers: bool = KILLERS,
            /// Whether what was found about the position after the chosen move is kept.
            reuse: bool = REUSE,
        },
        examples: ["mcts(playout=brs2)", "mcts(playout=brs2(k=8))"],
    }
}

/// The strategy as configured.
pub fn build<G: Knowledge + OutOfTurn>(
    settings: &Settings,
    _: &Toolbox<G>,
    game: &G,
) -> Result<Box<dyn Playout<G>>, String> {
    let needs = Needs { single_decisions: true, no_chance: true, ..Needs::NOTHING };
    needs.check("playout=brs2", game, "playout=paranoid2 or playout=max-n2")?;
    let replies = BestReply { moves: Vec::with_capacity(game.slots()), ranks: Vec::with_capacity(2 * MOST_BEST) };
    let Settings { epsilon, k, depth, killers, reuse, ref by, ref evaluator } = *settings;
    let knowledge = Guides::new(game, by, evaluator)?;
    let settings = SearchSettings { epsilon, k, depth, killers, reuse, ties: Ties::First, knowledge };
    Ok(Box::new(SearchPlayout::<G, Paranoid, _>::new(&settings, game, replies)))
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
        sides: &Sides,
        (k, by): (usize, MoveOrdering),
        Lists { next, choices }: Lists<'_, G::Move>,
    ) {
        choices.clear();
        self.ranks.clear();
        let Turn::Player(to_move) = game.turn(state) else { return };
        game.k_best(state, by, k, next);
        if sides.is_own(to_move) {
            choices.extend(next.iter().map(|&mv| (to_move, mv)));
            return;
        }
        for opponent in Player::all(game.players()).filter(|&player| !sides.is_own(player)) {
            let moves = if opponent == to_move {
                game.hand_turn(state, opponent);
                &*next
            } else if game.can_move(state, opponent) {
                game.hand_turn(state, opponent);
                game.k_best(state, by, k, &mut self.moves);
                &self.moves
            } else {
                continue;
            };
            for &mv in moves {
                let priority = game.priority(state, by, mv);
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
    fn is_reply(game: &G, state: &G::State, sides: &Sides, player: Player) -> bool {
        let Turn::Player(to_move) = game.turn(state) else { return false };
        to_move == player || !sides.is_own(player) && !sides.is_own(to_move) && game.can_move(state, player)
    }

    #[inline]
    fn hand(game: &G, state: &mut G::State, player: Player) {
        if game.turn(state) != Turn::Player(player) {
            game.hand_turn(state, player);
        }
    }

    #[inline]
    fn hand_on(game: &G, state: &mut G::State, player: Player, to_move: Player, sides: &Sides) {
        if !sides.is_own(player) {
            hand_back(game, state, sides, to_move);
        }
    }
}
