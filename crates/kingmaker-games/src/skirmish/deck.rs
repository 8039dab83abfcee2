//! Decks: the paper's, and those of files.
//!
//! ```text
//! 4/0/3          # a soldier: fight/heal/attack
//! 2 removal      # two of a kind
//! ```

use super::cards::{Card, MOST_ALIKE, MOST_PRINTED, Values};

/// The deck of Taucer et al. 2018, Table 1.
pub(super) const PAPER: &str = include_str!("paper.deck");

/// What everybody holds in the paper's tables of times; two of these cards are not in its deck.
pub(super) const PAPER_HAND: [Card; 5] = [
    Card::Soldier(Values::printed(6, 6, 6)),
    Card::Soldier(Values::printed(2, 1, 1)),
    Card::Soldier(Values::printed(4, 1, 1)),
    Card::Soldier(Values::printed(2, 3, 2)),
    Card::Soldier(Values::printed(1, 3, 3)),
];

/// The highest number on a card.
const HIGHEST: u16 = 99;

/// No deck has more cards.
pub(super) const MOST_CARDS: u32 = 32;

/// Reads a deck: each different card with its number, sorted. The error names line and column.
pub(super) fn read(text: &str) -> Result<Vec<(Card, u32)>, String> {
    let mut deck: Vec<(Card, u32)> = Vec::new();
    let mut cards = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let at = |column: usize, message: String| format!("line {number}, column {}: {message}", column + 1);
        let written = line.split('#').next().unwrap_or_default();
        let words: Vec<(usize, &str)> = words(written).collect();
        let (count, (column, word)) = match words[..] {
            [] => continue,
            [card] => (1, card),
            [(column, count), card] => {
                let read = count.parse().ok().filter(|count| (1..=MOST_ALIKE).contains(count));
                let expected = || format!("'{count}' is not a number of cards; expected one from 1 to {MOST_ALIKE}");
                (read.ok_or_else(|| at(column, expected()))?, card)
            }
            [_, _, (column, word), ..] => {
                return Err(at(column, format!("'{word}' is too much; expected a card in a line, as in '2 4/0/3'")));
            }
        };
        let card = card(word).map_err(|(offset, message)| at(column + offset, message))?;
        if deck.iter().any(|&(other, _)| other == card) {
            return Err(at(column, format!("{card} is there twice; expected its number before it, as in '2 {card}'")));
        }
        deck.push((card, count));
        cards += count;
        if cards > MOST_CARDS {
            return Err(at(column, format!("more than {MOST_CARDS} cards; expected at most so many in a deck")));
        }
        if deck.len() > MOST_PRINTED - PAPER_HAND.len() {
            let most = MOST_PRINTED - PAPER_HAND.len();
            return Err(at(column, format!("more than {most} different cards; expected at most so many")));
        }
    }
    if cards < super::HAND {
        return Err(format!("{cards} cards; expected at least {}, which are a hand", super::HAND));
    }
    deck.sort_unstable();
    Ok(deck)
}

/// The words of a line, each with the place where it begins.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(|word| {
        let offset = word.as_ptr().addr() - line.as_ptr().addr();
        (line[..offset].chars().count(), word)
    })
}

/// Reads a card; the error says at which character it goes wrong.
pub(super) fn card(word: &str) -> Result<Card, (usize, String)> {
    if word.eq_ignore_ascii_case("removal") {
        return Ok(Card::Removal);
    }
    let mut numbers = [0; 3];
    let mut parts = word.split('/');
    let mut column = 0;
    for number in &mut numbers {
        let Some(part) = parts.next() else {
            return Err((0, format!("'{word}' is not a card; expected fight/heal/attack, as in 4/0/3, or removal")));
        };
        let read = part.parse().ok().filter(|&value: &u16| value <= HIGHEST);
        *number = read.ok_or_else(|| (column, format!("'{part}' is not a value; expected one from 0 to {HIGHEST}")))?;
        column += part.chars().count() + 1;
    }
    match parts.next() {
        None => Ok(Card::Soldier(Values::printed(numbers[0], numbers[1], numbers[2]))),
        Some(part) => Err((column, format!("'{part}' is too much; expected three values, as in 4/0/3"))),
    }
}
