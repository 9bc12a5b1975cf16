"""The table of a chouette as its pages show it: for followers, the projector, and a phone without scripts."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from clubs.pages.chouettes.forms import TableForm, question, table_forms
from clubs.read.chouettes.view import ChouetteView, Place
from clubs.words.chouette.games import game_sentence, signed
from clubs.words.chouette.options import money
from clubs.words.chouette.table import table_words
from rules.chouette.actions import Side
from rules.chouette.table import Contract

LONGEST_LARGE = 8


@dataclass(frozen=True, slots=True)
class TopPlace:
    """A link in the line on top."""

    name: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class TopLine:
    """The line on top of a chouette's pages: Table, Sheet, and Follow."""

    name: str
    address: str
    places: tuple[TopPlace, ...]
    club: str
    club_address: str
    clock: str = ""
    crash: None = None
    marks: tuple[()] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table. ``cube`` is its value, 0 where the contract has ended, and ``rail`` where it stands."""

    name: str
    role: str
    total: str
    money: str
    last: str
    cube: int = 0
    rail: str = "middle"
    out: str = ""

    @property
    def is_long(self) -> bool:
        """Whether a word of the name is too long for half a phone in the largest type."""
        return any(len(word) > LONGEST_LARGE for word in self.name.replace("-", " ").split())


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The table as it sits now."""

    view: ChouetteView
    game: int
    box: Seat
    partner: str
    crew: tuple[Seat, ...]
    question: str
    last_sentence: str
    new_box: str
    new_captain: str
    forms: tuple[TableForm, ...]
    as_of: str
    zone: str
    light: bool = False

    @property
    def is_running(self) -> bool:
        """Whether a game is being played."""
        return self.view.running is not None


def table_sheet(view: ChouetteView, at: datetime, *, writes: bool) -> TableSheet:
    """Return the table, with the forms of what is possible now for somebody who ``writes``."""
    game, words = view.running, table_words()
    last = view.games[-1] if view.games else None
    up = view.next_up
    return TableSheet(
        view=view,
        game=game.number if game else len(view.games) + 1,
        box=_seat(view, view.box, words["boxRole"]),
        partner=view.partner or "",
        crew=tuple(_seat(view, who, _role(view, who, at_)) for at_, who in enumerate(view.crew)),
        question=question(game, view.table) if game and game.pending else "",
        last_sentence=game_sentence(view.table, last.game, last.actions) if last else "",
        new_box=words["newBox" if up and up.box_is_new else "boxStays"] if last else words["box"],
        new_captain=words["newCaptain" if up and up.captain_is_new else "captainStays"]
        if last
        else words["captainTitle"],
        forms=table_forms(view.table, view.possible) if writes else (),
        as_of=timezone.localtime(at).strftime("%H:%M"),
        zone=settings.MACHINE_ZONE,
    )


def _seat(view: ChouetteView, who: str, role: str) -> Seat:
    person = view.person(who)
    sums = money(person.total * view.options.stake_minor, view.options, sign=True) if view.is_for_money else ""
    contract = _contract(view, who)
    if person.sits_out:
        words = table_words()
        role += " · " + words["away"] % {"who": person.proxy or words["captain"]}
    seat = Seat(who, role, signed(person.total), sums, "" if person.last is None else signed(person.last))
    if contract is None:
        return seat
    if not contract.is_open:
        return Seat(seat.name, seat.role, seat.total, sums, seat.last, out=signed(-contract.result()))
    rail = {None: "middle", Side.BOX: "start", Side.TEAM: "end"}[contract.owner]
    return Seat(seat.name, seat.role, seat.total, sums, seat.last, contract.value, rail)


def _contract(view: ChouetteView, who: str) -> Contract | None:
    return next((each for each in view.contracts if each.team_side == who and not each.is_extra), None)


def _role(view: ChouetteView, who: str, at: int) -> str:
    words = table_words()
    if view.person(who).place is Place.ACTING_CAPTAIN:
        return words["actingCaptain"]
    if at == 0:
        return words["captain"]
    if at == len(view.crew) - 1:
        return words["last"]
    ranks = words["ranks"].split()
    return ranks[at - 1] if at <= len(ranks) else str(at + 1)


def top_line(view: ChouetteView, current: str) -> TopLine:
    """Return the line on top with one place marked."""
    words = table_words()
    places = (
        ("chouette", words["placeTable"]),
        ("chouette_sheet", words["placeSheet"]),
        ("chouette_follow", words["placeFollow"]),
    )
    rows = tuple(TopPlace(name, reverse(url, args=[view.id]), url == current) for url, name in places)
    home = reverse("club_home", args=[view.club])
    return TopLine(view.club_name, reverse("club_chouettes", args=[view.club]), rows, view.club_name, home)
