"""Enter, enter late, rename, replace: who plays, on which line, under which name."""

import json
from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied

from journal.book import Caller, Previewed
from journal.models import Record
from journal.refusals import Refused, Unknown
from journal.verify import verify
from rules.match.terms import TOP
from tests.contents import nothing_changes, refusal, standing
from tests.factories import (
    a_caller,
    a_drawn_event,
    a_stranger,
    an_entered_event,
    an_event,
    by,
    card_of,
    entrant_named,
    match_of,
    named_players,
    play_code,
    undo,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entered, Entry, enter, rename, replace_entrant, withdraw
from tournaments.actions.matches.results import start_match
from tournaments.models import Entrant, Event, Line, Particulars
from tournaments.read.draws.places import standings
from tournaments.read.draws.view import match_list
from tournaments.read.entrants.listed import EntrantCard, entrant_list

pytestmark = pytest.mark.django_db


def last_record() -> Record:
    return Record.objects.order_by("-pk")[0]


def listed(event: Event) -> dict[str, EntrantCard]:
    return {each.name: each for each in entrant_list(event.pk)}


def seated(event: Event, code: str) -> list[str | None]:
    card = card_of(event, code)
    return [player.name if player else None for player in (card.top, card.bottom)]


# --- Enter


def test_entrants_get_numbers_in_order_of_entry() -> None:
    event = an_event()

    first = enter(event.pk, [Entry("Ann"), Entry("Bob", "Wien", "AT", "1650.5", 1)], a_caller())
    second = enter(event.pk, [Entry("Cid")], a_caller())

    assert [(each.number, each.name, each.line, each.version) for each in first.entrants + second.entrants] == [
        (1, "Ann", None, 1),
        (2, "Bob", None, 1),
        (3, "Cid", None, 1),
    ]
    bob = listed(event)["Bob"]
    assert (bob.club, bob.country, bob.rating, bob.seed) == ("Wien", "AT", "1650.5", 1)
    record = Record.objects.get(pk=Entrant.objects.get(number=1).record_id)
    assert record.verb == "entrant.entered"
    posted = json.loads(record.body)["facts"]
    assert [name for name, _ in posted] == ["tournaments.entrant"] * 2 + ["tournaments.particulars"] * 2
    assert "Ann" not in record.body


def test_a_number_is_never_given_out_again() -> None:
    event = an_entered_event(2)
    entered = enter(event.pk, [Entry("Ann")], a_caller())
    undo(event.tournament_id, entered.record or 0, a_caller())

    again = enter(event.pk, [Entry("Ann")], a_caller())

    assert again.entrants[0].number == 4


def test_names_are_written_one_way() -> None:
    entered = enter(an_event().pk, [Entry("  José   Marti\u0301nez ")], a_caller())

    assert entered.entrants[0].name == "José Martínez"


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([], "entrants.none"),
        ([Entry("  ")], "name.empty"),
        ([Entry("Ann"), Entry("x" * 81)], "name.long"),
        ([Entry("Ann\u202e")], "name.hidden"),
        ([Entry("Ann", seed=0)], "seed.range"),
        ([Entry("Ann", seed=513)], "seed.range"),
        ([Entry("Ann", country="x" * 41)], "name.long"),
    ],
)
def test_what_is_no_entry_is_refused_whole(entries: list[Entry], code: str) -> None:
    event = an_event()

    assert refusal(lambda: enter(event.pk, entries, a_caller())).code == code


def test_an_event_holds_512() -> None:
    event = an_event()
    enter(event.pk, [Entry(name) for name in named_players(511)], a_caller())

    refused = refusal(lambda: enter(event.pk, [Entry("Ann"), Entry("Bob")], a_caller()), Refused)

    assert (refused.code, refused.facts) == ("event.full", {"entrants": 511, "most": 512})


