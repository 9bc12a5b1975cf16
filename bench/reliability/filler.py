"""Adds records to a tournament, one page each, as if a fee were ticked again and again.

``python -m bench.reliability.filler EVENT COUNT``, on the installation of the environment, which no server owns. Only
here the disk is not waited for: what is measured comes afterwards.
"""

import os
import sys


def main() -> None:
    """Tick the entrants of an event in turn."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django  # noqa: PLC0415 -- the settings must be named first

    django.setup()
    from django.db import connection  # noqa: PLC0415 -- it needs the settings

    from journal.actors import SYSTEM  # noqa: PLC0415 -- as above
    from journal.book import Caller  # noqa: PLC0415 -- as above
    from tournaments.actions.entrants.entering import tick  # noqa: PLC0415 -- as above
    from tournaments.models import Entrant  # noqa: PLC0415 -- as above

    event, count = map(int, sys.argv[1:])
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous=OFF")
    entrants = list(Entrant.objects.filter(event=event).values_list("pk", flat=True))
    for turn in range(count):
        place = turn % len(entrants)
        tick(entrants[place], "paid", turn // len(entrants) % 2 == 0, Caller(SYSTEM))


if __name__ == "__main__":
    main()
