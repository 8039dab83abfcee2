use super::*;
use crate::registry::Registry;
use crate::{AnyGame, Budget, test_game};

#[test]
fn plays_and_takes_back() {
    let game = test_game::heap(3);
    let mut session = game.session(1);
    let start = session.position(Observer::Everything);
    assert_eq!(session.legal_moves(Observer::Everything), ["take1", "take2", "take3"]);
    assert_eq!(session.play(" TAKE3 "), Ok("take3".to_owned()));
    assert!(session.play("take4").is_err());
    let first = Player::new(0);
    assert_eq!(session.history(Observer::Seat(first)), [Played { turn: Turn::Player(first), text: "take3".into() }]);
    assert_ne!(session.position(Observer::Everything), start);
    assert!(session.undo() && !session.undo());
    assert_eq!((session.position(Observer::Seat(first)), session.plies(), session.scores()), (start, 0, None));
}

#[test]
fn finds_a_win_and_explains_it() {
    let game = test_game::heap(2);
    let session = game.session_at("2 0", Observer::Everything, 1).expect("a position");
    let player = Registry::ours().player("mcts", &Budget::playouts(200)).expect("valid");
    let analysis = session.analyze(&player, 3, &Halt::new()).expect("a player is to move");
    assert_eq!((analysis.best.as_str(), analysis.line.as_slice()), ("take2", ["take2".to_owned()].as_slice()));
    assert_eq!((analysis.mover, analysis.playouts, analysis.stop), (1, 200, "playouts"));
    assert_eq!(analysis.candidates[0].shares, Some(vec![Some(1.0), Some(0.0)]));
    let over = game.session_at("0 1", Observer::Everything, 1).expect("a position");
    assert_eq!(over.analyze(&player, 3, &Halt::new()), Err(AnalysisError::Over));
}

#[test]
fn a_player_at_a_seat_remembers() {
    let mut session = test_game::heap(2).session(1);
    let player = Registry::ours().player("mcts(reuse=yes)", &Budget::playouts(300)).expect("valid");
    let (one, halt) = (Player::new(0), Halt::new());
    session.seat(one, &player, 1).expect("it can play");
    let think = |session: &mut dyn Session, seed| {
        session.think(player.budget(), &mut Rng::new(seed), &halt).map(|thought| thought.expect("a player of ours"))
    };
    let first = think(&mut *session, 1).expect("it is its turn");
    session.play(&first.best).expect("legal");
    assert_eq!(think(&mut *session, 1), None, "nobody sits there");
    session.play("take1").expect("legal");
    let visits = |analysis: &Analysis| analysis.candidates.iter().map(|candidate| candidate.visits).sum::<u64>();
    let second = think(&mut *session, 2).expect("it is its turn");
    assert!(visits(&first) == 300 && visits(&second) > 320, "{} and {}", visits(&first), visits(&second));
    for candidate in &second.candidates {
        let sum = candidate.shares.as_ref().map(|shares| shares.iter().flatten().sum::<f32>());
        assert!(sum.is_none_or(|sum| (sum - 1.0).abs() < 1e-5), "shares sum to {sum:?}");
    }
}

#[test]
fn counts_sequences() {
    let session = test_game::heap(2).session_at("3 0", Observer::Everything, 1).expect("a position");
    let mut parts = Vec::new();
    assert_eq!(session.perft(Extent::Plies(2), None, &mut |mv, count| parts.push((mv.to_owned(), count))), Ok(3));
    assert_eq!(parts, [("take1".to_owned(), 2), ("take2".to_owned(), 1), ("take3".to_owned(), 0)]);
    let count = |depth| session.perft(Extent::Plies(depth), None, &mut |_, _| ());
    assert_eq!((count(0), count(3)), (Ok(1), Ok(1)));
    assert!(session.perft(Extent::Turns(1), None, &mut |_, _| ()).is_err());
}
