"""Clubs, events and matches for tests, made with the real actions. Players have names."""

import json
from dataclasses import dataclass
from typing import Any

from django.db.models import F, TextField
from django.test import Client
from django.utils import timezone

from clubs.actions.clubs import open_club
from clubs.actions.people import give_token, make_owner
from clubs.actions.roles import give_role
from clubs.actions.undo import Undone
from clubs.actions.undo import undo as take_back
from clubs.models import Club, Role, User
from journal.actors import SYSTEM, Actor
from journal.book import Caller
from journal.statements import Blank, Reading
from rules.draws.seeding import draw_lines
from rules.match.terms import TOP, Side
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches.results import Report, report_result
from tournaments.actions.steps import Outcome
from tournaments.models import Entrant, Event, Match, Tournament
from tournaments.read.draws.view import match_list, one_match
from tournaments.read.entrants.names import names_in
from tournaments.read.matches.view import MatchView

KEY = "63 55 21 64"
NAMES = [
    "Falk Brenner", "Petra Horvat", "Ömer Yıldırım", "Ainhoa Etxeberria", "Sten Kjærgaard", "Hannah Lindqvist",
    "Gorka Iturbe", "Tereza Nováková", "Uwe Altmann", "Vesela Angelova", "Quentin Dubois", "Ilir Shehu",
    "Jon Mendizabal", "Luan Berisha", "Dimitar Petrov", "Rozafa Gjoni", "Carla Wiedemann", "Bekim Hoxha",
    "Maria del Carmen Fernández de Oñate", "Edona Krasniqi", "Katrin Vogelsang", "Nikolaos Papadimitriou",
    "Wolfgang Bergström-Hohenfels", "Itziar Agirre", "Noor Haddad",
]  # fmt: skip


def named_players(count: int) -> list[str]:
    """Return the first ``count`` players, with numbers once the names run out."""
    return [NAMES[at] if at < len(NAMES) else f"Player {at + 1}" for at in range(count)]


def a_caller(**more: Any) -> Caller:
    """Return the system itself as caller."""
    return Caller(actor=SYSTEM, **more)


def by(user: User, **more: Any) -> Caller:
    """Return a user as caller."""
    return Caller(actor=Actor("user", user.pk), **more)


# --- People


def an_owner(email: str = "itziar@barpoint.example") -> User:
    """Return the owner of the installation."""
    return make_owner(email, "Itziar Agirre", None, a_caller())


def a_stranger(email: str = "noor@barpoint.example") -> User:
    """Return a person with no role anywhere."""
    return _a_person(email)


def a_director(club: Club, email: str = "petra@barpoint.example") -> User:
    """Return a director of one club."""
    return _with_role(club, email, Role.Kind.DIRECTOR)


def a_club_owner(club: Club, email: str = "ainhoa@barpoint.example") -> User:
    """Return an owner of one club."""
    return _with_role(club, email, Role.Kind.OWNER)


def a_desk_helper(club: Club, email: str = "sten@barpoint.example") -> User:
    """Return a helper at the desk of one club."""
    return _with_role(club, email, Role.Kind.DESK)


def a_member(club: Club, email: str = "hannah@barpoint.example") -> User:
    """Return a member of one club."""
    return _with_role(club, email, Role.Kind.MEMBER)


def _with_role(club: Club, email: str, kind: Role.Kind) -> User:
    user = User.objects.filter(email=email).first() or _a_person(email)
    give_role(club.pk, email, kind, a_caller())
    return user


def _a_person(email: str) -> User:
    return User.objects.create(email=email, name=email.partition("@")[0].title(), created_at=timezone.now())


# --- Clubs, tournaments, events


def a_club(name: str = "Bilbao Backgammon Club") -> Club:
    return open_club(name, a_caller())


def a_tournament(club: Club | None = None, name: str = "Bilbao Autumn Open") -> Tournament:
    return open_tournament((club or a_club()).pk, TournamentSheet(name, "Europe/Madrid"), a_caller())


def a_format(consolation: str = "progressive", length: int = 7, **more: Any) -> dict[str, Any]:
    return {"main": "knockout", "consolation": consolation, "length": length} | more


def an_event(tournament: Tournament | None = None, consolation: str = "progressive", **more: Any) -> Event:
    """Return an event without entrants; ``more`` goes into its format."""
    format_ = a_format(consolation, **more)
    return open_event((tournament or a_tournament()).pk, "Main", format_, a_caller())


