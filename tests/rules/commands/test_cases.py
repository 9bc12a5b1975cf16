"""Reading a JSON file with places, and comparing an answer with what the file expects."""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from rules.commands.cases import (
    MOST_BYTES,
    TOLERANCE,
    Answer,
    Case,
    Difference,
    Field,
    differences,
    read_text,
    run_case,
)
from rules.errors import RuleBroken

ROOT = Path(__file__).resolve().parents[3]


def refusal(broken: pytest.ExceptionInfo[RuleBroken]) -> tuple[str, object]:
    return broken.value.code, broken.value.facts.get("place")


def test_every_value_has_its_place() -> None:
    file = read_text(b'{"lots": [{"id": "A"}, {"id": "B", "buybacks": [{"share": "1/2"}]}]}')

    share = file["lots"].each()[1]["buybacks"].each()[0]["share"]

    assert (share.place, share.fraction()) == ("lots[1].buybacks[0].share", Fraction(1, 2))
    assert [(word, each.place) for word, each in file["lots"].each()[0].pairs()] == [("id", "lots[0].id")]


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ('"1/3"', Fraction(1, 3)),
        ('"12.5"', Fraction(25, 2)),
        ("12.5", Fraction(25, 2)),
        ("0.1", Fraction(1, 10)),
        ("45", Fraction(45)),
        ('"0"', Fraction(0)),
        ("1e-9", TOLERANCE),
    ],
)
def test_shares_are_read_exactly(text: str, share: Fraction) -> None:
    assert read_text(f'{{"share": {text}}}'.encode())["share"].fraction() == share


@pytest.mark.parametrize("text", ['"1/0"', '"-1"', "-1", '"a"', '""', "true", "[]", '"1/2/3"', '" 1"', '"1e9"', '"٣"'])
def test_what_is_no_share_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_text(f'{{"share": {text}}}'.encode())["share"].fraction()

    assert refusal(broken) == ("json.kind", "share")


@pytest.mark.parametrize("text", ["1.5", "true", '"1"', "null"])
def test_a_sum_is_a_whole_number(text: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_text(f'{{"sums": [{text}]}}'.encode())["sums"].each()[0].whole()

    assert refusal(broken) == ("json.kind", "sums[0]")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "json.text"),
        (b"{", "json.text"),
        (b'{"a": NaN}', "json.text"),
        (b'{"a": 1e999}', "json.text"),
        (b'{"a": ' + b"9" * 5000 + b"}", "json.text"),
        (b"[" * 100_000, "json.text"),
        (b"\xff", "json.text"),
        (b'{"a": 1, "b": 2, "a": 3}', "json.twice"),
        (b"[]", "json.kind"),
    ],
)
def test_a_text_that_is_no_object_is_refused(text: bytes, code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_text(text)

    assert broken.value.code == code


def test_a_byte_order_mark_does_no_harm() -> None:
    assert read_text(b'\xef\xbb\xbf{"a": 1}')["a"].whole() == 1


def test_unknown_and_missing_words_are_refused_with_their_place() -> None:
    lot = read_text(b'{"lots": [{"id": "A", "prize": 3}]}')["lots"].each()[0]

    with pytest.raises(RuleBroken) as unknown:
        lot.words("price", needed=("id",))
    with pytest.raises(RuleBroken) as missing:
        lot.words("id", "prize", needed=("price",))
    with pytest.raises(RuleBroken) as absent:
        lot["buyer"]

    assert refusal(unknown) == ("json.unknown", "lots[0].prize")
    assert refusal(missing) == ("json.missing", "lots[0].price")
    assert refusal(absent) == ("json.missing", "lots[0].buyer")
    assert lot.get("buyer") is None


def test_texts_choices_flags_and_numbers_have_limits() -> None:
    file = read_text(b'{"name": " ", "rule": "x", "flag": 1, "sum": -1}')
    read: list[Callable[[], object]] = [
        lambda: file["name"].text(),
        lambda: file["rule"].one_of("main", "consolation"),
        lambda: file["flag"].flag(),
        lambda: file["sum"].whole(),
    ]
    refused = []
    for each in read:
        with pytest.raises(RuleBroken) as broken:
            each()
        refused.append(refusal(broken))

    assert refused == [("json.range", "name"), ("json.unknown", "rule"), ("json.kind", "flag"), ("json.range", "sum")]
    assert file["sum"].whole(least=-1) == -1


def test_a_refusal_of_the_rule_book_is_given_the_place() -> None:
    with pytest.raises(RuleBroken) as broken, Field({}, "table").placing():
        raise RuleBroken("table.empty", got=0)

    assert (broken.value.code, broken.value.facts) == ("table.empty", {"place": "table", "got": 0})


def test_equal_answers_differ_nowhere() -> None:
    answer = {"payouts": {"Ann": 1120, "Bob": 0}, "p": {"1": 0.5630000000004}, "orders": [["A", "B"]], "exact": True}

    assert differences({"payouts": {"Ann": 1120}, "orders": [["A", "B"]], "exact": True}, answer) == []
    assert differences({"p": {"1": "0.563"}}, answer) == []
    assert differences({"p": {"1": Fraction("0.563"), "2": 0}}, answer) == []
    assert differences({"to_pay": {}, "payouts": {"Ann": 1120, "Cid": 0}}, answer) == []


def test_every_difference_has_its_place() -> None:
    answer = {"payouts": {"Ann": 1120, "Bob": 5}, "p": {"1": 0.56300001}, "orders": [["A", "B"]], "exact": True}

    expected = {"payouts": {"Ann": 1121}, "p": {"1": "0.563"}, "orders": [["B", "A"]], "exact": 1}

    assert differences(expected, answer) == [
        Difference("payouts.Ann", 1121, 1120),
        Difference("payouts.Bob", None, 5),
        Difference("p.1", "0.563", 0.56300001),
        Difference("orders[0][0]", "B", "A"),
        Difference("orders[0][1]", "A", "B"),
        Difference("exact", 1, True),
    ]
    assert differences({"p": {"1": "0.563"}}, answer, Fraction(1, 1000)) == []


def test_money_has_no_tolerance() -> None:
    assert differences({"fund": 1000}, {"fund": 1001}, Fraction(10)) == [Difference("fund", 1000, 1001)]


DOUBLED = Case(
    "double",
    ("sum",),
    ("doubled",),
    lambda file: Answer({"doubled": 2 * file["sum"].whole()}, (f"twice {file['sum'].whole()}",)),
)


def ran(tmp_path: Path, text: str, *, as_json: bool = False) -> int:
    path = tmp_path / "case.json"
    path.write_text(text)
    return run_case(argparse.Namespace(file=str(path), json=as_json), DOUBLED)


@pytest.mark.parametrize(
    ("text", "code", "out"),
    [
        ('{"sum": 3}', 0, "twice 3\n"),
        ('{"sum": 3, "expect": {"doubled": 6}}', 0, "twice 3\nAs the file expects.\n"),
        ('{"sum": 3, "expect": {}}', 0, "twice 3\nAs the file expects.\n"),
        ('{"sum": 3, "expect": {"doubled": 7}}', 1, "twice 3\ndiffers at doubled: expected 7, got 6\n"),
    ],
)
def test_a_file_may_carry_what_it_expects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, out: str
) -> None:
    assert (ran(tmp_path, text), capsys.readouterr().out) == (code, out)


