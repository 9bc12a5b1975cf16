"""What the games and their wins are called in the languages of the articles.

German, Basque, Albanian, Bulgarian, Greek, Turkish. Albanian and Basque terms that the articles leave open are
suggestions; a native speaker should confirm every one of them. Source: the page of each game in docs/rules.
"""

from collections.abc import Mapping

from rules.rulesets.cycles import CYCLES
from rules.rulesets.presets import GAMES
from rules.rulesets.ruleset import Ruleset

LANGUAGES: Mapping[str, str] = {
    "de": "German", "eu": "Basque", "sq": "Albanian", "bg": "Bulgarian", "el": "Greek", "tr": "Turkish",
}  # fmt: skip

CYCLES_PAGE = "cycles.md"

type Words = Mapping[str, str]

_NAMES: Mapping[str, Words] = {
    "standard": {"de": "Backgammon", "eu": "backgammon", "sq": "tavëll", "bg": "табла", "el": "τάβλι", "tr": "tavla"},
    "mediterranean": {"de": "Backgammon ohne dreifaches Spiel", "bg": "табла", "el": "τάβλι", "tr": "tavla"},
    "portes": {"de": "Portes (Türen)", "eu": "Portes", "sq": "Portes", "el": "Πόρτες"},
    "tavla": {"de": "Tavla", "sq": "tavëll", "tr": "tavla"},
    "tabla_bg": {"de": "Tabla", "bg": "обикновена табла, права"},
    "toute_table_1715": {"de": "Toute-table", "eu": "toute-table"},
    "hoyle_1743": {"de": "Backgammon nach Hoyle", "eu": "backgammon"},
    "nackgammon": {"de": "Nackgammon"},
    "hypergammon": {"de": "Hypergammon"},
    "irish": {"de": "Irish", "eu": "Irish"},
    "plakoto": {"de": "Plakoto", "eu": "Plakoto", "sq": "Plakoto", "bg": "тапа", "el": "Πλακωτό"},
    "tapa": {"de": "Tapa", "bg": "тапа", "el": "Πλακωτό"},
    "mahbusa": {"de": "Mahbusa"},
    "fevga": {"de": "Fewga", "eu": "Fevga", "sq": "Fevga", "el": "Φεύγα", "tr": "Moultezim"},
    "moultezim": {"de": "Moultezim", "el": "Φεύγα", "tr": "Moultezim"},
    "gul_bara": {"de": "Gul Bara, Rosespring", "bg": "гюлбара"},
    "gul_bara_tabla_bg": {"de": "Gul Bara, Rosespring", "bg": "гюлбара"},
    "narde": {"de": "Langbackgammon, Nardi"},
    "nardi_seed": {"de": "Langbackgammon, Nardi"},
    "pilz_wening": {"de": "Pilz/Wening"},
    "schwab": {"de": "Schwab"},
    "tabula": {"de": "Tabula", "eu": "Tabula"},
    "duodecim": {"de": "Ludus duodecim scriptorum", "eu": "Ludus duodecim scriptorum"},
    "tick_tack": {"de": "Tick-tack", "eu": "Tick-tack"},
    "tavli": {"de": "Tavli", "sq": "tavëll", "el": "Τάβλι"},
    "sreshta": {"de": "Sreshta", "bg": "среща"},
}
_WINS: Mapping[str, Words] = {
    "single": {
        "de": "einfach", "eu": "partida sinplea", "sq": "lojë e thjeshtë", "el": "μονό",
    },
    "gammon": {
        "de": "Gammon (doppelt)", "eu": "partida bikoitza", "sq": "gamon", "bg": "марс", "el": "διπλό", "tr": "mars",
    },
    "backgammon": {
        "de": "Backgammon (dreifach)", "eu": "partida hirukoitza", "sq": "tavëll", "bg": "беко",
    },
}  # fmt: skip


def names_of(id_: str) -> Words:
    """Return the names of a game or a cycle by language; a language that has none is missing."""
    return _NAMES.get(id_, {})


def wins_in_words(ruleset: Ruleset) -> Mapping[str, Words]:
    """Return the words for each win of a game by language."""
    wins = {"single": 1, "gammon": ruleset.gammon_value, "backgammon": ruleset.backgammon_value}
    kinds = ["single", *(["gammon"] if wins["gammon"] > 1 else [])]
    if wins["backgammon"] > wins["gammon"]:
        kinds.append("backgammon")
    return {kind: _WINS[kind] for kind in kinds}


def glossary(page: str) -> list[str]:
    """Return the table of words for a page of docs/rules, line by line, of all games that it explains."""
    games = [entry.ruleset for entry in GAMES.values() if entry.page == page]
    if page == CYCLES_PAGE:
        games = [ruleset for each in CYCLES.values() for ruleset in each.rulesets]
    wins = {kind: words for game in games for kind, words in wins_in_words(game).items()}
    ids = [*CYCLES] if page == CYCLES_PAGE else [game.id for game in games]
    rows = [(f"`{id_}`", names_of(id_)) for id_ in ids] + list(wins.items())
    table = [["", *LANGUAGES.values()], ["---"] * (len(LANGUAGES) + 1)]
    table += [[name, *(words.get(code, "–") for code in LANGUAGES)] for name, words in rows]
    return [f"| {' | '.join(row)} |".replace("|  |", "| |") for row in table]
