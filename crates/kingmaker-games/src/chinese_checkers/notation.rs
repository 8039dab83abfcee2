//! Moves as `c1-d4`, fields by the row from the top (a to m) and the place in it from the left;
//! positions as one line of three fields:
//!
//! ```text
//! 1/11/111/.........../......... 1 0
//! ```
//!
//! the rows from the top with a player or `.` for each field; the player to move (`won2` or
//! `drawn` once it is over); the number of plies played.

use kingmaker_core::{Notation, NotationError, Player};

use super::board::{Field, ROWS, TRIANGLES, behind_neighbours, neighbours};
use super::state::State;
use super::{ChineseCheckers, Move, PIECES};
use crate::outcome::{Outcome, TurnField, mover, read_player};

type Result<T> = std::result::Result<T, NotationError>;

impl Notation for ChineseCheckers {
    fn move_text(&self, _: &State, mv: Move) -> String {
        format!("{}-{}", mv.from, mv.to)
    }

    fn why_illegal(&self, state: &State, text: &str) -> Option<String> {
        let fields = || (0..ROWS.len()).flat_map(row_fields);
        let named = |name: &str| fields().find(|field| field.to_string().eq_ignore_ascii_case(name));
        let (from, to) = text.split_once('-')?;
        let (from, to) = (named(from)?, named(to)?);
        Some(match (self.piece_on(state, from), self.piece_on(state, to)) {
            (None, _) => format!("there is no piece on {from}"),
            (Some(owner), _) if owner != state.turn => format!("the piece on {from} belongs to player {owner}"),
            (_, Some(_)) => format!("there is a piece on {to}"),
            _ if self.stops(state.turn) & to.bit() == 0 => {
                format!("{to} is in a triangle where this piece neither began nor wants to be, and stop=own")
            }
            _ => format!("no step or chain of jumps leads from {from} to {to}"),
        })
    }

    fn position_text(&self, state: &State) -> String {
        let row_text = |row| -> String {
            let player = |field| self.piece_on(state, field);
            row_fields(row).map(|field| player(field).map_or(".".to_owned(), |player| player.to_string())).collect()
        };
        let rows: Vec<String> = (0..ROWS.len()).map(row_text).collect();
        let turn = match state.outcome {
            Outcome::Open => state.turn.to_string(),
            Outcome::Won(winner) => format!("won{winner}"),
            Outcome::Drawn => "drawn".to_owned(),
        };
        format!("{} {turn} {}", rows.join("/"), state.ply)
    }

    fn parse_position(&self, text: &str) -> Result<State> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, turn, ply] = fields[..] else {
            return Err(NotationError::new(
                text.trim(),
                "three fields: board, turn, ply, as in the book's page on Chinese Checkers",
            ));
        };
        let mut state = State::empty();
        self.read_board(board, &mut state)?;
        state.ply = ply
            .parse()
            .map_err(|_| NotationError::new(ply, format!("the number of plies played, up to {}", u32::MAX)))?;
        self.check_moves(ply, &state)?;
        self.read_turn(turn, &mut state)?;
        Ok(state)
    }
}

impl ChineseCheckers {
    fn read_board(&self, text: &str, state: &mut State) -> Result<()> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != ROWS.len() {
            return Err(NotationError::new(text, format!("{} rows separated by '/'", ROWS.len())));
        }
        for (row, line) in rows.iter().enumerate() {
            let letter = (b'a' + row as u8) as char;
            if line.chars().count() != ROWS[row] {
                return Err(NotationError::new(*line, format!("{} characters for row {letter}", ROWS[row])));
            }
            for (field, character) in row_fields(row).zip(line.chars()) {
                if character == '.' {
                    continue;
                }
                let player = read_player(character, self.players).ok_or_else(|| {
                    let players = self.players;
                    NotationError::new(character, format!("'.' or a player from 1 to {players} in row {letter}"))
                })?;
                if self.stops(player) & field.bit() == 0 {
                    let expected = format!("no piece of player {player} on {field}, where it may not stop (stop=own)");
                    return Err(NotationError::new(*line, expected));
                }
                state.toggle(player, field.bit(), field.turned_back(self.seats[player.index()]));
            }
        }
        for player in Player::all(self.players) {
            let pieces = state.pieces(player).count_ones() as usize;
            if pieces != PIECES {
                return Err(NotationError::new(text, format!("{PIECES} pieces of player {player}, not {pieces}")));
            }
        }
        Ok(())
    }

    /// A piece outside the triangle in which it began has been moved, which took a ply, and one of its
    /// owner's as long as nobody can have been skipped.
    fn check_moves(&self, text: &str, state: &State) -> Result<()> {
        let refuse = |least: String| {
            let expected = format!("at least {least}, a ply for every piece that has left its triangle");
            Err(NotationError::new(text, expected))
        };
        let astray = |player: Player| (state.pieces(player) & !TRIANGLES[self.seats[player.index()]]).count_ones();
        let all: u32 = Player::all(self.players).map(astray).sum();
        if all > state.ply {
            return refuse(all.to_string());
        }
        let moves = |player: Player| (0..state.ply).filter(|&ply| mover(ply, self.players) == player).count() as u32;
        let without_skips = state.ply <= FIRST_SKIP;
        match Player::all(self.players).find(|&player| without_skips && astray(player) > moves(player)) {
            Some(player) => refuse(format!("{} by player {player}", astray(player))),
            None => Ok(()),
        }
    }

    fn read_turn(&self, text: &str, state: &mut State) -> Result<()> {
        let mut winners = Player::all(self.players).filter(|&player| self.is_home(state, player));
        let winner = winners.next();
        if winners.next().is_some() {
            return Err(NotationError::new(text, "a position in which only one home base is full"));
        }
        if let Some(winner) = winner.filter(|&winner| !self.can_just_have_come_home(state, winner)) {
            let expected = format!("a piece in the home base of {winner} that can have been the last to get there");
            return Err(NotationError::new(text, expected));
        }
        let reason = winner.map(|winner| format!("the home base of {winner} is full"));
        let field = TurnField {
            players: self.players,
            ply: state.ply,
            cap: self.ply_cap,
            first_skip: FIRST_SKIP,
            winner: winner.zip(reason.as_deref()),
            can_move: &|player| self.has_move(state, player),
        };
        (state.outcome, state.turn) = field.read(text)?;
        Ok(())
    }

    /// Whether one of the pieces in this player's home base, which is full, can have come last. Moves can
    /// be taken back, so that such a piece can still leave.
    fn can_just_have_come_home(&self, state: &State, player: Player) -> bool {
        let home = self.home(player);
        (neighbours(home) | behind_neighbours(home, state.occupied())) & state.vacant() != 0
    }
}

/// How many plies it takes to shut somebody in: at least so many pieces have to leave the triangles
/// in which they began.
pub(super) const FIRST_SKIP: u32 = 9;

fn row_fields(row: usize) -> impl Iterator<Item = Field> {
    (0..ROWS[row]).filter_map(move |index| Field::at(row, index))
}
