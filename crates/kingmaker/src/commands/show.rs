//! `kingmaker show`

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use kingmaker_arena::session::World;
use kingmaker_arena::{Observer, Registry, Session, draw};
use kingmaker_core::Turn;
use serde_json::json;

use crate::failure::Failure;
use crate::options::{GameOptions, ObserverOptions, PositionOptions};
use crate::output;

/// Draw a position
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker show focus --players 4
  kingmaker show focus --moves 'b6-b7' --svg focus.svg
  kingmaker show hide-and-seek --as 2 --worlds
  kingmaker show pig --moves 'roll 6 roll 4 hold'")]
pub(crate) struct Options {
    #[command(flatten)]
    game: GameOptions,

    #[command(flatten)]
    position: PositionOptions,

    #[command(flatten)]
    observer: ObserverOptions,

    /// Moves to play first, separated by blanks; outcomes of chance among them, or chance draws
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    moves: String,

    /// Also list the positions that the player at the seat holds possible, and how likely each is to them
    #[arg(long, requires = "seat")]
    worlds: bool,

    /// Write the picture to this file as SVG; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let game = self.game.game(registry)?;
        let observer = self.observer.observer(&*game)?;
        let mut session = self.position.session(&*game, observer, 1)?;
        play_moves(&mut *session, &self.moves, observer)?;
        if let Some(path) = &self.svg {
            let picture = draw::svg(&session.picture(observer));
            if path.as_os_str() == "-" {
                return output::print(&picture);
            }
            std::fs::write(path, picture).with_context(|| format!("cannot write '{}'", path.display()))?;
        }
        let worlds = self.worlds.then(|| session.worlds(observer));
        if self.json {
            let mut document = json!({
                "game": game.spec(),
                "position": session.position(observer),
                "to_move": session.turn().player().map(|player| player.number()),
                "legal_moves": session.legal_moves(observer),
                "scores": session.scores(),
            });
            if let Some(worlds) = worlds {
                document["worlds"] = json!(worlds);
            }
            return output::print_json(&document);
        }
        let picture = draw::terminal(&session.picture(observer), output::colour());
        let mut text = format!("{picture}\n{}\n{}\n", status(&*session, observer), session.position(observer));
        for World { position, weight } in worlds.iter().flatten() {
            text += &format!("{:>6}  {position}\n", output::percent(*weight));
        }
        output::print(&text)
    }
}

/// Plays moves that are separated by blanks. An outcome of chance that is not among them is drawn.
pub(super) fn play_moves(session: &mut dyn Session, moves: &str, observer: Observer) -> Result<(), Failure> {
    for (index, text) in moves.split_whitespace().enumerate() {
        let mut outcomes = Vec::new();
        while session.turn() == Turn::Chance && !is_outcome(session, text) {
            outcomes = session.legal_moves(Observer::Everything);
            session.draw();
        }
        let place = format!("move {} of --moves", index + 1);
        // What would be legal may be a secret.
        let is_secret = session.turn().player().is_some() && session.legal_moves(observer).is_empty();
        session.play(text).map_err(|error| match (is_secret, &outcomes[..]) {
            (true, _) => Failure::input(format!("{place}: '{text}' is not legal here")),
            (false, []) => Failure::input(format!("{place}: {error}")),
            (false, outcomes) => {
                Failure::input(format!("{place}: {error}, or before it one of the outcomes {}", outcomes.join(", ")))
            }
        })?;
    }
    Ok(())
}

fn is_outcome(session: &dyn Session, text: &str) -> bool {
    session.legal_moves(Observer::Everything).iter().any(|outcome| outcome.eq_ignore_ascii_case(text))
}

/// Who is to move, or how the game ended, as far as the observer may know.
pub(super) fn status(session: &dyn Session, observer: Observer) -> String {
    match session.turn() {
        Turn::Player(player) => match session.legal_moves(observer).len() {
            0 => format!("player {player} to move"),
            1 => format!("player {player} to move, one legal move"),
            moves => format!("player {player} to move, {moves} legal moves"),
        },
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
