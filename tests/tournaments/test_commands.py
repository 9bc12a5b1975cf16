"""``manage.py token``, ``verify``, ``demo``, and what is refused beside a running owner."""

from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from clubs.models import Ladder, Role, Token, User
from clubs.read.ladders.view import ladder_of, ladder_view
from journal.models import Record, Stream
from journal.triggers import lifted
from journal.verify import verify
from rules.draws.seeding import draw_lines
from runtime.server.process_lock import owning
from tests.contents import nothing_changes
from tests.factories import Program, a_drawn_event, match_of, play_code
from tournaments.management.demo import CLUB, CUP, DRAW_KEY, NAMES, TITLE, load_demo
from tournaments.management.demo_evenings import MASTERS, OCTOBER, RELEASE_ABOVE, load_evenings
from tournaments.management.demo_formats import FESTIVAL, load_formats
from tournaments.management.demo_ladder import load_ladder
from tournaments.models import Event, Match
from tournaments.read.draws.next_tables import next_tables
from tournaments.read.draws.view import match_list
from tournaments.read.entrants.listed import entrant_list
from tournaments.read.money.payouts import payouts_of

pytestmark = pytest.mark.django_db
embedded = pytest.mark.skipif(connection.vendor != "sqlite", reason="only the embedded database has an owner")


def run(*words: str) -> str:
    text = StringIO()
    call_command(*words, stdout=text)
    return text.getvalue()


# --- token


def test_a_token_is_the_last_word_and_makes_an_owner() -> None:
    text = run("token", "--create", " Petra@Barpoint.Example ")

    secret = text.split()[-1]
    assert text == f"Token of petra@barpoint.example, shown this once: {secret}\n"
    assert Role.objects.get().kind == "owner"
    assert secret not in str(list(Token.objects.values()))
    program = Program(None)
    program.headers["Authorization"] = f"Bearer {secret}"
    assert program.post("clubs/", {"name": "Bilbao"}).status == 201
    assert verify() == []


def test_a_second_token_makes_no_second_owner_and_the_first_still_counts() -> None:
    first, second = (run("token", "--create", "petra@barpoint.example").split()[-1] for _ in range(2))

    assert first != second
    assert (User.objects.count(), Role.objects.count(), Token.objects.count()) == (1, 1, 2)


def test_revoked_tokens_count_no_longer() -> None:
    secret = run("token", "--create", "petra@barpoint.example").split()[-1]

    assert run("token", "--revoke", "petra@barpoint.example") == "Revoked: 1\n"

    program = Program(None)
    program.headers["Authorization"] = f"Bearer {secret}"
    assert program.get("clubs/").status == 401
    assert run("token", "--revoke", "petra@barpoint.example") == "Revoked: 0\n"


@pytest.mark.parametrize("address", ["petra", "@", "", "x" * 250 + "@x.example", "a\u202e@x.example"])
def test_what_is_no_address_gets_no_token(address: str) -> None:
    with nothing_changes(), pytest.raises(CommandError, match=r"email\.unreadable"):
        run("token", "--create", address)


def test_nobodys_tokens_are_not_revoked() -> None:
    with nothing_changes(), pytest.raises(CommandError, match=r"user\.unknown"):
        run("token", "--revoke", "nobody@barpoint.example")


# --- verify


def test_verify_says_that_all_is_whole() -> None:
    event = a_drawn_event(3)
    play_code(event, "A2")
    stream = Stream.objects.get(pk=event.tournament.stream_id)

    text = run("verify", "--anchor", stream.name, str(stream.number), stream.head[:8])

    assert text == "whole: 6 records of 3 streams, rows follow from the facts\n"


def test_verify_names_each_flaw_and_fails() -> None:
    event = a_drawn_event(3)
    play_code(event, "A2")
    record = Record.objects.order_by("-pk")[0]
    connection.check_constraints()
    with lifted():
        Record.objects.filter(pk=record.pk).update(verb="match.other")
    Match.objects.filter(pk=match_of(event, "A2").pk).update(goes_on=None)
    text = StringIO()

    with pytest.raises(CommandError) as failed:
        call_command("verify", stdout=text)

    assert failed.value.returncode == 1
    assert text.getvalue() == f"record.seal: {record.stream.name} {record.number}\nmatch.row: event {event.pk} A2\n"


def test_verify_compares_with_what_is_printed() -> None:
    text = StringIO()

    with pytest.raises(CommandError):
        call_command("verify", "--anchor", "site", "1", "00000000", stdout=text)

    assert text.getvalue() == "anchor: site 1 00000000\n"
    with pytest.raises(CommandError, match=r"anchor\.unreadable"):
        run("verify", "--anchor", "site", "one", "00000000")


# --- demo


def test_the_demo_is_a_half_played_event_of_23_and_loads_once() -> None:
    first = run("demo")

    with nothing_changes():
        second = run("demo")

    event = Event.objects.get(tournament__name=TITLE)
    cards = match_list(event.pk)
    assert first == second == f"Demo: {TITLE}, event {event.pk}\n"
    assert sum(card.status == "finished" for card in cards) == 21
    assert sum(card.begun and card.status == "open" for card in cards) == 3
    assert [(card.table, card.start) for card in cards if card.begun and card.called] == DEMO_ON_NOW
    entered = entrant_list(event.pk)
    assert (sum(each.paid for each in entered), sum(each.here for each in entered)) == (21, 23)
    assert [card.settled for card in cards if card.status == "finished"].count(False) == 1
    assert verify() == []


def test_the_demo_has_an_event_whose_three_brackets_are_being_played() -> None:
    load_demo()

    cards = match_list(Event.objects.get(tournament__name=CUP).pk)

    playing = {card.code: card.bracket for card in cards if card.begun and card.status == "open"}
    assert playing == {"C1": "main", "G1": "consolation", "K2": "last_chance"}
    assert sum(card.status == "finished" for card in cards if card.bracket == "last_chance") == 3


