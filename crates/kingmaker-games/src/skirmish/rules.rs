//! Turns: draw, place, act.

use kingmaker_core::{ByPlayer, Chance, Game, Player, Rng, Scores, Turn};

use super::cards::{ATTACKER, Cards, FIGHTER, HEALER, Kind, MOST_ALIKE, UNIT};
use super::deck::{MOST_CARDS, PAPER_HAND};
use super::moves::{Action, Deed, Move, SLOTS};
use super::state::{ANY_ACTION, MOST_PLAYERS, Phase, Side, State};
use super::{HAND, Skirmish};
use crate::key::key;
use crate::outcome::Outcome;

impl Game for Skirmish {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.players
    }

    /// Hands are dealt, and who begins is drawn.
    fn start(&self, rng: &mut Rng) -> State {
        let mut sides = [Side::default(); MOST_PLAYERS];
        for side in &mut sides[..self.players] {
            *side = Side { health: self.health, deck: self.cards.deck, ..Side::default() };
            if self.has_paper_hand {
                self.deal_paper_hand(side);
            } else {
                for _ in 0..HAND {
                    let kind = any_of(side.deck, rng);
                    side.deck.take(kind);
                    side.hand.add(kind);
                }
            }
        }
        let mut state = State {
            sides,
            fresh: Cards::NONE,
            turn: Player::new(rng.below(self.players)),
            phase: Phase::Place,
            ceiling: ANY_ACTION,
            turns: 0,
            is_made_up: false,
            outcome: Outcome::Open,
        };
        self.begin_turn(&mut state);
        state
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            _ if !state.outcome.is_open() => Turn::Over,
            Phase::Draw => Turn::Chance,
            Phase::Place | Phase::Act(_) => Turn::Player(state.turn),
        }
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        out.clear();
        if !state.outcome.is_open() {
            return;
        }
        match state.phase {
            Phase::Draw => {}
            Phase::Place => self.each_placement(state, |deed| out.push(deed.into())),
            Phase::Act(kind) => self.each_action(state, kind, |action| out.push(Deed::Act(kind, action).into())),
        }
    }

    fn play(&self, state: &mut State, mv: Move) {
        let mover = state.turn;
        match mv.deed() {
            Deed::Draw(kind) => {
                let side = state.side_mut(mover);
                side.deck.take(kind);
                side.hand.add(kind);
                state.phase = Phase::Place;
                self.settle(state);
            }
            Deed::Keep => self.next_soldier(state),
            Deed::Place(kind) => {
                if matches!(kind, HEALER | ATTACKER | FIGHTER) {
                    self.make_up(state);
                    state.side_mut(mover).made_up_left -= 1;
                } else {
                    state.side_mut(mover).hand.take(kind);
                }
                state.side_mut(mover).field.add(kind);
                state.fresh.add(kind);
                self.next_soldier(state);
            }
            Deed::Remove(target, kind) => {
                let removal = self.cards.removal.expect("a removal is played where there is one");
                state.side_mut(mover).hand.take(removal);
                state.side_mut(target).field.take(kind);
                self.next_soldier(state);
            }
            Deed::Act(kind, action) => {
                state.fresh.take(kind);
                state.ceiling = if state.fresh.has(kind) { action.code() } else { ANY_ACTION };
                self.act(state, kind, action);
                if state.outcome.is_open() {
                    self.next_soldier(state);
                }
            }
        }
        if !state.outcome.is_open() {
            // Nothing is left to decide.
            (state.fresh, state.phase, state.ceiling) = (Cards::NONE, Phase::Place, ANY_ACTION);
        }
    }

    fn scores(&self, state: &State) -> Scores {
        let alive = |player: Player| state.side(player).is_alive();
        match state.outcome {
            Outcome::Won(winner) => Scores::winner(self.players, winner),
            _ => Scores::highest(ByPlayer::from_fn(self.players, |player| u8::from(alive(player)))),
        }
    }

    fn key(&self, state: &State) -> u64 {
        let halves = |cards: Cards| (cards.0 as u64, (cards.0 >> 64) as u64);
        let phase = match state.phase {
            Phase::Draw => 64,
            Phase::Place => 65,
            Phase::Act(kind) => u64::from(kind.0),
        };
        let [turns, ceiling] = [u64::from(state.turns), u64::from(state.ceiling)];
        let begin = (turns << 8 | phase) << 16 | ceiling << 8 | (state.turn.index() as u64) << 1;
        let pairs = state.sides[..self.players].iter().flat_map(|side| {
            let values = side.made_up;
            let made_up = u64::from(values.fight) << 32 | u64::from(values.heal) << 16 | u64::from(values.attack);
            let left = u64::from(side.made_up_left) << 48 | u64::from(side.health as u32);
            [halves(side.hand), halves(side.deck), halves(side.field), (left, made_up)]
        });
        key(begin | u64::from(state.is_made_up), pairs.chain([halves(state.fresh)]))
    }

    fn slot(&self, mv: Move) -> usize {
        usize::from(mv.0)
    }

    fn slots(&self) -> usize {
        SLOTS
    }

    /// In a turn one card is drawn, one placed, and every soldier acts.
    fn ply_cap(&self) -> usize {
        usize::from(self.turns) * (2 + MOST_CARDS as usize)
    }

    fn has_long_turns(&self) -> bool {
        true
    }

    fn turns_over(&self, state: &State) -> Option<usize> {
        Some(usize::from(state.turns))
    }

    /// Health, which is below 0 where an attack took more than there was.
    fn points(&self, state: &State) -> Option<ByPlayer<f32>> {
        Some(ByPlayer::from_fn(self.players, |player| state.side(player).health as f32 / UNIT as f32))
    }

    fn chance(&self) -> Option<&dyn Chance<State = State, Move = Move>> {
        Some(self)
    }

    fn draw(&self, state: &State, rng: &mut Rng) -> Option<Move> {
        (self.turn(state) == Turn::Chance).then(|| Deed::Draw(any_of(state.side(state.turn).deck, rng)).into())
    }
}

