"""The columns of which a match is read: by the query of a draw, or from a row at hand."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Model

from rules.draws.derive import Status
from tournaments.models import Match, Result

# What a match at hand is read with.
WITH = (
    "result__record", "start__record", "call__record", "card__record", "penalty",
    "top_claim__record", "bottom_claim__record",
)  # fmt: skip
COLUMNS = (
    "pk", "draw", "place", "code", "bracket", "round", "number", "length", "version",
    "top", "bottom", "status", "begun", "settled", "ruled", "contested", "goes_on", "drops",
    "result", "result__how", "result__winner", "result__claimed_by", "result__deadline",
    "result__first", "result__first_points", "result__second_points",
    "penalty__first", "penalty__first_points", "penalty__second_points",
    "card__kept_by", "card__first", "card__first_points", "card__second_points", "card__games",
    "top_claim", "top_claim__winner",
    "top_claim__first", "top_claim__first_points", "top_claim__second_points",
    "bottom_claim", "bottom_claim__winner",
    "bottom_claim__first", "bottom_claim__first_points", "bottom_claim__second_points",
    "call__table",
    "call__record__at", "start__record__at", "card__record__at", "result__record__at",
)  # fmt: skip


class MatchRow(NamedTuple):
    """One match in the order of ``COLUMNS``; points are raw, of ``…_first`` and of the opponent."""

    pk: int
    draw: int
    place: int
    code: str
    bracket: str
    round: int
    number: int
    length: int
    version: int
    top: int | None
    bottom: int | None
    status: int
    begun: bool
    settled: bool
    ruled: bool
    contested: bool
    goes_on: int | None
    drops: int | None
    result: int | None
    how: str | None
    winner: int | None
    claimed_by: int | None
    deadline: datetime | None
    result_first: int | None
    result_points: int | None
    result_second: int | None
    start_first: int | None
    start_points: int | None
    start_second: int | None
    kept_by: int | None
    card_first: int | None
    card_points: int | None
    card_second: int | None
    card_games: str | None
    top_claim: int | None
    top_winner: int | None
    top_first: int | None
    top_points: int | None
    top_second: int | None
    bottom_claim: int | None
    bottom_winner: int | None
    bottom_first: int | None
    bottom_points: int | None
    bottom_second: int | None
    table: str | None
    called_at: datetime | None
    started_at: datetime | None
    scored_at: datetime | None
    finished_at: datetime | None

    @property
    def is_finished(self) -> bool:
        return self.status == Status.FINISHED

    @property
    def is_ruled(self) -> bool:
        """Whether somebody goes on by a ruling: no result counts, or it names another winner."""
        if self.goes_on is None or self.status != Status.FINISHED:
            return False
        return self.ruled or (self.result is not None and self.winner != self.goes_on)


def row_of(match: Match, result: Result | None) -> MatchRow:
    """Return the columns of a match read ``WITH`` what belongs to it; ``result`` is the one that counts."""
    related: Mapping[str, Model | None] = {"result": result}
    values: list[Any] = []
    for owners, attribute in _PATHS:
        source: Any = match
        for owner in owners:
            source = related[owner] if owner in related else source and getattr(source, owner)
        values.append(None if source is None else getattr(source, attribute))
    return MatchRow(*values)


def _path(column: str) -> tuple[tuple[str, ...], str]:
    """Return through which related rows a column is reached, none for the match itself, and its attribute there."""
    *owners, name = column.split("__")
    model: Any = Match
    for owner in owners:
        model = model._meta.get_field(owner).related_model
    return tuple(owners), "pk" if name == "pk" else model._meta.get_field(name).attname


_PATHS = tuple(map(_path, COLUMNS))
