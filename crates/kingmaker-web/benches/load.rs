//! How long a move takes to be accepted while 200 games are thought about: `cargo bench -p kingmaker-web`.

#[path = "../tests/client/mod.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod client;

use std::time::{Duration, Instant};

use client::{Running, request};
use serde_json::{Value, json};

const GAMES: usize = 200;
const MOVES: usize = 20;

/// So many people click at once.
const PEOPLE: usize = 8;

#[expect(clippy::print_stdout, reason = "that is what a benchmark is for")]
fn main() {
    // `cargo test --benches` only asks whether it starts.
    let is_real = std::env::args().any(|argument| argument == "--bench");
    let (games, moves) = if is_real { (GAMES, MOVES) } else { (4, 1) };
    let server = Running::start();
    let thinkers = ["person", "mcts(time=200ms)", "mcts(time=200ms)"];
    let ids: Vec<String> = (0..games).map(|_| server.room("rolit(players=3)", &thinkers)).collect();
    let address = server.address;
    let begun = Instant::now();
    let mut took: Vec<Duration> = std::thread::scope(|scope| {
        let people: Vec<_> = ids
            .chunks(games.div_ceil(PEOPLE))
            .map(|own| scope.spawn(move || own.iter().map(|id| click(address, id)).collect::<Vec<_>>()))
            .collect();
        let mut took: Vec<Duration> =
            people.into_iter().flat_map(|person| person.join().expect("clicks")).flatten().collect();
        // All are thinking now; what others do meanwhile is answered all the same.
        for turn in 0..games * moves / 4 {
            let id = &ids[turn % ids.len()];
            let asked = Instant::now();
            let (status, _) = request(address, "GET", &format!("/api/rooms/{id}"), &[], b"").expect("an answer");
            assert_eq!(status, 200);
            took.push(asked.elapsed());
            took.extend(click(address, id));
        }
        took
    });
    took.sort();
    let at = |part: f64| took[((took.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    println!(
        "{games} games, {} requests in {:.0} s: median {:.1} ms, 99% within {:.1} ms, slowest {:.1} ms",
        took.len(),
        begun.elapsed().as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    drop(server.stop());
}

/// If it is the person's turn, a move, and how long it took to be accepted.
fn click(address: std::net::SocketAddr, id: &str) -> Option<Duration> {
    let (_, text) = request(address, "GET", &format!("/api/rooms/{id}"), &[], b"").ok()?;
    let room: Value = serde_json::from_str(&text).ok()?;
    let mv = room["position"]["choices"].get(0)?["move"].clone();
    let body = json!({ "ply": room["plies"], "move": mv }).to_string();
    let asked = Instant::now();
    let (status, _) =
        request(address, "POST", &format!("/api/rooms/{id}/moves"), &[client::JSON], body.as_bytes()).ok()?;
    assert_eq!(status, 204);
    Some(asked.elapsed())
}
