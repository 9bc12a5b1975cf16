"""Money, payments, closing, splitting, links and files of chouettes."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from clubs.actions.chouettes.importing import import_session
from clubs.actions.chouettes.links import make_links
from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.chouettes.paying import Payment, close_chouette, record_payment, reopen_chouette, undo_payment
from clubs.actions.chouettes.settings import HouseSheet, allow_money, end_money, set_house_rules
from clubs.actions.chouettes.splitting import SplitSheet, merge_tables, split_table
from clubs.models import ChouettePerson, Club
from clubs.models.chouettes import MONEY_NOTICE, Shown
from clubs.permissions import FOLLOWER, TABLE_PHONE
from clubs.read.books import balance_of
from clubs.read.chouettes.file import chouette_file
from clubs.read.chouettes.links import actor_of_link
from clubs.read.chouettes.listing import chouettes_of
from clubs.read.chouettes.log import kept_chouette
from clubs.read.chouettes.sight import seen_view, sight_of
from clubs.read.chouettes.view import ChouetteView, chouette_view
from journal.actors import SYSTEM, Actor
from journal.refusals import Unknown
from journal.verify import verify
from rules.chouette.options import Options
from rules.commands.cases import Field
from rules.commands.club.chouette import read_session
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
from tests.factories import a_caller, a_club, a_club_owner, a_director, a_member, by

pytestmark = pytest.mark.django_db


def a_money_club(**options: Any) -> Club:
    """Return a club that plays for 25 cents a point, keeps books, and has these further house rules."""
    club = a_club()
    allow_money(club.pk, MONEY_NOTICE, a_caller())
    house = Options(stake_minor=25, currency="EUR", **options)
    set_house_rules(club.pk, HouseSheet(options=house, in_books=True), a_caller())
    return club


def a_money_table(club: Club, *people: str) -> int:
    return open_session(club.pk, Sitting(people or (ANN, BOB, CID)), a_caller()).id


def owed(club: Club, chouette: int) -> dict[str, int]:
    """Return what the club's books say that everybody owes, in minor units."""
    people = ChouettePerson.objects.filter(chouette=chouette).order_by("number")
    return {each.name: balance_of(club.stream_id, "player", each.pk) for each in people}


def shown_chouette(chouette: int, actor: Actor | None) -> ChouetteView:
    return seen_view(kept_chouette(chouette), sight_of(chouette, actor).sight)


def payments(chouette: int) -> list[tuple[str, str, int]]:
    return sorted((each.payer, each.payee, each.amount) for each in chouette_view(chouette).settlement.payments)


def test_a_club_plays_for_points_until_an_owner_confirms_the_notice() -> None:
    club = a_club()
    stake = Sitting((ANN, BOB, CID), options=Options(stake_minor=100, currency="EUR"))

    refused = refusal(lambda: open_session(club.pk, stake, a_caller()))
    with pytest.raises(PermissionDenied):
        allow_money(club.pk, MONEY_NOTICE, by(a_director(club)))
    other = refusal(lambda: allow_money(club.pk, MONEY_NOTICE + 1, a_caller()))
    allow_money(club.pk, MONEY_NOTICE, by(a_club_owner(club)))

    assert (refused.code, other.code) == ("chouette.money_off", "notice.other")
    assert open_session(club.pk, stake, a_caller()).view.is_for_money
    end_money(club.pk, a_caller())
    assert refusal(lambda: open_session(club.pk, stake, a_caller())).code == "chouette.money_off"


def test_the_limits_of_the_club_hold_for_the_stake_and_for_losses() -> None:
    club = a_money_club(stake_limit_minor=25, loss_limit_minor=100)
    above = Sitting((ANN, BOB, CID), options=Options(stake_minor=26, currency="EUR"))
    chouette = a_money_table(club)
    happens(chouette, START, BOX_DOUBLES, answers(Bob="take", Cid="take"), TEAM_WINS)

    view = chouette_view(chouette)

    own = Options(stake_minor=25, currency="EUR", loss_limit_minor=900)
    looser = open_session(club.pk, Sitting((ANN, BOB, CID), options=own), a_caller()).view

    assert looser.options.loss_limit_minor == 100
    assert refusal(lambda: open_session(club.pk, above, a_caller())).code == "chouette.stake_limit"
    assert view.over_limit == (ANN,)
    assert refusal(lambda: happens(chouette, START)).code == "chouette.loss_limit"


def test_a_closed_session_is_in_the_books_and_payments_settle_it() -> None:
    club = a_money_club()
    chouette = a_money_table(club)
    happens(chouette, START, TEAM_WINS)

    close_chouette(chouette, None, a_caller())
    closed, due = owed(club, chouette), payments(chouette)
    record_payment(chouette, Payment(ANN, BOB, 25), a_caller())
    record_payment(chouette, Payment(ANN, CID, 25), a_caller())

    assert closed == {ANN: 50, BOB: -25, CID: -25}
    assert due == [(ANN, BOB, 25), (ANN, CID, 25)]
    assert owed(club, chouette) == {ANN: 0, BOB: 0, CID: 0}
    assert payments(chouette) == []
    assert verify() == []


