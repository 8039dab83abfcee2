//! Plots as SVG. Colours are plain attributes that the style sheet of the document replaces, so that
//! plots are right on dark screens too.

use anyhow::Result;
use kingmaker_arena::comparison::{Figure, Line, Unit};
use kingmaker_arena::secrecy::Secrecy;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::output::grouped;

use super::figures::label;

/// Colours by their role. The style sheet knows them by these values.
const INK: RGBColor = RGBColor(0x11, 0x11, 0x11);
const GRID: RGBColor = RGBColor(0xDD, 0xDD, 0xDD);
const OURS: RGBColor = RGBColor(0x1F, 0x6F, 0xB4);
const PUBLISHED: RGBColor = RGBColor(0xC2, 0x57, 0x0C);

/// Small enough that letters are readable on a phone.
const WIDTH: u32 = 480;
/// The library takes it for points: 13 pixels.
const FONT: (&str, u32) = ("sans-serif", 16);

/// A parameter that is different in each line, such as W in "W=0.5".
pub(super) struct Sweep<'a> {
    pub(super) parameter: &'a str,
    points: Vec<(f64, &'a Line)>,
}

/// The parameter whose values are the names of all lines, if there is one.
pub(super) fn sweep<'a>(lines: &[&'a Line]) -> Option<Sweep<'a>> {
    let point = |line: &&'a Line| {
        let (parameter, number) = line.name.split_once('=')?;
        let number: f64 = number.parse().ok()?;
        (line.unit == Unit::Percent && number.is_finite()).then_some((parameter, number, *line))
    };
    let mut points = lines.iter().map(point).collect::<Option<Vec<_>>>()?;
    let parameter = points.first()?.0;
    points.sort_by(|a, b| a.1.total_cmp(&b.1));
    let is_one = points.len() > 2
        && points.iter().all(|(other, ..)| *other == parameter)
        && points.windows(2).all(|pair| pair[0].1 < pair[1].1);
    is_one.then(|| Sweep { parameter, points: points.into_iter().map(|(_, number, line)| (number, line)).collect() })
}

/// Win rates against a parameter, with bands for their intervals.
pub(super) fn sweep_plot(sweep: &Sweep<'_>) -> Result<String> {
    let (first, last) = (sweep.points.first(), sweep.points.last());
    let (low, high) = (first.map_or(0.0, |point| point.0), last.map_or(1.0, |point| point.0));
    drawn(260, |root| {
        let mut builder = ChartBuilder::on(root);
        builder.margin(8).margin_right(16).x_label_area_size(40).y_label_area_size(46);
        // Values that were tried over decades are equally far from each other on a logarithmic axis.
        if low > 0.0 && high / low >= 20.0 {
            let mut chart = builder.build_cartesian_2d((low..high).log_scale(), 0.0..100.0)?;
            curves(&mut chart, sweep)
        } else {
            let mut chart = builder.build_cartesian_2d(low..high, 0.0..100.0)?;
            curves(&mut chart, sweep)
        }
    })
}

/// A chart of which the horizontal axis may be logarithmic.
type Chart<'a, 'b, X> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<X, RangedCoordf64>>;

fn curves<X>(chart: &mut Chart<'_, '_, X>, sweep: &Sweep<'_>) -> Result<()>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(clean(sweep.parameter)).y_desc("win rate, %").label_style(FONT.into_font().color(&INK));
    mesh.axis_desc_style(FONT.into_font().color(&INK)).axis_style(INK.stroke_width(1));
    mesh.bold_line_style(GRID.stroke_width(1)).light_line_style(TRANSPARENT).x_labels(6);
    mesh.x_label_formatter(&round).y_label_formatter(&round).draw()?;
    for (colour, figure) in SERIES {
        let known = || sweep.points.iter().filter_map(|(at, line)| Some((*at, figure(line)?)));
        let lows: Vec<(f64, f64)> = known().map(|(at, figure)| (at, figure.range().0)).collect();
        let mut band: Vec<(f64, f64)> = known().map(|(at, figure)| (at, figure.range().1)).collect();
        band.extend(lows.into_iter().rev());
        chart.draw_series([Polygon::new(band, colour.mix(0.2).filled())])?;
        chart.draw_series(LineSeries::new(known().map(|(at, figure)| (at, figure.value)), colour.stroke_width(2)))?;
        chart.draw_series(known().map(|(at, figure)| Circle::new((at, figure.value), 3, colour.filled())))?;
    }
    Ok(())
}

/// Which figures of lines are drawn.
type Series = fn(&Line) -> Option<Figure>;

/// What is drawn, the later over the earlier.
const SERIES: [(RGBColor, Series); 2] = [(PUBLISHED, |line| line.published), (OURS, |line| line.ours)];

