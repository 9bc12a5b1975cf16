"""A chouette over the API: who may write and who sees what, files, house rules."""

from typing import Any

import pytest

from clubs.actions.chouettes.links import make_links
from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.chouettes.settings import HouseSheet, allow_money, set_house_rules
from clubs.actions.persons.details import add_person
from clubs.actions.persons.steps import PersonSheet
from clubs.models import Club
from clubs.models.chouettes import MONEY_NOTICE, Shown
from journal.models import Page
from rules.chouette.options import Options
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
    a_link,
    a_table,
    acts,
    answers,
    totals,
)
from tests.factories import (
    Program,
    a_caller,
    a_club,
    a_club_owner,
    a_desk_helper,
    a_director,
    a_member,
    a_stranger,
    an_owner,
)

pytestmark = pytest.mark.django_db


def test_the_phone_on_the_table_writes_there_and_nowhere_else() -> None:
    club = a_club()
    chouette, other = a_table(club), a_table(club)
    links = make_links(chouette, a_caller())
    phone, follower = a_link(links.write), a_link(links.follow)

    assert acts(phone, chouette, START, If_Match='"0"').status == 200
    assert (acts(phone, other, START).status, acts(follower, chouette, BOX_WINS).status) == (403, 403)
    assert (follower.get(f"chouettes/{chouette}/").status, follower.get(f"chouettes/{other}/").status) == (200, 403)
    correction = f"chouettes/{chouette}/games/1/correction/"
    assert follower.post(f"{correction}preview/", {"actions": [BOX_WINS]}).status == 403
    assert follower.post(correction, {"actions": [BOX_WINS], "digest": "x"}).status == 403
    assert follower.get(f"chouettes/{chouette}/links/").data == {"chouette": chouette, "follow": links.follow}
    assert phone.get(f"chouettes/{chouette}/links/").data["write"] == links.write
    assert phone.post(f"clubs/{club.pk}/chouettes/", {"people": [ANN, BOB, CID]}).status == 403
    assert phone.post(f"chouettes/{other}/merge/", {"chouette": chouette}).status == 403
    assert phone.post(f"chouettes/{chouette}/merge/", {"chouette": other}).status == 403
    assert [phone.get(path).status for path in ("jobs/", f"clubs/{club.pk}/people/", "me/")] == [403, 403, 403]


def test_new_links_end_those_before_and_their_secrets_are_stored_nowhere() -> None:
    club = a_club()
    chouette, desk = a_table(club), Program(a_desk_helper(club))

    first = desk.post(f"chouettes/{chouette}/links/", Idempotency_Key="one")
    again = desk.post(f"chouettes/{chouette}/links/", Idempotency_Key="one")
    second = a_link(first.data["write"]).post(f"chouettes/{chouette}/links/")

    assert (first.data, first.headers["Cache-Control"]) == (again.data, "no-store")
    assert sorted(first.data) == ["chouette", "follow", "write"]
    assert a_link(first.data["follow"]).get(f"chouettes/{chouette}/").status == 401
    assert a_link(second.data["follow"]).get(f"chouettes/{chouette}/").status == 200
    stored = " ".join(Page.objects.values_list("answer", flat=True))
    assert [secret for secret in (*first.data.values(), *second.data.values()) if f'"{secret}"' in stored] == []


@pytest.mark.parametrize(
    ("shown", "anonymous", "stranger", "lines"),
    [(Shown.NOTHING, 401, 403, []), (Shown.LINE, 401, 403, [[]]), (Shown.POINTS, 200, 200, [[ANN, BOB, CID]])],
)
def test_the_public_sees_what_the_club_shows(
    shown: Shown, anonymous: int, stranger: int, lines: list[list[str]]
) -> None:
    club = a_club()
    chouette = a_table(club)
    set_house_rules(club.pk, HouseSheet(shown), a_caller())
    public = Program(None)

    assert public.get(f"chouettes/{chouette}/").status == anonymous
    assert Program(a_stranger()).get(f"chouettes/{chouette}/sheet/").status == stranger
    assert public.get(f"chouettes/{chouette}/entries/").status == 401
    assert [each["names"] for each in public.get(f"clubs/{club.pk}/chouettes/").data] == lines