impl Chance for Skirmish {
    fn outcomes(&self, state: &State, each: &mut dyn FnMut(Move, f64)) {
        if self.turn(state) == Turn::Chance {
            let deck = state.side(state.turn).deck;
            let cards = f64::from(deck.len());
            deck.iter().for_each(|(kind, count)| each(Deed::Draw(kind).into(), f64::from(count) / cards));
        }
    }
}

/// One of these cards, each equally likely.
fn any_of(cards: Cards, rng: &mut Rng) -> Kind {
    let mut left = rng.below(cards.len() as usize) as u32;
    for (kind, count) in cards.iter() {
        if left < count {
            return kind;
        }
        left -= count;
    }
    unreachable!("a card that is counted is there")
}

impl Skirmish {
    /// What is in the deck comes from there.
    fn deal_paper_hand(&self, side: &mut Side) {
        for card in PAPER_HAND {
            let kind = self.cards.kind(card).expect("the cards of this hand are cards of the game");
            side.hand.add(kind);
            if side.deck.has(kind) {
                side.deck.take(kind);
            }
        }
    }

    /// Whether a turn begins with a card that is drawn.
    #[inline]
    pub(super) fn can_draw(&self, side: &Side) -> bool {
        (self.draws_always || side.hand.len() < HAND) && !side.deck.is_empty()
    }

    /// Tells `each` what can be put into play, in the order of moves.
    #[inline]
    fn each_placement(&self, state: &State, mut each: impl FnMut(Deed)) {
        let side = state.side(state.turn);
        if self.makes_up(state) {
            let made_up = if state.is_made_up { *side } else { self.with_made_up(side) };
            let can_have = |kind: Kind| made_up.made_up_left > 0 && side.field.count(kind) < MOST_ALIKE;
            let is_use = |kind: Kind| can_have(kind) && self.values(&made_up, kind).total() > 0;
            [HEALER, ATTACKER, FIGHTER]
                .into_iter()
                .filter(|&kind| is_use(kind))
                .for_each(|kind| each(Deed::Place(kind)));
            return;
        }
        let removal = self.cards.removal;
        let has_soldier = side.hand.kinds().any(|kind| Some(kind) != removal);
        if !self.must_place || !has_soldier {
            each(Deed::Keep);
        }
        side.hand.kinds().filter(|&kind| Some(kind) != removal).for_each(|kind| each(Deed::Place(kind)));
        if removal.is_some_and(|removal| side.hand.has(removal)) {
            for target in self.opponents(state) {
                state.side(target).field.kinds().for_each(|kind| each(Deed::Remove(target, kind)));
            }
        }
    }

