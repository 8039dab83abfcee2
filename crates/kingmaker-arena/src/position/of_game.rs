//! Positions and views of one game.

use std::any::Any;
use std::sync::Arc;

use kingmaker_core::scene::Picture;
use kingmaker_core::{Notation, NotationError, Player, Rng, Scene, Seen, Turn, View, seen};
use kingmaker_search::Halt;

use super::{AnyPosition, AnyView, PlayedAction};
use crate::analysis::Analysis;
use crate::erased::Shared;
use crate::player::{PlayerError, PlayerSpec};
use crate::session::AnalysisError;

/// A position of one game.
pub(crate) struct GamePosition<G: Notation + Scene> {
    shared: Arc<Shared<G>>,
    start: Arc<G::State>,
    /// Before the last move, if there was one.
    before: Option<G::State>,
    state: G::State,
    history: Vec<G::Move>,
}

impl<G: Notation + Scene> Clone for GamePosition<G> {
    fn clone(&self) -> Self {
        GamePosition {
            shared: Arc::clone(&self.shared),
            start: Arc::clone(&self.start),
            before: self.before.clone(),
            state: self.state.clone(),
            history: self.history.clone(),
        }
    }
}

impl<G: Notation + Scene> GamePosition<G> {
    pub(crate) fn new(shared: Arc<Shared<G>>, state: G::State) -> Self {
        GamePosition { shared, start: Arc::new(state.clone()), before: None, state, history: Vec::new() }
    }

    /// What is possible: legal moves, or outcomes of chance.
    fn moves(&self) -> Vec<G::Move> {
        let (game, mut moves) = (&self.shared.game, Vec::new());
        game.legal_moves(&self.state, &mut moves);
        if let (Turn::Chance, Some(chance)) = (game.turn(&self.state), game.chance()) {
            chance.outcomes(&self.state, &mut |outcome, _| moves.push(outcome));
        }
        moves
    }

    fn find(&self, action: usize) -> Result<G::Move, NotationError> {
        let game = &self.shared.game;
        find(game, self.moves(), action, |mv| game.move_text(&self.state, mv))
    }

    fn advance(&mut self, mv: G::Move) {
        self.history.push(mv);
        self.before = Some(self.state.clone());
        self.shared.game.play(&mut self.state, mv);
    }

    /// Goes through what was played: the position before each move, and the move.
    fn each_played(&self, mut each: impl FnMut(&G::State, G::Move)) {
        let mut state = G::State::clone(&self.start);
        for &mv in &self.history {
            each(&state, mv);
            self.shared.game.play(&mut state, mv);
        }
    }

    /// The position before the last move, and the move.
    fn last(&self) -> Option<(&G::State, G::Move)> {
        self.before.as_ref().zip(self.history.last().copied())
    }
}

/// The move of this number among those that are possible.
fn find<G: Notation>(
    game: &G,
    moves: Vec<G::Move>,
    action: usize,
    text: impl Fn(G::Move) -> String,
) -> Result<G::Move, NotationError> {
    let found = moves.iter().find(|&&mv| game.slot(mv) == action);
    found.copied().ok_or_else(|| {
        let written: Vec<String> = moves.iter().map(|&mv| format!("{} ({})", game.slot(mv), text(mv))).collect();
        let error = NotationError::illegal_move(&action.to_string(), &written);
        if written.is_empty() { error } else { error.because("") }
    })
}

fn sorted_slots<G: Notation>(game: &G, moves: &[G::Move]) -> Vec<usize> {
    let mut slots: Vec<usize> = moves.iter().map(|&mv| game.slot(mv)).collect();
    slots.sort_unstable();
    slots
}

