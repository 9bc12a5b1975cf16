"""What the phone on the table needs to go on by itself: the session in the words of a file."""

import json
from collections.abc import Sequence
from dataclasses import fields
from enum import StrEnum
from typing import Any

from clubs.read.chouettes.log import KeptChouette
from clubs.read.chouettes.numbered import write_happening
from clubs.read.chouettes.tonight import Present
from clubs.read.figures import currency_leads, in_language
from rules.chouette.options import Options
from rules.money.currency import digits_of, sign_of


def state_of(kept: KeptChouette, here: Sequence[Present]) -> str:
    """Return a session as JSON: options, the first order, what happened, the version, and who is checked in."""
    session, options = kept.log.session, kept.table.options
    currency = options.currency if options.stake_minor else ""
    return json.dumps(
        {
            "id": kept.row.pk,
            "club": kept.row.club.name,
            "version": kept.log.version,
            "closed": kept.log.closed is not None,
            "options": _written(options),
            "order": session.order,
            "here": [[each.name, each.id] for each in here],
            "happenings": [write_happening(action) for action in session.actions],
            "money": {
                "stake_minor": options.stake_minor,
                "digits": digits_of(currency) if currency else 0,
                "sign": sign_of(currency) if currency else "",
                "point": in_language("."),
                "leads": currency_leads(),
            },
        },
        ensure_ascii=False,
    )


def _written(options: Options) -> dict[str, Any]:
    values = {each.name: getattr(options, each.name) for each in fields(Options)}
    return {name: value.value if isinstance(value, StrEnum) else value for name, value in values.items()}
