"""The entry list, the places and the rules for the wall: what they say, and that all of it stays on its page."""

import io
from dataclasses import replace

import pytest
from django.utils import translation
from pypdf import PdfReader

from clubs.papers.listing import Listing, listing_pdf
from rules.conditions import Clock, ClockStatus, Conditions, Lateness
from rules.drawing.paper import Paper
from tests.factories import a_caller, a_drawn_event, an_entered_event, an_event, entrant_named, play_code, play_out
from tests.papers.printed import needs_poppler, outside, overlapping, printed
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, tick, withdraw
from tournaments.actions.events import EventSheet, set_up_event
from tournaments.models import Event, stored_json
from tournaments.papers.cross_table import table_columns
from tournaments.papers.entry_list import entry_list, folded, place_list, sign_in_list
from tournaments.papers.rules_page import event_rules, event_rules_pdf
from tournaments.read.draws.places import places_sheet
from tournaments.read.events import event_of
from tournaments.words.events.rules import lateness_table
from tournaments.words.papers.sheets import entry_list_heads, sign_in_heads

pytestmark = pytest.mark.django_db

FULL = Conditions(
    clock=Clock(status=ClockStatus.REQUIRED),
    fee="€30",
    prizes="1st 40 %, 2nd 20 %\n3rd and 4th 10 %",
    notes="No phones at the table.",
)


def text_of(made: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages)


def with_conditions(event: Event, conditions: Conditions) -> Event:
    set_up_event(event.pk, EventSheet(event.name, stored_json(event.format), conditions.as_data()), a_caller())
    return event_of(event.pk)


def test_names_are_sorted_without_case_and_marks() -> None:
    assert sorted(["Žiga", "Ömer", "zoe", "Olga", "Ådne"], key=folded) == ["Ådne", "Olga", "Ömer", "Žiga", "zoe"]


def test_the_entry_list_ticks_who_has_paid_and_is_here_and_says_who_owes() -> None:
    event = with_conditions(an_entered_event(3), FULL)
    tick(entrant_named(event, "Petra Horvat").pk, "paid", True, a_caller())
    tick(entrant_named(event, "Ömer Yıldırım").pk, "here", True, a_caller())

    listing = entry_list(event_of(event.pk))

    assert [(row[0], row[1], *row[5:]) for row in listing.rows] == [
        ("1", "Falk Brenner", False, False, "€30"),
        ("3", "Ömer Yıldırım", False, True, "€30"),
        ("2", "Petra Horvat", True, False, ""),
    ]
    assert "3 entrants, 1 paid, 1 here" in listing.what
    assert [row[0] for row in entry_list(event_of(event.pk), "number").rows] == ["1", "2", "3"]


def test_a_long_fee_is_written_out_once_and_the_rows_say_unpaid() -> None:
    fee = "€50 with a year of membership, €60 without"
    event = with_conditions(an_entered_event(3), replace(FULL, fee=fee))
    tick(entrant_named(event, "Petra Horvat").pk, "paid", True, a_caller())

    listing = entry_list(event_of(event.pk), "number")

    assert [row[-1] for row in listing.rows] == ["unpaid", "", "unpaid"]
    assert listing.what.endswith(f" · {fee}")


def test_the_entry_list_goes_by_family_name_and_players_sign_in_by_it() -> None:
    event = an_event()
    names = ["Zoë Abel", "Anna Zimmer", "Jan van der Berg", "Ömer Yıldırım"]
    enter(event.pk, [Entry(name) for name in names], a_caller())
    withdraw(entrant_named(event, "Anna Zimmer").pk, EVERYTHING, a_caller())

    listed = [row[1] for row in entry_list(event_of(event.pk), "family").rows]
    signing = [row[1] for row in sign_in_list(event_of(event.pk)).rows]

    assert listed == ["Zoë Abel", "Jan van der Berg", "Ömer Yıldırım", "Anna Zimmer"]
    assert signing == ["Zoë Abel", "Jan van der Berg", "Ömer Yıldırım"]


@needs_poppler
@pytest.mark.parametrize("language", ["en", "de", "bg", "eu", "sq"])
def test_the_heads_of_lists_stand_apart_in_every_language(language: str) -> None:
    event = event_of(an_entered_event(4).pk)

    with translation.override(language):
        made = [listing_pdf(entry_list(event)), listing_pdf(sign_in_list(event))]
        heads = [" ".join(each).split() for each in (entry_list_heads(), sign_in_heads())]

    # Two words without white between them are read as one.
    for (page,), words in zip(map(printed, made), heads, strict=True):
        assert [head for head in words if head not in [word.text for word in page.words]] == []
        assert overlapping(page) == []


