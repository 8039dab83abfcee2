//! Who sits where in which game.

use std::collections::BTreeMap;
use std::fmt;

use kingmaker_core::rng::derive_seed;
use kingmaker_core::{Player, Teams};

/// The games of a match: a pure function of the types of players, the teams of the game, the number of games and the seed.
///
/// A round is every assignment of the types to the seats in which each type has at least one
/// seat (Nijssen 2013, Table 4.1). A match has whole rounds, or, if it is shorter than one, a fair
/// part of it; in both each type has each seat equally often, so that none profits from its seats. Where players win
/// together, a type takes all seats of a team. Where types are bound to roles, a round is every choice of one type for each
/// role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    seatings: Vec<Vec<usize>>,
    games: u64,
    seed: u64,
}

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame<'a> {
    /// Counted from zero.
    pub index: u64,
    /// Where all random draws of the game come from.
    pub seed: u64,
    /// For each seat, the type of player, counted from zero.
    pub seating: &'a [usize],
    /// The moves with which it begins, whoever sits there.
    pub opening: &'a [String],
}

impl Schedule {
    /// At least `games` games between `types` types of players, any of whom may be any team; none if `games` is
    /// zero.
    pub fn new(types: usize, teams: &Teams, games: u64, seed: u64) -> Result<Self, ScheduleError> {
        if types == 0 {
            return Err(ScheduleError::NoTypes);
        }
        if types > teams.count() {
            return Err(if teams.are_alone() {
                ScheduleError::TooManyTypes { types, seats: teams.count() }
            } else {
                ScheduleError::TooManyForTeams { types, teams: teams.count() }
            });
        }
        let (seatings, parts) = round(types, teams.count());
        Schedule::of_teams(seatings, &parts, teams, games, seed)
    }

    /// The same where each type plays one team: `roles` says which.
    pub fn of_roles(roles: &[usize], teams: &Teams, games: u64, seed: u64) -> Result<Self, ScheduleError> {
        let mut seatings = vec![Vec::new()];
        for team in 0..teams.count() {
            let types: Vec<usize> = (0..roles.len()).filter(|&kind| roles[kind] == team).collect();
            if types.is_empty() {
                let role = teams.roles().get(team).copied().unwrap_or_default();
                return Err(ScheduleError::NoType(role));
            }
            let longer = |seating: &Vec<usize>, kind: usize| [&seating[..], &[kind]].concat();
            seatings = types.iter().flat_map(|&kind| seatings.iter().map(move |one| longer(one, kind))).collect();
        }
        let whole = [seatings.len() as u64];
        Schedule::of_teams(seatings, &whole, teams, games, seed)
    }

    /// From the type of each team to that of each seat. A match that is shorter than a round ends after one of `parts`.
    fn of_teams(
        seatings: Vec<Vec<usize>>,
        parts: &[u64],
        teams: &Teams,
        games: u64,
        seed: u64,
    ) -> Result<Self, ScheduleError> {
        let seats = |seating: &Vec<usize>| Player::all(teams.players()).map(|seat| seating[teams.of(seat)]).collect();
        let seatings: Vec<Vec<usize>> = seatings.iter().map(seats).collect();
        let length = seatings.len() as u64;
        let games = match parts.iter().find(|&&part| games > 0 && part >= games) {
            Some(&part) => part,
            None => games.checked_next_multiple_of(length).ok_or(ScheduleError::TooManyGames(games))?,
        };
        // Nearby seeds must not share games, and index 0 of one must not be related to its seed.
        let seed = derive_seed(seed, u64::MAX);
        Ok(Schedule { seatings, games, seed })
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many games make a round. There are fewer, or whole rounds.
    pub fn round_length(&self) -> u64 {
        self.seatings.len() as u64
    }

    /// The game with this index, if there is one.
    pub fn game(&self, index: u64) -> Option<ScheduledGame<'_>> {
        (index < self.games()).then(|| ScheduledGame {
            index,
            seed: derive_seed(self.seed, index),
            seating: &self.seatings[(index % self.round_length()) as usize],
            opening: &[],
        })
    }
}

