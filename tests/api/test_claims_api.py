"""Reports of a player's program with the secret of the link: the answers and their statements."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rules.match.terms import BOTTOM, TOP, Side
from tests.contents import nothing_changes
from tests.factories import Answer, Program, a_drawn_event, a_match, an_owner, match_of
from tests.phones import a_program, says
from tests.tournaments.test_statements import MOST_IN_ALL, MOST_INSIDE, SIZES, Cost, cost
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def tell(match: Match, side: Side, body: Any, what: str = "claim", **headers: str) -> Answer:
    return a_program(match, side).post(f"matches/{match.pk}/{what}/", body, **headers)


def test_a_score_that_reaches_the_length_is_a_result() -> None:
    match = a_match()

    answer = tell(match, BOTTOM, {"score": [7, 5]})

    assert answer.status == 200, answer.text
    assert (answer.data["status"], answer.data["settled"], answer.data["deadline"]) == ("finished", True, None)
    assert answer.data["claims"] == [
        {"entrant": match.bottom_id, "points": [7, 5], "result": match_result(match), "winner": "top"}
    ]


def match_result(match: Match) -> int | None:
    return Match.objects.values_list("result", flat=True).get(pk=match.pk)


def test_games_that_fall_short_of_it_are_the_score_as_it_stands() -> None:
    answer = tell(a_match(), TOP, {"games": [{"winner": "top", "cube": 2, "kind": "gammon"}]})

    assert (answer.status, answer.data["status"], answer.data["running"]) == (200, "open", [4, 0])


def test_the_winner_gets_the_deadline_of_the_claim() -> None:
    answer = tell(a_match(), TOP, {"score": [7, 5]})

    until = datetime.fromisoformat(answer.data["deadline"])
    assert timedelta(minutes=9) < until - datetime.now(UTC) <= timedelta(minutes=10)


def test_the_loser_confirms_by_the_desks_door() -> None:
    match = a_match()
    says(match, TOP, (7, 5))

    answer = tell(match, BOTTOM, {}, "confirm")

    assert (answer.status, answer.data["settled"]) == (200, True)


def test_an_objection_may_be_empty_or_report_another_result() -> None:
    event = a_drawn_event(4)
    for code in ("A1", "A2"):
        says(match_of(event, code), TOP, (7, 5))

    alone = tell(match_of(event, "A1"), BOTTOM, {}, "contest")
    with_result = tell(match_of(event, "A2"), BOTTOM, {"score": [5, 7]}, "contest")

    assert [alone.data["status"], with_result.data["status"]] == ["disputed", "disputed"]
    assert [len(each.data["claims"]) for each in (alone, with_result)] == [1, 2]


def test_the_same_request_under_a_key_is_answered_byte_for_byte() -> None:
    match = a_match()
    program, path = a_program(match, TOP), f"matches/{match.pk}/claim/"
    first = program.post(path, {"score": [7, 5]}, Idempotency_Key="phone-1")

    with nothing_changes():
        again = program.post(path, {"score": [7, 5]}, Idempotency_Key="phone-1")

    assert (again.status, again.text) == (200, first.text)


def test_a_card_names_the_card_on_which_it_is_based() -> None:
    match = a_match()
    one, two = {"winner": "top", "cube": 2, "kind": "single"}, {"winner": "bottom", "cube": 1, "kind": "single"}
    seen = tell(match, TOP, {"games": [one, two]}).data["card"]

    late = tell(match, BOTTOM, {"games": [one]})
    blind = tell(match, BOTTOM, {"games": [two], "base": ""})
    changed = tell(match, BOTTOM, {"games": [one], "base": seen})

    assert [(late.status, late.code), (blind.status, blind.code)] == [(409, "card.conflict")] * 2
    assert late.data["facts"]["theirs"]["games"] == [one, two]
    assert (late.data["facts"]["yours"]["games"], late.data["facts"]["match"]["card"]) == ([one], seen)
    assert (changed.status, changed.data["running"]) == (200, [2, 0])


@pytest.mark.parametrize("what", ["claim", "contest", "confirm"])
def test_others_are_turned_away(what: str) -> None:
    event = a_drawn_event(4)
    match = match_of(event, "A1")
    says(match, TOP, (7, 5))
    stranger = a_program(match_of(event, "A2"), TOP)

    with_link = stranger.post(f"matches/{match.pk}/{what}/", {"score": [7, 5]} if what != "confirm" else {})
    nobody = Program(None).post(f"matches/{match.pk}/{what}/", {})

    assert (with_link.status, with_link.code) == (403, "forbidden")
    assert (nobody.status, nobody.code) == (401, "sign_in")


def test_an_owner_cannot_report_as_a_player() -> None:
    answer = Program(an_owner()).post(f"matches/{a_match().pk}/claim/", {"score": [7, 5]})

    assert (answer.status, answer.code) == (403, "forbidden")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "report.empty"),
        ({"score": [7]}, 400, "unreadable"),
        ({"score": [7, 5], "forfeit": "top"}, 400, "unreadable"),
        ({"games": [{"winner": "north"}]}, 400, "unreadable"),
        ({"score": [7, 7]}, 422, "score.both"),
        ({"score": [7, 5], "between": [1, 99]}, 409, "match.players"),
    ],
)
def test_what_cannot_be_is_refused(body: Any, status: int, code: str) -> None:
    match = a_match()
    program = a_program(match, TOP)

    with nothing_changes():
        answer = program.post(f"matches/{match.pk}/claim/", body)

    assert (answer.status, answer.code) == (status, code)


# --- What it costs


def claimed_first(match: Match) -> Cost:
    return cost_of(match, TOP, {"score": [7, 5]})


def claimed_with_games(match: Match) -> Cost:
    return cost_of(match, BOTTOM, {"games": [{"winner": "top", "cube": 4, "kind": "gammon"}]})


def agreed(match: Match) -> Cost:
    says(match, TOP, (7, 5))
    return cost_of(match, BOTTOM, {"score": [7, 4]})


def disputed(match: Match) -> Cost:
    says(match, TOP, (7, 5))
    return cost_of(match, BOTTOM, {"games": [{"winner": "bottom", "cube": 4, "kind": "gammon"}]})


def reported_again(match: Match) -> Cost:
    says(match, TOP, (8, 0))
    return cost_of(match, TOP, {"games": [{"winner": "top", "cube": 4, "kind": "gammon"}]})


def scored(match: Match) -> Cost:
    return cost_of(match, TOP, {"score": [3, 2]})


def confirmed(match: Match) -> Cost:
    says(match, TOP, (7, 5))
    return cost_of(match, BOTTOM, {}, "confirm")


def contested(match: Match) -> Cost:
    says(match, TOP, (7, 5))
    return cost_of(match, BOTTOM, {}, "contest")


def cost_of(match: Match, side: Side, body: Any, what: str = "claim") -> Cost:
    program = a_program(match, side)
    return cost(lambda: program.post(f"matches/{match.pk}/{what}/", body, Idempotency_Key="k"))


COSTS = {
    claimed_first: Cost(10, 14),
    claimed_with_games: Cost(11, 15),
    agreed: Cost(10, 14),
    disputed: Cost(11, 15),
    reported_again: Cost(12, 16),
    scored: Cost(10, 14),
    confirmed: Cost(10, 14),
    contested: Cost(10, 14),
}


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("what", COSTS, ids=lambda what: what.__name__)
def test_a_claim_costs_the_same_statements_for_any_field(what: Any, n: int) -> None:
    assert what(match_of(a_drawn_event(n), "A1")) == COSTS[what]


def test_a_claim_stays_below_what_the_design_allows() -> None:
    assert {
        what for what, posted in COSTS.items() if posted.inside > MOST_INSIDE or posted.in_all > MOST_IN_ALL
    } == set()
