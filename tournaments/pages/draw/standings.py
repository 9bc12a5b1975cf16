"""The standings of a Swiss by losses in groups: those still in by losses, then those who are out by their places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.draws.plan import ENTRY
from rules.draws.state import DrawState
from rules.formats.registry import places
from tournaments.read.draws.rounds import StandingLine, SwissView
from tournaments.words.events import rounds as words


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A player with their record; ``points`` has won, lost, bye or on for every round they were paired."""

    entrant: int
    name: str
    record: str
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandingGroup:
    """Players who have lost equally often, or share a place; ``aside`` is what that means for them."""

    title: str
    aside: str
    is_out: bool
    lines: tuple[GroupLine, ...]


def standing_groups(shown: SwissView, state: DrawState) -> tuple[StandingGroup, ...]:
    """Return the groups from the top."""
    place = {each.entrant: each.place for each in places(state.derived, state.facts)}
    still_in = sorted((each for each in shown.lines if place.get(each.entrant) is None), key=_losses)
    out = sorted((each for each in shown.lines if place.get(each.entrant)), key=lambda each: place[each.entrant] or 0)
    gone = {who for bracket, who in state.withdrawn if bracket == ENTRY}
    return (
        *(_in(losses, list(lines), shown.losses) for losses, lines in groupby(still_in, key=_losses)),
        *_out(out, place, gone, shown),
    )


def _in(losses: int, lines: Sequence[StandingLine], limit: int) -> StandingGroup:
    if losses >= limit:
        title, aside = words.out_so_far_words(), words.open_place_words()
    else:
        title, aside = words.losses_words(losses), words.one_more_words() if losses == limit - 1 else ""
    return StandingGroup(title, aside, losses >= limit, tuple(_line(each) for each in lines))


def _out(
    lines: Sequence[StandingLine], place: dict[int, int | None], gone: set[int], shown: SwissView
) -> Iterator[StandingGroup]:
    for at, group in groupby(lines, key=lambda each: place[each.entrant] or 0):
        sharing = list(group)
        last = max(len(each.cells) - [cell is None for cell in each.cells[::-1]].index(False) for each in sharing)
        title = words.out_words(shown.letters[last - 1])
        if at == 1:
            title = words.winner_words()
        elif all(each.entrant in gone for each in sharing):
            title = words.withdrawn_words()
        aside = words.places_words(at, at + len(sharing) - 1)
        yield StandingGroup(title, aside, at > 1, tuple(_line(each) for each in sharing))


def _losses(line: StandingLine) -> int:
    return line.lost


def _line(line: StandingLine) -> GroupLine:
    points = tuple(cell.outcome for cell in line.cells if cell is not None)
    return GroupLine(line.entrant, line.name, f"{line.won}–{line.lost}", points)
