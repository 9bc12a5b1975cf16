"""Sums and other figures are written as the language writes them, and read back in every form."""

import pytest
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from clubs.read.figures import in_language, shown_sum, spoken_sum, with_currency, with_sign
from clubs.words.chouette.options import money
from clubs.words.records import plain_sentence
from clubs.words.refusals import speak
from rules.chouette.options import Options
from rules.money.currency import read_sum
from tests.factories import a_caller, a_director
from tests.pages.at_the_desk import plain
from tests.tournaments.money.evenings import a_charged_open, payer_of
from tournaments.actions.money.cash import Hand, take
from tournaments.models import Entrant
from tournaments.templatetags.money import large_sum
from tournaments.words.money.designs import percent

LANGUAGES = ("bg", "de", "en", "eu", "sq")
NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "−1,234,567.50"), ("de", "−1.234.567,50"), ("eu", "−1.234.567,50"), ("sq", "−1.234.567,50"),
        ("bg", f"−1{NBSP}234{NBSP}567,50"),
    ],
)  # fmt: skip
def test_a_sum_has_the_marks_of_its_language(language: str, shown: str) -> None:
    with translation.override(language):
        assert shown_sum(-123456750, "EUR") == shown


@given(st.integers(-(10**11), 10**11), st.sampled_from(LANGUAGES), st.sampled_from(["EUR", "JPY", "KWD"]))
def test_a_sum_that_is_shown_can_be_typed_in_every_language(minor: int, language: str, currency: str) -> None:
    with translation.override(language):
        assert read_sum(shown_sum(minor, currency), currency) == minor


def test_whole_units_are_said_without_decimals_and_words_keep_their_marks() -> None:
    with translation.override("de"):
        assert [spoken_sum(each, "EUR") for each in (14500, 1250, 231000)] == ["145", "12,50", "2.310"]
        assert [in_language(each) for each in ("+0.0556", "24.9 %", "1/3", "12")] == ["+0,0556", "24,9 %", "1/3", "12"]
    with translation.override(None):
        assert spoken_sum(231050, "EUR") == "2,310.50"


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_a_currency_follows_its_sum_except_in_english(language: str) -> None:
    with translation.override(language):
        assert (with_currency("60", "EUR"), with_sign("60", "EUR")) == (f"60{NBSP}EUR", f"60{NBSP}€")
        assert money(-500, Options(currency="EUR")) == f"−5{NBSP}€"
        assert large_sum(14500, "EUR") == f'145<span class="sign">{NBSP}€</span>'
    with translation.override("en"):
        assert (with_currency("60", "EUR"), with_sign("60", "EUR")) == ("EUR 60", "€60")
        assert money(-500, Options(currency="EUR")) == "−€5"
        assert large_sum(14500, "EUR") == '<span class="sign">€</span>145'


def test_sentences_of_records_and_refusals_write_their_sums_in_the_language() -> None:
    record = {"payer": "Petra Horvat", "amount": "1250.50", "means": "cash", "receipt": "0031"}
    refusal = {"amount": "1250.50", "most": "800.00", "currency": "EUR"}
    with translation.override("de"):
        assert "1250,50" in plain_sentence("money.taken", record)
        assert "800,00" in speak("season.earned", refusal)
        assert percent(None) == "–"
    with translation.override("en"):
        assert "1250.50" in plain_sentence("money.taken", record)
        assert "800.00" in speak("season.earned", refusal)


@pytest.mark.django_db
def test_a_page_writes_sums_in_its_language_and_a_file_as_ever() -> None:
    tournament, main, _ = a_charged_open(1)
    take(payer_of(Entrant.objects.get(event=main).pk), None, None, Hand(), a_caller())
    director, books, files = a_director(tournament.club), {}, {}

    for language in LANGUAGES:
        desk = Client(headers={"accept-language": language})
        desk.force_login(director)
        books[language] = plain(desk.get(f"/tournaments/{tournament.pk}/books/").content.decode())
        files[language] = desk.get(f"/tournaments/{tournament.pk}/postings.csv").getvalue()

    assert "85.00" in books["en"]
    assert [language for language, page in books.items() if "85,00" in page] == ["bg", "de", "eu", "sq"]
    assert set(files.values()) == {files["en"]}
