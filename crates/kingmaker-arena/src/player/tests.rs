use super::*;
use kingmaker_search::toolbox::PLAYERS;

#[test]
fn the_label_is_canonical_and_the_budget_is_resolved() {
    let of_match = Budget::playouts(50);
    let plain = Registry::ours().player(" mcts( c=0.2 ) ", &of_match).expect("valid");
    assert_eq!((plain.label(), plain.budget().playouts), ("mcts", Some(50)));
    let own = Registry::ours().player("mcts(playouts=7)", &of_match).expect("valid");
    assert_eq!((own.label(), own.budget().playouts), ("mcts(playouts=7)", Some(7)));
    let timed = Registry::ours().player("mcts(time=20ms)", &of_match).expect("valid");
    assert!(timed.is_timed() && !own.is_timed());
    assert!(Registry::ours().player("random", &of_match).expect("valid").budget().is_unlimited());
}

#[test]
fn a_player_may_have_one_role() {
    let read = |text: &str| Registry::ours().player(text, &Budget::playouts(5)).expect("valid");
    let hider = read(" hider = mcts(c=0.5)");
    assert_eq!((hider.label(), hider.role()), ("hider=mcts(c=0.5)", Some("hider")));
    let teams = Teams::new(3, &["hider", "seekers"], |player| player.index().min(1));
    assert_eq!(hider.check_role(&teams), Ok(Some(0)));
    assert_eq!(read("mcts(c=0.5)").check_role(&teams), Ok(None));
    let refused = |text: &str, teams: &Teams| read(text).check_role(teams).expect_err("no such role");
    assert_eq!(refused("seeker=random", &teams), "unknown role 'seeker'; did you mean 'seekers'?");
    assert!(refused("hider=random", &Teams::each_alone(3)).starts_with("there are no roles in this game"));
}

#[test]
fn a_preset_is_a_player_with_a_name_of_its_own() {
    let read = |text: &str| Registry::ours().player(text, &Budget::playouts(5));
    let (plain, more) =
        (read("hider-thesis").expect("valid"), read("hider-thesis(c=0.75, playouts=7)").expect("valid"));
    assert_eq!((plain.role(), plain.budget().playouts, plain.written()), (Some("hider"), Some(5), "hider-thesis"));
    assert!(plain.label().starts_with("hider=mcts(c=0.5, playout="), "{}", plain.label());
    assert_eq!(more.label(), plain.label().replace("c=0.5", "c=0.75").replace("hurry=1)", "hurry=1, playouts=7)"));
    assert_eq!(read("hider=hider-thesis").expect("its role").label(), plain.label());
    let message = |text: &str| read(text).expect_err("invalid").to_string();
    assert!(message("seekers=hider-thesis").contains("plays hider, not seekers"));
    assert!(message("hider-thesis(d=1)").contains("unknown option of mcts 'd'"));
    assert!(message("hider-thesi").contains("did you mean 'hider-thesis'?"));
}

/// Each can play its game, and no two have the same name.
#[test]
fn presets_can_play() {
    let mut names: Vec<&str> = PLAYERS.iter().map(|(schema, _)| schema.name).collect();
    for (game, preset) in Registry::ours().presets() {
        let player = Registry::ours().player(preset.name, &Budget::default()).expect("a valid spec");
        let game = Registry::ours().game(game.name).expect("a game");
        assert_eq!(game.check_player(&player), Ok(()), "{}", preset.name);
        names.push(preset.name);
    }
    let number = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), number);
}

#[test]
fn a_record_names_its_players() {
    let depth = Budget { depth: Some(3), time: Some(std::time::Duration::from_micros(2500)), ..Budget::default() };
    let limits = [
        ("mcts(c=0.3)", Budget::playouts(5)),
        ("mcts", Budget::plies(700)),
        ("random", Budget::default()),
        ("brs", depth),
    ];
    for (text, of_match) in limits {
        let player = Registry::ours().player(text, &of_match).expect("valid");
        let again = PlayerSpec::from_record(&Registry::ours(), player.label(), &player.budget().to_string())
            .expect("written by us");
        assert_eq!((again.label(), again.budget()), (player.label(), player.budget()));
    }
    assert!(PlayerSpec::from_record(&Registry::ours(), "mcts", "playouts=0").is_err());
}

#[test]
fn errors_say_what_would_be_right() {
    let message = |text: &str, budget: Budget| Registry::ours().player(text, &budget).expect_err("invalid").to_string();
    assert!(message("mtcs", Budget::default()).contains("did you mean 'mcts'?"));
    let depth = Budget { depth: Some(3), ..Budget::default() };
    assert!(message("mcts", depth).contains("expected playouts or plies or time"));
}
