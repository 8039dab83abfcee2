//! What a finished game is worth to each player.

use crate::player::{ByPlayer, Player};

/// One number in [0, 1] per player. One point is divided among the winners, so that the
/// numbers sum to 1, except in team games, where every member of the winning team has 1, and in
/// a draw everybody has the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores(ByPlayer<f32>);

impl Scores {
    /// One player has won alone.
    #[inline]
    pub fn winner(players: usize, winner: Player) -> Self {
        let mut scores = ByPlayer::splat(players, 0.0);
        scores[winner] = 1.0;
        Scores(scores)
    }

    /// Nobody has won: the point is divided among all.
    #[inline]
    pub fn draw(players: usize) -> Self {
        Scores(ByPlayer::splat(players, 1.0 / players as f32))
    }

    /// The point is divided among all players with the highest number of points.
    pub fn highest<T: Copy + PartialOrd>(points: ByPlayer<T>) -> Self {
        let mut best = points[Player::new(0)];
        for (_, value) in points.iter() {
            if value > best {
                best = value;
            }
        }
        let winners = points.iter().filter(|&(_, value)| value == best).count();
        Scores(points.map(|value| if value == best { 1.0 / winners as f32 } else { 0.0 }))
    }

    /// Any other division, each share in [0, 1].
    pub fn from_shares(shares: ByPlayer<f32>) -> Self {
        debug_assert!(shares.iter().all(|(_, share)| (0.0..=1.0).contains(&share)));
        Scores(shares)
    }

    /// What this player gets.
    #[inline]
    pub fn of(&self, player: Player) -> f32 {
        self.0[player]
    }

    /// All shares.
    #[inline]
    pub fn shares(&self) -> &ByPlayer<f32> {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_win_is_split() {
        let mut points = ByPlayer::splat(3, 4);
        points[Player::new(1)] = 2;
        assert_eq!(Scores::highest(points).shares().as_slice(), [0.5, 0.0, 0.5]);
        assert_eq!(Scores::draw(4).shares().as_slice(), [0.25; 4]);
        assert_eq!(Scores::winner(2, Player::new(1)).of(Player::new(1)), 1.0);
    }
}
