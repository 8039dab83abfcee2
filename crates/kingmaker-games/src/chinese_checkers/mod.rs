//! Chinese Checkers (1893) on the small star of 73 fields, six pieces each, for two, three, four
//! or six players.
//!
//! Pieces step to a neighbouring field or jump over one neighbour after the other, and want to
//! the opposite triangle. The rules follow Nijssen 2013, section 3.1;
//! `docs/src/games/chinese-checkers.md` tells where that is silent and what was decided.

mod arrangement;
pub mod board;
mod guide;
mod jumps;
mod knowledge;
#[cfg(test)]
mod naive;
mod notation;
#[cfg(test)]
mod notation_tests;
mod scene;
mod settings;
mod solo;
mod state;
#[cfg(test)]
mod tests;

use kingmaker_core::{Game, MAX_PLAYERS, MoveOrdering, OutOfTurn, Player, Rng, Scores, Turn};

use crate::outcome::Outcome;
use board::{BOARD, DIRECTIONS, FIELDS, Field, Fields, NEIGHBOURS, TRIANGLES, neighbours, shifted};
use guide::{Guide, Measure};
use jumps::{Group, Jumps};

use knowledge::BY_BASE;
pub use knowledge::MOVES_HOME;
pub use settings::{SCHEMA, Seats, Settings, Stop};
pub use state::State;

/// How many pieces each player has.
const PIECES: usize = 6;

/// The rules of one variant.
#[derive(Clone, Debug)]
pub struct ChineseCheckers {
    players: usize,
    ply_cap: u32,
    /// The triangle in which each player begins, clockwise from the top.
    seats: [usize; MAX_PLAYERS],
    /// The way home, for each player: to the tip of the home base, and to its nearest field.
    guides: [[&'static Guide; MAX_PLAYERS]; 2],
    /// The player whose home base is the triangle that the field belongs to, if there is one.
    owners: [u8; 128],
    /// Where each player's pieces may stop. They may jump through all other fields.
    stops: [Fields; MAX_PLAYERS],
}

/// No player.
const NOBODY: u8 = MAX_PLAYERS as u8;

/// A piece goes from one field to another, by a step or by jumps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    from: Field,
    to: Field,
}

impl ChineseCheckers {
    /// The game for two, three, four or six players, a draw after `ply_cap` plies.
    ///
    /// # Panics
    /// With any other number of players.
    pub fn new(players: usize, ply_cap: u32) -> Self {
        let seats = match players {
            2 => [0, 3, 0, 0, 0, 0],
            3 => [0, 2, 4, 0, 0, 0],
            4 => [0, 1, 3, 4, 0, 0],
            6 => [0, 1, 2, 3, 4, 5],
            _ => panic!("Chinese Checkers is for 2, 3, 4 or 6 players"),
        };
        let mut owners = [NOBODY; 128];
        for (player, seat) in seats[..players].iter().enumerate() {
            for field in Field::all(TRIANGLES[(seat + 3) % 6]) {
                owners[field.index()] = player as u8;
            }
        }
        let guides =
            [Measure::Tip, Measure::Base].map(|measure| seats.map(|seat| guide::guide((seat + 3) % 6, measure)));
        let stops = [BOARD; MAX_PLAYERS];
        ChineseCheckers { players, ply_cap, seats, guides, owners, stops }
    }

    /// The same, but pieces may not stop in triangles where they neither began nor want to be. Somebody can always
    /// move: the middle has more fields than there are pieces, and where it is empty, some piece of a triangle that is
    /// not full can leave it or move within it.
    pub fn stopping_in_own_triangles(self) -> Self {
        ChineseCheckers { stops: self.seats.map(own_stops), ..self }
    }

    /// Where the pieces of a player may stop.
    #[inline]
    fn stops(&self, player: Player) -> Fields {
        self.stops[player.index()]
    }

    /// The way home as a move ordering measures it.
    #[inline]
    fn guide(&self, by: MoveOrdering, player: Player) -> &'static Guide {
        self.guides[usize::from(by.index() == BY_BASE)][player.index()]
    }

