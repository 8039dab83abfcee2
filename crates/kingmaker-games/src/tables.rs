//! Tables that take long to compute: built on first need, kept in files, mapped into memory.
//!
//! A file is written under a name of its own and then renamed, so that it is either whole or
//! not there, and several processes may build the same table at once. It begins with a header
//! (magic, version, length, checksum), and a file that does not fit is built anew. Where files
//! cannot be kept, the table is used from memory.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::mapped::{self, Bytes};

/// Computes a table and tells how much is done, from 0 to 1.
pub type Builder = fn(&(dyn Fn(f32) + Sync)) -> Vec<u8>;

/// All tables that the games use.
pub static ALL: &[&Table] = &[&crate::chinese_checkers::MOVES_HOME];

const MAGIC: &[u8; 8] = b"kmtable\n";
const HEADER: usize = 64;

/// A table of bytes, known by its name.
#[derive(Debug)]
pub struct Table {
    /// The word that stands for it, which is also part of the file's name.
    pub name: &'static str,
    /// One line on what is in it.
    pub summary: &'static str,
    /// Raised whenever the contents change.
    pub version: u32,
    /// How many bytes it has.
    pub length: usize,
    build: Builder,
    loaded: OnceLock<Loaded>,
}

/// A table in memory.
#[derive(Debug)]
struct Loaded {
    bytes: Contents,
    /// Why there is no file of it, if there is none.
    not_kept: Option<String>,
}

/// What a table holds: bytes of a file behind its header, or all bytes of a list.
#[derive(Debug)]
struct Contents {
    bytes: Bytes,
    skipped: usize,
}

impl Contents {
    #[inline]
    fn get(&self) -> &[u8] {
        &self.bytes[self.skipped..]
    }
}

/// Why a table is not in a file.
#[derive(Debug)]
pub enum TableError {
    /// There is no file.
    Missing(PathBuf),
    /// The file is not what it should be; says how it differs.
    Damaged(PathBuf, String),
    /// The file could not be read, written or removed.
    Io(PathBuf, io::Error),
    /// No environment variable says where the user's cache is.
    NoFolder,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Missing(path) => write!(f, "there is no file {}", path.display()),
            TableError::Damaged(path, how) => write!(f, "{} is damaged: {how}", path.display()),
            TableError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            TableError::NoFolder => f.write_str("no folder for tables: neither XDG_CACHE_HOME nor HOME is set"),
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // What went wrong is part of the message.
        None
    }
}

static NOTICE: OnceLock<fn(&str)> = OnceLock::new();

/// Says where one-line notices go, such as that a damaged file is built anew. The library prints
/// nothing by itself. Only the first call counts.
pub fn on_notice(show: fn(&str)) {
    // Whoever comes second finds their notices where the first wanted them.
    let _ = NOTICE.set(show);
}

fn notice(line: &str) {
    if let Some(show) = NOTICE.get() {
        show(line);
    }
}

/// Where tables are kept: `kingmaker` in `XDG_CACHE_HOME`, else in `.cache` of `HOME`.
pub fn folder() -> Result<PathBuf, TableError> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".cache")))
        .or_else(|| absolute("LOCALAPPDATA"));
    cache.map(|cache| cache.join("kingmaker")).ok_or(TableError::NoFolder)
}

impl Table {
    /// A table that is not in memory yet.
    pub const fn new(name: &'static str, summary: &'static str, version: u32, length: usize, build: Builder) -> Self {
        Table { name, summary, version, length, build, loaded: OnceLock::new() }
    }

    /// Its file.
    pub fn path(&self) -> Result<PathBuf, TableError> {
        Ok(self.path_in(&folder()?))
    }

