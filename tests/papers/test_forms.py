"""Score cards and result slips: filled in as far as it is known, nothing over the edge, nothing over another."""

import io
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from django.utils import translation
from pypdf import PdfReader

from paper.codes import QUIET, make_code
from rules.draws.derive import Status
from rules.errors import RuleBroken
from rules.formats.course import courses
from rules.formats.registry import compile_plan, read_format
from tests.papers.printed import needs_poppler, outside, overlapping, printed
from tests.papers.test_link_slips import photographed
from tournaments.papers.slips.card_lines import COLUMNS
from tournaments.papers.slips.result_slips import match_slip_pdf, slips_pdf
from tournaments.papers.slips.score_cards import CODE, TOP, score_cards_pdf
from tournaments.papers.slips.stacks import Form, Stack
from tournaments.read.matches.from_row import match_view
from tournaments.read.matches.row import MatchRow
from tournaments.read.matches.view import MatchView
from tournaments.words.papers.sheets import score_card_heads

HERE = "http://192.168.178.23:8000"

LONG = "Maria del Carmen Fernández de Oñate"
NAMES = [
    "Petra Horvat",
    LONG,
    "عبد الرحمن بن خالد الحسيني",
    "Νικόλαος Παπαδημητρίου",
    "Дмитрий Петров-Водкин",
    "X" * 60,
]


A1 = courses(compile_plan(4, read_format({})))[0]


def a_view(
    code: str, length: int, names: tuple[str, str] = ("", ""), start: tuple[int, int] = (0, 0), table: str = ""
) -> MatchView:
    """Return a match of two players, of whom one without a name is not known yet."""
    top, bottom = (number if name else None for number, name in enumerate(names, start=1))
    columns: dict[str, Any] = dict.fromkeys(MatchRow._fields) | {
        "code": code, "length": length, "top": top, "bottom": bottom, "table": table,
        "status": int(Status.OPEN if top and bottom else Status.WAITING),
        "start_first": top, "start_points": start[0], "start_second": start[1],
    }  # fmt: skip
    return match_view(MatchRow(**columns), dict(enumerate(names, start=1)), A1, lambda _: ())


def a_form(code: str = "A1", length: int = 7, start: tuple[int, int] = (0, 0), table: str = "") -> Form:
    at = int(code[1:])
    names = NAMES[at % len(NAMES)], NAMES[(at + 1) % len(NAMES)]
    return Form(a_view(code, length, names, start, table), ("", ""))


def a_stack(*forms: Form, crawford: bool = True, holland: bool = False) -> Stack:
    return Stack("Bilbao Autumn Open", "Main", 118, forms, crawford, holland)


def a_round(matches: int = 32, length: int = 7) -> Stack:
    forms = (a_form(f"A{n}", length, (n % 3, 0), str(n) if n % 2 else "") for n in range(1, matches + 1))
    return a_stack(*forms)


def text_of(made: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages)


@needs_poppler
@pytest.mark.parametrize(("paper", "rows"), [("A5", 1), ("A4", 2), ("Letter", 2)])
@pytest.mark.parametrize("length", [1, 2, 3, 7, 25])
@pytest.mark.parametrize("address", ["", HERE])
def test_nothing_on_a_card_leaves_it_or_meets_another(paper: str, rows: int, length: int, address: str) -> None:
    unknown = Form(a_view("B2", length, table="Balcony, on the left 12"), ("winner of A3", "loser of A4"))

    stack = a_stack(*a_round(6, length).forms, unknown, holland=True)
    for page in printed(score_cards_pdf(stack, paper, address)):
        assert outside(page, rows=rows) == []
        assert overlapping(page) == []


@needs_poppler
@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_code_on_the_card_leads_to_its_match(language: str, tmp_path: Path) -> None:
    form = a_form("A6", 7)
    with translation.override(language):
        page = photographed(score_cards_pdf(a_stack(form), "A5", HERE), tmp_path)

    code = make_code(f"{HERE}/matches/{form.match.id}/", boost_error=False)
    modules = len(code.matrix)
    module = CODE / (modules + 2 * QUIET)
    # The first card stands on the left, in a language that is read from the right on the right.
    left = 105 - 2 - CODE if language == "en" else 105 + 2
    at = [(QUIET + step + 0.5) * module for step in range(modules)]
    seen = [[page.at(left + x, TOP + y) < 128 for x in at] for y in at]
    assert seen == [[*map(bool, row)] for row in code.matrix]


@needs_poppler
@pytest.mark.parametrize(("paper", "rows"), [("A4", 4), ("A5", 2), ("Letter", 4)])
def test_nothing_on_a_slip_leaves_it_or_meets_another(paper: str, rows: int) -> None:
    unknown = Form(a_view("B2", 9, table="Balcony, on the left 12"), ("winner of A3", "winner of A4"))

    for page in printed(slips_pdf(a_stack(*a_round(6).forms, unknown), paper)):
        assert outside(page, rows=rows) == []
        assert overlapping(page) == []


