//! Playouts that end early and are judged by the board evaluator (Lorentz 2008; Winands et al. 2010).

use kingmaker_core::options::{Args, Kind, OptionDef, Schema};
use kingmaker_core::{ByPlayer, Game, Knowledge, Rng, Scores, Turn};

use super::{FROM_ANOTHER, Outcome, Playout, part, refuse_early_ends};
use crate::Toolbox;
use crate::budget::Clock;
use crate::mcts::line::Line;

/// Its name in a spec.
pub const NAME: &str = "cutoff";

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: NAME,
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
    refuse_early_ends(NAME, other)?;
    let plies = args.integer("plies").unwrap_or_default() as u32;
    let playout = toolbox.playout(other, game)?;
    Ok(Box::new(CutoffPlayout { plies, playout, winner_takes_all: args.choice("score") == "winner" }))
}

impl<G: Knowledge> CutoffPlayout<G> {
    fn judge(&self, game: &G, state: &G::State) -> Scores {
        let numbers = game.evaluate(state);
        if self.winner_takes_all {
            return Scores::highest(numbers);
        }
        let total: f32 = numbers.as_slice().iter().sum();
        if total > 0.0 {
            Scores::from_shares(ByPlayer::from_fn(game.players(), |player| numbers[player] / total))
        } else {
            Scores::draw(game.players())
        }
    }
}

impl<G: Knowledge> Playout<G> for CutoffPlayout<G> {
    fn advance(
        &mut self,
        game: &G,
        state: &mut G::State,
        line: &mut Line<G::Move>,
        rng: &mut Rng,
        clock: &Clock,
        plies: u32,
    ) -> Option<u32> {
        self.playout.advance(game, state, line, rng, clock, plies)
    }

    fn run(
        &mut self,
        game: &G,
        state: &mut G::State,
        line: &mut Line<G::Move>,
        rng: &mut Rng,
        clock: &Clock,
    ) -> Option<Outcome> {
        let plies = self.advance(game, state, line, rng, clock, self.plies)?;
        let is_over = game.turn(state) == Turn::Over;
        let scores = if is_over { game.scores(state) } else { self.judge(game, state) };
        Some(Outcome { scores, plies })
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
