"""What happened in a game of a chouette, in sentences: for the sheet, on paper and on the phones that follow."""

from collections.abc import Callable, Iterator, Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from rules.chouette.actions import (
    Action,
    Answer,
    Answered,
    BoxAnswers,
    BoxDoubles,
    RefuseOpening,
    Resign,
    Settle,
    Side,
    TakeExtra,
    TeamAnswers,
    TeamDoubles,
    Ties,
    Win,
    WinGame,
)
from rules.chouette.play import play
from rules.chouette.table import Game, Pending, Table, before_game


def names(people: Sequence[str]) -> str:
    """Return people as a list: ``Ann, Bob and Cid``."""
    return get_text_list(list(people), gettext("and"))


def signed(points: int) -> str:
    """Return points with their sign, a minus as long as the plus; 0 has none."""
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points else "0"


def game_sentence(table: Table, game: Game, actions: Sequence[Action]) -> str:
    """Return what happened in ``game``, a finished or running game of ``table``."""
    now = before_game(table, game)
    parts: list[str] = []
    for action in actions:
        after = play(now, action)
        parts += _sentences(now, after, action)
        now = after
    return " ".join(parts)


def _sentences(before: Table, after: Table, action: Action) -> Iterator[str]:
    game = before.game
    if game is None:
        return
    match action:
        case TeamDoubles() | BoxDoubles():
            yield _doubled(before, after, action)
        case Answered():
            yield _answered(before, game, action)
            yield from _new_captain(game, after)
        case _:
            yield _other(game, action)


def _other(game: Game, action: Action) -> str:
    match action:
        case Ties(number):
            return ngettext("%(n)d equal opening roll.", "%(n)d equal opening rolls.", number) % {"n": number}
        case RefuseOpening(side):
            return gettext("%(who)s refuses the first roll.") % {"who": side_name(game, side)}
        case Settle(first, second, pays, points) if pays and points:
            other = second if pays == first else first
            words = ngettext(
                "%(a)s settles with %(b)s for %(n)d point.", "%(a)s settles with %(b)s for %(n)d points.", points
            )
            return words % {"a": pays, "b": other, "n": points}
        case Settle(first, second):
            return gettext("%(a)s and %(b)s settle for nothing.") % {"a": first, "b": second}
        case TakeExtra(holder, against):
            return gettext("%(a)s takes an extra against %(b)s.") % {"a": holder, "b": against}
        case Resign(who, side, kind):
            resigning, other = (game.box, who) if side is Side.BOX else (who, game.box)
            return _RESIGNS[kind]() % {"a": resigning, "b": other}
        case WinGame(side, kind):
            return won_sentence(game, side, kind)
        case _:
            return ""


def won_sentence(game: Game, side: Side, kind: Win) -> str:
    """Return who won what."""
    return _WINS[kind]() % {"who": side_name(game, side)}


def side_name(game: Game, side: Side) -> str:
    """Return the box by name, or the crew."""
    return game.box if side is Side.BOX else gettext("The crew")


def _doubled(before: Table, after: Table, action: TeamDoubles | BoxDoubles) -> str:
    game = before.game
    turned = after.game.waiting if after.game else ()
    is_all = game is not None and turned == game.players_in
    value = after.game.main(turned[0]).before * 2 if after.game and turned else 0
    words = {"to": value, "n": len(turned), "names": names(turned), "box": game.box if game else ""}
    if isinstance(action, BoxDoubles):
        if is_all:
            return gettext("%(box)s doubles all to %(to)d.") % words
        return gettext("%(box)s doubles %(names)s to %(to)d.") % words
    if not before.options.is_multi:
        return gettext("The crew doubles to %(to)d.") % words
    if is_all and len(turned) > 1:
        return (gettext("Both double.") if len(turned) == 2 else gettext("All %(n)d double.")) % words
    return ngettext("%(names)s doubles to %(to)d.", "%(names)s double.", len(turned)) % words


