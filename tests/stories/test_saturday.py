"""A Saturday in Bilbao: 23 players, two latecomers, one withdrawal, one wrong result found a round later, one ruling.

The better player, the one higher on the entry list, wins every match unless the story says something else.
"""

from itertools import groupby

import pytest

from journal.models import Record, Words
from journal.verify import Anchor, verify
from rules.draws.corrections import Choice
from rules.match.terms import BOTTOM, TOP, Side
from tests.contents import refusal, wrong_in
from tests.factories import (
    NAMES,
    a_caller,
    a_format,
    a_tournament,
    card_of,
    cards,
    entrant_named,
    in_order_of_lines,
    match_of,
    named_players,
    play,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, withdraw
from tournaments.actions.events import open_event
from tournaments.actions.matches.corrections import AffectedChoices, correct_result
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Event
from tournaments.read.draws.changes.corrections import correction_preview
from tournaments.read.draws.places import standings
from tournaments.read.draws.view import match_list
from tournaments.read.events import memory
from tournaments.read.matches.view import MatchView

pytestmark = pytest.mark.django_db

PLAYERS = named_players(23)
LATE = ["Itziar Agirre", "Noor Haddad"]


def better(card: MatchView) -> Side:
    """Return the one of two players who is higher on the entry list."""
    assert card.top is not None
    assert card.bottom is not None
    return TOP if NAMES.index(card.top.name) < NAMES.index(card.bottom.name) else BOTTOM


def play_round(event: Event, letters: str) -> None:
    """Play these rounds one after the other; the better player wins, the opponent has 2."""
    for letter in letters:
        for card in match_list(event.pk, "open"):
            if card.code.startswith(letter):
                play(card, better(card), 2)


def play_all(event: Event) -> None:
    while rows := match_list(event.pk, "open"):
        for card in rows:
            play(card, better(card), 2)


def names(event: Event, code: str) -> list[str | None]:
    card = card_of(event, code)
    return [player.name if player else None for player in (card.top, card.bottom)]


def test_a_saturday_from_the_entry_list_to_the_last_match() -> None:
    event = morning()
    latecomers(event)
    first_round(event)
    withdrawal(event)
    a_wrong_result_is_found_a_round_later(event)
    a_ruling_lets_the_semifinal_stand(event)
    play_all(event)

    assert {card.status for card in cards(event).values()} == {"finished", "bye"}
    assert [(each.place, each.name) for each in standings(event.pk)] == FINAL
    assert wrong_in(event.pk) == []
    the_memory_reads_as_the_day_went(event)


def morning() -> Event:
    event = open_event(a_tournament(name="Bilbao Autumn Open").pk, "Main", a_format(), a_caller())
    key = "2026-11-21 63 55 21 64"
    enter(event.pk, [Entry(name) for name in in_order_of_lines(event, PLAYERS, key)], a_caller())

    draw = make_draw(event.pk, key, a_caller())

    event.refresh_from_db()
    assert (draw.size, len(draw.lines), len(match_list(event.pk, "bye", "main"))) == (32, 23, 9)
    for code in ("A4", "A6"):
        start_match(match_of(event, code).pk, a_caller())
    return event


def latecomers(event: Event) -> None:
    """Two late entrants take the byes given last; nobody else moves."""
    lines = [enter(event.pk, [Entry(name)], a_caller()).entrants[0].line for name in LATE]

    assert lines == [4, 30]
    assert names(event, "A2") == ["Ilir Shehu", "Itziar Agirre"]
    assert names(event, "A15") == ["Ainhoa Etxeberria", "Noor Haddad"]


def first_round(event: Event) -> None:
    """The slip of Katrin and Vesela says that Katrin won, but Vesela did."""
    play(match_of(event, "A16"), TOP, 5)
    play_round(event, "A")

    assert len(match_list(event.pk, "finished")) == 9
    assert names(event, "B8") == ["Ainhoa Etxeberria", "Katrin Vogelsang"]


def withdrawal(event: Event) -> None:
    """Uwe, who had a bye, goes home before a first match: Petra goes on, and Uwe never drops."""
    withdrawn = withdraw(entrant_named(event, "Uwe Altmann").pk, EVERYTHING, a_caller())

    assert withdrawn.moved[:2] == ("B3", "C2")
    assert (card_of(event, "B3").how, card_of(event, "B3").winner) == ("withdrawn", BOTTOM)
    assert not any("Uwe Altmann" in names(event, code) for code in cards(event, bracket="consolation"))


def a_wrong_result_is_found_a_round_later(event: Event) -> None:
    """Katrin has lost a later match, Vesela has beaten Noor. The right players play both matches again."""
    play_round(event, "BF")
    wrong = match_of(event, "A16")
    right = Report(points=(5, 7), between=(wrong.top_id or 0, wrong.bottom_id or 0))
    assert [each["code"] for each in correction_preview(wrong.pk, "bottom").affected] == ["B8", "F8"]
    assert refusal(lambda: correct_result(wrong.pk, right, REASONS[0], a_caller())).code == "match.begun"

    correct_result(wrong.pk, right, REASONS[0], a_caller(seen=wrong.version), AffectedChoices(all=Choice.VOID))

    assert [(code, *names(event, code), card_of(event, code).status) for code in ("B8", "F8")] == [
        ("B8", "Ainhoa Etxeberria", "Vesela Angelova", "open"),
        ("F8", "Noor Haddad", "Katrin Vogelsang", "open"),
    ]
    # Other players sat there before, so an old slip would be refused.
    assert (
        refusal(lambda: report_result(match_of(event, "B8").pk, Report(points=(7, 2)), a_caller())).code
        == "seen.needed"
    )
    play_round(event, "BF")


def a_ruling_lets_the_semifinal_stand(event: Event) -> None:
    """Ilir is entered as the winner over Falk and plays the semi-final, Falk plays on below; then Falk protests."""
    play(match_of(event, "C1"), TOP, 4)
    play_round(event, "CDGHIJ")
    wrong, sat = match_of(event, "C1"), names(event, "D1")
    affected = {each["code"]: each["match"] for each in correction_preview(wrong.pk, None).affected}
    stands = AffectedChoices(each=dict.fromkeys(affected.values(), Choice.STAND))

    outcome = correct_result(wrong.pk, Report(points=(4, 7)), REASONS[1], a_caller(), stands)

    assert outcome.match is not None
    assert (outcome.match.winner, outcome.match.goes_on) == (BOTTOM, TOP)
    assert (sat, names(event, "D1")) == (["Ilir Shehu", "Petra Horvat"], sat)
    assert list(affected) == ["D1", "I2", "J1"]


def the_memory_reads_as_the_day_went(event: Event) -> None:
    lines = memory(event.tournament_id, most=200)[::-1]

    assert [(verb, len(list(run))) for verb, run in groupby(line.verb for line in lines)] == STORY
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert list(Words.objects.order_by("pk").values_list("text", flat=True)) == REASONS
    assert not any(posted in record.body for record in Record.objects.all() for posted in [*NAMES, *REASONS])
    printed = [Anchor(record.stream.name, record.number, record.hash[:8]) for record in Record.objects.all()]
    assert verify(printed) == []


REASONS = ["the slip was signed the wrong way round", "Falk's seven was read as a one; the semi-final is played"]
STORY = [
    ("event.opened", 1),
    ("entrant.entered", 1),
    ("draw.made", 1),
    ("match.started", 2),
    ("entrant.late", 2),
    ("match.finished", 9),  # round A
    ("entrant.withdrawn", 1),
    ("match.finished", 8),  # round B, and F8 below
    ("match.corrected", 1),  # A16: B8 and F8 are void
    ("match.finished", 25),  # B8 and F8 again, C and D, below G to J
    ("match.corrected", 1),  # C1: D1 and Falk's matches below are kept as played
    ("match.finished", 4),  # the final, below K and L
]
FINAL = [
    (1, "Petra Horvat"),
    (2, "Ömer Yıldırım"),
    (3, "Ilir Shehu"),
    (3, "Ainhoa Etxeberria"),
    (5, "Falk Brenner"),
    (5, "Hannah Lindqvist"),
    (5, "Sten Kjærgaard"),
    (5, "Tereza Nováková"),
    (9, "Gorka Iturbe"),
    (9, "Dimitar Petrov"),
    (9, "Vesela Angelova"),
    (9, "Luan Berisha"),
    (9, "Jon Mendizabal"),
    (9, "Edona Krasniqi"),
    (9, "Wolfgang Bergström-Hohenfels"),
    (9, "Uwe Altmann"),
    (17, "Quentin Dubois"),
    (17, "Nikolaos Papadimitriou"),
    (17, "Itziar Agirre"),
    (17, "Carla Wiedemann"),
    (17, "Maria del Carmen Fernández de Oñate"),
    (17, "Bekim Hoxha"),
    (17, "Rozafa Gjoni"),
    (17, "Katrin Vogelsang"),
    (17, "Noor Haddad"),
]
