//! A picture as text.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Effects, Style};
use kingmaker_core::scene::{Bar, Cell, Picture, Piece};

use super::{grid, wrapped};

/// The colours of the players, in turn order.
const COLOURS: [AnsiColor; kingmaker_core::MAX_PLAYERS] = [
    AnsiColor::BrightRed,
    AnsiColor::BrightYellow,
    AnsiColor::BrightGreen,
    AnsiColor::BrightBlue,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightCyan,
];

/// Lines are no longer than this, if it can be helped.
pub const WIDTH: usize = 80;

/// No more lines than this, so that a terminal of 24 has room for what is asked below.
pub const HEIGHT: usize = 22;

/// Where the panel stands beside the board, it has so many columns at least.
const NARROWEST: usize = 28;

/// Draws a picture: stacks as the players' numbers from the bottom to the top, empty cells as
/// dots. The last move is marked by reversed colours, or by stars where there are none. What players have beside the board
/// stands below it, or to the right of a high one.
pub fn terminal(picture: &Picture, colour: bool) -> String {
    screen(picture, &[], colour)
}

/// The same, with notes after what players have.
pub fn screen(picture: &Picture, notes: &[String], colour: bool) -> String {
    let in_rows = (!picture.ways.is_empty()).then(|| grid::in_rows(picture));
    let picture = in_rows.as_ref().unwrap_or(picture);
    let mut canvas = Canvas::new(picture, colour);
    let standing = || picture.bars.iter().filter_map(|bar| Some((bar, bar.piece?)));
    for (bar, _) in standing() {
        canvas.add_line(bar);
    }
    for label in &picture.labels {
        canvas.write_label(label.x, label.y, &label.text);
    }
    for cell in &picture.cells {
        canvas.write_cell(cell);
    }
    for (bar, piece) in standing() {
        canvas.write_bar(bar, piece);
    }
    let mut lines = canvas.into_lines();
    let texts = |columns: usize| {
        let plain = |text: &str| wrapped(text.split(' ').filter(|word| !word.is_empty()), columns);
        let legend = Some(picture.legend).filter(|legend| !legend.is_empty());
        let mut texts: Vec<String> = legend.into_iter().flat_map(plain).collect();
        texts.extend(panel(&picture.panel, columns, colour));
        texts.extend(notes.iter().flat_map(|note| plain(note)));
        texts
    };
    let below = texts(WIDTH);
    let used = lines.iter().map(|&(_, width)| width).max().unwrap_or(0) + GAP;
    if lines.len() + below.len() <= HEIGHT || used + NARROWEST > WIDTH {
        lines.extend(below.into_iter().map(|line| (line, 0)));
    } else {
        for (index, line) in texts(WIDTH - used).into_iter().enumerate() {
            if index == lines.len() {
                lines.push((String::new(), 0));
            }
            let (text, width) = &mut lines[index];
            *text += &format!("{:blanks$}{line}", "", blanks = used - *width);
        }
    }
    lines.into_iter().map(|(text, _)| text + "\n").collect()
}

/// Columns between a board and what stands beside it.
const GAP: usize = 3;

/// What players have beside the board, in lines of at most so many columns.
fn panel(panel: &[String], columns: usize, colour: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, text) in panel.iter().enumerate() {
        let style = if colour { player_style(index).bold() } else { Style::new() };
        let name = format!("player {}", index + 1);
        let indent = " ".repeat(name.len() + 2);
        for (place, line) in wrapped(text.split(' '), columns - indent.len()).into_iter().enumerate() {
            lines.push(if place == 0 { format!("{style}{name}{style:#}  {line}") } else { format!("{indent}{line}") });
        }
    }
    lines
}

/// How a player's pieces look.
pub fn player_style(index: usize) -> Style {
    Style::new().fg_color(Some(COLOURS[index % COLOURS.len()].into()))
}

fn piece_style(piece: Piece) -> Style {
    match piece {
        Piece::Of(player) | Piece::Tile(player) => player_style(player.index()),
        Piece::Neutral => Style::new(),
    }
}

pub(super) fn piece_character(piece: Piece) -> char {
    match piece {
        Piece::Of(player) | Piece::Tile(player) => char::from(b'1' + player.index() as u8),
        Piece::Neutral => '#',
    }
}

