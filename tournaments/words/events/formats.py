"""Formats in words: what is announced, and what a director chooses from."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.draws.pots import Seeding
from rules.formats.format import Format, Stage, StageKind
from rules.formats.knockout import Consolation, Knockout
from rules.formats.pools import FILL, Pools
from rules.formats.round_robin import RoundRobin
from rules.formats.structure import Structured
from rules.formats.swiss import Pairing, Swiss


def format_sentence(format_: Format) -> str:
    """Return how an event is played in a sentence or two."""
    played = _SENTENCES[format_.name](format_)
    apart = {
        ("club",): _("Players of one club meet late."),
        ("country",): _("Players of one country meet late."),
        ("club", "country"): _("Players of one club or country meet late."),
    }.get(tuple(group for group in format_.kept_apart if group != "group"))
    travelling = _("Players who travel together meet late.") if "group" in format_.kept_apart else ""
    seeded = {
        Seeding.POTS: _("Players of one pot come into different sections of the draw."),
        Seeding.FULL: _("Everybody is seeded: by seed, then by rating."),
    }.get(format_.seeding)
    chosen = _("The lines of losers are chosen when a round is over: printed ones do not bind.")
    dynamic = chosen if getattr(format_, "dynamic", False) else ""
    return " ".join(each for each in (played, dynamic, seeded, apart, travelling) if each)


def choice_word(format_: Format) -> str:
    """Return the words that distinguish a format from its alternatives."""
    return _CHOICES[format_.name](format_)


def way_name(name: str) -> str:
    """Return what a director calls a format, by its name."""
    return {
        "knockout": _("Knockout"),
        "structure": _("Other lower brackets"),
        "round_robin": _("Round robin"),
        "swiss": _("Swiss"),
        "pools": _("Pools, then knockout"),
    }[name]


def preset_name(name: str) -> str:
    """Return the name of a preset of lower brackets."""
    return {
        "first_loser": _("First round losers"),
        "progressive": _("Progressive consolation"),
        "second_consolation": _("Second consolation"),
        "last_chance": _("Last chance, full"),
        "last_chance_partial": _("Last chance, partial"),
        "double_elimination": _("Double elimination"),
        "double_elimination_recharge": _("Double elimination with recharge"),
        "fighters": _("Fighter’s bracket"),
        "denver": _("Denver: playoff for second place"),
        "compass": _("Compass"),
    }[name]


def consolation_word(consolation: Consolation) -> str:
    """Return the name of a kind of consolation."""
    return {
        Consolation.NONE: _("None"),
        Consolation.FIRST_MATCH: _("First match"),
        Consolation.PROGRESSIVE: _("Progressive"),
    }[consolation]


def stage_word(stage: Stage) -> str:
    """Return the name of a round, to stand behind that of its bracket."""
    return {
        StageKind.FINAL: pgettext("round", "final"),
        StageKind.SECOND_FINAL: _("second final"),
        StageKind.LAST: _("last {n}").format(n=stage.left),
        StageKind.ROUND: _("round {letter}").format(letter=stage.letter),
        StageKind.PLAY_IN: _("play-in round"),
    }[stage.kind]


def _knockout(format_: Knockout) -> str:
    played = {
        Consolation.NONE: _("Knockout: a player who loses is out."),
        Consolation.FIRST_MATCH: _("Knockout. Players who lose their first match play on in the consolation."),
        Consolation.PROGRESSIVE: _("Knockout. Players who lose before the final play on in the consolation."),
    }[format_.consolation]
    if not format_.last_chance:
        return played
    lower = _("Those who lose in the first two rounds of the consolation play on in the last chance.")
    return f"{played} {lower}"


def _knockout_choice(format_: Knockout) -> str:
    word = consolation_word(format_.consolation)
    return _("{consolation}, last chance").format(consolation=word) if format_.last_chance else word


def _structure(format_: Structured) -> str:
    if format_.preset:
        return _PRESETS[format_.preset]()
    played = _("Knockout with a lower bracket: {notation}.").format(notation=_notation(format_.lower))
    if format_.third is not None:
        third = _("Below it a third bracket: {notation}.").format(notation=_notation(format_.third))
        played = f"{played} {third}"
    if format_.joins:
        played = f"{played} " + _("The last four of both brackets play on together.")
    return played


_PRESETS: dict[str, Callable[[], str]] = {
    "first_loser": lambda: _("Knockout. Players who lose in the first round play on in the consolation."),
    "progressive": lambda: _("Knockout. Players who lose before the final play on in the consolation."),
    "second_consolation": lambda: _(
        "Knockout with a consolation. Players who lose there before its final play on in a second consolation."
    ),
    "last_chance": lambda: _(
        "Knockout with a consolation. Players who lose there before its final play on in the last chance."
    ),
    "last_chance_partial": lambda: _(
        "Knockout with a consolation. Players who lose in its first two rounds play on in the last chance."
    ),
    "double_elimination": lambda: _(
        "Double elimination: a player is out after two losses. The winners of both brackets play one final."
    ),
    "double_elimination_recharge": lambda: _(
        "Double elimination: a player is out after two losses. If the unbeaten player loses the final, they meet again."
    ),
    "fighters": lambda: _("The last four of the main bracket and the last four of the lower one form the last eight."),
    "denver": lambda: _(
        "Knockout with a consolation. The losing finalist plays the best of the consolation for second place."
    ),
    "compass": lambda: _("Compass: every loss sends a player to another bracket, named after a direction."),
}


def _structure_choice(format_: Structured) -> str:
    if format_.preset:
        return preset_name(format_.preset)
    return " / ".join(_notation(each) for each in (format_.lower, format_.third) if each is not None)


def _notation(notation: Any) -> str:
    return str(notation.text)


def _round_robin(format_: RoundRobin) -> str:
    if not format_.rounds:
        return _("Round robin: everybody plays everybody once. The table decides.")
    played = ngettext("Round robin of {n} round", "Round robin of {n} rounds", format_.rounds).format(n=format_.rounds)
    return _("{rounds}: everybody plays in each. The table decides.").format(rounds=played)


def _round_robin_choice(format_: RoundRobin) -> str:
    if not format_.rounds:
        return _("All rounds")
    return ngettext("{n} round", "{n} rounds", format_.rounds).format(n=format_.rounds)


def _swiss(format_: Swiss) -> str:
    played = _swiss_played(format_)
    if format_.pairing is Pairing.ROUNDS:
        return played
    paired = _("Players are paired as they finish: whoever is free meets a free player with an equal record.")
    return f"{played} {paired}"


def _swiss_played(format_: Swiss) -> str:
    if format_.rounds:
        played = ngettext("Swiss of {n} round", "Swiss of {n} rounds", format_.rounds).format(n=format_.rounds)
        return _("{rounds}: everybody plays in each, equal records meet.").format(rounds=played)
    played = _("Swiss: equal records meet, a player is out after {n} losses.").format(n=format_.losses)
    if not format_.paid:
        return played
    playoff = _("Once no more than {n} players are left, they play off.").format(n=format_.paid)
    return f"{played} {playoff}"


def _swiss_choice(format_: Swiss) -> str:
    if format_.rounds:
        return ngettext("{n} round", "{n} rounds", format_.rounds).format(n=format_.rounds)
    return _("Out after {n} losses").format(n=format_.losses)


def _pools(format_: Pools) -> str:
    if format_.pools:
        pools = ngettext("{n} pool", "{n} pools", format_.pools).format(n=format_.pools)
    else:
        pools = _("pools of {n} at most").format(n=format_.largest)
    played = _("Everybody plays everybody in {pools}.").format(pools=pools)
    through = ngettext(
        "The best {n} of each plays on in a knockout.", "The best {n} of each play on in a knockout.", format_.through
    ).format(n=format_.through)
    return " ".join(each for each in (played, through, _best(format_)) if each)


def _best(format_: Pools) -> str:
    """Return who else comes through, empty for nobody."""
    if format_.best == FILL:
        return _("The best of the next place fill its lines.")
    if not format_.best:
        return ""
    return ngettext(
        "The best one of the next place plays too.", "The best {n} of the next place play too.", format_.best
    ).format(n=format_.best)


def _pools_choice(format_: Pools) -> str:
    size = _("Pools of {n} at most").format(n=format_.largest)
    if format_.pools:
        size = ngettext("{n} pool", "{n} pools", format_.pools).format(n=format_.pools)
    if not format_.best:
        return size
    if format_.best == FILL:
        return _("{pools}, knockout filled").format(pools=size)
    return _("{pools}, best {n} of the next place").format(pools=size, n=format_.best)


_SENTENCES: dict[str, Callable[[Any], str]] = {
    Knockout.name: _knockout,
    Structured.name: _structure,
    RoundRobin.name: _round_robin,
    Swiss.name: _swiss,
    Pools.name: _pools,
}
_CHOICES: dict[str, Callable[[Any], str]] = {
    Knockout.name: _knockout_choice,
    Structured.name: _structure_choice,
    RoundRobin.name: _round_robin_choice,
    Swiss.name: _swiss_choice,
    Pools.name: _pools_choice,
}
