//! What is remembered of a game, and the file it is written to.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::agent::Fault;

/// A finished game. Complete in itself: records of different matches can share a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's spec.
    pub game: String,
    /// Which game of its match this is, from zero.
    pub index: u64,
    /// Where the random draws came from.
    pub seed: u64,
    /// The player at each seat, by its canonical spec.
    pub seating: Vec<String>,
    /// What each seat may spend on a move, in the words of a spec: `playouts=1000`.
    pub budgets: Vec<String>,
    /// What each seat got.
    pub shares: Vec<f32>,
    /// Moves and outcomes of chance.
    pub plies: u32,
    /// Whether the game was cut off undecided at the most plies it may take.
    pub capped: bool,
    /// The number of legal moves, summed over the moves of players.
    pub legal_moves: u64,
    /// Whole turns, in a game that counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// What each seat had at the end beside the result, in a game that counts something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<f32>,
    /// What was played; nothing if that was not kept.
    pub moves: Vec<MoveRecord>,
    /// What each seat spent in all, where the moves were not kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent: Vec<Spent>,
    /// What other programs did wrong. Between two sides a fault ends the game, and the other side has won. Among more, a
    /// seat that vanishes changes the chances of all: the game is void, and was played again until nobody made a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultRecord>,
}

/// A fault, and who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// The seat, as people count.
    pub seat: usize,
    /// After how many plies.
    pub ply: u32,
    /// What was wrong.
    #[serde(flatten)]
    pub fault: Fault,
}

/// One ply of a finished game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move, as written where it was played.
    #[serde(rename = "move")]
    pub text: String,
    /// Who moved, as people count seats; nobody if it was chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// Whether nobody chose it, because the game was to begin so.
    #[serde(default, skip_serializing_if = "is_false")]
    pub opening: bool,
    /// Playouts spent on it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub playouts: u64,
    /// Nodes of the tree, or positions visited.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub nodes: u64,
    /// The deepest ply that was looked at, or the last depth that was searched completely.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub depth: u64,
    /// Thinking time, only if time was what limited the player: times never repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<f64>,
    /// Of another program: by how many milliseconds it took longer than it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency: Option<f64>,
}

/// What the searches of a seat spent in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Its moves, but for those that nobody chose.
    pub moves: u64,
    /// Playouts, in all.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub playouts: u64,
    /// Playouts of a move, in the median; the lower of two.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub median_playouts: u64,
    /// Nodes, in all.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub nodes: u64,
    /// Depths, in all.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub depth: u64,
}

fn is_false(is_set: &bool) -> bool {
    !*is_set
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl GameRecord {
    /// The moves with which the game began although nobody chose them.
    pub fn opening(&self) -> Vec<String> {
        self.moves.iter().take_while(|mv| mv.opening).map(|mv| mv.text.clone()).collect()
    }

    /// Whether its moves were not kept.
    pub fn lacks_moves(&self) -> bool {
        !self.spent.is_empty()
    }

    /// What a seat, counted from zero, has spent.
    pub fn spent(&self, seat: usize) -> Spent {
        if let Some(&spent) = self.spent.get(seat) {
            return spent;
        }
        let mut spent = Spent::default();
        let mut playouts = Vec::new();
        for mv in self.moves.iter().filter(|mv| mv.seat == Some(seat + 1) && !mv.opening) {
            spent.moves += 1;
            spent.playouts += mv.playouts;
            spent.nodes += mv.nodes;
            spent.depth += mv.depth;
            playouts.push(mv.playouts);
        }
        playouts.sort_unstable();
        spent.median_playouts = playouts.get(playouts.len().saturating_sub(1) / 2).copied().unwrap_or_default();
        spent
    }

    /// The same, but for its moves, which are most of it. It can be counted and no longer followed.
    pub fn without_moves(&self) -> Self {
        let spent = (0..self.seating.len()).map(|seat| self.spent(seat)).collect();
        GameRecord { moves: Vec::new(), spent, ..self.clone() }
    }

    /// Whether nobody, and no team, has won alone.
    pub fn is_draw(&self) -> bool {
        self.shares.iter().all(|&share| share < 1.0)
    }

    /// Whether nobody has won anything, because a seat was lost by a fault.
    pub(crate) fn is_void(&self) -> bool {
        !self.faults.is_empty() && self.shares.iter().all(|&share| share == 0.0)
    }

    /// Whether a game that went like this was cut off undecided, if so many plies were left of it where it ended, or it
    /// is no game that can be cut off. Whoever writes or checks [`GameRecord::capped`] asks here.
    pub(crate) fn is_cut_off(&self, plies_left: Option<usize>) -> bool {
        self.is_draw() && plies_left == Some(0)
    }
}

/// A file of records, one JSON document per line. Each is handed to the operating system before
/// the next game is reported, so that a killed program loses none.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
}

