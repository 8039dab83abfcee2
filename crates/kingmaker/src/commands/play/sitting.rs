//! A game, those who play it, and the terminal between them.

use kingmaker_arena::session::Played;
use kingmaker_arena::{AnyGame, Budget, Observer, PlayerError, PlayerSpec, Registry, Session, draw};
use kingmaker_core::rng::derive_seed;
use kingmaker_core::scene::{Picture, Tile};
use kingmaker_core::{Player, Rng, Turn};

use super::super::show::status;
use super::Seats;
use super::moves::{fitting, listed};
use super::terminal::Terminal;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};

const HELP: [&str; 9] = [
    "moves [TEXT]   list the legal moves, or those that have this in them",
    "pieces         draw the pieces that you have left",
    "rules          tell the rules in a few lines",
    "hint [PLAYER]  ask a player for a move (mcts if none is named)",
    "undo           take back your last move and what came after it",
    "board          draw the board again, and tell what was played since your move",
    "log            tell all moves so far, of each player, as you saw them",
    "position       write the position in one line",
    "quit           leave the game",
];

/// Around a board: a blank line above and below, and the question.
const MARGIN: usize = 3;

/// When told briefly, no more than so many turns are told.
const NEWS: usize = 8;

pub(super) struct Sitting<'a> {
    registry: &'a Registry,
    game: &'a dyn AnyGame,
    session: Box<dyn Session>,
    seats: Seats,
    /// Whose shares are told apart.
    sides: Vec<(String, usize)>,
    budget: Budget,
    seed: u64,
    terminal: Terminal,
    /// The moves that a number chooses.
    listed: Vec<String>,
    /// Whether the board on the screen is the present one.
    drawn: bool,
    /// Whether somebody wants to see the whole board, however large it is.
    is_asked_for: bool,
    /// The human who moved last.
    last: Option<Player>,
}

/// What the human wants next.
enum Request {
    Continue,
    Quit,
}

impl<'a> Sitting<'a> {
    pub(super) fn new(
        registry: &'a Registry,
        game: &'a dyn AnyGame,
        session: Box<dyn Session>,
        seats: Seats,
        budget: Budget,
        seed: u64,
        terminal: Terminal,
    ) -> Self {
        let sides = output::sides(&game.teams());
        Sitting {
            registry,
            game,
            session,
            seats,
            sides,
            budget,
            seed,
            terminal,
            listed: Vec::new(),
            drawn: false,
            is_asked_for: false,
            last: None,
        }
    }

    pub(super) fn play(&mut self) -> Result<(), Failure> {
        loop {
            match self.session.turn() {
                Turn::Over => {
                    // Then everybody may know everything.
                    self.draw(Observer::Everything)?;
                    return self.terminal.show(&status(&*self.session, Observer::Everything));
                }
                Turn::Chance => {
                    self.session.draw();
                    self.drawn = false;
                    let seen = self.seen();
                    self.terminal.show(&format!("chance: {seen}"))?;
                }
                Turn::Player(mover) => match self.seats[mover.index()].clone() {
                    Some(player) => self.computer_moves(mover, &player)?,
                    None => {
                        if let Request::Quit = self.human_moves(mover)? {
                            return Ok(());
                        }
                    }
                },
            }
        }
    }

    /// For whom the terminal speaks between the moves of humans: the one who moved last, or the first of them. Without
    /// any, nobody has to be kept from anything.
    fn observer(&self) -> Observer {
        let first = || self.seats.iter().position(Option::is_none).map(Player::new);
        self.last.or_else(first).map_or(Observer::Everything, Observer::Seat)
    }

    /// What was seen of the last move.
    fn seen(&self) -> String {
        self.session.history(self.observer()).pop().map_or(String::new(), |played| played.text)
    }

    /// Draws the board, so that whoever types sees all of it, and all moves since their own: these were told above it, and
    /// are told again beside it if they have left the screen.
    fn draw(&mut self, observer: Observer) -> Result<(), Failure> {
        if std::mem::replace(&mut self.drawn, true) {
            return Ok(());
        }
        let is_asked_for = std::mem::take(&mut self.is_asked_for);
        let mut picture = self.session.picture(observer);
        let mut text = draw::terminal(&picture, output::colour());
        if let Some(rows) = self.terminal.rows() {
            // The first of the blank lines may leave the screen.
            let is_map = !is_asked_for && text.lines().count() + MARGIN > rows + 1;
            if is_map {
                picture = Picture { panel: picture.panel, ..Picture::default() };
                text = draw::terminal(&picture, output::colour());
            }
            let news = self.news();
            if is_asked_for || news.len() + text.lines().count() + MARGIN > rows {
                text = draw::screen(&picture, &brief(&news), output::colour());
            }
            if is_map {
                text += "('board' draws the map)\n";
            }
        }
        self.terminal.show(&format!("\n{text}\n"))
    }

