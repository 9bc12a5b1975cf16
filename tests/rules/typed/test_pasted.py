"""An entry list read: what people type, what spreadsheets write, what nobody should have sent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.typed.cells import MOST_BYTES, cells_of, decode, lines_of
from rules.typed.pasted import MOST_LINES, ReadEntry, guarded, read_paste


def names(text: str) -> list[str]:
    return [each.name for each in read_paste(text).entries]


def problems(text: str) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in read_paste(text).problems]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Petra Horvat", ("Petra Horvat", "", "")),
        ("Petra Horvat; HRV; 1712", ("Petra Horvat", "HRV", "1712")),
        ("Horvat, Petra; HRV; 1712", ("Petra Horvat", "HRV", "1712")),
        ("Petra Horvat\tHRV\t1712", ("Petra Horvat", "HRV", "1712")),
        ("Petra Horvat, HRV, 1712", ("Petra Horvat", "HRV", "1712")),
        ("Petra Horvat, 1712.5", ("Petra Horvat", "", "1712.5")),
        ("Horvat, Petra", ("Petra Horvat", "", "")),
        ("Horvat, Petra, HRV", ("Petra Horvat", "HRV", "")),
        ("Horvat, Petra, HRV, 1712", ("Petra Horvat", "HRV", "1712")),
        ('"Horvat, Petra",HRV', ("Petra Horvat", "HRV", "")),
        ("1. Petra Horvat", ("Petra Horvat", "", "")),
        ("12)  Petra Horvat;HRV", ("Petra Horvat", "HRV", "")),
        ("7\tPetra Horvat\tHRV", ("Petra Horvat", "HRV", "")),
        ("Petra Horvat;;1712;;;", ("Petra Horvat", "", "1712")),
        ('Petra "Pip" Horvat', ('Petra "Pip" Horvat', "", "")),
        ('"Petra Horvat', ('"Petra Horvat', "", "")),
        ("R2 D2", ("R2 D2", "", "")),
    ],
)
def test_a_line_without_a_header(line: str, expected: tuple[str, str, str]) -> None:
    read = read_paste(line)

    assert [(each.name, each.country, each.rating) for each in read.entries] == [expected]
    assert read.problems == ()


def test_a_header_names_the_columns_in_any_order() -> None:
    text = 'Seed;Club;Name;Paid;Elo;pools\n2;"Bilbao; the ""B""";Horvat, Petra;yes;1712;A\n;;Uwe Altmann;no\n'

    read = read_paste(text)

    assert read.entries == (
        ReadEntry(2, "Petra Horvat", 'Bilbao; the "B"', "", "1712", 2, True),
        ReadEntry(3, "Uwe Altmann"),
    )
    assert read.left_out == ("pools",)


def test_first_and_last_names_in_columns_of_their_own_are_one_name() -> None:
    assert names("Last name\tFirst name\tHotel\nHorvat\tPetra\tHilton") == ["Petra Horvat"]
    assert read_paste("Last name\tFirst name\tHotel\nHorvat\tPetra\tHilton").left_out == ("Hotel",)


def test_empty_lines_are_passed_over_and_lines_keep_their_numbers() -> None:
    read = read_paste("\ufeffAnn\r\n\r\n  \t\r\nBob\rCid\n\n\n")

    assert [(each.line, each.name) for each in read.entries] == [(1, "Ann"), (4, "Bob"), (5, "Cid")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name;club;rating\n;Bilbao;\nBob", [(2, "paste.nameless")]),
        ("name;club\nAnn;B;C", [(2, "paste.columns")]),
        ("x" * 81, [(1, "name.long")]),
        ("Ann\x00", [(1, "name.hidden")]),
        ("Ann\u202eBob", [(1, "name.hidden")]),
        ("name;seed\nAnn;first\nBob;0\nCid;²", [(2, "seed.range"), (3, "seed.range"), (4, "seed.range")]),
        ("name;rating\nAnn;" + "1" * 21, [(2, "name.long")]),
        ("Ann\n" + "y" * 8001, [(2, "paste.wide")]),
        ("name;" + ";".join(f"c{at}" for at in range(300)) + "\n;;;Ann", [(2, "paste.nameless")]),
    ],
)
def test_a_line_that_is_no_entrant_is_named_with_its_reason(text: str, expected: list[tuple[int, str]]) -> None:
    assert problems(text) == expected


