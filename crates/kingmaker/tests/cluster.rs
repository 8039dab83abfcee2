//! A store on a PostgreSQL server that several workers share: whatever happens to them and to it, it ends up as that of one
//! machine.

#![cfg(all(unix, feature = "postgres"))]

mod program;
mod server;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use program::{flat, fresh_folder, output, program, run};
use server::{PASSWORD, Server};

/// Two matches, one of them with a test that decides before its end.
const EXPERIMENT: &str = r#"
title = "together"

[[match]]
name = "plain"
game = "rolit(players=3)"
players = ["mcts", "random"]
games = 240
playouts = 20

[[match]]
name = "tested"
game = "pig(players=3)"
players = ["greedy", "random"]
games = 3000
stop = { sprt = "85:92" }
"#;

/// Does something with a store, whose address may have a password that must never be seen.
fn with(words: &str, store: &str) -> program::Run {
    let words: Vec<&str> = words.split(' ').map(|word| if word == "STORE" { store } else { word }).collect();
    let told = run(&words);
    assert!(!told.out.contains(PASSWORD) && !told.err.contains(PASSWORD), "{}{}", told.out, told.err);
    told
}

/// A worker that runs.
fn worker(store: &str, more: &[&str]) -> Child {
    let mut command = program(&["worker", "--db", store, "--jobs", "1"]);
    command.args(more).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs")
}

fn ended(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), flat(&String::from_utf8_lossy(&output.stderr)))
}

/// Everything that a store has, and what a report says of it.
fn contents(store: &str) -> (String, String) {
    let games = output(&["export", "--db", store, "--format", "jsonl"]);
    (games, output(&["report", "--db", store, "--format", "csv"]))
}

/// What one machine has after the experiment.
fn alone(folder: &Path, experiment: &str) -> (PathBuf, (String, String)) {
    let path = folder.join("together.toml");
    fs::write(&path, experiment).expect("written");
    let store = folder.join("alone.db").display().to_string();
    let told = run(&["run", &path.display().to_string(), "--db", &store]);
    assert_eq!(told.status, 0, "{}", told.err);
    (path, contents(&store))
}

