//! How several machines play for one store: what may be said about it, and patience with a server.

use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use kingmaker_arena::campaign::Sharing;
use kingmaker_arena::store::{Problem, StoreError};

use crate::failure::Failure;
use crate::interrupt;
use crate::options::time;
use crate::prepare::notice;

/// For stores on a server.
#[derive(Args, Debug)]
#[command(next_help_heading = "With a store on a server (postgres://...)")]
pub(crate) struct SharingOptions {
    /// Ask a server that does not answer again for so long, then end and name what could not be reported
    #[arg(long, value_name = "TIME", default_value = "600s", value_parser = time, allow_negative_numbers = true)]
    patience: Duration,

    /// Others take over the games of a machine that was silent for so long
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time, allow_negative_numbers = true)]
    lease: Duration,
}

impl SharingOptions {
    /// The same for a campaign.
    pub(crate) fn sharing(&self) -> Sharing {
        Sharing { lease: self.lease, patience: self.patience }
    }

    /// Does something with a store, again and again while its server does not answer.
    pub(crate) fn patiently<T>(&self, work: impl FnMut() -> Result<T, StoreError>) -> Result<T, Failure> {
        patiently(self.patience, work)
    }
}

fn patiently<T>(patience: Duration, mut work: impl FnMut() -> Result<T, StoreError>) -> Result<T, Failure> {
    const LONGEST: Duration = Duration::from_secs(15);
    let (begun, mut pause) = (Instant::now(), Duration::from_millis(100));
    loop {
        let error = match work() {
            Ok(done) => return Ok(done),
            Err(error) if matches!(error.problem, Problem::Unreachable(_)) => error,
            Err(error) => return Err(error.into()),
        };
        if interrupt::pressed() {
            return Err(Failure::Interrupted);
        }
        let left = patience.saturating_sub(begun.elapsed());
        if left.is_zero() {
            return Err(error.into());
        }
        if pause >= Duration::from_secs(1) && pause < Duration::from_secs(2) {
            notice(&format!("{error}; trying again for up to {} seconds", left.as_secs()));
        }
        wait(pause.min(left));
        pause = (pause * 2).min(LONGEST);
    }
}

/// Waits, but not after Ctrl-C.
pub(crate) fn wait(time: Duration) {
    let until = Instant::now() + time;
    while !interrupt::pressed() && Instant::now() < until {
        thread::sleep(Duration::from_millis(50).min(until.saturating_duration_since(Instant::now())));
    }
}