@needs_poppler
@pytest.mark.parametrize("language", ["en", "ar"])
def test_cards_and_slips_are_mirrored_where_the_language_is(language: str) -> None:
    with translation.override(language):
        pages = [printed(make(a_round(2), "A4"))[0] for make in (score_cards_pdf, slips_pdf)]

    for page in pages:
        code = next(word for word in page.words if word.text == "A1")
        from_left, from_right = code.left % (page.width / 2), page.width / 2 - code.right % (page.width / 2)
        assert outside(page) == []
        assert overlapping(page) == []
        assert round(from_right if language == "en" else from_left) == 7


@pytest.mark.parametrize(("paper", "pages"), [("A5", 32), ("A4", 16), ("Letter", 16)])
def test_a_round_of_thirty_two_takes_two_cards_a_match(paper: str, pages: int) -> None:
    reader = PdfReader(io.BytesIO(score_cards_pdf(a_round(), paper)))

    text = "\n".join(page.extract_text() for page in reader.pages)
    assert len(reader.pages) == pages
    assert text.count("signed by the opponent") == 64
    assert all(name in text for name in NAMES[:2])


def test_a_card_says_who_plays_whom_to_what_from_where() -> None:
    text = text_of(score_cards_pdf(a_stack(a_form("A6", 7, (2, 0), "12"))))

    words = (
        "A6",
        "Petra Horvat",
        LONG,
        "against",
        "to 7 points",
        "Table 12",
        "Crawford game played",
        "running",
        "code",
    )
    assert {word: text.count(word) for word in words} == dict.fromkeys(words, 2)
    assert (text.count("starts 2–0"), text.count("starts 0–2")) == (1, 1)
    assert text.count("post-Crawford from game") == 2


@needs_poppler
@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_every_head_of_a_card_stands_in_the_middle_of_its_column(language: str) -> None:
    with translation.override(language):
        heads = score_card_heads(cube=True)
        page = printed(score_cards_pdf(a_round(1), "A5"))[0]

    edges = [7 + 91 * part for part in (0, *COLUMNS, 1)]
    middles = [(word.text, (word.left + word.right) / 2) for word in page.words if 48 < word.top < 52]
    middle = {head: 210 - at if language == "ar" else at for head, at in middles if (at < 105) is (language != "ar")}
    assert [middle[head] for head in heads] == pytest.approx(list(map(fmean, pairwise(edges))), abs=0.6)


@needs_poppler
def test_a_card_has_room_for_every_game_of_a_short_match_and_for_fourteen_of_a_long_one() -> None:
    def rows(length: int) -> str:
        page = printed(score_cards_pdf(a_stack(a_form("A1", length)), "A5"))[0]
        return [word.text for word in page.words if word.top > 53 and word.right < 20 and word.text.isdigit()][-1]

    assert [rows(length) for length in (1, 3, 5, 7, 25)] == ["3", "5", "9", "13", "14"]


def test_a_card_without_crawford_and_one_to_a_point_say_so() -> None:
    without = text_of(score_cards_pdf(a_stack(a_form(length=5), crawford=False)))
    to_one = text_of(score_cards_pdf(a_stack(a_form(length=1))))

    assert "no Crawford rule" in without
    assert "post-Crawford" not in without
    assert "no cube in a match to 1" in to_one


def test_a_card_of_players_to_come_leaves_their_lines_open() -> None:
    form = Form(a_view("B2", 9, ("", "Petra Horvat")), ("winner of A3", "winner of A4"))

    text = text_of(score_cards_pdf(a_stack(form)))

    assert text.count("winner of A3") == 2
    assert "winner of A4" not in text


def test_slips_stand_eight_on_a_page_with_names_to_cross_and_to_sign() -> None:
    reader = PdfReader(io.BytesIO(slips_pdf(a_round(16))))

    first = reader.pages[0].extract_text()
    assert len(reader.pages) == 2
    assert first.count("cross the winner") == 8
    assert first.count("to 7 points") == 8
    assert "(1)" in first


def test_the_slip_of_a_match_is_for_the_desk_and_for_the_winner() -> None:
    text = text_of(match_slip_pdf(a_stack(a_form("A6"))))

    assert text.count("cross the winner") == 2
    assert "for the desk" in text
    assert "for the winner" in text


def test_a_paper_without_cards_is_refused() -> None:
    for make in (score_cards_pdf, slips_pdf):
        with pytest.raises(RuleBroken, match=r"paper\.unknown"):
            make(a_stack(a_form()), "A1")


def test_hostile_names_are_printed_as_they_stand() -> None:
    form = Form(a_view("A1", 5, ("<img src=x>", '"><script>1</script>'), table="<b>4</b>"), ("", ""))

    text = text_of(score_cards_pdf(a_stack(form))) + text_of(slips_pdf(a_stack(form)))

    assert text.count("<img src=x>") >= 3
    assert "<script>1</script>" in text
    assert "<b>4</b>" in text
