"""Random evenings of a chouette as the rule book plays them, for the rules on the phone to play again."""

from dataclasses import fields
from enum import StrEnum
from random import Random
from typing import Any

from clubs.read.chouettes.numbered import write_happening
from rules.chouette.actions import Action
from rules.chouette.offers import offers
from rules.chouette.options import Options
from rules.chouette.people import sit_down
from rules.chouette.play import play
from rules.chouette.table import Table
from rules.errors import RuleBroken
from tests.rules.chouette.possible import NAMES, any_action, random_choice, random_options


def evening(seed: int, length: int) -> dict[str, Any]:
    """Return options, order and steps: each a happening with the code of its refusal or the table after it."""
    rng = Random(seed)
    options = random_options(rng)
    table = sit_down(options, rng.sample(NAMES, rng.randint(3, 7)))
    people = list(table.order.people)
    steps = []
    for _ in range(length):
        offer = rng.choice(offers(table))
        action = random_choice(rng, table, offer) if rng.random() < 0.8 else any_action(rng, table)
        table, step = _step(table, action)
        steps.append(step)
    return {"options": written(options), "people": people, "steps": steps}


def written(options: Options) -> dict[str, Any]:
    """Return all options in the words of a file."""
    rows = {each.name: getattr(options, each.name) for each in fields(Options)}
    return {name: value.value if isinstance(value, StrEnum) else value for name, value in rows.items()}


def _step(table: Table, action: Action) -> tuple[Table, dict[str, Any]]:
    words = write_happening(action)
    try:
        table = play(table, action)
    except RuleBroken as broken:
        return table, {"words": words, "refused": broken.code}
    return table, {"words": words, "after": seen(table)}


def seen(table: Table) -> dict[str, Any]:
    """Return what both must have in common."""
    game = table.game
    return {
        "order": [table.order.box, table.order.partner, *table.order.team],
        "totals": dict(sorted(table.totals().items())),
        "offers": [each.do.value for each in offers(table)],
        "cubes": [[each.team_side, each.value, each.owner, each.pending] for each in game.contracts] if game else [],
        "line": list(game.line) if game else [],
    }
