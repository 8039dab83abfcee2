//! What a sequential test has found, in words.

use kingmaker_arena::statistics::sprt::State;
use kingmaker_arena::stopping::Finding;

use crate::output::{self, percent};

/// What is tested and how far it is; what that means.
pub(crate) fn sentences(finding: &Finding, games: u64) -> [String; 2] {
    [format!("SPRT of {}: {}", finding.player, state(finding)), outcome(finding, games)]
}

/// "LLR 1.20 within -3.00 to 3.00"
pub(crate) fn brief(finding: &Finding) -> String {
    let (lower, upper) = finding.bounds;
    let place = match finding.state {
        State::Undecided => "within",
        State::AcceptedNull | State::AcceptedAlternative => "out of",
    };
    format!("LLR {:.2} {place} {lower:.2} to {upper:.2}", finding.llr)
}

/// "win rate 50.0% (H0) or 60.0% (H1), LLR 1.20 within -3.00 to 3.00"
fn state(finding: &Finding) -> String {
    let [null, alternative] = [finding.hypotheses.null, finding.hypotheses.alternative].map(percent);
    format!("win rate {null} (H0) or {alternative} (H1), {}", brief(finding))
}

/// What is accepted, and how often that is wrong; or how long it takes.
fn outcome(finding: &Finding, games: u64) -> String {
    let hypotheses = &finding.hypotheses;
    let (null, alternative) = (hypotheses.null, hypotheses.alternative);
    let accepted = |name: &str, other: f64, far: bool, error: f64| {
        let further = if far { "or more" } else { "or less" };
        format!(
            "{name} accepted after {games} games; with a win rate of {} {further} this happens at most once in {} matches",
            percent(other),
            output::fraction(1.0 / error)
        )
    };
    match finding.state {
        State::AcceptedAlternative => accepted("H1", null, null > alternative, hypotheses.alpha),
        State::AcceptedNull => accepted("H0", alternative, alternative > null, hypotheses.beta),
        State::Undecided => {
            let (if_null, if_alternative) = hypotheses.expected_games();
            let about = [if_null, if_alternative].map(output::grouped);
            format!("undecided after {games} games; on average it takes {} under H0, {} under H1", about[0], about[1])
        }
    }
}
