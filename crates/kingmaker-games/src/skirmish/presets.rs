//! Players of note.

use kingmaker_core::Preset;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "skirmish-best",
        help: "as strong as any so far: games are played out to their end with a random move now and then",
        spec: "mcts(playout=greedy(epsilon=0.2))",
    },
    Preset {
        name: "representatives-2018",
        help: "the player with representative moves of Taucer, Polk & Oommen 2018, to the depth of its Table 5",
        spec: "expectimax(unit=turns, depth=5, model=representatives, value=margin, noise=0, killers=no, history=off)",
    },
    Preset {
        name: "plain-2018",
        help: "the player without them, to depth 3",
        spec: "expectimax(unit=turns, depth=3, value=margin, noise=0, killers=no, history=off)",
    },
];
