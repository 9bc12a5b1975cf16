import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.check import check_play
from rules.game.dice import ROLLS, rolls
from rules.game.notation import read_play
from rules.game.plays import legal_plays, plays_by_roll
from rules.notation.position_id import read_position_id, write_position_id
from rules.rulesets import STANDARD, ForcedDie, Ruleset, ruleset
from tests.rules.game.brute import all_ends
from tests.rules.game.positions import DICE, positions

DATA = Path(__file__).parents[1] / "data"
START = Position.start(STANDARD)
# The number of plays of every roll from the start, the larger die first; GNU Backgammon counts the same.
STANDARD_COUNTS = {
    "11": 42, "21": 15, "22": 75, "31": 16, "32": 17, "33": 73, "41": 14, "42": 18, "43": 17, "44": 52, "51": 8,
    "52": 8, "53": 9, "54": 9, "55": 4, "61": 10, "62": 14, "63": 14, "64": 14, "65": 7, "66": 11,
}  # fmt: skip
NACK_COUNTS = {
    "11": 70, "21": 23, "22": 103, "31": 22, "32": 27, "33": 101, "41": 15, "42": 17, "43": 17, "44": 25, "51": 12,
    "52": 16, "53": 17, "54": 11, "55": 17, "61": 10, "62": 13, "63": 13, "64": 8, "65": 7, "66": 3,
}  # fmt: skip
HYPER_COUNTS = {
    "11": 7, "21": 6, "22": 11, "31": 7, "32": 8, "33": 15, "41": 7, "42": 8, "43": 9, "44": 15, "51": 7, "52": 8,
    "53": 9, "54": 9, "55": 15, "61": 7, "62": 8, "63": 9, "64": 9, "65": 9, "66": 12,
}  # fmt: skip
LABELS = {
    "standard": STANDARD,
    "standard/either_die": STANDARD.with_options(forced_die=ForcedDie.EITHER),
    "standard/no_hit_and_run": STANDARD.with_options(no_hit_and_run=True),
    "hyper": ruleset("hypergammon"),
    "irish": ruleset("irish"),
}


def read_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


HARD = read_lines("positions.jsonl")
VECTORS = [vector for vector in read_lines("games_vectors.jsonl") if vector["ruleset"] in LABELS]


@pytest.mark.parametrize(
    ("id_", "counts"),
    [("standard", STANDARD_COUNTS), ("nackgammon", NACK_COUNTS), ("hypergammon", HYPER_COUNTS)],
)
def test_the_start_position_has_the_published_number_of_plays_for_each_roll(id_: str, counts: dict[str, int]) -> None:
    game = ruleset(id_)

    numbers = {roll: len(legal_plays(Position.start(game), (int(roll[0]), int(roll[1])), game)) for roll in counts}

    assert numbers == counts


def test_there_are_hard_positions_to_check() -> None:
    assert (len(HARD), len(VECTORS)) == (2132, 47)


def test_every_hard_position_has_exactly_its_published_end_positions() -> None:
    wrong = []
    for hard in HARD:
        plays = legal_plays(read_position_id(hard["id"]), tuple(hard["dice"]))
        ends = sorted(map(write_position_id, plays.positions()))
        if ends != hard["results"] and not (hard["used"] == 0 and not ends):
            wrong.append(hard["id"])

    assert wrong == []


def test_every_written_play_is_legal_and_leads_to_its_position() -> None:
    wrong = []
    for hard in HARD:
        position, (first, second) = read_position_id(hard["id"]), hard["dice"]
        for play in legal_plays(position, (first, second)):
            checked = check_play(position, (second, first), play.text, strict=True)
            if checked.position != play.position or not checked.marks:
                wrong.append((hard["id"], play.text))

    assert wrong == []


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_the_vectors_of_the_rule_text(vector: dict[str, Any]) -> None:
    game: Ruleset = LABELS[vector["ruleset"]]
    player = {int(point): count for point, count in vector["m"].items()} | {25: vector.get("mb", 0)}
    opponent = {int(point): count for point, count in vector["o"].items()} | {25: vector.get("ob", 0)}
    position = Position.of(player, opponent, checkers=game.checkers)
    dice = tuple(vector["dice"])

    plays = legal_plays(position, dice, game)

    written = {check_play(position, dice, text.removesuffix(" [win]"), game).position for text in vector["plays"]}
    assert set(plays.positions()) == written
    assert plays.dice_played == vector["dice_played"]


def as_dict(side: tuple[int, ...]) -> dict[int, int]:
    return {point: count for point, count in enumerate(side) if count}


def ends_of(position: Position, dice: tuple[int, int], game: Ruleset = STANDARD) -> tuple[set[Any], int]:
    plays = legal_plays(position, dice, game)
    ends = {(tuple(as_dict(end.player).items()), tuple(as_dict(end.opponent).items())) for end in plays.positions()}
    assert len(ends) == len(plays)
    return ends, plays.dice_played