def test_three_hundred_unknown_columns_are_named_and_left_out() -> None:
    read = read_paste("name;" + ";".join(f"c{at}" for at in range(300)) + "\nAnn" + ";1" * 300)

    assert [each.name for each in read.entries] == ["Ann"]
    assert len(read.left_out) == 300


def test_a_formula_is_asked_about_and_signs_before_a_name_are_taken_off() -> None:
    read = read_paste("=HYPERLINK(1)\n+Ann\n-Bob\n@Cid")

    assert [(each.name, each.doubt is not None) for each in read.entries] == [
        ("=HYPERLINK", True), ("Ann", False), ("Bob", False), ("Cid", False),
    ]  # fmt: skip


def test_a_file_with_a_header_keeps_a_name_as_it_stands() -> None:
    assert names("name;club\n'=HYPERLINK(1);\n'+Ann;\n'-Bob;\n") == ["=HYPERLINK(1)", "+Ann", "-Bob"]


@pytest.mark.parametrize(
    ("line", "code", "readings"),
    [
        ("Horvat, Bilbao", "doubt.comma", ["Bilbao Horvat", "Horvat"]),
        ("Petra Horvat (maybe)", "doubt.maybe", ["Petra Horvat"]),
        ("Petra Horvat + 1", "doubt.guest", ["Petra Horvat"]),
        ("Petra Horvat & Uwe Altmann", "doubt.several", ["Petra Horvat & Uwe Altmann"]),
        ("17 Petra Horvat", "doubt.number", ["Petra Horvat", "17 Petra Horvat"]),
        ("~~Petra Horvat~~", "doubt.struck", ["Petra Horvat"]),
        ("Petra Horvat (vegetarian food)", "doubt.club", ["Petra Horvat", "Petra Horvat"]),
        ("Bilbao BC", "doubt.person", ["Bilbao BC"]),
    ],
)
def test_a_line_that_can_be_read_in_two_ways_is_asked_about(line: str, code: str, readings: list[str]) -> None:
    [entry] = read_paste(line).entries

    assert entry.doubt is not None
    assert (entry.doubt.code, [entry.name, *(each.name for each in entry.doubt.others)]) == (code, readings)


def test_one_line_makes_no_habit_of_a_list_and_three_do() -> None:
    few = read_paste("O'Connor, Siobhán\nHorvat, Bilbao").entries
    many = read_paste("O'Connor, Siobhán\nHorvat, Petra\nAltmann, Uwe\nOkonkwo, Chidi").entries

    assert few[1].doubt is not None
    assert (many[3].name, many[3].doubt) == ("Chidi Okonkwo", None)


def test_an_address_is_kept_as_the_contact_and_is_no_part_of_the_name() -> None:
    [ann, bob] = read_paste("João Silva <joao@silva.example>\nUwe Altmann <uwe@…>").entries

    assert (ann.name, ann.email) == ("João Silva", "joao@silva.example")
    assert (bob.name, bob.email) == ("Uwe Altmann", "")


def test_a_title_a_total_and_a_rule_are_passed_over_by_name() -> None:
    read = read_paste("Bilbao Open 2026\n----\nPetra Horvat\nTotal: 1\n2.")

    assert [each.name for each in read.entries] == ["Petra Horvat"]
    assert [(each.line, each.code) for each in read.passed] == [(1, "title"), (2, "empty"), (4, "total"), (5, "empty")]


