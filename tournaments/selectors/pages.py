"""What the public pages show."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from rules.draws.format import Bracket
from tournaments.models import Event, Match
from tournaments.models.cards import MatchCard
from tournaments.selectors.draws import Standing, cards, draw_of, names_in, ranked


@dataclass(frozen=True, slots=True)
class EventLink:
    """An event as the front page lists it."""

    id: int
    name: str
    tournament: str
    starts_on: date | None
    drawn: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One player of a match on the page: ``points`` is text, ``won`` also by a walkover or a ruling."""

    name: str
    points: str
    won: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match on the page; ``state`` is one of waiting, ready, playing, final, unsettled, bye."""

    code: str
    state: str
    sides: tuple[Side, Side]
    how: str


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A round: its letter or name, its length in points, its matches."""

    letter: str
    length: int
    final: bool
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """A bracket with the rounds that hold a match of two."""

    bracket: str
    rounds: tuple[RoundSheet, ...]


@dataclass(frozen=True, slots=True)
class DrawPage:
    """The public page of an event's draw."""

    event: int
    name: str
    tournament: str
    starts_on: date | None
    entrants: int
    brackets: tuple[BracketSheet, ...]
    places: tuple[Standing, ...]
    key: str
    draw: int
    number: int
    head: str


def event_links() -> list[EventLink]:
    """Return every event, the newest tournament first."""
    found = Event.objects.select_related("tournament").order_by("-tournament", "pk")
    return [
        EventLink(
            event.pk, event.name, event.tournament.name, event.tournament.starts_on, event.current_draw_id is not None
        )
        for event in found
    ]


def draw_page(event: Event) -> DrawPage:
    """Return the page of an event that was read by ``event_of``."""
    pk = event.pk
    stream = event.tournament.stream
    draw = draw_of(event) if event.current_draw_id is not None else None
    names = names_in(pk)
    shown = cards(Match.objects.filter(draw=draw), names) if draw else []
    places = ranked(event, draw, names) if draw else []
    return DrawPage(
        event=pk,
        name=event.name,
        tournament=event.tournament.name,
        starts_on=event.tournament.starts_on,
        entrants=len(places) if draw else len(names),
        brackets=tuple(_bracket(shown, bracket) for bracket in Bracket if any(c.bracket == bracket for c in shown)),
        places=tuple(each for each in places if each.place is not None),
        key=draw.key if draw else "",
        draw=draw.number if draw else 0,
        number=stream.number,
        head=stream.head[:8],
    )


def _bracket(cards: Sequence[MatchCard], bracket: Bracket) -> BracketSheet:
    of_bracket = [card for card in cards if card.bracket == bracket]
    last = max(card.round for card in of_bracket)
    rounds = [_round(list(group), round_ == last) for round_, group in groupby(of_bracket, key=lambda card: card.round)]
    return BracketSheet(bracket.value, tuple(each for each in rounds if each.matches))


def _round(cards: Sequence[MatchCard], final: bool) -> RoundSheet:
    letter = cards[0].code.rstrip("0123456789")
    shown = tuple(_line(card) for card in cards if card.status != "void")
    played = any(line.state != "bye" for line in shown)
    return RoundSheet(letter, cards[0].length, final, shown if played else ())


def _line(card: MatchCard) -> MatchLine:
    return MatchLine(card.code, _state(card), (_side(card, "top"), _side(card, "bottom")), card.how)


def _state(card: MatchCard) -> str:
    if card.status == "finished":
        return "final" if card.settled else "unsettled"
    if card.status == "open":
        return "playing" if card.begun else "ready"
    return card.status


def _side(card: MatchCard, side: str) -> Side:
    player = card.top if side == "top" else card.bottom
    points = "" if card.score is None else str(card.score[0 if side == "top" else 1])
    won = card.goes_on == side
    lost = card.status == "finished" and not won
    return Side(player.name if player else "", points, won, lost)
