//! A player who wins whatever they do looks for the shorter way.

use kingmaker_core::{Game, Player};

use super::root::{Findings, Totals};
use super::selection::Site;
use super::tree::NodeIndex;

/// Looks for short ways to win, while a game is won.
#[derive(Clone, Copy, Debug)]
pub(super) struct Haste {
    /// Who wants to win.
    pub(super) player: Player,
    /// What part of the playouts has to be won. One more playout is taken for a lost one, so that a few are not enough.
    pub(super) from: f64,
}

impl Haste {
    /// The child of the root that the next playout begins with, if it is one that looks for a shorter way. A child that
    /// is not possible or proven is left to the selection strategy.
    #[inline]
    pub(super) fn child<G: Game>(self, site: &Site<'_, G>, found: &Findings) -> Option<NodeIndex> {
        let child = site.children().nth(self.place(found)?)?;
        (site.is_possible(child) && !site.tree.node(child).is_proven()).then_some(child)
    }

    /// The place of its move. Every second playout looks for a shorter way, while the game is won: it goes to the move
    /// whose won playouts were shortest, of those that won no less than all together. Where all are equally long there is
    /// nothing to look for.
    #[inline]
    fn place(self, found: &Findings) -> Option<usize> {
        let all = &found.all;
        let is_won = all.won(self.player) >= self.from * (all.visits + 1) as f64;
        if is_won && all.visits % 2 == 1 { self.shortest(found) } else { None }
    }

    fn shortest(self, Findings { moves, all }: &Findings) -> Option<usize> {
        let share = |of: &Totals| of.won(self.player) / of.visits as f64;
        let wins = |&place: &usize| moves[place].visits > 0 && share(&moves[place]) >= share(all);
        let length = |place: usize| moves[place].won_plies / moves[place].won(self.player);
        let winning = || (0..moves.len()).filter(wins);
        let shortest = winning().min_by(|&a, &b| length(a).total_cmp(&length(b)))?;
        winning().any(|place| length(place) > length(shortest)).then_some(shortest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::sums::units;

    const PLAYER: Player = Player::new(0);

    /// Moves with so many playouts, of which so many were won, which took so many plies each.
    fn chosen(from: f64, moves: &[(u64, u64, u64)]) -> Option<usize> {
        let totals = |&(visits, wins, length): &(u64, u64, u64)| {
            let mut shares = [0; kingmaker_core::MAX_PLAYERS];
            shares[PLAYER.index()] = wins * units(1.0);
            Totals { visits, shares, plies: length * visits, won_plies: (wins * length) as f64 }
        };
        let moves: Vec<Totals> = moves.iter().map(totals).collect();
        let all = moves.iter().fold(Totals::default(), |all, mv| all.and(mv));
        Haste { player: PLAYER, from }.place(&Findings { moves, all })
    }

    #[test]
    fn every_second_playout_of_a_won_game_takes_the_shortest_way() {
        assert_eq!(chosen(0.8, &[(5, 5, 30), (4, 4, 20), (4, 4, 25)]), Some(1));
        assert_eq!(chosen(0.8, &[(5, 5, 30), (4, 4, 20), (5, 5, 25)]), None, "not after an even number of playouts");
        assert_eq!(chosen(0.8, &[(5, 3, 30), (4, 4, 20), (4, 3, 25)]), None, "too many are lost");
        assert_eq!(chosen(0.8, &[(1, 1, 30), (1, 1, 20), (1, 1, 25)]), None, "three playouts prove little");
        assert_eq!(chosen(1.0, &[(900, 900, 30), (99, 99, 20)]), None, "no part is enough");
    }

    #[test]
    fn the_shortest_way_is_one_that_wins() {
        assert_eq!(chosen(0.8, &[(5, 5, 30), (4, 3, 20), (4, 4, 25)]), Some(2), "what wins less is left out");
        assert_eq!(chosen(0.8, &[(5, 5, 30), (4, 4, 30), (0, 0, 0)]), None, "all are equally long");
    }
}
