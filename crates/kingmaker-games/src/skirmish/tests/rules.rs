//! Every action and every end, by hand; what cards come to.

use kingmaker_core::{Chance, Game, Notation, Player, Rng, Turn};

use super::*;

/// What is left of a position after these moves: health, fields, and who is to move in which phase.
fn told(game: &Skirmish, position: &str, moves: &str) -> String {
    let state = after(game, position, moves);
    let side = |player: Player| {
        let side = state.side(player);
        format!("{} {}", side.health / 100, game.cards_text(side.field))
    };
    let sides: Vec<String> = Player::all(game.players()).map(side).collect();
    format!("{}: {:?}", sides.join(", "), game.turn(&state))
}

#[test]
fn a_game_begins_with_a_placement() {
    let game = game(2);
    let start = game.start(&mut Rng::new(1));
    for player in Player::all(2) {
        let side = start.side(player);
        assert_eq!((side.health, side.hand.len(), side.deck.len()), (5000, 5, 20));
    }
    let starters: Vec<Turn> = (0..20).map(|seed| game.turn(&game.start(&mut Rng::new(seed)))).collect();
    assert!(Player::all(2).all(|player| starters.contains(&Turn::Player(player))), "who begins is drawn");
}

#[test]
fn every_action_does_what_it_says() {
    let game = game(2);
    let before = "turns=4 to=1 phase=act fresh=2/4/1 p1=20:-:2/4/1:- p2=30:-:1/1/5+2/2/2+4/0/3:-";
    assert_eq!(
        moves(&game, &at(&game, before)),
        ["2/4/1:rest", "2/4/1:heal", "2/4/1:attack", "2/4/1:fight=1/1/5", "2/4/1:fight=2/2/2", "2/4/1:fight=4/0/3"]
    );
    let next = "Player(Player 2)";
    let after = |mv: &str| told(&game, before, mv);
    assert_eq!(after("2/4/1:rest"), format!("20 2/4/1, 30 1/1/5+2/2/2+4/0/3: {next}"));
    assert_eq!(after("2/4/1:heal"), format!("24 2/4/1, 30 1/1/5+2/2/2+4/0/3: {next}"));
    assert_eq!(after("2/4/1:attack"), format!("20 2/4/1, 29 1/1/5+2/2/2+4/0/3: {next}"));
    assert_eq!(after("2/4/1:fight=1/1/5"), format!("20 2/4/1, 30 2/2/2+4/0/3: {next}"));
    assert_eq!(after("2/4/1:fight=2/2/2"), format!("20 -, 30 1/1/5+4/0/3: {next}"), "a tie removes both");
    assert_eq!(after("2/4/1:fight=4/0/3"), format!("20 -, 30 1/1/5+2/2/2+4/0/3: {next}"), "the weaker one goes");
}

#[test]
fn what_a_soldier_cannot_do_is_not_offered() {
    let game = game(2);
    let position = "turns=4 to=1 phase=act fresh=0/0/7+6/0/0 p1=20:-:0/0/7+6/0/0:- p2=30:-:1/1/5:-";
    assert_eq!(moves(&game, &at(&game, position)), ["0/0/7:rest", "0/0/7:attack", "0/0/7:fight=1/1/5"]);
    let second = after(&game, position, "0/0/7:attack");
    assert_eq!(moves(&game, &second), ["6/0/0:rest", "6/0/0:fight=1/1/5"], "it has no values to heal or attack with");
    // With nobody to fight it is not even asked.
    let alone = "turns=4 to=1 phase=act fresh=0/0/7+6/0/0 p1=20:-:0/0/7+6/0/0:- p2=30:1/1/5:-:-";
    assert_eq!(game.turn(&after(&game, alone, "0/0/7:rest")), Turn::Player(Player::new(1)));
}

#[test]
fn a_removal_takes_a_soldier_and_is_gone() {
    let game = game(2);
    let position = "turns=4 to=1 phase=place fresh=- p1=20:2*removal+1/1/1:-:- p2=30:-:1/1/5+6/6/6:-";
    let here = at(&game, position);
    assert_eq!(moves(&game, &here), ["keep", "place=1/1/1", "remove=1/1/5", "remove=6/6/6"]);
    let state = after(&game, position, "remove=6/6/6");
    assert_eq!(game.cards_text(state.side(Player::new(0)).hand), "1/1/1+removal");
    assert_eq!(game.cards_text(state.side(Player::new(1)).field), "1/1/5");
    let none = "turns=4 to=1 phase=place fresh=- p1=20:removal+1/1/1:-:- p2=30:1/1/5:-:-";
    assert_eq!(moves(&game, &at(&game, none)), ["keep", "place=1/1/1"], "there is nobody to be removed");
}

