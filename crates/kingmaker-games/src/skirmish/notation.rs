//! Moves such as `place=4/0/3`, `keep`, `remove=6/6/6`, `4/0/3:attack` and `4/0/3:fight=1/1/1`, and `draw=4/0/3` for chance.
//! With more than two players, targets have their number: `4/0/3:attack@3`, `remove@2=6/6/6`.
//!
//! A position is `turns=3 to=1 phase=act fresh=4/0/3`, and then for each player health, hand, field and deck:
//! `p1=50:4/0/3+2*removal:6/6/6:-`.

use kingmaker_core::{Game, Notation, NotationError, Player, Turn};

use super::cards::{ATTACKER, Cards, FIGHTER, HEALER, Kind, MOST_ALIKE, UNIT};
use super::deck;
use super::moves::{Action, Deed, Move};
use super::state::{ANY_ACTION, MOST_PLAYERS, Phase, Side, State};
use super::{HAND, Skirmish};
use crate::outcome::Outcome;

/// Nobody has more health than this in a position that is read.
const MOST_HEALTH: i32 = 99_999;

impl Skirmish {
    pub(super) fn kind_text(&self, kind: Kind) -> String {
        match (kind, self.cards.printed[kind.index()]) {
            (HEALER, _) => "healer".to_owned(),
            (ATTACKER, _) => "attacker".to_owned(),
            (FIGHTER, _) => "fighter".to_owned(),
            (_, Some(card)) => card.to_string(),
            (_, None) => "?".to_owned(),
        }
    }

