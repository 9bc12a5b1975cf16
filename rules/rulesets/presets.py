"""The games of the rule book. Source: docs/rules/rulesets.md and the page of each game."""

from dataclasses import dataclass, replace

from rules.errors import RuleBroken
from rules.rulesets.options import (
    BackwardHits,
    BothMothers,
    Contact,
    CounterDouble,
    Geometry,
    HeadRule,
    LaterGames,
    Opening,
    OpeningRefusal,
    PrimeRule,
    StartQuarter,
)
from rules.rulesets.ruleset import Ruleset
from rules.rulesets.values import HAND


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the registry: its rules, the page that explains them and the sources they come from.

    ``reconstruction``: the rules are put together from old texts and are nobody's official rules.
    """

    ruleset: Ruleset
    page: str
    sources: tuple[str, ...]
    reconstruction: bool = False


STANDARD = Ruleset("standard")
_ARTICLES = "encyclopedia articles on backgammon"
_NO_TRIPLE = Ruleset("mediterranean", backgammon_value=2, cube=False)
_PORTES = replace(_NO_TRIPLE, id="portes", opening=Opening.ONE_DIE_REROLL, later_games_start=LaterGames.PREVIOUS_WINNER)
_PILE = ((24, 15),)
_PLAKOTO = replace(_PORTES, id="plakoto", contact=Contact.PIN, start=_PILE, mother_rule=True)
_PARALLEL = replace(
    _PORTES,
    id="parallel",
    geometry=Geometry.PARALLEL_DIAGONAL,
    contact=Contact.BLOCK,
    start=_PILE,
    stuck_limit=100,
)
_FEVGA = replace(
    _PARALLEL,
    id="fevga",
    first_away_at=11,
    start_quarter=StartQuarter.FORBIDDEN_END_OF_PLAY,
    unblock_duty=True,
)
_GUL_BARA = replace(_PARALLEL, id="gul_bara", cascade_from_turn=3)
_NARDE = replace(_PARALLEL, id="narde", head_rule=HeadRule.ONE_PER_TURN, prime_rule=PrimeRule.OPPONENT_AHEAD)
_SCORE_ONLY = replace(_NO_TRIPLE, judged=False, gammon_value=1, backgammon_value=1)

_ENTRIES = (
    Entry(STANDARD, "backgammon.md", (_ARTICLES, "rules of 1931 and later tournament rules")),
    Entry(_NO_TRIPLE, "portes.md", (_ARTICLES,)),
    Entry(_PORTES, "portes.md", ("neromyloscafe.com Tavli", "kafenio.eu Portes")),
    Entry(replace(_PORTES, id="tavla", no_hit_and_run=True), "portes.md", ("backgammon-game.eu Tavla",)),
    Entry(
        replace(_NO_TRIPLE, id="tabla_bg", later_games_start=LaterGames.PREVIOUS_WINNER),
        "portes.md",
        (_ARTICLES, "RULES.md of BackgammonGameEngine", "tabla.bg"),
    ),
    Entry(replace(_NO_TRIPLE, id="toute_table_1715"), "portes.md", (_ARTICLES, "bckg.pagesperso-orange.fr")),
    Entry(replace(_NO_TRIPLE, id="hoyle_1743"), "portes.md", (_ARTICLES,)),
    Entry(
        Ruleset("nackgammon", start=((24, 2), (23, 2), (13, 4), (8, 3), (6, 4))),
        "nackgammon.md",
        (_ARTICLES, "dailygammon.com Nackgammon", "play65 Nackgammon"),
    ),
    Entry(
        Ruleset("hypergammon", start=((24, 1), (23, 1), (22, 1))),
        "hypergammon.md",
        (_ARTICLES, "bkgm.com HyperBackgammon"),
    ),
    Entry(
        replace(_NO_TRIPLE, id="irish", double_moves=2, gammon_value=1, backgammon_value=1),
        "irish.md",
        (_ARTICLES, "jducoeur.org Irish"),
    ),
    Entry(
        _PLAKOTO,
        "plakoto.md",
        (_ARTICLES, "Wikipedia Plakoto", "fibs.com Plakoto", "ludii.games Plakoto", "brainking.com Plakoto",
         "msoworld.com Plakoto"),
    ),
    Entry(
        replace(_PLAKOTO, id="tapa", both_mothers=BothMothers.ONE_EACH),
        "plakoto.md",
        (_ARTICLES, "RULES.md of BackgammonGameEngine", "Wikipedia Tapa", "bg.wikipedia"),
    ),
    Entry(replace(_PLAKOTO, id="mahbusa"), "plakoto.md", ("Wikipedia Plakoto",)),
    Entry(
        _FEVGA,
        "fevga.md",
        (_ARTICLES, "Wikipedia Fevga", "bkgm.com Fevga", "brainking.com Fevga", "itavli Fevga"),
    ),
    Entry(
        replace(
            _FEVGA,
            id="moultezim",
            start_quarter=StartQuarter.ALLOWED,
            unblock_duty=False,
            opponent_quarter_limit=4,
        ),
        "fevga.md",
        ("threemountaingames.com Moultezim", "gamerz.net Moultezim"),
    ),
    Entry(_GUL_BARA, "gul-bara.md", (_ARTICLES, "RULES.md of BackgammonGameEngine", "bg.wikipedia Гюлбара")),
    Entry(
        replace(_GUL_BARA, id="gul_bara_tabla_bg", cascade_from_turn=4),
        "gul-bara.md",
        ("tabla.bg", "RULES.md of BackgammonGameEngine"),
    ),
    Entry(
        _NARDE,
        "narde.md",
        (_ARTICLES, "threemountaingames.com Narde", "playhop.com long narde", "geonardi.com federation rules"),
    ),
    Entry(replace(_NARDE, id="nardi_seed", prime_rule=PrimeRule.STRICT_SEED), "narde.md", (_ARTICLES,)),
    Entry(Ruleset("pilz_wening", backward_hits=BackwardHits.ANY), "pilz-wening.md", (_ARTICLES,)),
    Entry(Ruleset("schwab", backward_hits=BackwardHits.SMALLER_DIE), "pilz-wening.md", (_ARTICLES,)),
    Entry(
        replace(
            _NO_TRIPLE,
            id="tabula",
            geometry=Geometry.PARALLEL_SAME,
            start=((HAND, 15),),
            dice=3,
            opening=Opening.ONE_DIE_REROLL,
            gammon_value=1,
            backgammon_value=1,
            half_rule=True,
            tabula_bearoff=True,
        ),
        "tabula.md",
        (_ARTICLES, "a4games.company Tabula", "Anthologia Palatina IX 482", "futilitycloset.com on R. C. Bell"),
        reconstruction=True,
    ),
    Entry(
        replace(_SCORE_ONLY, id="duodecim"),
        "score-only.md",
        (_ARTICLES, "historicalgames.neocities.org", "bead.game"),
        reconstruction=True,
    ),
    Entry(replace(_SCORE_ONLY, id="tick_tack"), "score-only.md", (_ARTICLES,)),
)  # fmt: skip
GAMES = {entry.ruleset.id: entry for entry in _ENTRIES}
RULESETS = {id_: entry.ruleset for id_, entry in GAMES.items()}


def ruleset(id_: str, version: int = 1) -> Ruleset:
    """Return the preset of that id and version.

    Raises RuleBroken ``ruleset.unknown``.
    """
    preset = RULESETS.get(id_)
    if preset is None or preset.version != version:
        raise RuleBroken("ruleset.unknown", id=id_, version=version, known=tuple(RULESETS))
    return preset


def options_changed(game: Ruleset) -> dict[str, str]:
    """Return the options in which a game differs from the preset it is or is a copy of, by name, as they are written.

    Switches are ``on`` and ``off``, and a limit that there is not is ``off``. A game of no preset has none.
    """
    preset = RULESETS.get(game.family)
    if preset is None:
        return {}
    kept = ("id", "version", "name", "copy_of")
    changed = {name: value for name, value in game.options.items() if name not in kept}
    return {name: _written(value) for name, value in changed.items() if value != getattr(preset, name)}


def _written(value: object) -> str:
    if value is None or value is False:
        return "off"
    return "on" if value is True else str(value)


def tournament_ruleset(ruleset: Ruleset) -> Ruleset:
    """Return the ruleset if a match may be played by it.

    Raises RuleBroken ``ruleset.not_in_tournament`` with the options that belong to money play only.
    Source: docs/rules/rulesets.md#money-play-only.
    """
    money = {
        "jacoby": ruleset.jacoby,
        "counter_double": ruleset.counter_double is not CounterDouble.NONE,
        "auto_limit": ruleset.auto_limit > 0,
        "opening_refusal": ruleset.opening_refusal is not OpeningRefusal.OFF,
    }
    excluded = tuple(name for name, is_on in money.items() if is_on)
    if excluded:
        raise RuleBroken("ruleset.not_in_tournament", options=excluded)
    return ruleset