def an_entered_event(n: int, consolation: str = "progressive", **more: Any) -> Event:
    """Return an event of ``n`` entrants that is not drawn yet."""
    event = an_event(consolation=consolation, **more)
    enter(event.pk, [Entry(name) for name in named_players(n)], a_caller())
    return event


def in_order_of_lines(event: Event, names: list[str], key: str) -> list[str]:
    """Return ``names`` in the order of entry in which ``key`` puts them on the same lines in every event."""
    numbers = range(1, len(names) + 1)
    on_line = {line: names[number - 1] for line, number in draw_lines(numbers, {}, key).items()}
    here = draw_lines(numbers, {}, key, event.pk)
    return [on_line[line] for line, _ in sorted(here.items(), key=lambda each: each[1])]


def a_drawn_event(n: int, consolation: str = "progressive", key: str = KEY, **more: Any) -> Event:
    """Return an event of ``n`` entrants, drawn: each of them on the same line, whatever the number of the event."""
    event = an_event(consolation=consolation, **more)
    enter(event.pk, [Entry(name) for name in in_order_of_lines(event, named_players(n), key)], a_caller())
    make_draw(event.pk, key, a_caller())
    event.refresh_from_db()
    return event


def a_match(length: int = 7, **more: Any) -> Match:
    """Return the only match of an event of two."""
    return match_of(a_drawn_event(2, "none", length=length, **more), "A1")


# --- Records


def undo(tournament: int, number: int, caller: Caller) -> Undone:
    """Undo a record of a tournament."""
    return take_back("tournament", tournament, number, caller)


# --- Matches


# Tests ask for a match seven times each, and Django would write the statement anew every time.
_matches = Reading(
    lambda: Match.objects.filter(
        draw=F("draw__event__current_draw"), draw__event=Blank("event"), code=Blank("code", TextField())
    )
)


def match_of(event: Event, code: str) -> Match:
    """Return the match of the event's current draw with this code."""
    (match,) = _matches(event=event.pk, code=code)
    return match


def card_of(event: Event, code: str) -> MatchView:
    """Return the card of a match of the event's current draw."""
    return one_match(match_of(event, code).pk)


def cards(event: Event, **query: Any) -> dict[str, MatchView]:
    """Return the cards of the current draw by code."""
    return {card.code: card for card in match_list(event.pk, **query)}


def play(match: Match | MatchView, winner: Side = TOP, loser_points: int = 0, **more: Any) -> Outcome:
    """Report ``match`` by its score: the winner has the length."""
    pk = match.pk if isinstance(match, Match) else match.id
    points = (match.length, loser_points) if winner is TOP else (loser_points, match.length)
    return report_result(pk, Report(points=points, **more), a_caller(seen=match.version))


def play_code(event: Event, code: str, winner: Side = TOP, loser_points: int = 0) -> Outcome:
    """Report the match with this code."""
    return play(match_of(event, code), winner, loser_points)


def play_out(event: Event) -> None:
    """Play all matches as they open; the upper player wins."""
    while rows := match_list(event.pk, status="open"):
        for card in rows:
            play(card)


def entrant_named(event: Event, name: str) -> Entrant:
    """Return the entrant of ``event`` with the current name ``name``."""
    return Entrant.objects.get(pk=next(pk for pk, shown in names_in(event.pk).items() if shown == name))


# --- Programs


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the API."""

    status: int
    data: Any
    headers: dict[str, str]
    text: bytes

    @property
    def code(self) -> str:
        return str(self.data["code"])


class Program:
    """A client of the API under ``/api/v1/``, with a user's token or, if None, without."""

    def __init__(self, user: User | None) -> None:
        self.client = Client()
        self.headers: dict[str, str] = {}
        if user is not None:
            _, secret = give_token(user.email, a_caller())
            self.headers["Authorization"] = f"Bearer {secret}"

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send a request; ``headers`` are written with underscores."""
        posted = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = body if isinstance(body, str | bytes) else None
        answer = self.client.generic(
            method,
            path if path.startswith("/api/") else f"/api/v1/{path}",
            sent if sent is not None else ("" if body is None else _json(body)),
            content_type="application/json",
            headers=self.headers | posted,
        )
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        text = answer.getvalue()
        data = answer.json() if is_json and text else None
        return Answer(answer.status_code, data, dict(answer.headers), text)

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.ask("POST", path, {} if body is None else body, **headers)

    def put(self, path: str, body: Any, **headers: str) -> Answer:
        return self.ask("PUT", path, body, **headers)

    def patch(self, path: str, body: Any, **headers: str) -> Answer:
        return self.ask("PATCH", path, body, **headers)


def _json(body: Any) -> str:
    return json.dumps(body)
