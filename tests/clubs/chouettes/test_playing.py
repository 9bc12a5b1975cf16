"""What happens at the table of a chouette: recorded, refused, taken back, corrected."""

from contextlib import suppress

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from clubs.actions.chouettes.correcting import Correction, correct_game, preview_game_correction
from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.chouettes.playing import record_happening, undo_last, undo_last_game
from clubs.models import ChouetteEntry, Club
from clubs.permissions import TABLE_PHONE
from clubs.read.chouettes.numbered import read_happening
from clubs.read.chouettes.view import Place, chouette_view
from journal import book
from journal.actors import Actor
from journal.models import Record, Stream
from journal.refusals import Refused
from journal.verify import verify
from rules.chouette.actions import Side as TableSide
from rules.chouette.actions import Start, Win, WinGame
from rules.chouette.offers import Do
from rules.errors import RuleBroken
from tests.clubs.chouettes.tables import (
    ANN,
    BOB,
    BOX_DOUBLES,
    BOX_WINS,
    CID,
    DEE,
    EVE,
    START,
    TEAM_WINS,
    a_table,
    answers,
    happens,
)
from tests.contents import refusal
from tests.factories import a_caller, a_club, a_desk_helper, a_member, a_stranger, by

pytestmark = pytest.mark.django_db


def points(view_id: int) -> dict[str, int]:
    return {each.name: each.total for each in chouette_view(view_id).people}


def test_the_captain_who_drops_goes_to_the_end_and_the_taker_acts() -> None:
    chouette = a_table(a_club())

    view = happens(chouette, START, BOX_DOUBLES, answers(Bob="pass", Cid="take")).view

    assert (view.box, view.captain, view.acting, view.crew) == (ANN, BOB, CID, (CID, BOB))
    assert [each.place for each in view.people] == [Place.BOX, Place.CREW, Place.ACTING_CAPTAIN]
    assert [each.is_in for each in view.people] == [True, False, True]
    assert [each.do for each in view.possible] == [Do.TEAM_DOUBLES, Do.WIN, Do.SIT_OUT]
    assert view.version == 3


def test_the_end_of_a_game_announces_the_next_box_and_captain() -> None:
    chouette = a_table(a_club())

    view = happens(chouette, START, BOX_DOUBLES, answers(Bob="pass", Cid="take"), TEAM_WINS).view

    assert view.next_up is not None
    assert (view.next_up.box, view.next_up.captain, view.next_up.number) == (CID, BOB, 2)
    assert (view.next_up.box_is_new, view.next_up.captain_is_new) == (True, False)
    assert points(chouette) == {ANN: -1, BOB: -1, CID: 2}
    assert [(each.payer, each.payee, each.amount) for each in view.settlement.payments] == [
        (ANN, CID, 1),
        (BOB, CID, 1),
    ]


def test_dice_make_the_order_and_ties_roll_again() -> None:
    rolls = ({ANN: 5, BOB: 5, CID: 6}, {ANN: 1, BOB: 4})

    view = open_session(a_club().pk, Sitting((ANN, BOB, CID), rolls), a_caller()).view

    assert (view.box, view.crew) == (CID, (BOB, ANN))


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (BOX_WINS, "chouette.no_game"),
        (BOX_DOUBLES, "chouette.no_game"),
        ({"do": "join", "who": ANN}, "chouette.present"),
        ({"do": "leave", "who": DEE}, "chouette.absent"),
        ({"do": "take_partner", "who": CID}, "chouette.no_partner"),
        ({"do": "undo"}, "json.unknown"),
    ],
)
def test_what_is_not_possible_now_is_refused_and_changes_nothing(row: dict[str, str], code: str) -> None:
    chouette = a_table(a_club())
    before = Stream.objects.get(name__startswith="club:").number

    assert refusal(lambda: happens(chouette, row)).code == code
    assert (chouette_view(chouette).version, Stream.objects.get(name__startswith="club:").number) == (0, before)


def test_an_answer_and_a_game_are_taken_back() -> None:
    chouette = a_table(a_club())
    happens(chouette, START, BOX_DOUBLES, answers(Bob="take", Cid="pass"))

    undone = undo_last(chouette, a_caller()).view
    happens(chouette, answers(Bob="take", Cid="take"), BOX_WINS)
    after = points(chouette)
    gone = undo_last_game(chouette, a_caller()).view

    assert [each.do for each in undone.possible] == [Do.TEAM_ANSWERS, Do.SIT_OUT]
    assert after == {ANN: 4, BOB: -2, CID: -2}
    assert (gone.games, gone.box, gone.crew, gone.version) == ((), ANN, (BOB, CID), 7)
    assert refusal(lambda: undo_last(chouette, a_caller())).code == "chouette.nothing_to_undo"


def test_a_corrected_game_moves_the_orders_after_it() -> None:
    chouette = a_table(a_club())
    happens(chouette, START, BOX_WINS, START, BOX_WINS)
    right = (WinGame(TableSide.TEAM, Win.GAMMON),)

    preview = preview_game_correction(chouette, 1, right)
    untouched = points(chouette)
    view = correct_game(chouette, Correction(1, right, preview.digest, "Wrong side"), a_caller()).view

    assert [
        (each.number, each.before and each.before.box, each.after and each.after.box) for each in preview.changes
    ] == [
        (1, ANN, ANN),
        (2, ANN, BOB),
    ]
    assert preview.totals == ((ANN, 4, -5), (BOB, -2, 4), (CID, -2, 1))
    assert untouched == {ANN: 4, BOB: -2, CID: -2}
    assert points(chouette) == {ANN: -5, BOB: 4, CID: 1}
    assert (view.box, view.crew) == (BOB, (ANN, CID))


