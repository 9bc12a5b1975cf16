"""The matches in the list beside a drawing: what is shown of each, and its HTML.

The HTML of a row is a function of a ``RowSource`` and a ``Reader`` alone, so it is made again only when one of them
differs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import override

from rules.drawing.states import tag_of
from rules.drawing.tree import origin
from rules.draws.derive import Derived, Seat
from rules.draws.facts import PHANTOM, UNKNOWN
from rules.draws.match_state import State
from rules.draws.plan import From, Plan, Source
from rules.match.terms import Side
from runtime.pages.part_cache import PartCache
from tournaments.parts.bracket_svg import tag_words
from tournaments.read.matches.own import Outcome, OwnMatch
from tournaments.read.matches.view import MatchView, PlayerView
from tournaments.words.papers import boxes
from tournaments.words.states import state_words

# The rows of some twenty large draws, less than a KB each.
ROWS_BYTES = 4 * 1024 * 1024
_STROKES = {
    State.READY: "ready",
    State.CALLED: "playing",
    State.PLAYING: "playing",
    State.DISPUTED: "two-results",
    State.UNSETTLED: "unsettled",
}


class Comer(NamedTuple):
    """Who comes to an empty side: the winner or a loser of match ``code``."""

    kind: From
    code: str


class Reader(NamedTuple):
    """For whom a part of the page is made: their language, the entrant they follow, and the addresses in it.

    ``followed`` is 0 for nobody, ``SOMEBODY_ELSE`` where the followed player is not in the part. ``query`` is the
    address for following another entrant; the id of a match is put between both halves of ``address``.
    """

    language: str | None
    followed: int
    query: str
    address: tuple[str, str]


SOMEBODY_ELSE = -1


class RowSource(NamedTuple):
    """Everything that the row of a match is made from; ``deadline`` is a time of day, empty for none."""

    match: MatchView
    seat: Seat
    comers: tuple[Comer, Comer]
    deadline: str


@dataclass(frozen=True, slots=True)
class RowSide:
    """One side of a match: its player, how it ended for them (won, lost, empty before the end), the ``text`` in its
    score place, and who comes while nobody sits there.
    """

    player: PlayerView | None
    outcome: str
    text: str
    waits_for: str
    followed: bool


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A match in the list of its round: the address of its page, and the word beside its players.

    ``waits_for`` names who comes to each empty side, the upper one first; ``followed`` is the side of the followed
    player.
    """

    match: MatchView
    address: str
    word: str
    waits_for: tuple[str, str]
    followed: Side | None

    @property
    def stroke(self) -> str:
        """How it is drawn: waiting, ready, playing, two-results, unsettled or final."""
        return _STROKES.get(self.match.state, "final" if self.match.state.has_ended else "waiting")

    @property
    def sides(self) -> Iterator[RowSide]:
        """Both sides, the upper one first."""
        for side, text, comes in zip(Side, self.match.drawn, self.waits_for, strict=True):
            own = OwnMatch(self.match, side)
            outcome = "lost" if own.outcome is Outcome.NEITHER else own.outcome or ""
            yield RowSide(own.player, outcome, text, comes, side is self.followed)


def row_html(row: RowSource, reader: Reader) -> SafeString:
    """Return the HTML of a match in the list of its round."""
    return _rows.part((row.match.id, reader), (row, reader))


def _made(source: tuple[RowSource, Reader]) -> SafeString:
    row, reader = source
    with override(reader.language):
        return render_to_string("tournaments/draw/_row.html", {"row": round_row(row, reader), "query": reader.query})


_rows = PartCache[tuple[int, Reader], tuple[RowSource, Reader], SafeString]("rows", _made, room=ROWS_BYTES, size=len)


def round_row(row: RowSource, reader: Reader) -> RoundRow:
    """Return what the list of its round shows of a match, in the language of the thread."""
    match, (top, bottom) = row.match, row.comers
    return RoundRow(
        # What a later match depends on changes with every result; it is shown of an open one only.
        match=match if match.state.is_open or not match.depends_on else replace(match, depends_on=()),
        address=address_of(match, reader.address),
        word=word_of(row),
        waits_for=(
            comer_words(top) if row.seat.top == UNKNOWN else "",
            comer_words(bottom) if row.seat.bottom == UNKNOWN else "",
        ),
        followed=match.side_of(reader.followed) if reader.followed else None,
    )


def address_of(match: MatchView, address: tuple[str, str]) -> str:
    """Return the address of a match; the pattern is looked up once, there are hundreds of them."""
    return f"{address[0]}{match.id}{address[1]}"


def word_of(row: RowSource) -> str:
    """Return what stands beside the players of a match, nothing for one that is played or waits."""
    match = row.match
    tag = tag_of(row.seat, match.mark)
    if tag is not None:
        return tag_words(tag, match.table)
    if match.state is State.WAITING and row.comers[1].kind is From.UPPER_LOSER:
        return str(boxes.IF_NEEDED)
    if match.state is State.UNSETTLED:
        return boxes.SETTLES_AT.format(time=row.deadline) if row.deadline else str(boxes.NOT_CONFIRMED)
    return state_words(match.state) if match.state.has_ended and match.state is not State.FINAL else ""


def comer_words(comer: Comer) -> str:
    """Return who comes to an empty side."""
    words = {From.WINNER: boxes.WINNER_OF, From.UPPER_LOSER: boxes.UNBEATEN_LOSER_OF}.get(comer.kind, boxes.LOSER_OF)
    return str(words).format(code=comer.code)


# --- Who comes


@dataclass(frozen=True, slots=True)
class Folding:
    """What an empty side waits for depends on: the places of the matches that are ``shown``, of those that are
    ``byes``, and of those that are not shown because nobody sits on their upper side.
    """

    plan: Plan
    shown: frozenset[int]
    byes: frozenset[int]
    upper_empty: frozenset[int]


def folding(plan: Plan, derived: Derived, shown: frozenset[int]) -> Folding:
    """Return what decides who comes, while the matches at the places ``shown`` are drawn."""
    empty = frozenset(place for place, top in enumerate(derived.tops) if top == PHANTOM and place not in shown)
    return Folding(plan, shown, derived.byes(), empty)


@lru_cache(maxsize=32)
def comers(folded: Folding) -> Mapping[int, tuple[Comer, Comer]]:
    """Return who comes to each side of each match, by its place in the plan."""
    planned = folded.plan.matches
    return {place: (_comer(folded, each.top), _comer(folded, each.bottom)) for place, each in enumerate(planned)}


def _comer(folded: Folding, source: Source) -> Comer:
    """Return the winner or the loser of a match that is shown, byes left out."""
    while source.kind is From.WINNER and source.of not in folded.shown:
        planned = folded.plan.matches[source.of]
        source = planned.bottom if source.of in folded.upper_empty else planned.top
    return Comer(source.kind, origin(folded.plan, folded.byes, source))
