"""A session as a file, which ``python -m rules chouette`` and the import read."""

from typing import Any

from clubs.read.chouettes.log import KeptChouette, kept_chouette
from journal.canon import stored_json
from rules.commands.club.chouette import write_session

_MONEY = ("stake_minor", "currency", "rounding_minor", "stake_limit_minor", "loss_limit_minor")


def chouette_file(pk: int) -> dict[str, Any]:
    """Return a session in the form of a file; corrections and what was taken back are carried out.

    Raises Unknown ``chouette.unknown``.
    """
    return session_file(kept_chouette(pk))


def session_file(kept: KeptChouette, *, with_money: bool = True) -> dict[str, Any]:
    """Return a session that was read as a file, for points only without its money."""
    file = write_session(kept.log.session)
    if not with_money:
        file["options"] = {name: each for name, each in file["options"].items() if name not in _MONEY}
    start = stored_json(kept.row.start)
    if start["rolls"]:
        file["order_rolls"] = [{kept.names[number]: die for number, die in each} for each in start["rolls"]]
        file["people"] = [kept.names[number] for number in sorted(start["order"])]
    if kept.table.game is None:
        file["expect"] = {"totals": kept.table.totals()}
    return file
