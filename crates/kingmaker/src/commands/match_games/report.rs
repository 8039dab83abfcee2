//! What `kingmaker match` says in the end.

use kingmaker_arena::PlayerSpec;
use kingmaker_arena::matches::Match;
use kingmaker_arena::statistics::seating::{SeatingLine, Seatings};
use kingmaker_arena::statistics::{PairTest, Rate, Summary};
use kingmaker_arena::stopping::Standing;
use serde_json::{Value, json};

use super::Options;
use crate::options::budget_json;
use crate::output::{self, TextTable, percent};
use crate::sequential;

/// A match that is over, or was cut short.
pub(super) struct MatchReport<'a> {
    options: &'a Options,
    the_match: &'a Match,
    standing: &'a Standing,
    summary: Summary,
}

impl<'a> MatchReport<'a> {
    pub(super) fn new(options: &'a Options, the_match: &'a Match, standing: &'a Standing) -> Self {
        MatchReport { options, the_match, standing, summary: standing.summary() }
    }

    fn seatings(&self) -> &Seatings {
        self.standing.statistics().seatings()
    }

    pub(super) fn json(&self) -> Value {
        let (the_match, schedule, summary) = (self.the_match, self.the_match.schedule(), &self.summary);
        let players = the_match.players().iter().zip(&summary.players).map(|(spec, summary)| {
            let mut value = json!(summary);
            value["budget"] = budget_json(spec.budget());
            value
        });
        let label = |kind: &usize| the_match.players().get(*kind).map(PlayerSpec::label);
        let by_seating = self.seatings().by_seating().into_iter().map(|line| {
            let seating: Value = line.key.iter().map(label).collect();
            json!({ "seating": seating, "games": line.games, "wins": line.wins })
        });
        let mut value = json!({
            "game": the_match.game().spec(),
            "seats": the_match.game().players(),
            "seed": self.options.seed,
            "scheduled": schedule.games(),
            "seatings": schedule.round_length(),
            "reproducible": the_match.is_reproducible() && self.standing.is_complete(),
            "games": summary.games,
            "players": players.collect::<Value>(),
            "comparisons": summary.comparisons,
            "mean_length": summary.mean_length,
            "mean_branching": summary.mean_branching,
            "draws": summary.draws,
            "capped": summary.capped,
            "by_seating": by_seating.collect::<Value>(),
            "by_seat": self.seatings().by_seat(),
        });
        if let Some(finding) = self.standing.finding() {
            value["sprt"] = json!(finding);
        }
        value
    }

    pub(super) fn text(&self) -> String {
        let (the_match, summary) = (self.the_match, &self.summary);
        let mut table = TextTable::new(1, &["player", "win rate", "95% interval", "wins", "playouts/move", "depth"]);
        for player in &summary.players {
            table.row([
                player.player.clone(),
                player.rate.map_or("-".to_owned(), percent),
                format!("{:>6} - {:>6}", percent(player.low), percent(player.high)),
                output::fraction(player.wins),
                player.playouts.map_or("-".to_owned(), output::grouped),
                player.depth.map_or("-".to_owned(), |depth| format!("{depth:.2}")),
            ]);
        }
        let mut text = format!(
            "{}, {} players, seed {}\n{}\n\n{}\n",
            the_match.game().spec(),
            the_match.game().players(),
            self.options.seed,
            self.games_line(),
            table.text()
        );
        if self.options.seatings {
            text += &self.seatings_text();
        }
        text += &comparisons(&summary.comparisons);
        if let Some(finding) = self.standing.finding() {
            text += &sequential::text(&finding, summary.games);
        }
        let mean = |mean: Option<f64>| mean.map_or("-".to_owned(), |mean| format!("{mean:.1}"));
        text += &format!(
            "mean length {} plies, mean branching {}, draws {}",
            mean(summary.mean_length),
            mean(summary.mean_branching),
            summary.draws
        );
        if summary.capped > 0 {
            text += &format!(" ({} cut off after {} plies)", summary.capped, the_match.game().ply_cap());
        }
        text.push('\n');
        if !the_match.is_reproducible() {
            text += "another run will differ: time is limited, or a search has several threads\n";
        }
        text
    }

