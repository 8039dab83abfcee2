//! A picture as an SVG file.

use std::cmp::Reverse;
use std::fmt::Write;

use kingmaker_core::scene::{Cell, Picture, Piece, Shape, Way};

use super::wrapped;

/// Pixels from one cell to the next.
const UNIT: f32 = 48.0;

/// The colours of the players, in turn order (Wong 2011: told apart by the colour-blind).
const COLOURS: [&str; kingmaker_core::MAX_PLAYERS] = ["#d55e00", "#f0e442", "#009e73", "#0072b2", "#cc79a7", "#56b4e9"];

/// The colours of the sorts of ways, and how wide they are.
const WAYS: [(&str, f32); 4] = [("#c8a415", 0.07), ("#2a9d8f", 0.13), ("#e58fa0", 0.22), ("#7d8899", 0.3)];

/// How wide a letter of the panel is, about.
const LETTER: f32 = 0.165;

/// Draws a picture as a complete SVG document.
pub fn svg(picture: &Picture) -> String {
    let places = || {
        let cells = picture.cells.iter().map(|cell| (cell.x, cell.y));
        cells.chain(picture.labels.iter().map(|label| (label.x, label.y)))
    };
    let bound = |pick: fn((f32, f32)) -> f32, best: fn(f32, f32) -> f32| places().map(pick).reduce(best).unwrap_or(0.0);
    let (left, top) = (bound(|at| at.0, f32::min) - 0.7, bound(|at| at.1, f32::min) - 0.7);
    let (right, bottom) = (bound(|at| at.0, f32::max) + 0.7, bound(|at| at.1, f32::max) + 0.7);
    let columns = ((right - left - 1.1) / LETTER) as usize;
    let name = |index: usize, line: &str| wrapped(format!("player {}: {line}", index + 1).split(' '), columns);
    let panel: Vec<Vec<String>> = picture.panel.iter().enumerate().map(|(index, line)| name(index, line)).collect();
    let lines: usize = panel.iter().map(Vec::len).sum();
    let (width, height) = (right - left, bottom - top + lines as f32 * 0.5);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.2} {top:.2} {width:.2} {height:.2}\" width=\"{:.0}\" height=\"{:.0}\" font-family=\"sans-serif\">\n<rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"#ffffff\"/>\n",
        width * UNIT,
        height * UNIT
    );
    let mut ways: Vec<&Way> = picture.ways.iter().collect();
    ways.sort_by_key(|way| Reverse(way.sort));
    for way in ways {
        let at = |cell: usize| picture.cells.get(cell).map_or((0.0, 0.0), |cell| (cell.x, cell.y));
        let (colour, width) = WAYS[way.sort.min(WAYS.len() - 1)];
        draw_line(&mut out, at(way.from), at(way.to), colour, width);
    }
    for cell in &picture.cells {
        draw_cell(&mut out, cell, !picture.ways.is_empty());
    }
    for (bar, piece) in picture.bars.iter().filter_map(|bar| Some((bar, bar.piece?))) {
        draw_line(&mut out, bar.from, bar.to, colour(piece), 0.14);
    }
    for label in &picture.labels {
        draw_text(&mut out, label.x, label.y, "middle", "#666666", &label.text);
    }
    let mut y = bottom;
    for (index, lines) in panel.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        append(
            &mut out,
            format_args!("<circle cx=\"{:.2}\" cy=\"{y:.2}\" r=\"0.15\" fill=\"{colour}\"/>\n", left + 0.4),
        );
        for line in lines {
            draw_text(&mut out, left + 0.7, y, "start", "#222222", line);
            y += 0.5;
        }
    }
    out.push_str("</svg>\n");
    out
}

