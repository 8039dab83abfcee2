//! How many stones a player still needs.
