//! One game from the start to the end, compiled for the game at hand.

use kingmaker_core::rng::derive_seed;
use kingmaker_core::{Player, Rng, Turn};
use kingmaker_games::Registered;
use kingmaker_search::Halt;

use crate::erased::{Seated, Shared};
use crate::player::{PlayerError, PlayerSpec};
use crate::record::{GameRecord, MoveRecord};
use crate::schedule::ScheduledGame;

/// A player at the table, with a random source of its own: what one player draws does not
/// change what another sees.
struct Guest<'a, G: Registered> {
    spec: &'a PlayerSpec,
    seated: Seated<G>,
    rng: Rng,
}

/// Plays a game; `None` if it was given up before its last move was chosen.
pub(crate) fn play_game<G: Registered>(
    shared: &Shared<G>,
    scheduled: ScheduledGame<'_>,
    players: &[PlayerSpec],
    halt: &Halt,
    is_given_up: &dyn Fn() -> bool,
) -> Result<Option<GameRecord>, PlayerError> {
    let game = &shared.game;
    let is_over = || halt.is_stopped() || is_given_up();
    let mut table: Vec<Guest<'_, G>> = Vec::with_capacity(game.players());
    for (seat, &kind) in scheduled.seating.iter().enumerate() {
        let rng = Rng::new(derive_seed(scheduled.seed, 1 + seat as u64));
        let spec = &players[kind];
        table.push(Guest { spec, seated: shared.seated(spec, Player::new(seat))?, rng });
    }
    let mut rng = Rng::new(derive_seed(scheduled.seed, 0));
    let mut state = game.start(&mut rng);
    let mut legal = Vec::new();
    let mut legal_moves = 0;
    let mut moves = Vec::new();
    loop {
        let (mv, record) = match game.turn(&state) {
            Turn::Over => break,
            _ if is_over() => return Ok(None),
            Turn::Chance => {
                let outcome = game.draw(&state, &mut rng).expect("chance has an outcome when it is its turn");
                (
                    outcome,
                    MoveRecord { text: String::new(), seat: None, playouts: 0, nodes: 0, depth: 0, milliseconds: None },
                )
            }
            Turn::Player(mover) => {
                let guest = &mut table[mover.index()];
                let report = guest.seated.choose(game, &state, halt, &mut guest.rng);
                // What stops a match also cuts searches short: such a move must not count, not even
                // if it is the last one of the game.
                if is_over() {
                    return Ok(None);
                }
                game.legal_moves(&state, &mut legal);
                legal_moves += legal.len() as u64;
                if legal.binary_search(&report.best).is_err() {
                    return Err(PlayerError::IllegalMove {
                        player: guest.spec.label().to_owned(),
                        chosen: format!("{:?}", report.best),
                        position: game.position_text(&state),
                    });
                }
                let record = MoveRecord {
                    text: String::new(),
                    seat: Some(mover.number()),
                    playouts: report.playouts,
                    nodes: report.nodes,
                    depth: u64::from(report.depth),
                    milliseconds: guest.spec.is_timed().then_some(report.elapsed.as_secs_f64() * 1e3),
                };
                (report.best, record)
            }
        };
        moves.push(MoveRecord { text: game.move_text(&state, mv), ..record });
        table.iter_mut().for_each(|guest| guest.seated.saw(game, &state, mv));
        game.play(&mut state, mv);
    }
    let scores = game.scores(&state);
    let mut record = GameRecord {
        game: shared.spec.clone(),
        index: scheduled.index,
        seed: scheduled.seed,
        seating: table.iter().map(|guest| guest.spec.label().to_owned()).collect(),
        budgets: table.iter().map(|guest| guest.spec.budget().to_string()).collect(),
        shares: scores.shares().as_slice().to_vec(),
        plies: moves.len() as u32,
        capped: false,
        legal_moves,
        moves,
    };
    record.capped = record.is_cut_off(game.plies_left(&state));
    Ok(Some(record))
}

#[cfg(test)]
mod tests {
    use crate::player::PlayerSpec;
    use crate::schedule::Schedule;
    use crate::session::Observer;
    use crate::{AnyGame, Budget, test_game};
    use kingmaker_core::Teams;
    use kingmaker_search::Halt;

    #[test]
    fn a_record_replays_to_its_result() {
        let game = test_game::heap(3);
        let players =
            ["random", "mcts"].map(|text| PlayerSpec::read(text, &Budget::playouts(20)).expect("a valid player"));
        let schedule = Schedule::new(2, &Teams::each_alone(3), 6, 5).expect("possible");
        for index in 0..6 {
            let play = || {
                let scheduled = schedule.game(index).expect("within");
                game.play_game(scheduled, &players, &Halt::new(), &|| false).expect("suitable").expect("not stopped")
            };
            let record = play();
            assert_eq!(record, play());
            let mut session = game.session(0);
            let mut branching = 0;
            for mv in &record.moves {
                branching += session.legal_moves(Observer::Everything).len() as u64;
                assert_eq!(session.turn().player().map(|player| player.number()), mv.seat);
                session.play(&mv.text).expect("legal");
                let playouts = if record.seating[mv.seat.expect("no chance here") - 1] == "mcts" { 20 } else { 0 };
                assert_eq!((mv.playouts, mv.milliseconds), (playouts, None));
            }
            assert_eq!(session.scores(), Some(record.shares.clone()));
            assert_eq!((record.legal_moves, record.plies as usize), (branching, record.moves.len()));
            assert!(!record.capped && !record.is_draw());
        }
    }

    #[test]
    fn a_game_that_is_stopped_at_its_last_move_has_no_record() {
        let players = [PlayerSpec::read("random", &Budget::default()).expect("valid")];
        let schedule = Schedule::new(1, &Teams::each_alone(2), 1, 5).expect("possible");
        let play = |stopped: &dyn Fn() -> bool| {
            let scheduled = schedule.game(0).expect("within");
            test_game::heap(2).play_game(scheduled, &players, &Halt::new(), stopped).expect("legal")
        };
        let plies = play(&|| false).expect("not stopped").plies;
        // It is asked before and after each search, so at last after the last one.
        let asked = std::cell::Cell::new(0);
        let at_the_last = || {
            asked.set(asked.get() + 1);
            asked.get() >= 2 * plies
        };
        assert_eq!(play(&at_the_last), None);
    }

    #[test]
    fn a_stopped_game_has_no_record() {
        let players = [PlayerSpec::read("random", &Budget::default()).expect("valid")];
        let schedule = Schedule::new(1, &Teams::each_alone(2), 1, 5).expect("possible");
        let scheduled = schedule.game(0).expect("within");
        assert_eq!(test_game::heap(2).play_game(scheduled, &players, &Halt::new(), &|| true), Ok(None));
        let halt = Halt::new();
        halt.stop();
        assert_eq!(test_game::heap(2).play_game(scheduled, &players, &halt, &|| false), Ok(None));
    }
}
