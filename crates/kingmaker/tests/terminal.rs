//! Every game as it is played in a terminal of 24 rows and 80 columns. What is on the screen at each question is kept in
//! `transcripts`.

#![cfg(unix)]

mod program;
mod screen;

use std::fmt::Write;
use std::path::Path;

use program::output;
use screen::Screen;

/// Set, it writes the transcripts anew.
const WRITE: &str = "KINGMAKER_WRITE_TRANSCRIPTS";

/// So many characters at the beginning of what a player has are together, however short the lines are.
const BESIDE: usize = 13;

/// Whether a line tells about the board, and is no part of it.
fn is_text(line: &str) -> bool {
    line.split(|character: char| !character.is_ascii_lowercase()).any(|word| word.len() > 3)
}

/// A game at a terminal, and what was to be seen.
struct Table {
    game: String,
    screen: Screen,
    transcript: String,
}

impl Table {
    fn new(game: &str) -> Table {
        Table::with(game, &[])
    }

    fn with(game: &str, options: &[&str]) -> Table {
        let screen = Screen::start(&[&["play", game, "--seed", "2", "--playouts", "10"], options].concat());
        let mut table = Table { game: game.to_owned(), screen, transcript: String::new() };
        table.look("");
        table
    }

    /// Types a line on an empty screen and looks at all pages of what comes.
    fn enter(&mut self, line: &str) {
        if !self.screen.has_more() {
            self.screen.clear();
        }
        self.screen.enter(line);
        self.look(line);
        while self.screen.has_more() {
            self.enter(" ");
        }
    }

    fn look(&mut self, typed: &str) {
        let rows = self.screen.rows();
        assert!(
            !self.screen.has_broken_lines(),
            "{}: '{typed}' gives lines of more than 80\n{}",
            self.game,
            self.shown()
        );
        let used = rows.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1);
        writeln!(self.transcript, "=== {typed}").expect("text");
        rows[..used].iter().for_each(|row| writeln!(self.transcript, "{row}").expect("text"));
    }

    fn shown(&self) -> String {
        self.screen.rows().join("\n")
    }

    fn expect(&self, what: &str) {
        let flat = self.shown().replace('\n', " ");
        assert!(flat.contains(what), "{}: '{what}' is not on the screen\n{}", self.game, self.shown());
    }

    /// The moves that `moves` lists, and whether these are all.
    fn moves(&mut self) -> (Vec<String>, bool) {
        self.enter("moves");
        let rows = self.screen.rows();
        let begin = rows.iter().rposition(|row| row.ends_with("moves")).map_or(0, |row| row + 1);
        let listed = rows[begin..].join(" ");
        let listed = listed.split(" A number chooses").next().expect("a list");
        // An entry is a number, perhaps the name of a piece, and the move; behind each ')' is all but its number.
        let entries: Vec<Vec<&str>> =
            listed.split(") ").skip(1).map(|entry| entry.split_whitespace().collect()).collect();
        let last = entries.len().saturating_sub(1);
        let text =
            |(place, words): (usize, &Vec<&str>)| words[words.len() - if place == last { 1 } else { 2 }].to_owned();
        (entries.iter().enumerate().map(text).collect(), !self.shown().contains(" more: narrow them"))
    }

    /// Checks that the whole picture of the position is on the screen, after the board was drawn.
    fn expect_whole_board(&mut self) {
        let seen = self.screen.rows();
        self.screen.enter("position");
        let text = self.screen.text();
        let mut lines = text.lines().rev().filter(|line| !line.is_empty());
        let position = lines.nth(1).expect("a position");
        let picture = output(&["show", &self.game, "--as", "1", "--position", position]);
        let is_map = seen.iter().any(|row| row == "('board' draws the map)");
        let lines: Vec<&str> = picture.lines().take_while(|line| !line.is_empty()).collect();
        let (board, texts) = lines.split_at(lines.iter().position(|line| is_text(line)).unwrap_or(lines.len()));
        let missing = board.iter().find(|&line| !is_map && !seen.iter().any(|row| row.starts_with(line)));
        assert_eq!(missing, None, "{}: not on the screen\n{}", self.game, seen.join("\n"));
        // What stands below the board there may stand beside it here, in shorter lines.
        let mut names = texts.iter().filter(|line| line.starts_with("player ")).map(|line| &line[..BESIDE]);
        let missing = names.find(|name| !seen.iter().any(|row| row.contains(name)));
        assert_eq!(missing, None, "{}: not on the screen\n{}", self.game, seen.join("\n"));
    }

    fn expect_illegal(&mut self, mv: Option<&String>) -> bool {
        if let Some(mv) = mv {
            self.enter(mv);
            self.expect(&format!("'{mv}' is not legal here"));
        }
        mv.is_some()
    }

    /// Leaves, unless the game is over, and compares what was seen with what was kept.
    fn compare(self) {
        let Table { game, screen, transcript } = self;
        assert_eq!(screen.leave("quit"), Some(0), "{game}");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(format!("{game}.txt"));
        if std::env::var_os(WRITE).is_some() {
            return std::fs::write(&path, transcript).expect("written");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let line = (1..).zip(kept.lines().zip(transcript.lines())).find(|(_, (kept, found))| kept != found);
        assert!(
            kept == transcript,
            "{}: line {line:?} is not as kept; if that is right, set {WRITE}=1",
            path.display()
        );
    }
}

