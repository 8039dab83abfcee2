//! Representative moves that are found and not made up: moves that do much the same are one cluster, and one move of each
//! cluster stands for it (the future work of Taucer, Polk & Oommen 2018).

pub mod medoids;

use kingmaker_core::options::{Kind, OptionDef};
use kingmaker_core::{Features, Game};

use medoids::{Rooms, medoids};

/// The option by which a search asks for them.
pub const REPRESENTATIVES: OptionDef = OptionDef {
    name: "representatives",
    kind: Kind::Integer(1, 1000),
    default: None,
    help: "below the root, look only at so many moves that stand for all; for games that describe their moves as numbers",
};

/// What a game with the capability [`Features`] can be asked, where its type is not known to have it.
pub struct FeaturesOf<G: Game> {
    names: fn(&G) -> &'static [&'static str],
    describe: fn(&G, &G::State, G::Move, &mut [f32]),
}

impl<G: Features> FeaturesOf<G> {
    pub(crate) fn new() -> Self {
        FeaturesOf { names: G::features, describe: G::describe }
    }
}

impl<G: Game> Clone for FeaturesOf<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for FeaturesOf<G> {}

impl<G: Game> FeaturesOf<G> {
    /// What the numbers are.
    pub(crate) fn names(&self, game: &G) -> &'static [&'static str] {
        (self.names)(game)
    }
}

/// Finds the moves that stand for all.
pub(crate) struct Representatives<G: Game> {
    features: FeaturesOf<G>,
    k: usize,
    points: Vec<f32>,
    rooms: Rooms,
    chosen: Vec<usize>,
}

impl<G: Game> Representatives<G> {
    /// So many for each position, if so many are asked for and the game can tell moves apart.
    pub(crate) fn new(features: Option<FeaturesOf<G>>, k: Option<usize>) -> Result<Option<Self>, String> {
        let Some(k) = k else { return Ok(None) };
        let features = features.ok_or_else(|| {
            format!(
                "representatives={k} is for games that describe their moves as numbers, which this does not; \
                 expected no representatives="
            )
        })?;
        let (points, rooms, chosen) = (Vec::new(), Rooms::default(), Vec::new());
        Ok(Some(Representatives { features, k, points, rooms, chosen }))
    }

    /// Leaves those of the choices that stand for all, in their order. All choices are legal moves of the player to move.
    pub(crate) fn choose<C>(&mut self, game: &G, state: &G::State, choices: &mut Vec<C>, mv: impl Fn(&C) -> G::Move) {
        if choices.len() <= self.k {
            return;
        }
        let dimensions = self.features.names(game).len();
        self.points.clear();
        self.points.resize(choices.len() * dimensions, 0.0);
        for (choice, point) in choices.iter().zip(self.points.chunks_exact_mut(dimensions)) {
            (self.features.describe)(game, state, mv(choice), point);
        }
        medoids(&mut self.points, dimensions, self.k, &mut self.rooms, &mut self.chosen);
        let (mut place, mut next) = (0, self.chosen.iter().copied().peekable());
        choices.retain(|_| {
            let is_chosen = next.next_if_eq(&place).is_some();
            place += 1;
            is_chosen
        });
    }
}
