//! What a browser may ask for.

use std::time::Duration;

use kingmaker_arena::{Budget, PlayerSpec};
use kingmaker_core::options::Args;

/// What a browser may ask for at the most.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Thinking time per move. Who is not limited by time ends after this too.
    pub time: Duration,
    /// Searches at once: as many as there are processors, if nothing else is said.
    pub thinkers: usize,
    /// Rooms that are kept; the one that was left alone longest goes first.
    pub rooms: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let thinkers = std::thread::available_parallelism().map_or(1, usize::from);
        Limits { time: Duration::from_secs(30), thinkers, rooms: 10_000 }
    }
}

/// No more nodes than this in a tree, and no more megabytes in a table, because several searches run at once.
const MOST_NODES: u64 = 5_000_000;
const MOST_MEGABYTES: u64 = 256;

/// Nobody types a longer spec than this.
pub(crate) const LONGEST_SPEC: usize = 2000;

impl Limits {
    /// Whether a player stays within what one room may use of the machine; the error says what is too much.
    pub(crate) fn check(&self, player: &PlayerSpec) -> Result<(), String> {
        let most = [("threads", 1), ("tree", MOST_NODES), ("table", MOST_MEGABYTES)];
        for (option, most) in most {
            if let Some(given) = largest(player.args(), option).filter(|&given| given > most) {
                return Err(format!("{option}={given} is more than the server allows; expected {most} at the most"));
            }
        }
        match player.budget().time {
            Some(time) if time > self.time => Err(format!(
                "time={}ms is more than the server allows; expected {}ms at the most",
                time.as_millis(),
                self.time.as_millis()
            )),
            _ => Ok(()),
        }
    }

    /// The budget with an end in any case.
    pub(crate) fn bounded(&self, budget: &Budget) -> Budget {
        Budget { time: Some(budget.time.map_or(self.time, |time| time.min(self.time))), ..*budget }
    }
}

/// The largest number that an option of this name is set to, in a spec or a part of it.
fn largest(args: &Args, option: &str) -> Option<u64> {
    args.parts().filter_map(|part| largest(part, option)).chain(args.get(option)).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingmaker_arena::Registry;

    #[test]
    fn what_is_too_much_is_named() {
        let (limits, registry) = (Limits::default(), Registry::ours());
        let check = |spec: &str| limits.check(&registry.player(spec, &Budget::default()).expect("valid"));
        assert_eq!(check("mcts(time=5s)"), Ok(()));
        assert_eq!(check("mcts(playouts=1000000)"), Ok(()));
        let message = check("mcts(threads=2)").expect_err("too many");
        assert_eq!(message, "threads=2 is more than the server allows; expected 1 at the most");
        assert!(check("mcts(time=31s)").is_err() && check("paranoid(table=1000)").is_err());
        let endless = limits.bounded(&Budget::playouts(u64::MAX));
        assert_eq!(endless.time, Some(limits.time));
    }
}
