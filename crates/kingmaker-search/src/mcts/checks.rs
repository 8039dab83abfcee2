//! Whether what is set goes together, and with the game.

use kingmaker_core::Game;

use super::backup::{self, Backup};
use super::observers::Observers;
use super::policy::Policy;
use super::selection::{Selection, check_policy, prior, widening};
use super::settings::{ChanceNodes, Final, Grow, Parallel, Settings, Solving};
use crate::hidden::approach::{Approach, SEPARATE_TREES, SINGLE_TREE};
use crate::hidden::belief::plain;

/// Whether the options go together, and with the game.
pub(super) fn check<G: Game>(
    settings: &Settings,
    game: &G,
    policy: &dyn Policy<G>,
    selection: &dyn Selection<G>,
) -> Result<(), String> {
    let Settings { threads, reuse, .. } = *settings;
    let (select, backup) = (format!("select={}", settings.select), format!("backup={}", settings.backup));
    let policy_name = settings.policy.schema().name;
    let is_parallel_at_root = settings.parallel == Parallel::Root;
    if is_parallel_at_root && threads == 1 {
        return Err("mcts(parallel=root) is for more than one thread; expected threads=2 or more".to_owned());
    }
    if is_parallel_at_root && settings.final_move == Final::RobustMax {
        return Err("mcts(final=robust-max) asks one tree whether the choice is clear, and parallel=root has several; expected parallel=tree".to_owned());
    }
    check_policy(selection.needs(), &select, policy, policy_name, game)?;
    let backs_up_more = settings.backup.schema() != &backup::AVERAGE;
    if backs_up_more {
        check_policy(Backup::needs(), &backup, policy, policy_name, game)?;
    }
    let is_open_loop = settings.chance == ChanceNodes::OpenLoop;
    if is_open_loop && game.chance().is_none() {
        return Err("mcts(chance=open-loop) is for games with chance, which this is not; expected chance=nodes".into());
    }
    let is_loose = is_open_loop || game.secrets().is_some();
    let one_position = [
        (settings.solver != Solving::Off, "solver", "solver=off"),
        (settings.transpositions, "transpositions", "transpositions=no"),
        (reuse, "reuse", "reuse=no"),
        (selection.is_of_one_tree(), "select", "another selection strategy"),
        (threads > 1 && !is_parallel_at_root, "threads", "parallel=root"),
    ];
    if let (true, Some((_, option, expected))) = (is_loose, one_position.iter().find(|(is_set, ..)| *is_set)) {
        let why = if is_open_loop { "chance=open-loop" } else { "a game with secrets" };
        return Err(format!(
            "mcts({option}) needs nodes that stand for one position each, which with {why} they do not; expected {expected}"
        ));
    }
    check_growth(settings)?;
    check_secrets(settings, game, policy)?;
    check_representatives(settings, is_loose, policy)?;
    if reuse && !(policy.keeps_turns() && policy.keeps_aim()) {
        return Err(format!(
            "mcts(reuse=yes) needs a tree of real moves with one aim, which policy={policy_name} does not have; expected policy=max-n or policy=paranoid"
        ));
    }
    if reuse && (backs_up_more || selection.is_of_one_tree()) {
        let what = if backs_up_more { backup } else { select };
        return Err(format!("mcts({what}) keeps values that reuse=yes does not; expected reuse=no"));
    }
    Ok(())
}

/// Whether children that come one at a time go with the other options.
fn check_growth(settings: &Settings) -> Result<(), String> {
    let chooses_untried = [&prior::SCHEMA, &widening::SCHEMA].contains(&settings.select.schema());
    let unsuited =
        [(settings.urgency.is_some(), "urgency".to_owned()), (chooses_untried, format!("select={}", settings.select))];
    let unmet = unsuited.into_iter().find(|&(is_unsuited, _)| is_unsuited && settings.grow == Grow::One);
    unmet.map_or(Ok(()), |(_, option)| {
        Err(format!(
            "mcts(grow=one) tries all moves of a position before any is tried again, and {option} does not; expected grow=all"
        ))
    })
}

/// Whether a tree of moves that stand for others goes with the other options.
fn check_representatives<G: Game>(settings: &Settings, is_loose: bool, policy: &dyn Policy<G>) -> Result<(), String> {
    let name = settings.policy.schema().name;
    let unsuited = [
        (is_loose, "nodes that stand for one position each".to_owned(), "chance=nodes, and a game without secrets"),
        (!policy.keeps_turns(), format!("moves in turn, which policy={name} does not keep"), "policy=max-n"),
        (settings.solver != Solving::Off, "no proofs, because some moves are left out".to_owned(), "solver=off"),
        (settings.reuse, "a whole list of moves at the root".to_owned(), "reuse=no"),
    ];
    let unmet = unsuited.into_iter().find(|&(is_unsuited, ..)| is_unsuited && settings.representatives.is_some());
    unmet.map_or(Ok(()), |(_, what, expected)| Err(format!("mcts(representatives) needs {what}; expected {expected}")))
}

/// Whether the options for secrets and teams go with the game.
fn check_secrets<G: Game>(settings: &Settings, game: &G, policy: &dyn Policy<G>) -> Result<(), String> {
    let (hidden, belief) = (&settings.hidden, &settings.belief);
    if game.secrets().is_none() && hidden.schema() != &SINGLE_TREE {
        return Err(format!(
            "mcts(hidden={hidden}) is for games with secrets, which this is not; expected hidden=single-tree"
        ));
    }
    if game.secrets().is_none() && belief.schema() != &plain::SCHEMA {
        return Err(format!(
            "mcts(belief={belief}) is for games with secrets, which this is not; expected belief=plain"
        ));
    }
    if hidden.schema() == &SEPARATE_TREES && settings.final_move == Final::RobustMax {
        return Err(format!(
            "mcts(final=robust-max) asks one tree whether the choice is clear, and hidden={hidden} has several; expected final=robust"
        ));
    }
    if Observers::new(Approach::from_args(hidden), game).is_some() {
        if settings.threads > 1 {
            return Err(format!("mcts(hidden={hidden}) has trees for one thread; expected threads=1"));
        }
        if !policy.keeps_turns() {
            return Err(format!(
                "mcts(hidden={hidden}) shows each side the moves of the real game, between which policy={} skips some; \
                 expected policy=max-n or policy=paranoid",
                settings.policy.schema().name
            ));
        }
    }
    if settings.coalition > 0.0 && game.teams().are_alone() {
        return Err("mcts(coalition) is for games with teams, which this is not; expected coalition=0".to_owned());
    }
    if settings.coalition > 0.0 && settings.solver != Solving::Off {
        return Err("mcts(coalition) makes a win worth less than a proof says; expected solver=off".to_owned());
    }
    Ok(())
}
