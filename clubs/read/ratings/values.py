"""The values of players in a list, as they are stored beside its matches."""

from collections.abc import Collection, Iterable, Mapping, Set
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery

from clubs.models import Person, RatedMatch, RatedPlayer
from clubs.read.ratings.results import Value
from rules.ratings.fibs import Fibs, FibsRating
from rules.ratings.glicko2 import Glicko2, GlickoRating

# How many players one statement looks up.
AT_ONCE = 400
_SIDES = ("winner", "loser")


class Known(NamedTuple):
    """A player's value after the group ``since``; a starting value follows the list's first group or none."""

    value: Value
    since: int | None


class Played(NamedTuple):
    """How often somebody played and won in a list, and when last."""

    played: int
    won: int
    last: datetime


def value_of(rule: Fibs | Glicko2, row: RatedMatch, side: str) -> Value | None:
    """Return the value of one side of a match after it, None if it is not worked out yet."""
    rating, second, third = (getattr(row, f"{side}_{word}") for word in ("rating", "second", "third"))
    if rating is None:
        return None
    return FibsRating(rating, second) if isinstance(rule, Fibs) else GlickoRating(rating, second, third)


def set_value(row: RatedMatch, side: str, value: Value) -> None:
    """Set the value of one side of a match; the third number is 0 where there are two."""
    numbers = (*value, 0.0)[:3]
    for word, number in zip(("rating", "second", "third"), numbers, strict=True):
        setattr(row, f"{side}_{word}", float(number))


def known_before(
    rating_list: int, rule: Fibs | Glicko2, persons: Collection[int], group: int | None
) -> dict[int, Known]:
    """Return person → their value after their last match before ``group``, None for the end; two statements a batch."""
    known: dict[int, Known] = {}
    wanted = sorted(persons)
    for at in range(0, len(wanted), AT_ONCE):
        known |= _known(rating_list, rule, wanted[at : at + AT_ONCE], group)
    return known


def _known(rating_list: int, rule: Fibs | Glicko2, persons: list[int], group: int | None) -> dict[int, Known]:
    matches = RatedMatch.objects.filter(rating_list=rating_list)
    if group is not None:
        matches = matches.filter(group__lt=group)
    lasts = {
        f"last_{side}": Subquery(_last(matches.filter(**{side: OuterRef("pk")})).values("pk")[:1]) for side in _SIDES
    }
    pairs = list(Person.objects.filter(pk__in=persons).annotate(**lasts).values_list("pk", *lasts))
    rows = RatedMatch.objects.in_bulk([pk for _, *two in pairs for pk in two if pk is not None])
    known = {}
    for person, *two in pairs:
        own = [rows[pk] for pk in two if pk is not None]
        if own:
            row = max(own, key=lambda each: (each.group, each.played, each.match))
            value = value_of(rule, row, "winner" if row.winner_id == person else "loser")
            if value is not None:
                known[person] = Known(value, row.group)
    return known


def _last(rows: QuerySet[RatedMatch]) -> QuerySet[RatedMatch]:
    return rows.order_by("-group", "-match")


def tallies_of(rating_list: int, persons: Iterable[int]) -> dict[int, Played]:
    """Return person → how often they played and won in a list, and when last: two statements."""
    tallies: dict[int, Played] = {}
    for side in _SIDES:
        rows = RatedMatch.objects.filter(rating_list=rating_list, **{f"{side}__in": list(persons)})
        for person, number, last in (
            rows.order_by().values(person=F(side)).annotate(number=Count("pk"), last=Max("played")).values_list(
                "person", "number", "last"
            )
        ):  # fmt: skip
            before = tallies.get(person, Played(0, 0, last))
            won = number if side == "winner" else before.won
            tallies[person] = Played(before.played + number, won, max(before.last, last))
    return tallies


def everybody_in(rating_list: int) -> set[int]:
    """Return everyone with a match in a list: one statement."""
    rows = RatedMatch.objects.filter(rating_list=rating_list).values_list("winner", "loser")
    return {person for pair in rows.iterator() for person in pair}


def players_of(
    rating_list: int, rule: Fibs | Glicko2, persons: Set[int], starts: Mapping[int, Value]
) -> dict[int, RatedPlayer]:
    """Return person → the row that follows from the matches of a list, for those of ``persons`` who have a value."""
    known, tallies = known_before(rating_list, rule, persons, None), tallies_of(rating_list, persons)
    players: dict[int, RatedPlayer] = {}
    for person in persons:
        last, tally = known.get(person), tallies.get(person)
        value = last.value if last is not None else starts.get(person)
        if value is not None:
            numbers = (*value, 0.0)[:3]
            players[person] = RatedPlayer(
                rating_list_id=rating_list, person_id=person, rating=numbers[0], second=numbers[1], third=numbers[2],
                group=last.since if last else None, last=tally.last if tally else None,
                played=tally.played if tally else 0, won=tally.won if tally else 0,
            )  # fmt: skip
    return players


def values_in(player: RatedPlayer | None) -> tuple[object, ...] | None:
    """Return everything that follows from the matches in a player's row."""
    if player is None:
        return None
    return (
        player.rating, player.second, player.third, player.group, player.last, player.played, player.won,
    )  # fmt: skip
