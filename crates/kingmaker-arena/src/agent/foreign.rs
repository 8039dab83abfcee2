//! A program at a seat: moves and views of a game as text, and its answers as moves.

use std::time::Duration;

use kingmaker_core::{Notation, Player, Rng, Scene, Turn, View};
use kingmaker_search::{Budget, Halt, Report};

use super::{Agent, Fault, FaultKind, Pool, Question, Table, shortened};

/// A move that a player has chosen.
pub(crate) struct Choice<Move> {
    /// The move, and what was said about it.
    pub(crate) report: Report<Move>,
    /// Of another program: how much longer it took than it says.
    pub(crate) latency: Option<Duration>,
}

/// A program at a seat.
pub(crate) struct Foreign {
    agent: Agent,
    /// What it has seen of every move, with the seat of who made it.
    moves: Vec<(Option<usize>, String)>,
}

impl Foreign {
    /// A program from the pool, in a game that begins with `start`.
    pub(crate) fn new<G: Notation + Scene>(
        game: &G,
        spec: &str,
        pool: &Pool,
        seat: Player,
        start: &G::State,
        seed: u64,
    ) -> Self {
        let text = game.position_text(start);
        let is_usual = text == game.position_text(&game.start(&mut Rng::new(0)));
        let table = Table {
            game: spec.to_owned(),
            players: game.players(),
            seat: seat.number(),
            seed,
            start: (!is_usual && game.secrets().is_none()).then_some(text),
        };
        Foreign { agent: pool.agent(table), moves: Vec::new() }
    }

    /// Asks for a move of the observer, whose turn it is.
    pub(crate) fn ask<G: Notation + Scene>(
        &mut self,
        game: &G,
        view: &View<'_, G>,
        budget: &Budget,
        halt: &Halt,
    ) -> Result<Choice<G::Move>, Fault> {
        let position = view.text(game);
        let is_view = game.secrets().is_some();
        let question = Question { moves: &self.moves, position: &position, is_view, budget };
        let answer = self.agent.ask(&question, halt)?;
        let best = view.parse_move(game, &answer.mv).map_err(|error| {
            self.agent.dismiss();
            Fault::new(FaultKind::IllegalMove, format!("{}: {error}", shortened(&answer.mv)))
        })?;
        let report = Report {
            playouts: answer.playouts,
            nodes: answer.nodes,
            depth: answer.depth,
            elapsed: answer.elapsed,
            ..Report::immediate(best)
        };
        Ok(Choice { report, latency: answer.time.map(|time| answer.elapsed.saturating_sub(time)) })
    }

    /// Remembers what the observer sees of a move that is made in this position.
    pub(crate) fn saw<G: Notation + Scene>(&mut self, game: &G, view: &View<'_, G>, turn: Turn, mv: G::Move) {
        self.moves.push((turn.player().map(|player| player.number()), view.move_text(game, mv)));
    }

    /// The last move is taken back.
    pub(crate) fn undo(&mut self) {
        self.moves.pop();
    }

    /// Tells the result of a game that is over.
    pub(crate) fn finish(&mut self, shares: &[f32], halt: &Halt) {
        self.agent.finish(shares, halt);
    }
}
