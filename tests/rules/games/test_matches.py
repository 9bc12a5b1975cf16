"""Matches of several games, and rulesets of a club's own."""

import json

import pytest

from rules.errors import RuleBroken
from rules.match.games import Drawn, GameResult
from rules.match.several import Outcome, draws_of, game_points, replay_several, report_several, wins_of
from rules.match.terms import BOTTOM, TOP, Ended, Terms, Win
from rules.rulesets import RULESETS, STANDARD, cycle, named_rulesets, ruleset
from rules.rulesets.snapshots import own_ruleset, read_snapshot, snapshot

TAVLI, SRESHTA = cycle("tavli").rulesets, cycle("tabla").rulesets
GAMMON = GameResult(TOP, Win.GAMMON)


def test_a_tavli_match_takes_its_games_in_turn_and_the_winner_begins() -> None:
    games: list[Outcome] = [GAMMON, GameResult(BOTTOM), GameResult(BOTTOM, Win.GAMMON)]

    score = replay_several(Terms(5), TAVLI, games)

    assert score.running == ((2, 0), (2, 1), (2, 3))
    assert score.next_game == ruleset("portes")
    assert score.next_starter is BOTTOM
    assert score.winner is None


def test_a_draw_goes_on_in_the_rotation_and_the_latest_winner_begins() -> None:
    score = replay_several(Terms(5), TAVLI, [GAMMON, Drawn(0)])

    assert (score.points, score.next_starter) == ((2, 0), TOP)
    assert score.next_game == ruleset("fevga")


def test_a_match_level_at_its_length_goes_on_until_one_leads() -> None:
    tapa = [ruleset("tapa")]
    level: list[Outcome] = [GAMMON, GameResult(BOTTOM, Win.GAMMON), Drawn(1)]

    assert replay_several(Terms(3), tapa, level).winner is None
    score = report_several(Terms(3), tapa, [*level, GameResult(BOTTOM)])

    assert (score.points, score.winner, score.next_game, score.next_starter) == ((3, 4), BOTTOM, None, None)
    with pytest.raises(RuleBroken, match=r"match\.over"):
        replay_several(Terms(3), tapa, [*level, GameResult(BOTTOM), GameResult(TOP)])
    with pytest.raises(RuleBroken, match=r"match\.unfinished"):
        report_several(Terms(3), tapa, level)


def test_a_draw_can_end_a_match() -> None:
    games: list[Outcome] = [
        GameResult(BOTTOM, Win.GAMMON),
        GameResult(TOP),
        GameResult(BOTTOM),
        GAMMON,
        Drawn(0),
        GameResult(BOTTOM),
    ]
    tapa = [ruleset("tapa")]

    assert replay_several(Terms(5), SRESHTA, games[:5]).points == (3, 3)
    assert report_several(Terms(3), tapa, [GameResult(BOTTOM, Win.GAMMON), GameResult(TOP), Drawn(1)]).points == (2, 3)