/// Ours beside the published figures, each with its interval, for lines of one unit.
pub(super) fn dot_plot(lines: &[&Line]) -> Result<String> {
    let Some(unit) = lines.first().map(|line| line.unit) else { return Ok(String::new()) };
    let ends = lines.iter().flat_map(|line| [line.ours, line.published]).flatten().map(Figure::range);
    let (low, high) = ends.fold((f64::INFINITY, 0.0f64), |(low, high), (from, to)| (low.min(from), high.max(to)));
    let labels = shortened(&lines.iter().map(|line| clean(&label(line))).collect::<Vec<_>>());
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) as u32;
    let height = 56 + 24 * lines.len() as u32;
    drawn(height, |root| {
        let mut builder = ChartBuilder::on(root);
        builder.margin(8).margin_right(36).x_label_area_size(26).y_label_area_size(12 + 7 * longest);
        let rows = 0.0..lines.len() as f64;
        if unit == Unit::PerSecond && low > 0.0 {
            // Whole decades, so that at least two of them have labels.
            let (from, to) = (low.log10().floor(), high.log10().ceil().max(low.log10().floor() + 1.0));
            let mut chart = builder.build_cartesian_2d((10f64.powf(from)..10f64.powf(to)).log_scale(), rows)?;
            dots(&mut chart, root, lines, &labels)
        } else {
            let most = if unit == Unit::Percent { 100.0 } else { high * 1.05 };
            let mut chart = builder.build_cartesian_2d(0.0..most.max(1.0), rows)?;
            dots(&mut chart, root, lines, &labels)
        }
    })
}

fn dots<X>(chart: &mut Chart<'_, '_, X>, root: &Area<'_>, lines: &[&Line], labels: &[String]) -> Result<()>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let unit = lines.first().map_or(Unit::Mean, |line| line.unit);
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh().y_labels(0).x_labels(5).label_style(FONT.into_font().color(&INK));
    mesh.axis_style(INK.stroke_width(1)).bold_line_style(GRID.stroke_width(1)).light_line_style(TRANSPARENT);
    mesh.x_label_formatter(&|number| tick(unit, *number)).draw()?;
    let left = chart.plotting_area().get_pixel_range().0.start - 6;
    for (index, (line, label)) in lines.iter().zip(labels).enumerate() {
        let middle = (lines.len() - index) as f64 - 0.5;
        let mut height = None;
        for ((colour, figure), shift) in SERIES.into_iter().zip([-0.17, 0.17]) {
            let Some(figure) = figure(line) else { continue };
            let ((low, high), at) = (figure.range(), middle + shift);
            chart.draw_series([PathElement::new([(low, at), (high, at)], colour.stroke_width(2))])?;
            chart.draw_series([Circle::new((figure.value, at), 4, colour.filled())])?;
            height = Some(chart.backend_coord(&(figure.value, middle)).1);
        }
        let style = FONT.into_font().color(&INK).pos(Pos::new(HPos::Right, VPos::Center));
        if let Some(height) = height {
            root.draw_text(label, &style, (left, height))?;
        }
    }
    Ok(())
}

/// How many games had so many plies.
pub(super) fn histogram(lengths: &[(u32, u64)]) -> Result<String> {
    /// At most so many bars, and at least so many plies on the axis.
    const BARS: u32 = 24;
    const PLIES: u32 = 10;
    let (Some((shortest, _)), Some((longest, _))) = (lengths.first(), lengths.last()) else { return Ok(String::new()) };
    let missing = PLIES.saturating_sub(longest - shortest);
    let (shortest, longest) = (shortest.saturating_sub(missing / 2), longest + missing.div_ceil(2));
    let width = (longest - shortest + 1).div_ceil(BARS).max(1);
    let mut bars = vec![0u64; ((longest - shortest) / width + 1) as usize];
    for (plies, games) in lengths {
        bars[((plies - shortest) / width) as usize] += games;
    }
    let most = bars.iter().copied().max().unwrap_or(1) as f64;
    let start = |bar: usize| f64::from(shortest) + f64::from(width) * bar as f64 - 0.5;
    drawn(180, |root| {
        let mut builder = ChartBuilder::on(root);
        builder.margin(8).margin_right(16).x_label_area_size(40).y_label_area_size(46);
        let mut chart = builder.build_cartesian_2d(start(0)..start(bars.len()), 0.0..most * 1.05)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc("plies").y_desc("games").label_style(FONT.into_font().color(&INK));
        mesh.axis_desc_style(FONT.into_font().color(&INK)).axis_style(INK.stroke_width(1)).disable_x_mesh();
        mesh.bold_line_style(GRID.stroke_width(1)).light_line_style(TRANSPARENT).x_labels(6).y_labels(4);
        mesh.x_label_formatter(&whole).y_label_formatter(&whole).draw()?;
        let bar = |(index, games): (usize, &u64)| {
            Rectangle::new([(start(index), 0.0), (start(index + 1), *games as f64)], OURS.filled())
        };
        chart.draw_series(bars.iter().enumerate().map(bar))?;
        Ok(())
    })
}

