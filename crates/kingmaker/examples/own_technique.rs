//! Techniques of one's own, for all games and in all commands:
//!
//! ```text
//! cargo run --release --example own_technique -- match focus 'mcts(select=polynomial)' 'mcts(select=uct)' --players 3
//! cargo run --release --example own_technique -- match rolit flat random
//! ```
//!
//! A selection strategy whose bonus falls with the visits themselves and not with their logarithm, as in programs that
//! learn (after Rosin 2011), and a player that tries every move equally often and plays the one that did best.

use std::process::ExitCode;
use std::time::Duration;

use kingmaker::Registry;
use kingmaker::core::{ByPlayer, Game, Player, Rng, View, settings};
use kingmaker::search::budget::Clock;
use kingmaker::search::mcts::selection::{Formula, Known, Number, Selection, Site, Tried, best_child, nothing};
use kingmaker::search::mcts::tree::NodeIndex;
use kingmaker::search::{Budget, Candidate, Halt, Report, Searcher, Stop, Techniques, Toolbox, budget};

fn main() -> ExitCode {
    kingmaker::run(&Registry::ours_with(&Mine))
}

/// What is put on the shelves. Both need the rules alone.
struct Mine;

impl Techniques for Mine {
    fn rules<G: Game>(&self, toolbox: &mut Toolbox<G>) {
        toolbox.put_selection(|_: &Polynomial, _, _| Ok(Box::new(Polynomial::default())));
        toolbox.put_player(|_: &Flat, _, _| Ok(Box::new(Flat::default())));
    }
}

settings! {
    /// A selection strategy: there is nothing to set but C, which all of them have.
    struct Polynomial, static POLYNOMIAL = "polynomial" {
        summary: "the mean share, plus C times the square root of the parent's visits by the visits",
        source: "after Rosin 2011",
        options: {},
        examples: ["mcts(select=polynomial)"],
    }
}

impl<G: Game> Selection<G> for Polynomial {
    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        best_child(site, nothing, Bonus { c: site.exploration.c * site.parent_visits().sqrt() })
    }
}

struct Bonus {
    c: f32,
}

impl Formula for Bonus {
    fn value<N: Number>(&self, tried: Tried<N>) -> N {
        tried.mean + N::of(self.c) / (tried.visits + 1.0)
    }

    fn expectation(&self, _: Known<f32>) -> f32 {
        0.0
    }
}

settings! {
    /// A player. The limits that it understands are options; those of a match go to it by themselves.
    struct Flat, static FLAT = "flat" {
        summary: "tries every move equally often, and plays the one that did best",
        source: "Abramson 1990",
        options: {
            /// Playouts.
            playouts: Option<u64> = budget::PLAYOUTS,
            /// Thinking time.
            time: Option<Duration> = budget::TIME,
        },
        examples: ["flat(playouts=200)"],
    }
}

impl<G: Game> Searcher<G> for Flat {
    fn search(&mut self, game: &G, view: &View<'_, G>, limits: &Budget, halt: &Halt, rng: &mut Rng) -> Report<G::Move> {
        let clock = Clock::start(limits, halt);
        let position = view.determinize(game, rng);
        let mover = game.turn(&position).player().expect("it is a player's turn");
        let (mut moves, mut scratch) = (Vec::new(), Vec::new());
        game.legal_moves(&position, &mut moves);
        let mut sums = vec![(0, ByPlayer::splat(game.players(), 0.0)); moves.len()];
        let mut playouts = 0;
        while playouts < limits.playouts.unwrap_or(u64::MAX) && (playouts == 0 || !clock.is_over()) {
            let place = playouts as usize % moves.len();
            // In a game with secrets, another of the positions that are possible.
            let mut state = view.determinize(game, rng).into_owned();
            let mut next = Some(moves[place]);
            while let Some(mv) = next {
                game.play(&mut state, mv);
                next = game.random_move(&state, rng, &mut scratch).or_else(|| game.draw(&state, rng));
            }
            let (tries, sum) = &mut sums[place];
            let scores = game.scores(&state);
            *tries += 1;
            *sum = ByPlayer::from_fn(game.players(), |player| sum[player] + scores.of(player));
            playouts += 1;
        }
        report(mover, &moves, &sums, playouts, &clock)
    }
}

/// All moves, the best one first.
fn report<Move: Copy>(
    mover: Player,
    moves: &[Move],
    sums: &[(u64, ByPlayer<f32>)],
    playouts: u64,
    clock: &Clock,
) -> Report<Move> {
    let candidate = |(&mv, &(visits, sum)): (&Move, &(u64, ByPlayer<f32>))| {
        let values = (visits > 0).then(|| sum.map(|sum| sum / visits as f32));
        Candidate { mv, visits, values, proven: false, opinion: None }
    };
    let mut candidates: Vec<Candidate<Move>> = moves.iter().zip(sums).map(candidate).collect();
    let worth = |candidate: &Candidate<Move>| candidate.values.map_or(-1.0, |values| values[mover]);
    candidates.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
    let best = candidates[0];
    let value = best.values.map(|values| f64::from(values[mover]));
    let told = Report { playouts, value, stop: Stop::Playouts, elapsed: clock.elapsed(), ..Report::immediate(best.mv) };
    Report { candidates, ..told }
}
