//! One position per line in, `<move> <seconds>` out. A line that is no position is answered by one that begins with `error`.

use std::io::{self, Write};
use std::sync::mpsc::Receiver;

use kingmaker_core::Rng;

use super::{Event, Host};
use crate::session::Observer;

pub(super) fn serve(host: Host<'_>, events: &Receiver<Event>, output: &mut dyn Write) -> io::Result<()> {
    let mut rng = host.rng();
    while let Ok(Event::Line(line)) = events.recv() {
        match line.as_str() {
            "" => continue,
            "quit" => return Ok(()),
            _ => {}
        }
        match answer(&host, &line, &mut rng) {
            Ok((mv, seconds)) => writeln!(output, "{mv} {seconds:.6}")?,
            Err(why) => writeln!(output, "error {}", why.lines().next().unwrap_or_default())?,
        }
        output.flush()?;
    }
    Ok(())
}

fn answer(host: &Host<'_>, position: &str, rng: &mut Rng) -> Result<(String, f64), String> {
    // Whose view a text is shows only once it is read.
    let session =
        host.game.session_at(position, Observer::Everything, rng.bits()).map_err(|error| error.to_string())?;
    let analysis = session.analyze(host.player, rng.bits(), host.halt).map_err(|error| error.to_string())?;
    Ok((analysis.best, analysis.milliseconds / 1e3))
}