    /// What was played since the own move of whom the terminal speaks for.
    fn news(&self) -> Vec<Played> {
        let Observer::Seat(seat) = self.observer() else { return Vec::new() };
        let mut history = self.session.history(self.observer());
        let own = history.iter().rposition(|played| played.turn == Turn::Player(seat));
        history.split_off(own.map_or(0, |own| own + 1))
    }

    fn name(&self, player: Player) -> String {
        let style = if output::colour() { draw::terminal::player_style(player.index()) } else { anstyle::Style::new() };
        format!("{style}player {player}{style:#}")
    }

    fn computer_moves(&mut self, mover: Player, player: &PlayerSpec) -> Result<(), Failure> {
        let progress = thinking(player);
        let analysis = self.session.think(player.budget(), &mut Rng::new(self.seed_here()), interrupt::halt());
        drop(progress);
        let analysis = analysis
            .transpose()
            .map_err(|fault| Failure::from(PlayerError::Fault { player: player.label().to_owned(), fault }))?;
        let best = analysis.map(|analysis| analysis.best).unwrap_or_default();
        self.session.play(&best)?;
        self.drawn = false;
        let told = format!("{} ({}): {}", self.name(mover), player.written(), self.seen());
        self.terminal.show(&told)
    }

    fn seed_here(&self) -> u64 {
        derive_seed(self.seed, self.session.plies() as u64)
    }

    fn human_moves(&mut self, mover: Player) -> Result<Request, Failure> {
        if self.last != Some(mover) {
            self.drawn &= self.last.is_none();
            self.last = Some(mover);
        }
        self.draw(Observer::Seat(mover))?;
        let Some(line) = self.terminal.ask(&format!("player {mover}, your move (or help): "))? else {
            output::print("\nthe game is left unfinished\n")?;
            return Ok(Request::Quit);
        };
        self.terminal.remember(&line);
        match self.obey(line.trim(), mover) {
            Err(Failure::Input(message)) if self.terminal.is_typed() => {
                self.terminal.show(&message)?;
                Ok(Request::Continue)
            }
            result => result,
        }
    }

