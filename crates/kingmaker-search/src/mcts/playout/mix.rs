//! Two strategies in turn, drawn anew for each playout.

use kingmaker_core::options::{Args, Kind};
use kingmaker_core::{Game, Rng, Scores, settings};

use super::{Course, Outcome, Playout, part};
use crate::Toolbox;
use crate::mcts::line::Line;

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "mix" {
        summary: "each playout is made by one of two strategies, drawn at random",
        source: "",
        options: {
            /// One strategy.
            first: Option<Args> =
                part("first", None, "one strategy; greedy where the game has static move ordering, else random"),
            /// The other strategy.
            second: Args = part("second", Some("random"), "the other strategy"),
            p: f64 { name: "p", kind: Kind::Real(0.0, 1.0), default: "0.5", help: "probability of the first" },
        },
        examples: ["mcts(playout=mix)", "mcts(playout=mix(first=paranoid2, second=greedy, p=0.2))"],
    }
}

struct MixPlayout<G: Game> {
    first: Box<dyn Playout<G>>,
    second: Box<dyn Playout<G>>,
    p: f64,
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, toolbox: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let Settings { ref first, ref second, p } = *settings;
    if p == 0.0 || p == 1.0 {
        let always = if p == 0.0 { "second" } else { "first" };
        return Err(format!("mix(p={p}) would always use the {always} strategy; expected a number between 0 and 1"));
    }
    let (first, second) = (toolbox.playout(first.as_ref(), game)?, toolbox.playout(Some(second), game)?);
    Ok(Box::new(MixPlayout { first, second, p }))
}

impl<G: Game> MixPlayout<G> {
    fn draw(&mut self, rng: &mut Rng) -> &mut dyn Playout<G> {
        if rng.happens(self.p) { &mut *self.first } else { &mut *self.second }
    }
}

impl<G: Game> Playout<G> for MixPlayout<G> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        self.draw(course.rng).advance(course, plies)
    }

    fn run(&mut self, course: &mut Course<'_, G>) -> Option<Outcome> {
        self.draw(course.rng).run(course)
    }

    fn begin(&mut self, game: &G) {
        self.first.begin(game);
        self.second.begin(game);
    }

    fn is_learning(&self) -> bool {
        self.first.is_learning() || self.second.is_learning()
    }

    /// Both learn from all playouts, whoever made them.
    fn learn(&mut self, game: &G, line: &Line<G::Move>, scores: &Scores) {
        self.first.learn(game, line, scores);
        self.second.learn(game, line, scores);
    }
}
