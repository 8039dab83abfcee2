//! The card game of Taucer, Polk & Oommen 2018: soldiers that fight, heal and attack; chance on the draw, open hands, and
//! a turn of many small decisions. Also for three and four players, each for themselves.
//!
//! In a turn a card is drawn, a card may be put into play, and then every own soldier may act once. Soldiers are asked one
//! after the other, those that fight worst first: so every result of a turn can be reached, and each in one way only. For
//! two players that is exact. Among more, a soldier cannot fight for a lost cause: once a player is out, so are the
//! soldiers.

mod cards;
mod deck;
mod features;
mod knowledge;
mod models;
mod moves;
mod notation;
mod presets;
mod rules;
mod scene;
mod state;
#[cfg(test)]
mod tests;

use std::fs;
use std::sync::Arc;

use kingmaker_core::options::Kind as OptionKind;
use kingmaker_core::{Preset, Registered, choices, settings};

pub use cards::{Card, Cards, Kind, Values};
use cards::{FIRST_PRINTED, KINDS, UNIT};
pub use moves::{Action, Deed, Move};
use state::Side;
pub use state::State;

choices! {
    /// When a card is drawn.
    pub enum Draw {
        /// Unless the hand is full.
        UntilFull = "until-full",
        /// In every turn.
        Always = "always",
    }
}

choices! {
    /// Whether a card is put into play.
    pub enum Place {
        /// As one likes.
        May = "may",
        /// In every turn in which it can be done.
        Must = "must",
    }
}

choices! {
    /// Which cards players begin with.
    pub enum Deal {
        /// Five of their deck, drawn at random.
        Random = "random",
        /// The five of the paper's tables of times; two of them are not in its deck.
        Paper = "paper",
    }
}

settings! {
    /// The variant of the game.
    pub struct Settings, pub static SCHEMA = "skirmish" {
        summary: "cards that fight, heal and attack: chance on the draw, and many small decisions in a turn",
        source: "Taucer, Polk & Oommen 2018",
        options: {
            players: usize { name: "players", kind: OptionKind::Integer(2, 4), default: "2", help: "how many play" },
            health: u16 { name: "health", kind: OptionKind::Integer(1, 999), default: "50", help: "what everybody begins with" },
            deck: Option<String> {
                name: "deck",
                kind: OptionKind::Text,
                help: "a file with a deck of one's own, a card in a line; without it, the paper's 25 cards",
            },
            deal: Deal { name: "deal", default: "random", help: "random cards, or those of the paper's tables of times" },
            draw: Draw {
                name: "draw",
                default: "until-full",
                help: "a card is drawn unless the hand holds five, or in every turn as the paper seems to count",
            },
            place: Place { name: "place", default: "may", help: "whether a card may or must be put into play" },
            turns: u16 {
                name: "turns",
                kind: OptionKind::Integer(1, 1000),
                default: "200",
                help: "turns after which the game is a draw",
            },
            balance: f64 {
                name: "balance",
                kind: OptionKind::Real(0.0, 10.0),
                default: "0.1",
                help: "what the board evaluator takes off for each point between the best and the worst card in hand",
            },
        },
        examples: [
            "skirmish",
            "skirmish(players=3)",
            "skirmish(players=4, health=20)",
            "skirmish(deal=paper)",
            "skirmish(turns=20, balance=1)",
            "skirmish(draw=always, place=must)",
        ],
    }
}

/// Cards in a full hand.
const HAND: u32 = 5;

/// The rules, with the cards.
#[derive(Clone, Debug)]
pub struct Skirmish {
    players: usize,
    health: i32,
    turns: u16,
    balance: f32,
    /// Whether a card is drawn though the hand is full.
    draws_always: bool,
    /// Whether a card is put into play where that is possible.
    must_place: bool,
    /// Whether everybody begins with the paper's hand.
    has_paper_hand: bool,
    cards: Arc<CardTable>,
    /// How this game stands for another one in a search.
    made_up: models::MadeUp,
}

/// The cards of a game.
#[derive(Clone, Debug)]
struct CardTable {
    /// By kind; those that are not used or made up have no values.
    printed: [Option<Card>; KINDS],
    values: [Values; KINDS],
    removal: Option<Kind>,
    deck: Cards,
}

impl CardTable {
    /// The cards of a deck, and some that are not in it.
    fn new(deck: &[(Card, u32)], others: &[Card]) -> Self {
        let mut all: Vec<Card> = deck.iter().map(|&(card, _)| card).chain(others.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        let mut table =
            CardTable { printed: [None; KINDS], values: [Values::default(); KINDS], removal: None, deck: Cards::NONE };
        for (place, &card) in (FIRST_PRINTED..).zip(&all) {
            let kind = Kind(place as u8);
            (table.printed[place], table.values[place]) = (Some(card), card.values());
            if card == Card::Removal {
                table.removal = Some(kind);
            }
            let count = deck.iter().find(|(other, _)| *other == card).map_or(0, |&(_, count)| count);
            (0..count).for_each(|_| table.deck.add(kind));
        }
        table
    }

    /// The kind of a card, if it is one of this game.
    fn kind(&self, card: Card) -> Option<Kind> {
        self.printed.iter().position(|&other| other == Some(card)).map(|place| Kind(place as u8))
    }

    /// The kinds that are printed.
    fn kinds(&self) -> impl Iterator<Item = (Kind, Card)> {
        self.printed.iter().enumerate().filter_map(|(place, card)| card.map(|card| (Kind(place as u8), card)))
    }
}

impl Skirmish {
    /// The game with a deck as a file has it.
    fn with_deck(settings: &Settings, deck: &str) -> Result<Self, String> {
        let deck = deck::read(deck)?;
        let has_paper_hand = settings.deal == Deal::Paper;
        let others: &[Card] = if has_paper_hand { &deck::PAPER_HAND } else { &[] };
        Ok(Skirmish {
            players: settings.players,
            health: i32::from(settings.health) * UNIT as i32,
            turns: settings.turns,
            balance: settings.balance as f32,
            draws_always: settings.draw == Draw::Always,
            must_place: settings.place == Place::Must,
            has_paper_hand,
            cards: Arc::new(CardTable::new(&deck, others)),
            made_up: models::MadeUp::Nothing,
        })
    }

    /// What a soldier of a player can do.
    #[inline]
    fn values(&self, side: &Side, kind: Kind) -> Values {
        state::made_up(kind, side.made_up).unwrap_or(self.cards.values[kind.index() % KINDS])
    }
}

impl Registered for Skirmish {
    type Settings = Settings;

    const RULES: &'static str = include_str!("rules.txt");

    const PRESETS: &'static [Preset] = presets::PRESETS;

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        let Some(path) = &settings.deck else { return Skirmish::with_deck(settings, deck::PAPER) };
        let text = fs::read_to_string(path).map_err(|error| format!("deck '{path}' cannot be read: {error}"))?;
        Skirmish::with_deck(settings, &text).map_err(|message| format!("deck '{path}', {message}"))
    }
}
