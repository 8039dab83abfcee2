//! Every policy of Monte-Carlo Tree Search in a game of teams: it lays out the turns as the definition says, and with a
//! solver it comes to what going through everything comes to.

use std::collections::HashSet;

use kingmaker_core::options::read;
use kingmaker_core::{Game, Rng};
use kingmaker_games::hide_and_seek::HideAndSeek;
use kingmaker_search::minimax::value::{Evaluator, Scale, WIN};
use kingmaker_search::toolbox::POLICIES;
use kingmaker_search::{Stop, Toolbox};

use crate::two_sided::{Followers, by_reply, by_round, by_seat, naive_two_sided};
use crate::{random_position, search};

/// No game is longer.
const TO_THE_END: u32 = 200;

fn games() -> impl Iterator<Item = HideAndSeek> {
    let sizes = [(2, 3), (3, 2), (2, 4)];
    sizes.into_iter().map(|(seekers, rounds)| HideAndSeek::ring(seekers, 2 * seekers + 2, rounds, 2).in_the_open())
}

#[test]
fn policies_lay_out_the_turns_of_teams() {
    let toolbox = Toolbox::default().knowledge().out_of_turn();
    let policies: [(&str, &Followers<HideAndSeek>); 5] = [
        ("max-n", &by_seat),
        ("paranoid", &by_seat),
        ("mp-mix", &by_seat),
        ("brs", &by_reply),
        ("brs-plus", &by_round),
    ];
    let mut skipped = 0;
    for game in games() {
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let Some(state) = random_position(&game, seed as usize % 5, &mut rng) else { continue };
            let root = game.turn(&state).player().expect("a player is to move");
            for (name, followers) in policies {
                let args = read(name, "policy", POLICIES).expect("a policy");
                let mut policy = toolbox.policy(Some(&args), &game).expect("it has what it needs");
                policy.begin(&game, &state, root);
                // Along a random line of the search, as far as anybody moves.
                let (mut here, mut choices) = (state.clone(), Vec::new());
                for _ in 0..6 {
                    if game.turn(&here).player().is_none() {
                        break;
                    }
                    let (_, expected) = followers(&game, &here, root);
                    let expected: HashSet<_> = expected.into_iter().collect();
                    policy.choices(&game, &here, &mut choices);
                    let reached: Vec<_> = choices
                        .iter()
                        .map(|&(player, mv)| {
                            let mut next = here.clone();
                            policy.play(&game, &mut next, player, mv);
                            next
                        })
                        .collect();
                    skipped +=
                        usize::from(choices.iter().any(|&(player, _)| game.turn(&here).player() != Some(player)));
                    assert_eq!(reached.iter().cloned().collect::<HashSet<_>>(), expected, "{name} in {here:?}");
                    here = rng.pick(&reached).cloned().expect("somebody can move");
                }
            }
        }
    }
    assert!(skipped > 100, "{skipped}");
}

/// With two sides, what is best for oneself is what is worst for the others, whatever the policy and the rule for those
/// who have no preference. (A search that skips turns can go on for ever in this game.)
#[test]
fn policies_solve_a_team_game() {
    let toolbox = Toolbox::default().knowledge().out_of_turn();
    for game in games() {
        let evaluator = Evaluator::plain(Scale::Share, game.teams());
        for seed in 0..20 {
            let Some(state) = random_position(&game, seed as usize % 5, &mut Rng::new(seed)) else { continue };
            let root = game.turn(&state).player().expect("a player is to move");
            let truth = naive_two_sided(&game, &evaluator, &state, root, TO_THE_END, &by_seat);
            for policy in ["max-n", "paranoid", "mp-mix"] {
                for rule in ["standard", "paranoid", "first-winner"] {
                    let spec = format!(
                        "mcts(policy={policy}, solver={rule}, select=uct, c=1, playout=random, playouts=20000)"
                    );
                    let report = search(&toolbox, &game, &state, &spec, seed);
                    assert_eq!(report.stop, Stop::Solved, "{spec} in {state:?}");
                    let found = report.value.expect("a value");
                    assert_eq!(found, f64::from(truth) / f64::from(WIN), "{spec} in {state:?}");
                }
            }
        }
    }
}
