"""``python -m rules ladder``: expectations in their shapes, the text for people, hostile files."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main

FILE: dict[str, Any] = {
    "settings": {"mode": "insert", "reach": 3, "accept_days": 7, "no_answer": "win"},
    "zone": "Europe/Madrid",
    "before": ["Ann", "Bob", "Cid", "Dee"],
    "steps": [
        {"at": "2026-03-27T20:00", "do": "challenge", "a": "Dee", "b": "Bob"},
        {"do": "challenge", "a": "Ann", "b": "Bob", "refused": "below"},
        {"at": "2026-04-01T20:00", "do": "result", "number": 1, "winner": "Dee"},
        {"at": "2026-04-02T20:00", "do": "challenge", "a": "Cid", "b": "Ann"},
    ],
}
ORDERS = [["Ann", "Bob", "Cid", "Dee"], ["Ann", "Bob", "Cid", "Dee"], *[["Ann", "Dee", "Bob", "Cid"]] * 2]


def run(tmp_path: Path, file: Any, *options: str) -> int:
    path = tmp_path / "ladder.json"
    path.write_text(file if isinstance(file, str) else json.dumps(file))
    return main(["ladder", str(path), *options])


@pytest.mark.parametrize(
    ("expect", "code"),
    [
        ({"orders": ORDERS, "after": ORDERS[-1], "open": [2], "rungs_after": {}}, 0),
        ({"refused": {"1": "below"}}, 0),
        ({"refused": {"2": "below"}}, 0),
        ({"refused": [None, "below", None, None]}, 0),
        ({"refused": [None, None, None, None]}, 1),
        ({"refused": {"1": "out_of_range"}}, 1),
        ({"open": [{"number": 2, "a": "Cid", "b": "Ann"}]}, 0),
        ({"open": [{"number": 2, "deadline": "2026-04-09T20:00+02:00"}]}, 0),
        ({"open": [["Cid", "Ann"]]}, 0),
        ({"open": []}, 1),
        ({"after": ORDERS[0]}, 1),
        ({}, 0),
    ],
)
def test_a_file_may_expect(tmp_path: Path, expect: dict[str, Any], code: int) -> None:
    assert run(tmp_path, FILE | {"expect": expect}) == code


def test_a_step_may_say_why_it_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = [*FILE["steps"][:3], FILE["steps"][3] | {"refused": "cool_down"}]

    assert run(tmp_path, FILE) == 0
    capsys.readouterr()
    assert run(tmp_path, FILE | {"steps": steps}) == 1
    assert capsys.readouterr().out.splitlines()[-1] == 'differs at refused.3: expected "cool_down", got nothing'


def test_people_get_the_ladder_and_every_change(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, FILE) == 0

    assert capsys.readouterr().out.splitlines() == [
        "   1 Ann",
        "   2 Dee",
        "   3 Bob",
        "   4 Cid",
        "open 2: Cid challenges Ann, answer by 2026-04-09T20:00+02:00",
        "refused step 1 (challenge): below",
        "2026-04-01T20:00+02:00 Dee 4 → 2: won (Bob)",
        "2026-04-01T20:00+02:00 Bob 2 → 3: lost (Dee)",
        "2026-04-01T20:00+02:00 Cid 3 → 4: made_room (Dee, Bob)",
        "As the file expects.",
    ]


@pytest.mark.parametrize(
    ("changes", "code", "place"),
    [
        ({"settings": {"mode": "jump"}}, "json.unknown", "settings.mode"),
        ({"settings": {"speed": 1}}, "json.unknown", "settings.speed"),
        ({"settings": {"reach": "some"}}, "json.kind", "settings.reach"),
        ({"settings": {"reach": -1}}, "json.range", "settings.reach"),
        ({"settings": {"accept_days": 10**9}}, "json.range", "settings.accept_days"),
        ({"settings": {"reach_in": "rungs"}}, "ladder.settings", "settings"),
        ({"settings": {"preset": "chess"}}, "json.unknown", "settings.preset"),
        ({"settings": {"holidays": [["2026-01-02", "2026-01-01"]]}}, "json.time", "settings.holidays[0][1]"),
        ({"settings": {"holidays": ["2026-01-02"]}}, "json.kind", "settings.holidays[0]"),
        ({"zone": "Europe/Atlantis"}, "json.zone", "zone"),
        ({"before": "ABC"}, "json.kind", "before"),
        ({"before": ["Ann", "Ann"]}, "ladder.twice", "before"),
        ({"before": None}, "json.missing", "before"),
        ({"frozen": ["Zoe"]}, "ladder.player", "before"),
        ({"rungs": [1, 2]}, "json.kind", "rungs"),
        ({"rungs": {"Ann": 1}}, "ladder.rungs", "before"),
        ({"rungs": {"Ann": 0}}, "json.range", "rungs.Ann"),
        ({"ratings": {"Ann": []}}, "json.kind", "ratings.Ann"),
        ({"steps": [{"do": "tick"}]}, "json.missing", "steps[0].at"),
        ({"steps": [{"at": "9999-12-31", "do": "tick"}]}, "json.time", "steps[0].at"),
        ({"steps": [{"at": "0001-01-01", "do": "tick"}]}, "json.time", "steps[0].at"),
        ({"steps": [{"at": "2026-03-27", "do": "jump"}]}, "json.unknown", "steps[0].do"),
        ({"steps": [{"at": "2026-03-27", "do": "tick", "who": "Ann"}]}, "json.unknown", "steps[0].who"),
        ({"steps": [{"at": "2026-03-27", "do": "challenge", "a": "Ann"}]}, "json.missing", "steps[0].b"),
        ({"steps": [{"at": "2026-03-27", "do": "accept", "number": 0}]}, "json.range", "steps[0].number"),
        ({"steps": [{"at": "2026-03-27", "do": "accept", "number": "1"}]}, "json.kind", "steps[0].number"),
        ({"steps": [{"at": "2026-03-27", "do": "result", "number": 1, "winner": "Ann", "played": "2026-03-28"}]},
         "json.time", "steps[0].played"),
        ({"steps": [7]}, "json.kind", "steps[0]"),
        ({"step": []}, "json.unknown", "step"),
    ],
)  # fmt: skip
def test_files_are_refused_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], code: str, place: str
) -> None:
    assert run(tmp_path, FILE | changes, "--json") == 2
    refusal = json.loads(capsys.readouterr().out)

    assert (refusal["error"], refusal["facts"].get("place")) == (code, place)
