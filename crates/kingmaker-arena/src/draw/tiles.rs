//! Pieces of several squares side by side, as text.

use anstyle::Style;
use kingmaker_core::Player;
use kingmaker_core::scene::{Piece, Tile};

use super::terminal::{WIDTH, piece_character, player_style};

/// Columns between two names, and between the squares of two pieces, which must not look like those of one.
const BETWEEN_NAMES: usize = 1;
const BETWEEN_SQUARES: usize = 3;

/// Draws the pieces of a player from the left to the right, in as many rows as they need, each below its name.
pub fn tiles(tiles: &[Tile], player: Player, colour: bool) -> Vec<String> {
    let (mut rows, mut used): (Vec<Vec<&Tile>>, usize) = (Vec::new(), 0);
    for tile in tiles {
        if rows.is_empty() || used + width(tile) > WIDTH + BETWEEN_NAMES {
            rows.push(Vec::new());
            used = 0;
        }
        used += width(tile);
        rows.iter_mut().last().into_iter().for_each(|row| row.push(tile));
    }
    rows.iter().flat_map(|row| lines(row, player, colour)).collect()
}

/// Two columns for a square, so that squares look like squares; and what is between this piece and the next.
fn width(tile: &Tile) -> usize {
    let squares = tile.squares.iter().map(|&(_, right)| 2 * right + 1).max().unwrap_or(0);
    (tile.name.chars().count() + BETWEEN_NAMES).max(squares + BETWEEN_SQUARES)
}

fn lines(row: &[&Tile], player: Player, colour: bool) -> Vec<String> {
    let style = if colour { player_style(player.index()) } else { Style::new() };
    let height = row.iter().flat_map(|tile| &tile.squares).map(|&(down, _)| down + 1).max().unwrap_or(0);
    let mut lines = vec![String::new(); height + 1];
    for tile in row {
        let blanks = width(tile);
        lines[0] += &format!("{:blanks$}", tile.name);
        for (down, line) in lines.iter_mut().skip(1).enumerate() {
            let is_covered = |column: &usize| column.is_multiple_of(2) && tile.squares.contains(&(down, column / 2));
            let square = |column| if is_covered(&column) { piece_character(Piece::Of(player)) } else { ' ' };
            let squares: String = (0..blanks).map(square).collect();
            *line += &format!("{style}{squares}{style:#}");
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(name: &str, squares: &[(usize, usize)]) -> Tile {
        Tile { name: name.to_owned(), squares: squares.to_vec() }
    }

    #[test]
    fn pieces_stand_below_their_names() {
        let both = [tile("V3", &[(0, 0), (1, 0), (1, 1)]), tile("2", &[(0, 0), (0, 1)])];
        assert_eq!(tiles(&both, Player::new(1), false), ["V3    2", "2     2 2", "2 2"]);
        assert!(tiles(&[], Player::new(1), false).is_empty());
    }

    #[test]
    fn what_does_not_fit_goes_below() {
        let many = vec![tile("I5", &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]); 9];
        let lines = tiles(&many, Player::new(0), false);
        assert_eq!(lines.len(), 4);
        assert!(lines.iter().all(|line| line.len() <= WIDTH), "{lines:?}");
    }
}
