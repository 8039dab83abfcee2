//! Moves are the square that a pawn goes to, `E2`, or a fence, `E3h` or `E3v`: the lower left one of the four squares around
//! its middle, and how it lies. Positions are the game strings of Parshotam 2023:
//!
//! ```text
//! E1/E9 E3h/G6v/D8v 1 8/9 12
//! ```
//!
//! the pawns; the fences, or `None`; the player to move (the one after the last mover once the game is over); the fences
//! that each has left; and, which is ours, the number of plies if there were any.

use kingmaker_core::{Notation, NotationError, OutOfTurn, Player, Rng};

use super::board::{Direction, MOST_PLAYERS, Square};
use super::state::State;
use super::{Action, Game, Move, Outcome, Quoridor};

type Result<T> = std::result::Result<T, NotationError>;

impl Notation for Quoridor {
    fn move_text(&self, _: &State, mv: Move) -> String {
        match self.action(mv) {
            Action::Go(square) => self.square_name(square),
            Action::Fence(post, direction) => self.fence_name(post, direction),
        }
    }

    fn why_illegal(&self, state: &State, text: &str) -> Option<String> {
        let size = self.board.size();
        if let Some(square) = self.read_square(text, size) {
            let is_taken = state.occupied(self.players) & square.bit() != 0;
            return Some(if is_taken { "a pawn is there".to_owned() } else { "it is no step of yours".to_owned() });
        }
        let letter = text.chars().next_back()?;
        let direction =
            Direction::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_lowercase())?;
        let post = self.read_square(&text[..text.len() - letter.len_utf8()], size - 1)?;
        Some(match state.left[state.turn.index()] {
            0 => "you have no fences left".to_owned(),
            _ if state.room(&self.board, direction) & post.bit() == 0 => "another fence is in the way".to_owned(),
            _ => "it would shut somebody off from their goal".to_owned(),
        })
    }

    fn position_text(&self, state: &State) -> String {
        let seats = || Player::all(self.players);
        let pawns: Vec<String> = seats().map(|player| self.square_name(state.pawn(player))).collect();
        let left: Vec<String> = seats().map(|player| state.left[player.index()].to_string()).collect();
        let mut fences: Vec<String> = Vec::new();
        for post in Square::all(state.fences[0] | state.fences[1]) {
            let lying = Direction::ALL.into_iter().filter(|&direction| state.lying(direction) & post.bit() != 0);
            fences.extend(lying.map(|direction| self.fence_name(post, direction)));
        }
        let fences = if fences.is_empty() { "None".to_owned() } else { fences.join("/") };
        let ply = if state.ply == 0 { String::new() } else { format!(" {}", state.ply) };
        format!("{} {fences} {} {}{ply}", pawns.join("/"), state.turn, left.join("/"))
    }

    fn parse_position(&self, text: &str) -> Result<State> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (pawns, fences, turn, left, ply) = match fields[..] {
            [pawns, fences, turn, left] => (pawns, fences, turn, left, None),
            [pawns, fences, turn, left, ply] => (pawns, fences, turn, left, Some(ply)),
            _ => {
                let expected = "pawns, fences, the player to move and the fences left, such as 'E1/E9 None 1 10/10'";
                return Err(NotationError::new(text.trim(), expected));
            }
        };
        let mut state = self.start(&mut Rng::new(0));
        self.read_pawns(pawns, &mut state)?;
        self.read_fences(fences, &mut state)?;
        self.read_left(left, &mut state)?;
        if let Some(ply) = ply {
            let number = ply.parse().ok().filter(|number| (1..=self.cap).contains(number));
            state.ply = number.ok_or_else(|| NotationError::new(ply, format!("plies, from 1 to {}", self.cap)))?;
        }
        self.read_turn(turn, &mut state)?;
        Ok(state)
    }
}

impl Quoridor {
    pub(super) fn column_name(&self, column: usize) -> char {
        (b'A' + column as u8) as char
    }

    pub(super) fn square_name(&self, square: Square) -> String {
        format!("{}{}", self.column_name(self.board.column(square)), self.board.row(square) + 1)
    }

    pub(super) fn fence_name(&self, post: Square, direction: Direction) -> String {
        format!("{}{}", self.square_name(post), direction.letter())
    }

