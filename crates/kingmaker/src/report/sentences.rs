//! What is said about matches in words: how many games there are, who is stronger, how long games were.

use kingmaker_arena::PlayedMatch;
use kingmaker_arena::played::MatchPlayer;
use kingmaker_arena::statistics::{Latency, Mean, PairTest, Sizes};

use super::sequential;

/// How many games there are: one line, unless matches differ in it or are not finished.
pub(super) fn games(matches: &[&PlayedMatch]) -> Vec<String> {
    // What is left out has a note that says so.
    let matches: Vec<&PlayedMatch> = matches.iter().copied().filter(|played| played.scheduled > 0).collect();
    let lines: Vec<String> = matches.iter().map(|played| games_line(played)).collect();
    match &lines[..] {
        [] | [_] => lines,
        [first, others @ ..]
            if others.iter().all(|other| other == first) && matches.iter().all(|played| played.complete) =>
        {
            vec![format!("{} matches, each of {first}", lines.len())]
        }
        _ => matches.iter().zip(lines).map(|(played, line)| format!("{}: {line}", names(played))).collect(),
    }
}

/// What follows from the games.
pub(super) fn findings(matches: &[&PlayedMatch]) -> Vec<String> {
    if matches.iter().all(|played| played.scheduled == 0) {
        return Vec::new();
    }
    let mut sentences: Vec<String> = matches.iter().flat_map(|played| stronger(&played.comparisons)).collect();
    let tested = || matches.iter().filter_map(|played| Some((played.sprt.as_ref()?, played.games)));
    sentences.extend(tested().flat_map(|(finding, games)| sequential::sentences(finding, games)));
    match tested().count() {
        0 => {}
        1 => sentences.push(
            "the interval above is that of a match of fixed length, and only a guide after an early stop".to_owned(),
        ),
        _ => sentences.push(
            "the intervals above are those of matches of fixed length, and only a guide after an early stop".to_owned(),
        ),
    }
    sentences.extend(matches.iter().flat_map(|played| played.players.iter().flat_map(about_program)));
    sentences.push(length_line(matches));
    sentences.extend(matches.iter().filter_map(|played| points(played)));
    if matches.iter().any(|played| !played.is_repeatable) {
        let why = "time is limited, a search has several threads, or another program plays";
        sentences.push(format!("another run will differ: {why}"));
    }
    sentences
}

/// How many turns games took and what players had in the end, where that is counted.
fn points(played: &PlayedMatch) -> Option<String> {
    let told = |mean: Mean| {
        let spread = mean.interval.map_or(String::new(), |(_, high)| format!(" ± {:.1}", high - mean.value));
        format!("{:.1}{spread}", mean.value)
    };
    let players = played.players.iter();
    let points = players.filter_map(|player| Some(format!("{} had {}", player.name, told(player.points?))));
    let said: Vec<String> =
        played.turns.map(|turns| format!("{} turns", told(turns))).into_iter().chain(points).collect();
    (!said.is_empty()).then(|| format!("at the end, on average: {}", said.join(", ")))
}

/// What a player that is another program did wrong, and how much time was lost on the way.
fn about_program(player: &MatchPlayer) -> Vec<String> {
    let (name, summary) = (&player.name, &player.summary);
    let mut sentences = Vec::new();
    if !summary.faults.is_empty() {
        let kinds = summary.faults.iter().map(|(kind, count)| format!("it {} ({count})", kind.words()));
        let lost: u64 = summary.faults.values().sum();
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        sentences.push(format!("{name} lost {lost} of {} games by its faults: {kinds}", summary.games));
    }
    if let Some(latency) = summary.latency {
        let Latency { median, p95, most } = latency;
        sentences.push(format!(
            "answers of {name} took {median:.1} ms longer than it says in the median, {p95:.1} ms in 95%, at most {most:.1} ms"
        ));
    }
    sentences
}

/// "102 games: 17 rounds of 6 seatings", and what is to be said about it.
fn games_line(played: &PlayedMatch) -> String {
    let plural = |number: u64, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
    let &PlayedMatch { games, scheduled, requested, round_length, .. } = played;
    let planned = plural(scheduled, "game");
    if round_length == 1 {
        // One alone can sit in one way only.
        return if played.complete { plural(games, "game") } else { format!("{games} of {planned} finished") };
    }
    let rounds = |games: u64| match games / round_length {
        0 => format!("a fair part of the {round_length} seatings"),
        rounds => format!("{} of {}", plural(rounds, "round"), plural(round_length, "seating")),
    };
    if !played.complete {
        let rounds = rounds(scheduled);
        return format!("{games} of {planned} finished, not every seating equally often (planned: {rounds})");
    }
    let mut line = format!("{}: {}", plural(games, "game"), rounds(games));
    if games > requested {
        let whole = if games < round_length { "" } else { " to whole rounds" };
        line += &format!(" ({requested} rounded up{whole})");
    }
    line
}

