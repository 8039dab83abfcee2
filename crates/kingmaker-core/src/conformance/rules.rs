//! The rules themselves: [`Game`] without its capabilities.

use std::collections::HashSet;

use super::statistics::check_uniform;
use super::{Here, Kit, TRIED_MOVES, some_of, strictly_sorted};
use crate::game::{Game, IllegalMove, Turn};
use crate::player::MAX_PLAYERS;
use crate::rng::Rng;

/// The most different moves that are remembered in order to be tried where they are illegal.
const MOVES_REMEMBERED: usize = 5_000;

impl<G: Game> Kit<'_, G> {
    /// What every game must keep to:
    ///
    /// - legal moves are strictly sorted and there are some exactly when it is a player's turn;
    ///   they have different slots, all in range;
    /// - `try_play` takes the legal moves, with the effect of `play`, and refuses others without
    ///   touching the state;
    /// - playing a move twice from copies gives equal states, and copies stay as they were;
    /// - equal states have equal keys, and states of equal keys have an equal future;
    /// - every game ends within the ply cap, with scores as [`Scores`](crate::Scores) describes; the plies that are
    ///   left before it is cut off get fewer by one with each;
    /// - `random_move` is legal and uniform, `draw` draws exactly when it is the turn of chance.
    pub fn check_rules(&self) -> &Self {
        self.check_frame();
        self.check_teams();
        self.check_copies();
        let remembered = self.moves_seen();
        self.walk(|here| {
            self.check_legal_moves(here);
            self.check_playing(here);
            self.check_refusals(here, &remembered);
            self.check_drawing(here);
            self.check_plies_left(here);
            if self.game.turn(&here.state) == Turn::Over {
                self.check_scores(here);
            }
        });
        self.check_random_move_is_uniform();
        self.check_keys();
        self
    }

    fn check_frame(&self) {
        let (game, variant) = (self.game, &self.variant);
        assert!((2..=MAX_PLAYERS).contains(&game.players()), "{variant}: {} players", game.players());
        assert!(game.slots() > 0, "{variant}: no slots");
        for seed in self.seeds() {
            let starts = [game.start(&mut Rng::new(seed)), game.start(&mut Rng::new(seed))];
            assert!(starts[0] == starts[1], "{variant}, seed {seed:#x}: equal seeds give the starts {starts:?}");
        }
    }

    /// A copy that shares something with its original changes when the game goes on.
    fn check_copies(&self) {
        let variant = &self.variant;
        for seed in self.seeds() {
            let mut kept = Vec::new();
            self.walk_game(seed, |here| kept.push((here.state.clone(), self.look_of(&here.state))));
            for (ply, (state, look)) in kept.iter().enumerate() {
                let now = self.look_of(state);
                assert!(
                    now == *look,
                    "{variant}, seed {seed:#x}: play changed a copy made at ply {ply} from {look:?} to {now:?}"
                );
            }
        }
    }

    /// Moves that are legal somewhere, to be tried where they are not.
    fn moves_seen(&self) -> Vec<G::Move> {
        let mut known = HashSet::new();
        let mut seen = Vec::new();
        self.walk(|here| {
            for mv in self.legal(&here.state) {
                if seen.len() < MOVES_REMEMBERED && known.insert(mv) {
                    seen.push(mv);
                }
            }
        });
        seen
    }

    /// What can be seen of a state from outside, without trusting how it compares.
    fn look_of(&self, state: &G::State) -> (String, Vec<G::Move>) {
        (format!("{state:?}"), self.legal(state))
    }

    fn check_legal_moves(&self, here: &Here<'_, G>) {
        let legal = self.legal(&here.state);
        assert!(strictly_sorted(&legal), "{here}: legal moves are not strictly sorted: {legal:?}");
        let turn = self.game.turn(&here.state);
        if let Turn::Player(player) = turn {
            // That the player has a legal move is checked wherever a game is played.
            assert!(player.index() < self.game.players(), "{here}: it is the turn of {player:?}, who does not play");
        } else {
            assert!(legal.is_empty(), "{here}: turn is {turn:?}, but there are legal moves: {legal:?}");
        }
        let mut reused = legal.clone();
        self.game.legal_moves(&here.state, &mut reused);
        assert!(reused == legal, "{here}: legal_moves does not replace what was in the list: {reused:?}");
        self.check_slots(here, &legal);
    }

    fn check_slots(&self, here: &Here<'_, G>, legal: &[G::Move]) {
        let mut taken = HashSet::new();
        for &mv in legal {
            let slot = self.game.slot(mv);
            assert!(slot < self.game.slots(), "{here}: slot {slot} of {mv:?} is not below {}", self.game.slots());
            assert!(taken.insert(slot), "{here}: {mv:?} shares slot {slot} with another legal move");
        }
    }

    fn check_playing(&self, here: &Here<'_, G>) {
        for mv in some_of(&self.legal(&here.state), TRIED_MOVES, &mut here.rng()) {
            let next = self.after(&here.state, mv);
            let again = self.after(&here.state, mv);
            assert!(next == again, "{here}: {mv:?} played twice gives {next:?} and {again:?}");
            let keys = (self.game.key(&next), self.game.key(&again));
            assert!(keys.0 == keys.1, "{here}: {mv:?} played twice gives equal states with the keys {keys:x?}");
            let mut tried = here.state.clone();
            let result = self.game.try_play(&mut tried, mv);
            assert!(result.is_ok(), "{here}: try_play refuses {mv:?}, which is legal");
            assert!(tried == next, "{here}: try_play of {mv:?} gives {tried:?}, but play gives {next:?}");
        }
    }

    fn check_refusals(&self, here: &Here<'_, G>, remembered: &[G::Move]) {
        let legal = self.legal(&here.state);
        for mv in some_of(remembered, TRIED_MOVES, &mut here.rng()) {
            if legal.contains(&mv) {
                continue;
            }
            let mut tried = here.state.clone();
            let result = self.game.try_play(&mut tried, mv);
            assert!(result == Err(IllegalMove(mv)), "{here}: try_play of {mv:?}, which is illegal, says {result:?}");
            assert!(tried == here.state, "{here}: try_play refuses {mv:?} but changes the state to {tried:?}");
        }
    }

    fn check_drawing(&self, here: &Here<'_, G>) {
        let turn = self.game.turn(&here.state);
        let legal = self.legal(&here.state);
        let mut rng = here.rng();
        // The scratch list holds what another position left in it.
        let mut scratch = legal.clone();
        for _ in 0..4 {
            let mv = self.game.random_move(&here.state, &mut rng, &mut scratch);
            match (turn, mv) {
                (Turn::Player(_), Some(mv)) => {
                    assert!(legal.contains(&mv), "{here}: random_move gives {mv:?}, which is illegal");
                }
                (Turn::Chance | Turn::Over, None) => {}
                _ => panic!("{here}: random_move gives {mv:?} when turn is {turn:?}"),
            }
        }
        let drawn = self.game.draw(&here.state, &mut rng);
        assert!(drawn.is_some() == (turn == Turn::Chance), "{here}: draw gives {drawn:?} when turn is {turn:?}");
    }

    fn check_plies_left(&self, here: &Here<'_, G>) {
        let Some(left) = self.game.plies_left(&here.state) else { return };
        let cap = self.game.ply_cap();
        assert!(here.ply + left == cap, "{here}: {left} plies are left of {cap}");
        if left == 0 {
            assert!(self.game.turn(&here.state) == Turn::Over, "{here}: no plies are left, and the game goes on");
        }
    }

    fn check_random_move_is_uniform(&self) {
        for here in self.sample(|here| self.legal(&here.state).len() > 1) {
            let mut scratch = Vec::new();
            check_uniform(&here, "random_move", &self.legal(&here.state), |rng| {
                self.game.random_move(&here.state, rng, &mut scratch)
            });
        }
    }
}
