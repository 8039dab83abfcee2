//! What the games of a match teach about where secrets are: Location Categorization (Nijssen 2013, section 7.2.5).

use kingmaker_search::hidden::learnt::Learnt;

use crate::matches::Match;
use crate::registry::Registry;
use crate::replay;
use crate::store::{Place, Problem, Store, StoreError};

/// Counts all games of a match that are in a store. `None` where the game has no categories.
pub fn learn(registry: &Registry, database: &Place, the_match: &Match) -> Result<Option<Learnt>, StoreError> {
    let Some(mut learnt) = the_match.game().blank_learnt() else { return Ok(None) };
    let store = Store::read(database)?;
    let failed = |what: String| StoreError { place: database.clone(), problem: Problem::Changed(what) };
    let Some(id) = store.find_match(the_match)? else { return Ok(Some(learnt)) };
    store.games(id, |game| {
        if the_match.schedule().game(game.record.index).is_some() {
            let index = game.record.index;
            replay::follow(registry, &game.record, &mut |session| session.count_categories(&mut learnt))
                .map_err(|error| failed(format!("game {index}: {error}")))?;
            learnt.games += 1;
        }
        Ok::<(), StoreError>(())
    })?;
    Ok(Some(learnt))
}
