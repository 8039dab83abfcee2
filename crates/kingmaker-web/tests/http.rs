//! The server from outside: what it answers to those who play, to those who make mistakes, and to those who mean harm.

mod client;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use client::{JSON, Running};
use serde_json::{Value, json};

#[test]
fn a_game_is_played_kept_and_goes_on() {
    let server = Running::start();
    let id = server.room("rolit(players=3)", &["person", "mcts(playouts=20)", "random"]);
    for _ in 0..3 {
        server.play(&id);
    }
    let before = server.wait(&id);
    assert_eq!(before["plies"], 9);
    let server = Running::in_folder(server.stop(), Vec::new());
    let after = server.wait(&id);
    assert_eq!(after["history"], before["history"]);
    server.play(&id);
    let (status, _) = server.post(&format!("/api/rooms/{id}/undo"), &Value::Null);
    assert_eq!(status, 204);
    assert_eq!(server.wait(&id)["plies"], 9);
    let (status, file) = server.get(&format!("/api/rooms/{id}/file"));
    assert_eq!((status, file["moves"].as_array().map(Vec::len)), (200, Some(9)));
    let (status, again) = server.post("/api/rooms", &file);
    assert_eq!(status, 201);
    assert_eq!(server.wait(again["id"].as_str().expect("an id"))["history"], before["history"]);
}

#[test]
fn chance_is_not_rolled_again_by_taking_back() {
    let server = Running::start();
    let id = server.room("pig(players=2)", &["person", "person"]);
    server.play(&id);
    let first = server.wait(&id);
    assert!(first["plies"].as_u64() > Some(1), "the die was rolled: {}", first["history"]);
    server.post(&format!("/api/rooms/{id}/undo"), &Value::Null);
    server.play(&id);
    assert_eq!(server.wait(&id)["history"], first["history"]);
}

#[test]
fn mistakes_have_a_status_and_a_message() {
    let server = Running::start();
    let id = server.room("focus(players=2)", &["person", "mcts(time=4s)"]);
    let room = format!("/api/rooms/{id}");
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let posts = [
        ("/api/rooms", json!({ "game": "focsu", "seats": seats }), 422, "did you mean 'focus'"),
        ("/api/rooms", json!({ "game": "focus(players=3)", "seats": seats }), 422, "3 seats"),
        ("/api/rooms", json!({ "game": "focus(players=2)", "seats": seats, "start": "x" }), 422, "expected"),
        ("/api/rooms", json!({ "game": "focus(players=2)", "seats": seats, "moves": ["a1-a9"] }), 422, "ply 1"),
        ("/api/rooms", json!({ "game": "scotland-yard(map=\"/etc/passwd\")", "seats": seats }), 403, "file"),
        ("/api/rooms", json!({ "game": "focus", "seats": "all" }), 422, "seats"),
        ("/api/rooms", json!({ "game": "focus", "seats": seats, "colour": 1 }), 422, "colour"),
        ("/api/rooms", json!({ "game": 7, "seats": seats }), 422, "game"),
    ];
    for (path, body, expected, words) in posts {
        let (status, answer) = server.post(path, &body);
        let message = answer["error"].as_str().unwrap_or_default();
        assert!(status == expected && message.contains(words), "{body}: {status} {message}");
    }
    let player = |spec: &str| json!({ "game": "focus(players=2)", "seats": [{ "kind": "person" }, { "kind": "player", "spec": spec }] });
    let players = [
        ("mcts(time=6s)", 422, "more than the server allows"),
        ("mcts(threads=2)", 422, "threads=2"),
        ("mcts(c=nought)", 422, "takes a number"),
        ("agent(cmd=\"rm -rf 1\")", 403, "file"),
        ("agent", 403, "started with it"),
        ("hider-best", 422, "seat 2"),
    ];
    for (spec, expected, words) in players {
        let (status, answer) = server.post("/api/rooms", &player(spec));
        let message = answer["error"].as_str().unwrap_or_default();
        assert!(status == expected && message.contains(words), "{spec}: {status} {message}");
    }
    let agent =
        json!({ "game": "focus(players=2)", "seats": [{ "kind": "person" }, { "kind": "agent", "spec": "sh" }] });
    assert_eq!(server.post("/api/rooms", &agent).0, 422);
    let moves = format!("{room}/moves");
    assert_eq!(server.post(&moves, &json!({ "ply": 0, "move": "a1-a9" })).0, 422);
    assert_eq!(server.post(&moves, &json!({ "ply": 5, "move": "b6-b7" })).0, 409);
    server.play(&id);
    let (status, answer) = server.post(&moves, &json!({ "ply": 1, "move": "c6-c7" }));
    assert!(status == 409 && answer["error"].as_str().is_some_and(|text| text.contains("player 2")), "{answer}");
    for (path, expected) in [
        (format!("{room}?as=9"), 422),
        (format!("{room}?as=x"), 400),
        (format!("{room}?ply=99"), 422),
        (format!("{room}?ply=-1"), 400),
        (format!("{room}/line?ply=0&moves=z9"), 422),
        (format!("{room}/line?ply=0"), 400),
        ("/api/rooms/0123456789abcdef0123456789abcdef".to_owned(), 404),
        ("/api/rooms/%00%ff".to_owned(), 400),
        ("/api/stores/9/report".to_owned(), 404),
        ("/api/stores/0/report".to_owned(), 409),
        ("/api/nothing".to_owned(), 404),
        ("/../Cargo.toml".to_owned(), 404),
        ("/%2e%2e/Cargo.toml".to_owned(), 404),
    ] {
        let (status, answer) = server.get(&path);
        assert_eq!(status, expected, "{path}: {answer}");
    }
    assert_eq!(server.request("DELETE", &room, &[], b"").0, 405);
}

