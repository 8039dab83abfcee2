//! What sharing a store costs: measured, not asserted. Part of `cargo xtask cluster`.

#![cfg(all(unix, feature = "postgres"))]

mod program;
mod server;

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use kingmaker::arena::store::postgres::Played;
use kingmaker::arena::{GameRecord, Match, Registry, Store};
use program::{fresh_folder, program};
use server::Server;

const GAMES: u64 = 1200;
const WORKERS: usize = 4;

/// How long a command takes with a file as its store, on so many threads.
fn alone(experiment: &Path) -> f64 {
    let store = experiment.with_file_name("alone.db");
    for suffix in ["", "-wal", "-shm", "-lock"] {
        let _ = fs::remove_file(format!("{}{suffix}", store.display()));
    }
    let begun = Instant::now();
    let mut command = program(&["run", "--jobs", &WORKERS.to_string(), "--db"]);
    let status = command.arg(&store).arg(experiment).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("it runs").success());
    begun.elapsed().as_secs_f64()
}

/// How long the same takes for as many workers.
fn together(experiment: &Path, server: &Server, database: &str) -> f64 {
    server.create(database);
    let address = server.address(database);
    let begun = Instant::now();
    let start = |words: &[&str]| {
        let mut command = program(words);
        command
            .args(["--jobs", "1", "--db", &address])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs")
    };
    let mut first = start(&["run", &experiment.display().to_string()]);
    let mut others: Vec<_> = (1..WORKERS).map(|_| start(&["worker"])).collect();
    assert!(first.wait().expect("it ends").success());
    let seconds = begun.elapsed().as_secs_f64();
    for child in &mut others {
        child.kill().expect("killed");
        child.wait().expect("it ends");
    }
    seconds
}

#[test]
#[ignore = "a measurement"]
fn four_workers_against_four_threads() {
    let Some(server) = Server::start("throughput") else { return };
    let folder = fresh_folder("throughput");
    let experiment = folder.join("speed.toml");
    let text = format!(
        "title = 'speed'\n[[match]]\ngame = 'rolit(players=3)'\nplayers = ['mcts', 'random']\ngames = {GAMES}\nplayouts = 150\n"
    );
    fs::write(&experiment, text).expect("written");
    let (mut one, mut four) = (Vec::new(), Vec::new());
    for round in 0..5 {
        one.push(alone(&experiment));
        four.push(together(&experiment, &server, &format!("round{round}")));
    }
    let least = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
    let (one, four) = (least(&one), least(&four));
    let mean: String =
        server.sql("round0", "SELECT round(avg(milliseconds)::numeric, 1) FROM game WHERE milliseconds IS NOT NULL");
    eprintln!(
        "{GAMES} games of {mean} ms each: {one:.2} s with run --jobs {WORKERS}, {four:.2} s with {WORKERS} workers, {:+.1}%",
        (four / one - 1.0) * 100.0
    );
}

#[test]
#[ignore = "a measurement"]
fn leases_and_games_per_second() {
    const THREADS: u64 = 64;
    const TIME: Duration = Duration::from_secs(15);
    let Some(server) = Server::start("rate") else { return };
    let address = server.address("games");
    let registry = Registry::ours();
    let match_of = || {
        let players = ["mcts", "random"].map(|spec| registry.player(spec, &Default::default()).expect("valid"));
        Match::new(registry.game("rolit(players=3)").expect("valid"), players.into(), 6_000_000, 1).expect("valid")
    };
    // A record as long as real ones are.
    let the_match = match_of();
    let halt = kingmaker::arena::Halt::new();
    let game = the_match.schedule().game(0).expect("within");
    let record =
        the_match.game().play_game(game, the_match.players(), &halt, &|| false).expect("legal").expect("ended");
    let store = Store::open(address.as_str()).expect("new");
    let id = store.match_id(&the_match).expect("new");
    let (leases, games) = (AtomicU64::new(0), AtomicU64::new(0));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let store = Store::open(address.as_str()).expect("there");
                let worker = store.server().expect("a server").join(Duration::from_secs(60)).expect("welcome");
                while begun.elapsed() < TIME {
                    for block in worker.take(id, 6, 6_000_000, 1).expect("taken") {
                        let played = (block.first..block.beyond).map(|index| Played {
                            id,
                            record: GameRecord { index, ..record.clone() },
                            elapsed: Duration::ZERO,
                            is_waiting: false,
                            is_due: false,
                        });
                        let played: Vec<Played> = played.collect();
                        worker.report(&played, &[(id, block.first)]).expect("reported");
                        leases.fetch_add(1, Ordering::Relaxed);
                        games.fetch_add(played.len() as u64, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let rate = |count: &AtomicU64| count.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64();
    eprintln!(
        "{THREADS} workers that play in no time: {:.0} leases and {:.0} games per second",
        rate(&leases),
        rate(&games)
    );
    let kept = server.sql("games", "SELECT count(*) FROM game");
    assert_eq!(kept, games.load(Ordering::Relaxed).to_string());
}
