//! What a store looks like inside a server, and how an older one becomes a new one.

/// Each step makes the next version out of the one before, the first out of nothing. A step that
/// has been released is never changed.
pub(super) const STEPS: &[&str] = &["
    CREATE TABLE kingmaker (
        single BOOLEAN PRIMARY KEY DEFAULT true CHECK (single),
        version INTEGER NOT NULL,
        -- Whose games these are: nobody joins with another program.
        program TEXT,
        -- Why nobody may play any more.
        stopped TEXT
    );
    INSERT INTO kingmaker (version) VALUES (0);
    CREATE TABLE match (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game TEXT NOT NULL,
        players TEXT NOT NULL,
        seed TEXT NOT NULL,
        -- Games below this index are in blocks.
        next BIGINT NOT NULL DEFAULT 0,
        UNIQUE (game, players, seed)
    );
    CREATE TABLE game (
        match BIGINT NOT NULL REFERENCES match,
        number BIGINT NOT NULL,
        record TEXT NOT NULL,
        milliseconds DOUBLE PRECISION,
        program TEXT,
        -- Whether it is not known yet if it counts: a test may have decided before.
        waiting BOOLEAN NOT NULL DEFAULT false,
        -- Whether somebody else is to play it again.
        due BOOLEAN NOT NULL DEFAULT false,
        owner TEXT,
        host TEXT,
        checked_by TEXT,
        PRIMARY KEY (match, number)
    );
    CREATE INDEX game_due ON game (match, number) WHERE due;
    CREATE INDEX game_waiting ON game (match, number) WHERE waiting;
    CREATE TABLE run (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name TEXT NOT NULL,
        choice TEXT NOT NULL,
        experiment TEXT NOT NULL,
        UNIQUE (name, choice)
    );
    CREATE TABLE block (
        match BIGINT NOT NULL REFERENCES match,
        first BIGINT NOT NULL,
        beyond BIGINT NOT NULL,
        owner TEXT,
        expires TIMESTAMPTZ,
        done BOOLEAN NOT NULL DEFAULT false,
        PRIMARY KEY (match, first)
    );
    CREATE INDEX block_open ON block (match, first) WHERE NOT done;
    CREATE INDEX block_owner ON block (owner) WHERE owner IS NOT NULL;
"];

/// The version that this program writes.
pub(in super::super) const VERSION: i32 = STEPS.len() as i32;
