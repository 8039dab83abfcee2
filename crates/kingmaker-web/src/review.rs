//! A look back at a game: what each position was worth, found by one and the same player.

use serde::Serialize;
use utoipa::ToSchema;

/// What is known of each position, by its ply.
#[derive(Clone, Debug, Default)]
pub(crate) struct Review {
    pub(crate) shares: Vec<Option<Shares>>,
    /// Whether it goes on.
    pub(crate) is_running: bool,
}

/// What each player can expect.
pub(crate) type Shares = Vec<Option<f32>>;

/// The expected shares over the game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GraphJson {
    /// For each ply, what each player could expect before it, as far as anybody knows.
    pub(crate) shares: Vec<Option<Vec<Option<f32>>>>,
    /// The plies, counted from 0, by which whoever moved lost much of what they could expect.
    pub(crate) blunders: Vec<usize>,
    /// Whether the game is being looked at now.
    pub(crate) running: bool,
}

/// Who loses at least this much by a move has blundered.
const BLUNDER: f32 = 0.2;

/// The plies by which a mover lost much; `movers` has whoever made each ply, `None` for chance.
pub(crate) fn blunders(movers: &[Option<usize>], shares: &[Option<Shares>]) -> Vec<usize> {
    let share = |ply: usize, player: usize| shares.get(ply)?.as_ref()?.get(player - 1).copied()?;
    let lost = |&(ply, mover): &(usize, &Option<usize>)| {
        let mover = (*mover)?;
        Some(share(ply, mover)? - share(ply + 1, mover)?)
    };
    let plies = movers.iter().enumerate();
    plies.filter(|ply| lost(ply).is_some_and(|lost| lost >= BLUNDER)).map(|(ply, _)| ply).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_moved_and_lost_much_has_blundered() {
        let known = |first: f32| Some(vec![Some(first), Some(1.0 - first)]);
        let shares = [known(0.5), known(0.2), known(0.3), None, known(0.9)];
        let movers = [Some(1), Some(2), None, Some(1)];
        assert_eq!(blunders(&movers, &shares), [0]);
        // The second player loses as much when the first wins it.
        assert_eq!(blunders(&[Some(2), Some(2)], &[known(0.1), known(0.4)]), [0]);
    }
}
