"""The games that can be played, in words: their names, two sentences of each, and what their wins are called."""

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rules.errors import RuleBroken
from rules.match.several import draws_of, kinds_of
from rules.rulesets import LaterGames, Ruleset, options_changed
from rules.rulesets.played import Played
from tournaments.words.refusals import speak
from tournaments.words.results import kind_words

_NAMES = {
    "standard": _("Backgammon"),
    "mediterranean": _("Mediterranean backgammon"),
    "portes": _("Portes"),
    "tavla": _("Tavla"),
    "tabla_bg": _("Tabla"),
    "toute_table_1715": _("Toute-table (1715)"),
    "hoyle_1743": _("Backgammon after Hoyle (1743)"),
    "nackgammon": _("Nackgammon"),
    "hypergammon": _("Hypergammon"),
    "irish": _("Irish"),
    "plakoto": _("Plakoto"),
    "tapa": _("Tapa"),
    "mahbusa": _("Mahbusa"),
    "fevga": _("Fevga"),
    "moultezim": _("Moultezim"),
    "gul_bara": _("Gul Bara"),
    "gul_bara_tabla_bg": _("Gul Bara (cascade from the fourth turn)"),
    "narde": _("Long Nardi"),
    "nardi_seed": _("Long Nardi (strict six-block)"),
    "pilz_wening": _("Pilz/Wening"),
    "schwab": _("Schwab"),
    "tabula": _("Tabula (a reconstruction)"),
    "duodecim": _("Ludus duodecim scriptorum"),
    "tick_tack": _("Tick-tack"),
    "tavli": _("Tavli"),
    "sreshta": _("Sreshta"),
}
# Two sentences of what each game is.
_ABOUT = {
    "standard": _(
        "Checkers are hit and enter again from the bar; the doubling cube is in play."
        " A win counts 1, a gammon 2, a backgammon 3."
    ),
    "mediterranean": _("Backgammon without a cube. A win counts 1, a gammon 2, and there is no triple game."),
    "portes": _("The Greek game with hits, without a cube. A win counts 1, a double 2; whoever starts rolls again."),
    "tavla": _("The Turkish game with hits, without a cube. A win counts 1, a mars 2; nobody hits and runs at home."),
    "tabla_bg": _("The Bulgarian straight game with hits, without a cube. A win counts 1, a mars 2."),
    "toute_table_1715": _("Backgammon as France played it in 1715. There is no cube and no triple game."),
    "hoyle_1743": _("Backgammon as Hoyle described it in 1743. There is no cube and no triple game."),
    "nackgammon": _("Backgammon with two checkers more at the back. The cube and all values are those of backgammon."),
    "hypergammon": _(
        "Backgammon with three checkers a side, which start far back. The cube and all values are those of backgammon."
    ),
    "irish": _(
        "The forerunner of backgammon: a double is played as two dice only. Every win counts 1, without a cube."
    ),
    "plakoto": _(
        "Nobody is hit: a single checker is pinned until the opponent leaves it."
        " A win counts 1, a double or a pinned mother 2."
    ),
    "tapa": _(
        "Nobody is hit: a single checker is pinned until the opponent leaves it."
        " A win counts 1, a mars or a pinned mother 2."
    ),
    "mahbusa": _(
        "Nobody is hit: a single checker is pinned until the opponent leaves it."
        " A win counts 1, a mars or a pinned mother 2."
    ),
    "fevga": _(
        "Both sides move the same way and one checker holds a point. The first checker must pass the opponent's start"
        " before others move; a win counts 1, a double 2."
    ),
    "moultezim": _(
        "Both sides move the same way and one checker holds a point. At most four points of the opponent's start"
        " quarter may be held; a win counts 1, a mars 2."
    ),
    "gul_bara": _(
        "Both sides move the same way and one checker holds a point. From the third turn on a double goes on to"
        " double 6, and the opponent plays what is left."
    ),
    "gul_bara_tabla_bg": _(
        "Both sides move the same way and one checker holds a point. From the fourth turn on a double goes on to"
        " double 6, and the opponent plays what is left."
    ),
    "narde": _(
        "Both sides move the same way and one checker holds a point. One checker may leave the head in a turn,"
        " and no six in a row while nobody of the opponent is ahead."
    ),
    "nardi_seed": _(
        "Both sides move the same way and one checker holds a point. One checker may leave the head in a turn,"
        " and no six in a row before all of the opponent have passed."
    ),
    "pilz_wening": _(
        "Backgammon in which a checker may move backwards to hit. The cube and all values are those of backgammon."
    ),
    "schwab": _(
        "Backgammon in which the smaller die may hit backwards. The cube and all values are those of backgammon."
    ),
    "tabula": _(
        "A Roman game with three dice in which all checkers start in hand. The rules are a reconstruction;"
        " every win counts 1."
    ),
    "duodecim": _("A Roman game whose rules are not transmitted. Only the score is entered; every win counts 1."),
    "tick_tack": _("An old game whose rules are not complete. Only the score is entered; every win counts 1."),
    "tavli": _(
        "Portes, Plakoto and Fevga take turns until a player has the points and leads."
        " A win counts 1, a double 2, and the winner starts the next game."
    ),
    "sreshta": _(
        "Tabla, Gul Bara and Tapa take turns until a player has the points and leads."
        " A win counts 1, a mars 2, and the winner starts the next game."
    ),
}
_DOUBLE = {"single": _("single"), "gammon": _("double"), "resign_gammon": _("double, resigned")}
_MARS = {"single": _("single"), "gammon": _("mars"), "resign_gammon": _("mars, resigned")}
_OYN = {"single": _("oyn"), "gammon": _("mars"), "resign_gammon": _("mars, resigned")}
# What the wins of a game are called where it is not as in backgammon.
_WINS = (
    dict.fromkeys(("portes", "plakoto", "fevga"), _DOUBLE)
    | dict.fromkeys(("tavla", "tabla_bg", "tapa", "mahbusa", "moultezim", "gul_bara", "gul_bara_tabla_bg"), _MARS)
    | dict.fromkeys(("narde", "nardi_seed"), _OYN)
)


