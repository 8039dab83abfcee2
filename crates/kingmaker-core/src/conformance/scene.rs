//! Pictures of positions.

use std::collections::HashSet;

use super::{Here, Kit};
use crate::scene::{Picture, Scene};

impl<G: Scene> Kit<'_, G> {
    /// Every position has a picture, with and without the last move: cells with different names,
    /// everything at finite coordinates, a line on the panel for each player, and nothing marked
    /// where no last move is given.
    pub fn check_scene(&self) -> &Self {
        self.walk(|here| {
            self.check_picture(here, &here.state, None);
            self.check_picture(here, &here.state, here.last);
        });
        self
    }

    pub(super) fn check_picture(&self, here: &Here<'_, G>, state: &G::State, last: Option<G::Move>) {
        let picture = self.game.picture(state, last);
        assert!(!picture.cells.is_empty(), "{here}: the picture has no cells");
        let mut names = HashSet::new();
        for cell in &picture.cells {
            assert!(!cell.name.is_empty(), "{here}: a cell has no name");
            assert!(names.insert(&cell.name), "{here}: two cells are named {:?}", cell.name);
            assert!(last.is_some() || !cell.marked, "{here}: {:?} is marked without a last move", cell.name);
        }
        for bar in &picture.bars {
            assert!(!bar.name.is_empty(), "{here}: a bar has no name");
            assert!(names.insert(&bar.name), "{here}: {:?} is named twice", bar.name);
        }
        let astray = coordinates(&picture).find(|coordinate| !coordinate.is_finite());
        assert!(astray.is_none(), "{here}: something is drawn at {astray:?}");
        let cells = picture.cells.len();
        let lost = picture.ways.iter().find(|way| way.from.max(way.to) >= cells);
        assert!(lost.is_none(), "{here}: {lost:?} leads from or to a cell that is not there");
        let (lines, players) = (picture.panel.len(), self.game.players());
        assert!(lines == players, "{here}: the panel has {lines} lines for {players} players");
    }
}

fn coordinates(picture: &Picture) -> impl Iterator<Item = f32> {
    let cells = picture.cells.iter().flat_map(|cell| [cell.x, cell.y]);
    let bars = picture.bars.iter().flat_map(|bar| [bar.from.0, bar.from.1, bar.to.0, bar.to.1]);
    let labels = picture.labels.iter().flat_map(|label| [label.x, label.y]);
    cells.chain(bars).chain(labels)
}