    /// The home base of a player.
    #[inline]
    fn home(&self, player: Player) -> Fields {
        self.guides[0][player.index()].home
    }

    /// The pieces of a player, in order, with all fields that each can move to.
    #[inline(always)]
    fn reach(&self, state: &State, player: Player) -> [(Field, Fields); PIECES] {
        let (mut pieces, stops) = (state.pieces(player), self.stops(player));
        let open = state.vacant() & stops;
        let jumps = Jumps::new(pieces, state.occupied(), stops);
        let mut reach = [(); PIECES].map(|()| {
            let from = Field::lowest(pieces);
            pieces &= pieces.wrapping_sub(1);
            (from, neighbours(from.bit()) & open)
        });
        jumps.for_each(|group| {
            for (from, targets) in &mut reach {
                if group.sources & from.bit() != 0 {
                    *targets |= group.targets;
                }
            }
        });
        reach
    }

    fn moves_of(&self, state: &State, player: Player, out: &mut Vec<Move>) {
        out.clear();
        for (from, targets) in self.reach(state, player) {
            out.extend(Field::all(targets).map(|to| Move { from, to }));
        }
    }

    /// Whether this player could move if it were their turn.
    #[inline]
    fn has_move(&self, state: &State, player: Player) -> bool {
        let stops = self.stops(player);
        // What the first test misses are chains of jumps through fields where a piece may not stop.
        state.can_move(player, stops)
            || stops != BOARD && self.reach(state, player).iter().any(|&(_, targets)| targets != 0)
    }

    /// Whether all fields of this player's home base are occupied, one of them by their own piece.
    fn is_home(&self, state: &State, player: Player) -> bool {
        let home = self.home(player);
        state.occupied() & home == home && state.pieces(player) & home != 0
    }

    /// Gives the turn to the next player who can move. There is one: the board is connected and
    /// not full, so that some piece is next to a vacant field; where pieces may not stop everywhere, see there.
    #[inline]
    fn pass_turn(&self, state: &mut State) {
        let mut next = state.turn.next(self.players);
        while !self.has_move(state, next) {
            next = next.next(self.players);
        }
        state.turn = next;
    }
}

impl Game for ChineseCheckers {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _: &mut Rng) -> State {
        let mut state = State::empty();
        for player in Player::all(self.players) {
            state.toggle(player, TRIANGLES[self.seats[player.index()]], TRIANGLES[0]);
        }
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.outcome.turn(state.turn)
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        match state.outcome {
            Outcome::Open => self.moves_of(state, state.turn, out),
            Outcome::Won(_) | Outcome::Drawn => out.clear(),
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let seat = self.seats[state.turn.index()];
        let turned = mv.from.turned_back(seat) | mv.to.turned_back(seat);
        state.toggle(state.turn, mv.from.bit() | mv.to.bit(), turned);
        state.ply += 1;
        // A base can only have been completed on the field that was entered, and no field is in
        // two bases, so that there is no question of who of several winners comes first.
        let owner = self.owners[mv.to.index()];
        if owner != NOBODY && self.is_home(state, Player::new(usize::from(owner))) {
            let winner = Player::new(usize::from(owner));
            state.outcome = Outcome::Won(winner);
            state.turn = winner;
        } else if state.ply >= self.ply_cap {
            state.outcome = Outcome::Drawn;
            state.turn = Player::new(0);
        } else {
            self.pass_turn(state);
        }
    }

