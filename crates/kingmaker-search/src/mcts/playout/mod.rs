//! How a game is finished below the tree.

pub mod brs2;
pub mod cutoff;
pub mod decisive;
pub mod greedy;
pub mod lgr;
pub mod mast;
pub mod max_n2;
mod means;
pub mod mix;
pub mod nst;
pub mod one_ply;
pub mod paranoid2;
pub mod random;
pub mod roles;
pub mod search;

use kingmaker_core::options::{Args, Kind, OptionDef};
use kingmaker_core::{ByPlayer, Game, Rng, Scores, Turn};

use super::line::Line;
use crate::budget::Clock;
use crate::toolbox::PLAYOUT_TABLE;

/// What a playout is made with: the game and where it stands, where moves are noted if they are
/// wanted, and what decides and ends it.
pub struct Course<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position, which is played on.
    pub state: &'a mut G::State,
    /// The moves of the iteration.
    pub line: &'a mut Line<G::Move>,
    /// Where random draws come from.
    pub rng: &'a mut Rng,
    /// When the time is over.
    pub clock: &'a Clock,
}

/// A playout strategy.
pub trait Playout<G: Game>: Send {
    /// Plays on until the game is over or so many plies were made; how many there were, or `None`
    /// if the time was over before.
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32>;

    /// After so many plies a playout ends, although the game does not.
    fn limit(&self) -> u32 {
        u32::MAX
    }

    /// What a game that is not over counts as when a playout ends.
    fn judge(&self, game: &G, state: &G::State) -> Scores {
        let _ = state;
        Scores::from_shares(ByPlayer::splat(game.players(), 1.0 / game.teams().count() as f32))
    }

    /// Plays on to the end of the game, or as far as the strategy goes; `None` if the time was over
    /// before.
    fn run(&mut self, course: &mut Course<'_, G>) -> Option<Outcome> {
        let plies = self.advance(course, self.limit())?;
        let (game, state) = (course.game, &*course.state);
        let is_over = game.turn(state) == Turn::Over;
        Some(Outcome { scores: if is_over { game.scores(state) } else { self.judge(game, state) }, plies })
    }

    /// Forgets what was learnt: another move of the real game is to be found.
    fn begin(&mut self, game: &G) {
        let _ = game;
    }

    /// Whether the strategy learns from finished iterations, for which their moves are kept.
    fn is_learning(&self) -> bool {
        false
    }

    /// Learns from an iteration: all moves from the root to the end of the game, and its outcome.
    fn learn(&mut self, game: &G, line: &Line<G::Move>, scores: &Scores) {
        let _ = (game, line, scores);
    }
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// What each player gets.
    pub scores: Scores,
    /// How many plies it took.
    pub plies: u32,
}

/// The option by which strategies with knowledge play a random move now and then.
const EPSILON: OptionDef = OptionDef {
    name: "epsilon",
    kind: Kind::Real(0.0, 1.0),
    default: Some("0.05"),
    help: "probability of a random move",
};

/// The option by which strategies look only at the best moves by static move ordering.
const BEST: OptionDef = OptionDef {
    name: "k",
    kind: Kind::Integer(1, MOST_BEST as u64),
    default: Some("5"),
    help: "look only at the k best moves by static move ordering",
};

/// The option by which a strategy rests on another.
const fn part(name: &'static str, default: Option<&'static str>, help: &'static str) -> OptionDef {
    OptionDef { name, kind: Kind::Part(&PLAYOUT_TABLE), default, help }
}

/// What the strategies say about that option whose moves come from another.
const FROM_ANOTHER: &str =
    "the strategy that finds the moves; greedy where the game has static move ordering, else random";

/// A strategy that decides itself when a playout ends can rest only on one that plays to the end.
fn refuse_early_ends(name: &str, part: Option<&Args>) -> Result<(), String> {
    match part.and_then(ends_early) {
        Some(part) => {
            Err(format!("{name} cannot rest on {part}, which ends playouts early; expected one that does not"))
        }
        None => Ok(()),
    }
}

/// A strategy somewhere in a spec that does not play to the end.
fn ends_early(args: &Args) -> Option<&Args> {
    let has_cap = || args.schema() == &random::SCHEMA && random::Settings::from_args(args).cap.is_some();
    if args.schema() == &cutoff::SCHEMA || has_cap() { Some(args) } else { args.parts().find_map(ends_early) }
}

/// The most moves that a strategy looks at. Games find so few without allocating.
const MOST_BEST: usize = 16;

/// How many plies a playout makes between two looks at the clock.
const PLIES_PER_LOOK: u32 = 1024;

/// Plays up to so many plies with the moves that `choose` finds, letting chance have its turns.
#[inline]
fn play_out<G: Game>(
    course: &mut Course<'_, G>,
    most: u32,
    mut choose: impl FnMut(&G::State, &mut Rng) -> Option<G::Move>,
) -> Option<u32> {
    let Course { game, state, line, rng, clock } = course;
    let mut plies = 0;
    while plies < most {
        let turn = game.turn(state);
        let mv = match turn {
            Turn::Player(_) => choose(state, rng),
            Turn::Chance => game.draw(state, rng),
            Turn::Over => break,
        };
        let mv = mv.expect("whoever is to move has a move");
        if let Turn::Player(player) = turn {
            line.push(player, mv);
        }
        game.play(state, mv);
        plies += 1;
        if plies % PLIES_PER_LOOK == 0 && clock.is_over() {
            return None;
        }
    }
    Some(plies)
}
