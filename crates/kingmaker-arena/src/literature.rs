//! Every published table about our games, as an experiment: the files in `experiments/`.

use kingmaker_core::options::unknown;

use crate::experiment::{Experiment, Mistake};

/// A published table.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// How it is asked for, which is the name of its file: `nijssen-4.3`.
    pub id: &'static str,
    /// The file.
    pub text: &'static str,
}

macro_rules! tables {
    ($($id:literal)*) => {
        /// Every table, in the order of the papers.
        pub static TABLES: &[Table] = &[
            $(Table { id: $id, text: include_str!(concat!("../../../experiments/", $id, ".toml")) },)*
        ];
    };
}

tables! {
    "nijssen-3.1"
    "nijssen-3.2"
    "nijssen-3.3.2"
    "nijssen-3.4.2"
    "nijssen-4.2"
    "nijssen-4.3"
    "nijssen-4.4"
    "nijssen-4.5"
    "nijssen-4.6"
    "nijssen-4.7"
    "nijssen-5.1"
    "nijssen-5.2"
    "nijssen-5.3"
    "nijssen-5.4"
    "nijssen-5.4-havannah"
    "nijssen-5.5"
    "nijssen-6.2"
    "nijssen-6.3"
    "nijssen-6.4"
    "nijssen-6.6"
    "nijssen-b.1"
    "nijssen-b.2"
    "nijssen-b.3"
    "nijssen-b.4"
    "nijssen-b.5"
    "nijssen-b.6"
    "nijssen-b.7"
    "nijssen-b.8"
    "nijssen-b.9"
    "nijssen-b.10"
    "nijssen-b.11"
    "nijssen-b.12"
    "nijssen-b.13"
    "nijssen-b.14"
    "nijssen-b.15"
    "nijssen-b.16"
    "nijssen-b.17"
    "nijssen-b.18"
    "nijssen-b.19"
    "nijssen-b.20"
    "nijssen-b.21"
    "nijssen-b.22"
    "nijssen-b.23"
    "nijssen-b.24"
    "nw2010-1"
    "nw2010-2"
    "nw2010-3"
    "nw2010-4"
    "nw2011-2"
    "nw2011-3"
    "nw2011-4"
    "nw2011-5"
}

/// The table with this id; else what to say to whoever asked for it.
pub fn table(id: &str) -> Result<&'static Table, String> {
    let found = TABLES.iter().find(|table| table.id == id);
    found.ok_or_else(|| unknown("table", id, TABLES.iter().map(|table| table.id)))
}

