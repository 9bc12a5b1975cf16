"""A refusal keeps its code and facts wherever it goes, into another process too."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from rules.errors import RuleBroken
from rules.files.formats import read_match
from rules.match.terms import Side

MATCH = Path(__file__).parent / "data" / "selfplay" / "mat" / "m034_L03.mat"


class Late(RuleBroken):
    """A refusal of an application, with an attribute and a signature of its own."""

    def __init__(self, minutes: int) -> None:
        super().__init__("match.late", minutes=minutes)
        self.status = 409


REFUSALS = [
    RuleBroken("key.empty"),
    RuleBroken("game.winner", winner="nobody", winners=[*Side]),
    RuleBroken("penalty.pace", grace=timedelta(minutes=-5), each=timedelta()),
    RuleBroken("play.larger_die", code="a fact may have this name too", self=1),
    Late(7),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_refusal_is_the_same_after_pickling(refusal: RuleBroken, protocol: int) -> None:
    back = pickle.loads(pickle.dumps(refusal, protocol))  # noqa: S301 -- pickled one line above

    assert (type(back), back.code, back.facts, str(back)) == (type(refusal), refusal.code, refusal.facts, str(refusal))
    assert back.__dict__ == refusal.__dict__


def test_a_refusal_can_be_copied_with_its_notes() -> None:
    refusal = RuleBroken("file.rows", most=1000)
    refusal.add_note("while the club's archive was imported")

    for back in (copy.copy(refusal), copy.deepcopy(refusal)):
        assert (back.code, back.facts, back.__notes__) == ("file.rows", {"most": 1000}, refusal.__notes__)


def test_one_unreadable_file_does_not_end_a_pool_of_processes() -> None:
    content = MATCH.read_bytes()
    files = [content, b"nothing that could be a match", content]

    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        good, bad, later = [pool.submit(read_match, file) for file in files]
        with pytest.raises(RuleBroken) as refused:
            bad.result(timeout=60)

        assert (refused.value.code, refused.value.facts) == (
            "file.unknown",
            {"starts": "nothing that could be a match"},
        )
        assert good.result(timeout=60) == later.result(timeout=60) == read_match(content)
