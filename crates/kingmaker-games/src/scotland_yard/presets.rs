//! Players of note: those of the thesis, and the strongest that we found.

use kingmaker_core::Preset;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "hider-thesis",
        help: "the MCTS hider of Nijssen 2013, section 7.4.7",
        spec: "hider=mcts(c=0.5, playout=roles(first=greedy(by=mm, epsilon=0.1), second=greedy(by=mm, epsilon=0.2)), \
               model=thrifty, hurry=1)",
    },
    Preset {
        name: "seekers-thesis",
        help: "the MCTS seekers of Nijssen 2013, section 7.4.7",
        spec: "seekers=mcts(c=0.5, playout=roles(first=greedy(by=mc, epsilon=0.1), second=greedy(by=mc, epsilon=0.2)), \
               belief=categories(by=minimum-distance), coalition=0.1, model=thrifty, hurry=1)",
    },
    Preset {
        name: "hider-best",
        help: "the strongest hider that we have measured: so far that of the thesis",
        spec: "hider=mcts(c=0.5, playout=roles(first=greedy(by=mm, epsilon=0.1), second=greedy(by=mm, epsilon=0.2)), \
               model=thrifty)",
    },
    Preset {
        name: "seekers-best",
        help: "the strongest seekers that we have measured, with 2,500 playouts per move",
        spec: "seekers=mcts(c=0.5, playout=roles(first=greedy(by=mc, epsilon=0.1), second=greedy(by=mc, epsilon=0.2)), \
               belief=categories(by=minimum-distance), coalition=0.2, model=thrifty)",
    },
];
