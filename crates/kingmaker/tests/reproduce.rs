//! Published tables played again, and the reports about them.

mod program;

use std::path::Path;
use std::process::{Command, Stdio};

use kingmaker_arena::{Store, literature};
use program::{flat, fresh_folder, output, program, run};
use serde_json::Value;

/// The program in a folder: its standard output.
fn within(folder: &Path, args: &[&str]) -> String {
    let output = program(args).current_dir(folder).output().expect("it runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A table with as few games as possible, as JSON.
fn reproduced(folder: &Path, id: &str) -> Value {
    let text = within(folder, &["reproduce", id, "--games", "1", "--jobs", "2", "--json"]);
    serde_json::from_str(&text).expect("JSON")
}

fn lines(comparison: &Value) -> Vec<Value> {
    let rows = comparison["rows"].as_array().expect("rows");
    rows.iter().flat_map(|row| row["lines"].as_array().expect("lines").clone()).collect()
}

#[test]
fn the_list_has_every_table() {
    let list = output(&["reproduce"]);
    let line = list.lines().find(|line| line.starts_with("nijssen-5.1 ")).expect("listed");
    assert!(line.contains("Progressive History"), "{line}");
    assert!(line.ends_with(" 11"), "{line}");
    let json: Value = serde_json::from_str(&output(&["reproduce", "--json"])).expect("JSON");
    let tables = json["tables"].as_array().expect("tables");
    let ids = list.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with(' ')).count();
    assert_eq!(tables.len() + 1, ids);
    assert!(tables.iter().all(|table| table["rows"].as_u64().is_some_and(|rows| rows > 0)));
    assert!(tables.iter().all(|table| ["id", "title", "source"].iter().all(|key| table[key] != "")));
}

#[test]
fn bad_ids_are_refused_with_the_closest() {
    let folder = fresh_folder("reproduce-bad");
    for command in ["reproduce", "report"] {
        let run = program(&[command, "nijssen-5.l"]).current_dir(&folder).output().expect("it runs");
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{message}");
        assert!(message.contains("unknown table 'nijssen-5.l'; did you mean 'nijssen-5.1'?"), "{message}");
    }
    // Nothing was created.
    assert_eq!(std::fs::read_dir(&folder).expect("there").count(), 0);
    let missing = folder.join("missing.db");
    let run = run(&["report", "--db", missing.to_str().expect("text")]);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
}

/// Chapter 3: the size of Rolit, by games of our own.
#[test]
fn chapter_3_sizes() {
    let folder = fresh_folder("reproduce-3");
    let comparison = reproduced(&folder, "nijssen-3.3.2");
    let lines = lines(&comparison);
    let length = lines.iter().find(|line| line["name"] == "length").expect("length");
    // Rolit always fills the board.
    assert_eq!((length["ours"]["value"].as_f64(), length["published"]["value"].as_f64()), (Some(60.0), Some(60.0)));
    let states: Vec<_> = lines.iter().filter(|line| line["unit"] == "log10" && line["basis"] == "rounding").collect();
    assert!(!states.is_empty() && states.iter().all(|line| line["verdict"] == "agrees"), "{states:?}");
    // A report has its tables in the order in which they are asked for.
    reproduced(&folder, "nijssen-3.4.2");
    for ids in [["nijssen-3.3.2", "nijssen-3.4.2"], ["nijssen-3.4.2", "nijssen-3.3.2"]] {
        let report = within(&folder, &["report", ids[0], ids[1], "--format", "markdown"]);
        let places = ids.map(|id| report.find(&format!("section {}", &id["nijssen-".len()..])).expect("its source"));
        assert!(places[0] < places[1], "{ids:?} stand at {places:?}");
    }
}

/// Chapter 4: three types in one match, and its games by who sat where (appendix B). The second table
/// finds the games of the first: nothing is played twice.
#[test]
fn chapter_4_matches_and_appendix_b() {
    let folder = fresh_folder("reproduce-4");
    let comparison = reproduced(&folder, "nijssen-b.3");
    let lines = lines(&comparison);
    assert!(lines.iter().any(|line| line["part"] == "after brs" && line["name"] == "paranoid"));
    assert!(lines.iter().all(|line| line["verdict"].is_string() && line["basis"] == "wilson"), "{lines:?}");
    // Six games, one of each order.
    let order = lines.iter().find(|line| line["part"] == "brs - maxn - paranoid").expect("an order");
    assert_eq!(order["games"], 1);
    let kept = || -> u64 {
        let store = Store::read(folder.join("reproduce.db")).expect("a store");
        store.matches().expect("matches").iter().map(|found| found.games).sum()
    };
    assert_eq!(kept(), 18, "three matches of six games");
    // Those rows of the whole table that have the same game; the others take long.
    let whole = literature::table("nijssen-4.2").expect("a table").text;
    let (head, rows) = whole.split_once("[[match]]").expect("rows");
    let same = rows.split("[[match]]").filter(|row| row.contains("game = \"rolit(players=3)\""));
    let part = same.fold(head.to_owned(), |part, row| part + "[[match]]" + row);
    std::fs::write(folder.join("part.toml"), part).expect("written");
    let args = ["run", "part.toml", "--db", "reproduce.db", "--effort", "quick", "--games", "1", "--json"];
    let result: Value = serde_json::from_str(&within(&folder, &args)).expect("JSON");
    let games: Vec<&Value> = (0..3).map(|row: usize| &result["rows"][row]["matches"][0]["games"]).collect();
    assert_eq!((games, kept()), (vec![&6.into(); 3], 18));
    let text = within(&folder, &["reproduce", "nijssen-b.3", "--games", "1", "--jobs", "1"]);
    for part in [
        "published: Nijssen 2013, Table B.3",
        "quick effort, seed 1, games in reproduce.db",
        "note: quick: ",
        "note: * No interval is printed",
        "after brs: paranoid",
        &format!("(of {} figures; half of our win rates", lines.len()),
    ] {
        assert!(flat(&text).contains(part), "'{part}' is not in\n{text}");
    }
}

/// Chapter 5: a parameter against one opponent, with printed intervals.
#[test]
fn chapter_5_parameters() {
    let folder = fresh_folder("reproduce-5");
    let comparison = reproduced(&folder, "nijssen-5.4-havannah");
    let lines = lines(&comparison);
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line["against"].is_string() && line["verdict"].is_string()), "{lines:?}");
    assert_eq!(comparison["effort"], "quick");
}

