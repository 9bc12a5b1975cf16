"""``python -m rules chouette`` on whole files."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main
from rules.commands.cases import Field
from rules.commands.club.chouette import read_session, write_session

FOUR = ["Bob", "Cid", "Dee", "Eve"]
WIN = {"do": "win", "side": "box", "kind": "single"}
LOSS = {"do": "win", "side": "team", "kind": "single"}
GAMES: list[dict[str, Any]] = [
    {
        "actions": [
            {"do": "team_doubles", "by": FOUR},
            {"do": "box_answers", "answers": {"Bob": "take", "Cid": "take", "Dee": "pass", "Eve": "pass"}},
            {"do": "win", "side": "team", "kind": "gammon"},
        ],
        "start": {"box": "Ann", "team": FOUR},
        "expect": {"points": {"Ann": -10, "Bob": 4, "Cid": 4, "Dee": 1, "Eve": 1}, "next_box": "Bob"},
    },
    {
        "actions": [
            {"do": "box_doubles", "to": ["Cid", "Dee", "Eve", "Ann"]},
            {"do": "team_answers", "answers": {"Cid": "pass", "Dee": "take", "Eve": "pass", "Ann": "take"}},
            WIN,
        ],
        "expect": {"next_box": "Bob", "next_team": ["Dee", "Eve", "Ann", "Cid"]},
    },
    {
        "actions": [
            {"do": "box_doubles", "to": ["Cid", "Dee", "Eve", "Ann"]},
            {"do": "team_answers", "answers": {"Cid": "pass", "Dee": "pass", "Eve": "pass", "Ann": "pass"}},
        ],
        "expect": {"next_box": "Bob", "next_team": ["Eve", "Ann", "Cid", "Dee"]},
    },
    {
        "actions": [
            {"do": "team_doubles", "by": ["Eve", "Ann", "Cid", "Dee"]},
            {"do": "box_answers", "answers": {"Eve": "take", "Ann": "take", "Cid": "take", "Dee": "take"}},
            {"do": "box_doubles", "to": ["Eve"]},
            {"do": "team_answers", "answers": {"Eve": "take"}},
            LOSS,
        ],
        "expect": {"points": {"Bob": -10, "Eve": 4, "Ann": 2, "Cid": 2, "Dee": 2}},
    },
]
EVENING: dict[str, Any] = {
    "options": {"cubes": "multi", "stake_minor": 500, "currency": "EUR"},
    "people": ["Ann", *FOUR],
    "order": ["Ann", *FOUR],
    "games": GAMES,
}
THREE: dict[str, Any] = {"people": ["Ann", "Bob", "Cid"], "order": ["Ann", "Bob", "Cid"]}


def ran(tmp_path: Path, capsys: pytest.CaptureFixture[str], file: Any, *words: str) -> tuple[int, str, str]:
    path = tmp_path / "evening.json"
    path.write_text(json.dumps(file))
    code = main(["chouette", str(path), *words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def answered(tmp_path: Path, capsys: pytest.CaptureFixture[str], file: Any) -> dict[str, Any]:
    code, out, err = ran(tmp_path, capsys, file, "--json")
    assert code == 0, (out, err)
    answer: dict[str, Any] = json.loads(out)
    return answer


def test_the_worked_evening_is_settled_to_the_cent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = answered(tmp_path, capsys, EVENING)

    assert answer["totals"] == {"Ann": -11, "Bob": 4, "Cid": 4, "Dee": 0, "Eve": 3}
    assert answer["money"] == {"Ann": -5500, "Bob": 2000, "Cid": 2000, "Dee": 0, "Eve": 1500}
    assert answer["settlement"] == [
        {"from": "Ann", "to": "Bob", "points": 4, "money": 2000},
        {"from": "Ann", "to": "Cid", "points": 4, "money": 2000},
        {"from": "Ann", "to": "Eve", "points": 3, "money": 1500},
    ]
    assert (answer["payments"], answer["fewest"], answer["to_act"]) == (3, True, None)


def test_people_read_the_ledger_and_who_pays_whom(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = EVENING | {
        "games": [{"actions": GAMES[2]["actions"], "expect": {}}],
        "order": ["Bob", "Cid", "Dee", "Eve", "Ann"],
    }
    code, out, _ = ran(tmp_path, capsys, file)

    assert code == 0
    assert out.splitlines() == [
        "Game 1: Bob +4, Cid -1, Dee -1, Eve -1, Ann -1",
        "  Cid pays Bob 1",
        "  Dee pays Bob 1",
        "  Eve pays Bob 1",
        "  Ann pays Bob 1",
        "  next box Bob, crew Dee, Eve, Ann, Cid",
        "",
        "Totals",
        "  Bob  +4",
        "  Cid  -1",
        "  Dee  -1",
        "  Eve  -1",
        "  Ann  -1",
        "",
        "Settlement, fewest payments",
        "  Cid pays Bob 1 = 500 EUR",
        "  Dee pays Bob 1 = 500 EUR",
        "  Eve pays Bob 1 = 500 EUR",
        "  Ann pays Bob 1 = 500 EUR",
        "As the file expects.",
    ]


def test_where_a_game_differs_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = GAMES[0] | {
        "start": {"box": "Bob"},
        "expect": {"points": {"Ann": -9, "Bob": 4}, "next_box": "Bob", "next_team": ["Cid"]},
    }
    code, out, _ = ran(tmp_path, capsys, EVENING | {"games": [wrong]})

    assert (code, [line for line in out.splitlines() if line.startswith("differs")]) == (
        1,
        [
            "differs at games[0].expect.points.Ann: expected -9, got -10",
            "differs at games[0].expect.points.Cid: expected nothing, got 4",
            "differs at games[0].expect.points.Dee: expected nothing, got 1",
            "differs at games[0].expect.points.Eve: expected nothing, got 1",
            'differs at games[0].expect.next_team: expected ["Cid"], got ["Cid", "Dee", "Eve", "Ann"]',
            'differs at games[0].start.box: expected "Bob", got "Ann"',
        ],
    )


def test_a_number_that_is_not_finite_differs() -> None:
    game = {"actions": [WIN], "expect": {"points": {"Ann": float("inf"), "Bob": float("nan"), "Cid": -1}}}

    places = [each.place for each in read_session(Field(THREE | {"games": [game]})).differing]

    assert places == ["games[0].expect.points.Ann", "games[0].expect.points.Bob"]


def test_the_order_by_dice_rolls_ties_again_among_the_tied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rolls = [{"Ann": 4, "Bob": 2, "Cid": 4, "Dee": 2}, {"Ann": 1, "Bob": 6, "Cid": 3, "Dee": 6}, {"Bob": 1, "Dee": 2}]
    file = {"people": ["Ann", "Bob", "Cid", "Dee"], "order_rolls": rolls, "games": []}

    answer = answered(tmp_path, capsys, file)

    assert (answer["next_box"], answer["next_team"]) == ("Cid", ["Ann", "Dee", "Bob"])


def test_an_undone_game_takes_its_points_and_rotation_with_it_but_not_the_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [
        {"actions": [WIN]},
        {"actions": [{"do": "join", "who": "Dee"}, LOSS], "expect": {"next_box": "Cid"}},
        {"actions": [{"do": "undo_game"}, WIN], "start": {"box": "Ann", "team": ["Cid", "Bob", "Dee"]}},
    ]
    answer = answered(tmp_path, capsys, THREE | {"games": games})

    assert [row["undone"] for row in answer["games"]] == [False, True, False]
    assert answer["totals"] == {"Ann": 5, "Bob": -2, "Cid": -2, "Dee": -1}


def test_an_undone_answer_can_be_given_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    take, drop = {"do": "box_answers", "answer": "take"}, {"do": "box_answers", "answer": "pass"}
    actions = [{"do": "team_doubles"}, drop, {"do": "undo"}, take, LOSS]
    answer = answered(tmp_path, capsys, THREE | {"games": [{"actions": actions}]})

    assert answer["totals"] == {"Ann": -4, "Bob": 2, "Cid": 2}


@pytest.mark.parametrize(
    ("actions", "side", "who"),
    [
        ([{"do": "ties", "n": 1}], None, ["Ann", "Bob"]),
        ([{"do": "team_doubles"}], "box", ["Ann"]),
        ([{"do": "box_doubles"}], "team", ["Bob", "Cid"]),
    ],
)
def test_an_unfinished_game_says_whose_turn_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], actions: list[Any], side: str | None, who: list[str]
) -> None:
    answer = answered(tmp_path, capsys, THREE | {"games": [{"actions": actions}]})

    assert (answer["to_act"]["side"], answer["to_act"]["who"]) == (side, who)


@pytest.mark.parametrize(
    ("games", "code", "place"),
    [
        ([{"actions": [{"do": "dance"}]}], "json.unknown", "games[0].actions[0].do"),
        ([{"actions": [WIN, LOSS]}], "chouette.over", "games[0].actions[1]"),
        ([{"actions": [WIN, {"do": "join", "who": "Dee"}]}], "chouette.over", "games[0].actions[1]"),
        ([{"actions": [{"do": "team_doubles"}, {"do": "leave", "who": "Cid"}]}], "chouette.running",
         "games[0].actions[1]"),
        ([{"actions": [{"do": "team_doubles"}]}, {"actions": [WIN]}], "chouette.unfinished", "games[1]"),
        ([{"actions": [{"do": "undo_game"}]}], "chouette.nothing_to_undo", "games[0].actions[0]"),
        ([{"actions": [WIN]}, {"actions": [{"do": "join", "who": "Dee"}, {"do": "undo_game"}]}],
         "chouette.undo_first", "games[1].actions[1]"),
        ([{"actions": [{"do": "undo"}]}], "chouette.nothing_to_undo", "games[0].actions[0]"),
        ([{"actions": [WIN]}, {"actions": [{"do": "undo"}]}], "chouette.nothing_to_undo", "games[1].actions[0]"),
        ([{"actions": [{"do": "leave", "who": "Cid"}, WIN]}], "chouette.closed", "games[0].actions[1]"),
        ([{"actions": [{"do": "join", "who": "Bob"}]}], "chouette.present", "games[0].actions[0]"),
        ([{"actions": [{"do": "leave", "who": "Zoe"}]}], "chouette.absent", "games[0].actions[0]"),
        ([{"actions": [WIN | {"kind": "triple"}]}], "json.unknown", "games[0].actions[0].kind"),
        ([{"actions": [{"do": "win", "side": "box"}]}], "json.missing", "games[0].actions[0].kind"),
        ([{"actions": [WIN], "expect": {"box": "Ann"}}], "json.unknown", "games[0].expect.box"),
        ([{"actions": WIN}], "json.kind", "games[0].actions"),
        ([{"actions": [None]}], "json.kind", "games[0].actions[0]"),
        ([{"actions": [{"do": "settle", "between": ["Ann"], "points": 1}]}], "json.range",
         "games[0].actions[0].between"),
        ([{"actions": [{"do": "ties", "n": -1}]}], "json.range", "games[0].actions[0].n"),
        ([{"actions": [{"do": "ties", "n": 10**30}]}], "json.range", "games[0].actions[0].n"),
        ([{"actions": [{"do": "team_doubles", "by": "Bob"}]}], "json.kind", "games[0].actions[0].by"),
        ([{"actions": [{"do": "join", "who": "\u202eeve"}]}], "name.hidden", "games[0].actions[0].who"),
        ([{"actions": [{"do": {}}]}], "json.unknown", "games[0].actions[0].do"),
    ],
)  # fmt: skip
def test_what_cannot_have_happened_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], games: list[Any], code: str, place: str
) -> None:
    status, out, _ = ran(tmp_path, capsys, THREE | {"games": games}, "--json")
    answer = json.loads(out)

    assert (status, answer["error"], answer["facts"]["place"]) == (2, code, place)


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ([], "json.kind"),
        ({}, "json.missing"),
        ({"people": ["Ann", "Bob"], "order": ["Ann", "Bob"]}, "chouette.people"),
        ({"people": ["Ann", "Bob", "Ann"]}, "chouette.twice"),
        ({"people": ["Ann", "Bob", "Cid"]}, "chouette.no_order"),
        ({"people": ["Ann", "Bob", "Cid"], "order": ["Ann", "Bob", "Dee"]}, "chouette.order"),
        ({"people": ["Ann", "Bob", "Cid"], "order_rolls": [{"Ann": 1, "Bob": 2}]}, "chouette.rolls"),
        ({"people": ["Ann", "Bob", "Cid"], "order_rolls": [{"Ann": 1, "Bob": 2, "Cid": 2}]}, "chouette.tied"),
        ({"people": ["Ann", "Bob", "Cid"], "order_rolls": [{"Ann": 1, "Bob": 2, "Cid": 7}]}, "json.range"),
        (THREE | {"options": {"cubes": "two"}}, "json.unknown"),
        (THREE | {"options": {"counter_double": "snap"}}, "json.unknown"),
        (THREE | {"options": {"lone_taker_must_beaver": True}}, "chouette.conflict"),
        (THREE | {"options": {"la_rules": True, "box_net_loss_rule": True}}, "json.twice"),
        (THREE | {"options": {"jacoby": 1}}, "json.kind"),
        (THREE | {"options": {"auto_limit": -1}}, "json.range"),
        (THREE | {"options": {"box_partner_from": 2}}, "chouette.option"),
        (THREE | {"options": {"preset": "vegas"}}, "json.unknown"),
        (THREE | {"stakes": 5}, "json.unknown"),
    ],
)
def test_a_hostile_file_is_refused_with_a_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: Any, code: str
) -> None:
    status, out, _ = ran(tmp_path, capsys, file, "--json")

    assert (status, json.loads(out)["error"]) == (2, code)


def test_options_have_their_defaults_their_presets_and_old_names() -> None:
    def options(words: dict[str, Any]) -> Any:
        return read_session(Field(THREE | {"options": words})).session.options

    assert options({"box_net_loss_rule": True}).la_rules
    assert options({"preset": "la", "jacoby": False}).split_from == 8
    assert not options({"preset": "la", "jacoby": False}).jacoby
    assert options({"extras": False, "max_doublings": None}) == options({})
    assert options({"cubes": "multi", "opening_refusal": "opener"}) == options({"cubes": "multi"})


def test_a_session_is_written_as_the_file_it_was_read_from() -> None:
    read = read_session(Field(EVENING)).session
    written = write_session(read)

    assert read_session(Field(written)).session == read
    assert [game["actions"] for game in written["games"]] == [game["actions"] for game in GAMES]
    assert written["options"] == EVENING["options"]


def test_payments_are_rounded_and_a_loss_at_the_limit_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"stake_minor": 70, "currency": "EUR", "rounding_minor": 100, "loss_limit_minor": 140}
    file = tmp_path / "session.json"
    file.write_text(json.dumps(THREE | {"options": options, "games": [{"actions": [LOSS]}]}))

    assert main(["chouette", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    paid = {"from": "Ann", "money": 100}
    assert answer["settlement"] == [paid | {"to": "Bob"}, paid | {"to": "Cid"}]
    assert answer["at_limit"] == ["Ann"]
    assert main(["chouette", str(file)]) == 0
    assert "Ann pays Cid 100 EUR\n  at the limit of the session: Ann" in capsys.readouterr().out
