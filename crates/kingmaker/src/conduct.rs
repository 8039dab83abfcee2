//! Does what an experiment asks for, as far as it is not done yet, and keeps everything.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kingmaker_arena::comparison::Measured;
use kingmaker_arena::experiment::{Choice, Effort, NamedMatch, Plan, PlannedRow};
use kingmaker_arena::store::{Place, StoredRun};
use kingmaker_arena::{Campaign, Comparison, Experiment, Shard, Standing, Store, bench};

use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::plan;
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};
use crate::report::{self, sequential};
use crate::sharing::SharingOptions;

/// A speed is the median of so many runs of so much time.
fn speed_runs(effort: Effort) -> (u32, Duration) {
    let (runs, milliseconds) = match effort {
        Effort::Quick => (3, 100),
        Effort::Normal => (5, 300),
        Effort::Full => (9, 1000),
    };
    (runs, Duration::from_millis(milliseconds))
}

/// The time of a search is the shortest of so many.
const TREE_RUNS: u64 = 3;

/// What is to be conducted, and where its games are kept.
pub(crate) struct Conduct<'a> {
    /// How the store calls it.
    pub(crate) name: &'a str,
    /// What is played and measured.
    pub(crate) experiment: &'a Experiment,
    /// What is chosen outside of it.
    pub(crate) choice: Choice,
    /// The store.
    pub(crate) database: &'a Place,
    /// So many games are played at once.
    pub(crate) jobs: NonZeroUsize,
    /// The part that is played here.
    pub(crate) shard: Shard,
    /// Whether the moves of games are kept.
    pub(crate) keeps_moves: bool,
    /// How to share a store with others.
    pub(crate) sharing: &'a SharingOptions,
    /// Whether one JSON document is printed, and no text.
    pub(crate) json: bool,
}

