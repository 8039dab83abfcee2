//! Moves of players who are not to move.

use super::{Here, Kit, TRIED_MOVES, some_of, strictly_sorted};
use crate::capability::OutOfTurn;
use crate::game::Turn;
use crate::player::Player;

impl<G: OutOfTurn> Kit<'_, G> {
    /// - For the player to move, `legal_moves_of` lists the legal moves; for the others, those
    ///   that are legal once they have been handed the turn; nothing when the game is over;
    /// - `can_move` tells whether there are any;
    /// - handing the turn to the player to move changes nothing; handing it on twice is the same
    ///   as handing it to the second at once; the key tells who is to move;
    /// - the game can be played on from there.
    ///
    /// The contract leaves open what is listed when it is the turn of chance, and so does this.
    pub fn check_out_of_turn(&self) -> &Self {
        let mut handed_over = false;
        self.walk(|here| match self.game.turn(&here.state) {
            Turn::Chance => {}
            Turn::Over => {
                for player in Player::all(self.game.players()) {
                    let moves = self.moves_of(&here.state, player);
                    assert!(moves.is_empty(), "{here}: the game is over, but legal_moves_of {player:?} are {moves:?}");
                    assert!(
                        !self.game.can_move(&here.state, player),
                        "{here}: the game is over, but {player:?} can_move"
                    );
                }
            }
            Turn::Player(to_move) => {
                let legal = self.legal(&here.state);
                let moves = self.moves_of(&here.state, to_move);
                assert!(moves == legal, "{here}: legal_moves_of the player to move are {moves:?}, not {legal:?}");
                for player in Player::all(self.game.players()) {
                    handed_over |= self.check_hand_turn(here, to_move, player);
                }
            }
        });
        assert!(handed_over, "{}: nobody but the player to move ever had a move", self.variant);
        self
    }

    fn moves_of(&self, state: &G::State, player: Player) -> Vec<G::Move> {
        // Left over from the player to move, to be replaced.
        let mut moves = self.legal(state);
        self.game.legal_moves_of(state, player, &mut moves);
        moves
    }

    fn handed(&self, state: &G::State, player: Player) -> G::State {
        let mut handed = state.clone();
        self.game.hand_turn(&mut handed, player);
        handed
    }

    /// Whether the turn went to another player.
    fn check_hand_turn(&self, here: &Here<'_, G>, to_move: Player, player: Player) -> bool {
        let moves = self.moves_of(&here.state, player);
        assert!(strictly_sorted(&moves), "{here}: legal_moves_of {player:?} are not strictly sorted: {moves:?}");
        let can_move = self.game.can_move(&here.state, player);
        assert!(can_move != moves.is_empty(), "{here}: can_move of {player:?} is {can_move}, but moves are {moves:?}");
        if moves.is_empty() {
            return false;
        }
        let handed = self.handed(&here.state, player);
        let turn = self.game.turn(&handed);
        assert!(turn == Turn::Player(player), "{here}: after hand_turn to {player:?}, turn is {turn:?}");
        let legal = self.legal(&handed);
        assert!(legal == moves, "{here}: {player:?} was promised {moves:?} but after hand_turn has {legal:?}");
        let unchanged = handed == here.state && self.game.key(&handed) == self.game.key(&here.state);
        if player == to_move {
            assert!(unchanged, "{here}: hand_turn to the player to move changes the state to {handed:?}");
            return false;
        }
        let keys = (self.game.key(&here.state), self.game.key(&handed));
        assert!(keys.0 != keys.1, "{here}: the key {:x} does not tell {player:?} from {to_move:?}", keys.0);
        self.check_handing_on(here, &handed);
        self.check_playing_on(here, &handed, &moves);
        true
    }

    fn check_handing_on(&self, here: &Here<'_, G>, handed: &G::State) {
        for player in Player::all(self.game.players()) {
            let moves = (self.moves_of(&here.state, player), self.moves_of(handed, player));
            assert!(moves.0 == moves.1, "{here}: hand_turn changes the moves of {player:?}: {moves:?}");
            if !moves.0.is_empty() {
                let states = (self.handed(&here.state, player), self.handed(handed, player));
                let same = states.0 == states.1 && self.game.key(&states.0) == self.game.key(&states.1);
                assert!(same, "{here}: hand_turn to {player:?} depends on who had the turn: {states:?}");
            }
        }
    }

    fn check_playing_on(&self, here: &Here<'_, G>, handed: &G::State, moves: &[G::Move]) {
        for mv in some_of(moves, TRIED_MOVES, &mut here.rng()) {
            let next = self.after(handed, mv);
            let (turn, legal) = (self.game.turn(&next), self.legal(&next));
            let sound = matches!(turn, Turn::Player(_)) != legal.is_empty();
            assert!(sound, "{here}: after hand_turn and {mv:?}, turn is {turn:?} and legal moves are {legal:?}");
        }
    }
}
