//! Fields in rows, hands and health beside them.

use kingmaker_core::Player;
use kingmaker_core::scene::{Cell, Item, Label, Picture, Piece, Scene, Shape, Tile};

use super::Skirmish;
use super::cards::{Kind, UNIT};
use super::moves::{Action, Deed, Move};
use super::state::{Phase, State};

/// So many soldiers stand in a row.
const ROW: usize = 11;

/// From one row of cards to the next, and from one field to the next.
const NEXT_ROW: f32 = 1.7;
const NEXT_FIELD: f32 = 0.6;

impl Scene for Skirmish {
    fn picture(&self, state: &State, last: Option<Move>) -> Picture {
        let mut picture = Picture { legend: "Soldiers are written fight/heal/attack.", ..Picture::default() };
        let mut y = 0.0;
        for player in Player::all(self.players) {
            picture.labels.push(Label { x: -1.0, y, text: format!("p{player}") });
            let field = state.side(player).field;
            let soldiers: Vec<Kind> = field.iter().flat_map(|(kind, count)| (0..count).map(move |_| kind)).collect();
            for (place, &kind) in soldiers.iter().enumerate() {
                let (x, y) = ((place % ROW) as f32, y + NEXT_ROW * (place / ROW) as f32);
                let is_first = place == 0 || soldiers[place - 1] != kind;
                let text = self.kind_text(kind);
                picture.cells.push(Cell {
                    name: format!("p{player}:{text}"),
                    x,
                    y,
                    shape: Shape::Square,
                    pieces: vec![Piece::Of(player)],
                    marked: is_first && is_touched(last, player, kind, state.turn),
                });
                picture.labels.push(Label { x, y: y + 0.75, text });
            }
            if soldiers.is_empty() {
                let name = format!("p{player}");
                picture.cells.push(Cell { name, x: 0.0, y, shape: Shape::Square, pieces: Vec::new(), marked: false });
            }
            y += NEXT_ROW * soldiers.len().max(1).div_ceil(ROW) as f32 + NEXT_FIELD;
            picture.panel.push(self.line(state, player));
        }
        picture.tray = Player::all(self.players).flat_map(|player| self.tray(state, player)).collect();
        picture
    }

    fn touches(&self, _: &State, mv: Move) -> Option<Vec<String>> {
        let soldier = |player: Player, kind: Kind| format!("p{player}:{}", self.kind_text(kind));
        let at = |player: Player| if self.players == 2 { String::new() } else { format!(" player {player}") };
        Some(match mv.deed() {
            Deed::Draw(kind) => vec![format!("draw {}", self.kind_text(kind))],
            Deed::Keep => vec!["keep all cards".to_owned()],
            Deed::Place(kind) => vec![self.kind_text(kind)],
            Deed::Remove(player, kind) => vec!["removal".to_owned(), soldier(player, kind)],
            Deed::Act(_, Action::Rest) => vec!["rest".to_owned()],
            Deed::Act(_, Action::Heal) => vec!["heal".to_owned()],
            Deed::Act(_, Action::Attack(target)) => vec![format!("attack{}", at(target))],
            Deed::Act(_, Action::Fight(target, kind)) => vec![soldier(target, kind)],
        })
    }
}

/// Whether the last move was that of this soldier, or was done to it.
fn is_touched(last: Option<Move>, player: Player, kind: Kind, turn: Player) -> bool {
    match last.map(Move::deed) {
        Some(Deed::Place(placed)) => placed == kind && player == turn,
        Some(Deed::Act(_, Action::Fight(target, other))) if target == player && other == kind => true,
        Some(Deed::Act(actor, _)) => actor == kind && player == turn,
        _ => false,
    }
}

impl Skirmish {
    /// The cards in a player's hand.
    fn tray(&self, state: &State, player: Player) -> impl Iterator<Item = Item> {
        let cards = state.side(player).hand.iter().flat_map(|(kind, count)| (0..count).map(move |_| kind));
        cards.map(move |kind| Item { player, tile: Tile { name: self.kind_text(kind), squares: Vec::new() } })
    }

    fn line(&self, state: &State, player: Player) -> String {
        let side = state.side(player);
        if !side.is_alive() {
            return "out".to_owned();
        }
        let (health, deck) = (side.health / UNIT as i32, side.deck.len());
        let hand = self.cards_text(side.hand).replace('+', " ");
        let mut line = format!("{health} health, {deck} cards in the deck, hand {hand}");
        if player == state.turn && state.outcome.is_open() {
            line += &match state.phase {
                Phase::Draw => ", draws".to_owned(),
                Phase::Place => ", places a card".to_owned(),
                Phase::Act(kind) => format!(", {} acts", self.kind_text(kind)),
            };
        }
        line
    }
}