/// Plays as somebody who tries everything.
fn play(game: &str) -> Table {
    let mut table = Table::new(game);
    table.expect_whole_board();
    table.enter("help");
    table.enter("rules");
    let (first, are_all) = table.moves();
    let played = first.last().expect("a move");
    table.enter(&first.len().to_string());
    table.expect_whole_board();
    let (second, _) = table.moves();
    let was_refused = table.expect_illegal(Some(played).filter(|mv| !second.contains(mv)));
    table.enter("hint");
    table.expect("mcts would play ");
    table.enter("log");
    table.expect("player 1: ");
    table.enter("board");
    table.enter("undo");
    table.expect_whole_board();
    let was_refused_again = table.expect_illegal(second.iter().find(|mv| are_all && !first.contains(mv)));
    assert!(was_refused || was_refused_again, "{game}: everything is legal");
    table.enter("pieces");
    // A part of a move: what fits is listed, or played if it is the only one.
    let mut parts = played.split(|character: char| !character.is_alphanumeric());
    table.enter(parts.find(|part| !part.is_empty()).expect("a part"));
    table.enter("no such thing");
    table.expect("'no such thing' is not understood; expected ");
    for _ in 0..3 {
        table.moves();
        table.enter("1");
        if table.screen.is_over() {
            break;
        }
        table.expect_whole_board();
    }
    table
}

/// The games that the program knows.
fn games() -> Vec<serde_json::Value> {
    let listed: serde_json::Value = serde_json::from_str(&output(&["games", "--json"])).expect("JSON");
    listed["games"].as_array().expect("a list").clone()
}

#[test]
fn every_game_fits_the_terminal() {
    let games = games();
    std::thread::scope(|scope| {
        for game in &games {
            scope.spawn(|| play(game["name"].as_str().expect("a name")).compare());
        }
    });
}

/// Larger boards, more players and other rules, without transcripts.
#[test]
fn every_variant_fits_the_terminal() {
    let games = games();
    std::thread::scope(|scope| {
        for game in &games {
            let examples = game["examples"].as_array().expect("a list").iter().filter_map(|example| example.as_str());
            scope.spawn(|| examples.for_each(|example| drop(play(example))));
        }
    });
}

/// Pieces that are drawn, found by name and place, and chosen by number.
#[test]
fn a_piece_is_chosen_by_its_name_and_its_place() {
    let mut table = Table::new("blokus");
    table.enter("pieces");
    table.expect("A name lists where the piece can go");
    table.enter("w");
    table.expect("1) W ");
    table.enter("w c18");
    table.expect("A number chooses one.");
    table.enter("1");
    table.expect("since your move:");
    (2..=4).for_each(|player| table.expect(&format!("player {player}: ")));
    // The corner of the first player, which is the upper left one.
    assert!(table.shown().lines().any(|row| row.starts_with("20 1 ")), "{}", table.shown());
    table.expect_whole_board();
}

/// Lines can be edited, and the arrow keys bring back earlier ones.
#[test]
fn lines_are_edited_and_remembered() {
    let mut table = Table::new("rolit");
    table.screen.edit("nines\x7fs\x01\x1b[3~\x1b[3~\x1b[3~lo\x05", "loes");
    table.expect("'loes' is not understood");
    table.enter("log");
    table.screen.clear();
    table.screen.edit("\x1b[A\x1b[A", "loes");
    table.expect("'loes' is not understood");
}

/// Those who seek together see what the hider did as they may, and one of them after the other moves.
#[test]
fn seekers_fit_the_terminal_too() {
    let seats = ["--seat", "hider=random", "--seat", "seekers=human"];
    for game in ["scotland-yard", "hide-and-seek(players=6, cells=16)"] {
        let mut table = Table::with(game, &seats);
        for player in 2..=6 {
            table.expect(&format!("player {player}, your move"));
            assert!(!table.screen.has_broken_lines(), "{}", table.shown());
            table.expect(" one of ");
            table.moves();
            table.enter("1");
        }
    }
}
