//! Static move ordering as a number for each child.

use std::cmp::Reverse;

use kingmaker_core::Knowledge;

use super::pool::Pool;
use crate::mcts::tree::{NodeIndex, Tree};

/// Where a child stands among its siblings by static move ordering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rank {
    /// How many come before it, equal ones in the order of the tree, which is random.
    pub(super) place: usize,
    /// The share of its siblings that look worse, equal ones counting half, from 0 to 1. Priorities
    /// of different games have nothing in common but their order, so this is all that is used.
    pub(super) merit: f32,
}

/// Room to sort the children of a node.
pub(super) type Scratch = Pool<Vec<(Reverse<i32>, usize)>>;

/// Sets the prior of each child to what `prior` makes of its rank. The static ordering knows nothing
/// of players who are not to move (in Best-Reply Search): their moves stand in the middle.
pub(super) fn set_priors<G: Knowledge>(
    scratch: &Scratch,
    game: &G,
    state: &G::State,
    tree: &Tree<G::Move>,
    parent: NodeIndex,
    prior: impl Fn(Rank) -> f32,
) {
    let children = tree.children(parent);
    scratch.with(|sorted| {
        sorted.clear();
        for (place, child) in children.iter().enumerate() {
            match child.entry().filter(|&(player, _)| game.turn(state).player() == Some(player)) {
                Some((_, mv)) => sorted.push((Reverse(game.priority(state, mv)), place)),
                None => child.set_prior(prior(Rank { place: children.len() / 2, merit: 0.5 })),
            }
        }
        sorted.sort_unstable();
        let mut before = 0;
        for equal in sorted.chunk_by(|(a, _), (b, _)| a == b) {
            let worse = sorted.len() - before - equal.len();
            let better_than = worse as f32 + (equal.len() - 1) as f32 / 2.0;
            let merit = if sorted.len() == 1 { 0.5 } else { better_than / (sorted.len() - 1) as f32 };
            for (offset, &(_, place)) in equal.iter().enumerate() {
                children[place].set_prior(prior(Rank { place: before + offset, merit }));
            }
            before += equal.len();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::ROOT;
    use kingmaker_core::{Game, Player, Rng};
    use kingmaker_games::focus::Focus;

    #[test]
    fn ranks_are_those_of_counting() {
        let game = Focus::new(3, 20_000);
        let mut rng = Rng::new(4);
        let mut state = game.start(&mut rng);
        let mut moves = Vec::new();
        for _ in 0..30 {
            let mv = game.random_move(&state, &mut rng, &mut moves).expect("still in play");
            game.play(&mut state, mv);
            game.legal_moves(&state, &mut moves);
            let mover = game.turn(&state).player().expect("still in play");
            let other = Player::new((mover.index() + 1) % 3);
            rng.shuffle(&mut moves);
            let mut entries: Vec<_> = moves.iter().map(|&mv| (mover, mv)).collect();
            let tree = Tree::new(1000);
            entries.push((other, moves[0]));
            tree.expand(ROOT, &entries);
            let number = moves.len();
            let all = || moves.iter().map(|&mv| game.priority(&state, mv)).enumerate();
            let (places, merits) = (Scratch::default(), Scratch::default());
            set_priors(&places, &game, &state, &tree, ROOT, |rank| rank.place as f32);
            let seen: Vec<f32> = tree.children(ROOT).iter().map(|child| child.prior()).collect();
            set_priors(&merits, &game, &state, &tree, ROOT, |rank| rank.merit);
            for (index, own) in all() {
                let before = all().filter(|&(i, p)| p > own || p == own && i < index).count();
                let worse = all().filter(|&(_, p)| p < own).count() as f32;
                let equal = all().filter(|&(i, p)| p == own && i != index).count() as f32;
                assert_eq!(seen[index], before as f32);
                assert_eq!(tree.children(ROOT)[index].prior(), (worse + equal / 2.0) / (number - 1) as f32);
            }
            assert_eq!(tree.children(ROOT)[number].prior(), 0.5);
        }
    }
}
