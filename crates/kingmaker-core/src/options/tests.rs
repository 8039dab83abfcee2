use super::*;
use proptest::prelude::*;

static INNER: Schema = Schema {
    name: "greedy",
    summary: "",
    source: "",
    options: &[OptionDef { name: "epsilon", kind: Kind::Real(0.0, 1.0), default: Some("0.05"), help: "" }],
    examples: &[],
};
static OUTER: Schema = Schema {
    name: "mcts",
    summary: "",
    source: "",
    options: &[
        OptionDef { name: "playouts", kind: Kind::Integer(1, u64::MAX), default: None, help: "" },
        OptionDef { name: "playout", kind: Kind::Part(&[&INNER]), default: Some("greedy"), help: "" },
        OptionDef { name: "final", kind: Kind::Choice(&["robust", "max"]), default: Some("robust"), help: "" },
        OptionDef { name: "reuse", kind: Kind::Flag, default: Some("no"), help: "" },
        OptionDef { name: "time", kind: Kind::Time, default: None, help: "" },
        OptionDef { name: "cmd", kind: Kind::Text, default: None, help: "" },
        OptionDef { name: "by", kind: Kind::Word, default: None, help: "" },
    ],
    examples: &[],
};

fn outer(text: &str) -> Result<Args, SpecError> {
    read(text, "player", &[&OUTER, &INNER])
}

#[test]
fn values_and_defaults() {
    let args = outer("mcts(playouts=1_000, playout=greedy(epsilon=0.1), time=2s)").expect("valid");
    let epsilon = |args: &Args| args.get("playout").and_then(|part: Args| part.get::<f64>("epsilon"));
    assert_eq!((args.get::<u64>("playouts"), epsilon(&args)), (Some(1000), Some(0.1)));
    assert_eq!(args.settings().nth(2), Some(Some(&Setting::Choice("robust"))));
    assert_eq!((args.get("reuse"), args.get("time")), (Some(false), Some(Duration::from_secs(2))));
    let plain = outer("mcts").expect("valid");
    assert_eq!(epsilon(&plain), Some(0.05));
    assert_eq!((plain.get::<u64>("playouts"), plain.get::<Duration>("time")), (None, None));
    assert_eq!((plain.get::<f64>("reuse"), plain.get::<bool>("reused")), (None, None));
    assert_eq!(plain, OUTER.defaults());
}

#[test]
fn prints_what_differs_from_the_defaults() {
    for text in [
        "mcts",
        "mcts(playouts=5, playout=greedy(epsilon=0.1), final=max, reuse=yes)",
        "mcts(cmd=\"a \\\"b\")",
        "mcts(by=anything)",
    ] {
        assert_eq!(outer(text).expect("valid").to_string(), text);
    }
    assert_eq!(outer("mcts(playout=greedy(epsilon=0.05))").expect("valid").to_string(), "mcts");
}

#[test]
fn errors_name_the_offender_and_the_closest() {
    let message = |text: &str| outer(text).expect_err("should not be read").message;
    assert_eq!(message("mtcs"), "unknown player 'mtcs'; did you mean 'mcts'?");
    assert_eq!(message("xyzzy"), "unknown player 'xyzzy'; expected mcts, greedy");
    assert_eq!(message("mcts(plaouts=3)"), "unknown option of mcts 'plaouts'; did you mean 'playouts'?");
    assert_eq!(message("mcts(playouts=-3)"), "'playouts' takes a whole number from 1, not '-3'");
    assert_eq!(message("mcts(final=robots)"), "'final' takes robust or max, not 'robots'; did you mean 'robust'?");
    assert_eq!(message("mcts(playout=gredy)"), "unknown playout 'gredy'; did you mean 'greedy'?");
    assert_eq!(message("mcts(playout=greedy(epsilon=2))"), "'epsilon' takes a number from 0 to 1, not '2'");
    assert_eq!(message("mcts(reuse=yes, reuse=no)"), "'reuse' is set twice");
    assert_eq!(message("mcts(time=never)"), "'time' takes a time such as 250ms or 5s, not 'never'");
    assert_eq!(message("mcts(by=\"a b\")"), "'by' takes a word that the game knows, not 'a b'");
    assert_eq!(message("mcts(cmd=ls)"), "'cmd' takes text in double quotes, not 'ls'");
}

proptest! {
    #[test]
    fn never_panics(text in "(mcts|greedy|x)?[(]?[a-z=,0-9()\". ]{0,40}") {
        if let Ok(args) = outer(&text) {
            prop_assert_eq!(outer(&args.to_string()), Ok(args));
        }
    }
}
