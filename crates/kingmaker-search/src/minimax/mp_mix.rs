//! MP-Mix: max^n, paranoid or an offensive against the leader, as the game stands
//! (Zuckerman, Felner & Kraus 2009).

use kingmaker_core::options::{Kind, OptionDef};
use kingmaker_core::{BoardEvaluator, ByPlayer, Knowledge, Player, Rng, Teams, View};

use super::max_n::MaxN;
use super::pruning::{PRUNE, Pruning};
use super::seat_order::SeatOrder;
use super::settings::{Common, depth_first_settings};
use super::ties::{TIES, Ties};
use super::two_sided::{EXPECTED, TwoSided};
use crate::{Budget, Halt, Needs, Onlooker, Report, Searcher, Toolbox};

/// When to become paranoid.
pub(crate) const DEFENSIVE: OptionDef = OptionDef {
    name: "defensive",
    kind: Kind::Real(0.0, 1.0),
    default: Some("0.1"),
    help: "by how much of all evaluations the searching player must lead to become paranoid",
};

/// When to play against the leader.
pub(crate) const OFFENSIVE: OptionDef = OptionDef {
    name: "offensive",
    kind: Kind::Real(0.0, 1.0),
    default: Some("0.1"),
    help: "by how much of all evaluations another must lead to be played against",
};

depth_first_settings! {
    "mp-mix",
    "MP-Mix: paranoid when ahead, an offensive against a leader far ahead, else max^n",
    "Zuckerman, Felner & Kraus 2009",
    ["mp-mix", "mp-mix(defensive=0.05, offensive=0.2)"],
    {
        /// By how much of all evaluations the searching player must lead to become paranoid.
        defensive: f64 = DEFENSIVE,
        /// By how much of all evaluations another must lead to be played against.
        offensive: f64 = OFFENSIVE,
        /// Which branches may be left out; if not set, as many as the values allow.
        prune: Option<Pruning> = PRUNE,
        /// What decides between equal values.
        ties: Ties = TIES,
    },
    cut_offs(killers, history),
    table(table, replace, reuse),
    noise(noise)
}

/// The player as configured.
pub fn build<G: Knowledge>(
    settings: &Settings,
    toolbox: &Toolbox<G>,
    game: &G,
) -> Result<Box<dyn Searcher<G>>, String> {
    Needs::NO_SECRETS.check_player(SCHEMA.name, game, EXPECTED)?;
    let Settings { defensive, offensive, prune, ties, value, .. } = *settings;
    let pruning = Pruning::suited(prune, value, &game.teams())?;
    // Three searches share the memory.
    let table_megabytes = settings.table.div_ceil(3);
    let common = || Ok::<_, String>(Common { table_megabytes, ..settings.common(toolbox, game)? });
    toolbox.modelled(
        &settings.model,
        game,
        Box::new(MpMix {
            evaluator: common()?.evaluator,
            defensive,
            offensive,
            own: MaxN::new(common()?, pruning, ties),
            // The sum of what the movers want has no bound here.
            offensive_search: MaxN::new(common()?, Pruning::Off, ties),
            paranoid: TwoSided::new(SeatOrder::new(), common()?),
        }),
    )
}

struct MpMix<G: Knowledge> {
    evaluator: BoardEvaluator,
    defensive: f64,
    offensive: f64,
    own: MaxN<G>,
    offensive_search: MaxN<G>,
    paranoid: TwoSided<G, SeatOrder<G::Move>>,
}

/// What the standing of the players calls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strategy {
    MaxN,
    Paranoid,
    Against(Player),
}

/// Who leads by how much decides; a team leads together.
pub(crate) fn strategy(
    numbers: &ByPlayer<f32>,
    teams: &Teams,
    mover: Player,
    defensive: f64,
    offensive: f64,
) -> Strategy {
    let numbers = &teams.means(numbers);
    let total = teams.total(numbers);
    let leader = numbers.iter().reduce(|best, other| if other.1 > best.1 { other } else { best });
    let Some((leader, most)) = leader.filter(|_| total > 0.0) else { return Strategy::MaxN };
    let others = numbers.iter().filter(|&(player, _)| !teams.are_allies(player, leader));
    let second = others.map(|(_, number)| number).fold(0.0, f32::max);
    let edge = f64::from(most - second) / total;
    match leader {
        leader if teams.are_allies(leader, mover) && edge >= defensive => Strategy::Paranoid,
        leader if !teams.are_allies(leader, mover) && edge >= offensive => Strategy::Against(leader),
        _ => Strategy::MaxN,
    }
}

impl<G: Knowledge> Searcher<G> for MpMix<G> {
    fn needs(&self) -> Needs {
        Needs::NO_SECRETS
    }

    fn search(&mut self, game: &G, view: &View<'_, G>, budget: &Budget, halt: &Halt, rng: &mut Rng) -> Report<G::Move> {
        let numbers = game.evaluate(&view.determinize(game, rng), self.evaluator);
        match strategy(&numbers, &game.teams(), view.observer(), self.defensive, self.offensive) {
            Strategy::MaxN => self.own.search(game, view, budget, halt, rng),
            Strategy::Paranoid => self.paranoid.search(game, view, budget, halt, rng),
            Strategy::Against(leader) => {
                self.offensive_search.play_against(leader);
                self.offensive_search.search(game, view, budget, halt, rng)
            }
        }
    }

    fn show(&mut self, onlooker: Onlooker<G::Move>) {
        self.own.show(onlooker.clone());
        self.paranoid.show(onlooker.clone());
        self.offensive_search.show(onlooker);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_of_the_leader_decides() {
        let numbers = |values: [f32; 3]| ByPlayer::from_fn(3, |player| values[player.index()]);
        let alone = Teams::each_alone(3);
        let chosen = |values| strategy(&numbers(values), &alone, Player::new(0), 0.2, 0.3);
        assert_eq!(chosen([5.0, 3.0, 2.0]), Strategy::Paranoid);
        assert_eq!(chosen([4.0, 3.0, 3.0]), Strategy::MaxN);
        assert_eq!(chosen([3.0, 5.0, 2.0]), Strategy::MaxN);
        assert_eq!(chosen([2.0, 1.0, 7.0]), Strategy::Against(Player::new(2)));
        assert_eq!(chosen([0.0, 0.0, 0.0]), Strategy::MaxN);
        let teams = Teams::new(3, &[], |player| usize::from(player.index() == 1));
        let chosen = |values| strategy(&numbers(values), &teams, Player::new(0), 0.2, 0.3);
        assert_eq!(
            [chosen([1.0, 2.0, 9.0]), chosen([1.0, 9.0, 2.0])],
            [Strategy::Paranoid, Strategy::Against(Player::new(1))]
        );
    }
}