    /// Which player is meant, where that is not clear.
    fn at(&self, target: Player) -> String {
        if self.players == 2 { String::new() } else { format!("@{target}") }
    }

    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Rest => "rest".to_owned(),
            Action::Heal => "heal".to_owned(),
            Action::Attack(target) => format!("attack{}", self.at(target)),
            Action::Fight(target, kind) => format!("fight{}={}", self.at(target), self.kind_text(kind)),
        }
    }

    /// Cards as `4/0/3+2*removal`, or `-`.
    pub(super) fn cards_text(&self, cards: Cards) -> String {
        let text = |(kind, count): (Kind, u32)| match count {
            1 => self.kind_text(kind),
            _ => format!("{count}*{}", self.kind_text(kind)),
        };
        let texts: Vec<String> = cards.iter().map(text).collect();
        if texts.is_empty() { "-".to_owned() } else { texts.join("+") }
    }

    fn side_text(&self, side: &Side) -> String {
        let cards = [side.hand, side.field, side.deck].map(|cards| self.cards_text(cards));
        format!("{}:{}", side.health / UNIT as i32, cards.join(":"))
    }

    fn read_kind(&self, text: &str) -> Result<Kind, NotationError> {
        let card = deck::card(text).map_err(|(_, message)| NotationError::new(text, expectation(&message)))?;
        let examples = || self.cards.kinds().take(4).map(|(_, card)| card.to_string()).collect::<Vec<_>>().join(", ");
        self.cards
            .kind(card)
            .ok_or_else(|| NotationError::new(text, format!("a card of this game: {}, ...", examples())))
    }

    fn read_cards(&self, text: &str) -> Result<Cards, NotationError> {
        let mut cards = Cards::NONE;
        if text == "-" {
            return Ok(cards);
        }
        for part in text.split('+') {
            let (count, card) = part.split_once('*').unwrap_or(("1", part));
            let count = number(count, 1, MOST_ALIKE as i32)? as u32;
            let kind = self.read_kind(card)?;
            if cards.has(kind) {
                return Err(NotationError::new(part, "each card once, as in 2*removal"));
            }
            (0..count).for_each(|_| cards.add(kind));
        }
        Ok(cards)
    }

    fn read_side(&self, text: &str) -> Result<Side, NotationError> {
        let parts: Vec<&str> = text.split(':').collect();
        let [health, hand, field, deck] = parts[..] else {
            return Err(NotationError::new(text, "health:hand:field:deck"));
        };
        let health = number(health, -MOST_HEALTH, MOST_HEALTH)? * UNIT as i32;
        let [own_hand, own_field, own_deck] = [self.read_cards(hand)?, self.read_cards(field)?, self.read_cards(deck)?];
        if own_hand.len() > HAND && !self.draws_always {
            return Err(NotationError::new(hand, format!("at most {HAND} cards in a hand")));
        }
        if self.cards.removal.is_some_and(|removal| own_field.has(removal)) {
            return Err(NotationError::new(field, "soldiers alone on the field"));
        }
        if health <= 0 && !own_field.is_empty() {
            return Err(NotationError::new(field, "-, because who is out has no soldiers"));
        }
        let side = Side { health, hand: own_hand, field: own_field, deck: own_deck, ..Side::default() };
        for (kind, card) in self.cards.kinds() {
            let there: u32 = [own_hand, own_field, own_deck].iter().map(|cards| cards.count(kind)).sum();
            let most = self.copies(kind);
            if there > most {
                return Err(NotationError::new(text, format!("at most {most} of {card}")));
            }
        }
        Ok(side)
    }

    /// How many of a kind a player has at the start.
    fn copies(&self, kind: Kind) -> u32 {
        let in_deck = self.cards.deck.count(kind);
        let is_dealt = self.has_paper_hand && deck::PAPER_HAND.iter().any(|&card| self.cards.kind(card) == Some(kind));
        in_deck.max(u32::from(is_dealt))
    }

    /// What is decided next, which has to follow from the rest.
    fn read_phase(&self, state: &mut State, text: &str, last: Option<&str>) -> Result<(), NotationError> {
        let refuse = |expected: &str| Err(NotationError::new(text, expected));
        let alive: Vec<Player> = Player::all(self.players).filter(|&player| state.side(player).is_alive()).collect();
        let side = *state.side(state.turn);
        let is_over = alive.len() < 2 || state.turns >= self.turns;
        match text {
            "over" if alive.len() == 1 && alive[0] == state.turn => state.outcome = Outcome::Won(state.turn),
            "over" if alive.len() >= 2 && state.turns == self.turns => state.outcome = Outcome::Drawn,
            "over" => return refuse("a phase, because the game goes on"),
            _ if is_over => return refuse("over, with the turn of the player who is left or after the last turn"),
            _ if !side.is_alive() => return refuse("the turn of a player who is not out"),
            "draw" if self.can_draw(&side) => state.phase = Phase::Draw,
            "draw" => return refuse("draw only where the hand is not full and the deck not empty"),
            "place" => {
                state.phase = Phase::Place;
                let mut moves = Vec::new();
                self.legal_moves(state, &mut moves);
                if moves.iter().all(|mv| mv.deed() == Deed::Keep) {
                    return refuse("place only where there is a card to be placed");
                }
            }
            "act" => {
                let Some(kind) = state.fresh.kinds().next() else { return refuse("act only with fresh soldiers") };
                state.phase = Phase::Act(kind);
                if let Some(last) = last {
                    let action = self.read_action(state, last)?;
                    state.ceiling = action.code();
                }
                let mut moves = Vec::new();
                self.legal_moves(state, &mut moves);
                if moves.len() < 2 {
                    return refuse("act only where the first fresh soldier can do something");
                }
            }
            _ => return refuse("draw, place, act or over"),
        }
        if !matches!(state.phase, Phase::Act(_)) && state.outcome.is_open() && state.fresh != side.field {
            return refuse("act, or all soldiers fresh");
        }
        Ok(())
    }

    /// What another soldier of the same kind did before.
    fn read_action(&self, state: &State, text: &str) -> Result<Action, NotationError> {
        let mut all = vec![Action::Rest, Action::Heal];
        for target in self.opponents(state) {
            all.push(Action::Attack(target));
            all.extend(self.cards.kinds().map(|(kind, _)| Action::Fight(target, kind)));
        }
        let found = all.into_iter().find(|&action| self.action_text(action) == text);
        found.ok_or_else(|| NotationError::new(text, "rest, heal, attack or fight=..."))
    }

    /// Why a move that is written well cannot be made, where that can be told.
    fn why_not(&self, state: &State, text: &str) -> Option<NotationError> {
        let refuse = |expected: &str| Some(NotationError::new(text, expected).because(""));
        let asked = match state.phase {
            Phase::Draw => return None,
            Phase::Place => None,
            Phase::Act(kind) => Some(kind),
        };
        if let Some((soldier, action)) = text.split_once(':') {
            let kind = self.read_kind(soldier).ok()?;
            let Some(asked) = asked else { return refuse("a card to be placed first: place=..., remove=... or keep") };
            if kind != asked {
                return refuse(&format!("an action of {}, whose turn it is", self.kind_text(asked)));
            }
            let values = self.values(state.side(state.turn), kind);
            return match action.split(['@', '=']).next()? {
                "heal" if values.heal == 0 => refuse("another action: this soldier cannot heal"),
                "attack" if values.attack == 0 => refuse("another action: this soldier cannot attack"),
                "fight" => refuse("a fight with a soldier that an opponent has in play"),
                _ => None,
            };
        }
        let (word, card) = text.split_once('=')?;
        let kind = self.read_kind(card).ok()?;
        let hand = state.side(state.turn).hand;
        match word.split('@').next()? {
            "place" | "remove" if asked.is_some() => refuse("an action: a card is placed before soldiers act"),
            "place" if Some(kind) == self.cards.removal => refuse("remove=... with a soldier of an opponent"),
            "place" if !hand.has(kind) => refuse(&format!("a card in the hand: {}", self.cards_text(hand))),
            "remove" if !self.cards.removal.is_some_and(|removal| hand.has(removal)) => {
                refuse("another move: there is no removal in the hand")
            }
            "remove" => refuse("a soldier that an opponent has in play"),
            _ => None,
        }
    }
}

