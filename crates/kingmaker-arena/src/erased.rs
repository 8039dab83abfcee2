//! Any game behind one object-safe trait: what is generic ends here.

use std::sync::Arc;
use std::time::Duration;

use kingmaker_core::options::{self, Args, Schema};
use kingmaker_core::{
    ByPlayer, Named, Notation, NotationError, Player, Registered, Rng, Scene, StateSpace, Teams, View,
};
use kingmaker_search::budget::Clock;
use kingmaker_search::hidden::learnt::Learnt;
use kingmaker_search::mcts::line::Line;
use kingmaker_search::mcts::playout::Course;
use kingmaker_search::toolbox::PLAYOUTS;
use kingmaker_search::{Budget, Halt, Searcher, Toolbox};

use crate::agent::Pool;
use crate::agent::foreign::Foreign;
use crate::game_loop;
use crate::player::{PlayerError, PlayerSpec};
use crate::position::{AnyPosition, AnyView, GamePosition, GameView};
use crate::record::GameRecord;
use crate::schedule::ScheduledGame;
use crate::seated::{Mind, Seated};
use crate::session::{GameSession, Observer, Session};

/// A game of any type. What it does is compiled for the game at hand; only the doors are shared.
pub trait AnyGame: Send + Sync {
    /// Its name, options and examples.
    fn schema(&self) -> &'static Schema;

    /// The shortest spec that means this game with these options.
    fn spec(&self) -> &str;

    /// How many players there are.
    fn players(&self) -> usize;

    /// Who wins together, and what the teams are called.
    fn teams(&self) -> Teams;

    /// The rules in a few lines; nothing where nobody has written them.
    fn rules(&self) -> &'static str;

    /// Whether some players know more than others.
    fn has_secrets(&self) -> bool;

    /// No game takes more plies than this.
    fn ply_cap(&self) -> usize;

    /// Whether something is drawn during play.
    fn has_chance(&self) -> bool;

    /// The numbers of moves and outcomes are below this.
    fn slots(&self) -> usize;

    /// How many positions there are at the most, if somebody has counted.
    fn state_space(&self) -> Option<StateSpace>;

    /// The move orderings that players can be told to go by; none where the game has no such knowledge.
    fn orderings(&self) -> &'static [Named];

    /// The board evaluators that players can be told to go by.
    fn evaluators(&self) -> &'static [Named];

    /// The models that players can be told to search in.
    fn models(&self) -> &'static [Named];

    /// The numbers that describe moves; none where the game does not.
    fn features(&self) -> &'static [&'static str];

    /// Nothing learnt yet about the categories of worlds; `None` where the game has none.
    fn blank_learnt(&self) -> Option<Learnt>;

    /// Whether this player can play this game, and if not, why.
    fn check_player(&self, player: &PlayerSpec) -> Result<(), PlayerError>;

    /// Makes ready what these players need of the game's board evaluator, and tells how much is
    /// done, from 0 to 1. The error says why it could not be kept; it can be used all the same.
    fn prepare(&self, players: &[PlayerSpec], progress: &(dyn Fn(f32) + Sync)) -> Result<(), String>;

    /// Plays one game between `players`, of whom the seating of `scheduled` names one for each
    /// seat. `None` if it was given up: because `halt` said so, which also ends searches, or because `is_given_up` came
    /// true between two moves.
    fn play_game(
        &self,
        scheduled: ScheduledGame<'_>,
        players: &[PlayerSpec],
        halt: &Halt,
        is_given_up: &dyn Fn() -> bool,
    ) -> Result<Option<GameRecord>, PlayerError>;

    /// A game in progress, at the start. Deals and draws come from `seed`.
    fn session(&self, seed: u64) -> Box<dyn Session>;

    /// A game in progress, at the given position. The text may also be the view of the observer: then what they do not
    /// know is made up, which they do not notice.
    fn session_at(&self, position: &str, observer: Observer, seed: u64) -> Result<Box<dyn Session>, NotationError>;

    /// The position at the start. What is dealt comes from `seed`.
    fn position(&self, seed: u64) -> Box<dyn AnyPosition>;

    /// The position that a text describes.
    fn position_at(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError>;

    /// What a text says that the player at a seat knows of a position.
    fn view_at(&self, text: &str, seat: Player) -> Result<Box<dyn AnyView>, NotationError>;

    /// The playout strategies that this game can offer.
    fn playout_strategies(&self) -> Vec<&'static str>;

    /// Plays out games from the start, on this thread, for about this long; `None` if the game
    /// does not offer the strategy.
    fn run_playouts(&self, strategy: &str, time: Duration, seed: u64) -> Option<PlayoutRun>;

    /// The same, but so many of them, unless `halt` says that it is enough.
    fn count_playouts(&self, strategy: &str, playouts: u64, seed: u64, halt: &Halt) -> Option<PlayoutRun>;
}

