//! What is told to one player does not depend on what they may not know: two positions that they cannot tell apart give
//! the same bytes through every door. A leak that is planted behind a door is found.

mod leaky;

use kingmaker_arena::session::World;
use kingmaker_arena::{AnyGame, Halt, Observer, PlayerSpec, Registry, Session, fingerprint};
use kingmaker_core::{Player, Rng, Turn};
use leaky::{DOORS, leaky};

/// Everything that a session tells one player, as bytes.
fn told(session: &dyn Session, seat: Player) -> Vec<(&'static str, String)> {
    let observer = Observer::Seat(seat);
    let worlds: Vec<World> = session.worlds(observer);
    vec![
        ("turn", format!("{:?}", session.turn())),
        ("moves", session.legal_moves(observer).join(" ")),
        ("position", session.position(observer)),
        ("history", format!("{:?}", session.history(observer))),
        ("picture", format!("{:?}", session.picture(observer))),
        ("worlds", serde_json::to_string(&worlds).expect("numbers and texts")),
    ]
}

/// What a search says, but for how long it took.
fn said(mut analysis: kingmaker_arena::Analysis) -> String {
    analysis.milliseconds = 0.0;
    serde_json::to_string(&analysis).expect("numbers and texts")
}

fn difference(one: &[(&'static str, String)], other: &[(&'static str, String)]) -> Option<String> {
    let differs = one.iter().zip(other).find(|(one, other)| one != other);
    differs.map(|((door, one), (_, other))| format!("{door}: '{one}' or '{other}'"))
}

/// Two games that `seat` cannot tell apart go on for a few plies, as far as that stays so; a player at that seat thinks
/// whenever it is its turn. Says what gives the secret away, and how many things were compared.
fn follow(
    game: &dyn AnyGame,
    pair: [&str; 2],
    (seat, player): (Player, &PlayerSpec),
    rng: &mut Rng,
) -> Result<usize, String> {
    let open = |text: &str| game.session_at(text, Observer::Everything, 0).map_err(|error| error.to_string());
    let [mut one, mut other] = [open(pair[0])?, open(pair[1])?];
    for session in [&mut one, &mut other] {
        session.seat(seat, player, 1).map_err(|error| error.to_string())?;
    }
    let mut compared = 0;
    for _ in 0..6 {
        if let Some(found) = difference(&told(&*one, seat), &told(&*other, seat)) {
            return Err(found);
        }
        compared += 1;
        let Turn::Player(mover) = one.turn() else { break };
        if mover == seat {
            let seed = rng.bits();
            let [first, second] = [&mut one, &mut other].map(|session| {
                session
                    .think(player.budget(), &mut Rng::new(seed), &Halt::new())
                    .map(|thought| said(thought.expect("a player of ours")))
            });
            if first != second {
                return Err(format!("search: {first:?} or {second:?}"));
            }
        }
        // The same move, or two that lead to what looks the same afterwards.
        let everything = Observer::Everything;
        let (moves, others) = (one.legal_moves(everything), other.legal_moves(everything));
        let Some(mv) = rng.pick(&moves).cloned() else { break };
        one.play(&mv).map_err(|error| error.to_string())?;
        let view = one.position(Observer::Seat(seat));
        let alike = if mover == seat { vec![mv] } else { others };
        let is_alike = |session: &mut Box<dyn Session>, mv: &str| {
            session.play(mv).is_ok() && (session.position(Observer::Seat(seat)) == view || !session.undo())
        };
        if !alike.iter().any(|mv| is_alike(&mut other, mv)) {
            break;
        }
    }
    Ok(compared)
}

/// Goes through random games, and looks at pairs of positions that somebody cannot tell apart.
fn leak(game: &dyn AnyGame, pairs: usize) -> Result<usize, String> {
    let players: Vec<PlayerSpec> = fingerprint::players(&Registry::ours())
        .into_iter()
        .filter(|player| game.check_player(player).is_ok())
        .collect();
    let mut rng = Rng::new(7);
    let (mut found, mut compared) = (0, 0);
    for seed in 0.. {
        let mut session = game.session(seed);
        while found < pairs && session.turn() != Turn::Over {
            let seat = Player::new(rng.below(game.players()));
            let worlds = session.worlds(Observer::Seat(seat));
            if let [first, .., last] = &worlds[..] {
                let player = rng.pick(&players).ok_or("nobody can play")?;
                let pair = [first.position.as_str(), last.position.as_str()];
                let context = |what: String| format!("{} for {seat:?} with {}: {what}", game.spec(), player.label());
                compared += follow(game, pair, (seat, player), &mut rng).map_err(context)?;
                found += 1;
            }
            if session.draw().is_none() {
                let moves = session.legal_moves(Observer::Everything);
                rng.pick(&moves).map(|mv| session.play(mv));
            }
        }
        if found >= pairs {
            break;
        }
    }
    Ok(compared)
}

#[test]
fn nothing_leaks_from_any_game_with_secrets() {
    let mut games = 0;
    for example in Registry::ours().schemas().flat_map(|schema| schema.examples) {
        let game = Registry::ours().game(example).expect("an example");
        if game.has_secrets() {
            let compared = leak(&*game, 600).unwrap_or_else(|leak| panic!("{leak}"));
            assert!(compared > 1200, "{example}: {compared}");
            games += 1;
        }
    }
    assert!(games > 3, "{games}");
}

/// Every player of a game with secrets thinks about many pairs, also those that few pairs fall to above.
#[test]
fn every_player_keeps_secrets() {
    let game = Registry::ours().game("hide-and-seek(players=4, board=grid, cells=12)").expect("a game");
    let players =
        fingerprint::players(&Registry::ours()).into_iter().filter(|player| game.check_player(player).is_ok());
    for player in players {
        let mut rng = Rng::new(3);
        let mut pairs = 0;
        let mut session = game.session(5);
        while pairs < 8 {
            let seat = Player::new(1 + rng.below(3));
            let worlds = session.worlds(Observer::Seat(seat));
            if session.turn() == Turn::Player(seat) && worlds.len() > 1 {
                let pair = [worlds[0].position.as_str(), worlds[worlds.len() - 1].position.as_str()];
                follow(&*game, pair, (seat, &player), &mut rng).unwrap_or_else(|leak| panic!("{player:?}: {leak}"));
                pairs += 1;
            }
            let moves = session.legal_moves(Observer::Everything);
            match rng.pick(&moves) {
                Some(mv) => drop(session.play(mv)),
                None => session = game.session(rng.bits()),
            }
        }
    }
}

#[test]
fn a_planted_leak_is_found_behind_every_door() {
    assert!(leak(&*leaky("none"), 300).is_ok());
    for (door, expected) in DOORS {
        let found = leak(&*leaky(door), 300).expect_err(door);
        assert!(found.contains(expected), "{door}: {found}");
    }
}
