"""A festival of other ways to play, each of them under way: two Swiss events, one of them paired as its players finish,
a round robin, lower brackets, pools, doubles, and a knockout whose last eight were drawn anew and whose losers drop to
lines that were chosen.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from itertools import product
from typing import Any

from clubs.models import Club
from journal.actors import SYSTEM
from journal.book import Caller
from rules.draws.facts import Kind
from rules.draws.plan import ENTRY
from rules.draws.pots import bound_key
from rules.draws.state import DrawState
from rules.draws.switches import redraw_of, round_of_last
from rules.formats.notation.dynamic import round_exchanges
from rules.match.terms import Side
from tournaments.actions.draws.cutting import draw_knockout
from tournaments.actions.draws.drops import choose_drops
from tournaments.actions.draws.making import make_draw
from tournaments.actions.draws.pairing import pair_round
from tournaments.actions.draws.redraw import having_switches, redraw_round
from tournaments.actions.entrants.entering import Entry, enter, tick_all
from tournaments.actions.entrants.re_entering import enter_again
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Entrant, Match, Result, Tournament
from tournaments.read.draws.made import groups_now
from tournaments.read.draws.next_tables import next_tables
from tournaments.read.entered import entered_draw
from tournaments.read.events import draw_of, event_of

FESTIVAL = "Bilbao Winter Festival"
NAMES = [
    "Saioa Elizondo", "Thibault Garnier", "Ulrike Sandvoss", "Viktor Halmos", "Wanda Piekarska", "Xabier Otxoa",
    "Yaprak Demirel", "Zdeněk Hruška", "Anneli Koskinen", "Bartolomeu Sequeira", "Chiara Bevilacqua", "Dragana Ilić",
    "Eneko Zabaleta", "Freya Mortensen", "Grigor Manukyan", "Hortensia Vázquez", "Idoia Arrizabalaga", "Joaquim Ferrer",
    "Ksenija Babić", "Liam Gallagher", "Matthias Oberhofer", "Nerea Gorostiza", "Ottavia Marchetti", "Pavlos Kouris",
    "Roelof Hazenberg", "Stelian Munteanu", "Tora Haugland", "Unai Etxaniz", "Vilma Laaksonen", "Witold Zaremba",
    "Ximena Castañeda", "Yiannis Drakos", "Zuzana Poláčková", "Arvid Nyström", "Basia Wrońska", "Cosimo Ferrante",
    "Dorotea Blaži", "Egil Torgersen", "Fátima Carvalho", "Gergely Szalai", "Hanne Vestergaard", "Iker Mendizabal",
    "Jolanta Sawicka", "Kirill Belov", "Leire Aguirre", "Miroslav Dvořák", "Noor van Dijk", "Olivia Tamm",
    "Pello Arregi", "Quirin Stadler", "Rosalía Bermejo", "Sándor Kertész", "Tuulikki Rauma", "Ugo Pellegrini",
    "Veerle Claes", "Wojciech Gajda", "Xenia Markaki", "Ylva Sandberg", "Zoltán Fehér", "Aitana Larrea",
    "Bruno Teixeira", "Cordula Ebner", "Danel Iriarte", "Elif Şahin",
]  # fmt: skip

# They play nothing else, so that nobody is busy at another table.
FREE_NAMES = [
    "Amets Uriarte", "Birgit Falkenstein", "Casimir Lewandowski", "Désirée Lambert", "Esteban Quintana",
    "Filippa Lindgren", "Goizane Bilbao", "Henrik Rautio", "Irune Salaberria", "Jovan Marinković", "Klara Szymańska",
]  # fmt: skip


# Keys by which the last eight are drawn anew.
REDRAWN_BY = ("14 53 62 26", "35 11 64 22", "51 46 13 65", "26 32 15 44", "61 25 33 12", "43 54 21 16")


@dataclass(frozen=True, slots=True)
class Played:
    """An event of the festival: who enters, how many matches and rounds are played, and the tables in use now.

    Pools are a round, the knockout behind them is the next. ``then`` has what a director does after so many matches.
    Where losers may enter again the first one does.
    """

    name: str
    format: dict[str, Any]
    names: list[str]
    key: str
    matches: int
    rounds: int
    tables: tuple[str, ...]
    then: Mapping[int, Callable[[int], object]] = field(default_factory=dict)
    conditions: dict[str, Any] = field(default_factory=dict)

    @property
    def is_as_they_finish(self) -> bool:
        """Whether players are paired as they finish, not round by round."""
        return self.format.get("pairing") == "as_they_finish"


def _last_eight_anew(event: int) -> None:
    """Draw the last eight anew, play them, and choose the lines of the losers.

    What a key brings depends on the event's number: the first is taken after which an exchange of losers can help.
    """
    row = event_of(event)
    before = entered_draw(draw_of(row), row.tournament.stream_id)
    numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
    key, won = "", dict[int, int]()
    for key in REDRAWN_BY:
        switches = redraw_of(before.state, 8, numbers, bound_key(key, event), groups_now(event, row.rules.kept_apart))
        if won := _winners_to_exchange(having_switches(before, switches).state):
            break
    redraw_round(event, 8, key, _caller())
    for match in Match.objects.filter(draw=row.current_draw_id, place__in=won).order_by("place"):
        points = (7, 4) if match.top_id == won[match.place] else (5, 7)
        report_result(match.pk, Report(points=points), _caller(match))
    choose_drops(event, "B", _caller())


def _winners_to_exchange(state: DrawState) -> dict[int, int]:
    """Return place → winner of the last eight so that an exchange of their losers helps; empty if none does."""
    eight = round_of_last(state.plan, 8)
    pairs = {at: state.seat(at).pair or (0, 0) for at in eight}
    for winners in product(*pairs.values()):
        won = dict(zip(eight, winners, strict=True))
        after = state.having([(Kind.RESULT, at, *pairs[at], won[at], -1) for at in eight])
        if round_exchanges(after, ENTRY, state.plan.matches[eight[0]].round):
            return won
    return {}


EVENTS = (
    Played(
        "Swiss", {"main": "swiss", "losses": 3, "length": 7}, NAMES[:11], "52 61 43 16", 12, 3, ("1", "2"),
    ),
    Played(
        "Round robin", {"main": "round_robin", "length": 5}, NAMES[11:18], "44 12 65 31", 8, 1, ("3",),
    ),
    Played(
        "Two lives",
        {"main": "structure", "lower": "A.B.|.C.|", "length": {"main": {"default": 7, "last": [9]}, "consolation": 5}},
        NAMES[18:34], "36 22 51 64", 13, 1, ("4", "5"),
    ),
    Played(
        "Pools", {"main": "pools", "length": {"pools": 5, "knockout": 7}}, NAMES[34:48], "65 31 42 11", 20, 2, ("6",),
    ),
    Played(
        "Drawn anew",
        {"main": "structure", "preset": "progressive", "dynamic": True, "length": {"main": 7, "consolation": 5}},
        NAMES[48:], "21 36 55 43", 14, 1, ("7",), {12: _last_eight_anew},
    ),
    Played(
        "Doubles",
        {"main": "knockout", "consolation": "none", "length": 5},
        [f"{one} / {other}" for one, other in zip(NAMES[:14], NAMES[20:34], strict=True)],
        "21 55 34 62", 5, 1, (), conditions={"entrants": "pair", "re_entry": {"times": 1}},
    ),
    Played(
        "As they finish", {"main": "swiss", "rounds": 4, "pairing": "as_they_finish", "length": 5}, FREE_NAMES,
        "45 11 63 24", 13, 1, ("8", "9"),
    ),
)  # fmt: skip


def load_formats(club: str) -> None:
    """Load the festival into the club with this name, unless it is there already."""
    if Tournament.objects.filter(name=FESTIVAL).exists():
        return
    pk = Club.objects.filter(name=club).order_by("pk")[0].pk
    sheet = TournamentSheet(
        FESTIVAL, "Europe/Madrid", date(2026, 11, 28), time(11), place="Casino, Bilbao", director="Itziar Agirre",
        tables=10,
    )  # fmt: skip
    festival = open_tournament(pk, sheet, _caller())
    for each in EVENTS:
        event = open_event(festival.pk, each.name, each.format, _caller(), each.conditions).pk
        enter(event, [Entry(name) for name in each.names], _caller())
        tick_all(event, "here", _caller())
        make_draw(event, each.key, _caller())
        _play(event, each)
        if "re_entry" in each.conditions:
            _enter_first_loser_again(event)


def _play(event: int, played: Played) -> None:
    """Play the first open matches, pairing a round where one is over, or drawing the knockout behind pools; winner and
    score depend on the count.
    """
    paired = 1
    for count in range(played.matches):
        if count in played.then:
            played.then[count](event)
        match = _open(event)[0]
        side, loser = Side.TOP if count * 5 % 3 else Side.BOTTOM, (count * 2 + 1) % match.length
        points = (match.length, loser) if side is Side.TOP else (loser, match.length)
        report_result(match.pk, Report(points=points), _caller(match))
        if played.is_as_they_finish and count + 1 < played.matches:
            _pair_who_is_free(event)
        elif paired < played.rounds and not _open(event):
            (draw_knockout if played.format["main"] == "pools" else pair_round)(event, _caller())
            paired += 1
    for match, table in zip(_open(event), played.tables, strict=False):
        call_match(match.pk, table, _caller())
        start_match(match.pk, _caller(match))


def _pair_who_is_free(event: int) -> None:
    """Pair everybody who has an opponent: who has one depends on the event's number, and sometimes nobody does."""
    following = next_tables(event_of(event))
    if following is not None and following.tables:
        pair_round(event, _caller())


def _enter_first_loser_again(event: int) -> None:
    result = Result.objects.filter(match__draw__event=event).order_by("pk")[0]
    enter_again(result.second_id if result.winner_id == result.first_id else result.first_id, _caller())


def _open(event: int) -> list[Match]:
    return list(Match.objects.filter(draw__event=event, status=1, begun=False).order_by("round", "place"))


def _caller(match: Match | None = None) -> Caller:
    """Return the caller of the demo, who has looked at a match as it is: a redraw changes who sits there."""
    return Caller(actor=SYSTEM, seen=match.version if match else None)
