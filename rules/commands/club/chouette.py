"""``python -m rules chouette``: the ledger of a session, order and points game by game, and who pays whom.

Source: docs/rules/chouette.md#the-file.
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.chouette.actions import Action, ComeBack, Side, SitOut, Start
from rules.chouette.offers import offers
from rules.chouette.people import at_loss_limit, sit_down
from rules.chouette.play import BETWEEN_GAMES, play
from rules.chouette.session import Session, without_last, without_last_game
from rules.chouette.settlement import Payment, Payments, settlement_of
from rules.chouette.table import Game, Order, Pending, Table
from rules.commands.cases import Answer, Case, Difference, Field, add_case_arguments, differences, run_case
from rules.commands.club.chouette_words import read_action, read_options, read_order, write_action, write_options
from rules.commands.money.prize_words import columns
from rules.errors import RuleBroken

NAME = "chouette"
HELP = "replay a chouette: points, orders, ledger, and the fewest payments"
_WORDS = ("options", "people", "order", "order_rolls", "games")
_KEYS = (
    "games", "totals", "money", "settlement", "payments", "fewest", "next_box", "next_team", "closed", "at_limit",
    "to_act",
)  # fmt: skip


@dataclass(slots=True)
class Replay:
    """A session while a file is read: ``tables`` has the table before everything and after each action."""

    session: Session
    tables: list[Table]
    rows: list[dict[str, Any]] = field(default_factory=list)
    differing: list[Difference] = field(default_factory=list)
    has_expectations: bool = False

    @property
    def table(self) -> Table:
        """The table now."""
        return self.tables[-1]

    def play(self, action: Action) -> None:
        """Add what happened. Raises as ``rules.chouette.play.play`` does."""
        self.tables.append(play(self.table, action))
        self.session = self.session.with_action(action)

    def cut(self, session: Session) -> None:
        """Go back to a shorter session."""
        self.session = session
        del self.tables[len(session.actions) + 1 :]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_case_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the ledger; return 0, or 1 where the file expects another, or 2 for a refusal."""
    return run_case(args, Case(NAME, _WORDS, _KEYS, _answer, records=("totals", "money", "to_act")))


def read_session(file: Field) -> Replay:
    """Return the session of a file, replayed.

    Raises RuleBroken with the place of what is refused.
    """
    options, order = read_options(file.get("options")), read_order(file)
    replay = Replay(Session(options, order), [sit_down(options, order)])
    games = file.get("games")
    for game in [] if games is None else games.each():
        _read_game(replay, game)
    return replay


def write_session(session: Session) -> dict[str, Any]:
    """Return a session as its file; people who come or go after the last game are in a list of their own."""
    games: list[list[dict[str, Any]]] = [[]]
    has_started = False
    for at, action in enumerate(session.actions):
        if isinstance(action, BETWEEN_GAMES) and has_started:
            games.append([])
            has_started = False
        if isinstance(action, Start):
            if has_started:
                games.append([])
            has_started = True
        elif isinstance(action, SitOut | ComeBack) and has_started and _is_after_game(session, at):
            games.append([write_action(action)])
            has_started = False
        else:
            games[-1].append(write_action(action))
    return {
        "options": write_options(session.options),
        "people": list(session.order),
        "order": list(session.order),
        "games": [{"actions": actions} for actions in games if actions],
    }


def _is_after_game(session: Session, at: int) -> bool:
    """Whether no action of the running game follows."""
    for action in session.actions[at:]:
        if isinstance(action, (*BETWEEN_GAMES, Start)):
            return True
        if not isinstance(action, SitOut | ComeBack):
            return False
    return False