    /// "102 games: 17 rounds of 6 seatings", and what is to be said about it.
    fn games_line(&self) -> String {
        let (schedule, games) = (self.the_match.schedule(), self.summary.games);
        let plural = |number: u64, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
        let length = schedule.round_length();
        let rounds = |games: u64| match games / length {
            0 => format!("a fair part of the {length} seatings"),
            rounds => format!("{} of {}", plural(rounds, "round"), plural(length, "seating")),
        };
        if !self.standing.is_complete() {
            let planned = plural(schedule.games(), "game");
            let rounds = rounds(schedule.games());
            return format!("{games} of {planned} finished, not every seating equally often (planned: {rounds})");
        }
        let mut line = format!("{}: {}", plural(games, "game"), rounds(games));
        if games > self.options.games() {
            let whole = if games < length { "" } else { " to whole rounds" };
            line += &format!(" ({} rounded up{whole})", self.options.games());
        }
        line
    }

    /// Win rates by seating, by numbers of seats and by seat, with a letter for each player.
    fn seatings_text(&self) -> String {
        let types = self.the_match.players().len();
        let letters: Vec<String> = ('A'..='Z').take(types).map(String::from).collect();
        let names = letters.iter().zip(self.the_match.players());
        let legend: Vec<String> = names.map(|(letter, player)| format!("{letter} = {}", player.label())).collect();
        let headings = |first: &'static str, second: &'static str| -> Vec<&str> {
            [first, second].into_iter().chain(letters.iter().map(String::as_str)).collect()
        };
        let lines = |first: &'static str, lines: Vec<SeatingLine>, key: &dyn Fn(&[usize]) -> String| {
            let mut table = TextTable::new(1, &headings(first, "games"));
            for line in lines {
                let rate = |&wins: &f64| percent(wins / line.games as f64);
                let start = [key(&line.key), line.games.to_string()];
                table.row(start.into_iter().chain(line.wins.iter().map(rate)));
            }
            table.text()
        };
        let seated = |kinds: &[usize]| kinds.iter().map(|&kind| letters[kind].as_str()).collect::<Vec<_>>().join(" ");
        let numbers = |numbers: &[usize]| {
            letters
                .iter()
                .zip(numbers)
                .map(|(letter, seats)| format!("{seats} {letter}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let mut seats = TextTable::new(1, &headings("seat", "games each"));
        for (seat, rates) in self.seatings().by_seat().into_iter().enumerate() {
            let games = rates.iter().map(|rate| rate.games).fold(0.0, f64::max);
            let rate = |rate: &Rate| rate.value().map_or("-".to_owned(), percent);
            let start = [(seat + 1).to_string(), output::fraction(games)];
            seats.row(start.into_iter().chain(rates.iter().map(rate)));
        }
        format!(
            "{}\n\n{}\n{}\n{}\n",
            legend.join(", "),
            lines("seating", self.seatings().by_seating(), &seated),
            lines("seats", self.seatings().by_number_of_seats(), &numbers),
            seats.text()
        )
    }
}

/// Who is stronger than whom.
fn comparisons(comparisons: &[PairTest]) -> String {
    let line = |comparison: &PairTest| {
        let PairTest { stronger, weaker, p_value } = comparison;
        let p_value = if *p_value < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p_value:.3}") };
        if comparison.is_significant() {
            format!("{stronger} is stronger than {weaker}: {p_value}\n")
        } else {
            format!("no difference shown between {stronger} and {weaker}: {p_value}\n")
        }
    };
    let mut text: String = comparisons.iter().map(line).collect();
    if comparisons.len() > 1 {
        text += &format!("(p-values corrected for {} comparisons)\n", comparisons.len());
    }
    text
}
