"""Where a player goes from a match, and who the opponent is, from the plan and the current matches."""

from dataclasses import dataclass

from rules.draws.match_state import State
from rules.draws.plan import ENTRY, From, Source
from rules.formats.finishing import is_as_they_finish
from rules.match.terms import TOP
from tournaments.read.draws.expected import ExpectedDraw
from tournaments.read.draws.rounds import is_last_loss
from tournaments.read.draws.tables import is_paired
from tournaments.read.matches.view import MatchView, PlayerView

HOLDER = "holder"


@dataclass(frozen=True, slots=True)
class Opponent:
    """The opponent in a match, or where they come from: everything is empty if nothing is known.

    ``feed`` is empty for a ``player`` who sits there; winner or loser for the one of ``match``; holder for a ``player``
    who had a bye and comes only after losing ``match``, else nobody comes.
    """

    player: PlayerView | None = None
    feed: str = ""
    match: MatchView | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The two of whom one comes, empty until both are known."""
        if self.match is None or self.feed == HOLDER:
            return ()
        return self.match.names if self.match.top and self.match.bottom else ()


@dataclass(frozen=True, slots=True)
class After:
    """What a win or a loss leads to: ``leads`` is match, champion, bracket (its winner, without a match), out, or
    table (it decides after the last round), cut (the table of the pool decides who comes through), pairing (the
    next round is paired) or opponent (the next who is free and has an equal record).

    ``match`` is the one led to, in ``bracket``. ``about`` is a time of day, empty when nobody can say; ``byes`` are the
    matches passed without play. ``place`` is the place then shared, None while it is open.
    """

    leads: str
    bracket: str = ""
    match: MatchView | None = None
    about: str = ""
    opponent: Opponent = Opponent()
    byes: tuple[str, ...] = ()
    place: int | None = None


class Ways:
    """The links of a drawn plan, walked for one entrant; ``out`` are the brackets from which they have withdrawn."""

    def __init__(self, draw: ExpectedDraw, entrant: int, out: frozenset[str]) -> None:
        self.draw, self.entrant, self.out = draw, entrant, out
        self.to = draw.plan.leads_to
        self.b_match = draw.plan.after_bye
        # The places of their matches, in the order of the plan.
        self.own = draw.places_of.get(entrant, [])

    def onward(self, place: int, won: bool) -> int | None:
        """Return where the entrant goes from a match, None for nowhere."""
        if won:
            return self.to.get((From.WINNER, place))
        next_place = self.to.get((From.LOSER, place), self.to.get((From.FIRST_LOSER, place)))
        if (From.UPPER_LOSER, place) in self.to and self.draw.matches[place].entrant(TOP) == self.entrant:
            return self.to[From.UPPER_LOSER, place]
        if next_place is None:
            byes = [a_match for a_match, b_match in self.b_match.items() if b_match == place]
            held = [at for at in byes if self.draw.matches[at].state is State.BYE and self._holder(at) == self.entrant]
            next_place = self.to.get((From.FIRST_LOSER, held[0])) if held else None
        bracket = None if next_place is None else self.draw.plan.matches[next_place].bracket
        return None if bracket in self.out else next_place

    def after(self, place: int, won: bool) -> After:
        """Return what a win or a loss in a match leads to."""
        if place in self.draw.plan.tabled:
            return self._next_round(place, won)
        if (From.UPPER_LOSER, place) in self.to:
            return self._after_first_final(place, won)
        here, at = self.draw.plan.matches[place], self.onward(place, won)
        byes: list[str] = []
        while at is not None and not self.draw.waiting.to_play[at] and self.draw.matches[at].state is State.WAITING:
            byes.append(self.draw.plan.matches[at].code)
            at = self.onward(at, won=True)
        if at is None:
            return self._end(place, won, tuple(byes))
        match, is_top = self.draw.matches[at], self._side_of(at, place, byes)
        opponent, about = self.coming(at, top=not is_top), self.draw.about(at)
        place_so_far = self._so_far(here.bracket, place, won)
        return After("match", match.bracket, match, about, opponent, tuple(byes), place_so_far)

    def _after_first_final(self, place: int, won: bool) -> After:
        """Return what follows a final behind which a second one is played if the unbeaten player loses it."""
        match = self.draw.matches[place]
        unbeaten = match.entrant(TOP) == self.entrant
        if won is unbeaten:
            return After("champion", ENTRY, place=1) if won else After("out", ENTRY, place=2)
        at = self.to[From.UPPER_LOSER, place]
        opponent = self.coming(place, top=not unbeaten)
        return After("match", ENTRY, self.draw.matches[at], self.draw.about(at), opponent)

    def _next_round(self, place: int, won: bool) -> After:
        """Return the next match of somebody who plays round after round, or that a loss puts them out of a Swiss."""
        plan = self.draw.plan
        if not won and is_last_loss(self.draw.view, self.entrant):
            return After("out", plan.matches[place].bracket)
        ahead = (at for at in self.own if at > place and not self.draw.matches[at].state.is_over)
        at = next(ahead, None)
        if at is None:
            return After(self._leads_on(place), plan.matches[place].bracket)
        match = self.draw.matches[at]
        opponent = self.coming(at, top=match.entrant(TOP) != self.entrant)
        return After("match", match.bracket, match, self.draw.about(at), opponent)

    def _leads_on(self, place: int) -> str:
        """Return what decides who comes next where no match is known."""
        plan = self.draw.plan
        if is_as_they_finish(plan):
            ends = f"rounds={plan.matches[place].round}" in plan.options
            return "table" if ends else "opponent"
        return "pairing" if is_paired(plan) else "cut" if plan.is_cut else "table"

    def coming(self, place: int, *, top: bool) -> Opponent:
        """Return the upper or lower player of a match, or where that player comes from."""
        match, planned = self.draw.matches[place], self.draw.plan.matches[place]
        player = match.top if top else match.bottom
        if player is not None:
            return Opponent(player)
        return self._from(planned.top if top else planned.bottom)

    def rests_on(self, place: int) -> list[str]:
        """Return the codes of the matches that brought the two here and whose results are not settled."""
        places: list[str] = []
        if self.draw.plan.by_rounds:
            return places
        for before in self.draw.waiting.before(place):
            match = self.draw.matches[before]
            if match.state is State.UNSETTLED:
                places.append(match.code)
            elif match.state is State.BYE:
                places += self.rests_on(before)
        return places

    def left_at(self) -> int | None:
        """Return the match of the main bracket after which the entrant does not go on there, None while they do.

        Whoever won it has won the event.
        """
        last = None
        for place in self.own:
            if place in self.draw.plan.tabled:
                continue
            match = self.draw.matches[place]
            if match.bracket == ENTRY and match.status in ("finished", "bye"):
                goes_on = match.on == self.entrant and self.onward(place, won=True) is not None
                last = None if goes_on else place
        return last

    def place_so_far(self) -> int | None:
        """Return the entrant's place, None while it is open."""
        own = [place for place in self.own if self.draw.matches[place].state.is_over]
        left = self.left_at()
        if left is None:
            return None
        if self.draw.matches[left].on == self.entrant:
            return 1
        decided = self.draw.place_after(left)
        last = own[-1]
        if decided is None and last != left and self.draw.matches[last].on != self.entrant:
            return self.draw.place_after(last)
        return decided

    def won_below(self) -> str:
        """Return the bracket below the main one whose last match the entrant won, empty for none."""
        plan = self.draw.plan
        for place in reversed(self.own):
            match = self.draw.matches[place]
            if match.bracket != ENTRY and match.state.is_over and match.on == self.entrant:
                is_last = place == plan.of(match.bracket)[-1] and plan.matches[place].number == 1
                return match.bracket if is_last and (From.WINNER, place) not in self.to else ""
        return ""

    def _from(self, source: Source) -> Opponent:
        if source.kind is From.LINE:
            return Opponent()
        match = self.draw.matches[source.of]
        if source.kind is From.WINNER and match.state is State.WAITING and not self.draw.waiting.to_play[source.of]:
            ways = [self.coming(source.of, top=True), self.coming(source.of, top=False)]
            return next((each for each in ways if each != Opponent()), Opponent())
        if source.kind is From.FIRST_LOSER and match.state is State.BYE:
            b_match = self.b_match.get(source.of)
            holder = match.player(match.goes_on) if match.goes_on else None
            return Opponent(holder, HOLDER, self.draw.matches[b_match] if b_match is not None else None)
        feed = "winner" if source.kind is From.WINNER else "loser"
        return Opponent(None, feed, match)

    def _holder(self, place: int) -> int | None:
        return self.draw.matches[place].on

    def _side_of(self, at: int, place: int, byes: list[str]) -> bool:
        """Whether the entrant reaches the upper side of match ``at``, from ``place`` or the last bye between."""
        planned = self.draw.plan.matches
        before = {place} if not byes else {each for each, one in enumerate(planned) if one.code == byes[-1]}
        top = planned[at].top
        if top.kind is From.FIRST_LOSER and not byes:
            before |= {a_match for a_match, b_match in self.b_match.items() if b_match == place}
        return top.kind is not From.LINE and top.of in before

    def _end(self, place: int, won: bool, byes: tuple[str, ...]) -> After:
        planned = self.draw.plan.matches[place]
        if won and planned.bracket == ENTRY:
            return After("champion", planned.bracket, byes=byes, place=1)
        if won:
            return After("bracket", planned.bracket, byes=byes, place=self._shared())
        return After("out", planned.bracket, byes=byes, place=self._so_far(planned.bracket, place, won))

    def _so_far(self, bracket: str, place: int, won: bool) -> int | None:
        """Return the place that a win or a loss leaves: that of the loss in the main bracket, else of this one."""
        decided = None if won else self.draw.place_after(place)
        return decided if bracket == ENTRY or decided is not None else self._shared()

    def _shared(self) -> int | None:
        left = self.left_at()
        return None if left is None else self.draw.place_after(left)
