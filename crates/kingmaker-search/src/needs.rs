//! What techniques need of a game beyond the capabilities that their types ask for.

use kingmaker_core::{Game, Player};

/// What would make a technique play wrongly if it were not so. Each technique says it of itself, and is refused where it
/// is not met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Positions follow each other as in the real game.
    pub real_turns: bool,
    /// A player makes one decision in a turn.
    pub single_decisions: bool,
    /// There are two sides, one of which wants what the other does not.
    pub two_sides: bool,
    /// Nothing is drawn.
    pub no_chance: bool,
    /// The player knows everything.
    pub no_secrets: bool,
}

impl Needs {
    /// Nothing.
    pub const NOTHING: Needs =
        Needs { real_turns: false, single_decisions: false, two_sides: false, no_chance: false, no_secrets: false };

    /// That the player knows everything.
    pub const NO_SECRETS: Needs = Needs { no_secrets: true, ..Needs::NOTHING };

    /// What this game does not meet, as far as it is a matter of the game alone, in the words of a message.
    pub fn unmet<G: Game>(&self, game: &G) -> Option<&'static str> {
        let unmet = [
            (
                self.single_decisions && game.has_long_turns(),
                "one decision in a turn, and a turn of this game may have several",
            ),
            (self.no_chance && game.chance().is_some(), "a game without chance, which this is not"),
            (self.no_secrets && game.secrets().is_some(), "everything to be known, and this game has secrets"),
        ];
        unmet.into_iter().find(|&(is_unmet, _)| is_unmet).map(|(_, words)| words)
    }

    /// What is not met for a player at this seat alone, in the words of a message.
    pub fn unmet_at<G: Game>(&self, game: &G, seat: Player) -> Option<&'static str> {
        let is_unmet = self.no_secrets && !knows_all(game, seat);
        is_unmet.then_some("everything to be known, and others have secrets from this player")
    }

    /// Refuses `what` where a game does not meet its needs; `expected` would do.
    pub fn check<G: Game>(&self, what: &str, game: &G, expected: &str) -> Result<(), String> {
        self.unmet(game).map_or(Ok(()), |words| Err(format!("{what} needs {words}; expected {expected}")))
    }

    /// The same for a whole player, which may be one that knows everything: whether it is, is asked for each
    /// [seat](Needs::unmet_at).
    pub fn check_player<G: Game>(&self, what: &str, game: &G, expected: &str) -> Result<(), String> {
        let is_some_seat_fit = Player::all(game.players()).any(|player| knows_all(game, player));
        Needs { no_secrets: self.no_secrets && !is_some_seat_fit, ..*self }.check(what, game, expected)
    }
}

/// Whether nobody has secrets from a player.
pub(crate) fn knows_all<G: Game>(game: &G, player: Player) -> bool {
    game.secrets().is_none_or(|secrets| secrets.knows_all(player))
}
