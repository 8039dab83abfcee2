//! One of those who play together: takes blocks, reports games, and looks at what the others have done.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use kingmaker_core::rng::derive_seed;

use super::outage::Outage;
use super::todo::Todo;
use super::{is_passing, named, said};
use crate::campaign::{MatchInPlay, News, RequestedMatch, Sharing, count, needed};
use crate::replay;
use crate::runner::Finished;
use crate::store::postgres::{Due, Leases, Played};
use crate::store::{MatchId, Problem};

/// One game in so many is played again by somebody else.
const ONE_IN: u64 = 100;
/// What others have done is looked at so often, or less if looking takes long.
const LOOK: Duration = Duration::from_millis(500);
/// Looking takes no more than this part of the time.
const LOOK_PART: u32 = 20;
/// Games are taken for so long ahead.
const AHEAD: f64 = 0.5;
/// No more games than these are taken at once.
const MOST_GAMES: f64 = 512.0;
/// Where nothing is to be had, somebody asks again after so long, and longer each time.
const IDLE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));
/// So many games are read at once.
const PAGE: usize = 500;

/// How far a match is.
#[derive(Default)]
struct Progress {
    /// The games that are still to be played here, by the first game of their block.
    blocks: BTreeMap<u64, BTreeSet<u64>>,
    /// Games below this index were shown to its tests.
    shown: u64,
    is_complete: bool,
}

/// A worker of a campaign.
pub(super) struct Worker<'c, 'a> {
    leases: Leases<'c>,
    sharing: Sharing,
    jobs: usize,
    requested: &'c mut [RequestedMatch],
    in_play: &'c [MatchInPlay<'a>],
    todo: &'c Todo,
    progress: Vec<Progress>,
    /// Games and blocks that are finished here and not reported yet.
    pending: Vec<(usize, Played)>,
    finished: Vec<(MatchId, u64)>,
    /// Games of others that are played again here, and those that came out the same.
    again: BTreeMap<(usize, u64), Due>,
    confirmed: Vec<(MatchId, u64)>,
    /// How long a game takes, on average.
    mean: Option<f64>,
    /// How many games are there, as far as was told.
    known: u64,
    renew_at: Instant,
    look_at: Instant,
    take_at: Instant,
    idle: Duration,
    outage: Outage,
    /// Why nothing more can be done.
    failure: Option<Problem>,
}

