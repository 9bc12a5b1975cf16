"""A festival of other ways to play, each of them under way: a Swiss, a round robin, lower brackets, and pools."""

from dataclasses import dataclass
from datetime import date, time
from typing import Any

from clubs.models import Club
from journal.actors import SYSTEM
from journal.book import Caller
from rules.match.terms import Side
from tournaments.actions.calls import call_match
from tournaments.actions.cutting import draw_knockout
from tournaments.actions.draws import make_draw
from tournaments.actions.entrants import Entry, enter, tick_all
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches import Report, report_result, start_match
from tournaments.actions.pairing import pair_round
from tournaments.models import Match, Tournament

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
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Played:
    """An event of the festival: who enters, how many matches and rounds are played, and the tables in use now.

    Pools are a round, the knockout behind them is the next.
    """

    name: str
    format: dict[str, Any]
    names: list[str]
    key: str
    matches: int
    rounds: int
    tables: tuple[str, ...]


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
        "Pools", {"main": "pools", "length": {"pools": 5, "knockout": 7}}, NAMES[34:], "65 31 42 11", 20, 2, ("6",),
    ),
)  # fmt: skip


def load_formats(club: str) -> None:
    """Load the festival into the club with this name, unless it is there already."""
    if Tournament.objects.filter(name=FESTIVAL).exists():
        return
    pk = Club.objects.filter(name=club).order_by("pk")[0].pk
    sheet = TournamentSheet(
        FESTIVAL, "Europe/Madrid", date(2026, 12, 5), time(11), place="Casino, Bilbao", director="Itziar Agirre",
        tables=10,
    )  # fmt: skip
    festival = open_tournament(pk, sheet, _caller())
    for each in EVENTS:
        event = open_event(festival.pk, each.name, each.format, _caller()).pk
        enter(event, [Entry(name) for name in each.names], _caller())
        tick_all(event, "here", _caller())
        make_draw(event, each.key, _caller())
        _play(event, each)


def _play(event: int, played: Played) -> None:
    """Play the first open matches, pairing a round where one is over, or drawing the knockout behind pools; winner and
    score depend on the count.
    """
    paired = 1
    for count in range(played.matches):
        match = _open(event)[0]
        side, loser = Side.TOP if count * 5 % 3 else Side.BOTTOM, (count * 2 + 1) % match.length
        points = (match.length, loser) if side is Side.TOP else (loser, match.length)
        report_result(match.pk, Report(points=points), _caller())
        if paired < played.rounds and not _open(event):
            (draw_knockout if played.format["main"] == "pools" else pair_round)(event, _caller())
            paired += 1
    for match, table in zip(_open(event), played.tables, strict=False):
        call_match(match.pk, table, _caller())
        start_match(match.pk, _caller())


def _open(event: int) -> list[Match]:
    return list(Match.objects.filter(draw__event=event, status=1, begun=False).order_by("round", "place"))


def _caller() -> Caller:
    return Caller(actor=SYSTEM)
