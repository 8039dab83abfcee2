//! Players, and one value for each of them.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The most players a game may have.
pub const MAX_PLAYERS: usize = 6;

/// One of the players of a game, counted from zero in turn order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The player with this index, which is below [`MAX_PLAYERS`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < MAX_PLAYERS);
        Player(index as u8)
    }

    /// Counted from zero.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As people count: the first player is 1.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The next seat around a table of `players`.
    #[inline]
    pub const fn next(self, players: usize) -> Self {
        let next = self.0 + 1;
        Player(if next as usize == players { 0 } else { next })
    }

    /// All players of a game of `players`, in turn order.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator {
        (0..players).map(Player::new)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Player {}", self.number())
    }
}

/// One `T` for each player of a game, without allocation.
#[derive(Clone, Copy)]
pub struct ByPlayer<T> {
    values: [T; MAX_PLAYERS],
    players: u8,
}

impl<T: Copy> ByPlayer<T> {
    /// The same value for everybody.
    #[inline]
    pub const fn splat(players: usize, value: T) -> Self {
        debug_assert!(players <= MAX_PLAYERS);
        ByPlayer { values: [value; MAX_PLAYERS], players: players as u8 }
    }

    /// The value that `value` gives for each player.
    #[inline]
    pub fn from_fn(players: usize, mut value: impl FnMut(Player) -> T) -> Self {
        let mut values = Self::splat(players, value(Player::new(0)));
        for player in Player::all(players).skip(1) {
            values[player] = value(player);
        }
        values
    }

    /// How many players there are.
    #[inline]
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// The values in turn order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.values[..self.players as usize]
    }

    /// The values in turn order.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.values[..self.players as usize]
    }

    /// Every player with their value.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Player, T)> + '_ {
        self.as_slice().iter().enumerate().map(|(index, &value)| (Player::new(index), value))
    }

    /// The same players with other values.
    #[inline]
    pub fn map<U: Copy>(&self, mut change: impl FnMut(T) -> U) -> ByPlayer<U> {
        ByPlayer::from_fn(self.players(), |player| change(self[player]))
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        debug_assert!(player.0 < self.players);
        &self.values[player.index()]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        debug_assert!(player.0 < self.players);
        &mut self.values[player.index()]
    }
}

impl<T: Copy + PartialEq> PartialEq for ByPlayer<T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Eq> Eq for ByPlayer<T> {}

impl<T: Copy + std::hash::Hash> std::hash::Hash for ByPlayer<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for ByPlayer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_around_the_table() {
        assert_eq!(Player::new(2).next(4), Player::new(3));
        assert_eq!(Player::new(3).next(4), Player::new(0));
        assert_eq!(Player::all(3).map(Player::number).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn values_beyond_the_last_player_do_not_count() {
        let mut one = ByPlayer::splat(2, 7);
        let other = ByPlayer::from_fn(2, |_| 7);
        assert_eq!(one, other);
        one[Player::new(1)] = 8;
        assert_ne!(one, other);
        assert_eq!(one.map(|value| value + 1).as_slice(), [8, 9]);
    }
}
