//! One game from the start to the end, compiled for the game at hand.

use std::sync::Arc;

use kingmaker_core::rng::derive_seed;
use kingmaker_core::{Notation, Player, Rng, Scene, Teams, Turn};
use kingmaker_search::Halt;

use crate::agent::foreign::Choice;
use crate::erased::Shared;
use crate::player::{PlayerError, PlayerSpec};
use crate::record::{FaultRecord, GameRecord, MoveRecord};
use crate::schedule::ScheduledGame;
use crate::seated::Seated;

/// A player at the table, with a random source of its own: what one player draws does not
/// change what another sees.
struct Guest<'a, G: Notation + Scene> {
    spec: &'a PlayerSpec,
    seated: Seated<G>,
    rng: Rng,
}

/// After so many faults in a row a game is given up, and the match with it.
const MOST_FAULTS: usize = 10;

/// Plays a game; `None` if it was given up before its last move was chosen. Where more than two sides play and another
/// program makes a fault, it is played again with other draws.
pub(crate) fn play_game<G: Notation + Scene>(
    shared: &Arc<Shared<G>>,
    scheduled: ScheduledGame<'_>,
    players: &[PlayerSpec],
    halt: &Halt,
    is_given_up: &dyn Fn() -> bool,
) -> Result<Option<GameRecord>, PlayerError> {
    let mut faults = Vec::new();
    loop {
        let seed = seed_of_try(scheduled.seed, faults.len());
        let played = play_once(shared, ScheduledGame { seed, ..scheduled }, players, halt, is_given_up)?;
        let Some(mut record) = played else { return Ok(None) };
        record.seed = scheduled.seed;
        let is_void = record.is_void();
        faults.append(&mut record.faults);
        match faults.last() {
            Some(last) if is_void && faults.len() == MOST_FAULTS => {
                let (player, games) = (record.seating.swap_remove(last.seat - 1), faults.len() as u64);
                return Err(PlayerError::Faulty { player, faults: games, games, last: last.fault.clone() });
            }
            Some(_) if is_void => {}
            _ => return Ok(Some(GameRecord { faults, ..record })),
        }
    }
}

/// Where the draws of a game come from that was void so often.
pub(crate) fn seed_of_try(seed: u64, voided: usize) -> u64 {
    if voided == 0 { seed } else { derive_seed(seed, u64::MAX - voided as u64) }
}

