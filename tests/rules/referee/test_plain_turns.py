"""Plain rows and plain turns take a short way through the reader and the referee, to the end of the long way."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.files.limits import MOST_ROWS, decode, lines_of
from rules.files.mat_reader import _Reader, read_mat
from rules.game.board import Position
from rules.game.check import legal_readings
from rules.game.notation import LONGEST_PLAY, read_play
from rules.game.record import Action, GameRecord, Kind
from rules.referee.judge import GameJudge, GameVerdict
from rules.referee.plain_turns import plain_turns
from rules.rulesets import STANDARD, Ruleset
from tests.rules.game.positions import DICE, positions

DATA = Path(__file__).parents[1] / "data"
SELFPLAY = sorted((DATA / "selfplay" / "mat").glob("m*.mat"))
FILES = [*SELFPLAY[::4], *sorted((DATA / "corrupt").glob("*.mat"))[::3]]
CELLS = st.sampled_from(
    ["31: 8/5 6/5", "55:", "64: bar/21 bar/19*", "11: 6/off(2)", "3: 6/5", "00: 1/2", "66: 24/18*/12", "21: a",
     "42: 8/4? 6/4", " Doubles => 2", " Takes", "7: ", "333: 5/2", ""]
)  # fmt: skip
HEAD = " 3 point match\n\n Game 1\n Ann : 0                       Bob : 0\n"


class LongWay(GameJudge):
    """The same judge without the short way."""

    def _plain_turns(self, actions: Sequence[Action]) -> None:
        """Leave every turn to the long way."""


def judged(judge: GameJudge, game: GameRecord) -> GameVerdict:
    judge.judge_all(game.actions)
    return judge.verdict()


def read_by_cells(text: str) -> tuple[list[GameRecord], list[str]]:
    """Read every line the long way; return the games and the codes of the remarks."""
    reader = _Reader()
    for line in lines_of(text.expandtabs()):
        reader.read_line(line)
    reader.close_game()
    return reader.games, [remark.code for remark in reader.remarks]


def is_readable(path: Path) -> bool:
    try:
        read_mat(decode(path.read_bytes()))
    except RuleBroken:
        return False
    return True


@pytest.mark.parametrize("path", [path for path in FILES if is_readable(path)], ids=lambda path: path.stem)
def test_the_short_way_reads_and_judges_a_file_as_the_long_way_does(path: Path) -> None:
    text = decode(path.read_bytes())
    match = read_mat(text)

    assert read_by_cells(text) == (list(match.games), [remark.code for remark in match.remarks])
    for number, game in enumerate(match.games, start=1):
        short, long = GameJudge(number, game, STANDARD, 12), LongWay(number, game, STANDARD, 12)
        assert judged(short, game) == judged(long, game)


@cache
def some_games() -> list[GameRecord]:
    return [game for path in SELFPLAY[:6] for game in read_mat(decode(path.read_bytes())).games]


def changed(action: Action, dice: tuple[int, int], text: str, change: str) -> Action:
    """Return an action with one thing wrong, or another one that may be right."""
    match change:
        case "dice":
            return action._replace(dice=dice)
        case "play":
            return action._replace(play=text)
        case "both":
            return action._replace(dice=dice, play=text)
        case "side":
            return action._replace(side=1 - action.side)
        case "mark":
            return action._replace(play=action.play + "*" if action.play else "")
        case "no mark":
            return action._replace(play=action.play.replace("*", ""))
        case "take" | "resign":
            return action._replace(kind=Kind(change))
        case "dance":
            return action._replace(play="")
        case "swapped":
            return action._replace(play=" ".join(reversed(action.play.split())), dice=(action.dice or (1, 2))[::-1])
        case "at once":
            return action._replace(play=at_once(action.play))
        case _:
            return action._replace(play=action.play.upper())


def at_once(text: str) -> str:
    """Write a play of two moves by one checker as one move, as many programs do; any other stays as it is."""
    first, *others = text.split()[:2] or [""]
    src, _, between = first.partition("/")
    if others and others[0].partition("/")[0] == between:
        return f"{src}/{others[0].partition('/')[2]}"
    return text


CHANGES = st.sampled_from(
    ["dice", "play", "both", "side", "mark", "no mark", "take", "resign", "dance", "swapped", "at once", "upper case"]
)
PLAYS = st.sampled_from(
    ["", "8/5 6/5", "bar/21 bar/19*", "6/off(2)", "24/18/13*", "13/2", "6/off 5/off", "24/18 18/13", "a"]
)
ROLLS = st.tuples(st.integers(0, 7), st.integers(1, 6))


@settings(max_examples=300)
@given(
    st.integers(0, 1 << 16),
    st.lists(st.tuples(st.integers(0, 200), ROLLS, PLAYS, CHANGES), max_size=4),
    st.lists(st.tuples(st.integers(0, 1), ROLLS, PLAYS), max_size=3),
    st.sampled_from([STANDARD, replace(STANDARD, no_hit_and_run=True), replace(STANDARD, double_moves=2)]),
)
def test_a_game_with_faults_is_judged_by_the_short_way_as_by_the_long_way(
    number: int,
    faults: list[tuple[int, tuple[int, int], str, str]],
    after_the_end: list[tuple[int, tuple[int, int], str]],
    ruleset: Ruleset,
) -> None:
    game = some_games()[number % len(some_games())]
    actions = list(game.actions)
    for at, dice, text, change in faults:
        actions[at % len(actions)] = changed(actions[at % len(actions)], dice, text, change)
    actions += [Action(side, Kind.PLAY, dice=dice, play=text) for side, dice, text in after_the_end]
    wrong = replace(game, actions=tuple(actions))

    verdicts = [judged(judge(1, wrong, ruleset, 12), wrong) for judge in (GameJudge, LongWay)]

    assert verdicts[0] == verdicts[1]


@example([(1, 2, "31: 8/5 6/5", 16, "55:")])
@example([(1, 30, "31: 8/5 6/5", 1, "55:"), (3, 1, "31: 8/5", 1, "")])
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 30), CELLS, st.integers(0, 20), CELLS), max_size=4))
def test_any_row_is_read_by_the_short_way_as_by_the_long_way(rows: list[tuple[int, int, str, int, str]]) -> None:
    lines = [f"{row:3}){' ' * gap}{one}{' ' * space}{other}" for row, gap, one, space, other in rows]
    text = HEAD + "\n".join(lines) + "\n"

    match = read_mat(text)

    assert read_by_cells(text) == (list(match.games), [remark.code for remark in match.remarks])


def test_a_game_has_a_thousand_rows_and_no_more() -> None:
    row = "{:4}) 31: 8/5 6/5                     42: 8/4 6/4\n"
    text = HEAD + "".join(row.format(number) for number in range(1, MOST_ROWS + 1))

    assert len(read_mat(text).games[0].actions) == 2 * MOST_ROWS
    with pytest.raises(RuleBroken, match=r"file\.rows"):
        read_mat(text + row.format(MOST_ROWS + 1))


@settings(max_examples=200)
@given(positions(), DICE)
def test_two_moves_of_a_plain_turn_lead_where_the_only_reading_leads(position: Position, dice: tuple[int, int]) -> None:
    sources = [point for point in range(1, 26) if position.player[point]]
    sources += [point - die for point in sources for die in dice if point > die]
    for (src, first), (then_src, then) in product(product(sources, set(dice)), repeat=2):
        text = f"{src}/{max(0, src - first)} {then_src}/{max(0, then_src - then)}"
        sides = list(position.player), list(position.opponent)

        made = plain_turns(sides, [a_turn(0, dice, text)], 0, 0, STANDARD)

        if made.turns:
            readings = legal_readings(list(position.player), list(position.opponent), dice, read_play(text), STANDARD)
            assert [(one.player, one.opponent) for one in readings] == [sides], text
        else:
            assert sides == (list(position.player), list(position.opponent)), text


@pytest.mark.parametrize(
    ("player", "opponent", "dice", "text", "made"),
    [
        ({13: 5, 8: 3}, {}, (3, 1), "13/10 8/7", 1),
        ({13: 5, 8: 3}, {}, (3, 1), "8/7 13/10", 1),
        ({13: 5, 8: 3}, {15: 1}, (3, 1), "13/10* 10/9", 1),
        ({13: 1, 8: 3}, {15: 1, 16: 1}, (3, 1), "13/10* 10/9*", 1),
        ({13: 1, 8: 3}, {15: 1}, (3, 1), "13/10* 11/10*", 0),
        ({13: 1, 8: 3}, {}, (3, 1), "13/10 13/12", 0),
        ({13: 1, 8: 3}, {}, (3, 1), "13/10 11/10", 0),
        ({13: 5, 8: 3}, {}, (3, 3), "13/10 8/5", 0),
        ({13: 5, 8: 3}, {18: 2}, (3, 1), "13/10 8/7", 0),
        ({25: 2, 8: 3}, {}, (3, 1), "bar/22 8/7", 0),
        ({25: 2, 8: 3}, {}, (3, 1), "bar/22 bar/24", 1),
        ({25: 1, 8: 3}, {}, (3, 1), "8/7 bar/22", 1),
        ({13: 5, 8: 3}, {}, (3, 3), "13/10 8/5 5/2 10/7", 1),
        ({13: 5, 8: 3}, {}, (3, 3), "10/7 13/10 5/2 8/5", 1),
    ],
)
def test_plain_turns_are_these(
    player: dict[int, int], opponent: dict[int, int], dice: tuple[int, int], text: str, made: int
) -> None:
    position = Position.of(player, opponent)
    sides = list(position.player), list(position.opponent)

    assert plain_turns(sides, [a_turn(0, dice, text)], 0, 0, STANDARD).turns == made


def test_a_play_that_is_too_long_is_left_to_the_long_way_unread() -> None:
    sides = list(Position.start().player), list(Position.start().opponent)
    game = GameRecord(1, (0, 0), (a_turn(0, (3, 1), "8/5 6/5" + " " * LONGEST_PLAY),))

    assert plain_turns(sides, game.actions, 0, 0, STANDARD).turns == 0
    assert [each.code for _, each in judged(GameJudge(1, game, STANDARD, 12), game).findings] == ["play.long"]


def a_turn(side: int, dice: tuple[int, int], text: str) -> Action:
    return Action(side, Kind.PLAY, dice=dice, play=text)


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        (
            [
                Action(1, Kind.POSITION, position=Position.of({6: 2, 13: 13}, {1: 2})),
                a_turn(1, (2, 1), "6/4 6/5"), a_turn(0, (3, 1), "1/off(2)"),
                a_turn(1, (2, 1), "13/11 13/12"), a_turn(1, (2, 1), "13/11 13/12"),
            ],
            "turn.after_end",
        ),
        (
            [
                a_turn(0, (3, 1), "8/5 6/5"), Action(1, Kind.TAKE), a_turn(1, (3, 1), "8/5 6/5"),
                a_turn(1, (4, 2), "8/4 6/4"),
            ],
            "turn.out_of_order",
        ),
    ],
)  # fmt: skip
def test_what_follows_a_short_way_is_judged_by_where_it_led(actions: list[Action], code: str) -> None:
    game = GameRecord(1, (0, 0), tuple(actions))

    short, long = (judged(judge(1, game, STANDARD, 12), game) for judge in (GameJudge, LongWay))

    assert short == long
    assert short.findings[-1][1].code == code
