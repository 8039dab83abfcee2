//! Matches that are played as far as they are not played yet, with everything kept in a store.

mod queue;
#[cfg(feature = "postgres")]
mod shared;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use kingmaker_search::Halt;

use crate::matches::Match;
use crate::player::PlayerError;
use crate::record::GameRecord;
use crate::replay;
use crate::runner::{self, Finished, RemainingGames, RunError};
use crate::schedule::ScheduledGame;
use crate::shard::Shard;
use crate::stopping::Standing;
use crate::store::{MatchId, Problem, Store, StoreError};

use queue::Queue;

/// Matches and how far they are.
pub struct Campaign<'a> {
    store: Store,
    shard: Shard,
    keeps_moves: bool,
    #[cfg_attr(not(feature = "postgres"), allow(dead_code, reason = "files are not shared"))]
    sharing: Sharing,
    requested: Vec<RequestedMatch>,
    in_play: Vec<MatchInPlay<'a>>,
    matches: Vec<&'a Match>,
    /// How many games were there in the beginning, in a store that many share.
    found: u64,
}

/// How to get along with others, in a store that many share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// Games that somebody has taken and does not finish are played by others after this time without a word.
    pub lease: Duration,
    /// For so long a server that does not answer is asked again.
    pub patience: Duration,
}

impl Default for Sharing {
    fn default() -> Self {
        Sharing { lease: Duration::from_secs(60), patience: Duration::from_secs(600) }
    }
}

/// A match as it was asked for.
struct RequestedMatch {
    /// Which of the matches in play has its games.
    in_play: usize,
    standing: Standing,
}

/// A match of the store whose games are played. Requested matches that differ only in their number of
/// games, or in the rule that ends them, share it.
struct MatchInPlay<'a> {
    id: MatchId,
    the_match: &'a Match,
    done: BTreeSet<u64>,
    /// Games below this index are needed whatever a test decides.
    certain: u64,
    /// Games from this index on are not needed, as far as is known yet.
    until: AtomicU64,
    /// The shortest of the stored games: if the program has changed, it is probably seen in it.
    sample: Option<GameRecord>,
}

impl MatchInPlay<'_> {
    fn until(&self) -> u64 {
        self.until.load(Ordering::Relaxed)
    }

    fn round_length(&self) -> u64 {
        self.the_match.schedule().round_length()
    }

    /// How many games of a part are needed.
    fn total(&self, shard: Shard) -> u64 {
        shard.count(self.until(), self.round_length())
    }

    /// How many of them were there in the beginning.
    fn done(&self, shard: Shard) -> u64 {
        self.done.range(..self.until()).filter(|&&index| shard.has(index, self.round_length())).count() as u64
    }
}

/// Something to tell while games are played.
pub struct News<'a> {
    /// How many games are new.
    pub games: u64,
    /// How many there will be in all, at the most: less if a test has decided.
    pub total: u64,
    /// The match of the last of them, counted from zero.
    pub index: usize,
    /// How it stands; unknown while others play as well.
    pub standing: Option<&'a Standing>,
}

impl<'a> Campaign<'a> {
    /// Finds out what is there already.
    pub fn new(store: Store, matches: impl IntoIterator<Item = &'a Match>) -> Result<Self, StoreError> {
        Campaign::of_shard(store, matches, Shard::WHOLE)
    }

    /// The same, of which only a part is played here. In a part no test can decide, because it lacks the games between.
    pub fn of_shard(
        store: Store,
        matches: impl IntoIterator<Item = &'a Match>,
        shard: Shard,
    ) -> Result<Self, StoreError> {
        let mut campaign = Campaign {
            store,
            shard,
            sharing: Sharing::default(),
            keeps_moves: true,
            requested: Vec::new(),
            in_play: Vec::new(),
            matches: Vec::new(),
            found: 0,
        };
        let mut known: BTreeMap<MatchId, usize> = BTreeMap::new();
        for the_match in matches {
            let id = campaign.store.match_id(the_match)?;
            let at = *known.entry(id).or_insert(campaign.in_play.len());
            if at == campaign.in_play.len() {
                let (done, until) = (BTreeSet::new(), AtomicU64::new(0));
                campaign.in_play.push(MatchInPlay { id, the_match, done, certain: 0, until, sample: None });
            }
            let (playing, games) = (&mut campaign.in_play[at], the_match.schedule().games());
            if playing.the_match.schedule().games() < games {
                playing.the_match = the_match;
            }
            if the_match.stopping().is_none() || shard.is_part() {
                playing.certain = playing.certain.max(games);
            }
            campaign.matches.push(the_match);
            campaign.requested.push(RequestedMatch { in_play: at, standing: Standing::new(the_match) });
        }
        let stored = if campaign.is_shared() { campaign.store.matches()? } else { Vec::new() };
        for index in 0..campaign.in_play.len() {
            if campaign.is_shared() {
                let playing = &mut campaign.in_play[index];
                *playing.until.get_mut() = needed(&campaign.requested, index);
                let games = stored.iter().find(|stored| stored.id == playing.id).map_or(0, |stored| stored.games);
                campaign.found += games.min(playing.until());
            } else {
                campaign.load(index)?;
            }
        }
        Ok(campaign)
    }

