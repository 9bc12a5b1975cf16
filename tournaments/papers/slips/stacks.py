"""Which matches a stack of score cards or result slips is for, and what stands on each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubs.read.dates import shown_date
from journal.refusals import Refused, Unreadable
from rules.drawing.tree import origin
from rules.draws.match_state import State
from rules.draws.plan import From, Source
from rules.formats.format import Format
from rules.rulesets import Ruleset
from tournaments.models import Event, Match
from tournaments.read.draws.view import draw_view
from tournaments.read.entered import EnteredDraw, entered_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of
from tournaments.read.matches.one import view_of
from tournaments.read.matches.view import MatchView
from tournaments.words.events.games import played_name
from tournaments.words.papers.sheets import origin_words

MOST = 256


@dataclass(frozen=True, slots=True)
class Form:
    """The form of one match; ``origins`` say, top first, where a player comes from who is not known yet."""

    match: MatchView
    origins: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Stack:
    """The forms of one event, and what is the same on all of them.

    ``games`` take turns where they are not counted as backgammon; ``played`` names what is played, "" for backgammon.
    ``day`` is the date of the tournament, "" without one.
    """

    tournament: str
    event: str
    number: int
    forms: tuple[Form, ...]
    crawford: bool
    holland: bool
    games: tuple[Ruleset, ...] = ()
    played: str = ""
    day: str = ""

    @property
    def has_cube(self) -> bool:
        """Whether any game is played with the cube."""
        return not self.games or any(game.cube for game in self.games)

    @property
    def title(self) -> str:
        """The tournament, and its event where that has a name of its own."""
        return self.tournament if self.event == self.tournament else f"{self.tournament} · {self.event}"

    @property
    def head(self) -> str:
        """The title, and the date."""
        return f"{self.title} · {self.day}" if self.day else self.title


def stack_of(event: Event, params: Mapping[str, str]) -> Stack:
    """Return the forms that a query asks for: ``codes``, a ``round`` by its letter, else every match that is ready.

    Raises Refused ``draw.none``, ``forms.none``, Unreadable ``forms.codes``, ``forms.round``.
    """
    draw = draw_of(event)
    entered = entered_draw(draw, event.tournament.stream_id)
    chosen = list(_chosen(draw_view(draw, names_in(event.pk)).matches, params))
    if not chosen:
        raise Refused("forms.none", event=event.pk)
    rules = event.rules
    return Stack(
        tournament=event.tournament.name,
        event=event.name,
        number=event.tournament.stream.number,
        forms=tuple(_form(match, entered) for match in chosen[:MOST]),
        crawford=rules.crawford,
        holland=rules.holland,
        games=rules.counted_games,
        played=_played(rules),
        day=_day(event),
    )


def stack_of_match(match: Match) -> Stack:
    """Return the form of one match, read with its event, tournament and memory, call and penalty."""
    event = match.draw.event
    entered = entered_draw(match.draw, event.tournament.stream_id)
    form = _form(view_of(match, names_in(event.pk)), entered)
    rules = event.rules
    number = event.tournament.stream.number
    titles = event.tournament.name, event.name, number
    return Stack(*titles, (form,), rules.crawford, rules.holland, rules.counted_games, _played(rules), _day(event))


def _day(event: Event) -> str:
    return shown_date(event.tournament.starts_on, "j M Y") if event.tournament.starts_on else ""


def _played(rules: Format) -> str:
    return "" if rules.played.is_backgammon else played_name(rules.played)


def _chosen(matches: Sequence[MatchView], params: Mapping[str, str]) -> Iterator[MatchView]:
    codes = [code for code in params.get("codes", "").upper().replace(",", " ").split() if code]
    letter = params.get("round", "").strip().upper()
    if codes:
        by_code = {match.code: match for match in matches}
        unknown = [code for code in codes if code not in by_code]
        if unknown:
            raise Unreadable("forms.codes", got=" ".join(unknown)[:200])
        yield from (by_code[code] for code in dict.fromkeys(codes))
    elif letter:
        of_round = [match for match in matches if match.letter == letter]
        if not of_round:
            raise Unreadable("forms.round", got=letter[:20])
        yield from (match for match in of_round if not match.state.is_over)
    else:
        yield from (match for match in matches if match.state in (State.READY, State.CALLED))


def _form(match: MatchView, entered: EnteredDraw) -> Form:
    planned = entered.state.plan.matches[match.place]
    return Form(match, (_origin(entered, planned.top), _origin(entered, planned.bottom)))


def _origin(entered: EnteredDraw, source: Source) -> str:
    code = origin(entered.state.plan, entered.state.derived.byes(), source)
    if not code:
        return ""
    return origin_words(code, winner=source.kind is From.WINNER)
