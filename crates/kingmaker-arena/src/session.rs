//! A game in progress, with moves and positions as text.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use kingmaker_core::options;
use kingmaker_core::perft::{self, Extent};
use kingmaker_core::scene::{Picture, Tile};
use kingmaker_core::{Notation, NotationError, Player, Rng, Scene, Seen, Turn, View, seen};
use kingmaker_search::hidden::learnt::Learnt;
use kingmaker_search::toolbox::BELIEFS;
use kingmaker_search::{Budget, Halt, Onlooker};
use serde::Serialize;

use crate::agent::Fault;
use crate::analysis::Analysis;
use crate::erased::Shared;
use crate::player::{PlayerError, PlayerSpec};
use crate::seated::Seated;

/// For whom a session speaks: what it tells is what this observer may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observer {
    /// Somebody who may know everything: whoever runs the game, and everybody once it is over.
    Everything,
    /// The player at this seat.
    Seat(Player),
}

/// A game in progress.
pub trait Session: Send {
    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// The legal moves, in the order of the rules, as far as the observer may know them; the possible outcomes when it is
    /// the turn of chance.
    fn legal_moves(&self, observer: Observer) -> Vec<String>;

    /// The same, with what one touches in the picture to make each, and how the pieces look that they bring on the board.
    fn choices(&self, observer: Observer) -> Vec<Choice>;

    /// Makes a move, or lets an outcome of chance happen, and says how it is properly written.
    fn play(&mut self, text: &str) -> Result<String, NotationError>;

    /// If it is the turn of chance, lets it happen, and says what happened.
    fn draw(&mut self) -> Option<String>;

    /// From now on, chance draws from here.
    fn reseed(&mut self, seed: u64);

    /// Takes back the last ply, whoever played it; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// How many plies were played so far.
    fn plies(&self) -> usize;

    /// What was played so far, as the observer saw it.
    fn history(&self, observer: Observer) -> Vec<Played>;

    /// What the observer knows of the position, in one line.
    fn position(&self, observer: Observer) -> String;

    /// Every position that the observer holds possible, and how likely it is to them.
    fn worlds(&self, observer: Observer) -> Vec<World>;

    /// The same, as likely as experience says where the game sorts worlds into categories.
    fn believed(&self, observer: Observer) -> Vec<World>;

    /// In how many worlds the game could be for whoever knows least.
    fn uncertainty(&self) -> usize;

    /// What the observer sees of the position, with what they saw of the last move marked.
    fn picture(&self, observer: Observer) -> Picture;

    /// What each player gets, once the game is over.
    fn scores(&self) -> Option<Vec<f32>>;

    /// Whole turns that are over, and what each player has beside the result, in games that count these.
    fn counted(&self) -> (Option<usize>, Option<Vec<f32>>);

    /// After how many more plies the game is cut off, in a game that could go on for ever.
    fn plies_left(&self) -> Option<usize>;

    /// What `player` thinks of the position in the place of whoever is to move. The session itself goes on as if nothing
    /// happened.
    fn analyze(&self, player: &PlayerSpec, seed: u64, halt: &Halt) -> Result<Analysis, AnalysisError> {
        self.watch(player, seed, halt, None)
    }

    /// The same, and while it thinks, somebody is told what it has found so far.
    fn watch(&self, player: &PlayerSpec, seed: u64, halt: &Halt, tell: Option<Tell>)
    -> Result<Analysis, AnalysisError>;

    /// Gives a seat to a player, who remembers from move to move what it may. Another program is told to draw from `seed`.
    fn seat(&mut self, seat: Player, player: &PlayerSpec, seed: u64) -> Result<(), PlayerError>;

    /// What the player thinks who was given the seat of whoever is to move; `None` if nobody was. Another program may
    /// make a fault instead.
    fn think(&mut self, budget: &Budget, rng: &mut Rng, halt: &Halt) -> Option<Result<Analysis, Fault>>;

