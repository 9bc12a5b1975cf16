"""The figures of reliability, with the fault that must turn each of them red.

Source: docs/decisions/0042-figures-of-reliability.md.
"""

from typing import Final

from bench.reliability.figure import Fault, Figure
from bench.reliability.proofs import by_program, by_tests, shortly, together

BOTH: Final = ("sqlite", "postgresql")


FIGURES: Final = (
    Figure(
        1, "model", "an event stays whole, whatever a director does in any order",
        by_tests("tests/tournaments/test_machine.py", at_least=3),
        Fault("tournaments/actions/undo.py", "return derive_draw(page, before, after)", "return ()"),
    ),
    Figure(
        2, "planted", "every planted fault of the engine is noticed",
        by_tests("tests/rules/planted", "tests/tournaments/test_planted_faults.py", at_least=20),
        Fault("tests/tournaments/test_machine.py", "def test_a_long_day", "def tost_a_long_day"),
        measure_fault=by_tests("tests/tournaments/test_planted_faults.py", "-k", "forgets"),
    ),
    Figure(
        3, "replay", "rows are what the facts say, after any correction, and every changed row is reported",
        by_tests("tests/journal/test_verify.py", "tests/rules/draws/test_corrections.py",
                 "tests/rules/draws/test_order_of_facts.py", at_least=30),
        Fault("journal/verify.py", "def _facts(bodies: dict[int, list[str]]) -> Iterator[Flaw]:\n",
              "def _facts(bodies: dict[int, list[str]]) -> Iterator[Flaw]:\n    return\n"),
    ),
    Figure(
        4, "power_cut", "no result that was acknowledged is lost by a power cut", by_program("power_cut"),
        Fault("bench/reliability/writer.py", "    django.setup()\n",
              "    django.setup()\n    from django.db import connection\n\n"
              '    connection.cursor().execute("PRAGMA synchronous=OFF")\n'),
        in_ci=True,
    ),
    Figure(
        5, "kill9", "no result that was acknowledged is lost or doubled by kill -9",
        by_tests("tests/served/test_kills.py", "tests/served/test_workers.py", at_least=6, databases=BOTH),
        Fault("journal/book.py", "            if caller.key is not None:\n                _replay(caller)\n", ""),
        measure_fault=by_tests("tests/served/test_kills.py"),
    ),
    Figure(
        6, "disk_full", "a full disk loses nothing, pages can be read, and it goes on once there is room",
        by_program("disk_full"),
        Fault("journal/http.py", "        act(caller)\n    except Replay as replay:",
              "        act(caller)\n    except __import__('django').db.OperationalError:\n        pass\n"
              "    except Replay as replay:"), in_ci=True,
    ),
    Figure(
        7, "restore", "a backup comes back whole or not at all, and phones send again what it does not have",
        by_tests("tests/runtime/backups", "tests/browser/test_outbox.py", at_least=60),
        Fault("runtime/backups/restoring.py", "update(epoch=new_epoch())", "update(epoch=stream.epoch)"),
    ),
    Figure(
        8, "contention", "of changes by eight processes to one match none is lost, and nobody starves",
        by_program("loads.contention", *BOTH),
        Fault("journal/book.py", "Stream.objects.select_for_update().filter", "Stream.objects.filter"),
        in_ci=True, timed=True, measure_fault=by_program("loads.contention", "postgresql"),
    ),
    Figure(
        9, "latency", "of a hundred such changes 99 take 250 ms at most, on PostgreSQL 150",
        by_program("loads.latency", *BOTH),
        Fault("runtime/server/desk_first.py", "HOLD_SECONDS = 0.1", "HOLD_SECONDS = 0.0"),
    ),
    Figure(
        10, "idempotency", "a request sent twice has one effect and one answer",
        by_tests("tests/served/test_races.py", "-k", "key", at_least=3, databases=BOTH),
        Fault("journal/book.py", "        raise KeyReused(\"key.reused\")\n    raise Replay",
              "        return\n    raise Replay"),
    ),
    Figure(
        11, "auction", "bids rise without a gap, nothing comes after the hammer, money sums to zero",
        by_program("loads.auction", *BOTH),
        Fault("tournaments/actions/auctions/selling.py",
              "    happened(lot.state, Bid(number, amount, who, page.at, by_phone), opened.view.barring(payers))\n",
              ""),
        in_ci=True, measure_fault=shortly(by_program("loads.auction")),
    ),
    Figure(
        12, "permissions", "everybody is answered at every address as the table says",
        by_tests("tests/permissions/test_matrix.py", "tests/permissions/test_players.py", at_least=6),
        Fault("clubs/permissions.py", "may_direct = Right((*DIRECTING,))", "may_direct = Right((*RANKS,))"),
    ),
    Figure(
        13, "canaries", "no page, paper, letter or log shows a secret to others",
        by_tests("tests/permissions/test_canaries.py", at_least=4),
        Fault("runtime/server/logs.py", "        if masked != message:\n", "        if not masked:\n"),
    ),
    Figure(
        14, "guessing", "of guesses at once exactly as many are checked as the limit allows",
        by_tests("tests/served/test_guessing.py", "tests/served/test_pins.py", "tests/clubs/test_tries.py",
                 databases=BOTH),
        Fault("clubs/actions/tries.py",
              '        if row.filter(ends_at__gt=now, spent__lt=limit.most).update(spent=F("spent") + 1):\n'
              "            return",
              "        before = row.filter(ends_at__gt=now, spent__lt=limit.most).first()\n"
              "        if before is not None:\n"
              "            row.update(spent=before.spent + 1)\n"
              "            return"),
    ),
    Figure(
        15, "hostile_texts", "no text adds an element, a header, a formula or a request",
        by_tests("tests/hostile", "tests/papers/test_fetches_nothing.py", at_least=6),
        Fault("templates/tournaments/lists/entrants.html", "<bdi>{{ sheet.name }}</bdi>",
              "<bdi>{{ sheet.name|safe }}</bdi>"),
    ),
    Figure(
        16, "api", "every operation answers as the schema says, also to nonsense",
        together(
            by_tests("tests/served/test_contract.py", "tests/served/test_refusals.py", "tests/served/test_schema.py",
                     at_least=20),
            by_program("api"),
        ),
        Fault("clubs/api/changes.py", "{201: out, 200: OpenApiResponse(", "{201: out, 299: OpenApiResponse("),
        measure_fault=shortly(by_program("api")),
    ),
    Figure(
        17, "files", "no match file crashes the reader or takes it long",
        by_tests("tests/rules/files", "tests/rules/referee", at_least=20),
        Fault("rules/files/json_record.py", "except (ValueError, RecursionError) as broken:",
              "except (KeyError, RecursionError) as broken:"),
    ),
    Figure(
        18, "hall", "500 phones and 100 reports a minute, beside 20 hostile connections: no error",
        by_program("loads.hall", *BOTH),
        Fault("runtime/server/connections.py", "MOST_CONNECTIONS = 2000", "MOST_CONNECTIONS = 300"),
    ),
    Figure(
        19, "ramp", "one process takes eight times the reports of a busy hall", by_program("loads.ramp"),
        Fault("runtime/pages/etags.py", "shared = public and not request.user.is_authenticated", "shared = False"),
    ),
    Figure(
        20, "headers", "every page has its security headers, and reading changes nothing",
        by_tests("tests/permissions/test_safe.py", at_least=7),
        Fault("config/settings.py", '    "django.middleware.csp.ContentSecurityPolicyMiddleware",\n', ""),
    ),
    Figure(
        21, "settings", "no setting is accepted with which an acknowledged result could be lost",
        by_tests("tests/runtime/test_checks.py", at_least=8),
        Fault("config/env.py", "PRAGMA synchronous=FULL", "PRAGMA synchronous=NORMAL"),
    ),
    Figure(
        22, "upgrades", "a backup of every released version is upgraded without a flaw",
        by_tests("tests/upgrades", at_least=4),
        Fault("tournaments/models/matches.py", "from django.db import models\n",
              "from django.db import models\n\n\nclass Forgotten(models.Model):\n    pass\n\n"),
    ),
    Figure(
        23, "chain", "every change, deletion, exchange or cut of the memory is noticed",
        by_tests("tests/journal/test_chain.py", "tests/journal/test_verify.py", "tests/journal/test_triggers.py",
                 at_least=40, databases=BOTH),
        Fault("journal/canon.py", 'f"{previous}\\n{text}"', 'f"{text}"'),
    ),
    Figure(
        24, "honesty", "small changes of the rule book are noticed by its tests", by_program("honesty"),
        Fault(
            "bin/mutants", '"tests/rules/game", "tests/rules/games", "tests/rules/match", "tests/rules/referee", ', ""
        ),
        measure_fault=shortly(by_program("honesty")),
    ),
    Figure(
        25, "supply", "what is installed is what the lock says, hash by hash, and at most 25 packages are direct",
        by_program("supply"), Fault("requirements.txt", "a2wsgi==1.10.10", "a2wsgi==1.10.9"),
    ),
    Figure(
        26, "hostile", "whatever hangs on the server, the desk's result takes twice as long at most",
        by_program("loads.hostile"),
        Fault("runtime/server/fair_use.py", "is_desk=True, is_free=True)", "is_desk=False, is_free=True)"),
        in_ci=True, timed=True, measure_fault=by_program("loads.hostile", more=["--worst"]),
    ),
    Figure(
        27, "records", "100,000 records: verified in 60 s, shown in 200 ms, backed up in 10 s", by_program("records"),
        Fault("clubs/pages/memory/sheet.py", "MOST_READ = 5000", "MOST_READ = 10**9"),
        measure_fault=shortly(by_program("records")),
    ),
    Figure(
        28, "days", "the memory of a server stays flat over 48 hours of a hall, in ten minutes",
        by_program("loads.days"),
        Fault("runtime/server/lanes.py", "            return [b\"\".join(answer)]\n",
              "            self.__dict__.setdefault(\"kept\", []).append(b\"x\" * 60_000)\n"
              "            return [b\"\".join(answer)]\n"),
        measure_fault=shortly(by_program("loads.days")),
    ),
    Figure(
        29, "proxies", "behind nginx and Caddy as documented, the desk answers within a second, whatever hangs there",
        by_program("loads.proxies"),
        Fault("docs/operators/README.md",
              "        lb_try_duration 5s\n        health_uri /healthz\n        health_interval 2s\n",
              "        fail_duration 2s\n"),
    ),
    Figure(
        30, "clock", "a clock that jumps is shown at the desk, and stops no backup",
        by_tests("tests/runtime/health/test_wallclock.py", "tests/runtime/health/test_marks.py",
                 "tests/runtime/backups/test_automatic.py", at_least=12),
        Fault("runtime/health/wallclock.py", "if abs(jump) < LEAST_JUMP:", "if abs(jump) < 1000 * LEAST_JUMP:"),
    ),
)  # fmt: skip
