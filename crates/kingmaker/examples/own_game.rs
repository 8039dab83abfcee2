//! A game of one's own with all commands of the program, from its rules to tournaments:
//!
//! ```text
//! cargo run --release --example own_game -- match pickpocket mcts greedy --players 3
//! ```
//!
//! Pickpocket: everybody begins with six coins. In your turn, take one to three coins from another
//! player. Who has none left is out; who has twice what they began with wins.

use std::process::ExitCode;

use kingmaker::core::options::Kind;
use kingmaker::core::scene::{Cell, Picture, Piece, Shape};
use kingmaker::core::{
    BoardEvaluator, ByPlayer, Game, Knowledge, MoveOrdering, Notation, NotationError, OutOfTurn, Player, Registered,
    Rng, Scene, Scores, Turn, settings,
};
use kingmaker::{Registry, entry};

struct Pickpocket {
    players: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    coins: ByPlayer<u8>,
    turn: Player,
    plies: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Theft {
    victim: Player,
    coins: u8,
}

const BEGIN: u8 = 6;
const CAP: u16 = 500;

impl Pickpocket {
    fn winner(&self, state: &State) -> Option<Player> {
        Player::all(self.players).find(|&player| state.coins[player] >= 2 * BEGIN)
    }
}

impl Game for Pickpocket {
    type State = State;
    type Move = Theft;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _: &mut Rng) -> State {
        State { coins: ByPlayer::splat(self.players, BEGIN), turn: Player::new(0), plies: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        let is_over = self.winner(state).is_some() || state.plies >= CAP;
        if is_over { Turn::Over } else { Turn::Player(state.turn) }
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Theft>) {
        out.clear();
        if let Turn::Player(thief) = self.turn(state) {
            for victim in Player::all(self.players).filter(|&victim| victim != thief) {
                out.extend((1..=state.coins[victim].min(3)).map(|coins| Theft { victim, coins }));
            }
        }
    }

    fn play(&self, state: &mut State, mv: Theft) {
        state.coins[mv.victim] -= mv.coins;
        state.coins[state.turn] += mv.coins;
        state.plies += 1;
        // Somebody has coins, so this ends.
        loop {
            state.turn = state.turn.next(self.players);
            if state.coins[state.turn] > 0 {
                break;
            }
        }
    }

    fn scores(&self, state: &State) -> Scores {
        match self.winner(state) {
            Some(winner) => Scores::winner(self.players, winner),
            None => Scores::draw(self.players),
        }
    }

    fn key(&self, state: &State) -> u64 {
        let coins = state.coins.as_slice().iter().fold(0, |key, &coins| key << 8 | u64::from(coins));
        coins << 8 | state.turn.index() as u64
    }

    fn slot(&self, mv: Theft) -> usize {
        mv.victim.index() * 3 + usize::from(mv.coins) - 1
    }

    fn slots(&self) -> usize {
        self.players * 3
    }

    fn ply_cap(&self) -> usize {
        CAP.into()
    }

    fn plies_left(&self, state: &State) -> Option<usize> {
        Some(usize::from(CAP - state.plies))
    }
}

/// Optional: with knowledge come the greedy player, greedy playouts and depth-first searches.
impl Knowledge for Pickpocket {
    fn evaluate(&self, state: &State, _: BoardEvaluator) -> ByPlayer<f32> {
        state.coins.map(f32::from)
    }

    fn priority(&self, state: &State, _: MoveOrdering, mv: Theft) -> i32 {
        // As much as possible, from the richest.
        i32::from(mv.coins) * 10 + i32::from(state.coins[mv.victim])
    }
}

/// Optional: with moves out of turn comes Best-Reply Search.
impl OutOfTurn for Pickpocket {
    fn legal_moves_of(&self, state: &State, player: Player, out: &mut Vec<Theft>) {
        let is_out = state.coins[player] == 0;
        self.legal_moves(&State { turn: player, ..state.clone() }, out);
        out.retain(|_| !is_out);
    }

    fn hand_turn(&self, state: &mut State, player: Player) {
        state.turn = player;
    }
}

/// Optional: without it, moves and positions look as in Rust, and only moves can be read.
impl Notation for Pickpocket {
    fn move_text(&self, _: &State, mv: Theft) -> String {
        format!("{}x{}", mv.victim, mv.coins)
    }

    fn position_text(&self, state: &State) -> String {
        let coins: Vec<String> = state.coins.as_slice().iter().map(u8::to_string).collect();
        format!("{} {} {}", coins.join(","), state.turn, state.plies)
    }

    fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        let wrong = || NotationError::new(text, format!("{} numbers of coins, the turn and the plies", self.players));
        let [coins, turn, plies] = text.split_whitespace().collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let numbers = coins.split(',').map(|number| number.parse().map_err(|_| wrong()));
        let numbers = numbers.collect::<Result<Vec<u8>, _>>()?;
        let total = self.players * usize::from(BEGIN);
        if numbers.len() != self.players || numbers.iter().map(|&coins| usize::from(coins)).sum::<usize>() != total {
            return Err(NotationError::new(coins, format!("{} numbers that sum to {total}", self.players)));
        }
        let coins = ByPlayer::from_fn(self.players, |player| numbers[player.index()]);
        let turn = Player::all(self.players).find(|player| player.to_string() == turn && coins[*player] > 0);
        let plies = plies.parse().ok().filter(|&plies| plies <= CAP);
        Ok(State { coins, turn: turn.ok_or_else(wrong)?, plies: plies.ok_or_else(wrong)? })
    }
}

/// Optional: without it, positions are shown as in Rust.
impl Scene for Pickpocket {
    fn picture(&self, state: &State, last: Option<Theft>) -> Picture {
        let cell = |(player, coins): (Player, u8)| Cell {
            name: player.to_string(),
            x: player.index() as f32,
            y: 0.0,
            shape: Shape::Disc,
            pieces: vec![Piece::Of(player); coins.into()],
            marked: last.is_some_and(|mv| mv.victim == player),
        };
        let panel = state.coins.iter().map(|(_, coins)| format!("{coins} coins")).collect();
        Picture { cells: state.coins.iter().map(cell).collect(), panel, ..Picture::default() }
    }
}

settings! {
    /// The size of the game.
    struct Settings, static SCHEMA = "pickpocket" {
        summary: "take coins from each other",
        source: "",
        options: {
            players: usize { name: "players", kind: Kind::Integer(2, 6), default: "4", help: "how many play" },
        },
        examples: ["pickpocket", "pickpocket(players=3)"],
    }
}

impl Registered for Pickpocket {
    type Settings = Settings;

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        Ok(Pickpocket { players: settings.players })
    }
}

fn main() -> ExitCode {
    kingmaker::run(&Registry::default().with(entry!(Pickpocket)))
}

#[cfg(test)]
mod tests {
    use super::Pickpocket;
    use kingmaker::core::conformance::Kit;

    #[test]
    fn keeps_the_contract() {
        for players in 2..=6 {
            let game = Pickpocket { players };
            Kit::new(&game, "pickpocket").check_rules().check_notation().check_knowledge().check_scene();
            Kit::new(&game, "pickpocket").check_out_of_turn();
        }
    }
}
