"""Whole sessions played by a program against itself, in three formats and in the program's own data."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.files.formats import FORMS, read_match, write_match
from rules.game.findings import Grade
from rules.game.notation import read_play
from rules.game.record import MatchRecord
from rules.referee.verdict import judge_match

DATA = Path(__file__).parents[1] / "data" / "selfplay"
SESSIONS = sorted(path.stem for path in (DATA / "mat").iterdir())
# Automatic doubles were on here, and the program that wrote the files contradicts itself about the points.
AUTOMATIC = {"s004_money", "s010_money", "s019_money", "s025_money", "s034_money"}


def read(session: str, form: str) -> MatchRecord:
    ending = {"mat": "mat", "sgf": "sgf", "snowie": "txt"}[form]
    return read_match((DATA / form / f"{session}.{ending}").read_bytes())


def moves(play: str) -> list[tuple[int, int]]:
    return sorted((hop.src, hop.dst) for hop in read_play(play).hops)


def contents_of(match: MatchRecord, *, rows: bool = True) -> list[Any]:
    """Everything in a record that every format can express."""
    lines: list[Any] = [match.length, match.players]
    for game in match.games:
        result = game.result and (game.result.winner, game.result.points)
        lines.append((game.number, game.score, result))
        lines += [(act.side, act.kind, act.dice, moves(act.play), *([act.row] if rows else [])) for act in game.actions]
    return lines


def truth(session: str) -> list[Any]:
    kept = json.loads((DATA / "truth" / f"{session}.json").read_text())
    info = kept["info"]
    lines: list[Any] = [kept["job"]["length"], (info["X"]["name"], info["O"]["name"])]
    for number, game in enumerate(kept["games"], start=1):
        about = game["info"]
        lines.append((number, (about["score-X"], about["score-O"]), ("XO".index(about["winner"]), about["points-won"])))
        asker = None
        for act in game["game"]:
            side, what = "XO".find(act.get("player", "")), act["action"]
            if what == "double" and asker not in (None, side):
                what = "beaver"
            if what == "resign" or (what == "take" and asker == "beavered"):
                asker = None
                continue
            asker = ("beavered" if what == "beaver" else side) if what in ("double", "beaver") else None
            kind = "play" if what == "move" else what
            dice = tuple(act["dice"]) if "dice" in act else None
            lines.append((side, kind, dice, sorted(map(tuple, act.get("move", [])))))
    return lines


@pytest.mark.parametrize("session", SESSIONS)
def test_no_session_gives_a_finding_worse_than_a_note_in_any_format(session: str) -> None:
    for form in ("mat", "sgf", "snowie"):
        verdict = judge_match(read(session, form))

        assert verdict.worst in (None, Grade.NOTE)


@pytest.mark.parametrize("session", SESSIONS)
def test_the_formats_agree_with_each_other_and_with_the_truth(session: str) -> None:
    if session in AUTOMATIC:
        assert contents_of(read(session, "mat")) == contents_of(read(session, "snowie"))
        return

    assert (
        contents_of(read(session, "mat")) == contents_of(read(session, "sgf")) == contents_of(read(session, "snowie"))
    )
    assert contents_of(read(session, "mat"), rows=False) == truth(session)


@pytest.mark.parametrize("session", SESSIONS)
def test_what_is_written_is_read_back_the_same(session: str) -> None:
    for form in ("mat", "sgf", "snowie"):
        match = read(session, form)

        assert read_match(write_match(match, form).encode()) == match
        assert read_match(write_match(match, "json").encode()) == replace(match, form="json")
        for other in FORMS:
            assert contents_of(read_match(write_match(match, other).encode())) == contents_of(match)


def test_the_score_counted_is_the_score_played() -> None:
    counted = {session: judge_match(read(session, "mat")).score for session in SESSIONS if session.startswith("m")}
    played = {}
    for session in counted:
        last = json.loads((DATA / "truth" / f"{session}.json").read_text())["games"][-1]["info"]
        won = last["points-won"]
        played[session] = (
            last["score-X"] + won * (last["winner"] == "X"), last["score-O"] + won * (last["winner"] == "O"),
        )  # fmt: skip

    assert counted == played


def test_there_are_sessions_of_every_length() -> None:
    assert {session[-3:] for session in SESSIONS} == {"L01", "L03", "L05", "L07", "L09", "L11", "L15", "L25", "ney"}
