//! Which of the move orderings and board evaluators of a game a technique goes by.

use kingmaker_core::capability::Named;
use kingmaker_core::options::{Kind, OptionDef, closest};
use kingmaker_core::settings::Word;
use kingmaker_core::{BoardEvaluator, Knowledge, MoveOrdering};

/// The option by which a move ordering is chosen.
pub const BY: OptionDef = OptionDef {
    name: "by",
    kind: Kind::Word,
    default: None,
    help: "which move ordering of the game; its first if nothing is said",
};

/// The option by which a board evaluator is chosen.
pub const EVALUATOR: OptionDef = OptionDef {
    name: "evaluator",
    kind: Kind::Word,
    default: None,
    help: "which board evaluator of the game; its first if nothing is said",
};

/// The move ordering of this name; without one, the game's first.
pub fn ordering<G: Knowledge>(game: &G, name: &Option<Word>) -> Result<MoveOrdering, String> {
    let Some(name) = name else { return Ok(MoveOrdering::default()) };
    MoveOrdering::find(game, name.as_str()).ok_or_else(|| unknown("move ordering", name.as_str(), game.orderings()))
}

/// The board evaluator of this name; without one, the game's first.
pub fn evaluator<G: Knowledge>(game: &G, name: &Option<Word>) -> Result<BoardEvaluator, String> {
    let Some(name) = name else { return Ok(BoardEvaluator::default()) };
    BoardEvaluator::find(game, name.as_str())
        .ok_or_else(|| unknown("board evaluator", name.as_str(), game.evaluators()))
}

/// "this game has no move ordering 'tipp'; did you mean 'tip'? expected tip or base".
pub(crate) fn unknown(what: &str, word: &str, known: &[Named]) -> String {
    let names: Vec<&str> = known.iter().map(|named| named.name).collect();
    let near = closest(word, names.iter().copied());
    let hint = near.map_or(String::new(), |near| format!("did you mean '{near}'? "));
    format!("this game has no {what} '{word}'; {hint}expected {}", names.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_games::chinese_checkers::ChineseCheckers;

    #[test]
    fn words_that_the_game_knows() {
        let game = ChineseCheckers::new(3, 1000);
        let found = |word: &str| ordering(&game, &Some(Word::from(word))).map(MoveOrdering::index);
        assert_eq!((found("tip"), found("base")), (Ok(0), Ok(1)));
        assert_eq!(ordering(&game, &None), Ok(MoveOrdering::default()));
        let expected = "this game has no move ordering 'bas'; did you mean 'base'? expected tip or base or table";
        assert_eq!(found("bas"), Err(expected.to_owned()));
        let expected = "this game has no board evaluator 'material'; expected static";
        assert_eq!(evaluator(&game, &Some(Word::from("material"))), Err(expected.to_owned()));
    }
}
