//! Map files: a line for each station, start, or station with those that a transport goes to from there.
//!
//! ```text
//! station 1 12.5 3.25    # a number and, if it is known, where to draw it
//! start 13
//! taxi 1 8 9             # taxis go from 1 to 8 and to 9, and back
//! ```

use kingmaker_core::options::unknown;

use super::map::{Edge, MapError, Plan, Transport};
use super::stations::{MAX_STATIONS, Station};

/// Reads a map file.
pub(super) fn plan(text: &str) -> Result<Plan, MapError> {
    let lines = || {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
        let words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
        (1..).zip(words).filter(|(_, words)| !words.is_empty())
    };
    let at = |line: usize| move |message: String| MapError { line: Some(line), message };
    let mut stations = Vec::new();
    for (line, words) in lines().filter(|(_, words)| words[0] == "station") {
        stations.push(station(&words[1..], &stations).map_err(at(line))?);
    }
    stations.sort_by_key(|&(number, _)| number);
    let mut plan = Plan {
        numbers: stations.iter().map(|&(number, _)| number).collect(),
        places: stations.iter().map(|&(_, place)| place).collect(),
        ..Plan::default()
    };
    if plan.numbers.is_empty() {
        return Err(MapError { line: None, message: "there is no station; expected lines such as 'station 1'".into() });
    }
    for (line, words) in lines().filter(|(_, words)| words[0] != "station") {
        let transport = Transport::ALL.into_iter().find(|transport| transport.name() == words[0]);
        let read = match transport {
            Some(transport) => add_edges(&mut plan, transport, &words[1..]),
            None if words[0] == "start" => add_start(&mut plan, &words[1..]),
            None => {
                let known = ["station", "start"].into_iter().chain(Transport::ALL.map(Transport::name));
                Err(unknown("word", words[0], known))
            }
        };
        read.map_err(at(line))?;
    }
    Ok(plan)
}

type PlacedStation = (u8, Option<(f32, f32)>);

fn station(words: &[&str], earlier: &[PlacedStation]) -> Result<PlacedStation, String> {
    let (number, place) = match *words {
        [number] => (number, None),
        [number, x, y] => (number, Some((coordinate(x)?, coordinate(y)?))),
        _ => {
            return Err(
                "expected a number and perhaps two coordinates, as in 'station 1' or 'station 1 12.5 3.25'".into()
            );
        }
    };
    let parsed = number.parse().ok().filter(|&number: &u8| (1..=MAX_STATIONS).contains(&usize::from(number)));
    let Some(parsed) = parsed else {
        return Err(format!("'{number}' is not the number of a station; expected one from 1 to {MAX_STATIONS}"));
    };
    if earlier.iter().any(|&(other, _)| other == parsed) {
        return Err(format!("station {parsed} is there twice; expected each once"));
    }
    Ok((parsed, place))
}

fn coordinate(word: &str) -> Result<f32, String> {
    let number = word.parse().ok().filter(|number: &f32| number.abs() <= 10_000.0);
    number.ok_or_else(|| format!("'{word}' is not a coordinate; expected a number such as 12.5"))
}

/// The station of this number, which is one of the map.
fn known(plan: &Plan, word: &str) -> Result<Station, String> {
    let number = word.parse().ok();
    let place = number.and_then(|number: u8| plan.numbers.binary_search(&number).ok());
    place
        .map(Station::new)
        .ok_or_else(|| format!("unknown station '{word}'; expected one with a line 'station {word}'"))
}

fn add_start(plan: &mut Plan, words: &[&str]) -> Result<(), String> {
    let &[word] = words else {
        return Err("expected the number of one station, as in 'start 13'".into());
    };
    let start = known(plan, word)?;
    if plan.starts.contains(&start) {
        return Err(format!("start {word} is there twice; expected each once"));
    }
    plan.starts.push(start);
    Ok(())
}

fn add_edges(plan: &mut Plan, transport: Transport, words: &[&str]) -> Result<(), String> {
    let name = transport.name();
    let (from, others) = match words {
        [from, others @ ..] if !others.is_empty() => (from, others),
        _ => return Err(format!("expected a station and those that it leads to, as in '{name} 1 8 9'")),
    };
    let one = known(plan, from)?;
    for to in others {
        let other = known(plan, to)?;
        if one == other {
            return Err(format!("{name} {from} {to} leads from a station to itself; expected two stations"));
        }
        let is_same =
            |edge: &Edge| edge.transport == transport && (edge.ends == [one, other] || edge.ends == [other, one]);
        if plan.edges.iter().any(is_same) {
            return Err(format!("{name} {from} {to} is there twice; expected each once, in one direction"));
        }
        plan.edges.push(Edge { transport, ends: [one, other] });
    }
    Ok(())
}
