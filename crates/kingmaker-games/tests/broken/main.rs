//! The kit can fail: each check catches a game that is wrong in what the check is about.

mod counter;
mod faulty;

use counter::Counter;
use faulty::{Fault, Faulty};
use kingmaker_core::conformance::Kit;
use kingmaker_core::conformance::tree::TreeGame;
use kingmaker_core::{HiddenInformation, Player};
use kingmaker_games::hide_and_seek::{HideAndSeek, State};

/// Leaves at several depths, ties of priority, chance.
const TREE: &str = "
    (1 a:(? .5:[.5 .25 .25] .25:(2 d:[1 0 0] e^1:[0 1 0] f^1:[0 0 1]) .25:[0 1 0])
       b:(3 g:[0 0 1] h:[.2 .2 .6] i:(1 j:[1 0 0] k:[0 1 0]))
       c^-1:[0 .5 .5])";

fn hide(fault: Fault) -> Faulty<HideAndSeek> {
    Faulty::new(HideAndSeek::ring(2, 7, 4, 3), fault)
}

fn tree(fault: Fault) -> Faulty<TreeGame> {
    Faulty::new(TREE.parse().expect("a tree"), fault)
}

/// All that the game without a fault holds possible; that this is right is its own test.
fn oracle(game: &Faulty<HideAndSeek>, state: &State, observer: Player) -> Vec<State> {
    let (mut view, mut possible) = (state.clone(), Vec::new());
    game.inner.hide(&mut view, observer);
    game.inner.worlds(&view, observer, &mut |world, _| possible.push(world));
    possible
}

#[test]
fn without_a_fault_everything_passes() {
    let hide = hide(Fault::Nothing);
    let kit = Kit::new(&hide, "hide");
    kit.check_rules().check_notation().check_knowledge().check_out_of_turn().check_hidden(oracle);
    kit.check_scene().check_view_notation().check_view_scene();
    let tree = tree(Fault::Nothing);
    let kit = Kit::new(&tree, "tree");
    kit.check_rules().check_notation().check_knowledge().check_chance().check_scene();
}

/// `name: game(Fault).check => "part of the message";`
macro_rules! caught {
    ($($name:ident: $game:ident($fault:ident).$check:ident($($argument:expr)?) => $message:literal;)*) => {$(
        #[test]
        #[should_panic(expected = $message)]
        fn $name() {
            let game = $game(Fault::$fault);
            Kit::new(&game, stringify!($name)).$check($($argument)?);
        }
    )*};
}