#[test]
fn a_card_is_drawn_unless_the_hand_is_full_or_the_deck_empty() {
    let game = game(2);
    let rest = |side: &str| {
        after(&game, &format!("turns=4 to=1 phase=act fresh=1/1/1 p1=20:-:1/1/1:- p2={side}"), "1/1/1:rest")
    };
    let short = rest("30:3/3/3:-:2/2/2+2*removal");
    assert_eq!(game.turn(&short), Turn::Chance);
    let mut outcomes = Vec::new();
    game.outcomes(&short, &mut |outcome, probability| outcomes.push((game.move_text(&short, outcome), probability)));
    assert_eq!(outcomes, [("draw=2/2/2".to_owned(), 1.0 / 3.0), ("draw=removal".to_owned(), 2.0 / 3.0)]);
    let full = rest("30:3/3/3+4/4/4+6/6/6+1/1/2+1/1/5:-:2/2/2");
    assert_eq!((game.turn(&full), moves(&game, &full).len()), (Turn::Player(Player::new(1)), 6));
    let empty = rest("30:3/3/3:-:-");
    assert_eq!(moves(&game, &empty), ["keep", "place=3/3/3"]);
}

#[test]
fn a_card_that_is_placed_acts_at_once() {
    let game = game(2);
    let position = "turns=4 to=1 phase=place fresh=1/1/1 p1=20:0/0/7:1/1/1:- p2=30:-:-:-";
    assert_eq!(
        told(&game, position, "place=0/0/7 0/0/7:attack 1/1/1:attack"),
        "20 1/1/1+0/0/7, 22 -: Over".replace("1/1/1+0/0/7", "0/0/7+1/1/1").replace("Over", "Player(Player 1)")
    );
}

#[test]
fn who_has_no_health_has_lost() {
    let game = game(2);
    let position = "turns=4 to=2 phase=act fresh=0/0/7 p1=7:-:4/4/4:- p2=30:-:0/0/7:-";
    let state = after(&game, position, "0/0/7:attack");
    assert_eq!((game.turn(&state), game.scores(&state).of(Player::new(1))), (Turn::Over, 1.0));
    let alive = after(&game, &position.replace("p1=7", "p1=8"), "0/0/7:attack");
    assert_eq!(game.turn(&alive), Turn::Player(Player::new(0)));
}

#[test]
fn among_three_the_last_one_wins_and_soldiers_go_with_their_player() {
    let game = game(3);
    let position = "turns=4 to=1 phase=act fresh=0/0/7+1/1/5 p1=9:-:0/0/7+1/1/5:- p2=3:-:4/4/4:- p3=30:-:3/3/3:-";
    assert_eq!(
        moves(&game, &at(&game, position)),
        ["0/0/7:rest", "0/0/7:attack@2", "0/0/7:attack@3", "0/0/7:fight@2=4/4/4", "0/0/7:fight@3=3/3/3"]
    );
    assert_eq!(told(&game, position, "0/0/7:attack@2"), "9 0/0/7+1/1/5, -4 -, 30 3/3/3: Player(Player 1)");
    let next = after(&game, position, "0/0/7:attack@2 1/1/5:attack@3");
    assert_eq!(game.turn(&next), Turn::Player(Player::new(2)), "who is out has no turn");
    let last = after(&game, &position.replace("p3=30", "p3=5"), "0/0/7:attack@2 1/1/5:attack@3");
    assert_eq!((game.turn(&last), game.scores(&last).of(Player::new(0))), (Turn::Over, 1.0));
}

#[test]
fn the_cap_is_a_draw_among_those_who_live() {
    let game = Skirmish::from_settings(&Settings { players: 3, turns: 5, ..Settings::default() }).expect("a game");
    let state = after(&game, "turns=4 to=1 phase=act fresh=1/1/1 p1=9:-:1/1/1:- p2=-3:-:-:- p3=30:-:-:-", "1/1/1:heal");
    assert_eq!((game.turn(&state), game.scores(&state).shares().as_slice()), (Turn::Over, &[0.5, 0.0, 0.5][..]));
}

/// Nobody has anything to do any more: the turns that are left pass by.
#[test]
fn nothing_to_do_is_a_draw() {
    let game = game(2);
    let state = after(&game, "turns=4 to=1 phase=act fresh=1/1/1 p1=9:-:1/1/1:- p2=5:-:1/0/3:-", "1/1/1:fight=1/0/3");
    assert_eq!((game.turn(&state), game.scores(&state).shares().as_slice()), (Turn::Over, &[0.5, 0.5][..]));
}

