//! Rapid Action-Value Estimation in five published forms: what a move was worth at once, mixed with
//! what it was worth when made at once or later (Gelly & Silver 2007; Nijssen 2013, section 5.1.1,
//! Formula 5.5 and appendix A).

use kingmaker_core::options::Kind;
use kingmaker_core::{Game, choices, settings};

use super::amaf_table::AmafTable;
use super::{Formula, Iteration, Known, Number, Scratch, Selection, Site, Tried, best_child};
use crate::Toolbox;
use crate::mcts::policy::Aim;
use crate::mcts::tree::{NodeIndex, Tree};

choices! {
    /// Whose formula.
    pub enum Whose {
        /// Gelly and Silver's, 5.1.
        Gelly = "gelly",
        /// Fossel's, 5.5.
        Fossel = "fossel",
        /// Teytaud and Teytaud's, A.1.
        Teytaud = "teytaud",
        /// Tom and Müller's, A.2.
        Tom = "tom",
        /// Rimmel and others', A.3.
        Rimmel = "rimmel",
    }
}

settings! {
    /// The strategy as configured.
    pub struct Settings, pub static SCHEMA = "rave" {
        summary: "Rapid Action-Value Estimation: UCT, with AMAF values instead of means while visits are few",
        source: "Gelly & Silver 2007; Nijssen 2013, Formulas 5.1, 5.5 and A.1 to A.3",
        options: {
            form: Whose { name: "form", default: "fossel", help: "whose formula" },
            k: Option<f64> {
                name: "k",
                kind: Kind::Real(0.0, 1e9),
                help: "visits after which AMAF values weigh half, of the parent (gelly: 1000) or of the child (others: 50)",
            },
            initial: Option<f64> {
                name: "initial",
                kind: Kind::Real(1e-9, 1e9),
                help: "form=tom: weight of the first AMAF samples (0.9)",
            },
            last: Option<f64> {
                name: "final",
                kind: Kind::Real(1e-9, 1e9),
                help: "form=tom: weight of any number of AMAF samples (20000)",
            },
        },
        examples: [
            "mcts(select=rave)",
            "mcts(select=rave(form=gelly, k=500), c=0.5)",
            "mcts(select=rave(form=tom, initial=1, final=5000))",
        ],
    }
}

/// A formula and its constants.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Formula 5.1, the constant k.
    Gelly(f32),
    /// Formula 5.5, the constant k.
    Fossel(f32),
    /// Formula A.1, the constant R. The constant K is the square of `c`.
    Teytaud(f32),
    /// Formula A.2, the constants w_i and w_f.
    Tom { initial: f32, last: f32 },
    /// Formula A.3, which leaves the decreasing weight open: here it is that of Formula 5.5, with
    /// this k. It is published with a `c` of the square root of 2.
    Rimmel(f32),
}

impl Form {
    fn new(settings: &Settings) -> Result<Self, String> {
        let Settings { form, k, initial, last } = *settings;
        let unused = if form == Whose::Tom {
            [(k, "k", "initial and final"), (None, "", "")]
        } else {
            [(initial, "initial", "k"), (last, "final", "k")]
        };
        if let Some((_, name, expected)) = unused.iter().find(|(value, ..)| value.is_some()) {
            return Err(format!("rave(form={}) has no '{name}'; expected {expected}", form.word()));
        }
        let or = |value: Option<f64>, default: f64| value.unwrap_or(default) as f32;
        Ok(match form {
            Whose::Gelly => Form::Gelly(or(k, 1000.0)),
            Whose::Fossel => Form::Fossel(or(k, 50.0)),
            Whose::Teytaud => Form::Teytaud(or(k, 50.0)),
            Whose::Tom => Form::Tom { initial: or(initial, 0.9), last: or(last, 20_000.0) },
            Whose::Rimmel => Form::Rimmel(or(k, 50.0)),
        })
    }
}

/// The strategy as configured.
pub fn build<G: Game>(settings: &Settings, _: &Toolbox<G>, _: &G) -> Result<Box<dyn Selection<G>>, String> {
    Ok(Box::new(Rave { form: Form::new(settings)?, table: AmafTable::default() }))
}

struct Rave {
    form: Form,
    table: AmafTable,
}

impl<G: Game> Selection<G> for Rave {
    fn begin(&mut self, _: &G, last: &Tree<G::Move>, _: Aim) {
        self.table.clear(last);
    }

    fn choose(&self, site: &Site<'_, G>) -> NodeIndex {
        let (beta, ln) = match self.form {
            Form::Gelly(k) => {
                let all: f32 = site.children().map(|child| self.table.of(child).count() as f32).sum();
                ((k / (3.0 * site.parent_visits() + k)).sqrt(), all.max(1.0).ln())
            }
            Form::Teytaud(_) => (0.0, (site.parent_visits() + 2.0).ln()),
            _ => (0.0, 0.0),
        };
        let formula = Weighted { form: self.form, c: site.exploration.c, beta, ln };
        best_child(site, |child, _| self.table.known(child), formula)
    }

    fn needs_line(&self) -> bool {
        true
    }

    fn learn(&self, game: &G, iteration: &Iteration<'_, G::Move>, scratch: &mut Scratch) {
        self.table.learn(game, iteration, scratch);
    }

