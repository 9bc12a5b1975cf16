"""A hostile name stays text: on every page, on every sheet, in every table."""

import csv
import io
import logging
import socket
from dataclasses import dataclass
from datetime import date, time
from functools import cache
from html.parser import HTMLParser

import pytest
from django.http import HttpResponse
from django.test import Client
from pypdf import PdfReader

from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.ladders.entering import Entry as Challenge
from clubs.actions.ladders.entering import enter_on_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.nights import NightSheet, check_in, plan_nights
from clubs.actions.persons.details import add_person, set_person_contact
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.ratings.counting import count_list
from clubs.actions.ratings.lists import ListSheet, StartLine, import_starts, open_rating_list
from clubs.actions.seasons import SeasonSheet, open_season
from clubs.models import Chouette, Ladder, Night, Person, RatingList, Season, User
from rules.errors import RuleBroken
from rules.naming import read_name
from tests.addresses import addresses
from tests.factories import (
    a_caller,
    a_club,
    a_director,
    a_format,
    card_of,
    match_of,
    play_code,
)
from tests.tournaments.positions.asking import a_question
from tournaments.actions.auctions.lots import LotSheet, list_lots, open_auction
from tournaments.actions.auctions.permit import allow_auctions
from tournaments.actions.auctions.selling import bid, hammer, put_up
from tournaments.actions.auctions.voiding import request_void
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report
from tournaments.actions.money.cash import Hand, take
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.prizes import add_money_of, leave_unclaimed, set_pot, transfer_prize
from tournaments.models import Auction, Entrant, Event, Lot, Match, Payer, PositionQuestion, Receipt
from tournaments.models.money.auctions import LONGEST_CODE, NOTICE

from .strings import FETCHED, hostile_strings

pytestmark = pytest.mark.django_db
FIELD = 64
# People of the club with such names: each takes several actions.
FEW = 16
WALL = "tournaments/<int:pk>/wall/"
ACTIVE = {"script", "iframe", "object", "embed", "img", "link", "style", "base", "meta", "form", "svg"}
USUAL = ("Nobody", "Ann", "A1", "t4", "new Bob", "a1 3-1", "Ann Lee 1")
# Pages that need a secret, or that show nothing of a tournament.
APART = ("l/", "owner/", "invitations/", "passwords/", "api/schema/", "style/", "sign-in/", "sign-out/")


