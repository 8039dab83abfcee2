//! What is known about the map of London, and what is wrong with other maps.

use proptest::{collection, prop_assert, proptest};

use super::super::map::{Edge, distances};
use super::super::{LONDON, layout};
use super::*;

/// The stations at which something stops.
fn stations_with(game: &ScotlandYard, transport: Transport) -> Vec<u8> {
    let map = game.map();
    map.stations().filter(|&station| map.stops(transport, station)).map(|station| map.number(station)).collect()
}

#[test]
fn london_has_its_edges() {
    let game = london();
    let map = game.map();
    assert_eq!((map.len(), map.starts().len(), map.edges().len()), (199, 18, 468));
    let edges = |transport| map.edges().iter().filter(|edge| edge.transport == transport).count();
    assert_eq!(Transport::ALL.map(edges), [346, 99, 20, 3]);
    assert_eq!(stations_with(&game, Transport::Taxi).len(), 199);
    assert_eq!(stations_with(&game, Transport::Bus).len(), 62);
    let underground = [1, 13, 46, 67, 74, 79, 89, 93, 111, 128, 140, 153, 163, 185];
    assert_eq!(stations_with(&game, Transport::Underground), underground);
    assert_eq!(stations_with(&game, Transport::Boat), [108, 115, 157, 194]);
    let at = |number| map.station(number).expect("a station");
    let targets = |ticket| numbers(&game, map.targets(ticket, at(86))).into_iter().collect::<Vec<_>>();
    assert_eq!((targets(Ticket::Taxi), targets(Ticket::Bus)), (vec![69, 103, 104], vec![52, 87, 102, 116]));
    let degree = |station| map.edges().iter().filter(|edge| edge.ends.contains(&station)).count();
    let degrees: Vec<usize> = map.stations().map(degree).collect();
    assert_eq!((degrees.iter().min(), degrees.iter().max()), (Some(&2), Some(&13)));
    let busiest = map.stations().filter(|station| degrees[station.index()] == 13);
    assert_eq!(busiest.map(|station| map.number(station)).collect::<Vec<_>>(), [67, 128, 140, 153]);
    let mut pairs: Vec<[Station; 2]> = map.edges().iter().map(|edge| edge.ends).collect();
    pairs.iter_mut().for_each(|pair| pair.sort());
    pairs.sort();
    let twice = pairs.windows(2).filter(|pair| pair[0] == pair[1]).count();
    pairs.dedup();
    assert_eq!((pairs.len(), twice), (436, 32));
}

/// The mean over all pairs of different stations.
fn mean(distances: &[u8], count: usize) -> f64 {
    distances.iter().map(|&distance| f64::from(distance)).sum::<f64>() / (count * (count - 1)) as f64
}

#[test]
fn london_has_its_distances() {
    let game = london();
    let map = game.map();
    let mut farthest = Vec::new();
    let mut all = Vec::new();
    for from in map.stations() {
        let row = map.distances_from(from);
        all.extend_from_slice(row);
        farthest.push(*row.iter().max().expect("a distance"));
        assert!(map.stations().all(|to| map.distance(to, from) == row[to.index()]));
    }
    assert_eq!((map.diameter(), farthest.iter().min()), (10, Some(&5)));
    assert!((mean(&all, 199) - 4.706).abs() < 0.0005, "{}", mean(&all, 199));
    let pairs = map.stations().flat_map(|from| map.stations().map(move |to| (from, to)));
    let far = pairs.filter(|&(from, to)| from < to && map.distance(from, to) == 10);
    let far: Vec<(u8, u8)> = far.map(|(from, to)| (map.number(from), map.number(to))).collect();
    assert_eq!(far, [(7, 121), (7, 164), (30, 121), (30, 164)]);
    let taxis: Vec<StationSet> = map.stations().map(|station| *map.targets(Ticket::Taxi, station)).collect();
    let by_taxi = distances(&taxis);
    assert_eq!(by_taxi.iter().max(), Some(&20));
    assert!((mean(&by_taxi, 199) - 8.308).abs() < 0.0005, "{}", mean(&by_taxi, 199));
}

