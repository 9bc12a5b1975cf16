"""What happened in a game of a chouette, in a few signs: ``B×all 2, C passes; B single`` for a sheet of many games."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext, ngettext

from clubs.words.chouette.games import crew_answer
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

# Answers that go without saying where others are named.
UNSAID = (Answer.TAKE, Answer.ACCEPT)


def initials(people: Sequence[str]) -> dict[str, str]:
    """Return the shortest beginning of each name that is no other's; the whole name where another begins with it."""
    return {who: _beginning(who, [each for each in people if each != who]) for who in people}


def game_code(table: Table, game: Game, actions: Sequence[Action], short: Mapping[str, str]) -> str:
    """Return what happened in a finished game of ``table``, with people by their ``short`` names."""
    now, parts = before_game(table, game), []
    for action in actions:
        after = play(now, action)
        if now.game:
            joint = ", " if isinstance(action, Answered) else "; "
            parts += [(joint, each) for each in _codes(now, now.game, after, action, short)]
        now = after
    return "".join(joint + text for joint, text in parts).lstrip(",; ")


def _beginning(who: str, others: Sequence[str]) -> str:
    for length in range(1, len(who)):
        if not any(each.startswith(who[:length]) for each in others):
            return who[:length].strip()
    return who


def _codes(before: Table, game: Game, after: Table, action: Action, short: Mapping[str, str]) -> Iterator[str]:
    box = short[game.box]
    match action:
        case TeamDoubles() | BoxDoubles():
            yield _doubled(before, game, after, action, short)
        case Answered():
            yield from _answered(before, game, action, short)
        case Ties(number):
            yield ngettext("%(n)d tie", "%(n)d ties", number) % {"n": number}
        case RefuseOpening(side):
            yield gettext("%(who)s refuses a roll") % {"who": box if side is Side.BOX else gettext("crew")}
        case Settle(first, second, pays, points):
            payer = pays or first
            words = {"a": short[payer], "b": short[second if payer == first else first], "n": points}
            yield gettext("%(a)s settles with %(b)s: %(n)d") % words
        case TakeExtra(holder, against):
            yield gettext("extra %(a)s–%(b)s") % {"a": short[holder], "b": short[against]}
        case Resign(who, side, kind):
            resigning = box if side is Side.BOX else short[who]
            yield gettext("%(a)s resigns a %(kind)s") % {"a": resigning, "kind": _kind(kind)}
        case WinGame(side, kind):
            yield gettext("%(who)s %(kind)s") % {
                "who": box if side is Side.BOX else gettext("crew"), "kind": _kind(kind),
            }  # fmt: skip
        case _:
            pass


def _doubled(
    before: Table, game: Game, after: Table, action: TeamDoubles | BoxDoubles, short: Mapping[str, str]
) -> str:
    turned = after.game.waiting if after.game else ()
    value = game.main(turned[0]).value * 2 if turned else 0
    is_all = turned == game.players_in and len(turned) > 1
    members = gettext("all") if is_all else " ".join(short[who] for who in turned)
    if isinstance(action, BoxDoubles):
        return f"{short[game.box]}×{members} {value}"
    return f"{members if before.options.is_multi else gettext('crew')}×{short[game.box]} {value}"


def _answered(before: Table, game: Game, action: Answered, short: Mapping[str, str]) -> Iterator[str]:
    given = dict(action.answers) or dict.fromkeys(game.waiting, action.answer or Answer.TAKE)
    is_box = isinstance(action, BoxAnswers) or (
        not isinstance(action, TeamAnswers) and (game.turned_by or Side.BOX).other is Side.BOX
    )
    is_one = not before.options.is_multi and (is_box or game.pending is not Pending.OFFER)
    rows = [(answer, [who for who in game.waiting if given.get(who) is answer]) for answer in Answer]
    rows = [(answer, members) for answer, members in rows if members]
    for answer, members in rows:
        is_all = len(members) == len(game.waiting)
        if answer in UNSAID and not is_all:
            continue
        people = gettext("all") if is_all and len(members) > 1 else " ".join(short[who] for who in members)
        if is_box:
            words = crew_answer(answer, 1) % {"names": short[game.box]}
            yield words if is_one or is_all else f"{words} {people}"
        elif is_one:
            yield crew_answer(answer, 1) % {"names": short[game.acting or game.team[0]]}
        else:
            yield crew_answer(answer, len(members)) % {"names": people}


def _kind(kind: Win) -> str:
    return {
        Win.SINGLE: gettext("single"),
        Win.GAMMON: gettext("gammon"),
        Win.BACKGAMMON: gettext("backgammon"),
    }[kind]
