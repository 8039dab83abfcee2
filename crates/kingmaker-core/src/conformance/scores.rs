//! What finished games are worth, and to whom.

use super::{Here, Kit};
use crate::game::Game;
use crate::teams::Teams;

/// How far a sum of scores may be from 1.
const ROUNDING: f32 = 1e-5;

impl<G: Game> Kit<'_, G> {
    /// Teams are numbered from 0 without gaps, and there are at least two.
    pub(super) fn check_teams(&self) {
        let (variant, teams) = (&self.variant, self.game.teams());
        assert!(teams.players() == self.game.players(), "{variant}: teams of {} players", teams.players());
        assert!(teams.count() >= 2, "{variant}: everybody is in one team: {teams:?}");
        let gap = (0..teams.count()).find(|&team| teams.members(team).next().is_none());
        assert!(gap.is_none(), "{variant}: no player is in team {gap:?}: {teams:?}");
    }

    pub(super) fn check_scores(&self, here: &Here<'_, G>) {
        let scores = self.game.scores(&here.state);
        let shares = scores.shares().as_slice();
        assert!(shares.len() == self.game.players(), "{here}: scores for {} players: {shares:?}", shares.len());
        let in_range = shares.iter().all(|share| (0.0..=1.0).contains(share));
        assert!(in_range, "{here}: scores are not in [0, 1]: {shares:?}");
        let teams = self.game.teams();
        assert!(fit_teams(shares, &teams), "{here}: scores {shares:?} do not fit the teams {teams:?}");
    }
}

/// Whether members of a team have the same, and the teams together 1.
fn fit_teams(shares: &[f32], teams: &Teams) -> bool {
    let of_team = |team: usize| teams.members(team).map(|member| shares[member.index()]);
    let is_torn = (0..teams.count()).any(|team| {
        let first = of_team(team).next();
        of_team(team).any(|share| Some(share) != first)
    });
    let sum: f32 = (0..teams.count()).filter_map(|team| of_team(team).next()).sum();
    !is_torn && (sum - 1.0).abs() < ROUNDING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_share_one_point() {
        let teams = Teams::new(3, &[], |player| player.index().min(1));
        for fitting in [[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.5; 3], [0.25, 0.75, 0.75]] {
            assert!(fit_teams(&fitting, &teams), "{fitting:?}");
        }
        for wrong in [[0.0; 3], [1.0; 3], [0.0, 1.0, 0.0], [0.5, 0.25, 0.25], [0.0, 0.5, 0.5]] {
            assert!(!fit_teams(&wrong, &teams), "{wrong:?}");
        }
        assert!(fit_teams(&[0.5, 0.25, 0.25], &Teams::each_alone(3)));
    }
}