def test_a_correction_needs_the_preview_that_was_accepted() -> None:
    chouette = a_table(a_club())
    happens(chouette, START, BOX_WINS, START)
    right = (WinGame(TableSide.TEAM),)
    preview = preview_game_correction(chouette, 1, right)
    happens(chouette, BOX_WINS)

    refused = refusal(lambda: correct_game(chouette, Correction(1, right, preview.digest), a_caller()))

    assert refused.code == "chouette.preview"
    assert points(chouette) == {ANN: 4, BOB: -2, CID: -2}


def test_a_correction_after_which_a_later_game_is_impossible_is_refused() -> None:
    chouette = a_table(a_club(), settlements=True)
    happens(chouette, START, BOX_WINS)
    happens(chouette, START, {"do": "settle", "between": [ANN, CID], "points": 1, "pays": CID}, BOX_WINS)
    right = (WinGame(TableSide.TEAM),)

    preview = preview_game_correction(chouette, 1, right)
    refused = refusal(lambda: correct_game(chouette, Correction(1, right, preview.digest), a_caller()))

    assert (preview.refused and preview.refused.code, preview.refused_game) == ("chouette.no_contract", 2)
    assert refused.code == "chouette.no_contract"


def test_a_write_from_an_old_version_gets_what_was_written_since() -> None:
    chouette = a_table(a_club())
    happens(chouette, START, BOX_DOUBLES)

    with pytest.raises(Refused) as refused:
        record_happening(chouette, read_happening(TEAM_WINS), a_caller(seen=1))

    assert (refused.value.code, refused.value.status) == ("stale", 409)
    assert refused.value.facts == {
        "seen": 1,
        "version": 2,
        "since": [{"turn": 2, "kind": "action", "body": {"do": "box_doubles"}}],
    }


def test_an_outbox_that_is_sent_twice_writes_once() -> None:
    chouette = a_table(a_club())
    rows = [(START, 0, "k1"), (BOX_DOUBLES, 1, "k2"), (answers(Bob="take", Cid="take"), 2, "k3")]

    for _ in range(2):
        for row, seen, key in rows:
            with suppress(book.Replay):
                record_happening(chouette, read_happening(row), a_caller(seen=seen, key=key))

    assert chouette_view(chouette).version == 3


def test_a_newcomer_sits_behind_the_loser_and_keeps_the_account_after_coming_back() -> None:
    chouette = a_table(a_club())
    happens(chouette, START, TEAM_WINS, {"do": "join", "who": DEE}, START, BOX_WINS)
    view = happens(chouette, {"do": "leave", "who": DEE}, {"do": "join", "who": DEE}).view

    assert [(each.number, each.name, each.total) for each in view.people] == [
        (1, ANN, -3),
        (2, BOB, 4),
        (3, CID, 0),
        (4, DEE, -1),
    ]


@pytest.mark.parametrize(
    ("who", "may"), [("opener", True), ("member", False), ("desk", True), ("phone", True), ("other phone", False)]
)
def test_the_opener_the_desk_and_the_phone_on_the_table_write(who: str, may: bool) -> None:
    club = a_club()
    opener = a_member(club, "opener@barpoint.example")
    chouette = open_session(club.pk, Sitting((ANN, BOB, CID)), by(opener)).id
    callers = {
        "opener": lambda: by(opener),
        "member": lambda: by(a_member(club)),
        "desk": lambda: by(a_desk_helper(club)),
        "phone": lambda: book.Caller(Actor(TABLE_PHONE, chouette, "phone")),
        "other phone": lambda: book.Caller(Actor(TABLE_PHONE, chouette + 1, "phone")),
    }

    if may:
        assert record_happening(chouette, Start(), callers[who]()).version == 1
    else:
        with pytest.raises(PermissionDenied):
            record_happening(chouette, Start(), callers[who]())


def test_a_stranger_opens_no_chouette() -> None:
    with pytest.raises(PermissionDenied):
        open_session(a_club().pk, Sitting((ANN, BOB, CID)), by(a_stranger()))


def test_names_stand_in_no_record_and_everything_is_verified() -> None:
    chouette = a_table(a_club(), "Ömer Yıldırım", "Ainhoa", "Sten")
    happens(chouette, START, BOX_DOUBLES, answers(Ainhoa="take", Sten="pass"), BOX_WINS)

    bodies = " ".join(Record.objects.values_list("body", flat=True))

    assert [name for name in ("Ainhoa", "Sten", "Ömer") if name in bodies] == []
    assert verify() == []


def test_an_entry_leaves_no_gap_in_the_database() -> None:
    club: Club = a_club()
    chouette = a_table(club)
    happens(chouette, START)
    record = Record.objects.latest("pk")

    with pytest.raises(IntegrityError), transaction.atomic():
        ChouetteEntry.objects.create(chouette_id=chouette, turn=3, kind="undo", body="{}", record=record)


@pytest.mark.parametrize("games", [1, 6])
def test_an_action_takes_the_same_few_statements_in_a_long_night(games: int) -> None:
    chouette = a_table(a_club(), ANN, BOB, CID, DEE, EVE)
    for _ in range(games):
        happens(chouette, START, BOX_WINS)

    with CaptureQueriesContext(connection) as written:
        record_happening(chouette, Start(), a_caller(key="k", seen=2 * games))
    with CaptureQueriesContext(connection) as read:
        chouette_view(chouette)

    assert (len(written), len(read)) == (12, 3)


def test_a_broken_rule_names_its_facts() -> None:
    chouette = a_table(a_club())
    happens(chouette, START)

    with pytest.raises(RuleBroken) as refused:
        happens(chouette, {"do": "leave", "who": BOB})

    assert (refused.value.code, refused.value.facts) == ("chouette.running", {"number": 1})