/// Lines of characters that grow as needed.
struct Canvas {
    colour: bool,
    /// The board's leftmost and rightmost cells.
    left: f32,
    right: f32,
    /// Columns for a cell's text.
    width: usize,
    /// Columns from one cell to the next.
    unit: usize,
    /// Columns for the labels left of the board.
    gutter: usize,
    lines: BTreeMap<i32, Vec<(char, Style)>>,
}

impl Canvas {
    fn new(picture: &Picture, colour: bool) -> Self {
        let left = picture.cells.iter().map(|cell| cell.x).fold(f32::INFINITY, f32::min);
        let right = picture.cells.iter().map(|cell| cell.x).fold(f32::NEG_INFINITY, f32::max);
        let beside = |x: f32| x < left - 0.25 || x > right + 0.75;
        let length = |text: &str| text.chars().count();
        let stacks = picture.cells.iter().map(|cell| cell.pieces.len());
        let labels = picture.labels.iter().filter(|label| !beside(label.x)).map(|label| length(&label.text));
        let width = stacks.chain(labels).max().unwrap_or(1).max(1);
        let shifted = picture.cells.iter().any(|cell| (cell.x - left).fract().abs() > 0.2);
        // A shift by half a cell must be a whole number of columns.
        let unit = if shifted { (width + 1).next_multiple_of(2) } else { width + 1 };
        let before = picture.labels.iter().filter(|label| label.x < left - 0.25);
        let gutter = before.map(|label| length(&label.text) + 1).max().unwrap_or(0);
        Canvas { colour, left, right, width, unit, gutter, lines: BTreeMap::new() }
    }

    /// The line for a height, in hundredths so that equal heights have equal keys.
    fn line(y: f32) -> i32 {
        (y * 100.0).round() as i32
    }

    /// The column of a point's centre, in halves of a column.
    fn centre(&self, x: f32) -> f32 {
        self.gutter as f32 + (x - self.left) * self.unit as f32 + (self.width - 1) as f32 / 2.0
    }

    fn put(&mut self, line: i32, column: f32, character: char, style: Style) {
        let line = self.lines.entry(line).or_default();
        if column.is_finite() && column >= 0.0 {
            let column = column as usize;
            if line.len() <= column {
                line.resize(column + 1, (' ', Style::new()));
            }
            line[column] = (character, if self.colour { style } else { Style::new() });
        }
    }

    fn write_cell(&mut self, cell: &Cell) {
        let line = Self::line(cell.y);
        let length = cell.pieces.len().max(1);
        let begin = (self.centre(cell.x) - (length - 1) as f32 / 2.0).round();
        let mark = |style: Style| if cell.marked { style | Effects::INVERT } else { style };
        if cell.pieces.is_empty() {
            self.put(line, begin, '.', mark(Style::new().dimmed()));
        }
        for (index, &piece) in cell.pieces.iter().enumerate() {
            self.put(line, begin + index as f32, piece_character(piece), mark(piece_style(piece)));
        }
        if cell.marked && !self.colour {
            self.put(line, begin + length as f32, '*', Style::new());
        }
    }

    fn write_label(&mut self, x: f32, y: f32, text: &str) {
        let length = text.chars().count();
        let begin = if x < self.left - 0.25 {
            (self.gutter - 1).saturating_sub(length) as f32
        } else if x > self.right + 0.75 {
            self.centre(self.right) + self.unit as f32
        } else {
            self.centre(x) - length.saturating_sub(1) as f32 / 2.0
        };
        for (index, character) in text.chars().enumerate() {
            self.put(Self::line(y), begin.round() + index as f32, character, Style::new().dimmed());
        }
    }

    /// Makes room for a bar that lies between two lines of cells.
    fn add_line(&mut self, bar: &Bar) {
        if bar.from.1 == bar.to.1 {
            self.lines.entry(Self::line(bar.from.1)).or_default();
        }
    }

