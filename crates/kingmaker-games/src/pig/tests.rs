//! The rules by hand, and the best play there is.

use kingmaker_core::{Game, Knowledge, MoveOrdering, Notation, Player, Rng, Turn};

use super::*;

fn played(game: &Pig, moves: &str) -> State {
    let mut state = game.start(&mut Rng::new(1));
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&mut state, mv);
    }
    state
}

#[test]
fn a_turn_by_hand() {
    let game = Pig::new(3, 20, 1000);
    let text = |moves: &str| game.position_text(&played(&game, moves));
    assert_eq!(text("roll"), "banks=0,0,0 turn=1 total=0 die=rolling ply=1");
    assert_eq!(text("roll 5 roll 6"), "banks=0,0,0 turn=1 total=11 die=still ply=4");
    assert_eq!(text("roll 5 roll 6 hold"), "banks=11,0,0 turn=2 total=0 die=still ply=5");
    assert_eq!(text("roll 5 roll 1"), "banks=0,0,0 turn=2 total=0 die=still ply=4");
    let won = played(&game, "roll 6 hold roll 1 roll 1 roll 6 roll 4 roll 4");
    assert_eq!((game.turn(&won), game.scores(&won).of(Player::new(0))), (Turn::Over, 1.0));
    assert!(game.parse_move(&played(&game, ""), "hold").is_err(), "a turn begins with a roll");
    assert!(game.parse_move(&played(&game, "roll"), "7").is_err(), "the die has six faces");
}

#[test]
fn the_cap_is_a_draw() {
    let game = Pig::new(2, 20, 3);
    let state = played(&game, "roll 5 roll");
    assert_eq!((game.turn(&state), game.plies_left(&state)), (Turn::Over, Some(0)));
    assert_eq!(game.scores(&state).shares().as_slice(), [0.5, 0.5]);
}

#[test]
fn greedy_players_hold_at_twenty() {
    let game = Pig::new(2, 100, 1000);
    let mut rng = Rng::new(1);
    let mut choice =
        |moves| game.greedy_move(&played(&game, moves), MoveOrdering::default(), &mut rng, &mut Vec::new());
    assert_eq!(choice("roll 6 roll 6 roll 6"), Some(Move::Roll));
    assert_eq!(choice("roll 6 roll 6 roll 6 roll 2"), Some(Move::Hold));
}

#[test]
fn what_cannot_be_is_refused() {
    let game = Pig::new(2, 20, 1000);
    let refused = |text: &str| game.parse_position(text).expect_err(text).to_string();
    assert!(refused("banks=20,0 turn=1 total=0 die=still ply=1").contains("a number from 0 to 19"));
    assert!(refused("banks=1,0 turn=1 total=0 die=still ply=1").contains("a 1 is worth nothing"));
    assert!(refused("banks=5,0,0 turn=1 total=0 die=still ply=1").contains("points of 2 players"));
    assert!(refused("banks=5,0 turn=3 total=0 die=still ply=1").contains("a number from 1 to 2"));
    assert!(refused("banks=5,0 turn=1 total=15 die=rolling ply=1").contains("a number from 0 to 14"));
    assert!(refused("banks=5,0 turn=1 total=0 die=gone ply=1").contains("rolling or still"));
}
