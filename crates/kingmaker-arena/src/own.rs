//! Players of the caller's own, as values: for programs that have a way to choose a move, but no technique.

use std::fmt;

use kingmaker_core::Player;
use kingmaker_core::options::Schema;
use kingmaker_search::{Halt, Report};

use crate::agent::foreign::Choice;
use crate::agent::{Fault, FaultKind};
use crate::position::AnyView;

/// A player that can be given seats.
pub trait OwnPlayer: fmt::Debug + Send + Sync {
    /// Somebody who plays at this seat for one game, and draws from `seed`.
    fn sit(&self, seat: Player, seed: u64) -> Box<dyn OwnSeat>;
}

/// A player at a seat.
pub trait OwnSeat: Send {
    /// The number of a legal move of the seat, which is to move; `None` where it cannot go on. Whoever wants the whole match
    /// to end for that reason stops it by `halt`; else it is a fault, as of other programs.
    fn choose(&mut self, view: Box<dyn AnyView>, halt: &Halt) -> Option<usize>;
}

/// Stands in for the options that such players do not have.
pub(crate) static SCHEMA: Schema =
    Schema { name: "own", summary: "A player of the caller's own", source: "", options: &[], examples: &[] };

/// The move that was chosen, if it is one of the legal ones.
pub(crate) fn choice<Move: Copy>(
    chosen: Option<usize>,
    mut legal: impl Iterator<Item = (usize, Move)>,
) -> Result<Choice<Move>, Fault> {
    let action = chosen.ok_or_else(|| Fault::new(FaultKind::GaveUp, ""))?;
    match legal.find(|&(slot, _)| slot == action) {
        Some((_, mv)) => Ok(Choice { report: Report::immediate(mv), latency: None }),
        None => Err(Fault::new(FaultKind::IllegalMove, action.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{self, RunError};
    use crate::{Budget, Match, PlayerSpec, Registry, test_game};
    use std::num::NonZeroUsize;
    use std::sync::Arc;

    /// Takes the most, or something that is never legal.
    #[derive(Debug)]
    struct Greedy(Option<usize>);

    impl OwnPlayer for Greedy {
        fn sit(&self, _: Player, _: u64) -> Box<dyn OwnSeat> {
            Box::new(Greedy(self.0))
        }
    }

    impl OwnSeat for Greedy {
        fn choose(&mut self, view: Box<dyn AnyView>, _: &Halt) -> Option<usize> {
            self.0.or(view.actions().last().copied())
        }
    }

    fn first_moves(own: Greedy) -> Vec<(String, usize)> {
        let random = Registry::ours().player("random", &Budget::default()).expect("valid");
        let players = vec![PlayerSpec::of_own("mine", None, Arc::new(own)), random];
        let the_match = Match::new(test_game::any_heap(2), players, 2, 1).expect("possible");
        assert!(!the_match.is_reproducible());
        let mut found = Vec::new();
        let played: Result<(), RunError<()>> = runner::run(&the_match, NonZeroUsize::MIN, &Halt::new(), |record| {
            let text = record.moves.first().map_or(String::new(), |mv| mv.text.clone());
            found.push((format!("{}: {text}", record.seating[0]), record.faults.len()));
            Ok(())
        });
        assert_eq!(played, Ok(()));
        found
    }

    #[test]
    fn they_play_and_their_faults_are_counted() {
        assert!(first_moves(Greedy(None)).contains(&("mine: take3".to_owned(), 0)));
        assert!(first_moves(Greedy(Some(77))).contains(&("mine: ".to_owned(), 1)));
    }
}