/// How many playouts were made in how much time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutRun {
    /// Finished playouts.
    pub playouts: u64,
    /// Plies played in them.
    pub plies: u64,
    /// What each player has won in them.
    pub won: ByPlayer<f64>,
    /// How long it took.
    pub elapsed: Duration,
}

/// A game together with the techniques that can play it.
pub struct Erased<G: Notation + Scene> {
    shared: Arc<Shared<G>>,
}

impl<G: Notation + Scene> Clone for Erased<G> {
    fn clone(&self) -> Self {
        Erased { shared: Arc::clone(&self.shared) }
    }
}

/// What a game and its sessions have in common.
pub(crate) struct Shared<G: Notation + Scene> {
    pub(crate) game: G,
    pub(crate) toolbox: Arc<Toolbox<G>>,
    pub(crate) spec: String,
    schema: &'static Schema,
    rules: &'static str,
    state_space: Option<StateSpace>,
}

impl<G: Registered> Erased<G> {
    /// The game with these options, or why they do not go together.
    pub fn from_args(args: &Args, toolbox: impl Into<Arc<Toolbox<G>>>) -> Result<Self, String> {
        let (game, spec, toolbox) = (G::from_args(args)?, args.to_string(), toolbox.into());
        let (schema, rules, state_space) = (G::SCHEMA, G::RULES, game.state_space());
        Ok(Erased { shared: Arc::new(Shared { game, toolbox, spec, schema, rules, state_space }) })
    }
}

impl<G: Notation + Scene> Erased<G> {
    /// A game without options under a name that specs can have. The name is kept for as long as the program runs.
    pub fn new(name: &str, game: G, toolbox: impl Into<Arc<Toolbox<G>>>) -> Self {
        let name: &'static str = String::from(name).leak();
        let examples: &'static [&'static str] = Vec::leak(vec![name]);
        let schema = Box::leak(Box::new(Schema { name, summary: "", source: "", options: &[], examples }));
        let (spec, toolbox) = (name.to_owned(), toolbox.into());
        Erased { shared: Arc::new(Shared { game, toolbox, spec, schema, rules: "", state_space: None }) }
    }
}

impl<G: Notation + Scene> Shared<G> {
    /// The player that a spec describes, built for this game and given a seat. `start` is the position in which it is
    /// given, and `seed` is where another program should draw from.
    pub(crate) fn seated(
        self: &Arc<Self>,
        player: &PlayerSpec,
        seat: Player,
        start: &G::State,
        seed: u64,
    ) -> Result<Seated<G>, PlayerError> {
        let mind = match (player.agents(), player.own()) {
            (Some(agents), _) => {
                self.check_agent(player, agents)?;
                Mind::Foreign(Box::new(Foreign::new(&self.game, &self.spec, agents, seat, start, seed)))
            }
            (None, Some(own)) => Mind::Own(own.sit(seat, seed), Arc::clone(self)),
            (None, None) => Mind::Ours(self.searcher(player, &[seat])?),
        };
        Ok(Seated { seat, mind })
    }

    fn check_agent(&self, player: &PlayerSpec, agents: &Pool) -> Result<(), PlayerError> {
        let checked = agents.settings().check(&self.spec, self.game.players());
        checked.map_err(|message| self.refusal(player, message))
    }

