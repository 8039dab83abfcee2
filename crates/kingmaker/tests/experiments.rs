//! Experiments: they survive kills, full disks and each other, and say clearly what is wrong.

mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use kingmaker_arena::{PROGRAM, Store};
use program::{fresh_folder, program, run};
use serde_json::Value;

fn text(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

/// Writes an experiment of two matches.
fn write(folder: &Path, first: u64, second: u64) -> PathBuf {
    let path = folder.join("two.toml");
    let content = format!(
        "title = 'Two matches'\nseed = 3\n[players]\nsearch = 'mcts(c=0.3)'\n\
         [defaults]\nplayers = ['search', 'random']\nplayouts = 15\n\
         [[match]]\ngame = 'focus(players=2, cap=40)'\ngames = {first}\npublished = {{ search = 90.5 }}\n\
         [[match]]\ngame = 'rolit(players=3, size=4)'\ngames = {second}\n"
    );
    fs::write(&path, content).expect("written");
    path
}

/// How many games are on the disk.
fn kept(db: &Path) -> u64 {
    let matches = Store::read(db).and_then(|store| store.matches()).unwrap_or_default();
    matches.iter().map(|found| found.games).sum()
}

/// All records, as they are kept.
fn records(db: &Path) -> String {
    let export = run(&["export", "--db", text(db), "--format", "jsonl"]);
    assert_eq!((export.status, export.err.as_str()), (0, ""));
    export.out
}

fn quiet(args: &[&str]) -> Command {
    let mut command = program(args);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Runs an experiment to its end and gives its JSON and its records.
fn finish(experiment: &Path, db: &Path) -> (String, String) {
    let run = run(&["run", text(experiment), "--db", text(db), "--json", "--jobs", "2"]);
    assert_eq!(run.status, 0, "{}", run.err);
    (run.out, records(db))
}

#[cfg(unix)]
fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(sent.expect("kill is there").success());
}

/// Twenty kills and five interrupts at random moments, then to the end: the same bytes as without.
#[cfg(unix)]
#[test]
fn killed_and_resumed_gives_the_same_bytes() {
    let folder = fresh_folder("experiments-killed");
    let db = folder.join("killed.db");
    let endless = write(&folder, 30, 10_000_000);
    let mut random = 1u64;
    let (mut killed_while_playing, mut last) = (0, 0);
    for round in 0..25 {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let delay = Duration::from_millis((random >> 33) % 40);
        let mut child = quiet(&["run", text(&endless), "--db", text(&db), "--jobs", "2"]).spawn().expect("it runs");
        // Every third one may be killed before its first game, the others play at least one. So do
        // those that are interrupted: before, nobody listens to Ctrl-C.
        let interrupted = round % 5 == 4;
        let begun = Instant::now();
        while (interrupted || round % 3 != 0) && kept(&db) == last {
            assert!(begun.elapsed() < Duration::from_secs(60), "no game finished");
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(delay);
        signal(if interrupted { "-INT" } else { "-KILL" }, child.id());
        let status = child.wait().expect("it ended");
        assert_eq!(status.code(), interrupted.then_some(130), "round {round}");
        let now = kept(&db);
        assert!(now >= last, "{last} games became {now}");
        killed_while_playing += u32::from(now > last);
        last = now;
    }
    assert!(killed_while_playing >= 16 && last > 30, "{killed_while_playing} rounds, {last} games");
    let finite = write(&folder, 30, last);
    let disturbed = finish(&finite, &db);
    let undisturbed = finish(&finite, &folder.join("undisturbed.db"));
    assert!(disturbed == undisturbed, "the records of {last} games differ");
    let result: Value = serde_json::from_str(&disturbed.0).expect("JSON");
    assert_eq!(result["rows"][0]["matches"][0]["games"], 30);
    assert_eq!(result["rows"][0]["matches"][0]["players"][0]["published"]["win_rate"], 90.5);
    assert_eq!(disturbed.1.lines().count() as u64, 30 + last.div_ceil(6) * 6);
}

/// A match that a test ends, killed before it does: the same decision and the same bytes.
#[cfg(unix)]
#[test]
fn killed_and_resumed_a_test_decides_the_same() {
    let folder = fresh_folder("experiments-tested");
    let experiment = folder.join("tested.toml");
    let content = "[defaults]\nplayouts = 40\nplayers = ['mcts', 'random']\nstop = { sprt = '85:88', alpha = 0.01 }\n\
         [[match]]\ngame = 'rolit(players=3, size=4)'\n[[match]]\ngame = 'focus(players=2, cap=40)'\ngames = 4\n";
    fs::write(&experiment, content).expect("written");
    let db = folder.join("killed.db");
    let undisturbed = finish(&experiment, &folder.join("undisturbed.db"));
    let result: Value = serde_json::from_str(&undisturbed.0).expect("JSON");
    let [first, second] = [0, 1].map(|row: usize| &result["rows"][row]["matches"][0]);
    let games = first["games"].as_u64().expect("a number");
    assert!((50..10_000).contains(&games), "{games}");
    assert_eq!(first["reproducible"], true);
    assert_ne!(first["sprt"]["state"], "undecided");
    assert_eq!((&second["games"], &second["sprt"]["state"]), (&4.into(), &"undecided".into()));
    assert!(first["players"][0]["p_value"].is_null());
    let mut last = 0;
    for round in 0..8 {
        let mut child = quiet(&["run", text(&experiment), "--db", text(&db), "--jobs", "2"]).spawn().expect("it runs");
        let begun = Instant::now();
        while kept(&db) <= last + round && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        signal("-KILL", child.id());
        child.wait().expect("it ended");
        last = kept(&db);
        if last >= games / 2 {
            break;
        }
    }
    assert!((1..games).contains(&last), "killed after {last} of {games} games");
    assert!(finish(&experiment, &db) == undisturbed, "the records differ");
    let report = run(&["report", text(&experiment), "--db", text(&db), "--format", "markdown"]);
    assert_eq!((report.status, report.err.as_str()), (0, ""));
    for part in ["SPRT of mcts: win rate 85.0% (H0) or 88.0% (H1), LLR", &format!("accepted after {games} games")] {
        assert!(report.out.contains(part), "{part} is missing in:\n{}", report.out);
    }
    let html = run(&["report", text(&experiment), "--db", text(&db)]).out;
    assert!(
        html.contains(&format!("<p>{games} games: ")) && html.contains(&format!("accepted after {games} games")),
        "{html}"
    );
}

#[cfg(unix)]
#[test]
fn a_second_run_on_the_same_file_is_told_to_wait() {
    let folder = fresh_folder("experiments-concurrent");
    let experiment = write(&folder, 6, 10_000_000);
    let db = folder.join("two.db");
    let first = program(&["run", text(&experiment), "--json"]).stdout(Stdio::piped()).spawn().expect("it runs");
    let begun = Instant::now();
    while kept(&db) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no game finished");
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = run(&["run", text(&experiment)]);
    assert_eq!((second.status, second.out.as_str()), (1, ""));
    let expected = format!("two.db' is in use by process {}; wait for it to end", first.id());
    assert!(second.err.contains(&expected), "{}", second.err);
    // Reading is possible all the time.
    assert!(!records(&db).is_empty());
    signal("-INT", first.id());
    let output = first.wait_with_output().expect("it ended");
    assert_eq!(output.status.code(), Some(130));
    let result: Value = serde_json::from_slice(&output.stdout).expect("JSON after an interrupt, too");
    let games = |row: usize| result["rows"][row]["matches"][0]["games"].as_u64().expect("a number");
    assert_eq!(games(0) + games(1), kept(&db));
    write(&folder, 6, 6);
    assert_eq!(run(&["run", text(&experiment)]).status, 0);
}

/// A limit on the size of files stands for a disk that is full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = fresh_folder("experiments-full");
    let experiment = write(&folder, 60, 300);
    let db = folder.join("full.db");
    let limited = |blocks: u32| {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh"]).arg(assert_cmd::cargo::cargo_bin!("kingmaker"));
        command.args(["run", text(&experiment), "--db", text(&db), "--json", "--jobs", "2"]);
        command.output().expect("it runs")
    };
    let output = limited(300);
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("what was finished before is kept") && message.contains("full.db"), "{message}");
    let result: Value = serde_json::from_slice(&output.stdout).expect("JSON after a failure, too");
    let reported = |row: usize| result["rows"][row]["matches"][0]["games"].as_u64().expect("a number");
    let games = reported(0) + reported(1);
    assert!((1..360).contains(&games), "{games}");
    assert_eq!(kept(&db), games, "what was reported is there, and nothing else");
    assert_eq!(finish(&experiment, &db), finish(&experiment, &folder.join("roomy.db")));
}

