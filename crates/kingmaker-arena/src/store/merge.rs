//! Stores that become one.

use std::collections::BTreeMap;

use super::backend::{Again, KeptGame, Key};
use super::{MatchId, PAGE, Place, Problem, Store, StoreError};
use crate::player::PlayerSpec;
use crate::record::GameRecord;
use crate::registry::Registry;
use crate::replay;

/// What a merge did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games that are new.
    pub added: u64,
    /// Games that were there already, the same.
    pub known: u64,
    /// Games that were there already and went otherwise, because times or other programs were in play: the first
    /// ones stay.
    pub other: Vec<String>,
}

impl Store {
    /// Takes over what another store has, all or nothing. The first game of an index stays. Two reproducible games
    /// of the same index that differ are an error, and so are games of another program, unless `is_forced`.
    pub fn absorb(
        &mut self,
        registry: &Registry,
        other: impl Into<Place>,
        is_forced: bool,
    ) -> Result<Merged, StoreError> {
        let other = Store::read(other)?;
        if !is_forced {
            self.check_programs(&other)?;
        }
        let matches = other.told(other.kept.matches())?;
        let mut differing = Vec::new();
        for (id, key, _) in &matches {
            self.compare(registry, &other, MatchId(*id), key, &mut differing)?;
        }
        self.told(self.kept.begin())?;
        let taken = self.take_over(&other, &matches).and_then(|added| self.told(self.kept.commit()).map(|()| added));
        let (added, games) = taken.inspect_err(|_| self.kept.roll_back())?;
        Ok(Merged { added, known: games.saturating_sub(added + differing.len() as u64), other: differing })
    }

    /// Refuses a store with games of another program than ours are of.
    fn check_programs(&self, other: &Store) -> Result<(), StoreError> {
        let (ours, theirs) = (self.told(self.kept.programs())?, other.told(other.kept.programs())?);
        let pairs = ours.iter().flat_map(|ours| theirs.iter().map(move |theirs| (ours, theirs)));
        let named = |program: &Option<String>| program.clone().unwrap_or_else(|| "an unknown program".to_owned());
        match pairs.into_iter().find(|(ours, theirs)| ours != theirs) {
            Some((ours, theirs)) => {
                let (ours, theirs) = (named(ours), named(theirs));
                let what = format!("its games are of {theirs}, and those of '{}' of {ours}", self.place);
                other.told(Err(Problem::Unlike(what)))
            }
            None => Ok(()),
        }
    }

    /// Names the games of a match that went otherwise in the other store, where they may.
    fn compare(
        &self,
        registry: &Registry,
        other: &Store,
        theirs: MatchId,
        key: &Key,
        differing: &mut Vec<String>,
    ) -> Result<(), StoreError> {
        let Some(id) = self.told(self.kept.find_match(key))? else { return Ok(()) };
        let mut ours = BTreeMap::new();
        let mut next = 0;
        other.each_kept(theirs, |game| {
            // Both are in the order of indices: ours are read as far as theirs are.
            while next <= game.number {
                let page = self.told(self.kept.games(id, next, PAGE))?;
                next = page.last().map_or(i64::MAX, |last| last.number + 1);
                ours.extend(page.into_iter().map(|game| (game.number, game.record)));
            }
            ours = ours.split_off(&game.number);
            let Some(record) = ours.get(&game.number).filter(|record| **record != game.record) else { return Ok(()) };
            differing.extend(self.differing(registry, other, key, record, &game)?);
            Ok(())
        })
    }

    /// The name of a game that went otherwise, if it did and that may be.
    fn differing(
        &self,
        registry: &Registry,
        other: &Store,
        [game, players, _]: &Key,
        record: &str,
        theirs: &KeptGame,
    ) -> Result<Option<String>, StoreError> {
        let unlike = |what: String| other.told(Err(Problem::Unlike(what)));
        let name = format!("game {} of {game} between {}", theirs.number, labels(players).join(" and "));
        let records = [record, &theirs.record].map(serde_json::from_str::<GameRecord>);
        let [Ok(ours), Ok(theirs)] = records else {
            return unlike(format!("{name} cannot be read in it or in '{}'", self.place));
        };
        let Some(difference) = replay::difference(&ours, &theirs) else { return Ok(None) };
        if is_reproducible(registry, players) {
            return unlike(format!("in {name}, {difference}; the first is that of '{}'", self.place));
        }
        Ok(Some(name))
    }

    /// Writes down everything that the other store has; how many games were new, and how many it has.
    fn take_over(&self, other: &Store, matches: &[(i64, Key, u64)]) -> Result<(u64, u64), StoreError> {
        let (mut added, mut games) = (0, 0);
        for (theirs, key, _) in matches {
            let (id, mut next) = (self.told(self.kept.match_id(key))?, 0);
            loop {
                let page = other.told(other.kept.games(*theirs, next, PAGE))?;
                let Some(last) = page.last() else { break };
                (next, games) = (last.number + 1, games + page.len() as u64);
                let page = page.into_iter().map(|game| KeptGame { id, ..game }).collect();
                added += self.told(self.kept.add(page, Again::Ignored))?;
            }
        }
        for run in other.told(other.kept.runs())? {
            self.told(self.kept.add_run(&run, Again::Ignored))?;
        }
        Ok((added, games))
    }
}

/// The specs of players and their budgets, as the store has them.
fn known_players(players: &str) -> Vec<(String, String)> {
    serde_json::from_str(players).unwrap_or_default()
}

fn labels(players: &str) -> Vec<String> {
    known_players(players).into_iter().map(|(label, _)| label).collect()
}

/// Whether games between these players come out the same whenever they are played.
fn is_reproducible(registry: &Registry, players: &str) -> bool {
    let players = known_players(players);
    let mut read = players.iter().map(|(label, budget)| PlayerSpec::from_record(registry, label, budget));
    read.all(|player| player.is_ok_and(|player| player.is_reproducible()))
}
