//! A part of an experiment for one of several machines.

use std::fmt;

/// Every n-th round of each match, from the k-th on: machines that have different k share no game, and have all of them
/// together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// All games.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Reads `3/64`: the third of 64 parts.
    pub fn parse(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            Some((_, of)) if of > 0 => Err(format!("there is no part {text}; expected one from 1/{of} to {of}/{of}")),
            _ => Err(format!("'{text}' is not a part; expected a number of several, such as 3/64")),
        }
    }

    /// Whether there are other parts.
    pub fn is_part(self) -> bool {
        self.of > 1
    }

    /// Whether it has the game of this index, where a round has so many games.
    pub fn has(self, index: u64, round_length: u64) -> bool {
        index / round_length % self.of == self.number - 1
    }

    /// How many of the first games it has.
    pub fn count(self, games: u64, round_length: u64) -> u64 {
        let (rounds, rest) = (games / round_length, games % round_length);
        let whole = (rounds + self.of - self.number) / self.of;
        whole * round_length + if self.has(games, round_length) { rest } else { 0 }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_no_game_and_have_all() {
        for (of, round_length, games) in [(1, 6, 30), (4, 6, 30), (8, 2, 7), (3, 5, 23)] {
            let parts: Vec<Shard> = (1..=of).map(|number| Shard { number, of }).collect();
            for index in 0..games {
                assert_eq!(parts.iter().filter(|part| part.has(index, round_length)).count(), 1);
            }
            for part in parts {
                let slow = (0..games).filter(|&index| part.has(index, round_length)).count() as u64;
                assert_eq!(part.count(games, round_length), slow, "{part} of {games}");
            }
        }
    }

    #[test]
    fn only_parts_that_are_there_are_read() {
        assert_eq!(Shard::parse("3/64").map(|part| part.to_string()), Ok("3/64".to_owned()));
        assert_eq!(Shard::parse("1/1"), Ok(Shard::WHOLE));
        let message = Shard::parse("9/8").expect_err("too high");
        assert_eq!(message, "there is no part 9/8; expected one from 1/8 to 8/8");
        for text in ["", "3", "0/8", "a/b", "1/0", "-1/8", "3/64/2"] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
    }
}
