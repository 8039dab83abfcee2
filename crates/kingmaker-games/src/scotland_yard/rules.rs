//! The rules themselves.

use kingmaker_core::{Game, HiddenInformation, MAX_PLAYERS, OutOfTurn, Player, Rng, Scores, Teams, Turn};

use super::map::Map;
use super::stations::{Station, StationSet};
use super::tickets::{Fares, Move, Ticket};
use super::{End, HIDER, HIDERS_TEAM, SEEKERS_TEAM, ScotlandYard, State};
use crate::key::key;

/// After so many draws of stations that are taken, a random move is drawn from the list.
const DRAWS: usize = 8;

impl State {
    /// Where a player is; unknown where a view hides it.
    #[inline]
    pub(super) fn place(&self, player: Player) -> Station {
        self.places[player.index()]
    }

    /// The kinds of tickets that a player has, a bit each.
    #[inline]
    pub(super) fn tickets(&self, player: Player) -> u8 {
        let [taxi, bus, underground] = self.purses.regular[player.index()];
        let regular = u8::from(taxi > 0) | u8::from(bus > 0) << 1 | u8::from(underground > 0) << 2;
        if player == HIDER { regular | u8::from(self.purses.black > 0) << 3 } else { regular }
    }

    pub(super) fn is_over(&self) -> bool {
        self.end != End::Open
    }
}

impl ScotlandYard {
    #[inline]
    pub(super) fn map(&self) -> &Map {
        &self.tables.map
    }

    pub(super) fn seekers(&self) -> impl Iterator<Item = Player> + use<> {
        Player::all(self.players).skip(1)
    }

    /// Whether the hider's station is seen after its ride in this round, counted from 0.
    #[inline]
    pub(super) fn surfaces_in(&self, round: u8) -> bool {
        self.tables.surfaces.get(usize::from(round)).copied().unwrap_or(false)
    }

    #[inline]
    pub(super) fn is_last(&self, round: u8) -> bool {
        round + 1 >= self.rounds
    }

    /// The stations that a player may not enter: those of the seekers, but for their own.
    #[inline]
    pub(super) fn taken(&self, state: &State, player: Player) -> StationSet {
        let mut taken = StationSet::EMPTY;
        for seeker in 1..self.players {
            if seeker != player.index() {
                taken.insert(state.places[seeker]);
            }
        }
        taken
    }

    /// What a player can pay with, as far as the game or the model of it allows.
    #[inline]
    pub(super) fn fares(&self, state: &State, player: Player) -> Fares {
        if player != HIDER {
            return Fares { tickets: state.tickets(player), double: false };
        }
        let double = state.purses.double > 0 && !self.is_last(state.round);
        let all = Fares { tickets: state.tickets(HIDER), double };
        if self.filters.is_open() { all } else { self.filtered(state, all) }
    }

    /// Whether a player at a station could ride anywhere with these tickets.
    #[inline]
    pub(super) fn leads_on(&self, tickets: u8, from: Station, taken: &StationSet) -> bool {
        let map = self.map();
        Fares { tickets, double: false }.iter().any(|ticket| !map.targets(ticket, from).without(taken).is_empty())
    }

    /// Whether no seeker has a ticket for any way from where they are.
    pub(super) fn are_exhausted(&self, state: &State) -> bool {
        self.seekers().all(|seeker| self.is_exhausted(state, seeker))
    }

    fn is_exhausted(&self, state: &State, seeker: Player) -> bool {
        self.map().useless(state.tickets(seeker)).contains(state.place(seeker))
    }

    /// The stations of these on which the hider could not move.
    #[inline]
    pub(super) fn corners(&self, state: &State, stations: &StationSet) -> StationSet {
        let (map, tickets) = (self.map(), state.tickets(HIDER));
        let taken = self.taken(state, HIDER);
        let mut corners = stations.and(map.useless(tickets));
        // Elsewhere, seekers must stand on all stations that the hider could go to.
        let mut near = StationSet::EMPTY;
        for seeker in 1..self.players {
            near = near.or(map.targets(Ticket::Black, state.places[seeker]));
        }
        // With a black ticket every neighbour counts, and few enough stations have few enough of them.
        let mut suspects = stations.and(&near);
        if tickets & (1 << Ticket::Black.index()) != 0 {
            suspects = suspects.and(map.narrow());
        }
        for station in suspects.iter() {
            if !self.leads_on(tickets, station, &taken) {
                corners.insert(station);
            }
        }
        corners
    }

