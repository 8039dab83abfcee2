//! A game that is right in all but one thing.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use kingmaker_core::scene::Picture;
use kingmaker_core::{
    BoardEvaluator, ByPlayer, Chance, Game, HiddenInformation, IllegalMove, Knowledge, MoveOrdering, Notation,
    NotationError, OutOfTurn, Player, Rng, Scene, Scores, Teams, Turn,
};

/// The one thing that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Nothing,
    UnsortedMoves,
    DuplicateMove,
    AppendedMoves,
    NoMoves,
    MovesAfterTheEnd,
    SlotOutOfRange,
    SharedSlot,
    TryPlayTakesAll,
    TryPlayRefusesFirst,
    TryPlaySpoils,
    TryPlayDiffers,
    RandomMoveBiased,
    RandomMoveMissing,
    RandomMoveIllegal,
    DrawOutOfTurn,
    KeyChanges,
    KeyPerGame,
    KeyTooCoarse,
    KeyConstant,
    ScoresSumToTwo,
    ScoresForTooMany,
    ScoresTornTeam,
    OneTeam,
    Endless,
    RandomStart,
    MoveTextAlike,
    MoveTextBlank,
    MoveTextCaseMatters,
    MoveGarbageAccepted,
    PositionTextTwoLines,
    PositionTextForgets,
    PositionGarbageAccepted,
    EvaluationNotANumber,
    EvaluationNegative,
    GreedyIgnoresTies,
    GreedyNotBest,
    KBestReversesTies,
    KBestTooLong,
    HandTurnIdle,
    HandTurnMoves,
    MovesOfOthersWrong,
    MovesOfSelfWrong,
    MovesOfAfterTheEnd,
    CanMoveAlways,
    OutcomesUnsorted,
    OutcomesSumToLess,
    DrawBiased,
    ViewLeaks,
    ViewHidesTurn,
    ViewOutdated,
    NothingHidden,
    WorldsImpossible,
    WorldsNarrow,
    WeightsSumToLess,
    DeterminizeBiased,
    SeenWhole,
    SeenLegal,
    SceneTwins,
    SceneAstray,
    ScenePanelShort,
    SceneMarkedAtStart,
    CapForgotten,
    ViewIsPosition,
}

use Fault::*;

#[derive(Debug)]
pub(crate) struct Faulty<G> {
    pub(crate) inner: G,
    pub(crate) fault: Fault,
    calls: AtomicU64,
}

impl<G: Game> Faulty<G> {
    pub(crate) fn new(inner: G, fault: Fault) -> Self {
        Faulty { inner, fault, calls: AtomicU64::new(0) }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn moves(&self, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.inner.legal_moves(state, &mut moves);
        moves
    }

    /// A move that occurs in the game, but not in this position.
    fn illegal_move(&self, state: &G::State) -> Option<G::Move> {
        let legal = self.moves(state);
        let mut known = BTreeSet::new();
        for seed in 0..50 {
            known.extend(self.moves(&self.inner.start(&mut Rng::new(seed))));
        }
        known.into_iter().find(|mv| !legal.contains(mv))
    }

    fn is_over(&self, state: &G::State) -> bool {
        self.inner.turn(state) == Turn::Over
    }
}

impl<G: Game> Game for Faulty<G> {
    type State = G::State;
    type Move = G::Move;

    fn players(&self) -> usize {
        self.inner.players()
    }

    fn start(&self, rng: &mut Rng) -> G::State {
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        if self.has(RandomStart) { self.inner.start(&mut Rng::new(calls)) } else { self.inner.start(rng) }
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.inner.turn(state)
    }