impl Conduct<'_> {
    /// Says what would be played, and how long that would take.
    pub(crate) fn plan(&self) -> Result<(), Failure> {
        let plan = self.experiment.plan(&self.choice)?;
        let heading = format!("{}: {}, {} effort", self.name, self.experiment.title, self.choice.effort.word());
        plan::print(self.experiment.registry(), &plan, &heading, self.database)
    }

    /// Plays the games that are missing, then measures what has no games, and prints what was found out. What is
    /// finished is printed whatever ended the run.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let Conduct { name, experiment, choice, database, jobs, shard, sharing, keeps_moves, json } = *self;
        let plan = experiment.plan(&choice)?;
        if shard.is_part() && database.is_server() {
            return Err(Failure::input(format!(
                "--shard {shard} is for machines with stores of their own, and '{database}' is shared by all; \
                 expected one of the two"
            )));
        }
        if !keeps_moves && database.is_server() {
            return Err(Failure::input(format!(
                "--without-moves is for stores of one's own, and '{database}' is shared by all; expected a file"
            )));
        }
        let run = StoredRun { name: name.to_owned(), choice, experiment: experiment.text().to_owned() };
        let store = sharing.patiently(|| {
            let store = Store::open(database)?;
            store.add_run(&run).map(|()| store)
        })?;
        for the_match in plan.matches() {
            prepare(the_match.game(), the_match.players());
        }
        interrupt::watch()?;
        let campaign = Campaign::of_shard(store, plan.matches(), shard)?.sharing(sharing.sharing());
        let mut campaign = if keeps_moves { campaign } else { campaign.without_moves() };
        let outcome = play(&plan, &mut campaign, jobs);
        if shard.is_part() {
            // What a part has found out means little alone, and speeds are measured once.
            outcome?;
            return tell_part(shard, database, campaign.total());
        }
        // If the store cannot be read either, why it failed before is told.
        let (standings, outcome) = match (campaign.results(), outcome) {
            (Err(_), Err(failure)) => return Err(failure),
            (standings, outcome) => (standings?, outcome),
        };
        let measured = measured(&plan, choice.effort);
        let comparison = Comparison::new(name, experiment, &plan, &choice, &standings, &measured);
        report::print(&comparison, database, json)?;
        outcome?;
        if interrupt::pressed() { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

/// What to do with the games of a part.
fn tell_part(shard: Shard, database: &Place, games: u64) -> Result<(), Failure> {
    if interrupt::pressed() {
        return Err(Failure::Interrupted);
    }
    let games = output::games(games);
    output::print_folded(&format!(
        "part {shard}: {games} in {database}; 'merge' brings the stores of all parts together\n"
    ))
}

fn play(plan: &Plan<'_>, campaign: &mut Campaign<'_>, jobs: NonZeroUsize) -> Result<(), Failure> {
    /// The leader is found out anew at most so often.
    const PAUSE: Duration = Duration::from_millis(200);
    let total = campaign.total();
    let extent = if campaign.is_open() { Extent::AtMost(total) } else { Extent::Pieces(total) };
    let progress = Progress::resume("games", extent, campaign.done());
    let matches: Vec<&NamedMatch> = plan.named_matches().collect();
    let mut told: Option<Instant> = None;
    campaign.run(jobs, interrupt::halt(), |news| {
        progress.advance_by(news.games);
        progress.expect(news.total);
        if let Some(standing) = news.standing
            && (standing.is_decided() || told.is_none_or(|told| told.elapsed() >= PAUSE))
        {
            told = Some(Instant::now());
            progress.note(leader(matches[news.index], standing));
        }
    })?;
    Ok(())
}

/// Measures the rows of a plan that have no games. They are not kept: another machine has others.
pub(crate) fn measured(plan: &Plan<'_>, effort: Effort) -> Vec<Measured> {
    let measured = plan.rows.iter().filter_map(|row| match row {
        PlannedRow::Match(..) => None,
        PlannedRow::Speed(..) if interrupt::pressed() => Some(Measured::Speed(None)),
        PlannedRow::Speed(_, game, subject) => {
            let (runs, time) = speed_runs(effort);
            let progress = Progress::start(format!("speed of {}", game.spec()), Extent::Pieces(u64::from(runs)));
            let speed = bench::measure(&**game, subject, runs, time, || progress.advance());
            Some(Measured::Speed(speed.map(|speed| speed.playouts_per_second)))
        }
        PlannedRow::Tree(row, ..) if effort < row.effort || interrupt::pressed() => Some(Measured::Tree(None)),
        PlannedRow::Tree(row, game, player) => {
            let name = row.name.as_deref().unwrap_or(game.spec());
            let progress = Progress::start(format!("tree of {name}"), Extent::Pieces(1 + TREE_RUNS));
            let tree = bench::tree(&**game, row, player, TREE_RUNS, interrupt::halt(), || progress.advance());
            Some(Measured::Tree(tree))
        }
    });
    measured.collect()
}

/// Where the games of an experiment file are kept if nothing else is said.
pub(crate) fn beside(experiment: &Path) -> PathBuf {
    experiment.with_extension("db")
}

/// How a store calls an experiment file.
pub(crate) fn name(experiment: &Path) -> String {
    experiment.file_name().unwrap_or(experiment.as_os_str()).to_string_lossy().into_owned()
}

/// "; bold leads in focus with 61% after 30 games", and how far a test is.
fn leader(named: &NamedMatch, standing: &Standing) -> String {
    let (summary, game) = (standing.summary(), named.the_match.game().spec());
    let best = summary.players.iter().zip(&named.names).max_by(|(a, _), (b, _)| a.wins.total_cmp(&b.wins));
    let mut note = match best {
        Some((player, name)) if named.names.len() > 1 => format!(
            "; {name} leads in {game} with {:.0}% after {} games",
            player.rate.unwrap_or_default() * 100.0,
            summary.games
        ),
        _ => format!("; {game}"),
    };
    if let Some(finding) = standing.finding() {
        note += &format!(", {}", sequential::brief(&finding));
    }
    note
}
