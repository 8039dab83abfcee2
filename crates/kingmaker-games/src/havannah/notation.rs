//! Moves as the names of cells, positions as one line of two fields:
//!
//! ```text
//! ..../...../....../..12.../....../...../.... 1
//! ```
//!
//! the rows from the top, each from the left; the player to move (`won2` or `drawn` once it is
//! over). Row 1 is at the bottom and begins with a1. Its other cells are b1, c1 and so on, and
//! above a1 are a2 to the left and b2 to the right: a letter stands for a column that slants, and
//! cells differ from their neighbours by one in the letter, in the number, or in both alike.

use kingmaker_core::{Notation, NotationError, Player};

use super::board::Cell;
use super::state::State;
use super::{Havannah, Move};
use crate::outcome::Outcome;

type Result<T> = std::result::Result<T, NotationError>;

impl Notation for Havannah {
    fn move_text(&self, _: &State, Move(cell): Move) -> String {
        self.board.name(cell)
    }

    /// Takes the name of a cell, or `swap` for that of the stone that can be taken over.
    fn parse_move(&self, state: &State, text: &str) -> Result<Move> {
        let text = text.trim();
        if state.outcome != Outcome::Open {
            return Err(NotationError::new(text, "no move: the game is over"));
        }
        let may_swap = self.may_take_over(state, state.turn);
        let wants_swap = text.eq_ignore_ascii_case("swap");
        let named =
            if wants_swap { self.board.all().find(|&cell| !state.is_empty(cell)) } else { self.read_cell(text) };
        match named {
            Some(cell) if may_swap || !wants_swap && state.is_empty(cell) => Ok(Move(cell)),
            Some(_) if wants_swap => {
                Err(NotationError::new(text, "an empty cell").because("no stone can be taken over now"))
            }
            Some(_) => Err(NotationError::new(text, "an empty cell").because("a stone is there")),
            None => Err(NotationError::new(text, self.cells_expected())),
        }
    }

    fn position_text(&self, state: &State) -> String {
        let rows: Vec<String> = (1..=self.board.side())
            .map(|row| {
                let stone = |cell| state.stone(self.board, cell).map_or(".".to_owned(), |player| player.to_string());
                self.row_cells(row).map(stone).collect()
            })
            .collect();
        let turn = match state.outcome {
            Outcome::Open => state.turn.to_string(),
            Outcome::Won(winner) => format!("won{winner}"),
            Outcome::Drawn => "drawn".to_owned(),
        };
        format!("{} {turn}", rows.join("/"))
    }

    fn parse_position(&self, text: &str) -> Result<State> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [rows, turn] = fields[..] else {
            return Err(NotationError::new(
                text.trim(),
                "two fields: board and turn, as in the book's page on Havannah",
            ));
        };
        let stones = self.read_rows(rows)?;
        self.check_counts(rows, &stones)?;
        let mut state = State::new(self.board);
        let winners = self.place_all(&mut state, &stones);
        self.read_turn(turn, &stones, winners, &mut state)?;
        Ok(state)
    }
}

impl Havannah {
    fn row_cells(&self, row: usize) -> impl Iterator<Item = Cell> {
        self.board.all().filter(move |&cell| usize::from(self.board.site(cell).row) == row)
    }

    fn cells_expected(&self) -> String {
        let (first, last) = (Cell::new(self.board.cells() - self.board.base()), Cell::new(self.board.base() - 1));
        let middle = Cell::new(self.board.cells() / 2);
        let [first, middle, last] = [first, middle, last].map(|cell| self.board.name(cell));
        format!(
            "an empty cell, from {first} at the lower left over {middle} in the middle to {last} at the upper right"
        )
    }

