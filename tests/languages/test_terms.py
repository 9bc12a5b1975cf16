"""Each term of the field has one translation in a language, wherever it stands in the language's file."""

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parents[2] / "locale"
# The English term → its stem in each language, both as patterns.
TERMS = {
    "auctions?": {"de": "auktion|versteiger", "bg": "аукцион", "eu": "enkante", "sq": "ankand"},
    "byes?": {"de": "freilos", "bg": "бай", "eu": "libre", "sq": "kalim"},
    "buy-backs?|buy back": {"de": "(zu)?rückk|zurück", "bg": "откуп", "eu": "berreros", "sq": "ribl"},
    "calcutta": {"de": "calcutta", "bg": "калкут", "eu": "calcutta", "sq": "calcutta"},
    "chouettes?": {"de": "chouette", "bg": "шует", "eu": "chouette", "sq": "chouette"},
    "consolation": {"de": "trost", "bg": "утешител", "eu": "kontsolazio", "sq": "ngushëllues"},
    "crawford": {"de": "crawford", "bg": "крофорд", "eu": "crawford", "sq": "crawford"},
    "cubes?": {"de": "würfel|verdopp", "bg": "куб", "eu": "kubo", "sq": "kub"},
    "deposits?": {"de": "kaution", "bg": "депозит", "eu": "gordailu", "sq": "garanci"},
    "draw key": {"de": "losschlüssel", "bg": "ключ", "eu": "zozketa-gako", "sq": "çelës"},
    "entrants?": {"de": "teilnehm|meld", "bg": "участни", "eu": "parte-hartzaile", "sq": "pjesëmarrës"},
    "gammons?": {"de": "gammon", "bg": "марс", "eu": "gammon", "sq": "gamon"},
    "jackpots?": {"de": "jackpot", "bg": "джакпот", "eu": "jackpot", "sq": "xhekpot"},
    "ladders?": {"de": "rangleiter", "bg": "стълбиц", "eu": "eskailera", "sq": "shkall"},
    "last chance": {"de": "last chance", "bg": r"после(ден|дн\w+) шанс", "eu": "azken aukera", "sq": "shans"},
    "match(?! (id|its))|matches": {"de": "match", "bg": "срещ", "eu": "neurket", "sq": "ndeshj"},
    "members?": {"de": "mitglied", "bg": "член", "eu": "kide|bazkide", "sq": "anëtar"},
    "payouts?": {"de": "auszahl", "bg": "изплащ", "eu": "ordainket", "sq": "pages"},
    "prizes?": {"de": "preis", "bg": "наград", "eu": "sari", "sq": "çmim"},
    "prize funds?": {"de": "preisgeldt", "bg": "наград", "eu": "sari-funts", "sq": "fond.* çmim"},
    "ratings?": {"de": "rating", "bg": "рейтинг", "eu": "rating", "sq": "rating"},
    "receipts?": {"de": "quittung", "bg": "разписк", "eu": "ordainagiri", "sq": "dëftes"},
    "result slips?": {"de": "ergebniszettel", "bg": "талон", "eu": "txartel", "sq": "fletëz"},
    "(?<!way )rounds?(?! robin)": {"de": "runde", "bg": "кръг", "eu": "itzuli", "sq": "raund"},
    "rungs?": {"de": "sprosse", "bg": "стъпал", "eu": "maila", "sq": "këmbëz"},
    "score cards?": {"de": "punktezettel", "bg": "точков", "eu": "puntu-orri", "sq": "flet.+ (e|të)? ?pikë"},
    "side pools?": {"de": "nebent[oö]p", "bg": "страничен фонд", "eu": "alboko funts", "sq": "fond anësor"},
    "tournaments?": {"de": "turnier", "bg": "турнир", "eu": "txapelketa", "sq": "turne"},
}
# What is no word of a text: commands, tags, placeholders.
MARKS = re.compile(r"<code>.*?</code>|<[^>]*>|\{\w*\}|%\(\w+\)[sd]")
SOFT_HYPHEN = re.compile("\u00ad|&shy;")
# Texts that name the codes of the API, or leave the term out because the place is narrow.
LEFT_OUT = {
    "de": {"The role must be owner, director, desk or member.", "no cube in a match to 1"},
    "bg": set[str](),
    "eu": set[str](),
    "sq": set[str](),
}


@cache
def texts_of(language: str) -> list[tuple[str, str]]:
    """Return the texts that a language has, with all their plural forms: in English and in that language."""
    with (LOCALE / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    pairs = [(as_words(each.id), as_words(each.string or "")) for each in catalogue if each.id]
    return [(english, translated) for english, translated in pairs if translated.strip()]


def as_words(text: str | list[str] | tuple[str, ...]) -> str:
    """Return a text, or the forms of one, as words alone."""
    return MARKS.sub(" ", SOFT_HYPHEN.sub("", text if isinstance(text, str) else " ".join(text)))


@pytest.mark.parametrize("language", sorted(LEFT_OUT))
@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_translated_in_one_way(term: str, language: str) -> None:
    in_english, stem = re.compile(rf"\b(?:{term})\b", re.IGNORECASE), re.compile(TERMS[term][language], re.IGNORECASE)

    texts = [each for each in texts_of(language) if in_english.search(each[0]) and each[0] not in LEFT_OUT[language]]

    assert texts
    assert [each for each in texts if not stem.search(each[1])] == []
