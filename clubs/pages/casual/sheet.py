"""What the page of casual matches shows: what waits, and the latest results, each with what the visitor may do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from clubs.read.casual import CasualView
from clubs.read.persons.rows import PersonRow


@dataclass(frozen=True, slots=True)
class CasualClaimLine:
    """What a player reported."""

    reporter: str
    winner: int
    winner_name: str
    won: int
    lost: int

    @property
    def score(self) -> str:
        """The points, those of the winner first."""
        return f"{self.won}–{self.lost}"


@dataclass(frozen=True, slots=True)
class CasualLine:
    """A casual match. ``score`` is empty while claims differ or where it was void.

    ``to_confirm`` is the opponent's claim, for a player who has not answered it.
    """

    id: int
    at: datetime
    length: int
    first: int
    first_name: str
    second: int
    second_name: str
    winner_name: str
    loser_name: str
    score: str
    is_settled: bool
    is_disputed: bool
    settles_at: datetime | None
    claims: tuple[CasualClaimLine, ...]
    to_confirm: CasualClaimLine | None
    may_report: bool
    may_decide: bool


@dataclass(frozen=True, slots=True)
class CasualSheet:
    """The page of a club's casual matches. ``opponents`` are whom the visitor may have played, (person, name)."""

    waiting: tuple[CasualLine, ...]
    settled: tuple[CasualLine, ...]
    opponents: tuple[tuple[int, str], ...]
    own: int | None


def casual_sheet(
    views: Iterable[CasualView], rows: Sequence[PersonRow], own: int | None, today: date, *, desk: bool
) -> CasualSheet:  # fmt: skip
    """Return the page for a visitor who is the person ``own``, or nobody."""
    names = {row.id: row.shown(today) for row in rows}
    lines = [_line(view, names, own, desk=desk) for view in views]
    others = tuple((row.id, row.shown(today)) for row in rows if not row.erased and row.id != own)
    return CasualSheet(
        tuple(line for line in lines if not line.is_settled),
        tuple(line for line in lines if line.is_settled),
        others if own is not None else (),
        own,
    )


def _line(view: CasualView, names: dict[int, str], own: int | None, *, desk: bool) -> CasualLine:
    winner, plays = view.winner, own in view.players
    claims = tuple(_claim(view, each, names) for each in view.players if view.claim_of(each))
    return CasualLine(
        id=view.row.pk,
        at=view.row.played_at,
        length=view.row.length,
        first=view.first,
        first_name=names.get(view.first, "…"),
        second=view.second,
        second_name=names.get(view.second, "…"),
        winner_name=names.get(winner, "…") if winner is not None else "",
        loser_name=names.get(view.other(winner), "…") if winner is not None else "",
        score="–".join(map(str, view.points)) if view.points else "",
        is_settled=view.result is not None,
        is_disputed=view.is_disputed,
        settles_at=view.deadline,
        claims=claims if view.result is None else (),
        to_confirm=_to_confirm(view, own, names) if plays and own is not None else None,
        may_report=plays and view.result is None,
        may_decide=desk and view.result is None,
    )


def _to_confirm(view: CasualView, own: int, names: dict[int, str]) -> CasualClaimLine | None:
    other = view.other(own)
    mine, opposite = view.claim_of(own), view.claim_of(other)
    if view.result is not None or opposite is None:
        return None
    if mine is not None and view.now(mine.winner_id) == view.now(opposite.winner_id):
        return None
    return _claim(view, other, names)


def _claim(view: CasualView, person: int, names: dict[int, str]) -> CasualClaimLine:
    row = view.claim_of(person)
    if row is None:
        raise ValueError(person)
    winner = view.now(row.winner_id)
    return CasualClaimLine(names.get(person, "…"), winner, names.get(winner, "…"), row.won, row.lost)
