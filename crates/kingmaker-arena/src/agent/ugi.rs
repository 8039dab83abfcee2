//! The Universal Game Interface, and what we say beyond it.

use std::time::Duration;

use kingmaker_search::Budget;

use super::{Answer, Dialect, Fault, FaultKind, Question, Table, Talk, shortened};

/// A program that speaks it; `word` is how it is greeted.
pub(super) struct Ugi {
    word: &'static str,
    game: Option<String>,
}

impl Ugi {
    pub(super) fn new(word: &'static str) -> Self {
        Ugi { word, game: None }
    }

    /// Waits until all that was said before is understood. A move that comes meanwhile was not asked for.
    fn wait_until_ready(talk: &mut Talk<'_>, limit: Duration) -> Result<(), Fault> {
        talk.say("isready");
        talk.wait_for("readyok", limit, |line| match line.trim() {
            "readyok" => Some(Ok(())),
            line => trouble(line).map(Err),
        })
    }
}

/// A line that is a fault, whatever was asked: a move that was not asked for, or a complaint.
fn trouble(line: &str) -> Option<Fault> {
    match line.split_once(char::is_whitespace).unwrap_or((line, "")) {
        ("bestmove", _) => Some(Fault::new(FaultKind::Unasked, shortened(line))),
        ("error", why) => Some(Fault::new(FaultKind::GaveUp, shortened(why))),
        _ => None,
    }
}

impl Dialect for Ugi {
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Fault> {
        talk.say(self.word);
        talk.wait_for("ugiok", talk.settings.start, |line| match line.trim() {
            "ugiok" | "uciok" => Some(Ok(())),
            line => trouble(line).map(Err),
        })?;
        for option in talk.options() {
            match option.split_once('=') {
                Some((name, value)) => talk.say(&format!("setoption name {} value {}", name.trim(), value.trim())),
                None => talk.say(&format!("setoption name {option}")),
            }
        }
        Self::wait_until_ready(talk, talk.settings.start)
    }

    fn new_game(&mut self, talk: &mut Talk<'_>, table: &Table) -> Result<(), Fault> {
        // Chess programs know their game, and nothing of ours.
        if self.word == "ugi" {
            if self.game.as_ref() != Some(&table.game) {
                talk.say(&format!("game {}", table.game));
                self.game = Some(table.game.clone());
            }
            talk.say("uginewgame");
            talk.say(&format!("seat {}", table.seat));
            talk.say(&format!("seed {}", table.seed));
        } else {
            talk.say("ucinewgame");
        }
        Self::wait_until_ready(talk, talk.settings.new_game)
    }

    fn ask(&mut self, talk: &mut Talk<'_>, table: &Table, question: &Question<'_>) -> Result<Answer, Fault> {
        let Question { moves, position, is_view, budget } = *question;
        if is_view {
            talk.say(&format!("view {position}"));
        } else {
            let start = table.start.as_ref().map_or("startpos".to_owned(), |start| format!("fen {start}"));
            let moves: String = moves.iter().map(|(_, mv)| format!(" {mv}")).collect();
            let word = if moves.is_empty() { "" } else { " moves" };
            talk.say(&format!("position {start}{word}{moves}"));
        }
        Self::wait_until_ready(talk, talk.settings.new_game)?;
        talk.say(&format!("go{}", limits(budget)));
        let mut answer = Answer::default();
        talk.wait_for_move("bestmove", budget, Some("stop"), |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => read_info(words, &mut answer),
                Some("bestmove") => {
                    let mv = words.next().unwrap_or_default().to_owned();
                    return Some(match mv.as_str() {
                        "" => Err(Fault::new(FaultKind::Garbled, shortened(line))),
                        _ => Ok(Answer { mv, ..answer.clone() }),
                    });
                }
                _ => return trouble(line.trim()).map(Err),
            }
            None
        })
    }

    fn result(&mut self, talk: &mut Talk<'_>, shares: &[f32]) {
        if self.word == "ugi" {
            let shares: String = shares.iter().map(|share| format!(" {share}")).collect();
            talk.say(&format!("result{shares}"));
        }
    }

    fn farewell(&self) -> Option<&'static str> {
        Some("quit")
    }
}

/// The words after `go`.
fn limits(budget: &Budget) -> String {
    let Budget { time, playouts, plies, nodes, depth } = *budget;
    let limits = [
        time.map(|time| format!(" movetime {}", time.as_millis().max(1))),
        playouts.map(|playouts| format!(" playouts {playouts}")),
        plies.map(|plies| format!(" plies {plies}")),
        nodes.map(|nodes| format!(" nodes {nodes}")),
        depth.map(|depth| format!(" depth {depth}")),
    ];
    let text: String = limits.into_iter().flatten().collect();
    if text.is_empty() { " infinite".to_owned() } else { text }
}

/// What the program says that it spent; the last word counts.
fn read_info<'a>(mut words: impl Iterator<Item = &'a str>, answer: &mut Answer) {
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|number| number.parse::<u64>().ok());
        match word {
            "playouts" => answer.playouts = number().unwrap_or(answer.playouts),
            "nodes" => answer.nodes = number().unwrap_or(answer.nodes),
            "depth" => answer.depth = number().and_then(|depth| u32::try_from(depth).ok()).unwrap_or(answer.depth),
            "time" => answer.time = number().map(Duration::from_millis).or(answer.time),
            "pv" | "string" | "json" => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_words() {
        assert_eq!(limits(&Budget::playouts(50)), " playouts 50");
        assert_eq!(limits(&Budget { plies: Some(900), ..Budget::playouts(50) }), " playouts 50 plies 900");
        let both = Budget { depth: Some(3), ..Budget::time(Duration::from_millis(20)) };
        assert_eq!((limits(&both), limits(&Budget::default())), (" movetime 20 depth 3".into(), " infinite".into()));
    }

    #[test]
    fn what_was_spent_is_read() {
        let mut answer = Answer::default();
        for line in ["depth 3 nodes 17 score shares 0.5 0.5 pv depth 9", "depth 4 time 20 playouts 5", "depth x nodes"]
        {
            read_info(line.split_whitespace(), &mut answer);
        }
        assert_eq!((answer.depth, answer.nodes, answer.playouts), (4, 17, 5));
        assert_eq!(answer.time, Some(Duration::from_millis(20)));
    }
}
