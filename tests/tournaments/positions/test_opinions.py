"""An engine is asked in a process with limits; a missing, slow or broken one leaves everything else working."""

import stat
from pathlib import Path

import pytest
from django.conf import LazySettings

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.notation.position_id import MatchState, read_position_id
from rules.opinions.gnubg import gnubg_commands, opinion_of, read_hint
from runtime.engines import gnubg_path, run_gnubg
from tests.factories import a_match
from tests.tournaments.positions.asking import RACE, a_question
from tournaments.actions.positions.opinions import form_opinion
from tournaments.papers.position_lines import question_lines
from tournaments.read.positions.questions import question_of

PLAYS = """GNU Backgammon 1.07.001 20230103
    1. Cubeful 2-ply    24/18 13/9                   Eq.: +0.049
       0.505 0.137 0.007 - 0.495 0.136 0.006
        2-ply cubeful prune [world class]
    2. Cubeful 0-ply    8/2* 6/2                     Eq.: -0.105 (-0.154)
       0.474 0.119 0.005 - 0.526 0.160 0.007
        0-ply cubeful prune [expert]
"""
CUBE = """GNU Backgammon 1.07.001 20230103
Cube analysis
2-ply cubeless equity +0.056
  0.528 0.000 0.000 - 0.472 0.000 0.000
Cubeful equities:
1. Double, take        +0.111
2. Double, pass        +1.000  (+0.889)
3. No double           +0.056  (-0.056)
Proper cube action: Double, take

"""


def an_engine(folder: Path, script: str) -> str:
    """Return the path of a program that stands in for an engine."""
    path = folder / "gnubg"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def code_of(script: str, folder: Path, settings: LazySettings) -> str:
    settings.GNUBG = an_engine(folder, script)
    with pytest.raises(RuleBroken) as refused:
        read_hint(run_gnubg("hint\n"))
    return refused.value.code


def test_ranked_plays_are_read_with_their_ply() -> None:
    opinion = read_hint(PLAYS)

    assert (opinion.engine, opinion.version, opinion.ply, opinion.cube) == ("GNU Backgammon", "1.07.001", 2, None)
    assert [(each.text, each.equity, each.ply, each.chances[0]) for each in opinion.plays] == [
        ("24/18 13/9", "+0.049", 2, "0.505"),
        ("8/2* 6/2", "-0.105", 0, "0.474"),
    ]
    assert opinion_of(opinion.as_data()) == opinion


def test_the_cube_is_read() -> None:
    opinion = read_hint(CUBE)

    assert opinion.cube == {"take": "+0.111", "pass": "+1.000", "no_double": "+0.056"}
    assert (opinion.action, opinion.chances[0], opinion_of(opinion.as_data())) == ("Double, take", "0.528", opinion)


@pytest.mark.parametrize("text", ["", "GNU Backgammon 1.07.001", PLAYS.replace("GNU Backgammon", ""), "\0" * 1000])
def test_what_is_no_answer_is_no_opinion(text: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_hint(text)
    assert refused.value.code == "engine.unreadable"


def test_only_ids_that_we_wrote_reach_the_engine() -> None:
    commands = gnubg_commands(Position.start(), MatchState(on_roll=1, turn=1, dice=(3, 1), jacoby=False))

    assert "set gnubgid 4HPwATDgc/ABMA:" in commands
    assert set(commands) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/: \n")


def test_an_engine_that_is_switched_off_or_missing_is_missing(settings: LazySettings) -> None:
    for setting in ("off", "/nowhere/gnubg"):
        settings.GNUBG = setting
        assert gnubg_path() == ""
        with pytest.raises(RuleBroken) as refused:
            run_gnubg("hint\n")
        assert refused.value.code == "engine.missing"


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("exit 3", "engine.failed"),
        ("echo nothing of use", "engine.unreadable"),
        ("yes | head -c 2000000; exit 1", "engine.failed"),
        ("printf 'GNU Backgammon 1\\377\\376'", "engine.unreadable"),
        ("kill -XCPU $$", "engine.slow"),
    ],
)
def test_a_broken_engine_gives_no_opinion(script: str, code: str, tmp_path: Path, settings: LazySettings) -> None:
    assert code_of(script, tmp_path, settings) == code


def test_an_engine_gets_an_empty_folder_and_nothing_of_our_environment(
    tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "canary")
    settings.GNUBG = an_engine(tmp_path, "env; pwd; ls; ulimit -f; cat /proc/net/dev 2>/dev/null")

    printed = run_gnubg("hint\n")

    assert "canary" not in printed
    assert "barpoint-engine-" in printed
    assert sorted(set(printed.split()) & {"commands", "answer"}) == ["answer", "commands"]


@pytest.mark.django_db
def test_an_opinion_is_kept_and_shown_as_one(tmp_path: Path, settings: LazySettings) -> None:
    question = a_question(a_match(), position=RACE)
    (tmp_path / "text").write_text(CUBE)
    settings.GNUBG = an_engine(tmp_path, f"cat {tmp_path / 'text'}")

    form_opinion(question)

    lines = question_lines(question_of(question), spoken=True).opinion
    assert lines is not None
    assert (lines.about, lines.action) == ("GNU Backgammon 1.07.001, 2-ply", "Double, take")
    assert [(each.text, each.second) for each in lines.lines] == [
        ("No double", "+0.056"),
        ("Double, take", "+0.111"),
        ("Double, pass", "+1.000"),
    ]


@pytest.mark.django_db
def test_without_an_engine_the_question_says_so_and_everything_else_works(settings: LazySettings) -> None:
    settings.GNUBG = "off"
    question = a_question(a_match())

    form_opinion(question)

    lines = question_lines(question_of(question), spoken=True)
    assert lines.opinion is not None
    assert lines.opinion.why == "GNU Backgammon is not installed here. Everything else works without it."
    assert [each.legal for each in lines.plays] == [True, False]


@pytest.mark.django_db
def test_an_engine_is_not_asked_about_games_that_it_does_not_play(settings: LazySettings) -> None:
    settings.GNUBG = "off"
    question = a_question(a_match(), ruleset="portes", plays=())

    form_opinion(question)

    opinion = question_of(question).opinion
    assert opinion is not None
    assert opinion.code in ("engine.game", "engine.missing")


@pytest.mark.skipif(not Path("/usr/games/gnubg").exists(), reason="GNU Backgammon is not installed")
def test_the_engine_itself_agrees_with_the_published_value(settings: LazySettings) -> None:
    settings.GNUBG = "/usr/games/gnubg"
    state = MatchState(on_roll=1, turn=1, jacoby=False)

    opinion = read_hint(run_gnubg(gnubg_commands(read_position_id(RACE), state)))

    assert opinion.cube == {"take": "+0.111", "pass": "+1.000", "no_double": "+0.056"}