    /// The player that a spec describes, if it can play at all of these seats.
    fn searcher(&self, player: &PlayerSpec, seats: &[Player]) -> Result<Box<dyn Searcher<G>>, PlayerError> {
        let searcher =
            self.toolbox.searcher(player.args(), &self.game).map_err(|message| self.refusal(player, message))?;
        let needs = searcher.needs();
        for &seat in seats {
            if let Some(words) = needs.unmet_at(&self.game, seat) {
                let name = player.args().schema().name;
                let message = format!("{name} needs {words} at seat {seat}; expected mcts, or a role that knows all");
                return Err(self.refusal(player, message));
            }
        }
        Ok(searcher)
    }

    /// A player cannot play this game, for this reason.
    fn refusal(&self, player: &PlayerSpec, message: String) -> PlayerError {
        PlayerError::Unsuitable { player: player.label().to_owned(), game: self.spec.clone(), message }
    }
}

impl<G: Notation + Scene> AnyGame for Erased<G> {
    fn schema(&self) -> &'static Schema {
        self.shared.schema
    }

    fn spec(&self) -> &str {
        &self.shared.spec
    }

    fn players(&self) -> usize {
        self.shared.game.players()
    }

    fn teams(&self) -> Teams {
        self.shared.game.teams()
    }

    fn rules(&self) -> &'static str {
        self.shared.rules
    }

    fn has_secrets(&self) -> bool {
        self.shared.game.secrets().is_some()
    }

    fn ply_cap(&self) -> usize {
        self.shared.game.ply_cap()
    }

    fn has_chance(&self) -> bool {
        self.shared.game.chance().is_some()
    }

    fn slots(&self) -> usize {
        self.shared.game.slots()
    }

    fn state_space(&self) -> Option<StateSpace> {
        self.shared.state_space.clone()
    }

    fn orderings(&self) -> &'static [Named] {
        self.shared.toolbox.orderings(&self.shared.game)
    }

    fn evaluators(&self) -> &'static [Named] {
        self.shared.toolbox.evaluators(&self.shared.game)
    }

    fn models(&self) -> &'static [Named] {
        self.shared.toolbox.models_of(&self.shared.game)
    }

    fn features(&self) -> &'static [&'static str] {
        self.shared.toolbox.features_of(&self.shared.game)
    }

    fn blank_learnt(&self) -> Option<Learnt> {
        self.shared.toolbox.categories_of().map(|categories| categories.blank(&self.shared.game))
    }

    fn check_player(&self, player: &PlayerSpec) -> Result<(), PlayerError> {
        let teams = self.shared.game.teams();
        let role = player.check_role(&teams).map_err(|message| self.shared.refusal(player, message))?;
        let plays_at = |seat: &Player| role.is_none_or(|role| teams.of(*seat) == role);
        let seats: Vec<Player> = Player::all(self.players()).filter(plays_at).collect();
        match player.agents() {
            Some(agents) => self.shared.check_agent(player, agents),
            None if player.own().is_some() => Ok(()),
            None => self.shared.searcher(player, &seats).map(|_| ()),
        }
    }

    fn prepare(&self, players: &[PlayerSpec], progress: &(dyn Fn(f32) + Sync)) -> Result<(), String> {
        if players.iter().any(PlayerSpec::is_evaluating) {
            self.shared.toolbox.prepare(&self.shared.game, progress)
        } else {
            Ok(())
        }
    }

    fn play_game(
        &self,
        scheduled: ScheduledGame<'_>,
        players: &[PlayerSpec],
        halt: &Halt,
        is_given_up: &dyn Fn() -> bool,
    ) -> Result<Option<GameRecord>, PlayerError> {
        game_loop::play_game(&self.shared, scheduled, players, halt, is_given_up)
    }

    fn session(&self, seed: u64) -> Box<dyn Session> {
        let mut rng = Rng::new(seed);
        let start = self.shared.game.start(&mut rng);
        Box::new(GameSession::new(Arc::clone(&self.shared), start, rng))
    }

    fn session_at(&self, position: &str, observer: Observer, seed: u64) -> Result<Box<dyn Session>, NotationError> {
        let (game, mut rng) = (&self.shared.game, Rng::new(seed));
        let state = match (game.parse_position(position), observer) {
            (Err(_), Observer::Seat(seat)) if game.secrets().is_some() => {
                View::parse(game, position, seat)?.determinize(game, &mut rng).into_owned()
            }
            (state, _) => state?,
        };
        Ok(Box::new(GameSession::new(Arc::clone(&self.shared), state, rng)))
    }

    fn position(&self, seed: u64) -> Box<dyn AnyPosition> {
        let start = self.shared.game.start(&mut Rng::new(seed));
        Box::new(GamePosition::new(Arc::clone(&self.shared), start))
    }

    fn position_at(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotationError> {
        let state = self.shared.game.parse_position(text)?;
        Ok(Box::new(GamePosition::new(Arc::clone(&self.shared), state)))
    }

    fn view_at(&self, text: &str, seat: Player) -> Result<Box<dyn AnyView>, NotationError> {
        let view = View::parse(&self.shared.game, text, seat)?;
        Ok(Box::new(GameView::new(Arc::clone(&self.shared), view)))
    }

    fn playout_strategies(&self) -> Vec<&'static str> {
        let offered = |name: &str| {
            let args = options::read(name, "playout", PLAYOUTS).ok();
            args.is_some_and(|args| self.shared.toolbox.playout(Some(&args), &self.shared.game).is_ok())
        };
        PLAYOUTS.iter().map(|schema| schema.name).filter(|name| offered(name)).collect()
    }

    fn run_playouts(&self, strategy: &str, time: Duration, seed: u64) -> Option<PlayoutRun> {
        self.playouts(strategy, u64::MAX, &Budget::time(time), seed, &Halt::new())
    }

    fn count_playouts(&self, strategy: &str, playouts: u64, seed: u64, halt: &Halt) -> Option<PlayoutRun> {
        self.playouts(strategy, playouts, &Budget::default(), seed, halt)
    }
}

