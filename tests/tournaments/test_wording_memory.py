"""Every verb of the memory is said in a sentence, and whatever is said is text."""

import re
from pathlib import Path

from clubs.words.records import SENTENCES, plain_sentence, sentence

ROOT = Path(__file__).resolve().parent.parent.parent


def documented_verbs() -> list[str]:
    table = (ROOT / "docs" / "memory.md").read_text().partition("## Verbs")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return [verb for row in rows for verb in re.findall(r"`([a-z]+\.[a-z]+)`", row)]


def test_every_documented_verb_has_a_sentence() -> None:
    verbs = documented_verbs()

    assert len(verbs) >= 18
    assert [verb for verb in verbs if verb not in SENTENCES] == []


def test_a_verb_that_nobody_wrote_a_sentence_for_speaks_for_itself() -> None:
    assert sentence("cube.borrowed", {}) == "cube.borrowed"


def test_a_variant_wins_over_its_verb() -> None:
    words = {"code": "C3", "winner": "Ann", "loser": "Bob", "score": "7–3"}

    assert plain_sentence("match.finished", words) == "C3 Ann beat Bob 7–3"
    assert plain_sentence("match.finished", words, "no_show") == "C3 Bob did not come, Ann goes on"
    assert plain_sentence("match.finished", words, "sleepy") == "C3 Ann beat Bob 7–3"


def test_a_word_that_is_missing_leaves_the_rest_readable() -> None:
    assert plain_sentence("match.finished", {"code": "C3"}) == "C3 … beat … …"


def test_a_hostile_name_stays_text() -> None:
    text = sentence("entrant.entered", {"names": "<script>{count}</script>", "count": "1"}, "one")

    assert text == "<bdi>&lt;script&gt;{count}&lt;/script&gt;</bdi> entered"