#[test]
fn who_means_harm_is_refused_and_nothing_dies() {
    let server = Running::start();
    let id = server.room("focus(players=2)", &["person", "random"]);
    let room = format!("/api/rooms/{id}");
    let attempts = [
        ("POST", "/api/rooms", vec![JSON], b"{\"game\":".to_vec(), 400_u16),
        ("POST", "/api/rooms", vec![JSON], vec![0xff; 100], 400),
        ("POST", "/api/rooms", vec![JSON], vec![b'['; 200_000], 422),
        ("POST", "/api/rooms", vec![JSON], vec![b' '; 1_000_000], 413),
        ("POST", "/api/rooms", vec![("content-type", "text/plain")], b"{}".to_vec(), 415),
        ("GET", room.as_str(), vec![("host", "evil.example")], Vec::new(), 403),
        ("GET", room.as_str(), vec![("origin", "http://evil.example")], Vec::new(), 403),
        ("POST", "/api/rooms", vec![JSON, ("origin", "null")], b"{}".to_vec(), 403),
    ];
    for (method, path, headers, body, expected) in attempts {
        let (status, answer) = server.request(method, path, &headers, &body);
        assert_eq!(status, expected, "{method} {path} {headers:?}: {answer}");
        assert!(answer.contains("\"error\""), "{answer}");
        assert!(!answer.to_lowercase().contains("access-control-allow"), "{answer}");
    }
    // Clients that vanish in the middle of a request, and listeners that never read.
    for _ in 0..50 {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        let _ = stream.write_all(format!("GET {room}/events HTTP/1.1\r\nhost: {}\r\n\r\n", server.address).as_bytes());
        let mut vanished = TcpStream::connect(server.address).expect("it listens");
        let _ = vanished.write_all(b"POST /api/rooms HTTP/1.1\r\ncontent-length: 50\r\n\r\n{");
        std::mem::forget(stream);
    }
    server.play(&id);
    assert_eq!(server.wait(&id)["plies"], 2);
}

#[test]
fn advice_that_nobody_waits_for_holds_up_no_player() {
    let server = Running::start();
    let id = server.room("rolit(players=2)", &["person", "mcts(time=300ms)"]);
    for plies in [2, 4] {
        let (status, _) = server.post(&format!("/api/rooms/{id}/advice"), &json!({ "player": "mcts(time=4s)" }));
        assert_eq!(status, 202);
        std::thread::sleep(Duration::from_millis(100));
        server.play(&id);
        assert_eq!(server.wait(&id)["plies"], plies);
    }
}

