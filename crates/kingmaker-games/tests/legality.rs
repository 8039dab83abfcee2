//! Every registered game says of a single move what its list of moves says, whatever position the
//! move comes from.

use std::collections::BTreeSet;

use kingmaker_core::options::read;
use kingmaker_core::{Capable, Game, OutOfTurn, Player, Registered, Rng, tell_capabilities};

/// How many random games of each variant are played.
const GAMES: u64 = 3;

/// At how many positions of each game all moves are tried.
const TRIED_POSITIONS: usize = 24;

/// The positions of a random game, some of them in the middle and always the first and the last.
fn some_positions<G: Game>(game: &G, seed: u64, seen: &mut BTreeSet<G::Move>) -> Vec<G::State> {
    let mut rng = Rng::new(seed);
    let mut states = vec![game.start(&mut rng)];
    let mut legal = Vec::new();
    loop {
        let mut state = states[states.len() - 1].clone();
        game.legal_moves(&state, &mut legal);
        seen.extend(&legal);
        let Some(mv) = rng.pick(&legal).copied().or_else(|| game.draw(&state, &mut rng)) else { break };
        game.play(&mut state, mv);
        states.push(state);
    }
    let (last, every) = (states.len() - 1, states.len().div_ceil(TRIED_POSITIONS));
    let tried = |index: &usize| index.is_multiple_of(every) || *index == last;
    (0..states.len()).filter(tried).map(|index| states[index].clone()).collect()
}

/// Positions in which others are to move.
type Others<G> = fn(&G, &<G as Game>::State) -> Vec<<G as Game>::State>;

/// The same position at the turn of each who could move.
fn handed<G: OutOfTurn>(game: &G, state: &G::State) -> Vec<G::State> {
    let handed = |player| {
        let mut handed = state.clone();
        game.hand_turn(&mut handed, player);
        handed
    };
    Player::all(game.players()).filter(|&player| game.can_move(state, player)).map(handed).collect()
}

/// Compares one by one with the list, for the player to move and in positions in which others are.
fn check<G: Game>(game: &G, spec: &str, others: Others<G>) {
    let mut seen = BTreeSet::new();
    let mut states = Vec::new();
    for seed in 0..GAMES {
        states.extend(some_positions(game, seed, &mut seen));
    }
    let (mut legal, mut scratch, mut both) = (Vec::new(), Vec::new(), [false; 2]);
    for state in &states {
        for state in others(game, state).into_iter().chain([state.clone()]) {
            game.legal_moves(&state, &mut legal);
            for &mv in &seen {
                let (single, listed) = (game.is_legal(&state, mv, &mut scratch), legal.binary_search(&mv).is_ok());
                assert_eq!(single, listed, "{spec}: {mv:?} in {state:?}");
                both[usize::from(listed)] = true;
                if !listed {
                    let mut tried = state.clone();
                    assert!(game.try_play(&mut tried, mv).is_err() && tried == state, "{spec}: {mv:?} in {state:?}");
                }
            }
        }
    }
    assert_eq!(both, [true; 2], "{spec}: some moves are legal and some are not");
}

/// How these are found, in games that have them.
struct HasOthers<G: Game>(Others<G>);

impl<G: Game> Capable<G> for HasOthers<G> {
    fn out_of_turn(&mut self)
    where
        G: OutOfTurn,
    {
        self.0 = handed;
    }
}

macro_rules! legality {
    ($($module:ident :: $game:ident);* $(;)?) => {
        $(
            #[test]
            fn $module() {
                let schema = <kingmaker_games::$module::$game as Registered>::SCHEMA;
                let mut others = HasOthers::<kingmaker_games::$module::$game>(|_, _| Vec::new());
                tell_capabilities!(kingmaker_games::$module::$game, &mut others);
                for spec in schema.examples {
                    let args = read(spec, "game", &[schema]).unwrap_or_else(|error| panic!("{error}"));
                    let game = kingmaker_games::$module::$game::from_args(&args);
                    check(&game.unwrap_or_else(|message| panic!("{spec}: {message}")), spec, others.0);
                }
            }
        )*
    };
}

kingmaker_games::for_each_game!(legality);
