"""Searching people, and finding those who may be in a list twice."""

from collections.abc import Sequence

from clubs.read.persons.rows import PersonRow
from clubs.spelling import THE_SAME, best, fold, likeness

MOST_HITS = 30
MOST_DOUBLES = 20


def search_people(rows: Sequence[PersonRow], typed: str) -> list[PersonRow]:
    """Return the people most like what was typed: a name in any script, or one of their federation ids."""
    by_id = {row.id: row for row in rows}
    wanted = " ".join(typed.upper().split())
    numbered = [row for row in rows if wanted and wanted in _ids(row)]
    hits = [by_id[key] for key, _ in best(typed, [(row.id, row.folded) for row in rows if not row.erased], MOST_HITS)]
    return list(dict.fromkeys([*numbered, *hits]))


def _ids(row: PersonRow) -> set[str]:
    ids = [each for each in row.federations.upper().split(", ") if each]
    return {*ids, *(each.partition(" ")[2] for each in ids)}


def likely_doubles(rows: Sequence[PersonRow]) -> list[tuple[PersonRow, PersonRow]]:
    """Return pairs that may be one person, the most alike first; neighbours by each of their words are compared."""
    living = [row for row in rows if not row.erased and row.folded]
    pairs = {}
    for key in (_forwards, _backwards):
        ordered = sorted(living, key=lambda row: (key(row), row.id))
        for at, row in enumerate(ordered):
            for other in ordered[at + 1 : at + 4]:
                alike = likeness(row.folded, other.folded)
                if alike >= THE_SAME:
                    pairs[min(row.id, other.id), max(row.id, other.id)] = (alike, row, other)
    best_first = sorted(pairs.items(), key=lambda each: (-each[1][0], each[0]))
    return [(one, other) for _, (_, one, other) in best_first[:MOST_DOUBLES]]


def _forwards(row: PersonRow) -> str:
    return row.folded


def _backwards(row: PersonRow) -> str:
    return " ".join(reversed(row.folded.split()))


def suggested(rows: Sequence[PersonRow], name: str, club: str = "", country: str = "") -> list[tuple[PersonRow, bool]]:
    """Return up to three people an entrant may be, each with whether it is sure: one only, and hardly another name."""
    wanted = fold(name)
    by_id = {row.id: row for row in rows}
    hits = [
        (by_id[key], likeness(wanted, by_id[key].folded) + _agreement(by_id[key], club, country))
        for key, _ in best(name, [(row.id, row.folded) for row in rows if not row.erased], 8)
    ]
    hits = sorted((each for each in hits if each[1] >= THE_SAME), key=lambda each: -each[1])[:3]
    sure = len(hits) == 1 and hits[0][1] >= 97
    return [(row, sure) for row, _ in hits]


def _agreement(row: PersonRow, club: str, country: str) -> float:
    """Return a little more for the same club or country, less for another country."""
    more = 1.0 if club and fold(club) == fold(row.home_club) else 0.0
    if country and row.country:
        more += 1.0 if country == row.country else -6.0
    return more
