//! What finished games are worth, with and without teams.

use super::{Here, Kit};
use crate::capability::Teams;
use crate::game::{Game, Turn};
use crate::player::Player;

/// How far a sum of scores may be from 1.
const ROUNDING: f32 = 1e-5;

impl<G: Game> Kit<'_, G> {
    pub(super) fn check_scores(&self, here: &Here<'_, G>) {
        let scores = self.game.scores(&here.state);
        let shares = scores.shares().as_slice();
        assert!(shares.len() == self.game.players(), "{here}: scores for {} players: {shares:?}", shares.len());
        let in_range = shares.iter().all(|share| (0.0..=1.0).contains(share));
        assert!(in_range, "{here}: scores are not in [0, 1]: {shares:?}");
        if let Some(teams) = &self.teams {
            assert!(fit_teams(shares, teams), "{here}: scores {shares:?} do not fit the teams {teams:?}");
        } else {
            let sum: f32 = shares.iter().sum();
            assert!(
                (sum - 1.0).abs() < ROUNDING,
                "{here}: scores {shares:?} sum to {sum}, not 1 (a game of teams calls Kit::team_game first)"
            );
        }
    }
}

impl<G: Teams> Kit<'_, G> {
    /// Teams are numbered from 0 without gaps and there are at least two. At the end either the
    /// members of exactly one team have 1 and all others 0, or it is a draw and everybody has the
    /// same, more than 0 and less than 1.
    pub fn check_teams(&self) -> &Self {
        let variant = &self.variant;
        let teams: Vec<usize> = Player::all(self.game.players()).map(|player| self.game.team(player)).collect();
        let count = teams.iter().max().map_or(0, |&highest| highest + 1);
        assert!(count >= 2, "{variant}: everybody is in one team: {teams:?}");
        let gap = (0..count).find(|team| !teams.contains(team));
        assert!(gap.is_none(), "{variant}: no player is in team {gap:?}: {teams:?}");
        self.walk(|here| {
            if self.game.turn(&here.state) == Turn::Over {
                let scores = self.game.scores(&here.state);
                let shares = scores.shares().as_slice();
                assert!(fit_teams(shares, &teams), "{here}: scores {shares:?} do not fit the teams {teams:?}");
            }
        });
        self
    }
}

fn fit_teams(shares: &[f32], teams: &[usize]) -> bool {
    let drawn = shares.iter().all(|&share| share == shares[0] && share > 0.0 && share < 1.0);
    let Some(winner) = shares.iter().position(|&share| share == 1.0) else { return drawn };
    shares.iter().zip(teams).all(|(&share, &team)| share == f32::from(team == teams[winner]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_team_wins_or_all_share() {
        let teams = [0, 1, 1];
        for fitting in [[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.5; 3]] {
            assert!(fit_teams(&fitting, &teams), "{fitting:?}");
        }
        for wrong in [[0.0; 3], [1.0; 3], [0.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.5, 0.25, 0.25], [0.0, 0.5, 0.5]] {
            assert!(!fit_teams(&wrong, &teams), "{wrong:?}");
        }
    }
}
