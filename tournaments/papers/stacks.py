"""Which matches a stack of score cards or result slips is for, and what stands on each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from journal.refusals import Refused, Unreadable
from rules.drawing.tree import origin
from rules.draws.derive import Status
from rules.draws.plan import From, Source
from tournaments.models import Event, Match
from tournaments.read.entered import EnteredDraw, entered_draw
from tournaments.read.events import draw_of
from tournaments.read.matches.one import view_of
from tournaments.read.matches.row import WITH
from tournaments.read.names import names_in
from tournaments.words.papers import origin_words

MOST = 256
# Matches still to come, whose forms can be printed ahead.
_TO_COME = (Status.WAITING, Status.OPEN, Status.DISPUTED)


@dataclass(frozen=True, slots=True)
class MatchForm:
    """A match as a form names it. An unknown player has an empty name; ``origins`` say where they come from."""

    code: str
    length: int
    names: tuple[str, str]
    origins: tuple[str, str]
    start: tuple[int, int]
    table: str


@dataclass(frozen=True, slots=True)
class Stack:
    """The forms of one event, and what is the same on all of them."""

    tournament: str
    event: str
    number: int
    forms: tuple[MatchForm, ...]
    crawford: bool
    holland: bool

    @property
    def title(self) -> str:
        """The tournament, and its event where that has a name of its own."""
        return self.tournament if self.event == self.tournament else f"{self.tournament} · {self.event}"


def stack_of(event: Event, params: Mapping[str, str]) -> Stack:
    """Return the forms that a query asks for: ``codes``, a ``round`` by its letter, else every match that is ready.

    Raises Refused ``draw.none``, ``forms.none``, Unreadable ``forms.codes``, ``forms.round``.
    """
    draw = draw_of(event)
    entered = entered_draw(draw, event.tournament.stream_id)
    matches = {match.code: match for match in Match.objects.filter(draw=draw).select_related(*WITH).order_by("place")}
    chosen = list(_chosen(matches, params))
    if not chosen:
        raise Refused("forms.none", event=event.pk)
    names = names_in(event.pk)
    rules = event.rules
    return Stack(
        tournament=event.tournament.name,
        event=event.name,
        number=event.tournament.stream.number,
        forms=tuple(_form(match, entered, names) for match in chosen[:MOST]),
        crawford=rules.crawford,
        holland=rules.holland,
    )


def stack_of_match(match: Match) -> Stack:
    """Return the form of one match, read with its event, tournament and memory, call and penalty."""
    event = match.draw.event
    entered = entered_draw(match.draw, event.tournament.stream_id)
    form = _form(match, entered, names_in(event.pk))
    rules = event.rules
    number = event.tournament.stream.number
    return Stack(event.tournament.name, event.name, number, (form,), rules.crawford, rules.holland)


def _chosen(matches: Mapping[str, Match], params: Mapping[str, str]) -> Iterator[Match]:
    codes = [code for code in params.get("codes", "").upper().replace(",", " ").split() if code]
    letter = params.get("round", "").strip().upper()
    if codes:
        unknown = [code for code in codes if code not in matches]
        if unknown:
            raise Unreadable("forms.codes", got=" ".join(unknown)[:200])
        yield from (matches[code] for code in dict.fromkeys(codes))
    elif letter:
        of_round = [match for code, match in matches.items() if code.rstrip("0123456789") == letter]
        if not of_round:
            raise Unreadable("forms.round", got=letter[:20])
        yield from (match for match in of_round if match.status in _TO_COME)
    else:
        yield from (match for match in matches.values() if match.status == Status.OPEN and not match.begun)


def _form(match: Match, entered: EnteredDraw, names: Mapping[int, str]) -> MatchForm:
    view = view_of(match, names)
    planned = entered.state.plan.matches[match.place]
    return MatchForm(
        code=view.code,
        length=view.length,
        names=view.names,
        origins=(_origin(entered, planned.top), _origin(entered, planned.bottom)),
        start=view.start,
        table=view.table,
    )


def _origin(entered: EnteredDraw, source: Source) -> str:
    code = origin(entered.state.plan, entered.state.derived, source)
    if not code:
        return ""
    return origin_words(code, winner=source.kind is From.WINNER)
