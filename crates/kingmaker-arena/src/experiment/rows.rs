//! From the tables of a file to the rows of an experiment.

use kingmaker_core::options;
use kingmaker_search::Budget;

use crate::openings::Openings;
use crate::player::split_role;
use crate::statistics::Hypotheses;
use crate::statistics::sprt::{ERROR_RATE, HypothesesError};
use crate::stopping::MOST_GAMES;

use super::seating::{self, Seating};
use super::tree::{Item, Mistake, Node, Setting, Source};
use super::{
    Change, Effort, Figures, Level, Limits, Located, MatchRow, NamedPlayer, Pairing, Rule, SizeFigures, SpeedRow,
    TreeRow,
};

/// How many games a match has if nothing is said.
const DEFAULT_GAMES: u64 = 100;

pub(super) fn match_row(source: &Source, node: Node, names: Option<&Node>) -> Result<MatchRow, Mistake> {
    let players: Vec<NamedPlayer> = node.list("players").iter().map(|item| named_player(item, names)).collect();
    if players.is_empty() {
        let at = node.get("players").map_or(&node.at, |item| &item.at);
        return Err(source.mistake(at, "a match needs 'players': at least one name or spec"));
    }
    let against = node.get("against").map(|item| named_player(item, names));
    let everybody: Vec<&NamedPlayer> = players.iter().chain(&against).collect();
    for (index, player) in everybody.iter().enumerate() {
        if everybody[..index].iter().any(|earlier| earlier.name == player.name) {
            return Err(source.mistake(&player.at, format!("player '{}' is named twice", player.name)));
        }
    }
    let is_known = |setting: &Setting, known: &[&NamedPlayer]| {
        if known.iter().any(|player| player.name == setting.name) {
            return Ok(());
        }
        let names = known.iter().map(|player| player.name.as_str());
        Err(source.mistake(&setting.item.at, options::unknown("player of this match", &setting.name, names)))
    };
    let limits = |node: &Node| -> Result<Limits, Mistake> {
        let mut limits = Vec::new();
        for setting in node.table("limits").map_or(&[][..], Node::settings) {
            is_known(setting, &everybody)?;
            limits.extend(setting.item.table().map(|node| (setting.name.clone(), budget(node))));
        }
        Ok(limits)
    };
    // Whoever all others are against has a figure for each of them: those are theirs.
    let published = |node: &Node| -> Result<Vec<(String, Figures)>, Mistake> {
        let mut published = Vec::new();
        for setting in node.table("published").map_or(&[][..], Node::settings) {
            is_known(setting, &everybody[..players.len()])?;
            published.push((setting.name.clone(), figures(&setting.item)));
        }
        Ok(published)
    };
    let pairing = match node.get("pairing") {
        Some(item) if against.is_some() => {
            return Err(source.mistake(&item.at, "'pairing' and 'against' contradict each other; expected one of them"));
        }
        Some(item) if item.text() == Pairing::WORDS[1] => Pairing::AllAgainstAll,
        _ => Pairing::AllAtOnce,
    };
    if let (Pairing::AllAgainstAll, Some(item)) = (pairing, node.get("published")) {
        let message = "who beats whom by how much cannot be said here; expected each pair as a match of its own";
        return Err(source.mistake(&item.at, message));
    }
    let mut seatings = Vec::new();
    for item in node.list("seatings").iter().filter_map(Item::table) {
        let which = seating::which(source, item)?;
        seatings.push(Seating {
            which,
            published: published(item)?,
            published_games: item.whole("published_games"),
            at: item.at.clone(),
        });
    }
    if let (Some(item), false) = (node.get("seatings"), against.is_none() && pairing == Pairing::AllAtOnce) {
        return Err(source.mistake(&item.at, "'seatings' are of one match; expected neither 'against' nor 'pairing'"));
    }
    let published = published(&node)?;
    let level = |name| -> Result<Option<Level>, Mistake> {
        let Some(node) = node.table(name) else { return Ok(None) };
        let only = match node.get("only") {
            Some(item) if against.is_none() => {
                return Err(
                    source.mistake(&item.at, "'only' chooses among those who meet 'against'; expected that too")
                );
            }
            item => item.map(|_| node.list("only")),
        };
        for item in only.unwrap_or_default() {
            if !players.iter().any(|player| player.name == item.text()) {
                let names = players.iter().map(|player| player.name.as_str());
                return Err(source.mistake(&item.at, options::unknown("player of this match", item.text(), names)));
            }
        }
        let (games, only) = (node.whole("games"), only.map(texts));
        Ok(Some(Level { games, only, budget: change(source, node)?, limits: limits(node)? }))
    };
    let (quick, normal, full) = (level("quick")?, level("normal")?, level("full")?);
    let limits = limits(&node)?;
    let stop = node.table("stop").map(|stop| rule(source, stop)).transpose()?;
    Ok(MatchRow {
        name: node.text("name"),
        published,
        seatings,
        published_games: node.whole("published_games"),
        size: node.table("size").map(|size| SizeFigures {
            branching: size.number("branching"),
            length: size.number("length"),
            turns: size.number("turns"),
            tree: size.number("tree"),
            states: size.number("states"),
        }),
        notes: texts(node.list("notes")),
        game: located(&node, "game"),
        players,
        against,
        pairing,
        games: node.whole("games").unwrap_or(if stop.is_some() { MOST_GAMES } else { DEFAULT_GAMES }),
        stop,
        openings: openings(source, &node)?,
        budget: budget(&node),
        limits,
        quick,
        normal,
        full,
        as_published: node.table("as_published").map(budget),
        at: node.at,
    })
}