def _read_game(replay: Replay, game: Field) -> None:
    """Play one list of actions and compare it with what the file expects there."""
    game.words("start", "expect", needed=("actions",))
    actions = game["actions"].each()
    before, started_at = replay.table.order, None
    is_head = True
    if replay.table.game is not None and not (actions and _is_undo_game(actions[0])):
        raise RuleBroken("chouette.unfinished", place=game.place, number=replay.table.game.number)
    for each in actions:
        action = read_action(each)
        with each.placing():
            if isinstance(action, str):
                _undo(replay, action, is_head=is_head, started_at=started_at)
            elif started_at is None and not isinstance(action, (*BETWEEN_GAMES, SitOut, ComeBack)):
                replay.play(Start())
                started_at = len(replay.session.actions)
                replay.play(action)
            elif started_at is not None and replay.table.game is None:
                raise RuleBroken("chouette.over", number=len(replay.table.results))
            else:
                replay.play(action)
        is_head = is_head and action == "undo_game"
        if is_head:
            _mark_undone(replay)
    _add_row(replay, started_at)
    _compare(replay, game, before)


def _is_undo_game(field_: Field) -> bool:
    return isinstance(field_.value, dict) and field_.value.get("do") == "undo_game"


def _undo(replay: Replay, word: str, *, is_head: bool, started_at: int | None) -> None:
    if word == "undo_game":
        if not is_head:
            raise RuleBroken("chouette.undo_first")
        replay.cut(without_last_game(replay.session))
        return
    if started_at is None or len(replay.session.actions) <= started_at:
        raise RuleBroken("chouette.nothing_to_undo")
    replay.cut(without_last(replay.session))


def _mark_undone(replay: Replay) -> None:
    row = next((row for row in reversed(replay.rows) if row["points"] and not row["undone"]), None)
    if row is not None and row["number"] == len(replay.table.results) + 1:
        row["undone"] = True


def _add_row(replay: Replay, started_at: int | None) -> None:
    table = replay.table
    is_finished = started_at is not None and table.game is None and bool(table.results)
    game = table.results[-1].game if is_finished else table.game
    row: dict[str, Any] = {"number": game.number if game else None, "undone": False}
    row["points"] = game.points() if game and is_finished else {}
    row["next_box"] = table.order.box if table.game is None else None
    row["next_team"] = list(table.order.team) if table.game is None else []
    row["next_partner"] = table.order.partner if table.game is None else None
    row["contracts"] = _contracts(game) if game else []
    row["postings"] = [_posting(each.payer, each.payee, each.points) for each in game.postings()] if game else []
    replay.rows.append(row)


def _compare(replay: Replay, game: Field, before: Order) -> None:
    """Add where the game differs from its ``start`` and ``expect``."""
    row, started, expect = replay.rows[-1], game.get("start"), game.get("expect")
    if expect is not None:
        expect.words("points", "next_box", "next_team", "next_partner")
        rows = differences(expect.value, row)
        replay.has_expectations = True
        replay.differing += [replace(each, place=f"{expect.place}.{each.place}") for each in rows]
    if started is None:
        return
    replay.has_expectations = True
    last = replay.table.game or (replay.table.results[-1].game if row["points"] else None)
    order = Order(last.box, last.team, last.partner) if last else replay.table.order
    # The order as the list begins, or as play begins once people have come and gone.
    differing = _start_differences(started, order)
    replay.differing += differing if _start_differences(started, before) else []


def _start_differences(started: Field, order: Order) -> list[Difference]:
    if isinstance(started.value, list):
        return _placed(started, differences({"": started.value}, {"": list(order.people)}))
    started.words("box", "team", "partner", "captain", "order")
    got = {
        "box": order.box,
        "team": list(order.team),
        "partner": order.partner,
        "captain": next(iter(order.team), None),
        "order": list(order.people),
    }
    return _placed(started, differences(started.value, got))


def _placed(field_: Field, rows: list[Difference]) -> list[Difference]:
    return [replace(each, place=f"{field_.place}.{each.place}".rstrip(".")) for each in rows]


def _contracts(game: Game) -> list[dict[str, Any]]:
    return [
        {
            "box_side": each.box_side,
            "team_side": each.team_side,
            "extra": each.is_extra,
            "cube": each.value,
            "owner": each.owner.value if each.owner else None,
            "points": None if each.is_open else each.result(),
            "ended": each.ended.value if each.ended else None,
        }
        for each in game.contracts
    ]


def _posting(payer: str, payee: str, points: int) -> dict[str, Any]:
    return {"from": payer, "to": payee, "points": points}


