//! Moves that are found by a part of them, and lists to choose from.

use kingmaker_arena::draw::{self, terminal::WIDTH};
use kingmaker_arena::session::{Choice, words};
use kingmaker_core::Player;
use kingmaker_core::scene::Tile;

use crate::output;

/// No more moves than this are listed at once.
const MOST: usize = 99;

/// They take no more lines than this, so that the question below them is on the same screen.
const LINES: usize = 20;

/// The moves that have all these words in them: as a cell, a card or the name of a piece, or if there are none, anywhere.
pub(super) fn fitting(choices: &[Choice], wanted: &str) -> Vec<Choice> {
    let wanted = wanted.to_ascii_lowercase();
    let words: Vec<&str> = wanted.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let those = |fits: fn(&Choice, &str) -> bool| -> Vec<Choice> {
        choices.iter().filter(|choice| words.iter().all(|word| fits(choice, word))).cloned().collect()
    };
    let whole = those(has_part);
    if whole.is_empty() { those(|choice, word| choice.text.to_ascii_lowercase().contains(word)) } else { whole }
}

/// Whether a word is the name of the piece, or one of the words of the move.
fn has_part(choice: &Choice, word: &str) -> bool {
    let mut parts = words(&choice.text).chain(choice.tile.iter().map(|tile| tile.name.as_str()));
    parts.any(|part| part.eq_ignore_ascii_case(word))
}

/// Moves with numbers to choose by, as many as fit the screen, and how many these are. `wanted` is what they were found by.
pub(super) fn listed(found: &[Choice], wanted: &str, player: Player) -> (String, usize) {
    let (lines, shown) = drawn(found, player).unwrap_or_else(|| in_columns(found));
    let mut text = lines.join("\n") + "\n";
    text += "A number chooses one.";
    if let Some(next) = found.get(shown) {
        let is_new = |part: &&str| !words(wanted).any(|known| known.eq_ignore_ascii_case(part));
        let example = ["moves", wanted, words(&next.text).find(is_new).unwrap_or("TEXT")];
        let example: Vec<&str> = example.into_iter().filter(|word| !word.is_empty()).collect();
        text += &format!(" {} more: narrow them, such as by '{}'.", found.len() - shown, example.join(" "));
    }
    (text + "\n", shown)
}

/// Few moves of pieces whose looks matter, as they will lie on the board.
fn drawn(found: &[Choice], player: Player) -> Option<(Vec<String>, usize)> {
    let tile = |(number, choice): (usize, &Choice)| {
        let tile = choice.tile.as_ref()?;
        Some(Tile { name: format!("{number}) {} {}", tile.name, choice.text), squares: tile.squares.clone() })
    };
    let tiles: Vec<Tile> = (1..).zip(found).map(tile).collect::<Option<_>>()?;
    let lines = draw::tiles(&tiles, player, output::colour());
    (lines.len() <= LINES).then_some((lines, found.len()))
}

fn in_columns(found: &[Choice]) -> (Vec<String>, usize) {
    let digits = found.len().min(MOST).to_string().len();
    let entry = |(number, choice): (usize, &Choice)| {
        let name = choice.tile.as_ref().map_or(String::new(), |tile| format!("{} ", tile.name));
        format!("{number:>digits$}) {name}{}", choice.text)
    };
    let entries: Vec<String> = (1..=MOST).zip(found).map(entry).collect();
    let width = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0);
    let columns = ((WIDTH + 1) / (width + 1)).max(1);
    let shown = entries.len().min(columns * LINES);
    let line = |entries: &[String]| {
        let padded: Vec<String> = entries.iter().map(|entry| format!("{entry:width$}")).collect();
        padded.join(" ").trim_end().to_owned()
    };
    (entries[..shown].chunks(columns).map(line).collect(), shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(texts: &[&str]) -> Vec<Choice> {
        texts.iter().map(|&text| Choice { text: text.to_owned(), touches: Vec::new(), tile: None }).collect()
    }

    fn found(texts: &[&str], wanted: &str) -> Vec<String> {
        fitting(&choices(texts), wanted).into_iter().map(|choice| choice.text).collect()
    }

    #[test]
    fn a_whole_word_comes_before_a_part_of_one() {
        let rides = ["taxi-15", "taxi-154", "black-15", "double-taxi-15"];
        assert_eq!(found(&rides, "15"), ["taxi-15", "black-15", "double-taxi-15"]);
        assert_eq!(found(&rides, "TAXI 15"), ["taxi-15", "double-taxi-15"]);
        assert_eq!(found(&rides, "54"), ["taxi-154"]);
        assert_eq!(found(&rides, "x"), ["taxi-15", "taxi-154", "double-taxi-15"]);
        assert!(found(&rides, "bus").is_empty());
        assert_eq!(found(&rides, " ").len(), 4);
    }

    #[test]
    fn pieces_are_known_by_name_and_drawn() {
        let tile = Tile { name: "V3".to_owned(), squares: vec![(0, 0), (1, 0), (1, 1)] };
        let corner = Choice { text: "a2,a1,b1".to_owned(), touches: Vec::new(), tile: Some(tile) };
        let all = [vec![corner.clone()], choices(&["c1"])].concat();
        let found = fitting(&all, "v3 b1");
        assert_eq!(found, [corner]);
        let (text, shown) = listed(&found, "v3", Player::new(0));
        assert_eq!((text.lines().take(3).collect::<Vec<_>>(), shown), (vec!["1) V3 a2,a1,b1", "1", "1 1"], 1));
    }

    #[test]
    fn long_lists_are_cut() {
        let many: Vec<Choice> = (0..200).map(|number| choices(&[&format!("cell-{number}")]).remove(0)).collect();
        let (text, shown) = listed(&many, "cell", Player::new(0));
        assert_eq!(shown, MOST);
        assert!(text.lines().all(|line| line.len() <= WIDTH) && text.lines().count() <= LINES + 1, "{text}");
        assert!(text.ends_with("101 more: narrow them, such as by 'moves cell 99'.\n"), "{text}");
    }
}
