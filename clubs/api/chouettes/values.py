"""Values of answers about chouettes, by number of the people.

Stored answers hold no names, as a person can be erased: ``with_names`` is for reads alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any

from clubs.actions.chouettes.correcting import CorrectionPreview
from clubs.actions.chouettes.splitting import Split
from clubs.actions.chouettes.steps import Written
from clubs.models.chouettes import MONEY_NOTICE
from clubs.read.chouettes.listing import ChouetteLine
from clubs.read.chouettes.numbered import numbered
from clubs.read.chouettes.rules import HouseRules
from clubs.read.chouettes.view import ChouetteView, GameLine, PersonLine
from rules.chouette.offers import Offer
from rules.chouette.options import Options
from rules.chouette.session import GameSheet
from rules.chouette.settlement import Payments
from rules.chouette.table import Contract, Game, Order

type Numbers = Mapping[str, int]


def written_data(written: Written) -> dict[str, Any]:
    """Return a session after a change."""
    return chouette_data(written.view)


def split_data(split: Split) -> dict[str, Any]:
    """Return both sessions after a split."""
    return {"old": chouette_data(split.old.view), "new": chouette_data(split.new)}


def chouette_data(view: ChouetteView, *, with_names: bool = False) -> dict[str, Any]:
    """Return a session as it is now."""
    numbers, game = _numbers(view), view.running
    around = view.next_up
    return {
        **{name: getattr(view, name) for name in _PLAIN},
        "closed": view.closed is not None,
        "into": view.closed.into if view.closed else None,
        "options": options_data(view.options),
        "people": [_person(each, numbers, with_names=with_names) for each in view.people],
        **{name: numbers.get(getattr(view, name) or "") for name in _PEOPLE},
        "crew": [numbers[who] for who in view.crew],
        "running": None if game is None else _running(view, game, numbers),
        "games": len(view.games),
        "possible": [_offer(each, numbers) for each in view.possible],
        "next": None
        if around is None
        else {
            **{name: getattr(around, name) for name in ("number", "box_is_new", "captain_is_new")},
            **{name: numbers.get(getattr(around, name) or "") for name in ("box", "captain", "partner")},
        },
        "settlement": _settlement(view.settlement, numbers),
        "over_limit": [numbers[who] for who in view.over_limit],
        "start_refused": view.start_refused.code if view.start_refused else None,
    }


_PLAIN = ("id", "club", "opened_at", "opened_by", "version", "unit", "can_undo", "can_undo_game", "should_split")
_PEOPLE = ("box", "partner", "captain", "acting", "possible_partner")


def sheet_data(view: ChouetteView) -> dict[str, Any]:
    """Return every game of a session, with names, and who pays whom."""
    numbers = _numbers(view)
    return {
        "id": view.id,
        "version": view.version,
        "closed": view.closed is not None,
        "options": options_data(view.options),
        "people": [
            {"number": each.number, "name": each.name, "total": each.total, "balance": each.balance}
            for each in view.people
        ],
        "games": [_game(each, numbers) for each in view.games],
        "payments": [
            {"turn": each.turn, "payer": each.payer, "payee": each.payee, "amount": each.amount,
             "undone": each.is_undone}
            for each in view.payments
        ],
        "settlement": _settlement(view.settlement, numbers),
    }  # fmt: skip


def preview_data(preview: CorrectionPreview, numbers: Numbers) -> dict[str, Any]:
    """Return what a correction would change."""
    return {
        "game": preview.game,
        "digest": preview.digest,
        "changes": [
            {
                "number": each.number,
                "before": each.before and _changed(each.before, numbers),
                "after": each.after and _changed(each.after, numbers),
            }
            for each in preview.changes
        ],
        "totals": [{"person": numbers[who], "before": before, "after": after} for who, before, after in preview.totals],
        "refused": preview.refused.code if preview.refused else None,
        "refused_game": preview.refused_game,
    }


def line_data(line: ChouetteLine) -> dict[str, Any]:
    """Return a session in the list of a club."""
    return {
        "id": line.id,
        "opened_at": line.opened_at,
        "closed": line.is_closed,
        "people": line.people,
        "names": list(line.names),
    }


def house_data(house: HouseRules) -> dict[str, Any]:
    """Return how a club holds its chouettes."""
    return {
        "turn": house.turn,
        "shown": house.shown.value,
        "options": options_data(house.options),
        "in_books": house.in_books,
        "notice": MONEY_NOTICE,
    }


def options_data(options: Options) -> dict[str, Any]:
    """Return every option, those with their default too."""
    values = {each.name: getattr(options, each.name) for each in fields(Options)}
    return {name: value.value if isinstance(value, StrEnum) else value for name, value in values.items()}


def _numbers(view: ChouetteView) -> dict[str, int]:
    return {each.name: each.number for each in view.people}


def _person(line: PersonLine, numbers: Numbers, *, with_names: bool) -> dict[str, Any]:
    return {
        **({"name": line.name} if with_names else {}),
        **{name: getattr(line, name) for name in ("number", "person", "sits_out", "total", "last", "balance")},
        "place": line.place.value,
        "playing": line.is_in,
        "proxy": numbers.get(line.proxy or ""),
    }


def _running(view: ChouetteView, game: Game, numbers: Numbers) -> dict[str, Any]:
    return {
        "number": game.number,
        "contracts": _contracts(game, numbers),
        "actions": [numbered(each, numbers) for each in view.running_actions],
    }


def _game(line: GameLine, numbers: Numbers) -> dict[str, Any]:
    game = line.game
    return {
        "number": line.number,
        **_order(Order(game.box, game.team, game.partner), numbers),
        "actions": [numbered(each, numbers) for each in line.actions],
        "contracts": _contracts(game, numbers),
        "postings": [
            {"payer": numbers[each.payer], "payee": numbers[each.payee], "points": each.points}
            for each in game.postings()
        ],
        "points": _points(line.points.items(), numbers),
        "totals": _points(line.totals.items(), numbers),
        "next": _order(line.next, numbers),
    }


def _changed(sheet: GameSheet, numbers: Numbers) -> dict[str, Any]:
    return {
        "box": numbers[sheet.box],
        "captain": numbers[sheet.captain],
        "points": _points(sheet.points, numbers),
        "next": _order(sheet.next, numbers),
    }


def _order(order: Order, numbers: Numbers) -> dict[str, Any]:
    team = [numbers[who] for who in order.team]
    return {"box": numbers[order.box], "team": team, "partner": numbers.get(order.partner or "")}


def _points(points: Iterable[tuple[str, int]], numbers: Numbers) -> dict[str, int]:
    return {str(numbers[who]): each for who, each in points}


def _contracts(game: Game, numbers: Numbers) -> list[dict[str, Any]]:
    return [_contract(each, numbers) for each in game.contracts]


def _contract(contract: Contract, numbers: Numbers) -> dict[str, Any]:
    return {
        "box_side": numbers[contract.box_side],
        "team_side": numbers[contract.team_side],
        "extra": contract.is_extra,
        "cube": contract.value,
        "owner": contract.owner.value if contract.owner else None,
        "pending": contract.pending.value if contract.pending else None,
        "points": None if contract.is_open else contract.result(),
        "ended": contract.ended.value if contract.ended else None,
    }


def _offer(offer: Offer, numbers: Numbers) -> dict[str, Any]:
    return {
        "do": offer.do.value,
        "side": offer.side.value if offer.side else None,
        "who": [numbers[who] for who in offer.who],
        "all": offer.is_all,
        "answers": {str(numbers[who]): [each.value for each in possible] for who, possible in offer.answers},
        "pairs": [[numbers.get(who or "") for who in pair] for pair in offer.pairs],
        "sides": [each.value for each in offer.sides],
        "kinds": [each.value for each in offer.kinds],
    }


def _settlement(payments: Payments, numbers: Numbers) -> dict[str, Any]:
    rows = [
        {"payer": numbers[each.payer], "payee": numbers[each.payee], "amount": each.amount}
        for each in payments.payments
    ]
    return {"payments": rows, "fewest": payments.is_fewest}