def _payment(payment: Payment, stake: int) -> dict[str, Any]:
    """Return a payment with its points; one that was rounded to no whole number of points has only its money."""
    people = {"from": payment.payer, "to": payment.payee}
    if not stake:
        return people | {"points": payment.amount}
    points = {} if payment.amount % stake else {"points": payment.amount // stake}
    return people | points | {"money": payment.amount}


def _answer(file: Field) -> Answer:
    replay = read_session(file)
    table, options = replay.table, replay.session.options
    totals = table.totals()
    settled = settlement_of(totals, options.stake_minor, options.rounding_minor)
    payments = [_payment(each, options.stake_minor) for each in settled.payments]
    values: dict[str, Any] = {"games": replay.rows, "totals": totals}
    if options.stake_minor:
        values["money"] = {who: points * options.stake_minor for who, points in totals.items()}
    values |= {
        "settlement": payments,
        "payments": len(payments),
        "fewest": settled.is_fewest,
        "next_box": table.order.box if table.game is None else None,
        "next_team": list(table.order.team) if table.game is None else [],
        "closed": table.is_closed,
        "at_limit": list(at_loss_limit(table)),
        "to_act": _to_act(table),
    }
    lines = [*_game_lines(replay), *_total_lines(replay, settled), *_turn_lines(values["to_act"])]
    return Answer(values, tuple(lines), tuple(replay.differing) if replay.has_expectations else None)


def _to_act(table: Table) -> dict[str, Any] | None:
    """Return who acts in an unfinished game, and what is possible; ``side`` is None where either side may act."""
    game = table.game
    if game is None:
        return None
    possible = [each.do.value for each in offers(table)]
    box, captain = [game.box], [game.acting] if game.acting else []
    if not game.pending:
        return {"side": None, "who": box + captain, "possible": possible}
    side = (game.turned_by or Side.BOX).other
    speaks_for_all = not table.options.is_multi and game.pending is not Pending.OFFER
    who = box if side is Side.BOX else captain if speaks_for_all else list(game.waiting)
    return {"side": side.value, "who": who, "possible": possible}


def _game_lines(replay: Replay) -> list[str]:
    lines = []
    for row in replay.rows:
        head = f"Game {row['number']}" if row["number"] else "Between games"
        points = ", ".join(f"{who} {_signed(each)}" for who, each in row["points"].items())
        lines.append(f"{head}: {points or 'no points'}{' (undone)' if row['undone'] else ''}")
        lines += [f"  {each['from']} pays {each['to']} {each['points']}" for each in row["postings"]]
        if row["next_box"]:
            partner = f", partner {row['next_partner']}" if row["next_partner"] else ""
            lines.append(f"  next box {row['next_box']}{partner}, crew {', '.join(row['next_team']) or 'nobody'}")
    return lines


def _total_lines(replay: Replay, settled: Payments) -> list[str]:
    table, options = replay.table, replay.session.options
    stake, money = options.stake_minor, f" {options.currency}".rstrip()
    rows = [(who, _signed(points)) for who, points in table.totals().items()]
    lines = ["", "Totals", *(f"  {line}" for line in columns(rows)), ""]
    lines.append("Settlement, fewest payments" if settled.is_fewest else "Settlement, the largest first")
    for each in settled.payments:
        row = _payment(each, stake)
        sums = [str(row[word]) + suffix for word, suffix in (("points", ""), ("money", money)) if word in row]
        lines.append(f"  {each.payer} pays {each.payee} {' = '.join(sums)}")
    if over := at_loss_limit(table):
        lines.append(f"  at the limit of the session: {', '.join(over)}")
    if not settled.payments:
        lines.append("  nobody owes anything")
    return [*lines, *(["The chouette is closed: fewer than three people."] if table.is_closed else [])]


def _turn_lines(turn: Mapping[str, Any] | None) -> list[str]:
    if turn is None:
        return []
    side = f"the {turn['side']} answers" if turn["side"] else "either side may act"
    return ["", f"Game not finished: {side} ({', '.join(turn['who'])})."]


def _signed(points: int) -> str:
    return f"{points:+}" if points else "0"