/// Chapter 6: playouts per second, as factors.
#[test]
fn chapter_6_speeds() {
    let folder = fresh_folder("reproduce-6");
    let comparison = reproduced(&folder, "nijssen-6.3");
    let lines = lines(&comparison);
    assert_eq!(lines.len(), 24);
    for line in &lines {
        assert!(line["ours"]["value"].as_f64().is_some_and(|speed| speed > 0.0), "{line}");
        assert!(["same-order", "differs"].contains(&line["verdict"].as_str().expect("a verdict")), "{line}");
    }
}

/// Chapter 7: players who are bound to roles, each with its figure against one opponent.
#[test]
fn chapter_7_roles() {
    let folder = fresh_folder("reproduce-7");
    let table = literature::table("nijssen-7.2.7").expect("a table").text;
    // With thousands of playouts it takes long.
    std::fs::write(folder.join("part.toml"), table.replace("10000", "200")).expect("written");
    let text = within(&folder, &["run", "part.toml", "--effort", "quick", "--games", "2", "--jobs", "2"]);
    let published = "34.0% (32.1 - 35.9)";
    assert!(text.lines().any(|line| line.contains(published)), "{text}");
    assert!(text.contains("hider=mcts(") && text.contains("seekers=mcts("), "{text}");
    assert!(text.contains("(of 2 figures; "), "{text}");
    // Where there are secrets, a report shows how much of them was left.
    within(&folder, &["report", "part.toml", "-o", "report.html"]);
    let html = std::fs::read_to_string(folder.join("report.html")).expect("written");
    assert_eq!(html.matches("<figcaption>Possible worlds after each move of player 1").count(), 2);
    elements(&html);
}

