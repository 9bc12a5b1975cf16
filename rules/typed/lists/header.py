"""The first line of a file that names its columns, in several languages.

Source: docs/rules/entering.md.
"""

from collections.abc import Sequence

from rules.typed.cells import SEPARATORS, cells_of, separator_of
from rules.typed.lists.tables import row_of
from rules.typed.names import folded

COLUMNS = (
    "name", "club", "country", "fed_id", "rating", "experience", "division", "paid", "pools", "seed", "pots", "notes",
    "email", "group",
)  # fmt: skip
# The columns that the entry list keeps; the other columns of a federation's list are known, and named as left out.
KEPT = ("name", "club", "country", "rating", "paid", "seed", "email", "group")
_HALVES = ("first", "last")
_SYNONYMS = {
    "name": "player|entrant|full name|player name|name and surname|nombre y apellidos|nombre completo|nom et prenom|"
    "nome e cognome|vollstandiger name|spieler|spielerin|teilnehmer|jugador|joueur|giocatore|naam|navn|namn|"
    "imie i nazwisko|"
    "фио|участник|имя и фамилия|ονοματεπωνυμο|oyuncu|ad soyad|adi soyadi|your name|name of player|участники"
    "|姓名|氏名|名前",
    "first": "first name|given name|firstname|givenname|forename|vorname|prenom|voornaam|fornavn|fornamn|imie|"
    "имя|ονομα|"
    "ad|adi|given names|first names",
    "last": "last name|surname|family name|lastname|familyname|nachname|familienname|nom de famille|apellido|apellidos|"
    "cognome|achternaam|efternavn|efternamn|nazwisko|фамилия|επωνυμο|επιθετο|soyad|soyadi",
    "club": "clubs|verein|klub|circolo|team|home club|kulup|клуб|σωματειο|συλλογος|club name|affiliation|bk|vereniging",
    "country": "nation|nationality|land|pais|pays|paese|nat|nat.|ulke|страна|χωρα|country code|"
    "nationalitat|nationalite",
    "rating": "elo|wertung|rtg|rating points|rating (elo)|рейтинг|puntuacion|pr",
    "group": "travelling with|traveling with|travels with|travel group|travelling group|gruppe|reisegruppe|reist mit|"
    "grupo|groupe|gruppo|группа|ομαδα|grup",
    "seed": "seeding|setzplatz|seed no|setzliste",
    "paid": "bezahlt|pagado|paye|pagato|betaald|betalt|fee paid|payment|entry paid|odendi|оплачено|has paid",
    "email": "e-mail|mail|email address|e-mail address|e-mail-adresse|correo|correo electronico|courriel|e-posta|"
    "mailadresse|"
    "adresse e-mail|почта|indirizzo email|contact email",
    "fed_id": "fed id|wbgf id|member id|member no|mitgliedsnummer",
    "number": "no|nr|#|number|no.|nr.|num|n|nº|n°|№|lfd|lfd. nr|pos|position|numero|place|platz|sira|α/α",
    "none": "timestamp|zeitstempel|marca temporal|horodateur|phone|telefon|telephone|mobile|tel|"
    "comments|comment|bemerkung",
}
_NAMES = {word: column for column, words in _SYNONYMS.items() for word in words.split("|")}
_AMBIGUOUS = {"name": "last", "nom": "last", "nombre": "first", "nome": "first", "isim": "first"}
_LOOKED_AT = 5


def column_of(cell: str) -> str:
    """Return the column that a header's cell names, itself where it is unknown."""
    plain = " ".join(folded(cell).replace("_", " ").strip(" *:?!").split())
    return _NAMES.get(plain, "name" if plain in _AMBIGUOUS else plain.replace(" ", "_"))


def columns_of(cells: Sequence[str]) -> list[str]:
    """Return the columns of a header: ``Name; Vorname`` and ``Nombre; Apellidos`` are the two halves of a name."""
    columns = [column_of(cell) for cell in cells]
    for half, other in (("first", "last"), ("last", "first")):
        if half in columns and other not in columns and "name" in columns:
            columns[columns.index("name")] = other
    return columns


def header_in(lines: Sequence[tuple[int, str]], longest: int) -> tuple[int, str, list[str]]:
    """Return where the header is, the separator, and its cells; -1 without one. Titles may stand above it."""
    for at, (_, line) in enumerate(lines[:_LOOKED_AT]):
        for separator in (*SEPARATORS, "|") if len(line) <= longest else ():
            cells = row_of(line, "|") if separator == "|" else cells_of(line, separator)
            if _is_header(cells):
                return at, separator, cells
    return -1, separator_of(list(lines)), []


def _is_header(cells: Sequence[str]) -> bool:
    columns = columns_of(cells)
    known = [each for each in columns if each in (*COLUMNS, *_HALVES, "number", "none")]
    named = "name" in columns or "last" in columns
    return named and len(cells) > 1 and (len(known) > 1 or columns[0] in known)
