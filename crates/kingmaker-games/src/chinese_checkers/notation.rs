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

use super::board::{Field, ROWS};
use super::state::State;
use super::{ChineseCheckers, Move, PIECES};
use crate::outcome::Outcome;

type Result<T> = std::result::Result<T, NotationError>;

impl Notation for ChineseCheckers {
    fn move_text(&self, _: &State, mv: Move) -> String {
        format!("{}-{}", mv.from, mv.to)
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
                let player = self.read_player(character).ok_or_else(|| {
                    let players = self.players;
                    NotationError::new(character, format!("'.' or a player from 1 to {players} in row {letter}"))
                })?;
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

    fn read_player(&self, character: char) -> Option<Player> {
        let number = character.to_digit(10)? as usize;
        (1..=self.players).contains(&number).then(|| Player::new(number - 1))
    }

    fn read_turn(&self, text: &str, state: &mut State) -> Result<()> {
        let single = |text: &str| {
            let mut characters = text.chars();
            let player = characters.next().and_then(|character| self.read_player(character));
            player.filter(|_| characters.next().is_none())
        };
        let winner = Player::all(self.players).find(|&player| self.is_home(state, player));
        if text == "drawn" {
            if winner.is_some() || state.ply < self.ply_cap {
                return Err(NotationError::new(text, format!("a draw only after {} plies", self.ply_cap)));
            }
            state.outcome = Outcome::Drawn;
        } else if let Some(player) = text.strip_prefix("won").and_then(single) {
            if !self.is_home(state, player) {
                return Err(NotationError::new(text, format!("a position that player {player} has won")));
            }
            state.outcome = Outcome::Won(player);
            state.turn = player;
        } else if let Some(player) = single(text) {
            if let Some(winner) = winner {
                return Err(NotationError::new(text, format!("won{winner}, for the home base of {winner} is full")));
            }
            if !state.can_move(player) {
                return Err(NotationError::new(text, format!("a player who can move; player {player} cannot")));
            }
            if state.ply >= self.ply_cap {
                return Err(NotationError::new(text, format!("drawn, for {} plies are the cap", self.ply_cap)));
            }
            state.turn = player;
        } else {
            let players = self.players;
            return Err(NotationError::new(text, format!("the player to move from 1 to {players}, wonN or drawn")));
        }
        Ok(())
    }
}

fn row_fields(row: usize) -> impl Iterator<Item = Field> {
    (0..ROWS[row]).filter_map(move |index| Field::at(row, index))
}
