use super::*;
use kingmaker_core::rng::Rng;
use proptest::prelude::*;

/// Results in which the second number of games went to the second player.
fn pairs(results: &[(&str, &str, u32, u32)]) -> Results {
    let mut all = Results::default();
    for &(one, other, won, lost) in results {
        (0..won).for_each(|_| all.add([one, other], &[1.0, 0.0], &Teams::each_alone(2)));
        (0..lost).for_each(|_| all.add([one, other], &[0.0, 1.0], &Teams::each_alone(2)));
    }
    all
}

fn elo_of(groups: &[Group], name: &str) -> Elo {
    let player = groups.iter().flat_map(|group| &group.players).find(|rating| rating.player == name);
    player.expect("rated").elo.expect("compared")
}

#[test]
fn two_players_are_the_closed_form() {
    let groups = pairs(&[("a", "b", 30, 10)]).ratings(0.0);
    let (a, b) = (elo_of(&groups, "a"), elo_of(&groups, "b"));
    // The log odds ln 3, with the variance 1/30 + 1/10; half of it above and half below the mean.
    let (difference, error) = (3f64.ln() * ELO, (1.0 / 30.0 + 1.0 / 10.0f64).sqrt() * ELO * Z95);
    assert!((a.rating - difference / 2.0).abs() < 0.01 && (a.rating + b.rating).abs() < 0.011);
    assert!((a.high - a.rating - error / 2.0).abs() < 0.02 && (a.rating - a.low - error / 2.0).abs() < 0.02);
    assert_eq!(groups[0].players[0].player, "a");
}

#[test]
fn three_at_one_table_win_in_proportion() {
    let mut results = Results::default();
    for winner in [0, 0, 0, 0, 0, 0, 1, 1, 1, 2] {
        let mut shares = [0.0; 3];
        shares[winner] = 1.0;
        results.add(["a", "b", "c"], &shares, &Teams::each_alone(shares.len()));
    }
    let groups = results.ratings(0.0);
    let strength = |name: &str| (elo_of(&groups, name).rating / ELO).exp();
    assert!((strength("a") / strength("c") - 6.0).abs() < 1e-3);
    assert!((strength("b") / strength("c") - 3.0).abs() < 1e-3);
}

#[test]
fn a_player_with_two_seats_has_both_chances() {
    // With two of three seats, equals win two games of three.
    let mut results = Results::default();
    results.add(["a", "b", "a"], &[1.0, 0.0, 0.0], &Teams::each_alone(3));
    results.add(["a", "b", "a"], &[0.0, 0.0, 1.0], &Teams::each_alone(3));
    results.add(["a", "b", "a"], &[0.0, 1.0, 0.0], &Teams::each_alone(3));
    assert!(elo_of(&results.ratings(0.0), "a").rating.abs() < 0.01);
    // A draw, and a team that wins together, say the same as the seats alone.
    let mut drawn = Results::default();
    drawn.add(["a", "b", "a"], &[1.0 / 3.0; 3], &Teams::each_alone(3));
    assert!(elo_of(&drawn.ratings(0.0), "a").rating.abs() < 0.01);
    let mut teams = Results::default();
    let pairs = Teams::new(4, &[], |player| player.index() / 2);
    teams.add(["a", "b", "b", "a"], &[1.0, 1.0, 0.0, 0.0], &pairs);
    assert!(elo_of(&teams.ratings(0.0), "a").rating.abs() < 0.01);
}

/// Citations between four journals of statistics, in which the cited one wins (Stigler 1994).
/// Estimates and standard errors relative to Biometrika as in Turner & Firth 2012.
#[test]
fn journals_as_printed() {
    let results = pairs(&[
        ("Biometrika", "Comm Statist", 730, 33),
        ("Biometrika", "JASA", 498, 320),
        ("Biometrika", "JRSS-B", 221, 284),
        ("Comm Statist", "JASA", 68, 813),
        ("Comm Statist", "JRSS-B", 17, 276),
        ("JASA", "JRSS-B", 142, 325),
    ]);
    let observations: Vec<Observation> = results.tables.iter().map(Observation::of_table).collect();
    let fit = Fit::of(4, &observations);
    for (player, estimate, error) in [(1, -2.94907, 0.10255), (2, -0.47957, 0.06059), (3, 0.26895, 0.07083)] {
        let ours = fit.strengths[player] - fit.strengths[0];
        let covariance = &fit.covariance;
        let variance = covariance[player][player] + covariance[0][0] - 2.0 * covariance[player][0];
        assert!((ours - estimate).abs() < 1e-5 && (variance.sqrt() - error).abs() < 1e-5, "{ours} {}", variance.sqrt());
    }
}

#[test]
fn undefeated_and_unacquainted_players_are_told_apart() {
    let mut results = pairs(&[("b", "c", 3, 2), ("x", "y", 1, 1)]);
    (0..4).for_each(|_| results.add(["a", "b", "c"], &[1.0, 0.0, 0.0], &Teams::each_alone(3)));
    let groups = results.ratings(0.0);
    let names: Vec<Vec<&str>> =
        groups.iter().map(|group| group.players.iter().map(|rating| rating.player.as_str()).collect()).collect();
    assert_eq!(names, [vec!["a"], vec!["b", "c"], vec!["x", "y"]]);
    assert_eq!(groups[0].players[0].elo, None);
    // The games that a won say nothing about the others.
    let alone = pairs(&[("b", "c", 3, 2)]).ratings(0.0);
    assert_eq!(elo_of(&groups, "b"), elo_of(&alone, "b"));
    let with_prior = results.ratings(2.0);
    assert_eq!(with_prior.len(), 1);
    let (a, b) = (elo_of(&with_prior, "a"), elo_of(&with_prior, "b"));
    assert!(a.rating > b.rating && a.low < a.rating && a.high.is_finite());
    let mean = with_prior[0].players.iter().filter_map(|rating| rating.elo).map(|elo| elo.rating).sum::<f64>();
    assert!(mean.abs() < 0.1, "{mean}");
    assert!(Results::default().ratings(0.0).is_empty() && Results::default().ratings(1.0).is_empty());
}

