//! Moves as the squares that the piece covers, `c18,c19,a20,b20,c20`, which is how Blokus programs
//! write them; positions as one line of four fields:
//!
//! ```text
//! 11...2/.1...2/... 3 4 -
//! ```
//!
//! the rows from the top with the player on each square, the player to move (`over` once nobody
//! can), the players who cannot move, and those who have placed all pieces with the one of one
//! square last (`-` for none). Which pieces are left follows from the board.

use kingmaker_core::{Notation, NotationError, Player};

use super::board::Square;
use super::history::WrongCount;
use super::pieces::{self, MAX_PIECE, Piece};
use super::state::State;
use super::{Blokus, Move, generate};

type Result<T> = std::result::Result<T, NotationError>;

impl Notation for Blokus {
    fn move_text(&self, _: &State, mv: Move) -> String {
        list(mv.squares())
    }

    /// Squares in any order, with or without blanks after the commas.
    fn parse_move(&self, state: &State, text: &str) -> Result<Move> {
        let text = text.trim();
        let Some(player) = state.turn() else {
            return Err(NotationError::new(text, "no move: no player is to move here"));
        };
        let mut squares = Vec::new();
        for name in text.split(',').map(str::trim) {
            let square = self.read_square(name)?;
            if squares.contains(&square) {
                return Err(NotationError::new(name, "every square only once"));
            }
            squares.push(square);
        }
        let Some((orientation, corner)) = pieces::recognize(&squares) else {
            return Err(NotationError::new(text, "the one to five squares of a piece"));
        };
        let mv = Move::new(orientation, corner);
        if state.site(player).allows(mv) {
            return Ok(mv);
        }
        let mut legal = Vec::new();
        generate::moves(state.site(player), usize::MAX, &mut legal);
        let expected = format!("one of the {} legal moves", legal.len());
        Err(NotationError::new(text, expected).because(self.why_not(state, player, mv)))
    }

    fn position_text(&self, state: &State) -> String {
        let rows: Vec<String> = (0..self.size).rev().map(|row| self.row_text(state, row)).collect();
        let turn = state.turn().map_or("over".to_owned(), |player| player.to_string());
        let stuck = self.list_players(|player| !state.site(player).has_move());
        let finished = self.list_players(|player| state.has_finished_with_monomino(player));
        format!("{} {turn} {stuck} {finished}", rows.join("/"))
    }

    fn parse_position(&self, text: &str) -> Result<State> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, turn, stuck, finished] = fields[..] else {
            return Err(NotationError::new(
                text.trim(),
                "four fields: board, turn, who cannot move, who placed the monomino last, as in the book's page on Blokus",
            ));
        };
        let owners = self.read_board(board)?;
        let mut state = State::empty(self.size, &self.starts());
        let mut pieces = Vec::new();
        for player in Player::all(self.players) {
            pieces.push(self.read_pieces(&owners, player, &mut state)?);
        }
        self.read_finished(finished, &pieces, &mut state)?;
        self.read_stuck(stuck, &mut state)?;
        self.read_turn(turn, &mut state)?;
        Ok(state)
    }
}

/// Who has covered each square, row by row from below.
type Owners = Vec<Option<Player>>;

impl Blokus {
    fn row_text(&self, state: &State, row: usize) -> String {
        let owner = |column| state.owner(Square::new(row, column));
        (0..self.size).map(|column| owner(column).map_or(".".to_owned(), |player| player.to_string())).collect()
    }

    fn list_players(&self, mut listed: impl FnMut(Player) -> bool) -> String {
        let players: String =
            Player::all(self.players).filter(|&player| listed(player)).map(|player| player.to_string()).collect();
        if players.is_empty() { "-".to_owned() } else { players }
    }

    fn read_square(&self, name: &str) -> Result<Square> {
        let square = name.split_at_checked(1).and_then(|(letter, number)| {
            let column = letter.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
            let row: usize = number.parse().ok().filter(|_| !number.starts_with(['+', '0']))?;
            let inside = usize::from(column) < self.size && (1..=self.size).contains(&row);
            inside.then(|| Square::new(row - 1, usize::from(column)))
        });
        let last = Square::new(self.size - 1, self.size - 1);
        square.ok_or_else(|| NotationError::new(name, format!("a square from a1 to {last}")))
    }

    /// Which rule an illegal move breaks.
    fn why_not(&self, state: &State, player: Player, mv: Move) -> String {
        let piece = mv.orientation().piece;
        let own = |square: Square| state.owner(square) == Some(player);
        let beside =
            |square: Square| EDGES.iter().any(|&(up, right)| square.offset(up, right, self.size).is_some_and(own));
        if state.played(player).contains(piece) {
            format!("player {player} has already placed the {}", piece.name())
        } else if let Some(square) = mv.squares().find(|&square| state.owner(square).is_some()) {
            format!("{square} is not empty")
        } else if let Some(square) = mv.squares().find(|&square| beside(square)) {
            format!("{square} is at an edge of an own piece")
        } else if state.played(player).is_none() {
            format!("player {player} begins at {}", self.openings[player.index()].start)
        } else {
            "no square of it is at a corner of an own piece".to_owned()
        }
    }