#[test]
fn files_that_are_no_stores() {
    let folder = fresh_folder("experiments-foreign");
    let experiment = write(&folder, 6, 6);
    let db = folder.join("other.db");
    let refused = |status: i32, part: &str| {
        let run = run(&["run", text(&experiment), "--db", text(&db)]);
        assert_eq!((run.status, run.out.as_str()), (status, ""), "{}", run.err);
        assert!(run.err.contains(part) && run.err.contains("other.db"), "{part}: {}", run.err);
        assert_eq!(run.err.matches("error:").count(), 1, "{}", run.err);
    };
    fs::write(&db, "not a database at all, but somebody's notes. ".repeat(100)).expect("written");
    refused(2, "is not a store of games");
    fs::remove_file(&db).expect("removed");
    finish(&experiment, &db);
    let whole = fs::read(&db).expect("read");
    fs::write(&db, &whole[..whole.len() / 2]).expect("written");
    refused(1, "is damaged");
    let mut newer = whole.clone();
    // The version is a number of four bytes at a fixed place of a SQLite file.
    newer[60..64].copy_from_slice(&99u32.to_be_bytes());
    fs::write(&db, &newer).expect("written");
    refused(2, "has version 99");
    fs::write(&db, &whole).expect("written");
    assert_eq!(run(&["run", text(&experiment), "--db", text(&db)]).status, 0);
    let nowhere = run(&["run", text(&experiment), "--db", "/nowhere/at/other.db"]);
    assert_eq!(nowhere.status, 1);
    assert!(nowhere.err.contains("cannot write to '/nowhere/at/other.db'"), "{}", nowhere.err);
    for command in [["export"].as_slice(), &["replay"]] {
        let missing = run(&[command, &["--db", "/nowhere/at/other.db"]].concat());
        assert_eq!(missing.status, 2);
        assert!(missing.err.contains("there is no store '/nowhere/at/other.db'"), "{}", missing.err);
    }
}

