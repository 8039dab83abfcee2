//! Who wins together, and what the seats are called.

use crate::player::{ByPlayer, MAX_PLAYERS, Player};

/// The teams of a game. In most games everybody is a team of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Teams {
    team: ByPlayer<u8>,
    count: u8,
    roles: &'static [&'static str],
}

/// Some of the players of a game, such as a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// This player alone.
    #[inline]
    pub const fn one(player: Player) -> Self {
        PlayerSet(1 << player.index())
    }

    /// Whether this player is one of them.
    #[inline]
    pub const fn contains(self, player: Player) -> bool {
        self.0 >> player.index() & 1 == 1
    }
}

impl FromIterator<Player> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> Self {
        PlayerSet(players.into_iter().fold(0, |set, player| set | 1 << player.index()))
    }
}

impl Teams {
    /// Everybody plays for themselves.
    pub fn each_alone(players: usize) -> Self {
        Teams { team: ByPlayer::from_fn(players, |player| player.index() as u8), count: players as u8, roles: &[] }
    }

    /// Teams numbered from 0, each with at least one member. Where teams play different parts of the game, `roles`
    /// has a word for each of them, such as "hider" and "seekers"; where they are alike, it is empty.
    pub fn new(players: usize, roles: &'static [&'static str], team: impl Fn(Player) -> usize) -> Self {
        let team = ByPlayer::from_fn(players, |player| team(player) as u8);
        let count = team.iter().map(|(_, team)| team + 1).max().unwrap_or(0);
        debug_assert!(usize::from(count) <= MAX_PLAYERS && (roles.is_empty() || roles.len() == usize::from(count)));
        Teams { team, count, roles }
    }

    /// How many teams there are.
    #[inline]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// How many players there are.
    #[inline]
    pub fn players(&self) -> usize {
        self.team.players()
    }

    /// The number of a player's team.
    #[inline]
    pub fn of(&self, player: Player) -> usize {
        usize::from(self.team[player])
    }

    /// Whether everybody plays for themselves.
    #[inline]
    pub fn are_alone(&self) -> bool {
        self.count() == self.players()
    }

    /// Whether two players win together.
    #[inline]
    pub fn are_allies(&self, one: Player, other: Player) -> bool {
        self.of(one) == self.of(other)
    }

    /// The members of a team.
    pub fn members(&self, team: usize) -> impl Iterator<Item = Player> + '_ {
        Player::all(self.players()).filter(move |&player| self.of(player) == team)
    }

    /// The team of a player, as a set.
    pub fn side(&self, player: Player) -> PlayerSet {
        self.members(self.of(player)).collect()
    }

    /// What each team is called, where they play different parts.
    pub fn roles(&self) -> &'static [&'static str] {
        self.roles
    }

    /// One number for each team, in the place of each of its members: the mean of theirs.
    pub fn means(&self, numbers: &ByPlayer<f32>) -> ByPlayer<f32> {
        if self.are_alone() {
            return *numbers;
        }
        ByPlayer::from_fn(self.players(), |player| {
            let (mut sum, mut count) = (0.0, 0.0);
            for member in self.members(self.of(player)) {
                sum += numbers[member];
                count += 1.0;
            }
            sum / count
        })
    }

    /// The sum over the teams of numbers that all members of a team have alike.
    #[inline]
    pub fn total(&self, numbers: &ByPlayer<f32>) -> f64 {
        if self.are_alone() {
            return numbers.as_slice().iter().copied().map(f64::from).sum();
        }
        self.total_of_teams(numbers)
    }

    fn total_of_teams(&self, numbers: &ByPlayer<f32>) -> f64 {
        (0..self.count()).filter_map(|team| self.members(team).next()).map(|first| f64::from(numbers[first])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_allies() {
        let teams = Teams::new(4, &["hider", "seekers"], |player| usize::from(player.index() > 0));
        let [one, two, four] = [0, 1, 3].map(Player::new);
        assert_eq!((teams.count(), teams.are_alone(), teams.of(four)), (2, false, 1));
        assert!(teams.are_allies(two, four) && !teams.are_allies(one, two));
        assert!(teams.side(two).contains(four) && !teams.side(two).contains(one));
        assert_eq!(teams.side(one), PlayerSet::one(one));
        let numbers = ByPlayer::from_fn(4, |player| player.index() as f32);
        let means = teams.means(&numbers);
        assert_eq!((means.as_slice(), teams.total(&means)), (&[0.0, 2.0, 2.0, 2.0][..], 2.0));
    }

    #[test]
    fn alone_nothing_changes() {
        let teams = Teams::each_alone(3);
        let numbers = ByPlayer::from_fn(3, |player| 1.0 + player.index() as f32);
        assert_eq!((teams.count(), teams.means(&numbers), teams.total(&numbers)), (3, numbers, 6.0));
        assert!(teams.are_alone() && teams.roles().is_empty());
    }
}