    fn scores(&self, state: &State) -> Scores {
        state.outcome.scores(self.players)
    }

    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        FIELDS * mv.from.place() + mv.to.place()
    }

    fn slots(&self) -> usize {
        FIELDS * FIELDS
    }

    fn ply_cap(&self) -> usize {
        self.ply_cap as usize
    }

    fn plies_left(&self, state: &State) -> Option<usize> {
        Some(self.ply_cap.saturating_sub(state.ply) as usize)
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Move, _: &mut Vec<Move>) -> bool {
        let (from, to) = (mv.from.bit(), mv.to.bit());
        let is_possible = state.pieces(state.turn) & from != 0 && state.vacant() & self.stops(state.turn) & to != 0;
        state.outcome == Outcome::Open
            && is_possible
            && (NEIGHBOURS[mv.from.index()] & to != 0 || jumps::can_jump(from, to, state.occupied()))
    }

    /// Counts the steps in each direction and the jumps of each group and draws one, without
    /// listing any.
    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        if state.outcome != Outcome::Open {
            return None;
        }
        let (pieces, stops) = (state.pieces(state.turn), self.stops(state.turn));
        let jumps = Jumps::new(pieces, state.occupied(), stops);
        let mut chains = Draw::default();
        jumps.for_each_chain(|group| chains.offer(group, rng));
        let (steps, single) = (steps(pieces, state.vacant() & stops), jumps.single());
        let (of_steps, of_single) = (count(&steps), count(&single));
        let left = rng.below(of_steps + of_single + chains.total);
        if left < of_steps {
            Some(nth(&steps, left, 1))
        } else if left < of_steps + of_single {
            Some(nth(&single, left - of_steps, 2))
        } else {
            Some(chains.pick(rng))
        }
    }
}

/// The middle of the board, the triangle of this number and the one opposite to it.
fn own_stops(triangle: usize) -> Fields {
    let others = (0..6).filter(|other| other % 3 != triangle % 3);
    others.fold(BOARD, |stops, other| stops & !TRIANGLES[other])
}

/// Where steps of these pieces end, by direction.
#[inline(always)]
fn steps(pieces: Fields, vacant: Fields) -> [Fields; 6] {
    std::array::from_fn(|direction| shifted(pieces, direction) & vacant)
}

/// How many moves there are with these targets in each direction.
#[inline(always)]
fn count(targets: &[Fields; 6]) -> usize {
    targets.iter().map(|targets| targets.count_ones()).sum::<u32>() as usize
}

/// The `n`th of the moves with these targets in each direction, all of the same length in steps.
#[inline(always)]
fn nth(targets: &[Fields; 6], mut n: usize, length: i32) -> Move {
    let mut direction = 0;
    loop {
        let count = targets[direction].count_ones() as usize;
        if n < count {
            let to = Field::nth(targets[direction], n);
            return Move { from: to.offset(-length * DIRECTIONS[direction]), to };
        }
        n -= count;
        direction += 1;
    }
}

/// A group of jumps, drawn with a probability in proportion to how many jumps it has.
#[derive(Default)]
struct Draw {
    group: Group,
    total: usize,
}

impl Draw {
    /// Lets a group take part.
    #[inline(always)]
    fn offer(&mut self, group: Group, rng: &mut Rng) {
        let count = (group.sources.count_ones() * group.targets.count_ones()) as usize;
        self.total += count;
        if count > 0 && rng.below(self.total) < count {
            self.group = group;
        }
    }

    /// One of the jumps of the group that was drawn.
    #[inline(always)]
    fn pick(&self, rng: &mut Rng) -> Move {
        let Group { sources, targets } = self.group;
        let from = Field::nth(sources, rng.below(sources.count_ones() as usize));
        let to = Field::nth(targets, rng.below(targets.count_ones() as usize));
        Move { from, to }
    }
}

impl OutOfTurn for ChineseCheckers {
    fn legal_moves_of(&self, state: &State, player: Player, out: &mut Vec<Move>) {
        match state.outcome {
            Outcome::Open => self.moves_of(state, player, out),
            Outcome::Won(_) | Outcome::Drawn => out.clear(),
        }
    }

    fn can_move(&self, state: &State, player: Player) -> bool {
        state.outcome == Outcome::Open && self.has_move(state, player)
    }

    #[inline]
    fn hand_turn(&self, state: &mut State, player: Player) {
        state.turn = player;
    }
}