impl RecordFile {
    /// Opens a file for appending, and creates it if there is none.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let failed = |source| RecordError { path: path.to_owned(), source };
        // Whoever reads a pipe must be somebody else: if we could read it ourselves, the system would never tell us that
        // its reader has gone, and once the pipe is full we would wait for ever.
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        // A line that a full disk cut short must not swallow our first record.
        if ends_within_a_line(path).unwrap_or(false) {
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok(RecordFile { file, path: path.to_owned() })
    }

    /// Writes one record.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), RecordError> {
        let failed = |source| RecordError { path: self.path.clone(), source };
        let mut line = serde_json::to_vec(record).map_err(|error| failed(io::Error::other(error)))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(failed)
    }
}

/// Only asked of files that keep what is written: a pipe is not even opened.
fn ends_within_a_line(path: &Path) -> io::Result<bool> {
    let about = fs::metadata(path)?;
    if !about.is_file() || about.len() == 0 {
        return Ok(false);
    }
    let mut file = File::open(path)?;
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// A file of records that cannot be written.
#[derive(Debug)]
pub struct RecordError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write records to '{}'", self.path.display())
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(index: u64) -> GameRecord {
        GameRecord {
            game: "focus".to_owned(),
            index,
            seed: u64::MAX,
            seating: vec!["random".to_owned(), "mcts".to_owned()],
            budgets: vec![String::new(), "playouts=10".to_owned()],
            shares: vec![0.0, 1.0],
            plies: 1,
            spent: Vec::new(),
            faults: Vec::new(),
            capped: false,
            legal_moves: 3,
            turns: None,
            points: Vec::new(),
            moves: vec![MoveRecord {
                text: "a1".to_owned(),
                seat: Some(2),
                playouts: 10,
                nodes: 0,
                depth: 0,
                milliseconds: None,
                latency: None,
                opening: false,
            }],
        }
    }

    #[test]
    fn appends_whole_lines() {
        let path = std::env::temp_dir().join(format!("kingmaker-records-{}.jsonl", std::process::id()));
        std::fs::write(&path, "{\"cut").expect("written");
        RecordFile::open(&path).expect("opened").append(&record(0)).expect("appended");
        RecordFile::open(&path).expect("opened again").append(&record(1)).expect("appended");
        let text = std::fs::read_to_string(&path).expect("read");
        std::fs::remove_file(&path).expect("removed");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (3, "{\"cut"));
        assert_eq!(serde_json::from_str::<GameRecord>(lines[2]).expect("a record"), record(1));
        assert!(lines[1].ends_with("\"moves\":[{\"move\":\"a1\",\"seat\":2,\"playouts\":10}]}"), "{}", lines[1]);
    }

    #[test]
    fn an_impossible_file_is_an_error() {
        let error = RecordFile::open(Path::new("/nowhere/at/all.jsonl")).expect_err("no such directory");
        assert!(error.to_string().contains("'/nowhere/at/all.jsonl'"));
    }
}
