//! Hide-and-seek with a hole: a trace of the hider stays in what the seekers are handed, and one door lets it out.

use kingmaker_arena::AnyGame;
use kingmaker_arena::erased::Erased;
use kingmaker_core::options::read;
use kingmaker_core::scene::Picture;
use kingmaker_core::{
    Game, HiddenInformation, Notation, NotationError, Player, Registered, Rng, Scene, Scores, Teams, Turn, choices,
    settings,
};
use kingmaker_games::hide_and_seek::{Cell, HideAndSeek};
use kingmaker_search::Toolbox;

/// The doors behind which a leak is planted, and what finds it.
pub(crate) const DOORS: &[(&str, &str)] = &[
    ("position", "position:"),
    ("picture", "picture:"),
    ("seen", "history:"),
    ("move-text", "history:"),
    ("worlds", "worlds:"),
    ("search", "search:"),
];

choices! {
    /// Where the secret gets out.
    enum Door {
        None = "none",
        Position = "position",
        Picture = "picture",
        Seen = "seen",
        MoveText = "move-text",
        Worlds = "worlds",
        Search = "search",
    }
}

settings! {
    /// Which leak.
    pub(crate) struct Settings, static SCHEMA = "leaky" {
        summary: "hide-and-seek with a leak",
        source: "",
        options: { door: Door { name: "door", default: "none", help: "where the secret gets out" } },
        examples: [],
    }
}

/// The game with a leak behind this door.
pub(crate) fn leaky(door: &str) -> Box<dyn AnyGame> {
    let args = read(&format!("leaky(door={door})"), "game", &[&SCHEMA]).expect("a door");
    Box::new(Erased::<Leaky>::from_args(&args, Toolbox::default()).expect("a game"))
}

pub(crate) struct Leaky {
    inner: HideAndSeek,
    door: Door,
}

type Inner = <HideAndSeek as Game>::State;

/// A position, and where the hider is, which nobody takes out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Traced {
    state: Inner,
    trace: String,
}

impl Leaky {
    /// The position with the trace that it leaves: the text of the hider's place.
    fn traced(&self, state: Inner) -> Traced {
        let text = self.inner.position_text(&state);
        let trace = text.split_whitespace().next().unwrap_or_default().to_owned();
        Traced { state, trace }
    }

    fn is_open(&self, door: Door) -> bool {
        self.door == door
    }
}

impl Registered for Leaky {
    type Settings = Settings;

    fn from_settings(settings: &Settings) -> Result<Self, String> {
        Ok(Leaky { inner: HideAndSeek::ring(2, 9, 6, 3), door: settings.door })
    }
}

impl Game for Leaky {
    type State = Traced;
    type Move = Cell;

    fn players(&self) -> usize {
        self.inner.players()
    }

    fn start(&self, rng: &mut Rng) -> Traced {
        self.traced(self.inner.start(rng))
    }

    fn turn(&self, state: &Traced) -> Turn {
        self.inner.turn(&state.state)
    }

    fn legal_moves(&self, state: &Traced, out: &mut Vec<Cell>) {
        self.inner.legal_moves(&state.state, out);
    }

    fn play(&self, state: &mut Traced, mv: Cell) {
        self.inner.play(&mut state.state, mv);
        *state = self.traced(state.state.clone());
    }

    fn scores(&self, state: &Traced) -> Scores {
        self.inner.scores(&state.state)
    }

    fn key(&self, state: &Traced) -> u64 {
        self.inner.key(&state.state)
    }

    fn slot(&self, mv: Cell) -> usize {
        self.inner.slot(mv)
    }

    fn slots(&self) -> usize {
        self.inner.slots()
    }

    fn ply_cap(&self) -> usize {
        self.inner.ply_cap()
    }

    fn teams(&self) -> Teams {
        self.inner.teams()
    }

    fn secrets(&self) -> Option<&dyn HiddenInformation<State = Traced, Move = Cell>> {
        Some(self)
    }
}

impl HiddenInformation for Leaky {
    fn hide(&self, state: &mut Traced, observer: Player) {
        self.inner.hide(&mut state.state, observer);
    }

    fn worlds(&self, view: &Traced, observer: Player, each: &mut dyn FnMut(Traced, f64)) {
        let mut worlds = Vec::new();
        self.inner.worlds(&view.state, observer, &mut |world, weight| worlds.push((self.traced(world), weight)));
        if self.is_open(Door::Worlds) {
            worlds.sort_by_key(|(world, _)| world.trace != view.trace);
        }
        worlds.into_iter().for_each(|(world, weight)| each(world, weight));
    }

    fn determinize(&self, view: &Traced, observer: Player, rng: &mut Rng) -> Traced {
        let drawn = self.traced(self.inner.determinize(&view.state, observer, rng));
        let mut truth = None;
        self.inner.worlds(&view.state, observer, &mut |world, _| {
            let world = self.traced(world);
            truth = truth.take().or((world.trace == view.trace).then_some(world));
        });
        truth.filter(|_| self.is_open(Door::Search)).unwrap_or(drawn)
    }

    fn seen(&self, state: &Traced, mv: Cell, observer: Player) -> Cell {
        if self.is_open(Door::Seen) { mv } else { self.inner.seen(&state.state, mv, observer) }
    }
}

impl Notation for Leaky {
    fn move_text(&self, state: &Traced, mv: Cell) -> String {
        let text = self.inner.move_text(&state.state, mv);
        if self.is_open(Door::MoveText) && mv == Cell::HIDDEN { format!("{text}{}", state.trace) } else { text }
    }

    fn position_text(&self, state: &Traced) -> String {
        let text = self.inner.position_text(&state.state);
        if self.is_open(Door::Position) && text.contains('?') { text.replace("hider=?", &state.trace) } else { text }
    }

    fn parse_position(&self, text: &str) -> Result<Traced, NotationError> {
        self.inner.parse_position(text).map(|state| self.traced(state))
    }
}

impl Scene for Leaky {
    fn picture(&self, state: &Traced, last: Option<Cell>) -> Picture {
        let mut picture = self.inner.picture(&state.state, last);
        if self.is_open(Door::Picture) {
            picture.panel[0] += &state.trace;
        }
        picture
    }
}