/// What was expected, out of a message that says it at its end.
fn expectation(message: &str) -> &str {
    message.split_once("expected ").map_or(message, |(_, expected)| expected)
}

fn number(text: &str, least: i32, most: i32) -> Result<i32, NotationError> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| NotationError::new(text, format!("a number from {least} to {most}")))
}

impl Notation for Skirmish {
    fn move_text(&self, _: &State, mv: Move) -> String {
        match mv.deed() {
            Deed::Draw(kind) => format!("draw={}", self.kind_text(kind)),
            Deed::Keep => "keep".to_owned(),
            Deed::Place(kind) => format!("place={}", self.kind_text(kind)),
            Deed::Remove(target, kind) => format!("remove{}={}", self.at(target), self.kind_text(kind)),
            Deed::Act(kind, action) => format!("{}:{}", self.kind_text(kind), self.action_text(action)),
        }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let wanted = text.trim().to_ascii_lowercase();
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        if let (Turn::Chance, Some(chance)) = (self.turn(state), self.chance()) {
            chance.outcomes(state, &mut |outcome, _| moves.push(outcome));
        }
        if let Some(&mv) = moves.iter().find(|&&mv| self.move_text(state, mv) == wanted) {
            return Ok(mv);
        }
        let written: Vec<String> = moves.iter().map(|&mv| self.move_text(state, mv)).collect();
        Err(self.why_not(state, &wanted).unwrap_or_else(|| NotationError::illegal_move(&wanted, &written)))
    }

    fn position_text(&self, state: &State) -> String {
        let phase = match state.phase {
            _ if !state.outcome.is_open() => "over",
            Phase::Draw => "draw",
            Phase::Place => "place",
            Phase::Act(_) => "act",
        };
        let fresh = self.cards_text(state.fresh);
        let mut text = format!("turns={} to={} phase={phase} fresh={fresh}", state.turns, state.turn);
        if state.ceiling != ANY_ACTION {
            text += &format!(" last={}", self.action_text(Action::from_code(usize::from(state.ceiling))));
        }
        for player in Player::all(self.players) {
            text += &format!(" p{player}={}", self.side_text(state.side(player)));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        let mut fields = text.split_whitespace().peekable();
        let mut field = |name: &str| {
            let text = fields.next().unwrap_or("");
            let value = text.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
            value.ok_or_else(|| NotationError::new(text, format!("{name}=")))
        };
        let turns = number(field("turns")?, 0, i32::from(self.turns))? as u16;
        let turn = Player::new(number(field("to")?, 1, self.players as i32)? as usize - 1);
        let phase = field("phase")?;
        let fresh_text = field("fresh")?;
        let fresh = self.read_cards(fresh_text)?;
        let last = fields.next_if(|field| field.starts_with("last=")).and_then(|field| field.split_once('='));
        let mut sides = [Side::default(); MOST_PLAYERS];
        for player in Player::all(self.players) {
            let text = fields.next().unwrap_or("");
            let name = format!("p{player}=");
            let side = text.strip_prefix(&name).ok_or_else(|| NotationError::new(text, name.as_str()))?;
            sides[player.index()] = self.read_side(side)?;
        }
        if let Some(rest) = fields.next() {
            return Err(NotationError::new(rest, "the end of the text"));
        }
        if fresh.iter().any(|(kind, count)| sides[turn.index()].field.count(kind) < count) {
            return Err(NotationError::new(fresh_text, format!("soldiers that player {turn} has in play")));
        }
        let mut state = State {
            sides,
            fresh,
            turn,
            phase: Phase::Place,
            ceiling: ANY_ACTION,
            turns,
            is_made_up: false,
            outcome: Outcome::Open,
        };
        self.read_phase(&mut state, phase, last.map(|(_, last)| last))?;
        Ok(state)
    }
}
