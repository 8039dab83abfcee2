//! Static move ordering as a number for each child.

use std::cmp::Reverse;
use std::ops::Range;

use kingmaker_core::{Knowledge, MoveOrdering};

use super::{Known, Scratch};
use crate::mcts::tree::{NodeIndex, Stats, Tree};

/// Where a child stands among its siblings by static move ordering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rank {
    /// How many come before it, equal ones in the order of the tree, which is random.
    pub(super) place: usize,
    /// The share of its siblings that look worse, equal ones counting half, from 0 to 1. Priorities
    /// of different games have nothing in common but their order, so this is all that is used.
    pub(super) merit: f32,
}

/// What was thought of a child when it came into the tree.
#[inline]
pub(super) fn prior_of(_: NodeIndex, stats: &Stats) -> Known<f32> {
    Known::one(stats.prior())
}

/// Sets the prior of each child to what `prior` makes of its rank. The static ordering knows nothing
/// of players who are not to move (in Best-Reply Search): their moves stand in the middle. An outcome of chance keeps
/// its prior, which is how likely it is.
pub(super) fn set_priors<G: Knowledge>(
    scratch: &mut Scratch,
    (game, by): (&G, MoveOrdering),
    state: &G::State,
    tree: &Tree<G::Move>,
    children: Range<NodeIndex>,
    prior: impl Fn(Rank) -> f32,
) {
    let sorted = &mut scratch.sorted;
    sorted.clear();
    for child in children.clone() {
        let node = tree.node(child);
        match node.entry() {
            Some((player, mv)) if game.turn(state).player() == Some(player) => {
                sorted.push((Reverse(game.priority(state, by, mv)), child));
            }
            Some(_) => node.set_prior(prior(Rank { place: children.len() / 2, merit: 0.5 })),
            None => {}
        }
    }
    sorted.sort_unstable();
    let mut before = 0;
    for equal in sorted.chunk_by(|(a, _), (b, _)| a == b) {
        let worse = sorted.len() - before - equal.len();
        let better_than = worse as f32 + (equal.len() - 1) as f32 / 2.0;
        let merit = if sorted.len() == 1 { 0.5 } else { better_than / (sorted.len() - 1) as f32 };
        for (offset, &(_, child)) in equal.iter().enumerate() {
            tree.node(child).set_prior(prior(Rank { place: before + offset, merit }));
        }
        before += equal.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::{ROOT, Step};
    use kingmaker_core::{Game, Player, Rng};
    use kingmaker_games::focus::Focus;

    #[test]
    fn ranks_are_those_of_counting() {
        let game = Focus::new(3, 20_000);
        let (by, mut rng) = (MoveOrdering::default(), Rng::new(4));
        let mut state = game.start(&mut rng);
        let mut moves = Vec::new();
        for _ in 0..30 {
            let mv = game.random_move(&state, &mut rng, &mut moves).expect("still in play");
            game.play(&mut state, mv);
            game.legal_moves(&state, &mut moves);
            let mover = game.turn(&state).player().expect("still in play");
            let other = Player::new((mover.index() + 1) % 3);
            rng.shuffle(&mut moves);
            let step = |player, mv| Step { player: Some(player), mv, row: 0, prior: 0.0 };
            let mut steps: Vec<_> = moves.iter().map(|&mv| step(mover, mv)).collect();
            let tree = Tree::new(1000);
            steps.push(step(other, moves[0]));
            tree.expand(ROOT, &steps);
            let children = tree.node(ROOT).children();
            let priors = || children.clone().map(|child| tree.node(child).prior()).collect::<Vec<f32>>();
            let number = moves.len();
            let all = || moves.iter().map(|&mv| game.priority(&state, by, mv)).enumerate();
            let mut scratch = Scratch::default();
            set_priors(&mut scratch, (&game, by), &state, &tree, children.clone(), |rank| rank.place as f32);
            let seen = priors();
            set_priors(&mut scratch, (&game, by), &state, &tree, children.clone(), |rank| rank.merit);
            for (index, own) in all() {
                let before = all().filter(|&(i, p)| p > own || p == own && i < index).count();
                let worse = all().filter(|&(_, p)| p < own).count() as f32;
                let equal = all().filter(|&(i, p)| p == own && i != index).count() as f32;
                assert_eq!(seen[index], before as f32);
                assert_eq!(priors()[index], (worse + equal / 2.0) / (number - 1) as f32);
            }
            assert_eq!(priors()[number], 0.5);
        }
    }
}