    /// Its bytes: from memory, else from its file, else built, which takes long.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match self.loaded.get() {
            Some(loaded) => loaded.bytes.get(),
            None => self.load(&|_| ()).bytes.get(),
        }
    }

    /// Makes the table ready for use and sees to it that there is a file of it. The error says
    /// why there is none; the table can be used all the same.
    pub fn prepare(&self, progress: &(dyn Fn(f32) + Sync)) -> Result<(), String> {
        let loaded = self.load(progress);
        progress(1.0);
        loaded.not_kept.clone().map_or(Ok(()), Err)
    }

    /// Reads the whole file and says whether it is sound.
    pub fn check(&self) -> Result<(), TableError> {
        self.read(&self.path()?).map(|_| ())
    }

    /// Builds the table and writes its file, whether there is one or not.
    pub fn build(&self, progress: &(dyn Fn(f32) + Sync)) -> Result<PathBuf, TableError> {
        let folder = folder()?;
        self.write(&folder, &(self.build)(progress))
    }

    /// Removes its file and what broken-off attempts at writing it have left. Says whether there
    /// was a file.
    pub fn remove(&self) -> Result<bool, TableError> {
        self.remove_from(&folder()?)
    }

    fn path_in(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}-v{}.table", self.name, self.version))
    }

    #[cold]
    fn load(&self, progress: &(dyn Fn(f32) + Sync)) -> &Loaded {
        self.loaded.get_or_init(|| self.load_or_build(folder(), progress))
    }

    fn load_or_build(&self, folder: Result<PathBuf, TableError>, progress: &(dyn Fn(f32) + Sync)) -> Loaded {
        let found = match &folder {
            Ok(folder) => self.read(&self.path_in(folder)),
            Err(_) => Err(TableError::NoFolder),
        };
        match found {
            Ok(bytes) => return Loaded { bytes, not_kept: None },
            Err(TableError::Missing(_) | TableError::NoFolder) => {}
            Err(error) => notice(&format!("the table '{}' is built anew, for {error}", self.name)),
        }
        let bytes = (self.build)(progress);
        assert!(bytes.len() == self.length, "{} has {} bytes, not {}", self.name, bytes.len(), self.length);
        let kept = folder.and_then(|folder| self.write(&folder, &bytes));
        let not_kept = kept.err().map(|error| format!("the table '{}' could not be kept: {error}", self.name));
        if let Some(line) = &not_kept {
            notice(line);
        }
        Loaded { bytes: Contents { bytes: Bytes::Owned(bytes), skipped: 0 }, not_kept }
    }

    fn read(&self, path: &Path) -> Result<Contents, TableError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => TableError::Missing(path.to_owned()),
            _ => TableError::Io(path.to_owned(), error),
        };
        let bytes = mapped::map(&mut File::open(path).map_err(failed)?).map_err(failed)?;
        let damaged = |how: String| TableError::Damaged(path.to_owned(), how);
        if bytes.len() != HEADER + self.length {
            return Err(damaged(format!("it has {} bytes, not {}", bytes.len(), HEADER + self.length)));
        }
        let contents = Contents { bytes, skipped: HEADER };
        if contents.bytes[..HEADER] != self.header(contents.get()) {
            return Err(damaged("its header or its checksum does not fit".to_owned()));
        }
        Ok(contents)
    }

    /// Magic, version, length, checksum, and zeros.
    fn header(&self, contents: &[u8]) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(MAGIC);
        header[8..12].copy_from_slice(&self.version.to_le_bytes());
        header[16..24].copy_from_slice(&(self.length as u64).to_le_bytes());
        header[24..32].copy_from_slice(&checksum(contents).to_le_bytes());
        header
    }

    fn write(&self, folder: &Path, contents: &[u8]) -> Result<PathBuf, TableError> {
        static ATTEMPTS: AtomicU32 = AtomicU32::new(0);
        let attempt = ATTEMPTS.fetch_add(1, Ordering::Relaxed);
        let path = self.path_in(folder);
        let unfinished = folder.join(format!("{}.{}.{attempt}.unfinished", self.name, std::process::id()));
        let write = || {
            let mut file = File::create(&unfinished)?;
            file.write_all(&self.header(contents))?;
            file.write_all(contents)?;
            // A full disk may come to light only here.
            file.sync_all()?;
            fs::rename(&unfinished, &path)
        };
        fs::create_dir_all(folder).map_err(|error| TableError::Io(folder.to_owned(), error))?;
        match write() {
            Ok(()) => Ok(path),
            Err(error) => {
                // What is left behind would only take room; if it cannot be removed, so be it.
                let _ = fs::remove_file(&unfinished);
                Err(TableError::Io(path, error))
            }
        }
    }

    fn remove_from(&self, folder: &Path) -> Result<bool, TableError> {
        let prefix = format!("{}.", self.name);
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let unfinished =
                name.to_str().is_some_and(|name| name.starts_with(&prefix) && name.ends_with(".unfinished"));
            if unfinished {
                fs::remove_file(entry.path()).map_err(|error| TableError::Io(entry.path(), error))?;
            }
        }
        let path = self.path_in(folder);
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(TableError::Io(path, error)),
        }
    }
}

