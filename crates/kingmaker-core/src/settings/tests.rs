//! What is declared is read and written as it was meant.

use super::*;
use crate::options::read;
use crate::{choices, settings};

choices! {
    /// Of two things.
    enum Which {
        /// This.
        One = "one",
        /// That.
        Other = "other",
    }
}

settings! {
    /// A part.
    struct Inner, static INNER = "inner" {
        summary: "",
        source: "",
        options: {
            weight: f64 { name: "weight", kind: Kind::Real(0.0, 1.0), default: "0.5", help: "how heavy" },
        },
        examples: ["inner(weight=0.25)"],
    }
}

settings! {
    /// One field of each type.
    struct Outer, static OUTER = "outer" {
        summary: "all kinds",
        source: "",
        options: {
            number: u32 { name: "number", kind: Kind::Integer(1, 10), default: "3", help: "how many" },
            most: Option<u64> { name: "most", help: "how many at the most" },
            which: Which { name: "which", default: "other", help: "which" },
            perhaps: Option<Which> { name: "per-haps", help: "which, if any" },
            flag: bool { name: "flag", default: "no", help: "whether" },
            time: Option<Duration> { name: "time", help: "when" },
            text: String { name: "text", default: "a b", help: "what" },
            word: Option<Word> { name: "word", help: "by what name" },
            part: Args { name: "part", kind: Kind::Part(&[&INNER]), default: "inner", help: "some part" },
            other: Option<Args> { name: "other", kind: Kind::Part(&[&INNER]), help: "another" },
        },
        examples: [
            "outer",
            "outer(number=4, most=7, which=one, per-haps=other, flag=yes, time=250ms, text=\"c\", word=d, part=inner(weight=1), other=inner)",
        ],
    }
}

settings! {
    /// Nothing can be set.
    struct Bare, static BARE = "bare" {
        summary: "",
        source: "",
        options: {},
        examples: ["bare"],
    }
}

fn args(text: &str) -> Args {
    read(text, "thing", &[&OUTER, &INNER, &BARE]).unwrap_or_else(|error| panic!("{error}"))
}

fn round_trips<S: Settings>() {
    assert_eq!(S::default().to_args(), args(S::SCHEMA.name));
    for example in S::SCHEMA.examples {
        let args = args(example);
        let settings = S::from_args(&args);
        assert_eq!(settings.to_args(), args);
        assert_eq!(settings.to_string(), args.to_string());
        assert_eq!(Into::<Args>::into(settings), args);
    }
}

#[test]
fn what_is_read_is_written() {
    round_trips::<Outer>();
    round_trips::<Inner>();
    round_trips::<Bare>();
    assert_eq!(Bare::default(), Bare {});
}

#[test]
fn fields_are_what_the_spec_says() {
    let outer = Outer::from_args(&args(OUTER.examples[1]));
    assert_eq!((outer.number, outer.most, outer.flag), (4, Some(7), true));
    assert_eq!((outer.which, outer.perhaps), (Which::One, Some(Which::Other)));
    assert_eq!((outer.time, outer.text.as_str()), (Some(Duration::from_millis(250)), "c"));
    assert_eq!(Inner::from_args(&outer.part).weight, 1.0);
    assert_eq!(outer.other, Some(Inner::default().into()));
    let plain = Outer::default();
    assert_eq!((plain.number, plain.most, plain.which, plain.perhaps), (3, None, Which::Other, None));
    assert_eq!((plain.text.as_str(), plain.time, plain.other), ("a b", None, None));
    assert_eq!(OUTER.options[3].name, "per-haps");
    assert_eq!(OUTER.options[2].kind, Kind::Choice(&["one", "other"]));
    assert_eq!(OUTER.options[1].kind, Kind::Integer(0, u64::MAX));
}

#[test]
fn parts_are_written_in_rust() {
    let outer = Outer { part: Inner { weight: 0.75 }.into(), ..Outer::default() };
    assert_eq!(outer.to_string(), "outer(part=inner(weight=0.75))");
    assert_eq!(outer.to_args().check(), Ok(()));
}

#[test]
fn what_cannot_be_read_is_refused() {
    let refused = |outer: Outer| outer.to_args().check().expect_err("should be refused");
    let plain = Outer::default;
    assert_eq!(
        refused(Outer { number: 11, ..plain() }),
        "'number' of outer takes a whole number from 1 to 10, not '11'"
    );
    assert_eq!(
        refused(Outer { part: Inner { weight: f64::NAN }.into(), ..plain() }),
        "'weight' of inner takes a number from 0 to 1, not 'NaN'"
    );
    // Which parts there are beyond those listed is known to whoever builds them.
    assert_eq!(Outer { part: Bare {}.into(), ..plain() }.to_args().check(), Ok(()));
    let word = Some(Word::from("a b"));
    assert_eq!(refused(Outer { word, ..plain() }), "'word' of outer takes a word that the game knows, not 'a b'");
    let time = Some(Duration::ZERO);
    assert_eq!(refused(Outer { time, ..plain() }), "'time' of outer takes a time such as 250ms or 5s, not '0ms'");
}

#[test]
#[should_panic(expected = "inner is not of outer")]
fn settings_of_another_schema_are_a_bug() {
    Outer::from_args(&args("inner"));
}

#[test]
fn types_hold_the_values_of_their_options() {
    assert!(is_suited(&u32::KIND, &Kind::Integer(3, u64::from(u32::MAX))));
    assert!(!is_suited(&u32::KIND, &Kind::Integer(3, u64::MAX)));
    assert!(!is_suited(&u32::KIND, &Kind::Real(0.0, 1.0)));
    assert!(is_suited(&Which::KIND, &Kind::Choice(&["one", "other"])));
    assert!(!is_suited(&Which::KIND, &Kind::Choice(&["one", "others"])));
    assert!(!is_suited(&Which::KIND, &Kind::Choice(&["one"])));
}
