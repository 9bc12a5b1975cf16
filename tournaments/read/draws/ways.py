"""Where a player goes from a match, and who comes to him: read off the plan and the matches as they stand."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.draws.derive import Status
from rules.draws.plan import ENTRY, From, Source
from tournaments.read.draws.expected import DrawOutlook, Row


@dataclass(frozen=True, slots=True)
class Other:
    """Who sits across, or who will: ``feed`` is winner or loser of match ``code``, or holder.

    A holder had a bye and comes only if he, ``name``, loses ``code``; else nobody comes. ``names`` are the two who play
    ``code``, none while they are not both known. All is empty where nobody can be named.
    """

    entrant: int | None = None
    name: str = ""
    feed: str = ""
    code: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class After:
    """What a win or a loss leads to: ``leads`` is match, champion, bracket (its winner, without a match) or out.

    ``about`` is a time of day, empty when nobody can say; ``byes`` are the matches he goes through without play.
    ``place`` is the place that he then shares, None while it is open.
    """

    leads: str
    bracket: str = ""
    code: str = ""
    about: str = ""
    other: Other = Other()
    byes: tuple[str, ...] = ()
    place: int | None = None


class Ways:
    """The links of a drawn plan, walked for one entrant; ``out`` are the brackets he has withdrawn from."""

    def __init__(self, draw: DrawOutlook, names: Mapping[int, str], who: int, out: frozenset[str]) -> None:
        self.draw, self.names, self.who, self.out = draw, names, who, out
        self.to = draw.plan.leads_to
        self.b_match = draw.plan.after_bye

    def own(self) -> list[int]:
        """Return the places in which he sits, in the order of the plan."""
        return [place for place, row in enumerate(self.draw.rows) if self.who in (row.top, row.bottom)]

    def onward(self, place: int, won: bool) -> int | None:
        """Return where he goes from a match, None for nowhere."""
        if won:
            return self.to.get((From.WINNER, place))
        next_place = self.to.get((From.LOSER, place), self.to.get((From.FIRST_LOSER, place)))
        if next_place is None:
            byes = [a_match for a_match, b_match in self.b_match.items() if b_match == place]
            mine = [at for at in byes if self.draw.rows[at].status is Status.BYE and self._holder(at) == self.who]
            next_place = self.to.get((From.FIRST_LOSER, mine[0])) if mine else None
        bracket = None if next_place is None else self.draw.plan.matches[next_place].bracket
        return None if bracket in self.out else next_place

    def after(self, place: int, won: bool) -> After:
        """Return what a win or a loss in a match leads to."""
        here, at = self.draw.plan.matches[place], self.onward(place, won)
        byes: list[str] = []
        while at is not None and not self.draw.waiting.to_play[at] and self.draw.rows[at].status is Status.WAITING:
            byes.append(self.draw.plan.matches[at].code)
            at = self.onward(at, won=True)
        if at is None:
            return self._end(place, won, tuple(byes))
        planned = self.draw.plan.matches[at]
        mine = self._side_of(at, place, byes)
        other, about = self.coming(at, top=not mine), self.draw.about(at)
        place_so_far = self._so_far(here.bracket, place, won)
        return After("match", planned.bracket, planned.code, about, other, tuple(byes), place_so_far)

    def coming(self, place: int, *, top: bool) -> Other:
        """Return who sits above or below in a match, or who will."""
        row, planned = self.draw.rows[place], self.draw.plan.matches[place]
        entrant = row.top if top else row.bottom
        if entrant is not None:
            return Other(entrant, self.names.get(entrant, ""))
        return self._from(planned.top if top else planned.bottom)

    def rests_on(self, place: int) -> list[str]:
        """Return the codes of the matches that brought the two here and whose results are not settled."""
        places = []
        for before in self.draw.waiting.before(place):
            row = self.draw.rows[before]
            if row.status is Status.FINISHED and not row.settled:
                places.append(self.draw.plan.matches[before].code)
            elif row.status is Status.BYE:
                places += self.rests_on(before)
        return places

    def left_in(self) -> int | None:
        """Return the main round in which he lost, one more than there are for the champion, None while he is in it."""
        last = None
        for place in self.own():
            row, planned = self.draw.rows[place], self.draw.plan.matches[place]
            if planned.bracket == ENTRY and row.status in (Status.FINISHED, Status.BYE):
                last = planned.round + (row.goes_on == self.who)
                if row.goes_on == self.who and self.onward(place, won=True) is not None:
                    last = None
        return last

    def _from(self, source: Source) -> Other:
        if source.kind is From.LINE:
            return Other()
        row, planned = self.draw.rows[source.of], self.draw.plan.matches[source.of]
        if source.kind is From.WINNER and row.status is Status.WAITING and not self.draw.waiting.to_play[source.of]:
            ways = [self.coming(source.of, top=True), self.coming(source.of, top=False)]
            return next((each for each in ways if each != Other()), Other())
        if source.kind is From.FIRST_LOSER and row.status is Status.BYE:
            b_match = self.b_match.get(source.of, -1)
            code = self.draw.plan.matches[b_match].code if b_match >= 0 else ""
            return Other(None, self.names.get(row.goes_on or 0, ""), "holder", code)
        feed = "winner" if source.kind is From.WINNER else "loser"
        return Other(None, "", feed, planned.code, self._sitters(row))

    def _sitters(self, row: Row) -> tuple[str, ...]:
        both = [self.names.get(who, "") for who in (row.top, row.bottom) if who is not None]
        return tuple(both) if len(both) == 2 else ()

    def _holder(self, place: int) -> int | None:
        return self.draw.rows[place].goes_on

    def _side_of(self, at: int, place: int, byes: list[str]) -> bool:
        """Whether he comes to the upper side of match ``at`` from ``place``, or from the last of the byes between."""
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
        if bracket != ENTRY:
            return self._shared()
        return None if won else self.draw.place_of(self.draw.plan.matches[place].round)

    def _shared(self) -> int | None:
        left = self.left_in()
        return None if left is None else self.draw.place_of(left)