@pytest.mark.parametrize(
    ("id_", "game", "code"),
    [
        ("plakoto", GameResult(TOP, Win.BACKGAMMON), "game.value"),
        ("irish", GameResult(TOP, Win.GAMMON), "game.value"),
        ("plakoto", Drawn(1), "game.draw"),
        ("portes", Drawn(0), "game.draw"),
        ("portes", GameResult(TOP, cube=2), "cube.off"),
        ("portes", GameResult(TOP, ended=Ended.DROP), "cube.off"),
    ],
)
def test_values_that_a_game_does_not_have_are_refused(id_: str, game: GameResult | Drawn, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        game_points(ruleset(id_), game)

    assert refused.value.code == code


def test_the_values_of_a_game_follow_its_options() -> None:
    tripled = ruleset("tapa").with_options(backgammon_value=3)

    assert wins_of(tripled) == {Win.SINGLE: 1, Win.GAMMON: 2, Win.BACKGAMMON: 3}
    assert wins_of(ruleset("tabula")) == {Win.SINGLE: 1}
    assert (draws_of(ruleset("plakoto")), draws_of(ruleset("tapa")), draws_of(STANDARD)) == ((0,), (1,), ())


def test_a_record_names_a_game_or_a_cycle() -> None:
    assert [game.id for game in named_rulesets("Tavli")] == ["portes", "plakoto", "fevga"]
    assert named_rulesets("HyperGammon (3)") == (ruleset("hypergammon"),)
    assert named_rulesets("Gul Bara") == (ruleset("gul_bara"),)
    assert named_rulesets("chess") == named_rulesets(None) == (STANDARD,)
    with pytest.raises(RuleBroken, match=r"ruleset\.unknown"):
        cycle("chess")


@pytest.mark.parametrize("id_", RULESETS)
def test_a_snapshot_reads_back_as_the_same_ruleset(id_: str) -> None:
    stored = json.loads(json.dumps(snapshot(ruleset(id_))))

    assert read_snapshot(stored) == ruleset(id_)


def test_a_club_copies_a_game_and_names_it() -> None:
    own = own_ruleset(ruleset("tapa"), "tapa_at_the_lion", "Tapa at the Lion", mother_rule="off")

    assert (own.name, own.copy_of, own.mother_rule, own.both_mothers) == (
        "Tapa at the Lion",
        "tapa",
        False,
        "replay_0_0",
    )
    assert read_snapshot(json.loads(json.dumps(snapshot(own)))) == own


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"contact": "hit"}, "ruleset.fixed"),
        ({"version": 2}, "ruleset.fixed"),
        ({"head_rule": "one_per_turn"}, "ruleset.conflict"),
        ({"mother": True}, "ruleset.option"),
        ({"both_mothers": "two_each"}, "ruleset.option"),
        ({"mother_rule": "off", "both_mothers": "one_each"}, "ruleset.conflict"),
    ],
)
def test_a_copy_keeps_what_makes_the_game(options: dict[str, object], code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        own_ruleset(ruleset("tapa"), "own", "Our own", **options)

    assert refused.value.code == code


def test_a_copy_needs_a_name_and_a_snapshot_its_shape() -> None:
    with pytest.raises(RuleBroken, match=r"ruleset\.name"):
        own_ruleset(STANDARD, "standard", "Ours")
    with pytest.raises(RuleBroken, match=r"ruleset\.name"):
        own_ruleset(STANDARD, "ours", " ")
    with pytest.raises(RuleBroken, match=r"ruleset\.snapshot"):
        read_snapshot({"id": "standard"})
    with pytest.raises(RuleBroken, match=r"ruleset\.option"):
        read_snapshot({"id": "standard", "options": {"mother": 1}})


@pytest.mark.parametrize(
    ("changes", "options", "code"),
    [
        ({"id": "fevga"}, {}, "ruleset.fixed"),
        ({}, {"contact": "hit", "mother_rule": False, "both_mothers": "replay_0_0"}, "ruleset.fixed"),
        ({}, {"start": [[24, 14], [23, 1]]}, "ruleset.fixed"),
        ({"version": 2}, {}, "ruleset.unknown"),
        ({"id": "x" * 81}, {}, "ruleset.name"),
        ({"name": "Our\u202etapa"}, {}, "ruleset.name"),
        ({"name": "Our\ntapa"}, {}, "ruleset.name"),
        ({"name": 7}, {}, "ruleset.option"),
        ({"copy_of": "standard"}, {}, "ruleset.fixed"),
    ],
)
def test_a_snapshot_is_the_game_that_it_says(changes: dict[str, object], options: dict[str, object], code: str) -> None:
    stored = snapshot(ruleset("tapa"))
    given = {**stored, **changes, "options": {**stored["options"], **options}}

    with pytest.raises(RuleBroken) as refused:
        read_snapshot(given)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("id_", "options"),
    [
        ("standard", {"mother_rule": True}),
        ("standard", {"first_away_at": 11}),
        ("standard", {"stuck_limit": 100}),
        ("standard", {"last_roll": True}),
        ("standard", {"half_rule": True}),
        ("standard", {"dice": 3}),
        ("standard", {"backward_on_doubles": "allowed"}),
        ("standard", {"backward_compulsory": False}),
        ("standard", {"remainder": "lost"}),
        ("standard", {"cube": False, "jacoby": True}),
        ("standard", {"gammon_value": 1}),
        ("plakoto", {"no_hit_and_run": True}),
        ("plakoto", {"cascade_from_turn": 3}),
        ("plakoto", {"unblock_duty": True}),
        ("fevga", {"backgammon_value": 3}),
        ("fevga", {"bearoff_while_pinned": "allowed"}),
        ("narde", {"prime_rule": "none", "prime_check": "every_step"}),
        ("narde", {"head_rule": "none", "first_turn_second_head": "never"}),
        ("irish", {"cascade_from_turn": 3}),
        ("tabula", {"forced_die": "either"}),
        ("tabula", {"opening": "two_dice_use"}),
        ("portes", {"max_doublings": 6}),
    ],
)
def test_options_that_cannot_be_combined_are_refused(id_: str, options: dict[str, object]) -> None:
    with pytest.raises(RuleBroken, match=r"ruleset\.conflict"):
        ruleset(id_).with_options(**options)


def test_tabla_can_have_a_cube_of_six_doublings_and_the_cascade_of_chelebi() -> None:
    assert ruleset("tabla_bg").with_options(cube="on", max_doublings=6).max_doublings == 6
    assert ruleset("tabla_bg").with_options(cascade_from_turn=4).is_classic is False
