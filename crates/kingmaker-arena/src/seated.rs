//! Players at seats, and what they are handed.

use std::sync::Arc;

use kingmaker_core::{Notation, Player, Rng, Scene, View, seen};
use kingmaker_search::{Budget, Halt, Onlooker, Searcher};

use crate::agent::Fault;
use crate::agent::foreign::{Choice, Foreign};
use crate::analysis::Analysis;
use crate::erased::Shared;
use crate::own::{self, OwnSeat};
use crate::position::GameView;

/// A player at a seat. This is the only place where a player is handed anything of a game: a view of the position, and
/// what can be seen of a move.
pub(crate) struct Seated<G: Notation + Scene> {
    pub(crate) seat: Player,
    pub(crate) mind: Mind<G>,
}

/// Who thinks.
pub(crate) enum Mind<G: Notation + Scene> {
    Ours(Box<dyn Searcher<G>>),
    Foreign(Box<Foreign>),
    Own(Box<dyn OwnSeat>, Arc<Shared<G>>),
}

impl<G: Notation + Scene> Seated<G> {
    /// Lets the player choose a move. It is their turn.
    pub(crate) fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        halt: &Halt,
        rng: &mut Rng,
    ) -> Result<Choice<G::Move>, Fault> {
        let view = View::new(game, state, self.seat);
        match &mut self.mind {
            Mind::Ours(searcher) => {
                Ok(Choice { report: searcher.search(game, &view, budget, halt, rng), latency: None })
            }
            Mind::Foreign(foreign) => foreign.ask(game, &view, budget, halt),
            Mind::Own(own, shared) => {
                let handed = GameView::new(Arc::clone(shared), view.owned());
                let chosen = own.choose(Box::new(handed), halt);
                let mut legal = Vec::new();
                view.legal_moves(game, &mut legal);
                own::choice(chosen, legal.into_iter().map(|mv| (game.slot(mv), mv)))
            }
        }
    }

    /// The same, with what the player thinks, in words.
    pub(crate) fn analyze(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        halt: &Halt,
        rng: &mut Rng,
    ) -> Result<Analysis, Fault> {
        let choice = self.choose(game, state, budget, halt, rng)?;
        Ok(Analysis::new(game, &View::new(game, state, self.seat), &choice.report))
    }

    /// Somebody wants to see what the player thinks while they think; another program shows nothing.
    pub(crate) fn show(&mut self, onlooker: Onlooker<G::Move>) {
        if let Mind::Ours(searcher) = &mut self.mind {
            searcher.show(onlooker);
        }
    }

    /// Shows the player a move that is about to be made.
    pub(crate) fn saw(&mut self, game: &G, state: &G::State, mv: G::Move) {
        let seen = seen(game, state, mv, self.seat);
        match &mut self.mind {
            Mind::Ours(searcher) => searcher.saw(seen),
            Mind::Foreign(foreign) => foreign.saw(game, &View::new(game, state, self.seat), game.turn(state), seen.mv),
            Mind::Own(..) => {}
        }
    }

    /// The last move is taken back.
    pub(crate) fn undo(&mut self) {
        if let Mind::Foreign(foreign) = &mut self.mind {
            foreign.undo();
        }
    }

    /// Tells the result of a game that is over.
    pub(crate) fn finish(&mut self, shares: &[f32], halt: &Halt) {
        if let Mind::Foreign(foreign) = &mut self.mind {
            foreign.finish(shares, halt);
        }
    }
}