@needs_poppler
@pytest.mark.parametrize("language", ["de", "bg", "eu", "sq"])
@pytest.mark.parametrize(
    ("cells", "landscape"), [(0, False), (4, False), (6, False), (12, True)], ids=["long", "pool", "pools", "table"]
)
def test_the_heads_of_a_table_are_set_narrow_before_they_are_set_smaller(
    language: str, cells: int, landscape: bool
) -> None:
    heights = {}

    for each in ("en", language):
        with translation.override(each):
            columns = table_columns(cells, 10, landscape=landscape)
            (page,) = printed(listing_pdf(Listing("", "", "", columns, [], landscape=landscape)))
        heads = " ".join(column.head for column in columns).split()
        heights[each] = [word.bottom - word.top for word in page.words if word.text in heads and 32 < word.top < 45]
        assert len(heights[each]) == len(heads)
        assert overlapping(page) == []

    assert min(heights[language]) > 0.9 * max(heights["en"])


@needs_poppler
@pytest.mark.parametrize("language", ["de", "bg", "eu", "sq"])
def test_the_heads_of_the_entry_list_are_set_narrow_before_they_are_set_smaller(language: str) -> None:
    event, heights = event_of(an_entered_event(1).pk), {}

    for each in ("en", language):
        with translation.override(each):
            (page,) = printed(listing_pdf(entry_list(event)))
            heads = entry_list_heads()
        heights[each] = [word.bottom - word.top for word in page.words if word.text in heads and 32 < word.top < 45]
        assert len(heights[each]) == len(heads)

    assert min(heights[language]) > 0.9 * max(heights["en"])


def test_a_list_is_tagged_and_has_its_title_as_a_bookmark() -> None:
    event = an_event()
    enter(event.pk, [Entry("Zoë Abel")], a_caller())

    made = PdfReader(io.BytesIO(listing_pdf(sign_in_list(event_of(event.pk)))))

    root = made.root_object
    assert ("/StructTreeRoot" in root, "/MarkInfo" in root, str(root["/Lang"])) == (True, True, "en")
    assert [getattr(each, "title", "") for each in made.outline] == ["Bilbao Autumn Open, Main: sign in"]


@needs_poppler
@pytest.mark.parametrize(("entrants", "pages"), [(8, 1), (64, 3), (128, 6)])
def test_everyone_stands_on_the_entry_list_inside_its_page(entrants: int, pages: int) -> None:
    event = an_event()
    names = [f"Wolfgang Bergström-Hohenfels {number}" for number in range(entrants)]
    enter(
        event.pk,
        [Entry(name, "Bilbao Backgammon Club of Biscay", "Bosnia and Herzegovina", "1712") for name in names],
        a_caller(),
    )
    listing = entry_list(event_of(event.pk))

    made = listing_pdf(listing)

    text = " ".join(text_of(made).split())
    laid_out = printed(made)
    assert [name for name in names if name not in text] == []
    assert len(laid_out) == pages
    for number, page in enumerate(laid_out, start=1):
        assert f"Page {number} of {pages}" in " ".join(word.text for word in page.words)
        assert [word.text for word in page.words].count("rating") == 1
        assert outside(page, columns=1, margin=14) == []
        assert overlapping(page) == []


def test_places_are_shared_and_leave_room_for_prize_and_signature() -> None:
    event = a_drawn_event(8)
    play_code(event, "A1")

    early = place_list(event_of(event.pk))
    play_out(event)
    late = place_list(event_of(event.pk))

    assert [row[0] for row in early.rows] == ["5"]
    assert [row[0] for row in late.rows] == ["1", "2", "3–4", "3–4", "5–8", "5–8", "5–8", "5–8"]
    assert {row[2:] for row in late.rows} == {("", "")}
    assert all(str(row[1]) in text_of(listing_pdf(late, "Letter")) for row in late.rows)


def test_the_place_list_names_the_winner_of_every_bracket() -> None:
    event = a_drawn_event(8)
    play_out(event)

    sheet = places_sheet(event_of(event.pk))

    assert [code for code, _ in sheet.winners] == ["consolation"]
    assert f"Consolation: {sheet.winners[0][1]}" in place_list(event_of(event.pk)).what


