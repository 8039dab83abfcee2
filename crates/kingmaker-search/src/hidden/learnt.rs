//! Tables of how often the truth was in which category, as readable text.
//!
//! ```text
//! games 1000
//! categorization minimum-distance 5
//! general 1 2454 12523
//! detailed 1,2 666 4776 0 0 0
//! ```
//!
//! `general`: the category, how often the truth was in it, how often some possible world was. `detailed`: the categories
//! of all possible worlds, and how often the truth was in each category then.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use kingmaker_core::{Categories, Categorization, Game, Player, Turn, View};

/// What was learnt about the categorizations of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learnt {
    /// From how many games.
    pub games: u64,
    tables: Vec<CategoryTable>,
}

/// What was learnt about one categorization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryTable {
    name: String,
    /// For each category how often the truth was in it, and how often some possible world was.
    general: Vec<(u64, u64)>,
    /// For each combination of categories, a bit for each, how often the truth was in which.
    detailed: BTreeMap<u64, Vec<u64>>,
}

/// The most categories that a categorization may have: a combination has a bit for each.
pub const MAX_CATEGORIES: usize = 64;

impl CategoryTable {
    /// Nothing is known of these categories yet.
    pub fn new(name: &str, categories: usize) -> Self {
        CategoryTable { name: name.to_owned(), general: vec![(0, 0); categories], detailed: BTreeMap::new() }
    }

    /// The name of the categorization.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many categories there are.
    pub fn categories(&self) -> usize {
        self.general.len()
    }

    /// Worlds of these categories were possible, and the truth was in this one.
    pub fn count(&mut self, possible: impl IntoIterator<Item = usize>, truth: usize) {
        let combination = bits(possible);
        for category in (0..self.categories()).filter(|category| combination >> category & 1 == 1) {
            self.general[category].1 += 1;
        }
        self.general[truth].0 += 1;
        let categories = self.categories();
        self.detailed.entry(combination).or_insert_with(|| vec![0; categories])[truth] += 1;
    }

    /// For each category how often the truth was in it, as a part of how often it could have been: a / n.
    pub fn rates(&self) -> Vec<f64> {
        self.general.iter().map(|&(truth, possible)| truth as f64 / possible.max(1) as f64).collect()
    }

    /// For each category how often the truth was in it when just these were possible; `None` if that was seldom.
    pub fn of_combination(&self, possible: &[usize], least: u64) -> Option<Vec<f64>> {
        let counts = self.detailed.get(&bits(possible.iter().copied()))?;
        (counts.iter().sum::<u64>() >= least).then(|| counts.iter().map(|&count| count as f64).collect())
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Self) {
        for (own, more) in self.general.iter_mut().zip(&other.general) {
            *own = (own.0 + more.0, own.1 + more.1);
        }
        for (&combination, counts) in &other.detailed {
            let own = self.detailed.entry(combination).or_insert_with(|| vec![0; counts.len()]);
            own.iter_mut().zip(counts).for_each(|(own, more)| *own += more);
        }
    }
}

fn bits(categories: impl IntoIterator<Item = usize>) -> u64 {
    categories.into_iter().fold(0, |bits, category| bits | 1 << category)
}

impl Learnt {
    /// Nothing yet, about these categorizations.
    pub fn new(tables: Vec<CategoryTable>) -> Self {
        Learnt { games: 0, tables }
    }

    /// What is known of the categorization of this name.
    pub fn table(&self, name: &str) -> Option<&CategoryTable> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// The categorizations that something is known of.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tables.iter().map(CategoryTable::name)
    }

    /// All tables, to count in.
    pub fn tables_mut(&mut self) -> &mut [CategoryTable] {
        &mut self.tables
    }

    /// Adds what was learnt from other games about the same categorizations.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        for (own, more) in self.tables.iter_mut().zip(&other.tables) {
            own.add(more);
        }
    }
}

/// What a game with the capability [`Categories`] can be asked, where its type is not known to have it.
pub struct CategoriesOf<G: Game> {
    blank: fn(&G) -> Learnt,
    category: fn(&G, &G::State, &str) -> Option<usize>,
}

impl<G: Game> Clone for CategoriesOf<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for CategoriesOf<G> {}

impl<G: Categories> CategoriesOf<G> {
    pub(crate) fn new() -> Self {
        CategoriesOf {
            blank: |game| {
                let table = |by: Categorization| {
                    CategoryTable::new(game.categorizations()[by.index()].name, game.categories(by))
                };
                Learnt::new(Categorization::all(game).map(table).collect())
            },
            category: |game, world, name| Categorization::find(game, name).map(|by| game.category(world, by)),
        }
    }
}

impl<G: Game> CategoriesOf<G> {
    /// Nothing yet, about all categorizations of a game.
    pub fn blank(&self, game: &G) -> Learnt {
        (self.blank)(game)
    }

