//! A server of its own, and requests to it, for tests and measurements.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use kingmaker_arena::Registry;
use kingmaker_arena::store::Place;
use kingmaker_web::{Ender, Limits, Server, Settings};
use serde_json::{Value, json};

/// A server for one test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    ender: Ender,
    thread: Option<JoinHandle<()>>,
    folder: tempfile::TempDir,
}

impl Running {
    pub(crate) fn start() -> Self {
        Running::in_folder(tempfile::tempdir().expect("a folder"), Vec::new())
    }

    pub(crate) fn in_folder(folder: tempfile::TempDir, agents: Vec<(String, String)>) -> Self {
        let settings = Settings {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            registry: Registry::ours(),
            agents,
            shelf: folder.path().join("page.db"),
            stores: vec![folder.path().join("none.db").into()],
            report: Box::new(|place: &Place| Err(format!("no report on {place}"))),
            limits: Limits { time: Duration::from_secs(5), ..Limits::default() },
        };
        let server = Server::start(settings).expect("a free port");
        let (address, ender) = (server.address(), server.ender());
        let thread = std::thread::spawn(move || server.run().expect("it serves"));
        Running { address, ender, thread: Some(thread), folder }
    }

    /// Ends the server, and gives its folder back.
    pub(crate) fn stop(mut self) -> tempfile::TempDir {
        self.ender.end();
        self.thread.take().into_iter().for_each(|thread| thread.join().expect("it ends"));
        std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> (u16, String) {
        request(self.address, method, path, headers, body).expect("an answer")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.request("POST", path, &[JSON], body.to_string().as_bytes());
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        let (status, text) = self.request("GET", path, &[], b"");
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    pub(crate) fn room(&self, game: &str, seats: &[&str]) -> String {
        let seat = |&spec: &&str| match spec {
            "person" => json!({ "kind": "person" }),
            spec => json!({ "kind": "player", "spec": spec }),
        };
        let seats: Vec<Value> = seats.iter().map(seat).collect();
        let (status, answer) = self.post("/api/rooms", &json!({ "game": game, "seats": seats, "seed": 1 }));
        assert_eq!(status, 201, "{answer}");
        answer["id"].as_str().expect("an id").to_owned()
    }

    /// The room once it is a person's turn, or over.
    pub(crate) fn wait(&self, id: &str) -> Value {
        let begun = Instant::now();
        loop {
            let (status, room) = self.get(&format!("/api/rooms/{id}"));
            assert_eq!(status, 200, "{room}");
            let has_choices = room["position"]["choices"].as_array().is_some_and(|choices| !choices.is_empty());
            if has_choices || room["position"]["turn"]["kind"] == "over" {
                return room;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "nobody moves: {room}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Makes the first legal move of a person.
    pub(crate) fn play(&self, id: &str) -> Value {
        let room = self.wait(id);
        let mv = &room["position"]["choices"][0]["move"];
        let (status, answer) =
            self.post(&format!("/api/rooms/{id}/moves"), &json!({ "ply": room["plies"], "move": mv }));
        assert_eq!(status, 204, "{answer}");
        room
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.ender.end();
    }
}

pub(crate) const JSON: (&str, &str) = ("content-type", "application/json");

pub(crate) fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let has_host = headers.iter().any(|(name, _)| *name == "host");
    let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if !has_host {
        head += &format!("host: {address}\r\n");
    }
    headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
    // Whoever is refused before all was read may close the connection early.
    let _ = stream.write_all((head + "\r\n").as_bytes()).and_then(|()| stream.write_all(body));
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok((status, body.to_owned()))
}
