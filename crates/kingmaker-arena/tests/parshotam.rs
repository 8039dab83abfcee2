//! The agents of Parshotam 2023 in Quoridor.

use kingmaker_arena::{Budget, Halt, Observer, Registry};

/// The moves that its Min-Max program logged in a game, with the value that they have.
#[test]
fn min_max_makes_the_logged_moves() {
    let logged = [
        ("F1/E9 None 2 10/10", "E8"),
        ("F1/E8 D1v 2 9/10", "E7"),
        ("F1/E7 D1v/E6h 2 8/10", "F7h"),
        ("F1/E7 D1v/E6h/F7h/H8v 2 7/9", "D7"),
        ("F1/D7 D1v/E6h/F7h/H8v/A7h 2 6/9", "D6"),
        ("F1/D6 D1v/E6h/F7h/H8v/A7h/F5v 2 5/9", "D5"),
        ("F1/D5 D1v/E6h/F7h/H8v/A7h/F5v/H6v 2 4/9", "D4"),
        ("F2/D4 D1v/E6h/F7h/H8v/A7h/F5v/H6v 2 4/9", "D3"),
        ("F2/D3 D1v/E6h/F7h/H8v/A7h/F5v/H6v/H2h 2 3/9", "C3"),
        ("G2/C3 D1v/E6h/F7h/H8v/A7h/F5v/H6v/H2h 2 3/9", "F2h"),
        ("H2/C3 D1v/E6h/F7h/H8v/A7h/F5v/H6v/H2h/F2h 2 3/8", "C6h"),
        ("H2/C3 D1v/E6h/F7h/H8v/A7h/F5v/H6v/H2h/F2h/C6h/H3h 2 2/7", "E2v"),
        ("I2/C3 D1v/E6h/F7h/H8v/A7h/F5v/H6v/H2h/F2h/C6h/H3h/E2v 2 2/6", "C2"),
        ("I2/C2 D1v/E6h/F7h/H8v/A7h/F5v/H6v/H2h/F2h/C6h/H3h/E2v/B4v 2 1/6", "C1"),
    ];
    let game = Registry::ours().game("quoridor").expect("a game");
    let player = Registry::ours().player("minmax-2023", &Budget::default()).expect("a preset");
    for (position, expected) in logged {
        let session = game.session_at(position, Observer::Everything, 1).expect("a position");
        let analysis = session.analyze(&player, 1, &Halt::new()).expect("a search");
        assert_eq!(analysis.best, expected, "{position}");
    }
}