def a_money_table(club: Club) -> int:
    """Return a table for 25 cents a point, in whole euros, that everybody may see without its money."""
    allow_money(club.pk, MONEY_NOTICE, a_caller())
    set_house_rules(club.pk, HouseSheet(Shown.POINTS), a_caller())
    stake = Options(stake_minor=25, currency="EUR", rounding_minor=100, stake_limit_minor=50, loss_limit_minor=5000)
    return open_session(club.pk, Sitting((ANN, BOB, CID), options=stake), a_caller()).id


def test_the_public_never_sees_money() -> None:
    club = a_club()
    chouette = a_money_table(club)
    desk, public = Program(a_desk_helper(club)), Program(None)
    acts(desk, chouette, START, TEAM_WINS)
    desk.post(f"chouettes/{chouette}/payments/", {"payer": 1, "payee": 2, "amount": 100})

    table, sheet, file = (public.get(f"chouettes/{chouette}/{part}").data for part in ("", "sheet/", "file/"))

    assert [each["balance"] for each in table["people"]] == [-2, 1, 1]
    assert (table["settlement"]["payments"], sheet["payments"], sheet["settlement"]["payments"]) == ([], [], [])
    assert (table["options"]["stake_minor"], table["unit"], table["opened_by"], file["options"]) == (0, 1, None, {})
    assert [each["balance"] for each in desk.get(f"chouettes/{chouette}/").data["people"]] == [50, -75, 25]
    assert desk.get(f"chouettes/{chouette}/file/").data["options"]["rounding_minor"] == 100


def test_an_unchanged_read_is_304_and_only_for_the_same_sight() -> None:
    club = a_club()
    chouette = a_money_table(club)
    desk, public = Program(a_desk_helper(club)), Program(None)
    acts(desk, chouette, START, TEAM_WINS)

    for part in ("", "sheet/", "file/"):
        path = f"chouettes/{chouette}/{part}"
        mine, theirs = desk.get(path).headers["ETag"], public.get(path).headers["ETag"]
        assert (desk.get(path, If_None_Match=mine).status, public.get(path, If_None_Match=theirs).status) == (304, 304)
        assert (desk.get(path, If_None_Match=theirs).status, public.get(path, If_None_Match=mine).status) == (200, 200)
    tag = desk.get(f"chouettes/{chouette}/").headers["ETag"]
    acts(desk, chouette, START)
    assert desk.get(f"chouettes/{chouette}/", If_None_Match=tag).status == 200


def test_a_304_is_for_nobody_who_may_not_read_any_more() -> None:
    club = a_club()
    chouette = a_table(club)
    follow = make_links(chouette, a_caller()).follow
    tag = a_link(follow).get(f"chouettes/{chouette}/").headers["ETag"]

    assert a_link(follow).get(f"chouettes/{chouette}/", If_None_Match=tag).status == 304
    make_links(chouette, a_caller())
    assert a_link(follow).get(f"chouettes/{chouette}/", If_None_Match=tag).status == 401


def test_a_304_is_not_for_somebody_who_may_see_more_by_now() -> None:
    club = a_club()
    chouette, stranger = a_money_table(club), a_stranger()
    program = Program(stranger)
    tag = program.get(f"chouettes/{chouette}/").headers["ETag"]

    an_owner(stranger.email)
    seen = program.get(f"chouettes/{chouette}/", If_None_Match=tag)

    assert (seen.status, seen.data["options"]["stake_minor"]) == (200, 25)


