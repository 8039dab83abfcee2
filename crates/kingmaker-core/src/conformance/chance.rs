//! Chance events.

use std::collections::HashSet;

use super::statistics::check_frequencies;
use super::{Here, Kit, strictly_sorted};
use crate::game::{Game, Turn};

/// How far a sum of probabilities or weights may be from 1.
pub(super) const ROUNDING: f64 = 1e-6;

impl<G: Game> Kit<'_, G> {
    /// Outcomes are told exactly when it is the turn of chance: strictly sorted, with positive
    /// probabilities that sum to 1, with different slots in range. `draw` follows the probabilities.
    pub fn check_chance(&self) -> &Self {
        assert!(self.game.chance().is_some(), "{}: the game does not hand out its chance events", self.variant);
        self.walk(|here| self.check_outcomes(here));
        let sampled = self.sample(|here| self.game.turn(&here.state) == Turn::Chance);
        assert!(!sampled.is_empty(), "{}: it was never the turn of chance", self.variant);
        for here in sampled {
            check_frequencies(&here, "draw", &self.outcomes(&here.state), |rng| self.game.draw(&here.state, rng));
        }
        self
    }

    pub(super) fn outcomes(&self, state: &G::State) -> Vec<(G::Move, f64)> {
        let mut outcomes = Vec::new();
        if let Some(chance) = self.game.chance() {
            chance.outcomes(state, &mut |outcome, probability| outcomes.push((outcome, probability)));
        }
        outcomes
    }

    fn check_outcomes(&self, here: &Here<'_, G>) {
        let outcomes = self.outcomes(&here.state);
        let turn = self.game.turn(&here.state);
        assert!(
            outcomes.is_empty() != (turn == Turn::Chance),
            "{here}: outcomes are {outcomes:?} when turn is {turn:?}"
        );
        let moves: Vec<G::Move> = outcomes.iter().map(|&(mv, _)| mv).collect();
        assert!(strictly_sorted(&moves), "{here}: outcomes are not strictly sorted: {outcomes:?}");
        // Whoever counts the moves of a playout by slot comes across outcomes too.
        let outside = moves.iter().find(|&&mv| self.game.slot(mv) >= self.game.slots());
        assert!(outside.is_none(), "{here}: the slot of outcome {outside:?} is not below {}", self.game.slots());
        let slots: HashSet<usize> = moves.iter().map(|&mv| self.game.slot(mv)).collect();
        assert!(slots.len() == moves.len(), "{here}: two of the outcomes share a slot: {moves:?}");
        let positive = outcomes.iter().all(|&(_, probability)| probability > 0.0);
        assert!(positive, "{here}: an outcome is impossible: {outcomes:?}");
        let sum: f64 = outcomes.iter().map(|&(_, probability)| probability).sum();
        assert!(
            outcomes.is_empty() || (sum - 1.0).abs() < ROUNDING,
            "{here}: probabilities sum to {sum}, not 1: {outcomes:?}"
        );
    }
}
