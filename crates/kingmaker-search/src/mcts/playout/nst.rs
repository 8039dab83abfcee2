//! N-gram Selection Technique: the means of sequences of one, two and three moves
//! (Tak, Winands & Björnsson 2012).

use kingmaker_core::options::Kind;
use kingmaker_core::{Game, Player, Scores, settings};

use super::mast::{UNTRIED, highest};
use super::{Course, Playout, play_out};
use crate::Toolbox;
use crate::mcts::line::Line;
use crate::mcts::sequences::{LONGEST, N, Sequences, VISITS};

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "nst" {
        summary: "moves with a high mean result, alone and after the moves before",
        source: "Tak, Winands & Björnsson 2012",
        options: {
            epsilon: f64 {
                name: "epsilon",
                kind: Kind::Real(0.0, 1.0),
                default: "0.1",
                help: "probability of a random move",
            },
            /// The longest sequences.
            n: usize = N,
            /// Sequences of more than one move count once they were played so often.
            visits: u32 = VISITS,
        },
        examples: ["mcts(playout=nst)", "mcts(playout=nst(n=2, visits=20))"],
    }
}

struct NGrams<Move> {
    epsilon: f64,
    sequences: Sequences,
    moves: Vec<Move>,
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    Ok(Box::new(NGrams::<G::Move> {
        epsilon: settings.epsilon,
        sequences: Sequences::new(settings.n, settings.visits, game.players() * game.slots()),
        moves: Vec::with_capacity(game.slots()),
    }))
}

impl<G: Game> Playout<G> for NGrams<G::Move> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        let game = course.game;
        let mut moves = std::mem::take(&mut self.moves);
        // The last moves, the latest first.
        let row = |player: Player, mv: G::Move| player.index() * game.slots() + game.slot(mv);
        let mut played: [Option<usize>; LONGEST - 1] = [None; LONGEST - 1];
        for (place, &(player, mv)) in played.iter_mut().zip(course.line.moves().iter().rev()) {
            *place = Some(row(player, mv));
        }
        let found = play_out(course, plies, |state, rng| {
            let player = game.turn(state).player()?;
            let chosen = if rng.happens(self.epsilon) {
                game.random_move(state, rng, &mut moves)
            } else {
                game.legal_moves(state, &mut moves);
                let contexts = self.sequences.contexts(played.iter().flatten().copied());
                highest(&moves, rng, |mv| self.sequences.mean(&contexts, row(player, mv)).unwrap_or(UNTRIED))
            };
            played.rotate_right(1);
            played[0] = chosen.map(|mv| row(player, mv));
            chosen
        });
        self.moves = moves;
        found
    }

    fn begin(&mut self, _: &G) {
        self.sequences.clear();
    }

    fn is_learning(&self) -> bool {
        true
    }

    fn learn(&mut self, game: &G, line: &Line<G::Move>, scores: &Scores) {
        let moves = line.moves();
        let row = |&(player, mv): &(Player, G::Move)| player.index() * game.slots() + game.slot(mv);
        for (index, made) in moves.iter().enumerate() {
            let contexts = self.sequences.contexts(moves[..index].iter().rev().map(row));
            self.sequences.add(&contexts, row(made), scores.of(made.0), false);
        }
    }
}