    fn opinion(&self, _: &G, _: &Tree<G::Move>, node: NodeIndex) -> Option<f32> {
        Some(self.table.of(node).mean())
    }
}

/// The formula of a form.
struct Weighted {
    form: Form,
    c: f32,
    /// In Formula 5.1, the weight of AMAF values.
    beta: f32,
    /// The logarithm that a form has in place of ln n_p or beside it.
    ln: f32,
}

impl Formula for Weighted {
    #[inline]
    fn value<N: Number>(&self, tried: Tried<N>) -> N {
        let Weighted { form, c, beta, ln } = *self;
        match form {
            Form::Gelly(_) => gelly(tried, c, beta, ln),
            Form::Fossel(k) => fossel(tried, c, k),
            Form::Teytaud(k) => fossel(Tried { ln_parent: ln, ..tried }, c, k),
            Form::Tom { initial, last } => tom(tried, c, initial, last),
            Form::Rimmel(k) => rimmel(tried, c, k),
        }
    }

    /// An untried move is worth its AMAF value.
    #[inline]
    fn expectation(&self, known: Known<f32>) -> f32 {
        known.one
    }
}

/// Formula 5.1, with its weight and the logarithm of m_children, which all siblings share.
#[inline]
fn gelly<N: Number>(tried: Tried<N>, c: f32, beta: f32, ln_all: f32) -> N {
    let Known { one: amaf, two: count } = tried.known;
    // Another thread may not have come back yet from the only visit.
    let rave = amaf + (N::of(ln_all) / count.max(1.0)).sqrt() * c;
    rave * beta + tried.uct(c) * (1.0 - beta)
}

/// Formula 5.5, and A.1 with ln(2 + n_p) in place of ln n_p.
#[inline]
fn fossel<N: Number>(tried: Tried<N>, c: f32, k: f32) -> N {
    tried.uct(c) + N::of(k) / (tried.visits + k) * (tried.known.one - tried.mean)
}

/// Formula A.2.
#[inline]
fn tom<N: Number>(tried: Tried<N>, c: f32, initial: f32, last: f32) -> N {
    let Known { one: amaf, two: count } = tried.known;
    let weight = count * last * initial / (count * initial + last);
    let mixed = (tried.visits * tried.mean + weight * amaf) / (tried.visits + weight);
    mixed + (N::of(tried.ln_parent) / (tried.visits + 1.0)).sqrt() * c
}

/// Formula A.3.
#[inline]
fn rimmel<N: Number>(tried: Tried<N>, c: f32, k: f32) -> N {
    tried.uct(c) + N::of(k) / (tried.visits + k) * tried.known.one
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number is chosen so that the formulas can be worked out by hand: ln n_p = 4, n_i = 16
    /// and so C sqrt(4 / 16) = 0.1 for C = 0.2; x_i = 0.5, AMAF 0.75 in 64 samples.
    #[test]
    fn formulas_by_hand() {
        let known = Known { one: 0.75, two: 64.0 };
        let tried = Tried { visits: 16.0f32, inverse: 0.0625, mean: 0.5, ln_parent: 4.0, known };
        let c = 0.2;
        let is = |value: f32, expected: f32| assert!((value - expected).abs() < 1e-6, "{value}, not {expected}");
        // 0.25 (0.75 + 0.2 sqrt(4 / 64)) + 0.75 (0.5 + 0.1)
        is(gelly(tried, c, 0.25, 4.0), 0.25 * 0.8 + 0.75 * 0.6);
        // k / (n_i + k) = 48 / 64
        is(fossel(tried, c, 48.0), 0.25 * 0.5 + 0.75 * 0.75 + 0.1);
        // W_i = 64 * 64 * 1 / (64 + 64) = 32
        is(tom(tried, c, 1.0, 64.0), (16.0 * 0.5 + 32.0 * 0.75) / 48.0 + 0.2 * (4f32 / 17.0).sqrt());
        is(rimmel(tried, c, 16.0), 0.5 + 0.5 * 0.75 + 0.1);
    }

    #[test]
    fn a_form_takes_its_own_constants() {
        let form = |text: &str| {
            let args = kingmaker_core::options::read(text, "part", &[&SCHEMA]).expect("a valid spec");
            Form::new(&Settings::from_args(&args))
        };
        assert_eq!(form("rave"), Ok(Form::Fossel(50.0)));
        assert_eq!(form("rave(form=gelly)"), Ok(Form::Gelly(1000.0)));
        assert_eq!(form("rave(form=teytaud, k=7)"), Ok(Form::Teytaud(7.0)));
        assert_eq!(form("rave(form=rimmel, k=3)"), Ok(Form::Rimmel(3.0)));
        assert_eq!(form("rave(form=tom, final=9)"), Ok(Form::Tom { initial: 0.9, last: 9.0 }));
        assert_eq!(
            form("rave(form=tom, k=1)"),
            Err("rave(form=tom) has no 'k'; expected initial and final".to_owned())
        );
        assert_eq!(form("rave(final=1)"), Err("rave(form=fossel) has no 'final'; expected k".to_owned()));
    }
}