impl<G: Notation + Scene> Erased<G> {
    fn playouts(&self, strategy: &str, most: u64, budget: &Budget, seed: u64, halt: &Halt) -> Option<PlayoutRun> {
        let args = options::read(strategy, "playout", PLAYOUTS).ok()?;
        let game = &self.shared.game;
        let mut playout = self.shared.toolbox.playout(Some(&args), game).ok()?;
        let mut rng = Rng::new(seed);
        let mut line = Line::new(playout.is_learning());
        let clock = Clock::start(budget, halt);
        let (mut playouts, mut plies, mut won) = (0, 0, ByPlayer::splat(game.players(), 0.0));
        while playouts < most && (playouts == 0 || !clock.is_over()) {
            let mut state = game.start(&mut rng);
            // At least one playout is made, however long it takes.
            let patience = Clock::start(&Budget::default(), halt);
            let clock = if playouts == 0 { &patience } else { &clock };
            line.clear();
            let mut course = Course { game, state: &mut state, line: &mut line, rng: &mut rng, clock };
            let Some(outcome) = playout.run(&mut course) else { break };
            playout.learn(game, &line, &outcome.scores);
            outcome.scores.shares().iter().for_each(|(player, share)| won[player] += f64::from(share));
            plies += u64::from(outcome.plies);
            playouts += 1;
        }
        Some(PlayoutRun { playouts, plies, won, elapsed: clock.elapsed() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;
    use crate::test_game;

    #[test]
    fn a_player_that_needs_more_than_the_game_has_is_refused() {
        let game = test_game::heap(3);
        let read = |text: &str| Registry::ours().player(text, &Budget::default()).expect("valid");
        assert!(game.check_player(&read("mcts")).is_ok());
        for text in ["greedy", "mcts(playout=greedy)"] {
            let error = game.check_player(&read(text)).expect_err("lacks static move ordering").to_string();
            assert!(error.contains("needs static move ordering") && error.contains("random"), "{error}");
        }
    }

    #[test]
    fn playouts_are_counted() {
        let game = test_game::heap(2);
        assert_eq!(game.playout_strategies(), ["random", "mast", "nst", "lgr", "mix", "roles"]);
        let run = game.run_playouts("random", Duration::from_millis(2), 1).expect("offered");
        assert!(run.playouts > 0 && run.plies >= run.playouts * 7 && run.elapsed >= Duration::from_millis(2));
        assert_eq!(game.run_playouts("greedy", Duration::from_millis(2), 1), None);
    }
}
