"""What can be written at the table, as forms that work without scripts; and what a posted form says happened."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clubs.read.chouettes.numbered import read_happening
from clubs.words.chouette.games import names
from clubs.words.chouette.table import table_words
from rules.chouette.actions import Action, Answer, Side, Win
from rules.chouette.offers import Do, Offer, offers
from rules.chouette.table import Game, Table
from rules.errors import RuleBroken

ANSWERING = (Do.BOX_ANSWERS, Do.TEAM_ANSWERS, Do.BEAVER_ANSWERS, Do.RACCOON_ANSWERS)
# In this order on the page: what is most likely first.
ORDER = (*ANSWERING, Do.START, Do.BOX_DOUBLES, Do.TEAM_DOUBLES, Do.WIN, Do.EXTRA, Do.SETTLE, Do.RESIGN, Do.TIES,
         Do.REFUSE_OPENING, Do.TAKE_PARTNER, Do.JOIN, Do.LEAVE, Do.SIT_OUT, Do.COME_BACK)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """A field of a form: one of ``options`` (value and label), or several with ``is_many``."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    is_many: bool = False


@dataclass(frozen=True, slots=True)
class TableForm:
    """One thing that can be written; ``number`` is a field for a whole number, ``text`` one for a name."""

    do: str
    title: str
    button: str
    choices: tuple[Choice, ...] = ()
    number: tuple[str, str] | None = None
    text: tuple[str, str] | None = None


def table_forms(table: Table, possible: tuple[Offer, ...]) -> tuple[TableForm, ...]:
    """Return a form for each thing that is possible now."""
    rows = sorted(possible, key=lambda each: ORDER.index(each.do))
    return tuple(_form(table, each, table_words()) for each in rows)


def _form(table: Table, offer: Offer, words: Mapping[str, str]) -> TableForm:
    game, do = table.game, offer.do
    if do in ANSWERING and game:
        return TableForm(do, question(game, table), words["write"], tuple(_answers(table, game, offer, words)))
    if do in (Do.BOX_DOUBLES, Do.TEAM_DOUBLES) and game:
        return _doubles(table, game, offer, words)
    title = words.get(f"panel_{do}", "")
    match do:
        case Do.START:
            return TableForm(do, "", words["startGame"] % {"n": len(table.results) + 1})
        case Do.WIN | Do.RESIGN | Do.SETTLE:
            return _end_form(table, offer, words)
        case Do.EXTRA:
            return TableForm(do, title, words["write"], (_pairs(table, offer, title, "{} – {}"),))
        case Do.SIT_OUT:
            return TableForm(do, title, title, (_pairs(table, offer, words["decides"], "{}: {}"),))
        case Do.TIES:
            return TableForm(do, title, words["write"], number=("n", words["equalRolls"]))
        case Do.REFUSE_OPENING:
            return TableForm(do, title, words["write"], (_sides(game, title, words),))
        case Do.JOIN:
            return TableForm(do, title, title, text=("who", words["name"]))
        case _:
            return TableForm(do, title, title, (_people(table, offer, words["name"]),))


def _end_form(table: Table, offer: Offer, words: Mapping[str, str]) -> TableForm:
    """Return the form of what ends the game, or a contract."""
    game, do, button = table.game, offer.do, words["write"]
    box, title = game.box if game else "", words.get(f"panel_{do}", "")
    if do is Do.WIN:
        number = words["gameNumber"] % {"n": game.number if game else 0}
        return TableForm(do, number, button, (_sides(game, words["whoWon"], words), _kinds(words)))
    if do is Do.RESIGN:
        sides = Choice("side", words["whoResigns"], (("team", words["member"]), ("box", box)))
        choices = (_people(table, offer, words["cubeOfWhom"]), sides, _kinds(words))
        return TableForm(do, title, button, choices)
    pairs = (_pairs(table, offer, words["cubeBetween"], "{} – {}"), _payers(table, offer, words))
    return TableForm(do, title, button, pairs, number=("points", words["points"]))


def question(game: Game, table: Table) -> str:
    """Return what waits for an answer, as the headline of the answers."""
    words, turned = table_words(), game.waiting
    contract = game.main(turned[0])
    is_all = turned == game.players_in
    values = {"box": game.box, "names": names(turned), "captain": game.acting, "to": contract.value}
    if contract.pending == "beaver":
        return words["beavered"] % values
    if contract.pending == "raccoon":
        return words["raccooned"] % values
    values["to"] = contract.before * 2
    if game.turned_by is Side.BOX:
        return words["boxDoublesAll" if is_all else "boxDoubles"] % values
    if not table.options.is_multi:
        return words["crewDoubles"] % values
    return words["allDouble" if is_all else "someDouble"] % values


def _answers(table: Table, game: Game, offer: Offer, words: Mapping[str, str]) -> Iterator[Choice]:
    rows = offer.answers[:1] if offer.is_all else offer.answers
    for who, possible in rows:
        speaker = game.box if offer.side is Side.BOX and offer.is_all else who
        yield Choice(
            f"answer-{_number(table, who)}", speaker, tuple((each.value, words[each.value]) for each in possible)
        )


