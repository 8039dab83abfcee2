//! `kingmaker show`

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use kingmaker_arena::{Session, draw};
use kingmaker_core::Turn;
use serde_json::json;

use crate::failure::Failure;
use crate::options::{GameOptions, PositionOptions};
use crate::output;

/// Draw a position
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker show focus --players 4
  kingmaker show focus --moves 'b6-b7' --svg focus.svg")]
pub(crate) struct Options {
    #[command(flatten)]
    game: GameOptions,

    #[command(flatten)]
    position: PositionOptions,

    /// Moves to play first, separated by blanks
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    moves: String,

    /// Write the picture to this file as SVG; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let mut session = self.position.session(&*game, 1)?;
        play_moves(&mut *session, &self.moves)?;
        if let Some(path) = &self.svg {
            let picture = draw::svg(&session.picture());
            if path.as_os_str() == "-" {
                return output::print(&picture);
            }
            std::fs::write(path, picture).with_context(|| format!("cannot write '{}'", path.display()))?;
        }
        if self.json {
            return output::print_json(&json!({
                "game": game.spec(),
                "position": session.position(),
                "to_move": session.turn().player().map(|player| player.number()),
                "legal_moves": session.legal_moves(),
                "scores": session.scores(),
            }));
        }
        let picture = draw::terminal(&session.picture(), output::colour());
        output::print(&format!("{picture}\n{}\n{}\n", status(&*session), session.position()))
    }
}

/// Plays moves that are separated by blanks.
pub(super) fn play_moves(session: &mut dyn Session, moves: &str) -> Result<(), Failure> {
    for (index, text) in moves.split_whitespace().enumerate() {
        // Chance has its turns between the moves of players.
        while session.draw().is_some() {}
        session.play(text).map_err(|error| Failure::input(format!("move {} of --moves: {error}", index + 1)))?;
    }
    Ok(())
}

/// Who is to move, or how the game ended.
pub(super) fn status(session: &dyn Session) -> String {
    match session.turn() {
        Turn::Player(player) => format!("player {player} to move, {} legal moves", session.legal_moves().len()),
        Turn::Chance => "chance to move".to_owned(),
        Turn::Over => {
            let shares = session.scores().unwrap_or_default();
            let best = shares.iter().copied().fold(0.0, f32::max);
            let winners: Vec<String> =
                (1..).zip(&shares).filter(|&(_, &share)| share == best).map(|(player, _)| player.to_string()).collect();
            match winners.as_slice() {
                all if all.len() == shares.len() => "the game is a draw".to_owned(),
                [winner] => format!("player {winner} has won"),
                winners => format!("players {} have won together", winners.join(" and ")),
            }
        }
    }
}
