//! Pictures of positions, drawn the same way for every game.

mod grid;
pub mod svg;
pub mod terminal;
mod tiles;

pub use svg::svg;
pub use terminal::{screen, terminal};
pub use tiles::tiles;

/// Words with blanks between them, in lines of at most so many columns.
pub fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>, columns: usize) -> Vec<String> {
    let (mut lines, mut used) = (vec![String::new()], 0);
    for word in words {
        let width = word.chars().count();
        if used > 0 && used + 1 + width > columns {
            lines.push(String::new());
            used = 0;
        }
        let line = lines.last_mut().expect("there is always a line");
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += width;
    }
    lines
}

#[cfg(test)]
pub(crate) mod samples {
    //! Pictures like those of the games to come.

    use kingmaker_core::Player;
    use kingmaker_core::scene::{Bar, Cell, Label, Picture, Piece, Shape, Way};

    fn cell(x: f32, y: f32, shape: Shape, pieces: &[usize]) -> Cell {
        let pieces = pieces.iter().map(|&player| Piece::Of(Player::new(player))).collect();
        Cell { name: format!("{x},{y}"), x, y, shape, pieces, marked: false }
    }

    fn label(x: f32, y: f32, text: impl ToString) -> Label {
        Label { x, y, text: text.to_string() }
    }

    /// A square board of this many rows with labels, as Blokus or Quoridor have.
    pub(crate) fn square(size: u8, shape: Shape) -> Picture {
        let mut picture = Picture::default();
        for index in 0..size {
            picture.labels.push(label(f32::from(index), -1.0, index + 1));
            picture.labels.push(label(-1.0, f32::from(index), size - index));
            picture.cells.extend((0..size).map(|x| cell(f32::from(x), f32::from(index), shape, &[])));
        }
        picture.panel = vec!["10 walls".to_owned(), "9 <walls>".to_owned()];
        picture
    }

    /// A small board with a stack, a marked cell, a neutral piece and two walls.
    pub(crate) fn walls() -> Picture {
        let mut picture = square(3, Shape::Square);
        picture.cells[0] = cell(0.0, 0.0, Shape::Square, &[0, 1, 1]);
        picture.cells[4].pieces = vec![Piece::Neutral];
        picture.cells[4].marked = true;
        let piece = Piece::Of(Player::new(1));
        picture.bars = vec![
            Bar { name: "across".into(), from: (-0.5, 1.5), to: (1.5, 1.5), piece: Some(piece) },
            Bar { name: "upright".into(), from: (1.5, -0.5), to: (1.5, 1.5), piece: Some(Piece::Neutral) },
        ];
        picture
    }

    /// Three cells with a way from the first to each of the others.
    pub(crate) fn ways() -> Picture {
        let places = [(0.0, 0.1), (2.0, 0.0), (1.1, 1.5)];
        let named =
            |(name, &(x, y)): (usize, &(f32, f32))| Cell { name: name.to_string(), ..cell(x, y, Shape::Disc, &[]) };
        Picture {
            cells: (1..).zip(&places).map(named).collect(),
            ways: vec![Way { from: 0, to: 1, sort: 0 }, Way { from: 0, to: 2, sort: 2 }],
            ..Picture::default()
        }
    }

    /// A hexagon of hexagons with sides of this length, every other row shifted by a half.
    pub(crate) fn hexagonal(side: i32) -> Picture {
        let mut picture = Picture::default();
        for row in 1 - side..side {
            let width = 2 * side - 1 - row.abs();
            for index in 0..width {
                let x = index as f32 - (width - 1) as f32 / 2.0;
                picture.cells.push(cell(x, row as f32 * 0.866, Shape::Hexagon, &[(index % 6) as usize]));
            }
        }
        picture
    }
}
