//! Playouts that end early and are judged by the board evaluator (Lorentz 2008; Winands et al. 2010).

use kingmaker_core::options::{Args, Kind, OptionDef, Schema};
use kingmaker_core::{Game, Knowledge, Scores};

use super::{Course, FROM_ANOTHER, Playout, part, refuse_early_ends};
use crate::Toolbox;
use crate::mcts::line::Line;

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "cutoff",
    summary: "another strategy for some plies, then the board evaluator decides",
    source: "Lorentz 2008; Winands, Björnsson & Saito 2010",
    options: &[
        OptionDef {
            name: "plies",
            kind: Kind::Integer(0, 1_000_000),
            default: Some("10"),
            help: "plies after which the evaluator is asked",
        },
        part("playout", None, FROM_ANOTHER),
        OptionDef {
            name: "score",
            kind: Kind::Choice(&["share", "winner"]),
            default: Some("share"),
            help: "share: each player's part of all evaluations; winner: all to the highest, divided among equals",
        },
    ],
    examples: &["mcts(playout=cutoff(plies=8))", "mcts(playout=cutoff(plies=4, playout=one-ply, score=winner))"],
};

struct CutoffPlayout<G: Game> {
    plies: u32,
    playout: Box<dyn Playout<G>>,
    winner_takes_all: bool,
}

/// The strategy as configured.
pub fn build<G: Knowledge>(args: &Args, toolbox: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let other = args.part("playout");
    refuse_early_ends(SCHEMA.name, other)?;
    let plies = args.integer("plies").unwrap_or_default() as u32;
    let playout = toolbox.playout(other, game)?;
    Ok(Box::new(CutoffPlayout { plies, playout, winner_takes_all: args.choice("score") == "winner" }))
}

impl<G: Knowledge> Playout<G> for CutoffPlayout<G> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        self.playout.advance(course, plies)
    }

    fn limit(&self) -> u32 {
        self.plies
    }

    fn judge(&self, game: &G, state: &G::State) -> Scores {
        let (numbers, teams) = (game.evaluate(state), game.teams());
        if self.winner_takes_all {
            return Scores::highest_team(&teams, &numbers);
        }
        Scores::in_proportion(&teams, &numbers)
    }

    fn begin(&mut self, game: &G) {
        self.playout.begin(game);
    }

    fn is_learning(&self) -> bool {
        self.playout.is_learning()
    }

    fn learn(&mut self, game: &G, line: &Line<G::Move>, scores: &Scores) {
        self.playout.learn(game, line, scores);
    }
}
