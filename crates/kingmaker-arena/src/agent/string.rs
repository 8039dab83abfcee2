//! The protocol of Parshotam 2023: one position per line in, `<move> <seconds>` out.

use std::time::Duration;

use super::{Answer, Dialect, Fault, FaultKind, Question, Table, Talk, shortened};

pub(super) struct Text;

impl Dialect for Text {
    fn greet(&mut self, _: &mut Talk<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn new_game(&mut self, _: &mut Talk<'_>, _: &Table) -> Result<(), Fault> {
        Ok(())
    }

    fn ask(&mut self, talk: &mut Talk<'_>, _: &Table, question: &Question<'_>) -> Result<Answer, Fault> {
        talk.check_silence(|_| true)?;
        let fields = talk.settings.fields.map_or(usize::MAX, |fields| fields as usize);
        let position: Vec<&str> = question.position.split(' ').take(fields).collect();
        talk.say(&position.join(" "));
        talk.wait_for_move("move", question.budget, None, |line| Some(read(line)))
    }

    fn result(&mut self, _: &mut Talk<'_>, _: &[f32]) {}

    fn farewell(&self) -> Option<&'static str> {
        None
    }
}

/// A move, which may contain blanks, and perhaps seconds.
fn read(line: &str) -> Result<Answer, Fault> {
    let line = line.trim();
    let seconds = |text: &str| text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let (mv, time) = match line.rsplit_once(' ') {
        Some((mv, last)) if seconds(last).is_some() => (mv.trim_end(), seconds(last)),
        _ => (line, None),
    };
    if mv.is_empty() {
        return Err(Fault::new(FaultKind::Garbled, format!("{}; expected a move", shortened(line))));
    }
    Ok(Answer { mv: mv.to_owned(), time, ..Answer::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_with_or_without_seconds() {
        let moved = |line: &str| read(line).map(|answer| (answer.mv, answer.time)).ok();
        assert_eq!(moved("E2 0.5"), Some(("E2".to_owned(), Some(Duration::from_millis(500)))));
        assert_eq!(moved(" E2\r"), Some(("E2".to_owned(), None)));
        assert_eq!(moved("a b"), Some(("a b".to_owned(), None)));
        assert_eq!(moved("E2 -1"), Some(("E2 -1".to_owned(), None)));
        assert_eq!(moved("  "), None);
    }
}
