//! Which child to try next.

use super::tree::{Node, NodeIndex, Tree};

/// UCT (Kocsis & Szepesvári 2006; Nijssen 2013, Formula 2.8): the mean share of the player to
/// move, plus `c` times the square root of ln(visits of the parent) / visits of the child.
#[inline]
pub fn uct(c: f64, ln_parent_visits: f64, child_mean: f64, child_visits: u32) -> f64 {
    child_mean + c * (ln_parent_visits / f64::from(child_visits)).sqrt()
}

/// The child of `parent` that UCT prefers. Children that were never tried come first, in the
/// order in which they were added; `tried` is how often any child was chosen before.
pub fn select<Move: Copy>(tree: &Tree<Move>, parent: NodeIndex, tried: u32, c: f64) -> NodeIndex {
    let node = tree.node(parent);
    let children = node.children();
    if tried < children.end - children.start {
        return children.start + tried;
    }
    let ln_visits = f64::from(node.visits()).ln();
    let value = |child: &Node<Move>| uct(c, ln_visits, child.mean(), child.visits());
    let mut best = (f64::NEG_INFINITY, children.start);
    for (index, child) in children.zip(tree.children(parent)) {
        if child.visits() == 0 {
            return index;
        }
        let value = value(child);
        if value > best.0 {
            best = (value, index);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::uct;

    /// The worked example of Nijssen 2013, section 4.2.2: the root player's choice, with C = 0.2.
    #[test]
    fn formula_2_8() {
        let ln = 25f64.ln();
        for (mean, visits, printed) in [(0.0, 1, 0.358), (1.0 / 5.0, 5, 0.360), (6.0 / 18.0, 18, 0.418)] {
            let value = uct(0.2, ln, mean, visits);
            assert!((value - printed).abs() < 0.001, "{value} is printed as {printed}");
        }
    }
}