/// Cards are drawn, placed and lost, but none is ever there twice or comes from nowhere.
#[test]
fn cards_are_conserved() {
    for players in 2..=4 {
        let game = game(players);
        let mut rng = Rng::new(players as u64);
        let (mut lost, mut scratch) = (0, Vec::new());
        for _ in 0..40 {
            let mut state = game.start(&mut rng);
            while let Some(mv) =
                game.random_move(&state, &mut rng, &mut scratch).or_else(|| game.draw(&state, &mut rng))
            {
                let before = state.clone();
                game.play(&mut state, mv);
                for player in Player::all(players) {
                    let cards = |state: &State| {
                        let side = state.side(player);
                        [side.hand, side.deck, side.field]
                    };
                    let count =
                        |state: &State, kind: Kind| cards(state).iter().map(|pile| pile.count(kind)).sum::<u32>();
                    for (kind, _) in game.cards.kinds() {
                        let (was, is) = (count(&before, kind), count(&state, kind));
                        let is_lost = was - is;
                        lost += is_lost;
                        let can_be_lost = match mv.deed() {
                            Deed::Remove(..) | Deed::Act(_, Action::Fight(..)) => is_lost <= 1,
                            Deed::Act(_, Action::Attack(_)) => is_lost == 0 || !state.side(player).is_alive(),
                            _ => is_lost == 0,
                        };
                        assert!(can_be_lost, "{mv:?} loses {is_lost} of {kind:?} in {before:?}");
                    }
                    let [hand, ..] = cards(&state);
                    assert!(hand.len() <= HAND);
                }
            }
        }
        assert!(lost > 100);
    }
}

#[test]
fn an_illegal_move_says_why() {
    let game = game(2);
    let placing = at(&game, "turns=4 to=1 phase=place fresh=1/1/1 p1=20:0/0/7:1/1/1:- p2=30:-:2/2/2:-");
    let acting =
        after(&game, "turns=4 to=1 phase=place fresh=1/1/1 p1=20:0/0/7:1/1/1:- p2=30:-:2/2/2:-", "place=0/0/7");
    let refused = |state: &State, text: &str| game.parse_move(state, text).expect_err(text).to_string();
    for (state, text, part) in [
        (&placing, "place=6/6/6", "a card in the hand: 0/0/7"),
        (&placing, "place=9/9/9", "one of the 2 legal moves"),
        (&placing, "remove=2/2/2", "there is no removal in the hand"),
        (&placing, "1/1/1:heal", "a card to be placed first"),
        (&acting, "place=0/0/7", "a card is placed before soldiers act"),
        (&acting, "1/1/1:heal", "an action of 0/0/7"),
        (&acting, "0/0/7:heal", "this soldier cannot heal"),
        (&acting, "0/0/7:fight=6/6/6", "a soldier that an opponent has in play"),
    ] {
        assert!(refused(state, text).contains(part), "{}", refused(state, text));
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let game = game(2);
    for (position, part) in [
        ("turns=4 to=1 phase=place fresh=- p1=20:9/9/9:-:- p2=30:-:-:-", "a card of this game"),
        ("turns=4 to=1 phase=place fresh=- p1=20:2*1/1/1:-:- p2=30:-:-:-", "at most 1 of 1/1/1"),
        ("turns=4 to=1 phase=place fresh=- p1=20:-:removal:- p2=30:-:-:-", "soldiers alone"),
        ("turns=4 to=1 phase=place fresh=- p1=20:-:-:- p2=30:-:-:-", "a card to be placed"),
        ("turns=4 to=1 phase=act fresh=1/1/1 p1=20:-:-:- p2=30:-:-:-", "soldiers that player 1 has in play"),
        ("turns=4 to=1 phase=draw fresh=- p1=20:-:-:- p2=30:-:-:-", "the deck not empty"),
        ("turns=4 to=1 phase=over fresh=- p1=20:-:-:- p2=30:-:-:-", "the game goes on"),
        ("turns=4 to=1 phase=place fresh=- p1=20:1/1/1:-:- p2=0:-:-:-", "over"),
        ("turns=201 to=1 phase=place fresh=- p1=20:1/1/1:-:- p2=1:-:-:-", "a number from 0 to 200"),
        ("turns=4 to=1 phase=place fresh=- p1=20:1/1/1:-:- p2=1:-:-", "health:hand:field:deck"),
    ] {
        let message = game.parse_position(position).expect_err(position).to_string();
        assert!(message.contains(part), "{position}: {message}");
    }
}
