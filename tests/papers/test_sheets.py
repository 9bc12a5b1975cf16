"""The draw sheets as PDF: every name is there, whole; the words around the drawing; pages."""

import io
import random
import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from pypdf import PdfReader

from rules.draws.derive import Derived, Status, derive
from rules.draws.facts import Entered, Kind, collect
from rules.draws.plan import Plan
from rules.draws.seeding import draw_lines, size_for
from rules.errors import RuleBroken
from rules.formats.knockout import CONSOLATION, LAST_CHANCE, MAIN
from rules.formats.registry import compile_plan, read_format
from tests.rules.knockouts import BRACKETS
from tournaments.papers.draw_sheet import DrawSheet, How, Mark, draw_sheet_pdf, unprintable

GIVEN = ["Falk", "Petra", "Ömer", "Ainhoa", "Łukasz", "Élodie", "Þóra", "Žiga", "Søren", "Noor", "Дмитрий", "Ελένη"]
FAMILY = ["Brenner", "Horvat", "Yıldırım", "Etxeberria", "Nováková", "Kjærgaard", "Papadimitriou", "Guðmundsdóttir"]
SPECIAL = [
    "Maria del Carmen Fernández de Oñate",
    "Wolfgang Bergström-Hohenfels",
    "عبد الرحمن بن خالد الحسيني",
    "Νικόλαος Παπαδημητρίου",
    "Дмитрий Иванович Петров-Водкин",
    "X",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter",
]
FIELDS = [2, 3, 5, 8, 13, 23, 64, 128, 200, 256]


def names_of(entrants: int) -> dict[int, str]:
    plain = [f"{given} {family}" for family in FAMILY for given in GIVEN]
    more = [f"{name} {number}" for number in ("II", "III", "IV") for name in plain]
    return dict(enumerate([*SPECIAL, *plain, *more][:entrants], start=1))


def played(plan: Plan, lines: Mapping[int, int], share: float) -> tuple[Derived, dict[int, Mark]]:
    """Play a share of all matches, round by round."""
    chance = random.Random(7)
    entered: list[Entered] = []
    marks: dict[int, Mark] = {}
    left = int(share * len(plan.matches))
    derived = derive(plan, collect(lines))
    while ready := [place for place, status in enumerate(derived.statuses) if status == Status.OPEN][:left]:
        for place in ready:
            top, bottom, length = derived.tops[place], derived.bottoms[place], plan.matches[place].length
            lost, upper = chance.randrange(length), chance.random() < 0.5
            entered.append(Entered(Kind.RESULT, place, top, bottom, top if upper else bottom, len(entered) + 1))
            marks[place] = Mark((length, lost) if upper else (lost, length), begun=True)
        left -= len(ready)
        derived = derive(plan, collect(lines, entered))
    return derived, marks


def a_sheet(entrants: int, bracket: str = MAIN, *, share: float = 1.0) -> DrawSheet:
    format_ = read_format({"consolation": "progressive", "last_chance": bracket == LAST_CHANCE, "length": 7})
    plan = compile_plan(size_for(entrants), format_)
    lines = draw_lines(range(1, entrants + 1), {}, "63 55 21 64")
    derived, marks = played(plan, lines, share)
    return DrawSheet(
        tournament="Bilbao Autumn Open",
        event="Bilbao Autumn Open",
        bracket=bracket,
        when="Saturday 21 November 2026",
        plan=plan,
        derived=derived,
        lines=lines,
        names=names_of(entrants),
        marks=marks,
        key="63 55 21 64",
        draw_number=2,
        draws_made=2,
        number=118,
        head="9f3c71a2" * 8,
        printed_at="21 November 2026, 15:42",
    )


def text_of(document: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(document)).pages)


def here(sheet: DrawSheet) -> set[int]:
    """Return the entrants who stand somewhere in the sheet's bracket."""
    places = sheet.plan.of(sheet.bracket)
    return {who for place in places for who in (sheet.derived.tops[place], sheet.derived.bottoms[place]) if who > 0}


@pytest.mark.parametrize(
    ("entrants", "paper"),
    [
        *((field, "A4") for field in FIELDS),
        *((field, paper) for field in (2, 5, 23, 64, 200) for paper in ("A3", "Letter")),
    ],
)
def test_the_text_of_the_pdf_holds_every_name_whole(entrants: int, paper: str) -> None:
    for bracket in BRACKETS:
        sheet = a_sheet(entrants, bracket)
        if not sheet.plan.of(bracket):
            continue

        text = text_of(draw_sheet_pdf(sheet, paper))

        expected = here(sheet)
        assert [sheet.names[who] for who in expected if sheet.names[who] not in text] == []
        assert bracket != MAIN or expected == set(sheet.names)


def test_the_sheet_says_what_it_is_and_how_it_was_drawn() -> None:
    text = text_of(draw_sheet_pdf(replace(a_sheet(23, share=0.5), where="Hotel Arenal"), "A4"))

    assert "Bilbao Autumn Open" in text
    what = "Main · 23 entrants, 9 byes · Saturday 21 November 2026 · Hotel Arenal · Crawford rule"
    assert what in text
    foot = "Sheet 118 · 21 November 2026, 15:42 · draw key 63 55 21 64 · draw 2 of 2 · memory 9f3c·71a2"
    assert foot in text
    assert "Page 1 of 1" in text
    assert "A4 loser to F2 (bye), then G2" in text
    assert "to 7 points" in text