    fn read_board(&self, text: &str) -> Result<Owners> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.size {
            let found = rows.len();
            return Err(NotationError::new(text, format!("{} rows separated by '/', not {found}", self.size)));
        }
        let mut owners = Vec::new();
        for (line, row) in rows.iter().rev().zip(1..) {
            if line.chars().count() != self.size {
                return Err(NotationError::new(*line, format!("{} squares in row {row}", self.size)));
            }
            for character in line.chars() {
                owners.push(match character {
                    '.' => None,
                    _ => Some(self.read_player(character).ok_or_else(|| {
                        let players = self.players;
                        NotationError::new(character, format!("'.' or a player from 1 to {players} in row {row}"))
                    })?),
                });
            }
        }
        Ok(owners)
    }

    fn read_player(&self, character: char) -> Option<Player> {
        let number = character.to_digit(10)? as usize;
        (1..=self.players).contains(&number).then(|| Player::new(number - 1))
    }

    /// Places the pieces of a player, in an order in which that is possible: the first covers the
    /// start square, and each of the others touches an earlier one.
    fn read_pieces(&self, owners: &Owners, player: Player, state: &mut State) -> Result<Vec<Move>> {
        let own = |square: Square| owners[square.row() * self.size + square.column()] == Some(player);
        let mut left: Vec<Vec<Square>> = Vec::new();
        for square in Square::all(self.size).filter(|&square| own(square)) {
            if !left.iter().flatten().any(|&known| known == square) {
                left.push(self.connected(square, own));
            }
        }
        let mut placed = Vec::new();
        while !left.is_empty() {
            let site = state.site(player);
            let reached = |squares: &Vec<Square>| squares.iter().any(|&square| site.attach.contains(square));
            let Some(next) = left.iter().position(reached) else {
                return Err(if state.played(player).is_none() {
                    let start = self.openings[player.index()].start;
                    NotationError::new(list(left[0].iter().copied()), format!("a piece of player {player} on {start}"))
                } else {
                    let expected = format!("a piece of player {player} that touches the others at a corner");
                    NotationError::new(list(left[0].iter().copied()), expected)
                });
            };
            let squares = left.swap_remove(next);
            let Some((orientation, corner)) = pieces::recognize(&squares) else {
                let offender = list(squares.into_iter().take(MAX_PIECE + 1));
                return Err(NotationError::new(
                    offender,
                    format!("pieces of at most five squares for player {player}"),
                ));
            };
            let mv = Move::new(orientation, corner);
            let piece = mv.orientation().piece;
            if state.played(player).contains(piece) {
                let expected = format!("only one {} of player {player}", piece.name());
                return Err(NotationError::new(list(mv.squares()), expected));
            }
            state.place(player, mv);
            placed.push(mv);
        }
        Ok(placed)
    }

    /// The squares that are connected to this one by edges through such squares.
    fn connected(&self, square: Square, own: impl Fn(Square) -> bool) -> Vec<Square> {
        let mut found = vec![square];
        let mut next = 0;
        while let Some(&square) = found.get(next) {
            for (up, right) in EDGES {
                if let Some(neighbour) = square.offset(up, right, self.size)
                    && own(neighbour)
                    && !found.contains(&neighbour)
                {
                    found.push(neighbour);
                }
            }
            next += 1;
        }
        found
    }

    /// Reads who has placed the piece of one square last, with the pieces of every player.
    pub(super) fn read_finished(&self, text: &str, pieces: &[Vec<Move>], state: &mut State) -> Result<()> {
        for player in Player::all(self.players) {
            state.set_finished_with_monomino(player, false);
        }
        for character in text.chars().filter(|_| text != "-") {
            let all_placed = |player: &Player| state.played(*player).is_all();
            let Some(player) = self.read_player(character).filter(all_placed) else {
                return Err(NotationError::new(
                    text,
                    "'-', or those who have placed all pieces, the one of one square last",
                ));
            };
            state.set_finished_with_monomino(player, true);
        }
        for (player, pieces) in
            Player::all(self.players).zip(pieces).filter(|&(player, _)| state.played(player).is_all())
        {
            let finished = state.has_finished_with_monomino(player);
            let fits = |mv: &&Move| (mv.orientation().piece == Piece::MONOMINO) == finished;
            if !pieces.iter().filter(fits).any(|&last| self.can_be_last(player, pieces, last)) {
                let whether = if finished { "without" } else { "with" };
                let expected = format!("{whether} player {player}, by how the pieces touch");
                return Err(NotationError::new(text, expected));
            }
        }
        Ok(())
    }

    fn read_stuck(&self, text: &str, state: &mut State) -> Result<()> {
        let stuck = self.list_players(|player| !state.has_move(player));
        if text == stuck {
            return Ok(());
        }
        Err(NotationError::new(text, format!("{stuck}, the players who cannot move, or '-' for none")))
    }

    fn read_turn(&self, text: &str, state: &mut State) -> Result<()> {
        let next = self.next_player(state).map_err(|WrongCount { player, expected, or_fewer }| {
            let placed = state.played(player).count();
            let at_most = if or_fewer { "at most " } else { "" };
            let expected = format!("{at_most}{expected}, as everybody places one piece in turn until they cannot");
            NotationError::new(format!("{placed} pieces of player {player}"), expected)
        })?;
        let expected = match next {
            Some(next) if text == next.to_string() => None,
            Some(next) => Some(format!("the player to move, who is {next}")),
            None if text == "over" => None,
            None => Some("over, because nobody can move".to_owned()),
        };
        state.set_turn(next);
        expected.map_or(Ok(()), |expected| Err(NotationError::new(text, expected)))
    }
}

/// Steps to the squares at an edge: up and to the right.
const EDGES: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn list(squares: impl Iterator<Item = Square>) -> String {
    squares.map(|square| square.to_string()).collect::<Vec<_>>().join(",")
}