#[test]
fn there_are_so_many_deals() {
    let (starts, players) = (london().map().starts().len(), 6);
    assert_eq!((0..players).map(|player| starts - player).product::<usize>(), 13_366_080);
    // Every player starts everywhere in turn.
    let game = london();
    let mut seen = [StationSet::EMPTY; 6];
    for seed in 0..500 {
        let state = game.start(&mut Rng::new(seed));
        let places: BTreeSet<Station> = state.places.into_iter().collect();
        assert_eq!(places.len(), 6);
        state.places.iter().zip(&mut seen).for_each(|(&place, seen)| seen.insert(place));
    }
    assert!(seen.iter().all(|seen| seen.len() == 18));
}

#[test]
fn tables_say_the_same() {
    for map in [LONDON, SQUARE, STREET] {
        let map = Map::read(map).expect("a map");
        for (ticket, from) in Ticket::ALL.into_iter().flat_map(|ticket| map.stations().map(move |from| (ticket, from)))
        {
            let listed: StationSet = map.ways(ticket, from).iter().copied().collect();
            assert_eq!(listed, *map.targets(ticket, from));
            for tickets in 0..1 << Ticket::KINDS {
                let kinds = Ticket::ALL.into_iter().filter(|ticket| tickets >> ticket.index() & 1 == 1);
                let is_useless = kinds.map(|ticket| map.targets(ticket, from)).all(StationSet::is_empty);
                assert_eq!(map.useless(tickets).contains(from), is_useless);
            }
        }
    }
}

#[test]
fn errors_name_line_and_offender() {
    let start = "station 1\nstation 2\nstation 3\n";
    let cases = [
        ("", "there is no station; expected lines such as 'station 1'"),
        ("station 0", "line 1: '0' is not the number of a station; expected one from 1 to 250"),
        ("station 251", "line 1: '251' is not the number of a station; expected one from 1 to 250"),
        ("station 1\n# again\nstation 1", "line 3: station 1 is there twice; expected each once"),
        (
            "station 1 5",
            "line 1: expected a number and perhaps two coordinates, as in 'station 1' or 'station 1 12.5 3.25'",
        ),
        ("station 1 5 x", "line 1: 'x' is not a coordinate; expected a number such as 12.5"),
        ("station 1 5 NaN", "line 1: 'NaN' is not a coordinate; expected a number such as 12.5"),
        ("+taxi 1 4", "line 4: unknown station '4'; expected one with a line 'station 4'"),
        ("+taxi 1", "line 4: expected a station and those that it leads to, as in 'taxi 1 8 9'"),
        ("+taxi 1 2 1", "line 4: taxi 1 1 leads from a station to itself; expected two stations"),
        ("+bus 1 2\nbus 2 1", "line 5: bus 2 1 is there twice; expected each once, in one direction"),
        ("+start 1\nstart 1", "line 5: start 1 is there twice; expected each once"),
        ("+start", "line 4: expected the number of one station, as in 'start 13'"),
        ("+start x", "line 4: unknown station 'x'; expected one with a line 'station x'"),
        ("+taxy 1 2", "line 4: unknown word 'taxy'; did you mean 'taxi'?"),
        ("+taxi 1 2", "there is no way from station 1 to station 3; expected a map in one piece"),
    ];
    for (text, expected) in cases {
        let text = text.replace('+', start);
        assert_eq!(Map::read(&text).expect_err("should not be read").to_string(), expected, "for {text:?}");
    }
}

#[test]
fn settings_that_do_not_go_together() {
    let error = |settings: Settings| ScotlandYard::from_settings(&settings).expect_err("should not do");
    let usual = Settings::default;
    let missing = error(Settings { map: Some("no/such.map".into()), ..usual() });
    assert!(missing.starts_with("the map 'no/such.map' cannot be read: "), "{missing}");
    let many = error(Settings { taxi: 60, ..usual() });
    assert_eq!(many, "there are 304 taxi tickets in all; expected at most 255");
    for (surfaces, word) in [("3,x", "x"), ("3,3", "3"), ("0", "0"), ("3,,8", ""), ("201", "201")] {
        let message = error(Settings { surfaces: surfaces.into(), ..usual() });
        assert!(message.ends_with(&format!("as in \"3,8,13\"; not '{word}'")), "{message}");
    }
    let never = ScotlandYard::from_settings(&Settings { surfaces: " ".into(), ..usual() }).expect("never seen");
    assert!((0..24).all(|round| !never.surfaces_in(round)));
    let few = ScotlandYard::on(Map::read(STREET).expect("a map"), &usual()).expect_err("should not do");
    assert_eq!(few, "the map has 4 starts; expected one for each of 6 players");
}

