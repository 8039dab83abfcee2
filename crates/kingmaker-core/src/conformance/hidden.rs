//! Secrets: a view tells a player what they may know, all of it and nothing else.

use std::collections::HashSet;

use super::{Here, Kit};
use crate::capability::HiddenInformation;
use crate::game::Turn;
use crate::notation::Notation;
use crate::player::Player;
use crate::rng::Rng;
use crate::scene::Scene;

/// Up to this many possible states, drawing must reach each of them.
const FEW_STATES: usize = 40;

/// At how many positions all possible states are looked for.
const SEARCHED_POSITIONS: usize = 40;

impl<G: HiddenInformation> Kit<'_, G> {
    /// `oracle` lists all states that the observer cannot tell from this one, in a way that is
    /// slow and obviously right: by going through all games that look the same to them.
    ///
    /// - All of these states have the same view, and the view of a view is the view itself;
    /// - everybody knows whose turn it is, and whoever is to move knows their moves;
    /// - `determinize` draws only from these states, and reaches all of them where they are few.
    ///
    /// A state that is drawn at least a quarter as often as if all were equally likely is missed
    /// in a position for at most one seed in a million.
    pub fn check_hidden(&self, oracle: impl Fn(&G, &G::State, Player) -> Vec<G::State>) -> &Self {
        let mut secrets = 0;
        self.walk(|here| {
            for observer in Player::all(self.game.players()) {
                let mut known = HashSet::new();
                let mut possible = oracle(self.game, &here.state, observer);
                possible.retain(|state| known.insert(state.clone()));
                assert!(possible.contains(&here.state), "{here}: the oracle for {observer:?} leaves out the truth");
                secrets += usize::from(possible.len() > 1);
                let view = self.check_view(here, observer, &possible);
                self.check_determinize(here, observer, &view, &possible, secrets <= SEARCHED_POSITIONS);
            }
        });
        assert!(secrets > 0, "{}: nobody ever had a secret", self.variant);
        self
    }

    fn check_view(&self, here: &Here<'_, G>, observer: Player, possible: &[G::State]) -> G::State {
        let view = self.game.view(&here.state, observer);
        for state in possible {
            let other = self.game.view(state, observer);
            assert!(
                other == view,
                "{here}: the view of {observer:?} leaks: it is {view:?}, but {other:?} if the truth is {state:?}"
            );
        }
        let again = self.game.view(&view, observer);
        assert!(again == view, "{here}: the view of {observer:?} is {view:?}, but {again:?} when viewed again");
        let turns = (self.game.turn(&here.state), self.game.turn(&view));
        assert!(turns.0 == turns.1, "{here}: (true turn, turn in the view of {observer:?}) are {turns:?}");
        self.check_moves_in(here, observer, &view, "view");
        view
    }

    /// The moves of the observer, if it is their turn, must be those of the real position.
    fn check_moves_in(&self, here: &Here<'_, G>, observer: Player, state: &G::State, what: &str) {
        if self.game.turn(&here.state) == Turn::Player(observer) {
            let moves = (self.legal(&here.state), self.legal(state));
            assert!(moves.0 == moves.1, "{here}: (true moves, moves in the {what} of {observer:?}) are {moves:?}");
        }
    }

    fn check_determinize(
        &self,
        here: &Here<'_, G>,
        observer: Player,
        view: &G::State,
        possible: &[G::State],
        search_all: bool,
    ) {
        let search_all = search_all && possible.len() <= FEW_STATES;
        let draws = if search_all { draws_to_reach(possible.len()) } else { 8 };
        let mut rng = Rng::new(here.rng().bits() ^ observer.index() as u64);
        let mut reached = HashSet::new();
        for _ in 0..draws {
            let state = self.game.determinize(view, observer, &mut rng);
            assert!(
                possible.contains(&state),
                "{here}: determinize for {observer:?} gives {state:?}, which {observer:?} knows to be impossible"
            );
            if reached.insert(state.clone()) {
                let seen = self.game.view(&state, observer);
                assert!(seen == *view, "{here}: determinize for {observer:?} gives {state:?} with another view");
                self.check_moves_in(here, observer, &state, "determinization");
            }
        }
        if search_all {
            let missed = possible.iter().find(|state| !reached.contains(*state));
            assert!(missed.is_none(), "{here}: determinize for {observer:?} never gives {missed:?} in {draws} draws");
        }
    }

    /// Views can be written and read like positions, as they must be to be sent to a player.
    pub fn check_view_notation(&self) -> &Self
    where
        G: Notation,
    {
        self.walk(|here| {
            for observer in Player::all(self.game.players()) {
                self.check_round_trip(here, &self.game.view(&here.state, observer));
            }
        });
        self
    }

    /// Views can be drawn like positions, as they must be to be shown to a player.
    pub fn check_view_scene(&self) -> &Self
    where
        G: Scene,
    {
        self.walk(|here| {
            for observer in Player::all(self.game.players()) {
                self.check_picture(here, &self.game.view(&here.state, observer), None);
            }
        });
        self
    }
}

/// So many draws miss one of the states with probability below 10^-6, even if each has only
/// the probability 1/(4 `states`): the sum of `states` times (1 - 1/(4 `states`))^draws.
fn draws_to_reach(states: usize) -> usize {
    let states = states as f64;
    (4.0 * states * (states.ln() + 14.0)).ceil() as usize
}
