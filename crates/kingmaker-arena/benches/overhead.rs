//! What it costs that games are scheduled, checked, told about and kept: 1,000 short games of Focus
//! in a bare loop, as a campaign on one thread, and as a campaign on two.
//!
//! `cargo bench -p kingmaker-arena`; compare the ratios, as times depend on the machine.

use std::error::Error;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use kingmaker_arena::bench::median;
use kingmaker_arena::{Campaign, Halt, Match, Registry, Store};
use kingmaker_core::Registered as _;
use kingmaker_core::rng::derive_seed;
use kingmaker_core::{Game as _, Rng, Seen, Turn, options};
use kingmaker_games::focus::Focus;
use kingmaker_search::{Budget, Searcher, Toolbox};

const GAME: &str = "focus(players=3)";
const PLAYERS: [&str; 2] = ["mcts", "mcts(select=uct)"];
const PLAYOUTS: u64 = 20;
const GAMES: u64 = 1_000;
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let the_match = match_to_measure()?;
    let one = NonZeroUsize::MIN;
    let two = one.saturating_add(1);
    let (mut overheads, mut speed_ups) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        // On a thread of its own too: the allocator treats the first one differently.
        let (bare, plies) =
            thread::scope(|scope| scope.spawn(|| bare_loop(&the_match).map_err(|error| error.to_string())).join())
                .map_err(|_| "the bare loop panicked")??;
        let [alone, in_two] = [campaign(&the_match, one)?, campaign(&the_match, two)?];
        let [bare, alone, in_two] = [bare, alone, in_two].map(|time| time.as_secs_f64());
        eprintln!(
            "round {round}: {plies} plies, bare loop {bare:.2} s, campaign {alone:.2} s, with two jobs {in_two:.2} s"
        );
        overheads.push(100.0 * (alone / bare - 1.0));
        speed_ups.push(alone / in_two);
    }
    let overhead = median(&overheads);
    let speed_up = median(&speed_ups);
    eprintln!(
        "medians: a campaign takes {overhead:.1}% longer than the bare loop; two jobs are {speed_up:.2} times one"
    );
    Ok(())
}

fn match_to_measure() -> Result<Match, Box<dyn Error>> {
    let players = PLAYERS.map(|text| Registry::ours().player(text, &Budget::playouts(PLAYOUTS)));
    let players = players.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(Match::new(Registry::ours().game(GAME)?, players, GAMES, 1)?)
}

/// The games of the match, and nothing else.
fn bare_loop(the_match: &Match) -> Result<(Duration, u64), Box<dyn Error>> {
    let game = Focus::from_args(&options::read(GAME, "game", &[Focus::SCHEMA])?)?;
    let toolbox = Toolbox::<Focus>::default().knowledge();
    let budget = Budget::playouts(PLAYOUTS);
    let mut plies = 0;
    let begun = Instant::now();
    for index in 0..the_match.schedule().games() {
        let scheduled = the_match.schedule().game(index).ok_or("no such game")?;
        let mut table: Vec<(Box<dyn Searcher<Focus>>, Rng)> = Vec::new();
        for (seat, &kind) in scheduled.seating.iter().enumerate() {
            let searcher = toolbox.searcher(the_match.players()[kind].args(), &game)?;
            table.push((searcher, Rng::new(derive_seed(scheduled.seed, 1 + seat as u64))));
        }
        let mut state = game.start(&mut Rng::new(derive_seed(scheduled.seed, 0)));
        while let Turn::Player(mover) = game.turn(&state) {
            let (searcher, rng) = &mut table[mover.index()];
            let best = searcher.search_as_mover(&game, &state, &budget, rng).best;
            game.play(&mut state, best);
            table.iter_mut().for_each(|(searcher, _)| searcher.saw(Seen { mv: best, is_whole: true }));
            plies += 1;
        }
    }
    Ok((begun.elapsed(), plies))
}

/// The same games, kept in a new store.
fn campaign(the_match: &Match, jobs: NonZeroUsize) -> Result<Duration, Box<dyn Error>> {
    let folder = env::temp_dir().join(format!("kingmaker-overhead-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let begun = Instant::now();
    let mut campaign = Campaign::new(Store::open(folder.join("games.db"))?, [the_match])?;
    let mut games = 0;
    campaign.run(jobs, &Halt::new(), |news| games += news.games)?;
    let elapsed = begun.elapsed();
    drop(campaign);
    fs::remove_dir_all(&folder)?;
    if games != the_match.schedule().games() {
        return Err(format!("{games} games were kept, not {}", the_match.schedule().games()).into());
    }
    Ok(elapsed)
}
