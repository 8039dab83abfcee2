//! Keys: equal for equal states, and different for positions with a different future.

use std::collections::HashMap;

use super::{Here, Kit};
use crate::game::{Game, Turn};
use crate::rng::Rng;

/// How many pairs of different states with one key are played out.
const PAIRS_COMPARED: usize = 200;

/// How many common futures a pair is tried on, and for how many plies.
const FUTURES: usize = 3;
const FUTURE_PLIES: usize = 100;

impl<G: Game> Kit<'_, G> {
    pub(super) fn check_keys(&self) {
        let mut by_state: HashMap<G::State, u64> = HashMap::new();
        let mut by_key: HashMap<u64, Here<'_, G>> = HashMap::new();
        let mut compared = 0;
        for seed in self.seeds() {
            self.walk_game(seed, |here| {
                let key = self.game.key(&here.state);
                let earlier = *by_state.entry(here.state.clone()).or_insert(key);
                assert!(earlier == key, "{here}: equal states have the keys {earlier:x} and {key:x}");
                if self.game.turn(&here.state) == Turn::Over {
                    return;
                }
                let first = by_key.entry(key).or_insert_with(|| Here {
                    variant: &self.variant,
                    state: here.state.clone(),
                    ..*here
                });
                if first.state != here.state && compared < PAIRS_COMPARED {
                    compared += 1;
                    self.check_same_future(first, here);
                }
            });
        }
    }

    /// States that share a key may differ in what no future depends on, such as the ply number.
    /// So both are played on in step for as long as the ply cap ends neither.
    fn check_same_future(&self, one: &Here<'_, G>, other: &Here<'_, G>) {
        let mut rng = other.rng();
        for _ in 0..FUTURES {
            let states = [one.state.clone(), other.state.clone()];
            if let Err(difference) = self.play_in_step(states, one.ply.max(other.ply), &mut rng) {
                let first = &one.state;
                panic!("{other}: shares its key with {first:?}, but their futures differ: {difference}");
            }
        }
    }

    fn play_in_step(&self, states: [G::State; 2], ply: usize, rng: &mut Rng) -> Result<(), String> {
        let [mut one, mut other] = states;
        for ply in ply..(ply + FUTURE_PLIES).min(self.game.ply_cap()) {
            let turns = [self.game.turn(&one), self.game.turn(&other)];
            if turns[0] != turns[1] {
                return Err(format!("turn is {turns:?} at ply {ply}"));
            }
            let mv = match turns[0] {
                Turn::Over => return self.compare_ends(&one, &other),
                Turn::Chance => self.game.draw(&one, rng),
                Turn::Player(_) => {
                    let legal = [self.legal(&one), self.legal(&other)];
                    if legal[0] != legal[1] {
                        return Err(format!("legal moves are {legal:?} at ply {ply}"));
                    }
                    rng.pick(&legal[0]).copied()
                }
            };
            let Some(mv) = mv else { return Ok(()) };
            self.game.play(&mut one, mv);
            self.game.play(&mut other, mv);
        }
        Ok(())
    }

    fn compare_ends(&self, one: &G::State, other: &G::State) -> Result<(), String> {
        let scores = [self.game.scores(one), self.game.scores(other)];
        if scores[0] == scores[1] { Ok(()) } else { Err(format!("scores are {scores:?}")) }
    }
}
