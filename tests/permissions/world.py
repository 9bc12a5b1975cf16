"""Two clubs with a person in every role, and one row for everything that an address can name.

An address names rows by number: ``/matches/<int:pk>/`` takes the row under ``matches`` in ``things``, the word before
the number. A new kind of row gets a line there. A change that reads its body before it checks rights gets a body in
``BODIES``, so that the table shows the rights.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from http.cookies import SimpleCookie
from types import MappingProxyType
from typing import Any

from django.core.signals import request_finished
from django.db import close_old_connections, connection
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from clubs.actions.invitations import invite, offer_password
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.news import post_news
from clubs.actions.nights import NightSheet, check_in, plan_nights
from clubs.actions.people import make_owner_link
from clubs.actions.persons.claiming import offer_person
from clubs.actions.persons.details import add_person, set_person_contact
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.ratings.counting import count_list
from clubs.actions.ratings.lists import ListSheet, StartLine, import_starts, open_rating_list
from clubs.actions.reports import save_template
from clubs.actions.seasons import SeasonSheet, open_season
from clubs.models import Club, Membership, Role, User
from runtime.models import Job
from tests.factories import (
    a_caller,
    a_club,
    a_club_owner,
    a_desk_helper,
    a_director,
    a_drawn_event,
    a_member,
    a_stranger,
    an_owner,
    match_of,
    play,
)
from tests.permissions import chouettes, clubs, files, jackpots, positions
from tests.permissions.auctions import AUCTION, an_auction
from tests.tournaments.money.evenings import payer_of
from tournaments.actions.events import EventSheet, set_up_event
from tournaments.actions.money.cash import Hand, hand_out, take
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.prizes import set_pot
from tournaments.actions.phones.links import make_slips, take_link
from tournaments.models import Event, Release
from tournaments.models.money.auctions import NOTICE

OF_THE_CLUB = ("anonymous", "stranger", "member", "desk", "director", "owner")
FOREIGN = ("foreign member", "foreign desk", "foreign director", "foreign owner")
PEOPLE = (*OF_THE_CLUB, *FOREIGN, "site")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

RESULT = {"score": [7, 3]}
GUEST = {"kind": "guest", "starts_on": "2001-01-01", "ends_on": "2001-02-01"}
SET_UP = {
    "name": "Main", "consolation": "progressive", "main_lengths": "7", "crawford": "on", "clock": "allowed",
    "reserve": 120, "delay": 12, "grace": 5, "each": 5, "minutes_per_point": 11, "legal_moves": "on",
    "phones": "on", "phone_grace": 10,
}  # fmt: skip
BODIES: dict[tuple[str, str], dict[str, Any]] = (
    chouettes.BODIES
    | clubs.BODIES
    | files.BODIES
    | jackpots.BODIES
    | positions.BODIES
    | {
        ("POST", "/my/<int:pk>/claim/"): {"match": "$matches", "do": "final", "score": "7-3"},
        ("POST", "/my/<int:pk>/confirm/"): {"match": "$matches"},
        ("POST", "/my/<int:pk>/contest/"): {"match": "$matches"},
        ("POST", "/my/<int:pk>/held/"): {"held": "[]"},
        ("POST", "/clubs/<int:pk>/people/"): {"name": "Luan Berisha"},
        ("POST", "/clubs/<int:pk>/people/import/"): {"text": "name\nLuan Berisha", "do": "import"},
        ("PUT", "/api/v1/clubs/<int:pk>/people/import/"): {"text": "name\nLuan Berisha"},
        ("POST", "/api/v1/clubs/<int:pk>/people/import/"): {"text": "name\nLuan Berisha"},
        ("POST", "/people/<int:pk>/"): {"do": "contact", "phone": "1"},
        ("POST", "/people/<int:pk>/merge/"): {"gone": "$twins"},
        ("POST", "/api/v1/clubs/<int:pk>/people/"): {"name": "Luan Berisha"},
        ("PATCH", "/api/v1/people/<int:pk>/"): {"home_club": "Graz"},
        ("PATCH", "/api/v1/people/<int:pk>/contact/"): {"phone": "1"},
        ("POST", "/api/v1/people/<int:pk>/memberships/"): GUEST,
        ("POST", "/api/v1/people/<int:pk>/merge/"): {"gone": "$twins"},
        ("POST", "/api/v1/clubs/"): {"name": "Graz"},
        ("PATCH", "/api/v1/clubs/<int:pk>/"): {"name": "Ours"},
        ("POST", "/api/v1/clubs/<int:pk>/roles/"): {"email": "noor@barpoint.example", "kind": "desk"},
        ("POST", "/api/v1/clubs/<int:pk>/invitations/"): {"kind": "desk"},
        ("PATCH", "/api/v1/roles/<int:pk>/"): {"kind": "desk"},
        ("PATCH", "/api/v1/users/<int:pk>/"): {"active": False},
        ("POST", "/clubs/<int:pk>/members/"): {"kind": "desk"},
        ("POST", "/events/<int:pk>/entrants/"): {"tick": "all:here:on"},
        ("POST", "/members/<int:pk>/"): {"kind": "desk"},
        ("POST", "/clubs/<int:pk>/ratings/"): {"name": "Club list", "rule": "glicko2", "public": "on"},
        ("POST", "/ratings/<int:pk>/setup/"): {"do": "starts", "lines": "Canary Quil; 1700", "seen": "1"},
        ("POST", "/api/v1/clubs/<int:pk>/ratings/"): {"name": "Club list"},
        ("PATCH", "/api/v1/ratings/<int:pk>/"): {"name": "Club list", "options": {"points": {"system": "table"}}},
        ("POST", "/api/v1/ratings/<int:pk>/starts/"): {"starts": [{"person": "Canary Quil", "value": ["1700"]}]},
        ("POST", "/clubs/<int:pk>/tournaments/new/"): {"name": "Spring Open", "timezone": "UTC"},
        ("POST", "/tournaments/<int:pk>/settings/"): {"name": "Spring Open", "timezone": "UTC"},
        ("POST", "/tournaments/<int:pk>/cash/"): {"do": "take", "payer": "$payers", "shown": "3000"},
        ("POST", "/tournaments/<int:pk>/fees/"): {"do": "keep", "currency": "EUR"},
        ("POST", "/tournaments/<int:pk>/drawer/"): {"do": "open", "float": "50"},
        ("POST", "/clubs/<int:pk>/auctions/"): {"do": "allow", "read": "1"},
        ("POST", "/events/<int:pk>/auctions/"): {"way": "rising", "main": "50, 50", "house": "10"},
        ("POST", "/auctions/<int:pk>/setup/"): {"do": "late", "entrant": "$entrants", "kind": "no_action"},
        ("POST", "/auctions/<int:pk>/desk/"): {"do": "bid", "lot": "$lots", "payer": "$payers", "sum": "2"},
        ("POST", "/auctions/<int:pk>/bidders/"): {"payer": "$bidders"},
        ("POST", "/lots/<int:pk>/"): {"do": "bid", "lot": "$lots", "payer": "$payers", "sum": "2"},
        ("POST", "/tournaments/<int:pk>/events/new/"): SET_UP,
        ("POST", "/events/<int:pk>/setup/"): SET_UP,
        ("POST", "/events/<int:pk>/entrants/paste/"): {"text": "Luan Berisha", "do": "enter"},
        ("POST", "/events/<int:pk>/draw-key/"): {"key": "12 34", "discard": "on", "reason": "wrong list"},
        ("POST", "/my/<int:pk>/again/"): {"do": "again"},
        ("POST", "/entrants/<int:pk>/"): {"do": "tick", "kind": "here", "on": "1"},
        ("PUT", "/api/v1/tournaments/<int:pk>/fees/"): {"currency": "EUR", "fees": []},
        ("POST", "/api/v1/tournaments/<int:pk>/payers/"): {"name": "Olga Zabala"},
        ("POST", "/api/v1/tournaments/<int:pk>/drawers/"): {"drawer": 1, "amount": 5000},
        ("POST", "/api/v1/tournaments/<int:pk>/counts/"): {"drawer": 1, "amount": 7000},
        ("POST", "/api/v1/payers/<int:pk>/take/"): {"amount": 1000},
        ("POST", "/api/v1/payers/<int:pk>/lines/"): {"kind": "waived", "line": "registration", "reason": "helper"},
        ("POST", "/api/v1/payers/<int:pk>/marks/"): {"mark": "guest"},
        ("POST", "/api/v1/entrants/<int:pk>/payer/"): {"payer": "$payers"},
        ("POST", "/api/v1/tournaments/"): {"club": "$clubs", "name": "Spring Open"},
        ("POST", "/api/v1/events/"): {"tournament": "$tournaments", "name": "Side", "format": {}},
        ("PATCH", "/api/v1/tournaments/<int:pk>/"): {"place": "Casino"},
        ("PATCH", "/api/v1/events/<int:pk>/"): {"conditions": {"notes": "Doors at 12"}},
        ("POST", "/api/v1/events/<int:pk>/entrants/"): {"entrants": [{"name": "Luan Berisha"}]},
        ("POST", "/api/v1/events/<int:pk>/draw/"): {"key": "12 34", "discard": True, "reason": "wrong list"},
        ("PATCH", "/api/v1/entrants/<int:pk>/"): {"club": "Graz"},
        ("POST", "/api/v1/entrants/<int:pk>/replacement/"): {"name": "Luan Berisha"},
        ("POST", "/api/v1/entrants/<int:pk>/withdraw/"): {"from": "all"},
        ("POST", "/api/v1/entrants/<int:pk>/tick/"): {"here": True},
        ("PUT", "/api/v1/tournaments/<int:pk>/tables/"): {"tables": [{"name": "1"}]},
        ("POST", "/api/v1/matches/<int:pk>/call/"): {"table": "1"},
        ("POST", "/api/v1/matches/<int:pk>/penalty/"): {"late": "top", "points": 1},
        ("POST", "/api/v1/matches/<int:pk>/result/"): RESULT,
        ("POST", "/api/v1/matches/<int:pk>/claim/"): RESULT,
        ("POST", "/api/v1/matches/<int:pk>/clear/"): {"reason": "wrong match"},
        ("POST", "/api/v1/matches/<int:pk>/correction/"): RESULT | {"reason": "misread"},
        ("PUT", "/api/v1/events/<int:pk>/prizes/"): {"division": {"table": "4-2-1"}, "reason": "as announced"},
        ("POST", "/api/v1/events/<int:pk>/prizes/preview/"): {"division": {"table": "4-2-1"}},
        ("POST", "/api/v1/events/<int:pk>/added-money/"): {"giver": "Casino Bilbao", "amount": 5000},
        ("POST", "/api/v1/payers/<int:pk>/transfer/"): {"to": "$payers", "amount": 5, "reason": "they split"},
        ("POST", "/api/v1/payers/<int:pk>/unclaimed/"): {"reason": "left early"},
        ("POST", "/api/v1/tournaments/<int:pk>/request-reopening/"): {"reason": "a prize was wrong"},
        ("POST", "/api/v1/tournaments/<int:pk>/reopen-books/"): {"reason": "a prize was wrong"},
        ("PUT", "/api/v1/clubs/<int:pk>/auctions/"): {"notice": NOTICE},
        ("POST", "/api/v1/events/<int:pk>/auctions/"): {"rules": AUCTION},
        ("PATCH", "/api/v1/auctions/<int:pk>/"): {"rules": AUCTION, "reason": "another table"},
        ("POST", "/api/v1/auctions/<int:pk>/lots/"): {"lots": [{"code": "field", "field": True}]},
        ("POST", "/api/v1/auctions/<int:pk>/order/"): {"kind": "listed"},
        ("POST", "/api/v1/auctions/<int:pk>/late/"): {"entrant": "$entrants", "kind": "no_action"},
        ("POST", "/api/v1/auctions/<int:pk>/stakes/"): {"payer": "$payers", "entrant": "$entrants", "amount": 100},
        ("POST", "/api/v1/lots/<int:pk>/bids/"): {"amount": 200},
        ("POST", "/api/v1/lots/<int:pk>/clock/"): {"stopped": True},
        ("POST", "/api/v1/lots/<int:pk>/void/"): {"kind": "unpaid", "reason": "no money"},
        ("POST", "/api/v1/lots/<int:pk>/buybacks/"): {"player": "$entrants", "share": "1/2"},
        ("POST", "/api/v1/lots/<int:pk>/transfers/"): {
            "seller": "$payers",
            "buyer": "$payers",
            "share": "1/2",
            "price": 0,
        },
    }
)


@dataclass(frozen=True, slots=True)
class World:
    """The rows that addresses name, and the cookies and ``tokens`` of everyone."""

    things: dict[str, int | str]
    cookies: dict[str, SimpleCookie]
    players: dict[str, SimpleCookie]
    tokens: dict[str, str]

    def ask(self, who: str, method: str, address: str, query: Mapping[str, str] = MappingProxyType({})) -> Any:
        """Return the answer to a request and roll back its changes; ``query`` is of a GET request."""
        client = Client(raise_request_exception=False)
        cookies = (self.cookies | self.players).get(who, SimpleCookie())
        client.cookies = SimpleCookie(cookies.output(header="", sep=";"))
        body = self._body(BODIES.get((method, address), {}))
        sent: dict[str, Any] = {"data": body} if method != "GET" else {"data": query_of(address) | body | dict(query)}
        if address.startswith("/api/") and method != "GET":
            sent["content_type"] = "application/json"
        elif method not in ("GET", "POST"):
            sent = {}
        if who in self.tokens:
            sent["headers"] = {"Authorization": f"Bearer {self.tokens[who]}"}
        before = connection.savepoint() or ""
        try:
            answer = getattr(client, method.lower())(self.path(address), **sent)
            # The client has closed any other already. The end of a request drops the connection of a PostgreSQL
            # server, with all that the test did on it.
            if answer.streaming:
                request_finished.disconnect(close_old_connections)
                answer.close()
                request_finished.connect(close_old_connections)
            return answer
        finally:
            connection.savepoint_rollback(before)

    def path(self, address: str) -> str:
        """Return the address with the numbers filled in."""
        return re.sub(r"([\w-]+)/(<(\w+):\w+>)", lambda rows: f"{rows[1]}/{self._thing(rows[1], rows[3])}", address)

    def _thing(self, word: str, converter: str) -> int | str:
        return self.things[f"{word}:{converter}" if f"{word}:{converter}" in self.things else word]

    def _body(self, posted: dict[str, Any]) -> dict[str, Any]:
        return {
            name: self.things[text[1:]] if isinstance(text, str) and text.startswith("$") else text
            for name, text in posted.items()
        }


def a_world() -> World:
    """Return two clubs with their people; all rows belong to the first."""
    owner_link = make_owner_link(timezone.now()) or ""
    site = an_owner()
    event = a_drawn_event(4, "progressive", length=7)
    club, other = event.tournament.club, a_club("Wien")
    people = {
        "stranger": a_stranger(),
        "member": a_member(club),
        "desk": a_desk_helper(club),
        "director": a_director(club),
        "owner": a_club_owner(club),
        "foreign member": a_member(other, "uwe@barpoint.example"),
        "foreign desk": a_desk_helper(other, "falk@barpoint.example"),
        "foreign director": a_director(other, "tereza@barpoint.example"),
        "foreign owner": a_club_owner(other, "gorka@barpoint.example"),
        "site": site,
    }
    things = _things(club, event) | {"owner": owner_link}
    return World(things, {"anonymous": SimpleCookie(), **_signed_in(people)}, *_players(event, things))


def _players(event: Event, things: dict[str, int | str]) -> tuple[dict[str, SimpleCookie], dict[str, str]]:
    """Return the cookies and links of the player with the pages ``my`` and of the opponent in A2.

    ``things`` also gets the link of a third player, who plays in another match.
    """
    match = match_of(event, "A2")
    slips = {slip.entrant: slip for slip in make_slips(event.pk, a_caller(), "http://192.168.178.23:8000")}
    mine, opponents = slips.pop(match.top_id or 0), slips.pop(match.bottom_id or 0)
    other = slips[match_of(event, "A1").bottom_id or 0]
    things |= {"my": mine.entrant, "p": event.pk, "l": other.secret}
    cookies = {}
    for who, slip in (("player", mine), ("opponent", opponents)):
        cookies[who] = SimpleCookie({f"player-{slip.entrant}": take_link(slip.secret).secret})
        # A player's cookie under the opponent's name opens nothing.
        for each in (mine, opponents):
            cookies[who].setdefault(f"player-{each.entrant}", cookies[who][f"player-{slip.entrant}"])
    return cookies, {"player's link": mine.secret, "opponent's link": opponents.secret, "third link": other.secret}


def a_rating_list(club: int, person: int) -> int:
    """Return a public list in which a person has a value."""
    view = open_rating_list(club, ListSheet("Winter list"), a_caller())
    import_starts(view.pk, [StartLine(str(person), ("1800",))], a_caller())
    count_list(view.pk)
    return view.pk


def _things(club: Club, event: Event) -> dict[str, int | str]:
    """Return the rows that addresses name. Match A1 is played, A2 is open."""
    invitation = invite(club.pk, "desk", "an-invitation", a_caller())
    offer_password("hannah@barpoint.example", "a-password-link", a_caller())
    played = play(match_of(event, "A1"))
    file = files.a_file(match_of(event, "A2").pk)
    payer, receipt, request = _money(event)
    auction, lot, void, slip = an_auction(event)
    people = _people(club)
    ladder = open_ladder(club.pk, Opening("Winter ladder", ["Luan Berisha", "Petra Horvat"]), a_caller()).ladder
    return people | {
        **clubs.a_webhook(club),
        "ladders": ladder.pk,
        "news": post_news(club.pk, "New boards", "Four.", a_caller()).pk,
        "report-templates": save_template(club.pk, "A list", "places", "place", a_caller()).pk,
        "seasons": open_season(club.pk, SeasonSheet("Season", date(2026, 1, 1), date(2026, 12, 31)), a_caller()).pk,
        "ratings": a_rating_list(club.pk, int(people["people"])),
        "casual-matches": clubs.a_casual_match(club, int(people["twins"]), int(people["people"])),
        "bidders": slip.payer,
        "b": slip.secret,
        "auctions": auction,
        "lots": lot,
        "voids": void,
        "clubs": club.pk,
        "chouettes": chouettes.a_chouette(club.pk),
        "games": 1,
        "jackpots": jackpots.a_queue(event.tournament_id),
        "payments": chouettes.PAYMENT,
        "tournaments": event.tournament_id,
        "events": event.pk,
        **dict.fromkeys(("entrants", "players"), match_of(event, "A2").top_id or 0),
        "matches": match_of(event, "A2").pk,
        **dict.fromkeys(("files", "file"), file),
        "positions": positions.a_position(match_of(event, "A2")),
        "records": played.record or 0,
        "memory": played.record or 0,
        "payers": payer,
        "receipts": receipt,
        "releases": request,
        "roles": Role.objects.live().get(club=club, kind=Role.Kind.MEMBER).pk,
        "members": Role.objects.live().get(club=club, kind=Role.Kind.MEMBER).pk,
        "users": Role.objects.live().get(club=club, kind=Role.Kind.MEMBER).user_id,
        "invitations": invitation.pk,
        "jobs": Job.objects.create(
            task="runtime.tasks.backup", key="given up", state=Job.State.DEAD, due_at=timezone.now()
        ).pk,
        "invitations:str": "an-invitation",
        "new-password": "a-password-link",
    }


def _signed_in(people: dict[str, User]) -> dict[str, SimpleCookie]:
    cookies = {}
    for who, user in people.items():
        client = Client()
        client.force_login(user)
        cookies[who] = client.cookies
    return cookies


def query_of(address: str) -> dict[str, str]:
    """Return the query of an address: a paper that does not exist is refused after the check of rights, unrendered."""
    return {"paper": "none"} if address.endswith(".pdf") else {}


def in_a_word(method: str, answer: HttpResponse) -> str:
    """Return the table's word for an answer."""
    status = answer.status_code
    if status in (301, 302, 303) and answer["Location"].startswith("/sign-in/?next="):
        return "sign-in"
    if status < 400:
        return ("page" if status == 200 else "moved") if method == "GET" else "done"
    return "refused" if status in (400, 409, 410, 422, 428) else str(status)