def test_a_leaver_who_paid_before_the_closing_owes_nothing_after_it() -> None:
    club = a_money_club(rounding_minor=100)
    chouette = a_money_table(club, ANN, BOB, CID, DEE)
    happens(chouette, START, TEAM_WINS, {"do": "leave", "who": ANN})
    record_payment(chouette, Payment(ANN, BOB, 75), a_caller())

    close_chouette(chouette, None, a_caller())

    assert {each.name: each.balance for each in chouette_view(chouette).people} == {ANN: 0, BOB: 0, CID: 0, DEE: 0}
    assert owed(club, chouette) == {ANN: 0, BOB: 0, CID: 0, DEE: 0}


def test_reopening_and_taking_a_payment_back_reverse_their_postings() -> None:
    club = a_money_club()
    chouette = a_money_table(club)
    happens(chouette, START, TEAM_WINS)
    paid = record_payment(chouette, Payment(ANN, BOB, 25), a_caller())
    close_chouette(chouette, None, a_caller())

    early = refusal(lambda: undo_payment(chouette, paid.version, a_caller()))
    reopen_chouette(chouette, a_caller())
    undo_payment(chouette, paid.version, a_caller())

    assert early.code == "chouette.ended"
    assert owed(club, chouette) == {ANN: 0, BOB: 0, CID: 0}
    assert payments(chouette) == [(ANN, BOB, 25), (ANN, CID, 25)]
    assert refusal(lambda: undo_payment(chouette, paid.version, a_caller())).code == "chouette.no_payment"
    assert refusal(lambda: reopen_chouette(chouette, a_caller())).code == "chouette.not_ended"


def test_a_closed_session_takes_no_action_and_a_running_game_no_closing() -> None:
    chouette = a_table(a_club())
    happens(chouette, START)

    running = refusal(lambda: close_chouette(chouette, None, a_caller()))
    happens(chouette, BOX_WINS)
    close_chouette(chouette, None, a_caller())

    assert running.code == "chouette.running"
    assert refusal(lambda: happens(chouette, START)).code == "chouette.ended"
    assert chouette_view(chouette).possible == ()


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "code"),
    [
        (ANN, ANN, 1, "chouette.twice"),
        (ANN, DEE, 1, "chouette.absent"),
        (ANN, BOB, 0, "chouette.amount"),
        (ANN, BOB, 10**12 + 1, "chouette.amount"),
    ],
)
def test_a_payment_is_between_two_people_and_above_zero(payer: str, payee: str, amount: int, code: str) -> None:
    chouette = a_table(a_club())

    assert refusal(lambda: record_payment(chouette, Payment(payer, payee, amount), a_caller())).code == code


def test_a_split_moves_the_bottom_of_the_line_and_a_merge_brings_them_back() -> None:
    club = a_club()
    chouette = a_table(club, ANN, BOB, CID, DEE, EVE)
    happens(chouette, START, TEAM_WINS)

    split = split_table(chouette, SplitSheet(("Fay",)), a_caller())
    merged = merge_tables(chouette, split.new.id, a_caller()).view

    assert (split.old.view.box, split.old.view.crew, split.new.box, split.new.crew) == (
        BOB,
        (CID, DEE),
        EVE,
        (ANN, "Fay"),
    )
    assert (merged.box, merged.crew) == (BOB, (CID, DEE, EVE, ANN, "Fay"))
    assert chouette_view(split.new.id).closed is not None
    assert {each.name: each.total for each in merged.people} == {ANN: -4, BOB: 1, CID: 1, DEE: 1, EVE: 1, "Fay": 0}
    assert verify() == []


def test_the_order_of_a_new_table_names_exactly_its_people() -> None:
    chouette = a_table(a_club(), ANN, BOB, CID, DEE, EVE)
    sheet = SplitSheet(("Fay",), ("Fay", EVE, DEE))

    wrong = refusal(lambda: split_table(chouette, SplitSheet(("Fay",), ("Fay", EVE, BOB)), a_caller()))
    split = split_table(chouette, sheet, a_caller())

    assert (wrong.code, wrong.facts["people"]) == ("chouette.order", (DEE, EVE, "Fay"))
    assert (split.new.box, split.new.crew) == ("Fay", (EVE, DEE))