    /// The game is over, and everybody knows everything.
    fn finish(&self, state: &mut State, end: End) {
        state.end = end;
        if state.place(HIDER).is_known() {
            state.possible = StationSet::one(state.place(HIDER));
        }
    }

    /// The turn goes to the next player who can move.
    fn pass_on(&self, state: &mut State) {
        loop {
            state.turn = state.turn.next(self.players);
            if state.turn == HIDER {
                state.round += 1;
                return self.begin_round(state);
            }
            if self.filters.lets_move(state.turn) && self.can_ride(state, state.turn) {
                return;
            }
        }
    }

    /// The turn has come to the hider. That the game goes on tells the seekers where it is not.
    pub(super) fn begin_round(&self, state: &mut State) {
        if state.round >= self.rounds {
            return self.finish(state, End::Escaped);
        }
        let corners = self.corners(state, &state.possible);
        if corners.contains(state.place(HIDER)) {
            return self.finish(state, End::Cornered);
        }
        state.possible = state.possible.without(&corners);
    }

    /// Whether a player whose place is known could move.
    #[inline]
    fn can_ride(&self, state: &State, player: Player) -> bool {
        self.leads_on(state.tickets(player), state.place(player), &self.taken(state, player))
    }

    /// The hider rides (Algorithm 7.1).
    fn play_hider(&self, state: &mut State, mv: Move) {
        let ticket = mv.ticket();
        match ticket {
            Ticket::Black => state.purses.black -= 1,
            ticket => state.purses.regular[HIDER.index()][ticket.index()] -= 1,
        }
        state.places[HIDER.index()] = mv.to();
        state.possible = if self.surfaces_in(state.round) {
            StationSet::one(mv.to())
        } else {
            let mut reached = StationSet::EMPTY;
            for station in state.possible.iter() {
                reached = reached.or(self.map().targets(ticket, station));
            }
            reached.without(&self.taken(state, HIDER))
        };
        if mv.is_double() {
            state.purses.double -= 1;
            state.round += 1;
            self.begin_round(state);
        } else {
            self.pass_on(state);
        }
    }

    fn play_seeker(&self, state: &mut State, mv: Move) {
        let (seeker, ticket) = (state.turn, mv.ticket().index());
        state.purses.regular[seeker.index()][ticket] -= 1;
        state.purses.regular[HIDER.index()][ticket] += 1;
        state.places[seeker.index()] = mv.to();
        if mv.to() == state.place(HIDER) {
            return self.finish(state, End::Captured);
        }
        state.possible.remove(mv.to());
        // Only the ride of a seeker can be the last one of all seekers.
        if self.is_exhausted(state, seeker) && self.are_exhausted(state) {
            return self.finish(state, End::Escaped);
        }
        self.pass_on(state);
    }

    /// The `index`-th of all rides from a station, whether or not somebody is in the way.
    #[inline]
    fn nth_ride(&self, fares: Fares, from: Station, mut index: usize) -> Option<Move> {
        for ticket in fares.iter() {
            let ways = self.map().ways(ticket, from);
            if let Some(&to) = ways.get(index) {
                return Some(Move::single(ticket, to));
            }
            index -= ways.len();
        }
        None
    }
}

