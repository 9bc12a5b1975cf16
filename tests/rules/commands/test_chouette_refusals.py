"""Actions that cannot have happened: each is refused with its code and its place, and leaves the session as it was.

Box A, crew B (captain), C and D. The last action of the last game is the one that is refused.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main
from rules.commands.cases import Field
from rules.commands.club.chouette import read_session
from rules.errors import RuleBroken

type Words = dict[str, Any]

PEOPLE = ["A", "B", "C", "D"]
MULTI: Words = {"cubes": "multi"}
EXTRAS: Words = {"extras": "lone_taker_may_refuse"}
BEAVERS: Words = {"counter_double": "beaver"}
RACCOONS: Words = {"counter_double": "beaver_raccoon"}
TEAM_DOUBLES, BOX_DOUBLES = {"do": "team_doubles"}, {"do": "box_doubles"}
UNDO, UNDO_GAME = {"do": "undo"}, {"do": "undo_game"}


def options(*parts: Words, **words: Any) -> Words:
    return {word: value for part in (*parts, words) for word, value in part.items()}


def answers(do: str, given: str | Words) -> Words:
    return {"do": do, ("answer" if isinstance(given, str) else "answers"): given}


def box(given: str | Words) -> Words:
    return answers("box_answers", given)


def crew(**given: str) -> Words:
    return answers("team_answers", given)


def beavers(given: str | Words) -> Words:
    return answers("beaver_answers", given)


def raccoons(given: str | Words) -> Words:
    return answers("raccoon_answers", given)


def by(*who: str) -> Words:
    return {"do": "team_doubles", "by": list(who)}


def to(*who: str) -> Words:
    return {"do": "box_doubles", "to": list(who)}


def won(side: str = "box", kind: str = "single") -> Words:
    return {"do": "win", "side": side, "kind": kind}


def settle(first: str, second: str, pays: str, points: int) -> Words:
    return {"do": "settle", "between": [first, second], "pays": pays, "points": points}


def extra(holder: str, against: str) -> Words:
    return {"do": "extra", "holder": holder, "against": against}


def join(who: str) -> Words:
    return {"do": "join", "who": who}


def leave(who: str) -> Words:
    return {"do": "leave", "who": who}


def ties(number: int) -> Words:
    return {"do": "ties", "n": number}


DOUBLES_AND_ANSWERS: list[tuple[str, Words, list[list[Any]], str]] = [
    ("win while a double is open", {}, [[TEAM_DOUBLES, won()]], "chouette.unanswered"),
    ("win while box double open", {}, [[BOX_DOUBLES, won()]], "chouette.unanswered"),
    ("win while beaver open", BEAVERS, [[TEAM_DOUBLES, box("beaver"), won()]], "chouette.unanswered"),
    ("win while raccoon open", RACCOONS, [[TEAM_DOUBLES, box("beaver"), beavers("raccoon"), won()]],
     "chouette.unanswered"),
    ("team doubles, box owns", {}, [[TEAM_DOUBLES, box("take"), TEAM_DOUBLES]], "chouette.no_double"),
    ("box doubles, team owns", {}, [[BOX_DOUBLES, crew(B="take", C="take", D="take"), BOX_DOUBLES]],
     "chouette.no_double"),
    ("box answers nothing", {}, [[box("take")]], "chouette.no_offer"),
    ("team answers nothing", {}, [[crew(B="take", C="take", D="take")]], "chouette.no_offer"),
    ("team answers its own double", {}, [[TEAM_DOUBLES, crew(B="take", C="take", D="take")]], "chouette.no_offer"),
    ("box answers its own", {}, [[BOX_DOUBLES, box("take")]], "chouette.no_offer"),
    ("one answer missing", {}, [[BOX_DOUBLES, crew(B="take", C="take")]], "chouette.answers"),
    ("answer of a stranger", {}, [[BOX_DOUBLES, crew(B="take", C="take", D="take", Z="take")]], "chouette.answers"),
    ("answer of the box", {}, [[BOX_DOUBLES, crew(A="take", B="take", C="take", D="take")]], "chouette.answers"),
    ("answer of one who is out", {}, [[BOX_DOUBLES, crew(B="take", C="take", D="pass"), TEAM_DOUBLES,
     box("take"), BOX_DOUBLES, crew(B="take", C="take", D="take")]], "chouette.answers"),
    ("beaver when none (box)", {}, [[TEAM_DOUBLES, box("beaver")]], "chouette.no_beaver"),
    ("beaver when none (team)", {}, [[BOX_DOUBLES, crew(B="beaver", C="take", D="take")]], "chouette.no_beaver"),
    ("crew member beavers single", BEAVERS, [[BOX_DOUBLES, crew(B="take", C="beaver", D="take")]],
     "chouette.captain_beavers"),
    ("two beavers single", BEAVERS, [[BOX_DOUBLES, crew(B="beaver", C="beaver", D="take")]],
     "chouette.captain_beavers"),
    ("raccoon when only beavers", BEAVERS, [[TEAM_DOUBLES, box("beaver"), beavers("raccoon")]],
     "chouette.no_raccoon"),
    ("raccoon without beaver", RACCOONS, [[TEAM_DOUBLES, box("raccoon")]], "chouette.answer"),
    ("raccoon answers without raccoon", RACCOONS, [[TEAM_DOUBLES, box("beaver"), raccoons("accept")]],
     "chouette.no_offer"),
    ("beaver answers without beaver", BEAVERS, [[TEAM_DOUBLES, box("take"), beavers("accept")]], "chouette.no_offer"),
    ("beaver passed not allowed", options(BEAVERS, beaver_decline="not_allowed"), [[TEAM_DOUBLES,
     box("beaver"), beavers("pass")]], "chouette.no_decline"),
    ("raccoon passed not allowed", options(RACCOONS, beaver_decline="not_allowed"), [[TEAM_DOUBLES,
     box("beaver"), beavers("raccoon"), raccoons("pass")]], "chouette.no_decline"),
    ("raccoon raccooned", RACCOONS, [[TEAM_DOUBLES, box("beaver"), beavers("raccoon"), raccoons("raccoon")]],
     "chouette.answer"),
    ("accept a double", {}, [[TEAM_DOUBLES, box("accept")]], "chouette.answer"),
    ("take a beaver", BEAVERS, [[TEAM_DOUBLES, box("beaver"), beavers("take")]], "chouette.answer"),
    ("answer twice", {}, [[TEAM_DOUBLES, box("take"), box("take")]], "chouette.no_offer"),
    ("double on a double", {}, [[TEAM_DOUBLES, TEAM_DOUBLES]], "chouette.unanswered"),
    ("box doubles while team double open", {}, [[TEAM_DOUBLES, BOX_DOUBLES]], "chouette.unanswered"),
    ("crew doubles in single", {}, [[by("C")]], "chouette.not_captain"),
    ("box in by", MULTI, [[by("A")]], "chouette.no_double"),
    ("box doubles itself", MULTI, [[to("A")]], "chouette.no_double"),
    ("stranger in by", MULTI, [[by("Z")]], "chouette.no_double"),
    ("by empty", MULTI, [[by()]], "chouette.no_one"),
    ("no by in multi", MULTI, [[TEAM_DOUBLES]], "chouette.no_one"),
    ("by twice", MULTI, [[by("B", "B")]], "chouette.twice"),
    ("to twice", MULTI, [[to("B", "B")]], "chouette.twice"),
    ("by without access", MULTI, [[by("B"), box({"B": "take"}), by("B", "C")]], "chouette.no_double"),
    ("to without access", MULTI, [[to("B"), crew(B="take"), to("B")]], "chouette.no_double"),
    ("by one who is out", MULTI, [[to("B"), crew(B="pass"), by("B")]], "chouette.no_double"),
    ("to one who is out", MULTI, [[to("C"), crew(C="pass"), to("C")]], "chouette.no_double"),
    ("answers for a cube not turned", MULTI, [[by("B"), box({"B": "take", "C": "take"})]], "chouette.answers"),
    ("answer left out", MULTI, [[by("B", "C"), box({"B": "take"})]], "chouette.answers"),
    ("one answer for two cubes", MULTI, [[by("B", "C"), box("take")]], "chouette.answers"),
    ("team answer not offered", MULTI, [[to("B"), crew(C="take")]], "chouette.answers"),
    ("box drops captain with duty", options(MULTI, box_must_take_captain=True), [[by("B", "C", "D"),
     box({"B": "pass", "C": "take", "D": "take"})]], "chouette.take_captain"),
    ("box drops captain with duty, beavers another", options(MULTI, BEAVERS, box_must_take_captain=True),
     [[by("B", "C"), box({"B": "pass", "C": "beaver"})]], "chouette.take_captain"),
    ("LA: doubles another not captain", options(MULTI, la_rules=True), [[to("C")]], "chouette.double_captain"),
    ("lone taker takes", options(BEAVERS, lone_taker_must_beaver=True), [[BOX_DOUBLES, crew(B="pass",
     C="take", D="pass")]], "chouette.must_beaver"),
    ("lone taker takes multi", options(MULTI, BEAVERS, lone_taker_must_beaver=True), [[to("B", "C"),
     crew(B="pass", C="take")]], "chouette.must_beaver"),
    ("max doublings", options(max_doublings=1), [[TEAM_DOUBLES, box("take"), BOX_DOUBLES]], "chouette.no_double"),
    ("max doublings beaver", options(BEAVERS, max_doublings=1), [[TEAM_DOUBLES, box("beaver")]],
     "chouette.no_beaver"),
    ("max raccoon", options(RACCOONS, max_doublings=2), [[TEAM_DOUBLES, box("beaver"), beavers("raccoon")]],
     "chouette.no_raccoon"),
    ("max multi", options(MULTI, max_doublings=1), [[by("B"), box({"B": "take"}), to("B", "C")]],
     "chouette.no_double"),
]  # fmt: skip

EXTRAS_AND_SETTLEMENTS: list[tuple[str, Words, list[list[Any]], str]] = [
    ("extra when off", {}, [[BOX_DOUBLES, crew(B="pass", C="take", D="pass"), extra("B", "C")]],
     "chouette.no_extras"),
    ("extra, two takers", EXTRAS, [[BOX_DOUBLES, crew(B="pass", C="take", D="take"), extra("B", "C")]],
     "chouette.no_extra"),
    ("extra by taker", EXTRAS, [[BOX_DOUBLES, crew(B="pass", C="take", D="pass"), extra("C", "C")]],
     "chouette.no_extra"),
    ("extra by box", EXTRAS, [[BOX_DOUBLES, crew(B="pass", C="take", D="pass"), extra("A", "C")]],
     "chouette.no_extra"),
    ("extra against box", EXTRAS, [[BOX_DOUBLES, crew(B="pass", C="take", D="pass"), extra("B", "A")]],
     "chouette.no_extra"),
    ("extra against dropper", EXTRAS, [[BOX_DOUBLES, crew(B="pass", C="take", D="pass"), extra("B", "D")]],
     "chouette.no_extra"),
    ("extra twice", EXTRAS, [[BOX_DOUBLES, crew(B="pass", C="take", D="pass"), extra("B", "C"), extra("B",
     "C")]], "chouette.no_extra"),
    ("extra later", EXTRAS, [[BOX_DOUBLES, crew(B="pass", C="take", D="pass"), TEAM_DOUBLES, extra("B",
     "C")]], "chouette.no_extra"),
    ("extra after take", EXTRAS, [[BOX_DOUBLES, crew(B="pass", C="take", D="pass"), TEAM_DOUBLES,
     box("take"), extra("B", "C")]], "chouette.no_extra"),
    ("extra by earlier dropper", EXTRAS, [[BOX_DOUBLES, crew(B="pass", C="take", D="take"), TEAM_DOUBLES,
     box("take"), BOX_DOUBLES, crew(C="take", D="pass"), extra("B", "C")]], "chouette.no_extra"),
    ("extra at start", EXTRAS, [[extra("B", "C")]], "chouette.no_extra"),
    ("extra when all drop", EXTRAS, [[BOX_DOUBLES, crew(B="pass", C="pass", D="pass"), extra("B", "C")]],
     "chouette.over"),
    ("extra, box passes", EXTRAS, [[TEAM_DOUBLES, box("take"), extra("B", "C")]], "chouette.no_extra"),
    ("extra lone by offer", options(MULTI, EXTRAS), [[to("C"), crew(C="take"), extra("B", "C")]],
     "chouette.no_extra"),
    ("settle when off", {}, [[settle("A", "B", "A", 1)]], "chouette.no_settlements"),
    ("settle crew", options(settlements=True), [[settle("B", "C", "B", 1)]], "chouette.no_contract"),
    ("settle self", options(settlements=True), [[settle("A", "A", "A", 1)]], "chouette.no_contract"),
    ("settle one who is out", options(settlements=True), [[BOX_DOUBLES, crew(B="pass", C="take", D="take"),
     settle("A", "B", "B", 1)]], "chouette.no_contract"),
    ("settle twice", options(settlements=True), [[settle("A", "C", "C", 1), settle("A", "C", "C", 1)]],
     "chouette.no_contract"),
    ("settle third pays", options(settlements=True), [[settle("A", "B", "C", 1)]], "chouette.payer"),
    ("settle negative", options(settlements=True), [[settle("A", "B", "A", -1)]], "json.range"),
    ("settle stranger", options(settlements=True), [[settle("A", "Z", "A", 1)]], "chouette.no_contract"),
    ("settle nobody named pays", options(settlements=True), [[{"do": "settle", "between": ["A", "B"],
     "points": 2}]], "chouette.payer"),
]  # fmt: skip

PEOPLE_AND_UNDO: list[tuple[str, Words, list[list[Any]], str]] = [
    ("join mid-game", {}, [[TEAM_DOUBLES, join("E")]], "chouette.running"),
    ("leave mid-game", {}, [[TEAM_DOUBLES, leave("B")]], "chouette.running"),
    ("leave mid-game out", {}, [[BOX_DOUBLES, crew(B="pass", C="take", D="take"), leave("B")]], "chouette.running"),
    ("join present", {}, [[join("B")]], "chouette.present"),
    ("join box", {}, [[join("A")]], "chouette.present"),
    ("leave absent", {}, [[leave("Z")]], "chouette.absent"),
    ("leave twice", {}, [[leave("B"), leave("B")]], "chouette.absent"),
    ("play below three", {}, [[leave("B"), leave("C"), won()]], "chouette.closed"),
    ("undo nothing", {}, [[UNDO]], "chouette.nothing_to_undo"),
    ("undo game nothing", {}, [[UNDO_GAME]], "chouette.nothing_to_undo"),
    ("undo game late", {}, [[won()], [won(), UNDO_GAME]], "chouette.undo_first"),
    ("undo game after join", {}, [[won()], [join("E"), UNDO_GAME]], "chouette.undo_first"),
    ("undo finished of earlier list", {}, [[won()], [UNDO]], "chouette.nothing_to_undo"),
    ("undo join", {}, [[join("E"), UNDO]], "chouette.nothing_to_undo"),
    ("ties late", options(auto_limit=2), [[TEAM_DOUBLES, box("take"), ties(1)]], "chouette.begun"),
    ("ties twice", options(auto_limit=2), [[ties(1), ties(1)]], "chouette.begun"),
    ("ties negative", options(auto_limit=2), [[ties(-1)]], "json.range"),
    ("ties bool", options(auto_limit=2), [[ties(True)]], "json.kind"),
    ("after the end", {}, [[won(), won()]], "chouette.over"),
    ("after the end, pass all", {}, [[BOX_DOUBLES, crew(B="pass", C="pass", D="pass"), won("team")]],
     "chouette.over"),
]  # fmt: skip

WORDS: list[tuple[str, Words, list[list[Any]], str]] = [
    ("unknown do", {}, [[{"do": "roll"}]], "json.unknown"),
    ("no do", {}, [[{"side": "box"}]], "json.missing"),
    ("unknown key", {}, [[{**won(), "who": "B"}]], "json.unknown"),
    ("side unknown", {}, [[won("crew")]], "json.unknown"),
    ("kind unknown", {}, [[won("box", "double")]], "json.unknown"),
    ("who missing", {}, [[{"do": "join"}]], "json.missing"),
    ("empty name", {}, [[join("")]], "json.range"),
    ("answer unknown", {}, [[TEAM_DOUBLES, box("maybe")]], "json.unknown"),
    ("answers list", MULTI, [[by("B"), {"do": "box_answers", "answers": ["take"]}]], "json.kind"),
    ("answers empty", {}, [[BOX_DOUBLES, crew()]], "chouette.answers"),
    ("both answer forms", MULTI, [[by("B"), {"do": "box_answers", "answer": "take",
     "answers": {"B": "take"}}]], "json.unknown"),
    ("beaver answers wrong member", options(MULTI, BEAVERS), [[by("B", "C"), box({"B": "beaver",
     "C": "take"}), beavers({"C": "accept"})]], "chouette.answers"),
    ("beaver answers extra member", options(MULTI, BEAVERS), [[by("B", "C"), box({"B": "beaver",
     "C": "take"}), beavers({"B": "accept", "C": "accept"})]], "chouette.answers"),
    ("raccoon by beavering side", options(RACCOONS), [[BOX_DOUBLES, crew(B="beaver", C="take", D="take"),
     raccoons("accept")]], "chouette.no_offer"),
    ("snap", {}, [[TEAM_DOUBLES, {"do": "snap"}]], "json.unknown"),
    ("do a list", {}, [[{"do": ["win"]}]], "json.unknown"),
    ("not an object", {}, [["win"]], "json.kind"),
    ("resign single", {}, [[{"do": "resign", "who": "B", "side": "team", "kind": "single"}]], "chouette.one_cube"),
    ("partner when off", {}, [[{"do": "take_partner", "who": "C"}]], "chouette.no_partner"),
    ("refusal when off", {}, [[{"do": "refuse_opening", "side": "box"}]], "chouette.no_refusal"),
    ("between of three", options(settlements=True), [[{"do": "settle", "between": ["A", "B", "C"],
     "pays": "A", "points": 1}]], "json.range"),
    ("double of a settled cube", options(MULTI, settlements=True), [[settle("A", "B", "B", 1), by("B")]],
     "chouette.no_double"),
    ("answer of a settled double", options(MULTI, settlements=True), [[by("B", "C"), settle("A", "B", "B",
     1), box({"B": "take", "C": "take"})]], "chouette.answers"),
    ("box answers the team's raccoon twice", RACCOONS, [[TEAM_DOUBLES, box("beaver"), beavers("raccoon"),
     raccoons("accept"), raccoons("accept")]], "chouette.no_offer"),
    ("acting captain gone, old captain doubles", {}, [[BOX_DOUBLES, crew(B="pass", C="take", D="take"),
     by("B")]], "chouette.not_captain"),
]  # fmt: skip


EVERY = [*DOUBLES_AND_ANSWERS, *EXTRAS_AND_SETTLEMENTS, *PEOPLE_AND_UNDO, *WORDS]


def session(words: Words, games: list[list[Any]]) -> Words:
    return {"options": words, "people": PEOPLE, "order": PEOPLE, "games": [{"actions": each} for each in games]}


@pytest.mark.parametrize(("name", "words", "games", "code"), EVERY, ids=[each[0] for each in EVERY])
def test_an_impossible_action_is_refused_with_its_place_and_changes_nothing(
    name: str, words: Words, games: list[list[Any]], code: str
) -> None:
    replay = read_session(Field(session(words, [*games[:-1], games[-1][:-1]])))
    table, played = replay.table, replay.session

    with pytest.raises(RuleBroken) as refused:
        read_session(Field(session(words, games)))

    place = f"games[{len(games) - 1}].actions[{len(games[-1]) - 1}]"
    assert (refused.value.code, str(refused.value.facts["place"]).startswith(place)) == (code, True), name
    assert (replay.table, replay.session) == (table, played)


def test_a_refused_file_ends_the_command_with_2_and_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "session.json"
    for words, games in ((BEAVERS, [[TEAM_DOUBLES, won()]]), (MULTI, [[by("A")]]), (MULTI, [["win"]])):
        file.write_text(json.dumps(session(words, games)))

        assert main(["chouette", str(file)]) == 2
        printed = capsys.readouterr()
        assert (printed.out, printed.err.count("\n"), "Traceback" in printed.err) == ("", 1, False)
