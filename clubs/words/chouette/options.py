"""The options of a chouette in words: for forms, sheets and the pad."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs.read.figures import shown_sum, spoken_sum, with_sign
from clubs.words.refusals import speak
from rules.chouette.options import (
    BeaverDecline,
    BoxDuty,
    CaptainDropWinner,
    Consult,
    CounterDouble,
    CubeOrder,
    Extras,
    JoinPosition,
    OpeningRefusal,
    Options,
)

PRESET_NAMES = {
    "seed": _("Plain rules, one cube"),
    "money_night": _("Money night"),
    "cambridge": "Cambridge",
    "woolsey": "Woolsey",
    "la": "Los Angeles",
    "esk": "ESK",
    "clinton_hill": "Clinton Hill",
    "st_albans": "St Albans",
    "backgammontips": "backgammontips.org",
}


def money(minor: int, options: Options, *, sign: bool = False, full: bool = False) -> str:
    """Return a sum with its currency: ``€5``, with all its digits ``€5.00``, with a sign ``+€20``."""
    figure = shown_sum(abs(minor), options.currency) if full else spoken_sum(abs(minor), options.currency)
    mark = "\N{MINUS SIGN}" if minor < 0 else "+" if sign and minor else ""
    return f"{mark}{with_sign(figure, options.currency)}"


def cubes_word(options: Options) -> str:
    """Return how many cubes there are."""
    return gettext("a cube for each") if options.is_multi else gettext("one cube")


def option_lines(options: Options) -> tuple[str, ...]:
    """Return the house rules, one short statement each; what has its default and changes nothing is left out."""
    return tuple(str(line) for line in _lines(options) if line)


def _lines(options: Options) -> Iterator[object]:
    yield gettext("A cube for each of the crew") if options.is_multi else gettext("One cube, the captain decides")
    yield gettext("Jacoby rule") if options.jacoby else ""
    yield _COUNTERS[options.counter_double] if options.has_beavers else gettext("No beavers")
    if options.has_beavers and options.beaver_decline is BeaverDecline.NOT_ALLOWED:
        yield gettext("Beavers can’t be passed")
    if options.auto_limit:
        words = ngettext("At most %(n)d automatic double", "At most %(n)d automatic doubles", options.auto_limit)
        yield words % {"n": options.auto_limit}
    yield _REFUSALS.get(options.opening_refusal, "")
    if options.max_doublings is not None:
        words = ngettext(
            "A cube is doubled at most once", "A cube is doubled at most %(n)d times", options.max_doublings
        )
        yield words % {"n": options.max_doublings}
    yield gettext("A lone taker must beaver") if options.lone_taker_must_beaver else ""
    yield _EXTRAS.get(options.extras, "")
    yield gettext("Cubes may be settled") if options.settlements else gettext("No settlements")
    yield _JOINS[options.join_position]
    yield from _duties(options)
    yield _WINNERS.get(options.captain_drop_winner, "")
    if options.box_partner_from is not None:
        yield gettext("From %(n)d people the box may take a partner") % {"n": options.box_partner_from}
    if options.box_partner_must_from is not None:
        yield gettext("From %(n)d people the box must take a partner") % {"n": options.box_partner_must_from}
    if options.split_from is not None:
        yield gettext("From %(n)d people the table splits") % {"n": options.split_from}
    yield _CONSULT[options.consult]
    yield _ORDERS.get(options.cube_order, "")


def _duties(options: Options) -> Iterator[object]:
    yield gettext("A box that takes any cube takes the captain’s") if options.box_must_take_captain else ""
    yield _DUTIES.get(options.box_duty, "")
    yield gettext("With three people the box takes both cubes or none") if options.both_or_none else ""
    yield gettext("Los Angeles: a box that loses points does not stay") if options.la_rules else ""


_COUNTERS = {CounterDouble.BEAVER: _("Beavers"), CounterDouble.BEAVER_RACCOON: _("Beavers and raccoons")}
_REFUSALS = {
    OpeningRefusal.OPENER: _("The opener may refuse the first roll"),
    OpeningRefusal.EACH_FIRST_ROLL: _("Each side may refuse its own first roll"),
}
_EXTRAS = {
    Extras.MAY_REFUSE: _("Extras against a lone taker, who may refuse"),
    Extras.MUST: _("Extras against a lone taker"),
}
_JOINS = {
    JoinPosition.BEHIND_LOSER: _("Newcomers sit at the end"),
    JoinPosition.AHEAD_OF_LOSER: _("Newcomers sit ahead of the last loser"),
}
_DUTIES = {
    BoxDuty.HALF: _("The box takes at least half"),
    BoxDuty.BREAK_EVEN: _("The box takes enough to break even"),
}
_WINNERS = {
    CaptainDropWinner.BOX_STAYS: _("The box stays unless a captain who never passed wins"),
    CaptainDropWinner.ORIGINAL_CAPTAIN: _("The captain becomes box only if the box also loses to the last in play"),
}
_CONSULT = {
    Consult.ALWAYS: _("The crew may advise"),
    Consult.AFTER_CUBE_TURNED: _("Advice once your cube is turned"),
    Consult.NEVER: _("No advice"),
}
_ORDERS = {
    CubeOrder.TEAM: _("Cubes in the order of the crew"),
    CubeOrder.FROM_THE_END: _("Cubes from the end of the line"),
    CubeOrder.CAPTAIN_FIRST: _("The captain’s cube first"),
}
_CUBES = {"single": _("One cube"), "multi": _("A cube for each of the crew")}
_OFF_ON = {
    "jacoby": _("Jacoby rule"),
    "lone_taker_must_beaver": _("A lone taker must beaver"),
    "settlements": _("Cubes may be settled"),
    "box_must_take_captain": _("A box that takes any cube takes the captain’s"),
    "both_or_none": _("With three people the box takes both cubes or none"),
    "la_rules": _("Los Angeles: a box that loses points does not stay, and a box that doubles doubles the captain too"),
}
_NUMBERS = {
    "auto_limit": _("Most automatic doubles in a game"),
    "max_doublings": _("Most times that one cube is doubled"),
    "box_partner_from": _("People at the table from which the box may take a partner"),
    "box_partner_must_from": _("People at the table from which the box must take a partner"),
    "split_from": _("People at the table from which it splits"),
}


def flags() -> dict[str, object]:
    """Return the options that are on or off, with their labels."""
    return dict(_OFF_ON)


def numbers() -> dict[str, object]:
    """Return the options that are whole numbers, with their labels; an empty field means never."""
    return dict(_NUMBERS)


def choices() -> dict[str, tuple[object, list[tuple[str, object]]]]:
    """Return the options with a choice: the label, and each value with its words."""
    none, free = _("No beavers"), _("In any order")
    return {
        "cubes": (_("Cubes"), list(_CUBES.items())),
        "counter_double": (_("Beavers"), [("none", none), *_valued(_COUNTERS)]),
        "beaver_decline": (
            _("Passing a beaver"),
            [("allowed", _("Allowed")), ("not_allowed", _("Not allowed"))],
        ),
        "opening_refusal": (_("Refusing the first roll"), [("off", _("Not possible")), *_valued(_REFUSALS)]),
        "captain_drop_winner": (
            _("After a captain who passed"),
            [("acting_captain_becomes_box", _("The acting captain who wins is the next box")), *_valued(_WINNERS)],
        ),
        "extras": (_("Extras"), [("off", _("No extras")), *_valued(_EXTRAS)]),
        "join_position": (_("Newcomers"), _valued(_JOINS)),
        "box_duty": (_("Cubes that the box takes when all double"), [("none", _("Any")), *_valued(_DUTIES)]),
        "consult": (_("Advice"), _valued(_CONSULT)),
        "cube_order": (_("Order of the cubes"), [("free", free), *_valued(_ORDERS)]),
    }


def _valued(words: Mapping[Any, object]) -> list[tuple[str, object]]:
    return [(str(each), word) for each, word in words.items()]


def speak_of_options(code: str, facts: Mapping[str, Any]) -> str:
    """Put a refusal into words, options by their labels."""
    labels = _OFF_ON | _NUMBERS | {name: label for name, (label, _values) in choices().items()}
    named = {word: f"“{labels[facts[word]]}”" for word in ("option", "other") if facts.get(word) in labels}
    return speak(code, {**facts, **named})
