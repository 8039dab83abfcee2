//! The games. Each is a folder with its rules, state, knowledge, notation and picture; none
//! knows anything about search.

pub mod blokus;
pub mod chinese_checkers;
pub mod focus;
pub mod havannah;
pub mod hide_and_seek;
mod key;
mod mapped;
mod outcome;
pub mod pig;
pub mod quoridor;
pub mod rolit;
pub mod scotland_yard;
pub mod skirmish;
pub mod tables;

/// The decimal logarithm of the number of ways to choose `k` things of `n`.
pub(crate) fn log10_choose(n: usize, k: usize) -> f64 {
    (0..k).map(|index| ((n - index) as f64 / (index + 1) as f64).log10()).sum()
}

/// Every game there is, handed to the macro `$apply`. A new game is one line here; what it is capable of is found by its
/// type.
#[macro_export]
macro_rules! for_each_game {
    ($apply:ident) => {
        $apply! {
            blokus::Blokus;
            chinese_checkers::ChineseCheckers;
            focus::Focus;
            havannah::Havannah;
            hide_and_seek::HideAndSeek;
            pig::Pig;
            quoridor::Quoridor;
            rolit::Rolit;
            scotland_yard::ScotlandYard;
            skirmish::Skirmish;
        }
    };
}