/// Puts an experiment into a store, so that workers find it.
fn ask_for(experiment: &Path, store: &str) {
    let mut child = program(&["run", &experiment.display().to_string(), "--db", store, "--jobs", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let begun = Instant::now();
    while run(&["report", "--db", store, "--format", "csv"]).status != 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is asked for");
        std::thread::sleep(Duration::from_millis(50));
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT)
        .expect("interrupted");
    child.wait().expect("it ends");
}

/// Lets workers play while they and the server are killed so often, and says how long it took.
fn disturbed(server: &mut Server, store: &str, workers: usize, mut kills: usize, mut restarts: usize, games: u64) {
    let more = ["--until-empty", "--lease", "2s", "--patience", "120s"];
    let mut running: Vec<Child> = (0..workers).map(|_| worker(store, &more)).collect();
    let (all_kills, all_restarts, begun) = (kills, restarts, Instant::now());
    let mut random = kingmaker::core::rng::Rng::new(1);
    loop {
        assert!(begun.elapsed() < Duration::from_secs(3600), "it does not end");
        std::thread::sleep(Duration::from_millis(30));
        let done: u64 = server.sql("games", "SELECT count(*) FROM game").parse().expect("a number");
        // Spread over the campaign: the n-th happens when its part of the games is there.
        let is_time = |left: usize, all: usize| left > 0 && done * all as u64 >= games * (all - left) as u64;
        if is_time(restarts, all_restarts) {
            restarts -= 1;
            server.kill();
            std::thread::sleep(Duration::from_millis(300));
            server.run();
        }
        if is_time(kills, all_kills) {
            kills -= 1;
            let victim = random.below(running.len());
            running[victim].kill().expect("killed");
            running[victim].wait().expect("a child");
            running[victim] = worker(store, &more);
        }
        if running.iter_mut().all(|child| child.try_wait().expect("a child").is_some()) {
            break;
        }
    }
    for child in running {
        let (status, said) = ended(child);
        assert_eq!(status, Some(0), "{said}");
    }
    assert_eq!((kills, restarts), (0, 0), "the campaign was too short");
}

#[test]
fn whatever_happens_the_store_is_that_of_one_machine() {
    let Some(mut server) = Server::start("together") else { return };
    let (experiment, expected) = alone(&fresh_folder("together"), EXPERIMENT);
    let store = server.address("games");
    ask_for(&experiment, &store);
    disturbed(&mut server, &store, 3, 8, 2, 240);
    assert_eq!(contents(&store), expected);
    // Whoever runs it again only reports, and the page and other commands read the same.
    let told = with(&format!("run {} --db STORE", experiment.display()), &store);
    assert_eq!(told.status, 0, "{}", told.err);
    assert!(told.out.contains(&format!("games in postgres://ann@127.0.0.1:{}/games", server.port)), "{}", told.out);
    assert_eq!(contents(&store), expected);
    for words in ["rate --db STORE", "replay --db STORE", "worker --db STORE --until-empty"] {
        let told = with(words, &store);
        assert_eq!(told.status, 0, "{words}: {}", told.err);
    }
    let left = "SELECT count(*) FROM block JOIN match ON match = id WHERE NOT done AND game LIKE 'rolit%'";
    assert_eq!(server.sql("games", left), "0");
    // From a server to a file and back.
    let file = fresh_folder("together-back").join("back.db").display().to_string();
    let merged = run(&["merge", &store, "--db", &file]);
    assert!(merged.out.contains("none is missing"), "{}{}", merged.out, merged.err);
    assert_eq!(contents(&file), expected);
    server.create("second");
    let second = server.address("second");
    let merged = run(&["merge", &file, "--db", &second]);
    assert!(merged.status == 0 && merged.out.contains("none is missing"), "{}{}", merged.out, merged.err);
    let again = run(&["merge", &file, &store, "--db", &second]);
    assert!(again.out.starts_with("0 games added, "), "{}{}", again.out, again.err);
    assert_eq!(contents(&second), expected);
    let told = with("worker --db STORE --until-empty", &second);
    assert_eq!(told.status, 0, "{}", told.err);
    assert_eq!(contents(&second), expected);
}

#[test]
fn what_is_wrong_is_told_and_stops() {
    let Some(server) = Server::start("wrong") else { return };
    let folder = fresh_folder("wrong");
    let text = EXPERIMENT.split("[[match]]").take(2).collect::<Vec<_>>().join("[[match]]");
    let (experiment, expected) = alone(&folder, &text);
    let (store, shown) = (server.address("games"), format!("postgres://ann@127.0.0.1:{}/games", server.port));
    let refused = |store: &str, status: i32, parts: &[&str]| {
        for words in ["worker --db STORE --until-empty --patience 1s", "export --db STORE"] {
            let told = with(words, store);
            assert_eq!((told.status, told.out.as_str()), (status, ""), "{words} {store}: {}", told.err);
            assert_eq!(told.err.matches("error:").count(), 1, "{words}: {}", told.err);
            for part in parts {
                assert!(flat(&told.err).contains(part), "{words} should say '{part}': {}", told.err);
            }
        }
    };
    let wrong = store.replace("not%20so", "quite");
    refused(&wrong, 2, &["does not let us in", "password authentication failed", "PGPASSWORD", &shown]);
    refused("postgres://ann@no.such.host.invalid/games", 2, &["there is no machine 'no.such.host.invalid'"]);
    refused(&store.replace("/games", "/none"), 2, &["database \"none\" does not exist"]);
    refused(&format!("postgres://ann@127.0.0.1:{}/games", server::free_port()), 1, &["does not answer"]);
    refused(&format!("{store}?sslmode=require"), 2, &["does not let us in", "TLS"]);
    server.sql("postgres", "CREATE TABLE notes (text TEXT)");
    refused(&server.address("postgres"), 2, &["is not a store of games"]);
    let file = folder.join("alone.db").display().to_string();
    let told = with("worker --db STORE", &file);
    assert!(told.status == 2 && told.err.contains("expected a server"), "{}", told.err);
    let told = with(&format!("run {} --shard 1/2 --db STORE", experiment.display()), &store);
    assert!(told.status == 2 && told.err.contains("--shard 1/2"), "{}", told.err);
    assert_eq!(with("export --db STORE", &store).status, 2, "nothing was run yet");
    assert_eq!(with(&format!("run {} --db STORE", experiment.display()), &store).status, 0);
    assert_eq!(contents(&store), expected);

    let joined = |status: i32, parts: &[&str]| {
        let told = with("worker --db STORE --until-empty", &store);
        assert_eq!(told.status, status, "{}", told.err);
        parts.iter().for_each(|part| assert!(flat(&told.err).contains(part), "{part}: {}", told.err));
    };
    server.sql("games", "UPDATE kingmaker SET version = 99");
    joined(2, &["has version 99", "expected a newer kingmaker"]);
    server.sql("games", "UPDATE kingmaker SET version = 1, program = 'kingmaker 0.0.1 (another)'");
    joined(2, &["played by kingmaker 0.0.1 (another)", "expected the same program on all machines"]);
    server.sql("games", "UPDATE kingmaker SET program = (SELECT program FROM game LIMIT 1)");
    // A game of another host that is to be played again, and comes out the same; then one that does not.
    let due = "due = true, owner = 'elsewhere', host = 'elsewhere (process 7)'";
    server.sql("games", &format!("UPDATE game SET {due} WHERE number = 5"));
    joined(0, &[]);
    assert_eq!(server.sql("games", "SELECT due FROM game WHERE checked_by IS NOT NULL AND number = 5"), "f");
    server.sql(
        "games",
        &format!(
            "UPDATE game SET record = replace(record, '\"move\":\"d3\"', '\"move\":\"z9\"'), {due} WHERE number = 3"
        ),
    );
    let named = ["game 3 of rolit(players=3)", "elsewhere (process 7)", "'z9' and is now 'd3'"];
    joined(1, &named);
    // Now nobody may join.
    joined(1, &[&["is stopped"], named.as_slice()].concat());
    // As the book says: without the games of that host the others go on.
    let book = include_str!("../../../docs/src/cluster.md");
    let (_, rest) = book.split_once("```sql\n").expect("a block of SQL");
    let (statements, _) = rest.split_once("```").expect("its end");
    server.sql("games", &statements.replace("badhost", "elsewhere"));
    joined(0, &[]);
    assert_eq!(contents(&store), expected);
}

#[test]
fn a_worker_that_is_cut_off_names_what_is_lost() {
    let Some(mut server) = Server::start("cut") else { return };
    let folder = fresh_folder("cut");
    let experiment = folder.join("long.toml");
    let text = "title = 'long'\n[[match]]\ngame = 'rolit(players=3)'\nplayers = ['mcts', 'random']\ngames = 60000\nplayouts = 20\n";
    fs::write(&experiment, text).expect("written");
    let store = server.address("games");
    ask_for(&experiment, &store);
    let games = |server: &Server| server.sql("games", "SELECT count(*) FROM game").parse::<u64>().expect("a number");
    let child = worker(&store, &["--patience", "2s", "--lease", "5s"]);
    let before = games(&server);
    while games(&server) < before + 5 {
        std::thread::sleep(Duration::from_millis(50));
    }
    server.kill();
    let cut = Instant::now();
    let (status, said) = ended(child);
    assert!(
        cut.elapsed() >= Duration::from_millis(1500) && cut.elapsed() < Duration::from_secs(30),
        "{:?}",
        cut.elapsed()
    );
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.contains("could not be told of finished games")
            && said.contains("rolit(players=3) between mcts and random: games "),
        "{said}"
    );
    assert!(!said.contains(PASSWORD), "{said}");
    server.run();
    // As if what the first worker held had run out, so that only the second can hold anything.
    server.sql("games", "UPDATE block SET owner = NULL, expires = NULL WHERE NOT done");
    // A short silence is no reason to end; after Ctrl-C all that is finished is there, and nothing is held.
    let child = worker(&store, &["--patience", "60s", "--lease", "2s"]);
    let before = games(&server);
    while games(&server) < before + 5 {
        std::thread::sleep(Duration::from_millis(50));
    }
    server.kill();
    std::thread::sleep(Duration::from_secs(1));
    server.run();
    let before = games(&server);
    while games(&server) < before + 5 {
        std::thread::sleep(Duration::from_millis(50));
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT)
        .expect("sent");
    let (status, said) = ended(child);
    assert!(status == Some(130) && said.contains("interrupted: "), "{said}");
    assert_eq!(server.sql("games", "SELECT count(*) FROM block WHERE NOT done AND owner IS NOT NULL"), "0");
}