/// How games begin, if not at the start.
fn openings(source: &Source, node: &Node) -> Result<Option<Openings>, Mistake> {
    match (node.get("openings"), node.whole("random_plies")) {
        (Some(item), Some(_)) => {
            Err(source.mistake(&item.at, "'openings' and 'random_plies' contradict each other; expected one of them"))
        }
        (Some(_), None) => Ok(Some(Openings::read(&texts(node.list("openings")).join("\n")))),
        (None, plies) => Ok(plies.map(|plies| Openings::Random(plies as u32))),
    }
}

fn change(source: &Source, node: &Node) -> Result<Change, Mistake> {
    match (node.get("scale"), budget(node)) {
        (None, budget) if budget.is_unlimited() => Ok(Change::NONE),
        (None, budget) => Ok(Change::To(budget)),
        (Some(item), budget) if !budget.is_unlimited() => {
            Err(source.mistake(&item.at, "'scale' and a budget contradict each other; expected one of them"))
        }
        (Some(item), _) => match item.number() {
            Some(scale) if scale > 0.0 && scale <= 1.0 => Ok(Change::Times(scale)),
            _ => Err(source.mistake(&item.at, "'scale' takes a number above 0, up to 1")),
        },
    }
}

/// What ends a match early, in the words of `kingmaker match`.
fn rule(source: &Source, node: &Node) -> Result<Rule, Mistake> {
    let place = |name: &str| node.get(name).map_or(&node.at, |item| &item.at);
    let rates = Hypotheses::read_rates(node.get("sprt").map_or("", Item::text));
    let (null, alternative) = rates.map_err(|expected| source.mistake(place("sprt"), format!("'sprt': {expected}")))?;
    let error_rate = |name: &str| node.number(name).unwrap_or(ERROR_RATE);
    let (alpha, beta) = (error_rate("alpha"), error_rate("beta"));
    let hypotheses = Hypotheses::new(null, alternative, alpha, beta).map_err(|error| {
        let key = match error {
            HypothesesError::ErrorRate(rate) if rate == alpha => "alpha",
            HypothesesError::ErrorRate(_) => "beta",
            HypothesesError::Rate(_) | HypothesesError::Equal(_) => "sprt",
        };
        source.mistake(place(key), error.to_string())
    })?;
    Ok(Rule { hypotheses, at: node.at.clone() })
}

pub(super) fn speed_row(node: &Node) -> SpeedRow {
    let strategy = located(node, "strategy");
    SpeedRow {
        name: node.text("name"),
        strategy: strategy.text,
        published: node.number("published"),
        notes: texts(node.list("notes")),
        game: located(node, "game"),
        strategy_at: strategy.at,
    }
}

pub(super) fn tree_row(node: &Node, names: Option<&Node>) -> TreeRow {
    let player = node.get("player").map(|item| named_player(item, names));
    let effort = node.text("effort").and_then(|word| Effort::ALL.into_iter().find(|effort| effort.word() == word));
    TreeRow {
        name: node.text("name"),
        turns: node.whole("turns").unwrap_or(1) as u32,
        model: node.text("model"),
        leaves: node.number("leaves"),
        seconds: node.number("seconds"),
        effort: effort.unwrap_or(Effort::Quick),
        notes: texts(node.list("notes")),
        game: located(node, "game"),
        player: player.expect("a tree has a player, which was checked"),
        at: node.at.clone(),
    }
}

/// A player as a match names it: one of the file's names, or a spec.
fn named_player(item: &Item, names: Option<&Node>) -> NamedPlayer {
    let named = |name: &str| names.and_then(|names| names.get(name));
    // A name may hold an `=`. Where it is not one of the names, a role stands before the name, as before a spec.
    let (role, name) = split_role(item.text());
    let spec = match (named(item.text()), role, named(name.trim())) {
        (Some(named), _, _) => Located { text: named.text().to_owned(), at: named.at.clone() },
        (None, Some(role), Some(named)) => Located { text: format!("{role}={}", named.text()), at: item.at.clone() },
        _ => Located { text: item.text().to_owned(), at: item.at.clone() },
    };
    NamedPlayer { name: item.text().to_owned(), spec, at: item.at.clone() }
}

fn located(node: &Node, name: &str) -> Located {
    let at = node.get(name).map_or(node.at.clone(), |item| item.at.clone());
    Located { text: node.text(name).unwrap_or_default(), at }
}

fn budget(node: &Node) -> Budget {
    Budget {
        time: node.time("time"),
        playouts: node.whole("playouts"),
        plies: node.whole("plies"),
        nodes: node.whole("nodes"),
        depth: node.whole("depth").map(|depth| depth as u32),
    }
}

fn figures(item: &Item) -> Figures {
    match item.table() {
        None => Figures { win_rate: item.number(), ..Figures::default() },
        Some(node) => Figures {
            win_rate: node.number("win_rate"),
            interval: node.number("interval"),
            playouts: node.number("playouts"),
            depth: node.number("depth"),
            points: node.number("points"),
        },
    }
}

pub(super) fn texts(list: &[Item]) -> Vec<String> {
    list.iter().map(|item| item.text().to_owned()).collect()
}
