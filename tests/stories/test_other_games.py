"""Evenings of other games: a Tavli event over the API, Plakoto by both options, a mars from a phone."""

from typing import Any

import pytest

from journal.verify import verify
from tests.factories import KEY, NAMES, Program, a_caller, a_drawn_event, a_tournament, an_owner, match_of
from tests.pages.on_the_phone import lower, upper
from tournaments.actions.events import EventSheet, set_up_event
from tournaments.models import Event
from tournaments.papers.rules_page import event_rules
from tournaments.papers.slips.score_cards import score_cards_pdf
from tournaments.papers.slips.stacks import stack_of
from tournaments.read.draws.view import one_match
from tournaments.words.events.games import code_words

pytestmark = pytest.mark.django_db

WIN, MARS, DRAW = {"kind": "single"}, {"kind": "mars"}, {"winner": "none", "kind": "draw"}


@pytest.fixture
def desk() -> Program:
    return Program(an_owner())


def an_event_of(desk: Program, players: int, **played: Any) -> int:
    """Return an event over the API, entered and drawn."""
    body = {"tournament": a_tournament().pk, "name": "Evening", **played}
    made = desk.post("events/", body)
    assert made.status == 201, made.data
    event = int(made.data["id"])
    desk.post(f"events/{event}/entrants/", {"entrants": [{"name": name} for name in NAMES[:players]]})
    assert desk.post(f"events/{event}/draw/", {"key": KEY}).status == 201
    return event


def won(side: str, *games: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"winner": side} | game for game in games]


def test_a_tavli_event_of_eight_from_entry_to_places(desk: Program) -> None:
    event = an_event_of(desk, 8, match={"kind": "tavli", "length": 5})
    # Portes to the top, Plakoto drawn, Fevga with a mars to the top, Portes to the bottom, Plakoto with a mars.
    games = [*won("top", WIN), DRAW, *won("top", MARS), *won("bottom", WIN), *won("top", MARS)]
    while rows := desk.get(f"events/{event}/matches/?status=open").data:
        answer = desk.post(f"matches/{rows[0]['id']}/result/", {"games": games}, If_Match=f'"{rows[0]["version"]}"')
        assert answer.status == 200, answer.data
        assert answer.data["score"] == [5, 1]

    places = [each["place"] for each in desk.get(f"events/{event}/standings/").data]
    assert places == [1, 2, 3, 3, 5, 5, 5, 5]
    board = desk.get(f"events/{event}/").data
    assert (board["ruleset"], board["match"]) == (
        None,
        {"kind": "tavli", "games": ["portes", "plakoto", "fevga"]},
    )
    kept = board["format"]["match"]["games"][1]
    assert (kept["id"], kept["version"], kept["options"]["both_mothers"]) == ("plakoto", 1, "replay_0_0")
    assert verify() == []


@pytest.mark.parametrize(
    ("option", "kind", "refused", "score"),
    [("replay_0_0", "draw", "draw_one", [3, 0]), ("one_each", "draw_one", "draw", [3, 1])],
)
def test_a_plakoto_event_is_scored_by_both_options(
    desk: Program, option: str, kind: str, refused: str, score: list[int]
) -> None:
    ruleset = {"id": "plakoto", "options": {"both_mothers": option}}
    event = an_event_of(desk, 2, format={"length": 3}, ruleset=ruleset)
    path = f"matches/{match_of(Event.objects.get(pk=event), 'A1').pk}/result/"

    wrong = desk.post(path, {"games": [{"winner": "none", "kind": refused}, *won("top", MARS, WIN)]})
    triple = desk.post(path, {"games": won("top", {"kind": "backgammon"})})
    doubled = desk.post(path, {"games": won("top", {"kind": "mars", "cube": 2})})
    ends = [*won("top", MARS), {"winner": "none", "kind": kind}, *([] if kind == "draw_one" else won("top", WIN))]
    answer = desk.post(path, {"games": ends})

    assert [wrong.code, triple.code, doubled.code] == ["game.draw", "game.value", "cube.off"]
    assert (answer.status, answer.data["score"]) == (200, score)


def test_a_phone_reports_a_mars_and_is_offered_what_the_game_has() -> None:
    match = match_of(a_drawn_event(2, "none", length=3, ruleset="tapa"), "A1")
    mine = upper(match)

    page = mine.page()
    answer = mine.post("claim", match, games="[]", winner="top", cube="1", kind="gammon", do="write")

    assert ">Mars<" in page
    assert ">Drawn<" in page
    assert 'value="backgammon"' not in page
    assert answer.status_code == 303
    assert one_match(match.pk).running == (2, 0)
    assert "mars" in lower(match).reads()


def test_a_phone_names_the_game_beside_the_length() -> None:
    tavli = match_of(a_drawn_event(2, "none", length=3, match={"kind": "tavli"}), "A1")
    schwab = match_of(a_drawn_event(2, "none", length=3, ruleset="schwab"), "A1")
    backgammon = match_of(a_drawn_event(2, "none", length=3), "A1")

    assert "to 3 points · Tavli" in upper(tavli).reads()
    assert "to 3 points · Schwab" in upper(schwab).reads()
    assert "to 3 points ·" not in upper(backgammon).reads()


