//! How much stays secret: in how many worlds a game could be for whoever knows least (Nijssen 2013, Figure 7.5).

use crate::matches::Match;
use crate::registry::Registry;
use crate::replay;
use crate::store::{Problem, Store, StoreError};

/// More games than these change little, and take time to replay.
const GAMES: usize = 200;

/// The worlds that were possible after a move of the first player, over many games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Secrecy {
    /// Which of their moves, counted from 1.
    pub round: usize,
    /// How many games came so far.
    pub games: usize,
    /// The mean number of worlds.
    pub mean: f64,
    /// The numbers between which the middle half of the games lies.
    pub middle: (f64, f64),
}

/// What the stored games of a match show, the first of them; nothing where there are no secrets.
pub fn secrecy(registry: &Registry, store: &Store, the_match: &Match) -> Result<Vec<Secrecy>, StoreError> {
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    let Some(id) = store.find_match(the_match)?.filter(|_| the_match.game().has_secrets()) else {
        return Ok(Vec::new());
    };
    let mut games = 0;
    store.games(id, |game| {
        games += usize::from(!game.record.lacks_moves());
        if games > GAMES || game.record.lacks_moves() || the_match.schedule().game(game.record.index).is_none() {
            return Ok(());
        }
        let (mut ply, mut round) = (0, 0);
        let after = &mut |session: &dyn crate::Session| {
            let is_of_first = ply > 0 && game.record.moves[ply - 1].seat == Some(1);
            ply += 1;
            if is_of_first {
                rounds.resize_with(rounds.len().max(round + 1), Vec::new);
                rounds[round].push(session.uncertainty());
                round += 1;
            }
        };
        replay::follow(registry, &game.record, after).map_err(|error| StoreError {
            place: store.place().clone(),
            problem: Problem::Changed(format!("game {}: {error}", game.record.index)),
        })
    })?;
    Ok((1..).zip(rounds).map(|(round, worlds)| summary(round, worlds)).collect())
}

fn summary(round: usize, mut worlds: Vec<usize>) -> Secrecy {
    worlds.sort_unstable();
    let quarter = |quarters: usize| worlds[(worlds.len() - 1) * quarters / 4] as f64;
    let mean = worlds.iter().sum::<usize>() as f64 / worlds.len() as f64;
    Secrecy { round, games: worlds.len(), mean, middle: (quarter(1), quarter(3)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Campaign, Halt, Registry};
    use std::num::NonZeroUsize;

    /// Before the hider is seen for the first time there are more worlds than when it is.
    #[test]
    fn a_hider_who_is_seen_is_in_one_world() {
        let folder = std::env::temp_dir().join(format!("kingmaker-secrecy-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("created");
        let path = folder.join("games.db");
        let players = ["hider=random", "seekers=random"].map(|text| Registry::ours().player(text, &Budget::default()));
        let players = players.into_iter().collect::<Result<Vec<_>, _>>().expect("valid");
        let game = Registry::ours().game("scotland-yard").expect("a game");
        let the_match = Match::new(game, players, 30, 1).expect("a match");
        let mut campaign = Campaign::new(Store::open(&path).expect("a store"), [&the_match]).expect("a campaign");
        campaign.run(NonZeroUsize::MIN, &Halt::new(), |_| {}).expect("played");
        drop(campaign);
        let shown = secrecy(&Registry::ours(), &Store::read(&path).expect("a store"), &the_match).expect("sound games");
        assert!(shown.len() >= 8 && shown.windows(2).all(|pair| pair[0].games >= pair[1].games), "{shown:?}");
        assert_eq!((shown[2].mean, shown[7].middle), (1.0, (1.0, 1.0)), "rounds 3 and 8");
        assert!(shown[1].mean > shown[0].mean && shown[0].middle.0 > 5.0, "{shown:?}");
        let _ = std::fs::remove_dir_all(&folder);
    }
}