def test_the_demo_has_an_evening_to_pay_out_and_one_whose_books_are_closed() -> None:
    load_demo()
    load_evenings(CLUB)

    with nothing_changes():
        load_evenings(CLUB)

    masters, october = (Event.objects.get(tournament__name=name) for name in (MASTERS, OCTOBER))
    first, second, *others, last = payouts_of(masters).people
    # Who is in the side pool's money depends on the draw, and that on the event's number.
    assert sum(each.awarded for each in (first, second, *others, last)) == 112_000
    assert [(each.moved, each.kept) for each in (first, second)] == [(-5000, 0), (5000, 0)]
    assert first.waiting == first.to_pay == first.awarded - 5000 > RELEASE_ABOVE
    assert (second.waiting, second.to_pay) == (0, second.awarded + 5000)
    small = next(each for each in others if each.awarded <= RELEASE_ABOVE)
    assert [(each.moved, each.kept, each.to_pay) for each in others] == [
        (0, 0, 0 if each is small else each.awarded) for each in others
    ]
    assert (last.kept, last.to_pay) == (last.awarded, 0)
    assert (masters.tournament.books_closed, october.tournament.books_closed) == (False, True)
    assert verify() == []


def test_the_demo_has_a_festival_of_other_ways_to_play_and_loads_it_once() -> None:
    load_demo()
    load_formats(CLUB)

    with nothing_changes():
        load_formats(CLUB)

    swiss, everybody, two, pools, anew, doubles, finishing = Event.objects.filter(tournament__name=FESTIVAL).order_by(
        "pk"
    )
    assert {card.round for card in match_list(swiss.pk) if card.status == "open"} == {3}
    assert sum(card.status == "finished" for card in match_list(swiss.pk)) == 12
    assert sum(card.status == "finished" for card in match_list(everybody.pk)) == 8
    assert {card.bracket for card in match_list(two.pk) if card.status == "finished"} == {"main", "consolation"}
    assert {card.round for card in match_list(pools.pk) if card.status == "open"} == {4, 5}
    assert sum(card.status == "finished" for card in match_list(anew.pk)) == 18
    verbs = Record.objects.filter(stream=anew.tournament.stream_id).values_list("verb", flat=True)
    assert {"round.redrawn", "drop.chosen"} <= set(verbs)
    pairs = entrant_list(doubles.pk)
    assert [len(each.members) for each in pairs] == [2] * 15
    assert pairs[14].name in {each.name for each in pairs[:14]}
    following = next_tables(finishing)
    assert sum(card.status == "finished" for card in match_list(finishing.pk)) == 13
    assert following is not None
    # Who of them can be paired already depends on the event's number.
    assert len(following.waiting) + 2 * len(following.tables) >= 2
    assert verify() == []


def test_the_demo_has_a_ladder_with_ten_weeks_behind_it_and_loads_it_once() -> None:
    load_demo()
    load_ladder(CLUB)

    with nothing_changes():
        load_ladder(CLUB)

    ladder = ladder_view(ladder_of(Ladder.objects.get().pk))
    assert [ladder.name(player).split()[0] for player in ladder.order] == [
        "Olga", "Petra", "Falk", "Tereza", "Brigitta", "Ömer", "Itziar", "Emeka", "Max", "Ilir",
    ]  # fmt: skip
    assert [(each.a, each.b) for each in ladder.open] == [("10", "8")]
    assert verify() == []


def test_the_demo_has_a_match_in_every_state_that_a_desk_must_deal_with() -> None:
    load_demo()

    cards = {card.code: card for card in match_list(Event.objects.get(tournament__name=CUP).pk)}

    assert (cards["C1"].state, cards["C1"].running) == ("playing", (4, 2))
    assert (cards["C2"].state, cards["C2"].disputed) == ("disputed", ((7, 5), (5, 7)))
    assert (cards["A7"].state, cards["A7"].score, cards["A7"].ruling and cards["A7"].ruling.kept) == (
        "ruling", (2, 7), ("B4", "E4"),
    )  # fmt: skip
    assert (cards["G2"].state, cards["G2"].table) == ("called", "4")
    assert cards["K1"].state == "unsettled"


def test_the_demo_is_the_same_everywhere() -> None:
    load_demo()

    event = Event.objects.get(tournament__name=TITLE)
    first = match_list(event.pk, bracket="main")[1]
    drawn = draw_lines(range(1, len(NAMES) + 1), {}, DRAW_KEY, event.pk)
    assert (first.code, first.top and first.top.name, first.bottom) == ("A2", NAMES[drawn[3] - 1], None)


def test_on_a_new_installation_the_first_bye_of_the_demo_is_katrins() -> None:
    drawn = draw_lines(range(1, len(NAMES) + 1), {}, DRAW_KEY, 1)

    assert NAMES[drawn[3] - 1] == "Katrin Vogelsang"


DEMO_ON_NOW = [("7", (0, 0)), ("2", (0, 0)), ("4", (1, 0))]


# --- Beside a running owner


@embedded
@pytest.mark.parametrize("command", ["demo", "migrate", "upgrade"])
def test_beside_a_running_barpoint_it_is_refused(command: str) -> None:
    with owning(settings.DATA_DIR), pytest.raises(CommandError, match=r"data\.owned"), nothing_changes():
        run(command)


@embedded
def test_a_token_is_given_beside_a_running_barpoint() -> None:
    with owning(settings.DATA_DIR):
        assert run("token", "--create", "petra@barpoint.example")


def test_migrating_again_changes_nothing() -> None:
    with nothing_changes():
        call_command("migrate", verbosity=0, stdout=StringIO())