@settings(max_examples=400, deadline=None)
@given(positions(), DICE)
@example(Position.of({2: 1}, {5: 12}), (6, 1))
@example(Position.of({6: 1, 1: 2}, {24: 1}), (6, 6))
def test_legal_plays_are_those_of_the_plain_rule_text(position: Position, dice: tuple[int, int]) -> None:
    player, opponent = as_dict(position.player), as_dict(position.opponent)

    assert ends_of(position, dice) == all_ends(player, opponent, dice)
    either = STANDARD.with_options(forced_die=ForcedDie.EITHER)
    assert ends_of(position, dice, either) == all_ends(player, opponent, dice, either=True)
    tavla = STANDARD.with_options(no_hit_and_run=True)
    assert ends_of(position, dice, tavla) == all_ends(player, opponent, dice, run=False)
    assert ends_of(position, dice, ruleset("irish")) == all_ends(player, opponent, dice, times=2)


@st.composite
def written_plays(draw: st.DrawFn) -> str:
    """Plays as people mistype them: mostly near the rules, often against them."""
    moves = []
    for _ in range(draw(st.integers(0, 4))):
        src = draw(st.integers(1, 25))
        dst = max(src - draw(st.sampled_from([1, 2, 3, 4, 5, 6, 7, 9, 11])), 0)
        moves.append(f"{src}/{dst}")
    return " ".join(moves)


@settings(max_examples=400, deadline=None)
@given(positions(), DICE, written_plays())
def test_a_play_is_accepted_only_if_it_leads_to_a_legal_end(
    position: Position, dice: tuple[int, int], text: str
) -> None:
    player, opponent = as_dict(position.player), as_dict(position.opponent)
    legal, _ = all_ends(player, opponent, dice)
    checked = None
    with suppress(RuleBroken):
        checked = check_play(position, dice, text)

    if checked is None:
        return
    if read_play(text).hops:
        end = tuple(as_dict(checked.position.player).items()), tuple(as_dict(checked.position.opponent).items())
        assert end in legal
    else:
        assert not legal
        assert checked.position == position


@settings(max_examples=300, deadline=None)
@given(positions(), DICE, st.randoms(use_true_random=False))
def test_every_legal_play_is_accepted_in_any_order_of_moves_and_dice(position: Any, dice: Any, random: Any) -> None:
    for play in list(legal_plays(position, dice))[:20]:
        steps = [f"{step.src}/{step.dst}" for step in play.steps]
        random.shuffle(steps)

        assert check_play(position, dice[::-1], " ".join(steps)).position == play.position


def test_a_roll_without_a_play_has_an_empty_list_and_uses_no_dice() -> None:
    closed = Position.of({25: 1, 13: 5}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2})

    plays = legal_plays(closed, (6, 5))

    assert (len(plays), plays.dice_played, list(plays)) == (0, 0, [])


def test_dice_must_be_dice() -> None:
    with pytest.raises(RuleBroken, match=r"dice\.range"):
        legal_plays(START, (7, 1))


def test_games_of_which_only_the_score_is_entered_are_refused_with_a_code() -> None:
    for game in (ruleset("duodecim"), ruleset("tick_tack")):
        with pytest.raises(RuleBroken, match=r"ruleset\.not_judged"):
            legal_plays(START, (2, 1), game)
        with pytest.raises(RuleBroken, match=r"ruleset\.not_judged"):
            check_play(START, (2, 1), "24/22 24/23", game)


def test_the_plays_know_the_positions_they_end_at() -> None:
    plays = legal_plays(START, (3, 1))

    assert plays.ends_at(check_play(START, (3, 1), "8/5 6/5").position)
    assert not plays.ends_at(START)


def test_the_last_checker_may_end_the_game_at_once_or_hit_on_its_way() -> None:
    plays = legal_plays(Position.of({4: 1}, {24: 1}), (6, 3))

    assert sorted(play.text for play in plays) == ["4/1*/off", "4/off"]
    assert plays.dice_played == 2


def test_plays_can_be_sliced_and_counted_from_the_end() -> None:
    plays = legal_plays(START, (3, 1))

    assert plays[:] == tuple(plays)
    assert plays[2:9:3] == (plays[2], plays[5], plays[8])
    assert plays[-1] == tuple(plays)[-1]
    assert plays[20:] == ()
    assert plays[3] in plays
    assert plays.index(plays[3]) == 3
    with pytest.raises(IndexError):
        plays[16]


def test_plays_are_written_in_short() -> None:
    closed = Position.of({25: 1, 13: 5}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2})

    assert repr(legal_plays(START, (6, 5))) == "<LegalPlays: 7, 24/18 13/8, 24/18 8/3, 24/18/13, …>"
    assert repr(legal_plays(closed, (6, 5))) == "<LegalPlays: 0, the turn passes>"
    assert str(legal_plays(Position.of({2: 1}, {}), (6, 5))[0]) == "2/off"


def test_there_are_21_rolls_in_36_ways() -> None:
    assert len(list(rolls())) == 21
    assert sum(roll.weight for roll in rolls()) == 36
    assert [str(roll) for roll in rolls() if roll.weight == 1] == ["11", "22", "33", "44", "55", "66"]
    assert all(roll.dice[0] >= roll.dice[1] for roll in rolls())


def test_the_plays_of_every_roll_are_those_of_each() -> None:
    counts = {str(roll): len(plays) for roll, plays in plays_by_roll(START)}

    assert counts == STANDARD_COUNTS
    double_six = dict(plays_by_roll(START, ruleset("irish")))[ROLLS[-1]]
    assert [play.text for play in double_six] == [play.text for play in legal_plays(START, (6, 6), ruleset("irish"))]
