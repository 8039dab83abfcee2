//! Files, pipes and what is in them: whatever is read or written, the program ends and says what was wrong.

#![cfg(target_os = "linux")]

mod program;

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use program::{flat, fresh_file, fresh_folder, output, program, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

/// Waits for a program that must end.
fn ended(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("waited for") {
            return status;
        }
        if begun.elapsed() > Duration::from_secs(120) {
            child.kill().expect("killed");
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A store with a few games.
fn store(folder: &str) -> PathBuf {
    let folder = fresh_folder(folder);
    let experiment = folder.join("small.toml");
    let content =
        "title = 'Small'\n[[match]]\ngame = 'focus(players=2, cap=20)'\nplayers = ['greedy', 'random']\ngames = 8\n";
    fs::write(&experiment, content).expect("written");
    output(&["run", text(&experiment)]);
    folder.join("small.db")
}

const ENDLESS: [&str; 6] = ["match", "focus(cap=60)", "random", "--games", "100000000", "--records"];

#[test]
fn a_match_ends_when_nobody_reads_its_records() {
    let args = [&ENDLESS[..], &["/dev/stdout"]].concat();
    let mut child = program(&args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program runs");
    let mut out = child.stdout.take().expect("piped");
    out.read_exact(&mut [0; 100]).expect("a record");
    drop(out);
    assert_eq!(ended(&mut child).code(), Some(0), "as for any command behind which 'head' stands");
}

#[test]
fn a_match_ends_when_the_reader_of_its_pipe_leaves() {
    let pipe = fresh_file("records.pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("there").success());
    let args = [&ENDLESS[..], &[text(&pipe)]].concat();
    let mut child = program(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut reader = File::open(&pipe).expect("opened");
    reader.read_exact(&mut [0; 100]).expect("a record");
    drop(reader);
    assert_eq!(ended(&mut child).code(), Some(1));
    let mut said = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
    assert!(flat(&said).contains(&format!("cannot write records to '{}': Broken pipe", pipe.display())), "{said}");
}

#[test]
fn nothing_to_replay_is_no_success() {
    let refused = |args: &[&str], part: &str| {
        let run = run(args);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(part) && run.err.lines().count() == 1, "{}", run.err);
    };
    refused(&["replay", "/bin/ls"], "/bin/ls:1: this is not text; expected records");
    refused(&["replay", "/dev/null"], "there is no game in '/dev/null'; expected at least one record");
    refused(&["replay", "/"], "'/' is a folder; expected records");
}

#[test]
fn unknown_endings_are_refused() {
    let db = store("files-endings");
    let folder = db.parent().expect("a folder").to_owned();
    for (command, file, endings) in [
        ("export", "x.xlsx", "expected one of .csv, .parquet, .jsonl, or --format"),
        ("report", "x.pdf", "expected one of .html, .htm, .md, .csv, or --format"),
    ] {
        let file = folder.join(file);
        let refused = run(&[command, "--db", text(&db), "-o", text(&file)]);
        assert_eq!((refused.status, refused.out.as_str()), (2, ""));
        let message = format!("'{}' has an unknown ending; {endings}", file.display());
        assert!(refused.err.contains(&message), "{}", refused.err);
        assert!(!file.exists(), "nothing is written");
        output(&[command, "--db", text(&db), "-o", text(&file), "--format", "csv"]);
        assert!(file.exists(), "whoever names a format may choose the name");
        let printed = output(&[command, "--db", text(&db), "--format", "csv"]);
        assert_eq!(output(&[command, "--db", text(&db), "--format", "csv", "-o", "/dev/stdout"]), printed);
    }
}

#[test]
fn a_damaged_store_is_named() {
    let db = store("files-damaged");
    let length = fs::metadata(&db).expect("there").len();
    let mut file = fs::OpenOptions::new().write(true).open(&db).expect("opened");
    // The first page says that this is a store; behind it there is nothing but noise.
    file.seek(SeekFrom::Start(4096)).expect("there");
    file.write_all(&vec![0xA5; (length - 4096) as usize]).expect("written");
    drop(file);
    let target = db.with_extension("csv");
    let damaged = run(&["export", "--db", text(&db), "-o", text(&target)]);
    assert_eq!(damaged.status, 1, "{}", damaged.err);
    assert!(damaged.err.starts_with(&format!("error: '{}' is damaged", db.display())), "{}", damaged.err);
}

#[test]
fn what_a_full_disk_takes_is_named() {
    let db = store("files-full");
    for command in ["export", "report"] {
        let full = run(&[command, "--db", text(&db), "-o", "/dev/full"]);
        assert_eq!(full.status, 1);
        assert!(full.err.starts_with("error: cannot write '/dev/full': No space left"), "{}", full.err);
    }
    let played = ["match", "focus(cap=20)", "greedy", "--games", "2"];
    let recorded = run(&[&played[..], &["--records", "/dev/full"]].concat());
    assert_eq!(recorded.status, 1);
    assert!(recorded.err.contains("cannot write records to '/dev/full': No space left"), "{}", recorded.err);
    let printed = [&played[..], &["--json"]].concat();
    for args in [&["export", "--db", text(&db)][..], &["report", "--db", text(&db)], &printed, &played] {
        let full = File::create("/dev/full").expect("there");
        let output = program(args).stdout(full).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.starts_with("error: cannot write to standard output: No space left"), "{args:?}: {said}");
    }
}

#[test]
fn a_store_is_rated_as_its_records_are() {
    let db = store("files-rated");
    let file = db.with_extension("jsonl");
    output(&["export", "--db", text(&db), "-o", text(&file)]);
    let rated = output(&["rate", "--db", text(&db)]);
    assert!(rated.contains("greedy") && rated.contains("8 games"), "{rated}");
    assert_eq!(rated, output(&["rate", text(&file)]));
    let both = output(&["rate", text(&file), "--db", text(&db)]);
    assert!(both.contains("games that are there twice, and count once: 8"), "{both}");
    let missing = run(&["rate", "--db", "/nowhere/at.db"]);
    assert_eq!(missing.status, 2);
    assert!(missing.err.contains("there is no store '/nowhere/at.db'"), "{}", missing.err);
}
