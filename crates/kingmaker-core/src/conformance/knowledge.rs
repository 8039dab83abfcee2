//! Heuristic knowledge.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::statistics::check_uniform;
use super::{Here, Kit};
use crate::capability::{BoardEvaluator, Knowledge, MoveOrdering, Named};
use crate::game::Turn;
use crate::spec;

impl<G: Knowledge> Kit<'_, G> {
    /// - move orderings and board evaluators have names, which differ and can stand in a spec, and there is one of each;
    ///
    /// of every board evaluator:
    /// - `evaluate` has a number per player, finite and not negative;
    /// - `evaluate_after` says what `evaluate` says once the move has been played and the game goes on,
    ///   and nothing when the move ends it; what it leaves in `before` is the evaluation at hand;
    ///
    /// and of every move ordering:
    /// - `greedy_move` gives a move of the highest priority, each of them equally often;
    /// - `k_best` lists moves by falling priority, equal ones in the order of moves.
    pub fn check_knowledge(&self) -> &Self {
        self.check_names("orderings", self.game.orderings());
        self.check_names("evaluators", self.game.evaluators());
        self.walk(|here| {
            for by in BoardEvaluator::all(self.game) {
                self.check_evaluation(here, by);
                self.check_evaluation_after(here, by);
            }
            for by in MoveOrdering::all(self.game) {
                self.check_greedy_move(here, by);
                self.check_k_best(here, by);
            }
        });
        for by in MoveOrdering::all(self.game) {
            for here in self.sample(|here| self.best_moves(here, by).len() > 1) {
                let mut scratch = Vec::new();
                check_uniform(&here, "greedy_move", &self.best_moves(&here, by), |rng| {
                    self.game.greedy_move(&here.state, by, rng, &mut scratch)
                });
            }
        }
        self
    }

    fn check_names(&self, what: &str, found: &[Named]) {
        let names: HashSet<&str> = found.iter().map(|named| named.name).collect();
        assert!(names.len() == found.len(), "{}: two of the {what} have the same name: {found:?}", self.variant);
        assert!(!found.is_empty(), "{}: {what} has none", self.variant);
        let is_word = |name: &str| spec::parse(name).is_ok_and(|spec| spec.word == name);
        assert!(names.iter().all(|name| is_word(name)), "{}: a name of {what} is no word: {found:?}", self.variant);
    }

    fn check_evaluation(&self, here: &Here<'_, G>, by: BoardEvaluator) {
        let values = self.game.evaluate(&here.state, by);
        let values = values.as_slice();
        assert!(values.len() == self.game.players(), "{here}: evaluate has {} numbers: {values:?}", values.len());
        let sound = values.iter().all(|value| value.is_finite() && *value >= 0.0);
        assert!(sound, "{here}: evaluate gives numbers that are negative or not finite: {values:?}");
    }

    fn check_evaluation_after(&self, here: &Here<'_, G>, by: BoardEvaluator) {
        let now = self.game.evaluate(&here.state, by);
        let mut found = None;
        for mv in self.legal(&here.state) {
            let next = self.after(&here.state, mv);
            let goes_on = self.game.turn(&next) != Turn::Over;
            let expected = goes_on.then(|| self.game.evaluate(&next, by));
            for before in [&mut Some(now), &mut found] {
                let after = self.game.evaluate_after(&here.state, by, before, mv);
                assert!(
                    after.is_none() || after == expected,
                    "{here}: evaluate_after {mv:?} gives {after:?}, but evaluate then {expected:?}"
                );
            }
            assert!(
                found.is_none_or(|found| found == now),
                "{here}: evaluate_after leaves {found:?} for the evaluation, which is {now:?}"
            );
        }
    }

    /// All moves of the highest priority.
    fn best_moves(&self, here: &Here<'_, G>, by: MoveOrdering) -> Vec<G::Move> {
        let mut moves = self.legal(&here.state);
        let highest = moves.iter().map(|&mv| self.game.priority(&here.state, by, mv)).max();
        moves.retain(|&mv| Some(self.game.priority(&here.state, by, mv)) == highest);
        moves
    }

    fn check_greedy_move(&self, here: &Here<'_, G>, by: MoveOrdering) {
        let best = self.best_moves(here, by);
        let mut scratch = self.legal(&here.state);
        let mut rng = here.rng();
        for _ in 0..4 {
            let greedy = self.game.greedy_move(&here.state, by, &mut rng, &mut scratch);
            assert!(greedy.is_some() != best.is_empty(), "{here}: greedy_move gives {greedy:?}, best are {best:?}");
            if let Some(mv) = greedy {
                assert!(best.contains(&mv), "{here}: greedy_move gives {mv:?}, but the best moves are {best:?}");
            }
        }
    }

    fn check_k_best(&self, here: &Here<'_, G>, by: MoveOrdering) {
        let mut expected = self.legal(&here.state);
        expected.sort_by_key(|&mv| Reverse(self.game.priority(&here.state, by, mv)));
        let mut found = expected.clone();
        for k in [1, 2, 5, 1000] {
            let expected = &expected[..k.min(expected.len())];
            self.game.k_best(&here.state, by, k, &mut found);
            assert!(found == expected, "{here}: k_best for k = {k} gives {found:?} instead of {expected:?}");
        }
    }
}