def test_a_phone_reports_a_draw_of_one_each() -> None:
    match = match_of(a_drawn_event(2, "none", length=3, ruleset="tapa"), "A1")

    answer = upper(match).post("claim", match, games="[]", winner="none", do="write")

    assert answer.status_code == 303
    assert one_match(match.pk).running == (1, 1)


def test_level_at_the_length_a_match_goes_on() -> None:
    match = match_of(a_drawn_event(2, "none", length=3, ruleset="tapa"), "A1")
    games = '[["top",1,"gammon"],["bottom",1,"gammon"],["none",1,"draw_one"]]'

    on = upper(match).post("claim", match, games=games, winner="none", do="write")
    after = one_match(match.pk)
    more = '[["top",1,"gammon"],["bottom",1,"gammon"],["none",1,"draw_one"],["none",1,"draw_one"]]'
    over = lower(match).post("claim", match, games=more, winner="bottom", kind="single", do="write", base=after.card)

    assert (on.status_code, after.running, over.status_code) == (303, (4, 4), 303)
    assert one_match(match.pk).raw == (4, 5)


def test_the_game_is_fixed_once_drawn_and_kept_with_its_options(desk: Program) -> None:
    event = a_drawn_event(2, "none", length=3, ruleset="narde")

    answer = desk.patch(f"events/{event.pk}/", {"ruleset": "fevga"}, If_Match='"1"')

    assert (answer.status, answer.code) == (409, "draw.format")


def test_an_event_takes_another_game_before_the_draw(desk: Program) -> None:
    made = desk.post("events/", {"tournament": a_tournament().pk, "name": "Evening", "ruleset": "narde"}).data
    path = f"events/{made['id']}/"

    tabla = desk.patch(path, {"match": {"kind": "tabla", "length": 5}}, If_Match='"1"').data
    both = desk.patch(path, {"ruleset": "fevga", "match": {"kind": "tavli"}}, If_Match='"2"')
    unknown = desk.patch(path, {"ruleset": "chess"}, If_Match='"2"')
    conflict = desk.patch(path, {"ruleset": {"id": "x", "options": {"mother_rule": True}}}, If_Match='"2"')
    fixed = desk.patch(path, {"ruleset": {"id": "tapa", "options": {"start": [[24, 1]]}}}, If_Match='"2"')
    set_up_event(made["id"], EventSheet(format={"length": 3}), a_caller(seen=2))

    assert tabla["match"] == {"kind": "sreshta", "games": ["tabla_bg", "gul_bara", "tapa"]}
    assert tabla["format"]["length"]["main"]["default"] == 5
    codes = [each.code for each in (both, unknown, conflict, fixed)]
    assert codes == ["ruleset.both", "ruleset.unknown", "ruleset.conflict", "ruleset.fixed"]
    assert desk.get(path).data["ruleset"] == "standard"


def test_a_game_with_some_options_keeps_the_others_of_the_preset(desk: Program) -> None:
    ruleset = {"id": "plakoto", "options": {"both_mothers": "one_each"}}

    made = desk.post("events/", {"tournament": a_tournament().pk, "name": "Evening", "ruleset": ruleset}).data

    kept = made["format"]["ruleset"]
    assert (kept["id"], kept["options"]["contact"], kept["options"]["both_mothers"]) == ("plakoto", "pin", "one_each")


def test_the_rules_page_says_what_is_changed_in_a_ruleset_of_the_club() -> None:
    ruleset = {"id": "own_lion", "name": "Lion’s Tapa", "copy_of": "tapa", "options": {"mother_rule": False}}
    event = Event.objects.get(pk=a_drawn_event(4, "none", length=5, ruleset=ruleset).pk)

    sentences = [sentence for part in event_rules(event).parts for sentence in part.sentences]

    assert "Unlike Tapa in the rule book: mother_rule = off, both_mothers = replay_0_0." in sentences


def test_the_games_of_a_cycle_are_named_and_show_no_cube() -> None:
    event = a_drawn_event(2, "none", length=5, match={"kind": "tavli"})
    match = match_of(event, "A1")
    desk = Program(an_owner())
    desk.post(f"matches/{match.pk}/result/", {"games": [*won("top", WIN, MARS, MARS)]})

    page = upper(match).client.get(f"/matches/{match.pk}/").content.decode()

    assert [name for name in ("Portes", "Plakoto", "Fevga") if f"<small>{name}</small>" not in page] == []
    assert ">Cube<" not in "".join(page.split())


def test_papers_name_the_game_and_what_its_codes_mean() -> None:
    event = Event.objects.get(pk=a_drawn_event(4, "none", length=5, match={"kind": "tavli"}).pk)
    rules = [sentence for part in event_rules(event).parts for sentence in part.sentences]
    stack = stack_of(event, {})

    assert rules[1].startswith("Tavli. Portes, Plakoto and Fevga take turns")
    assert "Plakoto: both mothers pinned is a draw without points." in rules
    assert "There is no cube." in rules
    assert (stack.played, stack.has_cube, stack.crawford) == ("Tavli", False, False)
    assert code_words(stack.games) == "d double · = drawn, no points"
    assert score_cards_pdf(stack).startswith(b"%PDF")