#[test]
fn a_map_of_ones_own_is_read_from_a_file() {
    let path = std::env::temp_dir().join(format!("kingmaker-{}.map", std::process::id()));
    std::fs::write(&path, STREET).expect("written");
    let map = Some(path.to_string_lossy().into_owned());
    let game = ScotlandYard::from_settings(&Settings { players: 3, map: map.clone(), ..Settings::default() });
    assert_eq!(game.expect("a game").map().len(), 6);
    std::fs::write(&path, "station 1\nstation 1").expect("written");
    let error = ScotlandYard::from_settings(&Settings { players: 3, map, ..Settings::default() }).expect_err("twice");
    assert!(error.ends_with(".map', line 2: station 1 is there twice; expected each once"), "{error}");
    std::fs::remove_file(&path).expect("removed");
}

#[test]
fn stations_have_places_of_their_own() {
    let square = Map::read(SQUARE).expect("a map");
    let drawn = |map: &Map| {
        let places: Vec<(f32, f32)> = map.stations().map(|station| map.place(station)).collect();
        for (index, one) in places.iter().enumerate() {
            assert!(places[..index].iter().all(|other| (one.0 - other.0).hypot(one.1 - other.1) > 0.99), "{one:?}");
        }
    };
    drawn(&square);
    drawn(london().map());
}

/// Taxis hardly cross each other, and no taxi or bus goes through a station that it does not stop at.
#[test]
fn london_is_drawn_readably() {
    let game = london();
    let map = game.map();
    let turn = |[a, b, c]: [(f32, f32); 3]| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0) > 0.0;
    let drawn = |edge: &Edge| edge.ends.map(|end| map.place(end));
    let cross = |one: &Edge, other: &Edge| {
        let ([a, b], [c, d]) = (drawn(one), drawn(other));
        let is_apart = one.ends.iter().all(|end| !other.ends.contains(end));
        is_apart && turn([a, b, c]) != turn([a, b, d]) && turn([c, d, a]) != turn([c, d, b])
    };
    let by = |transport: Transport| map.edges().iter().filter(move |edge| edge.transport == transport);
    let crossings = by(Transport::Taxi).flat_map(|one| by(Transport::Taxi).map(move |other| (one, other)));
    assert!(crossings.filter(|(one, other)| cross(one, other)).count() / 2 <= 3);
    for edge in by(Transport::Taxi).chain(by(Transport::Bus)) {
        let [from, to] = drawn(edge);
        let along = (to.0 - from.0, to.1 - from.1);
        for station in map.stations().filter(|station| !edge.ends.contains(station)) {
            let beside = (map.place(station).0 - from.0, map.place(station).1 - from.1);
            let part = (beside.0 * along.0 + beside.1 * along.1) / (along.0 * along.0 + along.1 * along.1);
            let distance = (beside.0 - part * along.0).hypot(beside.1 - part * along.1);
            assert!(!(0.0..1.0).contains(&part) || distance > 0.4, "{edge:?} goes through {}", map.number(station));
        }
    }
}

proptest! {
    /// Whatever is read has a way from everywhere to everywhere, and a place for each station.
    #[test]
    fn no_text_is_a_panic(lines in collection::vec("(station|start|taxi|bus|boat|#|x)( [1-6]){0,3}", 0..20)) {
        if let Ok(map) = Map::read(&lines.join("\n")) {
            prop_assert!(usize::from(map.diameter()) < map.len());
            prop_assert!(map.stations().all(|station| map.place(station).0.is_finite()));
        }
    }

    /// What differs from a map in one line is a map, or has a message.
    #[test]
    fn damaged_maps_are_read_or_refused(line in 0..24usize, word in "[a-z]{0,6}[0-9 ]{0,5}") {
        let text: Vec<&str> = SQUARE.lines().enumerate().map(|(at, kept)| if at == line { &word } else { kept }).collect();
        if let Err(error) = Map::read(&text.join("\n")) {
            prop_assert!(!error.message.is_empty());
        }
    }
}

/// Prints the lines of stations for `london.map`.
#[test]
#[ignore = "writes a part of london.map"]
fn lay_out_london() {
    let game = london();
    let map = game.map();
    for (station, (x, y)) in map.stations().zip(layout::places(map.len(), map.edges())) {
        println!("station {} {x} {y}", map.number(station));
    }
}
