//! Moves as `c3-c5` (the distance tells how many pieces move) or `@d4` (a placement); positions
//! as one line of six fields:
//!
//! ```text
//! .,2,.,./1,122,.,.,1,22221/... 1 1,0 0,0/0,0 - 24
//! ```
//!
//! the rows from the top with each stack from the bottom up; the player to move (`won2` or
//! `drawn` once it is over); the reserves; for each player the captured pieces of each colour;
//! the players who still hold their first piece (`-` for none); the number of plies played.

use std::fmt::Write;

use kingmaker_core::{Notation, NotationError, Player};

use super::board::{BOARD, MAX_HEIGHT, Square};
use super::state::{Stack, State};
use super::{Focus, Move};
use crate::outcome::{Outcome, TurnField, read_player};

type Result<T> = std::result::Result<T, NotationError>;

impl Notation for Focus {
    fn move_text(&self, _: &State, mv: Move) -> String {
        match mv.pieces() {
            0 => format!("@{}", mv.square()),
            _ => format!("{}-{}", mv.square(), mv.target()),
        }
    }

    fn why_illegal(&self, state: &State, text: &str) -> Option<String> {
        let named = |name: &str| Square::all(BOARD).find(|square| square.to_string().eq_ignore_ascii_case(name));
        if let Some(square) = text.strip_prefix('@').and_then(named) {
            let has_reserve = state.reserve[state.turn.index()] > 0;
            return Some(if has_reserve { String::new() } else { format!("nothing in reserve for {square}") });
        }
        let (from, to) = text.split_once('-')?;
        let (from, to) = (named(from)?, named(to)?);
        let (stack, distance) =
            (state.stack(from), from.row().abs_diff(to.row()) + from.column().abs_diff(to.column()));
        Some(match stack {
            _ if stack.height() == 0 => format!("there is no stack on {from}"),
            _ if stack.top() != state.turn => format!("the stack on {from} belongs to player {}", stack.top()),
            _ if from.row() != to.row() && from.column() != to.column() => "stacks move straight".to_owned(),
            _ if distance > stack.height() => format!("the stack on {from} moves {} at most", stack.height()),
            _ => String::new(),
        })
    }

    fn position_text(&self, state: &State) -> String {
        let rows = (0..8).map(|row| join(row_squares(row).map(|square| stack_text(state.stack(square))), ","));
        let turn = match state.outcome {
            Outcome::Open => state.turn.to_string(),
            Outcome::Won(winner) => format!("won{winner}"),
            Outcome::Drawn => "drawn".to_owned(),
        };
        let seats = ..self.players;
        let captured = state.captured[seats].iter().map(|row| join(row[seats].iter(), ","));
        let held: String =
            self.seats().filter(|&player| state.holds(player)).map(|player| player.to_string()).collect();
        format!(
            "{} {turn} {} {} {} {}",
            join(rows, "/"),
            join(state.reserve[seats].iter(), ","),
            join(captured, "/"),
            if held.is_empty() { "-" } else { &held },
            state.ply
        )
    }

    fn parse_position(&self, text: &str) -> Result<State> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, turn, reserves, captured, held, ply] = fields[..] else {
            return Err(NotationError::new(
                text.trim(),
                "six fields: board, turn, reserves, captured, held, ply, as in the book's page on Focus",
            ));
        };
        let mut state = State::empty();
        self.read_board(board, &mut state)?;
        self.read_counts(reserves, "the reserves", &mut state.reserve)?;
        self.read_captured(captured, &mut state)?;
        self.read_held(held, &mut state)?;
        state.ply = ply.parse().map_err(|_| NotationError::new(ply, "the number of plies played, up to 65535"))?;
        self.check_piece_counts(&state)?;
        self.check_plies(held, ply, &state)?;
        self.read_turn(turn, &mut state)?;
        self.check_last_mover(turn, &state)?;
        Ok(state)
    }
}

impl Focus {
    fn seats(&self) -> impl Iterator<Item = Player> + use<> {
        Player::all(self.players)
    }