    /// Of the games that are played from now on, the moves are not kept.
    pub fn without_moves(self) -> Self {
        Campaign { keeps_moves: false, ..self }
    }

    /// The same, in another way with those who share the store.
    pub fn sharing(self, sharing: Sharing) -> Self {
        Campaign { sharing, ..self }
    }

    /// Whether others may play for the same store. What is there is then known at the end alone.
    pub fn is_shared(&self) -> bool {
        self.store.place().is_server()
    }

    /// The store, after all is done.
    pub fn into_store(self) -> Store {
        self.store
    }

    fn load(&mut self, index: usize) -> Result<(), StoreError> {
        let MatchInPlay { id, the_match, done, until, sample, .. } = &mut self.in_play[index];
        let requested = &mut self.requested;
        each_game(&self.store, *id, the_match, |record| {
            done.insert(record.index);
            count(requested, index, &record);
            if sample.as_ref().is_none_or(|sample| record.plies < sample.plies) {
                *sample = Some(record);
            }
        })?;
        *until.get_mut() = needed(requested, index);
        Ok(())
    }

    /// How many games there are in all, at the most.
    pub fn total(&self) -> u64 {
        self.in_play.iter().map(|playing| playing.total(self.shard)).sum()
    }

    /// Whether there may be fewer games than that.
    pub fn is_open(&self) -> bool {
        self.standings().any(|standing| standing.finding().is_some() && !standing.is_complete())
    }

    /// How many of them were finished when the campaign began.
    pub fn done(&self) -> u64 {
        self.found + self.in_play.iter().map(|playing| playing.done(self.shard)).sum::<u64>()
    }

    /// How each match stands in the end, in the order in which they were given.
    pub fn results(&self) -> Result<Vec<Standing>, StoreError> {
        if self.is_shared() {
            known(&self.store, self.matches.iter().copied())
        } else {
            Ok(self.standings().cloned().collect())
        }
    }

    /// How each match stands, in the order in which they were given, as far as is known here.
    pub fn standings(&self) -> impl Iterator<Item = &Standing> {
        self.requested.iter().map(|requested| &requested.standing)
    }

