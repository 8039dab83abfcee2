//! Players who search in a model of the game instead of the game itself.

use kingmaker_core::options::{Kind, OptionDef};
use kingmaker_core::settings::Word;
use kingmaker_core::{Game, Model, Models, Named, Rng, Seen, View};

use crate::knowledge::unknown;
use crate::{Budget, Halt, Needs, Report, Searcher};

/// The option by which a model is chosen.
pub const MODEL: OptionDef = OptionDef {
    name: "model",
    kind: Kind::Word,
    default: None,
    help: "a smaller game that the search is made in, if this game has one of that name; several with + between them",
};

/// What a game with the capability [`Models`] can be asked, where its type is not known to have it.
pub struct ModelsOf<G: Game> {
    names: fn(&G) -> &'static [Named],
    find: fn(&G, &str) -> Option<Model>,
    model: fn(&View<'_, G>, &G, Model) -> G,
    real_move: fn(&View<'_, G>, &G, Model, G::Move) -> G::Move,
}

impl<G: Models> ModelsOf<G> {
    pub(crate) fn new() -> Self {
        ModelsOf {
            names: G::models,
            find: Model::find,
            model: |view, game, by| view.model(game, by),
            real_move: |view, game, by, mv| view.real_move(game, by, mv),
        }
    }
}

impl<G: Game> Clone for ModelsOf<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for ModelsOf<G> {}

impl<G: Game> ModelsOf<G> {
    /// The models there are.
    pub(crate) fn names(&self, game: &G) -> &'static [Named] {
        (self.names)(game)
    }
}

/// The same player, who searches in the model of this name if one is named; of several names with `+` between them, in
/// a model of a model.
pub(crate) fn modelled<G: Game>(
    models: Option<ModelsOf<G>>,
    name: &Option<Word>,
    game: &G,
    searcher: Box<dyn Searcher<G>>,
) -> Result<Box<dyn Searcher<G>>, String> {
    let Some(name) = name.as_ref().map(Word::as_str) else { return Ok(searcher) };
    let Some(models) = models else {
        return Err(format!("model={name} is for games with models, and this game has none; expected no model="));
    };
    name.split('+').rev().try_fold(searcher, |searcher, name| {
        let by = (models.find)(game, name).ok_or_else(|| unknown("model", name, models.names(game)))?;
        Ok(Box::new(Modelled { models, by, searcher }) as Box<dyn Searcher<G>>)
    })
}

struct Modelled<G: Game> {
    models: ModelsOf<G>,
    by: Model,
    searcher: Box<dyn Searcher<G>>,
}

impl<G: Game> Searcher<G> for Modelled<G> {
    fn search(&mut self, game: &G, view: &View<'_, G>, budget: &Budget, halt: &Halt, rng: &mut Rng) -> Report<G::Move> {
        let model = (self.models.model)(view, game, self.by);
        let mut report = self.searcher.search(&model, view, budget, halt, rng);
        let real = (self.models.real_move)(view, game, self.by, report.best);
        if real != report.best {
            for candidate in report.candidates.iter_mut().filter(|candidate| candidate.mv == report.best) {
                candidate.mv = real;
            }
            report.best = real;
            report.line = vec![real];
        }
        report
    }

    fn needs(&self) -> Needs {
        self.searcher.needs()
    }

    fn saw(&mut self, seen: Seen<G::Move>) {
        self.searcher.saw(seen);
    }
}
