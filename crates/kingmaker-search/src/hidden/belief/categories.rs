//! Location Categorization: worlds belong to categories, and how often the truth belonged to which was learnt from
//! games (Nijssen 2013, section 7.2.5).

use kingmaker_core::options::Kind;
use kingmaker_core::settings::Word;
use kingmaker_core::{Categories, Categorization, Rng, View, choices, settings};

use super::Belief;
use crate::Toolbox;
use crate::hidden::learnt::{CategoryTable, Learnt};
use crate::knowledge::unknown;

choices! {
    /// What was counted.
    pub enum Table {
        /// For each category, how often the truth was in it when some world was (Table 7.1).
        General = "general",
        /// For each combination of categories, how often the truth was in which (Table 7.2).
        Detailed = "detailed",
    }
}

settings! {
    /// The belief as configured.
    pub struct Settings, pub static SCHEMA = "categories" {
        summary: "Location Categorization: worlds are as likely as their category was in games that were learnt from",
        source: "Nijssen 2013, section 7.2.5",
        options: {
            by: Option<Word> {
                name: "by",
                kind: Kind::Word,
                help: "which categorization of the game; its first if nothing is said",
            },
            table: Table { name: "table", default: "general", help: "what was counted: single categories, or combinations" },
            steps: usize {
                name: "steps",
                kind: Kind::Integer(1, 3),
                default: "1",
                help: "1: a world is drawn by its weight; 2: first a category, then a world in it; 3: two categories first",
            },
            second: Option<Word> {
                name: "second",
                kind: Kind::Word,
                help: "the second categorization, for three steps",
            },
            learnt: Option<Word> {
                name: "learnt",
                kind: Kind::Word,
                help: "which of the tables that come with the game; its first if nothing is said",
            },
            file: Option<String> { name: "file", kind: Kind::Text, help: "a table of your own, as `kingmaker learn` writes it" },
            least: u64 {
                name: "least",
                kind: Kind::Integer(0, 1_000_000_000),
                default: "100",
                help: "a combination of the detailed table counts only if it occurred so often",
            },
        },
        examples: [
            "mcts(belief=categories)",
            "mcts(belief=categories(by=station, table=detailed, steps=2))",
            "mcts(belief=categories(by=minimum-distance, second=station, steps=3, learnt=own))",
        ],
    }
}

/// The belief as configured.
pub fn build<G: Categories>(settings: &Settings, _: &Toolbox<G>, game: &G) -> Result<Box<dyn Belief<G>>, String> {
    let learnt = read(settings, game)?;
    let mut kinds = vec![Kinds::new(game, &learnt, &settings.by, settings)?];
    match (settings.steps, &settings.second) {
        (3, Some(_)) => kinds.push(Kinds::new(game, &learnt, &settings.second, settings)?),
        (3, None) => return Err("categories(steps=3) needs a second categorization; expected second=".to_owned()),
        (_, Some(second)) => {
            let second = second.as_str();
            return Err(format!("categories(second={second}) is for three steps; expected steps=3"));
        }
        _ => {}
    }
    Ok(Box::new(ByCategories { kinds, is_one_step: settings.steps == 1, worlds: Vec::new() }))
}

/// The table that is asked for.
fn read<G: Categories>(settings: &Settings, game: &G) -> Result<Learnt, String> {
    if let Some(file) = &settings.file {
        if settings.learnt.is_some() {
            return Err("categories takes learnt= or file=, not both".to_owned());
        }
        let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read '{file}': {error}"))?;
        return text.parse().map_err(|error| format!("'{file}', {error}"));
    }
    let tables = game.learnt();
    let found = match &settings.learnt {
        None => tables.first(),
        Some(word) => tables.iter().find(|(name, _)| *name == word.as_str()),
    };
    let Some((name, text)) = found else {
        let names: Vec<&str> = tables.iter().map(|(name, _)| *name).collect();
        return Err(match &settings.learnt {
            Some(word) if !names.is_empty() => {
                format!("this game has no table '{}'; expected {}", word.as_str(), names.join(" or "))
            }
            _ => "no table comes with this game; expected file=, as `kingmaker learn` writes it".to_owned(),
        });
    };
    text.parse().map_err(|error| format!("table '{name}', {error}"))
}

/// A categorization with what was learnt about it.
struct Kinds {
    by: Categorization,
    table: CategoryTable,
    kind: Table,
    least: u64,
}

impl Kinds {
    fn new<G: Categories>(game: &G, learnt: &Learnt, name: &Option<Word>, settings: &Settings) -> Result<Self, String> {
        let known = game.categorizations();
        let name = name.as_ref().map_or(known[0].name, Word::as_str);
        let by = Categorization::find(game, name).ok_or_else(|| unknown("categorization", name, known))?;
        let table = learnt.table(name).ok_or_else(|| {
            format!("nothing was learnt about '{name}'; expected {}", learnt.names().collect::<Vec<_>>().join(" or "))
        })?;
        if table.categories() != game.categories(by) {
            let (found, expected) = (table.categories(), game.categories(by));
            return Err(format!("the table of '{name}' has {found} categories; expected {expected}"));
        }
        Ok(Kinds { by, table: table.clone(), kind: settings.table, least: settings.least })
    }

