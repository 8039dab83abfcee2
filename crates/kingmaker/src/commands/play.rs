//! `kingmaker play`

use std::io::{self, BufRead, IsTerminal, Read};

use clap::Args;
use kingmaker_arena::draw::terminal::HEIGHT;
use kingmaker_arena::{AnyGame, Budget, Observer, PlayerError, PlayerSpec, Registry, Session, draw};
use kingmaker_core::rng::derive_seed;
use kingmaker_core::scene::Picture;
use kingmaker_core::{Player, Rng, Turn};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::show::status;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{BudgetOptions, GameOptions, PositionOptions, seed};
use crate::output;
use crate::prepare::prepare;
use crate::progress::{Extent, Progress};

/// Play in the terminal, against the computer or each other
///
/// Type a move as the program writes it, or `help`. When moves are piped in, the first one that
/// is not legal ends the program with exit status 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kingmaker play focus
  kingmaker play focus --players 3 --seat 2=greedy --seat '3=mcts(time=2s)'
  kingmaker play focus --seat 1=mcts --seat 2=mcts --playouts 200
  kingmaker play hide-and-seek --seat hider=mcts --seat seekers=human
  kingmaker play scotland-yard --seat seekers=seekers-best")]
pub(crate) struct Options {
    #[command(flatten)]
    game: GameOptions,

    /// Who sits where: `human` or a player, such as `--seat 2=greedy`, or `--seat seekers=greedy` for all seats of a
    /// role [default: 1=human, all others mcts]
    #[arg(long = "seat", value_name = "N=WHO")]
    seats: Vec<String>,

    #[command(flatten)]
    position: PositionOptions,

    /// Where the computer's random draws come from [default: different every time]
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten)]
    budget: BudgetOptions,
}

impl Options {
    pub(crate) fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let game = self.game.game(registry)?;
        let budget = self.budget.budget();
        let seats = seats(registry, &*game, &self.seats, &budget)?;
        prepare(&*game, &seats.iter().flatten().cloned().collect::<Vec<_>>());
        let seed = self.seed.unwrap_or_else(random_seed);
        // A position may be what the first of the humans knows of one.
        let human = seats.iter().position(Option::is_none).map(Player::new);
        let mut session = self.position.session(&*game, human.map_or(Observer::Everything, Observer::Seat), seed)?;
        for (seat, player) in Player::all(game.players()).zip(&seats) {
            let own = derive_seed(seed, seat.number() as u64);
            player.iter().try_for_each(|player| session.seat(seat, player, own))?;
        }
        interrupt::leave()?;
        let editor = io::stdin().is_terminal().then(DefaultEditor::new).transpose().map_err(anyhow::Error::from)?;
        let sides = output::sides(&game.teams());
        Sitting {
            registry,
            game: &*game,
            session,
            seats,
            sides,
            budget,
            seed,
            editor,
            drawn: false,
            is_asked_for: false,
            last: None,
        }
        .play()
    }
}

/// A seed that is different every time.
fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one("kingmaker")
}

/// Nobody types more than this at once.
const LONGEST_LINE: u64 = 65_536;

/// Who sits where; `None` is a human.
type Seats = Vec<Option<PlayerSpec>>;

fn seats(registry: &Registry, game: &dyn AnyGame, texts: &[String], budget: &Budget) -> Result<Seats, Failure> {
    let mut seats: Vec<Option<&str>> = vec![None; game.players()];
    let teams = game.teams();
    for text in texts {
        let roles: String = teams.roles().iter().map(|role| format!(" or {role}")).collect();
        let expected = format!("expected a seat from 1 to {}{roles} and who sits there, such as 2=mcts", seats.len());
        let Some((seat, who)) = text.split_once('=') else {
            return Err(Failure::input(format!("'{text}' names no seat; {expected}")));
        };
        let number = seat.trim().parse::<usize>().ok().filter(|seat| (1..=seats.len()).contains(seat));
        let meant: Vec<Player> = match (number, teams.roles().iter().position(|role| *role == seat.trim())) {
            (Some(number), _) => vec![Player::new(number - 1)],
            (None, Some(team)) => teams.members(team).collect(),
            (None, None) => {
                return Err(Failure::input(format!("there is no seat '{seat}' in {}; {expected}", game.spec())));
            }
        };
        for player in meant {
            if seats[player.index()].replace(who.trim()).is_some() {
                return Err(Failure::input(format!("seat {player} is given twice")));
            }
        }
    }
    let who = |(index, given): (usize, Option<&str>)| match given.unwrap_or(if index == 0 { "human" } else { "mcts" }) {
        "human" => Ok(None),
        spec => {
            let player = registry.player(spec, budget)?;
            game.check_player(&player)?;
            Ok(Some(player))
        }
    };
    seats.into_iter().enumerate().map(who).collect()
}

const HELP: &str = "\
A move as the board's notation writes it, or:
  moves [TEXT]   list the legal moves, or those that have this in them
  rules          tell the rules in a few lines
  hint [PLAYER]  ask a player for a move (mcts if none is named)
  undo           take back your last move and what came after it
  board          draw the board again
  log            tell all moves so far, of each player, as you saw them
  position       write the position in one line
  quit           leave the game
";

/// So many lines of moves are listed at once.
const SCREEN: usize = 16;