def test_before_the_draw_nobody_asks_for_a_line() -> None:
    event = an_entered_event(3)

    assert refusal(lambda: enter(event.pk, [Entry("Ann")], a_caller(), line=2)).code == "entrants.line"


# --- Late entry


def test_a_late_entrant_takes_the_bye_given_last() -> None:
    event = a_drawn_event(5)
    byes = [card.code for card in match_list(event.pk, "bye", "main")]

    entered = enter(event.pk, [Entry("Late Lucy")], a_caller())

    # Byes were given to A1, A3, A2 in this order.
    assert byes == ["A1", "A2", "A3"]
    assert (entered.entrants[0].line, entered.entrants[0].number) == (4, 6)
    assert "A2" in entered.moved
    assert seated(event, "A2")[1] == "Late Lucy"
    assert (card_of(event, "A2").status, card_of(event, "B1").status) == ("open", "waiting")
    assert last_record().verb == "entrant.late"
    assert listed(event)["Late Lucy"].line == 4
    assert verify() == []


def test_two_latecomers_take_two_byes_and_a_full_draw_none() -> None:
    event = a_drawn_event(5)

    entered = enter(event.pk, [Entry("Late Lucy"), Entry("Late Luke"), Entry("Late Lena")], a_caller())

    assert [each.line for each in entered.entrants] == [4, 6, 2]
    assert refusal(lambda: enter(event.pk, [Entry("Too Late")], a_caller()), Refused).code == "line.none"


def test_a_late_entrant_may_ask_for_a_line() -> None:
    event = a_drawn_event(5)

    assert enter(event.pk, [Entry("Late Lucy")], a_caller(), line=2).entrants[0].line == 2
    for line, code in ((1, "line.taken"), (2, "line.taken"), (0, "entrants.line"), (9, "entrants.line")):
        assert refusal(partial(enter, event.pk, [Entry("Luke")], a_caller(), line)).code == code
    two = [Entry("Luke"), Entry("Lena")]
    assert refusal(lambda: enter(event.pk, two, a_caller(), line=4)).code == "entrants.line"


def test_a_bye_whose_holder_has_begun_is_no_longer_free() -> None:
    event = a_drawn_event(5)
    start_match(match_of(event, "B1").pk, a_caller())

    refused = refusal(lambda: enter(event.pk, [Entry("Late Lucy")], a_caller(), line=4), Refused)

    assert (refused.code, refused.facts) == ("line.begun", {"line": 4})
    assert enter(event.pk, [Entry("Late Lucy")], a_caller()).entrants[0].line == 6
    assert refusal(lambda: enter(event.pk, [Entry("Luke")], a_caller()), Refused).code == "line.none"


def test_a_late_entrant_plays_like_any_other() -> None:
    event = a_drawn_event(3)
    enter(event.pk, [Entry("Late Lucy")], a_caller())

    for code in ("A1", "A2", "B1", "C1"):
        play_code(event, code, TOP)

    assert sorted(each.name for each in standings(event.pk)) == sorted([*named_players(3), "Late Lucy"])
    assert verify() == []


def test_undoing_a_late_entry_makes_the_bye_again() -> None:
    event = a_drawn_event(5)
    before = standing(event.pk)
    entered = enter(event.pk, [Entry("Late Lucy")], a_caller())

    undo(event.tournament_id, entered.record or 0, a_caller())

    assert standing(event.pk) == before
    assert enter(event.pk, [Entry("Late Luke")], a_caller()).entrants[0].line == 4


def test_a_late_entry_that_was_drawn_again_is_not_undone() -> None:
    event = a_drawn_event(5)
    entered = enter(event.pk, [Entry("Late Lucy")], a_caller())
    make_draw(event.pk, "again", a_caller())

    refused = refusal(lambda: undo(event.tournament_id, entered.record or 0, a_caller()), Refused)

    assert refused.code == "undo.superseded"


# --- Rename


