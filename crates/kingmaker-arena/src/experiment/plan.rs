//! From an experiment to matches that can be played.

use std::ops::Range;

use kingmaker_core::perft::Extent;
use kingmaker_core::spec::SpecError;
use kingmaker_search::Budget;
use serde::{Deserialize, Serialize};

use crate::bench::Subject;
use crate::erased::AnyGame;
use crate::matches::{Match, MatchError};
use crate::player::{PlayerError, PlayerSpec};
use crate::registry::GameError;

use super::tree::Mistake;
use super::{Change, Experiment, Level, Limits, Located, MatchRow, NamedPlayer, Pairing, Row, SpeedRow, TreeRow};

/// Without a word about `--effort quick` in the file, so many times fewer games are played.
const QUICKER: u64 = 10;

/// How much time a reader has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Fewer games, perhaps fewer playouts: shows that it works.
    Quick,
    /// As the file says.
    #[default]
    Normal,
    /// What the file keeps for those who can wait.
    Full,
}

impl Effort {
    /// All of them.
    pub(super) const ALL: [Effort; 3] = [Effort::Quick, Effort::Normal, Effort::Full];
    pub(super) const WORDS: &'static [&'static str] = &["quick", "normal", "full"];

    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Normal => "normal",
            Effort::Full => "full",
        }
    }
}

/// What is chosen outside of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// How much time there is.
    pub effort: Effort,
    /// With the budgets of the source instead of the file's.
    pub as_published: bool,
    /// So many games for each match, instead of the file's.
    pub games: Option<u64>,
    /// Instead of the file's.
    pub seed: Option<u64>,
}

/// What is to be done.
pub struct Plan<'a> {
    /// The rows, in the order of the experiment.
    pub rows: Vec<PlannedRow<'a>>,
    /// Where all random draws come from.
    pub seed: u64,
}

/// One row of a plan.
pub enum PlannedRow<'a> {
    /// Games; more than one match if players meet in pairs.
    Match(&'a MatchRow, Vec<NamedMatch>),
    /// A measurement.
    Speed(&'a SpeedRow, Box<dyn AnyGame>, Subject),
    /// A look-ahead to be counted and searched.
    Tree(&'a TreeRow, Box<dyn AnyGame>, PlayerSpec),
}

/// A match that can be played.
pub struct NamedMatch {
    /// Who plays what, and how often.
    pub the_match: Match,
    /// The names of the players, in the order of the match.
    pub names: Vec<String>,
}

impl Plan<'_> {
    /// All matches, in the order of the rows.
    pub fn matches(&self) -> impl Iterator<Item = &Match> {
        self.named_matches().map(|named| &named.the_match)
    }

    /// The same, with the names of the players.
    pub fn named_matches(&self) -> impl Iterator<Item = &NamedMatch> {
        self.rows.iter().flat_map(|row| match row {
            PlannedRow::Match(_, matches) => matches.as_slice(),
            PlannedRow::Speed(..) | PlannedRow::Tree(..) => &[],
        })
    }
}

/// How much of a row is played.
struct Portion<'a> {
    /// How many games.
    games: u64,
    /// What becomes of its budgets.
    change: Change,
    /// Whose budgets are set apart.
    limits: Option<&'a Limits>,
    /// Of the players who meet one other, those who do.
    only: Option<&'a [String]>,
}

