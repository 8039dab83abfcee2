//! Discs that can never be turned again.
//!
//! A disc is turned along a line when it is in a run of discs that are foreign to the mover,
//! between the square that the mover fills and the next disc of the mover. It is *held* on a line
//! if one of these is true:
//!
//! - every square of the line is filled: nothing can be put on it any more;
//! - it is at an end of the line: it is between nothing;
//! - a disc of the same colour next to it on the line is stable: both are foreign to the mover,
//!   so that a run with the one contains the other.
//!
//! A disc that is held on all four lines is stable. These are found in rounds. If a stable disc
//! were ever turned, take the first move that does so, and of the stable discs that it turns the
//! one found in the earliest round: on the line in question it was held by a disc of an earlier
//! round, which is turned in the same run. So none is. This is true for any number of colours,
//! and for colours that nobody plays. There are stable discs that it does not find.

use super::Rolit;
use super::board::{Line, Squares};
use super::state::State;

impl Rolit {
    /// The stable discs of all colours, as far as they are recognised.
    pub(super) fn stable(&self, state: &State) -> Squares {
        let occupied = state.occupied;
        let empty = self.board & !occupied;
        let held = Line::ALL.map(|line| {
            let between = line.after(self.board) & line.before(self.board);
            !line.through(empty) | !between
        });
        let mut stable = occupied & held[0] & held[1] & held[2] & held[3];
        // Without a first disc, such as one in a corner, there is no second.
        let mut found = stable;
        while found != 0 {
            let mut next = occupied;
            for (line, mut held) in Line::ALL.into_iter().zip(held) {
                for discs in &state.discs {
                    let holding = stable & discs;
                    held |= discs & (line.after(holding) | line.before(holding));
                }
                next &= held;
            }
            found = next & !stable;
            stable = next;
        }
        stable
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Square;
    use super::super::state::COLOURS;
    use super::super::tests::{game, naive_of, place};
    use super::*;
    use kingmaker_core::{Game, Notation, Player, Rng};
    use proptest::prelude::*;

    /// Compares the count with every possible future. Returns how many discs are stable in truth,
    /// and how many of them are recognised.
    fn check_stability(game: &Rolit, state: &State) -> (usize, usize) {
        let naive = naive_of(game, state);
        let turned = naive.turned_in_any_future();
        let stable = game.stable(state);
        for square in Square::all(stable) {
            let text = game.position_text(state);
            assert!(!turned.contains(&place(game, square)), "{} can still be turned in {text}", game.name(square));
        }
        assert_eq!(stable & !state.occupied, 0);
        (state.occupied.count_ones() as usize - turned.len(), stable.count_ones() as usize)
    }

    #[test]
    fn stable_discs_are_never_turned() {
        let (mut in_truth, mut recognised) = (0, 0);
        for spec in
            ["rolit(size=4)", "rolit(players=3, size=4)", "rolit(players=2, size=4)", "rolit(rules=othello, size=4)"]
        {
            let game = game(spec);
            for seed in 0..12 {
                let mut rng = Rng::new(seed);
                let mut state = game.start(&mut rng);
                while let Some(square) = game.random_move(&state, &mut rng, &mut Vec::new()) {
                    game.play(&mut state, square);
                    if (game.board & !state.occupied).count_ones() <= 6 {
                        let counts = check_stability(&game, &state);
                        (in_truth, recognised) = (in_truth + counts.0, recognised + counts.1);
                    }
                }
            }
        }
        assert!(recognised > in_truth * 9 / 10, "{recognised} of {in_truth} stable discs are recognised");
    }

    #[test]
    fn a_full_row_and_a_corner_are_stable() {
        let game = Rolit::othello(8);
        let stable = |text: &str| {
            let state = State::new(game.read_board(text).expect("a board"));
            Player::all(2).map(|player| (game.stable(&state) & state.of(player)).count_ones()).collect::<Vec<_>>()
        };
        assert_eq!(stable("......../......../......../...WB.../...BW.../......../......../........"), [0, 0]);
        // A corner, what leans on it along the edge, and what leans on both of these.
        assert_eq!(stable("BBB...../BB....../..W...../...WB.../...BW.../......../......../........"), [5, 0]);
        // The whole upper edge is full: every disc on it is held on all four lines.
        assert_eq!(stable("BWBWBWBW/...W..../...W..../...WB.../...BW.../......../......../........"), [4, 4]);
        // The first three rows and a column are full, but the second column is not.
        assert_eq!(stable("BBBBBBBB/BWBBBBBB/BBBBBBBB/B..WB.../B..BW.../B......./B......./B......."), [26, 0]);
    }

    proptest! {
        /// Any filling of the small board, whether play leads to it or not.
        #[test]
        fn no_stable_disc_of_any_position_is_turned(
            colours in prop::collection::vec(0usize..4, 16),
            empty in prop::collection::vec(0usize..16, 1..=4),
            players in 2usize..=4,
        ) {
            let game = Rolit::new(players, 4);
            let mut discs = [0; COLOURS];
            for (place, (square, colour)) in Square::all(game.board).zip(colours).enumerate() {
                if !empty.contains(&place) {
                    discs[colour] |= square.bit();
                }
            }
            check_stability(&game, &State::new(discs));
        }
    }
}
