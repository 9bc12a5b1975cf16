"""A session as a file, which ``python -m rules chouette`` and the import read."""

from typing import Any

from clubs.read.chouettes.log import kept_chouette
from journal.canon import stored_json
from rules.commands.club.chouette import write_session


def chouette_file(pk: int) -> dict[str, Any]:
    """Return a session in the form of a file; corrections and what was taken back are carried out.

    Raises Unknown ``chouette.unknown``.
    """
    kept = kept_chouette(pk)
    file = write_session(kept.log.session)
    start = stored_json(kept.row.start)
    if start["rolls"]:
        file["order_rolls"] = [{kept.names[number]: die for number, die in each} for each in start["rolls"]]
        file["people"] = [kept.names[number] for number in sorted(start["order"])]
    if kept.table.game is None:
        file["expect"] = {"totals": kept.table.totals()}
    return file