    fn read_cell(&self, text: &str) -> Option<Cell> {
        let mut characters = text.chars();
        let letter = u32::from(characters.next()?.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
        let digits = characters.as_str();
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        let number: usize = digits.parse().ok().filter(|_| plain)?;
        self.board.named(letter as usize, number - 1)
    }

    /// The stones in the order of the cells.
    fn read_rows(&self, text: &str) -> Result<Vec<(Cell, Player)>> {
        let rows: Vec<&str> = text.split('/').collect();
        let side = self.board.side();
        if rows.len() != side {
            return Err(NotationError::new(text, format!("{side} rows separated by '/'")));
        }
        let mut stones = Vec::new();
        for (row, line) in (1..).zip(rows) {
            let width = self.row_cells(row).count();
            if line.chars().count() != width {
                return Err(NotationError::new(line, format!("{width} cells in row {}", side + 1 - row)));
            }
            for (cell, character) in self.row_cells(row).zip(line.chars()) {
                match character {
                    '.' => {}
                    '1' => stones.push((cell, Player::new(0))),
                    '2' => stones.push((cell, Player::new(1))),
                    _ => return Err(NotationError::new(character, "'.', '1' or '2' for each cell")),
                }
            }
        }
        Ok(stones)
    }

    /// Puts stones on the board and says for each player whether they make a ring, a bridge or a fork.
    fn place_all(&self, state: &mut State, stones: &[(Cell, Player)]) -> [bool; 2] {
        let mut winners = [false; 2];
        for &(cell, player) in stones {
            winners[player.index()] |= state.place(self.board, player, cell);
        }
        winners
    }

    /// Players take turns, so that none is ahead by more than the stone of whoever began. That is
    /// player 2 once the first stone has been taken over.
    fn check_counts(&self, text: &str, stones: &[(Cell, Player)]) -> Result<()> {
        if self.last_movers(stones) != [false; 2] {
            return Ok(());
        }
        let [one, two] = counts(stones);
        let ahead = if self.swap { "either player" } else { "player 1" };
        let expected = format!("as many stones of both players or one more of {ahead}, not {one} and {two}");
        Err(NotationError::new(text, expected))
    }

    /// Whether each player can have been the last to move, by the number of stones. Before the first
    /// move, this is player 2.
    fn last_movers(&self, stones: &[(Cell, Player)]) -> [bool; 2] {
        match counts(stones) {
            [0, 0] => [false, true],
            [one, two] if one == two => [self.swap, true],
            [one, two] if one == two + 1 => [true, false],
            [one, two] if two == one + 1 => [false, self.swap],
            _ => [false; 2],
        }
    }

    fn read_turn(&self, text: &str, stones: &[(Cell, Player)], winners: [bool; 2], state: &mut State) -> Result<()> {
        let winner = match winners {
            [true, true] => return Err(NotationError::new(text, "a position that only one player has won")),
            [true, false] => Some(Player::new(0)),
            [false, true] => Some(Player::new(1)),
            [false, false] => None,
        };
        let wrong = |expected: String| Err(NotationError::new(text, expected));
        let moved_last = |player: Player| self.last_movers(stones)[player.index()];
        let full = state.empty == 0;
        match (text, winner) {
            ("1" | "2" | "drawn", Some(winner)) => {
                return wrong(format!("won{winner}, because player {winner} has won"));
            }
            ("won1", Some(winner)) | ("won2", Some(winner)) if text.ends_with(&winner.to_string()) => {
                if !moved_last(winner) {
                    return wrong(format!("a position in which player {winner} was the last to move"));
                }
                if !self.has_last_stone(stones, winner) {
                    return wrong(format!("a position that one last stone of player {winner} has won"));
                }
                state.outcome = Outcome::Won(winner);
                state.turn = winner;
            }
            ("won1" | "won2", _) => return wrong(format!("a position that player {} has won", &text[3..])),
            ("drawn", None) if full => state.outcome = Outcome::Drawn,
            ("drawn", None) => return wrong("a draw only when the board is full".to_owned()),
            ("1" | "2", None) if full => return wrong("drawn, because the board is full".to_owned()),
            ("1" | "2", None) => {
                let next = Player::new(usize::from(text == "2"));
                let last = next.next(2);
                if stones.is_empty() && next != Player::new(0) {
                    return wrong("1, because player 1 begins".to_owned());
                }
                if !moved_last(last) {
                    return wrong(format!("{last}, because player {next} was the last to move"));
                }
                state.turn = next;
            }
            _ => return wrong("the player to move from 1 to 2, wonN or drawn".to_owned()),
        }
        Ok(())
    }

    /// Whether the winner had not won yet before one of their stones, which then was the last.
    fn has_last_stone(&self, stones: &[(Cell, Player)], winner: Player) -> bool {
        let own: Vec<(Cell, Player)> = stones.iter().filter(|stone| stone.1 == winner).copied().collect();
        own.iter().any(|&last| {
            let others: Vec<(Cell, Player)> = own.iter().filter(|&&stone| stone != last).copied().collect();
            self.place_all(&mut State::new(self.board), &others) == [false; 2]
        })
    }
}

/// How many stones each player has.
fn counts(stones: &[(Cell, Player)]) -> [usize; 2] {
    [0, 1].map(|player| stones.iter().filter(|stone| stone.1 == Player::new(player)).count())
}
