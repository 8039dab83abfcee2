//! Policies whose layers are those of a depth-first search.

use kingmaker_core::{Game, Player, Teams};

use super::{Aim, Policy};
use crate::minimax::ordering::Choice;
use crate::minimax::two_sided::{Layers, Sides};

/// The layers of a two-sided search, with the paranoid formula in those of the opponents.
pub(super) struct Layered<L, Move> {
    layers: L,
    sides: Option<Sides>,
    choices: Vec<Choice<Move>>,
}

impl<L, Move> Layered<L, Move> {
    fn new(layers: L) -> Self {
        Layered { layers, sides: None, choices: Vec::new() }
    }

    /// The policy of this name, unless the game does not meet its needs.
    pub(super) fn suited<G>(layers: L, name: &str, game: &G) -> Result<Box<dyn Policy<G>>, String>
    where
        G: Game<Move = Move>,
        L: Layers<G> + 'static,
        Move: 'static,
    {
        layers.needs().check(&format!("policy={name}"), game, "policy=max-n or policy=paranoid")?;
        Ok(Box::new(Layered::new(layers)))
    }

    fn sides(&self) -> &Sides {
        self.sides.as_ref().expect("a search has begun")
    }
}

impl<G: Game, L: Layers<G>> Policy<G> for Layered<L, G::Move> {
    fn begin(&mut self, game: &G, _: &G::State, root: Player) {
        self.sides = Some(Sides::new(root, game.teams()));
    }

    fn choices(&mut self, game: &G, state: &G::State, out: &mut Vec<(Player, G::Move)>) {
        out.clear();
        if game.turn(state).player().is_some() {
            let Layered { layers, sides, choices } = self;
            choices.clear();
            layers.choices(game, state, sides.as_ref().expect("a search has begun"), None, choices);
            out.extend(choices.iter().map(|choice| (choice.player, choice.mv)));
        }
    }

    fn play(&mut self, game: &G, state: &mut G::State, player: Player, mv: G::Move) {
        let Layered { layers, sides, .. } = self;
        layers.play(game, state, sides.as_ref().expect("a search has begun"), player, mv);
    }

    fn aim(&self) -> Aim {
        let Sides { root, teams } = self.sides();
        Aim::against(*root, teams)
    }

    fn keeps_turns(&self) -> bool {
        false
    }

    fn is_two_sided(&self, _: &Teams) -> bool {
        true
    }
}
