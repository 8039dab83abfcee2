//! How large a look-ahead is, and how long a search of it takes.

use kingmaker_core::Turn;
use kingmaker_core::perft::Extent;
use kingmaker_search::Halt;

use crate::comparison::MeasuredTree;
use crate::erased::AnyGame;
use crate::experiment::TreeRow;
use crate::player::PlayerSpec;

/// Counts the leaves of a look-ahead from the start, and lets a player search it `runs` times, of which the shortest counts.
/// Calls `on_step` after each of these. `None` if it was stopped.
pub fn tree(
    game: &dyn AnyGame,
    row: &TreeRow,
    player: &PlayerSpec,
    runs: u64,
    halt: &Halt,
    mut on_step: impl FnMut(),
) -> Option<MeasuredTree> {
    let mut session = game.session(1);
    let leaves = session.perft(Extent::Turns(row.turns), row.model.as_deref(), &mut |_, _| ()).ok()?;
    on_step();
    // Whoever searches knows what was drawn.
    while session.turn() == Turn::Chance {
        session.draw();
    }
    let mut best: Option<(f64, u64)> = None;
    for _ in 0..runs {
        let analysis = session.analyze(player, 1, halt).ok()?;
        let seconds = analysis.milliseconds / 1e3;
        if best.is_none_or(|(shortest, _)| seconds < shortest) {
            best = Some((seconds, analysis.nodes));
        }
        on_step();
    }
    let (seconds, nodes) = best.filter(|_| !halt.is_stopped())?;
    Some(MeasuredTree { leaves, nodes, seconds })
}