    fn legal_moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        let moves = self.moves(state);
        if !self.has(AppendedMoves) {
            out.clear();
        }
        out.extend(&moves);
        match self.fault {
            UnsortedMoves => out.reverse(),
            DuplicateMove => out.extend(moves.last()),
            NoMoves => out.clear(),
            MovesAfterTheEnd if self.is_over(state) => out.extend(self.illegal_move(state)),
            _ => {}
        }
    }

    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.inner.play(state, mv);
        if self.has(Endless) && self.is_over(state) {
            *state = self.inner.start(&mut Rng::new(1));
        }
    }

    fn scores(&self, state: &G::State) -> Scores {
        let scores = self.inner.scores(state);
        let players = self.players();
        match self.fault {
            ScoresSumToTwo => Scores::from_shares(ByPlayer::splat(players, 2.0 / players as f32)),
            ScoresForTooMany => Scores::highest(ByPlayer::from_fn(players + 1, Player::index)),
            ScoresTornTeam => Scores::winner(players, Player::new(players - 1)),
            _ => scores,
        }
    }

    fn key(&self, state: &G::State) -> u64 {
        match self.fault {
            KeyChanges => self.calls.fetch_add(1, Ordering::Relaxed),
            KeyPerGame => self.inner.key(state) ^ self.calls.load(Ordering::Relaxed),
            KeyTooCoarse => self.inner.key(state) % 4,
            KeyConstant => 0,
            _ => self.inner.key(state),
        }
    }

    fn slot(&self, mv: G::Move) -> usize {
        match self.fault {
            SlotOutOfRange => self.inner.slot(mv) + self.slots(),
            SharedSlot => 0,
            _ => self.inner.slot(mv),
        }
    }

    fn slots(&self) -> usize {
        self.inner.slots()
    }

    fn ply_cap(&self) -> usize {
        self.inner.ply_cap()
    }

    fn plies_left(&self, state: &G::State) -> Option<usize> {
        if self.has(CapForgotten) { Some(1) } else { self.inner.plies_left(state) }
    }

    fn teams(&self) -> Teams {
        if self.has(OneTeam) { Teams::new(self.players(), &[], |_| 0) } else { self.inner.teams() }
    }

    fn chance(&self) -> Option<&dyn Chance<State = G::State, Move = G::Move>> {
        self.inner.chance().is_some().then_some(self as &dyn Chance<State = G::State, Move = G::Move>)
    }

    fn secrets(&self) -> Option<&dyn HiddenInformation<State = G::State, Move = G::Move>> {
        self.inner.secrets().is_some().then_some(self as &dyn HiddenInformation<State = G::State, Move = G::Move>)
    }

    fn try_play(&self, state: &mut G::State, mv: G::Move) -> Result<(), IllegalMove<G::Move>> {
        let before = state.clone();
        match self.fault {
            TryPlayTakesAll => {
                let _ = self.inner.try_play(state, mv);
                return Ok(());
            }
            TryPlayRefusesFirst if self.moves(state).first() == Some(&mv) => return Err(IllegalMove(mv)),
            _ => {}
        }
        let result = self.inner.try_play(state, mv);
        match self.fault {
            TryPlayDiffers => *state = before,
            TryPlaySpoils if result.is_err() => {
                if let Some(first) = self.moves(state).first() {
                    self.inner.play(state, *first);
                }
            }
            _ => {}
        }
        result
    }

    fn random_move(&self, state: &G::State, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> Option<G::Move> {
        let mv = self.inner.random_move(state, rng, scratch);
        match self.fault {
            // One draw in five goes to the first move.
            RandomMoveBiased if rng.happens(0.2) => self.moves(state).first().copied(),
            RandomMoveMissing => None,
            RandomMoveIllegal => self.illegal_move(state).or(mv),
            _ => mv,
        }
    }

    fn draw(&self, state: &G::State, rng: &mut Rng) -> Option<G::Move> {
        let outcome = self.inner.draw(state, rng);
        match self.fault {
            DrawOutOfTurn => outcome.or(self.moves(state).first().copied()),
            // Unfavourable draws are repeated once, as a cheat would.
            DrawBiased => outcome.max(self.inner.draw(state, rng)),
            _ => outcome,
        }
    }
}

impl<G: Notation> Notation for Faulty<G> {
    fn move_text(&self, state: &G::State, mv: G::Move) -> String {
        let text = self.inner.move_text(state, mv);
        match self.fault {
            MoveTextAlike => "move".to_owned(),
            MoveTextBlank => format!("to {text}"),
            _ => text,
        }
    }

    fn parse_move(&self, state: &G::State, text: &str) -> Result<G::Move, NotationError> {
        match (self.fault, self.moves(state).first()) {
            (MoveTextCaseMatters, _) if text.contains(char::is_uppercase) => Err(NotationError::new(text, "a move")),
            (MoveGarbageAccepted, Some(&first)) => Ok(self.inner.parse_move(state, text).unwrap_or(first)),
            _ => self.inner.parse_move(state, text),
        }
    }

    fn position_text(&self, state: &G::State) -> String {
        let text = self.inner.position_text(state);
        if self.has(PositionTextTwoLines) { text.replace(' ', "\n") } else { text }
    }

    fn parse_position(&self, text: &str) -> Result<G::State, NotationError> {
        let start = || self.inner.start(&mut Rng::new(1));
        match self.fault {
            PositionTextForgets => Ok(start()),
            PositionGarbageAccepted => Ok(self.inner.parse_position(text).unwrap_or_else(|_| start())),
            ViewIsPosition => self.inner.parse_view(text, Player::new(1)),
            _ => self.inner.parse_position(text),
        }
    }

    fn parse_view(&self, text: &str, observer: Player) -> Result<G::State, NotationError> {
        self.inner.parse_view(text, observer)
    }
}

impl<G: Knowledge> Knowledge for Faulty<G> {
    fn evaluate(&self, state: &G::State, by: BoardEvaluator) -> ByPlayer<f32> {
        let values = self.inner.evaluate(state, by);
        match self.fault {
            EvaluationNotANumber => values.map(|_| f32::NAN),
            EvaluationNegative => values.map(|value| value - 1.0),
            _ => values,
        }
    }

    fn priority(&self, state: &G::State, by: MoveOrdering, mv: G::Move) -> i32 {
        self.inner.priority(state, by, mv)
    }

    fn greedy_move(
        &self,
        state: &G::State,
        by: MoveOrdering,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
    ) -> Option<G::Move> {
        match self.fault {
            GreedyIgnoresTies => {
                self.inner.k_best(state, by, 1, scratch);
                scratch.first().copied()
            }
            GreedyNotBest => self.inner.random_move(state, rng, scratch),
            _ => self.inner.greedy_move(state, by, rng, scratch),
        }
    }

