"""The notation of lower brackets: what it says, what is refused, and the numbers of docs/rules/lower-brackets.md."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draws.plan import From
from rules.draws.written import read_plan
from rules.errors import RuleBroken
from rules.formats.knockout import Consolation
from rules.formats.lengths import Lengths
from rules.formats.notation.compass import compass
from rules.formats.notation.compiler import Compiled, Structure, compile_structure
from rules.formats.notation.parser import Notation, parse
from rules.formats.notation.presets import PRESETS, preset, shifts
from rules.formats.registry import compile_plan
from rules.timing.scorecard import scorecard, scorecard_of_plan
from tests.depth import and_long
from tests.rules.formats.test_drops import LABELS
from tests.rules.knockouts import knockout

UNSHIFTED = {
    8: "A.B.|",
    16: "A.B.|.C.|",
    32: "A.B.|.C.|.D.|",
    64: "A.B.|.C.|.D.|.E.|",
    128: "A.B.|.C.|.D.|.E.|.F.|",
}

# Entrants, string, and how many play in each round: survivors, then the droppers of each letter.
QUOTED: list[tuple[int, str, list[list[int]]]] = [
    (16, "A.B.C.D.|.X", [[0, 8], [4, 4], [4, 2], [3, 1], [2]]),
    (32, "A.B.C.D.|.|.E.X", [[0, 16], [8, 8], [8, 4], [6, 2], [4], [2], [1, 1]]),
    (32, "A.B.|.C.D.E.|.X", [[0, 16], [8, 8], [8], [4, 4], [4, 2], [3, 1], [2]]),
    (128, "A.B.C.D.|.E.F.|.|.G.X",
     [[0, 64], [32, 32], [32, 16], [24, 8], [16], [8, 4], [6, 2], [4], [2], [1, 1]]),
    (128, "A.B.C.D.|.|.E.F.G.|.X",
     [[0, 64], [32, 32], [32, 16], [24, 8], [16], [8], [4, 4], [4, 2], [3, 1], [2]]),
    (128, "A.B.|.C.D.E.|.F.G.|.X",
     [[0, 64], [32, 32], [32], [16, 16], [16, 8], [12, 4], [8], [4, 2], [3, 1], [2]]),
    (128, "A.B.C.D.E.F.|.G.|.X",
     [[0, 64], [32, 32], [32, 16], [24, 8], [16, 4], [10, 2], [6], [3, 1], [2]]),
    (32, "A.B.C.D.|.|", [[0, 16], [8, 8], [8, 4], [6, 2], [4], [2]]),
    (64, "A.B.|.C.D.E.|.|", [[0, 32], [16, 16], [16], [8, 8], [8, 4], [6, 2], [4], [2]]),
    (48, "AB.|.C.D.E.|.|", [[0, 16, 16], [16], [8, 8], [8, 4], [6, 2], [4], [2]]),
    (48, "A.B.C.DE.|.|.|", [[0, 16], [8, 16], [12, 8], [10, 4, 2], [8], [4], [2]]),
    (24, "AB.C.D.|.|", [[0, 8, 8], [8, 4], [6, 2], [4], [2]]),
]  # fmt: skip

QUOTED_THIRD: list[tuple[int, str, str, list[list[int]]]] = [
    (24, "AB.C.D.|.|", "H.I.|", [[0, 4], [2, 2], [2]]),
    (48, "AB.|.C.D.E.|.|", "FG.H.I.J.K.|.|", [[0, 16, 8], [12, 8], [10, 6], [8, 4], [6, 2], [4], [2]]),
    (48, "A.B.C.DE.|.|.|", "FG.G.H.I.J.K.|.|", [[0, 8, 8], [8, 4], [6, 10], [8, 8], [8, 4], [6, 2], [4], [2]]),
]


def made(entrants: int, lower: str, third: str = "", *, byes: bool = False) -> Compiled:
    below = parse(third, has_finals=False) if third else None
    return compile_structure(entrants, Structure(parse(lower), below, byes=byes))


def refusal(entrants: int, lower: str, third: str = "") -> tuple[str, dict[str, object]]:
    with pytest.raises(RuleBroken) as refused:
        made(entrants, lower, third)
    return refused.value.code, refused.value.facts


# --- Reading


@pytest.mark.parametrize("text", [*UNSHIFTED.values(), *(text for _, text, _ in QUOTED)])
def test_a_quoted_string_is_printed_as_it_was_read(text: str) -> None:
    assert parse(text).text == text
    assert parse(f" {text.lower()}. ") == parse(text)


def test_the_signs_mean_what_the_page_says() -> None:
    assert parse("AB.|.C.X.R") == Notation(("AB", "", "C"), crossing=True, recharge=True)
    assert parse("A.B.XR").text == "A.B.X.R"
    assert parse("Q.R.X.|", has_finals=False) == Notation(("Q", "R", "X", ""))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation.empty"),
        (" . ", "notation.empty"),
        ("A" * 201, "notation.long"),
        ("A..B", "notation.round"),
        (".A", "notation.round"),
        ("A.B2", "notation.sign"),
        ("A|.B", "notation.sign"),
        ("Ä.B", "notation.sign"),
        ("|.A", "notation.start"),
        ("X", "notation.start"),
        ("AA.B", "notation.twice"),
        ("B.A", "notation.order"),
        ("BA", "notation.order"),
        ("A.X.B", "notation.finals"),
        ("A.B.R", "notation.finals"),
        ("A.X.X", "notation.finals"),
    ],
)
def test_an_unreadable_string_is_refused_by_name(text: str, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        parse(text)

    assert refused.value.code == code


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ABCDX R.|", max_size=14))
def test_any_text_is_refused_by_name_or_read_back(text: str) -> None:
    try:
        notation = parse(text)
    except RuleBroken as refused:
        code = refused.code
    else:
        code = "notation." if parse(notation.text) == notation else "changed"

    assert code.startswith("notation.")


# --- The numbers


@pytest.mark.parametrize(("entrants", "text", "rounds"), QUOTED)
def test_every_quoted_string_works_out_as_published(entrants: int, text: str, rounds: list[list[int]]) -> None:
    compiled = made(entrants, text)

    assert [[each.survivors, *(count for _, count in each.drops)] for each in compiled.lower] == rounds
    assert compiled.field == entrants
    assert sum(each.matches for each in compiled.lower) == entrants - (2 if "X" in text else 3)


@pytest.mark.parametrize(("entrants", "lower", "third", "rounds"), QUOTED_THIRD)
def test_every_quoted_third_bracket_works_out(entrants: int, lower: str, third: str, rounds: list[list[int]]) -> None:
    compiled = made(entrants, lower, third)

    assert [[each.survivors, *(count for _, count in each.drops)] for each in compiled.third] == rounds
    assert compiled.first_letter == "F"


def test_six_of_twenty_get_a_partial_last_chance() -> None:
    compiled = made(24, "AB.C.D.|.|", "H.I.|")

    losers = sum(each.matches for each in compiled.lower[:-1])
    entering = sum(count for each in compiled.third for _, count in each.drops)
    assert (losers, entering) == (20, 6)


@pytest.mark.parametrize(
    ("entrants", "text", "at"), [(16, "A.B.C.|", 4), (64, "A.B.C.D.|.E.|", 7), (64, "A.B.C.DE.|.|.|", 5)]
)
def test_a_string_that_hits_an_odd_count_names_the_round(entrants: int, text: str, at: int) -> None:
    code, facts = refusal(entrants, text)

    assert (code, facts["at"]) == ("notation.odd", at)


def test_an_odd_round_gives_a_bye_where_that_is_wanted() -> None:
    compiled = made(16, "A.B.C.|.|", byes=True)

    assert [(each.matches, each.bye) for each in compiled.lower] == [
        (4, False), (4, False), (3, False), (1, True), (1, False),
    ]  # fmt: skip
    assert scorecard(compiled).matches["consolation"] == 13


@pytest.mark.parametrize(
    ("entrants", "lower", "third", "code"),
    [
        (16, "A.B.|.C.|.E", "", "notation.letter"),
        (16, "A.B.|", "", "notation.unfinished"),
        (8, "A.B.|.|", "", "notation.alone"),
        (16, "A.B.|.C.|.X", "", "notation.champions"),
        (4, "A.B.B.X", "", "notation.split"),
        (16, "A.B.|.C.|", "C.|", "notation.spent"),
        (16, "A.B.|.C.|", "EF.Z", "notation.letter"),
        (1, "A", "", "draw.field"),
    ],
)
def test_a_structure_that_cannot_be_is_refused_by_name(entrants: int, lower: str, third: str, code: str) -> None:
    assert refusal(entrants, lower, third)[0] == code


def test_a_field_between_two_sizes_takes_the_structure_of_the_next_that_works_out() -> None:
    compiled = made(45, "A.B.C.DE.|.|.|")

    assert (compiled.field, compiled.structural_byes) == (48, 16)
    assert scorecard(compiled).matches == {"main": 44, "consolation": 42}


# --- The plan


@pytest.mark.parametrize(("size", "text"), UNSHIFTED.items())
def test_an_unshifted_string_is_the_progressive_consolation(size: int, text: str) -> None:
    lengths = {"main": Lengths(7), "consolation": Lengths(5)}
    usual = compile_plan(size, knockout(Consolation.PROGRESSIVE, Lengths(7), Lengths(5)))

    plan = compile_structure(size, Structure(parse(text), lengths=lengths)).plan

    assert (plan.matches, plan.brackets) == (usual.matches, usual.brackets)


@pytest.mark.parametrize(("size", "letter"), sorted(LABELS))
def test_drop_labels_equal_the_table(size: int, letter: str) -> None:
    assert list(made(size, UNSHIFTED[size]).drops[letter]) == LABELS[size, letter]


@pytest.mark.parametrize(("size", "expected"), [(8, 0.25), (16, 0.406), (32, 0.410), (64, 0.372), (128, 0.389)])
def test_expected_rematches_equal_the_column_of_bit_reversal(size: int, expected: float) -> None:
    assert scorecard(made(size, UNSHIFTED[size])).rematches == pytest.approx(expected, abs=0.0006)


@pytest.mark.parametrize("entrants", [*and_long([*range(3, 18), 33, 48, 65, 129, 256], range(18, 256))])
def test_a_progressive_bracket_has_three_matches_fewer_than_entrants(entrants: int) -> None:
    assert (
        scorecard(compile_structure(entrants, preset("progressive", entrants))).matches["consolation"] == entrants - 3
    )


@pytest.mark.parametrize(("entrants", "text", "most"), [(32, "A.B.C.D.|.|", 0.65), (48, "A.B.C.DE.|.|.|", 0.41)])
def test_the_search_keeps_rematches_low(entrants: int, text: str, most: float) -> None:
    rematches = scorecard(made(entrants, text)).rematches

    assert rematches is not None
    assert rematches < most


@settings(max_examples=12, deadline=None)
@given(st.integers(9, 40), st.sampled_from(sorted(PRESETS)))
def test_every_loser_drops_to_one_place_and_every_plan_is_read_back(entrants: int, name: str) -> None:
    plan = compile_structure(entrants, preset(name, entrants)).plan

    sources = [side for match in plan.matches for side in (match.top, match.bottom)]
    assert len(set(sources)) == len(sources)
    assert all(side.kind is From.LINE or side.of < at for at, match in enumerate(plan.matches)
               for side in (match.top, match.bottom))  # fmt: skip
    assert len({match.code for match in plan.matches}) == len(plan.matches)
    assert read_plan(plan.text()) == plan


# --- Presets


@pytest.mark.parametrize(
    ("name", "lower", "third"),
    [
        ("first_loser", "A.|.|.|", None),
        ("progressive", "A.B.|.C.|.D.|", None),
        ("second_consolation", "A.B.|.C.|.D.|", "FG.H.IJ.K.|.|"),
        ("last_chance_partial", "A.B.|.C.|.D.|", "FG.|.|.|"),
        ("double_elimination", "A.B.|.C.|.D.|.E.X", None),
        ("double_elimination_recharge", "A.B.|.C.|.D.|.E.X.R", None),
        ("fighters", "A.B.|.C", None),
        ("denver", "A.B.|.C.|.D.|.E", None),
    ],
)
def test_presets_of_32_are_these_strings(name: str, lower: str, third: str | None) -> None:
    structure = preset(name, 32)

    assert (structure.lower.text, structure.third and structure.third.text) == (lower, third)


def test_the_published_shifts_of_double_elimination_are_among_all_shifts() -> None:
    published = {(entrants, text.removesuffix(".X")) for entrants, text, _ in QUOTED if text.endswith("X")}

    every = {(size, each.text) for size in (16, 32, 128) for each in shifts(size, finalist=True)}

    assert published <= every


def test_unknown_presets_and_small_fields_are_refused() -> None:
    with pytest.raises(RuleBroken, match=r"preset\.unknown"):
        preset("swiss", 16)
    with pytest.raises(RuleBroken, match=r"preset\.field"):
        preset("fighters", 8)


def test_fighters_play_out_the_last_eight() -> None:
    plan = compile_structure(64, preset("fighters", 64)).plan

    last = [match for match in plan.matches if match.bracket == "main" and match.round == 5]
    assert [(plan.matches[each.top.of].bracket, plan.matches[each.bottom.of].bracket) for each in last] == [
        ("main", "consolation")
    ] * 4
    card = scorecard_of_plan(plan, 64)
    assert card.matches == {"main": 67, "consolation": 56}
    assert card.rematches is not None
    assert card.rematches < 0.4


def test_a_compass_of_16_has_eight_brackets() -> None:
    card = scorecard_of_plan(compass(16, {"main": Lengths(7)}), 16)

    assert card.matches == {
        "main": 15, "west": 7, "north": 3, "south": 3,
        "northeast": 1, "southwest": 1, "northwest": 1, "southeast": 1,
    }  # fmt: skip
    assert card.rematches == 0


# --- The scorecard


def test_two_byes_and_gaps_are_counted() -> None:
    card = scorecard(made(48, "AB.|.C.D.E.|.|"))

    assert (card.gap, card.two_byes, card.minutes) == (2, 0, 693)
    assert [each.kept for each in card.demands] == [True, True]


@pytest.mark.parametrize(
    ("entrants", "text", "broken"),
    [
        (32, "A.B.C.D.|.|.E", [("levels", ""), ("jumps", "L")]),
        (16, "ABC.|.|.|", [("levels", "E"), ("jumps", "")]),
    ],
)
def test_a_broken_demand_names_its_round(entrants: int, text: str, broken: list[tuple[str, str]]) -> None:
    card = scorecard(made(entrants, text, byes=True))

    assert [(each.name, each.broken_at) for each in card.demands] == broken
