//! The figures of a match, line by line.

use crate::AnyGame;
use crate::experiment::{Figures, MatchRow, NamedMatch, SizeFigures, Which};
use crate::played::{MatchPlayer, PlayedMatch};
use crate::statistics::{Mean, Rate, Statistics};

use super::{Basis, Figure, Line, Unit, published_rate};

/// Logarithms of counts are printed from three digits at most: so much may be rounding.
const LOG_ROUNDING: f64 = 0.01;

/// Means are printed with one decimal.
pub(super) const MEAN_ROUNDING: f64 = 0.05;

/// The win rates of a match: of those about whom something was published, or else of all.
pub(super) fn rate_lines(group: &str, played: &PlayedMatch, published_games: Option<u64>) -> Vec<Line> {
    let figures = |player: &MatchPlayer| player.published.unwrap_or_default();
    let is_told = |player: &MatchPlayer| figures(player).win_rate.is_some();
    let any_told = played.players.iter().any(is_told);
    let mut lines = Vec::new();
    for player in played.players.iter().filter(|player| !any_told || is_told(player)) {
        let (name, summary, figures) = (&player.name, &player.summary, figures(player));
        let mut line = Line::new(name, Unit::Percent);
        line.against = match &played.players[..] {
            [one, other] | [other, one] if one.name == *name => Some(other.name.clone()),
            _ => None,
        };
        line.games = Some(summary.games);
        line.is_alone = played.players.len() == 1 && !any_told;
        // One alone wins every game whatever it does: that is no figure.
        if !line.is_alone {
            line.wins = Some(summary.wins);
            line.ours = Figure::percent(Rate::new(summary.wins, summary.games as f64));
        }
        publish(&mut line, &figures, published_games);
        // Where playouts are not what is given, they are figures of their own.
        line.playouts = (summary.playouts, figures.playouts.filter(|_| player.budget.playouts.is_some()));
        line.depth = (summary.depth, figures.depth);
        line.group = Some(group.to_owned());
        line.is_of_two = played.players.len() == 2;
        lines.push(line);
    }
    lines
}

/// The win rates of those games of a match in which players sat in a certain way.
pub(super) fn seating_lines(group: &str, row: &MatchRow, named: &NamedMatch, statistics: &Statistics) -> Vec<Line> {
    let seatings = statistics.seatings().by_seating();
    let mut lines = Vec::new();
    for (index, seating) in row.seatings.iter().enumerate() {
        for (kind, name) in named.names.iter().enumerate() {
            let figures = figures_of(&seating.published, name);
            if figures.win_rate.is_none() {
                continue;
            }
            let is_covered = |key: &[usize]| {
                let seated: Vec<&str> = key.iter().map(|&kind| named.names[kind].as_str()).collect();
                seating.which.covers(name, &seated)
            };
            let (mut wins, mut games) = (0.0, 0);
            for part in seatings.iter().filter(|part| is_covered(&part.key)) {
                wins += part.wins[kind];
                games += part.games;
            }
            let mut line = Line::new(name, Unit::Percent);
            line.part = Some(described(&seating.which));
            line.games = Some(games);
            line.ours = Figure::percent(Rate::new(wins, games as f64));
            publish(&mut line, &figures, seating.published_games);
            line.group = Some(format!("{group}, part {index}"));
            line.is_of_two = named.names.len() == 2 && matches!(seating.which, Which::Order(_) | Which::Instances(_));
            lines.push(line);
        }
    }
    lines
}

/// Which games, in words.
fn described(which: &Which) -> String {
    match which {
        Which::Order(order) => order.join(" - "),
        Which::Instances(counts) => {
            counts.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
        }
        Which::After(name) => format!("after {name}"),
        Which::Seat(seat) => format!("on seat {seat}"),
    }
}

fn publish(line: &mut Line, figures: &Figures, games: Option<u64>) {
    if let Some(rate) = figures.win_rate {
        let (figure, basis) = published_rate(rate, figures.interval, games);
        (line.published, line.basis) = (Some(figure), basis);
    }
}

fn figures_of(published: &[(String, Figures)], name: &str) -> Figures {
    published.iter().find(|(player, _)| player == name).map(|(_, figures)| *figures).unwrap_or_default()
}

/// The size of a game, also what was not published of it. Its means are ranked among the rows of the
/// table.
pub(super) fn size_lines(
    number: usize,
    row: &MatchRow,
    published: &SizeFigures,
    game: &dyn AnyGame,
    statistics: &Statistics,
) -> Vec<Line> {
    let (branching, length) = (statistics.sizes().branching(), statistics.sizes().length());
    let mean = |name: &str, ours: Option<Mean>, published: Option<f64>| {
        mean_line(name, ours, published, statistics.games(), row.published_games)
    };
    let mut tree = Line::new("tree, log10", Unit::Log10);
    tree.ours = branching.zip(length).map(|(b, d)| Figure::point(d.value * b.value.log10()));
    tree.published = published.tree.map(Figure::point);
    let mut states = Line::new("positions at most, log10", Unit::Log10);
    states.ours = game.state_space().map(|states| Figure::point(states.log10));
    states.published = published.states.map(|states| Figure::around(states, LOG_ROUNDING));
    states.basis = Basis::Rounding;
    states.group = Some(format!("positions {number}"));
    let mut lines =
        vec![mean("branching", branching, published.branching), mean("length", length, published.length), tree, states];
    if statistics.turns().is_some() {
        lines.push(mean("whole turns", statistics.turns(), published.turns));
    }
    lines
}

/// What players had at the end on average, of those about whom that was published.
pub(super) fn point_lines(row: &MatchRow, played: &PlayedMatch, statistics: &Statistics) -> Vec<Line> {
    let line = |(kind, player): (usize, &MatchPlayer)| {
        let published = player.published?.points?;
        let name = format!("{} at the end", player.name);
        let games = statistics.games();
        Some(mean_line(&name, statistics.points(kind), Some(published), games, row.published_games))
    };
    played.players.iter().enumerate().filter_map(line).collect()
}

/// The playouts per move that came out of other budgets, of those players about whom they were published.
pub(super) fn playout_lines(row: &MatchRow, played: &PlayedMatch, statistics: &Statistics) -> Vec<Line> {
    let line = |(kind, player): (usize, &MatchPlayer)| {
        let published = player.published?.playouts?;
        if player.budget.playouts.is_some() {
            return None;
        }
        let (ours, games) = (statistics.median_playouts(kind), statistics.games());
        let line = mean_line(&player.name, ours, Some(published), games, row.published_games);
        Some(Line { unit: Unit::Playouts, group: Some(format!("playouts of {}", player.name)), ..line })
    };
    played.players.iter().enumerate().filter_map(line).collect()
}

fn mean_line(name: &str, ours: Option<Mean>, published: Option<f64>, games: u64, published_games: Option<u64>) -> Line {
    let mut line = Line::new(name, Unit::Mean);
    line.games = Some(games);
    line.ours = ours.map(|mean| Figure { value: mean.value, interval: mean.interval });
    line.published = published.map(|mean| Figure::around(mean, MEAN_ROUNDING));
    line.basis = Basis::Rounding;
    line.group = Some(name.to_owned());
    // No paper tells how much these figures vary.
    let spread = ours.and_then(|mean| Some(mean.interval?.1 - mean.value)).zip(published_games);
    if let Some((published, (spread, published_games))) = published.zip(spread) {
        let theirs = spread * (games as f64 / published_games as f64).sqrt() + MEAN_ROUNDING;
        (line.published, line.basis) = (Some(Figure::around(published, theirs)), Basis::LikeOurs);
    }
    line
}