def test_an_event_with_a_name_of_its_own_and_the_consolation_stand_in_the_title() -> None:
    sheet = replace(a_sheet(8, CONSOLATION), event="Masters", crawford=False)

    reader = PdfReader(io.BytesIO(draw_sheet_pdf(sheet, "A4")))

    assert reader.metadata is not None
    assert reader.metadata.title == "Bilbao Autumn Open: Masters, Consolation"
    assert "Bilbao Autumn Open: Masters, Consolation" in reader.pages[0].extract_text()
    assert "no Crawford rule" in reader.pages[0].extract_text()


def test_a_blank_sheet_shows_no_result_and_leaves_byes_open() -> None:
    text = text_of(draw_sheet_pdf(replace(a_sheet(23), blank=True), "A4"))

    assert len(re.findall(r"\bbye\b", text)) == 9
    assert "on now" not in text
    assert all(text.count(code) == 1 for code in ("A1 loser", "A16 loser"))
    assert text.count("Falk Brenner") == 1


@pytest.mark.parametrize("bracket", [MAIN, CONSOLATION])
def test_before_play_a_blank_sheet_and_one_as_it_stands_have_the_same_numbers(bracket: str) -> None:
    stands = a_sheet(23, bracket, share=0.0)

    text = text_of(draw_sheet_pdf(stands, "A4"))

    assert text == text_of(draw_sheet_pdf(replace(stands, blank=True), "A4"))
    assert bracket != MAIN or "A4 loser to F2" in text


def test_a_drop_names_its_page_where_the_consolation_takes_several() -> None:
    main, small = text_of(draw_sheet_pdf(a_sheet(128), "A4")), text_of(draw_sheet_pdf(a_sheet(23), "A4"))
    below = PdfReader(io.BytesIO(draw_sheet_pdf(a_sheet(128, CONSOLATION), "A4")))
    dropped = re.search(r"A1 L(?:oser|) to (\w+), p(?:\.|age) (\d)", main, re.IGNORECASE)

    assert dropped is not None, main[:600]
    assert f"{dropped[1]}\n" in below.pages[int(dropped[2]) - 1].extract_text()
    assert not re.search(r"to \w+, p", small)


def test_a_match_in_progress_names_its_table_and_a_ruling_is_shown() -> None:
    sheet = a_sheet(8, share=0.3)
    on_now = sheet.derived.statuses.index(Status.OPEN)
    marks = {**sheet.marks, on_now: Mark(begun=True, table="12"), 0: replace(sheet.marks[0], how=How.RULING)}

    text = text_of(draw_sheet_pdf(replace(sheet, marks=marks), "A4"))

    assert "Table 12" in text
    assert "A1 by ruling, loser to D1" in text


@pytest.mark.parametrize(("paper", "edges"), [("A4", (842, 595)), ("a3", (1191, 842)), ("Letter", (792, 612))])
def test_the_page_has_the_size_of_the_paper(paper: str, edges: tuple[int, int]) -> None:
    page = PdfReader(io.BytesIO(draw_sheet_pdf(a_sheet(13), paper))).pages[0]

    assert (round(page.mediabox.width), round(page.mediabox.height)) == edges


def test_a_large_draw_takes_a_page_a_section_and_one_for_the_finals() -> None:
    reader = PdfReader(io.BytesIO(draw_sheet_pdf(a_sheet(128), "A4")))

    assert len(reader.pages) == 5
    assert "Section 2 of 4: A17–A32" in reader.pages[1].extract_text()
    assert "Finals" in reader.pages[4].extract_text()
    assert "Page 5 of 5" in reader.pages[4].extract_text()


def test_the_bookmarks_of_a_sheet_in_sections_name_each_section() -> None:
    outline = PdfReader(io.BytesIO(draw_sheet_pdf(a_sheet(128), "A4"))).outline

    title, sections = outline
    assert getattr(title, "title", "") == "Bilbao Autumn Open"
    assert isinstance(sections, list)
    assert [getattr(each, "title", "") for each in sections] == [
        "Section 1 of 4: A1–A16",
        "Section 2 of 4: A17–A32",
        "Section 3 of 4: A33–A48",
        "Section 4 of 4: A49–A64",
        "Finals",
    ]


def test_a_paper_nobody_has_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"paper\.unknown"):
        draw_sheet_pdf(a_sheet(2), "A9")


def test_the_same_sheet_is_the_same_file() -> None:
    assert draw_sheet_pdf(a_sheet(8), "A4") == draw_sheet_pdf(a_sheet(8), "A4")


def test_long_titles_and_keys_stay_on_the_sheet() -> None:
    sheet = replace(a_sheet(8), tournament="Open " * 30, event="Masters " * 12, key="6 5 " * 40)

    text = text_of(draw_sheet_pdf(sheet, "A4"))

    assert ("6 5 " * 40).strip() in " ".join(text.split())


def test_letters_without_a_font_are_reported_before_printing() -> None:
    sheet = replace(a_sheet(2), names={1: "Ana 文中", 2: "Νίκος Ñandú"})

    assert unprintable(sheet) == (("Ana 文中", "文中"),)
