//! Decks as files.

use super::*;

#[test]
fn the_paper_has_25_cards_of_24_kinds() {
    let game = game(2);
    assert_eq!((game.cards.deck.len(), game.cards.deck.kinds().count()), (25, 24));
    let removal = game.cards.removal.expect("there are some");
    assert_eq!((game.cards.deck.count(removal), game.cards.deck.len() - 2), (2, 23));
    assert_eq!((size_of::<State>(), size_of::<Move>()), (288, 2));
}

#[test]
fn mistakes_have_line_and_column() {
    let refused = |text: &str| Skirmish::with_deck(&Settings::default(), text).expect_err(text);
    let rest = "5 3/3/3\n";
    for (text, message) in [
        ("1/2/3\n4/x/1\n", "line 2, column 3: 'x' is not a value; expected one from 0 to 99"),
        (
            "1/2/3\n  4/1\n",
            "line 2, column 3: '4/1' is not a card; expected fight/heal/attack, as in 4/0/3, or removal",
        ),
        ("1/2/3/4\n", "line 1, column 7: '4' is too much; expected three values, as in 4/0/3"),
        ("two 1/2/3\n", "line 1, column 1: 'two' is not a number of cards; expected one from 1 to 15"),
        ("16 1/2/3\n", "line 1, column 1: '16' is not a number of cards; expected one from 1 to 15"),
        ("2 1/2/3 removal\n", "line 1, column 9: 'removal' is too much; expected a card in a line, as in '2 4/0/3'"),
        ("1/2/3\n1/2/3\n", "line 2, column 1: 1/2/3 is there twice; expected its number before it, as in '2 1/2/3'"),
        ("# none\n1/2/3\n", "1 cards; expected at least 5, which are a hand"),
        ("15 1/2/3\n15 1/2/4\n3 1/2/5\n", "line 3, column 3: more than 32 cards; expected at most so many in a deck"),
    ] {
        assert_eq!(refused(text), message);
    }
    assert!(Skirmish::with_deck(&Settings::default(), rest).is_ok());
}

#[test]
fn a_deck_of_ones_own_is_read_from_a_file() {
    let missing = Settings { deck: Some("/nowhere/at/all.deck".to_owned()), ..Settings::default() };
    let message = Skirmish::from_settings(&missing).expect_err("no such file");
    assert!(message.starts_with("deck '/nowhere/at/all.deck' cannot be read: "), "{message}");
}