/// A game, those who play it, and the terminal.
struct Sitting<'a> {
    registry: &'a Registry,
    game: &'a dyn AnyGame,
    session: Box<dyn Session>,
    seats: Seats,
    /// Whose shares are told apart.
    sides: Vec<(String, usize)>,
    budget: Budget,
    seed: u64,
    /// What reads the lines that somebody types; nothing where they come from a pipe.
    editor: Option<DefaultEditor>,
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

impl Sitting<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        loop {
            match self.session.turn() {
                Turn::Over => {
                    // Then everybody may know everything.
                    self.draw(Observer::Everything)?;
                    return output::print(&format!("{}\n", status(&*self.session, Observer::Everything)));
                }
                Turn::Chance => {
                    self.session.draw();
                    self.drawn = false;
                    output::print(&format!("chance: {}\n", self.seen()))?;
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

    fn draw(&mut self, observer: Observer) -> Result<(), Failure> {
        if !self.drawn {
            let picture = self.session.picture(observer);
            let mut text = draw::terminal(&picture, output::colour());
            if self.editor.is_some() && !self.is_asked_for && text.lines().count() > HEIGHT {
                // A map that would run off the screen is drawn when somebody wants to see it.
                text = draw::terminal(&Picture { panel: picture.panel, ..Picture::default() }, output::colour());
                text += "('board' draws the map)\n";
            }
            output::print(&format!("\n{text}\n"))?;
            (self.drawn, self.is_asked_for) = (true, false);
        }
        Ok(())
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
        output::print(&format!("{} ({}): {}\n", self.name(mover), player.written(), self.seen()))
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
        let Some(line) = self.ask(&format!("player {mover}, your move (or help): "))? else {
            output::print("\nthe game is left unfinished\n")?;
            return Ok(Request::Quit);
        };
        match self.obey(line.trim()) {
            Err(Failure::Input(message)) if self.editor.is_some() => {
                output::print(&format!("{message}\n"))?;
                Ok(Request::Continue)
            }
            result => result,
        }
    }

    /// A line that somebody types, or that comes from a pipe; `None` if there will be no more.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        if let Some(editor) = &mut self.editor {
            return match editor.readline(prompt) {
                Ok(line) => {
                    let _ = editor.add_history_entry(line.as_str());
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof) => Ok(None),
                Err(ReadlineError::Interrupted) => Err(Failure::Interrupted),
                Err(error) => Err(Failure::Other(error.into())),
            };
        }
        output::print(prompt)?;
        let mut line = Vec::new();
        if io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        // What is no text is no move either, and is refused as such.
        let line = String::from_utf8_lossy(&line).into_owned();
        // Nobody typed the end of the line, so it is not on the screen.
        output::print(&format!("{}\n", line.trim()))?;
        Ok(Some(line))
    }

    fn obey(&mut self, line: &str) -> Result<Request, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "help" | "?" => output::print(&self.help())?,
            "rules" => output::print(self.rules())?,
            "moves" => output::print(&self.moves(rest.trim()))?,
            "hint" => self.hint(rest.trim())?,
            "undo" => self.undo()?,
            "board" => (self.drawn, self.is_asked_for) = (false, true),
            "log" => output::print(&self.log())?,
            "position" => output::print(&format!("{}\n", self.session.position(self.observer())))?,
            "quit" | "exit" => return Ok(Request::Quit),
            _ => {
                self.session.play(line)?;
                self.drawn = false;
            }
        }
        Ok(Request::Continue)
    }

    /// What can be typed, with some moves of the position at hand.
    fn help(&self) -> String {
        let legal = self.session.legal_moves(self.observer());
        let some: Vec<&str> = legal.iter().step_by(legal.len().div_ceil(4).max(1)).map(String::as_str).collect();
        format!("{HELP}Moves here are such as {}.\n", some.join(", "))
    }

    fn rules(&self) -> &str {
        match self.game.rules() {
            "" => "nobody has written down the rules of this game; 'moves' lists what you can do\n",
            rules => rules,
        }
    }

    /// The legal moves that have a text in them, as far as they fit the screen.
    fn moves(&self, wanted: &str) -> String {
        let mut legal = self.session.legal_moves(self.observer());
        legal.retain(|mv| mv.to_ascii_lowercase().contains(&wanted.to_ascii_lowercase()));
        if legal.is_empty() {
            return format!("no legal move has '{wanted}' in it\n");
        }
        let lines = output::wrapped(&legal);
        let shown: Vec<&str> = lines.lines().take(SCREEN).collect();
        let told = shown.iter().flat_map(|line| line.split_whitespace()).count();
        let mut text = shown.join("\n") + "\n";
        if told < legal.len() {
            let example = legal[told].split([',', '-', '=']).next().unwrap_or_default();
            text += &format!("and {} more: 'moves {example}' lists those with {example}\n", legal.len() - told);
        }
        text
    }

    fn hint(&self, spec: &str) -> Result<(), Failure> {
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
        output::print(&format!("{} would play {}{expects}\n", player.written(), analysis.best))
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
            return output::print("there is no move of yours to take back\n");
        };
        while self.session.plies() > last {
            self.session.undo();
        }
        self.drawn = false;
        Ok(())
    }
}

/// Says that a player thinks, until it is dropped.
fn thinking(player: &PlayerSpec) -> Progress {
    let extent = player.budget().time.map_or(Extent::Unknown, Extent::Time);
    Progress::start(format!("{} is thinking", player.written()), extent)
}