def _money(event: Event) -> tuple[int, int, int]:
    """Charge everybody of an event. Return a payer who owes a part, their receipt, and a payout to be released."""
    fees = [{"code": "registration", "kind": "registration", "name": "", "amount": 5000, "event": None, "prices": []}]
    set_fees(event.tournament_id, FeeSheet("EUR", fees, release_above=1000), a_caller())
    set_pot(event.pk, "", {"table": "winner"}, "as announced", a_caller())
    set_up_event(event.pk, EventSheet(conditions={"odds": True}), a_caller())
    # The payer is never somebody with a link, wherever the lot put them: A1's winner.
    played = match_of(event, "A1")
    payer, other = (payer_of(entrant or 0) for entrant in (played.top_id, played.bottom_id))
    take(other, None, None, Hand(), a_caller())
    decide_line(other, Decision("refunded", "registration", reason="ill"), a_caller())
    request = hand_out(other, None, Hand(), a_caller())
    assert isinstance(request, Release)
    return payer, take(payer, None, 2000, Hand(), a_caller()).receipt.pk, request.pk


def _people(club: Club) -> dict[str, int | str]:
    """Return a member, minor and with a contact, their membership, and a second row of the same name."""
    sheet = PersonSheet("Canary Quill", home_club="Canary Club", federations="WBGF 70071", adult_on="2999-01-02")
    person = add_person(club.pk, sheet, "full", a_caller()).person
    contact = {
        "email": "canary-mail@people.example", "phone": "+34 canary 1", "address": "Canary Lane 4",
        "note": "canary note",
    }  # fmt: skip
    set_person_contact(person, contact, a_caller())
    twin = add_person(club.pk, PersonSheet("Canary Quil"), "", a_caller()).person
    membership = Membership.objects.get(person=person)
    offer_person(person, "a-person-link", a_caller())
    sheet_of_nights = NightSheet("Tuesday", date(2099, 1, 6), time(19, 30))
    night = plan_nights(club.pk, sheet_of_nights, a_caller())[0].pk
    for each in (person, twin):
        check_in(night, each, True, a_caller())
    return {"people": person, "twins": twin, "memberships": membership.pk, "claim": "a-person-link", "nights": night}
