"""The words of a chouette's file: options, people, and what happened, read and written.

Source: docs/rules/chouette.md#the-file.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, Final

from rules.chouette.actions import (
    MOST_POINTS,
    MOST_TIES,
    Action,
    Answer,
    Answered,
    BeaverAnswers,
    BoxAnswers,
    BoxDoubles,
    ComeBack,
    Join,
    Leave,
    RaccoonAnswers,
    RefuseOpening,
    Resign,
    Settle,
    Side,
    SitOut,
    TakeExtra,
    TakePartner,
    TeamAnswers,
    TeamDoubles,
    Ties,
    Win,
    WinGame,
)
from rules.chouette.options import (
    LARGEST_LOSS,
    LARGEST_STAKE,
    LARGEST_TABLE,
    MOST_DOUBLINGS,
    BeaverDecline,
    BoxDuty,
    CaptainDropWinner,
    Consult,
    CounterDouble,
    CubeOrder,
    Cubes,
    Extras,
    InitialOrder,
    JoinPosition,
    OpeningRefusal,
    Options,
)
from rules.chouette.people import order_by_dice, read_people, still_to_roll
from rules.chouette.presets import HOUSE_RULES, house_rules
from rules.commands.cases import Field
from rules.errors import RuleBroken
from rules.naming import read_name

_CHOICES: Final[Mapping[str, type[StrEnum]]] = {
    "cubes": Cubes,
    "initial_order": InitialOrder,
    "counter_double": CounterDouble,
    "beaver_decline": BeaverDecline,
    "opening_refusal": OpeningRefusal,
    "captain_drop_winner": CaptainDropWinner,
    "extras": Extras,
    "join_position": JoinPosition,
    "box_duty": BoxDuty,
    "consult": Consult,
    "cube_order": CubeOrder,
}
_NUMBERS: Final = {
    "auto_limit": MOST_DOUBLINGS,
    "max_doublings": 10**6,
    "box_partner_from": LARGEST_TABLE,
    "box_partner_must_from": LARGEST_TABLE,
    "split_from": LARGEST_TABLE,
    "stake_minor": LARGEST_STAKE,
    "rounding_minor": LARGEST_STAKE,
    "stake_limit_minor": LARGEST_STAKE,
    "loss_limit_minor": LARGEST_LOSS,
}
_FLAGS: Final = (
    "jacoby", "lone_taker_must_beaver", "settlements", "box_must_take_captain", "both_or_none", "la_rules",
)  # fmt: skip
_OLD_NAMES: Final = {"box_net_loss_rule": "la_rules"}
# Where an option is off by itself, a file may also have false or null.
_OFF: Final = {
    "counter_double": CounterDouble.NONE,
    "opening_refusal": OpeningRefusal.OFF,
    "extras": Extras.OFF,
    "box_duty": BoxDuty.NONE,
}


def read_options(field: Field | None) -> Options:
    """Return the options of a file; what it leaves out has the default, or that of its ``preset``.

    Raises RuleBroken as ``Field`` and ``Options`` do, with the place.
    """
    if field is None:
        return Options()
    field.words("preset", *_CHOICES, *_NUMBERS, *_FLAGS, *_OLD_NAMES, "currency")
    preset = field.get("preset")
    base = Options() if preset is None else house_rules(preset.one_of(*HOUSE_RULES))
    given: dict[str, Any] = {}
    for word, each in field.pairs():
        if word != "preset":
            name = _OLD_NAMES.get(word, word)
            if name in given:
                raise RuleBroken("json.twice", place=each.place, word=word)
            given[name] = _option(name, each)
    if given.get("cubes", base.cubes) is Cubes.MULTI:
        # No first roll is refused where each member has a cube, whatever the file says.
        given["opening_refusal"] = OpeningRefusal.OFF
    with field.placing():
        return replace(base, **given)


def _option(name: str, field: Field) -> Any:
    is_off = field.value is None or field.value is False
    if name == "beaver_decline" and isinstance(field.value, bool):
        return BeaverDecline.ALLOWED if field.value else BeaverDecline.NOT_ALLOWED
    if name in _CHOICES:
        if is_off and name in _OFF:
            return _OFF[name]
        return _CHOICES[name](field.one_of(*_CHOICES[name]))
    if name in _FLAGS:
        return field.value == "on" if field.value in ("on", "off") else field.flag()
    if name == "currency":
        return "" if field.value in (None, "") else field.text()
    default = getattr(Options(), name)
    if is_off or (default is None and field.value in ("none", "off")):
        return default
    return field.whole(most=_NUMBERS[name])


def read_order(file: Field) -> tuple[str, ...]:
    """Return the first order, the box first: ``order``, or what ``order_rolls`` make of ``people``.

    Raises RuleBroken ``chouette.order`` or ``chouette.no_order``, and as ``read_people`` and ``order_by_dice`` do.
    """
    rolls, typed = file.get("order_rolls"), file.get("order")
    people = _people(file["order"] if "people" not in file.value and typed else file["people"])
    rolled = None
    if rolls is not None:
        with rolls.placing():
            rounds: list[dict[str, int]] = []
            for each in rolls.each():
                rounds.append(_round(each, still_to_roll(people, rounds)))
            rolled = order_by_dice(people, rounds)
    if typed is None:
        if rolled is None:
            raise RuleBroken("chouette.no_order", place="order")
        return rolled
    order = _people(typed)
    if set(order) != set(people) or rolled not in (None, order):
        raise RuleBroken("chouette.order", place=typed.place, people=people, rolled=rolled)
    return order


def _people(field: Field) -> tuple[str, ...]:
    with field.placing():
        return read_people([who.text() for who in field.each()])


def _round(field: Field, rolling: tuple[str, ...]) -> dict[str, int]:
    """Return a round of dice: by name, or a list in the order of those who roll."""
    if isinstance(field.value, list):
        dice = field.each()
        if len(dice) != len(rolling):
            raise RuleBroken("json.range", place=field.place, least=len(rolling), most=len(rolling))
        return {who: die.whole(1, 6) for who, die in zip(rolling, dice, strict=True)}
    return {_known(who, field): die.whole(1, 6) for who, die in field.pairs()}


def read_action(field: Field) -> Action | str:
    """Return what happened, or ``undo`` and ``undo_game`` as they are.

    Raises RuleBroken as ``Field`` does, with the place.
    """
    word = field["do"].one_of(*_READERS, "undo", "undo_game")
    if word in ("undo", "undo_game"):
        field.words("do")
        return word
    return _READERS[word](field)


def _known(name: str, field: Field) -> str:
    with field.placing():
        return read_name(name)


def _name(field: Field) -> str:
    return _known(field.text(), field)


def _names(field: Field | None) -> tuple[str, ...]:
    return () if field is None else tuple(map(_name, field.each()))


def _who[A](make: Callable[[str], A]) -> Callable[[Field], A]:
    def read(field: Field) -> A:
        field.words(needed=("do", "who"))
        return make(_name(field["who"]))

    return read


def _answers[A: Answered](kind: type[A]) -> Callable[[Field], A]:
    def read(field: Field) -> A:
        field.words("answers", "answer", needed=("do",))
        one, many = field.get("answer"), field.get("answers")
        if one is not None:
            if many is not None:
                raise RuleBroken("json.unknown", place=many.place, word="answers")
            return kind(answer=Answer(one.one_of(*Answer)))
        rows = {_known(who, each): Answer(each.one_of(*Answer)) for who, each in field["answers"].pairs()}
        return kind(tuple(rows.items()))

    return read


def _sit_out(field: Field) -> SitOut:
    field.words("proxy", needed=("do", "who"))
    proxy = field.get("proxy")
    return SitOut(_name(field["who"]), None if proxy is None else _name(proxy))


def _ties(field: Field) -> Ties:
    field.words(needed=("do", "n"))
    return Ties(field["n"].whole(most=MOST_TIES))


def _refuse(field: Field) -> RefuseOpening:
    field.words(needed=("do", "side"))
    return RefuseOpening(Side(field["side"].one_of(*Side)))


def _team_doubles(field: Field) -> TeamDoubles:
    field.words("by", needed=("do",))
    return TeamDoubles(_names(field.get("by")))


def _box_doubles(field: Field) -> BoxDoubles:
    field.words("to", needed=("do",))
    return BoxDoubles(_names(field.get("to")))


def _settle(field: Field) -> Settle:
    field.words("pays", needed=("do", "between", "points"))
    between, pays = field["between"], field.get("pays")
    names = _names(between)
    if len(names) != 2:
        raise RuleBroken("json.range", place=between.place, least=2, most=2)
    points = field["points"].whole(most=MOST_POINTS)
    return Settle(names[0], names[1], None if pays is None else _name(pays), points)


def _extra(field: Field) -> TakeExtra:
    field.words(needed=("do", "holder", "against"))
    return TakeExtra(_name(field["holder"]), _name(field["against"]))


def _resign(field: Field) -> Resign:
    field.words(needed=("do", "who", "side", "kind"))
    return Resign(_name(field["who"]), Side(field["side"].one_of(*Side)), Win(field["kind"].one_of(*Win)))


def _win(field: Field) -> WinGame:
    field.words(needed=("do", "side", "kind"))
    return WinGame(Side(field["side"].one_of(*Side)), Win(field["kind"].one_of(*Win)))


_READERS: Final[Mapping[str, Callable[[Field], Action]]] = {
    "join": _who(Join),
    "leave": _who(Leave),
    "sit_out": _sit_out,
    "come_back": _who(ComeBack),
    "take_partner": _who(TakePartner),
    "ties": _ties,
    "refuse_opening": _refuse,
    "team_doubles": _team_doubles,
    "box_answers": _answers(BoxAnswers),
    "box_doubles": _box_doubles,
    "team_answers": _answers(TeamAnswers),
    "beaver_answers": _answers(BeaverAnswers),
    "raccoon_answers": _answers(RaccoonAnswers),
    "settle": _settle,
    "extra": _extra,
    "resign": _resign,
    "win": _win,
}


def write_options(options: Options) -> dict[str, Any]:
    """Return the options that differ from the defaults, as a file has them."""
    plain, rows = Options(), {}
    for each in fields(Options):
        value = getattr(options, each.name)
        if value != getattr(plain, each.name):
            rows[each.name] = value.value if isinstance(value, StrEnum) else value
    return rows


def write_action(action: Action) -> dict[str, Any]:
    """Return an action as a file has it."""
    match action:
        case Join(who) | Leave(who) | ComeBack(who) | TakePartner(who):
            word = {Join: "join", Leave: "leave", ComeBack: "come_back", TakePartner: "take_partner"}[type(action)]
            return {"do": word, "who": who}
        case SitOut(who, proxy):
            return {"do": "sit_out", "who": who} | ({"proxy": proxy} if proxy else {})
        case Settle(first, second, pays, points):
            return {"do": "settle", "between": [first, second], "points": points} | ({"pays": pays} if pays else {})
        case TakeExtra(holder, against):
            return {"do": "extra", "holder": holder, "against": against}
        case Resign(who, side, kind):
            return {"do": "resign", "who": who, "side": side.value, "kind": kind.value}
        case WinGame(side, kind):
            return {"do": "win", "side": side.value, "kind": kind.value}
        case _:
            return _write_cube(action)


def _write_cube(action: Action) -> dict[str, Any]:
    match action:
        case Ties(number):
            return {"do": "ties", "n": number}
        case RefuseOpening(side):
            return {"do": "refuse_opening", "side": side.value}
        case TeamDoubles(by):
            return {"do": "team_doubles"} | ({"by": list(by)} if by else {})
        case BoxDoubles(to):
            return {"do": "box_doubles"} | ({"to": list(to)} if to else {})
        case Answered(answers, answer):
            words = {
                BoxAnswers: "box_answers",
                TeamAnswers: "team_answers",
                BeaverAnswers: "beaver_answers",
                RaccoonAnswers: "raccoon_answers",
            }
            one = {"answer": answer.value} if answer else {"answers": {who: each.value for who, each in answers}}
            return {"do": words[type(action)]} | one
        case _:
            raise RuleBroken("json.unknown", word=type(action).__name__)