    /// Plays what is missing. Every game is on the disk before `tell` hears of it.
    ///
    /// Ends early, without error, when `halt` says so.
    pub fn run(
        &mut self,
        jobs: NonZeroUsize,
        halt: &Halt,
        mut tell: impl FnMut(&News<'_>),
    ) -> Result<(), CampaignError> {
        #[cfg(feature = "postgres")]
        if self.is_shared() {
            return shared::run(self, jobs, halt, &mut tell);
        }
        self.check_samples(halt)?;
        let (store, requested, in_play, shard) = (&mut self.store, &mut self.requested, &self.in_play, self.shard);
        let keeps_moves = self.keeps_moves;
        let is_wanted = |playing: &'_ MatchInPlay<'_>, index: u64| {
            shard.has(index, playing.round_length()) && !playing.done.contains(&index)
        };
        let wanted: Vec<_> = in_play.iter().map(|playing| move |index: u64| is_wanted(playing, index)).collect();
        let remaining: Vec<RemainingGames<'_>> = in_play
            .iter()
            .zip(&wanted)
            .map(|(playing, is_wanted)| RemainingGames {
                the_match: playing.the_match,
                is_wanted,
                until: &playing.until,
            })
            .collect();
        let mut queues: Vec<Queue> = in_play.iter().map(|playing| Queue::new(playing.certain, &playing.done)).collect();
        let finished = |mut games: Vec<Finished>| {
            if !keeps_moves {
                games.iter_mut().for_each(|game| game.record = game.record.without_moves());
            }
            let ready: Vec<Finished> =
                games.into_iter().flat_map(|game| queues[game.match_index].finished(game)).collect();
            // A test decides between rounds, so nothing of a round hangs on the rest of it.
            let round = |game: &Finished| {
                let (playing, index) = (&in_play[game.match_index], game.record.index);
                (index >= playing.certain)
                    .then(|| (game.match_index, index / playing.the_match.schedule().round_length()))
            };
            for games in ready.chunk_by(|one, other| round(one) == round(other)) {
                let [.., last] = games else { continue };
                let playing = &in_play[last.match_index];
                if round(last).is_some() && last.record.index >= playing.until() {
                    continue;
                }
                store.add(games.iter().map(|game| (in_play[game.match_index].id, &game.record, game.elapsed)))?;
                for game in games {
                    count(requested, game.match_index, &game.record);
                    in_play[game.match_index].until.store(needed(requested, game.match_index), Ordering::Relaxed);
                }
                if let Some(index) = requested.iter().position(|requested| requested.in_play == last.match_index) {
                    let total = in_play.iter().map(|playing| playing.total(shard)).sum();
                    tell(&News { games: games.len() as u64, total, index, standing: Some(&requested[index].standing) });
                }
            }
            Ok(())
        };
        runner::run_all(&remaining, jobs, halt, finished).map_err(|error| match error {
            RunError::Player(error) => CampaignError::Player(error),
            RunError::Receiver(error) => CampaignError::Store(error),
            RunError::NoThread => CampaignError::NoThread,
        })
    }

    /// A match that goes on must be the match that began: one of its games is played again, unless
    /// times rule out that it comes out the same.
    fn check_samples(&self, halt: &Halt) -> Result<(), CampaignError> {
        for playing in &self.in_play {
            let schedule = playing.the_match.schedule();
            let Some(sample) = &playing.sample else { continue };
            let Some(scheduled) = schedule.game(sample.index) else { continue };
            if !playing.the_match.is_reproducible() || playing.done(self.shard) == playing.total(self.shard) {
                continue;
            }
            let opening = playing.the_match.opening(sample.index);
            let scheduled = ScheduledGame { opening: &opening, ..scheduled };
            let game = playing.the_match.game().play_game(scheduled, playing.the_match.players(), halt, &|| false);
            let Some(again) = game.map_err(CampaignError::Player)? else { return Ok(()) };
            // An interrupted search ends with any move.
            if !halt.is_stopped()
                && let Some(difference) = replay::difference(sample, &again)
            {
                let what = format!("in game {} of {}, {difference}", sample.index, sample.game);
                let place = self.store.place().clone();
                return Err(CampaignError::Store(StoreError { place, problem: Problem::Changed(what) }));
            }
        }
        Ok(())
    }
}

/// What a store knows about matches, in their order. Nothing is played.
pub fn known<'a>(store: &Store, matches: impl IntoIterator<Item = &'a Match>) -> Result<Vec<Standing>, StoreError> {
    let mut known = Vec::new();
    for the_match in matches {
        let mut standing = Standing::new(the_match);
        if let Some(id) = store.find_match(the_match)? {
            each_game(store, id, the_match, |record| standing.add(&record))?;
        }
        known.push(standing);
    }
    Ok(known)
}

/// Hands over the stored games of a match. What an earlier run played beyond it does not count now.
fn each_game(
    store: &Store,
    id: MatchId,
    the_match: &Match,
    mut each: impl FnMut(GameRecord),
) -> Result<(), StoreError> {
    store.games(id, |game| {
        let Some(scheduled) = the_match.schedule().game(game.record.index) else { return Ok(()) };
        if scheduled.seed != game.record.seed {
            let what = format!("game {} had another seed", game.record.index);
            return Err(StoreError { place: store.place().clone(), problem: Problem::Changed(what) });
        }
        each(game.record);
        Ok(())
    })
}

/// Counts a game for every match that it belongs to.
fn count(requested: &mut [RequestedMatch], in_play: usize, record: &GameRecord) {
    let same = requested.iter_mut().filter(|requested| requested.in_play == in_play);
    same.for_each(|requested| requested.standing.add(record));
}

/// Games from this index on are not needed by any match.
fn needed(requested: &[RequestedMatch], in_play: usize) -> u64 {
    let same = requested.iter().filter(|requested| requested.in_play == in_play);
    same.map(|requested| requested.standing.needed()).max().unwrap_or(0)
}

/// A campaign that was cut short.
#[derive(Debug)]
pub enum CampaignError {
    /// A player did not keep to the rules.
    Player(PlayerError),
    /// The store cannot be used.
    Store(StoreError),
    /// The system allows no further thread.
    NoThread,
}

impl fmt::Display for CampaignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CampaignError::Player(error) => write!(f, "{error}"),
            CampaignError::Store(error) => write!(f, "{error}"),
            CampaignError::NoThread => f.write_str("the system allows no further thread"),
        }
    }
}

impl std::error::Error for CampaignError {}

impl From<StoreError> for CampaignError {
    fn from(error: StoreError) -> Self {
        CampaignError::Store(error)
    }
}

#[cfg(test)]
mod tests;