    fn read_board(&self, text: &str, state: &mut State) -> Result<()> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 8 {
            return Err(NotationError::new(text, "eight rows separated by '/'"));
        }
        for (row, line) in rows.iter().enumerate() {
            let stacks: Vec<&str> = line.split(',').collect();
            let width = row_squares(row).count();
            if stacks.len() != width {
                return Err(NotationError::new(*line, format!("{width} stacks separated by ',' in row {}", 8 - row)));
            }
            for (square, text) in row_squares(row).zip(stacks) {
                state.replace_one((square, self.read_stack(text)?));
            }
        }
        Ok(())
    }

    fn read_stack(&self, text: &str) -> Result<Stack> {
        let wrong = || {
            let players = self.players;
            NotationError::new(text, format!("'.' or up to {MAX_HEIGHT} players from 1 to {players}, bottom to top"))
        };
        let mut stack = Stack::EMPTY;
        if text == "." {
            return Ok(stack);
        }
        if text.is_empty() || text.len() > MAX_HEIGHT {
            return Err(wrong());
        }
        for character in text.chars() {
            stack = stack.under(Stack::single(read_player(character, self.players).ok_or_else(wrong)?)).0;
        }
        Ok(stack)
    }

    fn read_counts(&self, text: &str, what: &str, counts: &mut [u8; 4]) -> Result<()> {
        let players = self.players;
        let wrong = || NotationError::new(text, format!("{what}: {players} small numbers separated by ','"));
        let numbers: Vec<&str> = text.split(',').collect();
        if numbers.len() != players {
            return Err(wrong());
        }
        for (count, number) in counts.iter_mut().zip(numbers) {
            *count = number.parse().ok().filter(|&count| count <= self.pieces_each()).ok_or_else(wrong)?;
        }
        Ok(())
    }

    fn read_captured(&self, text: &str, state: &mut State) -> Result<()> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.players {
            return Err(NotationError::new(
                text,
                format!("{} lists of captured pieces separated by '/'", self.players),
            ));
        }
        for (player, row) in self.seats().zip(rows) {
            let counts = &mut state.captured[player.index()];
            self.read_counts(row, "captured pieces", counts)?;
            if counts[player.index()] > 0 {
                return Err(NotationError::new(row, format!("no captured pieces of player {player}'s own colour")));
            }
        }
        Ok(())
    }

    fn read_held(&self, text: &str, state: &mut State) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        for character in text.chars() {
            match read_player(character, self.players).filter(|_| self.players == 3) {
                Some(player) => state.held |= 1 << player.index(),
                None => return Err(NotationError::new(text, "'-', or with three players those who hold a piece")),
            }
        }
        Ok(())
    }

    /// No colour has more pieces than it began with.
    fn check_piece_counts(&self, state: &State) -> Result<()> {
        for player in self.seats() {
            let on_board: u32 = (0..MAX_HEIGHT).map(|depth| state.pieces_of(player, depth).count_ones()).sum();
            let captured: u32 = state.captured.iter().map(|row| u32::from(row[player.index()])).sum();
            let own = u32::from(state.reserve[player.index()]) + u32::from(state.holds(player));
            if on_board + captured + own > u32::from(self.pieces_each()) {
                let offender = format!("{} pieces of player {player}", on_board + captured + own);
                return Err(NotationError::new(offender, format!("at most {}", self.pieces_each())));
            }
        }
        Ok(())
    }

    /// Three players enter what they hold in turn, and so many changes take so many plies.
    fn check_plies(&self, held: &str, ply: &str, state: &State) -> Result<()> {
        let (holding, fewest) = (self.held_after(state.ply), self.fewest_plies(state));
        if state.held != holding {
            let players: String = self
                .seats()
                .filter(|player| holding >> player.index() & 1 == 1)
                .map(|player| player.to_string())
                .collect();
            let expected = if holding == 0 { "-" } else { &players };
            return Err(NotationError::new(held, format!("{expected} at ply {}", state.ply)));
        }
        if fewest > state.ply.into() {
            return Err(NotationError::new(
                ply,
                format!("at least {fewest}, which so many changes of the set-up take"),
            ));
        }
        Ok(())
    }

    /// Whoever has just moved controls the stack that they moved onto.
    fn check_last_mover(&self, text: &str, state: &State) -> Result<()> {
        let last = match state.outcome {
            _ if state.ply == 0 => return Ok(()),
            Outcome::Open => self.last_mover(state, state.turn),
            Outcome::Won(winner) => winner,
            Outcome::Drawn if state.at_least(1) != 0 => return Ok(()),
            Outcome::Drawn => return Err(NotationError::new(text, "a stack of whoever was the last to move")),
        };
        if state.controlled(last) != 0 {
            return Ok(());
        }
        Err(NotationError::new(text, format!("a stack of player {last}, who was the last to move")))
    }

    fn read_turn(&self, text: &str, state: &mut State) -> Result<()> {
        let reached: Vec<Player> = self.seats().filter(|&player| self.has_captured_enough(state, player)).collect();
        let movers: Vec<Player> = self.seats().filter(|&player| state.can_move(player)).collect();
        let winner = match (&reached[..], &movers[..]) {
            (&[winner], _) if !self.can_just_have_won(state, winner) => {
                let expected = format!("captures of player {winner} that the last move can have made enough");
                return Err(NotationError::new(text, expected));
            }
            (&[winner], _) => Some((winner, format!("player {winner} has captured enough"))),
            (&[], &[winner]) => Some((winner, "nobody else can move".to_owned())),
            (&[], _) => None,
            _ => return Err(NotationError::new(text, "a position in which only one player has captured enough")),
        };
        let field = TurnField {
            players: self.players,
            ply: state.ply.into(),
            cap: self.ply_cap.into(),
            first_skip: self.first_skip().into(),
            winner: winner.as_ref().map(|(winner, reason)| (*winner, reason.as_str())),
            can_move: &|player| state.can_move(player),
        };
        (state.outcome, state.turn) = field.read(text)?;
        Ok(())
    }
}

fn row_squares(row: usize) -> impl Iterator<Item = Square> {
    (0..8).filter_map(move |column| Square::at(row, column))
}

fn stack_text(stack: Stack) -> String {
    if stack.height() == 0 { ".".to_owned() } else { stack.players().map(|player| player.to_string()).collect() }
}

fn join<T: std::fmt::Display>(items: impl Iterator<Item = T>, separator: &str) -> String {
    let mut text = String::new();
    for item in items {
        if !text.is_empty() {
            text.push_str(separator);
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{item}");
    }
    text
}