def test_columns_whose_names_nobody_knows_are_asked_about_and_can_be_chosen() -> None:
    text = "Okonkwo\tChidi\tLagos BC\nAdeyemi\tTunde\tLagos BC\nEze\tIfeoma\tLagos BC"

    assert read_paste(text).columns == ("last", "first", "club")
    assert (read_paste(text).unsure, read_paste(text).samples) == (True, ("Okonkwo", "Chidi", "Lagos BC"))
    chosen = read_paste(text, ("first", "last", "club"))
    assert ([each.name for each in chosen.entries][:2], chosen.unsure) == (["Okonkwo Chidi", "Adeyemi Tunde"], False)


def test_a_chat_asks_about_whoever_writes_later_that_they_do_not_come() -> None:
    text = (
        "[14/11/2026, 10:31] Ann Lee: I'm in\n[14/11/2026, 10:32] Bob: me too\n"
        "[14/11/2026, 10:33] Ann Lee: can't make it"
    )

    [ann, bob] = read_paste(text).entries

    assert (ann.name, ann.doubt and ann.doubt.code, bob.name, bob.doubt) == ("Ann Lee", "doubt.out", "Bob", None)


def test_512_lines_are_read_and_513_are_refused() -> None:
    lines = [f"Player {at}" for at in range(MOST_LINES)]

    assert len(names("\n".join(lines))) == 512
    with pytest.raises(RuleBroken) as refused:
        read_paste("\n".join([*lines, "One more"]))
    assert (refused.value.code, refused.value.facts) == ("paste.long", {"lines": 513, "most": 512})


def test_a_text_too_large_is_refused() -> None:
    with pytest.raises(RuleBroken) as refused:
        read_paste("é" * (MOST_BYTES // 2 + 1))

    assert refused.value.code == "paste.large"


@pytest.mark.parametrize(
    ("content", "text", "encoding"),
    [
        (b"\xef\xbb\xbfK\xc3\xb6ln", "Köln", "utf-8"),
        ("Köln".encode("utf-16"), "Köln", "utf-16"),
        ("Köln".encode(), "Köln", "utf-8"),
        (b"K\xf6ln \x80", "Köln €", "cp1252"),
        (b"K\xf6ln \x81", "Köln \x81", "latin-1"),
        (b"", "", "utf-8"),
    ],
)
def test_a_file_is_read_in_the_encoding_it_fits(content: bytes, text: str, encoding: str) -> None:
    decoded = decode(content)

    assert (decoded.text, decoded.encoding) == (text, encoding)


def test_a_file_too_large_is_refused() -> None:
    with pytest.raises(RuleBroken) as refused:
        decode(b"a" * (MOST_BYTES + 1))

    assert refused.value.code == "paste.large"


@given(st.text(alphabet=st.characters(), max_size=400) | st.text(alphabet='ab1.;,\t"\n\r =', max_size=400))
def test_reading_never_raises_and_reads_every_line_once(text: str) -> None:
    read = read_paste(text)

    lines = (
        [each.line for each in read.entries],
        [each.line for each in read.problems],
        [each.line for each in read.passed],
    )
    read_lines = sorted({line for each in lines for line in each})
    held = [number for number, _ in lines_of(text)]
    assert read_lines in (held, held[1:])


@given(st.lists(st.text(alphabet='ab;, "x', max_size=12), min_size=1, max_size=6), st.sampled_from(";\t,"))
def test_cells_in_quotes_come_back_as_they_were(cells: list[str], separator: str) -> None:
    line = separator.join('"' + cell.replace('"', '""') + '"' for cell in cells)

    assert cells_of(line, separator) == [cell.strip() for cell in cells]


@given(st.text(alphabet="'=+-@a", min_size=1, max_size=8))
def test_a_guarded_cell_is_no_formula_and_reads_as_it_was(name: str) -> None:
    cell = guarded(name)

    assert cell[0] not in "=+-@"
    assert names(f"name;club\n{cell};") == [name]