/// Who plays, in a few words.
fn names(played: &PlayedMatch) -> String {
    played.players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>().join(" against ")
}

/// Who is stronger than whom.
fn stronger(tests: &[PairTest]) -> Vec<String> {
    let sentence = |test: &PairTest| {
        let PairTest { stronger, weaker, p_value } = test;
        let p_value = if *p_value < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p_value:.3}") };
        if test.is_significant() {
            format!("{stronger} is stronger than {weaker}: {p_value}")
        } else {
            format!("no difference shown between {stronger} and {weaker}: {p_value}")
        }
    };
    let mut sentences: Vec<String> = tests.iter().map(sentence).collect();
    if tests.len() > 1 {
        sentences.push(format!("(p-values corrected for {} comparisons)", tests.len()));
    }
    sentences
}

/// How long the games were, how many moves there were to choose from, and how many were draws.
fn length_line(matches: &[&PlayedMatch]) -> String {
    let mut sizes = Sizes::default();
    matches.iter().for_each(|played| sizes.add_all(&played.sizes));
    let sum = |count: fn(&PlayedMatch) -> u64| matches.iter().map(|played| count(played)).sum::<u64>();
    let (draws, capped) = (sum(|played| played.draws), sum(|played| played.capped));
    let [length, branching] = [sizes.length(), sizes.branching()]
        .map(|mean| mean.map_or("-".to_owned(), |mean| format!("{:.1}", mean.value)));
    let mut line = format!("mean length {length} plies, mean branching {branching}, draws {draws}");
    if let (1.., Some(played)) = (capped, matches.first()) {
        line += &format!(" ({capped} cut off after {} plies)", played.ply_cap);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_arena::{Budget, Match, Registry, Standing};

    /// A match of which so many games are said to be finished.
    fn played(players: &[&str], requested: u64, games: u64) -> PlayedMatch {
        let game = Registry::ours().game("focus(players=3)").expect("a game");
        let specs = players.iter().map(|text| Registry::ours().player(text, &Budget::default()).expect("a player"));
        let the_match = Match::new(game, specs.collect(), requested, 1).expect("possible");
        let complete = games == the_match.schedule().games();
        PlayedMatch { games, complete, ..PlayedMatch::new(&the_match, &Standing::new(&the_match)) }
    }

    #[test]
    fn the_number_of_games_is_said_once_where_once_is_enough() {
        let two = ["greedy", "random"];
        let line = |requested, games| super::games(&[&played(&two, requested, games)]).join("\n");
        assert_eq!(line(100, 102), "102 games: 17 rounds of 6 seatings (100 rounded up to whole rounds)");
        assert_eq!(line(6, 6), "6 games: 1 round of 6 seatings");
        let unfinished = "5 of 12 games finished, not every seating equally often (planned: 2 rounds of 6 seatings)";
        assert_eq!(line(12, 5), unfinished);
        assert_eq!(line(0, 0), "", "what is left out says so elsewhere");
        assert_eq!(super::games(&[&played(&["random"], 4, 4)]), ["4 games"]);
        assert_eq!(super::games(&[&played(&["random"], 4, 3)]), ["3 of 4 games finished"]);
        let (whole, part) = (played(&two, 6, 6), played(&two, 12, 5));
        assert_eq!(super::games(&[&whole, &whole]), ["2 matches, each of 6 games: 1 round of 6 seatings"]);
        let apart = [&whole, &part].map(|played| format!("greedy against random: {}", games_line(played)));
        assert_eq!(super::games(&[&whole, &part]), apart);
        assert_eq!(super::games(&[&part, &part]).len(), 2);
    }

    #[test]
    fn what_is_left_out_has_shown_nothing() {
        assert!(findings(&[&played(&["greedy", "random"], 0, 0)]).is_empty());
        let begun = findings(&[&played(&["greedy", "random"], 6, 0)]);
        assert_eq!(begun, ["mean length - plies, mean branching -, draws 0"]);
    }
}
