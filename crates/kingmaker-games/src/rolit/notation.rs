//! Moves as the square, `d6`; positions as one line of two fields:
//!
//! ```text
//! ......../......../......../...RY.../...BG.../......../......../........ R
//! ```
//!
//! the rows from the top, and the colour to move (`-` once the game is over). Columns are letters
//! from the left. Rows are numbered from below in Rolit, and from the top in Othello, where
//! everybody writes them so.

use kingmaker_core::{Notation, NotationError, Player};

use super::board::{Square, Squares};
use super::history::connected;
use super::state::{COLOURS, State};
use super::{Colour, Rolit};

type Result<T> = std::result::Result<T, NotationError>;

impl Notation for Rolit {
    fn move_text(&self, _: &State, square: Square) -> String {
        self.name(square)
    }

    fn why_illegal(&self, state: &State, text: &str) -> Option<String> {
        let squares = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (row, column)));
        let mut squares = squares.map(|(row, column)| self.square(row, column));
        let square = squares.find(|&square| self.name(square).eq_ignore_ascii_case(text))?;
        let is_taken = self.character(state, square) != '.';
        Some(if is_taken { "a disc is there".to_owned() } else { String::new() })
    }

    fn position_text(&self, state: &State) -> String {
        let mut text = String::with_capacity(self.size * (self.size + 1) + 1);
        for row in 0..self.size {
            text.extend((0..self.size).map(|column| self.character(state, self.square(row, column))));
            text.push(if row + 1 < self.size { '/' } else { ' ' });
        }
        text.push(if state.moves == 0 { '-' } else { self.colours[state.turn.index()].letter() });
        text
    }

    fn parse_position(&self, text: &str) -> Result<State> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, turn] = fields[..] else {
            return Err(NotationError::new(text.trim(), "two fields: the rows, and the colour to move"));
        };
        let mut state = State::new(self.read_board(board)?);
        self.check_discs(board, &state)?;
        self.read_turn(turn, &mut state)?;
        self.check_last_disc(board, &state)?;
        Ok(state)
    }
}

impl Rolit {
    fn square(&self, row: usize, column: usize) -> Square {
        Square::at(row + self.margin(), column + self.margin())
    }

    /// The name of a column, counted from 0.
    pub(super) fn column_name(&self, column: usize) -> char {
        (b'a' + column as u8) as char
    }

    /// The name of a row, counted from 0 at the top.
    pub(super) fn row_name(&self, row: usize) -> usize {
        if self.othello { row + 1 } else { self.size - row }
    }

    /// The name of a square.
    pub(super) fn name(&self, square: Square) -> String {
        let margin = self.margin();
        format!("{}{}", self.column_name(square.column() - margin), self.row_name(square.row() - margin))
    }

    fn character(&self, state: &State, square: Square) -> char {
        let colour = state.discs.iter().position(|discs| discs & square.bit() != 0);
        colour.map_or('.', |colour| self.colours[colour].letter())
    }

    /// The place of a colour among those of this game, by its letter.
    fn read_colour(&self, character: char) -> Option<usize> {
        self.colours.iter().position(|colour| colour.letter() == character.to_ascii_uppercase())
    }

    fn letters(&self, colours: &[Colour]) -> String {
        colours.iter().map(|colour| colour.letter().to_string()).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn read_board(&self, text: &str) -> Result<[Squares; COLOURS]> {
        let size = self.size;
        let mut discs = [0; COLOURS];
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != size {
            return Err(NotationError::new(text, format!("{size} rows separated by '/'")));
        }
        for (row, line) in rows.iter().enumerate() {
            if line.chars().count() != size {
                return Err(NotationError::new(*line, format!("{size} squares in row {}", self.row_name(row))));
            }
            for (column, character) in line.chars().enumerate().filter(|&(_, character)| character != '.') {
                let Some(colour) = self.read_colour(character) else {
                    let letters = self.letters(&self.colours);
                    return Err(NotationError::new(character, format!("'.' or a colour: {letters}")));
                };
                discs[colour] |= self.square(row, column).bit();
            }
        }
        Ok(discs)
    }

    /// The set-up is never taken off, discs are put next to others, and a colour that has not moved
    /// has at most the discs it began with.
    fn check_discs(&self, text: &str, state: &State) -> Result<()> {
        let occupied = state.occupied;
        if let Some(missing) = Square::all(self.set_up() & !occupied).next() {
            return Err(NotationError::new(text, format!("a disc on {}, as on the whole centre", self.name(missing))));
        }
        if let Some(lonely) = Square::all(occupied & !connected(self.set_up(), occupied)).next() {
            let lonely = self.name(lonely);
            return Err(NotationError::new(text, format!("a chain of discs from {lonely} to the centre")));
        }
        for (colour, discs) in self.unmoved(state) {
            if let Some(stray) = Square::all(discs & !colour.home()).next() {
                let (letter, stray) = (colour.letter(), self.name(stray));
                let plays = self.colours[..self.players].contains(&colour);
                let reason = if plays { "has not moved yet" } else { "does not play" };
                let expected = format!("no {letter} on {stray}: {colour} {reason} and has only what it began with");
                return Err(NotationError::new(text, expected));
            }
        }
        Ok(())
    }

    /// Somebody has put the last disc, if there is one.
    fn check_last_disc(&self, text: &str, state: &State) -> Result<()> {
        let turn = (state.moves != 0).then_some(state.turn);
        let last: Vec<Player> = self.last_movers(state, turn).collect();
        if self.plies(state) == 0 || last.iter().any(|&player| self.can_have_moved_last(state, player)) {
            return Ok(());
        }
        let colours: Vec<String> = last.iter().map(|player| self.colours[player.index()].to_string()).collect();
        Err(NotationError::new(text, format!("a disc that {} can have put last", colours.join(" or "))))
    }

    fn read_turn(&self, text: &str, state: &mut State) -> Result<()> {
        let can_move = Player::all(self.players).find(|&player| self.moves_of(state, player) != 0);
        let plies = self.plies(state);
        let without_skips = plies < self.plies_without_skips();
        if text == "-" {
            return match can_move {
                Some(player) => {
                    let colour = self.colours[player.index()];
                    Err(NotationError::new(text, format!("the colour to move: {colour} can still move")))
                }
                None if self.othello && without_skips => Err(NotationError::new(
                    text,
                    format!("a colour that can move, as there is after any {plies} plies"),
                )),
                None => Ok(()),
            };
        }
        let mut characters = text.chars();
        let playing = &self.colours[..self.players];
        let player = match (characters.next().and_then(|character| self.read_colour(character)), characters.next()) {
            (Some(colour), None) if colour < self.players => Player::new(colour),
            _ => {
                let letters = self.letters(playing);
                return Err(NotationError::new(text, format!("the colour to move ({letters}), or '-' for none")));
            }
        };
        state.moves = self.moves_of(state, player);
        state.turn = player;
        if state.moves == 0 {
            let colour = playing[player.index()];
            let instead = can_move.map_or('-', |player| playing[player.index()].letter());
            return Err(NotationError::new(text, format!("{instead}: {colour} cannot move")));
        }
        let next = self.next_after(plies);
        if without_skips && player != next {
            let colour = playing[next.index()];
            let expected = format!("{}: {colour} makes move {}", colour.letter(), plies + 1);
            return Err(NotationError::new(text, expected));
        }
        Ok(())
    }
}
