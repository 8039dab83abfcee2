//! Playouts that end early and are judged by the board evaluator (Lorentz 2008; Winands et al. 2010).

use kingmaker_core::options::{Args, Kind};
use kingmaker_core::settings::Word;
use kingmaker_core::{BoardEvaluator, Game, Knowledge, Scores, choices, settings};

use super::{Course, FROM_ANOTHER, Playout, part, refuse_early_ends};
use crate::Toolbox;
use crate::knowledge::{EVALUATOR, evaluator};
use crate::mcts::line::Line;

choices! {
    /// What the evaluations count as.
    pub enum Score {
        /// Each player's part of all evaluations.
        Share = "share",
        /// All to the highest, divided among equals.
        Winner = "winner",
    }
}

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "cutoff" {
        summary: "another strategy for some plies, then the board evaluator decides",
        source: "Lorentz 2008; Winands, Björnsson & Saito 2010",
        options: {
            plies: u32 {
                name: "plies",
                kind: Kind::Integer(0, 1_000_000),
                default: "10",
                help: "plies after which the evaluator is asked",
            },
            /// The strategy that finds the moves.
            playout: Option<Args> = part("playout", None, FROM_ANOTHER),
            score: Score {
                name: "score",
                default: "share",
                help: "share: each player's part of all evaluations; winner: all to the highest, divided among equals",
            },
            /// Which board evaluator of the game; if not set, its first.
            evaluator: Option<Word> = EVALUATOR,
        },
        examples: ["mcts(playout=cutoff(plies=8))", "mcts(playout=cutoff(plies=4, playout=one-ply, score=winner))"],
    }
}

struct CutoffPlayout<G: Game> {
    plies: u32,
    playout: Box<dyn Playout<G>>,
    evaluator: BoardEvaluator,
    winner_takes_all: bool,
}

/// The strategy as configured.
pub fn build<G: Knowledge>(settings: &Settings, toolbox: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let Settings { plies, ref playout, score, evaluator: ref name } = *settings;
    refuse_early_ends(SCHEMA.name, playout.as_ref())?;
    let playout = toolbox.playout(playout.as_ref(), game)?;
    let evaluator = evaluator(game, name)?;
    Ok(Box::new(CutoffPlayout { plies, playout, evaluator, winner_takes_all: score == Score::Winner }))
}

impl<G: Knowledge> Playout<G> for CutoffPlayout<G> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        self.playout.advance(course, plies)
    }

    fn limit(&self) -> u32 {
        self.plies
    }

    fn judge(&self, game: &G, state: &G::State) -> Scores {
        let (numbers, teams) = (game.evaluate(state, self.evaluator), game.teams());
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
