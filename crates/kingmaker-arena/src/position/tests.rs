use super::*;
use crate::registry::Registry;
use crate::session::Observer;
use crate::{AnyGame, Budget};

fn game(spec: &str) -> Box<dyn AnyGame> {
    Registry::ours().game(spec).unwrap_or_else(|error| panic!("{error}"))
}

/// Positions with numbers and sessions with texts are two ways into the same rules.
#[test]
fn positions_agree_with_sessions() {
    for schema in Registry::ours().schemas() {
        (0..4).for_each(|seed| check_game(&*game(schema.name), seed));
    }
}

fn check_game(game: &dyn AnyGame, seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut position, mut session) = (game.position(seed), game.session(seed));
    for _ in 0..100 {
        let texts: Vec<String> =
            position.actions().iter().map(|&action| position.action_text(action).expect("possible")).collect();
        let mut expected = session.legal_moves(Observer::Everything);
        let mut sorted = texts.clone();
        expected.sort_unstable();
        sorted.sort_unstable();
        assert_eq!(sorted, expected, "{}", position.text());
        assert_eq!((position.text(), position.scores()), (session.position(Observer::Everything), session.scores()));
        let Some(&action) = rng.pick(&position.actions()) else { break };
        let text = position.action_text(action).expect("possible");
        assert_eq!(position.parse_action(&text), Ok(action));
        position.play(action).expect("possible");
        session.play(&text).expect("legal");
    }
    let texts = position.history(None).into_iter().map(|played| played.text);
    let expected = session.history(Observer::Everything).into_iter().map(|played| played.text);
    assert!(texts.eq(expected), "{}", game.spec());
}

#[test]
fn a_copy_goes_its_own_way() {
    let mut position = game("focus").position(1);
    let copy = position.copied();
    assert!(position.is_same(&*copy) && position.key() == copy.key());
    position.play_random(&mut Rng::new(2)).expect("not over");
    assert!(!position.is_same(&*copy) && copy.is_same(&*position.start()));
}

#[test]
fn what_is_not_possible_is_refused_with_what_is() {
    let mut position = game("pig").position(1);
    let before = position.copied();
    let message = position.play(77).expect_err("impossible").to_string();
    assert!(message.starts_with("'77' is not legal here; expected ") && message.contains("(roll)"), "{message}");
    assert!(position.is_same(&*before));
}

/// A view has no more than its text says, and the other's moves are not in it.
#[test]
fn views_keep_secrets() {
    let game = game("hide-and-seek");
    let mut position = game.position(4);
    let mover = position.turn().player().expect("a player");
    let other = mover.next(game.players());
    assert!(!position.view(mover).actions().is_empty() && position.view(other).actions().is_empty());
    position.play_random(&mut Rng::new(1));
    let view = position.view(other);
    let read = game.view_at(&view.text(), other).expect("written by us");
    assert!(read.is_same(&*view));
    let worlds = view.worlds();
    assert!(worlds.iter().all(|(world, _)| world.view(other).is_same(&*view)));
    assert!(worlds.iter().any(|(world, _)| world.is_same(&*position)));
}

#[test]
fn a_position_is_analysed_like_a_session() {
    let game = game("focus(players=3)");
    let player = Registry::ours().player("mcts", &Budget::playouts(50)).expect("valid");
    let found = game.position(1).analyze(&player, 7, &Halt::new()).expect("a player is to move");
    let expected = game.session(1).analyze(&player, 7, &Halt::new()).expect("a player is to move");
    assert_eq!((found.candidates, found.line), (expected.candidates, expected.line));
}

#[test]
fn pictures_are_numbers() {
    let (focus, picture) = (game("focus"), game("focus").position(1).picture());
    let kinds = 2 * (focus.players() + 1);
    assert_eq!(places(&*focus), picture.cells.len());
    let numbers = planes(&picture, focus.players(), places(&*focus));
    assert_eq!(numbers.len(), picture.cells.len() * kinds);
    let pieces = picture.cells.iter().filter(|cell| cell.pieces.len() == 1).count();
    assert!(pieces > 0 && numbers.iter().sum::<f32>() == 2.0 * pieces as f32, "each is counted, and on top");
    assert_eq!(planes(&picture, focus.players(), 3).len(), 3 * kinds);
    let skirmish = game("skirmish");
    let at_start = skirmish.position(1).picture().cells.len();
    assert!(places(&*skirmish) > at_start + 4, "soldiers come and go");
}