/// Permissions mean nothing to the superuser, who therefore becomes somebody else. Where not even that
/// is possible, as in a container with a single user, it is said beside the captured output.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_can_still_be_read() {
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let folder = std::env::temp_dir().join(format!("kingmaker-read-only-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("created");
    let experiment = write(&folder, 6, 6);
    let db = folder.join("kept.db");
    finish(&experiment, &db);
    let program = folder.join("kingmaker");
    fs::copy(assert_cmd::cargo::cargo_bin!("kingmaker"), &program).expect("copied");
    let permit = |folder_mode: u32, file_mode: u32| {
        for file in [&db, &folder.join("kept.db-lock")] {
            fs::set_permissions(file, fs::Permissions::from_mode(file_mode)).expect("set");
        }
        fs::set_permissions(&folder, fs::Permissions::from_mode(folder_mode)).expect("set");
    };
    permit(0o555, 0o444);
    let is_root = fs::write(folder.join("probe"), "").is_ok();
    let somebody = |args: &[&str]| {
        const NOBODY: u32 = 65534;
        let mut command = Command::new(&program);
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.args(args).output()
    };
    match somebody(&["run", text(&experiment), "--db", text(&db)]) {
        Ok(run) => {
            let message = String::from_utf8(run.stderr).expect("text");
            assert_eq!(run.status.code(), Some(1), "{message}");
            assert!(message.contains("cannot write to") && message.contains("kept.db"), "{message}");
            let read = somebody(&["export", "--db", text(&db)]).expect("it runs");
            assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
            assert!(read.stdout.iter().filter(|&&byte| byte == b'\n').count() > 12);
        }
        Err(error) if is_root => {
            let message = "SKIPPED what_cannot_be_written_can_still_be_read: root cannot become anybody else here";
            writeln!(std::io::stderr(), "{message}: {error}").expect("told");
        }
        Err(error) => panic!("it does not run: {error}"),
    }
    permit(0o755, 0o644);
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn tables_say_what_was_played() {
    let folder = fresh_folder("experiments-tables");
    let path = folder.join("my.toml");
    let content = "title = 'Mine'\nsource = 'A book'\nnotes = ['a slip']\n\
         [players]\nbold = 'mcts(c=0.8)'\n\
         [[match]]\nname = 'first'\ngame = 'focus(players=2, cap=20)'\nplayers = ['bold', 'greedy']\n\
         against = 'random'\nplayouts = 5\ngames = 4\npublished = { bold = { win_rate = 60, interval = 3, playouts = 7 } }\n\
         size = { branching = 66.4 }\n\
         [[speed]]\ngame = 'rolit(players=2, size=4)'\nstrategy = 'random'\npublished = 100\n";
    fs::write(&path, content).expect("written");
    let table = run(&["run", text(&path), "--effort", "quick", "--games", "2"]);
    assert_eq!((table.status, table.err.as_str()), (0, ""));
    for part in [
        "Mine\npublished: A book\nquick effort, seed 1, games in",
        "\nfirst: focus(players=2, cap=20)\n2 matches, each of 2 games: 1 round of 2 seatings\n",
        "60.0% (57.0 - 63.0)",
        "5 (7)",
        "66.40",
        "no difference shown between bold and random: p = ",
        "draws 4 (4 cut off after 20 plies)\n",
        "\nrolit(players=2, size=4)\nstrategy  playouts/s  published ",
        "\nbold    mcts(c=0.8)  playouts=5       all\n",
        "note: a slip\nnote: quick: fewer games",
        "\nagrees ",
    ] {
        assert!(table.out.contains(part), "{part} is missing in:\n{}", table.out);
    }
    assert!(folder.join("my.db").exists(), "beside the experiment");
    let schema: Value = serde_json::from_str(&run(&["run", "--schema"]).out).expect("JSON");
    assert!(schema["properties"]["match"]["items"]["properties"]["as_published"].is_object());
    fs::write(&path, content.replace("'greedy'", "'gredy'")).expect("written");
    let wrong = run(&["run", text(&path)]);
    assert_eq!((wrong.status, wrong.out.as_str()), (2, ""));
    assert!(wrong.err.contains("my.toml:9:21: unknown player 'gredy'; did you mean 'greedy'?"), "{}", wrong.err);
    let none = run(&["run", "/nowhere/my.toml"]);
    assert_eq!(none.status, 2);
    assert!(none.err.contains("cannot read '/nowhere/my.toml'"), "{}", none.err);
}

/// What nobody has published anything about is told as `match` tells it, wherever it is told.
#[test]
fn own_experiments_say_who_is_stronger_and_nothing_of_published_figures() {
    let folder = fresh_folder("experiments-own");
    let path = folder.join("own.toml");
    let content = "title = 'Own'\n[players]\nbold = 'mcts(c=0.8)'\n\
         [[match]]\ngame = 'rolit(players=3, size=4)'\nplayers = ['bold', 'random']\nplayouts = 30\ngames = 60\n\
         [[speed]]\ngame = 'rolit(players=2, size=4)'\nstrategy = 'random'\n";
    fs::write(&path, content).expect("written");
    let table = run(&["run", text(&path)]);
    assert_eq!((table.status, table.err.as_str()), (0, ""));
    let alone = ["match", "rolit(players=3, size=4)", "mcts(c=0.8)", "random", "--playouts", "30", "--games", "60"];
    let alone = run(&alone).out.replace("mcts(c=0.8)", "bold");
    // Who is stronger, and how long games were.
    let said: Vec<&str> = alone.lines().rev().take(2).collect();
    assert!(said[1].starts_with("bold is stronger than random: p "), "{alone}");
    assert!(said.iter().all(|line| table.out.contains(line)), "{}\nis not as\n{alone}", table.out);
    let markdown = run(&["report", text(&path), "--format", "markdown"]).out.replace('\\', "");
    let html = run(&["report", text(&path), "--format", "html"]).out.replace("&lt;", "<");
    let body = html.split("</style>").last().unwrap_or_default();
    for document in [&table.out, &markdown, body] {
        assert!(said.iter().all(|line| document.contains(line)), "{said:?} is not in\n{document}");
        for word in ["ublished", "verdict", "to judge", "factor"] {
            assert!(!document.contains(word), "'{word}' in\n{document}");
        }
    }
    let result: Value = serde_json::from_str(&run(&["run", text(&path), "--json"]).out).expect("JSON");
    let played = &result["rows"][0]["matches"][0];
    assert_eq!(
        (&played["comparisons"][0]["stronger"], &played["players"][0]["spec"]),
        (&"bold".into(), &"mcts(c=0.8)".into())
    );
    assert!(played["players"][0].get("published").is_none() && result["rows"][1]["playouts_per_second"].is_number());
}

#[test]
fn games_are_exported_and_replayed() {
    let folder = fresh_folder("experiments-replayed");
    let experiment = write(&folder, 4, 6);
    let db = folder.join("two.db");
    let (_, records) = finish(&experiment, &db);
    let csv = run(&["export", "--db", text(&db)]).out;
    assert!(csv.starts_with("match,game,match_seed,index,seed,seat,player,budget,share,"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 4 * 2 + 6 * 3);
    assert!(csv.contains("\"focus(players=2, cap=40)\",3,0,"), "{csv}");
    assert!(csv.lines().skip(1).all(|line| line.ends_with(&format!(",{PROGRAM}"))), "{csv}");
    let table = folder.join("games.parquet");
    assert_eq!(run(&["export", "--db", text(&db), "-o", text(&table)]).status, 0);
    let table = fs::read(&table).expect("written");
    assert!(table.starts_with(b"PAR1") && table.ends_with(b"PAR1") && table.len() > 1000);
    let file = folder.join("games.jsonl");
    assert_eq!(run(&["export", "--db", text(&db), "-o", text(&file)]).status, 0);
    assert_eq!(fs::read_to_string(&file).expect("written"), records);
    for source in [["--db", text(&db)].as_slice(), &[text(&file)]] {
        let replay = run(&[&["replay", "--again"], source].concat());
        assert_eq!((replay.status, replay.err.as_str()), (0, ""));
        assert!(replay.out.starts_with("10 games, ") && replay.out.contains("10 played again, with the same moves"));
    }
    let shown = run(&["replay", text(&file), "--game", "2", "--boards"]).out;
    assert!(shown.starts_with("0. start\n") && shown.contains("\n1. ") && shown.contains("1 games, "), "{shown}");
    assert_eq!(run(&["replay", text(&file), "--game", "11"]).status, 2);
    let mut lines: Vec<&str> = records.lines().collect();
    let tampered = lines[2].replacen("\"shares\":[", "\"shares\":[0.25,", 1);
    lines[2] = &tampered;
    fs::write(&file, lines.join("\n")).expect("written");
    let wrong = run(&["replay", text(&file)]);
    assert_eq!((wrong.status, wrong.out.as_str()), (2, ""));
    assert!(wrong.err.contains("games.jsonl:3: the shares are [0.25, "), "{}", wrong.err);
    // The third game once more, as if it were the fifth: who sits where is the same.
    let lines: Vec<&str> = records.lines().collect();
    fs::write(&file, format!("{records}{}", lines[2].replacen("\"index\":2,", "\"index\":4,", 1))).expect("written");
    let wrong = run(&["replay", text(&file)]);
    assert_eq!((wrong.status, wrong.out.as_str()), (2, ""));
    assert!(wrong.err.contains("games.jsonl:11: game 4 has the seed of game 2"), "{}", wrong.err);
}
