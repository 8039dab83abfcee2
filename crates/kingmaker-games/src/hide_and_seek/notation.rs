//! `hider=c3 seekers=c1,c5 possible=c3,c6 turn=1 round=1`, or `hider=?` in a view.

use kingmaker_core::{ByPlayer, Game, HiddenInformation, Notation, NotationError, Player};

use super::{Cell, CellSet, HIDER, HideAndSeek, State};

impl Notation for HideAndSeek {
    fn move_text(&self, _: &State, mv: Cell) -> String {
        mv.to_string()
    }

    fn why_illegal(&self, state: &State, text: &str) -> Option<String> {
        let (to, from) = (self.parse_cell(&text.to_ascii_lowercase()).ok()?, state.places[state.turn]?);
        Some(match self.board[from.index()].contains(to) {
            true => format!("a seeker is on {to}"),
            false => format!("{to} is no neighbour of {from}"),
        })
    }

    fn position_text(&self, state: &State) -> String {
        let hider = state.places[HIDER].map_or("?".to_owned(), |cell| cell.to_string());
        let seekers = list(self.seekers().filter_map(|seeker| state.places[seeker]));
        let possible = list(state.possible.iter());
        let round = state.round + 1;
        format!("hider={hider} seekers={seekers} possible={possible} turn={} round={round}", state.turn)
    }

    fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        let state = self.parse_known(text)?;
        match state.places[HIDER] {
            Some(_) => Ok(state),
            None => Err(NotationError::new("?", "where the hider is, such as c1")),
        }
    }

    fn parse_view(&self, text: &str, observer: Player) -> Result<State, NotationError> {
        if observer == HIDER {
            return self.parse_position(text);
        }
        let mut state = self.parse_known(text)?;
        self.hide(&mut state, observer);
        Ok(state)
    }
}

impl HideAndSeek {
    /// A position, or a view of it.
    fn parse_known(&self, text: &str) -> Result<State, NotationError> {
        let mut fields = text.split_whitespace();
        let hider = match field(&mut fields, "hider")? {
            "?" => None,
            cell => Some(self.parse_cell(cell)?),
        };
        let seekers = self.parse_cells(field(&mut fields, "seekers")?)?;
        let possible = field(&mut fields, "possible")?;
        let cells = self.parse_cells(possible)?;
        let turn = parse_number(field(&mut fields, "turn")?, self.players)?;
        let round = parse_number(field(&mut fields, "round")?, self.rounds + 1)?;
        if let Some(rest) = fields.next() {
            return Err(NotationError::new(rest, "the end of the text"));
        }
        if seekers.len() != self.players - 1 {
            return Err(NotationError::new(list(seekers), format!("{} seekers", self.players - 1)));
        }
        let places = ByPlayer::from_fn(self.players, |player| match player {
            HIDER => hider,
            seeker => Some(seekers[seeker.index() - 1]),
        });
        let state = State {
            places,
            possible: cells.iter().copied().collect(),
            turn: Player::new(turn - 1),
            round: (round - 1) as u8,
        };
        self.check(&state, &seekers, possible)?;
        Ok(state)
    }

    /// Whether the parts of a position fit together.
    fn check(&self, state: &State, seekers: &[Cell], possible: &str) -> Result<(), NotationError> {
        let taken: CellSet = seekers.iter().copied().collect();
        if taken.len() != seekers.len() {
            return Err(NotationError::new(list(seekers.iter().copied()), "seekers on different cells"));
        }
        let sound = match state.places[HIDER] {
            Some(hider) if taken.contains(hider) => state.possible == CellSet::from_iter([hider]),
            Some(hider) => state.possible.contains(hider) && state.possible.without(taken) == state.possible,
            None => state.possible.len() > 1 && state.possible.without(taken) == state.possible,
        };
        let has_shown = state.turn != HIDER && self.shows_in(usize::from(state.round));
        let sound = sound && (state.possible.len() == 1 || self.is_hidden && !has_shown);
        if !sound || list(state.possible.iter()) != possible.to_ascii_lowercase() {
            let expected = "cells in order without those of seekers, with the hider's; if it was found, that alone";
            return Err(NotationError::new(possible, expected));
        }
        let stuck = state.places[state.turn].is_some_and(|cell| self.is_boxed_in(state, cell));
        let late = usize::from(state.round) == self.rounds && state.turn != HIDER;
        if late || (stuck && self.turn(state).player().is_some()) {
            return Err(NotationError::new(state.turn.to_string(), "a player who can move"));
        }
        Ok(())
    }

    fn parse_cell(&self, text: &str) -> Result<Cell, NotationError> {
        let error = || NotationError::new(text, format!("a cell from c1 to c{}", self.board.len()));
        let number = text.strip_prefix(['c', 'C']).ok_or_else(error)?;
        let number = parse_number(number, self.board.len()).map_err(|_| error())?;
        Ok(Cell::new(number - 1))
    }

    fn parse_cells(&self, text: &str) -> Result<Vec<Cell>, NotationError> {
        text.split(',').map(|cell| self.parse_cell(cell)).collect()
    }
}

fn field<'a>(fields: &mut impl Iterator<Item = &'a str>, name: &str) -> Result<&'a str, NotationError> {
    let text = fields.next().unwrap_or("");
    let value = text.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
    value.ok_or_else(|| NotationError::new(text, format!("{name}=")))
}

fn parse_number(text: &str, most: usize) -> Result<usize, NotationError> {
    match text.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(NotationError::new(text, format!("a number from 1 to {most}"))),
    }
}

fn list(cells: impl IntoIterator<Item = Cell>) -> String {
    cells.into_iter().map(|cell| cell.to_string()).collect::<Vec<_>>().join(",")
}
