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

/// The models of these names with `+` between them, one after the other.
fn named<G: Game>(models: Option<ModelsOf<G>>, name: &str, game: &G) -> Result<(ModelsOf<G>, Vec<Model>), String> {
    let Some(models) = models else {
        return Err(format!("model={name} is for games with models, and this game has none; expected no model="));
    };
    let find = |name: &str| (models.find)(game, name).ok_or_else(|| unknown("model", name, models.names(game)));
    Ok((models, name.split('+').map(find).collect::<Result<_, _>>()?))
}

/// The model of this name for whoever has this view; of several names with `+` between them, a model of a model.
pub(crate) fn model<G: Game>(
    models: Option<ModelsOf<G>>,
    name: &str,
    game: &G,
    view: &View<'_, G>,
) -> Result<G, String> {
    let (models, all) = named(models, name, game)?;
    let first = |by: Model| (models.model)(view, game, by);
    let model = all.iter().fold(None, |model: Option<G>, &by| {
        Some(model.map_or_else(|| first(by), |model| (models.model)(view, &model, by)))
    });
    model.ok_or_else(|| "expected the name of a model".to_owned())
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
    let (models, all) = named(models, name, game)?;
    let within = |searcher, by| Box::new(Modelled { models, by, searcher }) as Box<dyn Searcher<G>>;
    Ok(all.into_iter().rev().fold(searcher, within))
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
        let real = |mv: G::Move| (self.models.real_move)(view, game, self.by, mv);
        if real(report.best) != report.best {
            report.best = real(report.best);
            report.line = vec![report.best];
        }
        let mut known: Vec<G::Move> = Vec::new();
        report.candidates.retain_mut(|candidate| {
            candidate.mv = real(candidate.mv);
            let is_new = !known.contains(&candidate.mv);
            known.push(candidate.mv);
            is_new
        });
        if let Some(position) = view.position(game) {
            cut(game, position, &mut report.line);
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

/// Leaves of a line what can be played in the real game.
fn cut<G: Game>(game: &G, position: &G::State, line: &mut Vec<G::Move>) {
    let mut state = position.clone();
    let mut is_played = |&mv: &G::Move| game.turn(&state).player().is_some() && game.try_play(&mut state, mv).is_ok();
    let length = line.iter().map_while(|mv| is_played(mv).then_some(())).count();
    line.truncate(length);
}