def _doubles(table: Table, game: Game, offer: Offer, words: Mapping[str, str]) -> TableForm:
    is_box = offer.do is Do.BOX_DOUBLES
    if offer.is_all:
        values = {"who": game.box if is_box else game.acting, "to": game.main(offer.who[0]).value * 2}
        return TableForm(offer.do, "", words["doublesTo"] % values)
    people = tuple((str(_number(table, who)), f"{who} ({game.main(who).value * 2})") for who in offer.who)
    title = words["panel_box_doubles" if is_box else "panel_team_doubles"]
    return TableForm(offer.do, title, words["write"], (Choice("members", title, people, is_many=True),))


def _number(table: Table, who: str) -> int:
    return table.accounts.index(who) + 1


def _people(table: Table, offer: Offer, label: str) -> Choice:
    return Choice("person", label, tuple((str(_number(table, who)), who) for who in offer.who))


def _pairs(table: Table, offer: Offer, label: str, form: str) -> Choice:
    captain = table_words()["captain"]
    rows = (
        (f"{_number(table, one)}-{_number(table, two) if two else 0}", form.format(one, two or captain))
        for one, two in offer.pairs
    )
    return Choice("pair", label, tuple(rows))


def _payers(table: Table, offer: Offer, words: Mapping[str, str]) -> Choice:
    people = dict.fromkeys(who for pair in offer.pairs for who in pair if who)
    return Choice("payer", words["payer"], tuple((str(_number(table, who)), who) for who in people))


def _sides(game: Game | None, label: str, words: Mapping[str, str]) -> Choice:
    return Choice("side", label, ((Side.BOX.value, game.box if game else ""), (Side.TEAM.value, words["crewName"])))


def _kinds(words: Mapping[str, str]) -> Choice:
    return Choice("kind", words["kind"], tuple((each.value, words[each.value]) for each in Win))


def posted_happening(post: Mapping[str, Any], many: Mapping[str, list[str]], table: Table) -> Action:
    """Return what a posted form says happened: ``words`` from the script, or the fields of a form of this page.

    Raises RuleBroken as a file does (``json.…``), ``chouette.answers`` or ``chouette.absent``.
    """
    if post.get("words"):
        return read_happening(posted_json(post["words"]))
    do = str(post.get("do", ""))
    people = _People(table)
    words: dict[str, Any] = {"do": do}
    if do in ANSWERING:
        words |= _posted_answers(post, table, people)
    elif do in (Do.BOX_DOUBLES, Do.TEAM_DOUBLES):
        members = [people.named(each) for each in many.get("members", [])]
        words |= {("to" if do == Do.BOX_DOUBLES else "by"): members} if members else {}
    elif do in (Do.SETTLE, Do.EXTRA, Do.SIT_OUT):
        words |= _posted_pair(do, post, people)
    elif do == Do.TIES:
        words["n"] = _whole(post.get("n"))
    elif do == Do.JOIN:
        words["who"] = str(post.get("who", ""))
    elif post.get("person"):
        words["who"] = people.named(post["person"])
    if do in (Do.WIN, Do.RESIGN):
        words |= {"side": post.get("side"), "kind": post.get("kind")}
    if do == Do.REFUSE_OPENING:
        words["side"] = post.get("side")
    return read_happening(words)


def posted_json(text: str) -> Any:
    """Return posted JSON. Raises RuleBroken ``json.text``, also where a number is not finite."""
    try:
        return json.loads(text, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError) as error:
        raise RuleBroken("json.text") from error


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


@dataclass(frozen=True, slots=True)
class _People:
    table: Table

    def named(self, number: str) -> str:
        """Return somebody by their place among the accounts. Raises RuleBroken ``chouette.absent``."""
        accounts = self.table.accounts
        if not number.isascii() or not number.isdecimal() or not 1 <= int(number[:4]) <= len(accounts):
            raise RuleBroken("chouette.absent", who=number[:20])
        return accounts[int(number) - 1]


def _posted_answers(post: Mapping[str, Any], table: Table, people: _People) -> dict[str, Any]:
    given = {name[7:]: value for name, value in post.items() if name.startswith("answer-")}
    answers = {people.named(number): value for number, value in given.items() if value in list(Answer)}
    offer = next((each for each in offers(table) if each.answers), None)
    if offer is not None and offer.is_all and answers:
        return {"answer": next(iter(answers.values()))}
    return {"answers": answers}


def _posted_pair(do: str, post: Mapping[str, Any], people: _People) -> dict[str, Any]:
    one, _dash, two = str(post.get("pair", "")).partition("-")
    first = people.named(one)
    second = None if two == "0" else people.named(two)
    if do == Do.EXTRA:
        return {"holder": first, "against": second}
    if do == Do.SIT_OUT:
        return {"who": first} | ({"proxy": second} if second else {})
    points = _whole(post.get("points"))
    words: dict[str, Any] = {"between": [first, second], "points": points}
    return words | ({"pays": people.named(str(post.get("payer", "")))} if points else {})


def _whole(text: Any) -> int:
    digits = str(text or "").strip()
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 10:
        raise RuleBroken("json.range", place=digits[:20])
    return int(digits)