/// How many worlds were possible, move by move.
pub(super) fn secrecy(rounds: &[Secrecy]) -> Result<String> {
    let last = rounds.last().map_or(1, |round| round.round).max(2) as f64;
    let most = rounds.iter().map(|round| round.middle.1.max(round.mean)).fold(1.0, f64::max);
    drawn(220, |root| {
        let mut builder = ChartBuilder::on(root);
        builder.margin(8).margin_right(16).x_label_area_size(40).y_label_area_size(46);
        let mut chart = builder.build_cartesian_2d(1.0..last, 0.0..most * 1.05)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc("move").y_desc("possible worlds").label_style(FONT.into_font().color(&INK));
        mesh.axis_desc_style(FONT.into_font().color(&INK)).axis_style(INK.stroke_width(1)).disable_x_mesh();
        mesh.bold_line_style(GRID.stroke_width(1)).light_line_style(TRANSPARENT).x_labels(12).y_labels(5);
        mesh.x_label_formatter(&whole).y_label_formatter(&whole).draw()?;
        let at = |round: &Secrecy| round.round as f64;
        let mut band: Vec<(f64, f64)> = rounds.iter().map(|round| (at(round), round.middle.1)).collect();
        band.extend(rounds.iter().rev().map(|round| (at(round), round.middle.0)));
        chart.draw_series([Polygon::new(band, OURS.mix(0.2).filled())])?;
        let means = || rounds.iter().map(|round| (at(round), round.mean));
        chart.draw_series(LineSeries::new(means(), OURS.stroke_width(2)))?;
        chart.draw_series(means().map(|point| Circle::new(point, 3, OURS.filled())))?;
        Ok(())
    })
}

/// Labels only at whole numbers.
fn whole(number: &f64) -> String {
    if number.fract() == 0.0 { number.to_string() } else { String::new() }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// An image of this height.
fn drawn(height: u32, draw: impl FnOnce(&Area<'_>) -> Result<()>) -> Result<String> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        draw(&root)?;
        root.present()?;
    }
    Ok(svg)
}

/// A figure on an axis: those are round.
fn tick(unit: Unit, number: f64) -> String {
    match unit {
        Unit::Percent => format!("{}%", round(&number)),
        Unit::Playouts | Unit::PerSecond | Unit::Count => grouped(number),
        Unit::Mean | Unit::Log10 | Unit::Seconds => round(&number),
    }
}

/// Text without characters that XML forbids; the others are escaped where they are drawn.
fn clean(text: &str) -> String {
    text.replace(char::is_control, "\u{FFFD}")
}

/// A number on an axis, without the digits that adding up steps leaves behind.
fn round(number: &f64) -> String {
    ((number * 1e6).round() / 1e6).to_string()
}

/// Labels that leave room for the plot, and are as different as they were: what begins alike is told apart by its end,
/// and if that is alike as well, by a number.
fn shortened(labels: &[String]) -> Vec<String> {
    let starts: Vec<String> = labels.iter().map(|label| cut(label, MOST_LETTERS, 0)).collect();
    let ends: Vec<String> = labels.iter().map(|label| cut(label, MOST_LETTERS / 3, MOST_LETTERS * 2 / 3)).collect();
    let is_taken = |at: usize, short: &[String]| {
        (0..labels.len()).any(|other| labels[other] != labels[at] && short[other] == short[at])
    };
    let short = |at: usize| match (is_taken(at, &starts), is_taken(at, &ends)) {
        (false, _) => starts[at].clone(),
        (true, false) => ends[at].clone(),
        (true, true) => format!("{} ({})", cut(&labels[at], MOST_LETTERS - 5, 0), at + 1),
    };
    (0..labels.len()).map(short).collect()
}

/// So many letters fit beside a plot.
const MOST_LETTERS: usize = 32;

/// A label with so many letters of its start and of its end, and a mark where others are left out.
fn cut(label: &str, start: usize, end: usize) -> String {
    let letters: Vec<char> = label.chars().collect();
    if letters.len() <= start + end {
        return label.to_owned();
    }
    let [start, end] = [&letters[..start], &letters[letters.len() - end..]].map(|part| part.iter().collect::<String>());
    format!("{start}…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_labels_stay_different() {
        let long = "mcts(policy=history(w=5), selection=uct, playout=";
        let labels = ["random".to_owned(), format!("{long}greedy)"), format!("{long}random)")];
        let short = shortened(&labels);
        assert_eq!((short[0].as_str(), short[1] == short[2]), ("random", false), "{short:?}");
        let middle = |word: &str| format!("{long}{word}, and so on for a long time to come, always alike)");
        let short = shortened(&[middle("a"), middle("b")]);
        assert!(short[0] != short[1] && short.iter().all(|label| label.chars().count() <= 33), "{short:?}");
        assert_eq!(shortened(&[middle("a")])[0].chars().count(), 33);
    }

    #[test]
    fn labels_of_axes_are_round() {
        assert_eq!([0.1 + 0.2, 5.0].map(|number| round(&number)), ["0.3", "5"]);
    }
}
