//! `kingmaker play`

mod moves;
mod sitting;
mod terminal;

use clap::Args;
use kingmaker_arena::{AnyGame, Budget, Observer, PlayerSpec, Registry};
use kingmaker_core::Player;
use kingmaker_core::rng::derive_seed;

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{BudgetOptions, GameOptions, PositionOptions, seed};
use crate::prepare::prepare;
use sitting::Sitting;
use terminal::Terminal;

/// Play in the terminal, against the computer or each other
///
/// Type a move as the program writes it, or `help`. When moves are piped in, the first one that
/// is not legal ends the program with exit status 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker play focus
  kingmaker play focus --players 3 --seat 2=greedy --seat '3=mcts(time=2s)'
  kingmaker play focus --seat 1=mcts --seat 2=mcts --playouts 200
  kingmaker play hide-and-seek --seat hider=mcts --seat seekers=human
  kingmaker play scotland-yard --seat seekers=seekers-best")]
pub(crate) struct Options {
    #[command(flatten)]
    game: GameOptions,

    /// Who sits where: `human` or a player, such as `--seat 2=greedy`, or `--seat seekers=greedy` for all seats of a
    /// role [default: 1=human, all others mcts]
    #[arg(long = "seat", value_name = "N=WHO")]
    seats: Vec<String>,

    #[command(flatten)]
    position: PositionOptions,

    /// Where the computer's random draws come from [default: different every time]
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten)]
    budget: BudgetOptions,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let game = self.game.game(registry)?;
        let budget = self.budget.budget();
        let seats = seats(registry, &*game, &self.seats, &budget)?;
        prepare(&*game, &seats.iter().flatten().cloned().collect::<Vec<_>>());
        let seed = self.seed.unwrap_or_else(random_seed);
        // A position may be what the first of the humans knows of one.
        let human = seats.iter().position(Option::is_none).map(Player::new);
        let mut session = self.position.session(&*game, human.map_or(Observer::Everything, Observer::Seat), seed)?;
        for (seat, player) in Player::all(game.players()).zip(&seats) {
            let own = derive_seed(seed, seat.number() as u64);
            player.iter().try_for_each(|player| session.seat(seat, player, own))?;
        }
        interrupt::leave()?;
        Sitting::new(registry, &*game, session, seats, budget, seed, Terminal::new()?).play()
    }
}

/// A seed that is different every time.
fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one("kingmaker")
}

/// Who sits where; `None` is a human.
type Seats = Vec<Option<PlayerSpec>>;

fn seats(registry: &Registry, game: &dyn AnyGame, texts: &[String], budget: &Budget) -> Result<Seats, Failure> {
    let mut seats: Vec<Option<&str>> = vec![None; game.players()];
    let teams = game.teams();
    for text in texts {
        let roles: String = teams.roles().iter().map(|role| format!(" or {role}")).collect();
        let expected = format!("expected a seat from 1 to {}{roles} and who sits there, such as 2=mcts", seats.len());
        let Some((seat, who)) = text.split_once('=') else {
            return Err(Failure::input(format!("'{text}' names no seat; {expected}")));
        };
        let number = seat.trim().parse::<usize>().ok().filter(|seat| (1..=seats.len()).contains(seat));
        let meant: Vec<Player> = match (number, teams.roles().iter().position(|role| *role == seat.trim())) {
            (Some(number), _) => vec![Player::new(number - 1)],
            (None, Some(team)) => teams.members(team).collect(),
            (None, None) => {
                return Err(Failure::input(format!("there is no seat '{seat}' in {}; {expected}", game.spec())));
            }
        };
        for player in meant {
            if seats[player.index()].replace(who.trim()).is_some() {
                return Err(Failure::input(format!("seat {player} is given twice")));
            }
        }
    }
    let who = |(index, given): (usize, Option<&str>)| match given.unwrap_or(if index == 0 { "human" } else { "mcts" }) {
        "human" => Ok(None),
        spec => {
            let player = registry.player(spec, budget)?;
            game.check_player(&player)?;
            Ok(Some(player))
        }
    };
    seats.into_iter().enumerate().map(who).collect()
}