/// The seatings of a round, and after how many of them it could end: seatings that become each
/// other when all move on by a seat, or when types swap their roles, stand together, and among
/// these every type has every seat equally often. The smallest such parts come first.
fn round(types: usize, seats: usize) -> (Vec<Vec<usize>>, Vec<u64>) {
    let mut parts: BTreeMap<Vec<usize>, Vec<Vec<usize>>> = BTreeMap::new();
    for seating in seatings(types, seats) {
        parts.entry(pattern(&seating)).or_default().push(seating);
    }
    let mut parts: Vec<_> = parts.into_values().collect();
    parts.sort_by_key(Vec::len);
    let ends = parts.iter().scan(0, |end, part| {
        *end += part.len() as u64;
        Some(*end)
    });
    let ends = ends.collect();
    (parts.concat(), ends)
}

/// What a seating has in common with those that it becomes by moving on and by swapping types: the
/// least of them.
fn pattern(seating: &[usize]) -> Vec<usize> {
    let moved_on = |by: usize| {
        let mut turned = seating.to_vec();
        turned.rotate_left(by);
        numbered(&turned)
    };
    (0..seating.len()).map(moved_on).min().unwrap_or_default()
}

/// Who sits where, whoever it is: types are numbered in the order of their first seats.
pub(crate) fn numbered<T: PartialEq>(seating: &[T]) -> Vec<usize> {
    let mut order: Vec<&T> = Vec::new();
    let number = |kind| {
        order.iter().position(|known| *known == kind).unwrap_or_else(|| {
            order.push(kind);
            order.len() - 1
        })
    };
    seating.iter().map(number).collect()
}

/// Every way to give each seat a type such that each type has a seat, in counting order.
fn seatings(types: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut seating = vec![0; seats];
    loop {
        if (0..types).all(|kind| seating.contains(&kind)) {
            all.push(seating.clone());
        }
        // Counting in base `types`, the last seat fastest.
        let Some(seat) = seating.iter().rposition(|&kind| kind + 1 < types) else { return all };
        seating[seat] += 1;
        seating[seat + 1..].fill(0);
    }
}

/// A match that cannot be arranged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScheduleError {
    /// Nobody plays.
    NoTypes,
    /// Nobody plays this role.
    NoType(&'static str),
    /// Not every type of player can have a seat.
    TooManyTypes {
        /// How many types there are.
        types: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// Not every type of player can be a team.
    TooManyForTeams {
        /// How many types there are.
        types: usize,
        /// How many teams there are.
        teams: usize,
    },
    /// The number of games cannot be rounded up.
    TooManyGames(u64),
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScheduleError::NoTypes => f.write_str("a match needs at least one player"),
            ScheduleError::NoType(role) => {
                write!(f, "nobody plays {role}; expected a player for that role, such as {role}=mcts")
            }
            ScheduleError::TooManyForTeams { types, teams } => write!(
                f,
                "{types} different players cannot share {teams} teams; expected at most {teams} players, or a role for each"
            ),
            ScheduleError::TooManyTypes { types, seats } => write!(
                f,
                "{types} different players cannot share {seats} seats; expected at most {seats} players, or a game with more seats"
            ),
            ScheduleError::TooManyGames(games) => write!(f, "{games} games are too many"),
        }
    }
}

impl std::error::Error for ScheduleError {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn table_4_1_of_the_thesis() {
        for (types, seats, printed) in
            [(2, 2, 2), (2, 3, 6), (2, 4, 14), (2, 6, 62), (3, 3, 6), (3, 4, 36), (3, 6, 540)]
        {
            let schedule = Schedule::new(types, &Teams::each_alone(seats), 1000, 0).expect("possible");
            assert_eq!(schedule.round_length(), printed, "{types} types at {seats} seats");
        }
    }

