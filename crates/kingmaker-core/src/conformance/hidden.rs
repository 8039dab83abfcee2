//! Secrets: a view tells a player what they may know, all of it and nothing else.

use std::collections::{HashMap, HashSet};

use super::chance::ROUNDING;
use super::statistics::check_frequencies;
use super::{Here, Kit, SAMPLED_POSITIONS};
use crate::capability::HiddenInformation;
use crate::game::{Game, Turn};
use crate::notation::Notation;
use crate::player::Player;
use crate::scene::Scene;

/// Of the positions with a secret, one in so many is drawn from.
const SAMPLE_EVERY: usize = 10;

impl<G: Game> Kit<'_, G> {
    /// `oracle` lists all states that the observer cannot tell from this one, in a way that is
    /// slow and obviously right: by going through all games that look the same to them.
    ///
    /// - All of these states have the same view, and the view of a view is the view itself;
    /// - everybody knows whose turn it is, and whoever is to move knows their moves;
    /// - `worlds` tells exactly these states, with positive weights that sum to 1;
    /// - `determinize` draws them by their weights;
    /// - a move looks to the observer as it does in any of these states that lead to the same view after it, and a
    ///   part of a move is never legal.
    ///
    pub fn check_hidden(&self, oracle: impl Fn(&G, &G::State, Player) -> Vec<G::State>) -> &Self {
        let secrets = self.secrets();
        let (mut kept, mut sampled) = (0, 0);
        self.walk(|here| {
            for observer in Player::all(self.game.players()) {
                let mut known = HashSet::new();
                let mut possible = oracle(self.game, &here.state, observer);
                possible.retain(|state| known.insert(state.clone()));
                assert!(possible.contains(&here.state), "{here}: the oracle for {observer:?} leaves out the truth");
                kept += usize::from(possible.len() > 1);
                let view = self.check_view(here, observer, &possible);
                let worlds = self.check_worlds(here, observer, &view, &possible);
                if worlds.len() > 1 && kept % SAMPLE_EVERY == 0 && sampled < SAMPLED_POSITIONS {
                    sampled += 1;
                    check_frequencies(here, "determinize", &worlds, |rng| {
                        Some(secrets.determinize(&view, observer, rng))
                    });
                }
                self.check_seen(here, observer, &possible);
            }
        });
        assert!(kept > 0, "{}: nobody ever had a secret", self.variant);
        self
    }

    fn secrets(&self) -> &dyn HiddenInformation<State = G::State, Move = G::Move> {
        let secrets = self.game.secrets();
        secrets.unwrap_or_else(|| panic!("{}: the game does not hand out its secrets", self.variant))
    }

    fn hidden(&self, state: &G::State, observer: Player) -> G::State {
        let mut view = state.clone();
        self.secrets().hide(&mut view, observer);
        view
    }

    fn check_view(&self, here: &Here<'_, G>, observer: Player, possible: &[G::State]) -> G::State {
        let view = self.hidden(&here.state, observer);
        for state in possible {
            let other = self.hidden(state, observer);
            assert!(
                other == view,
                "{here}: the view of {observer:?} leaks: it is {view:?}, but {other:?} if the truth is {state:?}"
            );
        }
        let again = self.hidden(&view, observer);
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

    fn check_worlds(
        &self,
        here: &Here<'_, G>,
        observer: Player,
        view: &G::State,
        possible: &[G::State],
    ) -> Vec<(G::State, f64)> {
        let mut worlds: Vec<(G::State, f64)> = Vec::new();
        self.secrets().worlds(view, observer, &mut |world, weight| worlds.push((world, weight)));
        for (world, weight) in &worlds {
            assert!(
                possible.contains(world),
                "{here}: {observer:?} is told of {world:?}, which {observer:?} knows to be impossible"
            );
            assert!(*weight > 0.0, "{here}: {world:?} has the weight {weight}");
            self.check_moves_in(here, observer, world, "world");
        }
        let told: HashSet<&G::State> = worlds.iter().map(|(world, _)| world).collect();
        assert!(told.len() == worlds.len(), "{here}: {observer:?} is told of a world twice: {worlds:?}");
        let missed = possible.iter().find(|state| !told.contains(state));
        assert!(missed.is_none(), "{here}: {observer:?} is never told of {missed:?}");
        let sum: f64 = worlds.iter().map(|(_, weight)| weight).sum();
        assert!((sum - 1.0).abs() < ROUNDING, "{here}: the weights of {observer:?} sum to {sum}, not 1");
        worlds
    }

    /// Moves that lead to positions which the observer cannot tell apart look the same to them.
    fn check_seen(&self, here: &Here<'_, G>, observer: Player, possible: &[G::State]) {
        let Turn::Player(mover) = self.game.turn(&here.state) else { return };
        let secrets = self.secrets();
        let mut looks: HashMap<G::State, G::Move> = HashMap::new();
        for state in possible {
            for mv in self.legal(state) {
                let seen = secrets.seen(state, mv, observer);
                assert!(mover != observer || seen == mv, "{here}: {observer:?} does not see their own move {mv:?}");
                let slot = self.game.slot(seen);
                assert!(slot < self.game.slots(), "{here}: the slot of {seen:?} is not below {}", self.game.slots());
                assert!(
                    seen == mv || !self.legal(state).contains(&seen),
                    "{here}: {observer:?} sees {mv:?} as {seen:?}, which is another legal move"
                );
                let view = self.hidden(&self.after(state, mv), observer);
                let other = *looks.entry(view).or_insert(seen);
                assert!(
                    other == seen,
                    "{here}: {observer:?} sees {seen:?} or {other:?}, which tells apart what the views do not"
                );
            }
        }
    }

    /// Views can be written and read like positions, as they must be to be sent to a player.
    pub fn check_view_notation(&self) -> &Self
    where
        G: Notation,
    {
        self.walk(|here| {
            for observer in Player::all(self.game.players()) {
                let view = self.hidden(&here.state, observer);
                let text = self.game.position_text(&view);
                assert!(!text.contains(['\n', '\r']), "{here}: the view takes more than one line: {text:?}");
                let read = self.game.parse_view(&text, observer);
                assert!(read.as_ref() == Ok(&view), "{here}: view text {text:?} of {observer:?} is read as {read:?}");
                if view != here.state {
                    let read = self.game.parse_position(&text);
                    assert!(read.is_err(), "{here}: the view {text:?} is taken for a position");
                }
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
                self.check_picture(here, &self.hidden(&here.state, observer), None);
            }
        });
        self
    }
}
