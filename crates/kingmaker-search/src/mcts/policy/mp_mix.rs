//! The MP-Mix policy: paranoid when ahead, against a leader who is far ahead, else max^n
//! (Zuckerman, Felner & Kraus 2009; Nijssen 2013, section 4.7).

use kingmaker_core::settings::Word;
use kingmaker_core::{BoardEvaluator, Knowledge, Player, settings};

use super::{Aim, Policy, turn_choices};
use crate::Toolbox;
use crate::knowledge::{EVALUATOR, evaluator};
use crate::minimax::mp_mix::{DEFENSIVE, OFFENSIVE, Strategy, strategy};

settings! {
    /// The policy as configured.
    pub struct Settings, pub static SCHEMA = "mp-mix" {
        summary: "paranoid when ahead, an offensive against a leader far ahead, else max^n",
        source: "Zuckerman, Felner & Kraus 2009; Nijssen 2013, section 4.7",
        options: {
            /// By how much of all evaluations the searching player must lead to become paranoid.
            defensive: f64 = DEFENSIVE,
            /// By how much of all evaluations another must lead to be played against.
            offensive: f64 = OFFENSIVE,
            /// Which board evaluator of the game; if not set, its first.
            evaluator: Option<Word> = EVALUATOR,
        },
        examples: ["mcts(policy=mp-mix)", "mcts(policy=mp-mix(defensive=0.05, offensive=0.2))"],
    }
}

/// The policy as configured.
pub fn build<G: Knowledge>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Policy<G>>, String> {
    let Settings { defensive, offensive, evaluator: ref name } = *settings;
    let evaluator = evaluator(game, name)?;
    Ok(Box::new(MpMix { defensive, offensive, evaluator, aim: Aim::Own, moves: Vec::new() }))
}

struct MpMix<Move> {
    defensive: f64,
    offensive: f64,
    evaluator: BoardEvaluator,
    aim: Aim,
    moves: Vec<Move>,
}

impl<G: Knowledge> Policy<G> for MpMix<G::Move> {
    fn begin(&mut self, game: &G, state: &G::State, root: Player) {
        let teams = game.teams();
        self.aim = match strategy(&game.evaluate(state, self.evaluator), &teams, root, self.defensive, self.offensive) {
            Strategy::MaxN => Aim::Own,
            Strategy::Paranoid => Aim::against(root, &teams),
            Strategy::Against(leader) => Aim::Offensive { root, leader },
        };
    }

    fn choices(&mut self, game: &G, state: &G::State, out: &mut Vec<(Player, G::Move)>) {
        turn_choices(game, state, &mut self.moves, out);
    }

    fn play(&mut self, game: &G, state: &mut G::State, _: Player, mv: G::Move) {
        game.play(state, mv);
    }

    fn aim(&self) -> Aim {
        self.aim
    }

    fn keeps_aim(&self) -> bool {
        false
    }
}