    #[test]
    fn games_are_rounded_up_to_whole_rounds_or_to_a_fair_part_of_one() {
        let schedule = Schedule::new(2, &Teams::each_alone(3), 100, 7).expect("possible");
        assert_eq!((schedule.games(), schedule.round_length()), (102, 6));
        assert_eq!(schedule.game(102), None);
        let games =
            |types, seats, games| Schedule::new(types, &Teams::each_alone(seats), games, 7).expect("possible").games();
        // Three types at six seats: abcabc in its 6 forms, then parts of 12, 18 and more.
        assert_eq!([0, 1, 6, 7, 19, 500, 541].map(|wanted| games(3, 6, wanted)), [0, 6, 6, 18, 36, 504, 1080]);
        // Two at four: abab, aabb, abbb.
        assert_eq!([1, 3, 7, 15].map(|wanted| games(2, 4, wanted)), [2, 6, 14, 28]);
        assert_eq!(Schedule::new(1, &Teams::each_alone(4), 5, 7).expect("self-play").games(), 5);
    }

    #[test]
    fn a_team_is_of_one_type() {
        let teams = Teams::new(4, &["hider", "seekers"], |player| player.index().min(1));
        let seatings = |schedule: &Schedule| {
            let games =
                (0..schedule.round_length()).map(|index| schedule.game(index).expect("within").seating.to_vec());
            games.collect::<Vec<_>>()
        };
        let schedule = Schedule::new(2, &teams, 5, 1).expect("possible");
        assert_eq!((schedule.games(), seatings(&schedule)), (6, vec![vec![0, 1, 1, 1], vec![1, 0, 0, 0]]));
        // Two hiders and one team of seekers.
        let schedule = Schedule::of_roles(&[0, 0, 1], &teams, 3, 1).expect("possible");
        assert_eq!((schedule.games(), seatings(&schedule)), (4, vec![vec![0, 2, 2, 2], vec![1, 2, 2, 2]]));
        assert_eq!(Schedule::of_roles(&[0, 0], &teams, 3, 1), Err(ScheduleError::NoType("seekers")));
        assert_eq!(Schedule::new(3, &teams, 1, 1), Err(ScheduleError::TooManyForTeams { types: 3, teams: 2 }));
    }

    #[test]
    fn impossible_matches_are_refused() {
        assert_eq!(
            Schedule::new(3, &Teams::each_alone(2), 1, 0),
            Err(ScheduleError::TooManyTypes { types: 3, seats: 2 })
        );
        assert_eq!(Schedule::new(0, &Teams::each_alone(2), 1, 0), Err(ScheduleError::NoTypes));
        assert_eq!(Schedule::new(2, &Teams::each_alone(3), u64::MAX, 0), Err(ScheduleError::TooManyGames(u64::MAX)));
    }

    #[test]
    fn seeds_differ_between_games_and_matches() {
        let seeds = |seed| {
            let schedule = Schedule::new(2, &Teams::each_alone(2), 100, seed).expect("possible");
            (0..100).map(|index| schedule.game(index).expect("within").seed).collect::<Vec<_>>()
        };
        let mut all = [seeds(1), seeds(2)].concat();
        assert_eq!(seeds(1), all[..100]);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 200);
    }

    proptest! {
        #[test]
        fn every_type_has_every_seat_equally_often(types in 1usize..=4, seats in 2usize..=6, games in 1u64..200) {
            prop_assume!(types <= seats);
            let schedule = Schedule::new(types, &Teams::each_alone(seats), games, 3).expect("possible");
            prop_assert!(schedule.games() >= games && schedule.games() - games < schedule.round_length());
            let round = Schedule::new(types, &Teams::each_alone(seats), schedule.round_length(), 3).expect("possible");
            let of_round: BTreeSet<_> = (0..round.games()).filter_map(|index| round.game(index)).map(|game| game.seating).collect();
            prop_assert_eq!(of_round.len() as u64, round.games(), "each seating once");
            let mut counts = vec![0u64; types * seats];
            for index in 0..schedule.games() {
                let game = schedule.game(index).expect("within");
                prop_assert!((0..types).all(|kind| game.seating.contains(&kind)));
                for (seat, kind) in game.seating.iter().enumerate() {
                    counts[seat * types + kind] += 1;
                }
            }
            prop_assert!(counts.iter().all(|count| *count == counts[0]));
        }
    }
}