impl Game for ScotlandYard {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, rng: &mut Rng) -> State {
        let mut starts = self.map().starts().to_vec();
        let mut places = [Station::UNKNOWN; MAX_PLAYERS];
        for place in &mut places[..self.players] {
            *place = starts.swap_remove(rng.below(starts.len()));
        }
        let mut possible: StationSet = self.map().starts().iter().copied().collect();
        for &place in &places[1..self.players] {
            possible.remove(place);
        }
        let purses = self.tables.purses;
        let mut state = State { possible, places, purses, turn: HIDER, round: 0, end: End::Open };
        if self.are_exhausted(&state) {
            self.finish(&mut state, End::Escaped);
        } else {
            self.begin_round(&mut state);
        }
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.is_over() { Turn::Over } else { Turn::Player(state.turn) }
    }

    fn legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        self.legal_moves_of(state, state.turn, out);
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        if state.turn == HIDER {
            self.play_hider(state, mv);
        } else {
            self.play_seeker(state, mv);
        }
    }

    fn scores(&self, state: &State) -> Scores {
        let winner = if state.end == End::Escaped { HIDERS_TEAM } else { SEEKERS_TEAM };
        Scores::team(&self.teams(), winner)
    }

    fn key(&self, state: &State) -> u64 {
        let bytes = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let places = state.places.iter().fold(0, |word, place| word << 8 | place.index() as u64);
        let regular = state.purses.regular.as_flattened();
        let [one, two, three, four] = state.possible.words();
        let rest = bytes(&[state.purses.black, state.purses.double, state.round, state.turn.index() as u8]);
        let tickets = (bytes(&regular[..8]), bytes(&regular[8..16]));
        let pairs = [(one, two), (three, four), tickets, (places, bytes(&regular[16..]) << 32 | rest)];
        key(0, pairs.into_iter())
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        mv.fare() * (self.map().len() + 1) + mv.to().index().min(self.map().len())
    }

    fn slots(&self) -> usize {
        Move::FARES * (self.map().len() + 1)
    }

    fn ply_cap(&self) -> usize {
        usize::from(self.rounds) * self.players
    }

    fn teams(&self) -> Teams {
        Teams::new(self.players, &["hider", "seekers"], |player| usize::from(player != HIDER))
    }

    fn credit(&self, state: &State) -> Option<Player> {
        (state.end == End::Captured).then_some(state.turn)
    }

    fn has_long_turns(&self) -> bool {
        self.tables.purses.double > 0 && self.rounds > 1
    }

    fn secrets(&self) -> Option<&dyn HiddenInformation<State = State, Move = Move>> {
        Some(self)
    }

    fn is_legal(&self, state: &State, mv: Move, _: &mut Vec<Move>) -> bool {
        let from = state.place(state.turn);
        if state.is_over() || !from.is_known() {
            return false;
        }
        let fares = self.fares(state, state.turn);
        fares.includes(mv.ticket())
            && (fares.double || !mv.is_double())
            && self.map().targets(mv.ticket(), from).contains(mv.to())
            && !self.taken(state, state.turn).contains(mv.to())
    }

    /// Hardly any rides lead to a station that is taken, so that a draw from all rides is nearly always legal.
    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        let from = state.place(state.turn);
        if state.is_over() || !from.is_known() {
            return None;
        }
        let (fares, taken) = (self.fares(state, state.turn), self.taken(state, state.turn));
        let rides: usize = fares.iter().map(|ticket| self.map().ways(ticket, from).len()).sum();
        for _ in 0..DRAWS {
            let draw = rng.below(rides << u32::from(fares.double));
            let (is_double, index) = if draw < rides { (false, draw) } else { (true, draw - rides) };
            let mv = self.nth_ride(fares, from, index)?;
            if !taken.contains(mv.to()) {
                return Some(if is_double { mv.doubled() } else { mv });
            }
        }
        self.legal_moves(state, scratch);
        rng.pick(scratch).copied()
    }
}

impl OutOfTurn for ScotlandYard {
    fn legal_moves_of(&self, state: &State, player: Player, out: &mut Vec<Move>) {
        out.clear();
        let from = state.place(player);
        if state.is_over() || !from.is_known() {
            return;
        }
        let (fares, taken) = (self.fares(state, player), self.taken(state, player));
        for ticket in fares.iter() {
            let free = self.map().ways(ticket, from).iter().filter(|&&to| !taken.contains(to));
            out.extend(free.map(|&to| Move::single(ticket, to)));
        }
        if fares.double {
            let singles = out.len();
            out.extend_from_within(..singles);
            out[singles..].iter_mut().for_each(|mv| *mv = mv.doubled());
        }
    }

    fn can_move(&self, state: &State, player: Player) -> bool {
        !state.is_over() && state.place(player).is_known() && self.can_ride(state, player)
    }

    fn hand_turn(&self, state: &mut State, player: Player) {
        state.turn = player;
    }
}