def test_the_file_that_is_exported_is_imported_again() -> None:
    club = a_club()
    member = Program(a_member(club))
    chouette = a_table(club)
    desk = Program(a_desk_helper(club))
    acts(desk, chouette, START, BOX_DOUBLES, answers(Bob="take", Cid="pass"), BOX_WINS, {"do": "join", "who": DEE})
    file = Program(a_director(club)).get(f"chouettes/{chouette}/file/").data

    copy = member.post(f"clubs/{club.pk}/chouettes/import/", file)
    wrong = member.post(f"clubs/{club.pk}/chouettes/import/", file | {"games": [{"actions": [{"do": "win"}]}]})
    differs = [*file["games"][:1], {"actions": [BOX_WINS], "expect": {"points": {ANN: 9}}}]
    other = member.post(f"clubs/{club.pk}/chouettes/import/", file | {"games": differs, "expect": {}})

    assert (copy.status, totals(copy)) == (201, {1: 3, 2: -2, 3: -1, 4: 0})
    assert member.get(f"chouettes/{copy.data['id']}/file/").data == file
    assert (wrong.status, wrong.code, wrong.data["facts"]["place"]) == (422, "json.missing", "games[0].actions[0].side")
    assert (other.status, other.code) == (422, "chouette.differs")
    bodies: tuple[Any, ...] = ([], {}, {"people": 3})
    assert [member.post(f"clubs/{club.pk}/chouettes/import/", body).status for body in bodies] == [
        422, 422, 422,
    ]  # fmt: skip


def test_house_rules_are_set_by_directors_who_saw_the_latest() -> None:
    club = a_club()
    director, path = Program(a_director(club)), f"clubs/{club.pk}/chouettes/rules/"
    sheet = {"shown": "points", "options": {"preset": "woolsey", "split_from": 8}, "in_books": False}

    first = director.put(path, sheet, If_Match='"0"')
    late = director.put(path, sheet | {"shown": "line"}, If_Match='"0"')
    member = Program(a_member(club))

    assert (first.status, first.data["turn"], first.data["shown"]) == (200, 1, "points")
    assert (first.data["options"]["cubes"], first.data["options"]["split_from"]) == ("multi", 8)
    assert (late.status, late.code) == (409, "stale")
    assert member.get(path).data == first.data | {"money": False, "notice": MONEY_NOTICE}
    assert (member.put(path, sheet).status, Program(a_stranger()).get(path).status) == (403, 403)
    assert director.put(path, sheet | {"shown": "all"}).code == "json.unknown"
    assert director.put(path, sheet | {"options": {"cubes": 3}}).data["facts"]["place"] == "options.cubes"
    opened = member.post(f"clubs/{club.pk}/chouettes/", {"people": [ANN, BOB, CID]}).data
    assert (opened["options"]["cubes"], opened["options"]["box_partner_from"]) == ("multi", 6)


def test_money_is_allowed_by_an_owner_who_read_the_notice() -> None:
    club = a_club()
    owner, path = Program(a_club_owner(club)), f"clubs/{club.pk}/chouettes/money/"
    stake = {"people": [ANN, BOB, CID], "options": {"stake_minor": 100, "currency": "EUR"}}

    off = owner.post(f"clubs/{club.pk}/chouettes/", stake)
    wrong = owner.put(path, {"notice": MONEY_NOTICE + 1})
    allowed = owner.put(path, {"notice": MONEY_NOTICE})
    opened = owner.post(f"clubs/{club.pk}/chouettes/", stake)
    ended = owner.ask("DELETE", path)

    assert (off.code, wrong.code, allowed.data, ended.data) == (
        "chouette.money_off", "notice.other", {"money": True}, {"money": False},
    )  # fmt: skip
    assert (opened.status, opened.data["options"]["stake_minor"]) == (201, 100)
    assert Program(a_director(club)).put(path, {"notice": MONEY_NOTICE}).status == 403


def test_somebody_at_the_table_can_be_one_of_the_people_of_the_club() -> None:
    club, foreign = a_club(), a_club("Wien")
    keys = [add_person(each.pk, PersonSheet(name), "", a_caller()).person for each, name in (
        (club, "Bob Cole"), (club, "Dee Dunn"), (foreign, "Cid Ford"))]  # fmt: skip
    member = Program(a_member(club))
    people = {"people": [ANN, BOB, CID], "persons": {BOB: keys[0]}}

    opened = member.post(f"clubs/{club.pk}/chouettes/", people).data
    joined = acts(member, opened["id"], {"do": "join", "who": DEE, "person": keys[1]})

    assert [each["person"] for each in joined.data["people"]] == [None, keys[0], None, keys[1]]
    assert member.post(f"clubs/{club.pk}/chouettes/", people | {"persons": {CID: keys[2]}}).code == "person.unknown"
    assert acts(member, opened["id"], {"do": "join", "who": EVE, "person": keys[2]}).code == "person.unknown"