def test_lateness_is_announced_by_minutes_for_every_length_used() -> None:
    table = lateness_table(Lateness(grace=5, each=5), [5, 7, 9])

    assert table == (
        ("minutes late", "5", "10", "15", "20", "25", "lost after"),
        ("to 5", "1", "2", "lost", "lost", "lost", "15 min"),
        ("to 7", "1", "2", "3", "lost", "lost", "20 min"),
        ("to 9", "1", "2", "3", "4", "lost", "25 min"),
    )


def test_the_rules_for_the_wall_stand_on_one_page() -> None:
    lengths = {"main": {"default": 5, "last": [7, 9]}, "consolation": 3}
    event = with_conditions(a_drawn_event(16, length=lengths, holland=True), FULL)

    reader = PdfReader(io.BytesIO(event_rules_pdf(event_rules(event))))

    text = reader.pages[0].extract_text().replace("\N{NO-BREAK SPACE}", " ")
    assert len(reader.pages) == 1
    assert "A 5 · B 5 · C 7 · final 9" in text
    assert "Players who lose before the final play on in the consolation." in " ".join(text.split())
    assert "Clocks required, 2 min a point and 12 s." in text
    assert "to 5 in 10 min" in text
    assert all(word in text for word in ("Crawford rule", "Holland rule", "€30", "3rd and 4th 10 %", "No phones"))
    assert "Either player must have an illegal play corrected." in " ".join(text.split())


@needs_poppler
@pytest.mark.parametrize("paper", [Paper.A4, Paper.A3, Paper.A1, Paper.LETTER])
@pytest.mark.parametrize("notes", ["", "Word " * 150, "W" * 900, "A line.\n" * 100])
def test_the_rules_for_the_wall_never_leave_their_page(paper: Paper, notes: str) -> None:
    event = with_conditions(a_drawn_event(8, length=25), Conditions(notes=notes.strip(), prizes=notes.strip()))

    pages = printed(event_rules_pdf(event_rules(event), paper.value))

    assert len(pages) <= 5
    for page in pages:
        assert outside(page, columns=1, margin=13) == []
        assert overlapping(page) == []


@needs_poppler
@pytest.mark.parametrize("language", ["en", "de", "bg", "eu", "sq"])
@pytest.mark.parametrize(
    ("length", "conditions"), [(5, Conditions()), (9, Conditions()), (25, FULL)], ids=["few", "some", "many"]
)
def test_the_rules_for_the_wall_break_no_word_of_their_own(length: int, conditions: Conditions, language: str) -> None:
    event = with_conditions(a_drawn_event(8, "none", length=length), conditions)

    with translation.override(language):
        rules = event_rules(event)
        pages = printed(event_rules_pdf(rules))

    texts = [part.label for part in rules.parts]
    texts += [cell for part in rules.parts for row in part.table for cell in row]
    texts += [sentence for part in rules.parts for sentence in part.sentences]
    # A word may be parted behind its own hyphen.
    words = {part for page in pages for word in page.words for part in word.text.split("-")}
    assert sorted({part for text in texts for word in text.split() for part in word.split("-")} - words) == []
    assert [overlapping(page) for page in pages] == [[]] * len(pages)


def test_an_event_without_consolation_crawford_and_clocks_says_so() -> None:
    event = with_conditions(
        a_drawn_event(8, "none", crawford=False), Conditions(clock=Clock(status=ClockStatus.NONE), legal_moves=False)
    )

    parts = {part.label: part.sentences for part in event_rules(event).parts}

    assert "Consolation" not in parts
    assert parts["Format"] == ("Knockout: a player who loses is out.",)
    assert parts["Cube"] == ("No Crawford rule: the cube is in play in every game.",)
    assert parts["Clocks"] == ("No clocks.",)
    assert parts["Legal moves"] == ("The opponent may accept an illegal play.",)


def test_rules_are_announced_before_the_draw_too() -> None:
    parts = {part.label: part.sentences for part in event_rules(event_of(an_entered_event(20).pk)).parts}

    (lengths,) = parts["Main"]
    assert lengths.replace("\N{NO-BREAK SPACE}", " ") == "points by round: A 7 · B 7 · C 7 · D 7 · final 7"