def test_the_exported_file_replays_to_the_same_session_and_is_imported_again() -> None:
    club = a_club()
    rolls = ({ANN: 5, BOB: 5, CID: 6}, {ANN: 1, BOB: 4})
    chouette = open_session(club.pk, Sitting((ANN, BOB, CID), rolls), a_caller()).id
    happens(chouette, START, BOX_DOUBLES, answers(Ann="take", Bob="pass"), BOX_WINS, {"do": "join", "who": DEE})

    file = chouette_file(chouette)
    copy = import_session(club.pk, file, a_caller()).id

    assert read_session(Field(file)).table.totals() == {CID: 3, BOB: -1, ANN: -2, DEE: 0}
    assert file["expect"] == {"totals": {CID: 3, BOB: -1, ANN: -2, DEE: 0}}
    assert chouette_file(copy)["games"] == file["games"]
    assert [each.total for each in chouette_view(copy).people] == [3, -1, -2, 0]


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        ({"unknown": 1}, "json.unknown", "unknown"),
        ({"people": ["Ann", "Bob"]}, "chouette.people", "people"),
        ({"games": [{"actions": [{"do": "win"}]}]}, "json.missing", "games[0].actions[0].side"),
        ({"games": [{"actions": [{"do": "fold"}]}]}, "json.unknown", "games[0].actions[0].do"),
    ],
)
def test_a_file_is_refused_with_its_place(change: dict[str, Any], code: str, place: str) -> None:
    club = a_club()
    file = {"people": ["Ann", "Bob", "Cid"], "order": ["Ann", "Bob", "Cid"], "games": []} | change

    refused = refusal(lambda: import_session(club.pk, file, a_caller()))

    assert (refused.code, refused.facts["place"]) == (code, place)
    assert chouettes_of(club.pk, SYSTEM) == ()


def test_a_file_with_more_than_a_session_holds_is_refused_before_it_is_replayed() -> None:
    game = {"actions": [{"do": "nothing of the kind"}] * 4}
    file = {"people": [ANN, BOB, CID], "order": [ANN, BOB, CID], "games": [game] * 1001}
    club = a_club()

    long = refusal(lambda: import_session(club.pk, file, a_caller()))
    short = refusal(lambda: import_session(club.pk, file | {"games": [game] * 1000}, a_caller()))

    assert (long.code, long.facts["most"], short.code) == ("chouette.long", 5000, "json.unknown")


def test_a_file_that_expects_other_points_is_refused() -> None:
    game = {"actions": [BOX_WINS], "expect": {"points": {ANN: 1, BOB: 0, CID: -1}}}
    file = {"people": [ANN, BOB, CID], "order": [ANN, BOB, CID], "games": [game]}

    club = a_club()

    refused = refusal(lambda: import_session(club.pk, file, a_caller()))

    assert refused.code == "chouette.differs"


def test_links_let_the_phone_write_and_everybody_follow_until_they_are_made_anew() -> None:
    chouette = a_table(a_club())

    links = make_links(chouette, a_caller())
    actors = actor_of_link(links.write), actor_of_link(links.follow)
    again = make_links(chouette, a_caller())

    assert actors == (Actor(TABLE_PHONE, chouette, "phone"), Actor(FOLLOWER, chouette, "phone"))
    assert (actor_of_link(links.write), actor_of_link(links.follow), actor_of_link("x")) == (None, None, None)
    assert actor_of_link(again.write) == Actor(TABLE_PHONE, chouette, "phone")


@pytest.mark.parametrize(
    ("shown", "lines", "seen"),
    [
        (Shown.NOTHING, [], None),
        (Shown.LINE, [()], None),
        (Shown.POINTS, [(ANN, BOB, CID)], 0),
    ],
)
def test_passers_by_see_what_the_club_shows_and_never_money(
    shown: Shown, lines: list[tuple[str, ...]], seen: int | None
) -> None:
    club = a_money_club()
    chouette = a_money_table(club)
    happens(chouette, START, TEAM_WINS)
    set_house_rules(club.pk, HouseSheet(shown), a_caller())

    assert [each.names for each in chouettes_of(club.pk, None)] == lines
    if seen is None:
        with pytest.raises(Unknown):
            shown_chouette(chouette, None)
    else:
        view = shown_chouette(chouette, None)
        assert (view.options.stake_minor, view.settlement.payments, view.people[0].balance) == (0, (), -2)


def test_members_see_the_chouettes_that_they_opened() -> None:
    club = a_club()
    opener, member = a_member(club, "opener@barpoint.example"), a_member(club)
    chouette = open_session(club.pk, Sitting((ANN, BOB, CID)), by(opener)).id

    assert [each.id for each in chouettes_of(club.pk, by(opener).actor)] == [chouette]
    assert chouettes_of(club.pk, by(member).actor) == ()
    assert shown_chouette(chouette, by(opener).actor).id == chouette
    assert refusal(lambda: shown_chouette(chouette, by(member).actor)).code == "chouette.unknown"