    /// Counts in which categories the worlds are that players hold possible after the last move, and in which the truth is.
    /// Counts nothing where the game has no categories.
    fn count_categories(&self, learnt: &mut Learnt);

    /// The number of sequences of this extent, in a model if one is named. Tells `on_move` each first move with the number
    /// of sequences that begin with it. The error says what the game does not know.
    fn perft(&self, extent: Extent, model: Option<&str>, on_move: &mut dyn FnMut(&str, u64)) -> Result<u64, String>;
}

/// Who is told what a search has found so far.
pub type Tell = Box<dyn Fn(Analysis) + Send + Sync>;

/// So often somebody is told.
const TOLD_EVERY: Duration = Duration::from_millis(200);

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move as text.
    pub text: String,
    /// What one touches in turn to make it: parts of the picture, or words for what it does not show.
    pub touches: Vec<String>,
    /// The piece that it brings on the board, where it matters how that looks.
    pub tile: Option<Tile>,
}

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Whose turn it was: a player's or that of chance.
    pub turn: Turn,
    /// What was seen of the move, as text.
    pub text: String,
}

/// A position that somebody holds possible.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct World {
    /// The position in one line.
    pub position: String,
    /// How likely it is; all together 1.
    pub weight: f64,
}

/// A position that cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisError {
    /// Nobody is to move: the game is over.
    Over,
    /// Nobody is to move: it is the turn of chance.
    Chance,
    /// The player cannot play this game.
    Player(PlayerError),
}

impl fmt::Display for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalysisError::Over => f.write_str("the game is over here; expected a position with a player to move"),
            AnalysisError::Chance => {
                f.write_str("it is the turn of chance here; expected a position with a player to move")
            }
            AnalysisError::Player(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for AnalysisError {}

/// A session of one game.
pub(crate) struct GameSession<G: Notation + Scene> {
    shared: Arc<Shared<G>>,
    state: G::State,
    /// Every ply so far: the position before it, and the move.
    before: Vec<(G::State, G::Move)>,
    /// Who was given a seat.
    seats: Vec<Option<Seated<G>>>,
    rng: Rng,
}

impl<G: Notation + Scene> GameSession<G> {
    pub(crate) fn new(shared: Arc<Shared<G>>, state: G::State, rng: Rng) -> Self {
        let seats = (0..shared.game.players()).map(|_| None).collect();
        GameSession { shared, state, before: Vec::new(), seats, rng }
    }

    fn advance(&mut self, mv: G::Move) -> String {
        let game = &self.shared.game;
        let text = game.move_text(&self.state, mv);
        for seated in self.seats.iter_mut().flatten() {
            seated.saw(game, &self.state, mv);
        }
        self.before.push((self.state.clone(), mv));
        game.play(&mut self.state, mv);
        text
    }

    /// A player at a seat, who is shown what was played so far.
    fn seated(&self, player: &PlayerSpec, seat: Player, seed: u64) -> Result<Seated<G>, PlayerError> {
        let start = self.before.first().map_or(&self.state, |(state, _)| state);
        let mut seated = self.shared.seated(player, seat, start, seed)?;
        for (state, mv) in &self.before {
            seated.saw(&self.shared.game, state, *mv);
        }
        Ok(seated)
    }

    /// What the observer knows of a position, as the game writes and draws it.
    fn view<'a>(&self, state: &'a G::State, observer: Observer) -> Result<View<'a, G>, &'a G::State> {
        match observer {
            Observer::Everything => Err(state),
            Observer::Seat(seat) => Ok(View::new(&self.shared.game, state, seat)),
        }
    }

    fn seen(&self, state: &G::State, mv: G::Move, observer: Observer) -> Seen<G::Move> {
        match observer {
            Observer::Everything => Seen { mv, is_whole: true },
            Observer::Seat(seat) => seen(&self.shared.game, state, mv, seat),
        }
    }

    /// The legal moves, as far as the observer may know them.
    fn moves_known_to(&self, observer: Observer) -> Vec<G::Move> {
        let game = &self.shared.game;
        let mut moves = Vec::new();
        match (self.turn(), observer) {
            (Turn::Player(mover), Observer::Seat(seat)) if mover != seat && game.secrets().is_some() => {}
            (Turn::Chance, _) => {
                if let Some(chance) = game.chance() {
                    chance.outcomes(&self.state, &mut |outcome, _| moves.push(outcome));
                }
            }
            _ => game.legal_moves(&self.state, &mut moves),
        }
        moves
    }

    fn mover(&self) -> Result<Player, AnalysisError> {
        match self.turn() {
            Turn::Player(mover) => Ok(mover),
            Turn::Chance => Err(AnalysisError::Chance),
            Turn::Over => Err(AnalysisError::Over),
        }
    }
}