caught! {
    unsorted_moves: tree(UnsortedMoves).check_rules() => "legal moves are not strictly sorted";
    duplicate_move: tree(DuplicateMove).check_rules() => "legal moves are not strictly sorted";
    appended_moves: tree(AppendedMoves).check_rules() => "legal_moves does not replace";
    no_moves: tree(NoMoves).check_rules() => "it is the turn of Player 1, who has no legal move";
    moves_after_the_end: tree(MovesAfterTheEnd).check_rules() => "turn is Over, but there are legal moves";
    slot_out_of_range: tree(SlotOutOfRange).check_rules() => "is not below 3";
    shared_slot: tree(SharedSlot).check_rules() => "shares slot 0";
    try_play_takes_all: tree(TryPlayTakesAll).check_rules() => "which is illegal, says Ok(())";
    try_play_refuses_first: tree(TryPlayRefusesFirst).check_rules() => "which is legal";
    try_play_spoils: hide(TryPlaySpoils).check_rules() => "but changes the state to";
    try_play_differs: tree(TryPlayDiffers).check_rules() => "but play gives";
    random_move_biased: tree(RandomMoveBiased).check_rules() => "random_move is biased";
    random_move_missing: tree(RandomMoveMissing).check_rules() => "random_move gives None";
    random_move_illegal: hide(RandomMoveIllegal).check_rules() => "which is illegal";
    draw_out_of_turn: tree(DrawOutOfTurn).check_rules() => "draw gives Some(";
    key_changes: tree(KeyChanges).check_rules() => "equal states with the keys";
    key_per_game: tree(KeyPerGame).check_rules() => "equal states have the keys";
    key_too_coarse: tree(KeyTooCoarse).check_rules() => "but their futures differ";
    key_constant: tree(KeyConstant).check_rules() => "but their futures differ";
    scores_sum_to_two: tree(ScoresSumToTwo).check_rules() => "do not fit the teams";
    cap_forgotten: tree(CapForgotten).check_rules() => "1 plies are left of";
    scores_for_too_many: tree(ScoresForTooMany).check_rules() => "scores for 4 players";
    endless: tree(Endless).check_rules() => "the game goes on after 3 plies, its ply cap";
    random_start: hide(RandomStart).check_rules() => "equal seeds give the starts";

    move_text_alike: tree(MoveTextAlike).check_notation() => "another legal move is written";
    move_text_blank: tree(MoveTextBlank).check_notation() => "has blanks";
    move_text_case_matters: tree(MoveTextCaseMatters).check_notation() => "says Err(NotationError { offender:";
    move_garbage_accepted: tree(MoveGarbageAccepted).check_notation() => "parse_move accepts \"\"";
    position_text_two_lines: hide(PositionTextTwoLines).check_notation() => "more than one line";
    position_text_forgets: hide(PositionTextForgets).check_notation() => "is read as";
    position_garbage_accepted: tree(PositionGarbageAccepted).check_notation() => "parse_position accepts \"\"";

    evaluation_not_a_number: tree(EvaluationNotANumber).check_knowledge() => "negative or not finite";
    evaluation_negative: tree(EvaluationNegative).check_knowledge() => "negative or not finite";
    greedy_ignores_ties: tree(GreedyIgnoresTies).check_knowledge() => "greedy_move is biased";
    greedy_not_best: tree(GreedyNotBest).check_knowledge() => "but the best moves are";
    k_best_reverses_ties: tree(KBestReversesTies).check_knowledge() => "k_best for k = 1 gives";
    k_best_too_long: tree(KBestTooLong).check_knowledge() => "k_best for k = 1 gives";

    hand_turn_idle: hide(HandTurnIdle).check_out_of_turn() => "after hand_turn to Player 2, turn is";
    hand_turn_moves: hide(HandTurnMoves).check_out_of_turn() => "but after hand_turn has";
    moves_of_others_wrong: hide(MovesOfOthersWrong).check_out_of_turn() => "was promised";
    moves_of_self_wrong: hide(MovesOfSelfWrong).check_out_of_turn() => "legal_moves_of the player to move";
    moves_of_after_the_end: hide(MovesOfAfterTheEnd).check_out_of_turn() => "the game is over, but";
    can_move_always: hide(CanMoveAlways).check_out_of_turn() => "can_move";
    key_blind_to_turn: hide(KeyConstant).check_out_of_turn() => "does not tell";

    outcomes_unsorted: tree(OutcomesUnsorted).check_chance() => "outcomes are not strictly sorted";
    outcomes_sum_to_less: tree(OutcomesSumToLess).check_chance() => "probabilities sum to 0.99";
    draw_biased: tree(DrawBiased).check_chance() => "draw is biased";

    view_leaks: hide(ViewLeaks).check_hidden(oracle) => "leaks";
    view_hides_turn: hide(ViewHidesTurn).check_hidden(oracle) => "(true turn, turn in the view of";
    view_outdated: hide(ViewOutdated).check_hidden(oracle) => "(true moves, moves in the view of Player 1)";
    no_secret: hide(NothingHidden).check_hidden(|_, state, _| vec![state.clone()]) => "nobody ever had a secret";
    worlds_impossible: hide(WorldsImpossible).check_hidden(oracle) => "knows to be impossible";
    worlds_narrow: hide(WorldsNarrow).check_hidden(oracle) => "is never told of";
    weights_sum_to_less: hide(WeightsSumToLess).check_hidden(oracle) => "sum to 0.99";
    determinize_biased: hide(DeterminizeBiased).check_hidden(oracle) => "determinize is biased";
    seen_whole: hide(SeenWhole).check_hidden(oracle) => "tells apart what the views do not";
    seen_legal: hide(SeenLegal).check_hidden(oracle) => "Player 2 sees Cell";
    view_is_position: hide(ViewIsPosition).check_view_notation() => "is taken for a position";

    scores_torn_team: hide(ScoresTornTeam).check_rules() => "do not fit the teams";
    one_team: hide(OneTeam).check_rules() => "everybody is in one team";

    scene_twins: hide(SceneTwins).check_scene() => "two cells are named";
    scene_astray: hide(SceneAstray).check_scene() => "something is drawn at";
    scene_panel_short: hide(ScenePanelShort).check_scene() => "the panel has 1 lines for 3 players";
    scene_marked_at_start: hide(SceneMarkedAtStart).check_scene() => "is marked without a last move";
}

#[test]
#[should_panic(expected = "play changed a copy made at ply 0")]
fn shared_copies() {
    Kit::new(&Counter::SharedCopies, "shared copies").check_rules();
}

#[test]
#[should_panic(expected = "when made anew from \"2\"")]
fn stale_key() {
    Kit::new(&Counter::StaleKey, "stale key").check_notation();
}

/// A check that has nothing to look at says so.
#[test]
#[should_panic(expected = "does not hand out its chance events")]
fn no_chance() {
    let game: TreeGame = "(1 [1 0] [0 1])".parse().expect("a tree");
    Kit::new(&game, "no chance").check_chance();
}

/// A message is enough to find the position again.
#[test]
fn messages_say_where() {
    let result = std::panic::catch_unwind(|| {
        Kit::new(&tree(Fault::EvaluationNotANumber), "tree(players=3)").seed(7).check_knowledge();
    });
    let message = *result.expect_err("caught").downcast::<String>().expect("a message");
    let seed = kingmaker_core::rng::derive_seed(7, 0);
    let expected = format!("tree(players=3), seed {seed:#x}, ply 0, position Node(0): evaluate gives numbers");
    assert!(message.starts_with(&expected), "{message}");
}
