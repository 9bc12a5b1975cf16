"""``manage.py collectstatic``: Django's own, skipped if nothing changed."""

from typing import Any

from django.contrib.staticfiles.management.commands.collectstatic import Command as CollectStatic

from runtime.server import static_files


class Command(CollectStatic):
    def handle(self, **options: Any) -> str | None:
        anew = options["clear"] or options["dry_run"] or not options["post_process"]
        if not anew and static_files.are_collected():
            return "Static files are as they were collected." if options["verbosity"] else None
        done: str | None = super().handle(**options)
        if not options["dry_run"]:
            static_files.note_collected()
        return done