#[test]
fn connections_can_be_secret() {
    let Some(mut server) = Server::start("tls") else { return };
    let root = server.with_tls();
    let folder = fresh_folder("tls");
    let experiment = folder.join("short.toml");
    let text = "title = 'short'\n[[match]]\ngame = 'pig(players=3)'\nplayers = ['greedy', 'random']\ngames = 6\n";
    fs::write(&experiment, text).expect("written");
    let by_name = server.address("games").replace("127.0.0.1", "localhost").replace(":not%20so%20secret", "");
    let by_number = by_name.replace("localhost", "127.0.0.1");
    let tried = |store: &str, mode: &str, certificates: Option<&Path>| {
        let mut command = program(&["run", &experiment.display().to_string(), "--db", store, "--patience", "1s"]);
        command.env("PGPASSWORD", PASSWORD).env("PGSSLMODE", mode);
        certificates.map(|path| command.env("PGSSLROOTCERT", path));
        let output = command.output().expect("it runs");
        (output.status.code(), flat(&String::from_utf8_lossy(&output.stderr)))
    };
    for (store, mode, certificates) in [
        (&by_name, "verify-full", Some(root.as_path())),
        (&by_number, "verify-ca", Some(root.as_path())),
        (&by_number, "require", None),
        (&by_number, "disable", None),
    ] {
        let (status, said) = tried(store, mode, certificates);
        assert_eq!(status, Some(0), "{mode}: {said}");
    }
    let other = folder.join("other.crt");
    let made = std::process::Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=other", "-keyout", "/dev/null", "-out"])
        .arg(&other)
        .stderr(Stdio::null())
        .status();
    assert!(made.expect("there is 'openssl'").success());
    for (store, mode, certificates) in [
        (&by_number, "verify-full", Some(root.as_path())),
        (&by_name, "verify-ca", Some(&*other)),
        (&by_name, "verify-full", None),
    ] {
        let (status, said) = tried(store, mode, certificates);
        assert_eq!(status, Some(2), "{mode}: {said}");
    }
    // The password may be in a file, which must be ours alone.
    let passwords = folder.join("pgpass");
    fs::write(&passwords, format!("localhost:*:games:ann:{PASSWORD}\n")).expect("written");
    let read = |mode: u32| {
        fs::set_permissions(&passwords, std::os::unix::fs::PermissionsExt::from_mode(mode)).expect("set");
        let mut command = program(&["export", "--db", &by_name]);
        command.env("PGPASSFILE", &passwords).env_remove("PGPASSWORD").output().expect("it runs").status.code()
    };
    assert_eq!((read(0o600), read(0o644)), (Some(0), Some(2)));
}