/// The words of a move: what is between signs such as `-` and `,`.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

impl<G: Notation + Scene> Session for GameSession<G> {
    fn turn(&self) -> Turn {
        self.shared.game.turn(&self.state)
    }

    fn legal_moves(&self, observer: Observer) -> Vec<String> {
        let text = |mv| self.shared.game.move_text(&self.state, mv);
        self.moves_known_to(observer).into_iter().map(text).collect()
    }

    fn choices(&self, observer: Observer) -> Vec<Choice> {
        let game = &self.shared.game;
        let choice = |mv| {
            let text = game.move_text(&self.state, mv);
            let touches = game.touches(&self.state, mv).unwrap_or_else(|| words(&text).map(str::to_owned).collect());
            Choice { text, touches, tile: game.tile(mv) }
        };
        self.moves_known_to(observer).into_iter().map(choice).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, NotationError> {
        let mv = self.shared.game.parse_move(&self.state, text)?;
        Ok(self.advance(mv))
    }

    fn draw(&mut self) -> Option<String> {
        match self.turn() {
            Turn::Chance => self.shared.game.draw(&self.state, &mut self.rng).map(|outcome| self.advance(outcome)),
            Turn::Player(_) | Turn::Over => None,
        }
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn undo(&mut self) -> bool {
        let Some((state, _)) = self.before.pop() else { return false };
        self.state = state;
        self.seats.iter_mut().flatten().for_each(Seated::undo);
        true
    }

    fn plies(&self) -> usize {
        self.before.len()
    }

    fn history(&self, observer: Observer) -> Vec<Played> {
        let game = &self.shared.game;
        let played = |(state, mv): &(G::State, G::Move)| {
            let seen = self.seen(state, *mv, observer);
            let text = match self.view(state, observer) {
                Ok(view) => view.move_text(game, seen.mv),
                Err(state) => game.move_text(state, seen.mv),
            };
            Played { turn: game.turn(state), text }
        };
        self.before.iter().map(played).collect()
    }

    fn position(&self, observer: Observer) -> String {
        match self.view(&self.state, observer) {
            Ok(view) => view.text(&self.shared.game),
            Err(state) => self.shared.game.position_text(state),
        }
    }

    fn worlds(&self, observer: Observer) -> Vec<World> {
        let game = &self.shared.game;
        let world = |state: &G::State, weight| World { position: game.position_text(state), weight };
        match self.view(&self.state, observer) {
            Ok(view) => view.worlds(game).iter().map(|(state, weight)| world(state, *weight)).collect(),
            Err(state) => vec![world(state, 1.0)],
        }
    }

    fn believed(&self, observer: Observer) -> Vec<World> {
        let Shared { game, toolbox, .. } = &*self.shared;
        let learnt = toolbox.categories_of().and_then(|_| options::read("categories", "belief", BELIEFS).ok());
        let belief = learnt.and_then(|args| toolbox.belief(Some(&args), game).ok());
        let (Some(mut belief), Ok(view)) = (belief, self.view(&self.state, observer)) else {
            return self.worlds(observer);
        };
        belief.begin(game, &view);
        let worlds = belief.worlds(game, &view);
        worlds.iter().map(|(state, weight)| World { position: game.position_text(state), weight: *weight }).collect()
    }

    fn uncertainty(&self) -> usize {
        let game = &self.shared.game;
        let worlds = Player::all(game.players()).map(|seat| View::new(game, &self.state, seat).worlds(game).len());
        worlds.max().unwrap_or(1)
    }

    fn picture(&self, observer: Observer) -> Picture {
        let last = self.before.last().map(|(state, mv)| self.seen(state, *mv, observer));
        match self.view(&self.state, observer) {
            Ok(view) => view.picture(&self.shared.game, last),
            Err(state) => self.shared.game.picture(state, last.map(|seen| seen.mv)),
        }
    }

    fn scores(&self) -> Option<Vec<f32>> {
        let over = self.turn() == Turn::Over;
        over.then(|| self.shared.game.scores(&self.state).shares().as_slice().to_vec())
    }

    fn counted(&self) -> (Option<usize>, Option<Vec<f32>>) {
        let Shared { game, .. } = &*self.shared;
        (game.turns_over(&self.state), game.points(&self.state).map(|points| points.as_slice().to_vec()))
    }

    fn plies_left(&self) -> Option<usize> {
        self.shared.game.plies_left(&self.state)
    }

    fn watch(
        &self,
        player: &PlayerSpec,
        seed: u64,
        halt: &Halt,
        tell: Option<Tell>,
    ) -> Result<Analysis, AnalysisError> {
        let mover = self.mover()?;
        let mut seated = self.seated(player, mover, seed).map_err(AnalysisError::Player)?;
        if let Some(tell) = tell {
            let (shared, state) = (Arc::clone(&self.shared), self.state.clone());
            seated.show(Onlooker::new(TOLD_EVERY, move |report| {
                tell(Analysis::new(&shared.game, &View::new(&shared.game, &state, mover), report));
            }));
        }
        seated
            .analyze(&self.shared.game, &self.state, player.budget(), halt, &mut Rng::new(seed))
            .map_err(|fault| AnalysisError::Player(PlayerError::Fault { player: player.label().to_owned(), fault }))
    }

    fn seat(&mut self, seat: Player, player: &PlayerSpec, seed: u64) -> Result<(), PlayerError> {
        self.seats[seat.index()] = Some(self.seated(player, seat, seed)?);
        Ok(())
    }

    fn think(&mut self, budget: &Budget, rng: &mut Rng, halt: &Halt) -> Option<Result<Analysis, Fault>> {
        let mover = self.mover().ok()?;
        let seated = self.seats[mover.index()].as_mut()?;
        Some(seated.analyze(&self.shared.game, &self.state, budget, halt, rng))
    }

    fn count_categories(&self, learnt: &mut Learnt) {
        let Shared { game, toolbox, .. } = &*self.shared;
        let mover = self.before.last().and_then(|(before, _)| game.turn(before).player());
        if let (Some(categories), Some(mover)) = (toolbox.categories_of(), mover) {
            categories.count(game, &self.state, mover, learnt);
        }
    }

    fn perft(&self, extent: Extent, model: Option<&str>, on_move: &mut dyn FnMut(&str, u64)) -> Result<u64, String> {
        let Shared { game, toolbox, .. } = &*self.shared;
        if matches!(extent, Extent::Plies(0) | Extent::Turns(0)) {
            return Ok(1);
        }
        let model = match (model, self.turn().player()) {
            (None, _) => None,
            (Some(name), Some(mover)) => Some(toolbox.model(name, game, &View::new(game, &self.state, mover))?),
            (Some(name), None) => {
                return Err(format!("nobody is to move here and searches in model '{name}'; expected a player's turn"));
            }
        };
        let game = model.as_ref().unwrap_or(game);
        let parts = perft::divide_by(game, &self.state, extent);
        let parts = parts.ok_or("this game does not count turns; expected a depth in plies")?;
        parts.iter().for_each(|&(mv, count)| on_move(&game.move_text(&self.state, mv), count));
        Ok(parts.iter().map(|(_, count)| count).sum())
    }
}

#[cfg(test)]
mod tests;