    fn write_bar(&mut self, bar: &Bar, piece: Piece) {
        let style = piece_style(piece);
        let ordered = |a: f32, b: f32| if a <= b { (a, b) } else { (b, a) };
        if bar.from.1 == bar.to.1 {
            let (begin, end) = ordered(self.centre(bar.from.0), self.centre(bar.to.0));
            // The ends lie on the corners of cells, where upright bars are drawn.
            for column in begin.round() as i32 + 1..end.round() as i32 {
                self.put(Self::line(bar.from.1), column as f32, '-', style);
            }
        } else {
            let (begin, end) = ordered(bar.from.1, bar.to.1);
            let column = self.centre((bar.from.0 + bar.to.0) / 2.0).round();
            let within: Vec<i32> =
                self.lines.keys().copied().filter(|&line| line > Self::line(begin) && line < Self::line(end)).collect();
            for line in within {
                self.put(line, column, '|', style);
            }
        }
    }

    /// The lines, each with how many columns it takes.
    fn into_lines(self) -> Vec<(String, usize)> {
        let mut lines = Vec::new();
        for line in self.lines.values() {
            let mut text = String::new();
            let used = line.iter().rposition(|&(character, _)| character != ' ').map_or(0, |last| last + 1);
            let mut current = Style::new();
            for &(character, style) in &line[..used] {
                if style != current {
                    text.push_str(&format!("{current:#}{style}"));
                    current = style;
                }
                text.push(character);
            }
            text.push_str(&format!("{current:#}"));
            lines.push((text, used));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::samples;
    use kingmaker_core::scene::Shape;

    fn widest(text: &str) -> usize {
        text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    }

    #[test]
    fn cells_with_ways_come_in_rows_with_their_names() {
        assert_eq!(terminal(&samples::ways(), false), ".   .\n1   2\n  .\n  3\n");
    }

    #[test]
    fn cells_with_ways_that_are_in_rows_already_stay_there() {
        let mut picture = samples::square(2, Shape::Disc);
        picture.ways = samples::ways().ways[..1].to_vec();
        picture.panel.clear();
        assert_eq!(terminal(&picture, false), " .   .\n0,0 1,0\n .   .\n0,1 1,1\n");
    }

    #[test]
    fn draws_stacks_marks_and_walls() {
        let text = terminal(&samples::walls(), false);
        assert_eq!(
            text,
            "   1   2   3\n\
             3 122  . | .\n\
             2  .   #*| .\n\
            \x20 -------\n\
             1  .   .   .\n\
             player 1  10 walls\n\
             player 2  9 <walls>\n"
        );
    }

    #[test]
    fn half_steps_are_whole_columns() {
        let text = terminal(&samples::hexagonal(2), false);
        assert_eq!(text, " 1 2\n1 2 3\n 1 2\n");
    }

    #[test]
    fn boards_fit_the_terminal() {
        assert!(widest(&terminal(&samples::square(20, Shape::Square), false)) <= 80);
        assert!(widest(&terminal(&samples::hexagonal(10), false)) <= 80);
        let mut stacks = samples::square(8, Shape::Square);
        stacks.cells[9].pieces = vec![Piece::Neutral; 5];
        assert!(widest(&terminal(&stacks, false)) <= 80);
    }

    #[test]
    fn beside_a_high_board_there_is_room() {
        let mut picture = samples::square(20, Shape::Square);
        picture.labels.clear();
        picture.panel = vec![["some"; 12].join(" "); 4];
        let text = terminal(&picture, false);
        assert_eq!((text.lines().count(), widest(&text) <= 80), (20, true), "{text}");
        assert!(
            text.lines().next().is_some_and(|line| line.ends_with("  player 1  some some some some some")),
            "{text}"
        );
    }

    #[test]
    fn legends_come_first_and_notes_last() {
        let mut picture = samples::square(2, Shape::Square);
        picture.legend = "Empty is a dot.";
        let text = screen(&picture, &["since your move: a1".to_owned()], false);
        let lines: Vec<&str> = text.lines().skip(3).collect();
        let expected = ["Empty is a dot.", "player 1  10 walls", "player 2  9 <walls>", "since your move: a1"];
        assert_eq!(lines, expected);
    }

    #[test]
    fn colours_only_when_asked_for() {
        let picture = samples::walls();
        assert!(!terminal(&picture, false).contains('\u{1b}'));
        let coloured = terminal(&picture, true);
        assert!(coloured.contains("\u{1b}[91m1") && coloured.contains("\u{1b}[0m"), "{coloured:?}");
        assert!(!coloured.contains('*'));
        assert_eq!(terminal(&Picture::default(), true), "");
    }
}