impl Experiment {
    /// What is to be done. Whatever the choice, only the budgets of the source can be missing.
    pub fn plan(&self, choice: &Choice) -> Result<Plan<'_>, Mistake> {
        let seed = choice.seed.unwrap_or(self.seed);
        let rows = self.rows.iter().map(|row| match row {
            Row::Match(row) => self.plan_match(row, choice, seed),
            Row::Speed(row) => self.plan_speed(row),
            Row::Tree(row) => self.plan_tree(row),
        });
        Ok(Plan { rows: rows.collect::<Result<_, _>>()?, seed })
    }

    /// Whether everything can be played, at every level of effort.
    pub(super) fn check(&self) -> Result<(), Mistake> {
        let choices =
            [Effort::Normal, Effort::Quick, Effort::Full].map(|effort| Choice { effort, ..Choice::default() });
        for row in &self.rows {
            match row {
                Row::Speed(row) => drop(self.plan_speed(row)?),
                Row::Tree(row) => drop(self.plan_tree(row)?),
                Row::Match(row) => {
                    for choice in &choices {
                        self.plan_match(row, choice, self.seed)?;
                    }
                    let names: Vec<&str> = row.players.iter().map(|player| player.name.as_str()).collect();
                    let seats = self.game(&row.game)?.players();
                    for seating in &row.seatings {
                        let possible = seating.which.check(&names, seats);
                        possible.map_err(|message| self.file.mistake(&seating.at, message))?;
                    }
                    if row.as_published.is_some() {
                        self.plan_match(row, &Choice { as_published: true, ..Choice::default() }, self.seed)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn plan_match<'a>(&self, row: &'a MatchRow, choice: &Choice, seed: u64) -> Result<PlannedRow<'a>, Mistake> {
        let Portion { games, change, limits: special, only } = self.portion(row, choice)?;
        let mut matches = Vec::new();
        for players in pairings(row) {
            if only.is_some_and(|only| !players.iter().any(|player| only.contains(&player.name))) {
                continue;
            }
            let game = self.game(&row.game)?;
            let mut specs = Vec::new();
            for player in &players {
                let of =
                    |limits: &Limits| limits.iter().find(|(name, _)| *name == player.name).map(|(_, budget)| *budget);
                let own = of(&row.limits).unwrap_or(row.budget);
                let budget = special.and_then(of).unwrap_or_else(|| change.applied(&own));
                specs.push(self.player(player, &*game, &budget)?);
            }
            let last = players.last().map_or(&row.at, |player| &player.at);
            let the_match = Match::new(game, specs, games, seed).map_err(|error| match error {
                MatchError::Twice(label) => self
                    .file
                    .mistake(last, format!("two of the players are the same, '{label}'; expected different ones")),
                error => self.file.mistake(last, error.to_string()),
            })?;
            let the_match = match &row.stop {
                None => the_match,
                Some(rule) => the_match
                    .stopped_by(rule.hypotheses)
                    .map_err(|error| self.file.mistake(&rule.at, error.to_string()))?,
            };
            let the_match = match &row.openings {
                None => the_match,
                Some(openings) => the_match
                    .opened_by(openings.clone())
                    .map_err(|error| self.file.mistake(&row.at, error.to_string()))?,
            };
            matches.push(NamedMatch { the_match, names: players.iter().map(|player| player.name.clone()).collect() });
        }
        Ok(PlannedRow::Match(row, matches))
    }

    /// Whether some players have less to spend with this choice than the file gives them.
    pub fn is_scaled(&self, choice: &Choice) -> bool {
        let is_changed = |level: &Level| !matches!(level.budget, Change::Times(1.0)) || !level.limits.is_empty();
        let mut matches = self.rows.iter().filter_map(|row| if let Row::Match(row) = row { Some(row) } else { None });
        !choice.as_published && matches.any(|row| level(row, choice.effort).0.is_some_and(is_changed))
    }

    /// How much of a row is played.
    fn portion<'a>(&self, row: &'a MatchRow, choice: &Choice) -> Result<Portion<'a>, Mistake> {
        let (level, fewer) = level(row, choice.effort);
        let usual = level.and_then(|level| level.games).unwrap_or(row.games).div_ceil(fewer);
        // What is left out with this effort stays out.
        let games = if usual == 0 { 0 } else { choice.games.unwrap_or(usual) };
        let only = level.and_then(|level| level.only.as_deref());
        match (choice.as_published, row.as_published) {
            (true, None) => {
                let message = "the budget of the source is not given; expected as_published = { time = \"...\" }";
                Err(self.file.mistake(&row.at, message))
            }
            (true, Some(published)) => Ok(Portion { games, change: Change::To(published), limits: None, only }),
            (false, _) => {
                let change = level.map_or(Change::NONE, |level| level.budget);
                Ok(Portion { games, change, limits: level.map(|level| &level.limits), only })
            }
        }
    }

    fn plan_speed<'a>(&self, row: &'a SpeedRow) -> Result<PlannedRow<'a>, Mistake> {
        let game = self.game(&row.game)?;
        let offered = game.playout_strategies();
        match offered.iter().find(|strategy| **strategy == row.strategy) {
            Some(strategy) => Ok(PlannedRow::Speed(row, game, Subject::Along(strategy))),
            None => {
                let message = kingmaker_core::options::unknown("strategy", &row.strategy, offered.iter().copied());
                Err(self.file.mistake(&row.strategy_at, message))
            }
        }
    }

    fn plan_tree<'a>(&self, row: &'a TreeRow) -> Result<PlannedRow<'a>, Mistake> {
        let game = self.game(&row.game)?;
        let player = self.player(&row.player, &*game, &Budget::default())?;
        let counted = game.session(1).perft(Extent::Turns(1), row.model.as_deref(), &mut |_, _| ());
        counted.map_err(|message| self.file.mistake(&row.at, message))?;
        Ok(PlannedRow::Tree(row, game, player))
    }

    /// A player of a row, who can play the game.
    fn player(&self, player: &NamedPlayer, game: &dyn AnyGame, budget: &Budget) -> Result<PlayerSpec, Mistake> {
        let spec = self.registry.player(&player.spec.text, budget);
        spec.and_then(|spec| game.check_player(&spec).map(|()| spec)).map_err(|error| match &error {
            PlayerError::Spec(inner) => self.spec_mistake(&player.spec, inner),
            _ => self.file.mistake(&player.at, error.to_string()),
        })
    }

    fn game(&self, game: &Located) -> Result<Box<dyn AnyGame>, Mistake> {
        self.registry.game(&game.text).map_err(|error| match &error {
            GameError::Spec(inner) => self.spec_mistake(game, inner),
            _ => self.file.mistake(&game.at, error.to_string()),
        })
    }

    /// A mistake within a spec, at its place in the file where the text stands there as it is.
    fn spec_mistake(&self, spec: &Located, error: &SpecError) -> Mistake {
        let quoted: Range<usize> = spec.at.start + 1..spec.at.start + 1 + spec.text.len();
        let at = match self.file.text.get(quoted) {
            Some(text) if text == spec.text => spec.at.start + 1 + error.at.start..spec.at.start + 1 + error.at.end,
            _ => spec.at.clone(),
        };
        self.file.mistake(&at, error.message.clone())
    }
}

/// What is different in a row with this effort, and how many times fewer games there are.
fn level(row: &MatchRow, effort: Effort) -> (Option<&Level>, u64) {
    match (effort, &row.quick) {
        (Effort::Quick, None) => (row.normal.as_ref(), QUICKER),
        (Effort::Quick, quick) => (quick.as_ref(), 1),
        (Effort::Normal, _) => (row.normal.as_ref(), 1),
        (Effort::Full, _) => (row.full.as_ref(), 1),
    }
}

fn pairings(row: &MatchRow) -> Vec<Vec<&NamedPlayer>> {
    let players: Vec<&NamedPlayer> = row.players.iter().collect();
    match (&row.against, row.pairing) {
        (Some(against), _) => players.into_iter().map(|player| vec![player, against]).collect(),
        (None, Pairing::AllAtOnce) => vec![players],
        (None, Pairing::AllAgainstAll) => {
            let mut pairs = Vec::new();
            for (index, &player) in players.iter().enumerate() {
                pairs.extend(players[index + 1..].iter().map(|&other| vec![player, other]));
            }
            pairs
        }
    }
}
