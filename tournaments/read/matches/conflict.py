"""Two people entered one match at once: what the second saw, the current state, and the second's entry.

For every page that enters results: show it with ``tournaments/match/correction/_conflict.html``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from clubs.read.records import RawRecord, people_named, raw_records
from journal.models import Record
from rules.drawing.states import How
from rules.draws.match_state import State
from rules.match.terms import Side
from tournaments.read.entrants.names import names_in
from tournaments.read.matches.head import MatchHead, match_head, saw_of
from tournaments.read.matches.one import view_of
from tournaments.read.matches.view import MatchView, PlayerView, Points

# The refusals that mean that someone else was faster.
CODES = ("stale", "match.finished", "match.players")
_SAW = re.compile(r"(\d{1,15})-(\d{1,15}) ([a-z]{1,10}) (?:-|(\d{1,9})-(\d{1,9})) (-|top|bottom) (-|[a-z_]{1,12})")


@dataclass(frozen=True, slots=True)
class TypedResult:
    """A result somebody typed: points (top, bottom) capped at the length, the winner if there is one.

    ``how`` is played, no_show, walkover, retired or withdrawn.
    """

    points: Points | None
    winner: Side | None
    how: str

    def counts_for(self, match: MatchView) -> bool:
        """Whether it is the result that counts for a match already."""
        return (match.how, match.winner, match.score) == (self.how, self.winner, self.points)

    def entered_for(self, match: MatchView) -> MatchView:
        """Return a match as it would be with this result."""
        state = State.FINAL if self.how == How.PLAYED else State(self.how)
        return _with_result(match, state, self.points, self.winner, self.how)


@dataclass(frozen=True, slots=True)
class EditConflict:
    """A match as somebody saw it, as another person entered it meanwhile, and as the first one typed it.

    ``before`` is None where it is no longer known. ``same``: theirs and yours are one result. ``others``: other players
    sit there now. ``by``, ``client`` and ``time`` say who entered theirs; ``fields`` is yours as names and values of a
    form.
    """

    before: MatchView | None
    theirs: MatchView
    yours: MatchView
    by: str
    client: str
    time: str
    same: bool
    others: bool
    fields: tuple[tuple[str, str], ...]

    @property
    def corrects(self) -> bool:
        """Whether yours would be written over theirs as a correction."""
        return self.theirs.status == "finished"

    @property
    def saw(self) -> str:
        """What a form remembers of theirs."""
        return saw_of(self.theirs)


def edit_conflict(match: int, saw: str, typed: TypedResult, fields: Sequence[tuple[str, str]]) -> EditConflict:
    """Return the three to choose from; ``saw`` is what the form showed (``saw_of``), ``fields`` what was typed.

    Raises Unknown ``match.unknown``, Superseded ``draw.superseded``.
    """
    head = match_head(match)
    names = names_in(head.match.draw.event_id)
    theirs = view_of(head.match, names)
    before = _before(saw, theirs, names)
    present = set(theirs.entrants)
    seen = present if before is None else set(before.entrants)
    written = _written_by(head)
    people = people_named([written.actor], names) if written else {}
    return EditConflict(
        before=before,
        theirs=theirs,
        yours=typed.entered_for(theirs),
        by=people.get(written.actor, "") if written else "",
        client=written.client if written else "",
        time=f"{written.at.astimezone(head.zone):%H:%M}" if written else "",
        same=theirs.status == "finished" and seen == present and typed.counts_for(theirs),
        others=seen != present,
        fields=tuple(fields),
    )


def _before(saw: str, match: MatchView, names: Mapping[int, str]) -> MatchView | None:
    """Return a match as a form showed it, None where the form does not say."""
    seen = _SAW.fullmatch(saw)
    if seen is None:
        return None
    top, bottom, status, first, second, winner, how = seen.groups()
    word = status if status != "finished" else State.FINAL if how in ("-", How.PLAYED) else how
    if word not in State:
        return None
    points = (int(first), int(second)) if first else None
    sat = replace(match, top=_player(int(top), names), bottom=_player(int(bottom), names))
    return _with_result(sat, State(word), points, None if winner == "-" else Side(winner), how.strip("-"))


def _player(entrant: int, names: Mapping[int, str]) -> PlayerView | None:
    return PlayerView(entrant, names.get(entrant, "")) if entrant else None


def _with_result(match: MatchView, state: State, score: Points | None, winner: Side | None, how: str) -> MatchView:
    """Return a match in another state with another result; all else stays as it is now."""
    status = "open" if state.is_open else "finished" if state.has_ended else state.value
    return replace(
        match, state=state, status=status, score=score, raw=score, winner=winner, goes_on=winner, how=how, ruling=None
    )


def _written_by(head: MatchHead) -> RawRecord | None:
    """Return the record that made the match what it is now."""
    about = Q(body__contains=f'"match:{head.match.pk}"')
    if head.match.result_id is not None:
        about = Q(pk=head.match.result_id)
    records = Record.objects.filter(about, stream=head.stream, undo=None).order_by("-number")[:1]
    return next(iter(raw_records(records)), None)