impl<'c, 'a> Worker<'c, 'a> {
    pub(super) fn new(
        leases: Leases<'c>,
        sharing: Sharing,
        jobs: NonZeroUsize,
        requested: &'c mut [RequestedMatch],
        in_play: &'c [MatchInPlay<'a>],
        todo: &'c Todo,
        known: u64,
    ) -> Self {
        let now = Instant::now();
        Worker {
            leases,
            sharing,
            jobs: jobs.get(),
            requested,
            in_play,
            todo,
            progress: in_play.iter().map(|_| Progress::default()).collect(),
            pending: Vec::new(),
            finished: Vec::new(),
            again: BTreeMap::new(),
            confirmed: Vec::new(),
            mean: None,
            known,
            renew_at: now,
            look_at: now,
            take_at: now,
            idle: IDLE.0,
            outage: Outage::default(),
            failure: None,
        }
    }

    /// Takes in games that are over, and talks to the server as far as it is time to. If that cannot go on, no more games
    /// are played.
    pub(super) fn step(&mut self, games: Vec<Finished>, tell: &mut dyn FnMut(&News<'_>)) {
        games.into_iter().for_each(|game| self.take_in(game));
        let asked = Instant::now();
        if self.failure.is_some() || self.outage.is_pausing(asked) {
            return;
        }
        match self.talk(tell) {
            Ok(()) => self.outage.over(),
            Err(problem) => {
                let is_passing = is_passing(&problem);
                let silent = self.outage.again(asked, Instant::now(), self.sharing.patience);
                if !is_passing || silent >= self.sharing.patience {
                    self.failure = Some(problem);
                    self.todo.close();
                }
            }
        }
    }

    fn take_in(&mut self, game: Finished) {
        let Finished { match_index, record, elapsed } = game;
        let playing = &self.in_play[match_index];
        let seconds = elapsed.as_secs_f64();
        self.mean = Some(self.mean.map_or(seconds, |mean| mean + (seconds - mean) / 16.0));
        if let Some(Due { id, record: before, host }) = self.again.remove(&(match_index, record.index)) {
            match replay::difference(&before, &record) {
                None => self.confirmed.push((id, record.index)),
                Some(difference) => {
                    let (spec, index, here) = (playing.the_match.game().spec(), record.index, self.leases.host());
                    self.failure = Some(Problem::Stopped(format!(
                        "game {index} of {spec} was played on {host}, and comes out differently on {here}: \
                         {difference}; expected the same on all machines"
                    )));
                    self.todo.close();
                }
            }
            return;
        }
        let progress = &mut self.progress[match_index];
        let own = progress.blocks.range_mut(..=record.index).next_back();
        let Some((&first, missing)) = own.filter(|(_, missing)| missing.contains(&record.index)) else { return };
        missing.remove(&record.index);
        if missing.is_empty() {
            progress.blocks.remove(&first);
            self.finished.push((playing.id, first));
        }
        let is_waiting = record.index >= playing.certain;
        let is_due = playing.the_match.is_reproducible() && derive_seed(record.seed, ONE_IN).is_multiple_of(ONE_IN);
        self.pending.push((match_index, Played { id: playing.id, record, elapsed, is_waiting, is_due }));
    }

    fn talk(&mut self, tell: &mut dyn FnMut(&News<'_>)) -> Result<(), Problem> {
        let now = Instant::now();
        if !self.pending.is_empty() || !self.finished.is_empty() || !self.confirmed.is_empty() || now >= self.renew_at {
            self.report()?;
        }
        if now >= self.look_at {
            self.look(tell)?;
            self.look_at = Instant::now() + LOOK.max(now.elapsed() * LOOK_PART);
        }
        if self.progress.iter().all(|progress| progress.is_complete) && self.again.is_empty() {
            self.take_due()?;
            if self.again.is_empty() {
                self.todo.close();
            }
            return Ok(());
        }
        // Games that take long are not taken before somebody has time for them.
        let is_quick = self.mean.is_some_and(|mean| mean < 1.0);
        if now >= self.take_at && self.todo.len() < if is_quick { self.jobs } else { 1 } {
            let is_any = self.take()?;
            self.idle = if is_any { IDLE.0 } else { (self.idle * 2).min(IDLE.1) };
            self.take_at = if is_any { now } else { Instant::now() + self.idle };
            if !is_any {
                // There is nothing to do but to see when the others are done.
                self.look_at = self.look_at.min(self.take_at);
            }
        }
        Ok(())
    }

    /// Reports what is finished. What is written down once is not reported again, also if everybody is to stop.
    fn report(&mut self) -> Result<(), Problem> {
        let games: Vec<Played> = self.pending.iter().map(|(_, played)| played.clone()).collect();
        let told = self.leases.report(&games, &self.finished);
        if matches!(told, Ok(()) | Err(Problem::Stopped(_))) {
            self.pending.clear();
            self.finished.clear();
            self.renew_at = Instant::now() + self.sharing.lease / 3;
        }
        told?;
        while let Some(&(id, index)) = self.confirmed.last() {
            self.leases.confirm(id, index)?;
            self.confirmed.pop();
        }
        Ok(())
    }

    /// Looks at what others have done: games for the tests, and how much is missing.
    fn look(&mut self, tell: &mut dyn FnMut(&News<'_>)) -> Result<(), Problem> {
        for index in 0..self.in_play.len() {
            if !self.progress[index].is_complete {
                self.show_tests(index)?;
            }
        }
        let matches: Vec<(MatchId, u64)> = self.in_play.iter().map(|playing| (playing.id, playing.until())).collect();
        let counts = self.leases.counts(&matches)?;
        for (index, &games) in counts.iter().enumerate() {
            let playing = &self.in_play[index];
            // Where there is a test, it must have seen them all first.
            let is_shown = self.progress[index].shown >= games || !self.is_tested(index);
            if games == playing.until() && is_shown && !self.progress[index].is_complete {
                self.leases.count_below(playing.id, playing.until())?;
                self.progress[index].is_complete = true;
            }
        }
        let (known, total) = (counts.iter().sum::<u64>(), matches.iter().map(|&(_, until)| until).sum());
        let games = known.saturating_sub(std::mem::replace(&mut self.known, known));
        tell(&News { games, total, index: 0, standing: None });
        Ok(())
    }

    /// Shows the tests of a match the games that are there without a gap, and counts them.
    fn show_tests(&mut self, index: usize) -> Result<(), Problem> {
        let is_tested = self.is_tested(index);
        let (playing, progress) = (&self.in_play[index], &mut self.progress[index]);
        let before = (progress.shown, playing.until());
        while is_tested && progress.shown < playing.until() {
            let games = self.leases.without_gap(playing.id, progress.shown, PAGE)?;
            games.iter().for_each(|record| count(self.requested, index, record));
            progress.shown += games.len() as u64;
            playing.until.store(needed(self.requested, index), Ordering::Relaxed);
            if games.len() < PAGE {
                break;
            }
        }
        let until = playing.until();
        if before.1 > until {
            // A test has decided: nothing behind its last game is needed.
            progress.blocks.retain(|&first, _| first < until);
            self.again.retain(|&(match_index, number), _| match_index != index || number < until);
            self.todo.retain(|match_index, number| match_index != index || number < until);
        }
        if before != (progress.shown, until) || before.0 == 0 {
            self.leases.count_below(playing.id, playing.certain.max(progress.shown.min(until)).min(until))?;
        }
        Ok(())
    }

    /// Whether a test may end a match early.
    fn is_tested(&self, index: usize) -> bool {
        self.requested.iter().any(|requested| requested.in_play == index && requested.standing.finding().is_some())
    }

    /// Takes games to play; whether there were any.
    fn take(&mut self) -> Result<bool, Problem> {
        self.take_due()?;
        let ahead = self.mean.map_or(0.0, |mean| (AHEAD * self.jobs as f64 / mean.max(1e-6)).min(MOST_GAMES));
        let wanted = (ahead as usize).max(self.jobs);
        let (mut taken, before) = (0, self.todo.len());
        for (index, playing) in self.in_play.iter().enumerate() {
            let progress = &mut self.progress[index];
            if progress.is_complete || taken >= wanted {
                continue;
            }
            let length = playing.round_length();
            let most = (wanted - taken).div_ceil(usize::try_from(length).unwrap_or(usize::MAX)).max(1);
            for block in self.leases.take(playing.id, length, playing.until(), most)? {
                let missing: BTreeSet<u64> =
                    (block.first..block.beyond).filter(|number| !block.present.contains(number)).collect();
                if missing.is_empty() {
                    self.finished.push((playing.id, block.first));
                    continue;
                }
                taken += missing.len();
                self.todo.extend(missing.iter().map(|&number| (index, number)));
                progress.blocks.insert(block.first, missing);
            }
        }
        Ok(taken > 0 || before > 0 || !self.finished.is_empty())
    }

    /// Takes games of others that are to be played again.
    fn take_due(&mut self) -> Result<(), Problem> {
        let matches: Vec<(MatchId, u64)> = self.in_play.iter().map(|playing| (playing.id, playing.until())).collect();
        for due in self.leases.due(&matches, self.jobs)? {
            let Some(index) = self.in_play.iter().position(|playing| playing.id == due.id) else { continue };
            let key = (index, due.record.index);
            if !self.again.contains_key(&key) && !self.confirmed.contains(&(due.id, due.record.index)) {
                self.again.insert(key, due);
                self.todo.extend([key]);
            }
        }
        Ok(())
    }

    /// Ends: what is finished is reported if it can be, what was taken is given back, and what is lost is named.
    pub(super) fn end(mut self) -> Result<(), Problem> {
        if let Some(Problem::Stopped(why)) = &self.failure {
            // It may be we who found out. If the server does not hear of it, the game is still due, and somebody else will.
            let _ = self.leases.stop(why);
        }
        // A server that was silent until patience ended is not asked once more.
        let told = match &self.failure {
            Some(problem) if is_passing(problem) => Ok(()),
            _ => self.report().and_then(|()| self.leases.release()),
        };
        let failure = self.failure.take().or_else(|| told.err().filter(|_| !self.pending.is_empty()));
        match failure {
            Some(problem) if !self.pending.is_empty() => {
                let games = self.pending.iter().map(|(match_index, played)| (*match_index, played.record.index));
                Err(Problem::Unreported { games: named(self.in_play, games), why: said(problem) })
            }
            failure => failure.map_or(Ok(()), Err),
        }
    }
}