/// Eight independent multiplicative hashes of every eighth word, put together at the end.
fn checksum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut lanes: [u64; 8] = std::array::from_fn(|lane| FACTOR.rotate_left(7 * lane as u32));
    let mut mix = |chunk: &[u8; 64]| {
        for (lane, word) in lanes.iter_mut().zip(chunk.chunks_exact(8)) {
            let word = word.try_into().map_or(0, u64::from_le_bytes);
            *lane = (*lane ^ word).wrapping_mul(FACTOR).rotate_left(29);
        }
    };
    let (chunks, rest) = bytes.as_chunks::<64>();
    chunks.iter().for_each(&mut mix);
    let mut last = [0; 64];
    last[..rest.len()].copy_from_slice(rest);
    mix(&last);
    lanes.iter().fold(bytes.len() as u64, |sum, lane| (sum.rotate_left(23) ^ lane).wrapping_mul(FACTOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH: usize = 1000;

    fn table() -> Table {
        Table::new("squares", "squares of small numbers", 3, LENGTH, |progress| {
            progress(0.5);
            (0..LENGTH).map(|index| (index * index) as u8).collect()
        })
    }

    /// A folder of its own for each test, which goes when the test is over.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            Folder(std::env::temp_dir().join(format!("kingmaker-tables-{name}-{}", std::process::id())))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn load(table: &Table, folder: &Folder) -> Loaded {
        table.load_or_build(Ok(folder.0.clone()), &|_| ())
    }

    #[test]
    fn built_once_and_then_read() {
        let folder = Folder::new("once");
        let built = load(&table(), &folder);
        assert!(matches!(built.bytes.bytes, Bytes::Owned(_)));
        assert_eq!(built.not_kept, None);
        let read = load(&table(), &folder);
        assert!(matches!(read.bytes.bytes, Bytes::Mapped(_)));
        assert_eq!(read.bytes.get(), built.bytes.get());
        let names: Vec<_> = fs::read_dir(&folder.0).expect("there").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(names, ["squares-v3.table"]);
        assert!(table().remove_from(&folder.0).expect("removable"));
        assert!(!table().remove_from(&folder.0).expect("nothing to remove"));
    }

    #[test]
    fn damaged_files_are_built_anew() {
        let folder = Folder::new("damaged");
        let sound = load(&table(), &folder).bytes;
        let path = table().path_in(&folder.0);
        let file = fs::read(&path).expect("there");
        type Damage = (&'static str, fn(&mut Vec<u8>));
        let damages: [Damage; 6] = [
            ("half written", |file| file.truncate(file.len() / 2)),
            ("empty", Vec::clear),
            ("too long", |file| file.push(0)),
            ("one bit of the contents", |file| file[HEADER + 777] ^= 4),
            ("one bit of the last byte", |file| file[HEADER + LENGTH - 1] ^= 1),
            ("another version", |file| file[8] = 2),
        ];
        for (what, damage) in damages {
            let mut damaged = file.clone();
            damage(&mut damaged);
            fs::write(&path, &damaged).expect("written");
            let found = table().read(&path);
            assert!(matches!(found, Err(TableError::Damaged(..))), "{what}: {found:?}");
            assert_eq!(load(&table(), &folder).bytes.get(), sound.get(), "{what}");
            assert_eq!(fs::read(&path).expect("there"), file, "{what}: the file is whole again");
        }
    }

    #[test]
    fn without_a_place_for_files_the_table_is_used_from_memory() {
        let folder = Folder::new("unwritable");
        fs::create_dir_all(&folder.0).expect("made");
        let occupied = folder.0.join("file");
        fs::write(&occupied, "not a folder").expect("written");
        let loaded = table().load_or_build(Ok(occupied.join("below")), &|_| ());
        assert_eq!(loaded.bytes.get()[5], 25);
        let reason = loaded.not_kept.expect("cannot be kept");
        assert!(reason.starts_with("the table 'squares' could not be kept: "), "{reason}");
        let loaded = table().load_or_build(Err(TableError::NoFolder), &|_| ());
        assert_eq!(loaded.bytes.get()[4], 16);
        assert!(loaded.not_kept.expect("cannot be kept").contains("HOME"));
    }

    #[test]
    fn builders_at_the_same_time_do_not_clash() {
        let folder = Folder::new("clash");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let loaded = load(&table(), &folder);
                        assert_eq!((loaded.bytes.get()[7], loaded.not_kept), (49, None));
                        table().write(&folder.0, loaded.bytes.get()).expect("written");
                    }
                });
            }
        });
        assert!(table().read(&table().path_in(&folder.0)).is_ok());
        assert_eq!(fs::read_dir(&folder.0).expect("there").count(), 1);
    }

    #[test]
    fn leftovers_of_broken_off_attempts_are_removed() {
        let folder = Folder::new("leftovers");
        load(&table(), &folder);
        fs::write(folder.0.join("squares.17.0.unfinished"), "half").expect("written");
        fs::write(folder.0.join("cubes.17.0.unfinished"), "of another table").expect("written");
        assert!(table().remove_from(&folder.0).expect("removable"));
        let names: Vec<_> = fs::read_dir(&folder.0).expect("there").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(names, ["cubes.17.0.unfinished"]);
    }

    #[test]
    fn names_are_different_and_can_be_file_names() {
        for (index, table) in ALL.iter().enumerate() {
            assert!(table.name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'), "{}", table.name);
            assert!(ALL[..index].iter().all(|other| other.name != table.name), "two tables named {}", table.name);
            assert!(table.length > 0 && !table.summary.is_empty());
        }
    }

    #[test]
    fn every_byte_and_the_length_count_in_the_checksum() {
        let bytes: Vec<u8> = (0..200).map(|index| index as u8).collect();
        let whole = checksum(&bytes);
        for index in 0..bytes.len() {
            let mut other = bytes.clone();
            other[index] ^= 1;
            assert_ne!(checksum(&other), whole, "byte {index}");
        }
        assert_ne!(checksum(&[]), checksum(&[0]));
        assert_ne!(checksum(&[0; 64]), checksum(&[0; 65]));
    }
}
