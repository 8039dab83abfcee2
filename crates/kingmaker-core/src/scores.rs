//! What a finished game is worth to each player.

use crate::player::{ByPlayer, Player};
use crate::teams::{PlayerSet, Teams};

/// One number in [0, 1] per player. One point is divided among the winners, so that the
/// numbers sum to 1. In a game of [`Teams`] it is divided among the teams, and every member has what the team has.
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

    /// One team has won.
    pub fn team(teams: &Teams, winner: usize) -> Self {
        let share = |player| if teams.of(player) == winner { 1.0 } else { 0.0 };
        Scores(ByPlayer::from_fn(teams.players(), share))
    }

    /// The point is divided in proportion to numbers that are not negative, those of a team counting as their mean;
    /// equally, where all are 0.
    pub fn in_proportion(teams: &Teams, numbers: &ByPlayer<f32>) -> Self {
        let numbers = teams.means(numbers);
        let total = if teams.are_alone() { numbers.as_slice().iter().sum() } else { teams.total(&numbers) as f32 };
        if total > 0.0 {
            Scores(numbers.map(|number| number / total))
        } else {
            Scores(ByPlayer::splat(teams.players(), 1.0 / teams.count() as f32))
        }
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

    /// The point is divided among all teams with the highest number of points, those of a team counting as their mean.
    pub fn highest_team(teams: &Teams, points: &ByPlayer<f32>) -> Self {
        let points = teams.means(points);
        let best = points.iter().map(|(_, value)| value).fold(f32::NEG_INFINITY, f32::max);
        let winners = (0..teams.count()).filter_map(|team| teams.members(team).next());
        let winners = winners.filter(|&first| points[first] == best).count();
        Scores(points.map(|value| if value == best { 1.0 / winners as f32 } else { 0.0 }))
    }

    /// Any other division, each share in [0, 1].
    pub fn from_shares(shares: ByPlayer<f32>) -> Self {
        debug_assert!(shares.iter().all(|(_, share)| (0.0..=1.0).contains(&share)));
        Scores(shares)
    }

    /// The same, but these players get only a part of what they have.
    pub fn reduced(self, players: PlayerSet, part: f32) -> Self {
        let Scores(shares) = self;
        Scores(ByPlayer::from_fn(shares.players(), |player| {
            if players.contains(player) { shares[player] * part } else { shares[player] }
        }))
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
        let mut points = ByPlayer::splat(3, 4.0);
        points[Player::new(1)] = 2.0;
        assert_eq!(Scores::highest(points).shares().as_slice(), [0.5, 0.0, 0.5]);
        let teams = Teams::new(3, &[], |player| player.index().min(1));
        assert_eq!(Scores::highest_team(&teams, &points).shares().as_slice(), [1.0, 0.0, 0.0]);
        assert_eq!(Scores::team(&teams, 1).shares().as_slice(), [0.0, 1.0, 1.0]);
        assert_eq!(Scores::in_proportion(&teams, &points).shares().as_slice(), [4.0 / 7.0, 3.0 / 7.0, 3.0 / 7.0]);
        assert_eq!(Scores::draw(4).shares().as_slice(), [0.25; 4]);
        assert_eq!(Scores::winner(2, Player::new(1)).of(Player::new(1)), 1.0);
    }
}
