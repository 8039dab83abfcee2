//! Another strategy for each side: those who play different parts in a game play them by different rules.

use kingmaker_core::options::Args;
use kingmaker_core::{Game, Player, Scores, Teams, Turn, settings};

use super::{Course, Playout, part, refuse_early_ends};
use crate::Toolbox;
use crate::mcts::line::Line;

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "roles" {
        summary: "one strategy finds the moves of the first team, another those of all others",
        source: "",
        options: {
            /// The strategy of the first team.
            first: Option<Args> =
                part("first", None, "of the first team; greedy where the game has static move ordering, else random"),
            /// The strategy of all other teams.
            second: Option<Args> =
                part("second", None, "of all others; greedy where the game has static move ordering, else random"),
        },
        examples: [
            "mcts(playout=roles(second=random))",
            "mcts(playout=roles(first=greedy(epsilon=0.1), second=greedy(epsilon=0.2)))",
        ],
    }
}

/// The team that has a strategy of its own.
const FIRST_TEAM: usize = 0;

struct RolesPlayout<G: Game> {
    teams: Teams,
    first: Box<dyn Playout<G>>,
    second: Box<dyn Playout<G>>,
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, toolbox: &Toolbox<G>, game: &G) -> Result<Box<dyn Playout<G>>, String> {
    let strategy = |part: &Option<Args>| {
        refuse_early_ends(SCHEMA.name, part.as_ref())?;
        toolbox.playout(part.as_ref(), game)
    };
    let (first, second) = (strategy(&settings.first)?, strategy(&settings.second)?);
    Ok(Box::new(RolesPlayout { teams: game.teams(), first, second }))
}

impl<G: Game> RolesPlayout<G> {
    /// Who finds the move of this player.
    fn of(&mut self, player: Player) -> &mut dyn Playout<G> {
        if self.teams.of(player) == FIRST_TEAM { &mut *self.first } else { &mut *self.second }
    }
}

impl<G: Game> Playout<G> for RolesPlayout<G> {
    fn advance(&mut self, course: &mut Course<'_, G>, plies: u32) -> Option<u32> {
        let game = course.game;
        let mut played = 0;
        while played < plies {
            match game.turn(course.state) {
                Turn::Player(player) => self.of(player).advance(course, 1)?,
                // Chance is drawn by whoever is asked.
                Turn::Chance => self.first.advance(course, 1)?,
                Turn::Over => break,
            };
            played += 1;
            if played % super::PLIES_PER_LOOK == 0 && course.clock.is_over() {
                return None;
            }
        }
        Some(played)
    }

    fn begin(&mut self, game: &G) {
        self.first.begin(game);
        self.second.begin(game);
    }

    fn is_learning(&self) -> bool {
        self.first.is_learning() || self.second.is_learning()
    }

    /// Both learn from all moves, whoever made them.
    fn learn(&mut self, game: &G, line: &Line<G::Move>, scores: &Scores) {
        self.first.learn(game, line, scores);
        self.second.learn(game, line, scores);
    }
}

#[cfg(test)]
mod tests {
    use kingmaker_core::options::read;
    use kingmaker_core::{Game, Knowledge, MoveOrdering, Rng, Turn};
    use kingmaker_games::hide_and_seek::HideAndSeek;

    use super::Course;
    use crate::Toolbox;
    use crate::budget::{Budget, Clock, Halt};
    use crate::mcts::line::Line;
    use crate::toolbox::PLAYOUTS;

    /// Every move of the hider is one of the best by the ordering of the first strategy, every move of the seekers by
    /// that of the second; and both orderings make a difference, or this would say nothing.
    #[test]
    fn moves_come_from_the_strategy_of_the_mover() {
        let game = HideAndSeek::grid(3, 20, 12, 4);
        let toolbox = Toolbox::default().knowledge();
        for (first, second) in [("reach", "distance"), ("distance", "reach")] {
            let text = format!("roles(first=greedy(by={first}, epsilon=0), second=greedy(by={second}, epsilon=0))");
            let args = read(&text, "playout", PLAYOUTS).unwrap_or_else(|error| panic!("{error}"));
            let mut playout = toolbox.playout(Some(&args), &game).unwrap_or_else(|error| panic!("{error}"));
            let (mut line, clock) = (Line::new(true), Clock::start(&Budget::default(), &Halt::new()));
            let mut telling = [0, 0];
            for seed in 0..40 {
                let mut rng = Rng::new(seed);
                let mut state = game.start(&mut rng);
                while let Turn::Player(player) = game.turn(&state) {
                    let before = state.clone();
                    line.clear();
                    let mut course =
                        Course { game: &game, state: &mut state, line: &mut line, rng: &mut rng, clock: &clock };
                    assert_eq!(playout.advance(&mut course, 1), Some(1));
                    let &(mover, mv) = line.moves().last().expect("a move");
                    assert_eq!(mover, player);
                    let role = usize::from(game.teams().of(player) != 0);
                    let best = |name: &str| {
                        let by = MoveOrdering::find(&game, name).expect("an ordering");
                        let mut moves = Vec::new();
                        game.legal_moves(&before, &mut moves);
                        let highest = moves.iter().map(|&mv| game.priority(&before, by, mv)).max();
                        moves.retain(|&mv| Some(game.priority(&before, by, mv)) == highest);
                        moves
                    };
                    let (own, other) = if role == 0 { (first, second) } else { (second, first) };
                    assert!(best(own).contains(&mv), "{text}: {mv:?} of player {player} in {before:?}");
                    telling[role] += usize::from(!best(other).contains(&mv));
                }
            }
            assert!(telling[0] > 0 && telling[1] > 0, "{text}: the orderings never differ: {telling:?}");
        }
    }

    #[test]
    fn parts_play_to_the_end() {
        let game = HideAndSeek::ring(2, 12, 8, 3);
        let toolbox = Toolbox::default().knowledge();
        let build = |text: &str| {
            let args = read(text, "playout", PLAYOUTS).unwrap_or_else(|error| panic!("{error}"));
            toolbox.playout(Some(&args), &game).map(|_| ())
        };
        let expected = "roles cannot rest on random(cap=5), which ends playouts early; expected one that does not";
        assert_eq!(build("roles(second=random(cap=5))"), Err(expected.to_owned()));
        let expected = "this game has no move ordering 'reech'; did you mean 'reach'? expected distance or reach";
        assert_eq!(build("roles(first=greedy(by=reech))"), Err(expected.to_owned()));
        assert_eq!(build("roles(first=lgr, second=mast)"), Ok(()));
    }
}