    /// The square that a text names, in the first so many columns and rows.
    fn read_square(&self, text: &str, size: usize) -> Option<Square> {
        let letter = text.chars().next()?.to_ascii_uppercase();
        let column = (0..size).find(|&column| self.column_name(column) == letter)?;
        let digits = text.get(1..).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
        let row = digits.parse::<usize>().ok().filter(|row| (1..=size).contains(row))?;
        Some(self.board.at(column, row - 1))
    }

    fn read_pawns(&self, text: &str, state: &mut State) -> Result<()> {
        let names: Vec<&str> = text.split('/').collect();
        if names.len() != self.players {
            return Err(NotationError::new(text, format!("the squares of {} pawns", self.players)));
        }
        for (player, name) in names.iter().enumerate() {
            let square = self.read_square(name, self.board.size());
            state.pawns[player] = square.ok_or_else(|| {
                let last = self.square_name(self.board.at(self.board.size() - 1, self.board.size() - 1));
                NotationError::new(*name, format!("a square from A1 to {last}"))
            })?;
        }
        if state.occupied(self.players).count_ones() as usize != self.players {
            return Err(NotationError::new(text, "pawns on different squares"));
        }
        Ok(())
    }

    fn read_fences(&self, text: &str, state: &mut State) -> Result<()> {
        for name in text.split('/').filter(|_| text != "None") {
            let direction = Direction::ALL.into_iter().find(|direction| name.ends_with(direction.letter()));
            let post =
                name.get(..name.len().saturating_sub(1)).and_then(|name| self.read_square(name, self.board.size() - 1));
            let (Some(post), Some(direction)) = (post, direction) else {
                let last = self.square_name(self.board.at(self.board.size() - 2, self.board.size() - 2));
                return Err(NotationError::new(
                    name,
                    format!("None, or fences from A1h to {last}v with / between them"),
                ));
            };
            if !state.has_room(&self.board, post, direction) {
                return Err(NotationError::new(name, "a fence that neither crosses nor overlaps another"));
            }
            state.fence(&self.board, post, direction);
        }
        if !self.leaves_ways(state, state.ways) {
            return Err(NotationError::new(text, "fences that leave every pawn a way to its goal"));
        }
        Ok(())
    }

    /// They are taken as given: games may begin with fences of nobody.
    fn read_left(&self, text: &str, state: &mut State) -> Result<()> {
        let numbers: Vec<&str> = text.split('/').collect();
        if numbers.len() != self.players {
            return Err(NotationError::new(text, format!("the fences left of {} players", self.players)));
        }
        for (player, number) in numbers.iter().enumerate() {
            let left = number.parse().ok().filter(|&left: &u8| left <= self.fences);
            let expected = || format!("a number of fences from 0 to {}", self.fences);
            state.left[player] = left.ok_or_else(|| NotationError::new(*number, expected()))?;
        }
        Ok(())
    }

    fn read_turn(&self, text: &str, state: &mut State) -> Result<()> {
        let number = text.parse().ok().filter(|number| (1..=self.players).contains(number));
        let Some(number) = number else {
            return Err(NotationError::new(text, format!("the player to move, from 1 to {}", self.players)));
        };
        (state.turn, state.targets) = (Player::new(number - 1), 0);
        let home: Vec<usize> = (0..self.players).filter(|&player| self.is_home(state, player)).collect();
        match home[..] {
            [] if state.ply >= self.cap => state.outcome = Outcome::Drawn,
            [] => {
                state.targets = state.targets_of(&self.board, self.players, state.turn);
                let can_move = |player: Player| self.can_move(state, player);
                if !can_move(state.turn) {
                    if Player::all(self.players).any(can_move) {
                        return Err(NotationError::new(text, "a player who can move"));
                    }
                    state.outcome = Outcome::Drawn;
                }
            }
            [winner] if Player::new(winner).next(self.players) == state.turn => {
                state.outcome = Outcome::Won(Player::new(winner));
            }
            _ => return Err(NotationError::new(text, "the player after the one who is home, and only one of these")),
        }
        Ok(())
    }

    fn is_home(&self, state: &State, player: usize) -> bool {
        state.pawns[player % MOST_PLAYERS].bit() & self.board.goals[player % MOST_PLAYERS] != 0
    }
}