def test_with_json_the_answer_is_alone_on_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = ran(tmp_path, '{"sum": 3, "expect": {"doubled": 7}}', as_json=True)
    printed = capsys.readouterr()

    assert (code, json.loads(printed.out)) == (1, {"doubled": 6})
    assert printed.err == "differs at doubled: expected 7, got 6\n"


@pytest.mark.parametrize(
    ("text", "error", "place"),
    [
        ('{"sum": 3, "sums": 4}', "json.unknown", "sums"),
        ('{"sum": 3, "expect": {"double": 6}}', "json.unknown", "expect.double"),
        ('{"sum": "3"}', "json.kind", "sum"),
        ('{"sum": 3, "expect": {}, "tolerance": "x"}', "json.kind", "tolerance"),
        ("{}", "json.missing", "sum"),
    ],
)
def test_a_refusal_names_its_code_and_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, error: str, place: str
) -> None:
    code = ran(tmp_path, text, as_json=True)
    refused = json.loads(capsys.readouterr().out)

    assert (code, refused["error"], refused["facts"]["place"]) == (2, error, place)


def test_people_read_a_refusal_on_standard_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = ran(tmp_path, '{"sum": 3, "sums": 4}')
    printed = capsys.readouterr()

    assert (code, printed.out) == (2, "")
    assert printed.err == "rules double: json.unknown place='sums' word='sums'\n"


def test_a_file_that_cannot_be_opened_or_is_too_large_is_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (MOST_BYTES + 1))

    assert run_case(argparse.Namespace(file=str(tmp_path / "none.json"), json=True), DOUBLED) == 2
    assert run_case(argparse.Namespace(file=str(large), json=True), DOUBLED) == 2


@pytest.mark.parametrize("letter", ["\\u001b", "\\n", "\\u0000", "\\ud800", "\\u2028"])
def test_a_name_that_would_change_a_terminal_or_break_a_line_is_refused(letter: str) -> None:
    file = read_text(b'{"who": "Ann%s", "paid": {"Bob%s": 1}}' % (letter.encode(), letter.encode()))

    with pytest.raises(RuleBroken) as name:
        file["who"].text()
    with pytest.raises(RuleBroken) as word:
        file["paid"].pairs()

    assert (refusal(name), refusal(word)) == (("json.letters", "who"), ("json.letters", "paid"))


def test_a_terminal_that_does_not_know_a_letter_gets_the_answer_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "prizes.json"
    file.write_text(
        '{"fund": 100, "table": [{"bracket": "main", "place": 1, "share": 1}], "results": {"main": [["Öz"]]}}',
        encoding="utf-8",
    )
    words = [sys.executable, "-m", "rules", "payout", str(file)]

    done = subprocess.run(words, capture_output=True, env={"PYTHONIOENCODING": "ascii"}, cwd=ROOT, check=False)

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\xd6z" in done.stdout