    fn k_best(&self, state: &G::State, by: MoveOrdering, k: usize, out: &mut Vec<G::Move>) {
        match self.fault {
            KBestReversesTies => {
                self.inner.legal_moves(state, out);
                out.reverse();
                out.sort_by_key(|&mv| std::cmp::Reverse(self.priority(state, by, mv)));
                out.truncate(k);
            }
            KBestTooLong => self.inner.k_best(state, by, k + 1, out),
            _ => self.inner.k_best(state, by, k, out),
        }
    }
}

impl<G: OutOfTurn> OutOfTurn for Faulty<G> {
    fn legal_moves_of(&self, state: &G::State, player: Player, out: &mut Vec<G::Move>) {
        self.inner.legal_moves_of(state, player, out);
        let to_move = self.inner.turn(state).player();
        match self.fault {
            MovesOfOthersWrong if to_move.is_some_and(|other| other != player) => *out = self.moves(state),
            MovesOfSelfWrong if to_move == Some(player) => out.clear(),
            MovesOfAfterTheEnd if self.is_over(state) => out.extend(self.illegal_move(state)),
            _ => {}
        }
    }

    fn can_move(&self, state: &G::State, player: Player) -> bool {
        self.has(CanMoveAlways) || self.inner.can_move(state, player)
    }

    fn hand_turn(&self, state: &mut G::State, player: Player) {
        if self.has(HandTurnIdle) {
            return;
        }
        if self.has(HandTurnMoves)
            && let Some(&first) = self.moves(state).first()
        {
            self.inner.play(state, first);
        }
        self.inner.hand_turn(state, player);
    }
}

impl<G: Game> Chance for Faulty<G> {
    fn outcomes(&self, state: &G::State, each: &mut dyn FnMut(G::Move, f64)) {
        let mut outcomes = Vec::new();
        let chance = self.inner.chance().expect("the game has chance");
        chance.outcomes(state, &mut |outcome, probability| outcomes.push((outcome, probability)));
        if self.has(OutcomesUnsorted) {
            outcomes.reverse();
        }
        let factor = if self.has(OutcomesSumToLess) { 0.99 } else { 1.0 };
        outcomes.into_iter().for_each(|(outcome, probability)| each(outcome, probability * factor));
    }
}

impl<G: Game> Faulty<G> {
    fn secrets_inside(&self) -> &dyn HiddenInformation<State = G::State, Move = G::Move> {
        self.inner.secrets().expect("the game has secrets")
    }
}

impl<G: Game> HiddenInformation for Faulty<G> {
    fn hide(&self, state: &mut G::State, observer: Player) {
        let is_outdated = match self.fault {
            ViewLeaks | NothingHidden => return,
            ViewHidesTurn => self.inner.turn(state).player() != Some(observer),
            fault => fault == ViewOutdated,
        };
        if is_outdated {
            *state = self.inner.start(&mut Rng::new(1));
        }
        self.secrets_inside().hide(state, observer);
    }

    fn worlds(&self, view: &G::State, observer: Player, each: &mut dyn FnMut(G::State, f64)) {
        let mut worlds = Vec::new();
        self.secrets_inside().worlds(view, observer, &mut |world, weight| worlds.push((world, weight)));
        match self.fault {
            NothingHidden => worlds = vec![(view.clone(), 1.0)],
            WorldsImpossible => worlds = vec![(self.inner.start(&mut Rng::new(1)), 1.0)],
            WorldsNarrow => worlds.truncate(1),
            WeightsSumToLess => worlds.iter_mut().for_each(|(_, weight)| *weight *= 0.99),
            _ => {}
        }
        worlds.into_iter().for_each(|(world, weight)| each(world, weight));
    }

    fn determinize(&self, view: &G::State, observer: Player, rng: &mut Rng) -> G::State {
        match self.fault {
            NothingHidden => view.clone(),
            DeterminizeBiased => self.secrets_inside().determinize(view, observer, &mut Rng::new(rng.below(3) as u64)),
            _ => self.secrets_inside().determinize(view, observer, rng),
        }
    }

    fn seen(&self, state: &G::State, mv: G::Move, observer: Player) -> G::Move {
        match self.fault {
            SeenWhole => mv,
            SeenLegal if self.inner.turn(state).player() != Some(observer) => self.moves(state)[0],
            _ => self.secrets_inside().seen(state, mv, observer),
        }
    }
}

impl<G: Scene> Scene for Faulty<G> {
    fn picture(&self, state: &G::State, last: Option<G::Move>) -> Picture {
        let mut picture = self.inner.picture(state, last);
        match self.fault {
            SceneTwins => picture.cells.extend(picture.cells.first().cloned()),
            SceneAstray => picture.cells[0].x = f32::INFINITY,
            ScenePanelShort => picture.panel.truncate(1),
            SceneMarkedAtStart => picture.cells[0].marked = true,
            _ => {}
        }
        picture
    }
}
