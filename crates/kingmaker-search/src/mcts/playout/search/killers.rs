//! Killer moves that last from playout to playout.

use kingmaker_core::Player;

/// So many levels of a playout remember killers; the few playouts that get further do without.
const LEVELS: usize = 256;

/// For each level of a playout and each ply of the search there, the two moves that were last best
/// or caused a cut-off (Akl & Newborn 1977; Nijssen 2013, section 6.2.4).
#[derive(Debug)]
pub(super) struct Killers<Move> {
    moves: Vec<[Option<(Player, Move)>; 2]>,
    depth: usize,
}

impl<Move: Copy + PartialEq> Killers<Move> {
    /// For searches of so many plies; none are kept with a depth of 0.
    pub(super) fn new(depth: usize) -> Self {
        Killers { moves: vec![[None; 2]; LEVELS * depth], depth }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.moves.fill([None; 2]);
    }

    fn place(&self, level: usize, ply: usize) -> usize {
        level * self.depth + ply
    }

    /// The killers at this ply of a search at this level, the more recent one first.
    #[inline]
    pub(super) fn at(&self, level: usize, ply: usize) -> [Option<(Player, Move)>; 2] {
        self.moves.get(self.place(level, ply)).copied().unwrap_or([None; 2])
    }

    /// Moves the killers to the front of the choices, as far as they are among them.
    #[inline]
    pub(super) fn to_front(&self, level: usize, ply: usize, choices: &mut [(Player, Move)]) {
        let mut front = 0;
        for killer in self.at(level, ply).iter().flatten() {
            if let Some(distance) = choices[front..].iter().position(|choice| choice == killer) {
                choices[front..=front + distance].rotate_right(1);
                front += 1;
            }
        }
    }

    /// A choice was best, or caused a cut-off.
    #[inline]
    pub(super) fn remember(&mut self, level: usize, ply: usize, choice: (Player, Move)) {
        let place = self.place(level, ply);
        let Some(killers) = self.moves.get_mut(place) else { return };
        // The first is the more recent one; the other is what a new killer replaces.
        if killers[0] != Some(choice) {
            *killers = [Some(choice), killers[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(moves: &[u8]) -> Vec<(Player, u8)> {
        moves.iter().map(|&mv| (Player::new(0), mv)).collect()
    }

    #[test]
    fn the_last_two_come_first() {
        let mut killers = Killers::new(2);
        for mv in [3, 4, 4, 5] {
            killers.remember(7, 1, (Player::new(0), mv));
        }
        killers.remember(7, 1, (Player::new(1), 2));
        let ordered = |killers: &Killers<u8>, level, ply| {
            let mut list = choices(&[1, 2, 3, 4, 5]);
            killers.to_front(level, ply, &mut list);
            list.into_iter().map(|(_, mv)| mv).collect::<Vec<_>>()
        };
        // The most recent is another player's, and no choice.
        assert_eq!(ordered(&killers, 7, 1), [5, 1, 2, 3, 4]);
        killers.remember(7, 1, (Player::new(0), 3));
        killers.remember(7, 1, (Player::new(0), 4));
        assert_eq!(ordered(&killers, 7, 1), [4, 3, 1, 2, 5]);
        assert_eq!(ordered(&killers, 7, 0), [1, 2, 3, 4, 5]);
        assert_eq!(ordered(&killers, 8, 1), [1, 2, 3, 4, 5]);
        killers.remember(LEVELS, 0, (Player::new(0), 3));
        assert_eq!(ordered(&killers, LEVELS, 0), [1, 2, 3, 4, 5]);
        killers.clear();
        assert_eq!(ordered(&killers, 7, 1), [1, 2, 3, 4, 5]);
    }
}
