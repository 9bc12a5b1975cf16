"""``python -m tests.upgrades.opened``: open pages of the installation in ``BARPOINT_DATA``, and record something new.

Prints JSON: the status of each page, by address, the flaws of the memory afterwards, and of each draw its lot and
whether its key gives its lines again.
"""

import json
import os
import sys
from itertools import chain

import django


def main() -> None:
    """Open every page of every club and tournament as its owner; report the first match that is open."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from django.conf import settings  # noqa: PLC0415 -- the settings are known only now
    from django.test import Client  # noqa: PLC0415 -- Django is set up only now

    from clubs.models import Role  # noqa: PLC0415 -- Django is set up only now
    from journal.verify import verify  # noqa: PLC0415 -- Django is set up only now
    from tests.factories import a_caller  # noqa: PLC0415 -- Django is set up only now
    from tournaments.actions.matches.results import Report, report_result  # noqa: PLC0415 -- Django is set up only now
    from tournaments.models import Match  # noqa: PLC0415 -- Django is set up only now

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    client = Client()
    client.force_login(Role.objects.live().get(club=None, kind="owner").user)
    match = Match.objects.filter(status=1, begun=False).order_by("pk")[0]
    report_result(match.pk, Report(points=(match.length, 0)), a_caller(seen=match.version))
    pages = {address: client.get(address).status_code for address in _addresses()}
    flaws = [f"{each.code} {each.where}" for each in verify()]
    sys.stdout.write(json.dumps({"pages": pages, "flaws": flaws, "draws": _draws()}))


def _draws() -> list[tuple[int, bool]]:
    from rules.draws.seeding import draw_lines  # noqa: PLC0415 -- beside those that need Django
    from tournaments.models import Draw  # noqa: PLC0415 -- Django is set up only now
    from tournaments.read.draws.made import lines_as_drawn, seeds_as_drawn  # noqa: PLC0415 -- Django is set up only now

    again = []
    for draw in Draw.objects.select_related("event"):
        # These give their players numbers by the key, not lines.
        if json.loads(draw.event.format)["main"] in ("swiss", "round_robin", "pools"):
            continue
        drawn = lines_as_drawn(draw)
        numbers = {entrant: number for entrant, number in drawn.values() if entrant and number}
        seeds = {numbers[entrant]: seed for entrant, seed in seeds_as_drawn(draw, numbers).items() if seed is not None}
        lines = draw_lines(list(numbers.values()), seeds, draw.key, draw.bound_to)
        again.append((draw.lot, lines == {line: number for line, (_, number) in drawn.items() if number}))
    return again


def _addresses() -> list[str]:
    from clubs.models import Club  # noqa: PLC0415 -- Django is set up only now
    from journal.models import Record  # noqa: PLC0415 -- Django is set up only now
    from tournaments.models import Entrant, Event, Match, Tournament  # noqa: PLC0415 -- Django is set up only now

    clubs, tournaments, events = (
        [f"/{name}/{pk}/" for pk in model.objects.values_list("pk", flat=True)]
        for name, model in (("clubs", Club), ("tournaments", Tournament), ("events", Event))
    )
    current = Match.objects.filter(draw__event__current_draw__isnull=False, draw__event__closed=False)
    matches = [f"/matches/{match.pk}/" for match in current if match.draw.event.current_draw_id == match.draw_id]
    records = Record.objects.filter(stream__name__regex="^(club|tournament):").select_related("stream")
    memory = (f"/{each.stream.name.replace(':', 's/')}/memory/{each.number}/" for each in records)
    return [
        "/",
        *chain.from_iterable((each, f"{each}members/", f"{each}memory/") for each in clubs),
        *chain.from_iterable((each, f"{each}desk/", f"{each}memory/", f"{each}wall/") for each in tournaments),
        *chain.from_iterable((each, f"{each}entrants/", f"{each}places/", f"{each}matches/") for each in events),
        *matches,
        *(f"/entrants/{pk}/" for pk in Entrant.objects.filter(record__undo=None).values_list("pk", flat=True)),
        *memory,
    ]


if __name__ == "__main__":
    main()