    fn obey(&mut self, line: &str, mover: Player) -> Result<Request, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "help" | "?" => self.terminal.show(&self.help(mover))?,
            "rules" => self.terminal.show(self.rules())?,
            "moves" => self.list(rest.trim(), mover)?,
            "pieces" => self.terminal.show(&self.pieces(mover))?,
            "hint" => self.hint(rest.trim())?,
            "undo" => self.undo()?,
            "board" => (self.drawn, self.is_asked_for) = (false, true),
            "log" => self.terminal.show(&self.log())?,
            "position" => output::print(&format!("{}\n", self.session.position(self.observer())))?,
            "quit" | "exit" => return Ok(Request::Quit),
            _ => self.choose(line, mover)?,
        }
        Ok(Request::Continue)
    }

    /// Plays what somebody typed: a move, the number of one that was listed, or for whoever can be asked again, a part that
    /// only one move has.
    fn choose(&mut self, line: &str, mover: Player) -> Result<(), Failure> {
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let text = number.and_then(|index| self.listed.get(index)).map_or(line, String::as_str).to_owned();
        match self.session.play(&text) {
            Ok(_) => {}
            Err(error) if error.illegal.is_some() || !self.terminal.is_typed() => return Err(error.into()),
            Err(error) => match &fitting(&self.session.choices(self.observer()), &text)[..] {
                [] => return Err(error.into()),
                [only] => {
                    self.session.play(&only.text)?;
                    self.terminal.show(&format!("that is {}", only.text))?;
                }
                _ => return self.list(&text, mover),
            },
        }
        self.listed.clear();
        self.drawn = false;
        Ok(())
    }

    /// Lists the legal moves that have these words in them.
    fn list(&mut self, wanted: &str, mover: Player) -> Result<(), Failure> {
        let found = fitting(&self.session.choices(self.observer()), wanted);
        if found.is_empty() {
            return self.terminal.show(&format!("no legal move has '{wanted}' in it"));
        }
        let (text, shown) = listed(&found, wanted, mover);
        self.listed = found.into_iter().take(shown).map(|choice| choice.text).collect();
        self.terminal.show(&text)
    }

    /// What can be typed, with some moves of the position at hand.
    fn help(&self, mover: Player) -> String {
        let legal = self.session.legal_moves(self.observer());
        let some: Vec<&str> = legal.iter().step_by(legal.len().div_ceil(4).max(1)).map(String::as_str).collect();
        let has_pieces = !self.tray(mover).is_empty();
        let commands = HELP.iter().filter(|line| has_pieces || !line.starts_with("pieces"));
        let commands: String = commands.map(|line| format!("\n  {line}")).collect();
        let some = some.join(" or ");
        format!(
            "Type a move, such as {some}, or a part of one: what fits is listed, and a number chooses. Or:{commands}"
        )
    }

    fn rules(&self) -> &'a str {
        match self.game.rules() {
            "" => "nobody has written down the rules of this game; 'moves' lists what you can do",
            rules => rules,
        }
    }

    /// The pieces that a player has left, if they have a shape.
    fn tray(&self, player: Player) -> Vec<Tile> {
        let items = self.session.picture(Observer::Seat(player)).tray.into_iter();
        let own = items.filter(|item| item.player == player && !item.tile.squares.is_empty());
        own.map(|item| item.tile).collect()
    }

    fn pieces(&self, mover: Player) -> String {
        let tray = self.tray(mover);
        let Some(first) = tray.first() else { return "there are no pieces to be drawn".to_owned() };
        let (name, drawn) = (&first.name, draw::tiles(&tray, mover, output::colour()).join("\n"));
        format!(
            "{drawn}\nA name lists where the piece can go, and with a cell, as in '{name} c3', where it covers that."
        )
    }

    fn hint(&mut self, spec: &str) -> Result<(), Failure> {
        let player = self.registry.player(if spec.is_empty() { "mcts" } else { spec }, &self.budget)?;
        prepare(self.game, std::slice::from_ref(&player));
        let progress = thinking(&player);
        let analysis = self.session.analyze(&player, self.seed_here(), interrupt::halt())?;
        drop(progress);
        let shares = analysis.candidates.first().and_then(|candidate| candidate.shares.as_ref());
        let expects = shares.map_or(String::new(), |shares| {
            let share = |(name, index): &(String, usize)| Some(format!("{name} {:.0}%", shares[*index]? * 100.0));
            let shares: Vec<String> = self.sides.iter().filter_map(share).collect();
            format!(", expecting {}", shares.join(", "))
        });
        self.terminal.show(&format!("{} would play {}{expects}", player.written(), analysis.best))
    }

    /// All moves so far, as they were seen.
    fn log(&self) -> String {
        let history = self.session.history(self.observer());
        let of =
            |mover: Turn| history.iter().filter(move |played| played.turn == mover).map(|played| played.text.clone());
        let mut text = String::new();
        for (mover, name) in Player::all(self.seats.len()).map(|player| (Turn::Player(player), self.name(player))) {
            let moves: Vec<String> = std::iter::once(format!("{name}:")).chain(of(mover)).collect();
            text += &output::wrapped(&moves);
        }
        text
    }

    /// Goes back to the last position in which a human chose.
    fn undo(&mut self) -> Result<(), Failure> {
        let is_human = |turn: Turn| turn.player().is_some_and(|player| self.seats[player.index()].is_none());
        let history = self.session.history(self.observer());
        let Some(last) = history.iter().rposition(|played| is_human(played.turn)) else {
            return self.terminal.show("there is no move of yours to take back");
        };
        while self.session.plies() > last {
            self.session.undo();
        }
        self.listed.clear();
        self.drawn = false;
        Ok(())
    }
}

/// What was played, a line for each turn of a player with what chance did in it.
fn brief(news: &[Played]) -> Vec<String> {
    let mut turns: Vec<(Turn, String)> = Vec::new();
    for played in news {
        match turns.last_mut() {
            Some((turn, text)) if *turn == played.turn || played.turn == Turn::Chance => {
                *text += &format!(" {}", played.text);
            }
            _ => {
                let who = played.turn.player().map_or("chance".to_owned(), |player| format!("player {player}"));
                turns.push((played.turn, format!("{who}: {}", played.text)));
            }
        }
    }
    let last = turns.split_off(turns.len().saturating_sub(NEWS));
    let heading = (!last.is_empty()).then(|| "since your move:".to_owned());
    heading.into_iter().chain(last.into_iter().map(|(_, text)| text)).collect()
}

/// Says that a player thinks, until it is dropped.
fn thinking(player: &PlayerSpec) -> Progress {
    let extent = player.budget().time.map_or(Extent::Unknown, Extent::Time);
    Progress::start(format!("{} is thinking", player.written()), extent)
}