impl Table {
    /// What is compared.
    pub fn title(&self) -> &'static str {
        self.heading(0, "title = ")
    }

    /// Where it is printed.
    pub fn source(&self) -> &'static str {
        self.heading(1, "source = ")
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.text.lines().filter(|line| matches!(*line, "[[match]]" | "[[speed]]")).count()
    }

    /// The experiment, checked.
    pub fn experiment(&self) -> Result<Experiment, Mistake> {
        Experiment::parse(&format!("{}.toml", self.id), self.text)
    }

    /// The first lines of a table are its title and its source, so that a list of all tables need
    /// not check them all.
    fn heading(&self, line: usize, key: &str) -> &'static str {
        let value = self.text.lines().nth(line).and_then(|line| line.strip_prefix(key));
        value.map_or("", |quoted| quoted.trim_matches('"'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Choice, Effort, Figures, PlannedRow, Which};
    use std::fs;
    use std::path::Path;

    fn experiments() -> Vec<(&'static Table, Experiment)> {
        let checked = |table: &'static Table| (table, table.experiment().unwrap_or_else(|mistake| panic!("{mistake}")));
        TABLES.iter().map(checked).collect()
    }

    fn folder() -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let name =
            |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name().into_string().expect("text");
        entries.map(name).filter_map(|name| name.strip_suffix(".toml").map(str::to_owned)).collect()
    }

    #[test]
    fn every_file_is_listed_and_every_table_explained() {
        let mut files = folder();
        let mut listed: Vec<String> = TABLES.iter().map(|table| table.id.to_owned()).collect();
        // A file that shows users how to write their own.
        listed.push("own-example".to_owned());
        files.sort_unstable();
        listed.sort_unstable();
        assert_eq!(files, listed);
        let readme = include_str!("../../../experiments/README.md");
        for id in listed {
            assert!(readme.contains(&format!("`{id}`")), "{id} is missing in experiments/README.md");
        }
    }

    #[test]
    fn every_table_can_be_played() {
        for (table, experiment) in experiments() {
            assert_eq!(table.title(), experiment.title);
            assert_eq!(Some(table.source()), experiment.source.as_deref());
            // Whatever is published with a clock can be played with it.
            if table.text.contains("as_published") {
                let timed = Choice { as_published: true, ..Choice::default() };
                experiment.plan(&timed).unwrap_or_else(|mistake| panic!("{mistake}"));
            }
        }
        let example = include_str!("../../../experiments/own-example.toml");
        Experiment::parse("own-example.toml", example).unwrap_or_else(|mistake| panic!("{mistake}"));
        assert!(example.lines().count() <= 15);
    }

    #[test]
    fn tables_are_found_by_their_id() {
        assert_eq!(table("nijssen-4.3").map(Table::source), Ok("Nijssen 2013, Table 4.3"));
        let message = table("nijssen-4.30").err().unwrap_or_default();
        assert!(message.starts_with("unknown table 'nijssen-4.30'; did you mean 'nijssen-4.3'?"), "{message}");
    }

    /// Rates of all players of a match.
    fn sum(published: &[(String, Figures)], players: usize) -> Option<f64> {
        let rates: Vec<f64> = published.iter().filter_map(|(_, figures)| figures.win_rate).collect();
        (rates.len() == players && players > 1).then(|| rates.iter().sum())
    }

    /// Somebody wins every game, so the shares of all players are 100% but for rounding. The papers
    /// have exceptions, of which the notes tell.
    #[test]
    fn printed_shares_sum_to_100() {
        let (mut sums, mut slips) = (0, 0);
        for (table, experiment) in experiments() {
            let plan = experiment.plan(&Choice::default()).unwrap_or_else(|mistake| panic!("{mistake}"));
            for row in &plan.rows {
                let PlannedRow::Match(row, trials) = row else { continue };
                let [trial] = &trials[..] else { continue };
                let whole_games = |which: &Which| matches!(which, Which::Order(_) | Which::Instances(_));
                let parts = row.seatings.iter().filter(|seating| whole_games(&seating.which));
                let all = parts.map(|seating| &seating.published).chain([&row.published]);
                for sum in all.filter_map(|published| sum(published, trial.names.len())) {
                    let is_slip = (sum - 100.0).abs() > 0.25;
                    let is_told = row.notes.iter().any(|note| note.contains(&format!("{sum:.1}")));
                    assert!(!is_slip || is_told, "{}, {:?}: {sum}", table.id, row.name);
                    sums += 1;
                    slips += usize::from(is_slip);
                }
            }
        }
        assert_eq!((sums, slips), (419, 10), "sums that were looked at, and slips");
    }

    /// Printed intervals are 1.96 standard errors of a share.
    #[test]
    fn printed_intervals_fit_the_number_of_games() {
        for (table, experiment) in experiments() {
            let plan = experiment.plan(&Choice::default()).unwrap_or_else(|mistake| panic!("{mistake}"));
            for row in &plan.rows {
                let PlannedRow::Match(row, _) = row else { continue };
                let Some(games) = row.published_games else { continue };
                for (name, figures) in &row.published {
                    let (Some(rate), Some(interval)) = (figures.win_rate, figures.interval) else { continue };
                    let expected = 1.96 * (rate * (100.0 - rate) / games as f64).sqrt();
                    let is_told = row.notes.iter().any(|note| note.contains(&format!("printed as {interval:.1}")));
                    assert!(
                        (interval - expected).abs() < 0.1 || is_told,
                        "{}, {:?}, {name}: {interval}, not {expected:.2}",
                        table.id,
                        row.name
                    );
                }
            }
        }
    }

    /// With full effort as many games are played as were published.
    #[test]
    fn full_effort_is_that_of_the_papers() {
        for (table, experiment) in experiments() {
            let full = Choice { effort: Effort::Full, ..Choice::default() };
            let plan = experiment.plan(&full).unwrap_or_else(|mistake| panic!("{mistake}"));
            assert_eq!(plan.rows.len(), table.rows(), "{}", table.id);
            for row in &plan.rows {
                let PlannedRow::Match(row, trials) = row else { continue };
                for trial in trials {
                    let schedule = trial.contest.schedule();
                    let expected = row.published_games.unwrap_or(schedule.games());
                    let excess = schedule.games().checked_sub(expected);
                    let is_whole = excess.is_some_and(|excess| excess < schedule.round_length());
                    assert!(is_whole, "{}, {:?}: {} games", table.id, row.name, schedule.games());
                }
            }
        }
    }
}
