//! A match as far as it is played: everything that is to be said about it, in one place.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::Budget;
use crate::experiment::Figures;
use crate::matches::Match;
use crate::player::PlayerSpec;
use crate::secrecy::Secrecy;
use crate::statistics::seating::Seatings;
use crate::statistics::{Mean, PairTest, PlayerSummary, Rate, Sizes, tidy};
use crate::stopping::{Finding, Standing};

/// What a match has shown so far, with what determined it. As JSON it is the result of
/// `kingmaker match`, and each match of an experiment is told in the same way: first what came out, then what it was.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedMatch {
    /// The game, as a spec.
    pub game: String,
    /// How many games are finished.
    pub games: u64,
    /// Whether no more games are to be played: as many as there are to be are finished, or a test has
    /// decided.
    pub complete: bool,
    /// Who plays.
    pub players: Vec<MatchPlayer>,
    /// Each two of them, by their names.
    pub comparisons: Vec<PairTest>,
    /// What the test that may end it early has found, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Finding>,
    /// Games that nobody won alone.
    pub draws: u64,
    /// Those of them that were cut off.
    pub capped: u64,
    /// Mean number of plies.
    #[serde(serialize_with = "rounded")]
    pub mean_length: Option<f64>,
    /// Mean number of legal moves of a player to move.
    #[serde(serialize_with = "rounded")]
    pub mean_branching: Option<f64>,
    /// Mean number of whole turns, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<Mean>,
    /// The size of the game beside what was published about it, if something was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub size: Vec<SizeFigure>,
    /// How many play in a game.
    pub seats: usize,
    /// Where all random draws come from.
    pub seed: u64,
    /// At least so many games were asked for.
    pub requested: u64,
    /// How many there are to be, at the most.
    pub scheduled: u64,
    /// How many seatings make a round.
    #[serde(rename = "seatings")]
    pub round_length: u64,
    /// Whether whoever plays it again gets the same figures.
    pub reproducible: bool,
    /// No game takes more plies than this.
    pub ply_cap: usize,
    /// How many games had so many plies.
    pub lengths: BTreeMap<u32, u64>,
    /// What each player has won in each seating.
    pub by_seating: Vec<WonInSeating>,
    /// For each seat, what each player has won there of the games in which it had the seat.
    pub by_seat: Vec<Vec<Rate>>,
    /// How much stayed secret, if somebody has looked.
    #[serde(skip)]
    pub secrecy: Vec<Secrecy>,
    /// Whether the same seed gives the same games, however many of them are played.
    #[serde(skip)]
    pub is_repeatable: bool,
    /// How long games are and how many moves there are to choose from.
    #[serde(skip)]
    pub sizes: Sizes,
}

/// A player of a match, and how it fared.
#[derive(Clone, Debug, Serialize)]
pub struct MatchPlayer {
    /// How it is called: by an experiment, else by its spec.
    pub name: String,
    /// Its canonical spec.
    pub spec: String,
    /// What it may spend on a move.
    #[serde(serialize_with = "limits")]
    pub budget: Budget,
    /// What it has won, and what it spent on it.
    #[serde(flatten)]
    pub summary: PlayerSummary,
    /// What it had at the end on average, in games that count something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Mean>,
    /// What was printed about it, if something was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Figures>,
}

/// The games of a match in which players sat in one way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WonInSeating {
    /// The player at each seat, by its name.
    pub seating: Vec<String>,
    /// How many games there are.
    pub games: u64,
    /// What each player has won, in the order of the match.
    pub wins: Vec<f64>,
}

/// One figure about the size of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeFigure {
    /// What it is about.
    pub what: String,
    /// Ours.
    pub ours: Option<f64>,
    /// The published one.
    pub published: Option<f64>,
}

impl PlayedMatch {
    /// How a match stands whose players are called by their specs.
    pub fn new(the_match: &Match, standing: &Standing) -> Self {
        let names: Vec<String> = the_match.players().iter().map(|player| player.label().to_owned()).collect();
        PlayedMatch::named(the_match, &names, standing)
    }