#[test]
fn a_bridge_of_two_games_between_many_is_no_obstacle() {
    let results = pairs(&[("a", "b", 300_000, 100_000), ("b", "c", 1, 1), ("c", "d", 100_000, 300_000)]);
    let groups = results.ratings(0.0);
    let difference = |one: &str, other: &str| elo_of(&groups, one).rating - elo_of(&groups, other).rating;
    assert!((difference("a", "b") - 3f64.ln() * ELO).abs() < 0.02 && difference("b", "c").abs() < 0.02);
}

/// The strengths of eight players are planted and must be within their 95% intervals 95% of the
/// time: of 400 tournaments of 600 games with four seats, 3,200 intervals. They depend on each
/// other within a tournament; one and a half per cent is some four standard errors.
#[test]
fn planted_strengths_are_within_their_intervals() {
    let mut rng = Rng::new(11);
    let names: Vec<String> = (0..8).map(|player| format!("p{player}")).collect();
    let planted: Vec<f64> = (0..8).map(|player| (f64::from(player) - 3.5) * 40.0).collect();
    let mut within = 0;
    for _ in 0..400 {
        let mut results = Results::default();
        for _ in 0..600 {
            let seating: [usize; 4] = std::array::from_fn(|_| rng.below(8));
            let weights = seating.map(|player| (planted[player] / ELO).exp());
            let mut point = rng.unit() * weights.iter().sum::<f64>();
            let winner = weights.iter().position(|weight| {
                point -= weight;
                point < 0.0
            });
            let mut shares = [0.0; 4];
            shares[winner.unwrap_or(3)] = 1.0;
            results.add(
                seating.iter().map(|&player| names[player].as_str()),
                &shares,
                &Teams::each_alone(shares.len()),
            );
        }
        let groups = results.ratings(0.0);
        for (name, rating) in names.iter().zip(&planted) {
            let elo = elo_of(&groups, name);
            within += u32::from(elo.low <= *rating && *rating <= elo.high);
        }
    }
    let covered = f64::from(within) / 3200.0;
    assert!((covered - 0.95).abs() < 0.015, "{covered}");
}

/// Hunter's minorisation-maximisation (2004), with several seats for a player: slow, and
/// plainly right.
fn minorise_maximise(players: usize, observations: &[Observation]) -> Vec<f64> {
    let mut strengths = vec![1.0; players];
    for _ in 0..20_000 {
        let mut wins = vec![0.0; players];
        let mut seats_over_sums = vec![0.0; players];
        for seen in observations {
            let games: f64 = seen.wins.iter().sum();
            let sum: f64 = seen.seats.iter().map(|&(player, seats)| seats * strengths[player]).sum();
            for (&(player, seats), won) in seen.seats.iter().zip(&seen.wins) {
                wins[player] += won;
                seats_over_sums[player] += games * seats / sum;
            }
        }
        for player in 0..players {
            strengths[player] = wins[player] / seats_over_sums[player];
        }
    }
    strengths.iter().map(|strength: &f64| strength.ln()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]
    #[test]
    fn agrees_with_minorisation_maximisation(
        games in proptest::collection::vec((proptest::array::uniform3(0usize..4), 0usize..3), 20..60),
    ) {
        let mut results = Results::default();
        for (seating, winner) in &games {
            let mut shares = [0.0; 3];
            shares[*winner] = 1.0;
            results.add(seating.map(|player| ["a", "b", "c", "d"][player]), &shares, &Teams::each_alone(shares.len()));
        }
        let observations: Vec<Observation> = results.tables.iter().map(Observation::of_table).collect();
        let players = results.players.len();
        prop_assume!(groups(players, &observations).len() == 1);
        let (fit, slow) = (Fit::of(players, &observations), minorise_maximise(players, &observations));
        for player in 1..players {
            let ours = fit.strengths[player] - fit.strengths[0];
            prop_assert!((ours - (slow[player] - slow[0])).abs() < 1e-5);
        }
    }

    #[test]
    fn the_order_of_games_does_not_matter(seed in 0u64..1000) {
        let mut rng = Rng::new(seed);
        let mut games: Vec<([&str; 3], [f32; 3])> = (0..40)
            .map(|_| {
                let seating = std::array::from_fn(|_| ["a", "b", "c", "d"][rng.below(4)]);
                let share = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0 / 3.0; 3], [0.0, 0.5, 0.5]][rng.below(4)];
                (seating, share)
            })
            .collect();
        // The first game names all players, whose order is that of equals in a table.
        games[0].0 = ["a", "b", "c"];
        games[1].0 = ["d", "b", "c"];
        let ratings = |games: &[([&str; 3], [f32; 3])]| {
            let mut results = Results::default();
            games.iter().for_each(|(seating, shares)| results.add(*seating, shares, &Teams::each_alone(shares.len())));
            results.ratings(1.0)
        };
        let before = ratings(&games);
        rng.shuffle(&mut games[2..]);
        prop_assert_eq!(before, ratings(&games));
    }
}