    /// The weight of each category, where worlds of these categories are possible; `None` if too little is known.
    fn weights(&self, present: &[usize]) -> Option<Vec<f64>> {
        match self.kind {
            Table::General => Some(self.table.rates()),
            Table::Detailed => self.table.of_combination(present, self.least),
        }
    }
}

struct ByCategories<State> {
    kinds: Vec<Kinds>,
    is_one_step: bool,
    /// The worlds of the view at hand, each with the sum of the weights up to it.
    worlds: Vec<(State, f64)>,
}

impl<G: Categories> Belief<G> for ByCategories<G::State> {
    fn begin(&mut self, game: &G, view: &View<'_, G>) {
        self.worlds = view.worlds(game);
        let given: Vec<f64> = self.worlds.iter().map(|&(_, weight)| weight).collect();
        let categories_by = |kinds: &Kinds| -> Vec<usize> {
            self.worlds.iter().map(|(world, _)| game.category(world, kinds.by)).collect()
        };
        let sorted: Vec<Vec<usize>> = self.kinds.iter().map(categories_by).collect();
        let learnt: Option<Vec<Vec<f64>>> =
            self.kinds.iter().zip(&sorted).map(|(kinds, categories)| kinds.weights(categories)).collect();
        let weights = learnt.and_then(|learnt| combine(&given, &sorted, &learnt, self.is_one_step)).unwrap_or(given);
        let mut sum = 0.0;
        for (world, weight) in self.worlds.iter_mut().zip(weights) {
            sum += weight;
            world.1 = sum;
        }
    }

    fn draw(&self, _: &G, _: &View<'_, G>, rng: &mut Rng) -> G::State {
        let drawn = rng.unit() * self.worlds.last().map_or(0.0, |last| last.1);
        let place = self.worlds.partition_point(|&(_, sum)| sum <= drawn);
        self.worlds[place.min(self.worlds.len() - 1)].0.clone()
    }

    fn worlds(&self, _: &G, _: &View<'_, G>) -> Vec<(G::State, f64)> {
        let mut before = 0.0;
        let weight = |(world, sum): &(G::State, f64)| {
            let weight = sum - std::mem::replace(&mut before, *sum);
            (world.clone(), weight)
        };
        self.worlds.iter().map(weight).filter(|&(_, weight)| weight > 0.0).collect()
    }
}

/// How likely each world is, given how likely it is by the rules, and for each categorization its category and the
/// weights of categories. With one step (Formula 7.1) a world has the weight of its category. Otherwise the category, or
/// the pair of categories, is drawn by weight among those that occur, and then a world in it (Formula 7.2). `None` if all
/// weights are 0.
fn combine(given: &[f64], sorted: &[Vec<usize>], learnt: &[Vec<f64>], is_one_step: bool) -> Option<Vec<f64>> {
    let class = |world: usize| -> Vec<usize> { sorted.iter().map(|categories| categories[world]).collect() };
    let weight = |world: usize| -> f64 { sorted.iter().zip(learnt).map(|(of, weights)| weights[of[world]]).product() };
    let size = |world: usize| -> f64 {
        let own = class(world);
        (0..given.len()).filter(|&other| class(other) == own).map(|other| given[other]).sum()
    };
    let raw = |world: usize| given[world] * weight(world) / if is_one_step { 1.0 } else { size(world) };
    let weights: Vec<f64> = (0..given.len()).map(raw).collect();
    let total: f64 = weights.iter().sum();
    (total > 0.0).then(|| weights.iter().map(|weight| weight / total).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(weights: Option<Vec<f64>>) -> Vec<f64> {
        weights.expect("some weight").iter().map(|weight| (weight * 1e6).round() / 1e6).collect()
    }

    /// Three worlds of category 0 and one of category 1, with weights 1 and 3.
    #[test]
    fn formulas_7_1_and_7_2() {
        let (given, sorted, learnt) = ([0.25; 4], [vec![0, 0, 0, 1]], [vec![1.0, 3.0]]);
        assert_eq!(rounded(combine(&given, &sorted, &learnt, true)), [0.166667, 0.166667, 0.166667, 0.5]);
        assert_eq!(rounded(combine(&given, &sorted, &learnt, false)), [0.083333, 0.083333, 0.083333, 0.75]);
        assert_eq!(combine(&given, &sorted, &[vec![0.0, 0.0]], true), None);
    }

    /// The second categorization sets the last two worlds apart: the pairs (0, 0), (0, 1) and (1, 1) weigh 1, 2 and 6.
    #[test]
    fn three_steps_draw_two_categories_first() {
        let sorted = [vec![0, 0, 0, 1], vec![0, 0, 1, 1]];
        let learnt = [vec![1.0, 3.0], vec![1.0, 2.0]];
        let expected = [0.055556, 0.055556, 0.222222, 0.666667];
        assert_eq!(rounded(combine(&[0.25; 4], &sorted, &learnt, false)), expected);
    }
}