    /// How a match stands whose players have these names.
    pub fn named(the_match: &Match, names: &[String], standing: &Standing) -> Self {
        let (statistics, summary, specs) = (standing.statistics(), standing.summary(), the_match.players());
        let name_of = |label: &str| {
            let named = specs.iter().zip(names).find(|(spec, _)| spec.label() == label);
            named.map_or(label, |(_, name)| name).to_owned()
        };
        let players = specs.iter().zip(names).zip(summary.players).enumerate();
        let players = players.map(|(kind, ((spec, name), summary)): (_, ((&PlayerSpec, _), _))| MatchPlayer {
            points: statistics.points(kind),
            name: name.clone(),
            spec: spec.label().to_owned(),
            budget: *spec.budget(),
            summary,
            published: None,
        });
        let comparisons = summary.comparisons.into_iter().map(|test| PairTest {
            stronger: name_of(&test.stronger),
            weaker: name_of(&test.weaker),
            ..test
        });
        PlayedMatch {
            game: the_match.game().spec().to_owned(),
            seats: the_match.game().players(),
            seed: the_match.seed(),
            requested: the_match.requested(),
            scheduled: the_match.schedule().games(),
            round_length: the_match.schedule().round_length(),
            games: summary.games,
            complete: standing.is_complete(),
            reproducible: the_match.is_reproducible() && standing.is_complete(),
            players: players.collect(),
            comparisons: comparisons.collect(),
            mean_length: summary.mean_length,
            mean_branching: summary.mean_branching,
            draws: summary.draws,
            capped: summary.capped,
            ply_cap: the_match.game().ply_cap(),
            lengths: statistics.sizes().lengths().clone(),
            secrecy: Vec::new(),
            by_seating: by_seating(statistics.seatings(), names),
            by_seat: statistics.seatings().by_seat(),
            sprt: standing.finding().map(|found| Finding { player: name_of(&found.player), ..found }),
            size: Vec::new(),
            is_repeatable: the_match.is_reproducible(),
            sizes: statistics.sizes().clone(),
            turns: statistics.turns(),
        }
    }
}

fn by_seating(seatings: &Seatings, names: &[String]) -> Vec<WonInSeating> {
    let seated = |key: &[usize]| key.iter().filter_map(|&kind| names.get(kind).cloned()).collect();
    let lines = seatings.by_seating().into_iter();
    lines.map(|line| WonInSeating { seating: seated(&line.key), games: line.games, wins: line.wins }).collect()
}

/// To six digits: nobody needs more of a mean.
fn rounded<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    number.map(tidy).serialize(serializer)
}

fn limits<S: Serializer>(budget: &Budget, serializer: S) -> Result<S::Ok, S::Error> {
    budget_json(budget).serialize(serializer)
}

/// A budget as JSON, with only the limits that it sets.
pub fn budget_json(budget: &Budget) -> Value {
    let mut limits = Map::new();
    let mut limit = |name: &str, value: Option<Value>| {
        limits.extend(value.map(|value| (name.to_owned(), value)));
    };
    limit("milliseconds", budget.time.map(|time| json!(time.as_secs_f64() * 1e3)));
    limit("playouts", budget.playouts.map(|playouts| json!(playouts)));
    limit("plies", budget.plies.map(|plies| json!(plies)));
    limit("nodes", budget.nodes.map(|nodes| json!(nodes)));
    limit("depth", budget.depth.map(|depth| json!(depth)));
    Value::Object(limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Hypotheses;
    use crate::test_game::heap_match;
    use kingmaker_search::Halt;

    #[test]
    fn players_go_by_their_names_everywhere() {
        let the_match = heap_match(6).stopped_by(Hypotheses::new(0.5, 0.6, 0.05, 0.05).expect("valid"));
        let the_match = the_match.expect("two players");
        let mut standing = Standing::new(&the_match);
        for index in 0..6 {
            let scheduled = the_match.schedule().game(index).expect("within");
            let game = the_match.game().play_game(scheduled, the_match.players(), &Halt::new(), &|| false);
            standing.add(&game.expect("legal").expect("not stopped"));
        }
        let names = ["chance".to_owned(), "search".to_owned()];
        let played = PlayedMatch::named(&the_match, &names, &standing);
        assert_eq!(played.sprt.as_ref().map(|finding| finding.player.as_str()), Some("chance"));
        assert!(played.comparisons.is_empty(), "its length was not fixed beforehand");
        let json = serde_json::to_value(&played).expect("JSON");
        let player = &json["players"][1];
        assert_eq!(
            (&player["name"], &player["player"], &player["spec"]),
            (&json!("search"), &json!("mcts"), &json!("mcts"))
        );
        assert_eq!(player["budget"], json!({ "playouts": 20 }));
        assert_eq!(json["by_seating"][0]["seating"].as_array().map(Vec::len), Some(3));
        assert!(json.get("size").is_none() && player.get("published").is_none());
        let plain = PlayedMatch::new(&heap_match(6), &Standing::new(&heap_match(6)));
        assert_eq!(
            (plain.players[1].name.as_str(), plain.requested, plain.games, plain.complete),
            ("mcts", 6, 0, false)
        );
    }
}
