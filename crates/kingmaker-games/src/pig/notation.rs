//! `banks=20,5 turn=1 total=9 die=still ply=14`, and moves `roll`, `hold`, `1` to `6`.

use kingmaker_core::{ByPlayer, Notation, NotationError, Player};

use super::{Move, Pig, State};

impl Notation for Pig {
    fn move_text(&self, _: &State, mv: Move) -> String {
        match mv {
            Move::Roll => "roll".to_owned(),
            Move::Hold => "hold".to_owned(),
            Move::Face(face) => face.to_string(),
        }
    }

    fn why_illegal(&self, state: &State, text: &str) -> Option<String> {
        let is_early = text.eq_ignore_ascii_case("hold") && !state.is_rolling;
        is_early.then(|| "there is nothing to keep yet".to_owned())
    }

    fn position_text(&self, state: &State) -> String {
        let banks: Vec<String> = state.banks.iter().map(|(_, bank)| bank.to_string()).collect();
        let die = if state.is_rolling { "rolling" } else { "still" };
        format!("banks={} turn={} total={} die={die} ply={}", banks.join(","), state.turn, state.total, state.ply)
    }

    fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        let mut fields = text.split_whitespace();
        let mut field = |name: &str| {
            let text = fields.next().unwrap_or("");
            let value = text.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
            value.ok_or_else(|| NotationError::new(text, format!("{name}=")))
        };
        let banks = field("banks")?;
        let points: Result<Vec<u8>, NotationError> =
            banks.split(',').map(|bank| number(bank, 0, u16::from(self.target) - 1).map(|bank| bank as u8)).collect();
        let points = points?;
        if points.len() != self.players {
            return Err(NotationError::new(banks, format!("points of {} players", self.players)));
        }
        let turn = Player::new(usize::from(number(field("turn")?, 1, self.players as u16)?) - 1);
        let total_text = field("total")?;
        let is_rolling = match field("die")? {
            "rolling" => true,
            "still" => false,
            other => return Err(NotationError::new(other, "rolling or still")),
        };
        let ply = number(field("ply")?, 0, self.ply_cap)?;
        if let Some(rest) = fields.next() {
            return Err(NotationError::new(rest, "the end of the text"));
        }
        let banks = ByPlayer::from_fn(self.players, |player| points[player.index()]);
        // A roll adds at most 6 to what did not win yet.
        let most = u16::from(self.target) - 1 - u16::from(banks[turn]) + if is_rolling { 0 } else { 6 };
        let total = number(total_text, 0, most)? as u8;
        if banks.iter().any(|(_, bank)| bank == 1) || total == 1 {
            return Err(NotationError::new(text, "no single points: a 1 is worth nothing"));
        }
        Ok(State { banks, total, turn, is_rolling, ply })
    }
}

fn number(text: &str, least: u16, most: u16) -> Result<u16, NotationError> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| NotationError::new(text, format!("a number from {least} to {most}")))
}
