//! N-gram Selection Technique: the means of sequences of one, two and three moves
//! (Tak, Winands & Björnsson 2012).

use kingmaker_core::options::{Args, Kind, OptionDef, Schema};
use kingmaker_core::rng::derive_seed;
use kingmaker_core::{Game, Player, Scores};

use super::mast::{UNTRIED, highest};
use super::means::Means;
use super::{Course, Playout, play_out};
use crate::Toolbox;
use crate::mcts::line::Line;

/// How it is named and configured.
pub static SCHEMA: Schema = Schema {
    name: "nst",
    summary: "moves with a high mean result, alone and after the moves before",
    source: "Tak, Winands & Björnsson 2012",
    options: &[
        OptionDef {
            name: "epsilon",
            kind: Kind::Real(0.0, 1.0),
            default: Some("0.1"),
            help: "probability of a random move",
        },
        OptionDef {
            name: "n",
            kind: Kind::Integer(2, LONGEST as u64),
            default: Some("3"),
            help: "the longest sequences",
        },
        OptionDef {
            name: "visits",
            kind: Kind::Integer(1, 1_000_000),
            default: Some("7"),
            help: "sequences of more than one move count once they were played so often",
        },
    ],
    examples: &["mcts(playout=nst)", "mcts(playout=nst(n=2, visits=20))"],
};

/// The longest sequences that can be asked for.
const LONGEST: usize = 3;

/// Sequences are kept in a table of two to this power.
const TABLE_BITS: u32 = 18;

/// So many places are looked at for a sequence; when they are taken it is not remembered.
const PROBES: usize = 4;

struct NGrams<Move> {
    epsilon: f64,
    n: usize,
    visits: u32,
    /// Of single moves, by player and slot.
    singles: Means,
    /// Of longer sequences, by place in the table.
    sequences: Means,
    /// Which sequence each place is for; 0 for none.
    keys: Vec<u64>,
    slots: usize,
    moves: Vec<Move>,
}

/// The strategy as configured.
pub fn build<G: Game>(args: &Args, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    Ok(Box::new(NGrams::<G::Move> {
        epsilon: args.real("epsilon").unwrap_or_default(),
        n: args.integer("n").unwrap_or_default() as usize,
        visits: args.integer("visits").unwrap_or_default() as u32,
        singles: Means::new(game.slots() * game.players()),
        sequences: Means::new(1 << TABLE_BITS),
        keys: vec![0; 1 << TABLE_BITS],
        slots: game.slots(),
        moves: Vec::with_capacity(game.slots()),
    }))
}

/// A key of a sequence that ends with a move of `player`, for each sequence that could be before it.
type Before = [Option<u64>; LONGEST - 1];

impl<Move: Copy> NGrams<Move> {
    /// Keys of the one, two, ... moves at the end of `played`.
    fn before<G: Game<Move = Move>>(&self, game: &G, played: &[(Player, Move)]) -> Before {
        let mut key = 0;
        let mut back = played.iter().rev().take(self.n - 1);
        std::array::from_fn(|_| {
            back.next().map(|&(_, mv)| {
                key = derive_seed(key, game.slot(mv) as u64);
                key
            })
        })
    }

    /// The places in the table where a sequence may be, and its key.
    fn places(before: u64, single: usize) -> (impl Iterator<Item = usize>, u64) {
        let key = derive_seed(before, single as u64) | 1;
        let first = (key >> (64 - TABLE_BITS)) as usize;
        ((0..PROBES).map(move |step| (first + step) & ((1 << TABLE_BITS) - 1)), key)
    }

    /// The mean of a move and of the sequences that end with it, as far as they are known.
    fn value(&self, before: &Before, single: usize) -> f32 {
        let Some(alone) = self.singles.mean(single) else { return UNTRIED };
        let (mut sum, mut count) = (alone, 1.0);
        for &key in before.iter().flatten() {
            let (mut places, key) = Self::places(key, single);
            let place = places.find(|&place| self.keys[place] == key);
            let place = place.filter(|&place| self.sequences.count(place) >= self.visits);
            if let Some(mean) = place.and_then(|place| self.sequences.mean(place)) {
                sum += mean;
                count += 1.0;
            }
        }
        sum / count
    }
}

impl<G: Game> Playout<G> for NGrams<G::Move> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        let game = course.game;
        let mut moves = std::mem::take(&mut self.moves);
        let mut played: [Option<(Player, G::Move)>; LONGEST - 1] = [None; LONGEST - 1];
        for (place, &mv) in played.iter_mut().rev().zip(course.line.moves().iter().rev()) {
            *place = Some(mv);
        }
        let found = play_out(course, plies, |state, rng| {
            let player = game.turn(state).player()?;
            let chosen = if rng.happens(self.epsilon) {
                game.random_move(state, rng, &mut moves)
            } else {
                game.legal_moves(state, &mut moves);
                let mut known = [(player, *moves.first()?); LONGEST - 1];
                let count = played.iter().flatten().count();
                for (place, &mv) in known.iter_mut().zip(played.iter().flatten()) {
                    *place = mv;
                }
                let before = self.before(game, &known[..count]);
                highest(&moves, rng, |mv| self.value(&before, player.index() * self.slots + game.slot(mv)))
            };
            played.rotate_left(1);
            played[LONGEST - 2] = chosen.map(|mv| (player, mv));
            chosen
        });
        self.moves = moves;
        found
    }

    fn begin(&mut self, _: &G) {
        self.singles.clear();
        self.sequences.clear();
        self.keys.fill(0);
    }

    fn is_learning(&self) -> bool {
        true
    }

    fn learn(&mut self, game: &G, line: &Line<G::Move>, scores: &Scores) {
        let moves = line.moves();
        for (index, &(player, mv)) in moves.iter().enumerate() {
            let (single, share) = (player.index() * self.slots + game.slot(mv), scores.of(player));
            self.singles.add(single, share);
            for key in self.before(game, &moves[..index]).into_iter().flatten() {
                let (mut places, key) = Self::places(key, single);
                if let Some(place) = places.find(|&place| self.keys[place] == 0 || self.keys[place] == key) {
                    self.keys[place] = key;
                    self.sequences.add(place, share);
                }
            }
        }
    }
}