def _answered(before: Table, game: Game, action: Answered) -> str:
    """Return answers in one sentence: those of the box as its own, those of the crew by name."""
    given = dict(action.answers) or dict.fromkeys(game.waiting, action.answer or Answer.TAKE)
    by_answer = {answer: [who for who in game.waiting if given.get(who) is answer] for answer in Answer}
    is_box = isinstance(action, BoxAnswers) or (
        not isinstance(action, TeamAnswers) and (game.turned_by or Side.BOX).other is Side.BOX
    )
    speaks_for_all = not before.options.is_multi and not (game.pending is Pending.OFFER and not is_box)
    words = []
    for answer, members in by_answer.items():
        if not members:
            continue
        if is_box and speaks_for_all:
            words.append(_BOX_ALONE[answer]())
        elif is_box:
            everybody = len(members) == len(game.waiting) > 1
            words.append(_BOX_ANSWERS[answer]() % {"names": gettext("all") if everybody else names(members)})
        elif speaks_for_all:
            words.append(crew_answer(answer, 1) % {"names": game.acting or ""})
        elif len(members) == len(game.waiting) > 1:
            words.append((_BOTH if len(members) == 2 else _ALL)[answer]() % {"n": len(members)})
        else:
            words.append(crew_answer(answer, len(members)) % {"names": names(members)})
    sentence = ", ".join(words) + "."
    return f"{game.box} {sentence}" if is_box else sentence


def _new_captain(game: Game, after: Table) -> Iterator[str]:
    """Yield who acts as captain from now on, where that has changed and the game goes on."""
    now = after.game
    if now and now.captain_dropped and now.acting and now.acting != game.acting and not now.decided:
        yield gettext("%(who)s plays on as captain.") % {"who": now.acting}


_WINS: dict[Win, Callable[[], str]] = {
    Win.SINGLE: lambda: gettext("%(who)s wins a single."),
    Win.GAMMON: lambda: gettext("%(who)s wins a gammon."),
    Win.BACKGAMMON: lambda: gettext("%(who)s wins a backgammon."),
}
_RESIGNS: dict[Win, Callable[[], str]] = {
    Win.SINGLE: lambda: gettext("%(a)s resigns a single to %(b)s."),
    Win.GAMMON: lambda: gettext("%(a)s resigns a gammon to %(b)s."),
    Win.BACKGAMMON: lambda: gettext("%(a)s resigns a backgammon to %(b)s."),
}
_BOX_ALONE: dict[Answer, Callable[[], str]] = {
    Answer.TAKE: lambda: gettext("takes"),
    Answer.DROP: lambda: gettext("passes"),
    Answer.BEAVER: lambda: gettext("beavers"),
    Answer.ACCEPT: lambda: gettext("accepts"),
    Answer.RACCOON: lambda: gettext("raccoons"),
}
_BOX_ANSWERS: dict[Answer, Callable[[], str]] = {
    Answer.TAKE: lambda: gettext("takes %(names)s"),
    Answer.DROP: lambda: gettext("passes %(names)s"),
    Answer.BEAVER: lambda: gettext("beavers %(names)s"),
    Answer.ACCEPT: lambda: gettext("accepts %(names)s"),
    Answer.RACCOON: lambda: gettext("raccoons %(names)s"),
}
_ALL: dict[Answer, Callable[[], str]] = {
    Answer.TAKE: lambda: gettext("All %(n)d take"),
    Answer.DROP: lambda: gettext("All %(n)d pass"),
    Answer.BEAVER: lambda: gettext("All %(n)d beaver"),
    Answer.ACCEPT: lambda: gettext("All %(n)d accept"),
    Answer.RACCOON: lambda: gettext("All %(n)d raccoon"),
}
_BOTH: dict[Answer, Callable[[], str]] = {
    Answer.TAKE: lambda: gettext("Both take"),
    Answer.DROP: lambda: gettext("Both pass"),
    Answer.BEAVER: lambda: gettext("Both beaver"),
    Answer.ACCEPT: lambda: gettext("Both accept"),
    Answer.RACCOON: lambda: gettext("Both raccoon"),
}


def crew_answer(answer: Answer, count: int) -> str:
    """Return what one or several members answer, with a place for ``names``."""
    match answer:
        case Answer.TAKE:
            return ngettext("%(names)s takes", "%(names)s take", count)
        case Answer.DROP:
            return ngettext("%(names)s passes", "%(names)s pass", count)
        case Answer.BEAVER:
            return ngettext("%(names)s beavers", "%(names)s beaver", count)
        case Answer.ACCEPT:
            return ngettext("%(names)s accepts", "%(names)s accept", count)
        case Answer.RACCOON:
            return ngettext("%(names)s raccoons", "%(names)s raccoon", count)
