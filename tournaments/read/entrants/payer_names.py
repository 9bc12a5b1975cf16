"""Names of payers: that of their first entrant, else the one under which they were added."""

from collections import defaultdict
from collections.abc import Mapping

from tournaments.models import EntrantPayer, Payer, PayerName


def payer_names(tournament: int, entrants: Mapping[int, str]) -> dict[int, str]:
    """Return payer → name, in two statements. ``entrants`` are the names of all entrants.

    Two payers of one name are told apart by the club under which they were added, else by their number.
    """
    names: dict[int, str] = {}
    clubs: dict[int, str] = {}
    for payer, name, club in (
        PayerName.objects.filter(payer__tournament=tournament, record__undo__isnull=True)
        .order_by("turn")
        .values_list("payer", "name", "club")
    ):
        names[payer], clubs[payer] = name, club
    numbers: dict[int, int] = {}
    links = EntrantPayer.objects.filter(payer__tournament=tournament).order_by("-entrant", "turn")
    for payer, number, entrant in links.values_list("payer", "payer__number", "entrant"):
        numbers[payer] = number
        if entrant in entrants:
            names[payer] = entrants[entrant]
    if len(numbers) < len(names):
        others = Payer.objects.filter(pk__in=names.keys() - numbers.keys())
        numbers |= dict(others.values_list("pk", "number"))
    return _distinct(names, clubs, numbers)


def _distinct(names: Mapping[int, str], clubs: Mapping[int, str], numbers: Mapping[int, int]) -> dict[int, str]:
    alike: dict[str, list[int]] = defaultdict(list)
    for payer, name in names.items():
        alike[name].append(payer)
    distinct: dict[int, str] = {}
    for name, payers in alike.items():
        shown = [clubs.get(payer, "") for payer in payers]
        for payer, club in zip(payers, shown, strict=True):
            tail = "" if len(payers) == 1 else club if club and shown.count(club) == 1 else f"#{numbers[payer]}"
            distinct[payer] = f"{name} ({tail})" if tail else name
    return distinct