    /// Tells `each` what a soldier of the player to move can do, in the order of moves. What would be the same as nothing
    /// is left out, and so is what another soldier of this kind could have done before.
    #[inline]
    fn each_action(&self, state: &State, kind: Kind, mut each: impl FnMut(Action)) {
        let values = self.values(state.side(state.turn), kind);
        let mut offer = |action: Action| {
            if action.code() <= state.ceiling {
                each(action);
            }
        };
        offer(Action::Rest);
        if values.heal > 0 {
            offer(Action::Heal);
        }
        if values.attack > 0 {
            self.opponents(state).for_each(|target| offer(Action::Attack(target)));
        }
        for target in self.opponents(state) {
            state.side(target).field.kinds().for_each(|other| offer(Action::Fight(target, other)));
        }
    }

    /// Those who play against the player to move and are not out.
    #[inline]
    pub(super) fn opponents(&self, state: &State) -> impl Iterator<Item = Player> {
        let turn = state.turn;
        let alive: [bool; MOST_PLAYERS] = std::array::from_fn(|place| state.sides[place].is_alive());
        Player::all(self.players).filter(move |&player| player != turn && alive[player.index()])
    }

    /// Who wins a fight, the soldier of the player to move first. A tie nobody survives.
    #[inline]
    pub(super) fn survivors(&self, state: &State, kind: Kind, target: Player, other: Kind) -> (bool, bool) {
        let own = self.values(state.side(state.turn), kind).fight;
        let others = self.values(state.side(target), other).fight;
        (own > others, others > own)
    }

    #[inline]
    fn act(&self, state: &mut State, kind: Kind, action: Action) {
        let mover = state.turn;
        let values = self.values(state.side(mover), kind);
        match action {
            Action::Rest => {}
            Action::Heal => state.side_mut(mover).health += i32::from(values.heal),
            Action::Attack(target) => {
                let side = state.side_mut(target);
                side.health -= i32::from(values.attack);
                if !side.is_alive() {
                    side.field = Cards::NONE;
                    if self.opponents(state).next().is_none() {
                        state.outcome = Outcome::Won(mover);
                    }
                }
            }
            Action::Fight(target, other) => {
                let (own_stays, other_stays) = self.survivors(state, kind, target, other);
                if !own_stays {
                    state.side_mut(mover).field.take(kind);
                }
                if !other_stays {
                    state.side_mut(target).field.take(other);
                }
            }
        }
    }

    /// The turn of `state.turn` begins, or that of the next who has something to do.
    fn begin_turn(&self, state: &mut State) {
        let side = state.side(state.turn);
        let draws = !self.makes_up(state) && self.can_draw(side);
        state.fresh = side.field;
        state.ceiling = ANY_ACTION;
        state.phase = if draws { Phase::Draw } else { Phase::Place };
        self.settle(state);
    }

    /// Goes on where there is no card to be put into play.
    fn settle(&self, state: &mut State) {
        if state.phase == Phase::Place {
            let mut can_place = false;
            self.each_placement(state, |deed| can_place |= deed != Deed::Keep);
            if !can_place {
                self.next_soldier(state);
            }
        }
    }

    /// The next soldier acts who can do something; if there is none, the turn is over.
    fn next_soldier(&self, state: &mut State) {
        while let Some(kind) = self.next_kind(state) {
            let mut actions = 0;
            self.each_action(state, kind, |_| actions += 1);
            if actions > 1 {
                state.phase = Phase::Act(kind);
                return;
            }
            state.fresh.take(kind);
            if !state.fresh.has(kind) {
                state.ceiling = ANY_ACTION;
            }
        }
        self.end_turn(state);
    }

    /// The fresh soldier that fights worst. Kinds stand in this order, but for one that is made up.
    #[inline]
    fn next_kind(&self, state: &State) -> Option<Kind> {
        let first = state.fresh.kinds().next()?;
        let fight = |kind: Kind| self.values(state.side(state.turn), kind).fight;
        let is_late = state.fresh.has(FIGHTER) && fight(FIGHTER) < fight(first);
        Some(if is_late { FIGHTER } else { first })
    }

    fn end_turn(&self, state: &mut State) {
        state.turns += 1;
        if state.turns >= self.turns {
            state.outcome = Outcome::Drawn;
            return;
        }
        self.make_up(state);
        loop {
            state.turn = state.turn.next(self.players);
            if state.side(state.turn).is_alive() {
                break;
            }
        }
        self.begin_turn(state);
    }
}
