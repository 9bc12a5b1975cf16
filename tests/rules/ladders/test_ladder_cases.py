"""A table of cases for each kind of ladder: who may challenge whom, both outcomes, no answer, refusal, ends."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main

SIX = list("ABCDEF")
RAC: dict[str, Any] = {"preset": "rac"}


def challenge(a: str, b: str, at: str = "2026-03-02T20:00") -> dict[str, Any]:
    return {"at": at, "do": "challenge", "a": a, "b": b}


def result(winner: str, at: str = "2026-03-05T20:00", number: int = 1, **more: Any) -> dict[str, Any]:
    return {"at": at, "do": "result", "number": number, "winner": winner} | more


def step(do: str, at: str, number: int = 1) -> dict[str, Any]:
    return {"at": at, "do": do} | ({} if do == "tick" else {"number": number})


def about(do: str, who: str, at: str = "2026-03-03T20:00", **more: Any) -> dict[str, Any]:
    return {"at": at, "do": do, "who": who} | more


def ladder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: dict[str, Any], *steps: dict[str, Any], **more: Any
) -> Any:
    path = tmp_path / "ladder.json"
    path.write_text(json.dumps({"settings": settings, "zone": "Europe/Madrid", "before": SIX, "steps": steps} | more))
    assert main(["ladder", str(path), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("settings", "winner", "after"),
    [
        ({"mode": "insert", "reach": 3}, "E", "ABECDF"),
        ({"mode": "insert", "reach": 3}, "C", "ABCDEF"),
        ({"preset": "cambridge"}, "E", "ABECDF"),
        (RAC, "E", "ABECDF"),
        # E goes down one, then C up one.
        (RAC, "C", "ACBDFE"),
        ({"mode": "swap"}, "E", "ABEDCF"),
        ({"mode": "swap"}, "C", "ABCDEF"),
        ({"mode": "swap", "failed": "drop"}, "C", "ACBDFE"),
        ({"mode": "rating"}, "E", "ABCDEF"),
    ],
)
def test_a_result_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: dict[str, Any], winner: str, after: str
) -> None:
    answer = ladder(tmp_path, capsys, settings, challenge("E", "C"), result(winner))

    assert "".join(answer["after"]) == after
    assert ["".join(order) for order in answer["orders"]] == ["ABCDEF", after]


@pytest.mark.parametrize(("a", "b", "after"), [("F", "E", "ABCEDF"), ("B", "A", "ACBDEF"), ("F", "A", "ABCDEF")])
def test_at_the_ends_who_cannot_move_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], a: str, b: str, after: str
) -> None:
    answer = ladder(tmp_path, capsys, RAC, challenge(a, b), result(b))

    assert "".join(answer["after"]) == after


@pytest.mark.parametrize(("winner", "after"), [("D", "DABCEF"), ("C", "ADCBEF")])
def test_a_challenger_who_stands_above_by_then_gains_nothing_and_still_loses_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], winner: str, after: str
) -> None:
    settings = {"mode": "insert", "failed": "drop"}
    first = [challenge("D", "C"), challenge("D", "A"), result("D", number=2)]

    answer = ladder(tmp_path, capsys, settings, *first, result(winner))

    # D stands first: down one makes ADBCEF, then C up one ADCBEF.
    assert ["".join(order) for order in answer["orders"][2:]] == ["DABCEF", after]


@pytest.mark.parametrize(
    ("settings", "steps", "reason"),
    [
        ({}, [challenge("A", "A")], "self"),
        ({}, [challenge("A", "Z")], "not_on_ladder"),
        ({}, [challenge("Z", "A")], "not_on_ladder"),
        ({}, [challenge("B", "C")], "below"),
        ({"reach": 3}, [challenge("E", "A")], "out_of_range"),
        ({"reach": 3}, [challenge("E", "B")], None),
        # Half of six are three places; a tenth of six is rounded down, and then at least 1.
        ({"reach": "50%"}, [challenge("E", "B")], None),
        ({"reach": "50%"}, [challenge("E", "A")], "out_of_range"),
        ({"reach": "49.9%"}, [challenge("E", "B")], "out_of_range"),
        ({"reach": "10%"}, [challenge("E", "D")], None),
        ({"reach": "10%"}, [challenge("E", "C")], "out_of_range"),
        ({}, [about("freeze", "E"), challenge("E", "D", "2026-03-04T20:00")], "challenger_frozen"),
        ({}, [about("freeze", "D"), challenge("E", "D", "2026-03-04T20:00")], "defender_frozen"),
        # The frozen D does not count in the range.
        ({"reach": 3}, [about("freeze", "D"), challenge("E", "A", "2026-03-04T20:00")], None),
        ({"reach": "50%"}, [about("freeze", "D"), challenge("E", "A", "2026-03-04T20:00")], None),
        ({}, [challenge("E", "D"), challenge("E", "D")], "already_open"),
        ({"max_out": 1}, [challenge("E", "D"), challenge("E", "C")], "too_many_out"),
        ({"max_in": 1}, [challenge("E", "D"), challenge("F", "D")], "too_many_in"),
        ({"max_out": 1, "max_in": 1}, [challenge("E", "D"), challenge("D", "C")], None),
        ({"cooldown_days": 14},
         [challenge("E", "D"), result("D"), challenge("E", "D", "2026-03-19T19:59")], "cool_down"),
        ({"cooldown_days": 14}, [challenge("E", "D"), result("D"), challenge("E", "D", "2026-03-19T20:00")], None),
        ({"cooldown_days": 14},
         [challenge("E", "D"), result("E"), challenge("D", "E", "2026-03-12T20:00")], "cool_down"),
        ({"cooldown_days": 14}, [challenge("E", "D"), result("E"), challenge("D", "C", "2026-03-12T20:00")], None),
        # From 20:00 on 20 March to 20:00 on 3 April, although the clock loses an hour between.
        ({"cooldown_days": 14}, [challenge("E", "D", "2026-03-20T19:00"), result("D", "2026-03-20T20:00"),
                                 challenge("E", "D", "2026-04-03T19:59")], "cool_down"),
    ],
)  # fmt: skip
def test_a_challenge_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, Any],
    steps: list[dict[str, Any]],
    reason: str | None,
) -> None:
    answer = ladder(tmp_path, capsys, settings, *steps)

    assert answer["refused"] == ({} if reason is None else {str(len(steps) - 1): reason})


@pytest.mark.parametrize(
    ("settings", "steps", "after", "open_"),
    [
        ({"accept_days": 3}, [step("tick", "2026-03-05T19:59")], "ABCDEF", [1]),
        ({"accept_days": 3}, [step("tick", "2026-03-05T20:00")], "ABCDEF", []),
        ({"accept_days": 3, "no_answer": "win"}, [step("tick", "2026-03-05T19:59")], "ABCDEF", [1]),
        ({"accept_days": 3, "no_answer": "win"}, [step("tick", "2026-03-05T20:00")], "ABECDF", []),
        ({"accept_days": 3, "no_answer": "win", "mode": "swap"}, [step("tick", "2026-03-05T20:00")], "ABEDCF", []),
        ({"accept_days": 3, "no_answer": "penalty", "refusal_penalty": 2}, [step("tick", "2026-03-09")], "ABDECF", []),
        ({"accept_days": 3, "no_answer": "penalty", "refusal_penalty": 8}, [step("tick", "2026-03-09")], "ABDEFC", []),
        ({"accept_days": 3, "no_answer": "win"}, [step("accept", "2026-03-05T19:00"), step("tick", "2026-04-09")],
         "ABCDEF", [1]),
        ({"accept_days": 3, "play_days": 7, "no_answer": "win"},
         [step("accept", "2026-03-05T19:00"), step("tick", "2026-03-12T18:59")], "ABCDEF", [1]),
        ({"accept_days": 3, "play_days": 7, "no_answer": "win"},
         [step("accept", "2026-03-05T19:00"), step("tick", "2026-03-12T19:00")], "ABECDF", []),
        ({"accept_days": 3, "play_days": 7, "no_answer": "win", "not_played": "none"},
         [step("accept", "2026-03-05T19:00"), step("tick", "2026-03-12T19:00")], "ABCDEF", []),
        ({"accept_days": 3, "play_days": 7, "no_answer": "win", "play_from": "challenge"},
         [step("accept", "2026-03-05T19:00"), step("tick", "2026-03-09T20:00")], "ABECDF", []),
        # One week from the challenge, accepted or not.
        (RAC, [step("tick", "2026-03-09T20:00")], "ABECDF", []),
        (RAC, [step("accept", "2026-03-05T19:00"), step("tick", "2026-03-09T20:00")], "ABECDF", []),
        ({}, [step("decline", "2026-03-03")], "ABCDEF", []),
        ({"no_answer": "win"}, [step("decline", "2026-03-03")], "ABECDF", []),
        ({"no_answer": "win", "refusal_penalty": 1}, [step("decline", "2026-03-03")], "ABDCEF", []),
        ({"no_answer": "win"}, [step("withdraw", "2026-03-03")], "ABCDEF", []),
        ({"no_answer": "win"}, [step("void", "2026-03-03")], "ABCDEF", []),
        ({"no_answer": "win", "accept_days": 3}, [about("freeze", "C"), step("tick", "2026-03-09")], "ABCDEF", []),
        ({"no_answer": "win", "accept_days": 3}, [about("leave", "E"), step("tick", "2026-03-09")], "ABCDF", []),
    ],
)  # fmt: skip
def test_a_challenge_ends_without_a_match(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, Any],
    steps: list[dict[str, Any]],
    after: str,
    open_: list[int],
) -> None:
    answer = ladder(tmp_path, capsys, settings, challenge("E", "C"), *steps)

    assert ("".join(answer["after"]), answer["open"]) == (after, open_)


@pytest.mark.parametrize(
    ("made", "days", "last", "due"),
    [
        # The clock goes forward on 29 March and back on 25 October 2026.
        ("2026-03-27T20:00", 7, "2026-04-03T17:59Z", "2026-04-03T18:00Z"),
        ("2026-10-23T20:00", 7, "2026-10-30T18:59Z", "2026-10-30T19:00Z"),
        ("2026-03-27T02:30", 2, "2026-03-29T01:29Z", "2026-03-29T01:30Z"),
        ("2026-10-23T02:30", 2, "2026-10-25T00:29Z", "2026-10-25T00:30Z"),
        ("2026-03-02T23:59:59", 1, "2026-03-03T22:59:58Z", "2026-03-03T22:59:59Z"),
        ("2026-03-02T00:00", 1, "2026-03-02T22:59Z", "2026-03-02T23:00Z"),
        ("2024-02-28T12:00", 1, "2024-02-29T10:59Z", "2024-02-29T11:00Z"),
    ],
)
def test_a_deadline_is_the_same_wall_time_days_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], made: str, days: int, last: str, due: str
) -> None:
    settings = {"accept_days": days, "no_answer": "win"}

    answer = ladder(tmp_path, capsys, settings, challenge("E", "C", made), step("tick", last), step("tick", due))

    assert ["".join(order) for order in answer["orders"]] == ["ABCDEF", "ABCDEF", "ABECDF"]


def test_days_of_a_holiday_do_not_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = {"accept_days": 3, "no_answer": "win", "holidays": [["2026-12-24", "2027-01-01"]]}
    made = challenge("E", "C", "2026-12-22T20:00")

    answer = ladder(
        tmp_path, capsys, settings, made, step("tick", "2027-01-03T19:59"), step("tick", "2027-01-03T20:00")
    )

    assert ["".join(order) for order in answer["orders"]] == ["ABCDEF", "ABCDEF", "ABECDF"]


def test_several_due_at_once_go_by_deadline_then_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = {"accept_days": 3, "no_answer": "win"}
    steps = [challenge("F", "C"), challenge("E", "C"), challenge("D", "C", "2026-03-01T20:00")]

    answer = ladder(tmp_path, capsys, settings, steps[2], *steps[:2], step("tick", "2026-04-01"))

    # D takes C's place, then F that of C, then E that of C.
    assert "".join(answer["after"]) == "ABDFEC"


@pytest.mark.parametrize(
    ("late", "after", "refused"),
    [
        (result("C", "2026-03-05T19:00"), "ABCDEF", None),
        (result("E", "2026-03-05T19:00"), "ABECDF", None),
        (result("C", "2026-03-20T19:00", played="2026-03-05T19:59"), "ABCDEF", None),
        (result("C", "2026-03-20T19:00", played="2026-03-05T20:00"), "ABECDF", "not_open"),
        (result("C", "2026-03-20T19:00"), "ABECDF", "not_open"),
    ],
)
def test_a_result_played_before_the_deadline_counts_by_the_time_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], late: dict[str, Any], after: str, refused: str | None
) -> None:
    settings = {"accept_days": 3, "no_answer": "win"}

    answer = ladder(tmp_path, capsys, settings, challenge("E", "C"), step("tick", "2026-03-10"), late)

    assert ["".join(order) for order in answer["orders"]] == ["ABCDEF", "ABECDF", after]
    assert answer["refused"].get("2") == refused


def test_a_late_result_moves_what_came_after_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = [challenge("E", "C"), challenge("F", "E"), result("F", "2026-03-06T20:00", 2)]
    late = result("E", "2026-03-04T20:00", 1)

    answer = ladder(tmp_path, capsys, {}, *steps, late)

    assert "".join(answer["orders"][2]) == "ABCDFE"
    assert "".join(answer["after"]) == "ABFECD"


def test_a_corrected_and_a_voided_result_are_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = [challenge("E", "C"), result("E"), challenge("F", "E", "2026-03-06"), result("F", "2026-03-07", 2)]
    correct = {"at": "2026-03-08", "do": "correct", "number": 1, "winner": "C"}

    answer = ladder(tmp_path, capsys, {}, *steps, correct, step("void", "2026-03-09", 2), result("E", "2026-03-10", 2))

    assert ["".join(order) for order in answer["orders"][3:]] == ["ABFECD", "ABCDFE", "ABCDEF", "ABCDEF"]
    assert answer["refused"] == {"6": "not_open"}


@pytest.mark.parametrize(
    ("settings", "rungs", "steps", "after", "rungs_after"),
    [
        ({}, [3, 3, 2, 2, 1, 1], [challenge("E", "C"), result("E")], "ABDEFC", [3, 3, 2, 2, 1, 1]),
        ({}, [3, 3, 2, 2, 1, 1], [challenge("E", "C"), result("C")], "ABCDEF", [3, 3, 3, 2, 1, 1]),
        ({"failed": "stay"}, [3, 3, 2, 2, 1, 1], [challenge("E", "C"), result("C")], "ABCDEF", [3, 3, 2, 2, 1, 1]),
        # Rung 1 at the top.
        ({}, [1, 1, 2, 2, 3, 3], [challenge("E", "C"), result("E")], "ABDEFC", [1, 1, 2, 2, 3, 3]),
        ({}, [1, 1, 1, 1, 1, 1], [challenge("E", "C"), result("E")], "EABCDF", [2, 1, 1, 1, 1, 1]),
        ({"reach_in": "rungs", "reach": 2}, [4, 3, 3, 2, 1, 1], [challenge("D", "E"), result("D")], "ABCDEF",
         [4, 3, 3, 3, 1, 1]),
        ({"refusal_penalty": 2}, [4, 3, 3, 3, 1, 1], [challenge("E", "B"), step("decline", "2026-03-03")], "ACDEFB",
         [4, 3, 3, 1, 1, 1]),
    ],
)  # fmt: skip
def test_rungs(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, Any],
    rungs: list[int],
    steps: list[dict[str, Any]],
    after: str,
    rungs_after: list[int],
) -> None:
    settings = {"mode": "rung"} | settings

    answer = ladder(tmp_path, capsys, settings, *steps, rungs=dict(zip(SIX, rungs, strict=True)))

    assert "".join(answer["after"]) == after
    assert [answer["rungs_after"][who] for who in answer["after"]] == rungs_after


def test_more_than_two_rungs_away_is_out_of_range_up_and_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = ladder(
        tmp_path, capsys, {"preset": "rung"}, challenge("E", "A"), challenge("A", "E"), challenge("A", "C"),
        rungs=dict(zip(SIX, [4, 3, 2, 2, 1, 1], strict=True)),
    )  # fmt: skip

    assert answer["refused"] == {"0": "out_of_range", "1": "out_of_range"}


def test_a_rating_ladder_is_ordered_by_rating(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ratings = {"A": 1530, "B": [1520, 500], "C": 1510, "D": 1500, "E": 1490, "F": 1480}

    answer = ladder(
        tmp_path, capsys, {"mode": "rating", "length": 7}, challenge("C", "A"), result("C"), ratings=ratings
    )

    # The newcomer C gains about 26.8 and the newcomer A loses as much.
    assert "".join(answer["after"]) == "CBADEF"


@pytest.mark.parametrize(
    ("settings", "steps", "after"),
    [
        ({}, [about("join", "Z")], "ABCDEFZ"),
        ({"entry": "middle"}, [about("join", "Z")], "ABCZDEF"),
        ({"entry": 2}, [about("join", "Z")], "AZBCDEF"),
        ({}, [about("join", "Z"), challenge("Z", "E", "2026-03-03T20:00"), result("Z")], "ABCDZEF"),
        ({}, [about("leave", "B"), about("join", "B")], "ACDEFB"),
        # Nobody has played for 28 days at 20:00 on 30 March, but D and E; the lowest goes down first.
        ({"decay_days": 28, "decay_places": 2},
         [challenge("B", "A"), result("A"), step("tick", "2026-03-29")], "ABCDEF"),
        ({"decay_days": 28}, [challenge("E", "D"), result("D"), result("A", number=9), step("tick", "2026-03-31")],
         "DABCEF"),
    ],
)  # fmt: skip
def test_people_come_and_go_and_idle_players_go_down(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, Any],
    steps: list[dict[str, Any]],
    after: str,
) -> None:
    assert "".join(ladder(tmp_path, capsys, settings, *steps)["after"]) == after


def test_a_holiday_ends_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    freeze = about("freeze", "D", "2026-03-02T20:00", until="2026-03-10")
    tries = [challenge("E", "D", "2026-03-09T23:59"), challenge("E", "D", "2026-03-10T00:00")]

    assert ladder(tmp_path, capsys, {}, freeze, *tries)["refused"] == {"1": "defender_frozen"}
