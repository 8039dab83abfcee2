//! A game in the terminal, through standard input.

mod program;

use program::{program, run_with};

const QUICK: [&str; 6] = ["play", "focus", "--playouts", "5", "--seed", "3"];

#[test]
fn a_scripted_game() {
    let script =
        "help\nmoves\nhint\nhint greedy\nposition\n\nd4-c4\nposition\nundo\nposition\nboard\nquit\nnever read\n";
    let run = run_with(&QUICK, script);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    for part in ["take back your last move", "1) b6-b7", "mcts would play ", "greedy would play ", "player 2 (mcts): "]
    {
        assert!(run.out.contains(part), "{part} is missing in:\n{}", run.out);
    }
    let positions: Vec<&str> = run.out.lines().filter(|line| line.matches('/').count() == 10).collect();
    assert_eq!(positions.len(), 3);
    assert_eq!(positions[0], positions[2], "undo goes back to the start");
    assert!(positions[1].ends_with(" 4"), "four plies after the first round: {}", positions[1]);
    // The board is drawn at the start, after the round, after undo and when asked for.
    assert_eq!(run.out.matches("a  b  c").count() + run.out.matches("a b c").count(), 4, "{}", run.out);
    assert!(!run.out.contains('\u{1b}'));
}

/// As a seeker: the log has tickets and no stations, and everything fits in 80 columns.
#[test]
fn a_seeker_sees_the_travel_log() {
    let seats = ["play", "scotland-yard", "--seed", "3", "--seat", "seekers=human", "--seat", "hider=random"];
    let run = run_with(&seats, "log\nhint random\nhint mcts(playouts=9)\nquit\n");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let log = run.out.lines().find(|line| line.starts_with("player 1: ")).expect("a log");
    assert!(log.ends_with("-?"), "{log}");
    assert!(run.out.contains(", expecting hider ") && run.out.contains("%, seekers "), "{}", run.out);
    assert!(run.out.contains("hider, on one of "), "{}", run.out);
    let widest = run.out.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(80), "{}", run.out);
}

#[test]
fn the_same_seed_plays_the_same() {
    let script = "d4-c4\nquit\n";
    assert_eq!(run_with(&QUICK, script).out, run_with(&QUICK, script).out);
}

#[test]
fn the_end_of_input_is_no_error() {
    let run = run_with(&QUICK, "moves\n");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.ends_with("the game is left unfinished\n"));
}

#[test]
fn nothing_to_take_back() {
    let run = run_with(&QUICK, "undo\nquit\n");
    assert!(run.status == 0 && run.out.contains("there is no move of yours to take back"));
}

#[test]
fn computers_play_to_the_end() {
    let seats = ["--seat", "1=greedy", "--seat", "2=greedy", "--seat", "3=greedy", "--seat", "4=random"];
    let run = run_with(&[&QUICK[..], &seats[..]].concat(), "");
    assert_eq!(run.status, 0);
    assert!(run.out.contains("player 4 (random): ") && run.out.trim_end().ends_with("has won"), "{}", run.out);
}

#[test]
fn garbage_is_refused_and_does_not_panic() {
    let mut command = assert_cmd::Command::from_std(program(&QUICK));
    let output = command.write_stdin(b"\xff\xfe\x00\n".as_slice()).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn colours_are_for_those_who_want_them() {
    let board = |variables: &[(&str, &str)]| {
        let output = program(&["show", "focus"]).envs(variables.iter().copied()).output().expect("the program runs");
        String::from_utf8(output.stdout).expect("text")
    };
    assert!(board(&[("CLICOLOR_FORCE", "1")]).contains("\u{1b}[91m1"));
    assert!(!board(&[]).contains('\u{1b}'));
    assert!(!board(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
}