def test_a_new_name_stands_everywhere_and_the_old_one_is_kept() -> None:
    event = a_drawn_event(3)
    who = entrant_named(event, "Falk Brenner")

    renamed = rename(who.pk, {"name": "Falk Brunner", "club": "Wien"}, a_caller(seen=1))

    assert (renamed.entrants[0].name, renamed.entrants[0].club, renamed.entrants[0].version) == (
        "Falk Brunner",
        "Wien",
        2,
    )
    assert renamed.entrants[0].line == listed(event)["Falk Brunner"].line is not None
    assert "Falk Brunner" in {each.name for each in standings(event.pk)}
    assert list(Particulars.objects.filter(entrant=who).order_by("turn").values_list("name", flat=True)) == [
        "Falk Brenner",
        "Falk Brunner",
    ]
    assert last_record().verb == "entrant.renamed"


def test_omitted_details_stay() -> None:
    event = an_event()
    ann = enter(event.pk, [Entry("Ann", "Wien", "AT", "1650", 2)], a_caller()).entrants[0]

    after = rename(ann.id, {"country": ""}, a_caller()).entrants[0]

    assert (after.name, after.club, after.country, after.rating, after.seed) == ("Ann", "Wien", "", "1650", 2)


def test_a_renamed_entrant_is_answered_with_current_details() -> None:
    event = a_drawn_event(3)
    who = entrant_named(event, "Falk Brenner")
    withdraw(who.pk, "consolation", a_caller())

    after = rename(who.pk, {"club": "Wien"}, a_caller()).entrants[0]

    assert (after.line, after.out) == (listed(event)["Falk Brenner"].line, ("consolation",))


def test_who_was_replaced_stands_on_no_line_any_more() -> None:
    event = a_drawn_event(3)
    who = entrant_named(event, "Falk Brenner")
    replace_entrant(who.pk, Entry("Lena"), a_caller())

    assert rename(who.pk, {"club": "Wien"}, a_caller()).entrants[0].line is None
    assert listed(event)["Falk Brenner"].line is None


def test_an_old_picture_of_an_entrant_is_stale() -> None:
    event = an_entered_event(2)
    who = entrant_named(event, "Falk Brenner").pk
    rename(who, {"club": "Wien"}, a_caller())

    assert refusal(lambda: rename(who, {"club": "Graz"}, a_caller(seen=1)), Refused).code == "stale"


def test_seeds_are_set_before_the_draw_only() -> None:
    event = an_entered_event(3)
    who = entrant_named(event, "Falk Brenner").pk
    rename(who, {"seed": 1}, a_caller())
    make_draw(event.pk, "key", a_caller())

    assert listed(event)["Falk Brenner"].line == 1
    assert refusal(lambda: rename(who, {"seed": 2}, a_caller()), Refused).code == "draw.made"
    assert rename(who, {"seed": 1, "club": "Wien"}, a_caller()).entrants[0].seed == 1


def test_a_seed_that_was_drawn_by_is_not_undone() -> None:
    event = an_entered_event(3)
    renamed = rename(entrant_named(event, "Falk Brenner").pk, {"seed": 1}, a_caller())
    make_draw(event.pk, "key", a_caller())

    assert (
        refusal(lambda: undo(event.tournament_id, renamed.record or 0, a_caller()), Refused).code == "undo.superseded"
    )


def test_undoing_a_new_name_brings_the_old_one_back() -> None:
    event = a_drawn_event(3)
    who = entrant_named(event, "Falk Brenner").pk
    renamed = rename(who, {"name": "Falk Brunner"}, a_caller())
    undo(event.tournament_id, renamed.record or 0, a_caller())

    assert listed(event)["Falk Brenner"].version == 1
    assert rename(who, {"name": "Falk B."}, a_caller()).entrants[0].version == 3


# --- Replace