fn append(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

/// A cell with what stands on it; where cells are anywhere, with its name.
fn draw_cell(out: &mut String, cell: &Cell, has_name: bool) {
    let (x, y) = (cell.x, cell.y);
    let fill = if cell.marked { "#fff3c4" } else { "#f4efe6" };
    let look = format!("fill=\"{fill}\" stroke=\"#b9ae9b\" stroke-width=\"0.03\"");
    append(out, format_args!("<g id=\"{}\">", escape(&cell.name)));
    match cell.shape {
        Shape::Square => {
            append(
                out,
                format_args!("<rect x=\"{:.2}\" y=\"{:.2}\" width=\"1\" height=\"1\" {look}/>", x - 0.5, y - 0.5),
            );
        }
        Shape::Disc => append(out, format_args!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"0.5\" {look}/>")),
        Shape::Hexagon => {
            // With a corner on top and neighbours at distance 1, a corner is 1 / sqrt(3) away.
            let corner = |turn: i32| {
                let angle = std::f32::consts::FRAC_PI_6 * (2 * turn + 1) as f32;
                format!("{:.3},{:.3}", x + angle.cos() * 0.577, y + angle.sin() * 0.577)
            };
            let corners: Vec<String> = (0..6).map(corner).collect();
            append(out, format_args!("<polygon points=\"{}\" {look}/>", corners.join(" ")));
        }
    }
    let lift = if cell.pieces.len() > 1 { 0.3 / (cell.pieces.len() - 1) as f32 } else { 0.0 };
    for (index, &piece) in cell.pieces.iter().enumerate() {
        if let Piece::Tile(_) = piece {
            append(
                out,
                format_args!(
                    "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"0.92\" height=\"0.92\" rx=\"0.08\" fill=\"{}\" stroke=\"#333333\" stroke-width=\"0.025\"/>",
                    x - 0.46,
                    y - 0.46,
                    colour(piece)
                ),
            );
            continue;
        }
        let height = y + lift * ((cell.pieces.len() - 1) as f32 / 2.0 - index as f32);
        let (high, colour) = (if lift > 0.0 { 0.24 } else { 0.36 }, colour(piece));
        append(
            out,
            format_args!(
                "<ellipse cx=\"{x:.2}\" cy=\"{height:.3}\" rx=\"0.36\" ry=\"{high}\" fill=\"{colour}\" stroke=\"#333333\" stroke-width=\"0.025\"/>"
            ),
        );
    }
    if has_name {
        append(
            out,
            format_args!(
                "<text x=\"{x:.2}\" y=\"{:.2}\" font-size=\"0.36\" text-anchor=\"middle\" fill=\"#222222\" stroke=\"#ffffff\" stroke-width=\"0.08\" paint-order=\"stroke\">{}</text>",
                y + 0.13,
                escape(&cell.name)
            ),
        );
    }
    out.push_str("</g>\n");
}

fn draw_line(out: &mut String, (x1, y1): (f32, f32), (x2, y2): (f32, f32), colour: &str, width: f32) {
    append(
        out,
        format_args!(
            "<line x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>\n"
        ),
    );
}

fn draw_text(out: &mut String, x: f32, y: f32, anchor: &str, colour: &str, text: &str) {
    append(
        out,
        format_args!(
            "<text x=\"{x:.2}\" y=\"{:.2}\" font-size=\"0.32\" text-anchor=\"{anchor}\" fill=\"{colour}\">{}</text>\n",
            y + 0.11,
            escape(text)
        ),
    );
}

fn colour(piece: Piece) -> &'static str {
    match piece {
        Piece::Of(player) | Piece::Tile(player) => COLOURS[player.index() % COLOURS.len()],
        Piece::Neutral => "#8d99a6",
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::samples;

    #[test]
    fn draws_everything_once() {
        let text = svg(&samples::walls());
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        let count = |part: &str| text.matches(part).count();
        assert_eq!((count("<g id="), count("</g>"), count("<ellipse "), count("<line ")), (9, 9, 4, 2));
        assert_eq!((count("<text "), count("&lt;walls&gt;"), count("NaN"), count("inf")), (8, 1, 0, 0));
        assert_eq!(svg(&samples::hexagonal(3)).matches("<polygon ").count(), 19);
        assert!(svg(&Picture::default()).starts_with("<svg "));
    }

    #[test]
    fn ways_are_below_the_cells() {
        let text = svg(&samples::ways());
        assert_eq!(text.matches("<line ").count(), 2);
        assert!(text.rfind("<line ") < text.find("<g id="));
    }
}
