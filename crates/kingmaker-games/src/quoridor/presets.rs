//! Players of note.

use kingmaker_core::Preset;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "quoridor-best",
        help: "as strong as any so far: alpha-beta that keeps fences in hand, and puts them only across ways",
        spec: "alphabeta(model=across, evaluator=reserve, reduce=2)",
    },
    Preset {
        name: "minmax-2023",
        help: "the Min-Max agent of Parshotam 2023: two plies, with its order of moves and its evaluation",
        spec: "alphabeta(depth=2, value=margin, by=paper, killers=no, history=off, table=0, deepen=no, noise=0)",
    },
    Preset {
        name: "mcts-2023",
        help: "the MCTS agent of Parshotam 2023 with its constants, its budget and its mistakes",
        spec: "mcts(policy=first, select=uct, c=1.4142135, playout=random(cap=50), final=ucb, hurry=1, per-choice=2)",
    },
];