/// The long part: `cargo xtask cluster`.
#[test]
#[ignore = "takes many minutes"]
fn two_hundred_kills_of_workers_and_twenty_of_the_server() {
    let Some(mut server) = Server::start("kills") else { return };
    let text = "title = 'kills'\n[[match]]\ngame = 'rolit(players=3)'\nplayers = ['mcts', 'random']\ngames = 2000\nplayouts = 60\n";
    let (experiment, expected) = alone(&fresh_folder("kills"), text);
    let store = server.address("games");
    ask_for(&experiment, &store);
    let begun = Instant::now();
    disturbed(&mut server, &store, 4, 200, 20, 2000);
    let (lost, repeated) = compared(&contents(&store).0, &expected.0);
    eprintln!(
        "{} games, 200 kills of workers, 20 of the server: {lost} lost, {repeated} repeated, {:.0} s",
        expected.0.lines().count(),
        begun.elapsed().as_secs_f64()
    );
    assert_eq!((lost, repeated), (0, 0));
    assert_eq!(contents(&store), expected);
}

/// How many lines are missing, and how many are there too often.
fn compared(found: &str, expected: &str) -> (usize, usize) {
    let known: std::collections::HashSet<&str> = found.lines().collect();
    let lost = expected.lines().filter(|line| !known.contains(line)).count();
    (lost, found.lines().count() - known.len())
}
