"""Two people entered one match at once: what the second saw, the current state, and the second's entry.

For every page that enters results: show it with ``tournaments/match/correction/_stale.html``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from clubs.read.records import RawRecord, people_named, raw_records
from journal.models import Record
from tournaments.read.matches.head import MatchHead, match_head, saw_of
from tournaments.read.matches.one import view_of
from tournaments.read.matches.view import MatchView
from tournaments.read.names import names_in

# The refusals that mean that someone else was faster.
CODES = ("stale", "match.finished", "match.players")
_SAW = re.compile(r"(\d{1,15})-(\d{1,15}) ([a-z]{1,10}) (?:-|(\d{1,9})-(\d{1,9})) (-|top|bottom) (-|[a-z_]{1,12})")


@dataclass(frozen=True, slots=True)
class Stand:
    """A match as a person saw or entered it; ``state`` is a word of ``_state.html``, empty if unknown."""

    top: str
    bottom: str
    score: str
    state: str
    winner: str


@dataclass(frozen=True, slots=True)
class Mine:
    """A result somebody wanted to write: points (top, bottom) capped at the length, ``winner`` top, bottom or nothing.

    ``how`` is played, no_show, walkover, retired or withdrawn.
    """

    points: tuple[int, int] | None
    winner: str
    how: str


@dataclass(frozen=True, slots=True)
class StaleEdit:
    """Before, theirs and mine. ``same``: they are one result. ``others``: other players sit there now.

    ``corrects`` tells that mine is written over theirs as a correction. ``fields`` is mine as names and values of a
    form; ``version`` and ``saw`` go with it.
    """

    match: int
    code: str
    before: Stand
    theirs: Stand
    mine: Stand
    by: str
    client: str
    time: str
    same: bool
    others: bool
    corrects: bool
    fields: tuple[tuple[str, str], ...]
    version: int
    saw: str


def stale_edit(match: int, saw: str, mine: Mine, fields: Sequence[tuple[str, str]]) -> StaleEdit:
    """Return the three to choose from; ``saw`` is what the form showed (``saw_of``), ``fields`` what was typed.

    Raises Unknown ``match.unknown``, Superseded ``draw.superseded``.
    """
    head = match_head(match)
    seen = _SAW.fullmatch(saw)
    row = head.match
    present = {pk for pk in (row.top_id, row.bottom_id) if pk}
    before = {int(seen[1]), int(seen[2])} - {0} if seen else present
    names = names_in(row.draw.event_id)
    view = view_of(row, names)
    written = _written_by(head)
    people = people_named([written.actor], names) if written else {}
    return StaleEdit(
        match=match,
        code=view.code,
        before=_before(seen, names),
        theirs=_theirs(view),
        mine=_mine(view, mine),
        by=people.get(written.actor, "") if written else "",
        client=written.client if written else "",
        time=f"{written.at.astimezone(head.zone):%H:%M}" if written else "",
        same=view.status == "finished" and before == present and _same(view, mine),
        others=before != present,
        corrects=view.status == "finished",
        fields=tuple(fields),
        version=view.version,
        saw=saw_of(view),
    )


def _before(seen: re.Match[str] | None, names: dict[int, str]) -> Stand:
    if seen is None:
        return Stand("", "", "", "", "")
    top, bottom, status, mine, theirs, winner, how = seen.groups()
    state = (how if how not in ("-", "played") else "final") if status == "finished" else status
    score = f"{mine}–{theirs}" if mine else ""
    return Stand(names.get(int(top), ""), names.get(int(bottom), ""), score, state, winner.strip("-"))


def _theirs(match: MatchView) -> Stand:
    return Stand(*match.names, _score(match.score), match.state, match.winner or "")


def _mine(match: MatchView, mine: Mine) -> Stand:
    state = "final" if mine.how == "played" else mine.how
    return Stand(*match.names, _score(mine.points), state, mine.winner)


def _score(points: tuple[int, int] | None) -> str:
    return f"{points[0]}–{points[1]}" if points else ""


def _same(match: MatchView, mine: Mine) -> bool:
    return (match.how, match.winner or "", match.score) == (mine.how, mine.winner, mine.points)


def _written_by(head: MatchHead) -> RawRecord | None:
    """Return the record by which the match came to stand as it does."""
    about = Q(body__contains=f'"match:{head.match.pk}"')
    if head.match.result_id is not None:
        about = Q(pk=head.match.result_id)
    records = Record.objects.filter(about, stream=head.stream, undo=None).order_by("-number")[:1]
    return next(iter(raw_records(records)), None)
