//! Figures of a part of a match: of the games in which players sat in a certain way.

use std::ops::Range;

use super::Figures;
use super::tree::{Mistake, Node, Source};

/// What was printed about some games of a match.
#[derive(Clone, Debug)]
pub struct Seating {
    /// Which games.
    pub which: Which,
    /// What was printed about players, by their names.
    pub published: Vec<(String, Figures)>,
    /// How many games are behind the printed figures.
    pub published_games: Option<u64>,
    pub(super) at: Range<usize>,
}

/// Which games of a match count. The first two mean the same games for every player, the others do
/// not: the games of a player in which it sat so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// Who sits on each seat.
    Order(Vec<String>),
    /// How many seats each player has.
    Instances(Vec<(String, u64)>),
    /// The player moves directly after this one, whoever begins.
    After(String),
    /// The player has this seat, counted from 1.
    Seat(u64),
}

const KINDS: [&str; 4] = ["order", "instances", "after", "seat"];

/// Which games a table of the file means.
pub(super) fn which(source: &Source, node: &Node) -> Result<Which, Mistake> {
    let set: Vec<&str> = KINDS.into_iter().filter(|kind| node.get(kind).is_some()).collect();
    match set[..] {
        ["order"] => Ok(Which::Order(super::rows::texts(node.list("order")))),
        ["instances"] => {
            let settings = node.table("instances").map_or(&[][..], Node::settings);
            let count = |name: &str| node.table("instances").and_then(|table| table.whole(name));
            Ok(Which::Instances(
                settings.iter().filter_map(|setting| Some((setting.name.clone(), count(&setting.name)?))).collect(),
            ))
        }
        ["after"] => Ok(Which::After(node.text("after").unwrap_or_default())),
        ["seat"] => Ok(Which::Seat(node.whole("seat").unwrap_or_default())),
        _ => Err(source.mistake(&node.at, format!("a seating needs one of {}", KINDS.join(", ")))),
    }
}

impl Which {
    /// Whether a game counts for a player. `seating` is the player on each seat.
    pub fn covers(&self, player: &str, seating: &[&str]) -> bool {
        let after = |seat: usize| seating[(seat + seating.len() - 1) % seating.len()];
        match self {
            Which::Order(order) => order == seating,
            Which::Instances(counts) => counts
                .iter()
                .all(|(name, count)| seating.iter().filter(|seated| *seated == name).count() as u64 == *count),
            Which::After(name) => (0..seating.len()).any(|seat| seating[seat] == player && after(seat) == name),
            Which::Seat(number) => {
                (1..).zip(seating).any(|(seat, seated): (u64, _)| seat == *number && *seated == player)
            }
        }
    }

    /// Whether there are such games in a match of these players.
    pub(super) fn check(&self, names: &[&str], seats: usize) -> Result<(), String> {
        let expected = || format!("expected each of {} on {seats} seats", names.join(", "));
        let has_all = |present: &[&str]| {
            present.iter().all(|name| names.contains(name)) && names.iter().all(|name| present.contains(name))
        };
        let is_possible = match self {
            Which::Order(order) => {
                order.len() == seats && has_all(&order.iter().map(String::as_str).collect::<Vec<_>>())
            }
            Which::Instances(counts) => {
                counts.iter().map(|(_, count)| count).sum::<u64>() == seats as u64
                    && has_all(&counts.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>())
            }
            Which::After(name) => names.contains(&name.as_str()),
            Which::Seat(seat) => (1..=seats as u64).contains(seat),
        };
        if is_possible { Ok(()) } else { Err(format!("there are no such games; {}", expected())) }
    }
}
