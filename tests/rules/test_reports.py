"""Templates of reports: what a column may be, and what the refusals are."""

import pytest

from rules.errors import RuleBroken
from rules.reports import FIELDS, Column, Kind, cells, id_at, plain_columns, read_columns, written_columns

TEMPLATE = """
Event = event
place
WBGF No. = fed_id:WBGF
Country = "GERMANY"
ABT = points:ABT race
"""


def test_a_template_names_fields_ids_at_one_federation_and_fixed_words() -> None:
    assert read_columns("places", TEMPLATE) == (
        Column("Event", "event"),
        Column("place", "place"),
        Column("WBGF No.", "fed_id", "WBGF"),
        Column("Country", words="GERMANY"),
        Column("ABT", "points", "ABT race"),
    )


def test_a_row_becomes_cells_in_the_order_of_the_columns() -> None:
    row = {"place": "1", "event": "Open", "fed_id:WBGF": "12", "fed_id": "WBGF 12, UKBGF 7", "name": "Ann"}

    assert cells(read_columns("places", TEMPLATE), row) == ["Open", "1", "12", "GERMANY", ""]


def test_what_was_read_is_written_so_that_it_reads_the_same() -> None:
    columns = read_columns("places", TEMPLATE)

    assert read_columns("places", written_columns(columns)) == columns


@pytest.mark.parametrize(
    ("kind", "text", "code", "facts"),
    [
        ("rounds", "place", "template.kind", {"kind": "rounds"}),
        ("places", " \n", "template.empty", {}),
        ("places", "place\nscore1", "template.field", {"line": 2, "field": "score1"}),
        ("places", "name:WBGF", "template.field", {"line": 1, "field": "name"}),
        ("places", "A = B = place", "template.line", {"line": 1}),
        ("places", '"only words"', "template.line", {"line": 1}),
        ("places", "= place", "template.line", {"line": 1}),
        ("places", "A = place\nA = name", "template.twice", {"heading": "A"}),
        ("places", f"{'x' * 61} = place", "template.heading", {"line": 1, "most": 60}),
        ("places", "\n".join(f"c{n} = place" for n in range(41)), "template.many", {"most": 40}),
    ],
)
def test_a_template_that_is_wrong_says_where(kind: str, text: str, code: str, facts: dict[str, object]) -> None:
    with pytest.raises(RuleBroken) as refusal:
        read_columns(kind, text)

    assert refusal.value.code == code
    assert {name: refusal.value.facts[name] for name in facts} == facts


def test_without_a_template_results_have_the_nineteen_columns_that_federations_map() -> None:
    assert [each.heading for each in plain_columns(Kind.RESULTS)] == [
        "date", "event", "division", "bracket", "round", "player1", "player1_fed_id", "player2", "player2_fed_id",
        "length", "score1", "score2", "winner", "kind", "rated", "penalty1", "penalty2", "entry1", "entry2",
    ]  # fmt: skip
    assert [each.field for each in plain_columns(Kind.PLACES)] == list(FIELDS[Kind.PLACES])


@pytest.mark.parametrize(
    ("federations", "name", "number"),
    [
        ("WBGF 123, UKBGF 7", "ukbgf", "7"),
        ("WBGF 123, UKBGF 7", "WBGF", "123"),
        ("WBGF 123", "USBGF", ""),
        ("", "WBGF", ""),
    ],
)
def test_the_id_at_a_federation_is_its_number_alone(federations: str, name: str, number: str) -> None:
    assert id_at(federations, name) == number
