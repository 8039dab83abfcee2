//! What a store looks like inside, and how an older one becomes a new one.

/// Marks a SQLite file as ours: "KMKR".
pub(super) const APPLICATION: i32 = 0x4b4d_4b52;

/// Each step makes the next version out of the one before, the first out of nothing. A step that
/// has been released is never changed.
pub(super) const STEPS: &[&str] = &[
    // A match is known by what determines its games, so that whoever plays the same match finds
    // them. The record is the line of a records file.
    "CREATE TABLE match (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        players TEXT NOT NULL,
        seed TEXT NOT NULL,
        UNIQUE (game, players, seed)
    ) STRICT;
    CREATE TABLE game (
        match INTEGER NOT NULL REFERENCES match,
        number INTEGER NOT NULL,
        record TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) STRICT;",
    // What never repeats stays out of the record: how long the game took, and who played it.
    "ALTER TABLE game ADD COLUMN milliseconds REAL;
    ALTER TABLE game ADD COLUMN program TEXT;",
    // What was asked for, so that a report can be written from the store alone.
    "CREATE TABLE run (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        choice TEXT NOT NULL,
        experiment TEXT NOT NULL,
        UNIQUE (name, choice)
    ) STRICT;",
];

/// The version that this program writes.
pub(super) const VERSION: i32 = STEPS.len() as i32;