def game_name(ruleset: Ruleset) -> str:
    """Return the name of a game; a club's own has the name that the club gave it."""
    return ruleset.name or preset_name(ruleset.id)


def preset_name(id_: str) -> str:
    """Return the name of a game or a cycle of the rule book, its id where it has none."""
    return gettext(_NAMES[id_]) if id_ in _NAMES else id_


def about(id_: str) -> str:
    """Return two sentences of what a game or a cycle of the rule book is."""
    return gettext(_ABOUT[id_]) if id_ in _ABOUT else ""


def played_name(played: Played) -> str:
    """Return what is played in an event."""
    return preset_name(played.cycle) if played.cycle else game_name(played.games[0])


def played_about(played: Played) -> str:
    """Return two sentences of what is played in an event."""
    return about(played.cycle or played.games[0].family)


def refusal_words(broken: RuleBroken) -> str:
    """Return what is wrong with the options of a ruleset, with the options that are meant."""
    sentence = speak(broken.code, broken.facts)
    named = broken.facts.get("options") or broken.facts.get("option") or ()
    values = broken.facts.get("values") or ()
    words = [", ".join(map(str, [named] if isinstance(named, str) else named)), ", ".join(map(str, values))]
    return " ".join([sentence, *(f"({each})" for each in words if each)])


def next_words(played: Played, game: Ruleset | None, number: int, starter: str) -> str:
    """Return what is played in a match, with its next game in a cycle and who begins it."""
    name = played_name(played)
    if game is not None and played.cycle:
        name = gettext("{name}: game {number} is {game}").format(name=name, number=number, game=game_name(game))
    return gettext("{name}, {starter} begins").format(name=name, starter=starter) if starter else name


def option_sentences(played: Played) -> tuple[str, ...]:
    """Return what is announced about the games beside their two sentences: draws, other options, who starts."""
    sentences = []
    drawn = {game_name(game): points for game in played.games for points in draws_of(game) if game.mother_rule}
    for name, points in drawn.items():
        words = (
            gettext("{game}: both mothers pinned is a draw, and each scores one.")
            if points
            else gettext("{game}: both mothers pinned is a draw without points.")
        )
        sentences.append(words.format(game=name))
    sentences += [_other_options(game) for game in played.games if options_changed(game)]
    if not played.cycle and played.games[0].later_games_start is LaterGames.PREVIOUS_WINNER:
        sentences.append(gettext("The winner of a game starts the next; the dice decide the first."))
    return tuple(sentences)


def _other_options(game: Ruleset) -> str:
    """Return the options in which a game differs from that of the rule book, as the rule book writes them."""
    options = ", ".join(f"{name} = {value}" for name, value in options_changed(game).items())
    words = gettext("Unlike {game} in the rule book: {options}.")
    return words.format(game=preset_name(game.family), options=options)


def code_words(played: Sequence[Ruleset]) -> str:
    """Return what the codes of a score card mean; no games are backgammon."""
    if not played:
        return gettext("nc no cube · cr Crawford · P passed · g gammon · bg backgammon")
    cube = [gettext("nc no cube · P passed")] if any(game.cube for game in played) else []
    wins = {kind: win_words(kind, game.family) for game in played for kind in kinds_of(game)}
    words = {"gammon": wins.get("gammon", ""), "backgammon": wins.get("backgammon", "")}
    codes = [f"{'bg' if kind == 'backgammon' else word[0]} {word}" for kind, word in words.items() if word]
    drawn = [gettext("= {drawn}").format(drawn=words_) for kind, words_ in wins.items() if kind.startswith("draw")]
    return " · ".join([*cube, *codes, *drawn])


def win_words(kind: str, game: str = "") -> str:
    """Return the words for how a game was won, in the words of the game (empty: backgammon)."""
    own = _WINS.get(game, {})
    return gettext(own[kind]) if kind in own else kind_words(kind)