fn play_once<G: Notation + Scene>(
    shared: &Arc<Shared<G>>,
    scheduled: ScheduledGame<'_>,
    players: &[PlayerSpec],
    halt: &Halt,
    is_given_up: &dyn Fn() -> bool,
) -> Result<Option<GameRecord>, PlayerError> {
    let game = &shared.game;
    let is_over = || halt.is_stopped() || is_given_up();
    let mut rng = Rng::new(derive_seed(scheduled.seed, 0));
    let mut state = game.start(&mut rng);
    let mut table: Vec<Guest<'_, G>> = Vec::with_capacity(game.players());
    for (seat, &kind) in scheduled.seating.iter().enumerate() {
        let seed = derive_seed(scheduled.seed, 1 + seat as u64);
        let spec = &players[kind];
        let seated = shared.seated(spec, Player::new(seat), &state, seed)?;
        table.push(Guest { spec, seated, rng: Rng::new(seed) });
    }
    let mut legal = Vec::new();
    let mut legal_moves = 0;
    let mut moves = Vec::new();
    let mut fault = None;
    for text in scheduled.opening {
        let mv = game.parse_move(&state, text).map_err(|error| PlayerError::Opening {
            opening: scheduled.opening.join(" "),
            message: error.to_string(),
        })?;
        let seat = game.turn(&state).player().map(|player| player.number());
        moves.push(MoveRecord { text: game.move_text(&state, mv), seat, opening: true, ..MoveRecord::default() });
        table.iter_mut().for_each(|guest| guest.seated.saw(game, &state, mv));
        game.play(&mut state, mv);
    }
    loop {
        let (mv, record) = match game.turn(&state) {
            Turn::Over => break,
            _ if is_over() => return Ok(None),
            Turn::Chance => {
                let outcome = game.draw(&state, &mut rng).expect("chance has an outcome when it is its turn");
                (outcome, MoveRecord::default())
            }
            Turn::Player(mover) => {
                let guest = &mut table[mover.index()];
                let chosen = guest.seated.choose(game, &state, guest.spec.budget(), halt, &mut guest.rng);
                // What stops a match also cuts searches short: such a move must not count, not even
                // if it is the last one of the game.
                if is_over() {
                    return Ok(None);
                }
                let Choice { report, latency } = match chosen {
                    Ok(choice) => choice,
                    Err(made) => {
                        fault = Some(FaultRecord { seat: mover.number(), ply: moves.len() as u32, fault: made });
                        break;
                    }
                };
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
                    opening: false,
                    playouts: report.playouts,
                    nodes: report.nodes,
                    depth: u64::from(report.depth),
                    milliseconds: guest.spec.is_timed().then_some(report.elapsed.as_secs_f64() * 1e3),
                    latency: latency.map(|latency| latency.as_secs_f64() * 1e3),
                };
                (report.best, record)
            }
        };
        moves.push(MoveRecord { text: game.move_text(&state, mv), ..record });
        table.iter_mut().for_each(|guest| guest.seated.saw(game, &state, mv));
        game.play(&mut state, mv);
    }
    let shares = match &fault {
        None => game.scores(&state).shares().as_slice().to_vec(),
        Some(fault) => shares_after(fault.seat, &game.teams()),
    };
    table.iter_mut().for_each(|guest| guest.seated.finish(&shares, halt));
    let mut record = GameRecord {
        game: shared.spec.clone(),
        index: scheduled.index,
        seed: scheduled.seed,
        seating: table.iter().map(|guest| guest.spec.label().to_owned()).collect(),
        budgets: table.iter().map(|guest| guest.spec.budget().to_string()).collect(),
        shares,
        plies: moves.len() as u32,
        capped: false,
        legal_moves,
        turns: game.turns_over(&state).map(|turns| turns as u32),
        points: game.points(&state).map_or_else(Vec::new, |points| points.as_slice().to_vec()),
        moves,
        spent: Vec::new(),
        faults: fault.into_iter().collect(),
    };
    record.capped = record.faults.is_empty() && record.is_cut_off(game.plies_left(&state));
    Ok(Some(record))
}

/// Who wins when a seat is lost by a fault: the other side, if there is one alone; else nobody, because a seat that
/// vanishes changes the chances of all others.
pub(crate) fn shares_after(seat: usize, teams: &Teams) -> Vec<f32> {
    let lost = teams.of(Player::new(seat - 1));
    let share = |seat: Player| if teams.count() == 2 && teams.of(seat) != lost { 1.0 } else { 0.0 };
    Player::all(teams.players()).map(share).collect()
}

#[cfg(test)]
mod tests {
    use crate::registry::Registry;
    use crate::schedule::Schedule;
    use crate::session::Observer;
    use crate::{AnyGame, Budget, test_game};
    use kingmaker_core::Teams;
    use kingmaker_search::Halt;

    #[test]
    fn a_record_replays_to_its_result() {
        let game = test_game::heap(3);
        let players = ["random", "mcts"]
            .map(|text| Registry::ours().player(text, &Budget::playouts(20)).expect("a valid player"));
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
        let players = [Registry::ours().player("random", &Budget::default()).expect("valid")];
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
        let players = [Registry::ours().player("random", &Budget::default()).expect("valid")];
        let schedule = Schedule::new(1, &Teams::each_alone(2), 1, 5).expect("possible");
        let scheduled = schedule.game(0).expect("within");
        assert_eq!(test_game::heap(2).play_game(scheduled, &players, &Halt::new(), &|| true), Ok(None));
        let halt = Halt::new();
        halt.stop();
        assert_eq!(test_game::heap(2).play_game(scheduled, &players, &halt, &|| false), Ok(None));
    }
}