class Shape(HTMLParser):
    """The elements of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.markup: set[tuple[str, str]] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.markup |= {(tag, ""), *((tag, name) for name, _ in attrs)}

    def handle_comment(self, data: str) -> None:
        self.markup.add(("comment", ""))

    def handle_pi(self, data: str) -> None:
        self.markup.add(("instruction", ""))


@dataclass(frozen=True, slots=True)
class Played:
    """An event that shows its names everywhere (drawn, half played, corrected), with its director."""

    event: Event
    director: User

    def arguments(self, path: str) -> str:
        """Return ``path`` with its numbers filled in."""
        whose = {
            "clubs/": self.event.tournament.club_id,
            "tournaments/": self.event.tournament_id,
            **dict.fromkeys(("events/", "p/"), self.event.pk),
            "positions/": PositionQuestion.objects.get(match__draw__event=self.event).pk,
            "receipts/": Receipt.objects.filter(tournament=self.event.tournament_id).first().pk,  # type: ignore[union-attr] # None fails the test
            "auctions/": Auction.objects.get(event=self.event).pk,
            "lots/": Lot.objects.filter(auction__event=self.event)[0].pk,
            "bidders/": Payer.objects.filter(tournament=self.event.tournament_id)[0].pk,
            "matches/": match_of(self.event, "A1").pk,
            "people/": Person.objects.filter(club=self.event.tournament.club_id).order_by("pk")[0].pk,
            "nights/": Night.objects.get(club=self.event.tournament.club_id).pk,
            "chouettes/": Chouette.objects.get(club=self.event.tournament.club_id).pk,
            "seasons/": Season.objects.get(club=self.event.tournament.club_id).pk,
            "ratings/": RatingList.objects.get(club=self.event.tournament.club_id).pk,
            "ladders/": Ladder.objects.get(club=self.event.tournament.club_id).pk,
            "entrants/": Entrant.objects.filter(event=self.event).order_by("number").first().pk,  # type: ignore[union-attr] # None fails the test
        }
        named = path.removeprefix("api/v1/").removeprefix("embed/")
        start = next((start for start in whose if named.startswith(start)), "clubs/")
        number = Match.objects.filter(draw__event=self.event, result__isnull=False).values_list("result", flat=True)
        record = (number.first() or 1) & 0xFFFFFFFF
        numbered = path.replace("<int:pk>", str(whose[start])).replace("<int:number>", str(record))
        return numbered.replace("<int:person>", str(whose["people/"]))


def accepted() -> list[str]:
    """Return the strings that are accepted as names, as they are stored; each is either refused or stored."""
    names = []
    for text in hostile_strings():
        try:
            names.append(read_name(text))
        except RuleBroken as broken:
            if not broken.code.startswith("name."):
                raise
    return list(dict.fromkeys(names))


def played(names: list[str]) -> Played:
    club = a_club(names[0][:120])
    posted = TournamentSheet(names[1 % len(names)], "Europe/Madrid")
    tournament = open_tournament(club.pk, posted, a_caller())
    event = open_event(tournament.pk, names[2 % len(names)], a_format("progressive", 5), a_caller())
    entries = [Entry(name, club=name, country=name[:40].strip(), rating=name[:20].strip()) for name in names]
    charge(event, names[3 % len(names)])
    enter(event.pk, entries, a_caller())
    pay(event, names[-1])
    auction(event, names)
    people(club.pk, names[:FEW])
    tables(club.pk, names[:FEW])
    link(event)
    make_draw(event.pk, "63 55", a_caller())
    for number in range(1, len(names) // 2):
        if card_of(event, f"A{number}").status == "open":
            play_code(event, f"A{number}")
    reason, _ = names[3 % len(names)], a_question(match_of(event, "A1"))
    correct_result(match_of(event, "A1").pk, Report(points=(2, 5)), reason, a_caller(seen=card_of(event, "A1").version))
    return Played(
        Event.objects.select_related("tournament").get(pk=event.pk), a_director(club, f"petra{event.pk}@x.example")
    )


def charge(event: Event, name: str) -> None:
    """Set a registration fee and an entry that have this name."""
    about = {"name": name[:60].strip(), "prices": []}
    fees = [
        about | {"code": "registration", "kind": "registration", "amount": 2500, "event": None},
        about | {"code": "main", "kind": "entry", "amount": 6000, "event": event.pk},
    ]
    set_fees(event.tournament_id, FeeSheet("EUR", fees), a_caller())


def pay(event: Event, text: str) -> None:
    """Take a part from the first payer, and waive a line of theirs with this text as the reason."""
    payer = Payer.objects.filter(tournament=event.tournament_id).order_by("number")[0].pk
    take(payer, None, 1000, Hand(), a_caller())
    decide_line(payer, Decision("waived", "registration", reason=text), a_caller())
    divide(event, text)


def people(club: int, names: list[str]) -> None:
    """Let the club know people with such names, as members and reached by such a contact, who are at a night."""
    night = plan_nights(club, NightSheet(names[-1], date(2099, 1, 6), time(19, 30), place=names[0]), a_caller())[0].pk
    for name in names:
        sheet = PersonSheet(name, latin=name, home_club=name, adult_on="2098-01-01")
        person = add_person(club, sheet, "full", a_caller()).person
        set_person_contact(person, {"address": name, "note": name}, a_caller())
        check_in(night, person, True, a_caller())


def tables(club: int, names: list[str]) -> None:
    """Let people of such names sit at a chouette, and stand on a ladder of such a name with an open challenge."""
    short = list(dict.fromkeys(name[:60].strip() for name in names))
    open_session(club, Sitting(tuple(short[:8])), a_caller())
    ladder = open_ladder(club, Opening(short[0], short), a_caller()).ladder.pk
    enter_on_ladder(ladder, Challenge("challenge", a=2, b=1), a_caller())
    open_season(club, SeasonSheet(short[0], date(2000, 1, 1), date(2099, 12, 31)), a_caller())
    ratings = open_rating_list(club, ListSheet(short[0]), a_caller()).pk
    everyone = Person.objects.filter(club=club).values_list("pk", flat=True)
    import_starts(ratings, [StartLine(str(person), ("1700",)) for person in everyone], a_caller())
    count_list(ratings)


def link(event: Event) -> None:
    """Link the first entrant to the first person whom the club knows."""
    person = Person.objects.filter(club=event.tournament.club_id).order_by("pk")[0].pk
    link_entrants(event.pk, {Entrant.objects.filter(event=event).order_by("number")[0].pk: person}, a_caller())


def divide(event: Event, text: str) -> None:
    """Divide the fund, add money of somebody with this name, and move money that nobody collects for this reason."""
    first, second = Payer.objects.filter(tournament=event.tournament_id).order_by("number")[:2]
    set_pot(event.pk, "", {"table": "50-25-25"}, "", a_caller())
    add_money_of(event.pk, text, 5000, a_caller())
    transfer_prize(first.pk, second.pk, 20000, text, a_caller())
    leave_unclaimed(second.pk, text, a_caller())


def auction(event: Event, names: list[str]) -> None:
    """Sell a lot of the event to a bidder with such a name, under a code of that kind, and put another one up."""
    table = [{"bracket": "main", "place": 1, "share": 1}]
    allow_auctions(event.tournament.club_id, NOTICE, a_caller())
    pk = open_auction(event.pk, {"table": table, "clock": 30, "phones": True}, a_caller()).auction.pk
    entrants = Entrant.objects.filter(event=event).order_by("number").values_list("pk", flat=True)
    codes = (names[0][:LONGEST_CODE].strip() or "A", "other")
    sheets = [LotSheet(code, (entrant,)) for code, entrant in zip(codes, entrants, strict=False)]
    first, second = (lot.pk for lot in list_lots(pk, sheets, a_caller()).auction.lots)
    payers = Payer.objects.filter(tournament=event.tournament_id).order_by("number").values_list("pk", flat=True)[:2]
    put_up(pk, first, a_caller())
    bid(pk, first, 100, [payers[0]], a_caller())
    bid(pk, first, 200, [payers[1]], a_caller())
    hammer(pk, first, a_caller())
    request_void(pk, first, "mistake", names[-1][:60], a_caller())
    put_up(pk, second, a_caller())
    bid(pk, second, 100, [payers[0]], a_caller())


@cache
def pages() -> list[str]:
    """Return the address of every page."""
    return [path for path in addresses() if not path.startswith((*APART, "api/")) and "<str:" not in path]


def groups(names: list[str]) -> list[list[str]]:
    """Split the names into fields without a bye; the last field is filled up from the first."""
    filled = names + names[: -len(names) % FIELD]
    return [filled[at : at + FIELD] for at in range(0, len(filled), FIELD)]


def looked_at(who: Client, at: Played, path: str) -> HttpResponse:
    answer = who.get(f"/{at.arguments(path)}", follow=True)
    assert answer.status_code < 500, path
    return answer  # type: ignore[return-value] # the test client's answers have a class of their own


def body(answer: HttpResponse) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined] # only a streaming answer has it


def is_html(answer: HttpResponse) -> bool:
    return answer.headers.get("Content-Type", "").startswith("text/html")


def clients(at: Played) -> tuple[Client, Client]:
    staff = Client()
    staff.force_login(at.director)
    return Client(), staff


def test_there_are_more_than_three_hundred_and_most_are_names() -> None:
    assert len(hostile_strings()) >= 300
    assert len(accepted()) >= 250


def test_a_hostile_name_adds_no_element_or_attribute_to_any_page() -> None:
    # Beside plain names one from right to left and one that no font has, because both add elements of their own.
    names = [*(f"Ann Lee {n}" for n in range(FIELD - 2)), "محمد", "李小龙"]
    played(names)
    plain = played(names)
    allowed = {path: shapes(plain, path, *clients(plain)) for path in shown()}
    # The wall shows another part of the draw every few minutes, so every part needs a name from right to left.
    mirrored = played([f"محمد {n}" for n in range(FIELD)])
    allowed[WALL] |= shapes(mirrored, WALL, *clients(mirrored))

    strange = {}
    for group in groups(accepted()):
        at = played(group)
        who = clients(at)[1]  # staff see everything that others see, and more
        for path in shown():
            more = shapes(at, path, who) - allowed[path]
            if more:
                strange[path] = more

    assert strange == {}


def shown() -> list[str]:
    return [path for path in pages() if not path.endswith((".pdf", ".csv", ".txt"))]


def shapes(at: Played, path: str, *clients: Client) -> set[tuple[str, str]]:
    rows: set[tuple[str, str]] = set()
    for who in clients:
        answer = looked_at(who, at, path)
        if is_html(answer):
            rows |= Shape(body(answer).decode()).markup
    return rows


def test_hostile_queries_stay_text() -> None:
    at = played([f"Ann Lee {n}" for n in range(4)])
    _, staff = clients(at)
    strange = []

    of_tournament = ("", "memory/", "desk/line/", "cash/line/", "books/")
    for path in (*(f"tournaments/<int:pk>/{part}" for part in of_tournament), "auctions/<int:pk>/desk/line/"):
        usual = {
            part
            for text in (
                "Nobody",
                "Ann",
                "A1",
                "t4",
                "new Bob",
                "a1 3-1",
                "Ann Lee 1",
                "ann 10 part",
                "0001",
                "undo",
                "void a",
            )
            for part in shape_of(staff, at, path, text)
        }
        for text in hostile_strings()[::2]:
            more = shape_of(staff, at, path, text) - usual
            # A text may become a sentence at the desk or a player's name, which adds other elements, but none of these.
            strange += [(path, text, part) for part in more if part[0] in ACTIVE or part[1].startswith("on")]

    assert strange == []


def shape_of(who: Client, at: Played, path: str, text: str) -> set[tuple[str, str]]:
    answer = who.get(f"/{at.arguments(path)}", {"q": text.encode(errors="replace")}, follow=True)
    assert answer.status_code < 500, (path, text)
    return Shape(answer.content.decode()).markup


# Open books have no closing proof, a knockout no pairings, open matches no certificates; no tables are set up.
MISSING = ("closing-proof.pdf", "pairings.pdf", "certificates.pdf", "table-cards.pdf")


def test_no_sheet_fetches_or_contains_anything_active(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, logger="weasyprint")
    local, missing = socket.gethostname(), MISSING

    for group in groups(accepted()):
        at = played(group)
        for path in pages():
            # A player's own papers are for that player alone.
            if not path.endswith(".pdf") or path.startswith("my/") or path.endswith(missing):
                continue
            answer = looked_at(clients(at)[1], at, path)
            assert answer.headers["Content-Type"] == "application/pdf", path
            must_be_plain(PdfReader(io.BytesIO(body(answer))), local)

    assert [line for line in caplog.messages if "fetch" in line.lower()] == []


def must_be_plain(sheet: PdfReader, local: str) -> None:
    assert not {"/OpenAction", "/AA", "/AcroForm", "/Names"} & set(sheet.root_object)
    for page in sheet.pages:
        assert "/Annots" not in page or not page["/Annots"]
        assert list(page.images) == []
        assert local not in page.extract_text()


def test_no_cell_of_a_table_is_a_formula() -> None:
    tables = [path for path in pages() if path.endswith(".csv")]
    assert tables

    formulas = []
    for group in groups(accepted()):
        at = played(group)
        for path in tables:
            text = body(looked_at(clients(at)[1], at, path)).decode("utf-8-sig")
            sample = text.splitlines()[0]
            rows = csv.reader(io.StringIO(text), delimiter=";" if ";" in sample else ",")
            formulas += [
                cell for row in rows for cell in row if cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r"))
            ]

    assert formulas == []


def test_a_name_adds_no_header() -> None:
    at = played([name for name in accepted() if any(sign in name for sign in "\"';=:")][:FIELD])
    _, staff = clients(at)

    for path in pages():
        answer = looked_at(staff, at, path)
        assert "evil" not in str(answer.headers.get("Location", ""))
        assert FETCHED not in str(dict(answer.headers))
