//! Whether play has changed since `fingerprint.txt` was written. A commit that changes it says why.

mod program;

use program::run;

#[test]
fn play_is_as_it_was() {
    let found = run(&["bench", "--fingerprint"]);
    let kept = include_str!("fingerprint.txt");
    assert_eq!(found.status, 0, "{}", found.err);
    assert_eq!(found.out, kept, "if play was meant to change, put the new numbers into tests/fingerprint.txt");
}