/// A kill, and the same command again: the same as without.
#[cfg(unix)]
#[test]
fn an_interrupted_table_goes_on() {
    let (killed, whole) = (fresh_folder("reproduce-killed"), fresh_folder("reproduce-whole"));
    let args = ["reproduce", "nijssen-3.3.2", "--games", "4", "--jobs", "2", "--json"];
    let mut child =
        program(&args).current_dir(&killed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
    let kept = || {
        let store = kingmaker_arena::Store::read(killed.join("reproduce.db"));
        store.and_then(|store| store.matches()).unwrap_or_default().iter().map(|found| found.games).sum::<u64>()
    };
    while kept() == 0 {
        assert!(child.try_wait().expect("known").is_none(), "it ended before it was killed");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    Command::new("kill").args(["-KILL", &child.id().to_string()]).status().expect("killed");
    child.wait().expect("it ended");
    assert!((1..16).contains(&kept()), "{} games", kept());
    assert_eq!(within(&killed, &args), within(&whole, &args));
}

/// An experiment with names that would be markup, and one with a parameter.
const NASTY: &str = r#"
title = "<b>Tags</b> & \"quotes\" | pipes"
source = "A & B <1999>"
[players]
"<i>" = "mcts(c=0.1)"
"C=1" = "mcts(c=1)"
"C=10" = "mcts(c=2)"
"C=100" = "mcts(c=3)"
greedy = "greedy"
[defaults]
playouts = 5
games = 4
[[match]]
name = "a|b, \"c\""
game = "rolit(players=2, size=4)"
players = ["<i>", "greedy"]
published = { "<i>" = 50.5 }
published_games = 100
notes = ["1 < 2 && 3 > 2"]
[[match]]
game = "rolit(players=2, size=4)"
players = ["C=1", "C=10", "C=100"]
against = "greedy"
published = { "C=1" = { win_rate = 60, interval = 3 }, "C=10" = 70, "C=100" = 55 }
published_games = 100
[[speed]]
game = "rolit(players=2, size=4)"
strategy = "random"
published = 1000
"#;

/// Checks that elements are closed in order and that no bare `<` or `&` is left; gives the names.
fn elements(document: &str) -> Vec<String> {
    let (mut open, mut seen) = (Vec::new(), Vec::new());
    let body = document.strip_prefix("<!DOCTYPE html>\n").expect("a doctype");
    for (index, part) in body.split('<').enumerate() {
        let (tag, text) = if index == 0 { ("", part) } else { part.split_once('>').expect("a closed tag") };
        assert!(!text.contains('>') || open.last().is_some_and(|name| name == "style"), "a bare > in '{text}'");
        for entity in text.split('&').skip(1) {
            let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
            assert!(known.iter().any(|known| entity.starts_with(known)), "a bare & in '{text}'");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else if !tag.is_empty() {
            let name = tag.split([' ', '\n', '/']).next().unwrap_or_default().to_owned();
            assert_eq!(tag.matches('"').count() % 2, 0, "quotes in <{tag}>");
            if !tag.ends_with('/') {
                open.push(name.clone());
            }
            seen.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} is not closed");
    seen
}

#[test]
fn reports_hold_everything_and_nothing_breaks_out() {
    let folder = fresh_folder("reproduce-report");
    std::fs::write(folder.join("nasty.toml"), NASTY).expect("written");
    within(&folder, &["run", "nasty.toml", "--jobs", "1"]);
    within(&folder, &["report", "nasty.toml", "-o", "report.html"]);
    let html = std::fs::read_to_string(folder.join("report.html")).expect("written");
    let elements = elements(&html);
    let count = |name: &str| elements.iter().filter(|element| *element == name).count();
    // Win rates and lengths, a curve and lengths, speeds; two tables for each match, one of speeds, and the players.
    assert_eq!((count("svg"), count("table"), count("script"), count("i"), count("b")), (5, 6, 0, 0, 0));
    for part in [
        "&lt;b&gt;Tags&lt;/b&gt; &amp;",
        "A &amp; B &lt;1999&gt;",
        "1 &lt; 2 &amp;&amp; 3 &gt; 2",
        "prefers-color-scheme: dark",
        "Win rate against C",
        "<td>mcts(c=3)</td><td>playouts=5</td>",
        "Here: normal effort, seed 1.",
        "kingmaker 0.",
    ] {
        assert!(html.contains(part), "'{part}' is not in the report");
    }
    assert!(!html.contains("http-equiv") && !html.contains("src="), "it needs something else");

    let markdown = within(&folder, &["report", "nasty.toml", "--format", "markdown"]);
    let row = markdown.lines().find(|line| line.starts_with("| \\<i\\>")).expect("a row");
    let cells = row.replace("\\|", "").matches('|').count();
    let heading = markdown.lines().find(|line| line.starts_with("| player | win rate")).expect("a heading");
    assert_eq!(cells, heading.matches('|').count(), "{row}");
    assert!(markdown.contains("# \\<b\\>Tags\\</b\\> \\& \"quotes\" \\| pipes"), "{markdown}");

    within(&folder, &["report", "--db", "nasty.db", "-o", "report.csv"]);
    let csv = std::fs::read_to_string(folder.join("report.csv")).expect("written");
    assert_eq!(csv.lines().count(), 1 + 1 + 3 + 1, "{csv}");
    assert!(csv.contains("\"a|b, \"\"c\"\"\"") && csv.contains(",wilson,") && csv.contains(",printed,"), "{csv}");
}

#[test]
fn a_report_needs_a_run() {
    let folder = fresh_folder("reproduce-no-run");
    std::fs::write(folder.join("nasty.toml"), NASTY).expect("written");
    within(&folder, &["run", "nasty.toml", "--jobs", "1"]);
    let refused = run(&["report", "nijssen-5.1", "--db", folder.join("nasty.db").to_str().expect("text")]);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("has no games of 'nijssen-5.1'; expected it to be run first"), "{}", refused.err);
}