    /// Counts a position to which a move of `mover` has led, for those who do not know everything: in which categories are
    /// the worlds that they hold possible, and in which is the truth. Moves of their own side tell nothing new.
    pub fn count(&self, game: &G, position: &G::State, mover: Player, learnt: &mut Learnt) {
        let Some(secrets) = game.secrets() else { return };
        let in_the_dark = |&player: &Player| !secrets.knows_all(player) && !game.teams().are_allies(player, mover);
        let Some(observer) = Player::all(game.players()).find(in_the_dark) else { return };
        if game.turn(position) == Turn::Over {
            return;
        }
        let worlds = View::new(game, position, observer).worlds(game);
        for table in learnt.tables_mut() {
            let category = |world: &G::State| (self.category)(game, world, table.name());
            let possible: Vec<usize> = worlds.iter().filter_map(|(world, _)| category(world)).collect();
            if let Some(truth) = category(position) {
                table.count(possible, truth);
            }
        }
    }
}

impl fmt::Display for Learnt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# How often the truth was in which category.")?;
        writeln!(f, "games {}", self.games)?;
        for table in &self.tables {
            writeln!(f, "\ncategorization {} {}", table.name, table.categories())?;
            for (category, (truth, possible)) in table.general.iter().enumerate() {
                writeln!(f, "general {} {truth} {possible}", category + 1)?;
            }
            for (combination, counts) in &table.detailed {
                let present = (0..MAX_CATEGORIES).filter(|category| combination >> category & 1 == 1);
                let present: Vec<String> = present.map(|category| (category + 1).to_string()).collect();
                let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
                writeln!(f, "detailed {} {}", present.join(","), counts.join(" "))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Learnt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut learnt = Learnt::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some((&key, values)) = words.split_first() {
                learnt.read_line(key, values).map_err(|error| format!("line {}: {error}", number + 1))?;
            }
        }
        Ok(learnt)
    }
}

impl Learnt {
    fn read_line(&mut self, key: &str, values: &[&str]) -> Result<(), String> {
        match (key, values, self.tables.last_mut()) {
            ("games", [games], _) => self.games = whole(games)?,
            ("categorization", [name, categories], _) => match whole(categories)? as usize {
                count @ 1..=MAX_CATEGORIES => self.tables.push(CategoryTable::new(name, count)),
                count => return Err(format!("'{count}' categories; expected 1 to {MAX_CATEGORIES}")),
            },
            ("general", [category, truth, possible], Some(table)) => {
                let place = one_of(category, table.categories())?;
                table.general[place] = (whole(truth)?, whole(possible)?);
            }
            ("detailed", [present, counts @ ..], Some(table)) if counts.len() == table.categories() => {
                let categories = table.categories();
                let present: Result<Vec<usize>, String> =
                    present.split(',').map(|category| one_of(category, categories)).collect();
                let counts: Result<Vec<u64>, String> = counts.iter().map(|count| whole(count)).collect();
                table.detailed.insert(bits(present?), counts?);
            }
            _ => {
                let line = std::iter::once(&key).chain(values).copied().collect::<Vec<_>>().join(" ");
                return Err(format!(
                    "'{line}' is not understood; expected games N, categorization NAME N, general CATEGORY TRUE POSSIBLE, \
                     or detailed CATEGORIES and a number for each category"
                ));
            }
        }
        Ok(())
    }
}

fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("'{text}' is not understood; expected a whole number"))
}

fn one_of(text: &str, categories: usize) -> Result<usize, String> {
    match text.parse() {
        Ok(category) if (1..=categories).contains(&category) => Ok(category - 1),
        _ => Err(format!("'{text}' is not understood; expected a category from 1 to {categories}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_written_and_read() {
        let mut table = CategoryTable::new("distance", 3);
        table.count([0, 2, 2], 2);
        table.count([0, 2], 0);
        table.count([1], 1);
        let mut learnt = Learnt::new(vec![table]);
        learnt.games = 2;
        let expected = "# How often the truth was in which category.\ngames 2\n\ncategorization distance 3\ngeneral 1 1 2\n\
                        general 2 1 1\ngeneral 3 1 2\ndetailed 2 0 1 0\ndetailed 1,3 1 0 1\n";
        assert_eq!(learnt.to_string(), expected);
        assert_eq!(expected.parse::<Learnt>().as_ref(), Ok(&learnt));
        let table = learnt.table("distance").expect("a table");
        assert_eq!(table.rates(), [0.5, 1.0, 0.5]);
        assert_eq!(table.of_combination(&[0, 2, 0], 2), Some(vec![1.0, 0.0, 1.0]));
        assert_eq!(table.of_combination(&[0, 2, 0], 3), None);
        let mut twice = learnt.clone();
        twice.add(&learnt);
        assert_eq!((twice.games, twice.table("distance").map(|table| table.general[0])), (4, Some((2, 4))));
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| text.parse::<Learnt>().expect_err("should not parse");
        assert_eq!(error("games many"), "line 1: 'many' is not understood; expected a whole number");
        assert_eq!(
            error("games 1\ncategorization distance 3\ngeneral 4 1 1"),
            "line 3: '4' is not understood; expected a category from 1 to 3"
        );
        assert!(error("general 1 1 1").starts_with("line 1: 'general 1 1 1' is not understood; expected games N"));
    }
}
