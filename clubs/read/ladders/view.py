"""A ladder as it is: its rows read in three statements, its places and challenges replayed by the rule book."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import F, QuerySet

from clubs.models import Club, Ladder, LadderEntry, LadderPlayer
from journal.refusals import Unknown
from rules.commands.cases import Field
from rules.commands.club.ladder_words import read_settings
from rules.ladders.board import Change, Start
from rules.ladders.facts import Challenge, Do, Fact
from rules.ladders.ladder import Ladder as Replayed
from rules.ladders.settings import LadderRules

# Whether a row was undone, and when it was written; the models declare both.
_UNDONE: dict[str, F] = {"undone": F("record__undo__pk")}
_ENTERED: dict[str, F] = {"entered": F("record__at")}


@dataclass(frozen=True, slots=True)
class Played:
    """The points of a result as they were reported, those of the winner first."""

    winner: int
    won: int | None
    lost: int | None


@dataclass(frozen=True, slots=True)
class LadderView:
    """A ladder with its players by number, as all entries that count make it. ``turn`` is its version.

    ``results`` are by the number of the challenge; ``next_number`` is what the next newcomer gets.
    """

    ladder: Ladder
    rules: LadderRules
    zone: ZoneInfo
    players: Mapping[int, LadderPlayer]
    replayed: Replayed
    results: Mapping[int, Played]
    turn: int
    next_number: int

    @property
    def order(self) -> list[int]:
        """The players on the ladder, top first."""
        return [int(each) for each in self.replayed.order]

    @property
    def open(self) -> list[Challenge]:
        """The open challenges by number."""
        return self.replayed.open

    @property
    def changes(self) -> list[Change]:
        """Every change of place in the order of time."""
        return self.replayed.changes

    def name(self, player: int | str) -> str:
        """Return the name of a player, … if it was erased."""
        row = self.players.get(int(player))
        return row.name if row is not None and row.name else "…"

    def number_of(self, user: int) -> int | None:
        """Return the number of the player on the ladder with this account, None without one."""
        return next((number for number in self.order if self.players[number].user_id == user), None)

    def challenge(self, number: int) -> Challenge | None:
        """Return a challenge by its number."""
        return self.replayed.challenge(number)


def ladder_of(pk: int) -> Ladder:
    """Return a ladder with its club and stream. Raises Unknown ``ladder.unknown``."""
    ladder = _ladders().filter(pk=pk).first()
    if ladder is None:
        raise Unknown("ladder.unknown", ladder=pk)
    return ladder


def ladder_view(ladder: Ladder) -> LadderView:
    """Return a ladder replayed, in two statements."""
    return _view(ladder, _players([ladder.pk]), _entries([ladder.pk]))


def ladders_of(club: Club) -> list[LadderView]:
    """Return the ladders of a club, the newest first: three statements however many there are."""
    rows = list(_ladders().filter(club=club).order_by("-pk"))
    keys = [ladder.pk for ladder in rows]
    if not keys:
        return []
    players, entries = _players(keys), _entries(keys)
    return [
        _view(
            ladder,
            [each for each in players if each.ladder_id == ladder.pk],
            [each for each in entries if each.ladder_id == ladder.pk],
        )
        for ladder in rows
    ]


def rules_of(options: str) -> LadderRules:
    """Return the rules of a ladder from its options, as they are stored."""
    return read_settings(Field(json.loads(options)))


def _ladders() -> QuerySet[Ladder]:
    return Ladder.objects.filter(record__undo__isnull=True).select_related("club__stream")


def _players(keys: Iterable[int]) -> list[LadderPlayer]:
    """Return all players of ladders, also those whose coming was undone: their numbers are not given again."""
    return list(LadderPlayer.objects.filter(ladder__in=keys).annotate(**_UNDONE).order_by("number"))


def _entries(keys: Iterable[int]) -> list[LadderEntry]:
    rows = LadderEntry.objects.filter(ladder__in=keys)
    return list(rows.annotate(**_UNDONE, **_ENTERED).order_by("turn"))


def _view(ladder: Ladder, players: Iterable[LadderPlayer], entries: Iterable[LadderEntry]) -> LadderView:
    rows, written = list(players), list(entries)
    known = {row.number: row for row in rows if row.undone is None}
    counting = [row for row in written if row.undone is None]
    rules, zone = rules_of(ladder.options), ZoneInfo(ladder.zone)
    first = sorted((row for row in known.values() if row.place is not None), key=lambda row: row.place or 0)
    replayed = Replayed(rules, zone, Start(tuple(str(row.number) for row in first)), ladder.since)
    replayed.load(map(_fact, counting), max((row.challenge or 0 for row in written), default=0))
    results: dict[int, Played] = {}
    for row in counting:
        if row.do in (Do.RESULT, Do.CORRECT) and row.challenge and row.winner:
            results[row.challenge] = Played(row.winner, row.won, row.lost)
    return LadderView(
        ladder=ladder,
        rules=rules,
        zone=zone,
        players=known,
        replayed=replayed,
        results=results,
        turn=max((row.turn for row in written), default=0),
        next_number=max((row.number for row in rows), default=0) + 1,
    )


def _fact(row: LadderEntry) -> Fact:
    def player(number: int | None) -> str:
        return "" if number is None else str(number)

    return Fact(
        row.at, Do(row.do), row.challenge or 0, player(row.a), player(row.b), player(row.winner), player(row.who),
        row.until, row.entered,
    )  # fmt: skip