#[test]
fn what_happens_is_streamed() {
    let server = Running::start();
    let id = server.room("rolit(players=2)", &["person", "mcts(time=700ms)"]);
    let mut stream = TcpStream::connect(server.address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
    write!(stream, "GET /api/rooms/{id}/events HTTP/1.1\r\nhost: {}\r\n\r\n", server.address).expect("sent");
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let mut next = |wanted: &str| {
        let is_wanted = |line: &String| line.trim() == format!("event: {wanted}");
        lines.find(is_wanted).expect("it comes");
        let data = lines.next().expect("with something in it");
        serde_json::from_str::<Value>(data.trim_start_matches("data: ")).expect("JSON")
    };
    assert_eq!(next("room")["plies"], 0);
    server.play(&id);
    assert_eq!(next("room")["plies"], 1);
    // While it thinks, its findings come more than once, and more each time.
    let mut playouts = Vec::new();
    while playouts.len() < 3 {
        let thought = next("thought");
        assert_eq!((&thought["player"], &thought["budget"]["milliseconds"]), (&json!(2), &json!(700)), "{thought}");
        playouts.extend(thought["findings"]["playouts"].as_u64());
    }
    assert!(playouts.is_sorted() && playouts[0] < playouts[2], "{playouts:?}");
    assert_eq!(next("room")["plies"], 2);
}

#[test]
fn secrets_stay_secret_until_the_end() {
    let server = Running::start();
    let id = server.room("hide-and-seek", &["mcts(playouts=20)", "person", "person"]);
    let room = server.wait(&id);
    assert_eq!((&room["observer"], &room["may_see"]), (&json!(2), &json!([2, 3])));
    for path in ["?as=1", "/events?as=1", "/file", "/line?ply=0&moves=c1"] {
        assert_eq!(server.get(&format!("/api/rooms/{id}{path}")).0, 403, "{path}");
    }
    assert_eq!(server.post(&format!("/api/rooms/{id}/review"), &Value::Null).0, 403);
    assert!(room["findings"].is_null() && room["graph"]["shares"] == json!([]), "{room}");
    while server.wait(&id)["position"]["turn"]["kind"] != "over" {
        server.play(&id);
    }
    assert_eq!(server.get(&format!("/api/rooms/{id}?as=1")).0, 200);
    assert_eq!(server.get(&format!("/api/rooms/{id}/file")).0, 200);
}

/// Two rooms whose hiders stand apart tell their seekers the same, to the byte, as long as nothing can be seen.
#[test]
fn views_do_not_depend_on_what_is_hidden() {
    let server = Running::start();
    let told = |hider: &str| {
        let start = format!("hider={hider} seekers=c1,c7 possible=c3,c4,c5,c9,c10 turn=2 round=2");
        let asked = json!({
            "game": "hide-and-seek", "seed": 5, "start": start,
            "seats": [{ "kind": "player", "spec": "random" }, { "kind": "person" }, { "kind": "person" }],
        });
        let (status, answer) = server.post("/api/rooms", &asked);
        assert_eq!(status, 201, "{answer}");
        let id = answer["id"].as_str().expect("an id").to_owned();
        let (_, text) = server.request("GET", &format!("/api/rooms/{id}"), &[], b"");
        let (_, other) = server.request("GET", &format!("/api/rooms/{id}?as=3"), &[], b"");
        (text + &other).replace(&id, "")
    };
    assert_eq!(told("c3"), told("c10"));
}

#[test]
fn the_description_has_every_path() {
    let server = Running::start();
    let (status, description) = server.get("/api/openapi.json");
    assert_eq!(status, 200);
    let paths = description["paths"].as_object().expect("paths");
    assert!(paths.len() >= 15 && paths.contains_key("/api/rooms/{id}/moves"), "{:?}", paths.keys());
    let (status, catalog) = server.get("/api/catalog");
    assert_eq!(status, 200);
    assert!(catalog["games"].as_array().is_some_and(|games| games.len() >= 10));
    assert!(catalog["parts"].as_array().is_some_and(|parts| parts.iter().any(|part| part["name"] == "greedy")));
}