def test_somebody_else_takes_the_same_line_while_nothing_has_begun() -> None:
    event = a_drawn_event(5)
    who = entrant_named(event, "Falk Brenner")
    line = listed(event)["Falk Brenner"].line

    replaced = replace_entrant(who.pk, Entry("Standby Stan", "Wien"), a_caller())

    assert (replaced.entrants[0].line, replaced.entrants[0].number) == (line, 6)
    assert {"Falk Brenner", "Standby Stan"} & {each.name for each in standings(event.pk)} == {"Standby Stan"}
    assert listed(event)["Falk Brenner"].out == ("consolation", "main")
    assert Line.objects.filter(line=line or 0).order_by("-turn")[0].turn == 2
    assert last_record().verb == "entrant.replaced"
    assert verify() == []


def test_nobody_replaces_a_player_who_has_begun_or_whose_opponent_has() -> None:
    event = a_drawn_event(4)
    start_match(match_of(event, "A1").pk, a_caller())

    for player in (card_of(event, "A1").top, card_of(event, "A1").bottom):
        assert player is not None
        refused = refusal(partial(replace_entrant, player.entrant, Entry("Stan"), a_caller()), Refused)
        assert (refused.code, refused.facts["affected"][0]["code"]) == ("match.begun", "A1")


def test_before_the_draw_a_replacement_is_drawn_in_the_others_stead() -> None:
    event = an_entered_event(3)

    replace_entrant(entrant_named(event, "Falk Brenner").pk, Entry("Stan"), a_caller())
    make_draw(event.pk, "key", a_caller())

    assert {each.name for each in standings(event.pk)} == {"Petra Horvat", "Ömer Yıldırım", "Stan"}


def test_nobody_is_replaced_twice() -> None:
    event = an_entered_event(3)
    who = entrant_named(event, "Falk Brenner").pk
    replace_entrant(who, Entry("Stan"), a_caller())

    before_the_draw = refusal(lambda: replace_entrant(who, Entry("Lena"), a_caller()), Refused)
    make_draw(event.pk, "key", a_caller())

    assert before_the_draw.code == "entrant.withdrawn"
    assert refusal(lambda: replace_entrant(who, Entry("Lena"), a_caller()), Refused).code == "entrant.undrawn"


def test_who_stands_on_no_line_is_not_replaced() -> None:
    event = an_entered_event(3)
    who = entrant_named(event, "Falk Brenner").pk
    withdraw(who, EVERYTHING, a_caller())
    make_draw(event.pk, "key", a_caller())

    assert refusal(lambda: replace_entrant(who, Entry("Stan"), a_caller()), Refused).code == "entrant.undrawn"


def test_undoing_a_replacement_brings_the_first_back() -> None:
    event = a_drawn_event(5)
    before = standing(event.pk)
    replaced = replace_entrant(entrant_named(event, "Falk Brenner").pk, Entry("Stan"), a_caller())

    undo(event.tournament_id, replaced.record or 0, a_caller())

    assert standing(event.pk) == before


# --- Who may


def test_a_stranger_changes_no_entrant_and_an_unknown_one_is_unknown() -> None:
    event, stranger = an_entered_event(3), a_stranger()
    who = entrant_named(event, "Falk Brenner").pk
    acts: list[Callable[[Caller], Entered]] = [
        lambda caller: enter(event.pk, [Entry("Ann")], caller),
        lambda caller: rename(who, {"club": "Wien"}, caller),
        lambda caller: replace_entrant(who, Entry("Ann"), caller),
        lambda caller: withdraw(who, EVERYTHING, caller),
    ]

    for act in acts:
        refusal(partial(act, by(stranger)), PermissionDenied)
        with nothing_changes(), pytest.raises(Previewed):
            act(a_caller(preview=True))
    assert refusal(lambda: rename(999, {}, a_caller()), Unknown).code == "entrant.unknown"
    assert refusal(lambda: enter(999, [Entry("Ann")], a_caller()), Unknown).code == "event.unknown"