impl<G: Notation + Scene> AnyPosition for GamePosition<G> {
    fn copied(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.state == other.state && self.shared.spec == other.shared.spec)
    }

    fn key(&self) -> u64 {
        self.shared.game.key(&self.state)
    }

    fn turn(&self) -> Turn {
        self.shared.game.turn(&self.state)
    }

    fn actions(&self) -> Vec<usize> {
        sorted_slots(&self.shared.game, &self.moves())
    }

    fn outcomes(&self) -> Vec<(usize, f64)> {
        let (game, mut outcomes) = (&self.shared.game, Vec::new());
        if let Some(chance) = game.chance() {
            chance.outcomes(&self.state, &mut |outcome, probability| outcomes.push((game.slot(outcome), probability)));
        }
        outcomes.sort_unstable_by_key(|&(action, _)| action);
        outcomes
    }

    fn play(&mut self, action: usize) -> Result<(), NotationError> {
        let mv = self.find(action)?;
        self.advance(mv);
        Ok(())
    }

    fn play_random(&mut self, rng: &mut Rng) -> Option<usize> {
        let game = &self.shared.game;
        let mv = match game.turn(&self.state) {
            Turn::Player(_) => game.random_move(&self.state, rng, &mut Vec::new())?,
            Turn::Chance => game.draw(&self.state, rng)?,
            Turn::Over => return None,
        };
        let action = game.slot(mv);
        self.advance(mv);
        Some(action)
    }

    fn action_text(&self, action: usize) -> Result<String, NotationError> {
        Ok(self.shared.game.move_text(&self.state, self.find(action)?))
    }

    fn parse_action(&self, text: &str) -> Result<usize, NotationError> {
        Ok(self.shared.game.slot(self.shared.game.parse_move(&self.state, text)?))
    }

    fn history(&self, observer: Option<Player>) -> Vec<PlayedAction> {
        let (game, mut played) = (&self.shared.game, Vec::new());
        self.each_played(|state, mv| {
            let (mv, text) = match observer {
                None => (mv, game.move_text(state, mv)),
                Some(seat) => {
                    let part = seen(game, state, mv, seat).mv;
                    (part, View::new(game, state, seat).move_text(game, part))
                }
            };
            played.push(PlayedAction { turn: game.turn(state), action: game.slot(mv), text });
        });
        played
    }

    fn start(&self) -> Box<dyn AnyPosition> {
        Box::new(GamePosition::new(Arc::clone(&self.shared), G::State::clone(&self.start)))
    }

    fn scores(&self) -> Option<Vec<f32>> {
        let is_over = self.turn() == Turn::Over;
        is_over.then(|| self.shared.game.scores(&self.state).shares().as_slice().to_vec())
    }

    fn points(&self) -> Option<Vec<f32>> {
        self.shared.game.points(&self.state).map(|points| points.as_slice().to_vec())
    }

    fn text(&self) -> String {
        self.shared.game.position_text(&self.state)
    }

    fn picture(&self) -> Picture {
        self.shared.game.picture(&self.state, self.last().map(|(_, mv)| mv))
    }

    fn view(&self, seat: Player) -> Box<dyn AnyView> {
        let game = &self.shared.game;
        let last = self.last().map(|(before, mv)| seen(game, before, mv, seat));
        let view = View::new(game, &self.state, seat).owned();
        Box::new(GameView { shared: Arc::clone(&self.shared), view, last })
    }

    fn analyze(&self, player: &PlayerSpec, seed: u64, halt: &Halt) -> Result<Analysis, AnalysisError> {
        let mover = match self.turn() {
            Turn::Player(mover) => mover,
            Turn::Chance => return Err(AnalysisError::Chance),
            Turn::Over => return Err(AnalysisError::Over),
        };
        let (game, shared) = (&self.shared.game, &self.shared);
        let mut seated = shared.seated(player, mover, &self.start, seed).map_err(AnalysisError::Player)?;
        self.each_played(|state, mv| seated.saw(game, state, mv));
        let found = seated.analyze(game, &self.state, player.budget(), halt, &mut Rng::new(seed));
        found.map_err(|fault| AnalysisError::Player(PlayerError::Fault { player: player.label().to_owned(), fault }))
    }
}

/// What a seat knows of a position of one game.
pub(crate) struct GameView<G: Notation + Scene> {
    shared: Arc<Shared<G>>,
    view: View<'static, G>,
    last: Option<Seen<G::Move>>,
}

impl<G: Notation + Scene> GameView<G> {
    pub(crate) fn new(shared: Arc<Shared<G>>, view: View<'static, G>) -> Self {
        GameView { shared, view, last: None }
    }

    fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.view.legal_moves(&self.shared.game, &mut moves);
        moves
    }
}

impl<G: Notation + Scene> AnyView for GameView<G> {
    fn copied(&self) -> Box<dyn AnyView> {
        let view = self.view.owned();
        Box::new(GameView { shared: Arc::clone(&self.shared), view, last: self.last })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &dyn AnyView) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.view == other.view && self.shared.spec == other.shared.spec)
    }

    fn seat(&self) -> Player {
        self.view.observer()
    }

    fn turn(&self) -> Turn {
        self.view.turn(&self.shared.game)
    }

    fn actions(&self) -> Vec<usize> {
        sorted_slots(&self.shared.game, &self.moves())
    }

    fn action_text(&self, action: usize) -> Result<String, NotationError> {
        let text = |mv| self.view.move_text(&self.shared.game, mv);
        find(&self.shared.game, self.moves(), action, text).map(text)
    }

    fn parse_action(&self, text: &str) -> Result<usize, NotationError> {
        if self.turn() != Turn::Player(self.seat()) {
            return Err(NotationError::illegal_move(text, &[]));
        }
        Ok(self.shared.game.slot(self.view.parse_move(&self.shared.game, text)?))
    }

    fn text(&self) -> String {
        self.view.text(&self.shared.game)
    }

    fn picture(&self) -> Picture {
        self.view.picture(&self.shared.game, self.last)
    }

    fn worlds(&self) -> Vec<(Box<dyn AnyPosition>, f64)> {
        let worlds = self.view.worlds(&self.shared.game).into_iter();
        let position = |state| -> Box<dyn AnyPosition> { Box::new(GamePosition::new(Arc::clone(&self.shared), state)) };
        worlds.map(|(state, weight)| (position(state), weight)).collect()
    }

    fn sample(&self, rng: &mut Rng) -> Box<dyn AnyPosition> {
        let state = self.view.determinize(&self.shared.game, rng).into_owned();
        Box::new(GamePosition::new(Arc::clone(&self.shared), state))
    }
}
