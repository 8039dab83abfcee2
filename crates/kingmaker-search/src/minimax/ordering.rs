//! Which moves to look at first (Nijssen 2013, section 2.4.1).

use kingmaker_core::{Game, Player, choices};

/// A move of one of the players, and what speaks for trying it early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<Move> {
    /// Who moves.
    pub player: Player,
    /// The move.
    pub mv: Move,
    /// Its static move ordering, then its rank among the choices.
    pub rank: i64,
    /// Its place in the list before ordering, which decides between equals.
    pub place: u32,
}

impl<Move> Choice<Move> {
    /// A move with its static priority.
    pub fn new(player: Player, mv: Move, priority: i32, place: usize) -> Self {
        Choice { player, mv, rank: i64::from(priority), place: place as u32 }
    }

    /// Less for what is to be tried earlier.
    #[inline]
    fn key(&self) -> i128 {
        i128::from(!self.rank) << 32 | i128::from(self.place)
    }
}

choices! {
    /// What the history heuristic counts.
    pub enum History {
        /// How much was cut off by a move (Schaeffer 1983).
        Absolute = "absolute",
        /// How much was cut off by a move, relative to how often it was tried (Winands et al. 2006).
        Relative = "relative",
        /// Nothing.
        Off = "off",
    }
}

/// Killer moves and history, for one search.
#[derive(Debug)]
pub struct Ordering<Move> {
    uses_killers: bool,
    history: History,
    killers: Vec<[Option<(Player, Move)>; 2]>,
    cuts: Vec<u32>,
    tries: Vec<u32>,
    slots: usize,
}

impl<Move: Copy + Ord> Ordering<Move> {
    /// Nothing is known yet.
    pub fn new(uses_killers: bool, history: History) -> Self {
        Ordering { uses_killers, history, killers: Vec::new(), cuts: Vec::new(), tries: Vec::new(), slots: 0 }
    }

    /// Forgets everything, for a search of this game.
    pub fn clear<G: Game<Move = Move>>(&mut self, game: &G) {
        self.killers.clear();
        self.slots = game.slots();
        if self.history != History::Off {
            let tries = if self.history == History::Relative { self.slots * game.players() } else { 0 };
            for (counts, length) in [(&mut self.cuts, self.slots * game.players()), (&mut self.tries, tries)] {
                counts.clear();
                counts.resize(length, 0);
            }
        }
    }

    /// Ranks the choices at a node `ply` plies below the root: the move that the table remembers,
    /// the killers, then by static ordering, ties by history, then by place. With `most`, only
    /// so many of the best by static ordering are kept. [`next_best`] takes them in that order.
    pub fn rank<G: Game<Move = Move>>(
        &self,
        game: &G,
        ply: usize,
        remembered: Option<(Player, Move)>,
        most: Option<usize>,
        choices: &mut Vec<Choice<Move>>,
    ) {
        if let Some(most) = most.filter(|&most| most < choices.len()) {
            choices.sort_unstable_by_key(Choice::key);
            choices.truncate(most);
        }
        for choice in choices.iter_mut() {
            choice.rank = (choice.rank << 32) + i64::from(self.history(game, choice));
        }
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        for (first, rank) in [(killers[1], i64::MAX - 2), (killers[0], i64::MAX - 1), (remembered, i64::MAX)] {
            let Some(first) = first else { continue };
            if let Some(choice) = choices.iter_mut().find(|choice| (choice.player, choice.mv) == first) {
                choice.rank = rank;
            }
        }
    }

    fn slot<G: Game<Move = Move>>(&self, game: &G, choice: &Choice<Move>) -> usize {
        choice.player.index() * self.slots + game.slot(choice.mv)
    }

    fn history<G: Game<Move = Move>>(&self, game: &G, choice: &Choice<Move>) -> u32 {
        let slot = || self.slot(game, choice);
        match self.history {
            History::Off => 0,
            History::Absolute => self.cuts[slot()],
            History::Relative => {
                let (cuts, tries) = (u64::from(self.cuts[slot()]), u64::from(self.tries[slot()]));
                ((cuts << 16) / tries.max(1)).min(u64::from(u32::MAX)) as u32
            }
        }
    }

    /// A move was tried at a node with `depth` plies below.
    pub fn tried<G: Game<Move = Move>>(&mut self, game: &G, choice: &Choice<Move>, depth: u32) {
        if self.history == History::Relative {
            let slot = self.slot(game, choice);
            self.tries[slot] = self.tries[slot].saturating_add(weight(depth));
        }
    }

    /// A move caused a cut-off at a node with `depth` plies below.
    pub fn cut_off<G: Game<Move = Move>>(&mut self, game: &G, ply: usize, choice: &Choice<Move>, depth: u32) {
        if self.history != History::Off {
            let slot = self.slot(game, choice);
            self.cuts[slot] = self.cuts[slot].saturating_add(weight(depth));
        }
        if self.uses_killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None; 2]);
            }
            let killer = Some((choice.player, choice.mv));
            let killers = &mut self.killers[ply];
            // The first is the more recent one; the other is what a new killer replaces.
            if killers[0] != killer {
                killers[1] = killers[0];
                killers[0] = killer;
            }
        }
    }
}

/// So many choices are picked one by one; who needs more of them mostly needs all.
const PICKED: usize = 4;

/// The choice that comes at this place of the order, if those before it have been taken already. A
/// cut-off mostly comes early, so that the rest is only sorted if it does not.
#[inline]
pub fn next_best<Move: Copy>(choices: &mut [Choice<Move>], place: usize) -> Choice<Move> {
    if place < PICKED {
        let rest = choices[place..].iter().enumerate();
        let best = rest.min_by_key(|(_, choice)| choice.key()).map_or(0, |(index, _)| index);
        choices.swap(place, place + best);
    } else if place == PICKED {
        choices[place..].sort_unstable_by_key(Choice::key);
    }
    choices[place]
}

/// Deep cut-offs count for more (Hyatt et al. 1990).
fn weight(depth: u32) -> u32 {
    depth * depth
}
