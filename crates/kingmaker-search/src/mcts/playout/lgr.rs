//! Last Good Reply: what won after the same previous move is played again (Drake 2009), and
//! forgotten when it loses (Baier & Drake 2010).

use kingmaker_core::options::Args;
use kingmaker_core::{Game, Player, Scores, Turn, settings};

use super::{Course, FROM_ANOTHER, Playout, part, refuse_early_ends};
use crate::Toolbox;
use crate::mcts::line::Line;

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "lgr" {
        summary: "the last reply to the previous move that won, else what another strategy plays",
        source: "Drake 2009; Baier & Drake 2010",
        options: {
            forget: bool { name: "forget", default: "yes", help: "forget a reply when it is played and loses (LGRF)" },
            /// The strategy that finds the other moves.
            playout: Option<Args> = part("playout", None, FROM_ANOTHER),
        },
        examples: ["mcts(playout=lgr)", "mcts(playout=lgr(forget=no, playout=random))"],
    }
}

struct LastGoodReply<G: Game> {
    forgets: bool,
    /// By the player who replies and the slot of the move before, whoever made it.
    replies: Vec<Option<G::Move>>,
    fallback: Box<dyn Playout<G>>,
    scratch: Vec<G::Move>,
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, toolbox: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let other = settings.playout.as_ref();
    refuse_early_ends(SCHEMA.name, other)?;
    Ok(Box::new(LastGoodReply {
        forgets: settings.forget,
        replies: vec![None; game.slots() * game.players()],
        fallback: toolbox.playout(other, game)?,
        scratch: Vec::with_capacity(game.slots()),
    }))
}

impl<G: Game> LastGoodReply<G> {
    fn place(game: &G, before: G::Move, player: Player) -> usize {
        player.index() * game.slots() + game.slot(before)
    }

    /// The reply that is remembered, if it is legal here.
    fn reply(&mut self, game: &G, state: &G::State, line: &Line<G::Move>) -> Option<(Player, G::Move)> {
        let player = game.turn(state).player()?;
        let &(_, before) = line.moves().last()?;
        let mv = self.replies[Self::place(game, before, player)]?;
        game.is_legal(state, mv, &mut self.scratch).then_some((player, mv))
    }
}

impl<G: Game> Playout<G> for LastGoodReply<G> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        let game = course.game;
        let mut played = 0;
        while played < plies && game.turn(course.state) != Turn::Over {
            match self.reply(game, course.state, course.line) {
                Some((player, mv)) => {
                    course.line.push(player, mv);
                    game.play(course.state, mv);
                }
                None => {
                    self.fallback.advance(course, 1)?;
                }
            }
            played += 1;
            if played % super::PLIES_PER_LOOK == 0 && course.clock.is_over() {
                return None;
            }
        }
        Some(played)
    }

    fn begin(&mut self, game: &G) {
        self.replies.fill(None);
        self.fallback.begin(game);
    }

    fn is_learning(&self) -> bool {
        true
    }

    /// With several players, a reply is good if its player got more than an equal share, and bad if less.
    fn learn(&mut self, game: &G, line: &Line<G::Move>, scores: &Scores) {
        let equal = 1.0 / game.teams().count() as f32;
        for pair in line.moves().windows(2) {
            let ((_, before), (player, mv)) = (pair[0], pair[1]);
            let reply = &mut self.replies[Self::place(game, before, player)];
            if scores.of(player) > equal {
                *reply = Some(mv);
            } else if self.forgets && scores.of(player) < equal && *reply == Some(mv) {
                *reply = None;
            }
        }
        if self.fallback.is_learning() {
            self.fallback.learn(game, line, scores);
        }
    }
}
