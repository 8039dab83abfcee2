//! `kingmaker analyze`

use clap::Args;
use kingmaker_arena::{Analysis, Observer, PlayerSpec, Registry};
use serde_json::json;

use super::show::play_moves;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{BudgetOptions, GameOptions, ObserverOptions, PositionOptions, budget_json, seed};
use crate::output::{self, TextTable};
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};

/// Say what a player thinks of a position
///
/// Lists the moves at hand, best first, with how often each was tried and what every player or
/// team can expect after it, and the line that the player expects. A player knows what may be known at the seat of whoever is to
/// move, and no more.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker analyze focus
  kingmaker analyze 'focus(players=4)' 'mcts(playouts=20000)' --top 5
  kingmaker analyze focus mcts --moves 'b6-b7 a5-a6' --time 2s")]
pub(crate) struct Options {
    #[command(flatten)]
    game: GameOptions,

    /// The player who thinks
    #[arg(value_name = "PLAYER", default_value = "mcts")]
    spec: String,

    #[command(flatten)]
    position: PositionOptions,

    #[command(flatten)]
    observer: ObserverOptions,

    /// Moves to play first, separated by blanks; outcomes of chance among them, or chance draws
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    moves: String,

    /// List at most so many moves
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,

    /// Where all random draws come from
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,

    /// Print one JSON document, with all moves
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetOptions,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let game = self.game.game(registry)?;
        let player = registry.player(&self.spec, &self.budget.budget())?;
        game.check_player(&player)?;
        let observer = self.observer.observer(&*game)?;
        let mut session = self.position.session(&*game, observer, self.seed)?;
        play_moves(&mut *session, &self.moves, observer)?;
        let mover = session.turn().player();
        if let (Observer::Seat(seat), Some(mover)) = (observer, mover)
            && seat != mover
        {
            let message = format!("player {mover} is to move, not {seat}: only who is to move thinks about a move");
            return Err(Failure::input(format!("{message}; expected --as {mover}")));
        }
        prepare(&*game, std::slice::from_ref(&player));
        interrupt::watch()?;
        let extent = player.budget().time.map_or(Extent::Unknown, Extent::Time);
        let progress = Progress::start(format!("{} is thinking", player.written()), extent);
        let analysis = session.analyze(&player, self.seed, interrupt::halt())?;
        let analysis = analysis.with_all(session.legal_moves(mover.map_or(observer, Observer::Seat)));
        drop(progress);
        if self.json {
            let mut result = json!(analysis);
            result["game"] = json!(game.spec());
            result["position"] = json!(session.position(mover.map_or(observer, Observer::Seat)));
            result["player"] = json!(player.label());
            result["budget"] = budget_json(player.budget());
            result["speed"] = json!(analysis.speed().map(f64::round));
            output::print_json(&result)?;
        } else {
            output::print_folded(&self.table(&output::sides(&game.teams()), &player, &analysis))?;
        }
        // What was found out until then is told all the same.
        if interrupt::pressed() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn table(&self, sides: &[(String, usize)], player: &PlayerSpec, analysis: &Analysis) -> String {
        let mut text = format!("player {} to move, {} plays {}\n", analysis.mover, player.written(), analysis.best);
        if !analysis.candidates.is_empty() {
            let mut headings = vec!["move", if analysis.playouts > 0 { "visits" } else { "nodes" }];
            headings.extend(sides.iter().map(|(name, _)| name.as_str()));
            // Columns of their own only where there is something to say.
            let has_opinions = analysis.candidates.iter().any(|candidate| candidate.opinion.is_some());
            let has_proofs = analysis.candidates.iter().any(|candidate| candidate.proven);
            headings.extend(has_opinions.then_some("bias"));
            headings.extend(has_proofs.then_some("proven"));
            let mut table = TextTable::new(1, &headings);
            for candidate in analysis.candidates.iter().take(self.top) {
                let share = |&(_, index): &(String, usize)| {
                    let share = candidate.shares.as_ref().and_then(|shares| shares[index]);
                    share.map_or("-".to_owned(), |share| format!("{:.1}%", share * 100.0))
                };
                let start = [candidate.text.clone(), output::grouped(candidate.visits as f64)];
                let opinion = candidate.opinion.map_or("-".to_owned(), |opinion| format!("{:.1}%", opinion * 100.0));
                let proven = if candidate.proven { "yes" } else { "" }.to_owned();
                let end = has_opinions.then_some(opinion).into_iter().chain(has_proofs.then_some(proven));
                table.row(start.into_iter().chain(sides.iter().map(share)).chain(end));
            }
            text += &format!("\n{}", table.text());
            if analysis.candidates.len() > self.top {
                text += &format!("and {} more\n", analysis.candidates.len() - self.top);
            }
            text += &format!("\n{}", legend(analysis.playouts > 0, has_opinions));
        }
        let line: Vec<String> = [vec!["line:".to_owned()], analysis.line.clone()].concat();
        text += &format!("\n{}", output::wrapped(&line));
        let count = |number: u64| output::grouped(number as f64);
        let speed = analysis.speed().map_or("-".to_owned(), output::grouped);
        let (nodes, depth, seconds) = (count(analysis.nodes), analysis.depth, analysis.milliseconds / 1e3);
        if analysis.playouts > 0 {
            let playouts = count(analysis.playouts);
            let length = analysis.playout_plies as f64 / analysis.playouts as f64;
            text += &format!(
                "{playouts} playouts of {length:.1} plies, {nodes} nodes, depth {depth}, {seconds:.2} s\n\
                 {speed} playouts per second\n"
            );
            if analysis.stop == "solved" {
                text += "the position is solved\n";
            }
        } else if analysis.nodes > 0 {
            let (cutoffs, hits) = (count(analysis.cutoffs), count(analysis.table_hits));
            text += &format!(
                "{nodes} nodes to depth {depth}, {cutoffs} cut-offs, {hits} table hits, {seconds:.2} s\n\
                 {speed} nodes per second\n"
            );
        }
        text
    }
}

/// What the columns mean.
fn legend(has_playouts: bool, has_opinions: bool) -> String {
    let count = if has_playouts {
        "visits: playouts that began with the move"
    } else {
        "nodes: positions that were searched after the move"
    };
    let mut text = format!("{count}; per cent: the share of a win that each can expect after it\n");
    if has_opinions {
        text += "bias: what the selection strategy thought of the move before it was tried much, from 0% to 100%\n";
    }
    text
}
